//! The button of an answer, with its key and its tip, and what a click on it does.

use bevy_egui::egui::{Button, Id, Response, RichText, Stroke, StrokeKind, Tooltip, Ui, WidgetInfo, WidgetType, vec2};

use super::says::ends_round;
use super::{Answering, stance, tip};
use crate::battle::{Choice, Id as Who, Look, Order, Question};
use crate::overlay::cards::{self, Face};
use crate::overlay::{odds, theme, tips};

/// How high a card is that can be laid.
const CARD: f32 = 70.0;
/// It takes no more than this of the height of a window.
const MOST_CARD: f32 = 0.125;

/// What is told of an answer that ends the round.
const ENDS: &str = "The round ends with it: those of yours who have not acted lose their turn.";

/// How the button of an answer looks.
pub(super) struct Shown {
    /// What is written on it.
    pub text: String,
    /// What it is called for those who hear the screen.
    pub name: String,
    /// How high it is at least.
    pub high: f32,
    /// Whether its key stands on it.
    pub keyed: bool,
}

impl Shown {
    /// As most are.
    pub fn plain(text: String) -> Self {
        Self { name: text.clone(), text, high: 0.0, keyed: true }
    }
}

/// How high a card is that can be laid, whatever the size of text.
pub fn card(ui: &Ui) -> f32 {
    (CARD * theme::scale(ui.ctx())).min(ui.ctx().content_rect().height() * MOST_CARD)
}

/// Whether this is clicked, and the click is meant for it: the second of a double click that has brought the question by its first
/// is none.
pub(super) fn clicked(look: Look<'_>, question: &Question, button: &Response) -> bool {
    if !button.clicked() {
        return false;
    }
    let name = Id::new("question of the last click");
    let put: (usize, Option<Who>, String) = (look.facts().len(), question.who, question.prompt.clone());
    let before: Option<(usize, Option<Who>, String)> = button.ctx.data(|data| data.get_temp(name));
    if button.double_clicked() && before.as_ref() != Some(&put) {
        return false;
    }
    button.ctx.data_mut(|data| data.insert_temp(name, put));
    true
}

/// A key as it stands on a button: apart from what the button says, which may be a number, too.
fn cap(key: &str) -> RichText {
    RichText::new(format!(" {key} ")).small().color(theme::faint()).background_color(theme::back())
}

/// The button of an answer, whatever it says and with whatever key.
pub(super) fn face(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    choice: &Choice,
    (Shown { text, name, high, keyed }, key): (&Shown, Option<String>),
    with: &mut Answering<'_>,
) {
    let placed = !choice.squares.is_empty();
    let order = with.hand.filled(choice);
    // Also what a first click on somebody shows: the second one gives it.
    let held =
        placed && with.hand.deed.as_ref() == Some(&choice.order) || with.hand.waits(std::slice::from_ref(&order));
    // What a hint would answer has a frame, until it is planned.
    let advised = with.advice.shows(choice);
    let button = match choice.card.map(Face::of) {
        Some(face) => face.button(ui, card(ui), text, (choice.is_legal(), held || advised)),
        None => {
            let mut face = Button::selectable(held, text).frame_when_inactive(true).min_size(vec2(0.0, *high));
            if let Some(key) = key.as_ref().filter(|_| *keyed) {
                face = face.shortcut_text(cap(key));
            }
            let button = ui.add_enabled(choice.is_legal(), face);
            // The key is no part of the name.
            button.widget_info(|| WidgetInfo::selected(WidgetType::Button, choice.is_legal(), held, name));
            if advised && !held {
                ui.painter().rect_stroke(button.rect, 3.0, Stroke::new(2.0, theme::accent()), StrokeKind::Inside);
            }
            button
        }
    };
    let panel = with.offers.panel;
    if let Some(refusal) = &choice.refused {
        tip::show(Tooltip::for_disabled(&button), &button, panel, |ui| tips::refused(ui, look, choice, refusal));
        return;
    }
    let ends = ends_round(look, question, choice);
    if ends {
        button.ctx.accesskit_node_builder(button.id, |node| node.set_description(ENDS));
    }
    if button.hovered() {
        let target = look.target(&choice.order).filter(|who| look.knows_of(*who));
        with.pointer.pointed = target.or(with.pointer.pointed);
        with.pointer.preview = Some(order.clone());
    }
    tip::show(Tooltip::for_enabled(&button), &button, panel, |ui| {
        tips::tip(ui, look, choice);
        if ends {
            ui.label(RichText::new(ENDS).color(theme::bad()));
        }
        if let Some(place) = choice.card.and_then(|card| cards::place(look, card)) {
            ui.label(place);
        }
        if let Some(key) = &key {
            ui.label(RichText::new(format!("Key {key}")).small().color(theme::faint()));
        }
        stance(look, choice, with).iter().for_each(|line| drop(ui.label(line)));
        if let Some(who) = question.who
            && let Some(forecast) = with.known.forecast(look, who, &order)
        {
            odds::details(ui, look.rules(), &forecast, |prospect| prospect.who.map(|who| look.name(who).to_owned()));
            odds::strays(ui, look, (who, &order), &mut with.known);
        }
        if placed {
            ui.label("Then click on a square of the board.");
        }
    });
    if clicked(look, question, &button) {
        // The only place that there is needs no second click.
        if let [(to, _)] = choice.squares.as_slice() {
            with.wishes.order = Some(Order { to: Some(*to), ..order });
        } else if placed {
            with.hand.deed = if held { None } else { Some(choice.order.clone()) };
        } else {
            with.wishes.order = Some(order);
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, Event, Modifiers, PointerButton, RawInput, pos2};

    use super::*;
    use crate::overlay::trial;

    /// Promise: a double click answers the question that was there and no other that its first click has brought; a click of its own
    /// does.
    #[test]
    fn a_double_click_answers_no_second_question() {
        trial::in_lesson("hursagmu", "HG-L-FAR-FRIEND", 4, |look| {
            let first = look.question().unwrap();
            let second = Question { prompt: "Another?".to_owned(), ..first.clone() };
            let (context, pos) = (Context::default(), pos2(30.0, 30.0));
            let frame = |time: f64, question: &Question, pressed: Option<bool>| {
                let event = |pressed| {
                    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
                    Event::PointerButton { pos, button, pressed, modifiers }
                };
                let events = vec![pressed.map_or(Event::PointerMoved(pos), event)];
                let mut is_taken = false;
                let mut output = context.run_ui(RawInput { time: Some(time), events, ..RawInput::default() }, |ui| {
                    let button = ui.add_sized(vec2(300.0, 100.0), Button::new("Nothing"));
                    is_taken = clicked(look, question, &button);
                });
                output.textures_delta.clear();
                is_taken
            };
            let click = |time: f64, question: &Question| {
                frame(time, question, None);
                frame(time + 0.02, question, Some(true));
                frame(time + 0.04, question, Some(false))
            };
            assert!(click(1.0, first));
            assert!(!click(1.1, &second), "it was meant for the first");
            assert!(click(2.0, &second));
            assert!(click(2.1, &second), "nothing new lies there");
        });
    }
}
