//! What one look at a battle has worked out and need not work out again.

mod card;
mod shelves;

use std::any::Any;
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use bevy::ecs::prelude::{FromWorld, Mut, Query, QueryState, Resource, World};
use smallvec::SmallVec;

use self::card::OnACard;
use self::shelves::{Asked, Pairs, Row, Shelf, answer};
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
    /// Who is remembered as intent upon whom.
    intent: Option<(Id, Id)>,
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

/// What is worked out of one body.
#[derive(Debug, Default)]
struct Body {
    figures: Row<Sum>,
    values: Row<i32>,
    threats: Asked<*const Arm, Threat>,
    allowed: Asked<CaseWords, Allowed>,
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
            intent: None,
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

    /// Remembers somebody as intent upon another, as those are who take aim: to find out what could be done then. Nothing may
    /// have been asked of it yet.
    pub fn intend(&mut self, who: Id, upon: Id) {
        self.intent = Some((who, upon));
    }

    /// Upon whom somebody is thought to be intent.
    pub(super) fn intent_of(&self, who: Id) -> Option<Id> {
        self.intent.filter(|(id, _)| *id == who).map(|(_, upon)| upon)
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
