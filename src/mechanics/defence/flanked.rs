//! Enemies on two opposite sides: every defence suffers, and the flanked are
//! open to sneak attacks (ST-DEF-03).

use serde::Deserialize;

use crate::battle::{Case, Id, Key, Look, Mechanic, Sum};
use crate::board::is_flanked;

/// The numbers of flanking.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flanked {
    /// What it does to every defence roll.
    pub defence: i32,
    /// The word that it gives to blows against the flanked.
    pub opens_to: Key,
    /// Whether those who cannot act do not flank.
    pub must_be_able: bool,
    /// The rule that these numbers stand for.
    pub rule: Key,
}

impl Flanked {
    /// Whether `who` has enemies on two opposite sides.
    pub fn is(&self, look: Look<'_>, who: Id) -> bool {
        look.once("flanked", who, who, || self.is_between_enemies(look, who))
    }

    fn is_between_enemies(&self, look: Look<'_>, who: Id) -> bool {
        if look.is(who, "flanked") {
            return true;
        }
        let own = look.footprint(who);
        let enemies = look.everybody().filter(|id| {
            look.place(*id).present
                && look.are_enemies(who, *id)
                && own.gap(look.footprint(*id)) <= 1
                && !look.is_dead(*id)
                && (!self.must_be_able || (look.is_in_play(*id) && look.allows(*id, &["flank"]).is_ok()))
        });
        is_flanked(own, enemies.map(|id| look.footprint(id)))
    }
}

impl Mechanic for Flanked {
    fn name(&self) -> &'static str {
        "flanked"
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        if case.on == "defence" && self.is(look, case.who) {
            sum.add("flanked", self.defence, self.rule);
        }
    }

    fn narrow(&self, look: Look<'_>, case: &mut Case<'_>) {
        if case.against.is_some_and(|target| self.is(look, target)) {
            case.push_word(self.opens_to);
        }
    }
}
