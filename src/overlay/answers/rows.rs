//! Rows of answers that are unfolded: what a number is called there, what the chances of all of them are of, and that no answer
//! is torn from what hangs on it.

use bevy_egui::egui::{Align, Layout, TextStyle, Ui, vec2};

use super::spread::Row;
use crate::battle::Choice;
use crate::overlay::theme;

/// Points across around an answer and what hangs on it in such a row, with its key, at the usual size of text.
const AROUND: f32 = 52.0;

/// An answer and what hangs on it, which read so, in a row that goes on in the next line: the two are never torn apart. Where no
/// line has room for both one lies below the other.
pub(super) fn whole(ui: &mut Ui, [answer, hangs]: [&str; 2], add: impl FnOnce(&mut Ui)) {
    let wide = |text: &str, style: TextStyle| {
        ui.painter().layout_no_wrap(text.to_owned(), style.resolve(ui.style()), theme::ink()).size().x
    };
    let wide = wide(answer, TextStyle::Button) + wide(hangs, TextStyle::Small) + theme::em(ui, AROUND);
    let room = ui.max_rect().width();
    let line = if wide <= room { Layout::left_to_right(Align::Center) } else { Layout::top_down(Align::Min) };
    ui.allocate_ui_with_layout(vec2(wide.min(room), ui.spacing().interact_size.y), line, add);
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
        let (answer, hangs) = ("2 actions, -2", "hurt 40% (out 12%)");
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
