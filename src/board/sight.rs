//! Line of sight.
//!
//! One square sees another when the straight line between their middles is
//! free. The line is stopped by a square between them that blocks sight (the
//! two end squares never stop it: one looks out of a thicket, and sees the face
//! of a wall) and by any edge it crosses that blocks sight. Where it runs
//! exactly through a corner it may slip past on either side, and is stopped
//! only if both ways round are: a way round is stopped by the touched square or
//! by one of the two edges that lead through it. The line is the same from both
//! ends, so sight is mutual. (A rock far along a row of rocks may not be seen,
//! its neighbour hides its middle; for what stands in the open nothing is lost.)

use super::{Board, Centre, Footprint, Pass, Square, trace, trace_from};

/// What stops a line: sight, a blast, a thrown flask each have their own.
pub trait Barrier {
    /// Whether nothing passes through `square`.
    fn square(&self, square: Square) -> bool;

    /// Whether nothing passes the edge between two squares that share a side.
    fn edge(&self, a: Square, b: Square) -> bool;

    /// Whether a line is stopped on its way into the next square (what that
    /// square itself stops is not asked).
    fn stops(&self, pass: Pass) -> bool {
        match pass {
            Pass::Side { from, to } => self.edge(from, to),
            Pass::Corner { from, to, beside } => {
                beside.iter().all(|&via| self.square(via) || self.edge(from, via) || self.edge(via, to))
            }
        }
    }
}

/// Stops what sight stops at.
#[derive(Clone, Copy, Debug)]
pub struct BlocksSight<'a>(pub &'a Board);

impl Barrier for BlocksSight<'_> {
    fn square(&self, square: Square) -> bool {
        self.0.terrain(square).is_none_or(|terrain| terrain.blocks_sight)
    }

    fn edge(&self, a: Square, b: Square) -> bool {
        self.0.edge(a, b).is_none_or(|edge| edge.blocks_sight)
    }
}

/// Stops what a walker stops at: ground that cannot be entered, walls, shut doors.
#[derive(Clone, Copy, Debug)]
pub struct BlocksMove<'a>(pub &'a Board);

impl Barrier for BlocksMove<'_> {
    fn square(&self, square: Square) -> bool {
        self.0.terrain(square).is_none_or(|terrain| terrain.cost == 0)
    }

    fn edge(&self, a: Square, b: Square) -> bool {
        self.0.edge(a, b).is_none_or(|edge| edge.blocks_move)
    }
}

/// Stops at nothing.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl Barrier for Nothing {
    fn square(&self, _: Square) -> bool {
        false
    }

    fn edge(&self, _: Square, _: Square) -> bool {
        false
    }
}

/// Whether the line from a point to the middle of `to` is free of `barrier`.
/// What the two end squares would stop does not count.
pub fn line_is_free(barrier: &impl Barrier, from: Centre, to: Square) -> bool {
    trace_from(from, to).all(|pass| !barrier.stops(pass) && (pass.to() == to || !barrier.square(pass.to())))
}

/// Whether one square sees the other (and so the other the one). Nothing sees
/// from, or is seen, off the board.
pub fn sees(board: &Board, a: Square, b: Square) -> bool {
    board.contains(a) && board.contains(b) && line_is_free(&BlocksSight(board), Centre::Square(a), b)
}

/// Whether any square of one block sees any square of the other.
pub fn bodies_see(board: &Board, a: Footprint, b: Footprint) -> bool {
    let (near, far) = line_ends(a, b);
    sees(board, near, far) || a.squares().any(|from| b.squares().any(|to| sees(board, from, to)))
}

/// The nearest squares of two blocks, where lines between them start and end.
/// Where the blocks face each other across several, the middle one is taken
/// (the more northern or western of two); the order of the blocks does not matter.
pub fn line_ends(a: Footprint, b: Footprint) -> (Square, Square) {
    let axis = |a_low: i32, a_high: i32, b_low: i32, b_high: i32| {
        if b_low > a_high {
            (a_high, b_low)
        } else if a_low > b_high {
            (a_low, b_high)
        } else {
            let middle = (a_low.max(b_low) + a_high.min(b_high)).div_euclid(2);
            (middle, middle)
        }
    };
    let (a_far, b_far) = (a.far(), b.far());
    let (ax, bx) = axis(a.at.x, a_far.x, b.at.x, b_far.x);
    let (ay, by) = axis(a.at.y, a_far.y, b.at.y, b_far.y);
    (Square::new(ax, ay), Square::new(bx, by))
}

/// The squares strictly between two squares that the line between them enters,
/// in order: for smoke and darkness on the way.
pub fn squares_between(a: Square, b: Square) -> impl Iterator<Item = Square> {
    trace(a, b).map(Pass::to).filter(move |&square| square != b)
}

#[cfg(test)]
mod tests;
