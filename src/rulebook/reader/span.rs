//! Where something stands in a file.

use std::fmt;

/// The stretch of a file a value was written in. Lines and columns count from 1, columns in characters (a tab or an `ü`
/// is one); the end is the column just after the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The line of the first character.
    pub line: u32,
    /// The column of the first character.
    pub column: u32,
    /// The line of the last character.
    pub end_line: u32,
    /// The column just after the last character.
    pub end_column: u32,
}

impl Span {
    /// The very start of a file: where problems stand that concern the file as a whole.
    pub const START: Self = Self { line: 1, column: 1, end_line: 1, end_column: 1 };

    /// Whether another stretch begins within this one.
    pub fn holds(self, other: Self) -> bool {
        let (at, end) = ((other.line, other.column), (self.end_line, self.end_column));
        (self.line, self.column) <= at && at <= end
    }

    /// The span from the start of this one to the end of another.
    #[must_use]
    pub fn to(self, end: Self) -> Self {
        Self { end_line: end.end_line, end_column: end.end_column, ..self }
    }
}

impl Default for Span {
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
