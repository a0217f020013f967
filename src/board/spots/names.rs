//! What places are called, for orders and for those who read them.

use super::{Spot, Spots};
use crate::board::{Board, ZoneId};

impl Spots {
    /// What a player calls a place: "Bridge", or "Bank | Bridge" for a border.
    pub fn name(&self, board: &Board, spot: Spot) -> String {
        let name = |zone: ZoneId| board.zones.get(usize::from(zone)).map_or("?", |zone| zone.name.as_str());
        match spot {
            Spot::Zone(zone) => name(zone).to_owned(),
            Spot::Border(low, high) => format!("{} | {}", name(low), name(high)),
        }
    }

    /// The place that `name` names, in any case, the zones of a border in any
    /// order. A zone whose own name has a stroke in it is found as well.
    pub fn named(&self, board: &Board, name: &str) -> Option<Spot> {
        let borders = || {
            name.match_indices('|').find_map(|(at, stroke)| {
                let (one, other) = (zone_named(board, &name[..at])?, zone_named(board, &name[at + stroke.len()..])?);
                Some(Spot::between(one, other)).filter(|&spot| self.index(spot).is_some())
            })
        };
        zone_named(board, name).map(Spot::Zone).filter(|&spot| self.index(spot).is_some()).or_else(borders)
    }
}

/// The zone of that name; written just so if there is one, else in any case.
fn zone_named(board: &Board, name: &str) -> Option<ZoneId> {
    let name = name.trim();
    let find = |is_it: &dyn Fn(&str) -> bool| (0..).zip(&board.zones).find(|(_, zone)| is_it(zone.name.trim()));
    let lower = name.to_lowercase();
    let found = find(&|known| known == name).or_else(|| find(&|known| known.to_lowercase() == lower));
    found.map(|(zone, _)| zone)
}
