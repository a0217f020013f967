//! Shelter: those who shoot like to have something between them and those who shoot back.

use super::style::Style;
use crate::battle::{Id, Look};
use crate::board::{Footprint, bodies_see};

/// What each grade of cover is worth by which somebody is hidden better than the nearest enemy is from them, in felled fighters;
/// with none nobody looks for any.
const A_GRADE: f64 = 0.04;

/// So many places to shoot from are compared.
const PLACES: usize = 12;

/// The enemies of somebody who shoot, in games in which it matters what stands between.
pub(super) struct Shelter(Vec<Footprint>);

impl Shelter {
    pub fn of(look: Look<'_>, who: Id) -> Self {
        let has_cover = look.has_cover();
        let shooters = look.foes(who).filter(|foe| has_cover && Style::of(look, *foe).shoots);
        Self(shooters.map(|foe| look.footprint(foe)).collect())
    }

    /// How many places are worth comparing: one where it does not matter which.
    pub fn places(&self) -> usize {
        if self.0.is_empty() { 1 } else { PLACES }
    }

    /// What it is worth to shoot from `there`.
    pub fn at(&self, look: Look<'_>, there: Footprint) -> f64 {
        let seen = self.0.iter().filter(|foe| bodies_see(look.board(), there, **foe));
        let Some(nearest) = seen.copied().min_by_key(|foe| foe.gap(there)) else { return 0.0 };
        let hides = |from: Footprint, body: Footprint| {
            look.cover_of(from, [body.at]).first().map_or(0, |(_, grade)| *grade as i32)
        };
        A_GRADE * f64::from(hides(nearest, there) - hides(there, nearest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::in_lesson;

    /// Promise: whoever stands behind a fence has the better of somebody in the open, who is worse off for it; and a place where
    /// nobody shoots back is as good as any.
    #[test]
    fn what_stands_beside_somebody_shelters_them_alone() {
        in_lesson("firebreak", "FB-L-COVER", 0, |look| {
            let id = |name: &str| look.everybody().find(|id| look.name(*id) == name).unwrap();
            let (fenced, open) = (look.footprint(id("Dot")), look.footprint(id("Ned")));
            assert_eq!(Shelter(vec![open]).at(look, fenced), 2.0 * A_GRADE);
            assert_eq!(Shelter(vec![fenced]).at(look, open), -2.0 * A_GRADE);
            assert_eq!(Shelter(Vec::new()).at(look, open), 0.0);
        });
    }
}
