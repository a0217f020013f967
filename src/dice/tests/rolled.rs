use super::expr;
use crate::dice::{AnyDice, Dice, DiceError, Distribution, Face, MAX_SIDES, RolledDice, shuffle};

fn some_rolls(dice: &mut RolledDice, sides: u16, count: usize) -> Vec<i32> {
    (0..count).map(|_| dice.d(sides).unwrap()).collect()
}

#[test]
fn the_first_rolls_of_a_seed_never_change() {
    // Every replay and every recorded battle hangs on these. If they differ the dice are broken: there
    // is no reason to change the numbers here.
    let mut dice = RolledDice::from_seed(2024);
    let rolls = some_rolls(&mut dice, 6, 10).into_iter().chain(some_rolls(&mut dice, 20, 10)).collect::<Vec<_>>();
    assert_eq!(rolls, GOLDEN_ROLLS);
    assert_eq!(dice.check_value(), GOLDEN_CHECK);
    assert_eq!(some_rolls(&mut dice.stream(3), 100, 5), GOLDEN_STREAM);
}

const GOLDEN_ROLLS: [i32; 20] = [2, 4, 4, 2, 4, 3, 3, 4, 1, 1, 8, 13, 13, 2, 7, 18, 12, 8, 16, 16];
const GOLDEN_CHECK: u64 = 0x6736_4993_bc64_f0d3;
const GOLDEN_STREAM: [i32; 5] = [57, 31, 60, 63, 33];

#[test]
fn the_words_are_those_of_the_published_cipher() {
    // ChaCha with 8 rounds, key and nonce zero, as in the test vectors of the eSTREAM submission: the
    // keystream begins 3e00ef2f895f40d67f5bb8e81f09a5a1, here as four words, lowest byte first. A die of n
    // sides shows the high half of a word times n, plus one.
    let words = [0x2fef_003e_u64, 0xd640_5f89, 0xe8b8_5b7f, 0xa1a5_091f];
    let expected = words.map(|word| ((word * 10_000) >> 32) as i32 + 1);
    assert_eq!(some_rolls(&mut RolledDice::from_seed(0), 10_000, 4), expected);
}

#[test]
fn a_rewound_stream_falls_the_same_again() {
    let mut dice = AnyDice::from(RolledDice::from_seed(5));
    for before in 0..200 {
        dice.d(6).unwrap();
        let mark = dice.mark();
        let first = dice.throw(&expr("best 2 of 3d8+1d20")).unwrap();
        let check = dice.check_value();
        dice.rewind(mark);
        assert_eq!(dice.thrown(), 1 + before * 5);
        assert_eq!(dice.throw(&expr("best 2 of 3d8+1d20")).unwrap(), first);
        assert_eq!(dice.check_value(), check);
    }
}

#[test]
fn a_copy_falls_like_the_original() {
    let mut dice = RolledDice::from_seed(8).stream(2);
    some_rolls(&mut dice, 12, 77);
    let mut copy = dice.clone();
    assert_eq!(some_rolls(&mut dice, 6, 100), some_rolls(&mut copy, 6, 100));
    assert_eq!((dice.check_value(), dice.thrown()), (copy.check_value(), 177));
}

#[test]
fn streams_and_seeds_differ() {
    let dice = RolledDice::from_seed(1);
    let rolls = [dice.clone(), dice.stream(1), dice.stream(2), RolledDice::from_seed(2)]
        .map(|mut dice| some_rolls(&mut dice, 100, 20));
    for (place, some) in rolls.iter().enumerate() {
        assert!(rolls[place + 1..].iter().all(|others| others != some));
    }
    assert_eq!(some_rolls(&mut dice.stream(1).stream(0), 100, 20), rolls[0]);
}

#[test]
fn the_check_value_tells_different_dice_apart() {
    let (mut one, mut other) = (RolledDice::from_seed(1), RolledDice::from_seed(1));
    one.d(6).unwrap();
    other.d(8).unwrap();
    assert_ne!(one.check_value(), other.check_value());
}

