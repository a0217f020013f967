//! The log: whose lines it shows, how it is grouped, and what it costs.

use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::{Chronicle, Fact, advance, answer};
use sortie::overlay::{Opening, Screen};
use sortie::rulebook::{Library, Player};

fn screen(count: usize) -> Screen {
    let mut scenario = Library::open("rulesets").scenario("even").unwrap();
    scenario.players.fill(Player::Human);
    let mut screen = Screen::new(Opening::of(Library::open("rulesets"), scenario, 3));
    let battle = screen.battle().unwrap();
    let mut mind = Mind::new(Skill::Plain, 1);
    for _ in 0..count {
        let order = mind.decide(screen.look().unwrap()).unwrap();
        answer(&mut screen.world, battle, order).unwrap();
        advance(&mut screen.world, battle);
    }
    screen
}

fn harness<'a>(screen: Screen) -> Harness<'a, Screen> {
    let app = |ui: &mut bevy_egui::egui::Ui, screen: &mut Screen| {
        screen.show(ui);
        screen.act(Duration::from_millis(16));
    };
    Harness::builder().with_size([1360.0, 860.0]).with_max_steps(60).build_ui_state(app, screen)
}

fn facts(screen: &Screen) -> Vec<Fact> {
    screen.look().unwrap().battle::<Chronicle>().unwrap().facts.clone()
}

#[test]
fn the_log_of_one_fighter_holds_what_it_did_and_suffered() {
    let mut harness = harness(screen(40));
    harness.run();
    let facts = facts(harness.state());
    let who = facts.last().unwrap().who.unwrap();
    let concerns = |fact: &Fact| {
        fact.who == Some(who) || fact.whom == Some(who) || fact.changes.iter().any(|change| change.who == who)
    };
    let last = |is: &dyn Fn(&Fact) -> bool| facts.iter().rev().find(|fact| is(fact)).unwrap().text.clone();
    let (own, other) = (last(&concerns), last(&|fact| !concerns(fact) && fact.rule != "round"));
    assert!(harness.query_all_by_label(&other).next().is_some());
    harness.state_mut().desk().logged.whose = Some(who);
    harness.run();
    assert!(harness.query_all_by_label(&own).next().is_some());
    assert!(harness.query_all_by_label(&other).next().is_none());
}

/// Whoever's turn it is stands over what happened in it.
#[test]
fn turns_have_a_heading() {
    let mut harness = harness(screen(30));
    harness.run();
    let look = harness.state().look().unwrap();
    let turn = facts(harness.state()).last().unwrap().turn.unwrap();
    let name = look.name(turn).to_owned();
    // Once in the track, once on the sheet or not, and over its lines.
    let with_log = harness.query_all_by_label(&name).count();
    harness.state_mut().desk().log_hidden = true;
    harness.run();
    assert!(harness.query_all_by_label(&name).count() < with_log);
}

/// A line that is opened far from the end stays in view, and shows its place.
#[test]
fn a_line_that_is_clicked_opens_where_it_is() {
    let mut harness = harness(screen(8));
    harness.run();
    let facts = facts(harness.state());
    let (index, fact) = facts.iter().enumerate().rev().find(|(_, fact)| !fact.squares.is_empty()).unwrap();
    harness.query_all_by_label(&fact.text).next().unwrap().click();
    harness.run();
    assert_eq!(harness.state_mut().desk().opened, Some(index));
    let title = harness.state().look().unwrap().rules().book[&fact.rule].title.clone();
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
    let mut harness = harness(screen);
    harness.run();
    let laid = harness.query_all_by_label_contains("Somebody does the thing").count();
    assert!((10..120).contains(&laid), "{laid} lines are laid out");
    assert!(harness.query_by_label("Somebody does the thing of number 4999 to somebody else.").is_some());
}
