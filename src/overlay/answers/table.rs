//! Answers that differ by a number alone as a table: a column for each way of counting them, a line for each number.

use bevy_egui::egui::{Grid, RichText, Ui, vec2};

use super::beside::{button, chance_of, numbered, price};
use super::spread::Spread;
use super::{Answering, HIGH, Shown, words};
use crate::battle::{Choice, Look, Question};
use crate::overlay::stakes::Hanging;
use crate::overlay::{odds, theme};

/// Points between its columns and its lines.
const GAPS: [f32; 2] = [14.0, 3.0];

/// All of them, each with its key, its price, its chance and what hangs on it. `usual`: the one that Enter gives. Where the first
/// line ends.
pub(super) fn table(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    (choices, spread, usual): (&[Choice], &Spread, Option<&str>),
    foresees: bool,
    with: &mut Answering<'_>,
) -> f32 {
    let open: Vec<&Choice> = spread.open.iter().filter_map(|index| choices.get(*index)).collect();
    let hanging = if foresees { Hanging::on(ui, look, question, &open, with) } else { Hanging::default() };
    let mut numbers: Vec<Option<i32>> = open.iter().map(|choice| choice.order.n).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut first = ui.cursor().top();
    let faint = |words: String| RichText::new(words).small().color(theme::faint());
    Grid::new("table").num_columns(spread.table.len()).spacing(vec2(GAPS[0], GAPS[1])).show(ui, |ui| {
        for column in &spread.table {
            let of = chance_of(column, choices).filter(|_| foresees);
            ui.label(faint(of.map_or_else(|| column.title.clone(), |of| format!("{}: chance {of}", column.title))));
        }
        ui.end_row();
        for (line, number) in numbers.iter().enumerate() {
            for column in &spread.table {
                let here = |index: &&usize| choices.get(**index).is_some_and(|choice| choice.order.n == *number);
                let found = column.choices.iter().find(here);
                let Some((index, choice)) = found.and_then(|index| Some((*index, choices.get(*index)?))) else {
                    ui.label("");
                    continue;
                };
                let of = chance_of(column, choices);
                let chance = choice.chance.as_deref().filter(|_| foresees).map(|chance| match of {
                    Some(of) => chance.trim_end_matches(of).trim_end().to_owned(),
                    None => odds::percent(chance),
                });
                let chance = chance.map(|chance| format!("  {chance}")).unwrap_or_default();
                let text = format!("{}{chance}", numbered(column, choice));
                let shown = Shown { text, name: words(choice), high: theme::em(ui, HIGH) };
                let cell = ui.horizontal(|ui| {
                    button(ui, look, question, (choice, spread.place(index)), &shown, with);
                    price(ui, look, choice);
                    if usual == Some(choice.label.as_str()) {
                        ui.label(RichText::new("Enter").small().color(theme::accent()));
                    }
                    let place = spread.open.iter().position(|each| *each == index);
                    if let Some(hangs) = place.and_then(|place| hanging.brief(look, question, place)) {
                        ui.label(RichText::new(&hangs.text).small().color(hangs.colour)).on_hover_text(&hangs.all);
                    }
                });
                first = if line == 0 { first.max(cell.response.rect.bottom()) } else { first };
            }
            ui.end_row();
        }
    });
    first
}
