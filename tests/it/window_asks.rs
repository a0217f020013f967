//! Questions beside a token: what matters of them is seen at once, the rest lies one click deeper, and no digit moves.

use std::time::Duration;

use bevy_egui::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use sortie::ahead::Ahead;
use sortie::ai::{Mind, Skill, Whose};
use sortie::battle::{Choice, Group, Look, Order, SideId};
use sortie::overlay::{FieldView, Habit, Hand, Known, Motion, Offers, Pace, Preferences, Speed, Wishes};
use sortie::rulebook::Player;

use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_rest, by_people, said, seated, sized, window};
use crate::kit::{Battle, begin, scenario};

/// A question with so many answers that differ by a number alone, in battles of the game that asks for it.
fn declaration(size: [f32; 2]) -> (Window, Vec<Choice>) {
    let mut screen = by_people("first_round", 1);
    let is_long = |look: Look<'_>, _: &Order| {
        let all = look.question()?.choices.as_ref()?;
        (all.len() > 9 && all.iter().all(|choice| choice.counts.is_some() && choice.order.n.is_some())).then_some(())
    };
    screen.until(&mut Mind::new(Skill::Plain, 1), 60, is_long).expect("a long list");
    let choices = screen.now().choices();
    (sized(screen, size, FRAME), choices)
}

/// Those of these choices that have a button.
fn seen<'c>(harness: &Window, choices: &'c [Choice]) -> Vec<&'c Choice> {
    choices.iter().filter(|choice| harness.shows(&said(choice))).collect()
}

/// Promise: three of thirteen ways of declaring are seen at once, each with its price; the others are one click or one key away.
/// What was clicked on for them stays under the pointer.
#[test]
fn a_declaration_is_no_wall() {
    for size in [SMALL, PAGE] {
        is_no_wall(size);
    }
}

fn is_no_wall(size: [f32; 2]) {
    let (mut harness, choices) = declaration(size);
    harness.run();
    let open = seen(&harness, &choices);
    assert!((2..=3).contains(&open.len()), "{:?}", open.iter().map(|choice| &choice.label).collect::<Vec<_>>());
    for choice in &open {
        let cost = choice.cost.as_deref().unwrap();
        assert!(harness.query_all_by_label_contains(cost).count() > 0, "{cost}");
    }
    let legal = choices.iter().filter(|choice| choice.is_legal()).count();
    assert!(harness.names(&format!("other ways ({})", legal - open.len())));
    let lay = harness.get_by_label_contains("other ways (").rect().min;
    harness.get_by_label_contains("other ways (").click();
    harness.run();
    assert_eq!(seen(&harness, &choices).len(), legal);
    let lies = harness.get_by_label_contains("other ways (").rect().min;
    assert!(lay.distance(lies) < 1.0, "what unfolds them stays under the pointer: {size:?}, {lay:?}, {lies:?}");
    // The same key puts them away and takes them out.
    let key = harness.edit::<Offers>().unfolds.and_then(|key| key.shortcut()).expect("it has a key");
    harness.key_press_modifiers(key.modifiers, key.logical_key);
    harness.run();
    assert_eq!(seen(&harness, &choices).len(), open.len());
    assert!(
        harness.made().iter().all(|made| choices.iter().all(|choice| choice.order != made.order)),
        "nothing is given"
    );
    // What lies open is given by a click.
    let wanted = open[0].order.clone();
    let label = said(open[0]);
    harness.press(&label);
    assert_eq!(harness.made().last().unwrap().order, wanted);
    assert!(!harness.edit::<Offers>().others, "the next question is folded again");
}

/// Promise: the answer under Enter is called what it does: of several that differ by a number it is the one with that number.
#[test]
fn what_enter_gives_is_called_what_it_does() {
    let (mut asked, mut numbers) = (0, Vec::new());
    for seed in 1..4 {
        let mut battle = begin(&scenario("first_round"), seed);
        battle.until(&mut Mind::new(Skill::Plain, seed), 60, |look, _| {
            look.question().filter(|question| question.kind == "declare")?;
            let usual = Known::default().usual(look)?;
            let all = look.choices();
            let called = all.iter().find(|choice| choice.label == usual.label)?;
            assert_eq!(called.order, usual.order, "{}", usual.label);
            asked += 1;
            numbers.extend(usual.order.n);
            (asked % 6 == 0).then_some(())
        });
    }
    assert!(asked > 8 && numbers.iter().any(|n| *n > 1), "{numbers:?}");
}

/// Promise: no harm hangs on what somebody decides by themselves in their own turn, and none is told.
#[test]
fn a_declaration_has_no_stake() {
    let (mut harness, _) = declaration(PAGE);
    harness.run_steps(20);
    assert!(!harness.names("harmed ") && !harness.shows("…"));
}

