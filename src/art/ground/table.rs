//! The table that a map lies on: a square of it that goes on over its own borders.

use tiny_skia::{Pixmap, PremultipliedColorU8};

use super::colour::{Rgb, lit, mix, smooth};
use super::noise::{Noise, chance, split};
use crate::looks::{Face, Top};
use crate::machine::in_rows;

/// Noise begins again after so many texels: what is looked up in whole multiples of it meets at the borders.
const ROUND: f32 = 512.0;
/// Boards, and rows of bricks, in a square of table.
const BOARDS: f32 = 5.0;
const ROWS: f32 = 8.0;

/// A square of table of `size` pixels a side; nothing for no size, or one beyond 4096.
pub fn table(face: &Face, size: u32) -> Option<Pixmap> {
    let mut picture = Pixmap::new(size, size).filter(|_| size <= 4096)?;
    let (first, second) = face.table.colours;
    let table = Table { colours: [first.rgb(), second.rgb()], noise: Noise::of(0, 0), pixel: 1.0 / size as f32 };
    let colour: fn(&Table, f32, f32) -> Rgb = match face.table.of {
        Top::Wood => Table::wood,
        Top::Felt => Table::felt,
        Top::Cloth => Table::cloth,
        Top::Slate => Table::slate,
        Top::Stone => Table::stone,
    };
    in_rows(picture.pixels_mut(), size as usize, |index, pixel| {
        let (x, y) = (index as u32 % size, index as u32 / size);
        let seen = colour(&table, x as f32 * table.pixel, y as f32 * table.pixel);
        let grain = 1.0 + 0.03 * (chance(x as i32, y as i32, 77) - 0.5);
        let [red, green, blue] = seen.map(|part| ((part * grain).clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
        *pixel = PremultipliedColorU8::from_rgba(red, green, blue, 255).unwrap_or(PremultipliedColorU8::TRANSPARENT);
    });
    Some(picture)
}

struct Table {
    colours: [Rgb; 2],
    noise: Noise,
    /// The side of a pixel, in squares of table.
    pixel: f32,
}

impl Table {
    /// Noise that meets at the borders, so many times finer across and down.
    fn at(&self, u: f32, v: f32, (across, down): (f32, f32)) -> f32 {
        self.noise.at(u * ROUND * across, v * ROUND * down)
    }

    /// How well a line covers the pixel that is `away` from its middle, so many pixels wide.
    fn line(&self, away: f32, wide: f32) -> f32 {
        (wide * 0.5 + 0.5 - away.abs() / self.pixel).clamp(0.0, 1.0)
    }

    /// Boards with long grain, a joint in each.
    fn wood(&self, u: f32, v: f32) -> Rgb {
        let (board, down) = split(v * BOARDS);
        let tone = chance(board, 1, 71);
        let along = u + chance(board, 2, 71);
        let wave = 0.010 * self.at(along, v, (1.0, 2.0));
        let streak = self.at(along, v + wave, (1.0, 7.0));
        let fine = self.at(along, v + wave, (3.0, 26.0));
        let mut colour =
            mix(self.colours[0], self.colours[1], (0.42 + 0.75 * streak + 0.5 * (tone - 0.5)).clamp(0.0, 1.2));
        colour = lit(colour, 1.0 + 0.16 * fine + 0.14 * (tone - 0.5));
        let pore = smooth(0.3, 0.75, self.at(along, v, (5.0, 40.0)));
        colour = lit(colour, 1.0 - 0.13 * pore);
        let edge = down.min(1.0 - down) / BOARDS;
        let joint = (u - chance(board, 3, 71) + 1.5).rem_euclid(1.0) - 0.5;
        let seam = self.line(edge, 2.4).max(self.line(joint, 2.0));
        let worn = smooth(9.0, 1.0, down / BOARDS / self.pixel);
        mix(lit(colour, 1.0 + 0.16 * worn), lit(self.colours[1], 0.45), seam * 0.85)
    }

    /// Baize: short fibres, brushed a little in patches.
    fn felt(&self, u: f32, v: f32) -> Rgb {
        let patch = self.at(u, v, (1.0, 1.0));
        let nap = self.at(u, v, (9.0, 7.0));
        let fibre = self.at(u, v, (31.0, 12.0)) * 0.5 + self.at(u, v, (12.0, 29.0)) * 0.5;
        lit(
            mix(self.colours[0], self.colours[1], (0.45 + 0.6 * patch).clamp(0.0, 1.0)),
            1.0 + 0.07 * nap + 0.16 * fibre,
        )
    }

    /// Threads over and under each other.
    fn cloth(&self, u: f32, v: f32) -> Rgb {
        let ((warp, across), (weft, down)) = (split(u * 128.0), split(v * 128.0));
        let over = (warp + weft) & 1 == 0;
        let round = if over { across } else { down } - 0.5;
        let own = chance(if over { warp } else { weft }, i32::from(over), 73);
        let patch = self.at(u, v, (1.0, 1.0));
        let colour = mix(self.colours[0], self.colours[1], (0.5 + 0.4 * patch + 0.3 * (own - 0.5)).clamp(0.0, 1.0));
        lit(colour, 1.08 - 0.55 * round * round)
    }

    /// A drawing board: a dark sheet with ruled lines, smudged by hands.
    fn slate(&self, u: f32, v: f32) -> Rgb {
        let cloud = self.at(u, v, (1.0, 1.0));
        let colour = mix(self.colours[0], self.colours[1], (0.5 + 0.8 * cloud).clamp(0.0, 1.0));
        let ruled = |apart: f32, wide: f32| {
            let gap = |at: f32| ((at * apart + 0.5).rem_euclid(1.0) - 0.5) / apart;
            self.line(gap(u), wide).max(self.line(gap(v), wide))
        };
        let worn = 0.75 + 0.5 * self.at(u, v, (6.0, 6.0));
        let line = (ruled(20.0, 1.0) * 0.10).max(ruled(4.0, 1.6) * 0.24) * worn;
        let chalk = smooth(0.28, 0.8, self.at(u, v, (2.0, 3.0))) * 0.06;
        mix(lit(colour, 1.0 + 0.08 * self.at(u, v, (14.0, 14.0))), [0.72, 0.82, 0.92], line + chalk)
    }

    /// Glazed bricks in courses, chipped where they meet.
    fn stone(&self, u: f32, v: f32) -> Rgb {
        let chip = (0.004 * self.at(u, v, (6.0, 6.0)), 0.004 * self.at(v, u, (6.0, 6.0)));
        let (row, down) = split((v + chip.1).rem_euclid(1.0) * ROWS);
        let columns = ROWS / 2.0;
        let (column, along) = split((u + chip.0).rem_euclid(1.0) * columns + 0.5 * (row & 1) as f32);
        let column = column % columns as i32;
        let tone = chance(column, row, 74);
        let glaze = self.at(u, v, (3.0, 3.0));
        let mut colour = mix(self.colours[0], self.colours[1], (tone * 0.9 + 0.5 * glaze).clamp(0.0, 1.0));
        let (left, top) = (along / columns, down / ROWS);
        let (right, bottom) = ((1.0 - along) / columns, (1.0 - down) / ROWS);
        let bevel = |gap: f32| smooth(0.016, 0.003, gap);
        colour = lit(colour, 1.0 + 0.26 * bevel(left.min(top)) - 0.26 * bevel(right.min(bottom)));
        let craze = smooth(0.035, 0.0, self.at(u, v, (4.0, 4.0)).abs()) * smooth(0.0, 0.5, glaze);
        colour = lit(colour, 1.0 - 0.18 * craze + 0.06 * self.at(u, v, (20.0, 20.0)));
        let near = left.min(right).min(top).min(bottom);
        let bare = smooth(0.42, 0.7, self.at(u, v, (5.0, 5.0))) * smooth(0.02, 0.004, near);
        colour = mix(colour, [0.55, 0.42, 0.28], bare * 0.8);
        mix(colour, [0.16, 0.13, 0.11], smooth(0.0055, 0.0025, near) * 0.85)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::looks::shipped::{FACES, face};

    /// Promise: tables of all faces are painted, look like something, and show no seam where they begin again.
    #[test]
    fn every_table_goes_on_over_its_own_borders() {
        for (name, face) in FACES.iter() {
            let size = 160;
            let picture = table(face, size).unwrap();
            let grey = |x: u32, y: u32| {
                let pixel = picture.pixel(x % size, y % size).unwrap();
                i32::from(pixel.red()) + i32::from(pixel.green()) + i32::from(pixel.blue())
            };
            let step = |x: u32| (0..size).map(|y| (grey(x, y) - grey(x + 1, y)).abs()).sum::<i32>();
            let mut within: Vec<i32> = (0..size - 1).map(step).collect();
            within.sort_unstable();
            assert!(within[within.len() / 2] > 0, "{name} is one colour");
            let most = within[within.len() - 1];
            assert!(step(size - 1) <= most, "{name}: a seam of {} among steps of up to {most}", step(size - 1));
        }
        assert!(table(&face("field").unwrap(), 0).is_none());
    }
}
