//! What mechanics say about where bodies go, what they see and who is beset.

use crate::battle::{Allowed, Id, Look, Mechanic, SideId, Step, Table};
use crate::board::{Arcs, Footprint, Square};
use crate::dice::Distribution;

/// A mechanic that has a say in where bodies go.
pub trait Steps: Mechanic {
    /// Somebody is about to step to another place, on their own feet: whether they
    /// do. May roll for it (climbing, swimming). A place that is not on the
    /// board is off the field.
    fn before_step(&self, _table: &mut Table<'_>, _who: Id, _to: Footprint) -> Step<bool> {
        Ok(true)
    }

    /// Somebody is about to be moved to another place by others: whether they get there.
    fn before_shove(&self, _table: &mut Table<'_>, _who: Id, _to: Footprint) -> Step<bool> {
        Ok(true)
    }

    /// Forbids somebody to step there on their own feet: nearer to what they fear.
    ///
    /// # Errors
    /// With the reason.
    fn forbid_step(&self, _look: Look<'_>, _who: Id, _to: Footprint) -> Allowed {
        Ok(())
    }

    /// Squares that `who` cannot leave by a plain step once they stand on one of them: near enemies. Each entry is such
    /// a group of squares by itself, with the one who holds them there.
    fn holds_fast(&self, _look: Look<'_>, _who: Id) -> Vec<(Id, Vec<Square>)> {
        Vec::new()
    }

    /// How likely `who` is to get no further where they would step to `to`.
    fn hold_up(&self, _look: Look<'_>, _who: Id, _to: Footprint) -> f64 {
        0.0
    }

    /// Whether `who` gets to the end of such a way, by dice that fall on it; none where none do.
    fn gets_along(&self, _look: Look<'_>, _who: Id, _way: &[Footprint]) -> Option<Distribution<bool>> {
        None
    }

    /// Whether this mechanic lets somebody step in when `who` comes to `to`, so
    /// that a way is told as far as that before it is broken off.
    fn answers_move(&self, _look: Look<'_>, _who: Id, _to: Footprint) -> bool {
        false
    }

    /// How many squares somebody covers at a walk in one go: with one Move, or with all of it where squares are what is paid.
    fn stride(&self, _look: Look<'_>, _who: Id) -> Option<i32> {
        None
    }

    /// Whether others leave somebody no room to stay at a place, by the rules of how they walk.
    fn is_full(&self, _look: Look<'_>, _who: Id, _at: Footprint) -> bool {
        false
    }
}

/// A mechanic that hides somebody or lets somebody see.
pub trait Sees: Mechanic {
    /// Whether `who` cannot see `other`, though nothing solid stands between.
    fn hides(&self, _look: Look<'_>, _who: Id, _other: Id) -> bool {
        false
    }

    /// Whether nobody on a side knows where `who` is, so that they are not to be shown it and cannot reckon with it.
    fn conceals(&self, _look: Look<'_>, _who: Id, _from: SideId) -> bool {
        false
    }

    /// Whether what stands beside whoever strikes is no cover against them, in games that know cover at all.
    fn ignores_own_cover(&self) -> Option<bool> {
        None
    }
}

/// A mechanic that says who is flanked.
pub trait Flanks: Mechanic {
    /// Between whom somebody is flanked, in pairs; nothing in games in which
    /// that does not matter.
    fn flanked_between(&self, _look: Look<'_>, _who: Id) -> Option<Vec<(Id, Id)>> {
        None
    }

    /// Whether `who` would flank `target` from there, as everybody else stands; nothing in games in which that does
    /// not matter.
    fn would_flank(&self, _look: Look<'_>, _who: Id, _from: Footprint, _target: Id) -> Option<bool> {
        None
    }

    /// How far front and flanks of a body reach, in games in which it matters which way somebody looks.
    fn arcs(&self) -> Option<Arcs> {
        None
    }
}

/// A mechanic that holds what players do not see: cards in the hands of others, the order of a deck.
pub trait Hides: Mechanic {
    /// Deals anew in a copy of a battle what `side` does not see, so that a look ahead sees no more than players do.
    fn imagine(&self, table: &mut Table<'_>, side: SideId) -> Step;
}
