//! Presenting and exports: the field alone with large text, marks that give no orders, a talk step by step, films and texts that
//! are made beside the window.

use std::path::Path;

use bevy_egui::egui::{Id as Name, Key, Modifiers, Order, Pos2, TextStyle, vec2};
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::board::Square;
use sortie::overlay::{
    Book, Export, ExportKind, Hand, Hud, LearnPage, LessonPage, Opening, Presenter, Saves, Screen, Settings, Timeline,
    Tool, Wish,
};
use sortie::talk::Talk;

use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_rest, by_people, named, sized, window, within};
use crate::kit::{Battle, Folder, PROGRAM, files, library, run, scenario, sortie};

/// A window in which somebody presents a battle of people.
fn presenting() -> Window {
    let mut harness = at_rest(by_people("even", 3));
    harness.key(Key::H);
    harness
}

/// Promise: one key leaves nothing but the field, the presenter's bar and large text; the same key, the bar and Escape bring all
/// else back.
#[test]
fn one_key_leaves_nothing_but_the_field() {
    let mut harness = at_rest(by_people("even", 3));
    let size = |harness: &Window| TextStyle::Body.resolve(&harness.ctx.global_style()).size;
    let usual = size(&harness);
    assert!(harness.shows("Menu") && !harness.shows("Arrow"));
    harness.key(Key::H);
    assert!(!harness.shows("Menu") && harness.shows("Arrow"));
    assert!(size(&harness) >= usual * 1.4, "{} beside {usual}", size(&harness));
    named(&harness, "presenting");
    harness.key(Key::H);
    assert!(harness.shows("Menu") && size(&harness) == usual);
    for leave in ["key", "button"] {
        harness.key(Key::H);
        match leave {
            "key" => harness.key(Key::Escape),
            _ => harness.press("Leave"),
        }
        assert!(!harness.edit::<Hud>().presents, "{leave}");
    }
    let mut small = sized(by_people("even", 3), SMALL, FRAME);
    small.run();
    small.key(Key::H);
    within(&small, SMALL, "presenting on a small page");
}

/// Promise: while somebody presents it is said what is asked, the ways at somebody lie whole above the bar, and a window that is
/// opened lies over it, also once the bar is pressed.
#[test]
fn nothing_that_is_read_lies_under_the_bar() {
    let mut screen = by_people("even", 3);
    let found = screen.until(&mut Mind::new(Skill::Plain, 3), 200, |look, _| {
        let asked = look.question().filter(|question| question.choices.is_none() && question.who.is_some())?;
        let choices = look.choices();
        let mut open = choices.iter().filter(|choice| choice.is_legal());
        Some((asked.prompt.clone(), open.find_map(|choice| look.target(&choice.order))?))
    });
    let (prompt, target) = found.expect("somebody can act at somebody");
    let mut harness = at_rest(screen);
    harness.key(Key::H);
    assert!(harness.names(&prompt), "nobody is told: {prompt}");
    harness.edit::<Hand>().aim_at(Some(target));
    harness.run();
    let lies = |harness: &Window, name: &str| harness.ctx.memory(|memory| memory.area_rect(Name::new(name)));
    let (ways, bar) = (lies(&harness, "aim").unwrap(), lies(&harness, "presenter").unwrap());
    assert!(ways.bottom() <= bar.top(), "{ways:?} under {bar:?}");
    harness.edit::<Hand>().put_down();
    harness.edit::<Settings>().open = true;
    harness.run();
    let bar = Name::new("presenter");
    let is_below = |harness: &Window| {
        let windows: Vec<Name> = harness.ctx.memory(|memory| {
            memory.layer_ids().filter(|layer| layer.order == Order::Foreground).map(|layer| layer.id).collect()
        });
        windows.last().is_some_and(|last| *last != bar) && windows.contains(&bar)
    };
    assert!(is_below(&harness), "the bar lies over the settings");
    let whole = lies(&harness, "presenter").unwrap();
    let rims = [whole.left_center() + vec2(3.0, 0.0), whole.center_bottom() - vec2(0.0, 3.0)];
    let is_seen = |at: &Pos2| harness.ctx.layer_id_at(*at).is_some_and(|layer| layer.id == bar);
    let rim = rims.into_iter().find(is_seen).expect("nothing of the bar is to be seen");
    harness.click_at(rim);
    assert!(is_below(&harness), "the bar lies over the settings once it is pressed");
}

