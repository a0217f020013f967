//! The rulebook as it is read: chapters in the order of a round, what is found in it, where each rule leads, the figures
//! behind a rule, the picture of the lesson that shows it, and all of it as one page to print ([`print::html`]).

pub mod figures;
pub mod find;
mod letters;
pub mod links;
pub mod moment;
pub mod print;

pub use letters::Letters;
pub use moment::Moment;
