//! Every game is learned as it says: its numbers and its answers come from its rules.

use super::*;
use crate::battle::{Group, Key, Look, Order, Question, SideId, Spoken, advance, answer, quiet_world};
use crate::lesson::Stage;
use crate::record::Game;
use crate::rulebook::learn::{Asks, Hint, When};
use crate::trial::{self, learn, taught};

/// Looks at each moment of a game's tour that somebody is asked in, through their eyes; it is told which moment that is.
fn at_each_step(game: &str, mut seen: impl FnMut(Look<'_>, &Question, &str)) {
    for lesson in learn(game).tour.iter().map(|stop| &stop.shows.lesson) {
        for step in 0..lesson.play.len() {
            let mut world = quiet_world();
            let mut stage = Stage::set(lesson, &mut world);
            stage.play_to(step);
            let look = Look::at(stage.world, stage.battle).unwrap();
            let Some(question) = look.question() else { continue };
            seen(look.for_players([question.side]), question, &format!("{}, step {step}", lesson.id));
        }
    }
}

/// The first answer that can be given, where answers are listed.
fn listed(question: &Question) -> Option<Order> {
    Some(question.choices.as_ref()?.iter().find(|choice| choice.is_legal())?.order.clone())
}

/// Plays on with an order, or with the end of the turn.
fn go_on(game: &mut Game, order: Option<Order>) {
    answer(&mut game.world, game.battle, order.unwrap_or_else(|| Order::new("end turn"))).unwrap();
    advance(&mut game.world, game.battle);
}

/// Promise: the five large games and the two made of files alone are taught, each in one minute and by a tour of eight to
/// twelve steps.
#[test]
fn all_seven_games_are_taught() {
    let taught = taught();
    let names: Vec<&str> = taught.iter().map(|(name, _)| name.as_str()).collect();
    let expected = ["firebreak", "hursagmu", "lanterns", "liberi_gothica", "old_school", "scale_toughness", "zones"];
    assert_eq!(names, expected);
    for (name, learn) in taught {
        assert_eq!(learn.minute.len(), 6, "{name}: what it is, round, turn, attack, wound, how one wins");
        assert!((8..=12).contains(&learn.tour.len()), "{name}: {} steps", learn.tour.len());
        assert!(learn.tour.iter().filter(|stop| stop.question.is_some()).count() >= 4, "{name} asks too little");
        assert!(learn.help.len() >= 4, "{name} helps too little");
    }
}

/// Promise: every number of a text is told by the rules; none is left open.
#[test]
fn numbers_of_texts_come_from_the_rules() {
    let mut seen = 0;
    for (name, learn) in taught() {
        let items = learn.minute.iter().map(|item| (&item.title, &item.text, &item.shows.lesson));
        let stops = learn.tour.iter().flat_map(|stop| {
            [Some(&stop.text), stop.then.as_ref()]
                .into_iter()
                .flatten()
                .map(|told| (&stop.title, told, &stop.shows.lesson))
        });
        for (title, told, lesson) in items.chain(stops) {
            let text = filled(told, lesson).unwrap_or_else(|why| panic!("{name}, {title}: {why}"));
            assert!(!text.contains(['{', '}']), "{name}, {title}: {text}");
            seen += told.numbers.len();
        }
    }
    assert!(seen > 30, "only {seen} numbers");
}

/// Promise: every tour runs through with right answers, and a wrong one is told to be wrong.
#[test]
fn every_tour_runs_through_with_right_answers() {
    for (name, learn) in taught() {
        let mut progress = Progress::default();
        progress.suit(learn);
        for (at, stop) in learn.tour.iter().enumerate() {
            let mut walk = Walk::to(learn, at);
            assert_eq!(walk.wrong(), None, "{name}, {}", stop.title);
            assert_eq!(walk.posed().is_some(), stop.question.is_some());
            let is_asked = stop.question.is_some();
            assert_eq!(walk.is_done(), !is_asked, "{name}, {}: done once it is opened, or answered", stop.title);
            if let Some(posed) = walk.posed().cloned() {
                let mut astray = Walk::to(learn, at);
                let wrong = posed.wrong().unwrap_or_else(|| panic!("{name}, {}: nothing is wrong", stop.title));
                assert_eq!(astray.answer(wrong), Some(false), "{name}, {}", stop.title);
                assert_eq!(walk.answer(posed.right().unwrap()), Some(true), "{name}, {}", stop.title);
                assert!(walk.is_done() && astray.is_done(), "{name}, {}: an answer counts at once", stop.title);
                assert!(astray.note(learn, &mut progress), "{name}, {}", stop.title);
                let is_known = stop.question.as_ref().is_some_and(|query| !query.guess);
                assert_eq!(
                    progress.missed.contains(&stop.title),
                    is_known,
                    "{name}, {}: a guess is no miss",
                    stop.title
                );
                progress.done.remove(&stop.title);
                assert!(posed.why.is_some(), "{name}, {}: no rule says why", stop.title);
            }
            assert!(walk.note(learn, &mut progress), "{name}, {}", stop.title);
            assert!(!walk.note(learn, &mut progress), "{name}, {}: that is no news any more", stop.title);
        }
        assert!(progress.is_whole() && progress.missed.is_empty(), "{name}: {:?}", progress.missed);
        assert_eq!(progress.in_words(), Some(format!("{0} of {0}", learn.tour.len())));
    }
}

/// Promise: answers are worked out and not written down: where the rules are others, so is the answer.
#[test]
fn answers_are_worked_out() {
    let kinds = |asks: &Asks| match asks {
        Asks::Roll(_) => 0,
        Asks::Chance(_) => 1,
        Asks::Number(_) | Asks::Becomes(_) => 2,
        Asks::Holds(_) | Asks::May(_) | Asks::MayThen(_) => 3,
        Asks::Next => 4,
        Asks::Flank { .. } => 5,
    };
    let taught = taught();
    let asked = taught.iter().flat_map(|(_, learn)| &learn.tour).filter_map(|stop| stop.question.as_ref());
    let mut seen: Vec<usize> = asked.map(|query| kinds(&query.of.value)).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [0, 1, 2, 3, 4, 5], "every kind of question is asked somewhere");
}

