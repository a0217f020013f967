use super::*;
use crate::board::fixture::{ground, wall};

fn legend() -> Vec<(char, Terrain)> {
    vec![('.', ground("open")), ('#', Terrain { blocks_sight: true, cost: 0, ..ground("rock") })]
}

#[test]
fn a_map_becomes_a_board_and_comes_back_as_the_same_map() {
    let rows = ["..#", "#.."];
    let board = board_from_map(rows, &legend()).unwrap();
    assert_eq!((board.width(), board.height()), (3, 2));
    assert_eq!(board.terrain(Square::new(2, 0)).unwrap().name, "rock");
    let mark = |square| if board.terrain(square).unwrap().blocks_sight { '#' } else { '.' };
    assert_eq!(draw_map(&board, mark), rows);
}

#[test]
fn a_plan_shows_walls_between_squares() {
    let rows = ["     ", " .|# ", " -   ", " . . ", "     "];
    let walls = [('|', wall()), ('-', wall())];
    let board = board_from_plan(rows, &legend(), &walls).unwrap();
    assert!(board.edge(Square::new(0, 0), Square::new(1, 0)).unwrap().blocks_sight);
    assert!(board.edge(Square::new(0, 0), Square::new(0, 1)).unwrap().blocks_move);
    assert!(!board.edge(Square::new(1, 0), Square::new(1, 1)).unwrap().blocks_sight);
}

#[test]
fn a_ragged_row_is_named() {
    let error = board_from_map(["..", "...", ".."], &legend()).unwrap_err();
    assert_eq!(error, TextError::Ragged { row: 2, found: 3, expected: 2 });
    assert_eq!(error.to_string(), "row 2 has 3 characters, the first has 2");
}

#[test]
fn an_unknown_character_is_named_with_row_and_column() {
    let error = board_from_map(["..", ".?"], &legend()).unwrap_err();
    assert_eq!(error, TextError::Unknown { row: 2, column: 2, found: '?' });
    let error = board_from_plan(["   ", "x. ", "   "], &legend(), &[]).unwrap_err();
    assert_eq!(error, TextError::Unknown { row: 2, column: 1, found: 'x' });
}

#[test]
fn nothing_is_no_board() {
    assert_eq!(board_from_map([], &legend()), Err(TextError::Empty));
    assert_eq!(board_from_map([""], &legend()), Err(TextError::Empty));
    assert_eq!(board_from_map(["."], &[]), Err(TextError::Terrains(0)));
    assert_eq!(board_from_plan(["..", ".."], &legend(), &[]), Err(TextError::Plan { columns: 2, rows: 2 }));
    let twice = [('.', ground("a")), ('.', ground("b"))];
    assert_eq!(board_from_map(["."], &twice), Err(TextError::Twice('.')));
}

#[test]
fn letters_are_found_where_they_stand() {
    let map = TextMap::read(["A.B", ".A."]).unwrap();
    assert_eq!(map.all('A').collect::<Vec<_>>(), [Square::new(0, 0), Square::new(1, 1)]);
}
