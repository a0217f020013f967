//! A copy in which nobody gains by what they cannot know: what is hidden from a side is dealt anew.
//!
//! In the middle of a task that alone is not enough. What others have answered there in secret hangs on what they truly hold.
//! So the task is begun again with other cards, and they answer anew, by what the rules hold their answers to be worth. All other
//! answers are given once more, and dice that lie on the table fall as they fell.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{Scratch, Twin};
use crate::battle::door::give;
use crate::battle::onward::Onward;
use crate::battle::secrets::Revealed;
use crate::battle::stages::put_off;
use crate::battle::table::Halted;
use crate::battle::{Decision, Decisions, DiceCup, Given, Look, Order, Question, SideId, Table};

impl Twin<'_> {
    /// Deals anew what `side` does not see of the cards that are still to be turned. Whether nothing hidden is left as it truly
    /// is: cards that the task at hand has dealt itself are, since the dice for them have fallen.
    pub fn imagine(&mut self, side: SideId) -> bool {
        let Self { scratch, original } = self;
        if original.rules().registry.hides.is_empty() {
            return true;
        }
        let Scratch { world, battle, onward, .. } = &mut **scratch;
        if !is_amid(*original) {
            return deal_anew(world, *battle, side);
        }
        put_off(world, *battle);
        let before = world.get::<Revealed>(*battle).cloned();
        deal_anew(world, *battle, side)
            && come_again(world, *battle, onward, (*original, side))
            && world.get::<Revealed>(*battle) == before.as_ref()
    }
}

/// Deals anew in a battle that nobody plays on what `side` does not see. Whether that could be done: in the middle of a task it
/// cannot.
pub fn deal_unseen(world: &mut World, battle: Entity, side: SideId) -> bool {
    let is_between = Look::at(world, battle).is_some_and(|look| !is_amid(look));
    is_between && deal_anew(world, battle, side)
}

/// Whether anything was done or answered in the task that waits.
fn is_amid(look: Look<'_>) -> bool {
    let is_answered = look.battle::<Given>().is_some_and(|given| !given.0.is_empty());
    let halt = look.battle::<Halted>().and_then(|halted| halted.0.as_ref());
    is_answered || halt.is_some_and(|halt| !halt.is_bare())
}

/// Deals anew by dice aside, so that those of the battle fall as if nothing had been dealt.
fn deal_anew(world: &mut World, battle: Entity, side: SideId) -> bool {
    let Some(mut cup) = world.get_mut::<DiceCup>(battle) else { return false };
    let dice = cup.0.clone();
    cup.0 = dice.aside();
    let Ok(mut table) = Table::at(world, battle) else { return false };
    let rules = table.rules();
    let is_dealt = rules.registry.hides.iter().all(|mechanic| mechanic.imagine(&mut table, side).is_ok());
    table.keep();
    if let Some(mut cup) = world.get_mut::<DiceCup>(battle) {
        cup.0 = dice;
    }
    is_dealt
}

/// Begins the task that waits again, up to the question that the original waits on; whether that is put.
fn come_again(world: &mut World, battle: Entity, onward: &mut Onward, (original, side): (Look<'_>, SideId)) -> bool {
    let Some(waits) = original.question() else { return false };
    let Some((given, made)) = original.battle::<Given>().zip(original.battle::<Decisions>()) else { return false };
    let since = made.0.len().saturating_sub(given.0.len());
    let mut known: Vec<&Decision> = made.0.iter().skip(since).collect();
    if let Some(mut given) = world.get_mut::<Given>(battle) {
        given.0.clear();
    }
    // With other cards each may be asked once where they were not.
    for _ in 0..=known.len() + original.everybody().count() {
        onward.step(world, battle);
        let Some(look) = Look::at(world, battle) else { return false };
        let Some(question) = look.question() else { return false };
        let place = known.iter().position(|decision| decision.side == question.side);
        let is_same = (question.side, question.who, question.kind) == (waits.side, waits.who, waits.kind);
        if place.is_none() && is_same {
            return true;
        }
        let is_heard = !question.is_secret || question.side == side;
        let said = place.map(|place| known.remove(place).order.clone());
        let said = said.filter(|order| is_heard && look.check(order).is_ok());
        let Some(order) = said.or_else(|| likeliest(question)) else { return false };
        give(world, battle, order);
    }
    false
}

/// The answer that is worth most, as far as the rules say.
fn likeliest(question: &Question) -> Option<Order> {
    let open = question.choices.iter().flatten().filter(|choice| choice.is_legal());
    let best = open.max_by_key(|choice| choice.worth)?;
    Some(Order { n: best.order.n.or(best.numbers.map(|(low, _)| low)), ..best.order.clone() })
}
