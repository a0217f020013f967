//! Where those stand who come upon others: so far off, on the side that they come from.

use super::{members, others};
use crate::mechanics::drives::squared;
use crate::mechanics::prelude::*;

/// Lets a side come to stand `apart` squares from all others, if so many are given, near to where its first comes from.
pub(super) fn bring(
    table: &mut Table<'_>,
    side: SideId,
    (from, apart): (Option<Square>, Option<i32>),
    rule: RuleId,
) -> Step {
    let look = table.look();
    let who: Vec<Id> = members(look, side).into_iter().filter(|id| look.mount(*id).is_none()).collect();
    let enemies = others(look, side);
    let spots = bring_these(table, &who, &enemies, (from, apart))?;
    if apart.is_some() && !spots.is_empty() {
        table.note(|look| {
            let enemies: Vec<Footprint> = enemies.iter().map(|id| look.footprint(*id)).collect();
            let nearest = spots.iter().map(|(_, spot)| gap(*spot, &enemies)).min().unwrap_or(0);
            let feet = nearest.saturating_mul(look.rules().measure.square);
            let text = format!("They are {feet} {} apart: {}.", look.rules().measure.unit, squares_in_words(nearest));
            Fact::new(rule, text).at(spots.iter().map(|(_, spot)| spot.at))
        });
    }
    Ok(())
}

/// The same for these, so far from these enemies; where each of them stands then.
pub(super) fn bring_these(
    table: &mut Table<'_>,
    who: &[Id],
    enemies: &[Id],
    (from, apart): (Option<Square>, Option<i32>),
) -> Step<Vec<(Id, Footprint)>> {
    let look = table.look();
    let enemies: Vec<Footprint> = enemies.iter().map(|id| look.footprint(*id)).collect();
    let mut taken: Vec<Footprint> =
        look.everybody().filter(|id| look.is_in_play(*id) && !who.contains(id)).map(|id| look.footprint(id)).collect();
    let mut spots: Vec<(Id, Footprint)> = Vec::new();
    for id in who.iter().copied() {
        let look = table.look();
        let body = look.footprint(id);
        let goal = match spots.first() {
            Some((_, first)) => first.at,
            None => from.unwrap_or(body.at),
        };
        let least = spots.first().map(|(_, first)| gap(*first, &enemies));
        if let Some(spot) = best(look, body, &taken, |at| {
            let gap = gap(at, &enemies);
            let off = match (apart, least) {
                (None, _) => 0,
                (Some(apart), None) => (gap - apart).abs(),
                (Some(_), Some(least)) => (least - gap).max(0),
            };
            (off, squared(at.at, goal), at.at.y, at.at.x)
        }) {
            taken.push(spot);
            spots.push((id, spot));
        }
    }
    for (id, spot) in &spots {
        if let Some(facing) =
            enemies.iter().min_by_key(|enemy| spot.gap(**enemy)).and_then(|enemy| toward(*spot, *enemy))
        {
            table.edit::<Place>(*id).facing = facing;
        }
        for rider in table.look().riders(*id).to_vec() {
            table.relocate(rider, *spot)?;
        }
        table.relocate(*id, *spot)?;
    }
    Ok(spots)
}

/// The nearest enemy is so many squares away.
fn gap(at: Footprint, enemies: &[Footprint]) -> i32 {
    enemies.iter().map(|enemy| at.gap(*enemy)).min().unwrap_or(0)
}

/// The best free place for a body.
fn best<R: Ord>(
    look: Look<'_>,
    body: Footprint,
    taken: &[Footprint],
    rank: impl Fn(Footprint) -> R,
) -> Option<Footprint> {
    let ground = look.ground().walk(body.side, look.rules().measure.gait);
    let places = look.board().squares().filter(|at| ground.fits(*at)).map(|at| body.moved_to(at));
    places.filter(|at| !taken.iter().any(|other| other.gap(*at) == 0)).min_by_key(|at| rank(*at))
}

/// Which way one looks at the other.
fn toward(from: Footprint, to: Footprint) -> Option<Direction> {
    let way = ((to.at.x - from.at.x).signum(), (to.at.y - from.at.y).signum());
    Direction::ALL.into_iter().find(|direction| direction.offset() == way)
}
