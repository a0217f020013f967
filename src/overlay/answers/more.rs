//! What unfolds all other answers to a question, and what is to be done when the same is asked again.

use bevy_egui::egui::{Align, Button, Label, Layout, RichText, TextStyle, Ui, WidgetInfo, WidgetType, vec2};

use super::spread::Spread;
use super::{Answering, tip};
use crate::battle::Question;
use crate::overlay::keys::Digit;
use crate::overlay::theme;

/// Until when an answer is given every time.
const UNTIL: &str = "this is asked of them, as long as this very answer is open, costs no more and makes nothing else they do worse. Otherwise, as about an arrow, you are asked, and what you keep then is kept beside it. \"Ask me again\" in the menu ends it.";
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
            let told = RichText::new("the key is the number").small().color(theme::faint());
            ui.add(Label::new(told).extend());
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
    let panel = with.offers.panel;
    let small = |words: &str| RichText::new(words).small();
    let idle = question.lets_be();
    let around = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    let words = TIMES.into_iter().take(if idle.is_some() { 4 } else { 3 });
    let all: f32 = words.map(|word| theme::wide(ui, word, TextStyle::Small) + around).sum();
    let room = ui.max_rect().width();
    let line = Layout::left_to_right(Align::Center).with_main_wrap(all > room);
    ui.allocate_ui_with_layout(vec2(all.min(room), ui.spacing().interact_size.y), line, |ui| {
        ui.label(small(title).color(theme::faint()));
        let asks = ui.selectable_label(!*keeps, small(ask));
        tip::told(&asks, panel, "It is asked again.");
        if asks.clicked() {
            *keeps = false;
        }
        let given = ui.selectable_label(*keeps, small(always));
        tip::told(&given, panel, &format!("What you answer now is answered every time {UNTIL}"));
        if given.clicked() {
            *keeps = true;
        }
        let Some(idle) = idle else { return };
        let let_be = ui.selectable_label(false, small(never));
        tip::told(&let_be, panel, &format!("{}: now and every time {UNTIL}", idle.label));
        if let_be.clicked() {
            with.wishes.order = Some(idle.order.clone());
            with.wishes.is_every_time = true;
        }
    });
}
