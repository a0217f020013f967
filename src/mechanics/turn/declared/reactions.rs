//! What is done in the turns of others: defending, and blocking for a friend (HG-DEF-01 to HG-DEF-03, HG-DEF-09).

use super::{ASSIST, Covers, DEFEND, Declared, Doings, Timing};
use crate::battle::{Fact, Id, Order, Paid, Step, Table};

impl Declared {
    /// Somebody takes an action in the turn of another, as far as it has none for that already.
    pub(super) fn react(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step<Paid> {
        let price = self.reaction_price(table.look(), who, order).unwrap_or(0);
        let own = Self::of(table.look(), who);
        let is_first = own.n == 0 && own.committed.is_none() && !own.acted;
        let committed = match self.timing {
            Timing::CommitFirst if is_first && order.verb == DEFEND => Some(self.commit(table, who)?),
            _ => own.committed,
        };
        let before = own.n;
        let is_defence = order.verb == DEFEND;
        let own = Doings {
            n: before + price,
            defends: own.defends || is_defence,
            used: own.used || is_defence,
            // A block for a friend is beyond what was stated.
            committed: committed.map(|all| if order.verb == ASSIST { all + price } else { all }),
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
            table.note(|look| {
                let what = if order.verb == ASSIST { "steps in for a friend" } else { "defends" };
                let text = format!("{} {what}: action {n} of its round.", look.name(who));
                Fact::new(rule, text).who(who).change(who, "actions", before, n)
            });
        }
        Ok(Paid::Now)
    }
}
