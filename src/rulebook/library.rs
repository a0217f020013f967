//! Everything that lies where rulesets are looked for, read when it is asked for and kept.

mod lessons;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::costs::{self, Costs};
use super::learn::{self, Learn};
use super::reader::{self, Composed, Mention, Overrides, Problem, Source, closest, excerpt, text_in};
use super::scenario::Beside;
use super::sources::{RULESET, Sources, is_same};
use super::{Scenario, load, profiles, scenario};
use crate::battle::Rules;

/// Where the battles of a ruleset lie.
const SCENARIOS: &str = "scenarios";

/// Where the lessons of a ruleset lie.
const LESSONS: &str = "lessons";

/// The word in the name of a battle that is played on from a lesson.
pub(super) const LESSON: &str = "lesson";

/// What a folder must hold.
const RULESETS: &str = "a folder of rulesets, each a folder of its own with a `ruleset.ron`";

/// The rulesets of a folder, or of all places where a program looks for them.
#[derive(Debug)]
pub struct Library {
    sources: Sources,
    /// Settings that whoever opened it wants to have other values.
    settings: Overrides,
    kept: Mutex<BTreeMap<(String, Overrides), Arc<Rules>>>,
    /// Files of scenarios that whoever sits here has named, and those that follow them: no others are opened for a save,
    /// a code or another program.
    given: Arc<Mutex<BTreeSet<String>>>,
}

impl Library {
    /// Opens a folder alone; nothing is read yet.
    pub fn open(folder: impl AsRef<Path>) -> Self {
        Self::of(Sources::of(folder.as_ref()))
    }

    /// Opens all that lies there; nothing is read yet.
    pub fn of(sources: Sources) -> Self {
        Self { sources, settings: Overrides::new(), kept: Mutex::default(), given: Arc::default() }
    }

    /// The same with settings at other values.
    #[must_use]
    pub fn with_settings(mut self, settings: Overrides) -> Self {
        self.settings = settings;
        self
    }

    /// The same places with the same settings, and nothing read yet: for files
    /// that have changed since.
    #[must_use]
    pub fn reopened(&self) -> Self {
        Self { given: self.given.clone(), ..Self::of(self.sources.clone()).with_settings(self.settings.clone()) }
    }

    /// The same with files that were handed over, as [`Sources::with`] has them, and nothing read yet.
    #[must_use]
    pub fn with(&self, files: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { sources: self.sources.with(files), ..self.reopened() }
    }

    /// A folder alone, as [`Sources::alone`] has it, with the same settings.
    #[must_use]
    pub fn beside(&self, folder: &Path) -> Self {
        Self::of(self.sources.alone(folder)).with_settings(self.settings.clone())
    }

    /// A scenario, played with these settings whatever the library's own are: for names that come from saves, codes and
    /// other programs. They never lead out of the folder, unless to a file that whoever sits here has named.
    ///
    /// # Errors
    /// With what is wrong with its file or its ruleset, or that there is none.
    pub fn scenario_with(&self, wanted: &str, settings: &Overrides) -> Result<Scenario, Vec<Problem>> {
        match *settings == self.settings {
            true => self.find_scenario(wanted, self.is_given(wanted)),
            false => self.reopened().with_settings(settings.clone()).find_scenario(wanted, self.is_given(wanted)),
        }
    }

    /// From now on saves and other programs may name this file as their scenario.
    pub fn give(&self, file: &str) {
        self.given.lock().unwrap_or_else(PoisonError::into_inner).insert(file.to_owned());
    }

    fn is_given(&self, file: &str) -> bool {
        self.given.lock().unwrap_or_else(PoisonError::into_inner).contains(file)
    }

    /// Where everything lies.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The names of the rulesets.
    ///
    /// # Errors
    /// When a folder cannot be read, or there are none.
    pub fn rulesets(&self) -> Result<Vec<String>, Vec<Problem>> {
        self.some(self.sources.names())
    }

    /// The names of those that have something in the first folder; of all where there is no folder.
    ///
    /// # Errors
    /// When a folder cannot be read, or there are none.
    pub fn first_rulesets(&self) -> Result<Vec<String>, Vec<Problem>> {
        self.some(self.sources.first_names())
    }

