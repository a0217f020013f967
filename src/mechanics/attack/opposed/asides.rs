//! What else there is to do in a round than to strike, and how near one comes for a blow: what plans are made of.

use super::Opposed;
use super::plans::is_marked;
use crate::mechanics::contest::price;
use crate::mechanics::movement::level;
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::DEFEND;

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
    /// What it comes to where it is done once, for each action that it takes.
    fn for_each_action(&self) -> f64 {
        self.worth(self.takes) / f64::from(self.takes.max(1))
    }

    /// What it comes to with so many actions.
    pub fn worth(&self, actions: i32) -> f64 {
        let times = (actions / self.takes).max(0);
        let sooner_or_later = 1.0 - (1.0 - self.chance).powi(times);
        let once = if self.chance > 0.0 { self.once * sooner_or_later / self.chance } else { 0.0 };
        (self.again * f64::from(times)).min(ENOUGH) + once
    }
}

/// So many things beside blows are thought through for a round.
const MOST: usize = 6;

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

/// Of all of these those that come to most for each action, each done once in a round of one thing: so many that all rounds can be
/// thought through with them.
pub(super) fn likeliest<'a>(
    look: Look<'_>,
    who: Id,
    beside: Vec<(&'a Arc<dyn Deed>, Choice)>,
) -> Vec<(&'a Arc<dyn Deed>, Choice)> {
    if beside.len() <= MOST {
        return beside;
    }
    let once = look.planning(who, 1);
    let worth = |one: &(&Arc<dyn Deed>, Choice)| {
        let each = asides(once, who, std::slice::from_ref(one), 1);
        each.iter().map(Aside::for_each_action).fold(0.0, f64::max)
    };
    let mut weighed: Vec<(f64, (&Arc<dyn Deed>, Choice))> = beside.into_iter().map(|one| (worth(&one), one)).collect();
    // Of equal ones the first stay.
    weighed.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    weighed.into_iter().take(MOST).map(|(_, one)| one).collect()
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

    /// Whether they have to run to come so near, where they do.
    pub fn runs_to(self, within: i32) -> Option<bool> {
        match () {
            () if self.walks <= within => Some(false),
            () if self.runs <= within => Some(true),
            () => None,
        }
    }
}

/// What a defence takes off what somebody still does in this round, where they have none yet.
pub(super) fn hampered(look: Look<'_>, foe: Id) -> i32 {
    let to_come = |price: i32| look.rules().economy.burden(look, foe, price).to_come;
    price(look, foe, DEFEND).map_or(0, |price| to_come(price.amount).saturating_sub(to_come(0)).max(0))
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
        comes.runs_to(arm.reach.iter().max().copied().filter(|reach| *reach > 0)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::house_words::DECLARE;
    use crate::trial;

    /// Promise: of many things to do beside blows few are thought through for all rounds, and the best of all is among them.
    #[test]
    fn of_many_things_the_best_are_thought_through() {
        let mut many = 0;
        trial::watch("hursagmu/tavern_yard", 1, 200, |look| {
            let question = look.question().filter(|question| question.kind == DECLARE);
            let Some(who) = question.and_then(|question| question.who) else { return };
            let look = look.without_words();
            let best = |of: &[(&Arc<dyn Deed>, Choice)]| {
                let each = asides(look.planning(who, 1), who, of, 1);
                each.iter().map(Aside::for_each_action).fold(0.0, f64::max)
            };
            let (all, some) = (beside(look, who), likeliest(look, who, beside(look, who)));
            many += usize::from(all.len() > MOST);
            assert!(some.len() <= MOST && best(&some) >= best(&all), "{}: {}", look.name(who), best(&all));
        });
        assert!(many > 0);
    }
}
