//! What the window says of a deed before it is done: who may react on the way, where enemies can strike next, what becomes of
//! whoever stays there.

use sortie::ahead::{Ahead, Peril, Shares, Stake, walk};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Falls, Group, Id, Look, Nobody, Order, Scratch, Spoken, quiet_world};
use sortie::lesson::Stage;
use sortie::rulebook::Scene;

use crate::kit::window::by_people;
use crate::kit::{Battle, begin, library, scenario};

/// Before each move of a lesson: what was foretold of it, and whether somebody else was asked in the midst of it.
fn moves(ruleset: &str, id: &str) -> Vec<(bool, bool)> {
    let lessons = library().lessons(ruleset).unwrap();
    let lesson = lessons.iter().find(|lesson| lesson.id == id).unwrap();
    let mut world = quiet_world();
    let mut stage = Stage::set(lesson, &mut world);
    let mut seen = Vec::new();
    for step in 0..lesson.play.len() {
        stage.play_to(step);
        let battle = stage.battle;
        let Scene::Do(told) = &lesson.play[step] else { continue };
        let look = Look::at(stage.world, battle).unwrap();
        let Some(who) = look.asked().filter(|_| told.contains(": move to ")) else { continue };
        let order = look.order(&Spoken::parse(told.split_once(": ").unwrap().1).unwrap()).unwrap();
        let foretold = Ahead::default().comes(look, who, &order).unwrap();
        stage.play_to(step + 1);
        let look = Look::at(stage.world, battle).unwrap();
        let steps_in = look.question().is_some_and(|question| {
            question.choices.is_some() && question.who != Some(who) && question.kind.as_str() == "opportunity"
        });
        seen.push((!foretold.stings.is_empty(), steps_in));
    }
    seen
}

/// Promise: a way that gives somebody else their moment says so, and one that does not is silent; whatever rule it is.
#[test]
fn a_way_that_is_answered_says_so_before_it_is_gone() {
    let answered = moves("zones", "ZN-L-HELPED-ALONG");
    assert!(answered.iter().any(|(foretold, steps_in)| *foretold && *steps_in), "{answered:?}");
    assert!(answered.iter().all(|(foretold, steps_in)| foretold == steps_in), "{answered:?}");
}

/// Promise: to walk away from an enemy wants a second word where somebody may strike at whoever leaves, and none in games in
/// which leaving means nothing.
#[test]
fn walking_away_wants_a_second_word_only_where_it_means_something() {
    for (scenario, strikes) in [("lanterns/first", true), ("first_round", false), ("tavern_yard", false)] {
        let (mut free, mut dear) = (0, Vec::new());
        let mut screen = by_people(scenario, 3);
        screen.until(&mut Mind::new(Skill::Plain, 3), 120, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let walk = walk(&look.choices())?.clone();
            let mut ahead = Ahead::default();
            for (to, _) in walk.squares.iter().step_by(walk.squares.len().div_ceil(12)) {
                let comes = ahead.comes(look, who, &Order { to: Some(*to), ..walk.order.clone() });
                // What befalls them after their turn has nothing to do with it.
                let Some(comes) = comes.filter(|comes| !comes.leaves.is_empty() && !comes.ends) else { continue };
                let is_told = comes.warned(look).is_some_and(|told| told.contains("walks away from"));
                assert_eq!(is_told, comes.leaving_costs, "{scenario}: {comes:?}");
                assert!(!comes.leaving_costs || comes.is_grave(true), "{scenario}: {comes:?}");
                if comes.leaving_costs { dear.push(comes) } else { free += 1 }
            }
            (dear.len() > 4 && free > 4).then_some(())
        });
        let is_met = if strikes { !dear.is_empty() } else { dear.is_empty() && free > 0 };
        assert!(is_met, "{scenario}: {free} cost nothing, but {dear:?}");
    }
}

