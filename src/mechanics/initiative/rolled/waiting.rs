//! Turns that are put off, and stepping in (ST-INIT-05).

use super::order::{in_order, rank, replace};
use super::{Delay, Rank, Rolled};
use crate::mechanics::prelude::*;

impl Rolled {
    /// Asks whether a turn is begun, or put off before its dice fall.
    pub(super) fn ask_to_begin(&self, table: &mut Table<'_>, who: Id) -> Step<bool> {
        let look = table.look();
        let rule = self.rules.wait;
        let prompt = format!("{}: begin the turn?", look.name(who));
        let answers = [("begin", "Begin the turn"), ("wait", "Wait and step in later")];
        let question = one_of_two(look, who, prompt, answers, rule);
        let begins = table.ask(question)?.verb == "begin";
        if begins {
            table.edit::<Rank>(who).delay = Delay::Taken;
        } else {
            put_off(table, who, Delay::BeforeDice, rule);
            self.let_step_in(table, who);
        }
        Ok(begins)
    }

    /// Lets those who wait step in after what is done now: asked in a task of its own, they see what has come of it.
    pub(super) fn let_step_in(&self, table: &mut Table<'_>, acting: Id) {
        let look = table.look();
        let waits = |id: Id| id != acting && rank(look, id).waits() && look.counts(id);
        if self.may_wait && look.everybody().any(waits) {
            let (of, name) = (Key::from("Rolled"), Key::from("step in"));
            table.push(Task::Custom { of, name, who: acting, stage: Stage::Upkeep });
        }
    }

    /// Asks everybody who waits, in their order, whether to step in now, while or after `acting` acts.
    pub(super) fn offer_to_step_in(&self, table: &mut Table<'_>, acting: Id) -> Step {
        let look = table.look();
        let waits = |id: &Id| *id != acting && rank(look, *id).waits() && look.counts(*id);
        let waiting: Vec<Id> = in_order(look).into_iter().filter(waits).collect();
        for who in waiting {
            let look = table.look();
            let rule = self.rules.wait;
            let prompt = format!("{}: step in now?", look.name(who));
            let answers = [("step in", "Step in"), ("not yet", "Not yet")];
            let question = one_of_two(look, who, prompt, answers, rule);
            if table.ask(question)?.verb == "step in" {
                table.edit::<Rank>(who).delay = Delay::Taken;
                table.say(rule, who, |look| format!("{} steps in.", look.name(who)));
                if !self.delay_keeps_place {
                    place_after(table, who, acting);
                }
                push_turn(table, who);
                return Ok(());
            }
        }
        Ok(())
    }
}

/// A question after the first of two answers, by their verbs and labels.
fn one_of_two(look: Look<'_>, who: Id, prompt: String, answers: [(&'static str, &str); 2], rule: RuleId) -> Question {
    let question = Question::new(answers[0].0, look.own_side(who), who, prompt).rule(rule);
    let choice = |(verb, label): (&'static str, &str)| Choice::new(Order::new(verb), label, Group::Turn, rule);
    answers.map(choice).into_iter().fold(question, Question::choice)
}

fn put_off(table: &mut Table<'_>, who: Id, delay: Delay, rule: RuleId) {
    table.edit::<Rank>(who).delay = delay;
    table.say(rule, who, |look| format!("{} waits.", look.name(who)));
}

/// Gives somebody a new place in the order, right behind another.
fn place_after(table: &mut Table<'_>, who: Id, other: Id) {
    let ahead = rank(table.look(), other).clone();
    replace(table, who, |behind| {
        behind.rolled = ahead.rolled;
        behind.again = ahead.again.iter().copied().chain([0]).collect();
    });
    replace(table, other, |ahead| ahead.again.push(1));
}

/// Doing nothing now, to step in later (ST-INIT-05).
#[derive(Debug)]
pub(super) struct Wait(pub RuleId);

impl Deed for Wait {
    nature!(|self| Nature::of("wait", Group::Turn, Stage::Upkeep).tempting(false));

    offers!(|self| "Wait and step in later", self.0);

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &["wait"])?;
        if rank(look, look.mind(who)).delay != Delay::Open {
            Err(Refusal::new(self.0, "a turn that has been taken up cannot be put off"))
        } else if !look.rules().economy.is_untouched(look, who) {
            Err(Refusal::new(self.0, "only a turn of which nothing has been spent can be put off"))
        } else {
            Ok(())
        }
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let who = table.look().mind(who);
        put_off(table, who, Delay::Begun, self.0);
        Ok(())
    }
}
