//! Looking ahead: what is thought of is tried out on copies of the battle, which computers play on for both sides, and what
//! has turned out best is done. Dice are thrown anew each time, hands of cards that one's side does not see are dealt anew, and
//! enemies whose place it does not know do nothing.
//!
//! The trials are shared out among the lines: all get a few, the better half some more, until one is left. Each line
//! is tried with the same dice as the others, so that it is the deeds that are compared and not the luck.
//!
//! How long a thought takes is counted in decisions that are made in trials, never in time: the same battle and the same seed come
//! to the same on any machine. One that takes more thought than usual counts for several. The more lines there are, the shorter is
//! each trial, so that all get their share.

mod candidates;
mod expected;
mod standing;
mod trial_player;

pub use self::expected::{ANYBODYS, EXPLAINED, Expected, Harm, OURS, Reasons};
use self::trial_player::TrialPlayer;
use super::{Effort, Mind, Skill};
use crate::battle::{Ended, Falls, Look, Order, Scratch, SideId};

/// How often each line is tried that is still thought of, stage by stage; with more effort further stages are like the last.
const STAGES: [usize; 5] = [5, 8, 14, 24, 40];

/// Decisions in trials that a thought may usually take, times those who fight and so many more: a second's work of one core at
/// most, however many they are, since each decision takes the longer the more there are.
const ENOUGH: usize = 27_000;
const BESIDE: usize = 2;

/// What it takes to copy a battle, in decisions.
const COPYING: usize = 2;

/// The share of all of it that the first stage may take.
const AT_FIRST: (usize, usize) = (2, 3);

/// Decisions that each trial may take, at least and at most.
const SPAN: (usize, usize) = (24, 160);

/// Stages in which it is thought about what was decided already, and what that may take: nobody waits for it.
const STAGES_AGAIN: usize = 3;
const ENOUGH_AGAIN: usize = 10_000;

/// By how many standard errors a line must be better than the first that came to mind.
const SURE: f64 = 1.5;

/// So many standard errors behind the best a line is no longer thought of, however early it is.
const HOPELESS: f64 = 3.0;

/// How much worse than the first that came to mind anything else is on an average, and how far it lies from that average.
/// What trials tell is weighed against it: the fewer they are, the more they must tell.
const AVERAGE: f64 = -0.02;
const SPREAD: f64 = 0.04;

/// What the gains of single trials spread by, as a square, and how many trials stand behind that before the first is made.
const USUAL: (f64, f64) = (0.05, 4.0);

/// Something that might be done, and how it has turned out so far.
#[derive(Clone, Debug)]
pub struct Line {
    /// What would be done.
    pub order: Order,
    trials: Vec<Trial>,
    is_out: bool,
}

/// How one trial has ended.
#[derive(Clone, Copy, Debug)]
struct Trial {
    /// How well for the side that thinks, from 0, lost, to 1, won.
    hope: f64,
    /// How many of that side, and of all others, were no longer in the fight.
    lost: (f64, f64),
    harm: Harm,
}

impl Line {
    const fn of(order: Order) -> Self {
        Self { order, trials: Vec::new(), is_out: false }
    }

    /// How often it was tried.
    pub fn tried(&self) -> usize {
        self.trials.len()
    }

    /// How well it has turned out, from 0 to 1: about the chance to win. Nothing before it was tried.
    pub fn hope(&self) -> Option<f64> {
        self.mean(|trial| trial.hope)
    }

    /// How many fighters it cost within the next rounds, on an average: of the side that thinks, and of all others.
    pub fn lost(&self) -> Option<(f64, f64)> {
        self.mean(|trial| trial.lost.0).zip(self.mean(|trial| trial.lost.1))
    }

    /// How well it is likely to turn out beside the best line, from 0 to 1. A line that was tried a few times met other luck
    /// than one that was tried often: only what both came to with the same dice tells them apart, and what is chosen is no
    /// worse than any.
    pub fn likely(&self, best: &Self) -> Option<f64> {
        let hope = best.hope().filter(|_| self.tried() > 0)?;
        Some(if self.order == best.order { hope } else { (hope + self.promises(best)).clamp(0.0, hope) })
    }

