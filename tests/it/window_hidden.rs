//! Whoever plays at the screen sees nothing of those whom its side does not know, and all of them once they strike.

use std::time::Duration;

use bevy_egui::egui::Vec2;
use egui_kittest::kittest::Queryable;
use sortie::battle::{Conditions, Look, Place, SideId};
use sortie::board::Footprint;
use sortie::overlay::{
    Hand, Layer, Layers, Motion, Picture, Pointer, Preferences, Saves, Screen, Sheet, Speed, Wish, Wishes, paint,
    picture,
};
use sortie::rulebook::Player;

use crate::hidden::TO_BALTHASAR;
use crate::kit::window::{PAGE, Window, framed};
use crate::kit::{Battle, Folder};

const ME: Player = Player::Human;
const COMPUTER: Player = Player::Computer;

/// A battle of two sides who are played so, with every layer shown.
fn seated(name: &str, players: [Player; 2]) -> Screen {
    let mut screen = crate::kit::window::seated(name, &players, 1);
    *screen.edit::<Layers>() = Layers::of(&Layer::ALL);
    screen
}

/// Nan lies in wait for Balthasar where it is said.
fn ambush(folder: &Folder, place: &str, players: [Player; 2]) -> Screen {
    seated(&folder.write("ambush.ron", crate::hidden::ambush(place, "")), players)
}

const NAN_STRIKES: [&str; 2] = ["act with Nan", "attack with Dagger at Balthasar"];

/// The window, in which only what it is told to do is done.
fn window(screen: Screen) -> Window {
    framed(screen, PAGE, |_, _| {})
}

fn painted(mut screen: Screen) -> Picture {
    paint(800, 560, |ui| screen.show(ui))
}

#[test]
fn whoever_lies_in_wait_is_not_in_the_window() {
    let waiting = ["Moll", "Tib", "Wren", "Jack"];
    for (players, is_seen) in [([ME, COMPUTER], false), ([COMPUTER, ME], true), ([COMPUTER, COMPUTER], true)] {
        let mut harness = window(seated("ambush_at_the_ford", players));
        harness.run();
        for name in waiting {
            assert_eq!(harness.names(name), is_seen, "{name}, {players:?}");
        }
        assert!(harness.names("Archer") && harness.names("Dapple"), "{players:?}");
        // Whoever points at the place, has had the sheet open or goes through all fighters learns no more.
        let look = harness.now();
        let moll = look.find("Moll").unwrap();
        let at = look.footprint(moll).at;
        harness.edit::<Sheet>().selected = Some(moll);
        harness.edit::<Hand>().target = Some(moll);
        harness.edit::<Pointer>().pointed = Some(moll);
        let place = harness.place_of(at);
        harness.point_at(place);
        assert_eq!(harness.names("Moll"), is_seen, "{players:?}");
        assert_eq!(harness.edit::<Sheet>().selected.is_some(), is_seen);
        harness.drag_at(place);
        harness.drop_at(place);
        // What was clicked waits for ever: nobody does it.
        harness.run_steps(4);
        assert_eq!(harness.names("Moll"), is_seen, "{players:?}");
    }
}

