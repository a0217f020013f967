//! Coming out of the body of somebody else: of one's own accord, past whoever would keep one in, or thrown out
//! (ST-POSS-11, ST-POSS-12).

use super::TwoMinds;
use super::veto::VETO;
use crate::mechanics::prelude::*;
use crate::mechanics::room::nearest_beside;

/// The verb of coming out.
pub(super) const OUT: &str = "come out";

impl TwoMinds {
    /// Lets a mind try to come out past those who veto it. One that has given up needs the leave of other possessors.
    fn leave(&self, table: &mut Table<'_>, mind: Id) -> Step {
        if !self.is_let_go(table, mind)? {
            return Ok(());
        }
        let rule = self.rules.leaving;
        let mut declared = Vec::new();
        for keeper in self.who_may_veto(table.look(), mind) {
            let look = table.look();
            let prompt = format!("{}: let {} out?", look.name(keeper), look.name(mind));
            let mut veto = Choice::new(Order::new(VETO), "Keep it in", Group::Turn, rule);
            veto.chance = self.chance_to_veto(look, keeper, mind).map(|chance| chance.to_string());
            let question = Question::new("escape", look.own_side(keeper), keeper, prompt)
                .by(mind)
                .rule(rule)
                .choice(Choice::new(Order::new("let it go"), "Let it out", Group::Turn, rule))
                .choice(veto);
            if table.ask(question)?.verb == VETO {
                declared.push(keeper);
            }
        }
        self.declare(table, &declared, mind, "the escape");
        for keeper in declared {
            if self.overrules(table, keeper, mind)? {
                table.note(|look| {
                    let text = format!("{} is trapped in {}.", look.name(mind), look.name(look.body(mind)));
                    Fact::new(rule, text).who(mind).whom(keeper).bout(Bout::Result)
                });
                return self.sap(table, mind, keeper);
            }
            self.sap(table, keeper, mind)?;
        }
        self.cast_out(table, mind, rule)
    }

    /// Whoever has given up asks every other possessor; whether none forbids it.
    fn is_let_go(&self, table: &mut Table<'_>, mind: Id) -> Step<bool> {
        let look = table.look();
        if !look.has_given_up(mind) {
            return Ok(true);
        }
        let body = look.body(mind);
        let others = Self::in_order(look, body).into_iter();
        let others: Vec<Id> = others.filter(|id| *id != mind && *id != body && look.is_able(*id)).collect();
        let rule = self.rules.permission;
        for other in others {
            let look = table.look();
            let prompt = format!("{}: may {} try to come out?", look.name(other), look.name(mind));
            let question = Question::new("permit", look.own_side(other), other, prompt)
                .by(mind)
                .rule(rule)
                .choice(Choice::new(Order::new("permit"), "Permit it", Group::Turn, rule))
                .choice(Choice::new(Order::new("forbid"), "Forbid it", Group::Turn, rule));
            if table.ask(question)?.verb == "forbid" {
                table.say(rule, (other, mind), |look| {
                    format!("{} does not let {} go.", look.name(other), look.name(mind))
                });
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Puts a mind beside the body that they were in, in their own.
    pub(super) fn cast_out(&self, table: &mut Table<'_>, mind: Id, rule: RuleId) -> Step {
        let look = table.look();
        let body = look.body(mind);
        if body == mind {
            return Ok(());
        }
        let to = nearest_beside(look, mind, look.footprint(body)).unwrap_or_else(|| look.footprint(mind));
        table.move_out(mind, to)?;
        let is_left = !table.look().houses_minds(body);
        table.note(|look| {
            let text = format!("{} is out of {}.", look.name(mind), look.name(body));
            Fact::new(rule, text).who(mind).whom(body).change(body, self.possessed, i32::from(is_left), 0)
        });
        table.end_by(body, self.possessed, Some(mind)).map(drop)
    }

    /// A possessor who can do nothing with the body in their turn may come out of it all the same.
    pub(super) fn offer_way_out(&self, table: &mut Table<'_>, mind: Id) -> Step {
        let look = table.look();
        if look.body(mind) == mind || !(look.is_able(mind) || look.has_given_up(mind)) {
            return Ok(());
        }
        let rule = self.rules.leaving;
        let prompt = format!("{}: come out of {}?", look.name(mind), look.name(look.body(mind)));
        let question = Question::new("way out", look.own_side(mind), mind, prompt)
            .rule(rule)
            .choice(Choice::new(Order::new("stay"), "Stay", Group::Turn, rule))
            .choice(Choice::new(Order::new(OUT), "Come out", Group::Turn, rule));
        if table.ask(question)?.verb == OUT { self.leave(table, mind) } else { Ok(()) }
    }
}

/// Coming out in one's own turn.
#[derive(Debug)]
pub(super) struct ComeOut(pub Arc<TwoMinds>);

impl Deed for ComeOut {
    nature!(|self| Nature::of(OUT, Group::Turn, Stage::Movement));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if look.mind(who) != who {
            let label = format!("Come out of {}", look.name(who));
            out.push(Choice::new(Order::new(OUT), label, Group::Turn, self.0.rules.leaving));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.refuse_if(look.mind(who) == who, self.0.rules.leaving, || "they are in their own body")
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let mind = table.look().mind(who);
        self.0.leave(table, mind)
    }

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        Some(Worth::of(self.0.worth_of_coming_out(look, look.mind(who))))
    }
}
