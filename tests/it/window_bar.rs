//! The bar of deeds in whole battles: everybody finds their deeds where they were, and reads all of their names.

use std::collections::BTreeMap;

use bevy_egui::egui::{Key, Modifiers, Rect, Shape};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::{ArmKind, Choice, Group, Held, Id, Look, Nobody, Order, Scratch};
use sortie::overlay::{FieldView, Hand, Kind, Places, Pointer, Preferences, Slot, Speed};

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, by_people, in_lesson, sized, window, within};

/// Where buttons called so lie below the field.
fn buttons(harness: &Window, title: &str, below: f32) -> Vec<Rect> {
    harness.query_all_by_label(title).map(|node| node.rect()).filter(|rect| rect.top() > below).collect()
}

/// Promise: in a whole battle of each game a deed of a fighter has its button at one place of the window, from the first round
/// to the last.
#[test]
fn every_button_of_a_fighter_stays_where_it_is() {
    let battles = [
        ("gate", SMALL),
        ("brawl_at_the_crown", SMALL),
        ("toll_bridge", PAGE),
        ("brawl_on_the_quay", SMALL),
        ("tavern_yard", PAGE),
    ];
    for (name, size) in battles {
        let mut screen = by_people(name, 2);
        let likes = screen.edit::<Preferences>();
        (likes.warns, likes.speed) = (false, Speed::AtOnce);
        let mut harness = sized(screen, size, FRAME);
        let mut mind = Mind::new(Skill::Plain, 2);
        // The bar lies in the lowest part of the window, below the field.
        let below = size[1] * 0.79;
        let mut places: BTreeMap<(Id, String), Vec<Rect>> = BTreeMap::new();
        let mut again = 0;
        for _ in 0..150 {
            if harness.end().is_some() {
                break;
            }
            let look = harness.now();
            let who = look.question().filter(|question| question.choices.is_none()).and_then(|question| question.who);
            let order = mind.decide(look).unwrap();
            if let Some(who) = who {
                harness.run_steps(3);
                let choices = harness.now().choices();
                for slot in harness.bar(&choices).into_iter().filter(|slot| !slot.is_left_out()) {
                    let here = buttons(&harness, &slot.title(&choices), below);
                    let known = places.entry((who, format!("{:?}", slot.kind))).or_insert_with(|| here.clone());
                    // Where two are called the same it is one of them.
                    known.retain(|rect| here.contains(rect));
                    assert!(!known.is_empty(), "{name}: {:?} of {who:?} is now at {here:?}", slot.kind);
                    again += 1;
                }
            }
            harness.give(order);
        }
        assert!(again > 150, "{name}: {again} buttons were seen");
    }
}

/// A battle of people in the first turn of anybody, in a window of this size.
fn in_the_first_turn(name: &str, size: [f32; 2]) -> Window {
    written_in_the_first_turn(name, size, 100)
}

/// The same with text of so many hundredths of its usual size.
pub fn written_in_the_first_turn(name: &str, size: [f32; 2], text: u32) -> Window {
    let mut screen = by_people(name, 2);
    (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().text) = (Speed::AtOnce, text);
    let turn = screen.until(&mut Mind::new(Skill::Plain, 2), 60, |look, _| {
        look.question().filter(|question| question.choices.is_none()).map(|_| ())
    });
    turn.expect("somebody has a turn");
    let mut harness = sized(screen, size, FRAME);
    harness.run_steps(3);
    harness
}

/// Promise: in the window of a phone each place of the bar has a picture and can be hit by a finger, none lies over another, no
/// word in it is broken, and the goal is read whole.
#[test]
fn a_phone_shows_every_place_of_the_bar() {
    const PHONE: [f32; 2] = [390.0, 780.0];
    for name in ["first_watch", "toll_bridge"] {
        let mut harness = in_the_first_turn(name, PHONE);
        let choices = harness.now().choices();
        let bar = harness.bar(&choices);
        let field = Places::here(&harness.ctx).field;
        let shapes: Vec<&Shape> = harness.output().shapes.iter().map(|clipped| &clipped.shape).collect();
        let mut lies: Vec<Rect> = Vec::new();
        for slot in bar.iter().filter(|slot| !slot.is_left_out()) {
            let title = slot.title(&choices);
            let place = format!("{name}: {title}");
            let rect = buttons(&harness, &title, field.bottom()).into_iter().find(|rect| !lies.contains(rect));
            let rect = rect.unwrap_or_else(|| panic!("{place} has no button"));
            assert!(rect.width() > 36.0 && rect.height() > 36.0, "{place} at {rect:?}");
            assert!(lies.iter().all(|other| !other.intersects(rect)), "{place} lies over another at {rect:?}");
            let is_in = |shape: &&&Shape| rect.expand(0.5).contains_rect(shape.visual_bounding_rect());
            let is_picture = |shape: &&Shape| matches!(shape, Shape::Path(_) | Shape::Circle(_));
            assert!(shapes.iter().filter(is_in).any(is_picture), "{place} has no picture");
            for shape in shapes.iter().filter(is_in) {
                let Shape::Text(written) = shape else { continue };
                let (told, is_cut) = (written.galley.text(), written.galley.elided);
                let is_whole = |word: &str| written.galley.rows.iter().any(|row| row.text().contains(word));
                assert!(is_cut || told.split([' ', '-']).all(is_whole), "{place}: a word of `{told}` is broken");
            }
            lies.push(rect);
        }
        assert!(lies.len() > 5, "{name}: only {}", lies.len());
        let is_goal = |shape: &&Shape| {
            let Shape::Text(written) = shape else { return false };
            let is_read = !written.galley.elided && written.pos.y < field.top();
            is_read && written.galley.text().starts_with("Be the last side left in the fight")
        };
        assert!(name != "first_watch" || shapes.into_iter().any(|shape| is_goal(&shape)), "the goal is cut");
    }
}

