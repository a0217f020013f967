//! To whom and where it would be worth going, for what can be done there.

use crate::battle::{Id, Look, Worth};
use crate::board::Footprint;

/// Somebody or somewhere that it would be worth going to.
pub(super) struct Call {
    at: Footprint,
    worth: f64,
    /// Whether being there is worth more than being beside it.
    exactly: bool,
}

/// To whom and where it would be worth going, for what can be done there.
pub(super) fn calls(look: Look<'_>, who: Id) -> Vec<Call> {
    let rules = look.rules();
    let call = |at: Footprint, worth: Worth, exactly: bool| Call { at, worth: worth.in_felled(), exactly };
    let calls = rules.deeds.values().flat_map(|deed| deed.calls(look, who));
    let calls = calls.map(|(id, worth)| call(look.footprint(id), worth, false));
    let draws = rules.deeds.values().flat_map(|deed| deed.draws(look, who));
    let draws = draws.map(|(square, worth)| call(Footprint::one(square), worth, false));
    let aims = rules.registry.judges.iter().flat_map(|mechanic| mechanic.draws(look, who));
    let aims = aims.map(|(square, worth)| call(Footprint::one(square), worth, true));
    calls.chain(draws).chain(aims).collect()
}

/// What those who call are worth to a body: the nearer the better.
pub(super) fn called(look: Look<'_>, calls: &[Call], body: Footprint) -> f64 {
    let metric = look.rules().measure.metric;
    let worth = |call: &Call| {
        let steps = metric.between(call.at, body).0 / 2;
        let least = if call.exactly { 0.5 } else { 1.0 };
        call.worth / f64::from(steps).max(least)
    };
    calls.iter().map(worth).fold(0.0, f64::max)
}
