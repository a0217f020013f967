//! Strikes: skill against skill, and what hits does damage against endurance (HG-ATK-01 to HG-ATK-15, HG-DMG-01 to
//! HG-DMG-04).
//!
//! `means.rs` says who may be struck with what and how the blow is called, `throwing.rs` what can be thrown and where it
//! comes to lie, `strike.rs` gathers what is added to its rolls and lets it happen, `disarm.rs` strikes at what somebody
//! holds, `foretell.rs` tells the odds, and `plans.rs` says for the computer how many things it is worth doing
//! in a round, with `plans/threats.rs` for what enemies would do then and `promised.rs` for what a click does.

mod asides;
mod disarm;
mod foretell;
mod means;
mod plans;
mod promised;
mod strike;
mod throwing;

use crate::mechanics::contest::Contest;
use crate::mechanics::force::Force;
use crate::mechanics::prelude::*;
use disarm::{Disarm, Disarming};
use strike::Strike;

/// The numbers of this attack.
#[derive(Clone, Debug, Deserialize)]
pub struct Opposed {
    /// How skill is set against skill.
    pub contest: Contest,
    /// The skill of blows whose arm names none.
    pub skill: FigureName,
    /// The roll that shots must beat, by their distance: from how far on, in the board's unit of length, it is how
    /// much.
    #[serde(deserialize_with = "refers::own")]
    pub challenge: (Key, Vec<(i32, i32)>),
    /// What is thrown.
    pub throwing: Throwing,
    /// What is added to damage.
    pub damage: Force,
    /// What one more action does for the damage, and the most of them.
    pub augment: (i32, i32),
    /// Striking something out of a hand.
    pub disarming: Disarming,
    /// What blows harm that do not say so.
    pub harms: HarmName,
    /// Harm that would be enough for somebody unhurt, to weigh it against others.
    pub enough: FigureName,
    /// The computer strikes at a mount rather than at its rider who has so much more of this figure.
    pub softer: Option<(FigureName, i32)>,
    /// The word of battles in which the computer strikes at those who lie there, too.
    #[serde(deserialize_with = "refers::own")]
    pub no_quarter: Key,
    /// The rules that these numbers stand for.
    pub rules: OpposedRules,
}

/// How things are thrown.
#[derive(Clone, Debug, Deserialize)]
pub struct Throwing {
    /// The skill.
    pub skill: FigureName,
    /// The skill of those who have not learned that, with what is made to be struck with.
    pub instead: FigureName,
    /// The word of things that are made for it.
    pub made_for_it: Key,
    /// The figure of a thing for the strength that it takes.
    pub needs: Key,
    /// How far anything else goes, and what it takes off the roll.
    pub other: (i32, i32),
}

rule_ids! { struct OpposedRules {
    attack: "The roll.",
    strike: "Blows.",
    range: "Distances.",
    thrown: "What is made to be thrown.",
    other: "What is not.",
    augment: "One action more for the damage.",
    damage: "The damage roll.",
    machine: "Strength that does not count.",
    rocks: "Rocks, and who lifts them.",
    loading: "What must be loaded.",
} }

/// The manner of whoever throws what they could strike with.
const THROW: &str = "throw";

mechanic!(Opposed: |self| {
    strikes_with(arm) => means::is_struck_with(arm) && (arm.kind == ArmKind::Melee || arm.range.is_some()),
    words(words) => {
        words.add(Word::Roll, ["breaking", "damage", "toughness"]).add(Word::manner("attack"), [THROW]);
        words.add(Word::Term, ["augment", "limit", "not made to be thrown", "range"]);
        words.add(Word::Roll, ["attack"]).add(Word::Outcome, ["miss", "struck", "destroyed"]);
    },
    deeds(own) => vec![Arc::new(Strike(own.clone())), Arc::new(Disarm(own))],
});

impl Shows for Opposed {
    fn is_beyond(&self, arm: &Arm, distance: i32) -> bool {
        arm.reach.is_empty() && arm.range.is_none_or(|range| distance > range)
    }

    fn chances(&self, look: Look<'_>, question: &Question) -> Vec<(Order, String, Option<Key>)> {
        self.chances_of_plans(look, question)
    }
}

impl Judges for Opposed {
    fn weigh(&self, look: Look<'_>, question: &Question) -> Vec<(Order, Worth)> {
        self.weigh_plans(look, question)
    }
}
