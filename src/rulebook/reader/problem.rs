//! What is told about a wrong file.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use super::{Span, Spanned, closest, one_of};

/// One thing that is wrong in one place of one file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Problem {
    /// The file, as it was named by whoever asked for it; empty where what is wrong stands in none.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// What stands there.
    pub found: String,
    /// What could have stood there.
    pub expected: String,
    /// A hint at what was probably meant, or how to put it right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Problem {
    /// A problem at a place in a file.
    pub fn at(file: &str, span: Span, found: impl Into<String>, expected: impl Into<String>) -> Self {
        let (found, expected) = (harmless(found.into()), harmless(expected.into()));
        Self { file: file.to_owned(), line: span.line, column: span.column, found, expected, help: None }
    }

    /// A problem with a file as a whole, told at line 1, column 1.
    pub fn whole_file(file: &str, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::at(file, Span::START, found, expected)
    }

    /// A problem with what somebody has said, which stands in no file: it is told without a place.
    pub fn said(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::whole_file("", found, expected)
    }

    /// The same problem with a hint.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same problem, asking "did you mean" if one of the candidates is close to the name that was found.
    #[must_use]
    pub fn suggesting<S: AsRef<str>>(self, name: &str, candidates: &[S]) -> Self {
        match closest(name, candidates) {
            Some(meant) => self.with_help(format!("did you mean `{meant}`?")),
            None => self,
        }
    }
}

/// A text from a file without anything that a terminal would obey.
fn harmless(text: String) -> String {
    if !text.chars().any(char::is_control) {
        return text;
    }
    let shown =
        |letter: char| if letter.is_control() { letter.escape_default().to_string() } else { letter.to_string() };
    text.chars().map(shown).collect()
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, found, expected, help } = self;
        if !file.is_empty() {
            write!(f, "{}:{line}:{column}: ", harmless(file.clone()))?;
        }
        write!(f, "found {found}, expected {expected}")?;
        help.iter().try_for_each(|help| write!(f, " ({help})"))
    }
}

impl std::error::Error for Problem {}

/// Problems as lines of text: each once, however many ways led to it.
pub fn lines(problems: &[Problem]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in problems.iter().map(ToString::to_string) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// Gathers the problems of one file, for checks that follow the reading: references, ranges, contradictions.
///
/// Problems of several files are joined by extending one collector with another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    file: String,
    list: Vec<Problem>,
    unread: Vec<&'static str>,
    /// Kinds of which some name stands for nothing.
    lacking: BTreeSet<String>,
    /// There is no field that places could belong to.
    is_groundless: bool,
}

impl Problems {
    /// An empty collection for the file of this name.
    pub fn new(file: impl Into<String>) -> Self {
        Self { file: file.into(), ..Self::default() }
    }

    /// Names of these kinds stand in files that could not be read: that they are missing says nothing.
    #[must_use]
    pub fn without(mut self, unread: &[&'static str]) -> Self {
        self.unread.extend(unread);
        self
    }

    /// Adds a problem at a place.
    pub fn push(&mut self, span: Span, found: impl Into<String>, expected: impl Into<String>) {
        self.add(Problem::at(&self.file, span, found, expected));
    }

    /// From here on there is a field, or none that could be made: then places that do not fit it say nothing.
    pub const fn on_ground(&mut self, is_sound: bool) {
        self.is_groundless = !is_sound;
    }

    /// Whether there is a field.
    pub const fn has_ground(&self) -> bool {
        !self.is_groundless
    }

    /// Adds the problem of a place that does not fit the field.
    pub fn misplaced(&mut self, span: Span, found: impl Into<String>, expected: impl Into<String>) {
        if !self.is_groundless {
            self.push(span, found, expected);
        }
    }

    /// Adds a problem that has been put together elsewhere.
    pub fn add(&mut self, problem: Problem) {
        self.list.push(problem);
    }

    /// Adds the problem of a name that stands for nothing, such as an arm no file defines: `kind` says what it should
    /// have named ("arm"), the candidates are those there are.
    pub fn unknown<N: AsRef<str>, S: AsRef<str>>(&mut self, name: &Spanned<N>, kind: &str, candidates: &[S]) {
        if self.unread.contains(&kind) {
            return;
        }
        self.lacking.insert(kind.to_owned());
        let written = name.value.as_ref();
        let expected = match kind {
            // There are so many that only the one that was probably meant is told.
            "name" => "a word that something of this game has or asks for".to_owned(),
            _ if candidates.is_empty() => format!("no {kind} at all"),
            _ => one_of(candidates),
        };
        let found = format!("no {kind} called `{}`", super::names::excerpt(written));
        self.add(Problem::at(&self.file, name.span, found, expected).suggesting(written, candidates));
    }

    /// Whether some name of this kind stands for nothing.
    pub fn lacks(&self, kind: &str) -> bool {
        self.lacking.contains(kind)
    }

    /// The file in which they are.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many problems there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The problems so far, in the order they were added.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.list.iter()
    }

    /// The problems by file and place.
    pub fn into_vec(mut self) -> Vec<Problem> {
        self.list.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        self.list
    }

    /// The value if nothing is wrong, otherwise the problems.
    pub fn or<T>(self, value: T) -> Result<T, Vec<Problem>> {
        if self.is_empty() { Ok(value) } else { Err(self.into_vec()) }
    }
}

impl Extend<Problem> for Problems {
    fn extend<I: IntoIterator<Item = Problem>>(&mut self, problems: I) {
        self.list.extend(problems);
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}
