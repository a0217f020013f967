//! Words for problem messages: lists of what was expected, and the name that was probably meant.

/// Lists longer than this are cut, with a note of how many names are left: longer than any that a game has, so that
/// only nonsense is.
const LONGEST_LIST: usize = 200;
/// Names longer than this are never compared, so that a file full of nonsense costs little.
const LONGEST_NAME: usize = 48;
/// Quoted pieces of a file are cut to this many characters.
const LONGEST_QUOTE: usize = 40;

/// Lists what would have been right: ``"`name`"``, ``"`name` or `hit`"``, ``"one of `name`, `morale`, `hit`"``. Only
/// lists of hundreds are cut, with a count of the rest.
pub fn one_of<S: AsRef<str>>(names: &[S]) -> String {
    let quoted = |names: &[S]| names.iter().map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>();
    match names {
        [] => "nothing".to_owned(),
        [only] => format!("`{}`", only.as_ref()),
        [first, second] => format!("`{}` or `{}`", first.as_ref(), second.as_ref()),
        _ if names.len() <= LONGEST_LIST => format!("one of {}", quoted(names).join(", ")),
        _ => {
            let shown = quoted(&names[..LONGEST_LIST]).join(", ");
            format!("one of {shown} and {} more", names.len() - LONGEST_LIST)
        }
    }
}

/// The candidate a name was probably meant to be: the one with the fewest slips of the finger between them, if those
/// are few for the length of the name. Upper and lower case count as the same letter.
pub fn closest<'c, S: AsRef<str>>(name: &str, candidates: &'c [S]) -> Option<&'c str> {
    let name = lowered(name)?;
    let slips_allowed = (name.len() / 3).max(1);
    candidates
        .iter()
        .filter_map(|candidate| {
            let letters = lowered(candidate.as_ref())?;
            let shared = name.iter().any(|letter| letters.contains(letter));
            let near = shared && letters.len().abs_diff(name.len()) <= slips_allowed;
            let slips = if near { slips_between(&name, &letters) } else { usize::MAX };
            (slips <= slips_allowed).then_some((slips, candidate.as_ref()))
        })
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, candidate)| candidate)
}

/// A piece of a file as it is quoted in a message: control characters escaped, and cut when long.
pub(super) fn excerpt(text: &str) -> String {
    let mut cut: String = text.chars().take(LONGEST_QUOTE).flat_map(visible).collect();
    if text.chars().nth(LONGEST_QUOTE).is_some() {
        cut.push('…');
    }
    cut
}

fn visible(letter: char) -> Vec<char> {
    if letter.is_control() { letter.escape_default().collect() } else { vec![letter] }
}

fn lowered(name: &str) -> Option<Vec<char>> {
    (name.len() <= LONGEST_NAME && !name.is_empty()).then(|| name.chars().flat_map(char::to_lowercase).collect())
}

/// Insertions, deletions, replacements and swaps of neighbours between two words.
fn slips_between(left: &[char], right: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    for (row, letter) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in right.iter().enumerate() {
            let replaced = previous[column] + usize::from(letter != other);
            let mut slips = replaced.min(previous[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && *letter == right[column - 1] && left[row - 1] == *other {
                slips = slips.min(before[column - 1] + 1);
            }
            current.push(slips);
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous[right.len()]
}
