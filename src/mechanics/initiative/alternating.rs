//! Sides take turns: whoever rolls higher begins the round, and then each side
//! in its turn sends one of its own who have not acted yet.

use bevy::ecs::prelude::Component;
use serde::Deserialize;

use crate::battle::{
    Choice, Fact, Id, Initiative, Key, Look, Mechanic, Next, Order, Question, SideId, Sides, Step, Sum, Table,
    TrackEntry, TrackForm, refers,
};
use crate::dice::Expr;

/// The numbers of this initiative.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternating {
    /// What each side throws at the start of a round.
    pub die: Expr,
    /// The rules that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rules: AlternatingRules,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlternatingRules {
    /// Who begins.
    pub begin: Key,
    /// Taking turns.
    pub turns: Key,
}

/// The last round in which somebody had its turn.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Acted(i32);

/// Which side is next, in this order.
#[derive(Component, Clone, Debug, Default)]
struct Sequence {
    sides: Vec<SideId>,
    next: usize,
}

impl Mechanic for Alternating {
    fn name(&self) -> &'static str {
        "alternating"
    }

    fn on_round(&self, table: &mut Table<'_>) -> Step {
        let look = table.look();
        let count = look.battle::<Sides>().map_or(0, |sides| sides.0.len());
        let mut sides: Vec<SideId> = (0..count).map(|side| SideId(side as u8)).collect();
        if look.arranged().is_none() {
            let mut rolled: Vec<(i32, SideId)> = Vec::new();
            for side in sides {
                let first = table.look().everybody().find(|id| table.look().side(*id) == side);
                let result = match first {
                    Some(first) => loop {
                        let result = table.roll(first, "side", &self.die, Sum::new(), self.rules.begin)?;
                        // Two sides that throw the same throw again, the later one.
                        if !rolled.iter().any(|(other, _)| *other == result) {
                            break result;
                        }
                    },
                    None => i32::MIN,
                };
                rolled.push((result, side));
            }
            rolled.sort_by(|a, b| b.cmp(a));
            sides = rolled.into_iter().map(|(_, side)| side).collect();
        }
        *table.edit_battle::<Sequence>() = Sequence { sides, next: 0 };
        Ok(())
    }

    fn on_turn(&self, table: &mut Table<'_>, who: Id) -> Step {
        let round = table.clock().round;
        table.edit::<Acted>(who).0 = round;
        Ok(())
    }
}

impl Alternating {
    /// Those of a side who have not acted this round.
    fn ready(look: Look<'_>, side: SideId) -> Vec<Id> {
        let round = look.clock().round;
        let acted = |id: &Id| look.get::<Acted>(*id).is_some_and(|acted| acted.0 >= round);
        let here = |id: &Id| look.place(*id).present && !look.is_dead(*id);
        look.everybody().filter(|id| look.side(*id) == side && here(id) && !acted(id)).collect()
    }
}

impl Initiative for Alternating {
    fn next(&self, table: &mut Table<'_>) -> Step<Next> {
        let sequence = table.look().battle::<Sequence>().cloned().unwrap_or_default();
        let count = sequence.sides.len();
        for step in 0..count {
            let index = (sequence.next + step) % count;
            let Some(side) = sequence.sides.get(index).copied() else { continue };
            let ready = Self::ready(table.look(), side);
            let Some(first) = ready.first().copied() else { continue };
            table.edit_battle::<Sequence>().next = index + 1;
            let rule = self.rules.turns;
            let look = table.look();
            let mut question = Question::new("who acts", side, first, "Who acts now?").rule(rule);
            for id in &ready {
                let name = look.name(*id);
                let order = Order::new("act").with(name);
                question = question.choice(Choice::new(order, name, "turn", rule));
            }
            let chosen = table.ask(question)?;
            let who = chosen.with.as_deref().and_then(|name| table.look().find(name)).unwrap_or(first);
            table.note(|look| Fact::new(rule, format!("{} acts.", look.name(who))).who(who));
            return Ok(Next::Turn(who));
        }
        Ok(Next::RoundOver)
    }

    fn track(&self, look: Look<'_>) -> Vec<TrackEntry> {
        let round = look.clock().round;
        look.everybody()
            .filter(|id| look.place(*id).present && !look.is_dead(*id))
            .map(|who| {
                let acted = look.get::<Acted>(who).is_some_and(|acted| acted.0 >= round);
                TrackEntry::new(look, who, String::new(), acted)
            })
            .collect()
    }

    fn form(&self, look: Look<'_>) -> TrackForm {
        let Some(sequence) = look.battle::<Sequence>() else { return TrackForm::Sides { next: None } };
        let count = sequence.sides.len();
        let ahead = (0..count).filter_map(|step| sequence.sides.get((sequence.next + step) % count).copied());
        let waits = |side: &SideId| Self::ready(look, *side).iter().any(|id| look.clock().turn != Some(*id));
        TrackForm::Sides { next: ahead.into_iter().find(waits) }
    }
}
