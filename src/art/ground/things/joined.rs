//! Things that go on in the next square: slabs, benches, stalls.

use super::{DARK_WOOD, WOOD};
use crate::art::ground::canvas::{At, Canvas, line, oval, rect};
use crate::art::ground::colour::{Rgb, lit};

/// The sides where a thing goes on in the next square.
#[derive(Clone, Copy)]
pub(super) struct Joins(pub u8);

impl Joins {
    pub const fn north(self) -> bool {
        self.0 & 1 > 0
    }
    pub const fn east(self) -> bool {
        self.0 & 2 > 0
    }
    pub const fn south(self) -> bool {
        self.0 & 4 > 0
    }
    pub const fn west(self) -> bool {
        self.0 & 8 > 0
    }
}

/// Corner and size of what keeps so far from the sides that nothing joins, across and along.
pub(super) fn between(joins: Joins, (side, end): At) -> (f32, f32, f32, f32) {
    let edge = |joined: bool, inset: f32| if joined { 0.56 } else { 0.5 - inset };
    let (left, right) = (-edge(joins.west(), side), edge(joins.east(), side));
    let (top, bottom) = (-edge(joins.north(), end), edge(joins.south(), end));
    (left, top, right - left, bottom - top)
}

/// A slab that goes on into the squares that it joins.
pub(super) fn slab(canvas: &mut Canvas, joins: Joins, inset: At, high: f32, colour: Rgb) {
    let (left, top, wide, deep) = between(joins, inset);
    let high = if joins.south() { 0.0 } else { high };
    let lid = rect((left, top), (wide, deep - high));
    // Where it goes on, its light does, too.
    let end = if joins.north() || joins.south() { (left + 0.8, top) } else { (left, top + 0.8) };
    canvas.blend(&lid, ((left, top), lit(colour, 1.08)), (end, lit(colour, 0.96)));
    if high > 0.0 {
        let edge = top + deep - high;
        canvas.blend(
            &rect((left, edge), (wide, high)),
            ((left, edge), lit(colour, 0.76)),
            ((left, top + deep), lit(colour, 0.58)),
        );
        canvas.detail(&line(&[(left, edge), (left + wide, edge)]), 0.7);
    }
    canvas.outline(&rect((left, top), (wide, deep)));
}

/// The seams of its boards.
pub(super) fn boards(canvas: &mut Canvas, joins: Joins, inset: f32, count: usize) {
    let (left, top, wide, deep) = between(joins, (inset, inset));
    let deep = if joins.south() { deep } else { deep - 0.1 };
    let is_tall = joins.north() || joins.south();
    for index in 1..count {
        let share = index as f32 / count as f32;
        let seam = if is_tall {
            [(left + wide * share, top), (left + wide * share, top + deep)]
        } else {
            [(left, top + deep * share), (left + wide, top + deep * share)]
        };
        canvas.stroke(&line(&seam), lit(DARK_WOOD, 0.8), 0.55, 0.014);
    }
}

pub(super) fn bench(canvas: &mut Canvas, joins: Joins) -> f32 {
    let is_tall = joins.north() || joins.south();
    let inset = if is_tall { (0.14, 0.06) } else { (0.06, 0.16) };
    slab(canvas, joins, inset, 0.08, DARK_WOOD);
    let (left, top, wide, deep) = between(joins, inset);
    let back = if is_tall { ((left, top), (0.13, deep)) } else { ((left, top), (wide, 0.13)) };
    canvas.piece(&rect(back.0, back.1), lit(WOOD, 1.06));
    let seat = if is_tall {
        [(left + 0.4, top), (left + 0.4, top + deep)]
    } else {
        [(left, top + 0.3), (left + wide, top + 0.3)]
    };
    canvas.stroke(&line(&seat), lit(DARK_WOOD, 0.65), 0.6, 0.016);
    0.2
}

pub(super) fn stall(canvas: &mut Canvas, joins: Joins, kind: u32) -> f32 {
    let cloths = [[0.62, 0.24, 0.20], [0.24, 0.38, 0.50], [0.34, 0.45, 0.26], [0.70, 0.50, 0.20], [0.46, 0.28, 0.42]];
    let cloth = cloths[kind as usize % cloths.len()];
    let (left, top, wide, deep) = between(joins, (0.05, 0.06));
    canvas.fill(&rect((left, top), (wide, deep)), [0.86, 0.81, 0.70], 1.0);
    for index in 0..5 {
        let x = -0.5 + index as f32 * 0.2 + 0.05;
        canvas.fill(&rect((x, top), (0.1, deep)), cloth, 1.0);
    }
    let middle = top + deep * 0.42;
    canvas.fill(&rect((left, top), (wide, middle - top)), [1.0, 1.0, 1.0], 0.10);
    canvas.fill(&rect((left, middle), (wide, top + deep - middle)), [0.1, 0.06, 0.1], 0.16);
    canvas.detail(&line(&[(left, middle), (left + wide, middle)]), 0.5);
    // The scalloped hem of the awning.
    for index in 0..10 {
        let x = -0.45 + index as f32 * 0.1;
        let hem = if index % 2 == 0 { cloth } else { [0.80, 0.75, 0.64] };
        canvas.fill(&oval((x, top + deep - 0.02), (0.05, 0.06)), lit(hem, 0.72), 1.0);
    }
    canvas.outline(&rect((left, top), (wide, deep)));
    0.42
}
