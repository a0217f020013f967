//! What one look at a battle has worked out and need not work out again.

use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

use bevy::ecs::prelude::{FromWorld, Mut, Query, QueryState, Resource, World};
use bevy::ecs::query::ROQueryItem;
use bevy::platform::collections::HashMap;
use smallvec::SmallVec;

use super::{
    Arm, Bears, Called, Combatant, Condition, ConditionDef, Conditions, Figures, Gear, Houses, Id, Item, Key, Look,
    MadeFrom, Place, Profile, Rides, Rules, SideId, StateSet, Sum, Tallies,
};
use crate::board::{Cover, CoverGrade, Footprint, Threat};
use crate::dice::Distribution;

/// One fighter or thing, with its components at hand.
#[derive(Clone, Debug)]
pub(super) struct Card<'w> {
    pub side: SideId,
    pub place: Place,
    pub name: Key,
    pub profile: Option<&'w Arc<Profile>>,
    pub figures: Option<&'w Figures>,
    pub tallies: Option<&'w Tallies>,
    pub conditions: &'w [Condition],
    pub gear: &'w [Item],
    /// The minds of others in its body.
    pub lodgers: &'w [Id],
    /// Every condition that holds, implied ones included.
    pub every: Vec<&'w ConditionDef>,
    /// The same, a bit each.
    pub states: StateSet,
    /// Those that somebody carries.
    pub riders: &'w [Id],
    /// What somebody rides or travels in.
    pub mount: Option<Id>,
    /// The techniques that bring modifiers by themselves.
    techniques: OnceCell<Vec<Key>>,
    /// Whether anything at hand brings modifiers by itself.
    has_helpful: OnceCell<bool>,
}

/// What a look remembers: the cards of everybody, and figures, reaches and
/// cover once they have been asked for. A battle cannot change while anybody
/// looks at it, so none of this can grow stale; a player who weighs a hundred
/// orders asks for the same figures a hundred times.
pub struct Memo<'w> {
    /// The cards of the fighters, taken down beforehand; none of them in a battle of many.
    fighters: Vec<Card<'w>>,
    /// The same of those who are many, each taken down when it is asked for.
    many: Option<Box<dyn Cards + 'w>>,
    /// How many fighters there are.
    count: usize,
    /// Who is remembered elsewhere than they are.
    moved: SmallVec<[Id; 1]>,
    things: Vec<Card<'w>>,
    figures: Slots<Sum>,
    values: Slots<i32>,
    /// Numbers that are no figures: tallies.
    counts: Shelf<(Id, Key), i32>,
    threats: Vec<RefCell<SmallVec<[(*const Arm, Threat); 2]>>>,
    /// The same of those who are many.
    far_threats: Shelf<(Id, *const Arm), Threat>,
    covers: Shelf<(Footprint, Id, bool), (Cover, CoverGrade)>,
    said: Pairs,
    counted: Shelf<(Key, Id), i32>,
    worths: Shelf<(Key, Id, Id, *const Arm), f64>,
    saves: Shelf<(Id, Key), Distribution<bool>>,
    kept: Shelf<(Key, Id), Rc<dyn Any>>,
}

/// Answers by what was asked.
#[derive(Debug)]
pub(super) struct Shelf<K, V>(RefCell<HashMap<K, V>>);

impl<K: Hash + Eq, V: Clone> Shelf<K, V> {
    fn empty() -> Self {
        Self(RefCell::new(HashMap::default()))
    }

    /// The answer, worked out the first time. Working one out may ask for others.
    pub fn get(&self, key: K, work_out: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        let value = work_out();
        self.0.borrow_mut().insert(key, value.clone());
        value
    }
}

/// What is worked out of every body.
#[derive(Debug)]
struct Slots<T> {
    /// A row each with a place for every name.
    near: Vec<OnceCell<Box<[OnceCell<T>]>>>,
    /// The same where there are too many for that.
    far: Shelf<(usize, usize), T>,
}

impl<T: Clone> Slots<T> {
    fn of(bodies: usize) -> Self {
        Self { near: vec![OnceCell::new(); bodies], far: Shelf::empty() }
    }

    /// What stands in a row of so many at this place, worked out the first time.
    fn get(&self, (body, place, of): (usize, usize, usize), work_out: impl FnOnce() -> T) -> T {
        let row = self.near.get(body).map(|row| row.get_or_init(|| vec![OnceCell::new(); of].into()));
        let Some(slot) = row.and_then(|row| row.get(place)) else { return self.far.get((body, place), work_out) };
        if let Some(known) = slot.get() {
            return known.clone();
        }
        // Whoever worked it out on the way has come to the same.
        let value = work_out();
        slot.get_or_init(|| value).clone()
    }
}

