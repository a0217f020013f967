//! The page that teaches a game, and the line of help in a first battle, without a window.

use bevy_egui::egui::{Id, Key, LayerId, Order};
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::{self, Look, SideId};
use sortie::learn::{Form, filled, pose};
use sortie::overlay::{LearnPage, Learned, Part, Preferences, Questions, Screen, Speed};
use sortie::record::Origin;
use sortie::rulebook::learn::Stop;

use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_the_start, named, opened, sized, within};
use crate::kit::{Battle, library, scenario};

/// The games, by what the start screen calls them; those that have no card there come last.
const GAMES: [(&str, &str); 7] = [
    ("scale_toughness", "Scale & Toughness"),
    ("liberi_gothica", "Liberi Gothica"),
    ("zones", "Zones"),
    ("old_school", "Old School"),
    ("hursagmu", "Hursagmu"),
    ("lanterns", "Lanterns Below"),
    ("firebreak", "Firebreak"),
];

/// The start screen on a page of this size, with text of this size.
fn starting(size: [f32; 2], text: u32) -> Window {
    let mut harness = sized(at_the_start(), size, FRAME);
    harness.edit::<Preferences>().text = text;
    harness.run();
    harness.run();
    harness
}

/// The page of a game, opened from the start screen.
fn learning(title: &str) -> Window {
    let mut harness = starting(PAGE, 100);
    turn_to(&mut harness, title);
    harness
}

/// Opens the page of a game from the start screen.
fn turn_to(harness: &mut Window, title: &str) {
    let learn = reached(harness, title);
    harness.press(&learn);
    harness.run_steps(3);
    assert!(harness.edit::<LearnPage>().learn(game(title)).is_some(), "{title} is not read");
}

/// The button that opens the page of a game, in sight.
fn reached(harness: &mut Window, title: &str) -> String {
    let learn = format!("Learn by playing {title}");
    if !harness.shows(&learn) {
        harness.scroll_to(title);
        harness.press(title);
    }
    harness.scroll_to(&learn);
    harness.scroll_to(&learn);
    learn
}

/// The game that the start screen calls so.
fn game(title: &str) -> battle::Key {
    battle::Key::new(GAMES.iter().find(|(_, each)| *each == title).unwrap().0)
}

/// Promise: where another game is chosen nothing of the one before is shown on its page, in no frame.
#[test]
fn nothing_of_another_game_is_on_the_page() {
    let texts = |game: &str| -> Vec<String> {
        let minute = library().learn(game).unwrap().unwrap().minute.into_iter();
        minute.map(|item| filled(&item.text, &item.shows.lesson).unwrap()).collect()
    };
    let (old, new) = (texts("zones"), texts("old_school"));
    let mut harness = learning("Zones");
    harness.run_steps(10);
    assert!(!old.is_empty() && old.iter().all(|text| harness.shows(text)));
    harness.press("Back to the start screen");
    let learn = reached(&mut harness, "Old School");
    harness.get_by_label(&learn).click();
    for _ in 0..20 {
        harness.step();
        assert!(old.iter().all(|text| !harness.shows(text)));
    }
    assert!(new.iter().all(|text| harness.shows(text)));
}

/// Promise: what a game is in one minute stands on a page of its own, before any battle, on the smallest window with the largest
/// text, too; whoever hears the screen knows what can be pressed.
#[test]
fn every_game_is_told_in_one_minute() {
    let mut harness = starting(PAGE, 100);
    for (name, title) in GAMES {
        turn_to(&mut harness, title);
        harness.run_steps(8);
        let minute = library().learn(name).unwrap().unwrap().minute;
        for (size, text) in [(PAGE, 100), (SMALL, 100), (SMALL, 200)] {
            harness.set_size(size.into());
            harness.edit::<Preferences>().text = text;
            harness.run_steps(4);
            let place = format!("{title}, {size:?}, text {text}");
            within(&harness, size, &place);
            named(&harness, &place);
            for item in &minute {
                assert!(harness.shows(&item.title), "{place}: no {}", item.title);
            }
            if text == 100 {
                let on = harness.get_by_label("Take the tour").rect();
                assert!(on.top() >= 0.0 && on.bottom() <= size[1], "{place}: the way on is out of sight: {on:?}");
            }
            assert!(harness.state().battle().is_none(), "nothing has begun");
        }
        harness.set_size(PAGE.into());
        harness.edit::<Preferences>().text = 100;
        harness.run_steps(2);
        harness.press("Back to the start screen");
    }
}

