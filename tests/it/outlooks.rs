//! What is told beforehand of an order is exact where it says so, and agrees with what dice do.

use std::collections::BTreeSet;

use sortie::ahead::{Ahead, Gone, Outlook};
use sortie::ai::{Mind, Skill};
use sortie::battle::{
    Condition, ConditionName, Falls, Group, Id, Key, Look, Order, Phase, Player, Purpose, Question, Scratch, Setup,
    Spoken,
};
use sortie::board::Square;
use sortie::ways::usual;

use crate::kit::{Battle, begin, fight, scenario};

/// Whether somebody is worse off.
fn is_hurt(before: Look<'_>, after: Look<'_>, who: Id) -> bool {
    let left = |look: Look<'_>| look.health(who).map_or(0, |(left, _)| left);
    !after.is_in_play(who) || left(after) < left(before) || after.wounds(who).len() > before.wounds(who).len()
}

/// So far a share of these tries may be off.
fn spread(share: f64, tries: u64) -> f64 {
    4.0 * (share * (1.0 - share) / tries as f64).sqrt() + 0.01
}

/// Promise: where nobody has a choice until one's next turn what is told of it is exact, and says so; where others have turns it
/// says what it assumes of them.
#[test]
fn what_nobody_has_a_choice_in_is_told_exactly() {
    let whole = scenario("gas_corridor");
    let mut setup: Setup = (*whole.setup).clone();
    let own = setup.fighters[0].side;
    setup.fighters.retain(|fighter| fighter.name == "Hedge Mage" || fighter.side != own);
    let alight = Condition::new(ConditionName::of(Key::new("alight")));
    for fighter in &mut setup.fighters {
        match fighter.side == own {
            true => fighter.conditions = vec![alight.clone()],
            false => fighter.arrives = 9,
        }
    }
    setup.sides[0].objective = setup.sides[1].objective.clone();
    let mut game = fight(setup, 1);
    let end = Order::new("end turn");
    while game.now().check(&end).is_err() {
        let order = Mind::new(Skill::Plain, 0).decide(game.now()).unwrap();
        game.give(order);
    }
    let look = game.now();
    let who = look.asked().unwrap();
    // Fire does 1d6 as the next turn begins; three faces of six are enough.
    let outlook = Outlook::of(look, &Spoken::parse("end turn").unwrap()).unwrap();
    let told = outlook.in_json(look);
    assert_eq!((told["exact"].as_bool(), told["hurt"].as_f64()), (Some(true), Some(0.5)), "{told}");
    assert_eq!(told["assumes"], "nobody has a choice in between");
    let words = outlook.in_words(look).join("\n");
    assert!(words.contains("hurt 50%"), "{words}");
    assert!(words.contains("Worked out exactly: nobody has a choice in between."), "{words}");
    let mut scratch = Scratch::new();
    let (mut hurt, tries) = (0, 240);
    for seed in 0..tries {
        let mut copy = scratch.copy(look);
        copy.again(Falls::From(seed));
        copy.answer(end.clone()).unwrap();
        copy.play(&mut Begins);
        hurt += u64::from(is_hurt(look, copy.look().unwrap(), who));
    }
    let share = hurt as f64 / tries as f64;
    assert!((share - 0.5).abs() <= spread(0.5, tries), "{share}");
    // With an enemy who has a turn it is tried out.
    let even = begin(&scenario("even"), 3);
    let told = Outlook::of(even.now(), &Spoken::parse("end turn").unwrap()).unwrap().in_json(even.now());
    assert_eq!(
        (told["exact"].as_bool(), &told["assumes"]),
        (Some(false), &"all others decide as a computer would".into())
    );
}

/// Promise: those who do harm until one's next turn are told with how often they do: enemies, and none more often than there is
/// harm at all.
#[test]
fn harm_is_told_with_whom_it_comes_from() {
    let game = begin(&scenario("even"), 3);
    let look = game.now();
    let who = look.asked().unwrap();
    let foe = look.foes(who).next().unwrap();
    let walk = look.choices().into_iter().find(|choice| choice.is_legal() && choice.group == Group::Move).unwrap();
    let gap = |square: &Square| look.footprint(who).moved_to(*square).gap(look.footprint(foe));
    let near = walk.squares.iter().map(|(square, _)| *square).min_by_key(gap).unwrap();
    let outlook = Outlook::at(look, near).unwrap();
    let told = outlook.in_json(look);
    let from = told["from"].as_array().unwrap();
    assert!(!from.is_empty() && told["hurt"].as_f64() > Some(0.0), "{told}");
    for each in from {
        let by = look.find(each["by"].as_str().unwrap()).unwrap();
        assert!(look.are_enemies(who, by) && each["hurt"].as_f64() <= told["hurt"].as_f64(), "{each} {told}");
    }
    let first = from[0]["by"].as_str().unwrap();
    assert!(outlook.in_words(look).iter().any(|line| line.starts_with(&format!("from {first} ("))));
}

