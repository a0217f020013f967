//! Whole numbers of any size, from 0 up: what exact odds are counted in.

use std::{
    cmp::Ordering,
    fmt,
    iter::Sum,
    mem,
    ops::{AddAssign, MulAssign, SubAssign},
};

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// A whole number, in 128 bits for as long as it fits and of any length beyond.
///
/// A number that fits is always [`Small`](Self::Small), so equal numbers are equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Whole {
    Small(u128),
    Big(BigUint),
}

use Whole::{Big, Small};

impl Whole {
    pub(super) const ZERO: Self = Small(0);
    pub(super) const ONE: Self = Small(1);

    pub(super) fn is_zero(&self) -> bool {
        matches!(self, Small(0))
    }

    pub(super) fn is_one(&self) -> bool {
        matches!(self, Small(1))
    }

    #[inline]
    pub(super) fn times(&self, other: &Self) -> Self {
        let mut product = self.clone();
        product *= other;
        product
    }

    /// The difference, or 0 where the other is the larger.
    #[inline]
    pub(super) fn less(&self, other: &Self) -> Self {
        let mut difference = self.clone();
        difference -= other;
        difference
    }

    /// How often the other goes into this. Nothing asks it about 0; it would answer 0.
    #[inline]
    pub(super) fn over(&self, other: &Self) -> Self {
        match (self, other) {
            (_, Small(0)) => Self::ZERO,
            (_, Small(1)) => self.clone(),
            (Small(a), Small(b)) => match (u64::try_from(*a), u64::try_from(*b)) {
                (Ok(a), Ok(b)) => Small(u128::from(a / b)),
                _ => Small(a / b),
            },
            _ => Self::fitted(self.big() / other.big()),
        }
    }

    pub(super) fn power(&self, exponent: u32) -> Self {
        match self {
            Small(a) if let Some(power) = a.checked_pow(exponent) => Small(power),
            _ => Self::fitted(self.big().pow(exponent)),
        }
    }

    /// The greatest number that goes into both.
    #[inline]
    pub(super) fn common_divisor(&self, other: &Self) -> Self {
        match (self, other) {
            (Small(a), Small(b)) => match (u64::try_from(*a), u64::try_from(*b)) {
                (Ok(a), Ok(b)) => Small(u128::from(a.gcd(&b))),
                _ => Small(a.gcd(b)),
            },
            _ => Self::fitted(self.big().gcd(&other.big())),
        }
    }

    /// The least number that both go into.
    #[inline]
    pub(super) fn common_multiple(&self, other: &Self) -> Self {
        if self == other { self.clone() } else { self.over(&self.common_divisor(other)).times(other) }
    }

    /// How many binary digits it has.
    pub(super) fn bits(&self) -> u64 {
        match self {
            Small(a) => u64::from(u128::BITS - a.leading_zeros()),
            Big(a) => a.bits(),
        }
    }

    /// This times two to the power, the digits after the point cut off.
    pub(super) fn shifted(&self, power: i64) -> Self {
        let by = power.unsigned_abs();
        Self::fitted(if power < 0 { self.big() >> by } else { self.big() << by })
    }

    pub(super) fn to_f64(&self) -> f64 {
        match self {
            Small(a) => a.to_f64(),
            Big(a) => a.to_f64(),
        }
        .unwrap_or(f64::INFINITY)
    }

    /// Reads a number written in digits alone.
    pub(super) fn from_digits(digits: &str) -> Option<Self> {
        let all_digits = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        all_digits.then(|| digits.parse().ok()).flatten().map(Self::fitted)
    }

    /// Reckons in as many digits as it takes. Kept apart, so that what is usual stays short.
    #[cold]
    #[inline(never)]
    fn long(&mut self, other: &Self, reckon: impl FnOnce(BigUint, &BigUint) -> BigUint) {
        let mine = match mem::replace(self, Self::ZERO) {
            Small(a) => BigUint::from(a),
            Big(a) => a,
        };
        *self = Self::fitted(match other {
            Small(b) => reckon(mine, &BigUint::from(*b)),
            Big(b) => reckon(mine, b),
        });
    }

    fn big(&self) -> BigUint {
        match self {
            Small(a) => BigUint::from(*a),
            Big(a) => a.clone(),
        }
    }

    fn fitted(number: BigUint) -> Self {
        number.to_u128().map_or(Big(number), Small)
    }
}

impl AddAssign<&Self> for Whole {
    #[inline]
    fn add_assign(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Small(a), Small(b)) if let Some(sum) = a.checked_add(*b) => *a = sum,
            _ => self.long(other, |a, b| a + b),
        }
    }
}

impl<'a> Sum<&'a Self> for Whole {
    fn sum<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
        let mut sum = Self::ZERO;
        for number in numbers {
            sum += number;
        }
        sum
    }
}

/// Less the other, or 0 where the other is the larger.
impl SubAssign<&Self> for Whole {
    #[inline]
    fn sub_assign(&mut self, other: &Self) {
        if let (Small(a), Small(b)) = (&mut *self, other) {
            *a = a.saturating_sub(*b);
        } else if *self <= *other {
            *self = Self::ZERO;
        } else {
            self.long(other, |a, b| a - b);
        }
    }
}

impl MulAssign<&Self> for Whole {
    #[inline]
    fn mul_assign(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Small(a), Small(b)) if let Some(product) = a.checked_mul(*b) => *a = product,
            _ => self.long(other, |a, b| a * b),
        }
    }
}

impl Ord for Whole {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Small(a), Small(b)) => a.cmp(b),
            (Small(_), Big(_)) => Ordering::Less,
            (Big(_), Small(_)) => Ordering::Greater,
            (Big(a), Big(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Whole {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<u64> for Whole {
    fn from(number: u64) -> Self {
        Small(u128::from(number))
    }
}

impl From<u128> for Whole {
    fn from(number: u128) -> Self {
        Small(number)
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Small(a) => a.fmt(f),
            Big(a) => a.fmt(f),
        }
    }
}
