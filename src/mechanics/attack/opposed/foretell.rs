//! What would come of a blow, exactly: the same contest and the same damage against endurance, enumerated (HG-ATK-05,
//! HG-DMG-05, HG-WND-03).

use super::Opposed;
use super::numbers::Blow;
use crate::battle::{Answered, Case, Forecast, Harm, Id, Judged, Key, Look, Order, Prospect, Sum};
use crate::dice::Distribution;
use crate::mechanics::contest::defences;

impl Opposed {
    /// How likely each amount gets through, for a blow that hits.
    fn net(&self, blow: &Blow) -> Distribution<i32> {
        let endures = blow.exposure.sums.first().map_or(0, Sum::total);
        let ahead = blow.damage.total().saturating_sub(endures);
        self.contest.apart().map(|apart| apart.saturating_add(ahead).max(0))
    }

    /// What becomes of the target of a blow that may be met by this.
    fn judged(&self, look: Look<'_>, blow: &Blow, defence: Option<i32>) -> Distribution<Option<Judged>> {
        let challenge = blow.challenge.total();
        let hits =
            self.contest.chance(blow.attack.total(), challenge, defence.map(|own| own.saturating_add(challenge)));
        let harm = look.rules().harm(blow.kind);
        let net = self.net(blow);
        let judge = |net: &i32| harm.map(|harm| Harm::judge(harm, &blow.exposure, *net));
        hits.then(|hits| if *hits { net.map(judge) } else { Distribution::certain(None) })
    }

    /// The defences that the target has, and what each comes to.
    fn answers(&self, look: Look<'_>, case: &Case<'_>) -> Vec<(Order, i32)> {
        let legal = defences(look, case).into_iter().filter(|defence| defence.choice.is_legal());
        legal.map(|defence| (defence.choice.order, defence.bonus.total())).collect()
    }

    pub(super) fn foretell(&self, look: Look<'_>, case: &Case<'_>, augments: i32) -> Forecast {
        let blow = self.gather(look, case, augments);
        let answers = if case.against.is_some_and(Id::is_thing) { Vec::new() } else { self.answers(look, case) };
        let best = answers.iter().map(|(_, bonus)| *bonus).max();
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
            sums.chain([(Key::from("endurance"), endures)]).collect()
        };
        let against = vec![Prospect {
            lands: Some(judged.map(|judged| Self::leaves(look, &blow, judged.as_ref()))),
            enough: Some(look.value(target, self.enough)),
            figures: if look.wants_words() { figures() } else { Vec::new() },
            ..Prospect::of(target, judged.map(level), judged.map(harm))
        }];
        let mut forecast = Forecast::of(against);
        if look.wants_words() {
            let each = answers.iter().map(|(order, bonus)| (order.to_string(), Some(order.verb), Some(*bonus)));
            forecast.answers = each
                .chain([("nothing".to_owned(), None, None)])
                .map(|(name, verb, bonus)| {
                    let judged = self.judged(look, &blow, bonus);
                    let outcomes = judged.map(|judged| Self::leaves(look, &blow, judged.as_ref()));
                    Answered { name, verb, outcomes, harm: judged.map(harm), back: None }
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
