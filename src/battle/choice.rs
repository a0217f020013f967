//! One answer among those that may be given.

use serde::Serialize;

use super::{Aim, Allowed, Deed, Group, Id, Key, Look, Order, Price, Refusal, RuleId, Worth};
use crate::board::Square;
use crate::dice::Card;

/// One answer: legal, or greyed with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The order that gives it.
    pub order: Order,
    /// What the button says.
    pub label: String,
    /// What it is about.
    pub group: Group,
    /// What it is for, where that is not what it is about: a turn that is kept for blows is about the turn.
    #[serde(skip)]
    pub meant: Option<Group>,
    /// What it does once something else happens, where it waits for that.
    #[serde(skip)]
    pub later: Option<Later>,
    /// Whether it lets something be: nothing comes of it.
    #[serde(skip)]
    pub lets_be: bool,
    /// Whether what it lets be may be asked again before the round is over.
    #[serde(skip)]
    pub puts_off: bool,
    /// Whether it takes whoever gives it out of the fight for good: nobody does so by a slip of the hand.
    #[serde(skip)]
    pub resigns: bool,
    /// The rule that allows it.
    pub rule: RuleId,
    /// The card that is laid by it.
    #[serde(skip)]
    pub card: Option<Card>,
    /// Why it cannot be chosen now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
    /// What it costs, as the game counts ("4 s").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// The price as a number: 0 is free. It compares answers to one kind of question.
    #[serde(skip)]
    pub pays: i32,
    /// How much of the turn it takes, in whatever the economy counts.
    #[serde(skip)]
    pub takes: i32,
    /// Which of how many it is, where it has to be done several times before anything comes of it; where its order names a number,
    /// that many of so many.
    #[serde(skip)]
    pub step: Option<(i32, i32)>,
    /// The chance that it succeeds, where that is one number, as "5/9".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<String>,
    /// The arm of the blow that has this chance, where it is one blow, or the deed in its place.
    #[serde(skip)]
    pub chance_with: Option<Key>,
    /// Its worth, where the rules know it: the chance of a defence, say. The computer weighs by it.
    #[serde(skip)]
    pub worth: Option<Worth>,
    /// Squares that may be named in `to`, each with its cost in half squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<(Square, i32)>,
    /// These squares lie on a way of somebody else, from its end back: of another way as far from its end is meant.
    #[serde(skip)]
    pub is_along: bool,
    /// Parts that may be named in `at`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Key>,
    /// Manners that may be added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub manners: Vec<Key>,
    /// Numbers that may be named in `n`, lowest and highest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<(i32, i32)>,
    /// What such a number counts, or the one that its order names, in plain words, where the deed says so.
    #[serde(skip)]
    pub counts: Option<&'static str>,
}

/// What a choice does once something else happens: the two apart, for those who list such choices by either.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Later {
    /// The word of what sets it off, as orders say it.
    pub of: Key,
    /// What is done then: "Spear".
    pub what: String,
    /// What sets it off, as players say it: "when Goblin 1 acts".
    pub when: String,
}

