//! Which squares borders get.

use proptest::prelude::*;

use super::*;

/// Zones as they are on the map, the first border as `a`, the second as `b`, and so on.
fn shared(rows: &[&str]) -> Vec<String> {
    let board = zones(rows);
    drawn(&board, &Spots::of(&board, &[]))
}

fn drawn(board: &Board, spots: &Spots) -> Vec<String> {
    draw_map(board, |square| match spots.at(square) {
        None => '.',
        Some(Spot::Zone(zone)) => char::from_digit(zone.into(), 36).unwrap(),
        Some(border) => char::from(b'a' + (spots.index(border).unwrap() - board.zones.len()) as u8),
    })
}

#[test]
fn zones_in_a_row_give_their_last_column_and_the_last_zone_gives_nothing() {
    assert_eq!(shared(&["000111222"]), ["00a11b222"]);
    assert_eq!(shared(&["001122"]), ["0a1b22"]);
    assert_eq!(shared(&ROW), ["0a1b22", "0a1b22"]);
}

#[test]
fn the_zone_with_more_squares_gives_if_it_can_spare_them() {
    assert_eq!(shared(&["0111", "0111"]), ["0a11", "0a11"]);
    assert_eq!(shared(&["0111112", "0111112"]), ["0a111b2", "0a111b2"]);
    assert_eq!(shared(&["00112", "00112"]), ["0a1b2", "0a1b2"]);
    let last_column = ["011222", "011222"];
    assert_eq!(shared(&last_column), ["0a1b22", "0a1b22"], "the second column is all that the zone has left");
}

#[test]
fn a_narrow_bridge_stays_whole_between_wide_banks() {
    let one_wide = ["000...222", "000111222", "000...222"];
    assert_eq!(shared(&one_wide), ["000...222", "00a111b22", "000...222"]);
    let two_wide = ["000...222", "000111222", "000111222", "000...222"];
    assert_eq!(shared(&two_wide), ["000...222", "00a111b22", "00a111b22", "000...222"]);
}

#[test]
fn a_corner_goes_to_the_border_with_fewer_squares_and_of_equal_ones_to_the_lower() {
    assert_eq!(shared(&FOUR), ["00a111", "00a111", "bbaccc", "22d333", "22d333", "22d333"]);
    let tall = ["0011", "0011", "0011", "0011", "2222"];
    assert_eq!(shared(&tall), ["0a11", "0a11", "0a11", "bbcc", "2222"]);
}

#[test]
fn a_street_round_a_block_gives_the_squares_along_it() {
    let street = ["00000", "01110", "01110", "01110", "00000"];
    assert_eq!(shared(&street), ["0aaa0", "a111a", "a111a", "a111a", "0aaa0"]);
}

#[test]
fn a_street_that_has_given_enough_leaves_the_rest_to_the_houses() {
    let street = ["00000000", "11122233", "11122233", "11122233"];
    assert_eq!(shared(&street), ["000000cc", "aaabbb33", "11d22e33", "11d22e33"], "two larger houses, one smaller");
    let row = ["0000000000", "1112223344", "1112223344"];
    assert_eq!(shared(&row), ["aaabbbcc00", "11e22f3gdd", "11e22f3g44"], "a larger street");
}

#[test]
fn a_column_one_square_wide_keeps_one_square() {
    assert_eq!(shared(&["012", "012", "012"]), ["012", "ab2", "ab2"]);
    assert_eq!(shared(&["0000", "1111", "2222"]), ["0aaa", "1bbb", "2222"]);
}

#[test]
fn single_squares_have_nothing_to_give_and_are_as_far_apart_as_any_zones() {
    assert_eq!(shared(&["012", "345"]), ["012", "345"]);
    let spots = spots(&["0123"]);
    assert!(spots.squares(border(1, 2)).is_empty() && spots.all().contains(&border(1, 2)));
    assert_eq!(spots.distance(zone(0), border(1, 2)), Some(3));
}

#[test]
fn pairs_of_squares_share_out_so_that_every_border_has_one() {
    assert_eq!(shared(&["0022", "1133"]), ["0bd2", "1ac3"]);
}

#[test]
fn where_there_is_too_little_the_lower_borders_come_first() {
    assert_eq!(shared(&["000", "123"]), ["ab0", "123"]);
    assert_eq!(shared(&["00", "12"]), ["a0", "12"]);
}

