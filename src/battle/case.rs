//! One case of a figure or roll, which every rule looks at alike.

use smallvec::SmallVec;

use super::{Arm, FigureName, Grip, Id, Key, Order};
use crate::board::Footprint;

/// The words of a case; a blow has about ten.
pub type CaseWords = SmallVec<[Key; 12]>;

/// One case of a figure or roll: whose, against whom, with what. Modifiers are
/// found by asking the mechanics that modify about the case.
#[derive(Debug)]
pub struct Case<'a> {
    /// The figure or roll: "attack", "target", "defence", "damage", "Toughness".
    pub on: Key,
    /// Whose it is.
    pub who: Id,
    /// The other one.
    pub against: Option<Id>,
    /// With what.
    pub arm: Option<&'a Arm>,
    /// Words that narrow the case: "melee", "ranged", "area", "block".
    pub words: CaseWords,
    /// Where the other one acts from, if not from its own place.
    pub from: Option<Footprint>,
    /// The part of the body that is aimed at.
    pub part: Option<Key>,
    /// The order that brought it about.
    pub order: Option<&'a Order>,
}

impl Clone for Case<'_> {
    fn clone(&self) -> Self {
        Self { words: SmallVec::from_slice(&self.words), ..*self }
    }
}

impl<'a> Case<'a> {
    /// A figure on a sheet.
    pub fn figure(on: FigureName, who: Id) -> Self {
        Self::of(on, who)
    }

    /// A roll of `who`.
    pub fn of(on: impl Into<Key>, who: Id) -> Self {
        let on = on.into();
        Self { on, who, against: None, arm: None, words: SmallVec::new(), from: None, part: None, order: None }
    }

    /// The same, against somebody.
    #[must_use]
    pub fn against(mut self, other: Id) -> Self {
        self.against = Some(other);
        self
    }

    /// The same, by an order.
    #[must_use]
    pub fn by(mut self, order: &'a Order) -> Self {
        self.order = Some(order);
        self
    }

    /// The same, with an arm.
    #[must_use]
    pub fn with(mut self, arm: &'a Arm) -> Self {
        self.arm = Some(arm);
        self
    }

    /// The same, narrowed by a word.
    #[must_use]
    pub fn word(mut self, word: impl Into<Key>) -> Self {
        self.words.push(word.into());
        self
    }

    /// The same case, seen as another figure or roll.
    #[must_use]
    pub fn on(&self, on: impl Into<Key>) -> Self {
        Self { on: on.into(), ..self.clone() }
    }

    /// The same case from the other one's side.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self { who: self.against.unwrap_or(self.who), against: Some(self.who), ..self.clone() }
    }

    /// Narrows the case by `word`, once.
    pub fn push_word(&mut self, word: impl Into<Key>) {
        let word = word.into();
        if !self.words.contains(&word) {
            self.words.push(word);
        }
    }

    /// Narrows it by the words of an arm, and of its damage.
    pub fn push_words_of(&mut self, arm: &Arm) {
        arm.tags.iter().chain(&arm.types).for_each(|word| self.push_word(*word));
    }

    /// The same, and by the arm itself.
    pub fn push_arm(&mut self, arm: &Arm) {
        self.push_word(arm.name);
        self.push_words_of(arm);
    }

    /// The hand that its order asks for, if it asks for one.
    pub fn hand(&self) -> Option<Grip> {
        let is_asked = |hand: &Grip| self.order.is_some_and(|order| hand.manner().is_some_and(|name| order.is(name)));
        [Grip::RIGHT, Grip::LEFT].into_iter().find(is_asked)
    }

    /// Whether the case carries `word`.
    pub fn is(&self, word: impl Into<Key>) -> bool {
        self.words.contains(&word.into())
    }
}
