//! The shapes of areas as rows of squares, in a frame of their own.

use super::{Board, Centre, Counts, Direction, Footprint, Hand, Square};

type Point = (i64, i64);

/// Rows of squares: square `n` of row `r` lies at `origin + r * down + n * along`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    origin: Point,
    down: Point,
    along: Point,
    first: i64,
    last: i64,
    span: Span,
}

/// From where to where a row goes.
#[derive(Clone, Copy, Debug)]
enum Span {
    /// Widens from nothing to `width` at row `length`, laid evenly over `room`
    /// squares or, for a diagonal, over the row's own number of them.
    Wedge { length: i64, width: i64, room: Option<i64>, hand: Hand },
    /// Always `width` squares, laid evenly over `room`.
    Band { width: i64, room: i64, hand: Hand },
    /// `width` diagonals of a square of `side`.
    Diagonals { side: i64, width: i64, hand: Hand },
    /// Within `size` half squares of `centre`.
    Disc { centre: Point, size: i64, counts: Counts },
    /// Within `reach` of a body, and outside it if it is not `inside`.
    Around { body: Footprint, reach: i64, diagonal: i64, inside: bool },
}

/// Nothing is larger than this, so that no figure from outside can overflow or hang.
const MOST: i32 = 2 * Board::MAX_SIDE as i32;

fn size(given: i32) -> i64 {
    i64::from(given.clamp(0, MOST))
}

impl Rows {
    pub(super) const fn none() -> Self {
        let span = Span::Band { width: 0, room: 0, hand: Hand::Left };
        Self { origin: (0, 0), down: (0, 1), along: (1, 0), first: 1, last: 0, span }
    }

    pub(super) fn disc(centre: Centre, diameter: i32, counts: Counts) -> Self {
        let (centre, size) = (centre.halves(), size(diameter));
        let (first, last) = within(centre.1, size);
        let span = Span::Disc { centre, size, counts };
        if size == 0 { Self::none() } else { Self { first, last, span, ..Self::none() } }
    }

    pub(super) fn line(
        from: Footprint,
        direction: Direction,
        length: i32,
        width: i32,
        hand: Hand,
        diagonal: i32,
    ) -> Self {
        let (length, width) = (size(length), size(width));
        if direction.is_diagonal() {
            let step = i64::from(diagonal.clamp(1, MOST));
            let side = (2 * length + step - 1) / step;
            let span = Span::Diagonals { side, width, hand };
            return Self { last: side, span, ..Self::outward(from, direction) };
        }
        let span = Span::Band { width, room: i64::from(from.side), hand };
        Self { last: length, span, ..Self::outward(from, direction) }
    }

    pub(super) fn cone(from: Footprint, direction: Direction, length: i32, width: i32, hand: Hand) -> Self {
        let (length, width) = (size(length), size(width));
        let wedge = |room| Span::Wedge { length, width, room, hand };
        let frame = Self::outward(from, direction);
        if direction.is_diagonal() {
            // Rows run across the corner, from the left neighbour direction to the right one.
            let Self { origin, down, along, .. } = frame;
            let (origin, along) = ((origin.0 + down.0, origin.1 + down.1), (along.0 - down.0, along.1 - down.1));
            return Self { origin, along, last: length, span: wedge(None), ..frame };
        }
        Self { last: length, span: wedge(Some(i64::from(from.side))), ..frame }
    }

    pub(super) fn burst(body: Footprint, reach: i32, diagonal: i32, inside: bool) -> Self {
        let (reach, diagonal) = (size(reach), i64::from(diagonal.clamp(2, MOST)));
        let top = i64::from(body.at.y);
        let span = Span::Around { body, reach, diagonal, inside };
        Self { first: top - reach, last: top + i64::from(body.side) - 1 + reach, span, ..Self::none() }
    }

    /// The frame of what goes out from a body: straight, rows lie across the
    /// direction and count from left to right; diagonally, rows and their
    /// squares run along the two neighbouring directions, left and right.
    fn outward(from: Footprint, direction: Direction) -> Self {
        let offset = |direction: Direction| {
            let (dx, dy) = direction.offset();
            (i64::from(dx), i64::from(dy))
        };
        let (down, along) = if direction.is_diagonal() {
            (offset(direction.turned(-1)), offset(direction.turned(1)))
        } else {
            (offset(direction), offset(direction.turned(2)))
        };
        // The square of the body that is farthest ahead and, if straight, farthest left.
        let lean = if direction.is_diagonal() { offset(direction) } else { (down.0 - along.0, down.1 - along.1) };
        let corner = |low: i32, lean: i64| i64::from(low) + if lean > 0 { i64::from(from.side) - 1 } else { 0 };
        let origin = (corner(from.at.x, lean.0), corner(from.at.y, lean.1));
        Self { origin, down, along, first: 1, ..Self::none() }
    }

