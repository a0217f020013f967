//! What a ruleset says, resolved and ready for play: figures, conditions,
//! arms, profiles and the mechanics that fill the slots.
//!
//! `rulebook` reads all of it from RON; everything else only looks it up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::stats::Stats;
use super::{
    ArmName, Class, ConditionName, Deed, Dictionary, Economy, FigureName, HarmName, Initiative, Key, Registry, RuleId,
    States, Verb, Words, Written, bounds, refers,
};
use crate::board::{CoverGrade, Gait, Metric};
use crate::dice::Expr;
use crate::looks::Looks;

/// One ruleset: a composition of mechanics and the data that they work on.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The name of its folder, as everything outside calls it.
    pub name: Key,
    /// What players call it.
    pub title: String,
    /// Two lines on what it is like.
    pub blurb: String,
    /// How its field, its fighters and its screens look.
    pub looks: Looks,
    /// What its deeds and answers do, in a line each, where what ships does not say it (`tips.ron`): by verb, by "question:
    /// verb", by "outcome: name", by "manner: word"; by "word of outcome: name" what an outcome is called where chances are
    /// told.
    pub tips: BTreeMap<String, String>,
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
}

/// How the board is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// "m", "ft", "yd".
    pub unit: String,
    /// Units a square.
    #[serde(deserialize_with = "bounds::between::<1, 1000, _>")]
    pub square: i32,
    /// How distances are counted.
    #[serde(default)]
    pub metric: Metric,
    /// How bodies step.
    #[serde(default)]
    pub gait: Gait,
    /// How large bodies are; one square each if left out.
    #[serde(default)]
    pub bodies: Option<BodySizes>,
    /// Words of ground that takes at least twice as long as open ground.
    #[serde(default, deserialize_with = "refers::words_of_places")]
    pub slow: Vec<Key>,
    /// What those strike with who have nothing else of their own.
    #[serde(default)]
    pub unarmed: Option<Unarmed>,
    /// How many squares apart enemies are at most who fight hand to hand, in games in which that holds them.
    #[serde(default)]
    pub melee: Option<i32>,
    /// How many rounds make a longer stretch of time, and what that is called, in games that count it too.
    #[serde(default)]
    pub stretch: Option<(i32, String)>,
    /// How places count in a game that is measured in zones rather than squares.
    #[serde(default)]
    pub zones: Option<Zoned>,
    /// The figure for the hands of those who have more or fewer than usual.
    #[serde(default)]
    pub hands: Option<FigureName>,
    /// Whether reach is counted in squares of the board rather than of the body's own.
    #[serde(default)]
    pub reach_in_squares: bool,
    /// The figure for how many somebody or something carries.
    #[serde(default)]
    pub seats: Option<FigureName>,
}

/// Words of zones and of the borders between them that say how places count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zoned {
    /// Of zones that are hard to go through: entering one counts twice.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub slow: Vec<Key>,
    /// Of zones that nobody sees through.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub opaque: Vec<Key>,
    /// Of barriers that one sees through.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub see_through: Vec<Key>,
    /// Of zones in which nothing is seen without a light.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub dark: Vec<Key>,
    /// Of zones, and of things in hand, that give light.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub light: Vec<Key>,
    /// Of fighters who need no light.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub dark_sight: Vec<Key>,
}

/// What a body without natural weapons strikes with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unarmed {
    /// The arm.
    pub arm: ArmName,
    /// Words of those who have nothing to strike with either.
    pub unless: Vec<Key>,
    /// Whether those have it too who have natural weapons.
    #[serde(default)]
    pub always: bool,
}

/// How large bodies are, by one of their figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodySizes {
    /// The figure.
    pub by: FigureName,
    /// Half squares a side for each value of it.
    #[serde(deserialize_with = "halves")]
    pub halves: Table1,
}

/// The widest body, in half squares a side.
const WIDEST: i32 = 4096;

fn halves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Table1, D::Error> {
    let table = Table1::deserialize(deserializer)?;
    match table.0.values().find(|halves| !(1..=WIDEST).contains(*halves)) {
        Some(halves) => {
            Err(D::Error::custom(format!("found a body of {halves} half squares a side, expected 1 to {WIDEST}")))
        }
        None if !table.0.values().is_sorted() => Err(D::Error::custom("bodies that grow with their size")),
        None => Ok(table),
    }
}

impl Measure {
    /// Half squares a side of a body whose size figure is `size`.
    pub fn own_halves(&self, size: i32) -> i32 {
        self.bodies.as_ref().and_then(|bodies| bodies.halves.get(size)).unwrap_or(2).max(1)
    }

