//! What would come of an area attack, exactly, if everybody in it dives who can (HG-AREA-01 to HG-AREA-06).

use super::aim::{Aimed, Numbers};
use super::dive::Threat;
use super::extent::Moved;
use super::{Dives, Miss};
use crate::mechanics::contest::is_helped;
use crate::mechanics::force::Force;
use crate::mechanics::prelude::*;

/// How many of those in an area are thought of as taking each other's places; the rest find them as they were.
const MINDED: usize = 8;

/// Who is caught, and how likely.
type Caught = Vec<(Id, Distribution<bool>)>;

impl Dives {
    /// What becomes of somebody who is caught.
    fn judged(&self, look: Look<'_>, who: Id, threat: &Threat<'_>) -> Distribution<Judged> {
        let exposed = self.exposed(look, who, threat);
        exposed.judged(look.rules(), &Force::dice(Some(threat.arm.as_ref())), threat.damage.total())
    }

    /// What it is worth not to be caught, in felled fighters.
    pub(super) fn hurts(&self, look: Look<'_>, who: Id, threat: &Threat<'_>) -> f64 {
        let judged = self.judged(look, who, threat);
        weight(&judged.map(Judged::outcome), &judged.map(|judged| judged.harm), Some(look.value(who, self.enough)))
    }

    /// How likely everybody in it is caught, one after the other: each who gets out leaves less room for the rest.
    fn caught(&self, look: Look<'_>, threat: &Threat<'_>, but: Option<Id>) -> Caught {
        let mut states: Distribution<Moved> = Distribution::certain(Moved::new());
        let inside = self.inside(look, &threat.area).into_iter().filter(|id| Some(*id) != but);
        let mut caught = Caught::new();
        for (index, who) in inside.enumerate() {
            let both = states.then(|moved| {
                let Ok(offer) = self.offer(look, who, threat, moved) else {
                    return Distribution::certain((moved.clone(), true));
                };
                let out = self.gets_out(offer.bonus.total(), offer.way.far);
                out.map(|out| match offer.way.to.first().filter(|_| *out) {
                    Some(landing) if index < MINDED => {
                        let mut moved = moved.clone();
                        moved.push((who, *landing));
                        (moved, false)
                    }
                    _ => (moved.clone(), !*out),
                })
            });
            caught.push((who, both.map(|(_, caught)| *caught)));
            states = both.map(|(moved, _)| moved.clone());
        }
        caught
    }

    /// How likely those in it are struck by what can only be blocked.
    fn shot(&self, look: Look<'_>, threat: &Threat<'_>, attack: &Sum) -> Caught {
        let challenge = threat.challenge.total();
        let chance = |who: Id| {
            let legal = Self::shields(look, who, threat).into_iter().filter(|defence| defence.choice.is_legal());
            let best = legal.map(|defence| defence.bonus.total().saturating_add(challenge)).max();
            (who, self.contest.chance(attack.total(), challenge, best))
        };
        self.inside(look, &threat.area).into_iter().map(chance).collect()
    }

    /// Everybody who may be caught, and how likely.
    fn reckoned(
        &self,
        look: Look<'_>,
        case: &Case<'_>,
        aimed: &Aimed<'_>,
        numbers: &Numbers,
        threat: &Threat<'_>,
    ) -> Caught {
        if self.is_volley(threat) {
            return self.shot(look, threat, &numbers.attack);
        }
        if let Some(target) = aimed.target {
            let past = self.aim_lands(look, case.who, aimed, numbers).map(Option::is_some);
            let others = self.caught(look, threat, Some(target)).into_iter().map(|(who, caught)| {
                let chance = past.then(|past| if *past { caught.clone() } else { Distribution::certain(false) });
                (who, chance)
            });
            // How likely it hits whom it is aimed at, whatever they can do about it.
            let challenge = numbers.challenge.total();
            let best = if target.is_thing() { None } else { look.best_defence(case) };
            let best = best.map(|defence| defence.saturating_add(challenge));
            let hits = self.contest.chance(numbers.attack.total(), challenge, best);
            return [(target, hits)].into_iter().chain(others).collect();
        }
        let comes_down = self.aim_lands(look, case.who, aimed, numbers);
        let mut each: BTreeMap<Square, Caught> = BTreeMap::new();
        for centre in comes_down.outcomes().filter_map(|centre| *centre) {
            let area = self.area(threat.arm, centre, 0);
            let there = Threat { area, damage: threat.damage.clone(), challenge: threat.challenge.clone(), ..*threat };
            each.insert(centre, self.caught(look, &there, None));
        }
        let everybody: std::collections::BTreeSet<Id> = each.values().flatten().map(|(who, _)| *who).collect();
        let chance = |who: Id| {
            let chance = comes_down.then(|centre| {
                let caught = centre.and_then(|centre| each.get(&centre)).into_iter().flatten();
                let own = caught.clone().find(|(id, _)| *id == who).map(|(_, caught)| caught.clone());
                own.unwrap_or_else(|| Distribution::certain(false))
            });
            (who, chance)
        };
        everybody.into_iter().map(chance).collect()
    }

