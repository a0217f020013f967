//! Rulesets that take over another and extend what they take over.

use crate::kit::{Battle, Folder, begin, edit, sortie};
use sortie::ai::{Mind, Skill};
use sortie::rulebook::Library;

/// A ruleset that takes everything from Skirmish but what it says here, beside a copy of Skirmish.
fn heir(own: &str) -> Folder {
    let folder = Folder::of_rulesets(&["skirmish"]);
    std::fs::create_dir_all(folder.join("mine/scenarios")).unwrap();
    std::fs::copy(folder.join("skirmish/scenarios/skirmish4.ron"), folder.join("mine/scenarios/mine4.ron")).unwrap();
    folder.write("mine/rulebook.ron", "[]");
    let head = "from: \"skirmish\", title: \"Mine\", blurb: \"Skirmish, and a little more.\"";
    folder.write("mine/ruleset.ron", format!("(\n{head},\n{own}\n)\n"));
    folder.write("mine/arms.ron", "{}");
    folder.write("mine/profiles.ron", "{}");
    folder
}

fn check(folder: &Folder) -> serde_json::Value {
    let of = folder.path().to_str().unwrap();
    sortie(&["--rulesets", of, "check", "mine", "--json"]).json()["errors"].clone()
}

/// Promise: to add one mechanic to an inherited slot, to leave one out and to change one field takes a line each, and the game
/// is played by all of it.
#[test]
fn a_slot_is_extended_and_not_restated() {
    let folder = heir(
        "play: (
            attack: Inherited(
                changed: {Bands: (die: \"3d6\")},
                without: [WithinReach],
                also: [WithinReach(rule: \"SK-ATK-03\", too_close: \"SK-ATK-02\")],
            ),
            initiative: Inherited(die: \"1d20\"),
        )",
    );
    assert_eq!(check(&folder), serde_json::json!([]));
    let library = Library::open(folder.path());
    let scenario = library.scenario("mine4").unwrap();
    assert_eq!(scenario.ruleset, "mine");
    let mut game = begin(&scenario, 5);
    game.played(&mut Mind::new(Skill::Plain, 5), 30);
    let rolls: Vec<usize> =
        game.facts().iter().filter_map(|fact| fact.roll.as_ref()).map(|roll| roll.faces.len()).collect();
    assert!(rolls.contains(&3) && !rolls.contains(&2), "{rolls:?}");
}

/// Promise: whoever is composed by extending is told so by the reference.
#[test]
fn the_reference_knows_what_an_extended_slot_holds() {
    let folder = heir("play: (attack: Inherited(without: [WithinReach]))");
    let of = folder.path().to_str().unwrap();
    let is_used = |mechanic: &str| {
        let said = sortie(&["--rulesets", of, "rules", "--mechanics", mechanic, "--json"]).json();
        let users: Vec<&str> =
            said["mechanics"][0]["used_by"].as_array().unwrap().iter().filter_map(|it| it.as_str()).collect();
        assert!(users.contains(&"skirmish"), "{users:?}");
        users.contains(&"mine")
    };
    assert!(is_used("Bands") && !is_used("WithinReach"));
}

/// Promise: what cannot be extended is told with file, line, column, what was found and what there is.
#[test]
fn what_cannot_be_extended_is_told_at_its_place() {
    let cases = [
        ("play: (attack: Inherited(without: [Band]))", (3, 36), "`Band`, which is not inherited here", "`Bands`"),
        ("play: (harm: Inherited(changed: {Points: (life: 3)}))", (3, 43), "`life`", "`left`"),
        ("play: (stealth: Inherited(also: []))", (3, 17), "`Inherited(...)`", "a value written out"),
        ("conditions: Inherited(without: [\"slayn\"])", (3, 33), "the text \"slayn\"", "`slain`"),
    ];
    for (own, (line, column), found, expected) in cases {
        let errors = check(&heir(own));
        let [error] = errors.as_array().unwrap().as_slice() else { panic!("{own}: {errors:#}") };
        assert!(error["file"].as_str().unwrap().ends_with("mine/ruleset.ron"), "{error}");
        assert_eq!((error["line"].as_u64(), error["column"].as_u64()), (Some(line), Some(column)), "{error}");
        assert!(error["found"].as_str().unwrap().contains(found), "{error}");
        assert!(error["expected"].as_str().unwrap().contains(expected), "{error}");
    }
    let folder = Folder::of_rulesets(&["skirmish"]);
    edit(
        &folder.join("skirmish/ruleset.ron"),
        "defence: [Flanked(",
        "stealth: Inherited(also: []), defence: [Flanked(",
    );
    let of = folder.path().to_str().unwrap();
    let said = sortie(&["--rulesets", of, "check", "skirmish"]);
    assert!(said.err.contains("a field `from` names the ruleset to inherit from"), "{}", said.err);
}
