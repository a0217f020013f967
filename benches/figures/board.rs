//! Figures 9 to 13, and the laws of scale of the board.

use std::collections::HashMap;
use std::error::Error;
use std::hint::black_box;

use sortie::battle::Id;
use sortie::board::{
    Band, Board, Centre, Corners, Counts as Counted, CoverGrade, Footprint, Gait, Goal, Ground, Halves, Metric, Nobody,
    Opacity, Presence, Scratch, Square, Template, Terrain, Threat, ThreatMap, View, find_path, reach,
};

use crate::Outcome;
use crate::by_hand::ground::{COST_MASK, Counts, Flat, Flood, Shadows, Stands};
use crate::by_hand::plain;
use crate::field::{Field, rules};
use crate::measure::{Book, Promise};

const GROUP: &str = "board";

/// Diagonals count one and a half and pass no corners.
const GAIT: Gait = Gait { metric: Metric::OneAndAHalf, corners: Corners::Clear, climb: None, drop: None };

/// Bodies of two sides: side, column, row.
type Bodies = Vec<(usize, i32, i32)>;

pub fn figures(book: &mut Book) -> Outcome {
    let (small, large) = (Rocks::new(256, 6)?, Rocks::new(1000, 6)?);
    reached(book, &small)?;
    reached_in_battle(book, &small, &large)?;
    shortest_ways(book, &small, &large)?;
    seen(book)?;
    threatened(book)?;
    flanked(book)?;
    laws(book, &small, &large)
}

/// A board with rocks, ours and by hand.
struct Rocks {
    board: Board,
    ground: Ground,
    opacity: Opacity,
    flat: Flat,
    middle: Square,
}

impl Rocks {
    /// A square board with a rock in one square of so many, none where walks begin and end; around the middle
    /// boards of all sizes are alike.
    fn new(side: i32, rarity: u32) -> Result<Self, Box<dyn Error>> {
        let middle = Square::new(side / 2, side / 2);
        let is_rock = |x: i32, y: i32| {
            let ends = [(0, 0), (side - 1, side - 1), (middle.x, middle.y)];
            rarity > 0 && mixed(x - middle.x, y - middle.y).is_multiple_of(rarity) && !ends.contains(&(x, y))
        };
        let ground = |name: &str, cost, blocks_sight| Terrain {
            name: name.to_owned(),
            cost,
            blocks_sight,
            cover: CoverGrade::None,
            tags: Vec::new(),
        };
        let mut board = Board::open(side.into(), side.into(), ground("open ground", 1, false))?;
        board.terrains.push(ground("rock", 0, true));
        for at in board.squares().filter(|at| is_rock(at.x, at.y)) {
            if let Some(cell) = board.cell_mut(at) {
                cell.terrain = 1;
            }
        }
        let flat = Flat::new(side as usize, side as usize, |x, y| !is_rock(x as i32, y as i32));
        Ok(Self { ground: Ground::of(&board, 1, GAIT), opacity: Opacity::of(&board), board, flat, middle })
    }
}

/// A number for each square without any order in it.
const fn mixed(x: i32, y: i32) -> u32 {
    let mut mixed = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
    mixed = (mixed ^ mixed >> 15).wrapping_mul(0xc2b2_ae3d);
    mixed ^ mixed >> 13
}

/// So many bodies of two sides in no order, on a square board.
fn crowd(side: i32, most: usize) -> Bodies {
    let squares = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let mut bodies: Bodies = squares.map(|(x, y)| ((mixed(y, x) & 1) as usize, x, y)).collect();
    bodies.sort_by_key(|(_, x, y)| mixed(*x, *y));
    bodies.truncate(most);
    bodies
}

