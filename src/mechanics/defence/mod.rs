//! The slot of defence: what a target does about a blow.

pub mod flanked;
pub mod named_defences;

pub use flanked::Flanked;
pub use named_defences::NamedDefences;
