//! A talk: what somebody shows to others, one after the other. Each step is a link (`link.rs`) or a picture, with a title and
//! a note.
//!
//! ```ron
//! (
//!     title: "How one is flanked",
//!     steps: [
//!         (title: "Two against one", note: "Ask who is flanked.", link: "lesson=ST-C08&in=scale_toughness"),
//!         (title: "At the gate", link: "battle=sortie2:...&at=12", hide: ["Watch"]),
//!         (title: "What to remember", picture: "remember.png"),
//!     ],
//! )
//! ```

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files;
use crate::link::Link;
use crate::rulebook::reader::{Problem, Problems, Spanned, excerpt, read_str, text_in};

/// Letters of a title at most.
pub const TITLE: usize = 120;
/// The same of a note.
pub const NOTE: usize = 2_000;
/// Steps of a talk at most.
pub const MOST_STEPS: usize = 200;

/// A talk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Talk {
    /// What it is about.
    pub title: String,
    /// What is shown, in this order.
    pub steps: Vec<Step>,
}

/// One thing that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it is called.
    pub title: String,
    /// What there is to say about it.
    pub note: String,
    /// What is seen.
    pub shows: Shows,
    /// The sides whose secrets stay hidden, by their names.
    pub hides: Vec<String>,
}

/// What a step shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shows {
    /// A battle, a moment, a lesson, a rule, a tour.
    Link(Link),
    /// A picture, by its file.
    Picture(PathBuf),
}

impl Step {
    /// A step that shows what a link shows.
    pub fn of(title: &str, link: Link) -> Self {
        let title = title.chars().take(TITLE).collect();
        Self { title, note: String::new(), shows: Shows::Link(link), hides: Vec::new() }
    }
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    title: Spanned<String>,
    steps: Spanned<Vec<Spanned<StepFile>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepFile {
    title: Spanned<String>,
    #[serde(default)]
    note: Spanned<String>,
    #[serde(default)]
    link: Option<Spanned<String>>,
    #[serde(default)]
    picture: Option<Spanned<String>>,
    #[serde(default)]
    hide: Vec<Spanned<String>>,
}

impl Talk {
    /// Reads a file. Pictures lie beside it, unless they say otherwise.
    ///
    /// # Errors
    /// With everything that is wrong in it.
    pub fn read(path: &Path) -> Result<Self, Vec<Problem>> {
        let text = text_in(path).map_err(|problem| vec![problem])?;
        Self::of(&path.display().to_string(), &text, path.parent().unwrap_or(Path::new("")))
    }

    /// Reads a text as such a file; pictures lie in this folder.
    ///
    /// # Errors
    /// With everything that is wrong in it.
    pub fn of(name: &str, text: &str, folder: &Path) -> Result<Self, Vec<Problem>> {
        let file: File = read_str(name, text)?;
        let mut problems = Problems::new(name);
        within(&file.title, 0..=TITLE, &mut problems);
        if file.steps.value.is_empty() || file.steps.value.len() > MOST_STEPS {
            let found = format!("{} steps", file.steps.value.len());
            problems.push(file.steps.span, found, format!("1 to {MOST_STEPS} of them"));
        }
        let steps = file.steps.value.into_iter().filter_map(|step| checked(step, folder, &mut problems)).collect();
        problems.or(Self { title: file.title.value, steps })
    }

    /// The text of its file, for pictures that lie where they do.
    ///
    /// # Errors
    /// When it cannot be put into words.
    pub fn written(&self) -> Result<String, String> {
        let written = Written { title: &self.title, steps: self.steps.iter().map(StepWritten::of).collect() };
        ron::ser::to_string_pretty(&written, ron::ser::PrettyConfig::default()).map_err(|why| why.to_string())
    }

    /// Writes it into a file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let wrong = |why: String| format!("{}: {why}", path.display());
        let text = self.written().map_err(wrong)?;
        if let Some(folder) = path.parent() {
            files::make(folder).map_err(|why| wrong(why.to_string()))?;
        }
        files::write(path, text.as_bytes()).map_err(|why| wrong(why.to_string()))
    }
}

/// A step of a file, once nothing is wrong with it.
fn checked(Spanned { value: step, span }: Spanned<StepFile>, folder: &Path, problems: &mut Problems) -> Option<Step> {
    within(&step.title, 1..=TITLE, problems);
    within(&step.note, 0..=NOTE, problems);
    step.hide.iter().for_each(|side| within(side, 1..=TITLE, problems));
    let shows = match (step.link, step.picture) {
        (Some(link), None) => match Link::parse(&link.value) {
            Ok(Some(read)) => Shows::Link(read),
            Ok(None) => {
                problems.push(link.span, "a link that shows nothing", "`battle=`, `lesson=`, `rule=` or `tour=`");
                return None;
            }
            Err(why) => {
                let expected = "a link such as `lesson=ST-C08&in=scale_toughness`";
                problems.push(link.span, format!("no link: {why}"), expected);
                return None;
            }
        },
        (None, Some(picture)) => {
            within(&picture, 1..=NOTE, problems);
            if !Path::new(&picture.value).extension().is_some_and(|ends| ends.eq_ignore_ascii_case("png")) {
                problems.push(picture.span, format!("`{}`", excerpt(&picture.value)), "the name of a PNG file");
            }
            Shows::Picture(folder.join(picture.value))
        }
        (Some(_), Some(picture)) => {
            problems.push(picture.span, "a picture beside a link", "one of the two");
            return None;
        }
        (None, None) => {
            problems.push(span, "a step that shows nothing", "a `link` or a `picture`");
            return None;
        }
    };
    let hides = step.hide.into_iter().map(|side| side.value).collect();
    Some(Step { title: step.title.value, note: step.note.value, shows, hides })
}

