//! Every way of resolving a blow in every game that has another.

use super::{BASES, Base, fought, mixed};
use crate::kit::Folder;

/// What attacks ask of a game, in the order of `BASES`.
struct Words {
    /// The attack that gives way.
    own: &'static str,
    /// What is added to an attack, and what it must reach.
    skill: &'static str,
    target: &'static str,
    size: &'static str,
    harm: &'static str,
    /// Harm that would be enough for somebody unhurt.
    enough: &'static str,
    strong: &'static str,
    /// Whether the game says beside its attack how far blows reach.
    has_reach: bool,
    /// An arm that says too little for the attacks of others.
    arm: &'static str,
}

const WORDS: [Words; 6] = [
    Words {
        own: "TargetThenDefence",
        skill: "Weapon Skill",
        target: "Target",
        size: "Scale",
        harm: "body",
        enough: "Toughness",
        strong: "Strength",
        has_reach: true,
        arm: r#""Heavy crossbow": (kind: ranged, damage: "1d12", types: ["piercing"], increment: 15, range: 150, hands: 2,
            rounds: 1, figures: {FIGURES})"#,
    },
    Words {
        own: "TwoDefences",
        skill: "Attack",
        target: "Base Defense",
        size: "Size",
        harm: "life",
        enough: "Maximum Life",
        strong: "Toughness",
        has_reach: true,
        arm: r#""Sword": (kind: melee, damage: "1d6+1", types: ["slashing"], reach: [1], hands: 1,
            figures: {FIGURES})"#,
    },
    Words {
        own: "SureBlow",
        skill: "STR",
        target: "WIT",
        size: "Size",
        harm: "body",
        enough: "Maximum health",
        strong: "STR",
        has_reach: false,
        arm: "",
    },
    Words {
        own: "OneRoll",
        skill: "STR bonus",
        target: "Natural AC",
        size: "Size",
        harm: "body",
        enough: "Maximum hit points",
        strong: "STR",
        has_reach: false,
        arm: "",
    },
    Words {
        own: "Opposed",
        skill: "Striking",
        target: "Defense",
        size: "Size",
        harm: "body",
        enough: "Stamina",
        strong: "Strength",
        has_reach: false,
        arm: "",
    },
    Words {
        own: "Bands",
        skill: "Attack",
        target: "Defence",
        size: "Size",
        harm: "body",
        enough: "Life",
        strong: "Life",
        has_reach: true,
        arm: "",
    },
];

/// A way of resolving blows.
struct Attack {
    name: &'static str,
    numbers: &'static str,
    /// The names of its rules.
    rules: &'static str,
    /// Figures and words of arms that it asks for.
    figures: &'static str,
    tags: &'static str,
    /// Whether another mechanic must say how far blows reach.
    needs_reach: bool,
}

