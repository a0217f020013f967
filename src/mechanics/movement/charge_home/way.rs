//! Who may charge whom, along what way, and what that promises (OS-ATK-20).

use std::cmp::Ordering;

use super::{CHARGE, ChargeHome, LastCharge, is_hand_weapon};
use crate::board::{bodies_see, run_at};
use crate::mechanics::movement::others::Others;
use crate::mechanics::prelude::*;

/// A charge as it is meant.
pub(super) struct Plan {
    pub target: Id,
    /// What is struck with.
    pub arm: Key,
    /// In which manner.
    pub manner: SmallVec<[Key; 2]>,
    pub squares: Vec<Square>,
    pub cost: Halves,
}

impl ChargeHome {
    /// Whether somebody may charge at all.
    pub(super) fn may_charge(&self, look: Look<'_>, who: Id) -> Allowed {
        let rule = self.rules.when;
        look.allows(who, &["move", "attack", "act"])?;
        look.refuse_one_if(look.melee_of(who).next().is_some(), who, rule, "is in a melee already")?;
        let last = look.get::<LastCharge>(who).and_then(|last| last.0);
        if let Some(last) = last.filter(|last| look.clock().round - last < self.again_after) {
            let why =
                || format!("{} has charged in round {last}, and needs {} rounds", look.name(who), self.again_after);
            return Err(look.refusal(rule, why));
        }
        Ok(())
    }

    /// The charge that an order describes, if it may be.
    pub(super) fn plan(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Plan, Refusal> {
        self.may_charge(look, who)?;
        let rule = self.rules.when;
        let target = look.target_or_refuse(order, "at whom? say `at NAME`")?;
        let is_foe = look.are_enemies(who, target) && look.is_in_play(target);
        look.refuse_one_if(!is_foe, target, rule, "is nobody to charge")?;
        look.refuse_one_if(look.is_falling(target), target, rule, "is falling already")?;
        let runs = self.never_at.iter().any(|state| look.is(target, state));
        look.refuse_one_if(runs, target, rule, "runs: whoever is near enough only strikes")?;
        let arm = look.arm_for(who, order, is_hand_weapon)?.arm.name;
        let (squares, cost) = self.way(look, who, target, order.to)?;
        Ok(Plan { target, arm, manner: order.manner.clone(), squares, cost })
    }

    /// Where somebody would stand at the end of a charge at `target`, if they may charge there.
    pub(super) fn ends(&self, look: Look<'_>, who: Id, target: Id) -> Option<Footprint> {
        let plan = self.plan(look, who, &Order::new(CHARGE).at(look.aim(target))).ok()?;
        Some(look.footprint(who).moved_to(*plan.squares.last()?))
    }

    /// The straight way to `to`, or else to wherever the foe is first in reach.
    fn way(&self, look: Look<'_>, who: Id, target: Id, to: Option<Square>) -> Result<(Vec<Square>, Halves), Refusal> {
        let (own, foe) = (look.footprint(who), look.footprint(target));
        let within = look.rules().measure.melee.unwrap_or(1);
        let half = look.value(who, self.half).max(0).unsigned_abs();
        let (least, most) = (Halves::squares(half), Halves::squares(half.saturating_mul(2)));
        let near = |at: Square| own.moved_to(at).gap(foe) <= within && bodies_see(look.board(), own.moved_to(at), foe);
        let too_far = || {
            let why = || {
                let (least, most, foe) = (half.saturating_add(1), half.saturating_mul(2), look.name(target));
                format!("a charge goes straight on for {least} to {most} free squares, to within reach of {foe}")
            };
            Err(look.refusal(self.rules.when, why))
        };
        // Whoever is too near or too far need not be looked at twice.
        let gap = own.gap(foe).unsigned_abs();
        if gap > most.0 / 2 + within.unsigned_abs() || gap <= half.saturating_sub(within.unsigned_abs()) {
            return too_far();
        }
        let ground = look.ground().walk(own.side, look.rules().measure.gait);
        let others = Others::held_by_enemies(look, who);
        let straight = |goal: Footprint, to: Option<Square>| {
            let run = run_at(&ground, &*others, own.at, goal, most);
            let fits = |(at, cost, may_end): &(Square, Halves, bool)| {
                *may_end && *cost > least && near(*at) && to.is_none_or(|to| *at == to)
            };
            let last = run.steps.iter().position(fits)?;
            let cost = run.steps.get(last)?.1;
            Some((run.steps.into_iter().take(last + 1).map(|(at, ..)| at).collect(), cost))
        };
        let found = match to {
            Some(to) => straight(own.moved_to(to), Some(to)),
            None => straight(foe, None).or_else(|| {
                let mut around: Vec<Square> = foe.around(own.side, within).collect();
                around.sort_by_key(|at| (own.gap(own.moved_to(*at)), at.y, at.x));
                around.into_iter().take(BESIDE).find_map(|at| straight(own.moved_to(at), Some(at)))
            }),
        };
        found.map_or_else(too_far, Ok)
    }

    /// What a charge costs beside its odds: too much where a longer weapon waits, and more for each enemy at its end.
    pub(super) fn weigh(&self, look: Look<'_>, who: Id, plan: &Plan) -> Worth {
        let economy = &look.rules().economy;
        let mut spears = look.foes(who).filter(|foe| look.gap(*foe, plan.target) <= 1);
        let waits = |foe: Id| {
            let ready = look.is(foe, self.is_set) || (foe == plan.target && economy.is_fresh(look, foe));
            let spear = self.settable(look, foe).filter(|_| ready && look.can_engage(foe));
            let own = look.item(who, plan.arm);
            spear.zip(own).is_some_and(|(spear, own)| self.comes_first(look, who, own, spear) >= Ordering::Equal)
        };
        // Whoever can shoot need not come nearer.
        let shoots = |item: &Item| item.is_ready() && item.arm.kind == ArmKind::Ranged && item.arm.damage.is_some();
        if spears.any(waits) || look.gear(who).iter().any(shoots) {
            return Worth::of(NEVER);
        }
        Worth::of(-EXPOSED * f64::from(self.outnumbered(look, who, plan)))
    }

    /// By how many enemies who could walk up and strike where a charge ends outnumber friends who could, as far as they are known of.
    fn outnumbered(&self, look: Look<'_>, who: Id, plan: &Plan) -> i32 {
        let end = plan.squares.last().map_or(look.footprint(who), |at| look.footprint(who).moved_to(*at));
        let within = look.rules().measure.melee.unwrap_or(1);
        let comes = |id: Id| look.value(id, self.half).max(0).saturating_add(within);
        let is_known = |id: Id| look.is_in_play(id) && look.is_known_to(id, look.side(who));
        let is_near = |id: Id| is_known(id) && look.footprint(id).gap(end) <= comes(id);
        let others = look.everybody().filter(|id| *id != who && *id != plan.target && is_near(*id));
        others.map(|id| if look.are_enemies(who, id) { 1 } else { -1 }).sum::<i32>().max(0)
    }
}

/// What it costs to run onto a spear.
const NEVER: f64 = -5.0;

/// What it costs to end where one enemy more than friends can strike.
const EXPOSED: f64 = 0.05;

/// Places beside a foe that are tried where none lies straight before the foe.
const BESIDE: usize = 8;
