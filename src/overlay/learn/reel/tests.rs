//! Trials of moving pictures: their lines, their zones, and the arrows of blows.

use super::*;
use crate::battle::{Bout, Sum};
use crate::overlay::trial;

/// Promise: of a contest a picture says of the first dice no more than they show, as the field does until both lie still.
#[test]
fn the_first_dice_of_a_contest_say_no_more_than_they_show() {
    trial::in_game("hursagmu", |look| {
        let side = |who: u16, whom: u16, total, other, wins, part: Bout| {
            let roll = Roll { label: "grapple".to_owned(), total, ..Roll::default() };
            let roll = roll.against(Sum::of("grapple", other), wins);
            Fact::new("contest", "They wrestle.").who(Id(who)).whom(Id(whom)).roll(roll).bout(part)
        };
        let both = [side(0, 1, 5, 9, false, Bout::Throw), side(1, 0, 9, 5, true, Bout::Answer)];
        let told: Vec<_> = lines(look, &both).into_iter().filter_map(|line| line.dice).collect();
        assert_eq!(told, [("grapple 5".to_owned(), None), ("grapple 9 : 5".to_owned(), Some(true))]);
        let alone = lines(look, &both[..1]).remove(0).dice;
        assert_eq!(alone, Some(("grapple 5 : 9".to_owned(), Some(false))), "nobody answers it");
    });
}

/// Promise: where places are zones their names are there to be drawn, they are seen whole, no square within one is marked,
/// whoever goes nowhere stays where they are, and whoever is on a border is drawn on its line.
#[test]
fn places_are_told_by_the_names_of_zones() {
    let learn = trial::learn("zones");
    let stop = learn.tour.iter().find(|stop| stop.shows.lesson.id == "ZN-C29").unwrap();
    let reel = Reel::of(&stop.shows, &stop.on).unwrap();
    let names: Vec<&str> = reel.zones.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["A", "B", "C"]);
    let sees = |area: &Area| reel.area.low.x <= area.low.x && area.high.x <= reel.area.high.x;
    assert!(reel.zones.iter().all(|(_, area)| sees(area)), "whence, where to and the border between: {:?}", reel.area);
    assert!(reel.moments.iter().flat_map(|moment| &moment.told).all(|line| line.squares.is_empty()));
    let stands = |moment: &Moment| moment.who.iter().find(|seen| seen.name == "Balthasar").unwrap().body;
    let [first, last] = reel.moments.as_slice() else { panic!("one deed") };
    assert_eq!(stands(first), stands(last));
    let bandit = |moment: &Moment| moment.who.iter().find(|seen| seen.name == "Bandit").cloned().unwrap();
    let (before, after) = (bandit(first), bandit(last));
    assert_eq!(before.lean, (0, 0));
    let zone = |body: Footprint| reel.board.cell(body.at).and_then(|cell| cell.zone);
    assert!(zone(after.leaning()) != zone(after.body), "{:?} {:?}", after.body, after.lean);
    let squares = trial::learn("lanterns");
    let of_squares = squares.tour.iter().filter_map(|stop| Reel::of(&stop.shows, &stop.on));
    assert!(of_squares.into_iter().all(|reel| reel.zones.is_empty()));
}

/// Promise: the zones that a picture tells of, and those beside them, are seen whole in every picture of the tour.
#[test]
fn no_zone_is_cut_that_somebody_may_go_to() {
    let learn = trial::learn("zones");
    for (id, all) in [("ZN-C30", ["A", "B", "C", "D"]), ("ZN-C51", ["A", "B", "C", "D"])] {
        let stop = learn.tour.iter().find(|stop| stop.shows.lesson.id == id).unwrap();
        let reel = Reel::of(&stop.shows, &stop.on).unwrap();
        let is_whole = |area: &Area| {
            let across = reel.area.low.x <= area.low.x && area.high.x <= reel.area.high.x;
            across && reel.area.low.y <= area.low.y && area.high.y <= reel.area.high.y
        };
        let seen = reel.zones.iter().filter(|(_, area)| is_whole(area)).map(|(name, _)| name.as_str());
        assert_eq!(seen.collect::<Vec<_>>(), all, "{id}: {:?}", reel.area);
    }
}

/// Promise: whoever leaves the field is seen on the way out, and gone after it.
#[test]
fn whoever_leaves_is_seen_on_the_way_out() {
    let learn = trial::learn("zones");
    let stop = learn.tour.iter().find(|stop| stop.shows.lesson.id == "ZN-C57").unwrap();
    let reel = Reel::of(&stop.shows, &stop.on).unwrap();
    let [first, .., last] = reel.moments.as_slice() else { panic!("nothing happens") };
    let runs = |moment: &Moment| moment.who.iter().find(|seen| seen.name == "Bandit").cloned().unwrap();
    let (before, after) = (runs(first), runs(last));
    assert!(!before.is_gone() && after.is_gone());
    assert!(after.body.at.x < before.body.at.x && after.body.at.x == 0, "{:?}", after.body);
}

