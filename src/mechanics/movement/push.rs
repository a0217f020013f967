//! Being pushed: so many squares straight on, until something stops it (ST-ENV-05); how fast somebody goes meanwhile.

use super::fall::level;
use crate::board::Obstacle;
use crate::mechanics::prelude::*;

/// Where somebody comes to who is pushed a step that way, onto open ground or over an edge, and whether over an edge.
pub(in crate::mechanics) fn ahead(look: Look<'_>, who: Id, way: Direction) -> Option<(Footprint, bool)> {
    let here = look.footprint(who);
    let there = here.moved_to(here.at.step(way, 1));
    match look.ground().walk(here.side, look.rules().measure.gait).step(here.at, way) {
        Ok(_) => Some((there, false)),
        Err(Obstacle::Steep) if level(look, there) < level(look, here) => Some((there, true)),
        Err(_) => None,
    }
}

/// Pushes somebody within a second, and lets them collide with whoever is in their way; how far they have come.
pub(in crate::mechanics) fn push(table: &mut Table<'_>, who: Id, way: Direction, squares: i32) -> Step<i32> {
    let speed = table.look().length(Halves::squares(squares.max(0).unsigned_abs()));
    let mut gone = 0;
    Rush::at(table, who, speed, |table| {
        while gone < squares {
            let Some((there, _)) = ahead(table.look(), who, way) else { break };
            let height = level(table.look(), table.look().footprint(who));
            if !table.shove(who, there)? {
                break;
            }
            gone += 1;
            // Whoever has fallen is pushed no farther.
            if level(table.look(), table.look().footprint(who)) < height - 1 {
                break;
            }
        }
        Ok(())
    })?;
    Ok(gone)
}

/// Units of length a second of somebody who runs, is pushed or thrown, or falls.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::mechanics) struct Rush(pub i32);

impl Rush {
    /// Does something while `who` goes as fast as that.
    pub(in crate::mechanics) fn at(
        table: &mut Table<'_>,
        who: Id,
        speed: i32,
        inside: impl FnOnce(&mut Table<'_>) -> Step,
    ) -> Step {
        table.edit::<Self>(who).0 = speed;
        inside(table)?;
        table.edit::<Self>(who).0 = 0;
        Ok(())
    }
}
