//! What must hold of every battle, however it is played.

use std::sync::Arc;

use sortie::ai::{Mind, Skill};
use sortie::battle::{Condition, Fact, GearState, Held, Id, Key, Look, Setup, Until, carry_over, rest};
use sortie::mechanics::initiative::card_hand::every_card;
use sortie::record::{Game, Record, follow, what_follows};
use sortie::rulebook::Scenario;
use sortie::sim::Plan;

use crate::kit::{Battle, Folder, begin, library, plan, scenario, scenarios, sortie};

/// How often slow battles are played where others are played so many times: whole thousands of them are fought by
/// `sortie simulate`.
fn fewer(scenario: &Scenario, times: u64) -> u64 {
    let is_slow = ["scale_toughness/", "zones/", "old_school/"].iter().any(|slow| scenario.name.starts_with(slow));
    let crowds = scenario.setup.fighters.len() as u64 / 16;
    times.div_ceil((1 + crowds) * if is_slow { 3 } else { 1 })
}

/// Any legal play ends, never panics, keeps everybody on open ground and its
/// figures in range, and replays to the same end.
#[test]
fn random_play_ends_and_replays_to_the_same_end() {
    for scenario in scenarios() {
        for seed in 0..fewer(&scenario, 6) {
            let mut game = begin(&scenario, seed);
            let mut decision = 0;
            game.until(&mut Mind::new(Skill::Random, seed), 4000, |look, _| {
                // Every figure of everybody takes longer to add up than the decision.
                if decision % 16 == 0 {
                    stands_well(look);
                }
                decision += 1;
                carries_both_ways(look);
                holds_every_card_once(look);
                if scenario.name.starts_with("liberi_gothica/")
                    && look.question().is_some_and(|each| each.kind == "turn")
                {
                    stands_alone(look);
                }
                None::<()>
            });
            if let Some(verdict) = game.end() {
                assert!(!verdict.why.contains("cannot go on"), "{}: {}", scenario.name, verdict.why);
            }
            acts_once_a_round(game.facts());
            let again = game.saved().play(scenario.setup.clone()).unwrap();
            assert_eq!(again.saved(), game.saved());
        }
    }
}

fn stands_well(look: Look<'_>) {
    for id in look.everybody().filter(|id| look.place(*id).present) {
        // Up in the air nothing is in the way.
        for square in look.footprint(id).squares().filter(|_| look.place(id).altitude == 0) {
            let open = look.board().terrain(square).is_some_and(|terrain| terrain.cost > 0);
            assert!(open, "{} stands in {square}", look.name(id));
        }
        for (name, def) in &look.rules().figures {
            let value = look.value(id, *name);
            assert!(def.min.is_none_or(|min| value >= min) && def.max.is_none_or(|max| value <= max), "{name} {value}");
        }
    }
}

/// Whoever is carried is among those whom that one carries, once, and nobody else is; so with minds in the bodies of others.
fn carries_both_ways(look: Look<'_>) {
    for id in look.everybody() {
        let (mount, body) = (look.mount(id), look.body(id));
        let times = |among: &[Id]| among.iter().filter(|each| **each == id).count();
        assert!(mount.is_none_or(|mount| times(look.riders(mount)) == 1), "{} is not carried", look.name(id));
        assert!(body == id || times(look.lodgers(body)) == 1, "{} is not housed", look.name(id));
        assert!(look.riders(id).iter().all(|rider| look.mount(*rider) == Some(id)), "{} carries others", look.name(id));
        assert!(look.lodgers(id).iter().all(|mind| look.body(*mind) == id), "{} houses others", look.name(id));
    }
}

/// LG-MOVE-01: whoever is in the fight has a place of its own between two deeds, however it came there.
fn stands_alone(look: Look<'_>) {
    for id in look.everybody().filter(|id| look.is_in_play(*id)) {
        let is_full = look.rules().registry.steps.iter().any(|each| each.is_full(look, id, look.footprint(id)));
        assert!(!is_full, "{} stands among others at {}", look.name(id), look.footprint(id).at);
    }
}

/// ZN-INIT-05: nobody is sent twice in a round, and a turn of one's own comes only to those who are sent.
fn acts_once_a_round(facts: &[Fact]) {
    let sent = facts.iter().filter(|fact| fact.rule == "ZN-INIT-01").filter_map(|fact| Some((fact.round, fact.who?)));
    let mut sent: Vec<_> = sent.collect();
    let all = sent.len();
    sent.sort_unstable();
    sent.dedup();
    assert_eq!(sent.len(), all, "somebody was sent twice in a round");
}

