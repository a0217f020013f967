//! What hangs over the ground or lies on it for a while: puffs, flames, stains and light, on one sheet so that a scene draws
//! all of them at once. Puffs, stains and light are white, to be tinted.

use std::f32::consts::TAU;

use tiny_skia::{Pixmap, PremultipliedColorU8};

use super::colour::{Rgb, mix, smooth};
use super::noise::{Noise, chance};

/// One of the pictures of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wisp {
    /// A puff of gas, smoke or dust.
    Puff(u32),
    /// A flame.
    Flame(u32),
    /// A stain on the ground.
    Stain(u32),
    /// Light that falls off from its middle.
    Light,
}

impl Wisp {
    /// Pictures of a kind, and kinds, on the sheet.
    pub const ACROSS: u32 = 4;
    const DOWN: u32 = 4;

    /// Its column and row on the sheet.
    pub fn cell(self) -> (u32, u32) {
        match self {
            Self::Puff(which) => (which % Self::ACROSS, 0),
            Self::Flame(which) => (which % Self::ACROSS, 1),
            Self::Stain(which) => (which % Self::ACROSS, 2),
            Self::Light => (0, 3),
        }
    }
}

/// The sheet with all pictures, each `cell` pixels a side.
pub fn wisps(cell: u32) -> Option<Pixmap> {
    let mut sheet = Pixmap::new(cell * Wisp::ACROSS, cell * Wisp::DOWN).filter(|_| cell <= 512)?;
    let wide = sheet.width();
    let noise = Noise::of(3, 5);
    for (index, pixel) in sheet.pixels_mut().iter_mut().enumerate() {
        let (x, y) = (index as u32 % wide, index as u32 / wide);
        let (which, row) = (x / cell, y / cell);
        let place = |at: u32| ((at % cell) as f32 + 0.5) / cell as f32 * 2.0 - 1.0;
        let at = (place(x), place(y));
        let (colour, alpha) = match row {
            0 => puff(noise, at, which),
            1 => flame(noise, at, which),
            2 => stain(noise, at, which),
            _ => ([1.0; 3], light(at, which)),
        };
        // Nothing reaches the border of its picture.
        let far = at.0.abs().max(at.1.abs());
        let alpha = (alpha * smooth(0.98, 0.9, far)).clamp(0.0, 1.0);
        let [red, green, blue] = colour.map(|part| (part.clamp(0.0, 1.0) * alpha * 255.0) as u8);
        let whole = (alpha * 255.0) as u8;
        *pixel = PremultipliedColorU8::from_rgba(red.min(whole), green.min(whole), blue.min(whole), whole)
            .unwrap_or(PremultipliedColorU8::TRANSPARENT);
    }
    Some(sheet)
}

fn puff(noise: Noise, (x, y): (f32, f32), which: u32) -> (Rgb, f32) {
    let shift = which as f32 * 90.0;
    let curl = noise.at(x * 46.0 + shift + 200.0, y * 46.0 + shift + 200.0);
    let fine = noise.at(x * 110.0 + shift + 300.0, y * 110.0 + 400.0);
    let far = (x * x + y * y).sqrt() + 0.30 * curl + 0.10 * fine;
    let alpha = smooth(0.92, 0.12, far);
    let shade = 0.90 - 0.13 * (x + y) * 0.7 + 0.20 * curl;
    ([shade.clamp(0.6, 1.0); 3], alpha * 0.9)
}

fn flame(noise: Noise, (x, y): (f32, f32), which: u32) -> (Rgb, f32) {
    let shift = which as f32 * 120.0;
    let up = (0.8 - y) / 1.6;
    let lick = noise.at(x * 20.0 + shift + 200.0, y * 70.0 + shift + 200.0) * 0.28 * up.max(0.0);
    let wide = (0.46 * smooth(-0.08, 0.28, up) * (1.0 - up).max(0.0).powf(0.75)).max(0.0);
    let across = (x + lick).abs() / wide.max(0.001);
    let inside = smooth(1.0, 0.72, across) * smooth(1.0, 0.9, up) * smooth(-0.06, 0.06, up);
    let core = smooth(0.95, 0.1, across) * smooth(0.95, 0.25, up);
    let colour = mix([0.93, 0.38, 0.10], mix([1.0, 0.72, 0.24], [1.0, 0.96, 0.78], core * core), core);
    (colour, inside * 0.95)
}

fn stain(noise: Noise, (x, y): (f32, f32), which: u32) -> (Rgb, f32) {
    let angle = y.atan2(x);
    let shift = which as f32 * 77.0;
    let ragged = noise.at(angle.cos() * 40.0 + shift + 200.0, angle.sin() * 40.0 + 200.0);
    let far = (x * x + y * y * 1.25).sqrt();
    let mut alpha = smooth(0.03, -0.03, far - (0.43 + 0.36 * ragged));
    // Drops around it.
    for drop in 0..9 {
        let seed = (which * 16 + drop) as i32;
        let turn = chance(seed, 1, 81) * TAU;
        let away = 0.52 + 0.34 * chance(seed, 2, 81);
        let size = 0.025 + 0.06 * chance(seed, 3, 81) * (1.1 - away);
        let (dx, dy) = (x - turn.cos() * away, y - turn.sin() * away);
        alpha = alpha.max(smooth(0.02, -0.02, (dx * dx + dy * dy).sqrt() - size));
    }
    let dry = 0.86 + 0.22 * noise.at(x * 60.0 + shift + 300.0, y * 60.0 + 300.0);
    ([dry.clamp(0.6, 1.0); 3], alpha * (0.86 + 0.14 * smooth(0.1, 0.5, far)))
}

fn light((x, y): (f32, f32), which: u32) -> f32 {
    let far = (x * x + y * y).sqrt();
    if which == 0 { smooth(0.92, 0.0, far) * smooth(1.0, 0.3, far) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: each picture of the sheet shows something and ends before its border, so that none bleeds into the next.
    #[test]
    fn no_wisp_touches_the_border_of_its_picture() {
        let cell = 64;
        let sheet = wisps(cell).unwrap();
        let all = (0..Wisp::ACROSS).flat_map(|which| [Wisp::Puff(which), Wisp::Flame(which), Wisp::Stain(which)]);
        for wisp in all.chain([Wisp::Light]) {
            let (column, row) = wisp.cell();
            let alpha = |x: u32, y: u32| sheet.pixel(column * cell + x, row * cell + y).unwrap().alpha();
            let places = || (0..cell).flat_map(|y| (0..cell).map(move |x| (x, y)));
            assert!(places().any(|(x, y)| alpha(x, y) > 50), "{wisp:?} is empty");
            let is_rim = |(x, y): &(u32, u32)| [*x, *y].iter().any(|at| *at == 0 || *at == cell - 1);
            assert!(places().filter(is_rim).all(|(x, y)| alpha(x, y) == 0), "{wisp:?} reaches its border");
        }
    }
}
