//! What stands about those who are in somebody's hands: walls, floors, sharp corners and drops (HG-GRAP-08 to
//! HG-GRAP-10).

use super::CloseCombat;
use crate::mechanics::movement::level;
use crate::mechanics::prelude::*;
use crate::mechanics::room::is_taken;
use crate::mechanics::surfaces::{ground, hardness};

/// Something that somebody can be slammed into.
pub(super) struct Surface {
    pub name: String,
    /// How hard it is, and with its corner, if it has one.
    pub hard: Sum,
    pub corner: Option<(Key, i32)>,
}

/// Where somebody can be thrown down.
pub(super) struct Drop {
    pub to: Footprint,
    pub height: i32,
}

/// The floor, as orders and players call it.
pub(super) const FLOOR: &str = "floor";

/// Whether a thing stands on a body's squares, beside them, or on one of their edges.
fn is_beside(thing: &Thing, body: Footprint) -> bool {
    let on = thing.squares.iter().any(|square| body.gap(Footprint::one(*square)) <= 1);
    on || thing.edges.iter().any(|(a, b)| body.contains(*a) || body.contains(*b))
}

impl CloseCombat {
    fn corner(&self, words: &[Key]) -> Option<(Key, i32)> {
        let corners = self.slams.corners.iter().filter(|(word, _)| words.contains(word));
        corners.map(|(word, n)| (*word, *n)).max_by_key(|(_, n)| *n)
    }

    /// Everything that `who` can be slammed into where their body is, the floor first, if they are on it. What is soft
    /// is no use.
    pub(super) fn surfaces(&self, look: Look<'_>, who: Id, body: Footprint) -> Vec<Surface> {
        let floor = || Surface { name: FLOOR.to_owned(), hard: ground(look, who, body), corner: None };
        let mut found: Vec<Surface> = (look.place(who).altitude == 0).then(floor).into_iter().collect();
        let mut add = |name: &str, words: &[Key]| {
            let (hard, corner) = (hardness(look, who, words), self.corner(words));
            let worst =
                |hard: &Sum, corner: Option<(Key, i32)>| hard.total().saturating_add(corner.map_or(0, |(_, n)| n));
            let new = Surface { name: name.to_owned(), hard, corner };
            // Of several that are called the same, the one that hurts most.
            match found.iter_mut().find(|known| known.name == name) {
                None => found.push(new),
                Some(known) if worst(&known.hard, known.corner) < worst(&new.hard, new.corner) => *known = new,
                Some(_) => {}
            }
        };
        let board = look.board();
        for square in body.around(1, 1).filter(|square| !body.contains(*square)) {
            let is_filled = look.ground().things.iter().any(|thing| thing.squares.contains(&square));
            let wall = board.terrain(square).filter(|wall| !is_filled && (wall.cost == 0 || wall.blocks_sight));
            if let Some(wall) = wall {
                let words: Vec<Key> = wall.tags.iter().filter_map(|word| Key::find(word)).collect();
                add(&wall.name, &words);
            }
        }
        for id in look.things() {
            if let Some(thing) = look.thing(id).filter(|thing| is_beside(thing, body)) {
                add(&thing.name, &thing.def.tags);
            }
        }
        found.retain(|surface| surface.hard.total() > 0);
        found
    }

    /// Every place beside a body of `who` that lies far enough below and where there is room to land, the deepest first.
    pub(super) fn drops(&self, look: Look<'_>, who: Id, body: Footprint) -> Vec<Drop> {
        let walks = look.ground().walk(body.side, look.rules().measure.gait);
        let places =
            body.around(body.side, 1).map(|at| body.moved_to(at)).filter(|to| to.gap(body) == 1 && walks.fits(to.at));
        let drops = places.map(|to| Drop { to, height: level(look, body) - level(look, to) });
        let is_open = |drop: &Drop| drop.height >= self.drop && !is_taken(look, who, drop.to);
        let mut drops: Vec<Drop> = drops.filter(is_open).collect();
        drops.sort_by_key(|drop| (-drop.height, drop.to.at));
        drops
    }
}
