//! What whoever sits here has taken up for the question at hand: a deed, a target, how it is to be done. Nothing of the
//! battle itself.

use bevy::app::App;
use bevy::ecs::prelude::{On, ResMut, Resource};

use super::aim::Ways;
use super::course::Then;
use super::hud::slots::{Kind, strikes_with};
use super::known::{Bands, Known};
use super::panels::{Back, Begun, Decided, Panels, Pressed, Seen};
use super::pointer::Pointer;
use crate::battle::{Choice, Group, Id, Key, Look, Order};
use crate::board::{Spot, Square};
use crate::overlay::keys::Act;

use std::collections::BTreeSet;
use std::sync::Arc;

/// What is in hand, and whom it is meant for.
#[derive(Resource, Debug, Default)]
pub struct Hand {
    /// Who is aimed at.
    pub target: Option<Id>,
    /// The part that is aimed at.
    pub part: Option<Key>,
    /// How it is to be done.
    pub manners: Vec<Key>,
    /// How much, for deeds that want a number.
    pub number: Option<i32>,
    /// The deed whose odds are shown in full.
    pub why: Option<Order>,
    /// What of the ways at whoever is aimed at has been unfolded.
    pub unfolded: Vec<Fold>,
    /// A deed that only wants a square of the board.
    pub deed: Option<Order>,
    /// The slot of the bar that is open above it.
    pub open: Option<Kind>,
    /// The attack that waits for a target on the field.
    pub wielded: Option<String>,
    /// A deed that wants a second click.
    pub sure: Option<Order>,
    /// All that the second click does where more follows on that deed by itself: the deed, then the rest.
    pub whole: Vec<Order>,
    /// What follows by itself: a ride, a blow at the end of a walk.
    pub then: Option<Then>,
}

/// What is folded away of the ways at a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// Those beside the best.
    Rest,
    /// What only makes ready for something that they may do.
    Ready,
    /// What cannot be done now.
    Shut,
}

/// What is in hand.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hand>().init_resource::<Known>();
    app.add_observer(|_: On<'_, '_, Begun>, mut hand: ResMut<'_, Hand>, mut known: ResMut<'_, Known>| {
        (*hand, *known) = (Hand::default(), Known::default());
    });
    app.add_observer(|_: On<'_, '_, Decided>, mut hand: ResMut<'_, Hand>, mut known: ResMut<'_, Known>| {
        hand.put_down();
        known.forget();
    });
    app.on_seen(|Seen(look): Seen<'_>, mut hand: ResMut<'_, Hand>| {
        if hand.target.is_some_and(|target| !look.knows_of(target)) {
            hand.aim_at(None);
        }
    });
    app.on_back(Back::Hand, |mut hand: ResMut<'_, Hand>| {
        let holds = hand.holds_something();
        if holds {
            hand.put_down();
        }
        holds
    });
    app.on_key(|key: Pressed<'_>, mut hand: ResMut<'_, Hand>, mut known: ResMut<'_, Known>| {
        match (key.act, key.look) {
            (Act::NextTarget, Some(look)) => hand.next_target(&mut known, look, 1),
            (Act::PreviousTarget, Some(look)) => hand.next_target(&mut known, look, -1),
            _ => {}
        }
    });
}

impl Hand {
    /// Aims at somebody, at no part of it and in no manner yet. What waited for a second click waits no longer, and a number that was
    /// chosen for whoever was aimed at is not meant for anybody else.
    pub fn aim_at(&mut self, target: Option<Id>) {
        if self.target.is_some() {
            self.number = None;
        }
        self.target = target;
        (self.part, self.why, self.sure) = (None, None, None);
        self.whole.clear();
        self.manners.clear();
        self.unfolded.clear();
    }

    /// Whether anything is in hand, aimed at or open.
    pub fn holds_something(&self) -> bool {
        let taken_up = self.deed.is_some() || self.sure.is_some() || self.target.is_some();
        taken_up || self.open.is_some() || self.wielded.is_some()
    }

    /// Plans these orders: the next click on the same does the first of them, and the rest follows by itself.
    pub fn plan(&mut self, orders: Vec<Order>) {
        self.sure = orders.first().cloned();
        self.whole = orders;
    }