/// Promise: the digits of a question are those of its answers whatever is unfolded or greyed.
#[test]
fn the_digits_of_a_question_stay() {
    let mut seen = 0;
    for name in ["toll_bridge", "first_round", "even"] {
        let mut screen = by_people(name, 1);
        let mut mind = Mind::new(Skill::Plain, 1);
        let listed = |look: Look<'_>, _: &Order| {
            let all = look.question()?.choices.as_ref()?;
            (all.iter().filter(|choice| choice.is_legal()).count() > 2).then_some(())
        };
        if screen.until(&mut mind, 200, listed).is_none() {
            continue;
        }
        let mut harness = at_rest(screen);
        let keys = |harness: &mut Window| {
            let mut all = harness.edit::<Offers>().orders.clone();
            all.sort_by_key(|(_, order)| order.to_string());
            all
        };
        let before = keys(&mut harness);
        assert!(before.len() > 1 && before.iter().all(|(key, _)| key.is_some()), "{name}: {before:?}");
        let offers = harness.edit::<Offers>();
        (offers.others, offers.everything) = (true, true);
        harness.run();
        let after = keys(&mut harness);
        assert!(before.iter().all(|each| after.contains(each)), "{name}: {before:?} {after:?}");
        let mut names: Vec<_> = after.iter().filter_map(|(key, _)| key.map(|key| key.name())).collect();
        names.sort();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "{name}: two answers have one key");
        seen += 1;
    }
    assert!(seen > 1, "{seen}");
}

/// Promise: no digit gives an answer that is not to be seen; once it is unfolded its digit does.
#[test]
fn no_digit_gives_what_is_folded_away() {
    let (mut harness, choices) = declaration(SMALL);
    harness.run();
    let orders = |harness: &mut Window| harness.edit::<Offers>().orders.clone();
    let shown: Vec<Order> = orders(&mut harness).into_iter().map(|(_, order)| order).collect();
    assert!(shown.iter().all(|order| seen(&harness, &choices).iter().any(|choice| choice.order == *order)));
    harness.edit::<Offers>().others = true;
    harness.run();
    let mut all = orders(&mut harness).into_iter();
    let (key, folded) = all.find(|(_, order)| !shown.contains(order)).expect("something is folded away");
    let key = key.and_then(|key| key.shortcut()).expect("it has a key once it is unfolded");
    harness.edit::<Offers>().others = false;
    harness.run();
    let before = harness.made().len();
    harness.key_press_modifiers(key.modifiers, key.logical_key);
    harness.run();
    assert_eq!(harness.made().len(), before, "{folded} is not to be seen");
    harness.edit::<Offers>().others = true;
    harness.run();
    harness.key_press_modifiers(key.modifiers, key.logical_key);
    harness.run();
    assert_eq!(harness.made().get(before).map(|made| made.order.clone()), Some(folded));
}

/// Promise: in a turn digits alone are those of the bar, also while a slot lies open; what lies in it has other keys.
#[test]
fn what_lies_in_a_slot_has_no_digit_of_the_bar() {
    let mut screen = by_people("duel_at_dawn", 1);
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let prepares = |look: Look<'_>, _: &Order| {
        let is_turn = look.question().is_some_and(|question| question.choices.is_none());
        let later = || look.choices().into_iter().filter(|choice| choice.is_legal() && choice.later.is_some()).count();
        (is_turn && later() > 2).then_some(())
    };
    screen.until(&mut Mind::new(Skill::Plain, 1), 200, prepares).expect("somebody may prepare something");
    let mut harness = at_rest(screen);
    let order = harness.now().choices().into_iter().find(|choice| choice.later.is_some()).unwrap();
    harness.use_slot(&order.order, "nothing of the kind");
    let keys: Vec<String> =
        harness.edit::<Offers>().orders.iter().filter_map(|(key, _)| key.map(|key| key.name())).collect();
    assert!(!keys.is_empty() && keys.iter().all(|key| key.contains('+')), "{keys:?}");
    let made = harness.made().len();
    harness.key_press_modifiers(Modifiers::NONE, Key::Num1);
    harness.run();
    assert!(harness.made().len() == made || harness.made()[made].order != order.order);
}

/// Promise: what waits for something says apart what is done and what sets it off, and its label is the two together.
#[test]
fn what_waits_carries_its_two_halves() {
    let screen = by_people("duel_at_dawn", 1);
    let choices = screen.now().choices();
    let waits: Vec<&Choice> = choices.iter().filter(|choice| choice.later.is_some()).collect();
    for choice in &waits {
        let later = choice.later.as_ref().unwrap();
        assert_eq!(choice.label, format!("{} {}", later.what, later.when));
        assert_eq!(choice.order.sentence(), Some(later.what.as_str()));
        assert!(choice.order.is(later.of), "{}", choice.order);
    }
}