/// Promise: with a tool in hand clicks draw and give no orders; marks are taken back, wiped, and gone with the presenter.
#[test]
fn marks_are_drawn_and_give_no_orders() {
    let mut harness = presenting();
    let made = harness.made().len();
    harness.press("Ring");
    let (one, other) = (harness.place_of(Square::new(2, 2)), harness.place_of(Square::new(5, 3)));
    harness.click_at(one);
    assert_eq!(harness.edit::<Presenter>().marks.all().count(), 1);
    harness.press("Arrow");
    harness.drag_at(one);
    harness.run();
    harness.hover_at(other);
    harness.run();
    harness.drop_at(other);
    harness.run();
    let marks: Vec<_> = harness.edit::<Presenter>().marks.all().cloned().collect();
    assert_eq!(marks.len(), 2);
    let ends = |at: usize| marks[1].places[at];
    assert!((ends(0).x - 2.5).abs() < 0.1 && (ends(1).x - 5.5).abs() < 0.1, "{:?}", marks[1]);
    // Nearer, the same squares.
    harness.key(Key::Plus);
    let again: Vec<_> = harness.edit::<Presenter>().marks.all().cloned().collect();
    assert_eq!(again, marks);
    harness.key(Key::Delete);
    assert!(harness.edit::<Presenter>().marks.is_empty());
    // By keys: the cursor, and Enter.
    harness.edit::<Presenter>().tool = Tool::Ring;
    harness.key(Key::ArrowRight);
    harness.key(Key::Enter);
    assert_eq!(harness.edit::<Presenter>().marks.all().count(), 1);
    assert_eq!(harness.made().len(), made, "nobody has given an order");
    harness.key(Key::Escape);
    assert_eq!(harness.edit::<Presenter>().tool, Tool::Play, "the tool is put down first");
    harness.key(Key::O);
    assert_eq!(harness.edit::<Presenter>().tool, Tool::Point);
    harness.key(Key::H);
    assert!(harness.edit::<Presenter>().marks.is_empty());
}

/// Promise: where those who look on have a window of their own the presenter's keeps its panels: marks are drawn beside them and
/// give no orders, and a step of a talk leaves them where they are; the same key closes that window, and all is as before.
#[test]
fn the_desk_keeps_its_panels() {
    let mut harness = at_rest(by_people("even", 3));
    let made = harness.made().len();
    harness.key_press_modifiers(Modifiers::SHIFT, Key::H);
    harness.run();
    assert!(harness.edit::<Presenter>().audience && !harness.edit::<Hud>().presents);
    assert!(harness.shows("Menu") && harness.shows("Arrow") && harness.shows("Close their window"));
    named(&harness, "the presenter's desk");
    within(&harness, PAGE, "the presenter's desk");
    harness.press("Ring");
    let one = harness.place_of(Square::new(2, 2));
    harness.click_at(one);
    assert_eq!((harness.edit::<Presenter>().marks.all().count(), harness.made().len()), (1, made));
    harness.press("Close their window");
    assert!(!harness.edit::<Presenter>().audience && harness.edit::<Presenter>().marks.is_empty());
    assert!(harness.shows("Menu") && !harness.shows("Arrow"));
    let mut talk =
        shown(r#"(steps: [(title: "A lesson", link: "lesson=ST-C04"), (title: "A tour", link: "tour=zones")])"#);
    talk.run_steps(4);
    talk.edit::<Presenter>().audience = true;
    talk.edit::<Hud>().presents = false;
    talk.key(Key::PageDown);
    talk.run_steps(4);
    assert_eq!(talk.edit::<Presenter>().at, Some(1));
    assert!(talk.edit::<LearnPage>().open && !talk.edit::<Hud>().presents);
    talk.press("Leave the talk");
    assert_eq!((talk.edit::<Presenter>().at, talk.edit::<Presenter>().audience), (None, true));
}

/// A window that opens with this talk.
fn shown(talk: &str) -> Window {
    let talk = Talk::of("talk.ron", talk, Path::new("")).unwrap();
    let opening = Opening::of(library(), scenario("scale_toughness/even"), 3);
    window(Screen::new(Opening { scenario: None, talk: Some((talk, "talk.ron".into())), ..opening }))
}

/// Promise: a talk opens with its first step and goes on and back by keys and buttons; what a step before has shown is gone, and
/// a moment of a battle stays as it is.
#[test]
fn a_talk_is_shown_step_by_step() {
    let mut screen = by_people("even", 3);
    screen.played(&mut Mind::new(Skill::Plain, 1), 9);
    let code = screen.saved().code().unwrap();
    let mut harness = shown(&format!(
        r#"(steps: [
            (title: "A lesson", link: "lesson=ST-C04"),
            (title: "A moment", note: "Who is flanked?", link: "battle={code}&at=4"),
            (title: "Later", link: "battle={code}&at=7"),
            (title: "A rule", link: "rule=ZN-REACT-02"),
            (title: "A tour", link: "tour=zones"),
        ])"#
    ));
    harness.run_steps(4);
    assert!(harness.edit::<LessonPage>().shown.is_some() && harness.shows("A lesson"));
    // What is shown has the room of the bars that are put away, and nothing of the field is seen beside it.
    let lies = harness.ctx.memory(|memory| memory.area_rect(Name::new("lesson shown"))).unwrap();
    assert!(lies.width() > PAGE[0] * 0.99 && lies.height() > PAGE[1] * 0.99, "{lies:?}");
    assert!(lies.width() <= PAGE[0] + 1.0 && lies.bottom() <= PAGE[1] + 1.0, "{lies:?}");
    harness.key(Key::PageDown);
    harness.run_steps(4);
    assert!(harness.edit::<LessonPage>().shown.is_none());
    assert!(harness.shows("A moment") && harness.shows("Who is flanked?"));
    assert_eq!(harness.edit::<Timeline>().at, Some(4));
    harness.press("The next step");
    harness.run_steps(4);
    assert_eq!((harness.edit::<Timeline>().at, harness.edit::<Presenter>().at), (Some(7), Some(2)));
    harness.key(Key::PageDown);
    harness.run_steps(4);
    assert!(harness.edit::<Book>().open);
    harness.key(Key::PageUp);
    harness.run_steps(4);
    assert!(!harness.edit::<Book>().open && harness.edit::<Timeline>().at == Some(7));
    for _ in 0..5 {
        harness.key(Key::PageDown);
        harness.run_steps(4);
    }
    assert_eq!(harness.edit::<Presenter>().at, Some(4), "the last stays the last");
    assert!(harness.edit::<LearnPage>().open && harness.edit::<Hud>().presents);
}

