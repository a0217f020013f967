//! Everything that one strike depends on, gathered before a die falls: dice by arm, size and skill, and what the target
//! opposes (ZN-DMG-01 to ZN-DMG-03, ZN-SIZE-02 to ZN-SIZE-05).

use super::SureBlow;
use super::damage::{Damage, Dealt, Impaired, Kept};
use super::means::{Occasion, Strike};
use crate::mechanics::foretold::Foretold;
use crate::mechanics::prelude::*;

/// A strike that does damage, with all its numbers.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its dice.
    pub damage: Damage,
    /// What the target opposes.
    pub exposed: Exposed,
    /// The words of its case.
    pub words: CaseWords,
    /// Whether armour is ignored where more is thrown than it is worth.
    pub pierces: bool,
    /// For a blow that only knocks out: the health that its target has, and the state that it brings.
    pub stuns: Option<(i32, ConditionName)>,
}

impl SureBlow {
    /// The numbers of a strike; `engaged` if its target does something about it. Nothing where it does no damage. Of
    /// those whom a blast may strike the first is taken for the one at whom it is aimed best.
    pub fn plan(&self, look: Look<'_>, strike: &Strike, engaged: bool) -> Option<Plan> {
        let struck = |zone: ZoneId| self.struck_by_blast(look, strike.who, zone, strike.is_ranged());
        let skilled = strike.zone.is_none_or(|zone| struck(zone).first() == Some(&strike.target));
        self.plan_of(look, strike, engaged, skilled)
    }

    /// The same, where it is known whether the attacker's skill with the arm counts.
    pub fn plan_of(&self, look: Look<'_>, strike: &Strike, engaged: bool, skilled: bool) -> Option<Plan> {
        let arm = strike.arm()?;
        let base = arm.damage.as_ref()?;
        let mut case = self.case(look, strike);
        if engaged {
            case.push_word("engaged");
        }
        let (who, skills) = (strike.who, &self.skills);
        let knows = |skill: Key| look.knows(who, skill);
        let unarmed = arm.has("unarmed");
        let melee = !strike.is_ranged();
        let better = (melee && !unarmed && knows(skills.skilled_blow)) || (!melee && knows(skills.skilled_shot));
        let unaware = case.is("unaware");
        let sides_of = |base: &Expr| {
            let mut sides = i32::from(base.sides().unwrap_or(1));
            if unarmed && knows(skills.brawling.0) {
                sides = sides.max(skills.brawling.1);
            }
            if better && skilled {
                sides = (sides + 2).min(skills.largest_die);
            }
            if unaware && knows(skills.sneak_attack.0) {
                sides = skills.sneak_attack.1;
            }
            sides
        };
        let brawler = unarmed && knows(skills.brawling.0);
        let bad = (case.is("impaired") && !brawler)
            || strike.held_back
            || look.sum(&case.on("impaired"), Sum::new()).total() > 0;
        let good = look.sum(&case.on("enhanced"), Sum::new()).total() > 0;
        let (is_worse, is_better) = (bad && !good, good && !bad);
        let always_d4 = is_worse && self.impaired == Impaired::AlwaysD4;
        let kept = match self.impaired {
            _ if is_better => Kept::Higher,
            Impaired::KeepLower if is_worse => Kept::Lower,
            Impaired::HalveUp if is_worse => Kept::Half,
            _ => Kept::Once,
        };
        let larger = if strike.is_blast() { 0 } else { self.larger_by(look, who, strike.target) };
        let count = strike.dice.unwrap_or_else(|| 1 << larger.clamp(0, 8));
        let dice_of = |base: &Expr| {
            let sides = if always_d4 { 4 } else { sides_of(base) };
            let die = Expr::d(u16::try_from(sides.clamp(1, 1000)).unwrap_or(1));
            die.times(u16::try_from(count.clamp(1, 256)).unwrap_or(1))
        };
        let slays = larger < 0 && knows(skills.monster_slaying.0);
        let damage = Damage {
            dice: dice_of(base),
            other: strike.other.as_ref().and_then(|other| other.damage.as_ref()).map(dice_of),
            kept,
            halvings: -larger.min(0),
            times: if slays { skills.monster_slaying.1 } else { 1 },
        };
        let kind = arm.harms.unwrap_or(self.harms);
        let pierces = knows(skills.piercing_strike) && self.needs_save(look, strike).is_none();
        let exposed = look.exposed(kind, &case.turned());
        let left = || look.health(strike.target).map_or(0, |(left, _)| left);
        let stuns = strike.stuns.then(|| (left(), self.states.felled));
        Some(Plan { damage, exposed, words: case.words, pierces, stuns })
    }

