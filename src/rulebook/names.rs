//! The names that a ruleset gives, for checking that whatever is referred to
//! is there.

use std::collections::{BTreeMap, BTreeSet};

use super::reader::{Named, Problems, Spanned};
use crate::battle::{Key, Rules};

/// Every name of one ruleset, by what it names.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub rules: BTreeSet<Key>,
    pub figures: BTreeSet<Key>,
    pub tables: BTreeSet<Key>,
    pub conditions: BTreeSet<Key>,
    pub techniques: BTreeSet<Key>,
    pub classes: BTreeSet<Key>,
    pub arms: BTreeSet<Key>,
    pub profiles: BTreeSet<Key>,
    pub objects: BTreeSet<Key>,
    pub deeds: BTreeSet<Key>,
    pub harms: BTreeSet<Key>,
}

impl Names {
    /// The names of a ruleset that has been read.
    pub(super) fn of(rules: &Rules) -> Self {
        Self {
            rules: keys(&rules.book),
            figures: keys(&rules.figures),
            tables: keys(&rules.tables),
            conditions: keys(&rules.conditions),
            techniques: BTreeSet::new(),
            classes: keys(&rules.classes),
            arms: keys(&rules.arms),
            profiles: keys(&rules.profiles),
            objects: keys(&rules.objects),
            ..Self::default()
        }
    }

    /// Checks names of which the types of a file told what they name.
    pub(super) fn check_all_of(&self, named: &[Named], problems: &mut Problems) {
        for Named { kind, name } in named {
            let known = match *kind {
                "rule" => &self.rules,
                "figure" => &self.figures,
                "condition" => &self.conditions,
                "technique" => &self.techniques,
                "arm" => &self.arms,
                "deed" => &self.deeds,
                "kind of harm" => &self.harms,
                _ => continue,
            };
            let name = Spanned::new(Key::new(&name.value), name.span);
            check(problems, &name, kind, known);
        }
    }
}

/// Notes that `name` is none of the `known` ones.
pub(super) fn check(problems: &mut Problems, name: &Spanned<Key>, kind: &str, known: &BTreeSet<Key>) {
    if !known.contains(&name.value) {
        let candidates: Vec<&str> = known.iter().map(|key| key.as_str()).collect();
        problems.unknown(&Spanned::new(name.value.as_str(), name.span), kind, &candidates);
    }
}

/// The same for several.
pub(super) fn check_all<'a>(
    problems: &mut Problems,
    names: impl IntoIterator<Item = &'a Spanned<Key>>,
    kind: &str,
    known: &BTreeSet<Key>,
) {
    names.into_iter().for_each(|name| check(problems, name, kind, known));
}

/// The names of a list without their places.
pub(super) fn plain(names: &[Spanned<Key>]) -> Vec<Key> {
    names.iter().map(|name| name.value).collect()
}

/// The names that something is filed under.
pub(super) fn keys<T>(map: &BTreeMap<Key, T>) -> BTreeSet<Key> {
    map.keys().copied().collect()
}
