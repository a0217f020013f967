//! Tests of what the check finds: for each kind of mistake a wrong text, and what is told of it, at its own place.

mod scenarios;

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::Library;
use super::reader::Problem;

/// A folder with the files of a shipped ruleset.
pub(super) fn copied(name: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(folder.path(), name);
    folder
}

/// Copies the files of a shipped ruleset.
pub(super) fn copy(into: &Path, name: &str) {
    let home = into.join(name);
    fs::create_dir_all(&home).unwrap();
    for entry in fs::read_dir(Path::new("rulesets").join(name)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, home.join(path.file_name().unwrap())).unwrap();
        }
    }
}

/// Changes a text of one of its files; where it stood.
pub(super) fn changed(folder: &Path, file: &str, from: &str, to: &str) -> u32 {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).unwrap();
    let at = text.find(from).unwrap_or_else(|| panic!("nothing to change in {file}: {from}"));
    fs::write(path, text.replacen(from, to, 1)).unwrap();
    let lines = from.find(|letter| letter != '\n').map_or(0, |start| from[..start].matches('\n').count());
    u32::try_from(text[..at].matches('\n').count() + 1 + lines).unwrap()
}

/// What is wrong with a ruleset of a folder.
pub(super) fn problems_of(folder: &TempDir, ruleset: &str) -> Vec<Problem> {
    Library::open(folder.path()).rules(ruleset).err().unwrap_or_default()
}

/// That each change is told at its own line, in these words, and brings nothing else along.
#[track_caller]
fn each_is_told(cases: &[(&str, &str, &str, &str, &str)]) {
    for (file, from, to, found, more) in cases {
        let (ruleset, _) = file.split_once('/').unwrap();
        let folder = copied(ruleset);
        let line = changed(folder.path(), file, from, to);
        let problems = problems_of(&folder, ruleset);
        let [problem] = problems.as_slice() else { panic!("{to}: {problems:#?}") };
        let whole = problem.to_string();
        assert!(problem.file.ends_with(file) && problem.line == line && problem.column > 1, "line {line}: {whole}");
        assert!(problem.found.contains(found) && whole.contains(more), "{found}, {more}: {whole}");
    }
}