    /// Whoever of two strikes first in an exchange whatever is suffered: the one alone who has the skill for it.
    pub fn strikes_first(&self, look: Look<'_>, attacker: Id, target: Id) -> Option<Occasion> {
        let fast = |who: Id| look.knows(who, self.skills.fast_strike);
        match (fast(attacker), fast(target)) {
            (true, false) => Some(Occasion::Turn),
            (false, true) => Some(Occasion::Counter),
            _ => None,
        }
    }
}

/// All that the prospects of a strike hang on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Numbers {
    damage: Damage,
    opposition: Opposition,
    pierces: bool,
    stuns: Option<(i32, ConditionName)>,
}

impl Plan {
    /// What so much damage would do.
    pub fn judge(&self, look: Look<'_>, inflicted: i32) -> Judged {
        self.judge_net(look.rules(), inflicted, inflicted)
    }

    /// The same where so much of it gets through.
    fn judge_net(&self, rules: &Rules, inflicted: i32, net: i32) -> Judged {
        if let Some((left, felled)) = self.stuns {
            // No harm is done by it, whatever is thrown.
            let is_enough = inflicted.saturating_mul(2) >= left;
            return if is_enough { Judged::called(2, felled) } else { Judged::nothing() };
        }
        self.met(inflicted).judge(rules, net)
    }

    /// What the target opposes to so much damage: no armour to what pierces it.
    fn met(&self, inflicted: i32) -> Exposed {
        let mut met = self.exposed.clone();
        if let Some(armour) = met.exposure.thresholds.first_mut()
            && self.pierces
            && inflicted > *armour
        {
            *armour = 0;
        }
        met
    }

    /// The blow as it lands.
    pub fn hit(&self, look: Look<'_>, strike: &Strike, dealt: &Dealt, rule: RuleId) -> Hit {
        let (met, rules) = (self.met(dealt.inflicted), look.rules());
        let hit = strike.arm().into_iter().fold(met.hit(rules, dealt.inflicted, rule).by(strike.who), Hit::with);
        Hit { judged: self.judge(look, dealt.inflicted), words: self.words.clone(), ..hit }
    }

    /// What it may do, exactly.
    pub(super) fn prospects(&self, look: Look<'_>, foretold: &Foretold<Numbers, Judged>) -> Distribution<Judged> {
        let rules = look.rules();
        let (damage, opposition) = (self.damage.clone(), self.exposed.opposition(rules));
        let numbers = Numbers { damage, opposition, pierces: self.pierces, stuns: self.stuns };
        let judged = foretold.of(numbers, || {
            let inflicted = enumerate(|dice| Ok(self.damage.deal(dice)?.inflicted))?;
            let judge = |inflicted: &i32, net| self.judge_net(rules, *inflicted, net);
            Ok(self.exposed.through(rules, &inflicted, |inflicted| *inflicted, judge))
        });
        judged.unwrap_or_else(|_| Distribution::certain(Judged::nothing()))
    }
}

/// Who of two is hurt, when a blow is answered by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Traded {
    /// What becomes of the target, if the blow lands on it.
    pub target: Option<Judged>,
    /// What becomes of the attacker, if the answer lands on it.
    pub attacker: Option<Judged>,
}

/// Which of two blows lands, and which first: whoever suffers more is struck first, and whoever is felled strikes no
/// more; of two who suffer alike both are struck (ZN-REACT-06). `first` is whoever strikes first whatever is suffered.
pub fn trade(attack: &Judged, counter: &Judged, first: Option<Occasion>) -> Traded {
    let both = || Traded { target: Some(attack.clone()), attacker: Some(counter.clone()) };
    let attack_lands_first = match first {
        Some(occasion) => occasion != Occasion::Counter,
        None if attack.harm == counter.harm => return both(),
        None => attack.harm > counter.harm,
    };
    match attack_lands_first {
        true if attack.grade >= FELLED => Traded { target: Some(attack.clone()), attacker: None },
        false if counter.grade >= FELLED => Traded { target: None, attacker: Some(counter.clone()) },
        _ => both(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever suffers more is struck first, and the felled strike no more; of equal blows both land, and so they do
    /// where the first fells nobody. Whoever has the skill Fast strike strikes first whatever is suffered.
    #[test]
    fn the_heavier_blow_or_the_faster_lands_first_and_may_end_it() {
        let judged = |(grade, harm)| Judged { harm, ..Judged::called(grade, "x") };
        let lands = |attack, counter, first| {
            let traded = trade(&judged(attack), &judged(counter), first);
            (traded.target.is_some(), traded.attacker.is_some())
        };
        assert_eq!(lands((2, 4), (1, 3), None), (true, false));
        assert_eq!(lands((1, 3), (2, 4), None), (false, true));
        for (attack, counter) in [((2, 4), (2, 4)), ((1, 4), (1, 3)), ((1, 1), (2, 1))] {
            assert_eq!(lands(attack, counter, None), (true, true));
        }
        assert_eq!(lands((1, 9), (2, 1), Some(Occasion::Counter)), (false, true));
    }
}
