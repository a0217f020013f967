//! Movement by paces: each Move covers up to one's Speed, consecutive Moves make one path, and a run goes straight and
//! fast (ST-MOVE-01 to ST-MOVE-07, ST-MOVE-09; LG-MOVE-01).

mod daring;
mod walk;

use std::cell::RefCell;

use self::walk::Walk;
use super::others::Others;
use super::run::{Dash, Run};
use crate::board::{
    Bodies, Ground, KeptReaches, Misstep, Nobody, Obstacle, Passage, Reach, Scratch, check_path, reach, run_at,
    straight_run, with_kept,
};
use crate::mechanics::prelude::*;

/// The numbers of this movement.
#[derive(Clone, Debug, Deserialize)]
pub struct Paces {
    /// The figure that says how far a Move goes.
    pub speed: FigureName,
    /// What that is counted in.
    #[serde(default)]
    pub counts: Counts,
    /// The figure that says how large a body is.
    pub size: FigureName,
    /// What is paid for going.
    #[serde(default)]
    pub pace: Pace,
    /// How many bodies of one size share a square; at 0 nobody stays where anybody else is, of whatever size.
    #[serde(default)]
    pub to_a_square: i32,
    /// Whether nobody goes through the squares of enemies.
    #[serde(default)]
    pub enemies_bar: bool,
    /// Conditions in which enemies let everybody past all the same.
    #[serde(default)]
    pub lets_past: Vec<ConditionName>,
    /// Whether ways lead straight at enemies where that is no longer.
    #[serde(default)]
    pub straight_at_enemies: bool,
    /// The most Moves of one path; the most squares where those are what is paid.
    pub most: i32,
    /// A manner of going in which ground of these words costs no more than any other.
    pub hurries: Option<(Key, Vec<Key>)>,
    /// How many times a Move's way a run covers in the same time; nobody runs at 0.
    #[serde(default)]
    pub run_times: i32,
    /// The fewest and the most seconds of a run.
    #[serde(default)]
    pub run_seconds: (i32, i32),
    /// The figure for how far a run by any way goes, in games in which one runs so. It is counted like `most`, beyond which
    /// no run goes: in squares where the `pace` is `squares`, else in Moves. The turn says what a run costs.
    pub runs: Option<FigureName>,
    /// Words of ground where nobody runs.
    #[serde(default, deserialize_with = "refers::own")]
    pub no_run_on: Vec<Key>,
    /// Words of profiles that never run.
    #[serde(default, deserialize_with = "refers::own")]
    pub no_run_for: Vec<Key>,
    /// The rules that these numbers stand for.
    pub rules: PacesRules,
}

/// What is paid for when somebody goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Moves, each of them up to one's Speed.
    #[default]
    Moves,
    /// Squares, as many as are left of the turn.
    Squares,
}

/// What Speed is counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counts {
    /// Squares of the body's own.
    #[default]
    OwnSquares,
    /// The board's unit of length; only whole squares of it are gone.
    Units,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct PacesRules {
    /// Moves.
    pub walk: RuleId,
    /// Rounding of what a Move covers.
    pub rounding: RuleId,
    /// Runs.
    pub run: RuleId,
    /// Where nobody runs.
    pub no_run: RuleId,
    /// Sharing a square.
    pub sharing: RuleId,
    /// Being held by enemies near by, in games in which they hold each other.
    pub held: Option<RuleId>,
}

impl Mechanic for Paces {
    fn words(&self, _rules: &Rules, words: &mut Words) {
        words.add(Word::Count, ["A Move"]).add(Word::manner("move"), self.hurries.iter().map(|(manner, _)| *manner));
    }

    fn deeds(&self) -> Vec<Arc<dyn Deed>> {
        let paces = Arc::new(self.clone());
        let mut deeds: Vec<Arc<dyn Deed>> = vec![Arc::new(Walk(paces.clone()))];
        if self.run_times > 0 {
            deeds.push(Arc::new(Run(paces)));
        } else if self.runs.is_some() {
            deeds.push(Arc::new(Dash(paces)));
        }
        deeds
    }

