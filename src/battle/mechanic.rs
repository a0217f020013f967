//! What every mechanic is to the battle, whatever roles it plays beside that.

use std::fmt::Debug;

use super::{Arm, ConditionName, Deed, FigureName, Id, Key, Look, Newcomer, Profile, Rules, Step, Table, Words};
use crate::dice::Expr;

/// What has a name in rules files: for what ships, the table of slots says it.
pub trait Named {
    /// The name, as rules files write it.
    fn name(&self) -> &'static str;

    /// Whether a composition may hold it more than once, each for something else.
    fn repeats(&self) -> bool {
        false
    }
}

/// A mechanic: one rule-bearing part of a composition. Everything here has a
/// default that does nothing, so a mechanic says only what it is about.
///
/// What it has a say in are its roles ([`Modifies`](super::Modifies), [`Steps`](super::Steps) ...), what it does at
/// some moment are the events that it hears ([`Listens`](super::Listens)); the table of slots says which. What two
/// mechanics need is a component or a figure of the combatants, a role or an event.
pub trait Mechanic: Named + Debug + Send + Sync {
    /// What of a situation it looks at beside figures, counts and conditions: "cover", "light", "flanked".
    fn situations(&self) -> &'static [&'static str] {
        &[]
    }

    /// Figures and conditions that count for nothing but somebody who sits on another, as nobody does in odds of a duel.
    fn in_the_saddle(&self) -> Vec<Key> {
        Vec::new()
    }

    /// States that hold between two alone: the one who is in them, and the one who has brought them about.
    fn between_two(&self) -> Vec<ConditionName> {
        Vec::new()
    }

    /// States of those who have left the field.
    fn takes_away(&self) -> Vec<ConditionName> {
        Vec::new()
    }

    /// A figure of somebody for which dice fall when a battle begins, and which; none where it is known already.
    fn thrown_at_first(&self, _look: Look<'_>, _who: Id) -> Option<(FigureName, Expr)> {
        None
    }

    /// Adds the words of its own: what it throws dice for, what may come of its deeds, in which manners they are done.
    fn words(&self, _rules: &Rules, _words: &mut Words) {}

    /// The deeds that it lets combatants do.
    fn deeds(&self) -> Vec<std::sync::Arc<dyn Deed>> {
        Vec::new()
    }

    /// Gives a newcomer the components that this mechanic keeps.
    fn equip(&self, _newcomer: &mut Newcomer<'_>, _profile: &Profile) {}

    /// A task of its own that it put on the agenda comes up.
    fn on_task(&self, _table: &mut Table<'_>, _name: Key, _who: Id) -> Step {
        Ok(())
    }

    /// How many of common size may stay on one square, if it says so.
    fn to_a_square(&self) -> Option<usize> {
        None
    }

    /// Names of awards that a scenario may give to those who win.
    fn awards(&self) -> Vec<Key> {
        Vec::new()
    }

    /// States in which it alone says something of those who are in them, and what, in words. Of two that answer for the
    /// same one is too many.
    fn answers_for(&self) -> Vec<(ConditionName, String)> {
        Vec::new()
    }

    /// The ties between two fighters that are a state of both.
    fn grips(&self) -> Vec<Tie> {
        Vec::new()
    }

    /// States that it brings on and that mean nothing, or never end, unless another answers for them.
    fn relies_on(&self, _rules: &Rules) -> Vec<ConditionName> {
        Vec::new()
    }

    /// The conditions that it brings on whoever has nothing left of what it counts.
    fn fells(&self) -> Vec<ConditionName> {
        Vec::new()
    }

    /// Whether somebody could strike, shoot or cast at others with such an arm by it.
    fn strikes_with(&self, _arm: &Arm) -> bool {
        false
    }

    /// Whether nobody can use an arm that takes no hands and has not grown on its body.
    fn needs_hands(&self) -> bool {
        false
    }

    /// Parts that it needs to work, and plays none of itself.
    fn needs(&self) -> &'static [Part] {
        &[]
    }

    /// Parts that it plays for others.
    fn plays(&self) -> &'static [Part] {
        &[]
    }
}

/// A tie between two fighters: a state of whoever is tied, brought about by the other one, and in some games a state of
/// that one too, brought about by whoever is tied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The state of whoever is tied.
    pub held: ConditionName,
    /// The state of the other one, where it has a name.
    pub holding: Option<ConditionName>,
    /// Whether somebody may begin a battle in the first state with nobody there in the second.
    pub is_open: bool,
}

/// A part that one mechanic of a composition plays for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Saves are thrown.
    Saves,
    /// Whoever is seized can resist.
    Resistance,
    /// Places are zones.
    Zones,
    /// Blows hand to hand go no farther than their arm.
    Reach,
    /// The hands are counted that somebody has free.
    Hands,
}

impl Part {
    /// What it is called, and what plays it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Saves => "one that throws saves, such as `RollUnder` in `skills`",
            Self::Zones => "`zones` in `measure`: distances are counted in them",
            Self::Reach => "one that holds blows to the reach of their arm, such as `WithinReach` in `attack`",
            Self::Resistance => "one that lets those resist who are seized, such as `BlockOrDodge` in `defence`",
            Self::Hands => "one that counts the hands that are free, such as `Handling` in `gear`",
        }
    }
}
