//! Attacks in three steps: reach the Target, be defended against, do harm. All blows of an attack are declared before a
//! die is thrown, and each step is thrown for all of them before the next (ST-ATK-01 to ST-ATK-04, ST-ATK-18,
//! ST-ATK-19, ST-DEF-01, ST-DMG-01).
//!
//! `strike.rs` goes from an order to the blows that it declares, `fall.rs` gathers their numbers and lets them fall,
//! `blow.rs` is one blow as numbers and dice, `combos.rs` declares one blow or several, `devising.rs` makes combos of
//! one's own, and `blind_blow.rs` strikes at a square without seeing who is there.
//!
//! All numbers are gathered before the first die. What a target opposes is frozen then, so that the first wound of a
//! combo does not soften the next blow. An attack is one task: nobody can step in between its blows.

mod blind_blow;
pub mod blow;
mod combos;
mod devising;
mod fall;
mod strike;

use crate::mechanics::foretold::Foretold;
use crate::mechanics::prelude::*;
use blow::{Numbers, Reached};
use combos::{COMBO, Combo, Single};
use devising::{Devise, Devised};

/// The numbers of this attack.
#[derive(Clone, Debug, Deserialize)]
pub struct TargetThenDefence {
    /// The die of attack and defence.
    pub die: Expr,
    /// The figure that an attack must reach.
    pub target: FigureName,
    /// What a defence must reach, before the attacker's skill.
    pub dc: i32,
    /// What blows harm that do not say so.
    pub harms: HarmName,
    /// The skills that are rolled.
    pub skills: Skills,
    /// Ways of striking that everybody knows.
    pub manners: BTreeMap<Key, Manner>,
    /// Techniques that are ways of striking one single blow.
    pub techniques: BTreeMap<TechniqueName, Manner>,
    /// Ways of striking that halve damage.
    pub halved_by: Vec<Key>,
    /// The condition of those whom no blow hand to hand misses.
    pub sure_against: Option<ConditionName>,
    /// What combos are made of.
    #[serde(deserialize_with = "refers::own")]
    pub components: BTreeMap<Key, Component>,
    /// The component that single attacks are when nothing else is said.
    #[serde(skip, default = "Component::plain")]
    pub plain: Component,
    /// Limits of combos.
    pub combos: Combos,
    /// What its blows come to, as far as anybody has asked.
    #[serde(skip)]
    foretold: Foretold<Numbers, Judged>,
    /// The rules that these numbers stand for.
    pub rules: TargetThenDefenceRules,
}

/// The skills that attacks are rolled with.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Skills {
    /// Hand to hand.
    pub melee: FigureName,
    /// At a distance.
    pub ranged: FigureName,
    /// By magic.
    pub spell: FigureName,
}

/// A way of striking.
#[derive(Clone, Debug, Deserialize)]
pub struct Manner {
    /// The words that a blow must carry to be struck so.
    pub of: Vec<Key>,
    /// The rule that it shows.
    pub rule: RuleId,
}

/// Something that a combo can be made of.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Component {
    /// What it counts towards the rating of a combo.
    pub rating: i32,
    /// The verb of using it alone, if it can be.
    pub alone: Option<Verb>,
    /// It is a blow at somebody, rather than a condition of the combo.
    #[serde(default = "yes")]
    pub strikes: bool,
    /// It does damage.
    #[serde(default)]
    pub harms: bool,
    /// The skill that is rolled, where it is not that of the weapon.
    pub skill: Option<FigureName>,
    /// The word that a weapon must carry for it.
    pub with: Option<Key>,
    /// The words that a blow must carry to be used for it.
    #[serde(default)]
    pub of: Vec<Key>,
    /// The technique that every use of it but the first in one combo takes.
    pub more_by: Option<TechniqueName>,
    /// The rule that it shows.
    pub rule: RuleId,
}

impl Component {
    fn plain() -> Self {
        Self { rating: 1, strikes: true, harms: true, rule: RuleId::from("attack"), ..Self::default() }
    }
}

/// Limits of combos.
#[derive(Clone, Debug, Deserialize)]
pub struct Combos {
    /// The figure that says how high a combo may be rated.
    pub rating: FigureName,
    /// The figure that says how many components it may have.
    pub length: FigureName,
    /// The figure that says how many of them somebody can know, in games in which they are thought out in camp.
    pub known: Option<FigureName>,
}

rule_ids! { struct TargetThenDefenceRules {
    attack_roll: "The attack roll.",
    defence_roll: "The defence roll.",
    damage: "What damage is made of.",
    single: "Single attacks.",
    combo: "Combos.",
    rating: "The rating of combos.",
    length: "The length of combos.",
    more: "How often a component may be used in one combo.",
} }

mechanic!(TargetThenDefence: |self| {
    strikes_with(arm) => self.components.values().chain([&self.plain]).any(|each| strike::is_struck_with(arm, each)),
    needs => &[Part::Reach],
    words(rules, words) => {
        let ways = || self.manners.keys().chain(self.techniques.keys().map(|name| &**name)).copied();
        for verb in self.components.values().filter_map(|component| component.alone) {
            words.add(Word::manner(verb), ways());
        }
        // The blows of a combo are told their weapons so.
        words.add(Word::manner(COMBO), ways().chain(rules.arms.keys().copied()));
        words.add(Word::manner("devise"), self.components.keys().copied());
        words.add(Word::Roll, ["attack", "damage", "defence"]);
        words.add(Word::Outcome, ["cover", "defended", "miss", "nothing", "struck"]).add(Word::Term, ["base"]);
    },
    deeds(attack) => {
        let mut deeds: Vec<Arc<dyn Deed>> = vec![Arc::new(Combo(attack.clone()))];
        if let Some(known) = self.combos.known {
            deeds.push(Arc::new(Devise { attack: attack.clone(), known }));
        }
        for (component, def) in &self.components {
            if let Some(verb) = def.alone {
                deeds.push(Arc::new(Single { attack: attack.clone(), verb, component: *component }));
            }
        }
        deeds
    },
});

impl Rests for TargetThenDefence {
    fn keeps(&self, look: Look<'_>, who: Id) -> Option<Keepsake> {
        look.get::<Devised>(who).map(Devised::restore)
    }
}

/// A roll as the chronicle keeps it.
pub(in crate::mechanics) fn roll(label: &str, die: &Expr, reached: &Reached, bonus: &Sum, against: &Sum) -> Roll {
    Roll::of(label, die, &reached.throw, bonus).against(against.clone(), reached.success())
}
