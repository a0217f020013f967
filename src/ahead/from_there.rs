//! Where somebody can strike from: what is said of a walk as if a blow could follow it is said only where one can.

use std::collections::BTreeSet;

use super::first::set_out;
use super::{Ahead, Watcher, is_still_on_turn};
use crate::battle::{Choice, Group, Id, Look, Order};
use crate::board::Square;

/// So many enemies are thought of, the nearest, and so many squares near each.
const THOUGHT_OF: (usize, usize) = (3, 3);

impl Ahead {
    /// Whether `who` could walk to one of these squares and strike an enemy from there in the same turn, by all rules and at what
    /// both take: tried out for the nearest enemies, from the squares that are nearest to each and from one at hand.
    pub fn strikes_from(&mut self, look: Look<'_>, who: Id, walk: &Choice, squares: &[Square]) -> bool {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        let body = look.footprint(who);
        let foes = look.foes_from(who, body).filter(|foe| look.knows_of(*foe)).take(THOUGHT_OF.0);
        for foe in foes {
            let aim = look.footprint(foe);
            let mut near = squares.to_vec();
            near.sort_by_key(|at| body.moved_to(*at).gap(aim));
            // In a field of zones one square of a place is as good as another.
            let mut places = BTreeSet::new();
            near.retain(|at| look.zoned().is_none() || places.insert(look.spot_of(body.moved_to(*at))));
            // Who shoots may have to stay away.
            let away = near.iter().copied().min_by_key(|at| body.moved_to(*at).gap(body));
            for at in near.into_iter().take(THOUGHT_OF.1).chain(away) {
                let mut watcher = Watcher::of(look, who, &self.habits);
                let go = Order { to: Some(at), ..walk.order.clone() };
                if !set_out(&mut copy, None, 0, &mut watcher) || copy.answer(go).is_err() {
                    continue;
                }
                copy.play(&mut watcher);
                let Some(there) = copy.look().filter(|there| is_still_on_turn(look, *there, who)) else { continue };
                let blows = there.without_words().options_at(who, there.key(foe), |deed| deed.group() == Group::Attack);
                let mut legal = blows.iter().filter(|blow| blow.is_legal());
                if legal.any(|blow| there.target(&blow.order) == Some(foe)) {
                    return true;
                }
            }
        }
        false
    }
}
