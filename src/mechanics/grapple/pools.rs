//! Many hands on one: those who have hold of somebody throw their dice together, and the one held throws against them
//! (OS-GRAP-02 to OS-GRAP-04).

use super::ties::{Hands, LetGo, pair_up};
use crate::mechanics::prelude::*;

/// The numbers of these contests.
#[derive(Clone, Debug, Deserialize)]
pub struct Pools {
    /// What is thrown so many times.
    pub die: Expr,
    /// The figure for how many times.
    pub dice: FigureName,
    /// The figure that is added to it, where it is more than nothing.
    pub plus: FigureName,
    /// The deed of taking hold.
    pub deed: Verb,
    /// States of both.
    pub states: PoolStates,
    /// States in which a grip loosens.
    pub loosened_by: Vec<ConditionName>,
    /// States in which somebody is out of every grip.
    pub torn_by: Vec<ConditionName>,
    /// The rules that these numbers stand for.
    pub rules: PoolRules,
}

/// States of those who hold and are held.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct PoolStates {
    /// In somebody's grip.
    pub held: ConditionName,
    /// Having somebody in one's grip.
    pub holding: ConditionName,
    /// Held and not yet overcome.
    pub struggling: ConditionName,
    /// Overcome.
    pub pinned: ConditionName,
    /// Thrown off.
    pub stunned: ConditionName,
}

rule_ids! { struct PoolRules {
    contest: "The contest.",
    thrown: "Being thrown off.",
    after: "What comes after.",
} }

/// Whether a contest about somebody is due when all have acted who act at once.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due(bool);

impl Pools {
    const fn tie(&self) -> Tie {
        Tie { held: self.states.held, holding: Some(self.states.holding), is_open: true }
    }

    /// Those who have hold of somebody, by their numbers.
    fn holders(&self, look: Look<'_>, victim: Id) -> Vec<Id> {
        let mut by: Vec<Id> = look.brought_by(victim, self.states.held).collect();
        by.sort_unstable();
        by
    }

    /// Those whom somebody has hold of.
    fn victims(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        look.brought_upon(who, self.states.held).collect()
    }

    fn throw(&self, table: &mut Table<'_>, who: Id) -> Step<i32> {
        let look = table.look();
        let dice = u16::try_from(look.value(who, self.dice).max(1)).unwrap_or(1);
        let mut plus = Sum::new();
        plus.add(self.plus, look.value(who, self.plus).max(0), self.rules.contest);
        table.roll(who, "grapple", &self.die.times(dice), plus, self.rules.contest)
    }

    fn contest(&self, table: &mut Table<'_>, victim: Id) -> Step {
        let look = table.look();
        let is_gone = look.is_dead(victim) || look.health(victim).is_some_and(|(left, _)| left <= 0);
        let holders = self.holders(look, victim);
        let Some(first) = holders.first().copied().filter(|_| !is_gone) else { return Ok(()) };
        let mut together = 0_i32;
        for holder in &holders {
            together = together.saturating_add(self.throw(table, *holder)?);
        }
        let own = self.throw(table, victim)?;
        if own > together {
            return self.throw_off(table, victim, &holders, own.saturating_sub(together));
        }
        let state = if own == together { self.states.struggling } else { self.states.pinned };
        table.bring(victim, Condition::new(state).by(first), |look| {
            Fact::new(self.rules.contest, format!("{}: {own} against {together}, {state}.", look.name(victim)))
        })
    }

    fn throw_off(&self, table: &mut Table<'_>, victim: Id, holders: &[Id], rounds: i32) -> Step {
        table.say(self.rules.thrown, victim, |look| {
            format!("{} throws off {}: stunned for {rounds}.", look.name(victim), look.names(holders, " and "))
        });
        holders.iter().try_for_each(|holder| self.release(table, victim, *holder))?;
        for holder in holders {
            // The round that is under way does not count.
            let until = Until::Rounds(rounds.saturating_add(1));
            table.begin(*holder, Condition::new(self.states.stunned).by(victim).until(until))?;
        }
        let look = table.look();
        if look.foes(victim).next().is_some() {
            table.say(self.rules.after, victim, |look| {
                format!("{} is free: initiative is thrown anew.", look.name(victim))
            });
            let rules = table.rules();
            rules.initiative.begin_anew(table);
        }
        Ok(())
    }

