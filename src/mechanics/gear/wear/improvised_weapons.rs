//! Improvised weapons: what was never made for it is always as if damaged (ZN-GEAR-04).

use super::Wear;
use crate::mechanics::prelude::*;

impl Wear {
    fn is_improvised(&self, item: &Item) -> bool {
        item.arm.has(self.improvised)
    }

    pub(super) fn is_damaged(&self, item: &Item) -> bool {
        !self.is_spared(item) && (self.is_improvised(item) || item.is(self.damaged))
    }

    /// The rule by which something breaks that is struck with.
    pub(super) fn breaks_by(&self, item: &Item) -> RuleId {
        if self.is_improvised(item) { self.rules.improvised } else { self.rules.weapons }
    }
}
