//! One battle of many while it is fought.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{MOST_DECISIONS, MOST_RUNS, Outcome, Plan};
use crate::ai::Mind;
use crate::battle::{Chronicle, Clock, Ground, Group, Look, SideId, Survey, accept, is_waiting, verdict};
use crate::dice::{AnyDice, RolledDice};

/// A battle and those who play it.
pub(super) struct Fight {
    pub(super) number: u64,
    battle: Entity,
    sides: usize,
    minds: [Mind; 2],
    attacks: u64,
    turns: u64,
    last: Option<Clock>,
    decisions: usize,
    /// Runs of the schedule since the last decision.
    runs: u32,
    broken: Option<String>,
    /// How it went, once it is over and out of the world.
    pub(super) outcome: Option<Outcome>,
}

impl Fight {
    /// Puts battle `number` of `plan` into `world`. Battles of one plan are fought on the same ground, so they share
    /// what is worked out about it.
    pub(super) fn begin(plan: &Plan, world: &mut World, survey: &Survey, number: u64) -> Self {
        let seed = plan.seed_of(number);
        let battle = plan.setup.spawn(world, AnyDice::from(RolledDice::from_seed(seed)));
        if let Some(mut ground) = world.get_mut::<Ground>(battle) {
            ground.survey = survey.clone();
        }
        if let Some(mut chronicle) = world.get_mut::<Chronicle>(battle) {
            chronicle.off = !plan.chronicle;
        }
        let minds = [plan.skill, plan.against.unwrap_or(plan.skill)].map(|skill| Mind::new(skill, seed ^ 0x5eed));
        let (sides, broken, outcome) = (plan.setup.sides.len(), None, None);
        Self { number, battle, sides, minds, attacks: 0, turns: 0, last: None, decisions: 0, runs: 0, broken, outcome }
    }

    /// Answers what is asked, if anything is; or tells how it went if it is over.
    pub(super) fn go_on(&mut self, world: &mut World) {
        if self.outcome.is_none() && !self.goes_on(world) {
            self.outcome = Some(self.end(world));
        }
    }

    fn goes_on(&mut self, world: &mut World) -> bool {
        self.runs += 1;
        if !is_waiting(world, self.battle) {
            if self.runs > MOST_RUNS {
                self.broken = Some("the battle goes round in circles".to_owned());
            }
            return self.broken.is_none();
        }
        if verdict(world, self.battle).is_some() || self.decisions == MOST_DECISIONS {
            return false;
        }
        let Some(look) = Look::at(world, self.battle) else { return false };
        let clock = look.clock();
        if self.last != Some(clock) {
            self.turns += u64::from(clock.turn.is_some());
            self.last = Some(clock);
        }
        let first = look.question().is_none_or(|question| question.side == SideId(0));
        let Some(order) = self.minds[usize::from(!first)].decide(look) else {
            self.broken = Some("nobody can answer".to_owned());
            return false;
        };
        self.attacks += u64::from(look.deed(&order.verb).is_ok_and(|deed| deed.group() == Group::Attack));
        (self.runs, self.decisions) = (0, self.decisions + 1);
        // Nobody decides on what is not legal.
        accept(world, self.battle, order);
        true
    }

    /// How it went; the battle leaves the world.
    fn end(&mut self, world: &mut World) -> Outcome {
        let Self { battle, sides, attacks, turns, .. } = *self;
        let mut broken = self.broken.take();
        let verdict = verdict(world, battle);
        let winner = verdict.and_then(|verdict| verdict.winner);
        if let Some(verdict) = verdict.filter(|verdict| verdict.is_broken) {
            broken = broken.or_else(|| Some(verdict.why.clone()));
        }
        let mut wounds = vec![0; sides];
        let mut rounds = 0;
        if let Some(look) = Look::at(world, battle) {
            rounds = look.clock().round;
            for id in look.everybody() {
                if let Some(wounds) = wounds.get_mut(usize::from(look.side(id).0)) {
                    *wounds += look.wounds(id).len() as u64;
                }
            }
        }
        world.despawn(battle);
        Outcome { winner, rounds, turns, attacks, wounds, broken }
    }
}
