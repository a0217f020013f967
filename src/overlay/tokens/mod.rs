//! The tokens: whose side, which way it looks, how much of the field it
//! covers, how it fares.

mod marks;
pub mod states;
mod tip;

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_4;

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use super::camera::View;
use super::layers::{Layer, Layers};
use super::motion::Motion;
use super::portraits::Portraits;
use super::theme;
use crate::battle::{Id, Look};
use crate::board::{Arcs, Direction, Footprint, Square};

pub use marks::{label, label_beside, monogram, shape, touched};
pub use tip::tip;

/// From so many points a square on there is room for words.
const ROOMY: f32 = 54.0;
/// Below so many points a square names would lie over everything: only those
/// who are meant are named.
const NAMED: f32 = 22.0;
/// A plate moves up by so many of its heights from under others, or is left out.
const MOVED: f32 = 2.2;
/// Below so many points from its middle to its rim a token is a shape and nothing more.
const TINY: f32 = 4.5;
/// From so many on there is room for signs beside it.
const SIGNED: f32 = 8.5;
/// Straight pieces of half the band before a token.
const BENDS: i32 = 6;
/// So many states are shown on a token, and the number of the others.
const STATES: usize = 3;

/// A token on the field. Its places are in squares.
pub struct Token {
    /// Whose.
    pub id: Id,
    footprint: Footprint,
    /// What it covers, on its way as it may be.
    body: Rect,
    /// Where the token itself lies: a rider and its mount share their squares, those who stand in one place lie fanned out.
    pub spot: Rect,
    rides: bool,
    in_play: bool,
}

/// Everybody who is seen on the field; the small and the hale lie on top.
pub fn order(look: Look<'_>, motion: &Motion) -> Vec<Token> {
    let mut order: Vec<Token> = Vec::new();
    for id in look.shown() {
        let place = look.place(id);
        if !place.present {
            continue;
        }
        let (at, side) = (place.footprint.at, place.footprint.side as f32);
        let body =
            Rect::from_min_size(pos2(at.x as f32, at.y as f32), Vec2::splat(side)).translate(motion.away(look, id));
        let (in_play, rides) = (look.is_in_play(id), shares(look, id));
        order.push(Token { id, footprint: place.footprint, body, spot: spot(look, id, body), rides, in_play });
    }
    order.sort_by_key(|token| (token.in_play, -token.footprint.side, token.rides));
    let mut taken: BTreeMap<(Square, i32), usize> = BTreeMap::new();
    for token in order.iter_mut().filter(|token| !token.rides) {
        let count = taken.entry((token.footprint.at, token.footprint.side)).or_default();
        token.spot = token.spot.translate(vec2(0.22, 0.16) * *count as f32);
        *count += 1;
    }
    order
}

/// Who among them is marked, and how.
#[derive(Clone, Copy)]
pub struct Marked {
    /// Whose sheet is open.
    pub selected: Option<Id>,
    /// Whom a panel points at.
    pub pointed: Option<Id>,
    /// Who is aimed at.
    pub target: Option<Id>,
    /// The layers that are shown.
    pub layers: Layers,
}

/// Everybody on the board who can be seen on the page; the small and the hale
/// lie on top. Where a scene shows them, only what lies around them is drawn: without `portraits`.
pub fn tokens(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    marked: Marked,
    motion: &Motion,
    mut portraits: Option<&mut Portraits>,
) {
    let page = painter.clip_rect().expand(view.cell);
    let mut order = order(look, motion);
    for token in &mut order {
        (token.body, token.spot) = (view.area(token.body), view.area(token.spot));
    }
    order.retain(|token| page.intersects(token.body));
    let active = look.asked();
    for token in &order {
        draw(painter, look, view, marked, (token, active), motion, portraits.as_deref_mut());
    }
    // Nobody's words hide under another who stands in the same square.
    let mut trodden: BTreeMap<Square, usize> = BTreeMap::new();
    for token in order.iter().filter(|token| token.in_play && !token.rides) {
        *trodden.entry(token.footprint.at).or_default() += 1;
    }
    // Those who are meant have the first word; nobody's plate lies over another's.
    let is_meant = |id: Id| marked.pointed == Some(id) || marked.selected == Some(id);
    order.sort_by_key(|token| !is_meant(token.id));
    let mut plates = Vec::new();
    for token in &order {
        let others = trodden.get(&token.footprint.at).copied().unwrap_or(0) - usize::from(token.in_play);
        words(painter, look, (view, marked), token, others > 0, &mut plates);
    }
}