    /// The size of what measures so much across, in units of length: that of the
    /// largest square that it fills.
    pub fn size_across(&self, across: f64) -> Option<i32> {
        let sizes = &self.bodies.as_ref()?.halves.0;
        let fills = |halves: i32| f64::from(halves) * f64::from(self.square) / 2.0 <= across;
        let largest = sizes.iter().rfind(|(_, halves)| fills(**halves));
        largest.or_else(|| sizes.first_key_value()).map(|(size, _)| *size)
    }

    /// Whole squares a side of a body whose size figure is `size`; even the
    /// smallest stands in one.
    pub fn own_squares(&self, size: i32) -> i32 {
        (self.own_halves(size) / 2).max(1)
    }

    /// Whole squares that an area of that size is across.
    pub fn area_squares(&self, area: AreaDef) -> i32 {
        area.across.unwrap_or_else(|| self.own_squares(area.scale.unwrap_or(0)))
    }
}

/// A figure: what it is called, and how it is made up if it is not simply given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FigureDef {
    /// A short form for sheets ("Str").
    pub short: Option<String>,
    /// The rule that defines it.
    pub rule: Option<RuleId>,
    /// The parts of a derived figure; empty for one that profiles give.
    pub is: Vec<FigurePart>,
    /// What a combatant has that gives none of its own.
    pub default: i32,
    /// Never below.
    pub min: Option<i32>,
    /// Never above.
    pub max: Option<i32>,
    /// Counted in halves: players write 2.5 and the rules reckon with 5.
    pub halves: bool,
    /// Whether less of it is better.
    pub low_is_good: bool,
    /// Where the sheet shows it: "ability", "skill", "figure", or nowhere.
    pub group: Option<String>,
    /// Always that of one's own mind, whoever else has one's body in hand.
    pub own: bool,
    /// The least and the most that profiles, fighters and things may be given of it.
    pub given: Option<(i32, i32)>,
}

/// One part of a derived figure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FigurePart {
    /// What the part is called; the figure that it reads if left out.
    pub name: Option<Key>,
    /// A plain number.
    pub n: i32,
    /// Another figure.
    pub of: Option<Key>,
    /// This figure instead, where it is higher.
    pub or: Option<FigureName>,
    /// How often that figure counts.
    pub times: Option<i32>,
    /// By what it is then divided, rounding down.
    pub over: Option<i32>,
    /// Looks the figure up in a table instead of taking it as it is.
    pub table: Option<Key>,
    /// That figure as it is without the state of play: a lowered attribute does
    /// not lower what was made of it once.
    pub whole: bool,
    /// Part of the state of play (wounds, penalties): counts even where a
    /// lesson or the odds set the figure to a number of their own.
    pub state: bool,
}

/// A table that turns one number into another: the row with the highest key
/// that is not above the number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<i32, i32>", into = "BTreeMap<i32, i32>")]
pub struct Table1(pub BTreeMap<i32, i32>);

impl TryFrom<BTreeMap<i32, i32>> for Table1 {
    type Error = &'static str;

    fn try_from(rows: BTreeMap<i32, i32>) -> Result<Self, Self::Error> {
        if rows.is_empty() { Err("at least one row") } else { Ok(Self(rows)) }
    }
}

impl From<Table1> for BTreeMap<i32, i32> {
    fn from(table: Table1) -> Self {
        table.0
    }
}

impl Table1 {
    /// The entry for `key`, if the table reaches down that far.
    pub fn get(&self, key: i32) -> Option<i32> {
        self.0.range(..=key).next_back().map(|(_, value)| *value)
    }
}

/// A condition and everything that it does by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ConditionDef {
    /// The rule that defines it.
    pub rule: RuleId,
    /// What it does, for the tooltip.
    pub text: String,
    /// How it is drawn: the word of a sign.
    pub sign: Option<String>,
    /// Named modifiers that it brings.
    pub mods: Vec<ModDef>,
    /// Verbs and kinds of deed that it forbids; "all" forbids every deed, but no save ("STR save").
    pub forbids: Vec<Key>,
    /// Conditions that it brings with it for as long as it lasts.
    pub implies: Vec<ConditionName>,
    /// Conditions that end when it begins (standing up from crouching, say).
    pub replaces: Vec<ConditionName>,
    /// Out of the fight while it lasts.
    pub out: bool,
    /// Out of the fight for good.
    pub dead: bool,
    /// A posture rather than an affliction.
    pub stance: bool,
    /// Of use to whoever is in it.
    pub helps: bool,
    /// Ends without a word: what was said when it began says how long it lasts.
    pub quiet: bool,
    /// Several can bring it about at once, and each has to end it.
    pub by_each: bool,
    /// Outlasts the battle.
    pub stays: bool,
    /// Of the mind, so that another mind in the same body has nothing of it.
    pub of_mind: bool,
    /// The word that every blow at whoever is in it carries.
    pub opens_to: Option<Key>,
    /// A technique, which fighters learn, rather than a state that they come into.
    pub learned: bool,
}

