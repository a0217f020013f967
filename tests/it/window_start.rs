//! The start screen, the lessons on the screen and the log's "why", without a window.

use std::time::Duration;

use bevy::app::AppExit;
use bevy::prelude::Messages;
use bevy_egui::egui::accesskit::{Role, Toggled};
use bevy_egui::egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::{RuleId, SideId};
use sortie::overlay::{Book, Notices, Pace, Preferences, Saves, Screen, Settings, Wish};
use sortie::record::Origin;
use sortie::rulebook::Player;

use crate::kit::window::{PAGE, SMALL, Window, at_the_start, by_people, ended, named, opened, seated, within};
use crate::kit::{Battle, scenario};

fn in_battle(name: &str) -> Screen {
    opened(scenario(name), 3)
}

/// A window in which the computer soon decides.
fn sized(screen: Screen, size: [f32; 2]) -> Window {
    crate::kit::window::sized(screen, size, Duration::from_millis(400))
}

/// From launch to the first decision in three clicks, on the smallest window and on a large one.
#[test]
fn three_clicks_lead_from_the_start_into_a_battle() {
    for size in [SMALL, [2560.0, 1440.0]] {
        let mut harness = sized(at_the_start(), size);
        harness.run();
        harness.scroll_to("Scale & Toughness");
        harness.press("Scale & Toughness");
        harness.get_by_label("Begin").click();
        harness.run_steps(3);
        let look = harness.now();
        assert_eq!(look.rules().title, "Scale & Toughness");
        assert!(look.question().is_some());
    }
}

/// The picture and the sides are those of the battle that is chosen, and whoever only watches decides nothing.
#[test]
fn whoever_watches_is_not_asked() {
    let mut harness = sized(at_the_start(), PAGE);
    harness.run();
    harness.press("Skirmish");
    harness.press("Only watch");
    harness.get_by_label("Begin").click();
    for _ in 0..4_000 {
        harness.step();
        if harness.state().battle().is_some() && harness.end().is_some() {
            return;
        }
    }
    panic!("the battle that is only watched does not end");
}

/// Every rule has a "show me": its lesson goes forward and back, and on from there with free dice.
#[test]
fn a_rule_shows_its_lesson_and_lets_one_try_it() {
    let mut harness = sized(in_battle("scale_toughness/even"), PAGE);
    harness.edit::<Book>().look_up(RuleId::from("ST-MOVE-01"));
    harness.run();
    harness.get_by_label("Show me").click();
    harness.run_steps(3);
    harness.get_by_label_contains("step 0 of");
    harness.get_by_label("Next ▶").click();
    harness.run_steps(3);
    harness.get_by_label_contains("step 1 of");
    harness.get_by_label("◀ Back").click();
    harness.run_steps(3);
    harness.get_by_label_contains("step 0 of");
    let before = harness.state().battle();
    harness.get_by_label("Try it yourself").click();
    harness.run_steps(3);
    assert_ne!(harness.state().battle(), before, "the lesson's battle takes the place of the other");
    assert!(harness.now().question().is_some(), "whoever tries it is asked");
}

/// "Why?": a line of the log opens and tells the rule that it follows from.
#[test]
fn a_line_of_the_log_says_why() {
    let mut harness = sized(in_battle("liberi_gothica/duel_at_dawn"), PAGE);
    harness.draw_out();
    let look = harness.now();
    let fact = harness.facts().iter().find(|fact| fact.rule == "LG-INIT-01").unwrap();
    let (said, title) = (fact.text.clone(), look.rules().book[&fact.rule].title.clone());
    assert!(harness.query_by_label(&title).is_none());
    harness.press(&said);
    harness.get_by_label(&title);
}

