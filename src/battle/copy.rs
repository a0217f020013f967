//! Copies of a battle, to look ahead in: from here, do this, play on to the end; and again, a thousand times.
//!
//! ```no_run
//! # use sortie::battle::{Falls, Look, Order, Player, Scratch};
//! # fn think(look: Look<'_>, orders: &[Order], player: &mut dyn Player) {
//! let mut scratch = Scratch::new();
//! let mut copy = scratch.copy(look);
//! for order in orders {
//!     for seed in 0..100 {
//!         copy.again(Falls::From(seed));
//!         if copy.answer(order.clone()).is_ok() {
//!             copy.play(player);
//!         }
//!     }
//! }
//! # }
//! ```
//!
//! A copy has everything that the rules keep of a battle: its fighters and things with all that mechanics keep of
//! them, agenda, clock, the question at hand, the answers so far. It stands in a world of its own: a look at a battle is
//! enough to copy it, on any thread. The original cannot change as long as it is borrowed. Left out are the
//! chronicle, where the battle came from (no record is made of a copy), and what onlookers have put on its entities.
//!
//! **What a copy hides.** With [`Falls::From`] the dice that will fall are not those of the original: nobody peeks. Those
//! that fell within the task at hand fall again, since they lie on the table. Everything else is as it truly is: hands
//! of cards, the order of the deck, who hides and what latecomers are on their way. [`Twin::imagine`] deals cards anew;
//! a look ahead must not lean on the rest.

mod imagine;

pub use self::imagine::deal_unseen;

use std::any::TypeId;
use std::collections::BTreeSet;

use bevy::ecs::change_detection::Tick;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;
use smallvec::SmallVec;

use super::kinds::{Copying, Kinds};
use super::memo::CardReader;
use super::onward::{Onward, Player, Stands};
use super::table::{Halt, Halted, Marks};
use super::{
    Asked, Battle, Chronicle, Decisions, DiceCup, FightsIn, Look, Order, Refusal, Roster, StandsIn, Things, Verdict,
    answer, verdict,
};

/// How the dice of a copy fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Falls {
    /// As those of the original will: the same battle is played twice.
    Alike,
    /// As those of this seed do: one way in which it may go on.
    From(u64),
}

/// A place to copy battles into, kept from one to the next.
pub struct Scratch {
    world: World,
    battle: Entity,
    onward: Onward,
    /// Each entity of the original with its twin here: the battle, its fighters, its things.
    twins: Vec<(Entity, Entity)>,
    /// When it was last the same as the original.
    since: Tick,
    /// What has changed since.
    changed: Vec<(Entity, Entity, Copying)>,
}

/// A battle copied, to be played on and begun again.
pub struct Twin<'a> {
    scratch: &'a mut Scratch,
    original: Look<'a>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

impl Scratch {
    /// A place in which copies tell nothing: their facts are not even put together.
    pub fn new() -> Self {
        let mut world = World::new();
        Kinds::know(&mut world);
        let battle = world.spawn((Battle::default(), Chronicle { off: true, ..Chronicle::default() })).id();
        let onward = Onward::new(&mut world);
        let since = world.change_tick();
        Self { world, battle, onward, twins: Vec::new(), since, changed: Vec::new() }
    }

    /// The same with copies whose chronicle is written, from their first moment on.
    #[must_use]
    pub fn told(mut self) -> Self {
        if let Some(mut chronicle) = self.world.get_mut::<Chronicle>(self.battle) {
            chronicle.off = false;
        }
        self
    }

    /// Copies the battle that is looked at, as it truly is and not only as far as this look sees. Its dice fall alike.
    pub fn copy<'a>(&'a mut self, original: Look<'a>) -> Twin<'a> {
        self.copy_falling(original, Falls::Alike)
    }

    /// The same, with dice that fall so.
    pub fn copy_falling<'a>(&'a mut self, original: Look<'a>, falls: Falls) -> Twin<'a> {
        self.copy_all(original);
        let mut copy = Twin { scratch: self, original };
        copy.finish(falls);
        copy
    }

    /// The copy of this battle that was made last, as it was left, to be played on.
    pub fn as_left<'a>(&'a mut self, original: Look<'a>) -> Twin<'a> {
        Twin { scratch: self, original }
    }

