//! Among whom a card lies, and where: over nobody, nor over what is read on the field, where any form of it has such a place.

use bevy_egui::egui::{Rect, Vec2};

use super::PRICE;
use crate::ahead::Way;
use crate::battle::{Id, Look};
use crate::overlay::place::{self, Among, is_over};
use crate::overlay::tokens;
use crate::overlay::view::Drawn;

/// What a card lies among: it hangs on the field alone, so that the card stays while the pointer moves over whom it is about.
#[derive(Clone, Debug)]
pub(super) struct Around {
    /// Whom it is about.
    pub about: Rect,
    /// Who else has a part in what happens.
    pub kept: Vec<Rect>,
    /// What is left free as far as can be, what matters most first: so many of the first are read.
    pub free: Vec<Rect>,
    /// How many of these are read.
    pub read: usize,
    /// Everybody else.
    pub others: Vec<Rect>,
}

impl Around {
    /// What the card of somebody lies among at whom one gets by this way; `noted`: what is told at its end, as far as that is
    /// known, `read`: what else is read there.
    pub fn of(
        look: Look<'_>,
        drawn: &Drawn,
        (who, way): (Id, Option<&Way>),
        (noted, read): (Option<Rect>, &[Rect]),
        scale: f32,
    ) -> Self {
        let view = &drawn.view;
        let wide = tokens::Wide::of(look);
        let body = |id: Id| wide.token(look, view, id);
        // Of a stack that lies open the token lies elsewhere than the body.
        let token = drawn.tokens.iter().find(|token| token.id == who).map(|token| view.area(token.spot));
        let about = token.map_or_else(|| body(who), |token| token.union(body(who)));
        let parts = super::has_part(look, who);
        // What is told at the end of a way is kept as free as they are.
        let kept = parts.iter().copied().map(body).chain(noted).collect();
        let steps = way.iter().flat_map(|way| way.squares.iter().rev().map(|square| view.rect(*square)));
        // Where it is not known yet how much is told there, that is guessed.
        let around = if noted.is_some() { Vec2::ZERO } else { PRICE * scale };
        let end = way.and_then(|way| way.squares.last()).map(|end| view.rect(*end).expand2(around));
        let chosen = super::chosen_from(look, who).map(body);
        let (told, read) = (read.iter().copied(), read.len());
        let free = told.chain(end).chain(chosen).chain(steps).collect();
        let is_other = |id: Id| id != who && !parts.contains(&id);
        let tokens = drawn.tokens.iter().filter(|token| is_other(token.id) && token.fares.in_play);
        let others = tokens.map(|token| view.area(token.spot)).collect();
        Self { about, kept, free, read, others }
    }

    fn among(&self, room: Rect) -> Among<'_> {
        Among { about: self.about, kept: &self.kept, free: &self.free, others: &self.others, room }
    }

    /// Whether a card lies over something there that is read.
    fn is_over_words(&self, lies: Rect) -> bool {
        self.free.iter().take(self.read).any(|words| is_over(lies, *words))
    }

    /// Where it lies in this form, in the first of these rooms, else in the other, if it hides nobody there and nothing that is read.
    pub fn keeps(&self, rooms: [Rect; 2], form: Vec2) -> Option<Rect> {
        let clear = |room: Rect| place::sparing(&[form], &self.among(room)).map(|(_, lies)| lies);
        rooms.into_iter().filter_map(clear).find(|lies| !self.is_over_words(*lies))
    }

    /// Which of these forms it has, and where it lies: in the first of these rooms, else in the other, else in one of the
    /// `smaller` forms, which come after the others. Where it would lie over what is read in all of them it lies at the edge, and
    /// so it does where it hides somebody.
    pub fn lies(&self, [room, whole]: [Rect; 2], forms: &[Vec2], smaller: impl FnOnce() -> Vec<Vec2>) -> (usize, Rect) {
        let is_good = |(_, lies): &(usize, Rect)| !self.is_over_words(*lies);
        let usual = [room, whole].into_iter();
        let mut usual = usual.filter_map(|room| place::sparing(forms, &self.among(room)).filter(is_good));
        if let Some(found) = usual.next() {
            return found;
        }
        let among = self.among(whole);
        let all: Vec<Vec2> = forms.iter().copied().chain(smaller()).collect();
        let found = place::sparing(&all, &among);
        let edge = || Some(place::at_the_edge(&all, &among)).filter(|(_, lies)| !among.hides(*lies));
        let clear = found.filter(is_good).or_else(edge).or(found);
        clear.unwrap_or_else(|| place::lies(&all, &among))
    }
}
