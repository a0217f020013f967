//! Who stands in the way of a walk, beside whom there is room to stay, and where somebody does not dare to step.

use std::rc::Rc;

use super::paces::Paces;
use crate::board::{Bodies, Passage};
use crate::mechanics::prelude::*;

/// Squares that bodies cover.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Covered {
    /// Those of small bodies, in their order.
    squares: Vec<Square>,
    /// Bodies too large to be taken square by square.
    large: Vec<Footprint>,
}

impl Covered {
    fn by(bodies: impl Iterator<Item = Footprint>) -> Self {
        let (small, large): (Vec<_>, Vec<_>) = bodies.partition(|body| body.side <= SMALL);
        let mut squares: Vec<Square> = small.into_iter().flat_map(Footprint::squares).collect();
        squares.sort_unstable();
        Self { squares, large }
    }

    fn has(&self, square: Square) -> bool {
        self.squares.binary_search(&square).is_ok() || self.large.iter().any(|body| body.contains(square))
    }
}

/// Where others leave somebody no room to stay, though some to pass, and where they let nobody pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Others {
    /// Squares that are full, in their order.
    full: Vec<Square>,
    /// Bodies too large to be taken square by square, with what they fill.
    large: Vec<(Footprint, i64)>,
    /// What may be filled for somebody to stay, where large bodies are.
    room: i64,
    /// Larger ones with no room left between their feet.
    shut: Vec<Footprint>,
    /// Those who leave no room whatever their size.
    taken: Covered,
    /// Those who bar the way.
    barring: Covered,
    /// Squares that hold whoever stands on them, each with the number of the group that it belongs to, in their order.
    fast: Vec<(Square, u16)>,
    /// Where a body does not dare to step, in their order.
    shunned: Vec<Square>,
}

impl Others {
    /// The groups of squares that hold whoever stands on `square`.
    fn held_by(&self, square: Square) -> impl Iterator<Item = u16> {
        let from = self.fast.partition_point(|(each, _)| *each < square);
        self.fast[from..].iter().take_while(move |(each, _)| *each == square).map(|(_, group)| *group)
    }

    /// Whoever is in the way of somebody who goes past their enemies, but through no square of an enemy.
    pub(super) fn past_enemies(look: Look<'_>, who: Id) -> Rc<Self> {
        look.keep("past enemies", who, || {
            let in_play: Vec<Id> = bodies(look, who, look.everybody()).filter(|id| look.is_in_play(*id)).collect();
            let enemies = in_play.iter().filter(|id| look.are_enemies(who, **id));
            let barring = Covered::by(enemies.map(|id| look.footprint(*id)));
            let taken = Covered::by(in_play.iter().map(|id| look.footprint(*id)));
            Self { taken, barring, ..Self::default() }
        })
    }

    /// The same, with enemies near by who hold whoever comes there.
    pub(super) fn held_by_enemies(look: Look<'_>, who: Id) -> Rc<Self> {
        look.keep("held by enemies", who, || Self { fast: fast(look, who), ..(*Self::past_enemies(look, who)).clone() })
    }

    /// The same where nobody is held.
    pub(super) fn unheld(self) -> Self {
        Self { fast: Vec::new(), ..self }
    }

    /// The same for whoever goes round these places.
    pub(super) fn shunning(self, mut shunned: Vec<Square>) -> Self {
        shunned.sort_unstable();
        Self { shunned, ..self }
    }
}

impl Bodies for Others {
    fn on(&self, square: Square) -> Passage {
        if self.barring.has(square) {
            return Passage::Block;
        }
        let here = self.large.iter().filter(|(body, _)| body.contains(square));
        let crowded = !self.large.is_empty() && here.map(|(_, part)| part).sum::<i64>() > self.room;
        let shut = || self.taken.has(square) || self.shut.iter().any(|body| body.contains(square));
        if crowded || self.full.binary_search(&square).is_ok() || shut() { Passage::Through } else { Passage::Free }
    }

    fn keeps(&self, from: Square, to: Square) -> bool {
        self.shunned.binary_search(&to).is_ok()
            || !self.fast.is_empty() && self.held_by(from).any(|group| self.held_by(to).all(|other| other != group))
    }
}

/// The largest side of a body that is taken square by square.
const SMALL: i32 = 4;

/// What a body fills of its own square.
const WHOLE: i64 = 1 << 24;

/// What a body of size `size` fills of a square of size `of`: four of a size fill one of the next.
fn part(size: i32, of: i32) -> i64 {
    WHOLE >> (of - size).clamp(0, 12).saturating_mul(2)
}

