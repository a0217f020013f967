//! What nobody does in their own turn: the answer to a question of something else, which is paid for all the same.

use crate::mechanics::prelude::*;

/// A deed that is there to be paid for. What comes of it is for whoever asked.
#[derive(Debug)]
pub struct Answer {
    /// The verb under which it is paid.
    pub verb: &'static str,
    /// What it is about.
    pub group: Group,
    /// The rule that it belongs to.
    pub rule: RuleId,
    /// When it is done, for those who would do it of their own accord.
    pub when: &'static str,
}

impl Deed for Answer {
    nature!(|self| Nature::of(self.verb, self.group, Stage::Attacks));

    fn choices(&self, _look: Look<'_>, _who: Id, _out: &mut Vec<Choice>) {}

    fn check(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Allowed {
        Err(Refusal::new(self.rule, self.when))
    }

    fn perform(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step {
        Ok(())
    }
}
