//! The line of help in a first battle, over the rim of the field above the bar: one at a time, and none once it has been
//! understood or sent away.

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut};
use bevy_egui::egui::{Align2, Context, Id, Label, LayerId, Order, Rect, RichText, vec2};

use super::LearnPage;
use crate::overlay::course::Pace;
use crate::overlay::hud::{self, Hud};
use crate::overlay::panels::{Frame, Height, Panels};
use crate::overlay::theme;
use crate::overlay::timeline::Timeline;

/// Its area.
const LINE: &str = "help";

/// The line.
pub fn plugin(app: &mut App) {
    app.add_panel(Height::Notices, told);
}

fn told(
    Frame { ui, look, places, .. }: Frame<'_>,
    mut page: ResMut<'_, LearnPage>,
    pace: Res<'_, Pace>,
    hud: Res<'_, Hud>,
    timeline: Res<'_, Timeline>,
) {
    let is_quiet = pace.shows() || pace.auto || hud.presents || timeline.looks_back();
    let Some(learn) = page.learn.clone().filter(|_| page.helps && !is_quiet) else { return };
    let Some(line) = page.guide.line(look, &learn.help) else { return };
    let width = (places.field.width() - 24.0).min(theme::em(ui, 900.0));
    let at = places.field.center_bottom() - vec2(0.0, 3.0 + risen(ui.ctx(), places.field.bottom()));
    let mut away = false;
    hud::lay(ui.ctx(), LINE, (Align2::CENTER_BOTTOM, at), |ui| {
        ui.set_max_width(width);
        ui.horizontal(|ui| {
            away = ui.small_button("no more help").on_hover_text("No more lines in this battle").clicked();
            ui.add(Label::new(RichText::new(line).color(theme::ink())).wrap());
        });
    });
    if away {
        page.guide.send_away();
    }
}

/// Where the line lies, if one does.
pub fn lies(context: &Context) -> Option<Rect> {
    laid(context, LINE)
}

/// Where something of this name lies, if it is shown.
fn laid(context: &Context, name: &str) -> Option<Rect> {
    let layer = LayerId::new(Order::Middle, Id::new(name));
    context.memory(|memory| memory.area_rect(layer.id).filter(|_| memory.areas().is_visible(&layer)))
}

/// How far a hand of cards, or answers side by side, rise over the rim of the field.
fn risen(context: &Context, rim: f32) -> f32 {
    laid(context, "answers").map_or(0.0, |rect| (rim - rect.top()).max(0.0))
}
