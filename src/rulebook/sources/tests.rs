//! Trials of where rulesets are read from.

use std::fs;

use super::super::Library;
use super::super::reader::read_file;
use super::*;

const INSIDE: Inside = &[
    ("chess/rulebook.ron", "[1]"),
    ("chess/ruleset.ron", "(2)"),
    ("chess/scenarios/a.ron", "3"),
    ("chess/scenarios/b.ron", "4"),
    ("photos/list.ron", "5"),
];

/// A folder over what lies inside, and nothing beside the program.
fn over(folder: &Path) -> Sources {
    Sources { folders: vec![folder.to_owned()], inside: INSIDE, ..Sources::default() }
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn names(list: &[(String, Source)]) -> Vec<(&str, bool)> {
    list.iter().map(|(name, source)| (name.as_str(), matches!(source, Source::Inside(..)))).collect()
}

/// Promise: what somebody keeps of their own is found before all else though no folder of it needs to be there, is written
/// there unless another folder was named, and changes nothing of which rulesets a folder is asked for.
#[test]
fn what_is_kept_lies_in_a_folder_of_its_own() {
    let (ships, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(ships.path(), "chess/lessons/one.ron", "1");
    let own = data.path().join("rulesets");
    let sources = over(ships.path()).with_own(Some(own.clone()));
    assert_eq!(sources.keeps(), Some(own.as_path()));
    let names = |sources: &Sources| (sources.names().unwrap(), sources.first_names().unwrap());
    assert_eq!(names(&sources), names(&over(ships.path())));
    write(&own, "chess/lessons/kept_01.ron", "2");
    write(&own, "chess/lessons/one.ron", "3");
    let list = sources.list("chess", "lessons");
    let read = |name: &str| read_file::<i32>(&sources.file("chess", name));
    assert_eq!(list.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["kept_01", "one"]);
    assert_eq!((read("lessons/kept_01.ron"), read("lessons/one.ron")), (Ok(2), Ok(3)));
    assert_eq!(names(&sources), names(&over(ships.path())));
    assert!(sources.layers("chess").contains_key(&own.display().to_string()));
    let named = Sources { is_named: true, ..sources };
    assert_eq!(named.keeps(), Some(ships.path()));
}

/// Promise: each file of a folder goes before that of its name inside, and all others are there.
#[test]
fn folders_go_first_file_by_file() {
    let folder = tempfile::tempdir().unwrap();
    let sources = over(folder.path());
    let read = |name: &str| read_file::<i32>(&sources.file("chess", name));
    assert_eq!((read("scenarios/a.ron"), read("scenarios/b.ron")), (Ok(3), Ok(4)));
    write(folder.path(), "chess/scenarios/b.ron", "7");
    write(folder.path(), "chess/scenarios/c.ron", "8");
    write(folder.path(), "chess/scenarios/notes.txt", "9");
    assert_eq!((read("scenarios/a.ron"), read("scenarios/b.ron"), read("scenarios/c.ron")), (Ok(3), Ok(7), Ok(8)));
    let list = sources.list("chess", "scenarios");
    assert_eq!(names(&list), [("a", true), ("b", false), ("c", false)]);
    assert_eq!(names(&sources.list("chess", "")), [("rulebook", true), ("ruleset", true)]);
    let layers = sources.layers("chess");
    let layers: Vec<usize> = layers.values().map(Vec::len).collect();
    assert_eq!((layers.iter().sum::<usize>(), layers.len()), (5, 2));
}

/// Promise: rulesets of all places are listed once; what has no file of a ruleset is none, here as there.
#[test]
fn rulesets_of_all_places_are_listed_once() {
    let folder = tempfile::tempdir().unwrap();
    let sources = over(folder.path());
    assert_eq!(sources.names().unwrap(), ["chess"]);
    assert!(sources.first_names().unwrap().is_empty(), "the folder has nothing");
    for file in ["draughts/arms.ron", "chess/lessons/own.ron", "letters/one.ron"] {
        write(folder.path(), file, "{}");
    }
    assert_eq!(sources.names().unwrap(), ["chess", "draughts"]);
    assert_eq!(sources.first_names().unwrap(), ["chess", "draughts"]);
    assert_eq!(Sources { folders: Vec::new(), ..sources }.first_names().unwrap(), ["chess"]);
    let gone = over(&folder.path().join("gone"));
    assert!(gone.names().is_err() && gone.known() == ["chess"]);
}

/// Promise: what is wrong with a file inside is told with line and column, under a name that no path has.
#[test]
fn errors_from_inside_have_a_place() {
    let sources = Sources { inside: INSIDE, ..Sources::default() };
    let told = read_file::<(u8, u8)>(&sources.file("chess", "ruleset.ron")).unwrap_err();
    let [problem] = told.as_slice() else { panic!("{told:#?}") };
    assert!(problem.to_string().starts_with("rulesets/chess/ruleset.ron (inside the program):1:"), "{problem}");
    let told = read_file::<u8>(&sources.file("chess", "arms.ron")).unwrap_err();
    assert!(told[0].found == "no such file", "{told:?}");
    assert_eq!(sources.called("chess", "lessons"), "rulesets/chess/lessons (inside the program)");
}

/// Promise: a ruleset that is nowhere is told with those that are somewhere, be it beneath; no name leads out of them.
#[test]
fn what_is_nowhere_is_told_with_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "draughts/ruleset.ron", "()");
    let ships = Sources { inside: INSIDE, ..Sources::default() };
    let alone = ships.alone(folder.path());
    assert_eq!(alone.names().unwrap(), ["draughts"]);
    assert_eq!(alone.home_of("chess").unwrap().file(RULESET), ships.file("chess", RULESET));
    for name in ["go", "../draughts", "", ".", "chess/scenarios"] {
        assert_eq!(alone.home_of(name).unwrap_err(), ["chess", "draughts"], "{name}");
    }
    let problems = Library::of(ships).rules("ches").unwrap_err();
    assert_eq!(problems[0].help.as_deref(), Some("did you mean `chess`?"), "{problems:?}");
    assert_eq!(problems[0].file, "rulesets (inside the program)");
}