    fn some(&self, names: std::io::Result<Vec<String>>) -> Result<Vec<String>, Vec<Problem>> {
        let whole = |found: String| vec![Problem::whole_file(&self.sources.place(), found, RULESETS)];
        let names = names.map_err(|why| whole(format!("a folder that cannot be read: {why}")))?;
        match names.is_empty() {
            true => {
                let help = "`sortie new NAME` makes one";
                Err(whole("a folder without any".to_owned()).into_iter().map(|told| told.with_help(help)).collect())
            }
            false => Ok(names),
        }
    }

    /// A ruleset.
    ///
    /// # Errors
    /// With everything that is wrong with its files, or that there is none.
    pub fn rules(&self, name: &str) -> Result<Arc<Rules>, Vec<Problem>> {
        self.rules_with(name, &Overrides::new())
    }

    /// A ruleset with settings at other values.
    ///
    /// # Errors
    /// With everything that is wrong with its files, or that there is none.
    pub fn rules_with(&self, name: &str, settings: &Overrides) -> Result<Arc<Rules>, Vec<Problem>> {
        let mut all = settings.clone();
        all.extend(self.settings.clone());
        let tag = (name.to_owned(), all);
        let find = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = find().get(&tag) {
            return Ok(rules.clone());
        }
        let known = self.rulesets()?;
        if !known.iter().any(|each| each == name) {
            let file = self.sources.place();
            let problem = Problem::whole_file(&file, format!("no ruleset called `{name}`"), known.join(", "));
            return Err(vec![problem.suggesting(name, &known)]);
        }
        let rules = load(self.sources.home(name), &tag.1)?;
        find().insert(tag, rules.clone());
        Ok(rules)
    }

    /// The names of all scenarios: "ruleset/scenario".
    pub fn scenarios(&self) -> Vec<String> {
        self.scenario_files().into_iter().map(|(ruleset, _, name)| format!("{ruleset}/{name}")).collect()
    }

    /// A scenario by its name, by the last part of it where there is only one such, or by the path of its file: for
    /// what whoever sits here says.
    ///
    /// # Errors
    /// With everything that is wrong with it, or that there is none.
    pub fn scenario(&self, wanted: &str) -> Result<Scenario, Vec<Problem>> {
        self.find_scenario(wanted, true)
    }

    fn find_scenario(&self, wanted: &str, files_too: bool) -> Result<Scenario, Vec<Problem>> {
        if let Some(tried) = self.tried(wanted) {
            return tried;
        }
        let files = self.scenario_files();
        let named =
            files.iter().filter(|(ruleset, _, name)| name == wanted || wanted.split_once('/') == Some((ruleset, name)));
        let mut found: Vec<_> = named.collect();
        if found.len() > 1 {
            // What somebody has put into a folder goes before what ships.
            let first = self.sources.first_names().unwrap_or_default();
            let of_first = found.iter().filter(|(ruleset, ..)| first.contains(ruleset)).count();
            found.retain(|(ruleset, ..)| of_first != 1 || first.contains(ruleset));
        }
        if let [(ruleset, file, name)] = found.as_slice() {
            return self.read_scenario(Some(ruleset), file, &format!("{ruleset}/{name}"));
        }
        let path = Path::new(wanted);
        if files_too && path.is_file() {
            let scenario = match self.ruleset_of(path)? {
                Some(home) => self.read_scenario(Some(&home), &path.into(), wanted)?,
                None => match self.beyond(path) {
                    Some((other, home)) => other.read_scenario(Some(&home), &path.into(), wanted)?,
                    None => self.read_scenario(None, &path.into(), wanted)?,
                },
            };
            self.give(wanted);
            scenario.then.iter().for_each(|then| self.give(&then.scenario));
            return Ok(scenario);
        }
        let names = self.scenarios();
        let said = excerpt(wanted);
        if let [first, second, ..] = found.as_slice() {
            let both = format!("`{}/{}` or `{}/{}`", first.0, first.2, second.0, second.2);
            return Err(vec![Problem::said(format!("several scenarios called `{said}`"), both)]);
        }
        let found = format!("no scenario called `{said}`");
        if !files_too && wanted.ends_with(".ron") {
            let help = "a file of your own must be named on the command line, as in `sortie play FILE --load SAVE`";
            return Err(vec![Problem::said(found, "one of a ruleset").with_help(help)]);
        }
        if names.is_empty() {
            let expected = "a folder with rulesets that have scenarios";
            return Err(vec![Problem::whole_file(&self.sources.place(), found, expected)]);
        }
        // Most people leave out the ruleset, and some name another one.
        let candidates: Vec<String> = names.iter().chain(files.iter().map(|(_, _, name)| name)).cloned().collect();
        let near = closest(wanted, &candidates).or_else(|| closest(wanted.rsplit('/').next()?, &candidates));
        Err(vec![match near {
            Some(near) => Problem::said(found, "one of the scenarios").with_help(format!("did you mean `{near}`?")),
            None => Problem::said(found, names.join(", ")),
        }])
    }

