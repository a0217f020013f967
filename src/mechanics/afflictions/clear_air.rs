//! The way out of what hangs in the air: whoever cannot leave it at once comes nearer to where it is clear.

use std::collections::BTreeSet;

use crate::mechanics::prelude::*;

/// Squares that are looked at around somebody, and steps that are told apart.
const NEAR: i32 = 10;
const MOST: i32 = 6;

/// How many steps it takes from each foul square around somebody to the nearest that is clear.
pub(super) fn steps_out(look: Look<'_>, who: Id, is_foul: impl Fn(Footprint) -> bool) -> BTreeMap<Square, i32> {
    let body = look.footprint(who);
    let ground = look.ground().walk(body.side, look.rules().measure.gait);
    let (columns, rows) = (body.at.x - NEAR..=body.at.x + NEAR, body.at.y - NEAR..=body.at.y + NEAR);
    let all = rows.flat_map(|y| columns.clone().map(move |x| Square::new(x, y)));
    let is_foul = |at: &Square| look.board().supports(body.moved_to(*at)) && is_foul(body.moved_to(*at));
    let foul: BTreeSet<Square> = all.filter(is_foul).collect();
    let mut left: Vec<Square> = foul.iter().copied().collect();
    let mut steps = BTreeMap::new();
    for step in 1..MOST {
        let leads_out = |at: &Square| {
            let open = Direction::ALL.into_iter().filter(|to| ground.step(*at, *to).is_ok());
            let mut next = open.map(|to| at.step(to, 1));
            next.any(|square| !foul.contains(&square) || steps.contains_key(&square))
        };
        let (out, others): (Vec<Square>, Vec<Square>) = left.into_iter().partition(leads_out);
        steps.extend(out.into_iter().map(|at| (at, step)));
        left = others;
    }
    steps.extend(left.into_iter().map(|at| (at, MOST)));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    /// Promise: from each square of a cloud it is told how far it is to clear air, on foot and not through walls, so that whoever
    /// cannot leave it at once comes nearer to its end.
    #[test]
    fn the_way_out_of_a_cloud_goes_round_walls() {
        let game = trial::begun("scale_toughness/gas_corridor", 1);
        let look = trial::look(&game);
        let who = look.find("Goblin 1").unwrap();
        // Walls stand west of it but for a gap at (7, 3), and south of it but for one at (9, 5).
        let is_foul = |body: Footprint| (7..=10).contains(&body.at.x) && (1..=4).contains(&body.at.y);
        let steps = steps_out(look, who, is_foul);
        let from = |x: i32, y: i32| steps.get(&Square::new(x, y)).copied();
        assert_eq!([from(9, 4), from(10, 2), from(7, 3)], [Some(1); 3]);
        assert_eq!([from(9, 3), from(8, 3), from(8, 1)], [Some(2), Some(2), Some(3)]);
        assert_eq!([from(9, 5), from(12, 3), from(7, 2)], [None; 3]);
    }
}
