//! Textures of floors, pixel by pixel, from where a pixel lies on the board.

use super::colour::{Rgb, lit, mix, smooth};
use super::lay::Pot;
use super::noise::{Noise, chance, pebble, split};
use crate::looks::Texture;

/// A pixel that is painted.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Where it lies, in squares.
    pub at: (f32, f32),
    /// Pixels a square.
    pub cell: f32,
    /// How far it lies in the water.
    pub shore: f32,
    /// Whether steps go east and west.
    pub turned: bool,
}

impl Spot {
    /// How much of a detail is seen that repeats every `long` squares: none where it would be smaller than pixels.
    #[inline]
    fn sees(&self, long: f32) -> f32 {
        smooth(1.8, 5.0, long * self.cell)
    }

    /// How well a line covers the pixel: `away` squares from its middle, `wide` squares wide.
    #[inline]
    fn line(&self, away: f32, wide: f32) -> f32 {
        let wide = (wide * self.cell).max(1.0);
        (wide * 0.5 + 0.5 - away.abs() * self.cell).clamp(0.0, 1.0)
    }
}

/// The colour of a pixel of this paint.
#[inline]
pub fn colour(noise: Noise, pot: &Pot, spot: &Spot) -> Rgb {
    let grain = pot.paint.grain;
    match pot.paint.texture {
        Texture::Soft => soft(noise, &pot.colours, spot, grain, false),
        Texture::Wet => soft(noise, &pot.colours, spot, grain, true),
        Texture::Water => water(noise, &pot.colours, spot),
        Texture::Pebbles => stones(noise, &pot.colours, spot, (0.08, 0.02, 0.7 * grain)),
        Texture::Cobbles => stones(noise, &pot.colours, spot, (0.2, 0.11, 0.8 * grain)),
        Texture::Flags => flags(noise, &pot.colours, spot, grain),
        Texture::Planks => planks(noise, &pot.colours, spot, grain),
        Texture::Tiles => tiles(noise, &pot.colours, spot),
        Texture::Bricks => bricks(noise, &pot.colours, spot, (0.25, 0.125), grain),
        Texture::Stairs => stairs(noise, &pot.colours, spot),
        Texture::Carpet => carpet(noise, &pot.colours, spot),
        Texture::Grating => grating(&pot.colours, spot),
        Texture::Void => void(noise, &pot.colours, spot),
    }
}

/// Soft patches as of a wide brush, with a little grain.
fn soft(noise: Noise, colours: &[Rgb; 3], spot: &Spot, grain: f32, is_wet: bool) -> Rgb {
    let at = spot.at;
    let wide = noise.waves(at, 5.3, 1.0);
    let patch = noise.waves((at.0 * 0.83 + at.1 * 0.31, at.1 - at.0 * 0.22), 1.9, 2.0);
    let fine = noise.waves((at.0, at.1 * 1.25), 0.42, 3.0);
    let brush = wide * 0.55 + patch * 0.6 + fine * 0.22;
    let mut colour = mix(colours[0], colours[1], smooth(-0.02, 0.34, brush));
    let shine = patch * 0.5 - wide * 0.5 + fine * 0.3;
    if is_wet {
        let pool = smooth(0.08, 0.5, noise.waves(at, 1.9, 5.0) - 0.15 * fine);
        colour = mix(colour, lit(colours[2], 1.0 + 0.12 * fine), pool * 0.55);
    } else {
        colour = mix(colour, colours[2], smooth(0.06, 0.5, shine) * 0.85);
    }
    let speck = noise.waves((at.0 * 1.1, at.1 * 0.9), 0.13, 4.0) * spot.sees(0.06);
    lit(colour, 1.0 + grain * (0.035 * fine + 0.045 * speck))
}

