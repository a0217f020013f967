//! Dice of one size in an expression.

/// The sizes that weapons and materials step along.
const LADDER: [u16; 6] = [3, 4, 6, 8, 10, 12];

/// Which dice of a term count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Keep {
    /// All of them.
    #[default]
    All,
    /// Only so many of the best.
    Best(u16),
    /// Only so many of the worst.
    Worst(u16),
}

/// Dice of one size, thrown together: the `2d6` of `2d6+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    pub(super) count: u16,
    pub(super) sides: u16,
    pub(super) keep: Keep,
    pub(super) subtracted: bool,
}

impl Term {
    pub(super) fn die(sides: u16) -> Self {
        Self { count: 1, sides, keep: Keep::All, subtracted: false }
    }

    /// How many dice are thrown.
    pub fn count(&self) -> u16 {
        self.count
    }

    /// How many sides each of them has.
    pub fn sides(&self) -> u16 {
        self.sides
    }

    /// Which of them count.
    pub fn keep(&self) -> Keep {
        self.keep
    }

    /// Whether they are taken away instead of added.
    pub fn is_subtracted(&self) -> bool {
        self.subtracted
    }

    /// How many of the dice count.
    pub fn kept(&self) -> u16 {
        match self.keep {
            Keep::All => self.count,
            Keep::Best(kept) | Keep::Worst(kept) => kept.min(self.count),
        }
    }

    /// The least that it adds: less than 0 when it is taken away.
    pub fn min(&self) -> i32 {
        let kept = i32::from(self.kept());
        if self.subtracted { -kept * i32::from(self.sides) } else { kept }
    }

    /// The most that it adds.
    pub fn max(&self) -> i32 {
        let kept = i32::from(self.kept());
        if self.subtracted { -kept } else { kept * i32::from(self.sides) }
    }

    pub(super) fn spread(&self) -> u32 {
        u32::from(self.count) * u32::from(self.sides)
    }

    pub(super) fn stepped(mut self, steps: i32) -> Self {
        if let Some(place) = LADDER.iter().position(|sides| *sides == self.sides) {
            let steps = isize::try_from(steps).unwrap_or(0);
            let place = place.saturating_add_signed(steps).min(LADDER.len() - 1);
            self.sides = LADDER[place];
        }
        self
    }
}
