//! Getting the upper hand in close combat, and using it again (HG-GRAP-06).

use super::grab::meant;
use super::ties::Hold;
use super::{CONTROL, CloseCombat};
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::{AUGMENTS, and_more, with_more};

/// Doing it.
#[derive(Debug)]
pub(super) struct Control(pub Arc<CloseCombat>);

impl CloseCombat {
    /// Over whom an order would gain control: the one that it names, or the only one there is.
    fn rival(&self, look: Look<'_>, who: Id, order: &Order) -> Result<(Id, Hold), Refusal> {
        let ties = self.ties(look, who);
        let not_with = |name: &str| {
            look.refusal(self.rules.control, || format!("{} is not in close combat with {name}", look.name(who)))
        };
        if order.at.is_empty() {
            return match ties.as_slice() {
                [only] => Ok(*only),
                [] => Err(not_with("anybody")),
                _ => Err(Refusal::nonsense("over whom? say `at NAME`")),
            };
        }
        let rival = meant(look, who, order)?;
        let found = ties.into_iter().find(|(other, _)| *other == rival);
        found.ok_or_else(|| not_with(look.name(rival)))
    }
}

impl Deed for Control {
    nature!(|self| Nature::attack(CONTROL, &[Reads::At, Reads::N]).hindering(true));

    fn count(&self, _look: Look<'_>, _who: Id, order: &Order) -> i32 {
        and_more(order)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for (rival, hold) in self.0.ties(look, who) {
            let name = look.name(rival);
            let order = Order::new(CONTROL).at(look.aim(rival));
            let label = match hold {
                Hold::Controls | Hold::Clings => format!("Hurt {name}"),
                _ => format!("Gain control of {name}"),
            };
            let choice = Choice::new(order, label, Group::Attack, self.0.rules.control).allowed_by(self, look, who);
            out.push(choice.counting((0, self.0.damage.augment.1), AUGMENTS));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["act", CONTROL])?;
        self.0.may_augment(look, order)?;
        self.0.rival(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok((rival, hold)) = self.0.rival(look, who, order) else { return Ok(()) };
        let (own, others) = (self.0.team(look, who, rival), self.0.team(look, rival, who));
        let says = match hold {
            Hold::Controls | Hold::Clings => format!("tightens their grip on {}", look.name(rival)),
            _ => format!("struggles for control of {}", look.name(rival)),
        };
        if self.0.struggle(table, who, (&own, &others), (CONTROL, self.0.rules.control), &says)? {
            self.0.take(table, who, rival)?;
            self.0.harm(table, who, rival, order.n.unwrap_or(0))?;
        }
        Ok(())
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let (rival, hold) = self.0.rival(look, who, order).ok()?;
        let chance = self.0.gains(look, who, rival).chance(|wins| *wins).to_f64();
        let taking = || self.0.worth_of_taking(look, who, rival);
        let better = if self.0.is_the_better(look, who, rival) { 0.1 } else { 0.0 };
        let value = match hold {
            Hold::Controls | Hold::Clings => 0.0,
            // Whoever was held is free by it, too.
            Hold::Held => 0.15 + taking() + better,
            Hold::Locked | Hold::ClungTo => taking() + better,
        };
        Some(Worth::of(chance * value))
    }

    fn worth_from(&self, look: Look<'_>, who: Id, at: Footprint) -> Option<Worth> {
        self.0.done_from(look, who, at).map(Worth::of)
    }

    fn weighed(&self, _look: Look<'_>, _who: Id, choice: &Choice) -> Vec<Order> {
        with_more(choice)
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let (rival, _) = self.0.rival(look, who, order).ok()?;
        self.0.foretell_control(look, who, rival, order.n.unwrap_or(0))
    }
}
