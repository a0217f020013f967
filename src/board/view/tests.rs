use proptest::prelude::*;

use super::*;
use crate::board::fixture::{any_board, field, map, plan, squares};
use crate::board::{bodies_see, draw_map, sees};

fn seen(board: &Board, from: Square, radius: i32) -> Vec<String> {
    let mut view = View::new();
    view.look(&Opacity::of(board), Footprint::one(from), radius);
    draw_map(board, |square| match view.sees(square) {
        _ if square == from => '@',
        true => '.',
        false => ' ',
    })
}

#[test]
fn open_ground_is_seen_as_a_round_field() {
    let expected = ["       ", "  ...  ", " ..... ", " ..@.. ", " ..... ", "  ...  ", "       "];
    assert_eq!(seen(&field(7, 7), Square::new(3, 3), 2), expected);
}

#[test]
fn a_pillar_throws_a_shadow_that_widens() {
    let board = map(&[".......", ".......", "@.#....", ".......", "......."]);
    let expected = [".......", "....   ", "@..    ", "....   ", "......."];
    assert_eq!(seen(&board, Square::new(0, 2), 10), expected);
}

#[test]
fn a_closed_room_shows_its_floor_and_nothing_beyond() {
    let board = map(&["#####.", "#...#.", "#...#.", "#####.", "......"]);
    assert_eq!(seen(&board, Square::new(1, 1), 9), [" ..   ", ".@... ", "..... ", " ...  ", "      "]);
}

#[test]
fn thin_walls_close_a_room_without_taking_a_square() {
    let board = plan(&["         ", " . .|. . ", "         ", " . .|. . ", " - -     ", " . . . . ", "         "]);
    assert_eq!(seen(&board, Square::new(0, 0), 9), ["@.  ", "..  ", "    "]);
}

#[test]
fn a_looker_off_the_board_sees_nothing() {
    let mut view = View::new();
    view.look(&Opacity::of(&field(4, 4)), Footprint::one(Square::new(-2, 9)), 5);
    assert_eq!((view.count(), view.squares().count()), (0, 0));
}

/// Widths that need more than one word a row, and slopes with large numbers.
#[test]
fn a_wide_board_with_scattered_rocks_agrees_with_the_plain_definition() {
    let mut board = field(150, 40);
    board.terrains.push(crate::board::fixture::legend()[1].1.clone());
    for (index, square) in squares(&board).enumerate() {
        if index * 7919 % 23 == 0 {
            board.cell_mut(square).unwrap().terrain = 1;
        }
    }
    let (from, mut view) = (Square::new(70, 20), View::new());
    view.look(&Opacity::of(&board), Footprint::one(from), 200);
    for square in squares(&board) {
        assert_eq!(view.sees(square), sees(&board, from, square), "{square}");
    }
}

fn check(board: &Board, body: Footprint, radius: i32) -> Result<(), TestCaseError> {
    let mut view = View::new();
    view.look(&Opacity::of(board), body, radius);
    let mut count = 0;
    for square in squares(board) {
        let expected = body.squares().any(|from| {
            let (dx, dy) = (i64::from(square.x - from.x), i64::from(square.y - from.y));
            dx * dx + dy * dy <= i64::from(radius * radius + radius) && sees(board, from, square)
        });
        prop_assert_eq!(view.sees(square), expected, "{:?} to {} on\n{:?}", body, square, board);
        count += usize::from(expected);
    }
    prop_assert_eq!(view.count(), count);
    prop_assert!(view.squares().all(|square| view.sees(square)));
    prop_assert_eq!(view.squares().count(), count);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_field_of_view_is_exactly_what_is_seen_square_by_square(
        board in (2u8..30).prop_flat_map(any_board), at in (0usize..200), radius in 0i32..20,
    ) {
        let all: Vec<_> = squares(&board).collect();
        check(&board, Footprint::one(all[at % all.len()]), radius)?;
    }

    #[test]
    fn a_large_body_sees_what_any_of_its_squares_sees(board in any_board(6), at in (-1i32..9, -1i32..9)) {
        let body = Footprint::new(at.into(), 3);
        check(&board, body, 40)?;
        let mut view = View::new();
        view.look(&Opacity::of(&board), body, 40);
        for square in squares(&board) {
            prop_assert_eq!(view.sees(square), bodies_see(&board, body, Footprint::one(square)));
        }
    }
}
