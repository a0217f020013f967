//! What a side does not know is neither shown to it nor reckoned with, and those who got away come into the next battle
//! only if they are caught.

use std::path::Path;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;
use sortie::ai::{Mind, Skill};
use sortie::battle::{Look, Order, SideId, advance, answer, chronicle, question, verdict};
use sortie::record::{Game, follow};
use sortie::rulebook::Library;

/// A battle of Zones out of these lines, and the library that it is from.
fn begun(folder: &Path, name: &str, text: &str) -> (Library, Game) {
    let file = folder.join(format!("{name}.ron"));
    std::fs::write(&file, text).unwrap();
    let library = Library::open("rulesets");
    let scenario = library.scenario(file.to_str().unwrap()).unwrap();
    let game = Game::new(&scenario.name, &scenario.settings, scenario.setup.clone(), 1);
    (library, game)
}

fn say(world: &mut World, battle: Entity, words: &str) {
    answer(world, battle, Order::parse(words).unwrap()).unwrap_or_else(|why| panic!("{words}: {why}"));
    advance(world, battle);
}

/// Nan lies in wait beside Balthasar, and Jack stands in plain view.
fn ambush(settings: &str) -> String {
    format!(
        r#"(ruleset: "zones", title: "Ambush", ground: (row: ["A", "B", "C"]), settings: {{{settings}}},
            sides: [(name: "Heroes"), (name: "Cutpurses")],
            fighters: [
                (of: "Balthasar", side: "Heroes", place: "A"),
                (name: "Nan", of: "Cutpurse", side: "Cutpurses", place: "A", conditions: ["concealed"]),
                (name: "Jack", of: "Cutpurse", side: "Cutpurses", place: "C"),
            ])"#
    )
}

/// To the first turn of Balthasar.
fn to_balthasar(game: &mut Game) {
    for words in ["pass", "first with Heroes", "act with Balthasar"] {
        say(&mut game.world, game.battle, words);
    }
}

const HEROES: SideId = SideId(0);

/// ZN-STEALTH-06: neither the answers of a side nor what the computer reckons with name those whom it does not know.
#[test]
fn nobody_is_offered_whom_it_does_not_know() {
    let folder = tempfile::tempdir().unwrap();
    for (settings, is_named) in [("", false), (r#""unknown_side_positions": "false""#, true)] {
        let (_, mut game) = begun(folder.path(), "ambush", &ambush(settings));
        to_balthasar(&mut game);
        let look = Look::at(&game.world, game.battle).unwrap();
        let [balthasar, nan, jack] = ["Balthasar", "Nan", "Jack"].map(|name| look.find(name).unwrap());
        let choices = look.choices();
        let names = |who: &str| choices.iter().any(|choice| choice.label.contains(who));
        assert!(names("Jack"));
        assert_eq!(names("Nan"), is_named);
        let seen = look.seen_by(HEROES);
        assert_eq!(seen.knows_of(nan), is_named);
        assert!(seen.knows_of(jack) && look.knows_of(nan) && look.seen_by(SideId(1)).knows_of(nan));
        assert_eq!(look.foes(balthasar).any(|foe| foe == nan), is_named);
        assert_eq!(seen.rooms(balthasar, look.spot(nan).unwrap()).contains(&look.footprint(nan).at), !is_named);
        // Nobody is told who there is by asking for somebody who is not.
        let why = look.find_or_refuse("Hob").unwrap_err().why;
        assert_eq!(why.contains("Nan"), is_named, "{why}");
    }
}

/// ZN-STEALTH-06: what the hidden do is not told to those who do not know of them, unless it is done to them.
#[test]
fn the_deeds_of_the_hidden_are_told_to_their_friends() {
    let folder = tempfile::tempdir().unwrap();
    let (_, mut game) = begun(folder.path(), "ambush", &ambush(""));
    let told = |game: &Game, words: &str| {
        let look = Look::at(&game.world, game.battle).unwrap();
        let facts = chronicle(&game.world, game.battle).iter().filter(|fact| fact.text.contains(words));
        let facts: Vec<_> = facts.collect();
        assert!(!facts.is_empty(), "nothing is told of `{words}`");
        [HEROES, SideId(1)].map(|side| facts.iter().all(|fact| look.seen_by(side).may_read(fact)))
    };
    say(&mut game.world, game.battle, "act with Nan");
    assert_eq!(told(&game, "Nan lies in wait"), [false, true]);
    assert_eq!(told(&game, "Nan acts"), [false, true]);
    say(&mut game.world, game.battle, "attack with Dagger at Balthasar");
    assert_eq!(told(&game, "Nan strikes at Balthasar"), [true, true]);
    assert_eq!(told(&game, "Nan is hidden no more"), [true, true]);
}

/// Somebody has surrendered beside Balthasar, and the others are far away.
fn surrendered(tags: &str) -> String {
    format!(
        r#"(ruleset: "zones", title: "Mercy", ground: (row: ["A", "B", "C", "D", "E", "F", "G"]), tags: [{tags}],
            started_by: Some("Heroes"), sides: [(name: "Heroes"), (name: "Bandits")],
            fighters: [
                (of: "Balthasar", side: "Heroes", place: "A", arms: Some(["Sword"])),
                (of: "Bandit", side: "Bandits", place: "A", conditions: ["surrendered"]),
                (name: "Other", of: "Bandit", side: "Bandits", place: "G"),
            ])"#
    )
}

