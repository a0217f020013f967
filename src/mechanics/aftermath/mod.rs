//! The slot of what lies between two battles.

pub mod camp;
pub mod chase;
pub mod mending;
pub mod recovery;
pub mod repairs;

pub use camp::Camping;
pub use chase::Chase;
pub use mending::Mending;
pub use recovery::Recovery;
pub use repairs::Repairs;
