//! The slot of the turn: what fits into it.

pub mod actions;
pub mod answer;
pub mod declared;
mod delay;
pub mod end_turn;
pub mod one_action;
pub mod one_of_each;
pub mod seconds;
mod several_turns;
pub mod talk;
pub mod two_shapes;
