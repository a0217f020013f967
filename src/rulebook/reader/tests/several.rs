//! Several mistakes are told at a time, and none that are not there.

use std::num::NonZeroU8;

use super::*;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(try_from = "Vec<u8>")]
struct Dice(Vec<u8>);

impl TryFrom<Vec<u8>> for Dice {
    type Error = &'static str;

    fn try_from(dice: Vec<u8>) -> Result<Self, Self::Error> {
        if dice.len() < 2 || dice.contains(&1) { Err("two dice or more") } else { Ok(Self(dice)) }
    }
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    name: String,
    dice: Dice,
    hit: NonZeroU8,
    arm: Arm,
}

/// The lines and columns of all problems.
fn places<T: serde::de::DeserializeOwned>(text: &str) -> Vec<(u32, u32)> {
    read_str::<T>("f", text).err().unwrap_or_default().iter().map(|p| (p.line, p.column)).collect()
}

#[test]
fn every_wrong_field_of_a_struct_is_told() {
    let text = r#"(name: 3,
hit: 300,
morale: x,
speed: "fast",
arms: [Spear(x), Spear(1), Bow],
bonus: {"a": x, 3: 3},
place: (1, x),
mark: "m",
weight: 'w',
fearless: 0)"#;
    let expected =
        [(1, 8), (2, 6), (3, 9), (4, 8), (5, 14), (5, 28), (6, 14), (6, 17), (7, 12), (8, 7), (9, 9), (10, 11)];
    assert_eq!(places::<Squad>(text), expected);
}

#[test]
fn every_missing_field_is_told() {
    let told = told::<Vec<Make>>("[(), (nick: \"x\"), ()]");
    let missing = |column| format!("f:1:{column}: found no `maker`, expected a field `maker` in `make`");
    assert_eq!(told, [missing(2), missing(6), missing(19)]);
    assert_eq!(super::told::<Squad>("()").len(), 9);
}

#[test]
fn checks_of_the_types_are_told_together() {
    let rule = "(name: \"a\", dice: [1, 2], hit: 0, arm: Spear(x))";
    assert_eq!(
        places::<Vec<Rule>>(&format!("[{rule},\n{rule}]")),
        [(1, 20), (1, 33), (1, 47), (2, 19), (2, 32), (2, 46)]
    );
}

#[test]
fn a_refused_stand_in_hides_nothing_beside_it() {
    let text = "[(dice: 7, hit: 0, name: x, arm: Bow), (name: 4, dice: [2], hit: 3, arm: Unarmed)]";
    assert_eq!(places::<Vec<Rule>>(text), [(1, 9), (1, 17), (1, 26), (1, 34), (1, 47), (1, 56)]);
}

#[test]
fn a_wrong_part_is_not_told_again_by_the_whole() {
    assert_eq!(told::<Dice>("[x]").len(), 1);
    assert_eq!(told::<Vec<Dice>>("[[x, 2], [3, 4], [5]]").len(), 2);
}

#[test]
fn syntax_goes_on_after_a_mistake() {
    let text = r#"(
  name "x",
  hit: ,
  morale = 3,
  arms: [Spear(1 2), ;, Unarmed],
  bonus: {"a" 3, "b": },
  place: (1, 2)
 mark: 'xy',
)"#;
    let places = places::<Squad>(text);
    assert_eq!(places, [(2, 8), (3, 8), (4, 10), (5, 18), (5, 22), (6, 15), (6, 23), (8, 2), (8, 8)]);
}

#[test]
fn after_brackets_that_do_not_match_nothing_is_guessed() {
    assert_eq!(places::<Vec<Vec<u8>>>("[[1, 2), [;], [;]]"), [(1, 7)]);
}

#[test]
fn lenient_collections_keep_what_is_good() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Unit {
        name: String,
        arms: Lenient<Vec<Arm>>,
    }
    type Units = BTreeMap<String, Lenient<Vec<Unit>>>;
    let text = "{\"a\": [(name: \"x\", arms: [Bow, Unarmed]), (name: 3, arms: []), (arms: [])]}";
    let (units, problems) = salvage_str::<Units>("f", text);
    let places: Vec<u32> = problems.iter().map(|problem| problem.column).collect();
    assert_eq!(places, [27, 50, 64]);
    let unit = Unit { name: "x".to_owned(), arms: Lenient(vec![Arm::Unarmed]) };
    assert_eq!(units.unwrap()["a"].0, [unit]);

    let (map, problems) = salvage_str::<Lenient<BTreeMap<u8, u8>>>("f", "{1: 2, x: 3, 4: y, 5: 6}");
    assert_eq!((map.unwrap().0, problems.len()), (BTreeMap::from([(1, 2), (5, 6)]), 2));

    assert_eq!(salvage_str::<(u8, Lenient<Vec<u8>>)>("f", "(x, [1, y])").0, None);
    assert_eq!(serde_json::from_str::<Lenient<Vec<u8>>>("[1]").unwrap().0, [1]);
}

#[test]
fn references_are_told_where_they_stand() {
    let arms = read_str::<Vec<Spanned<String>>>("f", "[\"Spear\",\n \"Speer\"]").unwrap();
    let mut problems = Problems::new("f");
    for arm in arms.iter().filter(|arm| arm.value != "Spear") {
        problems.unknown(arm, "arm", &["Spear", "Sling"]);
    }
    let told = problems.or(()).unwrap_err();
    let text = "f:2:2: found no arm called `Speer`, expected `Spear` or `Sling` (did you mean `Spear`?)";
    assert_eq!(told[0].to_string(), text);
    let json = serde_json::to_value(&told[0]).unwrap();
    assert_eq!((json["file"].as_str(), json["line"].as_u64(), json["column"].as_u64()), (Some("f"), Some(2), Some(2)));
}
