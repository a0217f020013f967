//! What a click on what is pointed at means, or the button that is: worked out before anything of it is drawn.

use std::sync::Arc;

use super::Field;
use super::click::{On, Rides, approach, at_once, closes, goes, rides, rides_on};
use crate::ahead::{Approach, Comes, Way};
use crate::battle::{Choice, Id, Look, Order};
use crate::board::Square;

/// What is meant.
pub(super) struct Meant {
    /// Whoever is asked. Nothing is foretold to anybody while the computer plays for them, or of what has been.
    pub(super) who: Option<Id>,
    /// A click only closes what is open.
    pub(super) shuts: bool,
    /// What is sent there: with what strikes an area in hand, every place means that.
    pub(super) sent: Option<Order>,
    /// A walk up to somebody, and the blow.
    pub(super) approach: Option<Arc<Approach>>,
    /// What goes there, and the way that it takes.
    pub(super) going: Option<(Order, Option<Arc<Way>>)>,
    pub(super) riding: Option<Rides>,
    /// What goes on with a ride.
    pub(super) on: Option<On>,
    /// Who goes.
    pub(super) mover: Option<Id>,
    /// What a rider says before the mount goes.
    pub(super) lets_act: Option<Choice>,
    /// What others do about a move.
    pub(super) comes: Option<Arc<Comes>>,
    /// What would be done.
    pub(super) would: Option<Order>,
    /// The way of it.
    pub(super) found: Option<Arc<Way>>,
}

impl Meant {
    /// What is meant by this square, or where none is pointed at by the button that is.
    pub(super) fn of(look: Look<'_>, with: &mut Field<'_>, pointer: Option<Square>) -> Self {
        let who = look.asked().filter(|_| with.decides());
        let shuts = pointer.is_some_and(|square| closes(look, with, square));
        let sent = pointer.filter(|_| who.is_some() && !shuts).and_then(|square| {
            let there = with.pointer.at(look, square);
            with.hand.sent(&mut with.known, look, square, there)
        });
        // While dice still lie there no way is drawn through them.
        let walks = pointer.filter(|_| sent.is_none() && who.is_some() && !shuts && !with.pace.shows());
        let approach = walks.and_then(|square| approach(look, with, square));
        let going = match &approach {
            Some(approach) => Some((approach.sets_out().clone(), approach.way.clone())),
            None => walks.and_then(|square| goes(look, with, square)),
        };
        let riding = walks.filter(|_| going.is_none()).and_then(|square| rides(look, with, square));
        // In the middle of a ride what is left of it is seen, and a click beside everybody goes on with it.
        let on = if who.is_some() && with.tells() && going.is_none() { rides_on(look, with, pointer) } else { None };
        let carrier = riding.as_ref().map(|riding| riding.ride.mount);
        let mover = approach.as_ref().map(|approach| approach.course.mover).or(carrier).or(who);
        let lets_act = approach.as_ref().filter(|_| mover != who).and_then(|approach| approach.first.as_ref());
        let lets_act = lets_act.or(riding.as_ref().map(|riding| &riding.ride.first)).cloned();
        // A move that others have a say in, or that ends the turn, says so before it is gone.
        let moves = going.as_ref().filter(|(_, way)| way.is_some()).map(|(order, _)| order.clone());
        let comes = match &approach {
            Some(approach) if approach.first.is_some() || approach.course.is_ride() => {
                Some(Arc::new(approach.comes.clone()))
            }
            _ if riding.is_some() => riding.as_ref().and_then(|riding| riding.comes.clone()),
            _ => who.zip(moves).and_then(|(who, order)| with.known.comes(look, who, &order)),
        };
        // Chances before dice lie still would tell what these come to.
        let there = going.as_ref().map(|(order, _)| order.clone()).or(sent.clone());
        let would = there.or_else(|| with.pointer.preview.clone());
        let would = would.filter(|_| with.tells());
        let found = match (&approach, &riding) {
            (Some(approach), _) => approach.way.clone(),
            (None, Some(riding)) => Some(riding.way.clone()),
            (None, None) => who.zip(would.as_ref()).and_then(|(who, order)| with.known.way(look, who, order)),
        };
        Self { who, shuts, sent, approach, going, riding, on, mover, lets_act, comes, would, found }
    }

    /// Whoever goes, and the way.
    pub(super) fn way(&self) -> Option<(Id, &Way)> {
        self.mover.zip(self.found.as_deref())
    }

    /// Who goes, and where the way ends.
    pub(super) fn end(&self) -> Option<(Id, Square)> {
        self.way().and_then(|(mover, way)| Some((mover, *way.squares.last()?)))
    }

    /// The same where that is meant by the square that is pointed at, and not planned for another.
    pub(super) fn end_there(&self) -> Option<(Id, Square)> {
        self.end().filter(|_| self.going.is_some() || self.riding.is_some() || self.sent.is_some())
    }

    /// Whether a click on this square does what would be done: of what is planned elsewhere nothing is told there.
    pub(super) fn is_done_at(&self, look: Look<'_>, with: &mut Field<'_>, square: Square) -> bool {
        let is_it = |order: Option<&Order>| order.is_some() && order == self.would.as_ref();
        if is_it(self.going.as_ref().map(|(order, _)| order)) || is_it(self.sent.as_ref()) {
            return true;
        }
        let there = with.pointer.at(look, square);
        let given = there.and_then(|who| at_once(look, with, who, self.sent.clone()));
        is_it(given.as_ref())
    }

    /// What would be done, and by whom.
    pub(super) fn deed(&self) -> Option<(Id, &Order)> {
        self.who.zip(self.would.as_ref())
    }
}