/// So many bodies have a place each beside each of them.
const MOST_PAIRED: usize = 64;

/// Yes or no of two bodies, by what was asked.
#[derive(Debug)]
struct Pairs {
    bodies: usize,
    /// A place for each two of them.
    near: RefCell<SmallVec<[(Key, Answers); 8]>>,
    /// The same where there are too many for that.
    far: Shelf<(Key, usize, usize), bool>,
}

type Answers = Rc<[Cell<Option<bool>>]>;

impl Pairs {
    fn of(bodies: usize) -> Self {
        Self { bodies, near: RefCell::default(), far: Shelf::empty() }
    }

    fn get(&self, what: Key, a: usize, b: usize, work_out: impl FnOnce() -> bool) -> bool {
        let is_paired = self.bodies <= MOST_PAIRED && a < self.bodies && b < self.bodies;
        if !is_paired {
            return self.far.get((what, a, b), work_out);
        }
        let at = a * self.bodies + b;
        let known =
            self.near.borrow().iter().find(|(asked, _)| *asked == what).and_then(|(_, known)| known.get(at)?.get());
        if let Some(known) = known {
            return known;
        }
        let answers = self.answers(what);
        let Some(answer) = answers.get(at) else { return work_out() };
        let said = work_out();
        answer.set(Some(said));
        said
    }

    fn answers(&self, what: Key) -> Answers {
        if let Some((_, known)) = self.near.borrow().iter().find(|(asked, _)| *asked == what) {
            return Rc::clone(known);
        }
        let none: Answers = vec![Cell::new(None); self.bodies * self.bodies].into();
        self.near.borrow_mut().push((what, Rc::clone(&none)));
        none
    }
}

/// Reads everything that stands on a card at once. A resource of worlds with battles in them.
#[derive(Resource)]
pub(super) struct CardReader(QueryState<OnACard>);

type OnACard = (
    Option<&'static Combatant>,
    &'static Place,
    &'static Called,
    Option<&'static MadeFrom>,
    &'static Figures,
    &'static Tallies,
    &'static Conditions,
    &'static Gear,
    Option<&'static Houses>,
    Option<&'static Bears>,
    Option<&'static Rides>,
);

impl FromWorld for CardReader {
    fn from_world(world: &mut World) -> Self {
        Self(world.query())
    }
}

impl CardReader {
    /// Makes itself acquainted with whoever has just come into the world.
    pub fn refresh(world: &mut World) {
        world.init_resource::<Self>();
        world.resource_scope(|world, mut reader: Mut<'_, Self>| reader.0.update_archetypes(world));
    }
}

/// Where the cards of those are who are many.
trait Cards {
    fn card(&self, index: usize) -> Option<&Card<'_>>;

    /// Remembers somebody elsewhere than they are.
    fn put(&mut self, index: usize, at: Footprint);
}

/// The components that stand on cards, to be read at once.
type Reading<'w> = Option<Query<'w, 'w, OnACard>>;

/// Cards of which each is taken down when it is asked for.
struct Pages<'w> {
    look: Look<'w>,
    reading: Reading<'w>,
    moved: Option<(usize, Footprint)>,
    pages: Box<[OnceCell<Page<'w>>]>,
}

type Page<'w> = Box<[OnceCell<Card<'w>>]>;

/// Cards on a page.
const A_PAGE: usize = 32;

impl<'w> Pages<'w> {
    fn of(look: Look<'w>, reading: Reading<'w>, count: usize) -> Self {
        let pages = std::iter::repeat_with(OnceCell::new).take(count.div_ceil(A_PAGE)).collect();
        Self { look, reading, moved: None, pages }
    }
}

impl Cards for Pages<'_> {
    fn card(&self, index: usize) -> Option<&Card<'_>> {
        let id = Id(index as u16);
        self.look.entity(id)?;
        let page = self.pages.get(index / A_PAGE)?;
        let page = page.get_or_init(|| std::iter::repeat_with(OnceCell::new).take(A_PAGE).collect());
        let take_down = || {
            let mut card = take_down(self.look, &self.reading, id);
            if let Some((_, at)) = self.moved.filter(|(moved, _)| *moved == index) {
                card.place.footprint = at;
            }
            card
        };
        page.get(index % A_PAGE).map(|card| card.get_or_init(take_down))
    }

    fn put(&mut self, index: usize, at: Footprint) {
        self.moved = Some((index, at));
    }
}

