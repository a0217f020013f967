//! Ways to strike that a skill gives: with something blunt to knock out, and with both arms at once.

use super::SureBlow;
use super::means::{BOTH_ARMS, HOLD_BACK, Means, STUN, Strike, is_weapon};
use crate::mechanics::prelude::*;

impl SureBlow {
    /// A strike in the manner that an order asks for.
    pub fn in_manner(&self, look: Look<'_>, strike: Strike, order: &Order) -> Strike {
        let other = if order.is(BOTH_ARMS) { self.other_arm(look, &strike) } else { None };
        Strike { held_back: order.is(HOLD_BACK), stuns: order.is(STUN), other, ..strike }
    }

    /// The manners in which an arm may be swung, whatever is offered beside.
    pub fn own_manners(&self, look: Look<'_>, strike: &Strike) -> Vec<Key> {
        let mut manners: Vec<Key> = strike.harms().then(|| Key::from(HOLD_BACK)).into_iter().collect();
        manners.extend(self.may_stun(look, strike).is_ok().then(|| Key::from(STUN)));
        manners.extend(self.may_use_both(look, strike).is_ok().then(|| Key::from(BOTH_ARMS)));
        manners
    }

    /// Whether an order asks for a manner in which this cannot be struck.
    pub fn may_in_manner(&self, look: Look<'_>, strike: &Strike, order: &Order) -> Allowed {
        if order.is(STUN) {
            self.may_stun(look, strike)?;
        }
        if order.is(BOTH_ARMS) {
            self.may_use_both(look, strike)?;
        }
        Ok(())
    }

    /// Whether this may knock its target out.
    fn may_stun(&self, look: Look<'_>, strike: &Strike) -> Allowed {
        let (skill, blunt) = self.skills.strike_to_stun;
        let refuse = |why: &str| Err(look.refusal(self.rules.manoeuvres, || format!("{STUN}: {why}")));
        match strike.arm() {
            _ if !look.knows(strike.who, skill) => refuse("it has to be learned"),
            Some(arm) if arm.types.contains(&blunt) && strike.harms() && strike.zone.is_none() => {
                let is_thing = look.thing(strike.target).is_some() || look.has_tag(strike.target, "vehicle");
                if is_thing { refuse("there is nothing to knock out") } else { Ok(()) }
            }
            _ => refuse("it takes something blunt, and one target"),
        }
    }

    /// Whether what is in both hands may strike at once.
    fn may_use_both(&self, look: Look<'_>, strike: &Strike) -> Allowed {
        let rule = self.rules.armed;
        let why = || format!("{BOTH_ARMS}: it has to be learned");
        look.refuse_if(!look.knows(strike.who, self.skills.ambidextrous), rule, why)?;
        let why = || format!("{BOTH_ARMS}: there is nothing in the other hand to strike with");
        look.refuse_if(self.other_arm(look, strike).is_none(), rule, why)
    }

    /// What somebody could strike with in their other hand at the same target: the arm with the largest die.
    fn other_arm(&self, look: Look<'_>, strike: &Strike) -> Option<Arc<Arm>> {
        let arm = strike.arm().filter(|arm| arm.hands == 1 && strike.harms() && strike.zone.is_none())?;
        let in_hand = |item: &&Item| item.is_in_hand() && is_weapon(item);
        let mut held: Vec<&Arc<Arm>> = look.gear(strike.who).iter().filter(in_hand).map(|item| &item.arm).collect();
        let own = held.iter().position(|each| each.name == arm.name)?;
        held.remove(own);
        let fits = |other: &&&Arc<Arm>| {
            let alone = Strike { means: Means::Arm(Arc::clone(other)), other: None, ..strike.clone() };
            other.hands == 1
                && alone.harms()
                && !alone.is_blast()
                && alone.is_ranged() == strike.is_ranged()
                && self.may(look, &alone).is_ok()
        };
        let sides = |arm: &&&Arc<Arm>| arm.damage.as_ref().and_then(crate::dice::Expr::sides);
        held.iter().filter(fits).max_by_key(sides).map(|arm| Arc::clone(arm))
    }
}
