//! The battlefield: ground, layers and tokens, and what the pointer does there.

use bevy_egui::egui::{
    self, Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

use super::desk::Desk;
use super::theme;
use crate::battle::{Choice, Id, Look, Order};
use crate::board::{Footprint, Square, bodies_see, flanking_pairs};

/// How squares lie on the screen.
struct View {
    origin: Pos2,
    cell: f32,
}

impl View {
    fn of(ui: &Ui, look: Look<'_>, desk: &Desk, room: Rect) -> Self {
        let margin = 22.0;
        let (width, height) = (look.board().width() as f32, look.board().height() as f32);
        let fit = ((room.width() - margin * 2.0) / width).min((room.height() - margin * 2.0) / height);
        let cell = (fit.clamp(6.0, 64.0) * desk.zoom.clamp(0.5, 6.0)).max(4.0);
        let size = vec2(width * cell, height * cell);
        let _ = ui;
        Self { origin: room.center() - size / 2.0 + desk.pan, cell }
    }

    fn corner(&self, square: Square) -> Pos2 {
        self.origin + vec2(square.x as f32 * self.cell, square.y as f32 * self.cell)
    }

    fn rect(&self, square: Square) -> Rect {
        Rect::from_min_size(self.corner(square), Vec2::splat(self.cell))
    }

    fn body(&self, footprint: Footprint) -> Rect {
        Rect::from_min_size(self.corner(footprint.at), Vec2::splat(self.cell * footprint.side as f32))
    }

    fn square(&self, at: Pos2) -> Square {
        let offset = (at - self.origin) / self.cell;
        Square::new(offset.x.floor() as i32, offset.y.floor() as i32)
    }
}

/// The board: draws it and hears the pointer.
pub fn board(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    let (response, painter) = ui.allocate_painter(ui.available_size(), Sense::click_and_drag());
    if desk.zoom == 0.0 {
        desk.zoom = 1.0;
    }
    if response.dragged_by(egui::PointerButton::Middle) {
        desk.pan += response.drag_delta();
    }
    if response.hovered() {
        let turned = ui.input(|input| input.smooth_scroll_delta.y);
        if turned != 0.0 {
            desk.zoom = (desk.zoom * (1.0 + turned * 0.002)).clamp(0.5, 6.0);
        }
    }
    let view = View::of(ui, look, desk, response.rect);
    let pointer = response.hover_pos().map(|at| view.square(at)).filter(|square| look.board().contains(*square));
    desk.hovered = pointer;
    let choices = look.choices();
    ground(&painter, look, &view, desk);
    if desk.layers.zones {
        zones(&painter, look, &view);
    }
    if desk.layers.sight {
        sight(&painter, look, &view);
    }
    if desk.layers.threat {
        threat(&painter, look, &view);
    }
    if desk.layers.reach {
        reach(&painter, &view, &choices);
    }
    for square in &desk.lit {
        painter.rect_stroke(view.rect(*square).shrink(2.0), 2.0, Stroke::new(2.0, theme::ACTIVE), StrokeKind::Inside);
    }
    if desk.layers.flank {
        flanks(&painter, look, &view);
    }
    tokens(&painter, look, &view, desk);
    if let Some(square) = pointer {
        let stroke = Stroke::new(1.5, theme::INK);
        painter.rect_stroke(view.rect(square), 0.0, stroke, StrokeKind::Inside);
        tip(&response, look, square, &choices);
    }
    if response.clicked()
        && let Some(square) = pointer
    {
        clicked(look, desk, square, &choices);
    }
    if response.secondary_clicked() {
        match pointer.and_then(|square| at(look, square)) {
            Some(who) if desk.target.is_none() => desk.selected = Some(who),
            _ => desk.target = None,
        }
    }
}

/// Who is in a square: those in play before those that are not.
fn at(look: Look<'_>, square: Square) -> Option<Id> {
    let here = || look.everybody().filter(|id| look.place(*id).present && look.footprint(*id).contains(square));
    here().find(|id| look.is_in_play(*id)).or_else(|| here().next())
}

fn clicked(look: Look<'_>, desk: &mut Desk, square: Square, choices: &[Choice]) {
    let goes = choices.iter().find(|choice| choice.is_legal() && choice.squares.iter().any(|each| each.0 == square));
    match (at(look, square), goes) {
        (Some(who), _) => {
            desk.selected = Some(who);
            let asked = look.question().and_then(|question| question.who);
            desk.target = asked.filter(|asked| look.are_enemies(*asked, who)).map(|_| who);
        }
        (None, Some(choice)) => desk.order = Some(Order { to: Some(square), ..choice.order.clone() }),
        (None, None) => (desk.selected, desk.target) = (None, None),
    }
}

fn ground(painter: &Painter, look: Look<'_>, view: &View, desk: &Desk) {
    let board = look.board();
    let line = Stroke::new(0.6, theme::INK.gamma_multiply(0.25));
    for y in 0..board.height() {
        for x in 0..board.width() {
            let square = Square::new(x, y);
            let Some(terrain) = board.terrain(square) else { continue };
            let rect = view.rect(square);
            painter.rect_filled(rect, 0.0, theme::ground(terrain));
            if terrain.cost > 1 && !terrain.tags.iter().any(|tag| tag == "water") {
                let c = rect.center();
                let d = view.cell * 0.18;
                for (dx, dy) in [(-1.0, 0.4), (0.3, -0.8), (0.9, 0.7)] {
                    painter.circle_filled(c + vec2(dx * d, dy * d), view.cell * 0.05, theme::INK.gamma_multiply(0.35));
                }
            }
            let is_water = terrain.tags.iter().any(|tag| tag == "water");
            if terrain.cost == 0 && !terrain.blocks_sight && !is_water {
                painter.circle_filled(rect.center(), view.cell * 0.38, Color32::from_rgb(0x4e, 0x5c, 0x3a));
            }
            if desk.layers.grid {
                painter.rect_stroke(rect, 0.0, line, StrokeKind::Middle);
            }
        }
    }
    for square in (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| Square::new(x, y))) {
        for (neighbour, from, to) in [
            (Square::new(square.x, square.y - 1), vec2(0.0, 0.0), vec2(1.0, 0.0)),
            (Square::new(square.x - 1, square.y), vec2(0.0, 0.0), vec2(0.0, 1.0)),
        ] {
            let Some(edge) =
                board.edge(square, neighbour).filter(|edge| edge.blocks_move || edge.cover != Default::default())
            else {
                continue;
            };
            let corner = view.corner(square);
            let width = if edge.blocks_move { 4.0 } else { 2.5 };
            let ends = [corner + from * view.cell, corner + to * view.cell];
            painter.line_segment(ends, Stroke::new(width, theme::WALL));
        }
    }
    for object in &board.objects {
        for square in &object.squares {
            let rect = view.rect(*square).shrink(view.cell * 0.16);
            painter.rect(
                rect,
                3.0,
                Color32::from_rgb(0x8c, 0x6d, 0x46),
                Stroke::new(1.5, theme::INK),
                StrokeKind::Inside,
            );
        }
    }
    if desk.layers.grid && view.cell > 14.0 {
        let font = FontId::proportional(10.0);
        for x in 0..board.width() {
            let at = view.corner(Square::new(x, 0)) + vec2(view.cell / 2.0, -3.0);
            painter.text(at, Align2::CENTER_BOTTOM, x, font.clone(), theme::FAINT);
        }
        for y in 0..board.height() {
            let at = view.corner(Square::new(0, y)) + vec2(-4.0, view.cell / 2.0);
            painter.text(at, Align2::RIGHT_CENTER, y, font.clone(), theme::FAINT);
        }
    }
}

