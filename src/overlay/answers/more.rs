//! What unfolds all other answers to a question, and what is to be done when the same is asked again.

use bevy_egui::egui::{Align, Button, Layout, RichText, TextStyle, Ui, WidgetInfo, WidgetType, vec2};

use super::Answering;
use super::rows::wide;
use super::spread::Spread;
use crate::battle::Question;
use crate::overlay::keys::Digit;
use crate::overlay::theme;

/// Until when an answer is given every time.
const UNTIL: &str = "this is asked of them and this very answer is open, as long as it costs no more and makes nothing else they do worse. Where only other answers are open, as to an arrow, you are asked; what you keep there is kept beside it. \"Ask me again\" in the menu ends it.";
/// What can be chosen for the next time.
const TIMES: [&str; 4] = ["next time", "ask", "always", "never"];

/// What unfolds all other answers, and keeps an answer from now on: among those others where that is all there is room for.
pub(super) fn unfolds(
    ui: &mut Ui,
    question: &Question,
    spread: &Spread,
    with: &mut Answering<'_>,
    (from_now_on, is_scant): (&mut bool, bool),
) {
    let folded = spread.folded();
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
            unfolds.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_unfolded, &name));
            if unfolds.clicked() {
                with.offers.others = !is_unfolded;
            }
        }
        if with.offers.others && spread.rows.iter().any(|row| row.counts) {
            ui.label(RichText::new("the key is the number").small().color(theme::faint()));
        }
        if with.offers.others || !is_scant {
            from_then_on(ui, question, from_now_on, with);
        }
    });
}

/// What is to be done when the same is asked again: asked, answered as it is answered now, or let be every time. None of it goes
/// to another line by itself.
fn from_then_on(ui: &mut Ui, question: &Question, keeps: &mut bool, with: &mut Answering<'_>) {
    let [title, ask, always, never] = TIMES;
    let small = |words: &str| RichText::new(words).small();
    let idle = question.lets_be();
    let around = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    let words = TIMES.into_iter().take(if idle.is_some() { 4 } else { 3 });
    let all: f32 = words.map(|word| wide(ui, word, TextStyle::Small) + around).sum();
    let room = ui.max_rect().width();
    let line = Layout::left_to_right(Align::Center).with_main_wrap(all > room);
    ui.allocate_ui_with_layout(vec2(all.min(room), ui.spacing().interact_size.y), line, |ui| {
        ui.label(small(title).color(theme::faint()));
        if ui.selectable_label(!*keeps, small(ask)).on_hover_text("It is asked again.").clicked() {
            *keeps = false;
        }
        let given = ui.selectable_label(*keeps, small(always));
        if given.on_hover_text(format!("What you answer now is answered every time {UNTIL}")).clicked() {
            *keeps = true;
        }
        let Some(idle) = idle else { return };
        let let_be = ui.selectable_label(false, small(never));
        if let_be.on_hover_text(format!("{}: now and every time {UNTIL}", idle.label)).clicked() {
            let wishes = &mut *with.wishes;
            wishes.order = Some(idle.order.clone());
            wishes.every_time.clone_from(&wishes.order);
        }
    });
}
