//! The tour of a game: a lesson at each stop, what it shows, a question beforehand, and what came of it.

mod walking;

use std::collections::BTreeSet;

use bevy_egui::egui::{
    Align, Button, Color32, Key as Pressed, Layout, RichText, ScrollArea, Sense, Stroke, Ui, WidgetInfo, WidgetType,
    vec2,
};

use super::{FIRST, Learning, Read, against, picture, seats};
use crate::battle::{Key, RuleId};
use crate::board::Square;
use crate::learn::{Answer, Form};
use crate::overlay::theme;
use crate::overlay::wishes::Wish;
use crate::rulebook::learn::{Learn, Stop};

pub use walking::{Told, Walking};

/// What was pressed.
enum Step {
    To(usize),
    Again,
    Battle,
    Rule(RuleId),
}

/// The page.
pub(super) fn page(ui: &mut Ui, learn: &Learn, read: &mut Read, with: &mut Learning<'_>) {
    let of = read.of;
    if read.walking.is_none() {
        with.note(of, |progress| progress.suit(learn));
        let progress = with.learned.of(of);
        // Whoever has done all of it begins anew.
        read.walking = Walking::to(learn, if progress.is_whole() { 0 } else { progress.at });
    }
    let Some(mut walking) = read.walking.take() else { return };
    let mut step = None;
    dots(ui, of, learn, &walking, with, &mut step);
    ui.add_space(theme::em(ui, 4.0));
    if let Some(stop) = learn.tour.get(walking.at()) {
        stand(ui, learn, stop, &mut walking, with, &mut step);
    }
    let mut progress = with.learned.of(of);
    if walking.walk.note(learn, &mut progress) {
        with.note(of, |kept| *kept = progress);
        // It is counted above.
        ui.ctx().request_repaint();
    }
    match step {
        Some(Step::To(to)) => {
            with.note(of, |progress| progress.at = to);
            read.walking = Walking::to(learn, to);
            return;
        }
        Some(Step::Again) => walking.again(),
        Some(Step::Rule(rule)) => with.book.look_up(rule),
        Some(Step::Battle) => {
            if let Some((_, _, Some(scenario))) = with.listed.taught(&with.next.chosen) {
                with.wishes.wish = Some(Wish::Learn(scenario.name.clone(), seats(&scenario.players)));
            }
        }
        None => {}
    }
    read.walking = Some(walking);
}

/// Points of a stop across, and of an answer and of a way on across and down at least, at the usual size of text.
const DOT: f32 = 42.0;
const ANSWER: (f32, f32) = (72.0, 34.0);
const WAY: (f32, f32) = (84.0, 42.0);

/// All stops in a row: where one is, and which are done.
fn dots(ui: &mut Ui, of: Key, learn: &Learn, walking: &Walking, with: &Learning<'_>, step: &mut Option<Step>) {
    let progress = with.learned.of(of);
    ui.horizontal_wrapped(|ui| {
        for (index, stop) in learn.tour.iter().enumerate() {
            let (sign, came) = match (progress.done.contains(&stop.title), progress.missed.contains(&stop.title)) {
                (false, _) => ("", ""),
                (true, false) => ("✔ ", ", done"),
                (true, true) => ("✖ ", ", done, with another answer than the right one"),
            };
            let text = format!("{sign}{}", index + 1);
            let face = Button::selectable(index == walking.at(), text).frame_when_inactive(true);
            // As wide done as not, so that the others stay where they are.
            let button = ui.add(face.min_size(vec2(theme::em(ui, DOT), 0.0)));
            let named = format!("Step {}: {}{came}", index + 1, stop.title);
            button
                .widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, index == walking.at(), &named));
            if button.on_hover_text(named.as_str()).clicked() {
                *step = Some(Step::To(index));
            }
        }
        let (text, colour) = match (progress.is_whole(), progress.done.len()) {
            (true, all) => (format!("✔ All {all} done"), theme::good()),
            (false, some) => (format!("{some} of {} done", learn.tour.len()), theme::faint()),
        };
        ui.label(RichText::new(text).color(colour));
    });
}

