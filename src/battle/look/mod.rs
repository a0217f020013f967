//! Looking at a battle without touching it: what choices, odds, the computer
//! opponent and every panel read.

mod beside;
mod blows;
mod choices;
mod eyes;
mod figures;
mod kept;
mod meaning;
mod melee;
mod minds;
mod names;
mod permits;
mod room;
mod sight;
mod state;
mod ties;
mod worths;
mod zones;

pub use eyes::{Eyes, Unaware};
pub use zones::{squares_in_words, zones_in_words};

use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, World};
use bevy::ecs::world::EntityRef;

use self::eyes::Viewers;
use super::door::verdict;
use super::finder::FEW;
use super::memo::Card;
use super::{
    Bears, Camp, CampSite, Clock, Combatant, Encounter, Follows, Ground, Id, Key, MadeFrom, Memo, Objective, Profile,
    Rides, Roster, Rules, RulesOf, SideId, Sides, Thing, Things, Verdict,
};
use crate::board::Board;

/// Figures lean on figures; deeper than this they lean on themselves.
const DEEPEST: u8 = 12;

/// How far those go from where they stand who only have to hold out, in squares.
const A_STEP_OR_TWO: i32 = 2;

/// The count of steps of cover that a thing has lost.
pub const HOLES: &str = "holes";

/// How much is wanted of what somebody can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Wanted {
    /// The deeds alone.
    Deeds,
    /// Each with the ways of doing it: manners, and parts to aim at.
    Ways,
    /// All of it, in words.
    Words,
}

/// One battle as everybody may see it.
#[derive(Clone, Copy)]
pub struct Look<'w> {
    world: &'w World,
    battle: Entity,
    roster: &'w [Entity],
    rules: &'w Rules,
    ground: &'w Ground,
    memo: Option<&'w Memo<'w>>,
    depth: u8,
    wanted: Wanted,
    is_tempted: bool,
    viewers: Viewers,
    audience: Viewers,
    held_by: Option<Id>,
    planned: Option<(Id, i32)>,
    guarded: Option<(Id, bool)>,
}

impl<'w> Look<'w> {
    /// Looks at `battle`, if that is one.
    pub fn at(world: &'w World, battle: Entity) -> Option<Self> {
        Self::by(world.get::<RulesOf>(battle).map(|rules| &*rules.0)?, world, battle)
    }

    /// The same for whoever has the rules of that battle at hand.
    pub(super) fn by(rules: &'w Rules, world: &'w World, battle: Entity) -> Option<Self> {
        let its_own = world.get_entity(battle).ok()?;
        let roster = its_own.get::<Roster>().map_or(&[][..], Roster::entities);
        let ground = its_own.get::<Ground>()?;
        Some(Self {
            world,
            battle,
            roster,
            rules,
            ground,
            memo: None,
            depth: 0,
            wanted: Wanted::Words,
            is_tempted: false,
            viewers: None,
            audience: None,
            held_by: None,
            planned: None,
            guarded: None,
        })
    }

    /// The same look with a memory: for whoever asks the same things often.
    pub const fn remembering<'m>(self, memo: &'m Memo<'w>) -> Look<'m>
    where
        'w: 'm,
    {
        let Self { world, battle, roster, rules, ground, depth, wanted, is_tempted, viewers, .. } = self;
        let Self { audience, held_by, planned, guarded, .. } = self;
        let memo = Some(memo);
        Look {
            world,
            battle,
            roster,
            rules,
            ground,
            memo,
            depth,
            wanted,
            is_tempted,
            viewers,
            audience,
            held_by,
            planned,
            guarded,
        }
    }

    /// The same look as if `who` had said that it would do so many things in its turn: for whoever thinks a round
    /// through before anything is said.
    #[must_use]
    pub const fn planning(self, who: Id, things: i32) -> Self {
        Self { planned: Some((who, things)), ..self }
    }

    /// The same look as if `who` had kept a defence in the round that is thought through, or had kept none: for what is planned
    /// only.
    #[must_use]
    pub const fn guarding(self, who: Id, keeps: bool) -> Self {
        Self { guarded: Some((who, keeps)), ..self }
    }

    /// Whether somebody keeps a defence in a round that is thought through, if anybody thinks of that.
    pub fn guards(&self, who: Id) -> Option<bool> {
        self.guarded.filter(|(id, _)| *id == who).map(|(_, keeps)| keeps)
    }