/// LG-INIT-01: in the stock, in hands and on the table together are always the
/// fifty-four cards of one pack, each of them once.
fn holds_every_card_once(look: Look<'_>) {
    let mut cards = every_card(look);
    assert!(cards.is_empty() || cards.len() == 54, "{} cards", cards.len());
    cards.sort_unstable();
    cards.dedup();
    assert!(cards.is_empty() || cards.len() == 54, "only {} different cards", cards.len());
}

/// The same battles whatever the threads; a better player wins more.
#[test]
fn simulations_agree_for_any_number_of_threads() {
    for scenario in scenarios() {
        let alone = Plan { seed: 7, ..plan(&scenario.setup, Skill::Plain, fewer(&scenario, 9)) };
        let both = Plan { threads: 2, ..alone.clone() };
        let (one, two) = (alone.run(|| {}), both.run(|| {}));
        assert_eq!(one.digest, two.digest, "{}", scenario.name);
        assert_eq!((one.wins, one.draws), (two.wins, two.draws));
        assert!(one.broken.is_empty(), "{:?}", one.broken);
    }
}

/// A battle that is saved is whole, and one that was changed is found out.
#[test]
fn a_save_is_read_back_and_a_forged_one_is_refused() {
    let folder = Folder::new();
    let file = folder.join("battle.json");
    let path = file.to_str().unwrap();
    assert!(sortie(&["play", "gate", "--text", "--auto", "--seed", "5", "--save", path]).is_well());
    let whole = sortie(&["replay", path]);
    assert!(whole.is_well(), "{}", whole.err);
    let text = std::fs::read_to_string(path).unwrap();
    let forged = |changed: String, expected: &str| {
        let said = sortie(&["replay", &folder.write("forged.json", changed)]);
        assert!(!said.is_well() && said.err.contains(expected), "{}", said.err);
    };
    forged(text.replacen("\"version\": 2", "\"version\": 99", 1), "version 99");
    forged(text[..text.len() / 2].to_owned(), "expected a saved battle");
    forged(text.replacen("\"seed\": 5", "\"seed\": 6", 1), "decision");
    forged(String::new(), "expected a saved battle");
    let digest = Record::read(&file).unwrap().digest;
    forged(text.replace(&digest, "0000"), "ends differently");
}

/// The computer wins nearly every even battle against choices made at random.
#[test]
fn the_computer_beats_choices_made_at_random() {
    let alike = plan(&scenario("even").setup, Skill::Plain, 20);
    let tally = Plan { seed: 1, threads: 2, against: Some(Skill::Random), ..alike }.run(|| {});
    assert!(tally.wins[0] >= 18, "{:?}, {} draws", tally.wins, tally.draws);
}

/// A battle that follows another has those who are left of it, as they are by
/// then, and is saved with the one before it (LG-HEAL-01, LG-DEATH-11).
#[test]
fn those_who_are_left_come_into_the_battle_that_follows() {
    let library = library();
    let scenario = library.scenario("liberi_gothica/bridge_of_bells").unwrap();
    let mut went_on = 0;
    for seed in 0..40 {
        let mut game = play_out(begin(&scenario, seed), seed);
        if what_follows(&library, &game.world, game.battle).is_none() {
            continue;
        }
        let next = follow(&library, &mut game.world, game.battle).unwrap().unwrap();
        let left = |name: &str| {
            let look = game.now();
            let id = look.find(name).unwrap();
            (!look.is_dead(id))
                .then(|| (look.value(id, "Life"), look.value(id, "Essence"), look.value(id, "Soul Gauge")))
        };
        let expected = ["Duellist", "Caller"].map(left);
        let game = Game::after(next);
        let told = |name: &str| {
            let look = game.now();
            let id = look.find(name)?;
            Some((look.value(id, "Life"), look.value(id, "Essence"), look.value(id, "Soul Gauge")))
        };
        assert_eq!(["Duellist", "Caller"].map(told), expected, "seed {seed}");
        let record = play_out(game, seed).saved();
        let text = serde_json::to_string(&record).unwrap();
        let again: Record = serde_json::from_str(&text).unwrap();
        let again = again.play(again.scenario(&library).unwrap().setup).unwrap();
        assert_eq!(again.saved(), record);
        went_on += 1;
        if went_on == 2 {
            return;
        }
    }
    panic!("nobody ever came across the bridge");
}

