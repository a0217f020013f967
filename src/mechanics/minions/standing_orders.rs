//! Minions: each does what they were last told and understood, with their own
//! two actions, until that is done or cannot be (LG-MINION-01 to LG-MINION-05).

use super::clause::{Clause, read, words};
use super::obedience::{Now, Servant};
use crate::mechanics::drives;
use crate::mechanics::prelude::*;

/// The numbers of minions.
#[derive(Clone, Debug, Deserialize)]
pub struct StandingOrders {
    /// The figure of how many sentences a minion understands.
    pub understands: FigureName,
    /// What minions do unasked before they go anywhere: standing up.
    pub first: Vec<Verb>,
    /// What they do unasked when there is somebody to strike and nothing to do it with: loading.
    pub readies: Vec<Verb>,
    /// The deed that takes things up.
    pub pick_up: Verb,
    /// The deed of turning blows aside, and the stance that it leads to.
    pub deflect: (Verb, ConditionName),
    /// The word of profiles that do not outlive whom they follow.
    pub bound: Key,
    /// What becomes of those.
    pub dead: ConditionName,
    /// The rules that these numbers stand for.
    pub rules: StandingOrdersRules,
}

rule_ids! { struct StandingOrdersRules {
    command: "Giving an order.",
    understands: "Understanding it.",
    obeys: "Keeping to it.",
    minion: "Who is a minion.",
} }

/// What one counts for at least that any touch undoes, in felled fighters.
const A_DOLL: f64 = 0.2;

/// The sentences that a minion has still to carry out.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing(pub Vec<Clause>);

/// What `who` has still to do.
pub(super) fn standing(look: Look<'_>, who: Id) -> &[Clause] {
    look.get::<Standing>(who).map_or(&[], |standing| &standing.0)
}

/// Whether `who` has nothing to do.
pub(in crate::mechanics) fn is_idle(look: Look<'_>, who: Id) -> bool {
    standing(look, who).is_empty()
}

