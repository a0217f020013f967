//! `profiles.ron`: ready-made combatants.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::looks::Known;
use super::names::{Names, check, check_all, plain, states_of};
use super::reader::{Named, Problem, Problems, Source, Spanned, read_file, read_with_names};
use super::weapons;
use crate::battle::{Class, FigureName, Key, Profile, Rules, refers};

/// A profile: a ready-made combatant.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Entry {
    /// Who or what it is, in a line.
    blurb: String,
    /// Its class; figures follow from that.
    class: Option<Spanned<Key>>,
    /// How much it measures across, in the unit of length: `check` compares its size with that.
    across: Option<Spanned<f64>>,
    /// Its figures; those left out have their defaults.
    figures: BTreeMap<Spanned<Key>, Spanned<f64>>,
    /// What it carries, what is ready first.
    arms: Vec<Spanned<Key>>,
    /// What of that is not in hand when a battle begins.
    stowed: Vec<Spanned<Key>>,
    /// Groups of attacks that it has practised.
    #[serde(deserialize_with = "refers::own")]
    combos: BTreeMap<Spanned<Key>, Vec<Spanned<Key>>>,
    /// What it has learned to do.
    techniques: Vec<Spanned<Key>>,
    /// Parts of its body that can be aimed at, each as often as it has it.
    parts: Vec<Key>,
    /// Words that rules ask for: "mindless", "wings".
    #[serde(deserialize_with = "refers::given")]
    tags: Vec<Key>,
    /// Conditions that it starts a battle with.
    conditions: Vec<Spanned<Key>>,
    /// How it is drawn: a word of a token that ships (`assets/tokens.ron`), or one of `looks.ron`.
    token: Option<Spanned<String>>,
}

/// Ready-made combatants, and every name that stands beside them.
type Read = (BTreeMap<Key, Arc<Profile>>, Vec<Named>);

