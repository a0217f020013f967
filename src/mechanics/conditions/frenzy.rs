//! Frenzy in a field of zones: whoever is in it strikes at an enemy or closes in on one, and does nothing else
//! (ZN-COND-03).

use crate::mechanics::prelude::*;
use crate::mechanics::{answers, drives, ways};

/// The state of the frenzied.
#[derive(Clone, Debug, Deserialize)]
pub struct Frenzy {
    /// Its name.
    #[serde(rename = "in")]
    pub state: ConditionName,
    /// The rule that says so.
    pub rule: RuleId,
}

impl Frenzy {
    /// The shortest way that leads as near to an enemy as hands reach, or else nearer than now.
    fn approach(look: Look<'_>, who: Id) -> Option<Order> {
        let foes: Vec<Id> = look.foes(who).collect();
        let off = |spot| ways::from_nearest(look, spot, &foes).max(NEARBY);
        let now = off(look.spot(who)?);
        let ways = ways::open(look, who).into_iter().filter(|way| off(way.to) < now);
        ways.min_by_key(|way| (off(way.to), way.cost, way.to)).map(|way| way.order)
    }
}

/// Half zones that hands reach.
const NEARBY: u32 = 1;

mechanic!(Frenzy: |self| {
    answers_for => vec![answers::deeds(self.state)],
    needs => &[Part::Zones],
});

impl Drives for Frenzy {
    fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Option<Compulsion>> {
        let look = table.look();
        if look.condition(who, self.state).is_none() {
            return Ok(None);
        }
        let blows = look.foes(who).flat_map(|foe| drives::attacks(look, who, foe)).collect();
        let order = drives::pick(blows, false).or_else(|| Self::approach(look, who));
        Ok(Some(drives::does(order, self.rule)))
    }
}
