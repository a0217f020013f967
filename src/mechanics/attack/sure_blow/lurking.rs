//! Those who are hidden with something in hand that works only on those who know nothing of it: they wait for their moment.

use super::SureBlow;
use crate::mechanics::prelude::*;

/// What it costs to give the moment away by anything else, in felled enemies.
const MOMENT: f64 = 0.3;

impl SureBlow {
    /// What somebody waits with.
    pub(super) fn lurks_with(&self, look: Look<'_>, who: Id) -> Option<Key> {
        if !self.is_hidden(look, who) {
            return None;
        }
        let waits = |item: &&Item| item.is_in_hand() && item.arm.has("unaware or grabbed");
        look.gear(who).iter().find(waits).map(|item| item.arm.name)
    }

    /// What somebody gives away who does something to others before their moment has come.
    pub(super) fn gives_away(&self, look: Look<'_>, who: Id, order: &Order) -> f64 {
        let lurks_with = self.lurks_with(look, who).filter(|_| order.whom().is_some());
        if lurks_with.is_some_and(|arm| order.with != Some(arm)) { MOMENT } else { 0.0 }
    }
}
