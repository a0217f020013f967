//! What a task has done, and how it is taken back: in its own battle, or in a copy of it.

use std::any::TypeId;
use std::fmt::Write;

use bevy::ecs::component::Mutable;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, World};
use bevy::platform::collections::HashSet;
use smallvec::SmallVec;

use super::{Chronicle, Clock};
use crate::battle::finder::Finder;
use crate::battle::{DiceCup, Struck};
use crate::dice::Mark;

/// How one change is taken back.
pub(in crate::battle) struct Undo {
    whose: Entity,
    before: Box<dyn Before>,
}

/// What was before a change.
trait Before: Send + Sync {
    /// Lets it be so again.
    fn restore(self: Box<Self>, world: &mut World, whose: Entity);

    /// The same for somebody else.
    fn copied(&self) -> Box<dyn Before>;
}

/// A component, or that there was none.
impl<C: Component<Mutability = Mutable> + Clone> Before for Option<C> {
    fn restore(self: Box<Self>, world: &mut World, whose: Entity) {
        let Ok(mut entity) = world.get_entity_mut(whose) else { return };
        match *self {
            Some(before) => {
                if let Some(mut now) = entity.get_mut::<C>() {
                    *now = before;
                }
            }
            None => {
                entity.remove::<C>();
            }
        }
        Finder::hear_of::<C>(world, whose);
    }

    fn copied(&self) -> Box<dyn Before> {
        Box::new(self.clone())
    }
}

/// Somebody was not there.
struct Absent;

impl Before for Absent {
    fn restore(self: Box<Self>, world: &mut World, whose: Entity) {
        world.despawn(whose);
    }

    fn copied(&self) -> Box<dyn Before> {
        Box::new(Self)
    }
}

impl Undo {
    /// A component of somebody was so, or was not there.
    pub fn component<C: Component<Mutability = Mutable> + Clone>(whose: Entity, before: Option<C>) -> Self {
        Self { whose, before: Box::new(before) }
    }

    /// Somebody has come who was not there.
    pub fn arrival(whose: Entity) -> Self {
        Self { whose, before: Box::new(Absent) }
    }

    /// Takes the change back.
    pub fn take_back(self, world: &mut World) {
        self.before.restore(world, self.whose);
    }
}

/// Tells all of a component, so that two battles can be compared.
pub(in crate::battle) type Teller = fn(&World, Entity, &mut dyn Write) -> std::fmt::Result;

/// What a task has done: how it is taken back, and which components it has changed.
#[derive(Default)]
pub(in crate::battle) struct Done {
    pub undo: SmallVec<[Undo; 8]>,
    pub changed: SmallVec<[(Entity, TypeId, Teller); 8]>,
    /// The same once they are many.
    known: HashSet<(Entity, TypeId)>,
}

/// Up to so many changes are gone through one by one.
const FEW: usize = 32;

impl Done {
    pub(super) fn has_changed(&self, entity: Entity, component: TypeId) -> bool {
        if self.changed.len() > FEW {
            return self.known.contains(&(entity, component));
        }
        self.changed.iter().any(|(whose, what, _)| (*whose, *what) == (entity, component))
    }

    /// Takes down that a component has been changed; whether it had not been.
    pub(super) fn changes(&mut self, entity: Entity, component: TypeId, teller: Teller) -> bool {
        if self.has_changed(entity, component) {
            return false;
        }
        self.changed.push((entity, component, teller));
        if self.changed.len() > FEW {
            let new = self.changed.iter().skip(self.known.len());
            self.known.extend(new.map(|(whose, what, _)| (*whose, *what)));
        }
        true
    }
}

/// What a task has done that did not come to its end.
pub(in crate::battle) struct Halt {
    undo: SmallVec<[Undo; 8]>,
    marks: Marks,
}

impl Halt {
    /// What this task has done since these marks.
    pub const fn new(undo: SmallVec<[Undo; 8]>, marks: Marks) -> Self {
        Self { undo, marks }
    }

    /// Takes all of it back.
    pub fn take_back(self, world: &mut World, battle: Entity) {
        for undo in self.undo.into_iter().rev() {
            undo.take_back(world);
        }
        self.marks.restore(world, battle);
    }

    /// Whether there is nothing to be taken back but the clock.
    pub fn is_bare(&self) -> bool {
        self.undo.is_empty()
    }

    /// What it has done, where the task goes on after all.
    pub fn into_undo(self) -> SmallVec<[Undo; 8]> {
        self.undo
    }

    /// Where dice and clock stood before the task.
    pub const fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Takes all of it back in a copy of the battle, dice and clock left out.
    pub fn take_back_in(&self, world: &mut World, twin: impl Fn(Entity) -> Option<Entity>) {
        for undo in self.undo.iter().rev() {
            if let Some(twin) = twin(undo.whose) {
                undo.before.copied().restore(world, twin);
            }
        }
    }
}

/// The task that waits for an answer, as far as it has come.
#[derive(Component, Default)]
pub(in crate::battle) struct Halted(pub Option<Halt>);

/// Where dice, chronicle and clock stood before a task.
#[derive(Clone, Copy)]
pub(in crate::battle) struct Marks {
    facts: usize,
    struck: Struck,
    pub dice: Mark,
    pub clock: Clock,
}

impl Marks {
    pub fn of(chronicle: &Chronicle, cup: &DiceCup, clock: Clock) -> Self {
        Self { facts: chronicle.facts.len(), struck: chronicle.struck, dice: cup.0.mark(), clock }
    }

    fn restore(&self, world: &mut World, battle: Entity) {
        if let Some(mut chronicle) = world.get_mut::<Chronicle>(battle) {
            chronicle.cut(self.facts, self.struck);
        }
        if let Some(mut cup) = world.get_mut::<DiceCup>(battle) {
            cup.0.rewind(self.dice);
        }
        if let Some(mut clock) = world.get_mut::<Clock>(battle) {
            *clock = self.clock;
        }
    }
}
