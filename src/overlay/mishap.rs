//! When the rules break down in the middle of a battle: the program stays, and
//! so does the battle, as it was before.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::panels::Decided;
use super::saves::Saves;
use super::screen::{Overlay, Shown};
use super::timeline;
use crate::battle::caught_in;
use crate::files;
use crate::record::{Standing, record, shelf};

/// Does something with the battle that is shown. Should the rules break down
/// over it, the battle is played again to where it was, and written to a file
/// that the player is told of.
pub(super) fn guarded(
    world: &mut World,
    overlay: &mut Overlay,
    shown: &mut Shown,
    deed: impl FnOnce(&mut World, &mut Overlay, &mut Shown),
) {
    let before = shown.battle;
    let standing = before.map(|battle| Standing::of(world, battle));
    let Err(fault) = caught_in(world, |world| deed(world, overlay, shown)) else { return };
    let (told, stood) = match standing.map(|standing| standing.put_back(world, fault.clone())) {
        Some(mishap) => (mishap.to_string(), mishap.battle),
        None => (format!("the rules broke down: {fault}"), None),
    };
    let mut told = format!("T{}.", told.trim_start_matches('t'));
    if shown.battle != before
        && let Some(broken) = shown.battle
    {
        // One that had only just begun.
        // It may be gone already.
        let _ = world.try_despawn(broken);
    }
    // What ran by itself would only run into it again.
    timeline::to_now(world, overlay, shown);
    overlay.tell(Decided);
    (shown.battle, shown.halted) = (stood, true);
    if shown.battle.is_none() {
        overlay.begin();
        told.push_str(" The battle could not be played again to where it was.");
    }
    told.push_str(&saved(world, overlay, stood));
    overlay.say(told);
}

/// Writes the battle that is left beside the others, and says where.
fn saved(world: &World, overlay: &mut Overlay, battle: Option<Entity>) -> String {
    let Some(record) = battle.and_then(|battle| record(world, battle)) else { return String::new() };
    // A fault that comes again every frame is no reason for a file every frame.
    let known = overlay.edit::<Saves>().broken.take().filter(|(kept, path)| *kept == record && files::exists(path));
    let path =
        known.map_or_else(|| overlay.edit::<Saves>().put_aside(&record, shelf::BEFORE_FAULT), |(_, path)| Ok(path));
    match path {
        Ok(path) => {
            let told = format!(" The battle stands as it was before, and is saved as {}.", path.display());
            overlay.edit::<Saves>().broken = Some((record, path));
            told
        }
        Err(why) => format!(" The battle stands as it was before, but could not be saved: {why}."),
    }
}
