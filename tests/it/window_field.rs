//! The field: it stays where it is, a click on it does what it shows, and no two sets of colours look alike.

use bevy_egui::egui::{Event, Key, Modifiers, MouseWheelUnit, Pos2, Rect, Shape, TouchPhase, vec2};
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Group, Id, Look, Order};
use sortie::board::Square;
use sortie::overlay::{
    Act, Colours, FieldView, Hand, Layer, LogPanel, Notices, Places, Pointer, Preferences, Speed, paint,
};

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_once, at_rest, by_people, sized};

#[test]
fn a_click_on_a_square_in_reach_walks_there() {
    let mut harness = at_rest(by_people("even", 3));
    let here = harness.now();
    let who = here.question().unwrap().who.unwrap();
    let from = here.footprint(who).at;
    let free = |square| here.everybody().all(|id| !here.footprint(id).contains(square));
    let walk = here.choices().into_iter().find(|choice| choice.is_legal() && !choice.squares.is_empty()).unwrap();
    let to = walk.squares.iter().map(|each| each.0).find(|square| free(*square)).unwrap();
    let order = Order { to: Some(to), ..walk.order };
    let way = here.deed(order.verb).unwrap().way(here, who, &order).unwrap();
    assert!(way.last() == Some(&to) && !way.contains(&from), "{way:?}");
    let at = harness.place_of(to);
    harness.point_at(at);
    assert_eq!(harness.edit::<Pointer>().hovered, Some(to));
    harness.click_at(at);
    assert_eq!(harness.now().footprint(who).at, to);
}

/// A deed that wants a square shows everybody whom it would touch.
#[test]
fn an_area_marks_all_who_would_be_inside() {
    let mut screen = by_people("undercroft", 2);
    let placed = |choice: &Choice| choice.is_legal() && choice.group == Group::Attack && !choice.squares.is_empty();
    while !screen.now().choices().iter().any(placed) {
        screen.give(Order::new("end turn"));
    }
    let here = screen.now();
    let who = here.question().unwrap().who.unwrap();
    let choice = here.choices().into_iter().find(placed).unwrap();
    let enemy = |square: &sortie::board::Square| {
        here.everybody().any(|id| here.are_enemies(who, id) && here.footprint(id).contains(*square))
    };
    let to = choice.squares.iter().map(|each| each.0).find(enemy).expect("somebody is in range");
    let order = Order { to: Some(to), n: choice.numbers.map(|(low, _)| low), ..choice.order.clone() };
    let forecast = here.deed(order.verb).unwrap().forecast(here, who, &order).unwrap();
    assert!(!forecast.against.is_empty());
    screen.edit::<Hand>().deed = Some(choice.order);
    let mut harness = at_rest(screen);
    let at = harness.place_of(to);
    harness.point_at(at);
    let shown = harness.edit::<Pointer>().touched.clone();
    let inside: Vec<Id> = forecast.against.iter().filter_map(|prospect| prospect.who).collect();
    assert_eq!(shown, inside);
    // All of the place that would be struck is drawn, and nobody is marked who stands outside.
    let struck = harness.edit::<Pointer>().struck.clone();
    assert!(struck.contains(&to));
    let here = harness.now();
    assert!(shown.iter().all(|id| here.footprint(*id).squares().any(|square| struck.contains(&square))));
    // A click gives the order at that square, whoever stands there.
    harness.click_at(at);
    let given = harness.made().last().unwrap().order.clone();
    assert_eq!((given.verb, given.to), (order.verb, Some(to)));
}

/// Every set of colours is one of its own.
#[test]
fn every_set_of_colours_looks_different() {
    let mut screen = by_people("even", 3);
    let mut page = |colours| {
        screen.edit::<Preferences>().colours = colours;
        paint(800, 600, |ui| screen.show(ui))
    };
    let sets = Colours::ALL.map(|(colours, _)| page(colours));
    for (index, one) in sets.iter().enumerate() {
        assert!(sets.iter().skip(index + 1).all(|other| one != other), "set {index} looks like another");
    }
}

