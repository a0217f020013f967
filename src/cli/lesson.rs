//! `sortie lesson`: runs lessons and says of each whether all was as expected.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use super::Failure;
use super::check::{in_words, layers};
use crate::lesson::{Lesson, Line, run, run_all};
use crate::rulebook::Library;
use crate::rulebook::reader::Problem;

/// Which lessons to run.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rulesets, files of lessons or ids of lessons or rules; all lessons of `--rulesets`, else all that ship, if left out.
    which: Vec<String>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run_lessons(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    let lessons = wanted(library, &args.which)?;
    let reports = run_all(&lessons, run);
    let passed = reports.iter().filter(|report| report.passed).count();
    let failed = reports.len() - passed;
    let mut out = super::door::out();
    if args.json {
        writeln!(out, "{}", json!({ "passed": passed, "failed": failed, "lessons": reports }))?;
    } else {
        for report in &reports {
            let verdict = if report.passed { "passed" } else { "FAILED" };
            writeln!(out, "{verdict}  {:<10} {}", report.id, report.title)?;
            for each in &report.differences {
                writeln!(out, "          {}: expected {}, found {}", each.what, each.expected, each.found)?;
            }
            for Line { rule, text, dice } in &report.chronicle {
                let dice = dice.as_ref().map(|dice| format!(" [{dice}]")).unwrap_or_default();
                writeln!(out, "            {rule:<12} {text}{dice}")?;
            }
        }
        // Where a game comes from several places, that may be why.
        let failed_of = reports.iter().filter(|report| !report.passed).map(|report| report.ruleset.as_str());
        let layers = layers(library, failed_of);
        layers.iter().try_for_each(|(name, layers)| writeln!(out, "{}", in_words(name, layers)))?;
        writeln!(out, "{passed} passed, {failed} failed")?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The lessons that the words on the command line ask for.
fn wanted(library: &Library, which: &[String]) -> Result<Vec<Lesson>, Failure> {
    let rulesets = library.rulesets().map_err(Failure::Files)?;
    let all = |names: &[String]| -> Result<Vec<Lesson>, Vec<Problem>> {
        let mut lessons = Vec::new();
        for name in names {
            lessons.extend(library.lessons(name)?);
        }
        Ok(lessons)
    };
    if which.is_empty() {
        return library.first_rulesets().and_then(|names| all(&names)).map_err(Failure::Files);
    }
    let mut lessons: Vec<Lesson> = Vec::new();
    for word in which {
        if rulesets.contains(word) {
            lessons.extend(library.lessons(word).map_err(Failure::Files)?);
        } else if Path::new(word).metadata().is_ok_and(|file| !file.is_dir()) {
            lessons.extend(library.lesson_file(Path::new(word)).map_err(Failure::Files)?);
        } else {
            let named = library.lessons_about(word).map_err(Failure::Files)?;
            if named.is_empty() {
                let why = format!("`{word}` is no ruleset, file, lesson or rule with a lesson");
                return Err(Failure::Said(why));
            }
            lessons.extend(named);
        }
    }
    Ok(lessons)
}
