//! A whole action of blows at ordinary folk: how many fall, exactly, and by the quick way (OS-MINION-02, OS-MINION-03).

use super::OneRoll;
use super::swing::{Lands, Swing, Weapon};
use crate::mechanics::prelude::*;

/// The lowest and the highest face that the quick way takes as needed.
const NEEDED: (i32, i32) = (2, 20);

impl OneRoll {
    /// How many blows like this an action holds.
    fn blows(&self, look: Look<'_>, who: Id, target: Id, order: &Order) -> i32 {
        look.sum(&Case::of(self.crowd.blows, who).against(target).by(order), Sum::of("one", 1)).total()
    }

    /// What all of the blows of an action would do to people like this one; nothing where it holds but one.
    pub(super) fn round(
        &self,
        look: Look<'_>,
        case: &Case<'_>,
        swing: &Swing,
        judged: &Distribution<(Lands, Judged)>,
    ) -> Option<Round> {
        let (target, order) = (case.against?, case.order?);
        let blows = self.blows(look, case.who, target, order);
        if blows < 2 {
            return None;
        }
        let (whole, left) = (look.value(target, self.enough), look.value(target, self.crowd.left));
        let felled = look.wants_words().then(|| {
            let dealt = judged.map(|(lands, judged)| if lands.strikes() { judged.harm } else { 0 });
            felled(&dealt, blows, left, whole)
        });
        Some(Round { blows, felled, quick: self.quick(look, target, swing, blows)? })
    }

    /// The share of blows that hit, times the share of a man that such a blow kills.
    fn quick(&self, look: Look<'_>, target: Id, swing: &Swing, blows: i32) -> Option<Fraction> {
        let number = |number: i32| Fraction::new(i128::from(number), 1);
        let (low, high) = NEEDED;
        let hits = number(high + 1 - swing.needed().clamp(low, high))?.checked_div(&number(high)?)?;
        let weapon = swing.weapons.first()?;
        let dealt = &average(weapon) + &number(weapon.bonus.total())?;
        let (each, dice, plus) = &self.crowd.points;
        let has = Distribution::from_expr(each).times(look.value(target, *dice).max(1).unsigned_abs()).mean();
        let has = &has + &number(look.value(target, *plus).min(0))?;
        let kills = dealt.checked_div(&has)?.min(Fraction::ONE);
        Some(&(&number(blows)? * &hits) * &kills)
    }
}

/// What the dice of a weapon count on average.
fn average(weapon: &Weapon) -> Fraction {
    let counts = Distribution::from_expr(&weapon.dice).map(|shown| weapon.counts(*shown));
    counts.times(u32::from(weapon.throws)).mean()
}

/// How many fall to so many blows that each do this, struck at one after the other; the first has so much left.
fn felled(dealt: &Distribution<i32>, blows: i32, left: i32, whole: i32) -> Distribution<i32> {
    let strike = |(fallen, left): &(i32, i32)| {
        let (fallen, left) = (*fallen, *left);
        dealt.map(
            move |damage| if *damage >= left { (fallen + 1, whole) } else { (fallen, left.saturating_sub(*damage)) },
        )
    };
    let start = Distribution::certain((0, left.max(1)));
    let end = (0..blows.clamp(0, MOST_BLOWS)).fold(start, |so_far, _| so_far.then(strike));
    end.map(|(fallen, _)| *fallen)
}

/// More blows than anybody strikes in an action.
const MOST_BLOWS: i32 = 40;
