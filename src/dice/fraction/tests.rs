#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use proptest::prelude::*;

use super::*;

fn fraction(text: &str) -> Fraction {
    text.parse().unwrap()
}

#[test]
fn a_fraction_is_always_reduced() {
    for (top, bottom, text) in
        [(10, 18, "5/9"), (4, 2, "2"), (0, -7, "0"), (-6, 4, "-3/2"), (6, -4, "-3/2"), (-6, -4, "3/2"), (-2, -1, "2")]
    {
        assert_eq!(Fraction::new(top, bottom).unwrap().to_string(), text);
        assert_eq!(Fraction::new(top, bottom), Some(fraction(text)));
    }
    assert_eq!(Fraction::new(1, 0), None);
    assert_eq!(Fraction::new(i128::MIN, i128::MIN), Some(Fraction::ONE));
    assert_eq!(fraction("-0"), Fraction::ZERO);
}

#[test]
fn what_is_no_fraction_is_refused() {
    for text in ["", "/", "1/", "/2", "--1", "1/-2", "1.5", " 1", "+1", "1/2/3", "½", "x"] {
        assert_eq!(text.parse::<Fraction>(), Err(FractionError::NotAFraction), "{text}");
    }
    assert_eq!("3/0".parse::<Fraction>(), Err(FractionError::OverZero));
    assert_eq!("9".repeat(100_000).parse::<Fraction>(), Err(FractionError::TooLong));
}

#[test]
fn numbers_beyond_128_bits_stay_exact() {
    let large = Fraction::new(i128::MAX, 3).unwrap();
    let square = &large * &large;
    assert_eq!(square.to_string(), {
        "28948022309329048855892746252171976962977213799489202546401021394546514198529/9"
    });
    assert_eq!(square.checked_div(&large), Some(large.clone()));
    assert_eq!(&(&square + &large) - &square, large);
    assert!(square > large && -&square < -&large);
    assert_eq!(fraction(&square.to_string()), square);
}

#[test]
fn a_decimal_is_found_even_where_no_float_holds_the_parts() {
    let (mut tiny, half) = (Fraction::ONE, fraction("1/2"));
    for _ in 0..1500 {
        tiny = &tiny * &half;
    }
    let almost = (&Fraction::ONE - &tiny).to_f64();
    assert!((almost - 1.0).abs() < 1e-15);
    let seventh = (&tiny * &fraction("-1/7")).checked_div(&tiny).unwrap();
    assert_eq!(seventh.to_f64(), -1.0 / 7.0);
    let ratio = (&fraction("1/7") + &tiny).to_f64();
    assert!((ratio - 1.0 / 7.0).abs() < 1e-15, "{ratio}");
    assert_eq!(tiny.to_f64(), 0.0);
    assert_eq!(Fraction::ONE.checked_div(&tiny).unwrap().to_f64(), f64::INFINITY);
}

#[test]
fn a_file_holds_a_fraction_as_text() {
    assert_eq!(ron::to_string(&fraction("5/9")).unwrap(), "\"5/9\"");
    assert_eq!(ron::from_str::<Fraction>("\"10/18\"").unwrap(), fraction("5/9"));
}

fn any_fraction() -> impl Strategy<Value = Fraction> {
    let any = (any::<i128>(), any::<i128>(), 0..127_u32, 0..127_u32);
    any.prop_map(|(top, bottom, less, lesser)| Fraction::new(top >> less, (bottom >> lesser).max(1)).unwrap())
}

proptest! {
    #[test]
    fn sums_and_products_obey_the_laws(a in any_fraction(), b in any_fraction(), c in any_fraction()) {
        prop_assert_eq!(&a + &b, &b + &a);
        prop_assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
        prop_assert_eq!(&a * &b, &b * &a);
        prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
        prop_assert_eq!(&(&a - &b) + &b, a.clone());
        prop_assert_eq!(&a + &-&a, Fraction::ZERO);
        prop_assert_eq!(&a * &Fraction::ONE, a.clone());
        if let Some(ratio) = a.checked_div(&b) {
            prop_assert_eq!(&ratio * &b, a);
        }
    }

    #[test]
    fn the_order_is_that_of_the_differences(a in any_fraction(), b in any_fraction()) {
        prop_assert_eq!(a < b, (&a - &b).is_negative());
        prop_assert_eq!(a == b, (&a - &b).is_zero());
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
    }

    #[test]
    fn a_decimal_is_near(top in -1_000_000_i64..1_000_000, bottom in 1_i64..1_000_000) {
        let decimal = Fraction::new(top.into(), bottom.into()).unwrap().to_f64();
        prop_assert!((decimal - top as f64 / bottom as f64).abs() <= 1e-15 * decimal.abs());
    }

    #[test]
    fn what_is_written_reads_as_the_same(a in any_fraction()) {
        prop_assert_eq!(a.to_string().parse(), Ok(a));
    }
}
