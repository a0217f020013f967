use super::*;
use crate::board::fixture::{field, map};
use crate::board::{Gait, Metric, Nobody};

fn ground(rows: &[&str]) -> Ground {
    Ground::of(&map(rows), 1, Gait { metric: Metric::OneAndAHalf, ..Gait::default() })
}

fn walk(
    ground: &Ground,
    bodies: &impl Bodies,
    squares: &[(i32, i32)],
    budget: u32,
) -> Result<Halves, (usize, Obstacle)> {
    let squares: Vec<Square> = squares.iter().map(|&at| at.into()).collect();
    let walked = check_path(ground, bodies, Square::new(0, 0), &squares, Halves(budget));
    walked.map(|route| route.cost).map_err(|misstep| (misstep.step, misstep.why))
}

#[test]
fn a_walk_is_refused_at_the_step_that_cannot_be_made() {
    let ground = ground(&["....", ".#..", "...."]);
    assert_eq!(walk(&ground, &Nobody, &[(1, 0), (2, 0), (3, 1)], 20), Ok(Halves(7)));
    assert_eq!(walk(&ground, &Nobody, &[(1, 0), (1, 1)], 20), Err((1, Obstacle::Ground)));
    assert_eq!(walk(&ground, &Nobody, &[(1, 0), (2, 1)], 20), Err((1, Obstacle::Corner)));
    assert_eq!(walk(&ground, &Nobody, &[(1, 0), (3, 0)], 20), Err((1, Obstacle::NotAdjacent)));
    assert_eq!(walk(&ground, &Nobody, &[(0, 0)], 20), Err((0, Obstacle::NotAdjacent)));
    assert_eq!(walk(&ground, &Nobody, &[(0, -1)], 20), Err((0, Obstacle::OffBoard)));
    assert_eq!(walk(&ground, &Nobody, &[(1, 0), (2, 0), (3, 0)], 5), Err((2, Obstacle::TooFar)));
    assert_eq!(walk(&ground, &Nobody, &[], 0), Ok(Halves::ZERO));
    assert_eq!(walk(&ground, &Nobody, &[(i32::MIN, i32::MAX)], 5), Err((0, Obstacle::NotAdjacent)));
}

#[test]
fn bodies_block_halt_or_let_pass() {
    let bodies = |square: Square| match square.x {
        1 => Passage::Through,
        2 if square.y == 0 => Passage::Block,
        2 => Passage::Halt,
        _ => Passage::Free,
    };
    let ground = ground(&["....", "...."]);
    assert_eq!(walk(&ground, &bodies, &[(1, 0)], 20), Err((0, Obstacle::Taken)));
    assert_eq!(walk(&ground, &bodies, &[(1, 0), (2, 0)], 20), Err((1, Obstacle::Body)));
    assert_eq!(walk(&ground, &bodies, &[(1, 0), (2, 1)], 20), Ok(Halves(5)));
    assert_eq!(walk(&ground, &bodies, &[(1, 0), (2, 1), (3, 1)], 20), Err((2, Obstacle::Halted)));
    assert_eq!(walk(&ground, &bodies, &[(1, 0), (0, 0)], 20), Ok(Halves(4)), "home again");
}

#[test]
fn a_misstep_reads_as_a_sentence() {
    let misstep = Misstep { step: 1, at: Square::new(2, 1), why: Obstacle::Corner };
    assert_eq!(misstep.to_string(), "step 2 to (2,1): no room to pass the corner");
}

#[test]
fn a_run_goes_straight_on_until_something_stops_it() {
    let ground = ground(&["....#."]);
    let run = straight_run(&ground, &Nobody, Square::new(0, 0), Direction::East, Halves::squares(9));
    assert_eq!((run.steps.len(), run.stop), (3, Obstacle::Ground));
    assert_eq!(run.steps.last(), Some(&(Square::new(3, 0), Halves(6), true)));
    let short = straight_run(&ground, &Nobody, Square::new(0, 0), Direction::East, Halves(5));
    assert_eq!((short.steps.len(), short.stop), (2, Obstacle::TooFar));
}

#[test]
fn every_second_diagonal_of_a_run_counts_double() {
    let ground = Ground::of(&field(6, 6), 1, Gait { metric: Metric::Alternating, ..Gait::default() });
    let run = straight_run(&ground, &Nobody, Square::new(0, 0), Direction::SouthEast, Halves::ENDLESS);
    assert_eq!(run.steps.iter().map(|&(_, cost, _)| cost.whole()).collect::<Vec<_>>(), [1, 3, 4, 6, 7]);
    assert_eq!(run.stop, Obstacle::OffBoard);
}