    /// The same for people who read it: "move to (3,4): 62% hope, costs 0.3 of yours and 1.1 of theirs (health 4.5 and 12.0)".
    pub fn in_words(&self, best: &Self) -> String {
        match self.expects(best) {
            Some(expected) => format!("{}: {}", self.order, expected.in_words(OURS)),
            None => self.order.to_string(),
        }
    }

    fn mean(&self, of: impl Fn(&Trial) -> f64) -> Option<f64> {
        (!self.trials.is_empty()).then(|| self.trials.iter().map(of).sum::<f64>() / self.trials.len() as f64)
    }

    /// Whether it has come to the same as another in every trial.
    fn is_like(&self, other: &Self) -> bool {
        let [own, others] = [self, other].map(|line| line.trials.iter().map(|trial| trial.hope));
        self.tried() > 1 && own.eq(others)
    }

    /// Whether it has turned out better than another with the same dice by more than chance would.
    pub fn is_surely_better(&self, other: &Self) -> bool {
        self.beats(other) > SURE
    }

    /// By how much it has turned out better than another with the same dice, in standard errors.
    fn beats(&self, other: &Self) -> f64 {
        self.gain(other, (0.0, 0.0)).map_or(0.0, |(mean, square)| mean / square.sqrt().max(1e-4))
    }

    /// By how much it has turned out better than another with the same dice.
    fn gains(&self, other: &Self) -> Option<f64> {
        self.gain(other, (0.0, 0.0)).map(|(mean, _)| mean)
    }

    /// By how much it is likely to be better than another: what trials with the same dice tell, and what would be expected
    /// without them.
    fn promises(&self, other: &Self) -> f64 {
        let own = SPREAD * SPREAD;
        self.gain(other, USUAL).map_or(AVERAGE, |(mean, square)| (mean * own + AVERAGE * square) / (own + square))
    }

    /// How much better it has turned out than another with the same dice on an average, and the square of the standard error
    /// of that, as far as two trials or more tell; `usual` is what each spreads by, and for how many trials that counts.
    fn gain(&self, other: &Self, (usual, weight): (f64, f64)) -> Option<(f64, f64)> {
        let gains: Vec<f64> = self.trials.iter().zip(&other.trials).map(|(own, other)| own.hope - other.hope).collect();
        let count = gains.len() as f64;
        if gains.len() < 2 {
            return None;
        }
        let mean = gains.iter().sum::<f64>() / count;
        let squares = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>();
        let spread = (squares + usual * weight) / (count - 1.0 + weight);
        Some((mean, spread / count))
    }
}

/// A decision that is being thought about, a trial at a time. It can be had at any time.
pub struct Thought {
    side: SideId,
    seed: u64,
    lines: Vec<Line>,
    scratch: Scratch,
    /// The line that is tried next.
    next: usize,
    stage: usize,
    /// Stages that there are.
    stages: usize,
    /// Decisions that were made in trials, and how many may be.
    work: usize,
    enough: usize,
    /// How many a trial may take.
    span: usize,
    /// Whether what was given first is left only for what is better beyond doubt.
    is_strict: bool,
}

impl Thought {
    /// What this mind thinks of now; nothing where nothing is asked. Only the deepest has more to think about than a first
    /// glance tells.
    pub fn of(mind: &mut Mind, look: Look<'_>) -> Option<Self> {
        let question = look.question()?;
        let first = mind.glance(look)?;
        let mut others = Vec::new();
        if mind.skill == Skill::Deep {
            others = candidates::beside(mind, look, question, &first);
        }
        let lines: Vec<Line> = std::iter::once(first).chain(others).map(Line::of).collect();
        let seed = mind.any_seed();
        let fight = look.everybody().filter(|id| look.is_in_play(*id)).count();
        let enough = mind.effort.of(ENOUGH / (fight + BESIDE));
        let trials = lines.len() * STAGES[0];
        let span = (enough * AT_FIRST.0 / AT_FIRST.1 / trials).saturating_sub(COPYING).clamp(SPAN.0, SPAN.1);
        Some(Self {
            side: question.side,
            seed,
            lines,
            scratch: Scratch::new(),
            next: 0,
            stage: 0,
            stages: stages(mind.effort),
            work: 0,
            enough,
            span,
            is_strict: false,
        })
    }

