//! A battle with one thing varied, and what is found of it: the same for the command line and the window.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Bounds, Curve, NotFought, Sampling, Tally, Vary, Wrong, fought};
use crate::battle::{Setup, capital};

/// The variants of a battle, ready to be fought: nobody waits for an error.
#[derive(Clone, Debug)]
pub struct Trial {
    sides: [String; 2],
    vary: Option<Vary>,
    variants: Vec<(i32, Arc<Setup>)>,
}

/// What is heard of a trial while it goes on.
#[derive(Clone, Copy, Debug)]
pub enum News {
    /// This value is fought now.
    Begins(i32),
    /// A battle is over.
    Battle,
    /// Enough is known of a value.
    Known(Row),
}

/// How one value has gone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which.
    pub value: i32,
    /// The battles.
    pub tally: Tally,
    /// Between what the share of the first side lies.
    pub bounds: Bounds,
}

/// What is known of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// This side is favoured beyond doubt, by its place.
    Favours(usize),
    /// Nobody is, and that is known as closely as was asked.
    Even,
    /// Too little is known.
    Unknown,
}

/// What was found, of some values or of all.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The sides by name; shares are those of the first.
    pub sides: [String; 2],
    /// What was varied; the battle as it is, if nothing.
    pub vary: Option<Vary>,
    /// Enough was known within so much.
    pub within: f64,
    /// What was found of each value, from low to high.
    pub rows: Vec<Row>,
}

impl Trial {
    /// A battle of two sides, as it is or with each of the values.
    ///
    /// # Errors
    /// When there are more sides, or something cannot be varied so.
    pub fn of(setup: &Arc<Setup>, vary: Option<Vary>) -> Result<Self, Wrong> {
        let sides = sides(setup)?;
        let variants = match &vary {
            None => vec![(0, setup.clone())],
            Some(vary) => {
                let with = |value: &i32| vary.with(setup, *value).map(|varied| (*value, Arc::new(varied)));
                vary.values().iter().map(with).collect::<Result<_, _>>()?
            }
        };
        Ok(Self { sides, vary, variants })
    }

    /// Fights one after the other. `heard` says whether to go on: what was broken off tells of the values before.
    ///
    /// # Errors
    /// When a battle breaks off by a fault of the rules, or there are no threads.
    pub fn fought(
        &self,
        sampling: Sampling,
        heard: impl Fn(News) -> ControlFlow<()> + Sync,
    ) -> Result<Found, NotFought> {
        let (sides, vary) = (self.sides.clone(), self.vary.clone());
        let mut found = Found { sides, vary, within: sampling.within, rows: Vec::new() };
        for (value, setup) in &self.variants {
            if heard(News::Begins(*value)).is_break() {
                break;
            }
            let Some((tally, bounds)) = fought(setup, sampling, || heard(News::Battle))? else { break };
            let row = Row { value: *value, tally, bounds };
            found.rows.push(row);
            if heard(News::Known(row)).is_break() {
                break;
            }
        }
        Ok(found)
    }
}

/// The sides of a battle of two.
fn sides(setup: &Setup) -> Result<[String; 2], Wrong> {
    let names: Vec<String> = setup.sides.iter().map(|side| side.name.clone()).collect();
    names.try_into().map_err(|names: Vec<String>| Wrong::Sides(names.len()))
}

impl Row {
    /// The side that is favoured beyond doubt, by its place.
    pub fn favoured(&self) -> Option<usize> {
        (!self.bounds.holds(0.5)).then_some(usize::from(self.bounds.high < 0.5))
    }

    /// How far the share of the first side lies from one half.
    fn off(&self) -> f64 {
        (self.tally.rate() - 0.5).abs()
    }
}

impl Found {
    /// Nothing yet.
    ///
    /// # Errors
    /// When the battle has more sides than two, or fewer.
    pub fn nothing(setup: &Setup, vary: Option<Vary>, within: f64) -> Result<Self, Wrong> {
        Ok(Self { sides: sides(setup)?, vary, within, rows: Vec::new() })
    }

    /// The curve through all of it.
    pub fn curve(&self) -> Option<Curve> {
        let found: Vec<(f64, Tally)> = self.rows.iter().map(|row| (f64::from(row.value), row.tally)).collect();
        Curve::through(&found)
    }

    /// The value that lets both win nearest to as often; the lowest of several.
    pub fn most_even(&self) -> Option<&Row> {
        self.rows.iter().min_by(|one, other| one.off().total_cmp(&other.off()))
    }

    /// What is known of a value.
    pub fn stands(&self, row: &Row) -> Stands {
        // Bounds are told in whole hundredths: half of one more is as good.
        let is_close = row.bounds.high - row.bounds.low <= 2.0 * self.within + 0.005;
        match row.favoured() {
            Some(side) => Stands::Favours(side),
            None if is_close => Stands::Even,
            None => Stands::Unknown,
        }
    }

    /// The same in words: "favours Watch", "even within 4 of 100", "not known yet".
    pub fn stands_in_words(&self, row: &Row) -> String {
        match self.stands(row) {
            Stands::Favours(side) => format!("favours {}", self.sides[side]),
            Stands::Even => format!("even within {:.0} of 100", (row.bounds.high - row.bounds.low) * 50.0),
            Stands::Unknown => "not known yet".to_owned(),
        }
    }

