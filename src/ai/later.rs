//! What is done now for the sake of what comes of it later: to aim, to keep low, to put heart into a friend, to lie in wait.
//! The rules foretell what blows would come to now and what they would come to then, for the few who stand nearest.

use super::foresight::blows;
use super::ground::Ground;
use super::place::{NEAR, reach_in_squares, reach_of, shyness};
use super::sense::Sense;
use super::worths::{per_action_at, price};
use super::{Best, NOTHING, hindrance};
use crate::battle::{Awaits, Id, Item, Look, Makes, Memo, Order, Worth};
use crate::board::{Direction, Footprint, Square, bodies_see};

/// Enemies who are reckoned with.
const MOST: usize = 3;

/// What is left of the worth of a blow that comes in another turn: much may have changed by then.
const LATER: f64 = 0.6;

/// How likely an enemy stirs who can be struck already, and how likely one comes who cannot.
const STIRS: f64 = 0.4;
const COMES: f64 = 0.6;

/// What is left of the worth of a blow that is struck only after an enemy has done what they came for.
const AFTER: f64 = 0.7;

/// What it is worth to be on one's feet, in felled enemies.
const ON_FEET: f64 = 0.02;

/// Something whose use comes later, where it stands among the choices, and what it takes of the turn.
pub(super) struct Deferred {
    pub order: Order,
    pub index: usize,
    pub takes: i32,
}

/// How things stand with whoever weighs such deeds.
pub(super) struct Moment {
    /// The most that a blow is worth to them.
    pub most: Worth,
    /// The blow that they would strike, where that is worth doing.
    pub blow: Option<Order>,
    /// Whether there is anywhere better to be.
    pub goes: bool,
}

/// Weighs what pays later beside all else: a blow goes before it unless it makes more of a blow, and so does a better place
/// as long as there is time for more than going there. What takes nothing is done before the rest.
pub(super) fn weigh(
    look: Look<'_>,
    who: Id,
    deferred: Vec<Deferred>,
    moment: &Moment,
    (sense, best): (&Sense<'_>, &mut Best),
) {
    let left = look.rules().economy.remaining(look, who);
    let strikes = moment.blow.is_some();
    let mut before = Before { look, who, blow: moment.blow.as_ref(), known: Vec::new() };
    for Deferred { order, index, takes } in deferred {
        let Ok(deed) = look.deed(order.verb) else { continue };
        let makes = deed.makes(look, who, &order);
        let is_meant = if makes.iter().any(Makes::is_borne) { before.is_mark(&order) } else { !strikes || takes <= 0 };
        let worth = if is_meant { before.worth(&order, &makes) } else { None };
        let Some(worth) = worth else {
            best.leave(NOTHING, order);
            continue;
        };
        let worth = sense.judged(look, &order, per_action_at(takes, look, who, &order, worth));
        let waits = !strikes && moment.goes && takes < left;
        match () {
            // Who wants to go somewhere gets up first.
            () if waits && makes.iter().any(|each| each.of == who && gets_up(each)) => {
                best.weigh(Worth(best.worth().0.saturating_add(1)), order, index);
            }
            () if waits || worth <= NOTHING => best.leave(worth, order),
            () if strikes && takes <= 0 && !makes.is_empty() => {
                best.weigh(Worth(best.worth().0.max(0).saturating_add(worth.0)), order, index);
            }
            () if strikes && worth <= moment.most => best.leave(worth, order),
            () => best.weigh(worth, order, index),
        }
    }
}

/// Whether somebody does nothing but come out of a state.
const fn gets_up(makes: &Makes) -> bool {
    makes.begins.is_none() && makes.ends.is_some()
}

/// How it is before any of this is done, worked out once for each whom it may be made of.
struct Before<'a> {
    look: Look<'a>,
    who: Id,
    blow: Option<&'a Order>,
    known: Vec<Now>,
}

/// What somebody has to strike with and to fear, before anything is made of them.
#[derive(Clone)]
struct Now {
    of: Id,
    foes: Vec<Id>,
    threats: Vec<(Id, f64)>,
    blow: f64,
    harm: f64,
}

