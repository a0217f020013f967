//! Turns that are played by digits, and turns that come in parts: a digit means the same all the while.

use bevy_egui::egui::{Event, Key, Modifiers};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Id, Look, Phase};
use sortie::overlay::{Kind, Offers, Preferences, Speed};

use crate::kit::Battle;
use crate::kit::window::{Window, by_people, window};

/// Promise: where it is asked how many, every answer has the key of its number, with Ctrl in another manner.
#[test]
fn a_number_is_answered_by_its_key() {
    let is_long = |look: Look<'_>| {
        let all = look.question()?.choices.as_ref()?;
        (all.len() > 9 && all.iter().all(|choice| choice.order.n.is_some())).then(|| all.clone())
    };
    for (modifiers, plain) in [(Modifiers::NONE, true), (Modifiers::CTRL, false)] {
        let mut screen = by_people("first_round", 1);
        let all = screen.until(&mut Mind::new(Skill::Plain, 1), 60, |look, _| is_long(look)).expect("a long list");
        let mut harness = window(screen);
        harness.edit::<Offers>().others = true;
        harness.run();
        assert!(harness.edit::<Offers>().orders.iter().all(|(key, _)| key.is_some()));
        let made = harness.made().len();
        harness.key_press_modifiers(modifiers, Key::Num3);
        harness.run();
        let given = harness.made()[made].order.clone();
        assert!(all.iter().any(|choice| choice.order == given));
        assert_eq!((given.n, given.manner.is_empty()), (Some(3), plain));
    }
}

/// Promise: turns of Old School can be played with digits alone, and no digit means something else before the turn is over.
#[test]
fn digits_play_a_turn_and_mean_the_same_all_the_while() {
    const DIGITS: [Key; 9] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    let (mut struck, mut same) = (0, 0);
    for (name, seed) in [("first_toll", 1), ("brawl_on_the_quay", 2)] {
        let mut screen = by_people(name, seed);
        let likes = screen.edit::<Preferences>();
        (likes.warns, likes.speed) = (false, Speed::AtOnce);
        let mut harness = window(screen);
        let mut mind = Mind::new(Skill::Plain, seed);
        let mut meant: Option<(Option<Id>, i32, Vec<Kind>)> = None;
        for _ in 0..60 {
            harness.run();
            if harness.end().is_some() {
                break;
            }
            let look = harness.now();
            let question = look.question().unwrap();
            if question.choices.is_some() {
                let order = mind.decide(look).unwrap();
                harness.give(order);
                continue;
            }
            let now = (question.who, look.clock().round);
            let choices = look.choices();
            let bar = harness.edit::<Offers>().bar.kinds();
            let filled = harness.bar(&choices);
            if let Some((who, round, before)) = &meant
                && (*who, *round) == now
            {
                let kept = before.len() - 1;
                assert_eq!(before[..kept], bar[..kept], "{name}: a digit means something else in the same turn");
                same += 1;
            }
            meant = Some((now.0, now.1, bar.clone()));
            // What is nearest to a blow; what wants a place of the field wants a pointer as well.
            let holds = |kind: &Kind| {
                let of_it = filled.iter().filter(|slot| slot.kind == *kind).flat_map(|slot| &slot.choices);
                let open: Vec<&Choice> = of_it.map(|at| &choices[*at]).filter(|choice| choice.is_legal()).collect();
                // The first that lies there has the first digit with Ctrl: digits alone are the bar's.
                open.len() <= 8
                    && open.iter().all(|choice| choice.squares.is_empty() && choice.order.toward.is_none())
                    && !open.is_empty()
            };
            // What is seldom wanted has no digit.
            let has_digit = |(at, kind): (usize, &Kind)| kind.digit(at).is_some() && holds(kind);
            let slot = bar.iter().enumerate().position(has_digit);
            let made = harness.made().len();
            if let Some(slot) = slot {
                let is_blow = matches!(bar[slot], Kind::Attack(_) | Kind::Attacks);
                press(&mut harness, DIGITS[slot]);
                if harness.made().len() == made {
                    press_with(&mut harness, Modifiers::CTRL, DIGITS[0]);
                }
                // In a list of attacks that is the first of them, and one more says at whom.
                if bar[slot] == Kind::Attacks && harness.made().len() == made {
                    press_with(&mut harness, Modifiers::CTRL, DIGITS[0]);
                }
                assert!(harness.made().len() > made, "{name}: a few digits decide, from slot {slot}");
                struck += usize::from(is_blow);
            } else {
                let order = mind.decide(harness.now()).unwrap();
                harness.give(order);
            }
        }
    }
    assert!(struck > 2 && same > 2, "{struck} blows by digits, {same} times asked anew in a turn");
}

/// Promise: where turns come in parts each is named to whoever is asked, nobody is asked who can do nothing in it, and
/// nobody is warned at the end of one of what is still to come.
#[test]
fn who_can_do_nothing_in_a_part_of_a_turn_is_passed_over() {
    // Turns come in parts where several act on one number.
    let (asked, passed) = (1..9).map(parts_of_turns).fold((0, 0), |all, each| (all.0 + each.0, all.1 + each.1));
    assert!(asked > 2 && passed > 0, "{asked} asked, {passed} passed over");
}

/// How often somebody was asked in a part of a turn, and how often passed over.
fn parts_of_turns(seed: u64) -> (usize, usize) {
    let mut screen = by_people("first_toll", seed);
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut harness = window(screen);
    let mut mind = Mind::new(Skill::Plain, seed);
    let (mut asked, mut passed) = (0, 0);
    for _ in 0..30 {
        harness.run();
        if harness.end().is_some() {
            break;
        }
        let look = harness.now();
        let question = look.question().unwrap();
        let (phase, made) = (look.clock().phase, harness.made().len());
        let in_part = question.who.filter(|_| question.choices.is_none() && phase != Phase::Whole);
        if let Some(who) = in_part {
            let part = look.rules().initiative.part(look, who).unwrap();
            assert!(question.prompt.contains(&part), "`{}` tells of no {part}", question.prompt);
            let open = |choice: &Choice| choice.is_legal() && choice.takes > 0;
            assert!(phase == Phase::Moves || look.choices().iter().any(open), "`{}` for nothing", question.prompt);
            asked += 1;
        }
        if in_part.is_some_and(|who| look.rules().economy.goes_on(look, who)) {
            harness.press("Done moving");
            assert!(harness.made().len() > made, "blows are still to come: nobody is warned");
        } else {
            let order = mind.decide(look).unwrap();
            harness.give(order);
        }
        harness.run();
        passed += harness.made().len().saturating_sub(made + 1);
    }
    (asked, passed)
}

fn press(harness: &mut Window, key: Key) {
    press_with(harness, Modifiers::NONE, key);
}

/// The same while these are held.
fn press_with(harness: &mut Window, modifiers: Modifiers, key: Key) {
    for pressed in [true, false] {
        let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        harness.input_mut().events.push(event);
        harness.step();
    }
    harness.run();
}
