//! The layers over the ground: reach, threat, flanks, zones, sight; and what
//! their marks mean.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, vec2};

use super::board::View;
use super::desk::Desk;
use super::known::Bands;
use super::theme;
use super::tokens::shape;
use crate::battle::Look;
use crate::board::{Footprint, Square, bodies_see, flanking_pairs};

/// Squares in reach: paler with each step of what it costs to get there, with
/// a line where the next step begins.
pub fn reach(painter: &Painter, view: &View, bands: &Bands) {
    let count = bands.prices.len().max(1);
    for (square, band) in &bands.squares {
        painter.rect_filled(view.rect(*square), 0.0, theme::reach(*band, count));
    }
    let band_of = |square: Square| bands.squares.get(&square);
    let stroke = Stroke::new(1.5, theme::REACH_EDGE);
    for (square, band) in &bands.squares {
        let rect = view.rect(*square);
        for (dx, dy, ends) in [
            (0, -1, [rect.left_top(), rect.right_top()]),
            (0, 1, [rect.left_bottom(), rect.right_bottom()]),
            (-1, 0, [rect.left_top(), rect.left_bottom()]),
            (1, 0, [rect.right_top(), rect.right_bottom()]),
        ] {
            // Each line is drawn once, from the cheaper side.
            if band_of(Square::new(square.x + dx, square.y + dy)).is_none_or(|next| next > band) {
                painter.line_segment(ends, stroke);
            }
        }
    }
}

/// Named parts of the field, each in a tint of its own.
pub fn zones(painter: &Painter, look: Look<'_>, view: &View) {
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
pub fn sight(painter: &Painter, look: Look<'_>, view: &View) {
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

/// What enemies of whoever is asked could strike at without a step.
pub fn threat(painter: &Painter, look: Look<'_>, view: &View) {
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
pub fn flanks(painter: &Painter, look: Look<'_>, view: &View) {
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

/// What the tints and marks of the layers mean.
pub fn legend(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    let entry = |ui: &mut Ui, shown: bool, colour: Color32, text: &str| {
        if shown {
            let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
            ui.painter().rect_filled(rect, 2.0, theme::GROUND);
            ui.painter().rect(rect, 2.0, colour, Stroke::new(1.0, theme::FAINT), StrokeKind::Inside);
            ui.label(text);
            ui.add_space(6.0);
        }
    };
    let layers = desk.layers;
    if let Some(bands) = desk.bands(look).filter(|_| layers.reach) {
        for (band, price) in bands.prices.iter().enumerate() {
            let last = if bands.prices.len() == 1 { "within reach" } else { "to get there" };
            let text = if band + 1 == bands.prices.len() { format!("{price} {last}") } else { price.clone() };
            entry(ui, true, theme::reach(band, bands.prices.len()), text.trim());
        }
    }
    entry(ui, layers.threat, theme::THREAT, "threatened");
    entry(ui, layers.flank, theme::BAD, "flanked between");
    entry(ui, layers.sight, Color32::from_black_alpha(110), "out of sight");
    entry(ui, true, theme::ACTIVE, "acts now");
    if let Some(sides) = look.battle::<crate::battle::Sides>() {
        for (index, side) in sides.0.iter().enumerate() {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 14.0), Sense::hover());
            let number = index as u8;
            let stroke = Stroke::new(1.0, Color32::BLACK);
            shape(ui.painter(), rect.center(), 6.0, number, theme::side(number), stroke);
            ui.label(&side.name);
            ui.add_space(6.0);
        }
    }
}
