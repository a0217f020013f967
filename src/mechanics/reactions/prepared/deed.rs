//! The deed of preparing: what is offered, what it is worth, and what becomes of it.

use super::{Lasts, Prepared, Readied, readied};
use crate::mechanics::prelude::*;
use crate::mechanics::reactions::triggers::{ACTS, ENTERS, LEAVES, told};

/// The verb of preparing.
pub(super) const PREPARE: &str = "prepare";

/// How many squares beyond reach the computer expects an enemy to come from.
const COMES_FROM: i32 = 6;

/// Whether nothing of an order is missing but whom it is about, which is found when it comes about.
pub(super) fn lacks_only_whom(look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> bool {
    let is_whole = |id: Id| match deed.check(look, who, &order.clone().at(look.aim(id))) {
        Ok(()) => true,
        Err(refusal) => refusal.rule != "order",
    };
    look.everybody().any(is_whole)
}

impl Deed for Prepared {
    nature!(|self| Nature::of(PREPARE, Group::Prepare, Stage::Attacks)
        .reading(&[Reads::Sentence, Reads::At, Reads::To, Reads::Via, Reads::Toward, Reads::N, Reads::Manner])
        .bides());

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let near = self.near;
        let foes: Vec<Id> = look.foes(who).collect();
        for with in self.subjects(look, who) {
            let plain = Order::new(PREPARE).says(&with);
            // Whatever sets it off, the deed is the same.
            let may = self.may_deed(look, who, &plain).map(drop);
            if may.is_err() && !look.wants_words() {
                continue;
            }
            let mut offer = |of: &'static str, order: Order, when: &dyn Fn() -> String| {
                let may = may.clone().and_then(|()| self.may_trigger(look, who, &order).map(drop));
                let later = look.wants_words().then(|| Later { of: of.into(), what: with.clone(), when: when() });
                let label = later.as_ref().map_or_else(String::new, |later| format!("{with} {}", later.when));
                let choice = Choice::new(order, label, Group::Prepare, self.rule).unless(may);
                out.push(Choice { later, ..choice });
            };
            // The plainest is to lie in wait for whoever comes near.
            for word in self.triggers().into_iter().filter(|word| *word == ENTERS || look.wants_ways()) {
                let order = plain.clone().manner(word);
                match word {
                    ENTERS | LEAVES => {
                        let unit = &look.rules().measure.unit;
                        offer(word, order.n(near), &|| format!("when an {word} within {near} {unit}"));
                    }
                    ACTS => {
                        for foe in &foes {
                            let name = look.name(*foe);
                            offer(word, order.clone().at(look.aim(*foe)), &|| format!("when {name} acts"));
                        }
                    }
                    _ => offer(word, order, &|| format!("when {}", told(word))),
                }
            }
        }
    }

    checks!(|self, look, who, order| self.read(look, who, order));

    fn kept(&self) -> Option<&'static str> {
        Some(self.until.words())
    }

    fn lapses(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<&'static str> {
        let rules = look.rules();
        let waits = |id: Id| rules.economy.holds_back(look, id) || !readied(look, id).is_empty();
        let may_act = |id: &Id| !rules.initiative.has_acted(look, *id) || waits(*id);
        let mut others = look.everybody().filter(|id| *id != who && look.is_in_play(*id) && look.knows_of(*id));
        let is_over = self.until == Lasts::EndOfRound && !others.any(|id| may_act(&id));
        is_over.then_some("lapses at the end of the round: nobody acts after you")
    }

    /// Whoever cannot strike yet, but will be come upon, is ready for it.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        // The word first: nothing of this is cheap, and all of it is asked of every order.
        if order.manner.first().is_none_or(|word| *word != ENTERS) {
            return None;
        }
        let ready = self.read(look, who, order).ok()?;
        let item = look.item(who, ready.order.with?)?;
        let shoots = item.arm.is_ranged();
        if shoots && item.arm.rounds.is_some() && item.loaded <= 0 {
            return None;
        }
        let near = order.n.unwrap_or(self.near) / look.rules().measure.square.max(1);
        let reach = if shoots { near } else { item.arm.reach.iter().copied().max()? };
        let gap = |id: Id| look.gap(who, id);
        let foes = || look.foes(who);
        let comes = |id: &Id| self.until == Lasts::StartOfNextTurn || !look.rules().initiative.has_acted(look, *id);
        // Those who shoot wait for nobody whom they could shoot at now.
        let engaged = foes().any(|id| if shoots { look.shoots_at(who, id) } else { gap(id) <= reach });
        let soon = foes().filter(comes).any(|id| gap(id) <= reach.saturating_add(COMES_FROM));
        (!engaged && soon).then(|| Worth::of(0.05))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(ready) = self.read(table.look(), who, order) else { return Ok(()) };
        table.say(self.rule, who, |look| {
            format!("{} prepares: {} when {}.", look.name(who), ready.order, ready.trigger.words(look, who))
        });
        table.edit::<Readied>(who).0.push(ready);
        Ok(())
    }
}
