//! What a target and those beside them may do about an attack, and what becomes of it then (ZN-REACT-01 to
//! ZN-REACT-11).

use super::means::{Occasion, Strike, weapons};
use super::{FreeKind, SureBlow};
use crate::mechanics::attack::course::each_kind;
use crate::mechanics::prelude::*;

/// The strike that somebody is asked about, for whoever weighs the answers.
#[derive(Component, Clone, Debug, Default)]
pub struct Pending(pub(super) Option<Box<(Strike, Ongoing)>>);

/// What a strike means to its target; answers are weighed by it.
struct Scale {
    /// What is lost if it lands.
    loss: f64,
    /// The chance that it fells.
    fells: f64,
    /// What the turn is worth that a reaction takes.
    turn: f64,
    /// What it comes to if nothing is done.
    nothing: f64,
}

impl Scale {
    fn of(blow: &SureBlow, look: Look<'_>, strike: &Strike) -> Self {
        let (loss, fells) = (blow.loss(look, strike), blow.fells(look, strike));
        let turn = blow.worth_of_turn(look, strike.target);
        Self { loss, fells, turn, nothing: -loss + turn * (1.0 - fells) }
    }
}

/// Reactions that cost nothing, by the round in which somebody last used them.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsedFree(pub Option<i32>);

/// What happens to one attack, shared by all its targets.
#[derive(Clone, Debug, Default)]
pub struct Ongoing {
    /// Whoever was ever a target of it.
    pub involved: SmallVec<[Id; 4]>,
    /// Whoever has reacted to it.
    pub reacted: SmallVec<[Id; 4]>,
    /// Whoever has stepped in for somebody else.
    pub stood_in: SmallVec<[Id; 4]>,
    /// Whether somebody counters it.
    pub countered: bool,
    /// Whether it kills whoever lies there.
    pub death_blow: bool,
}

/// What a target does in the end.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Nothing.
    Nothing,
    /// They try to get out of the way.
    Dodge,
    /// They strike back.
    Counter(Box<Strike>),
}

impl SureBlow {
    /// Whether somebody may react to what `by` does; a free reaction needs no turn.
    pub fn may_react(&self, look: Look<'_>, who: Id, by: Id, how: &'static str, free: bool) -> Allowed {
        let name = || look.name(who).to_owned();
        look.refuse_if(!look.is_in_play(who), self.rules.able, || format!("{} is out of the fight", name()))?;
        look.allows(who, &["react", how])?;
        let is_late = !free && (look.clock().turn == Some(who) || !look.rules().economy.is_fresh(look, who));
        look.refuse_if(is_late, self.rules.able, || format!("{} has taken their turn", name()))?;
        let why = || format!("{} knows nothing of it", name());
        look.refuse_if(self.is_unaware(look, who, by), self.rules.unaware, why)
    }

    /// Whether somebody can react in this way without giving up their turn.
    pub fn has_free(&self, look: Look<'_>, who: Id, kind: FreeKind, occasion: Occasion) -> bool {
        let skills = &self.skills;
        match kind {
            FreeKind::Guard => look.knows(who, skills.protect),
            FreeKind::Dodge => {
                let flees = occasion == Occasion::Opportunity && look.knows(who, skills.fleet_footed);
                let used = look.get::<UsedFree>(who).is_some_and(|used| used.0 == Some(look.clock().round));
                // Whoever is in the middle of their own turn has no eye for it.
                let is_busy = look.clock().turn == Some(who);
                flees || (!used && !is_busy && look.knows(who, skills.dodge_blows))
            }
        }
    }

    /// Takes the turn of whoever reacts, unless they react for free.
    pub fn pay(&self, table: &mut Table<'_>, who: Id, free: Option<(FreeKind, Occasion)>) -> Step {
        let Some((kind, occasion)) = free else {
            // The turns of later rounds are theirs as ever.
            table.say(self.rules.reaction, who, |look| {
                format!("{} reacts now, in place of their turn this round.", look.name(who))
            });
            return table.rules().economy.close(table, who);
        };
        let flees = occasion == Occasion::Opportunity && table.look().knows(who, self.skills.fleet_footed);
        if kind == FreeKind::Dodge && !flees {
            let round = table.clock().round;
            table.edit::<UsedFree>(who).0 = Some(round);
        }
        table.say(self.rules.free, who, |look| format!("{} reacts and keeps their turn.", look.name(who)));
        Ok(())
    }

