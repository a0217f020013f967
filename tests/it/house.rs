//! What the house promises of its own code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::kit::files;

/// Every file of a folder with what it says.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let read = |path: PathBuf| (path.clone(), std::fs::read_to_string(path).unwrap());
    files(folder).into_iter().map(read).collect()
}

/// The mechanics that the slots list, by folder and type, with the roles that each is entered under.
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
    let macros = macros_of_roles();
    for role in ["Listens", "Modifies", "Shows"] {
        assert!(macros.iter().any(|(_, of)| of == role), "the macros are not read any more: {macros:?}");
    }
    let parts = ["Mechanic", "Initiative", "Economy", "Deed"];
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (path, text) in files.iter().filter(|(path, _)| !path.ends_with("slots.rs")) {
        let folder = path.components().nth(2).unwrap().as_os_str().to_string_lossy().into_owned();
        for line in text.lines() {
            let played = line.strip_prefix("impl ").and_then(|rest| rest.strip_suffix(" {")?.split_once(" for "));
            let mut by_macro = macros.iter().filter_map(|(call, role)| {
                let (name, _) = line.strip_prefix(call.as_str())?.split_once(':')?;
                Some((role.as_str(), name))
            });
            let Some((role, name)) = played.or_else(|| by_macro.next()) else { continue };
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

/// The calls of the macros that write out a role of a mechanic, each with that role: those of one function are rows of a
/// table, the others write the role themselves.
fn macros_of_roles() -> Vec<(String, String)> {
    let pages = ["src/battle/events.rs", "src/mechanics/prelude.rs"].map(|page| std::fs::read_to_string(page).unwrap());
    let is_role = |role: &str| role.starts_with(char::is_uppercase) && role.chars().all(char::is_alphanumeric);
    let written = |text: &str| {
        let (name, rest) = text.split_once(' ')?;
        let (before, _) = rest.split_once(" for $mechanic")?;
        let role = before.rsplit_once("impl ")?.1.rsplit(':').next()?;
        is_role(role).then(|| (format!("{name}!("), role.to_owned()))
    };
    let row = |line: &str| {
        let (name, rest) = line.trim().strip_suffix(';')?.split_once(": ")?;
        let (role, _) = rest.split_once("::")?;
        is_role(role).then(|| (format!("{name}!("), role.to_owned()))
    };
    let macros = pages.iter().flat_map(|page| page.split("macro_rules! ").skip(1)).filter_map(written);
    macros.chain(pages.iter().flat_map(|page| page.lines()).filter_map(row)).collect()
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
    let games = ["liberi_gothica", "scale_toughness", "old_school", "hursagmu", "firebreak", "lanterns"];
    for folder in ["battle", "mechanics", "ai", "ahead", "ways", "lesson", "record", "sim", "engine"] {
        for (path, text) in sources(&Path::new("src").join(folder)) {
            let text = text.split("#[cfg(test)]").next().unwrap();
            for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
                let named = games.iter().find(|game| line.contains(&format!("\"{game}\"")));
                assert!(named.is_none() || path.ends_with("tests.rs"), "{}: {line}", path.display());
            }
        }
    }
}

/// The words of a source that are code: comments, texts and tests left out.
fn code(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.split("#[cfg(test)]").next().unwrap().lines().map(str::trim);
    let lines = lines.filter(|line| !line.starts_with("//") && !line.starts_with("use ")).map(|line| {
        let before = line.split("//").next().unwrap();
        (line, before)
    });
    lines.flat_map(|(line, before)| {
        let words = before.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.filter(|word| !word.is_empty()).map(move |word| (line, word))
    })
}

/// Whether a source is one of tests alone.
fn is_of_tests(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str().to_string_lossy().starts_with("tests"))
}