    /// How many things somebody has in mind for its turn, if anybody thinks that through.
    pub fn planned(&self, who: Id) -> Option<i32> {
        self.planned.filter(|(id, _)| *id == who).map(|(_, things)| things)
    }

    pub(super) const fn world(&self) -> &'w World {
        self.world
    }

    pub(super) const fn entity_of_battle(&self) -> Entity {
        self.battle
    }

    pub(super) const fn memo(&self) -> Option<&'w Memo<'w>> {
        self.memo
    }

    fn card(&self, id: Id) -> Option<&'w Card<'w>> {
        self.memo?.card(id)
    }

    /// The ruleset that is played.
    pub const fn rules(&self) -> &'w Rules {
        self.rules
    }

    /// The battlefield.
    pub fn board(&self) -> &'w Board {
        &self.ground.board
    }

    /// What is under the fighters' feet and above their heads.
    pub const fn ground(&self) -> &'w Ground {
        self.ground
    }

    /// A component of the battle itself.
    pub fn battle<C: Component>(&self) -> Option<&'w C> {
        self.world.get::<C>(self.battle)
    }

    /// How it ended, if it has.
    pub fn verdict(&self) -> Option<&'w Verdict> {
        verdict(self.world, self.battle)
    }

    /// The clock of the battle.
    pub fn clock(&self) -> Clock {
        self.battle::<Clock>().copied().unwrap_or_default()
    }

    /// The longer stretch of time that a round falls into, by its number and its name, in games that count such.
    pub fn stretch(&self, round: i32) -> Option<(i32, &'w str)> {
        let (rounds, name) = self.rules.measure.stretch.as_ref()?;
        Some((round.div_euclid((*rounds).max(1)), name.as_str()))
    }

    /// Which round it is, as everybody is told: "round 12", or "round 12, Turn 1".
    pub fn when(&self) -> String {
        self.called(self.clock().round)
    }

    /// What a round is called where its number is shown.
    pub fn called(&self, round: i32) -> String {
        // Before the first of them is over nobody counts them.
        match self.stretch(round).filter(|(number, _)| *number > 0) {
            Some((number, name)) => format!("round {round}, {name} {number}"),
            None => format!("round {round}"),
        }
    }

    /// Everybody, in the order of their numbers.
    pub fn everybody(&self) -> impl Iterator<Item = Id> + Clone + use<'w> {
        (0..self.roster.len() as u16).map(Id)
    }

    /// Whether there are too many in this battle to go through all of them for each thing that is asked.
    pub const fn is_of_many(&self) -> bool {
        self.roster.len() > FEW
    }

    /// Who is remembered elsewhere than they are, and how many there are in all.
    pub(super) fn who_is_there(&self) -> (&'w [Id], usize) {
        (self.memo.map_or(&[][..], Memo::moved), self.roster.len())
    }

    /// The entity that a number stands for.
    pub fn entity(&self, id: Id) -> Option<Entity> {
        match id.as_thing() {
            None => self.roster.get(usize::from(id.0)).copied(),
            Some(index) => self.battle::<Things>()?.entities().get(index).copied(),
        }
    }

    /// The things that stand on the board and are not yet broken.
    pub fn things(&self) -> impl Iterator<Item = Id> + use<'w> {
        let look = *self;
        (0..self.ground.things.len() as u16).map(Id::thing).filter(move |id| look.place(*id).present)
    }

    /// What a thing is; nothing for a fighter.
    pub fn thing(&self, id: Id) -> Option<&'w Thing> {
        self.ground.things.get(id.as_thing()?)
    }

    pub(super) fn entity_ref(&self, id: Id) -> Option<EntityRef<'w>> {
        self.world.get_entity(self.entity(id)?).ok()
    }

    /// A component of a combatant.
    pub fn get<C: Component>(&self, id: Id) -> Option<&'w C> {
        self.world.get::<C>(self.entity(id)?)
    }

    /// Whose side somebody is on now: that of whoever has its body in hand.
    pub fn side(&self, id: Id) -> SideId {
        match self.card(id) {
            Some(card) => card.side,
            None => self.own_side(self.mind(id)),
        }
    }

    /// Whose side somebody is on by itself, whoever has its body in hand.
    pub fn own_side(&self, id: Id) -> SideId {
        self.get::<Combatant>(id).map_or_else(SideId::default, |combatant| combatant.side)
    }

    /// What a side is called.
    pub fn side_name(&self, side: SideId) -> &'w str {
        let named = self.battle::<Sides>().and_then(|sides| sides.0.get(usize::from(side.0)));
        named.map_or("nobody", |side| &side.name)
    }

    /// Whether those on a side go on from battle to battle and learn from them.
    pub fn is_party(&self, side: SideId) -> bool {
        let side = self.battle::<Sides>().and_then(|sides| sides.0.get(usize::from(side.0)));
        side.is_some_and(|side| side.is_party)
    }

    /// How far somebody goes from where they stand whose side only has to hold out: their enemies have to come. Others go as far as
    /// they like.
    pub fn leash(&self, id: Id) -> Option<i32> {
        let side = self.battle::<Sides>()?.0.get(usize::from(self.side(id).0))?;
        matches!(side.objective, Objective::Survive { .. }).then_some(A_STEP_OR_TWO)
    }

    /// The camp before this battle, while somebody is in it.
    pub fn camp(&self) -> Option<(CampSite, &'w Camp)> {
        let camp = self.battle::<Camp>().filter(|camp| camp.is_open)?;
        Some((self.battle::<Encounter>()?.camp?, camp))
    }

    /// Whether the hours that pass between fights pass for somebody too: in a camp only for those whose camp it is,
    /// after a battle of a party only for those who go on from it.
    pub fn rests(&self, id: Id) -> bool {
        match self.camp() {
            Some((site, _)) => self.side(id) == site.side,
            None => {
                let is_told = self.battle::<Sides>().is_some_and(|sides| sides.0.iter().any(|side| side.is_party));
                !is_told || self.is_party(self.side(id))
            }
        }
    }

    /// Whether two combatants are on different sides; things are nobody's enemies.
    pub fn are_enemies(&self, a: Id, b: Id) -> bool {
        self.side(a) != self.side(b) && !a.is_thing() && !b.is_thing()
    }

    /// The enemies of `who` who can still win or lose the battle, as far as its own side knows of them.
    pub fn foes(self, who: Id) -> impl Iterator<Item = Id> + use<'w> {
        let side = self.side(who);
        self.everybody().filter(move |id| self.is_foe(who, side, *id))
    }

    /// Everybody else who is no enemy of `who`, wherever and however they are.
    pub fn friends(self, who: Id) -> impl Iterator<Item = Id> + use<'w> {
        self.everybody().filter(move |id| *id != who && !self.are_enemies(who, *id))
    }

    pub(super) fn is_foe(&self, who: Id, side: SideId, id: Id) -> bool {
        self.are_enemies(who, id) && self.is_in_play(id) && self.is_known_to(id, side)
    }

    /// The order in which everybody acts, where it was laid down beforehand.
    pub fn arranged(&self) -> Option<&'w [Id]> {
        self.battle::<super::Arranged>()?.0.as_deref()
    }

    /// Whose lead somebody follows.
    pub fn leader(&self, id: Id) -> Option<Id> {
        self.get::<Follows>(id)?.0
    }

    /// What somebody rides or travels in.
    pub fn mount(&self, id: Id) -> Option<Id> {
        match self.card(id) {
            Some(card) => card.mount,
            None => self.get::<Rides>(id)?.0,
        }
    }

    /// Those whom somebody or something carries.
    pub fn riders(&self, id: Id) -> &'w [Id] {
        match self.card(id) {
            Some(card) => card.riders,
            None => self.get::<Bears>(id).map_or(&[], |bears| &bears.0),
        }
    }

    /// Whether two are in one place because one carries the other, or something carries both.
    pub fn go_together(&self, a: Id, b: Id) -> bool {
        let (under_a, under_b) = (self.mount(a), self.mount(b));
        under_a == Some(b) || under_b == Some(a) || (under_a.is_some() && under_a == under_b)
    }

    /// What somebody is made from.
    pub fn profile(&self, id: Id) -> Option<&'w Arc<Profile>> {
        if let Some(card) = self.card(id) {
            return card.profile;
        }
        self.get::<MadeFrom>(id).map(|made| &made.0)
    }

    /// Whether the profile of somebody carries the word `tag`.
    pub fn has_tag(&self, id: Id, tag: impl Into<Key>) -> bool {
        self.profile(id).is_some_and(|profile| !profile.tags.is_empty() && profile.tags.contains(&tag.into()))
    }

    /// Whether somebody has learned `technique`.
    pub fn knows(&self, id: Id, technique: impl Into<Key>) -> bool {
        let technique = technique.into();
        self.techniques(id).any(|each| each == technique)
    }
}
