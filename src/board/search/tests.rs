//! The search against the plainest one possible, written from the rules and not from the arrays.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::board::fixture::{any_board, ground, squares};
use crate::board::{Board, Corners, Gait, Goal, Metric, Terrain, check_path, find_path, reach};

/// A body's start, size and gait, and what it meets on each square.
#[derive(Clone, Debug)]
struct Case {
    board: Board,
    side: i32,
    gait: Gait,
    start: Start,
    met: Vec<Passage>,
    budget: Halves,
}

impl Case {
    fn meets(&self, square: Square) -> Passage {
        self.board.index(square).map_or(Passage::Free, |index| self.met[index])
    }

    fn body(&self, at: Square) -> Footprint {
        Footprint::new(at, self.side)
    }

    fn is_open(&self, a: Square, b: Square) -> bool {
        self.board.edge(a, b).is_some_and(|edge| !edge.blocks_move)
    }

    fn cost_of(&self, square: Square) -> u32 {
        self.board.terrain(square).map_or(0, |terrain| u32::from(terrain.cost))
    }

    fn fits(&self, at: Square) -> bool {
        let body = self.body(at);
        let neighbours = |square: Square| [square.step(Direction::East, 1), square.step(Direction::South, 1)];
        body.squares().all(|square| {
            self.cost_of(square) > 0
                && neighbours(square).into_iter().all(|next| !body.contains(next) || self.is_open(square, next))
        })
    }

    fn level(&self, at: Square) -> i32 {
        let heights = self.body(at).squares().filter_map(|square| self.board.cell(square)).map(|cell| cell.height);
        i32::from(heights.max().unwrap_or_default())
    }

    /// Whether no wall is crossed by a straight step.
    fn is_unwalled(&self, from: Square, way: Direction) -> bool {
        let (before, after) = (self.body(from), self.body(from.step(way, 1)));
        let mut leading = before.squares().filter(|&square| !before.contains(square.step(way, 1)));
        leading.all(|square| self.is_open(square, square.step(way, 1)))
            || !after.squares().all(|s| self.board.contains(s))
    }

    fn way(&self, from: Square, way: Direction, then: Direction) -> (bool, bool) {
        let via = from.step(way, 1);
        let rises = self.gait.climb.is_some_and(|most| self.level(via) - self.level(from) > i32::from(most));
        let is_unwalled = self.side > 1 || (self.is_unwalled(from, way) && self.is_unwalled(via, then));
        (is_unwalled, self.fits(via) && !rises)
    }

    fn step(&self, from: Square, direction: Direction) -> Option<u32> {
        let onto = from.step(direction, 1);
        let rise = self.level(onto) - self.level(from);
        let is_over = |most: Option<u16>, by: i32| most.is_some_and(|most| by > i32::from(most));
        if !self.fits(onto) || is_over(self.gait.climb, rise) || is_over(self.gait.drop, -rise) {
            return None;
        }
        if direction.is_diagonal() {
            let (left, right) = (direction.turned(-1), direction.turned(1));
            let ways = [self.way(from, left, right), self.way(from, right, left)];
            let is_open = match self.gait.corners {
                Corners::Clear => ways.iter().all(|way| way.0 && way.1),
                Corners::OneSide => ways.iter().any(|way| way.0 && way.1),
                Corners::Squeeze => ways.iter().any(|way| way.0),
            };
            self.gait.metric.diagonal().filter(|_| is_open)?;
        } else if !self.is_unwalled(from, direction) {
            return None;
        }
        let before = self.body(from);
        self.body(onto).squares().filter(|&square| !before.contains(square)).map(|square| self.cost_of(square)).max()
    }

    fn passage(&self, at: Square) -> Passage {
        let began = self.body(self.start.at);
        let fresh = self.body(at).squares().filter(|&square| !began.contains(square));
        fresh.fold(Passage::Free, |all, square| all.with(self.meets(square)))
    }

