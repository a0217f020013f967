//! How battles have come out that were played on from the ends of trials. Where the guess of how a battle stands is wrong, it is
//! wrong in much the same way for all that is thought of, and is put right for all.

use super::Powers;
use super::standing::{self, DRAWN};
use crate::ai::{Skill, play_out};
use crate::battle::{SideId, Twin};

/// How far the odds by the guess lie off those of battles that are played out, in natural logarithms: their usual spread.
const OFF: f64 = 1.0;

/// How far off they may lie at most.
const MOST_OFF: f64 = 6.0;

/// Battles that are played on in a thought: so many at least, if they are long, and at most.
const LEAST: usize = 8;
const MOST: usize = 60;

/// What has come of battles that were played on.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    /// How each stood when its trial ended, and what came of it.
    played: Vec<[f64; 2]>,
    /// Decisions that may be made in one of them, and in all that are still to come.
    each: usize,
    left: usize,
    /// How many times the odds by the guess those are that they tell.
    factor: f64,
}

impl Outlook {
    /// For battles that may take so many decisions together; with none the guess stays as it is.
    pub const fn of(enough: usize) -> Self {
        Self { played: Vec::new(), each: enough / LEAST, left: enough, factor: 1.0 }
    }

    /// The throw of the dice that is played on next, and how many decisions that may take; nothing once it is enough.
    pub fn next(&self) -> Option<(usize, usize)> {
        let throw = self.played.len();
        (throw < MOST && self.left > 0).then(|| (throw, self.each.min(self.left)))
    }

    /// Nothing more is played on.
    pub const fn close(&mut self) {
        self.left = 0;
    }

    /// Takes in what has come of a battle after so many decisions.
    pub fn add(&mut self, stood: f64, (came, decisions): (f64, usize)) {
        self.left = self.left.saturating_sub(decisions.max(1));
        self.played.push([stood, came]);
        self.factor = self.likeliest();
    }

    /// The chance to win where trials have stood so well on an average.
    pub fn chance(&self, stood: f64) -> f64 {
        shifted(stood, self.factor)
    }

    /// The factor that is likeliest by what was played on, and by how far the guess usually lies off.
    fn likeliest(&self) -> f64 {
        let count = self.played.len() as f64;
        let [stood, came] = [0, 1].map(|at: usize| self.played.iter().map(|pair| pair[at]).sum::<f64>() / count);
        // The slope of the likelihood falls all the way: it is 0 at the likeliest.
        let slope = |off: f64| count * (came - shifted(stood, off.exp())) - off / (OFF * OFF);
        let (mut low, mut high) = (-MOST_OFF, MOST_OFF);
        for _ in 0..40 {
            let half = f64::midpoint(low, high);
            *(if slope(half) > 0.0 { &mut low } else { &mut high }) = half;
        }
        f64::midpoint(low, high).exp()
    }
}

/// A chance with so many times its odds.
fn shifted(chance: f64, factor: f64) -> f64 {
    let odds = chance * factor;
    odds / (1.0 - chance + odds)
}

/// What comes of a battle for `side` that both sides play on at first glance, from 0, lost, to 1, won, and after how many decisions;
/// after `most` of them it is told by how it stands.
pub(super) fn played_on(
    copy: &mut Twin<'_>,
    (side, powers, seed): (SideId, &Powers, u64),
    most: usize,
) -> Option<(f64, usize)> {
    let played = play_out(copy, [Skill::Keen; 2], seed, most);
    let came = match played.winner {
        Some(winner) => f64::from(u8::from(winner == side)),
        None if played.is_over => DRAWN,
        None => standing::of(copy.look()?.seen_by(side), side, powers),
    };
    Some((came, played.decisions))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An outlook by battles that stood so well and of which so many of `count` were won.
    fn outlook(stood: f64, won: usize, count: usize) -> Outlook {
        let mut outlook = Outlook::of(1_000);
        (0..count).for_each(|number| outlook.add(stood, (f64::from(u8::from(number < won)), 10)));
        outlook
    }

    /// Promise: the more battles tell that the guess is wrong, the nearer what is told comes to what they tell; what is better stays
    /// better, and what is certain stays certain.
    #[test]
    fn what_is_told_follows_battles_that_were_played_out() {
        assert_eq!(Outlook::of(0).chance(0.3).to_bits(), 0.3_f64.to_bits(), "nothing was played on");
        let told = [4, 8, 27].map(|count| outlook(0.4, count, count).chance(0.4));
        assert!(told[0] > 0.6 && told.is_sorted() && (0.9..1.0).contains(&told[2]), "{told:?}");
        assert!((outlook(0.4, 8, 20).chance(0.4) - 0.4).abs() < 1e-6, "the guess was right");
        let lost = outlook(0.9, 3, 30);
        assert!((0.1..0.25).contains(&lost.chance(0.9)), "three of thirty were won: {}", lost.chance(0.9));
        let shares = [0.0, 0.2, 0.5, 0.8, 1.0].map(|stood| lost.chance(stood));
        assert!(shares.is_sorted() && shares[0] == 0.0 && (shares[4] - 1.0).abs() < 1e-12, "{shares:?}");
    }

    /// Promise: each throw of the dice is played on once, and all together take no more than they may.
    #[test]
    fn battles_are_played_on_within_bounds() {
        let played = |decisions: usize| {
            let mut outlook = Outlook::of(1_000);
            let mut throws = Vec::new();
            while let Some((throw, most)) = outlook.next() {
                throws.push(throw);
                outlook.add(0.5, (1.0, decisions.min(most)));
            }
            assert_eq!(throws, (0..throws.len()).collect::<Vec<_>>());
            throws.len()
        };
        assert_eq!([1, 40, 5_000].map(played), [MOST, 25, LEAST], "short battles, longer ones, endless ones");
        assert_eq!(Outlook::of(0).next(), None, "nothing may be played on");
        let mut closed = Outlook::of(1_000);
        closed.close();
        assert_eq!(closed.next(), None);
    }
}