/// Promise: what was handed over goes before all else file by file, is listed with it, and errors in it have a place.
#[test]
fn what_was_handed_over_goes_first() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "chess/scenarios/b.ron", "7");
    let files = [("chess/scenarios/b.ron", "8"), ("go/ruleset.ron", "?")];
    let sources = over(folder.path()).with(files.map(|(path, text)| (path.to_owned(), text.to_owned())));
    assert_eq!(read_file::<i32>(&sources.file("chess", "scenarios/b.ron")), Ok(8));
    assert_eq!(sources.known(), ["chess", "go"]);
    assert_eq!(sources.list("chess", "scenarios").len(), 2);
    assert_eq!(sources.layers("chess").get(HANDED), Some(&vec!["scenarios/b.ron".to_owned()]));
    let told = read_file::<i32>(&sources.file("go", "ruleset.ron")).unwrap_err();
    assert!(told[0].to_string().starts_with("go/ruleset.ron:1:"), "{told:?}");
}

/// Promise: what lies in a folder and is no file is not passed over for what lies inside.
#[cfg(unix)]
#[test]
fn a_link_to_itself_is_not_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("chess/scenarios")).unwrap();
    let link = folder.path().join("chess/scenarios/a.ron");
    std::os::unix::fs::symlink("a.ron", &link).unwrap();
    let sources = over(folder.path());
    assert_eq!(sources.file("chess", "scenarios/a.ron"), Source::Disk(link.clone()));
    assert_eq!(names(&sources.list("chess", "scenarios")), [("a", false), ("b", true)]);
    let told = read_file::<i32>(&sources.file("chess", "scenarios/a.ron")).unwrap_err();
    assert!(told[0].found.starts_with("a file that cannot be read"), "{told:?}");
}
