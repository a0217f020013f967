//! What is shown when: in its order, with the weight that it has.

use bevy_egui::egui::Color32;

use super::show::{Beat, Show};
use super::*;
use crate::ai::{Mind, Skill};
use crate::battle::{Change, Fact, Purpose, Roll};
use crate::overlay::preferences::Preferences;
use crate::overlay::trial;
use crate::record::Game;

/// Seconds between two frames.
const FRAME: f64 = 1.0 / 60.0;

/// A battle that the computer plays, looked at as it goes on.
struct Watched {
    game: Game,
    mind: Mind,
    motion: Motion,
}

impl Watched {
    fn of(name: &str, seed: u64) -> Self {
        let (game, mind) = (trial::begun(name, seed), Mind::new(Skill::Plain, seed));
        let mut watched = Self { game, mind, motion: Motion::default() };
        watched.pass();
        watched
    }

    fn look(&self) -> Look<'_> {
        trial::look(&self.game)
    }

    /// One frame passes.
    fn pass(&mut self) {
        let look = trial::look(&self.game);
        self.motion.pass(look, FRAME);
    }

    /// Whoever is asked decides; whether anybody was.
    fn decide(&mut self) -> bool {
        trial::goes_on(&mut self.game, &mut self.mind)
    }

    /// Those who have changed before the first dice that anybody throws, in all facts from `first` on.
    fn told_before_dice(&self, first: usize) -> BTreeSet<Id> {
        let facts = self.look().facts();
        let undiced =
            facts.iter().skip(first).take_while(|fact| fact.roll.is_none() || fact.who.is_none_or(Id::is_thing));
        undiced.flat_map(|fact| fact.changes.iter().map(|change| change.who)).collect()
    }

    fn fares(&self) -> BTreeMap<Id, Fares> {
        self.look().shown().map(|id| (id, Fares::of(self.look(), id))).collect()
    }

    /// The dice that have not come to lie yet.
    fn rolling(&self) -> usize {
        let motion = &self.motion;
        let rolls =
            |timed: &&Timed| matches!(timed.show, Show::Dice { .. }) && timed.since + dice::TUMBLE > motion.clock;
        motion.shows.iter().filter(rolls).count()
    }
}

/// Promise: until the first dice of what was decided lie still, no token tells anything of it; once all has been shown, every
/// token tells the truth; and what happens between is told step by step.
#[test]
fn nothing_is_shown_before_its_die() {
    for (name, seed) in [("gate", 1), ("duel_at_dawn", 2), ("brawl_on_the_quay", 3), ("shield_line", 4)] {
        let mut watched = Watched::of(name, seed);
        let (mut hidden, mut stepwise) = (0, 0);
        for _ in 0..150 {
            let (before, (facts, _)) = (watched.fares(), happened(watched.look()));
            if !watched.decide() {
                break;
            }
            let after = watched.fares();
            let told_first = watched.told_before_dice(facts);
            watched.pass();
            let whole = watched.rolling();
            let mut told = BTreeMap::new();
            for frame in 0.. {
                assert!(frame < 3_000, "{name}: it never ends");
                for (id, was) in &before {
                    let now = watched.motion.fares(watched.look(), *id);
                    if whole > 0 && watched.rolling() == whole && was != &after[id] && !told_first.contains(id) {
                        assert_eq!(&now, was, "{name}: {id:?} is known before any die of it");
                        hidden += 1;
                    }
                    if now != *was && now != after[id] && told.insert(*id, now.clone()) != Some(now) {
                        stepwise += 1;
                    }
                }
                if !watched.motion.is_lively(watched.look()) {
                    break;
                }
                watched.pass();
            }
            for (id, truth) in &after {
                assert_eq!(&watched.motion.fares(watched.look(), *id), truth, "{name}: all has been shown");
            }
        }
        assert!(hidden > 0, "{name}: nothing was ever hidden ({stepwise} steps)");
    }
}

/// A blow that tells after so many seconds, this badly.
fn blow(harm: f32, since: f64) -> Timed {
    let (text, colour) = (String::new(), Color32::WHITE);
    let show = Show::Word { over: Id(1), text, colour, harm, by: Some(Id(0)), change: None };
    Timed::new(show, since, 1.3)
}

