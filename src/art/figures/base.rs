//! The base of a token: its shape and the colour of its rim tell the side.

use tiny_skia::{Color, GradientStop, Paint, Path, PathBuilder, Point, RadialGradient, Shader, SpreadMode, Transform};

use super::brush::{Brush, INK, Tint, blend, light, mix, pale, plain, shade};
use super::{Base, Vigour};

/// How far a base reaches from its middle, in units of the field.
pub const REACH: f32 = 84.0;
/// Where its rim ends and its field begins.
pub const FIELD: f32 = 68.0;
/// What all fields lean to, so that figures stand out from them.
const PAPER: Tint = [0xe9, 0xdc, 0xbe];

/// Straight pieces of each side of a base that is not round.
const PIECES: u8 = 6;

/// A closed line through corners, each side bulging by so much: for each side the place that it bends by, and its end.
fn bulged(corners: &[(f32, f32)], bulge: f32) -> impl Iterator<Item = [(f32, f32); 2]> {
    let before = corners.iter().cycle().skip(corners.len().saturating_sub(1));
    corners.iter().zip(before).map(move |(to, from)| {
        let middle = |one: f32, other: f32| (one + other) / 2.0 * (1.0 + bulge);
        [(middle(from.0, to.0), middle(from.1, to.1)), *to]
    })
}

/// Corners of an even shape, the first of them so far turned.
fn even(count: usize, turn: f32, reach: f32) -> Vec<(f32, f32)> {
    let corner = |at: usize| {
        let angle = std::f32::consts::TAU * at as f32 / count as f32 + turn;
        (angle.cos() * reach, angle.sin() * reach)
    };
    (0..count).map(corner).collect()
}

/// The corners of a base of size 1, and how far its sides bulge; none of a round one.
fn corners(base: Base) -> (Vec<(f32, f32)>, f32) {
    use std::f32::consts::FRAC_PI_8;
    match base {
        Base::Round => (Vec::new(), 0.0),
        Base::Lozenge => (even(4, 0.0, 1.11), 0.27),
        Base::Square => (even(4, FRAC_PI_8 * 2.0, 1.2), 0.1),
        Base::Hexagon => (even(6, 0.0, 1.1), 0.02),
        Base::Shield => (vec![(-0.98, -0.86), (0.98, -0.86), (0.94, 0.2), (0.0, 1.14), (-0.94, 0.2)], 0.09),
        Base::Flower => (even(8, FRAC_PI_8, 0.93), 0.36),
    }
}

/// The shape of a base of this size.
pub fn outline(base: Base, size: f32) -> Option<Path> {
    let (corners, bulge) = corners(base);
    let Some(last) = corners.last() else { return PathBuilder::from_circle(0.0, 0.0, size) };
    let mut path = PathBuilder::new();
    path.move_to(last.0 * size, last.1 * size);
    for [by, to] in bulged(&corners, bulge) {
        path.quad_to(by.0 * size, by.1 * size, to.0 * size, to.1 * size);
    }
    path.close();
    path.finish()
}

/// Places along the same outline, of size 1, to be joined by straight lines; none for a round base.
pub fn rim(base: Base) -> Vec<(f32, f32)> {
    let (corners, bulge) = corners(base);
    let Some(mut from) = corners.last().copied() else { return Vec::new() };
    let mut places = Vec::new();
    for [by, to] in bulged(&corners, bulge) {
        places.extend((1..=PIECES).map(|piece| {
            let share = f32::from(piece) / f32::from(PIECES);
            let [first, second, third] = [(1.0 - share).powi(2), 2.0 * share * (1.0 - share), share * share];
            (from.0 * first + by.0 * second + to.0 * third, from.1 * first + by.1 * second + to.1 * third)
        }));
        from = to;
    }
    places
}

/// Paints the base.
pub fn paint(brush: &mut Brush, base: Base, colour: Tint, vigour: Vigour) -> Option<()> {
    let colour = match vigour {
        Vigour::Unharmed | Vigour::Hurt => colour,
        Vigour::Grave => shade(pale(colour, 0.3), 0.18),
        Vigour::Out => mix(pale(colour, 0.55), [0x78, 0x74, 0x70], 0.4),
        Vigour::Dead => mix(pale(colour, 0.55), [0x2c, 0x28, 0x28], 0.56),
    };
    let reach = if vigour.stands() { REACH } else { REACH - 4.0 };
    // A soft shadow to the lower right.
    for (grow, strength) in [(6.0, 0.08), (4.0, 0.1), (2.0, 0.12), (0.0, 0.16)] {
        let shape = outline(base, reach - 2.0 + grow)?.transform(Transform::from_translate(2.0, 4.0))?;
        brush.fill(&shape, &plain([0, 0, 0], strength));
    }
    let rim = outline(base, reach)?;
    let outer = brush.outer();
    brush.stroke(&rim, &plain(INK, 1.0), outer * 1.5);
    let corner = reach * 0.72;
    let bevel = [light(colour, 0.62), light(colour, 0.22), colour, shade(colour, 0.34), shade(colour, 0.5)];
    brush.fill(&rim, &blend((-corner, -corner), (corner, corner), &bevel));
    // The flat of the rim, and the slope down to the field.
    let flat = [light(colour, 0.14), colour, shade(colour, 0.16)];
    brush.fill(&outline(base, reach - 5.0)?, &blend((-corner, -corner), (corner, corner), &flat));
    let slope = [shade(colour, 0.62), shade(colour, 0.38), light(colour, 0.2), light(colour, 0.5)];
    brush.fill(&outline(base, FIELD + 3.6)?, &blend((-corner, -corner), (corner, corner), &slope));
    let field = outline(base, FIELD)?;
    let ground = match vigour {
        Vigour::Unharmed | Vigour::Hurt => mix(colour, PAPER, 0.62),
        Vigour::Grave => mix(mix(colour, PAPER, 0.4), [0x96, 0x2a, 0x24], 0.5),
        Vigour::Out => mix(colour, PAPER, 0.34),
        Vigour::Dead => mix(colour, PAPER, 0.16),
    };
    brush.fill(&field, &glow(ground));
    brush.stroke(&field, &plain(shade(colour, 0.78), 1.0), outer * 0.7);
    Some(())
}

/// Light in the upper middle, dusk along the edge.
fn glow(tint: Tint) -> Paint<'static> {
    let colour = |[r, g, b]: Tint| Color::from_rgba8(r, g, b, 255);
    let stops = vec![
        GradientStop::new(0.0, colour(light(tint, 0.5))),
        GradientStop::new(0.55, colour(tint)),
        GradientStop::new(1.0, colour(shade(tint, 0.42))),
    ];
    let middle = Point::from_xy(-12.0, -18.0);
    let shader = RadialGradient::new(middle, 0.0, middle, FIELD * 1.3, stops, SpreadMode::Pad, Transform::identity());
    Paint { shader: shader.unwrap_or(Shader::SolidColor(colour(tint))), anti_alias: true, ..Paint::default() }
}
