//! What an order is worth by what the rules foretell of it: its harm, the states that it brings, what its deed is for, and what its
//! doer risks by it.

use super::Look;
use crate::battle::house_words::ATTACK;
use crate::battle::{Choice, ConditionDef, ConditionName, Forecast, Group, Id, Key, Order, Prospect, Worth};

/// What it is worth that somebody may not strike, or do anything at all, for as long as such states last, in felled enemies.
const STOPPED: f64 = 0.35;

/// What it is worth that somebody may not do something else.
const HELD: f64 = 0.15;

/// What it is worth that somebody has less of a turn.
const SHORTENED: f64 = 0.3;

/// What it is worth that something is taken off the rolls or figures of somebody, each.
const WORSENED: f64 = 0.05;

/// As far as that adds up.
const AT_MOST: f64 = 0.2;

/// Kinds of deeds that fights are decided by.
const DECISIVE: [&str; 3] = ["all", "act", ATTACK];

/// States that are gone into to tell what those bring that they bring.
const DEPTH: u8 = 4;

impl Look<'_> {
    /// What an order is worth by what is foretold of it, if anything tells.
    pub fn worth_foretold(self, who: Id, order: &Order, forecast: Option<&Forecast>) -> Option<Worth> {
        let deed = self.deed(order.verb).ok()?;
        let foretold = forecast.map(|forecast| {
            let harm = forecast.worth(self, who);
            Worth(harm.0.saturating_add(self.hindered(who, forecast).0))
        });
        let beside = deed.worth(self, who, order);
        // Whoever can do nothing any more cannot be hindered.
        let is_past = deed.nature().hinders && self.target(order).is_some_and(|target| self.is_past(who, target));
        let beside = if is_past { beside.map(|worth| worth.min(Worth::default())) } else { beside };
        let worth = foretold.map(|worth| Worth(worth.0.saturating_add(beside.unwrap_or_default().0))).or(beside)?;
        let risk: f64 = self.rules.registry.judges.iter().map(|mechanic| mechanic.risk(self, who, order)).sum();
        Some(Worth(worth.0.saturating_sub(Worth::of(risk).0)))
    }

    /// Whether a choice only takes a weapon in hand that somebody carries, for nothing.
    pub fn only_draws(self, who: Id, choice: &Choice) -> bool {
        let is_free = choice.takes == 0 && choice.cost.is_none() && choice.chance.is_none();
        let is_carried = || {
            let mut carried = self.arms(who).filter(|item| !item.is_ready() && self.strikes_with(&item.arm));
            carried.any(|item| choice.order.with.is_some_and(|with| item.arm.name == with))
        };
        choice.is_legal() && choice.group == Group::Gear && is_free && is_carried()
    }

    /// Whether an enemy is out of the fight, or falls as soon as all have acted who act at once.
    fn is_past(self, who: Id, target: Id) -> bool {
        self.are_enemies(who, target) && (!self.counts(target) || self.is_falling(target))
    }

    /// What the states are worth that a deed brings beside its harm, by what they forbid. They count nothing for those who are in
    /// them already, and twice against the deed for friends.
    fn hindered(self, who: Id, forecast: &Forecast) -> Worth {
        let one = |prospect: &Prospect| {
            let Some(target) = prospect.who.filter(|target| !target.is_thing() && self.counts(*target)) else {
                return 0.0;
            };
            let news = prospect.brings.iter().filter(|(state, _)| !self.is(target, *state));
            let worth: f64 = news.map(|(state, chance)| chance.to_f64() * self.burden(target, *state)).sum();
            if self.are_enemies(who, target) { worth } else { -2.0 * worth }
        };
        Worth::of(forecast.against.iter().map(one).sum())
    }

    /// How much somebody in this state is hindered, in felled fighters; less than nothing where the state is of use to them.
    pub fn burden(self, who: Id, state: ConditionName) -> f64 {
        self.hinders(who, state, DEPTH)
    }

    fn hinders(self, who: Id, state: ConditionName, depth: u8) -> f64 {
        let Some(def) = self.rules.conditions.get(&state) else { return 0.0 };
        if def.out || def.dead {
            return 1.0;
        }
        let forbids = |kinds: &[&str]| def.forbids.iter().any(|kind| kinds.iter().any(|each| *kind == *each));
        let deeds = match () {
            () if forbids(&DECISIVE) => STOPPED,
            () if self.shortens_turns(who, state, def) => SHORTENED,
            () if def.forbids.is_empty() => 0.0,
            () => HELD,
        };
        let mods = (def.mods.len() as f64 * WORSENED).min(AT_MOST);
        let own = deeds.max(if def.helps { -mods } else { mods });
        let brought = def.implies.iter().filter(|_| depth > 0).map(|other| self.hinders(who, *other, depth - 1));
        brought.fold(own, f64::max)
    }

    /// Whether somebody has less of a turn in this state, for what it takes of their figures.
    fn shortens_turns(self, who: Id, state: ConditionName, def: &ConditionDef) -> bool {
        let left =
            |figure: Key, n: i32| self.value(who, figure).saturating_add(if self.is(who, state) { 0 } else { n });
        let takes = def.mods.iter().filter(|each| each.n < 0);
        takes
            .flat_map(|each| each.on.iter().map(move |figure| (*figure, each.n)))
            .any(|(figure, n)| self.rules.economy.is_spent_without(figure) && left(figure, n) <= 0)
    }
}
