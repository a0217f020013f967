//! Looking ahead: what is thought of is tried out on copies of the battle, which computers play on for both sides, and what
//! has turned out best is done. Dice are thrown anew each time, hands of cards that one's side does not see are dealt anew, and
//! enemies whose place it does not know do nothing.
//!
//! The trials are shared out among the lines: all get a few, the better half some more, until one is left. Each line
//! is tried with the same dice as the others, so that it is the deeds that are compared and not the luck. Once all have had
//! their few, it is thought of what else might follow on the best of them in the same turn: a blow, and away again.
//!
//! How long a thought takes is counted in decisions that are made in trials, never in time: the same battle and the same seed come
//! to the same on any machine. One that takes more thought than usual counts for several. The more lines there are, the shorter is
//! each trial, so that all get their share.
//!
//! Whoever asks is told the chance to win. For that some battles are played on from where their trials end (`outlook.rs`).

mod candidates;
mod expected;
mod line;
mod outlook;
mod powers;
mod standing;
mod trial_player;
mod trials;

pub use self::expected::{ANYBODYS, EXPLAINED, Expected, Harm, OURS, Reasons};
pub use self::line::Line;
use self::outlook::Outlook;
pub use self::powers::Powers;
use self::trial_player::{Thinker, Until, whose_turn};
pub use self::trials::hope;
use self::trials::{Tried, try_out};
use super::{Effort, Mind, Skill, is_end};
use crate::battle::{Look, Order, Scratch};

/// How often each line is tried that is still thought of, stage by stage; with more effort further stages are like the last.
const STAGES: [usize; 5] = [5, 8, 14, 24, 40];

/// Decisions in trials that a thought may usually take, times those who fight and so many more: a second's work of one core at
/// most, however many they are, since each decision takes the longer the more there are.
const ENOUGH: usize = 25_000;
const BESIDE: usize = 2;

/// What it takes to copy a battle, in decisions.
const COPYING: usize = 2;

/// The share of all of it that the first stage may take.
const AT_FIRST: (usize, usize) = (2, 3);

/// Decisions that each trial may take, at least and at most.
const SPAN: (usize, usize) = (24, 160);

/// Decisions that each trial must be able to take: there are no more lines than leave it so many, but a few in any case.
const LEAST_SPAN: usize = 40;
const LEAST_LINES: usize = 5;

/// Whoever asks what to do, or what was thought of something that is done, waits for seconds: so many times as much as for a decision
/// that may take, but no more than that. So each trial goes farther: how things stand in the end is told the better. Beforehand and
/// afterwards it is thought the same, or what was advised would be called a fault for what nobody could see then.
const TIMES_ASKED: usize = 3;
const ENOUGH_ASKED: usize = 10_000;
/// Stages in which that is thought about.
const STAGES_ASKED: usize = 3;

/// A decision that is being thought about, a trial at a time. It can be had at any time.
pub struct Thought {
    thinker: Thinker,
    seed: u64,
    lines: Vec<Line>,
    scratch: Scratch,
    /// How much everybody counts; nothing where there is nothing to think about.
    powers: Powers,
    /// The line that is tried next.
    next: usize,
    stage: usize,
    /// Stages that there are.
    stages: usize,
    /// Decisions that were made in trials, and how many may be.
    work: usize,
    enough: usize,
    /// How far each trial goes.
    until: Until,
    /// Whether it has been thought of what might follow on the best of them.
    is_widened: bool,
    /// Whether more of the turn at hand is still to come when what goes on now ends.
    goes_on: bool,
    /// Whether what was given first is left only for what is better beyond doubt.
    is_strict: bool,
    /// Whether that is what comes to mind first.
    is_first_idea: bool,
    /// What comes of battles that are played on, where somebody is told the chance to win.
    outlook: Outlook,
}

