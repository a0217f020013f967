//! How far numbers in files may go: every one of them has bounds, and whatever is beyond is told where it stands.

use std::ops::RangeInclusive;

use super::reader::{Problems, Spanned};

/// Names longer than this are told of nobody.
const LONGEST_NAME: usize = 60;

/// Notes names that nobody could be called by: orders and reports say them in plain words.
pub(super) fn check_name(name: &Spanned<String>, problems: &mut Problems) {
    let text = name.value.as_str();
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'' | '.' | '’');
    let begins = text.chars().next().is_some_and(char::is_alphabetic);
    if !begins || text != text.trim() || text.chars().count() > LONGEST_NAME || !text.chars().all(is_plain) {
        let shown: String = text.chars().take(LONGEST_NAME).flat_map(char::escape_default).collect();
        let expected = format!("a letter, and then letters, digits, blanks and hyphens, {LONGEST_NAME} at most");
        problems.push(name.span, format!("the name \"{shown}\""), expected);
    }
}

/// Notes numbers that are out of range: "found rounds -5, expected 1 to 1000".
pub(super) fn within(
    numbers: impl IntoIterator<Item = Spanned<i32>>,
    range: RangeInclusive<i32>,
    what: &str,
    problems: &mut Problems,
) {
    for number in numbers.into_iter().filter(|number| !range.contains(&number.value)) {
        let expected = format!("{} to {}", range.start(), range.end());
        problems.push(number.span, format!("{what} {}", number.value), expected);
    }
}
