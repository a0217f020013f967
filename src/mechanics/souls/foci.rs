//! The doll of a Liberi, and the gauge in which they keep Vitality.

use crate::mechanics::prelude::*;

/// What a Foci is in the figures of its Liberi.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Foci {
    /// The word of profiles that are bound to one.
    pub owner: Key,
    /// The figure of what it holds; its highest value is all that it can hold.
    pub gauge: FigureName,
    /// The count behind that figure.
    pub gathered: Key,
}

impl Foci {
    /// Whether `who` has one.
    pub(super) fn is_bound_to(self, look: Look<'_>, who: Id) -> bool {
        look.has_tag(who, self.owner)
    }

    /// How much it can hold.
    pub(super) fn capacity(self, look: Look<'_>) -> i32 {
        look.rules().figures.get(&self.gauge).and_then(|gauge| gauge.max).unwrap_or(i32::MAX)
    }

    /// How much more goes in.
    pub(super) fn room(self, look: Look<'_>, who: Id) -> i32 {
        self.capacity(look).saturating_sub(look.value(who, self.gauge)).max(0)
    }

    /// Puts `amount` in, or takes it out where that is negative: what it held
    /// before and holds now. What does not fit is lost.
    pub(super) fn fill(self, table: &mut Table<'_>, who: Id, amount: i32) -> (i32, i32) {
        let look = table.look();
        let before = look.value(who, self.gauge);
        let after = before.saturating_add(amount).clamp(0, self.capacity(look));
        let count = look.tally(who, self.gathered).saturating_add(after - before);
        table.set_tally(who, self.gathered, count);
        (before, after)
    }
}
