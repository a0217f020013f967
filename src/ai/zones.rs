//! Where it is better to stand in games that are measured in zones, and whom to send when sides take turns.

use std::cell::LazyCell;

use crate::battle::house_words::{ACT, ATTACK};
use crate::battle::{ArmKind, Choice, Group, Id, Look, Order, Question, Worth};
use crate::board::{Spot, Square};

use super::goal::Goal;
use super::place::{LENGTH, by_gain};
use super::sense::Sense;
use super::tempting::{self, Told};
use super::{Mind, NOTHING, is_end};

/// From so many half zones on nobody counts on coming to blows.
const FARTHEST: u32 = 80;

/// How somebody fights, as far as standing somewhere is concerned.
struct Style {
    /// How far it likes to be from enemies, in half zones.
    likes: i32,
    shoots: bool,
}

impl Style {
    fn of(look: Look<'_>, who: Id) -> Self {
        let ready = look.gear(who).iter().filter(|item| item.is_ready() && item.arm.damage.is_some());
        let loaded = ready.filter(|item| item.arm.rounds.is_none() || item.loaded > 0);
        let far = loaded.filter(|item| item.arm.kind == ArmKind::Ranged && !item.arm.has("blast"));
        match far.filter_map(|item| item.arm.range).max() {
            // Half of the range needs no save.
            Some(zones) => Self { likes: zones.clamp(2, 8), shoots: true },
            None => Self { likes: 0, shoots: false },
        }
    }
}

/// An enemy, as those who think about places have to reckon with it.
struct Foe {
    spot: Spot,
    /// Half zones that it strikes across, and those that it can go before.
    strikes_from: i32,
    goes: i32,
    /// Whether it still has its turn.
    is_fresh: bool,
}

fn foes(look: Look<'_>, who: Id) -> Vec<Foe> {
    let one = |foe: Id| {
        let economy = &look.rules().economy;
        let style = Style::of(look, foe);
        let spot = look.spot(foe)?;
        Some(Foe {
            spot,
            strikes_from: if style.shoots { style.likes } else { 1 },
            goes: if style.shoots { 0 } else { 2 },
            is_fresh: economy.is_fresh(look, foe) && look.allows(foe, &["turn", ATTACK]).is_ok(),
        })
    };
    look.foes(who).filter_map(one).collect()
}

/// How much somebody minds being struck, next to everybody else in the fight whom their side knows of: the strong go before the
/// frail.
fn frailty(look: Look<'_>, who: Id) -> f64 {
    let (side, health) = (look.side(who), |id: Id| look.health(id).map(|(left, _)| f64::from(left.max(1))));
    let known = look.everybody().filter(|id| look.is_in_play(*id) && look.is_known_to(*id, side));
    let all: Vec<f64> = known.filter_map(health).collect();
    let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
    health(who).map_or(1.0, |own| (mean / own).clamp(0.3, 1.5))
}

/// What it costs somebody to stand somewhere without a turn left: who can still come and strike.
fn exposure(look: Look<'_>, who: Id, foes: &[Foe], at: Spot) -> f64 {
    let distance = |foe: &Foe| look.spots().distance(foe.spot, at).map_or(i32::MAX, |distance| distance as i32);
    let strikes = |foe: &&Foe| distance(foe) <= foe.strikes_from.saturating_add(foe.goes);
    let (now, later) = foes
        .iter()
        .filter(strikes)
        .fold((0, 0), |(now, later), foe| if foe.is_fresh { (now + 1, later) } else { (now, later + 1) });
    frailty(look, who) * (0.12 * f64::from(now.min(3)) + 0.03 * f64::from(later.min(4)))
}

/// The dangers of a place itself.
fn danger(look: Look<'_>, who: Id, at: Square) -> f64 {
    super::place::danger(look, who, look.footprint(who).moved_to(at))
}

/// Whether the side of `who` should force the fight this round, so that two sides that wait for each other do not wait
/// for ever.
fn presses(look: Look<'_>, who: Id) -> bool {
    let sides = look.battle::<crate::battle::Sides>().map_or(1, |sides| sides.0.len() as i32).max(1);
    look.clock().round.rem_euclid(sides) == i32::from(look.side(who).0).rem_euclid(sides)
}

/// Where it would be worth being for what can be done there, beside striking, and for what one's side is there for.
fn draws(look: Look<'_>, who: Id) -> Vec<(Spot, f64)> {
    let draws = look.rules().deeds.values().flat_map(|deed| deed.draws(look, who));
    let spot = |square| look.spot_of(look.footprint(who).moved_to(square));
    let mut draws: Vec<_> = draws.filter_map(|(square, worth)| Some((spot(square)?, worth.in_felled()))).collect();
    if let Some(goal) = Goal::of(look, who) {
        draws.extend(goal.places().iter().map(|place| (*place, GOAL)));
    }
    draws
}