/// Water, deeper from the shore on, with the light in nets on it.
fn water(noise: Noise, colours: &[Rgb; 3], spot: &Spot) -> Rgb {
    let at = spot.at;
    let wide = noise.waves(at, 4.1, 1.0);
    let ripple = noise.waves((at.0 + wide * 0.2, at.1 * 1.7), 1.1, 2.0);
    let depth = spot.shore + wide * 0.35 + ripple * 0.1;
    let colour = mix(colours[0], colours[1], smooth(-0.1, 0.75, depth));
    let colour = mix(colour, colours[2], smooth(0.5, 2.4, depth));
    let net = 1.0 - (ripple * 3.2 + noise.waves((at.0, at.1 * 1.4), 0.6, 3.0)).abs();
    let net = smooth(0.72, 1.0, net) * spot.sees(0.2);
    let long = noise.waves((at.0 * 0.45, at.1 * 2.1), 1.5, 6.0);
    let colour = lit(colour, 1.0 + 0.035 * long);
    mix(colour, [0.93, 0.97, 0.94], net * (0.05 + 0.07 * smooth(1.2, 0.0, depth)))
}

/// Stones that lie close: how far apart, how wide the joints, how uneven.
fn stones(noise: Noise, colours: &[Rgb; 3], spot: &Spot, (apart, joint, tone): (f32, f32, f32)) -> Rgb {
    let at = spot.at;
    let wide = noise.waves(at, 4.7, 1.0);
    let bend = (noise.waves(at, 0.9, 2.0) * 0.04, noise.waves(at, 0.9, 5.0) * 0.04);
    let seen = spot.sees(apart * 0.8);
    let patch = smooth(-0.2, 0.5, wide + 0.6 * noise.waves(at, 1.6, 3.0));
    let plain = mix(colours[0], colours[1], patch * 0.7);
    if seen <= 0.0 {
        return lit(plain, 0.95);
    }
    let stone = pebble((at.0 + bend.0) / apart, (at.1 + bend.1) / apart);
    let mut colour = lit(plain, 1.0 + tone * (stone.tone - 0.5) * 0.24);
    colour = lit(colour, 1.0 - 0.12 * (stone.from.0 + stone.from.1) * smooth(0.9, 0.2, stone.gap));
    let edge = smooth(joint * 0.8, joint * 4.2, stone.gap);
    let dirt = mix(colours[2], plain, 0.42);
    colour = mix(dirt, colour, edge * 0.82 + 0.18);
    mix(lit(plain, 0.95), colour, seen)
}

/// Slabs in rows, of uneven widths.
fn flags(noise: Noise, colours: &[Rgb; 3], spot: &Spot, grain: f32) -> Rgb {
    let wobble = (noise.waves(spot.at, 0.7, 2.0) * 0.022, noise.waves(spot.at, 0.7, 4.0) * 0.022);
    let at = (spot.at.0 + wobble.0, spot.at.1 + wobble.1);
    let (row, down) = split(at.1 * 2.0);
    let joint = |column: i32| (column as f32 + 0.34 * (chance(column, row, 7) - 0.5)) * 0.62 + 0.31 * (row & 1) as f32;
    let mut column = split((at.0 - 0.31 * (row & 1) as f32) / 0.62).0;
    if at.0 < joint(column) {
        column -= 1;
    } else if at.0 >= joint(column + 1) {
        column += 1;
    }
    let (left, right) = (at.0 - joint(column), joint(column + 1) - at.0);
    let (top, bottom) = (down * 0.5, (1.0 - down) * 0.5);
    let tone = chance(column, row, 8);
    let wide = noise.waves(spot.at, 4.3, 1.0);
    let worn = noise.waves(spot.at, 0.5, 3.0);
    let own = smooth(-0.3, 0.6, wide + (tone - 0.5) * 1.1);
    let mut colour = mix(colours[0], colours[1], own);
    colour = lit(colour, 1.0 + grain * (0.03 * worn + 0.05 * (chance(column, row, 9) - 0.5)));
    let near = left.min(right).min(top).min(bottom);
    let seam = spot.line(near, 0.028 + 0.008 * worn) * spot.sees(0.3);
    let bevel =
        spot.sees(0.14) * (smooth(0.075, 0.015, left.min(top)) * 0.07 - smooth(0.075, 0.015, right.min(bottom)) * 0.07);
    mix(lit(colour, 1.0 + bevel), colours[2], seam * 0.7)
}

