//! Ways that cost the same: of those the one with the least to be feared and the fewest enemies to be passed, and of equal ones
//! the straightest. The rules take any of them if its squares are named.

use std::collections::{BTreeSet, HashMap};

use super::menace::Menace;
use super::{Ahead, Comes, crossed};
use crate::battle::{Choice, Id, Look, Order};
use crate::board::{Direction, Footprint, Ground, Square, leads_straight_at};

/// A move to more squares than this goes as the rules lead it.
const MOST: usize = 4_000;
/// No way is named square by square that is longer.
const LONGEST: usize = 40;
/// What a step takes of a straight way, along and across.
const LENGTHS: (u32, u32) = (100, 141);

/// What speaks against a way, worst first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Against {
    /// What the ground does that it leads over, in thousandths of a felled fighter.
    ground: u32,
    /// How often it leads out of the reach of an enemy.
    leaves: u32,
    /// Enemies through whose squares it leads, once a step.
    through: u32,
    /// How often a step on it ends within reach of one.
    passes: u32,
    length: u32,
    /// No reason to go another way than the rules lead: of equal ways the one with fewer turns is found first.
    turns: u32,
}

impl Against {
    /// Whether less speaks against it, whatever its turns.
    fn is_less_than(self, other: Self) -> bool {
        Self { turns: 0, ..self } < Self { turns: 0, ..other }
    }

    fn and(self, other: Self) -> Self {
        Self {
            ground: self.ground + other.ground,
            leaves: self.leaves + other.leaves,
            through: self.through + other.through,
            passes: self.passes + other.passes,
            length: self.length + other.length,
            turns: self.turns + other.turns,
        }
    }
}

/// What is to be feared in the squares of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Feared {
    /// Enemies who reach that place, a bit for each.
    reached: u64,
    /// How many enemies stand in it.
    taken: u32,
    ground: u32,
}

/// The best ways of one move to all squares that it reaches.
#[derive(Debug, Default)]
pub struct Routes {
    from: Square,
    feared: HashMap<Square, Feared>,
    /// Of each square the way there, by the direction of its last step: what speaks against it, and the step before.
    best: HashMap<Square, [Option<(Against, Option<Direction>)>; 8]>,
}

impl Routes {
    /// Of a plain move on a field of squares; of any other there are none but those of the rules.
    pub fn of(look: Look<'_>, who: Id, walk: &Choice) -> Self {
        let body = look.footprint(who);
        let is_plain = look.zoned().is_none() && walk.order.manner.is_empty() && walk.squares.len() <= MOST;
        if !is_plain {
            return Self::default();
        }
        let (menace, ground) = (Menace::of(look, who), look.ground().walk(body.side, look.rules().measure.gait));
        let foes = look.foes(who).filter(|foe| look.knows_of(*foe));
        let foes: Vec<Footprint> = foes.map(|foe| look.footprint(foe)).collect();
        Self::among(&ground, body, &walk.squares, |there| Feared {
            reached: menace.reaching(there),
            taken: foes.iter().filter(|foe| there.gap(**foe) == 0).count() as u32,
            ground: (menace.ground(there) * 1000.0) as u32,
        })
    }

    /// `squares`: with what the cheapest way to each costs, in half squares, the cheapest first.
    fn among(
        ground: &Ground,
        body: Footprint,
        squares: &[(Square, i32)],
        feared: impl Fn(Footprint) -> Feared,
    ) -> Self {
        let start = std::iter::once((body.at, 0));
        let costs: HashMap<Square, i32> = start.chain(squares.iter().copied()).collect();
        let feared = costs.keys().map(|square| (*square, feared(body.moved_to(*square)))).collect();
        let mut routes = Self { from: body.at, feared, best: HashMap::new() };
        for (square, cost) in squares {
            let mut best = [None; 8];
            for (place, direction) in best.iter_mut().zip(Direction::ALL) {
                let before = square.step(direction.opposite(), 1);
                let Some(paid) = costs.get(&before).filter(|paid| *paid < cost) else { continue };
                let takes = |each: u32| {
                    ground
                        .step(before, direction)
                        .is_ok_and(|times| i64::from(each) * i64::from(times) == i64::from(cost - paid))
                };
                let plain = match direction.is_diagonal() {
                    true => ground.gait().metric.diagonal().map_or([0; 2], |each| each.map(|halves| halves.0)),
                    false => [2; 2],
                };
                if plain.into_iter().any(takes) {
                    *place = routes.onward(before, *square, direction);
                }
            }
            routes.best.insert(*square, best);
        }
        routes
    }

