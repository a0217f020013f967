//! The slot of defence: what a target does about a blow.

pub mod active_and_passive;
pub mod armour_class;
pub mod armour_value;
pub mod block_or_dodge;
pub mod defending;
pub mod facing;
pub mod flanked;
pub mod from_behind;
pub mod named_defences;
pub mod parry;
pub mod surrounded;
