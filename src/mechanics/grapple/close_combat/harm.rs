//! What may be done at once to whoever has come into one's hands, one thing of these: nothing, bare strength, a small
//! weapon, a slam into something hard, a throw over a drop (HG-GRAP-02, HG-GRAP-03, HG-GRAP-08 to HG-GRAP-10).

use super::around::Drop;
use super::ties::Hold;
use super::{CloseCombat, GRAB};
use crate::mechanics::contest::price;
use crate::mechanics::harm::endurance::OnOff;
use crate::mechanics::prelude::*;
use crate::mechanics::surfaces::{FALL, fall_onto};

/// The question, and its answers.
const HARM: &str = "harm";
const NOTHING: &str = "nothing";
const BARE: &str = "bare strength";
const SMALL: &str = "small weapon";
pub(super) const SLAM: &str = "slam";
const THROW: &str = "throw";

/// One thing that may be done.
pub(super) struct Way {
    pub order: Order,
    label: String,
    rule: RuleId,
    arm: Option<Arc<Arm>>,
    /// What is added to the dice; nothing where nothing is thrown.
    pub damage: Option<Sum>,
    lands: Option<Footprint>,
    /// Whether it lets whoever is held be.
    lets_be: bool,
    refused: Option<Refusal>,
}

impl Way {
    fn new(order: Order, label: impl Into<String>, rule: RuleId) -> Self {
        Self { order, label: label.into(), rule, arm: None, damage: None, lands: None, lets_be: false, refused: None }
    }

    fn does(self, damage: Sum) -> Self {
        Self { damage: Some(damage), ..self }
    }

    /// Whether the grip ends by it.
    pub const fn lets_go(&self) -> bool {
        self.lands.is_some()
    }
}

