//! The window, without a window: what is drawn is what the rules say, and a
//! click does what the button says.

use std::time::Duration;

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Group, Id, Order};
use sortie::board::Square;
use sortie::overlay::{
    Act, Book, Colours, Hand, Layer, Layers, LogLines, LogPanel, Notices, Offers, Pace, Pointer, Preferences, Screen,
    Settings, Speed, Wishes, paint, slots,
};
use sortie::record::Origin;

use crate::kit::Battle;
use crate::kit::window::{Window, by_people, window};

/// The computer plays until somebody may act at somebody.
fn until_somebody_can_strike(screen: &mut Screen) -> (Id, Choice) {
    let aimed = screen.until(&mut Mind::new(Skill::Plain, 1), 400, |here, _| {
        let asked = here.question().unwrap();
        let foretold = |choice: &Choice| {
            let deed = here.deed(choice.order.verb).unwrap();
            asked.who.is_some_and(|who| deed.forecast(here, who, &choice.order).is_some())
        };
        let aimed = here.choices().into_iter().find(|choice| {
            choice.is_legal()
                && asked.choices.is_none()
                && choice.group == Group::Attack
                && !choice.order.at.is_empty()
                && foretold(choice)
        });
        aimed.map(|choice| (here.target(&choice.order).unwrap(), choice))
    });
    aimed.expect("nobody came to blows")
}

#[test]
fn every_answer_that_is_open_has_its_button() {
    let mut harness = window(by_people("even", 3));
    harness.run();
    let turn = harness.now().choices();
    for (number, slot) in slots(&turn).iter().enumerate() {
        let open = slot.choices.iter().filter(|at| turn[**at].is_legal()).count();
        let title = slot.title(&turn);
        let button = harness.get_by_label(&title).rect();
        assert_eq!(harness.is_grey(&title), open == 0, "slot {number}: {:?} has {open}", slot.kind);
        assert!(button.width() > 30.0 && button.bottom() < 860.0);
    }
    for choice in turn.iter().filter(|choice| choice.is_legal() && choice.order.at.is_empty()) {
        let slot = slots(&turn).into_iter().find(|slot| slot.choices.iter().any(|at| turn[*at] == *choice));
        // The end of the turn has a button of its own.
        let Some(slot) = slot else { continue };
        let open = slot.choices.iter().filter(|at| turn[**at].is_legal()).count();
        harness.edit::<Hand>().put_down();
        harness.press(&slot.title(&turn));
        if open == 1 {
            assert_eq!(harness.edit::<Hand>().deed.as_ref(), Some(&choice.order), "the only one is taken up at once");
            continue;
        }
        // Deeds that go some way share a line, with a small button a direction.
        if let Some(direction) = choice.order.toward {
            let words = direction.word().split_whitespace();
            let letters: String = words.map(|word| word[..1].to_uppercase()).collect();
            assert!(harness.shows(&letters), "no button `{letters}`");
            continue;
        }
        let text =
            [Some(choice.label.clone()), choice.cost.clone()].into_iter().flatten().collect::<Vec<_>>().join("  ");
        assert!(harness.query_by_label(&text).is_some(), "no button `{text}`");
    }
    let prompt = harness.now().question().unwrap().prompt.clone();
    harness.get_by_label(&prompt);
}

#[test]
fn what_cannot_be_done_is_greyed_and_says_why() {
    let mut harness = window(by_people("even", 3));
    harness.run();
    let here = harness.now();
    let enemy = here.everybody().find(|id| here.are_enemies(*id, here.question().unwrap().who.unwrap())).unwrap();
    let name = here.key(enemy);
    let shut = here
        .choices()
        .into_iter()
        .find(|choice| !choice.is_legal() && choice.order.at.iter().any(|aim| aim.who == Some(name)));
    let refusal = shut.expect("somebody is out of reach of something").refused.unwrap().why;
    harness.edit::<Offers>().everything = true;
    harness.edit::<Hand>().aim_at(Some(enemy));
    harness.run();
    let told: Vec<_> = harness.query_all_by_label(&refusal).collect();
    assert!(!told.is_empty(), "nobody says `{refusal}`");
}

