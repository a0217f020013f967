//! A logistic curve through shares of wins: where it crosses one half the fight is even.

use super::Tally;

/// The curve: the log of the odds to win is `at_zero + each * value`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// At the value 0.
    pub at_zero: f64,
    /// What one more adds.
    pub each: f64,
    /// How far both may be off together: variances, and what they share.
    covariance: [f64; 3],
}

/// A curve lies as well as it can after so many steps.
const STEPS: usize = 60;
/// A step that would make it lie worse is halved so often at most.
const HALVES: i32 = 30;
/// A little of a win and a loss for each value: where nobody ever loses there is still a curve.
const PRIOR: f64 = 0.5;

impl Curve {
    /// Through what was found at each value, from low to high; nothing where there are fewer than two.
    pub fn through(found: &[(f64, Tally)]) -> Option<Self> {
        let (first, last) = (found.first()?.0, found.last()?.0);
        if first == last {
            return None;
        }
        // Values count from their middle, in halves of their range: those far from 0 have a curve like those near it.
        let (middle, half) = (f64::midpoint(first, last), (last - first) / 2.0);
        let points: Vec<(f64, f64, f64)> = found
            .iter()
            .map(|(value, tally)| {
                let wins = tally.rate() * tally.battles as f64 + PRIOR;
                ((value - middle) / half, wins, tally.battles as f64 + 2.0 * PRIOR)
            })
            .collect();
        let (mut lies, mut covariance) = ((0.0_f64, 0.0_f64), [0.0; 3]);
        for _ in 0..STEPS {
            let (at_zero, each) = lies;
            let (mut slope, mut bend) = ([0.0; 2], [0.0; 3]);
            for (value, wins, tries) in &points {
                let chance = share(at_zero + each * value);
                let (off, weight) = (wins - tries * chance, tries * chance * (1.0 - chance));
                slope[0] += off;
                slope[1] += off * value;
                bend[0] += weight;
                bend[1] += weight * value;
                bend[2] += weight * value * value;
            }
            let whole = bend[0] * bend[2] - bend[1] * bend[1];
            if !whole.is_normal() || whole <= 0.0 {
                return None;
            }
            covariance = [bend[2] / whole, -bend[1] / whole, bend[0] / whole];
            let step =
                [(bend[2] * slope[0] - bend[1] * slope[1]) / whole, (bend[0] * slope[1] - bend[1] * slope[0]) / whole];
            // A whole step may go too far.
            let mut steps = (0..HALVES).map(|halves| {
                let part = 0.5_f64.powi(halves);
                (at_zero + step[0] * part, each + step[1] * part)
            });
            let now = likelihood(&points, lies);
            let Some(better) = steps.find(|next| likelihood(&points, *next) > now) else { break };
            lies = better;
        }
        let [of_zero, both, of_each] = covariance;
        let (each, far) = (lies.1 / half, middle / half);
        let covariance =
            [of_zero - 2.0 * far * both + far * far * of_each, (both - far * of_each) / half, of_each / (half * half)];
        Some(Self { at_zero: lies.0 - lies.1 * far, each, covariance })
    }

    /// The share of wins at a value.
    pub fn at(&self, value: f64) -> f64 {
        share(self.at_zero + self.each * value)
    }

    /// The value that lets both win as often, and how far it may be off (95 of 100); nothing where the value changes nothing
    /// that could be told from chance.
    pub fn even(&self) -> Option<(f64, f64)> {
        let (each, _) = self.one_more_in_logits();
        if each.abs() <= 1.96 * self.covariance[2].sqrt() {
            return None;
        }
        let even = -self.at_zero / self.each;
        let [of_zero, both, of_each] = self.covariance;
        let variance = (of_zero + 2.0 * even * both + even * even * of_each) / (self.each * self.each);
        Some((even, 1.96 * variance.max(0.0).sqrt()))
    }

    /// By how much one more changes the share of wins in an even fight, and how far that may be off (95 of 100).
    pub fn one_more(&self) -> (f64, f64) {
        let (each, off) = self.one_more_in_logits();
        // The curve is steepest where it crosses one half: a quarter of its slope.
        (each / 4.0, off / 4.0)
    }

