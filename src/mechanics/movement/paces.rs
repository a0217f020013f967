//! Movement by paces: each Move covers up to one's Speed, consecutive Moves
//! make one path, and a run goes straight and fast (ST-MOVE-01 to ST-MOVE-07,
//! ST-MOVE-09).

use std::cell::RefCell;
use std::sync::Arc;

use serde::Deserialize;

use crate::battle::{
    Allowed, Case, Choice, Deed, Fact, Id, Key, Look, Mechanic, Order, Refusal, SheetLine, Stage, Step, Sum, Table,
    refers,
};
use crate::board::{
    Bodies, Direction, Footprint, Halves, KeptReaches, Misstep, Obstacle, Passage, Reach, Scratch, Square, check_path,
    reach, straight_run,
};

/// The numbers of this movement.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paces {
    /// The figure that says how far a Move goes, in own squares.
    #[serde(deserialize_with = "refers::figures")]
    pub speed: Key,
    /// The figure that says how large a body is.
    #[serde(deserialize_with = "refers::figures")]
    pub size: Key,
    /// How many bodies of one size share a square.
    pub to_a_square: i32,
    /// The most Moves of one path.
    pub most: i32,
    /// How many times a Move's way a run covers in the same time; nobody runs at 0.
    #[serde(default)]
    pub run_times: i32,
    /// The fewest and the most seconds of a run.
    #[serde(default)]
    pub run_seconds: (i32, i32),
    /// Words of ground on which nobody runs.
    #[serde(default)]
    pub no_run_on: Vec<Key>,
    /// Words of profiles that never run.
    #[serde(default)]
    pub no_run_for: Vec<Key>,
    /// The rules that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rules: PacesRules,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PacesRules {
    /// Moves.
    pub walk: Key,
    /// Rounding of what a Move covers.
    pub rounding: Key,
    /// Runs.
    pub run: Key,
    /// Where nobody runs.
    pub no_run: Key,
    /// Sharing a square.
    pub sharing: Key,
}

impl Mechanic for Paces {
    fn name(&self) -> &'static str {
        "paces"
    }

    fn deeds(&self) -> Vec<Arc<dyn Deed>> {
        let paces = Arc::new(self.clone());
        let mut deeds: Vec<Arc<dyn Deed>> = vec![Arc::new(Walk(paces.clone()))];
        if self.run_times > 0 {
            deeds.push(Arc::new(Run(paces)));
        }
        deeds
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let own = look.rules().measure.own_halves(look.value(who, self.size)).unsigned_abs().max(1);
        let squares = self.a_move(look, who).0 / own;
        let text = if squares == 1 { "1 square".to_owned() } else { format!("{squares} squares") };
        vec![SheetLine { label: "A Move".to_owned(), text, rule: Some(self.rules.walk) }]
    }
}

/// Where others leave no room for somebody to stay, though it may pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Others {
    /// Squares that are full, in their order.
    full: Vec<Square>,
    /// Bodies too large to be taken square by square, with what they fill.
    large: Vec<(Footprint, i64)>,
    /// What may be filled for somebody to stay, where large bodies are.
    room: i64,
    /// Larger ones than itself between whose feet there is no room left.
    shut: Vec<Footprint>,
}

impl Bodies for Others {
    fn on(&self, square: Square) -> Passage {
        let here = self.large.iter().filter(|(body, _)| body.contains(square));
        let crowded = !self.large.is_empty() && here.map(|(_, part)| part).sum::<i64>() > self.room;
        let shut = || self.shut.iter().any(|body| body.contains(square));
        if crowded || self.full.binary_search(&square).is_ok() || shut() { Passage::Through } else { Passage::Free }
    }
}

/// A way that somebody may go.
struct Way {
    squares: Vec<Square>,
    cost: Halves,
    moves: i32,
}

