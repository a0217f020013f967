//! Zones as areas: their squares and their neighbours.

use super::{Barrier, BlocksMove, Board, Direction, Spread, Square, ZoneId};

const SIDES: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

/// The zones that share a side of a square with `zone`, in rising order; with
/// `open_only` those with a border that a walker can cross somewhere.
pub fn zone_neighbours(board: &Board, zone: ZoneId, open_only: bool) -> Vec<ZoneId> {
    let mut found: Vec<ZoneId> =
        across(board, zone, open_only).filter_map(|square| board.cell(square).and_then(|cell| cell.zone)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The squares of `zone` and of what `spread` adds, row by row.
pub(super) fn zone_squares(board: &Board, zone: ZoneId, spread: Spread) -> Vec<Square> {
    match spread {
        Spread::Inside => inside(board, zone).collect(),
        Spread::Rim => {
            let mut squares: Vec<Square> = inside(board, zone).chain(across(board, zone, true)).collect();
            squares.sort_unstable_by_key(|square| (square.y, square.x));
            squares.dedup();
            squares
        }
        Spread::Neighbours => {
            let mut zones = zone_neighbours(board, zone, true);
            zones.push(zone);
            all(board)
                .filter(|&(_, found)| found.is_some_and(|found| zones.contains(&found)))
                .map(|(at, _)| at)
                .collect()
        }
    }
}

/// Every square with its zone, row by row.
fn all(board: &Board) -> impl Iterator<Item = (Square, Option<ZoneId>)> {
    let width = board.width();
    let (cells, _, _) = board.arrays();
    (0..).zip(cells).map(move |(index, cell)| (Square::new(index % width, index / width), cell.zone))
}

fn inside(board: &Board, zone: ZoneId) -> impl Iterator<Item = Square> {
    all(board).filter(move |&(_, found)| found == Some(zone)).map(|(square, _)| square)
}

/// Squares outside `zone` that share a side with a square of it.
fn across(board: &Board, zone: ZoneId, open_only: bool) -> impl Iterator<Item = Square> {
    let barrier = BlocksMove(board);
    inside(board, zone).flat_map(move |square| {
        SIDES.into_iter().filter_map(move |side| {
            let beyond = square.step(side, 1);
            let cell = board.cell(beyond)?;
            (cell.zone != Some(zone) && !(open_only && barrier.edge(square, beyond))).then_some(beyond)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fixture::plan;
    use crate::board::{Footprint, Template};

    /// Three zones of two by two in a row, a wall between the last two.
    fn rooms() -> Board {
        let mut board = plan(&["             ", " . . . .|. . ", "             ", " . . . .|. . ", "             "]);
        for (square, _) in all(&board.clone()) {
            board.cell_mut(square).unwrap().zone = Some((square.x / 2) as ZoneId);
        }
        board
    }

    #[test]
    fn neighbours_share_a_border_and_a_wall_closes_it() {
        let board = rooms();
        assert_eq!(zone_neighbours(&board, 1, false), [0, 2]);
        assert_eq!(zone_neighbours(&board, 1, true), [0]);
        assert!(zone_neighbours(&board, 7, false).is_empty());
    }

    #[test]
    fn a_blast_fills_its_zone_and_spreads_over_open_borders() {
        let board = rooms();
        let count = |spread| Template::Zone { zone: 1, spread }.squares(&board).len();
        assert_eq!([Spread::Inside, Spread::Rim, Spread::Neighbours].map(count), [4, 6, 8]);
    }

    #[test]
    fn asking_for_a_square_agrees_with_the_list() {
        let mut board = rooms();
        board.cell_mut(Square::new(1, 0)).unwrap().zone = None;
        for spread in [Spread::Inside, Spread::Rim, Spread::Neighbours] {
            let blast = Template::Zone { zone: 1, spread };
            let squares = blast.squares(&board);
            for (square, _) in all(&board) {
                assert_eq!(blast.touches(&board, Footprint::one(square)), squares.contains(&square));
            }
        }
    }
}
