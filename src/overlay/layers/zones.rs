//! Named parts of the field: their tints, a double line along their borders,
//! their names with who is in them.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::outline::{Outline, closed};
use super::{Tints, hue, squares};
use crate::battle::{Id, Look};
use crate::board::{Spot, Square, ZoneId};
use crate::overlay::camera::View;
use crate::overlay::tokens::Token;
use crate::overlay::{theme, tips, tokens};

/// So many squares down and to the right of its first the name of a zone is tried where somebody stands there.
const DOWN: i32 = 4;
const RIGHT: i32 = 8;

/// Points between two names of zones at least, so that they are not read as one.
const BETWEEN: f32 = 4.0;
/// No name of a zone is cut to fewer letters than this.
const FEWEST: usize = 2;

/// Points between the strokes of a broken line.
const RIM_GAP: f32 = 5.0;

/// How strongly a zone is tinted in the squares along its borders, in the next, and so on: further in ground is seen as it is
/// drawn. They fade so slowly that no edge is seen between them.
const TONES: [f32; 5] = [0.12, 0.1, 0.08, 0.065, 0.05];

/// The parts of the field.
#[derive(Debug, Default)]
pub struct Zones {
    /// Where the name of each stands, in its first square, and which it is.
    names: Vec<(Vec2, usize, String)>,
    /// Sides of squares along which two meet: the ends, in corners of squares.
    borders: Vec<((i32, i32), (i32, i32))>,
    /// Around squares that are a place of their own, between two zones, in games where one can stand there.
    between: Outline,
    /// The same for borders that nobody crosses.
    barred: Vec<((i32, i32), (i32, i32))>,
}

fn zone_of(look: Look<'_>, square: Square) -> Option<usize> {
    look.board().cell(square).and_then(|cell| cell.zone).map(usize::from)
}

/// Whether nobody crosses the border between two zones, in games where that counts.
fn is_barred(look: Look<'_>, one: Option<usize>, other: Option<usize>) -> bool {
    let zone = |zone: Option<usize>| zone.and_then(|zone| ZoneId::try_from(zone).ok());
    let Some((one, other)) = zone(one).zip(zone(other)).filter(|_| look.zoned().is_some()) else { return false };
    look.spots().graph().border(one, other).is_some_and(|border| !border.open)
}

/// A sort of mark that tells of zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A zone and its border.
    Zone,
    /// Where one stands on a border.
    Between,
    /// A border that nobody crosses.
    Barred,
}

impl Sort {
    /// What it means.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Zone => {
                "each zone has a tint of its own, a double line around it, and by its name what it is like and who is in it"
            }
            Self::Between => "whoever stands within the broken lines is on the border: half a zone from either side",
            Self::Barred => "nobody crosses here",
        }
    }
}

impl Zones {
    /// The sorts of marks that lie on the field.
    pub fn sorts(&self) -> Vec<Sort> {
        let sorts = [
            (Sort::Zone, !self.names.is_empty()),
            (Sort::Between, self.between != Outline::default()),
            (Sort::Barred, !self.barred.is_empty()),
        ];
        sorts.into_iter().filter(|(_, is)| *is).map(|(sort, _)| sort).collect()
    }
}

/// Such a mark beside its words in the legend.
pub fn sample(painter: &Painter, at: Pos2, size: f32, sort: Sort) {
    let area = Rect::from_center_size(at, Vec2::splat(size * 2.0));
    match sort {
        Sort::Zone => {
            let (left, right) = area.split_left_right_at_fraction(0.5);
            for (zone, half) in [left, right].into_iter().enumerate() {
                painter.rect_filled(half, 0.0, theme::over(theme::GROUND, tinge(zone), 0.4));
            }
            double(painter, area.center_top(), area.center_bottom());
        }
        Sort::Between => {
            double(painter, area.center_top(), area.center_bottom());
            for side in [area.left() + size * 0.4, area.right() - size * 0.4] {
                let ends = [pos2(side, area.top()), pos2(side, area.bottom())];
                painter.extend(Shape::dashed_line(&ends, rim(), 8.0, RIM_GAP));
            }
        }
        Sort::Barred => barrier(painter, area.center_top(), area.center_bottom()),
    }
}

