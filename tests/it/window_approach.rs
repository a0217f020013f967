//! How one gets at somebody: the walk and the blow that follows it, and what of it takes a second word.

use std::sync::Arc;

use sortie::ahead::{Ahead, When, walk};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Forecast, Group, Id, Look, Nobody, Order, Scratch};
use sortie::board::Square;
use sortie::overlay::{Hand, Preferences, Speed, Wish, Wishes};

use crate::kit::window::{at_once, by_people, window};
use crate::kit::{Battle, begin, scenario};

/// Whether a click on somebody walks up to them and strikes in the same turn.
fn is_struck_by_a_click(look: Look<'_>, who: Id, foe: Id) -> bool {
    let found = Ahead::default().approach(look, (who, foe), &look.choices(), None);
    found.is_some_and(|found| found.when > When::Later)
}

/// Promise: a click on an enemy who is out of reach shows the way and the blow, the second click does both.
#[test]
fn two_clicks_walk_and_strike() {
    let mut harness = at_once(by_people("gate", 1));
    let who = harness.now().asked().unwrap();
    let mut done = false;
    let foes: Vec<Id> = harness.now().foes(who).collect();
    for foe in foes {
        if !is_struck_by_a_click(harness.now(), who, foe) {
            continue;
        }
        let at = harness.now().footprint(foe).at;
        let at = harness.click_square(at);
        let Some(go) = harness.edit::<Hand>().sure.clone() else {
            harness.edit::<Hand>().put_down();
            continue;
        };
        assert!(harness.made().is_empty(), "the first click does nothing");
        harness.click_at(at);
        let made: Vec<Order> = harness.made().iter().map(|decision| decision.order.clone()).collect();
        let name = harness.now().key(foe);
        assert_eq!(made[0], go);
        assert!(made[1].at.iter().any(|aim| aim.who == Some(name)), "{made:?}");
        done = true;
        break;
    }
    assert!(done, "nobody can be got at");
}

/// Promise: while a way and a blow wait for their second click, a click on free ground elsewhere only shows the way there; the
/// next one goes it.
#[test]
fn nobody_walks_off_by_the_first_click_elsewhere() {
    let mut harness = at_once(by_people("gate", 1));
    let who = harness.now().asked().unwrap();
    let foes: Vec<Id> = harness.now().foes(who).collect();
    let foe = foes.into_iter().find(|foe| is_struck_by_a_click(harness.now(), who, *foe)).expect("somebody to strike");
    let at = harness.now().footprint(foe).at;
    harness.click_square(at);
    let waits = harness.edit::<Hand>().sure.clone().expect("it waits");
    let look = harness.now();
    let choices = look.choices();
    let walk = walk(&choices).expect("they can walk");
    let is_free = |to: &Square| look.everybody().all(|id| !look.footprint(id).contains(*to));
    let elsewhere = |to: &Square| is_free(to) && waits.to != Some(*to);
    let to = walk.squares.iter().map(|(to, _)| *to).find(elsewhere).expect("free ground");
    let at = harness.click_square(to);
    assert!(harness.made().is_empty(), "{:?}", harness.made());
    assert_eq!(harness.edit::<Hand>().sure.as_ref().and_then(|order| order.to), Some(to));
    harness.click_at(at);
    assert_eq!(harness.made().first().and_then(|made| made.order.to), Some(to), "the second click goes there");
}

/// Promise: a blow that only begins waits for a second word, whatever it was chosen by, and says why.
#[test]
fn a_blow_that_only_begins_waits_for_a_second_word() {
    let mut screen = by_people("gate", 1);
    let mut found = None;
    screen.until(&mut Mind::new(Skill::Plain, 1), 300, |look, _| {
        let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
        let blows = look.choices().into_iter().filter(|choice| choice.is_legal() && choice.group == Group::Attack);
        let mut ahead = Ahead::default();
        found = blows
            .map(|choice| choice.order)
            .find(|order| ahead.comes(look, who, order).is_some_and(|comes| comes.begins));
        found.as_ref().map(|_| ())
    });
    let blow = found.expect("a blow that only begins");
    let mut harness = window(screen);
    let made = harness.made().len();
    harness.edit::<Wishes>().order = Some(blow.clone());
    harness.run();
    assert_eq!(harness.made().len(), made, "the first word does nothing");
    assert!(harness.names("it only begins now"));
    harness.edit::<Wishes>().order = Some(blow);
    harness.run();
    assert_eq!(harness.made().len(), made + 1);
}

