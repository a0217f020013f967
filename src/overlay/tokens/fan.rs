//! Several in one place: their tokens lie fanned out, each smaller, so that all of them are told apart.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy_egui::egui::{Rect, Vec2, vec2};

/// How large a token is at least in a stack that is pointed at, as a share of its own side.
const OPEN: f32 = 0.85;
/// How far its middle is there from that of any other at least, as a share of how large it is: none covers another, and each
/// bears its number nearer to itself than to any other.
const CLEAR: f32 = 0.84;

/// How small a token becomes at most.
const LEAST: f32 = 0.34;

/// On which side of a token its number and the signs of its states lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Apart {
    /// Nobody shares its squares: the number at the lower right, signs up the left.
    #[default]
    Alone,
    /// The others lie to its right: all of it at its left.
    Left,
    /// The others lie to its left: all of it at its right.
    Right,
}

impl Apart {
    /// That of a token which lies so far from the middle of the squares that it shares.
    pub fn of(shift: Vec2) -> Self {
        if shift.x < 0.0 { Self::Left } else { Self::Right }
    }

    /// Where the number goes, in radii from the middle: on the very rim of a base that has its squares to itself.
    pub fn number(self) -> Vec2 {
        match self {
            Self::Alone => vec2(0.84, 0.84),
            Self::Right => vec2(0.74, 0.74),
            Self::Left => vec2(-0.74, 0.74),
        }
    }

    /// Where the lowest sign of a state goes.
    pub fn signs(self) -> Vec2 {
        match self {
            Self::Alone => vec2(-0.92, 0.86),
            Self::Left => vec2(-0.92, -0.1),
            Self::Right => vec2(0.92, -0.1),
        }
    }
}

/// Where each of so many tokens lies that share their squares, from the middle of these, and how large it is: as shares of
/// their side.
pub fn fan(count: usize) -> Vec<(Vec2, f32)> {
    match count {
        0 => Vec::new(),
        1 => vec![(Vec2::ZERO, 1.0)],
        // Two lie beside each other, neither over the other.
        2 => vec![(vec2(-0.24, -0.05), 0.62), (vec2(0.24, 0.05), 0.62)],
        3..=7 => ring(count, 0.29, -FRAC_PI_2, size(count, 0.29)),
        // More than fit on one ring lie on two.
        _ => {
            let inner = count / 3;
            let least = size(count - inner, 0.36).min(size(inner, 0.16)).max(0.2);
            let outer = ring(count - inner, 0.36, -FRAC_PI_2, least);
            outer.into_iter().chain(ring(inner, 0.15, -FRAC_PI_2 + 0.4, least)).collect()
        }
    }
}

/// Where the body lies that so many others lie under before it, in a square where somebody stands, and how large it is: at the
/// upper rim, out of the way of whoever stands there.
pub fn beside(count: usize) -> (Vec2, f32) {
    (vec2(0.3 - 0.2 * (count % 4) as f32, -0.32), 0.42)
}

/// How a stack lies while it is pointed at that lies so else: so that each of it can be read and clicked.
pub fn opened(fan: &[(Vec2, f32)]) -> Vec<(Vec2, f32)> {
    let least = fan.iter().map(|(_, size)| *size).fold(1.0, f32::min).max(0.01);
    let larger = (OPEN / least).max(1.0);
    let pairs = fan.iter().enumerate().flat_map(|(at, one)| fan.iter().skip(at + 1).map(move |other| (one, other)));
    let near = pairs.map(|(one, other)| (one.0 - other.0).length()).fold(1.0, f32::min).max(0.01);
    let wider = larger.max(least * larger * CLEAR / near);
    fan.iter().map(|(at, size)| (*at * wider, *size * larger)).collect()
}

/// How far a stack that lies there has to go for all of it to lie on a field, as far as the field is large enough.
pub fn onto(field: Rect, stack: Rect) -> Vec2 {
    let along = |low: f32, high: f32| match (low > 0.0, high > 0.0) {
        (true, false) => low,
        (false, true) => -high,
        _ => 0.0,
    };
    let (low, high) = (field.min - stack.min, stack.max - field.max);
    vec2(along(low.x, high.x), along(low.y, high.y))
}

