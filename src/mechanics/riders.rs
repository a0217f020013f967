//! What sheets tell of those who ride and those who carry them: the same in every game of mounts.

use crate::battle::{Id, Look, RuleId, SheetLine};

/// Whom somebody rides, and whom they carry.
pub(super) fn sheet_lines(look: Look<'_>, who: Id, rule: RuleId) -> Vec<SheetLine> {
    let rides = look.mount(who).map(|mount| SheetLine::of("Rides", look.name(mount), rule));
    let riders: Vec<&str> = look.riders(who).iter().map(|rider| look.name(*rider)).collect();
    let carries = (!riders.is_empty()).then(|| SheetLine::of("Carries", riders.join(", "), rule));
    rides.into_iter().chain(carries).collect()
}
