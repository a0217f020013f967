//! The hasted act before all others, and throw among themselves when there are some on both sides (OS-INIT-06).

use super::Number;
use super::{Segments, number};
use crate::mechanics::prelude::*;

impl Segments {
    /// Whether somebody acts before all others.
    pub(super) fn is_hasted(&self, look: Look<'_>, who: Id) -> bool {
        self.hasted.is_some_and(|state| look.is(who, state))
    }

    /// The hasted of both sides throw among themselves.
    pub(super) fn throw_haste(&self, table: &mut Table<'_>) -> Step {
        let look = table.look();
        let ours = look.players_side();
        let mut hasted: Vec<Id> =
            look.everybody().filter(|id| look.is_in_play(*id) && self.is_hasted(look, *id)).collect();
        hasted.sort_by_key(|id| look.side(*id) != ours);
        let on_both = hasted.iter().any(|a| hasted.iter().any(|b| look.side(*a) != look.side(*b)));
        if !on_both || hasted.iter().all(|id| number(look, *id).hasted.is_some()) {
            return Ok(());
        }
        for id in hasted {
            let thrown = table.roll(id, "haste", &self.die, Sum::new(), self.rules.haste)?;
            table.edit::<Number>(id).hasted = Some(thrown);
        }
        Ok(())
    }
}