/// Words as they begin a line: with a capital.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Choice {
    /// Its order with what must be said beside it: one of several squares, a number.
    pub fn in_full(&self) -> String {
        let mut told = self.order.to_string();
        if !self.squares.is_empty() {
            let squares: Vec<String> = self.squares.iter().map(|(square, _)| format!("to {square}")).collect();
            told.push_str(&format!(" {}", squares.join(" or ")));
        }
        if let Some((low, high)) = self.numbers {
            told.push_str(&format!(" for {low} to {high}"));
        }
        told
    }

    /// A legal answer.
    pub fn new(order: Order, label: impl Into<String>, group: Group, rule: impl Into<RuleId>) -> Self {
        Self {
            order,
            label: label.into(),
            group,
            meant: None,
            later: None,
            lets_be: false,
            puts_off: false,
            resigns: false,
            rule: rule.into(),
            card: None,
            refused: None,
            cost: None,
            pays: 0,
            takes: 0,
            step: None,
            chance: None,
            chance_with: None,
            worth: None,
            squares: Vec::new(),
            is_along: false,
            parts: Vec::new(),
            manners: Vec::new(),
            numbers: None,
            counts: None,
        }
    }

    /// One that does a deed as ordered, greyed where it is not allowed.
    pub fn of(
        deed: &dyn Deed,
        (look, who): (Look<'_>, Id),
        order: Order,
        label: impl Into<String>,
        rule: impl Into<RuleId>,
    ) -> Self {
        Self::new(order, label, deed.group(), rule).allowed_by(deed, look, who)
    }

    /// One for each of these at whom a deed can be done, greyed where it is not allowed and anybody reads why.
    pub fn at_each(
        deed: &dyn Deed,
        (look, who): (Look<'_>, Id),
        others: impl IntoIterator<Item = Id>,
        rule: RuleId,
        label: impl Fn(Id) -> String,
    ) -> Vec<Self> {
        let order = |other| Order::new(deed.verb()).at(look.aim(other));
        let choice = |other| Self::told_of(deed, (look, who), order(other), rule, || label(other));
        others.into_iter().filter_map(choice).collect()
    }

    /// That of a deed, greyed where it is not allowed and anybody reads why; nothing where nobody does.
    pub fn told_of(
        deed: &dyn Deed,
        (look, who): (Look<'_>, Id),
        order: Order,
        rule: RuleId,
        label: impl FnOnce() -> String,
    ) -> Option<Self> {
        let verdict = deed.check(look, who, &order);
        Self::told(look, verdict, || Self::new(order, label(), deed.group(), rule))
    }

    /// The same, greyed if `verdict` is a refusal.
    #[must_use]
    pub fn unless(mut self, verdict: Result<(), Refusal>) -> Self {
        if self.refused.is_none() {
            self.refused = verdict.err();
        }
        self
    }

    /// The same, greyed if its deed does not allow its order.
    #[must_use]
    pub fn allowed_by(self, deed: &(impl Deed + ?Sized), look: Look<'_>, who: Id) -> Self {
        let verdict = deed.check(look, who, &self.order);
        self.unless(verdict)
    }

    /// One that is put into words only where it is allowed or anybody reads why it is not.
    pub fn told(look: Look<'_>, verdict: Allowed, put: impl FnOnce() -> Self) -> Option<Self> {
        (verdict.is_ok() || look.wants_words()).then(|| put().unless(verdict))
    }

    /// The same, which costs so much.
    #[must_use]
    pub fn priced(mut self, price: Price) -> Self {
        (self.cost, self.pays) = (price.text, price.amount);
        self
    }

    /// The same, which is the one of this number, or so many, where it has to be done so many times.
    #[must_use]
    pub fn step(mut self, at: i32, of: i32) -> Self {
        self.step = (of > 1).then_some((at, of));
        self
    }

    /// The same with a number to be named, and what that counts.
    #[must_use]
    pub fn counting(mut self, numbers: (i32, i32), what: &'static str) -> Self {
        (self.numbers, self.counts) = (Some(numbers), Some(what));
        self
    }

    /// The same, which is one of several that differ by the number in their order, and what that counts.
    #[must_use]
    pub const fn one_of(mut self, what: &'static str) -> Self {
        self.counts = Some(what);
        self
    }

    /// The same, which is worth so much to the computer.
    #[must_use]
    pub const fn weighed(mut self, worth: Worth) -> Self {
        self.worth = Some(worth);
        self
    }

    /// The same with how likely it comes off, where it is allowed and anybody reads that.
    #[must_use]
    pub fn likely(mut self, look: Look<'_>, chance: impl FnOnce() -> Option<String>) -> Self {
        self.chance = if self.is_legal() && look.wants_words() { chance() } else { None };
        self
    }

    /// The same, which lets something be.
    #[must_use]
    pub const fn letting_be(mut self) -> Self {
        self.lets_be = true;
        self
    }

    /// The same, which lets something be until it is asked again.
    #[must_use]
    pub const fn putting_off(mut self) -> Self {
        self.puts_off = true;
        self.letting_be()
    }

    /// The same, which takes whoever gives it out of the fight for good if it `resigns`.
    #[must_use]
    pub const fn resigning(mut self, resigns: bool) -> Self {
        self.resigns = resigns;
        self
    }

    /// The same, for something else than it is about.
    #[must_use]
    pub const fn meant(mut self, group: Group) -> Self {
        self.meant = Some(group);
        self
    }

    /// What it is for.
    pub fn purpose(&self) -> Group {
        self.meant.unwrap_or(self.group)
    }

    /// Whether there is a number to choose: it can be given, and is not the only one.
    pub fn asks_for_number(&self) -> bool {
        self.is_legal() && self.numbers.is_some_and(|(low, high)| low < high)
    }

    /// Whether an order gives it, with a square, a number and parts that may be named; manners left out of account.
    pub fn fits(&self, order: &Order) -> bool {
        let number = match (self.numbers, order.n) {
            (Some((low, high)), Some(n)) => (low..=high).contains(&n),
            (Some(_), None) => false,
            (None, given) => self.order.n == given,
        };
        let place = match self.squares.as_slice() {
            [] => self.order.to == order.to,
            squares => order.to.is_some_and(|to| squares.iter().any(|each| each.0 == to)),
        };
        (self.order.verb, self.order.with, &self.order.says) == (order.verb, order.with, &order.says)
            && (number && place && self.is_at(&order.at))
            && (&self.order.path, self.order.toward) == (&order.path, order.toward)
    }

    /// Whether it is at these targets, or at parts of them that may be named.
    fn is_at(&self, at: &[Aim]) -> bool {
        let fits = |(own, aim): (&Aim, &Aim)| {
            let is_part = || aim.part.is_some_and(|part| self.parts.contains(&part));
            own == aim || ((own.who, own.square) == (aim.who, aim.square) && is_part())
        };
        self.order.at.len() == at.len() && self.order.at.iter().zip(at).all(fits)
    }

    /// Whether it can be chosen.
    pub const fn is_legal(&self) -> bool {
        self.refused.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: a number is asked for only where it can be given and is not the only one there is.
    #[test]
    fn a_number_is_asked_for_where_there_are_several() {
        let strike = || Choice::new(Order::new("strike"), "Strike", Group::Attack, "R-1");
        let strike = |numbers| strike().counting(numbers, "more");
        assert!(strike((0, 2)).asks_for_number());
        assert!(!strike((0, 0)).asks_for_number());
        assert!(!strike((0, 2)).unless(Err(Refusal::new("R-1", "not now"))).asks_for_number());
    }
}
