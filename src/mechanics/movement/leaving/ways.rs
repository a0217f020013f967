//! Where those may go who leave a melee (OS-MOVE-07, OS-MOVE-08, OS-MOVE-11).

use std::cell::RefCell;
use std::rc::Rc;

use super::Leaving;
use super::deeds::Manner;
use crate::board::{Bodies, KeptReaches, Passage, Reach, check_path, with_kept};
use crate::mechanics::movement::others::Others;
use crate::mechanics::prelude::*;

/// Whoever is in the way, and those whom one goes no nearer to.
#[derive(PartialEq)]
struct Backwards {
    others: Rc<Others>,
    foes: Vec<Footprint>,
    within: i32,
}

impl Bodies for Backwards {
    fn on(&self, square: Square) -> Passage {
        self.others.on(square)
    }

    fn keeps(&self, from: Square, to: Square) -> bool {
        let (from, to) = (Footprint::one(from), Footprint::one(to));
        let comes = |foe: &Footprint| to.gap(*foe) < from.gap(*foe) && to.gap(*foe) <= self.within;
        self.foes.iter().any(comes)
    }
}

/// A way out.
pub(super) struct Way {
    pub squares: Vec<Square>,
    pub cost: Halves,
}

impl Leaving {
    /// Squares that somebody may go in this manner.
    pub(super) fn budget(&self, look: Look<'_>, who: Id, manner: Manner) -> Halves {
        let half = look.value(who, self.half).max(0);
        let squares = if manner == Manner::Withdraw { half } else { half.saturating_mul(2) };
        Halves::squares(squares.unsigned_abs())
    }

    fn bodies(look: Look<'_>, who: Id, manner: Manner) -> Backwards {
        let others = Others::past_enemies(look, who);
        let within = look.rules().measure.melee.unwrap_or(0);
        let foes = match manner {
            Manner::Withdraw => {
                look.foes(who).filter(|foe| look.can_engage(*foe)).map(|foe| look.footprint(foe)).collect()
            }
            Manner::Retreat | Manner::PassThrough => Vec::new(),
        };
        Backwards { others, foes, within }
    }

    /// Everywhere that leads to.
    pub(super) fn with_reach<T>(
        &self,
        look: Look<'_>,
        who: Id,
        manner: Manner,
        use_it: impl FnOnce(&Reach<'_>) -> T,
    ) -> T {
        thread_local! {
            static KEPT: RefCell<KeptReaches<Backwards>> = const { RefCell::new(KeptReaches::new()) };
        }
        let footprint = look.footprint(who);
        let ground = look.ground().walk(footprint.side, look.rules().measure.gait);
        let bodies = Self::bodies(look, who, manner);
        let budget = self.budget(look, who, manner);
        with_kept(&KEPT, &ground, bodies, footprint.at, budget, use_it)
    }

    /// The way that an order describes; one that names no square leads as far from everybody as it can.
    pub(super) fn way(
        &self,
        look: Look<'_>,
        who: Id,
        (manner, rule): (Manner, RuleId),
        order: &Order,
    ) -> Result<Way, Refusal> {
        let footprint = look.footprint(who);
        if !order.path.is_empty() {
            let mut squares = order.path.clone();
            squares.extend(order.to.filter(|to| order.path.last() != Some(to)));
            let ground = look.ground().walk(footprint.side, look.rules().measure.gait);
            let budget = self.budget(look, who, manner);
            let bodies = Self::bodies(look, who, manner);
            let route = check_path(&ground, &bodies, footprint.at, &squares, budget)
                .map_err(|misstep| look.refusal(rule, || misstep.to_string()))?;
            return Ok(Way { cost: route.cost, squares });
        }
        self.with_reach(look, who, manner, |reach| {
            let to = order.to.or_else(|| (manner == Manner::Retreat).then(|| farthest(look, who, reach)).flatten());
            let to = to.ok_or_else(|| Refusal::nonsense("where to? say `to (x,y)`"))?;
            let found = reach.cost(to).zip(reach.path(to)).filter(|(_, squares)| !squares.is_empty());
            let (cost, squares) =
                found.ok_or_else(|| look.refusal(rule, || format!("no such way leads to {to} this round")))?;
            Ok(Way { squares, cost })
        })
    }
}

/// The square that is farthest from all enemies, and of those the nearest.
fn farthest(look: Look<'_>, who: Id, reach: &Reach<'_>) -> Option<Square> {
    let footprint = look.footprint(who);
    let foes: Vec<Footprint> =
        look.foes(who).filter(|foe| look.can_engage(*foe)).map(|foe| look.footprint(foe)).collect();
    let off = |at: Square| foes.iter().map(|foe| footprint.moved_to(at).gap(*foe)).min().unwrap_or(0);
    let squares = reach.iter().filter(|reached| reached.cost > Halves::ZERO);
    let best = squares.max_by_key(|reached| {
        let aside = (reached.at.x - footprint.at.x).abs() + (reached.at.y - footprint.at.y).abs();
        (off(reached.at), std::cmp::Reverse((reached.cost, aside, reached.at.y, reached.at.x)))
    })?;
    (off(best.at) > off(footprint.at)).then_some(best.at)
}
