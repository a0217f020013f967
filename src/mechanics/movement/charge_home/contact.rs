//! A charge that has come home: who strikes before whom (OS-ATK-21, OS-ATK-22).

use std::cmp::Ordering;

use super::ChargeHome;
use super::way::Plan;
use crate::mechanics::prelude::*;

impl ChargeHome {
    /// Whether a weapon that is set comes before that of whoever charges, after it, or at the same moment.
    pub(super) fn comes_first(&self, look: Look<'_>, who: Id, own: &Item, set: &Item) -> Ordering {
        let grade = self.grade_of(own);
        if !self.is_mounted(look, who) && grade <= self.usual {
            return Ordering::Greater;
        }
        self.grade_of(set).cmp(&grade)
    }

    /// Those who meet the charge with a weapon that is set, and when they strike.
    fn setters(&self, table: &mut Table<'_>, who: Id, plan: &Plan) -> Step<Vec<(Id, Ordering, Order)>> {
        let look = table.look();
        let mut ready: Vec<Id> = look.melee_of(who).filter(|foe| look.is(*foe, self.is_set)).collect();
        if !ready.contains(&plan.target) && self.may_set(look, plan.target, Some(who)).is_ok() {
            let look = table.look();
            let (rule, target) = (self.rules.set, plan.target);
            let weapon = self.settable(look, target).map_or("weapon", |item| item.arm.name.as_str());
            let prompt = format!("{} comes at {}: is the {weapon} set?", look.name(who), look.name(target));
            let set = Choice::new(Order::new(SET), format!("Set the {weapon}"), Group::Defence, rule).weighed(Worth(1));
            let stand = Choice::new(Order::new(STAND), "Stand", Group::Turn, rule);
            let question = Question::new("set", look.side(target), target, prompt).by(who).rule(rule);
            if table.ask(question.choice(set).choice(stand))?.verb == SET {
                ready.push(target);
            }
        }
        let look = table.look();
        let Some(own) = look.item(who, plan.arm) else { return Ok(Vec::new()) };
        let (deed, _) = self.blow;
        let meets = |foe: Id| {
            let item = self.settable(look, foe)?;
            let order = Order::new(deed).with(item.arm.name).at(look.aim(who));
            Some((foe, self.comes_first(look, who, own, item), order))
        };
        let mut setters: Vec<_> = ready.into_iter().filter_map(meets).collect();
        setters.sort_by_key(|(foe, first, _)| (std::cmp::Reverse(*first), *foe));
        Ok(setters)
    }

    /// Lets everybody strike in the order of their weapons.
    pub(super) fn meet(&self, table: &mut Table<'_>, who: Id, plan: &Plan) -> Step {
        let setters = self.setters(table, who, plan)?;
        let of = |order: Ordering| setters.iter().filter(move |(_, each, _)| *each == order);
        for (foe, _, order) in of(Ordering::Greater) {
            if table.look().stands(who) {
                table.at_once(false, |table| self.thrust(table, *foe, who, order))?;
            }
        }
        if !table.look().stands(who) {
            table.say(self.rules.set, who, |look| format!("{} does not come to their blow.", look.name(who)));
            return Ok(());
        }
        if of(Ordering::Equal).next().is_some() {
            table.at_once(true, |table| {
                for (foe, _, order) in of(Ordering::Equal) {
                    self.thrust(table, *foe, who, order)?;
                }
                self.strike_home(table, who, plan)
            })?;
        } else {
            self.strike_home(table, who, plan)?;
        }
        for (foe, _, order) in of(Ordering::Less) {
            if table.look().stands(*foe) && table.look().stands(who) {
                self.thrust(table, *foe, who, order)?;
            }
        }
        Ok(())
    }

    /// The blow of a weapon that was set: the blow of the round for whoever holds it.
    fn thrust(&self, table: &mut Table<'_>, foe: Id, who: Id, order: &Order) -> Step {
        let look = table.look();
        if look.rules().economy.is_fresh(look, foe) {
            self.spend(table, foe, order)?;
        }
        table.end(foe, self.is_set)?;
        table.perform_as(foe, (who, self.set.1), order).map(drop)
    }

    fn strike_home(&self, table: &mut Table<'_>, who: Id, plan: &Plan) -> Step {
        let (_, word) = self.blow;
        let order = self.blow_of(table.look(), plan);
        table.perform_as(who, (plan.target, word), &order).map(drop)
    }
}

/// The answers of those who are charged.
const SET: &str = "set spear";
const STAND: &str = "stand";
