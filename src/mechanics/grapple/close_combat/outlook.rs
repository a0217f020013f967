//! What would come of close combat, exactly, and what it is worth to have somebody in one's hands.

use super::ties::Hold;
use super::{CONTROL, CloseCombat, GRAB, GRAPPLE};
use crate::mechanics::contest::is_helped;
use crate::mechanics::movement::level;
use crate::mechanics::prelude::*;

/// How much of what might be done with somebody later it is worth to have them in one's hands.
const HOPED: f64 = 0.25;
/// What it costs to be locked with a better wrestler, in felled fighters.
pub(super) const LOCKED: f64 = 0.25;

impl CloseCombat {
    /// What it is worth to have an enemy in one's hands: they do nothing meanwhile, and others strike them at will.
    pub(super) fn worth_of_holding(&self, look: Look<'_>, who: Id, target: Id) -> f64 {
        let team = self.team(look, who, target);
        if self.outweighs(look, &[target], &team, self.times.1).is_some() {
            return 0.04;
        }
        let to_come = if look.rules().initiative.has_acted(look, target) { 0.0 } else { 0.1 };
        let is_near = |id: &Id| {
            !team.contains(id) && look.side(*id) == look.side(who) && look.is_in_play(*id) && look.gap(*id, target) <= 2
        };
        let friends = look.everybody().filter(is_near).take(2).count();
        0.12 + to_come + 0.08 * friends as f64
    }

    /// The same with what might be done with them then, for those who have not got hold of them yet.
    pub(super) fn worth_of_taking(&self, look: Look<'_>, who: Id, target: Id) -> f64 {
        self.worth_of_holding(look, who, target) + HOPED * self.might_do(look, who, target)
    }

    /// Whether grappling is the best that somebody can do about hands that are laid on them.
    pub(super) fn is_met_in_kind(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let legal = look.defences(case).into_iter().filter(|defence| defence.choice.is_legal());
        let in_kind = |defence: &Defence| defence.choice.order.verb == GRAPPLE;
        legal.max_by_key(|defence| (defence.bonus.total(), in_kind(defence))).is_some_and(|best| in_kind(&best))
    }

    /// Whether somebody is the better wrestler of two, all told.
    pub(super) fn is_the_better(&self, look: Look<'_>, who: Id, rival: Id) -> bool {
        let sides = self.sides(look, &self.team(look, who, rival), &self.team(look, rival, who), CONTROL);
        sides.is_some_and(|(own, other)| own.sum.total() >= other.sum.total())
    }

    /// How likely somebody gains control of another.
    pub(super) fn gains(&self, look: Look<'_>, who: Id, rival: Id) -> Distribution<bool> {
        let sides = self.sides(look, &self.team(look, who, rival), &self.team(look, rival, who), CONTROL);
        sides.map_or_else(|| Distribution::certain(false), |(own, other)| self.prevails(&own.sum, &other.sum))
    }

    /// How likely hands that are laid on somebody get hold of them, whatever they do about it.
    pub(super) fn catches(&self, look: Look<'_>, who: Id, target: Id, order: &Order) -> Distribution<bool> {
        let case = Self::reaching(look, who, target, order);
        let attack = self.wrestling(look, &case, &[who], &[target]).total();
        self.contest.chance(attack, 0, look.best_defence(&case))
    }

    /// What becomes of the target where one gets the better of them as often as that, and then does one's best.
    fn becomes(
        &self,
        look: Look<'_>,
        (who, target): (Id, Id),
        wins: &Distribution<bool>,
        augments: i32,
    ) -> (Distribution<(i32, Key)>, Distribution<i32>, Sum) {
        let miss = (-1, Key::from("miss"));
        let Some(way) = self.best_way(look, who, (target, look.footprint(target)), augments) else {
            return (
                wins.map(|wins| if *wins { (0, self.states.held.key()) } else { miss }),
                Distribution::certain(0),
                Sum::new(),
            );
        };
        let team = self.team(look, who, target);
        let is_too_heavy = self.outweighs(look, &[target], &team, self.times.1).is_some();
        let held = self.state(if is_too_heavy { Hold::Clings } else { Hold::Held }).key();
        let judged = self.judged(look, who, target, &way).map(|judged| {
            let name = if judged.grade == 0 && !way.lets_go() { held } else { judged.name };
            (judged.grade, name, judged.harm)
        });
        let all = wins.then(|wins| if *wins { judged.clone() } else { Distribution::certain((miss.0, miss.1, 0)) });
        let damage = way.damage.unwrap_or_default();
        (all.map(|(grade, name, _)| (*grade, *name)), all.map(|(_, _, harm)| *harm), damage)
    }

    fn prospect(
        &self,
        look: Look<'_>,
        (who, target): (Id, Id),
        wins: &Distribution<bool>,
        augments: i32,
        sums: impl FnOnce() -> Vec<(Key, Sum)>,
    ) -> Prospect {
        let (outcomes, harm, damage) = self.becomes(look, (who, target), wins, augments);
        let mut figures = Vec::new();
        if look.wants_words() {
            figures = sums();
            figures.push((Key::from("damage"), damage));
        }
        let enough = Some(look.value(target, self.damage.enough));
        Prospect { enough, figures, ..Prospect::of(target, outcomes, harm) }
    }

