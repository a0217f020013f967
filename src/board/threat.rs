//! How many bodies of each side threaten each square, kept up to date by every move.

use super::span::Grid;
use super::{Board, Footprint, Side, Square, Threat};

/// For each side, how many of its bodies threaten each square.
///
/// It knows no bodies: tell it of each one that comes, moves or goes. Walls are
/// not looked at; whoever needs them asks for the line of those who remain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreatMap {
    grid: Grid,
    counts: Vec<Vec<u16>>,
}

impl ThreatMap {
    /// No threats on a board of that size.
    pub fn new(board: &Board) -> Self {
        Self { grid: Grid::of(board), counts: Vec::new() }
    }

    /// Takes all threats off.
    pub fn clear(&mut self) {
        self.counts.iter_mut().for_each(|counts| counts.fill(0));
    }

    /// A body of `side` comes to stand at `body` and threatens what `threat` says.
    pub fn add(&mut self, side: Side, body: Footprint, threat: &Threat) {
        while self.counts.len() <= usize::from(side) {
            self.counts.push(vec![0; self.grid.len()]);
        }
        self.change(side, body, threat, |count| *count = count.wrapping_add(1));
    }

    /// A body that was added so goes.
    pub fn remove(&mut self, side: Side, body: Footprint, threat: &Threat) {
        self.change(side, body, threat, |count| *count = count.wrapping_sub(1));
    }

    /// A body that was added at `from` moves to `to`.
    pub fn shift(&mut self, side: Side, from: Footprint, to: Footprint, threat: &Threat) {
        self.remove(side, from, threat);
        self.add(side, to, threat);
    }

    /// How many bodies of `side` threaten `square`.
    pub fn count(&self, side: Side, square: Square) -> u32 {
        let counts = self.counts.get(usize::from(side));
        self.grid.index(square).zip(counts).map_or(0, |(index, counts)| u32::from(counts[index]))
    }

    #[inline]
    fn change(&mut self, side: Side, body: Footprint, threat: &Threat, change: impl Fn(&mut u16)) {
        let Some(counts) = self.counts.get_mut(usize::from(side)).filter(|_| self.grid.holds(body)) else { return };
        for &(nearest, farthest) in threat.gaps() {
            if nearest == 0 {
                each_row(self.grid, counts, grown(body, farthest), None, &change);
            } else {
                each_row(self.grid, counts, grown(body, farthest), Some(grown(body, nearest - 1)), &change);
            }
        }
    }
}

/// A block of squares: north-west and south-east.
type Block = (Square, Square);

fn grown(body: Footprint, gap: i32) -> Block {
    let (at, far) = (body.at, body.far());
    (Square::new(at.x - gap, at.y - gap), Square::new(far.x + gap, far.y + gap))
}

/// Changes every count of `outer` that is not in `inner`.
#[inline]
fn each_row(grid: Grid, counts: &mut [u16], outer: Block, inner: Option<Block>, change: &impl Fn(&mut u16)) {
    let mut row = |y: i32, first: i32, last: i32| {
        let (first, last) = (first.max(0), last.min(grid.width - 1));
        if first <= last {
            let start = grid.at(first, y);
            counts[start..=start + (last - first) as usize].iter_mut().for_each(change);
        }
    };
    let (low, high) = outer;
    for y in low.y.max(0)..=high.y.min(grid.height - 1) {
        match inner {
            Some((inner_low, inner_high)) if inner_low.y <= y && y <= inner_high.y => {
                row(y, low.x, inner_low.x - 1);
                row(y, inner_high.x + 1, high.x);
            }
            _ => row(y, low.x, high.x),
        }
    }
}

#[cfg(test)]
mod tests;
