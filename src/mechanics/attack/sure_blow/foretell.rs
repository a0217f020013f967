//! What would come of a strike, exactly: with every answer to it, for players; and in a word, for the computer.

use super::means::{Manoeuvre, Means, Occasion, Strike, weapons};
use super::plan::{Traded, trade};
use super::react::{COUNTER, DODGE, GUARD, HIDE, NONE, Pending};
use super::stunts::{self, Stunt};
use super::{FreeKind, SureBlow};
use crate::mechanics::prelude::*;

/// So many places are named that a shove could send somebody to.
const PLACES: usize = 3;

fn miss() -> Judged {
    Judged::called(-2, "miss")
}

fn outcomes(judged: &Distribution<Judged>) -> Distribution<(i32, Key)> {
    judged.map(Judged::outcome)
}

fn harm(judged: &Distribution<Judged>) -> Distribution<i32> {
    judged.map(|judged| judged.harm)
}

impl SureBlow {
    /// What a strike does that lands.
    fn prospects(&self, look: Look<'_>, strike: &Strike, engaged: bool) -> Distribution<Judged> {
        if let Some(plan) = self.plan(look, strike, engaged) {
            return plan.prospects(look, &self.foretold);
        }
        if self.withstood(look, strike).is_some() {
            return Distribution::certain(Judged::nothing());
        }
        let (save, done) = match strike.manoeuvre() {
            Some(manoeuvre) => {
                let done = match manoeuvre {
                    Manoeuvre::Disarm => "disarmed",
                    Manoeuvre::Shove => "shoved",
                    Manoeuvre::Grapple => "grabbed",
                };
                ((!self.has_no_save(look, strike)).then_some(self.stand), Key::from(done))
            }
            None => {
                let effect = self.effects.iter().find(|(word, _)| strike.arm().is_some_and(|arm| arm.has(word)));
                let Some((_, effect)) = effect else { return Distribution::certain(Judged::nothing()) };
                (effect.save, effect.brings.key())
            }
        };
        let stands = save.map(|save| look.odds_of_save(strike.target, save, Thrown::Once));
        let stands = stands.unwrap_or_else(|| Distribution::certain(false));
        stands.map(|stands| if *stands { Judged::nothing() } else { Judged::called(1, done) })
    }

    /// The same with the save that it may need first.
    fn with_aim(&self, look: Look<'_>, strike: &Strike, lands: &Distribution<Judged>) -> Distribution<Judged> {
        match self.aims(look, strike) {
            None => lands.clone(),
            Some(hits) => hits.then(|hits| if *hits { lands.clone() } else { Distribution::certain(miss()) }),
        }
    }

    /// How likely a strike hits that needs a save for it.
    pub(super) fn aims(&self, look: Look<'_>, strike: &Strike) -> Option<Distribution<bool>> {
        self.needs_save(look, strike).map(|_| look.odds_of_save(strike.who, self.aim, Thrown::Once))
    }

    fn enough(look: Look<'_>, who: Id) -> Option<i32> {
        look.health(who).map(|(_, whole)| whole)
    }

    /// The exact prospects of an attack.
    pub fn foretold(&self, look: Look<'_>, strikes: &[Strike], order: &Order) -> Forecast {
        let stunt = stunts::offered(order);
        let one = |strike: &Strike| {
            let taken = stunt.filter(|stunt| self.would_accept(look, strike, *stunt));
            let lands = match taken {
                // Taken by those who would rather have that than the blow.
                Some(stunt) => Distribution::certain(offered(stunt)),
                None if order.is(super::means::DEATH_BLOW) => self.killed(),
                None => self.prospects(look, strike, false),
            };
            let judged = self.with_aim(look, strike, &lands);
            let plan = self.plan(look, strike, false);
            let exposed = plan.iter().flat_map(|plan| plan.exposed.figures("opposed"));
            // Of one alone it is told answer by answer.
            let is_told = look.wants_words() && strikes.len() > 1 && self.can_dodge(look, strike);
            let prospect = Prospect {
                before: is_told.then(|| "dodge".into()),
                enough: Self::enough(look, strike.target),
                ..Prospect::judged(strike.target, &judged, exposed.collect())
            };
            // Nothing is gained by a blow that lands and does nothing.
            let less = if self.is_vain(strike, &judged) { prospect.weight() } else { 0.0 };
            Prospect { less, ..prospect }
        };
        let against: Vec<Prospect> = strikes.iter().map(one).collect();
        let answers = match strikes {
            [strike] if look.wants_words() && !order.is(super::means::DEATH_BLOW) => self.answered(look, strike),
            _ => Vec::new(),
        };
        let is_helped = look.wants_words() && matches!(strikes, [strike] if self.is_helped(look, strike));
        Forecast { answers, is_helped, ..Forecast::of(against) }
    }

