//! The slot of stealth: light, hiding, and who knows where whom is.

pub mod ambush;
mod deeds;
pub mod hiding;
mod unseen;
pub mod who_sees_whom;

pub use ambush::Ambush;
pub use hiding::Hiding;
pub use who_sees_whom::WhoSeesWhom;
