//! What a combatant has, and where: in which hands, worn, in the pack, on the ground.

use std::sync::Arc;

use bevy::ecs::prelude::Component;

use super::{Arm, Key};
use crate::board::Square;

/// What a combatant has on it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Gear(pub Vec<Item>);

/// One thing that a combatant has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub arm: Arc<Arm>,
    /// Where it is.
    pub held: Held,
    /// Rounds in it.
    pub loaded: i32,
    /// Wounds that it has taken.
    pub wounds: i32,
    /// Work that has gone into loading it.
    pub progress: i32,
    /// Words for its state: "jammed", "destroyed".
    pub state: Vec<Key>,
}

impl Item {
    /// Whether the word `state` holds of it.
    pub fn is(&self, state: impl Into<Key>) -> bool {
        !self.state.is_empty() && self.state.contains(&state.into())
    }

    /// Something that nobody has used yet.
    pub fn new(arm: Arc<Arm>, held: Held) -> Self {
        let loaded = arm.rounds.unwrap_or(0);
        Self { arm, held, loaded, wounds: 0, progress: 0, state: Vec::new() }
    }

    /// Whether it can be used at once.
    pub fn is_ready(&self) -> bool {
        matches!(self.held, Held::Hand(_) | Held::Body | Held::Worn)
    }

    /// Whether a hand holds it.
    pub const fn is_in_hand(&self) -> bool {
        matches!(self.held, Held::Hand(_))
    }
}

/// Hands, by one bit each, the right one first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grip(u8);

impl Grip {
    /// The right hand, or whatever else somebody uses first.
    pub const RIGHT: Self = Self(1);
    /// The left hand.
    pub const LEFT: Self = Self(2);

    /// All hands of a body that has so many.
    pub const fn all(hands: u8) -> Self {
        Self(if hands >= 8 { u8::MAX } else { (1 << hands) - 1 })
    }

    /// The hand at the end of a limb, by its name: "left arm", "right hand".
    pub fn of_limb(part: Key) -> Self {
        if part.as_str().starts_with("left") { Self::LEFT } else { Self::RIGHT }
    }

    /// The manner of orders that are carried out with what one of these hands
    /// holds, where it makes a difference.
    pub const fn manner(self) -> Option<&'static str> {
        if self.shares(Self::RIGHT) {
            Some("right hand")
        } else if self.shares(Self::LEFT) {
            Some("left hand")
        } else {
            None
        }
    }

    /// How many.
    pub const fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Both these and those.
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Those of these that are none of those.
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Whether a hand is among both.
    pub const fn shares(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// So many of these, the first of them; none if there are fewer.
    pub fn first(self, hands: u8) -> Option<Self> {
        let taken = (0..8).map(|bit| Self(1 << bit)).filter(|hand| self.shares(*hand)).take(usize::from(hands));
        Some(taken.fold(Self::default(), Self::and)).filter(|taken| taken.count() == hands)
    }
}

/// Where a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// In hand.
    Hand(Grip),
    /// Worn.
    Worn,
    /// Part of the body, or known by heart.
    Body,
    /// At the belt: drawn in no time or little.
    Belt,
    /// In the pack.
    Pack,
    /// On the ground in a square.
    Ground(Square),
}
