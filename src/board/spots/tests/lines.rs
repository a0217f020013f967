//! What lies between places.

use super::*;

fn line(spots: &Spots, a: Spot, b: Spot) -> SpotLine {
    spots.line(a, b).clone()
}

/// A free line.
fn free(crosses: &[(ZoneId, ZoneId)], through: &[ZoneId]) -> SpotLine {
    SpotLine { crosses: crosses.to_vec(), through: through.to_vec(), is_walled: false }
}

const LONG: [&str; 2] = ["00112233", "00112233"];

#[test]
fn a_line_crosses_the_borders_between_and_passes_through_the_zones_between() {
    let spots = spots(&LONG);
    assert_eq!(line(&spots, zone(0), zone(1)), free(&[(0, 1)], &[]));
    assert_eq!(line(&spots, zone(0), zone(3)), free(&[(0, 1), (1, 2), (2, 3)], &[1, 2]));
    assert_eq!(line(&spots, zone(3), zone(0)), free(&[(2, 3), (1, 2), (0, 1)], &[2, 1]));
}

#[test]
fn a_place_on_a_border_does_not_cross_it_and_belongs_to_both_sides() {
    let spots = spots(&LONG);
    assert_eq!(line(&spots, border(0, 1), zone(2)), free(&[(1, 2)], &[]));
    assert_eq!(line(&spots, zone(0), border(2, 3)), free(&[(0, 1), (1, 2)], &[1]));
    assert_eq!(line(&spots, border(0, 1), border(2, 3)), free(&[(1, 2)], &[]));
    assert_eq!(line(&spots, border(0, 1), border(1, 2)), free(&[], &[]));
}

#[test]
fn borders_without_a_square_are_where_their_zones_touch() {
    let spots = spots(&["0123"]);
    assert_eq!(line(&spots, border(0, 1), zone(3)), free(&[(1, 2), (2, 3)], &[2]));
}

#[test]
fn a_line_is_worked_out_once() {
    let spots = spots(&LONG);
    assert!(std::ptr::eq(spots.line(zone(0), zone(3)), spots.line(zone(0), zone(3))));
}

#[test]
fn each_border_and_zone_is_named_once() {
    let round_a_well = spots(&["2001003"]);
    assert_eq!(line(&round_a_well, zone(2), zone(3)), free(&[(0, 2), (0, 1), (0, 3)], &[0, 1]));
}

#[test]
fn a_barrier_on_a_border_is_for_the_border_to_say() {
    let board = zoned(plan(&["         ", " . .|. . ", "         ", " . .|. . ", "         "]), &["0011", "0011"]);
    let spots = Spots::of(&board, &[]);
    assert!(spots.is_barred(zone(0), border(0, 1)));
    assert_eq!(line(&spots, zone(0), zone(1)), free(&[(0, 1)], &[]));
}

#[test]
fn a_wall_inside_a_zone_stands_in_the_line_through_it() {
    let walls = ["             ", " . . .|. . . ", "             "];
    let spots = Spots::of(&zoned(plan(&walls), &["001122"]), &[]);
    assert_eq!(line(&spots, zone(0), zone(2)), SpotLine { is_walled: true, ..free(&[(0, 1), (1, 2)], &[1]) });
    assert!(spots.line(border(0, 1), border(1, 2)).is_walled);
    let beside = zoned(plan(&walls), &["000122"]);
    assert!(!Spots::of(&beside, &[]).line(zone(0), zone(2)).is_walled, "now it is a border");
}

#[test]
fn within_a_zone_and_up_to_its_border_nothing_stands_in_the_way() {
    let spots = Spots::of(&zoned(plan(&["           ", " .|.|.|. . ", "           "]), &["00011"]), &[]);
    for (a, b) in [(zone(0), zone(0)), (zone(0), border(0, 1)), (border(0, 1), zone(1)), (border(0, 1), border(0, 1))] {
        assert_eq!(line(&spots, a, b), free(&[], &[]));
    }
    assert!(spots.line(zone(0), zone(1)).is_walled);
}

