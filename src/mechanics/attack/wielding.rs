//! What a weapon takes to be wielded: so much strength for so large a weapon.

use crate::mechanics::prelude::*;

/// The numbers of wielding.
#[derive(Clone, Debug, Deserialize)]
pub struct Wielding {
    /// The figure that must be enough.
    pub figure: FigureName,
    /// The figure of arms that says how large they are.
    pub size: Key,
    /// The figure of arms that say themselves what they need.
    pub needed: Key,
    /// What each size needs.
    pub needs: BTreeMap<i32, i32>,
    /// How much more each size needs that is larger yet than the largest.
    pub more: i32,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Wielding {
    /// What an arm needs, if anything.
    fn needs(&self, arm: &Arm) -> Option<i32> {
        arm.figure(self.needed).or_else(|| {
            let size = arm.figure(self.size)?;
            let (row, needs) = self.needs.range(..=size).next_back()?;
            let is_last = self.needs.keys().next_back() == Some(row);
            let beyond = if is_last { size.saturating_sub(*row) } else { 0 };
            Some(needs.saturating_add(beyond.saturating_mul(self.more)))
        })
    }
}

impl Mechanic for Wielding {}

allows!(Wielding: |self, look, case| {
    // Nobody is too weak for their own body.
    let Some((arm, needs)) = case.arm.and_then(|arm| Some((arm, self.needs(arm)?))) else { return Ok(()) };
    let is_own = look.item(case.who, arm.name).is_some_and(|item| item.held == Held::Body);
    let has = || look.value(case.who, self.figure);
    let why = || format!("{} takes {} {needs}, and {} has {}", arm.name, self.figure, look.name(case.who), has());
    look.refuse_if(!is_own && has() < needs, self.rule, why)
});
