//! How somebody goes to where they strike: by the plain move, or by one in its place that leads farther and takes more.

use std::collections::BTreeSet;

use super::approach::walk;
use crate::battle::{Choice, Group, Id, Look};
use crate::board::Square;

/// How somebody goes to where they strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Going {
    /// By the plain move.
    Plainly,
    /// By a move that takes its place and an action of the turn: a run.
    Farther,
}

impl Going {
    /// That move among these choices, with the squares that no lesser one leads to.
    pub(super) fn among(self, look: Look<'_>, who: Id, choices: &[Choice]) -> Option<Choice> {
        let plain = walk(choices);
        if self == Self::Plainly {
            return plain.cloned();
        }
        let is_farther = |choice: &&Choice| {
            let leads = choice.is_legal() && !choice.squares.is_empty() && choice.group == Group::Move;
            let is_another = plain.is_none_or(|plain| plain.order.verb != choice.order.verb);
            let takes_an_action = || {
                look.deed(choice.order.verb).is_ok_and(|deed| {
                    deed.nature().only_goes && look.rules().economy.is_main(look, who, &**deed, &choice.order)
                })
            };
            // How high somebody flies is for them to say.
            leads && is_another && choice.numbers.is_none() && takes_an_action()
        };
        let run = choices.iter().find(is_farther)?;
        let reached: BTreeSet<Square> =
            plain.iter().flat_map(|walk| &walk.squares).map(|(square, _)| *square).collect();
        let squares = run.squares.iter().filter(|(square, _)| !reached.contains(square)).copied().collect();
        Some(Choice { squares, ..run.clone() })
    }
}
