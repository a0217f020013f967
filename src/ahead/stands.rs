//! Where somebody could strike from at the end of a move, so far as it is worth a thought.

use super::menace::Menace;
use super::{far, near};
use crate::battle::{Choice, Id, Look};
use crate::board::{Footprint, Square};

/// Squares that are thought through for a blow before the best is taken: the nearest hand to hand and from afar, and of each
/// those where least is to be feared.
const TRIED: (usize, usize, usize) = (5, 3, 2);
/// Of the squares that a target is seen from no more than so many are looked at.
const SEEN: usize = 60;

/// Where a blow is worth a thought, those at the end of the shorter ways first: the nearest, and those where least is to be
/// feared.
pub(super) fn stands(
    look: Look<'_>,
    (mover, by, target): (Id, Id, Id),
    walk: &Choice,
    menace: &Menace<'_>,
) -> Vec<Square> {
    let (body, aim) = (look.footprint(mover), look.footprint(target));
    let open = || walk.squares.iter().filter(|(to, _)| *to != body.at);
    if look.zoned().is_some() {
        // Of each place one square, and of the places those that are nearest to the target.
        let mut places = Vec::new();
        let mut near: Vec<(Square, i32)> = open().copied().collect();
        near.sort_by_key(|(to, _)| body.moved_to(*to).gap(aim));
        near.retain(|(to, _)| {
            let place = look.spot_of(body.moved_to(*to));
            let is_new = !places.contains(&place);
            places.push(place);
            is_new
        });
        near.truncate(TRIED.0 + TRIED.1);
        near.sort_by_key(|(_, length)| *length);
        return near.into_iter().map(|(to, _)| to).collect();
    }
    let (near, far) = (near(look, by), far(look, by));
    let squares = || open().map(|(to, _)| *to);
    let hand_to_hand: Vec<Square> = squares().filter(|to| near(body.moved_to(*to), aim)).collect();
    let from_afar: Vec<Square> = squares().filter(|to| far(body.moved_to(*to), aim)).take(SEEN).collect();
    let fears = |to: &Square| menace.at(body.moved_to(*to));
    let found = [tried(hand_to_hand, TRIED.0, fears), tried(from_afar, TRIED.1, fears)].concat();
    let (riders, mount) = (look.riders(mover), look.mount(mover));
    let is_other = |id: &Id| look.is_in_play(*id) && mount != Some(*id) && !riders.contains(id);
    let friends: Vec<Footprint> = look.friends(mover).filter(is_other).map(|id| look.footprint(id)).collect();
    free_first(found, body, &friends)
}

/// The same places, those first in which no friend stands: of equal ones the first is taken.
fn free_first(mut squares: Vec<Square>, body: Footprint, friends: &[Footprint]) -> Vec<Square> {
    squares.sort_by_key(|to| friends.iter().any(|friend| body.moved_to(*to).gap(*friend) == 0));
    squares
}

/// The first so many of these squares, and of the others those where least is to be feared.
fn tried(mut squares: Vec<Square>, first: usize, fears: impl Fn(&Square) -> f64) -> Vec<Square> {
    let mut others = squares.split_off(first.min(squares.len()));
    let mut feared: Vec<(f64, Square)> = others.drain(..).map(|square| (fears(&square), square)).collect();
    feared.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    squares.extend(feared.into_iter().take(TRIED.2).map(|(_, square)| square));
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: of places that are alike one that is free comes before one that a friend stands in.
    #[test]
    fn free_places_come_before_those_of_friends() {
        let at = |x: i32| Square::new(x, 0);
        let stands = |x: i32| Footprint { at: at(x), side: 1 };
        let found = free_first(vec![at(1), at(2), at(3)], stands(8), &[stands(1)]);
        assert_eq!(found, [at(2), at(3), at(1)]);
    }

    /// Promise: beside the nearest places those are thought of where least is to be feared, however far off.
    #[test]
    fn safe_places_are_thought_of_too() {
        let squares: Vec<Square> = (0..12).map(|x| Square::new(x, 0)).collect();
        let fears = |square: &Square| if square.x == 11 { 0.0 } else { 0.5 };
        let tried = tried(squares.clone(), 5, fears);
        assert_eq!(tried[..5], squares[..5]);
        assert!(tried.len() == 5 + TRIED.2 && tried[5] == squares[11], "{tried:?}");
    }
}