/// Whatever is looked for by nobody is told, with the nearest name.
#[test]
fn words_that_nothing_knows_are_told() {
    each_is_told(&[
        ("skirmish/ruleset.ron", r#"sign: "skull""#, r#"sign: "skul""#, "sign called `skul`", "did you mean `skull`"),
        ("zones/ruleset.ron", r#"face: "plan""#, r#"face: "plam""#, "face called `plam`", "did you mean `plan`"),
        ("skirmish/profiles.ron", r#"token: ""#, r#"token: "xx"#, "token called `xx", ""),
        (
            "zones/ruleset.ron",
            r#"forbids: ["speak", "power"]"#,
            r#"forbids: ["speek"]"#,
            "kind of deed called `speek`",
            "`speak`",
        ),
        (
            "zones/ruleset.ron",
            r#"on: ["impaired"], n: 1)], text: "Abil"#,
            r#"on: ["impared"], n: 1)], text: "Abil"#,
            "figure or roll called `impared`",
            "`impaired`",
        ),
        (
            "liberi_gothica/ruleset.ron",
            r#"of: "Toughness lost""#,
            r#"of: "Toghness lost""#,
            "`Toghness lost`",
            "`Toughness lost`",
        ),
        (
            "hursagmu/ruleset.ron",
            r#"ShotCover(on: ("challenge", "shot")"#,
            r#"ShotCover(on: ("chalenge", "shot")"#,
            "`chalenge`",
            "`challenge`",
        ),
        (
            "old_school/profiles.ron",
            r#"tags: ["hero""#,
            r#"tags: ["heroe""#,
            "word that anything asks for called `heroe`",
            "`hero`",
        ),
    ]);
}

/// What an arm or profile carries must be asked for.
#[test]
fn tags_and_types_that_nothing_asks_for_are_told() {
    each_is_told(&[
        (
            "zones/arms.ron",
            r#"tags: ["natural""#,
            r#"tags: ["naturel""#,
            "word that anything asks for called `naturel`",
            "`natural`",
        ),
        ("skirmish/arms.ron", r#"types: ["slashing""#, r#"types: ["slahsing""#, "called `slahsing`", "`slashing`"),
        (
            "skirmish/arms.ron",
            r#"types: ["slashing""#,
            r#"types: ["Life""#,
            "no type of damage called `Life`",
            "`slashing`",
        ),
    ]);
}

/// Every number has bounds.
#[test]
fn numbers_beyond_all_bounds_are_told() {
    each_is_told(&[
        ("skirmish/ruleset.ron", "square: ", "square: -", "the number `-", "1 to 1000"),
        ("skirmish/profiles.ron", r#""Life": "#, r#""Life": -"#, " as Life", "from 1 to 1000"),
        ("zones/ruleset.ron", "4: 6}", "4: 5000}", "a body of 5000 half squares", "1 to 4096"),
        ("skirmish/arms.ron", "reach: [", "reach: [-5, ", "a reach of -5", "0 to 10000"),
        ("skirmish/arms.ron", "reach: [", "reach: [1000000000, ", "`1000000000`", "10000000"),
        ("scale_toughness/arms.ron", r#"damage: ""#, r#"damage: "-"#, "damage of `-", "dice that can do harm"),
        ("zones/profiles.ron", r#"figures: {"#, r#"figures: {"Size": -1000000, "#, "-1000000 as Size", "from 0 to 10"),
    ]);
}

/// Mechanics that answer for one thing, or that nothing answers.
#[test]
fn mechanics_that_do_not_fit_together_are_told() {
    each_is_told(&[
        (
            "skirmish/ruleset.ron",
            "harm: [Points(",
            "harm: [Points(kind: \"body\", left: \"Life\", lost: \"damage taken\", at_nothing: \"slain\", rule: \"SK-DMG-02\"), Points(",
            "harm of the kind `body`",
            "one mechanic for each kind",
        ),
        ("skirmish/ruleset.ron", "defence: [Flanked(", "attack: [Flanked(", "`attack` again", ""),
        (
            "skirmish/ruleset.ron",
            "harm: [Points(",
            "stealth: [], harm: [Drained(kind: \"body\", left: \"Life\", lost: \"damage taken\", states: [], rule: \"SK-DMG-02\"), Points(",
            "harm of the kind `body`",
            "`Drained`",
        ),
    ]);
}

/// Two mechanics that answer for one state.
#[test]
fn states_for_which_two_answer_are_told() {
    let twice = |mechanic: &str, state: &str| {
        let from = format!("{mechanic}(in: \"{state}\",");
        (from.clone(), format!("{from} rule: \"ZN-COND-03\"), {from}"))
    };
    let [(turn, turns), (shy, shies)] = [twice("LosesTurn", "stunned"), twice("Shies", "frightened")];
    each_is_told(&[
        ("zones/ruleset.ron", &turn, &turns, "the turns of those who are `stunned`", "`LosesTurn` gives already"),
        ("zones/ruleset.ron", &shy, &shies, "those who are `frightened` do not go", "`Shies` gives already"),
        (
            "zones/ruleset.ron",
            "Frenzy(in: \"frenzied\",",
            "Frenzy(in: \"terrified\", rule: \"ZN-COND-03\"), Frenzy(in: \"frenzied\",",
            "what those who are `terrified` do in their turns",
            "`Flees` gives already",
        ),
        (
            "zones/ruleset.ron",
            "SingledOut(in: \"taunted\",",
            "SingledOut(in: \"taunted\", attacks: [\"attack\"], rule: \"ZN-TURN-07\"), SingledOut(in: \"taunted\",",
            "whom those who are `taunted` may strike",
            "`SingledOut` gives already",
        ),
        (
            "skirmish/ruleset.ron",
            "harm: [Points(",
            "gear: [Features(short: \"SK-TURN-01\", long: \"SK-TURN-01\", barrier: \"SK-TURN-01\")], harm: [Points(",
            "`Features` alone",
            "`zones` in `measure`",
        ),
    ]);
}

/// A state at nothing that ends no fight, and a mechanic whose partner is missing, are told where the mechanic stands.
#[test]
fn mechanics_that_end_nothing_or_stand_alone_are_told() {
    let cases = [
        ("skirmish", "dead: true, out: true, ", "", "`slain` at nothing, which ends no fight"),
        (
            "zones",
            "RollUnder(die: \"1d20\", equal_passes: Setting(\"save_equal_passes\"), extremes: Setting(\"natural_one_and_twenty\"), group: Setting(\"group_save\")),",
            "",
            "`GroupChecks` alone",
        ),
        ("zones", "brings: \"taunted\"", "brings: \"steady\"", "`steady`, which `Provoke` brings"),
    ];
    let left = [
        (
            "zones",
            "LosesTurn(in: \"stunned\", rule: \"ZN-COND-03\"),",
            "`LosesTurn`, which does not answer for `stunned`",
        ),
        (
            "zones",
            "Shies(in: \"frightened\", rule: \"ZN-COND-03\"),",
            "`Shies`, which does not answer for `frightened`",
        ),
        (
            "zones",
            "Flees(in: \"terrified\", first: \"sprint\", cowers: \"incapacitated\", rule: \"ZN-COND-03\"),",
            "`Flees`, which does not answer for `terrified`",
        ),
        ("zones", "(state: \"in a pit\", by: \"climb out\", rule: \"ZN-ENV-01\"),", "answer for `in a pit`"),
        ("old_school", "Sleeps(asleep: \"asleep\", rule: \"OS-DEF-02\"),", "answer for `asleep`"),
        (
            "liberi_gothica",
            "Fades(condition: \"surprised\", rounds: 1, rule: \"LG-COND-01\"),",
            "answer for `surprised`",
        ),
        (
            "scale_toughness",
            "Stunned(stunned: \"stunned\", rule: \"ST-COND-06\"),",
            "`Stunned`, which does not answer for `stunned`",
        ),
        (
            "scale_toughness",
            "Stagger(staggered: \"staggered\", die: \"1d6\", rule: \"ST-COND-07\"),",
            "answer for `staggered`",
        ),
    ];
    let left = left.map(|(ruleset, mechanic, found)| (ruleset, mechanic, "", found));
    for (ruleset, from, to, found) in cases.iter().chain(&left) {
        let folder = copied(ruleset);
        changed(folder.path(), &format!("{ruleset}/ruleset.ron"), from, to);
        let problems = problems_of(&folder, ruleset);
        let is_it = |problem: &Problem| problem.line > 1 && problem.column > 1 && problem.found.contains(found);
        assert!(problems.iter().any(is_it), "{found}: {problems:#?}");
    }
}

/// A mechanic in the wrong slot is told where it belongs.
#[test]
fn a_mechanic_in_the_wrong_slot_is_sent_to_its_own() {
    let folder = copied("skirmish");
    changed(folder.path(), "skirmish/ruleset.ron", "defence: [Flanked(", "reactions: [Flanked(");
    let problems = problems_of(&folder, "skirmish");
    let helps =
        |problem: &Problem| problem.help.as_deref().is_some_and(|help| help == "`Flanked` belongs into `defence`");
    assert!(problems.iter().any(helps), "{problems:#?}");
}

/// One mistake in the arms does not make every profile wrong.
#[test]
fn a_mistake_in_one_file_stays_there() {
    for wrong in [("reach: [", "raech: ["), ("reach: [", "reach: ((")] {
        let folder = copied("skirmish");
        changed(folder.path(), "skirmish/arms.ron", wrong.0, wrong.1);
        let problems = problems_of(&folder, "skirmish");
        assert!(!problems.is_empty() && problems.iter().all(|each| each.file.ends_with("arms.ron")), "{problems:#?}");
    }
}

/// A ruleset has at most 128 conditions and techniques together, and the last of them is a state like the first.
#[test]
fn a_ruleset_has_room_for_as_many_states_as_it_has_bits() {
    let sound = fs::read_to_string("rulesets/skirmish/ruleset.ron").unwrap();
    let of_its_own = Library::open("rulesets").rules("skirmish").unwrap().conditions.len();
    for (count, is_room) in [(128, true), (129, false)] {
        let folder = copied("skirmish");
        let more =
            (of_its_own..count).map(|n| format!("\"state {n}\": (rule: \"SK-DMG-02\", out: true, text: \"Out.\"),\n"));
        let (before, after) = sound.split_once("conditions: {").unwrap();
        let text = format!("{before}conditions: {{\n{}{after}", more.collect::<String>());
        fs::write(folder.path().join("skirmish/ruleset.ron"), text).unwrap();
        match Library::open(folder.path()).rules("skirmish") {
            Ok(rules) => {
                assert!(is_room, "{count} conditions are taken");
                let places: std::collections::BTreeSet<u128> =
                    (0..count).map(|place| rules.states().brought_by(place)).filter(|set| *set > 0).collect();
                assert_eq!(places.len(), count, "each has a bit of its own");
                assert_eq!(rules.states().out.count_ones() as usize, count - of_its_own + 1, "and all count");
            }
            Err(problems) => {
                let [problem] = problems.as_slice() else { panic!("{problems:#?}") };
                assert!(!is_room && problem.found == format!("{count} conditions and techniques"), "{problem}");
            }
        }
    }
}

/// Pipes, devices and folders are not read.
#[test]
fn only_ordinary_files_are_read() {
    let told = super::reader::text_in(Path::new("/dev/zero")).unwrap_err();
    assert_eq!(told.found, "a device or pipe");
}

/// What shows a rule that puts its name to nothing must come about in the game.
#[test]
fn what_shows_a_rule_must_be_there() {
    for wrong in ["Deed(\"moov\")", "Roll(\"atack\")", "Figure(\"Lief\")", "State(\"slian\")", "Fact(\"SK-MOVE-99\")"] {
        let folder = copied("skirmish");
        changed(folder.path(), "skirmish/rulebook.ron", "shown_by: [Deed(\"move\")]", &format!("shown_by: [{wrong}]"));
        let problems = problems_of(&folder, "skirmish");
        let [problem] = problems.as_slice() else { panic!("{wrong}: {problems:#?}") };
        assert!(problem.file.ends_with("rulebook.ron") && problem.found.contains(wrong), "{problem}");
        assert!(problem.found.contains("SK-MOVE-02"), "{problem}");
    }
}

/// A ruleset of one's own may lean on one that ships.
#[test]
fn what_is_not_beside_it_is_taken_from_what_ships() {
    let folder = copied("crossroads");
    assert!(Library::open(folder.path()).rules("crossroads").is_ok());
    let line =
        changed(folder.path(), "crossroads/ruleset.ron", r#"from: "scale_toughness""#, r#"from: "scale_toughnes""#);
    let problems = problems_of(&folder, "crossroads");
    let [problem] = problems.as_slice() else { panic!("{problems:#?}") };
    assert_eq!((problem.line, problem.help.as_deref()), (line, Some("did you mean `scale_toughness`?")), "{problem}");
}

/// An empty folder holds no rulesets.
#[test]
fn an_empty_folder_is_told() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Library::open(folder.path()).rulesets().is_err());
}

/// Everything that ships is as the check wants it.
#[test]
fn what_ships_is_clean() {
    let library = Library::open("rulesets");
    for ruleset in library.rulesets().unwrap() {
        let problems = library.check(&ruleset);
        assert!(problems.is_empty(), "{ruleset}: {}", super::reader::lines(&problems));
    }
}
