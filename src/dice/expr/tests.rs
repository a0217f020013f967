#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use proptest::prelude::*;

use super::*;

fn expr(text: &str) -> Expr {
    text.parse().unwrap()
}

#[test]
fn what_players_write_is_read() {
    for (text, canonical, min, max) in [
        ("2d6+3", "2d6+3", 5, 15),
        ("d20", "d20", 1, 20),
        ("1D8 - 1", "d8-1", 0, 7),
        ("best 1 of 2d20", "best 1 of 2d20", 1, 20),
        ("Worst 1 of 2d20 + 5", "worst 1 of 2d20+5", 6, 25),
        ("2d20kh1", "best 1 of 2d20", 1, 20),
        ("4d6KL3-1", "worst 3 of 4d6-1", 2, 17),
        ("best 1 of d6", "best 1 of 1d6", 1, 6),
        ("3d6 - 1d4 + 2", "3d6-d4+2", 1, 19),
        (" 1 + d6 + 1 + d6 ", "d6+d6+2", 4, 14),
        ("-d6+7", "-d6+7", 1, 6),
        ("+5", "5", 5, 5),
        ("-3", "-3", -3, -3),
        ("5-5", "0", 0, 0),
        ("1000d10", "1000d10", 1000, 10_000),
    ] {
        let expr = expr(text);
        assert_eq!(expr.to_string(), canonical);
        assert_eq!(canonical.parse(), Ok(expr.clone()));
        assert_eq!((expr.min(), expr.max()), (min, max), "{text}");
    }
}

#[test]
fn what_is_not_dice_is_refused_with_its_place() {
    let huge = "9".repeat(50_000);
    for (text, position, found, expected) in [
        ("", 1, "the end", "dice such as 2d6, or a number"),
        ("   ", 4, "the end", "dice such as 2d6, or a number"),
        ("2d6+", 5, "the end", "dice such as 2d6, or a number"),
        ("2d6+-3", 5, "\"-3\"", "dice such as 2d6, or a number"),
        ("2d", 3, "the end", "the sides of the die"),
        ("d6d6", 3, "\"d6\"", "+, - or the end"),
        ("2d6 3", 5, "\"3\"", "+, - or the end"),
        ("0d6", 1, "0", "a count of dice from 1 to 1000"),
        ("d0", 2, "0", "sides from 1 to 10000"),
        ("1+1000000000d6", 3, "1000000000", "a count of dice from 1 to 1000"),
        ("2d999999", 3, "999999", "sides from 1 to 10000"),
        ("2000000", 1, "2000000", "a number from 0 to 1000000"),
        (&huge, 1, "a huge number", "a number from 0 to 1000000"),
        ("600000+600000", 8, "1200000", "at most 1000000 in numbers altogether"),
        ("d6+101d100", 4, "\"101d100\"", "at most 10000 dice times sides altogether"),
        ("best of 2d6", 6, "\"of 2d6\"", "how many dice to keep"),
        ("best 1 2d6", 8, "\"2d6\"", "\"of\", as in best 1 of 2d20"),
        ("best 1 of 2", 12, "the end", "dice such as 2d6"),
        ("best 3 of 2d6", 6, "3", "a number to keep from 1 to 2"),
        ("2d6kh0", 6, "0", "a number to keep from 1 to 2"),
        ("zwölf", 1, "\"zwölf\"", "dice such as 2d6, or a number"),
        ("2d6×2", 4, "\"×2\"", "+, - or the end"),
        ("2d６", 3, "\"６\"", "the sides of the die"),
        ("1d6\u{0}", 4, "\"\\0\"", "+, - or the end"),
        ("a long text that goes on", 1, "\"a long text ...\"", "dice such as 2d6, or a number"),
    ] {
        let (found, expected) = (found.to_owned(), expected.to_owned());
        assert_eq!(text.parse::<Expr>(), Err(ExprError { position, found, expected }), "{text:.40}");
    }
    assert!("d6+".repeat(20).parse::<Expr>().is_err());
}

