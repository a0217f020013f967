//! The slot of attack: how a blow is resolved.

pub mod aim;
pub mod all_weapons;
pub mod ammunition;
pub mod answer;
pub mod bands;
pub mod blow;
pub mod called_shots;
mod deeds;
mod guess;
mod lethal_blow;
mod plain;
mod ram;
pub mod range;
mod sizes;
pub(in crate::mechanics) mod strike;
pub mod sure_blow;
pub mod swarm;
mod swing;
pub mod tackle;
pub mod target_then_defence;
pub mod two_defences;
pub mod wielding;
pub mod within_reach;

pub use aim::Aim;
pub use all_weapons::AllWeapons;
pub use ammunition::Ammunition;
pub use bands::Bands;
pub use called_shots::CalledShots;
pub use range::Range;
pub use sure_blow::SureBlow;
pub use swarm::Swarm;
pub use tackle::Tackle;
pub use target_then_defence::TargetThenDefence;
pub use two_defences::TwoDefences;
pub use wielding::Wielding;
pub use within_reach::WithinReach;
