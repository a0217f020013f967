//! Saved battles on the screen: what was saved is there again, what cannot be
//! loaded says why, and no battle is lost by leaving it or by a fault.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::time::Duration;

use bevy::ecs::schedule::IntoScheduleConfigs;
use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{Key, OutputCommand};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill, Whose};
use sortie::battle::{BattlePass, BattleSystems, Burden, Order};
use sortie::overlay::{Habit, Notices, Pace, Preferences, QUICK_SAVE, Saves, Screen, Wish, Wishes};
use sortie::record::{Record, is_code};

use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_the_start, by_people, ended, framed};
use crate::kit::{Battle, Folder, PROGRAM, files, run, sortie};

/// A battle in which people play every side, that is kept in `folder`.
fn screen(folder: &Path) -> Screen {
    let mut screen = by_people("even", 3);
    screen.edit::<Saves>().keep_in(folder.to_owned(), folder.join("exports"));
    screen
}

/// The start screen of somebody whose battles are in `folder`.
fn start(folder: &Path) -> Screen {
    let mut screen = at_the_start();
    screen.edit::<Saves>().keep_in(folder.to_owned(), folder.join("exports"));
    screen
}

/// A window in which enough time goes by with each frame for everything to be kept.
fn window(screen: Screen) -> Window {
    sized(screen, PAGE)
}

fn sized(screen: Screen, size: [f32; 2]) -> Window {
    crate::kit::window::sized(screen, size, Duration::from_millis(400))
}

/// So many decisions, as anybody might make them.
fn play(battle: &mut impl Battle, count: usize) {
    battle.played(&mut Mind::new(Skill::Plain, 1), count);
}

/// A saved battle of so many decisions, written by hand.
fn saved(file: &Path, count: usize) -> Record {
    let mut screen = screen(file.parent().unwrap());
    play(&mut screen, count);
    let record = screen.saved();
    record.write(file).unwrap();
    record
}

/// Whoever plays divides by zero from now on.
fn break_down(screen: &mut Screen) {
    screen.world.schedule_scope(BattlePass, |_, schedule| {
        let fault = || -> () { panic!("somebody divided by zero") };
        schedule.add_systems(fault.in_set(BattleSystems::First));
    });
}

/// Promise: the list names battles, not the folder in which they lie; that is told on demand.
#[test]
fn the_list_of_battles_is_no_list_of_files() {
    let folder = Folder::new();
    saved(&folder.join("mine.json"), 4);
    let mut harness = window(start(folder.path()));
    harness.press("Saved battles");
    harness.run_steps(12);
    let path = folder.path().display().to_string();
    assert!(harness.names("round 1") && !harness.names(&path));
    harness.press("Where they lie");
    assert!(harness.edit::<Notices>().told.as_ref().is_some_and(|told| told.contains(&path)));
}

/// Promise: the page has its place and size from the first frame on, whatever is listed by and by.
#[test]
fn the_page_of_saved_battles_stays_where_it_opened() {
    let folder = Folder::new();
    for name in ["one.json", "two.json", "three.json"] {
        saved(&folder.join(name), 4);
    }
    for size in [PAGE, SMALL] {
        let mut harness = sized(start(folder.path()), size);
        harness.run();
        harness.get_by_label("Saved battles").click();
        harness.run_steps(2);
        let lies = |harness: &Window| ["Open", "Where they lie"].map(|label| harness.get_by_label(label).rect());
        let first = lies(&harness);
        harness.run_steps(12);
        assert!(harness.names("round 1"), "they are listed");
        assert_eq!(lies(&harness), first, "in {size:?}");
        assert!(first[1].bottom() <= size[1], "{first:?}");
    }
}

/// Whoever loads before anything was saved is told so, in words and not by the name of a file.
#[test]
fn before_a_quick_save_there_is_none_to_load() {
    let folder = Folder::new();
    let mut harness = window(screen(folder.path()));
    harness.edit::<Wishes>().wish = Some(Wish::Load(QUICK_SAVE.into()));
    harness.run_steps(2);
    let said = harness.edit::<Notices>().said.clone();
    assert_eq!(said.as_deref(), Some("nothing has been saved by `Save` yet"));
}

