//! What is asked of whoever sits here, or of whom else, and answers that lie side by side below it.

use bevy_egui::egui::{
    Align, Align2, Area, Color32, Context, FontId, Frame, Label, Layout, Order as Height, Rect, Response, RichText,
    ScrollArea, Stroke, Ui, vec2,
};

use super::fitted::fitted;
use super::{layout, plate};
use crate::battle::{Choice, Look, Question};
use crate::dice::Card;
use crate::overlay::answers::{self, Answering};
use crate::overlay::course::Pace;
use crate::overlay::end::{EndPage, is_over};
use crate::overlay::hand::Hand;
use crate::overlay::motion::Motion;
use crate::overlay::timeline::Timeline;
use crate::overlay::{aim, book, cards, theme, track};

/// Points around answers that lie side by side.
const EDGE: f32 = 4.0;

/// Points across that what is asked over a hand of cards has at least, at the usual size of text.
const LEAST: f32 = 560.0;

/// The last decision and the fighter who decides next. Once all is over, the way to how it ended. `shows`: the last decision
/// is still being shown, and nothing else is told.
pub(super) fn waiting(
    ui: &mut Ui,
    look: Look<'_>,
    (timeline, motion): (&Timeline, &Motion),
    end: &mut EndPage,
    shows: bool,
) {
    ui.horizontal_centered(|ui| {
        let asked = look.asked();
        let size = 16.0 * theme::scale(ui.ctx());
        if shows {
            timeline.latest(look, motion).iter().for_each(|last| told(ui, last));
            return;
        }
        if is_over(look) {
            ui.label(RichText::new("The battle is over.").size(size).color(theme::faint()));
            if ui.button(RichText::new("How it ended").size(size)).clicked() {
                end.seen = false;
            }
            return;
        }
        // Where one's own are to be chosen from it is their side that decides.
        let asked = asked.filter(|_| !look.question().is_some_and(answers::sends));
        if let Some(who) = asked {
            track::chip(ui, look, who);
        }
        let said = match (look.question(), asked) {
            (Some(_), Some(who)) => format!("{} decides…", look.name(who)),
            (Some(question), None) => format!("Waiting for {}…", look.side_name(question.side)),
            (None, _) => "Nothing is being asked.".to_owned(),
        };
        ui.label(RichText::new(said).size(size).color(theme::faint()));
        if let Some(last) = timeline.latest(look, motion) {
            ui.add_space(16.0);
            told(ui, &last);
        }
    });
}

/// The computer decides for whoever sits here, until they take over; what was decided last.
pub(super) fn watching(ui: &mut Ui, pace: &mut Pace, key: &str, last: Option<&str>) {
    ui.horizontal_centered(|ui| {
        let size = 16.0 * theme::scale(ui.ctx());
        ui.label(RichText::new("The computer plays for you.").size(size).color(theme::faint()));
        if ui.button(RichText::new("Take over").size(size)).on_hover_text(format!("Key {key}")).clicked() {
            pace.auto = false;
        }
        if let Some(last) = last {
            ui.add_space(16.0);
            told(ui, last);
        }
    });
}

/// What was decided last.
fn told(ui: &mut Ui, last: &str) {
    written(ui, last, 16.0 * theme::scale(ui.ctx()), theme::ink());
}

/// Words of this size, or smaller, in the room that is left of the bar.
fn written(ui: &mut Ui, words: &str, size: f32, colour: Color32) -> Response {
    let room = vec2(ui.available_width() - 4.0, ui.max_rect().height());
    let font = FontId::proportional(size);
    ui.label(fitted(ui.painter(), words, room, &font, (colour, Align::LEFT)))
}

/// What is asked, of whom, and what belongs to the question as a whole.
pub(super) fn prompt(ui: &mut Ui, look: Look<'_>, question: &Question, with: &mut Answering<'_>) {
    let (words, colour) = match (answers::once_more(look, with), &with.hand.wielded) {
        (Some(words), _) => (words, theme::bad()),
        (None, Some(arm)) => {
            // Where it goes if the aim fails is said before it is sent.
            let strays = with.pointer.strays.iter().flat_map(|strays| strays.told(look));
            let asks = format!("{arm}: {}", with.hand.asks(&mut with.known, look));
            (strays.fold(asks, |told, line| format!("{told} {line}.")), theme::ink())
        }
        (None, None) => (question.prompt.clone(), theme::ink()),
    };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        // Of a hand of cards all lie open, and what a joker counts as stands in a line of its own.
        if !is_hand(question) {
            ui.checkbox(&mut with.offers.everything, "show what cannot be done");
            if question.choices.is_some() {
                let choices = with.known.choices(look);
                number(ui, &choices.iter().collect::<Vec<_>>(), &mut with.hand);
            }
        }
        // What is asked has all the room that is left.
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            if let Some(who) = question.who {
                track::chip(ui, look, who);
            }
            question.rules.iter().for_each(|rule| book::link(ui, look, &mut with.book, *rule));
            // Where the line is low for so large a text, smaller than that.
            let size = (16.0 * theme::scale(ui.ctx())).min(ui.max_rect().height() * 0.62);
            written(ui, &words, size, colour).on_hover_text(&words);
            if !question.within.is_empty() {
                let within = RichText::new(question.within.join(" › ")).small().color(theme::faint());
                ui.add(Label::new(within).truncate());
            }
        });
    });
}

/// Whether it is answered with a card.
fn is_hand(question: &Question) -> bool {
    question.choices.iter().flatten().any(|choice| choice.card.is_some())
}

/// How much, where any of these wants to know.
pub(super) fn number(ui: &mut Ui, choices: &[&Choice], hand: &mut Hand) {
    let takes_one = |choice: &&&Choice| choice.order.at.is_empty() && choice.asks_for_number();
    if let Some(choice) = choices.iter().find(takes_one) {
        aim::number(ui, choice, hand);
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
) -> Rect {
    let choices = with.known.choices(look);
    let mut laid: Vec<&Choice> = choices.iter().collect();
    let wide = if is_hand(question) {
        laid.sort_by_key(|choice| (matches!(choice.card, Some(Card::Joker { .. })), choice.card));
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
            ui.allocate_ui_with_layout(vec2(wide, asked), line, |ui| prompt(ui, look, question, with));
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

/// What would be let go by with the turn, above the button that ends it.
pub(super) fn let_go(context: &Context, button: Rect, words: &str) {
    let area = Area::new("let go".into()).order(Height::Foreground).pivot(Align2::RIGHT_BOTTOM).constrain(true);
    area.fixed_pos(button.right_top() - vec2(0.0, 3.0)).fade_in(false).show(context, |ui| {
        plate().stroke(Stroke::new(1.5, theme::accent())).show(ui, |ui| {
            ui.set_max_width(300.0 * theme::scale(context));
            ui.label(RichText::new(words).color(theme::accent()));
        });
    });
}