/// Promise: an answer that somebody gives from now on is kept with the number that was added to it.
#[test]
fn a_habit_with_a_number_is_kept() {
    let (mut harness, choices) = declaration(SMALL);
    harness.edit::<Preferences>().speed = Speed::AtOnce;
    harness.run();
    let question = harness.now().question().map(|question| (question.kind, Whose::Asked(question.who))).unwrap();
    harness.edit::<Pace>().from_now_on = true;
    let order = choices.iter().find(|choice| choice.is_legal() && choice.order.n == Some(2)).unwrap().order.clone();
    harness.edit::<Wishes>().order = Some(order.clone());
    harness.run();
    let kept: Option<Habit> = harness.edit::<Pace>().habits.get(&question).cloned();
    assert_eq!(kept.map(|habit| habit.order), Some(order));
}

/// Promise: the key that ends a turn says what is to be done first where something else is asked.
#[test]
fn the_key_that_ends_a_turn_ends_no_question() {
    let mut screen = by_people("toll_bridge", 1);
    let listed = |look: Look<'_>, _: &Order| look.question().is_some_and(|asked| asked.choices.is_some()).then_some(());
    screen.until(&mut Mind::new(Skill::Plain, 1), 300, listed).expect("somebody is asked in the midst of something");
    let mut harness = at_rest(screen);
    let made = harness.made().len();
    harness.key_press_modifiers(Modifiers::CTRL, Key::Enter);
    harness.run();
    assert_eq!(harness.made().len(), made);
    assert!(harness.shows("Answer the question first."));
}

/// Somebody gives up in their own turn, where they may.
fn gives_up(look: Look<'_>, _: &Order) -> Option<Order> {
    look.question().filter(|question| question.choices.is_none())?;
    let found = look.choices().into_iter().find(|choice| choice.is_legal() && choice.order.verb == "surrender");
    found.map(|choice| choice.order)
}

/// Promise: what takes somebody out of the fight for good wants a second word, be it a deed of a turn or an answer.
#[test]
fn giving_up_wants_a_second_word() {
    let mut screen = by_people("toll_bridge", 1);
    screen.edit::<Preferences>().warns = true;
    let order = screen.until(&mut Mind::new(Skill::Plain, 1), 60, gives_up).expect("somebody who could give up");
    let made = screen.made().len();
    for (word, more) in [("the first", 0), ("the second", 1)] {
        screen.edit::<Wishes>().order = Some(order.clone());
        screen.act(Duration::ZERO);
        assert_eq!(screen.made().len(), made + more, "{word} word");
    }
}

/// Promise: what waits for a second click says why and that it does, in a small window with large text, too.
#[test]
fn what_waits_for_a_second_click_says_so() {
    for text in [100, 150, 200] {
        let mut screen = by_people("toll_bridge", 1);
        screen.edit::<Preferences>().text = text;
        let order = screen.until(&mut Mind::new(Skill::Plain, 1), 60, gives_up).expect("somebody who could give up");
        let mut harness = sized(screen, SMALL, FRAME);
        harness.run_steps(24);
        harness.edit::<Hand>().sure = Some(order);
        harness.run_steps(4);
        for words in ["is out of the fight for good", "Click again to do it"] {
            assert!(harness.names(words), "text {text}: {words}");
        }
    }
}

/// Promise: a turn that is let be as a hint has planned it is asked about no more, though something is left in it.
#[test]
fn a_turn_that_is_planned_to_end_ends() {
    for (is_planned, more) in [(false, 0), (true, 1)] {
        let mut screen = by_people("gate", 1);
        screen.edit::<Preferences>().warns = true;
        let could_strike = |look: Look<'_>, _: &Order| {
            let who = look.question().filter(|question| question.choices.is_none())?.who?;
            let economy = &look.rules().economy;
            let is_blow = |choice: &Choice| choice.is_legal() && choice.takes > 0 && choice.group == Group::Attack;
            let is_open = economy.is_untouched(look, who) && !economy.goes_on(look, who);
            (is_open && look.choices().iter().any(is_blow)).then_some(())
        };
        screen.until(&mut Mind::new(Skill::Plain, 1), 60, could_strike).expect("somebody who could strike");
        let (made, end) = (screen.made().len(), Order::new("end turn"));
        screen.edit::<Hand>().sure = is_planned.then(|| end.clone());
        screen.edit::<Wishes>().order = Some(end);
        screen.act(Duration::ZERO);
        assert_eq!(screen.made().len(), made + more, "planned: {is_planned}");
    }
}

