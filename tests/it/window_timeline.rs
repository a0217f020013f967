//! The time-line: what was is shown as it was, nothing of it changes what is,
//! and playing on from there loses nothing.

use std::path::Path;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Chronicle, Look, Order, advance, answer, verdict};
use sortie::overlay::{Opening, Screen, Wish};
use sortie::record::{Origin, Record, decisions, digest};
use sortie::rulebook::{Library, Player};

fn screen(folder: &Path, count: usize) -> Screen {
    let mut scenario = Library::open("rulesets").scenario("even").unwrap();
    scenario.players.fill(Player::Human);
    let mut screen = Screen::new(Opening::of(Library::open("rulesets"), scenario, 3));
    screen.desk().saves.keep_in(folder.to_owned());
    let battle = screen.battle().unwrap();
    let mut mind = Mind::new(Skill::Plain, 1);
    for _ in 0..count {
        let Some(order) = mind.decide(screen.look().unwrap()) else { break };
        answer(&mut screen.world, battle, order).unwrap();
        advance(&mut screen.world, battle);
    }
    screen
}

fn harness<'a>(screen: Screen, size: [f32; 2]) -> Harness<'a, Screen> {
    let app = |ui: &mut bevy_egui::egui::Ui, screen: &mut Screen| {
        screen.show(ui);
        screen.act(Duration::from_millis(16));
    };
    Harness::builder().with_size(size).with_max_steps(80).build_ui_state(app, screen)
}

fn made(screen: &Screen) -> usize {
    decisions(&screen.world, screen.battle().unwrap()).len()
}

/// Where everybody is, and how.
fn standing(look: Look<'_>) -> Vec<String> {
    let one = |id| format!("{:?} {:?} {:?}", look.place(id), look.wounds(id), look.conditions(id));
    look.everybody().map(one).chain([format!("{:?}", look.clock())]).collect()
}

/// The battle after so many of its decisions, played from the start.
fn as_it_was(screen: &mut Screen, count: usize) -> Vec<String> {
    let battle = screen.battle().unwrap();
    let origin = screen.world.get::<Origin>(battle).unwrap().clone();
    let kept = decisions(&screen.world, battle)[..count].to_vec();
    let then = origin.replay(&mut screen.world, &kept).unwrap();
    let stood = standing(Look::at(&screen.world, then).unwrap());
    screen.world.despawn(then);
    stood
}

#[test]
fn looking_back_shows_the_battle_as_it_was_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = harness(screen(folder.path(), 60), [1360.0, 860.0]);
    harness.run();
    let battle = harness.state().battle().unwrap();
    let before = digest(&harness.state().world, battle);
    let prompt = harness.state().look().unwrap().question().unwrap().prompt.clone();
    harness.get_by_label("◀").click();
    harness.run();
    let expected = as_it_was(harness.state_mut(), 59);
    assert_eq!(standing(harness.state().past().unwrap()), expected);
    harness.get_by_label("⏮").click();
    harness.run();
    harness.get_by_label_contains("Looking back: round 1, decision 0 of 60");
    // Onwards and back again, by leaps and by steps.
    for to in [17, 18, 18, 40, 39, 3, 59] {
        harness.state_mut().desk().wish = Some(Wish::LookBack(to));
        harness.run();
        harness.get_by_label_contains(&format!("decision {to} of 60"));
        let expected = as_it_was(harness.state_mut(), to);
        assert_eq!(standing(harness.state().past().unwrap()), expected, "after {to} decisions");
    }
    // Nothing can be decided there.
    assert!(harness.query_all_by_label(&prompt).next().is_none());
    harness.state_mut().desk().order = Some(Order::new("end turn"));
    harness.run();
    harness.state_mut().desk().wish = Some(Wish::Undo);
    harness.run();
    harness.get_by_label_contains("Nothing can be taken back while you look back");
    assert_eq!(digest(&harness.state().world, harness.state().battle().unwrap()), before);
    harness.get_by_label("To now").click();
    harness.run();
    assert!(harness.state().past().is_none());
    assert!(harness.query_all_by_label(&prompt).next().is_some());
    assert_eq!(harness.state().battle(), Some(battle));
}

/// It runs from the start to now by itself, and the computer waits until then.
#[test]
fn a_battle_runs_again_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = screen(folder.path(), 25);
    screen.desk().fast = true;
    let mut harness = harness(screen, [1024.0, 640.0]);
    harness.run();
    harness.get_by_label("Play").click();
    let mut seen = Vec::new();
    for _ in 0..60 {
        harness.step();
        seen.extend(harness.state().past().map(|look| look.battle::<Chronicle>().unwrap().facts.len()));
    }
    assert!(seen.len() > 20 && seen.is_sorted(), "{seen:?}");
    assert!(harness.state().past().is_none(), "it ends at the present");
    assert_eq!(made(harness.state()), 25);
}