const ATTACKS: [Attack; 6] = [
    Attack {
        name: "TargetThenDefence",
        numbers: r#"die: "2d6", target: "TARGET", dc: 14, harms: "HARM",
            skills: (melee: "SKILL", ranged: "SKILL", spell: "SKILL"), manners: {}, techniques: {}, halved_by: [],
            components: {"Attack": (rating: 1, alone: "attack", harms: true, rule: "RULE")},
            combos: (rating: "QUICK", length: "QUICK")"#,
        rules: "attack_roll defence_roll damage single combo rating length more",
        figures: "",
        tags: "",
        needs_reach: true,
    },
    Attack {
        name: "TwoDefences",
        numbers: r#"die: "2d6", skill: "SKILL", base: "TARGET", cripples_at: 5, clumsy: -1,
            harms: "HARM", enough: "ENOUGH",
            sizes: (of: "heft", below: "less", body: "SIZE", dice: {0: "2d4"}, more: 1),
            lethal: (takes: 2, open: ["OUT"], places: [], entries: [], choice: location_only, rule: "RULE",
                fatal: (manner: "fatal", die: "2d6", skill: "STRONG", needed: 13, else_is: "OUT", rule: "RULE"))"#,
        rules: "attack roll lands deflected damage reduction clumsy",
        figures: r#""heft": 0, "less": 0"#,
        tags: "",
        needs_reach: true,
    },
    Attack {
        name: "OneRoll",
        numbers: r#"die: "1d20", base: "QUICK", untrained: (20, "odd"), bare: "SIZE", armour: "SIZE", words: [],
            better_of_two: [], worse_of_two: [], doubling: [], sure: [], critical: double,
            special_from: "near", specials: [], proof: [], magic: "charm", halved: "odd", clumsy: [],
            harms: "HARM", enough: "ENOUGH",
            fumbles: (are_played: false, die: "1d20", above: "QUICK", which: "1d6", table: [],
                otherwise: (drops: true), near: 2, rule: "RULE"),
            stray: (are_played: false, die: "1d6", most: 2, word: "odd", safe: [], rules: ("RULE", "RULE")),
            tricks: (die: "1d20", save: "STRONG", experience: "QUICK", for_a_point: 3, resists: "STRONG", size: "SIZE",
                largest: 2, whip: "odd", hook: "odd", fall: "1d6",
                states: (disarmed: "robbed", robbed: "robbed", unseated: "robbed", mounted: "seized", down: "seized",
                    held: "seized"),
                rules: (disarm: "RULE", whip: "RULE", dismount: "RULE", grapple: "RULE", save: "RULE")),
            two_weapons: (word: "pair", shield: "odd", sizes: [], guard: 1, which: "1d6", rule: "RULE"),
            ranges: (short: "near", medium: "far", long: "farthest", near: 1, far: -1, thrown: ("odd", "thrown")),
            crowd: (blows: "blows", left: "ENOUGH", points: ("1d6", "QUICK", "SIZE"), units: ("many", "1d6")),
            subduing: (manner: "subdue", pulled: "pull", word: "odd", doubled_by: [], ordered: "subdues",
                lethal: "kill", rule: "RULE")"#,
        rules: "attack range lowest highest sure things overflow critical special untrained two_dice damage doubling",
        figures: r#""near": 20, "far": 40, "farthest": 60, "charm": 0"#,
        tags: r#""odd", "pair", "many", "pull""#,
        needs_reach: false,
    },
    Attack {
        name: "Opposed",
        numbers: r#"contest: (dice: "2d6", ties: all_fail, defends: "RULE", compares: "RULE", undefended: "RULE",
                assists: "RULE"),
            skill: "SKILL", challenge: ("hard", [(6, 2), (11, 4)]),
            throwing: (skill: "SKILL", instead: "SKILL", made_for_it: "odd", needs: "hard", other: (5, 3)),
            damage: (strength: "QUICK", without: [], power: "power"), augment: (2, 5), harms: "HARM", enough: "ENOUGH",
            no_quarter: "no quarter",
            disarming: (flies: 2, shot: 20, strapped: "odd", breaks: never, fragile: "odd", toughness: ("ENOUGH", 5),
                rules: ("RULE", "RULE"))"#,
        rules: "attack strike range thrown other augment damage machine rocks loading",
        figures: r#""hard": 0, "power": 1"#,
        tags: r#""odd""#,
        needs_reach: false,
    },
    Attack {
        name: "SureBlow",
        numbers: r#"harms: "HARM", size: "SIZE", aim: "QUICK", dodge: "QUICK", stand: "STRONG", long_reach: (4, 2),
            fire: "odd", fire_is_direct: false, impaired: keep_lower, ranged_moving: any_step_this_turn,
            dodge_melee_blast: false, blast_damage: each_target, guard_may_react: false, effects: {},
            mana: ("hard", "QUICK", "odd"), crew: ("hard", "RULE"), whole_zones: "odd", mindless: [], edged: "odd",
            states: (concealed: "OUT", grabbed: "OUT", felled: "OUT", dead: "OUT", surrendered: "OUT", maimed: "OUT",
                stunned: "OUT", rooted: "OUT"),
            skills: (dodge_blows: "odd", protect: "odd", fast_strike: "odd", fleet_footed: "odd", brawling: ("odd", 6),
                skilled_blow: "odd", skilled_shot: "odd", largest_die: 12, sneak_attack: ("odd", 12),
                monster_slaying: ("odd", 2), piercing_strike: "odd", cleave: "odd", steady_aim: "odd", wrestling: "odd",
                disarm: "odd", strike_to_stun: ("odd", "odd"), ambidextrous: "odd")"#,
        rules: "attack unarmed armed unseen difficult impossible held_back death_blow stunt menu reload power \
            manoeuvres disarm shove order grapple holding no_save too_large smaller split reaction moment free \
            dodge counter first hide guard opportunity unaware able blast melee_blast ranged_blast deviation \
            damage impaired",
        figures: r#""hard": 1"#,
        tags: r#""odd""#,
        needs_reach: false,
    },
    Attack {
        name: "Bands",
        numbers: r#"die: "2d6", skill: "SKILL", target: "TARGET", harms: "HARM", enough: "ENOUGH",
            bands: [(from: 0, name: "grazing"), (from: 3, name: "square", damage: 4)]"#,
        rules: "roll bands damage",
        figures: "",
        tags: "",
        needs_reach: true,
    },
];

