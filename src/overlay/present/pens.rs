//! The pens of a presenter: what the pointer draws over the field, or over the board of a lesson, with a tool in hand.

use bevy::ecs::prelude::{Res, ResMut};
use bevy_egui::egui::{Id, Rect, Response, Sense, Ui, Vec2};

use super::{Moves, Presenter, Tool, marks};
use crate::board::Board;
use crate::overlay::camera::View;
use crate::overlay::hud::Hud;
use crate::overlay::panels::Frame;
use crate::overlay::theme;
use crate::overlay::view::FieldView;

/// The marks on the field, and the pointer with a tool in hand.
pub(super) fn field(
    Frame { ui, look, places, .. }: Frame<'_>,
    hud: Res<'_, Hud>,
    mut view: ResMut<'_, FieldView>,
    mut with: ResMut<'_, Presenter>,
) {
    if !with.is_at_work(&hud) {
        with.points = None;
        return;
    }
    // With its panels the desk has less room for the field.
    let room = hud.seen(&places);
    let name = "presenter's pointer";
    if with.lesson.is_none() {
        with.over(ui, (&mut *view, look.board()), (room, places.field), name);
    } else if with.tool != Tool::Play {
        // Beside the lesson a tool draws nothing and gives no orders.
        ui.interact(room, Id::new(name), Sense::click_and_drag());
    }
}

impl Presenter {
    /// The marks over a field that is drawn in a room, a part of which it lies in, and the pointer with a tool in hand.
    pub(in crate::overlay) fn over(
        &mut self,
        ui: &Ui,
        (view, board): (&mut FieldView, &Board),
        (room, lies_in): (Rect, Rect),
        name: &str,
    ) {
        self.points = None;
        let Some(lies) = view.drawn.as_ref().map(|drawn| drawn.view) else { return };
        let painter = ui.painter().with_clip_rect(room);
        marks::draw(&painter, &lies, &self.marks);
        if self.tool == Tool::Play {
            return;
        }
        let response = ui.interact(room, Id::new(name), Sense::click_and_drag());
        // The field is looked at as ever: nearer, farther, elsewhere.
        view.camera.hear(ui, (&response, &mut view.wheel), false, board, lies_in);
        if let Some(at) = response.hover_pos().filter(|_| self.tool == Tool::Point) {
            marks::point(&painter, at, self.colour, (26.0 * theme::scale(ui.ctx())).min(60.0));
            self.points = Some(lies.spot(at));
        }
        if response.secondary_clicked() {
            self.marks.take_back();
        }
        let (tool, colour) = (self.tool, self.colour);
        for moves in heard(ui, &lies, room, &response) {
            self.marks.hear(tool, colour, moves);
            ui.ctx().request_repaint();
        }
    }
}

/// What the pointer does on this part of the page, over a field that lies so.
fn heard(ui: &Ui, view: &View, page: Rect, response: &Response) -> Vec<Moves> {
    let (pressed, drawn, let_go, at) = ui.input(|input| {
        let pointer = &input.pointer;
        (
            pointer.primary_pressed() && response.contains_pointer(),
            pointer.primary_down() && pointer.delta() != Vec2::ZERO,
            pointer.primary_released(),
            pointer.interact_pos().or(pointer.latest_pos()),
        )
    });
    let at = at.filter(|at| page.contains(*at)).map(|at| view.spot(at));
    let begun = at.filter(|_| pressed).map(Moves::Down);
    let on = at.filter(|_| drawn && !pressed || let_go).map(Moves::On);
    begun.into_iter().chain(on).chain(let_go.then_some(Moves::Up)).collect()
}
