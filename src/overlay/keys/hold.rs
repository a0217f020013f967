//! What lasts as long as it is held: a modifier key, or a button of the pad that is held for longer than a tap.

use bevy_egui::egui::{Context, Id};

use crate::overlay::pad::Button as Knob;

/// Something that lasts as long as it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// All names, all of a card, every answer by itself.
    All,
    /// Everything moves fast.
    Fast,
}

/// What the pad holds.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    /// Whether it was used last.
    leads: bool,
    /// What it holds, in the order of [`Hold::EACH`].
    each: [bool; 2],
}

/// Where that is kept.
const HELD: &str = "what the pad holds";

impl Hold {
    /// All of them.
    pub const EACH: [Self; 2] = [Self::All, Self::Fast];

    /// Its key.
    pub const fn key(self) -> &'static str {
        match self {
            Self::All => "Alt",
            Self::Fast => "Shift",
        }
    }

    /// Its button on the pad.
    pub const fn knob(self) -> Knob {
        match self {
            Self::All => Knob::Select,
            Self::Fast => Knob::South,
        }
    }

    /// What it does.
    pub const fn text(self) -> &'static str {
        match self {
            Self::All => "all names, all of a card",
            Self::Fast => "everything moves fast",
        }
    }

    /// Whether it is held, on the keys or on the pad.
    pub fn is_held(self, context: &Context) -> bool {
        let by_key = context.input(|input| match self {
            Self::All => input.modifiers.alt,
            Self::Fast => input.modifiers.shift,
        });
        let [all, fast] = held(context).each;
        by_key
            || match self {
                Self::All => all,
                Self::Fast => fast,
            }
    }

    /// What it is held with: the button of the pad where that leads, else the key.
    pub fn name(self, context: &Context) -> &'static str {
        if held(context).leads { self.knob().name() } else { self.key() }
    }

    /// Notes whether the pad leads, and what it holds.
    pub fn lead(context: &Context, leads: bool, holds: impl Fn(Knob) -> bool) {
        let each = Self::EACH.map(|hold| leads && holds(hold.knob()));
        context.data_mut(|data| data.insert_temp(Id::new(HELD), Held { leads, each }));
    }
}

fn held(context: &Context) -> Held {
    context.data(|data| data.get_temp(Id::new(HELD))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: what is held on a pad counts as what is held on the keys, and is called as it is held.
    #[test]
    fn a_pad_holds_whatever_keys_hold() {
        let context = Context::default();
        for hold in Hold::EACH {
            assert!(!hold.is_held(&context) && hold.name(&context) == hold.key());
            Hold::lead(&context, true, |knob| knob == hold.knob());
            assert_eq!(hold.name(&context), hold.knob().name());
            assert!(Hold::EACH.iter().all(|other| other.is_held(&context) == (*other == hold)));
            Hold::lead(&context, false, |_| true);
        }
    }
}