/// What it is worth to be where one is to be by what one's side is there for, in felled enemies.
const GOAL: f64 = 10.0;

/// What that is worth from a place: the nearer the better.
fn drawn(look: Look<'_>, draws: &[(Spot, f64)], at: Spot) -> f64 {
    let worth = |(spot, worth): &(Spot, f64)| worth / f64::from(1 + look.spots().distance(*spot, at).unwrap_or(100));
    draws.iter().map(worth).fold(0.0, f64::max)
}

/// What standing somewhere is worth; `acts` if there is still time for a blow there.
fn value(look: Look<'_>, who: Id, (style, foes): (&Style, &[Foe]), at: Spot, acts: bool) -> f64 {
    let body =
        look.spots().squares(at).first().map_or(look.footprint(who), |square| look.footprint(who).moved_to(*square));
    let worth = |deed: &std::sync::Arc<dyn crate::battle::Deed>| deed.worth_from(look, who, body);
    let blow = if acts { look.rules().deeds.values().filter_map(worth).max() } else { None };
    // Those who shoot do so as the crow flies; the others have to come there.
    let crow = |foe: &Foe| look.spots().distance(foe.spot, at).map_or(60, |near| near as i32);
    let on_foot = |foe: &Foe| look.spots().on_foot(foe.spot, at).filter(|halves| *halves <= FARTHEST);
    let way = |foe: &Foe| on_foot(foe).map_or_else(|| 20 + crow(foe), |halves| halves as i32);
    let far = |foe: &Foe| if style.shoots && look.spots_see(at, foe.spot) { crow(foe) } else { way(foe) };
    let nearest = foes.iter().map(far).min().unwrap_or(60);
    let mut value = blow.map_or(0.0, Worth::in_felled);
    value -= 0.012 * f64::from((nearest - style.likes).max(0));
    if style.shoots && nearest <= 2 {
        value -= 0.08;
    }
    let shy = if presses(look, who) { 0.35 } else { 1.0 };
    value - shy * exposure(look, who, foes, at)
}

/// How much is to be feared on the way to a place, and the stop that it makes: the usual way, or one by another place where
/// that spares somebody something and `suits` them.
fn way(
    look: Look<'_>,
    who: Id,
    choice: &Choice,
    to: Square,
    (stops, suits): (&[Square], impl Fn(&Order) -> bool),
) -> (f64, Vec<Square>) {
    let goal = look.spot_of(look.footprint(who).moved_to(to));
    let fear = |order: &Order| {
        let way = look.deed(order.verb).ok().and_then(|deed| deed.way(look, who, order)).unwrap_or_default();
        let before = way.into_iter().filter(|at| look.spot_of(look.footprint(who).moved_to(*at)) != goal);
        before.map(|at| danger(look, who, at)).sum::<f64>()
    };
    let usual = Order { to: Some(to), ..choice.order.clone() };
    let feared = fear(&usual);
    if feared <= 0.0 {
        return (0.0, Vec::new());
    }
    let by = |stop: &Square| Order { path: vec![*stop], ..usual.clone() };
    let others = stops.iter().filter(|stop| **stop != to).map(by);
    let others = others.filter(|order| look.check(order).is_ok() && suits(order));
    let ways = [(feared, Vec::new())].into_iter().chain(others.map(|order| (fear(&order), order.path)));
    ways.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
}

/// So many places have their way looked at.
const MOST_LOOKED_AT: usize = 8;