#[test]
fn a_quick_save_lies_with_the_others_and_comes_back() {
    let folder = Folder::new();
    let mut screen = screen(folder.path());
    play(&mut screen, 5);
    let mut harness = window(screen);
    harness.key_press(Key::F5);
    harness.run_steps(4);
    assert!(folder.join("sortie-quick.json").is_file());
    // It says so by its name, and for a while.
    assert!(harness.shows("Saved: Quick save."));
    harness.run_steps(30);
    assert!(!harness.shows("Saved: Quick save."), "it goes by itself");
    play(&mut harness, 4);
    harness.key(Key::F9);
    assert_eq!(harness.made().len(), 5);
}

/// Without a folder nothing is written, and that is said.
#[test]
fn where_nothing_is_kept_nothing_is_written() {
    let folder = Folder::new();
    let mut screen = by_people("even", 3);
    play(&mut screen, 3);
    let mut harness = window(screen);
    harness.key(Key::F5);
    harness.get_by_label_contains("no battles are kept here");
    assert!(!Path::new("sortie-quick.json").exists() && files(folder.path()).is_empty());
}

/// Every decision is kept without anybody asking, in one file a battle, and the newest goes on from the start screen.
#[test]
fn a_battle_keeps_itself_and_is_continued() {
    let folder = Folder::new();
    let mut harness = window(screen(folder.path()));
    harness.run();
    assert!(files(folder.path()).is_empty(), "nothing has been decided yet");
    for _ in 0..6 {
        play(&mut harness, 2);
        harness.run_steps(12);
    }
    harness.choose("Battles");
    let kept = files(folder.path());
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(Record::read(&kept[0]).unwrap().decisions.len(), 12, "leaving a battle keeps all of it");
    harness.get_by_label("Continue").click();
    harness.run_steps(3);
    assert_eq!(harness.made().len(), 12);
    play(&mut harness, 1);
    harness.choose("Battles");
    assert_eq!(files(folder.path()), kept, "it goes on where it was");
    assert_eq!(Record::read(&kept[0]).unwrap().decisions.len(), 13);
}

#[test]
fn continue_waits_for_a_battle_and_takes_one_that_is_not_over() {
    let folder = Folder::new();
    let mut harness = window(start(folder.path()));
    harness.run();
    assert!(harness.is_grey("Continue"));
    saved(&folder.join("mine.json"), 7);
    std::fs::write(folder.join("worse.json"), "{ nonsense").unwrap();
    harness.run_steps(8);
    harness.run();
    harness.get_by_label("Continue").click();
    harness.run_steps(3);
    assert_eq!(harness.made().len(), 7);
}

/// The list tells what is in each file; one that cannot be loaded tells where it is wrong, and loads nothing.
#[test]
fn the_list_says_what_is_saved_and_what_is_wrong() {
    let folder = Folder::new();
    let sound = saved(&folder.join("The long evening.json"), 9);
    std::fs::write(folder.join("broken.json"), "{\n  \"version\": 2, 7").unwrap();
    let old = Record { version: 1, ..sound.clone() };
    old.write(&folder.join("old.json")).unwrap();
    let other = Record { digest: "0".repeat(32), ..sound };
    other.write(&folder.join("other.json")).unwrap();
    for size in [PAGE, SMALL] {
        let mut harness = sized(start(folder.path()), size);
        harness.run();
        harness.press("Saved battles");
        harness.get_by_label("The long evening");
        harness.get_by_label_contains("Scale & Toughness  ·  round 1  ·  9 decisions  ·  standing: ");
        harness.get_by_label_contains("broken.json:2:");
        harness.get_by_label_contains("found version 1, expected 2");
        harness.get_by_label_contains("the battle ends differently");
        let loads: Vec<bool> =
            harness.query_all_by_label("Load").map(|node| node.accesskit_node().is_disabled()).collect();
        assert_eq!(loads.iter().filter(|disabled| !**disabled).count(), 1, "{loads:?}");
        assert_eq!(loads.len(), 4);
    }
}

