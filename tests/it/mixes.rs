//! What one game brings works in another where its figures exist: every order of initiative and every economy of turns in
//! every game. Either the battles end, and are fought to their end, or `check` says by name what cannot go together.
//!
//! `attacks.rs` does the same with every way of resolving a blow, `others.rs` with nerve and close combat.

mod attacks;
mod others;

use sortie::ai::Skill;
use sortie::rulebook::Library;

use crate::kit::{Folder, plan};

/// A game that something is put into, and its words for what every game has.
struct Base {
    name: &'static str,
    scenario: &'static str,
    /// A rule to point at.
    rule: &'static str,
    /// Who is the quicker, and how far one walks.
    quick: &'static str,
    walk: &'static str,
    /// A state in which nobody acts.
    out: &'static str,
}

const BASES: [Base; 6] = [
    Base {
        name: "scale_toughness",
        scenario: "even",
        rule: "ST-INIT-01",
        quick: "Dexterity",
        walk: "Speed",
        out: "unconscious",
    },
    Base {
        name: "liberi_gothica",
        scenario: "duel_at_dawn",
        rule: "LG-INIT-01",
        quick: "Athleticism",
        walk: "Speed",
        out: "surprised",
    },
    Base { name: "zones", scenario: "toll_bridge", rule: "ZN-INIT-01", quick: "AGI", walk: "Speed", out: "stunned" },
    Base {
        name: "old_school",
        scenario: "first_toll",
        rule: "OS-INIT-01",
        quick: "DEX",
        walk: "Half move",
        out: "knocked out",
    },
    Base {
        name: "hursagmu",
        scenario: "tavern_yard",
        rule: "HG-INIT-01",
        quick: "Dexterity",
        walk: "Walk",
        out: "fallen",
    },
    Base { name: "skirmish", scenario: "skirmish4", rule: "SK-INIT-01", quick: "Attack", walk: "Speed", out: "slain" },
];

/// What is put into them: the slot, the mechanic, its numbers, and the names of its rules.
const PARTS: [(&str, &str, &str, &str); 11] = [
    ("initiative", "Rolled", r#"die: "2d6", adds: ["QUICK"], mode: each_round"#, "order ties late wait race"),
    (
        "initiative",
        "CardHand",
        r#"cards: {1: 5, 11: 4, 14: 3, 19: 2}, one_card_from: 23, counts: holders, joker: two_to_fourteen,
            joker_named: when_laid, followers: after_their_leader, caught: "OUT", quicker: "QUICK", seconds: 6, near: 20"#,
        "deck set lay rank joker new_hand joining length smaller",
    ),
    ("initiative", "Alternating", r#"begins: Chosen(holder: "RULE")"#, "begin turns"),
    ("initiative", "Alternating", r#"begins: Chosen(holder: "RULE"), passing: "RULE""#, "begin turns"),
    (
        "initiative",
        "Segments",
        r#"die: "1d6", players: each, each_round: true"#,
        "order together party alone anew haste several",
    ),
    ("turn", "Seconds", r#"turn: 6, times: {"attack": 4, "move": 1}"#, "budget deeds unbroken free times"),
    (
        "turn",
        "Actions",
        r#"turn: 2, costs: {}, at_once: ["move"], free_with: [], spent: [], weak: 1, lost_to: "OUT""#,
        "turn continuous delay weak lost",
    ),
    (
        "turn",
        "TwoShapes",
        r#"speed: "WALK", steps: ["move"], bonus: [], free: ["end turn"], whole: []"#,
        "shapes main bonus once",
    ),
    (
        "turn",
        "OneAction",
        r#"half: "WALK", steps: ["move"], slow_steps: [], instead_of_steps: [], free: ["end turn"], whole: [],
            with_a_blow: [], blows: ["attack"], with_few_steps: [], kept_blows: "kept blows", on_the_run: []"#,
        "half run casting phases several",
    ),
    (
        "turn",
        "Declared",
        r#"each: 2, most: 3, rolls: ["attack"], counts: "actions", timing: running, covers: all_attacks, walk: "WALK",
            steps: ["move"], instead_of_steps: [], for_all_steps: [], free: ["end turn"], once: []"#,
        "several free early given_away covers assist",
    ),
    ("turn", "OneOfEach", r#"kinds: ["move", "attack"], rule: "RULE""#, ""),
];

/// What cannot go together, and what is said of it.
const REFUSED: [(&str, &str, &str); 1] =
    [("liberi_gothica", "Declared", "found a second deed called `defend`, which `Declared` brings already")];

/// Battles of each combination, and how many of them somebody must win.
const BATTLES: u64 = 4;
const WON: u64 = 3;

/// Writes a game with a battle of the one that it takes from; also what is wrong with it.
fn mixed(folder: &Folder, base: &Base, name: &str, text: &str) -> (Library, Vec<String>) {
    std::fs::create_dir_all(folder.join(name).join("scenarios")).unwrap();
    folder.write(&format!("{name}/ruleset.ron"), text);
    let shipped = format!("rulesets/{}/scenarios/{}.ron", base.name, base.scenario);
    folder.write(&format!("{name}/scenarios/first.ron"), std::fs::read_to_string(shipped).unwrap());
    let library = Library::open(folder.path());
    let problems = library.check(name).iter().map(ToString::to_string).collect();
    (library, problems)
}

/// Fights its battles; what is wrong with them, if anything.
fn fought(library: &Library, name: &str) -> Option<String> {
    let setup = library.scenario(&format!("{name}/first")).unwrap().setup;
    let tally = plan(&setup, Skill::Plain, BATTLES).run(|| {});
    let won: u64 = tally.wins.iter().sum();
    let is_sound = tally.broken.is_empty() && won >= WON;
    (!is_sound).then(|| format!("{won} of {BATTLES} won, {:?}", tally.broken))
}

/// Promise: every order of initiative and every economy goes with every game, or is refused by name.
#[test]
fn what_one_game_brings_works_in_another() {
    let folder = Folder::new();
    let mut wrong = Vec::new();
    for (number, (slot, part, numbers, rules)) in PARTS.iter().enumerate() {
        for base in &BASES {
            let name = format!("{}_{number}", base.name);
            let told = format!("{part} in {} ({number})", base.name);
            let rules: Vec<String> = rules.split_whitespace().map(|rule| format!("{rule}: \"RULE\"")).collect();
            let rules = if rules.is_empty() { String::new() } else { format!(", rules: ({})", rules.join(", ")) };
            let numbers = format!("{part}({numbers}{rules})")
                .replace("RULE", base.rule)
                .replace("QUICK", base.quick)
                .replace("WALK", base.walk)
                .replace("OUT", base.out);
            let text = format!(
                "(\n    from: {:?},\n    title: \"Mixed\",\n    blurb: \"A mix.\",\n    play: ({slot}: {numbers}),\n)\n",
                base.name
            );
            let (library, problems) = mixed(&folder, base, &name, &text);
            match (problems.first(), REFUSED.iter().find(|(of, what, _)| (of, what) == (&base.name, part))) {
                (Some(problem), Some((.., said))) if problem.contains(said) => {}
                (Some(problem), _) => wrong.push(format!("{told} is refused: {problem}")),
                (None, Some(_)) => wrong.push(format!("{told} is not refused any more")),
                (None, None) => wrong.extend(fought(&library, &name).map(|how| format!("{told}: {how}"))),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
