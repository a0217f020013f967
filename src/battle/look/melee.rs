//! Who is close enough to an enemy to be held by it.

use super::Look;
use crate::battle::{Fights, Id, Key, Occasion};
use crate::board::Square;

impl<'w> Look<'w> {
    /// Whether two enemies stand so close that they fight hand to hand: both able to, and nothing solid between.
    pub fn are_in_melee(&self, a: Id, b: Id) -> bool {
        self.are_close(a, b) && self.can_engage(a) && self.can_engage(b) && self.in_line(a, b)
    }

    fn are_close(&self, a: Id, b: Id) -> bool {
        let near = |within| self.footprint(a).gap(self.footprint(b)) <= within;
        self.rules.measure.melee.is_some_and(near) && self.are_enemies(a, b)
    }

    /// Whether somebody who can fight stands close enough to an enemy to strike it, whatever that can do about it.
    pub fn is_upon(&self, who: Id, enemy: Id) -> bool {
        self.are_close(who, enemy) && self.can_engage(who) && self.in_line(who, enemy)
    }

    /// Whether `foe` is upon `target` and has turned to it: whoever is takes a place around it.
    pub fn besets(&self, foe: Id, target: Id) -> bool {
        self.fights(foe) == Some(target) && self.is_upon(foe, target)
    }

    /// Everybody who fights `who` hand to hand, in their order.
    pub fn melee_of(self, who: Id) -> impl Iterator<Item = Id> + use<'w> {
        let side = self.side(who);
        let near = self.around(self.footprint(who), self.rules.measure.melee.unwrap_or(0));
        near.filter(move |foe| self.are_in_melee(who, *foe) && self.is_known_to(*foe, side))
    }

    /// Those who let `who` take no plain step away from them, each with the squares around where they do not.
    pub fn holders(self, who: Id) -> impl Iterator<Item = (Id, Vec<Square>)> + use<'w> {
        self.rules.registry.steps.iter().flat_map(move |mechanic| mechanic.holds_fast(self, who))
    }

    /// How many squares somebody covers at a walk in one go, in the saddle by the legs of their mount; nothing where nobody can tell.
    pub fn stride(self, who: Id) -> Option<i32> {
        let legs = self.mount(who).unwrap_or(who);
        if !self.may_step(legs) {
            return Some(0);
        }
        self.rules.registry.steps.iter().find_map(|mechanic| mechanic.stride(self, legs))
    }

    /// Whether somebody is in the fight and able to hold an enemy there.
    pub fn can_engage(&self, who: Id) -> bool {
        self.is_in_play(who) && self.place(who).present && self.allows(who, &["act", "engage"]).is_ok()
    }

    /// The enemy whom somebody has turned to.
    pub fn fights(&self, who: Id) -> Option<Id> {
        self.get::<Fights>(who).and_then(|fights| fights.0)
    }

    /// The word of the blow that somebody strikes at `whom` just now, if it has one of its own.
    pub fn occasion(&self, who: Id, whom: Id) -> Option<Key> {
        let (at, word) = self.get::<Occasion>(who)?.0?;
        (at == whom).then_some(word)
    }

    /// Whether somebody is in play and has anything left, though it may not fall before all have acted.
    pub fn stands(&self, who: Id) -> bool {
        self.is_in_play(who) && self.health(who).is_none_or(|(left, _)| left > 0)
    }

    /// Whether `foe` has somebody else to fight than `who`, so that `who` may go as it likes.
    pub fn is_busy_without(self, foe: Id, who: Id) -> bool {
        self.fights(foe) != Some(who) && self.melee_of(foe).any(|other| other != who)
    }
}