/// Promise: a key that was pressed with Ctrl moves the field neither then nor once Ctrl is let go, though it is still down;
/// pressed by itself it does for as long as it is down.
#[test]
fn a_key_of_a_chord_never_moves_the_field() {
    let mut screen = by_people("even", 3);
    // A chord that does nothing at the start of a battle.
    let keys = &mut screen.edit::<Preferences>().keys;
    keys.extend([(Act::Left, "Z".to_owned()), (Act::Show(Layer::Zones), "A".to_owned())]);
    let mut harness = at_rest(screen);
    let square = sortie::board::Square::new(0, 0);
    let before = harness.place_of(square);
    let hold = |harness: &mut Window, modifiers: Modifiers, pressed: bool| {
        let event = Event::Key { key: Key::Z, physical_key: None, pressed, repeat: false, modifiers };
        harness.input_mut().events.push(event);
        harness.run_steps(4);
        harness.place_of(square)
    };
    assert_eq!(hold(&mut harness, Modifiers::CTRL, true), before, "Ctrl was let go within the frame");
    assert_eq!(hold(&mut harness, Modifiers::NONE, true), before, "it is still down from then");
    assert_eq!(hold(&mut harness, Modifiers::NONE, false), before);
    assert_eq!(hold(&mut harness, Modifiers::ALT, true), before, "nor with Alt");
    assert_eq!(hold(&mut harness, Modifiers::NONE, false), before);
    let moved = hold(&mut harness, Modifiers::NONE, true);
    assert!(moved.x > before.x + 40.0, "{before:?} {moved:?}");
    let on = hold(&mut harness, Modifiers::NONE, true);
    assert!(on.x > moved.x, "as long as it is down");
}

/// Promise: the wheel brings the field nearer over the field alone: above and below it nothing of it moves. What was turned over a
/// drawer is not the field's where the pointer goes meanwhile.
#[test]
fn the_wheel_moves_the_field_over_the_field_alone() {
    let mut harness = at_rest(by_people("even", 3));
    let field = Places::here(&harness.ctx).field;
    let turned = |harness: &mut Window, at: Pos2| {
        harness.hover_at(at);
        harness.run_steps(2);
        let (unit, phase) = (MouseWheelUnit::Line, TouchPhase::Move);
        let wheel = Event::MouseWheel { unit, delta: vec2(0.0, 4.0), phase, modifiers: Modifiers::NONE };
        harness.input_mut().events.push(wheel);
        harness.run_steps(8);
        harness.place_of(Square::new(0, 0))
    };
    let before = harness.place_of(Square::new(0, 0));
    for at in [field.center_top() - vec2(0.0, 20.0), field.center_bottom() + vec2(0.0, 60.0)] {
        assert_eq!(turned(&mut harness, at), before, "{at:?}");
    }
    assert_ne!(turned(&mut harness, field.center()), before);
    harness.edit::<LogPanel>().open = true;
    harness.run();
    let before = harness.place_of(Square::new(0, 0));
    let log = harness.ctx.memory(|memory| memory.area_rect("Log")).expect("the log is drawn out");
    assert_eq!(turned(&mut harness, log.center()), before, "over the log");
    harness.hover_at(log.center());
    harness.run_steps(2);
    let (unit, phase) = (MouseWheelUnit::Line, TouchPhase::Move);
    let wheel = Event::MouseWheel { unit, delta: vec2(0.0, 4.0), phase, modifiers: Modifiers::NONE };
    let beside = log.left_center() - vec2(80.0, 0.0);
    harness.input_mut().events.extend([wheel, Event::PointerMoved(beside)]);
    harness.run_steps(8);
    assert_eq!(harness.place_of(Square::new(0, 0)), before, "begun over the log");
}

