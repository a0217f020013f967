//! Boards as rows of text, both ways: for scenarios, the terminal and tests.
//!
//! A *map* has one character a square. A *plan* also shows what stands between
//! the squares: its odd rows and columns are squares, its even ones edges (and
//! grid corners, which are ignored), so two squares with a wall between them read
//! `|.#.|` in the middle one of three rows.

use thiserror::Error;

use super::{Board, BoardError, Direction, Edge, Square, Terrain};

/// Why rows of text are no board. Rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// Not a single square.
    #[error("no squares")]
    Empty,
    /// Every row must be as long as the first.
    #[error("row {row} has {found} characters, the first has {expected}")]
    Ragged {
        /// The row that differs.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// A character that the legend lacks.
    #[error("row {row}, column {column}: {found:?} is not in the legend")]
    Unknown {
        /// Where.
        row: usize,
        /// Where.
        column: usize,
        /// The character.
        found: char,
    },
    /// A character that the legend has twice.
    #[error("{0:?} stands twice in the legend")]
    Twice(char),
    /// More kinds of ground than a board can tell apart.
    #[error("{0} kinds of ground; 1 to 256 are possible")]
    Terrains(usize),
    /// A plan has an odd number of rows and of columns.
    #[error("a plan of {columns} x {rows} characters; both must be odd and at least 3")]
    Plan {
        /// Characters in a row.
        columns: usize,
        /// Rows.
        rows: usize,
    },
    /// The board is too large.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// The characters of equally long rows, with no meaning yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMap {
    width: usize,
    chars: Vec<char>,
}

impl TextMap {
    /// Reads `rows`.
    ///
    /// # Errors
    /// When there is nothing, or a row differs in length from the first.
    pub fn read<'a>(rows: impl IntoIterator<Item = &'a str>) -> Result<Self, TextError> {
        let mut map = Self { width: 0, chars: Vec::new() };
        for (index, row) in rows.into_iter().enumerate() {
            let before = map.chars.len();
            map.chars.extend(row.chars());
            let found = map.chars.len() - before;
            if index == 0 {
                map.width = found;
            }
            if found != map.width {
                return Err(TextError::Ragged { row: index + 1, found, expected: map.width });
            }
        }
        if map.chars.is_empty() { Err(TextError::Empty) } else { Ok(map) }
    }

    /// Characters in a row.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.chars.len() / self.width
    }

    /// Every character with its place, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Square, char)> {
        self.chars.iter().enumerate().map(|(index, &found)| (self.square(index), found))
    }

    /// Where `wanted` stands, row by row.
    pub fn all(&self, wanted: char) -> impl Iterator<Item = Square> {
        self.iter().filter(move |&(_, found)| found == wanted).map(|(square, _)| square)
    }

    fn square(&self, index: usize) -> Square {
        Square::new((index % self.width) as i32, (index / self.width) as i32)
    }

    fn unknown(square: Square, found: char) -> TextError {
        TextError::Unknown { row: square.y as usize + 1, column: square.x as usize + 1, found }
    }
}

/// The kinds of ground that a map may show, each with its character; the first
/// is what the board is made of.
pub type Legend<'a> = &'a [(char, Terrain)];

/// Makes a board from a map.
///
/// # Errors
/// When a row differs in length, a character is unknown, or the board is too large.
pub fn board_from_map<'a>(rows: impl IntoIterator<Item = &'a str>, legend: Legend<'_>) -> Result<Board, TextError> {
    let map = TextMap::read(rows)?;
    let mut board = blank(map.width(), map.height(), legend)?;
    for (square, found) in map.iter() {
        set_ground(&mut board, square, legend, found).ok_or_else(|| TextMap::unknown(square, found))?;
    }
    Ok(board)
}

/// Makes a board with walls from a plan; a blank between squares is no edge at all.
///
/// # Errors
/// When a row differs in length, a character is unknown, the numbers of rows
/// and columns are not odd, or the board is too large.
pub fn board_from_plan<'a>(
    rows: impl IntoIterator<Item = &'a str>,
    legend: Legend<'_>,
    edges: &[(char, Edge)],
) -> Result<Board, TextError> {
    let plan = TextMap::read(rows)?;
    let (columns, rows) = (plan.width(), plan.height());
    if columns % 2 == 0 || rows % 2 == 0 || columns < 3 || rows < 3 {
        return Err(TextError::Plan { columns, rows });
    }
    let mut board = blank(columns / 2, rows / 2, legend)?;
    for (at, found) in plan.iter() {
        let square = Square::new(at.x / 2, at.y / 2);
        let known = match (at.x % 2, at.y % 2) {
            (0, 0) => Some(()),
            (1, 1) => set_ground(&mut board, square, legend, found),
            _ if found == ' ' => Some(()),
            (upright, _) => {
                let beyond = square.step(if upright == 1 { Direction::North } else { Direction::West }, 1);
                let edge = edges.iter().find(|&&(known, _)| known == found);
                edge.zip(board.edge_mut(square, beyond)).map(|((_, edge), slot)| *slot = *edge)
            }
        };
        known.ok_or_else(|| TextMap::unknown(at, found))?;
    }
    Ok(board)
}

/// Draws `board` as a map with the character that `mark` gives each square.
pub fn draw_map(board: &Board, mut mark: impl FnMut(Square) -> char) -> Vec<String> {
    let width = board.width();
    (0..board.height()).map(|y| (0..width).map(|x| mark(Square::new(x, y))).collect()).collect()
}

fn blank(width: usize, height: usize, legend: Legend<'_>) -> Result<Board, TextError> {
    let Some((_, ground)) = legend.first().filter(|_| legend.len() <= 256) else {
        return Err(TextError::Terrains(legend.len()));
    };
    for (index, (found, _)) in legend.iter().enumerate() {
        if legend[..index].iter().any(|(before, _)| before == found) {
            return Err(TextError::Twice(*found));
        }
    }
    let size = |side: usize| i64::try_from(side).unwrap_or(i64::MAX);
    let mut board = Board::open(size(width), size(height), ground.clone())?;
    board.terrains = legend.iter().map(|(_, terrain)| terrain.clone()).collect();
    Ok(board)
}

fn set_ground(board: &mut Board, square: Square, legend: Legend<'_>, found: char) -> Option<()> {
    let index = legend.iter().position(|&(known, _)| known == found)?;
    board.cell_mut(square)?.terrain = u8::try_from(index).ok()?;
    Some(())
}

#[cfg(test)]
mod tests;