#[test]
fn a_greyed_button_cannot_be_pressed() {
    let mut harness = window(by_people("even", 3));
    harness.edit::<Offers>().everything = true;
    harness.run();
    let here = harness.now();
    let choices = here.choices();
    let shut = choices.iter().find(|choice| !choice.is_legal() && choice.order.at.is_empty());
    let shut = shut.expect("something cannot be done at first");
    let slot = slots(&choices).into_iter().find(|slot| slot.choices.iter().any(|at| choices[*at] == *shut)).unwrap();
    harness.edit::<Hand>().open = Some(slot.kind);
    harness.run();
    let before = harness.made().len();
    let buttons: Vec<_> =
        harness.query_all_by(|node| node.label().is_some_and(|text| text.starts_with(&shut.label))).collect();
    let greyed = buttons.into_iter().find(|node| node.accesskit_node().is_disabled());
    greyed.expect("it is shown greyed").click();
    harness.run();
    assert_eq!(harness.made().len(), before);
}

#[test]
fn the_odds_shown_are_those_of_the_resolver() {
    let mut screen = by_people("even", 3);
    let (target, choice) = until_somebody_can_strike(&mut screen);
    let here = screen.now();
    let who = here.question().unwrap().who.unwrap();
    let forecast = here.deed(choice.order.verb).unwrap().forecast(here, who, &choice.order).unwrap();
    let exact: Vec<(String, String)> = forecast.against[0]
        .outcomes
        .iter()
        .map(|((_, name), chance)| (format!("{:.1}%  {name}", chance.to_f64() * 100.0), chance.to_string()))
        .collect();
    let terms: Vec<String> = forecast.against[0]
        .figures
        .iter()
        .filter(|(_, sum)| sum.terms.len() > 1)
        .flat_map(|(_, sum)| sum.terms.iter().map(|term| format!("{:+} {}", term.value, term.name)))
        .collect();
    screen.edit::<Hand>().aim_at(Some(target));
    screen.edit::<Hand>().why = Some(choice.order);
    let mut harness = window(screen);
    harness.run();
    for (percent, fraction) in exact {
        assert!(harness.shows(&percent), "no `{percent}`");
        if fraction.len() <= 13 {
            assert!(harness.shows(&fraction), "no `{fraction}`");
        }
    }
    for term in terms {
        assert!(harness.shows(&term), "no modifier `{term}`");
    }
}

#[test]
fn a_click_on_an_answer_gives_it_and_undo_takes_it_back() {
    let mut screen = by_people("even", 3);
    let (target, choice) = until_somebody_can_strike(&mut screen);
    screen.edit::<Hand>().aim_at(Some(target));
    let before = screen.made().to_vec();
    let name = screen.now().name(target).to_owned();
    let cost = choice.cost.clone().map(|cost| format!("  {cost}")).unwrap_or_default();
    let mut harness = window(screen);
    harness.run();
    assert!(choice.label.contains(&name));
    harness.edit::<Hand>().aim_at(None);
    harness.run();
    assert!(
        harness.use_slot(&choice.order, &format!("{}{cost}", choice.label)) || {
            // What is done at one single body is done with a click on it.
            let at = harness.now().footprint(target).at;
            let at = harness.place_of(at);
            harness.click_at(at);
            harness.made().len() > before.len()
        }
    );
    let after = harness.made().to_vec();
    assert_eq!(after.len(), before.len() + 1);
    assert_eq!(after.last().unwrap().order, choice.order);
    // Dice have fallen: only whoever allows it takes that back.
    assert!(harness.is_grey("Undo"));
    harness.key_press_modifiers(Modifiers::CTRL, Key::Z);
    harness.run();
    harness.get_by_label_contains("Dice have fallen");
    assert_eq!(harness.made(), after);
    harness.edit::<Preferences>().rewinds = true;
    harness.press("Undo");
    assert_eq!(harness.made(), before);
}

#[test]
fn a_click_on_a_square_in_reach_walks_there() {
    let mut harness = window(by_people("even", 3));
    harness.run();
    let here = harness.now();
    let who = here.question().unwrap().who.unwrap();
    let from = here.footprint(who).at;
    let free = |square| here.everybody().all(|id| !here.footprint(id).contains(square));
    let walk = here.choices().into_iter().find(|choice| choice.is_legal() && !choice.squares.is_empty()).unwrap();
    let to = walk.squares.iter().map(|each| each.0).find(|square| free(*square)).unwrap();
    let order = Order { to: Some(to), ..walk.order };
    let way = here.deed(order.verb).unwrap().way(here, who, &order).unwrap();
    assert!(way.last() == Some(&to) && !way.contains(&from), "{way:?}");
    let at = harness.place_of(to);
    harness.point_at(at);
    assert_eq!(harness.edit::<Pointer>().hovered, Some(to));
    harness.click_at(at);
    assert_eq!(harness.now().footprint(who).at, to);
}

