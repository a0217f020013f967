//! What a stance comes to: what it does to those who come, and about the blows of those who are there.

use std::sync::Arc;

use super::Known;
use crate::battle::{Id, Look, Order};
use crate::overlay::odds;

impl Known {
    /// What a stance would do to those who could come now, and about the blows of those at hand, in a line each.
    pub fn stance(&mut self, look: Look<'_>, who: Id, order: &Order) -> Arc<[String]> {
        self.refresh(look);
        let ahead = &mut self.ahead;
        let work_out = || {
            let meets = look.deed(order.verb).ok().and_then(|deed| deed.meets(look, who, order));
            let meets = meets.map(|forecast| odds::meets(look, &forecast)).unwrap_or_default();
            let guarded = ahead.guarded(look, who, order);
            meets.into_iter().chain(guarded.iter().map(|each| each.told(look))).collect()
        };
        self.stances.entry(order.to_string()).or_insert_with(work_out).clone()
    }
}
