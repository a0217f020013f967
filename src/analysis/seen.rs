//! What is found out about each decision, by trying it out.

use super::{Chance, Effort, Grade, Judged, Moment, rounded};
use crate::ai::deep::{Thought, hope};
use crate::ai::{Mind, Skill, play_out};
use crate::battle::{Decision, Falls, Look, Nobody, Order, Scratch, SideId, Sides};
use crate::sim::wilson;

/// A battle that is played out is given up after so many decisions: a draw.
const LONGEST: usize = 4_000;

/// Something that is looked at, by the number of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// The chances before it.
    Moment(usize),
    /// How good it was, and what its dice brought.
    Decision(usize),
}

/// All that is looked at, in ranks: what tells most comes first. That is what people decided, and of that what threw dice; then
/// the chances; then what computers decided.
pub(super) fn plan(effort: Effort, decisions: &[Decision], people: &[bool]) -> Vec<Vec<Task>> {
    let eye = Eye { effort, all: decisions.len(), tasks: Vec::new() };
    let is_persons = |decision: &Decision| people.get(usize::from(decision.side.0)).copied().unwrap_or_default();
    let throws =
        |number: usize, decision: &Decision| decisions.get(number + 1).is_none_or(|next| next.dice != decision.dice);
    let of = |person: bool, dice: bool| -> Vec<Task> {
        let all = decisions.iter().enumerate();
        let own = all.filter(|(at, decision)| is_persons(decision) == person && throws(*at, decision) == dice);
        own.map(|(at, _)| Task::Decision(at)).collect()
    };
    let moments = (0..eye.all).filter(|number| eye.is_moment(*number)).chain([eye.all]).map(Task::Moment);
    vec![of(true, true), of(true, false), moments.collect(), of(false, true), of(false, false)]
}

/// Whoever looks, and what falls to them: each of several looks at its own.
#[derive(Clone, Debug)]
pub(super) struct Eye {
    pub effort: Effort,
    /// Decisions of the whole battle.
    pub all: usize,
    pub tasks: Vec<Task>,
}

impl Eye {
    /// Whether this falls to it.
    pub fn looks_at(&self, task: Task) -> bool {
        self.tasks.contains(&task)
    }

    /// Whether nothing of it comes at this decision or after.
    pub fn is_past(&self, number: usize) -> bool {
        self.tasks.iter().all(|task| match task {
            Task::Moment(at) | Task::Decision(at) => *at < number,
        })
    }

    /// Whether a chance is told of the moment before this decision.
    fn is_moment(&self, number: usize) -> bool {
        let (wanted, all) = (self.effort.moments.min(self.all), self.all.max(1));
        // Evenly among all: those that reach another whole step.
        wanted > 0 && (number == 0 || number * wanted / all != (number - 1) * wanted / all)
    }

    /// Where the dice begin that are thrown on trial at this decision: far from those of others.
    fn seed(&self, number: usize) -> u64 {
        let mixed = self.effort.seed.wrapping_add((number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }
}

/// What is looked at.
#[derive(Default)]
pub(super) struct Seen {
    /// The decision that is being made; what is expected of it for each side, and how many facts had been told before it.
    pending: Option<(Judged, Option<(Vec<f64>, usize)>)>,
    scratch: Scratch,
}

impl Seen {
    /// Looks at a decision that is about to be made; `after`: so many dice had been thrown before the next one.
    pub fn before(&mut self, eye: &Eye, look: Look<'_>, (number, decision, after): (usize, &Decision, Option<u64>)) {
        let mut judged = Judged::blank(look, decision);
        if eye.effort.judges {
            judge(eye, look, (number, &decision.order), &mut judged);
        }
        // What threw no dice came as it had to.
        let throws = after != Some(decision.dice);
        let expected = if throws { self.expected(eye, look, (number, &decision.order)) } else { None };
        self.pending = Some((judged, expected));
    }

    /// Looks at what came of the decision that was just made, if that was looked at before.
    pub fn after(&mut self, look: Look<'_>) -> Option<Judged> {
        let (mut judged, expected) = self.pending.take()?;
        let Some((expected, told)) = expected else { return Some(judged) };
        let facts = look.facts().get(told..).unwrap_or_default();
        judged.rolls = facts.iter().filter(|fact| fact.roll.is_some()).map(|fact| fact.text.clone()).collect();
        if !judged.rolls.is_empty() {
            let came = hopes(look, expected.len());
            judged.luck = came.iter().zip(&expected).map(|(came, expected)| rounded(came - expected)).collect();
        }
        Some(judged)
    }

    /// How likely each side is to win from here on, as far as can be told from battles that computers play out.
    pub fn chances(&mut self, eye: &Eye, look: Look<'_>, number: usize) -> Moment {
        let tries = eye.effort.playouts.max(1);
        let mut wins = vec![0_u64; sides(look)];
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
        let count = sides(look);
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

/// How many sides there are.
fn sides(look: Look<'_>) -> usize {
    look.battle::<Sides>().map_or(0, |sides| sides.0.len())
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
    use super::*;

    /// Promise: there are as many moments as are wanted, and the start is one of them.
    #[test]
    fn moments_lie_evenly_in_a_battle() {
        for (all, wanted, found) in [(100, 10, 10), (7, 24, 7), (1, 3, 1), (50, 0, 0), (33, 8, 8)] {
            let eye = Eye { effort: Effort { moments: wanted, ..Effort::default() }, all, tasks: Vec::new() };
            let moments: Vec<usize> = (0..all).filter(|number| eye.is_moment(*number)).collect();
            assert_eq!(moments.len(), found, "{wanted} of {all}: {moments:?}");
            assert!(moments.is_empty() || moments[0] == 0);
        }
    }

    /// Promise: what people decided with dice comes first, what computers decided last, the chances between; nothing twice.
    #[test]
    fn what_tells_most_is_looked_at_first() {
        let decision = |(side, dice): (u8, u64)| Decision { side: SideId(side), order: Order::new("act"), dice };
        let decisions: Vec<Decision> = [(0, 0), (1, 0), (1, 2), (0, 4), (0, 4)].map(decision).into();
        let effort = Effort { moments: 1, ..Effort::default() };
        let found = plan(effort, &decisions, &[false, true]);
        let decided = |all: &[usize]| all.iter().copied().map(Task::Decision).collect::<Vec<Task>>();
        let moments = vec![Task::Moment(0), Task::Moment(5)];
        assert_eq!(found, [decided(&[1, 2]), decided(&[]), moments, decided(&[4]), decided(&[0, 3])]);
    }
}