#[test]
fn a_battle_is_saved_under_a_name_and_deleted_after_a_question() {
    let folder = Folder::new();
    let mut harness = window(screen(folder.path()));
    play(&mut harness, 3);
    harness.choose("Saves");
    let name = harness.get_all_by_role(Role::TextInput).next().unwrap();
    name.focus();
    harness.run();
    harness.get_all_by_role(Role::TextInput).next().unwrap().type_text("../My battle");
    harness.run();
    let saves = |harness: &Window| -> Vec<bool> {
        let nodes = harness.get_all_by_role_and_label(Role::Button, "Save");
        nodes.map(|node| node.accesskit_node().is_disabled()).collect()
    };
    assert!(saves(&harness).contains(&true), "no name leads out of the folder");
    for _ in 0.."../My battle".len() {
        harness.key(Key::Backspace);
    }
    harness.get_all_by_role(Role::TextInput).next().unwrap().type_text("My battle");
    harness.run();
    harness.key(Key::Enter);
    let file = folder.join("My battle.json");
    assert_eq!(Record::read(&file).unwrap().decisions.len(), 3);
    harness.get_by_label("My battle");
    let deletes = |harness: &Window| harness.query_all_by_label("Delete").count();
    let before = deletes(&harness);
    harness.get_all_by_label("Delete").next().unwrap().click();
    harness.run();
    assert!(file.is_file(), "deleted without a question");
    harness.press("Keep it");
    assert_eq!(deletes(&harness), before);
    while file.is_file() {
        harness.get_all_by_label("Delete").next().unwrap().click();
        harness.run();
        harness.press("Delete it");
    }
    assert!(harness.query_by_label("My battle").is_none());
}

/// A code goes over the clipboard and comes back as the battle; a mangled one says why.
#[test]
fn a_code_goes_out_and_comes_in() {
    let folder = Folder::new();
    let mut screen = screen(folder.path());
    play(&mut screen, 6);
    let copied = Rc::new(RefCell::new(None));
    let clipboard = copied.clone();
    let mut first = framed(screen, SMALL, move |ui, screen| {
        ui.ctx().output(|output| {
            for command in &output.commands {
                if let OutputCommand::CopyText(text) = command {
                    *clipboard.borrow_mut() = Some(text.clone());
                }
            }
        });
        screen.act(FRAME);
    });
    first.choose("Saves");
    // Until the battle that is played has joined the list, and nothing moves any more.
    first.run_steps(80);
    first.get_all_by_label("Copy code").next().unwrap().click();
    first.run_steps(4);
    first.get_by_label_contains("The code is on the clipboard");
    let code: String = copied.borrow_mut().take().expect("something was copied");
    assert!(is_code(&code), "{code}");
    let mut harness = window(start(Folder::new().path()));
    harness.press("Saved battles");
    for (text, fits) in [(format!("{}!{}", &code[..30], &code[31..]), false), (code, true)] {
        let given = harness.get_by_role(Role::TextInput);
        given.focus();
        harness.run();
        harness.get_by_role(Role::TextInput).type_text(&text);
        harness.run();
        harness.get_by_label("Open").click();
        harness.run_steps(3);
        if fits {
            assert_eq!(harness.made().len(), 6);
        } else {
            harness.get_by_label_contains("`!` at letter 31");
            assert!(harness.state().battle().is_none());
            harness.get_by_role(Role::TextInput).focus();
            for _ in 0..text.len() {
                harness.key_press(Key::Backspace);
                harness.step();
            }
            harness.run();
        }
    }
}

/// A fault of the rules leaves the battle where it was, and says where it is saved.
#[test]
fn a_fault_of_the_rules_loses_nothing() {
    let folder = Folder::new();
    let mut screen = screen(folder.path());
    play(&mut screen, 8);
    let before = screen.saved();
    let order = Mind::new(Skill::Plain, 1).decide(screen.now()).unwrap();
    screen.edit::<Preferences>().warns = false;
    let mut harness = window(screen);
    harness.run();
    break_down(harness.state_mut());
    harness.edit::<Wishes>().order = Some(order.clone());
    harness.run();
    let told = harness.get_by_label_contains("The rules broke down").accesskit_node().value().unwrap();
    assert!(told.contains("somebody divided by zero") && told.contains(&order.to_string()), "{told}");
    assert_eq!(harness.saved(), before);
    let file = files(folder.path()).into_iter().find(|file| told.contains(file.to_str().unwrap()));
    assert_eq!(Record::read(&file.expect("the message names the file")).unwrap(), before);
    // And the battle goes on.
    harness.edit::<Wishes>().order = Some(order);
    harness.run();
    assert_eq!(harness.made().len(), 9);
}

