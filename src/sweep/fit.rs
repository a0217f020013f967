//! Whether a sweep fits the rulesets: everything that it names is there.

use super::Sweep;
use crate::balance::Wrong;
use crate::rulebook::reader::{Problem, Problems, Span};
use crate::rulebook::{Library, Scenario};

impl Sweep {
    /// Looks whether every scenario, setting and figure is there, each value for itself; what does not go together is told
    /// when it is set up.
    ///
    /// # Errors
    /// With everything that is not there, at its place in the file.
    pub fn check(&self, library: &Library) -> Result<(), Vec<Problem>> {
        let mut problems = Problems::new(self.file.clone());
        let plain = library.reopened();
        for wanted in &self.scenarios {
            match plain.scenario(&wanted.value) {
                Ok(scenario) => {
                    self.check_settings(&plain, &scenario, &mut problems);
                    self.check_figures(&scenario, &mut problems);
                }
                Err(wrong) => {
                    for problem in wrong {
                        // That there is no such scenario is told of no file, or of the folder of all: it is wrong here.
                        let is_here = problem.file.is_empty() || problem.file == library.sources().place();
                        problems.add(if is_here { moved(problem, &self.file, wanted.span) } else { problem });
                    }
                }
            }
        }
        problems.or(())
    }

    fn check_settings(&self, plain: &Library, scenario: &Scenario, problems: &mut Problems) {
        let known: Vec<&String> = scenario.setup.rules.settings.keys().collect();
        for (name, values) in &self.settings {
            if !known.contains(&&name.value) {
                problems.unknown(name, "setting", &known);
                continue;
            }
            for value in values {
                let settings = [(name.value.clone(), value.value.clone())].into_iter().collect();
                let played = plain.reopened().with_settings(settings).scenario(&scenario.name);
                if let Some(problem) = played.err().and_then(|wrong| wrong.into_iter().next()) {
                    problems.add(moved(problem, &self.file, value.span));
                }
            }
        }
    }

    fn check_figures(&self, scenario: &Scenario, problems: &mut Problems) {
        for vary in &self.figures {
            let wrong = vary.values().iter().find_map(|value| vary.with(&scenario.setup, *value).err());
            if let Some(wrong) = wrong {
                let (found, expected) = in_two(&wrong);
                let expected = expected.unwrap_or_else(|| format!("what can be varied in {}", scenario.name));
                let (found, near) = found.split_once("; did you mean ").unwrap_or((&found, ""));
                let problem = Problem::at(&self.file, vary.span, found, expected);
                let help = || format!("did you mean {near}");
                problems.add(if near.is_empty() { problem } else { problem.with_help(help()) });
            }
        }
    }
}

/// The same problem at another place.
fn moved(problem: Problem, file: &str, span: Span) -> Problem {
    let told = Problem::at(file, span, problem.found, problem.expected);
    match problem.help {
        Some(help) => told.with_help(help),
        None => told,
    }
}

/// What was found, and what is expected where that is told.
fn in_two(wrong: &Wrong) -> (String, Option<String>) {
    let told = wrong.to_string();
    match told.rsplit_once("expected ") {
        Some((found, expected)) => {
            let found = found.trim_end_matches([',', ';', ' ']);
            (found.strip_prefix("found ").unwrap_or(found).to_owned(), Some(expected.to_owned()))
        }
        None => (told, None),
    }
}
