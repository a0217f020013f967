//! Whoever plays at the screen sees nothing of those whom its side does not know, and all of them once they strike.

use std::path::Path;
use std::time::Duration;

use bevy_egui::egui::Vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use sortie::battle::{Conditions, Look, Order, Place, SideId, advance, answer};
use sortie::board::Footprint;
use sortie::overlay::{Desk, Layer, Layers, Opening, Picture, Screen, Speed, Wish, paint, picture};
use sortie::rulebook::{Library, Player};

const ME: Player = Player::Human;
const COMPUTER: Player = Player::Computer;

/// A battle of two sides who are played so, with every layer shown.
fn seated(name: &str, players: [Player; 2]) -> Screen {
    let library = Library::open("rulesets");
    let mut scenario = library.scenario(name).unwrap();
    scenario.players = players.into();
    let mut screen = Screen::new(Opening::of(library, scenario, 1));
    screen.desk().layers = Layers::of(&Layer::ALL);
    screen
}

/// Balthasar in the first of four parts, Jack in plain view in the last, and Nan in wait where it is said.
fn ambush(folder: &Path, place: &str, players: [Player; 2]) -> Screen {
    let text = format!(
        r#"(ruleset: "zones", title: "Ambush", ground: (row: ["A", "B", "C", "D"]),
            sides: [(name: "Heroes"), (name: "Cutpurses")],
            fighters: [
                (of: "Balthasar", side: "Heroes", place: "A"),
                (name: "Nan", of: "Cutpurse", side: "Cutpurses", place: "{place}", conditions: ["concealed"]),
                (name: "Jack", of: "Cutpurse", side: "Cutpurses", place: "D"),
            ])"#
    );
    let file = folder.join("ambush.ron");
    std::fs::write(&file, text).unwrap();
    seated(file.to_str().unwrap(), players)
}

fn say(screen: &mut Screen, all: &[&str]) {
    let battle = screen.battle().unwrap();
    for words in all {
        answer(&mut screen.world, battle, Order::parse(words).unwrap()).unwrap_or_else(|why| panic!("{words}: {why}"));
        advance(&mut screen.world, battle);
    }
}

const TO_BALTHASAR: [&str; 3] = ["pass", "first with Heroes", "act with Balthasar"];
const NAN_STRIKES: [&str; 2] = ["act with Nan", "attack with Dagger at Balthasar"];

/// The window, in which only what it is told to do is done.
fn harness<'a>(screen: Screen) -> Harness<'a, Screen> {
    let app = |ui: &mut bevy_egui::egui::Ui, screen: &mut Screen| screen.show(ui);
    Harness::builder().with_size([1360.0, 860.0]).with_max_steps(80).build_ui_state(app, screen)
}

/// Whether anything in the window names somebody.
fn names(harness: &Harness<'_, Screen>, who: &str) -> bool {
    harness.query_all_by_label_contains(who).next().is_some()
}

fn window(mut screen: Screen) -> Picture {
    paint(800, 560, |ui| screen.show(ui))
}

#[test]
fn whoever_lies_in_wait_is_not_in_the_window() {
    let waiting = ["Moll", "Tib", "Wren", "Jack"];
    for (players, is_seen) in [([ME, COMPUTER], false), ([COMPUTER, ME], true), ([COMPUTER, COMPUTER], true)] {
        let mut harness = harness(seated("ambush_at_the_ford", players));
        harness.run();
        for name in waiting {
            assert_eq!(names(&harness, name), is_seen, "{name}, {players:?}");
        }
        assert!(names(&harness, "Archer") && names(&harness, "Dapple"), "{players:?}");
        // Whoever points at the place, has had the sheet open or goes through all fighters learns no more.
        let look = harness.state().look().unwrap();
        let moll = look.find("Moll").unwrap();
        let at = look.footprint(moll).at;
        harness.state_mut().desk().selected = Some(moll);
        harness.state_mut().desk().target = Some(moll);
        harness.state_mut().desk().pointed = Some(moll);
        let place = harness.state_mut().desk().place_of(at).unwrap();
        harness.hover_at(place);
        harness.run();
        assert_eq!(names(&harness, "Moll"), is_seen, "{players:?}");
        assert_eq!(harness.state_mut().desk().selected.is_some(), is_seen);
        harness.drag_at(place);
        harness.drop_at(place);
        // What was clicked waits for ever: nobody does it.
        harness.run_steps(4);
        assert_eq!(names(&harness, "Moll"), is_seen, "{players:?}");
    }
}