/// Boards with grain, joints and nails.
fn planks(noise: Noise, colours: &[Rgb; 3], spot: &Spot, grain: f32) -> Rgb {
    let at = if spot.turned { (spot.at.1, spot.at.0) } else { spot.at };
    let (row, down) = split(at.1 * 4.0);
    let shift = chance(row, 3, 11) * 2.2;
    let (board, along) = split((at.0 + shift) / 2.2);
    let tone = chance(board, row, 12);
    let streak = noise.at(at.0 * 21.0 + tone * 300.0, at.1 * 230.0 + tone * 90.0);
    let wave = noise.at(at.0 * 55.0 + tone * 200.0, at.1 * 420.0);
    let wide = noise.waves(at, 4.9, 1.0);
    let mut colour = mix(colours[0], colours[1], (0.15 + 0.7 * tone + 0.4 * streak + 0.3 * wide).clamp(0.0, 1.0));
    colour = lit(colour, 1.0 + grain * (0.05 * streak * spot.sees(0.12) + 0.05 * wave * spot.sees(0.07)));
    let (above, below) = (down * 0.25, (1.0 - down) * 0.25);
    let end = along.min(1.0 - along) * 2.2;
    colour = lit(colour, 1.0 + 0.10 * spot.sees(0.08) * smooth(0.045, 0.012, above) - 0.08 * smooth(0.05, 0.01, below));
    let seam = spot.line(above.min(below), 0.02).max(spot.line(end, 0.02)) * spot.sees(0.18);
    let nail = (end - 0.07, (down - 0.5).abs() * 0.25 - 0.065);
    let nail = spot.line((nail.0 * nail.0 + nail.1 * nail.1).sqrt(), 0.028) * spot.sees(0.05);
    mix(colour, colours[2], (seam * 0.75).max(nail * 0.6))
}

/// Roof tiles in rows, one over the next.
fn tiles(noise: Noise, colours: &[Rgb; 3], spot: &Spot) -> Rgb {
    let at = spot.at;
    let (row, down) = split(at.1 * 5.0);
    let (tile, across) = split(at.0 * 4.5 + 0.5 * (row & 1) as f32);
    let tone = chance(tile, row, 21);
    let wide = noise.waves(at, 3.1, 1.0);
    let mut colour = mix(colours[0], colours[1], (tone * 0.8 + wide * 0.7).clamp(0.0, 1.0));
    let round = across - 0.5;
    let lip = 1.0 - 0.9 * round * round;
    let seen = spot.sees(0.15);
    colour = lit(colour, 1.0 + seen * (0.13 * (down - 0.55) - 0.22 * round * round - 0.10 * round));
    let shadow = smooth(lip - 0.14, lip + 0.02, down);
    let gap = spot.line(across.min(1.0 - across) / 4.5, 0.016) * 0.5;
    mix(colour, colours[2], shadow.max(gap) * 0.8 * seen)
}

