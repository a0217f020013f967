//! Settings: values that a file names once and uses wherever `Setting("name")`
//! stands, so that one ruleset can be played in several readings.

use std::collections::BTreeMap;

use super::tree::{Node, Value};
use super::{Problem, Problems, Spanned, syntax};

/// Settings that somebody wants to have other values: name and RON value.
pub type Overrides = BTreeMap<String, String>;

/// Replaces every `Setting("name")` by the value of that setting, and the
/// values in the list of settings by their words.
pub(super) fn apply(file: &str, root: &mut Node, overrides: &Overrides) -> Result<(), Vec<Problem>> {
    let mut problems = Problems::new(file);
    let mut values: BTreeMap<String, Node> = BTreeMap::new();
    if let Some(settings) = field(root, "settings")
        && let Value::Map(entries) = &mut settings.value
    {
        for (key, node) in entries.iter_mut() {
            let Value::Text(name) = &key.value else { continue };
            let usual = field(node, "is").map(|is| is.value.clone());
            let Some(usual) = usual else { continue };
            let others: Vec<Value> = match field(node, "or").map(|or| &or.value) {
                Some(Value::List(others)) => others.iter().map(|other| other.value.clone()).collect(),
                _ => Vec::new(),
            };
            let mut chosen = Node { span: node.span, value: usual };
            if let Some(wanted) = overrides.get(name.as_ref()) {
                match value_of(wanted, &chosen.value, &others) {
                    Some(value) => chosen.value = value,
                    None => {
                        let known: Vec<_> = std::iter::once(&chosen.value).chain(&others).map(words).collect();
                        let found = format!("the setting {name} at `{wanted}`");
                        problems.push(node.span, found, format!("one of {}", known.join(", ")));
                    }
                }
            }
            in_words(node);
            if let Some(is) = field(node, "is") {
                is.value = Value::Text(words(&chosen.value).into());
            }
            values.insert(name.to_string(), chosen);
        }
    }
    let names: Vec<&String> = values.keys().collect();
    for name in overrides.keys().filter(|name| !values.contains_key(*name)) {
        problems.unknown(&Spanned::from(name), "setting", &names);
    }
    substitute(root, &values, &mut problems);
    problems.or(())
}

/// The text of a field of the whole file, and where it stands.
pub(super) fn text_of_field(root: &mut Node, wanted: &str) -> Option<Spanned<String>> {
    let node = field(root, wanted)?;
    match &node.value {
        Value::Text(text) => Some(Spanned::new(text.to_string(), node.span)),
        _ => None,
    }
}

/// A field of a group.
pub(super) fn field<'a>(node: &'a mut Node, wanted: &str) -> Option<&'a mut Node> {
    let Value::Struct(_, fields) = &mut node.value else { return None };
    fields.iter_mut().find(|field| &*field.name.text == wanted).map(|field| &mut field.node)
}

/// The value that somebody wants in place of the usual one: one that the file lists, told as it is listed or as the
/// file writes it (a text without its quotes or in them), or any number in place of a number.
fn value_of(wanted: &str, usual: &Value, others: &[Value]) -> Option<Value> {
    let listed = |said: &str| std::iter::once(usual).chain(others).find(|value| words(value) == said).cloned();
    listed(wanted).or_else(|| {
        let given = syntax::parse("the setting", wanted).ok()?.value;
        let is_number = matches!((&given, usual), (Value::Whole(_), Value::Whole(_)));
        listed(&words(&given)).or_else(|| is_number.then_some(given))
    })
}

fn in_words(node: &mut Node) {
    if let Some(Node { value: Value::List(others), .. }) = field(node, "or") {
        for other in others.iter_mut() {
            other.value = Value::Text(words(&other.value).into());
        }
    }
}

/// A simple value as the file writes it.
pub(super) fn words(value: &Value) -> String {
    match value {
        Value::Bool(truth) => truth.to_string(),
        Value::Whole(number) => number.to_string(),
        Value::Huge(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Char(letter) => format!("{letter:?}"),
        Value::Text(text) => text.to_string(),
        Value::Word(word) => word.to_string(),
        Value::Tuple(name, items) => {
            let items: Vec<_> = items.iter().map(|item| words(&item.value)).collect();
            let name = name.as_ref().map(|name| name.text.to_string()).unwrap_or_default();
            format!("{name}({})", items.join(", "))
        }
        Value::List(items) => {
            let items: Vec<_> = items.iter().map(|item| words(&item.value)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(_) | Value::Struct(..) | Value::Wrong => "(...)".to_owned(),
    }
}

fn substitute(node: &mut Node, values: &BTreeMap<String, Node>, problems: &mut Problems) {
    match &mut node.value {
        Value::Tuple(Some(name), items) if &*name.text == "Setting" => {
            let asked = match &**items {
                [Node { value: Value::Text(asked), .. }] => asked.to_string(),
                _ => String::new(),
            };
            match values.get(&asked) {
                Some(chosen) => node.value = chosen.value.clone(),
                None => {
                    let names: Vec<&String> = values.keys().collect();
                    problems.unknown(&Spanned::new(asked, node.span), "setting", &names);
                }
            }
        }
        Value::List(items) | Value::Tuple(_, items) => {
            items.iter_mut().for_each(|item| substitute(item, values, problems));
        }
        Value::Map(entries) => entries.iter_mut().for_each(|(_, value)| substitute(value, values, problems)),
        Value::Struct(_, fields) => {
            fields.iter_mut().for_each(|field| substitute(&mut field.node, values, problems));
        }
        _ => {}
    }
}
