//! What a gain of experience comes to: levels, and what is left over (ST-XP-01, ST-XP-02, ST-XP-04).

/// `numerator` of `denominator`, halves rounded up.
pub(super) fn rounded(numerator: i32, denominator: i32) -> i32 {
    let (numerator, denominator) = (i64::from(numerator), i64::from(denominator.max(1)));
    let rounded = (numerator * 2 + denominator).div_euclid(denominator * 2);
    i32::try_from(rounded).unwrap_or(i32::MAX)
}

/// How much experience makes a level, and by what it is divided what goes beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steps {
    pub a_level: i32,
    pub over: i32,
}

impl Steps {
    /// What somebody has after a gain, and whether they have risen by a level. One gain never brings two: what is left
    /// of it beyond the first is divided, and stays for the next gain even where it would make another.
    pub fn gain(self, count: i32, amount: i32) -> (i32, bool) {
        let total = count.saturating_add(amount.max(0));
        if total < self.a_level { (total, false) } else { (rounded(total - self.a_level, self.over), true) }
    }
}

/// What enemies of these levels are worth to somebody: so much for one of their own level, by how their levels compare,
/// summed before it is rounded.
pub(super) fn share(a_peer: i32, levels: i32, own: i32) -> i32 {
    rounded(a_peer.saturating_mul(levels), own.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: Steps = Steps { a_level: 1000, over: 2 };

    #[test]
    fn what_goes_beyond_a_level_is_halved() {
        assert_eq!(STEPS.gain(996, 10), (3, true));
        assert_eq!(STEPS.gain(0, 2000), (500, true));
        assert_eq!(STEPS.gain(999, 1), (0, true));
        assert_eq!(STEPS.gain(999, 4), (2, true));
        assert_eq!(STEPS.gain(0, 999), (999, false));
    }

    #[test]
    fn a_gain_never_brings_two_levels_nor_takes_anything() {
        assert_eq!(STEPS.gain(0, 5000), (2000, true));
        assert_eq!(STEPS.gain(2000, 10), (505, true));
        assert_eq!(STEPS.gain(20, -50), (20, false));
    }

    #[test]
    fn shares_are_rounded_once() {
        assert_eq!([1, 3, 4].map(|own| share(100, 4, own)), [400, 133, 100]);
        assert_eq!(share(100, 1, 8), 13);
        assert_eq!(share(100, 1, 10), 10);
    }
}