/// What is said of attacks that cannot go with a game, and what makes room for them, if anything does.
const REFUSED: [(&str, &str, &str, Option<&str>); 8] = [
    ("scale_toughness", "OneRoll", "a second deed called `dismount`", Some("beasts: []")),
    ("zones", "OneRoll", "a second deed called `dismount`", Some("movement: Inherited(without: [Mounts])")),
    ("hursagmu", "OneRoll", "a second deed called `dismount`", Some("beasts: []")),
    ("scale_toughness", "SureBlow", ZONES, None),
    ("liberi_gothica", "SureBlow", ZONES, None),
    ("old_school", "SureBlow", ZONES, None),
    ("hursagmu", "SureBlow", ZONES, None),
    ("skirmish", "SureBlow", ZONES, None),
];

const ZONES: &str = "`SureBlow` alone, expected beside it `zones`";

/// The files of a game with another's attack: rules and arms.
fn files(base: &Base, words: &Words, attack: &Attack, has_reach: bool, beside: Option<&str>) -> (String, String) {
    let Attack { name, numbers, rules, figures, tags, .. } = attack;
    let rules: Vec<String> = rules.split_whitespace().map(|rule| format!("{rule}: \"RULE\"")).collect();
    let reach = if has_reach { "" } else { r#", WithinReach(rule: "RULE", too_close: "RULE")"# };
    let beside = beside.map(|beside| format!(", {beside}")).unwrap_or_default();
    let own = words.own;
    let text = format!(
        r#"(
    from: {:?},
    title: "Mixed",
    blurb: "A mix.",
    conditions: Inherited(also: {{
        "robbed": (rule: "RULE", sign: "hand", text: "Robbed."),
        "seized": (rule: "RULE", sign: "hand", text: "Seized."),
    }}),
    play: (attack: Inherited(without: [{own}], first: [{name}({numbers}, rules: ({})){reach}]){beside}),
)
"#,
        base.name,
        rules.join(", ")
    );
    let names = [
        ("RULE", base.rule),
        ("QUICK", base.quick),
        ("OUT", base.out),
        ("SKILL", words.skill),
        ("TARGET", words.target),
        ("SIZE", words.size),
        ("HARM", words.harm),
        ("ENOUGH", words.enough),
        ("STRONG", words.strong),
    ];
    let text = names.iter().fold(text, |text, (word, name)| text.replace(&format!("\"{word}\""), &format!("{name:?}")));
    let odd = format!(
        r#""Odd thing": (kind: melee, damage: "1d6", reach: [1], hands: 1, figures: {{{figures}}}, tags: [{tags}])"#
    );
    let odd = if figures.is_empty() { String::new() } else { odd };
    let arms = [odd, words.arm.replace("FIGURES", figures)];
    let arms: Vec<&str> = arms.iter().map(String::as_str).filter(|arm| !arm.is_empty()).collect();
    (text, format!("{{\n{}\n}}\n", arms.join(",\n")))
}

/// Makes the game; what is wrong with it, or else with its battles.
fn tried(
    folder: &Folder,
    (base, words, attack): (&Base, &Words, &Attack),
    beside: Option<&str>,
) -> (Vec<String>, Option<String>) {
    let name = format!("{}_{}_{}", base.name, attack.name.to_lowercase(), usize::from(beside.is_some()));
    std::fs::create_dir_all(folder.join(&name)).unwrap();
    let (text, arms) = files(base, words, attack, words.has_reach || !attack.needs_reach, beside);
    folder.write(&format!("{name}/arms.ron"), arms);
    let (library, problems) = mixed(folder, base, &name, &text);
    let battles = if problems.is_empty() { fought(&library, &name) } else { None };
    (problems, battles)
}

