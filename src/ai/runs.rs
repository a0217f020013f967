//! Who is run at: a run goes straight on, and not everybody fits everywhere.

use std::sync::Arc;

use crate::battle::house_words::ATTACK;
use crate::battle::{Deed, Group, Id, Look, Memo, Order};
use crate::board::Footprint;

/// Enemies that are thought of, the nearest first.
const FOES: usize = 4;

/// What the worst blow at the end of a way is likely to cost somebody who stands at `body`, in felled fighters.
pub(super) fn feared(look: Look<'_>, who: Id, body: Footprint) -> f64 {
    let mut there = Memo::of(look);
    there.put(who, body);
    let there = look.remembering(&there);
    let is_run = |deed: &&Arc<dyn Deed>| {
        let nature = deed.nature();
        nature.in_turns && nature.group == Group::Attack && deed.verb() != ATTACK
    };
    let cost = |foe: Id, deed: &Arc<dyn Deed>| {
        let order = Order::new(deed.verb()).at(there.aim(who));
        deed.check(there, foe, &order).ok()?;
        deed.way(there, foe, &order).filter(|way| !way.is_empty())?;
        Some(deed.forecast(there, foe, &order)?.worth(there, foe).in_felled())
    };
    let worst = |foe: Id| {
        let deeds = look.rules().deeds.values().filter(is_run);
        deeds.filter_map(|deed| cost(foe, deed)).fold(0.0, f64::max)
    };
    look.foes_from(who, body).take(FOES).map(worst).fold(0.0, f64::max)
}
