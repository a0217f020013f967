//! Room in zones: where nobody counts squares tokens are larger than these, and lie as much farther apart.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use bevy_egui::egui::{Rangef, Rect, Vec2, pos2, vec2};

use super::spots;
use crate::battle::{Id, Look};
use crate::board::{Footprint, Spot, Spots, Square};
use crate::overlay::camera::View;

/// How much larger than its square a token is, at most.
const MOST: f32 = 1.6;
/// So many stand in the middle of a place before the others come to stand about them.
const CROWD: usize = 4;
/// Squares that a token may lie over the edge of its place.
const OVER: f32 = 0.35;
/// Squares that a token may have more than half of the narrowest zone.
const SLACK: f32 = 0.5;

/// Where tokens lie, and how large, on a field that is measured in zones; on any other they lie in their squares.
#[derive(Clone, Debug)]
pub struct Wide<'w> {
    /// The places of the field and the room of each, where places count.
    field: Option<(&'w Spots, Rc<Rooms>)>,
    /// Where those lie at rest who share their squares, once somebody has asked.
    at_rest: OnceCell<Rc<BTreeMap<Id, Rect>>>,
}

/// The room of every place of a field.
#[derive(Debug)]
struct Rooms {
    /// How many times larger than squares tokens are there.
    grown: f32,
    of: BTreeMap<Spot, [Along; 2]>,
}

/// The room of a place from side to side, or from top to bottom.
#[derive(Clone, Copy, Debug)]
struct Along {
    middle: f32,
    edges: Rangef,
    /// How far from the middle its first seats go.
    block: f32,
    /// How many times farther from the middle than these their tokens lie.
    times: f32,
}

impl Along {
    fn new(all: impl Iterator<Item = i32> + Clone, seats: impl Iterator<Item = i32>) -> Self {
        let count = all.clone().count().max(1) as f32;
        let middle = all.clone().sum::<i32>() as f32 / count + 0.5;
        let (low, high) = all.fold((i32::MAX, i32::MIN), |(low, high), at| (low.min(at), high.max(at)));
        let edges = Rangef::new(low as f32, high as f32 + 1.0);
        let block = seats.map(|at| (at as f32 + 0.5 - middle).abs()).fold(0.0, f32::max);
        Self { middle, edges, block, times: 1.0 }
    }

    /// From the middle to the nearer edge.
    fn reach(&self) -> f32 {
        self.edge(-1.0).min(self.edge(1.0))
    }

    /// From the middle to the edge on this side of it.
    fn edge(&self, off: f32) -> f32 {
        if off < 0.0 { self.middle - self.edges.min } else { self.edges.max - self.middle }
    }

    /// How far this place is from the first seats to the edge, from none to all of the way.
    fn past(&self, at: f32) -> f32 {
        let off = at - self.middle;
        ((off.abs() - self.block) / (self.edge(off) - self.block).max(0.01)).clamp(0.0, 1.0)
    }

    /// So much farther from the middle than this place does a token lie that is so large: no farther out than its room goes.
    fn off(&self, at: f32, grown: f32) -> f32 {
        let off = at - self.middle;
        let most = self.edge(off) + OVER - grown / 2.0 - off.abs();
        (off.abs() * (self.times - 1.0)).min(most.max(0.0)).copysign(off)
    }
}

impl Rooms {
    fn of(look: Look<'_>) -> Self {
        let spots = look.spots();
        let mut of = BTreeMap::new();
        for spot in spots.all() {
            let squares = spots.squares(*spot);
            if squares.is_empty() {
                continue;
            }
            let seats = look.ground().seats(*spot, 1, look.rules().measure.gait);
            let seats = || seats.iter().take(CROWD);
            let across = Along::new(squares.iter().map(|at| at.x), seats().map(|at| at.x));
            let down = Along::new(squares.iter().map(|at| at.y), seats().map(|at| at.y));
            of.insert(*spot, [across, down]);
        }
        // In the narrowest zone no more than rims lie over each other.
        let zones = of.iter().filter(|(spot, _)| matches!(spot, Spot::Zone(_)));
        let least = zones.flat_map(|(_, along)| along).map(|along| along.reach() + SLACK).fold(MOST, f32::min);
        let grown = least.max(1.0);
        for along in of.values_mut().flatten() {
            let fits = (along.reach() + OVER - grown / 2.0) / along.block.max(0.01);
            along.times = fits.clamp(1.0, grown);
        }
        Self { grown, of }
    }
}

impl<'w> Wide<'w> {
    /// That of a battle: its rooms are found once for every look with a memory.
    pub fn of(look: Look<'w>) -> Self {
        let field = look.zoned().map(|_| (look.spots(), look.keep_of_field("rooms of tokens", || Rooms::of(look))));
        Self { field, at_rest: OnceCell::new() }
    }

    fn grown(&self) -> f32 {
        self.field.as_ref().map_or(1.0, |(_, rooms)| rooms.grown)
    }

    /// Whether tokens are larger than their squares.
    pub fn is_wide(&self) -> bool {
        self.grown() > 1.0
    }

