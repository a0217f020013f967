//! Field of view: every square that a square sees, in one sweep.
//!
//! The definition is that of [`sees`](super::sees), and the sweep keeps to it
//! exactly. It looks outward in four quarters, one line of squares after
//! another, and keeps the directions that are still free as closed arcs. What
//! blocks cuts an open arc out, for a line may touch a corner; a direction left
//! alone between two cuts is free unless the corner that it runs through stops
//! it. The four diagonals lie between the quarters and are walked.

use super::opacity::{AFTER, BACK, FRONT, Opacity, SOLID};
use super::{Barrier, Board, Direction, Footprint, Pass, Square};

/// Which squares are seen. Made once and filled again for every look.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The window that holds all that could be seen.
    north_west: Square,
    width: i32,
    height: i32,
    words: usize,
    bits: Vec<u64>,
    free: Vec<Arc>,
    next: Vec<Arc>,
    pieces: Vec<Arc>,
}

impl View {
    /// A view of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills the view with all that any square of `body` sees within `radius`
    /// squares: middles at most `radius` and a half away. What was seen before
    /// is forgotten.
    pub fn look(&mut self, opacity: &Opacity, body: Footprint, radius: i32) {
        let radius = radius.clamp(0, 2 * Board::MAX_SIDE as i32);
        let far = body.far();
        self.north_west = Square::new((body.at.x - radius).max(0), (body.at.y - radius).max(0));
        self.width = ((far.x + radius).min(opacity.width() - 1) - self.north_west.x + 1).max(0);
        self.height = ((far.y + radius).min(opacity.height() - 1) - self.north_west.y + 1).max(0);
        self.words = (self.width as usize).div_ceil(64);
        self.bits.clear();
        self.bits.resize(self.words * self.height as usize, 0);
        for from in body.squares().filter(|&square| opacity.contains(square)) {
            self.see_row(from.y, from.x, from.x);
            for quarter in [Direction::North, Direction::East, Direction::South, Direction::West] {
                self.sweep(opacity, from, radius, quarter);
                self.walk_diagonal(opacity, from, radius, quarter.turned(1));
            }
        }
    }