fn reach(painter: &Painter, view: &View, choices: &[Choice]) {
    let squares = choices.iter().filter(|choice| choice.is_legal()).flat_map(|choice| &choice.squares);
    for (square, _) in squares {
        painter.rect_filled(view.rect(*square).shrink(0.5), 0.0, theme::REACH);
    }
}

/// Named parts of the field, each in a tint of its own.
fn zones(painter: &Painter, look: Look<'_>, view: &View) {
    let board = look.board();
    for (index, zone) in board.zones.iter().enumerate() {
        let inside: Vec<Square> = (0..board.height())
            .flat_map(|y| (0..board.width()).map(move |x| Square::new(x, y)))
            .filter(|square| {
                board.cell(*square).and_then(|cell| cell.zone).is_some_and(|zone| usize::from(zone) == index)
            })
            .collect();
        let tint = theme::side(index as u8).gamma_multiply(0.16);
        inside.iter().for_each(|square| {
            painter.rect_filled(view.rect(*square), 0.0, tint);
        });
        let count = inside.len().max(1) as f32;
        let middle = inside.iter().fold(Vec2::ZERO, |sum, square| sum + view.rect(*square).center().to_vec2()) / count;
        let font = FontId::proportional(13.0);
        painter.text(middle.to_pos2(), Align2::CENTER_CENTER, &zone.name, font, theme::INK.gamma_multiply(0.7));
    }
}