/// Promise: every game is learned by playing: two clicks lead into a battle of three against three that is easy.
#[test]
fn every_game_is_learned_by_playing() {
    let with_a_card = ["Scale & Toughness", "Liberi Gothica", "Zones", "Old School", "Hursagmu"];
    for name in with_a_card.into_iter().chain(["Firebreak", "Lanterns Below"]) {
        let mut harness = sized(at_the_start(), PAGE);
        harness.run();
        // A game that is called by name alone is chosen first.
        if !with_a_card.contains(&name) {
            harness.press(name);
        }
        harness.get_by_label(&format!("Learn by playing {name}")).click();
        harness.run_steps(3);
        harness.get_by_label("A first battle").click();
        harness.run_steps(3);
        let look = harness.now();
        assert_eq!(look.rules().title, name);
        let side = |number| look.everybody().filter(|id| look.side(*id) == SideId(number)).count();
        assert_eq!((side(0), side(1)), (3, 3), "{name}");
        let seats = &look.battle::<Origin>().expect("it can be saved").seats;
        assert_eq!(seats, &["human", "green"], "{name}");
    }
}

/// Promise: the program can be left from the start screen and from the menu of a battle.
#[test]
fn the_program_can_be_left() {
    let exits = |harness: &mut Window| harness.state().world.resource::<Messages<AppExit>>().len();
    let mut start = at_the_start();
    start.world.init_resource::<Messages<AppExit>>();
    let mut harness = sized(start, SMALL);
    harness.run();
    assert_eq!(exits(&mut harness), 0);
    harness.press("Quit");
    assert_eq!(exits(&mut harness), 1);
    let mut battle = in_battle("scale_toughness/even");
    battle.world.init_resource::<Messages<AppExit>>();
    let mut harness = sized(battle, SMALL);
    harness.run();
    harness.press("Menu");
    harness.get_by_label_contains("Quit").click();
    harness.run();
    harness.press("Yes, quit");
    assert_eq!(exits(&mut harness), 1);
}

/// Promise: after a battle the start screen stays at it, in its game, with who has played it, and its card is in sight.
#[test]
fn the_start_screen_stays_at_what_was_played() {
    let mut harness = sized(seated("tavern_yard", &[Player::Human, Player::Human], 3), PAGE);
    harness.run();
    harness.wish(Wish::Menu);
    harness.run();
    let lies = {
        let mut named = harness.query_all_by_label("The tavern yard");
        let card = named.find(|node| node.accesskit_node().toggled() == Some(Toggled::True));
        card.expect("another battle is chosen").rect()
    };
    assert!(lies.center().y < PAGE[1], "its card is out of sight: {lies:?}");
    harness.get_by_label("Begin").click();
    harness.run_steps(3);
    let look = harness.now();
    assert_eq!(look.battle::<Origin>().unwrap().scenario, "hursagmu/tavern_yard");
    let is_ours = |side: u8| look.is_played_here(SideId(side));
    assert!(is_ours(0) && is_ours(1), "whoever has played it plays it again");
}

/// Promise: a battle that was won against the computer is marked on the start screen, for the side that won it; one that
/// was lost or only watched is not.
#[test]
fn what_was_won_is_marked() {
    let won = |players: [Player; 2], seed, auto: bool| {
        let mut screen = seated("first_watch", &players, seed);
        let pace = screen.edit::<Pace>();
        (pace.auto, pace.fast) = (auto, true);
        let mut mind = Mind::new(Skill::Plain, seed);
        for _ in 0..6_000 {
            let look = screen.now();
            let is_asked = look.question().is_some_and(|question| look.is_played_here(question.side));
            match mind.decide(look).filter(|_| is_asked && !auto) {
                Some(order) => screen.give(order),
                None => screen.act(Duration::from_millis(400)),
            };
            if screen.end().is_some() {
                break;
            }
        }
        let winner = screen.end().expect("the battle ends").winner;
        let mut harness = sized(screen, PAGE);
        harness.wish(Wish::Menu);
        (winner, harness.shows("The first watch, won as Watch"))
    };
    let mut seen = (false, false);
    for seed in 1..40 {
        let (winner, is_marked) = won([Player::Human, Player::Computer], seed, false);
        assert_eq!(is_marked, winner == Some(SideId(0)), "seed {seed}");
        if is_marked && !seen.0 {
            let (_, is_marked) = won([Player::Human, Player::Computer], seed, true);
            assert!(!is_marked, "the computer has played their side");
        }
        seen = (seen.0 || is_marked, seen.1 || !is_marked);
        if seen == (true, true) || seen.0 && seed > 6 {
            break;
        }
    }
    assert!(seen.0, "somebody has won");
    let (_, is_marked) = won([Player::Computer, Player::Computer], 1, true);
    assert!(!is_marked, "whoever only watches wins nothing");
}

