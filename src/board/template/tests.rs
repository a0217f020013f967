use proptest::prelude::*;

use super::*;
use crate::board::fixture::{field, map, plan, squares};
use crate::board::{BlocksSight, draw_map};

const DIAGONAL: i32 = 3;

fn drawn(board: &Board, template: &Template) -> Vec<String> {
    let covered = template.squares(board);
    draw_map(board, |square| if covered.contains(&square) { '*' } else { '.' })
}

fn sphere(centre: Centre, diameter: i32) -> Template {
    Template::Disc { centre, diameter, counts: Counts::Partly }
}

fn line(from: Footprint, direction: Direction, length: i32, width: i32, side: Hand) -> Template {
    Template::Line { from, direction, length, width, side, diagonal: DIAGONAL }
}

fn cone(from: Footprint, direction: Direction, length: i32, side: Hand) -> Template {
    Template::Cone { from, direction, length, width: length, side }
}

#[test]
fn spheres_of_every_scale_cover_1_4_16_60_and_224_squares() {
    let board = field(40, 40);
    let counts = [1, 2, 4, 8, 16].map(|diameter| {
        let at = Square::new(20, 20);
        let centre = if diameter == 1 { Centre::Square(at) } else { Centre::Corner(at) };
        sphere(centre, diameter).squares(&board).len()
    });
    assert_eq!(counts, [1, 4, 16, 60, 224]);
}

#[test]
fn a_sphere_of_eight_lacks_its_four_corners() {
    let rows = drawn(&field(8, 8), &sphere(Centre::Corner(Square::new(4, 4)), 8));
    assert_eq!(rows[0], ".******.");
    assert!(rows[1..7].iter().all(|row| row == "********"));
    assert_eq!(rows[7], ".******.");
}

#[test]
fn a_disc_by_its_middles_is_what_a_radius_measures() {
    let disc = Template::Disc { centre: Centre::Square(Square::new(3, 3)), diameter: 4, counts: Counts::Middle };
    let expected = [".......", "...*...", "..***..", ".*****.", "..***..", "...*...", "......."];
    assert_eq!(drawn(&field(7, 7), &disc), expected);
}

#[test]
fn lines_of_four_scales_are_1x2_1x4_2x8_and_4x16() {
    let board = field(60, 60);
    let count = |side: i32, direction| {
        let from = Footprint::new(Square::new(20, 20), side);
        line(from, direction, 2 * side, (side / 2).max(1), Hand::Left).squares(&board).len()
    };
    assert_eq!([1, 2, 4, 8].map(|side| count(side, Direction::East)), [2, 4, 16, 64]);
    assert_eq!([1, 2].map(|side| count(side, Direction::SouthEast)), [2, 3]);
}

#[test]
fn a_line_begins_at_the_edge_of_the_attacker() {
    let board = field(6, 1);
    let from = Footprint::one(Square::new(0, 0));
    let short = line(from, Direction::East, 2, 1, Hand::Left).squares(&board);
    assert_eq!(short, [Square::new(1, 0), Square::new(2, 0)]);
    assert_eq!(line(from, Direction::East, 4, 1, Hand::Left).squares(&board).last(), Some(&Square::new(4, 0)));
}

#[test]
fn the_attacker_picks_the_side_of_an_even_line() {
    let board = field(5, 3);
    let from = Footprint::one(Square::new(0, 1));
    assert_eq!(drawn(&board, &line(from, Direction::East, 3, 2, Hand::Left)), [".***.", ".***.", "....."]);
    assert_eq!(drawn(&board, &line(from, Direction::East, 3, 2, Hand::Right)), [".....", ".***.", ".***."]);
}

#[test]
fn a_wide_diagonal_line_takes_the_diagonals_beside_it() {
    let board = field(5, 5);
    let from = Footprint::one(Square::new(0, 0));
    let line = |width, side| drawn(&board, &line(from, Direction::SouthEast, 5, width, side));
    assert_eq!(line(1, Hand::Left), [".....", ".*...", "..*..", "...*.", "....*"]);
    assert_eq!(line(2, Hand::Left), [".....", ".**..", "..**.", "...**", "....*"]);
    assert_eq!(line(2, Hand::Right), [".....", ".*...", ".**..", "..**.", "...**"]);
}

#[test]
fn cones_of_four_scales_cover_1_3_10_and_36_squares() {
    let board = field(60, 60);
    let from = Footprint::one(Square::new(30, 30));
    for direction in Direction::ALL {
        let counts = [1, 2, 4, 8].map(|length| cone(from, direction, length, Hand::Left).squares(&board).len());
        assert_eq!(counts, [1, 3, 10, 36], "{direction:?}");
    }
}

