//! What would come of a blow, exactly: the same contest and the same damage against endurance, enumerated (HG-ATK-05,
//! HG-DMG-05, HG-WND-03).

use super::Opposed;
use super::strike::{Blow, augments};
use crate::mechanics::contest::is_helped;
use crate::mechanics::prelude::*;

impl Opposed {
    /// What becomes of the target of a blow that may be met by this.
    fn judged(&self, look: Look<'_>, blow: &Blow, defence: Option<i32>) -> Distribution<Judged> {
        let challenge = blow.challenge.total();
        let hits =
            self.contest.chance(blow.attack.total(), challenge, defence.map(|own| own.saturating_add(challenge)));
        let judged = blow.exposed.judged(look.rules(), &blow.dice, blow.damage.total());
        hits.then(|hits| if *hits { judged.clone() } else { Distribution::certain(Judged::called(-1, "miss")) })
    }

    pub(super) fn odds(&self, look: Look<'_>, case: &Case<'_>) -> Forecast {
        let blow = self.gather(look, case, augments(case));
        let defences = if case.against.is_some_and(Id::is_thing) { Vec::new() } else { look.defences(case) };
        let legal = defences.into_iter().filter(|defence| defence.choice.is_legal());
        let answers = legal.map(|defence| (defence.choice.order, defence.bonus.total(), defence.choice.cost));
        let answers: Vec<(Order, i32, Option<String>)> = answers.collect();
        let best = answers.iter().map(|(_, bonus, _)| *bonus).max();
        let judged = self.judged(look, &blow, best);
        let (target, rules) = (case.against.unwrap_or(case.who), look.rules());
        let figures = || {
            let endures = blow.exposed.exposure.sums.first().cloned().unwrap_or_default();
            let sums = [("attack", &blow.attack), ("challenge", &blow.challenge), ("damage", &blow.damage)];
            let sums = sums.into_iter().map(|(name, sum)| (Key::from(name), sum.clone()));
            let is_withstood = blow.exposed.opposition(rules).withstands.is_some();
            sums.chain([(Key::from(if is_withstood { "endurance" } else { "opposed" }), endures)]).collect()
        };
        let figures = if look.wants_words() { figures() } else { Vec::new() };
        let against = vec![Prospect {
            lands: Some(judged.map(|judged| blow.exposed.leaves(rules, judged))),
            enough: Some(look.value(target, self.enough)),
            ..Prospect::judged(target, &judged, figures)
        }];
        let mut forecast = Forecast::of(against);
        if look.wants_words() {
            forecast.is_helped = is_helped(look, case);
            let pool = Some((self.enough.key(), look.value(target, self.enough)));
            let told = |(order, bonus, price): (Order, _, _)| (order.to_string(), Some(order.verb), Some(bonus), price);
            let each = answers.into_iter().map(told);
            forecast.answers = each
                .chain([("nothing".to_owned(), None, None, None)])
                .map(|(name, verb, bonus, price)| {
                    let judged = self.judged(look, &blow, bonus);
                    let outcomes = judged.map(|judged| blow.exposed.leaves(rules, judged));
                    let as_told = Some(judged.map(Judged::outcome));
                    let harm = judged.map(|judged| judged.harm);
                    Answered { as_told, price, pool, ..Answered::of(name, verb, outcomes, harm) }
                })
                .collect();
        }
        forecast
    }
}