/// Promise: harm at the foot of a fall is told as that of whoever threw one down there.
#[test]
fn a_fall_is_the_doing_of_whoever_threw_one_down() {
    let mut game = begin(&scenario("tavern_yard"), 3);
    game.say(&["declare for 2 by defend"]);
    let look = game.now();
    // Beside the open cellar, among those who throw people into it.
    let told = Outlook::at(look, Square::new(10, 8)).unwrap().in_json(look);
    let from: f64 = told["from"].as_array().unwrap().iter().filter_map(|each| each["hurt"].as_f64()).sum();
    let hurt = told["hurt"].as_f64().unwrap();
    assert!(hurt > 0.0 && from > hurt / 2.0, "{told}");
}

/// Begins the turn that has come, and nothing more.
struct Begins;

impl Player for Begins {
    fn answer(&mut self, _: Look<'_>, question: &Question) -> Option<Order> {
        (question.kind.as_str() == "begin").then(|| Order::new("begin"))
    }
}

/// Answers what is asked in the middle of a deed as is usual, else as a computer would.
struct Usual;

impl Player for Usual {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        question.choices.as_ref()?;
        let usual = usual(question.kind.as_str()).map(|(_, usual)| Order::new(usual));
        usual.filter(|order| look.check(order).is_ok()).or_else(|| Mind::new(Skill::Plain, 0).decide(look))
    }
}

/// Promise: what is told of the way itself is exact, reactions included, in every game in which somebody may react: it comes to
/// what dice bring when they are thrown again and again.
#[test]
fn what_befalls_on_the_way_is_exact() {
    let (mut compared, mut games) = (0, BTreeSet::new());
    let names =
        ["even", "tavern_yard", "spears_at_the_bridge", "last_orders", "toll_bridge", "gate", "bridge_of_bells"];
    for (name, seed) in names.into_iter().flat_map(|name| [(name, 2), (name, 3)]) {
        let mut battle = begin(&scenario(name), seed);
        let mut mind = Mind::new(Skill::Plain, seed);
        let mut seen = 0;
        battle.until(&mut mind, 150, |look, _| {
            let who = look.asked()?;
            let choices = look.choices();
            let goes = choices.iter().filter(|choice| choice.is_legal() && choice.group == Group::Move);
            let walk = goes.max_by_key(|choice| choice.squares.len())?;
            let mut ahead = Ahead::default();
            let step = (walk.squares.len() / 6).max(1);
            for (to, _) in walk.squares.iter().step_by(step) {
                let order = Order { to: Some(*to), ..walk.order.clone() };
                if look.check(&order).is_err()
                    || ahead.comes(look, who, &order).is_none_or(|comes| comes.stings.is_empty())
                {
                    continue;
                }
                let Some(way) = ahead.on_the_way(look, who, &order) else { continue };
                let told = f64::from(way.hurt) / f64::from(way.tries);
                assert!(way.is_exact && way.out <= way.hurt, "{name}: {way:?}");
                if !(0.02..0.98).contains(&told) {
                    continue;
                }
                let mut scratch = Scratch::new();
                let (mut hurt, tries) = (0, 300);
                for seed in 0..tries {
                    let mut copy = scratch.copy(look);
                    copy.again(Falls::From(seed));
                    copy.answer(order.clone()).unwrap();
                    copy.play(&mut Usual);
                    hurt += u64::from(is_hurt(look, copy.look().unwrap(), who));
                }
                let share = hurt as f64 / tries as f64;
                assert!((share - told).abs() <= spread(told, tries), "{name}: {order}: told {told}, came to {share}");
                compared += 1;
                seen += 1;
                games.insert(name);
            }
            (seen > 3).then_some(())
        });
    }
    assert!(compared > 4 && games.len() > 1, "{compared} ways compared, in {games:?}");
}