/// Only the table changes a battle. Rules never get hold of the world; the files that do set a battle up, answer, rest,
/// judge, break off, copy, keep what was worked out, or carry the battle on.
#[test]
fn only_the_table_changes_a_battle() {
    let mut wrong = Vec::new();
    for folder in ["mechanics", "ai", "board", "dice"] {
        for (path, text) in sources(&Path::new("src").join(folder)) {
            let held = ["World", "EntityWorldMut", "Commands", "world", "entity_mut", "despawn"];
            for (line, _) in code(&text).filter(|(_, word)| held.contains(word) && !is_of_tests(&path)) {
                wrong.push(format!("{}: {line}", path.display()));
            }
        }
    }
    let writers = [
        "aftermath.rs",
        "copy.rs",
        "copy/imagine.rs",
        "door.rs",
        "field.rs",
        "fighter.rs",
        "finder.rs",
        "guard.rs",
        "kinds.rs",
        "memo.rs",
        "onward.rs",
        "patience.rs",
        "setup.rs",
        "stages/mod.rs",
        "stages/verdict.rs",
        "stats.rs",
        "unrolled.rs",
    ];
    let mut seen = 0;
    for (path, text) in sources("src/battle".as_ref()) {
        let is_table = path.starts_with("src/battle/table");
        let is_writer = is_table || writers.iter().any(|name| path == Path::new("src/battle").join(name));
        let writes = ["get_mut", "entity_mut", "insert_resource", "despawn", "spawn"];
        for (line, word) in code(&text).filter(|(_, word)| writes.contains(word) && !is_of_tests(&path)) {
            // A map has it, too.
            let is_of_world = word != "get_mut" || line.contains("get_mut::<");
            seen += usize::from(is_of_world && is_writer);
            if is_of_world && !is_writer {
                wrong.push(format!("{}: {line}", path.display()));
            }
        }
    }
    assert!(seen > 20, "what changes a battle is not found any more");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A copy of a battle has every component that the house puts on its entities, or the copy makes one of its own. Those of
/// mechanics come through doors that learn how they are copied, and stats are worked out wherever somebody wants them.
#[test]
fn every_component_of_the_house_is_copied() {
    let doors = ["src/battle/kinds.rs", "src/battle/copy.rs"].map(|path| std::fs::read_to_string(path).unwrap());
    let copied: BTreeSet<&str> = doors.iter().flat_map(|text| code(text)).map(|(_, word)| word).collect();
    let mut seen = 0;
    let is_state = |path: &Path| !is_of_tests(path) && path != Path::new("src/battle/stats.rs");
    for (path, text) in sources("src/battle".as_ref()).iter().filter(|(path, _)| is_state(path)) {
        for derived in text.split("derive(").skip(1) {
            let (traits, rest) = derived.split_once(')').unwrap();
            if !traits.split([',', ':', ' ']).any(|word| word == "Component") {
                continue;
            }
            let name = rest.split_once("struct ").unwrap().1;
            let name: String = name.chars().take_while(|letter| letter.is_alphanumeric()).collect();
            seen += 1;
            assert!(copied.contains(name.as_str()), "{}: no copy of a battle has `{name}`", path.display());
        }
    }
    assert!(seen > 40, "the components are not found any more");
}

/// All of a battle stands on its entities: none of it is a resource of the world, but what a look remembers and which
/// kinds of component there are.
#[test]
fn no_state_of_a_battle_is_a_resource() {
    let mut found = BTreeSet::new();
    for folder in ["battle", "mechanics", "board", "dice", "ai", "ahead", "ways", "lesson", "record", "odds"] {
        for (path, text) in sources(&Path::new("src").join(folder)) {
            let held = ["Resource", "ResMut", "Res", "init_resource", "insert_resource", "NonSend"];
            for (line, _) in code(&text).filter(|(_, word)| held.contains(word) && !is_of_tests(&path)) {
                found.insert(format!("{}: {line}", path.display()));
            }
        }
    }
    let known = [
        "src/battle/kinds.rs: #[derive(Resource)]",
        "src/battle/kinds.rs: world.init_resource::<Self>();",
        "src/battle/memo.rs: #[derive(Resource)]",
        "src/battle/memo.rs: world.init_resource::<Self>();",
        "src/battle/setup.rs: world.insert_resource(schedules);",
    ];
    let wrong: Vec<_> = found.iter().filter(|line| !known.contains(&line.as_str())).collect();
    assert!(found.len() >= known.len() && wrong.is_empty(), "{wrong:#?}");
}

/// Facts, orders, questions and decisions outlive the entities of a battle, so none names an entity.
#[test]
fn no_entity_stands_in_a_fact_an_order_or_a_decision() {
    let kept = [
        "pub struct Fact ",
        "pub struct Order ",
        "pub struct Aim ",
        "pub struct Decision<",
        "pub struct Roll ",
        "pub struct Change ",
        "pub struct Question ",
        "pub struct Choice ",
        "pub struct Record ",
    ];
    let mut seen = 0;
    for (path, text) in sources("src/battle".as_ref()).into_iter().chain(sources("src/record".as_ref())) {
        for start in kept.iter().filter_map(|name| text.find(name)) {
            let body = text[start..].split("\n}").next().unwrap();
            seen += 1;
            assert!(code(body).all(|(_, word)| word != "Entity"), "{}: {body}", path.display());
        }
    }
    assert_eq!(seen, kept.len(), "they stand elsewhere now");
}

/// What players, programs and records say is looked up, so that no amount of it fills the memory.
#[test]
fn no_key_is_made_of_what_a_player_typed() {
    let library = sortie::rulebook::Library::open("rulesets");
    let mut session = sortie::engine::Session::new(&library);
    let mut said = 0;
    let mut unheard = || {
        said += 1;
        format!("unheard of {said}")
    };
    for scenario in ["gate", "the_resurrectionist", "tavern_yard", "dark_below", "coopers_lane"] {
        let begun = session.line(&serde_json::json!({"do": "new", "scenario": scenario, "seed": 3}).to_string());
        assert!(begun.get("error").is_none(), "{begun}");
        for _ in 0..6 {
            let choices = session.line(r#"{"do":"choices"}"#);
            for choice in choices["choices"].as_array().into_iter().flatten().step_by(7) {
                for (field, is_list) in
                    [("do", false), ("with", false), ("manner", true), ("at", true), ("toward", false)]
                {
                    let mut order = choice["order"].clone();
                    order[field] = match field {
                        "at" => serde_json::json!([{"who": unheard()}, {"part": unheard()}]),
                        _ if is_list => serde_json::json!([unheard()]),
                        _ => serde_json::json!(unheard()),
                    };
                    session.line(&serde_json::json!({"do": "answer", "order": order}).to_string());
                    session.line(
                        &serde_json::json!({"do": "answer", "order": format!("{} with {}", unheard(), unheard())})
                            .to_string(),
                    );
                }
            }
            let mut saved = session.line(r#"{"do":"save"}"#)["record"].clone();
            saved["settings"] = serde_json::json!({unheard(): unheard()});
            saved["decisions"] =
                serde_json::json!([{"side": 0, "order": {"do": unheard(), "with": unheard()}, "dice": 0}]);
            session.line(&serde_json::json!({"do": "load", "record": saved}).to_string());
            session.line(
                &serde_json::json!({"do": "new", "scenario": unheard(), "settings": {unheard(): unheard()}})
                    .to_string(),
            );
            session.line(r#"{"do":"auto"}"#);
        }
    }
    assert!(said > 1_000, "only {said} words were said");
    let made: Vec<String> = (1..=said)
        .map(|n| format!("unheard of {n}"))
        .filter(|word| sortie::battle::Key::find(word).is_some())
        .collect();
    assert!(made.is_empty(), "{} keys were made: {:?}", made.len(), made.first());
}

/// A page of a browser has no threads, terminal, clock or folders of its own. Whoever wants such a thing goes through the doors
/// that know what there is instead: `machine.rs`, `files.rs`, and the command line, which a page has not.
#[test]
fn what_a_page_lacks_stands_behind_doors() {
    let lacks = [
        "rayon::",
        "tempfile::",
        "indicatif::",
        "directories::",
        "std::time::Instant",
        "Duration, Instant}",
        "SystemTime::now",
        "available_parallelism",
        "thread::scope",
        "env::temp_dir",
        "fs::write",
        "fs::create_dir",
        "fs::remove_",
    ];
    let is_door = |path: &Path| {
        let doors = ["src/machine.rs", "src/files.rs"];
        path.starts_with("src/cli") || path.starts_with("src/files") || doors.iter().any(|door| path == Path::new(door))
    };
    let mut seen = 0;
    let mut wrong = Vec::new();
    for (path, text) in sources("src".as_ref())
        .into_iter()
        .filter(|(path, _)| !is_of_tests(path) && !path.starts_with("src/rulebook/strict"))
    {
        let own = text.split("#[cfg(test)]").next().unwrap();
        for line in own.lines().filter(|line| lacks.iter().any(|word| line.contains(word))) {
            seen += usize::from(is_door(&path));
            if !is_door(&path) {
                wrong.push(format!("{}: {}", path.display(), line.trim()));
            }
        }
    }
    assert!(seen > 5, "the doors are not found any more");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
