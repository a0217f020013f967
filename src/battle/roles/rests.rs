//! What mechanics keep from one battle to the next.

use crate::battle::{Id, Keepsake, Key, Look, Mechanic};

/// A mechanic that knows what is kept from one battle or hour to the next.
pub trait Rests: Mechanic {
    /// Whether it matters for somebody what happens from one hour to the next, so that hours of rest pass one by one.
    fn counts_hours(&self, _look: Look<'_>) -> bool {
        false
    }

    /// How much of a running count of somebody's nothing takes away for now: what has brought it is still at work.
    fn kept_up(&self, _look: Look<'_>, _who: Id, _count: Key) -> i32 {
        0
    }

    /// What it keeps of somebody for the battle after this one.
    fn keeps(&self, _look: Look<'_>, _who: Id) -> Option<Keepsake> {
        None
    }
}