impl Paces {
    /// What one Move covers: Speed rounded half up, in the body's own squares.
    fn a_move(&self, look: Look<'_>, who: Id) -> Halves {
        let speed = Sum::of(self.speed, look.value(who, self.speed).max(0));
        self.own_squares(look, who, look.sum(&Case::of("a move", who), speed).total().max(0))
    }

    /// So much Speed as squares of the body's own.
    fn own_squares(&self, look: Look<'_>, who: Id, speed: i32) -> Halves {
        let counted_in_halves = look.rules().figures.get(&self.speed).is_some_and(|def| def.halves);
        let own = if counted_in_halves { speed.saturating_add(1) / 2 } else { speed };
        let each = look.rules().measure.own_halves(look.value(who, self.size));
        Halves(own.saturating_mul(each).unsigned_abs())
    }

    /// Who may share a square with `who`: so many of a size, four of the size
    /// below as one of them. Between the feet of larger ones there is as much
    /// room as their own squares leave (ST-MOVE-09).
    fn throng(&self, look: Look<'_>, who: Id) -> Others {
        let measure = &look.rules().measure;
        let size = look.value(who, self.size);
        // Bodies smaller than a square of the board share it with others of their size.
        let unit = (size..=size.saturating_add(12)).find(|size| measure.own_halves(*size) >= 2).unwrap_or(size);
        let most = i64::from(self.to_a_square) * WHOLE;
        let others = look.everybody().filter(|id| *id != who && look.place(*id).present && !look.is_dead(*id));
        let others: Vec<(Footprint, i32)> = others.map(|id| (look.footprint(id), look.value(id, self.size))).collect();
        let is_shut = |(body, large): &&(Footprint, i32)| {
            let within = others.iter().filter(|(other, size)| size <= large && body.gap(*other) == 0);
            let taken: i64 = within.map(|(_, size)| part(*size, *large)).sum();
            *large > unit && taken + part(size, *large) > most
        };
        let shut = others.iter().filter(is_shut).map(|(body, _)| *body).collect();
        let alike = others.iter().filter(|(_, size)| *size <= unit).map(|(body, size)| (*body, part(*size, unit)));
        let alike: Vec<(Footprint, i64)> = alike.collect();
        let room = most - part(size, unit);
        if alike.iter().any(|(body, _)| body.side > SMALL) {
            return Others { large: alike, room, shut, full: Vec::new() };
        }
        let squares = alike.iter().flat_map(|(body, part)| body.squares().map(|square| (square, *part)));
        let mut taken: Vec<(Square, i64)> = squares.collect();
        taken.sort_unstable_by_key(|(square, _)| *square);
        let squares = taken.chunk_by(|(a, _), (b, _)| a == b);
        let full = squares.filter(|here| here.iter().map(|(_, part)| part).sum::<i64>() > room);
        let full = full.filter_map(|here| here.first()).map(|(square, _)| *square).collect();
        Others { full, large: Vec::new(), room, shut }
    }

