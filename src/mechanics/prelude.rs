//! What rules are written in: all words of `battle`, and of the board, the dice and the libraries those that most
//! mechanics need. What a file takes by name from elsewhere goes before what stands here.

pub(super) use std::collections::BTreeMap;
pub(super) use std::sync::Arc;

pub(super) use bevy::ecs::prelude::Component;
pub(super) use serde::Deserialize;
pub(super) use smallvec::SmallVec;

pub(super) use crate::battle::house_words::ATTACK;
pub(super) use crate::battle::*;
pub(super) use crate::board::{Direction, Footprint, Halves, Spot, Square, ZoneId};
pub(super) use crate::dice::{Dice, DiceError, Distribution, Expr, Fraction, Throw, enumerate};

/// The struct of a mechanic that says which rule each part of it shows: its fields, all ids of rules, with what they are of.
macro_rules! rule_ids {
    (struct $name:ident { $($field:ident: $doc:literal),* $(,)? }) => {
        /// Which rule of the ruleset each part of this mechanic shows.
        #[derive(Clone, Copy, Debug, serde::Deserialize)]
        pub struct $name {
            $(#[doc = $doc] pub $field: $crate::battle::RuleId,)*
        }
    };
}
pub(super) use rule_ids;

/// What is said of so many: one is, several are.
pub(super) const fn are(count: i32) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// What a field means that a file leaves out, where that is a yes.
pub(super) const fn yes() -> bool {
    true
}

/// The same where it is 1.
pub(super) fn one<N: From<u8>>() -> N {
    N::from(1)
}
