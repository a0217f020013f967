//! Dice that fall every way they can.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{
    AnyDice, Dice, DiceError, Distribution, Expr, Mark, Throw,
    distribution::{Gathering, shape_of},
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
}

/// Dice that fall as they did before.
#[derive(Clone, Debug)]
struct Fallen {
    dice: Box<AnyDice>,
    from: Mark,
    until: u64,
}

/// A throw on the path under way.
#[derive(Clone, Debug)]
struct Branch {
    expr: Expr,
    shape: Arc<Distribution<i32>>,
    /// Which total of the shape it is at.
    at: usize,
    /// In how many ways all throws of the path so far fall as they do.
    ways: Whole,
    /// In how many ways they can fall at all.
    all_ways: Whole,
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
        let branch = match self.path.get(self.next) {
            Some(branch) if branch.expr == *expr => branch,
            Some(branch) => return Err(unsteady(self.next, branch, expr.to_string())),
            None => self.branch(expr)?,
        };
        let total = branch.shape.ways().get(branch.at).map_or(0, |(total, _)| total + expr.added());
        self.next += 1;
        Ok(Throw { total, faces: SmallVec::new() })
    }
}

impl EnumeratedDice {
    /// Dice of which the first fall as these do, until so many have been thrown.
    pub fn after(fallen: AnyDice, until: u64) -> Self {
        Self { fallen: Some(Fallen { from: fallen.mark(), dice: Box::new(fallen), until }), ..Self::default() }
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
        if let Some(fallen) = &mut self.fallen {
            fallen.dice.rewind(fallen.from);
        }
        Ok(self.turn_to_next_path().then(|| self.path.len() - 1))
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

    /// A new branch at the end of the path, at its lowest total.
    fn branch(&mut self, expr: &Expr) -> Result<&Branch, DiceError> {
        if self.path.len() == LONGEST_PATH {
            return Err(DiceError::TooManyThrows { limit: LONGEST_PATH });
        }
        let shape = shape_of(expr);
        let (ways, all_ways) = self.ways();
        let all_ways = all_ways.times(shape.all_ways());
        let ways = shape.ways().first().map_or(Whole::ZERO, |(_, lowest)| ways.times(lowest));
        Ok(self.path.push_mut(Branch { expr: expr.clone(), shape, at: 0, ways, all_ways }))
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
            if let Some((_, ways)) = last.shape.ways().get(last.at) {
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

fn unsteady(place: usize, branch: &Branch, now: String) -> DiceError {
    DiceError::Unsteady { position: place + 1, before: branch.expr.to_string(), now }
}
