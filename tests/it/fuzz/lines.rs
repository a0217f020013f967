//! Spoiled lines of the protocol, between answers that make sense.

use serde_json::{Map, Value, json};
use sortie::engine::Session;

use crate::kit::library;

use super::spoil::spoil;
use super::{Chance, asked, leave, run, said_well};

const VERBS: [&str; 13] =
    ["new", "scenarios", "see", "choices", "answer", "auto", "chronicle", "save", "load", "undo", "answer", "", "fly"];
const FIELDS: [&str; 13] =
    ["id", "scenario", "seed", "settings", "order", "from", "record", "count", "skill", "sceanrio", "", "do", "\u{1b}"];

/// A value that may stand anywhere.
fn value(chance: &mut Chance, depth: usize) -> Value {
    let long = "x".repeat(5_000);
    let texts =
        ["", "gate", "../../../etc/passwd", "/dev/zero", "keen", "end turn", "\u{1b}[2J", "\u{202e}", long.as_str()];
    match chance.below(if depth < 3 { 10 } else { 6 }) {
        0 => Value::Null,
        1 => json!(chance.one_in(2)),
        2 => json!([i64::MIN, i64::MAX, 0, -1, 1, i64::from(i32::MAX), i64::from(i32::MIN), 1 << 40][chance.below(8)]),
        3 => json!(u64::MAX),
        4 => json!(1.5e300),
        5 => json!(chance.pick(&texts)),
        6 | 7 => (0..chance.below(4)).map(|_| value(chance, depth + 1)).collect(),
        8 => order(chance, &Value::Null),
        _ => {
            let names = ["do", "who", "square", "version", "decisions", "wound_at"];
            let mut fields = Map::new();
            for _ in 0..chance.below(4) {
                fields.insert((*chance.pick(&names)).to_owned(), value(chance, depth + 1));
            }
            Value::Object(fields)
        }
    }
}

/// An order that is offered, or any, with one field or two put elsewhere.
fn order(chance: &mut Chance, choices: &Value) -> Value {
    let offered = choices["choices"].as_array().filter(|choices| !choices.is_empty());
    let mut order = offered.map_or_else(|| json!({"do": "move"}), |offered| chance.pick(offered)["order"].clone());
    for _ in 0..chance.below(3) {
        let fields = ["with", "at", "to", "path", "toward", "n", "manner", "do"];
        let square = json!([*chance.pick(&ENDS), *chance.pick(&ENDS)]);
        let put = match chance.below(6) {
            0 => square,
            1 => json!([square]),
            2 => json!([{"square": square}]),
            3 => json!(chance.pick(&ENDS)),
            4 => json!([{"who": "nobody", "part": "head"}]),
            _ => value(chance, 2),
        };
        if let Some(fields_of) = order.as_object_mut() {
            fields_of.insert((*chance.pick(&fields)).to_owned(), put);
        }
    }
    order
}

const ENDS: [i32; 10] = [i32::MIN, i32::MAX, 0, -1, 1, 5, 30, 1_000_000, -1_000_000, 65_536];

fn line(chance: &mut Chance, choices: &Value) -> String {
    let mut fields = Map::new();
    if !chance.one_in(12) {
        fields.insert("do".to_owned(), json!(chance.pick(&VERBS)));
    }
    for _ in 0..chance.below(4) {
        let put = value(chance, 0);
        fields.insert((*chance.pick(&FIELDS)).to_owned(), put);
    }
    if chance.one_in(2) {
        fields.insert("do".to_owned(), json!("answer"));
        fields.insert("order".to_owned(), order(chance, choices));
    }
    let text = Value::Object(fields).to_string();
    match chance.below(5) {
        0 => spoil(chance, &text, &choices.to_string()),
        _ => text,
    }
}

/// What must hold of an answer to a line.
fn answered(line: &str, answer: &Value) -> Result<(), String> {
    let Some(fields) = answer.as_object() else { return Err(format!("is answered with {answer}")) };
    if let Some(error) = fields.get("error") {
        said_well(error["why"].as_str().unwrap_or_default())?;
    }
    let id = serde_json::from_str::<Value>(line).ok().and_then(|line| line.get("id").cloned());
    // What is no text and no whole number is refused.
    let id = id.filter(|id| id.is_string() || id.is_i64() || id.is_u64() || id.is_null());
    if answer.get("id") != id.as_ref() {
        return Err(format!("has the id {id:?} and is answered with {:?}", answer.get("id")));
    }
    Ok(())
}

/// Each case is a session of its own: a battle, some of it played by the computer, and ten lines of nonsense in it.
#[test]
fn fuzz_every_line_is_answered_and_what_is_refused_changes_nothing() {
    let library = library();
    let names = library.scenarios();
    run("session of ten lines", asked().unwrap_or(40), |number, chance| {
        let mut session = Session::new(&library);
        let mut told =
            vec![json!({"do": "new", "scenario": chance.pick(&names), "seed": chance.below(1_000)}).to_string()];
        told.extend((0..chance.below(8)).map(|_| json!({"do": "auto", "skill": "random"}).to_string()));
        for each in &told {
            answered(each, &session.line(each))?;
        }
        for _ in 0..10 {
            let saved = session.line(r#"{"do":"save"}"#);
            let choices = session.line(r#"{"do":"choices"}"#);
            let line = line(chance, &choices);
            told.push(line.clone());
            let answer = session.line(&line);
            let after = session.line(r#"{"do":"save"}"#);
            let outcome = answered(&line, &answer).and_then(|()| {
                let same = answer.get("error").is_none() || saved == after;
                if same { Ok(()) } else { Err("was refused and changed the battle".to_owned()) }
            });
            outcome.map_err(|why| {
                let left = leave(&format!("{number}-lines.json"), told.join("\n").as_bytes());
                let line: String = line.chars().take(300).collect();
                format!("({}) {line}: {why}", left.display())
            })?;
            if session.over {
                return Ok(());
            }
        }
        Ok(())
    });
}