    /// The best way that goes on from a square in this direction, and the step before.
    fn onward(&self, before: Square, to: Square, direction: Direction) -> Option<(Against, Option<Direction>)> {
        if before == self.from {
            return Some((self.step(before, to, (None, direction)), None));
        }
        let ways = self.best.get(&before)?.iter().zip(Direction::ALL);
        let onward = ways.filter_map(|(way, heading)| {
            let so_far = way.as_ref()?.0;
            Some((so_far.and(self.step(before, to, (Some(heading), direction))), Some(heading)))
        });
        onward.min_by_key(|(against, _)| *against)
    }

    /// What speaks against one step. What is feared where a way begins and ends is the same on all.
    fn step(&self, before: Square, to: Square, (heading, direction): (Option<Direction>, Direction)) -> Against {
        let feared = |square: Square| self.feared.get(&square).copied().unwrap_or_default();
        let (here, there) = (feared(before), feared(to));
        let is_on_the_way = before != self.from;
        Against {
            ground: if is_on_the_way { here.ground } else { 0 },
            leaves: (here.reached & !there.reached).count_ones(),
            through: if is_on_the_way { here.taken } else { 0 },
            passes: if is_on_the_way { here.reached.count_ones() } else { 0 },
            length: if direction.is_diagonal() { LENGTHS.1 } else { LENGTHS.0 },
            turns: u32::from(heading.is_some_and(|heading| heading != direction)),
        }
    }

    /// What speaks against a way that leads over these squares, if each touches the one before.
    fn against(&self, way: &[Square]) -> Option<Against> {
        let (mut against, mut before, mut heading) = (Against::default(), self.from, None);
        for square in way {
            let direction = Direction::ALL.into_iter().find(|direction| before.step(*direction, 1) == *square)?;
            against = against.and(self.step(before, *square, (heading, direction)));
            (before, heading) = (*square, Some(direction));
        }
        Some(against)
    }

    /// The squares of the best way.
    fn way(&self, to: Square) -> Option<(Against, Vec<Square>)> {
        let ways = self.best.get(&to)?.iter().zip(Direction::ALL);
        let last = ways.filter_map(|(way, heading)| Some((way.as_ref()?.0, heading)));
        let (against, mut heading) = last.min_by_key(|(against, _)| *against)?;
        let (mut squares, mut at) = (Vec::new(), to);
        while at != self.from {
            squares.push(at);
            let index = Direction::ALL.iter().position(|direction| *direction == heading)?;
            let (_, before) = (*self.best.get(&at)?.get(index)?)?;
            at = at.step(heading.opposite(), 1);
            heading = match before {
                Some(before) => before,
                None => break,
            };
        }
        squares.reverse();
        Some((against, squares))
    }

    /// A way to `to` that is better than the one that the rules take.
    fn better(&self, usual: &[Square], to: Square) -> Option<Vec<Square>> {
        let (best, way) = self.way(to)?;
        let is_better = self.against(usual).is_some_and(|usual| best.is_less_than(usual));
        (is_better && way.len() <= LONGEST).then_some(way)
    }
}

impl Ahead {
    /// The same move on a better way of the same price, where there is one that gives no more of the enemies a say in it.
    pub fn routed(&mut self, look: Look<'_>, who: Id, routes: &Routes, go: &Order) -> Option<Order> {
        let (to, deed) = (go.to.filter(|_| go.path.is_empty())?, look.deed(go.verb).ok()?);
        let usual = deed.way(look, who, go)?;
        // Whoever runs straight at an enemy may do so for the sake of the blow.
        let body = look.footprint(who);
        let mut foes = look.foes(who).filter(|foe| look.knows_of(*foe)).map(|foe| look.footprint(foe));
        let is_straight = foes.any(|foe| body.moved_to(to).gap(foe) <= 1 && leads_straight_at(body, &usual, foe));
        if is_straight && crossed(look, who, &usual).is_empty() {
            return None;
        }
        let way = routes.better(&usual, to)?;
        let economy = &look.rules().economy;
        let takes = |order: &Order| Some(economy.price(look, who, &**deed, order).ok()?.amount);
        let path: Vec<Square> = way.iter().copied().filter(|square| *square != to).collect();
        let routed = Order { path, ..go.clone() };
        let is_open = !routed.path.is_empty() && look.check(&routed).is_ok() && takes(&routed) == takes(go);
        if !is_open {
            return None;
        }
        let mut answered = |order: &Order| self.comes(look, who, order).map(|comes| Self::says(&comes));
        let (usual, other) = (answered(go)?, answered(&routed)?);
        (other <= usual).then_some(routed)
    }