    /// All that waits for its second click; none where nothing does.
    pub fn planned(&self) -> &[Order] {
        match (&self.sure, self.whole.first()) {
            (None, _) => &[],
            (Some(sure), Some(first)) if sure == first => &self.whole,
            (Some(sure), _) => std::slice::from_ref(sure),
        }
    }

    /// Whether just these orders wait for their second click: what is planned for another end is another plan, whatever it begins
    /// with. How many clicks anything takes is told by this everywhere.
    pub fn waits(&self, orders: &[Order]) -> bool {
        !orders.is_empty() && self.planned() == orders
    }

    /// What is planned at `who`, where nothing else is in hand: a click on them does it.
    pub fn planned_at(&self, look: Look<'_>, who: Id) -> Option<&Order> {
        let is_free = self.deed.is_none() && self.wielded.is_none() && self.target.is_none() && self.open.is_none();
        match self.planned() {
            [order] if is_free && look.target(order) == Some(who) => Some(order),
            _ => None,
        }
    }

    /// Puts down all but what waits for its second click.
    pub fn put_down_the_rest(&mut self) {
        let (sure, whole) = (self.sure.take(), std::mem::take(&mut self.whole));
        self.put_down();
        (self.sure, self.whole) = (sure, whole);
    }

    /// Puts down whatever was taken up from the bar, with its number, and aims at nobody.
    pub fn put_down(&mut self) {
        self.aim_at(None);
        (self.deed, self.open, self.wielded, self.number) = (None, None, None, None);
    }

    /// The order of a choice with the part, manners and number that were
    /// chosen, where it takes them.
    pub fn filled(&self, choice: &Choice) -> Order {
        let mut order = choice.order.clone();
        if let Some(part) = self.part.filter(|part| choice.parts.contains(part)) {
            order.at.iter_mut().for_each(|aim| aim.part = Some(part));
        }
        let manners = self.manners.iter().filter(|manner| choice.manners.contains(manner));
        order.manner.extend(manners.copied());
        order.n = self.number_for(choice).or(order.n);
        order
    }

    /// The number that was chosen for a choice that takes one: before anybody chose, the one that it proposes.
    pub fn number_for(&self, choice: &Choice) -> Option<i32> {
        let (low, high) = choice.numbers?;
        Some(self.number.or(choice.order.n).unwrap_or(low).clamp(low, high.max(low)))
    }

    /// The choice that a click on the board would make: the deed in hand, else
    /// a plain move; or whatever square is asked for.
    pub fn placing(&self, known: &mut Known, look: Look<'_>) -> Option<Choice> {
        let choices = known.choices(look);
        let listed = look.question().is_some_and(|question| question.choices.is_some());
        let mut open = choices.iter().filter(|choice| choice.is_legal() && !choice.squares.is_empty());
        let found = match &self.deed {
            Some(order) => open.find(|choice| choice.order == *order),
            None => open.find(|choice| listed || choice.group == Group::Move),
        };
        found.cloned()
    }

    /// Squares in reach of whoever is asked, by price; where a computer is asked, nobody here has to know.
    pub fn bands(&self, known: &mut Known, look: Look<'_>) -> Option<Arc<Bands>> {
        // With what is sent at places in hand nobody asks how far they could walk.
        if self.deed.is_none() && !self.places(known, look).is_empty() {
            return None;
        }
        let who = look.question().filter(|question| look.is_played_here(question.side))?.who?;
        match self.placing(known, look).or_else(|| known.walk(look)) {
            Some(choice) => Some(known.bands(look, who, &choice)),
            None => known.ride(look).map(|(_, bands)| bands),
        }
    }

    /// The weapon whose range is shown, if one is in hand or pointed at.
    pub fn ranged(&self, pointer: &Pointer) -> Option<Key> {
        self.deed.as_ref().or(pointer.preview.as_ref())?.with
    }

