//! What a click does is what was said of it before: a walk that ends in a blow, what a plan promises, what is named first; and it
//! is asked about once more where more is let go by.

use std::time::Duration;

use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ahead::{Ahead, Comes, When, walk};
use sortie::ai::{Mind, Skill, worth_foretold};
use sortie::battle::{Choice, Forecast, Group, Id, Look, Nobody, Order, Scratch};
use sortie::board::Square;
use sortie::overlay::{Hand, Notices, Preferences, Speed, TRIFLE, Wishes, way_named};

use crate::kit::window::{Window, by_people, window};
use crate::kit::{Battle, begin, fight, library, scenario};

/// Promise: it is said that one can go and strike only where a walk leads to a blow that the rules allow.
#[test]
fn a_walk_is_said_to_end_in_a_blow_only_where_it_does() {
    let (mut can, mut cannot) = (0, 0);
    for scenario in ["gate", "toll_bridge", "lanterns/first"] {
        let mut screen = by_people(scenario, 1);
        screen.until(&mut Mind::new(Skill::Plain, 1), 24, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let walk = walk(&look.choices())?.clone();
            let mut squares: Vec<Square> = walk.squares.iter().map(|(square, _)| *square).collect();
            let body = look.footprint(who);
            let gap = |at: &Square| look.foes(who).map(|foe| body.moved_to(*at).gap(look.footprint(foe))).min();
            squares.sort_by_key(gap);
            let strikes = |at: &Square| {
                let mut scratch = Scratch::new();
                let mut copy = scratch.copy(look);
                let is_gone = copy.answer(Order { to: Some(*at), ..walk.order.clone() }).is_ok();
                copy.play(&mut Nobody);
                let is_blow = |choice: &Choice| choice.is_legal() && choice.group == Group::Attack;
                let there = copy.look().filter(|there| is_gone && there.asked() == Some(who));
                there.is_some_and(|there| there.choices().iter().any(is_blow))
            };
            if Ahead::default().strikes_from(look, who, &walk, &squares) {
                assert!(squares.iter().any(strikes), "{scenario}: {} strikes from nowhere", look.name(who));
                can += 1;
            } else {
                cannot += 1;
            }
            None::<()>
        });
    }
    assert!(can > 0 && cannot > 0, "{can} can, {cannot} cannot");
}

/// Promise: what a plan promises is what a click does then, and as likely: a walk to the enemy and a blow, with what is drawn for
/// nothing on the way where that is the better one, or hands that are laid on them where that is worth far more.
#[test]
fn a_click_does_what_was_promised() {
    let (mut drawn, mut seized) = (0, 0);
    for (name, actions) in [("first_round", 1), ("first_round", 2), ("tavern_yard", 1)] {
        let mut game = begin(&scenario(name), 3);
        // Whoever is not meant does nothing this round.
        while game.now().asked().is_some_and(|who| game.now().name(who) != "Bruin") {
            let kind = game.now().question().map(|question| question.kind);
            game.say(&[if kind.is_some_and(|kind| kind == "turn") { "end turn" } else { "declare for 0" }]);
        }
        let is_plan = |choice: &Choice| choice.order.n == Some(actions) && choice.order.manner.is_empty();
        let plan = game.now().choices().into_iter().find(is_plan).expect("a plan");
        let promised = plan.chance.expect("a chance is told");
        game.say(&[plan.order.to_string().as_str()]);
        let look = game.now();
        let (who, whom) = (look.asked().unwrap(), promised.split_once(" to hit ").unwrap().1);
        let foe = look.everybody().find(|id| look.name(*id) == whom).unwrap();
        let with = plan.chance_with.map(|with| with.to_string());
        let found = Ahead::default().approach(look, (who, foe), &look.choices(), None).expect("a walk and a deed");
        let is_blow = found.blow.verb == "attack";
        let done = if is_blow { found.blow.done_with() } else { found.blow.verb.as_str() };
        assert_eq!(Some(done), with.as_deref(), "{name}, {actions}: {promised}");
        let hits = found.forecast.unwrap().against[0].outcomes.chance(|(grade, _)| *grade >= 0).percent();
        assert!(promised.starts_with(&format!("{hits} to hit")), "{name}, {actions}: {promised}: {hits}");
        drawn += usize::from(found.first.is_some_and(|first| first.group == Group::Gear));
        seized += usize::from(!is_blow);
    }
    assert!(drawn > 0 && seized > 0, "{drawn} drawn, {seized} seized");
}

