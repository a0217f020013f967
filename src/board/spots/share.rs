//! The squares that belong to each border.
//!
//! A border has the squares along it on one side, all of them: a straight run
//! where the border is straight. That is the side of the zone with more
//! squares, unless the zone would have none left for itself; then it is the
//! other side, then a run shorter by the one square that the zone keeps. A
//! square that two borders have a claim to goes to that with fewer squares.
//! Where zones are too small for all of this, every zone still keeps a square,
//! and as many borders as the map allows get one.

use super::seats::Seats;
use crate::board::{Square, ZoneGraph, ZoneId};

/// The squares of each border, in the order of `graph`; `sizes` says how many
/// squares each zone has.
pub(super) fn share(graph: &ZoneGraph, sizes: &[usize]) -> Vec<Vec<Square>> {
    let mut sharing = Sharing::new(graph, sizes);
    let borders = 0..graph.borders().len();
    for take in [Sharing::take_whole, Sharing::take_part] {
        for border in borders.clone() {
            if sharing.waits(border) {
                take(&mut sharing, border);
            }
        }
    }
    sharing.settle()
}

/// Squares along borders by their position in this list, row by row.
type Along = usize;

struct Sharing {
    along: Vec<Square>,
    /// For each border its two sides, the better one first.
    sides: Vec<[Side; 2]>,
    /// For each zone its squares along any border, and whether it has no others.
    of_zone: Vec<Vec<Along>>,
    is_cramped: Vec<bool>,
    /// One square for each zone that is cramped, then one for each border, so
    /// that nothing given away is the last that another needs.
    seats: Seats,
    /// For each square how many borders run along it, and those that lay claim to it.
    touching: Vec<u32>,
    claims: Vec<Vec<usize>>,
    is_placed: Vec<bool>,
}

/// One side of a border.
struct Side {
    zone: ZoneId,
    run: Vec<Along>,
}

impl Sharing {
    fn new(graph: &ZoneGraph, sizes: &[usize]) -> Self {
        let row_by_row = |square: &Square| (square.y, square.x);
        let pairs = || graph.borders().iter().flat_map(|border| &border.pairs);
        let along = listed(pairs().flat_map(|&(low, high)| [low, high]), row_by_row);
        let place = |square: Square| along.binary_search_by_key(&row_by_row(&square), row_by_row).ok();
        let mut of_zone = vec![Vec::new(); sizes.len()];
        let mut touching = vec![0; along.len()];
        let mut sides = Vec::with_capacity(graph.borders().len());
        for border in graph.borders() {
            let (low, high) = border.between;
            let run = |square: fn(&(Square, Square)) -> Square| {
                listed(border.pairs.iter().filter_map(|pair| place(square(pair))), |&at| at)
            };
            let mut both = [Side { zone: low, run: run(|pair| pair.0) }, Side { zone: high, run: run(|pair| pair.1) }];
            for side in &both {
                of_zone[usize::from(side.zone)].extend(&side.run);
                side.run.iter().for_each(|&at| touching[at] += 1);
            }
            if sizes[usize::from(high)] > sizes[usize::from(low)] {
                both.reverse();
            }
            sides.push(both);
        }
        let of_zone: Vec<Vec<Along>> = of_zone.into_iter().map(|squares| listed(squares, |&at| at)).collect();
        let is_cramped: Vec<bool> = of_zone.iter().zip(sizes).map(|(along, &size)| along.len() == size).collect();
        let kept =
            of_zone.iter().zip(&is_cramped).map(|(along, &cramped)| if cramped { along.clone() } else { vec![] });
        let wanted = sides.iter().map(|sides| sides.iter().flat_map(|side| side.run.clone()).collect());
        let seats = Seats::new(kept.chain(wanted).collect(), along.len());
        let (claims, is_placed) = (vec![Vec::new(); along.len()], vec![false; sides.len()]);
        Self { along, sides, of_zone, is_cramped, seats, touching, claims, is_placed }
    }

    /// Who seeks a square for a border; zones seek by their number.
    const fn seeker(&self, border: usize) -> usize {
        self.of_zone.len() + border
    }

    /// Whether a border has claimed nothing yet and there is room for it at all.
    fn waits(&self, border: usize) -> bool {
        !self.is_placed[border] && self.seats.seat(self.seeker(border)).is_some()
    }

    /// Lets a border have all squares along it on the better side of those that can spare them.
    fn take_whole(&mut self, border: usize) {
        for side in 0..2 {
            let Side { zone, ref run } = self.sides[border][side];
            let run = run.clone();
            let rest = self.unclaimed(zone).filter(|at| run.binary_search(at).is_err()).collect();
            if self.take(border, zone, run, rest) {
                return;
            }
        }
    }

    /// The same less one square that its zone must keep: the one along the
    /// fewest borders, the first of several.
    fn take_part(&mut self, border: usize) {
        for side in 0..2 {
            let Side { zone, ref run } = self.sides[border][side];
            let run = run.clone();
            let mut spared: Vec<Along> = self.unclaimed(zone).filter(|at| run.binary_search(at).is_ok()).collect();
            spared.sort_by_key(|&at| self.touching[at]);
            for kept in spared {
                let rest = run.iter().copied().filter(|&at| at != kept).collect();
                if self.take(border, zone, rest, vec![kept]) {
                    return;
                }
            }
        }
    }

    /// Squares of `zone` along borders that none of them claims yet.
    fn unclaimed(&self, zone: ZoneId) -> impl Iterator<Item = Along> {
        self.of_zone[usize::from(zone)].iter().copied().filter(|&at| self.claims[at].is_empty())
    }

    /// Lets a border claim `run` if its zone can do with one of `rest` (or with
    /// what is along no border) and nobody else goes without.
    fn take(&mut self, border: usize, zone: ZoneId, run: Vec<Along>, rest: Vec<Along>) -> bool {
        let zone = usize::from(zone);
        let mut changes = vec![(self.seeker(border), run.clone())];
        if self.is_cramped[zone] {
            changes.push((zone, rest));
        }
        self.is_placed[border] = self.seats.change(changes);
        if self.is_placed[border] {
            run.into_iter().for_each(|at| self.claims[at].push(border));
        }
        self.is_placed[border]
    }

    /// Gives each claimed square to one border. One that shares all its squares
    /// with others is sure of its seat.
    fn settle(self) -> Vec<Vec<Square>> {
        let mut owner: Vec<Option<usize>> =
            self.claims.iter().map(|claims| if let [only] = claims[..] { Some(only) } else { None }).collect();
        let mut count = vec![0; self.sides.len()];
        owner.iter().flatten().for_each(|&border| count[border] += 1);
        for (border, count) in count.iter_mut().enumerate().filter(|(_, count)| **count == 0) {
            if let Some(seat) = self.seats.seat(self.seeker(border)) {
                owner[seat] = Some(border);
                *count = 1;
            }
        }
        let mut squares = vec![Vec::new(); self.sides.len()];
        for (at, claims) in self.claims.iter().enumerate() {
            let fewest = || claims.iter().copied().min_by_key(|&border| (count[border], border));
            let Some(border) = owner[at].or_else(fewest) else { continue };
            if owner[at].is_none() {
                count[border] += 1;
            }
            squares[border].push(self.along[at]);
        }
        squares
    }
}

/// Each of `found` once, in the order of `key`.
fn listed<T, K: Ord>(found: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut found: Vec<T> = found.into_iter().collect();
    found.sort_unstable_by_key(&key);
    found.dedup_by_key(|each| key(each));
    found
}
