//! Pictures laid over the floor: litter, things and fences, in one order whatever piece is painted.

use std::collections::BTreeMap;

use super::canvas::Stamp;
use super::colour::Rgb;
use super::fences::fence;
use super::frame::Frame;
use super::lay::Lay;
use super::litter::{self, litter};
use super::mass::OnEdge;
use super::noise::{chance, hash};
use super::relief::Relief;
use super::things::{self, thing};
use crate::board::Square;
use crate::looks::Face;
use crate::looks::{Fence, Litter, Stands};

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    Litter(Litter, u32, u8),
    Thing(Stands, u32, u8),
    Fence(Fence, bool),
}

/// What stands on the edges of the land.
pub fn edges(lay: &Lay<'_>) -> Vec<OnEdge> {
    let board = lay.board;
    let both = lay.squares().flat_map(|at| [(at, true), (at, false)]);
    let stands = both.filter_map(|(at, is_north)| {
        let beyond = if is_north { Square::new(at.x, at.y - 1) } else { Square::new(at.x - 1, at.y) };
        let edge = board.edge(at, beyond)?;
        let object = edge.object.and_then(|object| board.objects.get(usize::from(object)));
        Some((at, is_north, lay.land.fence(edge, object.map(|object| object.name.as_str()))?))
    });
    stands.collect()
}

/// The pictures of a piece.
pub struct Laid<'a> {
    lay: &'a Lay<'a>,
    face: &'a Face,
    frame: Frame,
    pictures: BTreeMap<Of, Option<Stamp>>,
}

impl<'a> Laid<'a> {
    /// None yet.
    pub fn new(lay: &'a Lay<'a>, face: &'a Face, frame: Frame) -> Self {
        Self { lay, face, frame, pictures: BTreeMap::new() }
    }

    fn draw(&mut self, of: Of) -> Option<&Stamp> {
        let (face, cell, pots) = (self.face, self.frame.cell, &self.lay.pots);
        let made = || match of {
            Of::Litter(what, kind, paint) => litter(face, cell, what, kind, &pots[usize::from(paint)].colours),
            Of::Thing(what, kind, joins) => thing(face, cell, what, kind, joins),
            Of::Fence(what, is_north) => fence(face, cell, what, is_north),
        };
        self.pictures.entry(of).or_insert_with(made).as_ref()
    }

    /// Strews litter over the floors that have it; `stands` is how far pixels belong to what no tint lies over.
    pub fn litter(&mut self, pixels: &mut [Rgb], stands: &mut [f32]) {
        for at in self.lay.squares() {
            let paint = self.lay.plot(at.x, at.y).paint;
            for (row, (what, count)) in self.lay.pots[usize::from(paint)].paint.strewn.iter().enumerate() {
                if self.frame.cell < what.least() {
                    continue;
                }
                let salt = 100 + 60 * row as u32;
                let whole = (count + chance(at.x, at.y, salt)) as u32;
                for index in 0..whole.min(12) {
                    let place = |axis: u32| chance(at.x, at.y, salt + 1 + index * 4 + axis);
                    let (u, v) = if *what == Litter::Rung { (0.5, 0.5) } else { (place(0), place(1)) };
                    let (u, v) = (at.x as f32 + u, at.y as f32 + v);
                    let meet = self.lay.meet(u, v);
                    // It grows and gathers in patches.
                    let patch = self.lay.noise.waves((u, v), 2.7, 40.0 + row as f32);
                    if meet.first != paint || meet.margin < 0.05 || what.gathers() && patch < 0.12 * place(2) - 0.1 {
                        continue;
                    }
                    let (x, y) = ((u * self.frame.cell as f32) as i32, (v * self.frame.cell as f32) as i32);
                    let kind = hash(at.x, at.y, salt + 4 + index * 4) % litter::KINDS;
                    let frame = self.frame;
                    if let Some(stamp) = self.draw(Of::Litter(*what, kind, paint)) {
                        lay_down(stamp, (x, y), frame, pixels);
                        if what.stands_out() {
                            cover(stamp, (x, y), frame, stands);
                        }
                    }
                }
            }
        }
    }