impl Thought {
    /// What this mind thinks of doing now; nothing where nothing is asked. Only the deepest has more to think about than a first
    /// glance tells, and where the rules say how a computer answers that is all: in trials it is answered so, too.
    pub fn of(mind: &mut Mind, look: Look<'_>) -> Option<Self> {
        let (enough, is_prescribed) = (mind.effort.of(usual(look)), look.question()?.is_prescribed);
        Self::beside(mind, look, None, (enough, !is_prescribed))
    }

    /// What this mind would tell somebody else who is asked: whatever they may answer is thought of.
    pub fn advising(mind: &mut Mind, look: Look<'_>) -> Option<Self> {
        Self::asked(mind, look, None)
    }

    /// What this mind thinks of an order that was given, beside what else it thinks of: that order comes first, so that all
    /// others are measured by it.
    pub fn about(mind: &mut Mind, look: Look<'_>, made: &Order) -> Option<Self> {
        Some(Self { is_strict: true, ..Self::asked(mind, look, Some(made))? })
    }

    /// What somebody is told who asks: what was `made`, if anything, comes first.
    fn asked(mind: &mut Mind, look: Look<'_>, made: Option<&Order>) -> Option<Self> {
        let enough = mind.effort.of((TIMES_ASKED * usual(look)).min(ENOUGH_ASKED));
        let thought = Self::beside(mind, look, made, (enough, true))?;
        // What lies hidden does nothing in trials, which would be no way to play a battle out.
        let outlook = Outlook::of(if thought.powers.knows_all() { enough / TIMES_ASKED } else { 0 });
        Some(Self { stages: STAGES_ASKED, outlook, ..thought })
    }

    /// A thought about what comes to mind first and, if that is wanted, about `all_else`, which may take so much. What was `made`
    /// comes before it.
    fn beside(
        mind: &mut Mind,
        look: Look<'_>,
        made: Option<&Order>,
        (enough, all_else): (usize, bool),
    ) -> Option<Self> {
        let question = look.question()?;
        let first = mind.glance(look)?;
        let mut others = Vec::new();
        if all_else && mind.skill == Skill::Deep {
            others = candidates::beside(mind, look, question, &first);
        }
        let mut lines: Vec<Line> = std::iter::once(first).chain(others).map(Line::of).collect();
        // As many lines as leave each its share of the first stage.
        let tries = enough * AT_FIRST.0 / AT_FIRST.1 / STAGES[0];
        let room = tries / (LEAST_SPAN + COPYING);
        let more = candidates::FOLLOWED * candidates::FOLLOWING;
        lines.truncate(room.saturating_sub(more).max(LEAST_LINES));
        let is_widened = lines.len() + more > room;
        let all = lines.len() + if is_widened { 0 } else { more };
        let span = (tries / all).saturating_sub(COPYING).clamp(SPAN.0, SPAN.1);
        let (mut next, mut is_first_idea) = (0, true);
        if let Some(made) = made {
            let at = lines.iter().position(|line| line.order == *made);
            let line = at.map_or_else(|| Line::of(made.clone()), |at| lines.remove(at));
            lines.insert(0, line);
            // The trial that tells how far all others go is of what comes to mind first, whatever was made.
            is_first_idea = at == Some(0);
            next = usize::from(!is_first_idea);
        }
        if lines.first().is_some_and(|first| !idles(look, &first.order)) {
            lines.iter_mut().for_each(|line| line.is_idle = idles(look, &line.order));
        }
        let powers = if lines.len() > 1 { Powers::of(look.seen_by(question.side)) } else { Powers::default() };
        Some(Self {
            thinker: Thinker { side: question.side, trail: mind.trail.clone() },
            seed: mind.any_seed(),
            lines,
            scratch: Scratch::new(),
            powers,
            next,
            stage: 0,
            stages: stages(mind.effort),
            work: 0,
            enough,
            until: Until { span, turns: None },
            is_widened,
            goes_on: goes_on(look),
            is_strict: false,
            is_first_idea,
            outlook: Outlook::of(0),
        })
    }

    /// What the first line gives away of the chance to win beside the best, from 0 to 1, and that best; nothing where there was no
    /// choice.
    pub fn given_away(&self) -> Option<(f64, &Line)> {
        let (behind, best) = self.behind()?;
        let hope = best.hope()?;
        Some((self.outlook.chance(hope) - self.outlook.chance((hope - behind).max(0.0)), best))
    }

