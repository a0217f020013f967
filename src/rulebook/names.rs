//! The names that a ruleset gives, for checking that whatever is referred to
//! is there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::reader::{Named, Problems, Spanned};
use crate::battle::{Arm, Key, Profile, Rules};
use crate::dice::Expr;

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
    pub arm_figures: BTreeSet<Key>,
    pub arm_words: BTreeSet<Key>,
    pub words: BTreeSet<Key>,
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

    /// The figures and words that these arms and profiles have.
    pub(super) fn learn(&mut self, arms: &BTreeMap<Key, Arc<Arm>>, profiles: &BTreeMap<Key, Arc<Profile>>) {
        self.arm_figures = arms.values().flat_map(|arm| arm.figures.keys().copied()).collect();
        self.arm_words = arms.values().flat_map(|arm| arm.tags.iter().chain(&arm.types).copied()).collect();
        self.profiles = keys(profiles);
        self.words = profiles.values().flat_map(|profile| profile.tags.iter().copied()).collect();
    }

    /// Checks names of which the types of a file told what they name.
    pub(super) fn check_all_of(&self, named: &[Named], problems: &mut Problems) {
        // Dice that stand in one bracket with a name are no name.
        let is_dice = |named: &&Named| named.name.value.parse::<Expr>().is_ok();
        for Named { kind, name } in named.iter().filter(|named| !is_dice(named)) {
            let known = match *kind {
                "rule" => &self.rules,
                "figure" => &self.figures,
                "condition" => &self.conditions,
                "technique" => &self.techniques,
                "arm" => &self.arms,
                "deed" => &self.deeds,
                "kind of harm" => &self.harms,
                "figure of an arm" => &self.arm_figures,
                "word of an arm" => &self.arm_words,
                "profile" => &self.profiles,
                "word of a fighter" => &self.words,
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
