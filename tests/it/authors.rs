//! What whoever writes a game of their own reads and is told: fields do what they say, and what cannot be is refused with what
//! could.

use std::collections::BTreeSet;

use sortie::lesson::{Report, run};
use sortie::reference;
use sortie::rulebook::Library;
use sortie::rulebook::reader::Problem;

use crate::kit::{Folder, edit, sortie};

/// A copy of a ruleset that ships with other texts in some of its files.
fn changed(ruleset: &str, edits: &[(&str, &str, &str)]) -> Folder {
    let folder = Folder::of_rulesets(&[ruleset]);
    for (file, from, to) in edits {
        edit(&folder.join(&format!("{ruleset}/{file}")), from, to);
    }
    folder
}

/// Plays a lesson of these fields under the rules of that folder.
fn played(folder: &Folder, ruleset: &str, fields: &str) -> Report {
    let text = format!("[(id: \"X\", title: \"X\", ruleset: \"{ruleset}\", rules: [], {fields})]");
    let file = folder.write("lesson.ron", text);
    let lessons = Library::open(folder.path()).lesson_file(file.as_ref());
    run(&lessons.unwrap_or_else(|problems| panic!("{problems:?}"))[0])
}

/// The same where it must hold.
fn holds(folder: &Folder, ruleset: &str, fields: &str) {
    let report = played(folder, ruleset, fields);
    assert!(report.passed, "{:#?}", report.differences);
}

/// What is wrong with a ruleset.
fn problems(folder: &Folder, ruleset: &str) -> Vec<Problem> {
    Library::open(folder.path()).check(ruleset)
}