    /// Somebody's grip on somebody is gone.
    fn release(&self, table: &mut Table<'_>, victim: Id, holder: Id) -> Step {
        table.end_by(victim, self.states.held, Some(holder))?;
        table.end_by(holder, self.states.holding, Some(victim))?;
        if self.holders(table.look(), victim).is_empty() {
            table.end(victim, self.states.pinned)?;
            table.end(victim, self.states.struggling)?;
            if table.look().get::<Due>(victim).is_some_and(|due| due.0) {
                table.edit::<Due>(victim).0 = false;
            }
        }
        Ok(())
    }
}

mechanic!(Pools: |self| {
    grips => vec![self.tie()],
    words(words) => words.add(Word::Roll, ["grapple"]),
    deeds(hands) => {
        let (rule, empty) = (self.rules.after, "has hold of nobody");
        vec![Arc::new(LetGo { hands, group: Group::Attack, tempts: true, is_act: true, rule, empty })]
    },
});

hears!(Pools: |self, table| {
    Begun => pair_up(table, self.tie()),
    Arrived { .. } => pair_up(table, self.tie()),
    // Whoever is held has their chance at the end of their own part of the round.
    TurnBegun { who } => {
        let own = !matches!(table.clock().phase, Phase::First | Phase::Last);
        if own && !self.holders(table.look(), who).is_empty() {
            table.edit::<Due>(who).0 = true;
        }
    },
    Done { who, order } => {
        if self.deed != order.verb {
            return Ok(());
        }
        let look = table.look();
        let target = look.target(order);
        if let Some(target) = target.filter(|target| look.has_brought(who, self.states.held, *target)) {
            table.edit::<Due>(target).0 = true;
        }
    },
    Settled => {
        let is_due = |look: Look<'_>, id: Id| look.get::<Due>(id).is_some_and(|due| due.0);
        table.for_those(is_due, |table, victim| {
            table.edit::<Due>(victim).0 = false;
            self.contest(table, victim)
        })
    },
    Moved { who, .. } => {
        let look = table.look();
        let within = look.rules().measure.melee.unwrap_or(1);
        let apart = |a: Id, b: Id| look.gap(a, b) > within;
        let own = self.victims(look, who).into_iter().map(|victim| (victim, who));
        let by = self.holders(look, who).into_iter().map(|holder| (who, holder));
        let torn: Vec<(Id, Id)> = own.chain(by).filter(|(victim, holder)| apart(*victim, *holder)).collect();
        torn.into_iter().try_for_each(|(victim, holder)| self.release(table, victim, holder))
    },
    Condition { who, kind, begun: true } => {
        let look = table.look();
        if kind == self.states.held {
            let is_new = |holder: &Id| !look.has_brought(who, self.states.holding, *holder);
            let new: Vec<Id> = self.holders(look, who).into_iter().filter(is_new).collect();
            let holds = |holder| table.begin(holder, Condition::new(self.states.holding).by(who));
            return new.into_iter().try_for_each(holds);
        }
        if kind == self.states.holding {
            return Ok(());
        }
        let is_out = !look.is_in_play(who);
        if is_out || self.loosened_by.contains(&kind) {
            let victims = self.victims(look, who);
            victims.into_iter().try_for_each(|victim| self.release(table, victim, who))?;
        }
        if is_out || self.torn_by.contains(&kind) {
            let holders = self.holders(table.look(), who);
            holders.into_iter().try_for_each(|holder| self.release(table, who, holder))?;
        }
    },
});

impl Hands for Pools {
    fn in_hand(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        self.victims(look, who)
    }

    /// Whoever opens their hands opens all of them.
    fn meant(&self, look: Look<'_>, who: Id, _order: &Order) -> Vec<Id> {
        self.victims(look, who)
    }

    fn let_go(&self, table: &mut Table<'_>, who: Id, them: Vec<Id>) -> Step {
        table.say(self.rules.after, who, |look| format!("{} lets go.", look.name(who)));
        them.into_iter().try_for_each(|victim| self.release(table, victim, who))
    }

    /// Nobody gains by holding somebody for ever whom nobody else is there to strike.
    fn worth(&self, look: Look<'_>, who: Id) -> Option<Worth> {
        let helped = look.friends(who).any(|id| look.can_engage(id) && self.victims(look, id).is_empty());
        (!helped).then(|| Worth::of(0.02))
    }
}
