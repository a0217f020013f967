//! What fighters are worth beside each other: one of a kind against more and more of another, or the other way round, until
//! it is known with how many the fight is even.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::vary::{known, room};
use super::{Curve, NotFought, Row, Sampling, Tally, Vary, Wrong, fought};
use crate::battle::{Fighter, Key, Objective, Profile, Setup, SideId};
use crate::board::{Direction, Square};

/// How many stand against one, from fight to fight.
const LADDER: [i32; 8] = [2, 3, 4, 6, 8, 12, 16, 24];
/// What those of each side are called.
const NAMES: [&str; 2] = ["One", "Other"];

/// The ground that fighters are weighed on, and whom they are counted in.
#[derive(Clone, Debug)]
pub struct Scales {
    ground: Setup,
    /// Where each side begins, and where it looks.
    places: [(Square, Direction); 2],
    beside: Arc<Profile>,
}

/// What one of a profile is worth, counted in fighters of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// About so many, and in 95 of 100 cases between these.
    About {
        /// So many.
        many: f64,
        /// No less than this.
        low: f64,
        /// No more than this.
        high: f64,
    },
    /// So many of the other are no match for one.
    MoreThan(f64),
    /// One of the other is more than a match for as many as it takes to be worth so much.
    LessThan(f64),
    /// Nobody wins, or numbers change nothing that could be told from chance.
    Untold,
}

