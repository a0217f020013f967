//! Wrestling against wrestling: each side rolls once, by the best of those who work together, and has the weight of all
//! of them (HG-GRAP-05, HG-GRAP-12 to HG-GRAP-14).

use std::cmp::Reverse;

use super::{CloseCombat, GRAPPLE};
use crate::mechanics::doublings::half_doublings;
use crate::mechanics::harm::endurance::OnOff;
use crate::mechanics::prelude::*;

/// One side of a struggle: who rolls for it, and what is added.
pub(super) struct Wrestles {
    pub who: Id,
    pub sum: Sum,
}

/// Both sides of one.
type Both = (Wrestles, Wrestles);

impl CloseCombat {
    /// What some people weigh together.
    fn weight(&self, look: Look<'_>, people: &[Id]) -> u64 {
        people.iter().map(|id| u64::try_from(look.value(*id, self.mass)).unwrap_or(0)).sum()
    }

    /// Whether some people weigh more than so many times as much as others: both weights, if they do.
    pub(super) fn outweighs(&self, look: Look<'_>, heavy: &[Id], light: &[Id], times: u64) -> Option<(u64, u64)> {
        let (heavy, light) = (self.weight(look, heavy), self.weight(look, light));
        (heavy > light.saturating_mul(times)).then_some((heavy, light))
    }

    /// What is added to the roll of `case` for a side of these people against those.
    pub(super) fn wrestling(&self, look: Look<'_>, case: &Case<'_>, own: &[Id], others: &[Id]) -> Sum {
        let case = case.on(GRAPPLE);
        let mut sum = look.sum(&case, look.figure(case.who, self.skill));
        if self.mass_bonus == OnOff::On {
            let bonus = half_doublings(self.weight(look, own), self.weight(look, others));
            sum.add("heavier", bonus, self.rules.mass);
        }
        sum
    }

    /// The side of these people against those: the most skilled of them rolls.
    fn side(&self, look: Look<'_>, own: &[Id], others: &[Id], word: &'static str) -> Option<Wrestles> {
        let who = own.iter().copied().max_by_key(|id| (look.value(*id, self.skill), Reverse(*id)))?;
        let mut case = Case::of(GRAPPLE, who).word(word);
        case.against = others.first().copied();
        Some(Wrestles { who, sum: self.wrestling(look, &case, own, others) })
    }

    /// Both sides of a struggle.
    pub(super) fn sides(&self, look: Look<'_>, own: &[Id], others: &[Id], word: &'static str) -> Option<Both> {
        Some((self.side(look, own, others, word)?, self.side(look, others, own, "resist")?))
    }

    /// How likely the first of two sides gets the better of the other.
    pub(super) fn prevails(&self, own: &Sum, other: &Sum) -> Distribution<bool> {
        let ahead = own.total().saturating_sub(other.total());
        self.contest.apart().map(|apart| apart.saturating_add(ahead) > 0)
    }

    /// Lets some wrestle together with others, who take no action to resist; whether the first get the better of them.
    pub(super) fn struggle(
        &self,
        table: &mut Table<'_>,
        who: Id,
        (own, others): (&[Id], &[Id]),
        (word, rule): (&'static str, RuleId),
        says: &str,
    ) -> Step<bool> {
        let Some((first, second)) = self.sides(table.look(), own, others, word) else { return Ok(false) };
        // Who rolls does not hang on what anybody says of their round.
        for side in [first.who, second.who] {
            table.rules().economy.on_roll(table, side)?;
        }
        table.rules().economy.on_answer(table, second.who);
        let Some((first, second)) = self.sides(table.look(), own, others, word) else { return Ok(false) };
        let dice = &self.contest.dice;
        let ahead = first.sum.total().saturating_sub(second.sum.total());
        let (thrown, against) = table.dice_for(
            |cup| Ok((cup.throw(dice)?, cup.throw(dice)?)),
            |(own, other)| own.total.saturating_add(ahead) > other.total,
        )?;
        let total = thrown.total.saturating_add(first.sum.total());
        let resists = against.total.saturating_add(second.sum.total());
        let wins = total > resists;
        let roll = |label: &str, throw: &Throw, side: &Wrestles, other: i32, success: bool| {
            Roll::of(label, &self.contest.dice, throw, &side.sum).against(Sum::of(GRAPPLE, other), success)
        };
        table.note(|look| {
            let verdict = if wins { "and prevails" } else { "not enough" };
            let by = if first.who == who { "" } else { &format!(", by the skill of {}", look.name(first.who)) };
            let text = format!("{} {says}{by}: {total} against {resists}, {verdict}.", look.name(who));
            let fact = Fact::new(rule, text).who(who).whom(second.who);
            fact.roll(roll(GRAPPLE, &thrown, &first, resists, wins)).bout(Bout::Throw)
        });
        table.note(|look| {
            let text = format!("{} holds against it: {resists}.", look.name(second.who));
            let fact = Fact::new(self.rules.locked, text).who(second.who).whom(first.who);
            fact.roll(roll("resist", &against, &second, total, !wins)).bout(Bout::Answer)
        });
        Ok(wins)
    }
}