impl Before<'_> {
    /// Whether an order is about the one who would be struck; where nobody would, about the nearest.
    fn is_mark(&self, order: &Order) -> bool {
        let target = self.look.target(order);
        let nearest = || nearest(self.look, self.who).first().copied();
        target.is_some() && target == self.blow.map_or_else(nearest, |blow| self.look.target(blow))
    }

    /// What something is worth for what comes of it later; nothing where nothing does.
    fn worth(&mut self, order: &Order, makes: &[Makes]) -> Option<Worth> {
        if makes.is_empty() {
            let awaits = self.look.deed(order.verb).ok()?.awaits(self.look, self.who, order)?;
            return Some(Worth::of(waiting(self.look, self.who, &awaits)));
        }
        let mut sum = 0.0;
        for each in makes {
            let worth = if each.is_borne() { self.aimed(order, each) } else { self.put(order, each) };
            sum += each.chance * worth;
        }
        Some(Worth::of(sum))
    }

    /// What it is worth that the next blow at somebody goes by what is taken down now.
    fn aimed(&self, order: &Order, makes: &Makes) -> f64 {
        let (look, of) = (self.look, makes.of);
        let target = look.target(order);
        let best = || best_blow(look, of, target.as_slice());
        let now = self.blow.and_then(|blow| Some((foretold(look, of, blow)?, blow.clone()))).or_else(best);
        let Some((now, blow)) = now else { return 0.0 };
        let mut memo = Memo::of(look);
        if !memo.suppose(look.rules(), makes) {
            return 0.0;
        }
        let then = foretold(look.remembering(&memo), of, &blow).unwrap_or(0.0);
        self.share(order, Some(&blow)) * (then - now)
    }

    /// What it is worth that somebody comes into a state, or out of one: by how much more their next blow comes to, and by
    /// how much less those of their enemies do.
    fn put(&mut self, order: &Order, makes: &Makes) -> f64 {
        let (look, of) = (self.look, makes.of);
        let state = makes.begins.as_ref().and_then(|state| look.rules().conditions.get(&state.kind));
        let feet = match () {
            () if gets_up(makes) => ON_FEET,
            () if state.is_some_and(|def| def.stance) => -ON_FEET,
            () => 0.0,
        };
        let now = self.now(of);
        if now.blow <= 0.0 && now.harm <= 0.0 {
            return feet;
        }
        let mut memo = Memo::of(look);
        if !memo.suppose(look.rules(), makes) {
            return 0.0;
        }
        let then = look.remembering(&memo);
        let (blow, harm) = (best_blow(then, of, &now.foes), incoming(then, of, &now.threats));
        let share = if of == self.who { self.share(order, blow.as_ref().map(|(_, blow)| blow)) } else { LATER };
        feet + share * (blow.map_or(0.0, |(worth, _)| worth) - now.blow) + now.harm - harm
    }

    /// How it is with somebody now.
    fn now(&mut self, of: Id) -> Now {
        if let Some(known) = self.known.iter().find(|known| known.of == of) {
            return known.clone();
        }
        let foes = nearest(self.look, of);
        let threats = threats(self.look, of, &foes);
        let blow = best_blow(self.look, of, &foes).map_or(0.0, |(worth, _)| worth);
        let now = Now { of, blow, harm: incoming(self.look, of, &threats), foes, threats };
        self.known.push(now.clone());
        now
    }

    /// What is left of the worth of a blow after an order: all of it where there is still time for both.
    fn share(&self, order: &Order, blow: Option<&Order>) -> f64 {
        let left = self.look.rules().economy.remaining(self.look, self.who) - price(self.look, self.who, order);
        if blow.is_some_and(|blow| price(self.look, self.who, blow) <= left) { 1.0 } else { LATER }
    }
}

/// The enemies of somebody who are reckoned with: those who stand nearest.
fn nearest(look: Look<'_>, who: Id) -> Vec<Id> {
    let own = look.footprint(who);
    let mut foes: Vec<Id> = look.foes(who).collect();
    foes.sort_by_key(|foe| (own.gap(look.footprint(*foe)), *foe));
    foes.truncate(MOST);
    foes
}

/// The best blow that somebody has at one of these, and what it is worth.
fn best_blow(look: Look<'_>, who: Id, foes: &[Id]) -> Option<(f64, Order)> {
    let weighed = |order: Order| Some((foretold(look, who, &order)?, order));
    let all = foes.iter().flat_map(|foe| blows(look, who, *foe)).filter_map(weighed);
    all.max_by(|a, b| a.0.total_cmp(&b.0))
}

