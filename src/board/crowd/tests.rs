use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::board::fixture::{field, squares};

fn one(x: i32, y: i32) -> Footprint {
    Footprint::one(Square::new(x, y))
}

#[test]
fn several_bodies_share_a_square_in_order_of_their_numbers() {
    let mut crowd = Crowd::new(&field(3, 3));
    for id in [4, 1, 2] {
        crowd.place(id, 0, one(1, 1)).unwrap();
    }
    assert_eq!(crowd.on(Square::new(1, 1)).collect::<Vec<_>>(), [1, 2, 4]);
    crowd.remove(2);
    assert_eq!(crowd.on(Square::new(1, 1)).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(crowd.remove(1).map(|body| body.footprint), Some(one(1, 1)));
    assert_eq!(crowd.on(Square::new(1, 1)).collect::<Vec<_>>(), [4]);
}

#[test]
fn a_place_that_cannot_be_is_refused_and_changes_nothing() {
    let mut crowd = Crowd::new(&field(3, 3));
    crowd.place(0, 0, one(0, 0)).unwrap();
    assert_eq!(crowd.place(0, 0, one(1, 0)), Err(CrowdError::Placed(0)));
    assert_eq!(crowd.place(1, 0, Footprint::new(Square::new(2, 2), 2)), Err(CrowdError::OffBoard(1)));
    assert_eq!(crowd.place(1, 0, Footprint::new(Square::new(1, 1), i32::MAX)), Err(CrowdError::OffBoard(1)));
    assert_eq!(crowd.place(1, 0, Footprint::new(Square::new(1, 1), 0)), Err(CrowdError::OffBoard(1)));
    assert_eq!(crowd.place(u32::MAX, 0, one(1, 1)), Err(CrowdError::Number(u32::MAX)));
    assert_eq!(crowd.iter().map(|(id, body)| (id, body.footprint)).collect::<Vec<_>>(), [(0, one(0, 0))]);
}

#[test]
fn a_large_body_is_met_once_in_any_block() {
    let mut crowd = Crowd::new(&field(8, 8));
    crowd.place(3, 1, Footprint::new(Square::new(1, 1), 4)).unwrap();
    crowd.place(1, 0, one(6, 2)).unwrap();
    let met = |at: Square, side: i32| {
        let mut found = crowd.around(Footprint::new(at, side), 0, &[0, 1]);
        found.sort_unstable();
        found
    };
    assert_eq!(met(Square::new(2, 2), 6), [1, 3]);
    assert_eq!(met(Square::new(-3, -3), 40), [1, 3]);
    assert_eq!(met(Square::new(5, 0), i32::MAX), [1]);
    assert!(met(Square::new(-9, 0), 3).is_empty());
}

proptest! {
    #[test]
    fn after_any_coming_and_going_every_square_knows_who_stands_there(
        orders in prop::collection::vec((0u32..8, 0u8..3, -1i32..9, -1i32..9, 1i32..4, 0u8..4), 0..60),
    ) {
        let board = field(9, 70);
        let mut crowd = Crowd::new(&board);
        let mut plain: BTreeMap<BodyId, Body> = BTreeMap::new();
        for (id, side, x, y, size, order) in orders {
            let footprint = Footprint::new(Square::new(x, y * 8), size);
            match order {
                0 => prop_assert_eq!(crowd.remove(id), plain.remove(&id)),
                _ => {
                    let is_fine = board.holds(footprint) && !plain.contains_key(&id);
                    prop_assert_eq!(crowd.place(id, side, footprint).is_ok(), is_fine);
                    if is_fine {
                        plain.insert(id, Body { side, footprint });
                    }
                }
            }
        }
        prop_assert_eq!(crowd.iter().collect::<Vec<_>>(), plain.iter().map(|(&id, &body)| (id, body)).collect::<Vec<_>>());
        for square in squares(&board) {
            let there = plain.iter().filter(|(_, body)| body.footprint.contains(square));
            prop_assert_eq!(crowd.on(square).collect::<Vec<_>>(), there.map(|(&id, _)| id).collect::<Vec<_>>());
        }
        for (within, of) in [(0, &[0, 1, 2][..]), (2, &[1][..]), (30, &[0, 2][..])] {
            let block = Footprint::new(Square::new(4, 20), 2);
            let mut found = crowd.around(block, within, of);
            found.sort_unstable();
            let is_near = |body: &Body| body.footprint.gap(block) <= within && of.contains(&body.side);
            let expected = plain.iter().filter(|(_, body)| is_near(body)).map(|(&id, _)| id);
            prop_assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }
}
