//! A turn is a few actions, spent one after the other. What takes more than one is begun and carried on, turn by turn, and
//! lost when it is neglected (LG-TURN-01, LG-TURN-04).
//!
//! An action can be held back (`delay.rs`). Where somebody holds one, a task at the end of each turn asks them, in the
//! order of initiative. A yes pushes that task again, for others may follow, and a choice without the beginning of a
//! turn: there is one action to spend, and no new turn begins.

use super::delay::{Delay, GAP, gap};
use super::end_turn::EndTurn;
use super::several_turns::{Begun, Unfinished, abandon, breaks, unfinished};
use crate::mechanics::prelude::*;

/// The numbers of this economy.
#[derive(Clone, Debug, Deserialize)]
pub struct Actions {
    /// Actions a turn.
    pub turn: i32,
    /// What deeds take that do not take one, by the name that they are priced as.
    pub costs: BTreeMap<Key, i32>,
    /// Deeds that must have all their actions in one turn.
    pub at_once: Vec<Key>,
    /// Deeds that take nothing with arms that carry a word.
    pub free_with: Vec<(Key, Key)>,
    /// Those with exactly nothing left of one of these have fewer actions.
    pub spent: Vec<FigureName>,
    /// How many then.
    pub weak: i32,
    /// The condition that costs a whole turn, as often as its amount says.
    pub lost_to: ConditionName,
    /// The rules that these numbers stand for.
    pub rules: ActionsRules,
}

rule_ids! { struct ActionsRules {
    turn: "The actions of a turn.",
    continuous: "What takes more than one.",
    delay: "Holding one back.",
    weak: "Having nothing left of Life.",
    lost: "Turns that are lost.",
} }

/// What somebody has left of their turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// Actions left.
    pub left: i32,
    /// Actions that the turn began with.
    pub whole: i32,
    /// An action held back for later in the round.
    pub held: bool,
    /// Acts now on the action that they had held back.
    pub late: bool,
    /// Whether what was begun has had an action since the turn began.
    pub fed: bool,
}

impl Begun {
    /// Whether `order` carries it on: the same deed, with the same, at the same.
    fn is_carried_on_by(&self, order: &Order) -> bool {
        // Whoever does not say with what again goes on with the same.
        let same_thing = order.with.is_none() || self.order.with.is_none() || self.order.with == order.with;
        self.order.verb == order.verb && same_thing && self.order.whoms().eq(order.whoms())
    }
}

/// What somebody has left.
pub(super) fn points(look: Look<'_>, who: Id) -> Points {
    look.get::<Points>(who).cloned().unwrap_or_default()
}

