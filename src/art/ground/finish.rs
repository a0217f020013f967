//! What lies over the paint: shadows, dark and light, the grade of the face, the grain of the paper and its edge on the table.

use tiny_skia::PremultipliedColorU8;

use super::colour::{Rgb, lit, mix, smooth};
use super::frame::Frame;
use super::lay::Lay;
use super::noise::chance;
use crate::looks::Face;
use crate::looks::Stands;

/// A lamp that shines: where, how far, and its colour.
type Lamp = ((f32, f32), f32, Rgb);

/// How colours end up on the paper.
pub struct Finish<'a> {
    lay: &'a Lay<'a>,
    face: &'a Face,
    cell: f32,
    size: (f32, f32),
    shade: Rgb,
    is_dark: bool,
    is_lit: bool,
    lamps: Vec<Lamp>,
}

impl<'a> Finish<'a> {
    /// The finish of a face for this land.
    pub fn new(lay: &'a Lay<'a>, face: &'a Face, cell: i32) -> Self {
        let lamps = lay.squares().filter_map(|at| {
            let middle = (at.x as f32 + 0.5, at.y as f32 + 0.4);
            match lay.plot(at.x, at.y).stands? {
                Stands::Lamp => Some((middle, 2.6, [1.0, 0.80, 0.45])),
                Stands::Brazier => Some((middle, 2.4, [1.0, 0.64, 0.30])),
                Stands::Crystal => Some((middle, 1.6, [0.55, 1.0, 0.60])),
                _ => None,
            }
        });
        Self {
            lay,
            face,
            cell: cell as f32,
            size: (lay.board.width() as f32, lay.board.height() as f32),
            shade: mix([1.0; 3], face.shade.colour.rgb(), face.shade.strength),
            is_dark: lay.squares().any(|at| lay.plot(at.x, at.y).dark),
            is_lit: lay.squares().any(|at| lay.plot(at.x, at.y).lit),
            lamps: lamps.collect(),
        }
    }

    /// How far a lamp is seen, in squares.
    pub const REACH: i32 = 3;

    /// The pixel of the picture, from its paint and the shadows on it.
    pub fn pixel(&self, frame: &Frame, (x, y): (i32, i32), paint: Rgb, cast: f32, near: f32) -> PremultipliedColorU8 {
        let (u, v) = (frame.middle(x), frame.middle(y));
        let out = (-u).max(u - self.size.0).max(-v).max(v - self.size.1);
        if out > 0.0 {
            return self.margin((u, v), (x, y), out);
        }
        let mut colour = paint;
        let foot = 1.0 - 0.34 * self.face.shade.strength * near;
        for (part, shade) in colour.iter_mut().zip(self.shade) {
            *part *= (1.0 + (shade - 1.0) * cast) * foot;
        }
        colour = self.grade(self.light((u, v), colour));
        // The rim of the map is worn: the paper shows.
        if out > -0.25 {
            let wear = smooth(0.16, 0.0, -out + 0.07 * self.lay.noise.waves((u, v), 0.6, 14.0));
            colour = mix(colour, self.face.paper.colour.rgb(), wear * (0.15 + 0.35 * self.face.paper.torn));
        }
        opaque(lit(colour, self.grain((u, v), (x, y))))
    }

    /// Dark squares and lit ones, with soft edges, and what lamps throw.
    fn light(&self, (u, v): (f32, f32), colour: Rgb) -> Rgb {
        let mut colour = colour;
        let mut shine = [0.0; 3];
        for ((x, y), reach, light) in &self.lamps {
            let far = ((u - x) * (u - x) + (v - y) * (v - y)).sqrt() / reach;
            if far < 1.0 {
                let share = (1.0 - far) * (1.0 - far);
                (0..3).for_each(|part| shine[part] += share * light[part]);
            }
        }
        if self.is_lit {
            let pool = smooth(0.1, 1.0, self.lay.blend(u, v, |plot| f32::from(u8::from(plot.lit))));
            let warm = [1.0, 0.82, 0.46];
            (0..3).for_each(|part| shine[part] += 0.42 * pool * warm[part]);
        }
        if self.is_dark {
            let wander = self.lay.noise.waves((u, v), 1.7, 15.0);
            let share = self.lay.blend(u, v, |plot| f32::from(u8::from(plot.dark)));
            let dark = share + 0.9 * wander * share * (1.0 - share);
            let dark = smooth(0.08, 0.95, dark) * (1.0 - shine[0].min(0.8));
            colour = mix(colour, [colour[0] * 0.40, colour[1] * 0.44, colour[2] * 0.58], dark);
        }
        for part in 0..3 {
            colour[part] = colour[part] * (1.0 + 0.35 * shine[part]) + 0.10 * shine[part];
        }
        colour
    }