    /// The cheapest cost of every state, found by going over all of them until nothing changes.
    fn naive(&self) -> BTreeMap<(Square, bool), u32> {
        let diagonal = self.gait.metric.diagonal().unwrap_or_default();
        let alternates = diagonal[0] != diagonal[1];
        let mut known = BTreeMap::from([((self.start.at, alternates && self.start.odd), 0)]);
        loop {
            let mut next = known.clone();
            for (&(at, odd), &cost) in &known {
                if at != self.start.at && self.passage(at) == Passage::Halt {
                    continue;
                }
                for direction in Direction::ALL {
                    let onto = at.step(direction, 1);
                    let Some(times) = self.step(at, direction) else { continue };
                    let plain = if direction.is_diagonal() { diagonal[usize::from(odd)].0 } else { 2 };
                    let total = cost + times * plain;
                    if total > self.budget.0 || (onto != self.start.at && self.passage(onto) == Passage::Block) {
                        continue;
                    }
                    let odd = odd ^ (alternates && direction.is_diagonal());
                    let slot = next.entry((onto, odd)).or_insert(total);
                    *slot = total.min(*slot);
                }
            }
            if next == known {
                return known;
            }
            known = next;
        }
    }

    /// The least cost of ending at each square.
    fn ends(&self) -> BTreeMap<Square, u32> {
        let mut ends = BTreeMap::new();
        for ((at, _), cost) in self.naive() {
            if at == self.start.at || self.passage(at) != Passage::Through {
                let slot = ends.entry(at).or_insert(cost);
                *slot = cost.min(*slot);
            }
        }
        ends
    }
}

fn any_gait() -> impl Strategy<Value = Gait> {
    let metric = prop::sample::select(vec![
        Metric::Chebyshev,
        Metric::OneAndAHalf,
        Metric::Alternating,
        Metric::Alternating,
        Metric::Manhattan,
    ]);
    let corners = prop::sample::select(vec![Corners::Clear, Corners::OneSide, Corners::Squeeze]);
    let limit = || prop::option::weighted(0.3, 0u16..3);
    (metric, corners, limit(), limit()).prop_map(|(metric, corners, climb, drop)| Gait { metric, corners, climb, drop })
}

