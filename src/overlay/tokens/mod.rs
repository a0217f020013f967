//! The tokens: whose side, which way it looks, how much of the field it
//! covers, how it fares.

mod fan;
pub mod lay;
mod marks;
mod plates;
pub mod states;
mod tip;
mod told;

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_4;

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use self::fan::Apart;
use super::camera::View;
use super::layers::{Layer, Layers};
use super::motion::{Fares, Motion};
use super::portraits::Portraits;
use super::theme;
use crate::battle::{Condition, Id, Look};
use crate::board::{Arcs, Direction, Footprint, Square};

pub use crate::book::Letters;
use marks::Lettered;
pub use marks::{acting, crosshair, label, label_beside, label_size, pointed, shape, touched};
pub use plates::{Plates, Weight, Words};
pub use tip::tip;
pub use told::told;

/// From so many points a square on, beside the usual size of text, everybody is named, and those who are in some state; with
/// less names would lie over everything, and only those who are meant are named.
const ROOMY: f32 = 22.0;
const NAMED: f32 = 16.0;
/// The smallest letters of a token, in points, and the radius below which they lie over it.
const LETTERS: f32 = 10.0;
const OVER: f32 = 9.0;
/// Below this radius letters would hide the figure: nobody has any unless everybody's name is wanted.
const LETTERED: f32 = 11.0;
/// Below so many points from its middle to its rim a token is a shape and nothing more.
const TINY: f32 = 4.5;
/// From so many on there is room for signs beside it.
const SIGNED: f32 = 8.5;
/// Straight pieces of half the band before a token.
const BENDS: i32 = 6;
/// So many states are shown on a token, and the number of the others.
const STATES: usize = 3;

/// A token on the field. Its places are in squares.
#[derive(Clone, Debug)]
pub struct Token {
    /// Whose.
    pub id: Id,
    footprint: Footprint,
    /// What it covers, on its way as it may be.
    body: Rect,
    /// Where the token itself lies: a rider and its mount share their squares, those who stand in one place lie fanned out.
    pub spot: Rect,
    rides: bool,
    /// Whether somebody stands over it: it is small, at their side, and bears no signs of its own.
    is_under: bool,
    /// Where it lies among those who share its squares: away from the others its signs are told apart.
    apart: Apart,
    /// Where it lay before its stack was pointed at and opened.
    closed: Option<Rect>,
    /// How they fare, as far as that has been shown.
    pub fares: Fares,
}

impl Token {
    /// What is meant by this square where it is pointed at: in an open stack that of the body, however far out its token
    /// lies.
    pub fn stands(&self, at: Square) -> Square {
        if self.closed.is_none() || self.footprint.contains(at) { at } else { self.footprint.at }
    }

    /// Whether it lies in a stack with others.
    fn is_stacked(&self) -> bool {
        self.apart != Apart::Alone
    }
}

/// The token at a place in squares: the one on top; in a stack the nearest, and in an open one else whoever lay there before.
pub fn at(everybody: &[Token], place: Pos2) -> Option<&Token> {
    let stands = || everybody.iter().filter(|token| token.fares.in_play);
    let lies = |spot: Rect| spot.contains(place);
    let far = |token: &&Token| token.spot.center().distance_sq(place);
    let nearest = |of: &Token| {
        let same = stands().filter(|token| token.is_stacked() && token.footprint == of.footprint && lies(token.spot));
        same.min_by(|one, other| far(one).total_cmp(&far(other)))
    };
    let before = || stands().rfind(|token| token.closed.is_some_and(lies));
    match stands().rfind(|token| lies(token.spot)) {
        Some(token) if token.is_stacked() => nearest(token),
        // What an open stack had covered is still its own.
        Some(token) => before().or(Some(token)),
        None => before(),
    }
}

/// The stack that lies open with the pointer at a place in squares: the one that does already, as long as the pointer stays
/// on it, else the one that is pointed at.
pub fn opened(everybody: &[Token], now: Option<Square>, place: Option<Pos2>) -> Option<Square> {
    let place = place?;
    let stacked = || everybody.iter().filter(|token| token.is_stacked());
    let open = stacked().filter(|token| token.closed.is_some() && Some(token.footprint.at) == now);
    let whole = open.map(|token| token.spot).reduce(Rect::union);
    if whole.is_some_and(|whole| whole.contains(place)) {
        return now;
    }
    stacked().find(|token| token.body.contains(place)).map(|token| token.footprint.at)
}