/// What a blow is worth to whoever strikes it, by what the rules foretell; no less than nothing.
fn foretold(look: Look<'_>, who: Id, order: &Order) -> Option<f64> {
    let forecast = look.deed(order.verb).ok()?.forecast(look, who, order)?;
    let worth = forecast.worth(look, who).0.saturating_add(hindrance::worth(look, who, &forecast).0);
    Some(f64::from(worth.max(0)) / 1000.0)
}

/// Those of these enemies who can act, each with how likely it is somebody whom they choose to strike at.
pub(super) fn threats(look: Look<'_>, who: Id, foes: &[Id]) -> Vec<(Id, f64)> {
    let share = |foe: &Id| {
        let is_mark = |id: &Id| look.are_enemies(*foe, *id) && look.is_in_play(*id) && look.in_line(*foe, *id);
        let marks = look.everybody().filter(|id| *id == who || is_mark(id)).count();
        (*foe, 1.0 / f64::from(u32::try_from(marks.max(1)).unwrap_or(1)))
    };
    foes.iter().filter(|foe| look.allows(**foe, &["act"]).is_ok()).map(share).collect()
}

/// What these enemies may be expected to do to somebody in a turn, in felled fighters.
pub(super) fn incoming(look: Look<'_>, who: Id, threats: &[(Id, f64)]) -> f64 {
    let most = |foe: Id| best_blow(look, foe, &[who]).map_or(0.0, |(worth, _)| worth);
    threats.iter().map(|(foe, share)| share * most(*foe)).sum()
}

/// What it is worth to lie in wait for those who may come: the blow at each, where they are expected to set it off, and how
/// likely they do; ever less from round to round, so that nobody waits for ever.
fn waiting(look: Look<'_>, who: Id, awaits: &Awaits) -> f64 {
    let patience = shyness(look, who);
    if patience <= 0.0 {
        return 0.0;
    }
    let mut foes = nearest(look, who);
    foes.retain(|foe| awaits.of.contains(foe));
    if foes.is_empty() {
        return 0.0;
    }
    let ground = Ground::from_squares(look, who, &[look.footprint(who).at]);
    let (mut worth, mut untouched) = (0.0, 1.0);
    for foe in foes {
        let Some((there, chance)) = expected(look, who, foe, awaits, &ground) else { continue };
        let mut memo = Memo::of(look);
        memo.put(foe, there);
        let then = look.remembering(&memo);
        let struck = match &awaits.order {
            Some(order) => {
                let blow = order.clone().at(look.aim(foe));
                let may = then.deed(blow.verb).is_ok_and(|deed| deed.check(then, who, &blow).is_ok());
                if may { foretold(then, who, &blow).unwrap_or(0.0) } else { 0.0 }
            }
            None => AFTER * best_blow(then, who, &[foe]).map_or(0.0, |(worth, _)| worth),
        };
        worth += untouched * chance * struck;
        untouched *= 1.0 - chance;
    }
    worth * patience
}

/// Where an enemy is expected to set off what waits for them, and how likely: where they stand, else the first place on
/// their way here, which `ground` measures.
fn expected(look: Look<'_>, who: Id, foe: Id, awaits: &Awaits, ground: &Ground) -> Option<(Footprint, f64)> {
    let (own, at) = (look.footprint(who), look.footprint(foe));
    let board = look.board();
    let flies = |item: &Item| item.arm.range.is_some() || item.arm.increment.is_some();
    let item = awaits.order.as_ref().and_then(|order| look.item(who, order.with?));
    let shoots = || look.arms(who).any(|item| item.is_ready() && item.arm.damage.is_some() && flies(item));
    let reach = match item {
        Some(item) => (!flies(item)).then(|| reach_in_squares(look, who, item)),
        None => (!shoots()).then(|| reach_of(look, who)),
    };
    let metric = look.rules().measure.metric;
    let sets_off = |there: Footprint| {
        let is_near = look.length(metric.between(own, there)) <= awaits.within;
        is_near && reach.is_none_or(|reach| own.gap(there) <= reach) && bodies_see(board, own, there)
    };
    if sets_off(at) {
        return Some((at, STIRS));
    }
    let nearer = |square: &Square| {
        let next = Direction::ALL.into_iter().map(|direction| square.step(direction, 1));
        next.filter(|next| ground.at(*next) < ground.at(*square)).min_by_key(|next| ground.at(*next))
    };
    let way = std::iter::successors(nearer(&at.at), nearer).take(NEAR as usize);
    way.map(|square| at.moved_to(square)).find(|there| sets_off(*there)).map(|there| (there, COMES))
}