/// Promise: where no walk leads to an enemy, a click runs there and strikes, as likely as a plan of two things has promised; by one
/// thing no blow is promised, and none is struck.
#[test]
fn a_click_runs_to_a_blow_that_was_promised() {
    let lessons = library().lessons("hursagmu").unwrap();
    let lesson = lessons.iter().find(|each| each.id == "HG-L-WAY-ROUND").unwrap();
    for things in [1, 2] {
        let mut game = fight(lesson.setup.clone(), 1);
        let is_plan = |choice: &Choice| choice.order.n == Some(things) && choice.order.manner.is_empty();
        let plan = game.now().choices().into_iter().find(is_plan).expect("a plan");
        game.say(&[plan.order.to_string().as_str()]);
        let look = game.now();
        let who = look.asked().unwrap();
        let foe = look.foes(who).next().unwrap();
        let found = Ahead::default().approach(look, (who, foe), &look.choices(), None);
        let found = found.filter(|found| found.when > When::Later);
        assert_eq!((plan.chance.is_some(), found.is_some()), (things == 2, things == 2), "{things}");
        let Some((promised, found)) = plan.chance.zip(found) else { continue };
        let hits = found.forecast.as_ref().unwrap().against[0].outcomes.chance(|(grade, _)| *grade >= 0).percent();
        assert!(promised.starts_with(&format!("{hits} to hit")), "{promised}: {hits}");
        assert_eq!((found.go.verb.as_str(), found.lands()), ("run", true), "{}", found.go);
        let orders: Vec<String> = found.orders().iter().map(Order::to_string).collect();
        game.say(&orders.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(game.made().last().is_some_and(|made| made.order.verb == found.blow.verb), "{orders:?}");
    }
}

/// Promise: where blows have a later part of the round, a click on an enemy at whom nothing can be done before it says that they
/// come later, and does nothing else.
#[test]
fn a_click_before_blows_come_only_says_so() {
    let scenes = ["first_toll", "company_on_the_road", "spears_at_the_bridge", "the_ford", "dark_below"];
    let found = scenes.iter().flat_map(|name| (1..=4).map(move |seed| (name, seed))).find_map(|(name, seed)| {
        let mut screen = by_people(name, seed);
        let found = screen.until(&mut Mind::new(Skill::Plain, seed), 60, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let choices = look.choices();
            let waits = |foe: &Id| {
                let at: Vec<&Choice> =
                    choices.iter().filter(|choice| look.target(&choice.order) == Some(*foe)).collect();
                let is_shut = !at.is_empty() && at.iter().all(|choice| !choice.is_legal());
                is_shut && Ahead::default().approach(look, (who, *foe), &choices, None).is_none()
            };
            let is_soon = look.rules().economy.goes_on(look, who) && look.rules().economy.forgone(look, who).is_none();
            look.foes(who).filter(|foe| is_soon && look.is_in_play(*foe)).find(waits)
        });
        Some((screen, found?))
    });
    let (mut screen, foe) = found.expect("an enemy at whom blows come later");
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut harness = window(screen);
    harness.run();
    let (made, at) = (harness.made().len(), harness.now().footprint(foe).at);
    let place = harness.click_square(at);
    for _ in 0..2 {
        assert_eq!(harness.made().len(), made, "nothing is done");
        assert!(harness.edit::<Hand>().target.is_none(), "nothing has to be chosen");
        let said = harness.edit::<Notices>().said.take();
        assert!(said.is_some_and(|said| said.contains("Blows come when")), "nothing is said");
        harness.click_at(place);
    }
}

/// Promise: a blow in a later part of the round is as likely to hit as it is where the walk to it ends: by the side from which one
/// strikes there, and by which way its target faces then.
#[test]
fn a_blow_after_a_walk_is_foretold_from_where_that_ends() {
    let mut seen = 0;
    for seed in 1..=6 {
        let mut screen = by_people("first_toll", seed);
        screen.until(&mut Mind::new(Skill::Plain, seed), 40, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let choices = look.choices();
            for foe in look.foes(who).filter(|foe| look.is_in_play(*foe)) {
                let found = Ahead::default().approach(look, (who, foe), &choices, None);
                let is_meant = |when: When, is_this_round: bool| when == When::Later && is_this_round;
                let Some(found) = found.filter(|found| is_meant(found.when, found.is_this_round)) else { continue };
                let mut scratch = Scratch::new();
                let mut copy = scratch.copy(look);
                copy.answer(found.go.clone()).unwrap();
                copy.play(&mut Nobody);
                let there = copy.look().unwrap();
                let body = there.footprint(who);
                if body.at != found.from || body.gap(there.footprint(foe)) > 1 || !found.comes.stings.is_empty() {
                    continue;
                }
                let hits = |told: &Forecast| told.against[0].outcomes.chance(|(grade, _)| *grade >= 0).percent();
                let (told, then) = (found.forecast.as_deref(), there.forecast(who, &found.blow));
                assert_eq!(told.map(hits), then.as_ref().map(hits), "seed {seed}: {} at {}", found.go, look.name(foe));
                seen += 1;
            }
            None::<()>
        });
    }
    assert!(seen > 3, "{seen} walks");
}

