//! The slot of attack: how a blow is resolved.

pub mod blow;
