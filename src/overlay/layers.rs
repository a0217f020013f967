//! The layers over the ground: reach, threat, flanks, zones, sight; and what
//! their marks mean.

use std::collections::BTreeMap;

use bevy_egui::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, TextStyle, Ui, Vec2, vec2,
};

use super::board::View;
use super::desk::Desk;
use super::known::Bands;
use super::theme;
use super::tokens::shape;
use crate::battle::Look;
use crate::board::{Footprint, Square, bodies_see};

/// Tints of squares: which colour, how strongly.
pub type Tints = BTreeMap<Square, Vec<(Color32, f32)>>;

/// What the layers that are on lay over the ground.
pub fn tints(look: Look<'_>, desk: &mut Desk) -> Tints {
    let mut tints = Tints::new();
    let mut lay = |square: Square, colour: Color32, strength: f32| {
        tints.entry(square).or_default().push((colour, strength));
    };
    let all = || squares(look);
    if desk.layers.zones {
        for square in all() {
            if let Some(zone) = look.board().cell(square).and_then(|cell| cell.zone) {
                lay(square, theme::side(zone as u8), 0.16);
            }
        }
    }
    if desk.layers.reach
        && let Some(bands) = desk.bands(look)
    {
        for (square, band) in &bands.squares {
            lay(*square, theme::REACH, theme::reach(*band, bands.prices.len()));
        }
    }
    if desk.layers.threat {
        threatened(look).into_iter().for_each(|(square, count)| {
            lay(square, theme::THREAT, 0.14 + 0.08 * f32::from(count.min(4)));
        });
    }
    if desk.layers.sight
        && let Some(who) = look.question().and_then(|question| question.who)
    {
        let own = look.footprint(who);
        for square in all().filter(|square| !bodies_see(look.board(), own, Footprint::one(*square))) {
            lay(square, theme::UNSEEN, 0.45);
        }
    }
    tints
}

fn squares(look: Look<'_>) -> impl Iterator<Item = Square> {
    let (width, height) = (look.board().width(), look.board().height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}

/// A line around the squares of each price.
pub fn edges(painter: &Painter, view: &View, bands: &Bands) {
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

/// The names of the parts of the field.
pub fn zones(painter: &Painter, look: Look<'_>, view: &View) {
    for (index, zone) in look.board().zones.iter().enumerate() {
        let inside = squares(look).filter(|square| {
            look.board().cell(*square).and_then(|cell| cell.zone).is_some_and(|zone| usize::from(zone) == index)
        });
        let (sum, count) = inside.fold((Vec2::ZERO, 0.0_f32), |(sum, count), square| {
            (sum + view.rect(square).center().to_vec2(), count + 1.0)
        });
        let middle = (sum / count.max(1.0)).to_pos2();
        painter.text(middle, Align2::CENTER_CENTER, &zone.name, FontId::proportional(13.0), theme::INK);
    }
}

/// What enemies of whoever is asked could strike at without a step, and how
/// many of them.
fn threatened(look: Look<'_>) -> BTreeMap<Square, u8> {
    let asked = look.question().and_then(|question| question.who);
    let enemies =
        look.everybody().filter(|id| look.is_in_play(*id) && asked.is_none_or(|asked| look.are_enemies(asked, *id)));
    let mut counts: BTreeMap<Square, u8> = BTreeMap::new();
    for enemy in enemies {
        let mut squares: Vec<Square> = Vec::new();
        for item in look.gear(enemy).iter().filter(|item| item.is_ready() && !item.arm.reach.is_empty()) {
            squares.extend(look.threat(enemy, &item.arm).squares(look.board(), look.footprint(enemy)));
        }
        squares.sort_unstable();
        squares.dedup();
        // Nobody is struck where nobody can stand.
        squares.retain(|square| look.board().terrain(*square).is_some_and(|terrain| terrain.cost > 0));
        for square in squares {
            let count = counts.entry(square).or_default();
            *count = count.saturating_add(1);
        }
    }
    counts
}

/// A stroke through each threatened square for every enemy that threatens it,
/// so that the mark does not hang on its colour.
pub fn threat(painter: &Painter, look: Look<'_>, view: &View) {
    let stroke = Stroke::new(1.0, theme::THREAT);
    for (square, count) in threatened(look) {
        let rect = view.rect(square);
        let count = count.min(3);
        for line in 0..count {
            let shift = (f32::from(line) - f32::from(count - 1) / 2.0) * view.cell * 0.2;
            let (low, high) = (shift.max(0.0), shift.min(0.0));
            let from = rect.left_bottom() + vec2(low, high);
            let to = rect.right_top() + vec2(high, low);
            painter.line_segment([from, to], stroke);
        }
    }
}

/// A line through everybody who is flanked, from one flanker to the other, as the rules see it.
pub fn flanks(painter: &Painter, look: Look<'_>, view: &View) {
    for target in look.everybody().filter(|id| look.is_in_play(*id)) {
        for (first, second) in look.flanked_between(target).unwrap_or_default() {
            let ends = [first, second].map(|id| view.body(look.footprint(id)).center());
            painter.line_segment(ends, Stroke::new(5.0, theme::INK));
            painter.extend(Shape::dashed_line(&ends, Stroke::new(2.5, theme::FLANK), 7.0, 4.0));
        }
    }
}

/// Whether it matters in this game who is flanked.
pub fn has_flanks(look: Look<'_>) -> bool {
    look.everybody().next().is_some_and(|who| look.flanked_between(who).is_some())
}

/// What the tints and marks of the layers mean.
pub fn legend(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    let entry = |ui: &mut Ui, shown: bool, colour: Color32, text: &str| {
        if shown {
            let at = key(ui, text);
            let rect = Rect::from_center_size(at, Vec2::splat(14.0));
            ui.painter().rect(rect, 2.0, colour, Stroke::new(1.0, theme::FAINT), StrokeKind::Inside);
        }
    };
    let layers = desk.layers;
    if let Some(bands) = desk.bands(look).filter(|_| layers.reach) {
        for (band, price) in bands.prices.iter().enumerate() {
            let last = if bands.prices.len() == 1 { "within reach" } else { "to get there" };
            let text = if band + 1 == bands.prices.len() { format!("{price} {last}") } else { price.clone() };
            let colour = theme::over(theme::GROUND, theme::REACH, theme::reach(band, bands.prices.len()));
            entry(ui, true, colour, text.trim());
        }
    }
    entry(ui, layers.threat, theme::over(theme::GROUND, theme::THREAT, 0.3), "threatened");
    entry(ui, layers.flank && has_flanks(look), theme::FLANK, "flanked between");
    entry(ui, layers.sight, theme::over(theme::GROUND, theme::UNSEEN, 0.45), "out of sight");
    entry(ui, true, theme::ACTIVE, "acts now");
    if let Some(sides) = look.battle::<crate::battle::Sides>() {
        for (index, side) in sides.0.iter().enumerate() {
            let at = key(ui, &side.name);
            let number = index as u8;
            shape(ui.painter(), at, 6.0, number, theme::side(number), Stroke::new(1.0, Color32::BLACK));
        }
    }
}

/// A word of the legend, in one piece with room for its mark; the middle of the mark.
fn key(ui: &mut Ui, text: &str) -> Pos2 {
    let font = TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, ui.visuals().text_color());
    let (rect, _) = ui.allocate_exact_size(vec2(galley.size().x + 28.0, galley.size().y), Sense::hover());
    let colour = ui.visuals().text_color();
    ui.painter().galley(rect.left_top() + vec2(20.0, 0.0), galley, colour);
    rect.left_center() + vec2(8.0, 0.0)
}
