//! With what whom one may strike.

use super::{OneRoll, Subduing};
use crate::mechanics::attack::plain::{first_allowed, in_the_open, in_view, meant};
use crate::mechanics::prelude::*;

/// Whether something that somebody has can be struck or shot with.
pub(super) fn is_weapon(item: &Item) -> bool {
    item.is_ready() && is_struck_with(&item.arm)
}

/// Whether arms of this kind are struck or shot with.
pub(super) const fn is_struck_with(arm: &Arm) -> bool {
    matches!(arm.kind, ArmKind::Melee | ArmKind::Ranged) && arm.damage.is_some()
}

impl OneRoll {
    /// Whether a blow with this from one body to another is one hand to hand.
    fn is_hand_to_hand(look: Look<'_>, from: Footprint, target: Id, arm: &Arm) -> bool {
        let gap = from.gap(look.footprint_towards(target, from));
        !arm.reach.is_empty() && arm.reach.iter().any(|reach| gap <= *reach)
    }

    /// The case of a blow, narrowed by everything that knows about it.
    pub(super) fn case_of<'a>(
        &self,
        look: Look<'_>,
        who: Id,
        target: Id,
        item: &'a Item,
        order: &'a Order,
    ) -> Case<'a> {
        self.case_there(look, who, target, item, order, None)
    }

    /// The same from where somebody would stand by then.
    pub(super) fn case_there<'a>(
        &self,
        look: Look<'_>,
        who: Id,
        target: Id,
        item: &'a Item,
        order: &'a Order,
        there: Option<There>,
    ) -> Case<'a> {
        let arm = &*item.arm;
        let mut case = Case::of("attack", who).against(target).with(arm);
        case.order = Some(order);
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
        look.narrow(&mut case);
        case
    }

    /// Weapons in hand that count as a pair: two of them, each for one hand and learned, and no shield.
    pub(super) fn pair<'a>(&self, look: Look<'a>, who: Id) -> Option<(&'a Item, &'a Item)> {
        let held = || look.gear(who).iter().filter(|item| matches!(item.held, Held::Hand(_)));
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

    /// With what an order strikes at whom, if it may.
    pub(super) fn aimed<'a>(
        &self,
        look: Look<'a>,
        who: Id,
        order: &Order,
        kinds: &[Key],
    ) -> Result<(Id, &'a Item), Refusal> {
        let target = meant(look, who, order.at.first(), self.rules.attack)?;
        if order.with.is_some() {
            let item = look.arm_for(who, order, is_weapon)?;
            self.may(look, who, target, item, order, kinds)?;
            return Ok((target, item));
        }
        let weapons = look.gear(who).iter().filter(|item| is_weapon(item));
        let item = first_allowed(look, who, weapons, |item| self.may(look, who, target, item, order, kinds))?;
        Ok((target, item))
    }

    /// Whether this blow may be struck.
    pub(super) fn may(
        &self,
        look: Look<'_>,
        who: Id,
        target: Id,
        item: &Item,
        order: &Order,
        kinds: &[Key],
    ) -> Allowed {
        look.allows(who, &["attack", "act"])?;
        look.allows(who, kinds)?;
        if look.is_falling(target) {
            return Err(look.refusal_of(target, self.rules.attack, "is falling already"));
        }
        if order.is(self.subduing.pulled) && !item.arm.has(self.subduing.word) {
            return Err(look.refusal(self.subduing.rule, || format!("a blow with the {} is not pulled", item.arm.name)));
        }
        let case = self.case_of(look, who, target, item, order);
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
        if look.melee_of(who).next().is_some() {
            return Err(look.refusal_of(who, rule, "is in a melee and cannot shoot"));
        }
        let distance = look.distance(who, target);
        if distance > long {
            let (name, unit) = (item.arm.name, &look.rules().measure.unit);
            let why =
                || format!("{} is {distance} {unit} away, and the {name} carries {long} {unit}", look.name(target));
            return Err(look.refusal(rule, why));
        }
        in_view(look, who, target, rule)
    }
}
