//! What else there is to do in a round than to strike, and how near one comes for a blow: what plans are made of.

use super::Opposed;
use super::plans::is_marked;
use crate::mechanics::movement::level;
use crate::mechanics::prelude::*;

/// How many actions more go into the harm of something, as far as anybody thinks.
const MORE: i32 = 2;

/// The most that is done to anybody, in felled fighters.
pub(super) const ENOUGH: f64 = 1.9;

/// What harm to a friend costs, for what the same would be worth to an enemy; and to one whose fall loses the battle.
const A_FRIEND: f64 = 2.0;
const A_MARKED_FRIEND: f64 = 10.0;

/// Something else than a blow that takes actions, as far as one thinks ahead.
pub(super) struct Aside {
    takes: i32,
    /// What it does each time, on the average.
    again: f64,
    /// What it brings about that comes about once, as often as it comes off the first time.
    once: f64,
    /// How likely it comes off.
    chance: f64,
}

impl Aside {
    /// What it comes to with so many actions.
    pub fn worth(&self, actions: i32) -> f64 {
        let times = (actions / self.takes).max(0);
        let sooner_or_later = 1.0 - (1.0 - self.chance).powi(times);
        let once = if self.chance > 0.0 { self.once * sooner_or_later / self.chance } else { 0.0 };
        (self.again * f64::from(times)).min(ENOUGH) + once
    }
}

/// Everything that somebody could do beside striking, with nothing more to say than where or how much.
pub(super) fn beside(look: Look<'_>, who: Id) -> Vec<(&Arc<dyn Deed>, Choice)> {
    let mut beside = Vec::new();
    for deed in look.rules().deeds.values().filter(|deed| !deed.nature().only_goes && deed.verb() != ATTACK) {
        let mut choices = Vec::new();
        deed.choices(look, who, &mut choices);
        let legal = choices.into_iter().filter(|choice| choice.is_legal() && choice.squares.is_empty());
        beside.extend(legal.map(|choice| (deed, choice)));
    }
    beside
}

/// What each of these would come to, as things stand in somebody's plan for their round, with so many actions at most.
pub(super) fn asides(look: Look<'_>, who: Id, beside: &[(&Arc<dyn Deed>, Choice)], actions: i32) -> Vec<Aside> {
    let mut asides = Vec::new();
    for (deed, choice) in beside {
        let takes_more = choice.numbers.is_some_and(|(least, _)| least == 0);
        let more = if takes_more { MORE.min(actions - 1) } else { 0 };
        for n in 0..=more.max(0) {
            let order = if n == 0 { choice.order.clone() } else { choice.order.clone().n(n) };
            let count = deed.count(look, who, &order).max(1);
            if n > 0 && count <= n {
                break;
            }
            // A step is for what is done after it.
            let is_step = look.rules().economy.costs_only_steps(look, who, &***deed, &order);
            let foretold = deed.forecast(look, who, &order);
            let again = foretold.as_ref().map_or(0.0, |forecast| {
                let each = forecast.against.iter().filter_map(|prospect| {
                    let target = prospect.who.filter(|target| !target.is_thing())?;
                    let worth = prospect.worth(look);
                    Some(match () {
                        () if look.are_enemies(who, target) => worth,
                        () if is_marked(look, target) => -A_MARKED_FRIEND * worth,
                        () => -A_FRIEND * worth,
                    })
                });
                each.sum()
            });
            let first = foretold.as_ref().and_then(|forecast| forecast.against.first());
            let chance = first.map_or(1.0, |prospect| prospect.outcomes.chance(|(grade, _)| *grade >= 0).to_f64());
            let once = deed.worth(look, who, &order).map_or(0.0, |worth| f64::from(worth.0) / 1000.0);
            asides.push(Aside { takes: if is_step { 1 } else { count }, again, once, chance });
        }
    }
    asides
}

/// How near somebody comes to somebody else in their turn, up and down like along: where they are, after their steps,
/// and after those that take an action.
#[derive(Clone, Copy)]
pub(super) struct Comes {
    walks: i32,
    runs: i32,
}

impl Comes {
    /// How near in whatever way.
    pub const fn nearest(self) -> i32 {
        self.runs
    }
}

/// A body and how high it is.
pub(super) type Body = (Footprint, i32);

/// Where somebody is.
pub(super) fn body(look: Look<'_>, id: Id) -> Body {
    (look.footprint(id), look.height(id))
}

/// How near `who` comes to each of these by any way that is open to them and leads no farther than so many squares, if that is
/// bounded.
pub(super) fn comes(look: Look<'_>, who: Id, others: &[Body], leash: Option<i32>) -> Vec<Comes> {
    let own = look.footprint(who);
    let altitude = look.place(who).altitude;
    let far = |from: Footprint, (to, height): Body| {
        let up = (level(look, from) + altitude - height).abs();
        from.gap(to).max(up)
    };
    let mut comes: Vec<Comes> =
        others.iter().map(|other| far(own, *other)).map(|far| Comes { walks: far, runs: far }).collect();
    for deed in look.rules().deeds.values().filter(|deed| deed.nature().only_goes) {
        let mut choices = Vec::new();
        deed.choices(look, who, &mut choices);
        for choice in choices.iter().filter(|choice| choice.is_legal()) {
            let open = || choice.squares.iter().map(|(square, _)| own.moved_to(*square));
            let is_main = look.rules().economy.is_main(look, who, &**deed, &choice.order);
            for (other, comes) in others.iter().zip(&mut comes) {
                let near = open()
                    .filter(|there| leash.is_none_or(|leash| own.gap(*there) <= leash))
                    .map(|there| far(there, *other))
                    .min();
                let near = near.unwrap_or(i32::MAX);
                comes.runs = comes.runs.min(near);
                comes.walks = if is_main { comes.walks } else { comes.walks.min(near) };
            }
        }
    }
    comes
}

impl Opposed {
    /// Whether somebody could strike with this once they have come so near, and whether they must run for that.
    pub(super) fn reaches_by_then(arm: &Arm, comes: Comes) -> Option<bool> {
        let reach = arm.reach.iter().max().copied().filter(|reach| *reach > 0)?;
        match () {
            () if comes.walks <= reach => Some(false),
            () if comes.runs <= reach => Some(true),
            () => None,
        }
    }
}
