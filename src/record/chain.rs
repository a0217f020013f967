//! Battles that follow each other: those who are left of one come into the
//! next, after the time that lies between.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{Origin, Record, record};
use crate::battle::{carry_over, rest, verdict};
use crate::rulebook::{Library, Scenario};

/// The battle that follows one, ready to be played.
pub struct Next {
    /// With those who are left.
    pub scenario: Scenario,
    /// The battle before it, as it was saved at its end.
    pub before: Record,
}

/// What follows a battle that is over, for whoever has won it: its name, and
/// the hours that lie between.
pub fn what_follows(library: &Library, world: &World, battle: Entity) -> Option<(String, i32)> {
    let origin = world.get::<Origin>(battle)?;
    let ended = verdict(world, battle)?;
    let then = library.scenario(&origin.scenario).ok()?.then?;
    let side = then.winner.as_ref().and_then(|name| origin.setup.sides.iter().position(|side| side.name == *name));
    let fits =
        then.winner.is_none() || side.is_some_and(|side| ended.winner.is_some_and(|won| usize::from(won.0) == side));
    fits.then_some((then.scenario, then.hours))
}

/// Lets the time after a battle pass and makes the next one ready; nothing if
/// none follows.
///
/// # Errors
/// With what is wrong with the next battle's file, or with the record.
pub fn follow(library: &Library, world: &mut World, battle: Entity) -> Result<Option<Next>, String> {
    let Some((name, hours)) = what_follows(library, world, battle) else { return Ok(None) };
    let before = record(world, battle).ok_or("this battle cannot be saved")?;
    let first =
        |problems: Vec<crate::rulebook::reader::Problem>| problems.first().map(ToString::to_string).unwrap_or_default();
    let mut scenario = library.scenario(&name).map_err(first)?;
    rest(world, battle, hours).map_err(|why| why.to_string())?;
    scenario.setup = std::sync::Arc::new(carry_over(world, battle, &scenario.setup));
    Ok(Some(Next { scenario, before }))
}

impl Record {
    /// The scenario that this record is of, with those who come from the
    /// battles before it.
    ///
    /// # Errors
    /// With what is wrong with a file, or the first decision of a battle before
    /// it that does not fit.
    pub fn scenario(&self, library: &Library) -> Result<Scenario, String> {
        let Some(before) = &self.before else {
            let listed = |problems: Vec<crate::rulebook::reader::Problem>| {
                problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
            };
            return library.scenario(&self.scenario).map_err(listed);
        };
        let mut game = before.play(before.scenario(library)?.setup).map_err(|why| why.to_string())?;
        let next = follow(library, &mut game.world, game.battle)?;
        next.map(|next| next.scenario).ok_or_else(|| format!("nothing follows {}", before.scenario))
    }
}