/// Takes down the card of somebody.
fn take_down<'w>(look: Look<'w>, reading: &Reading<'w>, id: Id) -> Card<'w> {
    let read = reading.as_ref().zip(look.entity(id)).and_then(|(query, entity)| query.get_inner(entity).ok());
    read.map_or_else(|| Card::of(look, id), |on_it| Card::read(look, id, on_it))
}

impl<'w> Memo<'w> {
    /// Takes down everybody's card, or begins to in a battle of many.
    pub fn of(look: Look<'w>) -> Self {
        let (is_of_many, (_, count)) = (look.is_of_many(), look.who_is_there());
        let things = 0..look.ground().things.len() as u16;
        let reading: Reading<'w> =
            look.world().get_resource::<CardReader>().map(|reader| reader.0.query_manual(look.world()));
        let card = |id: Id| take_down(look, &reading, id);
        let few = if is_of_many { None } else { Some(look.everybody()) };
        let fighters: Vec<Card<'w>> = few.into_iter().flatten().map(card).collect();
        let things: Vec<Card<'w>> = things.map(|index| card(Id::thing(index))).collect();
        let bodies = if is_of_many { 0 } else { count + things.len() };
        let many = is_of_many.then(|| Box::new(Pages::of(look, reading, count)) as Box<dyn Cards + 'w>);
        Self {
            fighters,
            many,
            count,
            moved: SmallVec::new(),
            things,
            figures: Slots::of(bodies),
            values: Slots::of(bodies),
            counts: Shelf::empty(),
            threats: vec![RefCell::default(); bodies],
            far_threats: Shelf::empty(),
            covers: Shelf::empty(),
            said: Pairs::of(bodies),
            counted: Shelf::empty(),
            worths: Shelf::empty(),
            saves: Shelf::empty(),
            kept: Shelf::empty(),
        }
    }

    /// Remembers somebody elsewhere than it is: for whoever thinks of what could be done from there. Nothing may have been
    /// asked of it yet.
    pub fn put(&mut self, who: Id, at: Footprint) {
        let index = usize::from(who.0);
        if let Some(card) = self.fighters.get_mut(index) {
            card.place.footprint = at;
        } else if let Some(many) = &mut self.many {
            many.put(index, at);
        }
        self.moved = SmallVec::from_elem(who, 1);
    }

    /// Who is remembered elsewhere than they are.
    pub(super) fn moved(&self) -> &[Id] {
        &self.moved
    }

    pub(super) fn card(&self, id: Id) -> Option<&Card<'_>> {
        match (id.as_thing(), &self.many) {
            (Some(index), _) => self.things.get(index),
            (None, None) => self.fighters.get(usize::from(id.0)),
            (None, Some(many)) => many.card(usize::from(id.0)),
        }
    }

    /// The place of a body among all of them, fighters before things.
    fn place(&self, id: Id) -> usize {
        id.as_thing().map_or(usize::from(id.0), |index| self.count + index)
    }

    pub(super) fn figure(&self, rules: &Rules, id: Id, name: Key, work_out: impl FnOnce() -> Sum) -> Sum {
        match rules.figures.place(name) {
            Some(place) => self.figures.get((self.place(id), place, rules.figures.len()), work_out),
            None => work_out(),
        }
    }

    pub(super) fn value(&self, rules: &Rules, id: Id, name: Key, work_out: impl FnOnce() -> i32) -> i32 {
        match rules.figures.place(name) {
            Some(place) => self.values.get((self.place(id), place, rules.figures.len()), work_out),
            None => self.counts.get((id, name), work_out),
        }
    }

    pub(super) fn threat(&self, id: Id, arm: &Arm, work_out: impl FnOnce() -> Threat) -> Threat {
        let Some(known) = self.threats.get(self.place(id)) else {
            return self.far_threats.get((id, std::ptr::from_ref(arm)), work_out);
        };
        if let Some((_, threat)) = known.borrow().iter().find(|(of, _)| std::ptr::eq(*of, arm)) {
            return threat.clone();
        }
        let threat = work_out();
        known.borrow_mut().push((arm, threat.clone()));
        threat
    }

    pub(super) fn cover(
        &self,
        asked: (Footprint, Id, bool),
        work_out: impl FnOnce() -> (Cover, CoverGrade),
    ) -> (Cover, CoverGrade) {
        self.covers.get(asked, work_out)
    }

    pub(super) fn said(&self, what: Key, a: Id, b: Id, work_out: impl FnOnce() -> bool) -> bool {
        self.said.get(what, self.place(a), self.place(b), work_out)
    }

