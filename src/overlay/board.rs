//! The battlefield: ground, layers and tokens, and what the pointer does there.

use bevy_egui::egui::{self, Painter, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};

use super::desk::Desk;
use super::known::Way;
use super::preferences::Speed;
use super::tokens::{tokens, touched};
use super::{aim, answers, ground, layers, theme, way};
use crate::battle::{Choice, Id, Look, Order};
use crate::board::{Footprint, Square};

/// How squares lie on the screen.
pub struct View {
    /// The corner of the first square.
    pub origin: Pos2,
    /// The side of a square.
    pub cell: f32,
}

impl View {
    fn of(look: Look<'_>, desk: &Desk, room: Rect) -> Self {
        let margin = 22.0;
        let (width, height) = (look.board().width() as f32, look.board().height() as f32);
        let fit = ((room.width() - margin * 2.0) / width).min((room.height() - margin * 2.0) / height);
        let cell = (fit.clamp(6.0, 64.0) * desk.zoom.clamp(0.5, 6.0)).max(4.0);
        let size = vec2(width * cell, height * cell);
        Self { origin: room.center() - size / 2.0 + desk.pan, cell }
    }

    /// The upper left corner of a square.
    pub fn corner(&self, square: Square) -> Pos2 {
        self.origin + vec2(square.x as f32 * self.cell, square.y as f32 * self.cell)
    }

    /// A square.
    pub fn rect(&self, square: Square) -> Rect {
        Rect::from_min_size(self.corner(square), Vec2::splat(self.cell))
    }

    /// All that a body covers.
    pub fn body(&self, footprint: Footprint) -> Rect {
        Rect::from_min_size(self.corner(footprint.at), Vec2::splat(self.cell * footprint.side as f32))
    }

    /// The square at a place on the screen.
    pub fn square(&self, at: Pos2) -> Square {
        let offset = (at - self.origin) / self.cell;
        Square::new(offset.x.floor() as i32, offset.y.floor() as i32)
    }
}

/// The board: draws it and hears the pointer.
pub fn board(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    let (response, painter) = ui.allocate_painter(ui.available_size(), Sense::click_and_drag());
    camera(ui, &response, look, desk);
    let view = View::of(look, desk, response.rect);
    let speed = if desk.fast { Speed::AtOnce } else { desk.preferences.speed };
    desk.motion.go_on(ui.ctx(), look, speed);
    let pointer = response.hover_pos().map(|at| view.square(at)).filter(|square| look.board().contains(*square));
    desk.hovered = pointer;
    desk.drawn = Some((view.origin, view.cell));
    let tints = layers::tints(look, desk);
    ground::ground(&painter, look, &view, desk, &tints);
    if desk.layers.zones {
        layers::zones(&painter, look, &view);
    }
    if desk.layers.reach
        && let Some(bands) = desk.bands(look)
    {
        layers::edges(&painter, &view, &bands);
    }
    if desk.layers.threat {
        layers::threat(&painter, look, &view);
    }
    for square in &desk.lit {
        painter.rect_stroke(view.rect(*square).shrink(2.0), 2.0, Stroke::new(2.0, theme::ACTIVE), StrokeKind::Inside);
    }
    let going = pointer.and_then(|square| goes(look, desk, square));
    let who = look.question().and_then(|question| question.who);
    // What would be done by a click here, or by the button that is pointed at.
    let would = going.as_ref().map(|(order, _)| order.clone()).or_else(|| desk.preview.clone());
    let found = who.zip(would.as_ref()).and_then(|(who, order)| desk.known.way(look, who, order));
    if let Some((who, found)) = who.zip(found.as_ref()) {
        way::draw(&painter, look, &view, who, &found.squares);
    }
    tokens(&painter, look, &view, desk);
    if desk.layers.flank {
        layers::flanks(&painter, look, &view);
    }
    desk.motion.draw(&painter, look, &view);
    if let Some((who, found)) = who.zip(found) {
        way::price(&painter, look, &view, who, &found.squares, &cost(look, who, &found));
    }
    desk.touched.clear();
    if let Some((who, order)) = who.zip(would)
        && let Some(forecast) = desk.known.forecast(look, who, &order)
    {
        desk.touched.extend(forecast.against.iter().filter_map(|prospect| prospect.who));
        touched(&painter, look, &view, who, &forecast);
    }
    if let Some(square) = pointer {
        painter.rect_stroke(view.rect(square), 0.0, Stroke::new(1.5, theme::INK), StrokeKind::Inside);
        hint(&painter, look, response.rect, square, going.as_ref().map(|(order, way)| (order, way.as_deref())));
        if let Some(who) = at(look, square).filter(|_| desk.in_hand.is_none()) {
            tip(&response, look, desk, who);
        }
    }
    if response.clicked()
        && let Some(square) = pointer
    {
        clicked(look, desk, square, going.map(|(order, _)| order));
    }
    if response.secondary_clicked() {
        stepped_back(look, desk, pointer);
    }
    aim::panel(ui, look, &view, response.rect, desk);
    answers::beside(ui, look, &view, response.rect, desk);
}