    fn read_scenario(&self, home: Option<&str>, file: &Source, name: &str) -> Result<Scenario, Vec<Problem>> {
        let beside = || match file {
            Source::Disk(path) => self.beside_on_disk(home, path),
            Source::Inside(..) | Source::Said(..) => {
                home.into_iter().flat_map(|home| self.sources.list(home, SCENARIOS)).collect()
            }
        };
        let rules = |ruleset: &str, settings: &Overrides| self.rules_with(ruleset, settings);
        let read = scenario::read(file, name, home, beside, rules)?;
        Ok(Scenario { sources: self.sources.clone(), ..read })
    }

    /// The scenarios in the folder of a file, and those beneath where it lies in one of ours.
    fn beside_on_disk(&self, home: Option<&str>, path: &Path) -> Beside {
        let Some(folder) = path.parent() else { return Beside::new() };
        let home = home.filter(|home| {
            let mut ours = self.sources.folders().iter();
            ours.any(|ours| is_same(&ours.join(home).join(SCENARIOS), folder))
        });
        let beneath = home.into_iter().flat_map(|home| self.sources.list(home, SCENARIOS));
        beneath.chain(ron_files(folder)).collect()
    }

    /// The ruleset of the folder that a file lies in, if it lies in one.
    fn ruleset_of(&self, path: &Path) -> Result<Option<String>, Vec<Problem>> {
        let known = self.rulesets()?;
        let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let above = full.ancestors().filter_map(Path::file_name).filter_map(|name| name.to_str());
        Ok(above.into_iter().find(|name| known.iter().any(|each| each == name)).map(str::to_owned))
    }

    /// The folder of rulesets in which a scenario or a file of lessons lies that is none of ours, and its ruleset there.
    fn beyond(&self, path: &Path) -> Option<(Self, String)> {
        let full = path.canonicalize().ok()?;
        let home = full.ancestors().nth(2).filter(|home| home.join(RULESET).is_file())?;
        let name = home.file_name()?.to_str()?.to_owned();
        Some((self.beside(home.parent()?), name))
    }

    /// How a ruleset is learned, if it says so in a file of its own.
    ///
    /// # Errors
    /// With everything that is wrong with that file.
    pub fn learn(&self, ruleset: &str) -> Result<Option<Learn>, Vec<Problem>> {
        let file = learn::file(&self.sources.home(ruleset));
        file.map(|file| learn::read(&file, self, ruleset)).transpose()
    }

    /// What the file of a ruleset calls it, also where nothing else of it can be read.
    pub fn called(&self, ruleset: &str) -> Option<String> {
        const FIELD: &str = "title:";
        let text = text_in(self.sources.file(ruleset, RULESET)).ok()?;
        let said = text.match_indices(FIELD).find_map(|(at, _)| {
            let is_whole = !text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
            text[at + FIELD.len()..].trim_start().strip_prefix('"')?.split_once('"').filter(|_| is_whole)
        });
        said.map(|(title, _)| title.trim().to_owned()).filter(|title| !title.is_empty())
    }

    /// Whether a ruleset says how it is learned.
    pub fn teaches(&self, ruleset: &str) -> bool {
        learn::file(&self.sources.home(ruleset)).is_some()
    }

    /// What one of each profile of a ruleset is worth, if a file of its own says so.
    ///
    /// # Errors
    /// With everything that is wrong with that file.
    pub fn costs(&self, ruleset: &str) -> Result<Option<Costs>, Vec<Problem>> {
        let Some(file) = costs::file(&self.sources.home(ruleset)) else { return Ok(None) };
        let rules = self.rules(ruleset)?;
        costs::read(&file, &rules).map(Some)
    }

    /// The names of the mechanics that a ruleset is composed of, whatever else may be wrong with it.
    ///
    /// # Errors
    /// When its file cannot be read, or is no RON.
    pub fn composition(&self, ruleset: &str) -> Result<Vec<String>, Vec<Problem>> {
        Ok(self.numbers(ruleset)?.into_iter().map(|composed| composed.name).collect())
    }

