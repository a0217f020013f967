//! What those who are not their own masters do: the attacks and ways that are
//! open to them, weighed by the odds that everybody sees.

mod firm;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::mechanics::prelude::*;

pub(super) use firm::Firm;

/// An attack that could be made now.
#[derive(Clone, Debug)]
pub(super) struct Attack {
    pub order: Order,
    /// The harm to be expected of it.
    pub harm: f64,
}

/// Whom those flee from who are in a state of fear: what has brought it about, or every enemy where that is gone.
pub(super) fn fears(look: Look<'_>, who: Id, state: ConditionName) -> Vec<Id> {
    let source = look.condition(who, state).and_then(|terror| terror.by).filter(|by| look.is_there(*by));
    source.map_or_else(|| look.foes(who).collect(), |source| vec![source])
}

/// The first of these deeds that can be done, for what comes before everything else.
pub(super) fn first_of(look: Look<'_>, who: Id, deeds: &[Verb]) -> Option<Order> {
    deeds.iter().map(Order::new).find(|order| look.permits(who, order).is_ok())
}

/// Doing this, or nothing where there is nothing to be done.
pub(super) fn does(order: Option<Order>, rule: RuleId) -> Compulsion {
    order.map_or(Compulsion::Nothing, |order| Compulsion::Does(order, rule))
}

/// Everybody else on the board who is not dead.
pub(super) fn others<'a>(look: Look<'a>, who: Id) -> impl Iterator<Item = Id> + 'a {
    look.everybody().filter(move |id| *id != who && look.is_there(*id))
}

/// How far `who` is from `other`, in half squares.
pub(super) fn apart(look: Look<'_>, who: Id, other: Id) -> u32 {
    look.rules().measure.metric.between(look.footprint(who), look.footprint(other)).0
}

/// The nearest of those.
pub(super) fn nearest(look: Look<'_>, who: Id, of: impl Iterator<Item = Id>) -> Option<Id> {
    of.min_by_key(|id| (apart(look, who, *id), *id))
}

/// From the middle of one body to the middle of another, in half squares.
fn vector(look: Look<'_>, from: Id, to: Id) -> (i64, i64) {
    let middle = |id| {
        let body = look.footprint(id);
        (i64::from(body.at.x) * 2 + i64::from(body.side), i64::from(body.at.y) * 2 + i64::from(body.side))
    };
    let (a, b) = (middle(from), middle(to));
    (b.0 - a.0, b.1 - a.1)
}

/// Whether the first of two ways deviates less from `direction` than the second.
fn is_straighter(direction: Direction, first: (i64, i64), second: (i64, i64)) -> std::cmp::Ordering {
    let (dx, dy) = direction.offset();
    // The cosine squared keeps its sign: no roots, so the same everywhere.
    let cosine = |(x, y): (i64, i64)| {
        let along = i128::from(x * i64::from(dx) + y * i64::from(dy));
        (along * along.abs(), i128::from(x * x + y * y).max(1))
    };
    let ((a, a_long), (b, b_long)) = (cosine(first), cosine(second));
    (b * a_long).cmp(&(a * b_long))
}

/// Whoever lies closest to `direction`, and of those the nearest.
pub(super) fn towards(look: Look<'_>, who: Id, direction: Direction) -> Option<Id> {
    others(look, who).min_by(|a, b| {
        is_straighter(direction, vector(look, who, *a), vector(look, who, *b))
            .then(apart(look, who, *a).cmp(&apart(look, who, *b)))
            .then(a.cmp(b))
    })
}