    fn copy_all(&mut self, original: Look<'_>) {
        let from = original.world();
        self.meet(original);
        let Some(kinds) = from.get_resource::<Kinds>() else { return };
        for (one, twin) in &self.twins {
            let Ok(one) = from.get_entity(*one) else { continue };
            for kind in one.archetype().components().iter().filter_map(|id| kinds.get(*id)) {
                (kind.copy)(from, one.id(), &mut self.world, *twin);
            }
            let has_more = |of: TypeId| !one.contains_type_id(of);
            let (Ok(own), Some(known)) = (self.world.get_entity(*twin), self.world.get_resource::<Kinds>()) else {
                continue;
            };
            let own = own.archetype().components().iter().filter_map(|id| known.get(*id));
            self.changed.extend(own.filter(|kind| has_more(kind.of)).map(|kind| (one.id(), *twin, kind.copy)));
        }
        self.catch_up(from);
        CardReader::refresh(&mut self.world);
    }

    /// Lets there be as many fighters and things as in the original; whether there were.
    fn meet(&mut self, original: Look<'_>) -> bool {
        let (from, of) = (original.world(), original.entity_of_battle());
        let (own_fighters, own_things) = those_in(&self.world, self.battle);
        let (fighters, things) = those_in(from, of);
        let known = self.twins.iter().map(|(one, _)| one);
        // Whoever has come within the task at hand comes as somebody new when that task begins once more.
        let twins = self.twins.iter().map(|(_, twin)| twin);
        let is_met = twins.eq([self.battle].iter().chain(own_fighters).chain(own_things));
        if is_met && known.eq([of].iter().chain(fighters).chain(things)) {
            return true;
        }
        let (met, met_things) = (own_fighters.len(), own_things.len());
        let late = own_fighters.iter().skip(fighters.len()).chain(own_things.iter().skip(things.len()));
        for entity in late.copied().collect::<Vec<_>>() {
            self.world.despawn(entity);
        }
        for _ in met..fighters.len() {
            self.world.spawn(FightsIn(self.battle));
        }
        for _ in met_things..things.len() {
            self.world.spawn(StandsIn(self.battle));
        }
        let (own_fighters, own_things) = those_in(&self.world, self.battle);
        let own = [self.battle].into_iter().chain(own_fighters.iter().chain(own_things).copied());
        self.twins = [of].into_iter().chain(fighters.iter().chain(things).copied()).zip(own).collect();
        false
    }

    /// Finds what was changed here.
    fn find_changed(&mut self) {
        let now = self.world.change_tick();
        let Some(kinds) = self.world.get_resource::<Kinds>() else { return };
        for (one, twin) in &self.twins {
            let Ok(entity) = self.world.get_entity(*twin) else { continue };
            for id in entity.archetype().components() {
                let is_changed =
                    entity.get_change_ticks_by_id(*id).is_some_and(|ticks| ticks.is_changed(self.since, now));
                if let Some(kind) = kinds.get(*id).filter(|kind| is_changed && kind.of != TypeId::of::<Decisions>()) {
                    self.changed.push((*one, *twin, kind.copy));
                }
            }
        }
    }

    /// Lets what was changed be as it is in the original.
    fn catch_up(&mut self, from: &World) {
        for (one, twin, copy) in self.changed.drain(..) {
            copy(from, one, &mut self.world, twin);
        }
    }
}

/// The fighters and the things of a battle.
fn those_in(world: &World, battle: Entity) -> (&[Entity], &[Entity]) {
    let fighters = world.get::<Roster>(battle).map_or(&[][..], Roster::entities);
    (fighters, world.get::<Things>(battle).map_or(&[][..], Things::entities))
}

