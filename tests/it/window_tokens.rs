//! Tokens, track, sheet and what moves: they tell what the rules say, no more
//! and no less.

use std::time::Duration;

use bevy_egui::egui::accesskit::Toggled;
use bevy_egui::egui::{self, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Chronicle, Condition, Conditions, FigureName, Id, Look, Order, Place, SideId, Sum, Until};
use sortie::board::Square;
use sortie::overlay::{Book, FieldView, Opening, Pace, Pointer, Preferences, Screen, Sheet, Speed};
use sortie::rulebook::Library;

use crate::kit::window::{FRAME, SMALL, Window, at_once, at_rest, at_speed, by_people, sized, window};
use crate::kit::{Battle, Folder, edit};

/// Puts somebody into a state, as no rule did.
fn put(screen: &mut Screen, who: Id, condition: Condition) {
    let entity = screen.now().entity(who).unwrap();
    screen.world.get_mut::<Conditions>(entity).unwrap().0.push(condition);
}

#[test]
fn a_token_tells_what_its_states_do_and_how_long_they_last() {
    let mut screen = by_people("even", 3);
    let who = screen.now().asked().unwrap();
    put(&mut screen, who, Condition::new("tired").until(Until::Rounds(3)));
    put(&mut screen, who, Condition::new("crouching"));
    let rules = screen.now().rules();
    let does = ["tired", "crouching"].map(|kind| rules.conditions[&kind.into()].text.clone());
    let at = screen.now().footprint(who).at;
    let mut harness = at_rest(screen);
    // The sheet is shut, so that only the token can tell it.
    harness.edit::<Sheet>().selected = harness.now().everybody().last();
    harness.run();
    assert!(!harness.shows(&does[0]));
    let place = harness.place_of(at);
    harness.point_at(place);
    for text in [does[0].as_str(), does[1].as_str(), "hampers, 3 rounds more", "stance, until something ends it"] {
        assert!(harness.shows(text), "the token does not say `{text}`");
    }
}

/// A state without a sign of its own shows its first letter.
#[test]
fn a_state_without_a_sign_is_a_letter() {
    let folder = Folder::of_rulesets(&["skirmish"]);
    edit(&folder.join("skirmish/ruleset.ron"), ", sign: \"skull\"", "");
    let library = Library::open(folder.path());
    let scenario = library.scenario("skirmish4").unwrap();
    let mut screen = Screen::new(Opening::of(library, scenario, 1));
    let who = screen.now().everybody().next().unwrap();
    put(&mut screen, who, Condition::new("slain"));
    screen.edit::<Sheet>().selected = Some(who);
    let mut harness = window(screen);
    harness.draw_out();
    assert!(harness.shows("slain"));
}

/// Promise: of a stack that is pointed at each token lies wider than before, and a click on it means whoever it is of.
#[test]
fn a_stack_that_is_pointed_at_lies_open_and_each_of_it_can_be_clicked() {
    let mut screen = by_people("even", 3);
    let asked = screen.now().asked().unwrap();
    let here = screen.now();
    let stack: Vec<Id> =
        here.everybody().filter(|id| here.side(*id) == here.side(asked) && *id != asked).take(3).collect();
    let at = here.footprint(stack[0]).at;
    for who in &stack {
        let entity = screen.now().entity(*who).unwrap();
        screen.world.get_mut::<Place>(entity).unwrap().footprint.at = at;
    }
    let mut harness = at_once(screen);
    let spot = |harness: &mut Window, who: Id| {
        let drawn = harness.edit::<FieldView>().drawn.clone().unwrap();
        drawn.view.area(drawn.tokens.iter().find(|token| token.id == who).unwrap().spot)
    };
    let closed: Vec<f32> = stack.iter().map(|who| spot(&mut harness, *who).width()).collect();
    let place = harness.place_of(at);
    for (who, before) in stack.iter().zip(closed) {
        harness.point_at(place);
        let open = spot(&mut harness, *who);
        assert!(open.width() > before * 1.2, "{before} {open:?}");
        harness.click_at(open.center());
        assert_eq!(harness.edit::<Sheet>().selected, Some(*who));
        harness.edit::<Sheet>().selected = None;
        harness.point_at(egui::Pos2::ZERO);
        assert_eq!(spot(&mut harness, *who).width(), before, "it is shut again");
    }
}