/// Every attack on the body of `target` that `who` can still finish this turn:
/// nobody out of their wits thinks of frightening others.
pub(super) fn attacks(look: Look<'_>, who: Id, target: Id) -> Vec<Attack> {
    let economy = &look.rules().economy;
    let left = economy.remaining(look, who);
    let mut seen: Vec<Order> = Vec::new();
    let mut found = Vec::new();
    for choice in look.options_among(who, |deed| deed.group() == Group::Attack).iter() {
        let Some(order) = aimed(look, choice, target) else { continue };
        let named = order.with.and_then(|name| look.item(who, name));
        if seen.contains(&order) || named.is_some_and(|item| item.arm.harms.is_some()) {
            continue;
        }
        seen.push(order.clone());
        let Ok(deed) = look.deed(order.verb) else { continue };
        let fits = economy.price(look, who, &**deed, &order).is_ok_and(|price| price.amount <= left);
        // What is over before it can come about is not begun.
        if !fits || deed.check(look, who, &order).is_err() || deed.lapses(look, who, &order).is_some() {
            continue;
        }
        let forecast = deed.forecast(look, who, &order);
        let against = forecast.iter().flat_map(|forecast| &forecast.against);
        // A blow that fells is worse than one that wounds as much.
        let harm = |prospect: &Prospect| {
            prospect.mean_harm().to_f64() + prospect.outcomes.chance(|(grade, _)| *grade >= FELLED).to_f64()
        };
        let harm = against.filter(|prospect| prospect.who == Some(target)).map(harm).sum();
        found.push(Attack { order, harm });
    }
    found
}

/// The same attack, at somebody else.
fn aimed(look: Look<'_>, choice: &Choice, target: Id) -> Option<Order> {
    let aim = choice.order.at.first()?;
    let aim = match aim.square {
        Some(_) => Aim::square(look.footprint(target).at),
        None => Aim { part: aim.part, ..look.aim(target) },
    };
    Some(Order { at: [aim].into(), ..choice.order.clone() })
}

/// The attack that is expected to do most harm, or least but some.
pub(super) fn pick(attacks: Vec<Attack>, weakest: bool) -> Option<Order> {
    let harmful = attacks.into_iter().filter(|attack| attack.harm > 0.0);
    let better = |a: &Attack, b: &Attack| if weakest { a.harm < b.harm } else { a.harm > b.harm };
    harmful.reduce(|best, each| if better(&each, &best) { each } else { best }).map(|attack| attack.order)
}

/// The attack that is expected to do most harm, else the first with a weapon: whoever must strike does so, whether it
/// does any harm or not.
pub(super) fn hardest(attacks: Vec<Attack>) -> Option<Order> {
    let harmless = attacks.iter().find(|attack| attack.order.with.is_some()).map(|attack| attack.order.clone());
    pick(attacks, false).or(harmless)
}

/// Whether an attack is struck hand to hand.
pub(super) fn is_melee(look: Look<'_>, who: Id, target: Id, order: &Order) -> bool {
    let strikes = |item: &&Item| item.is_ready() && matches!(item.arm.kind, ArmKind::Melee | ArmKind::Ranged);
    let named = order.with.and_then(|name| look.item(who, name));
    let arm = named.or_else(|| look.gear(who).iter().find(strikes)).map(|item| &item.arm);
    let (own, theirs) = (look.footprint(who), look.footprint(target));
    let struck = |arm: &Arm| arm.kind == ArmKind::Melee && look.threat(who, arm).reaches(own, theirs);
    // What can be thrown is thrown at whoever is too far for a blow.
    arm.is_some_and(|arm| struck(arm)) && !order.is("thrown")
}

/// Arms that `who` could strike with hand to hand.
fn melee_arms<'a>(look: Look<'a>, who: Id) -> impl Iterator<Item = &'a Arm> {
    look.gear(who).iter().filter(|item| item.is_ready() && item.arm.kind == ArmKind::Melee).map(|item| &*item.arm)
}

/// What the shortest of the attacks that `who` knows takes.
fn attack_takes(look: Look<'_>, who: Id, options: &[Choice]) -> i32 {
    let price = |choice: &Choice| {
        let deed = look.deed(choice.order.verb).ok()?;
        Some(look.rules().economy.price(look, who, &**deed, &choice.order).ok()?.amount)
    };
    options.iter().filter(|choice| choice.group == Group::Attack).filter_map(price).min().unwrap_or(0)
}

/// Whether `who` could strike at `target` hand to hand from where they stand.
pub(super) fn is_near_enough(look: Look<'_>, who: Id, target: Id) -> bool {
    let (own, theirs) = (look.footprint(who), look.footprint(target));
    look.can_strike(who, target) && melee_arms(look, who).any(|arm| look.threat(who, arm).reaches(own, theirs))
}

