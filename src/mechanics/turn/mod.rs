//! The slot of the turn: what fits into it.

pub mod seconds;
