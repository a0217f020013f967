//! How near the field is looked at, and which part of it.

use bevy_egui::egui::pos2;

use super::*;
use crate::board::Terrain;

fn field() -> Board {
    let cover = crate::board::CoverGrade::None;
    let ground = Terrain { name: "open".to_owned(), cost: 1, blocks_sight: false, cover, tags: Vec::new() };
    Board::open(40, 30, ground).unwrap()
}

fn room() -> Rect {
    Rect::from_min_size(pos2(100.0, 50.0), vec2(800.0, 600.0))
}

#[test]
fn what_is_under_the_pointer_stays_there() {
    let board = field();
    let mut camera = Camera::default();
    let pointer = pos2(300.0, 200.0);
    let before = camera.view(&board, room());
    let under = (pointer - before.origin) / before.cell;
    camera.nearer_to(2.0, pointer, &board, room());
    let after = camera.view(&board, room());
    assert!(after.cell > before.cell * 1.9);
    assert!((after.origin + under * after.cell - pointer).length() < 0.01);
}

/// Promise: what is framed at the edge of a field leaves no room empty there while the field is cut at the other side.
#[test]
fn what_is_framed_leaves_no_room_empty() {
    let board = field();
    for (squares, is_cut) in [
        (Rect::from_min_size(pos2(0.0, 5.0), vec2(20.0, 6.0)), true),
        (Rect::from_min_size(pos2(20.0, 24.0), vec2(20.0, 6.0)), true),
        (Rect::from_min_size(pos2(0.0, 0.0), vec2(4.0, 3.0)), true),
        (Rect::from_min_size(pos2(2.0, 2.0), vec2(37.0, 25.0)), false),
    ] {
        let mut camera = Camera::default();
        camera.frame(squares, &board, room());
        let view = camera.view(&board, room());
        let all = view.area(Rect::from_min_size(Pos2::ZERO, vec2(40.0, 30.0)));
        let inside = room().shrink(MARGIN);
        let told = format!("{squares:?}: {all:?} in {inside:?}");
        for (field, room) in [(all.x_range(), inside.x_range()), (all.y_range(), inside.y_range())] {
            let fits = field.span() <= room.span() + 0.1;
            let before = room.min - field.min;
            let after = field.max - room.max;
            assert!(if fits { before <= 0.1 && after <= 0.1 } else { before >= -0.1 && after >= -0.1 }, "{told}");
        }
        let lies = view.area(squares);
        assert!(!is_cut || room().expand(0.1).contains_rect(lies), "{told}: {lies:?}");
    }
}

/// Promise: whoever looks as another does has the same square in the middle, however large their rooms are.
#[test]
fn one_looks_where_another_looks() {
    let board = field();
    let mut camera = Camera::default();
    camera.nearer(2.5);
    camera.shove(vec2(160.0, -90.0));
    camera.go_on(&board, room(), 1.0, true);
    let wide = Rect::from_min_size(pos2(0.0, 0.0), vec2(1920.0, 900.0));
    let mut other = Camera::default();
    other.look_as(&camera, camera.view(&board, room()).cell, &board, wide);
    let middle = |camera: &Camera, room: Rect| camera.view(&board, room).spot(room.center());
    assert!((middle(&camera, room()) - middle(&other, wide)).length() < 0.01);
    assert_ne!(middle(&camera, room()), middle(&Camera::default(), room()));
}

/// Promise: squares that are asked about come into what lies open of the room, from farther off only where they have no room
/// there else; those that are seen move nothing, nor does a field that lies there as a whole.
#[test]
fn what_is_asked_about_comes_into_view() {
    let (board, clear) = (field(), room().with_max_x(600.0));
    let rooms = (room(), clear);
    let squares = |x: f32, y: f32, wide: f32| Rect::from_min_size(pos2(x, y), vec2(wide, 2.0));
    let mut camera = Camera::default();
    camera.show(squares(0.0, 0.0, 40.0), squares(0.0, 0.0, 40.0), &board, rooms);
    assert!(camera.is_whole());
    camera.nearer(4.0);
    camera.go_on(&board, room(), 1.0, true);
    let near = camera.view(&board, room()).cell;
    for (needed, rather) in [
        (squares(1.0, 1.0, 3.0), squares(1.0, 1.0, 5.0)),
        (squares(36.0, 27.0, 3.0), squares(0.0, 1.0, 40.0)),
        (squares(2.0, 20.0, 30.0), squares(2.0, 20.0, 30.0)),
    ] {
        camera.show(needed, rather, &board, rooms);
        camera.go_on(&board, room(), 1.0, true);
        let view = camera.view(&board, room());
        assert!(clear.contains_rect(view.area(needed)), "{needed:?} at {:?}", view.area(needed));
        assert_eq!(view.cell < near - 0.1, needed.width() > 20.0, "{needed:?}: {}", view.cell);
        let before = camera;
        camera.show(needed, needed, &board, rooms);
        assert_eq!(camera, before);
    }
    camera.fit();
    assert!(camera.is_whole());
}

#[test]
fn it_comes_to_rest_where_it_was_sent_and_never_loses_the_field() {
    let board = field();
    let mut camera = Camera::default();
    camera.shove(vec2(90_000.0, 0.0));
    let steps = (0..600).take_while(|_| camera.go_on(&board, room(), 0.016, false)).count();
    assert!((1..599).contains(&steps), "{steps}");
    let view = camera.view(&board, room());
    assert!(view.rect(Square::new(0, 15)).intersects(room()));
}

#[test]
fn whoever_is_in_view_is_not_brought_to_the_middle() {
    let board = field();
    let mut camera = Camera::default();
    let before = camera;
    camera.follow(Footprint::one(Square::new(20, 12)), &board, (room(), room()));
    assert_eq!(camera, before);
    camera.shove(vec2(500.0, 0.0));
    camera.go_on(&board, room(), 1.0, true);
    camera.follow(Footprint::one(Square::new(38, 12)), &board, (room(), room()));
    camera.go_on(&board, room(), 1.0, true);
    let body = camera.view(&board, room()).rect(Square::new(38, 12));
    assert!((body.center() - room().center()).length() < 1.0);
}

/// Promise: whoever comes up is brought beside what is drawn out over the field, not under it; a field that lies there as a whole
/// stays.
#[test]
fn whoever_comes_up_is_seen_beside_what_is_drawn_out() {
    let (board, clear) = (field(), room().with_max_x(600.0));
    let mut camera = Camera::default();
    let who = Footprint::one(Square::new(36, 15));
    camera.follow(who, &board, (room(), clear));
    assert!(camera.is_whole());
    camera.nearer(3.0);
    camera.follow(who, &board, (room(), clear));
    camera.go_on(&board, room(), 1.0, true);
    let lies = camera.view(&board, room()).body(who);
    assert!((lies.center() - clear.center()).length() < 1.0, "{lies:?}");
    // Where next to nothing lies open they are in the middle of all of it.
    let shut = room().with_max_x(110.0);
    camera.centre(who, &board, (room(), shut));
    camera.go_on(&board, room(), 1.0, true);
    let lies = camera.view(&board, room()).body(who);
    assert!((lies.center() - room().center()).length() < 1.0, "{lies:?}");
}