/// The colour of what tells of zones.
pub fn teal() -> Color32 {
    theme::over(theme::ZONE, theme::INK, 0.35)
}

/// The tint of a zone: pale beside the colours of the sides, so that what stands about there is taken for nobody's.
fn tinge(zone: usize) -> Color32 {
    theme::over(theme::side(zone as u8), theme::GROUND, 0.5)
}

/// The broken line around a place on a border: no strokes, which are those of a threat.
fn rim() -> Stroke {
    Stroke::new(1.2, teal().gamma_multiply(0.7))
}

/// A border that nobody crosses.
fn barrier(painter: &Painter, from: Pos2, to: Pos2) {
    painter.line_segment([from, to], Stroke::new(5.0, theme::INK));
    painter.line_segment([from, to], Stroke::new(2.0, teal()));
}

/// A border between two zones.
fn double(painter: &Painter, from: Pos2, to: Pos2) {
    let aside = if from.x == to.x { vec2(1.6, 0.0) } else { vec2(0.0, 1.6) };
    for side in [-1.0, 1.0] {
        painter.line_segment([from + aside * side, to + aside * side], Stroke::new(1.2, teal()));
    }
}

/// What a zone is like, in games that are measured in zones: "cover", "difficult".
pub fn like<'w>(look: Look<'w>, zone: usize) -> Vec<&'w str> {
    let zones = if look.zoned().is_some() { &look.board().zones[..] } else { &[] };
    zones.get(zone).map_or_else(Vec::new, |zone| zone.tags.iter().map(String::as_str).collect())
}

/// What a place between two zones is to whoever points there: what it costs to cross, or that nobody does, then what it is like.
pub fn border(look: Look<'_>, one: ZoneId, other: ZoneId) -> Vec<String> {
    let Some((border, zoned)) = look.spots().graph().border(one, other).zip(look.zoned()) else { return Vec::new() };
    let is_seen_through = zoned.see_through.iter().any(|word| border.has_tag(word.as_str()));
    let mut told = vec![match (border.open, is_seen_through) {
        (true, _) => "border: half a zone to step onto it, half to step off".to_owned(),
        (false, true) => "barrier: nobody crosses here, one sees across".to_owned(),
        (false, false) => "barrier: nobody crosses here, nor sees across".to_owned(),
    }];
    let slow = [one, other].into_iter().filter(|zone| border.open && look.zone_is(*zone, &zoned.slow));
    told.extend(slow.map(|zone| format!("a whole zone into {}", look.spot_name(Spot::Zone(zone)))));
    told.extend(border.tags.iter().map(|word| match tips::border(look.rules(), word) {
        Some(means) => format!("{word}: {means}"),
        None => word.clone(),
    }));
    told
}

/// The words that zones of this field carry, each with what it means, where that is told.
pub fn likes<'w>(look: Look<'w>) -> BTreeMap<&'w str, &'w str> {
    let all = (0..look.board().zones.len()).flat_map(|zone| like(look, zone));
    all.filter_map(|word| Some((word, tips::zone(look.rules(), word)?))).collect()
}

