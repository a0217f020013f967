//! The log: whose lines it shows, how it is grouped, and what it costs.

use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::{Chronicle, Fact};
use sortie::overlay::{LogPanel, Screen};

use crate::kit::Battle;
use crate::kit::window::{Window, by_people, window};

fn screen(count: usize) -> Screen {
    let mut screen = by_people("even", 3);
    screen.played(&mut Mind::new(Skill::Plain, 1), count);
    screen
}

#[test]
fn the_log_of_one_fighter_holds_what_it_did_and_suffered() {
    let mut harness = window(screen(40));
    harness.draw_out();
    let facts = harness.facts().to_vec();
    let who = facts.last().unwrap().who.unwrap();
    let concerns = |fact: &Fact| {
        fact.who == Some(who) || fact.whom == Some(who) || fact.changes.iter().any(|change| change.who == who)
    };
    let last = |is: &dyn Fn(&Fact) -> bool| facts.iter().rev().find(|fact| is(fact)).unwrap().text.clone();
    let (own, other) = (last(&concerns), last(&|fact| !concerns(fact) && fact.rule != "round"));
    assert!(harness.shows(&other));
    harness.edit::<LogPanel>().whose = Some(who);
    harness.run();
    assert!(harness.shows(&own));
    assert!(!harness.shows(&other));
}

/// Whoever's turn it is stands over what happened in it.
#[test]
fn turns_have_a_heading() {
    let mut harness = window(screen(30));
    harness.draw_out();
    let look = harness.now();
    let turn = harness.facts().last().unwrap().turn.unwrap();
    let name = look.name(turn).to_owned();
    // Once in the track, once on the sheet or not, and over its lines.
    let with_log = harness.query_all_by_label(&name).count();
    harness.edit::<LogPanel>().open = false;
    harness.run();
    assert!(harness.query_all_by_label(&name).count() < with_log);
}

/// A line that is opened far from the end stays in view, and shows its place.
#[test]
fn a_line_that_is_clicked_opens_where_it_is() {
    let mut harness = window(screen(8));
    harness.draw_out();
    let facts = harness.facts().to_vec();
    let (index, fact) = facts.iter().enumerate().rev().find(|(_, fact)| !fact.squares.is_empty()).unwrap();
    harness.query_all_by_label(&fact.text).next().unwrap().click();
    harness.run();
    assert_eq!(harness.edit::<LogPanel>().opened, Some(index));
    let title = harness.now().rules().book[&fact.rule].title.clone();
    let shown = harness.query_all_by_label(&title).next().expect("the rule is told").rect();
    assert!(shown.max.y < 860.0, "{shown:?}");
}

/// Five thousand lines cost no more than fifty: only those in view are laid out.
#[test]
fn a_long_log_is_laid_out_only_where_it_is_seen() {
    let mut screen = screen(4);
    let battle = screen.battle().unwrap();
    let mut long = screen.world.get_mut::<Chronicle>(battle).unwrap();
    for number in 0..5_000 {
        long.facts
            .push(Fact::new("ST-MOVE-01", format!("Somebody does the thing of number {number} to somebody else.")));
    }
    let mut harness = window(screen);
    harness.draw_out();
    let laid = harness.query_all_by_label_contains("Somebody does the thing").count();
    assert!((10..120).contains(&laid), "{laid} lines are laid out");
    assert!(harness.query_by_label("Somebody does the thing of number 4999 to somebody else.").is_some());
}

/// Promise: everybody's rolls for the order of turns are one line, which opens to each of them.
#[test]
fn many_rolls_of_a_round_are_one_line_until_they_are_read() {
    let mut harness = window(by_people("gate", 1));
    harness.draw_out();
    let rolls: Vec<String> =
        harness.facts().iter().filter(|fact| fact.rule == "ST-INIT-01").map(|fact| fact.text.clone()).collect();
    assert!(rolls.len() > 10);
    assert!(!harness.shows(&rolls[0]));
    let line = format!("{} rolls: initiative ⏷", harness.facts().iter().filter(|fact| fact.roll.is_some()).count());
    harness.press(&line);
    assert!(!harness.shows(&line));
    assert!(harness.shows(&rolls[0]));
}

/// Promise: a long log that has just been opened shows its newest line where it stays: no part of it is empty until it is scrolled.
#[test]
fn a_log_that_is_opened_lies_where_it_stays() {
    let mut screen = screen(4);
    let battle = screen.battle().unwrap();
    let mut long = screen.world.get_mut::<Chronicle>(battle).unwrap();
    for number in 0..900_usize {
        // Of many lengths, and narrow letters: they take fewer lines than one would think.
        let text = format!("{number}: {}", "ill il ".repeat(number % 23));
        long.facts.push(Fact::new("ST-MOVE-01", text.trim_end().to_owned()));
    }
    long.facts.push(Fact::new("ST-MOVE-01", "This is the end of it."));
    let mut harness = window(screen);
    harness.draw_out();
    let lies = |harness: &Window| harness.get_by_label("This is the end of it.").rect();
    let at_once = lies(&harness);
    harness.run_steps(4);
    assert_eq!(at_once, lies(&harness), "it has moved by itself");
}
