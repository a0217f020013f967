//! Letters tell those on a field apart: every kind has its own.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::Look;

/// What everybody of a battle is called in two letters, or in a letter and a number: "CM", "G3", "Co".
#[derive(Debug, Default)]
pub struct Letters<'w>(BTreeMap<Kind<'w>, String>);

/// The name of a kind, and whether those of it are numbered.
type Kind<'w> = (&'w str, bool);

impl<'w> Letters<'w> {
    /// Of everybody who is in this battle, so that they stay the same whoever is seen; whoever comes later takes none of
    /// those that are given.
    pub fn of(look: Look<'w>) -> Self {
        Self::among(look.everybody().filter(|id| !id.is_thing()).map(|id| look.name(id)))
    }

    fn among(names: impl Iterator<Item = &'w str>) -> Self {
        let mut letters = Self::default();
        let mut taken: BTreeSet<(String, bool)> = BTreeSet::new();
        for name in names {
            let (kind, number) = parts(name);
            let key = (kind, number.is_some());
            if letters.0.contains_key(&key) {
                continue;
            }
            let free = candidates(kind, key.1).find(|word| taken.insert((word.to_lowercase(), key.1)));
            letters.0.extend(free.map(|word| (key, word)));
        }
        letters
    }

    /// Those of somebody.
    pub fn name(&self, name: &str) -> String {
        let (kind, number) = parts(name);
        let own = self.0.get(&(kind, number.is_some())).cloned();
        let word = own.or_else(|| candidates(kind, number.is_some()).next()).unwrap_or_default();
        word + number.unwrap_or_default()
    }
}

/// The kind that a name tells, and the number of whoever has it.
fn parts(name: &str) -> (&str, Option<&str>) {
    let is_number = |word: &&str| !word.is_empty() && word.chars().all(|letter| letter.is_ascii_digit());
    let cut = name.trim().rsplit_once(char::is_whitespace).filter(|(_, last)| is_number(last));
    cut.map_or((name.trim(), None), |(kind, number)| (kind.trim(), Some(number)))
}

/// What a kind may be called, the plainest first: there is always one more.
fn candidates(kind: &str, is_numbered: bool) -> impl Iterator<Item = String> {
    let letters: Vec<char> = kind.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let first = letters.first().copied().unwrap_or('?');
    // Two words by the first letters of both.
    let last = kind.split_whitespace().skip(1).last();
    let initial = last.and_then(|word| word.chars().find(|letter| letter.is_alphanumeric()));
    let one = (is_numbered || letters.len() < 2).then(|| first.to_string());
    let both = initial.map(|last| format!("{first}{last}"));
    let pairs = letters.clone().into_iter().skip(1).map(move |other| format!("{first}{other}"));
    let others = (2..letters.len()).map(move |at| -> String { letters.iter().skip(at - 1).take(2).collect() });
    let more = (0_u32..).map(move |count| {
        let wraps = |index: u32| char::from(b'a' + (index % 26) as u8);
        format!("{first}{}{}", wraps(count / 26), wraps(count))
    });
    one.into_iter().chain(both).chain(pairs).chain(others).chain(more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    fn told(names: &[&'static str]) -> Vec<String> {
        let letters = Letters::among(names.iter().copied());
        names.iter().map(|name| letters.name(name)).collect()
    }

    /// Promise: a name that nobody else's is like has its plainest letters.
    #[test]
    fn letters_are_as_plain_as_they_can_be() {
        assert_eq!(told(&["Corin", "Captain Marl", "Goblin 3", "Goblin 12"]), ["Co", "CM", "G3", "G12"]);
        assert_eq!(Letters::default().name("Ogre 2"), "O2", "whoever came since");
        assert_eq!((Letters::default().name(""), Letters::default().name("7")), ("?".into(), "7".into()));
    }

    /// Promise: those of one kind share their letters, and no other kind has the same.
    #[test]
    fn kinds_are_told_apart() {
        assert_eq!(told(&["Chief", "Chaplain", "Chandler"]), ["Ch", "Ca", "Cn"]);
        assert_eq!(told(&["Goblin 1", "Ghoul 1", "Goblin 2", "Ghoul 2"]), ["G1", "Gh1", "G2", "Gh2"]);
        assert_eq!(told(&["Red Knight", "Rude Knave", "Ox", "ox", "OX"]), ["RK", "Ru", "Ox", "oaa", "Oab"]);
    }

    /// Promise: on no field that ships are two fighters called the same.
    #[test]
    fn nobody_who_ships_is_called_as_somebody_else() {
        let library = trial::library();
        for name in library.scenarios() {
            let scenario = library.scenario(&name).unwrap();
            let names: Vec<&str> = scenario.setup.fighters.iter().map(|fighter| fighter.name.as_str()).collect();
            let letters = Letters::among(names.iter().copied());
            let words: BTreeSet<String> = names.iter().map(|name| letters.name(name)).collect();
            assert_eq!(words.len(), names.iter().collect::<BTreeSet<_>>().len(), "{}: {words:?}", scenario.title);
        }
    }
}
