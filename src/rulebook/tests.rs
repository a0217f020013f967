use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::Library;
use super::reader::Problem;
use super::strict::{changed, copied, copy, problems_of};

#[test]
fn scale_and_toughness_can_be_read() {
    let library = Library::open("rulesets");
    if let Err(problems) = library.rules("scale_toughness") {
        panic!("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    }
    let problems = library.check("scale_toughness");
    assert!(problems.is_empty(), "{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

/// A folder with the files of a shipped ruleset, texts of its composition changed.
fn edited(name: &str, edits: &[(&str, &str)]) -> TempDir {
    let folder = copied(name);
    for (from, to) in edits {
        changed(folder.path(), &format!("{name}/ruleset.ron"), from, to);
    }
    folder
}

/// That something is told with its place, and once.
#[track_caller]
fn told(problems: &[Problem], file: &str, found: &str, expected: &str) {
    let is_it = |problem: &&Problem| {
        let of = (problem.file.ends_with(file), problem.line > 1 && problem.column > 1);
        of == (true, true) && problem.found.contains(found) && problem.expected.contains(expected)
    };
    assert_eq!(problems.iter().filter(is_it).count(), 1, "{found}, {expected}: {problems:#?}");
}

/// Every reference is resolved at load: whatever the numbers of a mechanic name must be there.
#[test]
fn wrong_names_in_the_numbers_of_mechanics_are_told_with_their_place() {
    let folder = edited(
        "scale_toughness",
        &[
            (r#"free: "ST-TURN-05""#, r#"free: "ST-TURN-55""#),
            (r#"wrestle: "Wrestle""#, r#"wrestle: "Wrastle""#),
            (r#"condition: "flat-footed""#, r#"condition: "flat-feeted""#),
            (r#"first: ["go on", "stand""#, r#"first: ["go on", "stant""#),
            (r#"harms: "body""#, r#"harms: "boddy""#),
            (r#"improvised: "Improvised""#, r#"improvised: "Improvized""#),
            (r#"unless: "Evasion""#, r#"unless: "Evasiom""#),
        ],
    );
    let problems = problems_of(&folder, "scale_toughness");
    let found = |kind: &str, name: &str, meant: &str| {
        problems.iter().any(|problem| {
            problem.line > 1
                && problem.found.contains(&format!("{kind} called `{name}`"))
                && problem.help.as_deref().is_some_and(|help| help.contains(meant))
        })
    };
    for (kind, name, meant) in [
        ("rule", "ST-TURN-55", "ST-TURN-05"),
        ("figure", "Wrastle", "Wrestle"),
        ("condition", "flat-feeted", "flat-footed"),
        ("deed", "stant", "stand"),
        ("kind of harm", "boddy", "body"),
        ("arm", "Improvized", "Improvised"),
        ("technique", "Evasiom", "Evasion"),
    ] {
        assert!(found(kind, name, meant), "{name} was not told: {problems:?}");
    }
    assert_eq!(problems.len(), 7, "{problems:?}");
}

/// What is wrong with a ruleset is told of its own file, not of one that takes from it.
#[test]
fn a_ruleset_that_takes_from_another_tells_what_is_wrong_with_that_one() {
    let folder = edited("scale_toughness", &[(r#"wrestle: "Wrestle""#, r#"wrestle: "Wrastle""#)]);
    copy(folder.path(), "crossroads");
    let problems = problems_of(&folder, "crossroads");
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert!(problem.file.contains("scale_toughness"), "{problem}");
}

/// No ruleset leans on one that leans on another, least of all on itself.
#[test]
fn rulesets_lean_on_rulesets_that_stand_on_their_own() {
    let folder = edited("crossroads", &[(r#"from: "scale_toughness""#, r#"from: "crossroads""#)]);
    let problems = problems_of(&folder, "crossroads");
    assert!(!problems.is_empty());
    assert!(problems.iter().any(|problem| problem.to_string().contains("stands on its own")), "{problems:?}");
}

/// ST-SIZE-02: a stated size that is not that of what somebody measures is odd, and told, but not wrong.
#[test]
fn a_size_that_does_not_fit_what_somebody_measures_is_doubted() {
    let folder = copied("scale_toughness");
    let path = folder.path().join("scale_toughness/profiles.ron");
    let text = fs::read_to_string(&path).unwrap();
    let measured = text.replacen(r#""Warhorse": ("#, r#""Warhorse": (across: 2.4,"#, 1).replacen(
        r#""Goblin Mook": ("#,
        r#""Goblin Mook": (across: 2.0,"#,
        1,
    );
    fs::write(&path, measured).unwrap();
    let library = Library::open(folder.path());
    assert!(library.rules("scale_toughness").is_ok());
    let doubts = library.doubts("scale_toughness");
    let [doubt] = doubts.as_slice() else { panic!("{doubts:?}") };
    assert!(doubt.line > 1 && doubt.found.contains("Goblin Mook at Scale 0"), "{doubt}");
    assert!(doubt.expected.contains("Scale 1"), "{doubt}");
}

/// A scenario of the skirmish on a field of 12 by 6 with these zones and borders.
fn divided(folder: &Path, zones: &str, borders: &str) -> Result<super::Scenario, Vec<Problem>> {
    copy(folder, "skirmish");
    let scenarios = folder.join("skirmish/scenarios");
    fs::create_dir_all(&scenarios).unwrap();
    let text = format!(
        r#"(
    title: "Parts",
    ground: (
        size: (12, 6),
        zones: [{zones}],
        borders: [{borders}],
    ),
    sides: [(name: "Red"), (name: "Blue")],
    fighters: [(of: "Fighter", side: "Red", at: (1, 1)), (name: "Other", of: "Fighter", side: "Blue", at: (10, 1))],
)"#
    );
    fs::write(scenarios.join("parts.ron"), text).unwrap();
    Library::open(folder).scenario("skirmish/parts")
}

const STREET: &str = r#"(name: "Street", of: [((0, 0), (5, 5))])"#;
const YARD: &str = r#"(name: "Yard", of: [((6, 0), (11, 5))], tags: ["dark"])"#;

#[test]
fn a_field_is_divided_into_parts_with_names() {
    let folder = tempfile::tempdir().unwrap();
    let border = r#"(between: ("Yard", "Street"), tags: ["gate"])"#;
    let scenario = divided(folder.path(), &format!("{STREET}, {YARD}"), border).unwrap();
    let board = &scenario.setup.board;
    let zone = |x, y| board.cell(crate::board::Square::new(x, y)).unwrap().zone;
    assert_eq!([zone(0, 0), zone(5, 5), zone(6, 0), zone(11, 5)], [Some(0), Some(0), Some(1), Some(1)]);
    assert_eq!(board.zones[1].tags, ["dark"]);
}

/// What is wrong with zones is named where it stands in the file.
#[test]
fn zones_that_cannot_be_are_told_with_their_place() {
    for (zones, borders, wrong, line) in [
        (format!(r#"{STREET}, (name: "Yard", of: [((4, 0), (11, 5))])"#), "", "belongs to \"Street\" already", 5),
        (format!(r#"{STREET}, (name: "Yard", of: [((8, 0), (11, 5))])"#), "", "touches no other zone", 5),
        (format!(r#"{STREET}, (name: "Yard", of: [((6, 0), (12, 5))])"#), "", "not all on the board", 5),
        (format!(r#"{STREET}, (name: "Yard", of: [])"#), "", "\"Yard\" without a square", 5),
        (format!("{STREET}, {STREET}"), "", "a second zone called \"Street\"", 5),
        (format!("{STREET}, {YARD}"), r#"(between: ("Street", "Hall"))"#, "no zone called \"Hall\"", 6),
        (
            format!(r#"{STREET}, {YARD}"#),
            r#"(between: ("Street", "Yard")), (between: ("Yard", "Street"))"#,
            "a second border between",
            6,
        ),
        (
            r#"(name: "A", of: [((0, 0), (3, 5))]), (name: "B", of: [((4, 0), (7, 5))]), (name: "C", of: [((8, 0), (11, 5))])"#
                .to_owned(),
            r#"(between: ("A", "C"))"#,
            "which do not meet",
            6,
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let problems = divided(folder.path(), &zones, borders).expect_err(wrong);
        let found = problems.iter().find(|problem| problem.found.contains(wrong));
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let found = found.unwrap_or_else(|| panic!("{wrong} is not among {told:?}"));
        assert_eq!((found.line, found.column > 1), (line, true), "{told:?}");
    }
}

/// What is wrong with what lies about or can be worked is named where it stands in the file.
#[test]
fn things_of_the_ground_that_cannot_be_are_told_with_their_place() {
    for (things, wrong) in [
        (r#"loose: [(of: "Swurd", at: (1, 1))]"#, "arm called `Swurd`"),
        (r#"loose: [(of: "Sword", at: (12, 1))]"#, "(12,1), which is off the board"),
        (r#"features: [(name: "Gate", at: (1, 9), verb: "raise it")]"#, "(1,9), which is off the board"),
        (r#"features: [(name: "Gate", at: (1, 1), verb: "raise it", save: "STRR")]"#, "figure called `STRR`"),
        (r#"features: [(name: "Gate", at: (1, 1), verb: "raise it", does: Marks("Hall", "lit"))]"#, "no zone called"),
        (r#"features: [(name: "Gate", at: (1, 1), verb: "raise it", does: Opens(("A", "C")))]"#, "which do not meet"),
        (
            r#"features: [(name: "Gate", at: (1, 1), verb: "x"), (name: "gate", at: (1, 1), verb: "x")]"#,
            "a second feature",
        ),
    ] {
        let folder = copied("zones");
        let scenarios = folder.path().join("zones/scenarios");
        fs::create_dir_all(&scenarios).unwrap();
        let text = format!(
            r#"(
    title: "Things",
    ground: (
        row: ["A", "B", "C"],
        {things},
    ),
    sides: [(name: "Red"), (name: "Blue")],
    fighters: [(of: "Bandit", side: "Red", place: "A"), (of: "Knight", side: "Blue", place: "B")],
)"#
        );
        fs::write(scenarios.join("things.ron"), text).unwrap();
        let problems = Library::open(folder.path()).scenario("zones/things").expect_err(wrong);
        let [problem] = problems.as_slice() else { panic!("{problems:?}") };
        assert!(problem.found.contains(wrong), "{problem}");
        assert_eq!((problem.line, problem.column > 1), (5, true), "{problem}");
    }
}

/// Classes and tables that cannot be are told with their place, and so is what is wrong in several at once.
#[test]
fn rows_of_classes_and_tables_that_do_not_fit_are_told_with_their_place() {
    for (from, to, expected) in [
        ("[(1, 3, 19), (4, 6, 17)", "[(1, 3, 19), (5, 6, 17)", "after level 3 the next begins with 4, not 5"),
        ("[(1, 3, 19), (4, 6, 17)", "[(1, 3, 19), (3, 6, 17)", "after level 3 the next begins with 4, not 3"),
        ("[(1, 3, 19), (4, 6, 17)", "[(3, 1, 19), (4, 6, 17)", "not from level 3 down to 1"),
        (r#""Save": [(0, 99, 16)]"#, r#""Save": []"#, "at least one row of levels"),
        (r#""any plus": {1: 1}"#, r#""any plus": {}"#, "at least one row"),
        (r#""any plus": {1: 1}"#, r#""any plus": {1: 1, 1: 2}"#, "once"),
    ] {
        let folder = edited("old_school", &[(from, to)]);
        told(&problems_of(&folder, "old_school"), "ruleset.ron", "", expected);
    }
}

#[test]
fn classes_that_name_what_is_not_there_are_told_with_their_place() {
    let folder = edited(
        "old_school",
        &[
            (r#""Thief": (level: "Level""#, r#""Thief": (level: "Levle""#),
            (r#""Save": [(1, 4, 13)"#, r#""Safe": [(1, 4, 13)"#),
            (
                r#""Dwarf": (level: "Level", like: Some("Fighter")"#,
                r#""Dwarf": (level: "Level", like: Some("Fihgter")"#,
            ),
            (
                r#""Hobbit": (level: "Level", like: Some("Fighter")"#,
                r#""Hobbit": (level: "Level", like: Some("Pirate")"#,
            ),
            (r#"table: "any plus""#, r#"table: "many plus""#),
        ],
    );
    let problems = problems_of(&folder, "old_school");
    for found in ["figure called `Levle`", "figure called `Safe`", "class called `Fihgter`", "table called `many plus`"]
    {
        told(&problems, "ruleset.ron", found, "");
    }
    told(&problems, "ruleset.ron", "the class Pirate, which is itself like another", "says itself what it gives");
    assert_eq!(problems.len(), 5, "{problems:#?}");
}

#[test]
fn profiles_that_do_not_fit_their_class_are_told_with_their_place() {
    let folder = copied("old_school");
    for (from, to) in [
        (r#"class: Some("Ranger")"#, r#"class: Some("Rangre")"#),
        (r#"arms: ["Mace", "Shield", "Chain"]"#, r#"arms: ["Mace", "Shield", "Chian"]"#),
        (r#"stowed: ["Spear"]"#, r#"stowed: ["Speer"]"#),
        (r#""Level": 12"#, r#""Level": 120"#),
        (r#""Level": 2, "#, ""),
    ] {
        changed(folder.path(), "old_school/profiles.ron", from, to);
    }
    let problems = problems_of(&folder, "old_school");
    for found in ["class called `Rangre`", "arm called `Chian`", "arm called `Speer`"] {
        told(&problems, "profiles.ron", found, "");
    }
    told(&problems, "profiles.ron", "a Fighter of Level 120, for which it has no", "Level 1 to 99");
    told(&problems, "profiles.ron", "a Hobbit of Level 0, for which it has no", "Level 1 to 99");
    assert_eq!(problems.len(), 5, "{problems:#?}");
}

/// What the lists of old_school name beside rules, conditions and harms: figures in pairs, verbs in pairs, and words
/// and figures that nothing to carry and nobody has.
#[test]
fn wrong_words_in_the_numbers_of_mechanics_are_told_with_their_place() {
    let edits = [
        ("figure", r#"goes: ("Move", 18)"#, "Move", "Mov"),
        ("figure", r#"points: ("1d6", "HD", "HD plus")"#, "HD plus", "HD pulse"),
        ("figure", r#"adds: From("STR", 16, 1)"#, "STR", "STRR"),
        ("figure", r#"or: Some("DEX bonus")"#, "DEX bonus", "DEX bonuss"),
        ("deed", r#"with_few_steps: [("cast", 2)]"#, "cast", "casst"),
        ("deed", r#"beside: ["parry"]"#, "parry", "pary"),
        ("condition", r#"unheld: ["pursued"]"#, "pursued", "persued"),
        ("figure of an arm", r#"special_from: "special from""#, "special from", "special form"),
        ("figure of an arm", r#"against_blows: "shield melee""#, "shield melee", "shield mellee"),
        ("word of an arm", r#"with: ["bow", "javelin"]"#, "javelin", "javeline"),
        ("word of an arm", r#"cancels: ["polearm", "longspear"]"#, "longspear", "longspeer"),
        ("word of an arm", r#"clumsy: [("small""#, "small", "smal"),
        ("word of a fighter", r#"strikers: "fighter group""#, "fighter group", "figther group"),
        ("word of a fighter", r#"who: "thief", die"#, "thief", "theif"),
        ("word of a fighter", r#"words: ["creature"], figure"#, "creature", "creatur"),
    ];
    let texts: Vec<(&str, String)> = edits.iter().map(|(_, text, from, to)| (*text, text.replace(from, to))).collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(from, to)| (*from, to.as_str())).collect();
    let folder = edited("old_school", &texts);
    let problems = problems_of(&folder, "old_school");
    for (kind, _, meant, name) in edits {
        told(&problems, "ruleset.ron", &format!("{kind} called `{name}`"), "");
        let helps = |problem: &Problem| problem.help.as_deref().is_some_and(|help| help.contains(meant));
        assert!(problems.iter().any(|each| each.found.contains(name) && helps(each)), "{name}: {problems:#?}");
    }
    assert_eq!(problems.len(), edits.len(), "{problems:#?}");
}

/// A figure of an arm that nothing in the ruleset asks for would do nothing, and nobody would know.
#[test]
fn a_misspelt_figure_of_an_arm_is_told_with_its_place() {
    let folder = copied("hursagmu");
    changed(folder.path(), "hursagmu/arms.ron", r#""power": 2, "grade": 1"#, r#""power": 2, "grad": 1"#);
    let problems = problems_of(&folder, "hursagmu");
    told(&problems, "arms.ron", "no figure of an arm that the ruleset asks for called `grad`", "grade");
    assert_eq!(problems.len(), 1, "{problems:#?}");
}

/// Whatever cannot be about armies is named with its place.
#[test]
fn armies_that_cannot_be_are_told_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.ron");
    let text = r#"(
        ruleset: "hursagmu", title: "Wrong", ground: (size: (12, 8)), sides: [(name: "A"), (name: "B")],
        fighters: [
            (name: "Alda", of: "General", side: "A", at: (2, 2)),
            (name: "Berold", of: "General", side: "B", at: (8, 2)),
        ],
        encounter: Some((minutes: Some(0), rounds: Some(0), armies: [
            (side: "A", size: 0, general: "Berold"),
            (side: "A", size: 1, general: "Alda", advisers: ["Nobody", "Alda"], chooses: partial("Berold"),
             quality: (0, 1), hits: Some(-1), strikes: Some("A"), arrives: [(0, 5)], exit: [((0, 0), (0, 90))]),
            (side: "C", size: 1, general: "Alda"),
            (side: "B", size: 1, general: "Berold", guards: ["Berold"], pursuers: ["Alda"]),
            (side: "B", size: 1, general: "Berold"),
        ])),
    )"#;
    fs::write(&path, text).unwrap();
    let library = Library::open("rulesets");
    let problems = library.scenario(&path.display().to_string()).err().unwrap_or_default();
    let found = |words: &str, line: u32| problems.iter().any(|each| each.line == line && each.found.contains(words));
    for (words, line) in [
        ("0 minutes", 7),
        ("0 rounds", 7),
        ("Berold", 8),
        ("called `Nobody`", 9),
        ("Alda a second time", 9),
        ("adviser of this army called `Berold`", 9),
        ("a quality of 0 over 1", 10),
        ("-1 hits", 10),
        ("side with another army called `A`", 10),
        ("5 soldiers in round 0", 10),
        ("off the board", 10),
        ("side called `C`", 11),
        ("Berold a second time", 12),
        ("called `Alda`", 12),
        ("a second army of B", 13),
    ] {
        assert!(found(words, line), "{words} in line {line} was not told: {problems:?}");
    }
}

/// A battle goes on in the rules in which it began: what comes before a lesson is of the same ruleset, or named with its place.
#[test]
fn a_lesson_follows_no_battle_of_another_ruleset() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.ron");
    let library = Library::open("rulesets");
    let battle = |id: &str, (ruleset, of): (&str, &str)| {
        format!(
            r#"id: "{id}", title: "A road", ruleset: "{ruleset}", rules: [], ground: (size: (12, 8)),
            fighters: [(name: "A", of: "{of}", side: "Red", at: (2, 2)), (name: "B", of: "{of}", side: "Blue", at: (8, 2))],
            play: [],"#
        )
    };
    let read = |earlier: (&str, &str)| {
        let (first, then) = (battle("FIRST", earlier), battle("THEN", ("hursagmu", "Spearman")));
        fs::write(&path, format!("[\n    ({then}\n    follows: (hours: 1, battle: ({first}))),\n]")).unwrap();
        library.lesson_file(&path)
    };
    let followed = read(("hursagmu", "Archer")).unwrap();
    assert!(followed.iter().all(|lesson| lesson.follows.is_some()));
    let problems = read(("old_school", "Recruit")).err().unwrap_or_default();
    told(&problems, "wrong.ron", "a battle before it of another ruleset", "one of `hursagmu`");
}