/// What a scenario says of a fighter holds of one that comes from another
/// battle too (LG-COND-01): conditions come on top, counts and gear are newer.
/// Hours of rest add up over both (LG-HEAL-01).
#[test]
fn what_a_scenario_says_holds_of_those_who_come_into_it() {
    let fresh = |name: &str| {
        let scenario = scenario(&format!("liberi_gothica/{name}"));
        let setup = Setup::clone(&scenario.setup);
        let duellist = setup.fighters.iter().position(|fighter| fighter.name == "Duellist").unwrap();
        (scenario, setup, duellist)
    };
    let key = Key::new;

    let (scenario, mut setup, duellist) = fresh("bridge_of_bells");
    setup.fighters[duellist].tallies = vec![(key("Life lost"), 9), (key("gathered"), 4)];
    setup.fighters[duellist].conditions = vec![Condition::new("limping"), Condition::new("missing eye")];
    let mut game = Game::new(&scenario.name, &scenario.settings, Arc::new(setup), 1);
    rest(&mut game.world, game.battle, 18).unwrap();

    let (scenario, mut setup, duellist) = fresh("night_of_the_choir");
    setup.fighters[duellist].tallies = vec![(key("gathered"), 7)];
    let conditions = ["limping", "numb arm"].map(Condition::new);
    setup.fighters[duellist].conditions = conditions.into();
    setup.fighters[duellist].conditions.push(Condition::new("surprised").until(Until::Rounds(1)));
    setup.fighters[duellist].gear = vec![(key("Sword"), GearState { stowed: true, ..GearState::default() })];
    let setup = carry_over(&game.world, game.battle, &setup);
    let mut game = Game::new(&scenario.name, &scenario.settings, Arc::new(setup), 1);

    let told = |game: &Game| {
        let look = game.now();
        let id = look.find("Duellist").unwrap();
        let mut conditions: Vec<&str> = look.conditions(id).iter().map(|each| each.kind.as_str()).collect();
        conditions.sort_unstable();
        let in_hand = look.gear(id).iter().filter(|item| matches!(item.held, Held::Hand(_)));
        let in_hand: Vec<&str> = in_hand.map(|item| item.arm.name.as_str()).collect();
        let figures = ["Life", "Soul Gauge", "Vitality"].map(|figure| look.value(id, figure));
        let mut lines = look.rules().registry.shows.iter().flat_map(|mechanic| mechanic.sheet(look, id));
        let wounds = lines.find(|line| line.label == "Wounds").map(|line| line.text);
        (conditions.join(", "), in_hand.join(", "), figures, wounds.unwrap_or_default())
    };
    let (conditions, in_hand, figures, wounds) = told(&game);
    assert_eq!(conditions, "limping, missing eye, numb arm, surprised");
    assert_eq!(in_hand, "Buckler");
    assert_eq!(figures, [17, 7, 13]);
    assert!(wounds.contains("numb arm (right arm): d6 days"), "{wounds}");
    assert_eq!(wounds.matches("limp: ").count(), 1, "{wounds}");
    rest(&mut game.world, game.battle, 6).unwrap();
    assert_eq!(told(&game).2, [18, 7, 12]);
}

/// ST-DEATH-02: whoever fell in the first of three battles is missing in the third as well.
#[test]
fn the_dead_stay_dead_through_all_that_follows() {
    let part = |name: &str| scenario(&format!("scale_toughness/{name}"));
    let first = part("goblin_road");
    let mut setup = Setup::clone(&first.setup);
    let scout = setup.fighters.iter().position(|fighter| fighter.name == "Scout").unwrap();
    setup.fighters[scout].conditions = vec![Condition::new("dead")];
    let mut game = Game::new(&first.name, &first.settings, Arc::new(setup), 1);
    for name in ["viper_ravine", "crypt_door"] {
        let next = part(name);
        let setup = carry_over(&game.world, game.battle, &next.setup);
        let names: Vec<&str> = setup.fighters.iter().map(|fighter| fighter.name.as_str()).collect();
        assert!(names.contains(&"Jack Clancy") && !names.contains(&"Scout"), "{name}: {names:?}");
        game = Game::new(&next.name, &next.settings, Arc::new(setup), 1);
    }
}

/// The computer plays to the end, the first side with sense and the others without, so that the first comes through.
pub fn play_out(mut game: Game, seed: u64) -> Game {
    let mut minds = [Mind::new(Skill::Plain, seed), Mind::new(Skill::Random, seed)];
    while game.end().is_none() {
        let look = game.now();
        let side = look.question().map_or(0, |question| question.side.0);
        let order = minds[usize::from(side > 0)].decide(look).unwrap();
        game.give(order);
    }
    game
}