    /// Around which square it comes down, if anywhere. At somebody in particular it does not fly on.
    fn aim_lands(&self, look: Look<'_>, who: Id, aimed: &Aimed<'_>, numbers: &Numbers) -> Distribution<Option<Square>> {
        let (attack, challenge) = (numbers.attack.total(), numbers.challenge.total());
        self.contest.thrown().map(|face| {
            let total = face.saturating_add(attack);
            match self.miss {
                _ if self.contest.ties.gets_past(total, challenge) => Some(aimed.centre),
                Miss::Scatter if aimed.target.is_none() => {
                    Some(Self::astray(look, who, aimed.centre, challenge.saturating_sub(total)))
                }
                Miss::NoEffect | Miss::Scatter => None,
            }
        })
    }

    /// Where it comes down.
    pub(super) fn strays(&self, look: Look<'_>, who: Id, order: &Order, aimed: &Aimed<'_>) -> Strays {
        let case = self.case(look, who, aimed.target, &aimed.item.arm, order);
        let numbers = self.gather(look, &case, aimed, order.n.unwrap_or(0));
        let comes_down = self.aim_lands(look, who, aimed, &numbers);
        let spot = comes_down.chance(|centre| *centre == Some(aimed.centre));
        let others = comes_down.iter().filter(|(centre, _)| **centre != Some(aimed.centre));
        let area = |centre: Square| self.area(&aimed.item.arm, centre, 0).squares(look);
        Strays::of(spot, others.map(|(centre, chance)| (centre.map(area).unwrap_or_default(), chance)))
    }

    /// What would come of it.
    pub(super) fn foretell(&self, look: Look<'_>, who: Id, order: &Order, aimed: &Aimed<'_>) -> Forecast {
        let case = self.case(look, who, aimed.target, &aimed.item.arm, order);
        let numbers = self.gather(look, &case, aimed, order.n.unwrap_or(0));
        let threat = self.threat_of(look, who, aimed, &numbers);
        let reckoned = self.reckoned(look, &case, aimed, &numbers, &threat);
        let prospects = reckoned.into_iter().map(|(victim, caught)| {
            let judged = self.judged(look, victim, &threat);
            let missed = || Distribution::certain(Judged::called(-1, "miss"));
            let judged = caught.then(|caught| if *caught { judged.clone() } else { missed() });
            let exposed = self.exposed(look, victim, &threat);
            let figures = || {
                let offer = self.offer(look, victim, &threat, &Moved::new()).ok();
                let dive = offer.filter(|_| aimed.target != Some(victim)).map(|offer| offer.bonus);
                let sums =
                    [("attack", &numbers.attack), ("challenge", &numbers.challenge), ("damage", &numbers.damage)];
                let mut figures: Vec<(Key, Sum)> =
                    sums.into_iter().map(|(name, sum)| (Key::from(name), sum.clone())).collect();
                figures.push((Key::from("endurance"), exposed.exposure.sums.first().cloned().unwrap_or_default()));
                figures.extend(dive.map(|bonus| (Key::from(super::dive::DIVE), bonus)));
                figures
            };
            Prospect {
                lands: Some(judged.map(|judged| exposed.leaves(look.rules(), judged))),
                enough: Some(look.value(victim, self.enough)),
                ..Prospect::judged(victim, &judged, if look.wants_words() { figures() } else { Vec::new() })
            }
        });
        // Friends block for whom it is aimed at, and for nobody else.
        let is_helped = look.wants_words() && aimed.target.is_some() && is_helped(look, &case);
        Forecast { is_helped, ..Forecast::of(prospects.collect()) }
    }
}
