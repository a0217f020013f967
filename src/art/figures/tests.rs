use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::battle::{Arm, Key, Profile, Rules};
use crate::looks::shipped::{FIGURES, FIGURES_FILE, read};
use crate::looks::{Dye, Kind, Mark, Part};
use crate::rulebook::Library;

const SIZE: u32 = 48;
const BLUE: Tint = [0x1f, 0x5f, 0xa8];

fn book() -> &'static Figures {
    &FIGURES
}

/// Somebody with nothing but a name.
fn somebody(name: &str) -> Figure<'_> {
    let (base, vigour) = (Base::Round, Vigour::Unharmed);
    let of = book();
    Figure { of, token: None, name, right: None, left: None, worn: &[], base, colour: BLUE, vigour, mount: false }
}

fn pixels(figure: &Figure<'_>) -> Vec<u8> {
    paint(figure, SIZE).unwrap().take()
}

/// Every ruleset that ships.
fn shipped() -> Vec<std::sync::Arc<Rules>> {
    let library = Library::open("rulesets");
    library.rulesets().unwrap().iter().map(|name| library.rules(name).unwrap()).collect()
}

/// Goes through marks, those on both sides as well.
fn each<'a>(marks: &'a [Mark], see: &mut impl FnMut(&'a str)) {
    for mark in marks {
        match mark {
            Mark::Fill(paint, _) | Mark::Flat(paint, _) | Mark::Line(paint, _, _) | Mark::Rod(paint, _, _) => {
                see(paint);
            }
            Mark::Both(marks) => each(marks, see),
        }
    }
}

#[test]
fn the_file_of_figures_is_whole() {
    let book = book();
    for (name, of) in &book.chance {
        assert!(!of.is_empty() && of.iter().all(|dye| *dye != Dye::Side), "{name}: {of:?}");
    }
    let of_parts = book.parts.values().flat_map(|Part { behind, marks, .. }| [behind, marks]);
    let of_kinds = book.kinds.iter().flat_map(|Kind { behind, trunk, marks, tack, .. }| [behind, trunk, marks, tack]);
    let all = of_parts.chain(of_kinds).chain(book.arms.iter().map(|arm| &arm.marks)).chain([&book.fist]);
    let mut see = |paint: &str| {
        let name = paint.trim_end_matches(['-', '+']);
        assert!(
            name == "side" || book.paints.contains_key(name) || book.chance.contains_key(name),
            "no paint `{paint}`"
        );
    };
    all.for_each(|marks| each(marks, &mut see));

    let of_kinds = book.kinds.iter().flat_map(|kind| &kind.wears);
    let of_trades = book.trades.iter().flat_map(|trade| &trade.wears);
    let of_arms = book.arms.iter().filter_map(|arm| arm.part.as_ref());
    let by_chance = book.hair.iter().chain(&book.beards).chain(&book.plain);
    let worn: BTreeSet<&String> = of_kinds.chain(of_trades).chain(of_arms).chain(by_chance).collect();
    let parts: BTreeSet<&String> = book.parts.keys().collect();
    assert_eq!(worn, parts, "what is worn is drawn, and what is drawn is worn");
    let named = book.kinds.iter().filter_map(|kind| kind.like.as_ref());
    for word in named.chain(book.trades.iter().filter_map(|trade| trade.kind.as_ref())) {
        assert!(book.named(word).is_some(), "no kind `{word}`");
    }
}

#[test]
fn a_broken_file_is_told_and_never_drawn() {
    let text = FIGURES_FILE;
    let read = |text: &str| read::<Figures>(text);
    assert!(read(text).is_ok());
    let broken = read(&text.replacen("M-14 2C", "M-14 2Y", 1)).unwrap_err();
    assert!(broken.contains("draws nothing"), "{broken}");
    assert!(read(&text.replacen("slot: Torso", "slot: Tail", 1)).is_err());
}

#[test]
fn words_are_found_whole_and_one_of_many_counts_as_one() {
    assert!(says("Elf archer", "elf") && says("Goblins", "goblin") && says("the Hill Giant!", "hill giant"));
    assert!(!says("Selfish", "elf") && !says("Giant", "hill giant") && !says("Hill", ""));
}

