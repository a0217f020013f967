//! `sortie check`: whether the files of rulesets are right, and where not.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::json;

use super::Failure;
use crate::learn::untold;
use crate::lesson::{Lesson, run_all, run_watched};
use crate::rulebook::reader::{Problem, lines, one_of, text_in};
use crate::rulebook::{Library, book};

/// Files by the place where they lie.
pub(super) type Layers = BTreeMap<String, Vec<String>>;

/// So many files of one place are told by their names.
const MOST_NAMED: usize = 6;

/// What is wrong, and what is odd.
type Found = (Vec<Problem>, Vec<Problem>);

/// What to check.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rulesets by their names, folders of rulesets, or files of any kind; if left out everything in the folder of
    /// `--rulesets`, else everything that ships.
    paths: Vec<PathBuf>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    let mut problems = Vec::new();
    let mut doubts = Vec::new();
    let mut checked = Vec::new();
    if args.paths.is_empty() {
        for name in library.first_rulesets().map_err(Failure::Files)? {
            let (more, odd) = check_ruleset(library, &name);
            problems.extend(more);
            doubts.extend(odd);
            checked.push(name);
        }
    }
    for path in &args.paths {
        let (more, odd) = check_one(library, path);
        problems.extend(more);
        doubts.extend(odd);
        checked.push(path.display().to_string());
    }
    let layers = layers(library, checked.iter().map(String::as_str));
    let mut out = super::door::out();
    if args.json {
        writeln!(out, "{}", json!({ "errors": problems, "doubts": doubts, "layers": layers }))?;
    } else if problems.is_empty() {
        writeln!(out, "{} checked, nothing wrong", checked.len())?;
    }
    if !args.json {
        layers.iter().try_for_each(|(name, layers)| writeln!(out, "{}", in_words(name, layers)))?;
        for doubt in &doubts {
            writeln!(super::door::err(), "odd, but not wrong: {doubt}")?;
        }
    }
    if problems.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    if !args.json {
        writeln!(super::door::err(), "{}", lines(&problems))?;
    }
    Ok(ExitCode::FAILURE)
}

/// The files of those of these rulesets that lie in several places, by these places.
pub(super) fn layers<'n>(library: &Library, names: impl Iterator<Item = &'n str>) -> BTreeMap<String, Layers> {
    let known = library.sources().known();
    let names = names.filter(|name| known.iter().any(|each| each == name));
    let layers = names.map(|name| (name.to_owned(), library.sources().layers(name)));
    layers.filter(|(_, layers)| layers.len() > 1).collect()
}

/// From where the files of a ruleset come: few of them by name, else their number.
pub(super) fn in_words(name: &str, layers: &Layers) -> String {
    let told = layers.iter().map(|(place, files)| match files.len() {
        1..=MOST_NAMED => format!("{} from {place}", files.join(", ")),
        count => format!("{count} files from {place}"),
    });
    format!("{name} is put together: {}", told.collect::<Vec<_>>().join("; "))
}

/// What is wrong and what is odd in one ruleset; its lessons are played where nothing is wrong with them.
fn check_ruleset(library: &Library, name: &str) -> Found {
    let (mut problems, mut doubts) = (library.check(name), library.doubts(name));
    if problems.is_empty() {
        let place = library.sources().called(name, "lessons");
        doubts.extend(in_vain(&place, &library.lessons(name).unwrap_or_default()));
        problems.extend(library.learn(name).ok().flatten().iter().flat_map(untold));
    }
    (problems, doubts)
}

/// The lessons of these that name rules which they never touch.
fn in_vain(place: &str, lessons: &[Lesson]) -> Option<Problem> {
    let mut told = Vec::new();
    for report in run_all(lessons, run_watched) {
        let in_vain: Vec<&str> = report.named_in_vain().map(|id| id.key().as_str()).collect();
        if !in_vain.is_empty() {
            told.push(format!("{} ({})", report.id, in_vain.join(", ")));
        }
    }
    let found = format!("lessons that never touch a rule that they name: {}", told.join("; "));
    let expected = "rules of a fact, a refusal, a question or something that it expects";
    (!told.is_empty()).then(|| Problem::whole_file(place, found, expected))
}

