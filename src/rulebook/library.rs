//! Everything that lies in a folder of rulesets, read when it is asked for and
//! kept.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::reader::{self, Mention, Overrides, Problem, closest, excerpt};
use super::{Heading, Lesson, Scenario, folder, lessons, load, profiles, scenario};
use crate::battle::Rules;

/// The file of a composition.
const RULESET: &str = "ruleset.ron";

/// What a folder must hold.
const RULESETS: &str = "a folder of rulesets, each a folder of its own with a `ruleset.ron`";

/// A folder of rulesets.
#[derive(Debug)]
pub struct Library {
    folder: PathBuf,
    /// Settings that whoever opened it wants to have other values.
    settings: Overrides,
    kept: Mutex<BTreeMap<(String, Overrides), Arc<Rules>>>,
    /// Files of scenarios that whoever sits here has named, and those that follow them: no others are opened for a save,
    /// a code or another program.
    given: Arc<Mutex<BTreeSet<String>>>,
}

impl Library {
    /// Opens a folder; nothing is read yet.
    pub fn open(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), settings: Overrides::new(), kept: Mutex::default(), given: Arc::default() }
    }

    /// The same with settings at other values.
    #[must_use]
    pub fn with_settings(mut self, settings: Overrides) -> Self {
        self.settings = settings;
        self
    }

    /// The same folder with the same settings, and nothing read yet: for files
    /// that have changed since.
    #[must_use]
    pub fn reopened(&self) -> Self {
        Self { given: self.given.clone(), ..Self::open(&self.folder).with_settings(self.settings.clone()) }
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

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The names of the rulesets.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn rulesets(&self) -> Result<Vec<String>, Vec<Problem>> {
        let whole = |found: String| vec![Problem::whole_file(&self.folder.display().to_string(), found, RULESETS)];
        let names = folder::names(&self.folder).map_err(|why| whole(format!("a folder that cannot be read: {why}")))?;
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
            let file = self.folder.display().to_string();
            let problem = Problem::whole_file(&file, format!("no ruleset called `{name}`"), known.join(", "));
            return Err(vec![problem.suggesting(name, &known)]);
        }
        let rules = load(&self.folder, name, &tag.1)?;
        find().insert(tag, rules.clone());
        Ok(rules)
    }

    /// The names of all scenarios: "ruleset/scenario".
    pub fn scenarios(&self) -> Vec<String> {
        self.files("scenarios").into_iter().map(|(ruleset, _, name)| format!("{ruleset}/{name}")).collect()
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
        let files = self.files("scenarios");
        let named =
            files.iter().filter(|(ruleset, _, name)| name == wanted || wanted.split_once('/') == Some((ruleset, name)));
        let found: Vec<_> = named.collect();
        if let [(ruleset, path, name)] = found.as_slice() {
            return self.read_scenario(Some(ruleset), path, &format!("{ruleset}/{name}"));
        }
        let path = Path::new(wanted);
        if files_too && path.is_file() {
            let scenario = match self.ruleset_of(path)? {
                Some(home) => self.read_scenario(Some(&home), path, wanted)?,
                None => match self.beyond(path) {
                    Some((other, home)) => other.read_scenario(Some(&home), path, wanted)?,
                    None => self.read_scenario(None, path, wanted)?,
                },
            };
            self.give(wanted);
            scenario.then.iter().for_each(|then| self.give(&then.scenario));
            return Ok(scenario);
        }
        let names = self.scenarios();
        let file = self.folder.display().to_string();
        let said = excerpt(wanted);
        let wrong = |found: String, expected: &str| Problem::whole_file(&file, found, expected);
        if let [first, second, ..] = found.as_slice() {
            let both = format!("`{}/{}` or `{}/{}`", first.0, first.2, second.0, second.2);
            return Err(vec![wrong(format!("several scenarios called `{said}`"), &both)]);
        }
        let found = format!("no scenario called `{said}`");
        if !files_too && wanted.ends_with(".ron") {
            let help = "a file of your own must be named on the command line, as in `sortie play FILE --load SAVE`";
            return Err(vec![wrong(found, "one of a ruleset").with_help(help)]);
        }
        // Most people leave out the ruleset.
        let short = files.iter().map(|(_, _, name)| name.clone());
        let candidates: Vec<String> = names.iter().cloned().chain(short).collect();
        match closest(wanted, &candidates) {
            _ if names.is_empty() => Err(vec![wrong(found, "a folder with rulesets that have scenarios")]),
            Some(near) => Err(vec![wrong(found, "one of the scenarios").with_help(format!("did you mean `{near}`?"))]),
            None => Err(vec![wrong(found, &names.join(", "))]),
        }
    }

    fn read_scenario(&self, home: Option<&str>, path: &Path, name: &str) -> Result<Scenario, Vec<Problem>> {
        scenario::read(path, name, home, |ruleset, settings| self.rules_with(ruleset, settings))
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
        Some((Self::open(home.parent()?).with_settings(self.settings.clone()), name))
    }

    /// The lessons of a ruleset, in the order of their files.
    ///
    /// # Errors
    /// With everything that is wrong with them.
    pub fn lessons(&self, ruleset: &str) -> Result<Vec<Lesson>, Vec<Problem>> {
        let mut all = Vec::new();
        let mut problems = Vec::new();
        for (of, path, _) in self.files("lessons") {
            if of == ruleset {
                match self.lessons_at(Some(&of), &path) {
                    Ok(lessons) => all.extend(lessons),
                    Err(wrong) => problems.extend(wrong),
                }
            }
        }
        if problems.is_empty() { Ok(all) } else { Err(told_once(problems)) }
    }

    /// The lessons of this id, and those about the rule of this id; no others are looked at.
    ///
    /// # Errors
    /// With everything that is wrong with the files in which they stand.
    pub fn lessons_about(&self, word: &str) -> Result<Vec<Lesson>, Vec<Problem>> {
        let mut all = Vec::new();
        for (of, path, _) in self.files("lessons").into_iter().filter(|(_, path, _)| mentions(path, word)) {
            let rules = |ruleset: &str, settings: &Overrides| self.rules_with(ruleset, settings);
            all.extend(lessons::read(&path, Some(&of), |heading| heading.is_about(word), rules)?);
        }
        Ok(all)
    }

    /// The headings of the lessons of a ruleset; with a word only those about it.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn headings(&self, ruleset: &str, about: Option<&str>) -> Result<Vec<Heading>, Vec<Problem>> {
        let mut all = Vec::new();
        let is_wanted = |path: &Path| about.is_none_or(|word| mentions(path, word));
        for (_, path, _) in self.files("lessons").into_iter().filter(|(of, path, _)| of == ruleset && is_wanted(path)) {
            let headings = lessons::headings(&path)?.into_iter();
            all.extend(headings.filter(|heading| about.is_none_or(|word| heading.is_about(word))));
        }
        Ok(all)
    }

    /// The lessons in one file.
    ///
    /// # Errors
    /// With everything that is wrong with them.
    pub fn lesson_file(&self, path: &Path) -> Result<Vec<Lesson>, Vec<Problem>> {
        match self.ruleset_of(path)? {
            Some(home) => self.lessons_at(Some(&home), path),
            None => match self.beyond(path) {
                Some((other, home)) => other.lessons_at(Some(&home), path),
                None => self.lessons_at(None, path),
            },
        }
    }

    fn lessons_at(&self, home: Option<&str>, path: &Path) -> Result<Vec<Lesson>, Vec<Problem>> {
        lessons::read(path, home, |_| true, |ruleset, settings| self.rules_with(ruleset, settings))
    }

    /// The names of the mechanics of which a ruleset is composed, whatever else may be wrong with it.
    ///
    /// # Errors
    /// When its file cannot be read, or is no RON.
    pub fn composition(&self, ruleset: &str) -> Result<Vec<String>, Vec<Problem>> {
        let find = |from: &str| folder::home_of(&self.folder, from).map(|home| home.join(RULESET));
        reader::composition(&self.folder.join(ruleset).join(RULESET), find)
    }

    /// Every place in the files of a ruleset that says this text, file by file.
    ///
    /// # Errors
    /// When one that says it cannot be read, or is no RON.
    pub fn mentions(&self, ruleset: &str, text: &str) -> Result<Vec<(PathBuf, Mention)>, Vec<Problem>> {
        let home = self.folder.join(ruleset);
        let own = ["rulebook.ron", RULESET, "arms.ron", "profiles.ron", "objects.ron"].map(|file| home.join(file));
        let of_ruleset = |kind| self.files(kind).into_iter().filter(|(of, ..)| of == ruleset).map(|(_, path, _)| path);
        let files = own.into_iter().filter(|file| file.exists());
        let mut all = Vec::new();
        for file in files.chain(of_ruleset("scenarios")).chain(of_ruleset("lessons")) {
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
        let mut problems = Vec::new();
        for (of, path, name) in self.files("scenarios") {
            if of == ruleset {
                problems.extend(self.read_scenario(Some(&of), &path, &name).err().into_iter().flatten());
            }
        }
        problems.extend(self.lessons(ruleset).err().into_iter().flatten());
        told_once(problems)
    }

    /// What is odd in a ruleset without being wrong.
    pub fn doubts(&self, ruleset: &str) -> Vec<Problem> {
        let Ok(rules) = self.rules(ruleset) else { return Vec::new() };
        profiles::doubts(&self.folder.join(ruleset).join("profiles.ron"), &rules)
    }

    /// The RON files in a folder of each ruleset: ruleset, path, name.
    fn files(&self, kind: &str) -> Vec<(String, PathBuf, String)> {
        let mut files = Vec::new();
        for ruleset in folder::names(&self.folder).unwrap_or_default() {
            let Ok(entries) = std::fs::read_dir(self.folder.join(&ruleset).join(kind)) else { continue };
            for path in entries.flatten().map(|entry| entry.path()) {
                let is_ron = path.extension().is_some_and(|extension| extension == "ron");
                if let Some(name) = path.file_stem().and_then(|name| name.to_str()).filter(|_| is_ron) {
                    files.push((ruleset.clone(), path.clone(), name.to_owned()));
                }
            }
        }
        files.sort();
        files
    }
}

/// Whether a file says this word anywhere; one that cannot be read is left for those who read it to tell of.
fn mentions(path: &Path, word: &str) -> bool {
    let says = |text: String| text.to_ascii_lowercase().contains(&word.to_ascii_lowercase());
    std::fs::read_to_string(path).map_or(true, says)
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
