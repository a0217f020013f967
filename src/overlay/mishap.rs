//! When the rules break down in the middle of a battle: the program stays, and
//! so does the battle, as it was before.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;
use bevy::ecs::schedule::Schedules;

use super::desk::Desk;
use super::screen::Shown;
use super::timeline;
use crate::battle::schedule;
use crate::record::{Origin, decisions, record};

/// Does something, and says in words what it broke down over, if it did.
///
/// # Errors
/// With what the panic said.
pub(super) fn caught<T>(deed: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(deed)).map_err(|panic| words(panic.as_ref()))
}

/// The same for what plays battles in a world, which can go on doing so.
///
/// # Errors
/// With what the panic said.
pub(super) fn caught_in<T>(world: &mut World, deed: impl FnOnce(&mut World) -> T) -> Result<T, String> {
    caught(|| deed(world)).inspect_err(|_| {
        // What was under way has taken its schedule along.
        world.get_resource_or_init::<Schedules>().insert(schedule());
    })
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a fault without a name".to_owned())
}

/// Does something with the battle that is shown. Should the rules break down
/// over it, the battle is played again to where it was, and written to a file
/// that the player is told of.
pub(super) fn guarded(
    world: &mut World,
    desk: &mut Desk,
    shown: &mut Shown,
    deed: impl FnOnce(&mut World, &mut Desk, &mut Shown),
) {
    let before = shown.battle.map(|battle| (battle, decisions(world, battle).len()));
    let Err(why) = caught_in(world, |world| deed(world, desk, shown)) else { return };
    let mut told = format!("The rules broke down: {why}.");
    let stood = before.and_then(|(battle, made)| {
        let origin = world.get::<Origin>(battle)?.clone();
        let mut kept = decisions(world, battle).to_vec();
        if let Some(fatal) = kept.get(made) {
            told = format!("The rules broke down over `{}`: {why}.", fatal.order);
        }
        kept.truncate(made);
        world.despawn(battle);
        caught(|| origin.replay(world, &kept).ok()).ok().flatten()
    });
    if shown.battle != before.map(|(battle, _)| battle)
        && let Some(broken) = shown.battle
    {
        // One that had only just begun.
        // It may be gone already.
        let _ = world.try_despawn(broken);
    }
    // What ran by itself would only run into it again.
    timeline::to_now(world, desk, shown);
    desk.answered();
    (shown.battle, shown.halted) = (stood, true);
    if shown.battle.is_none() {
        desk.fresh();
        told.push_str(" The battle could not be played again to where it was.");
    }
    told.push_str(&saved(world, desk, stood));
    desk.said = Some(told);
}

/// Writes the battle that is left beside the others, and says where.
fn saved(world: &World, desk: &mut Desk, battle: Option<Entity>) -> String {
    let Some(record) = battle.and_then(|battle| record(world, battle)) else { return String::new() };
    // A fault that comes again every frame is no reason for a file every frame.
    let known = desk.saves.broken.take().filter(|(kept, path)| *kept == record && path.is_file());
    let path = known.map_or_else(|| desk.saves.put_aside(&record, "before the fault "), |(_, path)| Ok(path));
    match path {
        Ok(path) => {
            let told = format!(" The battle stands as it was before, and is saved as {}.", path.display());
            desk.saves.broken = Some((record, path));
            told
        }
        Err(why) => format!(" The battle stands as it was before, but could not be saved: {why}."),
    }
}
