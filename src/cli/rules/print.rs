//! `sortie rules RULESET --book FILE.html`: a whole rulebook with its pictures, as one page.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::battle::{Chapter, RuleId};
use crate::book::moment::lessons_on;
use crate::book::{Moment, print};
use crate::cli::{Failure, work};
use crate::lesson::Lesson;
use crate::machine;
use crate::rulebook::Library;
use crate::rulebook::reader::taken_from;

/// Writes the book of a ruleset to a file.
pub(super) fn run(
    out: &mut impl Write,
    library: &Library,
    ruleset: &str,
    file: &Path,
    as_json: bool,
) -> Result<ExitCode, Failure> {
    let rules = library.rules(ruleset).map_err(Failure::Files)?;
    let mut lessons = library.lessons(ruleset).map_err(Failure::Files)?;
    // What a game takes from another is shown by the lessons of that one.
    let from = taken_from(&library.sources().file(ruleset, "ruleset.ron")).map_err(Failure::Files)?;
    lessons.extend(from.and_then(|from| library.lessons(&from).ok()).unwrap_or_default());
    let composed = library.numbers(ruleset).map_err(Failure::Files)?;
    let ids: Vec<RuleId> = rules.chapters.iter().flat_map(Chapter::rules).collect();
    let mut moments = moments(&lessons, &ids);
    let pictures = moments.len();
    let page = print::html(&rules, &composed, |rule| moments.remove(&rule));
    work::keep(file, page.as_bytes())?;
    let (name, bytes) = (file.display().to_string(), page.len());
    if as_json {
        let told = serde_json::json!({
            "ruleset": ruleset, "file": name, "rules": rules.book.len(), "chapters": rules.chapters.len(), "pictures": pictures,
            "bytes": bytes,
        });
        writeln!(out, "{told}")?;
    } else {
        let (all, chapters) = (rules.book.len(), rules.chapters.len());
        writeln!(out, "{name}: {all} rules in {chapters} chapters, {pictures} pictures, {} KB", bytes.div_ceil(1024))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The pictures of these rules, as many lessons played at a time as the machine can.
fn moments(lessons: &[Lesson], ids: &[RuleId]) -> BTreeMap<RuleId, Moment> {
    let next = AtomicUsize::new(0);
    let some = |_| {
        let mut found = Vec::new();
        while let Some(rule) = ids.get(next.fetch_add(1, Ordering::Relaxed)) {
            let lesson = lessons_on(lessons, *rule).into_iter().next();
            found.extend(lesson.and_then(|lesson| Moment::of(lesson, *rule)).map(|moment| (*rule, moment)));
        }
        found
    };
    machine::side_by_side(machine::cores(), some).into_iter().flatten().collect()
}
