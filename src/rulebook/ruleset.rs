//! `ruleset.ron`: the composition of a ruleset, its figures, conditions and
//! techniques.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use serde::Deserialize;

use super::names::{Names, check, check_all, keys, states_of};
use super::profiles::Range;
use super::reader::{Named, Overrides, Problem, Problems, Source, Spanned, read_with_settings, text_in};
use super::sources::{Home, RULESET};
use super::{arms, book, chapters, fit, looks, objects, profiles, tips};
use crate::battle::stats::Stats;
use crate::battle::{
    Arm, Class, ConditionDef, ConditionName, Deed, Dictionary, FigureDef, FigureName, FigurePart, Key, Ladder,
    MOST_STATES, Measure, ModDef, Profile, RuleId, RuleText, Rules, Setting, Table1, Verb, refers,
};
use crate::looks::Looks;
use crate::mechanics::slots::{Slots, slot_of};

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The ruleset from which everything is taken that this one does not say.
    #[serde(default)]
    from: Option<Spanned<String>>,
    title: String,
    blurb: String,
    #[serde(default)]
    face: Option<Spanned<String>>,
    #[serde(default)]
    settings: BTreeMap<String, Setting>,
    measure: Measure,
    figures: BTreeMap<Key, Figure>,
    #[serde(default)]
    stats: Stats,
    #[serde(default)]
    tables: BTreeMap<Key, Table1>,
    #[serde(default)]
    classes: BTreeMap<Key, ClassFile>,
    #[serde(default)]
    conditions: BTreeMap<Key, Condition>,
    #[serde(default)]
    techniques: BTreeMap<Key, Technique>,
    play: Spanned<Slots>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Figure {
    short: Option<String>,
    rule: Option<Spanned<Key>>,
    is: Vec<Part>,
    default: Option<Spanned<i32>>,
    min: Option<i32>,
    max: Option<i32>,
    halves: bool,
    low_is_good: bool,
    group: Option<String>,
    own: bool,
    /// The least and the most that files may give it.
    given: Option<(i32, i32)>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Part {
    #[serde(deserialize_with = "refers::own")]
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
    sign: Option<Spanned<String>>,
    mods: Vec<ModDef>,
    #[serde(deserialize_with = "refers::kinds")]
    forbids: Vec<Key>,
    implies: Vec<Spanned<Key>>,
    replaces: Vec<Spanned<Key>>,
    out: bool,
    dead: bool,
    stance: bool,
    helps: bool,
    quiet: bool,
    #[serde(deserialize_with = "refers::given")]
    opens_to: Option<Key>,
    stays: bool,
    of_mind: bool,
    by_each: bool,
    /// Whoever somebody is in it with is in it as well, so that it is neither's luck.
    mutual: bool,
    /// The mechanics without which what it says does not come about.
    answered_by: Vec<Spanned<String>>,
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
    #[serde(default, deserialize_with = "refers::given")]
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
fn texts(file: &Source) -> Vec<String> {
    let whole = text_in(file).unwrap_or_default();
    let of_line = |line: &str| line.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    whole.lines().flat_map(of_line).collect()
}

/// The files of one ruleset: its own, and before them those of the ruleset from which it takes the rest.
struct Homes(Vec<Home>);

/// Whether nothing takes such a name away with a mechanic: figures and conditions stay, deeds and words may go.
fn is_lasting(named: &Named) -> bool {
    let goes = ["name", "deed", "kind of deed", "word that anything asks for", "word of a roll", "figure or roll"];
    !goes.contains(&named.kind) && !named.kind.starts_with("word of ")
}

impl Homes {
    /// Whether a file is of the ruleset itself, and not of one that it takes from.
    fn is_own(&self, file: &Source) -> bool {
        let name = file.path().file_name().and_then(|name| name.to_str()).unwrap_or_default();
        self.0.last().is_some_and(|home| home.file(name) == *file)
    }

    /// Reads the file of this name in each of them, those after the first only where there is one.
    fn read<T>(
        &self,
        name: &str,
        problems: &mut Problems,
        mut read: impl FnMut(&Source) -> Result<T, Vec<Problem>>,
    ) -> (Vec<(Source, T)>, bool) {
        let files = self.0.iter().enumerate().map(|(index, home)| (index, home.file(name)));
        let (mut all, mut sound) = (Vec::new(), true);
        for (_, file) in files.filter(|(index, file)| *index == 0 || file.exists()) {
            match read(&file) {
                Ok(more) => all.push((file, more)),
                Err(wrong) => {
                    problems.extend(wrong);
                    sound = false;
                }
            }
        }
        (all, sound)
    }
}

/// Reads a whole ruleset, with its settings at other values where `overrides` says so.
///
/// # Errors
/// With everything that is wrong in any of its files.
pub fn load(home: Home, overrides: &Overrides) -> Result<Arc<Rules>, Vec<Problem>> {
    let place = home.file(RULESET);
    let mut problems = Problems::new(place.to_string());
    let find = |from: &str| home.sources().home_of(from).map(|home| home.file(RULESET));
    let (file, named): (File, Vec<Named>) = match read_with_settings(&place, overrides, find) {
        Ok(read) => read,
        Err(wrong) => {
            problems.extend(wrong.into_iter().map(in_its_slot));
            return Err(problems.into_vec());
        }
    };
    let base = file.from.as_ref().and_then(|from| home.sources().home_of(&from.value).ok());
    // What is wrong with the ruleset from which this one takes the rest is told of that one.
    if let Some(base) = &base {
        load(base.clone(), &Overrides::default())?;
    }
    let name = Key::new(home.name());
    // What this ruleset does not have itself it has from the one before it.
    let homes = Homes(base.into_iter().chain([home]).collect());
    let (books, book_is_sound) = homes.read("rulebook.ron", &mut problems, book::read_book);
    // Of a book that cannot be read no chapter can be held to it.
    let chapters = if book_is_sound { chapters::read(&homes.0, &books, &mut problems) } else { Vec::new() };
    let rules: Vec<RuleText> = books.into_iter().flat_map(|(_, book)| book.rules).collect();
    let mut names = Names {
        rules: rules.iter().map(|rule| rule.id.into()).collect(),
        figures: keys(file.figures.keys()),
        tables: keys(file.tables.keys()),
        conditions: keys(file.conditions.keys()),
        techniques: keys(file.techniques.keys()),
        classes: keys(file.classes.keys()),
        ..Names::default()
    };
    let mut unread: Vec<&'static str> = Vec::new();
    if !book_is_sound {
        unread.push("rule");
    }
    let (sheet, looks_are_sound) = looks::read(&homes.0, &mut problems);
    if !looks_are_sound {
        unread.extend(looks::NAMES);
    }
    let known = looks::Known::of(&sheet);
    let tips = tips::read(&homes.0, &mut problems);
    let mut own = Problems::new(place.to_string()).without(&unread);
    file.check(&names, &known, &mut own);
    problems.extend(own);
    let spoken_of: BTreeSet<String> = homes.0.iter().flat_map(|home| texts(&home.file(RULESET))).collect();
    let read_arms = |file: &Source| arms::read(file, &names, &spoken_of, &unread);
    let (armouries, arms_are_sound) = homes.read("arms.ron", &mut problems, read_arms);
    let (mut arms, mut lost, mut told) = (BTreeMap::new(), Vec::new(), Vec::new());
    for (file, read) in armouries {
        arms.extend(read.arms);
        lost.extend(read.lost);
        told.push((file, read.named));
    }
    if !arms_are_sound {
        unread.push("arm");
    }
    let arms: Dictionary<Arc<Arm>> = arms.into_iter().collect();
    names.arms = keys(arms.keys());
    let ranges = |figure: FigureName| file.figures.get(&figure).map(Figure::range).unwrap_or_default();
    let classes = file.classes();
    // A level that is made of other figures is known in play only.
    let is_given = |figure: FigureName| file.figures.get(&figure).is_some_and(|figure| figure.is.is_empty());
    let given: BTreeMap<Key, &Class> =
        classes.iter().filter(|(_, class)| is_given(class.level)).map(|(name, class)| (*name, class)).collect();
    let mut profiles = BTreeMap::new();
    let read_profiles = |file: &Source| profiles::read(file, &names, &ranges, &given, &known, &unread);
    for (file, (more, named)) in homes.read("profiles.ron", &mut problems, read_profiles).0 {
        profiles.extend(more);
        told.push((file, named));
    }
    let mut objects = BTreeMap::new();
    let read_objects = |file: &Source| objects::read(file, &names, &unread);
    for (file, (more, named)) in homes.read("objects.ron", &mut problems, read_objects).0 {
        objects.extend(more);
        told.push((file, named));
    }
    if !problems.is_empty() {
        return Err(problems.into_vec());
    }
    let play = file.play.span;
    let composition = file.play.value.compose();
    let deeds: Dictionary<Arc<dyn Deed>, Verb> = composition
        .registry
        .mechanics
        .iter()
        .flat_map(|mechanic| mechanic.deeds())
        .map(|deed| (deed.verb(), deed))
        .collect();
    for profile in profiles.values_mut() {
        add_words(profile, &classes);
    }
    let (profiles, objects) = (profiles.into_iter().collect(), objects.into_iter().collect());
    names.learn(&arms, &profiles, &objects);
    names.learn_deeds(&deeds, &composition.registry);
    names.listen(&named);
    for (_, named) in &told {
        names.overhear(named);
    }
    // What another game says is right there, and no slip here where the mechanic is gone that asked for it or brought it.
    let is_inherited = |name: &Named| file.from.as_ref().is_some_and(|from| from.span == name.name.span);
    names.check_all_of(named.iter().filter(|named| is_lasting(named) || !is_inherited(named)), &mut problems);
    // Where the ruleset itself is misspelt, that is what is wrong.
    if problems.is_empty() {
        problems.extend(lost);
        for (file, named) in &told {
            let mut of_file = Problems::new(file.to_string());
            names.check_all_of(named.iter().filter(|named| is_lasting(named) || homes.is_own(file)), &mut of_file);
            problems.extend(of_file);
        }
    }
    let count = file.conditions.len() + file.techniques.len();
    if count > MOST_STATES {
        let most = format!("at most {MOST_STATES} of both together");
        problems.add(Problem::whole_file(&place.to_string(), format!("{count} conditions and techniques"), most));
    }
    let answered = file.conditions.iter().flat_map(|(state, condition)| {
        condition.answered_by.iter().map(|mechanic| (ConditionName::of(*state), mechanic.clone())).collect::<Vec<_>>()
    });
    let answered: Vec<(ConditionName, Spanned<String>)> = answered.collect();
    let states = file.conditions.into_iter().map(|(name, condition)| (name, Arc::new(condition.resolve())));
    let techniques = file.techniques.into_iter().map(|(name, technique)| {
        let def = ConditionDef {
            rule: RuleId::of(technique.rule.value),
            text: technique.text,
            mods: technique.mods,
            learned: true,
            ..ConditionDef::default()
        };
        (name, Arc::new(def))
    });
    let rules = Rules {
        name,
        title: file.title,
        blurb: file.blurb,
        looks: Looks::new(sheet, file.face.map(Spanned::into_inner)),
        tips,
        measure: file.measure,
        figures: file.figures.into_iter().map(|(name, figure)| (FigureName::of(name), figure.resolve())).collect(),
        stats: file.stats,
        conditions: states.chain(techniques).collect(),
        arms,
        profiles,
        objects,
        classes: classes.into_iter().collect(),
        tables: file.tables.into_iter().collect(),
        settings: file.settings,
        book: rules.into_iter().map(|rule| (rule.id.into(), rule)).collect(),
        chapters,
        initiative: composition.initiative,
        economy: composition.economy,
        deeds,
        written: names.spoken,
        registry: composition.registry,
        named: spoken_of.iter().map(|name| Key::new(name)).collect(),
        states: OnceLock::new(),
        spoken: OnceLock::new(),
    };
    let book = homes.0.iter().filter(|_| homes.0.len() == 1).map(|home| home.file("rulebook.ron")).next();
    fit::check(&rules, &fit::Places { own: &named, play, book, answered: &answered, others: &told }, &mut problems);
    problems.or(Arc::new(rules))
}

/// A mechanic that stands in the wrong slot is told where it belongs.
fn in_its_slot(problem: Problem) -> Problem {
    let name = problem.found.trim_matches('`');
    match slot_of(name) {
        Some(slot) if problem.found.starts_with('`') => {
            let help = format!("`{name}` belongs into `{slot}`");
            problem.with_help(help)
        }
        _ => problem,
    }
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
    fn check(&self, names: &Names, looks: &looks::Known, problems: &mut Problems) {
        looks.check_face(&self.face, problems);
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
            if let Some(default) = figure.default.as_ref().filter(|_| !figure.is.is_empty()) {
                let found = format!("`default: {}` beside `is`", default.value);
                problems.push(default.span, found, format!("`(n: {})` among the parts of `is`", default.value));
            }
        }
        for condition in self.conditions.values() {
            looks.check_state(&condition.sign, problems);
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
        let ladders = |class: &ClassFile| -> BTreeMap<FigureName, Ladder> {
            class.gives.iter().map(|(figure, ladder)| (FigureName::of(figure.value), ladder.clone())).collect()
        };
        let resolve = |(name, class): (&Key, &ClassFile)| {
            let like = class.like.as_ref().and_then(|like| self.classes.get(&like.value));
            let mut gives = like.map(ladders).unwrap_or_default();
            gives.extend(ladders(class));
            (*name, Class { level: FigureName::of(class.level.value), gives, words: class.words.clone() })
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
    /// What files may give it.
    fn range(&self) -> Range {
        Range { halves: self.halves, given: self.given }
    }

    fn resolve(self) -> FigureDef {
        let part = |part: Part| FigurePart {
            name: part.name,
            n: part.n,
            of: part.of.map(Spanned::into_inner),
            or: part.or.map(|or| FigureName::of(or.value)),
            times: part.times,
            over: part.over,
            table: part.table.map(Spanned::into_inner),
            whole: part.whole,
            state: part.state,
        };
        FigureDef {
            short: self.short,
            rule: self.rule.map(|rule| RuleId::of(rule.value)),
            is: self.is.into_iter().map(part).collect(),
            default: self.default.map_or(0, Spanned::into_inner) * if self.halves { 2 } else { 1 },
            min: self.min,
            max: self.max,
            halves: self.halves,
            low_is_good: self.low_is_good,
            group: self.group,
            own: self.own,
            given: self.given,
        }
    }
}

impl Condition {
    fn resolve(self) -> ConditionDef {
        ConditionDef {
            rule: RuleId::of(self.rule.value),
            text: self.text,
            sign: self.sign.map(Spanned::into_inner),
            mods: self.mods,
            forbids: self.forbids,
            implies: states_of(&self.implies),
            replaces: states_of(&self.replaces),
            out: self.out,
            dead: self.dead,
            stance: self.stance,
            helps: self.helps,
            quiet: self.quiet,
            opens_to: self.opens_to,
            by_each: self.by_each,
            mutual: self.mutual,
            stays: self.stays,
            of_mind: self.of_mind,
            learned: false,
        }
    }
}
