//! The camp's page in the window.

use std::sync::Arc;

use bevy_egui::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use sortie::battle::{FigureName, Order};
use sortie::overlay::{Offers, Preferences, Wishes};

use sortie::rulebook::Player;

use crate::kit::window::{FRAME, PAGE, SMALL, Window, by_people, named, opened, sized, window, within};
use crate::kit::{Battle, scenario};

/// The camp before the ravine, on a screen of this size.
fn camp(size: [f32; 2]) -> Window {
    let mut harness = sized(by_people("viper_ravine", 3), size, FRAME);
    harness.run();
    harness
}

fn asked(harness: &Window) -> String {
    let look = harness.now();
    look.name(look.asked().unwrap()).to_owned()
}

/// Promise: a click on somebody's card hands the word over, which is nothing to be taken back.
#[test]
fn a_click_on_a_card_hands_the_word_over() {
    let mut harness = camp(PAGE);
    assert_eq!(asked(&harness), "Colonel Mauve");
    harness.press("To Field Surgeon");
    assert_eq!(asked(&harness), "Field Surgeon");
    assert!(harness.is_grey("Undo"), "nothing was done yet");
}

/// Promise: in a window of any size every answer lies in sight or below, none beyond the page's right edge; what ends the
/// camp is there even while it cannot be done yet, with the reason, and goes on once it can; what came of a deed is told.
#[test]
fn every_answer_of_a_camp_is_within_the_page() {
    for size in [PAGE, [900.0, 600.0]] {
        let mut harness = camp(size);
        harness.draw_out();
        // What is long, or for whoever leads the game, is folded away at first.
        harness.get_by_label_contains("Combos: ").scroll_to_me();
        harness.run();
        harness.get_by_label_contains("Combos: ").click();
        harness.run();
        harness.scroll_to("As game master");
        assert!(!harness.names("crowning moment of awesome"));
        harness.press("As game master");
        assert!(harness.names("crowning moment of awesome"));
        // The page ends where the panels at its right begin.
        let logs = harness.query_all_by_label("Log").map(|node| node.rect());
        let log = logs.max_by(|one, other| one.top().total_cmp(&other.top())).unwrap().left();
        let choices = harness.now().choices();
        assert!(choices.len() > 8, "{}", choices.len());
        for choice in choices.iter().filter(|choice| choice.is_legal()) {
            let button = harness.get_by_label(&choice.label).rect();
            assert!(button.right() < log, "{} ends at {}", choice.label, button.right());
        }
        assert!(harness.is_grey("Set out for what lies ahead"), "a day of road lies ahead");
        harness.get_by_label_contains("Not yet: 1 day of road ahead. Travel first.");
        let travel = choices.iter().find(|choice| choice.label.starts_with("Everybody travels"));
        let travel = travel.expect("a day of road can be gone").label.clone();
        harness.scroll_to(&travel);
        harness.press(&travel);
        assert!(harness.is_grey("Set out for what lies ahead"), "it is only chosen");
        assert!(!harness.names("Done: "), "nothing was done yet");
        harness.press("Do it");
        harness.run();
        assert!(!harness.is_grey("Set out for what lies ahead"));
        harness.get_by_label_contains("Done: Everybody travels.");
    }
}

/// Promise: whatever can be pressed in a camp has a name, and nothing lies beyond its edges, at any size of text.
#[test]
fn a_camp_is_whole_at_every_size_of_text() {
    for (size, text) in [(SMALL, 75), (SMALL, 100), (SMALL, 200), (PAGE, 150), ([3840.0, 2160.0], 200)] {
        let mut screen = by_people("viper_ravine", 3);
        screen.edit::<Preferences>().text = text;
        let mut harness = sized(screen, size, FRAME);
        harness.run();
        let place = format!("{size:?}, text {text}");
        named(&harness, &place);
        within(&harness, size, &place);
    }
}

/// Promise: nobody takes turns in a camp, and no figure of a turn stands on a sheet there; in a battle it does.
#[test]
fn no_sheet_in_a_camp_tells_of_a_turn() {
    let lines = |harness: &Window| -> Vec<String> {
        let (look, mut told) = (harness.now(), Vec::new());
        for who in look.shown() {
            told.extend(look.sheet_lines(who).into_iter().map(|line| line.label));
        }
        told
    };
    let is_of_turn = |line: &String| ["Seconds", "This hand"].contains(&line.as_str());
    let mut harness = camp(PAGE);
    harness.draw_out();
    assert!(!lines(&harness).iter().any(is_of_turn) && !harness.shows("Seconds"));
    let mut battle = window(by_people("scale_toughness/even", 3));
    battle.draw_out();
    assert!(lines(&battle).iter().any(is_of_turn) && battle.shows("Seconds"));
}

