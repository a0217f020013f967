//! Drawers and questions are laid together: what is drawn out leaves questions free, and what has no room says so.

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{Id, Key, LayerId, Order, Rect};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::Question;
use sortie::overlay::{LogPanel, Notices, Places, Preferences, Questions, Sheet, Speed, Wish};

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, by_people, sized, window};

/// Where something of this name lies now, if it is there.
fn drawn(harness: &Window, name: &str) -> Option<Rect> {
    let layer = LayerId::new(Order::Middle, Id::new(name));
    harness.ctx.memory(|memory| {
        let is_there = memory.areas().visible_last_frame(&layer);
        memory.area_rect(layer.id).filter(|_| is_there)
    })
}

/// A battle at a question, with everything drawn out.
fn asked(scenario: &str, is_it: fn(&Question) -> bool, (size, text): ([f32; 2], u32)) -> Window {
    let mut screen = by_people(scenario, 1);
    (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
    let found = screen
        .until(&mut Mind::new(Skill::Plain, 1), 300, |look, _| look.question().filter(|it| is_it(it)).map(|_| ()));
    found.unwrap_or_else(|| panic!("{scenario}: nobody is asked"));
    let mut harness = sized(screen, size, FRAME);
    harness.draw_out();
    harness.key(Key::Y);
    harness.run();
    harness.run();
    harness
}

/// Whether the button of this name is greyed: what it draws out may bear the name, too.
fn is_grey(harness: &Window, name: &str) -> bool {
    let button = harness.query_all_by_role_and_label(Role::Button, name).next();
    button.unwrap_or_else(|| panic!("no button `{name}`")).accesskit_node().is_disabled()
}

/// Whether somebody may answer a blow.
fn reacts(question: &Question) -> bool {
    question.kind == "react"
}

/// Promise: whatever is asked, in the bar or beside a token, no drawer and nothing that tells what the field shows lies over
/// it or over another, in a small window and with large text; and the button of a drawer is grey exactly where it is not there.
#[test]
fn no_drawer_lies_over_a_question() {
    let declares: fn(&Question) -> bool = |question| question.kind == "declare";
    let lays: fn(&Question) -> bool = |question| question.choices.iter().flatten().any(|choice| choice.card.is_some());
    for (scenario, is_it) in
        [("toll_bridge", reacts as fn(&Question) -> bool), ("tavern_yard", declares), ("duel_at_dawn", lays)]
    {
        for (size, text) in [SMALL, PAGE].into_iter().flat_map(|size| [100, 150, 200].map(|text| (size, text))) {
            let mut harness = asked(scenario, is_it, (size, text));
            let place = format!("{scenario}, {size:?}, text {text}");
            let questions: Vec<Rect> = harness.edit::<Questions>().rects().collect();
            assert_eq!(questions.len(), 1, "{place}");
            let there: Vec<(&str, Rect)> = ["Log", "Sheet", "layers"]
                .into_iter()
                .filter_map(|name| Some((name, drawn(&harness, name)?)))
                .collect();
            for (index, (name, panel)) in there.iter().enumerate() {
                assert!(!questions[0].shrink(1.0).intersects(*panel), "{place}: {name} {panel:?} over {questions:?}");
                let others = there.iter().skip(index + 1);
                others.for_each(|(other, over)| {
                    assert!(!over.shrink(1.0).intersects(*panel), "{place}: {name} {panel:?} over {other} {over:?}");
                });
            }
            for (button, name) in [("Log", "Log"), ("Sheet", "Sheet"), ("Layers", "layers")] {
                let is_there = there.iter().any(|(each, _)| *each == name);
                assert_eq!(is_grey(&harness, button), !is_there, "{place}: the button of what is wanted, {button}");
            }
            // What finds no room says so before it is asked for.
            harness.edit::<LogPanel>().open = false;
            harness.run();
            harness.run();
            let shut = is_grey(&harness, "Log");
            harness.edit::<LogPanel>().open = true;
            harness.run();
            assert_eq!(shut, drawn(&harness, "Log").is_none(), "{place}");
            assert!(there.len() > 1 || text > 100 || size == SMALL, "{place}: {there:?} are there");
            // That is where it is asked.
            let prompt = harness.now().question().unwrap().prompt.clone();
            let questions: Vec<Rect> = harness.edit::<Questions>().rects().collect();
            let is_in = harness.query_all_by_label(&prompt).any(|node| questions[0].intersects(node.rect()));
            assert!(is_in, "{place}: `{prompt}` is not in {questions:?}");
        }
    }
}

/// Promise: the key of a drawer that has no room changes nothing and says when there will be some; it opens then.
#[test]
fn a_key_of_what_has_no_room_says_so() {
    let mut told = 0;
    for (size, text) in [(SMALL, 150), (SMALL, 200), (PAGE, 200)] {
        let mut harness = asked("toll_bridge", reacts, (size, text));
        for (key, name) in [(Key::L, "Log"), (Key::I, "Sheet")] {
            let is_open = |harness: &mut Window| match key {
                Key::L => harness.edit::<LogPanel>().open,
                _ => harness.edit::<Sheet>().open,
            };
            harness.edit::<Notices>().told = None;
            let (before, was_there) = (is_open(&mut harness), drawn(&harness, name).is_some());
            harness.key(key);
            harness.run();
            let is_there = drawn(&harness, name).is_some();
            let says = harness.edit::<Notices>().told.take();
            if was_there {
                assert!(!is_there && says.is_none(), "{size:?}, {text}: {name} is put away");
                continue;
            }
            assert_eq!(is_open(&mut harness), before, "{size:?}, {text}: {name} changed unseen");
            let says = says.unwrap_or_default();
            assert!(says.contains(&name.to_lowercase()) && says.contains("room"), "{size:?}, {text}: `{says}`");
            told += 1;
            harness.run();
        }
    }
    assert!(told > 0, "everything has room");
}

/// Promise: the log of one battle covers no field of the next.
#[test]
fn a_battle_begins_without_the_log_of_the_one_before() {
    let mut harness = window(by_people("even", 1));
    harness.draw_out();
    assert!(harness.edit::<LogPanel>().open);
    harness.wish(Wish::Again(2));
    assert!(!harness.edit::<LogPanel>().open);
}

/// Promise: nothing of the line at the top lies over anything else of it or beyond the page, in windows and texts of every size:
/// what is played, the order of turns, what is always at hand.
#[test]
fn nothing_of_the_top_lies_over_the_rest() {
    let hand = ["Menu", "Log", "Sheet", "Layers", "Undo"];
    for scenario in ["charge_at_the_ford", "toll_bridge", "cavalry_charge"] {
        for (size, text) in [SMALL, PAGE].into_iter().flat_map(|size| [100, 150, 200].map(|text| (size, text))) {
            let mut screen = by_people(scenario, 1);
            (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
            let mut harness = sized(screen, size, FRAME);
            harness.run();
            harness.run();
            let place = format!("{scenario}, {size:?}, text {text}");
            let high = Places::here(&harness.ctx).field.top();
            let mut there: Vec<(String, Rect)> = Vec::new();
            for node in harness.query_all_by(|node| node.label().is_some() || node.value().is_some()) {
                let (rect, access) = (node.rect(), node.accesskit_node());
                let name = access.label().or_else(|| access.value()).unwrap_or_default();
                if rect.is_positive() && rect.bottom() <= high + 1.0 {
                    there.push((name, rect));
                }
            }
            assert!(hand.iter().all(|name| there.iter().any(|(each, _)| each == name)), "{place}: {there:?}");
            assert!(there.len() > hand.len() + 2, "{place}: {there:?}");
            for (at, (name, rect)) in there.iter().enumerate() {
                assert!(rect.left() >= 0.0 && rect.right() <= size[0], "{place}: {name} at {rect:?}");
                for (other, over) in there.iter().skip(at + 1) {
                    let apart = !rect.shrink(1.5).intersects(over.shrink(1.5));
                    assert!(apart, "{place}: {name} {rect:?} over {other} {over:?}");
                }
            }
        }
    }
}

/// Promise: with large text in a small window every line of the log ends within its drawer, opened or not, and whose lines are
/// shown has room for a name.
#[test]
fn no_line_of_the_log_is_cut_off() {
    let mut seen = 0;
    for (scenario, size, text) in [("gate", SMALL, 100), ("toll_bridge", SMALL, 200), ("first_toll", PAGE, 200)] {
        let mut screen = by_people(scenario, 1);
        (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
        screen.played(&mut Mind::new(Skill::Plain, 1), 12);
        let mut harness = sized(screen, size, FRAME);
        harness.edit::<LogPanel>().open = true;
        harness.edit::<LogPanel>().opened = harness.facts().iter().rposition(|fact| fact.roll.is_some());
        harness.run();
        harness.run();
        // A question may take its room.
        let Some(drawer) = drawn(&harness, "Log") else { continue };
        let place = format!("{scenario}, {size:?}, text {text}");
        let whose: Vec<Rect> = harness.query_all_by_role(Role::ComboBox).map(|node| node.rect()).collect();
        let has_room = |rect: &Rect| drawer.contains_rect(*rect) && rect.width() >= text as f32 * 0.9;
        assert!(whose.iter().any(has_room), "{place}: {whose:?} in {drawer:?}");
        let facts: Vec<String> = harness.facts().iter().map(|fact| fact.text.clone()).collect();
        for line in facts.iter().flat_map(|text| harness.query_all_by_label(text)).map(|node| node.rect()) {
            if drawer.y_range().contains(line.center().y) && line.left() >= drawer.left() {
                assert!(line.right() <= drawer.right(), "{place}: {line:?} in {drawer:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 5, "{seen} lines");
}

/// Promise: another battle begins without the list of what the field shows: nobody has asked for it there.
#[test]
fn another_battle_begins_without_the_list_of_layers() {
    let mut harness = window(by_people("even", 3));
    harness.run();
    harness.key(Key::Y);
    harness.run();
    assert!(drawn(&harness, "layers").is_some());
    harness.wish(Wish::Again(4));
    harness.run();
    assert_eq!(drawn(&harness, "layers"), None);
}
