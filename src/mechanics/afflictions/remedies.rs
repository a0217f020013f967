//! Giving somebody something: an antidote, a sedative (ST-TOX-06, ST-TOX-08).

use super::deeds::use_up;
use super::syndrome::Way;
use super::{Afflictions, is_within_reach};
use crate::mechanics::prelude::*;

/// The ways in which something can be given, the likeliest first.
const GIVEN: [Way; 3] = [Way::Injury, Way::Ingested, Way::Inhaled];

/// What an antidote must be worth to a friend for somebody to leave a fight for its sake.
const PRESSES: f64 = 0.3;

/// What an antidote is worth in camp, beside hours of rest.
const SAVED_IN_CAMP: f64 = 4.0;

/// Giving something by hand.
#[derive(Debug)]
pub(super) struct Give(pub Arc<Afflictions>);

impl Give {
    fn target(&self, look: Look<'_>, who: Id, order: &Order, arm: &Arm) -> Result<Id, Refusal> {
        let rule = self.0.rules.things;
        let target = look.target_or_refuse(order, "to whom? say `at NAME`")?;
        let name = look.name(target);
        look.refuse_if(target.is_thing() || look.is_dead(target), rule, || format!("it is of no use to {name}"))?;
        look.refuse_if(!is_within_reach(look, who, target), rule, || format!("{name} is not within arm's length"))?;
        // Whoever can still turn a blow aside does not let a foe come so near with it.
        let resists = look.are_enemies(who, target) && look.allows(target, &["defend"]).is_ok();
        look.refuse_if(resists, rule, || format!("{name} would not hold still for it"))?;
        let is_idle = arm.has(self.0.things.cures) && self.poison(look, target, order).is_none();
        look.refuse_if(is_idle, rule, || format!("no poison is at work in {name}"))?;
        Ok(target)
    }

    /// The poison that an antidote cures: the one that is named, or the first.
    fn poison(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Key> {
        let is_poison = |of: &Key| self.0.syndromes.get(of).is_some_and(|syndrome| syndrome.is_poison);
        let is_meant = |of: &Key| order.manner.is_empty() || order.is(of);
        Afflictions::of(look, who).iter().map(|case| case.of).find(|of| is_poison(of) && is_meant(of))
    }
}

impl Afflictions {
    /// What an antidote for one poison is worth to somebody in a fight, if it does much good.
    fn saved(&self, look: Look<'_>, who: Id, poison: Option<Key>) -> Option<Worth> {
        let worth = Worth::of(self.relief(look, who, poison?));
        (look.is_in_play(who) && worth > Worth(0)).then_some(worth)
    }

    /// Whether a friend farther off needs an antidote that somebody has in hand.
    pub(super) fn is_called(&self, look: Look<'_>, who: Id) -> bool {
        if Self::things_of(look, who, self.things.cures).is_empty() {
            return false;
        }
        let is_poison = |of: &Key| self.syndromes.get(of).is_some_and(|syndrome| syndrome.is_poison);
        let needs = |id: Id| {
            let poison = Self::of(look, id).iter().map(|case| case.of).find(is_poison);
            self.saved(look, id, poison).is_some_and(|worth| worth > Worth::of(PRESSES))
        };
        look.friends(who).filter(|id| !look.in_arms_reach(who, *id)).any(needs)
    }

    /// What it is worth to have an antidote in hand: as much as it does for oneself or for a friend near by.
    pub(super) fn wanted(&self, look: Look<'_>, who: Id, arm: &Arm) -> Option<Worth> {
        if !arm.has(self.things.cures) || !Self::things_of(look, who, self.things.cures).is_empty() {
            return None;
        }
        let is_poison = |of: &Key| self.syndromes.get(of).is_some_and(|syndrome| syndrome.is_poison);
        let near = look.everybody().filter(|id| *id == who || look.in_arms_reach(who, *id));
        let near = near.filter(|id| !look.are_enemies(who, *id));
        let poisons = near.flat_map(|id| Self::of(look, id).iter().map(move |case| (id, case.of)));
        poisons.filter(|(_, of)| is_poison(of)).filter_map(|(id, of)| self.saved(look, id, Some(of))).max()
    }
}

impl Deed for Give {
    nature!(|self| Nature::of("give", Group::Help, Stage::Upkeep)
        .reading(&[Reads::With, Reads::At, Reads::Manner])
        .in_camp_too());

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for thing in Afflictions::things_of(look, who, self.0.things.given) {
            let near = |id: &Id| is_within_reach(look, who, *id);
            for target in look.everybody().filter(near) {
                let name = look.name(target);
                let order = Order::new("give").with(thing).at(look.aim(target));
                let mut choice = Choice::new(order, format!("Give {thing}: {name}"), Group::Help, self.0.rules.things)
                    .allowed_by(self, look, who);
                choice.manners =
                    Afflictions::of(look, target).iter().filter(|case| case.known).map(|case| case.of).collect();
                if choice.manners.len() < 2 {
                    choice.manners.clear();
                }
                out.push(choice);
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["give"])?;
        let arm = self.0.thing(look, who, order, self.0.things.given)?;
        self.target(look, who, order, arm).map(drop)
    }

    /// An antidote for a friend, if the poison still does something that is to be feared.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let arm = self.0.thing(look, who, order, self.0.things.given).ok()?;
        let target = self.target(look, who, order, arm).ok()?;
        if !arm.has(self.0.things.cures) || look.are_enemies(who, target) {
            return None;
        }
        if look.camp().is_some() {
            return Some(Worth::of(SAVED_IN_CAMP));
        }
        self.0.saved(look, target, self.poison(look, target, order))
    }

    /// Friends who need an antidote that is in hand.
    fn calls(&self, look: Look<'_>, who: Id) -> Vec<(Id, Worth)> {
        let own = Afflictions::things_of(look, who, self.0.things.cures);
        let friends = look.friends(who).filter(|_| !own.is_empty());
        let none = Order::new("");
        friends.filter_map(|id| Some((id, self.0.saved(look, id, self.poison(look, id, &none))?))).collect()
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok(arm) = self.0.thing(look, who, order, self.0.things.given).cloned() else { return Ok(()) };
        let Ok(target) = self.target(look, who, order, &arm) else { return Ok(()) };
        let cured = self.poison(look, target, order).filter(|_| arm.has(self.0.things.cures));
        use_up(table, who, arm.name);
        let rule = self.0.rules.things;
        table.say(rule, (who, target), |look| {
            format!("{} gives {} to {}.", look.name(who), arm.name, look.name(target))
        });
        if let Some(poison) = cured {
            self.0.cure(table, target, poison, rule);
        }
        for of in &arm.effects {
            let way = self.0.syndromes.get(of).and_then(|of| GIVEN.into_iter().find(|way| of.enters(*way)));
            if let Some(way) = way {
                self.0.take(table, target, super::afflicted::Taken { by: Some(who), ..self.0.dose(&arm, *of, way) })?;
            }
        }
        Ok(())
    }
}
