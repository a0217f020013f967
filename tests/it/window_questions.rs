//! Questions beside a token: never large, never over those whom they are about, and what matters of them is in sight.

use std::cell::RefCell;
use std::rc::Rc;

use bevy_egui::egui::epaint::{Shape, TextShape};
use bevy_egui::egui::{Id as Name, LayerId, Order as Level, Pos2, Rect, Vec2};
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::{Id, Look, Order};
use sortie::board::Square;
use sortie::overlay::{FieldView, Offers, Preferences, Questions, Screen, Speed};

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, by_people, framed, said, sized};

/// No more of a page than this is a third of its field.
const SHARE: f32 = 0.27;
/// So many questions of a battle are looked at.
const MOST: usize = 4;

/// Where somebody lies on the page.
fn body(harness: &mut Window, who: Id) -> Rect {
    let footprint = harness.now().footprint(who);
    let next = Square::new(footprint.at.x + 1, footprint.at.y);
    let (at, next): (Pos2, Pos2) = (harness.place_of(footprint.at), harness.place_of(next));
    let cell = next.x - at.x;
    let whole = Rect::from_min_size(at - Vec2::splat(cell / 2.0), Vec2::splat(cell * footprint.side as f32));
    whole.shrink(cell * 0.1)
}

/// All that is written in a shape.
fn written(shape: &Shape) -> Vec<&TextShape> {
    match shape {
        Shape::Vec(all) => all.iter().flat_map(written).collect(),
        Shape::Text(text) => vec![text],
        _ => Vec::new(),
    }
}

/// Whatever is written there stands in rows of whole words.
fn reads_word_by_word(harness: &Window, lies: Rect, place: &str) {
    let shapes = harness.output().shapes.iter();
    for text in shapes.flat_map(|clipped| written(&clipped.shape)).filter(|text| lies.contains(text.pos)) {
        let words = text.galley.text().split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
        let rows = text.galley.rows.iter().filter(|row| row.text().chars().any(char::is_alphanumeric));
        let (rows, words) = (rows.count(), words.count());
        assert!(rows <= words, "{place}: {rows} rows for `{}`", text.galley.text());
    }
}

/// Looks at the question that is put now, in a page of this size.
fn looked_at(harness: &mut Window, size: [f32; 2], place: &str) {
    let page = Rect::from_min_size(Pos2::ZERO, size.into());
    let lies = harness.edit::<Questions>().beside.unwrap_or_else(|| panic!("{place}: it lies nowhere"));
    assert!(page.expand(1.0).contains_rect(lies), "{place}: {lies:?} lies beyond the window");
    assert!(lies.area() <= page.area() * SHARE, "{place}: {lies:?} takes more than a third of the field");
    // Text leaves the field at least this much of a window, however large it is.
    let field = page.shrink2(Vec2::new(0.0, page.height() * 0.21));
    assert!(lies.intersect(field).area() <= field.area() / 2.0, "{place}: {lies:?} takes half of the field");
    let look = harness.now();
    let question = look.question().unwrap();
    let (who, prompt) = (question.who.unwrap(), question.prompt.clone());
    let about = [Some(who), question.by, question.whom, look.clock().turn].into_iter().flatten();
    let choices = look.choices();
    let candidates = choices.iter().filter(|choice| choice.is_legal()).filter_map(|choice| look.target(&choice.order));
    let all: Vec<Id> = about.chain(candidates).filter(|id| look.knows_of(*id)).collect();
    for id in all {
        let (name, body) = (harness.now().name(id).to_owned(), body(harness, id));
        assert!(!lies.shrink(1.0).intersects(body), "{place}: {lies:?} hides {name} at {body:?}");
    }
    // What is asked, and what is likeliest, is in sight before anybody scrolls.
    reads_word_by_word(harness, lies, place);
    let is_seen = |rect: Rect| lies.expand(1.0).contains_rect(rect);
    assert!(
        harness.query_all_by_label(&prompt).any(|node| is_seen(node.rect())),
        "{place}: `{prompt}` is not in sight"
    );
    let legal: Vec<String> = choices.iter().filter(|choice| choice.is_legal()).map(said).collect();
    let seen = legal.iter().filter(|name| harness.query_all_by_label(name).any(|node| is_seen(node.rect()))).count();
    assert!(seen >= legal.len().min(2), "{place}: {seen} of {legal:?} are in sight");
}