/// Courses of bricks or squared stones, as long and high as given.
pub fn bricks(noise: Noise, colours: &[Rgb; 3], spot: &Spot, (long, high): (f32, f32), grain: f32) -> Rgb {
    let wobble = noise.waves(spot.at, 0.5, 2.0) * 0.012;
    let at = (spot.at.0 + wobble, spot.at.1 + wobble);
    let (row, down) = split(at.1 / high);
    let (brick, along) = split(at.0 / long + 0.5 * (row & 1) as f32);
    let tone = chance(brick, row, 31);
    let worn = noise.waves(spot.at, 0.4, 3.0);
    let mut colour = mix(colours[0], colours[1], (tone * 0.9 + 0.5 * noise.waves(spot.at, 3.7, 1.0)).clamp(0.0, 1.0));
    colour = lit(colour, 1.0 + grain * (0.05 * worn + 0.06 * (chance(brick, row, 32) - 0.5)));
    let (left, right, top, bottom) = (along * long, (1.0 - along) * long, down * high, (1.0 - down) * high);
    let seen = spot.sees(high * 0.8);
    let bevel = smooth(0.035, 0.01, left.min(top)) * 0.09 - smooth(0.035, 0.01, right.min(bottom)) * 0.1;
    let seam = spot.line(left.min(right).min(top).min(bottom), 0.018);
    mix(lit(colour, 1.0 + bevel * seen), colours[2], seam * seen * 0.75)
}

/// Four steps a square.
fn stairs(noise: Noise, colours: &[Rgb; 3], spot: &Spot) -> Rgb {
    let along = if spot.turned { spot.at.0 } else { spot.at.1 };
    let (step, on) = split(along * 4.0);
    let worn = noise.waves(spot.at, 0.6, 3.0);
    let tone = chance(step, 5, 41);
    let colour = mix(colours[0], colours[1], (0.2 + 0.4 * tone + 0.4 * worn).clamp(0.0, 1.0));
    let light = 0.10 * smooth(0.35, 0.0, on) - 0.20 * smooth(0.45, 1.0, on);
    let seam = spot.line(on.min(1.0 - on) * 0.25, 0.02) * spot.sees(0.2);
    mix(lit(colour, 1.0 + light), colours[2], seam * 0.7)
}

/// Woven lozenges.
fn carpet(noise: Noise, colours: &[Rgb; 3], spot: &Spot) -> Rgb {
    let ((_, right), (_, down)) = (split(spot.at.0 * 2.0), split(spot.at.1 * 2.0));
    let lozenge = (right - 0.5).abs() + (down - 0.5).abs();
    let colour = mix(colours[0], colours[1], smooth(0.30, 0.36, lozenge));
    let ring = smooth(0.06, 0.02, (lozenge - 0.33).abs()) * spot.sees(0.15);
    let weave = noise.at(spot.at.0 * 500.0, spot.at.1 * 160.0) * spot.sees(0.06);
    lit(mix(colour, colours[2], ring * 0.6), 1.0 + 0.05 * weave)
}

/// Iron bars over the dark.
fn grating(colours: &[Rgb; 3], spot: &Spot) -> Rgb {
    let bar = |at: f32| {
        let on = split(at * 5.0).1 - 0.5;
        (spot.line(on / 5.0, 0.075), on)
    };
    let ((down, side), (across, top)) = (bar(spot.at.0), bar(spot.at.1));
    let iron = lit(colours[2], 1.0 - 0.5 * side.max(top));
    mix(colours[1], mix(colours[0], iron, 0.7), down.max(across))
}

/// A drop: ledges of rock that grow darker away from its edges.
fn void(noise: Noise, colours: &[Rgb; 3], spot: &Spot) -> Rgb {
    let at = spot.at;
    let rise = |at: (f32, f32)| noise.waves(at, 1.3, 3.0) * 0.7 + noise.waves(at, 0.4, 4.0) * 0.3;
    let bump = (rise(at) - rise((at.0 - 0.06, at.1 - 0.06))).clamp(-0.16, 0.16);
    let depth = spot.shore + 0.7 * noise.waves(at, 2.1, 1.0);
    // The ledges: each a step darker than that before.
    let (ledge, on) = split(depth.max(0.0) * 1.6);
    let dark = (ledge as f32 + smooth(0.0, 0.25, on)) * 0.24;
    let colour = mix(colours[0], colours[1], (dark * 1.4).min(1.0));
    mix(lit(colour, 1.0 + 1.5 * bump), colours[2], dark.min(1.0))
}