    fn to_a_square(&self) -> Option<usize> {
        Some(usize::try_from(self.to_a_square).unwrap_or(0).max(1))
    }
}

impl Steps for Paces {
    fn is_full(&self, look: Look<'_>, who: Id, at: Footprint) -> bool {
        let others = self.others_afresh(look, who, at, 0);
        at.squares().any(|square| others.on(square) != Passage::Free)
    }

    fn stride(&self, look: Look<'_>, who: Id) -> Option<i32> {
        let is_paid = self.pace == Pace::Squares;
        Some(if is_paid { look.value(who, self.speed).max(0) } else { (self.a_move(look, who).0 / 2) as i32 })
    }
}

sheet!(Paces: |self, look, who| {
    if self.pace == Pace::Squares {
        return Vec::new();
    }
    let own = match self.counts {
        Counts::OwnSquares => look.rules().measure.own_halves(look.value(who, self.size)).unsigned_abs().max(1),
        Counts::Units => Halves::squares(1).0,
    };
    let squares = self.a_move(look, who).0 / own;
    vec![SheetLine::of("A Move", squares_in_words(squares), self.rules.walk)]
});

impl Pace {
    const fn word(self) -> &'static str {
        match self {
            Self::Moves => "Moves",
            Self::Squares => "squares",
        }
    }
}

/// A way that somebody may go.
#[derive(Clone)]
struct Way {
    squares: Vec<Square>,
    cost: Halves,
    moves: i32,
}

impl Paces {
    /// What one Move covers.
    pub(super) fn a_move(&self, look: Look<'_>, who: Id) -> Halves {
        if self.pace == Pace::Squares {
            return Halves::squares(u32::from(look.value(who, self.speed) > 0));
        }
        let speed = Sum::of(self.speed, look.value(who, self.speed).max(0));
        self.squares(look, who, look.sum(&Case::of("a move", who), speed).total().max(0))
    }

    /// So much Speed on the board: squares of the body's own, rounded half up, or the whole squares in so many units.
    pub(super) fn squares(&self, look: Look<'_>, who: Id, speed: i32) -> Halves {
        let counted_in_halves = look.rules().figures.get(&self.speed).is_some_and(|def| def.halves);
        let own = if counted_in_halves { speed.saturating_add(1) / 2 } else { speed };
        let measure = &look.rules().measure;
        match self.counts {
            Counts::OwnSquares => {
                let each = measure.own_halves(look.value(who, self.size));
                Halves(own.saturating_mul(each).unsigned_abs())
            }
            Counts::Units => Halves::squares((own / measure.square.max(1)).unsigned_abs()),
        }
    }

    /// The ground as `who` goes over it.
    fn ground(&self, look: Look<'_>, who: Id, hurries: bool) -> Arc<Ground> {
        let (side, gait) = (look.footprint(who).side, look.rules().measure.gait);
        match self.hurries.as_ref().filter(|_| hurries) {
            Some((_, over)) => look.ground().walk_easily(side, gait, over),
            None => look.ground().walk(side, gait),
        }
    }

    /// Whether an order is in the manner of those who hurry.
    fn is_hurried(&self, order: &Order) -> bool {
        self.hurries.as_ref().is_some_and(|(manner, _)| order.is(manner))
    }

