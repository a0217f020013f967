//! The list of a talk: its steps are named, put in order, taken out, kept in a file and presented.

use std::path::PathBuf;
use std::time::Duration;

use bevy_egui::egui::{Button, Context, Frame, Label, Margin, Response, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::Presenter;
use crate::machine;
use crate::overlay::{panels, theme};
use crate::record::shelf;
use crate::talk::{NOTE, Shows, Step, TITLE, Talk};

/// Seconds after a letter until what was typed is kept.
const REST: f64 = 1.0;

/// What is done with a step.
enum Does {
    Up,
    Down,
    Out,
    Show,
}

/// Points of the window across and down, with some steps in it, at the usual size of text.
const SIZE: (f32, f32) = (620.0, 320.0);

/// The window.
pub(super) fn list(context: &Context, with: &mut Presenter) {
    with.rests(context);
    if !with.open {
        return;
    }
    let mut open = true;
    let (room, scale) = (context.content_rect(), theme::scale(context));
    let wide = (room.width() - 60.0).min(SIZE.0 * scale);
    let at = panels::opens_at(room, vec2(wide, SIZE.1 * scale));
    panels::window("My talk", "talk", &mut open).default_pos(at).show(context, |ui| {
        ui.set_width(wide);
        head(ui, with);
        file(ui, with);
        ui.separator();
        if with.talk.steps.is_empty() {
            let text = "Nothing is in it yet. \u{201c}Add to my talk\u{201d} stands in the menu of a battle, beside every lesson, at the \
                        tour of a game and at saved battles.";
            ui.add(Label::new(RichText::new(text).color(theme::faint())).wrap());
            return;
        }
        let high = (room.height() * 0.55).max(60.0);
        let mut done = None;
        ScrollArea::vertical().max_height(high).auto_shrink([false, true]).show(ui, |ui| {
            let last = with.talk.steps.len();
            let mut steps = std::mem::take(&mut with.talk.steps);
            for (number, step) in steps.iter_mut().enumerate() {
                if let Some(does) = row(ui, (number, last), step, with) {
                    done = Some((number, does));
                }
            }
            with.talk.steps = steps;
        });
        if let Some((number, does)) = done {
            with.change(number, &does);
        }
    });
    with.open &= open;
}

/// What it is called, and the button that begins it.
fn head(ui: &mut Ui, with: &mut Presenter) {
    ui.horizontal_wrapped(|ui| {
        let width = ui.available_width() * 0.6;
        let title = TextEdit::singleline(&mut with.talk.title).hint_text("What it is about").char_limit(TITLE);
        let title = ui.add(title.desired_width(width));
        theme::called(&title, "What the talk is about");
        with.hear(&title);
        let present = ui.add_enabled(!with.talk.steps.is_empty(), Button::new("Present"));
        if present.on_disabled_hover_text("There is nothing to present yet").clicked() {
            with.show(0);
        }
        let tip = "They see what is shown, in a window of their own, and neither your panels nor your notes";
        let is_there = machine::HAS_WINDOWS && !with.audience;
        if is_there && ui.button("Show to the audience").on_hover_text(tip).clicked() {
            with.turn_to_others();
        }
    });
}

/// A file that it is read from or written into.
fn file(ui: &mut Ui, with: &mut Presenter) {
    ui.horizontal_wrapped(|ui| {
        if machine::HANDS_OVER {
            let is_there = !with.talk.steps.is_empty();
            if ui.add_enabled(is_there, Button::new("Download")).on_hover_text("This talk as a file").clicked() {
                let name = shelf::called(&with.talk.title, "ron");
                let given = with.talk.written().and_then(|text| machine::give(&name, text.as_bytes()));
                with.wrong = given.err();
            }
            return;
        }
        let width = ui.available_width() * 0.6;
        let path = TextEdit::singleline(&mut with.file).hint_text("A file for it: talk.ron").desired_width(width);
        theme::called(&ui.add(path), "A file for the talk");
        let path = PathBuf::from(with.file.trim());
        let is_named = !path.as_os_str().is_empty();
        let opens = ui.add_enabled(is_named, Button::new("Open"));
        if opens.on_disabled_hover_text("Name a file first").clicked() {
            match Talk::read(&path) {
                Ok(talk) => (with.talk, with.unkept, with.at, with.wrong) = (talk, true, None, None),
                Err(problems) => with.wrong = problems.first().map(ToString::to_string),
            }
        }
        let is_empty = with.talk.steps.is_empty();
        let why = if is_empty { "There is nothing to save yet" } else { "Name a file first" };
        let saves = ui.add_enabled(is_named && !is_empty, Button::new("Save"));
        if saves.on_disabled_hover_text(why).clicked() {
            with.wrong = with.talk.write(&path).err();
        }
    });
    if let Some(wrong) = &with.wrong {
        ui.add(Label::new(RichText::new(wrong).small().color(theme::bad())).wrap());
    }
}

/// One step: its title, its note, and what can be done with it.
fn row(ui: &mut Ui, (number, last): (usize, usize), step: &mut Step, with: &mut Presenter) -> Option<Does> {
    let mut does = None;
    let frame = Frame::new().fill(theme::sunken()).corner_radius(4).inner_margin(Margin::same(6));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.push_id(("step", number), |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(format!("{}", number + 1)).color(theme::faint()));
                let width = ui.available_width() * 0.55;
                let title = TextEdit::singleline(&mut step.title).hint_text("Its title").char_limit(TITLE);
                let title = ui.add(title.desired_width(width));
                theme::called(&title, &format!("The title of step {}", number + 1));
                with.hear(&title);
                for (sign, words, can, what) in [
                    ("⏶", "Earlier", number > 0, Does::Up),
                    ("⏷", "Later", number + 1 < last, Does::Down),
                    ("×", "Take it out", true, Does::Out),
                    ("▶", "Present it", true, Does::Show),
                ] {
                    if theme::sign(ui, can, sign, words, "").clicked() {
                        does = Some(what);
                    }
                }
            });
            let width = ui.available_width() - 8.0;
            let note = TextEdit::multiline(&mut step.note).hint_text("What there is to say about it");
            let note = ui.add(note.char_limit(NOTE).desired_rows(1).desired_width(width));
            theme::called(&note, &format!("The note of step {}", number + 1));
            with.hear(&note);
            let hides = match step.hides.is_empty() {
                true => String::new(),
                false => format!("; hidden: {}", step.hides.join(", ")),
            };
            let text = format!("{}{hides}", told(&step.shows));
            ui.add(Label::new(RichText::new(text).small().color(theme::faint())).truncate());
        });
    });
    ui.add_space(4.0);
    does
}

