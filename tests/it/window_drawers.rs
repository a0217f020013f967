//! Drawers and panels leave questions free.

use bevy_egui::egui::{Id, Key, LayerId, Order, Rect};
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::Question;
use sortie::overlay::{LogPanel, Preferences, Questions, Speed, Wish};

use crate::kit::Battle;
use crate::kit::window::{PAGE, SMALL, Window, by_people, sized};

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
    let mut harness = sized(screen, size, std::time::Duration::from_millis(16));
    harness.draw_out();
    harness.key(Key::Y);
    harness.run();
    harness.run();
    harness
}

/// Promise: whatever is asked, in the bar or beside a token, no drawer and nothing that tells what the field shows lies over
/// it, in a small window and with large text; and drawers that have room are there.
#[test]
fn no_drawer_lies_over_a_question() {
    let reacts: fn(&Question) -> bool = |question| question.kind == "react";
    let declares: fn(&Question) -> bool = |question| question.kind == "declare";
    let lays: fn(&Question) -> bool = |question| question.choices.iter().flatten().any(|choice| choice.card.is_some());
    for (scenario, is_it) in [("toll_bridge", reacts), ("tavern_yard", declares), ("duel_at_dawn", lays)] {
        for (size, text) in [SMALL, PAGE].into_iter().flat_map(|size| [100, 150, 200].map(|text| (size, text))) {
            let mut harness = asked(scenario, is_it, (size, text));
            let place = format!("{scenario}, {size:?}, text {text}");
            let questions: Vec<Rect> = harness.edit::<Questions>().rects().collect();
            assert_eq!(questions.len(), 1, "{place}");
            let mut there = 0;
            for name in ["Log", "Sheet", "layers"] {
                let Some(panel) = drawn(&harness, name) else { continue };
                assert!(!questions[0].shrink(1.0).intersects(panel), "{place}: {name} {panel:?} over {questions:?}");
                there += 1;
            }
            // What finds no room says so before it is asked for.
            harness.edit::<LogPanel>().open = false;
            harness.run();
            harness.run();
            let shut = harness.is_grey("Log");
            harness.edit::<LogPanel>().open = true;
            harness.run();
            assert!(!shut || drawn(&harness, "Log").is_none(), "{place}");
            assert!(there > 1 || text > 100 || size == SMALL, "{place}: {there} panels are there");
            // That is where it is asked.
            let prompt = harness.now().question().unwrap().prompt.clone();
            let is_in = harness.query_all_by_label(&prompt).any(|node| questions[0].intersects(node.rect()));
            assert!(is_in, "{place}: `{prompt}` is not in {questions:?}");
        }
    }
}

/// Promise: the log of one battle covers no field of the next.
#[test]
fn a_battle_begins_without_the_log_of_the_one_before() {
    let mut harness = sized(by_people("even", 1), PAGE, std::time::Duration::from_millis(16));
    harness.draw_out();
    assert!(harness.edit::<LogPanel>().open);
    harness.wish(Wish::Again(2));
    assert!(!harness.edit::<LogPanel>().open);
}
