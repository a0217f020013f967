//! The file of a lesson that is kept: what its scenario writes, letter by letter, and the stretch.

use std::fmt::Write;

use super::{Played, Stretch, Told};
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

/// The whole file.
pub(super) fn file(
    scenario: &Scenario,
    record: &Record,
    stretch: Stretch,
    played: &Played,
    told: &Told,
    id: &str,
) -> Result<String, Vec<Problem>> {
    let fields = scenario.as_written()?;
    let mut out = Page(String::new());
    let title = if told.title.trim().is_empty() { &scenario.title } else { &told.title };
    out.line(0, &format!("// Kept from {}, decisions {} to {}.", scenario.title, stretch.from + 1, stretch.to));
    out.line(0, "[");
    out.line(1, "(");
    out.line(2, &format!("id: {id:?},"));
    out.line(2, &format!("title: {:?},", one_line(title)));
    if !told.text.trim().is_empty() {
        out.line(2, &format!("text: {:?},", one_line(&told.text)));
    }
    out.line(2, &format!("ruleset: {:?},", scenario.ruleset.as_str()));
    let rules: Vec<String> = played.rules.iter().map(|rule| format!("{:?}", rule.as_str())).collect();
    out.line(2, &format!("rules: [{}],", rules.join(", ")));
    let settings: Vec<String> = scenario
        .settings
        .iter()
        .filter(|(name, _)| !record.settings.contains_key(*name))
        .chain(&record.settings)
        .map(|(name, value)| format!("{name:?}: {value:?}"))
        .collect();
    if !settings.is_empty() {
        out.line(2, &format!("settings: {{{}}},", settings.join(", ")));
    }
    for (name, written) in FIELDS.iter().filter_map(|name| fields.iter().find(|(field, _)| field == name)) {
        out.line(2, &format!("{name}: {},", moved(written)));
    }
    out.line(2, &format!("rounds: {},", scenario.setup.rounds));
    // Whatever was asked has its answer here, also where it could have gone without.
    out.line(2, "silent: false,");
    let (fallen, falls) = played.dice.split_at(played.fallen.min(played.dice.len()));
    let (done, deeds) = played.lines.split_at(stretch.from.min(played.lines.len()));
    if !done.is_empty() || !fallen.is_empty() {
        out.line(2, "before: (");
        out.dice(3, fallen);
        out.line(3, "play: [");
        done.iter().for_each(|line| out.line(4, &format!("{line:?},")));
        out.line(3, "],");
        out.line(2, "),");
    }
    out.dice(2, falls);
    out.line(2, "play: [");
    for (index, line) in deeds.iter().enumerate() {
        if let Some(caption) = told.captions.get(index).filter(|caption| !caption.trim().is_empty()) {
            out.line(3, &format!("Say({:?}),", one_line(caption)));
        }
        out.line(3, &format!("Do({line:?}),"));
    }
    if !played.checks.is_empty() {
        out.line(3, "Expect({");
        played.checks.iter().for_each(|(what, is)| out.line(4, &format!("{what:?}: {is:?},")));
        out.line(3, "}),");
    }
    out.line(2, "],");
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
