//! What the computer asks mechanics.

use crate::battle::{Arm, Id, Key, Look, Mechanic, Order, Question, Worth};
use crate::board::{Footprint, Square};

/// What the computer asks a mechanic: what is worth something, and what is to be feared.
pub trait Judges: Mechanic {
    /// What it is worth to somebody to go that way, square by square, for the sake of what is done as it goes: only the
    /// computer asks.
    fn worth_of_way(&self, _look: Look<'_>, _who: Id, _way: &[Square]) -> Option<Worth> {
        None
    }

    /// What it would do to somebody to come to stand there, in felled fighters: fire, a fall.
    fn danger(&self, _look: Look<'_>, _who: Id, _at: Footprint) -> f64 {
        0.0
    }

    /// What others would do at once to somebody for doing that, in felled fighters: only the computer asks.
    fn risk(&self, _look: Look<'_>, _who: Id, _order: &Order) -> f64 {
        0.0
    }

    /// Whether somebody had better be elsewhere, even if there is something to do where it stands.
    fn presses(&self, _look: Look<'_>, _who: Id) -> bool {
        false
    }

    /// What goes on from an outcome of this name for the one whom it befalls, in felled fighters.
    fn goes_on(&self, _look: Look<'_>, _who: Id, _outcome: Key) -> f64 {
        0.0
    }

    /// What else falls with somebody who dies, in felled fighters.
    fn falls_with(&self, _look: Look<'_>, _who: Id) -> f64 {
        0.0
    }

    /// Whether there is anything on the field that is to be feared on the way as well as where it leads.
    fn is_foul(&self, _look: Look<'_>) -> bool {
        false
    }

    /// What it would be worth to somebody to have a thing in its hand that it has about it.
    fn wants(&self, _look: Look<'_>, _who: Id, _arm: &Arm) -> Option<Worth> {
        None
    }

    /// What the answers to a question of its own are worth to whoever is asked, where that takes some working out:
    /// only the computer asks.
    fn weigh(&self, _look: Look<'_>, _question: &Question) -> Vec<(Order, Worth)> {
        Vec::new()
    }
}
