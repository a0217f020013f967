//! Nobody goes nearer to what they are frightened of (ZN-COND-03).

use crate::mechanics::prelude::*;

/// The state of those who keep away.
#[derive(Clone, Debug, Deserialize)]
pub struct Shies {
    /// Its name; it is brought about by what is feared.
    #[serde(rename = "in")]
    pub state: ConditionName,
    /// The rule that says so.
    pub rule: RuleId,
}

mechanic!(Shies: |self| {
    answers_for => vec![(self.state, format!("where those who are `{}` do not go", self.state))],
    needs => &[Part::Zones],
    between_two => vec![self.state],
});

impl Steps for Shies {
    fn forbid_step(&self, look: Look<'_>, who: Id, to: Footprint) -> Allowed {
        let feared = look.brought_by(who, self.state);
        for source in feared.filter(|source| look.is_there(*source)) {
            let (Some(of), Some(here), Some(there)) = (look.spot(source), look.spot(who), look.spot_of(to)) else {
                continue;
            };
            let why = || format!("{} does not dare to go nearer to {}", look.name(who), look.name(source));
            look.refuse_if(look.spots().distance(of, there) < look.spots().distance(of, here), self.rule, why)?;
        }
        Ok(())
    }
}
