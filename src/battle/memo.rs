//! What one look at a battle has worked out and need not work out again.

mod card;

use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::hash::Hash;
use std::rc::Rc;

use bevy::ecs::prelude::{FromWorld, Mut, Query, QueryState, Resource, World};
use bevy::platform::collections::HashMap;
use smallvec::SmallVec;

use self::card::OnACard;
use super::{Allowed, Arm, CaseWords, FigureName, Id, Item, Key, Look, Rules, SideId, Sum};
use crate::board::{Cover, CoverGrade, Footprint, Threat};
use crate::dice::Distribution;

pub(super) use self::card::Card;

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
    /// What is worked out of every body; of nobody where they are many.
    bodies: Vec<Body>,
    far_figures: Shelf<(Id, FigureName), Sum>,
    /// Numbers that are no figures: tallies; and all of those who are many.
    far_values: Shelf<(Id, Key), i32>,
    far_threats: Shelf<(Id, *const Arm), Threat>,
    covers: Shelf<(Footprint, Id, bool), (Cover, CoverGrade)>,
    said: Pairs,
    counted: Shelf<(Key, Id), i32>,
    worths: Shelf<(Key, Id, Id, *const Arm), f64>,
    saves: Shelf<(Id, FigureName), Distribution<bool>>,
    kept: Shelf<(Key, Id), Rc<dyn Any>>,
    /// How often a card was asked for, by all who look further from here together.
    asked: Rc<Cell<usize>>,
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

/// What is worked out of one body.
#[derive(Debug, Default)]
struct Body {
    figures: Row<Sum>,
    values: Row<i32>,
    threats: Asked<*const Arm, Threat>,
    allowed: Asked<CaseWords, Allowed>,
}

/// Answers to a few questions, which are gone through one by one.
type Asked<K, V> = RefCell<SmallVec<[(K, V); 1]>>;

/// The answer to one of them, worked out the first time. Working one out may ask for others.
fn answer<K, V: Clone>(
    asked: &Asked<K, V>,
    is: impl Fn(&K) -> bool,
    key: impl FnOnce() -> K,
    work_out: impl FnOnce() -> V,
) -> V {
    if let Some((_, known)) = asked.borrow().iter().find(|(key, _)| is(key)) {
        return known.clone();
    }
    let value = work_out();
    asked.borrow_mut().push((key(), value.clone()));
    value
}

/// Answers by places, most of them empty.
#[derive(Debug)]
struct Row<T>(RefCell<(Vec<u16>, Vec<T>)>);

impl<T> Default for Row<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: Clone> Row<T> {
    /// What stands at this place of so many, worked out the first time.
    fn get(&self, (place, of): (usize, usize), work_out: impl FnOnce() -> T) -> T {
        if let (places, known) = &*self.0.borrow()
            && let Some(found) = places.get(place)
            && let Some(known) = known.get(usize::from(*found))
        {
            return known.clone();
        }
        let value = work_out();
        let (places, known) = &mut *self.0.borrow_mut();
        places.resize(of, u16::MAX);
        if let Some(slot) = places.get_mut(place) {
            *slot = known.len() as u16;
            known.push(value.clone());
        }
        value
    }
}

/// So many bodies have a place each beside each of them.
const MOST_PAIRED: usize = 64;

/// Yes or no of two bodies, by what was asked.
#[derive(Debug)]
struct Pairs {
    bodies: usize,
    /// A place for each two of them, by where the words of the question stand in the code.
    near: RefCell<SmallVec<[(*const str, Answers); 8]>>,
    /// The same where there are too many for that.
    far: Shelf<(Key, usize, usize), bool>,
}

type Answers = Rc<[Cell<Option<bool>>]>;

impl Pairs {
    fn of(bodies: usize) -> Self {
        Self { bodies, near: RefCell::default(), far: Shelf::empty() }
    }

    fn get(&self, what: &'static str, a: usize, b: usize, work_out: impl FnOnce() -> bool) -> bool {
        let is_paired = self.bodies <= MOST_PAIRED && a < self.bodies && b < self.bodies;
        if !is_paired {
            return self.far.get((what.into(), a, b), work_out);
        }
        let at = a * self.bodies + b;
        let is_it = |(asked, _): &&(*const str, Answers)| std::ptr::eq(*asked, what);
        let known = self.near.borrow().iter().find(is_it).and_then(|(_, known)| known.get(at)?.get());
        if let Some(known) = known {
            return known;
        }
        let answers = self.answers(what);
        let Some(answer) = answers.get(at) else { return work_out() };
        let said = work_out();
        answer.set(Some(said));
        said
    }

