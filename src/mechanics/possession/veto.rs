//! Vetoes: one mind against another for the turn of a body, or for the way out of it (ST-POSS-05, ST-POSS-09).

use super::{Contested, TwoMinds};
use crate::mechanics::prelude::*;

/// What a mind says that vetoes.
pub(super) const VETO: &str = "veto";

impl TwoMinds {
    /// Those who may veto what `actor` does, in the order in which they act: all who have any will left and have not
    /// vetoed them in this round (ST-POSS-05, ST-POSS-10).
    pub(super) fn who_may_veto(&self, look: Look<'_>, actor: Id) -> Vec<Id> {
        let round = look.clock().round;
        let has_vetoed = |mind: &Id| {
            let contested = look.get::<Contested>(*mind);
            contested.is_some_and(|contested| contested.round == round && contested.vetoed.contains(&actor))
        };
        let may =
            |mind: &Id| *mind != actor && look.is_able(*mind) && look.value(*mind, self.will) > 0 && !has_vetoed(mind);
        let mut minds = Self::in_order(look, look.body(actor));
        minds.retain(may);
        minds
    }

    /// The chance that `vetoer` is higher, ties being rolled again.
    pub(super) fn chance_to_veto(&self, look: Look<'_>, vetoer: Id, actor: Id) -> Option<Fraction> {
        let (own, other) = (look.value(vetoer, self.will), look.value(actor, self.will));
        let thrown = |dice: &mut dyn Dice| {
            let acting = dice.throw(&self.die)?.total.saturating_add(other);
            Ok(dice.throw(&self.die)?.total.saturating_add(own).cmp(&acting))
        };
        let rolled = enumerate(|dice| thrown(dice)).ok()?;
        let (wins, ties) = (rolled.chance(|order| order.is_gt()), rolled.chance(|order| order.is_eq()));
        wins.checked_div(&(Fraction::ONE - ties))
    }

    /// Asks all others whether they let `actor` have their turn, then lets those roll who do not, until one succeeds.
    pub(super) fn contest_turn(&self, table: &mut Table<'_>, actor: Id) -> Step {
        let mut declared = Vec::new();
        for mind in self.who_may_veto(table.look(), actor) {
            let question = self.ask_for_veto(table.look(), mind, actor);
            match table.ask(question)?.verb.as_str() {
                VETO => declared.push(mind),
                "cooperate" => self.agree(table, mind, true),
                "stop cooperating" => self.agree(table, mind, false),
                _ => {}
            }
        }
        self.declare(table, &declared, actor, "their turn");
        for vetoer in declared {
            if !self.overrules(table, vetoer, actor)? {
                self.sap(table, vetoer, actor)?;
                continue;
            }
            table.note(|look| {
                let text = format!("{} is kept from acting: their turn is skipped.", look.name(actor));
                Fact::new(self.rules.veto, text).who(actor).whom(vetoer).bout(Bout::Result)
            });
            table.edit::<Contested>(actor).forfeits = true;
            let rules = table.rules();
            if rules.economy.unfinished(table.look(), actor).is_some() {
                rules.economy.interrupt(table, actor)?;
            }
            return Ok(());
        }
        Ok(())
    }

    fn ask_for_veto(&self, look: Look<'_>, mind: Id, actor: Id) -> Question {
        let prompt = format!("{}: let {} act?", look.name(mind), look.name(actor));
        let mut veto = Choice::new(Order::new(VETO), "Veto their turn", Group::Turn, self.rules.veto);
        veto.chance = self.chance_to_veto(look, mind, actor).map(|chance| chance.to_string());
        let (verb, label) = match look.is_willing(mind) {
            true => ("stop cooperating", "Let them act, and work together no longer"),
            false => ("cooperate", "Let them act, and work together from now on"),
        };
        Question::new(VETO, look.own_side(mind), mind, prompt)
            .by(actor)
            .rule(self.rules.veto)
            .choice(Choice::new(Order::new("let it be"), "Let them act", Group::Turn, self.rules.veto))
            .choice(veto)
            .choice(Choice::new(Order::new(verb), label, Group::Turn, self.rules.sides))
    }

    /// Writes down who vetoes: each once a round against the same one. Whoever does so no longer works with them.
    pub(super) fn declare(&self, table: &mut Table<'_>, vetoers: &[Id], actor: Id, what: &str) {
        let round = table.clock().round;
        for vetoer in vetoers {
            let mut contested = table.edit::<Contested>(*vetoer);
            if contested.round != round {
                contested.vetoed.clear();
            }
            contested.round = round;
            contested.vetoed.push(actor);
            if table.look().is_willing(*vetoer) {
                self.agree(table, *vetoer, false);
            }
            let rule = if vetoers.len() > 1 { self.rules.vetoes } else { self.rules.veto };
            table.say(rule, (*vetoer, actor), |look| {
                format!("{} vetoes {what} against {}.", look.name(*vetoer), look.name(actor))
            });
        }
    }

    /// Both roll, the acting one first, until one is higher; whether that is the other one.
    pub(super) fn overrules(&self, table: &mut Table<'_>, vetoer: Id, actor: Id) -> Step<bool> {
        let will = |mind: Id| Sum::of(self.will, table.look().value(mind, self.will));
        let both = ((actor, VETO, will(actor)), (vetoer, VETO, will(vetoer)), false);
        let higher = |acting: i32, against: i32| (acting != against).then_some(against > acting);
        let (acting, against) = table.roll_against(both, &self.die, self.rules.veto, higher)?;
        Ok(against > acting)
    }

    /// What losing costs.
    pub(super) fn sap(&self, table: &mut Table<'_>, loser: Id, by: Id) -> Step {
        let rules = table.rules();
        rules.harm(self.harms).map_or(Ok(()), |harm| harm.sap(table, loser, Some(by), self.penalty))
    }
}
