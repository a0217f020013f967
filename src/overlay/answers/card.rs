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
/// Where it is too high for its field fewer answers lie open, but never fewer than these.
const FEWEST: usize = 2;
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

    /// How large a card is at most over this field that would be so broad.
    pub(super) fn most(self, broad: f32, (field, scale): (Rect, f32)) -> Vec2 {
        Card::most(field, broad.min(self.broad(field, scale)), self == Self::Scant)
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

/// How a card turned out to be where nobody saw it.
pub(super) struct Found {
    /// How large it is.
    pub size: Vec2,
    /// How much it grows once all of its answers are unfolded.
    pub unfolds: f32,
    /// How high it is down to the end of its likeliest answer.
    pub head: f32,
    /// The same down to the end of what unfolds all others.
    pub answers: f32,
    /// So many answers lie open.
    pub open: usize,
}

/// How far the answers are scrolled once all of them are unfolded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Scroll {
    /// They are folded.
    #[default]
    Free,
    /// So far that what was unfolded is in sight, until somebody scrolls.
    Held(f32),
    /// They were held, and somebody has scrolled since.
    Left,
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
    /// How many answers lie open at most: where more did it was too high for its field.
    open: Option<usize>,
    /// How often it was laid.
    tries: usize,
    /// Whether it was as large twice: some things are laid by how large they were before.
    is_settled: bool,
    /// Whether it has been drawn since where everybody sees it.
    is_seen: bool,
    /// How high it was last with all of its answers unfolded, where it grows upwards by them.
    risen: Option<f32>,
    scroll: Scroll,
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

    /// How far its answers are scrolled, as long as they are held there.
    pub(super) fn scrolled(&self) -> Option<f32> {
        match self.scroll {
            Scroll::Held(far) => Some(far),
            Scroll::Free | Scroll::Left => None,
        }
    }

    /// Its answers are scrolled so far now, of at most so far. Where they are unfolded they are to be scrolled so far as to show
    /// what was unfolded.
    pub(super) fn holds(&mut self, context: &Context, (far, most): (f32, f32), wanted: Option<f32>) {
        let moved = |held: f32| (held.min(most.max(0.0)) - far).abs() > 1.0;
        self.scroll = match (wanted.map(|wanted| wanted.clamp(0.0, most.max(0.0))), self.scroll) {
            (None, _) => Scroll::Free,
            (Some(_), Scroll::Left) => Scroll::Left,
            (Some(_), Scroll::Held(held)) if moved(held) => Scroll::Left,
            (Some(wanted), before) => {
                if before != Scroll::Held(wanted) {
                    context.request_repaint();
                }
                Scroll::Held(wanted)
            }
        };
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

    /// How many answers lie open at most.
    pub(super) fn open(&self, put: Put) -> usize {
        self.open.filter(|_| self.of == Some(put)).unwrap_or(usize::MAX)
    }

    /// It was laid where nobody sees it over a field with room for so high a card, and was found to be so.
    pub(super) fn note(&mut self, context: &Context, put: Put, found: &Found, high: f32) {
        let Found { size, unfolds, head, answers, open } = *found;
        let is_new = self.of != Some(put);
        let tries = if is_new { 1 } else { self.tries + 1 };
        let is_settled = tries >= MOST || tries > 1 && (self.size - size).length() < 1.0;
        let before = self.open.filter(|_| !is_new);
        // What has no room lies one click deeper, rather than below what is in sight: as long as that makes fewer of them.
        let has_fewer = open > FEWEST && before.is_none_or(|before| open <= before);
        let fewer = (is_settled && answers > high + 1.0 && has_fewer).then(|| open - 1);
        *self = Self {
            of: Some(put),
            size,
            unfolds,
            head,
            open: fewer.or(before),
            tries: if fewer.is_some() { 0 } else { tries },
            is_settled: is_settled && fewer.is_none(),
            ..Self::default()
        };
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

    /// Where it is switched whether answers are listed that cannot be given.
    pub fn switch(&self) -> Option<Rect> {
        self.offers.switch
    }

    /// The card of the question, once it has been measured: over this field, which is seen so, with text of this size.
    pub fn card(&mut self, look: Look<'_>, view: &View, (field, scale): (Rect, f32)) -> Option<Card> {
        let (question, who) = put(look, &self.pace, &self.timeline)?;
        let put = Put::of(look, (question, who), self.offers.everything, (field, scale));
        let Measured { size, unfolds, head, .. } = *self.measured;
        self.measured.knows(put).then(|| {
            let room = Room::of(field, scale);
            let most = room.most(size.x, (field, scale));
            let size = size.min(most);
            let choices = self.known.choices(look);
            let (about, [kept, free, others, own, line]) = about::lying(look, view, (question, who), &choices, field);
            let least = if room == Room::Ample { 1.0 } else { NARROW };
            let (opens, unfolds) = (unfolds, unfolds.min(most.y - size.y));
            Card { size, least, unfolds, opens, head, about, kept, free, others, own, line, before: None }
        })
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    /// Promise: where a card is too high for its field fewer answers lie open until it is not, as long as that makes fewer of
    /// them.
    #[test]
    fn fewer_answers_lie_open_until_there_is_room() {
        let field = Rect::from_min_max(pos2(0.0, 0.0), pos2(1000.0, 400.0));
        let put = Put { told: (1, 1), who: Id(0), by: None, everything: false, field, scale: 2.0 };
        let laid = |least: usize| {
            let mut measured = Measured::default();
            for _ in 0..20 {
                let open = measured.open(put).clamp(least, 4);
                let answers = 90.0 * open as f32;
                let found = Found { size: vec2(500.0, answers + 20.0), unfolds: 0.0, head: 90.0, answers, open };
                if measured.knows(put) {
                    return open;
                }
                measured.note(&Context::default(), put, &found, 300.0);
            }
            panic!("it is measured for ever");
        };
        assert_eq!([1, 2, 3, 4].map(laid), [3, 3, 3, 4]);
    }

    /// Promise: what is unfolded is held in sight until somebody scrolls, and again once it is unfolded anew.
    #[test]
    fn what_is_unfolded_is_held_until_somebody_scrolls() {
        let (context, mut measured) = (Context::default(), Measured::default());
        let mut at = |far: f32, wanted: Option<f32>| {
            measured.holds(&context, (far, 200.0), wanted);
            measured.scrolled()
        };
        assert_eq!(at(0.0, Some(120.0)), Some(120.0));
        assert_eq!(at(120.0, Some(140.0)), Some(140.0), "more of it is known");
        assert_eq!(at(140.0, Some(500.0)), Some(200.0), "no farther than there is");
        assert_eq!(at(150.0, Some(200.0)), None, "somebody has scrolled");
        assert_eq!(at(150.0, Some(200.0)), None);
        assert_eq!(at(0.0, None), None, "it is folded");
        assert_eq!(at(0.0, Some(120.0)), Some(120.0));
    }
}
