//! The three kinds of dice, each by itself and all against one another.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod agreement;
mod enumerated;
mod rolled;
mod scripted;

use super::Expr;

/// An expression, from text that is known to be good.
fn expr(text: &str) -> Expr {
    text.parse().unwrap()
}
