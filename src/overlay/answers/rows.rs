//! Rows of answers that are unfolded: what a number is called there, what the chances of all of them are of, and that no answer
//! is torn from what hangs on it, nor a rule from the words that it stands behind.

use std::ops::Range;
use std::sync::Arc;

use bevy_egui::egui::{
    Align, Color32, FontId, Galley, Layout, Rect, Response, TextStyle, TextWrapMode, Ui, UiBuilder, pos2, vec2,
};

use super::spread::Row;
use super::{Answering, tip};
use crate::battle::{Choice, Look, RuleId};
use crate::overlay::{book, hovered, theme};

/// Points across of the sign of a rule, at the usual size of text.
const RULE: f32 = 12.0;
/// Points before the first of them.
const SPACE: f32 = 3.0;
/// Words that have no room in their line are written at one of these shares of small ones, and in no fewer points than that.
const SMALLER: [f32; 4] = [1.0, 0.9, 0.8, 0.7];
const LEGIBLE: f32 = 11.0;
/// What is asked has a second line before it is written at less than this share of small words.
const LARGE: f32 = 0.9;

/// Points across of the button of an answer with these words and its key in one line.
pub(super) fn broad(ui: &Ui, words: &str, key: Option<&str>) -> f32 {
    let apart = 2.0 * ui.spacing().icon_spacing;
    let key = key.map_or(0.0, |key| theme::wide(ui, &format!(" {key} "), TextStyle::Small) + apart);
    (theme::wide(ui, words, TextStyle::Button) + key + 2.0 * ui.spacing().button_padding.x).ceil()
}

/// Where lines of this room begin and end among parts so broad: each is as full as can be.
fn lines(broad: &[f32], room: f32, apart: f32) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut end = 0.0;
    for (at, broad) in broad.iter().enumerate() {
        match lines.last_mut() {
            Some(line) if end + apart + broad <= room => (line.end, end) = (at + 1, end + apart + broad),
            _ => {
                lines.push(at..at + 1);
                end = *broad;
            }
        }
    }
    lines
}

/// Adds parts so broad in as many lines as they take. No part is torn: what a part adds stands side by side, and one below the
/// other where a whole line has no room for that.
pub(super) fn in_lines(ui: &mut Ui, broad: &[f32], mut add: impl FnMut(&mut Ui, usize)) {
    let room = ui.available_width();
    for line in lines(broad, room, ui.spacing().item_spacing.x) {
        if broad.get(line.start).is_some_and(|broad| *broad > room) {
            ui.vertical(|ui| line.for_each(|at| add(ui, at)));
        } else {
            ui.horizontal(|ui| {
                ui.style_mut().wrap_mode = Some(TextWrapMode::Wrap);
                line.for_each(|at| add(ui, at));
            });
        }
    }
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
    signed(ui, look, (galley, signs), rules, with);
}

/// What is told in short, all of it that is told where it is pointed at, and its colour.
type Short<'w> = (&'w str, &'w str, Color32);

/// The same in one line, whatever room it has.
pub(super) fn in_a_line(ui: &mut Ui, look: Look<'_>, told: Short<'_>, rules: &[RuleId], with: &mut Answering<'_>) {
    in_short(ui, look, (cut, told), rules, with);
}

/// The same of what is asked: in two lines where one has too little room for words so large.
pub(super) fn in_two_lines(ui: &mut Ui, look: Look<'_>, told: Short<'_>, rules: &[RuleId], with: &mut Answering<'_>) {
    in_short(ui, look, (in_two, told), rules, with);
}

/// Lays words out, in this colour, that leave so much room at the end of a line.
type Lays = fn(&Ui, &str, Color32, f32) -> Arc<Galley>;

