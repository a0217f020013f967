//! Games of one's own: what `sortie new` makes, and the page that goes on from there.

use std::path::Path;
use std::process::Command;

use sortie::rulebook::Library;

use crate::kit::{self, Folder, PROGRAM, Said, files, library};

/// What the program says to somebody who sits in this folder, with nothing set.
fn in_folder(folder: &Path, program: &str, words: &[&str]) -> Said {
    let mut command = Command::new(program);
    command.current_dir(folder).args(words).env_remove("SORTIE_RULESETS").env_remove("DISPLAY");
    // Battles keep themselves; those of tests do so here.
    command.env_remove("WAYLAND_DISPLAY").env("XDG_DATA_HOME", folder.join("kept"));
    let said = kit::run(&mut command, b"");
    let _ = std::fs::remove_dir_all(folder.join("kept"));
    said
}

fn sortie(folder: &Folder, words: &[&str]) -> Said {
    in_folder(folder.path(), PROGRAM, words)
}

fn made(folder: &Folder, words: &[&str]) -> String {
    let said = sortie(folder, &[&["new"], words].concat());
    assert!(said.is_well(), "{words:?}: {}{}", said.out, said.err);
    said.out
}

/// The commands that an answer tells to type.
fn told(answer: &str) -> Vec<Vec<&str>> {
    answer.lines().filter_map(|line| line.strip_prefix("  ")).map(|line| line.split(' ').collect()).collect()
}

/// Whatever a new game is made of, it is right, its lessons hold and show its rules, and its battle ends.
fn is_sound(folder: &Folder, name: &str) {
    let well = |words: &[&str]| {
        let said = sortie(folder, words);
        assert!(said.is_well() && said.err.is_empty(), "{name} {words:?}: {}{}", said.out, said.err);
        said
    };
    well(&["check", name]);
    let home = ["--rulesets", "."];
    well(&[&home[..], &["lesson", name]].concat());
    well(&["lesson", &format!("{name}/lessons/first.ron")]);
    let counts = well(
        &[&home[..], &["simulate", &format!("{name}/first"), "--battles", "20", "--seed", "1", "--json"]].concat(),
    );
    assert_eq!(counts.json()["battles"], 20, "{name}");
    // A battle may end by its last round; most do not.
    let draws = counts.json()["draws"].as_u64();
    assert!(draws.is_some_and(|draws| draws <= 4), "{name}: {draws:?} of 20 battles without a winner");
    let played = well(&["play", &format!("{name}/scenarios/first.ron"), "--text", "--auto", "--seed", "1"]);
    assert!(played.out.lines().count() > 10, "{name}: {}", played.out);
    let rules = well(&[&home[..], &["rules", name, "--coverage", "--json"]].concat()).json();
    for rule in rules["rules"].as_array().unwrap() {
        assert_ne!(rule["lessons"], serde_json::json!([]), "{name}: no lesson shows {}", rule["id"]);
    }
}

/// Promise: a new game is a whole one, and the three commands that its making tells to type work as told.
#[test]
fn a_new_game_is_sound_and_is_gone_on_with_as_told() {
    let folder = Folder::new();
    let answer = made(&folder, &["my_game"]);
    let commands = told(&answer);
    assert_eq!(commands.len(), 3, "{answer}");
    for words in &commands {
        let said = in_folder(folder.path(), words[0], &words[1..]);
        assert!(said.is_well(), "{words:?}: {}{}", said.out, said.err);
    }
    is_sound(&folder, "my_game");
    let rules = Library::open(folder.path()).rules("my_game").unwrap();
    assert_eq!(rules.title, "My game");
    assert!(rules.book.keys().all(|id| id.as_str().starts_with("MG-")), "{:?}", rules.book.keys().collect::<Vec<_>>());
    for file in files(&folder.join("my_game")) {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("//"), "{} tells not what it is for", file.display());
        assert!(!text.contains("_OF_GAME") && !text.contains("NEW-"), "{}: {text}", file.display());
    }
}

/// Promise: a game can be made upon every ruleset that stands on its own, and has something of its own then.
#[test]
fn a_game_upon_any_other_is_sound_and_has_a_fighter_of_its_own() {
    let folder = Folder::new();
    for base in ["scale_toughness", "liberi_gothica", "zones", "old_school", "hursagmu", "skirmish"] {
        let name = format!("my_{base}");
        made(&folder, &[&name, "--from", base]);
        is_sound(&folder, &name);
        let lessons = std::fs::read_to_string(folder.join(&name).join("lessons/first.ron")).unwrap();
        assert!(!lessons.contains("to be read"), "{lessons}");
        let text = std::fs::read_to_string(folder.join(&name).join("ruleset.ron")).unwrap();
        let rules = Library::open(folder.path()).rules(&name).unwrap();
        let below = library().rules(base).unwrap();
        let own: Vec<_> = rules.profiles.keys().filter(|of| below.profiles.get(of).is_none()).collect();
        assert_eq!(own.len(), 1, "{name}: {own:?}");
        assert_eq!(rules.book.len(), below.book.len() + 1, "{name}");
        // The setting that is offered needs only its strokes taken away.
        if below.settings.is_empty() {
            assert!(!text.contains("// settings:"), "{text}");
            continue;
        }
        std::fs::write(folder.join(&name).join("ruleset.ron"), text.replace("// settings:", "settings:")).unwrap();
        let changed = Library::open(folder.path()).rules(&name).unwrap();
        let differ = changed.settings.iter().filter(|(name, setting)| setting.is != below.settings[*name].is).count();
        assert_eq!(differ, 1, "{text}");
    }
    // One that was made so, too; and its ids are not those of the game below.
    made(&folder, &["mine"]);
    made(&folder, &["mine_too", "--from", "mine"]);
    is_sound(&folder, "mine_too");
}

