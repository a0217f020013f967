//! What is asked of whoever sits here, and answers that lie side by side below it.

mod held;
mod waiting;

use bevy_egui::egui::{
    Align, Align2, Area, Color32, FontId, Frame, Label, Layout, Order as Height, Rect, Response, RichText, ScrollArea,
    Stroke, Ui, Vec2, vec2,
};

use self::held::{is_hand, sorted};
use super::outcome::{LARGEST, Outcome, ROW};
use super::top::shrink;
use super::{layout, stuck};
use crate::battle::{Choice, Look, Question};
use crate::overlay::answers::{self, Answering};
use crate::overlay::hand::Hand;
use crate::overlay::{aim, book, cards, hovered, theme, track};

pub(super) use self::held::{held, holds};
pub(super) use self::waiting::{hurrying, waiting, watching};

/// Points around answers that lie side by side.
const EDGE: f32 = 4.0;

/// Points across that what is asked over a hand of cards has at least, at the usual size of text.
const LEAST: f32 = 560.0;
/// The least and the most of a line that goes to what the last blow came to beside what is asked.
const LEFT: (f32, f32) = (0.28, 0.6);
/// What stands around what is asked, beside the height of its line.
const AROUND: f32 = 4.5;
/// Points between a line that sets two parts of the bar apart and either of them, at the usual size of text.
const BESIDE_LINE: f32 = 6.0;
/// What lies between the parts of what is asked.
const BETWEEN: &str = " · ";
/// What is asked is written no smaller than this, at the usual size of text, where its line is high enough for it.
const LEGIBLE: f32 = 9.5;
/// What has everything shown, and the same in a window that is small for its text.
const EVERYTHING: [&str; 2] = ["show what cannot be done", "show all"];

/// All that is put beside each other in the line, then less of it from its end.
fn shorter(words: &str) -> Vec<&str> {
    std::iter::successors(Some(words), |words| words.rsplit_once(BETWEEN).map(|(first, _)| first)).collect()
}

/// What is asked with less of it from one form to the next; what waits for a second word in its own forms.
fn forms<'a>(words: &'a str, again: Option<&'a [String; 3]>) -> Vec<&'a str> {
    again.map_or_else(|| shorter(words), |again| again.iter().map(String::as_str).collect())
}

/// How large what is asked is written where it may be so high.
fn usual(ui: &Ui, most: f32) -> f32 {
    (16.0 * theme::scale(ui.ctx())).min(most)
}

/// Words of this size, or smaller, and no broader than that, in the bar.
fn written(ui: &mut Ui, words: &str, (size, wide): (f32, f32), colour: Color32) -> Response {
    let room = vec2(wide, ui.max_rect().height());
    let font = FontId::proportional(size);
    ui.label(theme::fitted(ui.painter(), words, room, &font, (colour, Align::LEFT)))
}

