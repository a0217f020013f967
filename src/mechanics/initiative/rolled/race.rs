//! Settling who is first at something, outside turns (ST-INIT-03).

use super::Rolled;
use crate::mechanics::prelude::*;

/// Doing it: never offered, players call for it.
#[derive(Debug)]
pub(super) struct Race(pub Rolled);

impl Race {
    fn rival(look: Look<'_>, order: &Order) -> Result<Id, Refusal> {
        look.target_or_refuse(order, "against whom? say `at NAME`")
    }
}

impl Deed for Race {
    nature!(|self| {
        Nature::of("race", Group::Turn, Stage::Upkeep).reading(&[Reads::At]).costing_nothing().tempting(false)
    });

    fn choices(&self, _look: Look<'_>, _who: Id, _out: &mut Vec<Choice>) {}

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        match Self::rival(look, order)? {
            rival if rival == who => Err(Refusal::nonsense("nobody races themselves")),
            _ => Ok(()),
        }
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(rival) = Self::rival(table.look(), order) else { return Ok(()) };
        let rule = self.0.rules.race;
        let look = table.look();
        let both = ((who, "race", self.0.bonus(look, who)), (rival, "race", self.0.bonus(look, rival)), false);
        let ahead = |own: i32, other: i32| (own != other).then_some(own > other);
        let (own, other) = table.roll_against(both, &self.0.die, rule, ahead)?;
        let first = if own > other { who } else { rival };
        table.say(rule, first, |look| format!("{} is first.", look.name(first)));
        Ok(())
    }
}
