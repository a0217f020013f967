//! The program with its rulesets inside: it plays from anywhere, and folders go before what lies in it, file by file.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::kit::{self, Folder, PROGRAM, Said, edit, files};

/// The list of what lies inside the program.
const LIST: &str = "rulesets/inside.rs";

/// Every rules file that ships, by its path from the folder of rulesets on.
fn shipped() -> Vec<String> {
    let files = files(Path::new("rulesets")).into_iter().filter_map(|path| {
        let name = path.strip_prefix("rulesets").unwrap().to_str().unwrap().replace('\\', "/");
        name.ends_with(".ron").then_some(name)
    });
    let mut files: Vec<String> = files.collect();
    files.sort();
    files
}

/// Promise: every rules file that ships lies inside the program. `SORTIE_BLESS=1` writes the list anew.
#[test]
fn every_rules_file_lies_inside_the_program() {
    let listed = std::fs::read_to_string(LIST).unwrap();
    let head = listed.lines().next().unwrap();
    let lines: String = shipped().iter().map(|file| format!("    {file:?},\n")).collect();
    let whole = format!("{head}\ninside![\n{lines}]\n");
    if std::env::var_os("SORTIE_BLESS").is_some() {
        std::fs::write(LIST, &whole).unwrap();
    }
    assert_eq!(std::fs::read_to_string(LIST).unwrap(), whole, "SORTIE_BLESS=1 writes {LIST} anew");
}

/// The program alone in a folder far from all others, and an empty one to sit in.
struct Away {
    program: PathBuf,
    here: Folder,
    _home: Folder,
}

impl Away {
    fn new() -> Self {
        let (home, here) = (Folder::new(), Folder::new());
        let program = home.join(if cfg!(windows) { "sortie.exe" } else { "sortie" });
        // A link is made faster; the program is the same.
        std::fs::hard_link(PROGRAM, &program).or_else(|_| std::fs::copy(PROGRAM, &program).map(drop)).unwrap();
        Self { program, here, _home: home }
    }

    /// What it says to somebody who has set nothing and has nothing.
    fn says(&self, words: &[&str]) -> Said {
        let mut command = Command::new(&self.program);
        command.env_clear().env("HOME", self.here.join("nobody")).current_dir(self.here.path()).args(words);
        kit::run(&mut command, b"")
    }

    fn says_well(&self, words: &[&str]) -> String {
        let said = self.says(words);
        assert!(said.is_well(), "{words:?}: {}{}", said.out, said.err);
        said.out
    }

    fn refuses(&self, words: &[&str]) -> String {
        let said = self.says(words);
        assert_eq!(said.code, Some(1), "{words:?}: {}{}", said.out, said.err);
        said.err
    }

    /// A copy of one shipped file, for a ruleset that has the rest inside.
    fn lays(&self, file: &str) -> PathBuf {
        let to = self.here.join("own").join(file);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(Path::new("rulesets").join(file), &to).unwrap();
        to
    }
}

const OWN: [&str; 2] = ["--rulesets", "own"];

/// Promise: with no folder anywhere the program has all games, and plays, checks, teaches, simulates and tells rules.
#[test]
fn a_program_far_from_every_folder_plays() {
    let away = Away::new();
    let names = away.says_well(&["rules"]);
    assert_eq!(names.lines().collect::<Vec<_>>(), kit::library().rulesets().unwrap());
    let played = away.says_well(&["play", "skirmish4", "--text", "--auto", "--seed", "1"]);
    assert!(played.lines().count() > 10, "{played}");
    assert!(away.says_well(&["check", "skirmish", "by_turns"]).starts_with("2 checked, nothing wrong"));
    let lessons = away.says_well(&["lesson", "skirmish"]);
    assert!(lessons.contains("passed, 0 failed") && !lessons.contains("\n0 passed"), "{lessons}");
    let fought = away.says(&["simulate", "by_turns/gate_in_turns", "--battles", "2", "--seed", "1", "--json"]);
    assert_eq!(fought.json()["battles"], 2, "{}", fought.err);
    // A battle that another follows finds that beside it.
    away.says_well(&["simulate", "bridge_of_bells", "--battles", "1", "--seed", "1"]);
    assert!(away.says_well(&["rules", "zones", "ZN-REACT-02"]).starts_with("ZN-REACT-02"));
    let place = away.says_well(&["rules", "skirmish", "SK-ATK-01", "--where"]);
    assert!(place.contains("rulesets/skirmish/rulebook.ron (inside the program):"), "{place}");
    let here = std::env::current_dir().unwrap();
    assert!(!place.contains(here.to_str().unwrap()), "a path of another machine: {place}");
}

/// Promise: what is not inside is told with the names of what is.
#[test]
fn a_program_far_from_every_folder_knows_what_it_has_not() {
    let away = Away::new();
    let said = away.refuses(&["check", "skirmisch"]);
    assert!(said.contains("did you mean `skirmish`?") && said.contains("zones"), "{said}");
    let said = away.refuses(&["play", "skirmish5", "--text", "--auto"]);
    assert!(said.starts_with("found no scenario called `skirmish5`") && said.contains("`skirmish4`?"), "{said}");
    let said = away.refuses(&["simulate", "zones/skirmish4"]);
    assert!(said.contains("did you mean `skirmish4`?"), "of another ruleset: {said}");
    let said = away.refuses(&["--rulesets", "nowhere", "check"]);
    assert!(said.contains("nowhere:1:1: found a folder that cannot be read"), "{said}");
}