#[test]
fn rock_and_smoke_stand_in_the_line_and_a_chasm_does_not() {
    let over = |rows: &[&str], of: &[&str]| line(&Spots::of(&zoned(map(rows), of), &[]), zone(0), zone(2));
    assert_eq!(over(&["....."], &["00.22"]), free(&[], &[]));
    assert_eq!(over(&["..#.."], &["00.22"]), SpotLine { is_walled: true, ..free(&[], &[]) });
    assert_eq!(over(&["..~.."], &["00.22"]), free(&[], &[]));
    assert_eq!(over(&["...*..."], &["0011122"]), SpotLine { is_walled: true, ..free(&[(0, 1), (1, 2)], &[1]) });
    assert_eq!(over(&["#....#"], &["001122"]), free(&[(0, 1), (1, 2)], &[1]), "not where it begins and ends");
}

#[test]
fn through_the_corner_of_four_zones_a_line_goes_round_on_the_open_side() {
    let spots = spots(&FOUR);
    assert_eq!(line(&spots, zone(0), zone(3)), free(&[(0, 1), (1, 3)], &[]));
    assert_eq!(line(&spots, zone(3), zone(0)), free(&[(1, 3), (0, 1)], &[]));
    let closed = |borders: &[DeclaredBorder]| line(&Spots::of(&zones(&FOUR), borders), zone(0), zone(3)).crosses;
    assert_eq!(closed(&[shut(1, 3)]), [(0, 2), (2, 3)]);
    assert_eq!(closed(&[shut(1, 3), shut(0, 2), shut(2, 3)]), [(0, 1), (1, 3)]);
}

#[test]
fn a_line_through_a_corner_is_walled_when_both_ways_round_are() {
    let with_rocks = |rocks: &[(i32, i32)]| {
        let mut board = zones(&FOUR);
        board.terrains = map(&["#"]).terrains;
        for &(x, y) in rocks {
            board.cell_mut(Square::new(x, y)).unwrap().terrain = 1;
        }
        line(&Spots::of(&board, &[shut(0, 2)]), zone(0), zone(3))
    };
    assert_eq!(with_rocks(&[(3, 2)]), free(&[(0, 2), (2, 3)], &[]));
    assert_eq!(with_rocks(&[(2, 3)]), free(&[(0, 1), (1, 3)], &[]));
    assert_eq!(with_rocks(&[(2, 3), (3, 2)]), SpotLine { is_walled: true, ..free(&[(0, 1), (1, 3)], &[]) });
}

/// Two houses along a street, both doors inside the houses: who stands in one
/// sees who stands in the other by the street, not through the party wall.
#[test]
fn two_borders_of_one_zone_look_at_each_other_across_it() {
    let board = zones(&["000000", "111222", "111222", "111222"]);
    let spots = Spots::of(&board, &[shut(1, 2)]);
    assert_eq!(board.cell(spots.squares(border(0, 1))[0]).unwrap().zone, Some(1));
    assert_eq!(line(&spots, border(0, 1), border(0, 2)), free(&[], &[]));
    assert_eq!(line(&spots, border(0, 1), zone(2)), free(&[(1, 2)], &[]));
}

#[test]
fn the_middle_of_squares_is_the_one_nearest_to_their_mean() {
    let squares = |all: &[(i32, i32)]| all.iter().copied().map(Square::from).collect::<Vec<_>>();
    let middle = |all: &[(i32, i32)]| super::super::line::middle(&squares(all)).map(<(i32, i32)>::from);
    assert_eq!(middle(&[]), None);
    assert_eq!(middle(&[(0, 0), (1, 0), (2, 0)]), Some((1, 0)));
    assert_eq!(middle(&[(0, 0), (1, 0)]), Some((0, 0)), "the first of two");
    assert_eq!(middle(&[(0, 0), (9, 0), (9, 1), (9, 2)]), Some((9, 1)));
}
