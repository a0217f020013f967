//! What is done in the turns of others: defending, and blocking for a friend (HG-DEF-01 to HG-DEF-03, HG-DEF-09).

use super::{ASSIST, Covers, DEFEND, Declared, Doings, Timing};
use crate::mechanics::prelude::*;

impl Declared {
    /// Where everybody says before their first roll how many actions they take in all, `who` does: not less than this.
    pub(super) fn state(&self, table: &mut Table<'_>, who: Id, least: i32) -> Step<Option<i32>> {
        let own = Self::of(table.look(), who);
        let is_first = own.n == 0 && own.committed.is_none() && !own.said && !own.acted;
        if self.timing != Timing::CommitFirst || !is_first {
            return Ok(own.committed);
        }
        let all = self.commit(table, who, least)?;
        *table.edit::<Doings>(who) = Doings { committed: Some(all), ..own };
        Ok(Some(all))
    }

    /// Somebody takes an action in the turn of another, as far as they have none for that already.
    pub(super) fn react(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step<Paid> {
        let price = self.reaction_price(table.look(), who, order).unwrap_or(0);
        let is_defence = order.verb == DEFEND;
        // A block for a friend is beyond what is stated.
        let committed = self.state(table, who, i32::from(is_defence))?;
        let own = Self::of(table.look(), who);
        let before = own.n;
        let own = Doings {
            n: before + price,
            defends: own.defends || is_defence,
            used: own.used || is_defence,
            committed: committed.map(|all| if is_defence { all } else { all + price }),
            ..own
        };
        let n = own.n;
        *table.edit::<Doings>(who) = own;
        if price > 0 {
            let rule = match () {
                () if order.verb == ASSIST => self.rules.assist,
                () if self.covers == Covers::OneAttack && before > 0 => self.rules.covers,
                () => self.rules.early,
            };
            table.say_change(rule, who, ("actions", before, n), |look| {
                let what = if order.verb == ASSIST { "steps in for a friend" } else { "defends" };
                format!("{} {what}: action {n} of their round.", look.name(who))
            });
        }
        Ok(Paid::Now)
    }
}
