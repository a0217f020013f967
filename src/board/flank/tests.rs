use proptest::prelude::*;

use super::*;
use crate::board::{Square, TextMap};

/// The block of squares that `mark` covers.
fn body(marks: &TextMap, mark: char) -> Option<Footprint> {
    let squares: Vec<_> = marks.all(mark).collect();
    let (first, last) = (squares.first()?, squares.last()?);
    Some(Footprint::new(*first, last.x - first.x + 1))
}

/// Whether A and B flank T.
fn flanked(rows: &[&str]) -> bool {
    let marks = TextMap::read(rows.iter().copied()).unwrap();
    is_flanked(body(&marks, 'T').unwrap(), ['A', 'B'].into_iter().filter_map(|mark| body(&marks, mark)))
}

#[test]
fn enemies_on_opposite_sides_or_corners_flank() {
    assert!(flanked(&["...", "ATB", "..."]));
    assert!(flanked(&[".A.", ".T.", ".B."]));
    assert!(flanked(&["A..", ".T.", "..B"]));
    assert!(flanked(&["..B", ".T.", "A.."]));
}

#[test]
fn enemies_side_by_side_or_round_a_corner_do_not() {
    assert!(!flanked(&["A..", ".T.", "B.."]));
    assert!(!flanked(&[".A.", ".TB", "..."]));
    assert!(!flanked(&[".A.", ".T.", "..B"]));
    assert!(!flanked(&["A....", "..T.B"]));
}

#[test]
fn one_enemy_alone_never_flanks() {
    assert!(!flanked(&["AA.", "AAT"]));
}

#[test]
fn anywhere_on_opposite_sides_of_a_giant_flanks_and_a_corner_needs_its_opposite() {
    assert!(flanked(&["....", "ATT.", ".TTB", "...."]));
    assert!(flanked(&[".A..", ".TT.", ".TT.", "..B."]));
    assert!(!flanked(&["A...", ".TTB", ".TT.", "...."]));
    assert!(!flanked(&["A...", ".TT.", ".TT.", "..B."]));
    assert!(flanked(&["A...", ".TT.", ".TT.", "...B"]));
}

#[test]
fn a_giant_flanks_with_any_of_its_squares() {
    assert!(flanked(&["AA...", "AATB.", ".....", "....."]));
    assert!(flanked(&["AA..", "AA..", "..T.", "...B"]));
}

#[test]
fn pairs_are_all_listed() {
    let one = |x, y| Footprint::one(Square::new(x, y));
    let enemies = [one(0, 1), one(2, 1), one(1, 0), one(1, 2), one(5, 5), one(2, 0)];
    assert_eq!(flanking_pairs(one(1, 1), &enemies), [(0, 1), (2, 3)]);
}

/// The plain definition: a line between some two ring squares of the enemies
/// enters and leaves the target by opposite sides, or by opposite corners.
fn flanks_by_lines(target: Footprint, a: Footprint, b: Footprint) -> bool {
    if target.gap(a) != 1 || target.gap(b) != 1 {
        return false;
    }
    let ring = |body: Footprint| body.squares().filter(move |&at| Footprint::one(at).gap(target) == 1);
    ring(a).any(|p| ring(b).any(|q| passes_opposite(target, p, q)))
}

fn passes_opposite(target: Footprint, p: Square, q: Square) -> bool {
    let far = target.far();
    let (px, py, qx, qy) = (2 * p.x, 2 * p.y, 2 * q.x, 2 * q.y);
    let (west, north, east, south) = (2 * target.at.x - 1, 2 * target.at.y - 1, 2 * far.x + 1, 2 * far.y + 1);
    // Where the line meets an upright (or level) line, scaled by its run, lies within the side.
    let meets = |line: i32, p: (i32, i32), q: (i32, i32), low: i32, high: i32| {
        let run = q.0 - p.0;
        let between = (p.0 < line && line < q.0) || (q.0 < line && line < p.0);
        let at = p.1 * run + (q.1 - p.1) * (line - p.0);
        between && at * run.signum() >= low * run.abs() && at * run.signum() <= high * run.abs()
    };
    let upright = |line| meets(line, (px, py), (qx, qy), north, south);
    let level = |line| meets(line, (py, px), (qy, qx), west, east);
    (upright(west) && upright(east)) || (level(north) && level(south))
}

fn turned(body: Footprint) -> Footprint {
    Footprint::new(Square::new(-body.far().y, body.at.x), body.side)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn opposite_parts_are_exactly_what_lines_through_opposite_sides_join(
        side in 1i32..5, a in (-5i32..6, -5i32..6, 1i32..4), b in (-5i32..6, -5i32..6, 1i32..4),
    ) {
        let target = Footprint::new(Square::new(0, 0), side);
        let (a, b) = (Footprint::new((a.0, a.1).into(), a.2), Footprint::new((b.0, b.1).into(), b.2));
        let expected = flanks_by_lines(target, a, b);
        prop_assert_eq!(is_flanked(target, [a, b]), expected);
        prop_assert_eq!(is_flanked(target, [b, a]), expected);
        prop_assert_eq!(is_flanked(turned(target), [turned(a), turned(b)]), expected);
    }
}