/// Darkens every square that whoever is asked cannot see.
fn sight(painter: &Painter, look: Look<'_>, view: &View) {
    let Some(who) = look.question().and_then(|question| question.who) else { return };
    let own = look.footprint(who);
    for y in 0..look.board().height() {
        for x in 0..look.board().width() {
            let square = Square::new(x, y);
            if !bodies_see(look.board(), own, Footprint::one(square)) {
                painter.rect_filled(view.rect(square), 0.0, Color32::from_black_alpha(110));
            }
        }
    }
}

/// What the tints and marks of the layers mean.
pub fn legend(ui: &mut Ui, look: Look<'_>, desk: &Desk) {
    let mut entry = |shown: bool, colour: Color32, text: &str| {
        if shown {
            let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
            ui.painter().rect_filled(rect, 2.0, theme::GROUND);
            ui.painter().rect(rect, 2.0, colour, Stroke::new(1.0, theme::FAINT), StrokeKind::Inside);
            ui.label(text);
            ui.add_space(8.0);
        }
    };
    let layers = desk.layers;
    entry(layers.reach, theme::REACH, "within reach");
    entry(layers.threat, theme::THREAT, "threatened");
    entry(layers.flank, theme::BAD, "flanked between");
    entry(layers.sight, Color32::from_black_alpha(110), "out of sight");
    entry(true, theme::ACTIVE, "acts now");
    if let Some(sides) = look.battle::<crate::battle::Sides>() {
        for (index, side) in sides.0.iter().enumerate() {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 14.0), Sense::hover());
            let number = index as u8;
            let stroke = Stroke::new(1.0, Color32::BLACK);
            shape(ui.painter(), rect.center(), 6.0, number, theme::side(number), stroke);
            ui.label(&side.name);
            ui.add_space(8.0);
        }
    }
}

/// What enemies of whoever is asked could strike at without a step.
fn threat(painter: &Painter, look: Look<'_>, view: &View) {
    let asked = look.question().and_then(|question| question.who);
    let enemies =
        look.everybody().filter(|id| look.is_in_play(*id) && asked.is_none_or(|asked| look.are_enemies(asked, *id)));
    let mut squares: Vec<Square> = Vec::new();
    for enemy in enemies {
        for item in look.gear(enemy).iter().filter(|item| item.is_ready() && !item.arm.reach.is_empty()) {
            squares.extend(look.threat(enemy, &item.arm).squares(look.board(), look.footprint(enemy)));
        }
    }
    squares.sort_unstable_by_key(|square| (square.y, square.x));
    squares.dedup();
    for square in squares {
        let rect = view.rect(square);
        painter.rect_filled(rect, 0.0, theme::THREAT);
        let stroke = Stroke::new(1.0, theme::THREAT.gamma_multiply(2.0));
        painter.line_segment([rect.left_bottom(), rect.right_top()], stroke);
    }
}

/// A line through everybody who is flanked, from one flanker to the other.
fn flanks(painter: &Painter, look: Look<'_>, view: &View) {
    for target in look.everybody().filter(|id| look.is_in_play(*id)) {
        let own = look.footprint(target);
        let near: Vec<Footprint> = look
            .everybody()
            .filter(|id| look.are_enemies(target, *id) && look.is_in_play(*id))
            .map(|id| look.footprint(id))
            .filter(|body| body.gap(own) == 1)
            .collect();
        for (first, second) in flanking_pairs(own, &near) {
            let ends = [view.body(near[first]).center(), view.body(near[second]).center()];
            painter.extend(Shape::dashed_line(&ends, Stroke::new(3.0, theme::BAD), 8.0, 5.0));
        }
    }
}

/// The shape of a side: a circle, a diamond, a square, a hexagon.
pub fn shape(painter: &Painter, at: Pos2, radius: f32, side: u8, fill: Color32, stroke: Stroke) {
    let corners = |count: usize, turn: f32| {
        (0..count)
            .map(|index| {
                let angle = std::f32::consts::TAU * (index as f32 / count as f32) + turn;
                at + vec2(angle.cos(), angle.sin()) * radius * 1.12
            })
            .collect::<Vec<_>>()
    };
    match side % 4 {
        0 => {
            painter.circle(at, radius, fill, stroke);
        }
        1 => {
            painter.add(Shape::convex_polygon(corners(4, 0.0), fill, stroke));
        }
        2 => {
            painter.add(Shape::convex_polygon(corners(4, std::f32::consts::FRAC_PI_4), fill, stroke));
        }
        _ => {
            painter.add(Shape::convex_polygon(corners(6, 0.0), fill, stroke));
        }
    }
}

