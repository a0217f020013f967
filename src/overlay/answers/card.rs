//! Which question is put beside a token, and how large its card is: measured once, where nobody sees it, before it is laid.

use bevy::ecs::prelude::{Res, ResMut, Resource};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{Context, Rect, Vec2};

use super::room::Room;
use super::{Offers, about, is_beside};
use crate::battle::{Decisions, Id, Look, Question};
use crate::overlay::camera::View;
use crate::overlay::course::Pace;
use crate::overlay::hud::layout::{Card, Over};
use crate::overlay::known::Known;
use crate::overlay::timeline::Timeline;
use crate::overlay::view::FieldView;

/// It is measured no oftener than this before it is shown.
const MOST: usize = 4;
/// Where it is too high for its field fewer answers lie open, but never fewer than these, and as many are in sight.
pub(super) const FEWEST: usize = 2;
/// Points between a card and what switches whether answers are listed that cannot be given.
const APART: f32 = 4.0;

/// The question that is put beside a token now, and whoever is asked.
pub(super) fn put<'w>(look: Look<'w>, pace: &Pace, timeline: &Timeline) -> Option<(&'w Question, Id)> {
    let is_put = |question: &&Question| is_beside(look, question) && !pace.holds_back(question);
    let question = look.question().filter(is_put).filter(|_| !pace.auto && !timeline.looks_back())?;
    let who = question.who.filter(|_| look.is_played_here(question.side))?;
    Some((question, who))
}

/// What a card tells beside what is asked and what can be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tells {
    /// What cannot be answered.
    pub everything: bool,
    /// What hangs on answers.
    pub foresees: bool,
}

/// What a card was measured for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Put {
    /// So many facts had been told before it, and so many decisions made.
    told: (usize, usize),
    who: Id,
    by: Option<Id>,
    tells: Tells,
    over: Over,
}

impl Put {
    /// That of a question over this.
    pub(super) fn of(look: Look<'_>, (question, who): (&Question, Id), tells: Tells, over: Over) -> Self {
        let made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        Self { told: (look.facts().len(), made), who, by: question.by, tells, over }
    }
}

/// How a card turned out to be where nobody saw it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// How large it is.
    pub size: Vec2,
    /// How much it grows once all of its answers are unfolded.
    pub unfolds: f32,
    /// How high it is with as few answers open as may be, and what unfolds the others.
    pub head: f32,
    /// The same with all answers that lie open.
    pub answers: f32,
    /// So many of them do.
    pub open: usize,
}

/// How high parts of a card were as they were drawn last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parts {
    /// What unfolds all other answers, with the room above it.
    pub unfolds: f32,
    /// What is to be in sight of all that lies below it.
    pub below: f32,
    /// Where that ends so that no line is cut, if it has no room for all of it.
    pub ends: Option<f32>,
}

/// How large the card of the question is.
#[derive(Resource, Debug, Default)]
pub struct Measured {
    of: Option<Put>,
    found: Found,
    parts: Parts,
    /// How many answers lie open at most: where more did there was no room for it.
    most: Option<usize>,
    /// How broad it is at most, where there was no more room: how many lines it has then is known once it is measured so.
    narrow: Option<f32>,
    /// How often it was laid.
    tries: usize,
    /// Whether it was as large twice: some things are laid by how large they were before.
    is_settled: bool,
    /// Whether it has been drawn since where everybody sees it.
    is_seen: bool,
    /// How high it was last with all of its answers unfolded, where it grows upwards by them.
    risen: Option<f32>,
    /// How far its answers were scrolled for whoever unfolded them.
    scrolled: Option<f32>,
}

impl Measured {
    /// Whether a question is put that nobody sees yet: then the next frame comes at once, whoever touches anything or not.
    pub fn waits(&self) -> bool {
        self.of.is_some() && !self.is_seen
    }

    /// It is drawn where everybody sees it.
    pub(super) fn seen(&mut self) {
        self.is_seen = true;
    }

    /// Whether it has been drawn where everybody sees it.
    pub(super) const fn is_drawn(&self) -> bool {
        self.is_seen
    }

    /// How high parts of it were as they were drawn last.
    pub(super) const fn parts(&self) -> Parts {
        self.parts
    }

