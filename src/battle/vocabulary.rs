//! The words that a ruleset speaks beside those that its files list: what dice are thrown for, what may come of a blow,
//! what modifiers are called. Whoever asks for another has misspelt it, and is told so.

use std::collections::{BTreeMap, BTreeSet};

use super::{Key, Rules};

/// Names longer than this are never compared, so that a file full of nonsense costs little.
const LONGEST_NAME: usize = 48;

/// What a word is a word for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    /// What dice are thrown for.
    Roll,
    /// What may come of a deed.
    Outcome,
    /// What a blow may leave beside its harm.
    Wound,
    /// A modifier that bears the name of nothing in the files.
    Term,
    /// What is counted of somebody, or told of it in a line of its own.
    Count,
    /// A manner in which the deed of this verb may be done.
    Manner(Key),
}

impl Word {
    /// A manner of the deed of this verb.
    pub fn manner(verb: impl Into<Key>) -> Self {
        Self::Manner(verb.into())
    }
}

/// The words of a ruleset. Each mechanic adds its own ([`Mechanic::words`](super::Mechanic::words)).
#[derive(Clone, Debug, Default)]
pub struct Words(BTreeMap<Word, BTreeSet<Key>>);

impl Words {
    /// Everything that the mechanics of a ruleset say.
    pub(super) fn of(rules: &Rules) -> Self {
        let mut words = Self::default();
        rules.registry.mechanics.iter().for_each(|mechanic| mechanic.words(rules, &mut words));
        words
    }

    /// Adds words of a kind.
    pub fn add<K: Into<Key>>(&mut self, kind: Word, names: impl IntoIterator<Item = K>) -> &mut Self {
        self.0.entry(kind).or_default().extend(names.into_iter().map(Into::into));
        self
    }

    /// All of a kind.
    pub fn all(&self, kind: Word) -> impl Iterator<Item = &Key> + Clone {
        self.0.get(&kind).into_iter().flatten()
    }

    /// Whether this is one of a kind.
    pub fn has(&self, kind: Word, name: &str) -> bool {
        Key::find(name).is_some_and(|name| self.0.get(&kind).is_some_and(|names| names.contains(&name)))
    }
}

/// Why nothing is told of `name`: which name comes nearest, and what there is.
pub fn unknown<'k>(kind: &str, name: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    // Sentences and numbers that stand in the files are no names.
    let is_name =
        |name: &&str| name.len() <= LONGEST_NAME && name.starts_with(char::is_alphabetic) && !name.ends_with('.');
    let mut known: Vec<&str> = known.into_iter().filter(is_name).collect();
    known.sort_unstable();
    known.dedup();
    let near = closest(name, &known).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    format!("there is no {kind} `{name}`; {near}there is {known}")
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
