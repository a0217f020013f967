//! Getting back on one's feet (OS-COND-01, HG-COND-02).

use crate::mechanics::prelude::*;
use crate::mechanics::room::{is_tied, make_room};

/// The numbers of getting up.
#[derive(Clone, Debug, Deserialize)]
pub struct GetsUp {
    /// The state that is ended by it.
    pub from: ConditionName,
    /// The rule that says so.
    pub rule: RuleId,
}

const VERB: &str = "stand up";

mechanic!(GetsUp: |self| {
    deeds => vec![Arc::new(self.clone())],
});

impl Deed for GetsUp {
    nature!(|self| Nature::of(VERB, Group::Move, Stage::Movement));

    offers!(|self, look, who| "Stand up", self.rule, if look.is(who, self.from));

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &["act", VERB])?;
        if look.is(who, self.from) { Ok(()) } else { Err(look.refusal_of(who, self.rule, "is on their feet")) }
    }

    fn worth(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Worth> {
        // Nothing else can be done in its place, and everybody strikes the harder at whoever lies.
        Some(Worth::of(3.0))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        table.sheds(who, self.from, self.rule, |look| format!("{} gets up.", look.name(who)))?;
        if is_tied(table.look(), who) { Ok(()) } else { make_room(table, who) }
    }
}
