//! Adding, taking away, multiplying and dividing fractions.

use std::{
    iter::Sum,
    ops::{Add, Mul, Neg, Sub},
};

use super::Fraction;

impl Fraction {
    /// This over the other; nothing when the other is 0.
    pub fn checked_div(&self, other: &Self) -> Option<Self> {
        let negative = self.negative != other.negative;
        let over = || Self::reduced(negative, self.top.times(&other.bottom), self.bottom.times(&other.top));
        (!other.is_zero()).then(over)
    }
}

impl Add for &Fraction {
    type Output = Fraction;

    fn add(self, other: Self) -> Fraction {
        let bottom = self.bottom.common_multiple(&other.bottom);
        let mine = self.top.times(&bottom.over(&self.bottom));
        let theirs = other.top.times(&bottom.over(&other.bottom));
        if self.negative == other.negative {
            Fraction::reduced(self.negative, [mine, theirs].iter().sum(), bottom)
        } else if mine >= theirs {
            Fraction::reduced(self.negative, mine.less(&theirs), bottom)
        } else {
            Fraction::reduced(other.negative, theirs.less(&mine), bottom)
        }
    }
}

impl Neg for &Fraction {
    type Output = Fraction;

    fn neg(self) -> Fraction {
        -self.clone()
    }
}

impl Neg for Fraction {
    type Output = Self;

    fn neg(self) -> Self {
        Self { negative: !self.negative && !self.is_zero(), ..self }
    }
}

impl Sub for &Fraction {
    type Output = Fraction;

    fn sub(self, other: Self) -> Fraction {
        self + &-other
    }
}

impl Mul for &Fraction {
    type Output = Fraction;

    fn mul(self, other: Self) -> Fraction {
        let negative = self.negative != other.negative;
        Fraction::reduced(negative, self.top.times(&other.top), self.bottom.times(&other.bottom))
    }
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        &self + &other
    }
}

impl Sub for Fraction {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        &self - &other
    }
}

impl Mul for Fraction {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        &self * &other
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(fractions: I) -> Self {
        fractions.fold(Self::ZERO, |sum, fraction| sum + fraction)
    }
}