/// Tokens, layers and all panels: not a pixel of the window hangs on where somebody unseen is.
#[test]
fn a_window_looks_the_same_wherever_the_unseen_are() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = |place: &str, players: [Player; 2], orders: &[&str]| {
        let mut screen = ambush(folder.path(), place, players);
        say(&mut screen, orders);
        window(screen)
    };
    let both = |players, orders: &[&str]| ["B", "C"].map(|place| drawn(place, players, orders));
    for orders in [&[][..], &TO_BALTHASAR[..]] {
        let [one, other] = both([ME, COMPUTER], orders);
        assert!(one == other, "after {orders:?} the window tells where Nan is");
    }
    for players in [[COMPUTER, ME], [COMPUTER, COMPUTER]] {
        let [one, other] = both(players, &TO_BALTHASAR);
        assert!(one != other, "{players:?} do not see Nan");
    }
}

/// The same of a picture of the board for the eyes of a side.
#[test]
fn a_picture_shows_what_a_side_knows() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = |place: &str, eyes: Option<SideId>| {
        let screen = ambush(folder.path(), place, [ME, COMPUTER]);
        let look = screen.look().unwrap();
        let look = eyes.map_or(look, |side| look.for_players([side]));
        let mut desk = Desk { layers: Layers::of(&Layer::ALL), ..Desk::default() };
        picture(look, "Ambush", &mut desk, 640, 480)
    };
    for (eyes, is_seen) in [(Some(SideId(0)), false), (Some(SideId(1)), true), (None, true)] {
        assert_eq!(drawn("B", eyes) != drawn("C", eyes), is_seen, "{eyes:?}");
    }
}

#[test]
fn who_strikes_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = harness(ambush(folder.path(), "A", [ME, COMPUTER]));
    harness.state_mut().desk().preferences.speed = Speed::Normal;
    harness.run();
    assert!(!names(&harness, "Nan"));
    say(harness.state_mut(), &NAN_STRIKES[..1]);
    harness.run();
    // Nor is it told who decides.
    assert!(!names(&harness, "Nan"));
    assert!(names(&harness, "Waiting for Cutpurses…"));
    say(harness.state_mut(), &NAN_STRIKES[1..]);
    harness.run();
    assert!(names(&harness, "Nan strikes at Balthasar") && names(&harness, "Nan is hidden no more"));
    // What was done before that stays untold.
    assert!(!names(&harness, "Nan lies in wait") && !names(&harness, "Nan acts"));
}

/// Looking back shows what was known then, and the time-line does not tell what was decided unseen.
#[test]
fn what_was_not_known_then_is_not_shown_in_looking_back() {
    let folder = tempfile::tempdir().unwrap();
    for (players, is_seen) in [([ME, COMPUTER], false), ([COMPUTER, COMPUTER], true)] {
        let mut screen = ambush(folder.path(), "A", players);
        screen.desk().saves.keep_in(folder.path().to_owned());
        say(&mut screen, &NAN_STRIKES);
        let mut harness = harness(screen);
        harness.run();
        assert!(names(&harness, "Nan"));
        for to in [0, 1] {
            harness.state_mut().desk().wish = Some(Wish::LookBack(to));
            harness.state_mut().act(Duration::ZERO);
            harness.run();
            harness.get_by_label_contains(&format!("decision {to} of "));
            assert_eq!(names(&harness, "Nan"), is_seen, "{players:?}, {to}");
            assert_eq!(names(&harness, "Cutpurses: somebody unseen"), !is_seen);
        }
    }
}

/// Who comes to light stands where it is; who was seen all the time glides to where it has gone.
#[test]
fn nobody_comes_to_light_from_where_nobody_knew_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = ambush(folder.path(), "C", [ME, COMPUTER]);
    screen.desk().preferences.speed = Speed::Normal;
    let mut harness = harness(screen);
    harness.step();
    let find = |look: Look<'_>| ["Nan", "Jack"].map(|name| look.find(name).unwrap());
    let both = find(harness.state().look().unwrap());
    let away = |harness: &mut Harness<'_, Screen>| {
        let motion = std::mem::take(&mut harness.state_mut().desk().motion);
        let look = harness.state().look().unwrap();
        let away = both.map(|id| motion.away(look, id));
        harness.state_mut().desk().motion = motion;
        away
    };
    let screen = harness.state_mut();
    for id in both {
        let entity = screen.look().unwrap().entity(id).unwrap();
        let mut place = screen.world.get_mut::<Place>(entity).unwrap();
        let Footprint { at, .. } = place.footprint;
        place.footprint.at.x = at.x - 3;
        screen.world.get_mut::<Conditions>(entity).unwrap().0.clear();
    }
    harness.step();
    let [nan, jack] = away(&mut harness);
    assert!(nan == Vec2::ZERO && jack.x > 0.0, "{nan:?} {jack:?}");
    assert!(names(&harness, "Nan"));
}

/// Two before one screen: the one who is asked looks.
#[test]
fn before_one_screen_nobody_sees_the_others_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = harness(ambush(folder.path(), "A", [ME, ME]));
    harness.run();
    assert!(names(&harness, "Nan"));
    say(harness.state_mut(), &TO_BALTHASAR);
    harness.run();
    assert!(!names(&harness, "Nan") && names(&harness, "Jack"));
}
