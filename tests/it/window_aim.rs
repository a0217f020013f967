//! What one may do and what one is asked: the panels stay where they are, hold what there is, and are heard by whoever they
//! are meant for.

use std::collections::BTreeMap;

use bevy_egui::egui::{Pos2, Rect};
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Group, Id, Look, Prospect};
use sortie::board::Square;
use sortie::overlay::{Hand, Offers, Pace, Preferences, Screen, Speed, Wishes, odds_line};

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_rest, at_speed, by_people, sized};

/// The computer plays until somebody may strike at two, one of them in more ways than are shown at once or out of reach of
/// some; the first of them has the most ways.
fn two_targets(screen: &mut Screen) -> [Id; 2] {
    let found = screen.until(&mut Mind::new(Skill::Plain, 1), 400, |look, _| {
        look.question().filter(|asked| asked.choices.is_none() && asked.who.is_some())?;
        let mut ways: BTreeMap<Id, (usize, usize)> = BTreeMap::new();
        for choice in look.choices() {
            let Some(target) = look.target(&choice.order) else { continue };
            let (open, shut) = ways.entry(target).or_default();
            if choice.is_legal() { *open += 1 } else { *shut += 1 }
        }
        let mut open: Vec<(usize, Id)> = ways
            .into_iter()
            .filter(|(_, (open, shut))| *open > 0 && *shut > 0)
            .map(|(id, (open, _))| (open, id))
            .collect();
        open.sort_by_key(|(open, _)| std::cmp::Reverse(*open));
        match open.as_slice() {
            [(_, one), (_, other), ..] => Some([*one, *other]),
            _ => None,
        }
    });
    found.expect("nobody can choose between two")
}

/// Where what bears these words lies.
fn lies(harness: &Window, words: &str) -> Rect {
    harness.query_all_by_label_contains(words).next().unwrap_or_else(|| panic!("nothing says `{words}`")).rect()
}

/// Promise: what is opened in the panel of ways moves nothing of it, and is folded again at the next target.
#[test]
fn the_ways_at_a_target_stay_where_they_are() {
    for name in ["gate", "toll_bridge", "spears_at_the_bridge"] {
        let mut screen = by_people(name, 1);
        let [one, other] = two_targets(&mut screen);
        screen.edit::<Hand>().aim_at(Some(one));
        let mut harness = at_rest(screen);
        let before = lies(&harness, "close");
        let whys: Vec<Pos2> = harness.query_all_by_label("why?").map(|node| node.rect().center()).collect();
        if let Some(first) = whys.first() {
            harness.click_at(*first);
            assert_eq!(lies(&harness, "close"), before, "{name}: why?");
            let now: Vec<Pos2> = harness.query_all_by_label("why?").map(|node| node.rect().center()).collect();
            assert!(now.iter().any(|each| each.distance(*first) < 2.0), "{name}: {first:?} moved: {now:?}");
            harness.click_at(*first);
        }
        let words = "more that cannot be done now";
        harness.get_by_label_contains(words).scroll_to_me();
        harness.run();
        harness.click_at(lies(&harness, words).center());
        assert!(!harness.edit::<Hand>().unfolded.is_empty(), "{name}: it opens");
        assert_eq!(lies(&harness, "close"), before, "{name}: what cannot be done");
        harness.edit::<Hand>().aim_at(Some(other));
        harness.run();
        assert!(harness.edit::<Hand>().unfolded.is_empty(), "{name}: it is folded at the next");
        assert!(lies(&harness, words).height() > 0.0);
    }
}

/// Promise: how a blow may be struck is chosen below the blow.
#[test]
fn the_manners_of_a_blow_stand_below_it() {
    let mut screen = by_people("first_milestone", 1);
    let target = screen.until(&mut Mind::new(Skill::Plain, 1), 400, |look, _| {
        look.question().filter(|asked| asked.choices.is_none() && asked.who.is_some())?;
        let choices = look.choices();
        let can_hold = |choice: &&Choice| choice.is_legal() && choice.manners.iter().any(|way| *way == "hold back");
        let mut held = choices.iter().filter(can_hold);
        held.find_map(|choice| look.target(&choice.order))
    });
    screen.edit::<Hand>().aim_at(Some(target.expect("somebody can hold back")));
    let harness = at_rest(screen);
    assert!(lies(&harness, "hold back").top() > lies(&harness, "why?").bottom());
}