/// Dice that have been seen stay thrown, unless the settings allow otherwise; and what is given up is saved.
#[test]
fn playing_on_from_the_past_saves_the_future_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = harness(screen(folder.path(), 60), [1360.0, 860.0]);
    harness.state_mut().desk().wish = Some(Wish::LookBack(20));
    harness.run();
    assert!(harness.get_by_label("Play on from here").accesskit_node().is_disabled());
    harness.get_by_label_contains("Dice have fallen since then");
    harness.state_mut().desk().wish = Some(Wish::PlayOn);
    harness.run();
    assert_eq!(made(harness.state()), 60, "a greyed button is no door");
    harness.state_mut().desk().preferences.rewinds = true;
    harness.run();
    let expected = as_it_was(harness.state_mut(), 20);
    harness.get_by_label("Play on from here").click();
    harness.run();
    assert_eq!(made(harness.state()), 20);
    assert!(harness.state().past().is_none());
    assert_eq!(standing(harness.state().look().unwrap()), expected);
    let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    let given_up = files.iter().find(|file| file.to_str().unwrap().contains("before going back")).unwrap();
    assert_eq!(Record::read(given_up).unwrap().decisions.len(), 60);
    harness.get_by_label_contains("What came after is saved as");
}

/// Whatever is over, or was only loaded to watch, is free to be played on from anywhere.
#[test]
fn a_battle_that_is_over_can_be_taken_up_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let over = screen(folder.path(), 4_000);
    assert!(verdict(&over.world, over.battle().unwrap()).is_some());
    let mut harness = harness(over, [1024.0, 640.0]);
    harness.state_mut().desk().wish = Some(Wish::LookBack(5));
    harness.run();
    harness.get_by_label("Play on from here").click();
    harness.run();
    assert_eq!(made(harness.state()), 5);
    assert!(verdict(&harness.state().world, harness.state().battle().unwrap()).is_none());
}

/// Each line of the log leads back to its moment.
#[test]
fn the_log_leads_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = harness(screen(folder.path(), 60), [1360.0, 860.0]);
    harness.run();
    let facts = harness.state().look().unwrap().battle::<Chronicle>().unwrap().facts.clone();
    let line = &harness.state_mut().desk().timeline;
    let index = (0..facts.len()).rev().find(|fact| line.moment_of(*fact) < 60).unwrap();
    let text = facts[index].text.clone();
    harness.state_mut().desk().opened = Some(index);
    harness.run();
    harness.get_by_label("Back to here").scroll_to_me();
    harness.run();
    harness.get_by_label("Back to here").click();
    harness.run();
    let then = &harness.state().past().unwrap().battle::<Chronicle>().unwrap().facts;
    assert_eq!(then.get(index).map(|fact| fact.text.as_str()), Some(text.as_str()));
}

/// Loading a long battle, with all that the time-line must know of it, takes no time to speak of.
#[test]
#[ignore = "measures time: cargo test --release -- --ignored"]
fn a_long_replay_opens_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut long = screen(folder.path(), 0);
    let (battle, mut mind) = (long.battle().unwrap(), Mind::new(Skill::Random, 1));
    for _ in 0..500 {
        let Some(order) = mind.decide(long.look().unwrap()) else { break };
        answer(&mut long.world, battle, order).unwrap();
        advance(&mut long.world, battle);
    }
    let count = made(&long);
    let record = sortie::record::record(&long.world, battle).unwrap();
    let scenario = record.scenario(&Library::open("rulesets")).unwrap();
    let start = Instant::now();
    record.play_in(&mut long.world, scenario.setup).unwrap();
    let took = start.elapsed();
    assert!(took < Duration::from_millis(50), "{count} decisions took {took:?}");
}

/// What was loaded is free to be taken up; what is played in its place is not, even when it is as long.
#[test]
fn only_the_battle_that_was_loaded_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sixty.json");
    let mut long = screen(folder.path(), 60);
    let battle = long.battle().unwrap();
    sortie::record::record(&long.world, battle).unwrap().write(&file).unwrap();
    for ways in 0..2 {
        long.desk().wish = Some(Wish::Load(file.clone()));
        long.act(Duration::ZERO);
        long.desk().wish = Some(Wish::LookBack(10));
        long.act(Duration::ZERO);
        long.desk().wish = Some(if ways == 0 { Wish::PlayOn } else { Wish::Again(9) });
        long.act(Duration::ZERO);
        assert_eq!(made(&long), if ways == 0 { 10 } else { 0 });
        let (battle, mut mind) = (long.battle().unwrap(), Mind::new(Skill::Plain, 5));
        while made(&long) < 60 {
            let order = mind.decide(long.look().unwrap()).expect("it is not over so soon");
            answer(&mut long.world, battle, order).unwrap();
            advance(&mut long.world, battle);
        }
        for wish in [Wish::LookBack(10), Wish::PlayOn] {
            long.desk().wish = Some(wish);
            long.act(Duration::ZERO);
        }
        assert_eq!(made(&long), 60);
        assert!(long.desk().said.as_ref().is_some_and(|said| said.starts_with("Dice have fallen")), "{ways}");
    }
}
