//! What is told of scenarios and lessons that cannot be.

use std::fs;

use super::{Library, Problem, copied};

/// What is wrong with a scenario, each in one change of a shipped one.
#[test]
fn nonsense_in_scenarios_is_told_where_it_stands() {
    let scenario = |fighters: &str, more: &str| {
        format!(
            "(title: \"T\", ground: (size: (12, 8)), {more}\nsides: [(name: \"Red\"), (name: \"Blue\")],\nfighters: [\n{fighters}\n])"
        )
    };
    let two = r#"(of: "Fighter", side: "Red", at: (1, 1)), (of: "Fighter", name: "Bo", side: "Blue", at: (9, 1))"#;
    let with = |what: &str| two.replacen("at: (1, 1)", &format!("at: (1, 1), {what}"), 1);
    let cases = [
        (scenario(&two.replacen(r#"of: "Fighter", "#, "", 1), ""), "no `of`", "a field `of` in `fighter`"),
        (scenario(&with("altitude: -30000"), ""), "an altitude of -30000", "-10000 to 10000"),
        (scenario(&with("arrives: -5"), ""), "arriving in round -5", "0 to 10000"),
        (scenario(&with(r#"figures: {"Life": 0}"#), ""), "0 as Life", "from 1 to 1000"),
        (scenario(&with(r#"tallies: {"damage takn": 1}"#), ""), "`damage takn`", "damage taken"),
        (scenario(&with(r#"name: "7""#), ""), "the name \"7\"", "a letter"),
        (scenario(&with(r#"name: "with at (1,2)""#), ""), "the name \"with at (1,2)\"", "a letter"),
        (scenario(&with(r#"name: "\u{1b}[2J""#), ""), "the name \"\\u{1b}[2J\"", "a letter"),
        (scenario(two, "rounds: -5,"), "rounds: -5", "1 to 10000"),
        (scenario(&two.replace("Blue", "Red"), ""), "Blue without anybody", "a fighter on each side"),
        (scenario(two, "then: Some((scenario: \"gat\")),"), "scenario beside this one called `gat`", "test"),
        (scenario(two, "then: Some((scenario: \"test\")),"), "leads back to itself", "come to an end"),
        (
            scenario(two, "").replace("(size: (12, 8))", "(size: (12, 8), map: [\"....\"])"),
            "a size beside a map",
            "one of",
        ),
        (
            scenario(two, "").replace("(size: (12, 8))", "(size: (12, 8), heights: [((0, 0), (50, 1), 2)])"),
            "(0,0) to (50,1)",
            "two corners on the board",
        ),
        (
            scenario(two, "").replace("(name: \"Blue\")", "(name: \"Red\")"),
            "a second side called Red",
            "a name for each",
        ),
        (
            scenario(two, "").replace("(name: \"Blue\")", "(name: \"Blue\", objective: survive(rounds: -5))"),
            "the number `-5`",
            "from 1 to 10000",
        ),
        (
            scenario(two, "")
                .replace("(name: \"Blue\")", "(name: \"Blue\", objective: escape(squares: [(1, 1)], fighters: 99))"),
            "99 fighters of Blue, which has 1",
            "no more than there are",
        ),
        (
            scenario(two, "")
                .replace("(name: \"Blue\")", "(name: \"Blue\", objective: hold(squares: [(99, 1)], rounds: 2))"),
            "(99,1), which is off the board",
            "squares on the board",
        ),
        (
            scenario(two, "").replace("(name: \"Blue\")", "(name: \"Blue\", objective: hold(squares: [], rounds: 2))"),
            "no square on which anybody can stand",
            "",
        ),
        (
            scenario(two, "").replace("(name: \"Blue\")", "(name: \"Blue\", objective: leave(fighters: 1))"),
            "a way out in a game that has none",
            "another objective",
        ),
        (
            scenario(&two.replacen("at: (1, 1)", "each_at: [(1, 1), (1, 1), (1, 1), (1, 1)]", 1), ""),
            "4 fighters at (1,1)",
            "at most 1",
        ),
        (scenario(&two.replacen("at: (1, 1)", "each_at: [(1, 1), (1, 1)]", 1), ""), "2 fighters at (1,1)", "at most 1"),
        (
            scenario(two, "")
                .replace("size: (12, 8)", "size: (12, 8), features: [(name: \"gate\", at: (1, 1), verb: \"open\")]"),
            "\"gate\" in a game in which nothing is worked",
            "`Features`",
        ),
    ];
    for (text, found, expected) in cases {
        let problems = wrong_with(&text);
        let is_it = |problem: &Problem| {
            let told = problem.to_string();
            problem.found.contains(found) && told.contains(expected) && (problem.line, problem.column) != (1, 1)
        };
        assert!(problems.iter().any(is_it), "{found}: {problems:#?}\n{text}");
    }
}

/// What is wrong with such a scenario.
fn wrong_with(text: &str) -> Vec<Problem> {
    let folder = copied("skirmish");
    let file = folder.path().join("skirmish/scenarios/test.ron");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, text).unwrap();
    Library::open(folder.path()).scenario("test").err().unwrap_or_default()
}

/// Ground that cannot be drags nothing else along.
#[test]
fn wrong_ground_is_one_mistake() {
    let grounds = ["(size: (0, 8))", "(map: [\"..x\", \"...\"])", "(map: [\"...\", \"..\"])"];
    for ground in grounds {
        let fighters =
            r#"(of: "Fighter", side: "Red", at: (1, 1)), (of: "Fighter", name: "Bo", side: "Blue", at: (9, 1))"#;
        let hold = "objective: hold(squares: [(5, 1)], rounds: 2)";
        let sides = format!("(name: \"Red\"), (name: \"Blue\", {hold})");
        let text = format!("(title: \"T\", ground: {ground}, sides: [{sides}], fighters: [{fighters}])");
        let problems = wrong_with(&text);
        assert!(
            matches!(problems.as_slice(), [problem] if problem.found.contains("ground that cannot be")),
            "{problems:#?}"
        );
    }
}

/// One who holds needs another to hold.
#[test]
fn half_a_grip_is_told() {
    let fighter = |name: &str, of: &str, side: &str, x: i32, state: &str| {
        format!("(name: \"{name}\", of: \"{of}\", side: \"{side}\", at: ({x}, 1), conditions: [{state}])")
    };
    let cases = [
        ("zones", "Bandit", "\"grabbing\"", "`grabbing`, and nobody who is `grabbed`"),
        ("old_school", "Orc", "\"holding\"", "`holding`, and nobody who is `held`"),
        ("hursagmu", "Wrestler", "\"held\"", "`held`, and nobody who is `controlling`"),
        ("hursagmu", "Wrestler", "\"locked\"", "`locked`, and nobody who is `locked`"),
    ];
    for (ruleset, of, state, found) in cases {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.ron");
        let fighters = [fighter("A", of, "Red", 1, state), fighter("B", of, "Blue", 2, "")].join(", ");
        let lesson = format!(
            "[(id: \"X\", title: \"T\", ruleset: \"{ruleset}\", rules: [], ground: (row: [\"A\"]), fighters: [{fighters}], play: [])]"
        );
        fs::write(&file, lesson).unwrap();
        let problems = Library::open("rulesets").lesson_file(&file).err().unwrap_or_default();
        assert!(matches!(problems.as_slice(), [problem] if problem.found == found), "{ruleset}: {problems:#?}");
    }
}

/// Hours of rest have bounds, and what is expected is told in words.
#[test]
fn steps_of_lessons_that_cannot_be_are_told() {
    let folder = copied("skirmish");
    let file = folder.path().join("skirmish/lessons/test.ron");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let fighter = r#"(of: "Fighter", side: "Red", at: (1, 1))"#;
    let steps = [
        ("Rest(-2147483648)", "-2147483648", "a whole number"),
        ("Expect({\"round\": 0.5})", "the number `0.5`", "yes or no, a whole number or a text in quotes"),
    ];
    for (step, found, expected) in steps {
        let lesson = format!("[(id: \"SK-1\", title: \"T\", rules: [], fighters: [{fighter}], play: [{step}])]");
        fs::write(&file, lesson).unwrap();
        let problems = Library::open(folder.path()).lessons("skirmish").err().unwrap_or_default();
        let [problem] = problems.as_slice() else { panic!("{problems:#?}") };
        assert!(problem.column > 1 && problem.found.contains(found), "{problem}");
        assert!(problem.to_string().contains(expected), "{problem}");
    }
}
