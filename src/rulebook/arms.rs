//! `arms.ron`: weapons, armour, spells and other gear.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use serde::Deserialize;

use super::names::{Names, check_all};
use super::reader::{Problem, Problems, Spanned, read_file};
use crate::battle::{AreaDef, Arm, ArmKind, Key, ModDef, Rules};
use crate::dice::Expr;

/// An arm as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmFile {
    kind: ArmKind,
    #[serde(default)]
    rule: Option<Spanned<Key>>,
    #[serde(default)]
    damage: Option<Expr>,
    #[serde(default)]
    adds: BTreeMap<Spanned<Key>, i32>,
    #[serde(default)]
    types: Vec<Key>,
    #[serde(default)]
    harms: Option<Key>,
    #[serde(default)]
    skill: Option<Spanned<Key>>,
    #[serde(default)]
    reach: Vec<i32>,
    #[serde(default)]
    increment: Option<Spanned<i32>>,
    #[serde(default)]
    max_steps: Option<i32>,
    #[serde(default)]
    range: Option<i32>,
    #[serde(default)]
    hands: u8,
    #[serde(default)]
    mass: Spanned<f64>,
    #[serde(default)]
    scale: i32,
    #[serde(default)]
    rounds: Option<i32>,
    #[serde(default)]
    area: Option<AreaDef>,
    #[serde(default)]
    figures: BTreeMap<Spanned<Key>, i32>,
    #[serde(default)]
    tags: Vec<Key>,
    #[serde(default)]
    mods: Vec<ModDef>,
    #[serde(default)]
    effects: Vec<Key>,
}

/// Arms, and what of them is lost on a ruleset that speaks of this alone.
pub(super) type Read = (BTreeMap<Key, Arc<Arm>>, Vec<Problem>);

pub(super) fn read(path: &Path, names: &Names, spoken_of: &BTreeSet<String>) -> Result<Read, Vec<Problem>> {
    let entries: BTreeMap<Key, ArmFile> = read_file(path)?;
    let mut problems = Problems::new(path.display().to_string());
    let mut lost = Problems::new(path.display().to_string());
    find_lost(&entries, spoken_of, &mut lost);
    let arms = resolve(entries, names, &mut problems);
    problems.or((arms, lost.into_vec()))
}

/// Figures of arms that nothing in the ruleset asks for do nothing, and are most likely misspelt.
fn find_lost(entries: &BTreeMap<Key, ArmFile>, spoken_of: &BTreeSet<String>, lost: &mut Problems) {
    let figures = || entries.values().flat_map(|entry| entry.figures.keys());
    let is_known = |figure: &&str| spoken_of.contains(*figure);
    let known: BTreeSet<&str> = figures().map(|figure| figure.value.as_str()).filter(is_known).collect();
    let known: Vec<&str> = known.into_iter().collect();
    for figure in figures().filter(|figure| !is_known(&figure.value.as_str())) {
        let name = Spanned::new(figure.value.as_str(), figure.span);
        lost.unknown(&name, "figure of an arm that the ruleset asks for", &known);
    }
}

/// The ruleset with arms that only one battle has beside its own.
pub(super) fn with_own(rules: &Arc<Rules>, own: BTreeMap<Key, ArmFile>, problems: &mut Problems) -> Arc<Rules> {
    if own.is_empty() {
        return rules.clone();
    }
    let arms = resolve(own, &Names::of(rules), problems);
    let mut more = (**rules).clone();
    more.arms.extend(arms);
    more.spoken = OnceLock::new();
    Arc::new(more)
}

fn resolve(entries: BTreeMap<Key, ArmFile>, names: &Names, problems: &mut Problems) -> BTreeMap<Key, Arc<Arm>> {
    let arms = entries.into_iter().map(|(name, entry)| {
        check_all(problems, &entry.rule, "rule", &names.rules);
        check_all(problems, &entry.skill, "figure", &names.figures);
        check_all(problems, entry.adds.keys(), "figure", &names.figures);
        if let Some(increment) = entry.increment.as_ref().filter(|increment| increment.value <= 0) {
            let found = format!("a range increment of {}", increment.value);
            problems.push(increment.span, found, "a distance above 0");
        }
        let tenths = entry.mass.value * 10.0;
        if !(0.0..1e9).contains(&tenths) {
            problems.push(entry.mass.span, format!("a mass of {}", entry.mass.value), "0 to 100 million");
        }
        let arm = Arm {
            name,
            kind: entry.kind,
            rule: entry.rule.map(Spanned::into_inner),
            damage: entry.damage,
            adds: entry.adds.into_iter().map(|(figure, times)| (figure.value, times)).collect(),
            types: entry.types,
            harms: entry.harms,
            skill: entry.skill.map(Spanned::into_inner),
            reach: entry.reach,
            increment: entry.increment.map(Spanned::into_inner),
            max_steps: entry.max_steps,
            range: entry.range,
            hands: entry.hands,
            mass: tenths.round() as i32,
            scale: entry.scale,
            rounds: entry.rounds,
            area: entry.area,
            figures: entry.figures.into_iter().map(|(figure, value)| (figure.value, value)).collect(),
            tags: entry.tags,
            mods: entry.mods,
            effects: entry.effects,
        };
        (name, Arc::new(arm))
    });
    arms.collect()
}
