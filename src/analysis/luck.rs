//! The luck ledger: what the dice brought each side beside what they bring on an average, each throw taken as far as the end of
//! its deed. What a side has is the sum of what came of the dice of each of its fighters and of the dice of all others.

use std::collections::BTreeMap;
use std::iter::once;

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
    /// Each fighter, with their side: by their own dice, as their own side sees it.
    pub fighters: BTreeMap<(usize, String), Fortune>,
    /// Each side, by dice of its own that are no fighter's.
    pub together: Vec<Fortune>,
    /// Each side, by the dice of all others.
    pub others: Vec<Fortune>,
    /// The decisions whose dice decided most, by their places, the weightiest first.
    pub moments: Vec<usize>,
}

impl Luck {
    /// The ledger of a battle.
    pub fn of(analysis: &Analysis) -> Self {
        let blank = || vec![Fortune::default(); analysis.sides.len()];
        let mut luck = Self { sides: blank(), together: blank(), others: blank(), ..Self::default() };
        for judged in &analysis.decisions {
            let (thrower, who) = judged.thrower();
            for (side, share) in judged.luck.iter().enumerate() {
                let Some(whole) = luck.sides.get_mut(side) else { continue };
                whole.add(*share);
                let part = match who {
                    _ if side != thrower => luck.others.get_mut(side),
                    Some(who) => Some(luck.fighters.entry((side, who.to_owned())).or_default()),
                    None => luck.together.get_mut(side),
                };
                part.into_iter().for_each(|part| part.add(*share));
            }
        }
        let weight = |at: &usize| analysis.decisions.get(*at).and_then(Judged::own_luck).map_or(0.0, f64::abs);
        luck.moments = (0..analysis.decisions.len()).filter(|at| weight(at) > 0.0).collect();
        luck.moments.sort_by(|one, other| weight(other).total_cmp(&weight(one)).then(one.cmp(other)));
        luck
    }

    /// The ledger of a side, where a battle that is won comes to so many parts: all of it, then what adds up to that, the
    /// luckiest fighters first. Every figure is whole, and those below add up to the one at the head.
    pub fn rows(&self, side: usize, parts: f64) -> Vec<Row<'_>> {
        let own = self.fighters.iter().filter(|((of, _), _)| *of == side);
        let mut rows: Vec<(Dice<'_>, &Fortune)> =
            own.map(|((_, name), fortune)| (Dice::Fighter(name), fortune)).collect();
        // Of those who were as lucky each stays in its place.
        rows.sort_by(|one, other| other.1.sum().total_cmp(&one.1.sum()));
        let rest = [(Dice::Together, self.together.get(side)), (Dice::Others, self.others.get(side))];
        let rest = rest.into_iter().filter_map(|(dice, fortune)| Some((dice, fortune?)));
        rows.extend(rest.filter(|(_, fortune)| fortune.decisions > 0));
        let figures = |of: fn(&Fortune) -> f64| -> Vec<i64> {
            let exact: Vec<f64> = rows.iter().map(|(_, fortune)| of(fortune) * parts).collect();
            whole(&exact)
        };
        let (good, bad) = (figures(|fortune| fortune.good), figures(|fortune| fortune.bad));
        let told = rows.iter().zip(good.iter().zip(&bad)).map(|((dice, fortune), (good, bad))| Row {
            dice: *dice,
            good: *good,
            bad: *bad,
            decisions: fortune.decisions,
        });
        let decisions = rows.iter().map(|(_, fortune)| fortune.decisions).sum();
        let all = Row { dice: Dice::All, good: good.iter().sum(), bad: bad.iter().sum(), decisions };
        once(all).chain(told).collect()
    }
}

/// Whose dice a row of the ledger tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice<'a> {
    /// Everybody's.
    All,
    /// Those of a fighter of the side, by name.
    Fighter(&'a str),
    /// Those of the side that are no fighter's.
    Together,
    /// Those of all other sides.
    Others,
}

