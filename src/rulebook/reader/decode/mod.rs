//! From the tree to the type that was asked for, telling as many mistakes as possible.
//!
//! `serde` gives up at the first error. Three things let the decoder go on:
//!
//! - A value of the wrong kind is told, and a stand-in of the right kind handed over in its place.
//! - An error that arises in the type itself (a missing field, a check made by `try_from`) ends the pass. It is noted
//!   in the [`Context`], and decoding starts over with a stand-in for the missing or refused value.
//! - Where a stand-in is refused too, the value around it is replaced in the next pass.
//!
//! A result that contains a stand-in is never handed out.

mod access;
mod composite;
mod context;
mod fault;
mod node;
mod primitive;
mod standin;
mod variant;

use serde::de::DeserializeOwned;
use std::marker::PhantomData;

use super::tree::Node;
use super::{Named, Problem};
use context::Context;

/// No file is decoded more often than this.
const MAX_PASSES: usize = 40;
/// Nor so often that more than this many values are visited in all, except for a few passes that are always made.
const MAX_VISITS: usize = 8_000_000;
const MIN_PASSES: usize = 3;

/// Decodes a tree. The value is there if nothing is wrong outside of lenient collections.
pub(super) fn decode<T: DeserializeOwned>(file: &str, root: &Node) -> (Option<T>, Vec<Problem>) {
    let (value, problems, _) = decode_with_names(file, root);
    (value, problems)
}

/// The same, with the names of things that are somewhere else.
pub(super) fn decode_with_names<T: DeserializeOwned>(file: &str, root: &Node) -> (Option<T>, Vec<Problem>, Vec<Named>) {
    let context = Context::new(file);
    let value = context.child(root, PhantomData::<T>).ok().filter(|_| context.open() == 0);
    let names = context.take_names();
    for pass in 1..MAX_PASSES {
        let affordable = pass < MIN_PASSES || context.visits() < MAX_VISITS;
        if !affordable || !context.start_over() {
            break;
        }
        drop(context.child(root, PhantomData::<T>));
    }
    (value, context.into_problems(), names)
}
