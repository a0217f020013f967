//! What is asked of whoever sits here or somebody else, and answers that lie side by side below it.

use bevy_egui::egui::{
    Align, Align2, Area, Color32, FontId, Frame, Label, Layout, Order as Height, Rect, Response, RichText, ScrollArea,
    Sense, Stroke, Ui, UiBuilder, pos2, vec2,
};

use super::face::ending;
use super::outcome::{LARGEST, Outcome, ROW};
use super::top::shrink;
use super::{layout, stuck};
use crate::battle::{Choice, Look, Question};
use crate::dice::Card;
use crate::overlay::answers::{self, Answering};
use crate::overlay::course::Pace;
use crate::overlay::end::{EndPage, is_over};
use crate::overlay::hand::Hand;
use crate::overlay::motion::Motion;
use crate::overlay::timeline::Timeline;
use crate::overlay::{aim, book, cards, hovered, theme, tips, track};

/// Points around answers that lie side by side.
const EDGE: f32 = 4.0;

/// Points across that what is asked over a hand of cards has at least, at the usual size of text.
const LEAST: f32 = 560.0;
/// The same beside a hand of cards, and no more of the bar than this share.
const BESIDE: f32 = 320.0;
const MOST: f32 = 0.34;
/// The least and the most of a line that goes to what the last blow came to beside what is asked, and the most beside who decides
/// next.
const LEFT: (f32, f32) = (0.28, 0.6);
const CAME: f32 = 0.7;
/// Points between the two, and of the sign of a side, at the usual size of text.
const APART: f32 = 12.0;
const CHIP: f32 = 18.0;
/// What stands around what is asked, beside the height of its line.
const AROUND: f32 = 4.5;
/// Points between a line that sets two parts of the bar apart and either of them, at the usual size of text.
const BESIDE_LINE: f32 = 6.0;
/// As many cards as a hand has room for, however few are left; and points that what is told beside it has at least, at the usual
/// size of text.
const HAND: usize = 5;
const TOLD: f32 = 280.0;
/// Points of the line that tells what a joker counts as, at the usual size of text.
const COUNTS: f32 = 24.0;

/// The last decision and the fighter who decides next. Once all is over, the way to how it ended. `shows`: the last decision
/// is still being shown, and nothing else is told.
pub(super) fn waiting(
    ui: &mut Ui,
    look: Look<'_>,
    (timeline, motion, came): (&Timeline, &Motion, Option<&Outcome>),
    end: &mut EndPage,
    (pace, shows): (&mut Pace, bool),
) {
    ui.horizontal_centered(|ui| {
        // Where one's own are to be chosen from it is their side that decides.
        let asked = look.asked().filter(|_| !look.question().is_some_and(answers::sends));
        let size = 16.0 * theme::scale(ui.ctx());
        let latest = timeline.latest(look, motion);
        // The last deed, until it is told what has come of it.
        let (deed, _) = timeline.lately(look);
        if is_over(look) && !shows {
            ui.label(RichText::new("The battle is over.").size(size).color(theme::faint()));
            if ui.button(RichText::new("How it ended").size(size)).clicked() {
                end.seen = false;
            }
            came.iter().for_each(|came| came.draw(ui, (ui.available_width() - 4.0).max(0.0)));
            return;
        }
        let came = came.filter(|came| latest.is_none() || came.at >= deed);
        let said = match (look.question(), asked) {
            (Some(question), Some(who)) if look.is_played_here(question.side) && !pace.plays() => {
                format!("You decide next, for {}.", look.name(who))
            }
            // Others who let a blow be are no news.
            (Some(question), Some(_)) if !pace.tells_who_decides(question) => String::new(),
            (Some(_), Some(who)) => pace.who_decides(look.name(who)),
            (Some(question), None) => format!("Waiting for {}…", look.side_name(question.side)),
            (None, _) => "Nothing is to be decided now.".to_owned(),
        };
        // Who decides has the room that it needs, up to the half of it.
        let said_wide = ui.painter().layout_no_wrap(said.clone(), FontId::proportional(size), theme::faint()).size().x;
        let apart = (APART + CHIP) * theme::scale(ui.ctx()) + 2.0 * ui.spacing().item_spacing.x;
        let all = ui.available_width().max(0.0);
        let wide = (all - said_wide - apart).clamp(all * 0.5, all * CAME);
        match (came, &latest) {
            (Some(came), _) => came.draw(ui, if shows { ui.available_width() - 4.0 } else { wide }),
            (None, Some(last)) if shows => told(ui, last),
            (None, Some(last)) => {
                written(ui, last, (size, wide), theme::ink());
            }
            (None, None) => {}
        }
        if shows || said.is_empty() {
            return;
        }
        ui.add_space(APART * theme::scale(ui.ctx()));
        if let Some(who) = asked {
            track::chip(ui, look, who);
        }
        let words = written(ui, &said, (size, ui.available_width()), theme::faint());
        if pace.thinks() && words.interact(Sense::click()).clicked() {
            pace.play_what_it_has();
        }
    });
}

/// What lies between the parts of what is asked.
const BETWEEN: &str = " · ";
/// What is asked is written no smaller than this, at the usual size of text, where its line is high enough for it.
const LEGIBLE: f32 = 9.5;
/// What has everything shown, and the same in a window that is small for its text.
const EVERYTHING: [&str; 2] = ["show what cannot be done", "show all"];
/// What takes the turn back from the computer.
const TAKE_OVER: &str = "Take over";

