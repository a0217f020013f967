//! Links: the window opens with what a link shows, says what is wrong with one that shows nothing, and gives links where it has
//! an address.

use std::cell::RefCell;
use std::rc::Rc;

use bevy_egui::egui::{Key, OutputCommand};
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::link::Link;
use sortie::overlay::{Book, LearnPage, LessonPage, Notices, Opening, Part, Saves, Screen, Timeline, Wish, Wishes};
use sortie::record::Record;

use crate::kit::window::{FRAME, PAGE, Window, by_people, framed};
use crate::kit::{Battle, library, scenario, sortie};

/// What was copied last.
type Clipboard = Rc<RefCell<Option<String>>>;

/// The window of whoever opens this link, in a page of this address.
fn opened_at(link: &str, address: Option<&str>) -> (Window, Clipboard) {
    let (link, address) = (Some(link.to_owned()), address.map(str::to_owned));
    let opening = Opening::of(library(), scenario("scale_toughness/even"), 3);
    let screen = Screen::new(Opening { scenario: None, link, address, ..opening });
    let clipboard = Clipboard::default();
    let copied = clipboard.clone();
    let mut window = framed(screen, PAGE, move |ui, screen| {
        ui.ctx().output(|output| {
            for command in &output.commands {
                if let OutputCommand::CopyText(text) = command {
                    *copied.borrow_mut() = Some(text.clone());
                }
            }
        });
        screen.act(FRAME);
    });
    window.run_steps(4);
    (window, clipboard)
}

fn opened(link: &str) -> Window {
    opened_at(link, None).0
}

/// What is said to somebody who opens this link.
fn said(link: &str) -> String {
    let mut window = opened(link);
    let said = window.edit::<Notices>().said.clone().unwrap_or_default();
    window.get_by_label("Saved battles");
    assert!(window.names(&said), "{said}");
    said
}

/// A battle of people, so many decisions long.
fn saved(decisions: usize) -> Record {
    let mut screen = by_people("even", 3);
    screen.played(&mut Mind::new(Skill::Plain, 1), decisions);
    screen.saved()
}

/// What is copied by `Copy link`.
fn copied((mut window, clipboard): (Window, Clipboard)) -> String {
    window.get_all_by_label("Copy link").next().unwrap().click();
    window.run_steps(4);
    clipboard.take().unwrap()
}

/// Promise: a link to a battle opens it where it stands, and one to a moment of it at that moment.
#[test]
fn a_battle_opens_by_its_link() {
    let code = saved(9).code().unwrap();
    let mut window = opened(&format!("#battle={code}"));
    assert_eq!((window.made().len(), window.edit::<Timeline>().at), (9, None));
    let mut window = opened(&format!("https://example.org/#battle={code}&at=4"));
    assert_eq!((window.made().len(), window.edit::<Timeline>().at), (9, Some(4)));
    // A moment that is none is the last.
    let mut window = opened(&format!("battle={code}&at=400"));
    assert_eq!((window.made().len(), window.edit::<Timeline>().at), (9, None));
}

/// Promise: a link may ask for no bars, as a frame in another page does; a step back brings them.
#[test]
fn a_link_may_ask_for_no_bars() {
    let code = saved(9).code().unwrap();
    let mut window = opened(&format!("#battle={code}&bars=no"));
    assert!(window.made().len() == 9 && !window.shows("Menu"));
    window.key(Key::Escape);
    assert!(window.shows("Menu"));
}

/// Promise: lessons, rules and tours open by their links, of the ruleset that has them.
#[test]
fn lessons_rules_and_tours_open_by_their_links() {
    let mut window = opened("#lesson=ST-C04");
    assert!(window.edit::<LessonPage>().shown.is_some());
    let title = library().lessons("scale_toughness").unwrap().into_iter().find(|lesson| lesson.id == "ST-C04");
    window.get_by_label(&format!("Lesson: {}", title.unwrap().title));
    for link in ["#rule=ZN-REACT-02", "#rule=ZN-REACT-02&in=zones"] {
        let mut window = opened(link);
        assert!(window.edit::<Book>().open);
        let title = &library().rules("zones").unwrap().book[&sortie::battle::Key::new("ZN-REACT-02")].title;
        assert!(window.query_all_by_label(title).next().is_some(), "{link}");
    }
    let mut window = opened("#tour=zones");
    let page = window.edit::<LearnPage>();
    assert!(page.open && page.part == Part::Tour);
}

/// Promise: a link that shows nothing says why, on a start screen that works.
#[test]
fn a_link_that_shows_nothing_says_why() {
    let good = saved(3);
    let code = good.code().unwrap();
    for (link, why) in [
        ("#chess=1".to_owned(), "expected `battle=`"),
        (format!("#battle={}", "x".repeat(300_000)), "the longest have"),
        ("#battle=sortie1:abcdef.gh".to_owned(), "version 1"),
        (format!("#battle={}", &code[..code.len() / 2]), "found"),
        ("#battle=nothing".to_owned(), "no code of a battle"),
        ("#lesson=ST-NOT-THERE".to_owned(), "no ruleset here has it"),
        ("#lesson=ST-C04&in=zones".to_owned(), "no ruleset here has it"),
        ("#rule=ZN-NOT-99".to_owned(), "no ruleset here has it"),
        ("#tour=chess".to_owned(), "the ruleset chess, which is not there"),
        ("#rule=ZN-REACT-02&in=chess".to_owned(), "the ruleset chess, which is not there"),
    ] {
        let said = said(&link);
        let link: String = link.chars().take(60).collect();
        assert!(said.contains(why), "{link}: {said}");
    }
    let elsewhere = Record { scenario: "chess/opening".to_owned(), ..good };
    let said = said(&format!("#battle={}", elsewhere.code().unwrap()));
    assert!(said.contains("chess"), "{said}");
}

/// Promise: whoever plays in a page can copy a link wherever there is a code; it opens what it was copied from.
#[test]
fn links_are_given_where_there_is_an_address() {
    let address = Some("https://example.org/sortie/");
    let code = saved(6).code().unwrap();
    let (mut window, clipboard) = opened_at(&format!("#battle={code}&at=2"), address);
    window.edit::<Wishes>().wish = Some(Wish::LookBack(5));
    window.edit::<Saves>().open = true;
    window.run_steps(8);
    let link = copied((window, clipboard));
    assert!(link.starts_with("https://example.org/sortie/#battle=sortie"), "{link}");
    let Some(Link::Battle { code, at }) = Link::parse(&link).unwrap() else { panic!("{link}") };
    assert_eq!((Record::from_code(&code).unwrap().decisions.len(), at), (6, Some(5)));
    for (link, given) in [
        ("#lesson=ST-C04", "#lesson=ST-C04&in=scale_toughness"),
        ("#tour=zones", "#tour=zones"),
        ("#rule=ZN-REACT-02", "#rule=ZN-REACT-02&in=zones"),
    ] {
        assert_eq!(copied(opened_at(link, address)), format!("https://example.org/sortie/{given}"));
    }
    // A desk has no address.
    assert!(opened("#tour=zones").query_by_label("Copy link").is_none());
}

/// Promise: `--open` goes with nothing that says otherwise what is shown.
#[test]
fn the_command_line_opens_one_thing() {
    for other in [["--text", "--auto"], ["--load", "x"]] {
        let said = sortie(&[&["play", "--open", "tour=zones"], &other[..]].concat());
        assert!(!said.is_well() && said.err.contains("--open"), "{}{}", said.out, said.err);
    }
}