/// Promise: what is seldom wanted lies beside the end of the turn, where nothing that turns up moves it, and attacks with weapons
/// lie first.
#[test]
fn attacks_lie_first_and_what_is_seldom_wanted_last() {
    for name in ["gate", "brawl_at_the_crown", "toll_bridge", "brawl_on_the_quay", "tavern_yard"] {
        let mut harness = in_the_first_turn(name, SMALL);
        let choices = harness.now().choices();
        let bar = harness.bar(&choices);
        assert!(matches!(bar[0].kind, Kind::Attack(_)), "{name}: {:?}", bar[0].kind);
        let is_attack = |kind: &Kind| matches!(kind, Kind::Attack(_) | Kind::Attacks);
        let look = harness.now();
        let who = look.asked().unwrap();
        let is_of = |arm: &str, held: Held| look.arms(who).any(|item| item.arm.name == *arm && item.held == held);
        let is_bare = |kind: &Kind| matches!(kind, Kind::Attack(arm) if is_of(arm, Held::Body));
        let last = bar.iter().rposition(|slot| is_attack(&slot.kind) && !is_bare(&slot.kind)).unwrap_or(0);
        assert!(bar[..last].iter().all(|slot| is_attack(&slot.kind)), "{name}: something lies between attacks");
        assert_eq!(bar.last().map(|slot| &slot.kind), Some(&Kind::More), "{name}");
        let seldom = bar.last().map(|slot| slot.choices.clone()).unwrap_or_default();
        let lies_there = |at: &usize| matches!(choices[*at].group, Group::Gear | Group::Posture | Group::Turn);
        assert!(seldom.iter().all(lies_there), "{name}: something that is often wanted lies under more");
    }
}

/// Promise: the attacks that share a place of the bar lie in a list, each with a row of one size that is called by it, within the
/// window at any size of text; a click on a row takes it up, and so does its key.
#[test]
fn attacks_that_share_a_place_lie_in_a_list() {
    for (size, text) in [(PAGE, 100), (PAGE, 150), (SMALL, 100), (SMALL, 150), (SMALL, 200)] {
        let mut screen = by_people("undercroft", 2);
        let likes = screen.edit::<Preferences>();
        (likes.warns, likes.speed, likes.text) = (false, Speed::AtOnce, text);
        let many = |look: Look<'_>, _: &Order| {
            let who = look.question().filter(|question| question.choices.is_none())?.who?;
            let spells = look.arms(who).filter(|item| item.arm.kind == ArmKind::Spell).count();
            (spells > 4).then_some(())
        };
        screen.until(&mut Mind::new(Skill::Plain, 2), 60, many).expect("the mage has a turn");
        let mut harness = sized(screen, size, FRAME);
        harness.run_steps(3);
        let choices = harness.now().choices();
        let bar = harness.bar(&choices);
        let slot = bar.iter().find(|slot| slot.kind == Kind::Attacks).expect("a mage has many attacks");
        let rows = slot.apart(&choices);
        let is_open = |row: &&Slot| row.choices.iter().any(|at| choices[*at].is_legal());
        let open: Vec<&Slot> = rows.iter().filter(is_open).collect();
        assert!(rows.len() > 3 && !open.is_empty(), "{}", rows.len());
        let place = format!("{size:?}, text {text}");
        let opened = |harness: &mut Window| {
            harness.edit::<Hand>().put_down();
            harness.edit::<Hand>().open = Some(Kind::Attacks);
            harness.run_steps(6);
        };
        opened(&mut harness);
        within(&harness, size, &place);
        let title = |row: &Slot| row.title(&choices);
        let lies: Vec<Rect> =
            rows.iter().map(|row| harness.query_all_by_label(&title(row)).last().unwrap().rect()).collect();
        for (at, one) in lies.iter().enumerate() {
            assert!((one.size() - lies[0].size()).length() < 1.0, "{place}: rows of one size");
            let other = lies[at + 1..].iter().find(|other| one.shrink(1.0).intersects(**other));
            assert!(other.is_none(), "{place}: {one:?} lies over {other:?}");
        }
        // The first of those that can be done, by its row and by its key.
        let (first, made) = (open[0], harness.made().len());
        let by_row = |harness: &mut Window| {
            let hand = harness.edit::<Hand>();
            let is_up = hand.wielded.is_some() || hand.deed.is_some() || hand.open == Some(first.kind.clone());
            is_up && hand.open != Some(Kind::Attacks)
        };
        harness.query_all_by_label(&title(first)).last().unwrap().click();
        harness.run_steps(3);
        assert!(by_row(&mut harness), "{place}: {:?} is taken up", first.kind);
        opened(&mut harness);
        harness.key_press_modifiers(Modifiers::CTRL, Key::Num1);
        harness.run_steps(3);
        assert!(by_row(&mut harness), "{place}: {:?} is taken up by its key", first.kind);
        assert_eq!(harness.made().len(), made, "{place}: nothing is done yet");
    }
}

