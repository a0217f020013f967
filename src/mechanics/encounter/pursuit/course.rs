//! A chase, round by round.

use std::collections::VecDeque;

use super::{End, Hunters, Pursuit};
use crate::mechanics::encounter::so_many;
use crate::mechanics::prelude::*;

/// Those who run, those who follow, and what is between them.
pub(super) struct Course<'a> {
    pub rules: &'a Pursuit,
    pub prey: &'a [Id],
    pub hunters: Hunters,
    /// What lies ahead, the next thing first.
    pub way: VecDeque<Key>,
}

const RUN: &str = "run";
const BAIT: &str = "bait";
const TURN: &str = "turn and fight";

impl Course<'_> {
    /// Runs it to its end.
    pub(super) fn run(mut self, table: &mut Table<'_>) -> Step<End> {
        let mut round = 0;
        while !self.is_caught(table.look()) {
            round += 1;
            let answer = self.ask(table, round)?;
            if answer.verb == TURN {
                let turn = so_many(self.prey, "turns and fights", "turn and fight");
                table
                    .note(|look| Fact::new(self.rules.rules.chase, format!("{} {turn}.", look.names(self.prey, ", "))));
                return Ok(End::AtBay(self.come_to_the_first()));
            }
            if answer.verb == BAIT {
                self.bait(table, answer.with.unwrap_or_default())?;
            }
            if self.hunters.is_empty() || !self.keeps_sight(table)? {
                return Ok(End::Escape);
            }
            let look = table.look();
            let rule = self.rules.rules.chase;
            if !self.hunters.iter().any(|(hunter, _)| self.gains(look, *hunter) > 0) {
                let who = self.who();
                let fall = so_many(&who, "falls", "fall");
                table.note(|look| Fact::new(rule, format!("{} {fall} behind.", look.names(&who, ", "))));
                return Ok(End::Escape);
            }
            let gains: Vec<i32> = self.hunters.iter().map(|(hunter, _)| self.gains(look, *hunter)).collect();
            self.hunters.iter_mut().zip(gains).for_each(|((_, gap), gain)| *gap = gap.saturating_sub(gain));
            let left = self.gap(table.look()).max(0);
            table.note(|look| {
                let unit = &look.rules().measure.unit;
                Fact::new(rule, format!("Round {round} of the chase: {left} {unit} between them."))
            });
        }
        let are = so_many(self.prey, "is", "are");
        let when = if round == 0 { "at once".to_owned() } else { format!("in round {round} of the chase") };
        table.note(|look| {
            Fact::new(self.rules.rules.chase, format!("{} {are} caught {when}.", look.names(self.prey, ", ")))
        });
        Ok(End::AtBay(self.hunters))
    }

    /// How much nearer somebody comes in a round to those who run, who are as fast as their slowest.
    fn gains(&self, look: Look<'_>, hunter: Id) -> i32 {
        self.rules.pace(look, hunter).saturating_sub(self.rules.slowest(look, self.prey))
    }

    /// How far off the nearest is of those who come nearer.
    fn gap(&self, look: Look<'_>) -> i32 {
        let comes = |hunter: &&(Id, i32)| self.gains(look, hunter.0) > 0;
        self.hunters.iter().filter(comes).map(|(_, gap)| *gap).min().unwrap_or(i32::MAX)
    }

    fn is_caught(&self, look: Look<'_>) -> bool {
        self.gap(look) <= self.rules.caught_at
    }

    fn who(&self) -> Vec<Id> {
        self.hunters.iter().map(|(hunter, _)| *hunter).collect()
    }

    /// Whoever turns waits for the first of them; the others are as far behind that one as they were.
    fn come_to_the_first(self) -> Hunters {
        let first = self.hunters.iter().map(|(_, gap)| *gap).min().unwrap_or(0);
        let nearer = first.saturating_sub(self.rules.caught_at).max(0);
        self.hunters.into_iter().map(|(hunter, gap)| (hunter, gap.saturating_sub(nearer))).collect()
    }

    /// What those who run have to throw down.
    fn baits<'l>(&self, look: Look<'l>) -> Vec<(Id, &'l Item)> {
        let own = |id: &Id| {
            let items = look.gear(*id).iter().filter(|item| self.rules.is_bait(item));
            items.map(|item| (*id, item)).collect::<Vec<_>>()
        };
        self.prey.iter().flat_map(own).collect()
    }

    fn ask(&self, table: &mut Table<'_>, round: i32) -> Step<Order> {
        let (rule, bait) = (self.rules.rules.chase, self.rules.rules.bait);
        let look = table.look();
        let Some(first) = self.prey.first().copied() else { return Ok(Order::new(RUN)) };
        let unit = &look.rules().measure.unit;
        let prompt = format!("Round {round} of the chase, {} {unit} between you: what now?", self.gap(look));
        let mut question = Question::new("chase", look.side(first), first, prompt).rule(rule);
        let on = Choice::new(Order::new(RUN), "Run on", Group::Move, rule).weighed(Worth(1));
        question = question.choice(on);
        let mut named: Vec<Key> = Vec::new();
        for (_, item) in self.baits(look) {
            if named.contains(&item.arm.name) {
                continue;
            }
            named.push(item.arm.name);
            let order = Order::new(BAIT).with(item.arm.name);
            let choice = Choice::new(order, format!("Throw down: {}", item.arm.name), Group::Gear, bait);
            let tempts = self.hunters.iter().any(|(id, _)| self.rules.tempts(look, item, *id).is_some());
            question = question.choice(choice.weighed(Worth(if tempts { 2 } else { 0 })));
        }
        // Nobody fights who has had enough of it.
        if self.prey.iter().any(|id| !look.is(*id, self.rules.states.fleeing)) {
            question = question.choice(Choice::new(Order::new(TURN), "Turn and fight", Group::Attack, rule));
        }
        table.ask(question)
    }

    /// Throws something down.
    fn bait(&mut self, table: &mut Table<'_>, name: Key) -> Step {
        let found = self.baits(table.look()).into_iter().find(|(_, item)| item.arm.name == name);
        let Some((who, item)) = found.map(|(who, item)| (who, item.clone())) else { return Ok(()) };
        let left = self.rules.throw_bait(table, (who, &item), &self.who())?;
        self.hunters.retain(|(hunter, _)| left.contains(hunter));
        Ok(())
    }

    /// Whether those who follow find their way past what lies next on it.
    fn keeps_sight(&mut self, table: &mut Table<'_>) -> Step<bool> {
        let Some(next) = self.way.pop_front() else { return Ok(true) };
        let rule = self.rules.rules.hides;
        let look = table.look();
        // Heroes go on for as long as they like.
        let (ours, theirs): (Hunters, Hunters) =
            self.hunters.iter().copied().partition(|(hunter, _)| Pursuit::is_ours(look, *hunter));
        let hunters: Vec<Id> = theirs.iter().map(|(hunter, _)| *hunter).collect();
        let Some(first) = hunters.first().copied() else { return Ok(!ours.is_empty()) };
        let up_to = self.rules.hides.iter().find(|(word, _)| *word == next).map(|(_, up_to)| *up_to);
        let goes_on = match up_to {
            Some(up_to) => table.roll(first, next.as_str(), &self.rules.die, Sum::new(), rule)? <= up_to,
            // Whatever else hides those who run, hides them for good.
            None => false,
        };
        let what = if goes_on { "they go on" } else { "they give up" };
        table.note(|look| Fact::new(rule, format!("{next}: {}, {what}.", look.names(&hunters, ", "))));
        if !goes_on {
            self.hunters = ours;
        }
        Ok(!self.hunters.is_empty())
    }
}