#[test]
fn every_token_word_and_name_of_the_shipped_profiles_finds_its_picture() {
    let mut astray = Vec::new();
    for rules in shipped() {
        for profile in rules.profiles.values() {
            let (token, name, book) = (profile.token.as_deref(), profile.name.as_str(), rules.looks.figures());
            let trade = book.trade(token, name);
            if trade.is_none() && book.kind(token, name, None).is_none() {
                astray.push(format!("{}: {name}", rules.name.as_str()));
            }
            let means = |word: &str| {
                book.named(word).is_some() || book.trade(Some(word), "").is_some() || book.arm(word).is_some()
            };
            if !token.is_none_or(means) {
                astray.push(format!("{}: the word {token:?} of {name}", rules.name.as_str()));
            }
        }
    }
    assert!(astray.is_empty(), "{astray:#?}");
}

#[test]
fn every_arm_of_the_shipped_rulesets_finds_its_picture() {
    let mut astray = Vec::new();
    for rules in shipped() {
        let missing = rules.arms.keys().filter(|arm| rules.looks.figures().arm(arm.as_str()).is_none());
        astray.extend(missing.map(|arm| format!("{}: {}", rules.name.as_str(), arm.as_str())));
    }
    assert!(astray.is_empty(), "{astray:#?}");
}

#[test]
fn words_that_profiles_used_from_the_first_are_still_words() {
    let words = "sword blades axe battleaxe club lance guard mancatcher shield knight bow crossbow rifle musket gun mage \
        lamp hood surgeon zombie goblin demon imp ogre troll giant golem colossus machine lorry cart coach doll puppet cat \
        hound wolf bear bull horse snake drake wyrm";
    for word in words.split_whitespace() {
        let is_known =
            book().named(word).is_some() || book().trade(Some(word), "").is_some() || book().arm(word).is_some();
        assert!(is_known, "`{word}` means nothing any more");
    }
}

#[test]
fn profiles_of_one_scenario_that_are_armed_differently_do_not_look_alike() {
    let library = Library::open("rulesets");
    for name in library.scenarios() {
        let Ok(scenario) = library.scenario(&name) else { continue };
        let mut seen: BTreeMap<Vec<u8>, String> = BTreeMap::new();
        let mut done = BTreeSet::new();
        let rules = &scenario.setup.rules;
        for fighter in scenario.setup.fighters.iter().filter(|fighter| done.insert(fighter.profile.name)) {
            let profile: &Profile = &fighter.profile;
            let outfit = Outfit::of_profile(profile, rules);
            let look = pixels(&outfit.figure((rules.looks.figures(), profile), Base::Round, BLUE, Vigour::Unharmed));
            let arms = format!("{:?}", profile.arms);
            if let Some(other) = seen.insert(look, arms.clone()) {
                assert_eq!(other, arms, "{name}: {} looks like another", profile.name.as_str());
            }
        }
    }
}

#[test]
fn what_is_in_the_hand_shows_on_everybody_with_hands() {
    let unarmed = pixels(&somebody("Goblin"));
    let mut seen = BTreeSet::from([unarmed]);
    for arm in
        ["Sword", "Dagger", "Short bow", "Spear", "Pike", "Torch", "Mace", "Axe", "Staff", "Sling", "Musket", "Pistol"]
    {
        assert!(seen.insert(pixels(&Figure { right: Some(arm), ..somebody("Goblin") })), "{arm} in the right hand");
        assert!(
            seen.insert(pixels(&Figure { right: Some(arm), left: Some("Shield"), ..somebody("Goblin") })),
            "{arm} and a shield"
        );
    }
    let wolf = pixels(&somebody("Wolf"));
    assert_eq!(wolf, pixels(&Figure { right: Some("Bite"), ..somebody("Wolf") }), "teeth are part of a wolf");
}