    /// What can be done to `who` with what is wielded. What would give it up is chosen by its name alone.
    fn forms(&self, known: &mut Known, look: Look<'_>, who: Id) -> Vec<Choice> {
        let Some(arm) = self.wielded.as_deref() else { return Vec::new() };
        let choices = known.choices(look);
        let all = known.aimed(look).choices(&choices, who).into_iter();
        let is_form =
            |choice: &&Choice| choice.is_legal() && strikes_with(choice, arm) && look.gives_up(&choice.order).is_none();
        all.filter(is_form).cloned().collect()
    }

    /// The order that a click on `who` gives with what is wielded, if there is just one way; whether anything can be done
    /// to them with it at all.
    pub fn struck_with(&self, known: &mut Known, look: Look<'_>, who: Id) -> (Option<Order>, bool) {
        match self.forms(known, look, who).as_slice() {
            [one] => (Some(self.filled(one)), true),
            several => (None, !several.is_empty()),
        }
    }

    /// What a click on `who` does once they are aimed at: the first of the ways that are named then.
    pub fn led(&self, known: &mut Known, look: Look<'_>, who: Id) -> Option<Order> {
        let choices = known.choices(look);
        Ways::at(look, &choices, who, (self, known)).led.map(|led| self.filled(led))
    }

    /// What would be struck with what is wielded at a place that is pointed at: whoever is there, the place itself, else the
    /// area that has the place in its middle.
    pub fn sent(&self, known: &mut Known, look: Look<'_>, square: Square, there: Option<Id>) -> Option<Order> {
        let (arm, who) = (self.wielded.as_deref()?, look.asked()?);
        let choices = known.choices(look);
        let ways = || choices.iter().filter(|choice| choice.is_legal() && strikes_with(choice, arm));
        let aimed = known.aimed(look);
        if let Some(there) = there {
            let mut at = aimed.choices(&choices, there).into_iter().filter(|choice| strikes_with(choice, arm));
            let first = at.find(|choice| choice.is_legal() && look.gives_up(&choice.order).is_none());
            if first.is_some() {
                return first.map(|choice| self.filled(choice));
            }
        }
        if let Some(choice) = ways().find(|choice| choice.squares.iter().any(|(at, _)| *at == square)) {
            return Some(Order { to: Some(square), ..self.filled(choice) });
        }
        let everywhere = ways().filter(|choice| choice.squares.is_empty() && !aimed.names(&choices, choice));
        let covered = everywhere.map(|choice| (known.covered(look, who, &choice.order), choice));
        let there = covered.filter(|(squares, _)| squares.contains(&square));
        let off = |squares: &BTreeSet<Square>| {
            let sum = squares.iter().fold((0, 0), |sum, at| (sum.0 + at.x, sum.1 + at.y));
            let count = squares.len().max(1) as i32;
            (sum.0 - square.x * count).abs().max((sum.1 - square.y * count).abs()) / count
        };
        let rank = |squares: &Arc<BTreeSet<Square>>| (!meant(look, squares).contains(&square), off(squares));
        there.min_by_key(|(squares, _)| rank(squares)).map(|(_, choice)| self.filled(choice))
    }

    /// The places that what is wielded may be sent at, each with the squares that point at it; all of them in one where it is
    /// sent at a square.
    pub fn places(&self, known: &mut Known, look: Look<'_>) -> Vec<Arc<BTreeSet<Square>>> {
        let Some((arm, who)) = self.wielded.as_deref().zip(look.asked()) else { return Vec::new() };
        let (choices, aimed) = (known.choices(look), known.aimed(look));
        let mut places = Vec::new();
        for choice in choices.iter().filter(|choice| choice.is_legal() && strikes_with(choice, arm)) {
            if !choice.squares.is_empty() {
                places.push(Arc::new(choice.squares.iter().map(|(at, _)| *at).collect()));
            } else if !aimed.names(&choices, choice) {
                places.push(meant(look, &known.covered(look, who, &choice.order)));
            }
        }
        places.retain(|squares: &Arc<BTreeSet<Square>>| !squares.is_empty());
        places
    }

