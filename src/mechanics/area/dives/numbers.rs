//! What is added to the rolls of an area attack (HG-AREA-01, HG-AREA-04, HG-ATK-02, HG-ATK-15, HG-DMG-04).

use super::Dives;
use super::aim::Aimed;
use crate::mechanics::contest::challenge;
use crate::mechanics::prelude::*;

/// Every number of an attack, gathered before a die is thrown.
pub(super) struct Numbers {
    pub attack: Sum,
    pub challenge: Sum,
    pub damage: Sum,
}

impl Dives {
    /// The case of an attack, narrowed by everything that knows about it.
    pub(super) fn case_of<'a>(
        &self,
        look: Look<'_>,
        who: Id,
        target: Option<Id>,
        arm: &'a Arm,
        order: &'a Order,
    ) -> Case<'a> {
        let mut case = Case::of("attack", who).with(arm);
        (case.against, case.order) = (target, Some(order));
        let thrown = arm.has(self.words.thrown);
        if thrown {
            case.push_word("thrown");
        }
        if thrown || arm.has("missile") {
            case.push_word("shot");
        }
        case.push_arm(arm);
        look.narrowed(case)
    }

    /// How hard it is to strike there.
    fn challenge(&self, look: Look<'_>, case: &Case<'_>, to: Footprint) -> Sum {
        let distance = look.length(look.rules().measure.metric.between(look.footprint(case.who), to));
        challenge(look, case, &self.challenge, (distance, self.rules.range))
    }

    /// What is added to the roll: for somebody in particular a large area is hard to miss with.
    fn attack(&self, look: Look<'_>, case: &Case<'_>, arm: &Arm) -> Sum {
        let mut sum = arm.skill.map_or_else(Sum::new, |skill| look.figure(case.who, skill));
        if case.against.is_some() {
            let across = self.across(arm);
            let doublings = (across * across).ilog2();
            sum.add("size of the area", i32::try_from(doublings).unwrap_or(0), self.rules.one);
        }
        look.sum(case, sum)
    }

    /// Gathers every number of an attack.
    pub(super) fn gather(&self, look: Look<'_>, case: &Case<'_>, aimed: &Aimed<'_>, augments: i32) -> Numbers {
        let arm = &aimed.item.arm;
        let own = look.footprint(case.who);
        let to = aimed.target.map_or(Footprint::one(aimed.centre), |target| look.footprint_towards(target, own));
        Numbers {
            attack: self.attack(look, case, arm),
            challenge: self.challenge(look, case, to),
            damage: self.damage.added(look, case, false, (self.augment.0 * augments, self.rules.augment)),
        }
    }
}