/// Figure 9.
fn reached(book: &mut Book, field: &Rocks) -> Outcome {
    let (budget, start) = (Halves::squares(12), field.flat.at(field.middle.x, field.middle.y));
    let (mut scratch, mut flood) = (Scratch::new(), Flood::new(&field.flat));
    let mut ours: Vec<(Square, u32)> = reach(&field.ground, &Nobody, field.middle, budget, &mut scratch)
        .iter()
        .map(|reached| (reached.at, reached.cost.0))
        .collect();
    flood.reach(&field.flat, start, budget.0);
    let by_hand = flood.settled.iter().map(|at| *at as usize);
    let mut by_hand: Vec<(Square, u32)> =
        by_hand.map(|at| (field.flat.square(at).into(), flood.cost[at] & COST_MASK)).collect();
    let mut plainly: Vec<(Square, u32)> = plain::reach(&field.board, field.middle, budget.0).into_iter().collect();
    for squares in [&mut ours, &mut by_hand, &mut plainly] {
        squares.sort_unstable();
    }
    agree("9", ours == by_hand && ours == plainly)?;
    let name = format!("reach, 12 squares ({} of them)", ours.len());
    book.figure("9", GROUP, name, Promise::at_most(2.0).ahead_of_plain(3.0))
        .beside(|| flood.reach(&field.flat, black_box(start), budget.0))
        .plain(|| plain::reach(&field.board, black_box(field.middle), budget.0))
        .ours(|| reach(&field.ground, &Nobody, black_box(field.middle), budget, &mut scratch).start());
    Ok(())
}

/// Figure 9 as a player meets it: the squares that the move on offer leads to, past twenty squares where two
/// others stand, as many as find room. The reach itself is kept from the first time, as it is in play: what counts here
/// is whom to pass by and what to list.
fn reached_in_battle(book: &mut Book, small: &Rocks, large: &Rocks) -> Outcome {
    let rules = rules("scale_toughness")?;
    let others: Vec<(i32, i32)> = crowd(30, 20).iter().map(|(_, x, y)| (x - 15, y - 15)).collect();
    let battle = |rocks: &Rocks| {
        let middle = rocks.middle;
        let others = others.iter().map(|(x, y)| Square::new(middle.x + x, middle.y + y));
        let pairs = others.filter(|at| *at != middle).flat_map(|at| [at, at]);
        let squares = std::iter::once(middle).chain(pairs);
        Field::new(&rules, rocks.board.clone(), ("Crossbowman", "Goblin Mook"), squares)
    };
    let moves = |field: &Field| {
        let mut choices = Vec::new();
        field.deed("move")?.choices(field.look()?, Id(0), &mut choices);
        let squares = choices.into_iter().next().map(|choice| choice.squares);
        squares.filter(|squares| !squares.is_empty()).ok_or_else(|| Box::<dyn Error>::from("nowhere to go"))
    };
    let (on_small, on_large) = (battle(small)?, battle(large)?);
    let ours = moves(&on_small)?;
    let budget = ours.iter().map(|(_, cost)| *cost as u32).max().unwrap_or(0);

    let (start, mut flood) = (small.flat.at(small.middle.x, small.middle.y), Flood::new(&small.flat));
    let mut is_taken = vec![false; small.flat.open.len()];
    for (x, y) in others.iter().filter(|at| **at != (0, 0)) {
        is_taken[small.flat.at(small.middle.x + x, small.middle.y + y)] = true;
    }
    let mut by_hand = || {
        flood.reach(&small.flat, black_box(start), budget);
        let free = flood.settled.iter().map(|at| *at as usize).filter(|at| *at != start && !is_taken[*at]);
        free.map(|at| (Square::from(small.flat.square(at)), (flood.cost[at] & COST_MASK) as i32)).collect::<Vec<_>>()
    };
    let (mut ours, mut hand) = (ours, by_hand());
    ours.sort_unstable();
    hand.sort_unstable();
    agree("9g", ours == hand)?;
    book.figure(
        "9g",
        GROUP,
        format!("the same offered again, in a battle of 41 ({})", ours.len()),
        Promise::at_most(2.0),
    )
    .beside(by_hand)
    .ours(|| moves(black_box(&on_small)));
    agree(
        "9n",
        moves(&on_small)? == moves(&on_large)?.into_iter().map(|each| moved(each, large, small)).collect::<Vec<_>>(),
    )?;
    book.figure("9n", GROUP, "the same on 1000x1000 beside 256x256", Promise::at_most(1.2))
        .beside(|| moves(black_box(&on_small)))
        .ours(|| moves(black_box(&on_large)));
    Ok(())
}

/// A square around the middle of one board as one around the middle of another.
fn moved((at, cost): (Square, i32), from: &Rocks, onto: &Rocks) -> (Square, i32) {
    (Square::new(at.x - from.middle.x + onto.middle.x, at.y - from.middle.y + onto.middle.y), cost)
}