    fn with_reach<T>(
        &self,
        look: Look<'_>,
        who: Id,
        (budget, hurries): (Halves, bool),
        use_it: impl FnOnce(&Reach<'_>) -> T,
    ) -> T {
        thread_local! {
            static KEPT: RefCell<KeptReaches<Others>> = const { RefCell::new(KeptReaches::new()) };
        }
        let at = look.footprint(who).at;
        let ground = self.ground(look, who, hurries);
        let others = self.others(look, who, budget);
        let shunned = Self::shunned(look, who, &(at, budget, hurries), || {
            with_kept(&KEPT, &ground, others.clone(), at, budget, |reach| Self::undared(look, who, reach))
        });
        with_kept(&KEPT, &ground, others.shunning(shunned), at, budget, use_it)
    }

    /// Moves of so much `each` that a way of this cost takes.
    fn moves_for(each: Halves, cost: Halves) -> i32 {
        if each == Halves::ZERO { i32::MAX } else { cost.0.div_ceil(each.0).max(1) as i32 }
    }

    /// The way that an order to walk describes, as far as whoever goes dares.
    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Way, Refusal> {
        // What is kept without words has none for whoever reads them.
        let kept = if look.wants_words() { "ways in words" } else { "ways" };
        let way = look.keep_each(kept, who, order, || self.way_of(look, who, order))?;
        Self::dares_to_go(look, who, &way.squares)?;
        Ok(way)
    }

    fn way_of(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Way, Refusal> {
        let rule = self.rules.walk;
        let footprint = look.footprint(who);
        let each = self.a_move(look, who);
        look.refuse_if(each == Halves::ZERO, rule, || format!("{} has no Speed left", look.name(who)))?;
        let most = order.n.unwrap_or(self.most).clamp(0, self.most);
        let budget = Halves(each.0.saturating_mul(most as u32));
        let hurries = self.is_hurried(order);
        let ground = self.ground(look, who, hurries);
        if !order.path.is_empty() {
            let mut squares = order.path.clone();
            squares.extend(order.to.filter(|to| order.path.last() != Some(to)));
            let route = check_path(&ground, &self.others(look, who, budget), footprint.at, &squares, budget)
                .map_err(|misstep| self.refuse_step(&misstep))?;
            return Ok(Way { moves: Self::moves_for(each, route.cost), cost: route.cost, squares });
        }
        if let Some(direction) = order.toward {
            let moves = order.n.unwrap_or(1).clamp(1, self.most);
            let budget = Halves(each.0.saturating_mul(moves as u32));
            let (squares, cost) = straight(look, self, who, (direction, None), budget)
                .ok_or_else(|| Refusal::new(rule, format!("nothing lies open to the {}", direction.word())))?;
            return Ok(Way { squares, cost, moves });
        }
        let to = order.to.ok_or_else(|| Refusal::nonsense("where to? say `to (x,y)` or `toward east`"))?;
        self.with_reach(look, who, (budget, hurries), |reach| {
            let (Some(cost), Some(squares)) = (reach.cost(to), reach.path(to)) else {
                self.dares_to_come(look, who, &ground, to, budget)?;
                if let Some(held) = self.rules.held.filter(|_| self.is_held(look, who, &ground, to, budget)) {
                    let why = format!("{} is in a melee and does not simply walk out of it to {to}", look.name(who));
                    return Err(Refusal::new(held, why));
                }
                let why = format!("{to} cannot be reached within {most} {}", self.pace.word());
                return Err(Refusal::new(rule, why));
            };
            look.refuse_if(squares.is_empty(), rule, || format!("{} stands there already", look.name(who)))?;
            let (squares, cost) = self.straight_at(look, who, &ground, to, cost).unwrap_or((squares, cost));
            Ok(Way { moves: Self::moves_for(each, cost), cost, squares })
        })
    }

    /// Whether an order leads anywhere within one Move on a field with nobody else on it.
    fn goes_alone(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let (at, budget) = (look.footprint(who).at, self.a_move(look, who));
        let ground = self.ground(look, who, self.is_hurried(order));
        let refuse = |why: String| Err(Refusal::new(self.rules.walk, why));
        if !order.path.is_empty() {
            let squares: Vec<Square> =
                order.path.iter().copied().chain(order.to.filter(|to| order.path.last() != Some(to))).collect();
            let way = check_path(&ground, &Nobody, at, &squares, budget);
            return way.map(drop).map_err(|misstep| self.refuse_step(&misstep));
        }
        match (order.to, order.toward) {
            (None, None) => refuse("where to? say `to (x,y)` or `toward east`".to_owned()),
            (None, Some(direction)) => match straight_run(&ground, &Nobody, at, direction, budget).steps.is_empty() {
                true => refuse(format!("nothing lies open to the {}", direction.word())),
                false => Ok(()),
            },
            (Some(to), _) if to == at => refuse(format!("{} stands there already", look.name(who))),
            (Some(to), _) => match reach(&ground, &Nobody, at, budget, &mut Scratch::new()).has(to) {
                true => Ok(()),
                false => refuse(format!("{} never comes to {to} in one Move", look.name(who))),
            },
        }
    }

    /// The way to `to` that leads straight at the enemy nearest to it, if there is one for at most `budget`.
    fn straight_at(
        &self,
        look: Look<'_>,
        who: Id,
        ground: &Ground,
        to: Square,
        budget: Halves,
    ) -> Option<(Vec<Square>, Halves)> {
        if !self.straight_at_enemies {
            return None;
        }
        let body = look.footprint(who);
        let others = self.others(look, who, budget);
        let enemies = look.foes(who);
        let mut enemies: Vec<Footprint> = enemies.map(|id| look.footprint(id)).collect();
        enemies.sort_by_key(|enemy| body.moved_to(to).gap(*enemy));
        enemies.into_iter().find_map(|enemy| {
            let run = run_at(ground, &others, body.at, enemy, budget);
            let last = run.steps.iter().position(|(at, _, may_end)| *at == to && *may_end)?;
            let squares: Vec<Square> = run.steps[..=last].iter().map(|(square, ..)| *square).collect();
            Self::dares_to_go(look, who, &squares).ok()?;
            Some((squares, run.steps[last].1))
        })
    }

    /// Whether nothing but enemies near by keeps somebody from going there.
    fn is_held(&self, look: Look<'_>, who: Id, ground: &Ground, to: Square, budget: Halves) -> bool {
        let others = self.others(look, who, budget).unheld();
        reach(ground, &others, look.footprint(who).at, budget, &mut Scratch::new()).has(to)
    }

    /// The squares that somebody could come to within so many, with their cost in half squares, the cheapest first.
    pub(super) fn reached(&self, look: Look<'_>, who: Id, most: i32) -> Vec<(Square, i32)> {
        self.offered(look, who, (most.min(self.most), false))
    }

    fn offered(&self, look: Look<'_>, who: Id, (most, hurries): (i32, bool)) -> Vec<(Square, i32)> {
        let budget = Halves(self.a_move(look, who).0.saturating_mul(most.max(0) as u32));
        let mut squares = self.with_reach(look, who, (budget, hurries), reached);
        // They come cheapest first.
        let rings = squares.chunk_by_mut(|(_, a), (_, b)| a == b);
        rings.for_each(|ring| ring.sort_unstable_by_key(|(square, _)| (square.y, square.x)));
        squares
    }

    /// The way that an order describes, and what it costs.
    pub(super) fn way_for(&self, look: Look<'_>, who: Id, order: &Order) -> Result<(Vec<Square>, Halves), Refusal> {
        let way = self.way(look, who, order)?;
        Ok((way.squares, way.cost))
    }

    fn refuse_step(&self, misstep: &Misstep) -> Refusal {
        let rule = match misstep.why {
            Obstacle::Taken => self.rules.sharing,
            Obstacle::Kept => self.rules.held.unwrap_or(self.rules.walk),
            _ => self.rules.walk,
        };
        Refusal::new(rule, misstep.to_string())
    }
}

/// Where a reach leads, with the cost in half squares, the cheapest first.
pub(super) fn reached(reach: &Reach<'_>) -> Vec<(Square, i32)> {
    let squares = reach.iter().map(|reached| (reached.at, reached.cost.0 as i32));
    squares.filter(|(_, cost)| *cost > 0).collect()
}

/// The farthest that somebody gets straight on, where they may stand, or as far as they want to.
pub(super) fn straight(
    look: Look<'_>,
    paces: &Paces,
    who: Id,
    (direction, to): (Direction, Option<Square>),
    budget: Halves,
) -> Option<(Vec<Square>, Halves)> {
    let footprint = look.footprint(who);
    let ground = look.ground().walk(footprint.side, look.rules().measure.gait);
    let run = straight_run(&ground, &paces.others(look, who, budget), footprint.at, direction, budget);
    let last = run.steps.iter().rposition(|(at, _, may_end)| *may_end && to.is_none_or(|to| *at == to))?;
    let cost = run.steps[last].1;
    Some((run.steps[..=last].iter().map(|(square, ..)| *square).collect(), cost))
}