    /// What would come of a grab.
    pub(super) fn foretell_grab(&self, look: Look<'_>, who: Id, target: Id, order: &Order) -> Forecast {
        let augments = order.n.unwrap_or(0);
        let wins = self.catches(look, who, target, order);
        let case = Self::reaching(look, who, target, order);
        let attack = self.wrestling(look, &case, &[who], &[target]);
        let total = attack.total();
        let sums = || vec![(Key::from(GRAPPLE), attack)];
        let mut forecast = Forecast::of(vec![self.prospect(look, (who, target), &wins, augments, sums)]);
        if look.wants_words() {
            forecast.is_helped = is_helped(look, &case);
            let legal = look.defences(&case).into_iter().filter(|defence| defence.choice.is_legal());
            let each = legal.map(|defence| {
                let order = &defence.choice.order;
                (order.to_string(), Some(order.verb), Some(defence.bonus.total()))
            });
            let answered = |(name, verb, bonus): (String, Option<Verb>, Option<i32>)| {
                let wins = self.contest.chance(total, 0, bonus);
                let (mut outcomes, harm, _) = self.becomes(look, (who, target), &wins, augments);
                if verb.is_some_and(|verb| verb == GRAPPLE) {
                    let locked = self.states.locked.key();
                    outcomes = outcomes.map(|(grade, each)| (*grade, if *grade < 0 { locked } else { *each }));
                }
                Answered::of(name, verb, outcomes, harm)
            };
            forecast.answers = each.chain([("nothing".to_owned(), None, None)]).map(answered).collect();
        }
        forecast
    }

    /// What would come of a struggle for control.
    pub(super) fn foretell_control(&self, look: Look<'_>, who: Id, rival: Id, augments: i32) -> Option<Forecast> {
        let (team, others) = (self.team(look, who, rival), self.team(look, rival, who));
        let (own, other) = self.sides(look, &team, &others, CONTROL)?;
        let wins = self.prevails(&own.sum, &other.sum);
        let sums = || vec![(Key::from(GRAPPLE), own.sum), (Key::from("resist"), other.sum)];
        Some(Forecast::of(vec![self.prospect(look, (who, rival), &wins, augments, sums)]))
    }
}

/// An enemy who could lay hands on somebody, and how likely they catch them.
struct Grabber {
    body: Footprint,
    height: i32,
    /// From how far off they come.
    within: i32,
    catches: f64,
}

impl CloseCombat {
    /// The enemies who could catch somebody, and lift them.
    fn grabbers(&self, look: Look<'_>, who: Id) -> Vec<Grabber> {
        let kinds = ["act", "attack", "melee", GRAB];
        let is_able = |foe: &Id| {
            let able = look.can_engage(*foe) && self.has_a_hand(look, *foe) && look.allows(*foe, &kinds).is_ok();
            able && self.outweighs(look, &[who], &self.team(look, *foe, who), self.times.0).is_none()
        };
        let grabber = |foe: Id| {
            let grab = Order::new(GRAB).at(look.aim(who));
            let catches = self.catches(look, foe, who, &grab).chance(|wins| *wins).to_f64();
            let within = look.stride(foe).unwrap_or(0).saturating_add(1);
            Grabber { body: look.footprint(foe), height: look.height(foe), within, catches }
        };
        look.foes(who).filter(is_able).map(grabber).collect()
    }

    /// Whether it goes down anywhere on the field.
    fn is_steep(&self, look: Look<'_>) -> bool {
        *look.keep_of_field("a drop somewhere", || {
            let heights = || look.board().squares().filter_map(|at| look.board().cell(at)).map(|cell| cell.height);
            let (least, most) = (heights().min().map_or(0, i32::from), heights().max().map_or(0, i32::from));
            most - least >= self.drop
        })
    }
}

impl Judges for CloseCombat {
    /// What whoever comes up and catches somebody beside a drop does by throwing them down there.
    fn danger(&self, look: Look<'_>, who: Id, at: Footprint) -> f64 {
        if !self.is_steep(look) || look.mount(who).is_some() {
            return 0.0;
        }
        let Some(drop) = self.drops(look, who, at).into_iter().next() else { return 0.0 };
        let here = level(look, at);
        let comes = |foe: &&Grabber| at.gap(foe.body) <= foe.within && (foe.height - here).abs() < self.drop;
        let grabbers = look.keep("grabbers", who, || self.grabbers(look, who));
        let caught = grabbers.iter().filter(comes).map(|foe| foe.catches).fold(0.0, f64::max);
        if caught > 0.0 { caught * self.done_by_a_fall(look, who, &drop) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::in_lesson;

    /// HG-GRAP-10. Promise: beside a drop a wrestler is feared who has hands free; nobody is away from it.
    #[test]
    fn a_drop_beside_a_wrestler_is_feared() {
        let feared = |step: usize| {
            in_lesson("hursagmu", "HG-C43", step, |look| {
                let mate = look.find("Mate").unwrap();
                let judges = &look.rules().registry.judges;
                let at = |x: i32| look.footprint(mate).moved_to(Square::new(x, 0));
                [1, 3].map(|x| judges.iter().map(|each| each.danger(look, mate, at(x))).fold(0.0, f64::max))
            })
        };
        let ([away, busy], [far, beside]) = (feared(0), feared(5));
        assert_eq!([away, busy, far], [0.0; 3]);
        assert!(beside > 0.1, "{beside}");
    }
}
