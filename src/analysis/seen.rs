//! What is found out about each decision, by trying it out.

use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;

use super::{Chance, Effort, Grade, Judged, Moment, rounded, sides, winner};
use crate::ai::deep::{Thought, hope};
use crate::ai::{Mind, Skill, play_out};
use crate::battle::{Decision, Falls, Look, Nobody, Order, Scratch, SideId};
use crate::sim::wilson;

/// Decisions after which a battle that is played out is given up: a draw.
const LONGEST: usize = 4_000;

/// Whoever looks, and which decisions fall to them: each of several looks at its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    pub effort: Effort,
    pub part: usize,
    pub of: usize,
    /// Decisions of the whole battle.
    pub all: usize,
}

impl Eye {
    /// Whether a decision falls to this one.
    pub const fn is_own(&self, number: usize) -> bool {
        number % self.of == self.part
    }

    /// Whether a chance is told of the moment before this decision.
    fn is_moment(&self, number: usize) -> bool {
        let (wanted, all) = (self.effort.moments.min(self.all), self.all.max(1));
        // Evenly among all: those at which another whole step is reached.
        wanted > 0 && (number == 0 || number * wanted / all != (number - 1) * wanted / all)
    }

    /// Where the dice begin that are thrown on trial at this decision: far from those of others.
    fn seed(&self, number: usize) -> u64 {
        let mixed = self.effort.seed.wrapping_add((number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }
}

/// What has been seen so far.
#[derive(Default)]
pub(super) struct Seen {
    pub sides: Vec<String>,
    pub winner: Option<usize>,
    pub moments: Vec<Moment>,
    /// By their numbers.
    pub decisions: Vec<(usize, Judged)>,
    /// What is expected of the decision that is being made, for each side, and how many facts had been told before it.
    pending: Option<(Vec<f64>, usize)>,
    scratch: Scratch,
}

impl Seen {
    /// Both together.
    pub fn and(mut self, other: Self) -> Self {
        self.moments.extend(other.moments);
        self.decisions.extend(other.decisions);
        self
    }

    /// Looks at a decision that is about to be made; `after`: so many dice had been thrown before the next one.
    pub fn before(&mut self, eye: &Eye, look: Look<'_>, (number, decision, after): (usize, &Decision, Option<u64>)) {
        if self.sides.is_empty() {
            self.sides = sides(look);
        }
        self.pending = None;
        if !eye.is_own(number) {
            return;
        }
        if eye.is_moment(number) {
            let moment = self.chances(eye, look, number);
            self.moments.push(moment);
        }
        let who = look.question().and_then(|question| question.who).map(|who| look.name(who).to_owned());
        let mut judged = Judged {
            round: look.clock().round,
            side: usize::from(decision.side.0),
            who,
            order: decision.order.to_string(),
            grade: None,
            given_away: 0.0,
            better: None,
            luck: Vec::new(),
            rolls: Vec::new(),
        };
        if eye.effort.judges {
            judge(eye, look, (number, &decision.order), &mut judged);
        }
        self.decisions.push((number, judged));
        // What threw no dice came as it had to.
        if after != Some(decision.dice) {
            self.pending = self.expected(eye, look, (number, &decision.order));
        }
    }

    /// Looks at what came of the decision that was just made.
    pub fn after(&mut self, eye: &Eye, look: Look<'_>, number: usize) {
        let Some((expected, told)) = self.pending.take().filter(|_| eye.is_own(number)) else { return };
        let Some((_, judged)) = self.decisions.last_mut() else { return };
        let facts = look.facts().get(told..).unwrap_or_default();
        judged.rolls = facts.iter().filter(|fact| fact.roll.is_some()).map(|fact| fact.text.clone()).collect();
        if !judged.rolls.is_empty() {
            let came = hopes(look, expected.len());
            judged.luck = came.iter().zip(&expected).map(|(came, expected)| rounded(came - expected)).collect();
        }
    }

    /// The battle as it is in the end.
    pub fn finish(&mut self, eye: &Eye, world: &World, battle: Entity) {
        let Some(look) = Look::at(world, battle) else { return };
        if self.sides.is_empty() {
            self.sides = sides(look);
        }
        self.winner = winner(world, battle);
        if eye.part == 0 {
            let last = self.chances(eye, look, eye.all);
            self.moments.push(last);
        }
    }

    /// How likely each side is to win from here on, as far as can be told from battles that computers play out.
    fn chances(&mut self, eye: &Eye, look: Look<'_>, number: usize) -> Moment {
        let tries = eye.effort.playouts.max(1);
        let mut wins = vec![0_u64; self.sides.len()];
        let mut copy = self.scratch.copy(look);
        for throw in 0..tries {
            let seed = eye.seed(number).wrapping_add(u64::from(throw));
            copy.again(Falls::From(seed));
            let winner = play_out(&mut copy, [Skill::Plain; 2], seed, LONGEST).winner;
            if let Some(wins) = winner.and_then(|side| wins.get_mut(usize::from(side.0))) {
                *wins += 1;
            }
        }
        let chance = |wins: &u64| {
            let (low, high) = wilson(*wins, u64::from(tries));
            Chance { rate: rounded(*wins as f64 / f64::from(tries)), low: rounded(low), high: rounded(high) }
        };
        Moment { decision: number, round: look.clock().round, chances: wins.iter().map(chance).collect() }
    }

    /// How the sides stand after an order on an average of all its dice, as far as the next question.
    fn expected(&mut self, eye: &Eye, look: Look<'_>, (number, order): (usize, &Order)) -> Option<(Vec<f64>, usize)> {
        let count = self.sides.len();
        let told = look.facts().len();
        let mut sums = vec![0.0; count];
        let tries = eye.effort.throws.max(1);
        let mut copy = self.scratch.copy(look);
        for throw in 0..tries {
            copy.again(Falls::From(eye.seed(number).wrapping_add(u64::from(throw))));
            copy.answer(order.clone()).ok()?;
            copy.play(&mut Nobody);
            let there = copy.look()?;
            sums.iter_mut().zip(hopes(there, count)).for_each(|(sum, hope)| *sum += hope);
        }
        Some((sums.into_iter().map(|sum| sum / f64::from(tries)).collect(), told))
    }
}

/// How well each side stands.
fn hopes(look: Look<'_>, count: usize) -> Vec<f64> {
    (0..count).map(|side| u8::try_from(side).map_or(0.0, |side| hope(look, SideId(side)))).collect()
}

/// Thinks about what else might have been decided.
fn judge(eye: &Eye, look: Look<'_>, (number, order): (usize, &Order), judged: &mut Judged) {
    let mut mind = Mind::new(Skill::Deep, eye.seed(number));
    let Some(mut thought) = Thought::about(&mut mind, look, order) else { return };
    thought.settle(look);
    let Some((given_away, better)) = thought.given_away() else { return };
    let given_away = rounded(given_away);
    judged.given_away = given_away;
    judged.grade = Some(Grade::of(given_away));
    judged.better = (judged.grade > Some(Grade::Good)).then(|| better.order.to_string());
}

#[cfg(test)]
mod tests {
    use super::{Effort, Eye};

    /// Promise: there are as many moments as are wanted, and the start is one of them.
    #[test]
    fn moments_lie_evenly_in_a_battle() {
        for (all, wanted, found) in [(100, 10, 10), (7, 24, 7), (1, 3, 1), (50, 0, 0), (33, 8, 8)] {
            let eye = Eye { effort: Effort { moments: wanted, ..Effort::default() }, part: 0, of: 1, all };
            let moments: Vec<usize> = (0..all).filter(|number| eye.is_moment(*number)).collect();
            assert_eq!(moments.len(), found, "{wanted} of {all}: {moments:?}");
            assert!(moments.is_empty() || moments[0] == 0);
        }
    }
}
