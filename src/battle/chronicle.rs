//! The chronicle: everything that happened, each fact with its rule, its dice
//! and what it changed.

mod roll;

use bevy::ecs::prelude::Component;
use serde::Serialize;

use super::{Id, Key, Look, RuleId, Verb};
use crate::board::Square;

pub use roll::{Purpose, Roll};

/// What stands in place of a rule where no ruleset has one, and what it says: order and end belong to the house.
pub const HOUSE_RULES: [(&str, &str); 8] = [
    (
        "order",
        "An order makes sense before any rule looks at it: its verb is known here, its names and squares are there.",
    ),
    ("round", "Rounds are counted, and each is told when it begins."),
    ("arrival", "Whoever comes later comes in the round or turn that the scenario says."),
    ("cut_short", "Others may step in before a deed is done; whoever can no longer do it gets no further with it."),
    ("verdict", "A battle ends when the objective of a side is reached, or nobody can reach one any more."),
    ("battle", "A battle that cannot go on ends without a winner: a fault of the rules, never of the players."),
    ("aftermath", "Hours pass after a battle and between two of them."),
    ("camp", "Hours and days in camp are spent before what lies ahead, and no more of them than there are."),
];

/// Everything that happened in a battle so far.
#[derive(Component, Debug, Default)]
pub struct Chronicle {
    /// The facts, oldest first.
    pub facts: Vec<Fact>,
    /// The blows so far, which are counted also where nobody reads of them.
    pub struck: Struck,
    /// Nobody wants to read it: a simulation by the thousand.
    pub off: bool,
}

/// How many blows fell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Struck {
    /// Blows of all attacks, answers and areas.
    pub blows: u64,
    /// Blows that reached their target and that no defence stopped.
    pub hits: u64,
}

impl Chronicle {
    /// Goes back to where so many facts had been told, and so many blows had fallen.
    pub(super) fn cut(&mut self, facts: usize, struck: Struck) {
        self.facts.truncate(facts);
        self.struck = struck;
    }
}

impl<'w> Look<'w> {
    /// How many blows have fallen.
    pub fn struck(&self) -> Struck {
        self.battle::<Chronicle>().map_or_else(Struck::default, |chronicle| chronicle.struck)
    }

    /// Everything that has happened, also what is hidden from those who look.
    pub fn facts(&self) -> &'w [Fact] {
        self.battle::<Chronicle>().map_or(&[], |chronicle| &chronicle.facts)
    }
}

/// One thing that happened.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Fact {
    /// The round in which it happened.
    pub round: i32,
    /// Whose turn it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Id>,
    /// How deep in what was going on: a blow within a turn, a counter within a blow.
    pub depth: usize,
    /// The rule that made it so.
    pub rule: RuleId,
    /// What happened, in a sentence.
    pub text: String,
    /// The same as it is told beside the field, where that says more plainly what was seen: a dagger that is thrown.
    #[serde(skip)]
    pub seen: Option<String>,
    /// Whom it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<Id>,
    /// Whom it was done to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whom: Option<Id>,
    /// The dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
    /// What changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Where.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<Square>,
    /// What those squares are.
    #[serde(skip)]
    pub extent: Extent,
    /// Who has warded a blow off, and the deed that did it.
    #[serde(skip)]
    pub warded: Option<(Id, Verb)>,
    /// The hit that it tells of, if it tells of one.
    #[serde(skip)]
    pub dealt: Option<HitBy>,
    /// How much damage its sentence tells that somebody is dealt, before anything is taken off it.
    #[serde(skip)]
    pub damage: Option<i32>,
    /// It tells where something came down that missed its mark.
    #[serde(skip)]
    pub astray: Option<Astray>,
    /// A state that it tells of, and whose, where none of its changes does.
    #[serde(skip)]
    pub befalls: Option<(Id, Key)>,
    /// Whom it tells of as moved against their will.
    #[serde(skip)]
    pub driven: Option<Id>,
    /// Who has lost what they held, and to whom, where it tells that: no state says so afterwards.
    #[serde(skip)]
    pub disarmed: Option<(Id, Id)>,
    /// What a state makes somebody do who is not their own master, if it tells of that.
    #[serde(skip)]
    pub compels: Option<Verb>,
    /// What part of a contest it tells, if it tells one.
    #[serde(skip)]
    pub bout: Option<Bout>,
    /// It is told by itself, whatever came before: a side that sends nobody, nerves that break.
    #[serde(skip)]
    pub is_news: bool,
    /// Whether more of what it counts is good for whoever has it, as with what is left of an army.
    #[serde(skip)]
    pub is_kept: bool,
    /// How many facts before this one its cause stands, where others lie between the two.
    #[serde(skip)]
    pub of: Option<usize>,
    /// Sides that do not get to know of it, one bit each.
    #[serde(skip)]
    pub(super) unknown_to: u64,
}

/// Who hit somebody, and with what. The end of a battle tells its blows by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitBy {
    /// Who did it, if anybody.
    pub by: Option<Id>,
    /// With what, if with anything.
    pub arm: Option<Key>,
    /// How many facts before this one the first one stands that tells of the hit.
    pub back: usize,
    /// The wound that it left, if it left one: what that leads to is a state.
    pub wound: Option<Key>,
}

/// What the squares of a fact are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Places that it speaks of.
    #[default]
    Marks,
    /// The area that something strikes or fills.
    Area,
    /// The way of somebody, the first square where they were before.
    Way {
        /// Who goes.
        whose: Id,
        /// Who sends or takes them there.
        by: Option<Id>,
    },
}

/// Where something came down that missed its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Astray {
    /// At the place of the fact that tells of it.
    Elsewhere,
    /// Nowhere: it is wasted.
    Nowhere,
}