/// Promise: in the list of what can be done at somebody each price stands in the line of its button, whatever that is called.
#[test]
fn prices_stand_beside_their_buttons() {
    let mut screen = by_people("first_watch", 1);
    let cost = |look: Look<'_>, target: Id| {
        let choices = look.choices().into_iter().filter(|choice| choice.is_legal());
        let at: Vec<Choice> = choices.filter(|choice| look.target(&choice.order) == Some(target)).collect();
        let long = at.iter().find(|choice| choice.label.len() > 24 && choice.cost.is_some());
        long.and_then(|choice| choice.cost.clone())
    };
    let found = screen.until(&mut Mind::new(Skill::Plain, 1), 400, |look, _| {
        look.question().filter(|asked| asked.choices.is_none() && asked.who.is_some())?;
        look.shown().find_map(|target| Some((target, cost(look, target)?)))
    });
    let (target, cost) = found.expect("somebody has a blow with a long name");
    screen.edit::<Hand>().aim_at(Some(target));
    let harness = at_rest(screen);
    let whys: Vec<Rect> = harness.query_all_by_label("why?").map(|node| node.rect()).collect();
    let prices: Vec<Rect> = harness.query_all_by_label(&cost).map(|node| node.rect()).collect();
    assert!(!prices.is_empty(), "no price of {cost}");
    for price in prices {
        assert!(whys.iter().any(|why| why.y_range().contains(price.center().y)), "{price:?} beside {whys:?}");
    }
}

/// Promise: the odds of a blow at several have a line for each of them, with their name.
#[test]
fn the_odds_of_a_blow_at_several_have_a_line_for_each() {
    let told = ["first_milestone", "toll_bridge", "lair_of_the_wyrm"].into_iter().find_map(|name| {
        by_people(name, 1).until(&mut Mind::new(Skill::Plain, 1), 200, |look, _| {
            let who = look.question().filter(|asked| asked.choices.is_none())?.who?;
            let blows = look.choices().into_iter().filter(|choice| choice.is_legal() && choice.group == Group::Attack);
            blows.map(|choice| choice.order).find_map(|order| {
                let forecast = look.deed(order.verb).ok()?.forecast(look, who, &order)?;
                // What nothing comes of is left out.
                let is_harmed = |each: &&Prospect| each.outcomes.outcomes().any(|(grade, _)| *grade > 0);
                let harmed = forecast.against.iter().filter(is_harmed);
                let mut struck: Vec<Id> = harmed.filter_map(|prospect| prospect.who).collect();
                struck.dedup();
                let names = struck.iter().map(|who| look.name(*who).to_owned()).collect::<Vec<_>>();
                (names.len() > 1).then(|| (odds_line(look, &forecast), names))
            })
        })
    });
    let (told, names) = told.expect("somebody can strike at several");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), names.len(), "{told}");
    assert!(lines.iter().zip(&names).all(|(line, name)| line.starts_with(&format!("{name}: "))), "{told}");
}

/// Promise: on the smallest page with the largest text no way hides its price or what tells why, and all of them lie within
/// the panel.
#[test]
fn no_way_at_a_target_lies_over_its_price() {
    let mut seen = 0;
    for name in ["gate", "toll_bridge", "spears_at_the_bridge"] {
        let mut screen = by_people(name, 1);
        screen.edit::<Preferences>().text = 200;
        let [one, _] = two_targets(&mut screen);
        screen.edit::<Hand>().aim_at(Some(one));
        let mut harness = sized(screen, SMALL, FRAME);
        harness.run();
        let look = harness.now();
        let mut costs: Vec<String> = look.choices().into_iter().filter_map(|choice| choice.cost).collect();
        costs.sort_unstable();
        costs.dedup();
        let close = lies(&harness, "close");
        let whys: Vec<Rect> = harness.query_all_by_label("why?").map(|node| node.rect()).collect();
        seen += whys.len();
        let is_within = |rect: &Rect| rect.right() < close.right() + 16.0;
        assert!(whys.iter().all(is_within), "{name}: {whys:?} beyond {close:?}");
        for cost in &costs {
            for price in harness.query_all_by_label(cost).map(|node| node.rect()) {
                assert!(!whys.iter().any(|why| why.intersects(price)), "{name}: `{cost}` at {price:?}, {whys:?}");
            }
        }
    }
    assert!(seen > 2, "only {seen} ways tell why");
}

