//! A battle that was played, looked at again by several threads: each plays it again for itself, and looks at what falls to it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;

use super::seen::{Eye, Seen, Task, plan};
use super::{Analysis, Effort, Judged, VERSION, winner};
use crate::battle::{Decision, Ended, Look, Side, Sides, advance, answer, caught, quiet_world};
use crate::record::{Origin, PEOPLE, RecordError, decisions, digest};

/// How far an analysis has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// What is known so far: of a decision that was not looked at yet no more than what was decided.
    pub found: &'a Analysis,
    /// Decisions that have been looked at.
    pub decisions: usize,
    /// The share of the whole that is done.
    pub share: f64,
}

/// What several threads find out together.
struct Shared<'a, F> {
    known: Mutex<(Analysis, usize, usize)>,
    /// Things that are looked at.
    of: usize,
    done: &'a F,
    /// Whether it was said not to go on.
    stops: AtomicBool,
}

impl<F: Fn(Progress<'_>) -> ControlFlow<()>> Shared<'_, F> {
    /// Notes something that was found, and whether to go on.
    fn note(&self, is_decision: bool, note: impl FnOnce(&mut Analysis)) -> ControlFlow<()> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (found, decisions, steps) = &mut *known;
        note(found);
        (*decisions, *steps) = (*decisions + usize::from(is_decision), *steps + 1);
        let share = *steps as f64 / self.of.max(1) as f64;
        let goes_on = (self.done)(Progress { found, decisions: *decisions, share });
        if goes_on.is_break() {
            self.stops.store(true, Ordering::Relaxed);
        }
        goes_on
    }
}

/// A battle that was played, to be looked at again.
#[derive(Clone, Debug)]
pub struct Played {
    origin: Origin,
    decisions: Vec<Decision>,
    digest: String,
}

impl Played {
    /// A battle as far as it has come; nothing for one that nobody can begin again.
    pub fn of(world: &World, battle: Entity) -> Option<Self> {
        let origin = world.get::<Origin>(battle)?.clone();
        Some(Self { origin, decisions: decisions(world, battle).to_vec(), digest: digest(world, battle) })
    }

    /// How many decisions it has.
    pub const fn decisions(&self) -> usize {
        self.decisions.len()
    }

