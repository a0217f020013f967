//! Boards for tests, drawn in text.

use proptest::prelude::*;

use super::text::board_from_plan;
use super::{Board, CoverGrade, Edge, Square, Terrain, Zone, ZoneId, board_from_map};

/// Open ground called `name`.
pub(super) fn ground(name: &str) -> Terrain {
    Terrain::open(name)
}

/// A wall on an edge.
pub(super) fn wall() -> Edge {
    Edge { blocks_move: true, blocks_sight: true, cover: CoverGrade::Total, object: None }
}

/// `.` open, `#` rock, `*` smoke, `b` bush (light cover), `h` hedge (heavy cover), `~` pit.
pub(super) fn legend() -> Vec<(char, Terrain)> {
    vec![
        ('.', ground("open")),
        ('#', Terrain { cost: 0, blocks_sight: true, cover: CoverGrade::Total, ..ground("rock") }),
        ('*', Terrain { blocks_sight: true, tags: vec!["smoke".into()], ..ground("smoke") }),
        ('b', Terrain { cover: CoverGrade::Light, ..ground("bush") }),
        ('h', Terrain { cover: CoverGrade::Heavy, ..ground("hedge") }),
        ('~', Terrain { cost: 0, ..ground("pit") }),
        ('d', Terrain { tags: vec!["dark".into()], ..ground("dark") }),
    ]
}

/// A map in which any other letter is a mark on open ground.
pub(super) fn map(rows: &[&str]) -> Board {
    let legend = legend();
    let plain = |found: char| if legend.iter().any(|&(known, _)| known == found) { found } else { '.' };
    let rows: Vec<String> = rows.iter().map(|row| row.chars().map(plain).collect()).collect();
    board_from_map(rows.iter().map(String::as_str), &legend).unwrap()
}

/// A plan with `|` and `-` as walls, `f` as a fence of medium cover.
pub(super) fn plan(rows: &[&str]) -> Board {
    let fence = Edge { cover: CoverGrade::Medium, ..Edge::default() };
    board_from_plan(rows.iter().copied(), &legend(), &[('|', wall()), ('-', wall()), ('f', fence)]).unwrap()
}

/// Open ground of `width` by `height`.
pub(super) fn field(width: i64, height: i64) -> Board {
    Board::open(width, height, ground("open")).unwrap()
}

/// A board whose squares are in the zones that the digits say, and the letters after them.
pub(super) fn zoned(mut board: Board, rows: &[&str]) -> Board {
    let count = rows.iter().flat_map(|row| row.chars()).filter_map(|found| found.to_digit(36)).max().unwrap_or(0);
    board.zones = (0..=count).map(|zone| Zone { name: zone.to_string(), tags: Vec::new() }).collect();
    for (row, y) in rows.iter().zip(0..) {
        for (found, x) in row.chars().zip(0..) {
            board.cell_mut(Square::new(x, y)).unwrap().zone = found.to_digit(36).map(|zone| zone as ZoneId);
        }
    }
    board
}

/// Boards with rocks on squares and walls on edges, one in `rarity` of each.
pub(super) fn any_board(rarity: u8) -> impl Strategy<Value = Board> {
    (1i64..14, 1i64..14, prop::collection::vec((0..rarity, 0..rarity, 0..rarity), 14 * 14)).prop_map(
        |(width, height, dice)| {
            let mut board = field(width, height);
            board.terrains = legend().into_iter().map(|(_, terrain)| terrain).collect();
            for y in 0..height as i32 {
                for x in 0..width as i32 {
                    let at = Square::new(x, y);
                    let (rock, north, west) = dice[(y * 14 + x) as usize];
                    board.cell_mut(at).unwrap().terrain = u8::from(rock == 0);
                    if north == 0 {
                        *board.edge_mut(at, Square::new(x, y - 1)).unwrap() = wall();
                    }
                    if west == 0 {
                        *board.edge_mut(at, Square::new(x - 1, y)).unwrap() = wall();
                    }
                }
            }
            board
        },
    )
}

/// Every square of `board`.
pub(super) fn squares(board: &Board) -> impl Iterator<Item = Square> + Clone + use<> {
    let (width, height) = (board.width(), board.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}
