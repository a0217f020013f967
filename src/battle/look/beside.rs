//! What somebody would do to another, wherever the two stand now.

use super::Look;
use crate::battle::house_words::ATTACK;
use crate::battle::{Arm, Id, Item, Memo, Order};
use crate::board::Footprint;

impl Look<'_> {
    /// What the best plain blow hand to hand would be worth that somebody could strike at an enemy beside whom they stood, in felled
    /// enemies; nothing for those who have none.
    pub fn blow_beside(self, who: Id, foe: Id) -> f64 {
        self.keep_each("blow beside", who, &foe, || {
            let there = self.place_beside(who, foe);
            there.map_or(0.0, |there| self.best_blow((who, there), foe, |arm| !arm.reach.is_empty()))
        })
    }

    /// The place beside another that is nearest to somebody, taken or not.
    pub fn place_beside(self, who: Id, other: Id) -> Option<Footprint> {
        let holds = |there: Footprint| self.board().supports(there);
        self.footprint(other).nearest_beside(self.footprint(who), 1, holds)
    }

    /// What the best plain blow or shot from `there` would be worth to somebody, in felled enemies, with whatever they have ready
    /// that `is_such`.
    pub fn best_blow(self, (who, there): (Id, Footprint), foe: Id, is_such: impl Fn(&Arm) -> bool) -> f64 {
        let mut memo = Memo::of(self);
        memo.put(who, there);
        let look = self.remembering(&memo);
        let Ok(deed) = look.deed(ATTACK) else { return 0.0 };
        let blow = |item: &Item| {
            let order = Order::new(ATTACK).with(item.arm.name).at(look.aim(foe));
            let foretold = deed.forecast_there(look, who, &order, (there, None));
            Some(foretold.or_else(|| deed.forecast(look, who, &order))?.worth(look, who).in_felled())
        };
        let is_meant = |item: &&Item| item.is_ready() && look.strikes_with(&item.arm) && is_such(&item.arm);
        look.arms(who).filter(is_meant).filter_map(blow).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use crate::trial::in_lesson;

    /// LG-DMG-03. Promise: blows with arms whose harm goes by their size count like all others, however far off the two stand.
    #[test]
    fn a_sword_without_dice_of_its_own_counts() {
        in_lesson("liberi_gothica", "LG-C39", 1, |look| {
            let [duellist, caller] = ["Duellist", "Caller"].map(|name| look.find(name).unwrap());
            assert!(look.gear(duellist).iter().all(|item| item.arm.damage.is_none()));
            assert!(look.blow_beside(duellist, caller) > 0.1);
        });
    }
}