/// Promise: however many stand in one square, in the middle of the field or in its corner, each of them can be pointed at.
#[test]
fn each_of_a_large_stack_can_be_pointed_at() {
    for (count, corner) in [3, 4, 6, 10].into_iter().flat_map(|count| [(count, false), (count, true)]) {
        let mut screen = by_people("the_ford", 1);
        let is_turn = |look: Look<'_>, _: &Order| look.question().filter(|asked| asked.choices.is_none()).map(|_| ());
        screen.until(&mut Mind::new(Skill::Plain, 1), 80, is_turn).expect("somebody has a turn");
        let here = screen.now();
        let is_plain = |id: &Id| here.footprint(*id).side == 1 && here.mount(*id).is_none() && here.is_in_play(*id);
        let stack: Vec<Id> = here.everybody().filter(is_plain).take(count).collect();
        assert_eq!(stack.len(), count);
        let at = if corner { Square::new(0, 0) } else { here.footprint(stack[0]).at };
        for who in &stack {
            let entity = screen.now().entity(*who).unwrap();
            screen.world.get_mut::<Place>(entity).unwrap().footprint.at = at;
        }
        let mut harness = at_once(screen);
        let place = harness.place_of(at);
        for who in &stack {
            harness.point_at(egui::Pos2::ZERO);
            harness.point_at(place);
            let drawn = harness.edit::<FieldView>().drawn.clone().unwrap();
            let spot = drawn.tokens.iter().find(|token| token.id == *who).unwrap().spot;
            harness.point_at(drawn.view.area(spot).center());
            assert_eq!(harness.edit::<Pointer>().token, Some(*who), "{count} at {at}: {spot:?}");
        }
    }
}

