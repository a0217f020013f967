//! Where everybody is drawn in a moving picture: as large at its end as at its start, and nobody on top of anybody else.

use std::collections::BTreeMap;

use bevy_egui::egui::{Pos2, Rect, Vec2, vec2};

use super::reel::{Moment, Now, Reel, Seen};
use crate::battle::Id;
use crate::overlay::camera::View;

/// So many people are few.
const FEW: usize = 6;
/// Points of somebody at least, where squares are small: among many, and among few.
const LEAST: f32 = 26.0;
const LARGE: f32 = 44.0;
/// The same where squares are the places, the largest first: that holds which leaves everybody apart.
const SIZES: [f32; 4] = [LARGE, 38.0, 32.0, LEAST];
/// How much larger than their place somebody is drawn, and points between them and the rim of the picture.
pub const DRAWN: f32 = 1.08;
const MARGIN: f32 = 3.0;
/// The share of the height of its field that a zone gives to one of few, and how much larger than a square that may be.
const SHARE: f32 = 0.34;
const GROWS: f32 = 1.6;
/// How much larger each square more makes a body that stands in a zone.
const WIDER: f32 = 0.35;
/// How much broader than somebody the room is that they have in a zone.
const BROADER: f32 = 1.3;
/// So many times those who stand too near to each other are moved apart.
const TIMES: usize = 24;

/// Everybody's place in each moment of a picture.
pub struct Stands {
    moments: Vec<Vec<(Id, Rect)>>,
}

/// Somebody who looks for a place.
struct Stand {
    id: Id,
    at: Pos2,
    side: f32,
    /// Where their middle may lie.
    bounds: Rect,
}

impl Stands {
    /// On a field that lies so in its room; a name takes so many points below somebody. Everybody lies wholly in the room; whoever
    /// has no part in the picture and stands beyond it is left out.
    pub fn of(reel: &Reel, view: &View, (room, name): (Rect, f32)) -> Self {
        let sizes = sizes(reel, view, name);
        let tried = sizes.iter().map(|least| Self::as_large(reel, view, (room, name), *least));
        let mut last = None;
        for (stands, is_apart) in tried {
            last = Some(stands);
            if is_apart {
                break;
            }
        }
        last.unwrap_or(Self { moments: Vec::new() })
    }

    /// With everybody at least so large, and whether they are all apart.
    fn as_large(reel: &Reel, view: &View, (room, name): (Rect, f32), least: f32) -> (Self, bool) {
        let is_zoned = !reel.zones.is_empty();
        // In a zone it means nothing how near somebody stands: everybody has a room with their name. On squares it does.
        let apart = |one: &Stand, other: &Stand| {
            let both = (one.side + other.side) / 2.0;
            if is_zoned { vec2(both * BROADER, both + name) } else { Vec2::splat(least.min(both)) }
        };
        let mut is_apart = true;
        let settled = |moment: &Moment| -> Vec<(Id, Rect)> {
            let stand = |seen: &Seen| Stand::of(reel, view, seen, (room, name), least);
            let is_seen = |seen: &&Seen| reel.area.holds(seen.body) || room.contains_rect(view.body(seen.body));
            let mut all: Vec<Stand> = moment.who.iter().filter(is_seen).map(stand).collect();
            is_apart &= settle(&mut all, apart);
            let placed = |stand: Stand| (stand.id, Rect::from_center_size(stand.at, Vec2::splat(stand.side)));
            all.into_iter().map(placed).collect()
        };
        let moments = reel.moments.iter().map(settled).collect();
        (Self { moments }, is_apart)
    }

    fn then(&self, moment: usize, id: Id) -> Option<Rect> {
        self.moments.get(moment)?.iter().find(|(who, _)| *who == id).map(|(_, rect)| *rect)
    }

    /// Where somebody is seen now, who has come so far from where they were.
    pub fn now(&self, now: Now, id: Id, come: f32) -> Option<Rect> {
        let here = self.then(now.moment, id)?;
        let before = now.moment.checked_sub(1).and_then(|moment| self.then(moment, id)).unwrap_or(here);
        let middle = before.center() + (here.center() - before.center()) * come;
        Some(Rect::from_center_size(middle, here.size()))
    }

    /// Where anybody stands at any time.
    pub fn ever(&self) -> impl Iterator<Item = Rect> {
        self.moments.iter().flatten().map(|(_, rect)| *rect)
    }
}