    /// How many have a say in a move, and how many enemies it walks away from or squeezes past.
    fn says(comes: &Comes) -> (usize, usize, bool) {
        let by: BTreeSet<Id> = comes.stings.iter().map(|sting| sting.by).collect();
        (by.len(), comes.leaves.len() + comes.through.len(), comes.ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Gait, Metric, Terrain};

    const fn at(x: i32, y: i32) -> Square {
        Square::new(x, y)
    }

    /// The ways from a square over an open field without these squares, and with an enemy who reaches and one who takes up those.
    fn ways(metric: Metric, from: Square, shut: &[Square], reached: &[Square], taken: &[Square]) -> Routes {
        let board = Board::open(9, 9, Terrain::open("meadow")).unwrap();
        let ground = Ground::of(&board, 1, Gait { metric, ..Gait::default() });
        let open = board.squares().filter(|square| *square != from && !shut.contains(square));
        let cost = |square: Square| metric.halves(square.x - from.x, square.y - from.y).0 as i32;
        let mut squares: Vec<(Square, i32)> = open.map(|square| (square, cost(square))).collect();
        squares.sort_by_key(|(square, cost)| (*cost, *square));
        let feared = |there: Footprint| Feared {
            reached: u64::from(reached.contains(&there.at)),
            taken: u32::from(taken.contains(&there.at)),
            ground: 0,
        };
        Routes::among(&ground, Footprint::one(from), &squares, feared)
    }

    /// Promise: where a diagonal step costs as much as any other, a way round somebody is no wide wedge.
    #[test]
    fn of_equal_ways_the_straightest_is_gone() {
        let routes = ways(Metric::Chebyshev, at(0, 5), &[at(5, 5)], &[], &[]);
        let wedge = [at(1, 4), at(2, 3), at(3, 2), at(4, 3), at(5, 4), at(6, 5)];
        let way = routes.better(&wedge, at(6, 5)).expect("a straighter way");
        assert!(way.len() == wedge.len() && way.last() == Some(&at(6, 5)) && !way.contains(&at(5, 5)), "{way:?}");
        let before = std::iter::once(at(0, 5)).chain(way.iter().copied());
        let across = before.zip(&way).filter(|(one, other)| one.y != other.y).count();
        assert_eq!(across, 2, "{way:?}");
        assert_eq!(routes.better(&way, at(6, 5)), None, "none is better than the best");
    }

    /// Promise: a way that passes an enemy is left for one of the same price that passes nobody; one that passes nobody stays
    /// what the rules make of it.
    #[test]
    fn of_equal_ways_the_one_past_fewer_enemies_is_gone() {
        let reached = [at(1, 0), at(2, 0), at(3, 0)];
        let routes = ways(Metric::Chebyshev, at(0, 1), &[], &reached, &[]);
        let past = [at(1, 0), at(2, 0), at(3, 0), at(4, 1)];
        let way = routes.better(&past, at(4, 1)).expect("a way past nobody");
        assert!(way.len() == past.len() && way.iter().all(|square| !reached.contains(square)), "{way:?}");
        let routes = ways(Metric::OneAndAHalf, at(0, 0), &[], &[], &[]);
        let usual = [at(1, 1), at(2, 2), at(3, 2), at(4, 2), at(5, 2)];
        assert_eq!(routes.better(&usual, at(5, 2)), None);
    }

    /// Promise: nobody squeezes through the square of an enemy where a way of the same price leads past them.
    #[test]
    fn of_equal_ways_the_one_through_nobody_is_gone() {
        // Whoever lies there reaches nobody.
        let foe = at(4, 3);
        let routes = ways(Metric::OneAndAHalf, at(3, 4), &[], &[], &[foe]);
        assert_eq!(routes.better(&[foe, at(5, 3)], at(5, 3)), Some(vec![at(4, 4), at(5, 3)]));
        assert_eq!(routes.better(&[at(4, 4), at(5, 3)], at(5, 3)), None, "it is the best");
    }

    /// Promise: where every way passes an enemy the straight one is gone, and a way that costs more is none.
    #[test]
    fn a_longer_way_is_none() {
        let wall: Vec<Square> = (0..9).map(|y| at(2, y)).collect();
        let routes = ways(Metric::OneAndAHalf, at(0, 4), &[], &wall, &[]);
        let straight = [at(1, 4), at(2, 4), at(3, 4), at(4, 4)];
        assert_eq!(routes.better(&straight, at(4, 4)), None);
        assert_eq!(routes.way(at(4, 4)).map(|(_, way)| way), Some(straight.to_vec()));
    }
}
