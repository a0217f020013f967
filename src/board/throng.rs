//! What the bodies of a crowd mean to somebody who wants past them.

use super::{Bodies, BodyId, Crowd, Passage, Side, Square};

/// The bodies of a crowd as one mover meets them: `meets` says for each other
/// body what it means, by its number and side.
#[derive(Clone, Copy, Debug)]
pub struct Throng<'a, F> {
    crowd: &'a Crowd,
    mover: Option<BodyId>,
    meets: F,
}

impl Crowd {
    /// The others as body `mover` meets them.
    pub const fn others<F: Fn(BodyId, Side) -> Passage>(&self, mover: BodyId, meets: F) -> Throng<'_, F> {
        Throng { crowd: self, mover: Some(mover), meets }
    }

    /// Everybody, as somebody not among them meets them.
    pub const fn everybody<F: Fn(BodyId, Side) -> Passage>(&self, meets: F) -> Throng<'_, F> {
        Throng { crowd: self, mover: None, meets }
    }
}

impl<F: Fn(BodyId, Side) -> Passage> Throng<'_, F> {
    fn meet(&self, id: BodyId) -> Passage {
        match self.crowd.get(id) {
            Some(body) if self.mover != Some(id) => (self.meets)(id, body.side),
            _ => Passage::Free,
        }
    }
}

impl<F: Fn(BodyId, Side) -> Passage> Bodies for Throng<'_, F> {
    #[inline]
    fn on(&self, square: Square) -> Passage {
        self.crowd.on(square).fold(Passage::Free, |all, id| all.with(self.meet(id)))
    }

    fn within(&self, low: Square, high: Square) -> Passage {
        let mut all = Passage::Free;
        self.crowd.each_within(low, high, |id| all = all.with(self.meet(id)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fixture::field;
    use crate::board::{Footprint, Ground, Halves, Scratch, reach};

    #[test]
    fn friends_are_passed_and_enemies_stop() {
        let board = field(5, 1);
        let mut crowd = Crowd::new(&board);
        for (id, side, x) in [(0, 0, 0), (1, 0, 1), (2, 1, 4)] {
            crowd.place(id, side, Footprint::one(Square::new(x, 0))).unwrap();
        }
        let ground = Ground::of(&board, 1, Default::default());
        let mut scratch = Scratch::new();
        let others = crowd.others(0, |_, side| if side == 0 { Passage::Through } else { Passage::Block });
        let found = reach(&ground, &others, Square::new(0, 0), Halves::squares(9), &mut scratch);
        assert_eq!(found.iter().map(|reached| reached.at.x).collect::<Vec<_>>(), [0, 2, 3]);
    }

    #[test]
    fn a_block_means_what_all_on_it_mean() {
        let board = field(6, 6);
        let mut crowd = Crowd::new(&board);
        crowd.place(0, 0, Footprint::new(Square::new(0, 0), 3)).unwrap();
        crowd.place(7, 1, Footprint::one(Square::new(4, 4))).unwrap();
        let all = crowd.everybody(|id, _| if id == 0 { Passage::Through } else { Passage::Halt });
        let over = |low: i32, high: i32| all.within(Square::new(low, low), Square::new(high, high));
        assert_eq!(
            (over(2, 3), over(3, 4), over(2, 4), over(5, 9)),
            (Passage::Through, Passage::Halt, Passage::Block, Passage::Free)
        );
    }
}
