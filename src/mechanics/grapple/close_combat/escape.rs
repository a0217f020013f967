//! Getting loose, in one struggle with all who have hold of one, and letting go (HG-GRAP-05, HG-GRAP-07, HG-GRAP-14).

use super::outlook::LOCKED;
use super::ties::Hold;
use super::{CloseCombat, ESCAPE};
use crate::mechanics::break_free::{Binds, WayOut};
use crate::mechanics::grapple::ties::Hands;
use crate::mechanics::prelude::*;

impl CloseCombat {
    /// Everybody who has hold of somebody.
    fn rivals(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        let ties = self.ties(look, who);
        let has_it = |hold: Hold| !matches!(hold, Hold::Controls | Hold::Clings);
        let is_caught = ties.iter().any(|(_, hold)| has_it(*hold));
        ties.into_iter().filter(|(_, hold)| !is_caught || has_it(*hold)).map(|(other, _)| other).collect()
    }

    /// How likely somebody gets loose.
    fn gets_loose(&self, look: Look<'_>, who: Id) -> Option<Distribution<bool>> {
        let (own, others) = self.sides(look, &[who], &self.rivals(look, who), ESCAPE)?;
        Some(self.prevails(&own.sum, &others.sum))
    }
}

impl Binds for CloseCombat {
    fn ways_out<'a>(&'a self, look: Look<'a>, who: Id) -> Vec<WayOut<'a>> {
        let is_tie = |state: &&Condition| state.by.is_some() && self.read(state).is_some();
        let Some(of) = look.conditions(who).iter().find(is_tie) else { return Vec::new() };
        let label = match self.ties(look, who).as_slice() {
            [(other, Hold::ClungTo)] => format!("Shake off {}", look.name(*other)),
            _ => format!("Get loose of {}", look.names(self.rivals(look, who), " and ")),
        };
        vec![(of, None, label, self.rules.escape, Ok(()))]
    }

    fn unbound(&self, look: Look<'_>, who: Id, _order: &Order) -> Refusal {
        look.refusal(self.rules.escape, || format!("nobody has hold of {}", look.name(who)))
    }

    fn outlook(&self, look: Look<'_>, who: Id, _of: &Condition) -> (Option<String>, Option<Worth>) {
        let Some(free) = self.gets_loose(look, who) else { return (None, None) };
        let chance = free.chance(|free| *free);
        let each = |(rival, hold): &(Id, Hold)| match hold {
            Hold::Held => 0.35,
            Hold::Locked if self.is_the_better(look, who, *rival) => 0.1,
            Hold::Locked => LOCKED,
            Hold::ClungTo => 0.1,
            Hold::Controls | Hold::Clings => 0.0,
        };
        let value = self.ties(look, who).iter().map(each).fold(0.0, f64::max);
        (Some(chance.percent()), (value > 0.0).then(|| Worth::of(chance.to_f64() * value)))
    }

    fn foretell(&self, look: Look<'_>, who: Id) -> Option<Forecast> {
        let rivals = self.rivals(look, who);
        let (own, others) = self.sides(look, &[who], &rivals, ESCAPE)?;
        let loose = self.prevails(&own.sum, &others.sum);
        let outcome = |free: &bool| if *free { (0, Key::from("free")) } else { (-1, Key::from("miss")) };
        Some(Forecast::of(vec![Prospect {
            figures: vec![(Key::from(super::GRAPPLE), own.sum), (Key::from("resist"), others.sum)],
            ..Prospect::of(others.who, loose.map(outcome), Distribution::certain(0))
        }]))
    }

    fn break_free(&self, table: &mut Table<'_>, who: Id, _of: &Condition) -> Step {
        let rivals = self.rivals(table.look(), who);
        if self.struggle(table, who, (&[who], &rivals), (ESCAPE, self.rules.escape), "tries to get loose")? {
            rivals.into_iter().try_for_each(|rival| self.part(table, who, rival, "they have got loose"))?;
        }
        Ok(())
    }
}

impl Hands for CloseCombat {
    /// Those in one's hands, and those whom one hangs on to.
    fn in_hand(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        let ties = self.ties(look, who).into_iter();
        ties.filter(|(_, hold)| matches!(hold, Hold::Controls | Hold::Clings)).map(|(other, _)| other).collect()
    }

    fn offered(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        self.ties(look, who).into_iter().map(|(other, _)| other).collect()
    }

    fn let_go(&self, table: &mut Table<'_>, who: Id, them: Vec<Id>) -> Step {
        them.into_iter().try_for_each(|other| self.part(table, who, other, "they let go"))
    }
}
