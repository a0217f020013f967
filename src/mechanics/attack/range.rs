//! Shots: a line to the target, a penalty for each doubling of the range
//! increment, and a farthest range (ST-ATK-08 to ST-ATK-10).

use crate::board::bodies_see;
use crate::mechanics::prelude::*;

/// The numbers of range.
#[derive(Clone, Debug, Deserialize)]
pub struct Range {
    /// What each step costs the attack.
    #[serde(default)]
    pub a_step: i32,
    /// The most steps, where the weapon does not say.
    #[serde(default)]
    pub most_steps: i32,
    /// The rules that these numbers stand for.
    pub rules: RangeRules,
}

rule_ids! { struct RangeRules {
    line: "Lines of effect.",
    steps: "Steps.",
    most: "The farthest range.",
} }

mechanic!(Range: |self| {
    words(words) => words.add(Word::Term, ["range"]),
});

modifies!(Range: ["attack"] => |self, look, case, sum| {
    let (Some(arm), true) = (case.arm, case.is("ranged")) else { return };
    let distance = match (case.from, case.against) {
        (Some(from), _) => look.length(look.rules().measure.metric.between(look.footprint(case.who), from)),
        (None, Some(target)) => look.distance(case.who, target),
        (None, None) => return,
    };
    sum.add("range", self.a_step.saturating_mul(arm.range_steps(distance)), self.rules.steps);
});

impl Shows for Range {
    fn is_beyond(&self, arm: &Arm, distance: i32) -> bool {
        let most = arm.max_steps.unwrap_or(self.most_steps);
        arm.range_steps(distance) > most || arm.range.is_some_and(|range| distance > range)
    }

    fn carries_evenly(&self, _arm: &Arm) -> bool {
        self.a_step == 0
    }
}

allows!(Range: |self, look, case| {
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
    let why = || format!("{at} is {distance} {unit} away, beyond {}", arm.name);
    look.refuse_if(self.is_beyond(arm, distance), self.rules.most, why)?;
    if in_line { Ok(()) } else { Err(Refusal::new(self.rules.line, format!("no line to {at}"))) }
});
