//! What is struck out of hands and who is pulled out of a saddle, when all have acted who act at once (OS-ATK-24,
//! OS-ATK-25, OS-MOUNT-03).

use super::OneRoll;
use super::disarm_and_unhorse::Tricks;
use crate::mechanics::prelude::*;

impl OneRoll {
    /// What such a blow has brought about happens.
    pub(super) fn come_about(&self, table: &mut Table<'_>, who: Id, kind: ConditionName) -> Step {
        let Some(tricks) = &self.tricks else { return Ok(()) };
        let states = tricks.states;
        if ![states.disarmed, states.robbed, states.unseated].contains(&kind) {
            return Ok(());
        }
        let found: Vec<Condition> =
            table.look().conditions(who).iter().filter(|each| each.kind == kind).cloned().collect();
        for state in found {
            table.end_on(who, kind, state.part)?;
            if kind == states.unseated {
                self.unseat(table, who, tricks)?;
            } else if let Some(part) = state.part {
                let at = falls_at(table.look(), who, state.by.filter(|_| kind == states.robbed));
                lose(table, who, part, (at, tricks.rules.disarm));
            }
        }
        Ok(())
    }

    /// A rider comes down, beside their mount.
    fn unseat(&self, table: &mut Table<'_>, who: Id, tricks: &Tricks) -> Step {
        let look = table.look();
        let rule = tricks.rules.dismount;
        if !tricks.has_mounted(look, who) {
            return Ok(());
        }
        table.end(who, tricks.states.mounted)?;
        table.begin(who, Condition::new(tricks.states.down))?;
        if tricks.fall.is_constant() && tricks.fall.added() == 0 {
            return Ok(());
        }
        let damage = table.roll(who, "fall", &tricks.fall, Sum::new(), rule)?;
        table.suffer(&Case::of("damage", who), self.harms, &[], damage, rule)
    }
}

/// Where something falls: at one's own feet, or beside whoever has pulled it away, on this side of them.
fn falls_at(look: Look<'_>, who: Id, by: Option<Id>) -> Square {
    let own = look.footprint(who).at;
    let Some(by) = by else { return own };
    let near = look.footprint(by).at;
    Square::new(near.x + (own.x - near.x).signum(), near.y + (own.y - near.y).signum())
}

/// What somebody holds falls there.
fn lose(table: &mut Table<'_>, who: Id, part: Key, (at, rule): (Square, RuleId)) {
    let is_it = |item: &Item| item.arm.name == part && item.is_in_hand();
    table.let_fall(who, rule, is_it);
    let here = table.look().footprint(who).at;
    let fallen = |item: &Item| item.arm.name == part && item.held == Held::Ground(here);
    table.edit_first(who, fallen, |item| item.held = Held::Ground(at));
}
