//! What a click gives: its order, nothing yet, or nothing at all.

use super::Field;
use crate::ahead::Approach;
use crate::battle::Order;

/// What a click gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::overlay::board) enum Gives {
    /// Its order.
    Order,
    /// Nothing yet: it shows what the next one gives.
    Shows,
    /// Nothing: what came to light below the pointer was not pointed at.
    Nothing,
}

/// A click that would say an order.
#[derive(Clone, Copy)]
pub(in crate::overlay::board) struct Click<'a> {
    order: &'a Order,
    /// What follows by itself.
    follows: &'a [Order],
    /// A click on the same has shown before what it gives.
    shown: bool,
    /// It leads to ground: nobody goes there by a click that was not meant so.
    goes: bool,
    /// It is shown first in any case.
    twice: bool,
}

impl<'a> Click<'a> {
    /// On ground that somebody would go to.
    pub(in crate::overlay::board) const fn on_ground(order: &'a Order, twice: bool) -> Self {
        Self { order, follows: &[], shown: false, goes: true, twice }
    }

    /// At somebody, or at a place that is struck.
    pub(in crate::overlay::board) const fn at_somebody(order: &'a Order, twice: bool) -> Self {
        Self { order, follows: &[], shown: false, goes: false, twice }
    }

    /// At somebody who is walked up to; `orders`: all that is said for it.
    pub(in crate::overlay::board) fn to_somebody(approach: &'a Approach, orders: &'a [Order]) -> Self {
        let follows = orders.get(1..).unwrap_or_default();
        Self { follows, ..Self::at_somebody(approach.sets_out(), true) }
    }

    /// What it says.
    pub(super) const fn order(self) -> &'a Order {
        self.order
    }

    /// The same where a click on them has shown it already: they are aimed at.
    pub(in crate::overlay::board) const fn shown(self, shown: bool) -> Self {
        Self { shown, ..self }
    }

    /// Whether this is the second click of two: that gives its order however soon it comes after what was shown.
    pub(super) fn is_second(self, planned: &[Order]) -> bool {
        self.is_planned(planned) || self.shown && !self.twice
    }

    /// Whether just this is `planned`, with all that follows.
    pub(in crate::overlay::board) fn is_planned(self, planned: &[Order]) -> bool {
        planned.split_first() == Some((self.order, self.follows))
    }

    /// What it gives while what is `planned` waits for its second click; `is_covered`: what is below the pointer was not pointed
    /// at.
    pub(in crate::overlay::board) fn gives(self, planned: &[Order], is_covered: bool) -> Gives {
        match self {
            _ if self.is_second(planned) => Gives::Order,
            Self { goes: true, twice: false, .. } if is_covered => Gives::Nothing,
            // While another deed waits nobody walks off by the first click that goes elsewhere.
            Self { goes, twice, .. } if twice || is_covered || goes && !planned.is_empty() => Gives::Shows,
            Self { .. } => Gives::Order,
        }
    }
}

/// What a click gives now. One that gives nothing, and hurried nothing on, says that what is below the pointer is meant from now
/// on; a first one that only hurried on what was being shown is no order.
pub(super) fn gives(with: &mut Field<'_>, click: Click<'_>) -> Gives {
    let is_second = click.is_second(with.hand.planned());
    let hurries = !is_second && with.motion.hushed() && with.pointer.cursor.is_none();
    match click.gives(with.hand.planned(), with.pointer.is_covered()) {
        Gives::Order if hurries => Gives::Shows,
        Gives::Nothing => {
            if !with.motion.hurried() {
                with.pointer.uncover();
            }
            Gives::Nothing
        }
        gives => gives,
    }
}
