//! How games are learned: wrong files are told with their place.

use std::path::Path;

use sortie::learn::untold;
use sortie::rulebook::Library;
use sortie::rulebook::reader::Problem;

use crate::kit::files;

/// A copy of a game with a change in how it is learned.
fn changed(from: &str, to: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let home = Path::new("rulesets/lanterns");
    for file in files(home) {
        let target = folder.path().join("lanterns").join(file.strip_prefix(home).unwrap());
        std::fs::create_dir_all(target.parent().unwrap()).unwrap();
        std::fs::copy(&file, target).unwrap();
    }
    let path = folder.path().join("lanterns/learn.ron");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "nothing to change: {from}");
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    folder
}

/// What is wrong with such a copy.
fn wrong(from: &str, to: &str) -> Vec<Problem> {
    let folder = changed(from, to);
    let library = Library::open(folder.path());
    let problems = library.learn("lanterns").err().unwrap_or_default();
    assert_eq!(library.check("lanterns"), problems, "the check tells of them");
    problems
}

/// Promise: what is wrong in the file is told with file, line and column, what was found and what was expected.
#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (from, to, found, expected) in [
        ("lesson: \"LB-L-STRIKE\"", "lesson: \"LB-L-STRIK\"", "no lesson called `LB-L-STRIK`", "LB-L-STRIKE"),
        ("rule: \"LB-HIT-01\"", "rule: \"LB-HIT-99\"", "no rule called `LB-HIT-99`", "LB-HIT-01"),
        ("who: \"Ann\"", "who: \"Anna\"", "no fighter called `Anna`", "Ann"),
        ("deeds: (3, 4)", "deeds: (3, 40)", "40", "0 to 4"),
        ("deeds: (3, 4)", "deeds: (4, 4)", "4", "more than 4"),
        ("{odds} to stay", "{chance} to stay", "no number called `chance`", "odds"),
        ("{odds} to stay", "a good chance to stay", "a number `odds` that no text tells", "`{odds}`"),
        ("HasNot(\"move\")", "HasNot(\"amble\")", "no deed called `amble`", "move"),
        ("times: 2", "times: 90", "90", "from 1 to 20"),
        ("Roll(\"attack\")", "Rol(\"attack\")", "Rol", "Roll"),
        ("title: \"Reaching it\"", "titel: \"Reaching it\"", "titel", "title"),
        ("title: \"Reaching it\"", "title: \"Heart\"", "a second step called `Heart`", "of its own"),
        ("title: \"Reaching it\"", "title: \"\"", "a text of 0 letters", "1 to 40 letters"),
    ] {
        let problems = wrong(from, to);
        let is_it = |problem: &&Problem| {
            let help = problem.help.clone().unwrap_or_default();
            let is_placed = problem.file.ends_with("learn.ron") && problem.line > 1 && problem.column > 1;
            is_placed && problem.found.contains(found) && (problem.expected.clone() + &help).contains(expected)
        };
        assert!(problems.iter().any(|problem| is_it(&problem)), "{to}: {problems:#?}");
    }
}

/// Promise: what the rules cannot tell is told with its place, too: somebody who is not there, dice that decide nothing.
#[test]
fn what_the_rules_cannot_tell_is_told_with_its_place() {
    for (from, to, found) in [
        ("chance of hit in attack with Sword at Chief", "chance of hit in attack with Sword at Thief", "Thief"),
        ("of: Roll(\"attack\")", "of: Roll(\"morale\")", "morale"),
        ("of: Holds(\"Chief is prone\")", "of: Holds(\"Hit points of Chief\")", "neither yes nor no"),
    ] {
        let folder = changed(from, to);
        let learn = Library::open(folder.path()).learn("lanterns").unwrap().unwrap();
        let [problem]: [Problem; 1] = untold(&learn).try_into().unwrap();
        let is_placed = problem.file.ends_with("learn.ron") && problem.line > 1 && problem.column > 1;
        assert!(is_placed && problem.found.contains(found), "{to}: {problem}");
    }
}
