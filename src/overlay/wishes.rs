//! What players wish for besides answers: other battles, undo, saves; and
//! rulesets that were edited.

use std::sync::Arc;

use bevy::ecs::prelude::World;

use super::desk::{Desk, Wish};
use super::lesson::{self, Lessons};
use super::reload::{NotPlayed, reread};
use super::screen::{Shelf, Shown, origin};
use super::start::{Listed, Seat};
use crate::battle::{DiceCup, Look};
use crate::record::{Origin, Record, follow, record, undo};

/// Grants a wish.
pub(super) fn grant(world: &mut World, desk: &mut Desk, shown: &mut Shown, wish: Wish) {
    let library = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone());
    let put_away = |world: &mut World, shown: &mut Shown| {
        if let Some(battle) = shown.battle.take() {
            world.despawn(battle);
        }
    };
    match wish {
        Wish::Menu => {
            put_away(world, shown);
            desk.fresh();
        }
        Wish::Begin(name, seats) => {
            let Some(library) = library else { return };
            match library.scenario(&name) {
                Ok(scenario) => {
                    put_away(world, shown);
                    desk.fresh();
                    let battle = origin(&scenario, &desk.settings, desk.seed).begin(world);
                    *shown = Shown { seats, ..Shown::new(&scenario, battle, desk.seed, desk.skill) };
                }
                Err(problems) => desk.said = problems.first().map(ToString::to_string),
            }
        }
        Wish::Again(seed) => {
            let before = shown.battle.and_then(|battle| world.get::<Origin>(battle).cloned());
            let Some(before) = before else { return };
            put_away(world, shown);
            desk.fresh();
            desk.seed = seed;
            shown.battle = Some(Origin { seed, ..before }.begin(world));
            shown.mind = Some(crate::ai::Mind::new(desk.skill, seed));
        }
        Wish::GoOn => {
            let (Some(library), Some(battle)) = (library, shown.battle) else { return };
            match follow(&library, world, battle) {
                Ok(Some(next)) => {
                    put_away(world, shown);
                    desk.fresh();
                    desk.seed = desk.seed.wrapping_add(1);
                    let begun = origin(&next.scenario, &next.before.settings, desk.seed);
                    let battle = Origin { before: Some(Box::new(next.before)), ..begun }.begin(world);
                    *shown = Shown::new(&next.scenario, battle, desk.seed, desk.skill);
                }
                Ok(None) => desk.said = Some("nothing follows this battle".to_owned()),
                Err(why) => desk.said = Some(why.to_string()),
            }
        }
        Wish::Lesson(rule) => {
            let (Some(library), Some(battle)) = (library, shown.battle) else { return };
            let Some(ruleset) = Look::at(world, battle).map(|look| look.rules().name) else { return };
            let lessons = world.get_resource_or_init::<Lessons>().of(&library, ruleset, rule);
            desk.lesson = lesson::Shown::new(lessons);
            if desk.lesson.is_none() {
                desk.said = Some(format!("no lesson shows {rule}"));
            }
        }
        Wish::Try => {
            let Some(tried) = desk.lesson.take() else { return };
            put_away(world, shown);
            desk.fresh();
            let battle = tried.freed(world, desk.seed);
            let seats = vec![Seat::Me; usize::from(u8::MAX)];
            let mind = Some(crate::ai::Mind::new(desk.skill, desk.seed));
            *shown = Shown { battle: Some(battle), title: tried.title().to_owned(), seats, mind, ..Shown::default() };
        }
        Wish::Undo => {
            let Some(battle) = shown.battle else { return };
            // Back to the last decision of a human, over what the computer did since.
            let made = crate::record::decisions(world, battle);
            let since =
                made.iter().rev().position(|decision| shown.seats.get(usize::from(decision.side.0)) == Some(&Seat::Me));
            let thrown = world.get::<DiceCup>(battle).map_or(0, |cup| cup.0.thrown());
            let known = since.and_then(|since| made.iter().rev().nth(since)).map_or(thrown, |decision| decision.dice);
            if thrown > known && !desk.preferences.rewinds {
                let why =
                    "Dice have fallen since your last decision; the settings can allow taking it back all the same.";
                desk.said = Some(why.to_owned());
                return;
            }
            match since.map(|since| undo(world, battle, since + 1)) {
                Some(Ok(before)) => {
                    shown.battle = Some(before);
                    desk.answered();
                }
                Some(Err(why)) => desk.said = Some(why.to_string()),
                None => desk.said = Some("there is nothing to take back".to_owned()),
            }
        }
        Wish::Save(path) => {
            desk.said = None;
            let saved = shown.battle.and_then(|battle| record(world, battle)).map(|record| record.write(&path));
            match saved {
                Some(Ok(())) => desk.told = Some(format!("Saved to {}.", path.display())),
                Some(Err(why)) => desk.said = Some(why.to_string()),
                None => desk.said = Some("this battle cannot be saved".to_owned()),
            }
        }
        Wish::Load(path) => {
            let Some(library) = library else { return };
            let loaded = Record::read(&path).map_err(|why| why.to_string()).and_then(|record| {
                let scenario = record.scenario(&library).map_err(|why| why.to_string())?;
                let battle = record.play_in(world, scenario.setup.clone()).map_err(|why| why.to_string())?;
                Ok((scenario, battle, record.seed))
            });
            match loaded {
                Ok((scenario, battle, seed)) => {
                    put_away(world, shown);
                    desk.fresh();
                    *shown = Shown::new(&scenario, battle, seed, desk.skill);
                }
                Err(why) => desk.said = Some(why),
            }
        }
    }
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
                shown.battle = Some(battle);
                shown.title = scenario.title;
                told = "The rules were read again, and the battle was played again by them.";
            }
            desk.told = Some(told.to_owned());
            world.insert_resource(Listed::of(&read.library));
            world.insert_resource(Shelf(Arc::new(read.library)));
        }
        Err(NotPlayed::Broken(problems)) => {
            desk.told = None;
            desk.broken = problems;
        }
        Err(NotPlayed::Differs(why)) => {
            desk.broken.clear();
            desk.told = None;
            desk.said =
                Some(format!("By the edited rules this battle goes differently, so it keeps the old ones: {why}"));
        }
    }
}
