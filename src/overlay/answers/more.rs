//! What unfolds all other answers to a question, and what is to be done when the same is asked again.

use bevy_egui::egui::{
    Align, Button, Layout, RichText, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, WidgetType, vec2,
};

use super::beside::Asked;
use super::button::clicked;
use super::{Answering, tip};
use crate::battle::{Choice, Id, Look, Question};
use crate::overlay::course::Pace;
use crate::overlay::keys::Digit;
use crate::overlay::theme;

/// Until when an answer is given every time, and how that ends.
const UNTIL: &str = "You are asked again where it cannot be given, costs more or makes something else they do worse, and may keep another answer for that. “Ask me again” in the menu ends it.";
/// What can be chosen for the next time.
const TIMES: [&str; 3] = ["Next time", "ask", "every time"];
/// What is told of the others where the hint means one of them.
const ADVISED: &str = "What the hint advises is among them.";
/// That it is kept for all who are asked.
const ALL: &str = "for all";
/// What that means.
const FOR_ALL: &str = "What is answered “every time” is answered so for everybody of your side who is asked this, for each as long as they can answer so and it costs no more.";

/// What unfolds all other answers, and beside it what is to be done next time: that is unfolded, too, where there is room for
/// hardly more than answers.
pub(super) fn unfolds(ui: &mut Ui, asked: &Asked<'_, '_>, pace: &mut Pace, with: &mut Answering<'_>) {
    let Asked { question, spread, choices, .. } = *asked;
    let (folded, is_scant) = (spread.folded(), asked.is_scant());
    ui.horizontal_wrapped(|ui| {
        if folded > 0 || is_scant {
            let key = Digit::unfolds(question, spread.open.len());
            with.offers.unfolds = key;
            let name = if folded > 0 { format!("other ways ({folded})") } else { "more".to_owned() };
            let text = format!("{name} {}", if with.offers.others { "⏶" } else { "⏷" });
            let mut unfolds = Button::selectable(with.offers.others, text).frame_when_inactive(true);
            if let Some(key) = key {
                unfolds = unfolds.shortcut_text(RichText::new(key.name()).small().color(theme::faint()));
            }
            let unfolds = ui.add(unfolds);
            let is_unfolded = with.offers.others;
            let is_advised = |index: usize| choices.get(index).is_some_and(|choice| with.advice.shows(choice));
            // What a hint would answer has a frame, and so has what it lies in.
            if !is_unfolded && spread.folds_away(is_advised) {
                let stroke = Stroke::new(2.0, theme::accent());
                ui.painter().rect_stroke(unfolds.rect, 3.0, stroke, StrokeKind::Inside);
                tip::told(&unfolds, with.offers.panel, ADVISED);
            }
            unfolds.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_unfolded, &name));
            if unfolds.clicked() {
                with.offers.others = !is_unfolded;
            }
        }
        if !is_scant {
            next_time(ui, asked, pace, with);
        }
    });
}

/// What is to be done when the same is asked again: asked, answered as it is answered now, or let be every time; and whether that
/// is kept for all of a side. None of it goes to another line by itself.
pub(super) fn next_time(ui: &mut Ui, asked: &Asked<'_, '_>, pace: &mut Pace, with: &mut Answering<'_>) {
    let Asked { look, question, .. } = *asked;
    let [title, ask, keeps] = TIMES;
    let panel = with.offers.panel;
    let small = |words: &str| RichText::new(words).small();
    let idle = question.lets_be();
    let are_several = has_others(look, question);
    let around = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    // It is an answer, and is written as one.
    let never = idle.map(never);
    let words = TIMES.into_iter().chain(never.as_deref()).chain(are_several.then_some(ALL));
    let all: f32 = words.map(|word| theme::wide(ui, word, TextStyle::Small) + around).sum();
    let room = ui.max_rect().width();
    let line = Layout::left_to_right(Align::Center).with_main_wrap(all > room);
    ui.allocate_ui_with_layout(vec2(all.min(room), ui.spacing().interact_size.y), line, |ui| {
        ui.label(small(title).color(theme::faint()));
        let offered = |ui: &mut Ui, chosen: bool, word: &str| {
            ui.add(Button::selectable(chosen, small(word)).frame_when_inactive(true))
        };
        let asks = offered(ui, !pace.from_now_on, ask);
        tip::told(&asks, panel, "It is asked again.");
        if asks.clicked() {
            (pace.from_now_on, pace.for_all) = (false, false);
        }
        let given = offered(ui, pace.from_now_on, keeps);
        tip::told(
            &given,
            panel,
            &format!(
                "The answer that you choose next is given now, and by itself every time this is asked of them. {UNTIL}"
            ),
        );
        if clicked(look, question, &given) {
            pace.from_now_on = true;
        }
        if are_several {
            let for_all = offered(ui, pace.for_all, ALL);
            tip::told(&for_all, panel, FOR_ALL);
            if clicked(look, question, &for_all) {
                pace.for_all = !pace.for_all;
                // Nothing is kept for anybody as long as it is asked again.
                pace.from_now_on |= pace.for_all;
            }
        }
        if let Some((idle, never)) = idle.zip(never.as_deref()) {
            let let_be = offered(ui, false, never);
            tip::told(
                &let_be,
                panel,
                &format!("“{}” is given at once, and by itself every time this is asked of them. {UNTIL}", idle.label),
            );
            if clicked(look, question, &let_be) {
                with.wishes.order = Some(idle.order.clone());
                with.wishes.is_every_time = true;
            }
        }
    });
}

/// What is written on the answer that lets it be now and from now on.
fn never(idle: &Choice) -> String {
    format!("{}, and so every time", idle.label)
}

/// Whether anybody else of their side could be asked the same.
fn has_others(look: Look<'_>, question: &Question) -> bool {
    let is_own = |id: &Id| Some(*id) != question.who && !id.is_thing() && look.side(*id) == question.side;
    question.who.is_some() && look.shown().filter(is_own).any(|id| look.is_in_play(id))
}
