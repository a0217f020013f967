//! What is declared when a round begins, the slowest first, so that the quick may answer them.

use super::Spells;
use crate::battle::house_words::DECLARE;
use crate::mechanics::prelude::*;

const PREPARE: &str = "prepare";
const NOTHING: &str = "nothing";

impl Spells {
    /// Lets everybody declare what they have to declare.
    pub(super) fn declare(&self, table: &mut Table<'_>) -> Step {
        let look = table.look();
        let may = |id: &Id| look.is_in_play(*id) && look.allows(*id, &["act", "turn"]).is_ok();
        let mut everybody: Vec<Id> = look.everybody().filter(|id| may(id) && look.foes(*id).next().is_some()).collect();
        everybody.sort_by(|a, b| look.rules().initiative.quicker(look, *b, *a).then(a.cmp(b)));
        everybody.into_iter().try_for_each(|who| self.ask(table, who))
    }

    fn ask(&self, table: &mut Table<'_>, who: Id) -> Step {
        let rule = self.rules.declare;
        let look = table.look();
        let prompt = format!("{}: anything to declare for this round?", look.name(who));
        let mut question = Question::new(DECLARE, look.side(who), who, prompt).rule(rule);
        let nothing = Choice::new(Order::new(NOTHING), "Nothing", Group::Turn, rule).letting_be().weighed(Worth(1));
        question = question.choice(nothing);
        let mut has_any = false;
        if look.allows(who, &["cast"]).is_ok() {
            let mut named = Vec::new();
            for item in Self::known(look, who) {
                if named.contains(&item.arm.name) {
                    continue;
                }
                named.push(item.arm.name);
                let order = Order::new(PREPARE).with(item.arm.name);
                let mut choice =
                    Choice::new(order, format!("Prepare {}", item.arm.name), Group::Ability, self.rules.cast);
                choice.worth = Some(self.best(look, who, item));
                if self.may_serve(look, who, item) {
                    has_any = true;
                } else {
                    let why = || format!("nobody comes near enough for {} in this round", item.arm.name);
                    choice.refused = Some(look.refusal(self.rules.cast, why));
                }
                question = question.choice(choice);
            }
        }
        let offers = |look: Look<'_>, verb: Verb| look.permits(who, &Order::new(verb)).is_ok();
        for verb in &self.declares {
            // What would be in vain is not asked about.
            let order = Order::new(verb);
            let serves = look.deed(verb).is_ok_and(|deed| deed.worth(look, who, &order).is_some());
            if serves && offers(look, *verb) {
                question = question.choice(Choice::new(Order::new(verb), capital(verb.as_str()), Group::Defence, rule));
                has_any = true;
            }
        }
        for verb in self.beside.iter().filter(|verb| has_any && offers(look, **verb)) {
            question = question.choice(Choice::new(Order::new(verb), capital(verb.as_str()), Group::Defence, rule));
        }
        if !has_any {
            return Ok(());
        }
        let answer = table.ask(question)?;
        match answer.verb.as_str() {
            NOTHING => Ok(()),
            PREPARE => self.prepare(table, who, &answer),
            _ => self.do_now(table, who, &answer),
        }
    }

    /// Whether somebody at whom a spell can be cast may come into its range before it goes off.
    fn may_serve(&self, look: Look<'_>, who: Id, item: &Item) -> bool {
        let Some(range) = item.arm.range else { return true };
        let square = look.rules().measure.square;
        let half = |id: Id| look.value(id, self.half);
        let comes = |target: Id| half(target).saturating_mul(2).saturating_add(half(who)).saturating_mul(square);
        self.targets(look, who, item).into_iter().any(|id| look.distance(who, id) <= range.saturating_add(comes(id)))
    }

    fn prepare(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let name = order.with.unwrap_or_default();
        let Some(spell) = table.look().item(who, name).map(|item| item.arm.name) else { return Ok(()) };
        table.say(self.rules.declare, who, |look| format!("{} prepares {spell}.", look.name(who)));
        table.begin(who, Condition::new(self.preparing).on(Some(spell)).until(Until::Rounds(1)))
    }

    /// A deed that is declared takes of the turn what it takes.
    fn do_now(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let deed = table.look().deed(order.verb).cloned();
        let Ok(deed) = deed else { return Ok(()) };
        table.rules().economy.pay(table, who, &*deed, order)?;
        table.perform(who, order).map(drop)
    }
}
