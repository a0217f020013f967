//! Where the code reads the fields that hold ids of rules, and where its comments cite rules.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Item, Type};

use crate::shapes::{Shapes, last, path_of};
use crate::sources::{Home, Module, Sources};
use crate::table::{Citation, Place};

/// A block `impl`: of what, and its lines.
struct Block<'s> {
    of: &'s str,
    lines: std::ops::Range<usize>,
}

/// Whether a line that begins so calls a macro.
fn is_macro(call: &str) -> bool {
    !call.is_empty() && call.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
}

/// Whether a call says of a type what it does: `hears!(Dread: ...`.
fn is_of_a_type(given: &str) -> bool {
    let is_type = |name: &str| name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric);
    given.split_once(':').is_some_and(|(name, _)| is_type(name))
}

/// The blocks of a file as the formatter leaves them, and those that macros write out.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, &str)> = None;
    for (index, line) in text.lines().enumerate() {
        let written_out =
            line.split_once("!(").filter(|(call, of)| is_macro(call) && is_of_a_type(of)).map(|(_, of)| of);
        let head = written_out.or_else(|| {
            let head = line.strip_prefix("impl").filter(|_| line.ends_with('{'))?;
            Some(head.rsplit_once(" for ").or_else(|| head.split_once(' ')).map_or("", |(_, of)| of))
        });
        if let Some(head) = head {
            let of = head.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
            open = Some((index, of.unwrap_or_default()));
        } else if ["}", "});"].contains(&line)
            && let Some((start, of)) = open.take()
        {
            blocks.push(Block { of, lines: start..index });
        }
    }
    blocks
}

/// Notes for each field that holds the id of a rule where it is read.
///
/// `self.rule` counts within what belongs to its own type, and `self.by.rule` within what belongs to a type whose field
/// `by` is of it. `rules.hit` counts wherever a file names the type of `rules`, or one that has it.
pub fn note(sources: &Sources, shapes: &mut Shapes<'_>) {
    let holders = holders(sources);
    let mut by_name: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
    for &(group, field) in &shapes.rules {
        by_name.entry(shapes.groups[group].fields.0[field].name.clone()).or_default().push((group, field));
    }
    let mut read: BTreeMap<(usize, usize), BTreeSet<Place>> = BTreeMap::new();
    for module in sources.modules() {
        let blocks = blocks(&module.text);
        let homes: Vec<Option<Home>> = blocks.iter().map(|block| sources.home_of(module, block.of)).collect();
        let known = sources.homes_in(module);
        for (index, line) in module.text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let block = blocks.iter().position(|block| block.lines.contains(&index));
            let own = block.and_then(|block| homes[block].as_ref());
            for chain in chains(line) {
                for (at, name) in chain.iter().enumerate().skip(1) {
                    for &(group, field) in by_name.get(*name).into_iter().flatten() {
                        let home = &shapes.homes[group];
                        let of_self = chain[0] == "self" && at < 3;
                        let holds = |holder: &(Home, String)| {
                            let is_it = if of_self {
                                own == Some(&holder.0)
                            } else {
                                known.contains(&holder.0) || known.contains(home)
                            };
                            // A name of one or two letters may be anything.
                            is_it && holder.1 == chain[at - 1] && (of_self || holder.1.len() > 2)
                        };
                        let is_read = match at {
                            1 if of_self => own == Some(home),
                            _ => holders.get(home).is_some_and(|holders| holders.iter().any(holds)),
                        };
                        if is_read {
                            let place = Place { file: module.file.clone(), line: index + 1 };
                            read.entry((group, field)).or_default().insert(place);
                        }
                    }
                }
            }
        }
    }
    for ((group, field), places) in read {
        shapes.groups[group].fields.0[field].read = places.into_iter().collect::<Vec<_>>().into();
    }
}

/// The chains of fields in a line: `self.rules.hit`, `strike.0.rules`.
fn chains(line: &str) -> Vec<Vec<&str>> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let words = line.split(|letter| !is_part(letter)).filter(|word| word.contains('.'));
    words.map(|word| word.split('.').collect()).collect()
}

/// The types with a field that is of another one, by that, with the name of the field.
fn holders(sources: &Sources) -> BTreeMap<Home, Vec<(Home, String)>> {
    let mut holders: BTreeMap<Home, Vec<(Home, String)>> = BTreeMap::new();
    for module in sources.modules() {
        for item in &module.items {
            let Item::Struct(item) = item else { continue };
            for (index, field) in item.fields.iter().enumerate() {
                let of = bare(&field.ty);
                if let Some(found) = sources.find(module, &path_of(of)) {
                    let name = field.ident.as_ref().map_or_else(|| index.to_string(), ToString::to_string);
                    let holder = (module.file.clone(), item.ident.to_string());
                    holders.entry(found.home()).or_default().push((holder, name));
                }
            }
        }
    }
    holders
}

/// A type without what only holds it.
fn bare(of: &Type) -> &Type {
    match of {
        Type::Reference(inner) => bare(&inner.elem),
        _ => match last(of) {
            Some((name, inner)) if ["Arc", "Box", "Option"].contains(&name.as_str()) => {
                inner.first().map_or(of, |inner| bare(inner))
            }
            _ => of,
        },
    }
}

/// Every line of a module that cites a rule: `ST-DEF-03`, or one between the ends of `ST-TOX-01 to ST-TOX-12`.
pub fn citations(module: &Module) -> Vec<Citation> {
    let mut all = Vec::new();
    let mut last: Option<(String, u32, bool)> = None;
    for (index, line) in module.text.lines().enumerate() {
        let mut cite =
            |rule: String| all.push(Citation { rule, at: Place { file: module.file.clone(), line: index + 1 } });
        let mut words = line.trim_start().trim_start_matches(['/', '!']).split_whitespace().peekable();
        if words.peek().is_none() {
            last = None;
        }
        for word in words {
            let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
            match (rule(word), last.take()) {
                (Some((series, number)), from) => {
                    let from =
                        from.filter(|(of, _, is_range)| *is_range && *of == series).map_or(number, |from| from.1 + 1);
                    (from..=number).for_each(|each| cite(format!("{series}{each:02}")));
                    last = Some((series, number, false));
                }
                (None, Some((series, number, false))) if word == "to" => last = Some((series, number, true)),
                _ => {}
            }
        }
    }
    all
}

/// `ST-DEF-03` as `ST-DEF-` and 3.
fn rule(word: &str) -> Option<(String, u32)> {
    let (series, number) = word.rsplit_once('-')?;
    let (game, area) = series.split_once('-')?;
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_uppercase());
    let number = number.parse().ok().filter(|_| number.len() == 2)?;
    (is_word(game) && is_word(area)).then(|| (format!("{series}-"), number))
}

/// The lines in which rules of the house stand, which no ruleset has.
pub fn house_rules(chronicle: &Module) -> Vec<Citation> {
    let lines = chronicle.text.lines().enumerate();
    let table = lines.skip_while(|(_, line)| !line.starts_with("pub const HOUSE_RULES")).skip(1);
    let quoted = table.take_while(|(_, line)| *line != "];").filter_map(|(index, line)| {
        let id = line.trim_start().trim_start_matches('(').strip_prefix('"')?.split_once("\",")?.0;
        Some(Citation { rule: id.to_owned(), at: Place { file: chronicle.file.clone(), line: index + 1 } })
    });
    quoted.filter(|citation| !citation.rule.contains(' ')).collect()
}
