//! How many things somebody will do is said before the first of them (HG-TURN-02), and how many go into one deed.

use super::{Declared, Doings};
use crate::battle::house_words::DECLARE;
use crate::mechanics::prelude::*;

/// The manner of those who keep an action to defend themselves.
pub(in crate::mechanics) const KEEPS: &str = "defend";
/// The question at the first defence, where all actions are stated then.
pub(in crate::mechanics) const COMMIT: &str = "commit";

impl Declared {
    /// Asks how many actions somebody will take in their turn.
    pub(super) fn declare(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let own = Self::of(look, who);
        if !look.is_in_play(who) || look.allows(who, &["turn"]).is_err() {
            return Ok(());
        }
        let most = (own.committed.unwrap_or(self.most).min(self.most) - own.n).max(0);
        let rule = self.rules.several;
        let prompt = match own.n {
            0 => format!("{}: how many things this round?", look.name(who)),
            n => format!("{}: how many things more? It has done {n} already.", look.name(who)),
        };
        let mut question = Question::new(DECLARE, look.side(who), who, prompt).rule(rule);
        let may_keep = !own.defends && look.allows(who, &[KEEPS]).is_ok();
        for keeps in [false, true].into_iter().filter(|keeps| !keeps || may_keep) {
            for n in i32::from(keeps)..=most {
                question = question.choice(self.offer(&own, n, keeps));
            }
        }
        let rules = table.rules();
        let driven = rules.registry.drives.iter().find_map(|mechanic| mechanic.sets_out(table.look(), who));
        let answer = driven.map_or_else(|| table.ask(question), Ok)?;
        // Whoever means to keep a defence that they have already needs no action for it.
        let has_it = i32::from(answer.is(KEEPS) && !may_keep);
        let n = (answer.n.unwrap_or(0) - has_it).clamp(0, most);
        let keeps = answer.is(KEEPS) && may_keep && n > 0;
        let all = own.n + n;
        let penalty = self.penalty(own.committed.map_or(all, |said| said.max(all)));
        let doings = Doings {
            said: true,
            n: all,
            declared: n - i32::from(keeps),
            done: 0,
            defends: own.defends || keeps,
            ..own.clone()
        };
        *table.edit::<Doings>(who) = doings;
        table.note(|look| {
            let things = match (n, keeps) {
                (0, _) => "nothing".to_owned(),
                (1, true) => "nothing but defend".to_owned(),
                (1, false) => "one thing".to_owned(),
                (n, true) => format!("{n} things, their defence among them"),
                (n, false) => format!("{n} things"),
            };
            let cost = if penalty < 0 { format!(": {penalty} on every skill roll") } else { String::new() };
            let text = format!("{} sets out to do {things}{cost}.", look.name(who));
            Fact::new(rule, text).who(who).change(who, "actions", own.n, all)
        });
        Ok(())
    }

    fn offer(&self, own: &Doings, n: i32, keeps: bool) -> Choice {
        let all = own.n + n;
        let penalty = self.penalty(own.committed.map_or(all, |said| said.max(all)));
        let order = Order::new(DECLARE).n(n);
        let (order, label) = match (n, keeps) {
            (0, _) => (order, "Nothing but a walk".to_owned()),
            (1, true) => (order.manner(KEEPS), "Only defend".to_owned()),
            (n, true) => (order.manner(KEEPS), format!("{n} actions, one to defend")),
            (1, false) => (order, "1 action, no defence".to_owned()),
            (n, false) => (order, format!("{n} actions, no defence")),
        };
        let label = if own.defends { label.replace(", no defence", "") } else { label };
        let (counts, meant) = match (n, keeps) {
            (_, true) => ("actions, one to defend", Group::Defence),
            (_, false) if own.defends => ("actions", Group::Attack),
            (_, false) => ("actions, no defence", Group::Attack),
        };
        let meant = if n == 0 { Group::Move } else { meant };
        let group = if keeps { Group::Defence } else { Group::Turn };
        let rule = if keeps || own.defends || n == 0 { self.rules.several } else { self.rules.given_away };
        Choice::new(order, label, group, rule).one_of(counts).meant(meant).priced(as_price(penalty))
    }

    /// Asks how many actions somebody will take in all, before the first roll of their round, which may be one of them.
    pub(super) fn commit(&self, table: &mut Table<'_>, who: Id, least: i32) -> Step<i32> {
        let look = table.look();
        let rule = self.rules.several;
        let among = if least > 0 { ", this one among them" } else { "" };
        let prompt = format!("{}: how many things will they do in this round{among}?", look.name(who));
        let mut question = Question::new(COMMIT, look.side(who), who, prompt).rule(rule);
        for n in least..=self.most.max(1) {
            let label = match n {
                0 => "Nothing".to_owned(),
                1 if least > 0 => "Only this".to_owned(),
                1 => "One thing".to_owned(),
                n => format!("{n} things"),
            };
            let choice = Choice::new(Order::new(COMMIT).n(n), label, Group::Turn, rule).one_of("things");
            question = question.choice(choice.priced(as_price(if n <= 1 { 0 } else { self.penalty(n) })));
        }
        let n = table.ask(question)?.n.unwrap_or(1).clamp(least, self.most.max(1));
        let penalty = self.penalty(n);
        table.say(rule, who, |look| {
            format!("{} will do {n} in this round: {penalty:+} on every skill roll.", look.name(who))
        });
        Ok(n)
    }
}

/// What a penalty costs.
fn as_price(penalty: i32) -> Price {
    Price::of(-penalty, if penalty == 0 { "no penalty".to_owned() } else { penalty.to_string() })
}

/// How many actions more somebody has in mind: in a round that they think through, or for a blow before they have said.
pub(super) fn planned(look: Look<'_>, case: &Case<'_>, said: bool) -> i32 {
    if let Some(things) = look.planned(case.who) {
        return things;
    }
    let Some(order) = case.order else { return 0 };
    let is_own = case.on == "attack" && !said;
    if is_own { look.deed(order.verb).map_or(0, |deed| deed.count(look, case.who, order)) } else { 0 }
}

/// What the number of an order counts that puts more actions into its deed.
pub(in crate::mechanics) const AUGMENTS: &str = "more actions for damage";

/// How many actions a deed takes with those that its order puts into it.
pub(in crate::mechanics) fn and_more(order: &Order) -> i32 {
    order.n.unwrap_or(0).max(0).saturating_add(1)
}

/// A choice with more actions in it, each number of them that there may be.
pub(in crate::mechanics) fn with_more(choice: &Choice) -> Vec<Order> {
    let most = choice.numbers.map_or(0, |(_, most)| most);
    (1..=most).map(|n| choice.order.clone().n(n)).collect()
}

/// Whether an order puts no more actions than `most` into `what`; else `rule` says so.
pub(in crate::mechanics) fn may_add(look: Look<'_>, order: &Order, most: i32, rule: RuleId, what: &str) -> Allowed {
    if order.n.is_none_or(|n| (0..=most).contains(&n)) {
        return Ok(());
    }
    Err(look.refusal(rule, || format!("0 to {most} actions go into {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HG-ATK-15: however many actions an order would put into a blow, they can be counted.
    #[test]
    fn no_order_counts_beyond_all_numbers() {
        let with = |n: i32| and_more(&Order::new("attack").n(n));
        assert_eq!([0, 2, -3, i32::MAX, i32::MIN].map(with), [1, 3, 1, i32::MAX, 1]);
    }
}