/// Tokens, layers and all panels: not a pixel of the window hangs on where somebody unseen is.
#[test]
fn a_window_looks_the_same_wherever_the_unseen_are() {
    let folder = Folder::new();
    let drawn = |place: &str, players: [Player; 2], orders: &[&str]| {
        let mut screen = ambush(&folder, place, players);
        screen.say(orders);
        painted(screen)
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
    let folder = Folder::new();
    let drawn = |place: &str, eyes: Option<SideId>| {
        let screen = ambush(&folder, place, [ME, COMPUTER]);
        let look = screen.now();
        let look = eyes.map_or(look, |side| look.for_players([side]));
        picture(look, "Ambush", Layers::of(&Layer::ALL), 640, 480)
    };
    for (eyes, is_seen) in [(Some(SideId(0)), false), (Some(SideId(1)), true), (None, true)] {
        assert_eq!(drawn("B", eyes) != drawn("C", eyes), is_seen, "{eyes:?}");
    }
}

#[test]
fn who_strikes_is_seen() {
    let folder = Folder::new();
    let mut harness = window(ambush(&folder, "A", [ME, COMPUTER]));
    harness.edit::<Preferences>().speed = Speed::Normal;
    harness.draw_out();
    assert!(!harness.names("Nan"));
    harness.say(&NAN_STRIKES[..1]);
    harness.run();
    // Nor is it told who decides.
    assert!(!harness.names("Nan"));
    assert!(harness.names("Waiting for Cutpurses…"));
    harness.say(&NAN_STRIKES[1..]);
    harness.run();
    assert!(harness.names("Nan strikes at Balthasar") && harness.names("Nan is hidden no more"));
    // What was done before that stays untold.
    assert!(!harness.names("Nan lies in wait") && !harness.names("Nan acts"));
}

/// Looking back shows what was known then, and the time-line does not tell what was decided unseen.
#[test]
fn what_was_not_known_then_is_not_shown_in_looking_back() {
    let folder = Folder::new();
    for (players, is_seen) in [([ME, COMPUTER], false), ([COMPUTER, COMPUTER], true)] {
        let mut screen = ambush(&folder, "A", players);
        screen.edit::<Saves>().keep_in(folder.path().to_owned(), folder.join("exports"));
        screen.say(&NAN_STRIKES);
        let mut harness = window(screen);
        harness.run();
        assert!(harness.names("Nan"));
        for to in [0, 1] {
            harness.edit::<Wishes>().wish = Some(Wish::LookBack(to));
            harness.state_mut().act(Duration::ZERO);
            harness.run();
            harness.get_by_label_contains(&format!("decision {} of ", to + 1));
            assert_eq!(harness.names("Nan"), is_seen, "{players:?}, {to}");
            assert_eq!(harness.names("Cutpurses: somebody unseen"), !is_seen);
        }
    }
}

/// Who comes to light stands where it is; who was seen all the time glides to where it has gone.
#[test]
fn nobody_comes_to_light_from_where_nobody_knew_it() {
    let folder = Folder::new();
    let mut screen = ambush(&folder, "C", [ME, COMPUTER]);
    screen.edit::<Preferences>().speed = Speed::Normal;
    let mut harness = window(screen);
    harness.step();
    let find = |look: Look<'_>| ["Nan", "Jack"].map(|name| look.find(name).unwrap());
    let both = find(harness.now());
    let away = |harness: &mut Window| {
        let motion = std::mem::take(harness.edit::<Motion>());
        let look = harness.now();
        let away = both.map(|id| motion.away(look, id));
        *harness.edit::<Motion>() = motion;
        away
    };
    let screen = harness.state_mut();
    for id in both {
        let entity = screen.now().entity(id).unwrap();
        let mut place = screen.world.get_mut::<Place>(entity).unwrap();
        let Footprint { at, .. } = place.footprint;
        place.footprint.at.x = at.x - 3;
        screen.world.get_mut::<Conditions>(entity).unwrap().0.clear();
    }
    harness.step();
    let [nan, jack] = away(&mut harness);
    assert!(nan == Vec2::ZERO && jack.x > 0.0, "{nan:?} {jack:?}");
    assert!(harness.names("Nan"));
}

/// Two before one screen: the one who is asked looks.
#[test]
fn before_one_screen_nobody_sees_the_others_hidden() {
    let folder = Folder::new();
    let mut harness = window(ambush(&folder, "A", [ME, ME]));
    harness.run();
    assert!(harness.names("Nan"));
    harness.say(&TO_BALTHASAR);
    harness.run();
    assert!(!harness.names("Nan") && harness.names("Jack"));
}
