//! `ruleset.ron`: the composition of a ruleset, its figures, conditions and
//! techniques.

mod file;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use self::file::{Figure, File};
use super::names::{Names, keys};
use super::reader::{Named, Overrides, Problem, Problems, Source, Spanned, read_with_settings, text_in};
use super::sources::{Home, RULESET};
use super::{arms, book, chapters, fit, folder, looks, objects, profiles, tips};
use crate::battle::{
    Arm, Class, ConditionName, Deed, Dictionary, FigureName, Key, MOST_STATES, Profile, RuleText, Rules, Verb,
};
use crate::looks::Looks;
use crate::reference;

/// The kinds of names that `ruleset.ron` itself gives.
const GIVEN: [&str; 5] = ["figure", "table", "condition", "technique", "class"];

/// Every text that a file holds, whatever it stands for.
fn texts(file: &Source) -> Vec<String> {
    let whole = text_in(file).unwrap_or_default();
    let of_line = |line: &str| line.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    whole.lines().flat_map(of_line).collect()
}

/// The files of one ruleset: its own, and before them those of the ruleset that it takes the rest from.
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
    // What is wrong with the ruleset that this one takes the rest from is told of that one.
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
    let wrong = own.len();
    names.check_all_of(named.iter().filter(|named| GIVEN.contains(&named.kind)), &mut own);
    // What this file asks for in vain is misspelt here: that others ask for it too is no fault of theirs.
    unread.extend(GIVEN.into_iter().filter(|kind| own.lacks(kind)));
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
    let is_misspelt = own.len() > wrong;
    if !problems.is_empty() || wrong > 0 {
        problems.extend(own);
        return Err(causes_first(problems.into_vec(), &place));
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
    // By names that are misspelt nothing else can be weighed.
    if is_misspelt {
        return Err(causes_first(problems.into_vec(), &place));
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
    let techniques = file.techniques.into_iter().map(|(name, technique)| (name, Arc::new(technique.resolve())));
    let rules = Rules {
        name,
        // What cannot be read is told already.
        files: folder::of_ruleset(&homes.0).unwrap_or_default(),
        title: file.title,
        blurb: file.blurb,
        looks: Looks::new(sheet, file.face.map(Spanned::into_inner)),
        tips,
        ours: file.ours,
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
    problems.or(Arc::new(rules)).map_err(|wrong| causes_first(wrong, &place))
}

/// What is wrong with `ruleset.ron` comes before what is wrong with the files that lean on it.
fn causes_first(mut problems: Vec<Problem>, place: &Source) -> Vec<Problem> {
    let place = place.to_string();
    problems.sort_by_key(|problem| problem.file != place);
    problems
}

/// A mechanic that stands in the wrong slot is told where it belongs.
fn in_its_slot(problem: Problem) -> Problem {
    let name = problem.found.trim_matches('`');
    match reference::mechanics().iter().find(|mechanic| mechanic.name == name) {
        Some(mechanic) if problem.found.starts_with('`') => {
            let help = format!("`{name}` belongs into `{}`", mechanic.slot);
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
