//! Where tokens lie: who shares a square with others, who lies in a stack that is open, who has room in a zone.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};

use super::fan::{self, Apart};
use super::wide::Wide;
use crate::battle::{Id, Look};
use crate::board::{Footprint, Square};
use crate::overlay::camera::View;
use crate::overlay::motion::{Fares, Motion};

/// A token on the field. Its places are in squares.
#[derive(Clone, Debug)]
pub struct Token {
    /// Whose.
    pub id: Id,
    pub(super) footprint: Footprint,
    /// What it covers, on its way as it may be.
    pub(super) body: Rect,
    /// Where the token itself lies: a rider and its mount share their squares, those who stand in one place lie fanned out.
    pub spot: Rect,
    rides: bool,
    /// Whether somebody stands over it: it is small, at their side, and bears no signs of its own.
    pub(super) is_under: bool,
    /// Where it lies among those who share its squares: away from the others its signs are told apart.
    pub(super) apart: Apart,
    /// Whether it is larger than the squares that it stands in.
    is_wide: bool,
    /// Where it lay before its stack was pointed at and opened.
    pub(super) closed: Option<Rect>,
    /// How they fare, as far as that has been shown.
    pub fares: Fares,
}

impl Token {
    /// What is meant by this square where it is pointed at: in an open stack, and where tokens are larger than squares, that
    /// of the body, however far out its token lies.
    pub fn stands(&self, at: Square) -> Square {
        let is_apart = self.closed.is_some() || self.is_wide;
        if !is_apart || self.footprint.contains(at) { at } else { self.footprint.at }
    }

    /// Where it lies with the middle of its body there, in squares: without the thrust of a blow, on its way as it may be.
    pub fn around(&self, middle: Pos2) -> Rect {
        self.spot.translate(middle - self.body.center())
    }

    /// Whether it has been shown that they are felled, and fall only once all who act at once have struck.
    pub(super) fn is_falling(&self, look: Look<'_>) -> bool {
        look.is_falling(self.id) && self.fares == Fares::of(look, self.id)
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
    let wide = Wide::of(look);
    for id in look.shown() {
        let place = look.place(id);
        if !place.present {
            continue;
        }
        let (at, side) = (place.footprint.at, place.footprint.side as f32);
        let body =
            Rect::from_min_size(pos2(at.x as f32, at.y as f32), Vec2::splat(side)).translate(motion.away(look, id));
        let (rides, fares) = (shares(look, id), motion.fares(look, id));
        let (footprint, spot, apart) = (place.footprint, wide.lies(spot(look, id, body)), Apart::Alone);
        let (is_under, is_wide, closed) = (false, wide.is_wide(), None);
        order.push(Token { id, footprint, body, spot, rides, is_under, apart, is_wide, closed, fares });
    }
    order.sort_by_key(|token| (token.fares.in_play, -token.footprint.side, token.rides));
    let board = vec2(look.board().width() as f32, look.board().height() as f32);
    spread(&mut order, open, Rect::from_min_size(Pos2::ZERO, board));
    order.sort_by_key(|token| token.closed.is_some());
    order
}

/// Those who stand in one place lie fanned out in it, and the stack that lies `open` around it, on the field; the fallen lie as
/// they fell, and at the side of whoever stands over them.
fn spread(order: &mut [Token], open: Option<Square>, field: Rect) {
    let stands = |token: &Token| !token.rides && token.fares.in_play;
    let mut there: BTreeMap<(Square, i32), (usize, usize)> = BTreeMap::new();
    for token in order.iter().filter(|token| stands(token)) {
        there.entry((token.footprint.at, token.footprint.side)).or_default().0 += 1;
    }
    for token in order.iter_mut().filter(|token| stands(token)) {
        let Some((count, placed)) = there.get_mut(&(token.footprint.at, token.footprint.side)) else { continue };
        let fan = if *count > 1 { fan::fan(*count) } else { Vec::new() };
        if let Some(own) = fan.get(*placed) {
            let (side, middle) = (token.spot.width(), token.spot.center());
            let lies =
                |(shift, size): &(Vec2, f32)| Rect::from_center_size(middle + *shift * side, Vec2::splat(size * side));
            token.apart = Apart::of(own.0);
            token.spot = lies(own);
            if open == Some(token.footprint.at) {
                let opened = fan::opened(&fan);
                let whole = opened.iter().map(lies).fold(Rect::NOTHING, Rect::union);
                let wide = opened.get(*placed).map_or(token.spot, lies).translate(fan::onto(field, whole));
                token.closed = Some(std::mem::replace(&mut token.spot, wide));
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

/// Where everybody lies who stands still, in squares of the field; nothing where all have their squares to themselves.
pub(super) fn at_rest(look: Look<'_>) -> BTreeMap<Id, Rect> {
    let mut taken: BTreeSet<Square> = BTreeSet::new();
    let mut bodies = look.shown().filter(|id| look.place(*id).present).map(|id| look.footprint(id));
    if bodies.all(|body| body.squares().all(|square| taken.insert(square))) {
        return BTreeMap::new();
    }
    order(look, &Motion::default(), None).into_iter().map(|token| (token.id, token.spot)).collect()
}

/// Where the figure of somebody is drawn on the page among these tokens, on its way and in a shared square as it may be.
pub fn drawn(everybody: &[Token], (look, view): (Look<'_>, &View), id: Id) -> Rect {
    let token = everybody.iter().find(|token| token.id == id);
    token.map_or_else(|| lies(look, view, id), |token| view.area(token.spot))
}

/// Where the token of one lies on the page who stands still; of several a `Wide` tells it that is made once.
pub fn lies(look: Look<'_>, view: &View, id: Id) -> Rect {
    Wide::of(look).token(look, view, id)
}

/// Where it would lie if they stood there.
pub fn would_lie(look: Look<'_>, view: &View, body: Footprint) -> Rect {
    view.area(Wide::of(look).stands(body))
}