    /// What is asked once an arm is in hand: where, if it is sent at places.
    pub fn asks(&self, known: &mut Known, look: Look<'_>) -> &'static str {
        match (self.places(known, look).is_empty(), self.within(known, look).is_empty()) {
            (true, _) => "at whom?",
            (false, true) => "where?",
            (false, false) => "where, or at whom?",
        }
    }

    /// Those who can be struck with what is wielded from where one stands.
    pub fn within(&self, known: &mut Known, look: Look<'_>) -> Vec<Id> {
        if self.wielded.is_none() {
            return Vec::new();
        }
        let mut open = known.aimed(look).open.clone();
        open.retain(|who| self.struck_with(known, look, *who).1);
        open
    }

    /// Aims at the next (or the one before) that something can be done to.
    fn next_target(&mut self, known: &mut Known, look: Look<'_>, step: isize) {
        let aimed = known.aimed(look);
        let targets = &aimed.open;
        let now = targets.iter().position(|id| Some(*id) == self.target);
        let count = targets.len() as isize;
        if count > 0 {
            let next = now.map_or(if step > 0 { 0 } else { count - 1 }, |now| (now as isize + step).rem_euclid(count));
            self.aim_at(targets.get(next as usize).copied());
        }
    }
}

/// The squares that point at a place: of a zone its own, for its borders are also those of others.
fn meant(look: Look<'_>, squares: &Arc<BTreeSet<Square>>) -> Arc<BTreeSet<Square>> {
    if look.zoned().is_none() {
        return Arc::clone(squares);
    }
    let zone = squares.iter().find_map(|at| match look.spots().at(*at) {
        Some(Spot::Zone(zone)) => Some(zone),
        _ => None,
    });
    let Some(zone) = zone else { return Arc::clone(squares) };
    let is_own = |at: &&Square| look.board().cell(**at).is_some_and(|cell| cell.zone == Some(zone));
    Arc::new(squares.iter().filter(is_own).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: whoever gives some of their own away is proposed a number that leaves them half of all that they can have.
    #[test]
    fn nobody_is_proposed_to_give_all_away() {
        trial::in_lesson("liberi_gothica", "LG-C36", 1, |look| {
            let choices = look.choices();
            let proposed = |verb: &str| {
                let choice = choices.iter().find(|choice| choice.order.verb == verb).expect("it is offered");
                (Hand::default().number_for(choice), choice.numbers)
            };
            assert_eq!(proposed("give vitality"), (Some(7), Some((1, 11))), "of 20, where 26 would be all");
            assert_eq!(proposed("take vitality"), (Some(6), Some((1, 6))));
        });
    }

    /// Promise: what is planned is all of it: the same first deed for another end is another plan, and so is a part of it.
    #[test]
    fn a_plan_is_all_that_it_leads_to() {
        let [sprint, walk, blow] = ["sprint", "move", "attack"].map(Order::new);
        let course = [sprint.clone(), walk, blow];
        let mut hand = Hand::default();
        assert!(!hand.waits(&[]) && hand.planned().is_empty());
        hand.sure = Some(sprint.clone());
        assert!(hand.waits(std::slice::from_ref(&sprint)) && !hand.waits(&course));
        hand.plan(course.to_vec());
        assert!(hand.waits(&course) && !hand.waits(std::slice::from_ref(&sprint)) && !hand.waits(&course[..2]));
        hand.put_down_the_rest();
        assert!(hand.waits(&course));
        hand.put_down();
        hand.sure = Some(sprint);
        assert_eq!(hand.planned().len(), 1, "nothing is left of the plan before");
    }

    /// Promise: a number is chosen for one deed at one target: the next one, and whoever is asked next, begins with the least. What was
    /// chosen before anybody was aimed at is meant for them.
    #[test]
    fn a_number_is_chosen_for_one_deed() {
        let strike = Choice::new(Order::new("attack"), "Strike", Group::Attack, "R-1").counting((0, 2), "more");
        let mut hand = Hand { target: Some(Id(1)), number: Some(2), ..Hand::default() };
        assert_eq!(hand.filled(&strike).n, Some(2));
        hand.aim_at(Some(Id(2)));
        assert_eq!(hand.filled(&strike).n, Some(0), "another target");
        hand.number = Some(2);
        hand.put_down();
        assert_eq!(hand.filled(&strike).n, Some(0), "another deed");
        hand.number = Some(1);
        hand.aim_at(Some(Id(1)));
        assert_eq!(hand.filled(&strike).n, Some(1));
    }
}
