//! Blows that come in a later part of the round: what they would come to, and that they wait for it, or that none comes any more.

use std::sync::Arc;

use super::Known;
use crate::ahead::{Passed, to_come};
use crate::battle::house_words::{ATTACK, END_TURN};
use crate::battle::{Choice, Group, Id, Look, Order, Refusal};

impl Known {
    /// The best blow at somebody from where whoever is asked stands, where blows come in a later part of this round; nothing where
    /// anything can be done to them now.
    pub fn later(&mut self, look: Look<'_>, target: Id) -> Option<Arc<Passed>> {
        self.waiting(look, target)?;
        let who = look.asked()?;
        let work_out = || to_come(look, (who, target)).map(Arc::new);
        self.later.entry(target).or_insert_with(work_out).clone()
    }

    /// Why nothing can be done to somebody now: what a blow at them waits for, or that none comes in this round any more. Nothing
    /// where no blow has a later part of the round.
    pub fn put_off(&mut self, look: Look<'_>, target: Id) -> Option<Refusal> {
        let waits = self.waiting(look, target).and_then(|blow| look.check(&blow).err());
        waits.or_else(|| self.forgone(look, target))
    }

    /// The same as the window says it: with the button that goes on to the part of the round in which the blow comes.
    pub fn put_off_in_words(&mut self, look: Look<'_>, target: Id) -> Option<String> {
        let why = self.put_off(look, target)?.why;
        // Where none comes any more no button leads on to it.
        let waits = self.waiting(look, target).is_some();
        let choices = self.choices(look);
        let ends = choices.iter().find(|choice| waits && choice.order.verb == END_TURN && choice.is_legal());
        Some(match ends {
            Some(end) => format!("{why}: choose “{}”", end.label),
            None => why,
        })
    }

    /// A blow at somebody that waits for a later part of this round: the rules refuse it now, and say what it waits for. Nothing
    /// where anything can be done to them now.
    fn waiting(&mut self, look: Look<'_>, target: Id) -> Option<Order> {
        let (who, economy) = (self.idle_at(look, target)?, &look.rules().economy);
        if !economy.goes_on(look, who) {
            return None;
        }
        let (choices, aimed) = (self.choices(look), self.aimed(look));
        let all: Vec<&Choice> = aimed.choices(&choices, target);
        let waits = |order: &Order| {
            let deed = look.deed(order.verb);
            deed.is_ok_and(|deed| economy.price(look, who, &**deed, order).is_err())
        };
        let blows = || all.iter().filter(|choice| choice.group == Group::Attack).map(|choice| &choice.order);
        let plain = blows().find(|order| order.verb == ATTACK && waits(order));
        plain.or_else(|| blows().find(|order| waits(order))).cloned()
    }

    /// Why nothing will be done to somebody in this round, though blows have a later part of it; nothing where anything can be done to
    /// them now, or comes then.
    fn forgone(&mut self, look: Look<'_>, target: Id) -> Option<Refusal> {
        let who = self.idle_at(look, target)?;
        look.rules().economy.forgone(look, who)
    }