impl Actions {
    /// Actions that a deed takes in all.
    fn takes(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> i32 {
        let named = deed.priced_as(look, who, order);
        let has = |word: Key| order.with.and_then(|with| look.item(who, with)).is_some_and(|item| item.arm.has(word));
        if self.free_with.iter().any(|(deed, word)| *deed == named && has(*word)) {
            return 0;
        }
        let each = self.costs.get(&named).copied().unwrap_or(1);
        each.saturating_mul(deed.count(look, who, order))
    }

    /// Whether a deed that takes so many actions is given them one by one.
    fn is_continuous(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order, takes: i32) -> bool {
        takes > 1 && !self.at_once.contains(&deed.priced_as(look, who, order))
    }

    /// How far `order` would come with one action more.
    fn part(look: Look<'_>, who: Id, order: &Order) -> i32 {
        unfinished(look, who).filter(|begun| begun.is_carried_on_by(order)).map_or(0, |begun| begun.done) + 1
    }

    fn abandon(&self, table: &mut Table<'_>, who: Id, why: &str) {
        abandon(table, who, (self.rules.continuous, why), |lost| {
            format!("{} is lost at {} of {}", lost.order.plainly(), lost.done, lost.takes)
        });
    }

    /// Whether this turn is lost to a condition, which then has one turn less to cost.
    fn loses_turn(&self, table: &mut Table<'_>, who: Id) -> Step<bool> {
        let lost = table.look().condition(who, self.lost_to).map(|each| each.amount);
        let Some(amount) = lost else { return Ok(false) };
        table.say(self.rules.lost, who, |look| format!("{} loses this turn.", look.name(who)));
        if amount <= 1 {
            table.end(who, self.lost_to)?;
        } else {
            let mut conditions = table.edit::<Conditions>(who);
            conditions.0.iter_mut().filter(|each| each.kind == self.lost_to).for_each(|each| each.amount = amount - 1);
        }
        Ok(true)
    }
}

mechanic!(Actions: |self| {
    words(words) => words.add(Word::Count, ["Actions", "Begun", "Held back"]),
    deeds => vec![Arc::new(EndTurn(self.rules.turn)), Arc::new(Delay(self.rules.delay))],
    keeps => Points::default(),
    on_task(table, who) => gap(table, who, self.rules.delay),
});

hears!(Actions: |self, table| {
    TurnBegun { who } => *table.edit::<Points>(who) = Points::default(),
    TurnEnded { who } => {
        let now = points(table.look(), who);
        if now.left != 0 {
            table.edit::<Points>(who).left = 0;
        }
        if unfinished(table.look(), who).is_some() && !now.fed && !now.held {
            self.abandon(table, who, "has not gone on with it");
        }
        let look = table.look();
        if look.everybody().any(|id| id != who && look.get::<Points>(id).is_some_and(|points| points.held)) {
            table.push(Task::Custom { of: Key::from("Actions"), name: Key::from(GAP), who, stage: Stage::Initiative });
        }
    },
    RoundEnded => {
        for who in table.everybody() {
            let now = points(table.look(), who);
            if now.held {
                table.edit::<Points>(who).held = false;
                table.say(self.rules.delay, who, |look| {
                    format!("{} has not used the action they held back.", look.name(who))
                });
            }
            if unfinished(table.look(), who).is_some() && !now.fed && (now.held || now.late) {
                self.abandon(table, who, "has not gone on with it");
            }
        }
    },
});

impl Shows for Actions {
    fn intends(&self, look: Look<'_>, who: Id) -> Vec<Intent> {
        unfinished(look, who).map(|begun| begun.intent(look, self.rules.continuous)).into_iter().collect()
    }

    fn breaks(&self, _look: Look<'_>, _who: Id, intent: &Intent) -> Vec<String> {
        let words = ["a turn in which nothing is done for it", "another deed that takes several actions"];
        breaks(intent, self.rules.continuous, words)
    }

    fn turn_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let now = points(look, who);
        let mut lines = vec![SheetLine::of("Actions", format!("{} of {}", now.left, now.whole), self.rules.turn)];
        if now.held {
            lines.push(SheetLine::of("Held back", "one action", self.rules.delay));
        }
        if let Some(begun) = unfinished(look, who) {
            let text = format!("{} {}/{}", begun.order, begun.done, begun.takes);
            lines.push(SheetLine::of("Begun", text, self.rules.continuous));
        }
        lines
    }
}

