//! Dying by the clock. The dying have the rest of this round and the next. Those who are saved from it keep an injury
//! (ZN-DEATH-01).

use crate::mechanics::answers;
use crate::mechanics::prelude::*;

/// The numbers of dying.
#[derive(Clone, Debug, Deserialize)]
pub struct LastRounds {
    /// The state of the dying.
    pub dying: ConditionName,
    /// What they come to in the end.
    pub dead: ConditionName,
    /// What they are in beside it, and stay in when they are saved.
    pub felled: ConditionName,
    /// The figure that they have nothing left of: with any of it they are saved.
    pub left: FigureName,
    /// Rounds that they have after that in which they fell.
    pub rounds: i32,
    /// What is thrown for the injury of those who are saved.
    pub die: Expr,
    /// What comes of that throw, the lowest first; beyond the last there is none.
    pub injuries: Vec<Injury>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// What some throws bring.
#[derive(Clone, Debug, Deserialize)]
pub struct Injury {
    /// The highest of these throws.
    pub up_to: i32,
    /// The state that it brings.
    pub brings: ConditionName,
    /// Parts of the body that it may concern: the first that is sound.
    #[serde(default, deserialize_with = "refers::own")]
    pub on: Vec<Key>,
}

/// The round in which somebody began to die.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Since(Option<i32>);

impl LastRounds {
    /// Whoever has something left again is saved.
    fn save(&self, table: &mut Table<'_>) -> Step {
        for who in table.everybody() {
            if table.look().condition(who, self.dying).is_some() && table.look().value(who, self.left) > 0 {
                let text = |look: Look<'_>| format!("{} will not die of it.", look.name(who));
                table.sheds(who, self.dying, self.rule, text)?;
            }
        }
        Ok(())
    }

    /// The injury that somebody keeps who is saved.
    fn injure(&self, table: &mut Table<'_>, who: Id) -> Step {
        let rule = self.rule;
        let thrown = table.roll(who, "an injury", &self.die, Sum::new(), rule)?;
        let Some(injury) = self.injuries.iter().find(|injury| thrown <= injury.up_to) else { return Ok(()) };
        let brings = injury.brings;
        let hurt = |part: &Key| {
            let parts = table.look().conditions(who).iter().filter(|each| each.kind == brings);
            parts.into_iter().any(|each| each.part == Some(*part))
        };
        let part = injury.on.iter().copied().find(|part| !hurt(part)).or(injury.on.first().copied());
        table.bring(who, Condition::new(brings).on(part), |look| {
            Fact::new(rule, format!("{} keeps an injury: {}.", look.name(who), part.unwrap_or(brings.key())))
        })
    }
}

mechanic!(LastRounds: |self| {
    answers_for => vec![answers::death(self.dying)],
    relies_on(rules) => rules.of_no_effect(self.injuries.iter().map(|injury| injury.brings)),
    words(words) => words.add(Word::Roll, ["an injury"]),
    needs => &[Part::Saves],
});

hears!(LastRounds: |self, table| {
    Condition { who, kind, begun } => {
        if kind != self.dying || table.look().is_dead(who) {
            return Ok(());
        }
        if !begun {
            let fell = table.look().get::<Since>(who).is_some_and(|since| since.0.is_some());
            table.edit::<Since>(who).0 = None;
            return if fell { self.injure(table, who) } else { Ok(()) };
        }
        let round = table.clock().round;
        let mut since = table.edit::<Since>(who);
        since.0 = since.0.or(Some(round));
        table.begin(who, Condition::new(self.felled))
    },
    // Whoever comes into the fight dying has as much time as those who fall in its first round.
    RoundBegun => {
        let round = table.clock().round;
        let is_new = |look: Look<'_>, id: Id| {
            look.condition(id, self.dying).is_some() && look.get::<Since>(id).is_none_or(|since| since.0.is_none())
        };
        table.for_those(is_new, |table, who| {
            table.edit::<Since>(who).0 = Some(round);
            table.begin(who, Condition::new(self.felled))
        })
    },
    Done { .. } => self.save(table),
    RoundEnded => {
        self.save(table)?;
        let round = table.clock().round;
        let is_due = |look: Look<'_>, id: Id| {
            let since = look.get::<Since>(id).and_then(|since| since.0);
            look.condition(id, self.dying).is_some() && since.is_some_and(|since| since + self.rounds <= round)
        };
        table.for_those(is_due, |table, who| {
            table
                .bring(who, Condition::new(self.dead), |look| Fact::new(self.rule, format!("{} dies.", look.name(who))))
        })
    },
});
