//! Who may be struck with what, and what the blow is called (HG-ATK-08 to HG-ATK-11).

use super::throwing::can_be_thrown;
use super::{Opposed, THROW};
use crate::mechanics::attack::course::{Aims, Meant, Plain, in_the_open, in_view};
use crate::mechanics::gear::crewed::crewed;
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::may_add;

/// Whether something that somebody has can be struck, shot or thrown with.
pub(super) fn is_weapon(item: &Item) -> bool {
    item.is_ready() && is_struck_with(&item.arm) && !item.arm.has("engine")
}

/// Whether arms of this kind are struck, shot or thrown with at one at a time.
pub(super) fn is_struck_with(arm: &Arm) -> bool {
    matches!(arm.kind, ArmKind::Melee | ArmKind::Ranged) && arm.damage.is_some() && !arm.has("area")
}

impl Aims for Opposed {
    fn plain(&self) -> Plain {
        Plain { rule: self.rules.strike, harms: self.harms, kinds: &[], is_weapon }
    }

    /// What somebody has, and the engines next to them.
    fn weapons<'a>(&self, look: Look<'a>, who: Id) -> impl Iterator<Item = &'a Item> {
        let engines = crewed(look, who).into_iter().map(|(_, item)| item).filter(|item| !item.arm.has("area"));
        look.gear(who).iter().filter(|item| is_weapon(item)).chain(engines)
    }

    fn named<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<&'a Item, Refusal> {
        let name = order.with.unwrap_or_default();
        if order.is(THROW) {
            return look.arm_for(who, order, can_be_thrown);
        }
        let is_it = |item: &&Item| item.arm.has("engine") && item.arm.name == name;
        self.weapons(look, who).find(is_it).map_or_else(|| look.arm_for(who, order, is_weapon), Ok)
    }

    fn case_of<'a>(&self, look: Look<'_>, blow: Meant<'a>) -> Case<'a> {
        Self::case_as(look, blow, self.throws(look, blow))
    }

    fn may(&self, look: Look<'_>, blow: Meant<'_>) -> Allowed {
        let Meant { who, target, item, order } = blow;
        let case = self.case_of(look, blow);
        // Anything can be thrown, whatever it takes to strike with it.
        let matters = |word: &Key| !self.is_misused(&case) || !item.arm.tags.contains(word);
        let words = case.words.iter().copied().filter(matters);
        let kinds: Vec<Key> = words.chain(["act".into(), "attack".into()]).collect();
        look.allows(who, &kinds)?;
        may_add(look, order, self.augment.1, self.rules.augment, "the damage of a blow")?;
        let why = || format!("the {} is not loaded", item.arm.name);
        look.refuse_if(item.arm.rounds.is_some() && item.loaded <= 0 && !case.is("thrown"), self.rules.loading, why)?;
        let strength = look.value(who, self.damage.strength);
        let is_too_weak = item.arm.figure(self.throwing.needs).is_some_and(|needs| strength < needs);
        let why = || format!("{} is not strong enough for the {}", look.name(who), item.arm.name);
        look.refuse_if(is_too_weak, self.rules.rocks, why)?;
        if case.is("melee") {
            let why = || format!("{} is out of reach for the {}", look.name(target), item.arm.name);
            look.refuse_if(!Self::reaches(look, who, target, &item.arm), self.rules.strike, why)?;
            in_the_open(look, who, target, self.rules.strike)?;
        } else {
            self.may_shoot(look, &case, item)?;
        }
        let challenge = case.on(self.challenge.0);
        look.rules().registry.allows.iter().try_for_each(|mechanic| {
            mechanic.allow(look, &case)?;
            if case.is("melee") { Ok(()) } else { mechanic.allow(look, &challenge) }
        })
    }
}

impl Opposed {
    /// Whether a blow with this reaches from one body to another hand to hand: up and down count like along.
    pub(super) fn reaches(look: Look<'_>, who: Id, target: Id, arm: &Arm) -> bool {
        let own = look.footprint(who);
        let along = own.gap(look.footprint_towards(target, own));
        let up = (look.height(who) - look.height(target)).abs();
        arm.reach.iter().any(|reach| along.max(up) <= *reach)
    }

    /// What a blow is called that is thrown, or is not.
    pub(super) fn case_as<'a>(look: Look<'_>, blow: Meant<'a>, is_thrown: bool) -> Case<'a> {
        let Meant { who, target, item, order } = blow;
        let mut case = Case::of("attack", who).against(target).with(&item.arm).by(order);
        case.push_word(match () {
            () if is_thrown => "thrown",
            () if item.arm.reach.is_empty() => "missile",
            () => "melee",
        });
        if !case.is("melee") {
            case.push_word("ranged");
            case.push_word("shot");
        }
        case.push_word(item.arm.name);
        // Whoever throws a bow shoots with nothing.
        if !(case.is("thrown") && item.arm.has("missile")) {
            case.push_words_of(&item.arm);
        }
        look.narrowed(case)
    }

    fn may_shoot(&self, look: Look<'_>, case: &Case<'_>, item: &Item) -> Allowed {
        let (who, target) = (case.who, case.against.unwrap_or(case.who));
        let thrown = case.is("thrown");
        let is_made = item.arm.has(self.throwing.made_for_it);
        let rule = match (thrown, is_made) {
            (false, _) => self.rules.range,
            (true, true) => self.rules.thrown,
            (true, false) => self.rules.other,
        };
        let (distance, most) = (look.distance(who, target), self.carries(&item.arm, thrown));
        let (name, unit) = (item.arm.name, &look.rules().measure.unit);
        let why = || format!("{} is {distance} {unit} away, and the {name} goes {most} {unit}", look.name(target));
        look.refuse_if(distance > most, rule, why)?;
        in_view(look, who, target, rule)
    }

    /// The skill that a blow is rolled with.
    pub(super) fn skill(&self, look: Look<'_>, case: &Case<'_>) -> FigureName {
        let own = case.arm.and_then(|arm| arm.skill).unwrap_or(self.skill);
        if !case.is("thrown") {
            return own;
        }
        let has_learned = look.has_learned(case.who, self.throwing.skill);
        let is_struck_with = case.arm.is_some_and(|arm| !arm.reach.is_empty());
        if !has_learned && is_struck_with { self.throwing.instead } else { self.throwing.skill }
    }
}
