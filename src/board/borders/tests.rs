use super::*;
use crate::board::Zone;
use crate::board::fixture::{field, plan, zoned};

fn declared(a: ZoneId, b: ZoneId, open: Option<bool>, tag: &str) -> DeclaredBorder {
    DeclaredBorder { between: (a, b), open, tags: vec![tag.into()] }
}

/// Rooms 0, 1, 2 in a row and 3 below all of them; a wall between 0 and 1.
fn rooms() -> Board {
    let walls = plan(&["       ", " .|. . ", "       ", " . . . ", "       "]);
    zoned(walls, &["012", "333"])
}

#[test]
fn a_border_lies_where_two_zones_touch_and_a_wall_closes_it() {
    let graph = ZoneGraph::of(&rooms(), &[]);
    let open: Vec<_> = graph.borders().iter().map(|border| (border.between, border.open)).collect();
    assert_eq!(open, [((0, 1), false), ((0, 3), true), ((1, 2), true), ((1, 3), true), ((2, 3), true)]);
    assert_eq!(
        graph.border(1, 0).map(|border| border.pairs.clone()),
        Some(vec![(Square::new(0, 0), Square::new(1, 0))])
    );
    assert_eq!(graph.borders_of(2).map(|border| border.across(2)).collect::<Vec<_>>(), [1, 3]);
    assert!(graph.problems().is_empty());
}

#[test]
fn what_is_declared_counts_before_the_walls() {
    let graph = ZoneGraph::of(&rooms(), &[declared(1, 0, Some(true), "door"), declared(3, 0, Some(false), "drop")]);
    assert!(graph.border(0, 1).is_some_and(|border| border.open && border.has_tag("door")));
}

#[test]
fn zones_that_cannot_be_right_are_named() {
    let mut board = zoned(field(4, 2), &["01.2", "...."]);
    board.zones.push(Zone { name: "nowhere".into(), tags: Vec::new() });
    board.cell_mut(Square::new(3, 1)).unwrap().zone = Some(40);
    let given = [declared(0, 2, None, "door"), declared(1, 0, Some(false), "door"), declared(0, 1, None, "door")];
    let expected = [
        ZoneProblem::Unlisted { at: Square::new(3, 1), zone: 40 },
        ZoneProblem::Apart(0, 2),
        ZoneProblem::Twice(0, 1),
        ZoneProblem::Alone(2),
        ZoneProblem::Empty(3),
    ];
    assert_eq!(ZoneGraph::of(&board, &given).problems(), expected);
}

#[test]
fn overlapping_claims_come_back() {
    let mut board = field(2, 1);
    assert_eq!(claim_zone(&mut board, 0, [Square::new(0, 0)]), []);
    let both = [Square::new(0, 0), Square::new(1, 0), Square::new(2, 0)];
    let clashes = claim_zone(&mut board, 1, both);
    assert_eq!(clashes, [ZoneClash::Taken { at: both[0], holder: 0 }, ZoneClash::OffBoard(both[2])]);
    assert_eq!(claim_zone(&mut board, 1, [both[1]]), []);
    assert_eq!(board.cell(both[0]).and_then(|cell| cell.zone), Some(0));
}

/// What is walled up for good is wrong; what was said to be shut may be a door.
#[test]
fn walls_shut_a_zone_up_and_doors_do_not() {
    let walled = zoned(plan(&["     ", " .|. ", "     "]), &["01"]);
    assert_eq!(ZoneGraph::of(&walled, &[]).problems(), [ZoneProblem::Shut(0), ZoneProblem::Shut(1)]);
    assert_eq!(ZoneGraph::of(&walled, &[declared(0, 1, Some(false), "door")]).problems(), []);
}
