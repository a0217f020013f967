//! `ruleset.ron`: the composition of a ruleset, its figures, conditions and
//! techniques.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde::Deserialize;

use super::names::{Names, check, check_all, keys, plain};
use super::reader::{Named, Overrides, Problem, Problems, Spanned, read_with_settings};
use super::{arms, book, objects, profiles};
use crate::battle::{
    Class, ConditionDef, Deed, FigureDef, FigurePart, Key, Ladder, Measure, ModDef, Profile, Rules, Setting, Table1,
};
use crate::mechanics::slots::Slots;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The ruleset from which everything is taken that this one does not say.
    #[serde(default)]
    from: Option<String>,
    title: String,
    blurb: String,
    #[serde(default)]
    settings: BTreeMap<String, Setting>,
    measure: Measure,
    figures: BTreeMap<Key, Figure>,
    #[serde(default)]
    tables: BTreeMap<Key, Table1>,
    #[serde(default)]
    classes: BTreeMap<Key, ClassFile>,
    #[serde(default)]
    conditions: BTreeMap<Key, Condition>,
    #[serde(default)]
    techniques: BTreeMap<Key, Technique>,
    play: Slots,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Figure {
    short: Option<String>,
    rule: Option<Spanned<Key>>,
    is: Vec<Part>,
    default: i32,
    min: Option<i32>,
    max: Option<i32>,
    halves: bool,
    low_is_good: bool,
    group: Option<String>,
    own: bool,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Part {
    name: Option<Key>,
    n: i32,
    of: Option<Spanned<Key>>,
    or: Option<Spanned<Key>>,
    times: Option<i32>,
    over: Option<i32>,
    table: Option<Spanned<Key>>,
    whole: bool,
    state: bool,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Condition {
    rule: Spanned<Key>,
    text: String,
    sign: Option<String>,
    mods: Vec<ModDef>,
    forbids: Vec<Key>,
    implies: Vec<Spanned<Key>>,
    replaces: Vec<Spanned<Key>>,
    out: bool,
    dead: bool,
    stance: bool,
    helps: bool,
    quiet: bool,
    opens_to: Option<Key>,
    stays: bool,
    of_mind: bool,
    by_each: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassFile {
    level: Spanned<Key>,
    /// Another class that gives what this one does not say itself.
    #[serde(default)]
    like: Option<Spanned<Key>>,
    #[serde(default)]
    gives: BTreeMap<Spanned<Key>, Ladder>,
    #[serde(default)]
    words: Vec<Key>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Technique {
    rule: Spanned<Key>,
    text: String,
    mods: Vec<ModDef>,
}

/// Every text that a file holds, whatever it stands for.
fn texts(path: &Path) -> Vec<String> {
    let whole = std::fs::read_to_string(path).unwrap_or_default();
    let of_line = |line: &str| line.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    whole.lines().flat_map(of_line).collect()
}

/// Reads the whole ruleset `name` in `folder`, with its settings at other
/// values where `overrides` says so.
///
/// # Errors
/// With everything that is wrong in any of its files.
pub fn load(folder: &Path, name: &str, overrides: &Overrides) -> Result<Arc<Rules>, Vec<Problem>> {
    let home = folder.join(name);
    let path = home.join("ruleset.ron");
    let mut problems = Problems::new(path.display().to_string());
    let (file, named): (File, Vec<Named>) = match read_with_settings(&path, overrides) {
        Ok(read) => read,
        Err(wrong) => {
            problems.extend(wrong);
            return Err(problems.into_vec());
        }
    };
    // What is wrong with the ruleset from which this one takes the rest is told of that one.
    if let Some(from) = &file.from {
        load(folder, from, &Overrides::default())?;
    }
    // What this ruleset does not have itself it has from the one before it.
    let base = file.from.as_ref().map(|from| folder.join(from));
    let homes: Vec<&Path> = base.iter().map(PathBuf::as_path).chain([home.as_path()]).collect();
    let mut rules = Vec::new();
    for home in homes.iter().filter(|home| **home == homes[0] || home.join("rulebook.ron").exists()) {
        match book::read(&home.join("rulebook.ron")) {
            Ok(more) => rules.extend(more),
            Err(wrong) => problems.extend(wrong),
        }
    }
    let mut names = Names {
        rules: rules.iter().map(|rule| rule.id).collect(),
        figures: keys(&file.figures),
        tables: keys(&file.tables),
        conditions: keys(&file.conditions),
        techniques: keys(&file.techniques),
        classes: keys(&file.classes),
        ..Names::default()
    };
    if problems.is_empty() {
        file.check(&names, &mut problems);
    }
    let spoken_of: BTreeSet<String> = homes.iter().flat_map(|home| texts(&home.join("ruleset.ron"))).collect();
    let (mut arms, mut lost) = (BTreeMap::new(), Vec::new());
    for home in homes.iter().filter(|home| **home == homes[0] || home.join("arms.ron").exists()) {
        match arms::read(&home.join("arms.ron"), &names, &spoken_of) {
            Ok((more, of_no_use)) => {
                arms.extend(more);
                lost.extend(of_no_use);
            }
            Err(wrong) => problems.extend(wrong),
        }
    }
    names.arms = keys(&arms);
    let halves = |figure: Key| file.figures.get(&figure).is_some_and(|figure| figure.halves);
    let classes = file.classes();
    // A level that is made of other figures is known in play only.
    let is_given = |figure: Key| file.figures.get(&figure).is_some_and(|figure| figure.is.is_empty());
    let given: BTreeMap<Key, &Class> =
        classes.iter().filter(|(_, class)| is_given(class.level)).map(|(name, class)| (*name, class)).collect();
    let mut profiles = BTreeMap::new();
    for home in homes.iter().filter(|home| **home == homes[0] || home.join("profiles.ron").exists()) {
        match profiles::read(&home.join("profiles.ron"), &names, &halves, &given) {
            Ok(more) => profiles.extend(more),
            Err(wrong) => problems.extend(wrong),
        }
    }
    let mut objects = BTreeMap::new();
    for home in homes.iter().filter(|home| **home == homes[0] || home.join("objects.ron").exists()) {
        match objects::read(&home.join("objects.ron"), &names) {
            Ok(more) => objects.extend(more),
            Err(wrong) => problems.extend(wrong),
        }
    }
    if !problems.is_empty() {
        return Err(problems.into_vec());
    }
    let composition = file.play.compose();
    let deeds: BTreeMap<Key, Arc<dyn Deed>> =
        composition.mechanics.iter().flat_map(|mechanic| mechanic.deeds()).map(|deed| (deed.verb(), deed)).collect();
    for profile in profiles.values_mut() {
        add_words(profile, &classes);
    }
    let harms = composition.mechanics.iter().filter_map(|mechanic| mechanic.as_harm()).map(|harm| harm.kind());
    (names.deeds, names.harms) = (keys(&deeds), harms.collect());
    names.learn(&arms, &profiles);
    names.check_all_of(&named, &mut problems);
    // Where the ruleset itself is misspelt, that is what is wrong.
    if problems.is_empty() {
        problems.extend(lost);
    }
    if !problems.is_empty() {
        return Err(problems.into_vec());
    }
    let conditions = file.conditions.into_iter().map(|(name, condition)| (name, Arc::new(condition.resolve())));
    let techniques = file.techniques.into_iter().map(|(name, technique)| {
        let def = ConditionDef {
            rule: technique.rule.value,
            text: technique.text,
            mods: technique.mods,
            ..ConditionDef::default()
        };
        (name, Arc::new(def))
    });
    Ok(Arc::new(Rules {
        name: Key::new(name),
        title: file.title,
        blurb: file.blurb,
        measure: file.measure,
        figures: file.figures.into_iter().map(|(name, figure)| (name, figure.resolve())).collect(),
        conditions: conditions.chain(techniques).collect(),
        arms,
        profiles,
        objects,
        classes,
        tables: file.tables,
        settings: file.settings,
        book: rules.into_iter().map(|rule| (rule.id, rule)).collect(),
        initiative: composition.initiative,
        economy: composition.economy,
        deeds,
        mechanics: composition.mechanics,
        named: spoken_of.iter().map(|name| Key::new(name)).collect(),
        spoken: OnceLock::new(),
    }))
}

/// Gives a profile the words of its class.
fn add_words(profile: &mut Arc<Profile>, classes: &BTreeMap<Key, Class>) {
    let words = profile.class.and_then(|class| classes.get(&class)).map_or(&[][..], |class| &class.words);
    if !words.is_empty() {
        Arc::make_mut(profile).tags.extend(words);
    }
}

impl File {
    /// Checks that everything referred to is there.
    fn check(&self, names: &Names, problems: &mut Problems) {
        for figure in self.figures.values() {
            check_all(problems, &figure.rule, "rule", &names.rules);
            for part in &figure.is {
                check_all(problems, &part.or, "figure", &names.figures);
                check_all(problems, &part.table, "table", &names.tables);
                // A part may also be a running count, which needs no declaration,
                // where it is told that it is part of the state of play.
                if !part.state {
                    check_all(problems, &part.of, "figure", &names.figures);
                }
            }
        }
        for condition in self.conditions.values() {
            check(problems, &condition.rule, "rule", &names.rules);
            check_all(problems, condition.implies.iter().chain(&condition.replaces), "condition", &names.conditions);
        }
        for technique in self.techniques.values() {
            check(problems, &technique.rule, "rule", &names.rules);
        }
        for class in self.classes.values() {
            check_all(problems, &class.like, "class", &names.classes);
            if let Some(like) = &class.like
                && self.classes.get(&like.value).is_some_and(|other| other.like.is_some())
            {
                let found = format!("the class {}, which is itself like another", like.value);
                problems.push(like.span, found, "a class that says itself what it gives");
            }
            check_all(problems, std::iter::once(&class.level).chain(class.gives.keys()), "figure", &names.figures);
        }
        self.check_circles(problems);
    }

    /// The classes, each with what another gives it.
    fn classes(&self) -> BTreeMap<Key, Class> {
        let ladders = |class: &ClassFile| -> BTreeMap<Key, Ladder> {
            class.gives.iter().map(|(figure, ladder)| (figure.value, ladder.clone())).collect()
        };
        let resolve = |(name, class): (&Key, &ClassFile)| {
            let like = class.like.as_ref().and_then(|like| self.classes.get(&like.value));
            let mut gives = like.map(ladders).unwrap_or_default();
            gives.extend(ladders(class));
            (*name, Class { level: class.level.value, gives, words: class.words.clone() })
        };
        self.classes.iter().map(resolve).collect()
    }

    /// A figure may not be made of itself.
    fn check_circles(&self, problems: &mut Problems) {
        for (name, figure) in &self.figures {
            for of in figure.is.iter().filter_map(|part| part.of.as_ref()) {
                let mut seen = vec![of.value];
                let mut next = 0;
                while let Some(at) = seen.get(next).copied() {
                    next += 1;
                    let parts = self.figures.get(&at).map(|figure| figure.is.as_slice()).unwrap_or_default();
                    for part in parts.iter().filter_map(|part| part.of.as_ref()) {
                        if !seen.contains(&part.value) {
                            seen.push(part.value);
                        }
                    }
                }
                if seen.contains(name) {
                    let found = format!("the figure {name}, which is made of itself");
                    problems.push(of.span, found, "figures that lead back to given ones");
                }
            }
        }
    }
}

impl Figure {
    fn resolve(self) -> FigureDef {
        let part = |part: Part| FigurePart {
            name: part.name,
            n: part.n,
            of: part.of.map(Spanned::into_inner),
            or: part.or.map(Spanned::into_inner),
            times: part.times,
            over: part.over,
            table: part.table.map(Spanned::into_inner),
            whole: part.whole,
            state: part.state,
        };
        FigureDef {
            short: self.short,
            rule: self.rule.map(Spanned::into_inner),
            is: self.is.into_iter().map(part).collect(),
            default: if self.halves { self.default.saturating_mul(2) } else { self.default },
            min: self.min,
            max: self.max,
            halves: self.halves,
            low_is_good: self.low_is_good,
            group: self.group,
            own: self.own,
        }
    }
}

impl Condition {
    fn resolve(self) -> ConditionDef {
        ConditionDef {
            rule: self.rule.value,
            text: self.text,
            sign: self.sign,
            mods: self.mods,
            forbids: self.forbids,
            implies: plain(&self.implies),
            replaces: plain(&self.replaces),
            out: self.out,
            dead: self.dead,
            stance: self.stance,
            helps: self.helps,
            quiet: self.quiet,
            opens_to: self.opens_to,
            by_each: self.by_each,
            stays: self.stays,
            of_mind: self.of_mind,
        }
    }
}