/// Promise: nothing of a tour lies beyond the sides of the smallest window with the largest text, before an answer and after.
#[test]
fn every_tour_fits_the_smallest_window() {
    let mut harness = starting(SMALL, 200);
    // All that is told of a picture is told with it.
    harness.edit::<Preferences>().speed = Speed::AtOnce;
    for (_, title) in GAMES {
        turn_to(&mut harness, title);
        harness.edit::<LearnPage>().part = Part::Tour;
        harness.run_steps(3);
        let stops = harness.edit::<LearnPage>().learn(game(title)).unwrap().tour.clone();
        for (at, stop) in stops.iter().enumerate() {
            assert_eq!(harness.edit::<LearnPage>().at(game(title)), Some(at), "{title}");
            let place = format!("{title}, {}", stop.title);
            within(&harness, SMALL, &place);
            answer(&mut harness, stop);
            within(&harness, SMALL, &format!("{place}, answered"));
            if at == 0 && stops.len() > 1 {
                let next = format!("Step 2: {}", stops[1].title);
                harness.scroll_to(&next);
                harness.press(&next);
            } else {
                harness.key_press(Key::ArrowRight);
            }
            harness.run_steps(2);
        }
        harness.press("Back to the start screen");
    }
}

/// Says what is right, where the stop asks for it.
fn answer(harness: &mut Window, stop: &Stop) {
    let Some(posed) = pose(stop).unwrap() else { return };
    let word = match &posed.form {
        Form::Words { among, right } => among[*right].clone(),
        Form::Squares { among, right } => {
            format!("Square {}", among.iter().position(|square| right.contains(square)).unwrap() + 1)
        }
    };
    harness.scroll_to(&word);
    harness.press(&word);
    harness.run_steps(2);
    assert!(harness.names("Right: "), "{}: {word} is right", stop.title);
}

/// Promise: one leaves a tour and comes back to where one was; what is done stays done, and a wrong answer is told kindly, with
/// the rule that says why.
#[test]
fn a_tour_is_left_and_gone_on_with() {
    let mut harness = learning("Lanterns Below");
    harness.press("The tour");
    harness.run_steps(2);
    let of = game("Lanterns Below");
    let stop = harness.edit::<LearnPage>().learn(of).unwrap().tour[0].clone();
    let posed = pose(&stop).unwrap().unwrap();
    assert!(harness.is_grey("Next ▶"), "the question is answered first");
    let Form::Words { among, right } = &posed.form else { panic!("{posed:?}") };
    let wrong = (0..among.len()).find(|index| index != right).unwrap();
    harness.press(&among[wrong]);
    assert!(harness.names("Not quite: "));
    assert!(harness.shows("1 of 10 done"), "what was said counts at once");
    let rules = library().rules("lanterns").unwrap();
    let why = &rules.book[&posed.why.unwrap()].title;
    assert!(harness.shows(why), "why is a click away");
    harness.press("Next ▶");
    harness.run_steps(2);
    assert_eq!(harness.edit::<LearnPage>().at(of), Some(1));
    harness.press("Back to the start screen");
    let progress = harness.edit::<Learned>().of(rules.name);
    assert_eq!((progress.done.len(), progress.at), (1, 1));
    assert_eq!(progress.in_words().as_deref(), Some("1 of 10"));
    harness.press("Learn by playing Lanterns Below");
    harness.run_steps(3);
    assert_eq!(harness.edit::<LearnPage>().at(of), Some(1), "one is where one was");
}

/// Promise: the page leads into the first battle, three against three, and back to it.
#[test]
fn the_page_leads_into_a_first_battle() {
    let mut harness = learning("Zones");
    harness.get_by_label("A first battle").click();
    harness.run_steps(4);
    let look = harness.now();
    let side = |number| look.everybody().filter(|id| look.side(*id) == SideId(number)).count();
    assert_eq!((side(0), side(1)), (3, 3));
}

