//! Text of twice its size in the smallest window: what is to be read has its room, and nothing is written smaller than at the usual
//! size.

use std::time::Duration;

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::epaint::Shape;
use bevy_egui::egui::{Key, Rect, TextStyle};
use egui_kittest::kittest::Queryable;
use sortie::ahead::worst_blow;
use sortie::ai::{Mind, Skill};
use sortie::overlay::{LogPanel, Pace, Places, Preferences, Screen, Speed};
use sortie::rulebook::Player;

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, by_people, ended, framed, seated, sized};

/// A battle with text of this size, at rest.
fn written(mut screen: Screen, text: u32, size: [f32; 2]) -> Window {
    (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
    let mut harness = sized(screen, size, FRAME);
    harness.run();
    harness.run();
    harness
}

/// Where something with this label lies: the one furthest down.
fn lowest(harness: &Window, label: &str) -> Rect {
    let all = harness.query_all_by_label(label).map(|node| node.rect());
    all.max_by(|one, other| one.top().total_cmp(&other.top())).unwrap_or_else(|| panic!("no `{label}`"))
}

/// Promise: more than half of the window is for the page of a camp, and the way out is in sight all the while nothing is chosen;
/// what is chosen has its button within the strip, and nothing of a time-line lies below.
#[test]
fn a_camp_has_most_of_the_window() {
    const OUT: &str = "Set out for what lies ahead";
    let mut harness = written(by_people("viper_ravine", 3), 200, SMALL);
    let out = harness.get_by_label(OUT).rect();
    let top = Places::here(&harness.ctx).field.top();
    assert!(out.bottom() <= SMALL[1] && out.top() - top > SMALL[1] * 0.55, "{out:?} below {top}");
    assert!(!harness.shows("Play") && !harness.shows("Do it"));
    assert!(harness.names("Not yet: 1 day of road ahead."));
    let travel = harness.now().choices().into_iter().find(|choice| choice.label.starts_with("Everybody travels"));
    let travel = travel.expect("a day of road can be gone").label;
    harness.scroll_to(&travel);
    harness.press(&travel);
    let does = harness.get_by_label("Do it").rect();
    assert!(does.top() >= out.top() - 2.0 && does.bottom() <= SMALL[1] - 2.0, "{does:?} in place of {out:?}");
    assert!(!harness.shows(OUT));
    harness.key(Key::Escape);
    assert_eq!(harness.get_by_label(OUT).rect(), out);
}

/// Promise: the log has most of its drawer for what has happened: all that chooses its lines has one row.
#[test]
fn the_log_has_most_of_its_drawer() {
    // A question may take its room.
    let found = (6..30).find_map(|count| {
        let mut screen = by_people("toll_bridge", 1);
        screen.played(&mut Mind::new(Skill::Plain, 1), count);
        let mut harness = written(screen, 200, SMALL);
        harness.edit::<LogPanel>().open = true;
        harness.run();
        harness.run();
        harness.shows("The log as a text").then_some(harness)
    });
    let mut harness = found.expect("the log is never drawn out");
    let head = lowest(&harness, "Log");
    let lists: Vec<Rect> = harness.query_all_by_role(Role::ComboBox).map(|node| node.rect()).collect();
    assert!(lists.len() == 2 && (lists[0].center().y - lists[1].center().y).abs() < 1.0, "{lists:?}");
    let more = harness.get_by_label("The log as a text").rect();
    assert!(
        (more.center().y - lists[0].center().y).abs() < 2.0 && more.left() > lists[1].left(),
        "{more:?}, {lists:?}"
    );
    let (from, to) = (more.bottom() - head.top(), SMALL[1] * 0.79 - head.top());
    assert!(from < to * 0.36, "{from} of {to} go to what stands above the lines");
    harness.press("The log as a text");
    assert!(harness.shows("copy") && harness.shows("save as text"));
}

/// Promise: the menu is written as large as everything else; each entry of it comes into the window, and what is told of one lies
/// beside the menu and hides none.
#[test]
fn the_menu_is_as_large_as_the_rest() {
    let tall = |text: u32| {
        let mut harness = written(by_people("even", 3), text, SMALL);
        harness.press("Menu");
        harness.get_by_label("Hint").rect().height()
    };
    assert!(tall(200) > tall(100) * 1.7, "{} and {}", tall(100), tall(200));
    let mut harness = written(by_people("even", 3), 200, SMALL);
    harness.press("Menu");
    for (entry, tip) in [("Settings", "Size of text, speed, colours, keys"), ("Save", "Save, to go on another time")] {
        harness.scroll_to(entry);
        let lies = harness.get_by_role_and_label(Role::Button, entry).rect();
        assert!(lies.top() >= 0.0 && lies.bottom() <= SMALL[1], "{entry} at {lies:?}");
        harness.point_at(lies.center() - bevy_egui::egui::vec2(8.0, 0.0));
        harness.point_at(lies.center());
        for _ in 0..8 {
            harness.step();
        }
        let told = harness.get_by_label(tip).rect();
        assert!(told.right() <= lies.left() + 1.0, "{entry}: `{tip}` at {told:?} over {lies:?}");
    }
}

/// Promise: however far the menu was scrolled, it opens at its top.
#[test]
fn the_menu_opens_at_its_top() {
    let mut harness = written(by_people("even", 3), 200, SMALL);
    harness.press("Menu");
    let first = harness.get_by_label("Rulebook").rect();
    harness.query_all_by_label_contains("Quit").last().expect("one can quit").scroll_to_me();
    harness.run();
    assert!(harness.get_by_label("Rulebook").rect().top() < first.top() - 10.0, "it is scrolled");
    harness.press("Menu");
    assert!(!harness.shows("Rulebook"), "it is put away");
    harness.press("Menu");
    let again = harness.get_by_label("Rulebook").rect();
    assert!((again.top() - first.top()).abs() < 1.0, "{again:?}, at first {first:?}");
}

/// Promise: beside its buttons the page at the end has nearly all of the window, in one stretch that scrolls from its title to the
/// last fate.
#[test]
fn the_end_is_read_beside_its_buttons() {
    for size in [SMALL, PAGE] {
        let mut harness = written(ended("gate", 3), 200, size);
        let title = lowest(&harness, "The battle is over");
        let buttons = ["Look at the field", "Again, same dice", "Save", "Save as text"];
        let buttons = buttons.map(|label| harness.get_by_role_and_label(Role::Button, label).rect());
        assert!(title.top() < 60.0, "{title:?}");
        assert!(
            buttons.iter().all(|button| button.left() > title.right() && button.bottom() <= size[1]),
            "{buttons:?}"
        );
        let last = harness.now().shown().last().unwrap();
        let name = harness.now().name(last).to_owned();
        harness.query_all_by_label(&name).last().unwrap().scroll_to_me();
        harness.run();
        let seen = harness.query_all_by_label(&name).last().unwrap().rect();
        assert!(seen.top() > size[1] * 0.4 && seen.bottom() <= size[1] - 10.0, "{name} at {seen:?}");
        assert!(seen.right() < buttons[0].left());
        // All that can be done is still where it was.
        assert_eq!(harness.get_by_role_and_label(Role::Button, "Save").rect(), buttons[2]);
    }
}

/// Promise: what was told of something goes with it, once the page at the end lies over it.
#[test]
fn nothing_under_the_end_tells_of_itself() {
    let mut screen = by_people("even", 3);
    (screen.edit::<Pace>().auto, screen.edit::<Pace>().fast) = (true, true);
    screen.edit::<Preferences>().text = 200;
    let mut harness = sized(screen, PAGE, Duration::from_millis(400));
    harness.step();
    let log = harness.get_by_role_and_label(Role::Button, "Log").rect().center();
    harness.hover_at(log);
    let tells = |harness: &Window| harness.names("Everything that has happened") || harness.names("Shown after");
    let mut told = false;
    for _ in 0..6_000 {
        harness.step();
        told |= tells(&harness);
        if harness.end().is_some() && harness.shows("The battle is over") {
            break;
        }
    }
    assert!(told, "the button tells what it does");
    for _ in 0..10 {
        harness.step();
    }
    assert!(harness.shows("The battle is over") && !tells(&harness));
}

/// Promise: who decides is told whole beside what the last blow came to, in a window of any size with text of any size.
#[test]
fn who_decides_is_told_whole() {
    for (size, text) in [(SMALL, 100), (SMALL, 200), (PAGE, 200)] {
        let mut screen = seated("even", &[Player::Human, Player::Computer], 1);
        (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
        let mut count = 0;
        let found = screen.until(&mut Mind::new(Skill::Plain, 1), 300, |look, _| {
            count += 1;
            look.question()
                .filter(|it| it.side.0 == 1 && it.by.is_none() && count > 6)
                .and_then(|question| question.who)
        });
        let name = found.map(|who| screen.now().name(who).to_owned()).expect("the computer is asked");
        // The computer never comes to decide.
        let mut harness = framed(screen, size, |_, _| {});
        for _ in 0..6 {
            harness.step();
        }
        let lies = harness.get_by_label(&format!("{name} decides…")).rect();
        assert!(lies.left() >= 0.0 && lies.right() <= size[0], "{size:?}, text {text}: {lies:?}");
    }
}

/// Promise: a bar that scrolls is seen before it is pointed at, and is as much broader as the text is larger.
#[test]
fn bars_grow_with_the_text() {
    let drawn = |text: u32| {
        let harness = written(by_people("even", 3), text, PAGE);
        let scroll = harness.ctx.global_style().spacing.scroll;
        (scroll.floating_width, scroll.handle_min_length, scroll.dormant_handle_opacity > 0.3)
    };
    let (usual, large) = (drawn(100), drawn(200));
    assert!(usual.0 >= 3.0 && usual.2 && large.2);
    assert_eq!((large.0, large.1), (usual.0 * 2.0, usual.1 * 2.0));
}

/// Promise: a size of text that is chosen is that of all text at once.
#[test]
fn a_size_of_text_is_had_at_the_click() {
    let mut harness = written(by_people("even", 3), 100, PAGE);
    harness.key(Key::F10);
    for (label, text) in [("125 %", 125), ("75 %", 75), ("100 %", 100)] {
        let at = harness.get_by_label(label).rect().center();
        harness.point_at(at);
        harness.click_at(at);
        assert_eq!(harness.edit::<Preferences>().text, text);
        let size = TextStyle::Body.resolve(&harness.ctx.global_style()).size;
        assert!((size - 0.14 * text as f32).abs() < 0.01, "{label}: {size}");
    }
}

/// How large these words are written; nothing where they are not.
fn size_of(shape: &Shape, words: &str) -> Option<f32> {
    match shape {
        Shape::Vec(all) => all.iter().find_map(|shape| size_of(shape, words)),
        Shape::Text(text) if text.galley.text().contains(words) => {
            text.galley.job.sections.first().map(|section| section.format.font_id.size)
        }
        _ => None,
    }
}

/// Promise: the smallest card of an enemy still tells what they would do in return, with text of any size, and large text stays
/// larger in it than text of the usual size.
#[test]
fn the_smallest_card_tells_what_comes_in_return() {
    for text in [100, 200] {
        let mut screen = by_people("even", 3);
        let found = screen.until(&mut Mind::new(Skill::Plain, 3), 200, |look, _| {
            let who = look.question().filter(|asked| asked.choices.is_none())?.who?;
            let harms = |foe| worst_blow(look, foe, who).is_some_and(|(_, forecast)| forecast.mean_harm() > 0.0);
            look.foes(who).find(|foe| look.is_in_play(*foe) && !look.is_falling(*foe) && harms(*foe))
        });
        let foe = found.expect("nobody can be struck");
        let mut harness = written(screen, text, SMALL);
        let square = harness.now().footprint(foe).at;
        let at = harness.place_of(square);
        harness.point_at(at);
        let (short, long) = (harness.names("In return: "), harness.names("Their best blow at"));
        assert!(short != long && (short || text == 100), "text {text}: in short {short}, at length {long}");
        let words = if short { "In return: " } else { "Their best blow at" };
        let all = harness.output().shapes.iter().filter_map(|clipped| size_of(&clipped.shape, words));
        let size = all.fold(0.0, f32::max);
        assert!(size > if text == 100 { 9.8 } else { 14.0 }, "text {text}: `{words}` is {size} points high");
    }
}