/// The way to where `who` can strike at `target` this turn, and whether there is one; else the way that leads closest.
/// Nobody walks on into somebody whom they can strike already.
pub(super) fn approach(look: Look<'_>, who: Id, target: Id) -> Option<(Order, bool)> {
    if is_near_enough(look, who, target) {
        return None;
    }
    let options = look.options_among(who, |deed| [Group::Attack, Group::Move].contains(&deed.group()));
    let (own, theirs) = (look.footprint(who), look.footprint(target));
    let threats: Vec<_> = melee_arms(look, who).map(|arm| look.threat(who, arm)).collect();
    let metric = look.rules().measure.metric;
    let mut ways: Vec<(bool, u32, i32, Square, &Order)> = Vec::new();
    for choice in options.iter().filter(|choice| choice.is_legal() && choice.group == Group::Move) {
        for (square, cost) in &choice.squares {
            let there = own.moved_to(*square);
            let strikes = threats.iter().any(|threat| threat.reaches(there, theirs));
            ways.push((!strikes, metric.between(there, theirs).0, *cost, *square, &choice.order));
        }
    }
    let economy = &look.rules().economy;
    let left = economy.remaining(look, who) - attack_takes(look, who, &options);
    let within = |order: &Order, left: i32| {
        let price = look.deed(order.verb).and_then(|deed| economy.price(look, who, &**deed, order));
        price.is_ok_and(|price| price.amount <= left) && look.permits(who, order).is_ok()
    };
    let soonest = ways.iter().filter(|way| !way.0).min_by_key(|way| (way.2, way.3.y, way.3.x));
    if let Some((.., square, order)) = soonest {
        let order = Order { to: Some(*square), ..(*order).clone() };
        if within(&order, left) {
            return Some((order, true));
        }
    }
    // With no time left for a blow, to where one can be struck next turn.
    let distance = |way: &(bool, u32, i32, Square, &Order)| if way.0 { way.1 } else { 0 };
    let closest = ways.iter().min_by_key(|way| (way.0, distance(way), way.2, way.3.y, way.3.x))?;
    let order = Order { to: Some(closest.3), ..closest.4.clone() };
    let closer = !closest.0 || closest.1 < metric.between(own, theirs).0;
    (closer && within(&order, i32::MAX)).then_some((order, false))
}

/// The way that leads nearest to one of `goals` on foot, round whatever stands
/// between or is likely to hold them up; none if no way leads nearer than where `who` is.
pub(super) fn closer(look: Look<'_>, who: Id, goals: &[Square]) -> Option<Order> {
    closer_past(look, who, goals, |_| false)
}

/// The same of ways that lead past every square that is shunned.
pub(super) fn closer_past(look: Look<'_>, who: Id, goals: &[Square], shuns: impl Fn(Square) -> bool) -> Option<Order> {
    let (own, firm) = (look.footprint(who), Firm::of(look, who));
    let steps = steps_to(look, goals, own, &shuns, |at| firm.weight(at));
    let here = *steps.get(&own.at)?;
    let apart = |square: Square| goals.iter().map(|goal| squared(square, *goal)).min().unwrap_or(0);
    let goes = |deed: &dyn Deed| deed.group() == Group::Move;
    let rank = |square: Square, cost: i32, _: &Order| {
        let steps = *steps.get(&square).filter(|steps| **steps < here)?;
        Some((steps, cost, apart(square), square.y, square.x))
    };
    let usual = best_way(look, who, goes, rank)?;
    let odds = firm.odds(&usual);
    if odds >= 1.0 {
        return Some(usual);
    }
    // Whoever may be held up on it keeps off that where they are likely to come no farther by it.
    let left = |order: &Order| f64::from(order.to.and_then(|to| steps.get(&to)).copied().unwrap_or(here));
    let likely = odds * left(&usual) + (1.0 - odds) * f64::from(here);
    firm.way(goes, &shuns, rank).filter(|order| left(order) <= likely).or(Some(usual))
}