impl Twin<'_> {
    /// Makes it anew what the original is, and lets its dice fall so.
    pub fn again(&mut self, falls: Falls) {
        let Self { scratch, original } = self;
        if !scratch.meet(*original) {
            // Somebody has come meanwhile, here or there.
            scratch.copy_all(*original);
            return self.finish(falls);
        }
        scratch.find_changed();
        scratch.catch_up(original.world());
        // What was decided since comes after what was decided in the original.
        let made = original.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        if let Some(mut decisions) = scratch.world.get_mut::<Decisions>(scratch.battle).filter(|own| own.0.len() > made)
        {
            decisions.0.truncate(made);
        }
        self.finish(falls);
    }

    /// Puts the dice into its cup, and puts the question to it that the original waits on. A question in the middle of
    /// a task is put by beginning that task once more: how far it has come stands nowhere.
    fn finish(&mut self, falls: Falls) {
        let Self { scratch, original } = self;
        let Scratch { world, battle, onward, twins, .. } = &mut **scratch;
        let halt = original.battle::<Halted>().and_then(|halted| halted.0.as_ref());
        let Some(cup) = original.battle::<DiceCup>() else { return };
        let since = halt.map_or_else(|| cup.0.mark(), |halt| halt.marks().dice);
        let is_early = halt.is_none_or(|halt| halt.is_bare() && since == cup.0.mark());
        if let (Some(halt), false) = (halt, is_early) {
            let twin = |whose: Entity| twins.iter().find(|(one, _)| *one == whose).map(|(_, twin)| *twin);
            halt.take_back_in(world, twin);
        }
        let mut its_own = world.entity_mut(*battle);
        if let Some(mut own) = its_own.get_mut::<DiceCup>() {
            own.0 = match falls {
                Falls::Alike => cup.0.at(since),
                Falls::From(seed) => cup.0.going_on(seed, since),
            };
        }
        if let Some(mut chronicle) = its_own.get_mut::<Chronicle>() {
            chronicle.facts.clear();
        }
        let marks = its_own.get_components::<(&Chronicle, &DiceCup)>();
        let before = halt.zip(marks.ok()).map(|(halt, (chronicle, cup))| Marks::of(chronicle, cup, halt.marks().clock));
        if let Some(mut halted) = its_own.get_mut::<Halted>() {
            halted.0 = before.map(|marks| Halt::new(SmallVec::new(), marks));
        }
        if !is_early && original.question().is_some() {
            if let Some(mut asked) = its_own.get_mut::<Asked>() {
                asked.0 = None;
            }
            onward.step(world, *battle);
        }
        scratch.since = scratch.world.increment_change_tick();
    }

    /// Lets all dice from now on fall by another seed, unless it stands in the middle of something that dice have fallen for.
    pub fn fall(&mut self, seed: u64) {
        let mut its_own = self.scratch.world.entity_mut(self.scratch.battle);
        if its_own.get::<Halted>().is_none_or(|halted| halted.0.as_ref().is_none_or(Halt::is_bare))
            && let Some(mut cup) = its_own.get_mut::<DiceCup>()
        {
            cup.0 = cup.0.going_on(seed, cup.0.mark());
        }
    }

    /// The copy as everybody may see it.
    pub fn look(&self) -> Option<Look<'_>> {
        Look::at(self.world(), self.battle())
    }

    /// The world that it stands in.
    pub fn world(&self) -> &World {
        &self.scratch.world
    }

    /// Its entity in that world.
    pub fn battle(&self) -> Entity {
        self.scratch.battle
    }

    /// How it ended, if it has.
    pub fn verdict(&self) -> Option<&Verdict> {
        verdict(self.world(), self.battle())
    }

    /// The same two, to go through it task by task.
    pub fn by_hand(&mut self) -> (&mut World, Entity) {
        (&mut self.scratch.world, self.scratch.battle)
    }

    /// Answers what is asked. Nothing happens until the copy is played on.
    ///
    /// # Errors
    /// When the answer is not a legal one; the question then stands.
    pub fn answer(&mut self, order: Order) -> Result<(), Refusal> {
        answer(&mut self.scratch.world, self.scratch.battle, order)
    }

    /// Plays on until it is over, or `player` leaves a question to somebody else.
    pub fn play(&mut self, player: &mut (dyn Player + '_)) -> Stands {
        let Scratch { world, battle, onward, .. } = &mut *self.scratch;
        onward.play(world, *battle, player)
    }

    /// The kinds of component on the entities of the original that the rules know nothing of, and no copy has.
    pub fn left_out(&self) -> BTreeSet<TypeId> {
        let world = self.original.world();
        let entities = self.scratch.twins.iter().filter_map(|(one, _)| world.get_entity(*one).ok());
        let ids = entities.flat_map(|entity| entity.archetype().components().to_vec());
        let kinds = world.get_resource::<Kinds>();
        let unknown = ids.filter(|id| kinds.is_none_or(|kinds| kinds.get(*id).is_none()));
        let types = unknown.filter_map(|id| world.components().get_info(id)?.type_id());
        types.filter(|of| !OF_EACH_BATTLE.iter().any(|own| own() == *of)).collect()
    }
}

/// What every battle has for itself.
const OF_EACH_BATTLE: [fn() -> TypeId; 6] = [
    TypeId::of::<FightsIn>,
    TypeId::of::<Roster>,
    TypeId::of::<StandsIn>,
    TypeId::of::<Things>,
    TypeId::of::<Chronicle>,
    TypeId::of::<Halted>,
];
