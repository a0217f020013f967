//! The end of a battle in the window, and the menu: all of them can be seen, and the end waits for the last blow.

use std::time::Duration;

use bevy_egui::egui::{Key, Rect};
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::overlay::{Pace, Preferences, Speed};
use sortie::record::Origin;

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_rest, at_speed, by_people, ended, sized, window};

#[test]
fn the_end_says_who_won_and_offers_to_begin_again() {
    let mut screen = ended("even", 3);
    let won = screen.end().expect("the battle ends").clone();
    let here = screen.now();
    let title = won.heading(here);
    // Right for "Goblins" as for "Watch".
    assert!(won.winner.is_none_or(|side| title == format!("Victory for {}", here.side_name(side))), "{title}");
    let standing = here.everybody().filter(|id| here.is_in_play(*id)).count();
    let all = here.everybody().count();
    screen.edit::<Pace>().auto = false;
    let mut harness = at_rest(screen);
    harness.get_by_label(&title);
    let is_there = |text: String| ["standing", "on the field"].iter().any(|word| text.starts_with(word));
    let stands = harness.query_all_by(|node| node.value().is_some_and(is_there)).count();
    assert_eq!(stands, standing);
    assert!(standing < all);
    harness.get_by_label("The blows that told");
    harness.press("Again, new dice");
    assert!(harness.end().is_none());
    assert_eq!(harness.now().battle::<Origin>().unwrap().seed, 4);
    assert!(harness.query_by_label(&title).is_none());
}

/// What bears this label lies in the window.
fn lies(harness: &Window, size: [f32; 2], label: &str, text: u32) {
    let all: Vec<Rect> = harness.query_all_by_label(label).map(|node| node.rect()).collect();
    let lies = |rect: &Rect| rect.top() >= 0.0 && rect.bottom() <= size[1] && rect.right() <= size[0];
    assert!(!all.is_empty() && all.iter().all(lies), "{size:?}, text {text}: {label} at {all:?}");
}

/// Promise: each entry of the menu comes into the window, however small that is and however large the text.
#[test]
fn all_of_the_menu_lies_in_the_window() {
    for (size, text) in [(SMALL, 100), (SMALL, 200), (PAGE, 200)] {
        let mut screen = by_people("even", 3);
        screen.edit::<Preferences>().text = text;
        let mut harness = sized(screen, size, FRAME);
        harness.run();
        harness.press("Menu");
        for label in ["Hint", "Let the computer play", "Play without pauses", "Ask me again", "Battles"] {
            harness.scroll_to(label);
            lies(&harness, size, label, text);
        }
    }
}

/// Promise: the page at the end has its size at once: none of its buttons moves under the pointer.
#[test]
fn the_end_stays_where_it_was_first_drawn() {
    let screen = ended("gate", 3);
    assert!(screen.now().everybody().count() > 8, "few fates need no more room than there is at first");
    let mut harness = window(screen);
    let mut seen = Vec::new();
    for _ in 0..30 {
        harness.step();
        seen.extend(harness.query_by_label("Look at the field").map(|node| node.rect()));
    }
    // In the first frame egui measures it, and shows nothing.
    let seen = seen.get(1..).unwrap_or_default();
    assert!(seen.len() > 20 && seen.windows(2).all(|pair| pair[0] == pair[1]), "{seen:?}");
}

/// Promise: all of the page at the end lies in the window, however small that is and however large the text, and it opens at its
/// top, whatever was read of it before.
#[test]
fn all_of_the_end_lies_in_the_window() {
    for (size, text) in [(SMALL, 100), (SMALL, 150), (SMALL, 200), (PAGE, 150), (PAGE, 200), (PAGE, 100), (PAGE, 75)] {
        let mut screen = ended("gate", 3);
        screen.edit::<Preferences>().text = text;
        let mut harness = sized(screen, size, FRAME);
        harness.run();
        let labels = ["The battle is over", "Look at the field", "Again, same dice", "Undo", "Save", "Save as text"];
        for label in labels {
            lies(&harness, size, label, text);
        }
        let by = harness.query_all_by_label_contains(", by ").map(|node| node.rect().right()).fold(0.0, f32::max);
        assert!(by > 0.0 && by <= size[0], "{size:?}, text {text}: who did it is out of sight at {by}");
        let top = |harness: &Window| harness.get_by_label("What became of them").rect();
        let before = top(&harness);
        let last = harness.now().shown().last().unwrap();
        let name = harness.now().name(last).to_owned();
        harness.query_all_by_label(&name).last().unwrap().scroll_to_me();
        harness.run();
        let is_scrolled = top(&harness) != before;
        assert!(is_scrolled || text < 200, "{size:?}, text {text}: nothing to scroll");
        assert!(!is_scrolled || size != PAGE || text > 100, "a large page has room for all of it");
        harness.press("Look at the field");
        harness.query_all_by_label("How it ended").next().unwrap().click();
        harness.run();
        assert_eq!(top(&harness), before, "{size:?}, text {text}");
    }
}

/// Promise: where nothing is shown move by move the last blow has the field for itself for a moment before the end is told.
#[test]
fn the_end_waits_for_the_last_blow_to_be_seen() {
    let mut screen = by_people("even", 3);
    (screen.edit::<Pace>().auto, screen.edit::<Pace>().fast) = (true, true);
    let mut harness = sized(screen, PAGE, Duration::from_millis(400));
    for _ in 0..6000 {
        if harness.end().is_some() {
            break;
        }
        harness.step();
    }
    assert!(harness.end().is_some());
    harness.step();
    assert!(!harness.shows("The battle is over"), "the end is told over the last blow");
    harness.run();
    assert!(harness.shows("The battle is over"));
}

/// Promise: where everything is shown move by move the end is told a moment after all of the last blow has been seen, and at once
/// where a key is pressed then.
#[test]
fn the_end_waits_a_moment_after_the_last_motion() {
    let begun = || (by_people("even", 3), Mind::new(Skill::Plain, 3));
    let (mut screen, mut mind) = begun();
    let made = screen.played(&mut mind, 4_000).len();
    assert!(screen.end().is_some());
    let waits = |presses: bool| {
        let (mut screen, mut mind) = begun();
        screen.edit::<Preferences>().speed = Speed::Normal;
        screen.played(&mut mind, made - 1);
        assert!(screen.end().is_none());
        let mut harness = at_speed(screen);
        harness.run_steps(3);
        harness.played(&mut mind, 1);
        assert!(harness.end().is_some());
        let mut rested = 0;
        for _ in 0..3_000 {
            harness.step();
            if harness.shows("The battle is over") {
                return rested;
            }
            rested += usize::from(!harness.edit::<Pace>().shows());
            if presses && rested == 10 {
                harness.key_press(Key::F12);
            }
        }
        panic!("the end is never told");
    };
    let (left, pressed) = (waits(false), waits(true));
    let second = (1.0 / FRAME.as_secs_f32()) as usize;
    assert!(left > second && left < second * 2, "{left} frames");
    assert!((10..20).contains(&pressed), "{pressed} frames");
}
