//! The mechanics that rulesets are composed of: one folder a slot, one file a mechanic.
//!
//! A mechanic reads its numbers from the ruleset and acts through the roles that it plays and the events that it hears;
//! the table of [`slots`] names both. What several folders need lies in the files beside them, such as `contest.rs` and
//! `room.rs`; `prelude.rs` holds the words that all are written in.

pub mod abilities;
pub mod afflictions;
pub mod aftermath;
mod answers;
pub mod area;
pub mod attack;
pub mod beasts;
mod break_free;
pub mod brought;
pub mod conditions;
pub mod contest;
pub mod cover;
pub mod crowds;
pub mod death;
pub mod defence;
mod doublings;
mod drives;
pub mod encounter;
mod force;
mod foretold;
pub mod gear;
pub mod grapple;
pub mod growth;
pub mod harm;
pub mod initiative;
pub mod minions;
pub mod morale;
pub mod movement;
pub mod possession;
mod prelude;
mod privilege;
pub mod reactions;
mod riders;
mod room;
pub mod size;
pub mod skills;
pub mod slots;
pub mod souls;
pub mod stealth;
mod surfaces;
pub mod turn;
mod ways;
pub mod wounds;
