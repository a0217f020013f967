//! What is being made goes on where its window is closed: a plate over the field says how far it has come and stops it, and once it
//! is done where it lies, until that is put away.

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut};
use bevy_egui::egui::{Align2, Context, Id, Label, Pos2, ProgressBar, Rect, RichText, Ui, Vec2, vec2};

use super::Export;
use crate::overlay::hud::{self, Hud, Questions};
use crate::overlay::log::LogPanel;
use crate::overlay::panels::{Frame, Height, Page, Panels};
use crate::overlay::sheet::Sheet;
use crate::overlay::{place, theme};

/// What the plate is drawn under.
const NAME: &str = "export under way";
/// Points of the plate across, and down before it was drawn, at the usual size of text.
const WIDE: f32 = 330.0;
const HIGH: f32 = 64.0;
/// Points that are left below it on the start screen, for what begins a battle.
const BELOW: f32 = 62.0;

/// The plate over a battle, over a camp and over the start screen.
pub(super) fn plugin(app: &mut App) {
    app.add_panel(
        Height::Notices,
        |Frame { ui, places, .. }: Frame<'_>,
         mut export: ResMut<'_, Export>,
         (hud, asked): (Res<'_, Hud>, Res<'_, Questions>),
         (sheet, log): (Res<'_, Sheet>, Res<'_, LogPanel>)| {
            if hud.presents || !export.has_chip() {
                return;
            }
            let clear = hud::drawers::clear(ui, &places, &sheet, &log).shrink(4.0);
            let drawn = ui.ctx().memory(|memory| memory.area_rect(Id::new(NAME)));
            let size = drawn.map_or(vec2(WIDE, HIGH) * theme::scale(ui.ctx()), |drawn| drawn.size());
            chip(ui.ctx(), &mut export, lies(clear, size, &asked.rects().collect::<Vec<_>>()));
        },
    );
    app.add_panel(Height::Camp, |Frame { ui, places, .. }: Frame<'_>, mut export: ResMut<'_, Export>| {
        if export.has_chip() {
            chip(ui.ctx(), &mut export, (Align2::LEFT_BOTTOM, places.field.left_bottom() + vec2(4.0, -4.0)));
        }
    });
    app.add_page(Height::Windows, |Page { ui, look }: Page<'_>, mut export: ResMut<'_, Export>| {
        if look.is_some() {
            return;
        }
        // Its window is of a battle.
        export.open = false;
        if export.has_chip() {
            let at = ui.ctx().content_rect().left_bottom() + vec2(4.0, -BELOW * theme::scale(ui.ctx()));
            chip(ui.ctx(), &mut export, (Align2::LEFT_BOTTOM, at));
        }
    });
}

/// The lower right corner of the room, where no coordinates are read, or the upper one where the lower would cover a question.
fn lies(room: Rect, size: Vec2, asked: &[Rect]) -> (Align2, Pos2) {
    let corner = place::free_corner(room, size, &[Align2::RIGHT_BOTTOM], asked).unwrap_or(Align2::RIGHT_TOP);
    (corner, corner.pos_in_rect(&room))
}

impl Export {
    /// Whether there is something to be told where the window is closed.
    const fn has_chip(&self) -> bool {
        !self.open && (self.work.is_some() || self.is_news)
    }
}

fn chip(context: &Context, with: &mut Export, lies: (Align2, Pos2)) {
    hud::lay(context, NAME, lies, |ui| {
        ui.set_max_width((WIDE * theme::scale(context)).min(context.content_rect().width() * 0.6));
        match with.work.as_ref().map(super::Work::done) {
            Some(done) => under_way(ui, with, done),
            None => over(ui, with),
        }
    });
}

/// How far it has come.
fn under_way(ui: &mut Ui, with: &mut Export, done: usize) {
    ui.label(format!("{} is being made", with.making.name()));
    ui.horizontal(|ui| {
        let text = format!("{done} of {}", with.count);
        let bar = ProgressBar::new(done as f32 / with.count.max(1) as f32).text(text);
        ui.add(bar.desired_width(ui.available_width() * 0.5));
        if ui.button("Stop").on_hover_text("Nothing of it is kept").clicked() {
            with.stop();
        }
        if ui.button("Show").on_hover_text("The window of exports").clicked() {
            with.open = true;
        }
    });
}

/// What came of it.
fn over(ui: &mut Ui, with: &mut Export) {
    let name = with.making.name();
    let (text, colour) = match &with.told {
        Some(Ok(told)) => (format!("{name} done. {told}"), theme::good()),
        Some(Err(why)) => (format!("{name} not made: {why}"), theme::bad()),
        None => (String::new(), theme::faint()),
    };
    ui.add(Label::new(RichText::new(text).color(colour)).wrap());
    with.is_news = !ui.small_button("dismiss").clicked();
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    /// Promise: the plate lies over no coordinates, which are read above the field and to the left of it, and over no question.
    #[test]
    fn the_plate_leaves_coordinates_and_questions_free() {
        let (room, size) = (Rect::from_min_max(pos2(0.0, 60.0), pos2(1000.0, 700.0)), vec2(WIDE, HIGH));
        let question = Rect::from_min_max(pos2(600.0, 500.0), pos2(990.0, 690.0));
        assert_eq!(lies(room, size, &[]), (Align2::RIGHT_BOTTOM, room.max));
        assert_eq!(lies(room, size, &[question]), (Align2::RIGHT_TOP, room.right_top()));
    }
}