/// Promise: a game of one's own is made and played without any folder of those that ship, also upon one of them.
#[test]
fn games_are_made_far_from_every_folder() {
    let away = Away::new();
    for (name, from) in [("plain", None), ("mine", Some("zones"))] {
        let from: Vec<&str> = from.iter().flat_map(|from| ["--from", from]).collect();
        away.says_well(&[&["new", name], &from[..]].concat());
        assert!(away.says_well(&["--rulesets", ".", "check", name]).starts_with("1 checked, nothing wrong\n"));
        away.says_well(&["--rulesets", ".", "simulate", &format!("{name}/first"), "--battles", "1"]);
    }
    assert!(away.refuses(&["new", "zones"]).contains("is a ruleset that is there already"));
    // What ships stands beside them, and the check of all looks at those of the folder alone.
    assert!(away.says_well(&["--rulesets", ".", "rules"]).lines().any(|name| name == "hursagmu"));
    assert!(away.says_well(&["--rulesets", ".", "check"]).starts_with("2 checked"));
}

/// Promise: a folder may hold one file of a game; all else of it comes from inside, and errors say where each lies.
#[test]
fn folders_go_before_what_lies_inside_file_by_file() {
    let away = Away::new();
    let profiles = away.lays("skirmish/profiles.ron");
    let checked = away.says_well(&[&OWN[..], &["check", "skirmish"]].concat());
    assert!(checked.starts_with("1 checked, nothing wrong\n"), "{checked}");
    assert!(checked.contains("skirmish is put together: ") && checked.contains("profiles.ron from own"), "{checked}");
    assert!(checked.contains("from inside the program"), "{checked}");
    let whole = away.says_well(&["check", "skirmish"]);
    assert!(!whole.contains("put together"), "{whole}");

    // A name that the folder misspells is wrong in the file of the folder ...
    edit(&profiles, "\"Sword\"", "\"Sward\"");
    let said = away.refuses(&[&OWN[..], &["check", "skirmish"]].concat());
    assert!(said.contains("profiles.ron:") && said.contains("did you mean `Sword`?"), "{said}");
    assert!(said.lines().all(|line| !line.contains("inside the program)")), "{said}");
    assert!(away.says_well(&["check", "skirmish"]).starts_with("1 checked"), "what lies inside is as it was");

    // ... and what is missing for a file inside is told of that.
    std::fs::remove_file(&profiles).unwrap();
    edit(&away.lays("skirmish/arms.ron"), "\"Sword\":", "\"Sabre\":");
    let said = away.refuses(&[&OWN[..], &["check", "skirmish"]].concat());
    let line = said.lines().find(|line| line.contains("`Sword`")).unwrap_or_else(|| panic!("{said}"));
    let (file, rest) = line.split_once(" (inside the program):").unwrap_or_else(|| panic!("{line}"));
    assert_eq!(file, "rulesets/skirmish/profiles.ron");
    let mut places = rest.split(':').map(|place| place.parse::<u32>());
    assert!(places.next().is_some_and(|line| line.is_ok_and(|line| line > 1)), "{rest}");
    assert!(places.next().is_some_and(|column| column.is_ok()), "{rest}");
}

/// Promise: battles and lessons of a folder stand beside those inside, and go before those of the same name.
#[test]
fn battles_of_a_folder_stand_beside_those_inside() {
    let away = Away::new();
    let own = away.lays("skirmish/scenarios/skirmish4.ron");
    let title = |name: &str| away.says_well(&[&OWN[..], &["play", name, "--text", "--auto", "--seed", "1"]].concat());
    edit(&own, "title: \"", "title: \"Rewritten ");
    assert!(title("skirmish4").contains("Rewritten "), "the file of the folder is played");
    std::fs::rename(&own, own.with_file_name("mine.ron")).unwrap();
    assert!(title("mine").contains("Rewritten ") && !title("skirmish4").contains("Rewritten "));
    // One name in two games: that of the folder is meant.
    std::fs::create_dir_all(away.here.join("own/skirmish/scenarios")).unwrap();
    std::fs::rename(own.with_file_name("mine.ron"), own.with_file_name("gate.ron")).unwrap();
    assert!(title("gate").contains("Rewritten "));
}

/// Promise: what is no file in the folder is refused, and not passed over for what lies inside.
#[cfg(unix)]
#[test]
fn a_pipe_or_a_link_to_itself_is_refused_and_not_passed_over() {
    let away = Away::new();
    let own = away.here.join("own/skirmish");
    std::fs::create_dir_all(&own).unwrap();
    let check = [&OWN[..], &["check", "skirmish"]].concat();
    for file in ["ruleset.ron", "arms.ron", "tips.ron", "scenarios/skirmish4.ron", "lessons/first.ron"] {
        let file = own.join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(file.file_name().unwrap(), &file).unwrap();
        let said = away.refuses(&check);
        assert!(said.contains(":1:1: found a file that cannot be read"), "{}: {said}", file.display());
        std::fs::remove_file(&file).unwrap();
        let made = Command::new("mkfifo").arg(&file).status();
        if made.is_ok_and(|made| made.success()) {
            let said = away.refuses(&check);
            assert!(said.contains(":1:1: found a device or pipe"), "{}: {said}", file.display());
            std::fs::remove_file(&file).unwrap();
        }
    }
    assert!(away.says_well(&check).starts_with("1 checked"));
}
