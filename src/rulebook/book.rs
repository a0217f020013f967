//! `rulebook.ron`: every rule in plain words, with the rules that it leans on.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::reader::{Problem, Problems, Source, Spanned, read_file};
use crate::battle::{Key, RuleId, RuleText, Tier, Trace};

/// A rule in plain words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Its id ("SK-TURN-01").
    id: Spanned<String>,
    /// The area that it stands in; chapters are made of areas.
    area: Spanned<String>,
    /// What players call it.
    title: String,
    /// How much of play it concerns.
    #[serde(default)]
    tier: Tier,
    /// What it says.
    text: String,
    /// What was decided where its source is silent.
    #[serde(default)]
    ruling: Option<String>,
    /// Ids of rules that it leans on.
    #[serde(default)]
    see: Vec<Spanned<String>>,
    /// What shows it, where nothing that comes about bears its id (how is rounded, what is counted).
    #[serde(default)]
    shown_by: Vec<Trace>,
}

/// A rulebook with the places of its areas.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// Its rules in the order of the file.
    pub rules: Vec<RuleText>,
    /// Its areas, each where its first rule says it.
    pub areas: Vec<Spanned<String>>,
}

/// Reads a rulebook; its rules come in the order of the file.
///
/// # Errors
/// With every place where it is wrong: syntax, an id given twice, a reference
/// to a rule that is not there.
pub fn read(file: &Source) -> Result<Vec<RuleText>, Vec<Problem>> {
    read_book(file).map(|book| book.rules)
}

/// The same with the places of its areas.
///
/// # Errors
/// As [`read`].
pub(super) fn read_book(file: &Source) -> Result<Book, Vec<Problem>> {
    let entries: Vec<Entry> = read_file(file)?;
    let mut problems = Problems::new(file.to_string());
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for entry in &entries {
        if let Some(line) = seen.insert(&entry.id.value, entry.id.span.line) {
            let found = format!("a second rule `{}` (the first is in line {line})", entry.id.value);
            problems.push(entry.id.span, found, "an id of its own for each rule");
        }
    }
    let ids: Vec<&str> = seen.keys().copied().collect();
    for reference in entries.iter().flat_map(|entry| &entry.see) {
        if !seen.contains_key(reference.value.as_str()) {
            problems.unknown(reference, "rule", &ids);
        }
    }
    let rules = entries.iter().map(|entry| RuleText {
        id: RuleId::of(Key::new(&entry.id.value)),
        area: entry.area.value.clone(),
        title: entry.title.clone(),
        tier: entry.tier,
        text: entry.text.clone(),
        ruling: entry.ruling.clone(),
        see: entry.see.iter().map(|id| RuleId::of(Key::new(&id.value))).collect(),
        shown_by: entry.shown_by.clone(),
    });
    let rules = rules.collect();
    let mut areas: Vec<Spanned<String>> = Vec::new();
    for entry in &entries {
        if !areas.contains(&entry.area) {
            areas.push(entry.area.clone());
        }
    }
    problems.or(Book { rules, areas })
}