/// Promise: also on a small page with large text the list of ways is as broad as its text wants, where that hides nobody.
#[test]
fn the_ways_are_no_narrow_column() {
    let mut broad = 0;
    for name in ["gate", "toll_bridge", "spears_at_the_bridge"] {
        let mut screen = by_people(name, 1);
        screen.edit::<Preferences>().text = 150;
        let [one, _] = two_targets(&mut screen);
        screen.edit::<Hand>().aim_at(Some(one));
        let mut harness = sized(screen, SMALL, FRAME);
        harness.run();
        let panel = harness.ctx.memory(|memory| memory.area_rect("aim")).expect("the ways are listed");
        broad += usize::from(panel.width() > 410.0);
    }
    assert!(broad > 1, "{broad} of three are broad");
}

/// Promise: a click that comes just after another is asked was meant for the one before, and nobody walks by it.
#[test]
fn a_click_meant_for_the_one_before_sends_nobody() {
    let mut screen = by_people("gate", 1);
    let likes = screen.edit::<Preferences>();
    (likes.warns, likes.speed) = (false, Speed::Fast);
    let mut harness = at_speed(screen);
    harness.run_steps(60);
    let first = harness.now().asked();
    harness.edit::<Wishes>().order = Some(sortie::battle::Order::new("end turn"));
    harness.run_steps(2);
    let made = harness.made().len();
    assert_ne!(harness.now().asked(), first, "somebody else is asked");
    let free = |look: Look<'_>| -> Option<Square> {
        let walk = look.choices().into_iter().find(|choice| choice.is_legal() && choice.group == Group::Move)?;
        let is_free = |square: &Square| look.everybody().all(|id| !look.footprint(id).contains(*square));
        walk.squares.iter().map(|(square, _)| *square).find(is_free)
    };
    let to = free(harness.now()).expect("somewhere to go");
    let at = harness.place_of(to);
    let click = |harness: &mut Window| {
        harness.hover_at(at);
        harness.run_steps(1);
        harness.drag_at(at);
        harness.drop_at(at);
        harness.run_steps(2);
    };
    click(&mut harness);
    assert!(harness.made().len() == made && harness.edit::<Hand>().sure.is_none(), "too soon to be meant");
    harness.run_steps(40);
    click(&mut harness);
    assert!(harness.made().len() > made || harness.edit::<Hand>().sure.is_some(), "half a second later it counts");
}

/// Promise: what would be let go by with a turn is said over the button that ends it, above the line between the two, where
/// everything keeps its place.
#[test]
fn the_warning_stands_at_the_button() {
    for (size, text) in [(PAGE, 100), (SMALL, 150), (PAGE, 200)] {
        let mut screen = by_people("gate", 1);
        screen.edit::<Preferences>().text = text;
        let mut harness = sized(screen, size, FRAME);
        harness.run();
        let before = lies(&harness, "show what cannot be done");
        harness.press("End turn");
        assert!(harness.made().is_empty() && harness.edit::<Pace>().warned.is_some());
        let (said, button) = (lies(&harness, "Once more to end the turn all the same"), lies(&harness, "End turn"));
        assert!(said.right() > button.left() && !said.intersects(button), "{size:?} {text}: {said:?} and {button:?}");
        let below = lies(&harness, "show what cannot be done");
        assert_eq!(below, before, "{size:?} {text}: nothing makes room for it");
        assert!(!said.intersects(below), "{size:?} {text}: {said:?} lies over {below:?}");
        assert!(below.top() - said.bottom() < 40.0, "{size:?} {text}: {said:?} far from {below:?}");
        harness.press("End turn");
        assert_eq!(harness.made().len(), 1);
    }
}

/// Promise: a warning is of one decision: once the computer has played, and whoever is asked then, it is not said any more, and
/// the end of a turn wants a second word anew.
#[test]
fn a_warning_is_of_one_decision() {
    let mut harness = at_rest(by_people("gate", 1));
    let warned = harness.now().asked();
    harness.press("End turn");
    assert!(harness.made().is_empty() && harness.names("Once more to end the turn all the same"));
    // The computer plays, as far as to a fighter who has done nothing yet.
    harness.edit::<Preferences>().speed = Speed::AtOnce;
    harness.edit::<Pace>().auto = true;
    let is_anothers = |look: Look<'_>| {
        let turn = look.question().filter(|asked| asked.choices.is_none()).and_then(|asked| asked.who);
        turn.is_some_and(|who| Some(who) != warned && look.rules().economy.is_untouched(look, who))
    };
    for _ in 0..200 {
        harness.run_steps(1);
        if is_anothers(harness.now()) {
            break;
        }
    }
    assert!(is_anothers(harness.now()), "nobody else has a turn");
    harness.edit::<Pace>().auto = false;
    harness.run_steps(4);
    let made = harness.made().len();
    assert!(!harness.names("Once more to end the turn all the same"), "nobody was warned of this turn");
    harness.press("End turn");
    assert_eq!(harness.made().len(), made, "an old warning is no second word");
    assert!(harness.edit::<Pace>().warned.is_some());
}