/// What a step shows, in a few letters.
fn told(shows: &Shows) -> String {
    use crate::link::Link;
    match shows {
        Shows::Link(Link::Battle { at: Some(at), .. }) => format!("a battle after decision {at}"),
        Shows::Link(Link::Battle { at: None, .. }) => "a battle".to_owned(),
        Shows::Link(link) => link.to_string(),
        Shows::Picture(path) => path.display().to_string(),
    }
}

impl Presenter {
    /// Hears of a field of the talk: what is typed there is kept once the field is left, or nobody types any more.
    fn hear(&mut self, field: &Response) {
        if field.changed() {
            (self.unkept, self.types) = (true, Some(field.ctx.input(|input| input.time) + REST));
            field.ctx.request_repaint_after(Duration::from_secs_f64(REST));
        }
        if field.lost_focus() {
            self.types = None;
        }
    }

    /// Whoever types no more has come to rest, and so has whoever has put the list away.
    fn rests(&mut self, context: &Context) {
        let now = context.input(|input| input.time);
        self.types = self.types.filter(|until| self.open && now < *until);
    }

    /// Whether it is to be kept now.
    pub(super) const fn is_to_be_kept(&self) -> bool {
        self.unkept && self.types.is_none()
    }

    /// Does something with a step; the one that is shown stays the one that is shown.
    fn change(&mut self, number: usize, does: &Does) {
        self.unkept |= !matches!(does, Does::Show);
        let steps = &mut self.talk.steps;
        let other = match does {
            Does::Up => number.checked_sub(1),
            Does::Down => Some(number + 1).filter(|other| *other < steps.len()),
            Does::Out | Does::Show => None,
        };
        match (does, other) {
            (Does::Show, _) => self.show(number),
            (Does::Out, _) if number < steps.len() => {
                steps.remove(number);
                self.at = self.at.filter(|at| *at != number).map(|at| if at > number { at - 1 } else { at });
            }
            (_, Some(other)) if number < steps.len() => {
                steps.swap(number, other);
                self.at = self.at.map(|at| match at {
                    _ if at == number => other,
                    _ if at == other => number,
                    _ => at,
                });
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Event, RawInput};

    use super::*;
    use crate::link::Link;

    /// Promise: a talk is kept once a field of it is left or nobody types any more, and not at every letter.
    #[test]
    fn what_is_typed_is_kept_at_rest() {
        let context = Context::default();
        let mut with = Presenter { open: true, ..Presenter::default() };
        let mut frame = |time: f64, letter: &str, is_left: bool| {
            let events = if letter.is_empty() { Vec::new() } else { vec![Event::Text(letter.to_owned())] };
            let input = RawInput { time: Some(time), events, ..RawInput::default() };
            let mut output = context.run_ui(input, |ui| {
                with.rests(ui.ctx());
                let field = ui.add(TextEdit::singleline(&mut with.talk.title));
                match is_left {
                    true => field.surrender_focus(),
                    false => field.request_focus(),
                }
                with.hear(&field);
            });
            output.textures_delta.clear();
            let is_kept = with.is_to_be_kept();
            with.unkept &= !is_kept;
            is_kept
        };
        assert!(!frame(0.0, "", false), "there is nothing to keep");
        assert!(!frame(0.1, "a", false) && !frame(0.2, "b", false) && !frame(1.0, "", false));
        assert!(frame(0.2 + REST, "", false) && !frame(3.0, "", false), "once nobody types");
        assert!(!frame(3.1, "c", false) && (frame(3.2, "", true) || frame(3.3, "", true)), "once it is left");
        assert_eq!(with.talk.title, "abc");
    }

    /// Promise: steps are put in order and taken out, and the one that is shown stays the one that is shown.
    #[test]
    fn steps_are_put_in_order() {
        let step = |name: &str| Step::of(name, Link::Tour(name.to_owned()));
        let steps = vec![step("a"), step("b"), step("c")];
        let mut with = Presenter { talk: Talk { title: String::new(), steps }, at: Some(1), ..Presenter::default() };
        let names = |with: &Presenter| with.talk.steps.iter().map(|step| step.title.clone()).collect::<String>();
        with.change(1, &Does::Up);
        assert_eq!((names(&with), with.at), ("bac".to_owned(), Some(0)));
        with.change(2, &Does::Up);
        assert_eq!((names(&with), with.at), ("bca".to_owned(), Some(0)));
        with.change(2, &Does::Down);
        with.change(0, &Does::Up);
        assert_eq!(names(&with), "bca");
        with.change(1, &Does::Out);
        assert_eq!((names(&with), with.at), ("ba".to_owned(), Some(0)));
        with.change(0, &Does::Out);
        assert_eq!((names(&with), with.at), ("a".to_owned(), None));
        with.change(9, &Does::Out);
        assert_eq!(names(&with), "a");
    }
}
