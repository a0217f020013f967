//! What a program of its own must keep to when strangers' files and codes are given to it: it ends in time, in bounded
//! memory, with an error in words, and tells nothing that a screen would obey.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use sortie::record::Record;

use crate::kit::{Battle, Folder, PROGRAM, Said, begin, run, scenario};

/// Runs the program, in at most so much memory where the system can see to it, and waits no longer than a minute for it.
fn sortie(args: &[&str], input: &[u8]) -> Said {
    let begun = Instant::now();
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 2097152; exec timeout 60 \"$@\"", "sh", PROGRAM]).args(args);
    let said = run(command.env("XDG_DATA_HOME", std::env::temp_dir().join("sortie-fuzz-data")), input);
    assert!(begun.elapsed() < Duration::from_secs(60), "{args:?} never ends");
    assert!(matches!(said.code, Some(0..=2)), "{args:?} ended with {:?}: {}", said.code, said.err);
    for told in [&said.out, &said.err] {
        let obeyed = told.chars().find(|each| each.is_control() && !['\n', '\t'].contains(each) || *each == '\u{202e}');
        assert_eq!(obeyed, None, "{args:?} tells {told:?}");
        assert!(!told.contains("panicked at"), "{told}");
    }
    said
}

/// The record of a battle where somebody gains experience in the camp without end.
fn endless(decisions: usize) -> Record {
    let mut endless = begin(&scenario("scale_toughness/gate"), 1).saved();
    let decision = sortie::battle::Decision {
        side: sortie::battle::SideId(0),
        order: sortie::battle::Order::new("talk").into(),
        dice: 0,
    };
    endless.decisions = vec![decision; decisions];
    endless
}

#[test]
fn fuzz_codes_of_strangers_end_in_time() {
    let far = endless(800_000).code().unwrap();
    let output = sortie(&["replay", &far[..far.len().min(100_000)]], b"");
    assert!(!output.is_well());
    let folder = Folder::new();
    let told = sortie(&["replay", &folder.write("code.txt", far)], b"").err;
    assert!(told.contains("800000 decisions, expected at most 100000"), "{told}");
}

#[test]
fn fuzz_nobody_names_files_from_afar_and_no_screen_obeys_them() {
    let saved = begin(&scenario("scale_toughness/gate"), 1).saved();
    let gate = std::fs::read_to_string("rulesets/scale_toughness/scenarios/gate.ron").unwrap();
    let folder = Folder::new();
    let own = &folder.write("own.ron", &gate);
    for name in
        ["/etc/hostname", "../../../../../etc/passwd", own, "\u{1b}]0;x\u{7}", "\u{202e}etag", &"x".repeat(100_000)]
    {
        let afar = Record { scenario: name.to_owned(), ..saved.clone() };
        let output = sortie(&["replay", &afar.code().unwrap()], b"");
        let told = &output.err;
        assert!(!output.is_well() && told.contains("no scenario called") && told.len() < 3_000, "{told}");
        let lines = [
            serde_json::json!({"do": "new", "scenario": name}).to_string(),
            serde_json::json!({"do": "load", "record": afar}).to_string(),
        ];
        let told = sortie(&["engine"], lines.join("\n").as_bytes()).out;
        assert_eq!(told.matches("no scenario called").count(), 2, "{told}");
    }
    // Whoever sits here may name any file.
    folder.write("own.ron", gate.replacen('(', "(ruleset: \"scale_toughness\",", 1));
    let save = folder.join("own.json");
    let save = save.to_str().unwrap();
    let output = sortie(&["play", own, "--text", "--auto", "--seed", "3", "--save", save], b"");
    assert!(output.is_well(), "{}", output.err);
    assert!(!sortie(&["replay", save], b"").is_well());
    assert!(sortie(&["replay", save, "--scenario", own], b"").is_well());
    assert!(sortie(&["play", own, "--text", "--load", save], b"").is_well());
    let begin = serde_json::json!({"do": "new", "scenario": own}).to_string();
    assert!(sortie(&["engine", own], begin.as_bytes()).out.contains("\"question\""));
}

#[test]
fn fuzz_scenarios_of_strangers_are_told_harmlessly() {
    let folder = Folder::new();
    let gate = std::fs::read_to_string("rulesets/scale_toughness/scenarios/gate.ron").unwrap();
    let spell = "\u{1b}[31m\u{202e}\u{9b}2J";
    let named = gate.replacen("title: \"", &format!("title: \"{spell}"), 1).replacen(
        "blurb: \"",
        &format!("blurb: \"{spell}"),
        1,
    );
    let path = &folder.write("spell.ron", named.replacen('(', "(ruleset: \"scale_toughness\",", 1));
    for args in [
        &["play", path, "--text", "--auto", "--seed", "2"][..],
        &["simulate", path, "--battles", "2"],
        &["check", path],
        &["check", "--json", path],
    ] {
        sortie(args, b"");
    }
    let sides: Vec<u8> = [spell.as_bytes(), b"\nattack with ", spell.as_bytes(), b"\nquit\n"].concat();
    sortie(&["play", path, "--text", "--seed", "2"], &sides);
    assert!(Path::new(path).exists());
}

/// A terminal that is closed in the middle of a battle has kept it.
#[test]
fn fuzz_a_battle_at_the_terminal_keeps_itself() {
    let folder = Folder::new();
    let play = |args: &[&str], input: &str| {
        run(Command::new(PROGRAM).args(args).env("XDG_DATA_HOME", folder.path()), input.as_bytes()).out
    };
    let told = play(&["play", "gate", "--text", "--seed", "4"], "end turn\nend turn\n");
    let path = told.split("--load \"").nth(1).and_then(|rest| rest.split('"').next()).expect("the file is named");
    assert!(path.contains("autosave-"), "{told}");
    let kept = Record::read(Path::new(path)).unwrap();
    assert!(!kept.decisions.is_empty());
    let told = play(&["play", "--text", "--load", path], "none\nend turn\n");
    assert!(told.contains(path), "it goes on in the same file: {told}");
    assert!(Record::read(Path::new(path)).unwrap().decisions.len() > kept.decisions.len());
}
