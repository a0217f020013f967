//! `sortie new`: a small game of one's own, ready to be played and changed.
//!
//! The files lie in `assets/new`: a whole game of plain mechanics, and one that takes everything else from another.

mod name;
mod upon;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::Failure;
use crate::lesson::{run as run_lesson, run_all};
use crate::rulebook::reader::{Problem, excerpt, lines};
use crate::rulebook::{Library, beside_the_program};

/// What to make, and where.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What its folder is called: a letter, then letters, digits and underscores.
    name: String,
    /// Take from this ruleset everything that the new one does not say itself.
    #[arg(long, value_name = "RULESET")]
    from: Option<String>,
    /// The folder of rulesets in which it is made; that of `--rulesets` or the present one if left out.
    #[arg(long = "in", value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Where the lessons of a new game lie.
const LESSONS: &str = "lessons/first.ron";

/// A file of a game: its path within the folder, and what it says.
type Page = (&'static str, String);

/// The pages of a template.
macro_rules! pages {
    ($kind:literal) => {
        [
            ("ruleset.ron", include_str!(concat!("../../assets/new/", $kind, "/ruleset.ron"))),
            ("arms.ron", include_str!(concat!("../../assets/new/", $kind, "/arms.ron"))),
            ("profiles.ron", include_str!(concat!("../../assets/new/", $kind, "/profiles.ron"))),
            ("rulebook.ron", include_str!(concat!("../../assets/new/", $kind, "/rulebook.ron"))),
            ("scenarios/first.ron", include_str!(concat!("../../assets/new/", $kind, "/scenarios/first.ron"))),
            ("lessons/first.ron", include_str!(concat!("../../assets/new/", $kind, "/lessons/first.ron"))),
        ]
    };
}

/// A game of plain mechanics that stands on its own.
const WHOLE: [(&str, &str); 6] = pages!("whole");
/// One that says little itself and takes the rest from another.
const UPON: [(&str, &str); 6] = pages!("upon");

/// Makes a game in the folder that is named, in that of rulesets that was given, or in the present one.
pub(super) fn run(library: &Library, rulesets: Option<&Path>, args: &Args) -> Result<ExitCode, Failure> {
    let home = args.folder.as_deref().or(rulesets).unwrap_or(Path::new("."));
    name::check(library.sources(), home, &args.name).map_err(Failure::Said)?;
    let library = library.beside(home);
    if home.join("ruleset.ron").exists() {
        let why = format!("{} is a ruleset itself; name the folder in which it lies: --in DIR", home.display());
        return Err(Failure::Said(why));
    }
    let pages = match &args.from {
        None => filled(&WHOLE, &words(&args.name, &[])),
        Some(base) => upon::pages(&library, &args.name, base)?,
    };
    let made = Made::begin(library, home, &args.name)?;
    pages.iter().try_for_each(|(file, text)| made.write(file, text))?;
    if args.from.is_some() {
        made.read_numbers()?;
    }
    made.is_sound(args.from.as_deref())?;
    let path = made.keep();
    let mut out = super::door::out();
    writeln!(out, "`{}` is made: {} files in {}", args.name, pages.len(), path.display())?;
    writeln!(out, "\nTo see whether its files are right, to run its lessons, and to play it:\n")?;
    let program = program(home);
    for next in ["check NAME", "lesson NAME", "play NAME/first"] {
        writeln!(out, "  {program} {}", next.replace("NAME", &args.name))?;
    }
    writeln!(out, "\nEvery file tells what it is for. rulesets/FIRST-GAME.md goes on from here.")?;
    Ok(ExitCode::SUCCESS)
}

/// What stands in the pages of every template, and what is put in its place.
fn words(name: &str, ids: &[&str]) -> Vec<(&'static str, String)> {
    vec![("NEW-", name::prefix(name, ids)), ("NAME_OF_GAME", name.to_owned()), ("TITLE_OF_GAME", name::title(name))]
}

fn filled(template: &[(&'static str, &str)], words: &[(&'static str, String)]) -> Vec<Page> {
    let fill = |text: &str| words.iter().fold(text.to_owned(), |text, (word, by)| text.replace(word, by));
    template.iter().map(|(file, text)| (*file, fill(text))).collect()
}

/// The folder of a game that is being made; it goes again where that fails.
struct Made<'a> {
    /// The rulesets among which it is made.
    library: Library,
    name: &'a str,
    path: PathBuf,
    is_kept: bool,
}

