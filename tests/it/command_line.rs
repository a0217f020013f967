//! The command line, as somebody who types it sees it.

use std::process::{Command, Output};

fn sortie(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sortie")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_files_that_ship_are_right() {
    let output = sortie(&["check", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stdout));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["errors"], serde_json::json!([]));
}

#[test]
fn the_rulebook_lists_every_rule_with_its_tier() {
    let output = sortie(&["rules", "scale_toughness", "--coverage", "--json"]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["ruleset"], "scale_toughness");
    let rules = found["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 194);
    assert_eq!((&rules[0]["id"], &rules[0]["tier"]), (&"ST-MISC-01".into(), &"battle".into()));
}

#[test]
fn a_rule_is_shown_by_its_id_and_a_slip_in_it_is_pointed_out() {
    let output = sortie(&["rules", "scale_toughness", "st-init-05"]);
    assert!(text(&output.stdout).starts_with("ST-INIT-05 Delaying a turn (Initiative)"), "{}", text(&output.stdout));
    let output = sortie(&["rules", "scale_toughness", "ST-INIT-O5"]);
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("did you mean ST-INIT-0"), "{}", text(&output.stderr));
    assert!(!sortie(&["rules", "checkers"]).status.success());
}

#[test]
fn a_wrong_rulebook_is_told_with_file_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rulebook.ron");
    let rule = |id: &str, see: &str| format!("(id: \"{id}\", area: \"A\", title: \"T\", text: \"x\", see: [{see}]),\n");
    std::fs::write(&file, format!("[\n{}{}]", rule("A-1", "\"A-7\""), rule("A-1", ""))).unwrap();
    let output = sortie(&["check", "--json", file.to_str().unwrap()]);
    assert!(!output.status.success());
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let errors = found["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 2, "{found}");
    assert_eq!((&errors[0]["line"], &errors[1]["line"]), (&2.into(), &3.into()));
    assert!(errors[0]["found"].as_str().unwrap().contains("A-7"), "{found}");
}

#[test]
fn a_file_that_is_no_text_and_a_file_that_is_not_there_are_clear_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rulebook.ron");
    std::fs::write(&file, [0xff, 0xfe, 0x00]).unwrap();
    for path in [file.as_path(), &folder.path().join("nothing.ron")] {
        let output = sortie(&["check", path.to_str().unwrap()]);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(":1:1: "), "{}", text(&output.stderr));
    }
}
