//! Which squares flash when an area is struck.

use super::hear::lately;
use crate::battle::{Fact, Group, Look};
use crate::board::{Spot, Square};

/// The squares of a fact: where it tells of an attack at a zone also those of its borders, for who stands there is struck, too.
pub(super) fn struck(look: Look<'_>, fact: &Fact) -> Vec<Square> {
    let spots = look.spots();
    let zone = fact.squares.first().and_then(|at| spots.at(*at)).filter(|_| look.zoned().is_some());
    let Some(Spot::Zone(zone)) =
        zone.filter(|spot| spots.squares(*spot).len() == fact.squares.len() && attacks(look, fact))
    else {
        return fact.squares.to_vec();
    };
    spots.all().iter().filter(|spot| spot.is_of(zone)).flat_map(|spot| spots.squares(*spot)).copied().collect()
}

/// Whether what somebody decided last is an attack.
fn attacks(look: Look<'_>, fact: &Fact) -> bool {
    let Some(side) = fact.who.map(|who| look.side(who)) else { return false };
    lately(look, side).find_map(|order| look.deed(order.verb).ok()).is_some_and(|deed| deed.group() == Group::Attack)
}