/// Promise: time stands still for 60 to 90 thousandths of a second where a blow hurts, once, and for nothing else.
#[test]
fn a_blow_that_hurts_stops_time_for_a_moment() {
    let takes = |harm: f32| {
        let mut motion = Motion { shows: vec![blow(harm, 0.2)], ..Motion::default() };
        let frames = (1..).find(|_| {
            motion.advance(0.001);
            motion.clock >= 0.4
        });
        f64::from(frames.unwrap()) * 0.001 - 0.4
    };
    assert!(takes(0.0) < 0.003, "a miss stops nothing: {}", takes(0.0));
    for harm in [0.1, 0.5, 1.0] {
        assert!((0.058..0.094).contains(&takes(harm)), "{harm}: {}", takes(harm));
    }
    let mut motion = Motion { shows: vec![blow(1.0, 0.2)], ..Motion::default() };
    let passed = motion.advance(0.25);
    assert!(
        (passed - 0.2).abs() < 1e-9 && (motion.clock - 0.2).abs() < 1e-9,
        "one long frame stops there, too: {passed}"
    );
}

/// Promise: the worse a blow, the farther it shakes the field; light ones do not, and it is soon over.
#[test]
fn only_heavy_blows_shake_the_field_and_not_for_long() {
    let most = |harm: f32| {
        let mut motion = Motion { shows: vec![blow(harm, 0.0)], ..Motion::default() };
        let shakes = (0..60).map(|_| {
            motion.advance(FRAME);
            (motion.clock, motion.shaken(&Preferences::default()).length())
        });
        let shakes: Vec<(f64, f32)> = shakes.collect();
        assert!(shakes.iter().all(|(clock, far)| *clock < 0.36 || *far == 0.0), "{shakes:?}");
        shakes.into_iter().map(|(_, far)| far).fold(0.0, f32::max)
    };
    let still = Preferences { shakes: false, ..Preferences::default() };
    let heavy = Motion { shows: vec![blow(1.0, 0.0)], ..Motion::default() };
    assert!(heavy.shaken(&Preferences::default()) != Vec2::ZERO && heavy.shaken(&still) == Vec2::ZERO);
    assert_eq!(most(0.3), 0.0);
    assert!(most(0.6) > 0.5 && most(1.0) > most(0.6) && most(1.0) < 9.0, "{} {}", most(0.6), most(1.0));
}

/// Promise: whoever falls ends where the fallen lie, after passing it by a little.
#[test]
fn a_body_topples_and_settles() {
    let mut motion = Motion::default();
    motion.shows.push(Timed::new(Show::Fall { who: Id(3), by: None }, 0.0, 0.9));
    let mut last = 0.0_f32;
    let mut most = 0.0_f32;
    while motion.clock < 0.9 {
        motion.advance(0.01);
        let now = motion.toppled(Id(3)).unwrap();
        assert!((now - last).abs() < 0.2, "it jumps from {last} to {now}");
        (last, most) = (now, most.max(now));
    }
    assert!((last - 1.0).abs() < 1e-3 && most > 1.005 && most < 1.2, "{last}, at most {most}");
    assert_eq!(motion.toppled(Id(4)), None);
}

/// Promise: what has been decided and was not drawn yet counts as not seen, so that nobody decides before it is.
#[test]
fn what_is_not_drawn_yet_is_not_seen() {
    let mut watched = Watched::of("last_orders", 1);
    let (mut unseen, mut told) = (0, watched.look().facts().len());
    for _ in 0..12 {
        assert!(!watched.motion.is_behind(watched.look()));
        watched.decide();
        let now = watched.look().facts().len();
        assert_eq!(watched.motion.is_behind(watched.look()), now > told);
        unseen += usize::from(now > told);
        told = now;
        watched.pass();
    }
    assert!(unseen > 3, "{unseen}");
}