/// What is asked, who is asked it, what belongs to the question as a whole, and what the last blow came to.
pub(super) fn prompt(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    with: &mut Answering<'_>,
    came: Option<&Outcome>,
) {
    let high = ui.max_rect().height();
    flatten(ui);
    let stuck = if question.choices.is_none() { with.known.told(look, stuck::why) } else { None };
    let (stuck, mut rules) = stuck.map_or_else(Default::default, |(words, rules)| (Some(words), rules));
    let part = if question.choices.is_none() && stuck.is_none() { with.known.told(look, stuck::part) } else { None };
    let part = part.map(|(words, rule)| {
        rules.extend(rule);
        words
    });
    let kept = if question.choices.is_none() && stuck.is_none() { with.known.told(look, stuck::kept) } else { None };
    let falls = with.known.told(look, |look, _| track::falls_later(look));
    let falls = falls.map(|(words, rule)| {
        rules.extend(rule);
        words
    });
    let again = answers::once_more(look, with);
    let (words, colour) = match (&again, &with.hand.wielded) {
        (Some(again), _) => (again.forms[0].clone(), again.colour()),
        (None, Some(arm)) => {
            // Where it goes if the aim fails is said before it is sent.
            let strays = with.pointer.strays.iter().flat_map(|strays| strays.told(look));
            let asks = format!("{arm}: {}", with.hand.asks(&mut with.known, look));
            ([asks].into_iter().chain(strays).collect::<Vec<_>>().join(BETWEEN), theme::ink())
        }
        // What is asked beside a token is read there, and not twice.
        (None, None) if answers::is_beside(look, question) => (elsewhere(question), theme::faint()),
        (None, None) => {
            let astray = with.known.told(look, answers::astray);
            let told =
                [question.prompt.clone()].into_iter().chain(kept).chain(part).chain(falls).chain(astray).chain(stuck);
            let told = told.collect::<Vec<_>>();
            (told.join(BETWEEN), theme::ink())
        }
    };
    let forms = forms(&words, again.as_ref().map(|again| &again.forms));
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        // Of a hand of cards all lie open, and what a joker counts as stands in a line of its own.
        if !is_hand(question) {
            show_all(ui, with);
            if question.choices.is_some() {
                let choices = with.known.choices(look);
                number(ui, &choices.iter().collect::<Vec<_>>(), &mut with.hand);
            }
        }
        if let Some(came) = came {
            // It is not read as what the switch at the end of the line is called.
            if !is_hand(question) {
                apart(ui);
            }
            // What is asked comes first: it has the room that it needs, and more than half of the line where that is too little.
            let font = FontId::proportional(usual(ui, high * LARGEST));
            let asked = ui.painter().layout_no_wrap(words.clone(), font, colour).size().x;
            let all = ui.available_width().max(0.0);
            let left = (all - asked - AROUND * high).max(came.least(ui));
            came.draw(ui, left.clamp(all * LEFT.0, all * LEFT.1));
            ui.add_space(8.0);
        }
        // What is asked has all the room that is left.
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            if let Some(who) = question.who {
                track::chip(ui, look, who);
            }
            let all = question.rules.iter().chain(&rules).filter(|_| !answers::is_beside(look, question));
            all.for_each(|rule| book::link(ui, look, &mut with.book, *rule));
            line(ui, (&forms, high), colour);
            if !question.within.is_empty() {
                let within = RichText::new(question.within.join(" › ")).small().color(theme::faint());
                ui.add(Label::new(within).truncate());
            }
        });
    });
}

/// The same in so much room, with the way to a hint at its end where that is at hand nowhere else.
fn asks(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    (room, has_advice): (Vec2, bool),
    with: &mut Answering<'_>,
    came: Option<&Outcome>,
) {
    ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
        if has_advice {
            flatten(ui);
            with.advice.button(ui);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| prompt(ui, look, question, with, came));
    });
}

/// Where a question is answered that is put beside a token.
fn elsewhere(question: &Question) -> String {
    let places = question.choices.iter().flatten().any(|choice| choice.is_legal() && !choice.squares.is_empty());
    let more = if places { ", or by a click on a square that is lit" } else { "" };
    format!("Answer on the field, beside the token{more}.")
}

/// That, and who is asked, and nothing else: where the question lies over the rest of its line. What wants a second word is said
/// in its stead.
pub(super) fn points_to(ui: &mut Ui, look: Look<'_>, question: &Question, with: &mut Answering<'_>) {
    let high = ui.max_rect().height();
    let (again, said) = (answers::once_more(look, with), elsewhere(question));
    let colour = if let Some(again) = &again { again.colour() } else { theme::faint() };
    flatten(ui);
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        if let Some(who) = question.who {
            track::chip(ui, look, who);
        }
        line(ui, (&forms(&said, again.as_ref().map(|again| &again.forms)), high), colour);
    });
}

/// What is asked, in the first of these forms that has room in what is left of a line so high: what would be written too small is
/// read where it is pointed at.
fn line(ui: &mut Ui, (forms, high): (&[&str], f32), colour: Color32) {
    // Where the line is low for so large a text, smaller than that.
    let font = FontId::proportional(usual(ui, high * LARGEST));
    let room = vec2(ui.available_width() - 4.0, high);
    let sizes = ROW.map(|share| (high * share).min(LEGIBLE * theme::scale(ui.ctx())));
    let told = theme::readable(ui.painter(), forms, room, (&font, sizes), (colour, Align::LEFT));
    hovered::tell(hovered::line(ui, told), ui, forms.first().copied().unwrap_or_default());
}

