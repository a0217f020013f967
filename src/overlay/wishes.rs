//! What players wish for besides answers: other battles, undo, saves; and
//! rulesets that were edited.

use std::sync::Arc;
use std::time::Duration;

use bevy::app::AppExit;
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::World;

use super::course::keep_shown;
use super::desk::{Desk, Wish};
use super::lesson::{self, Lessons};
use super::reload::{NotPlayed, reread};
use super::screen::{Shelf, Shown, origin};
use super::start::{Listed, Seat};
use super::timeline;
use crate::battle::{Decision, Key, Look, Sides, came_to_light};
use crate::record::{Budget, Origin, Record, decisions, follow, record};
use crate::rulebook::Library;

/// Grants a wish.
pub(super) fn grant(world: &mut World, desk: &mut Desk, shown: &mut Shown, wish: Wish) {
    let library = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone());
    match wish {
        Wish::Quit => {
            // What is played keeps itself on the way out.
            if let Some(mut exits) = world.get_resource_mut::<Messages<AppExit>>() {
                exits.write(AppExit::Success);
            }
        }
        Wish::Menu => {
            put_away(world, desk, shown);
        }
        Wish::Begin(name, seats) => {
            let Some(library) = library else { return };
            match library.scenario(&name) {
                Ok(scenario) => {
                    put_away(world, desk, shown);
                    let battle = origin(&scenario, &desk.settings, desk.seed).begin(world);
                    *shown = Shown { seats, ..Shown::new(&scenario, battle, desk.seed, desk.skill) };
                    shown.note_seats(world);
                }
                Err(problems) => desk.said = problems.first().map(ToString::to_string),
            }
        }
        Wish::Again(seed) => {
            let before = shown.battle.and_then(|battle| world.get::<Origin>(battle).cloned());
            let Some(before) = before else { return };
            put_away(world, desk, shown);
            desk.seed = seed;
            (shown.battle, shown.loaded) = (Some(Origin { seed, ..before }.begin(world)), None);
            shown.mind = Some(crate::ai::Mind::new(desk.skill, seed));
        }
        Wish::GoOn => {
            let (Some(library), Some(battle)) = (library, shown.battle) else { return };
            // As it ended: the hours after it belong to the next one.
            let kept = keep_shown(world, desk, shown, Duration::ZERO, true);
            match follow(&library, world, battle) {
                Ok(Some(next)) => {
                    put_away(world, desk, shown);
                    desk.seed = desk.seed.wrapping_add(1);
                    let begun = origin(&next.scenario, &next.before.settings, desk.seed);
                    let battle = Origin { before: Some(Box::new(next.before)), ..begun }.begin(world);
                    let seats: Vec<String> = shown.seats.iter().map(|seat| seat.word()).collect();
                    *shown = Shown::new(&next.scenario, battle, desk.seed, desk.skill).seated(&seats);
                    shown.note_seats(world);
                    desk.said = kept.err();
                }
                Ok(None) => desk.said = Some("nothing follows this battle".to_owned()),
                Err(why) => desk.said = Some(why.to_string()),
            }
        }
        Wish::Lesson(rule) => {
            let (Some(library), Some(ruleset)) = (library, ruleset(world, desk, shown)) else { return };
            let lessons = world.get_resource_or_init::<Lessons>().of(&library, ruleset, rule);
            desk.lesson = lesson::Shown::new(lessons);
            if desk.lesson.is_none() {
                desk.said = Some(format!("no lesson shows {rule}"));
            }
        }
        Wish::Play(id) => {
            let (Some(library), Some(ruleset)) = (library, ruleset(world, desk, shown)) else { return };
            let lessons = world.get_resource_or_init::<Lessons>().named(&library, ruleset, &id);
            desk.lesson = lesson::Shown::new(lessons);
        }
        Wish::Try => {
            let Some(tried) = desk.lesson.take() else { return };
            put_away(world, desk, shown);
            let battle = tried.freed(world, desk.seed);
            let sides = world.get::<Sides>(battle).map_or(0, |sides| sides.0.len());
            let seats = vec![Seat::Me; sides];
            (desk.book, desk.saves.open) = (false, false);
            let mind = Some(crate::ai::Mind::new(desk.skill, desk.seed));
            *shown = Shown { battle: Some(battle), title: tried.title().to_owned(), seats, mind, ..Shown::default() };
        }
        Wish::LookBack(to) => timeline::look_back(world, desk, shown, to),
        Wish::PlayOn => timeline::play_on(world, desk, shown),
        Wish::Undo if shown.past.is_some() => {
            desk.said = Some("Nothing can be taken back while you look back; go to now first.".to_owned());
        }
        Wish::Undo => {
            let Some(battle) = shown.battle else { return };
            // Back to the last decision of a human, over what the computer did since.
            let mine = |decision: &Decision| shown.seats.get(usize::from(decision.side.0)) == Some(&Seat::Me);
            match decisions(world, battle).iter().rposition(mine) {
                Some(last) => take_back(world, desk, shown, last),
                None => desk.said = Some("there is nothing to take back".to_owned()),
            }
        }
        Wish::Save(path) => {
            desk.said = None;
            let Some(record) = shown.battle.and_then(|battle| record(world, battle)) else {
                desk.said = Some("this battle cannot be saved".to_owned());
                return;
            };
            match desk.saves.place(&path).and_then(|path| desk.saves.write(&record, &path).map(|()| path)) {
                Ok(path) => desk.told = Some(format!("Saved to {}.", path.display())),
                Err(why) => desk.said = Some(why),
            }
        }
        Wish::Delete(path) => desk.said = desk.saves.delete(&path).err(),
        Wish::Share(file) => {
            let found = match file {
                Some(file) => Record::read(&file).map(Some),
                None => Ok(shown.battle.and_then(|battle| record(world, battle))),
            };
            match found.and_then(|record| record.map(|record| record.code()).transpose()) {
                Ok(Some(code)) => desk.saves.code = Some(code),
                Ok(None) => desk.said = Some("this battle has no code: it did not begin as any other".to_owned()),
                Err(why) => desk.said = Some(why.to_string()),
            }
        }
        Wish::Load(path) => {
            let Some(library) = library else { return };
            let path = match desk.saves.place(&path) {
                Ok(path) => path,
                Err(why) => {
                    desk.said = Some(why);
                    return;
                }
            };
            let loaded = Record::find(&path).map_err(|why| why.to_string()).and_then(|record| {
                // Nobody looks at a window for longer that does not answer.
                let budget = Budget::usual();
                let scenario = record.scenario_within(&library, &budget).map_err(|why| why.to_string())?;
                let battle = record.play_within(world, scenario.setup.clone(), &budget);
                let battle = battle.map_err(|why| why.to_string())?;
                Ok((scenario, battle, record))
            });
            match loaded {
                Ok((scenario, battle, record)) => {
                    put_away(world, desk, shown);
                    *shown = Shown::new(&scenario, battle, record.seed, desk.skill).seated(&record.seats);
                    shown.loaded = Some(record.decisions.len());
                    desk.saves.loaded(world, battle, &path);
                    desk.saves.open = false;
                }
                Err(why) => desk.said = Some(why),
            }
        }
    }
}

