//! A battle that was played, looked at again by several threads: each plays it again for itself, and looks at what falls to it.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;

use super::seen::{Eye, Seen, Task, plan};
use super::{Analysis, Depth, Judged, Part, VERSION, people, winner};
use crate::battle::{Decision, Ended, Look, Sides, advance, answer, caught, quiet_world};
use crate::machine::side_by_side;
use crate::record::{Origin, RecordError, decisions, digest};

/// How far an analysis has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// What is known so far: of a decision that was not looked at yet no more than what was decided.
    pub part: &'a Part,
    /// Whether a decision was looked at now, else a moment.
    pub is_decision: bool,
    /// Decisions and moments that are still to be looked at.
    pub left: (usize, usize),
    /// The share of the whole that is done.
    pub share: f64,
}

impl<'a> Progress<'a> {
    /// By what is known of so many decisions and moments.
    fn by(part: &'a Part, is_decision: bool, of: (usize, usize)) -> Self {
        let done = (part.looked.len(), part.found.moments.len());
        let left = (of.0.saturating_sub(done.0), of.1.saturating_sub(done.1));
        Self { part, is_decision, left, share: (done.0 + done.1) as f64 / (of.0 + of.1).max(1) as f64 }
    }
}

/// What several threads find out together.
struct Shared<'a, F> {
    known: Mutex<Part>,
    /// Decisions and moments of the whole.
    of: (usize, usize),
    done: &'a F,
    /// Whether it was said not to go on, or something broke down.
    stops: AtomicBool,
}

impl<F: Fn(Progress<'_>) -> ControlFlow<()>> Shared<'_, F> {
    /// Notes something that was found, and whether to go on.
    fn note(&self, is_decision: bool, note: impl FnOnce(&mut Part)) -> ControlFlow<()> {
        let mut part = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        note(&mut part);
        if (self.done)(Progress::by(&part, is_decision, self.of)).is_break() {
            self.stops.store(true, Ordering::Relaxed);
        }
        if self.stops.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A battle that was played, to be looked at again.
#[derive(Clone, Debug)]
pub struct Played {
    origin: Origin,
    decisions: Vec<Decision>,
    digest: String,
    /// The sides, by name, and which of them people play.
    sides: Vec<String>,
    people: Vec<bool>,
    winner: Option<usize>,
}

impl Played {
    /// A battle as far as it has come; nothing for one that nobody can begin again.
    pub fn of(world: &World, battle: Entity) -> Option<Self> {
        let origin = world.get::<Origin>(battle)?.clone();
        let all = world.get::<Sides>(battle).map_or(&[][..], |sides| &sides.0);
        Some(Self {
            people: people(&origin, all),
            sides: all.iter().map(|side| side.name.clone()).collect(),
            winner: world.get::<Ended>(battle).and_then(|ended| ended.0.as_ref()).and_then(winner),
            decisions: decisions(world, battle).to_vec(),
            digest: digest(world, battle),
            origin,
        })
    }

    /// How many decisions it has.
    pub const fn decisions(&self) -> usize {
        self.decisions.len()
    }

    /// Decisions and moments that are looked at with this depth.
    pub fn steps(&self, depth: Depth) -> (usize, usize) {
        let all = self.decisions();
        (all, depth.moments.min(all) + 1)
    }

    /// How far an analysis with this depth had come that was broken off.
    pub fn progress<'a>(&self, depth: Depth, part: &'a Part) -> Progress<'a> {
        Progress::by(part, false, self.steps(depth))
    }

    /// Whether something was found of this very battle, by the rules that it is played by.
    pub fn is_of(&self, found: &Analysis) -> bool {
        found.digest == self.digest && found.files == self.origin.setup.files
    }

    /// Analyses it on so many threads; `done` hears of each thing that was found, and says whether to go on: nothing comes of
    /// what was broken off but what was heard. `from`: what was found by then the last time; it is not looked at again. What
    /// people decided comes first, and of that what threw dice.
    ///
    /// # Errors
    /// With the first decision that cannot be made again.
    pub fn analysed(
        &self,
        depth: Depth,
        threads: usize,
        from: Option<Part>,
        done: impl Fn(Progress<'_>) -> ControlFlow<()> + Sync,
    ) -> Result<Option<Analysis>, RecordError> {
        let broke = |fault| RecordError::Broke { number: 0, order: "the analysis".to_owned(), fault };
        let part = from.filter(|part| part.fits(self, depth));
        let part = part.unwrap_or_else(|| self.blank(depth));
        let mut plan = plan(depth, &self.decisions, &self.people);
        plan.iter_mut().for_each(|rank| rank.retain(|task| !part.has(*task)));
        let of = self.steps(depth);
        let shared = Shared { known: Mutex::new(part), of, done: &done, stops: AtomicBool::new(false) };
        let threads = threads.clamp(1, 64);
        let walk = |part: usize| -> Result<(), RecordError> {
            for rank in &plan {
                let tasks: Vec<Task> = rank.iter().copied().skip(part).step_by(threads).collect();
                if shared.stops.load(Ordering::Relaxed) || tasks.is_empty() {
                    continue;
                }
                let eye = Eye { depth, all: self.decisions.len(), tasks, people: self.people.clone() };
                let walked = caught(|| self.walk(&eye, &shared)).unwrap_or_else(|fault| Err(broke(fault)));
                // Nothing whole comes of what the others would still find.
                walked.inspect_err(|_| shared.stops.store(true, Ordering::Relaxed))?;
            }
            Ok(())
        };
        side_by_side(threads, walk).into_iter().collect::<Result<(), RecordError>>()?;
        let is_whole = !shared.stops.into_inner();
        let part = shared.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(is_whole.then_some(part.found))
    }

    /// The battle with nothing judged yet.
    fn blank(&self, depth: Depth) -> Part {
        let found = Analysis {
            version: VERSION,
            digest: self.digest.clone(),
            files: self.origin.setup.files.clone(),
            depth,
            sides: self.sides.clone(),
            winner: self.winner,
            moments: Vec::new(),
            decisions: self.decisions.iter().map(Judged::unseen).collect(),
        };
        Part { found, looked: BTreeSet::new() }
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
                    shared.note(false, |part| part.found.add(moment))?;
                }
                if eye.looks_at(Task::Decision(number)) {
                    let after = self.decisions.get(number + 1).map(|next| next.dice);
                    seen.before(eye, look, (number, decision, after));
                }
                ControlFlow::Continue(())
            }
            At::After(number) => match seen.after(look) {
                Some(judged) => shared.note(true, |part| {
                    part.found.decisions.get_mut(number).into_iter().for_each(|blank| blank.clone_from(&judged));
                    part.looked.insert(number);
                }),
                None => ControlFlow::Continue(()),
            },
            At::End if eye.looks_at(Task::Moment(eye.all)) => {
                let moment = seen.chances(eye, look, eye.all);
                shared.note(false, |part| part.found.add(moment))
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