#[test]
fn rolls_are_as_frequent_as_the_odds_say() {
    const THROWS: u32 = 20_000;
    for text in ["d6", "d3", "d7", "2d6", "best 1 of 2d20", "worst 2 of 3d8-1d4", "d20"] {
        let expr = expr(text);
        let odds = Distribution::from_expr(&expr);
        let mut dice = RolledDice::from_seed(99);
        let mut counts = vec![0_u32; (expr.max() - expr.min()) as usize + 1];
        for _ in 0..THROWS {
            counts[(dice.throw(&expr).unwrap().total - expr.min()) as usize] += 1;
        }
        let chi_square: f64 = (odds.iter())
            .map(|(total, chance)| {
                let expected = chance.to_f64() * f64::from(THROWS);
                (f64::from(counts[(total - expr.min()) as usize]) - expected).powi(2) / expected
            })
            .sum();
        let freedom = (odds.outcomes().len() - 1) as f64;
        // Four deviations of chi square above its mean.
        assert!(chi_square < freedom + 4.0 * (2.0 * freedom).sqrt(), "{text}: {chi_square} for {freedom}");
    }
}

#[test]
fn all_faces_of_a_throw_lie_on_the_table() {
    let throw = RolledDice::from_seed(3).throw(&expr("best 3 of 4d6-2d4+1")).unwrap();
    assert_eq!(throw.faces.iter().map(|face| face.sides).collect::<Vec<_>>(), [6, 6, 6, 6, 4, 4]);
    let kept = |sides| {
        let faces = throw.faces.iter().filter(move |face| face.sides == sides && face.kept);
        faces.map(|face| i32::from(face.value)).collect::<Vec<_>>()
    };
    assert_eq!(kept(6).len(), 3);
    assert_eq!(throw.total, kept(6).iter().sum::<i32>() - kept(4).iter().sum::<i32>() + 1);
    let aside = throw.faces.iter().find(|face| !face.kept).unwrap();
    assert!(kept(6).iter().all(|value| *value >= i32::from(aside.value)));
}

#[test]
fn a_shuffled_deck_has_the_same_cards() {
    let mut cards: Vec<u32> = (0..54).collect();
    shuffle(&mut RolledDice::from_seed(4), &mut cards).unwrap();
    assert_ne!(cards, (0..54).collect::<Vec<_>>());
    cards.sort_unstable();
    assert_eq!(cards, (0..54).collect::<Vec<_>>());
}

#[test]
fn what_cannot_be_picked_from_is_refused() {
    let mut dice = RolledDice::from_seed(4);
    assert_eq!(dice.pick(0), Err(DiceError::NothingToPick));
    assert_eq!(dice.pick(1), Ok(0));
    assert_eq!(dice.pick(70_000), Err(DiceError::TooManyToPick { count: 70_000, limit: MAX_SIDES }));
}

#[test]
fn dice_that_go_on_from_another_seed_repeat_what_has_fallen_and_nothing_else() {
    let mut dice = RolledDice::from_seed(7);
    some_rolls(&mut dice, 6, 5);
    let since = dice.mark();
    let fallen = some_rolls(&mut dice, 20, 3);
    let (thrown, check) = (dice.thrown(), dice.check_value());
    let mut others = dice.going_on(8, since);
    for _ in 0..2 {
        assert_eq!(some_rolls(&mut others, 20, 3), fallen);
        assert_eq!((others.thrown(), others.check_value()), (thrown, check));
        // A copy of them, and others that go on from them, know the same.
        let mut copied = others.clone();
        let mut third = others.going_on(9, since);
        let new = some_rolls(&mut others, 20, 8);
        assert_eq!(new, some_rolls(&mut RolledDice::from_seed(8), 20, 8));
        assert_eq!(some_rolls(&mut copied, 20, 8), new);
        assert_eq!(some_rolls(&mut third, 20, 3), fallen);
        assert_ne!(some_rolls(&mut third, 20, 8), new);
        others.rewind(since);
    }
    assert_ne!(some_rolls(&mut dice, 20, 8), some_rolls(&mut RolledDice::from_seed(8), 20, 8));
}

/// Promise: dice that are laid down fall as they are said to, and then those of the seed, as if nothing had been before.
#[test]
fn dice_that_are_laid_down_fall_first_and_each_is_noted() {
    let said: Vec<Face> = [2, 6, 8, 20, 54, 100, MAX_SIDES]
        .into_iter()
        .flat_map(|sides| [1, sides / 2, sides].map(|value| Face { sides, value: value.max(1), kept: true }))
        .collect();
    let mut dice = RolledDice::after(&said, 8).noting();
    let start = dice.mark();
    for again in [false, true] {
        for face in &said {
            assert_eq!(dice.d(face.sides), Ok(i32::from(face.value)), "{face:?} {again}");
        }
        assert_eq!((dice.noted(), dice.thrown()), (said.as_slice(), said.len() as u64));
        assert_eq!(some_rolls(&mut dice, 20, 8), some_rolls(&mut RolledDice::from_seed(8), 20, 8));
        dice.rewind(start);
        assert!(dice.noted().is_empty());
    }
}
