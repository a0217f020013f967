//! What the house promises of its own code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::kit::files;

/// Every file of a folder with what it says.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let read = |path: PathBuf| (path.clone(), std::fs::read_to_string(path).unwrap());
    files(folder).into_iter().map(read).collect()
}

/// The mechanics that the slots list, by folder and type, with the roles for which each is entered.
fn entered(slots: &str) -> BTreeMap<(String, String), BTreeSet<String>> {
    let lines = slots.lines().map(str::trim).filter_map(|line| line.strip_suffix(','));
    let entry = |line: &str| {
        let (_, rest) = line.split_once('(')?;
        let (path, roles) = rest.split_once(')')?;
        let (folder, name) = (path.split("::").next()?, path.rsplit("::").next()?);
        let is_listed = path.contains("::") && (roles.is_empty() || roles.starts_with(": "));
        let roles = roles.trim_start_matches(": ").split_whitespace().map(str::to_owned).collect();
        is_listed.then(|| ((folder.to_owned(), name.to_owned()), roles))
    };
    lines.filter_map(entry).collect()
}

/// A mechanic is asked for nothing that it is not entered for, so a role that it plays without that would go unheard.
#[test]
fn mechanics_are_entered_for_every_role_that_they_play() {
    let files = sources("src/mechanics".as_ref());
    let slots = &files.iter().find(|(path, _)| path.ends_with("slots.rs")).unwrap().1;
    let entered = entered(slots);
    assert!(entered.len() > 100, "the table of slots is not read any more");
    let parts = ["Mechanic", "Initiative", "Economy", "Deed"];
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (path, text) in files.iter().filter(|(path, _)| !path.ends_with("slots.rs")) {
        let folder = path.components().nth(2).unwrap().as_os_str().to_string_lossy().into_owned();
        for line in text.lines() {
            let played = line.strip_prefix("impl ").and_then(|rest| rest.strip_suffix(" {")?.split_once(" for "));
            let heard = line.strip_prefix("hears!(").and_then(|rest| Some(("Listens", rest.split_once(':')?.0)));
            let Some((role, name)) = played.or(heard) else { continue };
            let Some(roles) = entered.get(&(folder.clone(), name.to_owned())) else { continue };
            let is_role = role.chars().all(char::is_alphanumeric) && !parts.contains(&role);
            if is_role && sortie_roles().contains(role) {
                seen += 1;
                if !roles.contains(&role.to_lowercase()) {
                    wrong.push(format!("{}: {name} plays {role} and is not entered for it", path.display()));
                }
            }
        }
    }
    assert!(seen > 200, "the roles are not found any more");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The names of all roles, as the registry lists them.
fn sortie_roles() -> BTreeSet<String> {
    let registry = std::fs::read_to_string("src/battle/registry.rs").unwrap();
    let roles =
        registry.split("dyn ").skip(1).map(|rest| rest.chars().take_while(|letter| letter.is_alphanumeric()).collect());
    roles.collect()
}

/// What the map of ARCHITECTURE.md lets each folder know; those that know all but some are left out.
fn known() -> BTreeMap<String, BTreeSet<String>> {
    let names = |cell: &str| -> BTreeSet<String> {
        let quoted = cell.split('`').skip(1).step_by(2);
        quoted.map(|name| name.split([':', '/', '.']).next().unwrap().to_owned()).collect()
    };
    let page = std::fs::read_to_string("ARCHITECTURE.md").unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let folder = cells.get(1)?.strip_prefix('`')?.strip_suffix("/`")?.to_owned();
        let knows = *cells.get(3)?;
        (!knows.starts_with("all") && !knows.starts_with("everything")).then(|| (folder, names(knows)))
    };
    page.lines().filter_map(row).collect()
}

/// The map of ARCHITECTURE.md is true: a folder looks only where it says.
#[test]
fn knowledge_goes_one_way() {
    let known = known();
    assert!(known.len() > 9, "the map of ARCHITECTURE.md is not read any more");
    let mut wrong = Vec::new();
    for (folder, may) in &known {
        for (path, text) in sources(&Path::new("src").join(folder)) {
            let is_test = path.components().any(|part| part.as_os_str().to_string_lossy().starts_with("tests"));
            let text = text.split("#[cfg(test)]").next().unwrap();
            let names = text.split("crate::").skip(1);
            let names =
                names.map(|rest| rest.chars().take_while(|each| each.is_alphanumeric() || *each == '_').collect());
            for name in names.filter(|name: &String| name.starts_with(|first: char| first.is_ascii_lowercase())) {
                if !is_test && name != *folder && !may.contains(&name) {
                    wrong.push(format!("{} knows `{name}`", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// No rule asks which game is played.
#[test]
fn nothing_matches_on_the_name_of_a_ruleset() {
    let games = ["liberi_gothica", "scale_toughness", "old_school", "hursagmu"];
    for folder in ["battle", "mechanics", "ai", "ways", "lesson", "record", "sim", "engine"] {
        for (path, text) in sources(&Path::new("src").join(folder)) {
            let text = text.split("#[cfg(test)]").next().unwrap();
            for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
                let named = games.iter().find(|game| line.contains(&format!("\"{game}\"")));
                assert!(named.is_none() || path.ends_with("tests.rs"), "{}: {line}", path.display());
            }
        }
    }
}
