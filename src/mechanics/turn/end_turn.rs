//! Ending one's turn early, whatever a turn is counted in.

use crate::battle::house_words::END_TURN;
use crate::mechanics::prelude::*;

/// Giving up what is left of the turn, by the rule of turns.
#[derive(Debug)]
pub struct EndTurn(pub RuleId);

impl Deed for EndTurn {
    nature!(|self| Nature::of(END_TURN, Group::Turn, Stage::Upkeep).letting_be().costing_nothing());

    fn choices(&self, look: Look<'_>, _who: Id, out: &mut Vec<Choice>) {
        // What ends with one part of a turn is no more than that part.
        let label = match look.clock().phase {
            Phase::Whole => "End turn",
            Phase::Moves => "Done moving",
            Phase::Blows | Phase::First | Phase::Last => "Done",
        };
        out.push(Choice::new(Order::new(END_TURN), label, Group::Turn, self.0).letting_be());
    }

    fn check(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Allowed {
        Ok(())
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        table.rules().economy.close(table, who)
    }
}
