//! What the sources say of files, mechanics, events and roles: names, doc comments, fields and places.
//!
//! The tables are written when the program is built (`build/main.rs`), from the sources themselves: the table of slots,
//! `events!`, `hears!` and the structs that are read from the files of rulesets. So they are as true as the code, and
//! nothing is looked at before somebody asks.

mod schema;

use serde::Serialize;

pub use schema::schema;

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

/// A slot of a composition.
#[derive(Debug, Serialize)]
pub struct Slot {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Whether a composition has one mechanic of it, and not as many as it likes.
    pub is_one: bool,
}

/// A file of a ruleset, or all of one kind.
#[derive(Debug, Serialize)]
pub struct File {
    /// Its name: `arms.ron`, `scenarios/*.ron`.
    pub name: &'static str,
    /// What it is about.
    pub doc: &'static str,
    /// How the whole of it is written, in the brackets of RON.
    pub is: &'static str,
    #[serde(skip)]
    of: &'static [usize],
    #[serde(skip)]
    shape: Shape,
    /// Whether a ruleset may do without.
    pub may_be_left_out: bool,
}

/// Words that the code asks for by itself.
#[derive(Debug, Serialize)]
pub struct Words {
    /// What they are words of.
    pub name: &'static str,
    /// What is said of them.
    pub doc: &'static str,
    /// All of them.
    pub words: &'static [&'static str],
}

/// What is written for something, as whoever reads files with a program sees it.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// A text in quotes, by what it is or names: "dice", "figure".
    Word(&'static str),
    /// A whole number.
    Whole,
    /// A number with a point.
    Real,
    /// True or false.
    Flag,
    /// The mechanics of a ruleset, by their slots.
    Slots,
    /// A bare word, always this one.
    Just(&'static str),
    /// A bare word with something in brackets behind it.
    Call(&'static str, &'static Shape),
    /// A group, by its place among all.
    Group(usize),
    /// A list.
    List(&'static Shape),
    /// Something by keys.
    Map(&'static Shape, &'static Shape),
    /// Several in a fixed order.
    Tuple(&'static [Shape]),
    /// Any of several.
    OneOf(&'static [Shape]),
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
    #[serde(skip)]
    shape: Shape,
    /// Whether it may be left out.
    pub may_be_left_out: bool,
    /// What holds then, where that is a word or a number.
    pub default: &'static str,
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
    #[serde(skip)]
    shape: &'static [Shape],
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

/// A role or a field of an event.
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
pub fn slots() -> &'static [Slot] {
    SLOTS
}

/// The files of a ruleset.
pub fn files() -> &'static [File] {
    FILES
}

/// Every type that stands in files, mechanics left out, in the order of the files.
pub fn types() -> Vec<&'static Group> {
    let roots: Vec<usize> = FILES.iter().flat_map(|file| file.of).copied().collect();
    closed(roots)
}

/// The words that the code asks for by itself.
pub fn words() -> &'static [Words] {
    WORDS
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

/// These groups, and behind them all that are written within them, each once.
fn closed(mut all: Vec<usize>) -> Vec<&'static Group> {
    let mut next = 0;
    while let Some(group) = all.get(next).map(|index| &GROUPS[*index]) {
        next += 1;
        for inner in group.inside() {
            if !all.contains(inner) {
                all.push(*inner);
            }
        }
    }
    all.into_iter().map(|index| &GROUPS[index]).collect()
}

impl File {
    /// Whether it is meant: `arms.ron`, `arms`, `scenarios`.
    pub fn is_called(&self, word: &str) -> bool {
        let stem = self.name.trim_end_matches(".ron").trim_end_matches("/*");
        [self.name, stem].iter().any(|name| name.eq_ignore_ascii_case(word))
    }

    /// Every type that stands in it.
    pub fn groups(&self) -> Vec<&'static Group> {
        closed(self.of.to_vec())
    }
}

impl Group {
    /// The groups that are written in its fields and variants.
    fn inside(&'static self) -> impl Iterator<Item = &'static usize> {
        let of_fields = |fields: &'static [Field]| fields.iter().flat_map(|field| field.of);
        let in_variants =
            self.variants.iter().flat_map(move |variant| variant.of.iter().chain(of_fields(variant.fields)));
        of_fields(self.fields).chain(in_variants)
    }

    /// Its place among all.
    fn index(&self) -> Option<usize> {
        GROUPS.iter().position(|group| std::ptr::eq(group, self))
    }

    /// This and every other that is written within it, each once.
    pub fn with_all_within(&self) -> Vec<&'static Group> {
        closed(self.index().into_iter().collect())
    }

    /// Where it stands: in files, and in fields and variants of types of files (`Scenario.arms`).
    pub fn places(&self) -> Vec<String> {
        let Some(index) = self.index() else { return Vec::new() };
        let files = FILES.iter().filter(|file| file.of.contains(&index)).map(|file| file.name.to_owned());
        let mut places: Vec<String> = files.collect();
        for holder in types() {
            let fields = holder.fields.iter().filter(|field| field.of.contains(&index));
            places.extend(fields.map(|field| format!("{}.{}", holder.name, field.name)));
            let variants = holder.variants.iter().filter(|variant| {
                variant.of.contains(&index) || variant.fields.iter().any(|field| field.of.contains(&index))
            });
            places.extend(variants.map(|variant| format!("{}.{}", holder.name, variant.name)));
        }
        places
    }
}

impl Mechanic {
    /// The struct of its numbers.
    pub fn group(&self) -> &'static Group {
        &GROUPS[self.of]
    }

    /// Its struct, and every other that is written within it, each once.
    pub fn groups(&self) -> Vec<&'static Group> {
        closed(vec![self.of])
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