/// Promise: moments, lessons and tours become steps of one's talk by a button, and its list opens.
#[test]
fn what_is_shown_becomes_a_step() {
    let mut harness = at_rest(by_people("even", 3));
    harness.press("Menu");
    harness.get_by_label_contains("Show and export").click();
    harness.run();
    harness.press("Add to my talk");
    harness.run_steps(3);
    let steps = harness.edit::<Presenter>().talk.steps.clone();
    assert_eq!(steps.len(), 1);
    assert!(steps[0].title.contains(&scenario("even").title), "{}", steps[0].title);
    harness.edit::<Presenter>().open = true;
    harness.run_steps(3);
    harness.get_by_label("Present it");
    named(&harness, "the list of a talk");
    harness.press("Take it out");
    harness.run_steps(3);
    assert!(harness.edit::<Presenter>().talk.steps.is_empty());
    let opening = Opening::of(library(), scenario("scale_toughness/even"), 3);
    let mut tour = window(Screen::new(Opening { scenario: None, link: Some("tour=zones".to_owned()), ..opening }));
    tour.run_steps(4);
    tour.get_all_by_label("Add to my talk").next().unwrap().click();
    tour.run_steps(4);
    assert_eq!(tour.edit::<Presenter>().talk.steps.len(), 1);
}

/// Promise: a talk that cannot be read is told with its place, and one without a window says that it needs one, as a link does.
#[test]
fn a_wrong_talk_is_refused_at_the_door() {
    let folder = Folder::new();
    let wrong = folder.write("wrong.ron", "(steps: [(title: \"x\", link: \"chess=1\")])");
    let said = sortie(&["play", "--talk", &wrong]);
    assert!(!said.is_well() && said.err.contains("wrong.ron:1:29: found no link: found `chess=1`"), "{}", said.err);
    let right = folder.write("right.ron", "(steps: [(title: \"x\", link: \"tour=zones\")])");
    for (args, what) in [(["--talk", &right], "a talk"), (["--open", "tour=zones"], "what a link names")] {
        let mut command = std::process::Command::new(PROGRAM);
        command.arg("play").args(args).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        let said = run(&mut command, b"");
        if cfg!(target_os = "linux") {
            assert!(!said.is_well() && said.err.contains(&format!("{what} is shown in a window")), "{}", said.err);
        }
    }
}

/// A window of a battle of some decisions, whose exports lie here.
fn exporting(folder: &Folder) -> Window {
    let mut screen = by_people("even", 3);
    screen.played(&mut Mind::new(Skill::Plain, 1), 6);
    let mut harness = window(screen);
    harness.edit::<Saves>().keep_in(folder.path().to_owned(), folder.join("exports"));
    harness.run_steps(3);
    // The battle keeps itself on a thread of its own: only what comes after it is an export.
    harness.wait_while(|_| files(folder.path()).is_empty());
    harness
}

/// What came of an export.
fn made(harness: &mut Window, kind: ExportKind, moments: (usize, usize)) -> Result<String, String> {
    let export = harness.edit::<Export>();
    (export.open, export.kind, export.moments, export.size, export.begins) = (true, kind, moments, 0, true);
    harness.step();
    harness.wait_while(|harness| harness.edit::<Export>().is_busy());
    harness.edit::<Export>().told().cloned().unwrap()
}