/// Promise: what the next one says at the head of their own turn is no answer to the walk that ended the turn before it.
#[test]
fn the_next_turn_is_no_answer_to_a_walk() {
    let mut screen = by_people("first_round", 3);
    let (mut mind, mut met) = (Mind::new(Skill::Plain, 3), 0);
    for _ in 0..300 {
        let Some(order) = mind.decide(screen.now()).filter(|_| screen.end().is_none()) else { break };
        let look = screen.now();
        let is_asked = |kind: &str| look.question().is_some_and(|question| question.kind == kind);
        let who = look.asked().filter(|_| look.question().is_some_and(|question| question.choices.is_none()));
        for (who, walk) in who.into_iter().filter_map(|who| Some((who, walk(&look.choices())?.clone()))) {
            let whole = walk.squares.iter().map(|(_, length)| *length).max();
            for (to, _) in walk.squares.iter().filter(|(_, length)| Some(*length) == whole).take(6) {
                let walk = Order { to: Some(*to), ..walk.order.clone() };
                let mut scratch = Scratch::new();
                let mut copy = scratch.copy(look);
                copy.again(Falls::From(0));
                copy.answer(walk.clone()).unwrap();
                copy.play(&mut Nobody);
                let is_next = copy.look().is_some_and(|after| {
                    let asked = after.question().filter(|question| question.kind == "declare");
                    asked.and_then(|asked| asked.who).is_some_and(|next| look.are_enemies(who, next))
                });
                if is_next {
                    let comes = Ahead::default().comes(look, who, &walk).unwrap();
                    let is_told = comes.stings.iter().any(|sting| sting.what == "declare");
                    assert!(comes.ends && !is_told, "{walk}: {comes:?}");
                    met += 1;
                }
            }
        }
        // Whoever means to do nothing else has had their turn once they have walked.
        let walks = is_asked("declare") && screen.made().len().is_multiple_of(2);
        screen.give(if walks { Order::new("declare").n(0) } else { order });
    }
    assert!(met > 0, "no walk ended a turn before that of an enemy");
}

/// Promise: looking ahead changes nothing and sees none of the dice to come: what is foretold twice is the same, and the
/// battle goes on as it would have.
#[test]
fn looking_ahead_leaves_no_trace() {
    let mut screen = by_people("even", 3);
    let mut other = by_people("even", 3);
    let mut mind = Mind::new(Skill::Plain, 3);
    for _ in 0..60 {
        let Some(order) = mind.decide(screen.now()) else { break };
        let look = screen.now();
        let mut ahead = Ahead::default();
        if let Some(who) = look.asked().filter(|_| order.to.is_some()) {
            let mut peril = Peril::default();
            assert_eq!(ahead.comes(look, who, &order), ahead.comes(look, who, &order));
            ahead.venture(look, who, &order, &mut peril);
            ahead.strikes(look, look.foes(who));
        }
        screen.give(order.clone());
        other.give(order);
        assert_eq!(screen.facts(), other.facts());
    }
}

/// Promise: nobody is warned of their own friends: what these do is for whoever plays their side to decide.
#[test]
fn nobody_is_warned_of_their_friends() {
    let (mut screen, mut named) = (by_people("first_milestone", 966_679), 0);
    screen.until(&mut Mind::new(Skill::Plain, 1), 30, |look, _| {
        let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
        let walk = walk(&look.choices())?.clone();
        let mut ahead = Ahead::default();
        ahead.names = true;
        for (to, _) in walk.squares.iter().rev().step_by(20).take(3) {
            let (go, mut peril) = (Order { to: Some(*to), ..walk.order.clone() }, Peril::default());
            (0..12).for_each(|_| ahead.venture(look, who, &go, &mut peril));
            named += peril.by.len();
            assert!(peril.by.keys().all(|by| look.are_enemies(who, *by)), "{}: {:?}", look.name(who), peril.by);
        }
        None::<()>
    });
    assert!(named > 0, "nobody does any harm");
}