/// Promise: what somebody gives for something is shown as no harm, and a mere count of it not at all.
#[test]
fn a_price_is_no_harm() {
    let watched = Watched::of("gate", 1);
    let look = watched.look();
    let who = look.everybody().next().unwrap();
    let harm = |what: Key, is_price| {
        let change = Change { who, what, from: 9, to: 2, is_price };
        match words::change_word(look, &change, (None, &[])) {
            Some(Show::Word { harm, .. }) => Some(harm),
            _ => None,
        }
    };
    let figure: Key = (*look.rules().figures.keys().next().unwrap()).into();
    assert!(harm(figure, false) > Some(0.0));
    assert_eq!(harm(figure, true), Some(0.0));
    assert_eq!(harm("a count of nothing".into(), true), None);
    // The same where it was won before, and all of it is told in one.
    let told = |is_price| {
        let change = |from, to, is_price| Change { who, what: "points".into(), from, to, is_price };
        let mut fact = Fact::new("growth", "");
        fact.changes = vec![change(9_700, 9_750, false), change(9_750, 9_025, is_price)];
        hear::summary(look, &[&fact]).len()
    };
    assert_eq!((told(true), told(false)), (0, 1));
}

/// Promise: a card gives way to dice and to what they come to while these are shown, and to nothing that stands still.
#[test]
fn a_card_gives_way_to_what_is_shown() {
    let room = |x: f32| Rect::from_min_size(pos2(x, 0.0), Vec2::splat(50.0));
    let mut motion = Motion { notes: vec![(Id(1), room(0.0))], ..Motion::default() };
    assert!(!motion.shows_at(room(20.0)));
    motion.shows.push(Timed::new(Show::Dice { who: Id(1), roll: Box::new(Roll::default()), is_open: false }, 0.0, 1.4));
    assert!(motion.shows_at(room(20.0)) && !motion.shows_at(room(90.0)));
}

/// Promise: dice tell what they have to tell once they lie still, all else at once.
#[test]
fn dice_tell_when_they_lie_still() {
    let beat = |show| Beat { show, lasts: 1.0, takes: 0.1, tells: Vec::new(), facts: Vec::new() };
    let dice = beat(Show::Dice { who: Id(0), roll: Box::new(Roll::default()), is_open: false });
    assert!(dice.told_after() >= dice::TUMBLE);
    assert_eq!(beat(Show::Fall { who: Id(0), by: None }).told_after(), 0.0);
}

/// Promise: what somebody has decided is told until it begins to be shown what somebody else does, and not a frame longer.
#[test]
fn a_decision_is_told_until_others_do_something() {
    let mut watched = Watched::of("even", 3);
    let (mut kept, mut gone) = (0, 0);
    for _ in 0..60 {
        let who = watched.look().question().and_then(|question| question.who);
        watched.motion.begun();
        if !watched.decide() {
            break;
        }
        let mut others = false;
        for _ in 0..1200 {
            watched.pass();
            others |= watched.motion.begun().iter().filter_map(Show::doer).any(|doer| Some(doer) != who);
            assert_eq!(watched.motion.goes_on_without(who), others);
            if !watched.motion.is_lively(watched.look()) {
                break;
            }
        }
        *(if others { &mut gone } else { &mut kept }) += 1;
    }
    assert!(kept > 5 && gone > 2, "{kept} {gone}");
}

/// Promise: nobody who is moved by what dice bring about moves before these lie still, and no line of the log tells of it.
#[test]
fn nobody_is_moved_before_the_dice_lie_still() {
    let mut watched = Watched::of("gate", 1);
    let look = trial::look(&watched.game);
    let mut there = look.everybody().filter(|id| look.place(*id).present && look.knows_of(*id));
    let (by, who) = (there.next().unwrap(), there.next().unwrap());
    let body = look.footprint(who);
    let before = Square::new(body.at.x + 2, body.at.y);
    let beat = |show, fact| Beat { show, lasts: 1.0, takes: 0.1, tells: Vec::new(), facts: vec![fact] };
    let dice = beat(Show::Dice { who: by, roll: Box::new(Roll::default()), is_open: false }, 7);
    let driven = beat(Show::Streak { who, points: vec![before, body.at] }, 8);
    let motion = &mut watched.motion;
    let since = motion.clock;
    motion.take_up(look, vec![dice, driven]);
    let mut waited = 0;
    while motion.is_lively(look) {
        let rolls = motion.clock < since + dice::TUMBLE;
        if rolls {
            assert_eq!(motion.places.get(&who), Some(&middle(before, body.side)));
            assert_eq!(motion.told(20), 7);
            waited += 1;
        }
        motion.pass(look, FRAME);
        assert!(motion.clock < since + 10.0, "it never ends");
    }
    assert!(waited > 5, "{waited}");
    assert_eq!((motion.places.get(&who), motion.told(20)), (Some(&middle(body.at, body.side)), 20));
}