    /// Asks what the target of a strike does about it, and whoever takes their place, until somebody stands to it.
    pub fn settle(&self, table: &mut Table<'_>, mut strike: Strike, ongoing: &mut Ongoing) -> Step<(Strike, Answer)> {
        loop {
            let answers = self.answers(table.look(), &strike, ongoing, false);
            let choices: Vec<Choice> = answers.into_iter().map(|(choice, _)| choice).collect();
            let is_offered = |choice: &Choice| choice.is_legal() && choice.order.verb != NONE;
            if !choices.iter().any(is_offered) {
                return Ok((strike, Answer::Nothing));
            }
            let look = table.look();
            let (who, target) = (strike.who, strike.target);
            let (by, at) = (look.name(who), look.name(target));
            let prompt = match strike.manoeuvre() {
                Some(manoeuvre) => format!("{by} tries to {} {at}: what now?", manoeuvre.verb()),
                None => format!("{by} strikes at {at} with {}: what now?", strike.name()),
            };
            let mut question =
                Question::new("react", look.side(target), target, prompt).by(who).rule(self.rules.moment);
            question.choices = Some(choices);
            *table.edit_battle::<Pending>() = Pending(Some(Box::new((strike.clone(), ongoing.clone()))));
            let answer = table.ask(question)?;
            match (answer.verb.as_str(), table.look().target(&answer)) {
                (DODGE, _) => {
                    let free = self.has_free(table.look(), target, FreeKind::Dodge, strike.occasion);
                    self.pay(table, target, free.then_some((FreeKind::Dodge, strike.occasion)))?;
                    ongoing.reacted.push(target);
                    self.lets_go(table, target)?;
                    return Ok((strike, Answer::Dodge));
                }
                (COUNTER, _) => {
                    let Some(counter) = self.counter_of(table.look(), &strike, &answer) else {
                        return Ok((strike, Answer::Nothing));
                    };
                    self.pay(table, target, None)?;
                    ongoing.reacted.push(target);
                    ongoing.countered = true;
                    self.lets_go_for(table, &counter)?;
                    table.say(self.rules.counter, (target, who), |look| {
                        format!("{} strikes back with {}.", look.name(target), counter.name())
                    });
                    return Ok((strike, Answer::Counter(Box::new(counter))));
                }
                (HIDE, Some(shield)) => {
                    self.pay(table, target, None)?;
                    ongoing.reacted.push(target);
                    if !table.look().has_brought(target, self.states.grabbed, shield) {
                        self.lets_go(table, target)?;
                    }
                    self.swap(table, target, shield)?;
                    table.say(self.rules.hide, (target, shield), |look| {
                        format!("{} gets behind {}.", look.name(target), look.name(shield))
                    });
                    ongoing.involved.push(shield);
                    self.turn_upon(table.look(), &mut strike, shield);
                }
                (GUARD, Some(guard)) => {
                    let free = self.has_free(table.look(), guard, FreeKind::Guard, strike.occasion);
                    self.pay(table, guard, free.then_some((FreeKind::Guard, strike.occasion)))?;
                    if !self.guard_may_react || !free {
                        ongoing.reacted.push(guard);
                    }
                    self.lets_go(table, guard)?;
                    table.say(self.rules.guard, (guard, target), |look| {
                        format!("{} steps in for {}.", look.name(guard), look.name(target))
                    });
                    ongoing.involved.push(guard);
                    ongoing.death_blow = false;
                    ongoing.stood_in.push(guard);
                    self.turn_upon(table.look(), &mut strike, guard);
                }
                _ => return Ok((strike, Answer::Nothing)),
            }
        }
    }

    /// Everything that may be done about a strike, and if wanted what each is worth to those who are struck.
    fn answers(&self, look: Look<'_>, strike: &Strike, ongoing: &Ongoing, weighed: bool) -> Vec<(Choice, f64)> {
        let target = strike.target;
        let nothing = Choice::new(Order::new(NONE), "Do nothing", Group::Defence, self.rules.moment).letting_be();
        let mut choices = vec![(nothing, 0.0)];
        if look.thing(target).is_some() {
            return choices;
        }
        let scale = weighed.then(|| Scale::of(self, look, strike));
        let mut offer = |choice: Choice, value: &dyn Fn(&Scale) -> f64| {
            let value = scale.as_ref().filter(|_| choice.is_legal()).map_or(0.0, |scale| value(scale) - scale.nothing);
            choices.push((choice, value));
        };
        let has_reacted = |who: Id| ongoing.reacted.contains(&who);
        let once = |who| look.refuse_one_if(has_reacted(who), who, self.rules.free, "has reacted to this already");
        let may = |how: &'static str, free: bool| {
            once(target).and_then(|()| self.may_react(look, target, strike.who, how, free))
        };

