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

pub use active_and_passive::ActiveAndPassive;
pub use armour_class::ArmourClass;
pub use armour_value::ArmourValue;
pub use block_or_dodge::BlockOrDodge;
pub use defending::Defending;
pub use facing::Facing;
pub use flanked::Flanked;
pub use from_behind::FromBehind;
pub use named_defences::NamedDefences;
pub use parry::Parry;
pub use surrounded::Surrounded;
