//! Classes: figures that follow from a level by a table of their own.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{FigureName, Key};

/// A class or kind of creature: what its level gives those who belong to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// The figure that is its level.
    pub level: FigureName,
    /// Figures by that level.
    pub gives: BTreeMap<FigureName, Ladder>,
    /// Words that everybody of it carries.
    pub words: Vec<Key>,
}

/// A figure by levels: rows from the lowest to the highest, without a gap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Row>")]
pub struct Ladder(Vec<Row>);

/// The lowest and the highest level of a row, and what it gives.
type Row = (i32, i32, i32);

impl TryFrom<Vec<Row>> for Ladder {
    type Error = String;

    fn try_from(rows: Vec<Row>) -> Result<Self, Self::Error> {
        if rows.is_empty() {
            return Err("at least one row of levels".to_owned());
        }
        if let Some((low, high, _)) = rows.iter().find(|(low, high, _)| low > high) {
            return Err(format!("rows from low to high, not from level {low} down to {high}"));
        }
        for pair in rows.windows(2) {
            let ((_, before, _), (after, ..)) = (pair[0], pair[1]);
            if i64::from(after) != i64::from(before) + 1 {
                let next = i64::from(before) + 1;
                return Err(format!("rows that meet: after level {before} the next begins with {next}, not {after}"));
            }
        }
        Ok(Self(rows))
    }
}

impl Ladder {
    /// The lowest and the highest level that has a row.
    pub fn levels(&self) -> (i32, i32) {
        let low = self.0.first().map_or(0, |(low, ..)| *low);
        (low, self.0.last().map_or(low, |(_, high, _)| *high))
    }

    /// What `level` gives: below the lowest row what that gives, above the highest what that gives.
    pub fn at(&self, level: i32) -> i32 {
        let row = self.0.iter().find(|(_, high, _)| level <= *high).or(self.0.last());
        row.map_or(0, |(_, _, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::Ladder;

    #[test]
    fn a_level_finds_its_row() {
        let ladder = Ladder::try_from(vec![(1, 3, 19), (4, 6, 17), (7, 9, 14)]).unwrap();
        assert_eq!(ladder.levels(), (1, 9));
        assert_eq!([0, 1, 3, 4, 9, 40].map(|level| ladder.at(level)), [19, 19, 19, 17, 14, 14]);
    }

    #[test]
    fn rows_that_leave_a_gap_or_overlap_are_refused() {
        for rows in [vec![(1, 3, 19), (5, 6, 17)], vec![(1, 3, 19), (3, 6, 17)], vec![(3, 1, 19)], Vec::new()] {
            assert!(Ladder::try_from(rows).is_err());
        }
    }
}
