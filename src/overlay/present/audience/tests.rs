use std::sync::Arc;
use std::time::Duration;

use bevy_egui::egui::{Context, Pos2, RawInput, Shape, ViewportId, vec2};

use super::*;
use crate::ai::Skill;
use crate::battle::Verdict;
use crate::overlay::hud::Hud;
use crate::overlay::screen::{Opening, Screen};
use crate::overlay::start::Seat;
use crate::overlay::trial;
use crate::talk::Step;

/// A desk where the computer plays all sides of this battle.
fn at_desk(scenario: &str) -> Screen {
    let scenario = trial::library().scenario(scenario).unwrap();
    let mut screen = Screen::new(Opening::of(trial::library().reopened(), scenario, 3));
    screen.world.resource_mut::<Shown>().seats.fill(Seat::Computer(Skill::Plain));
    screen.edit::<Presenter>().audience = true;
    screen
}

/// A frame of their page: what is written on it, and in what time it wants another.
fn frame(context: &Context, screen: &Screen, with: &mut Audience, second: f64) -> (Vec<String>, Duration) {
    let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 760.0)));
    let input = RawInput { screen_rect, time: Some(second), ..RawInput::default() };
    let mut output = context.run_ui(input, |ui| {
        page(ui, &screen.world, with);
    });
    output.textures_delta.clear();
    let texts = output.shapes.iter().filter_map(|shape| match &shape.shape {
        Shape::Text(text) => Some(text.galley.job.text.clone()),
        _ => None,
    });
    (texts.collect(), output.viewport_output[&ViewportId::ROOT].repaint_delay)
}

/// How the battle has ended, if it has.
fn end(screen: &Screen) -> Option<Verdict> {
    screen.look()?.verdict().cloned()
}

/// What is written on their page.
fn read(screen: &Screen) -> Vec<String> {
    let (context, mut with) = (Context::default(), Audience::default());
    (0..3).map(|second| frame(&context, screen, &mut with, f64::from(second)).0).last().unwrap()
}

/// Promise: those who look on see what is shown and nothing of what a presenter looks up, chooses or sets out beside it: a step of
/// the talk before a lesson, a lesson before the field, the field before the tour that lies behind it, and in a camp words alone.
#[test]
fn what_lies_on_top_is_seen() {
    let none = Desk::default();
    let all = Desk { picture: true, rule: true, lesson: true, battle: true, camp: false, tour: true };
    for (desk, sees) in [
        (none, Sees::Words),
        (all, Sees::Picture),
        (Desk { picture: false, ..all }, Sees::Rule),
        (Desk { picture: false, rule: false, ..all }, Sees::Lesson),
        (Desk { lesson: false, picture: false, rule: false, ..all }, Sees::Field),
        (Desk { battle: true, camp: true, tour: true, ..none }, Sees::Words),
        (Desk { tour: true, ..none }, Sees::Tour),
        (Desk { lesson: true, battle: true, camp: true, ..none }, Sees::Lesson),
    ] {
        assert_eq!(Sees::of(desk), sees, "{desk:?}");
    }
}

/// Promise: what a side keeps secret stays hidden from those who look on where that is chosen, also while the desk shows it; they
/// never know more than those who sit there.
#[test]
fn the_secrets_of_hidden_sides_stay_at_the_desk() {
    let mut screen = at_desk("skirmish4");
    let name = trial::look(&trial::begun("skirmish4", 3)).side_name(SideId(1)).to_owned();
    let known = |look: Look<'_>| {
        [0, 1].map(|side| look.shown().filter(|id| look.side(*id).0 == side).all(|id| look.may_know(id)))
    };
    let both = |screen: &Screen| {
        let (world, shown) = (&screen.world, screen.world.resource::<Shown>());
        let with = world.resource::<Overlay>().of::<Presenter>();
        [shown.looked_at(world).unwrap(), looked_at(world, with, shown).unwrap().0].map(known)
    };
    assert_eq!(both(&screen), [[true, true], [true, true]]);
    screen.edit::<Presenter>().hides.insert(name);
    assert_eq!(both(&screen), [[true, true], [true, false]]);
    screen.world.resource_mut::<Shown>().seats = vec![Seat::Me, Seat::Computer(Skill::Plain)];
    screen.edit::<Presenter>().hides.clear();
    assert_eq!(both(&screen), [[true, false], [true, false]]);
}

