//! Fighting from above, and from below (OS-ATK-13).

use crate::mechanics::prelude::*;

/// The numbers of high ground.
#[derive(Clone, Debug, Deserialize)]
pub struct HighGround {
    /// By how much ground must be higher, in the board's unit of length.
    pub step: i32,
    /// The words of blows from above, and from below.
    pub words: (Key, Key),
}

/// How high the ground is under somebody.
fn height(look: Look<'_>, who: Id) -> i32 {
    let cells = look.footprint(who).squares().filter_map(|square| look.board().cell(square));
    cells.map(|cell| i32::from(cell.height)).max().unwrap_or(0)
}

impl Mechanic for HighGround {}

narrows!(HighGround: |self, look, case| {
    let Some(target) = case.against.filter(|target| !target.is_thing()) else { return };
    let (above, below) = self.words;
    match height(look, case.who) - height(look, target) {
        higher if higher >= self.step => case.push_word(above),
        lower if -lower >= self.step => case.push_word(below),
        _ => {}
    }
});
