//! What the computer would do in one's place: its button lies where one decides, its page is read at a glance and seen on the
//! field, and two clicks do what it says.

use bevy_egui::egui::accesskit::{Role, Toggled};
use bevy_egui::egui::{Id, Rect, Shape, pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Group, Id as Who, Look};
use sortie::board::Square;
use sortie::overlay::{Hand, Places, Pointer, Preferences, Questions, Speed};
use sortie::rulebook::Player;

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_once, by_people, seated, sized, within};
use crate::window_place::lying;

const BUTTON: &str = "Hint: what to do now";
/// What the page says above what is best, and where it is short below it.
const TOLD: &str = "What the computer would do";
const IN_SHORT: &str = "% to win · ";

/// A battle of people in a window of this size, with text of so many hundredths.
fn asked(name: &str, size: [f32; 2], text: u32) -> Window {
    let mut screen = by_people(name, 1);
    let likes = screen.edit::<Preferences>();
    (likes.text, likes.warns) = (text, false);
    let mut harness = sized(screen, size, FRAME);
    harness.run();
    harness
}

/// Whether a hint is there.
fn is_told(harness: &Window) -> bool {
    harness.shows(TOLD) || harness.names(IN_SHORT)
}

/// Asks for a hint by the mouse, until it is there; where its page lies.
fn hint(harness: &mut Window) -> Rect {
    let at = harness.get_by_label(BUTTON).rect().center();
    harness.hover_at(at);
    harness.run_steps(1);
    harness.drag_at(at);
    harness.drop_at(at);
    for _ in 0..600 {
        harness.step();
        if is_told(harness) {
            break;
        }
    }
    assert!(is_told(harness), "nothing was found out");
    harness.run();
    harness.ctx.memory(|memory| memory.area_rect(Id::new("hint"))).unwrap()
}

/// What can be done on the page, from the top: what is best, then the next best.
fn deeds(harness: &Window, page: Rect) -> Vec<(Rect, String)> {
    let buttons = harness.query_all_by(|node| node.role() == Role::Button);
    let named = buttons.map(|node| (node.rect(), node.accesskit_node().label().unwrap_or_default()));
    let others = ["dismiss", "What these figures are"];
    named.filter(|(lies, name)| page.contains_rect(*lies) && !others.contains(&name.as_str())).collect()
}

/// Whether these words are told right below a row of the page.
fn is_below(harness: &Window, row: Rect, words: &str) -> bool {
    let is_next = |lies: Rect| lies.top() > row.bottom() - 1.0 && lies.top() < row.bottom() + 12.0;
    harness.query_all_by_label_contains(words).any(|node| is_next(node.rect()))
}

/// Promise: whoever decides finds a hint by the mouse alone, at the right end of the bar of deeds, in a window of any size with text
/// of any size; its page lies over the field alone, and covers no more than a third of it: where text is large for the window all
/// but the best is folded away.
#[test]
fn a_hint_is_at_hand_where_one_decides() {
    for (size, text) in [(PAGE, 100), (SMALL, 100), (SMALL, 200)] {
        let place = format!("{size:?}, text {text}");
        let mut harness = asked("gate", size, text);
        let (field, button) = (Places::here(&harness.ctx).field, harness.get_by_label(BUTTON).rect());
        assert!(button.top() >= field.bottom() && button.right() > size[0] * 0.9, "{place}: {button:?}");
        for other in ["End turn", "show what cannot be done"] {
            let lies = harness.get_by_label(other).rect();
            assert!(!lies.shrink(1.0).intersects(button), "{place}: {button:?} over {other} at {lies:?}");
        }
        let page = hint(&mut harness);
        assert!(field.expand(1.0).contains_rect(page), "{place}: {page:?} beyond {field:?}");
        assert!(page.area() * 3.0 < field.area(), "{place}: {page:?} over much of {field:?}");
        assert_eq!([TOLD, "What these figures are"].map(|words| harness.shows(words)), [text == 100; 2], "{place}");
        assert_eq!([IN_SHORT, "more ⏷"].map(|words| harness.names(words)), [text > 100; 2], "{place}");
        within(&harness, size, &place);
        harness.press("dismiss");
        assert!(!is_told(&harness), "{place}");
    }
}

