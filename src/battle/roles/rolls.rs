//! What mechanics say about rolls and deeds.

use crate::battle::{Allowed, Arm, Case, Id, Key, Look, Mechanic, Sum};

/// A mechanic that adds to figures and rolls.
pub trait Modifies: Mechanic {
    /// The figures and rolls that it may touch; any of them where it says nothing. It is asked about no other.
    fn on(&self) -> Option<Vec<Key>> {
        None
    }

    /// Adds its named modifiers to a figure or roll.
    fn modify(&self, _look: Look<'_>, _case: &Case<'_>, _sum: &mut Sum) {}
}

/// A mechanic that forbids deeds.
pub trait Forbids: Mechanic {
    /// Forbids a deed of these kinds.
    ///
    /// # Errors
    /// With the reason.
    fn forbid(&self, _look: Look<'_>, _who: Id, _kinds: &[Key]) -> Allowed {
        Ok(())
    }
}

/// A mechanic that knows what else is true of a blow.
pub trait Narrows: Mechanic {
    /// Narrows the case of a blow by words that other rules ask for: "aimed",
    /// "charge", "open to sneak attacks".
    fn narrow(&self, _look: Look<'_>, _case: &mut Case<'_>) {}
}

/// A mechanic that forbids blows.
pub trait Allows: Mechanic {
    /// Forbids a blow: out of reach, out of sight, not loaded.
    ///
    /// # Errors
    /// With the reason.
    fn allow(&self, _look: Look<'_>, _case: &Case<'_>) -> Allowed {
        Ok(())
    }

    /// Forbids so many blows of one kind in one attack: not enough bolts, one
    /// spear to throw.
    ///
    /// # Errors
    /// With the reason.
    fn allow_all(&self, _look: Look<'_>, _case: &Case<'_>, _blows: usize) -> Allowed {
        Ok(())
    }

    /// Whether a blow with this arm could get as far as `target` from where `who` stands, whatever else is true of it:
    /// what is asked first of all that anybody might think of striking.
    fn gets_there(&self, _look: Look<'_>, _who: Id, _target: Id, _arm: &Arm) -> bool {
        true
    }

    /// Whether somebody has the limbs for working at a thing, whatever else it holds.
    ///
    /// # Errors
    /// When it has not.
    fn allow_handling(&self, _look: Look<'_>, _who: Id, _arm: &Arm) -> Allowed {
        Ok(())
    }
}