fn in_short(
    ui: &mut Ui,
    look: Look<'_>,
    (lays, (words, whole, colour)): (Lays, Short<'_>),
    rules: &[RuleId],
    with: &mut Answering<'_>,
) {
    let signs = room(ui, rules.len());
    let galley = lays(ui, words, colour, signs);
    let is_more = galley.elided || whole != words;
    let line = signed(ui, look, (galley, signs), rules, with);
    if is_more {
        tip::told(&line, with.offers.panel, whole);
    }
}

/// Words that are laid out, with the signs of rules behind the last of them.
fn signed(
    ui: &mut Ui,
    look: Look<'_>,
    (galley, signs): (Arc<Galley>, f32),
    rules: &[RuleId],
    with: &mut Answering<'_>,
) -> Response {
    let told = ui.vertical(|ui| {
        let place = behind(&galley, signs);
        let label = hovered::line(ui, galley);
        if let Some(place) = place.filter(|_| !rules.is_empty()) {
            let place = UiBuilder::new().max_rect(place.translate(label.rect.min.to_vec2()));
            ui.scope_builder(place.layout(Layout::left_to_right(Align::Center)), |ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add_space(theme::em(ui, SPACE));
                rules.iter().for_each(|rule| book::link(ui, look, &mut with.book, *rule));
            });
        }
        label
    });
    told.inner
}

/// Words in lines that leave so much room at their ends.
fn laid(ui: &Ui, words: &str, colour: Color32, signs: f32) -> Arc<Galley> {
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().layout(words.to_owned(), font, colour, (ui.available_width() - signs).max(signs))
}

/// Words in one line that leaves so much room at its end: smaller where they need that, and cut off where they are too long so.
fn cut(ui: &Ui, words: &str, colour: Color32, signs: f32) -> Arc<Galley> {
    let [usual, small] = [TextStyle::Body, TextStyle::Small].map(|style| style.resolve(ui.style()));
    let wide = (ui.available_width() - signs).max(signs);
    let least = (small.size * SMALLER.into_iter().fold(1.0, f32::min)).max(LEGIBLE);
    let sizes = std::iter::once(usual.size).chain(SMALLER.map(|share| small.size * share));
    let mut sizes = sizes.filter(|size| *size >= LEGIBLE).chain([least]);
    let font = FontId::new(sizes.next().unwrap_or(least), small.family);
    theme::cut(ui.painter(), words, wide, (&font, sizes), colour)
}