    /// Whoever is asked what to do in their turn, where they can do nothing to an enemy now.
    fn idle_at(&mut self, look: Look<'_>, target: Id) -> Option<Id> {
        let asked = look.question().filter(|asked| asked.choices.is_none() && look.is_played_here(asked.side));
        let who = asked?.who.filter(|who| look.are_enemies(*who, target) && look.is_in_play(target))?;
        let (choices, aimed) = (self.choices(look), self.aimed(look));
        let is_idle = !aimed.choices(&choices, target).iter().any(|choice| choice.is_legal());
        is_idle.then_some(who)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ahead::{When, walk};
    use crate::ai::{Mind, Skill, worth_foretold};
    use crate::battle::{Forecast, Phase, Worth, advance, answer};
    use crate::overlay::trial;

    /// Promise: where blows have a part of the round of their own, an enemy at whom nothing can be done before that part is told of
    /// with the blow that comes then, which can be struck then; a blow that is given too early is refused, and says why.
    #[test]
    fn a_blow_that_waits_is_foretold() {
        let (mut told, mut struck) = (0, 0);
        for seed in 1..=4 {
            let mut before: Vec<(i32, Id, Order)> = Vec::new();
            trial::watch("first_toll", seed, 60, |look| {
                let mut known = Known::default();
                let round = look.clock().round;
                if let Some(who) = look.asked() {
                    let same = |(of, by, _): &&(i32, Id, Order)| (*of, *by) == (round, who);
                    let came = before.iter().filter(same).filter(|(.., blow)| look.check(blow).is_ok());
                    struck += came.count();
                    for foe in look.foes(who) {
                        let Some(waits) = known.waiting(look, foe) else { continue };
                        assert!(look.check(&waits).is_err_and(|refusal| !refusal.why.is_empty()), "{waits}");
                        let Some(later) = known.later(look, foe) else { continue };
                        assert!(later.forecast.is_some() && look.target(&later.blow) == Some(foe));
                        before.push((round, who, later.blow.clone()));
                        told += 1;
                    }
                }
            });
        }
        assert!(told > 0 && struck > 0, "{told} told, {struck} struck");
    }

    /// Promise: nobody is sent nearer to an enemy for the sake of a blow that comes as well later in this round from where they stand:
    /// such a blow is told, with the button that leads on to it.
    #[test]
    fn nobody_walks_for_a_blow_that_comes_from_where_they_stand() {
        let mut stays = 0;
        let scenes = ["the_ford", "first_toll"].into_iter().flat_map(|name| (1..=3).map(move |seed| (name, seed)));
        for (scenario, seed) in scenes {
            trial::watch(scenario, seed, 40, |look| {
                let mut known = Known::default();
                let pairs: Vec<(Id, Id)> = look.asked().map_or_else(Vec::new, |who| {
                    look.foes(who).filter(|foe| look.knows_of(*foe)).map(|foe| (who, foe)).collect()
                });
                for (who, foe) in pairs {
                    let Some(later) = known.later(look, foe) else { continue };
                    let worth = |blow: &Order, forecast: Option<&Forecast>| {
                        worth_foretold(look, who, blow, forecast).unwrap_or_default()
                    };
                    let here = worth(&later.blow, later.forecast.as_deref());
                    let nearer = known.approach(look, foe, None).filter(|found| found.when == When::Later);
                    let Some(nearer) = nearer else {
                        let told = known.put_off_in_words(look, foe);
                        assert!(told.is_some_and(|told| told.contains("choose “")), "{scenario}: {}", later.label);
                        stays += usize::from(here > Worth::default());
                        continue;
                    };
                    let there = worth(&nearer.blow, nearer.forecast.as_deref());
                    assert!(here <= there, "{scenario}: {} goes for {}", look.name(who), nearer.label);
                }
            });
        }
        assert!(stays > 0, "nobody shoots from where they stand");
    }

    /// Promise: whoever has gone too far for any blow of this round is told so of an enemy, and not that blows come later.
    #[test]
    fn a_blow_that_is_forgone_says_why() {
        let seeds = (1..=8).map(|seed| (trial::begun("first_toll", seed), Mind::new(Skill::Plain, seed)));
        for (mut game, mut mind) in seeds {
            for _ in 0..60 {
                let look = trial::look(&game);
                let (asked, choices) = (look.asked(), look.choices());
                let far = walk(&choices).filter(|_| look.clock().phase == Phase::Moves).and_then(|walk| {
                    let most = walk.squares.iter().map(|(_, cost)| *cost).max()?;
                    let short = walk.squares.iter().filter(|(_, cost)| *cost < most && *cost * 2 > most);
                    let (to, _) = short.max_by_key(|(_, cost)| *cost)?;
                    Some(Order { to: Some(*to), ..walk.order.clone() })
                });
                let Some(far) = far else {
                    if !trial::goes_on(&mut game, &mut mind) {
                        break;
                    }
                    continue;
                };
                answer(&mut game.world, game.battle, far).unwrap();
                advance(&mut game.world, game.battle);
                let (look, mut known) = (trial::look(&game), Known::default());
                if look.asked() != asked || look.clock().phase != Phase::Moves {
                    continue;
                }
                let Some(who) = asked.filter(|who| look.rules().economy.forgone(look, *who).is_some()) else {
                    continue;
                };
                let told = look.foes(who).find_map(|foe| Some((foe, known.forgone(look, foe)?)));
                let Some((foe, why)) = told else { continue };
                let early = known.choices(look).iter().find_map(|choice| {
                    let refused = choice.refused.as_ref().filter(|_| choice.group == Group::Attack)?;
                    Some(refused.why.clone())
                });
                assert!(known.waiting(look, foe).is_none() && !why.why.is_empty() && early != Some(why.why));
                return;
            }
        }
        panic!("nobody goes so far");
    }
}
