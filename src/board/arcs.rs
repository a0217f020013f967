//! Facing: the side of a body that an attack comes from.

use serde::{Deserialize, Serialize};

use super::{Direction, Footprint};

/// From where an attack comes, seen from the one attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arc {
    /// Where it faces.
    Front,
    /// From the side.
    Flank,
    /// From behind.
    Rear,
}

/// How far the arcs reach, in steps of an eighth turn to either side of the facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arcs {
    /// Last step that is front: 1 for three squares.
    pub front: u8,
    /// Last step that is flank; the rest is rear.
    pub flank: u8,
}

impl Arcs {
    /// The arc that lies towards `direction` of a body that faces `facing`.
    pub const fn of(self, facing: Direction, direction: Direction) -> Arc {
        let turn = (direction as i32 - facing as i32).rem_euclid(8);
        let steps = if turn > 4 { 8 - turn } else { turn };
        if steps <= self.front as i32 {
            Arc::Front
        } else if steps <= self.flank as i32 {
            Arc::Flank
        } else {
            Arc::Rear
        }
    }

    /// The arc of `target`, facing `facing`, that `attacker` comes from;
    /// `None` when they overlap.
    pub fn between(self, target: Footprint, facing: Direction, attacker: Footprint) -> Option<Arc> {
        bearing(target, attacker).map(|direction| self.of(facing, direction))
    }
}

/// The direction from one body to another, rounded to the nearest of eight (it
/// is never a tie), by the nearest squares of the two; `None` when they overlap.
pub const fn bearing(from: Footprint, to: Footprint) -> Option<Direction> {
    let (dx, dy) = from.offsets(to);
    let east = to.at.x > from.at.x;
    let south = to.at.y > from.at.y;
    // Within 22.5 degrees of an axis the smaller offset is less than the larger
    // one times the square root of two less one.
    let (large, small) = if dx > dy { (dx as i64, dy as i64) } else { (dy as i64, dx as i64) };
    if large == 0 {
        return None;
    }
    let is_straight = (large + small) * (large + small) < 2 * large * large;
    Some(match (is_straight, dx > dy, east, south) {
        (true, true, true, _) => Direction::East,
        (true, true, false, _) => Direction::West,
        (true, false, _, true) => Direction::South,
        (true, false, _, false) => Direction::North,
        (false, _, true, true) => Direction::SouthEast,
        (false, _, true, false) => Direction::NorthEast,
        (false, _, false, true) => Direction::SouthWest,
        (false, _, false, false) => Direction::NorthWest,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::{Sides, Square};

    const ARCS: Arcs = Arcs { front: 1, flank: 2 };

    fn arcs_around(facing: Direction) -> [Arc; 8] {
        let target = Footprint::one(Square::new(5, 5));
        Direction::ALL.map(|direction| {
            let attacker = Footprint::one(target.at.step(direction, 1));
            ARCS.between(target, facing, attacker).unwrap()
        })
    }

    #[test]
    fn three_squares_are_front_two_are_flank_and_three_are_rear() {
        use Arc::{Flank, Front, Rear};
        assert_eq!(arcs_around(Direction::North), [Front, Front, Flank, Rear, Rear, Rear, Flank, Front]);
        assert_eq!(arcs_around(Direction::SouthEast), [Rear, Flank, Front, Front, Front, Flank, Rear, Rear]);
    }

    #[test]
    fn a_far_archer_is_placed_by_the_nearest_eighth() {
        let target = Footprint::one(Square::new(0, 0));
        let to = |x, y| bearing(target, Footprint::one(Square::new(x, y)));
        assert_eq!(to(10, 4), Some(Direction::East));
        assert_eq!(to(10, 5), Some(Direction::SouthEast));
        assert_eq!(to(-4, -10), Some(Direction::North));
        assert_eq!(to(-5, 9), Some(Direction::SouthWest));
        assert_eq!(to(0, 0), None);
    }

    #[test]
    fn whoever_stands_beside_a_giant_is_at_its_side_and_not_at_its_corner() {
        let giant = Footprint::new(Square::new(2, 2), 3);
        assert_eq!(bearing(giant, Footprint::one(Square::new(5, 2))), Some(Direction::East));
        assert_eq!(bearing(giant, Footprint::one(Square::new(5, 1))), Some(Direction::NorthEast));
    }

    proptest! {
        #[test]
        fn bearings_of_touching_bodies_are_parts_of_the_ring_and_turn_back(
            x in -9i32..9, y in -9i32..9, side in 1i32..4, other in 1i32..4,
        ) {
            let (a, b) = (Footprint::new(Square::new(0, 0), side), Footprint::new(Square::new(x, y), other));
            let direction = bearing(a, b);
            prop_assert_eq!(bearing(b, a), direction.map(Direction::opposite));
            if a.gap(b) == 1 {
                prop_assert!(direction.is_some_and(|direction| Sides::touched(a, b).has(direction)));
            }
        }
    }
}