/// Promise: a walk that is said to be followed by a blow leaves the turn for it, also for the last of a round.
#[test]
fn a_walk_and_strike_never_leads_into_the_next_round() {
    let mut found = 0;
    for scenario in ["first_milestone", "toll_bridge", "gate", "duel_at_dawn"] {
        let mut screen = by_people(scenario, 2);
        screen.until(&mut Mind::new(Skill::Plain, 2), 120, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let choices = look.choices();
            for foe in look.foes(who).filter(|foe| look.knows_of(*foe)) {
                let Some(approach) = Ahead::default().approach(look, (who, foe), &choices, None) else { continue };
                if approach.first.is_none() && approach.lands() {
                    let mut scratch = Scratch::new();
                    let mut copy = scratch.copy(look);
                    copy.answer(approach.go.clone()).unwrap();
                    copy.play(&mut Nobody);
                    let after = copy.look().unwrap();
                    assert_eq!(after.clock().round, look.clock().round, "{scenario}: {}", approach.go);
                    found += 1;
                }
            }
            None::<()>
        });
    }
    assert!(found > 40, "{found} walks");
}

/// Promise: what a walk and the blow at its end leave of the turn is told before as it is afterwards, and that they end it.
#[test]
fn a_walk_and_a_blow_leave_what_was_told() {
    let (mut left, mut ended) = (0, 0);
    for scenario in ["first_toll", "first_milestone", "duel_at_dawn", "gate", "toll_bridge"] {
        let mut screen = by_people(scenario, 2);
        screen.until(&mut Mind::new(Skill::Plain, 2), 60, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let choices = look.choices();
            for foe in look.foes(who).filter(|foe| look.knows_of(*foe)) {
                let Some(approach) = Ahead::default().approach(look, (who, foe), &choices, None) else { continue };
                let Some(whole) = approach.whole.as_ref().filter(|_| approach.first.is_none()) else { continue };
                assert!(approach.lands(), "{scenario}: {}", approach.go);
                let mut scratch = Scratch::new();
                let mut copy = scratch.copy(look);
                // Nobody answers here who has a say in the walk.
                let is_done = approach.orders().into_iter().all(|order| {
                    let is_given = copy.answer(order).is_ok();
                    copy.play(&mut Nobody);
                    is_given
                });
                if !is_done {
                    continue;
                }
                let after = copy.look().unwrap();
                // Nor who has one in the blow.
                let Some(asked) = after.question().filter(|asked| asked.choices.is_none()) else { continue };
                let is_theirs = |asked: Id| asked == who || look.go_together(asked, who);
                let goes_on = asked.who.is_some_and(is_theirs) && after.clock().round == look.clock().round;
                let found = goes_on.then(|| after.rules().economy.left_now(after, who));
                assert_eq!(whole.left, found, "{scenario}: {}", approach.blow);
                if goes_on { left += 1 } else { ended += 1 }
            }
            None::<()>
        });
    }
    assert!(left > 0 && ended > 0, "{left} go on, {ended} end");
}

/// Promise: where nothing is carried over from one turn to the next nobody is warned that a blow would only begin.
#[test]
fn a_blow_of_one_turn_never_only_begins() {
    for scenario in ["spears_at_the_bridge", "toll_bridge", "hursagmu/tavern_yard"] {
        let mut screen = by_people(scenario, 1);
        let mut tried = 0;
        screen.until(&mut Mind::new(Skill::Plain, 1), 200, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let mut ahead = Ahead::default();
            for choice in look.choices().iter().filter(|choice| choice.is_legal() && choice.group == Group::Attack) {
                tried += 1;
                let begins = ahead.comes(look, who, &choice.order).is_some_and(|comes| comes.begins);
                assert!(!begins, "{scenario}: {}", choice.order);
            }
            None::<()>
        });
        assert!(tried > 10, "{scenario}: {tried} blows");
    }
}

/// Promise: where blows have a part of the round of their own, whoever is out of reach is walked up to all the same, for the sake
/// of that part; whoever stands beside them stays.
#[test]
fn whoever_strikes_in_a_later_part_of_the_round_goes_nearer_first() {
    let mut nearer = 0;
    for scenario in ["first_toll", "spears_at_the_bridge"] {
        let mut screen = by_people(scenario, 1);
        screen.until(&mut Mind::new(Skill::Plain, 1), 120, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let (choices, mut ahead) = (look.choices(), Ahead::default());
            for foe in look.foes(who).filter(|foe| look.is_in_play(*foe)) {
                let found = ahead.approach(look, (who, foe), &choices, None).filter(|found| found.when == When::Later);
                let Some(found) = found.filter(|_| look.rules().economy.goes_on(look, who)) else { continue };
                let own = look.footprint(who);
                let goes = found.from != own.at && !found.orders().contains(&found.blow);
                assert!(goes && own.gap(look.footprint(foe)) > 1, "{scenario}: {}", found.go);
                nearer += 1;
            }
            None::<()>
        });
    }
    assert!(nearer > 0, "nobody goes nearer");
}

