use proptest::prelude::*;

use super::*;
use crate::board::fixture::field;

/// Compares all squares of all bodies.
fn plain(crowd: &Crowd, from: Footprint, metric: Metric, hostile: &[Side], skip: BodyId) -> Option<Nearest> {
    let ranks = crowd.iter().filter(|(id, body)| hostile.contains(&body.side) && *id != skip).flat_map(|(id, body)| {
        body.footprint.squares().map(move |at| {
            let (columns, rows) = from.offsets(Footprint::one(at));
            (metric.halves(columns, rows), columns + rows, at.y, at.x, id)
        })
    });
    ranks.min().map(|(distance, _, y, x, id)| Nearest { id, at: Square::new(x, y), distance })
}

#[test]
fn of_two_equally_far_the_straighter_then_the_northern_wins() {
    let mut crowd = Crowd::new(&field(9, 9));
    for (id, x, y) in [(0, 6, 6), (1, 4, 6), (2, 4, 2), (3, 2, 4)] {
        crowd.place(id, 1, Footprint::one(Square::new(x, y))).unwrap();
    }
    let from = Footprint::one(Square::new(4, 4));
    let nearest = |crowd: &Crowd| crowd.nearest(from, Metric::Chebyshev, &[1], |_| true).map(|found| found.id);
    assert_eq!(nearest(&crowd), Some(2));
    crowd.remove(2);
    assert_eq!(nearest(&crowd), Some(3));
    crowd.remove(3);
    assert_eq!(nearest(&crowd), Some(1));
    crowd.remove(1);
    assert_eq!(nearest(&crowd), Some(0));
    crowd.remove(0);
    assert_eq!(nearest(&crowd), None);
}

#[test]
fn nobody_off_the_board_has_a_nearest_enemy() {
    let mut crowd = Crowd::new(&field(3, 3));
    crowd.place(0, 1, Footprint::one(Square::new(1, 1))).unwrap();
    assert_eq!(crowd.nearest(Footprint::new(Square::new(2, 2), i32::MAX), Metric::Chebyshev, &[1], |_| true), None);
    assert_eq!(crowd.nearest(Footprint::one(Square::new(0, 0)), Metric::Chebyshev, &[0, 7], |_| true), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn the_nearest_is_the_one_that_comparing_all_finds(
        bodies in prop::collection::vec((0u8..3, 0i32..150, 0i32..30, 1i32..4), 0..14),
        from in (0i32..150, 0i32..30, 1i32..5), skip in 0u32..14, both in any::<bool>(), crowded in any::<bool>(), many in any::<bool>(),
        metric in prop::sample::select(vec![Metric::Chebyshev, Metric::OneAndAHalf, Metric::Alternating, Metric::Manhattan]),
    ) {
        // On a crowded board distances are equal more often.
        let width = if crowded { 12 } else { 153 };
        let mut crowd = Crowd::new(&field(width, 33));
        // High numbers make it look through the rows rather than compare.
        let (first, skip) = if many { (100, skip + 100) } else { (0, skip) };
        for (id, (side, x, y, size)) in (first..).zip(bodies) {
            let x = x % (width as i32 - 3);
            crowd.place(id, side, Footprint::new(Square::new(x, y), size)).unwrap();
        }
        let from = Footprint::new(Square::new(from.0 % (width as i32 - 4), from.1.min(28)), from.2);
        let hostile: &[Side] = if both { &[1, 2] } else { &[1] };
        let found = crowd.nearest(from, metric, hostile, |id| id != skip);
        prop_assert_eq!(found, plain(&crowd, from, metric, hostile, skip));
    }
}
