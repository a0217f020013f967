//! How much better it is to stand where shots hit less: cover, height and light count for as much as the rules foretell. Only
//! the nearest shooters are reckoned with, and only a few squares that differ in what lies between.

use super::later::{incoming, threats};
use super::place::shyness;
use crate::battle::{ArmKind, Id, Item, Look, Memo};
use crate::board::{CoverGrade, Footprint, Square, bodies_see};

/// Shooters who are reckoned with, the nearest.
const SHOOTERS: usize = 2;

/// Squares that are looked at, the best first, and those of which it is foretold what comes of standing there.
const LOOKED_AT: usize = 16;
const FORETOLD: usize = 3;

/// What harm that may come counts for beside a place to strike from.
const CARES: f64 = 0.5;

/// What a square is like for those who are shot at in it: what lies between it and each shooter, its height and its ground.
type Kind<'a> = (Vec<Option<CoverGrade>>, i16, &'a [String]);

/// The enemies who may shoot at somebody.
pub(super) struct Shelter<'a> {
    look: Look<'a>,
    who: Id,
    body: Footprint,
    shooters: Vec<Id>,
    cares: f64,
}

impl<'a> Shelter<'a> {
    /// Nothing where nobody shoots, where nothing is cover, and for those who have waited long enough.
    pub fn of(look: Look<'a>, who: Id) -> Option<Self> {
        let cares = CARES * shyness(look, who);
        if cares <= 0.0 || look.zoned().is_some() || !look.has_cover() {
            return None;
        }
        let body = look.footprint(who);
        let flies = |item: &Item| item.arm.increment.is_some() || item.arm.range.is_some();
        let is_gun = |item: &&Item| item.is_ready() && item.arm.kind == ArmKind::Ranged && flies(item);
        let mut shooters: Vec<Id> = look.foes(who).filter(|foe| look.arms(*foe).any(|item| is_gun(&item))).collect();
        shooters.sort_by_key(|foe| (body.gap(look.footprint(*foe)), *foe));
        shooters.truncate(SHOOTERS);
        (!shooters.is_empty()).then_some(Self { look, who, body, shooters, cares })
    }

    /// The best of these squares, which come the best first, each with what going there gains beside.
    pub fn best(&self, gains: &[(f64, Square)]) -> Option<(f64, Square)> {
        let first = *gains.first()?;
        let squares: Vec<Square> =
            std::iter::once(self.body.at).chain(gains.iter().take(LOOKED_AT).map(|(_, square)| *square)).collect();
        let kinds = self.kinds(&squares);
        let mut differ: Vec<usize> = Vec::new();
        for (index, kind) in kinds.iter().enumerate().skip(1) {
            if differ.len() < FORETOLD && !differ.iter().any(|other| kinds.get(*other) == Some(kind)) {
                differ.push(index);
            }
        }
        if differ.len() < 2 && kinds.first() == kinds.get(1) {
            return Some(first);
        }
        let threats = threats(self.look, self.who, &self.shooters);
        let here = incoming(self.look, self.who, &threats);
        let weighed = |index: usize| {
            let (gain, square) = *gains.get(index - 1)?;
            let mut memo = Memo::of(self.look);
            memo.put(self.who, self.body.moved_to(square));
            let there = incoming(self.look.remembering(&memo), self.who, &threats);
            Some((gain + self.cares * (here - there), square))
        };
        let better = |a: &(f64, Square), b: &(f64, Square)| a.0.total_cmp(&b.0);
        // Of equal ones the first.
        differ.into_iter().filter_map(weighed).rev().max_by(better).or(Some(first))
    }

    /// What each of these squares is like.
    fn kinds(&self, squares: &[Square]) -> Vec<Kind<'a>> {
        let board = self.look.board();
        let from: Vec<Footprint> = self.shooters.iter().map(|foe| self.look.footprint(*foe)).collect();
        let covers: Vec<Vec<(Square, CoverGrade)>> =
            from.iter().map(|from| self.look.cover_of(*from, squares.iter().copied())).collect();
        let kind = |(index, square): (usize, &Square)| {
            let grade = |(from, covers): (&Footprint, &Vec<(Square, CoverGrade)>)| {
                let sees = bodies_see(board, *from, self.body.moved_to(*square));
                covers.get(index).filter(|_| sees).map(|(_, grade)| *grade)
            };
            let height = board.cell(*square).map_or(0, |cell| cell.height);
            let tags = board.terrain(*square).map_or(&[][..], |ground| &ground.tags);
            (from.iter().zip(&covers).map(grade).collect(), height, tags)
        };
        squares.iter().enumerate().map(kind).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::SideId;
    use crate::record::Game;
    use crate::rulebook::Library;

    /// Promise: of squares that gain as much, the one is taken behind which shots hit less, whichever comes first.
    #[test]
    fn of_equal_squares_the_one_in_cover_is_the_better() {
        let scenario = Library::open("rulesets").scenario("firebreak/first_strip").unwrap();
        let game = Game::new("", &Default::default(), scenario.setup.clone(), 1);
        let look = Look::at(&game.world, game.battle).unwrap();
        let who = look.everybody().find(|id| look.side(*id) == SideId(0)).unwrap();
        let shelter = Shelter::of(look, who).unwrap();
        let body = look.footprint(who);
        let open = |square: &Square| look.board().terrain(*square).is_some_and(|ground| ground.cost == 1);
        let squares: Vec<Square> = (0..8).flat_map(|x| (0..11).map(move |y| Square::new(x, y))).filter(open).collect();
        let kinds = shelter.kinds(&squares);
        let all_are = |wanted: &dyn Fn(Option<CoverGrade>) -> bool| {
            let is_it = |(grades, ..): &Kind<'_>| grades.iter().all(|grade| wanted(*grade));
            let near = |square: &Square| body.gap(body.moved_to(*square));
            let found = squares.iter().zip(&kinds).filter(|(_, kind)| is_it(kind)).map(|(square, _)| *square);
            found.min_by_key(near).unwrap()
        };
        let bare = all_are(&|grade| grade == Some(CoverGrade::None));
        let behind = all_are(&|grade| grade.is_some_and(|grade| grade >= CoverGrade::Medium));
        for gains in [[(0.0, bare), (0.0, behind)], [(0.0, behind), (0.0, bare)]] {
            assert_eq!(shelter.best(&gains).map(|(_, square)| square), Some(behind), "{gains:?}");
        }
        // What gains far more is gone to all the same.
        assert_eq!(shelter.best(&[(3.0, bare), (0.0, behind)]).map(|(_, square)| square), Some(bare));
    }
}
