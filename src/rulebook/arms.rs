//! `arms.ron`: weapons, armour, spells and other gear.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use serde::Deserialize;

use super::names::{Names, check_all};
use super::range::within;
use super::reader::{Named, Problem, Problems, Source, Spanned, read_with_names};
use crate::battle::{AreaDef, Arm, ArmKind, FigureName, HarmName, Key, ModDef, RuleId, Rules, refers};
use crate::dice::Expr;

/// An arm: whatever is carried, worn, grown or known and that deeds are done with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmFile {
    /// What it is.
    kind: ArmKind,
    /// The id of the rule that it shows best.
    #[serde(default)]
    rule: Option<Spanned<Key>>,
    /// Its damage.
    #[serde(default)]
    damage: Option<Spanned<Expr>>,
    /// Figures of the wielder that are added to damage, and how often each.
    #[serde(default)]
    adds: BTreeMap<Spanned<Key>, Spanned<i32>>,
    /// Its types of damage ("slashing", "heat").
    #[serde(default, deserialize_with = "refers::types")]
    types: Vec<Key>,
    /// The kind of harm that it does, where it is not the usual one ("morale").
    #[serde(default)]
    harms: Option<HarmName>,
    /// The name of the figure that is rolled with it, where it is not the usual one.
    #[serde(default)]
    skill: Option<Spanned<Key>>,
    /// Distances in squares at which it can strike: 0 is one's own, 1 the next.
    #[serde(default)]
    reach: Vec<Spanned<i32>>,
    /// Its range step in the unit of length.
    #[serde(default)]
    increment: Option<Spanned<i32>>,
    /// Range steps after which it carries no farther, where that is not the usual number.
    #[serde(default)]
    max_steps: Option<Spanned<i32>>,
    /// The farthest distance at all, in the unit of length.
    #[serde(default)]
    range: Option<Spanned<i32>>,
    /// Hands that it takes.
    #[serde(default)]
    hands: Spanned<u8>,
    /// How much it weighs.
    #[serde(default)]
    mass: Spanned<f64>,
    /// The size of body that it is made for.
    #[serde(default)]
    scale: Spanned<i32>,
    /// Shots that it holds, if it must be loaded.
    #[serde(default)]
    rounds: Option<Spanned<i32>>,
    /// The area that it strikes, if it strikes one.
    #[serde(default)]
    area: Option<AreaDef>,
    /// Its own figures: what mechanics ask arms for.
    #[serde(default)]
    figures: BTreeMap<Spanned<Key>, Spanned<i32>>,
    /// Words that rules ask for: "light", "natural", "thrown", "shield".
    #[serde(default, deserialize_with = "refers::given")]
    tags: Vec<Key>,
    /// What it adds to rolls and figures while it is ready.
    #[serde(default)]
    mods: Vec<ModDef>,
    /// What it leaves behind: names of conditions and afflictions.
    #[serde(default)]
    effects: Vec<Key>,
}

/// What a file of arms says.
pub(super) struct Read {
    pub arms: BTreeMap<Key, Arc<Arm>>,
    /// What of them is lost on a ruleset that speaks of this alone.
    pub lost: Vec<Problem>,
    /// Every name in the file.
    pub named: Vec<Named>,
}

