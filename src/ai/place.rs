//! Where it is better to stand.

use std::collections::VecDeque;

use crate::battle::{ArmKind, Case, Choice, Id, Look, Sum, Worth};
use crate::board::{Footprint, Square, is_flanked};

/// How far every square is from the nearest enemy, on foot and ignoring bodies.
pub struct Ground {
    width: i32,
    steps: Vec<u16>,
}

/// Farther than any board is wide.
const NOWHERE: u16 = u16::MAX;

impl Ground {
    /// Measures from every enemy of `who`.
    pub fn around(look: Look<'_>, who: Id) -> Self {
        let board = look.board();
        let (width, height) = (board.width(), board.height());
        let mut ground = Self { width, steps: vec![NOWHERE; (width * height) as usize] };
        let mut next = VecDeque::new();
        for enemy in enemies(look, who) {
            for square in look.footprint(enemy).squares().filter(|square| board.contains(*square)) {
                ground.set(square, 0);
                next.push_back(square);
            }
        }
        while let Some(at) = next.pop_front() {
            let steps = ground.at(at) + 1;
            for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
                let square = Square::new(at.x + dx, at.y + dy);
                let open = board.terrain(square).is_some_and(|terrain| terrain.cost > 0);
                let wall = board.edge(at, square).is_some_and(|edge| edge.blocks_move);
                if open && !wall && ground.at(square) == NOWHERE {
                    ground.set(square, steps);
                    next.push_back(square);
                }
            }
        }
        ground
    }

    /// Steps from `square` to the nearest enemy.
    pub fn at(&self, square: Square) -> u16 {
        if square.x < 0 || square.x >= self.width || square.y < 0 {
            return NOWHERE;
        }
        self.steps.get((square.y * self.width + square.x) as usize).copied().unwrap_or(NOWHERE)
    }

    fn set(&mut self, square: Square, steps: u16) {
        if let Some(slot) = self.steps.get_mut((square.y * self.width + square.x) as usize) {
            *slot = steps;
        }
    }

    /// Steps from the nearest square of a body.
    fn of(&self, body: Footprint) -> i32 {
        body.squares().map(|square| i32::from(self.at(square))).min().unwrap_or(i32::from(NOWHERE))
    }
}

fn enemies(look: Look<'_>, who: Id) -> impl Iterator<Item = Id> + use<'_> {
    look.everybody().filter(move |id| look.are_enemies(who, *id) && look.is_in_play(*id))
}

/// What somebody fights with, as far as standing somewhere is concerned.
struct Style {
    /// How far it likes to be from enemies, in the board's squares.
    likes: i32,
    /// It shoots.
    shoots: bool,
}

impl Style {
    fn of(look: Look<'_>, who: Id) -> Self {
        let ready = || look.gear(who).iter().filter(|item| item.is_ready() && item.arm.damage.is_some());
        let own = look.footprint(who).side;
        let square = look.rules().measure.square.max(1);
        let far = ready()
            .filter(|item| item.arm.kind != ArmKind::Melee)
            .filter_map(|item| item.arm.increment.or(item.arm.range));
        let near = ready().filter_map(|item| item.arm.reach.iter().max()).max().copied();
        match far.max() {
            Some(metres) => Self { likes: (metres / square).clamp(2, 12), shoots: true },
            None => {
                let near = near.map_or(1, |band| if band <= 0 { 0 } else { (band - 1) * own + 1 });
                // Some need a run-up.
                let run_up = look.sum(&Case::of("run-up", who), Sum::new()).total();
                Self { likes: near.saturating_add(run_up), shoots: false }
            }
        }
    }
}

/// The best square of a move, with what it gains over standing still.
pub(super) fn better(look: Look<'_>, who: Id, choice: &Choice) -> Option<(Worth, Square)> {
    let ground = Ground::around(look, who);
    let style = Style::of(look, who);
    let body = look.footprint(who);
    let here = value(look, who, &ground, &style, body);
    let value_of = |square: Square| value(look, who, &ground, &style, body.moved_to(square));
    let best = choice
        .squares
        .iter()
        .map(|(square, cost)| (value_of(*square) - f64::from(*cost) * 0.0005, square))
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| (b.1.y, b.1.x).cmp(&(a.1.y, a.1.x))))?;
    let gain = Worth::of(best.0 - here);
    (gain > Worth(2)).then_some((gain, *best.1))
}

/// What standing at `body` is worth.
fn value(look: Look<'_>, who: Id, ground: &Ground, style: &Style, body: Footprint) -> f64 {
    let steps = ground.of(body);
    if steps >= i32::from(NOWHERE) {
        return -10.0;
    }
    let off = (steps - style.likes).abs();
    let mut value = -0.02 * f64::from(off);
    if style.shoots && steps <= 1 {
        value -= 0.1;
    }
    if !style.shoots && steps <= style.likes.max(1) {
        // Somebody to strike: better if a friend stands on the other side.
        value += 0.05;
        let target = enemies(look, who).min_by_key(|id| look.footprint(*id).gap(body));
        if let Some(target) = target {
            let friends =
                look.everybody().filter(|id| *id != who && !look.are_enemies(who, *id) && look.is_in_play(*id));
            let ring = friends.map(|id| look.footprint(id)).chain([body]);
            if is_flanked(look.footprint(target), ring) {
                value += 0.04;
            }
        }
    }
    value
}
