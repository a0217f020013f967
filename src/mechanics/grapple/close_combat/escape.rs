//! Getting loose, and letting go (HG-GRAP-05, HG-GRAP-07, HG-GRAP-14).

use super::outlook::LOCKED;
use super::ties::Hold;
use super::{CloseCombat, ESCAPE};
use crate::mechanics::grapple::ties::{Hands, LET_GO};
use crate::mechanics::prelude::*;

/// Getting loose of everybody.
#[derive(Debug)]
pub(super) struct Escape(pub Arc<CloseCombat>);

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

impl Deed for Escape {
    nature!(|self| Nature::of(ESCAPE, Group::Move, Stage::Attacks));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let ties = self.0.ties(look, who);
        if ties.is_empty() {
            return;
        }
        let label = match ties.as_slice() {
            [(other, Hold::ClungTo)] => format!("Shake off {}", look.name(*other)),
            _ => format!("Get loose of {}", look.names(self.0.rivals(look, who), " and ")),
        };
        let choice = Choice::of(self, (look, who), Order::new(ESCAPE), label, self.0.rules.escape);
        let chance = || Some(self.0.gets_loose(look, who)?.chance(|free| *free).percent());
        out.push(choice.meant(Group::Ability).likely(look, chance));
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &["act", ESCAPE])?;
        let why = || format!("nobody has hold of {}", look.name(who));
        look.refuse_if(self.0.ties(look, who).is_empty(), self.0.rules.escape, why)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let rivals = self.0.rivals(table.look(), who);
        if self.0.struggle(table, who, (&[who], &rivals), (ESCAPE, self.0.rules.escape), "tries to get loose")? {
            rivals.into_iter().try_for_each(|rival| self.0.part(table, who, rival, "they have got loose"))?;
        }
        Ok(())
    }

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        let ties = self.0.ties(look, who);
        let each = |(rival, hold): &(Id, Hold)| match hold {
            Hold::Held => 0.35,
            Hold::Locked if self.0.is_the_better(look, who, *rival) => 0.1,
            Hold::Locked => LOCKED,
            Hold::ClungTo => 0.1,
            Hold::Controls | Hold::Clings => 0.0,
        };
        let value = ties.iter().map(each).fold(0.0, f64::max);
        let chance = self.0.gets_loose(look, who)?.chance(|free| *free).to_f64();
        (value > 0.0).then(|| Worth::of(chance * value))
    }

    fn forecast(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Forecast> {
        let rivals = self.0.rivals(look, who);
        let (own, others) = self.0.sides(look, &[who], &rivals, ESCAPE)?;
        let loose = self.0.prevails(&own.sum, &others.sum);
        let outcome = |free: &bool| if *free { (0, Key::from("free")) } else { (-1, Key::from("miss")) };
        Some(Forecast::of(vec![Prospect {
            figures: vec![(Key::from(super::GRAPPLE), own.sum), (Key::from("resist"), others.sum)],
            ..Prospect::of(others.who, loose.map(outcome), Distribution::certain(0))
        }]))
    }
}

impl Hands for CloseCombat {
    fn nature(&self) -> (Group, bool) {
        (Group::Move, false)
    }

    fn kinds(&self) -> &'static [&'static str] {
        &["act", LET_GO]
    }

    fn rule(&self) -> RuleId {
        self.rules.locked
    }

    /// Those in one's hands, and those whom one hangs on to.
    fn in_hand(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        let ties = self.ties(look, who).into_iter();
        ties.filter(|(_, hold)| matches!(hold, Hold::Controls | Hold::Clings)).map(|(other, _)| other).collect()
    }

    fn offered(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        self.ties(look, who).into_iter().map(|(other, _)| other).collect()
    }

    fn empty(&self) -> &'static str {
        "has nobody in their power to let go of"
    }

    fn let_go(&self, table: &mut Table<'_>, who: Id, them: Vec<Id>) -> Step {
        them.into_iter().try_for_each(|other| self.part(table, who, other, "they let go"))
    }
}
