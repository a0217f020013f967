//! Looking at a battle without touching it: what choices, odds, the computer
//! opponent and every panel read.

mod choices;
mod eyes;
mod figures;
mod meaning;
mod melee;
mod minds;
mod room;
mod sight;
mod zones;

pub use eyes::{Eyes, Unaware};
pub use zones::{squares_in_words, zones_in_words};

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, World};
use bevy::ecs::world::EntityRef;
use smallvec::SmallVec;

use self::eyes::Viewers;
use super::field::Unsettled;
use super::finder::FEW;
use super::memo::Card;
use super::{
    Aim, Arm, Bears, Called, Camp, CampSite, Clock, Combatant, Condition, ConditionName, Conditions, Encounter,
    Follows, Gear, Ground, Held, Id, Item, Key, MadeFrom, Memo, Order, Profile, Refusal, Rides, Roster, Rules, RulesOf,
    SideId, Sides, StateSet, Thing, Things, Wound, Wounds, states,
};
use crate::board::Board;

/// Figures lean on figures; deeper than this they lean on themselves.
const DEEPEST: u8 = 12;

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
        })
    }

    /// The same look with a memory: for whoever asks the same things often.
    pub const fn remembering<'m>(self, memo: &'m Memo<'w>) -> Look<'m>
    where
        'w: 'm,
    {
        let Self { world, battle, roster, rules, ground, depth, wanted, is_tempted, viewers, .. } = self;
        let Self { audience, held_by, planned, .. } = self;
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
        }
    }

    /// The same look as if `who` had said that it would do so many things in its turn: for whoever thinks a round
    /// through before anything is said.
    #[must_use]
    pub const fn planning(self, who: Id, things: i32) -> Self {
        Self { planned: Some((who, things)), ..self }
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
    pub(super) const fn is_of_many(&self) -> bool {
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

    pub(super) fn is_foe(&self, who: Id, side: SideId, id: Id) -> bool {
        self.are_enemies(who, id) && self.is_in_play(id) && self.is_known_to(id, side)
    }

    /// The order in which everybody acts, where it was laid down beforehand.
    pub fn arranged(&self) -> Option<&'w [Id]> {
        self.battle::<super::Arranged>()?.0.as_deref()
    }

    /// What somebody is called.
    pub fn name(&self, id: Id) -> &'w str {
        self.key(id).as_str()
    }

    /// The same as orders name it.
    pub fn key(&self, id: Id) -> Key {
        if let Some(card) = self.card(id) {
            return card.name;
        }
        self.get::<Called>(id).map_or_else(|| "nobody".into(), |called| called.0)
    }

    /// Somebody as the target of an order.
    pub fn aim(&self, id: Id) -> Aim {
        Aim::who(self.key(id))
    }

    /// The first who is called so.
    pub fn named(&self, name: Key) -> Option<Id> {
        self.named_at_once(name).or_else(|| self.everybody().chain(self.things()).find(|id| self.key(*id) == name))
    }

    /// The first target of an order, if it is here.
    pub fn target(&self, order: &Order) -> Option<Id> {
        self.named(order.whom()?)
    }

    /// The same, with a refusal that says who there is, or asks for one.
    ///
    /// # Errors
    /// When nobody is named, or nobody has that name.
    pub fn target_or_refuse(&self, order: &Order, asks: &str) -> Result<Id, Refusal> {
        self.named_or_refuse(order.whom().ok_or_else(|| Refusal::nonsense(asks))?)
    }

    /// The same for any name.
    ///
    /// # Errors
    /// When nobody has it.
    pub fn named_or_refuse(&self, name: Key) -> Result<Id, Refusal> {
        self.named(name).ok_or_else(|| self.nobody(name.as_str()))
    }

    /// The first who is called `name`, whatever the case of its letters.
    pub fn find(&self, name: &str) -> Option<Id> {
        Key::alike(name).into_iter().filter_map(|name| self.named(name)).min()
    }

    /// Like [`find`](Self::find), with a refusal that says who there is.
    ///
    /// # Errors
    /// When nobody has that name.
    pub fn find_or_refuse(&self, name: &str) -> Result<Id, Refusal> {
        self.find(name).ok_or_else(|| self.nobody(name))
    }

    fn nobody(&self, name: &str) -> Refusal {
        let asked = self.question().map(|question| question.side);
        let is_known = |id: &Id| self.knows_of(*id) && asked.is_none_or(|side| self.is_known_to(*id, side));
        let known = self.everybody().filter(is_known).chain(self.things());
        let names: Vec<_> = known.map(|id| self.name(id)).collect();
        Refusal::nonsense(format!("nobody here is called `{name}`; there are {}", names.join(", ")))
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

    /// Whether `what` holds between two, as a mechanic works it out: once for
    /// every look with a memory. What it depends on must all be in the battle.
    pub fn once(&self, what: &'static str, a: Id, b: Id, work_out: impl FnOnce() -> bool) -> bool {
        match self.memo {
            Some(memo) => memo.said(what, a, b, work_out),
            None => work_out(),
        }
    }

    /// The same for a number.
    pub fn count_once(&self, what: &'static str, who: Id, work_out: impl FnOnce() -> i32) -> i32 {
        match self.memo {
            Some(memo) => memo.counted(what.into(), who, work_out),
            None => work_out(),
        }
    }

    /// The same for anything else that is worked out of somebody.
    pub fn keep<T: 'static>(&self, what: &'static str, who: Id, work_out: impl Fn() -> T) -> Rc<T> {
        match self.memo {
            Some(memo) => memo.kept(what.into(), who, work_out),
            None => Rc::new(work_out()),
        }
    }

    /// The same for each of several things that are asked about somebody.
    pub fn keep_each<Q: Clone + PartialEq + 'static, T: Clone + 'static>(
        &self,
        what: &'static str,
        who: Id,
        asked: &Q,
        work_out: impl FnOnce() -> T,
    ) -> T {
        let Some(memo) = self.memo.filter(|_| self.planned.is_none()) else { return work_out() };
        let kept = memo.kept(what.into(), who, RefCell::<Vec<(Q, T)>>::default);
        if let Some((_, known)) = kept.borrow().iter().find(|(known, _)| known == asked) {
            return known.clone();
        }
        let answer = work_out();
        kept.borrow_mut().push((asked.clone(), answer.clone()));
        answer
    }

    /// The same for what something done by one to another with this arm is worth.
    pub fn weigh_once(&self, what: &'static str, both: (Id, Id), arm: &Arm, work_out: impl FnOnce() -> f64) -> f64 {
        match self.memo {
            Some(memo) => memo.worth(what.into(), both, arm, work_out),
            None => work_out(),
        }
    }

    /// The wounds that somebody carries.
    pub fn wounds(&self, id: Id) -> &'w [Wound] {
        self.get::<Wounds>(id).map_or(&[], |wounds| &wounds.0)
    }

    /// The conditions that somebody is in, without those that others imply.
    pub fn conditions(&self, id: Id) -> &'w [Condition] {
        if let Some(card) = self.card(id) {
            return card.conditions;
        }
        self.get::<Conditions>(id).map_or(&[], |conditions| &conditions.0)
    }

    /// What somebody has on it.
    pub fn gear(&self, id: Id) -> &'w [Item] {
        if let Some(card) = self.card(id) {
            return card.gear;
        }
        self.get::<Gear>(id).map_or(&[], |gear| &gear.0)
    }

    /// The item called `name` that somebody has, whatever the case of its letters, ready ones first.
    pub fn item_called(&self, id: Id, name: &str) -> Option<&'w Item> {
        ready_first(self.arms(id).filter(|item| item.arm.name.as_str().eq_ignore_ascii_case(name)))
    }

    /// The same by a name of the rules.
    pub fn item(&self, id: Id, name: Key) -> Option<&'w Item> {
        if self.houses_minds(id) {
            return ready_first(self.arms(id).filter(|item| item.arm.name == name));
        }
        ready_first(self.gear(id).iter().filter(|item| item.arm.name == name))
    }

    /// Whether somebody is in the condition `kind`, directly or because
    /// another condition brings it.
    pub fn is(&self, id: Id, kind: impl Into<ConditionName>) -> bool {
        let states = self.states(id);
        states != 0
            && self.rules.conditions.place(kind.into().key()).is_some_and(|place| states & states::bit(place) != 0)
    }

    /// Every condition that holds of somebody, implied ones included.
    pub(super) fn states(&self, id: Id) -> StateSet {
        if let Some(card) = self.card(id) {
            return card.states;
        }
        if self.conditions(id).is_empty() && !self.houses_minds(id) {
            return 0;
        }
        let (conditions, known) = (&self.rules.conditions, self.rules.states());
        let places = self.weighing_on(id).filter_map(|each| conditions.place(each.kind.key()));
        places.fold(0, |all, place| all | known.brought_by(place))
    }

    /// The condition `kind` itself, if somebody is in it directly.
    pub fn condition(&self, id: Id, kind: impl Into<ConditionName>) -> Option<&'w Condition> {
        let conditions = self.conditions(id);
        if conditions.is_empty() {
            return None;
        }
        let kind = kind.into();
        conditions.iter().find(|condition| condition.kind == kind)
    }

    /// Whether somebody has been felled by those who act at once, and falls when all of them have acted.
    pub fn is_falling(&self, id: Id) -> bool {
        let ends = |kind: &Key| self.rules.conditions.get(kind).is_some_and(|def| def.out || def.dead);
        let unsettled = self.battle::<Unsettled>();
        unsettled.is_some_and(|unsettled| unsettled.0.iter().any(|(who, state)| *who == id && ends(&state.kind)))
    }

    /// Whether somebody is on the board and in no condition that takes it out of the fight.
    pub fn is_in_play(&self, id: Id) -> bool {
        let known = || self.rules.states();
        let states = self.states(id);
        self.place(id).present && (states == 0 || states & (known().out | known().dead) == 0)
    }

    /// Whether somebody is dead for good.
    pub fn is_dead(&self, id: Id) -> bool {
        let states = self.states(id);
        states != 0 && states & self.rules.states().dead != 0
    }

    /// The definitions of all conditions that hold of somebody, implied ones
    /// included; one that two others imply comes twice.
    pub fn every_condition(&self, id: Id) -> impl Iterator<Item = &'w super::ConditionDef> + use<'w> {
        let rules = self.rules;
        let known = self.card(id).map(|card| card.every.iter().copied());
        let afresh = known.is_none().then(|| self.weighing_on(id)).into_iter().flatten();
        let mut pending: SmallVec<[(ConditionName, u8); 8]> = afresh.map(|each| (each.kind, 0)).collect();
        let found = std::iter::from_fn(move || {
            while let Some((kind, depth)) = pending.pop() {
                if let Some(def) = rules.conditions.get(&kind) {
                    if depth < DEEPEST {
                        pending.extend(def.implies.iter().map(|each| (*each, depth + 1)));
                    }
                    return Some(&**def);
                }
            }
            None
        });
        known.into_iter().flatten().chain(found)
    }

    /// Whether somebody has something of this name about it, and whole.
    pub fn carries(&self, id: Id, thing: Key) -> bool {
        let about = |item: &Item| !matches!(item.held, Held::Ground(_)) && !item.is("destroyed");
        self.gear(id).iter().any(|item| item.arm.name == thing && about(item))
    }
}

/// The first of these that is ready, else the first of them.
fn ready_first<'w>(found: impl Iterator<Item = &'w Item>) -> Option<&'w Item> {
    let mut first = None;
    for item in found {
        if item.is_ready() {
            return Some(item);
        }
        first = first.or(Some(item));
    }
    first
}