impl Paces {
    /// Everybody who is in the way of `who`, who goes so far from where they stand and no farther.
    pub(super) fn others(&self, look: Look<'_>, who: Id, budget: Halves) -> Others {
        let (body, within) = (look.footprint(who), i32::try_from(budget.0 / 2).unwrap_or(i32::MAX));
        look.keep_each("others", who, &(body, within), || self.others_afresh(look, who, body, within))
    }

    /// Everybody who takes up room within so many squares of a body, as `who` meets them.
    pub(super) fn others_afresh(&self, look: Look<'_>, who: Id, body: Footprint, within: i32) -> Others {
        // Whoever is between the feet of somebody there counts, too.
        let near = look.around(body, within.saturating_add(look.widest()));
        let barring = if self.enemies_bar { self.barring(look, who, near.clone()) } else { Covered::default() };
        let others = if self.to_a_square > 0 {
            self.throng(look, who, near)
        } else {
            // Whoever lies there out of the fight is stepped over and stood upon.
            let taken = bodies(look, who, near).filter(|id| look.is_in_play(*id)).map(|id| look.footprint(id));
            Others { taken: Covered::by(taken), ..Others::default() }
        };
        let fast = look.keep("held fast", who, || fast(look, who));
        Others { barring, fast: (*fast).clone(), ..others }
    }

    /// The bodies of enemies who do not let anybody past.
    fn barring(&self, look: Look<'_>, who: Id, near: impl Iterator<Item = Id>) -> Covered {
        let lets_past = |id: Id| !look.is_in_play(id) || self.lets_past.iter().any(|state| look.is(id, state));
        let bars = |id: &Id| look.are_enemies(who, *id) && !lets_past(*id);
        Covered::by(bodies(look, who, near).filter(bars).map(|id| look.footprint(id)))
    }

    /// Who may share a square with `who`: so many of a size, four of the size below as one; between the feet of larger
    /// ones as many as their own squares leave room for (ST-MOVE-09).
    fn throng(&self, look: Look<'_>, who: Id, near: impl Iterator<Item = Id>) -> Others {
        let measure = &look.rules().measure;
        let size = look.value(who, self.size);
        // Bodies smaller than a square of the board share it with others of their size.
        let unit = (size..=size.saturating_add(12)).find(|size| measure.own_halves(*size) >= 2).unwrap_or(size);
        let most = i64::from(self.to_a_square) * WHOLE;
        let others: Vec<(Footprint, i32)> =
            bodies(look, who, near).map(|id| (look.footprint(id), look.value(id, self.size))).collect();
        let is_shut = |(body, large): &&(Footprint, i32)| {
            let within = others.iter().filter(|(other, size)| size <= large && body.gap(*other) == 0);
            let taken: i64 = within.map(|(_, size)| part(*size, *large)).sum();
            taken + part(size, *large) > most
        };
        let larger = others.iter().filter(|(_, large)| *large > unit);
        let shut = larger.filter(is_shut).map(|(body, _)| *body).collect();
        let alike = others.iter().filter(|(_, size)| *size <= unit).map(|(body, size)| (*body, part(*size, unit)));
        let alike: Vec<(Footprint, i64)> = alike.collect();
        let room = most - part(size, unit);
        if alike.iter().any(|(body, _)| body.side > SMALL) {
            return Others { large: alike, room, shut, ..Others::default() };
        }
        let squares = alike.iter().flat_map(|(body, part)| body.squares().map(|square| (square, *part)));
        let mut taken: Vec<(Square, i64)> = squares.collect();
        taken.sort_unstable_by_key(|(square, _)| *square);
        let squares = taken.chunk_by(|(a, _), (b, _)| a == b);
        let full = squares.filter(|here| here.iter().map(|(_, part)| part).sum::<i64>() > room);
        let full = full.filter_map(|here| here.first()).map(|(square, _)| *square).collect();
        Others { full, room, shut, ..Others::default() }
    }
}

/// Squares that hold `who` once they stand on them.
fn fast(look: Look<'_>, who: Id) -> Vec<(Square, u16)> {
    let groups = look.holders(who).zip(0_u16..);
    let squares = groups.flat_map(|((_, group), number)| group.into_iter().map(move |square| (square, number)));
    let mut squares: Vec<(Square, u16)> = squares.collect();
    squares.sort_unstable();
    squares
}

/// Everybody else of these who is on the board, and as high above the ground.
fn bodies<'w, A: Iterator<Item = Id>>(look: Look<'w>, who: Id, all: A) -> impl Iterator<Item = Id> + use<'w, A> {
    let altitude = look.place(who).altitude;
    let is_there = move |id: &Id| !look.is_dead(*id) && !look.go_together(who, *id);
    let is_level = move |id: &Id| look.place(*id).present && look.place(*id).altitude == altitude;
    all.filter(move |id| *id != who && is_there(id) && is_level(id))
}
