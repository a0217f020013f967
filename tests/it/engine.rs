//! The line protocol, driven from outside.

use std::process::Command;

use crate::kit::{PROGRAM, run};

fn talk(lines: &[&str]) -> Vec<serde_json::Value> {
    talk_bytes(format!("{}\n", lines.join("\n")).as_bytes())
}

fn talk_bytes(input: &[u8]) -> Vec<serde_json::Value> {
    let said = run(Command::new(PROGRAM).arg("engine"), input);
    assert!(said.is_well(), "{}", said.err);
    let mut answers: Vec<serde_json::Value> =
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.remove(0)["protocol"], 1, "the greeting comes first");
    answers
}

/// A program of sixty lines or so plays a whole battle.
#[test]
fn a_python_script_plays_a_whole_battle() {
    let said = run(Command::new("python3").args(["tests/it/play.py", PROGRAM, "gate"]), b"");
    assert!(said.is_well() && said.out.contains("wins"), "{}{}", said.out, said.err);
}

/// Whatever comes in, the session answers and goes on.
#[test]
fn nonsense_is_answered_with_an_error_and_the_session_goes_on() {
    let answers = talk(&[
        "nonsense",
        "{\"do\":\"fly\",\"id\":7}",
        "[1,2,3]",
        "{\"do\":\"answer\",\"order\":\"end turn\"}",
        "{\"do\":\"new\",\"scenario\":\"nowhere\"}",
        "{\"do\":\"new\",\"scenario\":\"gate\",\"seed\":-1}",
        "{\"do\":\"new\",\"scenario\":\"gate\",\"seed\":1}",
        "{\"do\":\"answer\",\"order\":\"fly to the moon\"}",
        "{\"do\":\"answer\",\"order\":{\"do\":\"attack\",\"at\":[{\"who\":\"nobody\"}]}}",
        "{\"do\":\"choices\"}",
    ]);
    assert_eq!(answers.len(), 10);
    for (index, answer) in answers.iter().enumerate() {
        let wrong = ![6, 9].contains(&index);
        assert_eq!(answer["error"]["why"].is_string(), wrong, "{index}: {answer}");
    }
    assert_eq!(answers[1]["id"], 7);
    assert!(answers[9]["choices"].as_array().is_some_and(|choices| !choices.is_empty()));
}

/// An id comes back as it was given, or not at all.
#[test]
fn an_id_that_would_come_back_as_another_is_refused() {
    let answers = talk(&[
        "{\"do\":\"scenarios\",\"id\":99999999999999999999999}",
        "{\"do\":\"scenarios\",\"id\":1.0}",
        "{\"do\":\"scenarios\",\"id\":[1]}",
        "{\"do\":\"scenarios\",\"id\":18446744073709551615}",
        "{\"do\":\"scenarios\",\"id\":\"99999999999999999999999\"}",
    ]);
    for answer in &answers[..3] {
        assert!(
            answer.get("id").is_none() && answer["error"]["why"].as_str().is_some_and(|why| why.contains("as `id`")),
            "{answer}"
        );
    }
    assert_eq!(answers[3]["id"], u64::MAX);
    assert_eq!(answers[4]["id"], "99999999999999999999999");
}

#[test]
fn a_line_without_end_and_bytes_that_are_no_text_do_no_harm() {
    let mut input = vec![b'x'; 3 << 20];
    input.extend(b"\n\xff\xfe\n{\"do\":\"scenarios\"}\n");
    let answers = talk_bytes(&input);
    assert_eq!(answers.len(), 3, "{answers:?}");
    assert!(answers[0]["error"]["why"].as_str().unwrap().contains("bytes"));
    assert!(answers[1]["error"].is_object());
    assert!(answers[2]["scenarios"].is_array());
}

#[test]
fn what_was_decided_can_be_taken_back() {
    let answers = talk(&[
        "{\"do\":\"new\",\"scenario\":\"gate\",\"seed\":3}",
        "{\"do\":\"see\"}",
        "{\"do\":\"auto\"}",
        "{\"do\":\"undo\"}",
        "{\"do\":\"see\"}",
    ]);
    assert_eq!(answers[1]["battle"], answers[4]["battle"]);
    assert_eq!(answers[3]["decisions"], 0);
}
