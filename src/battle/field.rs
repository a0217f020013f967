//! What belongs to a battle as a whole: its entity's components.

use std::sync::Arc;

use bevy::ecs::prelude::Component;
use serde::{Deserialize, Serialize};

use super::{Id, Key, Objective, Order, Question, Rules, SideId, Spoken};
use crate::dice::AnyDice;

/// Marks the entity of a battle. Everything that belongs to the battle hangs
/// on it or on the combatants related to it, so one world can hold many.
#[derive(Component, Clone, Debug, Default)]
#[require(
    Clock,
    Agenda,
    Due,
    Asked,
    Given,
    super::table::Halted,
    Decisions,
    super::patience::Still,
    Sides,
    Ended,
    super::Chronicle,
    super::Roster
)]
pub struct Battle {
    /// What the scenario is called.
    pub title: String,
}

/// The ruleset that a battle is played by.
#[derive(Component, Clone, Debug)]
pub struct RulesOf(pub Arc<Rules>);

/// The clock of a battle.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The round, counted from 1; 0 before the first.
    pub round: i32,
    /// Whose turn it is.
    pub turn: Option<Id>,
    /// Which part of a turn, in games that cut turns into parts.
    pub phase: Phase,
    /// Whether what is done now is done by several at once: nobody falls before all of them have acted.
    pub together: bool,
}

/// A part of somebody's turn, in games in which the parts of a turn come at different moments of the round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// All of it.
    #[default]
    Whole,
    /// Its steps.
    Moves,
    /// What is done from where the steps have led.
    Blows,
    /// A blow before everybody else's turns.
    First,
    /// A blow after them.
    Last,
}

/// What has come upon somebody while several acted at once, and holds only from when all of them have acted.
#[derive(Component, Clone, Debug, Default)]
pub(super) struct Unsettled(pub(super) Vec<(Id, super::Condition)>);

/// The dice of a battle: rolled from its seed, or named by a lesson.
#[derive(Component, Clone, Debug)]
pub struct DiceCup(pub AnyDice);

/// What is still to be done, the next thing last. What interrupts is put on
/// top, so reactions nest to any depth.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Agenda(pub Vec<Task>);

/// What is due in a battle, so that no other stage need look at it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Due {
    /// The stage in which the topmost task of the agenda is done.
    pub(super) stage: Option<Stage>,
    /// Whether something has changed that a verdict may hang on.
    pub(super) verdict: bool,
}

impl Default for Due {
    fn default() -> Self {
        Self { stage: None, verdict: true }
    }
}

/// One thing to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// What comes before the battle.
    Eve,
    /// The battle begins.
    Start,
    /// A round begins.
    Round,
    /// Find out who is next.
    Next,
    /// A turn begins.
    Begin(Id),
    /// Somebody on turn chooses what to do.
    Choose(Id),
    /// Somebody does it. The price has been named, not paid.
    Do(Id, Order),
    /// A deed whose price was paid before comes about.
    Perform(Id, Order),
    /// A turn ends.
    End(Id),
    /// Several have acted at once: now the fallen fall.
    Settle,
    /// A round ends.
    RoundEnd,
    /// What is counted in rounds runs down.
    RunDown,
    /// Something that a mechanic has put here, in the stage that it belongs to.
    Custom {
        /// The mechanic.
        of: Key,
        /// What.
        name: Key,
        /// About whom.
        who: Id,
        /// When it is done.
        stage: Stage,
    },
}

/// The stages of one pass, in their order. Each task belongs to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Rounds begin and end.
    Clock,
    /// Who is next.
    Initiative,
    /// Turns begin.
    Turn,
    /// Somebody chooses.
    Choices,
    /// Somebody moves.
    Movement,
    /// Somebody strikes, shoots, grapples or makes ready for it.
    Attacks,
    /// Something happens to an area.
    Areas,
    /// Harm that was only waiting to happen.
    Harm,
    /// Minds are tried.
    Morale,
    /// Turns end, gear is handled, wounds are bound.
    Upkeep,
    /// Is it over?
    Verdict,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Self; 11] = [
        Self::Clock,
        Self::Initiative,
        Self::Turn,
        Self::Choices,
        Self::Movement,
        Self::Attacks,
        Self::Areas,
        Self::Harm,
        Self::Morale,
        Self::Upkeep,
        Self::Verdict,
    ];
}

/// The question that a battle waits on.
#[derive(Component, Clone, Debug, Default)]
pub struct Asked(pub Option<Question>);

/// Answers given within the task at hand; it is run again from its start with
/// these when the next one comes.
#[derive(Component, Clone, Debug, Default)]
pub struct Given(pub Vec<Order>);

/// Every answer ever given, with how many dice had fallen by then: with
/// ruleset, scenario and seed this is the whole battle.
#[derive(Component, Clone, Debug, Default)]
pub struct Decisions(pub Vec<Decision>);

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision<O = Order> {
    /// Whose side gave it.
    pub side: SideId,
    /// The answer.
    pub order: O,
    /// Dice thrown before it was given: what a replay compares, and what undo
    /// looks at.
    pub dice: u64,
}

impl Decision {
    /// The same as it is written down.
    pub fn spoken(&self) -> Decision<Spoken> {
        Decision { side: self.side, order: (&self.order).into(), dice: self.dice }
    }
}

/// The sides of a battle.
#[derive(Component, Clone, Debug, Default)]
pub struct Sides(pub Vec<Side>);

/// One side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// What it is called.
    pub name: String,
    /// What it must do to win.
    pub objective: Objective,
    /// Whether the scenario gives it to a player, whoever comes to play it.
    pub is_players: bool,
    /// Whether those on it go on from battle to battle and learn from them.
    pub is_party: bool,
    /// What a victory of a party is worth beside the enemies, by the names of awards.
    pub wins: Vec<Key>,
    /// The names of those of it who fell in the battles before this one.
    pub fallen: Vec<String>,
}

/// How the battle ended, once it has.
#[derive(Component, Clone, Debug, Default)]
pub struct Ended(pub Option<Verdict>);

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Who won; nobody in a draw.
    pub winner: Option<SideId>,
    /// Why, in a sentence.
    pub why: String,
    /// In which round.
    pub round: i32,
    /// It could not go on: a fault of the rules, never of the players.
    #[serde(skip)]
    pub is_broken: bool,
}
