//! Things that have points of their own are gone when they have none left (OS-GEAR-01).

use super::things::pull_down;
use crate::mechanics::prelude::*;

/// The numbers of things that break.
#[derive(Clone, Debug, Deserialize)]
pub struct Breaks {
    /// The figure for the points that are left.
    pub left: FigureName,
    /// The figure for those that there were: what has none is not struck.
    pub whole: FigureName,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Mechanic for Breaks {}

hears!(Breaks: |self, table| {
    HarmDone { hit } => {
        let look = table.look();
        if !hit.who.is_thing() || !look.place(hit.who).present || look.value(hit.who, self.left) > 0 {
            return Ok(());
        }
        pull_down(table, hit.who, self.rule);
    },
});

forbids!(Breaks: |self, look, who, _kinds| {
    if who.is_thing() { Err(look.refusal_of(who, self.rule, "is a thing")) } else { Ok(()) }
});

allows!(Breaks: |self, look, case| {
    let Some(thing) = case.against.and_then(|id| look.thing(id)) else { return Ok(()) };
    let why = || format!("nothing is gained by striking the {}", thing.name);
    look.refuse_if(!thing.def.figures.contains_key(&self.whole), self.rule, why)
});