    /// What this mind thinks of an order that was given, beside what else it thinks of: that order comes first, so that all
    /// others are measured by it.
    pub fn about(mind: &mut Mind, look: Look<'_>, made: &Order) -> Option<Self> {
        let mut thought = Self::of(mind, look)?;
        thought.lines.retain(|line| line.order != *made);
        thought.lines.insert(0, Line::of(made.clone()));
        (thought.stages, thought.is_strict) = (STAGES_AGAIN, true);
        (thought.enough, thought.span) = (ENOUGH_AGAIN, SPAN.1);
        Some(thought)
    }

    /// What the first line gives away beside the best, from 0 to 1, and that best; nothing where there was no choice. One that was
    /// tried more often than the other met other luck besides: what both came to with the same dice is compared.
    pub fn given_away(&self) -> Option<(f64, &Line)> {
        let (first, best) = (self.lines.first()?, self.best()?);
        let away = if best.order == first.order { first.hope().map(|_| 0.0) } else { best.gains(first) };
        Some((away?.max(0.0), best))
    }

    /// Whether there is nothing more to find out.
    pub fn is_settled(&self) -> bool {
        self.stage >= self.stages
            || self.work >= self.enough
            || self.lines.iter().filter(|line| !line.is_out).count() < 2
    }

    /// Tries one line once more in the battle that is thought about.
    pub fn go_on(&mut self, look: Look<'_>) {
        if self.is_settled() {
            return;
        }
        let throw = self.lines.get(self.next).map_or(0, Line::tried) as u64;
        let seed = self.seed.wrapping_add(throw.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let Self { side, lines, scratch, next, work, span, .. } = self;
        if let Some(line) = lines.get_mut(*next) {
            match try_out(scratch, look, (*side, seed, *span), &line.order) {
                Some((ended, decisions)) => {
                    line.trials.push(ended);
                    *work += COPYING + decisions;
                }
                None => line.is_out = true,
            }
        }
        self.turn_to_next();
    }

    /// Thinks to the end.
    pub fn settle(&mut self, look: Look<'_>) {
        while !self.is_settled() {
            self.go_on(look);
        }
    }

    /// Which line is tried next: those that are still thought of take turns, and at the end of a stage the worse half is out.
    fn turn_to_next(&mut self) {
        let enough = tries_by(self.stage);
        let wants = |line: &Line| !line.is_out && line.tried() < enough;
        let fewest = self.lines.iter().enumerate().filter(|(_, line)| wants(line)).min_by_key(|(_, line)| line.tried());
        match fewest {
            Some((index, _)) => self.next = index,
            None => {
                self.stage += 1;
                self.narrow();
                if !self.is_settled() {
                    self.turn_to_next();
                }
            }
        }
    }

    /// Leaves out the worse half and what is beyond hope. What came to mind first stays, since all are measured by it.
    fn narrow(&mut self) {
        let Some(best) = self.best_tried().cloned() else { return };
        let mut hopes: Vec<f64> = self.lines.iter().filter(|line| !line.is_out).filter_map(Line::hope).collect();
        hopes.sort_by(|a, b| b.total_cmp(a));
        let least = hopes.get(hopes.len().div_ceil(2).max(2) - 1).copied().unwrap_or(0.0);
        // What has come to the same as another each time is the same by another name.
        for at in (1..self.lines.len()).rev() {
            let (before, rest) = self.lines.split_at_mut(at);
            if let Some(line) = rest.first_mut().filter(|line| line.order != best.order) {
                line.is_out |= before.iter().any(|other| !other.is_out && other.is_like(line));
            }
        }
        for line in self.lines.iter_mut().skip(1).filter(|line| line.order != best.order) {
            line.is_out |= line.hope().is_none_or(|hope| hope < least) || best.beats(line) > HOPELESS;
        }
        if self.lines.first().is_some_and(|first| first.order != best.order && best.beats(first) > HOPELESS) {
            self.lines[0].is_out = true;
        }
    }

    fn best_tried(&self) -> Option<&Line> {
        let left = self.lines.iter().filter(|line| !line.is_out);
        left.max_by(|a, b| a.hope().unwrap_or(0.0).total_cmp(&b.hope().unwrap_or(0.0)))
    }

    /// What is best as far as has been thought: what came to mind first, unless something else promises more.
    pub fn best(&self) -> Option<&Line> {
        let first = self.lines.first()?;
        if self.is_strict || first.is_out {
            let best = self.best_tried().filter(|best| first.is_out || best.is_surely_better(first));
            return Some(best.unwrap_or(first));
        }
        let others = self.lines.iter().skip(1).filter(|line| !line.is_out).map(|line| (line.promises(first), line));
        let best = others.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(promise, _)| *promise > 0.0);
        Some(best.map_or(first, |(_, line)| line))
    }