    /// Whether `square` is seen.
    pub fn sees(&self, square: Square) -> bool {
        let (x, y) = (square.x - self.north_west.x, square.y - self.north_west.y);
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return false;
        }
        self.bits[y as usize * self.words + x as usize / 64] >> (x % 64) & 1 != 0
    }

    /// All squares that are seen, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.bits.iter().enumerate().flat_map(|(index, &word)| {
            let row = self.north_west.y + (index / self.words) as i32;
            let column = self.north_west.x + (index % self.words) as i32 * 64;
            let rest = |word: &u64| Some(word & (word - 1)).filter(|&word| word != 0);
            std::iter::successors(Some(word).filter(|&word| word != 0), rest)
                .map(move |word| Square::new(column + word.trailing_zeros() as i32, row))
        })
    }

    /// How many squares are seen.
    pub fn count(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn see_row(&mut self, y: i32, low: i32, high: i32) {
        let row = (y - self.north_west.y) as usize * self.words;
        let (low, high) = ((low - self.north_west.x) as usize, (high - self.north_west.x) as usize);
        for word in low / 64..=high / 64 {
            let first = low.saturating_sub(word * 64);
            let last = (high - word * 64).min(63);
            self.bits[row + word] |= (u64::MAX << first) & (u64::MAX >> (63 - last));
        }
    }

    fn see_column(&mut self, x: i32, low: i32, high: i32) {
        let x = (x - self.north_west.x) as usize;
        let (top, word, bit) = (self.north_west.y, x / 64, 1 << (x % 64));
        for row in low - top..=high - top {
            self.bits[row as usize * self.words + word] |= bit;
        }
    }

    fn walk_diagonal(&mut self, opacity: &Opacity, start: Square, radius: i32, direction: Direction) {
        for steps in 1.. {
            let (from, to) = (start.step(direction, steps - 1), start.step(direction, steps));
            let pass = Pass::Corner { from, to, beside: [Square::new(to.x, from.y), Square::new(from.x, to.y)] };
            let too_far = i64::from(steps).pow(2) * 2 > round(radius);
            if too_far || !opacity.contains(to) || opacity.stops(pass) {
                return;
            }
            self.see_row(to.y, to.x, to.x);
            if opacity.square(to) {
                return;
            }
        }
    }

    /// One quarter, without its two diagonals. `ahead` counts lines outward,
    /// `across` squares along a line, both from the looker.
    fn sweep(&mut self, opacity: &Opacity, from: Square, radius: i32, quarter: Direction) {
        let columns = matches!(quarter, Direction::East | Direction::West);
        let forward = matches!(quarter, Direction::East | Direction::South);
        let size = (opacity.width(), opacity.height());
        let (line, place, lines, places) =
            if columns { (from.x, from.y, size.0, size.1) } else { (from.y, from.x, size.1, size.0) };
        let plane = opacity.plane(columns);
        let near_wall = if forward { BACK } else { FRONT };
        let reach = radius.min(if forward { lines - 1 - line } else { line });

        let mut free = std::mem::take(&mut self.free);
        let mut next = std::mem::take(&mut self.next);
        let mut pieces = std::mem::take(&mut self.pieces);
        free.clear();
        free.push(Arc { low: Slope::new(-1, 1, 0), high: Slope::new(1, 1, 0) });
        for ahead in 1..=reach {
            let number = if forward { line + ahead } else { line - ahead };
            let row = &plane[(number * places) as usize..][..places as usize];
            let at = |across: i32| row[(place + across) as usize];
            let disc = (round(radius) - i64::from(ahead).pow(2)).isqrt() as i32;
            let limit = disc.min(ahead - 1);
            let (first, last) = ((-limit).max(-place), limit.min(places - 1 - place));
            let mut see = |arc: Arc| {
                let (low, high) = (arc.low.ceil(ahead).max(first), arc.high.place.min(last));
                if low <= high && columns {
                    self.see_column(number, place + low, place + high);
                } else if low <= high {
                    self.see_row(number, place + low, place + high);
                }
            };
            next.clear();
            let mut was_cut = false;
            for arc in &free {
                let arc = arc.on_line(ahead);
                let (low, high) = arc.touched(ahead);
                let (low, high) = (low.max(-place), high.min(places - 1 - place));
                if low > high {
                    continue;
                }
                let touched = &row[(place + low) as usize..=(place + high) as usize];
                let met = touched.iter().fold(0, |all, byte| all | byte);
                if met & (near_wall | SOLID | AFTER) == 0 {
                    see(arc);
                    next.push(arc);
                    continue;
                }
                was_cut = true;
                pieces.clear();
                let mut rest = Some(arc);
                if met & near_wall != 0 {
                    for across in (low..=high).filter(|&across| at(across) & near_wall != 0) {
                        rest = rest.and_then(|arc| arc.cut(near_side(across, ahead), &mut pieces));
                    }
                }
                pieces.extend(rest);
                // Squares and the walls along the way hide only what lies behind this line.
                for piece in &pieces {
                    let piece = piece.on_line(ahead);
                    see(piece);
                    let mut rest = Some(piece);
                    for across in low..=high {
                        let byte = at(across);
                        if byte & SOLID != 0 {
                            rest = rest.and_then(|arc| arc.cut(whole(across, ahead), &mut next));
                        }
                        if byte & AFTER != 0 {
                            rest = rest.and_then(|arc| arc.cut(far_side(across, ahead), &mut next));
                        }
                    }
                    next.extend(rest);
                }
            }
            if was_cut {
                next.retain(|arc| !arc.is_stopped_at_corner(opacity, from, quarter, ahead));
            }
            std::mem::swap(&mut free, &mut next);
            if free.is_empty() {
                break;
            }
        }
        self.free = free;
        self.next = next;
        self.pieces = pieces;
    }
}

/// The largest square of a distance that still counts as within `radius`.
fn round(radius: i32) -> i64 {
    i64::from(radius) * (i64::from(radius) + 1)
}

/// A direction within a quarter: `rise` squares across for `run` squares ahead.
#[derive(Clone, Copy, Debug)]
struct Slope {
    rise: i32,
    run: i32,
    /// The last square of the line at hand whose middle lies at or below the
    /// slope. From one line to the next it moves by one at most, which saves a division.
    place: i32,
}

impl Slope {
    const fn new(rise: i32, run: i32, place: i32) -> Self {
        Self { rise, run, place }
    }

    const fn below(self, other: Self) -> bool {
        self.rise * other.run < other.rise * self.run
    }