/// Shoves the board and brings it nearer: what is under the pointer stays there.
fn camera(ui: &Ui, response: &egui::Response, look: Look<'_>, desk: &mut Desk) {
    if desk.zoom == 0.0 {
        desk.zoom = 1.0;
    }
    if response.dragged_by(egui::PointerButton::Middle) {
        desk.pan += response.drag_delta();
    }
    if let Some(pointer) = response.hover_pos() {
        let turned = ui.input(|input| input.smooth_scroll_delta.y);
        if turned != 0.0 {
            let before = View::of(look, desk, response.rect);
            desk.zoom = (desk.zoom * (1.0 + turned * 0.002)).clamp(0.5, 6.0);
            let after = View::of(look, desk, response.rect);
            let under = (pointer - before.origin) / before.cell;
            desk.pan += pointer - (after.origin + under * after.cell);
        }
    }
    if let Some(who) = desk.centre.take() {
        let view = View::of(look, desk, response.rect);
        desk.pan += response.rect.center() - view.body(look.footprint(who)).center();
    }
}

/// Who is in a square: those in play before those that are not, then things.
pub fn at(look: Look<'_>, square: Square) -> Option<Id> {
    let here = || look.everybody().filter(|id| look.place(*id).present && look.footprint(*id).contains(square));
    let thing = || look.things().find(|id| look.thing(*id).is_some_and(|thing| thing.squares.contains(&square)));
    here().find(|id| look.is_in_play(*id)).or_else(|| here().next()).or_else(thing)
}

/// The order that a click on `square` would give, with the way that it would
/// take if it is a move: that of the deed in hand, else a plain move to where
/// nobody is to be pointed at.
fn goes(look: Look<'_>, desk: &mut Desk, square: Square) -> Option<(Order, Option<std::sync::Arc<Way>>)> {
    let who = look.question()?.who?;
    if desk.in_hand.is_none() && at(look, square).is_some() {
        return None;
    }
    let choice = desk.placing(look)?;
    let to = choice.squares.iter().find(|each| each.0 == square)?.0;
    let order = Order { to: Some(to), ..desk.filled(&choice) };
    let way = desk.known.way(look, who, &order);
    Some((order, way))
}

/// What a way costs and what there is to pay it with.
fn cost(look: Look<'_>, who: Id, found: &Way) -> String {
    let left = look.rules().economy.left(look, who);
    [found.price.clone(), left].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn clicked(look: Look<'_>, desk: &mut Desk, square: Square, order: Option<Order>) {
    match (at(look, square), order) {
        (_, Some(order)) => desk.order = Some(order),
        (Some(who), None) => {
            if !who.is_thing() {
                desk.selected = Some(who);
            }
            let aimed = desk.known.choices(look).iter().any(|choice| is_at(look, choice, who));
            desk.aim_at(if aimed && desk.target != Some(who) { Some(who) } else { None });
        }
        (None, None) => {
            desk.selected = None;
            desk.aim_at(None);
        }
    }
}

/// Puts down what is in hand, then what is aimed at; with nothing of either,
/// shows the sheet of whoever is pointed at.
fn stepped_back(look: Look<'_>, desk: &mut Desk, pointer: Option<Square>) {
    if desk.in_hand.take().is_none() {
        match pointer.and_then(|square| at(look, square)) {
            Some(who) if desk.target.is_none() => desk.selected = Some(who),
            _ => desk.aim_at(None),
        }
    }
}

/// Whether a choice is done at somebody or something.
pub fn is_at(look: Look<'_>, choice: &Choice, who: Id) -> bool {
    choice.order.at.iter().any(|aim| aim.who.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(look.name(who))))
}

/// What there is to say about a square, in the corner, where it covers nothing.
fn hint(painter: &Painter, look: Look<'_>, room: Rect, square: Square, going: Option<(&Order, Option<&Way>)>) {
    let ground = look.board().terrain(square).map_or("", |terrain| terrain.name.as_str());
    let mut text = format!("{square} {ground}");
    if let Some((order, way)) = going {
        let price = way.map(|way| way.price.as_str()).filter(|price| !price.is_empty());
        text.push_str(&format!(" · click: {}", order.verb));
        text.extend(price.map(|price| format!(", {price}")));
    }
    let at = room.left_bottom() + vec2(4.0, -4.0);
    super::tokens::label(painter, at, egui::Align2::LEFT_BOTTOM, &text, theme::INK);
}

/// What there is to say about somebody, and what could be done to it.
fn tip(response: &egui::Response, look: Look<'_>, desk: &mut Desk, who: Id) {
    response.clone().on_hover_ui_at_pointer(|ui| {
        ui.set_max_width(330.0);
        ui.label(RichText::new(look.name(who)).strong());
        super::tokens::tip(ui, look, who);
        if desk.target != Some(who) {
            aim::glance(ui, look, who, desk);
        }
    });
}
