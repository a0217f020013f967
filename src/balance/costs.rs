//! What fighters are worth beside each other: one of a kind against more and more of another, or the other way round, until
//! it is known with how many the fight is even. That is found out on either side of the ground: a good place is no worth
//! of a fighter's own.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::vary::{known, room};
use super::{Bounds, Curve, NotFought, Row, Sampling, Tally, Vary, Wrong, fought};
use crate::battle::{Fighter, Key, Objective, Profile, Setup, SideId};
use crate::board::{Direction, Square};
use crate::sim::other_seed;

/// How many stand against one, from fight to fight.
const LADDER: [i32; 8] = [2, 3, 4, 6, 8, 12, 16, 24];
/// What those are called who are weighed, and the others.
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

impl Worth {
    /// What one is worth that is worth this on either side: as much between the two as above the one.
    pub fn of_both(sides: [Self; 2]) -> Self {
        let between = |one: f64, other: f64| (one * other).sqrt();
        match sides {
            [Self::About { many: one, high, .. }, Self::About { many: other, high: highest, .. }] => {
                // Each is off by luck of its own.
                let off = (high / one).ln().hypot((highest / other).ln()) / 2.0;
                let many = between(one, other);
                Self::About { many, low: many * (-off).exp(), high: many * off.exp() }
            }
            [Self::MoreThan(one), Self::MoreThan(low) | Self::About { low, .. }]
            | [Self::About { low, .. }, Self::MoreThan(one)] => Self::MoreThan(between(one, low)),
            [Self::LessThan(one), Self::LessThan(high) | Self::About { high, .. }]
            | [Self::About { high, .. }, Self::LessThan(one)] => Self::LessThan(between(one, high)),
            _ => Self::Untold,
        }
    }
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

    /// A fight of a profile on this side against the one that it is counted in, with the number of each.
    fn duel(&self, (of, own): (&Arc<Profile>, usize), many: [i32; 2]) -> Result<Setup, Wrong> {
        let mut setup = self.ground.clone();
        let mut all = [(NAMES[0], of, many[0]), (NAMES[1], &self.beside, many[1])];
        // Those of the first side come first.
        all.rotate_right(own);
        for (side, (name, profile, _)) in all.into_iter().enumerate() {
            let (at, facing) = self.places[side];
            let fighter = Fighter::new(name, SideId(side as u8), profile.clone(), at);
            let at = room(&setup, &fighter).ok_or(Wrong::Room(1))?;
            setup.fighters.push(Fighter { at, facing, ..fighter });
        }
        for (side, (name, _, many)) in all.into_iter().enumerate() {
            setup = Vary::how_many(name, SideId(side as u8), many..=many)?.with(&setup, many)?;
        }
        Ok(setup)
    }

    /// Weighs a profile on either side, which takes the battles of two. `heard` hears of each battle, and says whether to go on:
    /// nothing comes of what was broken off.
    ///
    /// # Errors
    /// When there is no room for one of each, or they cannot be fought with.
    pub fn weigh(
        &self,
        of: &Arc<Profile>,
        sampling: Sampling,
        heard: impl Fn() -> ControlFlow<()> + Sync,
    ) -> Result<Option<[Worth; 2]>, Unweighed> {
        let Some(first) = self.weigh_on((of, 0), sampling, &heard)? else { return Ok(None) };
        let sampling = Sampling { seed: other_seed(sampling.seed), ..sampling };
        let second = self.weigh_on((of, 1), sampling, &heard)?;
        Ok(second.map(|second| [first, second]))
    }

    /// Weighs a profile on one of the sides.
    fn weigh_on(
        &self,
        (of, own): (&Arc<Profile>, usize),
        sampling: Sampling,
        heard: &(impl Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Option<Worth>, Unweighed> {
        let fight = |step: i32| -> Result<Option<Row>, Unweighed> {
            let setup = Arc::new(self.duel((of, own), numbers(step))?);
            let known = fought(&setup, sampling, heard)?;
            Ok(known.map(|(tally, _)| {
                let tally = if own == 0 { tally } else { tally.turned() };
                Row { value: step, tally, bounds: Bounds::of(tally.rate(), tally.battles) }
            }))
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

/// The number of those who are weighed, and of the others.
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
    use crate::rulebook::Library;

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

    /// Promise: a profile is weighed on one side and then on the other, and its wins count for it on both.
    #[test]
    fn whoever_is_weighed_stands_on_either_side() {
        let setup = Library::open("rulesets").scenario("skirmish/skirmish4").unwrap().setup;
        let scales = Scales::on(&setup, None).unwrap();
        let of = scales.profiles().find(|profile| profile.name != scales.beside()).unwrap();
        for own in [0, 1] {
            let duel = scales.duel((of, own), [1, 3]).unwrap();
            let on = |side: usize| duel.fighters.iter().filter(move |each| usize::from(each.side.0) == side);
            assert_eq!(on(own).map(|each| each.profile.name).collect::<Vec<_>>(), [of.name]);
            assert_eq!(on(1 - own).map(|each| each.profile.name).collect::<Vec<_>>(), [scales.beside(); 3]);
            assert_eq!(duel.fighters[0].side, SideId(0));
            assert_eq!([0, 1].map(|side| on(side).next().map(|each| each.at)), scales.places.map(|(at, _)| Some(at)));
        }
        let tally = Tally { battles: 10, wins: 6, draws: 1 };
        assert_eq!(tally.turned(), Tally { battles: 10, wins: 3, draws: 1 });
    }

    /// Promise: what is found on both sides lies between the two, and is known more closely than either; a bound stays a bound.
    #[test]
    fn what_both_sides_say_lies_between_them() {
        let about = |many: f64| Worth::About { many, low: many / 1.2, high: many * 1.2 };
        let Worth::About { many, low, high } = Worth::of_both([about(2.0), about(0.5)]) else { panic!("it is known") };
        assert!((many - 1.0).abs() < 1e-9 && (low * high - 1.0).abs() < 1e-9, "{low} {many} {high}");
        assert!(high > 1.0 && high < 1.2, "{high}");
        let told = |sides| match Worth::of_both(sides) {
            Worth::MoreThan(many) => (">", (many * 100.0).round()),
            Worth::LessThan(many) => ("<", (many * 100.0).round()),
            Worth::About { .. } | Worth::Untold => ("", 0.0),
        };
        assert_eq!(told([Worth::MoreThan(24.0), Worth::MoreThan(6.0)]), (">", 1200.0));
        assert_eq!(told([about(4.8), Worth::MoreThan(9.0)]), told([Worth::MoreThan(9.0), about(4.8)]));
        assert_eq!(told([about(4.8), Worth::MoreThan(9.0)]), (">", 600.0));
        assert_eq!(told([Worth::LessThan(0.3), about(0.25)]), ("<", 30.0));
        for sides in [[Worth::MoreThan(2.0), Worth::LessThan(0.5)], [Worth::Untold, about(1.0)]] {
            assert_eq!(Worth::of_both(sides), Worth::Untold);
        }
    }
}