pub(super) fn read(
    file: &Source,
    names: &Names,
    spoken_of: &BTreeSet<String>,
    unread: &[&'static str],
) -> Result<Read, Vec<Problem>> {
    let (entries, named): (BTreeMap<Key, ArmFile>, Vec<Named>) = read_with_names(file)?;
    let mut problems = Problems::new(file.to_string()).without(unread);
    let mut lost = Problems::new(file.to_string());
    find_lost(&entries, spoken_of, &mut lost);
    let arms = resolve(entries, names, &mut problems);
    problems.or(Read { arms, lost: lost.into_vec(), named })
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

/// What no arm has more of: distances in the board's unit of length, hands, sizes, rounds in it, points of a figure, and
/// how often a figure of its wielder counts.
const FARTHEST: i32 = 10_000;
const MOST_HANDS: i32 = 20;
const MOST_SIZES: i32 = 100;
const MOST_ROUNDS: i32 = 1000;
const LARGEST: i32 = 10_000;
const MOST_TIMES: i32 = 100;

/// Damage is thrown to be done: dice are added, not taken away, and something is left of them.
fn check_damage(damage: &Spanned<Expr>, problems: &mut Problems) {
    let throws_less = damage.terms().iter().any(|term| term.max() <= 0);
    let does_nothing = damage.max() < 0 || (damage.max() == 0 && !damage.is_constant());
    if throws_less || does_nothing || damage.min() < -MOST_LOST {
        problems.push(damage.span, format!("damage of `{}`", damage.value), "dice that can do harm");
    }
}

/// A throw of damage is never lessened by more.
const MOST_LOST: i32 = 20;

/// The ruleset with arms that only one battle has beside its own.
pub(super) fn with_own(rules: &Arc<Rules>, own: BTreeMap<Key, ArmFile>, problems: &mut Problems) -> Arc<Rules> {
    if own.is_empty() {
        return rules.clone();
    }
    let arms = resolve(own, &Names::of(rules), problems);
    let mut more = (**rules).clone();
    more.arms = more.arms.iter().map(|(name, arm)| (*name, arm.clone())).chain(arms).collect();
    more.spoken = OnceLock::new();
    Arc::new(more)
}

fn resolve(entries: BTreeMap<Key, ArmFile>, names: &Names, problems: &mut Problems) -> BTreeMap<Key, Arc<Arm>> {
    let arms = entries.into_iter().map(|(name, entry)| {
        check_all(problems, &entry.rule, "rule", &names.rules);
        check_all(problems, &entry.skill, "figure", &names.figures);
        check_all(problems, entry.adds.keys(), "figure", &names.figures);
        within(entry.reach.iter().copied(), 0..=FARTHEST, "a reach of", problems);
        within(entry.increment, 1..=FARTHEST, "a range increment of", problems);
        within(entry.max_steps, 0..=32, "at most steps", problems);
        within(entry.range, 0..=FARTHEST, "a range of", problems);
        within([entry.hands.map(i32::from)], 0..=MOST_HANDS, "hands", problems);
        within([entry.scale], -MOST_SIZES..=MOST_SIZES, "a size of", problems);
        within(entry.rounds, 0..=MOST_ROUNDS, "rounds", problems);
        within(entry.adds.values().copied(), -MOST_TIMES..=MOST_TIMES, "times", problems);
        within(entry.figures.values().copied(), -LARGEST..=LARGEST, "a figure of", problems);
        if let Some(damage) = &entry.damage {
            check_damage(damage, problems);
        }
        let tenths = entry.mass.value * 10.0;
        if !(0.0..1e9).contains(&tenths) {
            problems.push(entry.mass.span, format!("a mass of {}", entry.mass.value), "0 to 100 million");
        }
        let arm = Arm {
            name,
            kind: entry.kind,
            rule: entry.rule.map(|rule| RuleId::of(rule.value)),
            damage: entry.damage.map(Spanned::into_inner),
            adds: entry.adds.into_iter().map(|(figure, times)| (FigureName::of(figure.value), times.value)).collect(),
            types: entry.types,
            harms: entry.harms,
            skill: entry.skill.map(|skill| FigureName::of(skill.value)),
            reach: entry.reach.iter().map(|reach| reach.value).collect(),
            increment: entry.increment.map(Spanned::into_inner),
            max_steps: entry.max_steps.map(Spanned::into_inner),
            range: entry.range.map(Spanned::into_inner),
            hands: entry.hands.value,
            mass: tenths.round() as i32,
            scale: entry.scale.value,
            rounds: entry.rounds.map(Spanned::into_inner),
            area: entry.area,
            figures: entry.figures.into_iter().map(|(figure, value)| (figure.value, value.value)).collect(),
            tags: entry.tags,
            mods: entry.mods,
            effects: entry.effects,
        };
        (name, Arc::new(arm))
    });
    arms.collect()
}