/// Promise: a question beside a token lies over no way to a hint.
#[test]
fn a_question_leaves_the_way_to_a_hint_open() {
    for (size, text) in [(PAGE, 100), (SMALL, 200)] {
        let mut screen = by_people("toll_bridge", 1);
        let likes = screen.edit::<Preferences>();
        (likes.text, likes.speed) = (text, Speed::AtOnce);
        let beside = |look: Look<'_>| look.question().is_some_and(|question| question.kind == "react");
        screen.until(&mut Mind::new(Skill::Plain, 1), 200, |look, _| beside(look).then_some(())).unwrap();
        let mut harness = sized(screen, size, FRAME);
        harness.run_steps(12);
        let lies = harness.edit::<Questions>().beside.unwrap();
        let button = harness.get_by_label(BUTTON).rect();
        assert!(!lies.intersects(button), "{size:?}, text {text}: {lies:?} over {button:?}");
    }
}

/// Promise: whoever holds a hand of cards finds a hint by the mouse alone, beside all cards, in a window of any size with text of any
/// size; the card that it would lay is marked in the hand, and no other.
#[test]
fn a_hand_of_cards_shows_what_a_hint_would_lay() {
    let hand = |look: Look<'_>| {
        let question = look.question().filter(|question| question.kind == "lay" && question.side.0 == 0)?;
        let cards: Vec<String> = question.choices.iter().flatten().map(|choice| choice.label.clone()).collect();
        (cards.len() > 2).then_some(cards)
    };
    for (size, text) in [(PAGE, 100), (SMALL, 150), (SMALL, 200)] {
        let place = format!("{size:?}, text {text}");
        let mut screen = seated("duel_at_dawn", &[Player::Human, Player::Computer], 3);
        let likes = screen.edit::<Preferences>();
        (likes.text, likes.speed) = (text, Speed::AtOnce);
        let held = screen.until(&mut Mind::new(Skill::Plain, 1), 400, |look, _| hand(look)).unwrap();
        let mut harness = sized(screen, size, FRAME);
        harness.run_steps(12);
        let is_card = |name: Option<String>| name.is_some_and(|name| held.iter().any(|card| name.contains(card)));
        let named = |harness: &Window| {
            let cards = harness.query_all_by(|node| node.role() == Role::Button && is_card(node.label()));
            let cards = cards.map(|node| (node.rect(), node.accesskit_node().toggled() == Some(Toggled::True)));
            cards.filter(|(lies, _)| lies.bottom() > size[1] / 2.0).collect::<Vec<_>>()
        };
        let (button, cards) = (harness.get_by_label(BUTTON).rect(), named(&harness));
        assert_eq!(cards.iter().filter(|(_, is_marked)| *is_marked).count(), 0, "{place}: before anybody asks");
        assert!(
            !cards.is_empty() && cards.iter().all(|(lies, _)| !lies.intersects(button)),
            "{place}: {button:?} over {cards:?}"
        );
        assert!(button.bottom() <= size[1] && button.right() <= size[0], "{place}: {button:?}");
        if text < 200 {
            hint(&mut harness);
            let marked = named(&harness).iter().filter(|(_, is_marked)| *is_marked).count();
            assert_eq!(marked, 1, "{place}: what it would lay");
        }
    }
}

/// Promise: a hint tells what to do, what that is worth and how much less the next best are; what is pointed at is marked on the
/// field, the first click plans it and decides nothing, and the second one does it.
#[test]
fn a_hint_is_planned_by_one_click_and_done_by_the_next() {
    for name in ["zones/first_milestone", "gate"] {
        let mut harness = asked(name, PAGE, 100);
        let made = harness.made().len();
        let page = hint(&mut harness);
        assert!(harness.names("Chance to win with it: ") && harness.names("In two rounds you lose "), "{name}");
        let deeds = deeds(&harness, page);
        assert!((1..=3).contains(&deeds.len()), "{name}: {deeds:?}");
        for (at, (lies, told)) in deeds.iter().enumerate().rev() {
            let is_told = ["% less", "About as good"].iter().any(|words| is_below(&harness, *lies, words));
            assert_eq!(is_told, at > 0, "{name}: {told}");
            harness.point_at(lies.center());
            let shown = harness.edit::<Pointer>().preview.clone();
            assert!(shown.is_some(), "{name}: {told} is marked on the field");
            assert!(harness.edit::<Hand>().sure.is_none() && harness.made().len() == made, "{name}: {told}");
        }
        let first = deeds[0].0.center();
        harness.click_at(first);
        let planned = harness.edit::<Hand>().sure.clone();
        assert!(planned.is_some() && harness.names("Click it again to do "), "{name}: it waits for a second click");
        assert!(harness.names("Click again to "), "{name}: nor is it told in the bar");
        assert_eq!(
            (harness.made().len(), harness.edit::<Pointer>().preview.clone()),
            (made, planned.clone()),
            "{name}"
        );
        harness.click_at(first);
        assert_eq!(harness.made().len(), made + 1, "{name}");
        assert_eq!(harness.made().last().map(|decision| decision.order.clone()), planned, "{name}");
        assert!(!harness.shows(TOLD), "{name}: it is put away once something is decided");
    }
}

