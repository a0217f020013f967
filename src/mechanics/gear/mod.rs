//! The slot of gear: what is worn, held and struck at.

pub mod armour;
pub mod carried;
pub mod hands;

pub use armour::Armour;
pub use carried::Carried;
pub use hands::Hands;