    fn answers(&self, what: *const str) -> Answers {
        if let Some((_, known)) = self.near.borrow().iter().find(|(asked, _)| std::ptr::eq(*asked, what)) {
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

/// Cards, each taken down when it is asked for.
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
            bodies: std::iter::repeat_with(Body::default).take(bodies).collect(),
            far_figures: Shelf::empty(),
            far_values: Shelf::empty(),
            far_threats: Shelf::empty(),
            covers: Shelf::empty(),
            said: Pairs::of(bodies),
            counted: Shelf::empty(),
            worths: Shelf::empty(),
            saves: Shelf::empty(),
            kept: Shelf::empty(),
            asked: look.memo().map(|memo| Rc::clone(&memo.asked)).unwrap_or_default(),
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

    /// Remembers somebody with other things than they have, to find out what could be done with those. Nothing may have been asked
    /// of it yet. In a battle of many everybody keeps what they have.
    pub fn equip(&mut self, who: Id, gear: &'w [Item]) {
        if let Some(card) = self.fighters.get_mut(usize::from(who.0)) {
            card.gear = gear;
        }
    }

    /// Who is remembered elsewhere than they are.
    pub(super) fn moved(&self) -> &[Id] {
        &self.moved
    }

    /// How often anything was asked about anybody, here and by those who looked further from here: how much thought it took,
    /// which is the same on any machine.
    pub fn asked(&self) -> usize {
        self.asked.get()
    }

    pub(super) fn card(&self, id: Id) -> Option<&Card<'_>> {
        self.asked.set(self.asked.get() + 1);
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

    fn body(&self, id: Id) -> Option<&Body> {
        self.bodies.get(self.place(id))
    }

    pub(super) fn figure(&self, rules: &Rules, id: Id, name: FigureName, work_out: impl FnOnce() -> Sum) -> Sum {
        match (self.body(id), rules.figures.place(name)) {
            (Some(body), Some(place)) => body.figures.get((place, rules.figures.len()), work_out),
            (None, Some(_)) => self.far_figures.get((id, name), work_out),
            (_, None) => work_out(),
        }
    }

    pub(super) fn value(&self, rules: &Rules, id: Id, name: Key, work_out: impl FnOnce() -> i32) -> i32 {
        match (self.body(id), rules.figures.place(FigureName::of(name))) {
            (Some(body), Some(place)) => body.values.get((place, rules.figures.len()), work_out),
            _ => self.far_values.get((id, name), work_out),
        }
    }

    pub(super) fn threat(&self, id: Id, arm: &Arm, work_out: impl FnOnce() -> Threat) -> Threat {
        match self.body(id) {
            Some(body) => answer(&body.threats, |of| std::ptr::eq(*of, arm), || arm, work_out),
            None => self.far_threats.get((id, std::ptr::from_ref(arm)), work_out),
        }
    }

    pub(super) fn allowed(&self, who: Id, kinds: &[Key], work_out: impl FnOnce() -> Allowed) -> Allowed {
        match self.body(who) {
            Some(body) => answer(&body.allowed, |of| of[..] == *kinds, || kinds.into(), work_out),
            None => work_out(),
        }
    }

    pub(super) fn cover(
        &self,
        asked: (Footprint, Id, bool),
        work_out: impl FnOnce() -> (Cover, CoverGrade),
    ) -> (Cover, CoverGrade) {
        self.covers.get(asked, work_out)
    }

    pub(super) fn said(&self, what: &'static str, a: Id, b: Id, work_out: impl FnOnce() -> bool) -> bool {
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
        figure: FigureName,
        work_out: impl FnOnce() -> Distribution<bool>,
    ) -> Distribution<bool> {
        self.saves.get((who, figure), work_out)
    }

    pub(super) fn kept<T: 'static>(&self, what: Key, who: Id, work_out: impl Fn() -> T) -> Rc<T> {
        let kept = self.kept.get((what, who), || Rc::new(work_out()));
        kept.downcast().unwrap_or_else(|_| Rc::new(work_out()))
    }

    pub(super) fn is_known(&self, who: Id, side: SideId, work_out: impl FnOnce() -> bool) -> bool {
        self.said.get("known to", self.place(who), usize::from(side.0), work_out)
    }

    pub(super) fn line(&self, a: Id, b: Id, work_out: impl FnOnce() -> bool) -> bool {
        self.said.get("in line", self.place(a), self.place(b), work_out)
    }
}
