//! Whose bodies stand where, for asking thousands of bodies whether they are flanked.

use super::{Board, Direction, Footprint, Sides, Square};

/// For every square the sides that have a body there, up to eight of them, one bit each.
///
/// A square that several bodies share holds the bits of all; lifting one of
/// them clears its side's bit, so place those that remain again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// One square wider than the board all round, so that neighbours need no check.
    columns: i32,
    rows: i32,
    bits: Vec<u8>,
}

impl Presence {
    /// Nobody on a board of that size.
    pub fn new(board: &Board) -> Self {
        let (columns, rows) = (board.width() + 2, board.height() + 2);
        Self { columns, rows, bits: vec![0; (columns * rows) as usize] }
    }

    /// Takes everybody off.
    pub fn clear(&mut self) {
        self.bits.fill(0);
    }

    /// Puts a body of the sides `side` (one bit) where it stands; what lies off the board is left out.
    pub fn place(&mut self, body: Footprint, side: u8) {
        self.each(body, |bits| *bits |= side);
    }

    /// Takes the bits of `side` off the squares of a body.
    pub fn lift(&mut self, body: Footprint, side: u8) {
        self.each(body, |bits| *bits &= !side);
    }

    /// The sides that have a body on `square`.
    pub fn at(&self, square: Square) -> u8 {
        self.index(square).map_or(0, |index| self.bits[index])
    }

    /// The parts of the ring of `body` in which anyone of `hostile` (bits of sides) stands.
    pub fn sides_around(&self, body: Footprint, hostile: u8) -> Sides {
        match self.index(body.at) {
            Some(index) if body.side == 1 => Sides(self.neighbours(index, hostile)),
            _ => self.sides_around_large(body, hostile),
        }
    }

    /// Whether bodies of `hostile` sides stand on opposite sides of `body`.
    pub fn is_flanked(&self, body: Footprint, hostile: u8) -> bool {
        let sides = self.sides_around(body, hostile);
        sides.oppose(sides)
    }

    /// One bit a direction, clockwise from north.
    fn neighbours(&self, index: usize, hostile: u8) -> u8 {
        let columns = self.columns as usize;
        let near = &self.bits[index - columns - 1..=index + columns + 1];
        let (middle, last) = (columns, 2 * columns);
        let ring =
            [near[1], near[2], near[middle + 2], near[last + 2], near[last + 1], near[last], near[middle], near[0]];
        let mut bits = 0;
        for (direction, there) in ring.into_iter().enumerate() {
            bits |= u8::from(there & hostile != 0) << direction;
        }
        bits
    }

    fn sides_around_large(&self, body: Footprint, hostile: u8) -> Sides {
        let far = body.far();
        let part = |direction: Direction| {
            let (dx, dy) = direction.offset();
            let line = |step: i32, low: i32, high: i32| match step {
                ..0 => low - 1..=low - 1,
                0 => low..=high,
                _ => high + 1..=high + 1,
            };
            let (columns, mut rows) = (line(dx, body.at.x, far.x), line(dy, body.at.y, far.y));
            rows.any(|y| columns.clone().any(|x| self.at(Square::new(x, y)) & hostile != 0))
        };
        Sides(Direction::ALL.into_iter().fold(0, |bits, direction| bits | u8::from(part(direction)) << direction as u8))
    }

    fn each(&mut self, body: Footprint, mut change: impl FnMut(&mut u8)) {
        for square in body.squares() {
            if let Some(index) = self.index(square) {
                change(&mut self.bits[index]);
            }
        }
    }

    /// Position of a square of the board; `None` off it.
    fn index(&self, square: Square) -> Option<usize> {
        let inside = square.x >= 0 && square.y >= 0 && square.x < self.columns - 2 && square.y < self.rows - 2;
        inside.then(|| ((square.y + 1) * self.columns + square.x + 1) as usize)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::fixture::{field, squares};
    use crate::board::is_flanked;

    #[test]
    fn who_is_lifted_flanks_no_longer() {
        let mut presence = Presence::new(&field(3, 3));
        let body = Footprint::one(Square::new(1, 1));
        let (north, south) = (Footprint::one(Square::new(1, 0)), Footprint::one(Square::new(1, 2)));
        presence.place(north, 2);
        presence.place(south, 4);
        assert!(presence.is_flanked(body, 6));
        assert!(!presence.is_flanked(body, 2));
        presence.lift(south, 4);
        assert!(!presence.is_flanked(body, 6));
        presence.place(south, 4);
        presence.clear();
        assert_eq!(presence.sides_around(body, 255), Sides::default());
    }

    proptest! {
        #[test]
        fn the_grid_agrees_with_the_list_of_enemies(
            enemies in prop::collection::vec((0i32..6, 0i32..6), 0..8), side in 1i32..4,
        ) {
            let board = field(6, 6);
            let mut presence = Presence::new(&board);
            let enemies: Vec<_> = enemies.into_iter().map(|at| Footprint::one(at.into())).collect();
            for &enemy in &enemies {
                presence.place(enemy, 1);
            }
            for at in squares(&board) {
                let body = Footprint::new(at, side);
                prop_assert_eq!(presence.is_flanked(body, 1), is_flanked(body, enemies.iter().copied()), "{:?}", body);
                prop_assert!(!presence.is_flanked(body, 2));
            }
        }
    }
}
