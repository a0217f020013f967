//! How much each fighter counts beside others: by how hard they strike at those whom they fight, and by how hard those strike at them.
//!
//! A thought begins with a forecast of what each fighter would do to each enemy beside them. One fighter stands for all who are
//! like them. How battles went that were played out from some three hundred moments of all games has told how much
//! of a fighter's weight lies in it.

use crate::battle::{Id, Item, Look, SideId};

/// How much weight lies in how many more enemies somebody fells than fell them.
const SHARE: f64 = 0.28;

/// The least of an enemy that anybody is reckoned to fell with a blow, and to be felled by it; and the most of the latter.
const LEAST_FELLED: f64 = 0.005;
const FELLED: (f64, f64) = (0.02, 0.6);

/// How much each fighter counts. Those whom nobody knew of count by their number alone.
#[derive(Clone, Debug, Default)]
pub struct Powers {
    each: Vec<(Id, f64)>,
    /// What each newcomer counts, and each unseen fighter.
    usual: f64,
    /// Enemies whom nobody knew of who looked. How many a battle has is no secret, but who they are, and how they are.
    unseen: Vec<Id>,
}

/// Fighters of one side who are alike, with the one of them who is best off.
struct Kind {
    side: SideId,
    best: Id,
    all: Vec<Id>,
}

impl Powers {
    /// Reckons it for the fighters whom the eyes of this look know of.
    pub fn of(look: Look<'_>) -> Self {
        let look = look.without_words();
        let kinds = kinds(look);
        // What each would do to each, as a share of one felled.
        let blows: Vec<Vec<f64>> =
            kinds.iter().map(|kind| kinds.iter().map(|other| kind.blow_at(look, other)).collect()).collect();
        let mut each = Vec::new();
        for (at, kind) in kinds.iter().enumerate() {
            let (mut felled, mut falls, mut foes) = (0.0, 0.0, 0.0);
            for (other, foe) in kinds.iter().enumerate().filter(|(_, foe)| foe.side != kind.side) {
                let many = foe.all.len() as f64;
                felled += many * blows[at][other];
                falls += many * blows[other][at];
                foes += many;
            }
            let (felled, falls) = (felled / f64::max(foes, 1.0), falls / f64::max(foes, 1.0));
            // Of somebody who is hurt less is left to be felled: how much is there counts apart from this.
            let falls = falls * left(look, kind.best);
            let (least, most) = FELLED;
            let power = (felled.max(LEAST_FELLED) / falls.clamp(least, most)).powf(SHARE);
            each.extend(kind.all.iter().map(|id| (*id, power)));
        }
        let usual = each.iter().map(|(_, power)| power).sum::<f64>() / each.len().max(1) as f64;
        let unseen = look.everybody().filter(|id| look.is_in_play(*id) && !look.knows_of(*id)).collect();
        Self { each, usual, unseen }
    }

    /// Whether somebody knew of all fighters.
    pub(super) const fn knows_all(&self) -> bool {
        self.unseen.is_empty()
    }

    /// Whether nobody knew of somebody who looked.
    pub(super) fn is_unseen(&self, id: Id) -> bool {
        self.unseen.contains(&id)
    }

    /// How much somebody counts.
    pub(super) fn get(&self, id: Id) -> f64 {
        self.each.iter().find(|(other, _)| *other == id).map_or(self.usual, |(_, power)| *power)
    }
}

impl Kind {
    /// What the best blow of one of them at one of the others would fell of them, nothing among friends.
    fn blow_at(&self, look: Look<'_>, other: &Self) -> f64 {
        if self.side == other.side {
            return 0.0;
        }
        let far = look.best_blow((self.best, look.footprint(self.best)), other.best, |_| true);
        let near = look.place_beside(self.best, other.best);
        near.map_or(far, |there| look.best_blow((self.best, there), other.best, |_| true).max(far))
    }
}

/// The fighters of the battle, sorted by who are alike.
fn kinds(look: Look<'_>) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for id in look.shown().filter(|id| look.is_in_play(*id)) {
        match kinds.iter_mut().find(|kind| kind.side == look.side(id) && are_alike(look, kind.best, id)) {
            Some(kind) => {
                kind.all.push(id);
                if left(look, id) > left(look, kind.best) {
                    kind.best = id;
                }
            }
            None => kinds.push(Kind { side: look.side(id), best: id, all: vec![id] }),
        }
    }
    kinds
}

/// Whether two are of one profile and have the same with them.
fn are_alike(look: Look<'_>, one: Id, other: Id) -> bool {
    let [profile, other_profile] = [one, other].map(|id| look.profile(id).map(|profile| profile.name));
    let arms = |id: Id| look.gear(id).iter().map(|item: &Item| (item.arm.name, item.is_ready()));
    profile.is_some() && profile == other_profile && arms(one).eq(arms(other))
}

/// How much of somebody is left.
pub(super) fn left(look: Look<'_>, id: Id) -> f64 {
    match look.health(id) {
        Some((left, whole)) => (f64::from(left.max(0)) / f64::from(whole.max(1))).min(1.0),
        None => 1.0 / (1.0 + look.wounds(id).len() as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    /// Promise: a champion counts for more than each of many who could hardly hurt them, and those who are alike count the same.
    #[test]
    fn whoever_strikes_harder_and_stands_more_counts_for_more() {
        let game = trial::begun("by_turns/gate_in_turns", 1);
        let look = trial::look(&game);
        let powers = Powers::of(look);
        let mut sides: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
        for id in look.everybody() {
            sides[usize::from(look.side(id).0)].push(powers.get(id));
        }
        sides.iter_mut().for_each(|side| side.sort_by(f64::total_cmp));
        let [few, many] = if sides[0].len() < sides[1].len() { [0, 1] } else { [1, 0] }.map(|side: usize| &sides[side]);
        assert!(few[0] > many[many.len() / 2] * 1.5, "{few:?} beside {many:?}");
        let kinds = kinds(look);
        assert!(kinds.iter().any(|kind| kind.all.len() > 1) && kinds.len() < look.everybody().count());
        for kind in kinds {
            assert!(kind.all.iter().all(|id| powers.get(*id).to_bits() == powers.get(kind.best).to_bits()));
        }
    }
}