#[test]
fn the_log_shows_what_was_asked_for() {
    let mut screen = by_people("even", 3);
    until_somebody_can_strike(&mut screen);
    let facts = screen.facts();
    let rolled = facts.iter().rev().find(|fact| fact.roll.is_some()).unwrap().text.clone();
    let moved = facts.iter().rev().find(|fact| fact.roll.is_none() && fact.rule != "round").unwrap().text.clone();
    let mut harness = window(screen);
    harness.draw_out();
    assert!(harness.shows(&moved));
    harness.edit::<LogPanel>().lines = LogLines::Dice;
    harness.run();
    assert!(harness.shows(&rolled));
    assert!(!harness.shows(&moved));
}

#[test]
fn the_end_says_who_won_and_offers_to_begin_again() {
    let mut screen = by_people("even", 3);
    screen.edit::<Pace>().auto = true;
    screen.edit::<Pace>().fast = true;
    for _ in 0..4000 {
        screen.act(Duration::from_millis(400));
        if screen.end().is_some() {
            break;
        }
    }
    let won = screen.end().expect("the battle ends").clone();
    let here = screen.now();
    let title = won.heading(here);
    // Right for "Goblins" as for "Watch".
    assert!(won.winner.is_none_or(|side| title == format!("Victory for {}", here.side_name(side))), "{title}");
    let standing = here.everybody().filter(|id| here.is_in_play(*id)).count();
    let all = here.everybody().count();
    screen.edit::<Pace>().auto = false;
    let mut harness = window(screen);
    harness.run();
    harness.get_by_label(&title);
    let stands = harness.query_all_by(|node| node.value().is_some_and(|text| text.starts_with("stands"))).count();
    assert_eq!(stands, standing);
    assert!(standing < all);
    harness.get_by_label("The blows that told");
    harness.press("Again, new dice");
    assert!(harness.end().is_none());
    assert_eq!(harness.now().battle::<Origin>().unwrap().seed, 4);
    assert!(harness.query_by_label(&title).is_none());
}

#[test]
fn keys_do_what_the_buttons_say() {
    let mut harness = window(by_people("even", 3));
    harness.run();
    let first = harness.now().question().unwrap().who;
    let reach = harness.edit::<Layers>().has(Layer::Reach);
    harness.key(Key::R);
    assert_eq!(harness.edit::<Layers>().has(Layer::Reach), !reach);
    harness.key(Key::E);
    if let Some(target) = harness.edit::<Hand>().target {
        assert_ne!(Some(target), first);
        harness.key(Key::Escape);
    }
    assert_eq!(harness.edit::<Hand>().target, None);
    harness.key_press_modifiers(Modifiers::CTRL, Key::Enter);
    harness.run();
    assert_eq!(harness.now().question().unwrap().who, first, "nothing has been done: a warning first");
    harness.get_by_label_contains("has done nothing yet");
    harness.key_press_modifiers(Modifiers::CTRL, Key::Enter);
    harness.run();
    assert_ne!(harness.now().question().unwrap().who, first, "the turn has ended");
    harness.key_press_modifiers(Modifiers::CTRL, Key::Z);
    harness.run();
    assert_eq!(harness.now().question().unwrap().who, first, "and was taken back");
}

