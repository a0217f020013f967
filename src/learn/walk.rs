//! Somebody on the tour of a game: where they are, what they said, how far they have come.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::posed::{Answer, Posed, pose};
use crate::rulebook::learn::Learn;

/// How far somebody has come with a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// The steps of the tour that they have done, by their titles.
    pub done: BTreeSet<String>,
    /// Those of them at which what they said last was not right.
    pub missed: BTreeSet<String>,
    /// How many there are in all.
    pub of: usize,
    /// Where they were last.
    pub at: usize,
    /// Whether they have looked at what the game is in one minute.
    pub minute: bool,
}

impl Progress {
    /// How many steps are done of those that there are: "3 of 10".
    pub fn in_words(&self) -> Option<String> {
        (self.of > 0 && !self.done.is_empty()).then(|| format!("{} of {}", self.done.len().min(self.of), self.of))
    }

    /// Whether the whole tour has been done.
    pub fn is_whole(&self) -> bool {
        self.of > 0 && self.done.len() >= self.of
    }

    /// Forgets steps that are no longer there, and counts those that are.
    pub fn suit(&mut self, learn: &Learn) {
        let is_there = |title: &String| learn.tour.iter().any(|stop| stop.title == *title);
        self.done.retain(is_there);
        self.missed.retain(is_there);
        self.of = learn.tour.len();
        self.at = self.at.min(self.of.saturating_sub(1));
    }
}

/// Somebody on a tour.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// At which stop they are.
    at: usize,
    /// What is asked there.
    posed: Option<Posed>,
    /// What could not be worked out.
    wrong: Option<String>,
    /// What they said.
    given: Option<Answer>,
}

impl Walk {
    /// Comes to a stop.
    pub fn to(learn: &Learn, at: usize) -> Self {
        let at = at.min(learn.tour.len().saturating_sub(1));
        let posed = learn.tour.get(at).map_or(Ok(None), pose);
        let (posed, wrong) = posed.map_or_else(|why| (None, Some(why)), |posed| (posed, None));
        Self { at, posed, wrong, ..Self::default() }
    }

    /// At which stop they are.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// What is asked there.
    pub const fn posed(&self) -> Option<&Posed> {
        self.posed.as_ref()
    }

    /// What could not be worked out there.
    pub fn wrong(&self) -> Option<&str> {
        self.wrong.as_deref()
    }

    /// What they said, and whether it is right.
    pub fn given(&self) -> Option<(Answer, bool)> {
        let (answer, posed) = self.given.zip(self.posed.as_ref())?;
        Some((answer, posed.is_right(answer)))
    }

    /// Whether they still have to say what they think.
    pub const fn is_asked(&self) -> bool {
        self.posed.is_some() && self.given.is_none()
    }

    /// Says something; the first word counts. Whether it is right.
    pub fn answer(&mut self, answer: Answer) -> Option<bool> {
        if self.is_asked() {
            self.given = Some(answer);
        }
        Some(self.given()?.1)
    }

    /// Whether this stop is done. A question must be answered; a stop without one is done once it is opened.
    pub const fn is_done(&self) -> bool {
        !self.is_asked()
    }

    /// Notes it, once it is done, and whether what was said there is right; whether that is news.
    pub fn note(&self, learn: &Learn, progress: &mut Progress) -> bool {
        let Some(stop) = learn.tour.get(self.at).filter(|_| self.is_done()) else { return false };
        let changes = match self.given() {
            Some((_, true)) => progress.missed.remove(&stop.title),
            Some((_, false)) if !stop.question.as_ref().is_some_and(|query| query.guess) => {
                progress.missed.insert(stop.title.clone())
            }
            _ => false,
        };
        progress.done.insert(stop.title.clone()) || changes
    }
}
