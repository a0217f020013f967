//! The slot of attack: how a blow is resolved. `course.rs` is the course of a blow that several games share.

pub mod ability_bonus;
pub mod aim;
pub mod all_weapons;
pub mod ammunition;
pub mod answer;
pub mod bands;
pub mod called_shots;
pub mod course;
pub mod high_ground;
pub mod longer_first;
pub mod one_roll;
pub mod opposed;
pub mod range;
pub mod slow_arms;
pub mod sure_blow;
pub mod swarm;
mod swing;
pub mod tackle;
pub mod target_then_defence;
pub mod two_defences;
pub mod wielding;
pub mod within_reach;
