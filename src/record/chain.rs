//! Battles that follow each other: those who are left of one come into the
//! next, after the time that lies between.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{Budget, Origin, Record, record};
use crate::battle::{Look, carry_over, caught, quiet_world, rest, verdict};
use crate::rulebook::reader::{Overrides, Problem, lines};
use crate::rulebook::{Library, Scenario};

/// Why the scenario of a battle cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum NoScenario {
    /// Something is wrong with its files.
    #[error("{}", lines(.0))]
    Files(Vec<Problem>),
    /// The battle before it does not lead to it.
    #[error("{0}")]
    Before(String),
}

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
    let then = library.scenario_with(&origin.scenario, &origin.settings).ok()?.then?;
    let side = then.winner.as_ref().and_then(|name| origin.setup.sides.iter().position(|side| side.name == *name));
    let fits =
        then.winner.is_none() || side.is_some_and(|side| ended.winner.is_some_and(|won| usize::from(won.0) == side));
    fits.then_some((then.scenario, then.hours))
}

/// Whether nobody is left of a party that would go on.
fn is_lost(world: &World, battle: Entity) -> bool {
    let Some(look) = Look::at(world, battle) else { return false };
    let mut party = look.everybody().filter(|id| look.is_party(look.side(*id))).peekable();
    party.peek().is_some() && party.all(|id| look.is_dead(id))
}

/// Lets the time after a battle pass and makes the next one ready; nothing if
/// none follows, or nobody is left to fight in it.
///
/// # Errors
/// With what is wrong with the next battle's file, or with the record.
pub fn follow(library: &Library, world: &mut World, battle: Entity) -> Result<Option<Next>, NoScenario> {
    let Some((name, hours)) = what_follows(library, world, battle) else { return Ok(None) };
    let before = record(world, battle).ok_or_else(|| NoScenario::Before("this battle cannot be saved".to_owned()))?;
    let mut scenario = library.scenario_with(&name, &before.settings).map_err(NoScenario::Files)?;
    rest(world, battle, hours).map_err(|why| NoScenario::Before(why.to_string()))?;
    if is_lost(world, battle) {
        return Ok(None);
    }
    scenario.setup = std::sync::Arc::new(carry_over(world, battle, &scenario.setup));
    Ok(Some(Next { scenario, before }))
}

impl Record {
    /// The scenario that this record is of, by its own settings, with those who
    /// come from the battles before it.
    ///
    /// # Errors
    /// With what is wrong with a file, or the first decision of a battle before
    /// it that does not fit.
    pub fn scenario(&self, library: &Library) -> Result<Scenario, NoScenario> {
        self.scenario_within(library, &Budget::usual())
    }

    /// The same within a budget.
    ///
    /// # Errors
    /// As for [`Self::scenario`], and when the battles before it take too long.
    pub fn scenario_within(&self, library: &Library, budget: &Budget) -> Result<Scenario, NoScenario> {
        scenario(library, &self.scenario, &self.settings, self.before.as_deref(), budget)
    }
}

impl Origin {
    /// The scenario of this battle as the files have it now, with those who come
    /// from the battles before it.
    ///
    /// # Errors
    /// As for [`Record::scenario`].
    pub fn scenario(&self, library: &Library) -> Result<Scenario, NoScenario> {
        scenario(library, &self.scenario, &self.settings, self.before.as_deref(), &Budget::usual())
    }
}

fn scenario(
    library: &Library,
    name: &str,
    settings: &Overrides,
    before: Option<&Record>,
    budget: &Budget,
) -> Result<Scenario, NoScenario> {
    let Some(before) = before else { return library.scenario_with(name, settings).map_err(NoScenario::Files) };
    let setup = before.scenario_within(library, budget)?.setup;
    let mut world = quiet_world();
    let battle = before.play_within(&mut world, setup, budget);
    let battle = battle.map_err(|why| NoScenario::Before(why.to_string()))?;
    let next = caught(|| follow(library, &mut world, battle));
    let next = next.map_err(|fault| NoScenario::Before(format!("the rules broke down over the hours: {fault}")))??;
    next.map(|next| next.scenario).ok_or_else(|| NoScenario::Before(format!("nothing follows {}", before.scenario)))
}
