//! Tests of what a file has from the one that it names, and of `Inherited(...)`.

use super::*;

/// A small ruleset: lists of words, of parts and of groups, a part alone, and a map.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    settings: BTreeMap<String, Choice>,
    opens: Part,
    deeds: Vec<String>,
    attack: Vec<Part>,
    levels: Vec<Level>,
    states: BTreeMap<String, Level>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Choice {
    is: String,
    #[serde(default)]
    or: Vec<String>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
enum Part {
    Grabs,
    Doubles(String),
    Charge { bonus: i64, over: Vec<String> },
    LosesTurn { state: String, rule: String },
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level {
    of: String,
    #[serde(default)]
    n: i64,
}

const BASE: &str = r#"(
    settings: {"haste": (is: 3, or: [4])},
    opens: Charge(bonus: 1, over: ["pit"]),
    deeds: ["walk", "strike"],
    attack: [
        Grabs, Doubles("hasted"), Charge(bonus: Setting("haste"), over: ["pit", "fire"]),
        LosesTurn(state: "stunned", rule: "A"), LosesTurn(state: "asleep", rule: "B"),
    ],
    levels: [(of: "Strength", n: 1), (of: "Wits")],
    states: {"prone": (of: "down", n: 1), "blind": (of: "dark")},
)"#;

/// Reads a file that takes from the base; of what is wrong, line and column are told and the rest as it is shown.
fn read(own: &str, overrides: &Overrides) -> Result<Game, Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let (base, file) = (folder.path().join("base.ron"), folder.path().join("own.ron"));
    std::fs::write(&base, BASE).unwrap();
    std::fs::write(&file, own).unwrap();
    let read = read_with_settings::<Game>(&file, overrides, |_| Ok((&base).into()));
    let shown = |problem: &Problem| problem.to_string().replace(&file.display().to_string(), "own");
    read.map(|(game, _)| game).map_err(|problems| problems.iter().map(shown).collect())
}

fn game(own: &str) -> Game {
    read(&format!("(from: \"base\", {own})"), &Overrides::new()).unwrap_or_else(|told| panic!("{told:#?}"))
}

/// The only problem of a file whose second line is this.
#[track_caller]
fn problem(own: &str) -> String {
    let told = read(&format!("(from: \"base\",\n{own})"), &Overrides::new()).unwrap_err();
    let [one] = told.as_slice() else { panic!("{told:#?}") };
    one.clone()
}

fn charge(bonus: i64, over: &[&str]) -> Part {
    Part::Charge { bonus, over: over.iter().map(|each| (*each).to_owned()).collect() }
}

fn loses(state: &str, rule: &str) -> Part {
    Part::LosesTurn { state: state.to_owned(), rule: rule.to_owned() }
}