/// Finds them.
pub fn find(look: Look<'_>) -> Zones {
    let mut corners: BTreeMap<usize, Vec2> = BTreeMap::new();
    let (mut borders, mut barred) = (Vec::new(), Vec::new());
    for square in squares(look) {
        let own = zone_of(look, square);
        if let Some(zone) = own {
            corners.entry(zone).or_insert_with(|| vec2(square.x as f32, square.y as f32));
        }
        let (x, y) = (square.x, square.y);
        for (other, ends) in [
            (Square::new(x + 1, y), ((x + 1, y), (x + 1, y + 1))),
            (Square::new(x, y + 1), ((x, y + 1), (x + 1, y + 1))),
        ] {
            if look.board().contains(other) && zone_of(look, other) != own {
                if is_barred(look, own, zone_of(look, other)) { &mut barred } else { &mut borders }.push(ends);
            }
        }
    }
    let names = look
        .board()
        .zones
        .iter()
        .enumerate()
        .filter_map(|(index, zone)| {
            let corner = corners.get(&index)?;
            Some((*corner, index, zone.name.clone()))
        })
        .collect();
    let is_open = |one, other| look.spots().graph().border(one, other).is_some_and(|border| border.open);
    let is_between =
        |square: &Square| matches!(look.spots().at(*square), Some(Spot::Border(one, other)) if is_open(one, other));
    let between: BTreeSet<Square> = squares(look).filter(|_| look.zoned().is_some()).filter(is_between).collect();
    // Where it ends with the field, or at a wall, there is no line.
    let shut = closed(look.board(), between.iter());
    let goes_on = |at: Square| between.contains(&at) || shut.contains(&at) || !look.board().contains(at);
    let between = Outline::of(between.iter().copied(), goes_on);
    Zones { names, borders, between, barred }
}

/// Each in a tint of its own, which is a rim along its borders more than a colour over all of it.
pub fn tint(look: Look<'_>, tints: &mut Tints) {
    for square in squares(look) {
        if let Some(zone) = zone_of(look, square) {
            let tone = tone(square, |other| zone_of(look, other) == Some(zone));
            tints.entry(square).or_default().push(hue(tinge(zone), tone));
        }
    }
}

/// How strongly a square is tinted in a zone that is told by these squares.
fn tone(at: Square, is_in: impl Fn(Square) -> bool) -> f32 {
    // Those that are nearer have been looked at before.
    let is_rim = |far: i32| {
        let around = (-far..=far).flat_map(|x| (-far..=far).map(move |y| (x, y)));
        let mut ring = around.filter(|(x, y)| x.abs().max(y.abs()) == far);
        ring.any(|(x, y)| !is_in(Square::new(at.x + x, at.y + y)))
    };
    let [fading @ .., inner] = TONES;
    (1..).zip(fading).find(|(far, _)| is_rim(*far)).map_or(inner, |(_, tone)| tone)
}

/// The zones that somebody stands in: one, or both beside a border.
pub fn lit(look: Look<'_>, who: Id) -> Vec<usize> {
    match look.zoned().and_then(|_| look.spot(who)) {
        Some(Spot::Zone(zone)) => vec![usize::from(zone)],
        Some(Spot::Border(one, other)) => vec![usize::from(one), usize::from(other)],
        None => zone_of(look, look.footprint(who).at).into_iter().collect(),
    }
}

/// The edge of the place where somebody stands: of a zone, or of what lies between two.
pub fn place(look: Look<'_>, who: Id) -> Outline {
    let own = look.spot(who).filter(|_| look.zoned().is_some());
    let zone = zone_of(look, look.footprint(who).at);
    let is_in = |square: &Square| match own {
        Some(spot) => look.spots().at(*square) == Some(spot),
        None => zone.is_some() && zone_of(look, *square) == zone,
    };
    Outline::around(&squares(look).filter(is_in).collect())
}

/// Draws the edge of a place over all borders, so that it is plain who stands there.
pub fn draw_place(painter: &Painter, view: &View, place: &Outline) {
    place.draw(painter, view, 3.0, Stroke::new(5.0, theme::INK.gamma_multiply(0.6)), None);
    place.draw(painter, view, 3.0, Stroke::new(2.5, theme::PAPER), None);
}

/// The borders of zones.
pub fn draw(painter: &Painter, view: &View, zones: &Zones) {
    let on_page = |(x, y): (i32, i32)| view.origin + vec2(x as f32, y as f32) * view.cell;
    let room = painter.clip_rect().expand(view.cell);
    zones.between.draw(painter, view, 0.0, rim(), Some(RIM_GAP));
    let lines = |of: &[((i32, i32), (i32, i32))], draw: fn(&Painter, Pos2, Pos2)| {
        let ends = of.iter().map(|(from, to)| (on_page(*from), on_page(*to)));
        ends.filter(|(from, _)| room.contains(*from)).for_each(|(from, to)| draw(painter, from, to));
    };
    lines(&zones.barred, barrier);
    lines(&zones.borders, double);
}