/// Promise: what is asked about comes into view, wherever the player has looked before; whoever looks elsewhere after that is let
/// be.
#[test]
fn a_question_brings_what_it_is_about_into_view() {
    let mut screen = by_people("gate", 1);
    (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().asks_all) = (Speed::AtOnce, true);
    let defends = |look: Look<'_>, _: &Order| {
        look.question().filter(|asked| asked.by.is_some() && asked.choices.is_some()).and_then(|asked| asked.who)
    };
    let who = screen.until(&mut Mind::new(Skill::Plain, 1), 300, defends).expect("somebody is asked");
    let looks_away = |view: &mut FieldView| view.camera.shove(vec2(9_000.0, 9_000.0));
    // They have been asked something before.
    let view = screen.edit::<FieldView>();
    view.followed = Some(who);
    view.camera.nearer(5.0);
    looks_away(view);
    let mut harness = at_rest(screen);
    let (square, field) = (harness.now().footprint(who).at, Places::here(&harness.ctx).field);
    let lies = harness.place_of(square);
    assert!(field.contains(lies), "{lies:?}");
    looks_away(harness.edit::<FieldView>());
    harness.run();
    let lies = harness.place_of(square);
    assert!(!field.contains(lies), "{lies:?}");
}

/// Promise: once the player has looked nearer a button shows the whole field again, in the window of a phone, too; a field that
/// lies there as a whole has none.
#[test]
fn a_button_shows_the_whole_field() {
    const WORDS: &str = "Show the whole field";
    for size in [PAGE, [390.0, 780.0]] {
        let mut harness = sized(by_people("even", 3), size, FRAME);
        harness.run();
        let corners = |harness: &mut Window| [(0, 0), (5, 5)].map(|(x, y)| harness.place_of(Square::new(x, y)));
        let before = corners(&mut harness);
        assert!(!harness.shows(WORDS), "{size:?}");
        harness.edit::<FieldView>().camera.nearer(3.0);
        harness.run();
        assert_ne!(corners(&mut harness), before, "{size:?}");
        let button = harness.get_by_label(WORDS).rect();
        assert!(Places::here(&harness.ctx).field.contains_rect(button), "{size:?}: {button:?}");
        harness.press(WORDS);
        assert_eq!(corners(&mut harness), before, "{size:?}");
        assert!(!harness.shows(WORDS), "{size:?}");
    }
}

/// Promise: nothing but the player moves the field. A whole battle goes by, with its line of time, its questions and its
/// messages, and every square stays where it was, whatever is drawn out or put away.
#[test]
fn the_field_stays_where_it_is_for_a_whole_battle() {
    let mut harness = at_once(by_people("gate", 3));
    let corners = |harness: &mut Window| [(0, 0), (19, 11)].map(|(x, y)| harness.place_of(Square::new(x, y)));
    let before = corners(&mut harness);
    let cell = harness.place_of(Square::new(1, 0)).x - harness.place_of(Square::new(0, 0)).x;
    assert!(cell > 28.0 / 0.76, "tokens are less than 28 points across: {cell}");
    let mut mind = Mind::new(Skill::Plain, 3);
    let mut count = 0;
    while harness.end().is_none() && count < 400 {
        let order = mind.decide(harness.now()).unwrap();
        harness.give(order);
        count += 1;
        match count % 7 {
            0 => harness.key(Key::L),
            2 => harness.key(Key::I),
            4 => harness.key(Key::Y),
            5 => harness.edit::<Notices>().told = Some("Something is said.".to_owned()),
            _ => {}
        }
        harness.run_steps(2);
        assert_eq!(corners(&mut harness), before, "the field moved at decision {count}");
    }
    assert!(count > 20);
}

/// All that is written on the page, and where.
fn written(harness: &Window) -> Vec<(String, Rect)> {
    let texts = harness.output().shapes.iter().filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) => Some((text.galley.text().to_owned(), text.visual_bounding_rect())),
        _ => None,
    });
    texts.collect()
}

