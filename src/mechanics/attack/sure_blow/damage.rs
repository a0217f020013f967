//! What a blow does before armour: dice by size, thrown once or twice, halved for the small (ZN-DMG-01, ZN-DMG-02,
//! ZN-SIZE-02, ZN-SIZE-03). Play and odds ask here alike.

use crate::mechanics::prelude::*;

/// How a throw is made worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Impaired {
    /// All dice twice, and the lower total.
    KeepLower,
    /// Half of the total, rounded up.
    HalveUp,
    /// A die of four sides, whatever the arm.
    AlwaysD4,
}

/// How the dice of one blow are thrown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kept {
    /// Once.
    #[default]
    Once,
    /// Twice, the lower total counts.
    Lower,
    /// Twice, the higher total counts.
    Higher,
    /// Once, and half of it counts, rounded up.
    Half,
}

/// The damage of one blow, with everything settled but the dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Damage {
    /// The dice, as many as size makes them.
    pub dice: Expr,
    /// Those of another arm that strikes along: the better of the two counts.
    pub other: Option<Expr>,
    /// How they are thrown.
    pub kept: Kept,
    /// How often what they come to is halved, rounding up each time.
    pub halvings: i32,
    /// How often it then counts.
    pub times: i32,
}

/// Damage that has been thrown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dealt {
    /// What was thrown, the throw that counts first.
    pub throws: SmallVec<[Throw; 2]>,
    /// What it comes to before armour.
    pub inflicted: i32,
    /// Whether it is the other arm that counts.
    pub by_other: bool,
}

impl Dealt {
    /// The lowest face among the dice that count, where they lie on a table.
    pub fn lowest(&self) -> Option<i32> {
        self.throws.first()?.faces.iter().map(|face| i32::from(face.value)).min()
    }
}

impl Damage {
    /// Throws it.
    pub fn deal(&self, dice: &mut (impl Dice + ?Sized)) -> Result<Dealt, DiceError> {
        let counts = |throws: &[Throw]| throws.first().map_or(0, |throw| throw.total);
        let mut throws = self.throw(&self.dice, dice)?;
        let mut by_other = false;
        if let Some(other) = &self.other {
            let mut others = self.throw(other, dice)?;
            by_other = counts(&others) > counts(&throws);
            if by_other {
                std::mem::swap(&mut throws, &mut others);
            }
            throws.extend(others);
        }
        let inflicted = self.inflicted(counts(&throws));
        Ok(Dealt { throws, inflicted, by_other })
    }

    /// Throws the dice of one arm, that which counts first.
    fn throw(&self, expr: &Expr, dice: &mut (impl Dice + ?Sized)) -> Result<SmallVec<[Throw; 2]>, DiceError> {
        let mut throws: SmallVec<[Throw; 2]> = SmallVec::new();
        throws.push(dice.throw(expr)?);
        if matches!(self.kept, Kept::Lower | Kept::Higher) {
            throws.push(dice.throw(expr)?);
            let (first, second) = (throws[0].total, throws[1].total);
            let second_counts = if self.kept == Kept::Lower { second < first } else { second > first };
            if second_counts {
                throws.swap(0, 1);
            }
        }
        Ok(throws)
    }

    /// What a total of the dice comes to before armour.
    pub fn inflicted(&self, thrown: i32) -> i32 {
        let halves = self.halvings.max(0) + i32::from(self.kept == Kept::Half);
        let halved = (0..halves.min(31)).fold(thrown, |left, _| left.saturating_add(1).div_euclid(2));
        halved.saturating_mul(self.times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::ScriptedDice;

    fn damage(dice: &str, kept: Kept, halvings: i32) -> Damage {
        Damage { dice: dice.parse().unwrap(), other: None, kept, halvings, times: 1 }
    }

    /// ZN-SIZE-02: half is rounded up each time, so five halved twice is two.
    #[test]
    fn halving_rounds_up_each_time() {
        let inflicted = |thrown, halvings| damage("1d6", Kept::Once, halvings).inflicted(thrown);
        assert_eq!([inflicted(3, 1), inflicted(5, 2)], [2, 2]);
    }

    /// ZN-DMG-02, ZN-C23: of two throws the lower counts, and its faces are those that can break a weapon.
    #[test]
    fn impaired_damage_is_thrown_twice_and_the_lower_counts() {
        let mut dice = ScriptedDice::parse(["d4: 4", "d4: 2"]).unwrap();
        let dealt = damage("1d4", Kept::Lower, 0).deal(&mut dice).unwrap();
        assert_eq!((dealt.inflicted, dealt.lowest()), (2, Some(2)));
    }

    /// Of two arms the better throw counts, and it is known which it was.
    #[test]
    fn of_two_arms_the_higher_throw_counts() {
        let both = Damage { other: Some("1d4".parse().unwrap()), ..damage("1d6", Kept::Once, 0) };
        let mut dice = ScriptedDice::parse(["d6: 2", "d4: 3", "d6: 5", "d4: 1"]).unwrap();
        let (one, two) = (both.deal(&mut dice).unwrap(), both.deal(&mut dice).unwrap());
        assert_eq!((one.inflicted, one.by_other, one.lowest()), (3, true, Some(3)));
        assert_eq!((two.inflicted, two.by_other, two.lowest()), (5, false, Some(5)));
    }

    /// Against counting every pair of faces by hand: the lower of two dice of four sides.
    #[test]
    fn the_chances_of_impaired_damage_are_those_of_the_lower_die() {
        let lower = enumerate(|dice| Ok(damage("1d4", Kept::Lower, 0).deal(dice)?.inflicted)).unwrap();
        let counted = [7, 5, 3, 1].map(|ways| Fraction::new(ways, 16).unwrap());
        assert_eq!([1, 2, 3, 4].map(|face| lower.probability(&face)), counted);
    }
}
