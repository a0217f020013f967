//! Reads what the sources say of files, mechanics, events and roles, and writes it as tables for `src/reference`: so the
//! program tells what the code says, and nobody keeps a second list.

mod files;
mod macros;
mod read;
mod shapes;
mod sources;
#[allow(dead_code, reason = "what `{:?}` reads does not count as read")]
mod table;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use crate::shapes::{Shapes, path_of};
use crate::sources::{Module, Sources};
use crate::table::{Citation, Entry, Event, Mechanic, Slice, Slot};

/// Why the tables could not be written.
type Failure = Box<dyn std::error::Error>;

/// Where everything is that the tables tell of.
const FOLDERS: [&str; 6] = ["battle", "board", "dice", "mechanics", "looks", "rulebook"];

/// All on which it hangs how a battle goes.
const FIGHTING: [&str; 10] = [
    "Cargo.lock",
    "src/ai",
    "src/balance",
    "src/battle",
    "src/board",
    "src/dice",
    "src/mechanics",
    "src/rulebook",
    "src/sim",
    "src/told.rs",
];

/// What files and folders come to (FNV-1a): the same on every system, and another one as soon as anything is changed.
fn sum_of(paths: &[&str]) -> Result<u64, Failure> {
    fn add(path: &Path, sum: &mut u64) -> Result<(), Failure> {
        if path.is_dir() {
            let mut inside = std::fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?;
            inside.sort_by_key(std::fs::DirEntry::file_name);
            return inside.iter().try_for_each(|entry| add(&entry.path(), sum));
        }
        // Some systems end lines otherwise.
        let bytes = std::fs::read(path)?.into_iter().filter(|byte| *byte != b'\r');
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        for byte in name.bytes().chain(bytes) {
            *sum = (*sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
    let mut sum = 0xcbf2_9ce4_8422_2325;
    paths.iter().try_for_each(|path| add(Path::new(path), &mut sum))?;
    Ok(sum)
}

fn main() -> Result<(), Failure> {
    let mut cargo = std::io::stdout().lock();
    for folder in FOLDERS {
        writeln!(cargo, "cargo::rerun-if-changed=src/{folder}")?;
    }
    writeln!(cargo, "cargo::rerun-if-changed=build")?;
    for path in FIGHTING {
        writeln!(cargo, "cargo::rerun-if-changed={path}")?;
    }
    writeln!(cargo, "cargo::rustc-env=SORTIE_SOURCES={:016x}", sum_of(&FIGHTING)?)?;
    // A page has as much of a stack as threads have elsewhere: there are battles within battles.
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        writeln!(cargo, "cargo::rustc-link-arg-bins=-zstack-size={}", 8 << 20)?;
    }
    let out = std::env::var_os("OUT_DIR").ok_or("cargo says where to write")?;
    std::fs::write(Path::new(&out).join("reference.rs"), tables()?)?;
    Ok(())
}

fn tables() -> Result<String, Failure> {
    let sources = Sources::read(&FOLDERS)?;
    let mut kinds = macros::kinds(sources.module(&["battle", "names"])?, "names")?;
    kinds.extend(macros::kinds(sources.module(&["battle", "refers"])?, "refers")?);
    let mut shapes = Shapes::new(&sources, kinds, files::called(&sources)?);
    let slots = sources.module(&["mechanics", "slots"])?;
    let hearings = macros::hearings(&sources)?;
    let mut mechanics = Vec::new();
    let mut told = Vec::new();
    for slot in macros::slots(slots)? {
        for fitting in &slot.mechanics {
            let found = sources.find(slots, &path_of(&fitting.of));
            let found = found.ok_or_else(|| format!("the mechanic {} is not found", fitting.name))?;
            let of = shapes.group(found, None)?;
            let heard = hearings.get(&found.home()).cloned().unwrap_or_default();
            let hears = if fitting.roles.iter().any(|role| role == "listens") { heard } else { Vec::new() };
            mechanics.push(Mechanic {
                slot: slot.field.clone(),
                name: fitting.name.clone(),
                doc: about(&sources, found.module, &shapes.groups[of].doc),
                file: found.module.file.clone(),
                line: shapes.groups[of].line,
                roles: slot.part.iter().chain(&fitting.roles).cloned().collect::<Vec<_>>().into(),
                hears: hears.into(),
                of,
            });
        }
        told.push(Slot { name: slot.field, doc: slot.doc, is_one: slot.part.is_some() });
    }
    read::note(&sources, &mut shapes);
    // Only mechanics read ids of rules by their fields.
    let files = files::read(&sources, &mut shapes)?;
    let roles = macros::traits(sources.modules().filter(|module| module.path.starts_with(&["battle".to_owned()])));
    let played = |role: &str| mechanics.iter().any(|mechanic| mechanic.roles.0.iter().any(|own| own == role));
    let roles = roles.into_iter().filter(|(name, _)| played(name)).map(|(name, doc)| Entry { name, doc });
    let roles: Vec<Entry> = roles.collect();
    let mut cited: Vec<Citation> = sources.modules().flat_map(read::citations).collect();
    cited.extend(read::house_rules(sources.module(&["battle", "chronicle"])?));
    cited.sort_by(|one, other| (&one.rule, &one.at).cmp(&(&other.rule, &other.at)));
    let mut text = String::new();
    let events: Vec<Event> = macros::events(sources.module(&["battle", "events"])?)?;
    let words = macros::words(sources.module(&["battle", "house_words"])?);
    writeln!(text, "static SLOTS: &[Slot] = {:?};", Slice(told))?;
    writeln!(text, "static FILES: &[File] = {:?};", Slice(files))?;
    writeln!(text, "static WORDS: &[Words] = {:?};", Slice(words))?;
    writeln!(text, "static MECHANICS: &[Mechanic] = {:?};", Slice(mechanics))?;
    writeln!(text, "static GROUPS: &[Group] = {:?};", Slice(shapes.groups))?;
    writeln!(text, "static ROLES: &[Entry] = {:?};", Slice(roles))?;
    writeln!(text, "static EVENTS: &[Event] = {:?};", Slice(events))?;
    writeln!(text, "static CITATIONS: &[Citation] = {:?};", Slice(cited))?;
    Ok(text)
}

/// What a mechanic is about: what its module says, and its own comment where it shares a module with others.
fn about(sources: &Sources, module: &Module, own: &str) -> String {
    // A mechanic is a file or a folder in the folder of its slot; its numbers may stand in a file of their own.
    let head = module.path.get(..3).and_then(|path| sources.at(path)).unwrap_or(module);
    if head.doc.is_empty() { own.to_owned() } else { head.doc.clone() }
}
