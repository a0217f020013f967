//! Nerve that is tested by groups, and close combat, in every game that has them otherwise or not at all.

use super::{BASES, fought, mixed};
use crate::kit::Folder;

const GROUPS: &str = r#"GroupChecks(save: "QUICK", fearless: (skills: [], words: [], states: []), apart: [], players_test: true,
            states: (broken: "robbed", steady: "seized"),
            flight: (exits: [WAYS], go: "move", hurry: "move", leave: "leave", give_up: "surrender", first: []),
            rules: (group: "RULE", alone: "RULE", check: "RULE", steady: "RULE", fearless: "RULE")),
        Surrender(state: "gone", broken: "robbed", rules: (surrender: "RULE", betrayed: "RULE"))"#;

const SAVES: &str = r#"RollUnder(die: "1d20", equal_passes: true, extremes: true, group: single_roll)"#;

const EXITS: &str =
    r#", movement: Inherited(also: [Exits(exits: ["way out"], gone: "gone", hunted: "robbed", rule: "RULE")])"#;

const CLOSE: &str = r#"CloseCombat(skill: "STRONG", mass: "SIZE", mass_bonus: off, times: (2, 4),
            contest: (dice: "2d6", ties: all_fail, defends: "RULE", compares: "RULE", undefended: "RULE", assists: "RULE"),
            states: (locked: "robbed", held: "seized", controlling: "gripping", clinging: "hanging", clung_to: "hung to"),
            damage: (dice: "2d6", strength: "STRONG", power: "power", small: "odd", augment: (2, 5), harms: "HARM",
                enough: "ENOUGH"),
            slams: (corners: {"edge": 1}, needs_action: off), drop: 2, drags: ("WALK", 2), outsiders: 2, strapped: "odd",
            gap: (mode: off, from: 5, never: 8, rule: "RULE"),
            rules: (grab: "RULE", held: "RULE", small: "RULE", resist: "RULE", locked: "RULE", control: "RULE",
                escape: "RULE", slam: "RULE", corner: "RULE", throw: "RULE", seize: "RULE", mass: "RULE", team: "RULE",
                heavy: "RULE", outsiders: "RULE", augment: "RULE"))"#;

const DODGES: &str = r#"BlockOrDodge(skill: "QUICK", bare: 2, power: "power", grade: "long", reach: (2, 1), shield_grade: 1,
            shield: "odd", never: ("odd", "odd"), strength: "STRONG", gap: (mode: off, from: 5, never: 8, rule: "RULE"),
            weaker_at: [], near: 2, rules: (block: "RULE", bare: "RULE", reach: "RULE", missiles: "RULE",
                unblockable: "RULE", assist: "RULE", dodge: "RULE", room: "RULE", volley: "RULE"))"#;

const ODD: &str = r#"{"Odd thing": (kind: melee, damage: "1d6", reach: [1], hands: 1, figures: {"power": 1, "long": 0},
    tags: ["odd"])}"#;

/// What each game has of the slots that are added to, by the order of `BASES`: its morale and its saves.
const OWN: [(bool, bool); 6] =
    [(true, false), (false, true), (true, true), (true, false), (false, false), (false, false)];

/// A list that is written out, or one upon another.
fn list(is_there: bool, parts: &str) -> String {
    if is_there { format!("Inherited(also: [{parts}])") } else { format!("[{parts}]") }
}

/// The file of a game with more in it, its names filled in.
fn file(base: &str, play: &str, names: &[(&str, &str)]) -> String {
    let states = ["robbed", "seized", "gone", "gripping", "hanging", "hung to"]
        .map(|state| format!("{state:?}: (rule: \"RULE\", sign: \"hand\", out: {}, text: \"So.\")", state == "gone"));
    let text = format!(
        "(\n    from: {base:?},\n    title: \"Mixed\",\n    blurb: \"A mix.\",\n    conditions: Inherited(also: {{{}}}),\n    play: ({play}),\n)\n",
        states.join(", ")
    );
    names.iter().fold(text, |text, (word, name)| text.replace(&format!("\"{word}\""), &format!("{name:?}")))
}

/// Promise: nerve that is tested by groups works where others have their own or none.
#[test]
fn groups_test_their_nerve_in_every_game() {
    let folder = Folder::new();
    let mut wrong = Vec::new();
    for (base, (has_morale, has_skills)) in BASES.iter().zip(OWN).filter(|(base, _)| base.name != "zones") {
        let name = format!("{}_groups", base.name);
        // Chases bring a way off the field of their own.
        let (ways, exits) = if base.name == "old_school" { ("", "") } else { (r#""way out""#, EXITS) };
        let groups = list(has_morale, &GROUPS.replace("WAYS", ways));
        let play = format!("morale: {groups}, skills: {}{exits}", list(has_skills, SAVES));
        let text = file(base.name, &play, &[("RULE", base.rule), ("QUICK", base.quick)]);
        let (library, problems) = mixed(&folder, base, &name, &text);
        let battles = if problems.is_empty() { fought(&library, &name) } else { None };
        wrong.extend(problems.first().into_iter().chain(&battles).map(|how| format!("{}: {how}", base.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Promise: close combat goes with games that count hands, and is refused by name where nobody could ever take hold.
#[test]
fn close_combat_is_fought_or_refused_by_name() {
    const HANDS: &str = "`CloseCombat` alone, expected beside it one that counts the hands";
    // What gives way, what it does to whom, and what is said where nothing makes room for it.
    let games = [
        ("scale_toughness", "", "Toughness", "Strength", "body", Some("a second deed called `grab`")),
        ("liberi_gothica", "", "Maximum Life", "Toughness", "life", Some(HANDS)),
        ("zones", "without: [Grabs], ", "Maximum health", "STR", "body", None),
        ("old_school", "without: [Pools], ", "Maximum hit points", "STR", "body", None),
        ("skirmish", "", "Life", "Life", "body", Some(HANDS)),
    ];
    let folder = Folder::new();
    let mut wrong = Vec::new();
    for (of, without, enough, strong, harm, refused) in games {
        let base = BASES.iter().find(|base| base.name == of).unwrap();
        let name = format!("{of}_close");
        let defences = list(of != "skirmish", DODGES);
        let play = format!("attack: Inherited({without}also: [{CLOSE}]), defence: {defences}");
        let size = if of == "scale_toughness" { "Scale" } else { "Size" };
        let names = [
            ("RULE", base.rule),
            ("QUICK", base.quick),
            ("WALK", base.walk),
            ("SIZE", size),
            ("HARM", harm),
            ("ENOUGH", enough),
            ("STRONG", strong),
        ];
        std::fs::create_dir_all(folder.join(&name)).unwrap();
        folder.write(&format!("{name}/arms.ron"), ODD);
        let (library, problems) = mixed(&folder, base, &name, &file(of, &play, &names));
        match refused {
            Some(said) if problems.iter().any(|problem| problem.contains(said)) => {}
            Some(said) => wrong.push(format!("{of} is not refused with {said}: {problems:?}")),
            None => {
                let battles = if problems.is_empty() { fought(&library, &name) } else { None };
                wrong.extend(problems.first().into_iter().chain(&battles).map(|how| format!("{of}: {how}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
