//! What is struck out of hands and who is pulled out of a saddle, when all have acted who act at once (OS-ATK-24,
//! OS-ATK-25, OS-MOUNT-03).

use super::OneRoll;
use super::disarm_and_unhorse::is_held;
use crate::battle::{Case, Condition, ConditionName, Gear, Held, Hit, Id, Item, Key, Look, Step, Sum, Table};
use crate::board::Square;

impl OneRoll {
    /// What such a blow has brought about happens.
    pub(super) fn come_about(&self, table: &mut Table<'_>, who: Id, kind: ConditionName) -> Step {
        let states = self.tricks.states;
        if ![states.disarmed, states.robbed, states.unseated].contains(&kind) {
            return Ok(());
        }
        let found: Vec<Condition> =
            table.look().conditions(who).iter().filter(|each| each.kind == kind).cloned().collect();
        for state in found {
            table.end_on(who, kind, state.part)?;
            if kind == states.unseated {
                self.unseat(table, who)?;
            } else if let Some(part) = state.part {
                let at = self.falls_at(table.look(), who, state.by.filter(|_| kind == states.robbed));
                self.lose(table, who, part, at);
            }
        }
        Ok(())
    }

    /// Where something falls: at one's own feet, or beside whoever has pulled it away, on this side of them.
    fn falls_at(&self, look: Look<'_>, who: Id, by: Option<Id>) -> Square {
        let own = look.footprint(who).at;
        let Some(by) = by else { return own };
        let near = look.footprint(by).at;
        Square::new(near.x + (own.x - near.x).signum(), near.y + (own.y - near.y).signum())
    }

    fn lose(&self, table: &mut Table<'_>, who: Id, part: Key, at: Square) {
        let is_it = |item: &Item| item.arm.name == part && is_held(item);
        let rule = self.tricks.rules.disarm;
        table.let_fall(who, rule, is_it);
        let here = table.look().footprint(who).at;
        let mut gear = table.edit::<Gear>(who);
        let fallen = |item: &&mut Item| item.arm.name == part && item.held == Held::Ground(here);
        if let Some(item) = gear.0.iter_mut().find(fallen) {
            item.held = Held::Ground(at);
        }
    }

    /// A rider comes down, beside their mount.
    fn unseat(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let rule = self.tricks.rules.dismount;
        if !self.rides(look, who) {
            return Ok(());
        }
        table.end(who, self.tricks.states.mounted)?;
        table.begin(who, Condition::new(self.tricks.states.down))?;
        if self.tricks.fall.is_constant() && self.tricks.fall.added() == 0 {
            return Ok(());
        }
        let damage = table.roll(who, "fall", &self.tricks.fall, Sum::new(), rule)?;
        let case = Case::of("damage", who);
        let hit = Hit::unaimed(table.look(), &case, self.harms, damage, rule);
        hit.map_or(Ok(()), |hit| table.inflict(&hit))
    }
}