/// Promise: their caption says what is shown, in words of the talk where it has some; notes and panels stay at the desk.
#[test]
fn a_caption_is_read_and_a_note_is_not() {
    let mut screen = at_desk("even");
    let title = trial::library().scenario("even").unwrap().title;
    let texts = read(&screen);
    assert!(texts.iter().any(|text| text.contains(&title) && text.contains("round 1")), "{texts:?}");
    let mut step = Step::of("Who is flanked?", Link::Tour("zones".to_owned()));
    "Ask the back row".clone_into(&mut step.note);
    let with = screen.edit::<Presenter>();
    (with.talk.steps, with.at) = (vec![step], Some(0));
    let texts = read(&screen);
    assert!(texts.iter().any(|text| text.contains("Who is flanked?")), "{texts:?}");
    assert!(texts.iter().all(|text| !text.contains("back row") && !text.contains("Menu")), "{texts:?}");
    assert!(!screen.edit::<Hud>().presents);
}

/// Promise: below a lesson they read what it is called until something is done in it, and then what is done and what that came to.
#[test]
fn a_step_of_a_lesson_is_read_with_what_it_came_to() {
    let mut screen = at_desk("even");
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let lessons = trial::library().lessons("hursagmu").unwrap();
    let lesson = lessons.into_iter().find(|lesson| lesson.id == "HG-C02").unwrap();
    let title = lesson.title.clone();
    screen.edit::<LessonPage>().shown = lesson::Shown::new(vec![Arc::new(lesson)]);
    assert!(read(&screen).iter().any(|text| text.starts_with(&title)));
    screen.edit::<LessonPage>().shown.as_mut().unwrap().go_to(2);
    let came = screen.edit::<LessonPage>().shown.as_ref().unwrap().came(usize::MAX);
    let texts = read(&screen);
    let text = texts.iter().find(|text| text.ends_with(came.last().unwrap())).unwrap();
    assert!(text.lines().count() > 1 && texts.iter().all(|text| !text.contains(&title)), "{texts:?}");
}

/// What is read of the last deed, decisions and results each with how many facts lay before them, in the order of these.
fn order(look: Look<'_>, line: &Timeline) -> (usize, Vec<(usize, bool, String)>) {
    let deed = line.last_told(look.facts().len());
    let since = deed.first().map_or(0, |(_, facts)| *facts);
    let came = Lately::default().came_since(look, since, &Motion::default()).map_or_else(Vec::new, |came| came.all);
    let said = deed.iter().map(|(at, facts)| (*facts, false, line.said(look, *at).unwrap()));
    let mut all: Vec<_> = said.chain(came.into_iter().map(|(at, words)| (at, true, words))).collect();
    all.sort_by_key(|(at, is_result, _)| (*at, *is_result));
    (deed.len(), all)
}

/// Promise: in every game those who look on read what was meant before what was answered to it, and what came of either after it:
/// in the order in which it happened, nobody's answer above the deed that it answers.
#[test]
fn a_deed_is_read_in_the_order_in_which_it_happens() {
    for (scenario, answers) in
        [("toll_bridge", 3), ("first_watch", 5), ("first_round", 3), ("company_on_the_road", 1), ("last_orders", 1)]
    {
        let mut screen = at_desk(scenario);
        screen.edit::<Preferences>().speed = Speed::AtOnce;
        let (context, mut with) = (Context::default(), Audience::default());
        let (mut answered, mut made) = (0, 0);
        for second in 0..600 {
            screen.act(Duration::from_secs(2));
            let (texts, _) = frame(&context, &screen, &mut with, f64::from(second));
            if end(&screen).is_some() || answered == answers {
                break;
            }
            let line = std::mem::take(screen.edit::<Timeline>());
            let look = screen.look().unwrap();
            let (decided, all) = order(look, &line);
            let deeds = look.battle::<Decisions>().map_or(&[][..], |decisions| &decisions.0);
            if let Some((first, _)) = line.last_told(look.facts().len()).first().filter(|_| decided > 1) {
                let verb = deeds[*first].order.verb;
                assert!(look.deed(verb).is_ok(), "{scenario}: {verb} is an answer, and stands above the deed");
                answered += i32::from(deeds.len() > made);
            }
            made = deeds.len();
            // A sign on the board may speak of the same; the caption tells who did it.
            let has_any = |text: &&String| all.iter().any(|(.., words)| text.contains(words.as_str()));
            let caption = texts.iter().find(|text| text.to_lowercase().contains("round") && has_any(text));
            let text = caption.expect("a caption");
            let mut from = 0;
            for (_, is_result, words) in &all {
                // What a decision says already is not said again.
                let found = text[from..].find(words.as_str());
                assert!(
                    found.is_some() || *is_result && text[..from].contains(words),
                    "{words} after {from} in {text}"
                );
                from += found.map_or(0, |found| found + words.len());
            }
            *screen.edit::<Timeline>() = line;
        }
        assert_eq!(answered, answers, "{scenario}: {answered} deeds were answered");
    }
}

