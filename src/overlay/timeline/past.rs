//! Earlier moments of a battle: they are looked at, and played on from.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::Timeline;
use crate::battle::{Look, verdict};
use crate::overlay::end::EndPage;
use crate::overlay::notices::Notices;
use crate::overlay::panels::Decided;
use crate::overlay::preferences::Preferences;
use crate::overlay::saves::{self, Saves};
use crate::overlay::screen::{Overlay, Shown};
use crate::overlay::start::Seat;
use crate::record::{Origin, decisions, record, redo};

/// An earlier moment of the battle that is shown: a battle of its own.
#[derive(Debug)]
pub(in crate::overlay) struct Past {
    /// The battle as it was.
    pub battle: Entity,
    /// The battle that it became.
    pub(super) of: Entity,
    /// Decisions that had been made.
    at: usize,
}

/// Looks at the battle as it was after so many decisions; after all of them it
/// is the present one again.
pub(in crate::overlay) fn look_back(world: &mut World, overlay: &mut Overlay, shown: &mut Shown, to: usize) {
    let Some(battle) = shown.battle else { return };
    let made = decisions(world, battle).to_vec();
    if to >= made.len() {
        to_now(world, overlay, shown);
        return;
    }
    // Onwards from where one looks already, else from the start.
    let onwards = shown.past.take_if(|past| past.of == battle && past.at <= to);
    let went = match onwards {
        Some(past) => match redo(world, past.battle, made.get(..to).unwrap_or_default(), |_, _| {}) {
            Ok(()) => Ok(past.battle),
            Err(why) => {
                world.despawn(past.battle);
                Err(why)
            }
        },
        None => {
            let Some(origin) = world.get::<Origin>(battle).cloned() else { return };
            origin.replay(world, made.get(..to).unwrap_or_default())
        }
    };
    if let Some(before) = shown.past.take() {
        world.despawn(before.battle);
    }
    match went {
        Ok(then) => {
            shown.past = Some(Past { battle: then, of: battle, at: to });
            overlay.edit::<Timeline>().at = Some(to);
            overlay.tell(Decided);
        }
        Err(why) => {
            to_now(world, overlay, shown);
            overlay.say(why.to_string());
        }
    }
}

/// Back to the battle that is played.
pub(in crate::overlay) fn to_now(world: &mut World, overlay: &mut Overlay, shown: &mut Shown) {
    if let Some(past) = shown.past.take() {
        // It may have been taken over already.
        let _ = world.try_despawn(past.battle);
        overlay.tell(Decided);
    }
    overlay.edit::<Timeline>().stop();
}

/// Plays on from the moment that is looked at. What came after it is saved first.
pub(in crate::overlay) fn play_on(world: &mut World, overlay: &mut Overlay, shown: &mut Shown) {
    let Some(past) = shown.past.take_if(|past| Some(past.of) == shown.battle) else { return };
    let why = barred(world, overlay, shown, &past);
    let kept = match (why, record(world, past.of)) {
        (Some(why), _) => Err(why),
        (None, Some(record)) => overlay.edit::<Saves>().put_aside(&record, "before going back "),
        (None, None) => Err("this battle cannot be saved, and is not given up".to_owned()),
    };
    match kept {
        Ok(path) => {
            world.despawn(past.of);
            (shown.battle, shown.loaded) = (Some(past.battle), None);
            overlay.tell(Decided);
            overlay.edit::<EndPage>().seen = false;
            overlay.edit::<Timeline>().stop();
            overlay.edit::<Timeline>().marks.truncate(past.at);
            let name = saves::name(&path);
            overlay.edit::<Notices>().told = Some(format!(
                "The battle goes on from here. What came after is saved as “{name}” among the saved battles."
            ));
        }
        Err(why) => {
            shown.past = Some(past);
            overlay.say(why);
        }
    }
}

/// Why nobody may play on from a moment: looking is free, but dice and cards
/// that have been seen cannot be played again in earnest.
pub(super) fn barred(world: &World, overlay: &Overlay, shown: &Shown, past: &Past) -> Option<String> {
    let is_free = overlay.of::<Preferences>().rewinds
        || verdict(world, past.of).is_some()
        || !shown.seats.contains(&Seat::Me)
        || shown.loaded == Some(decisions(world, past.of).len());
    let what = Look::at(world, past.of)?.came_to_light_since(past.at).filter(|_| !is_free)?;
    Some(format!("{what} since then; the settings can allow playing on all the same."))
}