/// The ruleset whose book is open: that of the battle, else of the game that is chosen.
pub(super) fn ruleset(world: &World, desk: &Desk, shown: &Shown) -> Option<Key> {
    let played = shown.battle.and_then(|battle| Some(Look::at(world, battle)?.rules().name));
    let chosen = || Some(world.get_resource::<Listed>()?.rules(&desk.chosen)?.name);
    played.or_else(chosen)
}

/// Goes back to where only the first `count` decisions had been made, unless
/// something has come to light since.
fn take_back(world: &mut World, desk: &mut Desk, shown: &mut Shown, count: usize) {
    let Some((battle, origin)) = shown.battle.and_then(|battle| Some((battle, world.get::<Origin>(battle)?.clone())))
    else {
        return;
    };
    let kept: Vec<Decision> = decisions(world, battle).iter().take(count).cloned().collect();
    let before = match origin.replay(world, &kept) {
        Ok(before) => before,
        Err(why) => {
            desk.said = Some(why.to_string());
            return;
        }
    };
    if let Some(what) = came_to_light(world, before, battle).filter(|_| !desk.preferences.rewinds) {
        world.despawn(before);
        desk.said =
            Some(format!("{what} since your last decision; the settings can allow taking it back all the same."));
        return;
    }
    world.despawn(battle);
    // Another battle from here on than the one that was loaded.
    (shown.battle, shown.loaded) = (Some(before), None);
    desk.answered();
}

/// Puts the battle that is shown away, kept as it is, and all that belonged to it.
fn put_away(world: &mut World, desk: &mut Desk, shown: &mut Shown) {
    timeline::to_now(world, desk, shown);
    let kept = keep_shown(world, desk, shown, Duration::ZERO, true);
    if let Some(battle) = shown.battle.take() {
        world.despawn(battle);
    }
    desk.fresh();
    desk.said = kept.err();
}

/// Reads edited rulesets again. What is wrong with them is shown, and the
/// battle goes on by the rules that it had.
pub(super) fn reload(world: &mut World, desk: &mut Desk, shown: &mut Shown, changed: &[String]) {
    let Some(library) = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone()) else { return };
    match reread(world, &library, changed, shown.battle) {
        Ok(read) => {
            desk.broken.clear();
            desk.answered();
            let mut told = "The rules were read again.";
            if let Some((scenario, battle)) = read.battle {
                timeline::to_now(world, desk, shown);
                // It may tell more or less than it did.
                desk.timeline = timeline::Timeline::default();
                shown.battle = Some(battle);
                shown.title = scenario.title;
                told = "The rules were read again, and the battle was played again by them.";
            }
            desk.told = Some(told.to_owned());
            shelve(world, read.library);
        }
        Err(NotPlayed::Broken(problems)) => {
            desk.told = None;
            desk.broken = problems;
        }
        Err(NotPlayed::Differs(why, library)) => {
            desk.broken.clear();
            desk.told = None;
            desk.said = Some(format!(
                "By the edited rules this battle goes differently, so it keeps the old ones, and new battles have the \
                 new ones: {why}"
            ));
            shelve(world, *library);
        }
    }
}

/// From now on battles and lessons begin by these rulesets.
fn shelve(world: &mut World, library: Library) {
    // Lessons are of the rules as they were.
    world.insert_resource(Lessons::default());
    world.insert_resource(Listed::of(&library));
    world.insert_resource(Shelf(Arc::new(library)));
}
