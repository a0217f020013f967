//! One blow as a pure matter of numbers and dice: reach the target, be
//! defended against, do damage. Play throws these dice one stage at a time,
//! odds enumerate the very same functions.

use crate::battle::{Exposure, Judged, Key, Sum};
use crate::dice::{Dice, DiceError, Distribution, Expr, Throw, enumerate};

/// Everything that one blow depends on, gathered before a die is thrown.
#[derive(Clone, Debug)]
pub struct Blow {
    /// The die of attack and defence.
    pub die: Expr,
    /// What is added to the attack die; `None` when it cannot miss.
    pub attack: Option<Sum>,
    /// What the attack must reach.
    pub target: Sum,
    /// What a defence must reach.
    pub dc: Sum,
    /// The damage dice; `None` for a blow that does none.
    pub damage: Option<Expr>,
    /// What is added to damage.
    pub bonus: Sum,
    /// Only half of the damage counts, rounded down.
    pub halved: bool,
    /// What the target opposes to the damage.
    pub exposure: Exposure,
}

/// Dice thrown against something to reach.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The dice alone.
    pub throw: Throw,
    /// By how much dice and bonus reach it; negative when they do not.
    pub margin: i32,
}

impl Reached {
    /// Equal is enough.
    pub const fn success(&self) -> bool {
        self.margin >= 0
    }
}

/// Throws dice that with a bonus must reach a number.
///
/// # Errors
/// When the dice do not fit.
pub fn reach(dice: &mut (impl Dice + ?Sized), die: &Expr, bonus: &Sum, needed: &Sum) -> Result<Reached, DiceError> {
    let throw = dice.throw(die)?;
    let margin = throw.total.saturating_add(bonus.total()).saturating_sub(needed.total());
    Ok(Reached { throw, margin })
}

impl Blow {
    /// Step one: does it hit? `None` when it cannot miss and no die is thrown.
    ///
    /// # Errors
    /// When the dice do not fit.
    pub fn hits(&self, dice: &mut (impl Dice + ?Sized)) -> Result<Option<Reached>, DiceError> {
        self.attack.as_ref().map(|attack| reach(dice, &self.die, attack, &self.target)).transpose()
    }

    /// Step three: how much damage?
    ///
    /// # Errors
    /// When the dice do not fit.
    pub fn damage(&self, dice: &mut (impl Dice + ?Sized)) -> Result<Throw, DiceError> {
        self.damage.as_ref().map_or_else(|| Ok(Throw::default()), |expr| dice.throw(expr))
    }

    /// What a damage throw comes to.
    pub fn dealt(&self, throw: &Throw) -> i32 {
        let whole = throw.total.saturating_add(self.bonus.total());
        if self.halved { whole.div_euclid(2) } else { whole }
    }

    /// The exact prospects of the blow against a defence of this bonus. Each
    /// stage is enumerated by itself, so the stages add up.
    ///
    /// # Errors
    /// When dice cannot be enumerated.
    pub fn prospects(
        &self,
        defence: Option<&Sum>,
        judge: impl Fn(&Exposure, i32) -> Judged,
    ) -> Result<Distribution<Judged>, DiceError> {
        let outcome = |name: &str| Judged { grade: -1, name: Key::new(name), harm: 0 };
        let hit = enumerate(|dice| Ok(self.hits(dice)?.is_none_or(|reached| reached.success())))?;
        let defended = match defence {
            Some(bonus) => enumerate(|dice| Ok(reach(dice, &self.die, bonus, &self.dc)?.success()))?,
            None => Distribution::certain(false),
        };
        let harm = match &self.damage {
            None => Distribution::certain(outcome("struck")),
            Some(_) => enumerate(|dice| self.damage(dice).map(|throw| self.dealt(&throw)))?
                .map(|damage| judge(&self.exposure, *damage)),
        };
        Ok(hit.then(|hit| {
            if !*hit {
                return Distribution::certain(Judged { grade: -2, ..outcome("miss") });
            }
            defended.then(|defended| if *defended { Distribution::certain(outcome("defended")) } else { harm.clone() })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Fraction;

    fn fraction(num: i128, den: i128) -> Fraction {
        Fraction::new(num, den).unwrap()
    }

    fn judge(exposure: &Exposure, damage: i32) -> Judged {
        let grade = exposure.thresholds.iter().filter(|threshold| damage > **threshold).count() as i32;
        Judged { grade, name: Key::new(["nothing", "wound", "dying"][grade as usize]), harm: grade.min(1) }
    }

    /// Counts every face by itself, with nothing of the code under test.
    #[test]
    fn the_odds_of_a_blow_agree_with_counting_every_face() {
        let blow = Blow {
            die: Expr::d(6),
            attack: Some(Sum::of("skill", 2)),
            target: Sum::of("target", 5),
            dc: Sum::of("dc", 6),
            damage: Some(Expr::d(8)),
            bonus: Sum::of("Strength", 3),
            halved: false,
            exposure: Exposure { thresholds: [3, 9].into_iter().collect(), ..Exposure::default() },
        };
        let odds = blow.prospects(Some(&Sum::of("dodge", 1)), judge).unwrap();
        let mut counted = std::collections::BTreeMap::new();
        for attack in 1..=6 {
            for defence in 1..=6 {
                for damage in 1..=8 {
                    let name = match (attack + 2 >= 5, defence > 4, damage + 3) {
                        (false, ..) => "miss",
                        (_, true, _) => "defended",
                        (.., 10..) => "dying",
                        (.., 4..) => "wound",
                        _ => "nothing",
                    };
                    *counted.entry(name).or_insert(0) += 1;
                }
            }
        }
        for (name, count) in counted {
            assert_eq!(odds.chance(|judged| judged.name == name), fraction(count, 288), "{name}");
        }
    }
}
