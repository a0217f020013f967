//! Runs: straight and fast (ST-MOVE-04, ST-MOVE-05), or by any way (HG-MOVE-01).

use super::paces::{Paces, straight};
use super::push::Rush;
use super::steps::go;
use crate::mechanics::prelude::*;

/// Squares from one end of a run to the next that is thought about.
const WEIGHED: usize = 2;

/// Runs.
#[derive(Debug)]
pub(super) struct Run(pub(super) Arc<Paces>);

impl Run {
    fn seconds(&self, order: &Order) -> i32 {
        let (fewest, most) = self.0.run_seconds;
        order.n.unwrap_or(fewest).clamp(1, most)
    }

    /// What is covered in a second: Speed so many times, rounded half up only then (ST-MISC-02).
    fn a_second(&self, look: Look<'_>, who: Id) -> Halves {
        let covered = look.value(who, self.0.speed).max(0).saturating_mul(self.0.run_times);
        self.0.squares(look, who, covered)
    }

    /// The way of a run: straight on, over ground that can be run on.
    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Result<(Vec<Square>, Halves), Refusal> {
        let direction = order.toward.ok_or_else(|| Refusal::nonsense("run which way? say `toward east for 3`"))?;
        let profile_forbids = self.0.no_run_for.iter().find(|tag| look.has_tag(who, tag));
        if let Some(tag) = profile_forbids {
            return Err(Refusal::new(self.0.rules.no_run, format!("{} cannot run: {tag}", look.name(who))));
        }
        let budget = Halves(self.a_second(look, who).0.saturating_mul(self.seconds(order) as u32));
        let body = look.footprint(who);
        // Whoever has run as far as they wanted stands there for the rest of the time.
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
    nature!(|self| Nature::movement("run", &[Reads::To, Reads::Toward, Reads::N]).only_goes());

    fn count(&self, _look: Look<'_>, _who: Id, order: &Order) -> i32 {
        self.seconds(order)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let allowed = look.allows(who, &["move", "run"]);
        for direction in Direction::ALL {
            let order = Order::new("run").toward(direction).n(self.0.run_seconds.0);
            let verdict = allowed.clone().and_then(|()| self.way(look, who, &order).map(drop));
            out.push(
                Choice::new(order, format!("Run {}", direction.word()), Group::Move, self.0.rules.run).unless(verdict),
            );
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["move", "run"])?;
        let (fewest, most) = self.0.run_seconds;
        // The rest of a run that was begun last turn may be shorter.
        let begun = look.rules().economy.unfinished(look, who) == Some(order);
        let why = || format!("a run lasts {fewest} to {most} seconds");
        look.refuse_if(!begun && order.n.is_some_and(|n| !(fewest..=most).contains(&n)), self.0.rules.run, why)?;
        self.way(look, who, order).map(drop)
    }

    fn in_part(&self, order: &Order, seconds: i32) -> Option<Order> {
        Some(order.clone().n(seconds))
    }

    /// Runs with somebody on one's back that could strike in passing, to wherever that is best done from.
    fn weighed(&self, look: Look<'_>, who: Id, choice: &Choice) -> Vec<Order> {
        if look.riders(who).is_empty() {
            return Vec::new();
        }
        let Ok((squares, _)) = self.way(look, who, &choice.order) else { return Vec::new() };
        let ends = squares.into_iter().step_by(WEIGHED);
        ends.map(|square| Order { to: Some(square), ..choice.order.clone() }).collect()
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        if look.riders(who).is_empty() {
            return None;
        }
        let (squares, _) = self.way(look, who, order).ok()?;
        look.rules().registry.judges.iter().filter_map(|mechanic| mechanic.worth_of_way(look, who, &squares)).max()
    }

    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        Some(Self::way(self, look, who, order).ok()?.0)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok((squares, cost)) = self.way(table.look(), who, order) else { return Ok(()) };
        let look = table.look();
        let speed = look.length(self.a_second(look, who));
        Rush::at(table, who, speed, |table| go(table, who, &squares, cost, "runs", self.0.rules.run))
    }
}

/// A run by any way, up to a figure of its own, in place of the walk (HG-MOVE-01).
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
    nature!(|self| Nature::movement("run", &[Reads::To, Reads::Via, Reads::Toward, Reads::N]).only_goes());

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

    checks!(|self, look, who, order| ["move", "run"] => self.0.way_for(look, who, &self.bounded(look, who, order)));

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
