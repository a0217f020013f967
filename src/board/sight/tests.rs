use proptest::prelude::*;

use super::*;
use crate::board::fixture::{any_board, field, map, plan, squares};
use crate::board::{Opacity, TextMap};

/// Whether A sees B on the map.
fn a_sees_b(rows: &[&str]) -> bool {
    let marks = TextMap::read(rows.iter().copied()).unwrap();
    let (a, b) = (marks.all('A').next().unwrap(), marks.all('B').next().unwrap());
    sees(&map(rows), a, b)
}

#[test]
fn open_ground_is_seen_across() {
    assert!(a_sees_b(&["A....", "....B"]));
}

#[test]
fn a_rock_on_the_line_hides_what_is_behind_it() {
    assert!(!a_sees_b(&["A.#.B"]));
    assert!(!a_sees_b(&["A....", "..#..", "....B"]));
}

#[test]
fn the_face_of_a_rock_is_seen_and_smoke_is_seen_out_of() {
    let board = map(&[".#*."]);
    assert!(sees(&board, Square::new(0, 0), Square::new(1, 0)));
    assert!(sees(&board, Square::new(2, 0), Square::new(3, 0)));
    assert!(!sees(&board, Square::new(1, 0), Square::new(3, 0)));
}

#[test]
fn one_rock_beside_a_corner_leaves_the_diagonal_free_and_two_stop_it() {
    assert!(a_sees_b(&["A#", ".B"]));
    assert!(!a_sees_b(&["A#", "#B"]));
}

#[test]
fn rocks_at_different_corners_of_a_diagonal_leave_it_free() {
    assert!(a_sees_b(&["A#..", "....", ".#..", "...B"]));
    assert!(!a_sees_b(&["A...", "..#.", ".#..", "...B"]));
}

#[test]
fn a_wall_between_two_squares_stops_sight_and_an_end_of_wall_does_not() {
    let board = plan(&["     ", " .|. ", "     ", " . . ", "     "]);
    assert!(!sees(&board, Square::new(0, 0), Square::new(1, 0)));
    assert!(sees(&board, Square::new(0, 0), Square::new(1, 1)));
    let corner = plan(&["     ", " .|. ", "   - ", " . . ", "     "]);
    assert!(sees(&corner, Square::new(0, 0), Square::new(1, 1)));
    assert!(sees(&corner, Square::new(0, 1), Square::new(1, 1)));
    let straight = plan(&["     ", " . . ", " - - ", " . . ", "     "]);
    assert!(!sees(&straight, Square::new(0, 0), Square::new(1, 1)));
}

#[test]
fn nothing_is_seen_off_the_board() {
    let board = field(3, 3);
    assert!(!sees(&board, Square::new(0, 0), Square::new(3, 0)));
    assert!(!sees(&board, Square::new(i32::MIN, i32::MAX), Square::new(0, 0)));
}

#[test]
fn a_giant_sees_round_a_pillar_that_hides_a_man() {
    let board = map(&["......", "...#..", "......", "......"]);
    let target = Footprint::one(Square::new(5, 1));
    assert!(!bodies_see(&board, Footprint::one(Square::new(0, 1)), target));
    assert!(bodies_see(&board, Footprint::new(Square::new(0, 1), 3), target));
}

#[test]
fn lines_between_blocks_join_their_nearest_squares() {
    let giant = Footprint::new(Square::new(0, 0), 4);
    assert_eq!(line_ends(giant, Footprint::one(Square::new(9, 2))), (Square::new(3, 2), Square::new(9, 2)));
    assert_eq!(line_ends(giant, Footprint::one(Square::new(6, 9))), (Square::new(3, 3), Square::new(6, 9)));
    assert_eq!(line_ends(giant, Footprint::new(Square::new(8, 1), 2)), (Square::new(3, 1), Square::new(8, 1)));
}

#[test]
fn what_lies_between_leaves_out_both_ends() {
    let between: Vec<_> = squares_between(Square::new(0, 0), Square::new(3, 0)).collect();
    assert_eq!(between, [Square::new(1, 0), Square::new(2, 0)]);
}

proptest! {
    #[test]
    fn sight_is_mutual(board in any_board(5)) {
        let opacity = Opacity::of(&board);
        for a in squares(&board) {
            for b in squares(&board) {
                prop_assert_eq!(sees(&board, a, b), sees(&board, b, a));
                prop_assert_eq!(sees(&board, a, b), line_is_free(&opacity, Centre::Square(a), b));
            }
        }
    }

    #[test]
    fn nearest_squares_are_the_same_from_both_ends(
        a in (-20i32..20, -20i32..20, 1i32..6), b in (-20i32..20, -20i32..20, 1i32..6),
    ) {
        let (a, b) = (Footprint::new((a.0, a.1).into(), a.2), Footprint::new((b.0, b.1).into(), b.2));
        let (near, far) = line_ends(a, b);
        prop_assert_eq!(line_ends(b, a), (far, near));
        prop_assert!(a.contains(near) && b.contains(far));
        prop_assert_eq!(Footprint::one(near).offsets(Footprint::one(far)), a.offsets(b));
    }
}