/// Everybody who is seen on the field; the small and the hale lie on top, and over all of them the stack that lies `open`.
pub fn order(look: Look<'_>, motion: &Motion, open: Option<Square>) -> Vec<Token> {
    let mut order: Vec<Token> = Vec::new();
    for id in look.shown() {
        let place = look.place(id);
        if !place.present {
            continue;
        }
        let (at, side) = (place.footprint.at, place.footprint.side as f32);
        let body =
            Rect::from_min_size(pos2(at.x as f32, at.y as f32), Vec2::splat(side)).translate(motion.away(look, id));
        let (rides, fares) = (shares(look, id), motion.fares(look, id));
        let (footprint, spot, apart) = (place.footprint, spot(look, id, body), Apart::Alone);
        order.push(Token { id, footprint, body, spot, rides, is_under: false, apart, closed: None, fares });
    }
    order.sort_by_key(|token| (token.fares.in_play, -token.footprint.side, token.rides));
    spread(&mut order, open);
    order.sort_by_key(|token| token.closed.is_some());
    order
}

/// Those who stand in one place lie fanned out in it, and the stack that lies `open` around it; the fallen lie as they fell,
/// and at the side of whoever stands over them.
fn spread(order: &mut [Token], open: Option<Square>) {
    let stands = |token: &Token| !token.rides && token.fares.in_play;
    let mut there: BTreeMap<(Square, i32), (usize, usize)> = BTreeMap::new();
    for token in order.iter().filter(|token| stands(token)) {
        there.entry((token.footprint.at, token.footprint.side)).or_default().0 += 1;
    }
    for token in order.iter_mut().filter(|token| stands(token)) {
        let Some((count, placed)) = there.get_mut(&(token.footprint.at, token.footprint.side)) else { continue };
        if *count > 1
            && let Some((shift, size)) = fan::fan(*count).get(*placed)
        {
            let side = token.spot.width();
            let middle = token.spot.center();
            let wide = |by: f32| Rect::from_center_size(middle + *shift * side * by, Vec2::splat(size * side * by));
            token.apart = Apart::of(*shift);
            token.spot = wide(1.0);
            if open == Some(token.footprint.at) {
                token.closed = Some(std::mem::replace(&mut token.spot, wide(fan::opened(*size))));
            }
        }
        *placed += 1;
    }
    let standing: Vec<Footprint> =
        order.iter().filter(|token| token.fares.in_play).map(|token| token.footprint).collect();
    let mut fallen: BTreeMap<Square, usize> = BTreeMap::new();
    for token in order.iter_mut().filter(|token| !token.rides && !token.fares.in_play) {
        let count = fallen.entry(token.footprint.at).or_default();
        token.is_under = standing.iter().any(|other| other.contains(token.footprint.at));
        token.spot = if token.is_under {
            let (shift, size) = fan::beside(*count);
            let side = token.spot.width();
            Rect::from_center_size(token.spot.center() + shift * side, Vec2::splat(size * side))
        } else {
            token.spot.translate(vec2(0.2, 0.12) * *count as f32)
        };
        *count += 1;
    }
}

/// Who among them is marked, and how.
#[derive(Clone, Copy)]
pub struct Marked {
    /// Whose sheet is open.
    pub selected: Option<Id>,
    /// Whom a panel points at.
    pub pointed: Option<Id>,
    /// Who is under the pointer.
    pub over: Option<Id>,
    /// Whom the keys have turned to.
    pub picked: Option<Id>,
    /// Who is aimed at.
    pub target: Option<Id>,
    /// Who acts, as far as it has been shown.
    pub acts: Option<Id>,
    /// The layers that are shown.
    pub layers: Layers,
}

impl Marked {
    /// Whether somebody is pointed at: on the field, by the keys or by a panel.
    fn points_at(self, id: Id) -> bool {
        [self.pointed, self.over, self.picked].contains(&Some(id))
    }
}

