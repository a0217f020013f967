//! The syntax: from text to a tree of values with places.
//!
//! After a mistake the parser goes on at the next comma or closing bracket, so that several are told at a time. Where
//! brackets do not match it stops, since everything after that could only be misunderstood.

mod cursor;
mod group;
mod lexer;
mod number;
mod parser;
mod text;
mod token;

use super::Problem;
use super::tree::Node;

/// Values nested deeper than this are refused, so that no file can exhaust the stack.
pub(super) const MAX_DEPTH: usize = 64;
/// More values than this in one file are refused, so that no file can exhaust the memory.
pub(super) const MAX_VALUES: usize = 500_000;
/// Reading stops after this many mistakes.
pub(super) const MAX_PROBLEMS: usize = 32;

/// Reads a text into a tree, or says what is wrong with it.
pub(super) fn parse(file: &str, text: &str) -> Result<Node, Vec<Problem>> {
    parser::Parser::new(file, text).document()
}
