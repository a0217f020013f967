//! The slot of stealth: light, hiding, and who knows where whom is.

pub mod ambush;
pub mod backstab;
mod deeds;
pub mod hiding;
pub mod sneaking;
mod unseen;
pub mod who_sees_whom;
