//! What the program tells of its own rules and mechanics: `sortie rules --where` and `--mechanics`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use sortie::battle::{Moment, Registry};
use sortie::reference::{self, Field, Mechanic};
use sortie::rulebook::Library;

fn sortie(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sortie")).arg("rules").args(args).output().unwrap()
}

fn told(args: &[&str]) -> String {
    let output = sortie(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&told(&[args, &["--json"]].concat())).unwrap()
}

/// The lines of files that have been looked into.
#[derive(Default)]
struct Lines(BTreeMap<String, Vec<String>>);

impl Lines {
    fn at(&mut self, place: &Value) -> &str {
        let file = place["file"].as_str().unwrap();
        let read = || std::fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect();
        let lines = self.0.entry(file.to_owned()).or_insert_with(read);
        &lines[usize::try_from(place["line"].as_u64().unwrap()).unwrap() - 1]
    }

    fn hold(&mut self, places: &Value, text: &str, id: &str) {
        for place in places.as_array().unwrap() {
            let place = place.get("at").unwrap_or(place);
            let line = self.at(place);
            assert!(line.contains(text), "{id}: {place} does not say {text}: {line}");
        }
    }
}

fn all_rules() -> Vec<(String, String)> {
    let library = Library::open("rulesets");
    let book = |ruleset: &String| {
        let rules = sortie::rulebook::book::read(&library.sources().file(ruleset, "rulebook.ron")).unwrap();
        rules.into_iter().map(|rule| (ruleset.clone(), rule.id.to_string())).collect::<Vec<_>>()
    };
    library.rulesets().unwrap().iter().flat_map(book).collect()
}

/// Whatever is told of a rule is there: its text, the data that names it, and the code.
#[test]
fn every_rule_is_found_and_every_line_told_of_it_says_so() {
    let rules = all_rules();
    assert!(rules.len() > 600, "{}", rules.len());
    let (next, homeless) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut lines = Lines::default();
                while let Some((ruleset, id)) = rules.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if !is_true(&mut lines, id, &json(&[ruleset, id, "--where"])["where"]) {
                        homeless.lock().unwrap_or_else(PoisonError::into_inner).push(id);
                    }
                }
            });
        }
    });
    let homeless = homeless.into_inner().unwrap();
    assert!(homeless.is_empty(), "nothing is known of {homeless:?} but its text");
}

/// Checks every line that is told of a rule, and says whether any of it plays the rule.
fn is_true(lines: &mut Lines, id: &str, found: &Value) -> bool {
    let quoted = format!("\"{id}\"");
    assert!(lines.at(&found["rule"]).contains(&format!("id: {quoted}")), "{id}");
    for list in ["mechanics", "data", "leaned_on_by", "lessons"] {
        lines.hold(&found[list], &quoted, id);
    }
    // One between the ends of `ST-TOX-01 to ST-TOX-12` is cited, too.
    lines.hold(&found["cited"], id.trim_end_matches(char::is_numeric), id);
    for of in found["mechanics"].as_array().unwrap() {
        let name = of["mechanic"].as_str().unwrap();
        assert!(lines.at(&of["code"]).contains(&format!("struct {name} ")), "{id}: {of}");
        let field = of["field"].as_str().unwrap();
        if of["declared"].is_null() {
            continue;
        }
        let named = field.split(['.', '[']).rfind(|part| part.starts_with(char::is_lowercase)).unwrap();
        let named = named.trim_end_matches(']');
        assert!(lines.at(&of["declared"]).contains(&format!("{named}: ")), "{id}: {of}");
        lines.hold(&of["read"], &format!(".{named}"), id);
    }
    ["mechanics", "data", "shown_by"].iter().any(|list| !found[list].as_array().unwrap().is_empty())
}

