//! What a rider does while their mount carries them along: at the end of each second, and where somebody first comes
//! within their reach (ST-MOUNT-04).

use super::Reins;
use super::deeds::RIDE_ON;
use super::line::Bridle;
use crate::mechanics::prelude::*;

/// A way that a mount goes with somebody on its back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ride {
    /// Steps of the whole way.
    all: usize,
    /// Steps that have been gone.
    gone: usize,
    /// Steps of a second.
    each: usize,
}

impl Ride {
    /// Whether a second ends here.
    const fn ends_second(&self) -> bool {
        self.each > 0 && self.gone.is_multiple_of(self.each)
    }
}

impl Reins {
    /// A mount is about to go somewhere with somebody on its back.
    pub(super) fn sets_off(&self, table: &mut Table<'_>, who: Id, order: &Order) {
        let look = table.look();
        if Self::rider(look, who).is_none() {
            return;
        }
        let Some(deed) = look.deed(order.verb).ok().filter(|deed| deed.nature().only_goes) else { return };
        let seconds = usize::try_from(deed.count(look, who, order)).unwrap_or(1).max(1);
        let all = deed.way(look, who, order).map_or(0, |way| way.len());
        let ride = Ride { all, gone: 0, each: all.div_ceil(seconds) };
        table.edit::<Bridle>(who).ride = Some(ride);
    }

    /// How far a rider strikes with what they have in hand, in squares of the board.
    pub(super) fn reach(&self, look: Look<'_>, rider: Id) -> i32 {
        let arms = look.gear(rider).iter().filter(|item| item.is_ready() && item.arm.kind == ArmKind::Melee);
        let gaps = arms.flat_map(|item| look.threat(rider, &item.arm).gaps().to_vec());
        gaps.map(|(_, farthest)| farthest).max().unwrap_or(0)
    }

    /// A mount has gone a step of its way: at the end of a second, or with somebody come into reach, its rider may act.
    pub(super) fn passes(&self, table: &mut Table<'_>, mount: Id, from: Footprint) -> Step {
        let look = table.look();
        let Some(mut ride) = look.get::<Bridle>(mount).and_then(|bridle| bridle.ride.clone()) else { return Ok(()) };
        if look.footprint(mount) == from {
            return Ok(());
        }
        ride.gone += 1;
        let is_over = ride.gone >= ride.all;
        let ends_second = ride.ends_second();
        let mut bridle = table.edit::<Bridle>(mount);
        (bridle.ride, bridle.has_moved) = (Some(ride), true);
        if is_over {
            return Ok(());
        }
        let look = table.look();
        let Some(rider) = Self::rider(look, mount) else { return Ok(()) };
        let (reach, here) = (self.reach(look, rider), look.footprint(mount));
        let comes_near = |foe: Id| look.footprint(foe).gap(here) <= reach && look.footprint(foe).gap(from) > reach;
        if ends_second || look.foes(rider).any(comes_near) { self.acts_in_passing(table, rider) } else { Ok(()) }
    }

    /// What the cheapest blow costs that a rider could strike from where they are, and be done with at once.
    pub(super) fn cheapest_blow(look: Look<'_>, rider: Id) -> Option<i32> {
        let economy = &look.rules().economy;
        let left = economy.remaining(look, rider);
        if left <= 0 || economy.is_over(look, rider) || look.allows(rider, &["act"]).is_err() {
            return None;
        }
        let choices = look.without_words().options_among(rider, |deed: &dyn Deed| deed.group() == Group::Attack);
        // A technique may make it quicker.
        let blows = choices.iter().filter(|choice| choice.is_legal()).flat_map(|choice| {
            let manners = choice.manners.iter().map(|manner| choice.order.clone().manner(manner));
            manners.chain([choice.order.clone()])
        });
        let prices = blows.filter_map(|order| {
            let deed = look.deed(order.verb).ok()?;
            Some(economy.price(look, rider, &**deed, &order).ok()?.amount)
        });
        prices.filter(|price| *price <= left).min()
    }

