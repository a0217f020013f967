//! Rows of answers that are unfolded: what a number is called there, what the chances of all of them are of, and that no answer
//! is torn from what hangs on it, nor a rule from the words that it stands behind.

use std::sync::Arc;

use bevy_egui::egui::{Align, Color32, Galley, Layout, Rect, TextStyle, Ui, UiBuilder, pos2, vec2};

use super::Answering;
use super::spread::Row;
use crate::battle::{Choice, Look, RuleId};
use crate::overlay::{book, theme};

/// Points across of the sign of a rule, at the usual size of text.
const RULE: f32 = 12.0;
/// Points before the first of them.
const SPACE: f32 = 3.0;

/// Points across around an answer and what hangs on it in such a row, with its key, at the usual size of text.
const AROUND: f32 = 52.0;

/// Whether the button of an answer has room for these words and its key in one line.
pub(super) fn in_a_line(ui: &Ui, words: &str, key: Option<&str>) -> bool {
    let spacing = ui.spacing().item_spacing.x;
    let key = key.map_or(0.0, |key| theme::wide(ui, &format!(" {key} "), TextStyle::Small) + spacing);
    theme::wide(ui, words, TextStyle::Button) + key + 2.0 * ui.spacing().button_padding.x <= ui.available_width()
}

/// An answer and what hangs on it, which read so, in a row that goes on in the next line: the two are never torn apart. Where no
/// line has room for both one lies below the other.
pub(super) fn whole(ui: &mut Ui, [answer, hangs]: [&str; 2], add: impl FnOnce(&mut Ui)) {
    let [answer, hangs] =
        [(answer, TextStyle::Button), (hangs, TextStyle::Small)].map(|(words, style)| theme::wide(ui, words, style));
    let wide = answer + hangs + theme::em(ui, AROUND);
    let room = ui.max_rect().width();
    let line = if wide <= room { Layout::left_to_right(Align::Center) } else { Layout::top_down(Align::Min) };
    ui.allocate_ui_with_layout(vec2(wide.min(room), ui.spacing().interact_size.y), line, add);
}

/// Points across of the signs of so many rules.
fn room(ui: &Ui, rules: usize) -> f32 {
    if rules == 0 { 0.0 } else { theme::em(ui, RULE) * rules as f32 + theme::em(ui, SPACE) }
}

/// Words in as many lines as they take, with the signs of rules right behind the last of them: no sign stands in a line by itself.
pub(super) fn ruled(
    ui: &mut Ui,
    look: Look<'_>,
    (words, colour): (&str, Color32),
    rules: &[RuleId],
    with: &mut Answering<'_>,
) {
    let signs = room(ui, rules.len());
    let galley = laid(ui, words, colour, signs);
    ui.vertical(|ui| {
        let place = behind(&galley, signs);
        let label = ui.label(galley);
        let Some(place) = place.filter(|_| !rules.is_empty()) else { return };
        let place = UiBuilder::new().max_rect(place.translate(label.rect.min.to_vec2()));
        ui.scope_builder(place.layout(Layout::left_to_right(Align::Center)), |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.add_space(theme::em(ui, SPACE));
            rules.iter().for_each(|rule| book::link(ui, look, &mut with.book, *rule));
        });
    });
}

/// Words in lines that leave so much room at their ends.
fn laid(ui: &Ui, words: &str, colour: Color32, signs: f32) -> Arc<Galley> {
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().layout(words.to_owned(), font, colour, (ui.available_width() - signs).max(signs))
}

/// The room right behind the last of these words, from where they begin.
fn behind(words: &Galley, signs: f32) -> Option<Rect> {
    let last = words.rows.last()?.rect();
    Some(Rect::from_min_max(last.right_top(), pos2(last.right() + signs, last.bottom())))
}

/// What a number is called in a row of numbers: without what the row says of all of them.
fn numbered<'c>(row: &Row, choice: &'c Choice) -> &'c str {
    let said = row.title.split_once(", ").map_or("", |(_, said)| said);
    let bare = choice.label.strip_suffix(said).map(|label| label.trim_end_matches([',', ' ']));
    bare.filter(|bare| !bare.is_empty()).unwrap_or(&choice.label)
}