/// Promise: a picture plays all deeds of its stretch in order, comes to its end and begins anew.
#[test]
fn a_picture_plays_its_stretch_and_begins_anew() {
    let learn = trial::learn("lanterns");
    for item in &learn.minute {
        let reel = Reel::of(&item.shows, &[]).unwrap();
        let scenes = item.shows.lesson.play[item.shows.from..item.shows.to].iter();
        let deeds = scenes.filter(|scene| matches!(scene, Scene::Do(_) | Scene::Rest(_))).count();
        assert_eq!(reel.moments.len(), deeds + 1, "{}", item.title);
        assert!(reel.moments.iter().any(|moment| !moment.told.is_empty()), "{}: nothing happens", item.title);
        let steps = (0..).map(|tenth| f64::from(tenth) / 10.0).take_while(|at| *at < reel.seconds());
        let moments: Vec<usize> = steps.map(|at| reel.at(at, true).moment).collect();
        assert!(moments.is_sorted(), "{}", item.title);
        assert_eq!(moments.last(), Some(&deeds));
        assert_eq!(reel.at(reel.seconds() + 0.01, true).moment, 0);
        assert!(reel.at(reel.seconds(), false).is_over);
        assert_eq!(reel.told(reel.end()).count(), reel.moments.iter().map(|moment| moment.told.len()).sum::<usize>());
    }
}

/// Promise: wherever somebody else's blow does somebody harm while an arrow is drawn it points at them, in all pictures of all
/// games.
#[test]
fn an_arrow_points_at_whoever_is_struck() {
    let mut pointed = 0;
    for (name, learn) in trial::taught() {
        let minute = learn.minute.iter().map(|item| (&item.shows, &[][..]));
        let tour = learn.tour.iter().map(|stop| (&stop.shows, stop.on.as_slice()));
        for (shows, on) in minute.chain(tour) {
            let reel = Reel::of(shows, on).unwrap();
            let mut world = quiet_world();
            let mut stage = Stage::set(&shows.lesson, &mut world);
            stage.play_to(shows.to);
            let look = Look::at(stage.world, stage.battle).unwrap();
            // Whom somebody else has hit, by the words that tell of it, where they tell of nobody else.
            let struck = |line: &Line| {
                let is_it = |fact: &&Fact| fact.dealt.is_some() && look.sentence_of(fact) == line.text;
                let of = |fact: &Fact| {
                    let whom = fact.who?;
                    fact.dealt?.by.filter(|by| *by != whom).map(|_| whom)
                };
                let mut all = look.facts().iter().filter(is_it).map(of);
                let first = all.next()?;
                first.filter(|_| all.all(|other| other == first))
            };
            for (moment, told) in reel.moments.iter().enumerate().map(|(moment, now)| (moment, &now.told)) {
                for (line, told) in told.iter().enumerate() {
                    let now = Now { moment, share: 1.0, line: Some(line), step: 1.0, is_over: false };
                    let Some((struck, (_, whom))) = struck(told).zip(reel.blow(now)) else { continue };
                    assert_eq!(whom, struck, "{name}, {}: {}", shows.lesson.id, told.text);
                    pointed += 1;
                }
            }
        }
    }
    assert!(pointed > 10, "{pointed}");
}

/// Promise: the arrow of a blow points at whoever is struck until the blow is over, whoever its lines are about.
#[test]
fn an_arrow_does_not_turn_round() {
    let (mut kept, mut all) = (0, 0);
    for name in ["liberi_gothica", "scale_toughness", "zones", "old_school", "hursagmu"] {
        let learn = trial::learn(name);
        let shown = learn.minute.iter().map(|item| &item.shows).chain(learn.tour.iter().map(|stop| &stop.shows));
        for reel in shown.filter_map(|shows| Reel::of(shows, &[])) {
            let mut struck: Option<(Id, Id)> = None;
            for (moment, line) in
                (0..).zip(&reel.moments).flat_map(|(moment, now)| (0..now.told.len()).map(move |line| (moment, line)))
            {
                struck = struck.filter(|_| line > 0 || !reel.moments[moment].begins);
                let now = Now { moment, share: 1.0, line: Some(line), step: 1.0, is_over: false };
                let (told, blow) = (&reel.moments[moment].told[line], reel.blow(now));
                all += usize::from(blow.is_some());
                let turned = struck.zip(blow).is_some_and(|((who, whom), blow)| blow == (whom, who));
                assert!(!turned || !told.is_result || told.hit.is_some(), "{name}: {}", told.text);
                kept += usize::from(blow.is_some_and(|(_, whom)| told.who == Some(whom)));
                struck = blow.or(struck);
            }
        }
    }
    assert!(kept > 0 && all > kept, "{kept} of {all}");
}

/// Promise: whoever is thrown back by a blow stands where the blow met them until that is told; a way is told without the numbers
/// of its squares.
#[test]
fn a_push_is_seen_with_the_line_that_tells_it() {
    let learn = trial::learn("liberi_gothica");
    let item = learn.minute.iter().find(|item| item.title == "A wound").unwrap();
    let reel = Reel::of(&item.shows, &[]).unwrap();
    let later = |moment: &Moment| moment.told.iter().position(|line| line.goes.is_some()).filter(|line| *line > 0);
    let (at, line) = reel.moments.iter().enumerate().find_map(|(at, moment)| Some((at, later(moment)?))).unwrap();
    let whose = reel.moments[at].told[line].goes.unwrap();
    let then = |line: Option<usize>, step: f32| {
        reel.moments[at].come(Now { moment: at, share: 1.0, line, step, is_over: false }, whose)
    };
    assert_eq!([then(None, 0.0), then(Some(line - 1), 1.0), then(Some(line), 0.0)], [0.0; 3]);
    assert_eq!([then(Some(line), 1.0), then(Some(line + 1), 0.0)], [1.0; 2]);
    for (text, plain) in [
        ("Mauve moves from (0,0) to (6,0) (6 squares).", "Mauve moves 6 squares."),
        ("Mauve is thrown east from (0,0) to (6,0).", "Mauve is thrown east."),
        ("Mauve moves to B.", "Mauve moves to B."),
    ] {
        assert_eq!(unnumbered(text.to_owned(), &[Square::new(0, 0), Square::new(6, 0)]), plain);
    }
}
