//! Panic: flight from what one fears, as fast and as far as it goes (ST-COND-05).

use crate::board::{bearing, scatter_direction};
use crate::mechanics::prelude::*;
use crate::mechanics::{answers, drives};

/// The numbers of panic.
#[derive(Clone, Debug, Deserialize)]
pub struct Panic {
    /// The condition of the panicked.
    pub panicked: ConditionName,
    /// The die that picks one of several ways out.
    pub scatter: Expr,
    /// What must be done before any flight: getting up, breaking free.
    pub first: Vec<Verb>,
    /// Turns of flight before it can pass by itself.
    pub at_least: i32,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// How many turns somebody has fled.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
struct Flight(i32);

/// A way out.
struct Way {
    /// How far from what is feared it ends, and how far from other enemies.
    safety: (u32, u32),
    direction: Direction,
    /// Whether it is walked rather than run, and how long it is.
    slowness: (bool, i32),
    end: Square,
    order: Order,
}

impl Panic {
    /// Every way that leads farther from `fears`.
    fn ways(look: Look<'_>, who: Id, fears: &[Id]) -> Vec<Way> {
        let (own, metric, economy) = (look.footprint(who), look.rules().measure.metric, &look.rules().economy);
        let left = economy.remaining(look, who);
        let others: Vec<Id> = look.foes(who).filter(|id| !fears.contains(id)).collect();
        let far = |at: Square, from: &[Id]| {
            let distances = from.iter().map(|id| metric.between(own.moved_to(at), look.footprint(*id)).0);
            distances.min().unwrap_or(0)
        };
        let safety = |at: Square| (far(at, fears), far(at, &others));
        let now = safety(own.at).0;
        let mut ways = Vec::new();
        for choice in look.options(who).iter().filter(|choice| choice.is_legal() && choice.group == Group::Move) {
            for (end, cost) in &choice.squares {
                let order = Order { to: Some(*end), ..choice.order.clone() };
                let direction = bearing(Footprint::one(own.at), Footprint::one(*end)).unwrap_or(Direction::North);
                ways.push(Way { safety: safety(*end), direction, slowness: (true, *cost), end: *end, order });
            }
            let (Some(direction), Ok(deed)) = (choice.order.toward, look.deed(choice.order.verb)) else { continue };
            for seconds in 1..=left {
                let order = Order { n: Some(seconds), ..choice.order.clone() };
                let fits = economy.price(look, who, &**deed, &order).is_ok_and(|price| price.amount <= left);
                if !fits || deed.check(look, who, &order).is_err() {
                    continue;
                }
                let Some(end) = deed.destination(look, who, &order) else { continue };
                ways.push(Way { safety: safety(end), direction, slowness: (false, seconds), end, order });
            }
        }
        ways.retain(|way| way.safety.0 > now);
        ways
    }

    /// The best way out; of several that are as good, the dice pick one.
    fn way_out(&self, table: &mut Table<'_>, who: Id, fears: &[Id]) -> Step<Option<Order>> {
        let mut ways = Self::ways(table.look(), who, fears);
        let Some(best) = ways.iter().map(|way| way.safety).max() else { return Ok(None) };
        ways.retain(|way| way.safety == best);
        let open = |direction: &Direction| ways.iter().any(|way| way.direction == *direction);
        let mut direction = Direction::ALL.into_iter().find(open).unwrap_or_default();
        if ways.iter().any(|way| way.direction != direction) {
            let face = table.roll(who, "direction", &self.scatter, Sum::new(), self.rule)?;
            let rolled = u32::try_from(face).ok().and_then(scatter_direction).unwrap_or_default();
            let clockwise = (0..8).map(|eighths| rolled.turned(eighths));
            direction = clockwise.into_iter().find(open).unwrap_or(direction);
        }
        let taken = ways.into_iter().filter(|way| way.direction == direction);
        let taken = taken.min_by_key(|way| (way.slowness, way.end.y, way.end.x));
        Ok(taken.filter(|way| table.look().permits(who, &way.order).is_ok()).map(|way| way.order))
    }

    /// What the panicked do next: riders leave the way to their mount, where it has one.
    fn flight(&self, table: &mut Table<'_>, who: Id) -> Step<Option<Order>> {
        let look = table.look();
        let (body, fears) = (look.body(who), drives::fears(look, who, self.panicked));
        if let Some(first) = drives::first_of(look, body, &self.first) {
            return Ok(Some(first));
        }
        if look.mount(body).is_some_and(|mount| !Self::ways(look, mount, &fears).is_empty()) {
            return Ok(None);
        }
        let way = self.way_out(table, body, &fears)?;
        Ok(way.or_else(|| Self::break_through(table.look(), body)))
    }

    /// Whoever bars the way is attacked.
    fn break_through(look: Look<'_>, who: Id) -> Option<Order> {
        let barring = look.foes(who).filter(|id| look.gap(who, *id) <= 1);
        drives::hardest(barring.flat_map(|id| drives::attacks(look, who, id)).collect())
    }
}

mechanic!(Panic: |self| {
    answers_for => vec![answers::deeds(self.panicked)],
    words(words) => words.add(Word::Roll, ["direction"]),
});

hears!(Panic: |self, table| {
    TurnBegun { who } => {
        let look = table.look();
        let Some(panicked) = look.condition(who, self.panicked) else { return Ok(()) };
        let fled = look.get::<Flight>(who).map_or(0, |flight| flight.0);
        let is_gone = panicked.by.is_some_and(|source| !look.is_there(source));
        let mut fears = drives::fears(look, who, self.panicked).into_iter();
        let in_sight = !is_gone && fears.any(|id| look.sees(who, id));
        if panicked.until != Until::Ended || fled < self.at_least || in_sight {
            return Ok(());
        }
        let text = |look: Look<'_>| format!("{} sees nothing to fear any more.", look.name(who));
        table.sheds(who, self.panicked, self.rule, text)
    },
    TurnEnded { who } => if table.look().condition(who, self.panicked).is_some() { table.edit::<Flight>(who).0 += 1; },
    Condition { who, kind, begun: true } => if kind == self.panicked { table.edit::<Flight>(who).0 = 0; },
});

impl Drives for Panic {
    fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Option<Compulsion>> {
        let look = table.look();
        let is_afraid = |id: &Id| look.condition(*id, self.panicked).is_some();
        if is_afraid(&who) {
            let order = self.flight(table, who)?;
            return Ok(Some(drives::does(order, self.rule)));
        }
        let rider = look.riders(who).iter().copied().find(|id| look.is_in_play(*id));
        let Some(rider) = rider.filter(is_afraid) else { return Ok(None) };
        // A mount flees with whoever has it in hand.
        let fears = drives::fears(look, rider, self.panicked);
        let order = self.way_out(table, who, &fears)?;
        Ok(Some(drives::does(order, self.rule)))
    }
}
