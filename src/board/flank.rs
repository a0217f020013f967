//! Two bodies on opposite sides of a third.
//!
//! The ring of squares around a body falls into eight parts, one a direction:
//! its four sides and its four corner squares. A straight line from one ring
//! square to another passes through opposite sides or opposite corners of the
//! body exactly when the two lie in opposite parts, whatever the body's size:
//! from a corner square it meets two neighbouring sides unless it leads to the
//! corner square across. So eight bits say all that flanking needs.

use super::{Direction, Footprint};

/// The parts of a body's ring, one bit a [`Direction`] clockwise from north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sides(pub u8);

impl Sides {
    /// The parts of the ring of `target` in which `other` stands: none when
    /// the two do not touch or overlap.
    pub const fn touched(target: Footprint, other: Footprint) -> Self {
        let (far, other_far) = (target.far(), other.far());
        let columns = thirds(target.at.x, far.x, other.at.x, other_far.x);
        let rows = thirds(target.at.y, far.y, other.at.y, other_far.y);
        if columns[1] && rows[1] {
            return Self(0);
        }
        let mut bits = 0;
        let mut index = 0;
        while index < 8 {
            let (dx, dy) = Direction::ALL[index].offset();
            if columns[(dx + 1) as usize] && rows[(dy + 1) as usize] {
                bits |= 1 << index;
            }
            index += 1;
        }
        Self(bits)
    }

    /// Whether a part in one and its opposite in the other are taken.
    pub const fn oppose(self, other: Self) -> bool {
        self.0 & other.0.rotate_left(4) != 0
    }

    /// The parts of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the part towards `direction` is taken.
    pub const fn has(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 != 0
    }
}

/// Whether a span meets the line before another, the other itself, the line after it.
const fn thirds(low: i32, high: i32, other_low: i32, other_high: i32) -> [bool; 3] {
    [
        other_low < low && other_high >= low - 1,
        other_low <= high && other_high >= low,
        other_low <= high + 1 && other_high > high,
    ]
}

/// Whether any two of `enemies` stand on opposite sides of `target`. Pass only
/// those that count: able, in reach, not behind a wall, as the ruleset has it.
pub fn is_flanked(target: Footprint, enemies: impl IntoIterator<Item = Footprint>) -> bool {
    let mut taken = Sides::default();
    for enemy in enemies {
        let sides = Sides::touched(target, enemy);
        if taken.oppose(sides) {
            return true;
        }
        taken = taken.with(sides);
    }
    false
}

/// All pairs of `enemies`, by index, that stand on opposite sides of `target`.
pub fn flanking_pairs(target: Footprint, enemies: &[Footprint]) -> Vec<(usize, usize)> {
    let sides: Vec<Sides> = enemies.iter().map(|&enemy| Sides::touched(target, enemy)).collect();
    let mut pairs = Vec::new();
    for (first, one) in sides.iter().enumerate() {
        let later = sides.iter().enumerate().skip(first + 1);
        pairs.extend(later.filter(|(_, other)| one.oppose(**other)).map(|(second, _)| (first, second)));
    }
    pairs
}

#[cfg(test)]
mod tests;
