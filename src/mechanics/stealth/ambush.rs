//! An ambush: those who begin concealed have a round to themselves before all others, who can do nothing about what
//! happens in it (ZN-STEALTH-01 to ZN-STEALTH-03).

use crate::mechanics::prelude::*;

/// The numbers of an ambush.
#[derive(Clone, Debug, Deserialize)]
pub struct Ambush {
    /// The state of those who lie in wait.
    pub concealed: ConditionName,
    /// What nobody else may do in their round.
    pub kept_from_others: Vec<Key>,
    /// The rules that these numbers stand for.
    pub rules: AmbushRules,
}

rule_ids! { struct AmbushRules {
    ambush: "Lying in wait.",
    round: "The round before all others.",
    surprise: "Being surprised.",
} }

/// Those who lay in wait when the battle began.
#[derive(Component, Clone, Debug, Default)]
struct Ambushers(SmallVec<[Id; 8]>);

/// The round before the first.
const BONUS: i32 = 0;

impl Mechanic for Ambush {}

hears!(Ambush: |self, table| {
    Begun => {
        let look = table.look();
        let lies_in_wait = |id: &Id| look.is_in_play(*id) && look.is(*id, self.concealed);
        let ambushers: SmallVec<[Id; 8]> = look.everybody().filter(lies_in_wait).collect();
        let Some(first) = ambushers.first().copied() else { return Ok(()) };
        let side = look.side(first);
        let is_theirs_alone = ambushers.iter().all(|id| look.side(*id) == side);
        let is_open = look.battle::<Opening>().is_none_or(|opening| opening.0.is_none());
        for who in &ambushers {
            table.note(|look| Fact::new(self.rules.ambush, format!("{} lies in wait.", look.name(*who))).who(*who));
        }
        // Whoever lays an ambush has begun the fight.
        if is_theirs_alone && is_open {
            table.edit_battle::<Opening>().0 = Some(side);
        }
        table.edit_battle::<Ambushers>().0 = ambushers;
        *table.edit_battle::<Clock>() = Clock { round: BONUS - 1, ..Clock::default() };
    },
    RoundBegun => if table.clock().round == BONUS {
        table.note(|_| Fact::new(self.rules.round, "Only those who lay in wait have a turn in it."));
    },
});

impl Drives for Ambush {
    /// The round before the first is of those who lay in wait.
    fn leaves_out(&self, look: Look<'_>, who: Id) -> bool {
        let ambushers = || look.battle::<Ambushers>().map_or(&[][..], |ambushers| &ambushers.0);
        look.clock().round == BONUS && !ambushers().is_empty() && !ambushers().contains(&who)
    }
}

forbids!(Ambush: |self, look, who, kinds| {
    let Some(kind) = kinds.iter().find(|kind| self.kept_from_others.contains(kind)) else { return Ok(()) };
    if !self.leaves_out(look, who) {
        return Ok(());
    }
    let rule = if *kind == "react" { self.rules.surprise } else { self.rules.round };
    Err(look.refusal_of(who, rule, "is taken by surprise"))
});