impl CloseCombat {
    fn case_of(who: Id, target: Id, word: &'static str) -> Case<'static> {
        Case::of("damage", who).against(target).word(GRAB).word(word)
    }

    /// What hands add to the dice, with so many actions put into it.
    fn by_hand(&self, look: Look<'_>, case: &Case<'_>, augments: i32) -> Sum {
        let strength = self.damage.strength;
        let mut sum = Sum::of(strength, look.value(case.who, strength));
        sum.add("augment", self.damage.augment.0 * augments, self.rules.augment);
        look.sum(case, sum)
    }

    /// Everything that `who` may do to whoever is in their hands, or would be there: greyed where they may not.
    fn ways(&self, look: Look<'_>, who: Id, (target, at): (Id, Footprint), augments: i32) -> Vec<Way> {
        let only_holds = Way::new(Order::new(NOTHING), "Only hold on", self.rules.held);
        let mut ways = vec![Way { lets_be: true, ..only_holds }];
        let plain = self.by_hand(look, &Self::case_of(who, target, BARE), augments);
        ways.push(Way::new(Order::new(BARE), "Squeeze and punch", self.rules.held).does(plain.clone()));
        let at_hand = |held: &Held| matches!(held, Held::Hand(_) | Held::Body);
        for item in look.gear(who).iter().filter(|item| at_hand(&item.held) && item.arm.damage.is_some()) {
            let name = item.arm.name;
            let order = Order::new(SMALL).with(name);
            if !item.arm.has(self.damage.small) {
                if look.wants_words() && item.is_in_hand() {
                    let why = format!("there is no room for the {name}");
                    let refused = Some(Refusal::new(self.rules.small, why));
                    ways.push(Way { refused, ..Way::new(order, name.as_str(), self.rules.small) });
                }
                continue;
            }
            let mut sum = plain.clone();
            sum.part(name, item.arm.figure(self.damage.power).unwrap_or(0));
            let way = Way::new(order, name.as_str(), self.rules.small).does(sum);
            ways.push(Way { arm: Some(item.arm.clone()), ..way });
        }
        self.rough(look, who, (target, at), &plain, &mut ways);
        ways
    }

    /// Slams and throws, for those who can lift whom they hold; nobody is lifted out of a saddle.
    fn rough(&self, look: Look<'_>, who: Id, (target, at): (Id, Footprint), plain: &Sum, ways: &mut Vec<Way>) {
        if look.mount(target).is_some() {
            return;
        }
        let team = self.team(look, who, target);
        let too_heavy = self.outweighs(look, &[target], &team, self.times.0).map(|(heavy, light)| {
            look.refusal(self.rules.heavy, || format!("{} weighs {heavy}, and they {light}", look.name(target)))
        });
        let unpaid = if self.slams.needs_action == OnOff::On { price(look, who, SLAM).err() } else { None };
        for surface in self.surfaces(look, target, at) {
            let mut sum = plain.clone();
            sum.include(&surface.hard);
            let order = Order::new(SLAM).with(Key::new(&surface.name));
            let label = format!("Slam into the {} ({:+})", surface.name, surface.hard.total());
            let refused = too_heavy.clone().or_else(|| unpaid.clone());
            let way = Way::new(order.clone(), label, self.rules.slam).does(sum.clone());
            ways.push(Way { refused: refused.clone(), ..way });
            if let Some((corner, n)) = surface.corner {
                sum.add(corner, n, self.rules.corner);
                let all = surface.hard.total().saturating_add(n);
                let label = format!("Slam into the {}, {corner} first ({all:+})", surface.name);
                let way = Way::new(order.manner(corner), label, self.rules.corner).does(sum);
                ways.push(Way { refused, ..way });
            }
        }
        for drop in self.drops(look, target, at) {
            let unit = &look.rules().measure.unit;
            let label = format!("Throw down {} {unit} to {}", drop.height, drop.to.at);
            let fall = fall_onto(look, target, drop.height, drop.to);
            let way = Way::new(Order::new(THROW).to(drop.to.at), label, self.rules.throw).does(fall);
            ways.push(Way { lands: Some(drop.to), refused: too_heavy.clone(), ..way });
        }
    }

    fn exposed(&self, look: Look<'_>, who: Id, target: Id, way: &Way) -> Exposed {
        let case = match way.lands {
            Some(_) => Case::of("damage", target).word(FALL),
            None => Self::case_of(who, target, BARE).turned(),
        };
        look.exposed(self.damage.harms, &case)
    }

    /// What would become of the target.
    pub(super) fn judged(&self, look: Look<'_>, who: Id, target: Id, way: &Way) -> Distribution<Judged> {
        let (exposed, rules) = (self.exposed(look, who, target, way), look.rules());
        way.damage.as_ref().map_or_else(
            || Distribution::certain(exposed.judge(rules, 0)),
            |damage| exposed.judged(rules, &self.damage.dice, damage.total()),
        )
    }

    /// What it does to the target, in felled fighters.
    pub(super) fn done(&self, look: Look<'_>, who: Id, target: Id, way: &Way) -> f64 {
        let judged = self.judged(look, who, target, way);
        let (outcomes, harm) = (judged.map(Judged::outcome), judged.map(|judged| judged.harm));
        weight(&outcomes, &harm, Some(look.value(target, self.damage.enough)))
    }

    /// What it would do to somebody to be thrown down there, in felled fighters.
    pub(super) fn done_by_a_fall(&self, look: Look<'_>, target: Id, drop: &Drop) -> f64 {
        let fall = fall_onto(look, target, drop.height, drop.to);
        look.keep_each("done by a fall", target, &fall.total(), || {
            let way = Way::new(Order::new(THROW), "", self.rules.throw).does(fall.clone());
            self.done(look, target, target, &Way { lands: Some(drop.to), ..way })
        })
    }

    /// What it is worth to do this to an enemy, and to have them in one's hands afterwards or not.
    fn weigh(&self, look: Look<'_>, who: Id, target: Id, way: &Way) -> f64 {
        let done = self.done(look, who, target, way);
        // What is thrown down there is done with for a while, too.
        let after = if way.lets_go() { 0.1 } else { self.worth_of_holding(look, who, target) };
        let takes = if way.order.verb == SLAM && self.slams.needs_action == OnOff::On { 0.02 } else { 0.0 };
        done + after - takes
    }

    /// The best of these.
    pub(super) fn best_way(&self, look: Look<'_>, who: Id, target: (Id, Footprint), augments: i32) -> Option<Way> {
        let legal = self.ways(look, who, target, augments).into_iter().filter(|way| way.refused.is_none());
        let weighed = legal.map(|way| (self.weigh(look, who, target.0, &way), way));
        weighed.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, way)| way)
    }

    /// Asks what is done to whoever has come into somebody's hands, and does it; how much damage that was, if any.
    pub(super) fn harm(&self, table: &mut Table<'_>, who: Id, target: Id, augments: i32) -> Step<Option<i32>> {
        let look = table.look();
        if !look.is_in_play(target) {
            return Ok(None);
        }
        let ways = self.ways(look, who, (target, look.footprint(target)), augments);
        let prompt = format!("{} has {} in their hands.", look.name(who), look.name(target));
        let mut question = Question::new(HARM, look.side(who), who, prompt).by(target).rule(self.rules.held);
        for way in &ways {
            let refused = way.refused.clone().map_or(Ok(()), Err);
            let mut choice = Choice::new(way.order.clone(), way.label.clone(), Group::Attack, way.rule).unless(refused);
            choice.lets_be = way.lets_be;
            if choice.is_legal() {
                choice.worth = Some(Worth::of(self.weigh(look, who, target, way)));
                let gets_through = self.judged(look, who, target, way).chance(|judged| judged.harm > 0);
                choice.chance = way.damage.as_ref().map(|_| gets_through.percent());
            }
            question = question.choice(choice);
        }
        let answer = table.ask(question)?;
        let is_it = |way: &&Way| {
            let own = &way.order;
            own.verb == answer.verb
                && (own.with.is_none() || own.with == answer.with)
                && (own.to.is_none() || own.to == answer.to)
                && own.manner.len() == answer.manner.len()
                && own.manner.iter().all(|manner| answer.is(manner))
        };
        match ways.into_iter().find(|way| way.refused.is_none() && is_it(&way)) {
            Some(way) => self.do_harm(table, who, target, way),
            None => Ok(None),
        }
    }

    fn do_harm(&self, table: &mut Table<'_>, who: Id, target: Id, way: Way) -> Step<Option<i32>> {
        if let Some(to) = way.lands {
            return self.throw_down(table, who, target, to).map(|()| None);
        }
        let Some(sum) = &way.damage else { return Ok(None) };
        if way.order.verb == SLAM
            && self.slams.needs_action == OnOff::On
            && let Ok(deed) = table.look().deed(SLAM).cloned()
        {
            table.rules().economy.pay(table, who, &*deed, &Order::new(SLAM))?;
        }
        let throw = table.throw(&self.damage.dice)?;
        let damage = throw.total.saturating_add(sum.total());
        table.note(|look| {
            let (own, other) = (look.name(who), look.name(target));
            let text = match (&way.order.with, &way.arm) {
                (_, Some(arm)) => format!("{own} uses the {} on {other}: {damage} damage.", arm.name),
                (Some(what), None) => format!("{own} slams {other} into the {what}: {damage} damage."),
                (None, None) => format!("{own} does {other} {damage} damage with bare strength."),
            };
            Fact::new(way.rule, text).who(who).whom(target).roll(Roll::damage(&self.damage.dice, &throw, sum))
        });
        let look = table.look();
        let hit = self.exposed(look, who, target, &way).hit(look.rules(), damage, way.rule).by(who);
        let words = Self::case_of(who, target, BARE).words;
        table.inflict(&Hit { words, ..way.arm.iter().fold(hit, Hit::with) })?;
        Ok(Some(damage))
    }

    /// Somebody goes over the edge. What comes of that is for whoever knows falls.
    fn throw_down(&self, table: &mut Table<'_>, who: Id, target: Id, to: Footprint) -> Step {
        let from = table.look().footprint(target);
        table.note(|look| {
            let text = format!("{} throws {} over the edge.", look.name(who), look.name(target));
            Fact::new(self.rules.throw, text).who(who).whom(target).sent(who, target, [from.at, to.at])
        });
        self.part_all(table, target, "they are on their way down")?;
        table.relocate(target, to)
    }

    /// Takes hold of somebody by a roll that succeeded, with all who help: in one's power if they are not too heavy.
    pub(super) fn take(&self, table: &mut Table<'_>, who: Id, target: Id) -> Step {
        let look = table.look();
        let team = self.team(look, who, target);
        let is_too_heavy = self.outweighs(look, &[target], &team, self.times.1).is_some();
        let hold = if is_too_heavy { Hold::Clings } else { Hold::Controls };
        team.into_iter().try_for_each(|member| self.tie(table, member, target, hold))?;
        // Nobody has `who` in their power any longer, nor has the one who is held now anybody.
        let ties = |who: Id, wanted: Hold| {
            let ties = self.ties(table.look(), who).into_iter().filter(move |(_, hold)| *hold == wanted);
            ties.map(|(other, _)| other).collect::<Vec<_>>()
        };
        let (above, below) = (ties(who, Hold::Held), ties(target, Hold::Controls));
        above.into_iter().try_for_each(|other| self.tie(table, who, other, Hold::Locked))?;
        let below = if is_too_heavy { Vec::new() } else { below };
        below.into_iter().try_for_each(|other| self.tie(table, target, other, Hold::Locked))
    }
}