    /// All that was thought of, the best first.
    pub fn lines(&self) -> Vec<&Line> {
        let Some(best) = self.best() else { return Vec::new() };
        let likely = |line: &Line| line.likely(best).unwrap_or(0.0);
        let mut lines: Vec<&Line> = self.lines.iter().collect();
        lines.sort_by(|a, b| likely(b).total_cmp(&likely(a)));
        lines.sort_by_key(|line| line.order != best.order);
        lines
    }
}

/// How often a line has been tried by the end of this stage, if it is still thought of.
fn tries_by(stage: usize) -> usize {
    let [.., last] = STAGES;
    STAGES.into_iter().chain(std::iter::repeat(last)).take(stage + 1).sum()
}

/// So many stages there are with this effort: as many as it takes to try a line so many times as often as usual, and never
/// fewer than usual, since less effort ends a thought before them.
fn stages(effort: Effort) -> usize {
    let most = effort.of(tries_by(STAGES.len() - 1));
    STAGES.len() + (STAGES.len() - 1..).take_while(|stage| tries_by(*stage) < most).count()
}

/// How a battle stands for `side` some time after `order` was given, and after how many decisions; nothing where it cannot
/// be given.
fn try_out(
    scratch: &mut Scratch,
    look: Look<'_>,
    (side, seed, span): (SideId, u64, usize),
    order: &Order,
) -> Option<(Trial, usize)> {
    let mut copy = scratch.copy_falling(look, Falls::From(seed));
    let is_dealt = copy.imagine(side);
    copy.answer(order.clone()).ok()?;
    let decisions = TrialPlayer::of(look, (side, seed), is_dealt, span).play(&mut copy);
    let there = copy.look()?;
    let hope = hope(there, side);
    let (before, after) = (standing::heads(look, side), standing::heads(there, side));
    let harm = Harm::between(look, there, side);
    Some((Trial { hope, lost: (before.0 - after.0, before.1 - after.1), harm }, decisions))
}

/// How a battle stands for `side` at this moment, from 0, lost, to 1, won.
pub fn hope(look: Look<'_>, side: SideId) -> f64 {
    let verdict = look.battle::<Ended>().and_then(|ended| ended.0.as_ref());
    verdict.map_or_else(|| standing::of(look, side), |verdict| standing::of_verdict(verdict, side))
}

/// What the deepest mind makes of the question at hand, thought through to the end.
pub fn advice(look: Look<'_>, seed: u64) -> Option<Thought> {
    let mut thought = Thought::of(&mut Mind::new(Skill::Deep, seed), look)?;
    thought.settle(look);
    Some(thought)
}

#[cfg(test)]
mod tests;
