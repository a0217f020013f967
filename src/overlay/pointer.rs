//! What is pointed at: by the mouse, by the cursor of the keys, by a panel; and whom that would touch.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy_egui::egui::{Pos2, Response};

use super::board;
use super::panels::{Back, Begun, Decided, Frame, Height, Panels, Seen};
use crate::battle::{Id, Look, Order, Strays};
use crate::board::{Footprint, Square};

/// Points that the pointer moves at least before what is below it is what is meant.
const STILL: f32 = 6.0;

/// What is pointed at.
#[derive(Resource, Debug, Default)]
pub struct Pointer {
    /// The square under the pointer.
    pub hovered: Option<Square>,
    /// The token under the pointer: of several in a square the one that is meant.
    pub token: Option<Id>,
    /// The square whose stack lies open because the pointer is on it.
    pub open: Option<Square>,
    /// The square that the keys point at, until the pointer moves.
    pub cursor: Option<Square>,
    /// The fighter that the keys have turned to, until the pointer moves.
    pub picked: Option<Id>,
    /// A square that was clicked by key.
    pub clicked: Option<Square>,
    /// The fighter that a panel points at.
    pub pointed: Option<Id>,
    /// The answer that a panel points at.
    pub preview: Option<Order>,
    /// What follows on it in the same turn.
    pub next: Option<Order>,
    /// Whom the deed would touch that is pointed at.
    pub touched: Vec<Id>,
    /// The squares that it would strike.
    pub struck: Arc<BTreeSet<Square>>,
    /// Who could strike at the end of the way that is pointed at, and whether hand to hand.
    pub strikers: Vec<(Id, bool)>,
    /// It has rested for so long that what takes a while is worked out.
    pub rests: bool,
    /// Where what it sends at an area may come down, and upon which of one's own.
    pub strays: Option<Arc<Strays>>,
    /// Where the pointer has been since something lay over the field there.
    covered: Option<Pos2>,
    /// Squares that the log points at.
    pub lit: Vec<Square>,
    /// What panels pointed at when the field was drawn.
    before: (Option<Id>, Option<Order>, Option<Order>),
}