    /// Whether a blow does nothing, whatever is thrown: it is too weak for what is worn, and brings about nothing else.
    fn is_vain(&self, strike: &Strike, judged: &Distribution<Judged>) -> bool {
        let brings = || self.effects.keys().any(|word| strike.arm().is_some_and(|arm| arm.has(word)));
        let does = |judged: &Judged| judged.harm > 0 || judged.grade > 0;
        strike.harms() && !brings() && judged.chance(does).to_f64() <= 0.0
    }

    /// Whether a friend of its target who is known of could step in for them.
    fn is_helped(&self, look: Look<'_>, strike: &Strike) -> bool {
        let (by, target) = (strike.who, strike.target);
        let is_friend = |id: &Id| *id != target && *id != by && !id.is_thing() && !look.are_enemies(target, *id);
        let is_beside = |id: &Id| look.place(*id).present && look.knows_of(*id) && look.is_nearby(target, *id);
        let guards = |id: Id| {
            let free = self.has_free(look, id, FreeKind::Guard, strike.occasion);
            self.may_react(look, id, by, GUARD, free).is_ok()
        };
        let mut friends = look.everybody().filter(is_friend).filter(is_beside);
        look.thing(target).is_none() && friends.any(guards)
    }

    /// Whether its target could dodge a strike.
    pub(super) fn can_dodge(&self, look: Look<'_>, strike: &Strike) -> bool {
        let free = self.has_free(look, strike.target, FreeKind::Dodge, strike.occasion);
        let may_dodge = self.may_react(look, strike.target, strike.who, "dodge", free);
        may_dodge.and_then(|()| self.may_dodge(look, strike)).is_ok()
    }

    /// What would come of a strike by each answer that its target could give.
    fn answered(&self, look: Look<'_>, strike: &Strike) -> Vec<Answered> {
        let mut answers = Vec::new();
        let target = strike.target;
        if self.can_dodge(look, strike) {
            let judged = self.with_aim(look, strike, &self.if_dodged(look, strike));
            answers.push(Answered::of("dodge".to_owned(), Some("dodge".into()), outcomes(&judged), harm(&judged)));
        }
        if self.may_react(look, target, strike.who, "counter", false).is_err() {
            return answers;
        }
        for counter in self.counters(look, strike) {
            if self.may(look, &counter).is_err() {
                continue;
            }
            let traded = self.traded(look, strike, &counter);
            // The save to hit comes before anything is answered.
            let missed = Distribution::certain((miss(), unstruck()));
            let hits = self.aims(look, strike).unwrap_or_else(|| Distribution::certain(true));
            let all = hits.then(|hits| if *hits { traded.clone() } else { missed.clone() });
            let (own, back) = apart(&all);
            let falls = all.map(|(own, back)| {
                Key::from(match (own.grade >= FELLED, back.grade >= FELLED) {
                    (true, true) => "both",
                    (true, false) => "the target",
                    (false, true) => "the attacker",
                    (false, false) => "nobody",
                })
            });
            let name = format!("counter with {}{}", counter.name(), counter.at_part());
            answers.push(Answered {
                back: Some(Back { outcomes: outcomes(&back), harm: harm(&back), falls }),
                ..Answered::of(name, Some(COUNTER.into()), outcomes(&own), harm(&own))
            });
        }
        answers
    }

    /// What becomes of somebody who tries to get out of the way of a blow that hits.
    fn if_dodged(&self, look: Look<'_>, strike: &Strike) -> Distribution<Judged> {
        let struck = self.prospects(look, strike, true);
        let dodges = look.odds_of_save(strike.target, self.dodge, Thrown::Once);
        dodges.then(|dodges| if *dodges { Distribution::certain(Judged::called(-1, "dodged")) } else { struck.clone() })
    }

    /// What a death blow does.
    fn killed(&self) -> Distribution<Judged> {
        Distribution::certain(Judged::called(4, self.states.dead))
    }

