//! Tokens, track, sheet and what moves: they tell what the rules say, no more
//! and no less.

use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use sortie::battle::{Condition, Conditions, Id, Look, Until};
use sortie::overlay::{Opening, Screen};
use sortie::rulebook::{Library, Player};

/// A battle in which people play every side, so that nothing moves by itself.
fn screen(name: &str, seed: u64) -> Screen {
    let library = Library::open("rulesets");
    let mut scenario = library.scenario(name).unwrap();
    scenario.players.fill(Player::Human);
    Screen::new(Opening::of(library, scenario, seed))
}

fn harness<'a>(screen: Screen) -> Harness<'a, Screen> {
    let app = |ui: &mut bevy_egui::egui::Ui, screen: &mut Screen| {
        screen.show(ui);
        screen.act(Duration::from_millis(16));
    };
    Harness::builder().with_size([1360.0, 860.0]).with_max_steps(60).build_ui_state(app, screen)
}

fn look(screen: &Screen) -> Look<'_> {
    screen.look().unwrap()
}

/// Puts somebody into a state, as no rule did.
fn put(screen: &mut Screen, who: Id, condition: Condition) {
    let entity = look(screen).entity(who).unwrap();
    screen.world.get_mut::<Conditions>(entity).unwrap().0.push(condition);
}

fn has(harness: &Harness<'_, Screen>, text: &str) -> bool {
    harness.query_all_by_label(text).next().is_some()
}

#[test]
fn a_token_tells_what_its_states_do_and_how_long_they_last() {
    let mut screen = screen("even", 3);
    let who = look(&screen).everybody().next().unwrap();
    put(&mut screen, who, Condition::new("tired").until(Until::Rounds(3)));
    put(&mut screen, who, Condition::new("crouching"));
    let rules = look(&screen).rules();
    let does = ["tired", "crouching"].map(|kind| rules.conditions[&kind.into()].text.clone());
    let at = look(&screen).footprint(who).at;
    let mut harness = harness(screen);
    harness.run();
    // The sheet is shut, so that only the token can tell it.
    harness.state_mut().desk().selected = look(harness.state()).everybody().last();
    harness.run();
    assert!(!has(&harness, &does[0]));
    let place = harness.state_mut().desk().place_of(at).unwrap();
    harness.hover_at(place);
    harness.run();
    for text in [does[0].as_str(), does[1].as_str(), "hampers, 3 rounds more", "stance, until something ends it"] {
        assert!(has(&harness, text), "the token does not say `{text}`");
    }
}

/// A ruleset that asks for a sign that nobody has drawn is played all the same.
#[test]
fn a_sign_that_is_not_known_is_a_letter() {
    let folder = std::env::temp_dir().join(format!("sortie-signs-{}", std::process::id()));
    let to = folder.join("skirmish");
    copy("rulesets/skirmish".as_ref(), &to);
    let file = to.join("ruleset.ron");
    let text = std::fs::read_to_string(&file).unwrap();
    let wrong = text.replace("sign: \"skull\"", "sign: \"no such sign\"");
    assert_ne!(text, wrong);
    std::fs::write(&file, wrong).unwrap();
    let library = Library::open(&folder);
    let scenario = library.scenario("skirmish4").unwrap();
    let mut screen = Screen::new(Opening::of(library, scenario, 1));
    let who = look(&screen).everybody().next().unwrap();
    put(&mut screen, who, Condition::new("slain"));
    screen.desk().selected = Some(who);
    let mut harness = harness(screen);
    harness.run();
    assert!(has(&harness, "slain"));
    let _ = std::fs::remove_dir_all(folder);
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
