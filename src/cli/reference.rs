//! `sortie rules --reference`: all that authors may write, as one page of Markdown (`rulesets/REFERENCE.md`).
//!
//! Places in the sources are left out, so that the page changes only with what it says.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

use super::mechanics::{Users, holds, left_out, users};
use super::{Failure, rules};
use crate::reference::{self, Field, Group, Mechanic};
use crate::rulebook::Library;

const HEAD: &str = "# Reference for authors

Everything that may stand in the files of a ruleset. `sortie rules --reference` writes this page from the comments of the code, so nothing in it
is written by hand. One part of it at a time is told by `sortie rules --mechanics NAME`: a file, what stands in one (`arm`, `figure`), a mechanic,
a slot or an event. `sortie rules --schema` says the same for programs. What a game has of its own (figures, conditions, deeds) is told by
`sortie rules RULESET --words`.

Behind each name stands how it is written: `[figure, ...]` is a list, `{figure: number, ...}` a map, `(number, number)` a pair; *text*, *dice* and
names of things stand in quotes, letters in single ones, and words of a list to choose from bare. In `ruleset.ron` `Setting(\"name\")` may stand for any
value, and `Inherited(...)` where a ruleset takes the rest from another ([README.md](README.md#inherited-with-a-little-more-or-less)).
";

/// How a slot is written that has as many mechanics as it likes, and how one that has one.
const SLOTS: [&str; 2] = ["Written as a list of mechanics.", "Written as one mechanic."];

/// Words of games that the page lists with the games that have them.
const OF_GAMES: [&str; 3] = ["deeds", "rolls", "outcomes"];

/// Writes the page.
pub(super) fn run(out: &mut impl Write, library: &Library) -> Result<ExitCode, Failure> {
    let users = users(library, None)?;
    writeln!(out, "{HEAD}")?;
    let files = reference::files().iter().map(|file| format!("[`{}`](#{})", file.name, anchor(file.name)));
    writeln!(out, "Files: {}.\n", files.collect::<Vec<_>>().join(", "))?;
    let slots = reference::slots().iter().map(|slot| format!("[{0}](#mechanics-of-{0})", slot.name));
    writeln!(out, "Slots of mechanics: {}.\n", slots.collect::<Vec<_>>().join(", "))?;
    writeln!(out, "Behind them: [roles](#roles), [events](#events), [words](#words).\n")?;
    write_files(out)?;
    for slot in reference::slots() {
        writeln!(out, "## Mechanics of {}\n\n{} {}\n", slot.name, plain(slot.doc), SLOTS[usize::from(slot.is_one)])?;
        for mechanic in reference::mechanics().iter().filter(|mechanic| mechanic.slot == slot.name) {
            write_mechanic(out, mechanic, &users)?;
        }
    }
    writeln!(out, "## Roles\n\nWhat mechanics play.\n")?;
    reference::roles().iter().try_for_each(|role| entry(out, role.name, role.doc))?;
    writeln!(out, "\n## Events\n\nWhat mechanics hear of, in the order of a battle.\n")?;
    for event in reference::events() {
        let fields: Vec<String> = event.fields.iter().map(|field| format!("`{}`: {}", field.name, field.doc)).collect();
        let with = if fields.is_empty() { String::new() } else { format!(" With it come {}", fields.join(" ")) };
        entry(out, event.name, &format!("{}{with}", event.doc))?;
    }
    writeln!(out, "\n## Words\n\nWords that the code asks for, whatever the game.\n")?;
    for words in reference::words() {
        let all: Vec<String> = words.words.iter().map(|word| format!("`{word}`")).collect();
        writeln!(out, "**{}**: {} {}\n", words.name, plain(words.doc), all.join(", "))?;
    }
    write_words_of_games(out, library)?;
    Ok(ExitCode::SUCCESS)
}

fn write_files(out: &mut impl Write) -> io::Result<()> {
    let mut seen: Vec<&Group> = Vec::new();
    for file in reference::files() {
        let left_out = if file.may_be_left_out { " A ruleset may do without." } else { "" };
        writeln!(out, "## {}\n\n{}{left_out} Written as `{}`.\n", file.name, plain(file.doc), file.is)?;
        for group in file.groups() {
            if holds(&seen, group) {
                continue;
            }
            seen.push(group);
            writeln!(out, "### {}\n", group.name)?;
            write_group(out, group)?;
        }
    }
    Ok(())
}

fn write_mechanic(out: &mut impl Write, mechanic: &Mechanic, users: &Users) -> io::Result<()> {
    writeln!(out, "### {}\n", mechanic.name)?;
    paragraphs(out, mechanic.doc)?;
    let used = users.get(mechanic.name).map_or_else(|| "no ruleset".to_owned(), |users| users.join(", "));
    let mut told = format!("Used by {used}.");
    for (verb, names) in [("Plays", mechanic.roles), ("Hears of", mechanic.hears)] {
        if !names.is_empty() {
            told.push_str(&format!(" {verb} {}.", names.join(", ")));
        }
    }
    writeln!(out, "{told}\n")?;
    write_fields(out, mechanic.group())?;
    for group in mechanic.groups().into_iter().skip(1) {
        write!(out, "**{}** ", group.name)?;
        write_group(out, group)?;
    }
    Ok(())
}

fn write_group(out: &mut impl Write, group: &Group) -> io::Result<()> {
    let one_of = if group.variants.is_empty() { "" } else { "One of these: " };
    paragraphs(out, &format!("{one_of}{}", group.doc))?;
    write_fields(out, group)
}

fn write_fields(out: &mut impl Write, group: &Group) -> io::Result<()> {
    group.fields.iter().try_for_each(|field| write_field(out, "", field))?;
    for variant in group.variants {
        let inside = if variant.is.is_empty() { String::new() } else { format!("({})", variant.is) };
        entry(out, &format!("{}{inside}", variant.name), variant.doc)?;
        variant.fields.iter().try_for_each(|field| write_field(out, "  ", field))?;
    }
    if !group.fields.is_empty() || !group.variants.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

fn write_field(out: &mut impl Write, indent: &str, field: &Field) -> io::Result<()> {
    let doc = one_line(&plain(field.doc));
    writeln!(out, "{indent}- `{}`: `{}`. {doc}{}", field.name, field.is, left_out(field))
}

/// Deeds, rolls and outcomes, with the games that have them.
fn write_words_of_games(out: &mut impl Write, library: &Library) -> Result<(), Failure> {
    let mut all: BTreeMap<&str, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for ruleset in library.rulesets().map_err(Failure::Files)? {
        // A ruleset that is being written is no reason to tell nothing of the others.
        let Ok(of) = library.rules(&ruleset) else { continue };
        for (kind, words) in rules::lists(&of) {
            for word in words {
                // How a deed is told further belongs to its game.
                let word = word.split(" (").next().unwrap_or_default().to_owned();
                all.entry(kind).or_default().entry(word).or_default().push(ruleset.clone());
            }
        }
    }
    for kind in OF_GAMES {
        writeln!(out, "## {} of the games\n", crate::battle::capital(kind))?;
        for (word, games) in all.remove(kind).unwrap_or_default() {
            writeln!(out, "- `{word}`: {}", games.join(", "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// `- name: what it is about`.
fn entry(out: &mut impl Write, name: &str, doc: &str) -> io::Result<()> {
    writeln!(out, "- `{name}`: {}", one_line(&plain(doc)))
}

/// A doc comment: its paragraphs apart, its lists and tables together.
fn paragraphs(out: &mut impl Write, doc: &str) -> io::Result<()> {
    let is_list = |line: &str| line.starts_with(['-', '*', '|']);
    let mut was_list = false;
    for line in plain(doc).lines() {
        if was_list && !is_list(line) {
            writeln!(out)?;
        }
        was_list = is_list(line);
        writeln!(out, "{line}")?;
        if !was_list {
            writeln!(out)?;
        }
    }
    if was_list { writeln!(out) } else { Ok(()) }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text whose angle brackets no browser takes for its own.
fn plain(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, part)| if at % 2 == 0 { part.replace('<', "&lt;") } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

/// What links call a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || ['_', '-', ' '].contains(letter));
    kept.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}
