//! What the bar tells while nobody who sits here is asked: the last decision, what came of it, and who decides next.

use bevy_egui::egui::{Align, FontId, Layout, Rect, RichText, Sense, Ui, UiBuilder};

use super::written;
use crate::battle::Look;
use crate::overlay::answers;
use crate::overlay::course::Pace;
use crate::overlay::end::{EndPage, is_over};
use crate::overlay::hud::face::ending;
use crate::overlay::hud::outcome::Outcome;
use crate::overlay::keys::Hold;
use crate::overlay::motion::Motion;
use crate::overlay::timeline::Timeline;
use crate::overlay::{theme, track};

/// No more of the line than this share goes to what the last blow came to beside who decides next.
const CAME: f32 = 0.7;
/// Points between the two, and of the sign of a side, at the usual size of text.
const APART: f32 = 12.0;
const CHIP: f32 = 18.0;

/// The last decision and the fighter who decides next. Once all is over, the way to how it ended. `shows`: the last decision
/// is still being shown, and nothing else is told.
pub(in crate::overlay::hud) fn waiting(
    ui: &mut Ui,
    look: Look<'_>,
    (timeline, motion, came): (&Timeline, &Motion, Option<&Outcome>),
    end: &mut EndPage,
    (pace, shows): (&mut Pace, bool),
) {
    ui.horizontal_centered(|ui| {
        // Where one's own are to be chosen from it is their side that decides.
        let asked = look.asked().filter(|_| !look.question().is_some_and(answers::sends));
        let size = 16.0 * theme::scale(ui.ctx());
        let latest = timeline.latest(look, motion);
        // The last deed, until it is told what has come of it.
        let (deed, _) = timeline.lately(look);
        if is_over(look) && !shows {
            ui.label(RichText::new("The battle is over.").size(size).color(theme::faint()));
            if ui.button(RichText::new("How it ended").size(size)).clicked() {
                end.seen = false;
            }
            came.iter().for_each(|came| came.draw(ui, (ui.available_width() - 4.0).max(0.0)));
            return;
        }
        let came = came.filter(|came| latest.is_none() || came.at >= deed);
        let said = match (look.question(), asked) {
            (Some(question), Some(who)) if look.is_played_here(question.side) && !pace.plays() => {
                format!("You decide next, for {}.", look.name(who))
            }
            // Others who let a blow be are no news.
            (Some(question), Some(_)) if !pace.tells_who_decides(question) => String::new(),
            (Some(_), Some(who)) => pace.who_decides(look.name(who)),
            (Some(question), None) => format!("Waiting for {}…", look.side_name(question.side)),
            (None, _) => "Nothing is to be decided now.".to_owned(),
        };
        // Who decides has the room that it needs, up to the half of it.
        let said_wide = ui.painter().layout_no_wrap(said.clone(), FontId::proportional(size), theme::faint()).size().x;
        let apart = (APART + CHIP) * theme::scale(ui.ctx()) + 2.0 * ui.spacing().item_spacing.x;
        let all = ui.available_width().max(0.0);
        let wide = (all - said_wide - apart).clamp(all * 0.5, all * CAME);
        match (came, &latest) {
            (Some(came), _) => came.draw(ui, if shows { ui.available_width() - 4.0 } else { wide }),
            (None, Some(last)) if shows => told(ui, last),
            (None, Some(last)) => {
                written(ui, last, (size, wide), theme::ink());
            }
            (None, None) => {}
        }
        if shows || said.is_empty() {
            return;
        }
        ui.add_space(APART * theme::scale(ui.ctx()));
        if let Some(who) = asked {
            track::chip(ui, look, who);
        }
        let words = written(ui, &said, (size, ui.available_width()), theme::faint());
        if pace.thinks() && words.interact(Sense::click()).clicked() {
            pace.play_what_it_has();
        }
    });
}

/// What hurries on what is shown, for whoever has looked on for long; `key`: what has the computer play without pauses.
pub(in crate::overlay::hud) fn hurrying(ui: &mut Ui, key: &str) {
    let held = Hold::Fast.name(ui.ctx());
    // The pad skips with the button that it holds.
    let press = if held == Hold::Fast.key() { "Click" } else { held };
    let pauses = if key.is_empty() { String::new() } else { format!(" · {key}: no pauses") };
    let words = format!("{press}: skip what is shown · hold {held}: faster{pauses}");
    ui.horizontal_centered(|ui| {
        let wide = ui.available_width() - 4.0;
        written(ui, &words, (16.0 * theme::scale(ui.ctx()), wide), theme::faint());
    });
}

/// What takes the turn back from the computer.
const TAKE_OVER: &str = "Take over";

/// The computer decides for whoever sits here, until they take over, by a button at this place; what was decided last, and once
/// that is seen what came of it.
pub(in crate::overlay::hud) fn watching(
    ui: &mut Ui,
    pace: &mut Pace,
    (place, key): (Rect, &str),
    (last, came): (Option<&str>, Option<&Outcome>),
) {
    if ending(ui, place, (TAKE_OVER, key), true).clicked() {
        pace.auto = false;
    }
    let mut room = ui.max_rect();
    room.max.x = place.left() - 8.0;
    ui.scope_builder(UiBuilder::new().max_rect(room).layout(Layout::left_to_right(Align::Center)), |ui| {
        let size = 16.0 * theme::scale(ui.ctx());
        ui.label(RichText::new("The computer plays for you.").size(size).color(theme::faint()));
        ui.add_space(16.0);
        match (came, last) {
            (Some(came), _) => came.draw(ui, (ui.available_width() - 4.0).max(0.0)),
            (None, Some(last)) => told(ui, last),
            (None, None) => {}
        }
    });
}

/// What was decided last.
fn told(ui: &mut Ui, last: &str) {
    let wide = ui.available_width() - 4.0;
    written(ui, last, (16.0 * theme::scale(ui.ctx()), wide), theme::ink());
}