/// Promise: the share of times in which somebody came to harm agrees with what dice really do, within what it says of itself.
#[test]
fn peril_is_none_where_no_enemy_can_come_and_some_where_one_waits() {
    let screen = by_people("even", 3);
    let look = screen.now();
    let who = look.asked().unwrap();
    let walk = look.choices().into_iter().find(|choice| choice.is_legal() && choice.group == Group::Move).unwrap();
    let foe = look.foes(who).next().unwrap();
    let gap = |square: sortie::board::Square| look.footprint(who).moved_to(square).gap(look.footprint(foe));
    let near = walk.squares.iter().map(|each| each.0).min_by_key(|square| gap(*square)).unwrap();
    let mut peril = Peril::default();
    let mut ahead = Ahead::default();
    while !peril.is_settled() {
        assert_eq!(peril.told(Peril::UNTIL), None, "a figure that still changes is not told");
        ahead.venture(look, who, &Order { to: Some(near), ..walk.order.clone() }, &mut peril);
    }
    assert!(peril.hurt > 0 && peril.out <= peril.hurt, "{peril:?}");
    assert!(peril.told(Peril::UNTIL).unwrap().contains("hurt"));
}

/// Promise: what hangs on an answer comes true as often as it was said.
#[test]
fn what_hangs_on_an_answer_comes_true_as_often_as_was_said() {
    let (mut asked, mut said, mut spread, mut came) = (0, 0.0, 0.0, 0.0);
    for seed in 0..6 {
        let mut screen = by_people("even", seed);
        let mut mind = Mind::new(Skill::Plain, seed);
        for _ in 0..150 {
            let look = screen.now();
            let of = look.question().filter(|question| question.choices.is_some()).and_then(|question| {
                Some((question.who?, question.by?)).filter(|(who, by)| look.are_enemies(*who, *by))
            });
            let Some(order) = mind.decide(look) else { break };
            let Some((who, by)) = of else {
                screen.give(order);
                continue;
            };
            let (mut ahead, mut stake) = (Ahead::default(), Stake::default());
            for _ in 0..40 {
                ahead.stake(look, (who, Some(by)), &order, &mut stake);
            }
            assert!(stake.of.values().all(|peril| peril.out <= peril.hurt && peril.tries == 40), "{stake:?}");
            let harm = |look: Look<'_>| (look.is_in_play(who), look.wounds(who).len());
            let before = harm(look);
            screen.give(order);
            while screen.now().question().is_some_and(|question| question.choices.is_some()) {
                let Some(order) = mind.decide(screen.now()) else { break };
                screen.give(order);
            }
            let share = f64::from(stake.of[&who].hurt) / f64::from(stake.tries);
            asked += 1;
            said += share;
            spread += share * (1.0 - share) * (1.0 + 1.0 / 40.0);
            came += f64::from(u8::from(harm(screen.now()) != before));
        }
    }
    assert!(asked > 30 && said > 3.0, "{asked} questions, {said} expected");
    let off = (said - came).abs();
    assert!(off < 3.0 * spread.sqrt(), "{asked} questions: {said} expected, {came} came, {spread}");
}

/// Promise: whoever is asked reads what is struck at, and what they may lose by each answer, where no harm hangs on it.
#[test]
fn a_blow_at_what_is_in_hand_says_what_is_at_stake() {
    let lessons = library().lessons("hursagmu").unwrap();
    let lesson = lessons.iter().find(|lesson| lesson.id == "HG-C21").unwrap();
    let mut world = quiet_world();
    let mut stage = Stage::set(lesson, &mut world);
    stage.play_to(3);
    let look = Look::at(stage.world, stage.battle).unwrap();
    let question = look.question().unwrap();
    assert!(question.prompt.contains("strikes at the Spear of Spearman with Sword"), "{}", question.prompt);
    let who = question.who.unwrap();
    let (mut ahead, mut stake) = (Ahead::default(), Stake::default());
    while !stake.is_settled() {
        ahead.stake(look, (who, question.by), &Order::new("none"), &mut stake);
    }
    let peril = &stake.of[&who];
    assert!(peril.hurt == 0 && peril.is_any(), "{peril:?}");
    assert!(peril.brief(Shares::Whole).starts_with("loses the Spear "), "{peril:?}");
}

