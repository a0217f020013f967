//! Two who are tied by a state: a grip, a maw, a terror. The state names the one who has brought it about.

use super::Look;
use crate::battle::{Condition, ConditionName, Id, Order};

impl<'w> Look<'w> {
    /// Those who have brought this state about in somebody, in the order in which they did.
    pub fn brought_by(self, who: Id, state: ConditionName) -> impl Iterator<Item = Id> + use<'w> {
        self.conditions(who).iter().filter(move |each| each.kind == state).filter_map(|each| each.by)
    }

    /// Whether somebody has brought this state about in another.
    pub fn has_brought(&self, by: Id, state: ConditionName, who: Id) -> bool {
        self.conditions(who).iter().any(|each| each.kind == state && each.by == Some(by))
    }

    /// Those in whom somebody has brought this state about, by their numbers.
    pub fn brought_upon(self, by: Id, state: ConditionName) -> impl Iterator<Item = Id> + use<'w> {
        self.everybody().filter(move |who| self.has_brought(by, state, *who))
    }

    /// The ties of somebody by this state, whichever of the two is in it: who is, and who has brought it about.
    pub fn tied(self, who: Id, state: ConditionName) -> impl Iterator<Item = (Id, Id)> + use<'w> {
        self.brought_about(state).filter(move |(in_it, by)| *in_it == who || *by == who)
    }

    /// Whether whoever would get out of a tie means this one: an order names the one who has brought it about, or nobody.
    pub fn means_tie(&self, order: &Order, tie: &Condition) -> bool {
        order.at.is_empty() || self.target(order).is_some_and(|named| tie.by == Some(named))
    }

    /// Everybody in this state, each with those who have brought it about.
    pub fn brought_about(self, state: ConditionName) -> impl Iterator<Item = (Id, Id)> + use<'w> {
        self.everybody().flat_map(move |who| self.brought_by(who, state).map(move |by| (who, by)))
    }
}
