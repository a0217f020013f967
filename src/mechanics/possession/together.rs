//! Working together in one body, and no longer doing so (ST-POSS-06, ST-POSS-07).

use super::TwoMinds;
use crate::mechanics::prelude::*;

impl TwoMinds {
    /// Sets whether a mind is ready to work with the others, and tells everybody.
    pub(super) fn agree(&self, table: &mut Table<'_>, mind: Id, is_willing: bool) {
        table.edit::<Willing>(mind).0 = is_willing;
        table.say(self.rules.sides, mind, |look| {
            let body = look.body(mind);
            let agrees = look.minds(body).any(|other| other != mind && look.is_willing(other));
            let what = match (is_willing, agrees) {
                (true, true) => "works together with the other mind from now on",
                (true, false) => "is ready to work together",
                (false, _) => "works with nobody else in this body any more",
            };
            format!("{} {what}.", look.name(mind))
        });
    }
}

/// Beginning to work together, or ending it, in one's own turn.
#[derive(Debug)]
pub(super) struct Cooperate {
    pub minds: Arc<TwoMinds>,
    pub begins: bool,
}

impl Deed for Cooperate {
    nature!(|self| Nature::of(if self.begins { "cooperate" } else { "stop cooperating" }, Group::Turn, Stage::Morale));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if !look.houses_minds(who) || look.is_willing(look.mind(who)) == self.begins {
            return;
        }
        let label = if self.begins { "Work together in this body" } else { "Work together no longer" };
        out.push(Choice::of(self, (look, who), Order::new(self.verb()), label, self.minds.rules.sides));
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        let why = if !look.houses_minds(who) {
            "there is no other mind in this body"
        } else if look.is_willing(look.mind(who)) == self.begins {
            if self.begins { "they are ready for that already" } else { "they work with nobody" }
        } else {
            return Ok(());
        };
        Err(Refusal::new(self.minds.rules.sides, why))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let mind = table.look().mind(who);
        self.minds.agree(table, mind, self.begins);
        Ok(())
    }

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        let mind = look.mind(who);
        let is_friend = |other: Id| other == mind || look.own_side(other) == look.own_side(mind);
        (self.begins && look.minds(who).all(is_friend)).then(|| Worth::of(0.5))
    }
}