#[test]
fn a_rule_is_told_with_the_field_that_names_it_and_the_code_that_reads_it() {
    let cases = [
        (
            "scale_toughness",
            "ST-ATK-02",
            "attack",
            "TargetThenDefence",
            "rules.attack_roll",
            "target_then_defence/strike.rs",
        ),
        ("liberi_gothica", "LG-INIT-04", "initiative", "CardHand", "rules.rank", "card_hand/mod.rs"),
        ("old_school", "OS-TURN-01", "movement", "OutOfDoors", "rule", "movement/out_of_doors.rs"),
        ("zones", "ZN-REACT-04", "attack", "SureBlow", "rules.dodge", "sure_blow/react.rs"),
    ];
    for (ruleset, id, slot, mechanic, field, read) in cases {
        let found = json(&[ruleset, id, "--where"]);
        let of = found["where"]["mechanics"].as_array().unwrap();
        let of = of.iter().find(|of| of["mechanic"] == mechanic && of["field"] == field);
        let of = of.unwrap_or_else(|| panic!("{id}: {found:#}"));
        assert_eq!(of["slot"], slot, "{id}");
        let is_read = of["read"].as_array().unwrap().iter().any(|at| at["file"].as_str().unwrap().ends_with(read));
        assert!(is_read, "{id}: {of:#}");
    }
    let text = told(&["old_school", "os-turn-01", "--where"]);
    assert!(text.starts_with("OS-TURN-01 Rounds, Turns and inches (Encounters)\nrulesets/old_school/rulebook.ron:"));
    for line in [
        "\nOutOfDoors (movement): rule\n  The rule that says so.\n",
        "\n  settings \"outdoor_scale\" ",
        "\n  figures \"Move\" ",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

/// What a rule of these is about comes about under other names; so who brings it is told instead.
#[test]
fn a_rule_that_nothing_names_is_told_by_what_shows_it() {
    let found = json(&["scale_toughness", "ST-ATK-01", "--where"]);
    assert_eq!(
        (&found["where"]["mechanics"], &found["where"]["data"]),
        (&serde_json::json!([]), &serde_json::json!([]))
    );
    let shown = &found["where"]["shown_by"][0];
    assert_eq!(
        (&shown["what"], &shown["mechanics"][0]["mechanic"]),
        (&"the roll `attack`".into(), &"TargetThenDefence".into())
    );
    let found = json(&["scale_toughness", "ST-MISC-02", "--where"]);
    assert_eq!(found["where"]["shown_by"][0]["mechanics"][0]["mechanic"], "Paces");
    // A rule of the house stands in the code alone.
    let found = json(&["zones", "cut_short", "--where"]);
    assert!(Lines::default().at(&found["where"]["cited"][0]).contains("\"cut_short\""), "{found}");
    assert!(!sortie(&["zones", "--where"]).status.success());
}

/// Authors of rulesets read these comments and nothing else.
#[test]
fn no_mechanic_type_field_or_variant_lacks_a_doc_comment() {
    let mut bare = BTreeSet::new();
    let mut count = 0;
    let mut check = |what: String, doc: &str| {
        count += 1;
        if doc.is_empty() {
            bare.insert(what);
        }
    };
    reference::files().iter().for_each(|file| check(file.name.to_owned(), file.doc));
    reference::words().iter().for_each(|words| check(words.name.to_owned(), words.doc));
    reference::mechanics().iter().for_each(|mechanic| check(format!("the module of {}", mechanic.name), mechanic.doc));
    let of_mechanics = reference::mechanics().iter().flat_map(|mechanic| mechanic.groups());
    for group in of_mechanics.chain(reference::types()) {
        let at = format!("{}:{}", group.file, group.line);
        check(format!("{at} {}", group.name), group.doc);
        let mut all = |fields: &[Field]| {
            fields.iter().for_each(|field| check(format!("{at} {}::{}", group.name, field.name), field.doc));
        };
        all(group.fields);
        group.variants.iter().for_each(|variant| all(variant.fields));
        group.variants.iter().for_each(|variant| check(format!("{at} {}::{}", group.name, variant.name), variant.doc));
    }
    assert!(count > 2700, "{count}");
    assert!(bare.is_empty(), "{bare:#?}");
    assert!(reference::events().iter().all(|event| !event.doc.is_empty()));
    assert!(reference::roles().iter().all(|role| !role.doc.is_empty()));
}

/// The tables are made from the sources; the registry of each ruleset says the same.
#[test]
fn the_reference_agrees_with_the_registry_of_every_ruleset() {
    let library = Library::open("rulesets");
    let names = |of: &[&Mechanic]| of.iter().map(|mechanic| mechanic.name).collect::<BTreeSet<_>>();
    let known = |name: &str| reference::mechanic(name).unwrap_or_else(|| panic!("no {name}"));
    for ruleset in library.rulesets().unwrap() {
        let rules = library.rules(&ruleset).unwrap();
        let registry: &Registry = &rules.registry;
        let composed: Vec<&Mechanic> = registry.mechanics.iter().map(|mechanic| known(mechanic.name())).collect();
        let written = library.composition(&ruleset).unwrap();
        assert_eq!(names(&composed), written.iter().map(String::as_str).collect(), "{ruleset}");
        for moment in Moment::ALL {
            let event = format!("{moment:?}");
            let live: BTreeSet<&str> = registry.listeners(*moment).iter().map(|each| known(each.name()).name).collect();
            let mut heard = composed.clone();
            heard.retain(|mechanic| mechanic.hears.contains(&event.as_str()));
            assert_eq!(names(&heard), live, "{ruleset}: {event}");
        }
        let roles: [(&str, BTreeSet<&str>); 3] = [
            ("modifies", registry.modifies.all().iter().map(|each| known(each.name()).name).collect()),
            ("shows", registry.shows.iter().map(|each| known(each.name()).name).collect()),
            ("steps", registry.steps.iter().map(|each| known(each.name()).name).collect()),
        ];
        for (role, live) in roles {
            let mut playing = composed.clone();
            playing.retain(|mechanic| mechanic.roles.contains(&role));
            assert_eq!(names(&playing), live, "{ruleset}: {role}");
        }
    }
    let events: Vec<&str> = reference::events().iter().map(|event| event.name).collect();
    assert_eq!(events, Moment::ALL.iter().map(|moment| format!("{moment:?}")).collect::<Vec<_>>());
}

#[test]
fn a_mechanic_is_told_with_its_fields_as_a_ruleset_writes_them() {
    let text = told(&["--mechanics", "out_of_doors"]);
    let (head, rest) = text.split_once(" (src/mechanics/movement/out_of_doors.rs:").unwrap();
    assert_eq!(head, "MOVEMENT: How bodies get about.\n\nOutOfDoors");
    let (_, rest) = rest.split_once(")\n").unwrap();
    let wanted = "  Under the sky an inch may stand for more than between walls (OS-TURN-01).
  Used by old_school.
  Plays modifies.
    of: figure // The figure that is counted in inches.
    inch: number // What an inch stands for between walls, in the board's unit of length.
    outdoors: number // What it stands for under the sky.
    indoors: name of its own // The word of ground that lies between walls.
    rule: rule // The rule that says so.
";
    assert_eq!(rest.trim_end(), wanted.trim_end());
    // Structs and enums within a mechanic are told behind it, as deep as they go.
    let text = told(&["--mechanics", "Afflictions"]);
    for line in [
        "\n    syndromes: {name of its own: Syndrome, ...} // All that anybody can suffer from.\n",
        "\n    or: (number, [Symptom, ...]) // Another reading of difficulty and symptoms, where tables disagree. May be",
        "\n  Way, one of: A way into the body.\n    injury // By a blow that comes to damage.\n",
        "\n    OneOf([Symptom, ...]) // One of these, all as likely.\n",
        "\n    bag: (arm, number) // What healers should have about them, and what lacking it adds to their skill.\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn the_reference_is_cut_to_a_ruleset_a_slot_or_an_event() {
    let all = json(&["--mechanics"]);
    assert_eq!(all["mechanics"].as_array().unwrap().len(), reference::mechanics().len());
    assert_eq!(all["events"].as_array().unwrap().len(), Moment::ALL.len());
    let found = json(&["skirmish", "--mechanics"]);
    let names: BTreeSet<&str> =
        found["mechanics"].as_array().unwrap().iter().map(|each| each["name"].as_str().unwrap()).collect();
    assert!(names.contains("OneOfEach") && !names.contains("SureBlow"), "{names:?}");
    // Who takes the rest from another ruleset is composed of that, too.
    let found = json(&["crossroads", "--mechanics", "initiative"]);
    assert_eq!(found["mechanics"].as_array().unwrap().len(), 1, "{found:#}");
    assert_eq!(found["mechanics"][0]["used_by"], serde_json::json!(["crossroads", "liberi_gothica"]));
    assert_eq!(json(&["crossroads", "--mechanics", "TwoThresholds"])["mechanics"][0]["slot"], "harm");
    let heard = |args: &[&str]| json(args)["events"][0]["heard_by"].as_array().unwrap().clone();
    assert!(heard(&["--mechanics", "Idled"]).len() >= heard(&["old_school", "--mechanics", "idled"]).len());
    assert!(heard(&["hursagmu", "--mechanics", "Harmed"]).iter().all(|name| name != "CalledShots"));
    let output = sortie(&["--mechanics", "sureblw"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean SureBlow?"));
}

/// Promise: files, and what stands in them, are told like mechanics, and before them.
#[test]
fn files_are_told_with_their_fields() {
    let text = told(&["--mechanics", "arm"]);
    assert!(text.starts_with("Arm (src/rulebook/arms.rs:"), "{text}");
    for line in [
        "\n  Stands in arms.ron, Scenario.arms, Lesson.arms.\n",
        "\n    kind: ArmKind // What it is.\n",
        "\n    damage: dice // Its damage. May be left out.\n",
        "\n    hands: number // Hands that it takes. May be left out: 0.\n",
        "\n  ArmKind, one of: What an `Arm` is.\n    melee // Struck with, hand to hand.\n",
        "\n    shape: AreaShape // What shape. May be left out: sphere.\n",
        "\n  Modifier: ",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let text = told(&["--mechanics", "scenario"]);
    for line in [
        "\n    rounds: number // Rounds after which nobody has won. May be left out: 50.\n",
        "\n    surprise: settled or thrown or is([text, ...]) // Which sides are surprised. May be left out: settled.\n",
        "\n    hold // Be alone in these squares at the end of so many rounds in a row.\n      squares: [(number, number), ...] //",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let text = told(&["--mechanics", "arms.ron"]);
    assert!(text.starts_with(
        "FILES\n\narms.ron: Weapons, armour, spells and other gear.\n  Written as {name of its own: Arm, ...}."
    ));
    assert!(told(&["--mechanics", "stats"]).contains("\n    life: figure // What is left of a life. May be left out."));
    let text = told(&["--mechanics"]);
    let places = ["FILES\n\nruleset.ron: ", "\narms.ron: ", "\nINITIATIVE: ", "\nROLES\n", "\nEVENTS\n", "\nWORDS "];
    let places = places.map(|part| text.find(part).unwrap_or_else(|| panic!("no {part}")));
    assert!(places[0] == 0 && places.is_sorted(), "{places:?}");
    let found = json(&["--mechanics", "figure"]);
    let fields = found["types"][0]["fields"].as_array().unwrap();
    let halves = fields.iter().find(|field| field["name"] == "halves").unwrap();
    assert_eq!((&halves["is"], &halves["default"]), (&"true or false".into(), &"false".into()));
    let all = json(&["--mechanics"]);
    assert_eq!(all["files"].as_array().unwrap().len(), reference::files().len());
    assert_eq!(all["types"].as_array().unwrap().len(), reference::types().len());
    assert!(!told(&["skirmish", "--mechanics"]).contains("FILES"));
}

/// Promise: the page for authors says what the program says.
#[test]
fn the_page_for_authors_says_what_the_program_says() {
    const PAGE: &str = "rulesets/REFERENCE.md";
    let written = told(&["--reference"]);
    if std::env::var_os("SORTIE_BLESS").is_some() {
        std::fs::write(PAGE, &written).unwrap();
    }
    let page = std::fs::read_to_string(PAGE).unwrap_or_default().replace('\r', "");
    let differs = page.lines().zip(written.lines()).position(|(one, other)| one != other);
    assert!(
        page == written,
        "{PAGE} is not what the code says any more, from line {} on.\nSORTIE_BLESS=1 cargo test --test it reference, or \
         cargo run -- rules --reference > {PAGE}",
        differs.unwrap_or(page.lines().count().min(written.lines().count())) + 1
    );
    for part in ["\n## arms.ron\n", "\n### Arm\n", "\n## Mechanics of attack\n", "\n### SureBlow\n", "\n- `attack`: "] {
        assert!(written.contains(part), "{part}");
    }
}

/// Every reference in a schema.
fn references<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str));
            fields.values().for_each(|inner| references(inner, found));
        }
        Value::Array(parts) => parts.iter().for_each(|inner| references(inner, found)),
        _ => {}
    }
}

/// Promise: the schema has a definition for every file and every mechanic, and each leads somewhere.
#[test]
fn the_schema_has_every_file_and_mechanic() {
    let schema: Value = serde_json::from_str(&told(&["--schema"])).unwrap();
    let defs = schema["$defs"].as_object().unwrap();
    let mut found = Vec::new();
    references(&schema, &mut found);
    assert!(found.len() > 1000, "{}", found.len());
    for reference in found {
        let name = reference.strip_prefix("#/$defs/").unwrap();
        assert!(defs.contains_key(name), "{reference}");
    }
    for file in reference::files() {
        assert!(defs.contains_key(&file.name.replace("/*", "")), "{}", file.name);
    }
    let slots = reference::mechanics().iter().map(|mechanic| mechanic.slot).collect::<BTreeSet<_>>();
    assert!(slots.iter().all(|slot| defs.contains_key(&format!("play.{slot}"))), "{slots:?}");
    for mechanic in reference::mechanics() {
        let fits = defs[&format!("play.{}", mechanic.slot)]["anyOf"].as_array().unwrap();
        let is_there = fits.iter().any(|each| !each["properties"][mechanic.name].is_null());
        assert!(is_there, "{}", mechanic.name);
    }
    assert_eq!(defs["Arm"]["required"], serde_json::json!(["kind"]));
    assert_eq!(defs["Arm"]["properties"]["hands"]["default"], serde_json::json!(0));
    assert_eq!(defs["Arm"]["properties"]["tags"]["type"], "array");
    assert_eq!(defs["ArmKind"]["anyOf"][0]["const"], "melee");
    assert_eq!(defs["Ruleset"]["anyOf"][0]["required"], serde_json::json!(["from"]));
    assert_eq!(defs["play"]["required"], serde_json::json!(["initiative", "turn"]));
    assert_eq!(json_of("arms.ron")["$ref"], "#/$defs/arms.ron");
    assert_eq!(json_of("SureBlow")["$ref"], "#/$defs/SureBlow");
    let output = sortie(&["--schema", "arns.ron"]);
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("did you mean arms.ron?"));
}

fn json_of(name: &str) -> Value {
    serde_json::from_str(&told(&["--schema", name])).unwrap()
}

/// Whoever writes a ruleset needs the reference most while it is wrong.
#[test]
fn a_broken_ruleset_does_not_hide_the_mechanics() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("mine");
    std::fs::create_dir(&home).unwrap();
    std::fs::write(home.join("ruleset.ron"), "(play: (attack: [SureBlow(").unwrap();
    let of = folder.path().to_str().unwrap();
    let found = json(&["--mechanics", "SureBlow", "--rulesets", of]);
    assert_eq!(found["mechanics"][0]["used_by"], serde_json::json!(["zones"]));
    assert!(!sortie(&["mine", "--mechanics", "--rulesets", of]).status.success());
    std::fs::write(home.join("ruleset.ron"), "(play: (attack: [SureBlow(die: 7)]))").unwrap();
    assert_eq!(json(&["mine", "--mechanics", "--rulesets", of])["mechanics"][0]["name"], "SureBlow");
}
