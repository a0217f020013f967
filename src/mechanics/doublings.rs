//! How many times one thing outweighs another, by whole numbers alone.

/// Two for each doubling of `light` that `heavy` has reached, and one more once it is past halfway to the next: the
/// greatest n such that heavy x heavy is at least 2^n x light x light. Nothing for what is not the heavier, or outweighs
/// nothing.
pub fn half_doublings(heavy: u64, light: u64) -> i32 {
    if light == 0 || heavy < light {
        return 0;
    }
    // Past the square root of two is past halfway: squared, that is one doubling more.
    let times = u128::from(heavy).pow(2) / u128::from(light).pow(2);
    times.ilog2() as i32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::half_doublings;

    /// HG-GRAP-12, HG-MASS-03, HG-MASS-04: the pairs that the rules name.
    #[test]
    fn what_the_rules_name() {
        let pairs = [(800, 200, 4), (2400, 200, 7), (350, 120, 3), (500, 250, 2), (500, 100, 4), (200, 130, 1)];
        for (heavy, light, bonus) in pairs {
            assert_eq!(half_doublings(heavy, light), bonus, "{heavy} against {light}");
            assert_eq!(half_doublings(light, heavy), 0, "{light} against {heavy}");
        }
        assert_eq!(half_doublings(7, 0), 0);
        assert_eq!(half_doublings(u64::MAX, 1), 127);
    }

    proptest! {
        #[test]
        fn it_is_the_greatest_such_number(heavy in 1_u64..=1 << 40, light in 1_u64..=1 << 40) {
            let bonus = half_doublings(heavy, light);
            let (heavy, light) = (u128::from(heavy).pow(2), u128::from(light).pow(2));
            if heavy < light {
                prop_assert_eq!(bonus, 0);
            } else {
                let reached = |n: i32| heavy >= light << n;
                prop_assert!(reached(bonus) && !reached(bonus + 1));
            }
        }
    }
}
