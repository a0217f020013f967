//! Words for problem messages: lists of what was expected, and the name that was probably meant.

pub use crate::battle::closest;

/// Lists longer than this are cut, with a note of how many names are left: longer than any that a game has, so that
/// only nonsense is.
const LONGEST_LIST: usize = 200;
/// Quoted pieces of a file are cut to this many characters.
const LONGEST_QUOTE: usize = 40;
/// Names that would have been right, too: one that has swallowed half a file is none that anybody means.
const LONGEST_NAME: usize = 80;

/// Lists what would have been right: ``"`name`"``, ``"`name` or `hit`"``, ``"one of `name`, `morale`, `hit`"``. Only
/// lists of hundreds are cut, with a count of the rest.
pub fn one_of<S: AsRef<str>>(names: &[S]) -> String {
    let quote = |name: &S| format!("`{}`", cut(name.as_ref(), LONGEST_NAME));
    let quoted = |names: &[S]| names.iter().map(quote).collect::<Vec<_>>();
    match names {
        [] => "nothing".to_owned(),
        [only] => quote(only),
        [first, second] => format!("{} or {}", quote(first), quote(second)),
        _ if names.len() <= LONGEST_LIST => format!("one of {}", quoted(names).join(", ")),
        _ => {
            let shown = quoted(&names[..LONGEST_LIST]).join(", ");
            format!("one of {shown} and {} more", names.len() - LONGEST_LIST)
        }
    }
}

/// A piece of a file as it is quoted in a message: control characters escaped, and cut when long.
pub fn excerpt(text: &str) -> String {
    cut(text, LONGEST_QUOTE)
}

fn cut(text: &str, longest: usize) -> String {
    let mut cut: String = text.chars().take(longest).flat_map(visible).collect();
    if text.chars().nth(longest).is_some() {
        cut.push('…');
    }
    cut
}

fn visible(letter: char) -> Vec<char> {
    if letter.is_control() { letter.escape_default().collect() } else { vec![letter] }
}