    /// Puts up what stands in squares and on their edges, and raises it in the relief; `stands` is how far pixels belong to it.
    pub fn things(
        &mut self,
        (pixels, stands): (&mut [Rgb], &mut [f32]),
        wide: Frame,
        relief: &mut Relief,
        edges: &[OnEdge],
    ) {
        let cell = self.frame.cell;
        let mut all: Vec<(i32, i32, Of)> = Vec::new();
        let mut put = |at: Square, root: Square, what: Stands, joins: u8, salt: u32| {
            let kind = hash(root.x, root.y, salt) % things::KINDS;
            all.push((at.y * cell + cell / 2, at.x * cell + cell / 2, Of::Thing(what, kind, joins)));
        };
        for at in self.lay.squares() {
            let plot = self.lay.plot(at.x, at.y);
            if let Some(what) = plot.stands {
                put(at, plot.root, what, plot.joins, 81);
            }
        }
        for object in &self.lay.board.objects {
            for at in object.squares.iter().filter(|at| self.lay.holds(**at)) {
                put(*at, *at, self.lay.land.thing(&object.name), 0, 82);
            }
        }
        all.extend(edges.iter().map(|(at, is_north, what)| {
            let (right, down) = if *is_north { (cell / 2, 0) } else { (0, cell / 2) };
            (at.y * cell + down, at.x * cell + right, Of::Fence(*what, *is_north))
        }));
        // What stands further south stands before the rest.
        all.sort();
        let frame = self.frame;
        for (y, x, of) in all {
            if let Some(stamp) = self.draw(of) {
                raise(stamp, (x, y), wide, relief);
                lay_down(stamp, (x, y), frame, pixels);
                cover(stamp, (x, y), frame, stands);
            }
        }
    }
}

/// Lays a picture with its middle at a pixel of the board.
fn lay_down(stamp: &Stamp, (x, y): (i32, i32), frame: Frame, pixels: &mut [Rgb]) {
    each(stamp, (x, y), frame, |index, [red, green, blue, alpha]| {
        let rest = 1.0 - alpha;
        let under = pixels[index];
        pixels[index] = [red + under[0] * rest, green + under[1] * rest, blue + under[2] * rest];
    });
}

/// Adds to how far pixels belong to what stands there.
fn cover(stamp: &Stamp, at: (i32, i32), frame: Frame, stands: &mut [f32]) {
    each(stamp, at, frame, |index, [.., alpha]| stands[index] += (1.0 - stands[index]) * alpha);
}

fn raise(stamp: &Stamp, (x, y): (i32, i32), frame: Frame, relief: &mut Relief) {
    if stamp.height > 0.0 {
        each(stamp, (x, y), frame, |index, [.., alpha]| {
            if alpha > 0.5 {
                relief.raise(index, stamp.height);
            }
        });
    }
}

/// The pixels of a picture that are in the frame and not clear.
fn each(stamp: &Stamp, (x, y): (i32, i32), frame: Frame, mut to: impl FnMut(usize, [f32; 4])) {
    let (left, top) = (x + stamp.corner.0, y + stamp.corner.1);
    let (width, height) = (stamp.picture.width() as i32, stamp.picture.height() as i32);
    let columns = (frame.left - left).max(0)..(frame.left + frame.width - left).min(width);
    for row in (frame.top - top).max(0)..(frame.top + frame.height - top).min(height) {
        for column in columns.clone() {
            let pixel = stamp.picture.pixels()[(row * width + column) as usize];
            if let Some(index) = frame.index(left + column, top + row).filter(|_| pixel.alpha() > 0) {
                let part = |value: u8| f32::from(value) / 255.0;
                to(index, [part(pixel.red()), part(pixel.green()), part(pixel.blue()), part(pixel.alpha())]);
            }
        }
    }
}
