//! What has height and fills squares: walls, rock and hedges, with a lit top and a front to the south.

use super::colour::{Rgb, lit, mix, smooth};
use super::frame::Frame;
use super::lay::Lay;
use super::noise::{chance, pebble, split};
use super::relief::Relief;
use super::textures::{Spot, bricks};
use crate::board::Square;
use crate::looks::Face;
use crate::looks::{Fence, Matter};

/// Something on an edge: the square south or east of it, whether it is the north edge of that, and what stands there.
pub type OnEdge = (Square, bool, Fence);

/// Where masses are among the pixels of a frame.
pub struct Masses {
    frame: Frame,
    /// Index of the mass, one up.
    of: Vec<u8>,
    /// How well it covers the pixel.
    cover: Vec<u8>,
    /// Whether it is thin, on an edge.
    thin: Vec<bool>,
}

/// How high a front is drawn, in squares.
const fn front(is_thin: bool, height: f32) -> f32 {
    if is_thin { 0.13 } else { height * 0.68 }
}

impl Masses {
    /// The masses of the land and of its edges, raised in the relief; nothing where there are none.
    pub fn new(lay: &Lay<'_>, edges: &[OnEdge], frame: Frame, relief: &mut Relief) -> Option<Self> {
        let is_any = lay.squares().any(|at| lay.plot(at.x, at.y).mass > 0);
        if !is_any && !edges.iter().any(|(.., fence)| lay.edge_mass(*fence).is_some()) {
            return None;
        }
        let len = frame.len();
        let mut masses = Self { frame, of: vec![0; len], cover: vec![0; len], thin: vec![false; len] };
        for at in lay.squares() {
            masses.square(lay, at);
        }
        for edge in edges {
            masses.edge(lay, edge);
        }
        for index in 0..len {
            if masses.cover[index] >= 128 {
                let height = masses.height(lay, index);
                relief.raise(index, relief.at(index) + height);
            }
        }
        Some(masses)
    }

    fn height(&self, lay: &Lay<'_>, index: usize) -> f32 {
        let height = lay.masses[usize::from(self.of[index]) - 1].height;
        if self.thin[index] { height * 0.6 } else { height }
    }

    fn square(&mut self, lay: &Lay<'_>, at: Square) {
        let frame = self.frame;
        let (columns, rows) = frame.of_square(at);
        if columns.is_empty() || rows.is_empty() {
            return;
        }
        let around =
            |is: &dyn Fn(u8) -> bool| (-1..=1).any(|y| (-1..=1).any(|x| is(lay.plot(at.x + x, at.y + y).mass)));
        let own = lay.plot(at.x, at.y).mass;
        let has_grown = around(&|mass| lay.is_grown(mass));
        let is_straight = own > 0 && !lay.is_grown(own);
        if !is_straight && !has_grown {
            return;
        }
        for y in rows {
            for x in columns.clone() {
                let Some(index) = frame.index(x, y) else { continue };
                let (mass, cover) = if is_straight {
                    (own, 255)
                } else {
                    let (u, v) = (frame.middle(x), frame.middle(y));
                    grown(lay, (u, v), own, frame.cell as f32)
                };
                self.of[index] = mass;
                self.cover[index] = cover;
            }
        }
    }

    fn edge(&mut self, lay: &Lay<'_>, (at, is_north, fence): &OnEdge) {
        let Some(mass) = lay.edge_mass(*fence) else { return };
        let frame = self.frame;
        let half = match fence {
            Fence::LowWall => 0.1,
            Fence::Hedge => 0.15,
            _ => 0.12,
        };
        let half = frame.pixels(half);
        let (left, top) = (at.x.saturating_mul(frame.cell), at.y.saturating_mul(frame.cell));
        let (wide, high) = if *is_north { (frame.cell, 0) } else { (0, frame.cell) };
        for y in top - half..top + high + half {
            for x in left - half..left + wide + half {
                let Some(index) = frame.index(x, y).filter(|index| self.cover[*index] < 255) else { continue };
                let cover = if *fence == Fence::Hedge {
                    let away = (x.clamp(left, left + wide) - x, y.clamp(top, top + high) - y);
                    let away = ((away.0 * away.0 + away.1 * away.1) as f32).sqrt();
                    let leaf = lay.noise.waves((frame.middle(x), frame.middle(y)), 0.25, 9.0);
                    ((half as f32 * (0.85 + 0.35 * leaf) - away + 0.5).clamp(0.0, 1.0) * 255.0) as u8
                } else {
                    255
                };
                if cover > self.cover[index] {
                    (self.of[index], self.cover[index], self.thin[index]) = (mass, cover, true);
                }
            }
        }
    }