/// A deed that wants a square shows everybody whom it would touch.
#[test]
fn an_area_marks_all_who_would_be_inside() {
    let mut screen = by_people("undercroft", 2);
    let placed = |choice: &Choice| choice.is_legal() && choice.group == Group::Attack && !choice.squares.is_empty();
    while !screen.now().choices().iter().any(placed) {
        screen.give(Order::new("end turn"));
    }
    let here = screen.now();
    let who = here.question().unwrap().who.unwrap();
    let choice = here.choices().into_iter().find(placed).unwrap();
    let enemy = |square: &sortie::board::Square| {
        here.everybody().any(|id| here.are_enemies(who, id) && here.footprint(id).contains(*square))
    };
    let to = choice.squares.iter().map(|each| each.0).find(enemy).expect("somebody is in range");
    let order = Order { to: Some(to), n: choice.numbers.map(|(low, _)| low), ..choice.order.clone() };
    let forecast = here.deed(order.verb).unwrap().forecast(here, who, &order).unwrap();
    assert!(!forecast.against.is_empty());
    screen.edit::<Hand>().deed = Some(choice.order);
    let mut harness = window(screen);
    harness.run();
    let at = harness.place_of(to);
    harness.point_at(at);
    let shown = harness.edit::<Pointer>().touched.clone();
    let inside: Vec<Id> = forecast.against.iter().filter_map(|prospect| prospect.who).collect();
    assert_eq!(shown, inside);
    // All of the place that would be struck is drawn, and nobody is marked who stands outside.
    let struck = harness.edit::<Pointer>().struck.clone();
    assert!(struck.contains(&to));
    let here = harness.now();
    assert!(shown.iter().all(|id| here.footprint(*id).squares().any(|square| struck.contains(&square))));
    // A click gives the order at that square, whoever stands there.
    harness.click_at(at);
    let given = harness.made().last().unwrap().order.clone();
    assert_eq!((given.verb, given.to), (order.verb, Some(to)));
}

/// Every key that a button shows does what the button does, and a key that was changed is shown and heard.
#[test]
fn a_key_that_was_changed_is_shown_and_heard() {
    let mut harness = window(by_people("even", 3));
    harness.run();
    harness.key(Key::F10);
    harness.press("Keys");
    // The first line of the list is the key that aims at the next, with the button of the pad; the usual one is E.
    harness.press("E  ·  RB");
    harness.get_by_label("press a key");
    harness.key(Key::J);
    assert!(harness.shows("J  ·  RB") && harness.query_by_label("press a key").is_none());
    harness.key(Key::Escape);
    assert!(!harness.edit::<Settings>().open);
    let can_aim = |harness: &Window| {
        let choices = harness.now().choices();
        choices.iter().any(|choice| choice.is_legal() && choice.order.at.iter().any(|aim| aim.who.is_some()))
    };
    assert!(can_aim(&harness), "there is somebody to aim at");
    harness.key(Key::E);
    assert_eq!(harness.edit::<Hand>().target, None, "that key does nothing any more");
    harness.key(Key::J);
    assert!(harness.edit::<Hand>().target.is_some());
}

/// The cursor goes where arrows send it, and Enter does there what a click does.
#[test]
fn a_battle_can_be_played_without_a_mouse() {
    let mut harness = window(by_people("even", 3));
    harness.run();
    let here = harness.now();
    let who = here.question().unwrap().who.unwrap();
    let from = here.footprint(who).at;
    let walk = here.choices().into_iter().find(|choice| choice.is_legal() && choice.group == Group::Move).unwrap();
    let (dx, key) = if walk.squares.iter().any(|each| each.0.x == from.x + 1 && each.0.y == from.y) {
        (1, Key::ArrowRight)
    } else {
        (-1, Key::ArrowLeft)
    };
    harness.key(key);
    let to = harness.edit::<Pointer>().cursor.expect("a cursor on the field");
    assert_eq!((to.x, to.y), (from.x + dx, from.y));
    harness.key(Key::Enter);
    assert_eq!(harness.now().footprint(who).at, to);
}

/// Every set of colours is one of its own.
#[test]
fn every_set_of_colours_looks_different() {
    let mut screen = by_people("even", 3);
    let mut page = |colours| {
        screen.edit::<Preferences>().colours = colours;
        paint(800, 600, |ui| screen.show(ui))
    };
    let sets = Colours::ALL.map(|(colours, _)| page(colours));
    for (index, one) in sets.iter().enumerate() {
        assert!(sets.iter().skip(index + 1).all(|other| one != other), "set {index} looks like another");
    }
}

