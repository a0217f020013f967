//! The slot of skills: what is done in a fight by a check alone.

pub mod encourage;
pub mod intimidate;
pub mod notice;
pub mod provoke;
pub mod saves;