#[test]
fn the_odd_square_of_an_even_row_lies_where_the_attacker_wants_it() {
    let board = field(4, 2);
    let from = Footprint::one(Square::new(0, 0));
    assert_eq!(cone(from, Direction::East, 1, Hand::Right).squares(&board), [Square::new(1, 0)]);
    let two = cone(from, Direction::East, 2, Hand::Right).squares(&board);
    assert_eq!(two, [Square::new(1, 0), Square::new(2, 0), Square::new(2, 1)]);
}

#[test]
fn a_cone_widens_and_a_diagonal_one_fills_a_corner() {
    let from = Footprint::one(Square::new(2, 0));
    let expected = [".....", "..*..", "..**.", ".***.", ".****"];
    assert_eq!(drawn(&field(5, 5), &cone(from, Direction::South, 4, Hand::Left)), expected);
    let corner = Footprint::one(Square::new(0, 0));
    let expected = [".....", ".***.", ".**..", ".*...", "....."];
    assert_eq!(drawn(&field(5, 5), &cone(corner, Direction::SouthEast, 3, Hand::Left)), expected);
}

#[test]
fn a_giants_cone_starts_from_the_middle_of_its_edge() {
    let from = Footprint::new(Square::new(0, 1), 2);
    let rows = drawn(&field(6, 4), &cone(from, Direction::East, 4, Hand::Right));
    assert_eq!(rows, [".....*", "...***", "..****", "....**"]);
}

#[test]
fn a_burst_rings_a_body() {
    let around = Footprint::new(Square::new(3, 2), 2);
    let burst = |diagonal, inside| Template::Burst { around, reach: 2, diagonal, inside };
    let board = field(8, 6);
    assert_eq!(
        drawn(&board, &burst(2, false)),
        [".******.", ".******.", ".**..**.", ".**..**.", ".******.", ".******."],
    );
    assert_eq!(
        drawn(&board, &burst(3, true)),
        ["...**...", "..****..", ".******.", ".******.", "..****..", "...**..."],
    );
}

#[test]
fn areas_are_clipped_at_the_board() {
    let disc = sphere(Centre::Corner(Square::new(0, 0)), 4);
    assert_eq!(disc.squares(&field(9, 9)).len(), 4);
    assert!(!disc.touches(&field(9, 9), Footprint::one(Square::new(-1, -1))));
}

#[test]
fn walls_stop_a_blast_that_must_reach_its_squares() {
    let board = map(&["..#..", "..#..", "..#.."]);
    let blast = sphere(Centre::Square(Square::new(1, 1)), 5);
    let reached = blast.squares_reached(&board, &BlocksSight(&board));
    assert!(reached.contains(&Square::new(2, 1)) && !reached.contains(&Square::new(3, 1)));
    assert_eq!(blast.squares(&board).len() - reached.len(), 3);
}

#[test]
fn a_breath_does_not_pass_a_thin_wall() {
    let board = plan(&["           ", " . . .|. . ", "           "]);
    let breath = line(Footprint::one(Square::new(0, 0)), Direction::East, 4, 1, Hand::Left);
    assert_eq!(breath.squares_reached(&board, &BlocksSight(&board)).len(), 2);
}

#[test]
fn who_is_partly_inside_is_touched() {
    let board = field(9, 9);
    let blast = sphere(Centre::Corner(Square::new(4, 4)), 2);
    assert!(!blast.touches(&board, Footprint::new(Square::new(5, 1), 3)));
    assert!(blast.touches(&board, Footprint::new(Square::new(4, 2), 2)));
    assert!(!blast.touches(&board, Footprint::new(Square::new(5, 2), 2)));
}

#[test]
fn absurd_figures_neither_hang_nor_overflow() {
    let board = field(9, 9);
    let far = Footprint::new(Square::new(i32::MAX - 1, i32::MIN), 1);
    for direction in Direction::ALL {
        for size in [i32::MIN, -1, 0, i32::MAX] {
            let line = Template::Line {
                from: far,
                direction,
                length: size.min(9),
                width: size,
                side: Hand::Left,
                diagonal: size,
            };
            assert!(line.squares(&board).is_empty());
            let cone = Template::Cone { from: far, direction, length: size.min(99), width: 9, side: Hand::Right };
            assert!(cone.squares(&board).is_empty());
        }
    }
    let all = sphere(Centre::Square(Square::new(0, 0)), i32::MAX);
    assert!(all.touches(&board, Footprint::one(Square::new(8, 8))));
    assert_eq!(all.squares(&board).len(), 81);
}

/// A quarter turn clockwise about the middle of a board of `side` squares.
fn turn(square: Square, side: i32) -> Square {
    Square::new(side - 1 - square.y, square.x)
}

fn turn_body(body: Footprint, side: i32) -> Footprint {
    Footprint::new(turn(Square::new(body.at.x, body.far().y), side), body.side)
}