fn tokens(painter: &Painter, look: Look<'_>, view: &View, desk: &Desk) {
    let mut order: Vec<Id> = look.everybody().filter(|id| look.place(*id).present).collect();
    order.sort_by_key(|id| (look.is_in_play(*id), -look.footprint(*id).side));
    let mut seen: Vec<(Footprint, usize)> = Vec::new();
    for id in order {
        let footprint = look.footprint(id);
        let share = match seen.iter_mut().find(|(other, _)| *other == footprint) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                seen.push((footprint, 0));
                0
            }
        };
        token(painter, look, view, desk, id, share);
    }
}

fn token(painter: &Painter, look: Look<'_>, view: &View, desk: &Desk, id: Id, share: usize) {
    let body = view.body(look.footprint(id));
    let radius = body.width() * 0.4;
    let at = body.center() + vec2(share as f32 * view.cell * 0.22, share as f32 * view.cell * 0.16);
    let side = look.side(id).0;
    let active = look.question().and_then(|question| question.who) == Some(id);
    let in_play = look.is_in_play(id);
    let fill = if in_play { theme::side(side) } else { theme::side(side).gamma_multiply(0.35) };
    let ring = match () {
        () if active => Stroke::new(3.5, theme::ACTIVE),
        () if desk.selected == Some(id) || desk.target == Some(id) => Stroke::new(3.0, Color32::WHITE),
        () if desk.pointed == Some(id) => Stroke::new(3.0, theme::ACTIVE),
        () => Stroke::new(1.5, theme::INK),
    };
    shape(painter, at, radius, side, fill, ring);
    let text_colour = if in_play { Color32::WHITE } else { theme::INK };
    let font = FontId::proportional((radius * 0.85).clamp(7.0, 40.0));
    painter.text(at, Align2::CENTER_CENTER, monogram(look.name(id)), font, text_colour);
    if !in_play {
        let arm = vec2(radius, radius) * 0.7;
        let stroke = Stroke::new(2.0, theme::INK);
        painter.line_segment([at - arm, at + arm], stroke);
        painter.line_segment([at + vec2(-arm.x, arm.y), at + vec2(arm.x, -arm.y)], stroke);
    }
    let wounds = look.wounds(id).len();
    for pip in 0..wounds.min(6) {
        let across = (pip as f32 - (wounds.min(6) as f32 - 1.0) / 2.0) * radius * 0.42;
        painter.circle(at + vec2(across, radius * 0.98), radius * 0.16, theme::BAD, Stroke::new(1.0, theme::INK));
    }
    if desk.layers.names || desk.pointed == Some(id) {
        let above = pos2(at.x, body.top() - 2.0);
        painter.text(
            above + vec2(1.0, 1.0),
            Align2::CENTER_BOTTOM,
            look.name(id),
            FontId::proportional(12.0),
            theme::GROUND,
        );
        painter.text(above, Align2::CENTER_BOTTOM, look.name(id), FontId::proportional(12.0), theme::INK);
    }
}

/// Two letters or a letter and a number: "CM", "G3".
fn monogram(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let first = words.first().and_then(|word| word.chars().next());
    let last = words.last().filter(|_| words.len() > 1).map_or(String::new(), |word| {
        if word.chars().all(|letter| letter.is_ascii_digit()) {
            (*word).to_owned()
        } else {
            word.chars().take(1).collect()
        }
    });
    first.into_iter().collect::<String>() + &last
}

/// What there is to say about a square.
fn tip(response: &egui::Response, look: Look<'_>, square: Square, choices: &[Choice]) {
    let who = at(look, square);
    let goes = choices.iter().find_map(|choice| {
        choice.squares.iter().find(|each| each.0 == square).map(|(_, cost)| *cost).filter(|_| choice.is_legal())
    });
    response.clone().on_hover_ui_at_pointer(|ui| {
        if let Some(who) = who {
            ui.label(egui::RichText::new(look.name(who)).strong());
            for (name, def) in &look.rules().figures {
                let telling = def.group.as_deref() == Some("figure") && look.figure(who, *name).terms.len() > 1;
                if telling {
                    ui.label(format!("{name} {}", look.value(who, *name)));
                }
            }
            for condition in look.conditions(who) {
                ui.label(egui::RichText::new(condition.kind.as_str()).color(theme::BAD));
            }
        }
        let terrain = look.board().terrain(square);
        let ground = terrain.map_or("", |terrain| terrain.name.as_str());
        ui.label(egui::RichText::new(format!("{square} {ground}")).color(theme::FAINT));
        if let Some(cost) = goes {
            ui.label(format!("{} squares away", f64::from(cost) / 2.0));
        }
    });
}