/// Promise: what one may say instead of the right number could be thought: what was there less the damage, and never more
/// than what was there.
#[test]
fn wrong_numbers_could_be_thought() {
    let said = |game: &str, title: &str| {
        let learn = learn(game);
        let stop = learn.tour.iter().find(|stop| stop.title == title).unwrap();
        let Form::Words { among, .. } = pose(stop).unwrap().unwrap().form else { panic!("{title}: squares") };
        among
    };
    let behind = said("zones", "Behind me!");
    assert!(behind.contains(&"3".to_owned()) && behind.contains(&"8".to_owned()), "{behind:?}");
    assert_eq!(said("zones", "Not so fast"), ["Balthasar", "Bandit"], "who is two zones away has no part in it");
    let block = said("hursagmu", "As high as the block");
    assert!(block.iter().all(|word| word.parse::<i32>().unwrap() <= 10), "{block:?}");
}

/// Promise: a line of help stands there until it has been understood; those who want none have none.
#[test]
fn help_falls_silent_as_one_does_things_right() {
    let hints = &learn("scale_toughness").help;
    let mut game = trial::begun("scale_toughness/first_watch", 3);
    let walk = hints.iter().find(|hint| hint.when.contains(&When::NobodyInReach)).map(|hint| hint.say.as_str());
    let (mut guide, mut has_moved, mut throws) = (Guide::default(), false, false);
    for _ in 0..60 {
        let look = trial::look(&game).for_players([SideId(0)]);
        let Some(question) = look.question() else { break };
        let is_mine = question.side == SideId(0);
        let line = guide.line(look, hints);
        assert_eq!(line, guide.line(look, hints), "nothing changes while one looks");
        assert!(is_mine || line.is_none(), "others are not helped");
        assert!(!has_moved || line != walk, "it is silent once one has moved");
        let may_throw = question.who.is_some_and(|who| {
            let attacks = look.legal_choices_among(|deed| deed.group() == Group::Attack);
            let (deed, target) = (|order: &Order| look.deed(order.verb).unwrap(), |order: &Order| look.target(order));
            attacks.iter().map(|choice| &choice.order).any(|order| {
                let stays = deed(order).way(look, who, order).is_none();
                stays && target(order).is_some() && deed(order).forecast(look, who, order).is_some()
            })
        });
        assert!(!may_throw || line != walk, "nobody is in reach only where nobody can be attacked");
        throws |= is_mine && may_throw;
        // Whoever is told to walk does so.
        let east = (line == walk).then(|| look.order(&Spoken::parse("move toward east").unwrap()).unwrap());
        has_moved |= east.is_some();
        let order = east.or_else(|| listed(question));
        go_on(&mut game, order);
    }
    assert!(has_moved && throws, "somebody is told to walk, and somebody might throw");
    let look = trial::look(&game).for_players([SideId(0), SideId(1)]);
    guide.send_away();
    assert_eq!(guide.line(look, hints), None);
}

