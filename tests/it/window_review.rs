//! The page of a battle that is looked at again: begun from the end, found out beside the window, each decision a way back.

use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::deep::{Expected, Harm};
use sortie::analysis::{Depth, Grade, Played};
use sortie::overlay::{Pace, Preferences, Review, Timeline};

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_rest, ended, sized, within};

/// Promise: whoever has played is shown chances, mistakes and luck, may go on looking at the field meanwhile, and comes from
/// each decision back to the moment of it.
#[test]
fn a_battle_is_looked_at_again_from_its_end() {
    let ended = ended("even", 5);
    let made = ended.saved().decisions.len();
    let mut harness = at_rest(ended);
    harness.edit::<Review>().depth = Depth { playouts: 4, moments: 4, throws: 4, judges: false, seed: 1 };
    harness.get_by_label("Analyse").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("The battle is over").is_none(), "the end has been read");
    assert!(harness.edit::<Review>().is_at_work() && harness.edit::<Review>().open);
    // Put away, it goes on.
    harness.edit::<Review>().open = false;
    harness.wait_while(|harness| harness.edit::<Review>().is_at_work());
    harness.press("Menu");
    harness.press("Analyse");
    for heading in ["Chance to win", "What was given away", "Luck"] {
        assert!(harness.query_by_label(heading).is_some(), "{heading}");
    }
    assert!(harness.names("chance to win, beside what they do on average"), "numbers have their unit");
    assert!(harness.names("dice of the others"), "what is told of a side adds up");
    assert!(harness.shows("good for the side that it is told of"), "its colours are explained");
    let chart = harness.get_by_label_contains("Chance to win. round 1").rect();
    within(&harness, PAGE, "review");
    harness.click_at(chart.center());
    harness.run();
    let now = harness.edit::<Timeline>().now();
    assert!(harness.edit::<Timeline>().looks_back() && now > made / 4 && now < made, "{now} of {made}");
    assert!(harness.names(&format!("before decision {} of {made}", now + 1)), "counted as on the page");
    // A step back puts the page away before anything else.
    harness.state_mut().step_back();
    assert!(!harness.edit::<Review>().open);
}

/// Promise: results are shown as they come; whoever stops keeps what is known, reads how far it went, and may go on from
/// there.
#[test]
fn whoever_stops_keeps_what_is_known() {
    let mut harness = at_rest(ended("even", 5));
    harness.edit::<Review>().depth = Depth { playouts: 4, moments: 4, throws: 2_000, judges: false, seed: 1 };
    harness.get_by_label("Analyse").click();
    harness.wait_while(|harness| !harness.shows("What was given away"));
    let stopped = |harness: &mut Window| -> usize {
        harness.edit::<Review>().stop();
        harness.wait_while(|harness| harness.edit::<Review>().is_at_work());
        harness.run_steps(2);
        assert!(harness.shows("What was given away"), "what is known stays");
        let node = harness.get_by_label_contains("Stopped after ").accesskit_node();
        let told = node.label().or_else(|| node.value()).unwrap();
        told.split(' ').nth(2).and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{told}"))
    };
    let first = stopped(&mut harness);
    assert!(first > 0);
    harness.get_by_label("Go on").click();
    harness.run_steps(2);
    assert!(harness.edit::<Review>().is_at_work() && harness.shows("What was given away"), "it is not begun anew");
    assert!(stopped(&mut harness) >= first);
}

/// Promise: what is known of a battle fits on the smallest page with the largest text, with what was to be expected of each decision.
#[test]
fn what_was_found_fits_on_a_small_page() {
    let mut ended = ended("even", 3);
    let depth = Depth { playouts: 2, moments: 4, throws: 4, judges: false, seed: 1 };
    let played = Played::of(ended.world(), ended.id()).unwrap();
    let mut found = played.analysed(depth, 2, None, |_| std::ops::ControlFlow::Continue(())).unwrap().unwrap();
    for judged in &mut found.decisions {
        (judged.grade, judged.given_away) = (Some(Grade::Blunder), 0.4);
        judged.better = Some("a very long order that nobody would ever give to anybody at all at (12,34)".to_owned());
        judged.expected = Some(Expected { hope: 0.4, lost: (0.3, 1.1), harm: Harm::default() });
    }
    ended.edit::<Preferences>().text = 200;
    let mut harness = sized(ended, SMALL, FRAME);
    harness.run();
    harness.press("Look at the field");
    let review = harness.edit::<Review>();
    review.show(found);
    review.open = true;
    harness.edit::<Pace>().auto = false;
    harness.run();
    assert!(harness.names("What was to be expected") && !harness.names("For example, "));
    let asked = "What a slip is, and these figures";
    harness.scroll_to(asked);
    harness.press(asked);
    for words in ["The chance to win is judged", "For example, ", ": a slip from 5, "] {
        assert!(harness.names(words), "{words}");
    }
    within(&harness, SMALL, "review");
}
