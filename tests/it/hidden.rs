//! What a side does not know is neither shown to it nor reckoned with, and those who got away come into the next battle
//! only if they are caught.

use std::sync::Arc;

use sortie::ahead::Outlook;
use sortie::ai::{Effort, Mind, Skill, lie_low};
use sortie::battle::{Group, Order, SideId, Spoken};
use sortie::record::{Game, follow};
use sortie::rulebook::Library;

use crate::kit::{Battle, Folder, begin, library};

/// A battle of Zones out of these lines, and the library that it is from.
fn begun(folder: &Folder, name: &str, text: &str) -> (Arc<Library>, Game) {
    let (library, file) = (library(), folder.write(&format!("{name}.ron"), text));
    let game = begin(&library.scenario(&file).unwrap(), 1);
    (library, game)
}

/// Balthasar in the first of four parts, Jack in plain view in the last, and Nan in wait where it is said.
pub fn ambush(place: &str, settings: &str) -> String {
    format!(
        r#"(ruleset: "zones", title: "Ambush", ground: (row: ["A", "B", "C", "D"]), settings: {{{settings}}},
            sides: [(name: "Heroes"), (name: "Cutpurses")],
            fighters: [
                (of: "Balthasar", side: "Heroes", place: "A"),
                (name: "Nan", of: "Cutpurse", side: "Cutpurses", place: "{place}", conditions: ["concealed"]),
                (name: "Jack", of: "Cutpurse", side: "Cutpurses", place: "D"),
            ])"#
    )
}

/// What is said to the first turn of Balthasar.
pub const TO_BALTHASAR: [&str; 3] = ["pass", "first with Heroes", "act with Balthasar"];

const HEROES: SideId = SideId(0);