/// Those who follow `who` and are there to obey.
pub(super) fn minions(look: Look<'_>, who: Id) -> impl Iterator<Item = Id> + '_ {
    let there = move |id: &Id| look.is_there(*id);
    look.everybody().filter(move |id| look.leader(*id) == Some(who)).filter(there)
}

impl StandingOrders {
    /// Whether `who` understands an order of so many sentences.
    pub(super) fn is_understood(&self, look: Look<'_>, who: Id, sentences: usize) -> bool {
        i32::try_from(sentences).is_ok_and(|sentences| sentences <= look.value(who, self.understands))
    }

    /// Those of them who do not outlive whom they follow.
    fn bound(&self, look: Look<'_>, who: Id) -> impl Iterator<Item = Id> {
        minions(look, who).filter(move |id| look.has_tag(*id, self.bound))
    }

    /// What was said to them before the battle.
    fn brief(&self, table: &mut Table<'_>, who: Id) {
        let look = table.look();
        let (Some(briefed), Some(leader)) = (look.get::<Briefed>(who), look.leader(who)) else { return };
        match read(look, leader, &briefed.0) {
            Ok(clauses) if self.is_understood(look, who, clauses.len()) => table.edit::<Standing>(who).0 = clauses,
            Ok(_) => {}
            Err(why) => {
                table.say(self.rules.command, who, |look| format!("{} has no order: {why}.", look.name(who)));
            }
        }
    }

    /// A sentence has come to its end: the next follows, or nothing where it cannot be carried out for `why`.
    fn leave(&self, table: &mut Table<'_>, who: Id, clause: Clause, why: Option<&str>) {
        let mut standing = table.edit::<Standing>(who);
        if why.is_some() {
            standing.0.clear();
        } else if !standing.0.is_empty() {
            standing.0.remove(0);
        }
        table.say(self.rules.obeys, who, |look| {
            let (name, order) = (look.name(who), clause.words(look));
            match why {
                Some(why) => format!("{name} cannot {order}: {why}. It stands idle."),
                None => format!("{name} is done with their order to {order}."),
            }
        });
    }

    fn on_condition(&self, table: &mut Table<'_>, who: Id, kind: ConditionName) -> Step {
        if kind != self.dead {
            return Ok(());
        }
        let bound: Vec<Id> = self.bound(table.look(), who).collect();
        for minion in bound {
            if table.look().is_dead(minion) {
                continue;
            }
            table.bring(minion, Condition::new(self.dead), |look| {
                Fact::new(self.rules.minion, format!("{} falls apart: {} is dead.", look.name(minion), look.name(who)))
            })?;
        }
        Ok(())
    }

    /// What is done is done, even with the last action of a turn.
    fn on_deed(&self, table: &mut Table<'_>, who: Id) -> Step {
        loop {
            let look = table.look();
            let done = look.leader(who).zip(standing(look, who).first().copied());
            let done =
                done.filter(|(leader, clause)| Servant { look, who, leader: *leader, rules: self }.has_done(*clause));
            let Some((_, clause)) = done else { return Ok(()) };
            self.leave(table, who, clause, None);
        }
    }
}

mechanic!(StandingOrders: |self| {
    words(words) => words.add(Word::Count, ["Leader", "Order"]),
    deeds => vec![Arc::new(self.clone())],
});

hears!(StandingOrders: |self, table| {
    Begun => table.everybody().into_iter().for_each(|who| self.brief(table, who)),
    Arrived { who } => self.brief(table, who),
    Condition { who, kind, begun: true } => self.on_condition(table, who, kind),
    Done { who, .. } => self.on_deed(table, who),
});

impl Drives for StandingOrders {
    /// A minion without anything to do holds their place.
    fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Option<Compulsion>> {
        loop {
            let look = table.look();
            let Some(leader) = look.leader(who) else { return Ok(None) };
            let Some(clause) = standing(look, who).first().copied() else { return Ok(Some(Compulsion::Nothing)) };
            match (Servant { look, who, leader, rules: self }).obey(clause) {
                Now::Does(order) => {
                    let bidding = if table.is_read() { clause.words(look) } else { String::new() };
                    return Ok(Some(Compulsion::Obeys(order, self.rules.obeys, bidding)));
                }
                Now::Waits => return Ok(Some(Compulsion::Nothing)),
                Now::Done => self.leave(table, who, clause, None),
                Now::Cannot(why) => self.leave(table, who, clause, Some(&why)),
            }
        }
    }
}

impl Judges for StandingOrders {
    /// Each of those who do not outlive them, as far as they are known of, counts by what it takes to fell it beside what it takes to
    /// fell them.
    fn falls_with(&self, look: Look<'_>, who: Id) -> f64 {
        let whole = look.health(who).map_or(1, |(_, whole)| whole.max(1));
        let counts = |minion: Id| {
            let left = look.health(minion).map_or(whole, |(left, _)| left);
            (f64::from(left) / f64::from(whole)).clamp(A_DOLL, 1.0)
        };
        let known = |minion: &Id| look.is_in_play(*minion) && look.knows_of(*minion);
        self.bound(look, who).filter(known).map(counts).sum()
    }
}

impl Shows for StandingOrders {
    fn intends(&self, look: Look<'_>, who: Id) -> Vec<Intent> {
        let first = standing(look, who).first().copied().filter(|_| look.leader(who).is_some());
        let intent = |clause: Clause| {
            let (named, to) = clause.names();
            let nearest = || drives::nearest(look, who, look.foes(who).filter(|_| clause == Clause::AttackNearest));
            Intent {
                of: Waits::Turns,
                at: named.or_else(nearest),
                to,
                text: clause.words(look),
                with: None,
                done: None,
                rule: self.rules.obeys,
            }
        };
        first.map(intent).into_iter().collect()
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let Some(leader) = look.leader(who) else { return Vec::new() };
        let order = match standing(look, who) {
            [] => "none".to_owned(),
            clauses => words(look, clauses),
        };
        let leader = SheetLine::of("Leader", look.name(leader), self.rules.minion);
        vec![leader, SheetLine::of("Order", order, self.rules.obeys)]
    }
}
