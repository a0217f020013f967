//! The slot of gear: what is worn, held and struck at.

pub mod armour;
pub mod carried;
pub mod consumables;
pub mod features;
pub mod handling;
pub mod hands;
pub mod load;
pub mod reloading;
pub mod wear;

pub use armour::Armour;
pub use carried::Carried;
pub use consumables::Consumables;
pub use features::Features;
pub use handling::Handling;
pub use hands::Hands;
pub use load::Load;
pub use reloading::Reloading;
pub use wear::Wear;
