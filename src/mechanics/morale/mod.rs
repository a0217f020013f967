//! The slot of morale: what fear, madness, rage and despair do to minds.

mod inspire;
pub mod will;

pub use will::Will;
