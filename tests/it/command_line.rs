//! The command line, as somebody who types it sees it.

use crate::kit::{Folder, edit, sortie};

#[test]
fn the_files_that_ship_are_right() {
    let output = sortie(&["check", "--json"]);
    assert!(output.is_well(), "{}", output.out);
    let found = output.json();
    assert_eq!(found["errors"], serde_json::json!([]));
}

#[test]
fn the_rulebook_lists_every_rule_with_its_tier() {
    let output = sortie(&["rules", "scale_toughness", "--coverage", "--json"]);
    let found = output.json();
    assert_eq!(found["ruleset"], "scale_toughness");
    let rules = found["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 194);
    assert_eq!((&rules[0]["id"], &rules[0]["tier"]), (&"ST-MISC-01".into(), &"battle".into()));
}

#[test]
fn a_rule_is_shown_by_its_id_and_a_slip_in_it_is_pointed_out() {
    let output = sortie(&["rules", "scale_toughness", "st-init-05"]);
    assert!(output.out.starts_with("ST-INIT-05 Delaying a turn (Initiative)"), "{}", output.out);
    let output = sortie(&["rules", "scale_toughness", "ST-INIT-O5"]);
    assert!(!output.is_well());
    assert!(output.err.contains("did you mean ST-INIT-0"), "{}", output.err);
    assert!(!sortie(&["rules", "checkers"]).is_well());
}

/// The rulebook is listed by its chapters, each with its sentence, in the order of a round; words find rules.
#[test]
fn the_rulebook_is_listed_by_chapters_and_found_by_words() {
    let listed = sortie(&["rules", "scale_toughness"]).out;
    let place = |text: &str| listed.find(text).unwrap_or_else(|| panic!("no `{text}` in {listed}"));
    let order = ["\nThe round: ", "\nA turn: ", "\nMoving: ", "\nAttacking: ", "\nDefending: ", "\nHarm and wounds: "];
    assert!(order.windows(2).all(|pair| place(pair[0]) < place(pair[1])), "{listed}");
    let found = sortie(&["rules", "scale_toughness", "flankign"]);
    assert!(found.is_well() && found.out.contains("Flanking (Defence)"), "{}{}", found.out, found.err);
    assert!(!sortie(&["rules", "scale_toughness", "quagga trombone"]).is_well());
}

/// A whole rulebook is written as one page, with a place for every rule.
#[test]
fn a_rulebook_is_written_as_a_page() {
    let folder = Folder::new();
    let file = folder.join("book.html");
    let said = sortie(&["rules", "skirmish", "--book", file.to_str().unwrap(), "--json"]);
    assert!(said.is_well(), "{}", said.err);
    let page = std::fs::read_to_string(&file).unwrap();
    let rules = crate::kit::library().rules("skirmish").unwrap();
    for rule in rules.book.keys() {
        assert!(page.contains(&format!("id=\"{rule}\"")), "{rule}");
    }
    assert_eq!(said.json()["rules"], rules.book.len());
    assert!(said.json()["pictures"].as_u64().unwrap() > 8, "{}", said.out);
    assert!(!sortie(&["rules", "--book", "x.html"]).is_well(), "of which game");
}

/// A saved battle is told as a text: rounds as headings, dice and odds.
#[test]
fn a_battle_is_told_as_a_text() {
    let folder = Folder::new();
    let file = folder.join("battle.json");
    let path = file.to_str().unwrap();
    assert!(sortie(&["play", "skirmish4", "--text", "--auto", "--seed", "5", "--save", path]).is_well());
    let told = sortie(&["replay", path, "--chronicle"]);
    assert!(told.is_well(), "{}", told.err);
    for part in ["# ", "\n## Round 1\n", "\n## The end\n", "Odds beforehand: ", " needed)"] {
        assert!(told.out.contains(part), "{part}: {}", told.out);
    }
}

#[test]
fn a_wrong_rulebook_is_told_with_file_line_and_column() {
    let folder = Folder::new();
    let rule = |id: &str, see: &str| format!("(id: \"{id}\", area: \"A\", title: \"T\", text: \"x\", see: [{see}]),\n");
    let file = folder.write("rulebook.ron", format!("[\n{}{}]", rule("A-1", "\"A-7\""), rule("A-1", "")));
    let output = sortie(&["check", "--json", &file]);
    assert!(!output.is_well());
    let found = output.json();
    let errors = found["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 2, "{found}");
    assert_eq!((&errors[0]["line"], &errors[1]["line"]), (&2.into(), &3.into()));
    assert!(errors[0]["found"].as_str().unwrap().contains("A-7"), "{found}");
}

/// A setting whose value is a text is told as a number or a word is, and also as the file writes it.
#[test]
fn a_text_that_a_setting_is_set_to_needs_no_quotes() {
    let setting = |value: &str| {
        let given = [("fall_damage".to_owned(), value.to_owned())].into_iter().collect();
        let rules = crate::kit::library().rules_with("old_school", &given);
        rules.map(|rules| rules.settings["fall_damage"].is.clone())
    };
    for value in ["1d6", "\"1d6\""] {
        assert_eq!(setting(value).unwrap(), "1d6");
    }
    assert_eq!(setting("0").unwrap(), "0");
    let problems = setting("1d8").unwrap_err();
    let said = sortie::rulebook::reader::lines(&problems);
    assert!(said.contains("the setting fall_damage at `1d8`, expected one of 0, 1d6"), "{said}");
}

/// Whoever looks at the first lines of something long alone is told nothing else.
#[test]
fn a_reader_who_stops_reading_is_no_fault() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sortie"));
    let piped = std::process::Stdio::piped;
    let mut program = command.args(["rules", "--mechanics"]).stdout(piped()).stderr(piped()).spawn().unwrap();
    drop(program.stdout.take());
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// What is no file is not waited for.
#[test]
fn lessons_are_not_read_from_devices() {
    let output = sortie(&["lesson", "/dev/zero"]);
    assert!(!output.is_well() && output.err.contains("a device or pipe"), "{}", output.err);
}

#[test]
fn a_file_that_is_no_text_and_a_file_that_is_not_there_are_clear_errors() {
    let folder = Folder::new();
    let file = folder.write("rulebook.ron", [0xff, 0xfe, 0x00]);
    for path in [file.as_str(), folder.join("nothing.ron").to_str().unwrap()] {
        let output = sortie(&["check", path]);
        assert!(!output.is_well());
        assert!(output.err.contains(":1:1: "), "{}", output.err);
    }
}

/// Promise: what is misspelt in the file of a ruleset is told there first, and not of the files that ask for it rightly; what is
/// wrong with those as well comes after.
#[test]
fn what_is_misspelt_in_a_ruleset_is_told_there_first() {
    let folder = Folder::of_rulesets(&["skirmish"]);
    let told = || {
        let output = sortie(&["check", "--json", folder.path().to_str().unwrap()]);
        assert_eq!(output.code, Some(1), "{}", output.err);
        let errors = output.json()["errors"].as_array().unwrap().clone();
        let place = |error: &serde_json::Value| {
            let [file, found, help] =
                ["file", "found", "help"].map(|of| error[of].as_str().unwrap_or_default().to_owned());
            (file.rsplit('/').next().unwrap().to_owned(), found, help)
        };
        errors.iter().map(place).collect::<Vec<_>>()
    };
    edit(&folder.join("skirmish/ruleset.ron"), "\"Life\": (given", "\"Lief\": (given");
    let errors = told();
    let is_cause = |(file, found, help): &(String, String, String)| {
        file == "ruleset.ron" && found.contains("figure called `Life`") && help.contains("Lief")
    };
    assert!(!errors.is_empty() && errors.iter().all(is_cause), "{errors:#?}");
    edit(&folder.join("skirmish/arms.ron"), "reach: [", "raech: [");
    let errors = told();
    let files: Vec<&str> = errors.iter().map(|(file, ..)| file.as_str()).collect();
    assert!(
        is_cause(&errors[0]) && files.last() == Some(&"arms.ron") && !files.contains(&"profiles.ron"),
        "{errors:#?}"
    );
    edit(&folder.join("skirmish/ruleset.ron"), "blurb: ", "blrub: ");
    let errors = told();
    assert!(
        matches!(errors.as_slice(), [(file, found, _)] if file == "ruleset.ron" && found == "`blrub`"),
        "{errors:#?}"
    );
}

/// Files from anywhere are read as what they are, and whatever is absurd in them
/// is told with its place; nothing hangs, eats memory or panics.
#[test]
fn absurd_files_from_anywhere_are_told_with_their_place() {
    let folder = Folder::new();
    let stand =
        |x: i64, more: &str| format!("(name: \"F{x}\", of: \"Gate Guard\", side: \"A\", at: ({x}, 1){more}),\n");
    let lesson = |ground: &str, more: &str, dice: &str| {
        let fighters = stand(1, more) + &stand(3, "");
        format!(
            "[(\nruleset: \"scale_toughness\",\nid: \"X\", title: \"t\", text: \"t\", rules: [],\n\
             ground: ({ground}),\nfighters: [\n{fighters}],\norder: [\"F1\"], dice: [{dice}],\nplay: [])]"
        )
    };
    let scenario = |ruleset: &str, ground: &str| {
        format!(
            "(\n{ruleset}title: \"t\",\nground: ({ground}),\nsides: [(name: \"A\"), (name: \"B\")],\nfighters: [{}{}])",
            stand(1, ""),
            stand(3, "").replace("\"A\"", "\"B\"")
        )
    };
    let home = "ruleset: \"scale_toughness\",\n";
    let cases = [
        (lesson("size: (100000, 100000)", "", ""), 4, "100000 x 100000"),
        (lesson("size: (9, 9)", ", figures: {\"Strength\": 2000000000}", ""), 6, "2000000000"),
        (lesson("size: (9, 9)", ", wounds: 1000000000", ""), 6, "1000000000"),
        (lesson("size: (9, 9)", "", "\"1000000000d6: 1\""), 9, "1000000000"),
        (lesson("size: (9, 9)", "", "\"d6: 9\""), 9, "shows 9"),
        (scenario(home, "size: (100000, 100000)"), 4, "100000 x 100000"),
        (scenario("", "size: (9, 9)"), 1, "a scenario of no ruleset"),
        (scenario("ruleset: \"chess\",\n", "size: (9, 9)"), 0, "chess"),
        (scenario(home, "size: (9, 9)")[..60].to_owned(), 4, "the end of the file"),
    ];
    for (index, (text, line, said)) in cases.iter().enumerate() {
        let output = sortie(&["check", "--json", &folder.write(&format!("{index}.ron"), text)]);
        assert_eq!(output.code, Some(1), "{text}");
        let found = output.json();
        let errors = found["errors"].as_array().unwrap();
        let told = errors
            .iter()
            .any(|error| (*line == 0 || error["line"] == *line) && error["found"].as_str().unwrap().contains(said));
        assert!(told, "{text}\n{found:#}");
    }
    assert!(sortie(&["check", &folder.write("good.ron", scenario(home, "size: (9, 9)"))]).is_well());
    let odds = ["odds", "scale_toughness", "--attacker", "Gate Guard", "--with", "Spear", "--target", "Gate Guard"];
    for set in ["Toughness=999999999999", "Scale=2147483647", "range=2000000000", "light=loud", "cover=99", "Zeal=1"] {
        let output = sortie(&[&odds[..], &["--set", set]].concat());
        assert_eq!(output.code, Some(1), "{set}");
        assert!(output.err.len() > 10, "{set}");
    }
}
