//! Casting what was prepared.

use super::{Pending, Spells};
use crate::mechanics::prelude::*;

/// What it is worth to hold an enemy who is as strong as most, in felled enemies.
const STATE: f64 = 0.4;

/// As much of a blow a state is worth that is of use to a friend: they come to it sooner.
const SOONER: f64 = 0.5;

/// Enemies who are thought of for each friend, the nearest first, and how many times half of their way those are off at most.
const FOES: usize = 2;
const SOON: i32 = 4;

/// As so many of those somebody counts at most.
const STRONGEST: f64 = 2.0;

/// How strong somebody is beside all whom the side of `who` knows of: by the root of what they can still take, since who can take
/// four times as much is about twice as hard to be rid of.
fn strength(look: Look<'_>, who: Id, target: Id) -> f64 {
    let side = look.side(who);
    let left = |id: Id| look.health(id).map(|(left, _)| f64::from(left.max(0)));
    let known = look.everybody().filter(|id| look.is_in_play(*id) && look.is_known_to(*id, side)).filter_map(left);
    let (count, sum) = known.fold((0.0, 0.0), |(count, sum), left| (count + 1.0, sum + left));
    left(target).filter(|_| sum > 0.0).map_or(1.0, |own| (own * count / sum).sqrt().min(STRONGEST))
}

impl Spells {
    /// Whether a spell can be cast at somebody from where its caster stands.
    pub(super) fn may_reach(&self, look: Look<'_>, who: Id, item: &Item, target: Id) -> Allowed {
        let (rule, name) = (self.rules.cast, look.name(target));
        look.refuse_one_if(!look.is_there(target), target, rule, "is dead or gone")?;
        let friends = self.leaves(item).is_some_and(|leaves| leaves.on_friends);
        let meant = if friends { "friends" } else { "enemies" };
        let is_other = friends == look.are_enemies(who, target);
        look.refuse_if(is_other, rule, || format!("{} is for {meant}", item.arm.name))?;
        let (distance, unit) = (look.distance(who, target), &look.rules().measure.unit);
        let is_far = item.arm.range.is_some_and(|range| distance > range);
        look.refuse_if(is_far, rule, || format!("{name} is {distance} {unit} away"))?;
        let is_seen = who == target || look.sees(who, target);
        look.refuse_if(!is_seen, rule, || format!("{} does not see {name}", look.name(who)))?;
        let case = Case::of("cast", who).against(target).with(&item.arm);
        if who == target { Ok(()) } else { look.admits(&case) }
    }

    /// Those at whom a spell could be cast.
    pub(super) fn targets(&self, look: Look<'_>, who: Id, item: &Item) -> Vec<Id> {
        let friends = self.leaves(item).is_some_and(|leaves| leaves.on_friends);
        let side = look.side(who);
        let is_known = |id: &Id| look.is_in_play(*id) && look.is_known_to(*id, side);
        let fits = |id: &Id| is_known(id) && friends != look.are_enemies(who, *id);
        look.everybody().filter(fits).collect()
    }

    /// What a spell would be worth at its best target.
    pub(super) fn best(&self, look: Look<'_>, who: Id, item: &Item) -> Worth {
        let reaches = |id: &Id| self.may_reach(look, who, item, *id).is_ok();
        let worth = |id: Id| self.worth_at(look, who, item, id);
        self.targets(look, who, item).into_iter().filter(reaches).map(worth).max().unwrap_or_default()
    }

    fn worth_at(&self, look: Look<'_>, who: Id, item: &Item, target: Id) -> Worth {
        match (self.prospect(look, who, item, target), self.leaves(item)) {
            (Some(prospect), _) => Worth::of(prospect.worth(look)),
            (None, Some(leaves)) if look.is(target, leaves.state) => Worth(0),
            (None, Some(leaves)) if leaves.on_friends => Worth::of(SOONER * self.does_soon(look, target)),
            (None, Some(_)) => Worth::of(STATE * strength(look, who, target)),
            (None, None) => Worth(0),
        }
    }

