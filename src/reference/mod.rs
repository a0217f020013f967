//! What the sources say of mechanics, events and roles: names, doc comments, fields and places.
//!
//! The tables are written when the program is built (`build/main.rs`), from the sources themselves: the table of slots,
//! `events!`, `hears!` and the structs that are read from `ruleset.ron`. So they are as true as the code, and nothing is
//! looked at before somebody asks.

use serde::Serialize;

include!(concat!(env!("OUT_DIR"), "/reference.rs"));

/// A mechanic that a ruleset may name in a slot.
#[derive(Debug, Serialize)]
pub struct Mechanic {
    /// The slot, as a field of `play`.
    pub slot: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub doc: &'static str,
    /// The file of its struct.
    pub file: &'static str,
    /// The line of its struct.
    pub line: u32,
    /// The roles that it is entered under.
    pub roles: &'static [&'static str],
    /// The events that it hears of.
    pub hears: &'static [&'static str],
    #[serde(skip)]
    of: usize,
}

/// A struct or an enum that a ruleset writes.
#[derive(Debug, Serialize)]
pub struct Group {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub doc: &'static str,
    /// Its file.
    pub file: &'static str,
    /// Its line.
    pub line: u32,
    /// The fields of a struct.
    pub fields: &'static [Field],
    /// What an enum can be.
    pub variants: &'static [Variant],
}

/// A field.
#[derive(Debug, Serialize)]
pub struct Field {
    /// Its name, as files write it.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// Its line in the file of its group.
    pub line: u32,
    /// What is written for it, in the brackets of RON: `[figure, ...]`.
    pub is: &'static str,
    #[serde(skip)]
    of: &'static [usize],
    /// Whether it may be left out.
    pub may_be_left_out: bool,
    /// Where the code reads it, if it holds the id of a rule.
    #[serde(skip)]
    pub read: &'static [Place],
}

/// One of the things that an enum can be.
#[derive(Debug, Serialize)]
pub struct Variant {
    /// Its name, as files write it.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// What is written in its brackets, where that has no names.
    pub is: &'static str,
    #[serde(skip)]
    of: &'static [usize],
    /// What is written in its brackets, where that has names.
    pub fields: &'static [Field],
}

/// A line of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The file.
    pub file: &'static str,
    /// The line.
    pub line: u32,
}

/// A slot, a role or a field of an event.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub doc: &'static str,
}

/// Something that happens in a battle.
#[derive(Debug, Serialize)]
pub struct Event {
    /// Its name.
    pub name: &'static str,
    /// When it comes.
    pub doc: &'static str,
    /// What is told with it.
    pub fields: &'static [Entry],
}

struct Citation {
    rule: &'static str,
    at: Place,
}

/// The slots, in the order of a composition.
pub fn slots() -> &'static [Entry] {
    SLOTS
}

/// Every mechanic, by its slot.
pub fn mechanics() -> &'static [Mechanic] {
    MECHANICS
}

/// The mechanic of this name, as rulesets or the code write it: `SureBlow`, `sure_blow`.
pub fn mechanic(name: &str) -> Option<&'static Mechanic> {
    MECHANICS.iter().find(|mechanic| is_called(mechanic.name, name))
}

/// The roles that mechanics play.
pub fn roles() -> &'static [Entry] {
    ROLES
}

/// The events, in the order of a battle.
pub fn events() -> &'static [Event] {
    EVENTS
}

/// Whether a name is meant, however it is written: `SureBlow`, `sure_blow`, `sureblow`.
pub fn is_called(name: &str, word: &str) -> bool {
    let letters = |word: &'_ str| -> String { word.chars().filter(|letter| *letter != '_').collect() };
    letters(name).eq_ignore_ascii_case(&letters(word))
}

/// Where comments of the sources cite a rule, or where a rule of the house stands.
pub fn cited(rule: &str) -> Vec<Place> {
    let first = CITATIONS.partition_point(|citation| citation.rule < rule);
    CITATIONS[first..].iter().take_while(|citation| citation.rule == rule).map(|citation| citation.at).collect()
}

impl Mechanic {
    /// The struct of its numbers.
    pub fn group(&self) -> &'static Group {
        &GROUPS[self.of]
    }

    /// Its struct, and every other that is written within it, each once.
    pub fn groups(&self) -> Vec<&'static Group> {
        let mut all = vec![self.of];
        let mut next = 0;
        while let Some(group) = all.get(next).map(|index| &GROUPS[*index]) {
            next += 1;
            let of_fields = |fields: &'static [Field]| fields.iter().flat_map(|field| field.of);
            let in_variants =
                group.variants.iter().flat_map(|variant| variant.of.iter().chain(of_fields(variant.fields)));
            for inner in of_fields(group.fields).chain(in_variants) {
                if !all.contains(inner) {
                    all.push(*inner);
                }
            }
        }
        all.into_iter().map(|index| &GROUPS[index]).collect()
    }

    /// The field that these names of fields and variants lead to, and the group that has it.
    pub fn field<'w>(&self, way: impl IntoIterator<Item = &'w str>) -> Option<(&'static Group, &'static Field)> {
        let mut found = None;
        let mut at: Vec<(&'static Group, &'static [Field])> = vec![(self.group(), self.group().fields)];
        for name in way {
            let inner = |of: &'static [usize]| of.iter().map(|index| (&GROUPS[*index], GROUPS[*index].fields));
            let named = at.iter().find_map(|(group, fields)| {
                fields.iter().find(|field| field.name == name).map(|field| (*group, field))
            });
            if let Some((group, field)) = named {
                found = Some((group, field));
                at = inner(field.of).collect();
                continue;
            }
            let variant = at.iter().find_map(|(group, _)| {
                group.variants.iter().find(|variant| variant.name == name).map(|variant| (*group, variant))
            });
            if let Some((group, variant)) = variant {
                at = std::iter::once((group, variant.fields)).chain(inner(variant.of)).collect();
            } else if !at.iter().any(|(group, _)| group.name == name) {
                return None;
            }
        }
        found
    }
}