/// Promise: what cannot be made is refused in a sentence, and nothing is left behind.
#[test]
fn what_cannot_be_made_is_refused_and_nothing_is_left_of_it() {
    let folder = Folder::new();
    let long = "a".repeat(33);
    let cases = [
        (vec![""], "a game without a name"),
        (vec!["my-game"], "`my-game` has `-` in it; a name has letters"),
        (vec!["my game"], "has ` ` in it"),
        (vec!["ritterspiel\u{e4}"], "has `ä` in it"),
        (vec!["\u{1b}[31m"], "in it"),
        (vec!["1st"], "`1st` does not begin with a letter"),
        (vec!["_game"], "does not begin with a letter"),
        (vec!["../game"], "is a path"),
        (vec!["a/b"], "is a path"),
        (vec!["a\\b"], "is a path"),
        (vec![".."], "is a path"),
        (vec![&long], "has 33 letters; a name has 32 at most"),
        (vec!["con"], "keeps for itself"),
        (vec!["LPT1"], "keeps for itself"),
        (vec!["Zones"], "is a ruleset that is there already"),
        (vec!["game", "--from", "scale_tougness"], "did you mean `scale_toughness`"),
        (vec!["game", "--from", "../zones"], "no ruleset called"),
        (vec!["game", "--from", ""], "no ruleset called"),
        (vec!["game", "--from", "by_turns"], "--from scale_toughness"),
    ];
    for (words, why) in cases {
        let said = sortie(&folder, &[&["new"], &words[..]].concat());
        assert_eq!(said.code, Some(1), "{words:?}");
        assert!(said.err.contains(why) && said.err.lines().count() == 1, "{words:?}: {}", said.err);
        assert!(files(folder.path()).is_empty(), "{words:?}");
    }
}

/// Promise: a folder or file that is there already stays as it is.
#[test]
fn nothing_that_is_there_is_overwritten() {
    let folder = Folder::new();
    let own = folder.write("own", "mine");
    std::fs::create_dir(folder.join("empty")).unwrap();
    made(&folder, &["game"]);
    let before: Vec<Vec<u8>> = files(folder.path()).iter().map(|file| std::fs::read(file).unwrap()).collect();
    for words in [&["game"][..], &["own"], &["empty"], &["game", "--from", "skirmish"]] {
        let said = sortie(&folder, &[&["new"], words].concat());
        assert_eq!(said.code, Some(1), "{words:?}");
        assert!(said.err.contains("is there already; nothing was changed"), "{words:?}: {}", said.err);
    }
    let after: Vec<Vec<u8>> = files(folder.path()).iter().map(|file| std::fs::read(file).unwrap()).collect();
    assert_eq!(before, after);
    assert_eq!(std::fs::read_to_string(own).unwrap(), "mine");
    // Within a ruleset no other is made.
    let said = in_folder(&folder.join("game"), PROGRAM, &["new", "other"]);
    assert!(said.code == Some(1) && said.err.contains("is a ruleset itself"), "{}", said.err);
}

/// Promise: a game is made where rulesets are read from, unless somebody says where; its commands work in any case.
#[test]
fn a_game_is_made_where_it_is_looked_for() {
    let folder = Folder::new();
    std::fs::create_dir(folder.join("rules of mine")).unwrap();
    let answer = made(&folder, &["one", "--in", "a/b"]);
    assert!(folder.join("a/b/one/ruleset.ron").is_file() && answer.contains("--rulesets a/b check one"), "{answer}");
    let said = sortie(&folder, &["--rulesets", "rules of mine", "new", "two"]);
    assert!(said.out.contains("--rulesets \"rules of mine\" check two"), "{}{}", said.out, said.err);
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder.path()).env("SORTIE_RULESETS", "rules of mine").args(["new", "three"]);
    let said = kit::run(&mut command, b"");
    assert!(said.out.contains(&format!("  {PROGRAM} check three")), "{}{}", said.out, said.err);
    let rulesets = Library::open(folder.join("rules of mine")).rulesets().unwrap();
    assert_eq!(rulesets, ["three", "two"]);
}

/// Promise: what a game is made upon may be wrong; that is told, and nothing is kept.
#[test]
fn a_game_upon_a_wrong_one_is_not_kept() {
    let folder = Folder::of_rulesets(&["skirmish"]);
    let file = folder.join("skirmish/profiles.ron");
    kit::edit(&file, "\"Sword\"", "\"Sward\"");
    let said = sortie(&folder, &["--rulesets", ".", "new", "game", "--from", "skirmish"]);
    assert!(said.code == Some(1) && said.err.contains("Sward"), "{}{}", said.out, said.err);
    assert!(!folder.join("game").exists());
}

/// Promise: other folders beside rulesets are none, and are not told of as broken ones.
#[test]
fn folders_of_other_things_are_no_rulesets() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.join("photos")).unwrap();
    folder.write("photos/list.ron", "[]");
    made(&folder, &["game"]);
    let said = sortie(&folder, &["--rulesets", ".", "check"]);
    assert!(said.is_well() && said.out.starts_with("1 checked"), "{}{}", said.out, said.err);
    std::fs::remove_file(folder.join("game/ruleset.ron")).unwrap();
    let said = sortie(&folder, &["--rulesets", ".", "check"]);
    assert!(said.err.contains("ruleset.ron:1:1: found no such file"), "{}", said.err);
}