/// One stop: the picture, and beside it or below what is told and asked.
fn stand(
    ui: &mut Ui,
    learn: &Learn,
    stop: &Stop,
    walking: &mut Walking,
    with: &mut Learning<'_>,
    step: &mut Option<Step>,
) {
    let em = theme::scale(ui.ctx());
    let is_narrow = ui.available_width() < 720.0 * em;
    // Each is read from its start.
    let scrolled = ("stop", stop.shows.lesson.id.as_str(), walking.at());
    let room = ui.available_size();
    if is_narrow {
        let below = theme::em(ui, 56.0);
        let scroll = ScrollArea::vertical().id_salt(scrolled).max_height(room.y - below).auto_shrink(false);
        scroll.show(ui, |ui| {
            look_on(ui, (room.y * 0.42).max(120.0), walking, with);
            told(ui, stop, walking, with, step);
        });
        ways(ui, learn, walking, with, step);
        return;
    }
    let wide = (room.x * 0.6).floor();
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(vec2(wide, room.y), Layout::top_down(Align::Min), |ui| {
            ui.set_width(wide);
            look_on(ui, room.y - theme::em(ui, 6.0), walking, with);
        });
        ui.add_space(theme::em(ui, 8.0));
        let left = ui.available_width();
        ui.allocate_ui_with_layout(vec2(left, room.y), Layout::top_down(Align::Min), |ui| {
            ui.set_width(left);
            let below = theme::em(ui, 58.0);
            let high = room.y - below;
            ScrollArea::vertical()
                .id_salt(scrolled)
                .max_height(high)
                .min_scrolled_height(high)
                .auto_shrink(false)
                .show(ui, |ui| told(ui, stop, walking, with, step));
            ways(ui, learn, walking, with, step);
        });
    });
}

/// The picture; a square that is asked for is answered by a click on it.
fn look_on(ui: &mut Ui, height: f32, walking: &mut Walking, with: &mut Learning<'_>) {
    let moves = with.moves();
    let second = ui.input(|input| input.time);
    walking.shown = walking.now(second, moves);
    let Some(now) = walking.shown else { return };
    let Some(reel) = &walking.reel else { return };
    let squares = walking.walk.posed().and_then(|posed| match &posed.form {
        Form::Squares { among, .. } => Some(among),
        Form::Words { .. } => None,
    });
    let sense = if squares.is_some() && walking.walk.is_asked() { Sense::click() } else { Sense::hover() };
    let (response, view) = picture::show(ui, (reel, now), (height, sense), &mut with.portraits);
    let Some(among) = squares else { return };
    picture::marks(ui, &view, response.rect, &walking.marked());
    let clicked = response.interact_pointer_pos().filter(|_| response.clicked());
    if let Some(square) = clicked.map(|at| view.square(at)).filter(|square| among.contains(square)) {
        walking.walk.answer(Answer::At(square));
    }
}

/// What is told and asked.
fn told(ui: &mut Ui, stop: &Stop, walking: &mut Walking, with: &Learning<'_>, step: &mut Option<Step>) {
    ui.label(theme::titled(ui, &stop.title, 22.0).color(theme::accent()));
    ui.add_space(theme::em(ui, 2.0));
    ui.label(theme::sized(ui, &walking.text, 17.0));
    if let Some(why) = walking.walk.wrong() {
        ui.label(RichText::new(why).small().color(theme::bad()));
    }
    if let Some(query) = &stop.question {
        ui.add_space(theme::em(ui, 10.0));
        ui.label(theme::sized(ui, &query.say, 17.0).strong().color(theme::accent()));
        ui.add_space(theme::em(ui, 2.0));
        asked(ui, walking, query.guess);
        verdict(ui, (walking, query.guess), with, step);
    }
    if walking.walk.is_asked() {
        return;
    }
    // What happens, in the words of the chronicle, as far as it has been seen.
    if let Some((reel, now)) = walking.reel.as_ref().zip(walking.shown) {
        ui.add_space(theme::em(ui, 6.0));
        reel.told(now).for_each(|line| {
            ui.label(RichText::new(&line.text).small().color(theme::faint()));
        });
    }
    if let Some(then) = walking.then.as_ref().filter(|_| walking.is_over) {
        ui.add_space(theme::em(ui, 6.0));
        ui.label(theme::sized(ui, then, 17.0));
    }
}

/// The answers side by side. Once one is given, which is right and which was said is seen by more than colour; what was a `guess`
/// is not held against anybody.
fn asked(ui: &mut Ui, walking: &mut Walking, guess: bool) {
    let Some(posed) = walking.walk.posed().cloned() else { return };
    let (among, right) = match &posed.form {
        Form::Words { among, right } => (among, right),
        Form::Squares { among, .. } => {
            squares(ui, among, walking);
            return;
        }
    };
    let given = walking.walk.given();
    ui.horizontal_wrapped(|ui| {
        for (index, word) in among.iter().enumerate() {
            let is_said = given.is_some_and(|(said, _)| said == Answer::Word(index));
            let (text, edge) = match given {
                Some(_) if index == *right => (format!("✔ {word}"), theme::good()),
                Some(_) if is_said && guess => (word.clone(), theme::faint()),
                Some(_) if is_said => (format!("✖ {word}"), theme::bad()),
                _ => (word.clone(), Color32::TRANSPARENT),
            };
            let button = Button::new(theme::sized(ui, text, 17.0)).stroke(Stroke::new(2.0, edge));
            let size = vec2(theme::em(ui, ANSWER.0), theme::em(ui, ANSWER.1));
            if ui.add(button.min_size(size)).clicked() && given.is_none() {
                walking.walk.answer(Answer::Word(index));
            }
        }
    });
}

