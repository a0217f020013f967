//! Where a missed area goes. The dice are thrown elsewhere; here they only
//! become directions and places.

use serde::{Deserialize, Serialize};

use super::{Barrier, Board, Centre, Direction, Pass, Square};

/// The direction of a scatter die with eight faces: 1 is north, the others
/// follow clockwise.
pub fn scatter_direction(face: u32) -> Option<Direction> {
    let index = usize::try_from(face).ok()?.checked_sub(1)?;
    Direction::ALL.get(index).copied()
}

/// Which way a line or cone that cannot shift swerves, in eighths of a turn:
/// left (-1) on 1 to 4 of eight faces, right (1) on 5 to 8.
pub const fn swerve(face: u32) -> Option<i32> {
    match face {
        1..=4 => Some(-1),
        5..=8 => Some(1),
        _ => None,
    }
}

/// What ended a flight early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Something solid ahead.
    Wall,
    /// The rim of the board ahead.
    Rim,
}

/// Where a scattered area comes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Landing {
    /// Its centre.
    pub centre: Centre,
    /// Squares of the board that it went.
    pub moved: i32,
    /// Why it went no farther; `None` when it went all the way.
    pub stopped: Option<Stop>,
}

/// Moves `centre` by `squares` squares, each `size` squares of the board, and
/// stops before the rim and before anything that stops `barrier`. A centre on a
/// grid corner slides along the lines between squares, those of the rim too, and
/// is stopped where both sides are.
pub fn scatter(
    board: &Board,
    barrier: &impl Barrier,
    centre: Centre,
    direction: Direction,
    squares: i32,
    size: i32,
) -> Landing {
    let far = i64::from(squares.max(0)) * i64::from(size.max(1));
    let mut landing = Landing { centre, moved: 0, stopped: None };
    for moved in 1..=far.min(2 * Board::MAX_SIDE) {
        let next = match landing.centre {
            Centre::Square(from) => step_square(board, barrier, from, direction).map(Centre::Square),
            Centre::Corner(from) => step_corner(board, barrier, from, direction).map(Centre::Corner),
        };
        match next {
            Ok(centre) => landing = Landing { centre, moved: moved as i32, stopped: None },
            Err(stop) => return Landing { stopped: Some(stop), ..landing },
        }
    }
    landing
}

fn step_square(board: &Board, barrier: &impl Barrier, from: Square, direction: Direction) -> Result<Square, Stop> {
    if !board.contains(from) {
        return Err(Stop::Rim);
    }
    let to = from.step(direction, 1);
    let pass = if direction.is_diagonal() {
        Pass::Corner { from, to, beside: [Square::new(to.x, from.y), Square::new(from.x, to.y)] }
    } else {
        Pass::Side { from, to }
    };
    if !board.contains(to) {
        Err(Stop::Rim)
    } else if barrier.stops(pass) || barrier.square(to) {
        Err(Stop::Wall)
    } else {
        Ok(to)
    }
}

