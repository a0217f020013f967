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

fn at(ground: &Ground, target: (i32, i32), budget: u32) -> (Vec<(i32, i32)>, Obstacle) {
    let run = run_at(ground, &Nobody, Square::new(0, 0), Footprint::one(target.into()), Halves::squares(budget));
    (run.steps.iter().map(|(square, ..)| (square.x, square.y)).collect(), run.stop)
}

#[test]
fn a_run_at_somebody_keeps_to_the_line() {
    let ground = Ground::of(&field(8, 8), 1, Gait::default());
    assert_eq!(at(&ground, (3, 0), 9), (vec![(1, 0), (2, 0), (3, 0)], Obstacle::Body));
    assert_eq!(at(&ground, (5, 2), 9), (vec![(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)], Obstacle::Body));
    assert_eq!(at(&ground, (5, 2), 2), (vec![(1, 1), (2, 1)], Obstacle::TooFar));
}

#[test]
fn a_run_at_somebody_stops_where_it_may_not_go_on() {
    let ground = Ground::of(&map(&["...", ".#.", "..."]), 1, Gait::default());
    assert_eq!(at(&ground, (2, 2), 9), (Vec::new(), Obstacle::Ground));
    assert_eq!(at(&ground, (2, 1), 9), (vec![(1, 0)], Obstacle::Ground));
    let ground = Ground::of(&field(8, 8), 1, Gait::default());
    let enemy = |square: Square| if square.x == 3 { Passage::Block } else { Passage::Free };
    let run = run_at(&ground, &enemy, Square::new(0, 0), Footprint::one(Square::new(3, 0)), Halves::ENDLESS);
    assert_eq!((run.steps.len(), run.stop), (2, Obstacle::Body));
}

#[test]
fn a_large_body_goes_at_what_is_before_it() {
    let ground = Ground::of(&field(16, 10), 3, Gait::default());
    let goes = |target: (i32, i32)| {
        let run = run_at(&ground, &Nobody, Square::new(0, 0), Footprint::one(target.into()), Halves::ENDLESS);
        run.steps.iter().map(|step| step.0).collect::<Vec<_>>()
    };
    let body = Footprint::new(Square::new(0, 0), 3);
    for row in 0..3 {
        let way = goes((13, row));
        assert_eq!((way.len(), way.last()), (11, Some(&Square::new(11, 0))), "its front takes the square");
        let before = &way[..way.len() - 1];
        assert!(leads_straight_at(body, before, Footprint::one(Square::new(13, row))));
        assert!(!leads_straight_at(body, before, Footprint::one(Square::new(13, 9))));
    }
    assert_eq!(goes((6, 6)), [Square::new(1, 1), Square::new(2, 2), Square::new(3, 3), Square::new(4, 4)]);
}

#[test]
fn going_straight_at_somebody_is_going_on_along_the_line() {
    let from = Footprint::one(Square::new(0, 0));
    let leads = |way: &[(i32, i32)], target: (i32, i32)| {
        let way: Vec<Square> = way.iter().map(|&at| at.into()).collect();
        leads_straight_at(from, &way, Footprint::one(target.into()))
    };
    assert!(leads(&[(1, 0), (2, 0)], (5, 0)));
    assert!(!leads(&[], (1, 0)), "nobody charges on the spot");
    assert!(!leads(&[(1, 1), (2, 0)], (5, 0)), "off the line");
    assert!(!leads(&[(1, 0), (2, 0), (1, 0)], (5, 0)), "and back");
    assert!(leads(&[(1, 0), (2, 1), (3, 1)], (5, 2)), "corners may be cut");
    assert!(leads(&[(1, 0), (1, 1), (2, 1)], (3, 2)));
    assert!(!leads(&[(0, 1), (1, 1)], (3, 1)));
}

#[test]
fn whoever_is_driven_on_keeps_to_the_line() {
    let driven = |body: Footprint, target: Footprint, most: usize| {
        driven_from(body, target).take(most).map(|at| (at.x, at.y)).collect::<Vec<_>>()
    };
    let one = |x: i32, y: i32| Footprint::one(Square::new(x, y));
    assert_eq!(driven(one(0, 0), one(16, 0), 2), [(17, 0), (18, 0)]);
    assert_eq!(driven(one(5, 5), one(4, 4), 2), [(3, 3), (2, 2)]);
    assert_eq!(driven(one(0, 0), one(1, 0), 99).len(), 16 + 1);
    assert_eq!(driven(Footprint::new(Square::new(0, 0), 3), one(13, 1), 1), [(14, 1)]);
    assert_eq!(driven(one(0, 0), Footprint::new(Square::new(4, 0), 2), 1), [(5, 0)]);
    assert_eq!(driven(one(3, 3), one(3, 3), 9), []);
}