    /// By how much the first line has turned out worse than the best. One that was tried more often than the other met other luck
    /// besides: what both came to with the same dice is compared. Of many tries the best has had luck, too: nothing lies farther
    /// behind than the best is likely to be better than it. Whatever follows on it was not given away by then.
    fn behind(&self) -> Option<(f64, &Line)> {
        let (first, best) = (self.lines.first()?, self.best()?);
        if best.order == first.order {
            return first.hope().map(|_| (0.0, best));
        }
        let made = self.lines.iter().filter(|line| line.order == first.order);
        let gains = |line: &Line| if self.is_first_idea { Some(best.promises(line)) } else { best.surpasses(line) };
        let away = made.filter_map(gains).min_by(f64::total_cmp);
        Some((away?.max(0.0), best))
    }

    /// Whether there is nothing more to find out.
    pub fn is_settled(&self) -> bool {
        self.is_decided() && (self.lines.len() < 2 || self.outlook.next().is_none())
    }

    /// Whether it is as clear as it will be what is best.
    fn is_decided(&self) -> bool {
        self.stage >= self.stages
            || self.work >= self.enough
            || self.lines.iter().filter(|line| !line.is_out).count() < 2
    }

    /// Tries one line once more in the battle that is thought about.
    pub fn go_on(&mut self, look: Look<'_>) {
        if self.is_settled() {
            return;
        }
        let on = self.outlook.next();
        if let Some(on) = on.filter(|_| self.is_decided()) {
            self.play_on(look, on);
            return;
        }
        let (throw, is_first) = (self.lines.get(self.next).map_or(0, Line::tried), self.next == self.first_idea());
        let on = on.filter(|(next, _)| is_first && *next == throw).map_or(0, |(_, most)| most);
        let seed = self.dice(throw);
        let Self { thinker, lines, scratch, powers, next, work, until, outlook, .. } = self;
        if let Some(line) = lines.get_mut(*next) {
            match try_out(scratch, look, (thinker, powers, seed, *until), line, on) {
                Some(Tried { trial, decisions, turns, came }) => {
                    until.turns = turns;
                    line.trials.push(trial);
                    *work += COPYING + decisions;
                    came.into_iter().for_each(|came| outlook.add(trial.hope, came));
                }
                None => line.is_out = true,
            }
        }
        self.turn_to_next(look);
    }

    /// Plays a battle on in which what comes to mind first was done with these dice.
    fn play_on(&mut self, look: Look<'_>, (throw, most): (usize, usize)) {
        let (first, seed) = (self.first_idea(), self.dice(throw));
        let Self { thinker, lines, scratch, powers, until, outlook, .. } = self;
        let tried =
            lines.get(first).and_then(|line| try_out(scratch, look, (thinker, powers, seed, *until), line, most));
        match tried.and_then(|tried| Some((tried.trial.hope, tried.decisions, tried.came?))) {
            Some((stood, decisions, (came, more))) => outlook.add(stood, (came, COPYING + decisions + more)),
            None => outlook.close(),
        }
    }

    /// The place of what comes to mind first: only what was made comes before it.
    fn first_idea(&self) -> usize {
        usize::from(!self.is_first_idea)
    }

