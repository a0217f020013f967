//! The window, without a window: what is drawn is what the rules say, and a
//! click does what the button says.

use std::collections::BTreeSet;
use std::time::Duration;

use bevy_egui::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ahead::{Ahead, When};
use sortie::ai::{Mind, Skill, worth_foretold};
use sortie::battle::{Choice, Group, Id, Look, Order, Worth};
use sortie::overlay::{
    Hand, Kind, LogLines, LogPanel, Offers, Pace, Preferences, Screen, Settings, Slot, TRIFLE, Wishes,
};

use crate::kit::Battle;
use crate::kit::window::{Window, at_rest, by_people, said, window};

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
    let mut harness = at_rest(by_people("even", 3));
    let turn = harness.now().choices();
    let bar = harness.bar(&turn);
    for (number, slot) in bar.iter().enumerate() {
        let open = slot.choices.iter().filter(|at| turn[**at].is_legal()).count();
        let title = slot.title(&turn);
        let button = harness.get_by_label(&title).rect();
        assert_eq!(harness.is_grey(&title), open == 0, "slot {number}: {:?} has {open}", slot.kind);
        assert!(button.width() > 30.0 && button.bottom() < 860.0);
    }
    for choice in turn.iter().filter(|choice| choice.is_legal() && choice.order.at.is_empty()) {
        let slot = bar.iter().find(|slot| slot.choices.iter().any(|at| turn[*at] == *choice));
        // The end of the turn has a button of its own.
        let Some(slot) = slot else { continue };
        let open = slot.choices.iter().filter(|at| turn[**at].is_legal()).count();
        harness.edit::<Hand>().put_down();
        harness.press(&slot.title(&turn));
        if open == 1 {
            assert_eq!(harness.edit::<Hand>().deed.as_ref(), Some(&choice.order), "the only one is taken up at once");
            continue;
        }
        // Attacks that share a slot have a row each.
        if slot.kind == Kind::Attacks {
            let holds = |row: &&Slot| row.choices.iter().any(|at| turn[*at] == *choice);
            let row = slot.apart(&turn).iter().find(holds).map(|row| row.title(&turn)).unwrap();
            harness.get_all_by_label(&row).last().unwrap().click();
            harness.run();
            if harness.edit::<Hand>().deed.as_ref() == Some(&choice.order) {
                continue;
            }
        }
        // Deeds that go some way share a line, with a small button a direction.
        if let Some(direction) = choice.order.toward {
            let words = direction.word().split_whitespace();
            let letters: String = words.map(|word| word[..1].to_uppercase()).collect();
            assert!(harness.shows(&letters), "no button `{letters}`");
            continue;
        }
        let text = said(choice);
        assert!(harness.query_by_label(&text).is_some(), "no button `{text}`");
    }
    let prompt = harness.now().question().unwrap().prompt.clone();
    harness.get_by_label(&prompt);
}

