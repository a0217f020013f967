//! The window for those who have it read to them.

use bevy_egui::egui::accesskit::{Action, ActionRequest, Role, TreeId};
use bevy_egui::egui::{Event, Key as Pressed};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::Look;
use sortie::overlay::{Book, Hand, Offers, Saves, Settings, Wish};

use crate::kit::Battle;
use crate::kit::window::{FRAME, SMALL, Window, at_rest, at_the_start, by_people, named, sized, window};

/// The computer plays until this is so; then a window is opened on it.
fn when(name: &str, seed: u64, is_so: impl Fn(Look<'_>) -> bool) -> Window {
    let mut screen = by_people(name, seed);
    let mut mind = Mind::new(Skill::Plain, seed);
    for _ in 0..200 {
        if is_so(screen.now()) {
            return window(screen);
        }
        let order = mind.decide(screen.now()).unwrap();
        screen.give(order);
    }
    panic!("{name}: it never comes to that");
}

/// Promise: on every screen, in every window over it and for every kind of question whatever can be pressed, chosen or filled
/// in is called by words.
#[test]
fn every_screen_is_called_by_words() {
    let mut harness = sized(at_the_start(), SMALL, FRAME);
    harness.run();
    named(&harness, "start, small");
    harness.edit::<Saves>().open = true;
    harness.run();
    named(&harness, "saves");
    harness.edit::<Saves>().open = false;
    harness.edit::<Settings>().open = true;
    harness.run();
    named(&harness, "settings, small");
    harness.edit::<Settings>().open = false;
    harness.run();
    harness.press("Rules and lessons");
    named(&harness, "lessons");
    harness.edit::<Book>().look_up("ST-MOVE-01".into());
    harness.run();
    named(&harness, "a rule");
    harness.press("Show me");
    named(&harness, "a lesson");

    let is_turn = |look: Look<'_>| look.question().is_some_and(|question| question.choices.is_none());
    let mut turn = when("gate", 3, is_turn);
    turn.run();
    turn.draw_out();
    turn.press("Layers");
    named(&turn, "a turn, all drawn out");
    turn.edit::<Offers>().everything = true;
    let choices = turn.now().choices();
    let slots = turn.bar(&choices);
    for slot in slots {
        turn.edit::<Hand>().open = Some(slot.kind.clone());
        turn.run();
        named(&turn, slot.kind.title());
    }
    turn.edit::<Hand>().put_down();
    let enemy = turn.now().foes(turn.now().asked().unwrap()).next();
    turn.edit::<Hand>().aim_at(enemy);
    turn.run();
    named(&turn, "whom to strike");
    turn.edit::<Hand>().put_down();
    turn.press("Menu");
    named(&turn, "the menu");
    turn.key(Pressed::Escape);
    turn.key(Pressed::F1);
    named(&turn, "keys");
    turn.key(Pressed::Escape);
    turn.wish(Wish::LookBack(0));
    named(&turn, "an earlier moment");

    for name in ["toll_bridge", "duel_at_dawn", "even", "spears_at_the_bridge", "tavern_yard"] {
        let mut asked = when(name, 1, |look| look.question().is_some_and(|question| question.choices.is_some()));
        asked.run();
        named(&asked, name);
    }
}

/// Promise: whoever hears the field hears who stands where and how they fare, and can click on them without a pointer.
#[test]
fn tokens_are_heard_and_pressed() {
    let mut harness = at_rest(by_people("even", 3));
    let here = harness.now();
    let who = here.asked().unwrap();
    let enemy = here.foes(who).next().unwrap();
    let words = format!("{} at {} for ", here.name(enemy), here.footprint(enemy).at);
    let seen = here.shown().filter(|id| here.is_in_play(*id)).count();
    assert_eq!(harness.query_all_by(|node| node.role() == Role::GraphicsObject).count(), seen);
    let node = harness.get_by_label_contains(&words);
    assert!(node.accesskit_node().label().unwrap().ends_with(": unharmed"), "{:?}", node.accesskit_node().label());
    let target_node = node.accesskit_node().locate().0;
    let request = ActionRequest { action: Action::Click, target_tree: TreeId::ROOT, target_node, data: None };
    harness.input_mut().events.push(Event::AccessKitActionRequest(request));
    harness.run();
    // As a click with the pointer does: aimed at them, or the walk to them waits for a second one.
    let mut other = at_rest(by_people("even", 3));
    let place = other.place_of(other.now().footprint(enemy).at);
    other.click_at(place);
    let does = |window: &mut Window| {
        let hand = window.edit::<Hand>();
        (hand.target, hand.sure.clone())
    };
    let heard = does(&mut harness);
    assert!(heard.0 == Some(enemy) || heard.1.is_some(), "{heard:?}");
    assert_eq!(heard, does(&mut other));
}
