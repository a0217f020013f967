//! Lessons on the screen: told in plain words, played by themselves, played on as a battle, and made of a battle's deeds.

use bevy_egui::egui::Key;
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::overlay::{Keeping, LessonPage, Opening, Saves, Screen, Timeline, Wish};
use sortie::record::record;
use sortie::rulebook::{Library, Player, Scene};

use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_rest, by_people, named, sized, window, within};
use crate::kit::{Battle, Folder, library};

/// The lesson of a game, shown.
fn shown(screen: Screen, id: &str) -> Window {
    let mut harness = window(screen);
    harness.wish(Wish::Play(id.to_owned()));
    assert!(harness.edit::<LessonPage>().shown.is_some(), "{id} is shown");
    harness
}

/// Promise: what is done in a lesson stands there in plain words, and what is checked lies below a fold.
#[test]
fn a_lesson_tells_deeds_in_plain_words_and_folds_its_checks() {
    let mut harness = shown(by_people("zones/first_milestone", 3), "ZN-C02");
    let lesson = library().lessons("zones").unwrap().into_iter().find(|lesson| lesson.id == "ZN-C02").unwrap();
    let deeds = lesson.play.iter().filter(|scene| !matches!(scene, Scene::Expect(_))).count();
    harness.get_by_label(&format!("step 0 of {deeds}"));
    for step in 1..=deeds {
        harness.press("Next ▶");
        harness.get_by_label(&format!("step {step} of {deeds}"));
    }
    for scene in &lesson.play {
        match scene {
            Scene::Do(line) => assert!(!harness.shows(line), "{line} is an order"),
            Scene::Expect(facts) => {
                for (what, is) in facts {
                    assert!(!harness.names(&format!("{what}: {is}")), "{what} is told outside of its fold");
                }
            }
            _ => {}
        }
    }
    assert!(harness.is_grey("Next ▶"));
    assert!(harness.names("checked"), "there is a fold with what is checked");
}

/// Promise: a lesson plays by itself and stops at its end, or where one says so.
#[test]
fn a_lesson_plays_by_itself() {
    let mut harness = shown(by_people("zones/first_milestone", 3), "ZN-C02");
    harness.get_by_label("Play it").click();
    harness.run_steps(3);
    harness.get_by_label("Stop here").click();
    harness.run();
    harness.get_by_label("Play it").click();
    let is_over = (0..40).any(|_| {
        harness.run_steps(10);
        harness.shows("Play it again")
    });
    assert!(is_over, "it has come to its end");
}

/// Promise: a lesson that is tried has save, undo and time-line as any battle.
#[test]
fn a_lesson_that_is_tried_is_a_battle_like_any_other() {
    let folder = Folder::new();
    let mut screen = by_people("skirmish4", 3);
    screen.edit::<Saves>().keep_in(folder.path().to_owned(), folder.join("exports"));
    let first = library().lessons("skirmish").unwrap().into_iter().next().unwrap();
    let mut harness = shown(screen, &first.id);
    harness.press("Try it yourself");
    let before = harness.made().len();
    assert!(harness.now().question().is_some());
    harness.state_mut().played(&mut Mind::new(Skill::Plain, 1), 2);
    harness.state_mut().decided();
    harness.run();
    assert!(harness.edit::<Timeline>().is_there(), "there is a time-line");
    let made = harness.made().len();
    assert!(made > before);
    harness.wish(Wish::LookBack(made - 1));
    assert!(harness.edit::<Timeline>().looks_back());
    harness.wish(Wish::LookBack(usize::MAX));
    let place = folder.join("tried.json");
    harness.wish(Wish::Save(place.clone()));
    assert!(place.is_file(), "it is saved");
    harness.wish(Wish::Menu);
    harness.wish(Wish::Load(place));
    assert_eq!(harness.made().len(), made, "it is loaded");
}

/// Promise: a deed is explained with one click, and kept with a title and a line in a file among the other lessons: it has a name,
/// is kept once, and what is told then says the name and shows it.
#[test]
fn a_deed_is_explained_and_kept() {
    let folder = Folder::of_rulesets(&["skirmish"]);
    let home = Library::open(folder.path());
    let mut scenario = home.scenario("skirmish4").unwrap();
    scenario.players.fill(Player::Human);
    let mut screen = Screen::new(Opening::of(home, scenario, 3));
    screen.played(&mut Mind::new(Skill::Plain, 1), 6);
    screen.decided();
    let mut harness = at_rest(screen);
    harness.choose("Explain this");
    assert!(harness.edit::<LessonPage>().shown.is_some(), "it is shown at once");
    harness.press("Keep as a lesson");
    let stretch = harness.edit::<Keeping>().stretch.expect("its page is open");
    harness.run();
    // What lies on top is closed first.
    harness.key(Key::Escape);
    assert!(harness.edit::<Keeping>().stretch.is_none() && harness.edit::<LessonPage>().shown.is_some());
    harness.press("Keep as a lesson");
    let proposed = harness.edit::<Keeping>().title.clone();
    assert!(!proposed.is_empty() && !proposed.ends_with('.'), "a name is proposed, and no sentence: {proposed}");
    harness.edit::<Keeping>().title = "  ".to_owned();
    harness.run();
    assert!(harness.is_grey("Keep"), "a lesson without a name");
    harness.edit::<Keeping>().title = "My lesson".to_owned();
    harness.run();
    within(&harness, PAGE, "the page of a lesson that is kept");
    named(&harness, "the page of a lesson that is kept");
    harness.press("Keep");
    let file = folder.join("skirmish/lessons/kept_01.ron");
    let lessons = Library::open(folder.path()).lesson_file(&file).unwrap();
    assert_eq!(lessons[0].title, "My lesson");
    assert_eq!(lessons[0].before.len(), stretch.from);
    assert!(sortie::lesson::run(&lessons[0]).passed);
    assert!(harness.edit::<Keeping>().stretch.is_none(), "a second click would keep it twice");
    assert!(harness.names("My lesson") && harness.names(&file.display().to_string()));
    harness.press("Show the lesson");
    assert_eq!(harness.edit::<LessonPage>().shown.as_ref().unwrap().title(), "My lesson");
    assert!(!harness.shows("Show the lesson"), "what is told is done with");
}

/// Promise: what a computer holds in secret is not explained away while the battle goes on.
#[test]
fn what_is_secret_is_not_explained() {
    let mut screen = crate::kit::window::seated("liberi_gothica/duel_at_dawn", &[Player::Human, Player::Computer], 3);
    let mut mind = Mind::new(Skill::Plain, 1);
    screen.played(&mut mind, 3);
    assert!(record(&screen.world, screen.id()).is_some());
    let mut harness = sized(screen, SMALL, FRAME);
    harness.wish(Wish::Explain(None));
    assert!(harness.edit::<LessonPage>().shown.is_none());
    assert!(harness.names("once the battle is over"));
}

/// Promise: the page of a lesson fits the smallest window.
#[test]
fn a_lesson_fits_the_smallest_window() {
    let mut harness = sized(by_people("scale_toughness/even", 3), SMALL, FRAME);
    harness.wish(Wish::Play("ST-C02".to_owned()));
    assert!(harness.edit::<LessonPage>().shown.is_some());
    within(&harness, SMALL, "a lesson");
    named(&harness, "a lesson");
}