    fn with_reach<T>(&self, look: Look<'_>, who: Id, moves: i32, use_it: impl FnOnce(&Reach<'_>) -> T) -> T {
        thread_local! {
            static KEPT: RefCell<KeptReaches<Others>> = const { RefCell::new(KeptReaches::new()) };
        }
        let footprint = look.footprint(who);
        let ground = look.ground().walk(footprint.side, look.rules().measure.gait);
        let budget = Halves(self.a_move(look, who).0.saturating_mul(moves.max(0) as u32));
        let others = self.throng(look, who);
        KEPT.with(|kept| match kept.try_borrow_mut() {
            Ok(mut kept) => use_it(&kept.reach(&ground, others, footprint.at, budget)),
            // Asked for while another is looked at.
            Err(_) => use_it(&reach(&ground, &others, footprint.at, budget, &mut Scratch::new())),
        })
    }

    /// Moves that a way of this cost takes.
    fn moves_for(&self, look: Look<'_>, who: Id, cost: Halves) -> i32 {
        let each = self.a_move(look, who).0;
        if each == 0 { i32::MAX } else { cost.0.div_ceil(each).max(1) as i32 }
    }

    /// The way that an order to walk describes.
    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Way, Refusal> {
        let rule = self.rules.walk;
        let footprint = look.footprint(who);
        if self.a_move(look, who) == Halves::ZERO {
            return Err(Refusal::new(rule, format!("{} has no Speed left", look.name(who))));
        }
        let most = order.n.unwrap_or(self.most).clamp(0, self.most);
        let budget = Halves(self.a_move(look, who).0.saturating_mul(most as u32));
        let ground = look.ground().walk(footprint.side, look.rules().measure.gait);
        if !order.path.is_empty() {
            let mut squares = order.path.clone();
            squares.extend(order.to.filter(|to| order.path.last() != Some(to)));
            let route = check_path(&ground, &self.throng(look, who), footprint.at, &squares, budget)
                .map_err(|misstep| self.refuse_step(&misstep))?;
            return Ok(Way { moves: self.moves_for(look, who, route.cost), cost: route.cost, squares });
        }
        if let Some(direction) = order.toward {
            let moves = order.n.unwrap_or(1).clamp(1, self.most);
            let budget = Halves(self.a_move(look, who).0.saturating_mul(moves as u32));
            let (squares, cost) = straight(look, self, who, (direction, None), budget)
                .ok_or_else(|| Refusal::new(rule, format!("nothing lies open to the {}", direction.word())))?;
            return Ok(Way { squares, cost, moves });
        }
        let to = order.to.ok_or_else(|| Refusal::nonsense("where to? say `to (x,y)` or `toward east`"))?;
        self.with_reach(look, who, most, |reach| {
            let (Some(cost), Some(squares)) = (reach.cost(to), reach.path(to)) else {
                let why = format!("{to} cannot be reached within {most} Moves");
                return Err(Refusal::new(rule, why));
            };
            if squares.is_empty() {
                return Err(Refusal::new(rule, format!("{} stands there already", look.name(who))));
            }
            Ok(Way { moves: self.moves_for(look, who, cost), cost, squares })
        })
    }

    fn refuse_step(&self, misstep: &Misstep) -> Refusal {
        let rule = if misstep.why == Obstacle::Taken { self.rules.sharing } else { self.rules.walk };
        Refusal::new(rule, misstep.to_string())
    }
}

/// Squares a side up to which a body is taken square by square.
const SMALL: i32 = 4;

/// What a body fills of its own square.
const WHOLE: i64 = 1 << 24;

/// What a body of size `size` fills of a square of size `of`: four of a size fill one of the next.
fn part(size: i32, of: i32) -> i64 {
    WHOLE >> (of - size).clamp(0, 12).saturating_mul(2)
}

/// The farthest that somebody gets straight on, where it may stand, or as far
/// as it wants to.
fn straight(
    look: Look<'_>,
    paces: &Paces,
    who: Id,
    (direction, to): (Direction, Option<Square>),
    budget: Halves,
) -> Option<(Vec<Square>, Halves)> {
    let footprint = look.footprint(who);
    let ground = look.ground().walk(footprint.side, look.rules().measure.gait);
    let run = straight_run(&ground, &paces.throng(look, who), footprint.at, direction, budget);
    let last = run.steps.iter().rposition(|(at, _, may_end)| *may_end && to.is_none_or(|to| *at == to))?;
    let cost = run.steps[last].1;
    Some((run.steps[..=last].iter().map(|(square, ..)| *square).collect(), cost))
}