/// The same in short: a number alone, where it begins with that.
pub(super) fn number(row: &Row, choice: &Choice) -> String {
    let (name, number) = (numbered(row, choice), choice.order.n.unwrap_or(0).to_string());
    if name.starts_with(&number) { number } else { name.to_owned() }
}

/// What the chances of all the numbers of a row are of, where that is the same: "to hit Guard".
pub(super) fn chance_of<'c>(row: &Row, choices: &'c [Choice]) -> Option<&'c str> {
    let all = row.choices.iter().filter_map(|index| choices.get(*index)?.chance.as_deref());
    let mut all = all.map(|chance| chance.split_once(' ').map(|(_, of)| of));
    let first = all.next().filter(|_| row.counts)??;
    all.all(|of| of == Some(first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput, Rect, RichText};

    use super::*;
    use crate::battle::{Group, Order};

    /// Promise: in a row that is broad or narrow an answer and what hangs on it stand side by side or one below the other.
    #[test]
    fn an_answer_is_never_torn_from_what_hangs_on_it() {
        let (answer, hangs) = ("2 actions, -2", "harmed 40% (of it out 12%)");
        for wide in [120.0, 200.0, 310.0, 430.0, 700.0] {
            let mut units: Vec<Vec<Rect>> = Vec::new();
            let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                units.clear();
                ui.set_max_width(wide);
                ui.horizontal_wrapped(|ui| {
                    for _ in 0..6 {
                        whole(ui, [answer, hangs], |ui| {
                            let answer = ui.button(answer).rect;
                            units.push(vec![answer, ui.label(RichText::new(hangs).small()).rect]);
                        });
                    }
                });
            });
            output.textures_delta.clear();
            assert_eq!(units.len(), 6);
            for rects in &units {
                let (answer, hangs) = (rects[0], rects[1]);
                let beside = hangs.left() >= answer.right() && (hangs.center().y - answer.center().y).abs() < 4.0;
                assert!(beside || hangs.top() >= answer.bottom(), "{wide}: {answer:?}, {hangs:?}");
                assert!(hangs.right().max(answer.right()) < units[0][0].left() + wide + 1.0, "{wide}: {hangs:?}");
            }
        }
    }

    /// Promise: the sign of a rule stands in the line of the last word and within the room, however broad that is.
    #[test]
    fn the_sign_of_a_rule_stands_with_its_word() {
        let words = "Pike 1 charges: does Dwarf answer it, and where?";
        for wide in (90..420).step_by(7).map(|wide| wide as f32) {
            let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                ui.set_max_width(wide);
                let (signs, before) = (room(ui, 2), ui.available_width());
                let galley = laid(ui, words, Color32::WHITE, signs);
                let place = behind(&galley, signs).unwrap();
                assert!(place.right() <= before + 0.5 && place.bottom() <= galley.size().y + 0.5, "{wide}: {place:?}");
                assert!(place.top() + 2.0 > galley.size().y - galley.rows[0].size.y, "{wide}: {place:?}");
            });
            output.textures_delta.clear();
        }
    }

    /// Promise: in a row of numbers each is called by its number, and what the chances of all of them are of is said once.
    #[test]
    fn a_row_of_numbers_says_once_what_is_the_same_of_all() {
        let choice = |n: i32, label: &str, chance: &str| {
            let choice = Choice::new(Order::new("declare").n(n), label, Group::Turn, "R-1");
            Choice { chance: Some(chance.to_owned()), ..choice }
        };
        let labels = ["1 action, no defence", "2 actions, no defence", "Only defend"];
        let all: Vec<Choice> = labels.iter().map(|label| choice(1, label, "61% to hit Guard")).collect();
        let title = "actions, no defence".to_owned();
        let row = Row { title, counts: true, shut: false, choices: vec![0, 1, 2] };
        let names: Vec<&str> = all.iter().map(|choice| numbered(&row, choice)).collect();
        assert_eq!(names, ["1 action", "2 actions", "Only defend"]);
        let short: Vec<String> = all.iter().map(|choice| number(&row, choice)).collect();
        assert_eq!(short, ["1", "2 actions", "Only defend"]);
        assert_eq!(chance_of(&row, &all), Some("to hit Guard"));
        let other = [all[0].clone(), choice(2, "2 actions", "40% to hit Archer"), all[2].clone()];
        assert_eq!(chance_of(&row, &other), None);
    }
}