    /// Where the token of a body lies that covers so much of the field, on its way as it may be; all in squares.
    pub fn lies(&self, body: Rect) -> Rect {
        let Some((spots, rooms)) = &self.field else { return body };
        let middle = body.center();
        let under = Square::new(middle.x.floor() as i32, middle.y.floor() as i32);
        let room = spots.at(under).and_then(|spot| rooms.of.get(&spot));
        // What is at the edge lies where it is, so that nobody leaps who goes from one place to the next.
        let off = room.map_or(Vec2::ZERO, |[across, down]| {
            let share = (1.0 - across.past(middle.x)) * (1.0 - down.past(middle.y));
            vec2(across.off(middle.x, rooms.grown), down.off(middle.y, rooms.grown)) * share
        });
        // What is large already needs to be no larger by as much.
        let times = 1.0 + (rooms.grown - 1.0) / body.width().max(1.0);
        Rect::from_center_size(middle + off, body.size() * times)
    }

    /// The same of somebody who stands there.
    pub fn stands(&self, body: Footprint) -> Rect {
        let corner = pos2(body.at.x as f32, body.at.y as f32);
        self.lies(Rect::from_min_size(corner, Vec2::splat(body.side as f32)))
    }

    /// Where the token of somebody lies on the page who stands still: in its place among those who share their squares.
    pub fn token(&self, look: Look<'_>, view: &View, id: Id) -> Rect {
        let found = || look.keep("tokens at rest", Id::default(), || spots::at_rest(look));
        let own = self.at_rest.get_or_init(found).get(&id).copied();
        view.area(own.unwrap_or_else(|| self.stands(look.footprint(id))))
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Pos2;

    use super::*;
    use crate::overlay::motion::Motion;
    use crate::overlay::trial;

    /// Promise: in a game of zones tokens are larger than squares, none hides the face of another, nobody lies beyond the
    /// place where they stand, and whoever goes from place to place never leaps.
    #[test]
    fn tokens_have_as_much_room_as_zones_give() {
        for name in ["toll_bridge", "coopers_lane", "lair_of_the_wyrm"] {
            let game = trial::begun(name, 1);
            let look = trial::look(&game);
            let wide = Wide::of(look);
            assert!(wide.grown() > 1.2 && wide.grown() <= MOST, "{name}: {}", wide.grown());
            for spot in look.spots().all() {
                let Some(rooms) = wide.field.as_ref().and_then(|(_, rooms)| rooms.of.get(spot)) else { continue };
                let seats = look.ground().seats(*spot, 1, look.rules().measure.gait);
                let lies: Vec<Rect> = seats.iter().take(4).map(|at| wide.stands(Footprint::new(*at, 1))).collect();
                for (index, one) in lies.iter().enumerate() {
                    for (axis, along) in rooms.iter().enumerate() {
                        let (at, edges) = (one.center()[axis], along.edges.expand(0.01));
                        assert!(edges.contains(at), "{name}, {spot:?}: {one:?} beyond {edges:?}");
                    }
                    let apart = |other: &Rect| (other.center() - one.center()).length();
                    let is_free = lies.iter().skip(index + 1).all(|other| apart(other) > wide.grown() * 0.6);
                    assert!(is_free, "{name}, {spot:?}: {lies:?}");
                }
            }
            let (width, height) = (look.board().width(), look.board().height());
            let mut before: Option<Pos2> = None;
            for step in 0..width * 20 {
                let body = Rect::from_center_size(pos2(step as f32 / 20.0, height as f32 * 0.45), Vec2::splat(1.0));
                let at = wide.lies(body).center();
                assert!(before.is_none_or(|before| (at - before).length() < 0.3), "{name}: {before:?} to {at:?}");
                before = Some(at);
            }
        }
        let game = trial::begun("gate", 1);
        let look = trial::look(&game);
        let who = look.everybody().next().unwrap();
        let body = look.footprint(who);
        assert_eq!(Wide::of(look).stands(body).min, pos2(body.at.x as f32, body.at.y as f32));
    }

    /// Promise: of those who share a square each is where they are drawn, for whatever points at them, also when one has fallen.
    #[test]
    fn those_who_share_a_square_are_where_they_are_drawn() {
        let view = View { origin: pos2(0.0, 0.0), cell: 40.0 };
        let (mut standing, mut fallen) = (0, 0);
        for seed in 1..=24 {
            if seed > 6 && standing > 0 && fallen > 0 {
                break;
            }
            trial::watch("first_watch", seed, usize::MAX, |look| {
                let (wide, all) = (Wide::of(look), spots::order(look, &Motion::default(), None));
                for (place, one) in all.iter().enumerate() {
                    let lies = wide.token(look, &view, one.id);
                    assert_eq!(lies, spots::drawn(&all, (look, &view), one.id), "{}", look.name(one.id));
                    let shares = |other: &&spots::Token| look.footprint(other.id) == look.footprint(one.id);
                    for other in all.iter().skip(place + 1).filter(shares) {
                        assert_ne!(lies.center(), wide.token(look, &view, other.id).center());
                        let both = one.fares.in_play && other.fares.in_play;
                        *(if both { &mut standing } else { &mut fallen }) += 1;
                    }
                }
            });
        }
        assert!(standing > 0 && fallen > 0, "{standing} stand and {fallen} lie with others");
    }
}
