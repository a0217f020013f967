//! Wresting something out of somebody's hand (HG-GRAP-11, HG-SIZE-01). It opens no close combat.

use super::grab::{meant, within_reach};
use super::ties::Hold;
use super::{CloseCombat, SEIZE};
use crate::mechanics::contest::is_helped;
use crate::mechanics::prelude::*;

/// Doing it.
#[derive(Debug)]
pub(super) struct Seize(pub Arc<CloseCombat>);

impl CloseCombat {
    /// What somebody holds that an order is about.
    fn thing<'a>(&self, look: Look<'a>, target: Id, order: &Order) -> Result<&'a Item, Refusal> {
        let name = order.at.first().and_then(|aim| aim.part);
        let mut held = look.gear(target).iter().filter(|item| item.is_in_hand());
        let is_it = |item: &&Item| name.is_none_or(|name| item.arm.name == name);
        held.find(is_it).ok_or_else(|| {
            let what = name.map_or("nothing", Key::as_str);
            Refusal::new(self.rules.seize, format!("{} holds no {what}", look.name(target)))
        })
    }

    fn may_seize(&self, look: Look<'_>, who: Id, target: Id, item: &Item) -> Allowed {
        let rule = self.rules.seize;
        look.allows(who, &["act", "attack", SEIZE])?;
        self.may_reach(look, who, target, rule)?;
        let ties = self.ties(look, who);
        let has_it = ties.iter().any(|(other, hold)| *other == target && *hold == Hold::Controls);
        let is_busy = !has_it && ties.iter().any(|(_, hold)| *hold != Hold::ClungTo);
        look.refuse_one_if(is_busy, who, self.rules.locked, "has hold of somebody else, or somebody of them")?;
        let is_held = self.ties(look, target).iter().any(|(_, hold)| *hold == Hold::Held);
        let why = || format!("the {} is strapped to their arm, and nobody holds {}", item.arm.name, look.name(target));
        look.refuse_if(item.arm.has(self.strapped) && !is_held, rule, why)?;
        let why = || format!("nobody opens the fingers of {}", look.name(target));
        look.refuse_if(self.gap.forbids(self.weaker_by(look, who, target)), self.gap.rule, why)
    }

    fn weaker_by(&self, look: Look<'_>, who: Id, than: Id) -> i32 {
        look.value(than, self.damage.strength).saturating_sub(look.value(who, self.damage.strength))
    }

    fn wresting(&self, look: Look<'_>, case: &Case<'_>, target: Id) -> Sum {
        let mut sum = self.wrestling(look, case, &[case.who], &[target]);
        sum.add("far weaker", -self.gap.takes_off(self.weaker_by(look, case.who, target)), self.gap.rule);
        sum
    }

    /// How likely the thing changes hands.
    fn wrests(&self, look: Look<'_>, who: Id, target: Id, order: &Order) -> (Distribution<bool>, Sum) {
        let case = Self::reaching(look, who, target, order).word(SEIZE);
        let attack = self.wresting(look, &case, target);
        (self.contest.chance(attack.total(), 0, look.best_defence(&case)), attack)
    }

    fn seize(&self, table: &mut Table<'_>, who: Id, target: Id, name: Key, order: &Order) -> Step {
        let look = table.look();
        let case = Self::reaching(look, who, target, order).word(SEIZE);
        let attack = self.wresting(look, &case, target);
        let says = format!("wrests at {}'s {name}", look.name(target));
        let contended = self.contest.fight_out(table, &case, (&attack, &Sum::new()), (&says, false))?;
        if contended.wins {
            let is_it = |item: &Item| item.arm.name == name && item.is_in_hand();
            let index = table.look().gear(target).iter().position(is_it);
            if let Some(index) = index {
                let item = table.edit::<Gear>(target).0.remove(index);
                let held = Held::Hand(Grip::default());
                table.edit::<Gear>(who).0.push(Item { held, progress: 0, ..item });
                table.say(self.rules.seize, (who, target), |look| {
                    format!("{} has the {name} of {} in their hand.", look.name(who), look.name(target))
                });
            }
        }
        let stopped_by = contended.stopped_by.map(|(_, verb)| verb);
        table.struck(&Blown { stopped_by, ..Blown::of(&case, contended.wins) })
    }
}

impl Deed for Seize {
    nature!(|self| Nature::attack(SEIZE, &[Reads::At, Reads::Part]).hindering(true));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for target in within_reach(look, who) {
            let name = look.name(target);
            for item in look.gear(target).iter().filter(|item| item.is_in_hand()) {
                let may = self.0.may_seize(look, who, target, item);
                let what = item.arm.name;
                let order = Order::new(SEIZE).at(look.aim(target).part(what));
                let label = || format!("Seize {what}: {name}");
                let choice = || Choice::new(order, label(), Group::Attack, self.0.rules.seize);
                out.extend(Choice::told(look, may, choice));
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let target = meant(look, who, order)?;
        let item = self.0.thing(look, target, order)?;
        self.0.may_seize(look, who, target, item)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok(target) = meant(look, who, order) else { return Ok(()) };
        let Ok(name) = self.0.thing(look, target, order).map(|item| item.arm.name) else { return Ok(()) };
        self.0.seize(table, who, target, name, order)
    }

    /// Whoever has lost their weapon is worth less as an enemy, unless it was of no use to them.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let target = meant(look, who, order).ok()?;
        let item = self.0.thing(look, target, order).ok()?;
        let power = f64::from(item.arm.figure(self.0.damage.power).unwrap_or(0));
        if look.is_useless(target, &item.arm) {
            return Some(Worth::default());
        }
        let is_weapon = item.arm.damage.is_some();
        let (wins, _) = self.0.wrests(look, who, target, order);
        let chance = wins.chance(|wins| *wins).to_f64();
        Some(Worth::of(chance * if is_weapon { 0.05 + 0.02 * power } else { 0.03 }))
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let target = meant(look, who, order).ok()?;
        let (wins, attack) = self.0.wrests(look, who, target, order);
        let outcome = |wins: &bool| if *wins { (0, Key::from("seized")) } else { (-1, Key::from("miss")) };
        let prospect = Prospect {
            figures: vec![(Key::from(super::GRAPPLE), attack)],
            ..Prospect::of(target, wins.map(outcome), Distribution::certain(0))
        };
        let case = CloseCombat::reaching(look, who, target, order).word(SEIZE);
        let is_helped = look.wants_words() && is_helped(look, &case);
        Some(Forecast { is_helped, ..Forecast::of(vec![prospect]) })
    }
}