pub(super) fn read(
    file: &Source,
    names: &Names,
    ranges: &impl Fn(FigureName) -> Range,
    classes: &BTreeMap<Key, &Class>,
    looks: &Known,
    unread: &[&'static str],
) -> Result<Read, Vec<Problem>> {
    let (entries, named): (BTreeMap<Key, Entry>, Vec<Named>) = read_with_names(file)?;
    let mut problems = Problems::new(file.to_string()).without(unread);
    let profiles = entries.into_iter().map(|(name, entry)| {
        check_combos(&entry.combos, &mut problems);
        looks.check_token(&entry.token, &mut problems);
        check_all(&mut problems, &entry.class, "class", &names.classes);
        check_all(&mut problems, &entry.arms, "arm", &names.arms);
        check_all(&mut problems, &entry.stowed, "arm", &names.arms);
        check_all(&mut problems, &entry.techniques, "technique", &names.techniques);
        check_all(&mut problems, &entry.conditions, "condition", &names.conditions);
        check_level(&entry, classes, &mut problems);
        let profile = Profile {
            name,
            blurb: entry.blurb,
            class: entry.class.map(Spanned::into_inner),
            figures: figures(&entry.figures, names, ranges, &mut problems),
            arms: plain(&entry.arms),
            stowed: plain(&entry.stowed),
            combos: combos(&entry.combos),
            techniques: plain(&entry.techniques),
            parts: entry.parts,
            tags: entry.tags,
            conditions: states_of(&entry.conditions),
            token: entry.token.map(Spanned::into_inner),
        };
        (name, Arc::new(profile))
    });
    let profiles = profiles.collect();
    problems.or((profiles, named))
}

/// A class must have rows for the level that a profile gives it.
fn check_level(entry: &Entry, classes: &BTreeMap<Key, &Class>, problems: &mut Problems) {
    let Some((named, class)) = entry.class.as_ref().and_then(|named| Some((named, classes.get(&named.value)?))) else {
        return;
    };
    let given = entry.figures.iter().find(|(figure, _)| figure.value == class.level).map(|(_, value)| value);
    let (level, span) = given.map_or((0.0, named.span), |value| (value.value, value.span));
    for (figure, ladder) in &class.gives {
        let (low, high) = ladder.levels();
        if level < f64::from(low) || level > f64::from(high) {
            let found = format!("a {} of {} {level}, for which it has no {figure}", named.value, class.level);
            problems.push(span, found, format!("{} {low} to {high}", class.level));
            return;
        }
    }
}

/// What is odd in profiles without being wrong: a stated size that is not that
/// of what they measure across (ST-SIZE-02), weapons that are none.
pub(super) fn doubts(file: &Source, rules: &Rules) -> Vec<Problem> {
    let entries: BTreeMap<Key, Entry> = read_file(file).unwrap_or_default();
    let mut doubts = Problems::new(file.to_string());
    let (measure, by) = (&rules.measure, rules.measure.bodies.as_ref().map(|bodies| bodies.by));
    for (name, entry) in &entries {
        let arms: Vec<Spanned<Key>> = entry.arms.iter().chain(&entry.stowed).copied().collect();
        weapons::doubt(rules, *name, &arms, &mut doubts);
        let (Some(across), Some(by)) = (&entry.across, by) else { continue };
        let stated = rules.profiles.get(name).and_then(|profile| profile.figures.get(&by)).copied().unwrap_or(0);
        if let Some(size) = measure.size_across(across.value).filter(|size| *size != stated) {
            let found = format!("{name} at {by} {stated}, {} {} across", across.value, measure.unit);
            doubts.push(across.span, found, format!("{by} {size}, unless it is much thinner one way"));
        }
    }
    doubts.into_vec()
}

/// What files may give a figure.
#[derive(Clone, Copy, Default)]
pub(super) struct Range {
    /// Whether it is counted in halves.
    pub halves: bool,
    /// The least and the most, where the ruleset says so.
    pub given: Option<(i32, i32)>,
}

impl Range {
    /// That of a figure of this ruleset.
    pub(super) fn of(rules: &Rules, figure: FigureName) -> Self {
        let def = rules.figures.get(&figure);
        def.map_or_else(Self::default, |def| Self { halves: def.halves, given: def.given })
    }
}

/// What a figure may be where the ruleset does not say it.
const USUAL: (i32, i32) = (-100, 100_000);

/// Figures as files give them: those that are counted in halves may be
/// fractions there.
pub(super) fn figures(
    given: &BTreeMap<Spanned<Key>, Spanned<f64>>,
    names: &Names,
    ranges: &impl Fn(FigureName) -> Range,
    problems: &mut Problems,
) -> BTreeMap<FigureName, i32> {
    let mut figures = BTreeMap::new();
    for (figure, value) in given {
        check(problems, figure, "figure", &names.figures);
        let name = FigureName::of(figure.value);
        let range = ranges(name);
        let (low, high) = range.given.unwrap_or(USUAL);
        let counted = if range.halves { value.value * 2.0 } else { value.value };
        if counted.fract() != 0.0 || value.value < f64::from(low) || value.value > f64::from(high) {
            let what = if range.halves { "a number, halves too," } else { "a whole number" };
            let expected = format!("{what} from {low} to {high}");
            problems.push(value.span, format!("{} as {}", value.value, figure.value), expected);
        }
        figures.insert(name, counted as i32);
    }
    figures
}

/// Nobody practises more blows at once.
const MOST_BLOWS: usize = 12;

/// A combo is of some blows, and not of any number.
pub(super) fn check_combos(combos: &BTreeMap<Spanned<Key>, Vec<Spanned<Key>>>, problems: &mut Problems) {
    for (name, blows) in combos.iter().filter(|(_, blows)| !(1..=MOST_BLOWS).contains(&blows.len())) {
        let found = format!("`{}` of {} blows", name.value, blows.len());
        problems.push(name.span, found, format!("1 to {MOST_BLOWS} blows"));
    }
}

/// Combos without the places where they stand.
pub(super) fn combos(combos: &BTreeMap<Spanned<Key>, Vec<Spanned<Key>>>) -> BTreeMap<Key, Vec<Key>> {
    combos.iter().map(|(name, blows)| (name.value, plain(blows))).collect()
}
