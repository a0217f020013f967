//! Blows hand to hand land only where the weapon reaches: not farther, and not
//! nearer either (ST-ATK-05 to ST-ATK-07).

use serde::Deserialize;

use crate::battle::{Allowed, Case, Key, Look, Mechanic, Refusal};

/// Reach, as rules of this game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithinReach {
    /// The rule of reach.
    pub rule: Key,
    /// The rule of enemies nearer than that.
    pub too_close: Key,
}

impl Mechanic for WithinReach {
    fn name(&self) -> &'static str {
        "within_reach"
    }

    fn allow(&self, look: Look<'_>, case: &Case<'_>) -> Allowed {
        let (Some(arm), Some(target), false) = (case.arm, case.against, case.is("ranged")) else { return Ok(()) };
        let (own, other) = (look.footprint(case.who), look.footprint(target));
        let threat = look.threat(case.who, arm);
        if !threat.reaches(own, other) {
            let gap = own.gap(other);
            let near = threat.gaps().iter().any(|(nearest, _)| *nearest > gap);
            let (rule, how) = if near { (self.too_close, "too close for") } else { (self.rule, "out of reach of") };
            return Err(Refusal::new(rule, format!("{} is {how} {}", look.name(target), arm.name)));
        }
        if !look.in_line(case.who, target) {
            return Err(Refusal::new(self.rule, format!("something stands between it and {}", look.name(target))));
        }
        Ok(())
    }
}