    /// The same slope on the line `ahead`.
    const fn on_line(mut self, ahead: i32) -> Self {
        while self.place * self.run > self.rise * ahead {
            self.place -= 1;
        }
        while (self.place + 1) * self.run <= self.rise * ahead {
            self.place += 1;
        }
        self
    }

    /// First square whose middle lies at or above this slope.
    const fn ceil(self, ahead: i32) -> i32 {
        if self.place * self.run == self.rise * ahead { self.place } else { self.place + 1 }
    }
}

/// The slopes between the two ends of the near side of a square.
const fn near_side(across: i32, ahead: i32) -> Arc {
    let run = 2 * ahead - 1;
    Arc { low: Slope::new(2 * across - 1, run, across), high: Slope::new(2 * across + 1, run, across) }
}

/// The slopes between the two ends of the side towards higher squares of the line.
const fn far_side(across: i32, ahead: i32) -> Arc {
    let rise = 2 * across + 1;
    let (shallow, steep) = (Slope::new(rise, 2 * ahead + 1, across), Slope::new(rise, 2 * ahead - 1, across));
    if rise > 0 { Arc { low: shallow, high: steep } } else { Arc { low: steep, high: shallow } }
}

/// The slopes that run through a square.
const fn whole(across: i32, ahead: i32) -> Arc {
    let (low, high) = (2 * across - 1, 2 * across + 1);
    let (near, far) = (2 * ahead - 1, 2 * ahead + 1);
    Arc {
        low: Slope::new(low, if low > 0 { far } else { near }, across),
        high: Slope::new(high, if high > 0 { near } else { far }, across),
    }
}

/// The slopes from `low` to `high`: with both ends where they are free, without
/// them where they are cut out.
#[derive(Clone, Copy, Debug)]
struct Arc {
    low: Slope,
    high: Slope,
}

impl Arc {
    const fn on_line(self, ahead: i32) -> Self {
        Self { low: self.low.on_line(ahead), high: self.high.on_line(ahead) }
    }

    /// The squares of a line that the arc meets, be it in a corner only.
    const fn touched(self, ahead: i32) -> (i32, i32) {
        let (near, far) = (2 * ahead - 1, 2 * ahead + 1);
        let (low, high) = (self.low, self.high);
        let lowest = low.rise * if low.rise < 0 { far } else { near };
        let highest = high.rise * if high.rise < 0 { near } else { far };
        let first = low.ceil(ahead);
        let down = (2 * first - 1) * low.run >= lowest;
        let up = (2 * high.place + 1) * high.run <= highest;
        (first - down as i32, high.place + up as i32)
    }

    /// Takes `gap` out. What lies below it is done with and goes to `done`;
    /// what lies above is given back. Cuts must come with rising low ends.
    fn cut(self, gap: Self, done: &mut Vec<Self>) -> Option<Self> {
        if !gap.low.below(self.high) || !self.low.below(gap.high) {
            return Some(self);
        }
        if !gap.low.below(self.low) {
            done.push(Self { low: self.low, high: gap.low });
        }
        (!self.high.below(gap.high)).then_some(Self { low: gap.high, high: self.high })
    }

    /// Whether this is a single direction that runs through a corner on the
    /// near end of the line `ahead` with both ways round stopped.
    fn is_stopped_at_corner(self, opacity: &Opacity, from: Square, quarter: Direction, ahead: i32) -> bool {
        if self.low.below(self.high) {
            return false;
        }
        let Slope { rise, run, .. } = self.low;
        let halves = rise * (2 * ahead - 1);
        if halves % run != 0 || (halves / run) % 2 == 0 {
            return false;
        }
        // The corner lies between the rows `middle` and `middle + 1`.
        let middle = (halves / run - 1).div_euclid(2);
        let (near, far) = if rise > 0 { (middle, middle + 1) } else { (middle + 1, middle) };
        let place = |ahead: i32, across: i32| match quarter {
            Direction::East => Square::new(from.x + ahead, from.y + across),
            Direction::West => Square::new(from.x - ahead, from.y + across),
            Direction::South => Square::new(from.x + across, from.y + ahead),
            _ => Square::new(from.x + across, from.y - ahead),
        };
        let (back, to) = (place(ahead - 1, near), place(ahead, far));
        opacity.stops(Pass::Corner { from: back, to, beside: [place(ahead, near), place(ahead - 1, far)] })
    }
}

#[cfg(test)]
mod tests;