/// ZN-MORALE-07: the computer leaves those who have surrendered alone, unless the scenario is merciless.
#[test]
fn only_the_merciless_strike_at_those_who_have_surrendered() {
    let folder = tempfile::tempdir().unwrap();
    for (tags, strikes) in [("", false), (r#""merciless""#, true)] {
        let (_, mut game) = begun(folder.path(), "mercy", &surrendered(tags));
        say(&mut game.world, game.battle, "first with Heroes");
        say(&mut game.world, game.battle, "act with Balthasar");
        let look = Look::at(&game.world, game.battle).unwrap();
        let order = Mind::new(Skill::Plain, 1).decide(look).unwrap();
        assert_eq!(order.verb == "attack", strikes, "{order}");
    }
}

/// ZN-CHASE-02, ZN-CHASE-03: those who left the field come into the battle after it only if they are caught, and what
/// was decided about that is saved with it.
#[test]
fn those_who_got_away_are_pursued_before_the_next_battle() {
    let folder = tempfile::tempdir().unwrap();
    let fighters = r#"
        (of: "Balthasar", side: "Heroes", place: "C"),
        (name: "Fast", of: "Bandit", side: "Bandits", place: "A", tags: Some(["fast"])),
        (name: "Slow", of: "Bandit", side: "Bandits", place: "A", tags: Some(["slow"])),"#;
    let battle = |exit: &str, then: &str| {
        format!(
            r#"(ruleset: "zones", title: "Flight", ground: (row: ["A", "B", "C"], words: {{"A": [{exit}]}}), {then}
                started_by: Some("Bandits"), sides: [(name: "Heroes"), (name: "Bandits")], fighters: [{fighters}])"#
        )
    };
    std::fs::write(folder.path().join("after.ron"), battle("", "")).unwrap();
    let first = battle(r#""exit""#, r#"then: Some((scenario: "after")),"#);
    let (library, mut game) = begun(folder.path(), "before", &first);
    for words in ["first with Bandits", "act with Fast", "leave", "pass", "act with Slow", "leave"] {
        say(&mut game.world, game.battle, words);
    }
    assert!(verdict(&game.world, game.battle).is_some_and(|verdict| verdict.winner == Some(HEROES)));
    let next = follow(&library, &mut game.world, game.battle).unwrap().unwrap();
    let mut game = Game::after(next);
    assert!(question(&game.world, game.battle).is_some_and(|question| question.kind == "pursue"));
    say(&mut game.world, game.battle, "pursue");
    let look = Look::at(&game.world, game.battle).unwrap();
    let [balthasar, fast, slow] = ["Balthasar", "Fast", "Slow"].map(|name| look.find(name).unwrap());
    assert!(!look.place(fast).present && look.is_in_play(slow) && look.is_nearby(slow, balthasar));
    let record = sortie::record::record(&game.world, game.battle).unwrap();
    let again = record.play(record.scenario(&library).unwrap().setup).unwrap();
    assert_eq!(sortie::record::record(&again.world, again.battle).unwrap(), record);
}