/// How large so many may be on a ring of this radius for half of each to be seen.
fn size(count: usize, radius: f32) -> f32 {
    let gap = if count > 1 { 2.0 * radius * (PI / count as f32).sin() } else { 1.0 };
    (gap * 1.25).clamp(LEAST, 0.6)
}

fn ring(count: usize, radius: f32, turn: f32, size: f32) -> Vec<(Vec2, f32)> {
    let place = |index: usize| (Vec2::angled(turn + TAU * index as f32 / count.max(1) as f32) * radius, size);
    (0..count).map(place).collect()
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    /// Promise: however many stand in one square, each token has a place of its own within it, and none hides another.
    #[test]
    fn a_stack_lies_fanned_out_in_distinct_places() {
        for count in 1..=16 {
            let places = fan(count);
            assert_eq!(places.len(), count);
            for (index, (at, size)) in places.iter().enumerate() {
                let reach = at.abs().max_elem() + size * 0.38;
                assert!(reach <= 0.56, "{count}: {at:?} of {size} reaches out of its square: {reach}");
                for (other, _) in places.iter().skip(index + 1) {
                    assert!((*other - *at).length() > 0.12, "{count}: {at:?} and {other:?} lie on each other");
                }
            }
        }
    }

    /// Promise: in a stack that is pointed at each token is nearly as large as one that stands alone, covers no other, and bears
    /// its number nearer to itself than to any other.
    #[test]
    fn a_stack_that_is_pointed_at_can_be_read() {
        for count in 2..=16 {
            let places = opened(&fan(count));
            for (index, (at, size)) in places.iter().enumerate() {
                assert!(*size >= 0.84, "{count}: {size}");
                let number = *at + Apart::of(*at).number() * *size * 0.38;
                let own = (number - *at).length();
                for (other, wide) in places.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, at)| at) {
                    assert!((*other - *at).length() > (size + wide) * 0.38, "{count}: {at:?} and {other:?}");
                    assert!((number - *other).length() > own, "{count}: the number of {at:?} is at {other:?}");
                }
            }
        }
    }

    /// Promise: a stack at the edge of a field opens towards its middle; one that is larger than the field stays where it is.
    #[test]
    fn a_stack_opens_on_the_field() {
        let field = Rect::from_min_size(pos2(0.0, 0.0), vec2(20.0, 12.0));
        let stack = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), vec2(3.0, 3.0));
        assert_eq!(onto(field, stack(10.0, 6.0)), Vec2::ZERO);
        for (x, y) in [(0.5, 0.5), (19.5, 0.5), (0.5, 11.5), (19.5, 6.0)] {
            let lies = stack(x, y).translate(onto(field, stack(x, y)));
            assert!(field.contains_rect(lies) && lies.contains(pos2(x, y)), "{lies:?}");
        }
        assert_eq!(onto(Rect::from_min_size(pos2(0.0, 0.0), vec2(2.0, 2.0)), stack(1.0, 1.0)), Vec2::ZERO);
    }

    /// Promise: bodies under somebody who stands lie within their square, at its rim, each in a place of its own.
    #[test]
    fn bodies_lie_beside_whoever_stands_over_them() {
        for count in 0..4 {
            let (at, size) = beside(count);
            assert!(at.abs().max_elem() + size * 0.38 <= 0.5, "{count}: {at:?} reaches out of its square");
            assert!(at.length() > 0.3 && size < 0.5, "{count}: {at:?} lies under whoever stands there");
            assert!((1..4).all(|more| (beside(count + more).0 - at).length() > 0.12), "{count} lies on another");
        }
    }

    /// Promise: of two in one square neither number nor signs of the one lie on the other.
    #[test]
    fn two_in_one_square_keep_their_signs_apart() {
        let pair = fan(2);
        for (index, (at, size)) in pair.iter().enumerate() {
            let (other, _) = pair[1 - index];
            let radius = size * 0.38;
            for mark in [Apart::of(*at).number(), Apart::of(*at).signs()] {
                let place = *at + mark * radius;
                assert!((place - other).length() > radius * 1.6, "{place:?} lies on the one at {other:?}");
            }
        }
    }
}
