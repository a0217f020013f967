//! The luck ledger: what the dice brought each side and each fighter beside what they bring on an average, each throw taken as
//! far as the end of its deed.

use std::collections::BTreeMap;

use super::{Analysis, Judged};

/// What the dice brought somebody, in shares of the chance to win.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fortune {
    /// Decisions with dice.
    pub decisions: usize,
    /// The good luck of all of them together, and the bad.
    pub good: f64,
    /// What was unlucky, as a number below zero.
    pub bad: f64,
}

impl Fortune {
    fn add(&mut self, luck: f64) {
        self.decisions += 1;
        *(if luck > 0.0 { &mut self.good } else { &mut self.bad }) += luck;
    }

    /// All of it together.
    pub fn sum(&self) -> f64 {
        self.good + self.bad
    }
}

/// Who was lucky.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Luck {
    /// Each side, by its place, over all dice of the battle.
    pub sides: Vec<Fortune>,
    /// Each fighter, with their side: in their own decisions, as their own side sees it.
    pub fighters: BTreeMap<(usize, String), Fortune>,
    /// The decisions whose dice decided most, by their places, the weightiest first.
    pub moments: Vec<usize>,
}

impl Luck {
    /// The ledger of a battle.
    pub fn of(analysis: &Analysis) -> Self {
        let mut luck = Self { sides: vec![Fortune::default(); analysis.sides.len()], ..Self::default() };
        for judged in analysis.decisions.iter().filter(|judged| !judged.luck.is_empty()) {
            luck.sides.iter_mut().zip(&judged.luck).for_each(|(side, share)| side.add(*share));
            if let (Some(who), Some(own)) = (&judged.who, judged.own_luck()) {
                luck.fighters.entry((judged.side, who.clone())).or_default().add(own);
            }
        }
        let weight = |at: &usize| analysis.decisions.get(*at).and_then(Judged::own_luck).map_or(0.0, f64::abs);
        luck.moments = (0..analysis.decisions.len()).filter(|at| weight(at) > 0.0).collect();
        luck.moments.sort_by(|one, other| weight(other).total_cmp(&weight(one)).then(one.cmp(other)));
        luck
    }

    /// The fighters, the luckiest first.
    pub fn luckiest_first(&self) -> Vec<(&(usize, String), &Fortune)> {
        let mut fighters: Vec<_> = self.fighters.iter().collect();
        // Of those who were as lucky each stays in its place.
        fighters.sort_by(|one, other| other.1.sum().total_cmp(&one.1.sum()));
        fighters
    }

    /// The fighters of a side, the luckiest first.
    pub fn of_side(&self, side: usize) -> impl Iterator<Item = (&str, &Fortune)> {
        let own = self.luckiest_first().into_iter().filter(move |((of, _), _)| *of == side);
        own.map(|((_, name), fortune)| (name.as_str(), fortune))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Effort, VERSION};

    /// Promise: fighters are told of with their own side, the luckiest first; a side of one fighter needs no second row.
    #[test]
    fn fighters_are_told_of_with_their_own_side() {
        let judged = |side: usize, who: &str, own: f64| Judged {
            round: 1,
            side,
            who: Some(who.to_owned()),
            order: "attack".to_owned(),
            grade: None,
            given_away: 0.0,
            better: None,
            expected: None,
            others: Vec::new(),
            luck: if side == 0 { vec![own, -own] } else { vec![-own, own] },
            rolls: Vec::new(),
        };
        let found = Analysis {
            version: VERSION,
            digest: String::new(),
            effort: Effort::default(),
            sides: ["Knight", "Bandits"].map(str::to_owned).into(),
            winner: None,
            moments: Vec::new(),
            decisions: vec![judged(1, "Ada", -0.1), judged(0, "Knight", 0.3), judged(1, "Bo", 0.2)],
        };
        let luck = Luck::of(&found);
        let names = |side: usize| luck.of_side(side).map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!((names(0), names(1)), (vec!["Knight"], vec!["Bo", "Ada"]));
        assert!(found.is_alone(0) && !found.is_alone(1));
    }
}
