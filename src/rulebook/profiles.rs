//! `profiles.ron`: ready-made combatants.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::names::{Names, check, check_all, plain};
use super::reader::{Problem, Problems, Spanned, read_file};
use crate::battle::{Key, Profile};

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Entry {
    blurb: String,
    figures: BTreeMap<Spanned<Key>, Spanned<f64>>,
    arms: Vec<Spanned<Key>>,
    combos: BTreeMap<Key, Vec<Key>>,
    techniques: Vec<Spanned<Key>>,
    parts: Vec<Key>,
    tags: Vec<Key>,
    conditions: Vec<Spanned<Key>>,
    token: Option<String>,
}

pub(super) fn read(
    path: &Path,
    names: &Names,
    halves: &impl Fn(Key) -> bool,
) -> Result<BTreeMap<Key, Arc<Profile>>, Vec<Problem>> {
    let entries: BTreeMap<Key, Entry> = read_file(path)?;
    let mut problems = Problems::new(path.display().to_string());
    let profiles = entries.into_iter().map(|(name, entry)| {
        check_all(&mut problems, &entry.arms, "arm", &names.arms);
        check_all(&mut problems, &entry.techniques, "technique", &names.techniques);
        check_all(&mut problems, &entry.conditions, "condition", &names.conditions);
        let profile = Profile {
            name,
            blurb: entry.blurb,
            figures: figures(&entry.figures, names, halves, &mut problems),
            arms: plain(&entry.arms),
            combos: entry.combos,
            techniques: plain(&entry.techniques),
            parts: entry.parts,
            tags: entry.tags,
            conditions: plain(&entry.conditions),
            token: entry.token,
        };
        (name, Arc::new(profile))
    });
    let profiles = profiles.collect();
    problems.or(profiles)
}

/// No figure of any game is larger than this.
const LARGEST: f64 = 1e6;

/// Figures as files give them: those that are counted in halves may be
/// fractions there.
pub(super) fn figures(
    given: &BTreeMap<Spanned<Key>, Spanned<f64>>,
    names: &Names,
    halves: &impl Fn(Key) -> bool,
    problems: &mut Problems,
) -> BTreeMap<Key, i32> {
    let mut figures = BTreeMap::new();
    for (figure, value) in given {
        check(problems, figure, "figure", &names.figures);
        let counted = if halves(figure.value) { value.value * 2.0 } else { value.value };
        if counted.fract() != 0.0 || counted.abs() > LARGEST {
            let what = if halves(figure.value) { "a number of halves" } else { "a whole number" };
            let expected = format!("{what} from -{LARGEST} to {LARGEST}");
            problems.push(value.span, format!("{} as {}", value.value, figure.value), expected);
        }
        figures.insert(figure.value, counted as i32);
    }
    figures
}