/// The best square of a move, with what it gains over standing still, and a stop on the way there if it needs one.
pub(super) fn better(
    look: Look<'_>,
    who: Id,
    choice: &Choice,
    sense: &Sense<'_>,
) -> Option<(Worth, Square, Vec<Square>)> {
    let here = look.spot(who)?;
    let (style, foes, draws) = (Style::of(look, who), foes(look, who), draws(look, who));
    let economy = &look.rules().economy;
    let may_act = pays_for_a_blow(look, who) && look.allows(who, &[ATTACK]).is_ok();
    // More than half of what is left, and there is no time for a blow any more.
    let soon = look.value(who, crate::battle::Key::from("Speed")) / 2;
    let left = economy.remaining(look, who);
    let gone = (soon * 2 - left).max(0);
    let own = value(look, who, (&style, &foes), here, may_act) - danger(look, who, look.footprint(who).at);
    let stays = own + drawn(look, &draws, here);
    // Those who walk away from an enemy that waits for them are struck at.
    let waits = |foe: &&Foe| foe.is_fresh && look.are_near(foe.spot, here);
    let held_by: Vec<Spot> = foes.iter().filter(waits).map(|foe| foe.spot).collect();
    let gain = |(square, cost): &(Square, i32)| {
        let spot = look.spot_of(look.footprint(who).moved_to(*square))?;
        let acts = may_act && gone + cost <= soon;
        let leaves = held_by.iter().filter(|foe| !look.are_near(**foe, spot)).count();
        let struck = 0.4 * leaves as f64;
        let value = value(look, who, (&style, &foes), spot, acts) + drawn(look, &draws, spot);
        let there = look.footprint(who).moved_to(*square);
        let value = value - danger(look, who, *square) - struck - sense.cost_of_going(look, who, there)?;
        let value = value + sense.beside(there);
        Some((value - stays - f64::from(*cost) * LENGTH, *square))
    };
    let mut seen: Vec<Spot> = Vec::new();
    let one_each = choice.squares.iter().filter(|(square, _)| {
        let spot = look.spot_of(look.footprint(who).moved_to(*square));
        spot.is_some_and(|spot| {
            !seen.contains(&spot) && {
                seen.push(spot);
                true
            }
        })
    });
    let mut gains: Vec<(f64, Square)> = one_each.filter_map(gain).collect();
    gains.sort_by(|a, b| by_gain(b, a));
    let stops: Vec<Square> = gains.iter().map(|(_, square)| *square).collect();
    let is_in_time = |order: &Order| {
        let takes = look.deed(order.verb).map_or(0, |deed| deed.count(look, who, order));
        may_act && gone + takes <= soon
    };
    let safely = |(gain, square): &(f64, Square)| {
        // No way round leads to a blow that it takes the time for.
        let usual = Order { to: Some(*square), ..choice.order.clone() };
        let spot = look.spot_of(look.footprint(who).moved_to(*square));
        let of = |acts: bool| spot.map_or(0.0, |spot| value(look, who, (&style, &foes), spot, acts));
        let strikes = LazyCell::new(|| is_in_time(&usual) && of(true) > of(false));
        let suits = |order: &Order| is_in_time(order) || !*strikes;
        let (feared, stop) = way(look, who, choice, *square, (stops.as_slice(), suits));
        (gain - feared, *square, stop)
    };
    let looked_at = gains.iter().take(MOST_LOOKED_AT).map(safely);
    let (gain, square, stop) = looked_at.max_by(|a, b| by_gain(&(a.0, a.1), &(b.0, b.1)))?;
    let gain = Worth::of(gain);
    (gain > Worth(2)).then_some((gain, square, stop))
}

/// Whether enemies would have to come to somebody to strike at it, as they can, and none can strike from where they are: to wait
/// for them costs nothing then.
fn is_out_of_reach(look: Look<'_>, who: Id, foes: &[Foe]) -> bool {
    let distance = |foe: &Foe| {
        let near = look.spot(who).and_then(|spot| look.spots().distance(foe.spot, spot));
        near.map_or(i32::MAX, |near| near as i32)
    };
    let strikes = |foe: &Foe| distance(foe) <= foe.strikes_from;
    let comes = |foe: &Foe| distance(foe) <= foe.strikes_from.saturating_add(foe.goes);
    foes.iter().any(comes) && !foes.iter().any(strikes)
}

/// Which side should act first: one's own, unless most of one's fighters have no enemy at hand and could only walk into
/// the reach of those who wait.
pub(super) fn first(look: Look<'_>, question: &Question, legal: &[Choice]) -> Option<Order> {
    let own = look.side_name(question.side);
    let ready = |id: &Id| look.side(*id) == question.side && look.is_in_play(*id);
    let (mut idle, mut all) = (0, 0);
    for who in look.everybody().filter(ready) {
        all += 1;
        let foes = foes(look, who);
        let near = look.spot(who).is_some_and(|spot| foes.iter().any(|foe| look.are_near(foe.spot, spot)));
        let shoots = Style::of(look, who).shoots;
        idle += i32::from(!near && !shoots && is_out_of_reach(look, who, &foes));
    }
    let presses = question.who.is_none_or(|who| presses(look, who));
    let waits = !presses && idle * 2 > all;
    let is_meant = |choice: &&Choice| (choice.order.with.is_some_and(|with| with == own)) != waits;
    legal.iter().find(is_meant).or(legal.first()).map(|choice| choice.order.clone())
}

/// Whether a blow could be paid for now, as far as the economy of turns knows.
fn pays_for_a_blow(look: Look<'_>, who: Id) -> bool {
    let economy = &look.rules().economy;
    look.deed(ATTACK).is_ok_and(|deed| economy.price(look, who, &**deed, &Order::new(ATTACK)).is_ok())
}

