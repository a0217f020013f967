//! `sortie rules RULESET ID --where`: where a rule lives, in the data and in the code.

use std::fmt::{self, Write as _};
use std::io::Write;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::json;

use super::Failure;
use crate::battle::{Key, RuleText, Rules, Trace, Word, Words};
use crate::reference::{self, Place};
use crate::rulebook::Library;
use crate::rulebook::reader::{Mention, Source, Step};

/// A line of a file.
#[derive(Debug, Serialize)]
struct At {
    file: String,
    line: u32,
}

impl At {
    fn of(file: &Source, line: u32) -> Self {
        // Files are told from here on, where they lie below.
        let here = std::env::current_dir().unwrap_or_default();
        let below = file.path().strip_prefix(here).ok();
        Self { file: below.map_or_else(|| file.to_string(), |path| path.display().to_string()), line }
    }
}

impl From<Place> for At {
    fn from(place: Place) -> Self {
        Self { file: place.file.to_owned(), line: place.line }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A mechanic that has the id of the rule in one of its fields.
#[derive(Debug, Serialize)]
struct Numbered {
    slot: &'static str,
    mechanic: &'static str,
    /// Its struct.
    code: At,
    /// The way to the id from the mechanic on: `rules.hit`.
    field: String,
    /// Where the ruleset says so.
    at: At,
    /// What the field is about.
    doc: Option<&'static str>,
    /// Where the struct has it.
    declared: Option<At>,
    /// Where the code reads it.
    read: Vec<At>,
}

/// Something that shows a rule which puts its name to nothing.
#[derive(Debug, Serialize)]
struct Shown {
    what: String,
    /// Mechanics that bring it.
    mechanics: Vec<Bringer>,
    /// Where the ruleset says what it is.
    at: Option<At>,
}

#[derive(Debug, Serialize)]
struct Bringer {
    mechanic: &'static str,
    code: At,
}

/// Something else that names the rule, and its place.
#[derive(Debug, Serialize)]
struct Named {
    what: String,
    at: At,
}

/// All of it.
#[derive(Debug, Default, Serialize)]
struct Whereabouts {
    rule: Option<At>,
    mechanics: Vec<Numbered>,
    data: Vec<Named>,
    shown_by: Vec<Shown>,
    leaned_on_by: Vec<Named>,
    lessons: Vec<Named>,
    cited: Vec<At>,
}

/// Tells where a rule of a ruleset lives.
pub(super) fn of_rule(
    out: &mut impl Write,
    library: &Library,
    ruleset: &str,
    rule: &RuleText,
    as_json: bool,
) -> Result<ExitCode, Failure> {
    let mentions = library.mentions(ruleset, rule.id.as_str()).map_err(Failure::Files)?;
    let mut found = Whereabouts { cited: cited(rule.id.as_str()), ..Whereabouts::default() };
    mentions.into_iter().for_each(|(file, mention)| found.sort_in(&file, mention));
    if !rule.shown_by.is_empty() {
        // What a rule does without its name is asked of the ruleset as it is played; one that cannot be played tells less.
        let played = library.rules(ruleset).ok();
        for trace in &rule.shown_by {
            found.shown_by.push(shown(library, ruleset, played.as_deref(), *trace)?);
        }
    }
    if as_json {
        let told = json!({ "id": rule.id, "title": rule.title, "where": found });
        writeln!(out, "{told}")?;
    } else {
        writeln!(out, "{} {} ({})\n{}", rule.id, rule.title, rule.area, found.text())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Tells where a rule of the house lives.
pub(super) fn of_house(out: &mut impl Write, id: &str, as_json: bool) -> Result<ExitCode, Failure> {
    let found = Whereabouts { cited: cited(id), ..Whereabouts::default() };
    if as_json {
        writeln!(out, "{}", json!({ "id": id, "where": found }))?;
    } else {
        writeln!(out, "{id} (of no ruleset)\n{}", found.text())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn cited(id: &str) -> Vec<At> {
    reference::cited(id).into_iter().map(At::from).collect()
}

impl Whereabouts {
    /// Puts a place that names the rule where it belongs.
    fn sort_in(&mut self, file: &Source, Mention { way, line, .. }: Mention) {
        let at = At::of(file, line);
        let name = file.path().file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let of_lesson = file.path().parent().is_some_and(|folder| folder.ends_with("lessons"));
        match (name, way.as_slice()) {
            ("rulebook.ron", [Step::Item(_), Step::Field(field)]) if field == "id" => self.rule = Some(at),
            ("rulebook.ron", [Step::Item(id), ..]) => self.leaned_on_by.push(Named { what: id.clone(), at }),
            (_, [Step::Item(id), ..]) if of_lesson => {
                // One that names the rule again further down is told once.
                if self.lessons.last().is_none_or(|last| last.what != *id) {
                    self.lessons.push(Named { what: id.clone(), at });
                }
            }
            ("ruleset.ron", [Step::Field(play), Step::Field(_), rest @ ..]) if play == "play" => {
                match numbered(rest, at) {
                    Ok(numbered) => self.mechanics.push(numbered),
                    Err(at) => self.data.push(Named { what: in_words(&way), at }),
                }
            }
            _ => self.data.push(Named { what: in_words(&way), at }),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).map(|()| text).unwrap_or_default()
    }

    fn write(&self, text: &mut String) -> fmt::Result {
        if let Some(at) = &self.rule {
            writeln!(text, "{at}")?;
        }
        for of in &self.mechanics {
            writeln!(text, "\n{} ({}): {}", of.mechanic, of.slot, of.field)?;
            of.doc.iter().try_for_each(|doc| writeln!(text, "  {doc}"))?;
            writeln!(text, "  said in {}", of.at)?;
            writeln!(text, "  code    {}", of.code)?;
            if let Some(declared) = of.declared.as_ref() {
                writeln!(text, "  field   {declared}")?;
            }
            lines(text, "  read in ", &of.read)?;
        }
        if !self.shown_by.is_empty() {
            writeln!(text, "\nShown without its name by")?;
        }
        for shown in &self.shown_by {
            writeln!(text, "  {}", shown.what)?;
            shown.at.iter().try_for_each(|at| writeln!(text, "    {at}"))?;
            shown.mechanics.iter().try_for_each(|by| writeln!(text, "    {}, {}", by.mechanic, by.code))?;
        }
        for (heading, list) in
            [("Named by", &self.data), ("Leaned on by", &self.leaned_on_by), ("Lessons", &self.lessons)]
        {
            if !list.is_empty() {
                writeln!(text, "\n{heading}")?;
            }
            let width = list.iter().map(|named| named.what.chars().count()).max().unwrap_or_default();
            list.iter().try_for_each(|named| writeln!(text, "  {:<width$}  {}", named.what, named.at))?;
        }
        if !self.cited.is_empty() {
            writeln!(text, "\nCited in the code")?;
            lines(text, "  ", &self.cited)?;
        }
        text.truncate(text.trim_end().len());
        Ok(())
    }
}

/// A line for each file, with the lines of it.
fn lines(text: &mut String, head: &str, places: &[At]) -> fmt::Result {
    for of_file in places.chunk_by(|one, other| one.file == other.file) {
        let lines: Vec<String> = of_file.iter().map(|at| at.line.to_string()).collect();
        writeln!(text, "{head}{}:{}", of_file.first().map_or("", |at| &at.file), lines.join(", "))?;
    }
    Ok(())
}

/// The mechanic and its field at the end of a way within a slot.
fn numbered(way: &[Step], at: At) -> Result<Numbered, At> {
    let way = if let [Step::Item(_), rest @ ..] = way { rest } else { way };
    let [Step::Within(name), way @ ..] = way else { return Err(at) };
    let Some(mechanic) = reference::mechanics().iter().find(|mechanic| mechanic.name == name) else { return Err(at) };
    let names = way.iter().filter_map(|step| match step {
        Step::Field(name) | Step::Within(name) => Some(name.as_str()),
        Step::Entry(_) | Step::Item(_) => None,
    });
    let field = mechanic.field(names);
    Ok(Numbered {
        slot: mechanic.slot,
        mechanic: mechanic.name,
        code: At { file: mechanic.file.to_owned(), line: mechanic.line },
        field: in_code(way),
        at,
        doc: field.map(|(_, field)| field.doc),
        declared: field.map(|(group, field)| At { file: group.file.to_owned(), line: field.line }),
        read: field.into_iter().flat_map(|(_, field)| field.read).map(|place| At::from(*place)).collect(),
    })
}

/// A way within a mechanic, as code would write it: `syndromes["plague"].rule`.
fn in_code(way: &[Step]) -> String {
    let mut told = String::new();
    for step in way {
        match step {
            Step::Field(name) | Step::Within(name) => {
                told.push_str(if told.is_empty() { "" } else { "." });
                told.push_str(name);
            }
            Step::Entry(key) => told.push_str(&format!("[{key:?}]")),
            Step::Item(index) => told.push_str(&format!("[{index}]")),
        }
    }
    told
}

/// A way in words: `conditions "dying"`; that it ends in a field `rule` is understood.
fn in_words(way: &[Step]) -> String {
    let way = match way {
        [before @ .., Step::Field(last)] if last == "rule" && !before.is_empty() => before,
        _ => way,
    };
    let words = way.iter().map(|step| match step {
        Step::Field(name) | Step::Within(name) | Step::Item(name) => name.clone(),
        Step::Entry(key) => format!("{key:?}"),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What shows a rule: who brings it, or where the ruleset says what it is.
fn shown(library: &Library, ruleset: &str, played: Option<&Rules>, trace: Trace) -> Result<Shown, Failure> {
    let said = |map: &'static str, key: Key| -> Result<Option<At>, Failure> {
        let is_it = |(file, mention): &(Source, Mention)| {
            mention.is_key
                && file.path().ends_with("ruleset.ron")
                && matches!(mention.way.as_slice(), [Step::Field(field)] if field == map)
        };
        let mentions = library.mentions(ruleset, key.as_str()).map_err(Failure::Files)?;
        Ok(mentions.into_iter().find(is_it).map(|(file, mention)| At::of(&file, mention.line)))
    };
    let spoken = |is_it: &dyn Fn(&Words) -> bool| {
        by(played, |rules, mechanic| {
            let mut words = Words::default();
            mechanic.words(rules, &mut words);
            is_it(&words)
        })
    };
    let none = Vec::new();
    let (kind, name, mechanics, at) = match trace {
        Trace::Deed(key) => {
            let does = |_: &Rules, mechanic: &dyn crate::battle::Mechanic| {
                mechanic.deeds().iter().any(|deed| deed.verb() == key)
            };
            ("the deed", key.key(), by(played, does), None)
        }
        Trace::Roll(key) => ("the roll", key, spoken(&|words| words.has(Word::Roll, key.as_str())), None),
        Trace::Term(key) => ("the term", key, spoken(&|words| words.has(Word::Term, key.as_str())), None),
        Trace::Figure(key) => ("the figure", key, none, said("figures", key)?),
        Trace::State(key) => ("the condition", key, none, said("conditions", key)?),
        Trace::Fact(key) => ("what comes about by", key.into(), none, None),
        Trace::Manner(key) => ("the manner", key, none, None),
        Trace::Part(key) => ("the part of a body", key, none, None),
        Trace::Type(key) => ("the type of damage", key, none, None),
        Trace::Area(shape) => ("the area", Key::new(&format!("{shape:?}").to_lowercase()), none, None),
    };
    Ok(Shown { what: format!("{kind} `{name}`"), mechanics, at })
}

/// The mechanics of a ruleset that fit this.
fn by(played: Option<&Rules>, is_it: impl Fn(&Rules, &dyn crate::battle::Mechanic) -> bool) -> Vec<Bringer> {
    let bringer = |mechanic: &'static reference::Mechanic| Bringer {
        mechanic: mechanic.name,
        code: At { file: mechanic.file.to_owned(), line: mechanic.line },
    };
    let all =
        played.into_iter().flat_map(|rules| rules.registry.mechanics.iter().map(move |mechanic| (rules, mechanic)));
    let names = all.filter(|(rules, mechanic)| is_it(rules, mechanic.as_ref())).map(|(_, mechanic)| mechanic.name());
    names.filter_map(reference::mechanic).map(bringer).collect()
}