impl<'a> Made<'a> {
    /// Makes the folder, which must not be there yet.
    fn begin(library: Library, home: &Path, name: &'a str) -> Result<Self, Failure> {
        let path = if home == Path::new(".") { PathBuf::from(name) } else { home.join(name) };
        fs::create_dir_all(home).map_err(|why| unwritten(home, &why))?;
        fs::create_dir(&path).map_err(|why| match why.kind() {
            std::io::ErrorKind::AlreadyExists => {
                Failure::Said(format!("{} is there already; nothing was changed", path.display()))
            }
            _ => unwritten(&path, &why),
        })?;
        Ok(Self { library, name, path, is_kept: false })
    }

    fn write(&self, file: &str, text: &str) -> Result<(), Failure> {
        let path = self.path.join(file);
        let folder = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(folder).map_err(|why| unwritten(folder, &why))?;
        fs::write(&path, text).map_err(|why| unwritten(&path, &why))
    }

    /// What the lessons cannot know beforehand is read from the game, as it stands in a sheet there.
    fn read_numbers(&self) -> Result<(), Failure> {
        let file = self.path.join(LESSONS);
        // What is wrong with the files is told afterwards, of all of them.
        let Ok(lessons) = self.library.reopened().lessons(self.name) else { return Ok(()) };
        let mut text = fs::read_to_string(&file).map_err(|why| unwritten(&file, &why))?;
        for each in run_all(&lessons, run_lesson).iter().flat_map(|report| &report.differences) {
            let found =
                each.found.parse::<i32>().map_or_else(|_| format!("{:?}", each.found), |number| number.to_string());
            text =
                text.replacen(&format!("{:?}: {}", each.what, upon::UNREAD), &format!("{:?}: {found}", each.what), 1);
        }
        self.write(LESSONS, &text)
    }

    /// A game upon one that somebody wrote may be wrong in ways that no template foresees.
    fn is_sound(&self, base: Option<&str>) -> Result<(), Failure> {
        let library = self.library.reopened();
        let unfit = |why: String| match base {
            Some(base) => {
                Failure::Said(format!("no game can be made upon `{}`; nothing was kept:\n{why}", excerpt(base)))
            }
            None => Failure::Said(format!("the game is wrong; nothing was kept:\n{why}")),
        };
        let problems: Vec<Problem> = library.check(self.name);
        if !problems.is_empty() {
            return Err(unfit(lines(&problems)));
        }
        let lessons = library.lessons(self.name).map_err(|problems| unfit(lines(&problems)))?;
        let reports = run_all(&lessons, run_lesson);
        let wrong = reports.iter().flat_map(|report| &report.differences);
        let wrong: Vec<String> =
            wrong.map(|each| format!("{}: expected {}, found {}", each.what, each.expected, each.found)).collect();
        if wrong.is_empty() { Ok(()) } else { Err(unfit(wrong.join("\n"))) }
    }

    fn keep(mut self) -> PathBuf {
        self.is_kept = true;
        self.path.clone()
    }
}

impl Drop for Made<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            // What cannot be removed is still told of by whatever went wrong before.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

fn unwritten(path: &Path, why: &std::io::Error) -> Failure {
    Failure::Said(format!("cannot write {}: {why}", path.display()))
}

/// The program as it was called, with the folder of rulesets where it would not find that by itself.
fn program(home: &Path) -> String {
    let called = std::env::args_os().next().map(|called| called.to_string_lossy().into_owned());
    let called = in_quotes(called.as_deref().unwrap_or("sortie"));
    let whole = |path: &Path| path.canonicalize().ok();
    let usual = std::env::var_os("SORTIE_RULESETS").map(PathBuf::from).or_else(beside_the_program);
    match usual.is_some_and(|usual| whole(&usual).is_some() && whole(&usual) == whole(home)) {
        true => called,
        false => format!("{called} --rulesets {}", in_quotes(&home.display().to_string())),
    }
}

/// A word as it is typed at a shell.
fn in_quotes(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/\\.:_-+~".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("\"{word}\"") }
}
