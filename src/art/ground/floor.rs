//! Floors: textures, where they meet, and the faces of ground that rises.

use super::colour::{Rgb, lit, mix, smooth};
use super::frame::Frame;
use super::lay::{Lay, Pot};
use super::noise::{chance, split};
use super::relief::Relief;
use super::textures::{Spot, bricks, colour};
use crate::board::Square;
use crate::looks::Face;
use crate::looks::{Rim, Texture};

/// Lays the floor of the land into the relief.
pub fn raise(lay: &Lay<'_>, frame: Frame, relief: &mut Relief) {
    for at in lay.squares() {
        let own = lay.plot(at.x, at.y);
        let around = || (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))).map(|(x, y)| lay.plot(at.x + x, at.y + y));
        let is_flat = around().all(|plot| plot.level == own.level);
        if is_flat && own.level == 0.0 {
            continue;
        }
        let (columns, rows) = frame.of_square(at);
        for y in rows {
            for x in columns.clone() {
                let Some(index) = frame.index(x, y) else { continue };
                let level = if is_flat { own.level } else { level(lay, (frame.middle(x), frame.middle(y))) };
                relief.set(index, level);
            }
        }
    }
}

/// The height of the floor at a place: edges of grown ground wander.
fn level(lay: &Lay<'_>, (u, v): (f32, f32)) -> f32 {
    let own = lay.under(u, v);
    let is_built = |paint: u8| lay.pots[usize::from(paint)].paint.rim.is_built();
    if is_built(own.paint) {
        return own.level;
    }
    let by = (lay.noise.waves((u, v), 0.9, 17.0) * 0.11, lay.noise.waves((u, v), 0.9, 18.0) * 0.11);
    let other = lay.under(u + by.0, v + by.1);
    if is_built(other.paint) { own.level } else { other.level }
}

/// The floor of a land.
pub struct Floor<'a> {
    /// The land.
    pub lay: &'a Lay<'a>,
    /// How it looks.
    pub face: &'a Face,
    /// Pixels of the relief.
    pub frame: Frame,
    /// The relief of floors alone; nothing where all is flat.
    pub levels: Option<Relief>,
}