/// Why something cannot be weighed.
#[derive(Debug, thiserror::Error)]
pub enum Unweighed {
    /// It cannot be set up.
    #[error("{0}")]
    Wrong(#[from] Wrong),
    /// It cannot be fought.
    #[error("{0}")]
    NotFought(#[from] NotFought),
}

impl Scales {
    /// On the ground of a battle of two sides; whom most of its fighters are made from is what others are counted in, unless
    /// somebody else is named.
    ///
    /// # Errors
    /// When the battle has other than two sides or nobody on one of them, or nobody is called so.
    pub fn on(setup: &Setup, beside: Option<&str>) -> Result<Self, Wrong> {
        let profiles = &setup.rules.profiles;
        let beside = match beside {
            Some(name) => name.to_owned(),
            None => usual(setup),
        };
        let found = profiles.iter().find(|(name, _)| name.as_str().eq_ignore_ascii_case(&beside));
        let Some((_, beside)) = found else {
            let known = known(&beside, profiles.keys().map(|name| name.as_str()));
            return Err(Wrong::NoProfile { found: beside, known });
        };
        if setup.sides.len() != 2 {
            return Err(Wrong::Sides(setup.sides.len()));
        }
        let place = |side: u8| {
            let found = setup.fighters.iter().find(|each| each.side == SideId(side) && !each.is_late());
            found.map(|each| (each.at, each.facing)).ok_or(Wrong::Sides(1))
        };
        let places = [place(0)?, place(1)?];
        let mut ground = setup.clone();
        for side in &mut ground.sides {
            (side.objective, side.is_party) = (Objective::LastStanding, false);
        }
        (ground.fighters, ground.arranged, ground.deck) = (Vec::new(), None, None);
        (ground.started_by, ground.encounter) = (None, None);
        Ok(Self { ground, places, beside: beside.clone() })
    }

    /// Whom others are counted in.
    pub fn beside(&self) -> Key {
        self.beside.name
    }

    /// All that can be weighed.
    pub fn profiles(&self) -> impl Iterator<Item = &Arc<Profile>> {
        self.ground.rules.profiles.values()
    }

    /// A fight of a profile against the one that it is counted in, with the number of each.
    fn duel(&self, of: &Arc<Profile>, many: [i32; 2]) -> Result<Setup, Wrong> {
        let mut setup = self.ground.clone();
        for (side, profile) in [of, &self.beside].into_iter().enumerate() {
            let (at, facing) = self.places[side];
            let fighter = Fighter::new(NAMES[side], SideId(side as u8), profile.clone(), at);
            let at = room(&setup, &fighter).ok_or(Wrong::Room(1))?;
            setup.fighters.push(Fighter { at, facing, ..fighter });
        }
        for (side, many) in many.into_iter().enumerate() {
            setup = Vary::how_many(NAMES[side], SideId(side as u8), many..=many)?.with(&setup, many)?;
        }
        Ok(setup)
    }

    /// Weighs a profile. `heard` hears of each battle, and says whether to go on: nothing comes of what was broken off.
    ///
    /// # Errors
    /// When there is no room for one of each, or they cannot be fought with.
    pub fn weigh(
        &self,
        of: &Arc<Profile>,
        sampling: Sampling,
        heard: impl Fn() -> ControlFlow<()> + Sync,
    ) -> Result<Option<Worth>, Unweighed> {
        let fight = |step: i32| -> Result<Option<Row>, Unweighed> {
            let setup = Arc::new(self.duel(of, numbers(step))?);
            let known = fought(&setup, sampling, &heard)?;
            Ok(known.map(|(tally, bounds)| Row { value: step, tally, bounds }))
        };
        let Some(first) = fight(0)? else { return Ok(None) };
        let mut rows = vec![first];
        // Whoever is the better meets more of the others.
        let way = if first.tally.rate() >= 0.5 { 1 } else { -1 };
        let turned = usize::from(way > 0);
        let steps = (1..=LADDER.len() as i32).map(|step| way * step);
        for step in steps {
            match fight(step) {
                Ok(Some(row)) => rows.push(row),
                Ok(None) => return Ok(None),
                // No more have room.
                Err(Unweighed::Wrong(_)) => break,
                Err(why) => return Err(why),
            }
            if rows.last().is_some_and(|row| row.favoured() == Some(turned)) {
                break;
            }
        }
        // Without one that is clear to either side nothing tells what numbers are worth.
        if first.favoured().is_none() {
            match fight(-way) {
                Ok(Some(row)) => rows.push(row),
                Ok(None) => return Ok(None),
                Err(Unweighed::Wrong(_)) => {}
                Err(why) => return Err(why),
            }
        }
        Ok(Some(worth(&rows)))
    }
}

/// Whom most fighters of a battle are made from.
fn usual(setup: &Setup) -> String {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    setup.fighters.iter().for_each(|each| *counted.entry(each.profile.name.as_str()).or_default() += 1);
    let most = counted.into_iter().max_by_key(|(_, count)| *count);
    most.map_or_else(String::new, |(name, _)| name.to_owned())
}

/// How many stand on each side.
fn numbers(step: i32) -> [i32; 2] {
    let many = |step: i32| usize::try_from(step - 1).ok().and_then(|step| LADDER.get(step)).copied().unwrap_or(1);
    [many(-step), many(step)]
}

/// What all fights of one profile say.
fn worth(rows: &[Row]) -> Worth {
    let ratio = |row: &Row| {
        let [many, others] = numbers(row.value);
        f64::from(others) / f64::from(many)
    };
    // Where nobody wins numbers are worth nothing.
    if rows.iter().any(|row| row.tally.draws * 2 > row.tally.battles) {
        return Worth::Untold;
    }
    let ratios = || rows.iter().map(ratio);
    if rows.iter().all(|row| row.favoured() == Some(0)) {
        return Worth::MoreThan(ratios().fold(0.0, f64::max));
    }
    if rows.iter().all(|row| row.favoured() == Some(1)) {
        return Worth::LessThan(ratios().fold(f64::INFINITY, f64::min));
    }
    let mut found: Vec<(f64, Tally)> = rows.iter().map(|row| (ratio(row).ln(), row.tally)).collect();
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    match Curve::through(&found).and_then(|curve| curve.even()) {
        Some((even, off)) => Worth::About { many: even.exp(), low: (even - off).exp(), high: (even + off).exp() },
        None => Worth::Untold,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::Bounds;

    fn row(value: i32, wins: u64, draws: u64) -> Row {
        let tally = Tally { battles: 200, wins, draws };
        Row { value, tally, bounds: Bounds::of(tally.rate(), tally.battles) }
    }

    #[test]
    fn more_of_the_weaker_stand_against_one_of_the_stronger() {
        assert_eq!([-8, -1, 0, 1, 3, 8].map(numbers), [[24, 1], [2, 1], [1, 1], [1, 2], [1, 4], [1, 24]]);
    }

    /// Promise: where it is even between two numbers the worth lies between them; what never turns is told as such.
    #[test]
    fn worth_lies_where_it_is_even() {
        let Worth::About { many, low, high } = worth(&[row(0, 200, 0), row(1, 180, 0), row(2, 20, 0)]) else {
            panic!("it is known")
        };
        assert!(many > 2.0 && many < 3.0 && low < many && many < high, "{low} {many} {high}");
        let Worth::About { many, .. } = worth(&[row(0, 20, 0), row(-1, 180, 0)]) else { panic!("it is known") };
        assert!((many - 0.5_f64.sqrt()).abs() < 0.01, "{many}");
        assert_eq!(worth(&[row(0, 200, 0), row(1, 190, 0)]), Worth::MoreThan(2.0));
        assert_eq!(worth(&[row(0, 0, 0), row(-2, 5, 0)]), Worth::LessThan(1.0 / 3.0));
        assert_eq!(worth(&[row(0, 10, 180), row(1, 90, 0)]), Worth::Untold);
    }
}
