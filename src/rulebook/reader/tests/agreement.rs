//! Valid documents mean the same here as to the `ron` crate.

use proptest::prelude::*;
use ron::extensions::Extensions;
use ron::ser::{PrettyConfig, to_string, to_string_pretty};

use super::*;

fn arms() -> impl Strategy<Value = Arm> {
    let leaf = prop_oneof![
        Just(Arm::Unarmed),
        any::<u8>().prop_map(Arm::Spear),
        (any::<u32>(), any::<Option<u32>>()).prop_map(|(range, shots)| Arm::Sling { range, shots }),
        (any::<String>(), any::<Option<String>>()).prop_map(|(maker, nick)| Arm::Custom(Make { maker, nick })),
    ];
    leaf.prop_recursive(4, 12, 2, |inner| {
        (inner.clone(), inner).prop_map(|(left, right)| Arm::Pair(Box::new(left), Box::new(right)))
    })
}

pub(super) fn squads() -> impl Strategy<Value = Squad> {
    let people = (any::<String>(), any::<u8>(), any::<i16>(), any::<Option<u32>>());
    let gear =
        (proptest::collection::vec(arms(), 0..4), proptest::collection::btree_map(any::<String>(), any::<i64>(), 0..4));
    let rest = (
        (-1_000_000..=1_000_000, -1_000_000..=1_000_000),
        any::<char>(),
        any::<f64>().prop_filter("a number", |w| !w.is_nan()),
        any::<bool>(),
    );
    (people, gear, rest).prop_map(|((name, hit, morale, speed), (arms, bonus), (place, mark, weight, fearless))| {
        Squad { name, hit, morale, speed: speed.map(Feet), arms, bonus, place, mark, weight, fearless }
    })
}

proptest! {
    #[test]
    fn what_ron_writes_is_read_back_unchanged(squad in squads()) {
        let plain = to_string(&squad).unwrap();
        prop_assert_eq!(&read_str::<Squad>("f", &plain).unwrap(), &squad);
        let pretty = to_string_pretty(&squad, PrettyConfig::default().struct_names(true)).unwrap();
        prop_assert_eq!(&read_str::<Squad>("f", &pretty).unwrap(), &squad);
        let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES;
        let brief = to_string_pretty(&squad, PrettyConfig::default().extensions(extensions)).unwrap();
        prop_assert_eq!(&read_str::<Squad>("f", &brief).unwrap(), &squad);
    }

    #[test]
    fn every_text_survives_quoting(text in any::<String>(), raw in "[a-z\"#\\\\ ]{0,20}") {
        prop_assert_eq!(read_str::<String>("f", &to_string(&text).unwrap()).unwrap(), text);
        let quoted = format!("r{0}\"{raw}\"{0}", "#".repeat(21));
        prop_assert_eq!(read_str::<String>("f", &quoted).unwrap(), raw);
    }
}

#[test]
fn literals_mean_what_they_mean_to_ron() {
    for text in ["0x1F", "0b101", "0o17", "1_000", "+7", "-0", "255i64", "-9223372036854775808"] {
        assert_eq!(read_str::<i64>("f", text).unwrap(), ron::from_str::<i64>(text).unwrap(), "{text}");
    }
    for text in ["1.5", ".5", "1.", "-1e3", "1E-2", "1_0.2_5", "inf", "-inf", "3", "1e5"] {
        assert_eq!(read_str::<f64>("f", text).unwrap(), ron::from_str::<f64>(text).unwrap(), "{text}");
    }
    for text in [r#""a\n\t\r\\\"\'\0\x41\u{e4}""#, "\"two\nlines\"", r##"r#"a "b""#"##, "\"a\\\n   b\"", "\"\""] {
        assert_eq!(read_str::<String>("f", text).unwrap(), ron::from_str::<String>(text).unwrap(), "{text}");
    }
    for text in ["'a'", r"'\''", r"'\n'", "'\"'", "'ü'", r"'\u{41}'", r"'\\'"] {
        assert_eq!(read_str::<char>("f", text).unwrap(), ron::from_str::<char>(text).unwrap(), "{text}");
    }
    assert_eq!(read_str::<u64>("f", "18446744073709551615").unwrap(), u64::MAX);
    assert!(read_str::<f64>("f", "NaN").unwrap().is_nan());
}

