//! The door through which everybody plays a battle: what is asked, how it is answered, how it goes on.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::patience::{MOST_DECISIONS, MOST_TASKS, Still};
use super::stages::put_off;
use super::{
    Agenda, Answer, Asked, BattlePass, Choice, Chronicle, Clock, Decision, Decisions, DiceCup, Ended, Fact, Given,
    Look, Order, Question, Refusal, SideId, Verdict,
};

/// Carries the battles of `world` on until this one needs a decision or is over.
pub fn advance(world: &mut World, battle: Entity) {
    // A pass does at least one task of a battle that waits for nobody.
    for _ in 0..MOST_TASKS {
        if is_waiting(world, battle) {
            give_up_worn_out(world, battle);
            return;
        }
        world.run_schedule(BattlePass);
    }
    give_up_in_circles(world, battle);
}

/// Ends a battle that asks for more decisions than are made in any; whether it does.
pub(super) fn give_up_worn_out(world: &mut World, battle: Entity) -> bool {
    let made = world.get::<Decisions>(battle).map_or(0, |decisions| decisions.0.len());
    let is_worn_out = made >= MOST_DECISIONS && question(world, battle).is_some();
    if is_worn_out {
        put_off(world, battle);
        give_up(world, battle, format!("{made} decisions have been made, and nobody has won"));
    }
    is_worn_out
}

/// Ends a battle in which tasks lead to tasks, and nobody is asked.
pub(super) fn give_up_in_circles(world: &mut World, battle: Entity) {
    give_up(world, battle, "the battle goes round in circles".to_owned());
}

/// Ends a battle that leads nowhere.
fn give_up(world: &mut World, battle: Entity, why: String) {
    let round = world.get::<Clock>(battle).map_or(0, |clock| clock.round);
    if let Some(mut ended) = world.get_mut::<Ended>(battle).filter(|ended| ended.0.is_none()) {
        ended.0 = Some(Verdict { winner: None, why, round, is_broken: false });
    }
}

/// Whether `battle` waits for a decision or is over.
pub fn is_waiting(world: &World, battle: Entity) -> bool {
    let asked = world.get::<Asked>(battle).is_none_or(|asked| asked.0.is_some());
    asked || verdict(world, battle).is_some() || world.get::<Agenda>(battle).is_none_or(|agenda| agenda.0.is_empty())
}

/// How `battle` ended, if it has.
pub fn verdict(world: &World, battle: Entity) -> Option<&Verdict> {
    world.get::<Ended>(battle)?.0.as_ref()
}

/// The question that `battle` waits on.
pub fn question(world: &World, battle: Entity) -> Option<&Question> {
    world.get::<Asked>(battle)?.0.as_ref()
}

/// Every answer to that question.
pub fn choices(world: &World, battle: Entity) -> Vec<Choice> {
    Look::at(world, battle).map(|look| look.choices()).unwrap_or_default()
}

/// Answers the question that `battle` waits on. Nothing happens until the
/// battle is [`advance`]d.
///
/// # Errors
/// When the answer is not a legal one; the question then stands.
pub fn answer(world: &mut World, battle: Entity, order: impl Answer) -> Result<(), Refusal> {
    let look = Look::at(world, battle).ok_or_else(|| Refusal::nonsense("this is not a battle"))?;
    let order = order.meant(look)?;
    accept(world, battle, order);
    Ok(())
}

/// Takes an answer that [`Look::check`] has just found legal: what [`answer`] does for everybody who has not asked.
pub(crate) fn accept(world: &mut World, battle: Entity, order: Order) {
    let side = question(world, battle).map_or_else(SideId::default, |question| question.side);
    let dice = world.get::<DiceCup>(battle).map_or(0, |cup| cup.0.thrown());
    Still::note(world, battle);
    if let Some(mut decisions) = world.get_mut::<Decisions>(battle) {
        decisions.0.push(Decision { side, order: order.clone(), dice });
    }
    give(world, battle, order);
}

/// Hands an answer to the task that waits for it.
pub(super) fn give(world: &mut World, battle: Entity, order: Order) {
    if let Some(mut given) = world.get_mut::<Given>(battle) {
        given.0.push(order);
    }
    if let Some(mut asked) = world.get_mut::<Asked>(battle) {
        asked.0 = None;
    }
}

/// Everything that happened in `battle` so far.
pub fn chronicle(world: &World, battle: Entity) -> &[Fact] {
    world.get::<Chronicle>(battle).map_or(&[], |chronicle| &chronicle.facts)
}