/// Promise: whoever puts a hint away takes back what they have planned by it.
#[test]
fn a_hint_that_is_put_away_leaves_nothing_planned() {
    let mut harness = asked("gate", PAGE, 100);
    let page = hint(&mut harness);
    let deeds = deeds(&harness, page);
    harness.click_at(deeds[0].0.center());
    assert!(harness.edit::<Hand>().sure.is_some());
    harness.press("dismiss");
    assert!(harness.edit::<Hand>().sure.is_none() && !harness.shows(TOLD) && harness.made().is_empty());
}

/// Whether these words are written on the page.
fn is_written(harness: &Window, words: &str) -> bool {
    harness.output().shapes.iter().any(|clipped| match &clipped.shape {
        Shape::Text(text) => text.galley.text().contains(words),
        _ => false,
    })
}

/// Promise: whichever row of a hint is planned, every row stays where it is, and right below that one it is told: the second click on
/// it does it, and it is marked until then wherever the pointer goes.
#[test]
fn no_row_of_a_hint_moves_once_one_is_planned() {
    let mut count = 0;
    for name in ["gate", "zones/first_milestone"] {
        let mut harness = asked(name, PAGE, 100);
        let made = harness.made().len();
        let page = hint(&mut harness);
        let before = deeds(&harness, page);
        let Some((lies, told)) = before.get(1).cloned() else { continue };
        harness.click_at(lies.center());
        let planned = harness.edit::<Hand>().sure.clone();
        let after = deeds(&harness, page);
        let says: Vec<bool> = after.iter().map(|(row, _)| is_below(&harness, *row, "Click it again to do ")).collect();
        assert!(planned.is_some() && says.iter().enumerate().all(|(at, says)| *says == (at == 1)), "{name}: {says:?}");
        assert_eq!(after.len(), before.len(), "{name}");
        for ((one, told), (other, _)) in before.iter().zip(&after) {
            assert!(one.min.distance(other.min) < 0.5, "{name}: {told} went from {one:?} to {other:?}");
        }
        harness.point_at(pos2(4.0, 4.0));
        let is_frame = |rect: Rect| rect.contains_rect(lies.shrink(3.0)) && lies.expand(3.0).contains_rect(rect);
        let is_marked = harness.output().shapes.iter().any(|clipped| match &clipped.shape {
            Shape::Rect(shape) => shape.fill.a() > 0 && is_frame(shape.rect),
            _ => false,
        });
        assert!(is_marked, "{name}: {told} has no mark");
        harness.click_at(lies.center());
        assert_eq!(harness.made().get(made).map(|decision| decision.order.clone()), planned, "{name}");
        count += 1;
    }
    assert!(count > 0, "nothing is next best");
}

/// Promise: of what is planned nothing is told at a square where a click does not do it.
#[test]
fn a_plan_is_told_of_no_other_square() {
    let mut harness = asked("gate", PAGE, 100);
    let page = hint(&mut harness);
    let first = deeds(&harness, page)[0].0.center();
    harness.click_at(first);
    assert!(harness.edit::<Hand>().sure.is_some());
    let look = harness.now();
    let (wide, high) = (look.board().width(), look.board().height());
    let all = (0..wide).flat_map(|x| (0..high).map(move |y| Square::new(x, y)));
    let is_wall = |at: &Square| look.board().terrain(*at).is_some_and(|ground| ground.cost == 0);
    let walls: Vec<Square> = all.filter(is_wall).collect();
    let mut count = 0;
    for wall in walls {
        let at = harness.place_of(wall);
        harness.point_at(at);
        if harness.edit::<Pointer>().hovered != Some(wall) || count == 3 {
            continue;
        }
        assert!(is_written(&harness, "nobody can stand here"), "{wall}");
        for words in ["click again: ", "click twice: ", "can strike there"] {
            assert!(!is_written(&harness, words), "{wall}: {words}");
        }
        count += 1;
    }
    assert!(count > 0, "no wall is to be seen");
}