    /// Where the shove that somebody is asked about could send them, and what lies there where that does harm.
    pub fn shoved_to(&self, look: Look<'_>) -> Option<String> {
        let (strike, ..) = look.battle::<Pending>()?.0.as_deref()?;
        if strike.manoeuvre() != Some(Manoeuvre::Shove) {
            return None;
        }
        let place = |way: Vec<Spot>| {
            let end = *way.last()?;
            let harms = Self::danger_on(look, strike.target, &[end]) > 0.0;
            let (zone, other) = end.zones();
            let zones = [Some(zone), other].into_iter().flatten();
            let zones = zones.filter_map(|zone| look.board().zones.get(usize::from(zone)));
            let ground: Vec<&str> = zones.flat_map(|zone| &zone.tags).map(String::as_str).collect();
            let name = look.spot_name(end);
            let told = match (harms, ground.is_empty()) {
                (false, _) => name,
                (true, true) => format!("{name} (which does harm)"),
                (true, false) => format!("{name} ({}, which does harm)", ground.join(", ")),
            };
            Some((!harms, told))
        };
        let mut places: Vec<(bool, String)> = self.pushes(look, strike).into_iter().filter_map(place).collect();
        // What does harm comes first.
        places.sort_by_key(|(is_harmless, _)| *is_harmless);
        let more = if places.len() > PLACES { " or elsewhere" } else { "" };
        let told: Vec<String> = places.into_iter().take(PLACES).map(|(_, told)| told).collect();
        (!told.is_empty())
            .then(|| format!("A shove sends {} to {}{more}.", look.name(strike.target), told.join(" or ")))
    }

    /// What would come of an answer to the strike that is asked about, which hits: first to whoever is struck then.
    pub fn foretell_answer(&self, look: Look<'_>, answer: &Order) -> Option<Vec<Prospect>> {
        let (strike, ongoing) = look.battle::<Pending>()?.0.as_deref()?;
        let prospect = |who: Id, judged: &Distribution<Judged>| Prospect {
            enough: Self::enough(look, who),
            ..Prospect::judged(who, judged, Vec::new())
        };
        let struck = |strike: &Strike, stands_in: bool, dies: bool| {
            let judged = if dies { self.killed() } else { self.prospects(look, strike, stands_in) };
            prospect(strike.target, &judged)
        };
        let instead = || {
            let mut strike = strike.clone();
            self.turn_upon(look, &mut strike, look.target(answer)?);
            Some(strike)
        };
        Some(match answer.verb.as_str() {
            NONE => vec![struck(strike, ongoing.stood_in.contains(&strike.target), ongoing.death_blow)],
            DODGE => vec![prospect(strike.target, &self.if_dodged(look, strike))],
            HIDE => vec![struck(&instead()?, false, ongoing.death_blow)],
            GUARD => vec![struck(&instead()?, true, false)],
            COUNTER => {
                let traded = self.traded(look, strike, &self.counter_of(look, strike, answer)?);
                let (own, back) = apart(&traded);
                vec![prospect(strike.target, &own), prospect(strike.who, &back)]
            }
            _ => return None,
        })
    }

    /// What becomes of both when a blow that hits is answered by another: of whoever is struck, and of whoever struck.
    fn traded(&self, look: Look<'_>, strike: &Strike, counter: &Strike) -> Distribution<(Judged, Judged)> {
        let own = self.prospects(look, strike, true);
        let theirs = self.prospects(look, counter, true);
        let first = self.strikes_first(look, strike.who, strike.target);
        let hits = self.aims(look, counter).unwrap_or_else(|| Distribution::certain(true));
        let is_blow = (strike.harms(), counter.harms());
        hits.then(|hits| match (hits, is_blow) {
            (false, _) => own.map(|own| (own.clone(), unstruck())),
            (true, (true, true)) => own.combine(&theirs, |own, theirs| {
                let Traded { target, attacker } = trade(own, theirs, first);
                (target.unwrap_or_else(unstruck), attacker.unwrap_or_else(unstruck))
            }),
            (true, (false, true)) => theirs.combine(&own, |theirs, own| {
                (if theirs.grade < FELLED { own.clone() } else { unstruck() }, theirs.clone())
            }),
            (true, _) => own.combine(&theirs, |own, theirs| {
                let answers = own.grade < FELLED && own.name != "grabbed";
                (own.clone(), if answers { theirs.clone() } else { unstruck() })
            }),
        })
    }

    /// What a strike that lands is worth to whoever strikes, in felled enemies.
    pub fn loss(&self, look: Look<'_>, strike: &Strike) -> f64 {
        let judged = self.prospects(look, strike, false);
        self.worth_of(look, strike, &judged)
    }

    fn worth_of(&self, look: Look<'_>, strike: &Strike, judged: &Distribution<Judged>) -> f64 {
        let harm = weight(&outcomes(judged), &harm(judged), Self::enough(look, strike.target));
        if strike.harms() {
            return harm;
        }
        let works = judged.chance(|judged| judged.grade == 1).to_f64();
        works * self.worth_of_effect(look, strike)
    }

