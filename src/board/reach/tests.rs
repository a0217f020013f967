use super::*;
use crate::board::fixture::{field, map};
use crate::board::{Gait, Metric, Nobody, draw_map};

fn costs(rows: &[&str], metric: Metric, start: Square, budget: u32) -> Vec<String> {
    let board = map(rows);
    let ground = Ground::of(&board, 1, Gait { metric, ..Gait::default() });
    let mut scratch = Scratch::new();
    let found = reach(&ground, &Nobody, start, Halves(budget), &mut scratch);
    draw_map(&board, |square| found.cost(square).and_then(|cost| char::from_digit(cost.0, 36)).unwrap_or('.'))
}

#[test]
fn each_metric_has_its_own_reach() {
    let rows = ["....", "....", "...."];
    let corner = Square::new(0, 0);
    assert_eq!(costs(&rows, Metric::Chebyshev, corner, 4), ["024.", "224.", "444."]);
    assert_eq!(costs(&rows, Metric::OneAndAHalf, corner, 6), ["0246", "235.", "456."]);
    assert_eq!(costs(&rows, Metric::Alternating, corner, 6), ["0246", "2246", "446."]);
    assert_eq!(costs(&rows, Metric::Manhattan, corner, 6), ["0246", "246.", "46.."]);
}

#[test]
fn a_walk_goes_round_rocks_and_past_no_corner() {
    let rows = ["..#..", "..#..", "....."];
    assert_eq!(costs(&rows, Metric::Chebyshev, Square::new(1, 1), 8), ["22...", "20.88", "22468"]);
}

#[test]
fn a_diagonal_stepped_before_makes_the_next_one_dear() {
    let ground = Ground::of(&field(3, 3), 1, Gait { metric: Metric::Alternating, ..Gait::default() });
    let mut scratch = Scratch::new();
    let start = Start { at: Square::new(0, 0), odd: true };
    let found = reach(&ground, &Nobody, start, Halves(6), &mut scratch);
    assert_eq!(found.cost(Square::new(1, 1)), Some(Halves(4)));
    assert_eq!(found.cost(Square::new(2, 2)), Some(Halves(6)));
}

#[test]
fn a_passed_square_is_no_end_and_a_halting_one_no_way() {
    let ground = Ground::of(&field(5, 1), 1, Gait::default());
    let mut scratch = Scratch::new();
    let bodies = |square: Square| match square.x {
        1 => Passage::Through,
        3 => Passage::Halt,
        _ => Passage::Free,
    };
    let found = reach(&ground, &bodies, Square::new(0, 0), Halves::ENDLESS, &mut scratch);
    assert_eq!(found.iter().map(|reached| reached.at.x).collect::<Vec<_>>(), [0, 2, 3]);
    assert_eq!(found.entered().count(), 4);
    assert!(!found.has(Square::new(1, 0)));
    assert_eq!(found.path(Square::new(1, 0)), None);
    assert_eq!(found.path(Square::new(2, 0)), Some(vec![Square::new(1, 0), Square::new(2, 0)]));
    assert_eq!(found.path(Square::new(0, 0)), Some(vec![]));
}

#[test]
fn from_off_the_board_nothing_is_reached() {
    let ground = Ground::of(&field(3, 3), 2, Gait::default());
    let mut scratch = Scratch::new();
    let before = reach(&ground, &Nobody, Square::new(0, 0), Halves::ENDLESS, &mut scratch).iter().count();
    for start in [Square::new(2, 0), Square::new(-1, 0), Square::new(i32::MAX, i32::MIN)] {
        let found = reach(&ground, &Nobody, start, Halves::ENDLESS, &mut scratch);
        assert!(found.iter().next().is_none() && !found.has(Square::new(0, 0)));
    }
    assert_eq!(before, 4);
}
