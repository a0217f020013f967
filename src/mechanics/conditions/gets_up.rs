//! Getting back on one's feet (OS-COND-01).

use crate::mechanics::prelude::*;

/// The numbers of getting up.
#[derive(Clone, Debug, Deserialize)]
pub struct GetsUp {
    /// The state that is ended by it.
    pub from: ConditionName,
    /// The rule that says so.
    pub rule: RuleId,
}

const VERB: &str = "stand up";

impl Mechanic for GetsUp {
    fn repeats(&self) -> bool {
        true
    }

    fn deeds(&self) -> Vec<Arc<dyn Deed>> {
        vec![Arc::new(GetUp(self.clone()))]
    }
}

/// Doing it.
#[derive(Debug)]
struct GetUp(GetsUp);

impl Deed for GetUp {
    fn nature(&self) -> Nature {
        Nature::of(VERB, Group::Move, Stage::Movement)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if look.is(who, self.0.from) {
            let order = Order::new(VERB);
            out.push(Choice::new(order, "Stand up", Group::Move, self.0.rule).allowed_by(self, look, who));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &["act", VERB])?;
        if !look.is(who, self.0.from) {
            return Err(look.refusal_of(who, self.0.rule, "is on their feet"));
        }
        Ok(())
    }

    fn worth(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Worth> {
        // Nothing else can be done in its place, and everybody strikes the harder at whoever lies.
        Some(Worth::of(3.0))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let from = self.0.from;
        table.note(|look| {
            Fact::new(self.0.rule, format!("{} gets up.", look.name(who))).who(who).change(who, from, 1, 0)
        });
        table.end(who, from).map(drop)
    }
}
