//! How far the ways of a course have been gone through: whoever has little time at once goes on another time.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{Course, Ended, Progress, Search, WaysError};
use crate::battle::{Look, Order, Refusal, Touched, Unrolled, question};
use crate::dice::{Distribution, EnumeratedDice, Ways};

/// How far the ways of one course have been gone through, from one moment on.
pub struct Trail<T> {
    known: HashMap<u128, Arc<Distribution<T>>>,
    /// Steps that have been gone.
    gone: u64,
    /// The orders that were given on some way.
    done: BTreeSet<usize>,
    /// The answers that have been given.
    answered: BTreeSet<usize>,
    /// The first order that was refused.
    refused: Option<(usize, Refusal)>,
    /// What has changed on some way.
    touched: Touched,
    /// The throws on the way that was gone last, the first of them last.
    turnings: Vec<Turning<T>>,
}

/// A throw that has not fallen in all its ways yet.
pub(super) struct Turning<T> {
    /// The moment that it belongs to.
    pub mark: u128,
    /// The way that is next.
    pub dice: EnumeratedDice,
    /// What was answered before it.
    pub answers: Vec<(usize, Order, Progress)>,
    /// What came of the ways before it.
    pub ways: Ways<T>,
}

impl<T> Default for Trail<T> {
    fn default() -> Self {
        Self {
            known: HashMap::new(),
            gone: 0,
            done: BTreeSet::new(),
            answered: BTreeSet::new(),
            refused: None,
            touched: Touched::default(),
            turnings: Vec::new(),
        }
    }
}

/// The same where there is time for about so many `steps` now: nothing until all ways have been gone through. Whoever goes on
/// does it from the same moment of the same battle, in the same world.
///
/// # Errors
/// As [`ways`](super::ways).
pub fn ways_further<T: Ord + Clone>(
    world: &mut World,
    battle: Entity,
    course: &Course,
    (trail, steps): (&mut Trail<T>, u64),
    mut tell: impl FnMut(Ended<'_>) -> Result<T, String>,
) -> Result<Option<Distribution<T>>, WaysError> {
    let asked = question(world, battle).cloned();
    let is_on_turn = asked.as_ref().is_some_and(|question| question.choices.is_none());
    // What is no deed can only be an answer to what a deed brings about.
    let is_deed = |verb: &str| Look::at(world, battle).is_some_and(|look| look.deed_called(verb).is_ok());
    let between = course.orders.iter().map(|said| said.who.is_some() && !is_deed(&said.order.verb)).collect();
    let (mut unrolled, dice) = Unrolled::of(world, battle);
    let Trail { known, gone, done, answered, refused, touched, turnings } = std::mem::take(trail);
    unrolled.change_touched(touched);
    let mut search = Search {
        unrolled,
        course,
        between,
        doer: asked.and_then(|question| question.who),
        is_on_turn,
        known,
        gone,
        until: gone.saturating_add(steps),
        is_further: false,
        turnings,
        left: Vec::new(),
        deep: 0,
        done,
        answered,
        refused,
        tell: &mut tell,
    };
    let found = search.from(Progress::default(), course.reading(dice));
    if matches!(found, Err(WaysError::Paused)) {
        let touched = search.unrolled.change_touched(Touched::default());
        let Search { known, gone, done, answered, refused, left: turnings, .. } = search;
        *trail = Trail { known, gone, done, answered, refused, touched, turnings };
        return Ok(None);
    }
    let found = found?;
    // What could not be done on any way is not a matter of chance.
    let never = (0..course.orders.len()).find(|index| !search.done.contains(index));
    if let (Some(index), Some((refused, refusal))) = (never, search.refused.take())
        && index == refused
    {
        return Err(WaysError::Refused(refusal));
    }
    if let Some(said) = never.and_then(|index| course.orders.get(index)) {
        return Err(WaysError::Untold(format!("nobody is asked for `{}` on any way", said.order)));
    }
    let silent = (0..course.answers.len()).find(|index| !search.answered.contains(index));
    if let Some(said) = silent.and_then(|index| course.answers.get(index)) {
        return Err(WaysError::Untold(format!("`{said}` is no answer to anything that is asked on any way")));
    }
    Ok(Some(Arc::unwrap_or_clone(found)))
}
