//! How far an area reaches, whom it touches, and the nearest way out of it (HG-AREA-02, HG-AREA-03, HG-AREA-05).

use std::collections::BTreeSet;

use super::Dives;
use crate::board::{Corners, Gait};
use crate::mechanics::area::shape::is_on;
use crate::mechanics::prelude::*;
use crate::mechanics::room::levels;

/// A square area between two heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    /// The squares.
    pub body: Footprint,
    /// The lowest height that it strikes, and the highest.
    pub heights: (i32, i32),
}

/// Higher than anybody flies.
const SKY: i32 = 1_000_000;

impl Area {
    /// Whether somebody who is there is even partly inside.
    pub fn holds(&self, place: Place) -> bool {
        let (bottom, top) = self.heights;
        place.present && self.body.gap(place.footprint) == 0 && (bottom..=top).contains(&place.altitude)
    }

    /// Its squares on the board.
    pub fn squares(&self, look: Look<'_>) -> Vec<Square> {
        self.body.squares().filter(|square| look.board().contains(*square)).collect()
    }
}

/// Where somebody may come to be by a dive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Landing {
    /// Its square, the north-west one of a large body.
    pub at: Square,
    /// Its height.
    pub altitude: i32,
}

/// The nearest way out of an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WayOut {
    /// How far it is, in squares.
    pub far: i32,
    /// All places that are as near as that.
    pub to: Vec<Landing>,
}

/// Those who have dived already, where nobody has in truth: for whoever thinks ahead.
pub(super) type Moved = Vec<(Id, Landing)>;

impl Dives {
    /// How many squares an arm strikes a side.
    pub(super) fn across(&self, arm: &Arm) -> i32 {
        arm.figure(self.extent.0).unwrap_or(1).clamp(1, 1000)
    }

    /// What an arm strikes around a square, so far above the ground.
    pub(super) fn area(&self, arm: &Arm, centre: Square, lift: i32) -> Area {
        let (_, bottom, top) = self.extent;
        let across = self.across(arm);
        let corner = Square::new(centre.x - across / 2, centre.y - across / 2);
        let height = |name: Key, usual: i32| arm.figure(name).unwrap_or(usual).saturating_add(lift);
        Area { body: Footprint::new(corner, across), heights: (height(bottom, 0), height(top, SKY)) }
    }

    /// Everybody who is in it, in the order of their numbers.
    pub(super) fn inside(&self, look: Look<'_>, area: &Area) -> Vec<Id> {
        look.everybody().filter(|id| !look.is_dead(*id) && area.holds(look.place(*id))).collect()
    }

    /// The things in it that can be broken.
    pub(super) fn things(&self, look: Look<'_>, area: &Area) -> Vec<Id> {
        let (bottom, top) = area.heights;
        let is_inside = |id: &Id| is_on(look, *id, |square| area.body.contains(square));
        let is_low = bottom <= 0 && top >= 0;
        look.things().filter(|id| is_low && look.has_learned(*id, self.toughness) && is_inside(id)).collect()
    }

    /// The nearest way out for somebody who is in it, when those have dived before it.
    pub(super) fn way_out(&self, look: Look<'_>, who: Id, area: &Area, moved: &Moved) -> Option<WayOut> {
        let others = others(look, who, moved);
        let place = look.place(who);
        let free = |landing: &Landing| {
            let body = on_foot(look, who).moved_to(landing.at);
            !others.iter().any(|(other, altitude)| *altitude == landing.altitude && other.gap(body) == 0)
        };
        let along = self.along(look, who, area, &free);
        let above = vertical(look, place, area).filter(|(far, landing)| *far <= self.dive.each.1 && free(landing));
        match (along, above) {
            (Some(along), Some((far, _))) if along.far < far => Some(along),
            (_, Some((far, landing))) => Some(WayOut { far, to: vec![landing] }),
            (along, None) => along,
        }
    }

    /// The nearest places along the ground, or along the air for those who are in it.
    fn along(&self, look: Look<'_>, who: Id, area: &Area, free: &impl Fn(&Landing) -> bool) -> Option<WayOut> {
        let Place { footprint: from, altitude, .. } = look.place(who);
        let own = on_foot(look, who);
        // Past the end of a wall one dives as far as anywhere.
        let ground = look.ground().walk(own.side, Gait { corners: Corners::OneSide, ..look.rules().measure.gait });
        let board = look.board();
        let is_on_board = |at: Square| {
            let body = own.moved_to(at);
            board.contains(body.at) && board.contains(body.far())
        };
        // Whoever is carried may leave on any side.
        let mut ring: Vec<Square> = if own == from { vec![own.at] } else { from.squares().collect() };
        let mut seen: BTreeSet<Square> = ring.iter().copied().collect();
        for far in 1..=self.dive.each.1 {
            let mut next = Vec::new();
            for at in ring {
                for direction in Direction::ALL {
                    let to = at.step(direction, 1);
                    let passes = if altitude > 0 { is_on_board(to) } else { ground.step(at, direction).is_ok() };
                    if passes && seen.insert(to) {
                        next.push(to);
                    }
                }
            }
            let landings = next.iter().map(|at| Landing { at: *at, altitude });
            let mut to: Vec<Landing> =
                landings.filter(|to| area.body.gap(own.moved_to(to.at)) > 0 && free(to)).collect();
            if !to.is_empty() {
                to.sort_by_key(|landing| (landing.at.y, landing.at.x));
                return Some(WayOut { far, to });
            }
            ring = next;
        }
        None
    }
}

/// The squares of somebody on their own feet, whatever carries them.
pub(super) fn on_foot(look: Look<'_>, who: Id) -> Footprint {
    let own = look.footprint(who);
    let figures = look.mount(who).and_then(|_| look.get::<Figures>(who));
    figures.map_or(own, |figures| Footprint::new(own.at, look.rules().side_of(figures)))
}

/// Everybody else who takes up room, and at what height: riders go along, and whoever is carried leaves that behind.
fn others(look: Look<'_>, who: Id, moved: &Moved) -> Vec<(Footprint, i32)> {
    let is_there = |id: &Id| *id != who && look.is_there(*id) && !look.riders(who).contains(id);
    let place = |id: Id| {
        let place = look.place(id);
        let landing = moved.iter().find(|(mover, _)| *mover == id).map(|(_, landing)| *landing);
        landing.map_or((place.footprint, place.altitude), |to| (place.footprint.moved_to(to.at), to.altitude))
    };
    look.everybody().filter(is_there).map(place).collect()
}

/// The nearer way out above or below, for those in the air or under water: there must be air there, or water.
fn vertical(look: Look<'_>, place: Place, area: &Area) -> Option<(i32, Landing)> {
    let (bottom, top) = area.heights;
    let own = place.altitude;
    if own == 0 {
        return None;
    }
    let (lowest, highest) = levels(look, place);
    let ways = [top.saturating_add(1), bottom.saturating_sub(1)];
    let open = ways.into_iter().filter(|to| (lowest..=highest).contains(to));
    let nearest = open.min_by_key(|to| (to - own).abs())?;
    Some(((nearest - own).abs(), Landing { at: place.footprint.at, altitude: nearest }))
}
