//! Every way in which a battle can go on from one moment, each with its exact chance: somebody does something, dice fall
//! every way they can, others answer, and what is then so is gathered. It plays the battle itself, so whatever throws
//! dice in play can be asked about, and no answer can disagree with play.

mod answers;
mod outcome;
mod trail;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

pub use self::answers::{is_asked, stands_by, usual};
pub use self::outcome::{Outcome, outcome_of};
use self::trail::Turning;
pub use self::trail::{Trail, ways_further};
use crate::ai::Habits;
use crate::battle::{Fact, Id, Key, Look, Order, Pause, Phase, Refusal, RuleId, Spoken, Stepped, Task, Unrolled};
use crate::dice::{AnyDice, DiceError, Distribution, EnumeratedDice, Ways};

/// Tasks gone through before nothing exact is told.
pub const WAYS: u64 = 200_000;

/// Throws that follow one upon another, from task to task, before nothing exact is told.
const DEEPEST: usize = 300;

/// Tasks that are done in one go without any dice, before it counts as going round in circles.
const LONGEST: usize = 5_000;

/// What is done, and for how long one then looks on.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// What is done, one after the other. What somebody who is named answers in the middle of a deed stands behind it, and
    /// lapses where that is not asked: nobody is held to it once the next deed is done.
    pub orders: Vec<Said>,
    /// Answers that are given wherever they can be, before those that the computer would give.
    pub answers: Vec<Spoken>,
    /// What players answer in the same way every time, where nothing else is said about it.
    pub habits: Habits,
    /// Whose friends step in for nobody, where nothing is said about it.
    pub alone: Option<Id>,
    /// Until when.
    pub until: Until,
    /// How much of what was thrown is asked about.
    pub reads: Reads,
    /// Who tries something, and at whom, where it is asked whether that succeeds.
    pub tried: Option<(Id, Option<Id>)>,
    /// Nothing is told where anybody has a choice that nothing is said about.
    pub asks_nobody: bool,
    /// Nobody looks on until the round is over: how long something lasts is the same to them. Nothing is told where it ends.
    pub is_near: bool,
    /// The question that ends the search once the orders are given: its kind, and the one who is asked.
    pub asked_again: Option<(Key, Id)>,
    /// How many tasks are gone through at most.
    pub limit: Option<u64>,
}

impl Course {
    /// These dice; as much of them counts as is asked about.
    fn reading(&self, dice: EnumeratedDice) -> EnumeratedDice {
        dice.in_full(self.reads == Reads::Everything).nearby(self.is_near).within(self.limit)
    }
}

/// An order, and who gives it where that is said.
#[derive(Clone, Debug)]
pub struct Said {
    /// Who.
    pub who: Option<String>,
    /// What.
    pub order: Spoken,
}

/// Until when one looks on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Until {
    /// Until the last of the deeds is over; where nothing is done, until somebody chooses a deed.
    #[default]
    Deed,
    /// Until the turn under way is over.
    TurnEnd,
    /// Until the round is over.
    RoundEnd,
    /// Until the next round has begun.
    Round,
    /// Until the next turn of this one has begun.
    Turn(Id),
    /// Until the next turn in which this one can move has begun, or until they are out of the fight.
    TurnOrOut(Id),
    /// Until somebody chooses a deed.
    Choice,
}

/// How much of the dice is asked about beside what came of them. Ways that differ in nothing else are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reads {
    /// Nothing.
    #[default]
    Nothing,
    /// Who passed and who failed.
    Passed,
    /// All of it.
    Everything,
}

/// Why the ways cannot be told.
#[derive(Debug, thiserror::Error)]
pub enum WaysError {
    /// There are too many of them.
    #[error("there are more than {0} steps to go through: exact odds are not told")]
    TooMany(u64),
    /// Somebody has a choice.
    #[error("somebody has a choice in it: {0}")]
    Asked(String),
    /// The rules forbid what was to be done, whatever the dice say.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The dice cannot fall so.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// What is asked cannot be told.
    #[error("{0}")]
    Untold(String),
    /// There are more ways than there was time for: they are gone on with another time.
    #[error("not all ways have been gone through yet")]
    Paused,
}

/// What is so at the end of one way.
pub struct Ended<'a> {
    /// The battle as it then stands.
    pub look: Look<'a>,
    /// What has been told on the way. Where several ways were one, only what [`Course::reads`] asks for is the same on all.
    pub told: &'a [Fact],
}

