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
    crowd.move_to(2, Square::new(0, 0)).unwrap();
    assert_eq!(crowd.on(Square::new(1, 1)).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(crowd.remove(1).map(|body| body.footprint), Some(one(1, 1)));
    assert!(crowd.has(0, Square::new(1, 1)));
    crowd.clear();
    assert!(crowd.is_empty() && !crowd.has(0, Square::new(1, 1)));
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
    assert_eq!(crowd.move_to(0, Square::new(-1, 0)), Err(CrowdError::OffBoard(0)));
    assert_eq!(crowd.move_to(9, Square::new(0, 0)), Err(CrowdError::Unknown(9)));
    assert_eq!((crowd.len(), crowd.get(0).map(|body| body.footprint)), (1, Some(one(0, 0))));
}

#[test]
fn a_large_body_is_met_once_in_any_block() {
    let mut crowd = Crowd::new(&field(8, 8));
    crowd.place(3, 1, Footprint::new(Square::new(1, 1), 4)).unwrap();
    crowd.place(1, 0, one(6, 2)).unwrap();
    assert_eq!(crowd.within(Square::new(2, 2), Square::new(7, 7)), [3, 1]);
    assert_eq!(crowd.overlapping(Footprint::new(Square::new(-3, -3), 40)), [3, 1]);
    assert_eq!(crowd.overlapping(Footprint::new(Square::new(5, 0), i32::MAX)), [1]);
    assert!(crowd.overlapping(Footprint::new(Square::new(-9, 0), 3)).is_empty());
}

proptest! {
    #[test]
    fn after_any_moves_every_square_knows_who_stands_there(
        orders in prop::collection::vec((0u32..8, 0u8..3, -1i32..9, -1i32..9, 1i32..4, 0u8..4), 0..60),
    ) {
        let board = field(9, 70);
        let mut crowd = Crowd::new(&board);
        let mut plain: BTreeMap<BodyId, Body> = BTreeMap::new();
        for (id, side, x, y, size, order) in orders {
            let footprint = Footprint::new(Square::new(x, y * 8), size);
            match order {
                0 => prop_assert_eq!(crowd.remove(id), plain.remove(&id)),
                1 => {
                    let after = plain.get(&id).map(|body| body.footprint.moved_to(footprint.at));
                    let is_fine = after.is_some_and(|after| board.holds(after));
                    prop_assert_eq!(crowd.move_to(id, footprint.at).is_ok(), is_fine);
                    if let (Some(body), Some(after), true) = (plain.get_mut(&id), after, is_fine) {
                        body.footprint = after;
                    }
                }
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
            prop_assert_eq!(crowd.on(square).collect::<Vec<_>>(), there.clone().map(|(&id, _)| id).collect::<Vec<_>>());
            for side in 0..3 {
                prop_assert_eq!(crowd.has(side, square), there.clone().any(|(_, body)| body.side == side));
            }
        }
        let block = Footprint::new(Square::new(2, 7), 12);
        let mut found = crowd.overlapping(block);
        found.sort_unstable();
        let expected = plain.iter().filter(|(_, body)| body.footprint.gap(block) == 0).map(|(&id, _)| id);
        prop_assert_eq!(found, expected.collect::<Vec<_>>());
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
