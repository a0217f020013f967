//! The slot of defence: what a target does about a blow.

pub mod active_and_passive;
pub mod armour_class;
pub mod armour_value;
pub mod defending;
pub mod flanked;
pub mod named_defences;

pub use active_and_passive::ActiveAndPassive;
pub use armour_class::ArmourClass;
pub use armour_value::ArmourValue;
pub use defending::Defending;
pub use flanked::Flanked;
pub use named_defences::NamedDefences;