impl ConditionDef {
    /// Whether nothing comes of it by itself.
    pub const fn does_nothing(&self) -> bool {
        let Self { mods, forbids, implies, out, dead, opens_to, .. } = self;
        let is_bare = mods.is_empty() && forbids.is_empty() && implies.is_empty() && opens_to.is_none();
        is_bare && !*out && !*dead
    }
}

impl Rules {
    /// Of these states those of which nothing comes by themselves.
    pub fn of_no_effect(&self, states: impl IntoIterator<Item = ConditionName>) -> Vec<ConditionName> {
        let does_nothing = |state: &ConditionName| self.conditions.get(state).is_some_and(|def| def.does_nothing());
        states.into_iter().filter(does_nothing).collect()
    }
}

/// A modifier that a condition, technique or item brings to a kind of roll.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModDef {
    /// The roll or figure that it touches.
    #[serde(deserialize_with = "refers::rolls")]
    pub on: Vec<Key>,
    /// What it adds.
    pub n: i32,
    /// Only where the roll carries all of these words ("melee", "ranged").
    #[serde(deserialize_with = "refers::words_of_rolls")]
    pub when: Vec<Key>,
    /// Not where it carries one of these.
    #[serde(deserialize_with = "refers::words_of_rolls")]
    pub unless: Vec<Key>,
    /// Multiplied by the amount of the condition.
    pub each: bool,
}

/// What an [`Arm`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmKind {
    /// Struck with, hand to hand.
    #[default]
    Melee,
    /// Shot or thrown.
    Ranged,
    /// Cast at somebody or something.
    Spell,
    /// Worn on the body.
    Worn,
    /// Carried for its use.
    Item,
}

/// Anything that is carried, worn, grown or known and that deeds are done with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// What players call it.
    #[serde(default)]
    pub name: Key,
    /// What it is.
    pub kind: ArmKind,
    /// The rule that it shows best.
    #[serde(default)]
    pub rule: Option<RuleId>,
    /// Damage dice.
    #[serde(default)]
    pub damage: Option<Expr>,
    /// Figures of the wielder that are added to damage, and how often.
    #[serde(default)]
    pub adds: Vec<(FigureName, i32)>,
    /// Types of damage ("slashing", "heat").
    #[serde(default)]
    pub types: Vec<Key>,
    /// What it harms: the body unless told otherwise ("morale").
    #[serde(default)]
    pub harms: Option<HarmName>,
    /// The figure that is rolled with it, where it is not the usual one.
    #[serde(default)]
    pub skill: Option<FigureName>,
    /// Distances in own squares at which it can strike (0 own, 1 adjacent, ...).
    #[serde(default)]
    pub reach: Vec<i32>,
    /// Range increment in the board's unit of length.
    #[serde(default)]
    pub increment: Option<i32>,
    /// Range steps beyond which it cannot be used, where not the usual number.
    #[serde(default)]
    pub max_steps: Option<i32>,
    /// Farthest distance at all, in the board's unit of length.
    #[serde(default)]
    pub range: Option<i32>,
    /// Hands that it takes.
    #[serde(default)]
    pub hands: u8,
    /// Mass in tenths of the unit of mass.
    #[serde(default)]
    pub mass: i32,
    /// The size that it is made for.
    #[serde(default)]
    pub scale: i32,
    /// Rounds that it holds, if it must be loaded.
    #[serde(default)]
    pub rounds: Option<i32>,
    /// The area that it strikes, if it strikes one.
    #[serde(default)]
    pub area: Option<AreaDef>,
    /// Its own figures: defence, toughness, target, reload time ...
    #[serde(default)]
    pub figures: BTreeMap<Key, i32>,
    /// Words that rules ask for: "light", "firearm", "natural", "thrown", "shield".
    #[serde(default)]
    pub tags: Vec<Key>,
    /// Modifiers that it brings while ready.
    #[serde(default)]
    pub mods: Vec<ModDef>,
    /// What it leaves behind: names of conditions or afflictions.
    #[serde(default)]
    pub effects: Vec<Key>,
}

impl Default for Key {
    fn default() -> Self {
        Self::new("")
    }
}

impl Arm {
    /// Whether it carries the word `tag`.
    pub fn has(&self, tag: impl Into<Key>) -> bool {
        self.tags.contains(&tag.into())
    }

    /// One of its own figures.
    pub fn figure(&self, name: impl Into<Key>) -> Option<i32> {
        self.figures.get(&name.into()).copied()
    }

    /// How often its range increment must be doubled to reach `distance`.
    pub fn range_steps(&self, distance: i32) -> i32 {
        let Some(increment) = self.increment else { return 0 };
        let increment = i64::from(increment.max(1));
        (0..32).find(|step| i64::from(distance) <= increment << step).unwrap_or(32)
    }

