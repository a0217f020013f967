//! Combatants: what every fighter in every game is made of.
//!
//! A combatant is an entity. The components here are those that more than one
//! mechanic looks at; what only one mechanic keeps (seconds left, a hand of
//! cards, the target aimed at) is a component of that mechanic's own.

use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::Component;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{ConditionName, FigureName, Gear, Key, Profile, RuleId};
use crate::board::{Direction, Footprint};

/// The stable number of a combatant in its battle: its place in the roster.
/// Logs, saves and hashes use it; entities never leave the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(pub u16);

impl Id {
    /// Numbers from here on are things that stand on the board, in their order
    /// in [`Ground::things`](super::Ground::things): a door can be struck like
    /// a goblin, but it fights on no side and has no turn.
    pub const FIRST_THING: u16 = 0x8000;

    /// The number of a thing, by its place in the list.
    pub const fn thing(index: u16) -> Self {
        Self(Self::FIRST_THING | index)
    }

    /// The place of a thing in the list; none for a fighter.
    pub const fn as_thing(self) -> Option<usize> {
        if self.0 >= Self::FIRST_THING { Some((self.0 - Self::FIRST_THING) as usize) } else { None }
    }

    /// Whether it is a thing.
    pub const fn is_thing(self) -> bool {
        self.0 >= Self::FIRST_THING
    }
}

/// The number of a side in its battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

/// A fighter: who it is and whose side it is on. Everything that a fighter
/// cannot be without comes with it.
#[derive(Component, Clone, Copy, Debug)]
#[require(Figures, Place, Wounds, Tallies, Conditions, Gear)]
pub struct Combatant {
    /// Its number.
    pub id: Id,
    /// Whose side it is on now.
    pub side: SideId,
}

/// The battle that a combatant fights in.
#[derive(Component, Clone, Copy, Debug)]
#[relationship(relationship_target = Roster)]
pub struct FightsIn(pub Entity);

/// Everybody who fights in a battle, in the order of their numbers; when the
/// battle goes, they go.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = FightsIn, linked_spawn)]
pub struct Roster(Vec<Entity>);

impl Roster {
    /// The entities in the order of their numbers.
    pub fn entities(&self) -> &[Entity] {
        &self.0
    }
}

/// The battle that a thing stands in.
#[derive(Component, Clone, Copy, Debug)]
#[relationship(relationship_target = Things)]
#[require(Figures, Place, Wounds, Tallies, Conditions, Gear)]
pub struct StandsIn(pub Entity);

/// Every thing that stands in a battle, in the order of [`Ground::things`](super::Ground::things).
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = StandsIn, linked_spawn)]
pub struct Things(Vec<Entity>);

impl Things {
    /// The entities in their order.
    pub fn entities(&self) -> &[Entity] {
        &self.0
    }
}

/// What a combatant is called in this battle.
#[derive(Component, Clone, Debug)]
pub struct Called(pub Key);

/// What it is made from.
#[derive(Component, Clone, Debug, Default)]
pub struct MadeFrom(pub Arc<Profile>);

/// Whose lead it follows: a minion its commander's, a hireling its leader's, a
/// mount its rider's. What that means for its turn is the initiative's to say.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Follows(pub Option<Id>);

/// Somebody takes their turn together with this one now: a mount with the mind that holds its reins.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActsWith(pub Option<Id>);

/// The enemy that it fights hand to hand now, in games in which it matters who keeps somebody busy.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fights(pub Option<Id>);

/// The blow that it strikes now outside its own turn, or in a way of its own: at whom, and the word that other rules
/// know it by.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occasion(pub Option<(Id, Key)>);

// Riding and possession are plain components and no relationships of Bevy's. The order of riders is a rule (a mount
// acts with its first rider), and a hook would append a rider who comes back when a task is taken back. Numbers also
// mean the same in a copy of a battle; entities do not. `Table::seat`, `move_into` and `move_out` keep both sides in
// step.

/// What it is carried by: a mount, a vehicle. Both are in one place.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rides(pub Option<Id>);

/// Those whom it carries, in the order in which they got on.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Bears(pub SmallVec<[Id; 2]>);

/// The body of somebody else that this mind is in, its own having left the board.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inhabits(pub Option<Id>);

/// The minds of others that are in this body, in the order in which they came in.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Houses(pub SmallVec<[Id; 2]>);

/// Whether this mind is ready to work together with the others that are in the same body; two that are do so.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Willing(pub bool);

/// What a follower was told to do before the battle, in plain words.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Briefed(pub String);

/// Base figures: Strength, Toughness, Scale, skills. Derived figures are
/// worked out when asked for, never stored; a figure set here by hand takes
/// the place of its formula.
#[derive(Component, Clone, Debug, Default)]
pub struct Figures {
    given: Vec<(FigureName, i32)>,
    added: Vec<(FigureName, i32)>,
}

