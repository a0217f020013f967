//! Something to be shown, one after the other: what it is, how long it stays, and what it tells.

use bevy_egui::egui::Color32;

use super::dice;
use crate::battle::{Change, Id, Key, Roll};
use crate::board::Square;
use crate::dice::Card;

/// Something to be shown.
#[derive(Clone, Debug)]
pub enum Show {
    /// One acts against another; with something that flies where they are far apart.
    Blow { by: Id, at: Id, with: Option<Key> },
    /// Dice, beside whoever throws them; `is_open`: those of the other side follow, and only both decide what they come to.
    Dice { who: Id, roll: Box<Roll>, is_open: bool },
    /// A word over a token: what came of something, how bad that is from 0 to 1, who did it, and what it changed, with the state
    /// that it tells of as what that has led to.
    Word { over: Id, text: String, colour: Color32, harm: f32, by: Option<Id>, change: Option<(Change, Option<Key>)> },
    /// All the squares of an area.
    Area { squares: Vec<Square> },
    /// From where something was aimed at to where it came down.
    Scatter { from: Square, to: Square },
    /// The way that somebody went, or was thrown.
    Streak { who: Id, points: Vec<Square> },
    /// Somebody is taken out, and who did it.
    Fall { who: Id, by: Option<Id> },
    /// A card, over whoever turns it.
    Card { who: Id, card: (Card, i32) },
}

impl Show {
    /// Those who have it drawn over their tokens.
    pub fn over(&self) -> [Option<Id>; 2] {
        match self {
            Self::Blow { by, at, .. } => [Some(*by), Some(*at)],
            Self::Dice { who, .. }
            | Self::Word { over: who, .. }
            | Self::Streak { who, .. }
            | Self::Fall { who, .. }
            | Self::Card { who, .. } => [Some(*who), None],
            Self::Area { .. } | Self::Scatter { .. } => [None, None],
        }
    }

    /// Whether a word tells of a state that `other` tells of by itself: a figure at its floor says what follows.
    pub(super) fn says_too(&self, other: &Self) -> bool {
        self.tells_of(other, |(_, leads), (state, _)| *leads == Some(state.what))
    }

    /// Whether a word has said already what `other` says: the same state, or what a figure at its floor has led to.
    pub(super) fn has_said(&self, other: &Self) -> bool {
        let is_same = |one: &Change, two: &Change| (one.what, one.from, one.to) == (two.what, two.from, two.to);
        self.says_too(other) || self.tells_of(other, |(one, _), (two, _)| is_same(one, two))
    }

    /// Whether both are words over the same token whose changes are so to each other.
    fn tells_of(&self, other: &Self, is_so: impl Fn(&(Change, Option<Key>), &(Change, Option<Key>)) -> bool) -> bool {
        match (self, other) {
            (Self::Word { over, change: Some(one), .. }, Self::Word { over: same, change: Some(two), .. }) => {
                over == same && is_so(one, two)
            }
            _ => false,
        }
    }

    /// Who does it, where it is something that somebody does.
    pub const fn doer(&self) -> Option<Id> {
        match self {
            Self::Blow { by, .. } => Some(*by),
            Self::Dice { who, .. } | Self::Streak { who, .. } | Self::Card { who, .. } => Some(*who),
            Self::Word { .. } | Self::Area { .. } | Self::Scatter { .. } | Self::Fall { .. } => None,
        }
    }

    /// Beside whom it is to be read, if there is anything to read.
    pub const fn told_of(&self) -> Option<Id> {
        match self {
            Self::Dice { who, .. } | Self::Word { over: who, .. } | Self::Card { who, .. } => Some(*who),
            _ => None,
        }
    }
}

/// Something to be shown, how long it stays, how long until the next begins, and what nobody is to know before: changes, and
/// the places in the chronicle of the facts that it tells.
#[derive(Clone, Debug)]
pub struct Beat {
    pub show: Show,
    pub lasts: f64,
    pub takes: f64,
    pub tells: Vec<Change>,
    pub facts: Vec<usize>,
}

impl Beat {
    pub(super) fn of((show, tells, facts): Told) -> Self {
        let (lasts, takes) = match show {
            Show::Blow { .. } => (0.9, 0.2),
            Show::Dice { .. } => (1.4, 0.45),
            Show::Word { .. } => (1.3, 0.1),
            Show::Area { .. } => (0.9, 0.25),
            Show::Scatter { .. } => (1.2, 0.3),
            Show::Streak { .. } => (0.7, 0.2),
            Show::Fall { .. } => (0.9, 0.15),
            Show::Card { .. } => (1.4, 0.1),
        };
        Self { show, lasts, takes, tells, facts }
    }

    /// When it tells what it has to tell: dice do once they lie still.
    pub fn told_after(&self) -> f64 {
        if matches!(self.show, Show::Dice { .. }) { dice::TUMBLE } else { 0.0 }
    }
}

/// Something to be shown, the changes that it tells, and the places of the facts that it tells.
pub(super) type Told = (Show, Vec<Change>, Vec<usize>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::theme;

    /// Promise: what a figure at its floor leads to is told with it, and not once more by itself; nor is any state told twice.
    #[test]
    fn a_thing_is_told_once() {
        let word = |over: u16, what: &'static str, leads: Option<&'static str>| Show::Word {
            over: Id(over),
            text: what.to_owned(),
            colour: theme::ACTIVE,
            harm: 0.5,
            by: None,
            change: Some((
                Change { who: Id(over), what: what.into(), from: 0, to: 1, is_price: false },
                leads.map(Key::from),
            )),
        };
        let (wound, dies) = (word(1, "Stamina", Some("fallen")), word(1, "Stamina", Some("dead")));
        let (fallen, hurt) = (word(1, "fallen", None), word(1, "hurt", None));
        assert!(wound.has_said(&fallen) && !wound.has_said(&hurt) && !wound.has_said(&word(2, "fallen", None)));
        assert!(dies.has_said(&word(1, "dead", None)) && !dies.has_said(&fallen));
        assert!(
            fallen.has_said(&fallen)
                && !fallen.says_too(&fallen)
                && !fallen.has_said(&hurt)
                && !fallen.has_said(&wound)
        );
    }
}