/// Promise: an enemy too far away for a walk and a blow is got at by a sprint; walk and blow then come off as foretold.
#[test]
fn whoever_is_too_far_for_a_walk_is_got_at_by_a_sprint() {
    let mut found = None;
    for seed in 0..6 {
        let mut screen = by_people("toll_bridge", seed);
        screen.until(&mut Mind::new(Skill::Plain, seed), 200, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let choices = look.choices();
            let mut ahead = Ahead::default();
            let far = look.foes(who).find_map(|foe| {
                let approach = ahead.approach(look, (who, foe), &choices, None)?;
                let is_free = approach.first.as_ref().is_some_and(|first| first.chance.is_none());
                (is_free && approach.lands() && approach.comes.stings.is_empty()).then_some((foe, approach))
            });
            found = far.map(|(foe, approach)| (who, foe, approach));
            found.as_ref().map(|_| ())
        });
        let Some((who, foe, approach)) = found.take() else { continue };
        let first = approach.first.as_ref().unwrap().order.clone();
        assert_eq!(*approach.sets_out(), first, "what is said first sets out");
        screen.give(first);
        screen.give(approach.go.clone());
        let look = screen.now();
        assert_eq!(look.asked(), Some(who));
        assert_eq!(Some(look.footprint(who).at), approach.go.to);
        assert!(look.check(&approach.blow).is_ok(), "{}", approach.blow);
        assert_eq!(approach.blow.whom(), Some(look.key(foe)));
        return;
    }
    panic!("nobody has to sprint to get at anybody");
}

/// Promise: whoever can draw a weapon for nothing is offered the walk and the blow with it where that is the better blow; it then
/// comes off as foretold.
#[test]
fn what_is_drawn_for_nothing_is_struck_with() {
    for seed in 1..=6 {
        let mut screen = by_people("tavern_yard", seed);
        let found = screen.until(&mut Mind::new(Skill::Plain, seed), 60, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let choices = look.choices();
            look.foes(who).find_map(|foe| {
                let approach = Ahead::default().approach(look, (who, foe), &choices, None)?;
                let draws = approach.first.as_ref().is_some_and(|first| first.group == Group::Gear);
                (draws && approach.lands() && approach.comes.stings.is_empty()).then_some((foe, approach))
            })
        });
        let Some((foe, approach)) = found else { continue };
        let first = approach.first.as_ref().unwrap().order.clone();
        assert_eq!(approach.blow.with, first.with, "it is struck with what was drawn");
        screen.give(first);
        screen.give(approach.go.clone());
        let look = screen.now();
        assert!(look.check(&approach.blow).is_ok(), "{}", approach.blow);
        assert_eq!(approach.blow.whom(), Some(look.key(foe)));
        return;
    }
    panic!("nobody draws anything");
}

/// Promise: two clicks draw, walk and strike just as it was shown before the first of them.
#[test]
fn two_clicks_draw_walk_and_strike() {
    for seed in 1..=6 {
        let mut screen = by_people("first_round", seed);
        let found = screen.until(&mut Mind::new(Skill::Plain, seed), 60, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let choices = look.choices();
            let is_free = |foe: &Id| {
                let name = look.key(*foe);
                choices.iter().all(|choice| !choice.is_legal() || choice.order.whom() != Some(name))
            };
            look.foes(who).filter(is_free).find_map(|foe| {
                let approach = Ahead::default().approach(look, (who, foe), &choices, None)?;
                let draws = approach.first.as_ref().is_some_and(|first| first.group == Group::Gear);
                (draws && approach.lands() && approach.comes.stings.is_empty()).then_some((foe, approach))
            })
        });
        let Some((foe, approach)) = found else { continue };
        let mut harness = at_once(screen);
        let (made, at) = (harness.made().len(), harness.now().footprint(foe).at);
        let at = harness.click_square(at);
        assert_eq!(harness.edit::<Hand>().sure.as_ref(), Some(approach.sets_out()));
        assert_eq!(harness.made().len(), made, "the first click does nothing");
        harness.click_at(at);
        let orders: Vec<Order> = harness.made().iter().skip(made).map(|decision| decision.order.clone()).collect();
        assert_eq!(orders.get(..3), Some(&approach.orders()[..]), "{orders:?}");
        return;
    }
    panic!("nobody draws anything");
}