#[test]
fn comments_commas_and_headers_are_stepped_over() {
    let text = r#"#![enable(implicit_some)]
/* a /* nested */ one */ Make( // here
    maker: "x", nick: "y", /* end */ )
// last"#;
    let make = Make { maker: "x".to_owned(), nick: Some("y".to_owned()) };
    assert_eq!(read_str::<Make>("f", text).unwrap(), make);
    assert_eq!(ron::from_str::<Make>(text).unwrap(), make);
}

#[test]
fn brackets_that_add_nothing_may_be_left_out() {
    let feet = |text| read_str::<Option<Feet>>("f", text).unwrap();
    for text in ["Some(Feet(30))", "Feet(30)", "(30)", "30", "Some(30)"] {
        assert_eq!(feet(text), Some(Feet(30)), "{text}");
    }
    assert_eq!(feet("None"), None);
    let made = Arm::Custom(Make { maker: "x".to_owned(), nick: None });
    for text in ["Custom(maker: \"x\")", "Custom((maker: \"x\"))", "Custom(Make(maker: \"x\", nick: None))"] {
        assert_eq!(read_str::<Arm>("f", text).unwrap(), made, "{text}");
    }
    assert_eq!(read_str::<[u8; 2]>("f", "[1, 2]").unwrap(), read_str::<[u8; 2]>("f", "(1, 2)").unwrap());
}

#[test]
fn types_that_look_for_themselves_are_served() {
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(untagged)]
    enum Cost {
        Free(bool),
        Gold(u32),
        Barter { goods: Vec<String> },
    }
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "kind")]
    enum Goal {
        Hold { rounds: u8 },
    }
    assert_eq!(read_str::<Cost>("f", "3").unwrap(), Cost::Gold(3));
    assert_eq!(read_str::<Cost>("f", "true").unwrap(), Cost::Free(true));
    assert_eq!(read_str::<Cost>("f", "(goods: [\"salt\"])").unwrap(), Cost::Barter { goods: vec!["salt".to_owned()] });
    assert_eq!(read_str::<Goal>("f", "(kind: \"Hold\", rounds: 3)").unwrap(), Goal::Hold { rounds: 3 });
    assert_eq!(read_str::<()>("f", "()"), Ok(()));
}

/// Promise: lines between the digits of a number are read over wherever ron does so.
#[test]
fn lines_in_numbers_are_read_over() {
    for text in ["-2.5e_-14", "1_000e+_2", "0x_e_1", "2_.5"] {
        let accepted = ron::from_str::<f64>(text);
        assert!(accepted.is_err() || read_str::<f64>("f", text).ok() == accepted.ok(), "{text}");
    }
    assert_eq!(read_str::<f64>("f", "-2.5e_-14"), Ok(-2.5e-14));
}

proptest! {
    #[test]
    fn a_damaged_document_that_ron_still_accepts_means_the_same(
        squad in squads(),
        at in any::<proptest::sample::Index>(),
        sign in proptest::sample::select(b" \n,:()[]{}\"'\\/*#-+._0123456789abefinrstux".to_vec()),
        how in 0..3,
    ) {
        let mut bytes = to_string(&squad).unwrap().into_bytes();
        let at = at.index(bytes.len());
        match how {
            0 => bytes[at] = sign,
            1 => bytes.insert(at, sign),
            _ => drop(bytes.remove(at)),
        }
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        if let Ok(text) = std::str::from_utf8(&bytes)
            && let Ok(accepted) = options.from_str::<Squad>(text)
        {
            // A number too large for the type is infinite to ron, and a problem here.
            let read = read_str::<Squad>("f", text);
            let same = !accepted.weight.is_finite() || read.as_ref().is_ok_and(|read| *read == accepted);
            prop_assert!(same, "{text}\n{read:?}");
        }
    }
}
