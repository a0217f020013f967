//! To whom and where it would be worth going, for what can be done there.

use crate::battle::{Id, Look, Worth};
use crate::board::Footprint;

/// Somebody or somewhere that it would be worth going to.
pub(super) struct Call {
    at: Footprint,
    worth: f64,
}

/// To whom and where it would be worth going, for what can be done there.
pub(super) fn calls(look: Look<'_>, who: Id) -> Vec<Call> {
    let rules = look.rules();
    let call = |at: Footprint, worth: Worth| Call { at, worth: worth.in_felled() };
    let calls = rules.deeds.values().flat_map(|deed| deed.calls(look, who));
    let calls = calls.map(|(id, worth)| call(look.footprint(id), worth));
    let draws = rules.deeds.values().flat_map(|deed| deed.draws(look, who));
    let draws = draws.map(|(square, worth)| call(Footprint::one(square), worth));
    calls.chain(draws).collect()
}

/// What those who call are worth to a body: the nearer the better.
pub(super) fn called(look: Look<'_>, calls: &[Call], body: Footprint) -> f64 {
    let metric = look.rules().measure.metric;
    let worth = |call: &Call| {
        let steps = metric.between(call.at, body).0 / 2;
        call.worth / f64::from(steps).max(1.0)
    };
    calls.iter().map(worth).fold(0.0, f64::max)
}