fn in_first_battle() -> Screen {
    opened(scenario("scale_toughness/first_watch"), 3)
}

/// Promise: in a first battle one line of help is told at a time, above the bar; it can be sent away, and other battles have
/// none.
#[test]
fn one_line_of_help_at_a_time() {
    let lines: Vec<String> =
        library().learn("scale_toughness").unwrap().unwrap().help.into_iter().map(|hint| hint.say).collect();
    let told = |harness: &Window| lines.iter().filter(|line| harness.shows(line)).count();
    let mut screen = in_first_battle();
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut harness = sized(screen, SMALL, FRAME);
    // Somebody of the watch is asked at last.
    let mut seen = 0;
    for _ in 0..400 {
        harness.step();
        assert!(told(&harness) <= 1, "one at a time");
        seen = told(&harness);
        if seen == 1 {
            break;
        }
    }
    assert_eq!(seen, 1, "a line is told");
    within(&harness, SMALL, "the line of help");
    // It lies where it stays.
    harness.run_steps(3);
    harness.get_by_label("no more help").click();
    harness.run_steps(3);
    assert_eq!(told(&harness), 0);

    let mut other = sized(opened(scenario("scale_toughness/even"), 3), SMALL, FRAME);
    other.run_steps(40);
    assert_eq!(told(&other), 0, "only where a game is learned");
}

/// What somebody says who does nothing in their turns: they are asked anew in each of them.
fn idle(look: Look<'_>) -> Option<battle::Order> {
    let question = look.question().filter(|question| question.side == SideId(0))?;
    match (&question.choices, question.kind.as_str()) {
        (None, _) => Some(battle::Order::new("end turn")),
        (Some(_), "declare") => Some(battle::Order::new("declare").n(0)),
        (Some(_), _) => None,
    }
}

/// Promise: the line of help lies over nothing of a question in a first battle, whatever the size of text: it lies elsewhere or
/// waits.
#[test]
fn help_lies_over_no_question() {
    let mut helped = 0;
    for text in [100, 150, 200] {
        let mut screen = opened(scenario("hursagmu/first_round"), 3);
        (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
        let mut harness = sized(screen, SMALL, FRAME);
        let (mut asked, mut mind) = (0, Mind::new(Skill::Plain, 1));
        for _ in 0..120 {
            if asked > 3 || harness.end().is_some() {
                break;
            }
            harness.run_steps(4);
            if let Some(question) = harness.edit::<Questions>().beside {
                let help = harness.ctx.memory(|memory| {
                    let layer = LayerId::new(Order::Middle, Id::new("help"));
                    memory.area_rect(layer.id).filter(|_| memory.areas().visible_last_frame(&layer))
                });
                assert!(help.is_none_or(|help| !help.intersects(question)), "text {text}: {help:?} over {question:?}");
                helped += usize::from(help.is_some());
                asked += 1;
            }
            match idle(harness.now()) {
                Some(order) => harness.state_mut().give(order),
                None => drop(harness.state_mut().played(&mut mind, 1)),
            }
            harness.state_mut().decided();
        }
        assert!(asked > 3, "text {text}: {asked} questions beside a token");
    }
    assert!(helped > 0, "no line is told while somebody is asked");
}

/// Promise: *Battles* in the menu leads from a first battle to the battles of the start screen, where the page can be opened again.
/// It is said beforehand whom one plays it against, and whom one plays later is not changed by it.
#[test]
fn battles_leads_to_the_start_screen() {
    let mut harness = learning("Zones");
    assert!(harness.shows("against an easy computer"));
    harness.get_by_label("A first battle").click();
    harness.run_steps(4);
    let seats = |harness: &Window| harness.now().battle::<Origin>().unwrap().seats.clone();
    assert_eq!(seats(&harness), ["human", "green"]);
    harness.choose("Battles");
    harness.run_steps(2);
    assert!(harness.state().battle().is_none() && !harness.edit::<LearnPage>().open);
    assert!(harness.shows("Begin") && harness.names("Learn by playing Zones"));
    harness.press("Begin");
    harness.run_steps(3);
    assert_ne!(seats(&harness), ["human", "green"]);
}