impl Stand {
    fn of(reel: &Reel, view: &View, seen: &Seen, (room, name): (Rect, f32), least: f32) -> Self {
        let body = view.body(seen.body);
        let zone = zone(reel, view, seen);
        // What is a place within a zone is as large as there is room for.
        let wide = 1.0 + WIDER * (seen.body.side - 1).max(0) as f32;
        let side = if zone.is_some() { least * wide } else { body.width().max(least) };
        let at = body.center() + vec2(seen.lean.0 as f32, seen.lean.1 as f32) * view.cell / 2.0;
        let whole = middles(room.shrink(MARGIN), side * DRAWN, name);
        let own = zone.map_or(whole, |zone| middles(zone, side, name));
        let mut bounds = Rect::from_min_max(own.min.clamp(whole.min, whole.max), own.max.clamp(whole.min, whole.max));
        // Whoever stands on the line between two zones stays on it.
        let line = at.clamp(whole.min, whole.max);
        if seen.lean.0 != 0 {
            (bounds.min.x, bounds.max.x) = (line.x, line.x);
        }
        if seen.lean.1 != 0 {
            (bounds.min.y, bounds.max.y) = (line.y, line.y);
        }
        Self { id: seen.id, at: at.clamp(bounds.min, bounds.max), side, bounds }
    }
}

/// Where the middle of somebody may lie who is to be in a room with their name below them.
fn middles(room: Rect, side: f32, name: f32) -> Rect {
    let (middle, half) = (room.center(), Vec2::splat(side / 2.0));
    let (low, high) = (room.min + half, room.max - half - vec2(0.0, name));
    Rect::from_min_max(low.min(middle), high.max(middle))
}

/// The zone that somebody stands in, where places are told by zones.
fn zone(reel: &Reel, view: &View, seen: &Seen) -> Option<Rect> {
    let at = seen.body.at;
    let is_there = |low: i32, high: i32, at: i32| (low..high).contains(&at);
    let zones = reel.zones.iter().map(|(_, area)| area);
    let there = zones.filter(|area| is_there(area.low.x, area.high.x, at.x) && is_there(area.low.y, area.high.y, at.y));
    let lies = there.map(|area| Rect::from_min_max(view.corner(area.low), view.corner(area.high)));
    lies.min_by(|one, other| one.area().total_cmp(&other.area()))
}

/// Points of everybody at least, at any time: what is tried one after the other.
fn sizes(reel: &Reel, view: &View, name: f32) -> Vec<f32> {
    if reel.zones.is_empty() {
        let most = reel.moments.iter().map(|moment| moment.who.len()).max().unwrap_or(0);
        return if most > FEW { vec![LEAST] } else { SIZES.to_vec() };
    }
    let mut least = f32::INFINITY;
    for moment in &reel.moments {
        let mut zones: BTreeMap<[i32; 2], (Rect, u16)> = BTreeMap::new();
        for lies in moment.who.iter().filter_map(|seen| zone(reel, view, seen)) {
            let place = [lies.min.x, lies.min.y].map(|points| points as i32);
            zones.entry(place).or_insert((lies, 0)).1 += 1;
        }
        for (lies, many) in zones.into_values() {
            // As many beside each other as leave each the largest room.
            let in_rows = |columns: u16| {
                let (across, down) = (f32::from(columns), f32::from(many.div_ceil(columns)));
                (lies.width() / across / BROADER).min(lies.height() / down - name)
            };
            least = least.min((1..=many).map(in_rows).fold(0.0, f32::max)).min(lies.height() * SHARE);
        }
    }
    vec![least.min(view.cell.max(LARGE) * GROWS).max(LEAST)]
}

/// Points beside a field on each side, where the middle of somebody lies so near its rim, so that they lie wholly within.
pub fn lacking(nearest: f32) -> f32 {
    (LARGE * DRAWN / 2.0 + MARGIN - nearest).max(0.0)
}

/// Moves those apart who are nearer to each other than is wanted, each within its bounds; whether nobody is left too near.
fn settle(all: &mut [Stand], apart: impl Fn(&Stand, &Stand) -> Vec2) -> bool {
    let lacks = |one: &Stand, other: &Stand| (apart(one, other) - (other.at - one.at).abs()).min_elem();
    for _ in 0..TIMES {
        for (one, other) in (0..all.len()).flat_map(|other| (0..other).map(move |one| (one, other))) {
            let Some((first, second)) = all.get(one).zip(all.get(other)) else { continue };
            let between = second.at - first.at;
            let lacks = apart(first, second) - between.abs();
            if lacks.min_elem() <= 0.1 {
                continue;
            }
            let towards = |lacks: f32, between: f32| if between < 0.0 { -lacks } else { lacks };
            let way = match lacks.x <= lacks.y {
                true => vec2(towards(lacks.x, between.x), 0.0),
                false => vec2(0.0, towards(lacks.y, between.y)),
            };
            for (place, way) in [(one, way * -0.5), (other, way * 0.5)] {
                if let Some(stand) = all.get_mut(place) {
                    stand.at = (stand.at + way).clamp(stand.bounds.min, stand.bounds.max);
                }
            }
        }
    }
    let is_apart = |(at, one): (usize, &Stand)| all.iter().skip(at + 1).all(|other| lacks(one, other) < 1.0);
    all.iter().enumerate().all(is_apart)
}