    #[inline]
    fn covers(&self, x: i32, y: i32) -> bool {
        self.frame.index(x, y).is_none_or(|index| self.cover[index] >= 128)
    }

    /// How well a mass covers a pixel of the board, 0 to 1.
    #[inline]
    pub fn cover(&self, x: i32, y: i32) -> f32 {
        self.frame.index(x, y).map_or(0.0, |index| f32::from(self.cover[index]) / 255.0)
    }

    /// The colour of the mass at a pixel of the board.
    pub fn colour(&self, lay: &Lay<'_>, face: &Face, x: i32, y: i32) -> Option<Rgb> {
        let frame = self.frame;
        let index = frame.index(x, y).filter(|index| self.of[*index] > 0)?;
        let mass = lay.masses[usize::from(self.of[index]) - 1];
        let is_thin = self.thin[index];
        let (first, second, third) = mass.colours;
        let colours = [first.rgb(), second.rgb(), third.rgb()];
        let spot = Spot { at: (frame.middle(x), frame.middle(y)), cell: frame.cell as f32, shore: 0.0, turned: false };
        let high = frame.pixels(front(is_thin, mass.height));
        let line = frame.pixels(face.ink.width);
        let ink = |colour: Rgb, share: f32| mix(colour, face.ink.colour.rgb(), face.ink.strength * share);
        // A line of less than a pixel is a fainter one.
        let thin = (face.ink.width * frame.cell as f32).min(1.0);
        let rim = [(line, 0), (-line, 0), (0, line), (0, -line)].iter().any(|(dx, dy)| !self.covers(x + dx, y + dy));
        let is_front = !self.covers(x, y + high);
        let mut colour = if is_front {
            let down = (1..high).find(|down| !self.covers(x, y + down)).unwrap_or(high);
            let up = down as f32 / high as f32;
            let colour = front_of(lay, mass.of, &colours, &spot, up);
            if !self.covers(x, y + high - line) || self.covers(x, y + high) { colour } else { ink(colour, 0.4 * thin) }
        } else {
            let mut colour = top_of(lay, mass.of, &colours, &spot);
            let edge = frame.pixels(0.04);
            if !self.covers(x - edge, y - edge) || !self.covers(x, y - edge) || !self.covers(x - edge, y) {
                colour = lit(colour, 1.13);
            }
            if !self.covers(x + edge, y) {
                colour = lit(colour, 0.86);
            }
            if !self.covers(x, y + high + line) {
                colour = ink(lit(colour, 1.10), 0.35 * thin);
            }
            if is_thin || mass.of == Matter::Hedge { colour } else { solid(lay, face, colour, &spot) }
        };
        if rim {
            colour = ink(lit(colour, 0.8), 0.85 * thin);
        } else if face.ink.incised {
            let cut = [(2 * line, 0), (0, 2 * line)].iter().any(|(dx, dy)| !self.covers(x - dx, y - dy));
            colour = if cut { lit(colour, 1.16) } else { colour };
        }
        Some(colour)
    }
}

