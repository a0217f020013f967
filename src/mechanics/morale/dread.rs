//! Monsters whose mere sight frightens. Those who first see one from near save against it (ZN-COND-04).

use super::fearless::{has, is_beyond};
use crate::mechanics::prelude::*;

/// The numbers of that fear.
#[derive(Clone, Debug, Deserialize)]
pub struct Dread {
    /// Whether it is played.
    pub is_played: bool,
    /// Words of profiles of those who frighten others.
    #[serde(deserialize_with = "refers::own")]
    pub words: Vec<Key>,
    /// From how far, in half zones.
    pub range: u32,
    /// The figure that is saved on.
    pub save: FigureName,
    /// The state of those who do not pass.
    pub brings: ConditionName,
    /// Words of profiles of those who do not mind.
    pub immune: Vec<Key>,
    /// Skills of those who do not mind.
    pub unmoved: Vec<TechniqueName>,
    /// States of those who do not mind.
    pub beyond: Vec<ConditionName>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// Those whose sight somebody has stood or not stood already.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
struct Faced(Vec<Id>);

impl Dread {
    /// Whether somebody sees a monster for the first time, from near.
    fn is_new(&self, look: Look<'_>, who: Id, monster: Id) -> bool {
        let near = || look.half_zones(who, monster).is_some_and(|distance| distance <= self.range);
        let minds = || {
            !has(look, who, &self.immune)
                && !has(look, who, &self.words)
                && !is_beyond(look, who, &self.unmoved, &self.beyond)
        };
        look.are_enemies(who, monster)
            && look.is_known_to(monster, look.side(who))
            && has(look, monster, &self.words)
            && look.is_in_play(who)
            && look.is_in_play(monster)
            && near()
            && minds()
            && !look.get::<Faced>(who).is_some_and(|faced| faced.0.contains(&monster))
            && look.sees(who, monster)
    }

    /// Lets everybody save who sees a monster for the first time; only those whom `of` has to do with.
    fn face(&self, table: &mut Table<'_>, of: impl Fn(Id, Id) -> bool) -> Step {
        if !self.is_played {
            return Ok(());
        }
        let everybody = table.everybody();
        let monsters: Vec<Id> = everybody.iter().copied().filter(|id| has(table.look(), *id, &self.words)).collect();
        for monster in monsters {
            for who in everybody.iter().copied().filter(|who| of(*who, monster)) {
                if self.is_new(table.look(), who, monster) {
                    self.save(table, who, monster)?;
                }
            }
        }
        Ok(())
    }

    fn save(&self, table: &mut Table<'_>, who: Id, monster: Id) -> Step {
        table.edit::<Faced>(who).0.push(monster);
        if table.save(who, self.save, "the sight", self.rule)? {
            return Ok(());
        }
        let (rule, brings) = (self.rule, self.brings);
        table.bring(who, Condition::new(brings).by(monster), |look| {
            Fact::new(rule, format!("{} is {brings} of {}.", look.name(who), look.name(monster))).whom(monster)
        })
    }
}

mechanic!(Dread: |self| {
    relies_on(rules) => rules.of_no_effect([self.brings]),
    needs => &[Part::Saves],
});

hears!(Dread: |self, table| {
    RoundBegun => self.face(table, |_, _| true),
    TurnBegun { who } => self.face(table, |one, monster| one == who || monster == who),
    Moved { who, .. } => self.face(table, |one, monster| one == who || monster == who),
});