/// Promise: what a file does not say it inherits, and a list that it does say stands for itself alone.
#[test]
fn what_is_not_said_is_inherited_and_what_is_said_is_not() {
    let found = game(r#"attack: [Grabs], states: {"deaf": (of: "quiet")}"#);
    assert_eq!((found.attack, found.deeds.len(), found.levels.len()), (vec![Part::Grabs], 2, 2));
    assert_eq!(found.states.keys().collect::<Vec<_>>(), ["blind", "deaf", "prone"]);
}

/// Promise: a list is extended before and behind what is inherited, and loses what is named, whatever it is a list of.
#[test]
fn a_list_is_inherited_with_more_and_with_less() {
    let found = game(
        r#"deeds: Inherited(without: ["strike"], also: ["parry"], first: ["declare"]),
        attack: Inherited(without: [Grabs, Doubles("hasted"), LosesTurn(state: "asleep")], also: [Doubles("slow")]),
        levels: Inherited(without: [(of: "Wits")], also: [(of: "Luck")])"#,
    );
    assert_eq!(found.deeds, ["declare", "walk", "parry"]);
    let slow = Part::Doubles("slow".to_owned());
    assert_eq!(found.attack, [charge(3, &["pit", "fire"]), loses("stunned", "A"), slow]);
    assert_eq!(found.levels.iter().map(|level| level.of.as_str()).collect::<Vec<_>>(), ["Strength", "Luck"]);
}

/// Promise: one item of a list, or a thing that stands alone, changes the fields that are said and keeps all others; what is
/// changed within it is extended in its turn.
#[test]
fn a_part_is_inherited_with_other_fields() {
    let found = game(
        r#"opens: Inherited(bonus: 5),
        attack: Inherited(changed: {LosesTurn(state: "stunned"): (rule: "C"), Charge: (over: Inherited(also: ["wall"]))}),
        states: {"prone": Inherited(n: 7)}"#,
    );
    assert_eq!(found.opens, charge(5, &["pit"]));
    assert_eq!(found.attack[2..], [charge(3, &["pit", "fire", "wall"]), loses("stunned", "C"), loses("asleep", "B")]);
    assert_eq!(found.states["prone"], Level { of: "down".to_owned(), n: 7 });
}

/// Promise: an entry of an inherited map can be left out while others are added.
#[test]
fn a_map_is_inherited_with_less() {
    let found =
        game(r#"states: Inherited(without: ["prone"], also: {"deaf": (of: "quiet"), "blind": Inherited(n: 2)})"#);
    let states: Vec<(&str, i64)> = found.states.iter().map(|(name, state)| (name.as_str(), state.n)).collect();
    assert_eq!(states, [("blind", 2), ("deaf", 0)]);
}

/// Promise: settings work through what is inherited, both those of the other file and one's own.
#[test]
fn settings_work_through_what_is_inherited() {
    let own = r#"(from: "base", settings: {"kick": (is: 8, or: [9])}, opens: Inherited(bonus: Setting("kick")),
        attack: Inherited(without: [Grabs]))"#;
    let chosen = [("haste", "4"), ("kick", "9")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    for (overrides, opens, haste) in [(Overrides::new(), 8, 3), (Overrides::from(chosen), 9, 4)] {
        let found = read(own, &overrides).unwrap();
        assert_eq!((found.opens, &found.attack[1]), (charge(opens, &["pit"]), &charge(haste, &["pit", "fire"])));
    }
}

/// Promise: whoever names what is not inherited, or not one thing alone, is told where, what was found and what there is.
#[test]
fn what_is_not_inherited_cannot_be_changed_or_left_out() {
    assert_eq!(
        problem("attack: Inherited(without: [Grab])"),
        "own:2:29: found `Grab`, which is not inherited here, expected one of `Grabs`, `Doubles`, `Charge`, `LosesTurn` \
         (did you mean `Grabs`?)"
    );
    assert_eq!(
        problem(r#"attack: Inherited(changed: {LosesTurn: (rule: "C")})"#),
        "own:2:29: found `LosesTurn`, which fits 2 of what is inherited, expected one alone, by a field in which they \
         differ, as in `LosesTurn(in: \"stunned\")`"
    );
    assert_eq!(
        problem(r#"states: Inherited(without: ["prome"])"#),
        "own:2:29: found the text \"prome\", which is not inherited here, expected `prone` or `blind` (did you mean \
         `prone`?)"
    );
    assert_eq!(
        problem("attack: Inherited(without: [Grabs, Grabs])"),
        "own:2:36: found `Grabs` again, expected each item once"
    );
}

/// Promise: a field that the changed part does not have, and a value that does not fit it, are told at their own place.
#[test]
fn a_changed_field_is_checked_as_if_it_had_been_written_out() {
    let told = problem("attack: Inherited(changed: {Charge: (bonsu: 2)})");
    assert!(told.starts_with("own:2:38: found") && told.contains("`bonsu`") && told.contains("`bonus`"), "{told}");
    let told = problem("opens: Inherited(bonus: \"much\")");
    assert!(told.starts_with("own:2:25: found the text \"much\""), "{told}");
    let told = problem("attack: Inherited(changed: {Grabs: (bonus: 2)})");
    assert!(told.starts_with("own:2:36: found fields for `Grabs`, which has none"), "{told}");
}

/// Promise: `Inherited(...)` says only what it can say of what stands there, and something.
#[test]
fn what_cannot_be_said_of_what_is_inherited_is_told() {
    for (own, told) in [
        ("deeds: Inherited(alos: [])", "own:2:18: found no field called `alos`, expected one of `first`, `also`"),
        ("states: Inherited(first: {})", "own:2:19: found no field called `first`, expected `also` or `without`"),
        ("deeds: Inherited(also: \"a\")", "own:2:24: found the text \"a\", expected a list"),
        ("deeds: Inherited(changed: [])", "own:2:27: found a list `[...]` of 0, expected a map"),
        ("deeds: Inherited()", "own:2:8: found `Inherited(...)`, which says no change"),
        ("deeds: Inherited", "own:2:8: found `Inherited`, which says no change"),
        ("deeds: Inherited([\"a\"])", "own:2:8: found `Inherited(...)`, which says no change"),
        ("deeds: Inherited(also: [], also: [])", "own:2:28: found"),
        (
            "states: {\"prone\": (of: Inherited(n: 1))}",
            "own:2:24: found `Inherited(...)`, expected a value written out",
        ),
    ] {
        let found = problem(own);
        assert!(found.starts_with(told), "{own}\n{found}");
    }
}

/// Promise: what extends nothing is told, with where inheriting begins if the file has no `from`.
#[test]
fn nothing_is_extended_where_nothing_is_inherited() {
    let told = read(&BASE.replace("[\"walk\", \"strike\"]", "Inherited(also: [])"), &Overrides::new()).unwrap_err();
    let [told] = told.as_slice() else { panic!("{told:#?}") };
    assert!(told.starts_with("own:4:12: found `Inherited(...)`, expected a value written out"), "{told}");
    assert!(told.ends_with("(a field `from` names the ruleset to inherit from)"), "{told}");
    let told = problem("attack: [Charge(bonus: 1, over: Inherited(also: []))]");
    assert!(told.starts_with("own:2:33: found `Inherited(...)`, expected a value written out"), "{told}");
}

/// A file whose states may be like others.
#[derive(Deserialize)]
struct File {
    states: BTreeMap<String, Level>,
}

/// Promise: an entry that is like another has from it what it does not say, in groups within it as well, and one that is like
/// nothing is told with those that there are.
#[test]
fn an_entry_is_like_another_but_for_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.ron");
    let others = "{\"down\": (of: \"a\", n: 3), \"up\": (of: \"b\")}";
    let write = |own: &str| std::fs::write(&file, own).unwrap();
    write("(\nstates: {\"low\": (like: \"dowm\", of: \"c\")})");
    let told = read_with_likes::<File>(&file, ("states", "like", "state"), others).err().unwrap_or_default();
    let shown = told.iter().map(|problem| (problem.line, problem.column, problem.to_string())).collect::<Vec<_>>();
    let [(2, 24, text)] = shown.as_slice() else { panic!("{shown:#?}") };
    assert!(text.contains("no state called `dowm`") && text.contains("did you mean `down`?"), "{text}");
    write("(states: {\"low\": (like: \"down\", of: \"c\"), \"high\": (of: \"d\")})");
    let (read, _) = read_with_likes::<File>(&file, ("states", "like", "state"), others).unwrap();
    let level = |of: &str, n| Level { of: of.to_owned(), n };
    assert_eq!((&read.states["low"], &read.states["high"]), (&level("c", 3), &level("d", 0)));
}