/// Figure 10.
fn shortest_ways(book: &mut Book, small: &Rocks, large: &Rocks) -> Outcome {
    for (id, field) in [("10a", small), ("10b", large)] {
        let side = field.board.width();
        let (from, to) = (Square::new(0, 0), Square::new(side - 1, side - 1));
        let (start, end) = (field.flat.at(from.x, from.y), field.flat.at(to.x, to.y));
        let (mut scratch, mut flood) = (Scratch::new(), Flood::new(&field.flat));
        let mut ours =
            || find_path(&field.ground, &Nobody, black_box(from), Goal::at(to), Halves::ENDLESS, &mut scratch);
        let route = ours().filter(|route| route.arrives).ok_or("there is no way from corner to corner")?;
        let by_hand = flood.path(&field.flat, start, end).ok_or("there is no way by hand")?;
        let plainly = plain::path(&field.board, from, to).ok_or("there is no plain way")?;
        agree(id, route.cost.0 == by_hand.0 && by_hand.0 == plainly.0 && route.squares.len() + 1 >= side as usize)?;
        book.figure(id, GROUP, format!("shortest way, {side}x{side}"), Promise::at_most(2.0).ahead_of_plain(1.0))
            .beside(|| flood.path(&field.flat, black_box(start), end))
            .plain(|| plain::path(&field.board, black_box(from), to))
            .ours(ours);
    }
    Ok(())
}

/// Figure 11. Shadows cast by hand know no walls on edges and let a line graze
/// a rock's corner, so they may show more, but never less.
fn seen(book: &mut Book) -> Outcome {
    let radius = 30;
    for (id, rarity) in [("11a", 0), ("11b", 40)] {
        let field = Rocks::new(256, rarity)?;
        let Square { x, y } = field.middle;
        let (mut view, mut shadows) = (View::new(), Shadows::new(&field.flat));
        let body = Footprint::one(field.middle);
        view.look(&field.opacity, body, radius);
        let by_hand = shadows.look(&field.flat, x, y, radius);
        let plainly = plain::view(&field.board, field.middle, radius);
        let is_open = |at: &Square| field.flat.open[field.flat.at(at.x, at.y)];
        let shown = view.squares().filter(is_open).all(|at| shadows.seen[field.flat.at(at.x, at.y)]);
        let same = view.count() == plainly.len() && plainly.iter().all(|at| view.sees(*at));
        agree(id, shown && same && (rarity > 0 || by_hand == view.count()))?;
        let name = format!("field of view, radius {radius} ({} seen)", view.count());
        book.figure(id, GROUP, name, Promise::at_most(1.5))
            .beside(|| shadows.look(&field.flat, black_box(x), y, radius))
            .plain(|| plain::view(&field.board, black_box(field.middle), radius))
            .ours(|| view.look(black_box(&field.opacity), body, radius));
    }
    Ok(())
}

/// Figure 12.
fn threatened(book: &mut Book) -> Outcome {
    let side = 128;
    let (field, bodies) = (Rocks::new(side, 0)?, crowd(side, 1000));
    let close = Threat::of(&[Band::only(1)], 1);
    let body = |x: i32, y: i32| Footprint::one(Square::new(x, y));
    let rebuild = |map: &mut ThreatMap| {
        map.clear();
        for (side, x, y) in &bodies {
            map.add(*side as u8, body(*x, *y), &close);
        }
    };
    let (mut map, mut counts) = (ThreatMap::new(&field.board), Counts::new(side as usize, side as usize));
    rebuild(&mut map);
    counts.rebuild(&bodies);
    let plainly = plain::threats(&bodies);
    let is_same = |at: Square| {
        (0..2).all(|side| {
            let ours = map.count(side as u8, at);
            let plainly = plainly.get(&(side, at.x, at.y)).copied().unwrap_or(0);
            ours == u32::from(counts.count(side, at.x, at.y)) && ours == plainly
        })
    };
    agree("12", field.board.squares().all(is_same))?;
    book.figure("12a", GROUP, "threat of 1,000 bodies anew", Promise::at_most(3.0).said_as(35e3))
        .beside(|| counts.rebuild(black_box(&bodies)))
        .plain(|| plain::threats(black_box(&bodies)))
        .ours(|| rebuild(black_box(&mut map)));

    let (from, to) = ((50, 50), (51, 51));
    counts.shift(0, from, to);
    map.shift(0, body(from.0, from.1), body(to.0, to.1), &close);
    agree("12b", field.board.squares().all(|at| map.count(0, at) == u32::from(counts.count(0, at.x, at.y))))?;
    // There and back again, so that all stays as it was: two moves, as ours.
    book.figure("12b", GROUP, "threat when one steps and steps back", Promise::at_most(3.0).said_as(200.0))
        .beside(|| {
            counts.shift(0, black_box(from), to);
            counts.shift(0, to, from);
        })
        .ours(|| {
            map.shift(0, black_box(body(from.0, from.1)), body(to.0, to.1), &close);
            map.shift(0, body(to.0, to.1), body(from.0, from.1), &close);
        });
    Ok(())
}

