use super::*;
use crate::board::fixture::{field, map};
use crate::board::{Gait, Nobody, Passage, draw_map};

fn walked(rows: &[&str], side: i32, goal: Goal) -> (Vec<String>, Route) {
    let board = map(rows);
    let ground = Ground::of(&board, side, Gait { metric: Metric::OneAndAHalf, ..Gait::default() });
    let start = Square::new(0, 0);
    let route = find_path(&ground, &Nobody, start, goal, Halves::ENDLESS, &mut Scratch::new()).unwrap();
    (draw_map(&board, |square| if route.squares.contains(&square) { '*' } else { '.' }), route)
}

#[test]
fn the_shortest_way_leads_through_the_gap() {
    let (drawn, route) = walked(&[".#...", ".#...", "...#.", ".#.#."], 1, Goal::at(Square::new(4, 0)));
    assert_eq!(drawn, ["....*", "*.**.", "***..", "....."]);
    assert_eq!((route.cost, route.arrives), (Halves(15), true));
}

#[test]
fn to_stand_beside_somebody_is_a_goal() {
    let target = Footprint::new(Square::new(4, 0), 2);
    let (_, route) = walked(&["........", "........"], 1, Goal::near(target, 1, 1, 1));
    assert_eq!((route.squares.last(), route.cost), (Some(&Square::new(3, 0)), Halves(6)));
    let (_, giant) = walked(&["........", "........"], 2, Goal::near(target, 2, 1, 1));
    assert_eq!(giant.squares.last(), Some(&Square::new(2, 0)));
    let pike = Goal::near(target, 1, 2, 2);
    assert!(pike.has(Square::new(2, 0)) && !pike.has(Square::new(3, 0)) && pike.has(Square::new(7, 1)));
}

#[test]
fn where_no_way_leads_the_route_ends_as_near_as_can_be() {
    let (drawn, route) = walked(&["...#.", "...#.", "...#."], 1, Goal::at(Square::new(4, 2)));
    assert_eq!(drawn, [".....", ".*...", "..*.."]);
    assert!(!route.arrives);
}

#[test]
fn a_budget_ends_the_search() {
    let ground = Ground::of(&field(30, 1), 1, Gait::default());
    let goal = Goal::at(Square::new(29, 0));
    let short = find_path(&ground, &Nobody, Square::new(0, 0), goal, Halves::squares(5), &mut Scratch::new()).unwrap();
    assert_eq!((short.squares.len(), short.cost, short.arrives), (5, Halves::squares(5), false));
}

#[test]
fn a_taken_goal_is_not_arrived_at() {
    let ground = Ground::of(&field(3, 1), 1, Gait::default());
    let taken = |square: Square| if square.x == 2 { Passage::Through } else { Passage::Free };
    let goal = Goal::at(Square::new(2, 0));
    let route = find_path(&ground, &taken, Square::new(0, 0), goal, Halves::ENDLESS, &mut Scratch::new()).unwrap();
    assert_eq!((route.squares, route.arrives), (vec![Square::new(1, 0)], false));
}

#[test]
fn figures_from_outside_do_not_overflow() {
    let ground = Ground::of(&field(3, 3), 1, Gait::default());
    let far = Footprint::new(Square::new(i32::MAX, i32::MIN), i32::MAX);
    for goal in [Goal::at(Square::new(i32::MIN, i32::MAX)), Goal::near(far, i32::MAX, i32::MAX, i32::MAX)] {
        assert!(find_path(&ground, &Nobody, Square::new(1, 1), goal, Halves::ENDLESS, &mut Scratch::new()).is_some());
    }
    assert_eq!(find_path(&ground, &Nobody, Square::new(3, 0), Goal::at(far.at), Halves(9), &mut Scratch::new()), None);
}