    fn one_more_in_logits(&self) -> (f64, f64) {
        (self.each, 1.96 * self.covariance[2].max(0.0).sqrt())
    }
}

fn share(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// How likely what was found is with such a curve, as a logarithm: of each point the value, the wins and the tries.
fn likelihood(points: &[(f64, f64, f64)], (at_zero, each): (f64, f64)) -> f64 {
    let of = |(value, wins, tries): &(f64, f64, f64)| {
        let logit = at_zero + each * value;
        wins * logit - tries * (logit.max(0.0) + (-logit.abs()).exp().ln_1p())
    };
    points.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(share: f64, battles: u64) -> Tally {
        Tally { battles, wins: (share * battles as f64).round() as u64, draws: 0 }
    }

    /// Promise: a curve that was there is found again, with where it is even and what one more is worth.
    #[test]
    fn a_known_curve_is_found_again() {
        let (at_zero, each) = (3.0, -0.75);
        let found: Vec<(f64, Tally)> =
            (0..9).map(|value| (f64::from(value), tally(share(at_zero + each * f64::from(value)), 20_000))).collect();
        let curve = Curve::through(&found).unwrap();
        assert!((curve.at_zero - at_zero).abs() < 0.02 && (curve.each - each).abs() < 0.01, "{curve:?}");
        let (even, off) = curve.even().unwrap();
        assert!((even - 4.0).abs() < 0.02 && off < 0.05, "{even} give or take {off}");
        assert!((curve.one_more().0 - each / 4.0).abs() < 0.003);
        assert!((curve.at(4.0) - 0.5).abs() < 0.005);
    }

    /// Promise: the same shares have the same curve, wherever their values begin, with the same bounds.
    #[test]
    fn a_curve_far_from_zero_is_that_near_it() {
        for each in [0.3_f64, -1.0, 2.5] {
            let through = |middle: i32| {
                let at = |off: i32| (f64::from(middle + off), tally(share(each * (f64::from(off) + 0.3)), 400));
                Curve::through(&(-10..=10).map(at).collect::<Vec<_>>()).unwrap()
            };
            let near = through(0);
            assert!((near.each / each - 1.0).abs() < 0.25, "{near:?}");
            for middle in [15, 50, 950, -400] {
                let far = through(middle);
                let (even, off) = far.even().unwrap();
                let (even_near, off_near) = near.even().unwrap();
                assert!(
                    (even - f64::from(middle) - even_near).abs() < 1e-5 && (off - off_near).abs() < 1e-5,
                    "{far:?}"
                );
                let (one, one_near) = (far.one_more(), near.one_more());
                assert!((one.0 - one_near.0).abs() < 1e-6 && (one.1 - one_near.1).abs() < 1e-6, "{far:?}");
            }
        }
    }

    /// Promise: a curve lies as well as it can where nearly everything is won or lost, however seldom some values were fought.
    #[test]
    fn a_curve_through_a_steep_fall_lies_well() {
        let found: Vec<(f64, Tally)> =
            [(0.0, 50), (0.02, 50), (1.0, 4_000), (1.0, 50), (1.0, 50), (1.0, 50), (1.0, 50)]
                .into_iter()
                .zip(0..)
                .map(|((share, battles), value)| (f64::from(value), tally(share, battles)))
                .collect();
        let (even, _) = Curve::through(&found).unwrap().even().unwrap();
        assert!(even > 1.0 && even < 2.0, "{even}");
    }

    /// Promise: what changes nothing is even nowhere, a single value has no curve, and shares of 0 and 1 have one.
    #[test]
    fn what_changes_nothing_is_even_nowhere() {
        let flat: Vec<(f64, Tally)> = (0..4).map(|value| (f64::from(value), tally(0.6, 500))).collect();
        assert_eq!(Curve::through(&flat).unwrap().even(), None);
        assert_eq!(Curve::through(&flat[..1]), None);
        assert_eq!(Curve::through(&[]), None);
        let steep: Vec<(f64, Tally)> =
            [(1.0, 1.0), (2.0, 1.0), (3.0, 0.0), (4.0, 0.0)].map(|(value, share)| (value, tally(share, 200))).to_vec();
        let (even, _) = Curve::through(&steep).unwrap().even().unwrap();
        assert!((even - 2.5).abs() < 0.1, "{even}");
    }
}