/// A key that is still down from before decides nothing, and keys do not reach through a window that lies above.
#[test]
fn keys_decide_once_and_not_below_an_open_window() {
    let mut harness = window(by_people("even", 3));
    harness.run();
    let down = |harness: &mut Window| {
        let modifiers = Modifiers::NONE;
        let event = Event::Key { key: Key::Num1, physical_key: None, pressed: true, repeat: false, modifiers };
        harness.input_mut().events.push(event);
        harness.step();
        harness.run();
    };
    harness.edit::<Settings>().open = true;
    harness.run();
    down(&mut harness);
    assert_eq!(harness.made().len(), 0, "the settings lie above");
    harness.edit::<Settings>().open = false;
    harness.run();
    for _ in 0..5 {
        down(&mut harness);
    }
    assert!(!harness.edit::<Hand>().holds_something(), "it has been down all the time");
    // Wherever moves lie in the bar, their digit takes them up, and a step back puts them down.
    let choices = harness.now().choices();
    let number = slots(&choices).iter().position(|slot| slot.kind.title() == "move").unwrap();
    let digit = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8][number];
    harness.key(digit);
    assert!(harness.edit::<Hand>().holds_something(), "pressed anew it takes up what the slot holds");
    harness.key(Key::Escape);
    assert!(!harness.edit::<Hand>().holds_something() && harness.made().is_empty());
}

/// Promise: a key that was pressed with Ctrl moves the field neither then nor once Ctrl is let go, though it is still down;
/// pressed by itself it does for as long as it is down.
#[test]
fn a_key_of_a_chord_never_moves_the_field() {
    let mut screen = by_people("even", 3);
    // A chord that does nothing at the start of a battle.
    let keys = &mut screen.edit::<Preferences>().keys;
    keys.extend([(Act::Left, "Z".to_owned()), (Act::Show(Layer::Zones), "A".to_owned())]);
    let mut harness = window(screen);
    harness.run();
    let square = sortie::board::Square::new(0, 0);
    let before = harness.place_of(square);
    let hold = |harness: &mut Window, modifiers: Modifiers, pressed: bool| {
        let event = Event::Key { key: Key::Z, physical_key: None, pressed, repeat: false, modifiers };
        harness.input_mut().events.push(event);
        harness.run_steps(4);
        harness.place_of(square)
    };
    assert_eq!(hold(&mut harness, Modifiers::CTRL, true), before, "Ctrl was let go within the frame");
    assert_eq!(hold(&mut harness, Modifiers::NONE, true), before, "it is still down from then");
    assert_eq!(hold(&mut harness, Modifiers::NONE, false), before);
    assert_eq!(hold(&mut harness, Modifiers::ALT, true), before, "nor with Alt");
    assert_eq!(hold(&mut harness, Modifiers::NONE, false), before);
    let moved = hold(&mut harness, Modifiers::NONE, true);
    assert!(moved.x > before.x + 40.0, "{before:?} {moved:?}");
    let on = hold(&mut harness, Modifiers::NONE, true);
    assert!(on.x > moved.x, "as long as it is down");
}

/// What ends the writing in a field does nothing on the field of battle.
#[test]
fn enter_in_a_field_of_text_moves_nobody() {
    let mut harness = window(by_people("even", 3));
    harness.run();
    harness.key(Key::ArrowRight);
    harness.key(Key::B);
    harness.get_by_role(Role::TextInput).focus();
    harness.run();
    harness.get_by_role(Role::TextInput).type_text("sight");
    harness.run();
    harness.key(Key::Enter);
    assert!(harness.made().is_empty());
    assert!(harness.edit::<Book>().open, "and the book stays open");
}

/// A turn in which a blow is left asks before it ends, and says what is left; one in which only steps are left does not.
#[test]
fn a_turn_with_a_blow_left_asks_before_it_ends() {
    let mut asked = 0;
    for name in ["bridge_of_bells", "even"] {
        let mut screen = by_people(name, 3);
        screen.edit::<Preferences>().warns = true;
        let mut mind = Mind::new(Skill::Plain, 1);
        for _ in 0..200 {
            let Some(order) = mind.decide(screen.now()) else { break };
            let look = screen.now();
            let turn = look.question().filter(|question| question.choices.is_none()).and_then(|question| question.who);
            if let Some(who) = turn {
                let (is_untouched, left) =
                    (look.rules().economy.is_untouched(look, who), look.rules().economy.left(look, who));
                let is_blow = |choice: &Choice| {
                    let is_free = choice.cost.as_deref().is_none_or(|cost| cost == "free" || cost == "0 s");
                    choice.is_legal() && choice.group == Group::Attack && !is_free
                };
                let can_strike = look.choices().iter().any(is_blow);
                if !is_untouched {
                    let name = look.name(who).to_owned();
                    let before = screen.made().len();
                    screen.decided();
                    screen.edit::<Wishes>().order = Some(Order::new("end turn"));
                    screen.act(Duration::ZERO);
                    let told = screen.edit::<Pace>().warned.clone().unwrap_or_default();
                    let made = screen.made().len();
                    if can_strike {
                        asked += 1;
                        assert_eq!(made, before, "{told}");
                        assert!(told.starts_with(&format!("{name} has {left}: ")), "{told}");
                        assert!(told.ends_with("Once more to let it go by."), "{told}");
                    } else {
                        assert_ne!(made, before, "nothing to ask about: {told}");
                        continue;
                    }
                }
            }
            screen.give(order);
        }
    }
    assert!(asked > 0, "nobody has a blow left");
}

