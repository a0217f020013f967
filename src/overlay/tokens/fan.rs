//! Several in one place: their tokens lie fanned out, each smaller, so that all of them are told apart.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy_egui::egui::{Vec2, vec2};

/// How small a token becomes at most.
const LEAST: f32 = 0.34;

/// Where each of so many tokens lies that share their squares, from the middle of these, and how large it is: as shares of
/// their side.
pub fn fan(count: usize) -> Vec<(Vec2, f32)> {
    match count {
        0 => Vec::new(),
        1 => vec![(Vec2::ZERO, 1.0)],
        // Two lie beside each other, the first a little higher.
        2 => vec![(vec2(-0.2, -0.09), 0.66), (vec2(0.2, 0.09), 0.66)],
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
    use super::fan;

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
}
