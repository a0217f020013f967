//! The slot of gear: what is worn, held and struck at.

pub mod armour;
pub mod carried;
pub mod consumables;
pub(in crate::mechanics) mod crewed;
mod draw_and_drop;
pub mod features;
pub mod handling;
pub mod hands;
pub mod load;
pub mod reloading;
pub mod wear;
