use proptest::prelude::*;

use super::*;
use crate::board::fixture::{field, squares};
use crate::board::{Band, draw_map};

#[test]
fn a_square_counts_all_who_threaten_it() {
    let board = field(5, 3);
    let mut map = ThreatMap::new(&board);
    let sword = Threat::of(&[Band::only(1)], 1);
    map.add(0, Footprint::one(Square::new(1, 1)), &sword);
    map.add(0, Footprint::one(Square::new(3, 1)), &sword);
    map.add(2, Footprint::one(Square::new(2, 1)), &sword);
    let drawn = draw_map(&board, |square| char::from_digit(map.count(0, square), 10).unwrap());
    assert_eq!(drawn, ["11211", "10201", "11211"]);
    assert_eq!([0, 2, 9].map(|side| map.count(side, Square::new(2, 0))), [2, 1, 0]);
    map.shift(2, Footprint::one(Square::new(2, 1)), Footprint::one(Square::new(4, 2)), &sword);
    assert_eq!((map.count(2, Square::new(1, 1)), map.count(2, Square::new(3, 1))), (0, 1));
    map.clear();
    assert_eq!([0, 2].map(|side| map.count(side, Square::new(2, 0))), [0, 0]);
}

#[test]
fn what_is_off_the_board_threatens_nothing() {
    let mut map = ThreatMap::new(&field(3, 3));
    map.add(0, Footprint::new(Square::new(1, 1), i32::MAX), &Threat::of(&[Band::new(0, u16::MAX)], 9));
    assert_eq!(map.count(0, Square::new(1, 1)), 0);
}

proptest! {
    #[test]
    fn after_any_moves_the_map_equals_one_made_anew(
        bodies in prop::collection::vec((0u8..3, 0i32..8, 0i32..8, 1i32..4, 0usize..4), 1..8),
        moves in prop::collection::vec((0usize..8, 0i32..8, 0i32..8), 0..30),
    ) {
        let board = field(11, 11);
        let arms = [&[Band::only(0)][..], &[Band::only(1)], &[Band::only(0), Band::only(2)], &[Band::new(1, 3)]];
        let mut standing: Vec<_> = bodies
            .into_iter()
            .map(|(side, x, y, size, arm)| (side, Footprint::new(Square::new(x, y), size), Threat::of(arms[arm], size)))
            .collect();
        let mut map = ThreatMap::new(&board);
        standing.iter().for_each(|(side, body, threat)| map.add(*side, *body, threat));
        for (who, x, y) in moves {
            let count = standing.len();
            let (side, body, threat) = &mut standing[who % count];
            let after = body.moved_to(Square::new(x, y));
            map.shift(*side, *body, after, threat);
            *body = after;
        }
        for square in squares(&board) {
            for side in 0..3 {
                let count = standing.iter().filter(|(other, body, threat)| {
                    *other == side && threat.squares(&board, *body).contains(&square)
                });
                prop_assert_eq!(map.count(side, square), count.count() as u32);
            }
        }
    }
}