    pub(super) fn counted(&self, what: Key, who: Id, work_out: impl FnOnce() -> i32) -> i32 {
        self.counted.get((what, who), work_out)
    }

    pub(super) fn worth(&self, what: Key, (a, b): (Id, Id), arm: &Arm, work_out: impl FnOnce() -> f64) -> f64 {
        self.worths.get((what, a, b, arm), work_out)
    }

    pub(super) fn save(
        &self,
        who: Id,
        figure: Key,
        work_out: impl FnOnce() -> Distribution<bool>,
    ) -> Distribution<bool> {
        self.saves.get((who, figure), work_out)
    }

    pub(super) fn kept<T: 'static>(&self, what: Key, who: Id, work_out: impl Fn() -> T) -> Rc<T> {
        let kept = self.kept.get((what, who), || Rc::new(work_out()));
        kept.downcast().unwrap_or_else(|_| Rc::new(work_out()))
    }

    pub(super) fn is_known(&self, who: Id, side: SideId, work_out: impl FnOnce() -> bool) -> bool {
        self.said.get("known to".into(), self.place(who), usize::from(side.0), work_out)
    }

    pub(super) fn line(&self, a: Id, b: Id, work_out: impl FnOnce() -> bool) -> bool {
        self.said.get("in line".into(), self.place(a), self.place(b), work_out)
    }
}

impl<'w> Card<'w> {
    /// The techniques of whose card this is that bring modifiers by themselves.
    pub fn techniques(&self, work_out: impl FnOnce() -> Vec<Key>) -> &[Key] {
        self.techniques.get_or_init(work_out)
    }

    /// Whether they have anything at hand that brings modifiers by itself.
    pub fn has_helpful(&self, work_out: impl FnOnce() -> bool) -> bool {
        *self.has_helpful.get_or_init(work_out)
    }

    fn read(
        look: Look<'w>,
        id: Id,
        (combatant, place, called, made_from, figures, tallies, conditions, gear, houses, bears, rides): ROQueryItem<
            'w,
            '_,
            OnACard,
        >,
    ) -> Self {
        let lodgers = houses.map_or(&[][..], |houses| &houses.0);
        let (riders, mount) = (bears.map_or(&[][..], |bears| &bears.0), rides.and_then(|rides| rides.0));
        let is_plain = conditions.0.is_empty() && lodgers.is_empty();
        Self {
            side: if lodgers.is_empty() {
                combatant.map_or_else(SideId::default, |each| each.side)
            } else {
                look.side(id)
            },
            place: *place,
            name: called.0,
            profile: made_from.map(|made| &made.0),
            figures: Some(figures),
            tallies: Some(tallies),
            conditions: &conditions.0,
            gear: &gear.0,
            lodgers,
            every: if is_plain { Vec::new() } else { look.every_condition(id).collect() },
            states: if is_plain { 0 } else { look.states(id) },
            riders,
            mount,
            techniques: OnceCell::new(),
            has_helpful: OnceCell::new(),
        }
    }

    /// The same for whoever lacks something, or is new to the reader.
    fn of(look: Look<'w>, id: Id) -> Self {
        let entity = look.entity_ref(id);
        let get = entity.as_ref();
        let conditions = get.and_then(|entity| entity.get::<Conditions>()).map_or(&[][..], |conditions| &conditions.0);
        let riders = get.and_then(|entity| entity.get::<Bears>()).map_or(&[][..], |bears| &bears.0);
        let mount = get.and_then(|entity| entity.get::<Rides>()).and_then(|rides| rides.0);
        Self {
            side: look.side(id),
            place: get.and_then(|entity| entity.get::<Place>()).copied().unwrap_or_default(),
            name: get.and_then(|entity| entity.get::<Called>()).map_or_else(|| "nobody".into(), |called| called.0),
            profile: get.and_then(|entity| entity.get::<MadeFrom>()).map(|made| &made.0),
            figures: get.and_then(|entity| entity.get::<Figures>()),
            tallies: get.and_then(|entity| entity.get::<Tallies>()),
            conditions,
            gear: get.and_then(|entity| entity.get::<Gear>()).map_or(&[], |gear| &gear.0),
            lodgers: get.and_then(|entity| entity.get::<Houses>()).map_or(&[], |houses| &houses.0),
            every: look.every_condition(id).collect(),
            states: look.states(id),
            riders,
            mount,
            techniques: OnceCell::new(),
            has_helpful: OnceCell::new(),
        }
    }
}