/// Somebody at hand whom whoever is on turn could only begin to strike.
fn only_begun(look: Look<'_>) -> Option<Id> {
    let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
    let (choices, economy) = (look.choices(), &look.rules().economy);
    let is_near = |foe: &Id| {
        let alone = look.everybody().filter(|id| look.footprint(*id).gap(look.footprint(*foe)) <= 0).count() == 1;
        alone && look.footprint(who).gap(look.footprint(*foe)) == 1 && look.is_in_play(*foe)
    };
    let begins = |foe: &Id| {
        let is_at = |choice: &&Choice| choice.is_legal() && look.target(&choice.order) == Some(*foe);
        let ways: Vec<&Choice> = choices.iter().filter(is_at).collect();
        ways.iter().any(|way| way.order.verb == "attack" && look.gives_up(&way.order).is_none())
            && ways.iter().all(|way| way.group == Group::Attack && economy.only_begins(look, who, way.takes))
    };
    look.foes(who).filter(is_near).find(begins)
}

/// Promise: two clicks on an enemy strike also where the blow wants a second word: the first one shows why.
#[test]
fn two_clicks_strike_where_a_second_word_is_wanted() {
    let mut seen = 0;
    for (scenario, seed) in [("gate", 1), ("gate", 2), ("gate", 3), ("duel_at_dawn", 1), ("duel_at_dawn", 2)] {
        let mut screen = by_people(scenario, seed);
        let found = screen.until(&mut Mind::new(Skill::Plain, seed), 200, |look, _| only_begun(look));
        let Some(foe) = found else { continue };
        (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().warns) = (Speed::AtOnce, true);
        let mut harness = window(screen);
        harness.run();
        let (made, at) = (harness.made().len(), harness.now().footprint(foe).at);
        let place = harness.click_square(at);
        if harness.edit::<Hand>().target != Some(foe) || !harness.names("once more to") {
            continue;
        }
        assert!(harness.edit::<Hand>().sure.is_some() && harness.names("it only begins now"), "{scenario} {seed}");
        assert_eq!(harness.made().len(), made, "{scenario} {seed}: the first click is no order");
        harness.click_at(place);
        assert!(harness.made().len() > made, "{scenario} {seed}: the second click does nothing");
        seen += 1;
    }
    assert!(seen > 0, "{seen} battles");
}

/// Promise: a move that only ends the turn wants a second word where another deed is let go by with it in a turn in which nothing was
/// done, and none where nothing else could be done.
#[test]
fn a_move_that_ends_a_turn_is_asked_about_where_more_is_let_go_by() {
    let (mut asked, mut silent) = (0, 0);
    for scenario in ["gate", "even", "toll_bridge"] {
        let mut screen = by_people(scenario, 3);
        (screen.edit::<Preferences>().warns, screen.edit::<Preferences>().speed) = (true, Speed::AtOnce);
        let mut mind = Mind::new(Skill::Plain, 3);
        for _ in 0..50 {
            let Some(order) = mind.decide(screen.now()).filter(|_| screen.end().is_none()) else { break };
            let look = screen.now();
            let turn = look.question().filter(|question| question.choices.is_none()).and_then(|question| question.who);
            let choices = look.choices();
            let found = turn.zip(walk(&choices)).and_then(|(who, walk)| {
                let farthest = walk.squares.iter().max_by_key(|(_, length)| *length)?;
                let go = Order { to: Some(farthest.0), ..walk.order.clone() };
                let comes = Ahead::default().comes(look, who, &go)?;
                let only_ends = comes.ends && !Comes { ends: false, ..comes }.is_grave(true);
                // What changes no more than what is in hand, or how one stands, may be a trifle.
                let is_worth_it = |choice: &Choice| {
                    let forecast = look.deed(choice.order.verb).unwrap().forecast(look, who, &choice.order);
                    let worth = worth_foretold(look, who, &choice.order, forecast.as_ref());
                    !matches!(choice.group, Group::Gear | Group::Posture) || worth > Some(TRIFLE)
                };
                let is_other = |choice: &Choice| {
                    let is_paid = choice.is_legal() && choice.takes > 0;
                    is_paid && !matches!(choice.group, Group::Move | Group::Turn) && is_worth_it(choice)
                };
                let is_untouched = look.rules().economy.is_untouched(look, who);
                only_ends.then(|| (go, is_untouched, choices.iter().any(is_other)))
            });
            if let Some((go, is_untouched, has_more)) = found.filter(|(_, untouched, more)| *untouched || !more) {
                let made = screen.made().len();
                screen.decided();
                screen.edit::<Wishes>().order = Some(go.clone());
                screen.act(Duration::ZERO);
                assert_eq!(screen.made().len() == made, has_more, "{scenario}: {go}, untouched: {is_untouched}");
                if !has_more {
                    silent += 1;
                    continue;
                }
                asked += 1;
                screen.decided();
            }
            screen.give(order);
        }
    }
    assert!(asked > 0, "{asked} asked about, {silent} not");
}