/// Promise: no digit spends anything of a camp. What is chosen there tells what it comes to and waits; Escape or a second click
/// lets go of it, Enter or the button does it.
#[test]
fn nothing_of_a_camp_is_spent_by_a_slip() {
    for size in [PAGE, SMALL] {
        let mut harness = camp(size);
        let mut all = harness.now().choices().into_iter();
        let learns = all.find(|choice| choice.is_legal() && choice.order.verb == "learn").unwrap();
        let made = |harness: &Window| harness.made().len();
        let before = made(&harness);
        for key in [Key::Num1, Key::Num2, Key::Num5] {
            for modifiers in [Modifiers::NONE, Modifiers::CTRL, Modifiers::ALT] {
                harness.key_press_modifiers(modifiers, key);
                harness.run();
            }
        }
        harness.key(Key::Enter);
        assert_eq!(made(&harness), before, "{size:?}: nothing was chosen");
        assert!(harness.edit::<Offers>().pressed.is_none(), "no digit waits for the battle");
        assert!(harness.is_grey("Do it"));
        let choose = |harness: &mut Window| {
            let lies = harness.query_all_by_label_contains(&learns.label).last().unwrap().rect();
            harness.click_at(lies.center());
        };
        harness.query_all_by_label_contains(&learns.label).last().unwrap().scroll_to_me();
        harness.run();
        let place = harness.query_all_by_label_contains(&learns.label).last().unwrap().rect();
        choose(&mut harness);
        assert_eq!(made(&harness), before, "{size:?}: a click only chooses");
        assert!(harness.shows("Enter does it.") && !harness.is_grey("Do it"));
        assert_eq!(harness.query_all_by_label_contains(&learns.label).last().unwrap().rect(), place);
        choose(&mut harness);
        assert!(harness.is_grey("Do it"), "the second click lets go of it");
        choose(&mut harness);
        harness.key(Key::Escape);
        assert!(harness.is_grey("Do it"));
        choose(&mut harness);
        harness.key(Key::Enter);
        assert_eq!(harness.made().last().map(|made| made.order.clone()), Some(learns.order.clone()), "{size:?}");
        assert!(harness.is_grey("Do it"), "the next wants a word of its own");
    }
}

/// Promise: whoever sets out with ranks unspent is told of them and sets out at the second press; with none at the first.
#[test]
fn nobody_sets_out_with_ranks_unspent_by_one_press() {
    const OUT: &str = "Set out for what lies ahead";
    for gains in [true, false] {
        let mut harness = camp(PAGE);
        if gains {
            harness.edit::<Wishes>().order = Some(Order { n: Some(2_000), ..Order::new("gain") });
            harness.run();
        }
        let travel = harness.now().choices().into_iter().find(|choice| choice.label.starts_with("Everybody travels"));
        harness.edit::<Wishes>().order = travel.map(|choice| choice.order.n(1));
        harness.run();
        assert_eq!(harness.names("press twice to set out"), gains);
        let made = harness.made().len();
        harness.press(OUT);
        assert_eq!(harness.made().len() == made, gains, "one press");
        if gains {
            assert!(harness.names(": once more to set out."));
            harness.press(OUT);
            assert!(harness.made().len() > made, "the second press");
        }
    }
}

/// Promise: whatever is told of what is chosen in a camp lies whole in its strip, above the way out, and is nowhere cut.
#[test]
fn what_is_chosen_in_a_camp_is_told_whole() {
    for size in [PAGE, [1024.0, 640.0]] {
        let mut harness = camp(size);
        harness.edit::<Wishes>().order = Some(Order { n: Some(2_000), ..Order::new("gain") });
        harness.run();
        let all = harness.now().choices().into_iter();
        let train = all.filter(|choice| choice.is_legal()).find(|choice| choice.order.verb == "train").unwrap();
        let below = harness.query_all_by_label_contains("Day 1 in camp").next().unwrap().rect().top();
        // A tip beside the pointer may say the same.
        let above = harness.get_by_label_contains("Choose something").rect().top() - 1.0;
        let whole = |harness: &Window, words: &str| {
            let lie = harness.query_all_by_label_contains(words).map(|node| node.rect());
            let in_strip = lie.filter(|lies| lies.top() >= above).collect::<Vec<_>>();
            assert!(!in_strip.is_empty(), "{size:?}: {words} is not in the strip");
            let is_whole = in_strip.iter().any(|lies| lies.bottom() + 4.0 <= below);
            assert!(is_whole, "{size:?}: {words} at {in_strip:?}, the way out at {below}");
        };
        whole(&harness, "Choose something");
        harness.query_all_by_label_contains(&train.label).next().unwrap().scroll_to_me();
        harness.run();
        let lies = harness.query_all_by_label_contains(&train.label).next().unwrap().rect();
        harness.click_at(lies.center());
        whole(&harness, "Enter does it.");
        whole(&harness, "Do it");
        whole(&harness, "Puts a rank into a skill.");
    }
}