impl Floor<'_> {
    /// The colour of the floor at a pixel of the board.
    pub fn colour(&self, x: i32, y: i32) -> Rgb {
        let frame = &self.frame;
        let at = (frame.middle(x), frame.middle(y));
        let own = self.lay.under(at.0, at.1);
        let pots = &self.lay.pots;
        let is_wet = |paint: u8| pots[usize::from(paint)].paint.texture == Texture::Water;
        let is_low = |paint: u8| pots[usize::from(paint)].paint.texture.is_low();
        let meet = self.lay.meet(at.0, at.1);
        let shore =
            if is_low(meet.first) || is_low(meet.second) { self.lay.blend(at.0, at.1, |plot| plot.shore) } else { 0.0 };
        let spot = Spot { at, cell: frame.cell as f32, shore, turned: own.turned };
        let get = |paint: u8| colour(self.lay.noise, &pots[usize::from(paint)], &spot);
        let first = get(meet.first);
        let mut colour = first;
        if meet.first != meet.second {
            let reach = meet.margin * spot.cell;
            let both_wet = is_wet(meet.first) && is_wet(meet.second);
            if both_wet {
                colour = mix(first, get(meet.second), smooth(0.3, -0.3, meet.margin));
            } else {
                colour = self.meeting(colour, meet.margin, (is_wet(meet.first), is_wet(meet.second)), &spot);
                if reach < 0.5 {
                    colour = mix(colour, get(meet.second), 0.5 - reach);
                }
            }
        } else if pots[usize::from(own.paint)].paint.rim.is_built() {
            colour = self.kerb(colour, at, &spot);
        }
        if is_wet(own.paint) && is_wet(meet.first) && own.shore < 3.0 {
            colour = self.quay(colour, at);
        }
        self.scarp(colour, x, y, &spot, &pots[usize::from(own.paint)])
    }

    /// Ground beside other ground: wet sand and foam at a shore, a dark fringe elsewhere.
    fn meeting(&self, colour: Rgb, margin: f32, (wet, by_water): (bool, bool), spot: &Spot) -> Rgb {
        let ink = self.face.ink.colour.rgb();
        let thin = smooth(0.5, 1.6, self.face.ink.width * spot.cell);
        if wet {
            let foam = self.lay.noise.waves(spot.at, 0.5, 19.0) * 0.03;
            let near = smooth(0.2, 0.02, margin + foam);
            let line = smooth(0.018, 0.004, (margin - 0.045 + foam).abs()) * 0.5
                + smooth(0.014, 0.0, (margin - 0.115 + 1.6 * foam).abs()) * 0.26;
            let shallow = mix(colour, [0.80, 0.82, 0.70], near * 0.28);
            mix(shallow, [0.95, 0.97, 0.93], line * smooth(8.0, 20.0, spot.cell))
        } else if by_water {
            let sand = mix(lit(colour, 0.84), [0.66, 0.58, 0.42], 0.45);
            let colour = mix(colour, sand, smooth(0.17, 0.05, margin));
            mix(colour, mix(sand, ink, 0.45 * self.face.ink.strength), smooth(0.03, 0.0, margin) * 0.8 * thin.max(0.4))
        } else {
            let fringe = smooth(0.07, 0.0, margin);
            mix(lit(colour, 1.0 - 0.11 * fringe), ink, fringe * fringe * 0.16 * self.face.ink.strength)
        }
    }

    /// Water under a quay: in its shade, with no shore.
    fn quay(&self, colour: Rgb, at: (f32, f32)) -> Rgb {
        let ((x, u), (y, v)) = (split(at.0), split(at.1));
        let is_quay = |dx: i32, dy: i32| {
            let beside = self.lay.plot(x + dx, y + dy);
            let pot = self.lay.pots[usize::from(beside.paint)].paint;
            f32::from(u8::from(beside.mass == 0 && pot.rim.is_built() && pot.rise <= 0.05))
        };
        let shade = (is_quay(0, -1) * smooth(0.26, 0.0, v)).max(is_quay(-1, 0) * smooth(0.22, 0.0, u));
        let foot = (is_quay(1, 0) * smooth(0.07, 0.0, 1.0 - u)).max(is_quay(0, 1) * smooth(0.07, 0.0, 1.0 - v));
        lit(colour, 1.0 - 0.34 * shade - 0.2 * foot * (1.0 - shade))
    }

    /// The border of a floor that was laid to a line.
    fn kerb(&self, colour: Rgb, at: (f32, f32), spot: &Spot) -> Rgb {
        let ((x, right), (y, down)) = (split(at.0), split(at.1));
        let (u, v) = (right, down);
        let own = self.lay.plot(x, y).paint;
        let pot = &self.lay.pots[usize::from(own)];
        if matches!(pot.paint.texture, Texture::Tiles | Texture::Bricks | Texture::Stairs | Texture::Grating) {
            return colour;
        }
        let sides = [(v, 0, -1, u), (1.0 - u, 1, 0, v), (1.0 - v, 0, 1, u), (u, -1, 0, v)];
        let ends = |dx: i32, dy: i32| {
            let beside = self.lay.plot(x + dx, y + dy);
            let other = self.lay.pots[usize::from(beside.paint)].paint;
            let is_open = self.lay.board.contains(Square::new(x + dx, y + dy));
            is_open
                && beside.paint != own
                && beside.mass == 0
                && other.texture != Texture::Stairs
                && (!other.rim.is_built() || own < beside.paint)
        };
        let mut nearest = (f32::MAX, 0.0);
        for (away, dx, dy, along) in sides {
            if away < nearest.0 && ends(dx, dy) {
                nearest = (away, along);
            }
        }
        let wide = 0.085;
        if nearest.0 > wide + 0.02 {
            return colour;
        }
        let lines = smooth(5.0, 14.0, spot.cell);
        let seam = smooth(0.022, 0.0, (nearest.0 - wide).abs()) * lines;
        if nearest.0 > wide {
            return mix(colour, pot.colours[2], seam * 0.6);
        }
        let is_stone = pot.paint.rim == Rim::Kerb;
        let is_over_water = |dx: i32, dy: i32| {
            self.lay.pots[usize::from(self.lay.plot(x + dx, y + dy).paint)].paint.texture == Texture::Water
        };
        if pot.paint.rise == 0.0 && v > 0.87 && is_over_water(0, 1) {
            return lit(self.face_of(pot, spot), 0.6 + 0.3 * (1.0 - v) / 0.13);
        }
        let (block, on) = split(nearest.1 * if is_stone { 3.0 } else { 1.0 });
        let tone = 0.92 + 0.1 * chance(x * 3 + block, y, 71);
        let stone = if is_stone {
            lit(mix(pot.colours[0], [0.72, 0.70, 0.64], 0.4), tone * 1.06)
        } else {
            lit(pot.colours[1], 0.84 * tone)
        };
        let light = 1.0 + 0.10 * smooth(0.05, 0.0, nearest.0) - 0.06 * smooth(wide - 0.03, wide, nearest.0);
        let joint = if is_stone { smooth(0.05, 0.01, on.min(1.0 - on)) * lines } else { 0.0 };
        mix(lit(stone, light), pot.colours[2], (seam * 0.7).max(joint * 0.6))
    }

    /// The front of ground that lies higher than what is south of it, and its lit and dark rims.
    fn scarp(&self, colour: Rgb, x: i32, y: i32, spot: &Spot, pot: &Pot) -> Rgb {
        let Some(levels) = &self.levels else { return colour };
        let level = |x: i32, y: i32| self.frame.index(x, y).map_or(0.0, |index| levels.at(index));
        let own = level(x, y);
        let most = self.frame.pixels(0.26);
        let fall = own - level(x, y + most).min(level(x, y + most / 2));
        let high = self.frame.pixels((0.08 + fall * 0.62).clamp(0.0, 0.26));
        let is_walled = self.lay.under(spot.at.0, spot.at.1 + 0.3).mass > 0;
        if fall > 0.04 && !is_walled && level(x, y + high) < own - 0.03 {
            let down = (1..high).find(|down| level(x, y + down) < own - 0.03).unwrap_or(high);
            let up = down as f32 / high as f32;
            return lit(self.face_of(pot, spot), 0.74 + 0.30 * up * up);
        }
        let edge = self.frame.pixels(0.035);
        let drops = |dx: i32, dy: i32| own - level(x + dx * edge, y + dy * edge);
        let lights = drops(0, -1).max(drops(-1, 0)).clamp(0.0, 0.2);
        let darks = drops(1, 0).max(drops(0, 1)).clamp(0.0, 0.2);
        let rim = if fall > 0.04 && level(x, y + high + edge) < own - 0.03 { 0.08 } else { 0.0 };
        let colour = lit(colour, 1.0 + lights * 0.8 - darks * 1.0 + rim + 0.3 * own.max(-0.3));
        if pot.paint.rim.is_built() || pot.paint.texture.is_low() {
            colour
        } else {
            self.slope(colour, own, (x, y), spot)
        }
    }

    /// The foot of ground that rises to the east, the west or the south: hachures, lit or in shade.
    fn slope(&self, colour: Rgb, own: f32, (x, y): (i32, i32), spot: &Spot) -> Rgb {
        let near = self.lay.under(spot.at.0, spot.at.1);
        if !near.uneven {
            return colour;
        }
        let reach = self.frame.pixels(0.30);
        let step = (reach / 6).max(1);
        let rises = |dx: i32, dy: i32| {
            let at = |far: i32| {
                self.frame
                    .index(x + dx * far, y + dy * far)
                    .map_or(own, |index| self.levels.as_ref().map_or(own, |levels| levels.at(index)))
            };
            let far = (1..=6).map(|count| count * step).find(|far| at(*far) > own + 0.03);
            let top = self.lay.under(spot.at.0 + 0.4 * dx as f32, spot.at.1 + 0.4 * dy as f32).paint;
            let far = far.filter(|_| !self.lay.pots[usize::from(top)].paint.rim.is_built());
            far.map_or(0.0, |far| 1.0 - (far - step) as f32 / reach as f32)
        };
        let (east, west, south) = (rises(1, 0), rises(-1, 0), rises(0, 1));
        let most = east.max(west).max(south);
        if most <= 0.0 {
            return colour;
        }
        let along = if south >= most { spot.at.0 } else { spot.at.1 };
        let (tick, on) = split(along * 9.0 + 0.35 * self.lay.noise.waves(spot.at, 0.6, 21.0));
        let long = 0.15 + 0.55 * chance(tick, 0, 73);
        let hachure =
            smooth(0.20, 0.10, (on - 0.5).abs()) * smooth(long, long + 0.2, most) * smooth(9.0, 20.0, spot.cell);
        let light = 0.14 * east.max(south) - 0.2 * west;
        let ink = mix(lit(colour, 0.62), self.face.ink.colour.rgb(), 0.4 * self.face.ink.strength);
        mix(lit(colour, 1.0 + light * most), ink, hachure * 0.6)
    }

    fn face_of(&self, pot: &Pot, spot: &Spot) -> Rgb {
        let noise = self.lay.noise;
        match (pot.paint.texture, pot.paint.rim) {
            (Texture::Planks, _) | (_, Rim::Beam) => {
                let (post, on) = split(spot.at.0 * 3.0);
                let beam = lit(pot.colours[2], 1.1 + 0.3 * chance(post, 0, 72));
                mix(beam, lit(pot.colours[2], 0.6), smooth(0.12, 0.04, on.min(1.0 - on)))
            }
            (_, Rim::Kerb) => {
                let stone = lit(mix(pot.colours[1], pot.colours[2], 0.35), 0.96);
                bricks(noise, &[stone, lit(stone, 0.9), lit(pot.colours[2], 0.8)], spot, (0.3, 0.13), 1.2)
            }
            _ => {
                let strata = noise.at(spot.at.0 * 90.0, spot.at.1 * 300.0) + 0.6 * noise.waves(spot.at, 0.7, 20.0);
                let earth = mix(lit(pot.colours[1], 0.72), [0.46, 0.38, 0.28], 0.55);
                lit(earth, 1.0 + 0.20 * strata * smooth(6.0, 20.0, spot.cell))
            }
        }
    }
}
