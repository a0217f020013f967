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

/// What a field means that a file leaves out, where that is a yes.
pub(super) const fn yes() -> bool {
    true
}

/// The same where it is 1.
pub(super) fn one<N: From<u8>>() -> N {
    N::from(1)
}
