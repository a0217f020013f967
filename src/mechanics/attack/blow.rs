//! One blow as a pure matter of numbers and dice: reach the target, be
//! defended against, do damage. Play throws these dice one stage at a time,
//! odds enumerate the very same functions.

use crate::battle::{Exposure, Judged, Key, Sum};
use crate::dice::{Dice, DiceError, Distribution, Expr, enumerate};

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
    /// What the target opposes to the damage.
    pub exposure: Exposure,
}

/// Whether dice and bonus reach what they must; equal is enough.
pub fn reaches(dice: &mut (impl Dice + ?Sized), die: &Expr, bonus: &Sum, needed: &Sum) -> Result<bool, DiceError> {
    Ok(dice.throw(die)?.total.saturating_add(bonus.total()) >= needed.total())
}

impl Blow {
    /// Step one: does it hit?
    pub fn hits(&self, dice: &mut (impl Dice + ?Sized)) -> Result<bool, DiceError> {
        match &self.attack {
            Some(attack) => reaches(dice, &self.die, attack, &self.target),
            None => Ok(true),
        }
    }

    /// Step three: how much damage?
    pub fn damage(&self, dice: &mut (impl Dice + ?Sized)) -> Result<i32, DiceError> {
        let rolled = self.damage.as_ref().map_or(Ok(0), |expr| dice.throw(expr).map(|throw| throw.total))?;
        Ok(rolled.saturating_add(self.bonus.total()))
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
        let hit = enumerate(|dice| self.hits(dice))?;
        let defended = match defence {
            Some(bonus) => enumerate(|dice| reaches(dice, &self.die, bonus, &self.dc))?,
            None => Distribution::certain(false),
        };
        let harm = enumerate(|dice| self.damage(dice))?.map(|damage| judge(&self.exposure, *damage));
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
