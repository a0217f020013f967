//! Reads the files players edit, and says what is wrong with them.
//!
//! Files are written in RON and read into ordinary types that derive `Deserialize`. A wrong file is answered with a
//! list of [`Problem`]s, each with its line and column, what was found and what was expected. As many are told at a
//! time as can be found: first the syntax of the whole file, then, if that is right, everything that does not fit the
//! type.
//!
//! ```ignore
//! #[derive(Deserialize)]
//! struct Arm { name: String, hit: Spanned<u8>, upgrade: Option<Spanned<String>> }
//!
//! let arms: Vec<Arm> = read_file("rules/arms.ron")?;
//! ```
//!
//! What the types can rely on beyond plain RON:
//!
//! - `Some(...)` may be left out, and so may the brackets around the only value of a struct: `speed: 30` will do for
//!   `Feet(30)`. A variant around a struct takes its fields directly: `Move(squares: 3)`. A list will do for a tuple.
//! - Unknown fields are problems (no type needs `deny_unknown_fields`), and so are repeated fields and keys.
//! - [`Spanned`] keeps the place of a value for checks made later, [`Problems`] gathers what those find.
//! - An error from `#[serde(try_from = "...")]` is told as what was expected there, so its message should say what
//!   would be right: "an even number of men". If it has the form "found ..., expected ..." it is told as such.
//! - A field of type `Option` is absent when it is left out or `None`; an enum in it should have no variant `None`.
//!
//! A file may have settings: a field `settings: { "name": (is: 4, or: [6]) }` at its top, and `Setting("name")` wherever
//! the value shall stand. [`read_with_settings`] puts other values in their places.
//!
//! A file is a [`Source`]: a path, or what lies inside the program.
//!
//! A file may have a field `from`: what it does not say itself it has from another file, and `Inherited(...)` stands for what
//! is inherited, with more, less or other fields (`inherit`).
//!
//! Limits: eight megabytes, half a million values, 64 brackets inside each other, whole numbers of 64 bits; those of 32
//! bits, which games reckon with, are at most ten million either way.

mod decode;
mod inherit;
mod lenient;
mod names;
mod numbers;
mod outline;
mod problem;
mod read;
mod settings;
mod source;
mod span;
mod spanned;
mod syntax;
#[cfg(test)]
mod tests;
mod tree;

pub use lenient::Lenient;
pub use names::{closest, excerpt, one_of};
pub use numbers::{Composed, Group, numbers};
pub use outline::{Mention, Step, as_written, mentions};
pub use problem::{Problem, Problems, lines};
pub use read::{
    MAX_BYTES, read_bytes, read_file, read_str, read_with_likes, read_with_names, read_with_settings, salvage_str,
    taken_from, text_in,
};
pub use settings::Overrides;
pub use source::{INSIDE, Source};
pub use span::Span;
pub use spanned::{Named, Spanned};