/// Whether a turn can be kept here to be given for an answer to a blow.
fn has_reactions(look: Look<'_>) -> bool {
    look.rules().registry.defends.iter().any(|mechanic| mechanic.takes_turns_for_answers())
}

/// Whom an answer sends, if it sends anybody.
pub(super) fn sent(look: Look<'_>, choice: &Choice) -> Option<Id> {
    look.named(choice.order.with.filter(|_| choice.order.verb == ACT)?)
}

impl Mind {
    /// Whom to send, of those whom a side could send now, or nobody where it may pass: the one that does most, as long as
    /// that is more than a turn kept for a reaction.
    pub(super) fn send(&self, look: Look<'_>, legal: &[Choice]) -> Option<Order> {
        let pass = legal.iter().find(|choice| choice.lets_be);
        let mut best: Option<(Worth, &Choice)> = None;
        for choice in legal {
            let Some(worth) = self.worth_of_sending_by(look, choice) else { continue };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, choice));
            }
        }
        let (worth, choice) = best?;
        match pass {
            Some(pass) if worth <= NOTHING => Some(pass.order.clone()),
            _ => Some(choice.order.clone()),
        }
    }

    /// What an answer is worth that sends somebody; nothing for all others.
    pub(super) fn worth_of_sending_by(&self, look: Look<'_>, choice: &Choice) -> Option<Worth> {
        Some(self.worth_of_sending(look, sent(look, choice)?))
    }

    /// What the turn of somebody would come to now, less what it would do as a reaction.
    fn worth_of_sending(&self, look: Look<'_>, who: Id) -> Worth {
        let legal = tempting::choices(look, who);
        let (order, worth, strikes) = self.best_worth(look, who, &legal, &mut Told::default());
        // Where nothing is kept by passing, everybody is sent, and where nothing can be told of a turn before it has begun.
        let is_untold = legal.iter().all(|choice| is_end(&choice.order)) || !pays_for_a_blow(look, who);
        let at_least = if has_reactions(look) && !is_untold { Worth(i32::MIN) } else { Worth(1) };
        if look.zoned().is_none() {
            return worth.max(at_least);
        }
        let goes = legal.iter().filter(|choice| choice.group == Group::Move && !choice.squares.is_empty());
        let sense = self.sense();
        let elsewhere = goes.filter_map(|choice| better(look, who, choice, &sense)).map(|(gain, ..)| gain).max();
        let does = if strikes { worth.max(elsewhere.unwrap_or(NOTHING)) } else { elsewhere.unwrap_or(NOTHING) };
        let has_to = order.is_none() || !has_reactions(look) || look.allows(who, &["react"]).is_err();
        // A turn that nobody can make use of is not worth keeping.
        let foes = foes(look, who);
        let kept = match look.spot(who) {
            Some(spot) if !has_to => exposure(look, who, &foes, spot),
            _ => 0.0,
        };
        let worth = Worth(does.0 - Worth::of(kept * if presses(look, who) { 0.3 } else { 0.8 }).0);
        worth.max(at_least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::house_words::FIRST;
    use crate::trial;

    /// Promise: nobody gives the first turn away where most of them can be struck from where the enemy stands.
    #[test]
    fn whoever_is_in_reach_goes_first() {
        let (mut seen, mut given) = (0, 0);
        for (scenario, seed) in
            ["toll_bridge", "coopers_lane"].into_iter().flat_map(|name| (1..=6).map(move |seed| (name, seed)))
        {
            trial::watch(scenario, seed, 200, |look| {
                let Some(question) = look.question().filter(|question| question.kind == FIRST) else { return };
                let side = question.side;
                let own: Vec<Id> =
                    look.everybody().filter(|id| look.side(*id) == side && look.is_in_play(*id)).collect();
                let is_struck = |who: &&Id| {
                    let at = look.spot(**who).unwrap();
                    let far = |foe: &Foe| look.spots().distance(foe.spot, at).map_or(i32::MAX, |far| far as i32);
                    foes(look, **who).iter().any(|foe| far(foe) <= foe.strikes_from)
                };
                let order = first(look, question, &look.legal_choices()).unwrap();
                let goes = order.with.is_some_and(|with| with == look.side_name(side));
                given += usize::from(!goes);
                if own.iter().filter(is_struck).count() * 2 > own.len() {
                    assert!(goes, "{scenario}, round {}", look.clock().round);
                    seen += 1;
                }
            });
        }
        assert!(seen > 0, "{seen} in reach, {given} times given away");
    }
}
