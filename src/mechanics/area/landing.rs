//! Where an area goes that misses its mark (ST-AREA-03).

use super::shape::Aimed;
use crate::board::{BlocksSight, Board, Template, scatter, scatter_direction, swerve};
use crate::mechanics::prelude::*;

/// The numbers of going astray.
#[derive(Clone, Debug, Deserialize)]
pub struct Astray {
    /// The die of the direction, for those that shift and those that turn.
    pub die: Expr,
    /// Sides of the dice of the distance.
    pub sides: u16,
    /// How many of them there are at close range; one more for each range step.
    pub at_least: i32,
    /// The figure that says how large a thrower is.
    pub size: FigureName,
}

impl Astray {
    /// The dice of the distance over so many range steps.
    pub fn distance(&self, steps: i32) -> Option<Expr> {
        format!("{}d{}", self.at_least.saturating_add(steps).clamp(1, 100), self.sides).parse().ok()
    }

    /// Squares of the board that one square astray comes to: one of the thrower or of the weapon, the larger counts.
    pub fn own(&self, look: Look<'_>, who: Id, arm: &Arm) -> i32 {
        look.rules().measure.own_squares(look.value(who, self.size).max(arm.scale))
    }

    /// Where an area lands that goes astray; before a wall it stops.
    pub fn land(&self, board: &Board, aimed: &Aimed, face: i32, squares: i32, own: i32) -> Template {
        let face = u32::try_from(face).unwrap_or(0);
        match aimed.template {
            Template::Disc { centre, .. } => match scatter_direction(face) {
                Some(direction) => {
                    let landing = scatter(board, &BlocksSight(board), centre, direction, squares, own);
                    aimed.template.moved_to(landing.centre)
                }
                None => aimed.template,
            },
            template => template.turned(swerve(face).unwrap_or(0)),
        }
    }

    /// Whether a missed area of this kind shifts, rather than turns.
    pub const fn shifts(aimed: &Aimed) -> bool {
        aimed.square.is_some()
    }
}
