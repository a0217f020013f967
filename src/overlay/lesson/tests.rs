//! Trials of a lesson that is looked at.

use bevy_egui::egui::{Event, Id, Modifiers, PointerButton, Pos2, RawInput, Shape, pos2};

use super::*;
use crate::overlay::preferences::Speed;
use crate::overlay::present::Tool;
use crate::overlay::way;

/// A lesson of this id, and what it is drawn in.
fn opened(id: &str) -> (Shown, Context) {
    let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
    let lessons = library.lessons("scale_toughness").unwrap();
    let lesson_of = lessons.into_iter().find(|lesson| lesson.id == id).unwrap();
    let context = Context::default();
    context.run_ui(RawInput::default(), |_| {}).textures_delta.clear();
    theme::dress(&context, 100, theme::Colours::Usual, &theme::start());
    (Shown::new(vec![Arc::new(lesson_of)]).unwrap(), context)
}

/// Promise: what a step of a lesson strikes is marked once that has been seen, until the next step.
#[test]
fn what_a_step_strikes_stays_marked() {
    let (mut shown, context) = opened("ST-C24");
    let (mut wishes, mut book, mut speed) = (Wishes::default(), Book::default(), Speed::Normal);
    let mut time = 0.0;
    let mut marked = |shown: &mut Shown| {
        for _ in 0..100 {
            time += 0.1;
            let input = RawInput {
                screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1360.0, 860.0))),
                time: Some(time),
                ..RawInput::default()
            };
            let mut with = With { wishes: &mut wishes, book: &mut book, speed: &mut speed, pens: None };
            context
                .run_ui(input, |ui| assert!(lesson(ui.ctx(), (&mut *shown, None), &mut with)))
                .textures_delta
                .clear();
        }
        let mut lit = shown.overlay.of::<Pointer>().lit.clone();
        lit.sort();
        lit.dedup();
        lit.len()
    };
    assert_eq!(marked(&mut shown), 0);
    for (step, squares) in [(1, 1), (2, 0), (4, 4), (8, 16)] {
        shown.press(Step::To(step));
        assert_eq!(marked(&mut shown), squares, "step {step}");
    }
}

/// Promise: a lesson's field promises nothing of clicks, which do nothing there, and everybody in play is in sight on it.
#[test]
fn the_field_of_a_lesson_promises_no_clicks_and_shows_everybody() {
    let (mut shown, context) = opened("ST-C02");
    let (mut wishes, mut book, mut speed) = (Wishes::default(), Book::default(), Speed::Normal);
    let (mut hovered, mut promises) = (0, Vec::new());
    let is_promise = |text: &str| [way::ONCE, way::twice(false)].iter().any(|clicks| text.contains(*clicks));
    for frame in 0..60_u8 {
        let at = pos2(220.0 + f32::from(frame % 10) * 50.0, 140.0 + f32::from(frame / 10) * 60.0);
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1360.0, 860.0))),
            time: Some(f64::from(frame) / 20.0),
            events: vec![Event::PointerMoved(at)],
            ..RawInput::default()
        };
        let mut output = context.run_ui(input, |ui| {
            let mut with = With { wishes: &mut wishes, book: &mut book, speed: &mut speed, pens: None };
            assert!(lesson(ui.ctx(), (&mut shown, None), &mut with));
        });
        output.textures_delta.clear();
        hovered += usize::from(shown.overlay.of::<Pointer>().hovered.is_some());
        promises.extend(output.shapes.into_iter().filter_map(|shape| match shape.shape {
            Shape::Text(text) if is_promise(&text.galley.job.text) => Some(text.galley.job.text.clone()),
            _ => None,
        }));
    }
    assert!(hovered > 10, "{hovered} frames with the pointer on the field");
    assert!(promises.is_empty(), "{promises:?}");
    let look = Look::at(&shown.world, shown.battle).unwrap();
    let drawn = shown.overlay.of::<FieldView>().drawn.as_ref().unwrap();
    for id in look.shown().filter(|id| look.is_in_play(*id)) {
        let body = drawn.view.body(look.footprint(id));
        assert!(drawn.page.contains_rect(body), "{} at {body:?} of {:?}", look.name(id), drawn.page);
    }
}

/// Promise: a lesson that is shown to others lies over the whole page, its board above what a presenter works with, and what is
/// drawn over that lies on it.
#[test]
fn a_lesson_that_is_shown_fills_the_page_and_is_drawn_on() {
    let (mut shown, context) = opened("ST-C02");
    let (mut wishes, mut book, mut speed) = (Wishes::default(), Book::default(), Speed::Normal);
    let mut presenter = Presenter::default();
    (presenter.tool, presenter.audience) = (Tool::Arrow, true);
    let whole = Rect::from_min_size(Pos2::ZERO, vec2(1360.0, 860.0));
    let room = whole.with_max_y(770.0);
    let mut time = 0.0;
    let mut frame = |events: Vec<Event>| {
        time += 0.1;
        let input = RawInput { screen_rect: Some(whole), time: Some(time), events, ..RawInput::default() };
        let pens = Some(&mut presenter);
        let mut with = With { wishes: &mut wishes, book: &mut book, speed: &mut speed, pens };
        let draw = |ui: &mut Ui| assert!(lesson(ui.ctx(), (&mut shown, Some(room)), &mut with));
        context.run_ui(input, draw).textures_delta.clear();
        shown.overlay.of::<FieldView>().drawn.as_ref().map(|drawn| (drawn.view, drawn.page)).unwrap()
    };
    let mut drawn = frame(Vec::new());
    for _ in 0..30 {
        drawn = frame(Vec::new());
    }
    let (view, page) = drawn;
    let lies = context.memory(|memory| memory.area_rect(Id::new(ALONE))).unwrap();
    assert!((lies.min - whole.min).length() < 8.0 && (lies.max - whole.max).length() < 8.0, "{lies:?}");
    assert!(room.contains_rect(page) && page.width() > 900.0 && page.height() > 450.0, "{page:?}");
    let (from, to) = (page.center(), page.center() + vec2(view.cell * 2.0, 0.0));
    let button = |pos: Pos2, pressed: bool| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    for event in [Event::PointerMoved(from), button(from, true), Event::PointerMoved(to), button(to, false)] {
        frame(vec![event]);
    }
    let marks: Vec<_> = presenter.marks.all().cloned().collect();
    let [arrow] = marks.as_slice() else { panic!("{marks:?}") };
    let ends = arrow.places.first().zip(arrow.places.last()).unwrap();
    assert!((ends.1.x - ends.0.x - 2.0).abs() < 0.1, "{arrow:?}");
}