/// Everybody on the board who can be seen on the page; the small and the hale
/// lie on top. Where a scene shows them, only what lies around them is drawn: without `portraits`. Gives back what of `room`
/// their names have left to other words.
pub fn tokens(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    (everybody, room): (&[Token], Rect),
    marked: Marked,
    mut portraits: Option<&mut Portraits>,
) -> Plates {
    let page = painter.clip_rect().expand(view.cell);
    let is_seen = |token: &&Token| page.intersects(view.area(token.body));
    let mut order: Vec<Token> = everybody.iter().filter(is_seen).cloned().collect();
    for token in &mut order {
        (token.body, token.spot) = (view.area(token.body), view.area(token.spot));
    }
    let letters = Letters::of(look);
    for token in &order {
        draw(painter, look, view, marked, token, portraits.as_deref_mut());
    }
    // Those who are meant have the first word; nobody's plate lies over another's, or over whom it is about.
    let named = [marked.pointed, marked.over, marked.picked, marked.target, marked.acts, marked.selected];
    // In a stack that is pointed at everybody is named, so that they can be chosen between.
    let is_meant = |token: &Token| named.contains(&Some(token.id)) || token.closed.is_some();
    let has_all = marked.layers.has(Layer::Names) || painter.ctx().input(|input| input.modifiers.alt);
    let lettered = |token: &Token| {
        let (at, radius) = (token.spot.center(), token.spot.width() * 0.38);
        let is_read = token.fares.in_play || ring(marked, token.id).1;
        let name = (is_read && has_letters(radius, has_all)).then(|| letters.name(look.name(token.id)));
        name.map(|name| Lettered::of(painter, &name, (at, radius, token.apart)))
    };
    let standing = order.iter().map(|token| (token.spot, token.fares.in_play, lettered(token)));
    let mut plates = Plates::new(room, standing);
    let (meant, others): (Vec<&Token>, Vec<&Token>) = order.iter().partition(|token| is_meant(token));
    for (token, is_meant) in
        meant.into_iter().map(|token| (token, true)).chain(others.into_iter().map(|token| (token, false)))
    {
        words(painter, look, view, token, (is_meant, has_all), &mut plates);
    }
    plates
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

/// Whether somebody whom nobody means is named where squares are so many points across beside the usual size of text: their
/// letters say who it is, so in little room only what has become of somebody is said.
fn is_named(cell: f32, in_state: bool) -> bool {
    cell >= if in_state { NAMED } else { ROOMY }
}

/// The name of somebody who is meant, and the word of what has become of them; of all others where all are wanted.
fn words(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    token: &Token,
    (is_meant, has_all): (bool, bool),
    plates: &mut Plates,
) {
    let state = state_of(look, &token.fares.states).filter(|_| !token.fares.is_dead);
    let cell = view.cell / theme::scale(painter.ctx());
    if !is_meant && (!has_all || token.fares.is_dead || !is_named(cell, state.is_some())) {
        return;
    }
    let name = look.name(token.id);
    let word = state.map(|(word, _)| word);
    let text = word.map_or_else(|| name.to_owned(), |word| format!("{name} · {word}"));
    let plate = if state.is_some_and(|(_, out)| out) { theme::OUT } else { theme::INK };
    let weight = if is_meant { Weight::Meant } else { Weight::Name };
    // Their letters say who it is where there is no room for all of it.
    plates.say(painter, token.spot, Words { full: &text, short: word, plate }, weight);
}

/// Whether a token of this radius bears letters: a small one only where everybody's name is wanted, for they hide it.
fn has_letters(radius: f32, has_all: bool) -> bool {
    radius >= if has_all { TINY } else { LETTERED }
}

/// The ring around somebody, and whether anything marks them. Whoever is pointed at has a frame with corners instead.
fn ring(marked: Marked, id: Id) -> (Stroke, bool) {
    match () {
        () if marked.acts == Some(id) => (Stroke::new(3.5, theme::ACTIVE), true),
        () if marked.target == Some(id) => (Stroke::new(3.0, theme::AIM), true),
        () if marked.selected == Some(id) => (Stroke::new(3.0, Color32::WHITE), true),
        () => (Stroke::new(1.5, theme::INK), marked.points_at(id)),
    }
}

fn draw(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    marked: Marked,
    token: &Token,
    portraits: Option<&mut Portraits>,
) {
    let Token { id, spot, apart, fares, .. } = token;
    let (id, in_play) = (*id, fares.in_play);
    let radius = spot.width() * 0.38;
    let at = spot.center();
    let side = look.side(id).0;
    let colour = theme::side(side);
    let fill = if in_play { colour } else { theme::over(colour, theme::GROUND, 0.65) };
    let (ring, is_marked) = ring(marked, id);
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
        let figure = super::stage::painted(look, id, fares.vigour());
        let room = Rect::from_center_size(at, spot.size() * super::stage::GROWN);
        if !portraits.token(painter, figure, room) {
            shape(painter, at, radius, side, fill, Stroke::NONE);
        }
    }
    if is_marked && ring.color != theme::INK {
        shape(painter, at, radius * 1.06, side, Color32::TRANSPARENT, ring);
    }
    if marked.acts == Some(id) {
        marks::acting(painter, at, radius);
    }
    if marked.points_at(id) {
        marks::pointed(painter, *spot);
    }
    if marked.target == Some(id) {
        marks::crosshair(painter, view, token.footprint);
    }
    if in_play {
        badges(painter, look, &fares.states, (at, radius, *apart));
    }
    if radius < TINY || token.is_under {
        return;
    }
    match fares.health {
        Some((left, whole)) if in_play && left < whole => bar(painter, at, radius, left, whole),
        _ => pips(painter, at, radius, fares.wounds),
    }
}

