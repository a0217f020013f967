//! A run by any way, up to a figure of its own, in place of the walk (HG-MOVE-01).

use super::paces::Paces;
use super::steps::go;
use crate::mechanics::prelude::*;

/// Running.
#[derive(Debug)]
pub(super) struct Dash(pub(super) Arc<Paces>);

impl Dash {
    /// How many Moves, or squares where those are paid, a run covers.
    fn most(&self, look: Look<'_>, who: Id) -> i32 {
        self.0.runs.map_or(0, |figure| look.value(who, figure).max(0))
    }

    /// The same order with the farthest that it may lead.
    fn bounded(&self, look: Look<'_>, who: Id, order: &Order) -> Order {
        let most = self.most(look, who);
        Order { n: Some(order.n.unwrap_or(most).min(most)), ..order.clone() }
    }
}

impl Deed for Dash {
    fn nature(&self) -> Nature {
        Nature::of("run", Group::Move, Stage::Movement)
            .reading(&[Reads::To, Reads::Via, Reads::Toward, Reads::N])
            .only_goes()
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let mut choice = Choice::new(Order::new("run"), "Run", Group::Move, self.0.rules.run)
            .unless(look.allows(who, &["move", "run"]));
        let mut squares = self.0.reached(look, who, self.most(look, who));
        if !look.wants_words() {
            // What a walk comes to as well is no reason to run.
            let walk = look.rules().economy.remaining(look, who).saturating_mul(2);
            squares.retain(|(_, cost)| *cost > walk);
        }
        if squares.is_empty() && choice.refused.is_none() {
            choice.refused = Some(look.refusal(self.0.rules.run, || "there is nowhere to run to".to_owned()));
        }
        choice.squares = squares;
        out.push(choice);
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["move", "run"])?;
        self.0.way_for(look, who, &self.bounded(look, who, order)).map(drop)
    }

    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        Some(self.0.way_for(look, who, &self.bounded(look, who, order)).ok()?.0)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let way: Result<_, Refusal> = self.0.way_for(look, who, &self.bounded(look, who, order));
        match way {
            Ok((squares, cost)) => go(table, who, &squares, cost, "runs", self.0.rules.run),
            Err(_) => Ok(()),
        }
    }
}