    /// Parts of it are so high now: by that it is drawn next.
    pub(super) fn drawn(&mut self, context: &Context, parts: Parts) {
        let Parts { unfolds, below, ends } = std::mem::replace(&mut self.parts, parts);
        let is_other = |one: f32, other: f32| (one - other).abs() > 0.5;
        let ends_so = ends.zip(parts.ends).map_or(ends == parts.ends, |(before, now)| !is_other(before, now));
        if is_other(unfolds, parts.unfolds) || is_other(below, parts.below) || !ends_so {
            context.request_repaint();
        }
    }

    /// No question is put.
    pub(super) fn put_away(&mut self) {
        *self = Self::default();
    }

    /// How high it is while it grows upwards, once that is known: its lower edge stays.
    pub(super) const fn risen(&self) -> Option<f32> {
        self.risen
    }

    /// It grows upwards and is so high now, or does not.
    pub(super) fn rises(&mut self, context: &Context, high: Option<f32>) {
        let is_new = self.risen.zip(high).is_none_or(|(before, high)| (before - high).abs() > 0.5);
        if is_new && self.risen.or(high).is_some() {
            self.risen = high;
            context.request_repaint();
        }
    }

    /// How far its answers were scrolled for whoever unfolded them, if they are unfolded.
    pub(super) const fn scrolled(&self) -> Option<f32> {
        self.scrolled
    }

    /// Its answers are unfolded and scrolled so far, or they are not.
    pub(super) const fn scrolls(&mut self, far: Option<f32>) {
        self.scrolled = far;
    }

    /// Whether it is known how large this one is.
    pub(super) fn knows(&self, put: Put) -> bool {
        self.is_settled && self.of == Some(put)
    }

    /// How broad it has come to be so far, if it was laid for this.
    pub(super) fn broad(&self, put: Put) -> Option<f32> {
        (self.of == Some(put)).then_some(self.found.size.x)
    }

    /// How broad it is at most, if it was laid for this and had no more room.
    pub(super) fn narrow(&self, put: Put) -> Option<f32> {
        self.narrow.filter(|_| self.of == Some(put))
    }

    /// How many answers lie open at most.
    pub(super) fn open(&self, put: Put) -> usize {
        self.most.filter(|_| self.of == Some(put)).unwrap_or(usize::MAX)
    }

    /// It was laid where nobody sees it over a field with room for so high a card, and was found to be so.
    pub(super) fn note(&mut self, context: &Context, put: Put, found: Found, high: f32) {
        let is_new = self.of != Some(put);
        let tries = if is_new { 1 } else { self.tries + 1 };
        let is_settled = tries >= MOST || tries > 1 && (self.found.size - found.size).length() < 1.0;
        let (most, narrow, parts) = (self.most.filter(|_| !is_new), self.narrow.filter(|_| !is_new), self.parts);
        *self = Self { of: Some(put), found, parts, most, narrow, tries, is_settled, ..Self::default() };
        if is_settled && found.answers > high + 1.0 {
            self.opens_fewer();
        }
        context.request_repaint();
    }

    /// How high it would be with as few answers open as may be, if there are more of them; while it is looked at they stay.
    fn fewer(&self) -> Option<f32> {
        let Found { head, open, .. } = self.found;
        // Once no fewer of them come of it there is no use in asking for fewer.
        let has_fewer = open > FEWEST && self.most.is_none_or(|most| open <= most) && !self.is_seen;
        has_fewer.then_some(head)
    }

    /// What has no room lies one click deeper, rather than below what is in sight, where it can: it is measured anew then.
    fn opens_fewer(&mut self) -> bool {
        let has_fewer = self.fewer().is_some();
        if has_fewer {
            (self.most, self.tries, self.is_settled) = (Some(self.found.open - 1), 0, false);
        }
        has_fewer
    }

    /// It would lie here: whether it is to be narrower, or fewer answers are to lie open, as it has no room there as it is. While
    /// it is looked at it stays.
    fn lacks_room(&mut self, lies: Rect) -> bool {
        let Found { size, answers, .. } = self.found;
        if lies.width() + 1.0 < size.x && self.narrow.is_none() && !self.is_seen {
            (self.narrow, self.tries, self.is_settled) = (Some(lies.width()), 0, false);
            return true;
        }
        // What is narrower has the more lines.
        let high = answers * (size.x / lies.width().max(1.0)).max(1.0);
        lies.height() + 1.0 < high && self.opens_fewer()
    }
}

/// What is asked, before it is drawn.
#[derive(SystemParam)]
pub struct Asking<'w> {
    pace: Res<'w, Pace>,
    timeline: Res<'w, Timeline>,
    offers: Res<'w, Offers>,
    measured: ResMut<'w, Measured>,
    known: ResMut<'w, Known>,
    view: Res<'w, FieldView>,
}

