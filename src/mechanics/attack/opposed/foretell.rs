//! What would come of a blow, exactly: the same contest and the same damage against endurance, enumerated (HG-ATK-05,
//! HG-DMG-05, HG-WND-03).

use super::Opposed;
use super::numbers::Blow;
use crate::mechanics::harm::gets_through;
use crate::mechanics::prelude::*;

impl Opposed {
    /// What becomes of the target of a blow that may be met by this.
    fn judged(&self, look: Look<'_>, blow: &Blow, defence: Option<i32>) -> Distribution<Option<Judged>> {
        let challenge = blow.challenge.total();
        let hits =
            self.contest.chance(blow.attack.total(), challenge, defence.map(|own| own.saturating_add(challenge)));
        let harm = look.rules().harm(blow.kind);
        let net = gets_through(harm, &blow.exposure, (&blow.dice, blow.damage.total()));
        let judge = |net: &i32| harm.map(|harm| Harm::judge(harm, &blow.exposure, *net));
        hits.then(|hits| if *hits { net.map(judge) } else { Distribution::certain(None) })
    }

    /// The defences that the target has, and what each comes to.
    fn answers(&self, look: Look<'_>, case: &Case<'_>) -> Vec<(Order, i32, Option<String>)> {
        let legal = look.defences(case).into_iter().filter(|defence| defence.choice.is_legal());
        legal.map(|defence| (defence.choice.order, defence.bonus.total(), defence.choice.cost)).collect()
    }

    pub(super) fn foretell(&self, look: Look<'_>, case: &Case<'_>, augments: i32) -> Forecast {
        let blow = self.gather(look, case, augments);
        let answers = if case.against.is_some_and(Id::is_thing) { Vec::new() } else { self.answers(look, case) };
        let best = answers.iter().map(|(_, bonus, _)| *bonus).max();
        let judged = self.judged(look, &blow, best);
        let target = case.against.unwrap_or(case.who);
        let level = |judged: &Option<Judged>| match judged {
            None => (-1, Key::from("miss")),
            Some(judged) => (judged.grade, judged.name),
        };
        let harm = |judged: &Option<Judged>| judged.as_ref().map_or(0, |judged| judged.harm);
        let figures = || {
            let endures = blow.exposure.sums.first().cloned().unwrap_or_default();
            let sums = [("attack", &blow.attack), ("challenge", &blow.challenge), ("damage", &blow.damage)];
            let sums = sums.into_iter().map(|(name, sum)| (Key::from(name), sum.clone()));
            let withstands = look.rules().harm(blow.kind).and_then(|harm| harm.withstands(&blow.exposure));
            sums.chain([(Key::from(if withstands.is_some() { "endurance" } else { "opposed" }), endures)]).collect()
        };
        let against = vec![Prospect {
            lands: Some(judged.map(|judged| Self::leaves(look, &blow, judged.as_ref()))),
            enough: Some(look.value(target, self.enough)),
            figures: if look.wants_words() { figures() } else { Vec::new() },
            ..Prospect::of(target, judged.map(level), judged.map(harm))
        }];
        let mut forecast = Forecast::of(against);
        if look.wants_words() {
            let pool = Some((self.enough.key(), look.value(target, self.enough)));
            let each = answers.into_iter().map(|(order, bonus, price)| {
                let name = order.to_string();
                (name, Some(order.verb), Some(bonus), price)
            });
            forecast.answers = each
                .chain([("nothing".to_owned(), None, None, None)])
                .map(|(name, verb, bonus, price)| {
                    let judged = self.judged(look, &blow, bonus);
                    let outcomes = judged.map(|judged| Self::leaves(look, &blow, judged.as_ref()));
                    let as_told = Some(judged.map(level));
                    Answered { as_told, price, pool, ..Answered::of(name, verb, outcomes, judged.map(harm)) }
                })
                .collect();
        }
        forecast
    }

    /// How badly a blow leaves somebody hurt, whether or not they fall by it.
    fn leaves(look: Look<'_>, blow: &Blow, judged: Option<&Judged>) -> (i32, Key) {
        let Some(judged) = judged else { return (-1, Key::from("miss")) };
        let harm = look.rules().harm(blow.kind);
        let leaves = harm.and_then(|harm| harm.leaves(&blow.exposure, judged.harm));
        leaves.unwrap_or((judged.grade, judged.name))
    }
}
