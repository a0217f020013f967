//! What would come of a deed, worked out exactly by the code that resolves it.

use crate::dice::{Distribution, Fraction};

use super::{Id, Key, Sum};

/// The exact prospects of a deed.
#[derive(Clone, Debug, Default)]
pub struct Forecast {
    /// One entry for each target or attack.
    pub against: Vec<Prospect>,
}

/// The exact prospects of one blow.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// At whom.
    pub who: Option<Id>,
    /// What may come of it, by the names that players use ("miss", "defended", "nothing", "wound", "dying").
    pub outcomes: Distribution<(i32, Key)>,
    /// Harm in whatever the game counts.
    pub harm: Distribution<i32>,
    /// Harm that would be enough for somebody unhurt, where harm is not counted in wounds.
    pub enough: Option<i32>,
    /// The figures that went in, each with its modifiers, for the panel.
    pub figures: Vec<(Key, Sum)>,
}

impl Prospect {
    /// The chance of the outcome called `name`.
    pub fn chance(&self, name: &str) -> Fraction {
        self.outcomes.chance(|(_, outcome)| *outcome == name)
    }

    /// Harm to be expected.
    pub fn mean_harm(&self) -> Fraction {
        self.harm.mean()
    }
}

impl Forecast {
    /// Harm to be expected from all of it.
    pub fn mean_harm(&self) -> f64 {
        self.against.iter().map(|prospect| prospect.mean_harm().to_f64()).sum()
    }
}
