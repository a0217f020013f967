//! What a ruleset says, resolved and ready for play: figures, conditions,
//! arms, profiles and the mechanics that fill the slots.
//!
//! `rulebook` reads all of it from RON; everything else only looks it up.

mod arms;
mod book;
mod conditions;
mod figures;
mod measure;
mod profiles;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::stats::Stats;
use super::{
    Chapter, Class, ConditionName, Deed, Dictionary, Economy, FigureName, Figures, Harm, HarmName, Initiative, Key,
    Registry, Saves, States, Verb, Words, Written,
};
use crate::looks::Looks;

pub use arms::{AreaDef, AreaShape, Arm, ArmKind};
pub use book::{RuleText, Tier, Trace};
pub use conditions::{ConditionDef, ModDef};
pub use figures::{FigureDef, FigurePart, Table1};
pub use measure::{BodySizes, Measure, Unarmed, Zoned};
pub use profiles::{ObjectDef, Profile};

/// One ruleset: a composition of mechanics and the data that they work on.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The name of its folder, as everything outside calls it.
    pub name: Key,
    /// What its files come to, in a few letters: what was found by others does not hold by these.
    pub files: String,
    /// What players call it.
    pub title: String,
    /// Two lines on what it is like.
    pub blurb: String,
    /// How its field, its fighters and its screens look.
    pub looks: Looks,
    /// What its deeds and answers do, in a line each, where what ships does not say it (`tips.ron`): by verb, by "question:
    /// verb", by "outcome: name", by "manner: word"; by "word of outcome: name" what an outcome is called where chances are
    /// told; by "chances of: question" what is told of the chances beside its answers; by "line: label" and "numbers of: rule" what
    /// the numbers are in a line of the sheet, and in what is told by a rule.
    pub tips: BTreeMap<String, String>,
    /// Names of sides that stand first where a battle does not list its sides, as those do that players have.
    pub ours: Vec<String>,
    /// How long a square is, and in what.
    pub measure: Measure,
    /// Every figure that a combatant may have.
    pub figures: Dictionary<FigureDef, FigureName>,
    /// Which of them its fighters carry as components.
    pub stats: Stats,
    /// Every condition that a combatant may be in.
    pub conditions: Dictionary<Arc<ConditionDef>>,
    /// Weapons, armour, spells and other gear.
    pub arms: Dictionary<Arc<Arm>>,
    /// Ready-made combatants.
    pub profiles: Dictionary<Arc<Profile>>,
    /// Ready-made things that stand on the board.
    pub objects: Dictionary<Arc<ObjectDef>>,
    /// Classes and kinds of creatures that figures follow from.
    pub classes: Dictionary<Class>,
    /// Lists and steps that figures and mechanics look up.
    pub tables: Dictionary<Table1>,
    /// What can be played in more than one way, and how it is played here.
    pub settings: BTreeMap<String, Setting>,
    /// Every rule in our own words.
    pub book: Dictionary<RuleText>,
    /// The same in the order in which a round comes to them.
    pub chapters: Vec<Chapter>,
    /// Who acts when.
    pub initiative: Arc<dyn Initiative>,
    /// What a turn can hold.
    pub economy: Arc<dyn Economy>,
    /// Every mechanic of the composition, those two slots included, by the roles that they play.
    pub registry: Registry,
    /// Every deed that these mechanics offer, by its verb.
    pub deeds: Dictionary<Arc<dyn Deed>, Verb>,
    /// Every name that stands in its file, by what it names.
    pub written: Written,
    /// Every name and text in its own file.
    pub named: BTreeSet<Key>,
    /// What conditions bring along, once somebody has asked for it.
    pub states: OnceLock<States>,
    /// The words of its mechanics, once somebody has asked for them.
    pub spoken: OnceLock<Words>,
}

impl Rules {
    /// The words that its mechanics speak beside the names in its files.
    pub fn words(&self) -> &Words {
        self.spoken.get_or_init(|| Words::of(self))
    }

    /// Its conditions, each with all that it brings along.
    pub fn states(&self) -> &States {
        self.states.get_or_init(|| States::of(&self.conditions))
    }

    /// Of these states those that do nothing by themselves.
    pub fn of_no_effect(&self, states: impl IntoIterator<Item = ConditionName>) -> Vec<ConditionName> {
        let does_nothing = |state: &ConditionName| self.conditions.get(state).is_some_and(|def| def.does_nothing());
        states.into_iter().filter(does_nothing).collect()
    }

    /// Squares a side of a body with these figures.
    pub fn side_of(&self, figures: &Figures) -> i32 {
        match &self.measure.bodies {
            Some(sizes) => {
                let usual = self.figures.get(&sizes.by).map_or(0, |def| def.default);
                self.measure.own_squares(figures.plain(sizes.by, usual))
            }
            None => 1,
        }
    }

    /// What somebody strikes with where arms leave nothing of the body's own to strike with.
    pub(super) fn bare_arm(&self, profile: &Profile, arms: &[Arc<Arm>]) -> Option<Arc<Arm>> {
        let unarmed = self.measure.unarmed.as_ref()?;
        let is_spared = profile.tags.iter().any(|tag| unarmed.unless.contains(tag));
        let has_own = !unarmed.always && arms.iter().any(|arm| arm.has("natural") && !arm.reach.is_empty());
        self.arms.get(&unarmed.arm).filter(|_| !is_spared && !has_own).cloned()
    }

    /// Hands of a body with these figures: `usual`, unless the ruleset has a figure for them.
    pub fn hands_of(&self, figures: &Figures, usual: u8) -> u8 {
        let Some(name) = self.measure.hands else { return usual };
        let default = self.figures.get(&name).map_or_else(|| i32::from(usual), |def| def.default);
        u8::try_from(figures.plain(name, default).max(0)).unwrap_or(u8::MAX)
    }

    /// The mechanic that says how saves are thrown, in games that have any.
    pub fn saves(&self) -> Option<&dyn Saves> {
        self.registry.saves.as_deref()
    }

    /// Whether a state by itself puts whoever comes into it out of the fight, or kills them.
    pub fn ends(&self, kind: impl Into<Key>) -> bool {
        self.conditions.get(&kind.into()).is_some_and(|def| def.out || def.dead)
    }

    /// Whether a state is death.
    pub fn kills(&self, kind: impl Into<Key>) -> bool {
        self.conditions.get(&kind.into()).is_some_and(|def| def.dead)
    }

    /// Whether whoever comes into a state is out of the fight by it; so is whoever comes to an end that is no state.
    pub fn takes_out(&self, kind: Key) -> bool {
        let Some(def) = self.conditions.get(&kind) else { return true };
        def.out || def.dead || def.implies.iter().any(|each| self.ends(each))
    }

    /// Whether whoever is in a state is in another one by it.
    pub fn brings(&self, state: ConditionName, other: ConditionName) -> bool {
        state != other && self.conditions.get(&state).is_some_and(|def| def.implies.contains(&other))
    }

    /// The mechanic that deals with harm of `kind`.
    pub fn harm(&self, kind: HarmName) -> Option<&dyn Harm> {
        self.registry.harm.iter().map(AsRef::as_ref).find(|harm: &&dyn Harm| harm.kind() == kind)
    }
}

/// Something that can be played in more than one way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setting {
    /// How it is played.
    pub is: String,
    /// How else it can be played.
    pub or: Vec<String>,
    /// The rule that it is about.
    pub rule: String,
    /// What it decides.
    pub text: String,
    /// How its values are told where their names do not say it.
    #[serde(skip_serializing)]
    pub told: BTreeMap<String, String>,
}
