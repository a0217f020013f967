//! The file of a lesson that is kept: what its scenario writes, letter by letter, and the stretch.

use std::fmt::Write;

use super::{Earlier, Played, Stretch, Told};
use crate::dice::Face;
use crate::record::Record;
use crate::rulebook::Scenario;
use crate::rulebook::reader::Problem;

/// What a lesson says of its battle as scenarios do.
const FIELDS: [&str; 12] = [
    "arms",
    "ground",
    "light",
    "tags",
    "weather",
    "hazards",
    "encounter",
    "started_by",
    "sides",
    "fighters",
    "order",
    "deck",
];

/// Letters in a line of the file, as far as dice go.
const WIDE: usize = 96;

/// A battle that is written: how it began, what was done in it, and the battle before it.
#[derive(Clone, Copy)]
pub(super) struct Battle<'a> {
    pub scenario: &'a Scenario,
    pub record: &'a Record,
    pub played: &'a Played,
    pub before: Option<&'a Earlier<'a>>,
}

/// The whole file.
pub(super) fn file(kept: Battle<'_>, stretch: Stretch, told: &Told, id: &str) -> Result<String, Vec<Problem>> {
    let mut out = Page(String::new());
    out.line(0, &format!("// Kept from {}, decisions {} to {}.", kept.scenario.title, stretch.from + 1, stretch.to));
    out.line(0, "[");
    out.line(1, "(");
    out.battle(2, kept, (stretch, told), id)?;
    out.line(1, "),");
    out.line(0, "]");
    Ok(out.0)
}

/// A page that is being written.
struct Page(String);

impl Page {
    fn line(&mut self, depth: usize, text: &str) {
        // Writing into a text cannot fail.
        let _ = writeln!(self.0, "{}{text}", "    ".repeat(depth));
    }

    /// A battle and its script, so deep.
    fn battle(
        &mut self,
        depth: usize,
        Battle { scenario, record, played, before }: Battle<'_>,
        (stretch, told): (Stretch, &Told),
        id: &str,
    ) -> Result<(), Vec<Problem>> {
        let fields = scenario.as_written()?;
        let title = if told.title.trim().is_empty() { &scenario.title } else { &told.title };
        self.line(depth, &format!("id: {id:?},"));
        self.line(depth, &format!("title: {:?},", one_line(title)));
        if !told.text.trim().is_empty() {
            self.line(depth, &format!("text: {:?},", one_line(&told.text)));
        }
        self.line(depth, &format!("ruleset: {:?},", scenario.ruleset.as_str()));
        let rules: Vec<String> = played.rules.iter().map(|rule| format!("{:?}", rule.as_str())).collect();
        self.line(depth, &format!("rules: [{}],", rules.join(", ")));
        let settings: Vec<String> = scenario
            .settings
            .iter()
            .filter(|(name, _)| !record.settings.contains_key(*name))
            .chain(&record.settings)
            .map(|(name, value)| format!("{name:?}: {value:?}"))
            .collect();
        if !settings.is_empty() {
            self.line(depth, &format!("settings: {{{}}},", settings.join(", ")));
        }
        for (name, written) in FIELDS.iter().filter_map(|name| fields.iter().find(|(field, _)| field == name)) {
            self.line(depth, &format!("{name}: {},", moved(written)));
        }
        self.line(depth, &format!("rounds: {},", scenario.setup.rounds));
        // Whatever was asked has its answer here, also where it could have gone without.
        self.line(depth, "silent: false,");
        if let Some(earlier) = before {
            self.line(depth, "follows: (");
            self.line(depth + 1, &format!("hours: {},", earlier.hours));
            self.line(depth + 1, "battle: (");
            let (scenario, record, played) = (&earlier.scenario, earlier.record, &earlier.played);
            let battle = Battle { scenario, record, played, before: earlier.before.as_deref() };
            let whole = Stretch { from: 0, to: record.decisions.len() };
            self.battle(depth + 2, battle, (whole, &Told::default()), &format!("{id}-BEFORE"))?;
            self.line(depth + 1, "),");
            self.line(depth, "),");
        }
        let (fallen, falls) = played.dice.split_at(played.fallen.min(played.dice.len()));
        let (done, deeds) = played.lines.split_at(stretch.from.min(played.lines.len()));
        if !done.is_empty() || !fallen.is_empty() {
            self.line(depth, "before: (");
            self.dice(depth + 1, fallen);
            self.line(depth + 1, "play: [");
            done.iter().for_each(|line| self.line(depth + 2, &format!("{line:?},")));
            self.line(depth + 1, "],");
            self.line(depth, "),");
        }
        self.dice(depth, falls);
        self.line(depth, "play: [");
        for (index, line) in deeds.iter().enumerate() {
            if let Some(caption) = told.captions.get(index).filter(|caption| !caption.trim().is_empty()) {
                self.line(depth + 1, &format!("Say({:?}),", one_line(caption)));
            }
            self.line(depth + 1, &format!("Do({line:?}),"));
        }
        if !played.checks.is_empty() {
            self.line(depth + 1, "Expect({");
            played.checks.iter().for_each(|(what, is)| self.line(depth + 2, &format!("{what:?}: {is:?},")));
            self.line(depth + 1, "}),");
        }
        self.line(depth, "],");
        Ok(())
    }

    /// Dice of one size after each other, many in a line.
    fn dice(&mut self, depth: usize, faces: &[Face]) {
        if faces.is_empty() {
            return;
        }
        self.line(depth, "dice: [");
        let mut line = String::new();
        for same in faces.chunk_by(|one, other| one.sides == other.sides) {
            for some in same.chunks(24) {
                let shown: Vec<String> = some.iter().map(|face| face.value.to_string()).collect();
                let entry = format!("\"d{}: {}\",", some.first().map_or(0, |face| face.sides), shown.join(","));
                if !line.is_empty() && line.len() + entry.len() > WIDE {
                    self.line(depth + 1, &line);
                    line.clear();
                }
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(&entry);
            }
        }
        self.line(depth + 1, &line);
        self.line(depth, "],");
    }
}

/// What stands in the first depth of a scenario, in the second; a text that goes over several lines stays as it is.
fn moved(written: &str) -> String {
    let quotes = |line: &str| line.replace("\\\"", "").replace("'\"'", "").matches('"').count();
    if written.lines().any(|line| quotes(line) % 2 != 0) {
        return written.to_owned();
    }
    let mut lines = written.lines();
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |all, line| if line.is_empty() { format!("{all}\n") } else { format!("{all}\n    {line}") })
}

/// A text as one typed it, in one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