/// Promise: those who have done something and have only steps left are told so.
#[test]
fn steps_that_are_left_over_keep_nobody_in_the_dark() {
    let hints = &learn("hursagmu").help;
    let spent = hints.iter().find(|hint| hint.when.contains(&When::Spent)).map(|hint| hint.say.as_str());
    let mut game = trial::begun("hursagmu/first_round", 3);
    let (mut guide, mut has_gone) = (Guide::default(), false);
    for _ in 0..40 {
        let look = trial::look(&game).for_players([SideId(0)]);
        let question = look.question().expect("the battle goes on");
        let line = guide.line(look, hints);
        let is_turn = question.side == SideId(0) && question.choices.is_none();
        if is_turn && has_gone {
            assert!(spent.is_some() && line == spent, "steps are left and nothing else: {line:?}");
            return;
        }
        assert!(line.is_none() || line != spent, "nothing has been done yet");
        // One step, where nothing but a walk was declared.
        let step = || {
            let walk = look.legal_choices().into_iter().find(|choice| choice.order.verb == "move")?;
            let to = walk.squares.iter().min_by_key(|(_, length)| *length).map(|(to, _)| *to)?;
            Some(Order { to: Some(to), ..walk.order })
        };
        let nothing = |order: &Order| order.verb == "declare" && order.n == Some(0);
        let nothing = question.choices.iter().flatten().find(|choice| choice.is_legal() && nothing(&choice.order));
        let nothing = nothing.map(|choice| choice.order.clone());
        let walk = if is_turn { step() } else { None };
        has_gone |= walk.is_some();
        let order = walk.or(nothing).or_else(|| listed(question));
        go_on(&mut game, order);
    }
    panic!("nobody has walked");
}

/// Promise: those who can only strike at an area are told of it.
#[test]
fn what_strikes_an_area_is_told_where_nothing_else_gets_at_anybody() {
    let hints = &learn("zones").help;
    let area = hints.iter().find(|hint| hint.when.contains(&When::AreaInReach)).map(|hint| hint.say.as_str());
    let mut game = trial::begun("zones/first_milestone", 3);
    let mut guide = Guide::default();
    for _ in 0..40 {
        let look = trial::look(&game).for_players([SideId(0)]);
        let question = look.question().expect("the battle goes on");
        let is_turn = question.side == SideId(0) && question.choices.is_none();
        let line = guide.line(look, hints);
        if is_turn && question.who.is_some_and(|who| look.name(who) == "Balthasar") {
            assert!(area.is_some() && line == area, "only the bomb gets at them: {line:?}");
            return;
        }
        let order = listed(question);
        go_on(&mut game, order);
    }
    panic!("it is nobody's turn who has a bomb");
}

