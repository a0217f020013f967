//! What is told about each kind of mistake.

use super::*;

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only read")]
struct Ruleset {
    name: String,
    morale: i8,
    hit: u8,
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "u8")]
struct Even;

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if number.is_multiple_of(2) { Ok(Self) } else { Err("an even number of men".to_owned()) }
    }
}

#[test]
fn an_unknown_field_is_named_with_the_one_probably_meant() {
    let told = told::<Ruleset>("(\n  name: \"A\",\n  morale: 1,\n  hitt: 3,\n)");
    assert_eq!(told, ["f:4:3: found `hitt`, expected one of `name`, `morale`, `hit` (did you mean `hit`?)"]);
}

#[test]
fn a_missing_field_is_told_at_the_struct() {
    assert_eq!(
        told::<Ruleset>(" (name: \"A\", hit: 3)"),
        ["f:1:2: found no `morale`, expected a field `morale` in `ruleset`"]
    );
}

#[test]
fn values_of_the_wrong_kind_say_what_they_are() {
    assert_eq!(told::<u8>("300"), ["f:1:1: found the number `300`, expected a whole number from 0 to 255"]);
    assert_eq!(told::<u64>("-1"), ["f:1:1: found the number `-1`, expected a whole number, 0 or more"]);
    assert_eq!(
        told::<i32>("1.0"),
        ["f:1:1: found the number `1.0`, expected a whole number from -10000000 to 10000000"]
    );
    assert_eq!(
        told::<String>("Spear"),
        ["f:1:1: found `Spear`, expected a text in quotes (texts stand in double quotes)"]
    );
    assert_eq!(told::<Vec<u8>>("(1, 2)"), ["f:1:1: found a group `(...)` of 2, expected a list `[...]`"]);
    assert_eq!(told::<(u8, u8)>("(1, 2, 3)"), ["f:1:8: found 3 values, expected 2 values"]);
    assert_eq!(told::<bool>("1"), ["f:1:1: found the number `1`, expected `true` or `false`"]);
    assert_eq!(
        told::<f32>("1e300"),
        ["f:1:1: found the number `1e300`, expected a number no further from zero than 3.4e38"]
    );
    assert_eq!(told::<Even>("3"), ["f:1:1: found the number `3`, expected an even number of men"]);
}

#[test]
fn variants_are_checked_by_name_and_shape() {
    let all = "one of `Unarmed`, `Spear`, `Sling`, `Pair`, `Custom`";
    assert_eq!(told::<Arm>("Speer(3)"), [format!("f:1:1: found `Speer`, expected {all} (did you mean `Spear`?)")]);
    assert_eq!(told::<Arm>("Catapult"), [format!("f:1:1: found `Catapult`, expected {all}")]);
    let quoted = format!("f:1:1: found the text \"Unarmed\", expected {all} (did you mean `Unarmed`, without quotes?)");
    assert_eq!(told::<Arm>("\"Unarmed\""), [quoted]);
    assert_eq!(told::<Arm>("Spear"), ["f:1:1: found `Spear`, expected `Spear(...)`"]);
    assert_eq!(told::<Arm>("Unarmed(1)"), ["f:1:1: found `Unarmed(...)`, expected `Unarmed` without brackets"]);
    assert_eq!(told::<Arm>("Arm::Unarmed"), ["f:1:1: found `Arm::Unarmed`, expected `Unarmed` alone"]);
}

#[test]
fn a_struct_under_a_wrong_name_is_told() {
    assert_eq!(told::<Make>("Mace(maker: \"x\")"), ["f:1:1: found `Mace`, expected `Make` or no name"]);
    assert_eq!(told::<Feet>("Foot(3)"), ["f:1:1: found `Foot`, expected `Feet` or no name"]);
}

#[test]
fn repeated_fields_and_keys_are_told() {
    assert_eq!(
        told::<Make>("(maker: \"x\", maker: \"y\")"),
        ["f:1:14: found `maker` again, expected `maker` only once"]
    );
    let told = told::<BTreeMap<u8, u8>>("{1: 1, 0x1: 2}");
    assert_eq!(
        told,
        ["f:1:8: found the number `1` as a key again, expected each key only once (it stands at 1:2 too)"]
    );
}