/// Promise: the bar has all that lies behind it: neither a deed that is grey nor one that can be done lets the pointer through to a
/// square there, and a click on a grey one does nothing.
#[test]
fn nothing_behind_the_bar_hears_of_the_pointer() {
    let mut screen = by_people("the_ford", 2);
    let likes = screen.edit::<Preferences>();
    (likes.warns, likes.speed) = (false, Speed::AtOnce);
    let mut harness = window(screen);
    let mut mind = Mind::new(Skill::Plain, 2);
    let (mut grey, mut all) = (0, 0);
    for _ in 0..60 {
        if grey > 0 {
            break;
        }
        let is_turn = harness.now().question().is_some_and(|question| question.choices.is_none());
        if is_turn {
            harness.run_steps(3);
            harness.edit::<FieldView>().camera.nearer(3.0);
            harness.run_steps(3);
            let choices = harness.now().choices();
            for slot in harness.bar(&choices) {
                let title = slot.title(&choices);
                let Some(at) = harness.query_all_by_label(&title).last().map(|node| node.rect().center()) else {
                    continue;
                };
                let square = harness.edit::<FieldView>().drawn.as_ref().map(|drawn| drawn.view.square(at)).unwrap();
                if !harness.now().board().contains(square) {
                    continue;
                }
                harness.point_at(at);
                assert_eq!(harness.edit::<Pointer>().hovered, None, "{title} lies over {square:?}");
                all += 1;
                if slot.choices.iter().any(|choice| choices[*choice].is_legal()) {
                    continue;
                }
                let made = harness.made().len();
                harness.click_at(at);
                assert_eq!(harness.made().len(), made, "{title}");
                assert_eq!(harness.edit::<Pointer>().hovered, None, "{title} lies over {square:?}");
                grey += 1;
            }
            harness.edit::<FieldView>().camera.fit();
        }
        let order = mind.decide(harness.now()).unwrap();
        harness.give(order);
    }
    assert!(grey > 0 && all > grey, "{grey} of {all} are grey");
}

/// Promise: a place that is called by its one deed does it, also where that takes the rest of the turn.
#[test]
fn a_place_with_a_single_deed_does_it() {
    let mut pressed = 0;
    for seed in 0..6 {
        let mut screen = by_people("first_watch", seed);
        let likes = screen.edit::<Preferences>();
        (likes.warns, likes.speed) = (false, Speed::AtOnce);
        let reload = screen.until(&mut Mind::new(Skill::Plain, seed), 150, |look, _| {
            let mut open =
                look.choices().into_iter().filter(|choice| choice.is_legal() && choice.order.verb == "reload");
            open.next().filter(|choice| open.next().is_none() && choice.order.at.is_empty())
        });
        let Some(reload) = reload else { continue };
        let mut harness = window(screen);
        harness.run_steps(3);
        let made = harness.made().len();
        harness.press("reload");
        let order = harness.made().get(made).map(|decision| decision.order.clone());
        assert_eq!(order, Some(reload.order));
        pressed += 1;
    }
    assert!(pressed > 0, "nobody reloads");
}

