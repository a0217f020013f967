use super::*;
use crate::board::fixture::{field, map, plan, wall, zoned};
use crate::board::{Zone, draw_map};

mod lines;
mod shares;

/// The places of open ground in the zones that the rows say.
fn spots(rows: &[&str]) -> Spots {
    Spots::of(&zones(rows), &[])
}

fn zones(rows: &[&str]) -> Board {
    zoned(field(rows[0].len() as i64, rows.len() as i64), rows)
}

fn one(x: i32, y: i32) -> Footprint {
    Footprint::one(Square::new(x, y))
}

fn shut(a: ZoneId, b: ZoneId) -> DeclaredBorder {
    DeclaredBorder { between: (a, b), open: Some(false), tags: Vec::new() }
}

const fn zone(number: ZoneId) -> Spot {
    Spot::Zone(number)
}

const fn border(low: ZoneId, high: ZoneId) -> Spot {
    Spot::Border(low, high)
}

/// Three zones in a row, each with a column for itself and one on its border to the east.
const ROW: [&str; 2] = ["001122", "001122"];
/// A square of four zones.
const FOUR: [&str; 6] = ["000111", "000111", "000111", "222333", "222333", "222333"];

#[test]
fn a_border_belongs_to_both_its_zones_and_a_zone_to_itself() {
    assert_eq!(Spot::between(2, 1), border(1, 2));
    assert_eq!((border(1, 2).zones(), zone(1).zones()), ((1, Some(2)), (1, None)));
    assert_eq!([0, 1, 2].map(|number| border(1, 2).is_of(number)), [false, true, true]);
    assert_eq!([0, 1, 2].map(|number| zone(1).is_of(number)), [false, true, false]);
}

#[test]
fn zones_are_listed_before_borders() {
    let spots = spots(&FOUR);
    assert_eq!(spots.all()[..4], [zone(0), zone(1), zone(2), zone(3)]);
    assert_eq!(spots.all()[4..], [border(0, 1), border(0, 2), border(1, 3), border(2, 3)]);
    assert!(spots.all().is_sorted());
    assert_eq!(spots.graph().borders().len(), 4);
}

#[test]
fn each_square_belongs_to_the_place_that_lists_it() {
    let spots = spots(&["0011.", "0011."]);
    let at = |x| spots.at(Square::new(x, 0));
    assert_eq!([0, 1, 2, 3, 4].map(at), [Some(zone(0)), Some(border(0, 1)), Some(zone(1)), Some(zone(1)), None]);
    assert_eq!(spots.squares(border(0, 1)), [Square::new(1, 0), Square::new(1, 1)]);
    assert_eq!((spots.at(Square::new(-1, 0)), spots.at(Square::new(9, 9))), (None, None));
    assert!(spots.squares(border(1, 0)).is_empty(), "the lower number comes first");
}

#[test]
fn squares_of_a_zone_that_is_not_listed_belong_nowhere() {
    let mut board = zones(&["0011"]);
    board.cell_mut(Square::new(3, 0)).unwrap().zone = Some(40);
    let spots = Spots::of(&board, &[]);
    assert_eq!(spots.at(Square::new(3, 0)), None);
    assert_eq!((spots.neighbours(zone(40)).count(), spots.distance(zone(40), zone(40))), (0, None));
    assert_eq!(spots.reach(zone(40), 9, |_, _| Some(1)), []);
}

#[test]
fn a_body_stands_on_a_border_as_soon_as_one_square_of_it_does() {
    let spots = spots(&ROW);
    assert_eq!([0, 1, 2].map(|x| spots.of_body(one(x, 0))), [Some(zone(0)), Some(border(0, 1)), Some(zone(1))]);
    let large = |x| spots.of_body(Footprint::new(Square::new(x, 0), 2));
    assert_eq!(large(0), Some(border(0, 1)));
    assert_eq!(large(1), Some(border(0, 1)), "its own zone and the one across alike");
    assert_eq!(large(2), Some(border(1, 2)));
    assert_eq!(large(4), Some(zone(2)));
    assert_eq!(large(5), None, "half of it is off the board");
}