#[test]
fn slips_of_syntax_say_what_belongs_there() {
    let tell = told::<Make>;
    assert_eq!(tell("(maker = \"x\")"), ["f:1:8: found `=`, expected `:` after `maker`"]);
    assert_eq!(
        tell("(\"maker\": \"x\")"),
        ["f:1:2: found the text \"maker\", expected the name of a field, without quotes"]
    );
    assert_eq!(tell("Make { maker: \"x\" }"), ["f:1:6: found `{`, expected `(` after `Make`"]);
    assert_eq!(tell("(maker: \"x\" nick: \"y\")"), ["f:1:13: found `nick`, expected `,` or `)`"]);
    assert_eq!(
        tell("(maker: \"x\""),
        ["f:1:12: found the end of the file, expected `)` to close the bracket opened at 1:1"]
    );
    assert_eq!(tell("(maker: \"x\"]"), ["f:1:12: found `]`, expected `)` to close the bracket opened at 1:1"]);
    assert_eq!(tell("(maker: \"x\") 3"), ["f:1:14: found the number `3`, expected the end of the file"]);
    assert_eq!(tell("(maker: \"x)"), ["f:1:9: found a text that never ends, expected `\"` to end it"]);
    assert_eq!(tell("(maker: )"), ["f:1:9: found `)`, expected a value for `maker`"]);
    assert_eq!(tell("/* x"), ["f:1:1: found a comment `/*` that never ends, expected `*/` to end it"]);
    assert_eq!(tell("#![enable(magic)]()").len(), 1);
    assert_eq!(told::<Vec<u8>>("[1,\u{a0}2]"), ["f:1:4: found a no-break space (U+00A0), expected a value or `]`"]);
    assert_eq!(told::<Vec<u8>>("[1,,2]"), ["f:1:4: found `,`, expected a value or `]`"]);
    assert_eq!(told::<Vec<u8>>("[12ab]"), ["f:1:2: found `12ab`, expected a number"]);
    assert_eq!(
        told::<char>("'ab'"),
        ["f:1:1: found 'ab', expected one character in single quotes, as in 'a' (texts stand in double quotes)"]
    );
    assert!(told::<String>(r#""a\q""#)[0].starts_with(r"f:1:3: found `\q`, expected an escape such as"));
}

#[test]
fn a_lost_quote_is_suspected_where_the_text_began() {
    let told = told::<Make>("(\n maker: \"x,\n nick: \"y\",\n)");
    let suspicion = "(the text that begins at 2:9 may lack its closing quote)";
    assert_eq!(told, [format!("f:3:10: found a text that never ends, expected `\"` to end it {suspicion}")]);
    let told = super::told::<Make>("(\n maker: \"x,\n nick: \"y)");
    assert_eq!(told[0], format!("f:3:9: found `y`, expected `,` or `)` {suspicion}"));
}

#[test]
fn the_closest_name_is_few_slips_away() {
    assert_eq!(closest("separ", &["spear", "sling"]), Some("spear"));
    assert_eq!(closest("SPEAR", &["spear"]), Some("spear"));
    assert_eq!(closest("pike", &["spear", "sling"]), None);
    assert_eq!(closest("a", &["b", "c"]), None);
    assert_eq!(one_of::<&str>(&[]), "nothing");
    assert_eq!(one_of(&["a", "b"]), "`a` or `b`");
    let many: Vec<String> = (0..208).map(|number| number.to_string()).collect();
    assert!(one_of(&many).ends_with("`199` and 8 more"));
    assert!(one_of(&many[..200]).ends_with("`199`"));
    assert_eq!(one_of(&["a", &"b".repeat(50_000)]), format!("`a` or `{}…`", "b".repeat(80)), "half a file is no name");
}

/// Promise: where nothing is inherited that is said, in words of whoever writes the file: no type of the program is named.
#[test]
fn what_inherits_nothing_is_told_in_the_words_of_its_writer() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct ArmFile {
        damage: u8,
    }
    type Arms = std::collections::BTreeMap<String, ArmFile>;
    assert_eq!(
        told::<Arms>("{\"Sword\": Inherited(damage: 3)}"),
        ["f:1:11: found `Inherited(...)`, expected a value written out, since nothing is inherited here"]
    );
    assert_eq!(
        told::<Arms>("{\"Sword\": Blade(damage: 3)}"),
        ["f:1:11: found `Blade`, expected no name before the bracket"]
    );
}
