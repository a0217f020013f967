//! How far the best computer looks: what could be done from elsewhere in the same turn, and what the enemies could do
//! next to whoever stands there. Nobody copies a battle for that: a memory of the same battle with one place changed
//! is asked what the rules foretell.

use super::place::{NEAR, reach_of};
use super::worths::{per_action, worth};
use crate::battle::{Aim, Choice, Id, Item, Look, Memo, Order, Worth};
use crate::board::{Footprint, Square};

/// An enemy, as whoever thinks of its next turn reckons with it.
#[derive(Clone, Debug)]
struct Fear {
    foe: Id,
    body: Footprint,
    /// What its best blow would be worth to it, and its best shot as things stand.
    blow: f64,
    shot: f64,
    /// How near it must be for the blow.
    reach: i32,
}

/// What could be done next to somebody, as it stood when its turn began.
#[derive(Clone, Debug)]
pub(super) struct Fears {
    pub who: Id,
    pub round: i32,
    foes: Vec<Fear>,
}

/// How likely somebody comes over who would have to walk first.
const COMES: f64 = 0.5;

/// How much of what is feared counts against a place: those who fear everything never fight.
const HEED: f64 = 0.25;

/// What is thought through: the plain blow, which every game has.
const ATTACK: &str = "attack";

/// Enemies that are thought of from one square.
const MOST_STRUCK: usize = 3;

/// Squares from which a blow is thought through.
const MOST_THOUGHT_THROUGH: usize = 6;

/// The plain blows with what somebody has ready that it may strike at another, whatever they cost.
fn blows<'a>(look: Look<'a>, who: Id, target: Id) -> impl Iterator<Item = Order> + 'a {
    let ready = look.arms(who).filter(|item| item.is_ready() && item.arm.damage.is_some());
    let order = move |item: &Item| Order::new(ATTACK).with(item.arm.name.as_str()).at(Aim::who(look.name(target)));
    let may = move |order: &Order| look.deed(ATTACK).is_ok_and(|deed| deed.check(look, who, order).is_ok());
    ready.map(order).filter(may)
}

/// The worth of the best blow at `target` that `foe` could strike, as this look has it.
fn best_at(look: Look<'_>, foe: Id, target: Id) -> f64 {
    let worth = |order: Order| Some(look.deed(ATTACK).ok()?.forecast(look, foe, &order)?.worth(look, foe).0);
    let best = blows(look, foe, target).filter_map(worth).max();
    f64::from(best.unwrap_or(0).max(0)) / 1000.0
}

/// A place next to a body, on its nearer side.
fn beside(own: Footprint, body: Footprint) -> Footprint {
    let side = |own: i32, body: i32, own_wide: i32, wide: i32| match () {
        () if own + own_wide <= body => body - own_wide,
        () if own >= body + wide => body + wide,
        () => own,
    };
    let next = |from: i32, to: i32| side(from, to, own.side, body.side);
    own.moved_to(Square::new(next(own.at.x, body.at.x), next(own.at.y, body.at.y)))
}

impl Fears {
    /// What the enemies of somebody could do to it.
    pub fn of(look: Look<'_>, who: Id) -> Self {
        let own = look.footprint(who);
        let one = |foe: Id| {
            let body = look.footprint(foe);
            let (near, reach) = (own.gap(body) <= 2 * NEAR, reach_of(look, foe));
            let mut there = Memo::of(look);
            there.put(who, beside(own, body));
            let blow = if near { best_at(look.remembering(&there), foe, who) } else { 0.0 };
            let shot = if own.gap(body) > reach { best_at(look, foe, who) } else { 0.0 };
            Fear { foe, body, blow, shot, reach }
        };
        Self { who, round: look.clock().round, foes: look.foes(who).map(one).collect() }
    }

    /// What of that counts against standing at `at`.
    pub fn at(&self, at: Footprint) -> f64 {
        let one = |fear: &Fear| {
            let gap = at.gap(fear.body);
            let blow = match () {
                () if gap <= fear.reach => fear.blow,
                () if gap <= fear.reach + NEAR => COMES * fear.blow,
                () => 0.0,
            };
            blow.max(fear.shot)
        };
        HEED * self.foes.iter().map(one).sum::<f64>().min(1.5)
    }

    /// How much is to be feared of somebody, next to the others.
    pub fn share(&self, foe: Id) -> f64 {
        let of = |fear: &Fear| fear.blow.max(fear.shot);
        let most = self.foes.iter().map(of).fold(0.0, f64::max);
        let own = self.foes.iter().find(|fear| fear.foe == foe).map_or(0.0, of);
        if most > 0.0 { own / most } else { 0.0 }
    }
}

/// Where somebody had best go before it strikes, if there is time for both, and what comes of it.
pub(super) fn blow_from_elsewhere(
    look: Look<'_>,
    who: Id,
    choice: &Choice,
    heeds: impl Fn(Footprint) -> Option<f64>,
) -> Option<(Worth, Square)> {
    let own = look.footprint(who);
    let reach = reach_of(look, who);
    let near = |square: Square| look.foes(who).any(|foe| own.moved_to(square).gap(look.footprint(foe)) <= reach);
    let deed = look.deed(&choice.order.verb).ok()?;
    let economy = &look.rules().economy;
    let left = economy.remaining(look, who);
    let squares = choice.squares.iter().map(|(square, _)| *square).filter(|square| *square != own.at && near(*square));
    let mut heeded: Vec<(f64, Square)> =
        squares.filter_map(|square| Some((heeds(own.moved_to(square))?, square))).collect();
    heeded.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| (a.1.y, a.1.x).cmp(&(b.1.y, b.1.x))));
    let one = |(heeded, square): (f64, Square)| {
        let go = Order { to: Some(square), ..choice.order.clone() };
        let walk = economy.price(look, who, &**deed, &go).ok()?.amount;
        let is_step = economy.costs_only_steps(look, who, &**deed, &go);
        let mut there = Memo::of(look);
        there.put(who, own.moved_to(square));
        let there = look.remembering(&there);
        let blow = |order: Order| {
            let price = economy.price(there, who, &**there.deed(ATTACK).ok()?, &order).ok()?.amount;
            if !is_step && walk + price > left {
                return None;
            }
            Some(per_action(there, who, &order, worth(there, who, &order)?))
        };
        let body = own.moved_to(square);
        let mut near: Vec<Id> = look.foes(who).filter(|foe| body.gap(look.footprint(*foe)) <= reach).collect();
        near.truncate(MOST_STRUCK);
        let best = near.into_iter().flat_map(|foe| blows(there, who, foe)).filter_map(blow).max()?;
        Some((Worth(best.0 + Worth::of(heeded).0), square))
    };
    heeded
        .into_iter()
        .take(MOST_THOUGHT_THROUGH)
        .filter_map(one)
        .max_by_key(|(worth, square)| (*worth, -square.y, -square.x))
}
