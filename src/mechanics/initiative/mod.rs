//! The slot of initiative: who acts when.

pub mod rolled_once;
