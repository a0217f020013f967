//! What a blow meets: what may be done about it, what is opposed to it, how much of it gets through.

use super::Look;
use crate::battle::{AimedAt, Arm, Case, Defence, Exposed, Exposure, HarmName, Judged, Sum};
use crate::dice::Distribution;

impl Look<'_> {
    /// What the target of a blow may do about it as things stand, each as it would be rolled if it were done.
    pub fn defences(&self, case: &Case<'_>) -> Vec<Defence> {
        let case = case.turned().on("defence");
        let mut defences = Vec::new();
        self.rules.registry.defends.iter().for_each(|mechanic| mechanic.defences(*self, &case, &mut defences));
        defences
    }

    /// What the best of those that are open adds to its roll.
    pub fn best_defence(&self, case: &Case<'_>) -> Option<i32> {
        let open = self.defences(case).into_iter().filter(|defence| defence.choice.is_legal());
        open.map(|defence| defence.bonus.total()).max()
    }

    /// What is struck instead of the body by a blow of this case, where it is aimed at that.
    pub fn aimed_at(&self, case: &Case<'_>) -> Option<AimedAt> {
        self.rules.registry.blows.iter().find_map(|mechanic| mechanic.aimed_at(*self, case))
    }

    /// What a blow of this case that does no damage will come to if it lands; `dc` is what a defence must reach.
    pub fn foretells(&self, case: &Case<'_>, dc: &Sum) -> Option<Distribution<Judged>> {
        self.rules.registry.blows.iter().find_map(|mechanic| mechanic.foretells(*self, case, dc))
    }

    /// The one whom a case is about, as they are exposed to harm of a kind; nothing is opposed to what nobody can be harmed
    /// by.
    pub fn exposed(&self, kind: HarmName, case: &Case<'_>) -> Exposed {
        let exposure = self.rules.harm(kind).map_or_else(Exposure::default, |harm| harm.expose(*self, case));
        Exposed { who: case.who, kind, exposure }
    }

    /// What is added to the dice of an arm in the damage of a blow.
    pub fn damage_bonus(&self, case: &Case<'_>, arm: &Arm) -> Sum {
        let mut bonus = Sum::new();
        for (figure, times) in &arm.adds {
            bonus.part(*figure, self.value(case.who, *figure).saturating_mul(*times));
        }
        self.sum(&case.on("damage"), bonus)
    }
}