impl Figures {
    /// These bases, and what comes on top of figures whatever they follow from.
    pub fn new(given: impl IntoIterator<Item = (FigureName, i32)>, added: &[(FigureName, i32)]) -> Self {
        Self { given: given.into_iter().collect(), added: added.to_vec() }
    }

    /// The base of `figure`, if it was given.
    pub fn get(&self, figure: FigureName) -> Option<i32> {
        self.given.iter().find(|(key, _)| *key == figure).map(|(_, value)| *value)
    }

    /// What comes on top of the figure or roll called `on`, whatever it follows from.
    pub fn added(&self, on: Key) -> i32 {
        self.added.iter().find(|(key, _)| key.key() == on).map_or(0, |(_, value)| *value)
    }

    /// The base of `figure` with what comes on top: `usual`, if none was given.
    pub fn plain(&self, figure: FigureName, usual: i32) -> i32 {
        self.get(figure).unwrap_or(usual).saturating_add(self.added(figure.key()))
    }

    /// Sets the base of `figure`.
    pub fn set(&mut self, figure: FigureName, value: i32) {
        match self.given.iter_mut().find(|(key, _)| *key == figure) {
            Some(entry) => entry.1 = value,
            None => self.given.push((figure, value)),
        }
    }
}

/// Where a combatant stands, and which way it looks.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The squares that it covers.
    pub footprint: Footprint,
    /// Where it looks, for rulesets in which that matters.
    pub facing: Direction,
    /// Height above the ground, in the board's unit of length.
    pub altitude: i32,
    /// On the board at all (not: still to arrive, escaped, inside another body).
    pub present: bool,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            footprint: Footprint::one(crate::board::Square::default()),
            facing: Direction::North,
            altitude: 0,
            present: true,
        }
    }
}

/// Whether a combatant has left the field by a way out, on its own feet.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left(pub bool);

/// Every wound that a combatant carries.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Wounds(pub Vec<Wound>);

/// One wound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wound {
    /// What the wound is called in its game ("wound", "glancing", "organ").
    pub kind: Key,
    /// Where on the body.
    pub part: Option<Key>,
    /// The rule that dealt it.
    pub rule: RuleId,
    /// Cannot heal while what caused it lasts.
    pub locked: bool,
}

/// Running counts of a combatant: life, vitality, morale penalties, doses.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tallies(pub Vec<(Key, i32)>);

impl Tallies {
    /// The count called `name`, zero if it never moved.
    pub fn get(&self, name: Key) -> i32 {
        self.0.iter().find(|(key, _)| *key == name).map_or(0, |(_, value)| *value)
    }

    /// Sets the count called `name`.
    pub fn set(&mut self, name: Key, value: i32) {
        match self.0.iter_mut().find(|(key, _)| *key == name) {
            Some(entry) => entry.1 = value,
            None => self.0.push((name, value)),
        }
    }
}

/// The conditions that a combatant is in.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions(pub Vec<Condition>);

/// One condition, with who brought it and when it ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// Which one.
    pub kind: ConditionName,
    /// When it ends.
    pub until: Until,
    /// Who brought it about.
    pub by: Option<Id>,
    /// How strong it is, where that matters.
    pub amount: i32,
    /// The part of the body or the thing that it concerns.
    pub part: Option<Key>,
}

impl Condition {
    /// A condition that lasts until something ends it.
    pub fn new(kind: impl Into<ConditionName>) -> Self {
        Self { kind: kind.into(), until: Until::Ended, by: None, amount: 1, part: None }
    }

    /// The same, but only until then.
    #[must_use]
    pub const fn until(mut self, until: Until) -> Self {
        self.until = until;
        self
    }

    /// The same, brought about by `id`, if by anybody.
    #[must_use]
    pub fn by(mut self, id: impl Into<Option<Id>>) -> Self {
        self.by = id.into().or(self.by);
        self
    }

    /// The same, this strong.
    #[must_use]
    pub const fn amount(mut self, amount: i32) -> Self {
        self.amount = amount;
        self
    }

    /// The same, on one part of the body.
    #[must_use]
    pub const fn on(mut self, part: Option<Key>) -> Self {
        self.part = part;
        self
    }
}

/// When something ends, in the game's own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// When something ends it.
    Ended,
    /// When its bearer's next turn begins.
    TurnStart,
    /// When its bearer's turn ends.
    TurnEnd,
    /// When its bearer has ended this many turns more.
    Turns(i32),
    /// When this many rounds have ended.
    Rounds(i32),
    /// When its bearer has lived through this many seconds of its own turns.
    Seconds(i32),
    /// Long after the battle; the number is in minutes.
    Minutes(i32),
}