/// What grew at a place, and how well it covers it.
fn grown(lay: &Lay<'_>, (u, v): (f32, f32), own: u8, cell: f32) -> (u8, u8) {
    let ((x, right), (y, down)) = (split(u - 0.5), split(v - 0.5));
    let (right, down) = (smooth(0.08, 0.92, right), smooth(0.08, 0.92, down));
    let four = [
        (lay.plot(x, y).mass, (1.0 - right) * (1.0 - down)),
        (lay.plot(x + 1, y).mass, right * (1.0 - down)),
        (lay.plot(x, y + 1).mass, (1.0 - right) * down),
        (lay.plot(x + 1, y + 1).mass, right * down),
    ];
    let counts = |mass: u8| if own > 0 { mass > 0 } else { lay.is_grown(mass) };
    let share: f32 = four.iter().filter(|(mass, _)| counts(*mass)).map(|(_, share)| share).sum();
    let most = four.iter().filter(|(mass, _)| lay.is_grown(*mass)).max_by(|a, b| a.1.total_cmp(&b.1));
    let mass = if lay.is_grown(own) { own } else { most.map_or(0, |(mass, _)| *mass) };
    if mass == 0 || share <= 0.02 {
        return (mass, 0);
    }
    let wander = match lay.matter(mass) {
        Some(Matter::Hedge) => lay.noise.waves((u, v), 0.34, 8.0) * 0.3,
        // Stones that are left of a course.
        Some(Matter::Ruin) => (chance(split(u * 4.0).0, split(v * 5.0).0, 77) - 0.4) * 0.55,
        _ => lay.noise.waves((u, v), 1.3, 8.0) * 0.34 + lay.noise.waves((u, v), 0.3, 9.0) * 0.12,
    };
    let within = share - 0.42 + wander * (4.0 * share * (1.0 - share)).min(1.0);
    (mass, ((0.5 + within * cell * 0.5).clamp(0.0, 1.0) * 255.0) as u8)
}

/// The inside of thick walls, which nobody sees.
fn solid(lay: &Lay<'_>, face: &Face, colour: Rgb, spot: &Spot) -> Rgb {
    let (u, v) = spot.at;
    let inside = lay.blend(u, v, |plot| plot.inside);
    if inside < 0.3 {
        return colour;
    }
    let wide = lay.noise.waves(spot.at, 1.3, 6.0);
    let solid = lit(face.solid.colour.rgb(), 1.0 + 0.05 * wide);
    let share = if face.solid.hatched { smooth(0.51, 0.66, inside) } else { smooth(0.6, 1.5, inside + 0.3 * wide) };
    let colour = mix(colour, solid, share * face.solid.cover);
    if !face.solid.hatched {
        return colour;
    }
    // Strokes in clusters, each with a direction of its own.
    let cluster = pebble(u * 2.3, v * 2.3);
    let (sin, cos) = (cluster.tone * 6.3).sin_cos();
    let across = (cluster.from.0 * cos + cluster.from.1 * sin) / 2.3;
    let apart = 0.12;
    let on = split(across / apart).1 - 0.5;
    let seen = smooth(2.0, 4.5, apart * spot.cell);
    let line = ((0.016 - (on * apart).abs()) * spot.cell + 0.5).clamp(0.0, 1.0) * seen;
    let fade = smooth(1.35, 0.95, inside + 0.5 * wide) * share;
    let tone = 0.10 + 0.16 * (1.0 - seen);
    mix(colour, face.ink.colour.rgb(), fade * (line * 0.7 + tone).min(1.0) * face.ink.strength)
}

fn top_of(lay: &Lay<'_>, of: Matter, colours: &[Rgb; 3], spot: &Spot) -> Rgb {
    let noise = lay.noise;
    let at = spot.at;
    let wide = noise.waves(at, 2.9, 1.0);
    match of {
        Matter::Masonry | Matter::Ruin => {
            let rough = if of == Matter::Ruin { 1.6 } else { 1.0 };
            let course = bricks(noise, &[colours[0], lit(colours[0], 0.93), colours[2]], spot, (0.5, 0.3334), rough);
            lit(course, 1.0 + 0.07 * wide)
        }
        Matter::Plaster => {
            let ridge = bricks(noise, &[colours[0], lit(colours[0], 0.9), colours[2]], spot, (0.2, 0.2), 1.0);
            lit(ridge, 1.0 + 0.06 * wide)
        }
        Matter::Logs => {
            let ((log, across), (row, down)) = (split(at.0 * 4.0), split(at.1 * 4.0));
            let away = ((across - 0.5).powi(2) + (down - 0.5).powi(2)).sqrt();
            let ring = (away * 9.0 + chance(log, row, 51)).sin() * 0.05;
            let round = smooth(0.54, 0.44, away);
            mix(colours[2], lit(colours[0], 1.0 + ring + 0.2 * (chance(log, row, 52) - 0.5)), round * 0.8 + 0.2)
        }
        Matter::Rock => {
            let bend = (noise.waves(at, 0.8, 5.0) * 0.3, noise.waves(at, 0.8, 6.0) * 0.3);
            let crag = pebble(at.0 * 1.5 + bend.0, at.1 * 1.5 + bend.1);
            let rise = |at: (f32, f32)| noise.waves(at, 1.1, 3.0) * 0.7 + noise.waves(at, 0.33, 4.0) * 0.3;
            let bump = rise(at) - rise((at.0 - 0.05, at.1 - 0.05));
            let slope = -0.10 * (crag.from.0 + crag.from.1) + 0.14 * (crag.tone - 0.5) + 0.85 * bump.clamp(-0.18, 0.18);
            let crack = smooth(0.07, 0.01, crag.gap) * smooth(6.0, 16.0, spot.cell);
            mix(lit(colours[0], 1.0 + slope + 0.08 * wide), colours[2], crack * 0.45)
        }
        Matter::Hedge => leaves(lay, colours, spot, 0.5),
    }
}

