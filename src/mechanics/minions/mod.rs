//! The slot of minions: orders that those who follow somebody keep to.

mod bidding;
mod clause;
mod command;
mod obedience;
pub mod standing_orders;
