//! The line at the top: what is played and what for, the order of turns, and what else there is.

use bevy_egui::egui::{Align, Label, Layout, Rect, RichText, Ui, UiBuilder, vec2};

use super::{Places, ribbon};
use crate::battle::{Ended, Limits, Look, Objective, Sides};
use crate::overlay::desk::{Desk, Wish};
use crate::overlay::keys::{self, Act};
use crate::overlay::{notices, theme};

/// Points that the title takes, at the usual size of text, and of a window.
const TITLE: (f32, f32) = (236.0, 0.22);
/// The same for the buttons.
const BUTTONS: (f32, f32) = (330.0, 0.34);

/// The line.
pub fn top(ui: &mut Ui, look: Look<'_>, title: &str, places: &Places, desk: &mut Desk) {
    let rect = places.top();
    let scale = theme::scale(ui.ctx());
    let wide = |(points, share): (f32, f32)| (points * scale).min(rect.width() * share);
    let (left, right) = (wide(TITLE), wide(BUTTONS));
    let part = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, rect.y_range());
    ui.scope_builder(UiBuilder::new().max_rect(part(rect.left(), rect.left() + left)), |ui| {
        ui.set_clip_rect(ui.max_rect());
        what_for(ui, look, title);
    });
    ui.scope_builder(UiBuilder::new().max_rect(part(rect.right() - right, rect.right())), |ui| buttons(ui, look, desk));
    let middle = part(rect.left() + left + 6.0, rect.right() - right - 6.0);
    ui.scope_builder(UiBuilder::new().max_rect(middle), |ui| ribbon::ribbon(ui, look, desk));
}

/// The battle, its round, and what one's own side must do.
fn what_for(ui: &mut Ui, look: Look<'_>, title: &str) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.add(Label::new(RichText::new(title).heading()).truncate());
    let goal = goal(look);
    let limit = look.battle::<Limits>().map_or(0, |limits| limits.rounds);
    let left = (limit - look.clock().round + 1).max(0);
    let rounds = if left == 1 { "the last round".to_owned() } else { format!("{left} rounds left") };
    let when = match limit {
        0 | 1_000.. => look.when(),
        _ => format!("{}, {rounds}", look.when()),
    };
    let line = ui.add(Label::new(RichText::new(when).color(theme::faint())).truncate());
    if let Some(goal) = goal {
        ui.add(Label::new(RichText::new(&goal).small().color(theme::accent())).truncate()).on_hover_text(&goal);
        line.on_hover_text(goal);
    }
}

/// What the side must do that sits here.
pub fn goal(look: Look<'_>) -> Option<String> {
    Some(objective(look)?.told(look))
}

/// The goal of the side that sits here: the one that is asked, else the first that people play.
pub fn objective<'w>(look: Look<'w>) -> Option<&'w Objective> {
    let sides = look.battle::<Sides>()?;
    let asked = look.question().map(|question| question.side).filter(|side| look.is_played_here(*side));
    let mine = asked.map(|side| usize::from(side.0)).or_else(|| sides.0.iter().position(|side| side.is_players))?;
    Some(&sides.0.get(mine)?.objective)
}

/// What is always at hand, and a menu with the rest.
fn buttons(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.menu_button("Menu", |ui| menu(ui, look, desk));
        for (act, on, text, tip) in [
            (Act::Log, !desk.log_hidden, "Log", "Everything that has happened"),
            (Act::Sheet, desk.sheet_open, "Sheet", "Figures, wounds and gear of whoever is selected"),
            (Act::Layers, desk.layers_open, "Layers", "What the field shows"),
        ] {
            if keys::toggle(ui, desk, act, on, text, tip) {
                desk.act(Some(look), act);
            }
        }
        let usual = "Take back your last decision, until dice have fallen or cards were turned";
        let tip =
            desk.timeline.last(look).map_or_else(|| usual.to_owned(), |last| format!("{usual}. The last: {last}"));
        if keys::button(ui, desk, Act::Undo, "Undo", &tip).clicked() {
            desk.act(Some(look), Act::Undo);
        }
    });
}

/// What is seldom wanted.
fn menu(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    ui.set_min_width(180.0 * theme::scale(ui.ctx()));
    let is_over = look.battle::<Ended>().is_some_and(|ended| ended.0.is_some());
    if desk.end_seen && is_over && ui.button("How it ended").clicked() {
        desk.end_seen = false;
    }
    for (act, on, text, tip) in [
        (Act::Book, desk.book, "Rulebook", "Every rule in plain words"),
        (Act::Saves, desk.saves.open, "Saves", "All saved battles; codes to share"),
        (Act::Settings, desk.preferring, "Settings", "Size of text, speed, colours, keys"),
        (Act::Keys, desk.key_sheet, "Keys", "What keys do"),
        (Act::Auto, desk.auto, "Auto", "Let the computer play all sides"),
        (Act::Fast, desk.fast, "Fast", "Let the computer decide without a pause"),
    ] {
        if keys::toggle(ui, desk, act, on, text, tip) {
            desk.act(Some(look), act);
            ui.close();
        }
    }
    if !desk.habits.is_empty() {
        let kinds: Vec<&str> = desk.habits.keys().map(|kind| kind.as_str()).collect();
        let tip = format!("Answered by itself so far: {}", kinds.join(", "));
        if ui.button("Ask me again").on_hover_text(tip).clicked() {
            desk.habits.clear();
            ui.close();
        }
    }
    ui.separator();
    for (act, text, tip) in
        [(Act::Save, "Save", "Save, to go on another time"), (Act::Load, "Load", "Go on from the last save")]
    {
        if keys::button(ui, desk, act, text, tip).clicked() {
            desk.act(Some(look), act);
            ui.close();
        }
    }
    ui.separator();
    if ui.button("Battles").on_hover_text("Leave this battle and choose another").clicked() {
        desk.wish = Some(Wish::Menu);
        ui.close();
    }
    if ui.button("Quit").on_hover_text("Close the program; the battle keeps itself").clicked() {
        desk.wish = Some(Wish::Quit);
        ui.close();
    }
}

/// What went wrong or well, under the line at the top.
pub fn told(ui: &Ui, places: &Places, desk: &mut Desk) {
    if desk.said.is_none() && desk.told.is_none() && desk.broken.is_empty() {
        return;
    }
    let width = (places.whole.width() * 0.6).min(720.0 * theme::scale(ui.ctx()));
    let at = places.field.center_top() + vec2(-width / 2.0, 4.0);
    super::lay(ui.ctx(), "told", at, |ui| {
        ui.set_max_width(width);
        notices::notices(ui, desk);
    });
}
