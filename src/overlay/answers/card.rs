//! Which question is put beside a token, and how large its card is: measured once, where nobody sees it, before it is laid.

use bevy::ecs::prelude::{Res, ResMut, Resource};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{Context, Rect, Vec2, vec2};

use super::{Offers, about, is_beside};
use crate::battle::{Decisions, Id, Look, Question};
use crate::overlay::camera::View;
use crate::overlay::course::Pace;
use crate::overlay::hud::layout::Card;
use crate::overlay::known::Known;
use crate::overlay::timeline::Timeline;

/// Points of a card across at most, at the usual size of text: with what hangs on an answer beside it, and below it.
const BROAD: f32 = 640.0;
const COMPACT: f32 = 310.0;
/// A field that is smaller than this, at the usual size of text, has room for small cards only.
const ROOMY: Vec2 = vec2(1280.0, 520.0);
/// One that is smaller than this has room for hardly more than answers.
const SCANT: Vec2 = vec2(600.0, 240.0);
/// It is measured no oftener than this before it is shown.
const MOST: usize = 4;
/// What is unfolded is brought in sight in so many frames: what hangs on it is there from the second on.
const NEW: usize = 3;
/// A small card can be narrower by this share.
const NARROW: f32 = 0.75;

/// The question that is put beside a token now, and whoever is asked.
pub(super) fn put<'w>(look: Look<'w>, pace: &Pace, timeline: &Timeline) -> Option<(&'w Question, Id)> {
    let is_put = |question: &&Question| is_beside(look, question) && !pace.holds_back(question);
    let question = look.question().filter(is_put).filter(|_| !pace.auto && !timeline.looks_back())?;
    let who = question.who.filter(|_| look.is_played_here(question.side))?;
    Some((question, who))
}

/// How much room a field has for the card of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// For all of it.
    Ample,
    /// For a small card: what hangs on an answer lies below it, and hints lie deeper.
    Small,
    /// For hardly more than answers with their odds: what hangs on one takes a line, and all else lies deeper.
    Scant,
}

impl Room {
    /// That of a field, with text of this size.
    pub(super) fn of(field: Rect, scale: f32) -> Self {
        let is_less = |than: Vec2| field.width() < than.x * scale || field.height() < than.y * scale;
        match [SCANT, ROOMY].map(is_less) {
            [true, _] => Self::Scant,
            [_, true] => Self::Small,
            _ => Self::Ample,
        }
    }

    /// How broad a card is at most over this field.
    pub(super) fn broad(self, field: Rect, scale: f32) -> f32 {
        let broad = if self == Self::Ample { BROAD } else { COMPACT };
        (broad * scale).min(field.width() * 0.5)
    }
}

/// What a card was measured for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Put {
    /// So many facts had been told before it, and so many decisions made.
    told: (usize, usize),
    who: Id,
    by: Option<Id>,
    everything: bool,
    field: Rect,
    scale: f32,
}

impl Put {
    /// That of a question over this field, with text of this size.
    pub(super) fn of(
        look: Look<'_>,
        (question, who): (&Question, Id),
        everything: bool,
        (field, scale): (Rect, f32),
    ) -> Self {
        let made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        Self { told: (look.facts().len(), made), who, by: question.by, everything, field, scale }
    }
}

/// How large the card of the question is.
#[derive(Resource, Debug, Default)]
pub struct Measured {
    of: Option<Put>,
    size: Vec2,
    /// How much it grows once all of its answers are unfolded.
    unfolds: f32,
    /// How high it is down to the end of its likeliest answer.
    head: f32,
    /// How often it was laid.
    tries: usize,
    /// Whether it was as large twice: some things are laid by how large they were before.
    is_settled: bool,
    /// Whether it has been drawn since where everybody sees it.
    is_seen: bool,
    /// How high it was last with all of its answers unfolded, where it grows upwards by them.
    risen: Option<f32>,
    /// For how many frames all of its answers have been unfolded.
    unfolded: usize,
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

    /// Its other answers are unfolded now, or not; whether that is new, so that they are to be brought in sight.
    pub(super) const fn opens(&mut self, unfolded: bool) -> bool {
        self.unfolded = if unfolded { self.unfolded.saturating_add(1) } else { 0 };
        self.unfolded > 0 && self.unfolded <= NEW
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

    /// Whether it is known how large this one is.
    pub(super) fn knows(&self, put: Put) -> bool {
        self.is_settled && self.of == Some(put)
    }

    /// How broad it has come to be so far, if it was laid for this.
    pub(super) fn broad(&self, put: Put) -> Option<f32> {
        (self.of == Some(put)).then_some(self.size.x)
    }

    /// It was laid where nobody sees it, and was so large.
    pub(super) fn note(&mut self, context: &Context, put: Put, (size, unfolds, head): (Vec2, f32, f32)) {
        let tries = if self.of == Some(put) { self.tries + 1 } else { 1 };
        let is_settled = tries >= MOST || tries > 1 && (self.size - size).length() < 1.0;
        let (is_seen, risen, unfolded) = (false, None, 0);
        *self = Self { of: Some(put), size, unfolds, head, tries, is_settled, is_seen, risen, unfolded };
        context.request_repaint();
    }
}

/// What is asked, before it is drawn.
#[derive(SystemParam)]
pub struct Asking<'w> {
    pace: Res<'w, Pace>,
    timeline: Res<'w, Timeline>,
    offers: Res<'w, Offers>,
    measured: Res<'w, Measured>,
    known: ResMut<'w, Known>,
}

impl Asking<'_> {
    /// Whether all answers to it are unfolded.
    pub fn is_unfolded(&self) -> bool {
        self.offers.others
    }

    /// The card of the question, once it has been measured: over this field, which is seen so, with text of this size.
    pub fn card(&mut self, look: Look<'_>, view: &View, (field, scale): (Rect, f32)) -> Option<Card> {
        let (question, who) = put(look, &self.pace, &self.timeline)?;
        let put = Put::of(look, (question, who), self.offers.everything, (field, scale));
        let Measured { size, unfolds, head, .. } = *self.measured;
        self.measured.knows(put).then(|| {
            let room = Room::of(field, scale);
            let most = Card::most(field, size.x.min(room.broad(field, scale)), room == Room::Scant);
            let size = size.min(most);
            let choices = self.known.choices(look);
            let (about, [kept, free, others, line]) = about::lying(look, view, (question, who), &choices, field);
            let least = if room == Room::Ample { 1.0 } else { NARROW };
            let (opens, unfolds) = (unfolds, unfolds.min(most.y - size.y));
            Card { size, least, unfolds, opens, head, about, kept, free, others, line, before: None }
        })
    }
}