/// Boards with rocks, walls, bad ground, hills and bodies.
fn any_case() -> impl Strategy<Value = Case> {
    let met =
        prop::sample::select([vec![Passage::Free; 12], vec![Passage::Through, Passage::Halt, Passage::Block]].concat());
    let lie = (0u8..8, 0i16..4, met);
    let rough = (any_board(12), prop::collection::vec(lie, 14 * 14));
    (rough, 1i32..4, any_gait(), (0i32..14, 0i32..14, any::<bool>()), 0u32..40).prop_map(
        |((mut board, lies), side, gait, (x, y, odd), budget)| {
            board.terrains = [1, 0, 2, 3].map(|cost| Terrain { cost, ..ground("rough") }).to_vec();
            for (square, (kind, height, _)) in squares(&board).zip(&lies) {
                let cell = board.cell_mut(square).unwrap();
                cell.height = *height;
                if cell.terrain == 0 && *kind < 2 {
                    cell.terrain = kind + 2;
                }
            }
            let start = Start { at: Square::new(x % board.width(), y % board.height()), odd };
            let met = lies.into_iter().map(|(_, _, met)| met).collect();
            Case { board, side, gait, start, met, budget: Halves(budget) }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn reach_agrees_with_the_plainest_search(case in any_case()) {
        let ground = Ground::of(&case.board, case.side, case.gait);
        let mut scratch = Scratch::new();
        let bodies = |square: Square| case.meets(square);
        let found = reach(&ground, &bodies, case.start, case.budget, &mut scratch);
        if !case.board.holds(case.body(case.start.at)) {
            prop_assert_eq!(found.iter().count(), 0);
            return Ok(());
        }
        let listed: Vec<_> = found.iter().map(|reached| (reached.at, reached.cost.0)).collect();
        prop_assert!(listed.is_sorted_by_key(|&(_, cost)| cost));
        let mut by_square = listed.clone();
        by_square.sort_unstable();
        prop_assert_eq!(by_square, case.ends().into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn every_path_costs_what_it_claims_and_ends_in_no_wall(case in any_case()) {
        let ground = Ground::of(&case.board, case.side, case.gait);
        let mut scratch = Scratch::new();
        let bodies = |square: Square| case.meets(square);
        let found = reach(&ground, &bodies, case.start, case.budget, &mut scratch);
        for reached in found.iter() {
            let path = found.path(reached.at).unwrap();
            prop_assert!(reached.at == case.start.at || ground.fits(reached.at));
            prop_assert_eq!(path.last().copied().unwrap_or(case.start.at), reached.at);
            let walked = check_path(&ground, &bodies, case.start, &path, case.budget);
            prop_assert_eq!(walked.map(|route| (route.cost, Some(route.odd))), Ok((reached.cost, found.is_odd(reached.at))));
        }
    }

    #[test]
    fn a_long_way_is_as_short_as_the_plainest_search_finds(
        case in any_case(), to in (0i32..14, 0i32..14, 1i32..3), gaps in (0i32..2, 0i32..3),
    ) {
        let ground = Ground::of(&case.board, case.side, case.gait);
        let mut scratch = Scratch::new();
        let bodies = |square: Square| case.meets(square);
        let target = Footprint::new(Square::new(to.0, to.1), to.2);
        let (nearest, farthest) = (gaps.0, gaps.0 + gaps.1);
        let goal = Goal::near(target, case.side, nearest, farthest);
        let found = find_path(&ground, &bodies, case.start, goal, case.budget, &mut scratch);
        let Some(found) = found else {
            prop_assert!(!case.board.holds(case.body(case.start.at)));
            return Ok(());
        };
        let ends = case.ends();
        let is_there = |at: Square| (nearest..=farthest).contains(&case.body(at).gap(target));
        let best = ends.iter().filter(|&(&at, _)| is_there(at)).map(|(_, &cost)| cost).min();
        prop_assert_eq!(found.arrives.then_some(found.cost.0), best);
        let walked = check_path(&ground, &bodies, case.start, &found.squares, case.budget);
        prop_assert_eq!(walked.map(|route| (route.cost, route.odd)), Ok((found.cost, found.odd)));
        let end = found.squares.last().copied().unwrap_or(case.start.at);
        prop_assert_eq!(is_there(end), found.arrives);
    }

    #[test]
    fn a_scratch_that_has_served_others_makes_no_difference(cases in prop::collection::vec(any_case(), 2..5)) {
        let mut used = Scratch::new();
        for case in cases {
            let ground = Ground::of(&case.board, case.side, case.gait);
            let bodies = |square: Square| case.meets(square);
            let list = |scratch: &mut Scratch| {
                let found = reach(&ground, &bodies, case.start, case.budget, scratch);
                found.iter().map(|reached| (reached, found.path(reached.at))).collect::<Vec<_>>()
            };
            let goal = Goal::at(Square::new(3, 3));
            let fresh = list(&mut Scratch::new());
            prop_assert_eq!(list(&mut used), fresh);
            let ways = [&mut Scratch::new(), &mut used]
                .map(|scratch| find_path(&ground, &bodies, case.start, goal, case.budget, scratch));
            prop_assert_eq!(&ways[0], &ways[1]);
        }
    }
}

#[test]
fn generations_that_run_out_begin_again() {
    let board = crate::board::fixture::field(4, 4);
    let ground = Ground::of(&board, 1, Gait::default());
    let mut scratch = Scratch::new();
    let mut count = || {
        let found = reach(&ground, &crate::board::Nobody, Square::new(0, 0), Halves(2), &mut scratch).iter().count();
        scratch.generation = scratch.generation.min(2);
        found
    };
    assert_eq!([count(), count(), count(), count(), count()], [4; 5]);
}
