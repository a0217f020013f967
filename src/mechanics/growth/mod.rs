//! The slot of experience, and of what grows by it.

mod award;
pub mod experience;
mod ladder;
mod learning;
pub mod schooling;
