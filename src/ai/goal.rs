//! What one's own side is there for, as far as it is a matter of places and of single fighters.

use super::ground::{Ground, NOWHERE};
use super::outclassed;
use super::style::Style;
use crate::battle::house_words::LEAVE;
use crate::battle::{Forecast, Id, Look, Objective, Order, Side, Sides, Worth};
use crate::board::{Footprint, Spot, Square};

/// Squares that somebody is to get to or to hold, or somebody whom they are to come up to.
pub(super) struct Goal {
    way: Way,
    pull: Pull,
    /// So many steps off is near enough.
    near: i32,
    /// Whether it counts for more than anybody to strike at.
    pub first: bool,
}

/// What each step nearer is worth, in felled enemies, and what the last one is worth beside that.
#[derive(Clone, Copy)]
struct Pull {
    step: f64,
    there: f64,
}

/// Of a way out to those who are to get away.
const OUT: Pull = Pull { step: 0.04, there: 0.25 };

/// Of where all hangs on one who is to get there.
const ALONE: Pull = Pull { step: 0.1, there: 1.0 };

/// Of what is to be held.
const HELD: Pull = Pull { step: 0.03, there: 0.05 };

/// Of the one whom somebody is after.
const AFTER: Pull = Pull { step: 0.03, there: 0.05 };

/// How many times as much it is worth to strike at that one as at others.
const SOUGHT: f64 = 3.0;

/// How many times as much as harm to an enemy is worth harm to a friend on whom all hangs costs, beside what it costs with any.
const HANGS: f64 = 8.0;

/// What it costs the one on whom all hangs to stand beside an enemy, in felled fighters; farther off it is less.
const FEARED: f64 = 0.3;

/// From so many steps on it is all the same how far it is.
const FARTHEST: i32 = 200;

/// Steps that half a zone counts for.
const HALF_ZONE: i32 = 3;

fn objective<'a>(look: Look<'a>, who: Id) -> Option<&'a Objective> {
    look.battle::<Sides>()?.0.get(usize::from(look.side(who).0)).map(|side| &side.objective)
}

/// What the sides are there for that are not somebody's own.
fn others<'a>(look: Look<'a>, who: Id) -> impl Iterator<Item = &'a Objective> {
    let sides = look.battle::<Sides>().map_or(&[][..], |sides| &sides.0);
    let own = usize::from(look.side(who).0);
    sides.iter().enumerate().filter(move |(index, _)| *index != own).map(|(_, side)| &side.objective)
}

/// Whether somebody else may wait and win by it.
pub(super) fn is_in_haste(look: Look<'_>, who: Id) -> bool {
    others(look, who).any(|objective| !matches!(objective, Objective::LastStanding | Objective::Nothing))
}

/// How much time somebody has to wait for company, from 0 to 1: where others only have to hold out, all of it as long as twice so many
/// rounds are left, and none when it is no more than so many.
pub(super) fn leisure(look: Look<'_>, who: Id, rounds: i32) -> f64 {
    let spare = |until: i32| f64::from(until - look.clock().round - rounds) / f64::from(rounds.max(1));
    let leaves = |objective: &Objective| match objective {
        Objective::LastStanding | Objective::Nothing => 1.0,
        Objective::Survive { rounds } => spare(*rounds).clamp(0.0, 1.0),
        _ => 0.0,
    };
    others(look, who).map(leaves).fold(1.0, f64::min)
}

/// Whether somebody has left the field as their side wants it.
pub(super) fn is_away(look: Look<'_>, who: Id) -> bool {
    look.has_left(who) && matches!(objective(look, who), Some(Objective::Leave { .. }))
}

/// Whether all hangs on somebody: they are to get somewhere alone, or to be felled.
pub(super) fn is_key(look: Look<'_>, who: Id) -> bool {
    keys(look).any(|key| key == who)
}

fn keys(look: Look<'_>) -> impl Iterator<Item = Id> {
    let sides = look.battle::<Sides>().into_iter().flat_map(|sides| sides.0.iter());
    sides.filter_map(|side| match &side.objective {
        Objective::Fell { who } | Objective::Reach { who, .. } => Some(*who),
        _ => None,
    })
}

/// Whom the side of somebody is after: the one they are to fell, or whom others are to get somewhere.
fn quarry(look: Look<'_>, who: Id) -> Option<Id> {
    let side = look.side(who);
    let own = usize::from(side.0);
    let wanted = |(index, side): (usize, &Side)| match &side.objective {
        Objective::Fell { who } if index == own => Some(*who),
        Objective::Reach { who, .. } if index != own => Some(*who),
        _ => None,
    };
    let mut all = look.battle::<Sides>()?.0.iter().enumerate().filter_map(wanted);
    all.find(|id| look.are_enemies(who, *id) && look.is_in_play(*id) && look.is_known_to(*id, side))
}

/// What it is worth to do something that is worth so much: more for what it does to the one whom somebody is after, less for
/// what it may do to friends on whom all hangs.
pub(super) fn sought(look: Look<'_>, who: Id, order: &Order, worth: Worth, forecast: Option<&Forecast>) -> Worth {
    let against = forecast.map_or(&[][..], |forecast| &forecast.against[..]);
    let befalls = |id: Id| -> f64 {
        let its = against.iter().filter(|prospect| prospect.who == Some(id));
        its.map(|prospect| prospect.worth(look)).sum()
    };
    let quarry = quarry(look, who);
    let meets = || look.target(order) == quarry || against.iter().any(|prospect| prospect.who == quarry);
    let more = match quarry {
        // Of what is done to several no more counts than what is done to that one.
        Some(quarry) if against.len() > 1 => befalls(quarry),
        Some(_) if worth.0 > 0 && meets() => worth.in_felled(),
        _ => 0.0,
    };
    let lost: f64 = keys(look).filter(|key| !look.are_enemies(who, *key)).map(befalls).sum();
    Worth(worth.0.saturating_add(Worth::of((SOUGHT - 1.0) * more - HANGS * lost).0))
}

