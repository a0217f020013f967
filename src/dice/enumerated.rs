//! Dice that fall every way they can.

mod lot;

use std::mem::take;
use std::sync::Arc;

use smallvec::SmallVec;

use self::lot::Lot;
use super::{
    AnyDice, Dice, DiceError, Distribution, Expr, Mark, Throw,
    distribution::{Gathering, shape_of},
    throw::cast,
    whole::Whole,
};

/// The most ways that [`enumerate`] goes through before it gives up.
pub const PATH_LIMIT: u64 = 2_000_000;

/// The most throws in one way. A rule that throws until something happens has ways without end.
const LONGEST_PATH: usize = 512;

/// Runs a rule once for each way that its dice can fall, and gathers what comes of it.
///
/// A throw is one branch for each total it can come to, weighted by how often it does. The
/// rule must do the same whenever the dice fall the same.
pub fn enumerate<T: Ord>(
    rule: impl FnMut(&mut EnumeratedDice) -> Result<T, DiceError>,
) -> Result<Distribution<T>, DiceError> {
    enumerate_within(PATH_LIMIT, rule)
}

/// As [`enumerate`], with another limit to the number of ways.
pub fn enumerate_within<T: Ord>(
    limit: u64,
    mut rule: impl FnMut(&mut EnumeratedDice) -> Result<T, DiceError>,
) -> Result<Distribution<T>, DiceError> {
    let mut dice = EnumeratedDice::default();
    let mut gathering = Gathering::default();
    for _ in 0..limit {
        let outcome = rule(&mut dice)?;
        dice.end_path()?;
        let (ways, total) = dice.ways();
        gathering.add(outcome, ways.clone(), total);
        if !dice.turn_to_next_path() {
            return Ok(gathering.finish());
        }
    }
    Err(DiceError::TooManyPaths { limit })
}

/// Gathers what follows from each way of dice that somebody turns by hand.
pub struct Ways<T>(Gathering<T>);

impl<T> Default for Ways<T> {
    fn default() -> Self {
        Self(Gathering::default())
    }
}

impl<T: Ord> Ways<T> {
    /// Adds what follows, where dice fall as these do now.
    pub fn add(&mut self, dice: &EnumeratedDice, following: &Distribution<T>)
    where
        T: Clone,
    {
        let (ways, total) = dice.ways();
        let total = total.times(following.all_ways());
        for (outcome, its_ways) in following.ways() {
            self.0.add(outcome.clone(), ways.times(its_ways), &total);
        }
    }

    /// All of it.
    pub fn finish(self) -> Distribution<T> {
        self.0.finish()
    }
}

/// The dice in the hand of a rule that is enumerated: on each run they fall another way.
#[derive(Clone, Debug, Default)]
pub struct EnumeratedDice {
    /// Dice that have fallen already and fall again as they did, before anything is enumerated.
    fallen: Option<Fallen>,
    path: Vec<Branch>,
    /// Which branch of the path the next throw is.
    next: usize,
    /// Nobody looks on until the round is over.
    is_near: bool,
    /// Throws that lie together and have more ends than this are not gone through.
    most: Option<u64>,
    /// How much of it is gone one by one.
    goes: Goes,
}

/// How much of what is thrown is gone one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Goes {
    /// What whoever throws says that it reads.
    #[default]
    WhatIsRead,
    /// Every total of every throw.
    Totals,
    /// Every face of every die, so that the dice lie on a table.
    Faces,
}

/// Dice that fall as they did before.
#[derive(Clone, Debug)]
struct Fallen {
    dice: Box<AnyDice>,
    from: Mark,
    until: u64,
}

/// A throw on the path under way, or several that are read only so far.
#[derive(Clone, Debug)]
struct Branch {
    what: What,
    /// Which of its ends it is at.
    at: usize,
    /// In how many ways all throws of the path so far fall as they do.
    ways: Whole,
    /// In how many ways they can fall at all.
    all_ways: Whole,
}

/// What has been thrown, and how it can end.
#[derive(Clone, Debug)]
enum What {
    /// An expression: each of its totals.
    Throw(Expr, Arc<Distribution<i32>>),
    /// Several throws, as far as they are read: for each end dice that fall so.
    Lot(Arc<Lot>),
}