/// How many stand in a zone, and how many between it and another, by the zones of each; and where that is too long the former alone.
fn told(stand: &[Vec<usize>], zone: usize) -> [Option<String>; 2] {
    let here = stand.iter().filter(|zones| zones.as_slice() == [zone]).count();
    let between = stand.iter().filter(|zones| zones.len() > 1 && zones.contains(&zone)).count();
    let alone = (here > 0).then(|| format!("{here} here"));
    let whole = match (here, between) {
        (_, 0) => alone.clone(),
        (0, between) => Some(format!("{between} on the border")),
        (here, between) => Some(format!("{here} here, {between} on the border")),
    };
    [whole, alone]
}

/// A name cut short, from all but its last letter to the fewest that still tell it apart.
fn cut(name: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = name.chars().collect();
    (FEWEST..letters.len()).rev().map(move |count| {
        let short: String = letters.iter().take(count).collect();
        format!("{}…", short.trim_end())
    })
}

/// Writes the names of zones, and tells where they lie. Each tells what its zone is like, and counts the fighters who are still
/// seen in play there or on its borders; those that are `lit` have another tint.
pub fn names(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    (zones, lit): (&Zones, &[usize]),
    everybody: &[Token],
) -> Vec<Rect> {
    let in_play = everybody.iter().filter(|token| token.fares.in_play);
    let stand: Vec<Vec<usize>> = in_play.map(|token| self::lit(look, token.id)).collect();
    let tokens: Vec<Rect> = everybody.iter().map(|token| view.area(token.spot)).collect();
    let mut lie: Vec<Rect> = Vec::new();
    for (at, zone, name) in &zones.names {
        let [here, alone] = told(&stand, *zone);
        let parts: Vec<String> =
            std::iter::once(name.clone()).chain(like(look, *zone).into_iter().map(str::to_owned)).collect();
        // In a narrow zone it is cut short from its end; where not even a few letters have room it is left out.
        let with = |count: Option<String>| parts.iter().cloned().chain(count).collect::<Vec<_>>().join(" · ");
        let mut forms = [with(here), with(alone), with(None), name.clone()].into_iter().chain(cut(name));
        // Beside those who stand in its first squares and other names, within the zone.
        let is_in = |place: Pos2| zone_of(look, view.square(place)) == Some(*zone);
        let is_free = |room: &Rect| {
            let mut others = lie.iter().map(|name: &Rect| name.expand(BETWEEN)).chain(tokens.iter().copied());
            others.all(|other| !other.intersects(*room))
        };
        let place = |(down, right): (i32, i32), size: Vec2| {
            let first = Square::new(at.x as i32 + right, at.y as i32 + down);
            let room = Rect::from_min_size(view.corner(first) + vec2(3.0, 3.0), size);
            let corners = [room.left_top(), room.right_top(), room.left_bottom(), room.right_bottom()];
            Some(room).filter(|_| corners.into_iter().all(is_in))
        };
        let offs = || (0..DOWN).flat_map(|down| (0..RIGHT).map(move |right| (down, right)));
        let free = forms.find_map(|text| {
            let size = tokens::label_size(painter, &text);
            let lies = offs().filter_map(|off| place(off, size)).find(is_free)?;
            Some((text, lies))
        });
        let Some((text, lies)) = free else { continue };
        let is_lit = lit.contains(zone);
        tokens::label(painter, lies.min, Align2::LEFT_TOP, &text, if is_lit { theme::INK } else { teal() });
        if is_lit {
            painter.rect_stroke(lies, 3.0, Stroke::new(2.0, theme::PAPER), StrokeKind::Inside);
        }
        lie.push(lies);
    }
    lie
}

#[cfg(test)]
mod tests;