/// Promise: the round that is told at the head of the page is the last one whose beginning has been shown.
#[test]
fn a_round_begins_once_it_is_told() {
    let mut watched = Watched::of("even", 3);
    for _ in 0..200 {
        if watched.look().clock().round >= 2 {
            break;
        }
        watched.decide();
    }
    let look = trial::look(&watched.game);
    let (round, facts) = (look.clock().round, look.facts());
    assert!(round >= 2, "it takes too long");
    let begins = facts.iter().rposition(|fact| fact.rule == ROUND).expect("a round was told");
    let motion = &mut watched.motion;
    motion.untold.clear();
    assert_eq!(motion.round(look), round);
    motion.untold.insert(begins.saturating_sub(1), motion.clock + 1.0);
    assert_eq!(motion.round(look), round - 1, "what happened before it is still being shown");
    motion.untold.clear();
    motion.untold.insert(begins + 1, motion.clock + 1.0);
    assert_eq!(motion.round(look), round);
}

/// Promise: as long as something that was done in a round is seen the next one has not begun, whatever has been told.
#[test]
fn a_round_begins_once_the_one_before_is_over() {
    let mut watched = Watched::of("even", 3);
    let (mut before, mut waited) = (watched.look().clock().round, 0);
    for _ in 0..200 {
        let first = watched.look().facts().len();
        watched.decide();
        watched.pass();
        let now = watched.look().clock().round;
        let look = trial::look(&watched.game);
        let motion = &mut watched.motion;
        let mut done = look.facts()[first..].iter().take_while(|fact| fact.rule != ROUND);
        let is_thrown = |fact: &Fact| fact.roll.as_ref().is_some_and(|roll| roll.purpose != Purpose::Length);
        if before > 0 && now > before && done.any(|fact| fact.who.is_some() && is_thrown(fact)) {
            assert_eq!(motion.round(look), before, "its last blow is still seen");
            waited += 1;
        }
        before = now;
        motion.pass(look, 30.0);
        motion.pass(look, 30.0);
        assert_eq!(motion.round(look), now);
    }
    assert!(waited > 0);
}

/// Promise: once something has been taken back, or another battle is looked at, nothing of what was shown before is left over.
#[test]
fn nothing_is_left_over_of_what_was_taken_back() {
    let mut watched = Watched::of("even", 3);
    let mut most = 0;
    while watched.motion.shows.len() < 3 && most < 200 {
        watched.decide();
        watched.pass();
        most += 1;
    }
    assert!(watched.motion.shows.len() >= 3, "nothing happens");
    let before = Watched::of("even", 3);
    let look = before.look();
    watched.motion.go_on(&Context::default(), look, Speed::Normal, 0);
    let motion = &watched.motion;
    assert!(!motion.is_lively(look) && motion.shows.is_empty() && motion.shaken(&Preferences::default()) == Vec2::ZERO);
    assert_eq!(motion.told(9), 9);
    for id in look.everybody() {
        let left = (motion.struck(id), motion.toppled(id), motion.away(look, id), motion.has_shown(id));
        assert_eq!(left, (0.0, None, Vec2::ZERO, true), "{id:?}");
    }
}

/// Promise: where blows are not to be felt, nobody lunges, flashes or topples and time goes on, and all that is told of them
/// is told as before.
#[test]
fn blows_without_weight_are_still_told() {
    for weighs in [true, false] {
        let (by, over) = (Id(0), Id(1));
        let text = "dead".to_owned();
        let word = Show::Word { over, text, colour: Color32::RED, harm: 1.0, by: Some(by), change: None };
        let shows = [word, Show::Fall { who: over, by: Some(by) }];
        let shows = shows.map(|show| Timed::new(show, 0.01, 1.0)).into_iter().collect();
        let mut motion = Motion { shows, ..Motion::default() };
        motion.weigh(weighs);
        let passed = motion.advance(0.05);
        assert_eq!((passed < 0.05, motion.struck(over) > 0.0), (weighs, weighs), "{weighs}");
        motion.advance(0.2);
        assert_eq!(motion.toppled(over).is_some(), weighs);
        assert_eq!(motion.under_way().count(), 2, "both are told");
    }
}