    fn grade(&self, colour: Rgb) -> Rgb {
        let grade = &self.face.grade;
        let grey = colour[0] * 0.3 + colour[1] * 0.59 + colour[2] * 0.11;
        let tint = lit(grade.tint.rgb(), 0.25 + 1.05 * grey);
        let mut mixed = mix([grey; 3], colour, grade.saturation);
        // Water stays water under a tint.
        let blue = ((colour[2] - colour[0]) * 3.0).clamp(0.0, 1.0);
        mixed = mix(mixed, tint, grade.tinting * (1.0 - 0.6 * blue));
        mixed.map(|part| (part - 0.5) * grade.contrast + 0.5 + grade.lightness)
    }

    /// How light the grain of the paper is.
    #[inline]
    fn grain(&self, at: (f32, f32), (x, y): (i32, i32)) -> f32 {
        let grain = self.face.paper.grain;
        let fibre = self.lay.noise.waves((at.0 * 0.5, at.1), 0.22, 12.0) * smooth(10.0, 30.0, self.cell);
        1.0 + grain * (0.018 * fibre + 0.016 * (chance(x, y, 61) - 0.5))
    }

    /// Past the board: the margin of the paper, and its shadow on the table.
    fn margin(&self, (u, v): (f32, f32), (x, y): (i32, i32), out: f32) -> PremultipliedColorU8 {
        let paper = &self.face.paper;
        let noise = self.lay.noise;
        let tear = noise.waves((u, v), 0.8, 10.0) * 0.6 + noise.waves((u, v), 0.17, 11.0) * 0.4;
        let edge = paper.margin * (1.0 - 0.55 * paper.torn * (0.45 + tear).clamp(0.0, 1.0));
        let cover = ((edge - out) * self.cell + 0.5).clamp(0.0, 1.0);
        let away = |at: f32, size: f32| (-at).max(at - size) - paper.margin * (1.0 - 0.25 * paper.torn);
        let (right, down) = (away(u - 0.09, self.size.0).max(0.0), away(v - 0.11, self.size.1).max(0.0));
        let shadow = 0.55 * smooth(0.34, -0.06, (right * right + down * down).sqrt());
        let mut colour =
            lit(paper.colour.rgb(), self.grain((u, v), (x, y)) * (1.0 - 0.05 * noise.waves((u, v), 0.9, 16.0)));
        colour = lit(colour, 1.0 - 0.16 * smooth(0.07, 0.0, edge - out) * (0.4 + paper.torn));
        let ink = |away: f32, wide: f32| {
            let wide = (wide * self.cell).max(0.8);
            (wide * 0.5 + 0.5 - away.abs() * self.cell).clamp(0.0, 1.0) * wide.min(1.0)
        };
        let line = ink(out, 0.035).max(0.6 * ink(out - paper.margin * 0.4, 0.018));
        colour = mix(colour, self.face.ink.colour.rgb(), line * (0.35 + 0.5 * self.face.ink.strength));
        let alpha = cover + shadow * (1.0 - cover);
        let [red, green, blue] = colour.map(|part| (part.clamp(0.0, 1.0) * cover * 255.0 + 0.5) as u8);
        let alpha = (alpha * 255.0 + 0.5) as u8;
        PremultipliedColorU8::from_rgba(red.min(alpha), green.min(alpha), blue.min(alpha), alpha)
            .unwrap_or(PremultipliedColorU8::TRANSPARENT)
    }
}

fn opaque(colour: Rgb) -> PremultipliedColorU8 {
    let [red, green, blue] = colour.map(|part| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
    PremultipliedColorU8::from_rgba(red, green, blue, 255).unwrap_or(PremultipliedColorU8::TRANSPARENT)
}