/// Promise: in windows large and small, with large text and with what hangs on each answer, a question beside a token takes no more
/// than a third of the field, and lies over nobody who is asked, who acts, who brought it about or who can be chosen.
#[test]
fn a_question_hides_nobody_it_is_about() {
    for name in ["toll_bridge", "tavern_yard", "gate", "brawl_at_the_crown"] {
        let small = [(100, false), (150, true), (200, false), (200, true)].map(|(text, sees)| (SMALL, text, sees));
        for (size, text, foresees) in small.into_iter().chain([(PAGE, 100, true), (PAGE, 150, false)]) {
            let mut screen = by_people(name, 1);
            (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
            let mut mind = Mind::new(Skill::Plain, 1);
            let mut harness = sized(screen, size, FRAME);
            harness.edit::<FieldView>().foresees = foresees;
            let mut seen = 0;
            for decision in 0..120 {
                let is_beside = harness.now().question().is_some_and(|question| {
                    question.who.is_some() && question.choices.iter().flatten().any(|choice| choice.card.is_none())
                });
                if is_beside {
                    harness.run_steps(16);
                }
                if is_beside && harness.edit::<Questions>().beside.is_some() {
                    let place = format!("{name}, {size:?}, text {text}, decision {decision}");
                    looked_at(&mut harness, size, &place);
                    seen += 1;
                }
                let Some(order) = mind.decide(harness.now()).filter(|_| seen < MOST) else { break };
                harness.give(order);
            }
            assert!(seen > 0, "{name}: nobody is asked");
        }
    }
}

/// A battle with so large text, before the first question of this kind with so many answers at least.
fn before(name: &str, kind: &str, answers: usize, text: u32) -> Screen {
    let mut screen = by_people(name, 1);
    (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
    let is_it = |look: Look<'_>, _: &Order| {
        let question = look.question().filter(|question| question.kind == kind)?;
        let open = question.choices.iter().flatten().filter(|choice| choice.is_legal());
        (open.count() >= answers).then_some(())
    };
    screen.until(&mut Mind::new(Skill::Plain, 1), 200, is_it).unwrap_or_else(|| panic!("{name}: no {kind}"));
    screen
}

/// The same in a window of this size, once the question has come to rest.
fn asked(name: &str, kind: &str, answers: usize, (size, text): ([f32; 2], u32)) -> Window {
    let mut harness = sized(before(name, kind, answers, text), size, FRAME);
    harness.edit::<FieldView>().foresees = true;
    harness.run_steps(24);
    harness
}

/// The windows and texts that a question fits in.
const WINDOWS: [([f32; 2], u32); 4] = [(SMALL, 100), (SMALL, 200), (PAGE, 100), (PAGE, 200)];

/// Promise: in the smallest window, with the largest text, too, a question does not scroll: all of its answers that lie open are
/// in sight, with what unfolds the others, and they are large enough to be pressed.
#[test]
fn a_question_fits_in_the_smallest_window_with_the_largest_text() {
    let all = [
        ("charge_at_the_ford", "declare", 9),
        ("the_ford", "charge", 2),
        ("first_round", "declare", 9),
        ("toll_bridge", "react", 3),
        ("toll_bridge", "react", 6),
    ];
    for ((name, kind, answers), (size, text)) in all.into_iter().flat_map(|asked| WINDOWS.map(|window| (asked, window)))
    {
        let mut harness = asked(name, kind, answers, (size, text));
        let place = format!("{name}, {kind} of {answers}, {size:?}, text {text}");
        looked_at(&mut harness, size, &place);
        let lies = harness.edit::<Questions>().beside.unwrap();
        let choices = harness.now().choices();
        let legal = choices.iter().filter(|choice| choice.is_legal()).map(said);
        let legal =
            legal.flat_map(|label| harness.query_all_by_label(&label).map(|node| node.rect()).collect::<Vec<_>>());
        let unfolds = harness.query_all_by_label_contains("other ways (").map(|node| node.rect());
        let open: Vec<Rect> = legal.chain(unfolds).collect();
        assert!(open.len() > 1, "{place}: {open:?}");
        for rect in open {
            assert!(lies.contains_rect(rect), "{place}: {rect:?} is not in sight in {lies:?}");
            assert!(rect.height() >= 24.0 || text < 200, "{place}: {rect:?} is low for a finger");
        }
    }
}

/// What unfolds the other answers to a question.
fn unfolder(harness: &Window) -> Option<Rect> {
    harness.query_all_by_label_contains("other ways (").last().map(|node| node.rect())
}

/// Unfolds the other answers to the question that is put now, in a page of this size.
fn unfolded(harness: &mut Window, size: [f32; 2], place: &str) {
    let page = Rect::from_min_size(Pos2::ZERO, size.into());
    // Where it lies, and what unfolds the others in it.
    let lie = |harness: &mut Window| {
        let lies = harness.edit::<Questions>().beside.unwrap();
        let at = unfolder(harness).unwrap_or_else(|| panic!("{place}: nothing unfolds the others"));
        assert!(page.contains_rect(at), "{place}: {at:?} lies beyond the window");
        assert!(lies.expand(1.0).contains_rect(at), "{place}: {at:?} lies beyond {lies:?}");
        (lies, at)
    };
    harness.edit::<Offers>().others = false;
    harness.run_steps(2);
    lie(harness);
    let choices = harness.now().choices();
    let legal = choices.iter().filter(|choice| choice.is_legal()).map(said);
    let folded: Vec<String> = legal.filter(|label| !harness.shows(label)).collect();
    let Some(last) = folded.last() else { panic!("{place}: nothing is folded") };
    harness.query_all_by_label_contains("other ways (").last().unwrap().click();
    harness.run_steps(12);
    let (lies, at) = lie(harness);
    let is_seen = |harness: &Window, label: &str| {
        // What unfolds them scrolls with them.
        let at = unfolder(harness).unwrap_or(at);
        let all = harness.query_all_by_label(label).map(|node| node.rect());
        let mut all = all.filter(|rect| rect.top() > at.bottom() - 1.0 || rect.bottom() < at.top() + 1.0);
        all.any(|rect| lies.expand(1.0).contains_rect(rect))
    };
    let seen = folded.iter().filter(|label| is_seen(harness, label)).count();
    let least = if size == SMALL { 1 } else { folded.len().min(2) };
    assert!(seen >= least, "{place}: {seen} of {folded:?} are in sight in {lies:?}");
    harness.query_all_by_label(last).last().unwrap_or_else(|| panic!("{place}: no `{last}`")).scroll_to_me();
    harness.run_steps(8);
    assert!(is_seen(harness, last), "{place}: `{last}` cannot be scrolled to in {lies:?}");
}

/// Promise: what unfolds the other answers to a question lies in the window, however small it is and however large the text; once
/// it is clicked on there are some of them in sight, and all can be scrolled to.
#[test]
fn what_is_unfolded_is_in_sight() {
    for name in ["first_round", "toll_bridge", "gate", "charge_at_the_ford"] {
        let mut seen = 0;
        for (size, text) in WINDOWS {
            let mut screen = by_people(name, 1);
            (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
            let mut mind = Mind::new(Skill::Plain, 1);
            let mut harness = sized(screen, size, FRAME);
            let mut asked = 0;
            for decision in 0..80 {
                let is_beside = harness.now().question().is_some_and(|question| {
                    question.who.is_some() && question.choices.iter().flatten().any(|choice| choice.card.is_none())
                });
                if is_beside {
                    harness.run_steps(16);
                }
                if is_beside && harness.edit::<Questions>().beside.is_some() && unfolder(&harness).is_some() {
                    unfolded(&mut harness, size, &format!("{name}, {size:?}, text {text}, decision {decision}"));
                    asked += 1;
                }
                let Some(order) = mind.decide(harness.now()).filter(|_| asked < MOST) else { break };
                harness.give(order);
            }
            seen += asked;
        }
        assert!(seen > 0 || name == "gate", "{name}: no question has so many answers");
    }
}

/// Promise: once all is known of it a question stands still, in the smallest window with the largest text, too.
#[test]
fn a_question_stands_still() {
    let mut harness = asked("toll_bridge", "react", 3, (SMALL, 200));
    looked_at(&mut harness, SMALL, "stands still");
    harness.run_steps(40);
    let lie = |harness: &Window| {
        let labels = harness.now().choices().iter().filter(|choice| choice.is_legal()).map(said).collect::<Vec<_>>();
        let all = labels.iter().flat_map(|label| harness.query_all_by_label(label).map(|node| node.rect()));
        all.collect::<Vec<_>>()
    };
    let before = lie(&harness);
    assert!(!before.is_empty());
    for _ in 0..6 {
        harness.step();
        assert_eq!(lie(&harness), before);
    }
}

/// The tips that are shown now.
fn tips(harness: &Window) -> Vec<Rect> {
    harness.ctx.memory(|memory| {
        let layers = memory.areas().visible_layer_ids().into_iter();
        layers.filter(|layer| layer.order == Level::Tooltip).filter_map(|layer| memory.area_rect(layer.id)).collect()
    })
}

/// What is drawn of a question that has so much room: it may have room left to grow in.
fn drawn(harness: &Window, room: Rect) -> Rect {
    harness.ctx.memory(|memory| {
        let layers = memory.areas().visible_layer_ids().into_iter().filter(|layer| layer.order == Level::Middle);
        let within =
            layers.filter_map(|layer| memory.area_rect(layer.id)).filter(|lies| room.expand(1.0).contains_rect(*lies));
        within.max_by(|one, other| one.area().total_cmp(&other.area())).unwrap_or(room)
    })
}

/// Promise: a tip of an answer lies over nothing of its question, in a small window with large text as in a large one.
#[test]
fn a_tip_of_an_answer_lies_over_no_question() {
    for (size, text) in WINDOWS {
        for (name, kind, answers) in [("toll_bridge", "react", 3), ("first_round", "declare", 9)] {
            let mut harness = asked(name, kind, answers, (size, text));
            let mut seen = 0;
            let labels: Vec<String> =
                harness.now().choices().iter().filter(|choice| choice.is_legal()).map(said).collect();
            for label in labels {
                let lies = harness.edit::<Questions>().beside.unwrap();
                let buttons: Vec<Rect> = harness.query_all_by_label(&label).map(|node| node.rect()).collect();
                // What scrolls above that which unfolds the others may lie below its own end.
                let end = unfolder(&harness).map_or(lies.bottom(), |at| at.top());
                let is_seen = |button: &Rect| lies.contains_rect(*button) && button.bottom() <= end + 1.0;
                let Some(button) = buttons.into_iter().find(is_seen) else { continue };
                harness.hover_at(button.center());
                harness.run_steps(8);
                let tips = tips(&harness);
                let place = format!("{name}, {size:?}, text {text}: {label}");
                assert!(!tips.is_empty(), "{place}: no tip");
                let over = tips.iter().find(|tip| tip.shrink(1.0).intersects(drawn(&harness, lies)));
                assert!(over.is_none(), "{place}: {over:?} over {lies:?}");
                seen += 1;
            }
            assert!(seen > 1, "{name}, {size:?}, text {text}: {seen} answers");
        }
    }
}

/// Promise: what switches whether answers are listed that cannot be given lies under no question, folded or unfolded.
#[test]
fn a_question_covers_no_switch() {
    for (size, text) in WINDOWS {
        for (name, kind, answers) in [("first_round", "declare", 9), ("toll_bridge", "react", 6)] {
            let mut harness = asked(name, kind, answers, (size, text));
            for _ in 0..2 {
                let lies = harness.edit::<Questions>().beside.unwrap();
                let switch = harness.get_by_label("show what cannot be done").rect();
                assert!(!lies.intersects(switch), "{name}, {size:?}, text {text}: {lies:?} over {switch:?}");
                harness.edit::<Offers>().others = true;
                harness.run_steps(12);
            }
        }
    }
}

/// Promise: what is to be done when the same is asked again stands in one line.
#[test]
fn what_is_done_next_time_stands_in_one_line() {
    for (name, kind, answers) in [("first_round", "declare", 9), ("toll_bridge", "react", 3)] {
        let harness = asked(name, kind, answers, (PAGE, 100));
        let all = ["Next time", "ask", "every time"]
            .map(|word| harness.query_all_by_label(word).map(|node| node.rect().center().y).collect::<Vec<f32>>());
        let lines: Vec<f32> = all.into_iter().flatten().collect();
        assert!(lines.len() > 2, "{name}: {lines:?}");
        assert!(lines.iter().all(|line| (line - lines[0]).abs() < 4.0), "{name}: {lines:?}");
    }
}

/// Promise: the first question that a window draws is laid once: what it leaves free below the field is known before it is seen.
#[test]
fn the_first_question_of_a_battle_stays_where_it_is_seen_first() {
    for (size, text) in WINDOWS {
        for (name, kind, answers) in [("first_round", "declare", 9), ("toll_bridge", "react", 3)] {
            let frames: Rc<RefCell<Vec<(Option<Rect>, bool)>>> = Rc::default();
            let drawn = Rc::clone(&frames);
            let mut screen = before(name, kind, answers, text);
            screen.edit::<FieldView>().foresees = true;
            let mut harness = framed(screen, size, move |_, screen| {
                let beside = screen.edit::<Questions>().beside;
                drawn.borrow_mut().push((beside, screen.edit::<Offers>().switch.is_some()));
                screen.act(FRAME);
            });
            harness.run_steps(12);
            let (frames, place) = (frames.borrow(), format!("{name}, {size:?}, text {text}"));
            let first = frames.iter().position(|(beside, _)| beside.is_some());
            let first = first.unwrap_or_else(|| panic!("{place}: it lies nowhere"));
            assert!(first > 0 && frames[first - 1].1, "{place}: laid before it is known what it leaves free");
            let mut places: Vec<Rect> = frames.iter().filter_map(|(beside, _)| *beside).collect();
            places.dedup();
            assert_eq!(places.len(), 1, "{place}: it moves: {places:?}");
        }
    }
}

/// Promise: the card of whoever is pointed at never lies over a question.
#[test]
fn a_card_lies_over_no_question() {
    let mut screen = by_people("toll_bridge", 1);
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut mind = Mind::new(Skill::Plain, 1);
    let reacts = |look: Look<'_>, _: &Order| look.question().filter(|question| question.kind == "react").map(|_| ());
    screen.until(&mut mind, 200, reacts).expect("somebody is struck at");
    let mut harness = sized(screen, SMALL, FRAME);
    harness.run_steps(8);
    let everybody: Vec<Id> = harness.now().shown().collect();
    let layer = LayerId::new(Level::Middle, Name::new("card"));
    let mut seen = 0;
    for id in everybody {
        let at = body(&mut harness, id).center();
        harness.hover_at(at);
        harness.run_steps(6);
        let asked = harness.edit::<Questions>().beside.expect("it is still put");
        let card = harness
            .ctx
            .memory(|memory| memory.area_rect(layer.id).filter(|_| memory.areas().visible_last_frame(&layer)));
        seen += usize::from(card.is_some());
        assert!(card.is_none_or(|card| !card.shrink(1.0).intersects(asked)), "{card:?} over {asked:?}");
    }
    assert!(seen > 0, "nobody has a card");
}