/// A line between two parts of the bar that have nothing to do with each other.
fn apart(ui: &mut Ui) {
    let space = BESIDE_LINE * theme::scale(ui.ctx());
    ui.add_space(space);
    ui.separator();
    ui.add_space(space);
}

/// What is at hand at the end of the line of a question, and nothing else of it: advice, and whether also what cannot be done is
/// shown.
pub(super) fn everything(ui: &mut Ui, with: &mut Answering<'_>) {
    flatten(ui);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| show_all(ui, with));
}

/// Makes what can be pressed in a line no higher than the line, where the text is large for it.
fn flatten(ui: &mut Ui) {
    let share = ui.max_rect().height() / ui.spacing().interact_size.y;
    if share < 1.0 {
        shrink(ui, share);
    }
}

fn show_all(ui: &mut Ui, with: &mut Answering<'_>) {
    let advice = with.advice.button(ui);
    let [whole, short] = EVERYTHING;
    let is_short = theme::is_cramped(ui);
    let shows = ui.checkbox(&mut with.offers.everything, if is_short { short } else { whole });
    with.offers.switch = Some(advice.map_or(shows.rect, |advice| advice.union(shows.rect)));
    if is_short {
        theme::called(&shows, whole);
        hovered::tell(shows, ui, whole);
    }
}

/// How much, where any of these wants to know.
fn number(ui: &mut Ui, choices: &[&Choice], hand: &mut Hand) {
    let takes_one = |choice: &&&Choice| choice.order.at.is_empty() && choice.asks_for_number();
    if let Some(choice) = choices.iter().find(takes_one) {
        aim::slider(ui, choice, hand);
    }
}

/// What is asked, and below it answers that lie side by side: a hand of cards, the highest last, or whom to send. They rise over the
/// rim of the field where the bar is too low for them, and scroll where they would cover more of it than a question may. Where
/// they lie.
pub(super) fn risen(
    ui: &Ui,
    look: Look<'_>,
    question: &Question,
    (room, asked, field): (Rect, f32, Rect),
    with: &mut Answering<'_>,
    came: Option<&Outcome>,
) -> Rect {
    let choices = with.known.choices(look);
    let laid = if is_hand(question) { sorted(&choices) } else { choices.iter().collect() };
    let wide = if is_hand(question) {
        let cards = laid.len() as f32 * (cards::size(answers::card(ui)).x + ui.spacing().item_spacing.x);
        cards.clamp((LEAST * theme::scale(ui.ctx())).min(room.width()), room.width())
    } else {
        room.width()
    };
    let most = (field.height() * layout::SHARE + room.height() - asked - 4.0 * EDGE).max(asked);
    let area = Area::new("answers".into()).order(Height::Middle).pivot(Align2::CENTER_BOTTOM);
    let shown = area.fixed_pos(room.center_bottom()).fade_in(false).constrain(true).show(ui.ctx(), |ui| {
        Frame::new().fill(theme::back()).corner_radius(theme::panels().round).inner_margin(EDGE).show(ui, |ui| {
            let wide = wide - 2.0 * EDGE;
            ui.set_width(wide);
            ui.set_min_height(room.height() - 2.0 * EDGE);
            asks(ui, look, question, (vec2(wide, asked), is_hand(question)), with, came);
            if is_hand(question) {
                number(ui, &laid, &mut with.hand);
            }
            ScrollArea::vertical().id_salt("answers").max_height(most).min_scrolled_height(most).show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    laid.iter().for_each(|choice| answers::answer(ui, look, question, choice, with));
                });
            });
        });
    });
    let rect = shown.response.rect;
    if rect.top() < room.top() - 1.0 {
        let above = ui.ctx().layer_painter(shown.response.layer_id);
        above.hline(rect.x_range().shrink(EDGE), rect.top(), Stroke::new(1.0, theme::line()));
    }
    rect
}