    /// What the dice of a throw come from: the same for all lines.
    const fn dice(&self, throw: usize) -> u64 {
        self.seed.wrapping_add((throw as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Thinks to the end.
    pub fn settle(&mut self, look: Look<'_>) {
        while !self.is_settled() {
            self.go_on(look);
        }
    }

    /// Which line is tried next: those that are still thought of take turns, and at the end of a stage the worse half is out.
    fn turn_to_next(&mut self, look: Look<'_>) {
        let enough = tries_by(self.stage);
        let wants = |line: &Line| !line.is_out && line.tried() < enough;
        let fewest = self.lines.iter().enumerate().filter(|(_, line)| wants(line)).min_by_key(|(_, line)| line.tried());
        match fewest {
            Some((index, _)) => self.next = index,
            None if !self.is_widened => {
                self.widen(look);
                self.turn_to_next(look);
            }
            None => {
                self.stage += 1;
                self.narrow();
                if !self.is_decided() {
                    self.turn_to_next(look);
                }
            }
        }
    }

    /// Thinks of what else might follow in the same turn on what has turned out best so far.
    fn widen(&mut self, look: Look<'_>) {
        self.is_widened = true;
        let mut best: Vec<&Line> = self.lines.iter().filter(|line| line.tried() > 0 && !is_end(&line.order)).collect();
        best.sort_by(|a, b| b.hope().unwrap_or(0.0).total_cmp(&a.hope().unwrap_or(0.0)));
        let orders: Vec<Order> = best.into_iter().take(candidates::FOLLOWED).map(|line| line.order.clone()).collect();
        for order in orders {
            let (thens, decisions) = candidates::after(&mut self.scratch, look, (&self.thinker, self.seed), &order);
            self.work += COPYING + decisions;
            self.lines.extend(thens.into_iter().map(|then| Line { then: Some(then), ..Line::of(order.clone()) }));
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
            if let Some(line) = rest.first_mut().filter(|line| !line.is(&best)) {
                line.is_out |= before.iter().any(|other| !other.is_out && other.is_like(line));
            }
        }
        for line in self.lines.iter_mut().skip(1).filter(|line| !line.is(&best)) {
            line.is_out |= line.hope().is_none_or(|hope| hope < least) || line.is_hopeless_beside(&best);
        }
        if let Some(first) = self.lines.first_mut().filter(|first| !first.is(&best)) {
            first.is_out |= first.is_hopeless_beside(&best);
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
            // Whoever advises leaves what comes to mind first for nothing that promises less than it.
            let is_better = |best: &&Line| best.is_surely_better(first) && best.promises(first) > 0.0;
            let best = self.best_tried().filter(|best| first.is_out || is_better(best));
            return Some(best.unwrap_or(first));
        }
        let others = self.lines.iter().skip(1).filter(|line| line.may_replace(first, self.goes_on));
        let others = others.map(|line| (line.promises(first), line));
        let best = others.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(promise, _)| *promise > 0.0);
        Some(best.map_or(first, |(_, line)| line))
    }

    /// All that was thought of, the best first.
    pub fn lines(&self) -> Vec<&Line> {
        let Some(best) = self.best() else { return Vec::new() };
        let likely = |line: &Line| line.likely(best).unwrap_or(0.0);
        let mut lines: Vec<&Line> = self.lines.iter().collect();
        lines.sort_by(|a, b| likely(b).total_cmp(&likely(a)));
        lines.sort_by_key(|line| !line.is(best));
        lines
    }
}

/// How many decisions in trials a decision may usually take.
fn usual(look: Look<'_>) -> usize {
    let seen = look.question().map_or(look, |question| look.seen_by(question.side));
    ENOUGH / (seen.shown().filter(|id| look.is_in_play(*id)).count() + BESIDE)
}

/// Whether an order does no more than go somewhere, or lets something be.
fn idles(look: Look<'_>, order: &Order) -> bool {
    let lets_be = is_end(order) || look.lets_be(order);
    lets_be && !goes_on(look) || candidates::walks(look, order)
}

/// Whether another part of the turn at hand comes later in this round, such as its blows.
fn goes_on(look: Look<'_>) -> bool {
    let turn = look.question().and_then(whose_turn);
    turn.is_some_and(|who| look.rules().economy.goes_on(look, who))
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

/// What the deepest mind makes of the question at hand, thought through to the end, as somebody else who is asked is told it.
pub fn advice(look: Look<'_>, seed: u64) -> Option<Thought> {
    let mut thought = Thought::advising(&mut Mind::new(Skill::Deep, seed), look)?;
    thought.settle(look);
    Some(thought)
}

#[cfg(test)]
mod tests;
