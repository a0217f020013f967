//! Which squares flash when an area is struck.

use crate::battle::{Extent, Fact, Look};
use crate::board::{Spot, Square};

/// The squares of a fact: where they are the area of a zone also those of its borders, for who stands there is struck, too.
pub(super) fn struck(look: Look<'_>, fact: &Fact) -> Vec<Square> {
    let spots = look.spots();
    let is_area = fact.extent == Extent::Area && look.zoned().is_some();
    let zone = fact.squares.first().and_then(|at| spots.at(*at)).filter(|_| is_area);
    let Some(Spot::Zone(zone)) = zone.filter(|spot| spots.squares(*spot).len() == fact.squares.len()) else {
        return fact.squares.to_vec();
    };
    spots.all().iter().filter(|spot| spot.is_of(zone)).flat_map(|spot| spots.squares(*spot)).copied().collect()
}
