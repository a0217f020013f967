//! Trials of the card of whoever is pointed at.

use std::collections::BTreeSet;

use bevy_egui::egui::{Event, Modifiers, PointerButton, RawInput, pos2};

use super::*;
use crate::overlay::{place, trial};

/// Promise: after a decision no card comes up until the pointer moves; then cards come up as ever.
#[test]
fn no_card_comes_up_under_a_pointer_that_rests() {
    let (here, there) = (Some(pos2(300.0, 200.0)), Some(pos2(340.0, 200.0)));
    let mut rested = Rested::default();
    assert!(!rested.is_at(here), "nothing was decided");
    rested.is_new = true;
    assert!(rested.is_at(here) && rested.is_at(here));
    assert!(!rested.is_at(there) && !rested.is_at(here), "it has moved since");
}

/// Promise: under a pointer that rests only the card comes back that was up before something was decided, however much is
/// decided since.
#[test]
fn only_the_card_comes_back_that_was_up() {
    let here = Some(pos2(300.0, 200.0));
    let mut rested = Rested { last: Some(Id(3)), is_new: true, ..Rested::default() };
    assert!(rested.is_at(here) && rested.before == Some(Id(3)));
    (rested.is_new, rested.last) = (true, Some(Id(1)));
    assert!(rested.is_at(here) && rested.before == Some(Id(3)));
    assert!(!rested.is_at(Some(pos2(340.0, 200.0))));
    rested.is_new = true;
    assert!(rested.is_at(here) && rested.before == Some(Id(1)));
}

/// Promise: after two clicks on somebody, of which the first listed the ways in the place of their card, the card comes back.
#[test]
fn the_card_comes_back_of_whoever_was_aimed_at() {
    let here = Some(pos2(300.0, 200.0));
    let mut rested = Rested::default();
    rested.up(None, Some(Id(3)));
    rested.up(Some(Id(3)), None);
    rested.is_new = true;
    assert!(rested.is_at(here) && rested.before == Some(Id(3)));
}

/// Promise: a card hides nobody who strikes, is struck or is asked about it.
#[test]
fn a_card_keeps_off_all_who_have_part_in_a_blow() {
    trial::in_lesson("hursagmu", "HG-L-FAR-FRIEND", 4, |look| {
        let names = |of: &str| {
            let who = look.everybody().find(|id| look.name(*id) == of).unwrap();
            let names: BTreeSet<&str> = has_part(look, who).into_iter().map(|id| look.name(id)).collect();
            names.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(names("Near"), ["Archer", "Guard"]);
        assert_eq!(names("Archer"), ["Guard", "Near"]);
    });
}

/// Promise: the whole card can be had by mouse, too, and says how.
#[test]
fn the_wheel_asks_for_the_whole_card() {
    let context = Context::default();
    let asked = |events: Vec<Event>| {
        let mut found = (String::new(), false);
        let input = RawInput { events, ..RawInput::default() };
        let mut output = context.run_ui(input, |ui| found = (rest(ui.ctx()), wants_all(ui.ctx())));
        output.textures_delta.clear();
        found
    };
    assert_eq!(asked(Vec::new()), ("The rest: hold Alt".to_owned(), false));
    let pos = pos2(20.0, 20.0);
    let (told, wants) = asked(vec![Event::PointerMoved(pos)]);
    assert!(told.contains("wheel") && !wants, "{told}");
    let wheel = |pressed| {
        let modifiers = Modifiers::default();
        vec![Event::PointerButton { pos, button: PointerButton::Middle, pressed, modifiers }]
    };
    assert_eq!([true, false].map(|pressed| asked(wheel(pressed)).1), [true, false]);
}

/// Promise: a card leaves what is said of a square in sight where there is room for both, and is not cut off else.
#[test]
fn no_card_is_cut_off_for_what_is_said_of_a_square() {
    let field = Rect::from_min_max(pos2(0.0, 140.0), pos2(1000.0, 500.0));
    let least = |high: f32| [vec2(400.0, 600.0), vec2(320.0, 500.0), vec2(320.0, high)];
    assert_eq!(above_note(field, 48.0, &least(300.0)).bottom(), 452.0);
    assert_eq!(above_note(field, 48.0, &least(340.0)), field);
}

/// Somebody among others who stand in rows all over this room, so far apart.
fn in_a_crowd(room: Rect, apart: Vec2) -> Around {
    let token = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), Vec2::splat(30.0));
    let along =
        |low: f32, high: f32, step: f32| (0..).map(move |at| low + at as f32 * step).take_while(move |at| *at < high);
    let rows = along(room.top(), room.bottom(), apart.y);
    let all = rows.flat_map(|y| along(room.left(), room.right(), apart.x).map(move |x| token(x, y)));
    let mut others: Vec<Rect> = all.collect();
    let about = others.remove(others.len() / 2);
    Around { about, kept: Vec::new(), free: Vec::new(), read: 0, others }
}