    /// Asks a rider what they do at this moment of the ride, until they ride on.
    fn acts_in_passing(&self, table: &mut Table<'_>, rider: Id) -> Step {
        while Self::cheapest_blow(table.look(), rider).is_some() {
            let rules = table.rules();
            let look = table.look();
            let prompt = || format!("{} rides by: what now? {}", look.name(rider), rules.economy.left(look, rider));
            let prompt = table.is_read().then(prompt).unwrap_or_default();
            let mind = look.mind(rider);
            let question = Question::new("passing", look.own_side(mind), rider, prompt).rule(self.rules.together);
            let question = if mind == rider { question } else { question.by(mind) };
            let order = table.ask(question)?;
            if order.verb == RIDE_ON {
                break;
            }
            let Ok(deed) = table.look().deed(order.verb).cloned() else { break };
            match rules.economy.pay(table, rider, &*deed, &order)? {
                Paid::Now => carry_out(table, rider, &order)?,
                Paid::Later => break,
            }
        }
        Ok(())
    }
}

impl Steps for Reins {
    /// Whether a mount that comes to `to` brings its rider near somebody whom they may want to strike in passing.
    fn answers_move(&self, look: Look<'_>, mount: Id, to: Footprint) -> bool {
        let bridle = look.get::<Bridle>(mount).filter(|bridle| bridle.ride.is_some());
        let Some(rider) = bridle.and(Self::rider(look, mount)) else { return false };
        let reach = self.reach(look, rider);
        !look.rules().economy.is_over(look, rider) && look.foes(rider).any(|foe| look.footprint(foe).gap(to) <= reach)
    }
}

impl Judges for Reins {
    /// What it is worth to carry a rider that way who strikes in passing: a blow, speed behind it, few foes at its end.
    fn worth_of_way(&self, look: Look<'_>, mount: Id, way: &[Square]) -> Option<Worth> {
        let economy = &look.rules().economy;
        let rider = Self::rider(look, mount).filter(|rider| !economy.is_over(look, *rider))?;
        let here = look.footprint(mount);
        let side = look.side(mount);
        let is_known = |id: &Id| look.is_in_play(*id) && look.is_known_to(*id, side);
        let is_there = |id: &Id| is_known(id) && *id != mount && !look.go_together(*id, mount);
        let met = |at: Square| {
            let there = here.moved_to(at);
            let mut others = look.everybody().chain(look.things()).filter(is_there);
            others.find(|id| look.footprint(*id).gap(there) == 0 && look.mount(*id).is_none())
        };
        // Nobody rides down their friends, and whoever rides down a foe gets no farther.
        let stop = way.iter().enumerate().find_map(|(index, at)| Some((index, met(*at)?)));
        if stop.is_some_and(|(_, id)| !look.are_enemies(mount, id)) {
            return None;
        }
        let way = way.get(..stop.map_or(way.len(), |(index, _)| index))?;
        let end = here.moved_to(*way.last()?);
        let strikes = |at: Footprint| {
            let arms = look.gear(rider).iter().filter(|item| item.is_ready() && item.arm.kind == ArmKind::Melee);
            let mut threats = arms.map(|item| look.threat(rider, &item.arm));
            threats.any(|threat| look.foes(rider).any(|foe| threat.reaches(at, look.footprint(foe))))
        };
        let first = way.iter().position(|at| strikes(here.moved_to(*at)))?;
        let run_up = (first as f64 + 1.0).min(RUN_UP) / RUN_UP;
        let near = look.foes(mount).filter(|foe| look.footprint(*foe).gap(end) <= NEAR).count();
        let worth = PASSING * (0.5 + 0.5 * run_up) - CROWD * near as f64;
        (worth > 0.0).then(|| Worth::of(worth * economy.remaining(look, mount).min(RIDE) as f64))
    }
}

/// Squares after which a run-up is as good as it gets.
const RUN_UP: f64 = 18.0;
/// What a blow in passing is worth for each second of the ride, in felled fighters.
const PASSING: f64 = 0.12;
/// Seconds of a ride that count.
const RIDE: i32 = 3;
/// How near is near, in squares, and what each foe there is worth less.
const NEAR: i32 = 3;
/// The same.
const CROWD: f64 = 0.03;
