//! The page that tells whether a battle is even: opened from the start screen, found out beside the window.

use bevy_egui::egui::Key;
use egui_kittest::kittest::Queryable;
use sortie::ai::Skill;
use sortie::balance::Sampling;
use sortie::overlay::{Balance, Preferences};

use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_the_start, named, sized, within};

/// The page of the first battle of a game, so large and with text so large.
fn opened(size: [f32; 2], text: u32) -> Window {
    let mut screen = at_the_start();
    screen.edit::<Preferences>().text = text;
    let mut harness = sized(screen, size, FRAME);
    harness.run();
    harness.scroll_to("Scale & Toughness");
    harness.press("Scale & Toughness");
    harness.scroll_to("Is it even?");
    harness.press("Is it even?");
    let threads = 1;
    harness.edit::<Balance>().sampling = Sampling { skill: Skill::Walk, seed: 0, threads, most: 4, within: 0.1 };
    harness
}

/// Clicks the button and waits until all has been found out.
fn find_out(harness: &mut Window) {
    harness.scroll_to("Find out");
    harness.get_by_label("Find out").click();
    harness.run_steps(3);
    harness.wait_while(|harness| harness.edit::<Balance>().is_at_work());
    harness.run();
}

/// Promise: a few clicks tell in one sentence whether a battle is even, the same for the same dice; Escape closes the page.
#[test]
fn a_battle_is_weighed_from_the_start_screen() {
    let mut harness = opened(PAGE, 100);
    named(&harness, "balance");
    find_out(&mut harness);
    let found = harness.edit::<Balance>().found().unwrap().clone();
    let values = found.vary.as_ref().unwrap().values().len();
    assert_eq!(found.rows.len(), values, "{found:?}");
    assert!(harness.shows(&found.sentence().unwrap()));
    let chart = format!("How often {} won.", found.sides[0]);
    assert!(harness.names(&chart), "those who hear it are told of the chart");
    find_out(&mut harness);
    assert_eq!(harness.edit::<Balance>().found(), Some(&found));
    harness.key(Key::Escape);
    assert!(!harness.edit::<Balance>().open && !harness.shows("Find out"));
}

/// Promise: whoever stops the work or closes the page waits for nothing.
#[test]
fn closing_the_page_stops_the_work() {
    let mut harness = opened(PAGE, 100);
    harness.edit::<Balance>().sampling =
        Sampling { skill: Skill::Plain, seed: 0, threads: 1, most: 1_000_000, within: 1e-4 };
    for closes in [false, true] {
        harness.get_by_label("Find out").click();
        harness.run_steps(3);
        assert!(harness.edit::<Balance>().is_at_work());
        if closes {
            harness.state_mut().step_back();
            assert!(!harness.edit::<Balance>().is_at_work() && !harness.edit::<Balance>().open);
            continue;
        }
        harness.get_by_label("Stop").click();
        harness.wait_while(|harness| harness.edit::<Balance>().is_at_work());
        assert!(harness.names("Stopped after "));
    }
}

/// Promise: all of it lies on the smallest page with the largest text.
#[test]
fn the_page_fits_where_there_is_little_room() {
    let mut harness = opened(SMALL, 200);
    within(&harness, SMALL, "balance");
    find_out(&mut harness);
    within(&harness, SMALL, "balance, found out");
    let find = harness.get_by_label("Find out").rect();
    assert!(find.top() >= 0.0 && find.bottom() <= SMALL[1], "{find:?}");
}
