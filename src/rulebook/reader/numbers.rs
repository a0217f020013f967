//! The numbers and words that the mechanics of a ruleset are given, with the texts beside them: so the figures behind a rule
//! are found by its id.

use super::read::{base_of, tree_of};
use super::settings::{self, Overrides};
use super::tree::{Node, Value};
use super::{Problem, Source, inherit};

/// A mechanic as a ruleset composes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Composed {
    /// Its name.
    pub name: String,
    /// Its brackets, the outermost first.
    pub groups: Vec<Group>,
}

/// What stands in one pair of brackets, and in none within them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Numbers and bare words, by the names of their fields.
    pub values: Vec<(String, String)>,
    /// Texts, the ids of rules among them.
    pub texts: Vec<String>,
}

/// The mechanics of a ruleset with their numbers, those that it takes over among them, with settings as they usually are.
///
/// # Errors
/// When the file cannot be read, or is no RON.
pub fn numbers(
    file: &Source,
    find: impl FnOnce(&str) -> Result<Source, Vec<String>>,
) -> Result<Vec<Composed>, Vec<Problem>> {
    let mut root = tree_of(file)?;
    let name = file.to_string();
    if let Some((_, base, from)) = base_of(&name, &mut root, find)? {
        // What is wrong is told to those who read all of it.
        drop(inherit::inherit(&name, &mut root, Some((base, from))));
    }
    drop(settings::apply(&name, &mut root, &Overrides::new()));
    let slots = settings::field(&mut root, "play").map(|play| &play.value);
    let Some(Value::Struct(_, slots)) = slots else { return Ok(Vec::new()) };
    let parts = slots.iter().flat_map(|slot| match &slot.node.value {
        Value::List(mechanics) => mechanics.iter().collect(),
        _ => vec![&slot.node],
    });
    let composed = parts.filter_map(|node| {
        let mut groups = Vec::new();
        gather(node, &mut groups);
        node.name().map(|name| Composed { name: name.text.to_string(), groups })
    });
    Ok(composed.collect())
}

/// Gathers the groups of a value.
fn gather(node: &Node, groups: &mut Vec<Group>) {
    match &node.value {
        Value::Struct(_, fields) => {
            let place = groups.len();
            groups.push(Group::default());
            for field in fields.iter() {
                if let Some(group) = groups.get_mut(place) {
                    group.take(&field.name.text, &field.node);
                }
                gather(&field.node, groups);
            }
        }
        Value::List(items) | Value::Tuple(_, items) => items.iter().for_each(|item| gather(item, groups)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| gather(value, groups)),
        _ => {}
    }
}

impl Group {
    fn take(&mut self, name: &str, node: &Node) {
        let value = match &node.value {
            Value::Text(text) => return self.texts.push(text.to_string()),
            Value::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
            Value::Whole(_) | Value::Float(_) | Value::Word(_) => settings::words(&node.value),
            // A short row of numbers is as good as one.
            Value::Tuple(None, items) | Value::List(items) if (1..=6).contains(&items.len()) => {
                let is_plain = |item: &Node| matches!(item.value, Value::Whole(_) | Value::Float(_) | Value::Word(_));
                if !items.iter().all(is_plain) {
                    return;
                }
                items.iter().map(|item| settings::words(&item.value)).collect::<Vec<_>>().join(", ")
            }
            _ => return,
        };
        self.values.push((name.to_owned(), value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: numbers stand beside the rules of their brackets, what is taken over and what is set among them.
    #[test]
    fn numbers_stand_beside_their_rules() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("below.ron");
        let text = r#"(settings: {"depth": (is: 3, or: [4])}, play: (attack: [Blow(glances: Setting("depth"), worst: (1, 2), rules: (hit: "A-1"), words: [(word: "mud", adds: -1, rule: "A-2")])]))"#;
        std::fs::write(&below, text).unwrap();
        let above = folder.path().join("above.ron");
        std::fs::write(&above, r#"(from: "below")"#).unwrap();
        for path in [&below, &above] {
            let read = numbers(&path.into(), |_| Ok((&below).into())).unwrap();
            let [blow] = read.as_slice() else { panic!("{read:#?}") };
            let pairs = |values: &[(&str, &str)]| -> Vec<(String, String)> {
                values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
            };
            assert_eq!(blow.name, "Blow");
            assert_eq!(blow.groups[0].values, pairs(&[("glances", "3"), ("worst", "1, 2")]));
            assert_eq!(blow.groups[1].texts, ["A-1"]);
            assert_eq!(blow.groups[2].values, pairs(&[("adds", "-1")]));
            assert_eq!(blow.groups[2].texts, ["mud", "A-2"]);
        }
    }
}
