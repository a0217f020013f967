//! Things that are used rather than struck with: remedies and drinks, irons, what is strewn and what smokes
//! (ZN-TURN-08, ZN-HEAL-01).

mod deed;
mod effects;

use crate::mechanics::prelude::*;

/// The numbers of things that are used.
#[derive(Clone, Debug, Deserialize)]
pub struct Consumables {
    /// The word of things that are gone when they have been used; others stay with those whom they were used on.
    pub gone: Key,
    /// What a body has of what remedies give back, what there is in a whole one, and the count of what is lost.
    pub health: Health,
    /// The states of those with none of it left, and of those who are felled.
    pub states: States,
    /// Whether somebody who is healed gets up again.
    pub wakes: bool,
    /// Words of profiles that nothing can be used on.
    pub not_on: Vec<Key>,
    /// What things of these words do to somebody.
    pub on_somebody: BTreeMap<Key, OnSomebody>,
    /// What things of these words do to a zone.
    pub on_zones: BTreeMap<Key, OnZone>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// What remedies give back.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Health {
    /// What is left of it.
    pub left: FigureName,
    /// What there is in somebody unhurt.
    pub whole: FigureName,
    /// The count of what has been lost.
    pub lost: Key,
}

/// States that remedies have to do with.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct States {
    /// Of those with nothing left.
    pub dying: ConditionName,
    /// Of those who are out of the fight.
    pub felled: ConditionName,
}

/// What a thing does to somebody nearby, or as far off as its range says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct OnSomebody {
    /// What it gives back.
    pub heals: Option<Heals>,
    /// What it ends.
    pub ends: Option<Ends>,
    /// What it brings.
    pub brings: Option<Brings>,
    /// The rule that it shows.
    pub rule: Option<RuleId>,
}

/// What a remedy gives back: never more than half of what there is in a whole body, rounded up.
#[derive(Clone, Debug, Deserialize)]
pub struct Heals {
    /// What is thrown for it.
    pub dice: Expr,
    /// The skill that makes it half of a figure of the patient instead.
    pub skill: Option<(Key, Key)>,
}

/// What a remedy ends.
#[derive(Clone, Debug, Deserialize)]
pub struct Ends {
    /// The states.
    pub states: Vec<ConditionName>,
    /// A die: on a 1 it fails.
    pub fails: Expr,
}

/// What a thing brings.
#[derive(Clone, Debug, Deserialize)]
pub struct Brings {
    /// The state.
    pub state: ConditionName,
    /// The figure that is saved on against it.
    pub save: FigureName,
    /// What comes of it for those who are in that state already.
    pub again: Option<ConditionName>,
    /// States that it takes, one of them at least. Those of them who are out of the fight are given no save.
    #[serde(default)]
    pub only_on: Vec<ConditionName>,
}

/// What a thing does to a zone: one nearby, or as far as it can be thrown.
#[derive(Clone, Debug, Deserialize)]
pub struct OnZone {
    /// The word that it puts on it.
    pub word: Key,
    /// Whether it puts it on the zones around as well.
    #[serde(default)]
    pub spreads: bool,
    /// The rule that it shows.
    pub rule: RuleId,
}

impl Consumables {
    /// Whether the dying are better off with some health again. Where they are in the state of the felled, and those stay
    /// down, they are not.
    fn saves(&self) -> bool {
        self.wakes || self.states.dying != self.states.felled
    }

    fn on_somebody(&self, arm: &Arm) -> Option<&OnSomebody> {
        self.on_somebody.iter().find(|(word, _)| arm.has(word)).map(|(_, does)| does)
    }

    fn on_zone(&self, arm: &Arm) -> Option<&OnZone> {
        self.on_zones.iter().find(|(word, _)| arm.has(word)).map(|(_, does)| does)
    }
}

mechanic!(Consumables: |self| {
    words(rules, words) => {
        // Dice fall for the thing itself, whatever word it carries.
        let used = rules.arms.values().filter(|arm| self.on_somebody(arm).is_some());
        words.add(Word::Roll, used.map(|arm| Key::new(&format!("the {}", arm.name))));
    },
    deeds => vec![Arc::new(self.clone())],
});