/// A row of the ledger of a side, in whole parts of a battle that is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// Whose dice they were.
    pub dice: Dice<'a>,
    /// What was lucky for the side.
    pub good: i64,
    /// What was unlucky for it, as a number below zero.
    pub bad: i64,
    /// Decisions with such dice.
    pub decisions: usize,
}

impl Row<'_> {
    /// All of it together.
    pub const fn sum(&self) -> i64 {
        self.good + self.bad
    }
}

/// These numbers made whole, so that together they come to what their sum is rounded to: those with most beyond a whole number
/// are rounded up.
fn whole(exact: &[f64]) -> Vec<i64> {
    // What is as good as whole is not rounded down for a hair.
    let exact: Vec<f64> = exact.iter().map(|number| (number * 1e6).round() / 1e6).collect();
    let mut told: Vec<i64> = exact.iter().map(|number| number.floor() as i64).collect();
    let sum = exact.iter().sum::<f64>().round() as i64;
    let lacking = usize::try_from(sum - told.iter().sum::<i64>()).unwrap_or_default();
    let beyond = |at: &usize| exact.get(*at).map_or(0.0, |number| number - number.floor());
    let mut places: Vec<usize> = (0..exact.len()).collect();
    places.sort_by(|one, other| beyond(other).total_cmp(&beyond(one)));
    for at in places.into_iter().take(lacking) {
        told.get_mut(at).into_iter().for_each(|number| *number += 1);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Depth, VERSION};

    /// Promise: the rows below a side add up to it in every column, for whoever reads them: its own fighters, the luckiest first,
    /// what is no fighter's, and the dice of the others. Whoever did nothing about a deed threw none of its dice.
    #[test]
    fn the_rows_of_a_side_add_up() {
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
            deed_of: None,
        };
        let found = Analysis {
            version: VERSION,
            digest: String::new(),
            files: String::new(),
            depth: Depth::default(),
            sides: ["Knight", "Bandits"].map(str::to_owned).into(),
            winner: None,
            moments: Vec::new(),
            decisions: vec![
                judged(1, "Ada", -0.1),
                judged(0, "Knight", 0.304),
                judged(1, "Bo", 0.204),
                Judged { who: None, ..judged(0, "", 0.004) },
                Judged { deed_of: Some((1, "Ada".to_owned())), ..judged(0, "Knight", -0.05) },
            ],
        };
        let luck = Luck::of(&found);
        let rows = |side: usize| luck.rows(side, 100.0);
        let dice = |side: usize| rows(side).iter().map(|row| row.dice).collect::<Vec<_>>();
        let [knight, bo, ada] = ["Knight", "Bo", "Ada"].map(Dice::Fighter);
        assert_eq!(dice(0), [Dice::All, knight, Dice::Together, Dice::Others]);
        assert_eq!(dice(1), [Dice::All, bo, ada, Dice::Others]);
        assert!(found.is_alone(0) && !found.is_alone(1));
        for (side, (good, bad)) in [(41, -25), (25, -41)].into_iter().enumerate() {
            let rows = rows(side);
            let sums = [0, 1, 2].map(|column| {
                let figure = |row: &Row<'_>| [row.good, row.bad, row.decisions as i64][column];
                (figure(&rows[0]), rows[1..].iter().map(figure).sum::<i64>())
            });
            assert_eq!(sums, [(good, good), (bad, bad), (5, 5)], "{rows:?}");
        }
        // Ada missed once, and the knight let her strike once.
        assert_eq!(rows(1)[2], Row { dice: ada, good: 5, bad: -10, decisions: 2 });
    }

    /// Promise: numbers are made whole so that they come to their sum, however small they are.
    #[test]
    fn whole_numbers_come_to_their_sum() {
        assert_eq!(whole(&[0.4, 0.4, 0.4]), [1, 0, 0]);
        assert_eq!(whole(&[-0.4, -0.4, 0.0]), [0, -1, 0]);
        assert_eq!(whole(&[2.0, -1.0, 0.0]), [2, -1, 0]);
        assert_eq!(whole(&[]), [0; 0]);
    }
}