fn front_of(lay: &Lay<'_>, of: Matter, colours: &[Rgb; 3], spot: &Spot, up: f32) -> Rgb {
    let noise = lay.noise;
    let at = spot.at;
    let shade = 0.74 + 0.26 * up;
    match of {
        Matter::Masonry | Matter::Ruin => {
            let stone = [colours[1], lit(colours[1], 0.9), colours[2]];
            lit(bricks(noise, &stone, spot, (0.3, 0.14), 1.4), shade)
        }
        Matter::Plaster => {
            let post = split(at.0 * 2.0).1;
            let timber = smooth(0.09, 0.05, (post - 0.5).abs()).max(smooth(0.82, 0.9, up));
            let wall = lit(colours[1], 1.0 + 0.05 * noise.waves(at, 0.6, 3.0));
            lit(mix(wall, colours[2], timber * 0.85), shade)
        }
        Matter::Logs => {
            let (log, across) = split(at.0 * 4.0);
            let round = (across - 0.5) * 1.7;
            let bark = noise.at(at.0 * 300.0, at.1 * 40.0 + chance(log, 1, 53) * 99.0);
            let colour = lit(colours[1], 1.02 - 0.32 * round * round - 0.14 * round + 0.07 * bark);
            lit(mix(colour, colours[2], smooth(0.42, 0.5, (across - 0.5).abs()) * 0.8), shade)
        }
        Matter::Rock => {
            let crag = pebble(at.0 * 3.4, at.1 * 1.7);
            let strata = noise.at(at.0 * 160.0, at.1 * 45.0);
            let crack = smooth(0.12, 0.02, crag.gap) * 0.4;
            let slope = -0.2 * crag.from.0 + 0.12 * (crag.tone - 0.5);
            lit(mix(lit(colours[1], 1.0 + slope + 0.07 * strata), colours[2], crack), shade * 0.97)
        }
        Matter::Hedge => lit(leaves(lay, &[colours[1], lit(colours[1], 0.84), colours[2]], spot, 0.1), 0.8 + 0.2 * up),
    }
}

/// Clumps of leaves.
fn leaves(lay: &Lay<'_>, colours: &[Rgb; 3], spot: &Spot, light: f32) -> Rgb {
    let at = spot.at;
    let clump = pebble(at.0 * 3.3, at.1 * 3.3);
    let leaf = pebble(at.0 * 11.0, at.1 * 11.0);
    let fine = smooth(14.0, 34.0, spot.cell);
    let wide = lay.noise.waves(at, 2.3, 1.0);
    let round = -(clump.from.0 + clump.from.1) * 0.24;
    let leafy = (-(leaf.from.0 + leaf.from.1) * 0.26 + (leaf.tone - 0.5) * 0.22) * fine;
    let colour = lit(colours[0], 1.0 + light * 0.1 + round + leafy + 0.1 * wide + 0.12 * (clump.tone - 0.5));
    let gap = smooth(0.16, 0.02, clump.gap) * 0.5 + smooth(0.2, 0.03, leaf.gap) * 0.28 * fine;
    mix(colour, colours[2], gap.min(0.75))
}