/// The parts of a contest, in which two throw against each other. They follow one another in the chronicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bout {
    /// The first throw.
    Throw,
    /// The throw that is set against it.
    Answer,
    /// What both have come to, where neither throw tells it.
    Result,
}

/// A figure, count or condition before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Whose.
    pub who: Id,
    /// What.
    pub what: Key,
    /// Before.
    pub from: i32,
    /// After.
    pub to: i32,
    /// Whether it was given for something: a price that is paid is no harm.
    #[serde(skip)]
    pub is_price: bool,
}

impl Fact {
    /// Whether the fact right after this one tells the throw that was set against its own in one contest.
    pub fn meets(&self, next: &Self) -> bool {
        let is_between = self.whom.is_none_or(|whom| next.who == Some(whom));
        (self.bout, next.bout) == (Some(Bout::Throw), Some(Bout::Answer)) && is_between
    }

    /// A fact that `rule` made so.
    pub fn new(rule: impl Into<RuleId>, text: impl Into<String>) -> Self {
        Self { rule: rule.into(), text: text.into(), ..Self::default() }
    }

    /// The same, about `who`.
    #[must_use]
    pub fn who(mut self, who: Id) -> Self {
        self.who = Some(who);
        self
    }

    /// The same, done to `whom`, if to anybody.
    #[must_use]
    pub fn whom(mut self, whom: impl Into<Option<Id>>) -> Self {
        self.whom = whom.into().or(self.whom);
        self
    }

    /// The same; where it `holds`, `who` has warded a blow off by that deed.
    #[must_use]
    pub const fn warded(mut self, who: Id, by: Verb, holds: bool) -> Self {
        if holds {
            self.warded = Some((who, by));
        }
        self
    }

    /// The same; its sentence tells that somebody is dealt so much damage.
    #[must_use]
    pub const fn damage(mut self, damage: i32) -> Self {
        self.damage = Some(damage);
        self
    }

    /// The same; beside the field it is told in these words, if in any of its own.
    #[must_use]
    pub fn seen(mut self, words: Option<String>) -> Self {
        self.seen = words;
        self
    }

    /// The same; it tells where something came down that missed its mark, if it missed it.
    #[must_use]
    pub fn astray(mut self, came_down: impl Into<Option<Astray>>) -> Self {
        self.astray = came_down.into();
        self
    }

    /// The same; it tells of a state of somebody, though nothing of it changes here.
    #[must_use]
    pub const fn befalls(mut self, who: Id, state: Key) -> Self {
        self.befalls = Some((who, state));
        self
    }

    /// The same; it tells of somebody who was moved against their will.
    #[must_use]
    pub const fn driven(mut self, who: Id) -> Self {
        self.driven = Some(who);
        self
    }

    /// The same; it tells that `by` has struck out of the hands of `who` what they held, or has wrested it from them.
    #[must_use]
    pub const fn disarmed(mut self, who: Id, by: Id) -> Self {
        self.disarmed = Some((who, by));
        self
    }

    /// The same; it tells this part of a contest.
    #[must_use]
    pub fn bout(mut self, part: impl Into<Option<Bout>>) -> Self {
        self.bout = part.into();
        self
    }

    /// The same, told by itself, whatever came before, where it is news.
    #[must_use]
    pub const fn news(mut self, is_news: bool) -> Self {
        self.is_news = is_news;
        self
    }

    /// Says that more of what it counts is good for whoever has it.
    #[must_use]
    pub const fn kept(mut self) -> Self {
        self.is_kept = true;
        self
    }

    /// The same, with the dice.
    #[must_use]
    pub fn roll(mut self, roll: Roll) -> Self {
        self.roll = Some(roll);
        self
    }

    /// The same, with something that changed.
    #[must_use]
    pub fn change(mut self, who: Id, what: impl Into<Key>, from: i32, to: i32) -> Self {
        if from != to {
            self.changes.push(Change { who, what: what.into(), from, to, is_price: false });
        }
        self
    }

    /// The same, with something that was given for something else.
    #[must_use]
    pub fn pays(self, who: Id, what: impl Into<Key>, from: i32, to: i32) -> Self {
        let before = self.changes.len();
        let mut fact = self.change(who, what, from, to);
        fact.changes.iter_mut().skip(before).for_each(|change| change.is_price = true);
        fact
    }

    /// The same, at a place.
    #[must_use]
    pub fn at(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.squares.extend(squares);
        self
    }

    /// The same, where something strikes or fills these squares.
    #[must_use]
    pub fn area(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.extent = Extent::Area;
        self.at(squares)
    }

    /// The same; somebody goes this way, which begins where they were.
    #[must_use]
    pub fn way(mut self, whose: Id, squares: impl IntoIterator<Item = Square>) -> Self {
        self.extent = Extent::Way { whose, by: None };
        self.at(squares)
    }

    /// The same; `by` sends or takes somebody this way.
    #[must_use]
    pub fn sent(mut self, by: Id, whose: Id, squares: impl IntoIterator<Item = Square>) -> Self {
        self.extent = Extent::Way { whose, by: Some(by) };
        self.at(squares)
    }

    /// Who goes to another place, and who sends or takes them there.
    fn gone(&self) -> Option<(Id, Option<Id>)> {
        let Extent::Way { whose, by } = self.extent else { return None };
        (self.squares.first() != self.squares.last()).then_some((whose, by))
    }

    /// Who goes to another place, where it tells that.
    pub fn goes(&self) -> Option<Id> {
        self.gone().map(|(whose, _)| whose)
    }

    /// Who sends whom somewhere, as over an edge, where it tells that.
    pub fn sends(&self) -> Option<(Id, Id)> {
        self.gone().and_then(|(whose, by)| Some((by?, whose)))
    }
}

#[cfg(test)]
mod tests;