/// Promise: what is gone through a few steps at a time, as the window does it, comes to the same as in one go, whether somebody
/// has a choice in it or not.
#[test]
fn what_is_gone_through_in_parts_comes_to_the_same() {
    let mut parted = 0;
    for name in ["spears_at_the_bridge", "last_orders", "even", "undercroft"] {
        let mut battle = begin(&scenario(name), 2);
        let mut mind = Mind::new(Skill::Plain, 2);
        let mut seen = 0;
        battle.until(&mut mind, 60, |look, _| {
            let who = look.asked()?;
            let choices = look.choices();
            let goes = choices.iter().filter(|choice| choice.is_legal() && choice.group == Group::Move);
            let walk = goes.max_by_key(|choice| choice.squares.len())?;
            let mut ahead = Ahead::default();
            for (to, _) in walk.squares.iter().rev().take(2) {
                let order = Order { to: Some(*to), ..walk.order.clone() };
                let orders = std::slice::from_ref(&order);
                let whole = (ahead.on_the_way(look, who, &order), ahead.surely(look, who, orders));
                let (mut way, mut turn, mut times) = (Gone::default(), Gone::default(), 0);
                while way.found().is_none() || turn.found().is_none() {
                    if way.found().is_none() {
                        ahead.on_the_way_further(look, who, &order, (&mut way, 8));
                    } else {
                        ahead.surely_further(look, who, orders, (&mut turn, 8));
                    }
                    times += 1;
                    assert!(times < 4_000, "{name}: {order}: it does not end");
                }
                assert_eq!((way.found(), turn.found()), (Some(&whole.0), Some(&whole.1)), "{name}: {order}");
                if times > 6 && (whole.0.is_some() || whole.1.is_some()) {
                    (parted, seen) = (parted + 1, seen + 1);
                }
            }
            (seen > 2).then_some(())
        });
    }
    assert!(parted > 2, "only {parted} took several goes");
}

/// Promise: until one's next turn the enemies have had theirs: a blow before the turns of a round, in which nobody moves, is no
/// turn.
#[test]
fn a_blow_before_all_turns_is_no_next_turn() {
    let mut found = false;
    for seed in 1..6 {
        let mut battle = begin(&scenario("spears_at_the_bridge"), seed);
        let seen = battle.until(&mut Mind::new(Skill::Plain, seed), 80, |look, _| {
            let who = look.asked()?;
            let clock = look.clock();
            let foes: Vec<Id> = look.foes(who).filter(|foe| look.is_in_play(*foe)).collect();
            let choices = look.choices();
            let goes = choices.iter().filter(|choice| choice.is_legal() && choice.group == Group::Move);
            let walk = goes.max_by_key(|choice| choice.squares.len()).filter(|_| clock.phase == Phase::Whole)?;
            let beside = |square: &&Square| {
                let there = look.footprint(who).moved_to(**square);
                foes.iter().filter(|foe| there.gap(look.footprint(**foe)) == 1).count() > 2
            };
            let to = *walk.squares.iter().map(|(square, _)| square).find(beside)?;
            let outlook = Outlook::at(look, to).unwrap();
            Some((to, outlook.peril))
        });
        let Some((to, peril)) = seen else { continue };
        assert!(!peril.is_exact && peril.hurt > 0, "beside three at {to}: {peril:?}");
        found = true;
    }
    assert!(found, "nobody can go to where three stand");
}

/// Promise: no die shows that it was too little where the dice of a defence decide it, and nobody is told to have been missed
/// before they have thrown.
#[test]
fn no_die_shows_what_a_later_one_decides() {
    let (mut answered, mut decided) = (0, 0);
    for name in ["tavern_yard", "first_round", "shield_line", "even", "spears_at_the_bridge", "lamp_room"] {
        let mut battle = begin(&scenario(name), 3);
        let mut mind = Mind::new(Skill::Plain, 3);
        battle.played(&mut mind, 200);
        for pair in battle.facts().windows(2) {
            let [first, next] = pair else { continue };
            let Some((roll, then)) = first.roll.as_ref().zip(next.roll.as_ref()) else { continue };
            let is_answer =
                then.purpose == Purpose::Defence && next.whom == first.who && roll.purpose != Purpose::Defence;
            if !is_answer || roll.success.is_none() {
                continue;
            }
            // What was too little by itself needs no defence.
            let is_alone = roll.against.as_ref().is_some_and(|against| roll.total <= against.total());
            assert!(roll.shows() != Some(false) || is_alone, "{name}: {} {}", first.text, next.text);
            answered += usize::from(roll.is_answered);
            decided += usize::from(roll.success == Some(false));
        }
    }
    assert!(answered > 10 && decided > 3, "{answered} blows were answered, {decided} warded off");
}