/// Promise: a card is told in smaller text, and only then, where it would hide somebody in any form else.
#[test]
fn a_card_in_a_crowd_is_small_rather_than_over_somebody() {
    let room = Rect::from_min_max(pos2(0.0, 100.0), pos2(1000.0, 500.0));
    let (usual, small) = ([vec2(320.0, 230.0), vec2(320.0, 110.0)], || vec![vec2(190.0, 70.0)]);
    let hides = |around: &Around, lies: Rect| {
        let all = around.others.iter().chain([&around.about]);
        all.filter(|token| place::is_over(lies, **token)).count()
    };
    let crowd = in_a_crowd(room, vec2(230.0, 110.0));
    let (form, lies) = crowd.lies([room, room], &usual, small);
    assert!(form == 2 && hides(&crowd, lies) == 0, "{form}: {lies:?}");
    let open = in_a_crowd(room, vec2(300.0, 150.0));
    let (form, lies) = open.lies([room, room], &usual, small);
    assert!(form == 1 && hides(&open, lies) == 0, "{form}: {lies:?}");
    // Where even that has no room it lies at the edge.
    let pile = in_a_crowd(room, vec2(60.0, 60.0));
    let (_, lies) = pile.lies([room, room], &usual, small);
    let is_at_edge = !room.shrink(1.0).contains_rect(lies);
    assert!(is_at_edge && room.contains_rect(lies) && !place::is_over(lies, pile.about), "{lies:?}");
}

/// Promise: a card leaves what is told of a way in sight rather than the steps of that way, and lies at the edge where it cannot.
#[test]
fn a_card_leaves_what_is_told_of_a_way_in_sight() {
    let room = Rect::from_min_max(pos2(0.0, 100.0), pos2(600.0, 500.0));
    let about = Rect::from_min_size(pos2(20.0, 280.0), Vec2::splat(40.0));
    let note = Rect::from_min_size(pos2(62.0, 260.0), vec2(160.0, 80.0));
    // The way leads up and down all over the field.
    let steps =
        (0..15).map(|at| Rect::from_min_max(pos2(at as f32 * 40.0, 100.0), pos2(at as f32 * 40.0 + 4.0, 500.0)));
    let free: Vec<Rect> = std::iter::once(note).chain(steps).collect();
    let around = Around { about, kept: Vec::new(), free, read: 1, others: Vec::new() };
    let (_, lies) = around.lies([room, room], &[vec2(200.0, 120.0)], Vec::new);
    assert!(!place::is_over(lies, note) && !place::is_over(lies, about), "{lies:?}");
    let everywhere = Around { free: vec![room], ..around };
    let (_, lies) = everywhere.lies([room, room], &[vec2(200.0, 120.0)], Vec::new);
    assert!(!room.shrink(1.0).contains_rect(lies) && !place::is_over(lies, about), "{lies:?}");
}

/// Promise: a card that is too high for the field in large text is told in smaller text, as large as there is room for, and
/// never so small that it cannot be read.
#[test]
fn no_card_is_cut_off_however_large_the_text() {
    let size = |share: f32| vec2(300.0, 500.0 * share);
    assert_eq!(fitting((600.0, 2.0), size), (size(1.0), 1.0));
    assert_eq!(fitting((370.0, 2.0), size), (size(0.72), 0.72));
    assert_eq!(fitting((100.0, 2.0), size), (size(0.5), 0.5));
    assert_eq!(fitting((100.0, 1.25), size), (size(0.72), 0.72));
    assert_eq!(fitting((100.0, 1.0), size).1, 1.0);
}

/// Promise: where text is large or the field is low a card tells what matters most, all of it while that is asked for,
/// and no card takes more than its share of the field.
#[test]
fn a_card_is_as_large_as_the_field_allows() {
    let each = [vec2(300.0, 420.0), vec2(300.0, 240.0), vec2(300.0, 110.0)];
    assert_eq!(offered(&each, (674.0, 1.0), false), [0, 1, 2]);
    assert_eq!(offered(&each, (454.0, 1.0), false), [1, 2], "1024x640");
    let large = each.map(|size| size * 1.5);
    assert_eq!(offered(&large, (580.0, 1.5), false), [1, 2], "text of 150 % at 1360x860");
    assert_eq!(offered(&large, (580.0, 1.5), true), [0]);
    assert_eq!(offered(&large, (371.0, 1.5), false), [2], "text of 150 % at 1024x640");
}

/// Promise: cards have letters of one size in a window, whoever they are about; that of somebody looks as it did the last time until
/// window or text change, also where another form would lie nearer, unless it would hide somebody so.
#[test]
fn a_card_looks_as_it_did_the_last_time() {
    assert_eq!([(356.0, 2.0), (527.0, 2.0), (388.0, 1.5)].map(|(high, scale)| lettered(high, scale)), [0.72, 1.0, 1.0]);
    let (who, small, large) = (Id(3), [200, 410, 332], [100, 300, 414]);
    let mut formed = Formed::default();
    assert_eq!(formed.form(who, small), None);
    formed.note(who, (Much::Bare, 0.72));
    formed.note(Id(4), (Much::All, 1.0));
    formed.note(who, (Much::Bare, 0.6));
    assert_eq!(formed.form(who, small), Some((Much::Bare, 0.6)));
    assert_eq!(formed.form(who, large), None, "the window is another");
    let room = Rect::from_min_max(pos2(0.0, 100.0), pos2(1000.0, 500.0));
    let open = in_a_crowd(room, vec2(300.0, 150.0));
    assert!(open.keeps([room, room], vec2(260.0, 110.0)).is_some_and(|lies| room.contains_rect(lies)));
    assert_eq!(open.keeps([room, room], vec2(320.0, 230.0)), None);
}