/// Promise: in the first battle of Zones it is told before anybody is sent to act that whoever has acted cannot dodge any more, and
/// of the blows that come what can be done about them and that this takes a turn.
#[test]
fn a_first_battle_of_zones_tells_of_defence() {
    let hints = &learn("zones").help;
    let mut game = trial::begun("zones/first_milestone", 3);
    let (mut guide, mut sent, mut struck) = (Guide::default(), Vec::new(), Vec::new());
    for _ in 0..60 {
        let look = trial::look(&game);
        let Some(question) = look.question() else { break };
        let line = guide.line(look.for_players([SideId(0)]), hints);
        match question.kind.as_str() {
            "who acts" => sent.extend(line),
            "react" => struck.extend(line),
            _ => {}
        }
        // The goblins strike at whom they can.
        let blow = |who| {
            let all = look.legal_choices_among(|deed| deed.group() == Group::Attack);
            let is_blow = |order: &Order| look.target(order).is_some_and(|target| look.are_enemies(who, target));
            all.into_iter().map(|choice| choice.order).find(is_blow)
        };
        let strikes = question.who.filter(|_| question.side == SideId(1) && question.choices.is_none());
        let order = strikes.and_then(blow).or_else(|| listed(question));
        go_on(&mut game, order);
    }
    assert!(sent.first().is_some_and(|line| line.contains("dodge")), "{sent:?}");
    assert!(struck.len() > 1 && struck[1].contains("dodge") && struck[1].contains("turn"), "{struck:?}");
}

/// Promise: a line about fighting hand to hand is told only to those who do.
#[test]
fn an_enemy_beside_somebody_is_told_of_only_there() {
    let when = vec![When::Turn, When::EnemyBeside];
    let hints = [Hint { say: "Mind the enemy beside you.".to_owned(), when, times: 1 }];
    let mut seen = [0, 0];
    at_each_step("old_school", |look, question, at| {
        let who = question.who.filter(|_| question.choices.is_none());
        let is_beside = who.is_some_and(|who| look.melee_of(who).next().is_some());
        let told = Guide::default().line(look, &hints).is_some();
        assert_eq!(told, is_beside, "{at}");
        seen[usize::from(is_beside)] += 1;
    });
    assert!(seen.iter().all(|seen| *seen > 3), "{seen:?}");
}

/// Promise: a line that advises a deed is told only where that can be done, and one about grave wounds only where they are grave.
#[test]
fn what_is_advised_can_be_done() {
    let hint = |when: When| [Hint { say: "Mind this.".to_owned(), when: vec![when], times: 1 }];
    let (deed, grave) = (hint(When::Open(Key::new("attack"))), hint(When::Grave));
    let mut seen = [0, 0];
    at_each_step("old_school", |look, question, at| {
        let is_open = look.legal_choices().iter().any(|choice| choice.order.verb == "attack");
        assert_eq!(Guide::default().line(look, &deed).is_some(), is_open, "{at}");
        let health = question.who.and_then(|who| look.health(who));
        let is_grave = health.is_some_and(|(left, whole)| left * 2 <= whole);
        assert_eq!(Guide::default().line(look, &grave).is_some(), is_grave, "{at}");
        seen[usize::from(is_open)] += 1;
    });
    assert!(seen.iter().all(|seen| *seen > 0), "{seen:?}");
}

/// Promise: a chance that is none, or sure, is told in words wherever it stands in a text, every other one in hundredths.
#[test]
fn what_is_sure_is_told_in_words() {
    let told = |number: &str, of: f64| {
        let texts = ["It is {a} of the time a miss.", "They have {a} to stay."];
        texts.map(|text| with(text, "a", (number, Some((of, 1_000.0)))))
    };
    assert_eq!(told("0 %", 0.0), ["It is never a miss.", "They have no chance to stay."]);
    assert_eq!(told("100 %", 1_000.0), ["It is always a miss.", "They have every chance to stay."]);
    assert_eq!(told("10 %", 100.0), ["It is 10 % of the time a miss.", "They have 10 % to stay."]);
    assert_eq!(told("100 %", 999.0)[0], "It is 100 % of the time a miss.", "it is not sure");
    assert_eq!(with("{a} of the time", "a", ("7", None)), "7 of the time");
    for (name, learn) in taught() {
        for item in &learn.minute {
            let text = filled(&item.text, &item.shows.lesson).unwrap();
            let sure = text.split(' ').zip(text.split(' ').skip(1)).find(|two| matches!(two, ("0" | "100", "%")));
            assert!(sure.is_none(), "{name}: {text}");
        }
    }
}