    /// The mechanics of a ruleset with the numbers that it gives them.
    ///
    /// # Errors
    /// When its file cannot be read, or is no RON.
    pub fn numbers(&self, ruleset: &str) -> Result<Vec<Composed>, Vec<Problem>> {
        let find = |from: &str| self.sources.home_of(from).map(|home| home.file(RULESET));
        reader::numbers(&self.sources.file(ruleset, RULESET), find)
    }

    /// Every place in the files of a ruleset that says this text, file by file.
    ///
    /// # Errors
    /// When one that says it cannot be read, or is no RON.
    pub fn mentions(&self, ruleset: &str, text: &str) -> Result<Vec<(Source, Mention)>, Vec<Problem>> {
        let own = ["rulebook.ron", RULESET, "arms.ron", "profiles.ron", "objects.ron"];
        let of_ruleset = |kind| self.sources.list(ruleset, kind).into_iter().map(|(_, file)| file);
        let files = own.into_iter().map(|name| self.sources.file(ruleset, name)).filter(Source::exists);
        let mut all = Vec::new();
        for file in files.chain(of_ruleset(SCENARIOS)).chain(of_ruleset(LESSONS)) {
            if mentions(&file, &format!("\"{text}\"")) {
                all.extend(reader::mentions(&file, text)?.into_iter().map(|mention| (file.clone(), mention)));
            }
        }
        Ok(all)
    }

    /// Everything that is wrong with a ruleset, its scenarios and its lessons.
    pub fn check(&self, ruleset: &str) -> Vec<Problem> {
        if let Err(problems) = self.rules(ruleset) {
            return problems;
        }
        let mut problems = self.costs(ruleset).err().unwrap_or_default();
        for (name, file) in self.sources.list(ruleset, SCENARIOS) {
            problems.extend(self.read_scenario(Some(ruleset), &file, &name).err().into_iter().flatten());
        }
        let wrong_lessons = self.lessons(ruleset).err();
        // What is wrong with lessons is told of them alone.
        if wrong_lessons.is_none() {
            problems.extend(self.learn(ruleset).err().into_iter().flatten());
        }
        problems.extend(wrong_lessons.into_iter().flatten());
        told_once(problems)
    }

    /// What is odd in a ruleset without being wrong.
    pub fn doubts(&self, ruleset: &str) -> Vec<Problem> {
        let Ok(rules) = self.rules(ruleset) else { return Vec::new() };
        let mut doubts = profiles::doubts(&self.sources.file(ruleset, "profiles.ron"), &rules);
        for (name, file) in self.sources.list(ruleset, SCENARIOS) {
            let scenario = self.read_scenario(Some(ruleset), &file, &name).ok();
            doubts.extend(scenario.into_iter().flat_map(|scenario| scenario::doubts(&file, &scenario.setup.rules)));
        }
        doubts
    }

    /// The files of all scenarios: ruleset, file, name.
    fn scenario_files(&self) -> Vec<(String, Source, String)> {
        let of_ruleset = |ruleset: String| {
            let files = self.sources.list(&ruleset, SCENARIOS).into_iter();
            files.map(|(name, file)| (ruleset.clone(), file, name)).collect::<Vec<_>>()
        };
        self.sources.known().into_iter().flat_map(of_ruleset).collect()
    }
}

/// The RON files in a folder, by their names.
fn ron_files(folder: &Path) -> impl Iterator<Item = (String, Source)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path()).filter(|file| file.extension().is_some_and(|end| end == "ron"));
    files.filter_map(|file| Some((file.file_stem()?.to_str()?.to_owned(), file.into())))
}

/// Whether a file says this word anywhere; one that cannot be read is left for those who read it to tell of.
fn mentions(file: &Source, word: &str) -> bool {
    let says = |text: String| text.to_ascii_lowercase().contains(&word.to_ascii_lowercase());
    text_in(file).map_or(true, says)
}

/// Problems of a ruleset come up with each of its lessons; once is enough.
fn told_once(problems: Vec<Problem>) -> Vec<Problem> {
    let mut told: Vec<Problem> = Vec::new();
    for problem in problems {
        if !told.contains(&problem) {
            told.push(problem);
        }
    }
    told
}