    /// Whether it is used at a distance.
    pub fn is_ranged(&self) -> bool {
        self.reach.is_empty() && (self.increment.is_some() || self.range.is_some() || self.area.is_some())
    }
}

/// The shape and size of an area that an arm strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaDef {
    /// What shape.
    #[serde(default)]
    pub shape: AreaShape,
    /// What size, on the ruleset's own scale: `measure.bodies` says how many squares that is.
    #[serde(default)]
    pub scale: Option<i32>,
    /// What size, in squares, where no scale says so: a sphere so wide, a line so long and one wide, a cone so long and as
    /// wide at its end.
    #[serde(default)]
    pub across: Option<i32>,
}

impl AreaDef {
    /// Squares across that an area may have.
    pub const ACROSS: std::ops::RangeInclusive<i32> = 1..=100;
}

/// The shapes of areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AreaShape {
    /// The same in all directions.
    #[default]
    Sphere,
    /// Widening from its origin.
    Cone,
    /// Narrow and straight.
    Line,
}

/// A ready-made combatant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Profile {
    /// What players call it.
    pub name: Key,
    /// Who or what it is, in a line.
    pub blurb: String,
    /// Its class, of which some of its figures follow.
    pub class: Option<Key>,
    /// Its figures; those left out have their defaults.
    pub figures: BTreeMap<FigureName, i32>,
    /// What it carries: ready ones first.
    pub arms: Vec<Key>,
    /// Those of them that are not in hand when a battle begins.
    pub stowed: Vec<Key>,
    /// Groups of attacks that it has practised.
    pub combos: BTreeMap<Key, Vec<Key>>,
    /// What it has learned to do.
    pub techniques: Vec<Key>,
    /// Parts of its body that can be aimed at, with how many it has of each.
    pub parts: Vec<Key>,
    /// Words that rules ask for: "mindless", "electronic", "wings".
    pub tags: Vec<Key>,
    /// Conditions that it starts a battle with.
    pub conditions: Vec<ConditionName>,
    /// How its token is drawn.
    pub token: Option<String>,
}

/// A thing that gives cover, can be struck and can be broken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ObjectDef {
    /// What players call it.
    pub name: Key,
    /// The cover that it gives while whole.
    pub cover: CoverGrade,
    /// Nobody walks through it.
    pub blocks_move: bool,
    /// Its figures: toughness, durability ...
    pub figures: BTreeMap<FigureName, i32>,
    /// Words that rules ask for.
    pub tags: Vec<Key>,
    /// The arm whose area goes off when it is destroyed.
    pub bursts: Option<Key>,
    /// The arm that it is for whoever stands next to it: an engine of war.
    pub engine: Option<Key>,
}

/// How much of play a rule concerns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Every battle.
    #[default]
    Battle,
    /// Battles of tables that want it.
    Optional,
    /// What happens between battles.
    Campaign,
}

/// A rule in our own words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleText {
    /// Its number in the ledger.
    pub id: RuleId,
    /// The chapter that it stands in.
    pub area: String,
    /// What players call it.
    pub title: String,
    /// How much of play it concerns.
    #[serde(default)]
    pub tier: Tier,
    /// What it says.
    pub text: String,
    /// What was decided where its source is silent or at odds.
    #[serde(default)]
    pub ruling: Option<String>,
    /// Rules that it leans on.
    #[serde(default)]
    pub see: Vec<RuleId>,
    /// What shows it to those who look on, as nothing that comes about bears its id (how is rounded, what is counted).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown_by: Vec<Trace>,
}

/// Something of a battle that is touched when it comes about, is done, or is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Trace {
    /// Something has come about by the rule of this id.
    Fact(RuleId),
    /// Dice have been thrown for it.
    Roll(Key),
    /// It has been added to something.
    Term(Key),
    /// A figure or count.
    Figure(Key),
    /// A condition.
    State(Key),
    /// The deed of this verb.
    Deed(Verb),
    /// A manner of doing something.
    Manner(Key),
    /// A part of a body that is aimed at.
    Part(Key),
    /// A type of damage.
    Type(Key),
    /// The shape of an area.
    Area(AreaShape),
}

#[cfg(test)]
mod tests {
    use super::Arm;

    fn arm(increment: i32) -> Arm {
        Arm { increment: Some(increment), ..ron::from_str("(kind: ranged)").unwrap() }
    }

    /// ST-C07: the heavy crossbow.
    #[test]
    fn each_doubling_of_the_increment_is_a_step() {
        let distances = [0, 15, 16, 30, 31, 60, 61, 120, 121, 240, 241];
        assert_eq!(distances.map(|distance| arm(15).range_steps(distance)), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
    }

    #[test]
    fn no_distance_overflows() {
        assert_eq!(arm(0).range_steps(i32::MAX), 31);
        assert_eq!(arm(i32::MAX).range_steps(i32::MAX), 0);
    }
}