/// Promise: those who look on read what a deed came to, once it has been shown to them, after the deed and with no other; once the
/// battle is over they read who has won.
#[test]
fn what_a_deed_and_a_battle_came_to_is_read() {
    let mut screen = at_desk("even");
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let (context, mut with) = (Context::default(), Audience::default());
    let (mut read, mut seconds) = (0, 0..3_000);
    while end(&screen).is_none() {
        let second = seconds.next().expect("the battle ends");
        screen.act(Duration::from_secs(2));
        let (texts, _) = frame(&context, &screen, &mut with, f64::from(second));
        let line = std::mem::take(screen.edit::<Timeline>());
        let (_, all) = order(screen.look().unwrap(), &line);
        *screen.edit::<Timeline>() = line;
        let is_over = end(&screen).is_some();
        let text = texts.iter().find(|text| text.to_lowercase().contains("round")).expect("a caption");
        for (_, is_result, words) in &all {
            assert!(text.contains(words) || is_over && !is_result, "{words} in {text}");
        }
        read += usize::from(all.iter().any(|(_, is_result, _)| *is_result));
    }
    assert!(read > 5, "{read} blows");
    let verdict = end(&screen).unwrap();
    let texts = frame(&context, &screen, &mut with, 4_000.0).0;
    let winner = screen.look().unwrap().side_name(verdict.winner.expect("somebody wins")).to_owned();
    assert!(texts.iter().any(|text| text.starts_with(&format!("{winner} won\n"))), "{texts:?}");
}

/// Promise: whoever ends a turn is told of with what they have done in it, and what somebody else has done goes then.
#[test]
fn a_result_belongs_to_its_deed() {
    let mut screen = at_desk("even");
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut fresh = 0;
    for _ in 0..120 {
        screen.act(Duration::from_secs(2));
        let line = std::mem::take(screen.edit::<Timeline>());
        let look = screen.look().unwrap();
        let now = line.now();
        let deed = line.last_told(look.facts().len());
        if let Some((at, since)) = deed.last() {
            let said = |at: usize| line.said(look, at).unwrap_or_default();
            assert!(*at < now && *since <= look.facts().len());
            if said(now - 1).ends_with("ends their turn.") && at + 1 < now {
                assert!(!said(*at).ends_with("ends their turn."), "{} and then {}", said(*at), said(now - 1));
            }
            fresh += usize::from(at + 1 == now);
        }
        *screen.edit::<Timeline>() = line;
    }
    assert!(fresh > 3, "{fresh} deeds");
}

/// Promise: what is marked at the desk lies on the same squares of their field.
#[test]
fn marks_lie_on_the_same_squares() {
    let mut screen = at_desk("even");
    let (context, mut with) = (Context::default(), Audience::default());
    let count = |screen: &Screen, with: &mut Audience| {
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 760.0)));
        let input = RawInput { screen_rect, ..RawInput::default() };
        let mut output = context.run_ui(input, |ui| {
            page(ui, &screen.world, with);
        });
        output.textures_delta.clear();
        let middle = with.board.of::<FieldView>().drawn.as_ref().map(|drawn| drawn.view.place(Pos2::new(2.5, 2.5)));
        let is_there = |shape: &Shape| matches!((shape, middle), (Shape::Ellipse(ring), Some(at)) if ring.center == at);
        output.shapes.iter().filter(|shape| is_there(&shape.shape)).count()
    };
    assert_eq!(count(&screen, &mut with), 0);
    screen.edit::<Presenter>().marks.hear_key(marks::Tool::Ring, 0, Pos2::new(2.5, 2.5));
    assert_eq!(count(&screen, &mut with), 2, "its edge and itself");
}

/// Promise: a page that nothing happens on asks for no frames.
#[test]
fn at_rest_it_costs_nothing() {
    let screen = at_desk("even");
    let (context, mut with) = (Context::default(), Audience::default());
    let mut calm = 0;
    for second in 0..600 {
        let (_, again) = frame(&context, &screen, &mut with, f64::from(second));
        calm = if again > Duration::from_secs(60) { calm + 1 } else { 0 };
        if calm == 3 {
            return;
        }
        // Its ground is painted beside it.
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("it never comes to rest");
}
