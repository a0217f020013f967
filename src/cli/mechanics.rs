//! `sortie rules --mechanics`: of what rulesets can be made, what stands in their files, and what happens in battles.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use super::Failure;
use crate::reference::{self, Event, Field, File, Group, Mechanic, Words};
use crate::rulebook::Library;
use crate::rulebook::reader::closest;

/// Lines are broken before they are longer than this.
const WIDTH: usize = 110;

/// Which of it is told.
struct Chosen {
    files: Vec<&'static File>,
    /// Types of files that are named by themselves.
    types: Vec<&'static Group>,
    mechanics: Vec<&'static Mechanic>,
    events: Vec<&'static Event>,
    words: Vec<&'static Words>,
    /// Roles are told where everything is.
    roles: bool,
}

impl Chosen {
    /// Every type of the files and types that are told of.
    fn types(&self) -> Vec<&'static Group> {
        let of_files = self.files.iter().flat_map(|file| file.groups());
        let all = of_files.chain(self.types.iter().flat_map(|group| group.with_all_within()));
        let mut types: Vec<&'static Group> = Vec::new();
        for group in all {
            if !holds(&types, group) {
                types.push(group);
            }
        }
        types
    }
}

/// Whether a type is one of these.
pub(super) fn holds(types: &[&Group], group: &Group) -> bool {
    types.iter().any(|each| std::ptr::eq(*each, group))
}

/// The rulesets that use each mechanic.
pub(super) type Users = BTreeMap<String, Vec<String>>;

