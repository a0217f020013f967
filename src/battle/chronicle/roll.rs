//! Dice that were thrown, as the chronicle keeps them.

use std::fmt::Display;

use serde::Serialize;
use smallvec::SmallVec;

use crate::battle::{Key, Sum};
use crate::dice::{Face, Throw};

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