/// Promise: what was trained stays where it stood, the rows below and the way out do not move.
#[test]
fn nothing_moves_when_a_skill_is_trained() {
    let mut harness = camp(PAGE);
    harness.edit::<Wishes>().order = Some(Order { n: Some(2_000), ..Order::new("gain") });
    harness.run();
    let trains = harness.now().choices().into_iter();
    let mut trains = trains.filter(|choice| choice.is_legal() && choice.order.verb == "train");
    let (first, next) = (trains.next().unwrap(), trains.next().unwrap());
    // What training costs stands in the button, too.
    let lies = |harness: &Window, label: &str| harness.query_all_by_label_contains(label).next().unwrap().rect().min;
    let labels = [next.label.as_str(), "Set out for what lies ahead"];
    let before = labels.map(|label| lies(&harness, label));
    harness.edit::<Wishes>().order = Some(first.order.clone());
    harness.run();
    assert_eq!(labels.map(|label| lies(&harness, label)), before);
}

/// Promise: what somebody can still place is told in their card, and what it brings stands beside it before it is placed.
#[test]
fn what_is_learned_is_foretold() {
    let mut harness = camp(PAGE);
    assert!(!harness.names("ranks to place"));
    harness.edit::<Wishes>().order = Some(Order { n: Some(2_000), ..Order::new("gain") });
    harness.run();
    harness.get_by_label_contains("ranks to place: ");
    let look = harness.now();
    let who = look.asked().unwrap();
    let trains = look.choices().into_iter().find(|choice| choice.is_legal() && choice.order.verb == "train");
    let trains = trains.expect("somebody of a higher level has ranks to place");
    let skills: Vec<FigureName> = look.rules().figures.keys().copied().collect();
    let before: Vec<i32> = skills.iter().map(|name| look.figure(who, *name).total()).collect();
    let foretold = |harness: &Window, text: &str| harness.query_all_by_label(text).next().is_some();
    let told = harness.now();
    let mut fresh = camp(PAGE);
    fresh.edit::<Wishes>().order = Some(Order { n: Some(2_000), ..Order::new("gain") });
    fresh.run();
    fresh.edit::<Wishes>().order = Some(trains.order.clone());
    fresh.run();
    let after = fresh.now();
    let mut changed = 0;
    for (name, was) in skills.iter().zip(before) {
        let (is, def) = (after.figure(who, *name).total(), &told.rules().figures[name]);
        let is_shown = matches!(def.group.as_deref(), Some("figure" | "ability" | "skill"));
        if is != was && is_shown && !def.halves {
            changed += 1;
            assert!(foretold(&harness, &format!("{name} {was} to {is}")), "{name} {was} to {is}");
        }
    }
    assert!(changed > 0, "{} changes something", trains.label);
}

/// Promise: the way out of a camp stays where it is when the reason under it goes.
#[test]
fn the_way_out_stays_where_it_is_once_it_is_open() {
    const OUT: &str = "Set out for what lies ahead";
    for (size, text) in [(PAGE, 100), (PAGE, 150), (SMALL, 100), ([900.0, 600.0], 100)] {
        let mut screen = by_people("viper_ravine", 3);
        screen.edit::<Preferences>().text = text;
        let mut harness = sized(screen, size, FRAME);
        harness.run();
        assert!(harness.is_grey(OUT) && harness.names("Not yet: "));
        let before = harness.get_by_label(OUT).rect();
        let travel = harness.now().choices().into_iter().find(|choice| choice.label.starts_with("Everybody travels"));
        harness.edit::<Wishes>().order = travel.map(|choice| choice.order.n(1));
        harness.run();
        assert!(!harness.is_grey(OUT) && !harness.names("Not yet: "));
        assert_eq!(harness.get_by_label(OUT).rect(), before, "{size:?}, text {text}");
    }
}

/// Promise: whoever fell on the way here is named in the camp, and nobody is where all came through.
#[test]
fn a_camp_names_those_who_were_left_behind() {
    assert!(!camp(PAGE).names("Left behind"));
    for size in [PAGE, SMALL] {
        let mut scenario = scenario("viper_ravine");
        scenario.players.fill(Player::Human);
        let setup = Arc::make_mut(&mut scenario.setup);
        setup.fighters.retain(|fighter| fighter.name != "Jack Clancy");
        setup.sides[0].fallen = vec!["Jack Clancy".to_owned(), "Old Tom".to_owned()];
        let mut harness = sized(opened(scenario, 3), size, FRAME);
        harness.run();
        assert!(harness.shows("Left behind, dead: Jack Clancy, Old Tom"), "{size:?}");
    }
}