    /// A value in words, and whether they stand for several.
    pub fn told(&self, row: &Row) -> (String, bool) {
        self.vary.as_ref().map_or_else(|| ("the battle as it stands".to_owned(), false), |vary| vary.told(row.value))
    }

    /// The share of the first side in words: "48 % to 55 %".
    pub fn share(bounds: &Bounds) -> String {
        format!("{:.0} % to {:.0} %", bounds.low * 100.0, bounds.high * 100.0)
    }

    /// All of it in one plain sentence; nothing where nothing is known.
    pub fn sentence(&self) -> Option<String> {
        let best = self.most_even()?;
        let (told, several) = self.told(best);
        let chance = format!("{} for {}", Self::share(&best.bounds), self.sides[0]);
        let verb = |one, many| if several { many } else { one };
        let said = match (self.stands(best), &self.vary) {
            (Stands::Even, Some(_)) => format!("{told} {} it even: {chance}.", verb("makes", "make")),
            (Stands::Even, None) => format!("{told} is even: {chance}."),
            (Stands::Unknown, Some(_)) => format!("{told} {} nearest to even so far: {chance}.", verb("comes", "come")),
            (Stands::Unknown, None) => format!("{told} may be even, as far as is known: {chance}."),
            (Stands::Favours(side), None) => format!("{told} favours {}: {chance}.", self.sides[side]),
            (Stands::Favours(side), Some(_)) if self.rows.iter().all(|row| row.favoured() == Some(side)) => {
                let come = verb("comes", "come");
                format!("every value favours {}; {told} {come} nearest to even: {chance}.", self.sides[side])
            }
            (Stands::Favours(_), Some(_)) => {
                format!("no value is even; {told} {} nearest: {chance}.", verb("comes", "come"))
            }
        };
        Some(capital(&said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(vary: Option<&str>, within: f64, rows: &[(i32, u64, u64)]) -> Found {
        let row = |(value, wins, battles): &(i32, u64, u64)| {
            let tally = Tally { battles: *battles, wins: *wins, draws: 0 };
            Row { value: *value, tally, bounds: Bounds::of(tally.rate(), *battles) }
        };
        let vary = vary.map(|vary| vary.parse().unwrap());
        Found { sides: ["Watch", "Goblins"].map(str::to_owned), vary, within, rows: rows.iter().map(row).collect() }
    }

    /// Promise: the most even value is told as even only if it is known so closely, and in plain words for one or several.
    #[test]
    fn what_was_found_is_told_in_one_sentence() {
        let goblins = Some("count of Goblin=1..7");
        let said = |vary, within, rows: &[_]| found(vary, within, rows).sentence().unwrap();
        let rows = [(4, 190, 200), (5, 1_530, 3_000), (6, 10, 200)];
        assert_eq!(said(goblins, 0.04, &rows), "5 of “Goblin” make it even: 47 % to 55 % for Watch.");
        let rows = [(1, 1_530, 3_000)];
        assert_eq!(said(goblins, 0.04, &rows), "1 of “Goblin” makes it even: 47 % to 55 % for Watch.");
        let by = Some("Armour of Guard by -1..2");
        assert_eq!(said(by, 0.04, &rows), "Armour +1 for “Guard” makes it even: 47 % to 55 % for Watch.");
        assert_eq!(said(None, 0.04, &rows), "The battle as it stands is even: 47 % to 55 % for Watch.");
        assert_eq!(said(None, 0.04, &[(0, 2, 200)]), "The battle as it stands favours Goblins: 0 % to 15 % for Watch.");
        let told = said(goblins, 0.04, &[(5, 25, 50)]);
        assert!(told.starts_with("5 of “Goblin” come nearest to even so far: 2"), "{told}");
        let told = said(goblins, 0.04, &[(5, 10, 200), (6, 2, 200)]);
        assert!(told.starts_with("Every value favours Goblins; 5 of “Goblin” come nearest to even: "), "{told}");
        let told = said(goblins, 0.04, &[(5, 190, 200), (6, 2, 200)]);
        assert!(told.starts_with("No value is even; 5 of “Goblin” come nearest: "), "{told}");
        assert_eq!(found(goblins, 0.04, &[]).sentence(), None);
    }

    /// Promise: a value is even only if that is known as closely as was asked; what ran out before is not known yet.
    #[test]
    fn what_is_undecided_is_not_called_even() {
        let stands = |within, row: (i32, u64, u64)| {
            let found = found(None, within, &[row]);
            (found.stands(&found.rows[0]), found.stands_in_words(&found.rows[0]))
        };
        assert_eq!(stands(0.2, (0, 16, 60)), (Stands::Unknown, "not known yet".to_owned()));
        assert_eq!(stands(0.04, (0, 1_530, 3_000)), (Stands::Even, "even within 4 of 100".to_owned()));
        assert_eq!(stands(0.04, (0, 2, 200)), (Stands::Favours(1), "favours Goblins".to_owned()));
    }
}