/// ZN-STEALTH-06: neither the answers of a side nor what the computer reckons with name those whom it does not know.
#[test]
fn nobody_is_offered_whom_it_does_not_know() {
    let folder = Folder::new();
    for (settings, is_named) in [("", false), (r#""unknown_side_positions": "false""#, true)] {
        let (_, mut game) = begun(&folder, "ambush", &ambush("A", settings));
        game.say(&TO_BALTHASAR);
        let look = game.now();
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

/// ZN-STEALTH-06: a hidden enemy does not show in what may come of a turn, however near.
#[test]
fn what_may_come_of_a_turn_does_not_give_the_hidden_away() {
    let folder = Folder::new();
    let hurt = |place: &str, settings: &str| {
        let (_, mut game) = begun(&folder, "ambush", &ambush(place, settings));
        game.say(&TO_BALTHASAR);
        let outlook = Outlook::of(game.now(), &Spoken::parse("end turn").unwrap()).unwrap();
        (outlook.peril.hurt, outlook.peril.tries)
    };
    let (unknown, tries) = hurt("A", "");
    let (known, _) = hurt("A", r#""unknown_side_positions": "false""#);
    let (far, _) = hurt("C", "");
    assert!(known > far + tries / 6, "whoever is known of counts: {known} and {far} of {tries}");
    assert!(unknown.abs_diff(far) <= tries / 10, "near or far, unknown is unknown: {unknown} and {far} of {tries}");
}

/// Balthasar in the first of four parts, Jack in plain view two parts off, and somebody in wait.
fn waylaid((of, place): (&str, &str)) -> String {
    format!(
        r#"(ruleset: "zones", title: "Waylaid", ground: (row: ["A", "B", "C", "D"]),
            sides: [(name: "Heroes"), (name: "Bandits")],
            fighters: [
                (of: "Balthasar", side: "Heroes", place: "A", arms: Some(["Sword"])),
                (name: "Jack", of: "Bandit", side: "Bandits", place: "C"),
                (name: "Nan", of: "{of}", side: "Bandits", place: "{place}", conditions: ["concealed"]),
            ])"#
    )
}

/// Who waits unseen in one of these battles, and what they are.
const UNSEEN: [(&str, &str); 4] = [("Cutpurse", "A"), ("Cutpurse", "B"), ("Knight", "A"), ("Knight", "C")];

/// ZN-STEALTH-06: two battles that differ in nothing but whom a side does not know of lead to the same decision at every level, for
/// the same reasons.
#[test]
fn nobody_decides_by_what_they_do_not_know() {
    let folder = Folder::new();
    let decided = |nan: (&str, &str)| {
        let (_, mut game) = begun(&folder, "waylaid", &waylaid(nan));
        game.say(&TO_BALTHASAR);
        let look = game.now();
        let effort = Effort::times(0.125).unwrap();
        let mut told = vec![format!("{:?}", Mind::new(Skill::Keen, 1).would(look))];
        for skill in [Skill::Walk, Skill::Green, Skill::Fair, Skill::Plain, Skill::Keen, Skill::Deep] {
            for seed in 0..4 {
                let order = Mind::new(skill, seed).with_effort(effort).decide(look).unwrap();
                told.push(format!("{skill:?}, {seed}: {order}"));
            }
        }
        told
    };
    let first = decided(UNSEEN[0]);
    for unseen in &UNSEEN[1..] {
        assert_eq!(decided(*unseen), first, "{unseen:?}");
    }
}

/// ZN-STEALTH-06: whoever is unknown lets be what they are asked about in what is tried out, and others are sent before them.
#[test]
fn the_hidden_lie_low_in_what_is_tried_out() {
    let folder = Folder::new();
    let mind = Mind::new(Skill::Keen, 1);
    let quiet = |game: &Game, side: SideId| {
        let look = game.now();
        lie_low(&mind, look, look.question().unwrap(), side).map(|order| order.to_string())
    };
    let begin = || {
        let (_, mut game) = begun(&folder, "ambush", &ambush("A", ""));
        game.say(&TO_BALTHASAR);
        game
    };
    let mut game = begin();
    assert_eq!(quiet(&game, HEROES), None, "Balthasar is known");
    game.say(&["end turn"]);
    assert_eq!(quiet(&game, SideId(1)), None, "they know their own");
    assert!(quiet(&game, HEROES).is_some_and(|order| !order.contains("Nan")), "others are sent before her");
    game.say(&["act with Jack", "end turn"]);
    assert_eq!(quiet(&game, HEROES).as_deref(), Some("pass"), "there is nobody else to send");
    // Nan could strike at Balthasar, who walks away from her.
    let mut game = begin();
    let look = game.now();
    let goes = look.choices().into_iter().find(|choice| choice.is_legal() && choice.group == Group::Move).unwrap();
    let to = goes.squares.last().map(|(square, _)| *square);
    game.give(Order { to, ..goes.order });
    assert_eq!(game.now().question().map(|question| question.kind.as_str()), Some("opportunity"));
    assert_eq!(quiet(&game, HEROES).as_deref(), Some("hold"));
    assert_eq!(quiet(&game, SideId(1)), None);
}

/// ZN-STEALTH-06: what the hidden do is not told to those who do not know of them, unless it is done to them.
#[test]
fn the_deeds_of_the_hidden_are_told_to_their_friends() {
    let (_, mut game) = begun(&Folder::new(), "ambush", &ambush("A", ""));
    let told = |game: &Game, words: &str| {
        let facts: Vec<_> = game.facts().iter().filter(|fact| fact.text.contains(words)).collect();
        assert!(!facts.is_empty(), "nothing is told of `{words}`");
        [HEROES, SideId(1)].map(|side| facts.iter().all(|fact| game.now().seen_by(side).may_read(fact)))
    };
    game.say(&["act with Nan"]);
    assert_eq!(told(&game, "Nan lies in wait"), [false, true]);
    assert_eq!(told(&game, "Nan acts"), [false, true]);
    game.say(&["attack with Dagger at Balthasar"]);
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
    let folder = Folder::new();
    for (tags, strikes) in [("", false), (r#""merciless""#, true)] {
        let (_, mut game) = begun(&folder, "mercy", &surrendered(tags));
        game.say(&["first with Heroes", "act with Balthasar"]);
        let order = Mind::new(Skill::Plain, 1).decide(game.now()).unwrap();
        assert_eq!(order.verb == "attack", strikes, "{order}");
    }
}

/// ZN-CHASE-02, ZN-CHASE-03: those who left the field come into the battle after it only if they are caught, and what
/// was decided about that is saved with it.
#[test]
fn those_who_got_away_are_pursued_before_the_next_battle() {
    let folder = Folder::new();
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
    folder.write("after.ron", battle("", ""));
    let first = battle(r#""exit""#, r#"then: Some((scenario: "after")),"#);
    let (library, mut game) = begun(&folder, "before", &first);
    game.say(&["first with Bandits", "act with Fast", "leave", "pass", "act with Slow", "leave"]);
    assert!(game.end().is_some_and(|verdict| verdict.winner == Some(HEROES)));
    let next = follow(&library, &mut game.world, game.battle).unwrap().unwrap();
    let mut game = Game::after(next);
    assert!(game.now().question().is_some_and(|question| question.kind == "pursue"));
    game.say(&["pursue"]);
    let look = game.now();
    let [balthasar, fast, slow] = ["Balthasar", "Fast", "Slow"].map(|name| look.find(name).unwrap());
    assert!(!look.place(fast).present && look.is_in_play(slow) && look.is_nearby(slow, balthasar));
    let record = game.saved();
    let again = record.play(record.scenario(&library).unwrap().setup).unwrap();
    assert_eq!(again.saved(), record);
}
