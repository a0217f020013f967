//! Driving a possessor out (ST-POSS-13).

use super::TwoMinds;
use super::attempt::Assault;
use crate::mechanics::prelude::*;

/// Driving out whoever is in the body of somebody else.
#[derive(Debug)]
pub(super) struct Exorcise(pub Arc<TwoMinds>);

impl Exorcise {
    fn assault(&self, look: Look<'_>, who: Id) -> Assault {
        let mut bonus = Sum::new();
        self.0.exorcism.adds.iter().for_each(|figure| bonus.part(*figure, look.value(who, *figure)));
        Assault { bonus, word: self.0.exorcism.word, rule: self.0.rules.exorcism }
    }

    /// The possessor who is meant: the one named, or whoever is in the body that is named, the first of several.
    fn possessor(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
        let (rule, exorcism) = (self.0.rules.exorcism, &self.0.exorcism);
        let why = || format!("{} does not know {}", look.name(who), exorcism.needs);
        look.refuse_if(!look.knows(who, exorcism.needs), rule, why)?;
        let named = look.target_or_refuse(order, "whom? say `at NAME`")?;
        let possessor = if look.body(named) == named { look.lodgers(named).first().copied() } else { Some(named) };
        let none = || look.refusal(rule, || format!("nobody possesses {}", look.name(named)));
        let possessor = possessor.ok_or_else(none)?;
        self.0.may_reach(look, who, look.body(possessor), exorcism.within, rule)?;
        Ok(possessor)
    }
}

impl Deed for Exorcise {
    nature!(|self| Nature::of("exorcise", Group::Ability, Stage::Morale).reading(&[Reads::At]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if !look.knows(who, self.0.exorcism.needs) {
            return;
        }
        let possessors = look.everybody().filter(|id| look.body(*id) != *id);
        let label = |mind| format!("Drive {} out of {}", look.name(mind), look.name(look.body(mind)));
        out.extend(Choice::at_each(self, (look, who), possessors, self.0.rules.exorcism, label));
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["exorcise"])?;
        self.possessor(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(possessor) = self.possessor(table.look(), who, order) else { return Ok(()) };
        let with = self.assault(table.look(), who);
        if self.0.assail(table, who, possessor, &with)? { self.0.cast_out(table, possessor, with.rule) } else { Ok(()) }
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let possessor = self.possessor(look, who, order).ok()?;
        self.0.foretell(look, who, possessor, &self.assault(look, who))
    }
}
