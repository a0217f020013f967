//! Exact fractions: odds and means are these until somebody wants a decimal.

mod arithmetic;
mod text;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use super::whole::Whole;
pub use text::FractionError;

/// An exact fraction of any size, always reduced: `5/9`, `-7/2`, `3`.
///
/// Small ones are reckoned with in 128 bits and large ones with as many digits as they need, so
/// no sum or product of fractions is ever wrong.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    negative: bool,
    top: Whole,
    bottom: Whole,
}

impl Fraction {
    /// Nothing: the chance of what cannot happen.
    pub const ZERO: Self = Self { negative: false, top: Whole::ZERO, bottom: Whole::ONE };
    /// One: the chance of what is certain.
    pub const ONE: Self = Self { negative: false, top: Whole::ONE, bottom: Whole::ONE };

    /// The one number over the other; nothing when the other is 0.
    pub fn new(top: i128, bottom: i128) -> Option<Self> {
        let negative = (top < 0) != (bottom < 0);
        (bottom != 0).then(|| Self::reduced(negative, top.unsigned_abs().into(), bottom.unsigned_abs().into()))
    }

    /// A fraction with the bottom not 0, reduced. Zero is never negative.
    pub(super) fn reduced(negative: bool, top: Whole, bottom: Whole) -> Self {
        let negative = negative && !top.is_zero();
        let divisor = top.common_divisor(&bottom);
        if divisor.is_one() {
            return Self { negative, top, bottom };
        }
        Self { negative, top: top.over(&divisor), bottom: bottom.over(&divisor) }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.top.is_zero()
    }

    /// Whether it is less than 0.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// The largest whole number that is not above it, as far as that fits.
    pub fn floor(&self) -> i64 {
        let whole = self.top.over(&self.bottom);
        let is_whole = whole.times(&self.bottom) == self.top;
        // What does not fit is the largest that does.
        let size = whole.to_f64() as i64;
        if self.negative { -size - i64::from(!is_whole) } else { size }
    }

    /// As players say it: "67%".
    pub fn percent(&self) -> String {
        format!("{:.0}%", self.to_f64() * 100.0)
    }

    /// The same where what can happen is told from what cannot: "<1%" is more than nothing.
    pub fn share(&self) -> String {
        let told = self.percent();
        if told == "0%" && !self.is_zero() { "<1%".to_owned() } else { told }
    }

    /// The nearest decimal, within the last digit that a float has.
    pub fn to_f64(&self) -> f64 {
        const DIGITS: i64 = 64;
        let size = if self.top.bits().max(self.bottom.bits()) <= 1000 {
            self.top.to_f64() / self.bottom.to_f64()
        } else {
            // Both may be beyond what a float can hold while their ratio is not. So the ratio is
            // taken as a whole number of 64 binary digits or so, and the point put back afterwards.
            let bits = |whole: &Whole| i64::try_from(whole.bits()).unwrap_or(i64::MAX);
            let shift = DIGITS + bits(&self.bottom) - bits(&self.top);
            let ratio = if shift < 0 {
                self.top.over(&self.bottom.shifted(-shift))
            } else {
                self.top.shifted(shift).over(&self.bottom)
            };
            ratio.to_f64() * 2f64.powi(i32::try_from(-shift).unwrap_or(i32::MIN))
        };
        if self.negative { -size } else { size }
    }
}

impl Default for Fraction {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Fraction {
    fn from(number: i64) -> Self {
        Self { negative: number < 0, top: Whole::from(number.unsigned_abs()), bottom: Whole::ONE }
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let sizes = || self.top.times(&other.bottom).cmp(&other.top.times(&self.bottom));
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => sizes(),
            (true, true) => sizes().reverse(),
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
