//! The ground of a board as pixels: floors, walls and what stands there, with light and shadow, in the looks of a game.
//!
//! A board is painted in pieces that meet without a seam: every pixel follows from its place on the board alone, never from
//! the piece that it is painted with. So whatever leans over (a shadow, a crown, a fringe of grass) is worked out from the
//! squares around the piece, too (`lay`); heights of pixels (`relief`) are whole numbers; and things are drawn once
//! each as small pictures (`canvas`) that are laid down pixel by pixel. A `Land` says what ground looks like by what it is
//! called, a `Face` what one game makes of it.

mod air;
mod canvas;
mod colour;
mod fences;
mod finish;
mod floor;
mod frame;
mod glints;
mod lay;
mod litter;
mod mass;
mod noise;
mod plants;
mod relief;
mod strew;
mod table;
mod textures;
mod things;

pub use air::{Wisp, wisps};
pub use glints::glints;
pub use lay::{lights, water};
pub use table::table;

use tiny_skia::Pixmap;

use crate::board::{Board, Square};
use crate::looks::{Face, Land};
use crate::machine::in_rows;
use colour::mix;
use finish::Finish;
use floor::Floor;
use frame::Frame;
use lay::Lay;
use mass::Masses;
use relief::Relief;
use strew::Laid;

/// Paints `count` squares of a board, of this land in this face, from `from` on, at `cell` pixels a square (1 to 512). `from` may lie off the board:
/// within a square of it lie the margin of the paper and its shadow, and past that nothing. Nothing comes back where there is
/// nothing to paint, or more than 64 million pixels.
pub fn paint(board: &Board, of: (&Land, &Face), from: Square, count: (u32, u32), cell: u32) -> Option<Pixmap> {
    paint_apart(board, of, from, count, cell).map(|(picture, _)| picture)
}

/// The same with how far each pixel belongs to what stands there, from 0 to 255, if anything does: no tint of the ground lies
/// over that.
pub fn paint_apart(
    board: &Board,
    (land, face): (&Land, &Face),
    from: Square,
    count: (u32, u32),
    cell: u32,
) -> Option<(Pixmap, Option<Vec<u8>>)> {
    let frame = Frame::of(from, count, cell)?;
    let reach = Relief::reach(frame.cell, face.shade.length);
    let around = (reach / frame.cell + 2).max(Finish::REACH);
    let lay = Lay::new(board, land, from, count, around)?;
    let wide = frame.wider(reach);

    let mut relief = Relief::new(wide);
    floor::raise(&lay, wide, &mut relief);
    let levels = relief.copy_if_uneven();
    let edges = strew::edges(&lay);
    let masses = Masses::new(&lay, &edges, wide, &mut relief);
    let floor = Floor { lay: &lay, face, frame: wide, levels };

    let width = frame.width as usize;
    let mut stands = vec![0.0; frame.len()];
    if let Some(masses) = &masses {
        in_rows(&mut stands, width, |index, share| {
            let (x, y) = frame.at(index);
            *share = masses.cover(x, y);
        });
    }
    let mut pixels = vec![[0.0; 3]; frame.len()];
    in_rows(&mut pixels, width, |index, pixel| {
        if stands[index] < 1.0 {
            let (x, y) = frame.at(index);
            *pixel = floor.colour(x, y);
        }
    });
    let mut laid = Laid::new(&lay, face, frame);
    laid.litter(&mut pixels, &mut stands);
    if let Some(masses) = &masses {
        in_rows(&mut pixels, width, |index, pixel| {
            let (x, y) = frame.at(index);
            let cover = masses.cover(x, y);
            if cover > 0.0 {
                *pixel = masses.colour(&lay, face, x, y).map_or(*pixel, |mass| mix(*pixel, mass, cover));
            }
        });
    }
    laid.things((&mut pixels[..], &mut stands[..]), wide, &mut relief, &edges);

    let shadows = relief.shadows(face.shade.length);
    let finish = Finish::new(&lay, face, frame.cell);
    let mut picture = Pixmap::new(frame.width as u32, frame.height as u32)?;
    in_rows(picture.pixels_mut(), width, |index, to| {
        let (x, y) = frame.at(index);
        if let Some(at) = wide.index(x, y) {
            let (cast, near) = (f32::from(shadows.cast[at]) / 255.0, f32::from(shadows.near[at]) / 255.0);
            *to = finish.pixel(&frame, (x, y), pixels[index], cast, near);
        }
    });
    let is_anything = stands.iter().any(|share| *share > 0.0);
    let stands = is_anything.then(|| stands.into_iter().map(|share| (share * 255.0) as u8).collect());
    Some((picture, stands))
}

#[cfg(test)]
mod tests;
