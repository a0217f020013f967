//! What a new game may be called, and what follows of its name.

use std::path::Path;

use crate::rulebook::Sources;
use crate::rulebook::reader::excerpt;

/// So long may a name be: it stands before every scenario and in every save.
const LONGEST: usize = 32;

/// Names that Windows keeps for itself, so that no folder can be called so there.
const KEPT: [&str; 4] = ["con", "prn", "aux", "nul"];
/// The same with a digit behind them.
const KEPT_WITH_A_DIGIT: [&str; 2] = ["com", "lpt"];

/// Whether a game that is made in the folder `home` may be called this, and if not, why.
pub(super) fn check(sources: &Sources, home: &Path, name: &str) -> Result<(), String> {
    let told = excerpt(name);
    let expected = "a name has letters (a to z), digits and underscores, as in `my_game`";
    if name.is_empty() {
        return Err(format!("a game without a name; {expected}"));
    }
    if name.contains(['/', '\\']) || name.chars().all(|letter| letter == '.') {
        return Err(format!("`{told}` is a path; {expected}, and --in DIR says where the game is made"));
    }
    if let Some(wrong) = name.chars().find(|letter| !letter.is_ascii_alphanumeric() && *letter != '_') {
        return Err(format!("`{told}` has `{}` in it; {expected}", excerpt(&wrong.to_string())));
    }
    if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return Err(format!("`{told}` does not begin with a letter; {expected}"));
    }
    let length = name.len();
    if length > LONGEST {
        return Err(format!("`{told}` has {length} letters; a name has {LONGEST} at most"));
    }
    let small = name.to_ascii_lowercase();
    let is_numbered =
        |kept: &&str| small.strip_prefix(*kept).is_some_and(|rest| matches!(rest.as_bytes(), [b'1'..=b'9']));
    if KEPT.contains(&small.as_str()) || KEPT_WITH_A_DIGIT.iter().any(is_numbered) {
        return Err(format!("`{told}` is a name that Windows keeps for itself; choose another"));
    }
    // That its folder is there already is told by whoever makes it.
    if sources.known().iter().any(|each| each.eq_ignore_ascii_case(name) && !home.join(each).exists()) {
        return Err(format!("`{told}` is a ruleset that is there already; choose another name"));
    }
    Ok(())
}

/// How players read it: "my_game" is "My game".
pub(super) fn title(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// What the ids of its rules begin with, and none of those that are there: the first letters of several words, or of one.
pub(super) fn prefix(name: &str, ids: &[&str]) -> String {
    let words: Vec<&str> = name.split('_').filter(|word| !word.is_empty()).collect();
    let short: String = match words.as_slice() {
        [one] => one.chars().take(4).collect(),
        several => several.iter().filter_map(|word| word.chars().next()).collect(),
    };
    let short = short.to_ascii_uppercase();
    let numbered = (2..).map(|number| format!("{short}{number}-"));
    let mut all = std::iter::once(format!("{short}-")).chain(numbered);
    all.find(|prefix| !ids.iter().any(|id| id.starts_with(prefix.as_str()))).unwrap_or_default()
}
