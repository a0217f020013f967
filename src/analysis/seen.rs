//! What is found out about each decision, by trying it out.

use super::{Chance, Depth, Grade, Judged, Moment, Weighed, is_prescribed, judging, rounded};
use crate::ai::deep::{Expected, Line, Powers, Reasons, Thought, hope};
use crate::ai::{Mind, Skill, play_out};
use crate::battle::{Decision, Ended, Falls, Id, Look, Order, Player, Question, Scratch, SideId, Sides};
use crate::sim::wilson;

/// A battle that is played out is given up after so many decisions: a draw.
const LONGEST: usize = 4_000;

/// So many questions in the middle of a deed are answered at most.
const MOST_ANSWERS: usize = 40;

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
pub(super) fn plan(depth: Depth, decisions: &[Decision], people: &[bool]) -> Vec<Vec<Task>> {
    let eye = Eye { depth, all: decisions.len(), tasks: Vec::new(), people: people.to_vec() };
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
    pub depth: Depth,
    /// Decisions of the whole battle.
    pub all: usize,
    pub tasks: Vec<Task>,
    /// Which sides people play.
    pub people: Vec<bool>,
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
        let (wanted, all) = (self.depth.moments.min(self.all), self.all.max(1));
        // Evenly among all: those that reach another whole step.
        wanted > 0 && (number == 0 || number * wanted / all != (number - 1) * wanted / all)
    }

    /// Where the dice begin that are thrown on trial at this decision: far from those of others.
    fn seed(&self, number: usize) -> u64 {
        let mixed = self.depth.seed.wrapping_add((number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }
}

/// What is looked at.
#[derive(Default)]
pub(super) struct Seen {
    /// The decision that is being made, and what is expected of its dice.
    pending: Option<(Judged, Option<Awaited>)>,
    scratch: Scratch,
}

/// What is expected of the dice of a decision.
struct Awaited {
    /// How each side stands at the end of the deed, on an average of all dice.
    hopes: Vec<f64>,
    /// How many facts had been told before it.
    told: usize,
    trials: Trials,
}

impl Seen {
    /// Looks at a decision that is about to be made; `after`: so many dice had been thrown before the next one.
    pub fn before(&mut self, eye: &Eye, look: Look<'_>, (number, decision, after): (usize, &Decision, Option<u64>)) {
        let mut judged = Judged { deed_of: deed_of(look, &decision.order), ..Judged::blank(look, decision) };
        if eye.depth.judges && !is_prescribed(look, &eye.people) {
            judge(eye, look, (number, &decision.order), &mut judged);
        }
        // What threw no dice came as it had to.
        let throws = after != Some(decision.dice);
        let (told, trials) = (look.facts().len(), Trials::of(eye, look, number));
        let hopes = throws.then(|| trials.come_to(&mut self.scratch, look, Some(&decision.order))).flatten();
        self.pending = Some((judged, hopes.map(|hopes| Awaited { hopes, told, trials })));
    }

    /// Looks at what came of the decision that was just made, if that was looked at before.
    pub fn after(&mut self, look: Look<'_>) -> Option<Judged> {
        let (mut judged, expected) = self.pending.take()?;
        let Some(Awaited { hopes, told, trials }) = expected else { return Some(judged) };
        let facts = look.facts().get(told..).unwrap_or_default();
        judged.rolls = facts.iter().filter(|fact| fact.roll.is_some()).map(|fact| fact.text.clone()).collect();
        if !judged.rolls.is_empty()
            && let Some(came) = trials.come_to(&mut self.scratch, look, None)
        {
            judged.luck = came.iter().zip(&hopes).map(|(came, expected)| rounded(came - expected)).collect();
        }
        Some(judged)
    }

    /// How likely each side is to win from here on, as far as can be told from battles that computers play out.
    pub fn chances(&mut self, eye: &Eye, look: Look<'_>, number: usize) -> Moment {
        // What is over is certain.
        let is_over = look.battle::<Ended>().is_some_and(|ended| ended.0.is_some());
        let tries = if is_over { 1 } else { eye.depth.playouts.max(1) };
        let mut wins = vec![0_u64; sides(look)];
        let mut copy = self.scratch.copy(look);
        for throw in 0..tries {
            let seed = eye.seed(number).wrapping_add(u64::from(throw));
            copy.again(Falls::From(seed));
            let winner = play_out(&mut copy, [Skill::Keen; 2], seed, LONGEST).winner;
            if let Some(wins) = winner.and_then(|side| wins.get_mut(usize::from(side.0))) {
                *wins += 1;
            }
        }
        let chance = |wins: &u64| {
            let rate = *wins as f64 / f64::from(tries);
            let (low, high) = if is_over { (rate, rate) } else { wilson(*wins, u64::from(tries)) };
            Chance { rate: rounded(rate), low: rounded(low), high: rounded(high) }
        };
        Moment { decision: number, round: look.clock().round, chances: wins.iter().map(chance).collect() }
    }
}

/// How a deed is gone on with to its end: a throw is worth what comes of it there, and not what the question in its middle leaves
/// open that may still undo it.
struct Trials {
    deed: Within,
    /// How much everybody counts, before the deed as after it.
    powers: Powers,
    /// How often, and where the dice begin.
    tries: u32,
    seed: u64,
}

/// The round and the turn that a deed is done in.
type Within = (i32, Option<Id>);

impl Trials {
    fn of(eye: &Eye, look: Look<'_>, number: usize) -> Self {
        Self { deed: deed(look), powers: Powers::of(look), tries: eye.depth.throws.max(1), seed: eye.seed(number) }
    }

    /// How each side stands at the end of the deed from here on, on an average of the dice that are still to fall; `order`: what
    /// is decided first.
    fn come_to(&self, scratch: &mut Scratch, look: Look<'_>, order: Option<&Order>) -> Option<Vec<f64>> {
        let count = sides(look);
        let goes_on = look.question().is_some_and(|question| is_within(look, question, self.deed));
        if order.is_none() && !goes_on {
            return Some(hopes(look, count, &self.powers));
        }
        let mut sums = vec![0.0; count];
        let mut copy = scratch.copy(look);
        for throw in 0..self.tries {
            let seed = self.seed.wrapping_add(u64::from(throw));
            copy.again(Falls::From(seed));
            if let Some(order) = order {
                copy.answer(order.clone()).ok()?;
            }
            copy.play(&mut Answers { mind: Mind::new(Skill::Plain, seed), deed: self.deed, left: MOST_ANSWERS });
            let there = copy.look()?;
            sums.iter_mut().zip(hopes(there, count, &self.powers)).for_each(|(sum, hope)| *sum += hope);
        }
        Some(sums.into_iter().map(|sum| sum / f64::from(self.tries)).collect())
    }
}

/// Answers what is asked in the middle of a deed as the computer would, and leaves the next deed to others.
struct Answers {
    mind: Mind,
    deed: Within,
    left: usize,
}

impl Player for Answers {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        if !is_within(look, question, self.deed) {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        self.mind.decide(look)
    }
}

/// The deed that is under way.
fn deed(look: Look<'_>) -> Within {
    (look.clock().round, look.clock().turn)
}

/// Whether a question is asked in the middle of a deed.
fn is_within(look: Look<'_>, question: &Question, of: Within) -> bool {
    question.choices.is_some() && deed(look) == of
}

/// Whose deed it is, with the place of their side, where an order of somebody else's does nothing about it: its dice fall now.
fn deed_of(look: Look<'_>, order: &Order) -> Option<(usize, String)> {
    let turn = look.clock().turn.filter(|_| look.lets_be(order))?;
    let decides = look.question().and_then(|question| question.who);
    (decides != Some(turn)).then(|| (usize::from(look.side(turn).0), look.name(turn).to_owned()))
}

/// How many sides there are.
fn sides(look: Look<'_>) -> usize {
    look.battle::<Sides>().map_or(0, |sides| sides.0.len())
}

/// How well each side stands.
fn hopes(look: Look<'_>, count: usize, powers: &Powers) -> Vec<f64> {
    (0..count).map(|side| u8::try_from(side).map_or(0.0, |side| hope(look, SideId(side), powers))).collect()
}

/// Thinks about what else might have been decided.
fn judge(eye: &Eye, look: Look<'_>, (number, order): (usize, &Order), judged: &mut Judged) {
    let mut mind = judging(number, eye.depth.seed);
    let Some(mut thought) = Thought::about(&mut mind, look, order) else { return };
    thought.settle(look);
    if let Some(Reasons { made: (_, expected), others }) = thought.reasons() {
        let weighed = |(line, expected): (&Line, Expected)| Weighed {
            order: line.order.to_string(),
            then: line.then.as_ref().map(ToString::to_string),
            expected: expected.rounded(),
        };
        judged.expected = Some(expected.rounded());
        judged.others = others.into_iter().map(weighed).collect();
    }
    let Some((given_away, better)) = thought.given_away() else { return };
    let given_away = rounded(given_away);
    judged.given_away = given_away;
    judged.grade = graded(given_away, look.lets_be(order));
    judged.better = (judged.grade > Some(Grade::Good)).then(|| better.order.to_string());
}

/// How good it was to give so much away: to let something be that could not be bettered is no feat.
fn graded(given_away: f64, lets_be: bool) -> Option<Grade> {
    Some(Grade::of(given_away)).filter(|grade| *grade > Grade::Good || !lets_be)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    /// Promise: to let something be is called a mistake where it is one, and never good.
    #[test]
    fn a_pass_is_never_called_good() {
        assert_eq!([0.0, 0.04, 0.3].map(|away| graded(away, true)), [None, None, Some(Grade::Blunder)]);
        assert_eq!(graded(0.0, false), Some(Grade::Good));
    }

    /// Promise: a blow that can still be answered is weighed by what it comes to at its end.
    #[test]
    fn a_blow_is_weighed_at_the_end_of_its_deed() {
        let (mut game, mut mind) = (trial::begun("scale_toughness/even", 2), Mind::new(Skill::Plain, 2));
        let (mut scratch, mut met, mut harms) = (Scratch::new(), 0, 0);
        for _ in 0..120 {
            let look = trial::look(&game);
            let Some(question) = look.question() else { break };
            let trials = Trials { deed: deed(look), powers: Powers::of(look), tries: 30, seed: 7 };
            let (own, now) = (usize::from(question.side.0), hopes(look, 2, &trials.powers));
            let then = trials.come_to(&mut scratch, look, None).unwrap();
            if question.kind == "defend" {
                met += 1;
                assert!(then[own] < now[own] + 0.05, "{}: {then:?}, {now:?}", question.prompt);
                harms += usize::from(then[own] < now[own] - 0.005);
                // Whoever does nothing about it leaves the dice to whose deed it is.
                let others = look.clock().turn.filter(|turn| question.who != Some(*turn));
                for choice in question.choices.iter().flatten() {
                    let whose = others.filter(|_| choice.lets_be).map(|turn| look.name(turn).to_owned());
                    assert_eq!(deed_of(look, &choice.order).map(|(_, who)| who), whose, "{}", choice.order);
                }
            } else if question.choices.is_none() {
                assert_eq!(then, now, "nothing is under way: {}", question.prompt);
            }
            trial::goes_on(&mut game, &mut mind);
        }
        assert!(met > 3 && harms > 1, "{met} blows were met, {harms} of them did harm at last");
    }

    /// Promise: there are as many moments as are wanted, and the start is one of them.
    #[test]
    fn moments_lie_evenly_in_a_battle() {
        for (all, wanted, found) in [(100, 10, 10), (7, 24, 7), (1, 3, 1), (50, 0, 0), (33, 8, 8)] {
            let depth = Depth { moments: wanted, ..Depth::default() };
            let eye = Eye { depth, all, tasks: Vec::new(), people: Vec::new() };
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
        let depth = Depth { moments: 1, ..Depth::default() };
        let found = plan(depth, &decisions, &[false, true]);
        let decided = |all: &[usize]| all.iter().copied().map(Task::Decision).collect::<Vec<Task>>();
        let moments = vec![Task::Moment(0), Task::Moment(5)];
        assert_eq!(found, [decided(&[1, 2]), decided(&[]), moments, decided(&[4]), decided(&[0, 3])]);
    }
}
