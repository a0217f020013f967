//! The slot of crowds: one against many, and many who fight as one.

mod many_blows;
mod quick_kill;
mod units;

pub use many_blows::ManyBlows;
pub use quick_kill::QuickKill;
pub use units::Units;
