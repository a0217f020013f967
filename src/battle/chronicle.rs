//! The chronicle: everything that happened, each fact with its rule, its dice
//! and what it changed.

use std::fmt::Display;

use bevy::ecs::prelude::Component;
use serde::Serialize;
use smallvec::SmallVec;

use super::{Id, Key, Look, RuleId, Sum, Verb};
use crate::board::Square;
use crate::dice::{Face, Throw};

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
    /// Who has warded a blow off, and the deed that did it.
    #[serde(skip)]
    pub warded: Option<(Id, Verb)>,
    /// The hit that it tells of, if it tells of one.
    #[serde(skip)]
    pub dealt: Option<HitBy>,
    /// It tells where something came down that missed its mark.
    #[serde(skip)]
    pub astray: Option<Astray>,
    /// A state that it tells of, and whose, where none of its changes does.
    #[serde(skip)]
    pub befalls: Option<(Id, Key)>,
    /// Whom it tells of as moved against their will.
    #[serde(skip)]
    pub driven: Option<Id>,
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

/// Where something came down that missed its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Astray {
    /// At the place of the fact that tells of it.
    Elsewhere,
    /// Nowhere: it is wasted.
    Nowhere,
}

/// What dice are thrown for, as far as those must know who show them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// To ward a blow off.
    Defence,
    /// For the harm that a blow does.
    Damage,
    /// For how long something lasts.
    Length,
    /// For anything else.
    #[default]
    Other,
}

/// Dice that were thrown, and what was made of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Roll {
    /// What was rolled for: "attack", "defence", "Fortitude".
    pub label: String,
    /// What was thrown: "2d6".
    pub dice: String,
    /// Every face, kept or dropped.
    pub faces: SmallVec<[Face; 4]>,
    /// What the dice came to.
    pub natural: i32,
    /// What was added.
    pub bonus: Sum,
    /// Dice and bonus together.
    pub total: i32,
    /// What it had to reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Sum>,
    /// Whether it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success: Option<bool>,
    /// What the dice are thrown for.
    #[serde(skip)]
    pub purpose: Purpose,
    /// Later dice decide whether it was enough, so it is shown without a result.
    #[serde(skip)]
    pub is_answered: bool,
    /// What it comes to above each of these numbers, the lowest first, where there is more than one.
    #[serde(skip)]
    pub bands: SmallVec<[(i32, Key); 3]>,
}

impl Roll {
    /// Dice that were thrown for `label` with what was added to them, held against nothing yet.
    pub fn of(label: &str, dice: impl Display, throw: &Throw, bonus: &Sum) -> Self {
        Self {
            label: label.to_owned(),
            dice: dice.to_string(),
            faces: throw.faces.clone(),
            natural: throw.total,
            bonus: bonus.clone(),
            total: throw.total.saturating_add(bonus.total()),
            against: None,
            success: None,
            purpose: Purpose::Other,
            is_answered: false,
            bands: SmallVec::new(),
        }
    }

    /// Dice that say how much harm a blow does.
    pub fn damage(dice: impl Display, throw: &Throw, bonus: &Sum) -> Self {
        Self { purpose: Purpose::Damage, ..Self::of("damage", dice, throw, bonus) }
    }

    /// The same, where it comes to something else above each of these numbers, the lowest first.
    #[must_use]
    pub fn above(mut self, bands: impl IntoIterator<Item = (i32, Key)>) -> Self {
        self.bands.extend(bands);
        self
    }

    /// The same, thrown to ward a blow off.
    #[must_use]
    pub const fn wards(mut self) -> Self {
        self.purpose = Purpose::Defence;
        self
    }

    /// The dice as they fell, in a line: "attack: 2d6 (3, 4) + 2 flanked = 9 against 8".
    pub fn in_words(&self) -> String {
        let faces: Vec<String> = self.faces.iter().map(|face| face.value.to_string()).collect();
        let mut told = format!("{}: {} ({})", self.label, self.dice, faces.join(", "));
        for term in &self.bonus.terms {
            let sign = if term.value < 0 { '-' } else { '+' };
            told.push_str(&format!(" {sign} {} {}", term.value.unsigned_abs(), term.name));
        }
        told.push_str(&format!(" = {}", self.total));
        if let Some(against) = &self.against {
            told.push_str(&format!(" against {against}"));
        }
        told
    }

    /// The same, where rules make another total of it.
    #[must_use]
    pub const fn comes_to(mut self, total: i32) -> Self {
        self.total = total;
        self
    }

    /// The same; whether it was enough is decided by dice that are told after it, if it `is_answered`.
    #[must_use]
    pub const fn answered(mut self, is_answered: bool) -> Self {
        self.is_answered = is_answered;
        self
    }

    /// Whether it was enough, where that is known once it lies still.
    pub fn shows(&self) -> Option<bool> {
        self.success.filter(|_| !self.is_answered)
    }

    /// The same, held against a number.
    #[must_use]
    pub fn against(mut self, needed: Sum, success: bool) -> Self {
        (self.against, self.success) = (Some(needed), Some(success));
        self
    }
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

    /// Whether it tells of a way from one place to another, and of nothing else.
    pub fn is_way(&self) -> bool {
        let is_way = matches!(self.squares.as_slice(), [first, .., last] if first != last);
        is_way && self.roll.is_none() && self.changes.is_empty()
    }

    /// Who sends whom somewhere, as over an edge, where it tells that.
    pub fn sends(&self) -> Option<(Id, Id)> {
        self.who.zip(self.whom).filter(|(who, whom)| who != whom && self.is_way())
    }
}
