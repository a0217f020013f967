//! The slot of initiative: who acts when.

pub mod alternating;
pub mod card_hand;
pub mod rolled;
pub mod segments;
