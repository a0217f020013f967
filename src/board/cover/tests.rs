use proptest::prelude::*;

use super::*;
use crate::board::fixture::{field, map, plan, squares};
use crate::board::{CoverObject, Edge, TextMap};

/// The cover of B against A on the map.
fn cover_of(rows: &[&str], ignores_own: bool) -> Cover {
    let marks = TextMap::read(rows.iter().copied()).unwrap();
    let one = |mark| Footprint::one(marks.all(mark).next().unwrap());
    cover_between(&map(rows), one('A'), one('B'), &CoverRule { ignores_own, ..CoverRule::default() })
}

#[test]
fn a_bush_on_the_way_is_light_cover() {
    let cover = cover_of(&["A.b.B"], true);
    assert_eq!(cover.grade, CoverGrade::Light);
    assert_eq!(cover.best.unwrap().place, CoverPlace::Square(Square::new(2, 0)));
}

#[test]
fn the_best_cover_on_the_line_counts_and_all_of_it_is_named() {
    let cover = cover_of(&["A.b.h.b.B"], true);
    assert_eq!(cover.grade, CoverGrade::Heavy);
    assert_eq!(cover.crossed.len(), 3);
}

#[test]
fn cover_beside_the_attacker_is_ignored_unless_it_touches_the_target_too() {
    assert_eq!(cover_of(&["Ah..B"], true).grade, CoverGrade::None);
    assert_eq!(cover_of(&["Ah..B"], true).crossed.len(), 1);
    assert_eq!(cover_of(&["Ah..B"], false).grade, CoverGrade::Heavy);
    assert_eq!(cover_of(&["A..hB"], true).grade, CoverGrade::Heavy);
    assert_eq!(cover_of(&["AhB"], true).grade, CoverGrade::Heavy);
}

#[test]
fn an_archer_shoots_over_the_fence_before_him_and_not_over_that_before_the_target() {
    let board = plan(&["           ", " . .f. . . ", "           "]);
    let rule = CoverRule { ignores_own: true, ..CoverRule::default() };
    let cover =
        |a, b| cover_between(&board, Footprint::one(Square::new(a, 0)), Footprint::one(Square::new(b, 0)), &rule);
    assert_eq!(cover(1, 4).grade, CoverGrade::None);
    assert_eq!(cover(4, 1).grade, CoverGrade::Medium);
    assert_eq!(cover(0, 4).grade, CoverGrade::Medium);
    assert_eq!(cover(1, 2).grade, CoverGrade::Medium);
    let best = cover(4, 0).best.unwrap();
    assert_eq!(best.place, CoverPlace::Edge(Square::new(2, 0), Square::new(1, 0)));
}

#[test]
fn who_stands_in_a_hedge_has_its_cover_and_who_shoots_out_of_one_does_not_mind_it() {
    let board = map(&["h...."]);
    let rule = CoverRule::default();
    let (hedge, open) = (Footprint::one(Square::new(0, 0)), Footprint::one(Square::new(4, 0)));
    assert_eq!(cover_between(&board, open, hedge, &rule).grade, CoverGrade::Heavy);
    assert_eq!(cover_between(&board, hedge, open, &rule).grade, CoverGrade::None);
}

#[test]
fn past_a_corner_the_easier_way_is_taken() {
    assert_eq!(cover_of(&["Ah", ".B"], false).grade, CoverGrade::None);
    assert_eq!(cover_of(&["Ah", "bB"], false).grade, CoverGrade::Light);
}

#[test]
fn a_wall_is_total_cover_and_the_target_behind_it_still_has_a_line() {
    let board = plan(&["         ", " . .|. . ", "         "]);
    let cover = cover_between(
        &board,
        Footprint::one(Square::new(0, 0)),
        Footprint::one(Square::new(2, 0)),
        &CoverRule { ignores_own: true, ..CoverRule::default() },
    );
    assert_eq!((cover.grade, cover.crossed.len()), (CoverGrade::Total, 1));
}