/// Somebody beside whoever is on turn, alone where they stand, to whom several things can be done, a blow among them; and those,
/// with what they are called.
fn beside(look: Look<'_>) -> Option<(Id, Vec<(Choice, String)>)> {
    let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
    let choices = look.choices();
    let is_near = |foe: &Id| {
        let alone = look.everybody().filter(|id| look.footprint(*id).gap(look.footprint(*foe)) <= 0).count() == 1;
        alone && look.footprint(who).gap(look.footprint(*foe)) == 1 && look.is_in_play(*foe)
    };
    look.foes(who).filter(is_near).find_map(|foe| {
        let is_at = |choice: &&Choice| choice.is_legal() && look.target(&choice.order) == Some(foe);
        let ways: Vec<&Choice> = choices.iter().filter(is_at).collect();
        let is_blow = |choice: &&Choice| choice.group == Group::Attack && look.gives_up(&choice.order).is_none();
        let is_found = ways.len() > 1 && ways.iter().any(is_blow);
        is_found.then(|| (foe, ways.into_iter().map(|way| (way.clone(), way_named(look, foe, way))).collect()))
    })
}

/// The way of these that is named highest on the page: on a button, or with its price and odds.
fn named_first(harness: &Window, ways: &[(Choice, String)], with_odds: bool) -> Option<String> {
    let mut first: Option<(f32, &String)> = None;
    for (_, name) in ways {
        for node in harness.query_all_by_label_contains(name) {
            let access = node.accesskit_node();
            let said = access.label().or_else(|| access.value()).unwrap_or_default();
            let rest = said.strip_prefix(name.as_str());
            let is_told = |rest: &str| [" (", " ·", "\n", ", only begins"].iter().any(|next| rest.starts_with(next));
            let top = node.rect().top();
            let is_it = rest.is_some_and(|rest| if with_odds { is_told(rest) } else { rest.is_empty() });
            if is_it && first.is_none_or(|(highest, _)| top < highest) {
                first = Some((top, name));
            }
        }
    }
    first.map(|(_, name)| name.clone())
}

/// Promise: in every battle that ships the way that the card of an enemy names first, and the list beside them, is the one that the
/// second click does.
#[test]
fn what_is_named_first_is_what_the_second_click_does() {
    let mut seen = 0;
    for name in library().scenarios() {
        let mut screen = by_people(&name, 1);
        let found = screen.until(&mut Mind::new(Skill::Plain, 1), 60, |look, _| beside(look));
        let Some((foe, ways)) = found else { continue };
        (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().warns) = (Speed::AtOnce, false);
        let mut harness = window(screen);
        harness.run();
        let (made, at) = (harness.made().len(), harness.now().footprint(foe).at);
        let place = harness.place_of(at);
        harness.point_at(place);
        let on_card = named_first(&harness, &ways, true);
        harness.click_at(place);
        if harness.edit::<Hand>().target != Some(foe) || !harness.names("once more to") {
            continue;
        }
        let in_list = named_first(&harness, &ways, false);
        harness.click_at(place);
        assert!(harness.made().len() > made, "{name}: the second click does nothing");
        let given = harness.made()[made].order.clone();
        let done = ways.iter().find(|(choice, _)| choice.fits(&given)).map(|(_, name)| name.clone());
        assert!(done.is_some() && in_list == done, "{name}: {given}, but the list names {in_list:?} first");
        // What has neither price nor odds is a name alone.
        assert!(on_card.is_none() || on_card == done, "{name}: {given}, but the card names {on_card:?} first");
        seen += usize::from(on_card.is_some());
    }
    assert!(seen > 4, "{seen} battles");
}