/// Goes along `squares`, one step after the other, so that every mechanic sees
/// each of them.
fn go(table: &mut Table<'_>, who: Id, squares: &[Square], cost: Halves, how: &str, rule: Key) -> Step {
    let from = table.look().footprint(who);
    let rules = table.rules();
    let mut told = 0;
    for (index, square) in squares.iter().enumerate() {
        let before = if index == 0 { from.at } else { squares[index - 1] };
        if let Some(facing) = facing_of(before, *square) {
            table.edit::<crate::battle::Place>(who).facing = facing;
        }
        let to = from.moved_to(*square);
        // What others do about this step is told after it.
        if rules.mechanics.iter().any(|each| each.answers_move(table.look(), who, to)) {
            let whole = (told == 0 && index + 1 == squares.len()).then_some(cost);
            tell(table, who, (before_of(squares, told, from.at), &squares[told..=index]), whole, how, rule);
            told = index + 1;
        }
        if !table.step(who, to)? {
            let got = table.look().footprint(who) == to;
            let gone = squares.get(told..index + usize::from(got)).unwrap_or_default();
            if !gone.is_empty() {
                tell(table, who, (before_of(squares, told, from.at), gone), None, how, rule);
            }
            return Ok(());
        }
    }
    if told > 0 && told == squares.len() {
        return Ok(());
    }
    let whole = (told == 0).then_some(cost);
    tell(table, who, (before_of(squares, told, from.at), &squares[told..]), whole, how, rule);
    Ok(())
}

/// Where a way stood before its square number `index`.
fn before_of(squares: &[Square], index: usize, from: Square) -> Square {
    if index == 0 { from } else { squares.get(index - 1).copied().unwrap_or(from) }
}

/// Says where somebody has gone, and what it cost where that is known.
fn tell(
    table: &mut Table<'_>,
    who: Id,
    (from, squares): (Square, &[Square]),
    cost: Option<Halves>,
    how: &str,
    rule: Key,
) {
    let to = squares.last().copied().unwrap_or(from);
    let path: Vec<Square> = std::iter::once(from).chain(squares.iter().copied()).collect();
    table.note(|look| {
        let cost = cost.map(|cost| format!(" ({cost} squares)")).unwrap_or_default();
        Fact::new(rule, format!("{} {how} from {from} to {to}{cost}.", look.name(who))).who(who).at(path)
    });
}

fn facing_of(from: Square, to: Square) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| from.step(*direction, 1) == to)
}

/// Moves (ST-MOVE-01).
#[derive(Debug)]
struct Walk(Arc<Paces>);

impl Deed for Walk {
    fn verb(&self) -> Key {
        Key::from("move")
    }

    fn group(&self) -> &'static str {
        "move"
    }

    fn stage(&self) -> Stage {
        Stage::Movement
    }

    fn only_goes(&self) -> bool {
        true
    }

    fn count(&self, look: Look<'_>, who: Id, order: &Order) -> i32 {
        self.0.way(look, who, order).map_or(1, |way| way.moves)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let most = look.rules().economy.remaining(look, who).min(self.0.most);
        let mut squares = self.0.with_reach(look, who, most, |reach| {
            reach
                .iter()
                .map(|reached| (reached.at, reached.cost.0 as i32))
                .filter(|each| each.1 > 0)
                .collect::<Vec<_>>()
        });
        // They come cheapest first.
        let rings = squares.chunk_by_mut(|(_, a), (_, b)| a == b);
        rings.for_each(|ring| ring.sort_unstable_by_key(|(square, _)| (square.y, square.x)));
        let mut choice =
            Choice::new(Order::new("move"), "Move", "move", self.0.rules.walk).unless(look.allows(who, &["move"]));
        if squares.is_empty() && choice.refused.is_none() {
            choice.refused = Some(Refusal::new(self.0.rules.walk, "there is nowhere to go"));
        }
        choice.squares = squares;
        out.push(choice);
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["move"])?;
        let way = self.0.way(look, who, order)?;
        let left = look.rules().economy.remaining(look, who);
        if way.moves > left {
            let why = format!("that is {} Moves away and {left} are left", way.moves);
            return Err(Refusal::new(self.0.rules.walk, why));
        }
        Ok(())
    }

    fn destination(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Square> {
        self.0.way(look, who, order).ok()?.squares.last().copied()
    }

    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        Some(self.0.way(look, who, order).ok()?.squares)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(way) = self.0.way(table.look(), who, order) else { return Ok(()) };
        go(table, who, &way.squares, way.cost, "moves", self.0.rules.walk)
    }
}