/// What there may be at the end, each with its chance. The battle is left as it was before the task that waits, with dice
/// that mean nothing: whoever needs it afterwards asks about another one that was played the same.
///
/// # Errors
/// When there are too many ways, something is forbidden on all of them, or `tell` cannot tell.
pub fn ways<T: Ord + Clone>(
    world: &mut World,
    battle: Entity,
    course: &Course,
    tell: impl FnMut(Ended<'_>) -> Result<T, String>,
) -> Result<Distribution<T>, WaysError> {
    let found = ways_further(world, battle, course, (&mut Trail::default(), u64::MAX), tell)?;
    found.ok_or(WaysError::Paused)
}

/// How far the course has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Progress {
    /// Orders that have been given, or could not be.
    used: usize,
    /// The deed is over when there is no more left to do than this.
    left: Option<usize>,
    /// The moment has come until which one looks on.
    reached: bool,
}

struct Search<'w, 'a, T> {
    unrolled: Unrolled<'w>,
    course: &'a Course,
    /// Which of its orders are answers in the middle of a deed.
    between: Vec<bool>,
    /// Who is asked at first.
    doer: Option<Id>,
    /// Whether that one is asked what to do in their turn.
    is_on_turn: bool,
    known: HashMap<u128, Arc<Distribution<T>>>,
    gone: u64,
    /// When so many steps are gone there is no time for more.
    until: u64,
    /// Some way has come to its end since.
    is_further: bool,
    /// The throws that are to be gone on with where they were left, the first of them last.
    turnings: Vec<Turning<T>>,
    /// The throws that are left now for another time.
    left: Vec<Turning<T>>,
    deep: usize,
    /// The orders that were given on some way.
    done: BTreeSet<usize>,
    /// The answers that have been given.
    answered: BTreeSet<usize>,
    /// The first order that was refused.
    refused: Option<(usize, Refusal)>,
    tell: &'a mut dyn FnMut(Ended<'_>) -> Result<T, String>,
}

/// What comes next on a way.
enum Next {
    /// Something else is to be done.
    More(Progress),
    /// It is over here.
    End,
}

impl<T: Ord + Clone> Search<'_, '_, T> {
    /// What there may be at the end, from where the battle stands.
    fn from(&mut self, mut progress: Progress, mut dice: EnumeratedDice) -> Result<Arc<Distribution<T>>, WaysError> {
        let mut mark = self.unrolled.mark((progress, self.read(), self.tried()));
        if let Some(known) = self.known.get(&mark).filter(|_| self.turnings.is_empty()) {
            return Ok(known.clone());
        }
        if self.deep > DEEPEST {
            return Err(WaysError::TooMany(self.limit()));
        }
        for _ in 0..LONGEST {
            if self.is_over(progress) {
                self.unrolled.judge();
                let told = Arc::new(Distribution::certain(self.end()?));
                return Ok(self.know(mark, told));
            }
            let moment = self.unrolled.moment();
            let mut ways = Ways::default();
            let mut answers: Vec<(usize, Order, Progress)> = Vec::new();
            let mut is_sure = true;
            loop {
                // What was gone before is no step.
                if self.turnings.is_empty() {
                    if self.is_further && self.gone >= self.until {
                        if !is_sure {
                            self.left.push(Turning { mark, dice, answers, ways });
                        }
                        return Err(WaysError::Paused);
                    }
                    self.gone += 1;
                    if self.gone > self.limit() {
                        return Err(WaysError::TooMany(self.limit()));
                    }
                }
                for (_, order, _) in &answers {
                    self.unrolled.give(order.clone());
                }
                self.unrolled.change_dice(std::mem::take(&mut dice));
                let next = self.task(answers.last().map_or(progress, |(.., progress)| *progress), &mut answers)?;
                if let Some(AnyDice::Enumerated(thrown)) = self.unrolled.change_dice(EnumeratedDice::default()) {
                    dice = thrown;
                }
                is_sure &= dice.thrown() == 0;
                if let (true, Next::More(after)) = (is_sure, &next) {
                    // Nothing was thrown: there is one way, and it goes on from here.
                    progress = *after;
                    dice = self.dice();
                    break;
                }
                if let Some(turning) = self.turnings.pop() {
                    self.unrolled.back_to(&moment);
                    Turning { mark, dice, answers, ways } = turning;
                    continue;
                }
                let following = match next {
                    Next::End => Arc::new(Distribution::certain(self.end()?)),
                    Next::More(after) => {
                        self.deep += 1;
                        let following = self.from(after, self.dice());
                        self.deep -= 1;
                        if matches!(following, Err(WaysError::Paused)) {
                            dice.begin_again();
                            self.left.push(Turning { mark, dice, answers, ways });
                            return Err(WaysError::Paused);
                        }
                        following?
                    }
                };
                self.is_further = true;
                ways.add(&dice, &following);
                self.unrolled.back_to(&moment);
                let Some(turned) = dice.turn()? else {
                    return Ok(self.know(mark, Arc::new(ways.finish())));
                };
                answers.retain(|(thrown, ..)| *thrown <= turned);
            }
        }
        Err(WaysError::Untold("this goes round in circles".to_owned()))
    }