/// The answer that lets a blow be that hardly ever does harm, where a friend is asked to step in.
fn trifle(look: Look<'_>, _: &Order) -> Option<Order> {
    let question = look.question().filter(|question| question.steps_in())?;
    let idle = question.lets_be()?.order.clone();
    let stake = Ahead::default().sure(look, (question.who?, question.by), &idle, 256)?;
    let is_little = stake.of.values().all(|peril| peril.hurt * 100 < peril.tries * 5 && peril.befell.is_empty());
    is_little.then_some(idle)
}

/// Promise: nobody answers by itself what hangs on a blow before that has been drawn.
#[test]
fn a_blow_is_seen_before_it_is_let_be() {
    let mut screen = by_people("first_round", 1);
    let idle = screen.until(&mut Mind::new(Skill::Plain, 1), 150, trifle).expect("a blow that does next to nothing");
    let orders: Vec<Order> = screen.made().iter().map(|made| made.order.clone()).collect();
    let (blow, before) = orders.split_last().unwrap();
    let mut screen = by_people("first_round", 1);
    before.iter().for_each(|order| screen.give(order.clone()));
    let likes = screen.edit::<Preferences>();
    (likes.speed, likes.own, likes.asks_all, likes.warns) = (Speed::Normal, None, true, false);
    let mut harness = at_rest(screen);
    assert_eq!(harness.made().len(), before.len());
    harness.edit::<Preferences>().asks_all = false;
    harness.edit::<Wishes>().order = Some(blow.clone());
    harness.state_mut().act(Duration::ZERO);
    assert_eq!(harness.made().len(), orders.len(), "it is let be before it was drawn");
    (0..80).for_each(|_| harness.step());
    assert_eq!(harness.made().get(orders.len()).map(|made| &made.order), Some(&idle));
}

/// Promise: the computer begins nothing before there was time to read what came of an answer that somebody here gave.
#[test]
fn what_came_of_an_answer_is_read_before_anything_else_begins() {
    let mut screen = seated("first_round", &[Player::Human, Player::Computer], 1);
    let likes = screen.edit::<Preferences>();
    (likes.speed, likes.own, likes.asks_all, likes.warns) = (Speed::Normal, None, true, false);
    let (mut harness, mut mind) = (sized(screen, PAGE, Duration::from_millis(250)), Mind::new(Skill::Plain, 1));
    let by_computer = |harness: &Window| harness.made().iter().filter(|made| made.side == SideId(1)).count();
    let mut read = 0;
    for _ in 0..900 {
        let was_reading = harness.edit::<Motion>().is_being_read();
        let before = by_computer(&harness);
        if !was_reading && harness.now().question().is_some_and(|asked| asked.side == SideId(0)) {
            let order = mind.decide(harness.now());
            harness.edit::<Wishes>().order = order;
        }
        harness.step();
        if was_reading && harness.edit::<Motion>().is_being_read() {
            assert_eq!(by_computer(&harness), before, "it goes on while somebody reads");
            read += 1;
        }
        if read > 12 {
            break;
        }
    }
    assert!(read > 3, "nobody had time to read what came of an answer: {read}");
}

/// Promise: no friend is asked to step in against a blow that hardly ever does harm, unless whoever plays wants to be asked.
#[test]
fn nobody_is_asked_about_next_to_nothing() {
    for asks_all in [false, true] {
        let mut screen = by_people("first_round", 1);
        let likes = screen.edit::<Preferences>();
        (likes.speed, likes.asks_all) = (Speed::AtOnce, asks_all);
        let idle =
            screen.until(&mut Mind::new(Skill::Plain, 1), 150, trifle).expect("a blow that does next to nothing");
        let made = screen.made().len();
        let harness = at_rest(screen);
        let given = harness.made().get(made).map(|made| made.order.clone());
        assert_eq!(given, (!asks_all).then_some(idle));
    }
}

/// Promise: what hangs on the answers that are folded away is told beside each of them once they are unfolded.
#[test]
fn other_ways_tell_what_hangs_on_them() {
    let mut screen = by_people("toll_bridge", 1);
    let is_long = |look: Look<'_>, _: &Order| {
        let question = look.question().filter(|question| question.kind == "react")?;
        let legal = question.choices.iter().flatten().filter(|choice| choice.is_legal()).count();
        (legal > 5).then_some(())
    };
    screen.until(&mut Mind::new(Skill::Plain, 1), 150, is_long).expect("a question of many answers");
    let mut harness = window(screen);
    harness.edit::<FieldView>().foresees = true;
    let told = |harness: &mut Window| {
        harness.run_steps(30);
        ["hurt ", "incapacitated "].map(|word| harness.query_all_by_label_contains(word).count()).iter().sum::<usize>()
    };
    let before = told(&mut harness);
    harness.get_by_label_contains("other ways (").click();
    let after = told(&mut harness);
    assert!(after > before, "{before} answers told what hangs on them, and {after} once all were unfolded");
}