#[test]
fn an_error_reads_as_a_sentence() {
    let error = "2d6+x".parse::<Expr>().unwrap_err();
    assert_eq!(error.to_string(), "at character 5: found \"x\", expected dice such as 2d6, or a number");
}

#[test]
fn a_file_holds_an_expression_as_text() {
    let damage: Expr = ron::from_str("\"1d8+3\"").unwrap();
    assert_eq!(damage, expr("d8+3"));
    assert_eq!(ron::to_string(&damage).unwrap(), "\"d8+3\"");
    let error = ron::from_str::<Expr>("\"1e8\"").unwrap_err();
    assert!(error.to_string().contains("at character 2"), "{error}");
}

#[test]
fn light_materials_take_a_smaller_die() {
    for (text, steps, stepped) in [
        ("d12", -1, "d10"),
        ("2d10+1", -1, "2d8+1"),
        ("d8", -1, "d6"),
        ("d6", -1, "d4"),
        ("d4", -1, "d3"),
        ("d3", -1, "d3"),
        ("d12", 1, "d12"),
        ("d4", 2, "d8"),
        ("d6", i32::MIN, "d3"),
        ("d6", i32::MAX, "d12"),
        ("d20+d6", -1, "d20+d4"),
        ("1000d10", 1, "1000d10"),
    ] {
        assert_eq!(expr(text).with_sides_stepped(steps), expr(stepped), "{text}");
    }
}

#[test]
fn an_expression_tells_what_is_thrown() {
    assert_eq!(expr("best 3 of 4d6+2d6+1").sides(), Some(6));
    assert_eq!(expr("best 3 of 4d6+2d6+1").dice(), 6);
    assert_eq!(expr("d6+d8").sides(), None);
    assert!(Expr::constant(4).is_constant());
    assert_eq!(Expr::d(8).plus(3), expr("d8+3"));
    assert_eq!(Expr::d(0), expr("d1"));
}

#[test]
fn a_modifier_stays_within_bounds() {
    assert_eq!(Expr::d(6).plus(i32::MAX).plus(i32::MAX).max(), MAX_CONSTANT + 6);
    assert_eq!(Expr::constant(i32::MIN).min(), -MAX_CONSTANT);
}

#[test]
fn dice_are_thrown_several_times_over() {
    assert_eq!(expr("d4-1").times(3), expr("3d4-3"));
    assert_eq!(expr("2d6+d8").times(2), expr("4d6+2d8"));
    assert_eq!(expr("best 1 of 2d6").times(2), expr("best 1 of 2d6+best 1 of 2d6"));
    assert_eq!(expr("d6+1").times(0), Expr::constant(0));
    assert_eq!(expr("5").times(4), Expr::constant(20));
    assert_eq!(expr("10d10").times(u16::MAX).dice(), 1000, "no more than there is room for");
    assert_eq!(expr("best 1 of 2d6").times(u16::MAX).terms().len(), MAX_TERMS);
}

fn any_term() -> impl Strategy<Value = Term> {
    (1..20_u16, 1..20_u16, 0..3_usize, 1..20_u16, any::<bool>()).prop_map(|(count, sides, keep, kept, subtracted)| {
        let kept = kept.min(count);
        let keep = [Keep::All, Keep::Best(kept), Keep::Worst(kept)][keep];
        Term { count, sides, keep, subtracted }
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_as_the_same(terms in prop::collection::vec(any_term(), 0..6), constant in -99..99) {
        let expr = Expr { terms: terms.into(), constant };
        prop_assert_eq!(expr.to_string().parse(), Ok(expr));
    }

    #[test]
    fn no_text_is_too_odd_to_be_refused(text in "\\PC{0,12}|[0-9dkhlbestof +\\-]{0,12}") {
        if let Ok(expr) = text.parse::<Expr>() {
            prop_assert!(expr.min() <= expr.max());
        }
    }
}
