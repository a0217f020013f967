//! The slot of areas: blasts, lines and cones, and effects that come later.

pub mod area_attack;
mod blast;
mod damage;
pub mod delay;
pub mod dives;
mod landing;
mod odds;
pub mod saved_area;
pub mod shape;

use std::borrow::Borrow;

use crate::mechanics::prelude::*;

/// The names of those upon whom something comes down.
fn or_nobody(look: Look<'_>, those: impl IntoIterator<Item: Borrow<Id>>) -> String {
    let names = look.names(those, ", ");
    if names.is_empty() { "nobody".to_owned() } else { names }
}
