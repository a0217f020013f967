//! How everything lies over fields that are made by chance.

use bevy_egui::egui::{Pos2, Vec2, vec2};

use super::card::RIM;
use super::*;
use crate::overlay::place::Among;

fn token(x: f32, y: f32, cell: f32) -> Rect {
    Rect::from_center_size(pos2(x, y), Vec2::splat(cell))
}

fn laid(on: &On) -> Laid {
    lay(on, &mut Tried::default())
}

fn shuts(on: &On, drawer: Drawer) -> Option<&'static str> {
    on.shuts(drawer, &mut Tried::default())
}

/// A window of this size with nothing in it.
fn on(size: Vec2, scale: f32) -> On {
    let places = Places::of(Rect::from_min_size(Pos2::ZERO, size), scale);
    let strip = deeds::strip(&places, scale);
    On {
        places,
        scale,
        strip,
        open: [false; 3],
        log_left: false,
        sheet: None,
        presents: false,
        listed: None,
        card: None,
        acting: None,
    }
}

/// Windows with questions, as they might come about.
fn windows() -> impl Iterator<Item = On> {
    let mut seed = 7_u64;
    let mut thrown = move |low: f32, high: f32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((seed >> 33) & 0xff_ffff) as f32 / 16_777_216.0
    };
    (0..240).map(move |round| {
        let size = [vec2(1024.0, 640.0), vec2(1360.0, 860.0), vec2(1920.0, 1080.0)][round % 3];
        let scale = [1.0, 1.5, 2.0, 0.8][round / 3 % 4];
        let on = on(size, scale);
        let field = on.places.field;
        let cell = thrown(24.0, 60.0);
        let mut tokens = |count: usize| -> Vec<Rect> {
            let mut one = || token(thrown(field.left(), field.right()), thrown(field.top(), field.bottom()), cell);
            (0..count).map(|_| one()).collect()
        };
        let (about, kept, free) = (tokens(1)[0], tokens(round % 3), tokens(round % 5));
        let most = Card::most(field, thrown(200.0, 560.0) * scale, (field.area() * SHARE, field.height()));
        let size = vec2(most.x, (thrown(120.0, 420.0) * scale).min(most.y));
        let unfolds = thrown(0.0, 150.0).min(most.y - size.y);
        let (others, own, line) = (Vec::new(), Vec::new(), Vec::new());
        let card = Card {
            size,
            least: 0.75,
            unfolds,
            opens: unfolds,
            head: 0.0,
            fewer: None,
            about,
            kept,
            free,
            others,
            own,
            line,
            switch: None,
            before: None,
        };
        let open = [round % 2 == 0, round / 2 % 2 == 0, round / 4 % 2 == 0];
        On { card: Some(card), acting: Some(about), open, ..on }
    })
}

/// Promise: a question lies within the field and what is empty of the bar, takes no more than a third of the field, and lies over
/// nobody whom it is about.
#[test]
fn a_question_is_never_large_and_hides_nobody_it_is_about() {
    for on in windows() {
        let (lies, field) = (laid(&on).question.unwrap(), on.places.field);
        let deep = field.union(on.strip);
        assert!(deep.expand(0.5).contains_rect(lies), "{lies:?} of {on:?}");
        assert!(lies.area() <= field.area() * SHARE + 1.0, "{lies:?} of {on:?}");
        assert!(!on.card.as_ref().unwrap().hides(lies), "{lies:?} of {on:?}");
    }
}

/// Promise: drawers lie neither over a question nor over each other, and a button tells the truth: what is drawn out by it is
/// there, and what it says has no room is not.
#[test]
fn a_drawer_is_there_or_its_button_says_why_not() {
    let (mut there, mut gone) = (0, 0);
    for on in windows() {
        let mut layout = Layout::default();
        layout.settle(on.clone());
        for drawer in Drawer::ALL {
            let opened = laid(&on.with(drawer));
            let rect = opened.drawers[drawer as usize];
            assert_eq!(rect.is_some(), layout.shuts(drawer).is_none(), "{drawer:?} of {on:?}");
            if on.open[drawer as usize] {
                assert_eq!(rect, layout.drawer(drawer));
            }
            let others = Drawer::ALL.into_iter().filter(|other| *other != drawer);
            let others = others.filter_map(|other| opened.drawers[other as usize]).chain(opened.question);
            for other in others {
                assert!(rect.is_none_or(|rect| !rect.intersects(other)), "{drawer:?} over {other:?} of {on:?}");
            }
            let mut open = on.open[drawer as usize];
            let (was, mut notices) = (open, Notices::default());
            layout.turn(drawer, &mut open, &mut notices);
            assert_eq!((open == was, notices.told.is_some()), (rect.is_none(), rect.is_none()), "{drawer:?} of {on:?}");
            there += usize::from(rect.is_some());
            gone += usize::from(rect.is_none());
        }
    }
    assert!(there > 100 && gone > 20, "{there} are there, {gone} not");
}