/// Whether somebody sits on its mount, in the very squares of it.
pub fn shares(look: Look<'_>, id: Id) -> bool {
    look.mount(id).is_some_and(|mount| look.footprint(mount) == look.footprint(id) && look.footprint(id).side > 1)
}

/// Where the token of somebody lies in the squares that it covers: a rider's above that of its mount.
fn spot(look: Look<'_>, id: Id, body: Rect) -> Rect {
    let carries = look.riders(id).iter().any(|rider| shares(look, *rider));
    match () {
        () if shares(look, id) => {
            Rect::from_center_size(body.center() - vec2(0.0, body.height() * 0.2), Vec2::splat(1.3))
        }
        () if carries => Rect::from_center_size(body.center() + vec2(0.0, body.height() * 0.17), body.size() * 0.78),
        () => body,
    }
}

/// Names, and the words of what takes somebody out, over all tokens.
fn words(
    painter: &Painter,
    look: Look<'_>,
    (view, marked): (&View, Marked),
    token: &Token,
    trodden: bool,
    plates: &mut Vec<Rect>,
) {
    let (id, body) = (token.id, token.spot);
    let is_small = view.cell < NAMED * theme::scale(painter.ctx());
    let is_meant = marked.pointed == Some(id) || marked.selected == Some(id);
    let is_named = is_meant || marked.layers.has(Layer::Names) && !is_small;
    let is_pointed = marked.pointed == Some(id) || marked.layers.has(Layer::Names) && is_named;
    let most = if is_meant { f32::INFINITY } else { MOVED };
    if (is_named || view.cell >= ROOMY)
        && (token.in_play || !trodden)
        && !look.is_dead(id)
        && let Some((word, out)) = state(look, id)
        && (out || is_named)
    {
        let plate = if out { theme::OUT } else { theme::INK };
        let below = pos2(body.center().x, body.bottom() - 6.0);
        marks::label_beside(painter, below, Align2::CENTER_CENTER, (word, plate), plates, most);
    }
    if is_pointed {
        let above = pos2(body.center().x, body.top());
        marks::label_beside(painter, above, Align2::CENTER_BOTTOM, (look.name(id), theme::INK), plates, most);
    }
}