/// Promise: wherever nobody stands it is read beside the pointer what one click does or two, or why a click does nothing: within the
/// window, neither under the pointer nor far from it, and over no other words where there is room.
#[test]
fn what_a_click_does_is_read_beside_the_pointer() {
    for (size, text) in [(PAGE, 100), (SMALL, 100), (PAGE, 200)] {
        let mut screen = by_people("gate", 3);
        (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
        let mut harness = sized(screen, size, FRAME);
        harness.run();
        let page = Rect::from_min_size(Pos2::ZERO, size.into());
        let (mut clicks, mut reasons) = (0, 0);
        for square in (0..20).step_by(3).flat_map(|x| (0..12).step_by(3).map(move |y| Square::new(x, y))) {
            let at = harness.place_of(square);
            harness.hover_at(at);
            harness.run_steps(3);
            let is_empty = harness.now().shown().all(|id| !harness.now().footprint(id).contains(square));
            if !is_empty || harness.edit::<Pointer>().hovered != Some(square) {
                continue;
            }
            let all = written(&harness);
            let is_click = |text: &str| ["one click: ", "click twice: "].iter().any(|form| text.starts_with(form));
            let is_reason = |text: &str| ["out of reach", "nobody can stand"].iter().any(|form| text.starts_with(form));
            let mut told = all.iter().filter(|(text, _)| is_click(text) || is_reason(text));
            let place = format!("{size:?}, text {text}, {square}");
            let (words, lies) = told.next().unwrap_or_else(|| panic!("{place}: nothing is told"));
            assert!(told.next().is_none(), "{place}: it is told twice");
            (clicks, reasons) = (clicks + usize::from(is_click(words)), reasons + usize::from(is_reason(words)));
            assert!(page.contains_rect(*lies), "{place}: {lies:?} lies beyond the window");
            assert!(!lies.contains(at), "{place}: {lies:?} lies under the pointer");
            assert!(lies.distance_to_pos(at) < size[0] / 5.0, "{place}: {lies:?} lies far off");
            let mut others = all.iter().filter(|(_, other)| other != lies);
            let is_clear = others.all(|(_, other)| !other.shrink(1.0).intersects(lies.shrink(1.0)));
            assert!(is_clear || text > 100 || size == SMALL, "{place}: {lies:?} lies over other words");
        }
        assert!(clicks > 3 && reasons > 3, "{size:?}, text {text}: {clicks} clicks, {reasons} reasons");
    }
}

/// Promise: while the ways at somebody are listed it is read beside them what the next click on them does, and it does that.
#[test]
fn the_next_click_at_whoever_is_aimed_at_is_read_beside_them() {
    let mut screen = by_people("gate", 1);
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let struck = |look: Look<'_>, _: &Order| {
        let who = look.question().filter(|asked| asked.choices.is_none())?.who?;
        let blows = look.choices().into_iter().filter(|choice| choice.is_legal() && choice.order.verb == "attack");
        let touches = |foe: &Id| look.footprint(who).gap(look.footprint(*foe)) <= 1;
        let mut foes = blows.filter_map(|choice| look.target(&choice.order)).filter(touches);
        foes.find(|foe| look.are_enemies(who, *foe) && look.is_in_play(*foe))
    };
    let foe = screen.until(&mut Mind::new(Skill::Plain, 1), 300, struck).expect("nobody can be struck");
    let mut harness = at_rest(screen);
    let square = harness.now().footprint(foe).at;
    let at = harness.click_square(square);
    assert_eq!(harness.edit::<Hand>().target, Some(foe));
    harness.point_at(at);
    let (all, hovered) = (written(&harness), harness.edit::<Pointer>().hovered);
    let is_click = |text: &str| ["one click: ", "click again: "].iter().any(|form| text.starts_with(form));
    assert!(all.iter().any(|(text, _)| is_click(text)), "{hovered:?} of {square}: {all:?}");
    let made = harness.made().len();
    harness.click_at(at);
    assert!(harness.made().len() > made, "the click does it");
}