fn turn_template(template: Template, side: i32) -> Template {
    match template.turned(2) {
        Template::Disc { centre: Centre::Square(at), diameter, counts } => {
            Template::Disc { centre: Centre::Square(turn(at, side)), diameter, counts }
        }
        Template::Disc { centre: Centre::Corner(at), diameter, counts } => {
            Template::Disc { centre: Centre::Corner(Square::new(side - at.y, at.x)), diameter, counts }
        }
        Template::Line { from, direction, length, width, side: hand, diagonal } => {
            Template::Line { from: turn_body(from, side), direction, length, width, side: hand, diagonal }
        }
        Template::Cone { from, direction, length, width, side: hand } => {
            Template::Cone { from: turn_body(from, side), direction, length, width, side: hand }
        }
        Template::Burst { around, reach, diagonal, inside } => {
            Template::Burst { around: turn_body(around, side), reach, diagonal, inside }
        }
        other @ Template::Zone { .. } => other,
    }
}

fn any_template() -> impl Strategy<Value = Template> {
    let square = (-3i32..15, -3i32..15).prop_map(Square::from);
    let body = (square.clone(), 1i32..5).prop_map(|(at, side)| Footprint::new(at, side));
    let centre = (square, any::<bool>()).prop_map(|(at, corner)| match corner {
        true => Centre::Corner(at),
        false => Centre::Square(at),
    });
    let direction = (0i32..8).prop_map(|eighths| Direction::North.turned(eighths));
    let hand = any::<bool>().prop_map(|right| if right { Hand::Right } else { Hand::Left });
    let counts = any::<bool>().prop_map(|middle| if middle { Counts::Middle } else { Counts::Partly });
    let shape = (body.clone(), direction, 0i32..9, 0i32..9, hand, 2i32..5);
    prop_oneof![
        (centre, 0i32..13, counts).prop_map(|(centre, diameter, counts)| Template::Disc { centre, diameter, counts }),
        shape.clone().prop_map(|(from, direction, length, width, side, diagonal)| {
            Template::Line { from, direction, length, width, side, diagonal }
        }),
        shape.prop_map(|(from, direction, length, width, side, _)| Template::Cone {
            from,
            direction,
            length,
            width,
            side
        }),
        (body, 0i32..5, 2i32..5, any::<bool>()).prop_map(|(around, reach, diagonal, inside)| Template::Burst {
            around,
            reach,
            diagonal,
            inside
        }),
    ]
}

fn sorted(mut squares: Vec<Square>) -> Vec<Square> {
    squares.sort_unstable();
    squares
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_turned_area_covers_the_turned_squares(template in any_template()) {
        let board = field(12, 12);
        let turned = template.squares(&board).into_iter().map(|square| turn(square, 12)).collect();
        prop_assert_eq!(sorted(turn_template(template, 12).squares(&board)), sorted(turned));
    }

    #[test]
    fn every_square_is_listed_once_and_only_if_it_is_covered(template in any_template()) {
        let board = field(12, 11);
        let listed = sorted(template.squares(&board));
        let covered: Vec<_> = squares(&board).filter(|&square| template.covers(&board, square)).collect();
        prop_assert_eq!(&listed, &sorted(covered));
        let open = sorted(template.squares_reached(&board, &BlocksSight(&board)));
        prop_assert_eq!(listed, open);
    }

    #[test]
    fn a_burst_reaches_what_its_measure_says(
        side in 1i32..4, reach in 0i32..6, diagonal in 2i32..5, at in (-1i32..12, -1i32..12),
    ) {
        let board = field(12, 12);
        let around = Footprint::new(Square::new(5, 5), side);
        let (dx, dy) = around.offsets(Footprint::one(at.into()));
        let halves = 2 * dx.max(dy) + (diagonal - 2) * dx.min(dy);
        let burst = Template::Burst { around, reach, diagonal, inside: true };
        prop_assert_eq!(burst.covers(&board, at.into()), board.contains(at.into()) && halves <= 2 * reach);
    }

    #[test]
    fn a_disc_covers_what_its_circle_overlaps(
        at in (0i32..12, 0i32..12), corner in any::<bool>(), diameter in 1i32..14, square in (0i32..12, 0i32..12),
    ) {
        let centre = if corner { Centre::Corner(at.into()) } else { Centre::Square(at.into()) };
        let (x, y) = centre.halves();
        let near = |middle: i32, centre: i64| ((2 * i64::from(middle) - centre).abs() - 1).max(0).pow(2);
        let expected = near(square.0, x) + near(square.1, y) < i64::from(diameter).pow(2);
        prop_assert_eq!(sphere(centre, diameter).covers(&field(12, 12), square.into()), expected);
    }
}