#[test]
fn a_fence_with_holes_gives_a_step_less_and_is_named() {
    let mut board = field(5, 1);
    board.objects.push(CoverObject { name: "fence".into(), cover: CoverGrade::Medium, squares: vec![] });
    board.objects.push(CoverObject { name: "keg".into(), cover: CoverGrade::Light, squares: vec![Square::new(2, 0)] });
    *board.edge_mut(Square::new(3, 0), Square::new(4, 0)).unwrap() = Edge { object: Some(0), ..Edge::default() };
    let (a, b) = (Footprint::one(Square::new(0, 0)), Footprint::one(Square::new(4, 0)));
    let cover = |worn: &[u8]| cover_between(&board, a, b, &CoverRule { worn, ..CoverRule::default() });
    assert_eq!(cover(&[]).best.unwrap().source, CoverSource::Object(0));
    assert_eq!(cover(&[]).crossed.len(), 2);
    assert_eq!(cover(&[1]).grade, CoverGrade::Light);
    assert_eq!(cover(&[2]).best.unwrap().source, CoverSource::Object(1));
    assert_eq!(cover(&[9, 1]).grade, CoverGrade::None);
}

#[test]
fn an_edge_that_names_no_known_object_is_plain_cover() {
    let mut board = field(2, 1);
    *board.edge_mut(Square::new(0, 0), Square::new(1, 0)).unwrap() =
        Edge { cover: CoverGrade::Light, object: Some(7), ..Edge::default() };
    let cover = cover_between(
        &board,
        Footprint::one(Square::new(0, 0)),
        Footprint::one(Square::new(1, 0)),
        &CoverRule::default(),
    );
    assert_eq!(cover.best.unwrap().source, CoverSource::Ground);
}

#[test]
fn somebody_in_between_is_cover_if_the_ruleset_says_so() {
    let board = field(5, 1);
    let one = |x| Footprint::one(Square::new(x, 0));
    let bodies = [(one(0), CoverGrade::Light), (one(2), CoverGrade::Light), (one(4), CoverGrade::Light)];
    let cover = cover_between(&board, one(0), one(4), &CoverRule { bodies: &bodies, ..CoverRule::default() });
    assert_eq!(cover.crossed.len(), 1);
    assert_eq!(cover.best.unwrap().source, CoverSource::Body(1));
}

#[test]
fn bodies_that_overlap_have_no_cover_from_each_other() {
    let board = map(&["hh"]);
    let body = Footprint::one(Square::new(0, 0));
    assert_eq!(cover_between(&board, body, body, &CoverRule::default()), Cover::default());
}

#[test]
fn the_layer_shows_the_shadow_of_a_bush() {
    let board = map(&[".....", "..b..", "....."]);
    let all = cover_of_squares(&board, Footprint::one(Square::new(0, 1)), squares(&board), &CoverRule::default());
    let drawn = crate::board::draw_map(&board, |square| match all.iter().find(|(at, _)| *at == square) {
        Some((_, CoverGrade::Light)) => 'l',
        _ => '.',
    });
    assert_eq!(drawn, ["....l", "..lll", "....l"]);
}

fn covered() -> impl Strategy<Value = (Board, Square)> {
    (prop::collection::vec(0u8..8, 64), (0i32..8, 0i32..8)).prop_map(|(ground, at)| {
        let mut board = map(&["........"; 8]);
        let all: Vec<_> = squares(&board).collect();
        for (square, kind) in all.into_iter().zip(ground) {
            board.cell_mut(square).unwrap().terrain = match kind {
                0 => 3,
                1 => 4,
                _ => 0,
            };
        }
        (board, at.into())
    })
}

proptest! {
    #[test]
    fn an_object_more_never_makes_cover_worse((board, at) in covered(), a in (0i32..8, 0i32..8), b in (0i32..8, 0i32..8)) {
        let (a, b) = (Footprint::one(a.into()), Footprint::one(b.into()));
        let before = cover_between(&board, a, b, &CoverRule::default());
        let mut more = board;
        more.objects.push(CoverObject { name: "keg".into(), cover: CoverGrade::Medium, squares: vec![at] });
        let after = cover_between(&more, a, b, &CoverRule::default());
        prop_assert!(after.grade >= before.grade);
    }

    #[test]
    fn without_the_ends_cover_is_the_same_both_ways((mut board, _) in covered(), a in (0i32..8, 0i32..8), b in (0i32..8, 0i32..8)) {
        for end in [a, b] {
            board.cell_mut(end.into()).unwrap().terrain = 0;
        }
        let (a, b) = (Footprint::one(a.into()), Footprint::one(b.into()));
        let there = cover_between(&board, a, b, &CoverRule::default());
        let back = cover_between(&board, b, a, &CoverRule::default());
        prop_assert_eq!(there.grade, back.grade);
        let mut places: Vec<_> = back.crossed.iter().map(|piece| piece.place).collect();
        places.reverse();
        prop_assert_eq!(there.crossed.iter().map(|piece| piece.place).collect::<Vec<_>>(), places);
    }
}
