//! `sortie rules --mechanics`: of what rulesets can be made, and what happens in battles.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use super::Failure;
use crate::reference::{self, Event, Field, Group, Mechanic};
use crate::rulebook::Library;
use crate::rulebook::reader::closest;

/// Lines are broken before they are longer than this.
const WIDTH: usize = 110;

/// Which of it is told.
struct Chosen {
    mechanics: Vec<&'static Mechanic>,
    events: Vec<&'static Event>,
    /// Roles are told where everything is.
    roles: bool,
}

/// The rulesets that use each mechanic.
type Users = BTreeMap<String, Vec<String>>;

/// Tells of every mechanic and event, of those of a ruleset, or of the mechanic, slot or event of a name.
pub(super) fn run(
    out: &mut impl Write,
    library: &Library,
    ruleset: Option<&str>,
    name: Option<&str>,
    as_json: bool,
) -> Result<ExitCode, Failure> {
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
        writeln!(out, "{}", json!({ "mechanics": mechanics, "events": events, "roles": roles }))?;
        return Ok(ExitCode::SUCCESS);
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
    Ok(ExitCode::SUCCESS)
}

/// Whether a mechanic belongs to a ruleset; where none is named, every one does.
fn is_of(users: &Users, mechanic: &Mechanic, ruleset: Option<&str>) -> bool {
    ruleset.is_none_or(|of| users.get(mechanic.name).is_some_and(|users| users.iter().any(|user| user == of)))
}

fn choose(users: &Users, ruleset: Option<&str>, name: Option<&str>) -> Result<Chosen, Failure> {
    let called = |own: &str| name.is_none_or(|name| reference::is_called(own, name));
    let all = reference::mechanics().iter().filter(|mechanic| is_of(users, mechanic, ruleset));
    let chosen = Chosen {
        mechanics: all.filter(|mechanic| called(mechanic.name) || called(mechanic.slot)).collect(),
        events: reference::events().iter().filter(|event| called(event.name)).collect(),
        roles: name.is_none(),
    };
    if let Some(name) = name.filter(|_| chosen.mechanics.is_empty() && chosen.events.is_empty()) {
        let mechanics = reference::mechanics();
        let names = mechanics.iter().flat_map(|mechanic| [mechanic.name, mechanic.slot]);
        let names: Vec<&str> = names.chain(reference::events().iter().map(|event| event.name)).collect();
        let of = ruleset.map(|ruleset| format!(" in {ruleset}")).unwrap_or_default();
        let hint = closest(name, &names).filter(|near| !reference::is_called(near, name));
        let hint = hint.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        return Err(Failure::Said(format!("no mechanic, slot or event called `{name}`{of}{hint}")));
    }
    Ok(chosen)
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
    for (index, group) in mechanic.groups().into_iter().enumerate() {
        if index > 0 {
            let one_of = if group.variants.is_empty() { "" } else { ", one of" };
            entry(out, 2, &format!("{}{one_of}", group.name), group.doc)?;
        }
        fields(out, 4, group.fields)?;
        variants(out, group)?;
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
        let left_out = if field.may_be_left_out { " May be left out." } else { "" };
        wrap(out, indent, &format!("{}: {} // {}{left_out}", field.name, field.is, field.doc))
    })
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
