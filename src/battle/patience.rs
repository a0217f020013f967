//! How much may be decided: nobody does for ever what takes no time, and every battle comes to an end.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, World};

use super::{Allowed, Camp, Clock, Decisions, Look, Order, Question, Refusal, Verb};

/// Decisions after which a battle ends without a winner: many times those of the longest that anybody has fought.
pub const MOST_DECISIONS: usize = 100_000;
/// Tasks without a decision after which a battle leads nowhere: every task is finite, and only a rule that keeps putting
/// new ones on its own agenda comes so far.
pub(super) const MOST_TASKS: u32 = 100_000;
/// How often the same may be done while no time passes.
const MOST_REPEATS: usize = 300;

/// Since when no time has passed in a battle. A component of it.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct Still {
    /// What the clock and the hours of the camp show.
    shown: (Clock, i32),
    /// Decisions that had been made when they came to show it.
    from: usize,
}

impl Still {
    /// Looks at the clock before another decision is made.
    pub(super) fn note(world: &mut World, battle: Entity) {
        let shown = (
            world.get::<Clock>(battle).copied().unwrap_or_default(),
            world.get::<Camp>(battle).map_or(0, |camp| camp.hours),
        );
        let made = world.get::<Decisions>(battle).map_or(0, |decisions| decisions.0.len());
        if let Some(mut still) = world.get_mut::<Self>(battle).filter(|still| still.shown != shown) {
            *still = Self { shown, from: made };
        }
    }
}

impl Look<'_> {
    /// Whether the same has not been done without end while no time passed. Where nothing else can be answered, it may
    /// go on.
    pub(super) fn has_patience(&self, question: &Question, order: &Order) -> Allowed {
        let (Some(still), Some(decisions)) = (self.battle::<Still>(), self.battle::<Decisions>()) else {
            return Ok(());
        };
        let since = decisions.0.get(still.from..).unwrap_or_default();
        let shown = (self.clock(), self.battle::<Camp>().map_or(0, |camp| camp.hours));
        if since.len() < MOST_REPEATS || still.shown != shown {
            return Ok(());
        }
        let is_worn = |verb: Verb| since.iter().filter(|made| made.order.verb == verb).count() >= MOST_REPEATS;
        let mut others = question.choices.iter().flatten().filter(|choice| choice.is_legal());
        let is_free = question.choices.is_none() || others.any(|choice| !is_worn(choice.order.verb));
        if !is_free || !is_worn(order.verb) {
            return Ok(());
        }
        let verb = order.verb;
        Err(Refusal::nonsense(format!("`{verb}` has been done {MOST_REPEATS} times without any time passing")))
    }
}
