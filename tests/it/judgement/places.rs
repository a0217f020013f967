//! Where people go, and where they stay.

use sortie::ai::{Mind, Skill};
use sortie::battle::{Clock, Id, Order};
use sortie::board::Square;

use super::{STRENGTHS, first_turns, played, situation};
use crate::kit::{Battle, begin, scenario};

/// A bow shoots from where it stands, and keeps its distance.
#[test]
fn bows_shoot_from_where_they_are() {
    for (orders, told) in first_turns("scale_toughness", "BOW", Skill::Plain) {
        assert!(orders.iter().any(|order| order.verb == "attack"), "{orders:?}\n{told}");
        let comes_near = orders.iter().filter_map(|order| order.to).any(|to| (to.x - 16).abs() < 6);
        assert!(!comes_near, "{orders:?}\n{told}");
    }
}

/// Shooters who see nobody do not run up to the enemies that they look for.
#[test]
fn bows_look_for_enemies_from_afar() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("hursagmu", "CORNER", skill) {
            let comes_near = orders.iter().filter_map(|order| order.to).any(|to| to.x > 20 && to.y < 5);
            assert!(!comes_near, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Who has prepared a spell walks no farther than they may to cast it.
#[test]
fn nobody_walks_away_from_a_spell_that_is_prepared() {
    let mut prepared = 0;
    for skill in STRENGTHS {
        for (orders, told) in first_turns("old_school", "SPELL", skill) {
            if orders.iter().any(|order| order.verb == "prepare") {
                prepared += 1;
                let goes = |order: &Order| order.to.is_some_and(|to| (to.x - 5).abs() > 2);
                assert!(!orders.iter().any(goes), "{skill:?}: {orders:?}\n{told}");
            }
        }
    }
    assert!(prepared > 0);
}

/// Nobody takes the corner between two doors for a way out.
#[test]
fn nobody_waits_for_a_way_past_the_ends_of_doors() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("old_school", "PEN", skill) {
            let is_door = |order: &Order| order.whoms().flatten().any(|name| name.as_str().starts_with("Door"));
            assert!(orders.iter().any(is_door), "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Those who have only to hold out charge nobody; those who are to get away do so; nobody runs ahead of its friends.
#[test]
fn sides_do_what_they_are_there_for() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("old_school", "HOLD", skill) {
            let leaves = orders.iter().any(|order| order.verb == "charge" || order.to.is_some_and(|to| to.x < 12));
            assert!(!leaves, "{skill:?}: {orders:?}\n{told}");
        }
        for (orders, told) in first_turns("scale_toughness", "OUT", skill) {
            let farthest = orders.iter().filter_map(|order| order.to).map(|to| to.x).max();
            assert!(farthest > Some(12), "{skill:?}: {orders:?}\n{told}");
        }
        for (orders, told) in first_turns("old_school", "ALONE", skill) {
            let alone = orders.iter().filter_map(|order| order.to).any(|to| to.x > 12);
            assert!(!alone, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Whoever is all but away runs no errands: not even the surgeon, back through the gas.
#[test]
fn nobody_turns_back_at_the_door() {
    let mut at_the_door = 0;
    for (skill, seed) in STRENGTHS.into_iter().flat_map(|skill| (1..5).map(move |seed| (skill, seed))) {
        let mut game = begin(&scenario("scale_toughness/gas_corridor"), seed);
        game.until(&mut Mind::new(skill, seed), 150, |look, order| {
            let who = look.question().filter(|question| question.choices.is_none())?.who?;
            let to = order.to.filter(|_| order.verb == "move")?;
            let off = |at: Square| (17 - at.x).max(8 - at.y).max(0);
            let is_party = |id| look.side_name(look.side(id)) == "Party" && look.is_in_play(id);
            let here = off(look.footprint(who).at);
            let is_ahead = |id: &Id| *id != who && is_party(*id) && off(look.footprint(*id).at) <= here;
            if is_party(who) && (1..4).contains(&here) && look.everybody().filter(is_ahead).count() < 2 {
                at_the_door += 1;
                assert!(off(to) < 8, "{skill:?}, {seed}: {} turns back to {to}", look.name(who));
            }
            None::<()>
        });
    }
    assert!(at_the_door > 0);
}

/// Whoever would come too late for a blow waits for the line, out of reach of more enemies than friends.
#[test]
fn nobody_runs_ahead_of_the_line_for_nothing() {
    for (orders, told) in first_turns("scale_toughness", "AHEAD", Skill::Keen) {
        let alone = orders.iter().filter_map(|order| order.to).any(|to| to.x > 15);
        assert!(!alone, "{orders:?}\n{told}");
    }
}

/// Those who have to break somebody's stand wait for the line, too, as long as there is time for that.
#[test]
fn nobody_is_in_haste_who_has_rounds_to_spare() {
    for (orders, told) in first_turns("scale_toughness", "SPARE", Skill::Keen) {
        let alone = orders.iter().filter_map(|order| order.to).any(|to| to.x > 15);
        assert!(!alone, "{orders:?}\n{told}");
    }
}

/// Whoever is quicker than their friends does not cross a wide field alone: they wait where enemies come no sooner than those.
#[test]
fn the_quickest_waits_for_friends_in_a_wide_field() {
    let lesson = situation("scale_toughness", "WIDE");
    for skill in STRENGTHS {
        for seed in 1..4 {
            let (orders, told) = played(&lesson, skill, seed, |look| look.clock().round < 4);
            let goes = orders.iter().filter(|(who, _)| who == "Colonel").filter_map(|(_, order)| order.to);
            let farthest = goes.map(|to| to.x).max();
            assert!((Some(30)..=Some(45)).contains(&farthest), "{skill:?}: {farthest:?}\n{told}");
        }
    }
}

/// Nor does whoever is far ahead already: they let those come up who are half a field behind.
#[test]
fn the_quickest_waits_for_friends_who_are_far_behind() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("scale_toughness", "FAR-AHEAD", skill) {
            let farthest = orders.iter().filter_map(|order| order.to).map(|to| to.x).max();
            assert!(farthest < Some(55), "{skill:?}: {farthest:?}\n{told}");
        }
    }
}

/// Those who flee turn back before nobody: where enemies bar the way out they run the other way, once.
#[test]
fn nobody_who_flees_runs_to_and_fro() {
    let (_, told) = played(&situation("old_school", "BARRED"), Skill::Plain, 1, |look| look.clock().round < 2);
    let runs = told.matches("Orc moves from").count();
    assert!(
        runs == 1 && told.contains("Orc moves from (3,1) to (1,1)") && !told.contains("Orc goes through"),
        "{told}"
    );
}

/// Nobody comes back within its turn to where it has stood in it.
#[test]
fn nobody_walks_to_and_fro() {
    for (name, seed) in [("old_school/spears_at_the_bridge", 1), ("old_school/brawl_on_the_quay", 1)] {
        let mut been: (Clock, Vec<Square>) = Default::default();
        begin(&scenario(name), seed).until(&mut Mind::new(Skill::Plain, seed), 250, |look, order| {
            let question = look.question().unwrap();
            if let (Some(who), None) = (question.who, &question.choices) {
                if been.0 != look.clock() {
                    been = (look.clock(), Vec::new());
                }
                let goes = order.at.is_empty() && order.to.is_some();
                let back = order.to.is_some_and(|to| goes && been.1.contains(&to));
                assert!(!back, "{name}: {} goes to {:?} from {:?}", look.name(who), order.to, been.1);
                been.1.push(look.footprint(who).at);
            }
            None::<()>
        });
    }
}
