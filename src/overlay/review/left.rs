//! How long work still takes, told by how long its last steps took: what comes first may take far longer than what comes later.

use std::collections::VecDeque;
use std::time::Duration;

/// So many of the last steps of a kind are told by.
const LAST: usize = 16;

/// What is written stays while it is no more wrong than this: minutes, or this share of it. It goes up later than down.
const APART: f64 = 0.75;
const SHARE: f64 = 0.2;
const UP: f64 = 0.5;

/// How long the last steps took, of decisions and of moments.
#[derive(Debug, Default)]
pub(super) struct Reckoning {
    decisions: VecDeque<Duration>,
    moments: VecDeque<Duration>,
    /// When the last of them was done.
    last: Duration,
    /// The minutes that were written last.
    said: Option<f64>,
}

impl Reckoning {
    /// A step is done, so long after the work was begun.
    pub fn step(&mut self, now: Duration, is_decision: bool) {
        let took = now.saturating_sub(std::mem::replace(&mut self.last, now));
        let steps = if is_decision { &mut self.decisions } else { &mut self.moments };
        steps.push_back(took);
        if steps.len() > LAST {
            steps.pop_front();
        }
    }

    /// The same for work that begins again where it was broken off.
    pub fn again(self) -> Self {
        Self { last: Duration::ZERO, ..self }
    }

    /// How long so many decisions and moments still take, so long after the work was begun; nothing before anything is done.
    /// A step that takes longer than those before it counts as long as it has taken.
    pub fn left(&self, now: Duration, (decisions, moments): (usize, usize)) -> Option<Duration> {
        let mean = |steps: &VecDeque<Duration>| {
            let sum: Duration = steps.iter().sum();
            u32::try_from(steps.len()).ok().filter(|count| *count > 0).map(|count| sum / count)
        };
        let (decision, moment) = (mean(&self.decisions), mean(&self.moments));
        let each = |own: Option<Duration>, other: Option<Duration>, count: usize| {
            Some(own.or(other)?.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX)))
        };
        let left = each(decision, moment, decisions)?.saturating_add(each(moment, decision, moments)?);
        let waits = now.saturating_sub(self.last);
        let next = if decisions > 0 { decision.or(moment)? } else { moment.or(decision)? };
        // Of the step that is being done some is over.
        Some(left.saturating_sub(waits.min(next)).max(if waits > next { waits } else { Duration::ZERO }))
    }

    /// The same in words, which do not go up and down with every step.
    pub fn told(&mut self, now: Duration, steps: (usize, usize)) -> String {
        let left = self.left(now, steps).map(|left| left.as_secs_f64() / 60.0);
        let stays = |left: f64, said: f64| {
            let apart = APART.max(said * SHARE);
            left > said - apart && left < said + apart + UP
        };
        self.said = left.map(|left| self.said.filter(|said| stays(left, *said)).unwrap_or(left.round()));
        in_words(self.said.map(|minutes| Duration::from_secs_f64(minutes * 60.0)))
    }
}

/// That in words.
fn in_words(left: Option<Duration>) -> String {
    let Some(left) = left else { return "no telling yet how long".to_owned() };
    match (left.as_secs_f64() / 60.0).round() as u64 {
        0 => "less than a minute left".to_owned(),
        1 => "about a minute left".to_owned(),
        minutes => format!("about {minutes} minutes left"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: what is written of the time that is left stays while it is about right, and follows where it is not.
    #[test]
    fn what_is_left_does_not_go_up_and_down() {
        let mut reckoning = Reckoning::default();
        assert_eq!(reckoning.told(Duration::ZERO, (9, 0)), "no telling yet how long");
        let minute = Duration::from_secs(60);
        reckoning.step(minute, true);
        let told = [(4, 0), (3, 0), (2, 0), (3, 0), (2, 0), (1, 0), (0, 0)].map(|steps| reckoning.told(minute, steps));
        let about = |minutes: u64| format!("about {minutes} minutes left");
        let end = ["about a minute left".to_owned(), "less than a minute left".to_owned()];
        assert_eq!(told[..5], [about(4), about(3), about(2), about(2), about(2)]);
        assert_eq!(told[5..], end);
    }

    /// Promise: what is left is told by the last steps, each kind by its own: slow ones at the beginning are soon forgotten.
    #[test]
    fn what_is_left_is_told_by_the_last_steps() {
        let mut reckoning = Reckoning::default();
        let mut now = Duration::ZERO;
        assert_eq!(reckoning.left(now, (100, 10)), None);
        let mut step = |reckoning: &mut Reckoning, seconds: u64, is_decision: bool| {
            now += Duration::from_secs(seconds);
            reckoning.step(now, is_decision);
            now
        };
        let first = step(&mut reckoning, 60, true);
        assert_eq!(reckoning.left(first, (10, 2)), Some(Duration::from_secs(720)), "no moment was seen yet");
        for _ in 0..LAST {
            step(&mut reckoning, 2, true);
        }
        let now = step(&mut reckoning, 5, false);
        assert_eq!(reckoning.left(now, (100, 10)), Some(Duration::from_secs(250)));
        let later = now + Duration::from_secs(1);
        assert_eq!(reckoning.left(later, (100, 10)), Some(Duration::from_secs(249)), "it goes down between two steps");
        let stuck = now + Duration::from_secs(90);
        assert!(reckoning.left(stuck, (1, 0)) >= Some(Duration::from_secs(60)), "a step that takes long is told");
        assert_eq!(in_words(Some(Duration::from_secs(250))), "about 4 minutes left");
        let again = reckoning.again().left(Duration::ZERO, (100, 10));
        assert_eq!(again, Some(Duration::from_secs(250)), "what was known is known when it goes on");
        assert_eq!(in_words(Some(Duration::from_secs(20))), "less than a minute left");
    }
}