/// Promise: every answer to a question is on the page, whole, or can be scrolled to, whatever the size of the page and text.
#[test]
fn every_answer_is_on_the_page() {
    for (name, seed) in [("first_round", 1), ("toll_bridge", 1), ("charge_at_the_ford", 1), ("tavern_yard", 2)] {
        for (size, text) in [(SMALL, 100), (SMALL, 150), (PAGE, 200)] {
            let mut screen = by_people(name, seed);
            let likes = screen.edit::<Preferences>();
            (likes.text, likes.asks_all) = (text, true);
            let mut harness = sized(screen, size, FRAME);
            let mut mind = Mind::new(Skill::Plain, seed);
            let mut kinds: Vec<String> = Vec::new();
            for _ in 0..40 {
                let look = harness.now();
                let Some(question) = look.question() else { break };
                let kind = question.kind.to_string();
                let answers: Vec<Choice> = question.choices.iter().flatten().cloned().collect();
                if !answers.is_empty() && !kinds.contains(&kind) {
                    kinds.push(kind.clone());
                    // Those that lie one click deeper, too.
                    harness.edit::<Offers>().others = true;
                    harness.run();
                    for choice in answers.iter().filter(|choice| choice.is_legal() && choice.card.is_none()) {
                        let found = harness.query_all_by_label_contains(&choice.label).last();
                        let found = found.unwrap_or_else(|| panic!("{name}, {kind}: nothing says `{}`", choice.label));
                        found.scroll_to_me();
                        harness.run();
                        let rect = harness.query_all_by_label_contains(&choice.label).last().unwrap().rect();
                        let page = Rect::from_min_size(Pos2::ZERO, size.into());
                        let told = format!("{name} {size:?} {text}, {kind}: `{}` at {rect:?}", choice.label);
                        assert!(page.expand(1.0).contains_rect(rect), "{told}");
                    }
                }
                let order = mind.decide(harness.now()).unwrap();
                harness.give(order);
            }
            assert!(!kinds.is_empty(), "{name}: nothing is asked");
        }
    }
}

/// Promise: what waits for somebody is put down by a click on free ground, and nobody walks by it; no way is shown before.
#[test]
fn what_waits_for_somebody_is_put_down_on_free_ground() {
    let mut harness = at_rest(by_people("even", 3));
    let look = harness.now();
    let is_free = |at: &Square| look.everybody().all(|id| !look.footprint(id).contains(*at));
    let walks = |choice: &Choice| choice.is_legal() && choice.group == Group::Move;
    let mut squares = look.choices().into_iter().filter(walks).flat_map(|choice| choice.squares).map(|(at, _)| at);
    let free = squares.find(is_free).expect("there is room to walk");
    let made = harness.made().len();
    let at = harness.place_of(free);
    harness.edit::<Hand>().wielded = Some("aim".to_owned());
    harness.point_at(at);
    harness.click_at(at);
    assert_eq!(harness.made().len(), made, "nobody walks");
    assert!(harness.edit::<Hand>().wielded.is_none(), "it is put down");
    harness.click_at(at);
    assert!(harness.made().len() > made || harness.edit::<Hand>().sure.is_some(), "with nothing in hand it is a walk");
}

/// Promise: a combo says what its blows are struck with, and that is in hand.
#[test]
fn a_combo_says_with_what() {
    let mut screen = by_people("first_watch", 1);
    let seen = screen.until(&mut Mind::new(Skill::Plain, 1), 300, |look, _| {
        let who = look.asked()?;
        let combo = look.choices().into_iter().find(|choice| choice.is_legal() && choice.order.verb == "combo")?;
        let arms = look.deed(combo.order.verb).ok()?.arms(look, who, &combo.order);
        let ready = |name| look.arms(who).any(|item| item.is_ready() && item.arm.name == name);
        assert!(arms.iter().all(|arm| ready(*arm)), "{arms:?}");
        Some((look.target(&combo.order)?, combo.label, arms))
    });
    let (target, label, arms) = seen.expect("somebody may strike several blows");
    let arm = arms.first().expect("it is struck with something");
    let mut harness = at_rest(screen);
    harness.edit::<Hand>().aim_at(Some(target));
    harness.run();
    assert!(harness.names(&format!(" with {arm}")), "{label}");
}