#[test]
fn own_rulesets_get_something_fit_without_a_word_of_drawing() {
    let person = pixels(&somebody("Xyzzy"));
    assert_ne!(person, pixels(&Figure { mount: true, ..somebody("Xyzzy") }), "an unknown mount is a horse");
    assert_ne!(person, pixels(&somebody("Plugh")), "strangers differ in hair and cloth");
    assert_eq!(
        pixels(&Figure { token: Some("dwarf miner"), ..somebody("Bo") }),
        pixels(&Figure { token: Some("miner dwarf"), ..somebody("Bo") })
    );
    assert_eq!(
        pixels(&Figure { token: Some("goblin"), ..somebody("Giant slayer") }),
        pixels(&somebody("Goblin")),
        "the token's word goes first"
    );
    assert_eq!(
        pixels(&Figure { token: Some("rifleman"), ..somebody("Robot") }),
        pixels(&Figure { token: Some("rifleman man"), ..somebody("Robot") }),
        "where the token says what somebody does, the name makes no other being of them"
    );
    assert_ne!(
        pixels(&Figure { right: Some("Vorpal sword"), ..somebody("Bo") }),
        pixels(&somebody("Bo")),
        "a word in a name is enough"
    );
}

#[test]
fn every_state_of_health_and_every_side_looks_its_own_way() {
    for name in ["Gate Guard", "Wolf", "Golem", "Sentinel", "Lorry", "Footman unit", "Ghost", "Coach"] {
        let states: BTreeSet<Vec<u8>> =
            Vigour::ALL.iter().map(|vigour| pixels(&Figure { vigour: *vigour, ..somebody(name) })).collect();
        assert_eq!(states.len(), Vigour::ALL.len(), "{name}");
        let faces: BTreeSet<Vec<u8>> = Vigour::ALL
            .iter()
            .map(|vigour| portrait(&Figure { vigour: *vigour, ..somebody(name) }, SIZE).unwrap().take())
            .collect();
        assert_eq!(faces.len(), Vigour::ALL.len(), "the portrait of {name}");
        let sides: BTreeSet<Vec<u8>> =
            Base::ALL.iter().map(|base| pixels(&Figure { base: *base, ..somebody(name) })).collect();
        assert_eq!(sides.len(), Base::ALL.len(), "{name}: the shape alone tells the side");
    }
}

#[test]
fn the_same_figure_is_the_same_picture() {
    for name in ["Elf archer", "Drake", "Bandit unit"] {
        let figure = Figure { right: Some("Bow"), vigour: Vigour::Grave, ..somebody(name) };
        assert_eq!(pixels(&figure), pixels(&figure));
    }
}

#[test]
fn every_size_is_painted_and_none_fails() {
    let figure = Figure { right: Some("Sword"), left: Some("Shield"), worn: &["Mail"], ..somebody("Dwarf") };
    for size in (1..40).chain([64, 100, 255, 512, 777, 1024]) {
        let painted = paint(&figure, size).unwrap();
        assert_eq!((painted.width(), painted.height()), (size, size));
        assert!(size < 4 || painted.pixels().iter().any(|pixel| pixel.alpha() == 255), "{size}");
        assert!(portrait(&figure, size).is_some(), "{size}");
    }
    assert!(
        paint(&figure, 0).is_none()
            && paint(&figure, LARGEST + 1).is_none()
            && portrait(&figure, LARGEST + 1).is_none()
    );
}

#[test]
fn what_is_known_can_be_listed() {
    let tokens: BTreeSet<&str> = book().words().collect();
    assert!(tokens.contains("goblin") && tokens.contains("constable"));
    let all: Vec<&String> = book().arms.iter().flat_map(|arm| &arm.words).collect();
    let arms: BTreeSet<&&String> = all.iter().collect();
    assert_eq!(arms.len(), all.len(), "no word means two arms");
}

#[test]
fn an_outfit_is_what_a_profile_has_in_hand() {
    let library = Library::open("rulesets");
    let rules = library.rules("scale_toughness").unwrap();
    let of = |name: &str| {
        Outfit::of_profile(rules.profiles.values().find(|profile| profile.name.as_str() == name).unwrap(), &rules)
    };
    let guard = of("Gate Guard");
    assert_eq!((guard.right, guard.left, guard.worn.as_slice()), (Some("Spear"), Some("Shield"), ["Mail"].as_slice()));
    assert_eq!(of("Hedge Mage").right, Some("Ember Bolt"));
    assert_eq!((of("Zombie").right, of("Scout").left), (Some("Zombie bite"), None));
    assert!(of("Warhorse").mount && !guard.mount);
}