/// Figure 13.
fn flanked(book: &mut Book) -> Outcome {
    let side = 256;
    let (field, bodies) = (Rocks::new(side, 0)?, crowd(side, 10_000));
    let mut presence = Presence::new(&field.board);
    let stands = Stands::new(side as usize, side as usize, &bodies);
    let placed: Vec<(Footprint, u8)> =
        bodies.iter().map(|(side, x, y)| (Footprint::one(Square::new(*x, *y)), 1 << side)).collect();
    for (body, bit) in &placed {
        presence.place(*body, *bit);
    }
    let plainly: HashMap<(i32, i32), usize> = bodies.iter().map(|(side, x, y)| ((*x, *y), *side)).collect();
    let ours = || placed.iter().filter(|(body, bit)| presence.is_flanked(*body, 3 & !bit)).count();
    agree("13", ours() == stands.flanked(&bodies) && ours() == plain::flanked(&plainly))?;
    book.figure("13", GROUP, format!("who of 10,000 is flanked ({} are)", ours()), Promise::at_most(2.0).said_as(85e3))
        .beside(|| stands.flanked(black_box(&bodies)))
        .plain(|| plain::flanked(black_box(&plainly)))
        .ours(|| black_box(&placed).iter().filter(|(body, bit)| presence.is_flanked(*body, 3 & !bit)).count());
    Ok(())
}

/// Cost grows with what is asked for and not with the board.
fn laws(book: &mut Book, small: &Rocks, large: &Rocks) -> Outcome {
    let reached = |field: &Rocks, squares: u32, scratch: &mut Scratch| {
        reach(&field.ground, &Nobody, black_box(field.middle), Halves::squares(squares), scratch).iter().count()
    };
    let mut law = book.law("L1", GROUP, "reach, a square reached", Promise::a_piece(40.0));
    for squares in [6, 12, 24] {
        let mut scratch = Scratch::new();
        let pieces = reached(small, squares, &mut scratch);
        law = law.of(pieces, move || {
            reach(&small.ground, &Nobody, black_box(small.middle), Halves::squares(squares), &mut scratch).start()
        });
    }
    law.told();

    let open = Rocks::new(256, 0)?;
    let mut law = book.law("L2", GROUP, "field of view, a square seen", Promise::a_piece(10.0));
    for radius in [15, 30, 60] {
        let (mut view, body) = (View::new(), Footprint::one(open.middle));
        view.look(&open.opacity, body, radius);
        let opacity = &open.opacity;
        law = law.of(view.count(), move || view.look(black_box(opacity), body, radius));
    }
    law.told();

    let mut law = book.law("L3", GROUP, "template, a square covered", Promise::slope(1.1));
    for diameter in [8, 24, 72] {
        let template = Template::Disc { centre: Centre::Square(open.middle), diameter, counts: Counted::Middle };
        let board = &open.board;
        law = law.of(template.squares(board).len(), move || black_box(template).squares(board));
    }
    law.told();

    let (mut one, mut other) = (Scratch::new(), Scratch::new());
    book.figure("L4", GROUP, "reach on 1000x1000 beside 256x256", Promise::at_most(1.2))
        .beside(|| reached(small, 12, &mut one))
        .ours(|| reached(large, 12, &mut other));
    let body = |field: &Rocks| Footprint::one(field.middle);
    let (mut one, mut other) = (View::new(), View::new());
    book.figure("L5", GROUP, "field of view on 1000x1000 beside 256x256", Promise::at_most(1.2))
        .beside(|| one.look(black_box(&small.opacity), body(small), 30))
        .ours(|| other.look(black_box(&large.opacity), body(large), 30));
    Ok(())
}

/// Ours, by hand and plainly, must have come to the same.
fn agree(figure: &str, is_same: bool) -> Outcome {
    if is_same { Ok(()) } else { Err(format!("figure {figure}: ours and what was written by hand differ").into()) }
}