impl Economy for Actions {
    fn price(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Result<Price, Refusal> {
        let takes = self.takes(look, who, deed, order);
        let left = self.remaining(look, who);
        look.refuse_if(takes > 0 && left <= 0, self.rules.turn, || "no action is left")?;
        if self.is_continuous(look, who, deed, order, takes) {
            let part = Self::part(look, who, order);
            let text = look.wants_words().then(|| one_of(part, takes));
            return Ok(Price { amount: 1, text });
        }
        if takes > left {
            return Err(
                look.refusal(self.rules.turn, || format!("takes {takes} actions and {left} {} left", are(left)))
            );
        }
        let words = match takes {
            0 => "free".to_owned(),
            1 => "1 action".to_owned(),
            _ => format!("{takes} actions"),
        };
        Ok(Price { amount: takes, text: look.wants_words().then_some(words) })
    }

    fn in_brief(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Option<String> {
        let takes = self.takes(look, who, deed, order);
        (takes > 0 && !self.is_continuous(look, who, deed, order, takes))
            .then(|| if takes == 1 { "action".to_owned() } else { format!("{takes} act.") })
    }

    fn pay(&self, table: &mut Table<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Step<Paid> {
        let takes = self.takes(table.look(), who, deed, order);
        if !self.is_continuous(table.look(), who, deed, order, takes) {
            table.edit::<Points>(who).left -= takes;
            return Ok(Paid::Now);
        }
        let done = Self::part(table.look(), who, order);
        if done == 1 {
            self.abandon(table, who, "begins something else");
        }
        let mut now = table.edit::<Points>(who);
        now.left -= 1;
        now.fed = true;
        let begun = (done < takes).then(|| Begun { order: order.clone(), done, takes, by: who });
        table.edit::<Unfinished>(who).0 = begun;
        if done >= takes {
            return Ok(Paid::Now);
        }
        table.say(self.rules.continuous, who, |look| {
            let order = order.clone().plainly();
            format!("{} sets about it: {order}, {done} of {takes} actions.", look.name(who))
        });
        // Every part of it is seen, and can be stepped into: it counts if it could still be done then.
        let goes_on = table.announce(who, order)? && deed.check(table.look(), who, order).is_ok();
        if !goes_on {
            self.abandon(table, who, "is stopped");
        }
        Ok(Paid::Later)
    }

    fn is_over(&self, look: Look<'_>, who: Id) -> bool {
        look.get::<Points>(who).is_none_or(|points| points.left <= 0)
    }

    fn is_untouched(&self, look: Look<'_>, who: Id) -> bool {
        look.get::<Points>(who).is_some_and(|points| points.left == points.whole && !points.held && !points.late)
    }

    fn close(&self, table: &mut Table<'_>, who: Id) -> Step {
        table.edit::<Points>(who).left = 0;
        Ok(())
    }

    fn lose(&self, table: &mut Table<'_>, who: Id, amount: i32) -> Step {
        let mut now = table.edit::<Points>(who);
        now.left = (now.left - amount).max(0);
        Ok(())
    }

    fn interrupt(&self, table: &mut Table<'_>, who: Id) -> Step {
        self.abandon(table, who, "is interrupted");
        if points(table.look(), who).held {
            table.edit::<Points>(who).held = false;
        }
        Ok(())
    }

    fn open(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        if !look.is_in_play(who) || look.allows(who, &["act"]).is_err() {
            return Ok(());
        }
        let spent = self.spent.iter().copied().find(|figure| look.value(who, *figure) == 0);
        if self.loses_turn(table, who)? {
            return Ok(());
        }
        let whole = if spent.is_some() { self.weak } else { self.turn };
        if let Some(figure) = spent {
            table.say(self.rules.weak, who, |look| {
                let actions = if whole == 1 { "action" } else { "actions" };
                format!("{} has no {figure} left: {whole} {actions} this turn.", look.name(who))
            });
        }
        let mut now = table.edit::<Points>(who);
        (now.left, now.whole) = (whole, whole);
        Ok(())
    }

    fn unfinished<'w>(&self, look: Look<'w>, who: Id) -> Option<&'w Order> {
        unfinished(look, who).map(|begun| &begun.order)
    }

    fn is_spent_without(&self, figure: Key) -> bool {
        self.weak < self.turn && self.spent.iter().any(|each| each.key() == figure)
    }

    fn holds_back(&self, look: Look<'_>, who: Id) -> bool {
        look.get::<Points>(who).is_some_and(|points| points.held)
    }

    fn left(&self, look: Look<'_>, who: Id) -> String {
        match self.remaining(look, who) {
            1 => "1 action left".to_owned(),
            left => format!("{left} actions left"),
        }
    }

    fn left_after(&self, look: Look<'_>, who: Id, spending: Spending<'_>) -> Option<String> {
        let after = self.remaining(look, who).saturating_sub(spending.amount);
        (after >= 0).then(|| if after == 1 { "leaves 1 action".to_owned() } else { format!("leaves {after} actions") })
    }

    fn only_begins(&self, look: Look<'_>, who: Id, takes: i32) -> bool {
        takes > self.remaining(look, who)
    }

    fn remaining(&self, look: Look<'_>, who: Id) -> i32 {
        look.get::<Points>(who).map_or(0, |points| points.left)
    }
}

/// The price of one of the actions that a deed takes, one after the other: what the whole takes is said first.
fn one_of(part: i32, takes: i32) -> String {
    let which = match part {
        1 => "the first".to_owned(),
        part if part >= takes => "the last".to_owned(),
        part => format!("number {part}"),
    };
    format!("{takes} actions (this is {which})")
}

#[cfg(test)]
mod tests {
    use super::one_of;

    /// Promise: a deed that takes several actions says so before the first of them is given.
    #[test]
    fn what_a_long_deed_takes_is_said_at_its_first_action() {
        assert_eq!(one_of(1, 2), "2 actions (this is the first)");
        assert_eq!(one_of(2, 2), "2 actions (this is the last)");
        assert_eq!(one_of(2, 3), "3 actions (this is number 2)");
    }
}
