//! Running off the field over its edge.

use crate::mechanics::prelude::*;

/// Running off the field.
#[derive(Debug)]
pub(super) struct Leave {
    pub gone: ConditionName,
    pub fleeing: ConditionName,
    pub followed: ConditionName,
    pub rule: RuleId,
}

/// What it is worth to those who flee, in felled enemies.
const AWAY: f64 = 3.0;

impl Deed for Leave {
    nature!(|self| Nature::of("leave", Group::Move, Stage::Movement));

    offers!(|self, look, who| "Leave the field", self.rule, if look.board().is_at_rim(look.footprint(who)));

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &["move"])?;
        look.refuse_if(!look.board().is_at_rim(look.footprint(who)), self.rule, || "only at the edge of the field")?;
        // Whoever is run after is held by nobody any more.
        let holds = |foe: &Id| !look.is_busy_without(*foe, who) && !look.is(who, self.followed);
        match look.melee_of(who).find(holds) {
            Some(foe) => Err(look.refusal_of(foe, self.rule, "is in the way")),
            None => Ok(()),
        }
    }

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        look.is(who, self.fleeing).then(|| Worth::of(AWAY))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let carried = table.look().riders(who).to_vec();
        if !table.leave(who)? {
            return table.rules().economy.close(table, who);
        }
        for gone in carried.into_iter().chain([who]) {
            table.bring(gone, Condition::new(self.gone), |look| {
                Fact::new(self.rule, format!("{} leaves the field.", look.name(gone))).news(true)
            })?;
        }
        Ok(())
    }
}
