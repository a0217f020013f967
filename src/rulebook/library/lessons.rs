//! The lessons of a library, and the battles that are tried out from them.

use std::collections::BTreeSet;
use std::path::Path;

use super::{LESSON, LESSONS, Library, mentions, told_once};
use crate::rulebook::reader::{Problem, Source, excerpt};
use crate::rulebook::{Heading, Lesson, Scenario, lessons};

impl Library {
    /// The battle of a lesson, for whoever plays it on by themselves: named "ruleset/lesson/ID/3", its first three dice
    /// fall as the lesson says. None where the name is none of such a battle.
    pub(super) fn tried(&self, wanted: &str) -> Option<Result<Scenario, Vec<Problem>>> {
        let mut parts = wanted.split('/');
        let (ruleset, kind, id, fallen) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let fallen: usize = fallen.parse().ok().filter(|_| kind == LESSON && parts.next().is_none())?;
        // Names may come from strangers, and lead nowhere else.
        if !self.sources.known().iter().any(|known| known == ruleset) {
            return None;
        }
        for file in self.lesson_files(ruleset, |file| mentions(file, &format!("\"{id}\""))) {
            match self.lessons_in(Some(ruleset), &file, |heading| heading.id == id) {
                Ok(found) => {
                    if let Some(lesson) = found.first() {
                        if lesson.follows.is_some() {
                            let found = format!("the lesson `{}`, which follows another battle", excerpt(id));
                            let problem = Problem::whole_file(&file.to_string(), found, "one that follows none");
                            return Some(Err(vec![problem]));
                        }
                        let scenario = Scenario::tried(lesson, wanted, file, fallen);
                        return Some(Ok(Scenario { sources: self.sources.clone(), ..scenario }));
                    }
                }
                Err(problems) => return Some(Err(problems)),
            }
        }
        let found = format!("no lesson called `{}`", excerpt(id));
        let expected = format!("one of those of {}", excerpt(ruleset));
        Some(Err(vec![Problem::whole_file(&self.sources.place(), found, expected)]))
    }

    /// The lessons of a ruleset, in the order of their files.
    ///
    /// # Errors
    /// With everything that is wrong with them.
    pub fn lessons(&self, ruleset: &str) -> Result<Vec<Lesson>, Vec<Problem>> {
        let mut all = Vec::new();
        let mut problems = Vec::new();
        for file in self.lesson_files(ruleset, |_| true) {
            match self.lessons_at(Some(ruleset), &file) {
                Ok(lessons) => all.extend(lessons),
                Err(wrong) => problems.extend(wrong),
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
        for ruleset in self.sources.known() {
            for file in self.lesson_files(&ruleset, |file| mentions(file, word)) {
                all.extend(self.lessons_in(Some(&ruleset), &file, |heading| heading.is_about(word))?);
            }
        }
        Ok(all)
    }

    /// The lessons of a ruleset that are called by one of these ids; those that are not there are left out.
    ///
    /// # Errors
    /// With everything that is wrong with them.
    pub(in crate::rulebook) fn lessons_called(
        &self,
        ruleset: &str,
        ids: &BTreeSet<&str>,
    ) -> Result<Vec<Lesson>, Vec<Problem>> {
        let mut all = Vec::new();
        for file in self.lesson_files(ruleset, |file| ids.iter().any(|id| mentions(file, &format!("\"{id}\"")))) {
            all.extend(self.lessons_in(Some(ruleset), &file, |heading| ids.contains(heading.id.as_str()))?);
        }
        Ok(all)
    }

    /// The headings of the lessons of a ruleset; with a word only those about it.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn headings(&self, ruleset: &str, about: Option<&str>) -> Result<Vec<Heading>, Vec<Problem>> {
        let mut all = Vec::new();
        for file in self.lesson_files(ruleset, |file| about.is_none_or(|word| mentions(file, word))) {
            let headings = lessons::headings(&file)?.into_iter();
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
            Some(home) => self.lessons_at(Some(&home), &path.into()),
            None => match self.beyond(path) {
                Some((other, home)) => other.lessons_at(Some(&home), &path.into()),
                None => self.lessons_at(None, &path.into()),
            },
        }
    }

    /// The lessons in a file that need not be written yet, or of a ruleset's folder.
    ///
    /// # Errors
    /// With everything that is wrong with them.
    pub fn lessons_at(&self, home: Option<&str>, file: &Source) -> Result<Vec<Lesson>, Vec<Problem>> {
        self.lessons_in(home, file, |_| true)
    }

    /// The files of lessons of a ruleset that are wanted.
    fn lesson_files(&self, ruleset: &str, is_wanted: impl Fn(&Source) -> bool) -> impl Iterator<Item = Source> {
        self.sources.list(ruleset, LESSONS).into_iter().map(|(_, file)| file).filter(is_wanted)
    }

    /// The lessons in a file with headings that are wanted; no others are looked at.
    fn lessons_in(
        &self,
        home: Option<&str>,
        file: &Source,
        is_wanted: impl Fn(&Heading) -> bool,
    ) -> Result<Vec<Lesson>, Vec<Problem>> {
        lessons::read(file, home, is_wanted, |ruleset, settings| self.rules_with(ruleset, settings))
    }
}