fn draw(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    marked: Marked,
    (token, active): (&Token, Option<Id>),
    motion: &Motion,
    portraits: Option<&mut Portraits>,
) {
    let Token { id, spot, in_play, .. } = *token;
    let radius = spot.width() * 0.38;
    let at = spot.center();
    let side = look.side(id).0;
    let colour = theme::side(side);
    let fill = if in_play { colour } else { theme::over(colour, theme::GROUND, 0.65) };
    let (ring, is_marked) = match () {
        () if active == Some(id) => (Stroke::new(3.5, theme::ACTIVE), true),
        () if marked.target == Some(id) => (Stroke::new(3.0, theme::AIM), true),
        () if marked.selected == Some(id) => (Stroke::new(3.0, Color32::WHITE), true),
        () if marked.pointed == Some(id) => (Stroke::new(3.0, theme::ACTIVE), true),
        () => (Stroke::new(1.5, theme::INK), false),
    };
    if radius < TINY && !is_marked {
        shape(painter, at, radius.max(1.5), side, fill, Stroke::NONE);
        return;
    }
    // Which way somebody looks is shown where it matters.
    if in_play && look.arcs().is_some() {
        nose(painter, look, id, at, radius, ring);
    }
    if let Some(arcs) = look.arcs().filter(|_| in_play && radius >= SIGNED) {
        guard(painter, look.place(id).facing, arcs, at, radius * 1.3);
    }
    // Where a scene shows the field it shows the tokens, too.
    if let Some(portraits) = portraits {
        let figure = super::stage::figure(look, motion, id);
        let room = Rect::from_center_size(at, spot.size() * super::stage::GROWN);
        if !portraits.token(painter, figure, room) {
            shape(painter, at, radius, side, fill, Stroke::NONE);
        }
    }
    if is_marked {
        shape(painter, at, radius * 1.06, side, Color32::TRANSPARENT, ring);
    }
    number(painter, look, id, at, radius);
    if marked.target == Some(id) {
        marks::crosshair(painter, view, token.footprint);
    }
    if in_play {
        badges(painter, look, id, at, radius);
    }
    if radius < TINY {
        return;
    }
    match look.health(id) {
        Some((left, whole)) if in_play && left < whole => bar(painter, at, radius, left, whole),
        _ => pips(painter, at, radius, look.wounds(id).len()),
    }
}

/// The colour of signs on the colour of a side.
const SIGN: Color32 = Color32::from_rgb(0xfb, 0xf4, 0xe4);

/// Whoever is one of many, or no more than a name, is told apart by a letter and a number.
fn number(painter: &Painter, look: Look<'_>, id: Id, at: Pos2, radius: f32) {
    let name = look.name(id);
    let last = name.rsplit(' ').next().unwrap_or_default();
    let is_number = last.chars().all(|letter| letter.is_ascii_digit());
    let is_own = look.profile(id).is_some_and(|profile| profile.name != name);
    let mark = match () {
        () if is_number => monogram(name),
        () if is_own => monogram(name),
        () => return,
    };
    let middle = at + vec2(radius * 0.78, radius * 0.72);
    let size = (radius * 0.36).max(6.5);
    painter.circle(middle, size, theme::INK, Stroke::new(1.0, SIGN));
    painter.text(middle, Align2::CENTER_CENTER, mark, FontId::proportional((size * 1.35).max(9.0)), Color32::WHITE);
}

/// The states that somebody is in, up its left side, and how many more there
/// are; where there is no room for signs, a bare plate says that there are any.
fn badges(painter: &Painter, look: Look<'_>, id: Id, at: Pos2, radius: f32) {
    if look.conditions(id).is_empty() {
        return;
    }
    let shown = states::kinds(look, id);
    if radius < SIGNED {
        if let Some(first) = shown.first() {
            states::plate(painter, first.sort, at + vec2(-radius * 0.8, radius * 0.8), (radius * 0.4).max(2.0));
        }
        return;
    }
    let size = (radius * 0.36).clamp(6.5, 22.0);
    let place = |index: usize| at + vec2(-radius * 0.92, radius * 0.86 - index as f32 * size * 2.1);
    for (index, state) in shown.iter().take(STATES).enumerate() {
        states::draw(painter, state, place(index), size);
    }
    if shown.len() > STATES {
        let font = FontId::proportional((size * 1.5).max(10.0));
        let more = painter.layout_no_wrap(format!("+{}", shown.len() - STATES), font, Color32::WHITE);
        let rect = Rect::from_center_size(place(STATES), more.size() + vec2(4.0, 0.0));
        painter.rect_filled(rect, 3.0, theme::INK);
        painter.galley(rect.min + vec2(2.0, 0.0), more, Color32::WHITE);
    }
}

