//! Arms: whatever is carried, worn, grown or known and that deeds are done with.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ModDef;
use crate::battle::{FigureName, HarmName, Key, RuleId};
use crate::dice::Expr;

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
