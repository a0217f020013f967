//! Ways through a field of zones for those who are not their own masters.

use crate::mechanics::prelude::*;

/// A way that somebody could go now.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The order that leads there.
    pub order: Order,
    /// Where it leads.
    pub to: Spot,
    /// What it costs.
    pub cost: i32,
    /// Whether it would harm somebody to stand there.
    pub is_safe: bool,
}

/// One way to each place that somebody could go to now, the cheapest first.
pub(super) fn open(look: Look<'_>, who: Id) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for choice in look.options_among(who, |deed| deed.nature().only_goes).iter().filter(|choice| choice.is_legal()) {
        for (square, cost) in &choice.squares {
            let body = look.footprint(who).moved_to(*square);
            let Some(to) = look.spot_of(body).filter(|spot| !ways.iter().any(|way| way.to == *spot)) else { continue };
            let order = Order { to: Some(*square), ..choice.order.clone() };
            let is_safe = look.rules().registry.judges.iter().all(|mechanic| mechanic.danger(look, who, body) <= 0.0);
            if look.permits(who, &order).is_ok() {
                ways.push(Way { order, to, cost: *cost, is_safe });
            }
        }
    }
    ways.sort_by_key(|way| (way.cost, way.to));
    ways
}

/// How far a place is from the nearest of some fighters, in half zones.
pub(super) fn from_nearest(look: Look<'_>, at: Spot, of: &[Id]) -> u32 {
    of.iter().filter_map(|id| look.spots().distance(look.spot(*id)?, at)).min().unwrap_or(u32::MAX)
}