    /// What the best blow of somebody would be worth at an enemy they soon come to; nothing for those who may not strike, and for
    /// those who have spells left, since they keep off.
    fn does_soon(&self, look: Look<'_>, who: Id) -> f64 {
        if !Self::known(look, who).is_empty() || look.allows(who, &["act", "attack"]).is_err() {
            return 0.0;
        }
        let (own, far) = (look.footprint(who), look.value(who, self.half).saturating_mul(SOON));
        let near = look.foes_from(who, own).take(FOES).filter(|foe| own.gap(look.footprint(*foe)) <= far);
        near.map(|foe| look.blow_beside(who, foe)).fold(0.0, f64::max)
    }

    /// What the damage of a spell would do, exactly.
    fn prospect(&self, look: Look<'_>, who: Id, item: &Item, target: Id) -> Option<Prospect> {
        let dice = item.arm.damage.as_ref()?;
        let (kind, rules) = (item.arm.harms.unwrap_or(self.harms), look.rules());
        let exposed = look.exposed(kind, &self.case(who, item, target)).of_a_kind(rules)?;
        let judged = enumerate(|cup| Ok(exposed.judge(rules, cup.throw(dice)?.total))).ok()?;
        let enough = Some(look.value(target, self.enough));
        Some(Prospect { enough, ..Prospect::judged(target, &judged, Vec::new()) })
    }

    /// What somebody casts at whom.
    fn aimed<'l>(&self, look: Look<'l>, who: Id, order: &Order) -> Result<(&'l Item, Id), Refusal> {
        let none = || look.refusal(self.rules.declare, || "no spell was prepared when the round began".to_owned());
        let prepared = self.prepared(look, who).ok_or_else(none)?;
        let named = order.with.unwrap_or(prepared);
        look.refuse_if(named != prepared, self.rules.declare, || format!("{prepared} is what was prepared"))?;
        let item = look.item(who, named).ok_or_else(|| Refusal::nonsense("no such spell"))?;
        let target = look.target_or_refuse(order, "at whom? say `at NAME`")?;
        self.may_reach(look, who, item, target)?;
        Ok((item, target))
    }

    /// A spell goes off that has waited for those who act at the same moment, if nothing has disturbed it.
    pub(super) fn release(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        table.edit::<Pending>(who).0 = None;
        let aimed = self.aimed(table.look(), who, order).map(|(item, target)| (item.clone(), target));
        let Ok((item, target)) = aimed else { return Ok(()) };
        let spell = item.arm.name;
        table.say(self.rules.cast, (who, target), |look| {
            format!("{} casts {spell} at {}.", look.name(who), look.name(target))
        });
        self.spend(table, who, spell)?;
        self.go_off(table, who, &item, target)
    }
}

impl Deed for Spells {
    nature!(|self| Nature::attack("cast", &[Reads::With, Reads::At]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let prepared = self.prepared(look, who);
        let Some(item) = prepared.and_then(|spell| look.item(who, spell)) else { return };
        for target in self.targets(look, who, item) {
            let (spell, name) = (item.arm.name, look.name(target));
            let order = Order::new("cast").with(spell).at(look.aim(target));
            let group = if look.are_enemies(who, target) { Group::Attack } else { Group::Help };
            let label = format!("{spell}: {name}");
            out.push(Choice::new(order, label, group, self.rules.cast).allowed_by(self, look, who));
        }
    }

    checks!(|self, look, who, order| ["cast", "act"] => self.aimed(look, who, order));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        if table.clock().together {
            table.edit::<Pending>(who).0 = Some(order.clone());
            return Ok(());
        }
        self.release(table, who, order)
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let (item, target) = self.aimed(look, who, order).ok()?;
        // What its damage is worth the forecast says.
        item.arm.damage.is_none().then(|| self.worth_at(look, who, item, target))
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let (item, target) = self.aimed(look, who, order).ok()?;
        self.prospect(look, who, item, target).map(|prospect| Forecast::of(vec![prospect]))
    }
}