    /// Notes what there may be at the end from a moment on.
    fn know(&mut self, mark: u128, told: Arc<Distribution<T>>) -> Arc<Distribution<T>> {
        self.is_further = true;
        self.known.insert(mark, told.clone());
        told
    }

    /// Dice for what comes next: of all that is thrown as much counts as is asked about.
    fn dice(&self) -> EnumeratedDice {
        self.course.reading(EnumeratedDice::default())
    }

    fn limit(&self) -> u64 {
        self.course.limit.unwrap_or(WAYS)
    }

    /// Goes through the next task with the dice that are in the cup, and answers what is asked in it.
    fn task(&mut self, mut progress: Progress, answers: &mut Vec<(usize, Order, Progress)>) -> Result<Next, WaysError> {
        loop {
            match self.unrolled.step() {
                Stepped::Did(Task::RunDown) if self.course.is_near => {
                    return Err(WaysError::Untold("the round is over".to_owned()));
                }
                Stepped::Did(task) => {
                    progress.reached |= self.reaches(&task);
                    return Ok(Next::More(progress));
                }
                Stepped::Over => return Ok(Next::End),
                Stepped::Broken(Pause::Dice(why)) => return Err(why.into()),
                Stepped::Broken(pause) => return Err(WaysError::Untold(format!("the battle cannot go on: {pause}"))),
                Stepped::Asked => {
                    let Some((order, after)) = self.answer(progress)? else { return Ok(Next::End) };
                    answers.push((usize::try_from(self.unrolled.thrown()).unwrap_or(usize::MAX), order.clone(), after));
                    self.unrolled.give(order);
                    progress = after;
                }
            }
        }
    }

    /// Whether that was what one looks on for.
    fn reaches(&self, task: &Task) -> bool {
        match (self.course.until, task) {
            (Until::TurnEnd, Task::End(who)) => self.doer.is_none_or(|doer| doer == *who),
            (Until::RoundEnd, Task::RunDown) | (Until::Round, Task::Round) => true,
            (Until::Turn(id), Task::Begin(who)) => id == *who,
            (Until::TurnOrOut(id), Task::Begin(who)) => id == *who && self.may_move(),
            _ => false,
        }
    }

    /// Whether the part of a turn that has begun is more than a blow before or after the turns of others.
    fn may_move(&self) -> bool {
        let phase = self.unrolled.look().map(|look| look.clock().phase);
        !matches!(phase, Some(Phase::First | Phase::Last))
    }

    fn is_over(&self, progress: Progress) -> bool {
        let all = self.next_deed(progress.used) >= self.course.orders.len();
        match self.course.until {
            Until::Deed => all && progress.left.is_some_and(|left| self.unrolled.left() <= left),
            Until::Choice => false,
            Until::TurnOrOut(who) => progress.reached || self.unrolled.look().is_some_and(|look| !look.is_in_play(who)),
            _ => progress.reached,
        }
    }

    /// What is told at the end of a way.
    fn end(&mut self) -> Result<T, WaysError> {
        let look = self.unrolled.look().ok_or_else(|| WaysError::Untold("there is no battle".to_owned()))?;
        (self.tell)(Ended { look, told: self.unrolled.told() }).map_err(WaysError::Untold)
    }

    /// What it hangs on whether the deed succeeds.
    fn tried(&self) -> Option<[Option<(Option<bool>, i32)>; 2]> {
        let (who, target) = self.course.tried?;
        let told = self.unrolled.told();
        Some([outcome::first(told, who), target.and_then(|target| outcome::first(told, target))])
    }

    /// What has been thrown so far, as far as it is asked about.
    fn read(&self) -> Vec<(Option<Id>, RuleId, String, Option<bool>, i32)> {
        let everything = match self.course.reads {
            Reads::Nothing => return Vec::new(),
            Reads::Passed => false,
            Reads::Everything => true,
        };
        let roll = |fact: &Fact| {
            let roll = fact.roll.as_ref().filter(|roll| everything || roll.success.is_some());
            let (label, success) = roll.map_or((String::new(), None), |roll| (roll.label.clone(), roll.success));
            let total = roll.filter(|_| everything).map_or(0, |roll| roll.total);
            (everything || roll.is_some())
                .then(|| (fact.who, if everything { fact.rule } else { RuleId::default() }, label, success, total))
        };
        self.unrolled.told().iter().filter_map(roll).collect()
    }
}
