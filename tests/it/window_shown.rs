//! What is shown when, and what remains of it.

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::pos2;
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Fact, Look, Purpose, Roll};
use sortie::overlay::{LogLines, LogPanel, Motion, Preferences, Speed, Wishes};
use sortie::rulebook::Player;

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, Window, at_once, at_rest, at_speed, by_people, in_lesson, seated, window};

/// Whether a question of a turn is put.
fn is_turn(look: Look<'_>) -> bool {
    look.question().is_some_and(|question| question.choices.is_none())
}

/// The places of the bar that can be used, of those that hold what whoever is asked can do now.
fn lit(harness: &mut Window) -> Vec<String> {
    let choices = harness.now().choices();
    let titles: Vec<String> = harness.bar(&choices).iter().map(|slot| slot.title(&choices)).collect();
    let below = PAGE[1] * 0.79;
    let lit = harness.query_all_by(|node| node.role() == Role::Button).filter(|node| {
        let access = node.accesskit_node();
        node.rect().top() > below && !access.is_disabled() && access.label().is_some_and(|name| titles.contains(&name))
    });
    lit.filter_map(|node| node.accesskit_node().label()).collect()
}

/// Promise: while anything of what was done last is being shown, no place of the bar can be used: nobody reads there how it ended.
#[test]
fn the_bar_is_grey_while_anything_is_shown() {
    for name in ["first_milestone", "first_toll", "first_watch"] {
        let mut screen = by_people(name, 3);
        (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().warns) = (Speed::Fast, false);
        let (mut harness, mut mind) = (at_speed(screen), Mind::new(Skill::Plain, 3));
        harness.run_steps(3);
        let (mut grey, mut lights) = (0, 0);
        for _ in 0..40 {
            if harness.end().is_some() {
                break;
            }
            harness.watch(&mut mind, |harness| {
                let open = lit(harness);
                assert!(open.is_empty(), "{name}: {open:?} can be used before all has been seen");
                grey += 1;
            });
            if harness.end().is_none() && is_turn(harness.now()) {
                harness.run_steps(2);
                lights += usize::from(!lit(&mut harness).is_empty());
            }
        }
        assert!(grey > 20 && lights > 5, "{name}: {grey} frames, {lights} turns");
    }
}

/// Promise: with the log shut the bar says what the last blow came to, also where nothing is shown of it, until somebody decides
/// anew.
#[test]
fn the_last_blow_is_told_in_the_bar() {
    let mut screen = by_people("first_toll", 2);
    (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().warns) = (Speed::AtOnce, false);
    screen.edit::<LogPanel>().open = false;
    let (mut harness, mut mind) = (window(screen), Mind::new(Skill::Plain, 2));
    let mut told = 0;
    for _ in 0..80 {
        if harness.end().is_some() {
            break;
        }
        let before = harness.now().facts().len();
        let order = mind.decide(harness.now());
        harness.edit::<Wishes>().order = order;
        harness.run();
        let look = harness.now();
        let blow = |fact: &&sortie::battle::Fact| {
            fact.whom.is_some() && fact.roll.as_ref().is_some_and(|roll| roll.shows().is_some())
        };
        let last = look.facts().iter().skip(before).rev().find(blow).map(|fact| fact.text.clone());
        if let Some(text) = last.filter(|_| harness.end().is_none() && is_turn(look)) {
            // Whoever throws or shoots is told of in other words: what came of it is the same.
            let came = text.split_once(": ").map_or(text.as_str(), |(_, came)| came);
            assert!(harness.names(came), "the bar does not say `{text}`");
            told += 1;
        }
    }
    assert!(told > 2, "{told} blows");
}

/// Promise: a click on the line of the last blow opens the log, and the sign at its end puts the line away until something else is
/// told.
#[test]
fn the_line_of_the_last_blow_leads_to_the_log() {
    const AWAY: &str = "Put away what the last blow came to";
    let mut screen = by_people("first_toll", 2);
    (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().warns) = (Speed::AtOnce, false);
    let (mut harness, mut mind) = (window(screen), Mind::new(Skill::Plain, 2));
    let mut told = 0;
    for _ in 0..80 {
        if harness.end().is_some() {
            break;
        }
        let order = mind.decide(harness.now());
        harness.edit::<Wishes>().order = order;
        harness.run();
        let sign =
            |harness: &Window| harness.query_all_by_role_and_label(Role::Button, AWAY).next().map(|node| node.rect());
        let Some(place) = sign(&harness).filter(|_| is_turn(harness.now())) else { continue };
        harness.edit::<LogPanel>().open = false;
        harness.run();
        harness.click_at(pos2(place.left() - 14.0, place.center().y));
        assert!(harness.edit::<LogPanel>().open, "the log stays shut");
        assert!(sign(&harness).is_some(), "the line is put away by a click on it");
        harness.click_at(place.center());
        assert!(sign(&harness).is_none(), "the line stays");
        told += 1;
    }
    assert!(told > 2, "{told} lines");
}

/// Promise: the log is opened at a place, however long ago that was told and whichever lines were chosen.
#[test]
fn the_log_opens_at_a_place() {
    let mut screen = by_people("spears_at_the_bridge", 3);
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut mind = Mind::new(Skill::Plain, 3);
    while screen.facts().len() < 160 && screen.end().is_none() {
        let order = mind.decide(screen.now());
        screen.edit::<Wishes>().order = order;
        screen.act(FRAME);
    }
    let mut harness = at_rest(screen);
    let facts = harness.facts().to_vec();
    let is_alone = |fact: &&Fact| facts.iter().filter(|other| other.text == fact.text).count() == 1;
    let blows = facts.iter().enumerate().filter(|(_, fact)| fact.whom.is_some() && is_alone(fact));
    let (place, text) = blows.map(|(place, fact)| (place, fact.text.clone())).next().unwrap();
    assert!(facts.len() > place + 60, "{place} of {}", facts.len());
    harness.edit::<LogPanel>().open = true;
    harness.run();
    assert!(!harness.names(&text), "all of the log is in view");
    harness.edit::<LogPanel>().lines = LogLines::Dice;
    harness.edit::<LogPanel>().open_at(place);
    harness.run();
    assert!(harness.names(&text), "`{text}` is out of view");
}