/// Promise: whoever is healed stays down where a game says so, also if it has one state for the dying and the felled.
#[test]
fn whoever_is_healed_stays_down_where_a_game_says_so() {
    let folder = changed("lanterns", &[("ruleset.ron", "wakes: true", "wakes: false")]);
    holds(
        &folder,
        "lanterns",
        "ground: (size: (16, 12), zones: [(name: \"The cellar\", of: [((0, 0), (15, 11))])]), fighters: [
            (name: \"Pat\", of: \"Chaplain\", side: \"Company\", at: (1, 1)),
            (name: \"Bo\", of: \"Poacher\", side: \"Company\", at: (2, 1), tallies: {\"damage taken\": 16}, conditions: [\"down\"]),
            (name: \"Ogre\", of: \"Ogre\", side: \"Others\", at: (14, 1)),
        ], order: [\"Pat\", \"Ogre\"], dice: [\"d8: 4\"], play: [
            Do(\"Pat: use with \\\"Mending word\\\" at Bo\"),
            Expect({\"Hit points of Bo\": 6, \"Bo is down\": \"yes\"}),
        ]",
    );
}

/// Promise: the dice of something that is used are listed by its name, as lessons ask for them.
#[test]
fn dice_of_things_are_listed_by_the_names_of_things() {
    let said = sortie(&["rules", "lanterns", "--words"]);
    let rolls = said.out.lines().find(|line| line.starts_with("rolls: ")).unwrap();
    assert!(rolls.contains("the Mending word") && !rolls.contains("the mending"), "{rolls}");
}

/// Promise: nobody is offered to wait for magic where there is none.
#[test]
fn nobody_waits_for_magic_where_there_is_none() {
    let waits_for = |ruleset: &str| {
        let said = sortie(&["rules", ruleset, "--words"]);
        let deeds = said.out.lines().find(|line| line.starts_with("deeds: ")).unwrap();
        assert!(deeds.contains("enemy enters"), "{deeds}");
        deeds.contains("enemy casts")
    };
    assert!(waits_for("liberi_gothica") && !waits_for("firebreak"));
}

/// Promise: a game may let shots come past what stands next to the shooter.
#[test]
fn cover_next_to_the_shooter_counts_for_nothing_where_a_game_says_so() {
    let duel = |hindered: i32| {
        format!(
            "ground: (map: [\"........\", \"..c.....\", \"........\"], legend: [('.', (name: \"cellar\", cost: 1)), ('c', (name: \"crates\", \
             cost: 0, cover: medium))]), fighters: [(name: \"Bo\", of: \"Poacher\", side: \"A\", at: (1, 1)), (name: \"Foe\", of: \"Warden\", \
             side: \"B\", at: (6, 1))], order: [\"Bo\", \"Foe\"], play: [Expect({{\"good cover on attack in attack with Bow at Foe\": \
             {hindered}}})]"
        )
    };
    holds(&changed("lanterns", &[]), "lanterns", &duel(-4));
    let spared = ("ruleset.ron", "adds: (-2, -4, -6),", "adds: (-2, -4, -6), ignores_own: true,");
    holds(&changed("lanterns", &[spared]), "lanterns", &duel(0));
}

/// Promise: the dying have their checks in every order of initiative, also in one that sends only those who can act.
#[test]
fn the_dying_have_their_checks_where_nobody_sends_them() {
    let folder = Folder::of_rulesets(&["by_turns", "scale_toughness"]);
    let (begins, passing) = ("begins: Thrown(\"1d6\"),", "begins: Thrown(\"1d6\"), passing: \"BT-INIT-02\",");
    edit(&folder.join("by_turns/ruleset.ron"), begins, passing);
    holds(
        &folder,
        "by_turns",
        "fighters: [
            (name: \"Goblin\", of: \"Goblin Mook\", side: \"Goblins\", at: (1, 1), conditions: [\"dying\"], wounds: 1),
            (name: \"Friend\", of: \"Goblin Mook\", side: \"Goblins\", at: (9, 1)),
            (name: \"Guard\", of: \"Gate Guard\", side: \"Watch\", at: (9, 9)),
        ], order: [\"Goblin\", \"Friend\", \"Guard\"], dice: [\"d6: 1\", \"d10: 4\"], play: [
            Do(\"act with Friend\"), Do(\"Friend: end turn\"), Do(\"act with Guard\"), Do(\"Guard: end turn\"),
            Expect({\"round\": 2, \"rolls of dying\": 3, \"needed for dying\": 4, \"Dying of Goblin\": \"DC 5\"}),
        ]",
    );
}

/// Promise: a type of damage that nothing knows is told with those that there are, and with nothing else.
#[test]
fn an_unknown_type_of_damage_is_told_with_the_types_that_there_are() {
    let folder = changed("firebreak", &[("arms.ron", "types: [\"bullet\"]", "types: [\"bulet\"]")]);
    let problems = problems(&folder, "firebreak");
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    let (expected, help) = (&problem.expected, problem.help.as_deref().unwrap_or_default());
    assert!(problem.found.contains("type of damage called `bulet`") && help.contains("bullet"), "{problem}");
    assert!(expected.contains("`bullet`") && expected.contains("`slashing`"), "{problem}");
    assert!(!expected.contains("damage taken") && !expected.contains("bleeding"), "{problem}");
}

/// Promise: what is no technique is not taken for one, though it is a state; nor a technique for a state.
#[test]
fn a_state_is_no_technique() {
    let folder = changed("scale_toughness", &[]);
    let guard = |of: &str| format!("(name: \"Guard\", of: \"Gate Guard\", side: \"A\", at: (1, 1), {of})");
    let head = "id: \"X\", title: \"X\", ruleset: \"scale_toughness\", rules: []";
    let text = |of: &str| format!("[({head}, fighters: [{}], play: [])]", guard(of));
    let told = |of: &str| {
        let file = folder.write("lesson.ron", text(of));
        Library::open(folder.path()).lesson_file(file.as_ref()).err().unwrap_or_default()
    };
    let problems = told("techniques: [\"prone\"]");
    assert!(problems.iter().any(|each| each.found.contains("technique called `prone`")), "{problems:?}");
    let problems = told("techniques: [\"Evasion\"]");
    assert!(!problems.iter().any(|each| each.found.contains("technique")), "{problems:?}");
    let problems = told("conditions: [\"Evasion\"]");
    assert!(problems.iter().any(|each| each.found.contains("condition called `Evasion`")), "{problems:?}");
    let mook = "(name: \"Mook\", of: \"Goblin Mook\", side: \"B\", at: (3, 1))";
    let both = format!("fighters: [{}, {mook}], order: [\"Guard\", \"Mook\"]", guard(""));
    let asks = |state: &str| format!("{both}, play: [Expect({{\"Guard is {state}\": false}})]");
    holds(&folder, "scale_toughness", &asks("prone"));
    assert!(!played(&folder, "scale_toughness", &asks("Evasion")).passed);
}

/// Promise: every piece of ground that the page about lessons shows can be read.
#[test]
fn the_ground_of_the_page_about_lessons_can_be_read() {
    let page = std::fs::read_to_string("rulesets/LESSONS.md").unwrap();
    let is_ground = |code: &&str| code.starts_with("ground: (") && !code.contains("row:");
    let shown: Vec<&str> = page.split('`').skip(1).step_by(2).filter(is_ground).collect();
    assert!(shown.len() >= 3 && shown.iter().any(|code| code.contains("edges:")), "{shown:?}");
    let folder = changed("skirmish", &[]);
    for ground in shown {
        holds(
            &folder,
            "skirmish",
            &format!(
                "{ground}, fighters: [(name: \"Ann\", of: \"Fighter\", side: \"A\", at: (0, 0)), (name: \"Ben\", of: \"Fighter\", side: \"B\", \
                 at: (1, 0))], order: [\"Ann\", \"Ben\"], play: [Expect({{\"turn\": \"Ann\"}})]"
            ),
        );
    }
}

/// Promise: the reference has every field that files may have, and no other.
#[test]
fn the_reference_has_every_field_of_files_and_no_other() {
    // The type, the file, what stands there, and the same with a field that there is not.
    let places = [
        ("Ruleset", "ruleset.ron", "title:", "no_such_field: 1, title:"),
        ("Setting", "ruleset.ron", "conditions:", "settings: {\"x\": (no_such_field: 1)}, conditions:"),
        ("Measure", "ruleset.ron", "measure: (", "measure: (no_such_field: 1, "),
        ("BodySizes", "ruleset.ron", "measure: (", "measure: (bodies: (no_such_field: 1), "),
        ("Unarmed", "ruleset.ron", "measure: (", "measure: (unarmed: (no_such_field: 1), "),
        ("Zoned", "ruleset.ron", "measure: (", "measure: (zones: (no_such_field: 1), "),
        ("Stats", "ruleset.ron", "stats: (", "stats: (no_such_field: 1, "),
        ("Figure", "ruleset.ron", "\"Attack\": (", "\"Attack\": (no_such_field: 1, "),
        ("Part", "ruleset.ron", "is: [(", "is: [(no_such_field: 1, "),
        ("Class", "ruleset.ron", "conditions:", "classes: {\"x\": (no_such_field: 1)}, conditions:"),
        ("Condition", "ruleset.ron", "\"slain\": (", "\"slain\": (no_such_field: 1, "),
        ("Technique", "ruleset.ron", "conditions:", "techniques: {\"x\": (no_such_field: 1)}, conditions:"),
        ("Modifier", "ruleset.ron", "\"slain\": (", "\"slain\": (mods: [(no_such_field: 1)], "),
        ("Rule", "rulebook.ron", "(id: \"SK-TURN-01\",", "(no_such_field: 1, id: \"SK-TURN-01\","),
        ("Arm", "arms.ron", "\"Sword\": (", "\"Sword\": (no_such_field: 1, "),
        ("Area", "arms.ron", "\"Sword\": (", "\"Sword\": (area: (no_such_field: 1), "),
        ("Profile", "profiles.ron", "blurb: \"Sword", "no_such_field: 1, blurb: \"Sword"),
        ("Object", "objects.ron", "", "{\"Box\": (no_such_field: 1)}"),
        ("Scenario", "scenarios/x.ron", "", "(title: \"X\", sides: [], fighters: [], no_such_field: 1)"),
        (
            "Fighter",
            "scenarios/x.ron",
            "",
            "(title: \"X\", sides: [], fighters: [(of: \"X\", side: \"X\", no_such_field: 1)])",
        ),
        (
            "Lesson",
            "lessons/x.ron",
            "",
            "[(id: \"X\", title: \"X\", rules: [], fighters: [], play: [], no_such_field: 1)]",
        ),
    ];
    let types = reference::types();
    for (name, file, from, to) in places {
        let folder = if from.is_empty() {
            let folder = changed("skirmish", &[]);
            folder.write(&format!("skirmish/{file}"), to);
            folder
        } else {
            changed("skirmish", &[(file, from, to)])
        };
        let problems = problems(&folder, "skirmish");
        let problem = problems.iter().find(|problem| problem.found.contains("no_such_field"));
        let expected = &problem.unwrap_or_else(|| panic!("{name}: {problems:?}")).expected;
        let fields: BTreeSet<&str> = expected.split('`').skip(1).step_by(2).collect();
        let group = types.iter().find(|group| group.name == name).unwrap_or_else(|| panic!("no {name}"));
        let told: BTreeSet<&str> = group.fields.iter().map(|field| field.name).collect();
        assert_eq!(told, fields, "{name}");
    }
}

/// Promise: help is for people: nothing in it stands as code links to code.
#[test]
fn help_shows_no_links_of_the_code() {
    let help = sortie(&["--help"]);
    let verbs = help.out.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let is_verb = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let verbs = verbs.take_while(|line| !line.is_empty()).filter(is_verb);
    let verbs: Vec<&str> = verbs.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(verbs.contains(&"simulate"), "{}", help.out);
    for verb in verbs {
        let told = if verb == "help" { help.out.clone() } else { sortie(&[verb, "--help"]).out };
        assert!(!told.contains("[`") && !told.contains("`]"), "{verb}: {told}");
    }
}

/// Promise: battles of games that count no wounds are told without any.
#[test]
fn games_without_wounds_are_told_without_them() {
    let said = sortie(&["--rulesets", "tests/rulesets", "simulate", "drill/close", "--battles", "2"]);
    assert!(said.is_well() && said.out.contains(" wins ") && !said.out.contains("wounds"), "{}{}", said.out, said.err);
    let said = sortie(&["simulate", "scale_toughness/gate", "--battles", "2"]);
    assert!(said.is_well() && said.out.contains(" wounds a battle"), "{}{}", said.out, said.err);
}

/// Promise: whoever strikes at an area in the odds stands outside it.
#[test]
fn whoever_strikes_at_an_area_stands_outside_it_in_the_odds() {
    for arm in ["Grenade", "Charge"] {
        let duel = ["--attacker", "Grenadier", "--with", arm, "--target", "Trooper"];
        let base = ["--rulesets", "tests/rulesets", "odds", "drill", "--json"];
        let order = format!("throw with {arm} at target");
        let course = ["--do", &order, "--ask", "attacker is deafened", "--ask", "target is deafened"];
        let told = sortie(&[&base[..], &duel, &course].concat()).json();
        let asked = told["asked"].as_array().unwrap();
        assert_eq!(asked[0]["fraction"], "0", "{told}");
        assert_ne!(asked[1]["fraction"], "0", "{told}");
        let plain = sortie(&[&base[..], &duel].concat());
        assert!(plain.is_well(), "{}", plain.err);
    }
}

/// Promise: a ruleset brings tips of its own, also for what it takes from another; one that is no line is refused.
#[test]
fn a_ruleset_brings_tips_of_its_own() {
    let folder = Folder::of_rulesets(&["crossroads", "scale_toughness"]);
    folder.write("crossroads/tips.ron", "{\"move\": \"Goes where the cards say.\"}");
    let rules = Library::open(folder.path()).rules("crossroads").unwrap();
    assert_eq!(rules.tips.get("move").map(String::as_str), Some("Goes where the cards say."));
    assert!(rules.tips.contains_key("crouch"), "{:?}", rules.tips);
    folder.write("crossroads/tips.ron", "{\n    \"move\": \"\"\n}");
    let problems = problems(&folder, "crossroads");
    assert!(problems.iter().any(|each| each.file.ends_with("crossroads/tips.ron") && each.line == 2), "{problems:?}");
}