#[test]
fn a_grid_of_zones_keeps_rooms_of_four_by_four() {
    let rows: Vec<String> =
        (0..25).map(|y| (0..25).map(|x| char::from_digit(y / 5 * 5 + x / 5, 36).unwrap()).collect()).collect();
    let spots = spots(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(spots.all().len(), 25 + 40);
    let count = |spot| spots.squares(spot).len();
    assert_eq!([zone(0), zone(4), zone(20), zone(24)].map(count), [16, 20, 20, 25]);
    assert_eq!([border(0, 1), border(0, 5), border(19, 24), border(23, 24)].map(count), [5, 4, 5, 5]);
}

#[test]
fn walls_and_ground_do_not_change_who_has_which_square() {
    let plain = zones(&FOUR);
    let mut built = plain.clone();
    built.terrains = map(&["#"]).terrains;
    built.cell_mut(Square::new(2, 0)).unwrap().terrain = 1;
    *built.edge_mut(Square::new(2, 1), Square::new(3, 1)).unwrap() = wall();
    assert_eq!(drawn(&built, &Spots::of(&built, &[shut(0, 1)])), drawn(&plain, &Spots::of(&plain, &[])));
}

/// Boards in up to five zones, scattered as they come.
fn any_zones(most: i64) -> impl Strategy<Value = Board> {
    (1..=most, 1..=most, prop::collection::vec(0..6u16, (most * most) as usize)).prop_map(|(width, height, dice)| {
        let mut board = field(width, height);
        board.zones = (0..5).map(|zone| Zone { name: zone.to_string(), tags: Vec::new() }).collect();
        for (square, zone) in board.squares().zip(dice) {
            board.cell_mut(square).unwrap().zone = Some(zone).filter(|&zone| zone < 5);
        }
        board
    })
}

/// How many of `borders` can have a square at most, if each zone has so many to spare.
fn most_seated(
    borders: &[Border],
    zone_of: &dyn Fn(Square) -> ZoneId,
    spare: &mut [usize],
    used: &mut Vec<Square>,
) -> usize {
    let Some((first, others)) = borders.split_first() else { return 0 };
    let mut best = most_seated(others, zone_of, spare, used);
    for square in first.pairs.iter().flat_map(|pair| [pair.0, pair.1]) {
        let zone = usize::from(zone_of(square));
        if best == borders.len() || used.contains(&square) || spare[zone] == 0 {
            continue;
        }
        spare[zone] -= 1;
        used.push(square);
        best = best.max(1 + most_seated(others, zone_of, spare, used));
        used.pop();
        spare[zone] += 1;
    }
    best
}

proptest! {
    #[test]
    fn every_zone_keeps_a_square_and_borders_take_the_run_along_one_side(board in any_zones(7)) {
        let spots = Spots::of(&board, &[]);
        let zone_of = |square: Square| board.cell(square).unwrap().zone;
        for square in board.squares() {
            let spot = spots.at(square);
            prop_assert_eq!(spot.is_some(), zone_of(square).is_some());
            prop_assert!(spot.is_none_or(|spot| spot.is_of(zone_of(square).unwrap())));
            prop_assert!(spot.is_none_or(|spot| spots.squares(spot).contains(&square)));
        }
        for zone in 0..5 {
            let is_empty = !board.squares().any(|square| zone_of(square) == Some(zone));
            prop_assert_eq!(spots.squares(Spot::Zone(zone)).is_empty(), is_empty);
        }
        for border in spots.graph().borders() {
            let own = spots.squares(border.into());
            let Some(side) = own.first().and_then(|&square| zone_of(square)) else { continue };
            let run: Vec<Square> =
                border.pairs.iter().map(|pair| if side == border.between.0 { pair.0 } else { pair.1 }).collect();
            prop_assert!(own.iter().all(|square| run.contains(square)));
            let is_kept = |square: &Square| spots.at(*square) == Some(Spot::Zone(side));
            prop_assert!(!run.iter().any(is_kept) || spots.squares(Spot::Zone(side)).len() == 1);
        }
    }

    #[test]
    fn as_many_borders_as_can_have_a_square(board in any_zones(3)) {
        let spots = Spots::of(&board, &[]);
        let zone_of = |square: Square| board.cell(square).unwrap().zone.unwrap();
        let mut spare = vec![0_usize; board.zones.len()];
        for zone in board.squares().filter_map(|square| board.cell(square).unwrap().zone) {
            spare[usize::from(zone)] += 1;
        }
        spare.iter_mut().for_each(|count| *count = count.saturating_sub(1));
        let borders = spots.graph().borders();
        let seated = borders.iter().filter(|&border| !spots.squares(border.into()).is_empty()).count();
        prop_assert_eq!(seated, most_seated(borders, &zone_of, &mut spare, &mut Vec::new()));
    }

    #[test]
    fn distances_and_lines_are_the_same_from_both_ends(board in any_zones(7)) {
        let (spots, other) = (Spots::of(&board, &[]), Spots::of(&board, &[]));
        for &a in spots.all() {
            let reached = spots.reach(a, u32::MAX, |_, _| Some(1));
            for &b in spots.all() {
                let cost = reached.iter().find(|reached| reached.spot == b).map(|reached| reached.cost);
                prop_assert_eq!(spots.distance(a, b), cost);
                prop_assert_eq!(spots.distance(b, a), cost);
                let back = other.line(b, a);
                let mut there = spots.line(a, b).clone();
                there.crosses.reverse();
                there.through.reverse();
                prop_assert_eq!(&there, back);
                prop_assert!(there.crosses.iter().all(|&(low, high)| spots.graph().border(low, high).is_some()));
            }
        }
    }
}