/// Promise: pictures, films, folders of pictures and texts are made from the window, beside it, and lie where it says.
#[test]
fn exports_are_made_beside_the_window() {
    let folder = Folder::new();
    let mut harness = exporting(&folder);
    for (kind, moments, ending, begins) in [
        (ExportKind::Picture, (4, 4), "png", b"\x89PNG"),
        (ExportKind::Film, (2, 4), "png", b"\x89PNG"),
        (ExportKind::Text, (0, 0), "md", b"# Ev"),
    ] {
        let before = files(folder.path());
        let told = made(&mut harness, kind, moments).unwrap();
        let new: Vec<_> = files(folder.path()).into_iter().filter(|file| !before.contains(file)).collect();
        let new: Vec<_> = new.iter().filter(|file| file.extension().is_some_and(|its| its == ending)).collect();
        assert_eq!(new.len(), 1, "{kind:?}: {told}");
        assert!(told.contains(&new[0].display().to_string()), "{told}");
        assert_eq!(new[0].parent(), Some(&*folder.join("exports")), "{kind:?} lies among saved battles");
        let bytes = std::fs::read(new[0]).unwrap();
        assert_eq!(bytes[..2], begins[..2], "{kind:?}");
        let is_film = new[0].to_string_lossy().ends_with("-film.png");
        assert_eq!(is_film, kind == ExportKind::Film, "a film is told from a picture: {}", new[0].display());
    }
    let told = made(&mut harness, ExportKind::Frames, (2, 4)).unwrap();
    let lies = told.trim_start_matches("It lies in ").trim_end_matches('.');
    assert_eq!(files(Path::new(lies)).len(), 3, "{told}");
    harness.run_steps(2);
    named(&harness, "the window of exports");
    within(&harness, PAGE, "the window of exports");
}

/// Promise: the window of exports stays where it is, however much is chosen in it.
#[test]
fn the_window_of_exports_keeps_its_place() {
    let folder = Folder::new();
    let mut harness = exporting(&folder);
    let lies = [ExportKind::Film, ExportKind::Text, ExportKind::Picture].map(|kind| {
        let export = harness.edit::<Export>();
        (export.open, export.kind) = (true, kind);
        harness.run_steps(4);
        harness.ctx.memory(|memory| memory.area_rect(Name::new("export"))).unwrap()
    });
    assert!(lies[0].height() > lies[1].height() + 20.0, "{lies:?}");
    assert!(lies.iter().all(|rect| rect.min == lies[0].min), "{lies:?}");
}

/// Promise: what is being made goes on where its window is closed; a plate says so, stops it and tells where it lies, until that
/// is put away, also in another battle.
#[test]
fn an_export_goes_on_and_says_so() {
    let folder = Folder::new();
    let mut harness = exporting(&folder);
    let begin = |harness: &mut Window, moments| {
        let export = harness.edit::<Export>();
        (export.open, export.kind, export.moments, export.begins) = (true, ExportKind::Film, moments, true);
        harness.step();
        harness.step();
        harness.edit::<Export>().open = false;
        harness.run_steps(2);
    };
    let until_over = |harness: &mut Window| {
        harness.wait_while(|harness| harness.edit::<Export>().is_busy());
        harness.run_steps(2);
    };
    harness.edit::<Export>().size = 3;
    begin(&mut harness, (0, 6));
    assert!(harness.shows("Film is being made"), "it goes on unseen");
    within(&harness, PAGE, "what is being made");
    harness.get_by_label("Stop").click();
    until_over(&mut harness);
    assert!(!harness.names("Film"), "what was stopped is no news");
    harness.edit::<Export>().size = 0;
    begin(&mut harness, (2, 4));
    until_over(&mut harness);
    harness.state_mut().decided();
    harness.wish(Wish::Again(7));
    let lies = files(&folder.join("exports"));
    assert_eq!(lies.len(), 1);
    assert!(harness.names(&lies[0].display().to_string()), "where it lies is told");
    harness.press("dismiss");
    assert!(!harness.names("Film"));
}

/// Promise: an export is called off by a button, and nothing of it is left.
#[test]
fn an_export_is_called_off() {
    let folder = Folder::new();
    let mut harness = exporting(&folder);
    let before = files(folder.path()).len();
    let export = harness.edit::<Export>();
    (export.open, export.kind, export.moments, export.size) = (true, ExportKind::Film, (0, 6), 3);
    export.begins = true;
    harness.step();
    harness.step();
    assert!(harness.edit::<Export>().is_busy());
    harness.get_by_label("Cancel").click();
    harness.wait_while(|harness| harness.edit::<Export>().is_busy());
    assert_eq!(harness.edit::<Export>().told(), Some(&Ok("Stopped.".to_owned())));
    assert_eq!(files(folder.path()).len(), before);
}