        let turn = Price::of(1, "takes your turn");

        // Dodge.
        let free = self.has_free(look, target, FreeKind::Dodge, strike.occasion);
        let chance = look.chance_of_save(target, self.dodge, Thrown::Once);
        let may_dodge = may(DODGE, free).and_then(|()| self.may_dodge(look, strike));
        let choice = Choice::new(Order::new(DODGE), "Dodge", Group::Defence, self.rules.dodge).unless(may_dodge);
        let mut choice = choice.priced(if free { Price::of(0, "free") } else { turn.clone() });
        choice.chance = Some(chance.to_string());
        let missed = 1.0 - chance.to_f64();
        offer(choice, &|scale| {
            let kept = if free { scale.turn } else { 0.0 };
            -missed * scale.loss + kept * (1.0 - missed * scale.fells)
        });

        // Counter.
        let is_first = || look.refuse_if(ongoing.countered, self.rules.counter, || "one target alone may counter");
        let may_counter = may(COUNTER, false).and_then(|()| is_first());
        for counter in self.counters(look, strike) {
            let may = may_counter.clone().and_then(|()| self.may_counter(look, strike, &counter));
            let label = format!("Counter: {}{}", counter.name(), counter.at_part());
            let choice = Choice::new(counter.chosen_by(look, COUNTER), label, Group::Defence, self.rules.counter);
            let mut choice = choice.unless(may).priced(turn.clone());
            choice.manners = self.own_manners(look, &counter);
            offer(choice, &|_| self.value_of_counter(look, strike, &counter));
        }

        // Hide.
        let near =
            |id: &Id| *id != target && *id != strike.who && look.place(*id).present && look.is_nearby(target, *id);
        let beside: Vec<Id> = look.everybody().filter(near).filter(|id| !look.is_dead(*id)).collect();
        let is_struck = |id: Id| ongoing.involved.contains(&id);
        for shield in beside.iter().copied() {
            let held = look.has_brought(target, self.states.grabbed, shield);
            let friend = !look.are_enemies(target, shield) && look.is_in_play(shield);
            if !held && !friend {
                continue;
            }
            let may = may(HIDE, false).and_then(|()| {
                let refuse_if = |is_so: bool, why: &str| look.refuse_one_if(is_so, shield, self.rules.hide, why);
                refuse_if(is_struck(shield), "is a target of this already")?;
                let is_elsewhere = look.spot(shield) != look.spot(target);
                let is_seated = is_elsewhere && (is_carried(look, shield) || is_carried(look, target));
                refuse_if(is_seated, "can exchange no places with them, by saddle or seat")?;
                refuse_if(self.larger_by(look, target, shield) > 0, "is too small to hide behind")
            });
            let name = look.name(shield);
            let order = Order::new(HIDE).at(look.aim(shield));
            let choice = Choice::new(order, format!("Hide behind {name}"), Group::Defence, self.rules.hide);
            let choice = choice.unless(may).priced(turn.clone());
            let behind = Strike { target: shield, ..strike.clone() };
            offer(choice, &|_| {
                let theirs = self.loss(look, &behind);
                if held { theirs } else { self.if_willing(look, target, &behind, theirs) }
            });
        }