#[test]
fn a_body_that_is_in_several_places_at_once_is_nowhere() {
    let corner = spots(&FOUR);
    let body = |x, y, side| corner.of_body(Footprint::new(Square::new(x, y), side));
    assert_eq!(body(1, 1, 2), None, "two borders of one zone");
    assert_eq!(body(3, 1, 2), Some(border(1, 3)));
    let all_of = |rows: &[&str]| spots(rows).of_body(Footprint::new(Square::new(0, 0), 2));
    assert_eq!(all_of(&["01", "01"]), Some(border(0, 1)));
    assert_eq!(all_of(&["01", "02"]), None, "on a border and in a zone beyond");
    assert_eq!(all_of(&["01", "23"]), None, "zones whose borders have no squares");
    assert_eq!(all_of(&["00", ".."]), None, "squares of no zone");
}

#[test]
fn half_a_zone_lies_between_a_zone_and_its_borders() {
    let spots = spots(&FOUR);
    assert_eq!(spots.neighbours(zone(3)).collect::<Vec<_>>(), [border(1, 3), border(2, 3)]);
    assert_eq!(spots.neighbours(border(0, 2)).collect::<Vec<_>>(), [zone(0), zone(2)]);
    assert_eq!(spots.neighbours(border(0, 3)).count(), 0, "they only touch at a corner");
}

#[test]
fn distances_are_those_of_the_table() {
    let spots = spots(&ROW);
    let far = |a, b| spots.distance(a, b);
    assert_eq!(far(zone(1), zone(1)), Some(0));
    assert_eq!(far(border(0, 1), border(0, 1)), Some(0));
    assert_eq!(far(zone(1), border(0, 1)), Some(1));
    assert_eq!(far(zone(0), zone(1)), Some(2));
    assert_eq!(far(border(0, 1), border(1, 2)), Some(2), "two borders of one zone");
    assert_eq!(far(zone(0), border(1, 2)), Some(3));
    assert_eq!((far(zone(0), zone(2)), far(zone(2), zone(0))), (Some(4), Some(4)));
    assert_eq!(far(zone(0), border(0, 2)), None);
}

#[test]
fn distances_ignore_barriers_and_end_where_nothing_joins() {
    let spots = Spots::of(&zones(&["0011.22"]), &[shut(0, 1)]);
    assert_eq!(spots.distance(zone(0), zone(1)), Some(2));
    assert_eq!(spots.distance(zone(0), zone(2)), None);
}

#[test]
fn a_barrier_bars_the_step_onto_its_border_from_both_sides() {
    let spots = Spots::of(&zones(&ROW), &[shut(0, 1)]);
    assert!(spots.is_barred(zone(0), border(0, 1)) && spots.is_barred(border(0, 1), zone(1)));
    assert!(!spots.is_barred(zone(1), border(1, 2)));
    assert!(!spots.is_barred(zone(2), border(0, 1)), "no step leads there at all");
    assert!(!spots.is_barred(zone(0), zone(0)));
}

#[test]
fn a_wall_all_along_a_border_is_a_barrier_and_a_gap_opens_it() {
    let mut board = zoned(plan(&["         ", " . .|. . ", "         ", " . .|. . ", "         "]), &["0011", "0011"]);
    assert!(Spots::of(&board, &[]).is_barred(zone(0), border(0, 1)));
    *board.edge_mut(Square::new(1, 1), Square::new(2, 1)).unwrap() = Default::default();
    assert!(!Spots::of(&board, &[]).is_barred(zone(0), border(0, 1)));
}

#[test]
fn a_walk_goes_round_a_barrier() {
    let spots = Spots::of(&zones(&FOUR), &[shut(0, 1)]);
    let walk = |a, b| (!spots.is_barred(a, b)).then_some(1);
    let reached = spots.reach(zone(0), 4, walk);
    let costs: Vec<_> = reached.iter().map(|reached| (reached.spot, reached.cost)).collect();
    assert_eq!(costs, [(zone(0), 0), (border(0, 2), 1), (zone(2), 2), (border(2, 3), 3), (zone(3), 4)]);
    assert_eq!(reached[0].before, zone(0));
    assert_eq!(reached[4].before, border(2, 3));
    let round = vec![border(0, 2), zone(2), border(2, 3), zone(3), border(1, 3), zone(1)];
    assert_eq!(spots.way(zone(0), zone(1), walk), Some((round, 6)));
    assert_eq!(spots.way(zone(0), zone(1), |_, _| Some(1)), Some((vec![border(0, 1), zone(1)], 2)), "over the wall");
    assert_eq!(spots.way(zone(0), border(0, 1), walk), None);
    assert_eq!(spots.way(zone(0), zone(0), walk), Some((vec![], 0)));
    assert_eq!(spots.way(border(0, 3), border(0, 3), walk), None, "a border that is none");
}

