//! Who of the enemies is nearest.

use smallvec::SmallVec;

use super::lines::{BAND_ROWS, Lines};
use super::{Body, BodyId, Crowd, Footprint, Halves, Metric, Side, Square};

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

/// Up to so many bodies are compared faster than looked for.
const FEW: usize = 24;

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
        let best = if self.numbers() <= FEW {
            let able = self.iter().filter(|(_, body)| hostile.contains(&body.side));
            let rank = |(id, body): (BodyId, Body)| (rank_of(from, body.footprint, metric), id);
            able.filter(|&(id, _)| counts(id)).map(rank).min()
        } else {
            let lines = hostile.iter().filter_map(|&side| self.lines(side)).collect();
            Hunt { crowd: self, from, metric, hostile, lines, best: None, counts }.outward()
        };
        best.map(|((distance, _, y, x), id)| Nearest { id, at: Square::new(x, y), distance })
    }
}

/// The rank of the best square of `body`.
fn rank_of(from: Footprint, body: Footprint, metric: Metric) -> Rank {
    let (columns, rows) = from.offsets(body);
    // The square nearest to `from`, the first of them where the two stand abreast.
    let near = |low: i32, high: i32, from: i32| if high < from { high } else { low.max(from) };
    let (x, y) = (near(body.at.x, body.far().x, from.at.x), near(body.at.y, body.far().y, from.at.y));
    (metric.halves(columns, rows), columns + rows, y, x)
}

/// A search through rows of bits, outward from a body row by row.
struct Hunt<'a, C> {
    crowd: &'a Crowd,
    from: Footprint,
    metric: Metric,
    hostile: &'a [Side],
    lines: SmallVec<[&'a Lines; 4]>,
    best: Option<(Rank, BodyId)>,
    counts: C,
}

impl<C: FnMut(BodyId) -> bool> Hunt<'_, C> {
    fn outward(mut self) -> Option<(Rank, BodyId)> {
        let (top, bottom) = (self.from.at.y, self.from.far().y);
        let height = self.crowd.grid.height;
        let mut clear_until = [0; 2];
        // How many columns aside anything better can still stand; fewer in farther rows.
        let mut columns = self.crowd.grid.width;
        for rows in 0..=top.max(height - 1 - bottom) {
            if let Some(((distance, ..), _)) = self.best {
                columns = columns.min(distance.whole() as i32);
            }
            while columns >= 0 && !self.can_win(columns, rows) {
                columns -= 1;
            }
            if columns < 0 {
                break;
            }
            if rows == 0 {
                (top..=bottom).for_each(|y| self.row(y, rows, columns));
                continue;
            }
            for (y, clear) in [top - rows, bottom + rows].into_iter().zip(&mut clear_until) {
                if y < 0 || y >= height || rows < *clear {
                    continue;
                }
                // Where a band of rows begins, upward its last one, all of it may be passed.
                let is_start = y & (BAND_ROWS - 1) == if y < top { BAND_ROWS - 1 } else { 0 };
                if is_start && self.is_band_empty(y, columns) {
                    *clear = rows + BAND_ROWS;
                } else {
                    self.row(y, rows, columns);
                }
            }
        }
        self.best
    }

    /// Whether something so far away could be as good as the best.
    #[inline]
    fn can_win(&self, columns: i32, rows: i32) -> bool {
        self.best.is_none_or(|((distance, sum, ..), _)| {
            (self.metric.halves(columns, rows), columns + rows) <= (distance, sum)
        })
    }

    fn window(&self, columns: i32) -> (i32, i32) {
        let (west, east) = (self.from.at.x, self.from.far().x);
        ((west - columns).max(0), (east + columns).min(self.crowd.grid.width - 1))
    }

    fn is_band_empty(&self, y: i32, columns: i32) -> bool {
        let (first, last) = self.window(columns);
        self.lines.iter().all(|lines| lines.is_band_empty(first, last, y))
    }

    /// Looks through row `y`, `rows` away, up to `columns` aside.
    fn row(&mut self, y: i32, rows: i32, columns: i32) {
        let (west, east) = (self.from.at.x, self.from.far().x);
        let (first, last) = self.window(columns);
        if self.next(first, last, y).is_none() {
            return;
        }
        let mut x = west;
        while let Some(found) = self.next(x, east, y) {
            if self.offer(Square::new(found, y), 0, rows) {
                return;
            }
            x = found + 1;
        }
        x = west - 1;
        while let Some(found) = self.previous(first, x, y) {
            if self.offer(Square::new(found, y), west - found, rows) {
                break;
            }
            x = found - 1;
        }
        x = east + 1;
        while let Some(found) = self.next(x, last, y) {
            if self.offer(Square::new(found, y), found - east, rows) {
                break;
            }
            x = found + 1;
        }
    }

    #[inline]
    fn next(&self, x: i32, last: i32, y: i32) -> Option<i32> {
        self.lines.iter().filter_map(|lines| lines.next(x, last, y)).min()
    }

    #[inline]
    fn previous(&self, first: i32, x: i32, y: i32) -> Option<i32> {
        self.lines.iter().filter_map(|lines| lines.previous(first, x, y)).max()
    }

    /// Takes the body on a square if it counts and is the best; whether what is
    /// farther in the same direction cannot be better.
    fn offer(&mut self, at: Square, columns: i32, rows: i32) -> bool {
        let rank = (self.metric.halves(columns, rows), columns + rows, at.y, at.x);
        if self.best.is_some_and(|(best, _)| rank > best) {
            return true;
        }
        let Self { crowd, hostile, counts, .. } = self;
        let is_enemy = |id: BodyId| crowd.get(id).is_some_and(|body| hostile.contains(&body.side));
        let found = crowd.on(at).find(|&id| is_enemy(id) && counts(id));
        if let Some(id) = found {
            self.best = Some((rank, id));
        }
        found.is_some()
    }
}

#[cfg(test)]
mod tests;