impl Asking<'_> {
    /// Whether all answers to it are unfolded.
    pub fn is_unfolded(&self) -> bool {
        self.offers.others
    }

    /// Whether its card has no room here as it is: narrower or with fewer answers open it is measured anew.
    pub fn lacks_room(&mut self, lies: Rect) -> bool {
        self.measured.lacks_room(lies)
    }

    /// The card of the question, once it has been measured: over this, where the field is seen so.
    pub fn card(&mut self, look: Look<'_>, view: &View, over: Over) -> Option<Card> {
        let (question, who) = put(look, &self.pace, &self.timeline)?;
        let tells = Tells { everything: self.offers.everything, foresees: self.view.foresees };
        let put = Put::of(look, (question, who), tells, over);
        let Found { size, unfolds, head, .. } = self.measured.found;
        self.measured.knows(put).then(|| {
            let room = Room::of(over);
            let most = room.most(size.x, over);
            let size = size.min(most);
            let choices = self.known.choices(look);
            let asked = (question, who);
            let (about, [kept, free, others, own, line]) = about::lying(look, view, asked, &choices, over.field);
            let least = if self.measured.narrow(put).is_some() { 1.0 } else { room.least() };
            let (opens, unfolds) = (unfolds, unfolds.min(most.y - size.y));
            let (fewer, switch) = (self.measured.fewer(), self.offers.switch.map(|switch| switch.expand(APART)));
            Card {
                size,
                least,
                unfolds,
                opens,
                head,
                fewer,
                about,
                kept,
                free,
                others,
                own,
                line,
                switch,
                before: None,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{pos2, vec2};

    use super::*;

    /// A question with room for hardly more than answers.
    fn question() -> Put {
        let field = Rect::from_min_max(pos2(0.0, 0.0), pos2(1000.0, 400.0));
        let strip = Rect::from_x_y_ranges(0.0..=1000.0, 400.0..=480.0);
        let over = Over { whole: field.union(strip), field, strip, scale: 2.0 };
        let tells = Tells { everything: false, foresees: true };
        Put { told: (1, 1), who: Id(0), by: None, tells, over }
    }

    /// Promise: where a card is too high for its field fewer answers lie open until it is not, as long as that makes fewer of
    /// them.
    #[test]
    fn fewer_answers_lie_open_until_there_is_room() {
        let put = question();
        let laid = |least: usize| {
            let mut measured = Measured::default();
            for _ in 0..20 {
                let open = measured.open(put).clamp(least, 4);
                let answers = 90.0 * open as f32;
                let found = Found { size: vec2(500.0, answers + 20.0), unfolds: 0.0, head: 90.0, answers, open };
                if measured.knows(put) {
                    return open;
                }
                measured.note(&Context::default(), put, found, 300.0);
            }
            panic!("it is measured for ever");
        };
        assert_eq!([1, 2, 3, 4].map(laid), [3, 3, 3, 4]);
    }

    /// Promise: where a card is laid narrower than it was measured it is measured so, and where it is laid lower than its answers
    /// take fewer of them lie open, but for what is looked at already; what lies below them may be cut.
    #[test]
    fn fewer_answers_lie_open_where_a_card_is_laid_low() {
        let put = question();
        let measured = || {
            let mut measured = Measured::default();
            let found = Found { size: vec2(400.0, 240.0), unfolds: 0.0, head: 90.0, answers: 200.0, open: 3 };
            (0..2).for_each(|_| measured.note(&Context::default(), put, found, 300.0));
            assert!(measured.knows(put));
            measured
        };
        let lacks = |wide: f32, high: f32| {
            let mut measured = measured();
            let lies = Rect::from_min_size(put.over.field.min, vec2(wide, high));
            (measured.lacks_room(lies), measured.knows(put), measured.open(put))
        };
        let (fits, fewer, narrower) = ((false, true, usize::MAX), (true, false, 2), (true, false, usize::MAX));
        let laid = [(400.0, 240.0), (400.0, 200.0), (400.0, 190.0), (320.0, 250.0)];
        assert_eq!(laid.map(|(wide, high)| lacks(wide, high)), [fits, fits, fewer, narrower]);
        let mut seen = measured();
        seen.seen();
        assert!(!seen.lacks_room(Rect::from_min_size(put.over.field.min, vec2(400.0, 120.0))), "it is looked at");
    }
}
