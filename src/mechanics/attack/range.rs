//! Shots: a line to the target, a penalty for each doubling of the range
//! increment, and a farthest range (ST-ATK-08 to ST-ATK-10).

use serde::Deserialize;

use crate::battle::{Allowed, Arm, Case, Key, Look, Mechanic, Refusal, Sum};
use crate::board::bodies_see;

/// The numbers of range.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// What each step costs the attack.
    pub a_step: i32,
    /// The most steps, where the weapon does not say.
    pub most_steps: i32,
    /// The rules that these numbers stand for.
    pub rules: RangeRules,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeRules {
    /// Lines of effect.
    pub line: Key,
    /// Steps.
    pub steps: Key,
    /// The farthest range.
    pub most: Key,
}

impl Range {
    /// How often `increment` must be doubled to reach `distance`.
    pub fn steps(distance: i32, increment: i32) -> i32 {
        let increment = i64::from(increment.max(1));
        (0..32).find(|step| i64::from(distance) <= increment << step).unwrap_or(32)
    }

    /// The steps of a shot that somebody would make with `arm` over `distance`.
    fn steps_of(arm: &Arm, distance: i32) -> i32 {
        arm.increment.map_or(0, |increment| Self::steps(distance, increment))
    }
}

impl Mechanic for Range {
    fn name(&self) -> &'static str {
        "range"
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        let (Some(arm), true) = (case.arm, case.on == "attack" && case.is("ranged")) else { return };
        let distance = match (case.from, case.against) {
            (Some(from), _) => look.length(look.rules().measure.metric.between(look.footprint(case.who), from)),
            (None, Some(target)) => look.distance(case.who, target),
            (None, None) => return,
        };
        sum.add("range", self.a_step.saturating_mul(Self::steps_of(arm, distance)), self.rules.steps);
    }

    fn allow(&self, look: Look<'_>, case: &Case<'_>) -> Allowed {
        let (Some(arm), true) = (case.arm, case.is("ranged")) else { return Ok(()) };
        // At somebody, or at a square.
        let (distance, at, in_line) = match (case.against, case.from) {
            (Some(target), _) => {
                let free = look.can_strike(case.who, target);
                (look.distance(case.who, target), look.name(target).to_owned(), free)
            }
            (None, Some(from)) => {
                let own = look.footprint(case.who);
                let distance = look.length(look.rules().measure.metric.between(own, from));
                (distance, from.at.to_string(), bodies_see(look.board(), own, from))
            }
            (None, None) => return Ok(()),
        };
        let unit = &look.rules().measure.unit;
        let most = arm.max_steps.unwrap_or(self.most_steps);
        let beyond_steps = Self::steps_of(arm, distance) > most;
        if beyond_steps || arm.range.is_some_and(|range| distance > range) {
            let why = format!("{at} is {distance} {unit} away, beyond {}", arm.name);
            return Err(Refusal::new(self.rules.most, why));
        }
        if !in_line {
            return Err(Refusal::new(self.rules.line, format!("no line to {at}")));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ST-C07: the heavy crossbow.
    #[test]
    fn each_doubling_of_the_increment_is_a_step() {
        let at = |distance| Range::steps(distance, 15);
        let distances = [0, 15, 16, 30, 31, 60, 61, 120, 121, 240, 241];
        assert_eq!(distances.map(at), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
    }

    #[test]
    fn no_distance_overflows() {
        assert_eq!(Range::steps(i32::MAX, 0), 31);
        assert_eq!(Range::steps(i32::MAX, i32::MAX), 0);
    }
}