/// Promise: in each game that knows it a disarm says who has lost what they held, and to whom.
#[test]
fn a_disarm_says_who_was_disarmed() {
    let shield = "block with \"Large shield\"";
    for (game, lesson, orders, [who, by]) in [
        ("scale_toughness", "ST-L-DISARM", &["disarm with Arming sword at Goblin", "none"][..], ["Goblin", "Mauve"]),
        (
            "hursagmu",
            "HG-C21",
            &["declare for 1", "disarm with Sword at Spearman in Spear", shield][..],
            ["Spearman", "Knight"],
        ),
        ("old_school", "OS-C29", &["disarm with Sword at Bugbear", "not now"][..], ["Bugbear", "Veteran"]),
        (
            "zones",
            "ZN-L-SKILL-DISARM",
            &["first with Heroes", "act with Balthasar", "disarm at Bandit in Axe", "none"][..],
            ["Bandit", "Balthasar"],
        ),
    ] {
        let screen = in_lesson(game, lesson, orders);
        let look = screen.now();
        let mut told = look.facts().iter().filter_map(|fact| fact.disarmed);
        let both = told.next().map(|(who, by)| [look.name(who), look.name(by)]);
        assert_eq!((both, told.next()), (Some([who, by]), None), "{game}");
    }
}

/// Promise: "none" leaves marks until the next decision: what came of a blow, one in vain too, stands over whoever was struck,
/// wherever one clicks until then, and is gone once somebody has gone elsewhere.
#[test]
fn none_leaves_marks_until_the_next_decision() {
    let mut screen = by_people("spears_at_the_bridge", 3);
    (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().warns) = (Speed::AtOnce, false);
    let (mut harness, mut mind) = (window(screen), Mind::new(Skill::Plain, 3));
    let (mut missed, mut marked, mut gone) = (0, 0, 0);
    for _ in 0..120 {
        if harness.end().is_some() {
            break;
        }
        let (before, order) = (harness.now().facts().len(), mind.decide(harness.now()));
        let goes = order.as_ref().is_some_and(|order| order.verb == "move");
        harness.edit::<Wishes>().order = order;
        harness.run();
        harness.run_steps(3);
        let new: Vec<Fact> = harness.now().facts().iter().skip(before).cloned().collect();
        let is_quiet = |fact: &Fact| fact.changes.is_empty() && fact.befalls.is_none();
        let is_miss = |fact: &Fact| {
            let fails = |roll: &Roll| roll.shows() == Some(false) && roll.purpose != Purpose::Defence;
            is_quiet(fact) && fact.roll.as_ref().is_some_and(fails)
        };
        let noted = |harness: &mut Window, whom| harness.edit::<Motion>().notes().iter().any(|(who, _)| *who == whom);
        if let Some(whom) = new.iter().rfind(|fact| is_miss(fact)).and_then(|fact| fact.whom) {
            missed += 1;
            if noted(&mut harness, whom) {
                marked += 1;
                let made = harness.made().len();
                harness.click_at(pos2(3.0, PAGE[1] * 0.5));
                harness.run_steps(2);
                assert!(harness.made().len() > made || noted(&mut harness, whom), "a click takes the mark away");
            }
        } else if goes && new.iter().all(|fact| is_quiet(fact) && fact.roll.is_none()) {
            assert!(harness.edit::<Motion>().notes().is_empty(), "what was before the walk is still told");
            gone += 1;
        }
    }
    assert!(marked > 2 && marked * 2 > missed && gone > 2, "{marked} of {missed} marked, {gone} walks");
}

/// Promise: where somebody acts who has been felled at the same moment, it is said why they still may, with the rule.
#[test]
fn whoever_strikes_as_they_fall_is_explained() {
    let orders = ["end turn", "end turn", "attack with Sword at Orc", "not now"];
    let screen = in_lesson("old_school", "OS-D-31", &orders);
    let look = screen.now();
    let who = look.asked().filter(|who| look.is_falling(*who)).map(|who| look.name(who).to_owned());
    let who = who.expect("the orc is slain and still strikes");
    let harness = at_once(screen);
    assert!(harness.names(&format!("{who} strikes at the same moment (")), "nothing is said of {who}");
    assert!(harness.names("OS-INIT"), "no way to the rule");
}

/// Promise: a round is called over the lines of the log as it is at the top of the window: no stretch is counted before the
/// first of them is over.
#[test]
fn a_round_is_called_the_same_everywhere() {
    let mut screen = by_people("first_toll", 1);
    screen.edit::<LogPanel>().open = true;
    let harness = at_rest(screen);
    assert!(harness.shows("Round 1.") && !harness.names("Turn 0"));
}

/// Promise: where the computer plays every side nobody is told that they decide next.
#[test]
fn who_only_watches_decides_nothing() {
    let mut screen = seated("gate", &[Player::Computer; 2], 3);
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut harness = window(screen);
    let mut asked = 0;
    for _ in 0..160 {
        harness.step();
        assert!(!harness.names("You decide next"));
        asked += usize::from(harness.now().question().is_some_and(|question| question.by.is_some()));
    }
    assert!(asked > 3, "hardly anybody is asked about a blow: {asked}");
}
