use super::*;
use crate::board::fixture::{field, map, plan};
use crate::board::{Metric, Nobody, Scratch, draw_map, reach};

const EAST: Direction = Direction::East;
const SOUTH_EAST: Direction = Direction::SouthEast;

fn gait(corners: Corners) -> Gait {
    Gait { corners, ..Gait::default() }
}

#[test]
fn each_refusal_has_its_name() {
    let board = plan(&["       ", " .|. # ", "       ", " . . . ", "       "]);
    let ground = Ground::of(&board, 1, Gait::default());
    let step = |x, y, direction| ground.step(Square::new(x, y), direction);
    assert_eq!(step(0, 0, EAST), Err(Obstacle::Wall));
    assert_eq!(step(1, 0, EAST), Err(Obstacle::Ground));
    assert_eq!(step(0, 0, Direction::North), Err(Obstacle::OffBoard));
    assert_eq!(step(0, 0, SOUTH_EAST), Err(Obstacle::Corner));
    assert_eq!(step(0, 1, EAST), Ok(1));
    assert_eq!(step(i32::MAX, i32::MAX, EAST), Err(Obstacle::OffBoard));
}

#[test]
fn how_a_corner_is_passed_is_for_the_ruleset_to_say() {
    let open = |rows: &[&str], corners| Ground::of(&map(rows), 1, gait(corners)).step(Square::new(0, 0), SOUTH_EAST);
    assert!(open(&[".#", ".."], Corners::Clear).is_err());
    assert!(open(&[".#", ".."], Corners::OneSide).is_ok());
    assert!(open(&[".#", "#."], Corners::OneSide).is_err());
    assert!(open(&[".#", "#."], Corners::Squeeze).is_ok());
}

#[test]
fn nobody_squeezes_through_a_straight_wall() {
    let board = plan(&["     ", " . . ", " - - ", " . . ", "     "]);
    for corners in [Corners::Clear, Corners::OneSide, Corners::Squeeze] {
        assert_eq!(Ground::of(&board, 1, gait(corners)).step(Square::new(0, 0), SOUTH_EAST), Err(Obstacle::Corner));
    }
}

#[test]
fn a_cliff_is_climbed_only_as_high_as_one_can() {
    let mut board = field(2, 1);
    board.cell_mut(Square::new(1, 0)).unwrap().height = 2;
    let step = |climb, drop, x, direction| {
        Ground::of(&board, 1, Gait { climb, drop, ..Gait::default() }).step(Square::new(x, 0), direction)
    };
    assert_eq!(step(Some(1), None, 0, EAST), Err(Obstacle::Steep));
    assert_eq!(step(Some(2), Some(0), 0, EAST), Ok(1));
    assert_eq!(step(None, Some(1), 1, Direction::West), Err(Obstacle::Steep));
}

#[test]
fn a_large_body_pays_for_the_worst_square_that_it_newly_enters() {
    let mut board = map(&["....", "....", "...."]);
    let mut rough = board.terrains[0].clone();
    rough.cost = 3;
    board.terrains.push(rough);
    let terrain = board.terrains.len() as u8 - 1;
    board.cell_mut(Square::new(2, 1)).unwrap().terrain = terrain;
    let ground = Ground::of(&board, 2, Gait::default());
    let step = |x, y, direction| ground.step(Square::new(x, y), direction);
    assert_eq!(step(0, 0, EAST), Ok(3));
    assert_eq!(step(1, 0, EAST), Ok(1), "the bad square is under it already");
    assert_eq!(step(0, 1, EAST), Ok(3));
    assert_eq!(step(1, 1, SOUTH_EAST), Err(Obstacle::OffBoard));
}

#[test]
fn a_large_body_needs_a_gap_of_its_own_width() {
    let board = map(&[".....", "##.##", "....."]);
    let wide = map(&["......", "##..##", "......", "......"]);
    let reached = |board: &Board| {
        let ground = Ground::of(board, 2, Gait::default());
        let mut scratch = Scratch::new();
        let found = reach(&ground, &Nobody, Square::new(0, 2), crate::board::Halves::ENDLESS, &mut scratch);
        draw_map(board, |square| if found.has(square) { 'x' } else { '.' })
    };
    assert_eq!(reached(&wide), ["..x...", "..x...", "xxxxx.", "......"]);
    assert!(reached(&board).iter().all(|row| !row.contains('x')), "it does not even fit where it is");
}

#[test]
fn a_large_body_does_not_stand_across_a_wall() {
    let ground = Ground::of(&plan(&["       ", " . .|. ", "       ", " . . . ", "       "]), 2, Gait::default());
    assert!(ground.fits(Square::new(0, 0)));
    assert!(!ground.fits(Square::new(1, 0)));
    assert_eq!(ground.step(Square::new(0, 0), EAST), Err(Obstacle::Wall));
}

#[test]
fn who_flies_sees_other_ground() {
    let board = map(&[".~."]);
    let flies = Ground::with(&board, 1, Gait::default(), |_| 1, |edge| edge.blocks_move);
    assert_eq!(flies.step(Square::new(0, 0), EAST), Ok(1));
}

#[test]
fn without_diagonals_nobody_steps_diagonally() {
    let ground = Ground::of(&field(2, 2), 1, Gait { metric: Metric::Manhattan, ..Gait::default() });
    assert_eq!(ground.step(Square::new(0, 0), SOUTH_EAST), Err(Obstacle::Corner));
}
