//! Enemies who stand close together hold each other: nobody steps away from an able enemy who has nobody else to fight
//! (OS-MOVE-06, OS-MOVE-12).

use crate::board::bodies_see;
use crate::mechanics::prelude::*;

/// The numbers of being held.
#[derive(Clone, Debug, Deserialize)]
pub struct InMelee {
    /// Deeds that turn somebody to an enemy.
    pub turns_to: Vec<Verb>,
    /// States of those whom nobody holds.
    #[serde(default)]
    pub unheld: Vec<ConditionName>,
    /// The rules that these numbers stand for.
    pub rules: InMeleeRules,
}

rule_ids! { struct InMeleeRules {
    held: "Being held.",
    busy: "Enemies who are busy.",
} }

/// The squares around `foe` where they hold somebody.
fn around(look: Look<'_>, foe: Id) -> Vec<Square> {
    let within = look.rules().measure.melee.unwrap_or(0);
    let body = look.footprint(foe);
    body.around(1, within).filter(|at| bodies_see(look.board(), body, Footprint::one(*at))).collect()
}

impl Mechanic for InMelee {}

hears!(InMelee: |self, table| {
    // Whoever strikes at an enemy near by has turned to them.
    AboutTo { who, order } => {
        let look = table.look();
        let target = look.target(order);
        let turns = self.turns_to.contains(&order.verb);
        if let Some(target) = target.filter(|target| turns && look.is_upon(who, *target)) {
            table.edit::<Fights>(who).0 = Some(target);
        }
    },
});

impl Steps for InMelee {
    fn holds_fast(&self, look: Look<'_>, who: Id) -> Vec<(Id, Vec<Square>)> {
        if !look.can_engage(who) || self.unheld.iter().any(|state| look.is(who, state)) {
            return Vec::new();
        }
        let holds = |foe: &Id| look.can_engage(*foe) && !look.is_busy_without(*foe, who);
        look.foes(who).filter(holds).map(|foe| (foe, around(look, foe))).collect()
    }
}