#[test]
fn what_cannot_be_done_is_greyed_and_says_why() {
    let mut harness = at_rest(by_people("even", 3));
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
    let bar = harness.bar(&choices);
    let slot = bar.into_iter().find(|slot| slot.choices.iter().any(|at| choices[*at] == *shut)).unwrap();
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
    let harness = at_rest(screen);
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
    let mut harness = at_rest(screen);
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

/// What a turn still holds that is of use, in a word of the warning: a blow, another deed that the rules count for something, a
/// walk up to somebody near and a blow, a place where somebody stands clearly better.
fn of_use(look: Look<'_>, who: Id) -> Option<&'static str> {
    let choices = look.choices();
    let is_good = |choice: &Choice| {
        let forecast = look.deed(choice.order.verb).unwrap().forecast(look, who, &choice.order);
        let worth = worth_foretold(look, who, &choice.order, forecast.as_ref());
        let is_paid = choice.is_legal() && choice.takes > 0 && choice.group != Group::Turn;
        // What changes no more than what is in hand, or how one stands, may be a trifle.
        let least = if matches!(choice.group, Group::Gear | Group::Posture) { TRIFLE } else { Worth::default() };
        is_paid && worth.map_or(choice.group == Group::Attack, |worth| worth > least)
    };
    let mut good = choices.iter().filter(|choice| is_good(choice)).peekable();
    if good.peek().is_some() {
        return good.any(|choice| choice.group == Group::Attack).then_some("a blow").or(Some("a deed"));
    }
    let mut foes: Vec<Id> = look.foes(who).filter(|foe| look.knows_of(*foe)).collect();
    foes.sort_by_key(|foe| look.footprint(who).gap(look.footprint(*foe)));
    let walks_up = |foe: &Id| {
        let found = Ahead::default().approach(look, (who, *foe), &choices, None);
        found.is_some_and(|found| found.when > When::Later)
    };
    let stands_better = || {
        let (order, worth) = Mind::new(Skill::Keen, 0).would(look)?;
        let only_goes = look.deed(order.verb).unwrap().nature().only_goes && order.to.is_some();
        (only_goes && worth > TRIFLE).then_some("a place")
    };
    foes.iter().take(3).any(walks_up).then_some("a walk").or_else(stands_better)
}

/// Promise: a turn in which something of use is left asks before it ends, and says what is left: a blow, a walk up to somebody and
/// a blow, another deed that the rules count for something, or a place where they would stand clearly better. One in which only
/// steps are left that lead to nothing does not.
#[test]
fn a_turn_with_something_of_use_left_asks_before_it_ends() {
    let (mut asked, mut silent) = (BTreeSet::new(), 0);
    for name in ["bridge_of_bells", "even", "gate"] {
        let mut screen = by_people(name, 3);
        screen.edit::<Preferences>().warns = true;
        let mut mind = Mind::new(Skill::Plain, 1);
        for _ in 0..200 {
            let Some(order) = mind.decide(screen.now()) else { break };
            let look = screen.now();
            let economy = &look.rules().economy;
            let turn = look.question().filter(|question| question.choices.is_none()).and_then(|question| question.who);
            if let Some(who) = turn.filter(|who| !economy.is_untouched(look, *who) && !economy.goes_on(look, *who)) {
                let has = format!("{} has {} and could still ", look.name(who), economy.left_now(look, who));
                let (of_use, before) = (of_use(look, who), screen.made().len());
                screen.decided();
                screen.edit::<Wishes>().order = Some(Order::new("end turn"));
                screen.act(Duration::ZERO);
                let told = screen.edit::<Pace>().warned.clone().map(|warning| warning.words).unwrap_or_default();
                match of_use {
                    Some(kind) => {
                        asked.insert(kind);
                        assert_eq!(screen.made().len(), before, "{kind} is left: {told}");
                        assert!(told.starts_with(&has), "{told}");
                        assert!(told.ends_with("Once more to end the turn all the same."), "{told}");
                    }
                    None => {
                        silent += 1;
                        assert_ne!(screen.made().len(), before, "nothing to ask about: {told}");
                        continue;
                    }
                }
            }
            screen.give(order);
        }
    }
    assert!(asked.contains("a blow") && asked.len() > 1 && silent > 0, "{asked:?} asked, {silent} times silent");
}

/// Promise: a click beside an open popup closes it and does nothing else.
#[test]
fn a_click_beside_a_popup_only_closes_it() {
    let mut screen = by_people("even", 3);
    let (target, _) = until_somebody_can_strike(&mut screen);
    let mut harness = at_rest(screen);
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

/// Promise: who must win within the rounds that the others want to last reads so in the title.
#[test]
fn a_goal_tells_what_the_others_must_be_kept_from() {
    let mut screen = by_people("old_school/spears_at_the_bridge", 3);
    let is_company =
        |here: Look<'_>| here.question().is_some_and(|question| here.side_name(question.side) == "Company");
    screen.until(&mut Mind::new(Skill::Plain, 1), 100, |here, _| is_company(here).then_some(())).unwrap();
    let harness = at_rest(screen);
    let told = "Round 1 of 12: Be the last side left in the fight; keep Toll-takers from holding out for 12 rounds";
    assert!(harness.names(told), "{told}");
}

/// Promise: the settings are as wide as their text needs, whatever its size was before, and lie in the middle of the window.
#[test]
fn the_settings_shrink_with_their_text() {
    let mut harness = window(by_people("even", 3));
    harness.edit::<Settings>().open = true;
    harness.run();
    let lies = |harness: &Window| harness.get_by_label("Settings").rect();
    let before = lies(&harness);
    harness.edit::<Preferences>().text = 200;
    harness.run();
    assert_ne!(lies(&harness), before, "the text is larger");
    harness.edit::<Preferences>().text = 100;
    harness.run();
    assert!((lies(&harness).center() - before.center()).length() < 1.0, "{:?}, before {before:?}", lies(&harness));
}