/// Runs (ST-MOVE-04, ST-MOVE-05).
#[derive(Debug)]
struct Run(Arc<Paces>);

impl Run {
    fn seconds(&self, order: &Order) -> i32 {
        let (fewest, most) = self.0.run_seconds;
        order.n.unwrap_or(fewest).clamp(1, most)
    }

    /// What is covered in a second: Speed so many times, rounded half up only then (ST-MISC-02).
    fn a_second(&self, look: Look<'_>, who: Id) -> Halves {
        let covered = look.value(who, self.0.speed).max(0).saturating_mul(self.0.run_times);
        self.0.own_squares(look, who, covered)
    }

    /// The way of a run: straight on, over ground that can be run on.
    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Result<(Vec<Square>, Halves), Refusal> {
        let direction = order.toward.ok_or_else(|| Refusal::nonsense("run which way? say `toward east for 3`"))?;
        let profile_forbids = self.0.no_run_for.iter().find(|tag| look.has_tag(who, tag.as_str()));
        if let Some(tag) = profile_forbids {
            return Err(Refusal::new(self.0.rules.no_run, format!("{} cannot run: {tag}", look.name(who))));
        }
        let budget = Halves(self.a_second(look, who).0.saturating_mul(self.seconds(order) as u32));
        let body = look.footprint(who);
        // Whoever has run as far as it wanted stands there for the rest of the time.
        if order.to == Some(body.at) {
            return Ok((Vec::new(), Halves::ZERO));
        }
        let (squares, cost) = straight(look, &self.0, who, (direction, order.to), budget).ok_or_else(|| {
            let why = match order.to {
                Some(to) => format!("{to} is not on the way of that run"),
                None => format!("nothing lies open to the {}", direction.word()),
            };
            Refusal::new(self.0.rules.run, why)
        })?;
        for at in &squares {
            for square in body.moved_to(*at).squares() {
                let tag = self.0.no_run_on.iter().find(|tag| look.board().has_tag(square, tag.as_str()));
                if let Some(tag) = tag {
                    return Err(Refusal::new(self.0.rules.no_run, format!("{square} is {tag} ground")));
                }
            }
        }
        Ok((squares, cost))
    }
}

impl Deed for Run {
    fn verb(&self) -> Key {
        Key::from("run")
    }

    fn group(&self) -> &'static str {
        "move"
    }

    fn stage(&self) -> Stage {
        Stage::Movement
    }

    fn only_goes(&self) -> bool {
        true
    }

    fn count(&self, _look: Look<'_>, _who: Id, order: &Order) -> i32 {
        self.seconds(order)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let allowed = look.allows(who, &["move", "run"]);
        for direction in Direction::ALL {
            let order = Order::new("run").toward(direction).n(self.0.run_seconds.0);
            let verdict = allowed.clone().and_then(|()| self.way(look, who, &order).map(drop));
            out.push(Choice::new(order, format!("Run {}", direction.word()), "move", self.0.rules.run).unless(verdict));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["move", "run"])?;
        let (fewest, most) = self.0.run_seconds;
        // The rest of a run that was begun last turn may be shorter.
        let begun = look.rules().economy.unfinished(look, who) == Some(order);
        if !begun && order.n.is_some_and(|n| !(fewest..=most).contains(&n)) {
            return Err(Refusal::new(self.0.rules.run, format!("a run lasts {fewest} to {most} seconds")));
        }
        self.way(look, who, order).map(drop)
    }

    fn in_part(&self, order: &Order, seconds: i32) -> Option<Order> {
        Some(order.clone().n(seconds))
    }

    fn destination(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Square> {
        self.way(look, who, order).ok()?.0.last().copied()
    }

    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        Some(Self::way(self, look, who, order).ok()?.0)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok((squares, cost)) = self.way(table.look(), who, order) else { return Ok(()) };
        go(table, who, &squares, cost, "runs", self.0.rules.run)
    }
}