/// Promise: every attack goes with every game, or is refused by name; what stands in the way of one is named, too.
#[test]
fn every_attack_works_in_every_game() {
    let folder = Folder::new();
    let mut wrong = Vec::new();
    for (base, words) in BASES.iter().zip(&WORDS) {
        for attack in ATTACKS.iter().filter(|attack| attack.name != words.own) {
            let told = format!("{} in {}", attack.name, base.name);
            let refused = REFUSED.iter().find(|(of, what, ..)| (*of, *what) == (base.name, attack.name));
            if let Some((.., said, _)) = refused {
                let (problems, _) = tried(&folder, (base, words, attack), None);
                if !problems.iter().any(|problem| problem.contains(said)) {
                    wrong.push(format!("{told} is not refused with {said}: {problems:?}"));
                }
            }
            let beside = match refused {
                None => None,
                Some((.., None)) => continue,
                Some((.., beside)) => *beside,
            };
            let (problems, battles) = tried(&folder, (base, words, attack), beside);
            wrong.extend(problems.first().into_iter().chain(&battles).map(|how| format!("{told}: {how}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Promise: attacks that leave it to others how far a blow reaches are refused where nobody says so, rather than struck
/// across the field.
#[test]
fn blows_without_a_reach_are_refused() {
    let folder = Folder::new();
    let mut wrong = Vec::new();
    for (base, words) in BASES.iter().zip(&WORDS).filter(|(_, words)| !words.has_reach) {
        for attack in ATTACKS.iter().filter(|attack| attack.needs_reach) {
            let name = format!("{}_{}", base.name, attack.name.to_lowercase());
            std::fs::create_dir_all(folder.join(&name)).unwrap();
            let (text, arms) = files(base, words, attack, true, None);
            folder.write(&format!("{name}/arms.ron"), arms);
            let (_, problems) = mixed(&folder, base, &name, &text);
            if !problems.iter().any(|problem| problem.contains(&format!("`{}` alone", attack.name))) {
                wrong.push(format!("{} in {}: {problems:?}", attack.name, base.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Promise: whoever carries nothing but arms that do not say how far they go is told of, where attacks ask for that.
#[test]
fn shots_without_a_range_are_doubted() {
    let folder = Folder::new();
    let opposed = ATTACKS.iter().find(|attack| attack.name == "Opposed").unwrap();
    let (text, arms) = files(&BASES[0], &WORDS[0], opposed, true, None);
    std::fs::create_dir_all(folder.join("guns")).unwrap();
    folder.write("guns/arms.ron", arms);
    folder.write("guns/profiles.ron", r#"{"Gunner": (figures: {}, arms: ["Revolver"])}"#);
    let (library, problems) = mixed(&folder, &BASES[0], "guns", &text);
    let doubts: Vec<String> = library.doubts("guns").iter().map(ToString::to_string).collect();
    assert!(problems.is_empty() && doubts.iter().any(|doubt| doubt.contains("`Revolver`")), "{problems:?} {doubts:?}");
}

/// Promise: blows of one roll go into a game with mounts of its own as they are, where what they do beside damage is left out.
#[test]
fn one_roll_needs_no_tricks() {
    let folder = Folder::new();
    let whole = ATTACKS.iter().find(|attack| attack.name == "OneRoll").unwrap();
    let (before, tricks) = whole.numbers.split_once("tricks: ").unwrap();
    let (_, after) = tricks.split_once("two_weapons: ").unwrap();
    let numbers: &'static str = Box::leak(format!("{before}two_weapons: {after}").into_boxed_str());
    let Attack { name, rules, figures, tags, needs_reach, .. } = *whole;
    let bare = Attack { name, numbers, rules, figures, tags, needs_reach };
    let mounted = REFUSED.iter().filter(|(_, what, said, _)| *what == name && said.contains("dismount"));
    for (of, ..) in mounted {
        let (base, words) = BASES.iter().zip(&WORDS).find(|(base, _)| base.name == *of).unwrap();
        let (problems, battles) = tried(&folder, (base, words, &bare), None);
        assert!(problems.is_empty() && battles.is_none(), "{of}: {problems:?} {battles:?}");
    }
}
