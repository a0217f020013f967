//! A battle that the rules broke down over, put back to where it was before.

use std::fmt;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{Game, Origin, Record, decisions, record};
use crate::battle::{
    Answer, Decisions, Fault, Look, Order, Player, Question, Refusal, Stands, advance, answer, caught, mend, play_on,
    quiet_world,
};

/// Where a battle stands before something is done with it.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    battle: Entity,
    made: usize,
}

/// The rules broke down over a battle.
#[derive(Clone, Debug)]
pub struct Mishap {
    /// Over what.
    pub fault: Fault,
    /// Which battle: its scenario and seed, where it can be begun again.
    pub of: Option<(String, u64)>,
    /// The decision over which it happened, counted from 1.
    pub number: usize,
    /// What was decided, if that was it.
    pub order: Option<Order>,
    /// The battle as it was before; none where it could not be played again to there.
    pub battle: Option<Entity>,
    /// The same as it would be saved.
    pub record: Option<Box<Record>>,
}

impl fmt::Display for Mishap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the rules broke down")?;
        if let Some(order) = &self.order {
            write!(f, " over `{}`", order.told())?;
        }
        if let Some((scenario, seed)) = &self.of {
            write!(f, " (decision {} of {scenario}, seed {seed})", self.number)?;
        }
        write!(f, ": {}", self.fault)
    }
}

impl std::error::Error for Mishap {}

/// Why a decision was not made.
#[derive(Debug, thiserror::Error)]
pub enum NotDone {
    /// It is not allowed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The rules broke down over it.
    #[error(transparent)]
    Broke(Box<Mishap>),
}

/// A player: where the battle stands is noted before each of their answers.
struct Noted<'a> {
    standing: &'a mut Standing,
    player: &'a mut dyn Player,
}

impl Player for Noted<'_> {
    fn looks_ahead(&self) -> bool {
        self.player.looks_ahead()
    }

    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        self.standing.made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        self.player.answer(look, question)
    }
}

impl Standing {
    /// Where `battle` stands now.
    pub fn of(world: &World, battle: Entity) -> Self {
        Self { battle, made: decisions(world, battle).len() }
    }

    /// Puts a battle that the rules broke down over back to where it stood: it is played again to there, in place of
    /// what is left of it.
    pub fn put_back(self, world: &mut World, fault: Fault) -> Mishap {
        let Self { battle, made } = self;
        let origin = world.get::<Origin>(battle).cloned();
        let mut kept = decisions(world, battle).to_vec();
        let order = kept.get(made).map(|decision| decision.order.clone());
        kept.truncate(made);
        // It may be gone already.
        let _ = world.try_despawn(battle);
        mend(world);
        let battle = origin.as_ref().and_then(|origin| origin.replay(world, &kept).ok());
        let record = battle.and_then(|battle| record(world, battle)).map(Box::new);
        let of = origin.map(|origin| (origin.scenario, origin.seed));
        Mishap { fault, of, number: made + 1, order, battle, record }
    }
}

impl Game {
    /// Does something with the battle. Should the rules break down over it, the battle is as it was before.
    ///
    /// # Errors
    /// With what they broke down over.
    pub fn guarded<T>(&mut self, deed: impl FnOnce(&mut Self) -> T) -> Result<T, Box<Mishap>> {
        let before = Standing::of(&self.world, self.battle);
        caught(|| deed(self)).map_err(|fault| Box::new(self.put_back(before, fault)))
    }

    /// Puts the battle back to where it stood.
    pub fn put_back(&mut self, before: Standing, fault: Fault) -> Mishap {
        let mishap = before.put_back(&mut self.world, fault);
        match mishap.battle {
            Some(battle) => self.battle = battle,
            None => self.world = quiet_world(),
        }
        mishap
    }

    /// Makes a decision, if there is one, and plays on until the battle is over or `player` leaves a question to somebody
    /// else.
    ///
    /// # Errors
    /// When the decision is not allowed, or the rules break down; the battle is then as it was when it last asked.
    pub fn play(&mut self, order: Option<&dyn Answer>, player: &mut (dyn Player + '_)) -> Result<Stands, NotDone> {
        let mut standing = Standing::of(&self.world, self.battle);
        let Self { world, battle } = self;
        let played = caught(|| {
            order.map_or(Ok(()), |order| answer(world, *battle, order))?;
            Ok(play_on(world, *battle, &mut Noted { standing: &mut standing, player }))
        });
        let played = played.map_err(|fault| NotDone::Broke(Box::new(self.put_back(standing, fault))))?;
        played.map_err(NotDone::Refused)
    }

    /// Makes a decision, and goes on to the next, whoever is to make it.
    ///
    /// # Errors
    /// When it is not allowed, or the rules break down over it; the battle is then as it was.
    pub fn decide(&mut self, order: impl Answer) -> Result<(), NotDone> {
        let made = self.guarded(|game| {
            answer(&mut game.world, game.battle, order)?;
            advance(&mut game.world, game.battle);
            Ok(())
        });
        made.map_err(NotDone::Broke)?.map_err(NotDone::Refused)
    }
}
