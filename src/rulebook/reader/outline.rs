//! What a file says and the way there, whatever types make of it.

use serde::Serialize;

use super::read::{text_in, tree_of};
use super::tree::{Node, Value};
use super::{Problem, Source, Span};

/// A step on the way into a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The field of this name.
    Field(String),
    /// What a map has under this key.
    Entry(String),
    /// One of a list: the one with this `id`, else by its number.
    Item(String),
    /// Within the brackets of this name.
    Within(String),
}

/// A text that stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// How one comes to it.
    pub way: Vec<Step>,
    /// Its line.
    pub line: u32,
    /// It is a key of the map that the way leads to.
    pub is_key: bool,
}

/// Every place at which a file says this text.
///
/// # Errors
/// When the file cannot be read, or is no RON.
pub fn mentions(file: &Source, wanted: &str) -> Result<Vec<Mention>, Vec<Problem>> {
    let mut found = Vec::new();
    look_in(&tree_of(file)?, wanted, &mut Vec::new(), &mut found);
    Ok(found)
}

fn look_in(node: &Node, wanted: &str, way: &mut Vec<Step>, found: &mut Vec<Mention>) {
    let says = |node: &Node, way: &[Step], is_key: bool| {
        let is_it = matches!(&node.value, Value::Text(text) if &**text == wanted);
        is_it.then(|| Mention { way: way.to_vec(), line: node.span.line, is_key })
    };
    found.extend(says(node, way, false));
    let depth = way.len();
    way.extend(node.name().map(|name| Step::Within(name.text.to_string())));
    match &node.value {
        Value::List(items) | Value::Tuple(_, items) => {
            for (index, item) in items.iter().enumerate() {
                way.push(Step::Item(id_of(item).map_or_else(|| index.to_string(), str::to_owned)));
                look_in(item, wanted, way, found);
                way.pop();
            }
        }
        Value::Map(entries) => {
            for (key, value) in entries.iter() {
                found.extend(says(key, way, true));
                let name = match &key.value {
                    Value::Text(text) => text.to_string(),
                    _ => String::new(),
                };
                way.push(Step::Entry(name));
                look_in(value, wanted, way, found);
                way.pop();
            }
        }
        Value::Struct(_, fields) => {
            for field in fields.iter() {
                way.push(Step::Field(field.name.text.to_string()));
                look_in(&field.node, wanted, way, found);
                way.pop();
            }
        }
        _ => {}
    }
    way.truncate(depth);
}

/// What a group calls itself in a field `id`.
fn id_of(node: &Node) -> Option<&str> {
    let Value::Struct(_, fields) = &node.value else { return None };
    let id = fields.iter().find(|field| &*field.name.text == "id")?;
    match &id.node.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// The fields of a file, or of the group with this `id` in its list, each with what stands there, letter by letter.
///
/// # Errors
/// When the file cannot be read, or is no RON.
pub fn as_written(file: &Source, id: Option<&str>) -> Result<Vec<(String, String)>, Vec<Problem>> {
    let root = tree_of(file)?;
    let text = text_in(file).map_err(|problem| vec![problem])?;
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').split('\n').collect();
    let whole = match (id, &root.value) {
        (Some(id), Value::List(items)) => items.iter().find(|item| id_of(item) == Some(id)),
        _ => Some(&root),
    };
    let Some(Value::Struct(_, fields)) = whole.map(|node| &node.value) else { return Ok(Vec::new()) };
    Ok(fields.iter().map(|field| (field.name.text.to_string(), stretch(&lines, field.node.span))).collect())
}

/// What stands from one place of a file to another.
fn stretch(lines: &[&str], span: Span) -> String {
    let (first, last) = (span.line as usize, span.end_line as usize);
    let within = lines.iter().enumerate().skip(first.saturating_sub(1)).take((last + 1).saturating_sub(first));
    let cut = within.map(|(index, line)| {
        let from = if index + 1 == first { span.column as usize } else { 1 };
        let to = if index + 1 == last { span.end_column as usize } else { usize::MAX };
        line.chars().skip(from - 1).take(to.saturating_sub(from)).collect::<String>()
    });
    cut.collect::<Vec<_>>().join("\n")
}
