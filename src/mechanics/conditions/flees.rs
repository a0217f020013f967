//! Terror in a field of zones: people in it run from what they fear, and cower where there is no way (ZN-COND-03).

use crate::mechanics::prelude::*;
use crate::mechanics::{answers, drives, ways};

/// The state of those who run.
#[derive(Clone, Debug, Deserialize)]
pub struct Flees {
    /// Its name; it is brought about by what is feared.
    #[serde(rename = "in")]
    pub state: ConditionName,
    /// What is done first by those who can: running as fast as they may.
    pub first: Verb,
    /// What becomes of those for a round who have nowhere to go.
    pub cowers: ConditionName,
    /// The rule that says so.
    pub rule: RuleId,
}

mechanic!(Flees: |self| {
    answers_for => vec![answers::deeds(self.state)],
    needs => &[Part::Zones],
});

driven!(Flees: |self, table, who| in self.state => {
    let look = table.look();
    let Some(here) = look.spot(who) else { return Ok(Some(Compulsion::Nothing)) };
    let fears = drives::fears(look, who, self.state);
    let now = ways::from_nearest(look, here, &fears);
    let is_untouched = look.rules().economy.is_untouched(look, who);
    let mut ways = ways::open(look, who);
    ways.retain(|way| ways::from_nearest(look, way.to, &fears) > now);
    if ways.iter().any(|way| way.is_safe) {
        ways.retain(|way| way.is_safe);
    }
    let farthest = ways.iter().map(|way| ways::from_nearest(look, way.to, &fears)).max();
    let best = ways.iter().find(|way| Some(ways::from_nearest(look, way.to, &fears)) == farthest);
    let Some(best) = best else {
        if is_untouched {
            table.bring(who, Condition::new(self.cowers).until(Until::Rounds(1)), |look| {
                Fact::new(self.rule, format!("{} has nowhere to run and cowers.", look.name(who)))
            })?;
        }
        return Ok(Some(Compulsion::Nothing));
    };
    let runs = Order::new(self.first);
    let order = if look.permits(who, &runs).is_ok() { runs } else { best.order.clone() };
    Compulsion::Does(order, self.rule)
});
