//! Where everybody is to be found in a battle of many, by place and by name, so that nobody goes through all of them for
//! the few who stand near.
//!
//! In a battle of a few nothing of it is kept: going through all of them is as fast. It names those who may be meant, and
//! whoever asks looks at each of them once more.

use std::any::TypeId;
use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, World};
use bevy::platform::collections::HashMap;
use smallvec::SmallVec;

use super::{Bears, Called, Combatant, FightsIn, Follows, Ground, Houses, Id, Key, Look, Place, Rides, Roster, SideId};
use crate::board::{Body, Crowd, Footprint, Metric, Nearest};

/// Up to so many fighters are gone through one by one.
pub(super) const FEW: usize = 64;

/// Where the fighters of a battle are. A component of battles of many.
#[derive(Component, Clone, Debug)]
pub(super) struct Finder {
    /// Everybody who stands where they stood when they were last looked at.
    crowd: Crowd,
    /// Those who may have gone elsewhere since, and those whose place or side no square of the board can tell.
    unsure: SmallVec<[Id; 4]>,
    /// The first of each name.
    names: Arc<HashMap<Key, Id>>,
    /// The side of the largest body that ever stood there.
    widest: i32,
    /// How often anybody has come to ride or to follow somebody else.
    leads: u64,
}

impl Finder {
    /// Takes in somebody who has just come, and begins to keep track of everybody once they are many.
    pub fn welcome(world: &mut World, battle: Entity, who: Id) {
        let count = world.get::<Roster>(battle).map_or(0, |roster| roster.entities().len());
        if count <= FEW {
            return;
        }
        let new = match world.get::<Self>(battle) {
            Some(_) => usize::from(who.0)..count,
            None => {
                let Some(ground) = world.get::<Ground>(battle) else { return };
                let crowd = Crowd::new(&ground.board);
                let finder = Self { crowd, unsure: SmallVec::new(), names: Arc::default(), widest: 1, leads: 0 };
                world.entity_mut(battle).insert(finder);
                0..count
            }
        };
        for id in new.map(|index| Id(index as u16)) {
            let name = entity_of(world, battle, id).and_then(|entity| world.get::<Called>(entity)).cloned();
            Self::settle(world, battle);
            let (Some(mut finder), Some(name)) = (world.get_mut::<Self>(battle), name) else { return };
            finder.lose(id);
            finder.leads += 1;
            let first = Arc::make_mut(&mut finder.names).entry(name.0).or_insert(id);
            *first = id.min(*first);
        }
    }

    /// Hears that a component of somebody is about to change, or has been taken back.
    pub fn hear_of<C: 'static>(world: &mut World, entity: Entity) {
        let of = TypeId::of::<C>();
        let tells_where = [TypeId::of::<Place>(), TypeId::of::<Combatant>(), TypeId::of::<Houses>()].contains(&of);
        let tells_lead = [TypeId::of::<Rides>(), TypeId::of::<Bears>(), TypeId::of::<Follows>()].contains(&of);
        if !tells_where && !tells_lead {
            return;
        }
        let (Some(battle), Some(combatant)) = (world.get::<FightsIn>(entity), world.get::<Combatant>(entity)) else {
            return;
        };
        let (battle, who) = (battle.0, combatant.id);
        let Some(finder) = world.get::<Self>(battle) else { return };
        let is_sure = !finder.unsure.contains(&who);
        if tells_where && is_sure {
            Self::settle(world, battle);
        }
        if let Some(mut finder) = world.get_mut::<Self>(battle).filter(|_| tells_lead || is_sure) {
            finder.leads += u64::from(tells_lead);
            if tells_where {
                finder.lose(who);
            }
        }
    }

    /// Somebody is nowhere for sure until it is looked for again.
    fn lose(&mut self, who: Id) {
        self.crowd.remove(u32::from(who.0));
        if !self.unsure.contains(&who) {
            self.unsure.push(who);
        }
    }

    /// Looks where those have come to who may have gone elsewhere.
    fn settle(world: &mut World, battle: Entity) {
        let Some(finder) = world.get::<Self>(battle) else { return };
        let unsure = finder.unsure.clone();
        let found: SmallVec<[(Id, Option<Body>); 4]> =
            unsure.into_iter().map(|who| (who, body_of(world, battle, who))).collect();
        let Some(mut finder) = world.get_mut::<Self>(battle) else { return };
        finder.unsure.clear();
        for (who, body) in found {
            finder.widest = body.map_or(1, |body| body.footprint.side).max(finder.widest);
            let is_placed = body
                .is_some_and(|Body { side, footprint }| finder.crowd.place(u32::from(who.0), side, footprint).is_ok());
            if !is_placed {
                finder.unsure.push(who);
            }
        }
    }

    /// All who stand within so many squares of a body, and perhaps some who do not, in the order of their numbers.
    fn around(&self, body: Footprint, within: i32, (moved, count): (&[Id], usize)) -> Vec<Id> {
        let sides: SmallVec<[u8; 8]> = self.crowd.sides().collect();
        self.with_unsure(self.crowd.around(body, within, &sides), (moved, count))
    }

    fn with_unsure(&self, found: Vec<u32>, (moved, count): (&[Id], usize)) -> Vec<Id> {
        let found = found.into_iter().map(|id| Id(id as u16));
        let mut all: Vec<Id> = found.chain(self.unsure.iter().chain(moved).copied()).collect();
        all.sort_unstable();
        all.dedup();
        // Whoever came in a task that was taken back is not there.
        all.retain(|id| usize::from(id.0) < count);
        all
    }

    /// Those among whom are all of other sides than this one who stand nearest to a body, of those that count; nothing
    /// where this cannot be told.
    fn nearest(
        &self,
        own: Footprint,
        side: SideId,
        counts: impl Fn(Id) -> bool,
        (moved, count): (&[Id], usize),
    ) -> Option<Vec<Id>> {
        if !self.crowd.holds(own) {
            return None;
        }
        let others: SmallVec<[u8; 8]> = self.crowd.sides().filter(|other| *other != side.0).collect();
        let is_there = |id: Id| usize::from(id.0) < count && !moved.contains(&id) && counts(id);
        let found = self.crowd.nearest(own, Metric::Chebyshev, &others, |id| is_there(Id(id as u16)));
        let within = |nearest: Nearest| self.crowd.around(own, nearest.distance.whole() as i32, &others);
        Some(self.with_unsure(found.map_or_else(Vec::new, within), (moved, count)))
    }
}

