//! What becomes of a soul when its body is dead.

use crate::mechanics::prelude::*;

/// The soul of somebody: nothing to say of it while its body lives, or where there never was one.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Soul(pub Option<Departed>);

/// A soul without a living body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Departed {
    /// The round in which its body died.
    pub died: i32,
    /// The Vitality that was left in it.
    pub vitality: i32,
    /// How many times it has been rolled for.
    pub rolls: i32,
    /// Where it is.
    pub state: State,
}

/// Where a soul is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Still near its body.
    Lingering,
    /// Gone for good.
    Passed,
    /// Taken by somebody.
    Consumed,
}

/// The soul of `who`, if their body is dead and they had one.
pub(super) fn departed(look: Look<'_>, who: Id) -> Option<Departed> {
    look.get::<Soul>(who)?.0
}

/// The same, if it is still near.
pub(super) fn lingering(look: Look<'_>, who: Id) -> Option<Departed> {
    departed(look, who).filter(|soul| soul.state == State::Lingering)
}