#[test]
fn difficult_zones_cost_twice_to_enter() {
    let mut board = zones(&FOUR);
    board.zones[1].tags.push("difficult".into());
    let spots = Spots::of(&board, &[]);
    let walk = |_: Spot, to: Spot| match to {
        Spot::Zone(zone) if board.zones[usize::from(zone)].tags.iter().any(|tag| tag == "difficult") => Some(2),
        _ => Some(1),
    };
    assert_eq!(spots.way(zone(0), zone(1), walk), Some((vec![border(0, 1), zone(1)], 3)));
    let through = vec![border(0, 2), zone(2), border(2, 3), zone(3)];
    assert_eq!(spots.way(zone(0), zone(3), walk), Some((through, 4)));
    let reached: Vec<_> = spots.reach(zone(0), 2, walk).iter().map(|reached| reached.spot).collect();
    assert_eq!(reached, [zone(0), border(0, 1), border(0, 2), zone(2)]);
}

#[test]
fn places_that_cost_the_same_come_in_the_order_of_the_list() {
    let spots = spots(&FOUR);
    let free: Vec<_> = spots.reach(border(2, 3), 0, |_, _| Some(0)).iter().map(|reached| reached.spot).collect();
    assert_eq!(free, spots.all());
    assert_eq!(spots.reach(zone(0), u32::MAX, |_, _| Some(u32::MAX)).len(), 3, "costs beyond counting");
    let (way, cost) = spots.way(zone(0), zone(3), |_, _| Some(1)).unwrap();
    assert_eq!((way, cost), (vec![border(0, 1), zone(1), border(1, 3), zone(3)], 4));
}

#[test]
fn places_have_the_names_of_their_zones() {
    let mut board = zones(&ROW);
    for (zone, name) in board.zones.iter_mut().zip(["Bank", "Bridge", "Old | New"]) {
        zone.name = name.into();
    }
    let spots = Spots::of(&board, &[]);
    assert_eq!(spots.name(&board, zone(1)), "Bridge");
    assert_eq!(spots.name(&board, border(0, 1)), "Bank | Bridge");
    for &spot in spots.all() {
        assert_eq!(spots.named(&board, &spots.name(&board, spot)), Some(spot));
    }
    for written in ["bank | bridge", "BRIDGE|BANK", " Bridge |bank "] {
        assert_eq!(spots.named(&board, written), Some(border(0, 1)), "{written}");
    }
    assert_eq!(spots.named(&board, "old | new|bridge"), Some(border(1, 2)));
    assert_eq!(spots.named(&board, "Bank | Old | New"), None, "they do not meet");
    for unknown in ["", "|", "Bank |", "Bank | Bank", "Ford", "Bank | Ford"] {
        assert_eq!(spots.named(&board, unknown), None, "{unknown}");
    }
}

#[test]
fn a_name_written_just_so_comes_before_one_in_another_case() {
    let mut board = zones(&ROW);
    board.zones[0].name = "BANK".into();
    board.zones[2].name = "Bank".into();
    let spots = Spots::of(&board, &[]);
    assert_eq!(spots.named(&board, "Bank"), Some(zone(2)));
    assert_eq!(spots.named(&board, "bank"), Some(zone(0)));
}

#[test]
fn a_board_without_zones_has_no_places() {
    let spots = Spots::of(&field(3, 3), &[]);
    assert!(spots.all().is_empty());
    assert_eq!((spots.at(Square::new(1, 1)), spots.of_body(one(1, 1))), (None, None));
    assert_eq!(*spots.line(zone(0), zone(1)), SpotLine::default());
}

#[test]
fn an_empty_zone_is_a_place_without_squares() {
    let mut board = zones(&["00"]);
    board.zones.push(Zone { name: "nowhere".into(), tags: Vec::new() });
    let spots = Spots::of(&board, &[]);
    assert_eq!(spots.all(), [zone(0), zone(1)]);
    assert_eq!((spots.squares(zone(1)), spots.distance(zone(0), zone(1))), (&[][..], None));
    assert_eq!(*spots.line(zone(0), zone(1)), SpotLine::default());
}
