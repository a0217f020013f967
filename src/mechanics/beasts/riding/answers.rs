//! What riders do about blows: leaping out of the saddle in place of a dodge, or letting the horse dodge for them where
//! they cannot block (HG-MOUNT-08, HG-MOUNT-09).

use super::Riding;
use crate::mechanics::contest::{offered, paid};
use crate::mechanics::defence::block_or_dodge::{BLOCK, DODGE, free_around};
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::DEFEND;

/// The answers.
pub(super) const LEAP_OFF: &str = "leap off";
const RIDE: &str = "ride";

/// What it is worth less to lie on the ground, in felled fighters.
const ON_THE_GROUND: f64 = -0.3;

impl Riding {
    fn may_leap(&self, look: Look<'_>, case: &Case<'_>) -> Allowed {
        look.allows(case.who, &["act", DEFEND, LEAP_OFF])?;
        look.refuse_if(case.is(self.never), self.rules.no_dodge, || "it comes down everywhere")?;
        let why = || format!("there is no room beside {}", look.name(case.who));
        look.refuse_if(free_around(look, case.who).next().is_none(), self.rules.no_dodge, why)
    }

    fn may_ride(&self, look: Look<'_>, case: &Case<'_>, blocks: bool) -> Allowed {
        look.allows(case.who, &["act", DEFEND, RIDE])?;
        let why = if blocks { "whoever can block does that" } else { "it comes down everywhere" };
        look.refuse_if(case.is(self.never) || blocks, self.rules.instead, || why)
    }

    /// What is added to Riding in place of a dodge.
    fn ride(&self, look: Look<'_>, case: &Case<'_>, mount: Id) -> Sum {
        let case = case.clone().word(RIDE);
        let mut sum = look.sum(&case, look.figure(case.who, self.skills.0));
        let (numbers, rule) = (&self.instead, self.rules.instead);
        sum.add("in place of a dodge", -numbers.always, rule);
        let (room, takes) = numbers.cramped;
        if (free_around(look, mount).take(usize::try_from(room).unwrap_or(0)).count() as i32) < room {
            sum.add("cramped", -takes, rule);
        }
        let trained = self.training.0.iter().any(|(word, _)| look.has_tag(mount, word));
        if !trained || look.is(mount, self.states.unwilling) {
            sum.add(self.states.unwilling, -numbers.unwilling, rule);
        }
        sum
    }
}

impl Defends for Riding {
    /// What those in the saddle may do about this blow beside blocking it.
    fn defences(&self, look: Look<'_>, case: &Case<'_>, out: &mut Vec<Defence>) {
        let Some(mount) = look.mount(case.who) else { return };
        let blocks = out.iter().any(|defence| defence.choice.order.verb == BLOCK && defence.choice.is_legal());
        let (paid, price, case) = paid(look, case);
        let may = paid.clone().and_then(|()| self.may_leap(look, &case));
        let choice = Choice::new(Order::new(LEAP_OFF), "Leap off", Group::Defence, self.rules.no_dodge);
        out.push(offered(choice.weighed(Worth::of(ON_THE_GROUND)), may, price.clone(), || {
            look.sum(&case.clone().word(DODGE), look.figure(case.who, self.leaps_with))
        }));
        let may = paid.and_then(|()| self.may_ride(look, &case, blocks));
        let choice = Choice::new(Order::new(RIDE), "Ride out of the way", Group::Defence, self.rules.instead);
        out.push(offered(choice, may, price, || self.ride(look, &case, mount)));
    }
}
