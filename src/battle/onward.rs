//! Programs play a battle on without a run of the schedule. They answer within the task that asks, and no task is begun
//! twice.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{QueryState, World};

use super::door::{accept, give_up_in_circles, give_up_worn_out};
use super::field::Due;
use super::patience::{MOST_DECISIONS, MOST_TASKS};
use super::stages::verdict::judge_battle;
use super::stages::{Desks, Ran, break_off, run_top};
use super::{Agenda, Asked, BattlePass, Decisions, Ended, Look, Order, Question, Task};

/// Whoever answers by themselves: the computer, a script, a record that is played again. A battle halts for nobody else
/// than people.
pub trait Player {
    /// The answer to what is asked, which must be one that [`Look::check`] finds legal; none leaves the battle waiting
    /// for somebody else.
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order>;

    /// Whether it tries things out on copies. The battle then stands before it as it does before somebody outside: with
    /// the task that asks on the agenda, and what that has done so far kept for copies to take back.
    fn looks_ahead(&self) -> bool {
        false
    }
}

/// Where a battle stands that was played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// Somebody else must answer.
    Asking,
    /// It is over.
    Over,
    /// It leads nowhere: this many tasks were done, and nobody was asked.
    InCircles,
}

type States = QueryState<(&'static Due, &'static Agenda, &'static Asked, &'static Ended, &'static Decisions)>;

/// Plays battles of one world on, one after the other, in the order in which runs of the schedule do it.
pub struct Onward {
    desks: Desks,
    states: States,
}

impl Onward {
    /// For the battles of this world and no other.
    pub fn new(world: &mut World) -> Self {
        Self { desks: QueryState::new(world), states: QueryState::new(world) }
    }

    /// Plays `battle` on until it is over, or `player` leaves a question to somebody else.
    pub fn play(&mut self, world: &mut World, battle: Entity, player: &mut (dyn Player + '_)) -> Stands {
        if let Some(order) = answered(world, battle, player) {
            accept(world, battle, order);
        }
        let (mut stage, mut idle, mut made) = (0, 0, 0);
        loop {
            let Ok((due, agenda, asked, ended, decisions)) = self.states.get(world, battle) else {
                return Stands::Over;
            };
            if ended.0.is_some() || agenda.0.is_empty() {
                return Stands::Over;
            }
            if asked.0.is_some() {
                return if give_up_worn_out(world, battle) { Stands::Over } else { Stands::Asking };
            }
            if decisions.0.len() > made {
                (made, idle) = (decisions.0.len(), 0);
            }
            idle += 1;
            if idle > MOST_TASKS {
                give_up_in_circles(world, battle);
                return Stands::InCircles;
            }
            let next = due.stage.map(|due| due as usize).filter(|due| *due >= stage);
            // Nobody has won or lost on the eve of it.
            let is_judged = due.verdict && agenda.0.first() != Some(&Task::Start);
            match next {
                Some(due) => {
                    stage = due + 1;
                    if let Ran::Broken(pause) = run_top(world, battle, &mut self.desks, Some(&mut *player)) {
                        break_off(world, battle, &pause);
                    }
                }
                None => {
                    stage = 0;
                    if is_judged {
                        if let Some(mut due) = world.get_mut::<Due>(battle) {
                            due.verdict = false;
                        }
                        judge_battle(world, battle);
                    }
                }
            }
        }
    }

    /// Runs the task on top of the agenda, which somebody outside will answer.
    pub(super) fn step(&mut self, world: &mut World, battle: Entity) {
        if let Ran::Broken(pause) = run_top(world, battle, &mut self.desks, None) {
            break_off(world, battle, &pause);
        }
    }
}

/// Answers nothing: whatever it plays comes to its next question and no further.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Player for Nobody {
    fn answer(&mut self, _: Look<'_>, _: &Question) -> Option<Order> {
        None
    }
}

/// Plays `battle` on until it is over, or `player` leaves a question to somebody else: [`advance`](super::advance) for
/// whoever answers by themselves. Systems that watch see where it has come to.
pub fn play_on(world: &mut World, battle: Entity, player: &mut (dyn Player + '_)) -> Stands {
    let stands = Onward::new(world).play(world, battle, player);
    world.run_schedule(BattlePass);
    stands
}

/// The answer of a player to the question that a battle waits on.
pub(super) fn answered(world: &World, battle: Entity, player: &mut (dyn Player + '_)) -> Option<Order> {
    let look = Look::at(world, battle)?;
    let made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
    if made >= MOST_DECISIONS {
        return None;
    }
    player.answer(look, look.question()?)
}
