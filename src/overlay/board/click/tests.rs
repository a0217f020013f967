//! Trials of what a click on the board means.

use super::Gives::{Nothing, Order as Given, Shows};
use super::{Click, Footprint, Order, Square, Way, enters, meant};
use crate::overlay::trial;

/// Promise: one answer says what a click gives: what waits is given by the second click, nobody goes where they did not point or
/// while another deed waits, and what is at somebody is shown before it is done where it came to light below the pointer.
#[test]
fn a_click_gives_an_order_or_shows_it_or_gives_nothing() {
    let (order, other) = (Order::new("move"), Order::new("attack"));
    let all = |click: Click<'_>| {
        let plans = [&[][..], std::slice::from_ref(&other), std::slice::from_ref(&order)];
        plans.map(|planned| [false, true].map(|covered| click.gives(planned, covered))).concat()
    };
    let ground = |twice: bool| all(Click::on_ground(&order, twice));
    assert_eq!(ground(false), [Given, Nothing, Shows, Nothing, Given, Given]);
    assert_eq!(ground(true), [Shows, Shows, Shows, Shows, Given, Given], "no way takes a third click");
    let somebody = |twice: bool| all(Click::at_somebody(&order, twice));
    assert_eq!(somebody(false), [Given, Shows, Given, Shows, Given, Given]);
    assert_eq!(somebody(true), [Shows, Shows, Shows, Shows, Given, Given]);
    // Whoever is aimed at was clicked on before: the second click is the last, unless it wants a word of its own.
    assert_eq!(all(Click::at_somebody(&order, false).shown(true)), [Given; 6]);
    assert_eq!(all(Click::at_somebody(&order, true).shown(true)), somebody(true));
    assert!(Click::at_somebody(&order, true).is_second(std::slice::from_ref(&order)), "however quick it is");
    // The same first deed for another end is another plan.
    let whole = [order.clone(), other];
    assert!(!Click::at_somebody(&order, true).is_second(&whole));
}

/// Promise: the middle of a large body goes to the square that is pointed at, and at the edge of reach as near as it
/// comes.
#[test]
fn a_large_body_goes_where_it_is_pointed_at() {
    let open: Vec<(Square, i32)> = (0..4).map(|x| (Square::new(x, 0), 2 * x)).collect();
    let at = |x: i32, side: i32, y: i32| meant(&open, Footprint::new(Square::new(9, 9), side), Square::new(x, y));
    assert_eq!(at(2, 1, 0), Some(Square::new(2, 0)), "one square is where it is");
    assert_eq!(at(2, 1, 1), None, "nothing there can be reached");
    assert_eq!(at(2, 3, 1), Some(Square::new(1, 0)), "the middle of three squares");
    assert_eq!(at(0, 3, 2), Some(Square::new(0, 0)), "as near as it comes on the near side");
    assert_eq!(at(5, 3, 0), Some(Square::new(3, 0)), "and on the far side");
    assert_eq!(at(2, 2, 0), Some(Square::new(2, 0)), "of two squares the first");
    assert_eq!(at(6, 3, 0), None, "farther than it can cover");
}

/// Promise: a walk that ends where somebody stands says whose square it shares, and of whoever is struck there why.
#[test]
fn a_walk_says_whose_square_it_shares() {
    let game = trial::begun("first_watch", 1);
    let look = trial::look(&game);
    let who = look.asked().or_else(|| look.shown().next()).unwrap();
    let told = |at: Square, struck| {
        let way = Way { squares: vec![at], price: String::new(), leaves: None, spends_blow: false };
        enters(look, (who, struck), &way)
    };
    for other in look.shown().filter(|other| *other != who) {
        let (at, name) = (look.footprint(other).at, look.name(other));
        assert_eq!(told(at, None), Some(format!("shares the square of {name}")));
        assert_eq!(told(at, Some(other)), Some(format!("shares {name}'s square: the blow reaches no farther")));
        assert_eq!(told(Square::new(0, 0), Some(other)), None);
    }
    assert_eq!(told(look.footprint(who).at, None), None, "nobody shares a square with themselves");
}