/// Promise: who is on guard already is told that the same deed once more changes nothing.
#[test]
fn what_changes_nothing_wants_a_second_word() {
    let mut screen = by_people("duel_at_dawn", 3);
    let is_vain = |look: Look<'_>| {
        let order = Order::new("defend");
        let who = look.asked().filter(|_| look.question().unwrap().choices.is_none() && look.check(&order).is_ok())?;
        let comes = Ahead::default().comes(look, who, &order).unwrap();
        assert_eq!(comes.is_vain, comes.is_grave(false), "{comes:?}");
        Some((who, comes.is_vain))
    };
    let first = screen.until(&mut Mind::new(Skill::Plain, 1), 60, |look, _| is_vain(look)).unwrap();
    assert!(!first.1, "nobody is on guard yet");
    screen.give(Order::new("defend"));
    assert_eq!(is_vain(screen.now()), Some((first.0, true)));
}

/// Promise: what is prepared where nobody acts after that in the round is said to lapse, and wants a second word; the computer
/// prepares nothing then.
#[test]
fn what_nobody_sets_off_any_more_is_said_to_lapse() {
    let mut screen = by_people("duel_at_dawn", 1);
    let (mut lapsed, mut waits) = (0, 0);
    screen.until(&mut Mind::new(Skill::Plain, 1), 120, |look, given| {
        let who = look.asked().filter(|_| look.question().unwrap().choices.is_none())?;
        let choices = look.choices();
        let is_whole =
            |choice: &&Choice| choice.is_legal() && choice.group == Group::Prepare && choice.squares.is_empty();
        let prepared = choices.iter().find(is_whole)?;
        let comes = Ahead::default().comes(look, who, &prepared.order).unwrap();
        let has_acted = |foe: Id| look.rules().initiative.has_acted(look, foe);
        if look.foes(who).any(|foe| !has_acted(foe)) {
            assert!(comes.lapses.is_none() && !comes.is_grave(false), "{comes:?}");
            waits += 1;
        } else if comes.lapses.is_some() {
            assert!(comes.is_grave(false) && comes.told(look).unwrap().contains("lapses"), "{comes:?}");
            assert_ne!(look.deed(given.verb).unwrap().group(), Group::Prepare, "{given}");
            lapsed += 1;
        }
        None::<()>
    });
    assert!(lapsed > 2 && waits > 2, "{lapsed} lapse, {waits} wait");
}

/// Promise: a deed that may be the last of the battle does not say that it ends the turn: with other dice the turn goes on.
#[test]
fn what_may_win_the_battle_does_not_end_the_turn() {
    let mut game = begin(&scenario("zones/first_milestone"), 500_864);
    game.say(&[
        "first with Goblins",
        "act with Goblin",
        "attack with Javelin at Balthasar",
        "guard at Theobald",
        "none",
        "end turn",
        "act with Sybilla",
        "attack with Musket at Goblin",
        "none",
        "end turn",
        "act with Grub",
        "attack with Javelin at Balthasar",
        "guard at Theobald",
        "end turn",
        "act with Balthasar",
    ]);
    let look = game.now();
    let who = look.asked().unwrap();
    let comes = |words: &str| {
        let order = look.order(&Spoken::parse(words).unwrap()).unwrap();
        Ahead::default().comes(look, who, &order).unwrap()
    };
    assert!(!comes("blast with Fire bomb at Far road").ends, "a bonus action is left");
    assert!(comes("end turn").ends);
}
