//! Somebody at a stop of the tour: what has been answered and seen there.

use crate::board::Square;
use crate::learn::{Answer, Form, Walk, filled};
use crate::overlay::learn::reel::{Now, Reel};
use crate::rulebook::learn::{Asks, Learn, Stop};

/// Somebody at a stop of the tour.
pub struct Walking {
    pub(super) walk: Walk,
    pub(super) text: String,
    pub(super) then: Option<String>,
    pub(super) reel: Option<Reel>,
    /// When the picture began to move, by the clock of the page; it waits for an answer.
    began: Option<f64>,
    /// It has waited for one: how it stood before the first deed has been seen.
    waited: bool,
    /// It was seen to its end, or passed over.
    pub(super) is_over: bool,
    /// What it showed last.
    pub(super) shown: Option<Now>,
}

impl Walking {
    /// Whoever comes to this stop.
    pub(super) fn to(learn: &Learn, at: usize) -> Option<Self> {
        let walk = Walk::to(learn, at);
        let stop = learn.tour.get(walk.at())?;
        let text = |told| filled(told, &stop.shows.lesson).unwrap_or_else(|why| why);
        let (text, then) = (text(&stop.text), stop.then.as_ref().map(text));
        let mut reel = Reel::of(&stop.shows, &stop.on);
        if let (Some(reel), Some(Asks::Flank { who, .. })) =
            (&mut reel, stop.question.as_ref().map(|query| &query.of.value))
        {
            reel.hides = reel.named(&who.value);
        }
        // Every square that may be meant is seen.
        if let (Some(reel), Some(Form::Squares { among, .. })) = (&mut reel, walk.posed().map(|posed| &posed.form)) {
            reel.area.take_in(among);
        }
        Some(Self { walk, text, then, reel, began: None, waited: false, is_over: false, shown: None })
    }

    /// At which stop, counted from 0.
    pub const fn at(&self) -> usize {
        self.walk.at()
    }

    /// What the picture shows at this second of the page.
    pub(super) fn now(&mut self, second: f64, moves: bool) -> Option<Now> {
        let reel = self.reel.as_mut()?;
        if self.walk.is_asked() {
            (self.began, self.waited) = (None, true);
            return Some(Now { moment: 0, share: 1.0, line: None, step: 1.0, is_over: false });
        }
        reel.hides = None;
        let seen = if std::mem::take(&mut self.waited) { reel.opening() } else { 0.0 };
        let since = second - *self.began.get_or_insert(second - seen);
        let now = if moves && !self.is_over { reel.at(since, false) } else { reel.end() };
        self.is_over |= now.is_over;
        Some(now)
    }

    /// The squares that are marked in the picture, by their numbers, with whether that is since they are right: those that may be
    /// meant as long as they can be clicked, then what is right and what was said.
    pub(super) fn marked(&self) -> Vec<(usize, Square, bool)> {
        let Some(Form::Squares { among, right }) = self.walk.posed().map(|posed| &posed.form) else {
            return Vec::new();
        };
        let is_asked = self.walk.is_asked();
        let given = self.walk.given().map(|(answer, _)| answer);
        let stays = |square: Square| right.contains(&square) || given == Some(Answer::At(square));
        let shown = (1..).zip(among.iter().copied()).filter(|(_, square)| is_asked || stays(*square));
        shown.map(|(number, square)| (number, square, !is_asked && right.contains(&square))).collect()
    }

    /// What of it is for those who look on: neither an answer that nobody has given nor what comes after the picture before it
    /// has been seen.
    pub fn told<'w>(&'w self, stop: &'w Stop) -> Told<'w> {
        let mut lines = vec![self.text.clone()];
        lines.extend(stop.question.as_ref().map(|query| query.say.clone()));
        if let Some(posed) = self.walk.posed() {
            match &posed.form {
                Form::Words { among, .. } if self.walk.is_asked() => lines.push(among.join("  ·  ")),
                _ if self.walk.given().is_some() => lines.push(format!("{}.", posed.answer)),
                _ => {}
            }
        }
        lines.extend(self.then.clone().filter(|_| self.is_over && !self.walk.is_asked()));
        let shows = self.reel.as_ref().zip(self.shown).map(|(reel, now)| (reel, now, self.marked()));
        Told { title: &stop.title, lines, shows }
    }

    /// The picture from its start.
    pub(super) const fn again(&mut self) {
        (self.began, self.is_over) = (None, false);
    }
}

/// What of a stop is for those who look on.
pub struct Told<'w> {
    /// What the stop is called.
    pub title: &'w str,
    /// What is told and asked, and what was right.
    pub lines: Vec<String>,
    /// The picture, where it is, and the squares that are marked in it.
    pub shows: Option<(&'w Reel, Now, Vec<(usize, Square, bool)>)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: whoever is asked for a square sees all that may be meant.
    #[test]
    fn every_square_that_may_be_meant_is_in_the_picture() {
        let mut seen = 0;
        for (game, learn) in trial::taught() {
            for at in 0..learn.tour.len() {
                let walking = Walking::to(learn, at).unwrap();
                let Some(Form::Squares { among, .. }) = walking.walk.posed().map(|posed| &posed.form) else { continue };
                let area = walking.reel.as_ref().unwrap().area;
                let holds = |square: &Square| {
                    (area.low.x..area.high.x).contains(&square.x) && (area.low.y..area.high.y).contains(&square.y)
                };
                assert!(among.iter().all(holds), "{game}, step {}: {area:?}", at + 1);
                seen += 1;
            }
        }
        assert!(seen > 2, "{seen}");
    }
}