impl What {
    fn ways(&self, at: usize) -> Option<&Whole> {
        match self {
            Self::Throw(_, shape) => shape.ways().get(at).map(|(_, ways)| ways),
            Self::Lot(lot) => lot.ends.get(at).map(|(_, ways)| ways),
        }
    }

    fn all_ways(&self) -> &Whole {
        match self {
            Self::Throw(_, shape) => shape.all_ways(),
            Self::Lot(lot) => &lot.all_ways,
        }
    }

    fn in_words(&self) -> String {
        match self {
            Self::Throw(expr, _) => expr.to_string(),
            Self::Lot(_) => "several throws".to_owned(),
        }
    }
}

impl Fallen {
    fn is_left(&self) -> bool {
        self.dice.thrown() < self.until
    }
}

impl Dice for EnumeratedDice {
    fn throw(&mut self, expr: &Expr) -> Result<Throw, DiceError> {
        if expr.is_constant() {
            return Ok(Throw { total: expr.added(), faces: SmallVec::new() });
        }
        if let Some(fallen) = self.fallen.as_mut().filter(|fallen| fallen.is_left()) {
            return fallen.dice.throw(expr);
        }
        if self.goes == Goes::Faces {
            return cast(expr, |sides| Ok(self.total(&Expr::d(sides))?.try_into().unwrap_or(0)));
        }
        Ok(Throw { total: self.total(expr)? + expr.added(), faces: SmallVec::new() })
    }
}

impl EnumeratedDice {
    /// Dice that fall as these do at first, until so many have been thrown.
    pub fn after(fallen: AnyDice, until: u64) -> Self {
        Self { fallen: Some(Fallen { from: fallen.mark(), dice: Box::new(fallen), until }), ..Self::default() }
    }

    /// Dice whose every total counts, though nobody says that it reads more than a part of it.
    #[must_use]
    pub fn in_full(self, in_full: bool) -> Self {
        Self { goes: if in_full { Goes::Totals } else { Goes::WhatIsRead }, ..self }
    }

    /// Throws several dice at once. Nobody will know more of them than what `read` takes from what comes of them. All
    /// ways that read the same are one way; those that read nothing are thrown again, and so count for nothing.
    pub(super) fn lot<T, K: Ord + Clone>(
        &mut self,
        by_faces: bool,
        mut resolve: impl FnMut(&mut AnyDice) -> Result<T, DiceError>,
        read: impl Fn(&T) -> Option<K>,
    ) -> Result<T, DiceError> {
        if let Some(fallen) = self.fallen.as_mut().filter(|fallen| fallen.is_left()) {
            return resolve(&mut fallen.dice);
        }
        if self.goes != Goes::WhatIsRead {
            let goes = if by_faces { Goes::Faces } else { self.goes };
            let before = std::mem::replace(&mut self.goes, goes);
            let found = with(self, &mut resolve);
            self.goes = before;
            // Told throw by throw there would be no end of it.
            return found.and_then(|found| read(&found).map(|_| found).ok_or(DiceError::ThrownAgain));
        }
        let what = match self.path.get(self.next) {
            Some(Branch { what: What::Lot(_), .. }) => None,
            Some(branch) => return Err(unsteady(self.next, branch, "several throws".to_owned())),
            None => Some(Lot::of(by_faces, self.most, &mut resolve, read)?),
        };
        if let Some(lot) = what {
            self.branch(What::Lot(Arc::new(lot)))?;
        }
        let end = self.path.get(self.next).and_then(|branch| match &branch.what {
            What::Lot(lot) => lot.ends.get(branch.at).map(|(dice, _)| dice.clone()),
            What::Throw(..) => None,
        });
        self.next += 1;
        resolve(&mut end.unwrap_or_default().into())
    }

    /// The same without the rest of the round: how long something lasts makes no difference.
    #[must_use]
    pub fn nearby(self, is_near: bool) -> Self {
        Self { is_near, ..self }
    }

    /// The same where throws that lie together are not gone through if they have more ends than this.
    #[must_use]
    pub fn within(self, most: Option<u64>) -> Self {
        Self { most, ..self }
    }

    /// Whether nobody looks on until the round is over.
    pub const fn is_near(&self) -> bool {
        self.is_near
    }

    /// How many throws of the path have been made: not counting those that fell before.
    pub fn thrown(&self) -> usize {
        self.next
    }

