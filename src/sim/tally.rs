//! How many battles went, all together.

use sha2::{Digest, Sha256};

use super::{Losses, Outcome};

/// How all of them went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Battles that were fought.
    pub battles: u64,
    /// Wins of each side.
    pub wins: Vec<u64>,
    /// Battles that nobody won.
    pub draws: u64,
    /// Rounds of all of them together.
    pub rounds: u64,
    /// Turns of all of them together.
    pub turns: u64,
    /// Attacks of all of them together.
    pub attacks: u64,
    /// Blows of all of them together.
    pub blows: u64,
    /// Blows of all of them that hit.
    pub hits: u64,
    /// What they cost each side, together.
    pub losses: Vec<Losses>,
    /// Battles that broke off: the number of the first and why.
    pub broken: Vec<(u64, String)>,
    /// The same for the same battles, whatever the threads.
    pub digest: String,
    /// How long it took.
    pub seconds: f64,
}

/// What battles come to, each with its number. They must come in their order, since the digest is one of all in a row.
pub fn summed(sides: usize, outcomes: impl IntoIterator<Item = (u64, Outcome)>) -> Tally {
    let mut tally = Tally { wins: vec![0; sides], losses: vec![Losses::default(); sides], ..Tally::default() };
    let mut hash = Sha256::new();
    for (number, outcome) in outcomes {
        hash.update(line(&outcome));
        tally.battles += 1;
        match outcome.winner.and_then(|side| tally.wins.get_mut(usize::from(side.0))) {
            Some(wins) => *wins += 1,
            None => tally.draws += 1,
        }
        add(&mut tally.rounds, u64::try_from(outcome.rounds).unwrap_or(0));
        add(&mut tally.turns, outcome.turns);
        add(&mut tally.attacks, outcome.attacks);
        add(&mut tally.blows, outcome.blows);
        add(&mut tally.hits, outcome.hits);
        for (sum, losses) in tally.losses.iter_mut().zip(&outcome.losses) {
            add(&mut sum.wounds, losses.wounds);
            add(&mut sum.felled, losses.felled);
            add(&mut sum.fled, losses.fled);
        }
        tally.broken.extend(outcome.broken.map(|why| (number, why)));
    }
    tally.digest = in_letters(hash);
    tally
}

/// Adds a number. A file from elsewhere may say any: then it is as many as can be told.
const fn add(sum: &mut u64, number: u64) {
    *sum = sum.saturating_add(number);
}

/// A digest in a few letters.
pub(crate) fn in_letters(hash: Sha256) -> String {
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// What of a battle goes into the digest. Whatever else is counted by and by stays out of it, so that digests of one version
/// can be held against those of the next.
fn line(outcome: &Outcome) -> String {
    let Outcome { winner, rounds, turns, attacks, losses, broken, .. } = outcome;
    let wounds: Vec<u64> = losses.iter().map(|losses| losses.wounds).collect();
    format!(
        "Outcome {{ winner: {winner:?}, rounds: {rounds}, turns: {turns}, attacks: {attacks}, wounds: {wounds:?}, \
         broken: {broken:?} }}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::SideId;

    /// Promise: the digest is the one that earlier versions told.
    #[test]
    fn the_digest_stays_what_it_was() {
        let losses = |wounds| Losses { wounds, felled: 9, fled: 9 };
        let won = Outcome {
            winner: Some(SideId(1)),
            rounds: 4,
            turns: 20,
            attacks: 11,
            blows: 30,
            hits: 7,
            losses: vec![losses(3), losses(0)],
            broken: None,
        };
        let told =
            "Outcome { winner: Some(SideId(1)), rounds: 4, turns: 20, attacks: 11, wounds: [3, 0], broken: None }\n";
        assert_eq!(line(&won), told);
        let broken = Outcome { broken: Some("a \"why\"".to_owned()), ..Outcome::default() };
        let told =
            "Outcome { winner: None, rounds: 0, turns: 0, attacks: 0, wounds: [], broken: Some(\"a \\\"why\\\"\") }\n";
        assert_eq!(line(&broken), told);
        let tally = summed(2, [(5, won), (6, broken)]);
        assert_eq!((tally.battles, tally.draws, &tally.wins[..], tally.losses[0].wounds), (2, 1, &[0, 1][..], 3));
        assert_eq!(tally.broken[0].0, 6);
    }
}