/// Promise: why there is no room is said as it is.
#[test]
fn what_takes_the_room_is_named() {
    let on = on(vec2(1024.0, 640.0), 1.5);
    assert_eq!(Drawer::ALL.map(|drawer| shuts(&on, drawer)), [None; 3], "nothing is asked");
    let asked = On { listed: Some(on.places.field), ..on.clone() };
    assert_eq!(Drawer::ALL.map(|drawer| shuts(&asked, drawer)), [Some(ASKED); 3]);
    let full = On { open: [true, true, false], ..on.clone() };
    assert_eq!(shuts(&full, Drawer::Layers), Some(TAKEN));
    assert_eq!(shuts(&On { presents: true, ..on }, Drawer::Log), Some(BARE));
}

/// Promise: what tells what the field shows can be had beside a question that takes the side where it usually lies.
#[test]
fn what_the_field_shows_is_told_on_the_other_side_of_a_question() {
    let on = on(vec2(1360.0, 860.0), 1.0);
    let field = on.places.field;
    let usual = laid(&on.with(Drawer::Layers)).drawers[Drawer::Layers as usize].unwrap();
    let asked = On { listed: Some(field.with_min_x(field.center().x)), ..on };
    let lies = laid(&asked.with(Drawer::Layers)).drawers[Drawer::Layers as usize].unwrap();
    assert!(usual.right() > field.center().x && lies.right() < field.center().x, "{usual:?}, then {lies:?}");
    assert_eq!(shuts(&asked, Drawer::Layers), None);
}

/// Promise: a question leaves room for what is drawn out where it can.
#[test]
fn a_question_lies_beside_what_is_drawn_out() {
    let mut on = on(vec2(1360.0, 860.0), 1.0);
    let about = token(300.0, 400.0, 40.0);
    let size = vec2(360.0, 220.0);
    let (kept, free, others, own, line) = (vec![], vec![], vec![], vec![], vec![]);
    let card = Card {
        size,
        least: 1.0,
        unfolds: 60.0,
        opens: 60.0,
        head: 0.0,
        fewer: None,
        about,
        kept,
        free,
        others,
        own,
        line,
        switch: None,
        before: None,
    };
    on.card = Some(card);
    on.open = [true, true, false];
    let Laid { question, drawers: [log, sheet, _], .. } = laid(&on);
    let whole = |is_left: bool, wide: f32| Some(on.places.drawer(is_left, wide).height());
    assert_eq!(log.map(|log| log.height()), whole(false, log::WIDTH), "nothing of the log is cut off");
    assert!(sheet.is_some() && question.is_some_and(|question| question.left() >= sheet.unwrap().right()));
}

/// Promise: a sheet is as high as what it tells, so that it covers nobody below that and is cut for nobody there, and never higher
/// than its place.
#[test]
fn a_sheet_is_as_high_as_what_it_tells() {
    let on = On { open: [false, true, false], ..on(vec2(1360.0, 860.0), 1.0) };
    let sheet = |on: &On| laid(on).drawers[Drawer::Sheet as usize].unwrap();
    let whole = sheet(&on);
    assert_eq!(sheet(&On { sheet: Some(9_000.0), ..on.clone() }), whole);
    let low = On { sheet: Some(300.0), acting: Some(token(100.0, whole.top() + 340.0, 44.0)), ..on };
    assert_eq!(sheet(&low), whole.with_max_y(whole.top() + 300.0));
    assert!(sheet(&On { sheet: None, ..low.clone() }).height() < whole.height(), "else it is cut");
    assert_eq!(sheet(&On { sheet: Some(1.0), ..low }).height(), LEAST);
}

