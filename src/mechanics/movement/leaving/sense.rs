//! When somebody who has their wits about them backs out of a melee, and when they go through a line.

use super::Leaving;
use super::contest::{are_near, hand_weapon};
use super::deeds::Manner;
use crate::mechanics::prelude::*;

/// What it is worth to be out of reach when one is hurt or has better to do than to fight, in felled enemies.
const OUT_OF_REACH: f64 = 0.25;

/// What it is worth beside the blow to come upon somebody who shoots or casts.
const PREY: f64 = 0.05;

/// What each enemy costs whom one leaves or passes.
const PASSED: f64 = 0.08;

/// How near friends are who can step into one's place, in squares.
const NEAR: i32 = 8;

/// Whether somebody has a spell to cast, so that they have better to do than to stand in a melee.
fn casts(look: Look<'_>, who: Id) -> bool {
    look.gear(who).iter().any(|item| item.arm.kind == ArmKind::Spell)
}

/// Whether somebody is hurt, or has better to do than to stand in a melee.
fn wants_out(look: Look<'_>, who: Id) -> bool {
    casts(look, who) || look.health(who).is_some_and(|(left, whole)| left.saturating_mul(3) <= whole)
}

/// Whether something is used from afar.
fn from_afar(item: &Item) -> bool {
    item.is_ready() && matches!(item.arm.kind, ArmKind::Ranged | ArmKind::Spell)
}

impl Leaving {
    /// Where somebody is out of reach who is hurt or delicate, if there are friends to take their place.
    pub(super) fn refuge(&self, look: Look<'_>, who: Id) -> Option<(Square, Worth)> {
        if !wants_out(look, who) {
            return None;
        }
        let body = look.footprint(who);
        let is_hale = |id: Id| look.health(id).is_some_and(|(left, whole)| left.saturating_mul(3) > whole);
        let helps = |id: Id| {
            let is_friend = id != who && !look.are_enemies(who, id) && look.can_engage(id);
            is_friend && !casts(look, id) && is_hale(id)
        };
        let friends: Vec<Footprint> = look.everybody().filter(|id| helps(*id)).map(|id| look.footprint(id)).collect();
        if !friends.iter().any(|friend| friend.gap(body) <= NEAR) {
            return None;
        }
        let foes: Vec<Footprint> =
            look.foes(who).filter(|foe| look.can_engage(*foe)).map(|foe| look.footprint(foe)).collect();
        let left = look.rules().economy.remaining_for(look, who, "withdraw".into());
        let best = self.with_reach(look, who, Manner::Withdraw, |reach| {
            let open = reach.iter().filter(|reached| {
                let there = body.moved_to(reached.at);
                let squares = reached.cost.0.div_ceil(2) as i32;
                squares > 0 && squares <= left && !foes.iter().any(|foe| are_near(look, there, *foe))
            });
            let rank = |at: Square, cost: u32| {
                let there = body.moved_to(at);
                let off = foes.iter().map(|foe| foe.gap(there)).min().unwrap_or(0);
                let by = friends.iter().map(|friend| friend.gap(there)).min().unwrap_or(0);
                (by - off, cost, at.y, at.x)
            };
            open.min_by_key(|reached| rank(reached.at, reached.cost.0)).map(|reached| reached.at)
        })?;
        Some((best, Worth::of(OUT_OF_REACH)))
    }

    /// Where somebody comes upon the archers and casters behind those who stand in their way.
    pub(super) fn prey(&self, look: Look<'_>, who: Id) -> Option<(Square, Worth)> {
        let (body, half) = (look.footprint(who), look.value(who, self.half));
        let within = look.rules().measure.melee.unwrap_or(0);
        let is_there = look.melee_of(who).any(|foe| look.gear(foe).iter().any(from_afar));
        // There must be time left for the blow.
        let squares = look.rules().economy.remaining(look, who).saturating_sub(half);
        if is_there || squares <= 0 {
            return None;
        }
        let is_prey = |foe: &Id| {
            let gap = look.footprint(*foe).gap(body);
            gap > within && gap <= half.saturating_add(within) && look.gear(*foe).iter().any(from_afar)
        };
        let prey: Vec<Id> = look.foes(who).filter(|foe| !look.is_falling(*foe)).filter(is_prey).collect();
        let weapon = hand_weapon(look, who)?.arm.name;
        prey.into_iter().filter_map(|foe| self.upon(look, who, foe, (weapon, squares))).max_by_key(|(_, worth)| *worth)
    }

    /// The nearest square to strike this one from, with what the blow is worth there.
    fn upon(&self, look: Look<'_>, who: Id, foe: Id, (weapon, squares): (Key, i32)) -> Option<(Square, Worth)> {
        let (body, target) = (look.footprint(who), look.footprint(foe));
        let at = self.with_reach(look, who, Manner::PassThrough, |reach| {
            let fits = reach.iter().filter(|reached| {
                let cost = reached.cost.0.div_ceil(2) as i32;
                cost > 0 && cost <= squares && are_near(look, body.moved_to(reached.at), target)
            });
            fits.min_by_key(|reached| (reached.cost, reached.at.y, reached.at.x)).map(|reached| reached.at)
        })?;
        let (deed, _) = self.free_blow;
        let blow = Order::new(deed).with(weapon).at(look.aim(foe));
        let there = (body.moved_to(at), None);
        let foretold = look.deed(deed).ok()?.forecast_there(look, who, &blow, there)?;
        let worth: f64 = foretold.against.iter().map(|prospect| prospect.worth(look)).sum();
        let passed = self.left(look, who, at).len();
        Some((at, Worth::of(worth + PREY - PASSED * passed as f64)))
    }
}

impl Judges for Leaving {
    /// Who has backed out to be out of reach does not walk back into it before their next turn.
    fn danger(&self, look: Look<'_>, who: Id, at: Footprint) -> f64 {
        if !look.is(who, self.states.withdrawing) || !wants_out(look, who) {
            return 0.0;
        }
        let reaches = |foe: Id| look.can_engage(foe) && are_near(look, look.footprint(foe), at);
        if look.foes(who).any(reaches) { OUT_OF_REACH } else { 0.0 }
    }
}
