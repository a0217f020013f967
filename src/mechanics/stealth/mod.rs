//! The slot of stealth: light, hiding, and who knows where whom is.

mod deeds;
pub mod who_sees_whom;

pub use who_sees_whom::WhoSeesWhom;