/// The colour of a bar of which so much is left.
pub fn health_colour(share: f32) -> Color32 {
    match share {
        share if share > 0.6 => Color32::from_rgb(0x6f, 0xb1, 0x5a),
        share if share > 0.3 => Color32::from_rgb(0xe6, 0xae, 0x3c),
        _ => Color32::from_rgb(0xd4, 0x4a, 0x35),
    }
}

/// How much is left of somebody, for games that count it down: the length says it, the colour only helps.
fn bar(painter: &Painter, at: Pos2, radius: f32, left: i32, whole: i32) {
    let share = (left.max(0) as f32 / whole.max(1) as f32).clamp(0.0, 1.0);
    let size = vec2(radius * 1.7, (radius * 0.24).max(4.0));
    let rect = Rect::from_min_size(pos2(at.x - size.x / 2.0, at.y - radius * 1.22), size);
    let colour = health_colour(share);
    painter.rect_filled(rect.expand(1.5), 2.0, theme::INK);
    painter.rect_filled(Rect::from_min_size(rect.min, vec2(size.x * share, size.y)), 1.0, colour);
}

/// What most hampers somebody: what takes it out before all else.
pub fn state(look: Look<'_>, id: Id) -> Option<(&'static str, bool)> {
    let ranked = look.conditions(id).iter().filter_map(|condition| {
        let def = look.rules().conditions.get(&condition.kind)?;
        let rank = if def.dead {
            3
        } else if def.out {
            2
        } else {
            i32::from(!def.stance)
        };
        Some((rank, condition.kind.as_str()))
    });
    ranked.max_by_key(|(rank, _)| *rank).map(|(rank, word)| (word, rank >= 2))
}

/// The point that shows which way somebody looks.
fn nose(painter: &Painter, look: Look<'_>, id: Id, at: Pos2, radius: f32, ring: Stroke) {
    let (x, y) = look.place(id).facing.offset();
    let ahead = vec2(x as f32, y as f32).normalized();
    let aside = vec2(-ahead.y, ahead.x);
    let tip = at + ahead * radius * 1.42;
    let foot = at + ahead * radius * 0.8;
    let corners = vec![tip, foot + aside * radius * 0.5, foot - aside * radius * 0.5];
    painter.add(Shape::convex_polygon(corners, ring.color, Stroke::new(1.0, theme::INK)));
}

/// The front of a body where it matters: a band as far round it as its shield goes. What it leaves open are its sides
/// and its back.
pub fn guard(painter: &Painter, facing: Direction, arcs: Arcs, at: Pos2, radius: f32) {
    let (x, y) = facing.offset();
    let (ahead, reach) = (vec2(x as f32, y as f32).angle(), (f32::from(arcs.front) + 0.5) * FRAC_PI_4);
    let place = |step: i32| at + Vec2::angled(ahead + reach * step as f32 / BENDS as f32) * radius;
    let band: Vec<Pos2> = (-BENDS..=BENDS).map(place).collect();
    let width = (radius * 0.12).max(1.5);
    painter.add(Shape::line(band.clone(), Stroke::new(width + 2.0, theme::INK)));
    painter.add(Shape::line(band, Stroke::new(width, SIGN)));
}

/// A mark for each wound; from seven on, a number.
fn pips(painter: &Painter, at: Pos2, radius: f32, wounds: usize) {
    if wounds > 6 {
        let middle = at + vec2(radius * 0.8, -radius * 0.8);
        painter.circle(middle, radius * 0.4, theme::OUT, Stroke::new(1.0, Color32::WHITE));
        let font = FontId::proportional((radius * 0.5).max(8.0));
        painter.text(middle, Align2::CENTER_CENTER, wounds, font, Color32::WHITE);
        return;
    }
    for pip in 0..wounds {
        let across = (pip as f32 - (wounds as f32 - 1.0) / 2.0) * radius * 0.42;
        let middle = at + vec2(across, radius * 0.92);
        painter.circle(middle, radius * 0.17, theme::BLOOD, Stroke::new(1.0, Color32::WHITE));
    }
}
