//! A figure for every square of a part of the board.

use super::{Board, Footprint, Square};

/// A figure for every square of a rectangle of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer<T> {
    north_west: Square,
    width: i32,
    values: Vec<T>,
}

impl<T> Layer<T> {
    /// Asks `value` for every square of `board`, row by row.
    pub fn of(board: &Board, value: impl FnMut(Square) -> T) -> Self {
        let south_east = Square::new(board.width() - 1, board.height() - 1);
        Self::rectangle(Square::new(0, 0), south_east, value)
    }

    /// Asks `value` for every square of `board` at most `radius` columns and rows from `body`.
    pub fn around(board: &Board, body: Footprint, radius: i32, value: impl FnMut(Square) -> T) -> Self {
        let (at, far) = (body.at, body.far());
        let low = |side: i32| side.saturating_sub(radius).max(0);
        let high = |side: i32, size: i32| side.saturating_add(radius).min(size - 1);
        let south_east = Square::new(high(far.x, board.width()), high(far.y, board.height()));
        Self::rectangle(Square::new(low(at.x), low(at.y)), south_east, value)
    }

    fn rectangle(north_west: Square, south_east: Square, mut value: impl FnMut(Square) -> T) -> Self {
        let width = (south_east.x - north_west.x + 1).max(0);
        let columns = north_west.x..north_west.x + width;
        let rows = north_west.y..=south_east.y;
        let values = rows.flat_map(|y| columns.clone().map(move |x| Square::new(x, y))).map(&mut value).collect();
        Self { north_west, width, values }
    }

    /// The figure of `square`; `None` outside.
    pub fn get(&self, square: Square) -> Option<&T> {
        let (x, y) = (square.x - self.north_west.x, square.y - self.north_west.y);
        if x < 0 || y < 0 || x >= self.width {
            return None;
        }
        self.values.get(y as usize * self.width as usize + x as usize)
    }

    /// All squares with their figures, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Square, &T)> {
        let (width, start) = (self.width.max(1), self.north_west);
        (0..)
            .zip(&self.values)
            .map(move |(index, value)| (Square::new(start.x + index % width, start.y + index / width), value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fixture::field;

    #[test]
    fn a_layer_around_a_body_is_clipped_at_the_board() {
        let layer = Layer::around(&field(5, 4), Footprint::new(Square::new(0, 1), 2), 1, |square| square);
        assert_eq!(layer.iter().count(), 3 * 4);
        assert!(layer.iter().all(|(square, &value)| square == value && layer.get(square) == Some(&square)));
        assert_eq!(layer.get(Square::new(3, 1)), None);
        assert_eq!(layer.get(Square::new(-1, 1)), None);
    }

    #[test]
    fn a_layer_off_the_board_is_empty() {
        let layer = Layer::around(&field(5, 4), Footprint::one(Square::new(40, 40)), 3, |square| square);
        assert_eq!(layer.iter().count(), 0);
    }
}