/// The same fault at the same place writes its file once.
#[test]
fn a_fault_that_comes_again_is_saved_once() {
    let folder = Folder::new();
    let mut screen = screen(folder.path());
    play(&mut screen, 8);
    let order = Mind::new(Skill::Plain, 1).decide(screen.now()).unwrap();
    let aside = |folder: &Path| {
        let named = |file: &PathBuf| file.to_str().unwrap().contains("before the fault");
        files(folder).into_iter().filter(named).count()
    };
    for decisions in [8, 9] {
        for _ in 0..3 {
            break_down(&mut screen);
            screen.edit::<Wishes>().order = Some(order.clone());
            screen.act(FRAME);
            let said = screen.edit::<Notices>().said.clone().unwrap();
            assert!(said.contains("is saved as"), "{said}");
            std::thread::sleep(Duration::from_millis(3));
        }
        assert_eq!(aside(folder.path()), decisions - 7, "one file for each place");
        play(&mut screen, 1);
    }
}

/// Where no window can be opened the battle is played in the terminal as if one had asked for that, and one is told why.
#[test]
#[cfg(target_os = "linux")]
fn without_a_display_the_battle_is_played_in_the_terminal() {
    let battle = ["play", "gate", "--auto", "--seed", "5"];
    let mut here = Command::new(PROGRAM);
    here.args(battle).env("DISPLAY", ":4711").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    let said = run(&mut here, b"");
    assert!(said.is_well() && !said.err.contains("panicked"), "{}", said.err);
    let (why, played) = said.out.split_once("\n\n").unwrap_or_else(|| panic!("{}", said.out));
    assert!(why.starts_with("No window can be opened here (") && why.ends_with("as with --text."), "{why}");
    let in_words = sortie(&[&battle[..], &["--text"][..]].concat());
    assert!(in_words.is_well() && in_words.out.contains("\nVictory for "), "{}", in_words.out);
    assert_eq!(played, in_words.out);
}

/// Promise: a battle that goes on is not quit by one click, and no item of the menu moves for what has been answered for good.
#[test]
fn quitting_takes_a_second_word() {
    let folder = Folder::new();
    let mut harness = window(screen(folder.path()));
    harness.run();
    harness.press("Menu");
    assert!(harness.is_grey("Ask me again"), "it is there, with nothing to ask again");
    let before = harness.get_by_label("Battles").rect();
    let (at, burden) = (Vec::new(), Burden::default());
    let habit = Habit { order: Order::new("dodge"), at, along: None, pays: 0, burden, first: None };
    harness.edit::<Pace>().habits.insert(("defend".into(), Whose::Asked(None)), habit);
    harness.run();
    assert!(!harness.is_grey("Ask me again"));
    assert_eq!(harness.get_by_label("Battles").rect(), before, "nothing has moved");
    assert!(!harness.shows("Yes, quit"));
    harness.get_by_label_contains("Quit").click();
    harness.run();
    assert!(harness.edit::<Wishes>().wish.is_none(), "it only asks");
    assert!(harness.shows("Yes, quit"));
}

/// Promise: what follows a battle is kept before anything is decided in it, and can be gone on with from the start screen.
#[test]
fn what_follows_a_battle_can_be_gone_on_with() {
    let folder = Folder::new();
    let won = (1..9).find_map(|seed| {
        let screen = ended("goblin_road", seed);
        (screen.end()?.winner?.0 == 0).then_some(screen)
    });
    let mut screen = won.expect("the company never wins");
    screen.edit::<Saves>().keep_in(folder.path().to_owned(), folder.join("exports"));
    let mut harness = window(screen);
    harness.run();
    harness.wish(Wish::GoOn);
    harness.run_steps(4);
    assert!(harness.now().camp().is_some() && harness.made().is_empty());
    harness.wish(Wish::Menu);
    harness.run_steps(12);
    assert!(!harness.is_grey("Continue"), "the camp is lost");
}
