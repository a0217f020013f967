//! The slot of morale: what fear, madness, rage and despair do to minds.

mod inspire;
pub mod outcry;
pub mod will;

pub use outcry::Outcry;
pub use will::Will;