    /// What the effect of a strike that does no damage is worth once it has come about.
    fn worth_of_effect(&self, look: Look<'_>, strike: &Strike) -> f64 {
        match strike.manoeuvre() {
            Some(Manoeuvre::Shove) => {
                let ways = self.pushes(look, strike);
                ways.iter().map(|way| self.worth_of_push(look, strike.target, way)).fold(0.0, f64::max)
            }
            Some(Manoeuvre::Grapple) => 0.3,
            Some(Manoeuvre::Disarm) => {
                let others = self.droppable(look, strike.target).len();
                if others > 1 { 0.1 } else { 0.25 }
            }
            None => 0.35,
        }
    }

    /// What a manoeuvre or an effect is worth, beside what a forecast of harm says.
    pub fn worth_beside_harm(&self, look: Look<'_>, strike: &Strike) -> f64 {
        if strike.harms() || !look.are_enemies(strike.who, strike.target) || !look.is_in_play(strike.target) {
            return 0.0;
        }
        let judged = self.with_aim(look, strike, &self.prospects(look, strike, false));
        self.worth_of(look, strike, &judged)
    }

    /// What is to be feared of a blow for friends of whoever strikes, whom the target holds and can get behind.
    pub fn risk_to_shields(&self, look: Look<'_>, strike: &Strike) -> f64 {
        if !strike.harms() || self.may_react(look, strike.target, strike.who, HIDE, false).is_err() {
            return 0.0;
        }
        let is_shield =
            |id: &Id| !look.are_enemies(strike.who, *id) && look.has_brought(strike.target, self.states.grabbed, *id);
        let instead = |id: Id| self.loss(look, &Strike { target: id, ..strike.clone() });
        let worst = look.everybody().filter(is_shield).map(instead).fold(0.0, f64::max);
        // Harm to friends counts twice, and the target gets none.
        if worst > 0.0 { 2.0 * worst + self.loss(look, strike) } else { 0.0 }
    }

    /// What a counter is worth to whoever strikes it: what it does, less what is suffered all the same.
    pub fn value_of_counter(&self, look: Look<'_>, strike: &Strike, counter: &Strike) -> f64 {
        let (own, back) = apart(&self.traded(look, strike, counter));
        let gain = if look.are_enemies(strike.target, strike.who) { 1.0 } else { -1.0 };
        gain * self.worth_of(look, counter, &back) - self.worth_of(look, strike, &own)
    }

    /// The worth of the best blow that somebody could strike from a place; a shot at the end of a walk needs its save.
    pub fn worth_from(&self, look: Look<'_>, who: Id, at: Spot) -> Option<f64> {
        let moves = look.spot(who) != Some(at);
        let spots = look.spots();
        let mut best: Option<f64> = None;
        let loaded = |item: &&Item| item.arm.rounds.is_none() || item.loaded > 0;
        for item in weapons(look, who).filter(|item| item.arm.damage.is_some()).filter(loaded) {
            for foe in look.foes(who).filter(|foe| !self.is_hidden(look, *foe)) {
                let strike = Strike::new(who, foe, Means::Arm(item.arm.clone()), Occasion::Turn);
                let Some(theirs) = look.spot(foe) else { continue };
                let (reach, distance) = (self.reach(look, &strike), spots.distance(at, theirs).unwrap_or(u32::MAX));
                let far = strike.is_ranged() && distance.saturating_mul(2) > reach;
                let near = if reach <= 1 { look.are_near(at, theirs) } else { distance <= reach };
                if !near || (far && moves) || !look.barriers(at, theirs).is_empty() || !look.spots_see(at, theirs) {
                    continue;
                }
                let saves = strike.is_ranged() && (far || moves);
                let hits = if saves { look.chance_of_save(who, self.aim, Thrown::Once).to_f64() } else { 1.0 };
                let loss = || self.loss(look, &strike);
                let worth = look.weigh_once("loss of a plain blow", (who, foe), &item.arm, loss) * hits;
                best = Some(best.map_or(worth, |best| best.max(worth)));
            }
        }
        best
    }
}

/// What becomes of each of two, whatever becomes of the other.
fn apart(both: &Distribution<(Judged, Judged)>) -> (Distribution<Judged>, Distribution<Judged>) {
    (both.map(|(own, _)| own.clone()), both.map(|(_, back)| back.clone()))
}

fn unstruck() -> Judged {
    Judged::called(-1, "not struck")
}

/// A stunt that was taken, as an outcome.
fn offered(stunt: Stunt) -> Judged {
    let grade = if stunt.worth() >= 1.0 { FELLED } else { 1 };
    Judged::called(grade, Key::new(stunt.name()))
}