/// The enemies of one on whom all hangs or with whom others fall, and those whom anybody had better leave to friends, each with what
/// it costs to stand beside it; nobody for others.
pub(super) struct Fears(Vec<(Footprint, f64)>);

impl Fears {
    pub fn of(look: Look<'_>, who: Id) -> Self {
        let is_key = keys(look).any(|key| key == who || look.mount(key) == Some(who));
        let mechanics = &look.rules().registry.judges;
        let hangs = || mechanics.iter().map(|mechanic| mechanic.falls_with(look, who)).sum::<f64>().min(1.0);
        let share = if is_key { 1.0 } else { hangs() };
        let foes = (share > 0.0).then(|| look.foes(who).map(move |foe| (look.footprint(foe), share * FEARED)));
        Self(foes.into_iter().flatten().chain(outclassed::by(look, who)).collect())
    }

    /// What it costs to stand at `body`.
    pub fn at(&self, body: Footprint) -> f64 {
        outclassed::at(&self.0, body)
    }
}

/// How one gets there: step by step, or from place to place where a game is measured in zones.
enum Way {
    Steps(Ground),
    Places(Vec<Spot>),
}

impl Way {
    fn to(look: Look<'_>, who: Id, squares: &[Square]) -> Self {
        if look.zoned().is_none() {
            return Self::Steps(Ground::from_squares(look, who, squares));
        }
        let mut places: Vec<Spot> = Vec::new();
        for place in squares.iter().filter_map(|square| look.spots().at(*square)) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        Self::Places(places)
    }

    /// Steps from `body`.
    fn far(&self, look: Look<'_>, body: Footprint) -> i32 {
        match self {
            Self::Steps(ground) => ground.of(body),
            Self::Places(places) => {
                let here = look.spot_of(body);
                let halves = places.iter().filter_map(|place| look.spots().on_foot(*place, here?)).min();
                halves.map_or(i32::from(NOWHERE), |halves| (halves as i32).saturating_mul(HALF_ZONE))
            }
        }
    }
}

impl Goal {
    /// Where somebody is to be by what its side is there for, if that is anywhere.
    pub fn of(look: Look<'_>, who: Id) -> Option<Self> {
        let to = |squares: &[Square], pull: Pull| {
            let way = Way::to(look, who, squares);
            let first = way.far(look, look.footprint(who)) > 0;
            Self { way, pull, near: 0, first }
        };
        match objective(look, who)? {
            Objective::Escape { squares, fighters } => to(squares, OUT).for_the_first(look, who, *fighters),
            Objective::Leave { fighters } => {
                let ways = look.deed(LEAVE).ok()?.draws(look, who);
                let squares: Vec<Square> = ways.into_iter().map(|(square, _)| square).collect();
                let side = look.side(who);
                let gone = look.everybody().filter(|id| look.own_side(*id) == side && look.has_left(*id)).count();
                let left = fighters.saturating_sub(gone as i32);
                let goal = (!squares.is_empty()).then(|| to(&squares, OUT))?;
                goal.for_the_first(look, who, left)
            }
            Objective::Hold { squares, .. } => Some(to(squares, HELD)),
            Objective::Reach { who: meant, squares } if *meant == who || look.mount(*meant) == Some(who) => {
                Some(to(squares, ALONE))
            }
            // In zones everybody comes to everybody soon enough.
            _ if look.zoned().is_some() => None,
            _ => {
                let body = look.footprint(quarry(look, who)?);
                let squares: Vec<Square> = body.squares().collect();
                Some(Self { near: Style::of(look, who).likes.max(1), first: false, ..to(&squares, AFTER) })
            }
        }
    }

    /// The same for so many of a side who are nearest; the others keep their backs free.
    fn for_the_first(self, look: Look<'_>, who: Id, fighters: i32) -> Option<Self> {
        let far = |id: Id| self.way.far(look, look.footprint(id));
        let (own, side) = ((far(who), who), look.side(who));
        let friends = look.everybody().filter(|id| look.side(*id) == side && look.is_in_play(*id));
        let ahead = friends.filter(|id| (far(*id), *id) < own).count();
        usize::try_from(fighters).is_ok_and(|fighters| ahead < fighters).then_some(self)
    }

    /// The places that it is about, in games that are measured in zones.
    pub fn places(&self) -> &[Spot] {
        match &self.way {
            Way::Steps(_) => &[],
            Way::Places(places) => places,
        }
    }

    /// What it is worth to come to `body` for those who are not there yet.
    pub fn reached(&self, look: Look<'_>, body: Footprint) -> f64 {
        self.worth(look, body) + if self.left(look, body) == 0 { self.pull.there } else { 0.0 }
    }

    /// What it is worth to stand at `body`.
    pub fn worth(&self, look: Look<'_>, body: Footprint) -> f64 {
        -self.pull.step * f64::from(self.left(look, body))
    }

    /// Steps that are left from `body`.
    fn left(&self, look: Look<'_>, body: Footprint) -> i32 {
        (self.way.far(look, body) - self.near).clamp(0, FARTHEST)
    }
}
