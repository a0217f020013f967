//! One row a battle, for programs that look at tables: CSV, or JSON lines. Both have the same columns.

use std::io::Write;

use serde_json::{Map, Value, json};

use super::{Cell, Sweep};
use crate::sim::{Outcome, Run, called};

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Values between commas, with a line of names at the head.
    Csv,
    /// A JSON object a line.
    JsonLines,
}

impl Form {
    /// The form that the name of a file asks for.
    pub fn of(file: &std::path::Path) -> Option<Self> {
        match file.extension()?.to_str()? {
            "csv" => Some(Self::Csv),
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            _ => None,
        }
    }
}

/// Writes rows.
pub struct Rows<W> {
    out: W,
    form: Form,
    names: Vec<String>,
    sides: usize,
}

impl<W: Write> Rows<W> {
    /// Rows of a sweep whose battles have so many sides at most.
    ///
    /// # Errors
    /// When the line of names cannot be written.
    pub fn of(sweep: &Sweep, sides: usize, form: Form, mut out: W) -> std::io::Result<Self> {
        let mut names = vec!["scenario".to_owned()];
        // A setting may be called like anything else.
        names.extend(sweep.settings.iter().map(|(name, _)| format!("setting_{}", name.value)));
        names.extend(sweep.figures.iter().map(|vary| format!("figure_{}", vary.value)));
        let own = ["skill", "against", "number", "seed", "winner", "rounds", "turns", "attacks", "blows", "hits"];
        names.extend(own.map(str::to_owned));
        for side in 1..=sides {
            names.extend(["side", "wounds", "felled", "fled"].map(|what| format!("{what}_{side}")));
        }
        if form == Form::Csv {
            let quoted: Vec<String> = names.iter().map(|name| in_csv(name)).collect();
            writeln!(out, "{}", quoted.join(","))?;
        }
        Ok(Self { out, form, names, sides })
    }

    /// Writes a battle.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn row(&mut self, cell: &Cell, run: &Run, number: u64, outcome: &Outcome) -> std::io::Result<()> {
        let winner = outcome.winner.and_then(|side| run.sides.get(usize::from(side.0)));
        let mut values = vec![json!(run.scenario)];
        values.extend(cell.settings.values().map(|value| json!(value)));
        values.extend(cell.figures.iter().map(|(_, value)| json!(value)));
        // A number of 64 bits, which most programs would round: so it is a text.
        let seed = format!("{:#018x}", run.seed_of(number));
        values.extend([json!(called(cell.skill)), json!(called(cell.against)), json!(number), json!(seed)]);
        values.extend([json!(winner), json!(outcome.rounds), json!(outcome.turns), json!(outcome.attacks)]);
        values.extend([json!(outcome.blows), json!(outcome.hits)]);
        for side in 0..self.sides {
            let losses = outcome.losses.get(side);
            values.push(json!(run.sides.get(side)));
            let of = |what: fn(&crate::sim::Losses) -> u64| json!(losses.map(what));
            values.extend([of(|each| each.wounds), of(|each| each.felled), of(|each| each.fled)]);
        }
        match self.form {
            Form::Csv => {
                let cells: Vec<String> = values.iter().map(value_in_csv).collect();
                writeln!(self.out, "{}", cells.join(","))
            }
            Form::JsonLines => {
                let row: Map<String, Value> = self.names.iter().cloned().zip(values).collect();
                writeln!(self.out, "{}", Value::Object(row))
            }
        }
    }
}

fn value_in_csv(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => in_csv(text),
        other => other.to_string(),
    }
}

/// A text between commas, in quotes where it must be (RFC 4180).
fn in_csv(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::SideId;
    use crate::sim::Losses;

    /// Promise: both forms have the same columns, nothing in a text breaks a row, and what is not there is empty.
    #[test]
    fn a_row_is_a_battle() {
        let text = r#"(scenarios: ["a"], settings: {"seed": ["x,y"]}, figures: ["count of Goblin=3"], battles: 1)"#;
        let sweep = Sweep::of("s.ron", text.to_owned()).unwrap();
        let cell = sweep.cell(0).unwrap();
        let run = Run {
            program: String::new(),
            rules: String::new(),
            scenario: "a".to_owned(),
            settings: cell.settings.clone(),
            figures: Vec::new(),
            skill: String::new(),
            against: String::new(),
            seed: 0,
            battles: 1,
            sides: vec!["The \"Watch\"".to_owned(), "Goblins".to_owned()],
        };
        let losses = vec![Losses { wounds: 1, felled: 2, fled: 3 }, Losses::default()];
        let outcome = Outcome { winner: Some(SideId(0)), rounds: 4, blows: 9, hits: 5, losses, ..Outcome::default() };
        let written = |form| {
            let mut out = Vec::new();
            let mut rows = Rows::of(&sweep, 3, form, &mut out).unwrap();
            rows.row(&cell, &run, 0, &outcome).unwrap();
            String::from_utf8(out).unwrap()
        };
        let csv = written(Form::Csv);
        let lines: Vec<&str> = csv.lines().collect();
        assert!(lines[0].starts_with("scenario,setting_seed,figure_count of Goblin,skill,against,number,seed,winner,"));
        let row = "a,\"x,y\",3,plain,plain,0,0x0000000000000000,\"The \"\"Watch\"\"\",4,0,0,9,5,";
        assert!(lines[1].starts_with(row), "{csv}");
        assert!(lines[1].ends_with(",\"The \"\"Watch\"\"\",1,2,3,Goblins,0,0,0,,,,"), "{csv}");
        let row: Value = serde_json::from_str(&written(Form::JsonLines)).unwrap();
        let names: Vec<&str> = lines[0].split(',').collect();
        assert!(names.iter().all(|name| row.get(name).is_some()), "{row}");
        assert_eq!(row.as_object().unwrap().len(), names.len());
        assert_eq!((&row["setting_seed"], &row["felled_1"], &row["side_3"]), (&json!("x,y"), &json!(2), &Value::Null));
    }
}
