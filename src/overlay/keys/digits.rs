//! The keys of answers: digits alone, then with Ctrl, then with Alt.

use bevy_egui::egui::{Key, KeyboardShortcut, Modifiers};

use crate::battle::{Choice, Order, Question};

/// The keys of one row, and the modifiers of the rows.
const KEYS: [Key; 10] =
    [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
const ROWS: [Modifiers; 3] = [Modifiers::NONE, Modifiers::CTRL, Modifiers::ALT];

/// The key of an answer, by its row and its digit there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    row: usize,
    digit: usize,
}

impl Digit {
    /// That of an answer: the one of its place among all of them, unless it is asked how many. In a turn digits alone belong to
    /// the bar. Nothing where there are more answers than keys.
    pub fn of(question: &Question, order: &Order, place: usize) -> Option<Self> {
        let Some(choices) = question.choices.as_deref() else { return Self::of_row(place) };
        match Self::counted(choices) {
            Some(keys) => keys.into_iter().find(|(each, _)| *each == order).map(|(_, key)| key),
            None => Self::nth(place),
        }
    }

    /// That of what lies at this place above the bar, whose own digits stand alone.
    pub fn of_row(place: usize) -> Option<Self> {
        Self::nth(place + KEYS.len() - 1)
    }

    /// That of what unfolds answers: the first from this place on that none of them has.
    pub fn unfolds(question: &Question, place: usize) -> Option<Self> {
        let taken = question.choices.as_deref().and_then(Self::counted).unwrap_or_default();
        (place..ROWS.len() * KEYS.len()).filter_map(Self::nth).find(|key| taken.iter().all(|(_, each)| each != key))
    }

    fn nth(place: usize) -> Option<Self> {
        Self::at(place / 9, place % 9 + 1)
    }

    fn at(row: usize, digit: usize) -> Option<Self> {
        (row < ROWS.len() && digit < KEYS.len()).then_some(Self { row, digit })
    }

    /// Those of answers that differ by how many: the key is the number, in a row for each manner. Nothing where that would not
    /// tell all of them apart.
    fn counted(choices: &[Choice]) -> Option<Vec<(&Order, Self)>> {
        let mut manners = Vec::new();
        let mut keys: Vec<(&Order, Self)> = Vec::new();
        for Choice { order, .. } in choices {
            if !manners.contains(&&order.manner) {
                manners.push(&order.manner);
            }
            let row = manners.iter().position(|manner| **manner == order.manner)?;
            let key = Self::at(row, usize::try_from(order.n?).ok()?)?;
            if keys.iter().any(|(_, taken)| *taken == key) {
                return None;
            }
            keys.push((order, key));
        }
        Some(keys)
    }

    /// What is pressed for it.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        Some(KeyboardShortcut::new(*ROWS.get(self.row)?, *KEYS.get(self.digit)?))
    }

    /// As it is written on a button.
    pub fn name(self) -> String {
        self.shortcut().map(|shortcut| super::told(&shortcut)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Group, Id, SideId};

    fn choice(order: Order) -> Choice {
        Choice::new(order, "so many", Group::Turn, "R-1")
    }

    /// Promise: no answer of a long list is without a key, and no two have the same.
    #[test]
    fn every_answer_of_a_long_list_has_a_key_of_its_own() {
        let names: Vec<String> = (0..27).map(|place| Digit::nth(place).unwrap().name()).collect();
        assert_eq!([&names[0], &names[8], &names[9], &names[26]], ["1", "9", "Ctrl+1", "Alt+9"]);
        let mut once = names.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), names.len());
        assert_eq!(Digit::nth(27), None);
    }

    /// Promise: where it is asked how many, the key is the number, whatever else is said with it.
    #[test]
    fn the_key_of_a_number_is_that_number() {
        let declare = |n: i32| Order::new("declare").n(n);
        let mut all: Vec<Choice> = (0..=6).map(|n| choice(declare(n))).collect();
        all.extend((1..=6).map(|n| choice(declare(n).manner("defend"))));
        let keys = Digit::counted(&all).unwrap();
        let names: Vec<String> = keys.into_iter().map(|(_, key)| key.name()).collect();
        assert_eq!([&names[0], &names[3], &names[7], &names[12]], ["0", "3", "Ctrl+1", "Ctrl+6"]);
        let asked = |choices: Option<Vec<Choice>>| Question {
            choices,
            ..Question::new("declare", SideId::default(), Id(0), "How many?")
        };
        let unfolds = Digit::unfolds(&asked(Some(all.clone())), 3).map(Digit::name);
        assert_eq!(unfolds.as_deref(), Some("7"), "the first digit that is no number here");
        let go = Order::new("go");
        let plain = asked(Some(vec![choice(go.clone())]));
        assert_eq!(Digit::of(&plain, &go, 2).map(Digit::name).as_deref(), Some("3"));
        assert_eq!(Digit::unfolds(&plain, 2).map(Digit::name).as_deref(), Some("3"));
        assert_eq!(Digit::of(&asked(None), &go, 2).map(Digit::name).as_deref(), Some("Ctrl+3"), "3 is the bar's");
        for other in [Order::new("go"), Order::new("commit").n(1), declare(12)] {
            assert_eq!(Digit::counted(&[choice(declare(1)), choice(other)]), None);
        }
    }
}
