//! Trials of what presents.

use bevy_egui::egui::{RawInput, vec2};

use super::*;
use crate::ai::Skill;
use crate::overlay::course::Pace;
use crate::overlay::trial;

/// Promise: what a side keeps secret stays hidden from all who look on where it is chosen; nobody ever sees more than before.
#[test]
fn hidden_sides_keep_their_secrets() {
    let game = trial::begun("skirmish4", 3);
    let look = trial::look(&game);
    let known = |seats: &[Seat], hidden: &[u8]| {
        let hidden: Vec<SideId> = hidden.iter().map(|side| SideId(*side)).collect();
        let look = seen(look, seats, &hidden);
        [0, 1].map(|side| look.shown().filter(|id| look.side(*id).0 == side).all(|id| look.may_know(id)))
    };
    let (me, other) = (Seat::Me, Seat::Computer(Skill::Plain));
    assert_eq!(known(&[other, other], &[]), [true, true]);
    assert_eq!(known(&[other, other], &[1]), [true, false]);
    assert_eq!(known(&[other, other], &[0, 1]), [false, false]);
    assert_eq!(known(&[me, other], &[]), [true, false]);
    assert_eq!(known(&[me, other], &[1]), [true, false]);
    assert_eq!(known(&[me, other], &[0]), [false, false]);
}

/// Promise: text is large while somebody presents, and as ever in somebody else's page.
#[test]
fn text_is_large_while_somebody_presents() {
    let (presents, not) = (Hud { presents: true, ..Hud::default() }, Hud::default());
    let with = Presenter { on: true, ..Presenter::default() };
    assert_eq!([75, 100, 150, 200].map(|usual| with.text(&presents, usual)), [150, 150, 200, 200]);
    assert_eq!((with.text(&not, 100), Presenter::default().text(&presents, 100)), (100, 100));
}

/// Promise: what a presenter works with covers nothing of the field, in the smallest window and with the largest text.
#[test]
fn the_bar_lies_below_the_field() {
    let game = trial::begun("gate", 3);
    let page = Rect::from_min_size(Pos2::ZERO, vec2(1024.0, 640.0));
    let input = || RawInput { screen_rect: Some(page), ..RawInput::default() };
    for text in [150, 200] {
        let context = Context::default();
        context.run_ui(input(), |_| {}).textures_delta.clear();
        theme::dress(&context, text, theme::Colours::Usual, &theme::start());
        let mut hud = Hud { presents: true, ..Hud::default() };
        let mut with = Presenter { on: true, ..Presenter::default() };
        for _ in 0..3 {
            let look = trial::look(&game);
            let mut output = context.run_ui(input(), |ui| bar::bar(ui.ctx(), (Some(look), false), &mut hud, &mut with));
            output.textures_delta.clear();
        }
        let lies = context.memory(|memory| memory.area_rect(Id::new(BAR))).unwrap();
        let field = with.places(&context, &hud).field;
        assert!(lies.top() >= field.bottom() && page.contains_rect(lies), "{text}: {lies:?} over {field:?}");
        assert!(lies.width() > page.width() / 2.0 && hud.presents && !with.folded, "{text}: {lies:?}");
    }
}

/// Promise: while somebody presents it is said whose turn it is and what is asked; of what others decide only who does.
#[test]
fn it_is_said_whose_turn_it_is() {
    let game = trial::begun("gate", 3);
    let look = trial::look(&game);
    let (question, who) = (look.question().unwrap(), look.asked().unwrap());
    let told = |look: Look<'_>, auto: bool| turn::words(look, &Pace::of(Skill::Plain, auto), 1);
    let here = told(look, false);
    assert!(here.starts_with("Round 1 · ") && here.contains(look.name(who)), "{here}");
    assert!(here.contains(&question.prompt), "{here}");
    let others = told(look, true);
    assert!(others.contains(look.name(who)) && !others.contains(&question.prompt), "{others}");
}

/// Promise: whatever becomes a step is told at once, by its name and with how many steps there are.
#[test]
fn what_becomes_a_step_is_told() {
    let context = Context::default();
    let mut with = Presenter::default();
    let seen = |with: &mut Presenter, time: f64| {
        let input = RawInput { time: Some(time), ..RawInput::default() };
        let mut output = context.run_ui(input, |ui| told(ui.ctx(), with));
        output.textures_delta.clear();
        with.added.as_ref().map(|(text, _)| text.clone())
    };
    for expected in ["Added: Tour of zones (1 step)", "Added: Tour of zones (2 steps)"] {
        with.take_up(Step::of("Tour of zones", Link::Tour("zones".to_owned())));
        assert_eq!(seen(&mut with, 1.0).as_deref(), Some(expected));
    }
    assert_eq!(seen(&mut with, 1.0 + TOLD), None, "it goes away by itself");
}

/// Promise: steps come one after the other, from the first to the last.
#[test]
fn steps_end_with_the_last() {
    let step = crate::talk::Step::of("x", Link::Tour("zones".to_owned()));
    let mut with = Presenter { talk: Talk { title: String::new(), steps: vec![step; 2] }, ..Presenter::default() };
    let mut go = |by| {
        with.step(by);
        let wanted = with.wanted.take();
        with.at = wanted.or(with.at);
        wanted
    };
    assert_eq!([1, 1, 1, -1, -1].map(&mut go), [Some(0), Some(1), None, Some(0), None]);
    let mut empty = Presenter::default();
    empty.step(1);
    assert_eq!(empty.wanted, None);
}