/// The colour of signs on the colour of a side.
const SIGN: Color32 = Color32::from_rgb(0xfb, 0xf4, 0xe4);

/// The states that somebody is in, up its left side, and how many more there
/// are; where there is no room for signs, a bare plate says that there are any.
fn badges(painter: &Painter, look: Look<'_>, of: &[Condition], (at, radius, apart): (Pos2, f32, Apart)) {
    if of.is_empty() {
        return;
    }
    let shown = states::kinds(look, of);
    if radius < SIGNED {
        if let Some(first) = shown.first() {
            states::plate(painter, first.sort, at + vec2(-radius * 0.8, radius * 0.8), (radius * 0.4).max(2.0));
        }
        return;
    }
    let size = (radius * 0.36).clamp(6.5, 22.0);
    let place = |index: usize| at + apart.signs() * radius - vec2(0.0, index as f32 * size * 2.1);
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
    state_of(look, look.conditions(id))
}

/// What hampers most of these states.
fn state_of(look: Look<'_>, states: &[Condition]) -> Option<(&'static str, bool)> {
    let ranked = states.iter().filter_map(|condition| {
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

/// A mark for each wound, across the upper rim where no letters lie; where there are too many of them for that, a number.
fn pips(painter: &Painter, at: Pos2, radius: f32, wounds: usize) {
    let pip = (radius * 0.17).max(2.6);
    let step = (radius * 0.42).max(pip * 2.0 + 1.0);
    if wounds > 6 || wounds as f32 * step > radius * 2.4 {
        let (middle, size) = (at + vec2(radius * 0.8, -radius * 0.8), (radius * 0.4).max(6.5));
        painter.circle(middle, size, theme::OUT, Stroke::new(1.0, Color32::WHITE));
        painter.text(middle, Align2::CENTER_CENTER, wounds, FontId::proportional(size * 1.3), Color32::WHITE);
        return;
    }
    for index in 0..wounds {
        let across = (index as f32 - (wounds as f32 - 1.0) / 2.0) * step;
        painter.circle(at + vec2(across, -radius), pip, theme::BLOOD, Stroke::new(1.0, Color32::WHITE));
    }
}

#[cfg(test)]
mod tests {
    /// Promise: on a field as wide as a window, everybody is named at the usual size of text, and with text of 200 % only
    /// those in some state; where squares are hardly larger than letters, nobody is.
    #[test]
    fn large_text_names_only_those_of_whom_there_is_something_to_say() {
        let named = |cell: f32, text: f32| [false, true].map(|in_state| super::is_named(cell / text, in_state));
        assert_eq!(named(41.0, 1.0), [true, true]);
        assert_eq!(named(41.0, 2.0), [false, true]);
        assert_eq!(named(12.0, 1.0), [false, false]);
    }
}
