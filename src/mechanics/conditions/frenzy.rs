//! Frenzy in a field of zones. Those who are in it strike at an enemy or close in on one, and do nothing else (ZN-COND-03).

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

driven!(Frenzy: |self, table, who| in self.state => {
    let look = table.look();
    let blows = look.foes(who).flat_map(|foe| drives::attacks(look, who, foe)).collect();
    drives::does(drives::pick(blows, false).or_else(|| Self::approach(look, who)), self.rule)
});
