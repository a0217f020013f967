use super::expr;
use crate::dice::{Dice, DiceError, ExprError, Face, ScriptedDice, shuffle};

fn script<const N: usize>(entries: [&str; N]) -> ScriptedDice {
    ScriptedDice::parse(entries).unwrap()
}

#[test]
fn dice_fall_as_the_script_says() {
    let mut dice = script(["2d6: 3,4", "d8: 5, 6,7", " 1D20 : 20"]);
    assert_eq!(dice.throw(&expr("2d6+1")).unwrap().total, 8);
    assert_eq!(dice.throw(&expr("best 1 of 2d8")).unwrap().total, 6);
    assert_eq!(dice.throw(&expr("d8+d20")).unwrap().total, 27);
    dice.finish().unwrap();
}

#[test]
fn of_equal_dice_the_first_are_kept() {
    let throw = script(["d6: 4,2,4,4"]).throw(&expr("best 2 of 4d6")).unwrap();
    let kept: Vec<bool> = throw.faces.iter().map(|face| face.kept).collect();
    assert_eq!(kept, [true, false, true, false]);
    let throw = script(["d20: 7,7"]).throw(&expr("worst 1 of 2d20")).unwrap();
    let face = |kept| Face { sides: 20, value: 7, kept };
    assert_eq!(throw.faces[..], [face(true), face(false)]);
}

#[test]
fn a_number_needs_no_die() {
    assert_eq!(script([]).throw(&expr("7")).unwrap().total, 7);
}

#[test]
fn a_script_that_ends_too_early_says_what_was_thrown() {
    let mut dice = script(["d6: 3"]);
    let error = dice.throw(&expr("2d6")).unwrap_err();
    assert_eq!(error, DiceError::Exhausted { wanted: 6, position: 2 });
    assert_eq!(error.to_string(), "the script has no die left: a d6 was thrown as die 2");
}

#[test]
fn a_die_of_another_size_is_refused_and_stays() {
    let mut dice = script(["d6: 3", "d8: 8"]);
    dice.d(6).unwrap();
    let error = dice.d(6).unwrap_err();
    assert_eq!(error, DiceError::WrongSize { wanted: 6, found: 8, position: 2 });
    assert_eq!(error.to_string(), "die 2 of the script is a d8, but a d6 was thrown");
    assert_eq!(dice.d(8), Ok(8));
}

#[test]
fn dice_left_over_are_named() {
    let mut dice = script(["d6: 3,4", "d8: 8"]);
    dice.d(6).unwrap();
    let error = dice.finish().unwrap_err();
    assert_eq!(error, DiceError::LeftOver { count: 2, position: 2, sides: 6, value: 4 });
    assert_eq!(error.to_string(), "the script has dice left over: 2, the first of them die 2, a d6 showing 4");
}

#[test]
fn a_face_that_no_such_die_has_is_refused() {
    for (entry, value) in [("d6: 1,7", 7), ("d6: 6,0", 0), ("d6: 1,99999999999999999999999", u64::MAX)] {
        let error = ScriptedDice::parse(["d8: 8", entry]).unwrap_err();
        assert_eq!(error, DiceError::FaceOutOfRange { sides: 6, value, position: 3 });
    }
}

#[test]
fn an_entry_that_cannot_be_read_says_where_and_why() {
    for (entry, position, found, expected) in [
        ("", 1, "the end", "dice such as d6 or 2d6"),
        ("6: 3", 2, "\": 3\"", "dice such as d6 or 2d6"),
        ("d: 3", 2, "\": 3\"", "the sides of the die"),
        ("d0: 3", 2, "0", "sides from 1 to 10000"),
        ("d99999: 3", 2, "99999", "sides from 1 to 10000"),
        ("d6 3", 4, "\"3\"", "a colon and what the dice show, as in d6: 2,2"),
        ("d6:", 4, "the end", "what a d6 shows"),
        ("d6: 3,", 7, "the end", "what a d6 shows"),
        ("d6: 3 4", 7, "\"4\"", "a comma or the end"),
        ("d6: drei", 5, "\"drei\"", "what a d6 shows"),
        ("2d6: 3", 7, "the end", "2 dice and not 1"),
        ("0d6: 3", 1, "0", "a count of dice from 1 to 1000"),
        ("würfel", 1, "\"würfel\"", "dice such as d6 or 2d6"),
    ] {
        let (found, expected) = (found.to_owned(), expected.to_owned());
        let wanted = DiceError::BadEntry { entry: 2, problem: ExprError { position, found, expected } };
        assert_eq!(ScriptedDice::parse(["d6: 1", entry]).unwrap_err(), wanted, "{entry}");
    }
}

#[test]
fn a_rewound_script_is_thrown_again() {
    let mut dice = script(["d6: 1,2,3"]);
    dice.d(6).unwrap();
    let (mark, check) = (dice.mark(), dice.check_value());
    dice.throw(&expr("2d6")).unwrap();
    dice.finish().unwrap();
    dice.rewind(mark);
    assert_eq!((dice.thrown(), dice.check_value()), (1, check));
    assert_eq!(dice.throw(&expr("2d6")).unwrap().total, 5);
}

#[test]
fn a_shuffle_takes_the_largest_die_first() {
    let mut cards = ["a", "b", "c", "d"];
    let mut dice = script(["d4: 1", "d3: 3", "d2: 1"]);
    shuffle(&mut dice, &mut cards).unwrap();
    dice.finish().unwrap();
    assert_eq!(cards, ["b", "d", "c", "a"]);
}

#[test]
fn a_lesson_holds_its_script_as_a_list_of_texts() {
    let dice: ScriptedDice = ron::from_str(r#"["2d6: 3,4", "d8: 5"]"#).unwrap();
    assert_eq!(dice, script(["2d6: 3,4", "d8: 5"]));
    let error = ron::from_str::<ScriptedDice>(r#"["2d6: 3,4", "d8; 5"]"#).unwrap_err();
    assert!(error.to_string().contains("entry 2 of the script, at character 3"), "{error}");
}

#[test]
fn a_script_knows_whether_it_is_at_an_end() {
    let mut dice = script(["d6: 3"]);
    assert!(dice.finish().is_err());
    dice.d(6).unwrap();
    assert_eq!(dice.finish(), Ok(()));
}