/// The same, in two lines as large as small words where a line has no room for words nearly as large; no smaller than they would be
/// in one.
fn in_two(ui: &Ui, words: &str, colour: Color32, signs: f32) -> Arc<Galley> {
    let line = cut(ui, words, colour, signs);
    let small = TextStyle::Small.resolve(ui.style());
    if !line.elided && theme::size_of(&line) >= small.size * LARGE - 0.01 {
        return line;
    }
    let wide = (ui.available_width() - signs).max(signs);
    let high = ui.painter().fonts_mut(|fonts| fonts.row_height(&small));
    let two = theme::fitted(ui.painter(), words, vec2(wide, 2.0 * high + 1.0), &small, (colour, Align::LEFT));
    let has_room = two.size().y <= 2.0 * high + 1.0 && theme::size_of(&two) >= theme::size_of(&line);
    if has_room { two } else { line }
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
    use std::collections::BTreeSet;

    use bevy_egui::egui::{Context, RawInput, RichText};

    use super::*;
    use crate::battle::{Group, Order};

    /// Promise: in a row that is broad or narrow an answer and what hangs on it stand side by side or one below the other, and no
    /// line lies farther below another than lines do, whatever takes how many.
    #[test]
    fn an_answer_is_never_torn_from_what_hangs_on_it() {
        let (short, long) = ("2 actions, -2", "Hide behind Sybilla (takes your turn)");
        let hangs = "Sybilla is struck instead: hurt 50%, incapacitated 50% unless answered";
        for wide in [120.0, 200.0, 310.0, 430.0, 700.0, 1200.0] {
            let mut units: Vec<[Rect; 2]> = Vec::new();
            let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                units.clear();
                ui.set_max_width(wide);
                let answer = |at: usize| if at.is_multiple_of(2) { short } else { long };
                let apart = ui.spacing().item_spacing.x;
                let all: Vec<f32> = (0..6)
                    .map(|at| broad(ui, answer(at), None) + apart + theme::wide(ui, hangs, TextStyle::Small))
                    .collect();
                in_lines(ui, &all, |ui, at| {
                    let answer = ui.button(answer(at)).rect;
                    units.push([answer, ui.label(RichText::new(hangs).small()).rect]);
                });
            });
            output.textures_delta.clear();
            assert_eq!(units.len(), 6);
            for [answer, hangs] in &units {
                let beside = hangs.left() >= answer.right() && (hangs.center().y - answer.center().y).abs() < 4.0;
                assert!(beside || hangs.top() >= answer.bottom(), "{wide}: {answer:?}, {hangs:?}");
                assert!(hangs.right().max(answer.right()) < units[0][0].left() + wide + 1.0, "{wide}: {hangs:?}");
            }
            for [one, next] in units.iter().zip(units.iter().skip(1)).map(|(one, next)| [one, next]) {
                let (end, begins) = (one[0].bottom().max(one[1].bottom()), next[0].top().min(next[1].top()));
                assert!(begins - end < 12.0, "{wide}: a hole between {one:?} and {next:?}");
            }
        }
    }

    /// Promise: a line is as full as can be, and what is broader than any has one of its own.
    #[test]
    fn lines_are_full() {
        assert_eq!(lines(&[40.0, 40.0, 20.0, 200.0, 30.0, 30.0], 100.0, 5.0), [0..2, 2..3, 3..4, 4..6]);
        assert!(lines(&[], 100.0, 5.0).is_empty());
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

    /// Promise: where there is one line for what is asked it stands there with the signs of its rules, however long it is and
    /// however little room there is, and all of it is heard.
    #[test]
    fn what_is_asked_takes_one_line() {
        let words = "Leader strikes at Balthasar with Great sword: what now?";
        let (mut whole, mut elided) = (0, 0);
        // Where the text is twice as large it is rather smaller than cut.
        let context = Context::default();
        context.global_style_mut(|style| style.text_styles.iter_mut().for_each(|(_, font)| font.size *= 2.0));
        let mut output = context.run_ui(RawInput::default(), |ui| {
            let needed = theme::wide(ui, words, TextStyle::Small);
            ui.set_max_width(needed * 0.8);
            assert!(!cut(ui, words, Color32::WHITE, room(ui, 1)).elided);
        });
        output.textures_delta.clear();
        for wide in (140..900).step_by(19).map(|wide| wide as f32) {
            let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                ui.set_max_width(wide);
                let (signs, before) = (room(ui, 2), ui.available_width());
                let galley = cut(ui, words, Color32::WHITE, signs);
                let place = behind(&galley, signs).unwrap();
                assert_eq!((galley.rows.len(), galley.text()), (1, words), "{wide}");
                assert!(place.right() <= before + 0.5, "{wide}: {place:?}");
                if galley.elided { elided += 1 } else { whole += 1 }
            });
            output.textures_delta.clear();
        }
        assert!(whole > 0 && elided > 0, "{whole} whole, {elided} cut off");
    }

    /// Promise: what is asked is written nearly as large as small words are, in two lines where one has no room for that, and is
    /// never smaller than in one.
    #[test]
    fn what_is_asked_is_large_in_two_lines() {
        let words = "Crossbowman: defend against the Short bow of Archer 1? (5 or more)";
        let context = Context::default();
        context.global_style_mut(|style| style.text_styles.iter_mut().for_each(|(_, font)| font.size *= 2.0));
        let mut lines = BTreeSet::new();
        let mut output = context.run_ui(RawInput::default(), |ui| {
            let (needed, small) = (theme::wide(ui, words, TextStyle::Small), TextStyle::Small.resolve(ui.style()).size);
            for share in [0.4, 0.6, 0.7, 0.8, 0.95, 1.4] {
                let (told, before) = ui
                    .scope(|ui| {
                        ui.set_max_width(needed * share);
                        let signs = room(ui, 1);
                        let line = cut(ui, words, Color32::WHITE, signs);
                        (in_two(ui, words, Color32::WHITE, signs), theme::size_of(&line))
                    })
                    .inner;
                assert!(told.rows.len() <= 2 && theme::size_of(&told) >= before, "{share}: {} rows", told.rows.len());
                let is_large = theme::size_of(&told) >= small * LARGE - 0.01;
                assert!(share < 0.6 || is_large && !told.elided, "{share}: {} of {small}", theme::size_of(&told));
                lines.insert(told.rows.len());
            }
        });
        output.textures_delta.clear();
        assert_eq!(lines.len(), 2, "{lines:?}");
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
