//! What the computer would do in one's place: its button lies where one decides, its page is read at a glance and seen on the
//! field, and two clicks do what it says.

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{Id, Rect};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::Look;
use sortie::overlay::{Hand, Places, Pointer, Preferences, Questions, Speed};

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, by_people, sized, within};

const BUTTON: &str = "Hint: what to do now";
const TOLD: &str = "What the computer would do";

/// A battle of people in a window of this size, with text of so many hundredths.
fn asked(name: &str, size: [f32; 2], text: u32) -> Window {
    let mut screen = by_people(name, 1);
    let likes = screen.edit::<Preferences>();
    (likes.text, likes.warns) = (text, false);
    let mut harness = sized(screen, size, FRAME);
    harness.run();
    harness
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
        if harness.shows(TOLD) {
            break;
        }
    }
    assert!(harness.shows(TOLD), "nothing was found out");
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

/// Promise: whoever decides finds a hint by the mouse alone, at the right end of the bar of deeds, in a window of any size with text
/// of any size; its page lies over the field alone.
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
        within(&harness, size, &place);
        harness.press("dismiss");
        assert!(!harness.shows(TOLD), "{place}");
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
            let is_told = told.contains("% less") || told.contains("about as good");
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
