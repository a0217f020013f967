//! The window of exports: they are chosen in it, and it tells how far one has come.

use bevy_egui::egui::{Button, Context, DragValue, Label, ProgressBar, RichText, Slider, Ui, vec2};

use super::{Export, Kind, PAUSE, SIZES};
use crate::machine;
use crate::overlay::timeline::Timeline;
use crate::overlay::{panels, theme};

/// Points of the window across and down, with the most that is chosen in it, at the usual size of text.
const SIZE: (f32, f32) = (440.0, 230.0);

/// The window.
pub(super) fn export(context: &Context, with: &mut Export, line: &Timeline) {
    let mut open = true;
    let room = context.content_rect();
    let scale = theme::scale(context);
    let wide = (room.width() - 60.0).min(SIZE.0 * scale);
    let at = panels::opens_at(room, vec2(wide, SIZE.1 * scale));
    panels::window("Export", "export", &mut open).default_pos(at).show(context, |ui| {
        ui.set_width(wide);
        let last = line.count();
        ui.add_enabled_ui(!with.is_busy(), |ui| choose(ui, with, line.now(), last));
        ui.separator();
        below(ui, with);
    });
    with.open = open;
}

/// What is made, the moments that it shows, how large and how fast it is.
fn choose(ui: &mut Ui, with: &mut Export, now: usize, last: usize) {
    ui.horizontal_wrapped(|ui| {
        for (kind, name, tip) in Kind::ALL {
            // A page gives one file away at a time.
            let can = kind != Kind::Frames || !machine::HANDS_OVER;
            let button = ui.add_enabled(can, Button::selectable(with.kind == kind, name)).on_hover_text(tip);
            if button.clicked() && with.kind != kind {
                with.kind = kind;
                (with.moments, with.told) = (kind.moments(now, last), None);
            }
        }
    });
    with.moments = (with.moments.0.min(last), with.moments.1.min(last));
    if with.kind != Kind::Text {
        ui.horizontal_wrapped(|ui| {
            let is_long = with.kind.is_long();
            let (from, to) = &mut with.moments;
            let label = ui.label(if is_long { "From decision" } else { "After decision" });
            ui.add(DragValue::new(from).range(0..=last)).labelled_by(label.id);
            if is_long {
                let label = ui.label("to");
                ui.add(DragValue::new(to).range(*from..=last)).labelled_by(label.id);
                if ui.button("From here").on_hover_text("From the moment that is looked at").clicked() {
                    (*from, *to) = (now, (*to).max(now));
                }
                if ui.button("To here").on_hover_text("To the moment that is looked at").clicked() {
                    (*from, *to) = ((*from).min(now), now);
                }
            } else if ui.button("Now").on_hover_text("The moment that is looked at").clicked() {
                *from = now;
            }
            ui.label(RichText::new(format!("of {last}")).color(theme::faint()));
        });
        ui.horizontal_wrapped(|ui| {
            ui.label("Size");
            for (number, (name, (width, height))) in SIZES.iter().enumerate() {
                let tip = format!("{width} x {height} pixels");
                if ui.add(Button::selectable(with.size == number, *name)).on_hover_text(tip).clicked() {
                    with.size = number;
                }
            }
        });
    }
    if with.kind == Kind::Film {
        ui.horizontal_wrapped(|ui| {
            let label = ui.label("Each moment is seen for");
            let slider = Slider::new(&mut with.pause, PAUSE).step_by(50.0).suffix(" ms");
            ui.add(slider).labelled_by(label.id);
        });
        let text = "An animated picture (APNG): browsers play it, most other viewers show its first moment.";
        ui.add(Label::new(RichText::new(text).small().color(theme::faint())).wrap());
    }
}

/// The button that begins it, how far it has come, and what came of it.
fn below(ui: &mut Ui, with: &mut Export) {
    ui.horizontal_wrapped(|ui| match with.work.as_ref().map(super::Work::done) {
        Some(done) => {
            let share = done as f32 / with.count.max(1) as f32;
            let text = format!("{done} of {}", with.count);
            ui.add(ProgressBar::new(share).text(text).desired_width(ui.available_width() * 0.6));
            if ui.button("Cancel").clicked() {
                with.stop();
            }
            ui.label(RichText::new("It goes on when this is closed.").small().color(theme::faint()));
        }
        None => {
            let many = with.moments.1.saturating_sub(with.moments.0) + 1;
            let fits = !with.kind.is_long() || many <= super::film::MOST_MOMENTS;
            let why = format!("{many} moments, and there can be {} at most", super::film::MOST_MOMENTS);
            if ui.add_enabled(fits, Button::new("Make it")).on_disabled_hover_text(why).clicked() {
                with.begins = true;
                ui.ctx().request_repaint();
            }
        }
    });
    match &with.told {
        Some(Ok(told)) => drop(ui.add(Label::new(told).wrap())),
        Some(Err(why)) => drop(ui.add(Label::new(RichText::new(why).color(theme::bad())).wrap())),
        None => {}
    }
}
