//! What is thought of: a deed, with what follows on it, and what its trials have come to.

use super::Harm;
use crate::battle::Order;
use crate::battle::house_words::END_TURN;

/// By how many standard errors a line must be better than the first that came to mind.
const SURE: f64 = 1.5;

/// How much worse than the first that came to mind anything else is on an average, and how far it lies from that average: so it
/// was with some two hundred lines of eight battles in five games, each tried fifty times. What trials tell is weighed against
/// it: the fewer they are, the more they must tell.
const AVERAGE: f64 = -0.022;
const SPREAD: f64 = 0.042;
/// The same of what only goes somewhere, or lets something be, where the first is a deed.
const IDLE: f64 = -0.066;
const SPREAD_IDLE: f64 = 0.075;
/// How far what was decided may lie from what is best, whatever it was.
const SPREAD_ANY: f64 = 0.1;

/// What the gains of single trials spread by, as a square, and how many trials stand behind that before the first is made.
const USUAL: (f64, f64) = (0.02, 4.0);

/// So many standard errors behind the best a line is no longer thought of, however early it is.
const HOPELESS: f64 = 3.0;

/// Something that might be done, and how it has turned out so far.
#[derive(Clone, Debug)]
pub struct Line {
    /// What would be done.
    pub order: Order,
    /// What would be done next in the same turn, where that is something else than what comes to mind first then.
    pub then: Option<Order>,
    pub(super) trials: Vec<Trial>,
    /// Whether it is no longer thought of.
    pub(super) is_out: bool,
    /// Whether it only goes somewhere, or lets a turn be, where the first is a deed.
    pub(super) is_idle: bool,
}

/// How one trial has ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    /// How well for the side that thinks, from 0, all lost, to 1, won without a loss.
    pub hope: f64,
    /// How many of that side, and of all others, were no longer in the fight.
    pub lost: (f64, f64),
    /// What else came upon both.
    pub harm: Harm,
}

impl Line {
    pub(super) const fn of(order: Order) -> Self {
        Self { order, then: None, trials: Vec::new(), is_out: false, is_idle: false }
    }

    /// Whether it is the same plan as another.
    pub(super) fn is(&self, other: &Self) -> bool {
        (&self.order, &self.then) == (&other.order, &other.then)
    }

    /// How often it was tried.
    pub fn tried(&self) -> usize {
        self.trials.len()
    }

    /// How well it has turned out, from 0 to 1. Nothing before it was tried.
    pub(super) fn hope(&self) -> Option<f64> {
        self.mean(|trial| trial.hope)
    }

    /// How many fighters it cost within the next rounds, on an average: of the side that thinks, and of all others.
    pub fn lost(&self) -> Option<(f64, f64)> {
        self.mean(|trial| trial.lost.0).zip(self.mean(|trial| trial.lost.1))
    }

    /// How well it is likely to turn out beside the best line, from 0 to 1. A line that was tried a few times met other luck
    /// than one that was tried often: only what both came to with the same dice tells them apart, and what is chosen is no
    /// worse than any.
    pub(super) fn likely(&self, best: &Self) -> Option<f64> {
        let hope = best.hope().filter(|_| self.tried() > 0)?;
        Some(if self.is(best) { hope } else { (hope + self.promises(best)).clamp(0.0, hope) })
    }

    /// What would be done, each deed told so: "move to (3,4), then attack Bo with Sword".
    pub fn told(&self, deed: impl Fn(&Order) -> String) -> String {
        let first = deed(&self.order);
        self.then.as_ref().map_or_else(|| first.clone(), |then| format!("{first}, then {}", deed(then)))
    }

    pub(super) fn mean(&self, of: impl Fn(&Trial) -> f64) -> Option<f64> {
        (!self.trials.is_empty()).then(|| self.trials.iter().map(of).sum::<f64>() / self.trials.len() as f64)
    }

    /// Whether it has come to the same as another in every trial.
    pub(super) fn is_like(&self, other: &Self) -> bool {
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

    /// Whether it has turned out better than another by so many standard errors. A few trials that happen to come to much the same
    /// are no proof of it.
    fn leads(&self, other: &Self, errors: f64) -> bool {
        self.gain(other, USUAL).is_some_and(|(mean, square)| mean > errors * square.sqrt())
    }

    /// Whether it lies so far behind the best that it is no longer thought of.
    pub(super) fn is_hopeless_beside(&self, best: &Self) -> bool {
        best.leads(self, HOPELESS)
    }

    /// Whether it may be done in the place of the first that came to mind, as soon as it promises more: a turn in which there is
    /// something to do, be it to go somewhere, is let go by only for what is better beyond doubt. `goes_on`: more of the turn
    /// comes later, and is not lost by its end.
    pub(super) fn may_replace(&self, first: &Self, goes_on: bool) -> bool {
        let lets_go = self.order.verb == END_TURN && !goes_on;
        !self.is_out && (!lets_go || self.leads(first, SURE))
    }

    /// By how much it is likely to be better than something of which nothing is known but what trials with the same dice tell.
    pub(super) fn surpasses(&self, other: &Self) -> Option<f64> {
        let own = SPREAD_ANY * SPREAD_ANY;
        self.gain(other, USUAL).map(|(mean, square)| mean * own / (own + square))
    }

    /// By how much it is likely to be better than another: what trials with the same dice tell, and what would be expected
    /// without them.
    pub(super) fn promises(&self, other: &Self) -> f64 {
        let (spread, usual) = if self.is_idle { (SPREAD_IDLE, IDLE) } else { (SPREAD, AVERAGE) };
        let own = spread * spread;
        self.gain(other, USUAL).map_or(usual, |(mean, square)| (mean * own + usual * square) / (own + square))
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