/// The computer decides for whoever sits here, until they take over, by a button at this place; what was decided last, and once
/// that is seen what came of it.
pub(super) fn watching(
    ui: &mut Ui,
    pace: &mut Pace,
    (place, key): (Rect, &str),
    (last, came): (Option<&str>, Option<&Outcome>),
) {
    if ending(ui, place, (TAKE_OVER, key), true).clicked() {
        pace.auto = false;
    }
    let mut room = ui.max_rect();
    room.max.x = place.left() - 8.0;
    ui.scope_builder(UiBuilder::new().max_rect(room).layout(Layout::left_to_right(Align::Center)), |ui| {
        let size = 16.0 * theme::scale(ui.ctx());
        ui.label(RichText::new("The computer plays for you.").size(size).color(theme::faint()));
        ui.add_space(16.0);
        match (came, last) {
            (Some(came), _) => came.draw(ui, (ui.available_width() - 4.0).max(0.0)),
            (None, Some(last)) => told(ui, last),
            (None, None) => {}
        }
    });
}

/// What was decided last.
fn told(ui: &mut Ui, last: &str) {
    let wide = ui.available_width() - 4.0;
    written(ui, last, (16.0 * theme::scale(ui.ctx()), wide), theme::ink());
}

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
    let falls = with.known.told(look, |look, _| track::falls_later(look));
    let falls = falls.map(|(words, rule)| {
        rules.extend(rule);
        words
    });
    let again = answers::once_more(look, with);
    let (words, colour) = match (&again, &with.hand.wielded) {
        (Some([whole, ..]), _) => (whole.clone(), theme::bad()),
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
            let told = [question.prompt.clone()].into_iter().chain(part).chain(falls).chain(astray).chain(stuck);
            let told = told.collect::<Vec<_>>();
            (told.join(BETWEEN), theme::ink())
        }
    };
    let forms = forms(&words, again.as_ref());
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
            came.draw(ui, (all - asked - AROUND * high).clamp(all * LEFT.0, all * LEFT.1));
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
    let colour = if again.is_some() { theme::bad() } else { theme::faint() };
    flatten(ui);
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        if let Some(who) = question.who {
            track::chip(ui, look, who);
        }
        line(ui, (&forms(&said, again.as_ref()), high), colour);
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

/// Whether it is answered with a card.
fn is_hand(question: &Question) -> bool {
    question.choices.iter().flatten().any(|choice| choice.card.is_some())
}

/// How much, where any of these wants to know.
fn number(ui: &mut Ui, choices: &[&Choice], hand: &mut Hand) {
    let takes_one = |choice: &&&Choice| choice.order.at.is_empty() && choice.asks_for_number();
    if let Some(choice) = choices.iter().find(takes_one) {
        aim::slider(ui, choice, hand);
    }
}

/// Whether what is asked and a hand of cards have room beside each other in a bar that is so wide: what a joker counts as is
/// never cut.
pub(super) fn holds(question: &Question, wide: f32, scale: f32) -> bool {
    let counts = question.choices.iter().flatten().any(Choice::asks_for_number);
    is_hand(question) && (!counts || wide * MOST >= BESIDE * scale)
}

/// The cards of a hand in their order: the highest last.
fn sorted(choices: &[Choice]) -> Vec<&Choice> {
    let mut laid: Vec<&Choice> = choices.iter().collect();
    laid.sort_by_key(|choice| (matches!(choice.card, Some(Card::Joker { .. })), choice.card));
    laid
}

/// What is asked, and beside it a hand of cards: within the bar, so that it covers nothing of the field.
pub(super) fn held(ui: &mut Ui, look: Look<'_>, question: &Question, with: &mut Answering<'_>, came: Option<&Outcome>) {
    let choices = with.known.choices(look);
    let laid = sorted(&choices);
    let (room, scale) = (ui.max_rect(), theme::scale(ui.ctx()));
    let (words, mut cards) = room.split_left_right_at_x(room.left() + (BESIDE * scale).min(room.width() * MOST));
    // A hand that shrinks leaves what is told of cards where it was.
    let wide = laid.len().max(HAND) as f32 * (cards::size(answers::card(ui)).x + ui.spacing().item_spacing.x);
    if cards.width() - wide >= TOLD * scale {
        let (hand, mut told) = cards.split_left_right_at_x(cards.left() + wide + 4.0 * EDGE);
        cards = hand;
        // Advice is at the end of the bar, as it is in a turn.
        let end = told.with_max_y(told.top() + ui.spacing().interact_size.y);
        let end = UiBuilder::new().max_rect(end).layout(Layout::right_to_left(Align::Center));
        if let Some(lies) = ui.scope_builder(end, |ui| with.advice.button(ui)).inner {
            told.max.x = lies.left() - EDGE;
        }
        ranks(ui, look, (question, &laid), told.shrink2(vec2(EDGE, 0.0)), came);
    }
    ui.scope_builder(UiBuilder::new().max_rect(words), |ui| {
        let counts = if laid.iter().any(|choice| choice.asks_for_number()) { COUNTS * scale } else { 0.0 };
        let size = vec2(words.width() - 2.0 * EDGE, (words.height() - counts).max(words.height() * 0.4));
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            prompt(ui, look, question, with, None);
        });
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
            let line = Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(vec2(wide, asked), line, |ui| prompt(ui, look, question, with, came));
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
