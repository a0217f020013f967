//! Arms that are shot in every other round only (OS-ATK-26).

use bevy::ecs::prelude::Component;
use serde::Deserialize;
use smallvec::SmallVec;

use crate::battle::{Allowed, Blown, Case, Id, Key, Look, Mechanic, SheetLine, Step, Table, refers};

/// The numbers of such arms.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlowArms {
    /// Their word.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub word: Key,
    /// Rounds from one shot to the next.
    pub rounds: i32,
    /// The rule that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rule: Key,
}

/// With what somebody has shot in which round.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Shot(SmallVec<[(Key, i32); 2]>);

impl SlowArms {
    /// The round in which an arm can be shot again.
    fn ready_in(&self, look: Look<'_>, who: Id, arm: Key) -> i32 {
        let shot = look.get::<Shot>(who).and_then(|shot| shot.0.iter().find(|(name, _)| *name == arm));
        shot.map_or(i32::MIN, |(_, round)| round.saturating_add(self.rounds))
    }
}

impl Mechanic for SlowArms {
    fn name(&self) -> &'static str {
        "slow_arms"
    }

    fn allow(&self, look: Look<'_>, case: &Case<'_>) -> Allowed {
        let Some(arm) = case.arm.filter(|arm| arm.has(self.word.as_str())) else { return Ok(()) };
        let ready = self.ready_in(look, case.who, arm.name);
        if ready > look.clock().round {
            return Err(look.refusal(self.rule, || format!("the {} is loaded again in round {ready}", arm.name)));
        }
        Ok(())
    }

    fn on_blow(&self, table: &mut Table<'_>, blow: &Blown<'_>) -> Step {
        let Some(arm) = blow.case.arm.filter(|arm| arm.has(self.word.as_str())) else { return Ok(()) };
        let round = table.clock().round;
        let mut shot = table.edit::<Shot>(blow.case.who);
        shot.0.retain(|(name, _)| *name != arm.name);
        shot.0.push((arm.name, round));
        Ok(())
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let slow = look.gear(who).iter().filter(|item| item.arm.has(self.word.as_str()));
        let line = |name: Key| {
            let ready = self.ready_in(look, who, name);
            let is_ready = ready <= look.clock().round;
            let text = if is_ready { "loaded".to_owned() } else { format!("loaded in round {ready}") };
            SheetLine { label: name.to_string(), text, rule: Some(self.rule) }
        };
        slow.map(|item| line(item.arm.name)).collect()
    }
}