/// Promise: one press takes back a walk and the blow at its end, where dice that have fallen may be taken back.
#[test]
fn one_undo_takes_back_a_walk_and_its_blow() {
    let mut harness = window(by_people("gate", 1));
    harness.edit::<Preferences>().speed = Speed::AtOnce;
    harness.edit::<Preferences>().rewinds = true;
    harness.run();
    let who = harness.now().asked().unwrap();
    let foes: Vec<Id> = harness.now().foes(who).collect();
    for foe in foes.into_iter().filter(|foe| is_struck_by_a_click(harness.now(), who, *foe)).collect::<Vec<_>>() {
        let at = harness.now().footprint(foe).at;
        let at = harness.click_square(at);
        if harness.edit::<Hand>().sure.is_none() {
            harness.edit::<Hand>().put_down();
            continue;
        }
        harness.click_at(at);
        assert!(harness.made().len() >= 2, "{:?}", harness.made());
        harness.wish(Wish::Undo);
        assert!(harness.made().is_empty(), "{:?}", harness.made());
        return;
    }
    panic!("nobody can be got at");
}

/// What a blow that was foretold is worth to whoever strikes it.
fn worth(look: Look<'_>, by: Id, forecast: Option<&Arc<Forecast>>) -> Option<i32> {
    forecast.map(|forecast| forecast.worth(look, by).0)
}

/// Promise: one click never means a blow that is next to nothing where a far better one could be struck from beside the
/// enemy: then it means that one, or going nearer for it, and the feeble one is told of.
#[test]
fn no_feeble_blow_is_what_one_click_means() {
    let mut seen = 0;
    for scenario in ["gate", "first_watch", "toll_bridge", "first_round", "goblin_road"] {
        let mut screen = by_people(scenario, 1);
        screen.until(&mut Mind::new(Skill::Plain, 1), 50, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let choices = look.choices();
            for foe in look.foes(who).filter(|foe| look.knows_of(*foe)).take(4) {
                let Some(found) = Ahead::default().approach(look, (who, foe), &choices, None) else { continue };
                seen += 1;
                let by = found.course.by;
                let Some(passed) = &found.passes_up else {
                    assert!(found.when > When::Later, "{scenario}: {} is for nothing", found.go);
                    continue;
                };
                let worths = worth(look, by, found.forecast.as_ref()).zip(worth(look, by, passed.forecast.as_ref()));
                let told = format!("{scenario}: {} for {}, not {}: {worths:?}", found.go, found.label, passed.label);
                assert!(worths.is_none_or(|(blow, passed)| blow > 3 * passed), "{told}");
                if found.when == When::Later {
                    assert!(look.check(&found.go).is_ok() && !found.orders().contains(&found.blow), "{told}");
                }
            }
            None::<()>
        });
    }
    assert!(seen > 20, "{seen} walks");
}

/// Promise: nobody is sent to lay hands on the better wrestler, who would have them by the collar: a blow is proposed instead. To
/// the better wrestler hands are proposed where they are worth most.
#[test]
fn what_befalls_whoever_strikes_is_counted_in() {
    let proposed = |name: &str, declares: &str| {
        let mut game = begin(&scenario("tavern_yard"), 3);
        // Who is not meant says nothing this round.
        while game.now().asked().is_some_and(|who| game.now().name(who) != name) {
            let kind = game.now().question().map(|question| question.kind);
            game.say(&[if kind.is_some_and(|kind| kind == "turn") { "end turn" } else { "declare for 0" }]);
        }
        game.say(&[declares]);
        let look = game.now();
        let (who, foe) = (look.asked().unwrap(), look.everybody().find(|id| look.name(*id) == "Mung").unwrap());
        let found = Ahead::default().approach(look, (who, foe), &look.choices(), None).expect("a walk and a blow");
        found.blow
    };
    let blow = proposed("Jot", "declare for 3");
    assert_eq!(blow.verb, "attack", "{blow}");
    let blow = proposed("Bruin", "declare for 1");
    assert_eq!(blow.verb, "grab", "the cellar lies behind them: {blow}");
}