/// Promise: nothing of the start screen lies beyond its edges, in windows and texts of every size.
#[test]
fn nothing_of_the_start_screen_is_cut_off() {
    for (size, text) in [(SMALL, 75), (SMALL, 100), (SMALL, 200), (PAGE, 150), ([3840.0, 2160.0], 100)] {
        let mut screen = at_the_start();
        screen.edit::<Preferences>().text = text;
        let mut harness = sized(screen, size);
        harness.run();
        within(&harness, size, &format!("{size:?}, text {text}"));
        // What matters is in sight without a turn of the wheel.
        for label in ["Begin", "Quit", "Settings", "Saved battles"] {
            // Where there is little room what begins a battle says which.
            let which = format!("{label}: ");
            let named = harness.query_all_by_label(label).next();
            let found = named.or_else(|| harness.query_all_by_label_contains(&which).next());
            let rect = found.unwrap_or_else(|| panic!("no {label} in {size:?}, text {text}")).rect();
            assert!(rect.bottom() <= size[1] && rect.top() >= 0.0, "{label} at {rect:?} in {size:?}, text {text}");
        }
    }
}

/// Promise: no row of the settings reaches beyond the smallest page with the largest text.
#[test]
fn nothing_of_the_settings_is_cut_off() {
    let mut screen = at_the_start();
    screen.edit::<Preferences>().text = 200;
    screen.edit::<Settings>().open = true;
    let mut harness = sized(screen, SMALL);
    harness.run();
    assert!(harness.shows("how loud"));
    within(&harness, SMALL, "settings");
}

/// Promise: whatever can be pressed has a name for those who hear the screen: at the start, in a battle, in the settings
/// and at the end.
#[test]
fn whatever_can_be_pressed_has_a_name() {
    let mut harness = sized(at_the_start(), PAGE);
    harness.run();
    named(&harness, "start");
    harness.edit::<Settings>().open = true;
    harness.run();
    named(&harness, "settings");
    harness.press("Keys");
    named(&harness, "keys");
    for scenario in ["even", "duel_at_dawn", "toll_bridge", "spears_at_the_bridge", "tavern_yard"] {
        let mut harness = crate::kit::window::window(by_people(scenario, 3));
        harness.run();
        harness.draw_out();
        harness.press("Layers");
        named(&harness, scenario);
    }
    let mut harness = sized(ended("even", 3), PAGE);
    harness.run();
    harness.get_by_label("The battle is over");
    named(&harness, "end");
}

/// Promise: a click beside a window of the start screen closes it and does nothing else; Escape closes it, too, even while
/// somebody writes in it.
#[test]
fn what_lies_below_a_window_of_the_start_screen_gets_no_click() {
    let mut start = at_the_start();
    start.world.init_resource::<Messages<AppExit>>();
    let mut harness = sized(start, PAGE);
    harness.run();
    let quit = harness.get_by_label("Quit").rect().center();
    harness.press("Saved battles");
    harness.click_at(quit);
    assert!(!harness.edit::<Saves>().open, "the click closes the window");
    assert_eq!(harness.state().world.resource::<Messages<AppExit>>().len(), 0, "and does nothing else");
    harness.press("Saved battles");
    assert!(harness.edit::<Saves>().open);
    harness.get_by_role(Role::TextInput).focus();
    harness.run();
    harness.key(Key::Escape);
    assert!(!harness.edit::<Saves>().open, "Escape closes it");
    harness.press("Settings");
    harness.key(Key::Escape);
    assert!(!harness.edit::<Settings>().open);
}