/// Tells of a text that is shorter or longer than it may be.
fn within(text: &Spanned<String>, letters: std::ops::RangeInclusive<usize>, problems: &mut Problems) {
    let count = text.value.chars().count();
    if !letters.contains(&count) {
        let expected = format!("{} to {} of them", letters.start(), letters.end());
        problems.push(text.span, format!("a text of {count} letters"), expected);
    }
}

#[derive(Serialize)]
struct Written<'a> {
    title: &'a str,
    steps: Vec<StepWritten<'a>>,
}

#[derive(Serialize)]
struct StepWritten<'a> {
    title: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'a str,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "plainly")]
    link: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "plainly")]
    picture: Option<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    hide: &'a [String],
}

impl<'a> StepWritten<'a> {
    fn of(step: &'a Step) -> Self {
        let (link, picture) = match &step.shows {
            Shows::Link(link) => (Some(link.to_string()), None),
            Shows::Picture(path) => (None, Some(path.display().to_string())),
        };
        // One that is still being written has no title yet.
        let title = if step.title.is_empty() { "Untitled" } else { &step.title };
        Self { title, note: &step.note, link, picture, hide: &step.hides }
    }
}

/// A text without the `Some` that nobody writes.
fn plainly<S: serde::Serializer>(text: &Option<String>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(text.as_deref().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r##"(
    title: "How one is flanked",
    steps: [
        (title: "Two against one", note: "Ask \"who\".", link: "lesson=ST-C08&in=scale_toughness"),
        (title: "At the gate", link: "#battle=sortie2:abc&at=12", hide: ["Watch"]),
        (title: "Remember", picture: "remember.png"),
    ],
)"##;

    fn read(text: &str) -> Result<Talk, Vec<String>> {
        Talk::of("t.ron", text, Path::new("talks")).map_err(|all| all.iter().map(ToString::to_string).collect())
    }

    /// Promise: a talk is a list of links and pictures, and what is written is read again as it was.
    #[test]
    fn a_talk_is_read_as_it_is_written() {
        let talk = read(SOUND).unwrap();
        assert_eq!((talk.title.as_str(), talk.steps.len()), ("How one is flanked", 3));
        assert_eq!(talk.steps[0].note, "Ask \"who\".");
        assert_eq!(talk.steps[1].shows, Shows::Link(Link::Battle { code: "sortie2:abc".to_owned(), at: Some(12) }));
        assert_eq!(talk.steps[1].hides, ["Watch"]);
        assert_eq!(talk.steps[2].shows, Shows::Picture(Path::new("talks").join("remember.png")));
        let again = Talk::of("t.ron", &talk.written().unwrap(), Path::new("")).unwrap();
        assert_eq!(again, talk);
        let untitled = Talk { steps: vec![Step::of("", Link::Tour("zones".to_owned()))], ..Talk::default() };
        let again = Talk::of("t.ron", &untitled.written().unwrap(), Path::new("")).unwrap();
        assert_eq!(again.steps[0].title, "Untitled");
    }

    /// Promise: what is wrong in a talk is told with line and column, what was found and what is expected.
    #[test]
    fn a_wrong_talk_is_told_with_its_place() {
        let cases = [
            ("lesson=ST-C08&in=scale_toughness", "chess=1", "4:64: found no link: found `chess=1`"),
            ("lesson=ST-C08&in=scale_toughness", "", "4:64: found a link that shows nothing, expected `battle=`"),
            ("sortie2:abc", "nothing", "5:38: found no link: the link has no code of a battle"),
            ("link: \"#battle=sortie2:abc&at=12\", ", "", "5:9: found a step that shows nothing, expected a `link`"),
            ("picture:", "link: \"tour=zones\", picture:", "6:58: found a picture beside a link"),
            ("remember.png", "remember.exe", "6:38: found `remember.exe`, expected the name of a PNG file"),
            ("\"At the gate\"", "\"\"", "5:17: found a text of 0 letters, expected 1 to 120"),
            ("hide:", "hides:", "5:"),
            ("steps:", "stops:", "3:5: found "),
        ];
        for (from, to, expected) in cases {
            let told = read(&SOUND.replacen(from, to, 1)).unwrap_err();
            assert!(told.iter().any(|line| line.starts_with(&format!("t.ron:{expected}"))), "{from}: {told:#?}");
        }
        let none = read("(title: \"x\", steps: [])").unwrap_err();
        assert!(none[0].contains("found 0 steps, expected 1 to 200"), "{none:#?}");
    }
}