    /// Which battle it is.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Analyses it on so many threads; `done` hears of each thing that was found, and says whether to go on: nothing comes of
    /// what was broken off but what was heard. What people decided comes first, and of that what threw dice.
    ///
    /// # Errors
    /// With the first decision that cannot be made again.
    pub fn analysed(
        &self,
        effort: Effort,
        threads: usize,
        done: impl Fn(Progress<'_>) -> ControlFlow<()> + Sync,
    ) -> Result<Option<Analysis>, RecordError> {
        let broke = |fault| RecordError::Broke { number: 0, order: "the analysis".to_owned(), fault };
        let (blank, people) = caught(|| self.blank(effort)).unwrap_or_else(|fault| Err(broke(fault)))?;
        let plan = plan(effort, &self.decisions, &people);
        let of = plan.iter().map(Vec::len).sum();
        let shared = Shared { known: Mutex::new((blank, 0, 0)), of, done: &done, stops: AtomicBool::new(false) };
        let threads = threads.clamp(1, 64);
        let walk = |part: usize| -> Result<(), RecordError> {
            for rank in &plan {
                let tasks: Vec<Task> = rank.iter().copied().skip(part).step_by(threads).collect();
                if shared.stops.load(Ordering::Relaxed) || tasks.is_empty() {
                    continue;
                }
                let eye = Eye { effort, all: self.decisions.len(), tasks };
                caught(|| self.walk(&eye, &shared)).unwrap_or_else(|fault| Err(broke(fault)))?;
            }
            Ok(())
        };
        let walked: Result<(), RecordError> = std::thread::scope(|scope| {
            let walk = &walk;
            let others: Vec<_> = (1..threads).map(|part| scope.spawn(move || walk(part))).collect();
            let first = walk(0);
            let others =
                others.into_iter().map(|other| other.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
            std::iter::once(first).chain(others).collect()
        });
        walked?;
        let is_whole = !shared.stops.into_inner();
        let (found, ..) = shared.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(is_whole.then_some(found))
    }

    /// The battle with nothing judged yet, and which of its sides people play.
    fn blank(&self, effort: Effort) -> Result<(Analysis, Vec<bool>), RecordError> {
        let (mut people, mut decisions) = (Vec::new(), Vec::new());
        let (version, digest) = (VERSION, self.digest.clone());
        let (sides, moments) = (Vec::new(), Vec::new());
        let mut found = Analysis { version, digest, effort, sides, winner: None, moments, decisions: Vec::new() };
        self.replay(|look, at| {
            match at {
                At::Before(_, decision) => decisions.push(Judged::blank(look, decision)),
                At::After(_) => {}
                At::End => {
                    let all = look.battle::<Sides>().map_or(&[][..], |sides| &sides.0);
                    found.sides = all.iter().map(|side| side.name.clone()).collect();
                    let seats = &self.origin.seats;
                    let is_persons =
                        |(at, side): (usize, &Side)| seats.get(at).map_or(side.is_players, |by| by == PEOPLE);
                    people = all.iter().enumerate().map(is_persons).collect();
                    found.winner = look.battle::<Ended>().and_then(|ended| ended.0.as_ref()).and_then(winner);
                }
            }
            ControlFlow::Continue(())
        })?;
        found.decisions = decisions;
        Ok((found, people))
    }

    /// Looks at all that falls to this eye, as far as it is to go on.
    fn walk<F: Fn(Progress<'_>) -> ControlFlow<()>>(
        &self,
        eye: &Eye,
        shared: &Shared<'_, F>,
    ) -> Result<(), RecordError> {
        let mut seen = Seen::default();
        self.replay(|look, at| match at {
            // Nothing is left to look at.
            At::Before(number, _) if eye.is_past(number) => ControlFlow::Break(()),
            At::Before(number, decision) => {
                if eye.looks_at(Task::Moment(number)) {
                    let moment = seen.chances(eye, look, number);
                    shared.note(false, |found| found.add(moment))?;
                }
                if eye.looks_at(Task::Decision(number)) {
                    let after = self.decisions.get(number + 1).map(|next| next.dice);
                    seen.before(eye, look, (number, decision, after));
                }
                ControlFlow::Continue(())
            }
            At::After(number) => match seen.after(look) {
                Some(judged) => shared.note(true, |found| {
                    found.decisions.get_mut(number).into_iter().for_each(|blank| blank.clone_from(&judged));
                }),
                None => ControlFlow::Continue(()),
            },
            At::End if eye.looks_at(Task::Moment(eye.all)) => {
                let moment = seen.chances(eye, look, eye.all);
                shared.note(false, |found| found.add(moment))
            }
            At::End => ControlFlow::Continue(()),
        })
    }

    /// Plays it again in a world of its own, and shows it before and after each decision until that is enough. What was
    /// decided is answered as people do it, so that the battle can be copied in between.
    fn replay(&self, mut each: impl FnMut(Look<'_>, At<'_>) -> ControlFlow<()>) -> Result<(), RecordError> {
        let mut world = quiet_world();
        let battle = self.origin.begin(&mut world);
        for (number, decision) in self.decisions.iter().enumerate() {
            let unfit =
                |why: String| RecordError::Decision { number: number + 1, order: decision.order.to_string(), why };
            let look = Look::at(&world, battle).ok_or_else(|| unfit("there is no battle".to_owned()))?;
            if each(look, At::Before(number, decision)).is_break() {
                return Ok(());
            }
            answer(&mut world, battle, decision.order.clone()).map_err(|refusal| unfit(refusal.to_string()))?;
            advance(&mut world, battle);
            let look = Look::at(&world, battle).ok_or_else(|| unfit("there is no battle".to_owned()))?;
            if each(look, At::After(number)).is_break() {
                return Ok(());
            }
        }
        if let Some(look) = Look::at(&world, battle) {
            let _ = each(look, At::End);
        }
        Ok(())
    }
}

/// Where a battle stands that is played again.
enum At<'a> {
    /// A decision is about to be made.
    Before(usize, &'a Decision),
    /// It was made.
    After(usize),
    /// All of them were.
    End,
}