/// Tells of every file, mechanic and event, of those of a ruleset, or of the file, type, mechanic, slot or event of a name.
pub(super) fn run(
    out: &mut impl Write,
    library: &Library,
    ruleset: Option<&str>,
    name: Option<&str>,
    as_json: bool,
) -> Result<ExitCode, Failure> {
    let users = users(library, ruleset)?;
    let chosen = choose(&users, ruleset, name)?;
    let heard = |event: &Event| -> Vec<&str> {
        let hears = |mechanic: &&Mechanic| mechanic.hears.contains(&event.name);
        let all = reference::mechanics().iter().filter(hears);
        all.filter(|mechanic| is_of(&users, mechanic, ruleset)).map(|mechanic| mechanic.name).collect()
    };
    if as_json {
        let mechanics = chosen.mechanics.iter().map(|mechanic| {
            let mut told = serde_json::to_value(mechanic)?;
            if let Some(entry) = told.as_object_mut() {
                entry.insert("used_by".to_owned(), json!(users.get(mechanic.name).cloned().unwrap_or_default()));
                entry.insert("fields".to_owned(), json!(mechanic.group().fields));
                entry.insert("types".to_owned(), json!(mechanic.groups()[1..]));
            }
            Ok(told)
        });
        let mechanics: Vec<serde_json::Value> = mechanics.collect::<Result<_, serde_json::Error>>()?;
        let events = chosen.events.iter().map(
            |event| json!({ "name": event.name, "doc": event.doc, "fields": event.fields, "heard_by": heard(event) }),
        );
        let events: Vec<serde_json::Value> = events.collect();
        let roles = if chosen.roles { reference::roles() } else { &[] };
        let told = json!({
            "files": chosen.files, "types": chosen.types(), "mechanics": mechanics, "events": events, "roles": roles,
            "words": chosen.words,
        });
        writeln!(out, "{told}")?;
        return Ok(ExitCode::SUCCESS);
    }
    if !chosen.files.is_empty() {
        writeln!(out, "FILES\n")?;
    }
    let mut seen: Vec<&Group> = Vec::new();
    for file in &chosen.files {
        of_file(out, file, &mut seen)?;
    }
    for group in &chosen.types {
        of_type(out, group)?;
    }
    let mut slot = "";
    for mechanic in &chosen.mechanics {
        if mechanic.slot != slot {
            let doc = reference::slots().iter().find(|entry| entry.name == mechanic.slot).map_or("", |entry| entry.doc);
            writeln!(out, "{}: {doc}\n", mechanic.slot.to_uppercase())?;
            slot = mechanic.slot;
        }
        tell(out, mechanic, users.get(mechanic.name))?;
    }
    if chosen.roles {
        writeln!(out, "ROLES\n")?;
        for role in reference::roles() {
            entry(out, 2, role.name, role.doc)?;
        }
        writeln!(out)?;
    }
    if !chosen.events.is_empty() {
        writeln!(out, "EVENTS\n")?;
    }
    for event in &chosen.events {
        entry(out, 2, event.name, event.doc)?;
        event.fields.iter().try_for_each(|field| entry(out, 4, field.name, field.doc))?;
        let heard = heard(event);
        let heard = if heard.is_empty() { "nobody".to_owned() } else { heard.join(", ") };
        wrap(out, 4, &format!("Heard by {heard}."))?;
    }
    if !chosen.words.is_empty() {
        writeln!(out, "{}WORDS THAT THE CODE ASKS FOR\n", if chosen.events.is_empty() { "" } else { "\n" })?;
    }
    for words in &chosen.words {
        entry(out, 2, words.name, words.doc)?;
        wrap(out, 4, &words.words.join("; "))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Which rulesets use what; `ruleset` is the one that must be sound.
pub(super) fn users(library: &Library, ruleset: Option<&str>) -> Result<Users, Failure> {
    let mut users = Users::new();
    for of in library.rulesets().map_err(Failure::Files)? {
        // What is told of the code does not wait for a ruleset that is being written.
        let names = match library.composition(&of) {
            Err(problems) if ruleset == Some(of.as_str()) => return Err(Failure::Files(problems)),
            names => names.unwrap_or_default(),
        };
        for name in names {
            let of_mechanic = users.entry(name).or_default();
            if of_mechanic.last() != Some(&of) {
                of_mechanic.push(of.clone());
            }
        }
    }
    Ok(users)
}

/// Whether a mechanic belongs to a ruleset; where none is named, every one does.
fn is_of(users: &Users, mechanic: &Mechanic, ruleset: Option<&str>) -> bool {
    ruleset.is_none_or(|of| users.get(mechanic.name).is_some_and(|users| users.iter().any(|user| user == of)))
}

fn choose(users: &Users, ruleset: Option<&str>, name: Option<&str>) -> Result<Chosen, Failure> {
    let called = |own: &str| name.is_none_or(|name| reference::is_called(own, name));
    let all = reference::mechanics().iter().filter(|mechanic| is_of(users, mechanic, ruleset));
    // What stands in files is the same in every game.
    let is_whole = name.is_none() && ruleset.is_none();
    let named = |own: bool| name.is_some() && own;
    let chosen = Chosen {
        files: reference::files()
            .iter()
            .filter(|file| is_whole || name.is_some_and(|name| file.is_called(name)))
            .collect(),
        types: reference::types().into_iter().filter(|group| named(called(group.name))).collect(),
        words: reference::words().iter().filter(|words| is_whole || named(called(words.name))).collect(),
        mechanics: all.filter(|mechanic| called(mechanic.name) || called(mechanic.slot)).collect(),
        events: reference::events().iter().filter(|event| called(event.name)).collect(),
        roles: name.is_none(),
    };
    let of_files = !chosen.files.is_empty() || !chosen.types.is_empty() || !chosen.words.is_empty();
    let is_nothing = !of_files && chosen.mechanics.is_empty() && chosen.events.is_empty();
    if let Some(name) = name.filter(|_| is_nothing) {
        let names = names();
        let of = ruleset.map(|ruleset| format!(" in {ruleset}")).unwrap_or_default();
        let hint = closest(name, &names).filter(|near| !reference::is_called(near, name));
        let hint = hint.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        return Err(Failure::Said(format!("no mechanic, slot, event, file or type called `{name}`{of}{hint}")));
    }
    Ok(chosen)
}

/// Everything that can be told of by its name.
pub(super) fn names() -> Vec<&'static str> {
    let mechanics = reference::mechanics().iter().flat_map(|mechanic| [mechanic.name, mechanic.slot]);
    let events = reference::events().iter().map(|event| event.name);
    let types = reference::types().into_iter().map(|group| group.name);
    mechanics.chain(events).chain(types).chain(reference::files().iter().map(|file| file.name)).collect()
}

/// A file: what it is about, how it is written, and each type in it that has not been told yet.
fn of_file(out: &mut impl Write, file: &File, seen: &mut Vec<&'static Group>) -> std::io::Result<()> {
    let left_out = if file.may_be_left_out { " May be left out." } else { "" };
    entry(out, 0, file.name, &format!("{}{left_out}", file.doc))?;
    wrap(out, 2, &format!("Written as {}.", file.is))?;
    for group in file.groups() {
        if !holds(seen, group) {
            seen.push(group);
            of_group(out, group)?;
        }
    }
    writeln!(out)
}

/// A type of files: where it stands, its fields, and the types of these.
fn of_type(out: &mut impl Write, group: &Group) -> std::io::Result<()> {
    writeln!(out, "{} ({}:{})", group.name, group.file, group.line)?;
    group.doc.lines().try_for_each(|line| wrap(out, 2, line))?;
    wrap(out, 2, &format!("Stands in {}.", group.places().join(", ")))?;
    fields(out, 4, group.fields)?;
    variants(out, group)?;
    for inner in group.with_all_within().into_iter().skip(1) {
        of_group(out, inner)?;
    }
    writeln!(out)
}

/// A struct or an enum within another.
fn of_group(out: &mut impl Write, group: &Group) -> std::io::Result<()> {
    let one_of = if group.variants.is_empty() { "" } else { ", one of" };
    entry(out, 2, &format!("{}{one_of}", group.name), group.doc)?;
    fields(out, 4, group.fields)?;
    variants(out, group)
}

/// A mechanic: what it is about, what it plays and hears, its fields, and the types of these.
fn tell(out: &mut impl Write, mechanic: &Mechanic, users: Option<&Vec<String>>) -> std::io::Result<()> {
    writeln!(out, "{} ({}:{})", mechanic.name, mechanic.file, mechanic.line)?;
    mechanic.doc.lines().try_for_each(|line| wrap(out, 2, line))?;
    let used = users.map_or_else(|| "no ruleset".to_owned(), |users| users.join(", "));
    wrap(out, 2, &format!("Used by {used}."))?;
    for (verb, names) in [("Plays", mechanic.roles), ("Hears of", mechanic.hears)] {
        if !names.is_empty() {
            wrap(out, 2, &format!("{verb} {}.", names.join(", ")))?;
        }
    }
    fields(out, 4, mechanic.group().fields)?;
    variants(out, mechanic.group())?;
    for group in mechanic.groups().into_iter().skip(1) {
        of_group(out, group)?;
    }
    writeln!(out)
}

fn variants(out: &mut impl Write, group: &Group) -> std::io::Result<()> {
    for variant in group.variants {
        let inside = if variant.is.is_empty() { String::new() } else { format!("({})", variant.is) };
        wrap(out, 4, &format!("{}{inside} // {}", variant.name, variant.doc))?;
        fields(out, 6, variant.fields)?;
    }
    Ok(())
}

/// Fields as a ruleset writes them: `die: dice // The die that is thrown.`
fn fields(out: &mut impl Write, indent: usize, fields: &[Field]) -> std::io::Result<()> {
    fields.iter().try_for_each(|field| {
        wrap(out, indent, &format!("{}: {} // {}{}", field.name, field.is, field.doc, left_out(field)))
    })
}

/// Whether a field may be left out, and what holds then.
pub(super) fn left_out(field: &Field) -> String {
    match (field.may_be_left_out, field.default) {
        (false, _) => String::new(),
        (true, "" | "false") => " May be left out.".to_owned(),
        (true, default) => format!(" May be left out: {default}."),
    }
}

/// `name: what it is about`.
fn entry(out: &mut impl Write, indent: usize, name: &str, doc: &str) -> std::io::Result<()> {
    wrap(out, indent, &format!("{name}: {doc}"))
}

/// Writes a line, broken at blanks; what is broken off stands deeper.
fn wrap(out: &mut impl Write, indent: usize, text: &str) -> std::io::Result<()> {
    let mut line = " ".repeat(indent);
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{line}")?;
            line = " ".repeat(indent + 4);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    writeln!(out, "{line}")
}
