//! Field of view: every square that a square sees, in one sweep.
//!
//! The definition is that of [`sees`](super::sees), and the sweep keeps to it
//! exactly. It looks outward in four quarters, one line of squares after
//! another, and keeps the directions that are still free as closed fans. What
//! blocks cuts an open fan out, for a line may touch a corner; a direction left
//! alone between two cuts is free unless the corner that it runs through stops
//! it. The four diagonals lie between the quarters and are walked.

use super::fan::Fan;
use super::opacity::{Bits, Plane};
use super::{Barrier, Board, Direction, Footprint, Opacity, Pass, Square};

/// Which squares are seen. Made once and filled again for every look.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The window that holds all that could be seen.
    north_west: Square,
    width: i32,
    height: i32,
    words: usize,
    bits: Vec<u64>,
    lists: Lists,
}

/// Working lists of a sweep, kept for the next.
#[derive(Clone, Debug, Default)]
struct Lists {
    free: Vec<Fan>,
    next: Vec<Fan>,
    pieces: Vec<Fan>,
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
            ones(word, column).map(move |x| Square::new(x, row))
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
    /// `across` squares along a line, both from the looker; places count along
    /// the line from the rim of the board.
    fn sweep(&mut self, opacity: &Opacity, from: Square, radius: i32, quarter: Direction) {
        let columns = matches!(quarter, Direction::East | Direction::West);
        let forward = matches!(quarter, Direction::East | Direction::South);
        let size = (opacity.width(), opacity.height());
        let (number, place, lines, places) =
            if columns { (from.x, from.y, size.0, size.1) } else { (from.y, from.x, size.1, size.0) };
        let reach = radius.min(if forward { lines - 1 - number } else { number });
        let mut lists = std::mem::take(&mut self.lists);
        let Lists { free, next, pieces } = &mut lists;
        free.clear();
        free.push(Fan::quarter());
        for ahead in 1..=reach {
            let number = if forward { number + ahead } else { number - ahead };
            let line = Line::new(opacity.plane(columns), number, forward, place, ahead);
            let disc = (round(radius) - i64::from(ahead).pow(2)).isqrt() as i32;
            let limit = disc.min(ahead - 1);
            let (first, last) = ((place - limit).max(0), (place + limit).min(places - 1));
            let mut see = |fan: Fan| {
                let (low, high) = ((place + fan.first(ahead)).max(first), (place + fan.last()).min(last));
                if low <= high && columns {
                    self.see_column(number, low, high);
                } else if low <= high {
                    self.see_row(number, low, high);
                }
            };
            next.clear();
            let mut was_cut = false;
            for fan in &*free {
                let fan = fan.on_line(ahead);
                let (low, high) = fan.touched(ahead);
                let (low, high) = ((low + place).max(0), (high + place).min(places - 1));
                if low > high {
                    continue;
                }
                let (walls, blocks) = line.meets(low, high);
                if !walls && !blocks {
                    see(fan);
                    next.push(fan);
                    continue;
                }
                was_cut = true;
                pieces.clear();
                if walls {
                    line.cut_at_walls(fan, low, high, pieces);
                } else {
                    pieces.push(fan);
                }
                for piece in &*pieces {
                    let piece = piece.on_line(ahead);
                    see(piece);
                    line.cut_behind(piece, low, high, next);
                }
            }
            if was_cut {
                next.retain(|fan| !is_stopped_at_corner(*fan, opacity, from, quarter, ahead));
            }
            std::mem::swap(free, next);
            if free.is_empty() {
                break;
            }
        }
        self.lists = lists;
    }
}

/// What blocks sight on one line of a quarter.
struct Line<'a> {
    /// Walls on the near sides of its squares.
    near: Bits<'a>,
    solid: Bits<'a>,
    /// Walls between its squares.
    after: Bits<'a>,
    /// Where the looker stands along it, and how far from it.
    place: i32,
    ahead: i32,
}

impl<'a> Line<'a> {
    fn new(plane: &'a Plane, number: i32, forward: bool, place: i32, ahead: i32) -> Self {
        let near = plane.back(if forward { number } else { number + 1 });
        Self { near, solid: plane.solid(number), after: plane.after(number), place, ahead }
    }

    /// Whether there are walls to cross, and whether anything else, on the squares from `low` to `high`.
    fn meets(&self, low: i32, high: i32) -> (bool, bool) {
        let (mut walls, mut blocks) = (0, 0);
        for word in low / 64..=high / 64 {
            walls |= self.near.word(word, low, high);
            blocks |= self.solid.word(word, low, high) | self.after.word(word, low, high);
        }
        (walls != 0, blocks != 0)
    }

    /// Leaves what gets past the walls on the near side.
    fn cut_at_walls(&self, fan: Fan, low: i32, high: i32, left: &mut Vec<Fan>) {
        let mut rest = Some(fan);
        for word in low / 64..=high / 64 {
            for across in ones(self.near.word(word, low, high), word * 64 - self.place) {
                rest = rest.and_then(|fan| fan.cut(Fan::near_side(across, self.ahead), left));
            }
        }
        left.extend(rest);
    }

    /// Leaves what gets past the squares and the walls between them: they hide
    /// only what lies behind the line.
    fn cut_behind(&self, fan: Fan, low: i32, high: i32, left: &mut Vec<Fan>) {
        let mut rest = Some(fan);
        for word in low / 64..=high / 64 {
            let (solid, after) = (self.solid.word(word, low, high), self.after.word(word, low, high));
            for bit in ones(solid | after, 0) {
                let across = word * 64 - self.place + bit;
                if solid >> bit & 1 != 0 {
                    rest = rest.and_then(|fan| fan.cut(Fan::whole(across, self.ahead), left));
                }
                if after >> bit & 1 != 0 {
                    rest = rest.and_then(|fan| fan.cut(Fan::far_side(across, self.ahead), left));
                }
            }
        }
        left.extend(rest);
    }
}

/// Whether `fan` is a single direction that runs through a corner at the near
/// side of the line `ahead` with both ways round stopped.
fn is_stopped_at_corner(fan: Fan, opacity: &Opacity, from: Square, quarter: Direction, ahead: i32) -> bool {
    let Some((near, far)) = fan.corner(ahead) else { return false };
    let place = |ahead: i32, across: i32| match quarter {
        Direction::East => Square::new(from.x + ahead, from.y + across),
        Direction::West => Square::new(from.x - ahead, from.y + across),
        Direction::South => Square::new(from.x + across, from.y + ahead),
        _ => Square::new(from.x + across, from.y - ahead),
    };
    let (back, to) = (place(ahead - 1, near), place(ahead, far));
    opacity.stops(Pass::Corner { from: back, to, beside: [place(ahead, near), place(ahead - 1, far)] })
}

/// The places of the bits of `word`, counted from `start`.
fn ones(word: u64, start: i32) -> impl Iterator<Item = i32> {
    let some = |word: u64| (word != 0).then_some(word);
    std::iter::successors(some(word), move |word| some(word & (word - 1)))
        .map(move |word| start + word.trailing_zeros() as i32)
}

/// The largest square of a distance that still counts as within `radius`.
fn round(radius: i32) -> i64 {
    i64::from(radius) * (i64::from(radius) + 1)
}

#[cfg(test)]
mod tests;