/// The squares by their numbers, for whoever does not click on them in the picture.
fn squares(ui: &mut Ui, among: &BTreeSet<Square>, walking: &mut Walking) {
    if !walking.walk.is_asked() {
        return;
    }
    ui.label(RichText::new("Click one of the marked squares in the picture, or its number.").color(theme::faint()));
    ui.horizontal_wrapped(|ui| {
        for (number, square) in (1..).zip(among) {
            let size = vec2(theme::em(ui, ANSWER.1), theme::em(ui, ANSWER.1));
            let button = ui.add(Button::new(theme::sized(ui, format!("{number}"), 17.0)).min_size(size));
            button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Square {number}")));
            if button.clicked() {
                walking.walk.answer(Answer::At(*square));
            }
        }
    });
}

/// Whether what was said is right, and the rule that says so.
fn verdict(ui: &mut Ui, (walking, guess): (&Walking, bool), with: &Learning<'_>, step: &mut Option<Step>) {
    let (Some((_, is_right)), Some(posed)) = (walking.walk.given(), walking.walk.posed()) else { return };
    let (text, colour) = match is_right {
        true => (format!("Right: {}.", posed.answer), theme::good()),
        false if guess => (format!("It is {}, as nobody could know.", posed.answer), theme::ink()),
        false => (format!("Not quite: the answer is {}.", posed.answer), theme::bad()),
    };
    ui.label(theme::sized(ui, text, 16.0).color(colour));
    let rules = with.listed.rules(&with.next.chosen);
    let rule = posed.why.and_then(|id| Some((id, rules?.book.get(&id)?)));
    if let Some((id, rule)) = rule {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Why:").color(theme::faint()));
            if ui.link(&rule.title).on_hover_text(&rule.text).clicked() {
                *step = Some(Step::Rule(id));
            }
        });
    }
}

/// The buttons that lead back, on and into the first battle; the arrow keys do the same.
fn ways(ui: &mut Ui, learn: &Learn, walking: &Walking, with: &Learning<'_>, step: &mut Option<Step>) {
    let at = walking.at();
    let is_last = at + 1 >= learn.tour.len();
    let may_go_on = !walking.walk.is_asked();
    let mut to = None;
    ui.add_space(theme::em(ui, 4.0));
    ui.horizontal_wrapped(|ui| {
        ui.set_row_height(theme::em(ui, 42.0));
        let size = vec2(theme::em(ui, WAY.0), theme::em(ui, WAY.1));
        if ui.add_enabled(at > 0, Button::new("◀ Back").min_size(size)).on_hover_text("Left arrow").clicked() {
            to = at.checked_sub(1);
        }
        let again = ui.add_enabled(may_go_on, Button::new("↻ Again").min_size(size));
        if again.on_hover_text("The picture from its start").clicked() {
            *step = Some(Step::Again);
        }
        let width = theme::em(ui, 150.0).min(ui.available_width());
        if is_last {
            let has_first = with.listed.taught(&with.next.chosen).is_some_and(|(_, _, first)| first.is_some());
            if has_first {
                if theme::main_button(ui, FIRST, width, true).clicked() {
                    *step = Some(Step::Battle);
                }
                against(ui);
            }
            return;
        }
        // It stands out once what is shown has been seen; whoever will may go on before.
        let next = if walking.is_over || walking.reel.is_none() {
            theme::main_button(ui, "Next ▶", width, may_go_on)
        } else {
            let button = Button::new(theme::titled(ui, "Next ▶", 18.0)).min_size(vec2(width, theme::em(ui, 42.0)));
            ui.add_enabled(may_go_on, button)
        };
        let next = next.on_disabled_hover_text("Say first what you think");
        if next.on_hover_text("Right arrow").clicked() {
            to = Some(at + 1);
        }
    });
    if !ui.ctx().egui_wants_keyboard_input() && !with.book.open {
        let key = |key| ui.input(|input| input.key_pressed(key));
        if key(Pressed::ArrowRight) && may_go_on && !is_last {
            to = Some(at + 1);
        } else if key(Pressed::ArrowLeft) && at > 0 {
            to = Some(at - 1);
        }
    }
    if let Some(to) = to {
        *step = Some(Step::To(to));
    }
}
