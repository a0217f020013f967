//! Reading a script of dice.

use super::{
    MAX_DICE, MAX_SIDES,
    cursor::{Cursor, ExprError, bounded},
};

/// Dice of one size, and what they are said to show.
pub(super) struct Entry {
    pub(super) sides: u16,
    pub(super) values: Vec<u64>,
}

/// Reads an entry such as `2d8: 3,6`. That there are such faces is not checked.
pub(super) fn read_entry(text: &str) -> Result<Entry, ExprError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_spaces();
    let start = cursor.position();
    let count = cursor.number().map(|count| bounded(count, 1, MAX_DICE, start, "a count of dice")).transpose()?;
    if !cursor.take('d') {
        return Err(cursor.wrong("dice such as d6 or 2d6"));
    }
    let at = cursor.position();
    let sides = bounded(cursor.required("the sides of the die")?, 1, MAX_SIDES, at, "sides")?;
    cursor.skip_spaces();
    if !cursor.take(':') {
        return Err(cursor.wrong("a colon and what the dice show, as in d6: 2,2"));
    }
    let mut values = Vec::new();
    loop {
        cursor.skip_spaces();
        values.push(cursor.required(&format!("what a d{sides} shows"))?);
        cursor.skip_spaces();
        if !cursor.take(',') {
            break;
        }
    }
    if !cursor.at_end() {
        return Err(cursor.wrong("a comma or the end"));
    }
    match count {
        Some(count) if usize::from(count) != values.len() => {
            Err(cursor.wrong(&format!("{count} dice and not {}", values.len())))
        }
        _ => Ok(Entry { sides, values }),
    }
}
