//! Rulesets that bring what they look like: tokens, signs, faces and grounds of their own.

use std::time::Duration;

use sortie::battle::Look;
use sortie::overlay::{Layers, Picture, Watch, picture, reread};
use sortie::rulebook::Library;

use crate::kit::{Battle, Folder, begin, edit, sortie};

/// A saucer of blue steel, ground of bright dust, and a face of their own for them.
const LOOKS: &str = r##"#![enable(implicit_some)]
(
    faces: {"orbit": (like: "field", mood: "Cold light.", table: (of: Slate, colours: ("#102030", "#0c1824")))},
    land: (
        paints: {"regolith": (texture: Soft, colours: ("#e020d0", "#d018c0", "#f030e0"))},
        looks: [(words: ["regolith"], paint: "regolith")],
    ),
    figures: (
        paints: {"hull plate": "#10e0f0"},
        kinds: [(words: ["saucer"], whole: true, marks: [Fill("hull plate", "O0 6 78 34"), Fill("glass", "O0-12 34 30")])],
    ),
    states: {"in pieces": [Ring((0, 0), 0.6, 0.2), Line([(-0.6, 0.6), (0.6, -0.6)], 0.2)]},
)
"##;

/// Skirmish with looks of its own, which its fighters, its states and its ground use.
fn skirmish() -> Folder {
    let folder = Folder::of_rulesets(&["skirmish"]);
    folder.write("skirmish/looks.ron", LOOKS);
    edit(&folder.join("skirmish/profiles.ron"), "token: \"sword\"", "token: \"saucer\"");
    edit(&folder.join("skirmish/ruleset.ron"), "sign: \"skull\"", "sign: \"in pieces\"");
    edit(&folder.join("skirmish/ruleset.ron"), "blurb:", "face: \"orbit\",\n    blurb:");
    let open =
        "ground: (map: [\"..........\", \"..........\", \"..........\", \"..........\", \"..........\", \"..........\",
        \"..........\", \"..........\"], legend: [('.', (name: \"regolith\", cost: 1))])";
    let file = folder.join("skirmish/scenarios/skirmish4.ron");
    edit(&file, "ground: (size: (20, 20))", open);
    edit(&file, "[(4, 7), (4, 9), (4, 11), (4, 13)]", "[(1, 1), (1, 3), (1, 5), (1, 7)]");
    edit(&file, "[(15, 6), (15, 8), (15, 10), (15, 12)]", "[(8, 0), (8, 2), (8, 4), (8, 6)]");
    folder
}

fn errors(folder: &Folder, ruleset: &str) -> serde_json::Value {
    let of = folder.path().to_str().unwrap();
    sortie(&["--rulesets", of, "check", ruleset, "--json"]).json()["errors"].clone()
}

fn drawn(folder: &Folder, scenario: &str) -> Picture {
    let scenario = Library::open(folder.path()).scenario(scenario).unwrap();
    picture(begin(&scenario, 1).now(), "", Layers::of(&[]), 640, 480)
}

/// How many pixels of a picture are so.
fn count(picture: &Picture, is: impl Fn([u8; 3]) -> bool) -> usize {
    let places = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    places.filter(|(x, y)| picture.pixel(*x, *y).is_some_and(&is)).count()
}

fn is_regolith([red, green, blue]: [u8; 3]) -> bool {
    red > 150 && blue > 130 && green < 110
}

fn is_hull([red, green, blue]: [u8; 3]) -> bool {
    red < 90 && green > 150 && blue > 160
}

/// Promise: the check knows the names that a ruleset brings, and its battles are drawn with them.
#[test]
fn what_a_ruleset_brings_is_known_and_drawn() {
    let folder = skirmish();
    assert_eq!(errors(&folder, "skirmish"), serde_json::json!([]));
    let own = drawn(&folder, "skirmish4");
    let (ground, hulls) = (count(&own, is_regolith), count(&own, is_hull));
    assert!(ground > 20_000 && hulls > 400, "{ground} pixels of ground, {hulls} of hulls");
    let shipped = drawn(&Folder::of_rulesets(&["skirmish"]), "skirmish4");
    assert_eq!((count(&shipped, is_regolith), count(&shipped, is_hull)), (0, 0));
    let rules = Library::open(folder.path()).rules("skirmish").unwrap();
    assert_eq!((rules.looks.face().mood.as_str(), rules.looks.states()["in pieces"].len()), ("Cold light.", 2));
    assert!(rules.looks.states().contains_key("skull") && rules.looks.figures().named("goblin").is_some());
    // The program draws the same.
    let file = folder.join("own.png");
    let (of, out) = (folder.path().to_str().unwrap(), file.to_str().unwrap());
    let said = sortie(&["--rulesets", of, "picture", "skirmish4", "--out", out, "--size", "640x480"]);
    assert!(said.is_well() && std::fs::metadata(&file).unwrap().len() > 1000, "{}", said.err);
}

