//! What mechanics decide in the place of players.

use crate::battle::{Id, Look, Mechanic, Order, RuleId, Step, Table};

/// A mechanic that takes somebody's deeds into its own hands.
pub trait Drives: Mechanic {
    /// Somebody on turn is not its own master: what it does instead of what
    /// its player would choose. Asked before every choice; it must come to an
    /// end, by something that takes time or by doing nothing more.
    fn compels(&self, _table: &mut Table<'_>, _who: Id) -> Step<Option<Compulsion>> {
        Ok(None)
    }

    /// How much somebody sets out to do in its turn that is not its own master, in games in which that is said
    /// beforehand: the answer to the question about it.
    fn sets_out(&self, _look: Look<'_>, _who: Id) -> Option<Order> {
        None
    }

    /// Somebody has chosen to do something and has not paid for it yet: whether it does, now that it knows what else
    /// comes of it. May ask. Nobody is asked who is not its own master.
    fn confirms(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step<bool> {
        Ok(true)
    }

    /// Takes a deed that has been paid for upon itself, to let it come about
    /// later; whether it has.
    fn postpone(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step<bool> {
        Ok(false)
    }

    /// Whether dice fall for `who` when its turn begins, so that it matters
    /// when it does.
    fn has_due(&self, _look: Look<'_>, _who: Id) -> bool {
        false
    }

    /// Whether this round is not one of somebody's at all: it has no turn in it.
    fn leaves_out(&self, _look: Look<'_>, _who: Id) -> bool {
        false
    }
}

/// What somebody is driven to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compulsion {
    /// To do this, by that rule: out of its wits.
    Does(Order, RuleId),
    /// To do this, which goes without saying in the state that it is in.
    Goes(Order),
    /// To do this, by that rule: at somebody's bidding, which it was given in these words.
    Obeys(Order, RuleId, String),
    /// To let the rest of the turn go by.
    Nothing,
}