/// What is wrong and what is odd in a ruleset of this name, or in what lies at this path.
fn check_one(library: &Library, path: &Path) -> Found {
    let name = path.to_str().unwrap_or_default();
    if path.exists() {
        let home = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = home.file_name().and_then(|name| name.to_str()).filter(|_| home.join("ruleset.ron").exists());
        let odd = folder.map(|name| library.beside(home.parent().unwrap_or(&home)).doubts(name));
        let (problems, mut more) = check(library, path);
        more.extend(odd.unwrap_or_default());
        return (problems, more);
    }
    if path.extension().is_some() || path.components().count() != 1 {
        return check(library, path);
    }
    // Whoever names what is nowhere is told the names that there are.
    match library.sources().home_of(name) {
        Ok(_) => check_ruleset(library, name),
        Err(known) => {
            let problem = Problem::whole_file(name, "no such file, and no ruleset of this name", one_of(&known));
            (vec![problem.suggesting(name, &known)], Vec::new())
        }
    }
}

/// Everything that is wrong with what lies at `path`: a folder of rulesets, a
/// ruleset, one of its files, or a lesson or scenario of one in `library` that
/// somebody keeps elsewhere.
fn check(library: &Library, path: &Path) -> Found {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    let whole = |home: &Path| {
        let folder = home.parent().unwrap_or(home);
        (library.beside(folder).check(&name(home)), Vec::new())
    };
    // A folder may have a file or two, and the rest of the ruleset lies beneath.
    let is_ruleset = |home: &Path| {
        let folder = home.parent().unwrap_or(home);
        library.beside(folder).sources().file(&name(home), "ruleset.ron").exists()
    };
    if full.is_dir() {
        if is_ruleset(&full) {
            return whole(&full);
        }
        if full.join("rulebook.ron").exists() {
            return (book::read(&path.join("rulebook.ron").into()).err().unwrap_or_default(), Vec::new());
        }
        let library = library.beside(&full);
        let problems = match library.first_rulesets() {
            Ok(names) => names.iter().flat_map(|name| library.check(name)).collect(),
            Err(problems) => problems,
        };
        return (problems, Vec::new());
    }
    let above = |levels: usize| full.ancestors().nth(levels).map(Path::to_owned).unwrap_or_default();
    match name(&above(1)).as_str() {
        "scenarios" => {
            let library = library.beside(&above(3));
            (library.scenario(&path.display().to_string()).err().unwrap_or_default(), Vec::new())
        }
        "lessons" => check_lessons(&library.beside(&above(3)), path),
        _ if name(&full) != "rulebook.ron" && is_ruleset(&above(1)) => whole(&above(1)),
        _ => check_stray(library, path),
    }
}

/// A file that lies in no ruleset says by its fields what it is meant to be.
fn check_stray(library: &Library, path: &Path) -> Found {
    let text = match text_in(path) {
        Ok(text) => text,
        Err(problem) => return (vec![problem], Vec::new()),
    };
    let has =
        |field: &str| text.match_indices(field).any(|(at, _)| text[at + field.len()..].trim_start().starts_with(':'));
    if has("play") {
        return check_lessons(library, path);
    }
    let problems = if has("fighters") {
        library.scenario(&path.display().to_string()).err().unwrap_or_default()
    } else {
        book::read(&path.into()).err().unwrap_or_default()
    };
    (problems, Vec::new())
}

/// A file of lessons, which are played where nothing is wrong with them.
fn check_lessons(library: &Library, path: &Path) -> Found {
    match library.lesson_file(path) {
        Ok(lessons) => (Vec::new(), in_vain(&path.display().to_string(), &lessons).into_iter().collect()),
        Err(problems) => (problems, Vec::new()),
    }
}