/// Promise: a ruleset that takes over another has its looks, under its own.
#[test]
fn looks_are_inherited() {
    let folder = skirmish();
    std::fs::create_dir_all(folder.join("mine/scenarios")).unwrap();
    std::fs::copy(folder.join("skirmish/scenarios/skirmish4.ron"), folder.join("mine/scenarios/mine4.ron")).unwrap();
    folder.write("mine/ruleset.ron", "(from: \"skirmish\", title: \"Mine\", blurb: \"With green dust.\")");
    folder.write("mine/rulebook.ron", "[]");
    folder.write("mine/arms.ron", "{}");
    folder.write("mine/profiles.ron", "{}");
    assert_eq!(errors(&folder, "mine"), serde_json::json!([]));
    assert!(count(&drawn(&folder, "mine4"), is_regolith) > 20_000);
    let green = "(land: (paints: {\"regolith\": (texture: Soft, colours: (\"#20c020\", \"#18b018\", \"#30d030\"))}))";
    folder.write("mine/looks.ron", green);
    assert_eq!(errors(&folder, "mine"), serde_json::json!([]));
    let own = drawn(&folder, "mine4");
    let green = count(&own, |[red, green, blue]| green > 120 && red < 110 && blue < 110);
    assert!(green > 20_000 && count(&own, is_regolith) == 0, "{green} pixels");
    assert!(count(&own, is_hull) > 400 && count(&drawn(&folder, "skirmish4"), is_regolith) > 20_000);
}

/// Promise: whatever is wrong in looks is told at its own place, with what would be right, and drags nothing else along.
#[test]
fn what_is_wrong_in_looks_is_told_at_its_place() {
    let cases = [
        (
            "looks: [(words: [\"regolith\"], paint: \"regolith\")]",
            "paint: \"regolith\"",
            "paint: \"regolit\"",
            "regolith",
        ),
        ("paints: {\"hull plate\"", "#10e0f0", "10e0f0", "a colour, as \"#b9c58f\""),
        ("kinds: [(words: [\"saucer\"]", "Fill(\"glass\"", "Fill(\"glas\"", "did you mean `glass`?"),
        ("kinds: [(words: [\"saucer\"]", "O0 6 78 34", "O0 6 78", "letters with their numbers"),
        ("kinds: [(words: [\"saucer\"]", "whole: true", "whol: true", "did you mean `whole`?"),
        ("paints: {\"regolith\": (texture", "texture: Soft", "texture: Sofd", "did you mean `Soft`?"),
        ("paints: {\"regolith\": (texture", "texture: Soft", "texture: Soft, rise: 9", "a number from -0.45 to 0.4"),
        ("states: {\"in pieces\"", "Ring((0, 0)", "Ring((0, 40)", "a place from (-2, -2) to (2, 2)"),
        ("faces: {\"orbit\"", "like: \"field\"", "like: \"feild\"", "did you mean `field`?"),
        ("faces: {\"orbit\"", "colours: (\"#102030\"", "colours: (\"#10203\"", "a colour"),
    ];
    for (line, from, to, told) in cases {
        let folder = skirmish();
        let at = LOOKS.lines().position(|each| each.contains(line)).unwrap();
        let (before, after) = LOOKS.split_at(LOOKS.find(line).unwrap());
        assert!(after.contains(from), "{from}");
        folder.write("skirmish/looks.ron", format!("{before}{}", after.replacen(from, to, 1)));
        let found = errors(&folder, "skirmish");
        let [error] = found.as_array().unwrap().as_slice() else { panic!("{to}: {found:#}") };
        assert!(error["file"].as_str().unwrap().ends_with("skirmish/looks.ron"), "{error}");
        assert_eq!(error["line"].as_u64(), Some(at as u64 + 1), "{to}: {error}");
        assert!(error["column"].as_u64() > Some(5) && error.to_string().replace('\\', "").contains(told), "{error}");
    }
}

/// Promise: a name that neither ships nor is brought is told with those that are, the ruleset's own among them.
#[test]
fn names_that_nobody_brings_are_told() {
    for (file, from, to) in [
        ("profiles.ron", "token: \"saucer\"", "token: \"sawcer\""),
        ("ruleset.ron", "sign: \"in pieces\"", "sign: \"in peaces\""),
        ("ruleset.ron", "face: \"orbit\"", "face: \"orbid\""),
    ] {
        let folder = skirmish();
        edit(&folder.join("skirmish").join(file), from, to);
        let found = errors(&folder, "skirmish");
        let [error] = found.as_array().unwrap().as_slice() else { panic!("{to}: {found:#}") };
        let meant = from.split('"').nth(1).unwrap();
        assert_eq!(error["help"], format!("did you mean `{meant}`?"), "{error}");
    }
}

/// Promise: the window sees that looks were edited, and shows the battle with the new ones.
#[test]
fn edited_looks_are_read_again() {
    let folder = skirmish();
    let half = Duration::from_millis(500);
    let mut watch = Watch::of(&[folder.path().to_owned()]);
    let library = Library::open(folder.path());
    let mut game = begin(&library.scenario("skirmish4").unwrap(), 1);
    let before = game.now().rules().looks.clone();
    edit(&folder.join("skirmish/looks.ron"), "\"#e020d0\"", "\"#20c020\"");
    watch.passed(half);
    let changed = watch.passed(half);
    assert_eq!(changed, ["skirmish"]);
    let old = game.battle;
    let (_, new) = reread(&mut game.world, &library, &changed, Some(old)).unwrap().battle.unwrap();
    let after = &Look::at(&game.world, new).unwrap().rules().looks;
    let colour = |looks: &sortie::looks::Looks| looks.land().paint("regolith").unwrap().colours.0.0;
    assert_eq!((colour(&before), colour(after)), ([0xe0, 0x20, 0xd0], [0x20, 0xc0, 0x20]));
    assert!(before.figures() != after.figures(), "what was painted of the old ones is painted anew");
}