    /// Turns to the next way: which throw of the path is the first that falls otherwise. None when all ways are done.
    ///
    /// # Errors
    /// When fewer dice were thrown than before, though all fell the same.
    pub fn turn(&mut self) -> Result<Option<usize>, DiceError> {
        self.end_path()?;
        self.begin_again();
        Ok(self.turn_to_next_path().then(|| self.path.len() - 1))
    }

    /// Begins the same way once more.
    pub fn begin_again(&mut self) {
        self.next = 0;
        if let Some(fallen) = &mut self.fallen {
            fallen.dice.rewind(fallen.from);
        }
    }

    /// The place reached, for [`rewind`](Self::rewind).
    pub(super) fn mark(&self) -> Mark {
        match &self.fallen {
            Some(fallen) if fallen.is_left() => fallen.dice.mark(),
            _ => Mark { position: self.next as u64, thrown: u64::MAX, check: 0 },
        }
    }

    /// Goes back to a place reached earlier.
    pub(super) fn rewind(&mut self, mark: Mark) {
        if mark.thrown == u64::MAX {
            self.next = usize::try_from(mark.position).unwrap_or(usize::MAX).min(self.path.len());
        } else {
            self.next = 0;
            if let Some(fallen) = &mut self.fallen {
                fallen.dice.rewind(mark);
            }
        }
    }

    /// In how many ways the dice fall along the path, and in how many they can fall at all.
    fn ways(&self) -> (&Whole, &Whole) {
        self.path.last().map_or((&Whole::ONE, &Whole::ONE), |last| (&last.ways, &last.all_ways))
    }

    /// What the next throw comes to on the path, its constants left out.
    fn total(&mut self, expr: &Expr) -> Result<i32, DiceError> {
        match self.path.get(self.next) {
            Some(Branch { what: What::Throw(before, _), .. }) if before == expr => {}
            Some(branch) => return Err(unsteady(self.next, branch, expr.to_string())),
            None => self.branch(What::Throw(expr.clone(), shape_of(expr)))?,
        }
        let total = self.path.get(self.next).and_then(|branch| match &branch.what {
            What::Throw(_, shape) => shape.ways().get(branch.at).map(|(total, _)| *total),
            What::Lot(_) => None,
        });
        self.next += 1;
        Ok(total.unwrap_or(0))
    }

    /// A new branch at the end of the path, at its lowest end.
    fn branch(&mut self, what: What) -> Result<(), DiceError> {
        if self.path.len() == LONGEST_PATH {
            return Err(DiceError::TooManyThrows { limit: LONGEST_PATH });
        }
        let (ways, all_ways) = self.ways();
        let all_ways = all_ways.times(what.all_ways());
        let ways = what.ways(0).map_or(Whole::ZERO, |lowest| ways.times(lowest));
        self.path.push(Branch { what, at: 0, ways, all_ways });
        Ok(())
    }

    fn end_path(&mut self) -> Result<(), DiceError> {
        if let Some(branch) = self.path.get(self.next) {
            return Err(unsteady(self.next, branch, "nothing".to_owned()));
        }
        self.next = 0;
        Ok(())
    }

    /// Turns the last branch that has a higher total left to it, and drops those behind it. False when
    /// all ways are done.
    fn turn_to_next_path(&mut self) -> bool {
        while let Some((last, before)) = self.path.split_last_mut() {
            last.at += 1;
            if let Some(ways) = last.what.ways(last.at) {
                last.ways.clone_from(ways);
                if let Some(before) = before.last() {
                    last.ways *= &before.ways;
                }
                return true;
            }
            self.path.pop();
        }
        false
    }
}

/// Hands these dice to a pure function of the rules as those of a battle.
fn with<T>(
    dice: &mut EnumeratedDice,
    resolve: &mut impl FnMut(&mut AnyDice) -> Result<T, DiceError>,
) -> Result<T, DiceError> {
    let mut cup = AnyDice::Enumerated(take(dice));
    let found = resolve(&mut cup);
    if let AnyDice::Enumerated(thrown) = cup {
        *dice = thrown;
    }
    found
}

fn unsteady(place: usize, branch: &Branch, now: String) -> DiceError {
    DiceError::Unsteady { position: place + 1, before: branch.what.in_words(), now }
}