/// Promise: however much is told of a battle that is over, what can be done next lies on the page, with large text too.
#[test]
fn what_follows_a_battle_lies_on_the_page() {
    let mut ended = ended("goblin_road", 3);
    ended.edit::<Preferences>().text = 150;
    let size = [1024.0, 640.0];
    let mut harness = sized(ended, size);
    harness.run();
    for label in ["Again, same dice", "Look at the field"] {
        let rect = harness.get_by_label(label).rect();
        assert!(rect.left() >= 0.0 && rect.right() <= size[0], "{label} at {rect:?}");
    }
}

/// A button that the pointer has rested on, so that its tip is shown, is pressed like any other: down in one frame, up in a
/// later one, and nothing moves.
#[test]
fn a_button_with_its_tip_shown_can_be_pressed() {
    let mut harness = sized(at_the_start(), PAGE);
    harness.run();
    harness.scroll_to("Scale & Toughness");
    harness.press("Scale & Toughness");
    let at = harness.get_by_label("Other dice").rect().center();
    let dice = |harness: &Window| harness.get_by_role(Role::SpinButton).value();
    let before = dice(&harness);
    harness.hover_at(at);
    harness.run_steps(8);
    assert!(harness.query_by_label("Another number").is_some(), "the tip is shown");
    for pressed in [true, false] {
        let (pos, button, modifiers) = (at, PointerButton::Primary, Modifiers::NONE);
        harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        harness.run_steps(3);
    }
    assert_ne!(dice(&harness), before);
}

/// Promise: where the computer played a battle for somebody, fast or not, they are asked again in the next one.
#[test]
fn the_computer_plays_no_longer_than_its_battle() {
    let mut harness = sized(ended("even", 3), PAGE);
    harness.run();
    harness.press("Again, new dice");
    assert!(harness.end().is_none());
    let pace = harness.edit::<Pace>();
    assert!(!pace.auto && !pace.fast);
    assert!(harness.made().is_empty(), "nobody has decided for them");
}

/// Promise: whoever turns to another game sees the whole card of the battle that is chosen there, however far the battles before
/// were scrolled; other dice have a number of six digits at most.
#[test]
fn the_battle_that_is_chosen_is_in_sight() {
    let mut harness = sized(at_the_start(), SMALL);
    harness.run();
    harness.scroll_to("Old School");
    harness.press("Old School");
    harness.scroll_to("The ford");
    harness.scroll_to("Scale & Toughness");
    harness.press("Scale & Toughness");
    let games = harness.get_by_label("Scale & Toughness").rect();
    let chosen = harness.query_all_by(|node| node.toggled() == Some(Toggled::True)).next_back().unwrap().rect();
    assert!(chosen.top() >= games.bottom() && chosen.bottom() <= SMALL[1], "{chosen:?} below {games:?}");
    for _ in 0..4 {
        harness.press("Other dice");
        let digits = harness.get_by_role(Role::SpinButton).value().unwrap_or_default();
        assert!((1..=6).contains(&digits.chars().filter(char::is_ascii_digit).count()), "{digits}");
    }
}

/// Promise: what was told of a battle does not stay over the start screen; what went wrong goes when another game is chosen, and
/// nothing of it lies over the button that begins a battle.
#[test]
fn no_notice_stays_over_the_start_screen() {
    for size in [SMALL, PAGE] {
        let mut harness = sized(in_battle("scale_toughness/even"), size);
        harness.run();
        harness.edit::<Notices>().offer("It is kept as a lesson.".to_owned(), "Show the lesson", Wish::Menu);
        harness.run_steps(3);
        assert!(harness.shows("Show the lesson"));
        harness.wish(Wish::Menu);
        assert!(!harness.shows("Show the lesson") && !harness.names("It is kept"));
        harness.edit::<Notices>().said = Some("This is no battle. ".repeat(30));
        harness.run();
        let notice = harness.get_by_label_contains("This is no battle.").rect();
        let begin = harness.query_all_by_label_contains("Begin").last().unwrap().rect();
        assert!(!notice.intersects(begin) && begin.bottom() <= size[1], "{notice:?} over {begin:?}");
        harness.press("Skirmish");
        assert!(!harness.names("This is no battle."));
    }
}
