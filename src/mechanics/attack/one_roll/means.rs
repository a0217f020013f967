//! Who may be struck with what.

use super::{OneRoll, Subduing};
use crate::mechanics::attack::course::{Aims, Meant, Plain, in_the_open, in_view};
use crate::mechanics::prelude::*;

/// Whether something that somebody has can be struck or shot with.
pub(super) fn is_weapon(item: &Item) -> bool {
    item.is_ready() && is_struck_with(&item.arm)
}

/// Whether arms of this kind are struck or shot with.
pub(super) const fn is_struck_with(arm: &Arm) -> bool {
    matches!(arm.kind, ArmKind::Melee | ArmKind::Ranged) && arm.damage.is_some()
}

impl Aims for OneRoll {
    fn plain(&self) -> Plain {
        Plain { rule: self.rules.attack, harms: self.harms, kinds: &[], is_weapon }
    }

    fn case_of<'a>(&self, look: Look<'_>, blow: Meant<'a>) -> Case<'a> {
        self.case_there(look, blow, None)
    }

    fn may(&self, look: Look<'_>, blow: Meant<'_>) -> Allowed {
        self.may_as(look, blow, &[])
    }
}

impl OneRoll {
    /// Whether a blow with this from one body to another is one hand to hand.
    fn is_hand_to_hand(look: Look<'_>, from: Footprint, target: Id, arm: &Arm) -> bool {
        let gap = from.gap(look.footprint_towards(target, from));
        !arm.reach.is_empty() && arm.reach.iter().any(|reach| gap <= *reach)
    }

    /// The case of a blow from where somebody would stand by then, narrowed by everything that knows about it.
    pub(super) fn case_there<'a>(&self, look: Look<'_>, blow: Meant<'a>, there: Option<There>) -> Case<'a> {
        let Meant { who, target, item, order } = blow;
        let arm = &*item.arm;
        let mut case = Case::of("attack", who).against(target).with(arm).by(order);
        case.from = there.map(|(from, _)| from);
        if Self::is_hand_to_hand(look, case.from.unwrap_or_else(|| look.footprint(who)), target, arm) {
            case.push_word("melee");
        } else {
            case.push_word("ranged");
            let (throwable, thrown) = self.ranges.thrown;
            if arm.has(throwable) {
                case.push_word(thrown);
            }
        }
        case.push_arm(arm);
        let (_, untrained) = self.untrained;
        if item.is(untrained) {
            case.push_word(untrained);
        }
        let Subduing { manner, pulled, word, ordered, lethal, .. } = &self.subduing;
        // Whoever was told to take them alive does so with blows out of turn too.
        let is_told = [manner, pulled, lethal].into_iter().any(|manner| order.is(manner));
        let spares = !is_told && !arm.has(word) && look.has_tag(who, ordered);
        let is_meant = |each: &&Key| order.is(each) || (spares && *each == manner);
        for manner in [manner, pulled].into_iter().filter(is_meant) {
            case.push_word(*word);
            case.push_word(*manner);
        }
        if case.is("melee") && self.has_two_weapons(look, who) && arm.hands == 1 {
            case.push_word(self.two_weapons.word);
        }
        if let Some(word) = there.map_or_else(|| look.occasion(who, target), |(_, word)| word) {
            case.push_word(word);
        }
        look.narrowed(case)
    }

    /// Weapons in hand that count as a pair: two of them, each for one hand and learned, and no shield.
    pub(super) fn pair<'a>(&self, look: Look<'a>, who: Id) -> Option<(&'a Item, &'a Item)> {
        let held = || look.gear(who).iter().filter(|item| item.is_in_hand());
        if held().any(|item| item.arm.has(self.two_weapons.shield)) {
            return None;
        }
        let (_, untrained) = self.untrained;
        let fits =
            |item: &&Item| item.arm.hands == 1 && !item.arm.reach.is_empty() && is_weapon(item) && !item.is(untrained);
        let mut fitting = held().filter(fits);
        fitting.next().zip(fitting.next())
    }

    pub(super) fn has_two_weapons(&self, look: Look<'_>, who: Id) -> bool {
        self.pair(look, who).is_some()
    }

    /// Whether a blow may be struck that is of these kinds beside.
    pub(super) fn may_as(&self, look: Look<'_>, blow: Meant<'_>, kinds: &[Key]) -> Allowed {
        let Meant { who, target, item, order } = blow;
        look.allows(who, &["attack", "act"])?;
        look.allows(who, kinds)?;
        look.refuse_one_if(look.is_falling(target), target, self.rules.attack, "is falling already")?;
        let why = || format!("a blow with the {} is not pulled", item.arm.name);
        look.refuse_if(order.is(self.subduing.pulled) && !item.arm.has(self.subduing.word), self.subduing.rule, why)?;
        let case = self.case_of(look, blow);
        if case.is("melee") {
            in_the_open(look, who, target, self.rules.attack)?;
        } else {
            self.may_shoot(look, who, target, item)?;
        }
        look.admits(&case)
    }

    fn may_shoot(&self, look: Look<'_>, who: Id, target: Id, item: &Item) -> Allowed {
        let rule = self.rules.range;
        let Some(long) = item.arm.figure(self.ranges.long) else {
            let why = || format!("{} is out of reach for the {}", look.name(target), item.arm.name);
            return Err(look.refusal(self.rules.attack, why));
        };
        look.refuse_one_if(look.melee_of(who).next().is_some(), who, rule, "is in a melee and cannot shoot")?;
        let distance = look.distance(who, target);
        let (name, unit) = (item.arm.name, &look.rules().measure.unit);
        let why = || format!("{} is {distance} {unit} away, and the {name} carries {long} {unit}", look.name(target));
        look.refuse_if(distance > long, rule, why)?;
        in_view(look, who, target, rule)
    }
}