fn entity_of(world: &World, battle: Entity, who: Id) -> Option<Entity> {
    world.get::<Roster>(battle)?.entities().get(usize::from(who.0)).copied()
}

/// The body of somebody whose side is their own.
fn body_of(world: &World, battle: Entity, who: Id) -> Option<Body> {
    let entity = entity_of(world, battle, who)?;
    let is_its_own = world.get::<Houses>(entity).is_none_or(|houses| houses.0.is_empty());
    let (place, combatant) = (world.get::<Place>(entity)?, world.get::<Combatant>(entity)?);
    is_its_own.then_some(Body { side: combatant.side.0, footprint: place.footprint })
}

impl<'w> Look<'w> {
    fn finder(&self) -> Option<&'w Finder> {
        if self.is_of_many() { self.battle::<Finder>() } else { None }
    }

    /// Those among whom are all who stand within so many squares of a body, in the order of their numbers: in a battle of
    /// a few everybody.
    pub fn around(&self, body: Footprint, within: i32) -> impl Iterator<Item = Id> + Clone + use<'w> {
        let found = self.finder().map(|finder| finder.around(body, within, self.who_is_there()));
        let all = if found.is_none() { Some(self.everybody()) } else { None };
        all.into_iter().flatten().chain(found.into_iter().flatten())
    }

    /// The side of the largest body that may stand where [`around`](Self::around) does not look.
    pub fn widest(&self) -> i32 {
        self.finder().map_or(1, |finder| finder.widest)
    }

    /// The foe who stands nearest to somebody, the first of equals.
    pub fn nearest_foe(self, who: Id) -> Option<Id> {
        let (own, side) = (self.footprint(who), self.side(who));
        let is_foe = |id: Id| self.is_foe(who, side, id);
        let near = self.finder().and_then(|finder| finder.nearest(own, side, is_foe, self.who_is_there()));
        let gap = |id: &Id| (own.gap(self.footprint(*id)), *id);
        match near {
            Some(near) => near.into_iter().filter(|id| is_foe(*id)).min_by_key(gap),
            None => self.foes(who).min_by_key(gap),
        }
    }

    /// The foes of somebody, those first who stand nearest to a body.
    pub fn foes_from(self, who: Id, body: Footprint) -> impl Iterator<Item = Id> {
        let mut foes: Vec<Id> = self.foes(who).collect();
        foes.sort_by_key(|foe| body.gap(self.footprint(*foe)));
        foes.into_iter()
    }

    /// Whoever is called so, where that is known without asking all of them.
    pub(super) fn named_at_once(&self, name: Key) -> Option<Id> {
        let found = *self.finder()?.names.get(&name)?;
        let is_so = self.entity(found).is_some() && self.key(found) == name;
        is_so.then_some(found)
    }

    /// A number that is another one whenever anybody may have come to ride or to follow somebody else; nothing in a battle
    /// of a few.
    pub fn leads_known(&self) -> Option<u64> {
        self.finder().map(|finder| finder.leads)
    }
}