/// Promise: nothing but the player moves the field. A whole battle goes by, with its line of time, its questions and its
/// messages, and every square stays where it was, whatever is drawn out or put away.
#[test]
fn the_field_stays_where_it_is_for_a_whole_battle() {
    let mut harness = window(by_people("gate", 3));
    harness.edit::<Preferences>().speed = Speed::AtOnce;
    harness.run();
    let corners = |harness: &mut Window| [(0, 0), (19, 11)].map(|(x, y)| harness.place_of(Square::new(x, y)));
    let before = corners(&mut harness);
    let cell = harness.place_of(Square::new(1, 0)).x - harness.place_of(Square::new(0, 0)).x;
    assert!(cell > 28.0 / 0.76, "tokens are less than 28 points across: {cell}");
    let mut mind = Mind::new(Skill::Plain, 3);
    let mut count = 0;
    while harness.end().is_none() && count < 400 {
        let order = mind.decide(harness.now()).unwrap();
        harness.give(order);
        count += 1;
        match count % 7 {
            0 => harness.key(Key::L),
            2 => harness.key(Key::I),
            4 => harness.key(Key::Y),
            5 => harness.edit::<Notices>().told = Some("Something is said.".to_owned()),
            _ => {}
        }
        harness.run_steps(2);
        assert_eq!(corners(&mut harness), before, "the field moved at decision {count}");
    }
    assert!(count > 20);
}

/// Promise: a click beside an open popup closes it and does nothing else.
#[test]
fn a_click_beside_a_popup_only_closes_it() {
    let mut screen = by_people("even", 3);
    let (target, _) = until_somebody_can_strike(&mut screen);
    let mut harness = window(screen);
    harness.run();
    harness.edit::<Hand>().aim_at(Some(target));
    harness.run();
    let before = harness.made().len();
    let here = harness.now();
    let walk = here.choices().into_iter().find(|choice| choice.is_legal() && choice.group == Group::Move).unwrap();
    let free = |square| here.everybody().all(|id| !here.footprint(id).contains(square));
    let far =
        walk.squares.iter().map(|each| each.0).filter(|square| free(*square)).min_by_key(|square| square.x).unwrap();
    let at = harness.place_of(far);
    harness.click_at(at);
    assert!(harness.edit::<Hand>().target.is_none() && harness.made().len() == before);
    harness.click_at(at);
    if harness.edit::<Hand>().sure.is_some() {
        // Others may react to it, or the turn ends with it.
        harness.click_at(at);
    }
    assert_eq!(harness.made().len(), before + 1, "the next click walks");
}

/// Promise: a hint tells what the computer would do in one's place, and a click on it does that.
#[test]
fn a_hint_tells_what_to_do_and_does_it_on_a_click() {
    let mut harness = window(by_people("zones/first_milestone", 1));
    harness.edit::<Preferences>().warns = false;
    harness.run();
    let made = harness.made().len();
    harness.key_press_modifiers(Modifiers::CTRL, Key::H);
    for _ in 0..200 {
        harness.step();
        if harness.shows("What the computer would do") {
            break;
        }
    }
    assert!(harness.shows("What the computer would do"));
    assert_eq!(harness.made().len(), made, "a hint decides nothing");
    let told = harness.query_all_by_label_contains("% hope").next().unwrap().accesskit_node().label().unwrap();
    harness.get_by_label(&told).click();
    harness.run();
    let done = harness.made().last().unwrap().order.to_string();
    assert!(told.starts_with(&done), "{told} was clicked, {done} was done");
    assert!(!harness.names("% hope"), "a hint is put away once something is decided");
}