/// Promise: what is planned for another end is no first click: a walk and a blow that begin with the same deed take two clicks of
/// their own, and it is told so.
#[test]
fn a_plan_for_another_end_is_no_first_click() {
    let mut harness = at_once(by_people("gate", 1));
    let look = harness.now();
    let foes: Vec<Square> =
        look.asked().into_iter().flat_map(|who| look.foes(who)).map(|foe| look.footprint(foe).at).collect();
    let found = foes.into_iter().find_map(|foe| {
        let at = harness.click_square(foe);
        let planned = harness.edit::<Hand>().planned().to_vec();
        harness.edit::<Hand>().put_down();
        harness.run();
        (planned.len() > 1).then_some((at, planned))
    });
    let (at, course) = found.expect("somebody is walked up to and struck");
    assert!(harness.made().is_empty());
    harness.edit::<Hand>().plan(course[..1].to_vec());
    harness.point_at(pos2(4.0, 4.0));
    harness.point_at(at);
    assert!(is_written(&harness, "click twice: ") && !is_written(&harness, "click again: "), "beside the pointer");
    assert!(is_written(&harness, "something else waits for its second click"), "beside the pointer");
    assert!(harness.names("Click twice: ") && !harness.names("Click again: "), "on the card");
    harness.click_at(at);
    assert!(harness.made().is_empty(), "{:?}", harness.made());
    assert_eq!(harness.edit::<Hand>().planned(), course);
    assert!(harness.names("Click again to "), "in the bar");
    harness.point_at(pos2(4.0, 4.0));
    harness.point_at(at);
    assert!(
        is_written(&harness, "click again: ") && !is_written(&harness, "something else waits"),
        "beside the pointer"
    );
    assert!(harness.names("Click again: "), "on the card");
    harness.click_at(at);
    assert_eq!(harness.made().first().map(|decision| &decision.order), course.first());
}

/// Promise: a click on whom something is planned at does it, as it is told on their card, and never asks anew in what way.
#[test]
fn a_click_does_what_is_planned_at_somebody() {
    let mut screen = by_people("gate", 1);
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let found = screen.until(&mut Mind::new(Skill::Plain, 1), 300, |look, _| {
        let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
        let is_foe = |foe: &Who| look.are_enemies(who, *foe) && look.is_in_play(*foe) && look.knows_of(*foe);
        look.choices().into_iter().find_map(|choice| {
            let is_whole = choice.squares.is_empty() && choice.numbers.is_none();
            let is_blow = choice.is_legal() && choice.group == Group::Attack && is_whole;
            let foe = look.target(&choice.order).filter(|foe| is_blow && is_foe(foe))?;
            look.gives_up(&choice.order).is_none().then_some((choice.order, foe))
        })
    });
    let (order, foe) = found.expect("somebody can be struck");
    let mut harness = at_once(screen);
    let made = harness.made().len();
    harness.edit::<Hand>().plan(vec![order.clone()]);
    let square = harness.now().footprint(foe).at;
    let at = harness.place_of(square);
    harness.point_at(at);
    assert!(harness.names("Click again: ") && !harness.names("Click twice"), "{order}");
    harness.click_at(at);
    assert_eq!(harness.made().get(made).map(|decision| &decision.order), Some(&order));
}

/// Promise: the card of whoever is pointed at lies over nothing of a hint.
#[test]
fn no_card_lies_over_a_hint() {
    let mut count = 0;
    for name in ["gate", "zones/first_milestone"] {
        let mut harness = asked(name, PAGE, 100);
        let page = hint(&mut harness);
        let look = harness.now();
        let there = look.shown().filter(|id| look.place(*id).present).map(|id| look.footprint(id).at);
        for square in there.collect::<Vec<Square>>() {
            let at = harness.place_of(square);
            if page.expand(4.0).contains(at) {
                continue;
            }
            harness.point_at(at);
            let Some(card) = lying(&harness, "card") else { continue };
            assert!(!card.shrink(1.0).intersects(page), "{name}: {card:?} over {page:?}");
            count += 1;
        }
    }
    assert!(count > 2, "{count} cards were looked at");
}