/// One step of a grid corner, named by the square south-east of it.
fn step_corner(board: &Board, barrier: &impl Barrier, from: Square, direction: Direction) -> Result<Square, Stop> {
    let is_there = |corner: Square| (0..=board.width()).contains(&corner.x) && (0..=board.height()).contains(&corner.y);
    if !is_there(from) {
        return Err(Stop::Rim);
    }
    let to = from.step(direction, 1);
    if !is_there(to) {
        return Err(Stop::Rim);
    }
    // The square at a corner that lies towards a diagonal.
    let at = |corner: Square, towards: Direction| {
        let (dx, dy) = towards.offset();
        Square::new(corner.x - i32::from(dx < 0), corner.y - i32::from(dy < 0))
    };
    let stopped = if direction.is_diagonal() {
        let crossed = at(from, direction);
        let (beyond, beside) = (at(to, direction), [at(to, direction.turned(-2)), at(to, direction.turned(2))]);
        // On the rim nothing lies beyond that could be shut off.
        let is_shut = || barrier.stops(Pass::Corner { from: crossed, to: beyond, beside });
        barrier.square(crossed) || (board.contains(beyond) && is_shut())
    } else {
        // On either hand: a wall that ends in the corner, or the square beyond.
        [-1, 1].into_iter().all(|hand| {
            let (behind, ahead) = (direction.turned(3 * hand), direction.turned(hand));
            barrier.square(at(from, ahead)) || barrier.edge(at(from, behind), at(from, ahead))
        }) || {
            let beyond = [-1, 1].map(|hand| (at(to, direction.turned(3 * hand)), at(to, direction.turned(hand))));
            let goes_on = beyond.iter().any(|(_, ahead)| board.contains(*ahead));
            goes_on && beyond.iter().all(|(behind, ahead)| barrier.edge(*behind, *ahead))
        }
    };
    if stopped { Err(Stop::Wall) } else { Ok(to) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fixture::{field, map, plan};
    use crate::board::{BlocksMove, Nothing};

    fn fly(board: &Board, centre: Centre, direction: Direction, squares: i32) -> Landing {
        scatter(board, &BlocksMove(board), centre, direction, squares, 1)
    }

    #[test]
    fn the_die_counts_clockwise_from_north() {
        assert_eq!(scatter_direction(1), Some(Direction::North));
        assert_eq!(scatter_direction(6), Some(Direction::SouthWest));
        assert_eq!((scatter_direction(0), scatter_direction(9)), (None, None));
        assert_eq!([1, 4, 5, 8, 9].map(swerve), [Some(-1), Some(-1), Some(1), Some(1), None]);
    }

    #[test]
    fn a_six_and_two_squares_lead_south_west() {
        let board = field(20, 20);
        let landing =
            scatter(&board, &Nothing, Centre::Square(Square::new(10, 10)), scatter_direction(6).unwrap(), 2, 1);
        assert_eq!(landing.centre, Centre::Square(Square::new(8, 12)));
    }

    #[test]
    fn a_flask_goes_seven_squares_astray() {
        let board = field(40, 4);
        let landing = fly(&board, Centre::Corner(Square::new(12, 1)), Direction::East, 7);
        let expected = Landing { centre: Centre::Corner(Square::new(19, 1)), moved: 7, stopped: None };
        assert_eq!(landing, expected);
    }

    #[test]
    fn squares_of_a_giant_are_its_own() {
        let board = field(40, 4);
        let landing = scatter(&board, &Nothing, Centre::Square(Square::new(0, 0)), Direction::East, 3, 4);
        assert_eq!((landing.centre, landing.moved), (Centre::Square(Square::new(12, 0)), 12));
    }

    #[test]
    fn it_stops_before_a_wall_and_before_the_rim() {
        let board = map(&["...#.."]);
        let from = |x| Centre::Square(Square::new(x, 0));
        let landing = fly(&board, from(0), Direction::East, 5);
        assert_eq!(landing, Landing { centre: from(2), moved: 2, stopped: Some(Stop::Wall) });
        let landing = fly(&board, from(4), Direction::East, 5);
        assert_eq!(landing, Landing { centre: from(5), moved: 1, stopped: Some(Stop::Rim) });
        let thin = plan(&["         ", " . .|. . ", "         "]);
        assert_eq!(fly(&thin, from(0), Direction::East, 3).centre, from(1));
    }

    #[test]
    fn a_corner_comes_to_rest_at_the_face_of_a_rock_and_before_a_thin_wall() {
        let corner = |x, y| Centre::Corner(Square::new(x, y));
        let rock = map(&["...#..", "...#.."]);
        assert_eq!(fly(&rock, corner(1, 1), Direction::East, 4).centre, corner(3, 1));
        let thin = plan(&["             ", " . . .|. . . ", "             ", " . . .|. . . ", "             "]);
        let landing = fly(&thin, corner(1, 1), Direction::East, 4);
        assert_eq!(landing, Landing { centre: corner(2, 1), moved: 1, stopped: Some(Stop::Wall) });
        let gap = plan(&["             ", " . . .|. . . ", "             ", " . . . . . . ", "             "]);
        assert_eq!(fly(&gap, corner(1, 1), Direction::East, 4).centre, corner(5, 1));
    }

    #[test]
    fn a_corner_goes_diagonally_through_squares_until_one_is_solid() {
        let corner = |x, y| Centre::Corner(Square::new(x, y));
        let board = map(&[".....", ".....", "..#..", "....."]);
        let landing = fly(&board, corner(1, 1), Direction::SouthEast, 3);
        assert_eq!(landing, Landing { centre: corner(2, 2), moved: 1, stopped: Some(Stop::Wall) });
        let landing = fly(&board, corner(1, 1), Direction::NorthWest, 3);
        assert_eq!(landing, Landing { centre: corner(0, 0), moved: 1, stopped: Some(Stop::Rim) });
    }

    /// ST-AREA-03: corners run from 0 to the size of the board, and slide along each rim.
    #[test]
    fn a_corner_goes_along_every_rim_and_on_to_it() {
        let corner = |x, y| Centre::Corner(Square::new(x, y));
        let board = field(6, 4);
        let cases = [
            (corner(2, 0), Direction::East, corner(5, 0)),
            (corner(2, 4), Direction::West, corner(0, 4)),
            (corner(0, 1), Direction::South, corner(0, 4)),
            (corner(6, 3), Direction::North, corner(6, 0)),
            (corner(2, 1), Direction::North, corner(2, 0)),
            (corner(5, 3), Direction::SouthEast, corner(6, 4)),
            (corner(0, 4), Direction::NorthEast, corner(3, 1)),
            (corner(0, 2), Direction::West, corner(0, 2)),
        ];
        for (from, direction, to) in cases {
            assert_eq!(fly(&board, from, direction, 3).centre, to, "{from:?} {direction:?}");
        }
        let rock = map(&["...#..", "......"]);
        assert_eq!(fly(&rock, corner(1, 0), Direction::East, 4).centre, corner(3, 0));
    }

    #[test]
    fn figures_from_outside_do_no_harm() {
        let board = field(5, 5);
        let off = Centre::Square(Square::new(i32::MIN, i32::MAX));
        let landing = scatter(&board, &Nothing, off, Direction::NorthWest, i32::MAX, i32::MAX);
        assert_eq!((landing.moved, landing.stopped), (0, Some(Stop::Rim)));
        let landing = scatter(&board, &Nothing, off, Direction::NorthWest, -5, -5);
        assert_eq!((landing.moved, landing.stopped), (0, None));
    }
}