#[test]
fn an_arm_that_nobody_knows_is_painted_as_one_of_its_kind() {
    let mut rules = Rules::clone(&Library::open("rulesets").rules("skirmish").unwrap());
    let mut profile = Profile::clone(rules.profiles.values().next().unwrap());
    let mut held = |told: &str, tags: &[&str]| {
        let name = Key::new("Xyzzy");
        let tags = tags.iter().map(|tag| Key::new(tag)).collect();
        let arm = Arm { name, tags, ..ron::from_str(told).unwrap() };
        rules.arms = [(name, std::sync::Arc::new(arm))].into_iter().collect();
        profile.arms = vec![name];
        let outfit = Outfit::of_profile(&profile, &rules);
        (outfit.right, outfit.left)
    };
    assert_eq!(held("(kind: melee, hands: 1)", &[]), (Some("sword"), None));
    assert_eq!(held("(kind: ranged, hands: 2)", &[]), (Some("bow"), None));
    assert_eq!(held("(kind: item, hands: 1)", &["shield"]), (None, Some("shield")));
    assert_eq!(held("(kind: spell)", &[]), (Some("spell"), None));
    assert_eq!(held("(kind: melee)", &["natural"]), (Some("claws"), None));
}

/// Promise: a being that a game brings is painted as it says, by the word of a token, and what it brings of paints, parts and
/// arms changes what ships for that game alone.
#[test]
fn a_token_that_a_game_brings_is_painted_as_it_says() {
    let own: Figures = read(
        r##"(
            paints: {"hull plate": "#30a0c0"},
            kinds: [(words: ["saucer"], whole: true, marks: [Fill("hull plate", "O0 10 70 26"), Fill("glass", "O0-8 30 26")])],
            arms: [(words: ["ray"], marks: [Rod("red", "M0-90L0 20", 12)])],
        )"##,
    )
    .unwrap();
    let of = own.over(book());
    let saucer = Figure { of: &of, token: Some("saucer"), ..somebody("Bo") };
    let blue = |picture: &Pixmap| {
        let is_blue = |pixel: &&tiny_skia::PremultipliedColorU8| pixel.blue() > 150 && pixel.red() < 90;
        picture.pixels().iter().filter(is_blue).count()
    };
    let [own, shipped] =
        [saucer, Figure { of: book(), ..saucer }].map(|figure| blue(&portrait(&figure, SIZE).unwrap()));
    assert!(own > 100 && shipped == 0, "{own} and {shipped} pixels of a hull");
    assert!(of.has_arm("Heat ray") && !book().has_arm("Heat ray"));
    assert_ne!(pixels(&Figure { of: &of, right: Some("Heat ray"), ..somebody("Bo") }), pixels(&somebody("Bo")));
    assert_eq!(pixels(&Figure { of: &of, ..somebody("Goblin") }), pixels(&somebody("Goblin")));
}

/// Promise: what is drawn around a token follows the rim of its base, whatever its shape.
#[test]
fn rims_follow_their_bases() {
    for shape in Base::ALL {
        let places = rim(shape);
        assert_eq!(places.is_empty(), shape == Base::Round);
        let bounds = base::outline(shape, 1.0).unwrap().compute_tight_bounds().unwrap();
        let far = |of: fn(&(f32, f32)) -> f32| places.iter().map(of).fold(0.0, f32::max);
        for (far, edge) in [(far(|at| at.0), bounds.right()), (far(|at| -at.1), -bounds.top())] {
            assert!(places.is_empty() || (far - edge).abs() < 0.02, "{shape:?}: {far} and {edge}");
        }
    }
}

/// Promise: two that differ in nothing but what is in their hands have portraits of their own, at every size that lists use.
#[test]
fn a_portrait_shows_what_is_in_the_hands() {
    for size in [32, 48, 96] {
        let with =
            |arm: &'static str| portrait(&Figure { right: Some(arm), ..somebody("Goblin") }, size).unwrap().take();
        let apart = with("Bow").chunks(4).zip(with("Sword").chunks(4)).filter(|(one, other)| one != other).count();
        assert!(apart * 40 > (size * size) as usize, "{apart} pixels of {size}x{size}");
    }
}