    /// First and last square of a row; none when the first comes after the last.
    fn span(&self, row: i64) -> (i64, i64) {
        match self.span {
            Span::Wedge { length, width, room, hand } => {
                let wide = (row * width + length - 1) / length.max(1);
                let (room, start) = room.map_or((row, 1), |room| (room, 0));
                let wide = if start == 1 { wide.min(room) } else { wide };
                lay(start, room, wide, hand)
            }
            Span::Band { width, room, hand } => lay(0, room, width, hand),
            Span::Diagonals { side, width, hand } => {
                let (low, high) = lay(row, 1, width, hand);
                (low.max(1), high.min(side))
            }
            Span::Disc { centre, size, counts } => {
                let off = (2 * row - centre.1).abs();
                match counts {
                    Counts::Middle if off > size => (1, 0),
                    Counts::Middle => within(centre.0, (size * size - off * off).isqrt()),
                    Counts::Partly => {
                        let off = (off - 1).max(0);
                        if off >= size { (1, 0) } else { within(centre.0, (size * size - off * off - 1).isqrt() + 1) }
                    }
                }
            }
            Span::Around { body, reach, diagonal, .. } => {
                let (top, bottom) = (i64::from(body.at.y), i64::from(body.at.y) + i64::from(body.side) - 1);
                let off = (top - row).max(row - bottom).max(0);
                let (left, extra) = (2 * reach - 2 * off, diagonal - 2);
                let flat = (2 * reach - extra * off).div_euclid(2);
                let steep = if extra == 0 { reach } else { (left / extra).min(off) };
                let beside = if flat >= off { flat } else { steep };
                let west = i64::from(body.at.x);
                if left < 0 { (1, 0) } else { (west - beside, west + i64::from(body.side) - 1 + beside) }
            }
        }
    }

    /// Every square of the rows that lies on `board`.
    pub(super) fn squares(&self, board: &Board) -> Vec<Square> {
        let mut squares = Vec::new();
        // In the board's own frame what lies off it need not be walked through.
        let (width, height) = (i64::from(board.width()), i64::from(board.height()));
        let is_plain = (self.origin, self.down, self.along) == ((0, 0), (0, 1), (1, 0));
        let clip =
            |low: i64, high: i64, size: i64| if is_plain { (low.max(0), high.min(size - 1)) } else { (low, high) };
        let (first, last) = clip(self.first, self.last, height);
        for row in first..=last {
            let (low, high) = self.span(row);
            let (low, high) = clip(low, high, width);
            for place in low..=high {
                let x = self.origin.0 + row * self.down.0 + place * self.along.0;
                let y = self.origin.1 + row * self.down.1 + place * self.along.1;
                if let (Ok(x), Ok(y)) = (i32::try_from(x), i32::try_from(y)) {
                    let square = Square::new(x, y);
                    if board.contains(square) && !self.leaves_out(square) {
                        squares.push(square);
                    }
                }
            }
        }
        squares
    }

    /// Whether `square` is in one of the rows.
    pub(super) fn contains(&self, square: Square) -> bool {
        let (x, y) = (i64::from(square.x) - self.origin.0, i64::from(square.y) - self.origin.1);
        let (down, along) = (self.down, self.along);
        // The frame's two steps span the grid, so its determinant is 1 or -1.
        let turn = down.0 * along.1 - down.1 * along.0;
        let row = (x * along.1 - y * along.0) * turn;
        let place = (down.0 * y - down.1 * x) * turn;
        if row < self.first || row > self.last || self.leaves_out(square) {
            return false;
        }
        let (low, high) = self.span(row);
        (low..=high).contains(&place)
    }

    fn leaves_out(&self, square: Square) -> bool {
        matches!(self.span, Span::Around { body, inside: false, .. } if body.contains(square))
    }
}

/// `wide` squares laid evenly over `room` squares that begin at `start`; the
/// odd one goes to the side of `hand`.
const fn lay(start: i64, room: i64, wide: i64, hand: Hand) -> (i64, i64) {
    let spare = room - wide;
    let first = start
        + match hand {
            Hand::Left => spare.div_euclid(2),
            Hand::Right => (spare + 1).div_euclid(2),
        };
    (first, first + wide - 1)
}

/// The squares whose middles lie at most `reach` half squares from `centre` (in half squares).
const fn within(centre: i64, reach: i64) -> (i64, i64) {
    (-(reach - centre).div_euclid(2), (centre + reach).div_euclid(2))
}