/// Promise: of several deeds in an open place each says that the turn is over with it where it is.
#[test]
fn each_deed_that_ends_the_turn_says_so() {
    let mut screen = by_people("duel_at_dawn", 1);
    let likes = screen.edit::<Preferences>();
    (likes.warns, likes.speed) = (false, Speed::AtOnce);
    let (mut harness, mut mind) = (window(screen), Mind::new(Skill::Plain, 1));
    for _ in 0..40 {
        if harness.end().is_some() {
            break;
        }
        let order = mind.decide(harness.now()).unwrap();
        if harness.now().question().is_some_and(|question| question.choices.is_none()) {
            harness.run_steps(2);
            let choices = harness.now().choices();
            let is_open = |at: &&usize| choices[**at].is_legal() && choices[**at].squares.is_empty();
            let has_several =
                |slot: &Slot| matches!(slot.kind, Kind::Group(_)) && slot.choices.iter().filter(is_open).count() > 1;
            for slot in harness.bar(&choices).into_iter().filter(has_several) {
                harness.edit::<Hand>().put_down();
                harness.edit::<Hand>().open = Some(slot.kind.clone());
                harness.run_steps(4);
                if harness.query_all_by_label("ends the turn").count() > 1 {
                    return;
                }
                harness.edit::<Hand>().put_down();
            }
        }
        harness.give(order);
    }
    panic!("no deed says that it ends the turn");
}

/// Promise: on a turn in which nothing but its end can be chosen the bar says in one sentence why, in the words of what the rules
/// refuse, with a link to the rule.
#[test]
fn a_turn_in_which_nothing_can_be_done_says_why() {
    let mut screen = in_lesson("hursagmu", "HG-C26", &["declare for 1", "escape"]);
    let choices = screen.now().choices();
    let open: Vec<&str> =
        choices.iter().filter(|choice| choice.is_legal()).map(|choice| choice.order.verb.as_str()).collect();
    assert_eq!(open, ["end turn"], "Jot is still held");
    let attacks = choices.iter().filter(|choice| choice.group == Group::Attack);
    let refused: Vec<_> = attacks.filter_map(|choice| choice.refused.clone()).collect();
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut harness = window(screen);
    harness.run_steps(8);
    assert!(harness.names("is left: "), "the bar is silent: {refused:?}");
    let linked = refused.iter().any(|refusal| harness.shows(refusal.rule.as_str()));
    assert!(linked, "no way to the rule of {refused:?}");
}

/// Whether whoever is asked whom to send may send nobody; if so, whether the rules say that the round ends with it, and whether it
/// does.
fn passing(look: Look<'_>) -> Option<(bool, bool)> {
    let question = look.question()?;
    let pass = question.choices.iter().flatten().find(|choice| choice.is_legal() && choice.order.verb == "pass")?;
    let said = look.rules().initiative.pass_ends_round(look, question.side);
    let mut scratch = Scratch::new();
    let mut copy = scratch.copy(look);
    copy.answer(pass.order.clone()).unwrap();
    copy.play(&mut Nobody);
    let after = copy.look().unwrap();
    let is_asked = after.question().is_some_and(|asked| asked.kind == question.kind);
    Some((said, !is_asked || after.clock().round > look.clock().round))
}

/// What those say who let everything be: whoever is sent ends their turn, and nobody does anything about it.
fn idles(look: Look<'_>) -> Order {
    let choices = look.choices();
    let legal: Vec<&Choice> = choices.iter().filter(|choice| choice.is_legal()).collect();
    let of = |verb: &str| legal.iter().copied().find(|choice| choice.order.verb.as_str() == verb);
    let idle = legal.iter().copied().find(|choice| choice.lets_be).or(legal.first().copied());
    of("act").or_else(|| of("end turn")).or(idle).expect("something can be answered").order.clone()
}

/// Promise: the button that sends nobody says that the round ends with it exactly where it does, in each game that has one; and
/// that somebody has passed is told in the bar.
#[test]
fn a_pass_says_that_it_ends_the_round() {
    for name in ["toll_bridge", "sawmill_road"] {
        let (mut ends, mut goes_on) = (0, 0);
        let mut screen = by_people(name, 1);
        screen.edit::<Preferences>().speed = Speed::AtOnce;
        let is_found = (0..80).any(|_| {
            if let Some((said, is_so)) = passing(screen.now()) {
                assert_eq!(said, is_so, "{name}, round {}", screen.now().clock().round);
                *(if said { &mut ends } else { &mut goes_on }) += 1;
                if ends > 1 && goes_on > 3 && said {
                    return true;
                }
            }
            let order = idles(screen.now());
            screen.give(order);
            false
        });
        assert!(is_found, "{name}: {ends} passes end a round, {goes_on} do not");
        let mut harness = sized(screen, PAGE, FRAME);
        harness.run_steps(4);
        let told = |harness: &Window| harness.get_by_label("Pass").accesskit_node().description();
        assert!(told(&harness).is_some_and(|told| told.starts_with("The round ends")), "{name}");
        let side = harness.now().side_name(harness.now().question().unwrap().side).to_owned();
        harness.press("Pass");
        let passed = harness.facts().iter().rev().find(|fact| fact.text == format!("{side} send nobody."));
        assert!(passed.is_some_and(|fact| fact.is_news), "{name}: the bar tells nothing of the pass");
    }
}