/// The way that comes first by this rank among those that deeds of such a kind go, if there is one that can be gone.
pub(super) fn best_way<R: Ord>(
    look: Look<'_>,
    who: Id,
    among: impl Fn(&dyn Deed) -> bool,
    rank: impl Fn(Square, i32, &Order) -> Option<R>,
) -> Option<Order> {
    let mut ways: Vec<(R, Order)> = Vec::new();
    for choice in look.options_among(who, among).iter().filter(|choice| choice.is_legal()) {
        for (square, cost) in &choice.squares {
            if let Some(rank) = rank(*square, *cost, &choice.order) {
                ways.push((rank, Order { to: Some(*square), ..choice.order.clone() }));
            }
        }
    }
    ways.sort_by(|(a, _), (b, _)| a.cmp(b));
    ways.into_iter().map(|(_, order)| order).find(|order| look.permits(who, order).is_ok())
}

/// Whether a way leads from where a body stands to one of `goals`, others left out of account.
pub(super) fn leads(look: Look<'_>, body: Footprint, goals: &[Square]) -> bool {
    steps_to(look, goals, body, |_| false, |_| 1).contains_key(&body.at)
}

/// How many steps a body of this width is from one of `goals` in every place from which a way leads there, others left out of
/// account.
pub(super) fn steps_everywhere(look: Look<'_>, goals: &[Square], body: Footprint) -> HashMap<Square, u32> {
    // Nothing ends the search where nobody can be found.
    let nowhere = body.moved_to(Square::new(i32::MIN, i32::MIN));
    steps_to(look, goals, nowhere, |_| false, |_| 1)
}

/// The square of the distance between two squares, as the crow flies.
pub(super) fn squared(a: Square, b: Square) -> i64 {
    let (dx, dy) = (i64::from(a.x - b.x), i64::from(a.y - b.y));
    dx * dx + dy * dy
}

/// How many steps `body` is from one of `goals` in every place that is no farther than its own, others and places that are
/// shunned left out of account; a place `weighs` so many steps to get onto it.
fn steps_to(
    look: Look<'_>,
    goals: &[Square],
    body: Footprint,
    shuns: impl Fn(Square) -> bool,
    weighs: impl Fn(Square) -> u32,
) -> HashMap<Square, u32> {
    let ground = look.ground().walk(body.side, look.rules().measure.gait);
    let within = body.side - 1;
    let covering = |goal: &Square| {
        let (x, y) = (goal.x, goal.y);
        (y - within..=y).flat_map(move |top| (x - within..=x).map(move |left| Square::new(left, top)))
    };
    let is_open = |at: Square| ground.fits(at) && (at == body.at || !shuns(at));
    let mut steps: HashMap<Square, u32> =
        goals.iter().flat_map(covering).filter(|at| is_open(*at)).map(|at| (at, 0)).collect();
    let mut next: BinaryHeap<(Reverse<u32>, Square)> = steps.iter().map(|(at, far)| (Reverse(*far), *at)).collect();
    while let Some((Reverse(so_far), at)) = next.pop() {
        if at == body.at {
            break;
        }
        if steps.get(&at).is_some_and(|known| *known < so_far) {
            continue;
        }
        let total = so_far.saturating_add(weighs(at));
        for direction in Direction::ALL {
            let (dx, dy) = direction.offset();
            let before = Square::new(at.x - dx, at.y - dy);
            let is_shorter = steps.get(&before).is_none_or(|known| total < *known);
            if is_shorter && is_open(before) && ground.step(before, direction).is_ok() {
                steps.insert(before, total);
                next.push((Reverse(total), before));
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ST-COND-04: the smallest angle decides, then who is nearer.
    #[test]
    fn whoever_lies_closest_to_a_direction_has_the_smallest_angle() {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let east = Direction::East;
        assert_eq!(is_straighter(east, (9, 1), (2, 1)), Less);
        assert_eq!(is_straighter(east, (2, 0), (7, 0)), Equal);
        assert_eq!(is_straighter(east, (-1, 0), (0, 5)), Greater);
        assert_eq!(is_straighter(Direction::SouthEast, (4, 0), (3, 3)), Greater);
    }
}