        // Guard.
        for guard in beside.into_iter().filter(|id| !look.are_enemies(target, *id)) {
            let free = self.has_free(look, guard, FreeKind::Guard, strike.occasion);
            let may = once(guard).and_then(|()| self.may_react(look, guard, strike.who, GUARD, free));
            let is_struck = is_struck(guard);
            let is_other = || look.refuse_one_if(is_struck, guard, self.rules.guard, "is a target of this already");
            let may = may.and_then(|()| is_other());
            let name = look.name(guard);
            let order = Order::new(GUARD).at(look.aim(guard));
            let choice = Choice::new(order, format!("{name} guards"), Group::Defence, self.rules.guard).unless(may);
            let choice = choice.priced(if free { Price::of(0, "free") } else { Price::of(1, "takes their turn") });
            let instead = Strike { target: guard, ..strike.clone() };
            offer(choice, &|scale| {
                let given = if free { 0.0 } else { self.worth_of_turn(look, guard) };
                let saved = if ongoing.death_blow { 0.5 } else { 0.0 };
                -self.loss(look, &instead) - given + scale.turn + saved
            });
        }
        choices
    }

    /// What the answers to the strike that is asked about are worth.
    pub fn weigh_answers(&self, look: Look<'_>) -> Vec<(Order, Worth)> {
        let Some((strike, ongoing)) = look.battle::<Pending>().and_then(|pending| pending.0.as_deref()) else {
            return Vec::new();
        };
        let answers = self.answers(look, strike, ongoing, true);
        answers.into_iter().map(|(choice, value)| (choice.order, Worth::of(value))).collect()
    }

    /// The worth of hiding behind a friend, who must be willing: hale enough to bear it better.
    fn if_willing(&self, look: Look<'_>, hider: Id, behind: &Strike, theirs: f64) -> f64 {
        let health = |who: Id| look.health(who).map_or(0, |(left, _)| left);
        let willing = health(behind.target) > health(hider) && self.fells(look, behind) < 0.5;
        if willing { -theirs } else { -10.0 }
    }

    /// Whether somebody can get out of the way of a strike at all.
    pub fn may_dodge(&self, look: Look<'_>, strike: &Strike) -> Allowed {
        let melee_blast = strike.is_blast() && !strike.is_ranged();
        look.refuse_if(melee_blast && !self.dodge_melee_blast, self.rules.dodge, || "such a blow cannot miss")
    }

    /// Whether this is a counter that fits the strike.
    fn may_counter(&self, look: Look<'_>, strike: &Strike, counter: &Strike) -> Allowed {
        let why = || "nobody is there to strike back at";
        look.refuse_if(look.is_dead(strike.who) || look.thing(strike.who).is_some(), self.rules.counter, why)?;
        self.may(look, counter)
    }

    /// Every way of striking back at whoever struck.
    pub fn counters(&self, look: Look<'_>, strike: &Strike) -> Vec<Strike> {
        let (who, attacker) = (strike.target, strike.who);
        self.out_of_turn(look, (who, attacker), Occasion::Counter, each_kind(weapons(look, who)))
    }

    /// The counter that an answer names.
    pub(super) fn counter_of(&self, look: Look<'_>, strike: &Strike, answer: &Order) -> Option<Strike> {
        let counter = self.counters(look, strike).into_iter().find(|counter| counter.is_meant_by(answer))?;
        Some(self.in_manner(look, counter, answer))
    }

    /// Exchanges the places of two.
    fn swap(&self, table: &mut Table<'_>, a: Id, b: Id) -> Step {
        let look = table.look();
        let (at_a, at_b) = (look.footprint(a), look.footprint(b));
        let (Some(spot_a), Some(spot_b)) = (look.spot(a), look.spot(b)) else { return Ok(()) };
        // In one place nothing is exchanged between those of different sizes, nor by those who are carried.
        if spot_a == spot_b && (at_a.side != at_b.side || is_carried(look, a) || is_carried(look, b)) {
            return Ok(());
        }
        let to = |who: Id, own: Footprint, (spot, there): (Spot, Footprint)| {
            if own.side == there.side { Some(own.moved_to(there.at)) } else { look.room(who, spot, there.at) }
        };
        if let (Some(to_b), Some(to_a)) = (to(a, at_a, (spot_b, at_b)), to(b, at_b, (spot_a, at_a))) {
            table.relocate(a, to_b)?;
            table.relocate(b, to_a)?;
        }
        Ok(())
    }

    /// Whether a strike still has somebody to strike it and somebody in reach.
    pub fn goes_on(&self, look: Look<'_>, strike: &Strike) -> bool {
        look.is_in_play(strike.who)
            && look.allows(strike.who, &["act", "attack"]).is_ok()
            && (strike.zone.is_some() || self.may_still_strike(look, strike).is_ok())
    }

    /// The chance that the target of a strike is felled by it.
    pub fn fells(&self, look: Look<'_>, strike: &Strike) -> f64 {
        let Some(plan) = self.plan(look, strike, false) else { return 0.0 };
        plan.prospects(look, &self.foretold).chance(|judged| judged.grade >= FELLED).to_f64()
    }

    /// The chance that a strike needs no save, or passes it.
    pub fn chance_to_hit(&self, look: Look<'_>, strike: &Strike) -> Fraction {
        self.aims(look, strike).map_or(Fraction::ONE, |hits| hits.chance(|hits| *hits))
    }
}

/// Whether somebody rides or travels in something, and does not leave their seat for a reaction.
pub(super) fn is_carried(look: Look<'_>, who: Id) -> bool {
    look.mount(who).is_some()
}

/// The answer of those who do nothing.
pub const NONE: &str = "none";
pub(super) const DODGE: &str = "dodge";
pub(super) const COUNTER: &str = "counter";
pub(super) const HIDE: &str = "hide behind";
pub(super) const GUARD: &str = "guard";
