//! A hand of cards within the bar, beside what is asked: what a joker counts as, how cards rank, and the way to a hint.

use bevy_egui::egui::{Align, Layout, Rect, RichText, ScrollArea, Ui, UiBuilder, pos2, vec2};

use super::{EDGE, asks, number, written};
use crate::battle::{Choice, Look, Question};
use crate::dice::Card;
use crate::overlay::answers::{self, Answering};
use crate::overlay::hud::outcome::Outcome;
use crate::overlay::{cards, theme, tips};

/// Points across that what is asked beside a hand of cards has at least, at the usual size of text, and no more of the bar than this
/// share where the hand needs the rest.
const BESIDE: f32 = 320.0;
const MOST: f32 = 0.34;
/// What a joker counts as is written smaller where it has less room than that, but no smaller than this beside the usual size.
const SMALLEST: f32 = 0.86;
/// As many cards as a hand has room for, however few are left; and points that what is told beside it has at least, at the usual
/// size of text.
const HAND: usize = 5;
const TOLD: f32 = 280.0;
/// The same of the way to a hint alone.
const ADVICE: f32 = 72.0;
/// Points of the line that tells what a joker counts as, at the usual size of text.
const COUNTS: f32 = 24.0;

/// Whether it is answered with a card.
pub(super) fn is_hand(question: &Question) -> bool {
    question.choices.iter().flatten().any(|choice| choice.card.is_some())
}

/// Points across of a hand of so many cards. One that shrinks leaves what is told of cards where it was.
fn hand_wide(ui: &Ui, cards: usize) -> f32 {
    cards.max(HAND) as f32 * (cards::size(answers::card(ui)).x + ui.spacing().item_spacing.x)
}

/// Points across of what is asked beside so wide a hand, in a bar that is so wide.
fn asked_wide((wide, hand): (f32, f32), scale: f32) -> f32 {
    (BESIDE * scale).min((wide - hand).max(wide * MOST))
}

/// Whether what is asked and a hand of cards have room beside each other in a bar that is so wide: what a joker counts as is
/// neither cut nor too small to be read.
pub(in crate::overlay::hud) fn holds(ui: &Ui, question: &Question, wide: f32) -> bool {
    let (all, scale) = (question.choices.iter().flatten(), theme::scale(ui.ctx()));
    let counts = all.clone().any(Choice::asks_for_number);
    let asked = asked_wide((wide, hand_wide(ui, all.count())), scale);
    is_hand(question) && (!counts || asked >= BESIDE * scale.min(SMALLEST))
}

/// The cards of a hand in their order: the highest last.
pub(super) fn sorted(choices: &[Choice]) -> Vec<&Choice> {
    let mut laid: Vec<&Choice> = choices.iter().collect();
    laid.sort_by_key(|choice| (matches!(choice.card, Some(Card::Joker { .. })), choice.card));
    laid
}

/// What is asked, and beside it a hand of cards: within the bar, so that it covers nothing of the field.
pub(in crate::overlay::hud) fn held(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    with: &mut Answering<'_>,
    came: Option<&Outcome>,
) {
    let choices = with.known.choices(look);
    let laid = sorted(&choices);
    let (room, scale) = (ui.max_rect(), theme::scale(ui.ctx()));
    let wide = hand_wide(ui, laid.len());
    let asked = asked_wide((room.width(), wide), scale);
    let (words, mut cards) = room.split_left_right_at_x(room.left() + asked);
    // Where even the way to a hint has no room beside the hand it lies beside what is asked.
    let left = cards.width() - wide;
    let ends = left >= ADVICE * scale;
    if ends {
        let (hand, mut told) = cards.split_left_right_at_x(cards.left() + wide + 4.0 * EDGE);
        cards = hand;
        // Advice is at the end of the bar, as it is in a turn.
        let end = told.with_max_y(told.top() + ui.spacing().interact_size.y);
        let end = UiBuilder::new().max_rect(end).layout(Layout::right_to_left(Align::Center));
        if let Some(lies) = ui.scope_builder(end, |ui| with.advice.button(ui)).inner {
            told.max.x = lies.left() - EDGE;
        }
        if left >= TOLD * scale {
            ranks(ui, look, (question, &laid), told.shrink2(vec2(EDGE, 0.0)), came);
        }
    }
    ui.scope_builder(UiBuilder::new().max_rect(words), |ui| {
        let counts = if laid.iter().any(|choice| choice.asks_for_number()) { COUNTS * scale } else { 0.0 };
        let size = vec2(words.width() - 2.0 * EDGE, (words.height() - counts).max(words.height() * 0.4));
        asks(ui, look, question, (size, !ends), with, None);
        let share = asked / (BESIDE * scale);
        if share < 1.0 {
            theme::shrink(ui, share);
            ui.spacing_mut().slider_width *= share;
        }
        number(ui, &laid, &mut with.hand);
    });
    ui.scope_builder(UiBuilder::new().max_rect(cards).layout(Layout::left_to_right(Align::Center)), |ui| {
        ScrollArea::horizontal().id_salt("hand").show(ui, |ui| {
            laid.iter().for_each(|choice| answers::answer(ui, look, question, choice, with));
        });
    });
}

/// What the last blow came to, and how cards rank, in this place beside a hand of them.
fn ranks(ui: &mut Ui, look: Look<'_>, (question, laid): (&Question, &[&Choice]), place: Rect, came: Option<&Outcome>) {
    let size = (14.0 * theme::scale(ui.ctx())).min(place.height() * 0.2);
    let tip =
        laid.first().and_then(|card| tips::tip_at(look.rules(), question.kind.as_str(), card.order.verb.as_str()));
    let suits = laid.iter().any(|choice| matches!(choice.card, Some(Card::Suited(..))));
    let has_joker = laid.iter().any(|choice| choice.card.is_some_and(Card::is_joker));
    let joker = cards::joker(look.rules()).filter(|_| has_joker && tip.is_some());
    // A blow is told in two lines where it needs them.
    let [blow, own, ties, stars] =
        [came.is_some(), tip.is_some(), tip.is_some() && suits, joker.is_some()].map(u8::from);
    let lines = f32::from(2 * blow + own + ties + stars);
    let high = (size * 1.8).min(place.height() / lines.max(1.0));
    let mut top = place.center().y - high * lines / 2.0;
    let mut row = |ui: &mut Ui, lines: f32, told: &mut dyn FnMut(&mut Ui)| {
        let line = Rect::from_min_size(pos2(place.left(), top), vec2(place.width(), high * lines));
        top = line.bottom();
        let middle = Layout::left_to_right(Align::Center);
        ui.scope_builder(UiBuilder::new().max_rect(line).layout(middle), |ui| told(ui));
    };
    if let Some(came) = came {
        row(ui, 2.0, &mut |ui| came.draw(ui, place.width()));
    }
    let Some(tip) = tip else { return };
    row(ui, 1.0, &mut |ui| {
        written(ui, tip, (size, place.width()), theme::faint());
    });
    if suits {
        row(ui, 1.0, &mut |ui| {
            ui.spacing_mut().item_spacing.x = size * 0.4;
            ui.label(RichText::new("Of equal numbers:").size(size).color(theme::faint()));
            cards::suits(ui, size);
        });
    }
    if let Some(joker) = joker {
        row(ui, 1.0, &mut |ui| {
            written(ui, joker, (size, place.width()), theme::faint());
        });
    }
}