/// What is pointed at.
pub fn plugin(app: &mut App) {
    app.init_resource::<Pointer>();
    app.add_observer(|_: On<'_, '_, Begun>, mut pointer: ResMut<'_, Pointer>| {
        (pointer.cursor, pointer.picked) = (None, None);
    });
    app.add_observer(|_: On<'_, '_, Decided>, mut pointer: ResMut<'_, Pointer>| pointer.lit.clear());
    app.on_seen(|Seen(look): Seen<'_>, mut pointer: ResMut<'_, Pointer>| {
        pointer.pointed.take_if(|id| !look.knows_of(*id));
        pointer.picked.take_if(|id| !look.knows_of(*id));
        pointer.next.take_if(|order| look.target(order).is_some_and(|id| !look.knows_of(id)));
    });
    app.add_panel(Height::Notices, |Frame { ui, .. }: Frame<'_>, pointer: Res<'_, Pointer>| {
        let (pointed, preview, next) = &pointer.before;
        if (&pointer.pointed, &pointer.preview, &pointer.next) != (pointed, preview, next) {
            ui.ctx().request_repaint();
        }
    });
    app.on_back(Back::Cursor, |mut pointer: ResMut<'_, Pointer>| pointer.cursor.take().is_some());
}

/// Whether nothing lies over the field at this place. A panel has all that is behind it, its edges and what is grey in it too.
pub fn lies_open(field: &Response, at: Pos2) -> bool {
    field.ctx.layer_id_at(at).is_none_or(|top| top == field.layer_id)
}

impl Pointer {
    /// What panels point at is said anew by all that lies over the field; the field shows it in the next frame.
    pub fn say_anew(&mut self) {
        self.before = (self.pointed.take(), self.preview.take(), self.next.take());
    }

    /// Notes where the pointer is, and whether anything lies over the field there.
    pub fn cover(&mut self, at: Option<Pos2>, is_over: bool) {
        match at {
            Some(at) if is_over => self.covered = Some(at),
            Some(at) => {
                self.covered.take_if(|before| before.distance(at) > STILL);
            }
            // A finger that is lifted comes back to where it was.
            None => {}
        }
    }

    /// Whether the pointer still is where something lay over the field: what came to light below it was not pointed at.
    pub const fn is_covered(&self) -> bool {
        self.covered.is_some() && self.cursor.is_none()
    }

    /// What is below the pointer is meant from now on.
    pub const fn uncover(&mut self) {
        self.covered = None;
    }

    /// Whoever is in the square that is pointed at.
    pub fn over(&self, look: Look<'_>) -> Option<Id> {
        self.hovered.and_then(|square| self.at(look, square))
    }

    /// Whoever is meant by this square: the token under the pointer, else the one that the keys have turned to, if it is
    /// there.
    pub fn at(&self, look: Look<'_>, square: Square) -> Option<Id> {
        let is_there = |id: &Id| look.knows_of(*id) && look.footprint(*id).contains(square);
        self.token.filter(is_there).or_else(|| self.picked.filter(is_there)).or_else(|| board::at(look, square))
    }

    /// Whoever is pointed at, on the field or by a panel.
    pub fn meant(&self, look: Look<'_>) -> Option<Id> {
        self.over(look).or(self.pointed)
    }

    /// Whoever's threat is shown alone: the enemy that is pointed at.
    pub fn threat_of(&self, look: Look<'_>) -> Option<Id> {
        let one = self.meant(look)?;
        let is_enemy = look.asked().is_some_and(|asked| look.are_enemies(asked, one));
        (!one.is_thing() && is_enemy && look.is_in_play(one)).then_some(one)
    }

    /// From where one looks: the square that is pointed at, else whoever acts.
    pub fn sight_from(&self, look: Look<'_>) -> Option<Footprint> {
        let asked = || look.asked().map(|who| look.footprint(who));
        let pointed = self.hovered.map(|square| {
            let body = self.at(look, square).filter(|id| !id.is_thing());
            body.map_or_else(|| Footprint::one(square), |body| look.footprint(body))
        });
        pointed.or_else(asked)
    }

    /// Moves the cursor by so many squares, from whoever acts at first.
    pub fn move_cursor(&mut self, look: Look<'_>, x: i32, y: i32) {
        let board = look.board();
        let acts = look.asked().map(|who| look.footprint(who).at);
        let middle = Square::new(board.width() / 2, board.height() / 2);
        let from = self.cursor.or(acts).unwrap_or(middle);
        let to = Square::new((from.x + x).clamp(0, board.width() - 1), (from.y + y).clamp(0, board.height() - 1));
        self.cursor = Some(to);
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    /// Promise: what comes to light below the pointer is not pointed at before the pointer has moved, or it was said to be meant;
    /// what the keys point at is.
    #[test]
    fn what_comes_to_light_below_the_pointer_is_not_meant() {
        let mut pointer = Pointer::default();
        pointer.cover(Some(pos2(10.0, 10.0)), false);
        assert!(!pointer.is_covered());
        pointer.cover(Some(pos2(10.0, 10.0)), true);
        pointer.cover(Some(pos2(12.0, 10.0)), false);
        assert!(pointer.is_covered(), "a hand is never still");
        pointer.cursor = Some(Square::new(1, 1));
        assert!(!pointer.is_covered());
        pointer.cursor = None;
        pointer.cover(None, false);
        assert!(pointer.is_covered(), "a finger is lifted");
        pointer.cover(Some(pos2(30.0, 10.0)), false);
        assert!(!pointer.is_covered());
        pointer.cover(Some(pos2(30.0, 10.0)), true);
        pointer.uncover();
        pointer.cover(Some(pos2(30.0, 10.0)), false);
        assert!(!pointer.is_covered());
    }
}
