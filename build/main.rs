//! Reads what the sources say of mechanics, events and roles, and writes it as tables for `src/reference`: so the
//! program tells what the code says, and nobody keeps a second list.

mod macros;
mod read;
mod shapes;
mod sources;
#[allow(dead_code, reason = "what `{:?}` reads does not count as read")]
mod table;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use syn::Item;

use crate::shapes::{Shapes, last, path_of};
use crate::sources::{Module, Sources, doc};
use crate::table::{Citation, Entry, Event, Mechanic, Slice};

/// Why the tables could not be written.
type Failure = Box<dyn std::error::Error>;

/// Where everything is that the tables tell of.
const FOLDERS: [&str; 4] = ["battle", "board", "dice", "mechanics"];

fn main() -> Result<(), Failure> {
    let mut cargo = std::io::stdout().lock();
    for folder in FOLDERS {
        writeln!(cargo, "cargo::rerun-if-changed=src/{folder}")?;
    }
    writeln!(cargo, "cargo::rerun-if-changed=build")?;
    let out = std::env::var_os("OUT_DIR").ok_or("cargo says where to write")?;
    std::fs::write(Path::new(&out).join("reference.rs"), tables()?)?;
    Ok(())
}

fn tables() -> Result<String, Failure> {
    let sources = Sources::read(&FOLDERS)?;
    let mut kinds = macros::kinds(sources.module(&["battle", "names"])?, "names")?;
    kinds.extend(macros::kinds(sources.module(&["battle", "refers"])?, "refers")?);
    let mut shapes = Shapes::new(&sources, kinds);
    let slots = sources.module(&["mechanics", "slots"])?;
    let hearings = macros::hearings(&sources)?;
    let table = macros::slots(slots)?;
    let mut mechanics = Vec::new();
    let mut told = Vec::new();
    // In the order of a composition's fields, which rulesets are written in.
    for (field, fits, text) in fields_of_slots(slots)? {
        let slot = table.iter().find(|slot| slot.name == fits).ok_or_else(|| format!("no slot {fits}"))?;
        for fitting in &slot.mechanics {
            let found = sources.find(slots, &path_of(&fitting.of));
            let found = found.ok_or_else(|| format!("the mechanic {} is not found", fitting.name))?;
            let of = shapes.group(found, None)?;
            let heard = hearings.get(&found.home()).cloned().unwrap_or_default();
            let hears = if fitting.roles.iter().any(|role| role == "listens") { heard } else { Vec::new() };
            mechanics.push(Mechanic {
                slot: field.clone(),
                name: fitting.name.clone(),
                doc: about(&sources, found.module, &shapes.groups[of].doc),
                file: found.module.file.clone(),
                line: shapes.groups[of].line,
                roles: slot.part.iter().chain(&fitting.roles).cloned().collect::<Vec<_>>().into(),
                hears: hears.into(),
                of,
            });
        }
        told.push(Entry { name: field, doc: text });
    }
    read::note(&sources, &mut shapes);
    let roles = macros::traits(sources.modules().filter(|module| module.path.starts_with(&["battle".to_owned()])));
    let played = |role: &str| mechanics.iter().any(|mechanic| mechanic.roles.0.iter().any(|own| own == role));
    let roles = roles.into_iter().filter(|(name, _)| played(name)).map(|(name, doc)| Entry { name, doc });
    let roles: Vec<Entry> = roles.collect();
    let mut cited: Vec<Citation> = sources.modules().flat_map(read::citations).collect();
    cited.extend(read::house_rules(sources.module(&["battle", "chronicle"])?));
    cited.sort_by(|one, other| (&one.rule, &one.at).cmp(&(&other.rule, &other.at)));
    let mut text = String::new();
    let events: Vec<Event> = macros::events(sources.module(&["battle", "events"])?)?;
    writeln!(text, "static SLOTS: &[Entry] = {:?};", Slice(told))?;
    writeln!(text, "static MECHANICS: &[Mechanic] = {:?};", Slice(mechanics))?;
    writeln!(text, "static GROUPS: &[Group] = {:?};", Slice(shapes.groups))?;
    writeln!(text, "static ROLES: &[Entry] = {:?};", Slice(roles))?;
    writeln!(text, "static EVENTS: &[Event] = {:?};", Slice(events))?;
    writeln!(text, "static CITATIONS: &[Citation] = {:?};", Slice(cited))?;
    Ok(text)
}

/// The slots of a composition: field, enum and doc comment.
fn fields_of_slots(slots: &Module) -> Result<Vec<(String, String, String)>, Failure> {
    let is_it = |item: &&Item| matches!(item, Item::Struct(item) if item.ident == "Slots");
    let Some(Item::Struct(composition)) = slots.items.iter().find(is_it) else {
        return Err("there is no struct `Slots`".into());
    };
    let field = |field: &syn::Field| {
        let name = field.ident.as_ref()?.to_string();
        let (outer, inner) = last(&field.ty)?;
        let fits = inner.first().and_then(|inner| last(inner)).map_or(outer, |(inner, _)| inner);
        Some((name, fits, doc(&field.attrs)))
    };
    Ok(composition.fields.iter().filter_map(field).collect())
}

/// What a mechanic is about: what its module says, and its own comment where it shares a module with others.
fn about(sources: &Sources, module: &Module, own: &str) -> String {
    // A mechanic is a file or a folder in the folder of its slot; its numbers may stand in a file of their own.
    let head = module.path.get(..3).and_then(|path| sources.at(path)).unwrap_or(module);
    if head.doc.is_empty() { own.to_owned() } else { head.doc.clone() }
}
