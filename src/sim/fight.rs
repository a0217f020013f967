//! One battle of many.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{Losses, Outcome, Plan};
use crate::ai::Minds;
use crate::battle::{
    Chronicle, Clock, Ground, Group, Look, MOST_DECISIONS, Onward, Order, Player, Question, Stands, Struck, Survey,
    caught, verdict,
};
use crate::dice::{AnyDice, RolledDice};

/// A world in which battles are fought, one after the other and all on the same ground.
pub struct Field {
    world: World,
    onward: Onward,
    survey: Survey,
}

impl Default for Field {
    fn default() -> Self {
        let mut world = World::new();
        let onward = Onward::new(&mut world);
        Self { world, onward, survey: Survey::default() }
    }
}

impl Field {
    /// Fights battle `number` of `plan`; a bug in it breaks this battle and no other.
    pub fn fight(&mut self, plan: &Plan, number: u64) -> Outcome {
        let fought = caught(|| {
            let battle = self.begin(plan, number);
            let outcome = self.play(plan, battle, number);
            self.world.despawn(battle);
            outcome
        });
        fought.unwrap_or_else(|fault| {
            *self = Self::default();
            let broken = Some(format!("the rules broke down: {fault}"));
            Outcome { broken, ..Outcome::default() }
        })
    }

    /// Sets the battle up. Battles of one plan are fought on the same ground, so they share what is worked out about it.
    fn begin(&mut self, plan: &Plan, number: u64) -> Entity {
        let Self { world, survey, .. } = self;
        let battle = plan.setup.spawn(world, AnyDice::from(RolledDice::from_seed(plan.seed_of(number))));
        if let Some(mut ground) = world.get_mut::<Ground>(battle) {
            ground.survey = survey.clone();
        }
        if let Some(mut chronicle) = world.get_mut::<Chronicle>(battle) {
            chronicle.off = !plan.chronicle;
        }
        battle
    }

    /// Plays it to its end, and tells how it went.
    fn play(&mut self, plan: &Plan, battle: Entity, number: u64) -> Outcome {
        let Self { world, onward, .. } = self;
        let skills = [plan.skill, plan.against.unwrap_or(plan.skill)];
        let minds = Minds::new(skills, plan.seed_of(number) ^ 0x5eed, MOST_DECISIONS).with_efforts(plan.efforts);
        let mut counted = Counted { minds, attacks: 0, turns: 0, last: None };
        let stands = onward.play(world, battle, &mut counted);
        let verdict = verdict(world, battle);
        let mut losses = vec![Losses::default(); plan.setup.sides.len()];
        let (mut rounds, mut struck) = (0, Struck::default());
        if let Some(look) = Look::at(world, battle) {
            rounds = look.clock().round;
            struck = look.struck();
            for id in look.everybody() {
                if let Some(losses) = losses.get_mut(usize::from(look.side(id).0)) {
                    losses.wounds += look.wounds(id).len() as u64;
                    let is_off = look.has_left(id) || look.has_given_up(id);
                    losses.fled += u64::from(is_off && !look.is_dead(id));
                    losses.felled += u64::from(look.is_dead(id) || !is_off && !look.is_able(id));
                }
            }
        }
        let broken = match (stands, verdict) {
            (_, Some(verdict)) => (verdict.is_broken || stands == Stands::InCircles).then(|| verdict.why.clone()),
            (Stands::Asking, None) if counted.minds.left() == 0 => None,
            (_, None) => Some("nobody can answer".to_owned()),
        };
        let Counted { attacks, turns, .. } = counted;
        let Struck { blows, hits } = struck;
        Outcome {
            winner: verdict.and_then(|verdict| verdict.winner),
            rounds,
            turns,
            attacks,
            blows,
            hits,
            losses,
            broken,
        }
    }
}

/// Players whose turns and attacks are counted.
struct Counted {
    minds: Minds,
    attacks: u64,
    turns: u64,
    last: Option<Clock>,
}

impl Player for Counted {
    fn looks_ahead(&self) -> bool {
        self.minds.looks_ahead()
    }

    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        let clock = look.clock();
        if self.last != Some(clock) {
            self.turns += u64::from(clock.turn.is_some());
            self.last = Some(clock);
        }
        let order = self.minds.answer(look, question)?;
        self.attacks += u64::from(look.deed(order.verb).is_ok_and(|deed| deed.group() == Group::Attack));
        Some(order)
    }
}
