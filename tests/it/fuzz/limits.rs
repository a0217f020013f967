//! What a program of its own must keep to when strangers' files and codes are given to it: it ends in time, in bounded
//! memory, with an error in words, and tells nothing that a screen would obey.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use sortie::record::{Game, Record, record};
use sortie::rulebook::Library;

/// Runs the program, in at most so much memory where the system can see to it, and waits no longer than a minute for it.
fn sortie(args: &[&str], input: &[u8]) -> Output {
    let begun = Instant::now();
    let program = env!("CARGO_BIN_EXE_sortie");
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 2097152; exec timeout 60 \"$@\"", "sh", program]).args(args);
    let data = std::env::temp_dir().join("sortie-fuzz-data");
    let mut child = command
        .env("XDG_DATA_HOME", data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may have ended before it has read all of that.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(60), "{args:?} never ends");
    assert!(matches!(output.status.code(), Some(0..=2)), "{args:?} ended with {:?}", output.status);
    for told in [&output.stdout, &output.stderr] {
        let told = String::from_utf8_lossy(told);
        let obeyed = told.chars().find(|each| each.is_control() && !['\n', '\t'].contains(each) || *each == '\u{202e}');
        assert_eq!(obeyed, None, "{args:?} tells {told:?}");
        assert!(!told.contains("panicked at"), "{told}");
    }
    output
}

/// The record of a battle in the camp of which somebody gains experience without end.
fn endless(decisions: usize) -> Record {
    let library = Library::open("rulesets");
    let scenario = library.scenario("scale_toughness/gate").unwrap();
    let game = Game::new(&scenario.name, &Default::default(), scenario.setup, 1);
    let mut endless = record(&game.world, game.battle).unwrap();
    let decision = sortie::battle::Decision {
        side: sortie::battle::SideId(0),
        order: sortie::battle::Order::new("talk"),
        dice: 0,
    };
    endless.decisions = vec![decision; decisions];
    endless
}

#[test]
fn fuzz_codes_of_strangers_end_in_time() {
    let far = endless(800_000).code().unwrap();
    let output = sortie(&["replay", &far[..far.len().min(100_000)]], b"");
    assert!(!output.status.success());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("code.txt");
    std::fs::write(&file, &far).unwrap();
    let output = sortie(&["replay", file.to_str().unwrap()], b"");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("800000 decisions, expected at most 100000"), "{told}");
}

#[test]
fn fuzz_nobody_names_files_from_afar_and_no_screen_obeys_them() {
    let library = Library::open("rulesets");
    let scenario = library.scenario("scale_toughness/gate").unwrap();
    let game = Game::new(&scenario.name, &Default::default(), scenario.setup, 1);
    let saved = record(&game.world, game.battle).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own.ron");
    std::fs::copy("rulesets/scale_toughness/scenarios/gate.ron", &own).unwrap();
    let own = own.to_str().unwrap();
    for name in
        ["/etc/hostname", "../../../../../etc/passwd", own, "\u{1b}]0;x\u{7}", "\u{202e}etag", &"x".repeat(100_000)]
    {
        let afar = Record { scenario: name.to_owned(), ..saved.clone() };
        let output = sortie(&["replay", &afar.code().unwrap()], b"");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains("no scenario called"), "{told}");
        assert!(told.len() < 3_000, "{told}");
        let lines = [
            serde_json::json!({"do": "new", "scenario": name}).to_string(),
            serde_json::json!({"do": "load", "record": afar}).to_string(),
        ];
        let output = sortie(&["engine"], lines.join("\n").as_bytes());
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(told.matches("no scenario called").count(), 2, "{told}");
    }
    // Whoever sits here may name any file.
    let gate = std::fs::read_to_string("rulesets/scale_toughness/scenarios/gate.ron").unwrap();
    std::fs::write(own, gate.replacen('(', "(ruleset: \"scale_toughness\",", 1)).unwrap();
    let save = folder.path().join("own.json");
    let save = save.to_str().unwrap();
    let output = sortie(&["play", own, "--text", "--auto", "--seed", "3", "--save", save], b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!sortie(&["replay", save], b"").status.success());
    assert!(sortie(&["replay", save, "--scenario", own], b"").status.success());
    assert!(sortie(&["play", own, "--text", "--load", save], b"").status.success());
    let begin = serde_json::json!({"do": "new", "scenario": own}).to_string();
    assert!(String::from_utf8_lossy(&sortie(&["engine", own], begin.as_bytes()).stdout).contains("\"question\""));
}

#[test]
fn fuzz_scenarios_of_strangers_are_told_harmlessly() {
    let folder = tempfile::tempdir().unwrap();
    let gate = std::fs::read_to_string("rulesets/scale_toughness/scenarios/gate.ron").unwrap();
    let spell = "\u{1b}[31m\u{202e}\u{9b}2J";
    let file = folder.path().join("spell.ron");
    let named = gate.replacen("title: \"", &format!("title: \"{spell}"), 1).replacen(
        "blurb: \"",
        &format!("blurb: \"{spell}"),
        1,
    );
    std::fs::write(&file, named.replacen('(', "(ruleset: \"scale_toughness\",", 1)).unwrap();
    let path = file.to_str().unwrap();
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
    let folder = tempfile::tempdir().unwrap();
    let play = |args: &[&str], input: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sortie"))
            .args(args)
            .env("XDG_DATA_HOME", folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
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