fn says_of_it(harness: &Window, part: &str) -> Vec<String> {
    let rows = harness.query_all_by(|node| node.label().is_some_and(|label| label.contains(part)));
    rows.filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn a_card_that_lies_face_down_shows_its_back_until_all_are_turned() {
    let mut screen = by_people("duel_at_dawn", 4);
    let asked = screen.now().question().unwrap().clone();
    assert_eq!(asked.kind.as_str(), "lay");
    let first = screen.now().name(asked.who.unwrap()).to_owned();
    let card = screen.now().choices()[0].order.with.unwrap();
    let order = screen.now().choices()[0].order.clone();
    screen.give(order);
    let asked = screen.now().question().unwrap();
    assert_eq!(asked.kind.as_str(), "lay", "the other one is asked now");
    let second = screen.now().name(asked.who.unwrap()).to_owned();
    let mut harness = at_rest(screen);
    // Nobody knows who comes first before all have laid.
    assert!(harness.shows(&format!("{first}, card face down")), "{:?}", says_of_it(&harness, &first));
    assert!(harness.shows(&second), "{:?}", says_of_it(&harness, &second));
    let told = says_of_it(&harness, card.as_str());
    assert!(told.is_empty(), "the card is told by {told:?}");
    let order = harness.now().choices()[0].order.clone();
    harness.give(order);
    harness.run();
    assert!(!says_of_it(&harness, &format!("{first}, {card}")).is_empty(), "now it is turned");
}

#[test]
fn sides_by_turns_tell_who_has_acted_and_who_is_next() {
    let mut screen = by_people("gate_in_turns", 4);
    let order = screen.now().choices()[0].order.clone();
    screen.give(order);
    let here = screen.now();
    let who = here.clock().turn.unwrap();
    let (name, other) = (here.name(who).to_owned(), here.side_name(SideId(1 - here.side(who).0)).to_owned());
    let of = here.everybody().filter(|id| here.side(*id) != here.side(who)).count();
    let mut harness = at_rest(screen);
    assert!(harness.shows(&format!("{other}: 0 of {of} have acted, next")), "{:?}", says_of_it(&harness, "have acted"));
    assert!(harness.shows(&format!("{name}, acts now")));
    harness.give(Order::new("end turn"));
    harness.run();
    assert!(harness.shows(&format!("{name}, has acted")));
}

#[test]
fn a_token_and_its_row_of_the_track_light_each_other() {
    let mut harness = at_rest(by_people("even", 3));
    let here = harness.now();
    let acts = here.clock().turn;
    let who = here.everybody().find(|id| Some(*id) != acts).unwrap();
    let (name, at) = (here.name(who).to_owned(), here.footprint(who).at);
    let row = says_of_it(&harness, &format!("{name}, ")).remove(0);
    let place = harness.place_of(at);
    harness.point_at(place);
    let is_lit = |harness: &Window| harness.get_by_label(&row).accesskit_node().toggled();
    assert_eq!(is_lit(&harness), Some(Toggled::True));
    harness.get_by_label(&row).hover();
    harness.run();
    assert_eq!(harness.edit::<Pointer>().pointed, Some(who));
}

/// What a figure is without anything that a rule adds, and what it is now.
fn two_sides(sum: &Sum) -> (i32, i32) {
    (sum.terms.iter().filter(|term| term.rule.is_none()).map(|term| term.value).sum(), sum.total())
}

#[test]
fn the_sheet_shows_each_figure_with_its_base_and_all_that_changes_it() {
    let mut screen = by_people("even", 3);
    let who = screen.now().everybody().next().unwrap();
    put(&mut screen, who, Condition::new("tired"));
    screen.edit::<Sheet>().selected = Some(who);
    let here = screen.now();
    let plain = |name: &&FigureName| {
        let def = &here.rules().figures[*name];
        let is_shown = def.group.as_deref() == Some("figure") && !def.halves;
        is_shown
            && def.is.iter().all(|part| !part.state)
            && here.figure(who, **name).terms.iter().all(|t| t.name != "limit")
    };
    let names: Vec<FigureName> = here.rules().figures.keys().filter(plain).copied().collect();
    let figures: Vec<(FigureName, Sum)> = names.iter().map(|name| (*name, here.figure(who, *name))).collect();
    let mut harness = window(screen);
    harness.draw_out();
    let mut changed = 0;
    let mut naught = 0;
    for (name, sum) in &figures {
        let (base, now) = two_sides(sum);
        // What is nothing and made up of nothing is named in one line.
        if now == 0 && sum.terms.len() < 2 {
            naught += 1;
            assert!(harness.names("At 0: ") && harness.names(name.as_str()), "{name} is nowhere");
            continue;
        }
        let word = if now > base { "more" } else { "less" };
        let row = match now - base {
            0 => format!("{name} {now}"),
            by => format!("{name} {now} ({base}), {} {word}", by.abs()),
        };
        assert!(harness.shows(&row), "no row `{row}` among {:?}", says_of_it(&harness, name.as_str()));
        if now == base {
            continue;
        }
        changed += 1;
        harness.press(&row);
        for term in &sum.terms {
            let value = format!("{}{}", if term.value < 0 { "-" } else { "+" }, term.value.abs());
            assert!(harness.shows(&value) && harness.shows(term.name.as_str()), "{name} hides {value} {}", term.name);
        }
        harness.press(&row);
    }
    assert!(changed > 0 && naught > 0, "nothing changes any figure, or none is 0: {figures:?}");
}

#[test]
fn a_sheet_tells_wounds_by_their_place_and_what_each_of_them_does() {
    let mut screen = by_people("duel_at_dawn", 4);
    let who = screen.now().everybody().next().unwrap();
    put(&mut screen, who, Condition::new("broken arm").on(Some("left arm".into())));
    screen.edit::<Sheet>().selected = Some(who);
    let text = screen.now().rules().conditions[&"broken arm".into()].text.clone();
    let rule = screen.now().rules().conditions[&"broken arm".into()].rule;
    let mut harness = window(screen);
    harness.draw_out();
    for told in ["Wounds", "left arm", "broken arm (left arm)", "hampers, beyond this battle", text.as_str()] {
        assert!(harness.shows(told), "the sheet does not say `{told}`");
    }
    harness.press(rule.as_str());
    assert_eq!(harness.edit::<Book>().rule, Some(rule));
}

#[test]
fn a_hand_is_shown_as_cards_to_its_owner_and_as_backs_to_others() {
    let mut screen = by_people("duel_at_dawn", 4);
    let here = screen.now();
    let asked = here.question().unwrap().who.unwrap();
    let other = here.everybody().find(|id| here.are_enemies(asked, *id)).unwrap();
    let hand: Vec<&str> = here.choices().iter().map(|choice| choice.order.with.unwrap().as_str()).collect();
    screen.edit::<Sheet>().selected = Some(asked);
    let mut harness = window(screen);
    harness.draw_out();
    // Once on the sheet and once as the answer that can be given.
    let count = |harness: &Window, card: &str| harness.query_all_by_label(card).count();
    assert!(hand.iter().all(|card| count(&harness, card) == 2), "{hand:?}");
    harness.edit::<Sheet>().selected = Some(other);
    harness.run();
    assert!(hand.iter().all(|card| count(&harness, card) == 1), "{hand:?}");
    assert!(harness.shows(&format!("{} cards, face down", hand.len())));
}

/// The computer plays until somebody has just thrown dice at somebody.
fn until_dice_fall(screen: &mut Screen) {
    let mut told = screen.facts().len();
    let fallen = screen.until(&mut Mind::new(Skill::Plain, 1), 400, |look, _| {
        let facts = &look.battle::<Chronicle>().unwrap().facts;
        let new = &facts[std::mem::replace(&mut told, facts.len())..];
        new.iter().any(|fact| fact.roll.is_some() && fact.whom.is_some()).then_some(())
    });
    fallen.expect("nobody came to blows");
}

#[test]
fn what_moves_comes_to_rest_and_at_once_nothing_moves() {
    let frames = |speed, clicks: bool| {
        let mut harness = window(by_people("even", 3));
        harness.edit::<Preferences>().speed = speed;
        harness.run();
        until_dice_fall(harness.state_mut());
        if clicks {
            harness.run_steps(2);
            let corner = harness.place_of(Square::new(0, 0));
            harness.drag_at(corner);
            harness.drop_at(corner);
        }
        // Fails by itself if it never ends.
        harness.run()
    };
    let (slow, normal, fast) = (frames(Speed::Slow, false), frames(Speed::Normal, false), frames(Speed::Fast, false));
    assert!(slow > normal && normal > fast, "slow {slow}, normal {normal}, fast {fast}");
    let at_once = frames(Speed::AtOnce, false);
    assert!(at_once < fast, "at once {at_once}, fast {fast}");
    let skipped = frames(Speed::Slow, true);
    assert!(skipped < normal, "a click skips what is shown: {skipped} frames of {slow}");
}

/// Nothing that is drawn, or skipped, changes what happens.
#[test]
fn motion_never_changes_a_battle() {
    let fought = |speed, seen: bool| {
        let mut screen = by_people("even", 3);
        screen.edit::<Pace>().auto = true;
        screen.edit::<Preferences>().speed = speed;
        let second = Duration::from_secs(1);
        if seen {
            let mut harness = sized(screen, SMALL, second);
            harness.run_steps(140);
            harness.key_down_modifiers(Modifiers::SHIFT, egui::Key::ArrowUp);
            harness.run_steps(60);
            (harness.made().to_vec(), harness.facts().to_vec())
        } else {
            (0..60).for_each(|_| screen.act(second));
            (screen.made().to_vec(), screen.facts().to_vec())
        }
    };
    let (unseen, told) = fought(Speed::AtOnce, false);
    for speed in [Speed::Slow, Speed::AtOnce] {
        let (seen, shown) = fought(speed, true);
        let both = seen.len().min(unseen.len());
        assert!(both >= 20, "{} and {} decisions", seen.len(), unseen.len());
        assert_eq!(seen[..both], unseen[..both]);
        let lines = shown.len().min(told.len());
        assert_eq!(shown[..lines], told[..lines]);
    }
}

/// The largest text in the smallest window: rows and figures stay inside their panel.
#[test]
fn nothing_of_track_and_sheet_is_cut_at_the_largest_text() {
    let mut screen = by_people("gate", 3);
    screen.edit::<Preferences>().text = 200;
    let here = screen.now();
    let names: Vec<String> = here.everybody().map(|id| here.name(id).to_owned()).collect();
    let figures: Vec<String> = here
        .rules()
        .figures
        .iter()
        .filter(|(_, def)| def.group.as_deref() == Some("figure"))
        .map(|(name, _)| name.to_string())
        .collect();
    let mut harness = sized(screen, SMALL, FRAME);
    harness.draw_out();
    let edge = 1024.0 * 0.46 + 10.0;
    let mut rows = 0;
    for node in harness.query_all_by(|node| node.label().is_some()) {
        let label = node.accesskit_node().label().unwrap_or_default();
        let is_row = names.iter().any(|name| label.starts_with(&format!("{name}, ")))
            || figures.iter().any(|name| label.starts_with(&format!("{name} ")));
        let rect = node.rect();
        if is_row && rect.left() < edge * 0.5 && rect.top() > 60.0 {
            rows += 1;
            assert!(rect.right() <= edge, "`{label}` ends at {}, its panel at {edge}", rect.right());
        }
    }
    assert!(rows * 2 > figures.len(), "only {rows} rows were found");
}

/// Promise: neither the next question nor the end of a battle is told before the dice of what was done last lie still.
#[test]
fn questions_and_the_end_wait_for_the_dice() {
    let mut screen = by_people("first_milestone", 3);
    (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().warns) = (Speed::Normal, false);
    let mut harness = at_speed(screen);
    let mut mind = Mind::new(Skill::Plain, 3);
    let is_put = |harness: &Window| harness.shows("every time");
    let (mut held_back, mut put) = (0, 0);
    for _ in 0..400 {
        if harness.end().is_some() {
            break;
        }
        harness.watch(&mut mind, |harness| {
            assert!(!is_put(harness), "a question is put while dice fall");
            assert!(!harness.shows("The battle is over"), "the end is told while dice fall");
            held_back += 1;
        });
        assert!(!harness.edit::<Pace>().shows(), "it never comes to rest");
        put += usize::from(is_put(&harness));
    }
    assert!(harness.end().is_some());
    // Nor before the last of them have been seen for a moment.
    harness.run_steps(2);
    assert!(!harness.shows("The battle is over"));
    harness.run_steps(120);
    assert!(harness.shows("The battle is over"));
    assert!(held_back > 50 && put > 2, "{held_back} frames, {put} questions");
}
