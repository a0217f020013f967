//! Who of the enemies is nearest.

use super::{BodyId, Crowd, Footprint, Halves, Metric, Side, Square};

/// The nearest body, and its square that is nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nearest {
    /// Who it is.
    pub id: BodyId,
    /// Where it is nearest.
    pub at: Square,
    /// How far that is.
    pub distance: Halves,
}

/// Distance, then columns and rows together, then the northern, then the
/// western square: no two squares are equal.
type Rank = (Halves, i32, i32, i32);

impl Crowd {
    /// The nearest body of the sides `hostile` to `from` that `counts`.
    ///
    /// Of equally distant squares with such a body the one with fewer columns
    /// and rows between wins, then the northernmost, then the westernmost; of
    /// the bodies on it the one with the lowest number. So the answer depends
    /// on who stands where and on nothing else.
    pub fn nearest(
        &self,
        from: Footprint,
        metric: Metric,
        hostile: &[Side],
        mut counts: impl FnMut(BodyId) -> bool,
    ) -> Option<Nearest> {
        if !self.grid.holds(from) {
            return None;
        }
        let mut best: Option<(Rank, BodyId)> = None;
        let far = from.far();
        let most = from.at.y.max(self.grid.height - 1 - far.y);
        for rows in 0..=most {
            // Farther rows hold nothing nearer.
            if best.is_some_and(|(rank, _)| (metric.halves(0, rows), rows) > (rank.0, rank.1)) {
                break;
            }
            if rows == 0 {
                (from.at.y..=far.y).for_each(|y| self.search_row(from, metric, hostile, y, 0, &mut best, &mut counts));
                continue;
            }
            for y in [from.at.y - rows, far.y + rows] {
                if y >= 0 && y < self.grid.height {
                    self.search_row(from, metric, hostile, y, rows, &mut best, &mut counts);
                }
            }
        }
        best.map(|((distance, _, y, x), id)| Nearest { id, at: Square::new(x, y), distance })
    }

    /// The lowest number on `square` that is of the sides `hostile` and `counts`.
    fn first_of(&self, square: Square, hostile: &[Side], counts: &mut impl FnMut(BodyId) -> bool) -> Option<BodyId> {
        self.on(square).find(|&id| self.get(id).is_some_and(|body| hostile.contains(&body.side)) && counts(id))
    }

    fn search_row(
        &self,
        from: Footprint,
        metric: Metric,
        hostile: &[Side],
        y: i32,
        rows: i32,
        best: &mut Option<(Rank, BodyId)>,
        counts: &mut impl FnMut(BodyId) -> bool,
    ) {
        let (west, east) = (from.at.x, from.far().x);
        let last = self.grid.width - 1;
        let mut offer = |x: i32, columns: i32| {
            let rank = (metric.halves(columns, rows), columns + rows, y, x);
            if best.is_some_and(|(known, _)| rank > known) {
                return true;
            }
            let found = self.first_of(Square::new(x, y), hostile, counts);
            if let Some(id) = found {
                *best = Some((rank, id));
            }
            found.is_some()
        };
        let sides = || hostile.iter().filter_map(|&side| self.lines(side)).filter(|lines| !lines.is_empty(y));
        let next = |x: i32, last: i32| sides().filter_map(|lines| lines.next(x, last, y)).min();
        let previous = |x: i32| sides().filter_map(|lines| lines.previous(0, x, y)).max();
        if sides().next().is_none() {
            return;
        }
        let mut x = west;
        while let Some(found) = next(x, east) {
            if offer(found, 0) {
                return;
            }
            x = found + 1;
        }
        x = west - 1;
        while let Some(found) = previous(x) {
            if offer(found, west - found) {
                break;
            }
            x = found - 1;
        }
        x = east + 1;
        while let Some(found) = next(x, last) {
            if offer(found, found - east) {
                break;
            }
            x = found + 1;
        }
    }
}

#[cfg(test)]
mod tests;
