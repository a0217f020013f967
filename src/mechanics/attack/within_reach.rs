//! Blows hand to hand land only where the weapon reaches: not farther, and not nearer either (ST-ATK-05 to ST-ATK-07).

use crate::mechanics::prelude::*;

/// Reach, as rules of this game.
#[derive(Clone, Debug, Deserialize)]
pub struct WithinReach {
    /// The rule of reach.
    pub rule: RuleId,
    /// The rule of enemies nearer than that.
    pub too_close: RuleId,
}

mechanic!(WithinReach: |self| {
    plays => &[Part::Reach],
});

impl Allows for WithinReach {
    fn gets_there(&self, look: Look<'_>, who: Id, target: Id, arm: &Arm) -> bool {
        let flies = arm.reach.is_empty() || arm.increment.is_some();
        let own = look.footprint(who);
        flies || look.threat(who, arm).reaches(own, look.footprint_towards(target, own))
    }

    fn allow(&self, look: Look<'_>, case: &Case<'_>) -> Allowed {
        let (Some(arm), false) = (case.arm, case.is("ranged")) else { return Ok(()) };
        let own = look.footprint(case.who);
        let other = match (case.against, case.from) {
            (Some(target), _) => look.footprint_towards(target, own),
            (None, Some(from)) => from,
            (None, None) => return Ok(()),
        };
        let name = || case.against.map_or_else(|| other.at.to_string(), |target| look.name(target).to_owned());
        let threat = look.threat(case.who, arm);
        if !threat.reaches(own, other) {
            let gap = own.gap(other);
            let near = threat.gaps().iter().any(|(nearest, _)| *nearest > gap);
            let (rule, how) = if near { (self.too_close, "too close for") } else { (self.rule, "out of reach of") };
            return Err(look.refusal(rule, || format!("{} is {how} {}", name(), arm.name)));
        }
        let why = || format!("something stands between them and {}", name());
        look.refuse_if(case.against.is_some_and(|target| !look.can_strike(case.who, target)), self.rule, why)
    }
}