/// Promise: what is left of a drawer covers neither whoever acts nor a question, and as much of it is left as can be.
#[test]
fn a_drawer_leaves_whoever_acts_and_every_question_free() {
    let drawer = Rect::from_min_size(pos2(8.0, 70.0), vec2(320.0, 640.0));
    assert_eq!(apart(drawer, []), drawer);
    let token = |x: f32, y: f32| token(x, y, 44.0);
    assert_eq!(apart(drawer, [token(600.0, 300.0)]), drawer);
    for y in [70.0, 120.0, 390.0, 600.0, 700.0] {
        let left = apart(drawer, [token(100.0, y)]);
        assert!(!left.intersects(token(100.0, y)) && drawer.contains_rect(left), "{y}: {left:?}");
        assert!(left.height() > drawer.height() * 0.44, "{y}: {left:?}");
        let asked = Rect::from_min_size(pos2(0.0, 500.0), vec2(1000.0, 220.0));
        let left = apart(drawer, [token(100.0, y), asked]);
        assert!(!left.is_positive() || !left.intersects(asked), "{y}: {left:?}");
    }
    // Where a question takes all of its height nothing of it is left.
    let asked = Rect::from_min_size(pos2(100.0, 0.0), vec2(100.0, 900.0));
    assert!(apart(drawer, [asked]).height() <= 0.0);
}

/// Promise: a question to somebody who stands where they stood lies where the last one lay, whatever was asked of others in
/// between and whoever has come near, as long as it hides nobody there; another size of it keeps a corner.
#[test]
fn a_question_lies_where_the_last_one_lay() {
    let (mut same, mut elsewhere) = (0, 0);
    let mut all: Vec<On> = windows().collect();
    for on in &mut all {
        (on.open, on.acting) = ([false; 3], None);
    }
    for (on, other) in all.iter().zip(all.iter().skip(36)) {
        let asked = |layout: &mut Layout, card: Card| {
            layout.settle(On { card: Some(card), ..on.clone() });
            layout.question().unwrap()
        };
        let (card, mut layout) = (on.card.clone().unwrap(), Layout::default());
        let first = asked(&mut layout, card.clone());
        // Nothing moves while it is looked at.
        assert_eq!(asked(&mut layout, card.clone()), first, "{on:?}");
        asked(&mut layout, other.card.clone().unwrap());
        layout.settle(On { card: None, ..on.clone() });
        // Somebody else brings the next one about, and it is lower.
        let lower = Card { kept: other.card.clone().unwrap().kept, size: card.size * vec2(1.0, 0.9), ..card.clone() };
        let room = on.places.field.union(on.strip).shrink(RIM);
        let Card { about, kept, free, others, .. } = &lower;
        let among = Among { about: *about, kept, free, others, room };
        let is_clear = among.is_clear(first) && first.height() >= lower.size.y + lower.unfolds;
        let second = asked(&mut layout, lower.clone());
        assert!(!lower.hides(second), "{second:?} of {on:?}");
        if is_clear && first.width() >= lower.size.x - 0.5 {
            let is_same = (second.min - first.min).length() < 1.0 || (second.max - first.max).length() < 1.0;
            assert!(is_same, "{first:?}, then {second:?} of {on:?}");
            same += 1;
        } else if !among.is_clear(first) {
            elsewhere += 1;
        }
    }
    assert!(same > 60 && elsewhere > 3, "{same} at the same place, {elsewhere} elsewhere");
}

/// Promise: the log lies on the side that somebody has sent it to, the sheet on the other, and a question between them.
#[test]
fn the_log_changes_sides() {
    for log_left in [false, true] {
        let on = On { open: [true, true, false], log_left, ..on(vec2(1360.0, 860.0), 1.0) };
        let [log, sheet, _] = lay(&on, &mut Tried::default()).drawers.map(|drawn| drawn.unwrap_or(Rect::NOTHING));
        assert_eq!((log.left() < sheet.left(), log.intersects(sheet)), (log_left, false));
        let between = on.places.beside([true, true], log_left, 1.0, 0.0);
        assert!(
            between.is_positive() && !between.shrink(1.0).intersects(log) && !between.shrink(1.0).intersects(sheet)
        );
    }
}
