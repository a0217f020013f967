//! The other answers to a question, once they are unfolded: a row for each thing that they are for, and what cannot be done.

use bevy_egui::egui::{Label, RichText, Ui};

use super::beside::Laid;
use super::rows::{chance_of, number, whole};
use super::spread::Row;
use super::{Answering, Shown, face, keyed, tip, words};
use crate::battle::{Choice, Look, Question};
use crate::overlay::stakes::Hanging;
use crate::overlay::{odds, theme};

/// What stands behind a number of a row whose answer lies open.
const OPEN: &str = "(open)";

/// The button of an answer with the key of its place.
fn button(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    (choice, place): (&Choice, Option<usize>),
    shown: &Shown,
    with: &mut Answering<'_>,
) {
    let key = place.and_then(|place| keyed(question, choice, place, with));
    face(ui, look, question, choice, (shown, key), with);
}

/// All others, once they are unfolded; what cannot be done, where that is wanted.
pub(super) fn others_of(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    (choices, spread): Laid<'_>,
    with: &mut Answering<'_>,
    (foresees, unfolded): (bool, bool),
) {
    let is_open = |row: &&Row| if row.shut { with.offers.everything } else { unfolded };
    let rows: Vec<&Row> = spread.rows.iter().filter(is_open).collect();
    let all = rows.iter().flat_map(|row| row.choices.iter().copied());
    let folded: Vec<usize> = all.filter(|index| !spread.open.contains(index)).collect();
    let others: Vec<&Choice> = folded.iter().filter_map(|index| choices.get(*index)).collect();
    // What hangs on them is found out once somebody looks at them.
    let hanging = if foresees && unfolded && !others.is_empty() {
        Hanging::others(ui, look, question, &others, with)
    } else {
        Hanging::default()
    };
    for row in rows {
        let of = chance_of(row, choices).filter(|_| foresees);
        let title = of.map_or_else(|| row.title.clone(), |of| format!("{}: chance {of}", row.title));
        let title = RichText::new(title).small().color(theme::faint());
        // What is said of numbers is a line of its own, and below it they stand in theirs.
        if row.counts {
            ui.label(title.clone());
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if !row.counts {
                ui.label(title);
            }
            for (index, choice) in row.choices.iter().filter_map(|index| Some((*index, choices.get(*index)?))) {
                if row.counts && spread.open.contains(&index) {
                    let open = format!(" {} {OPEN} ", number(row, choice));
                    let open = RichText::new(open).color(theme::accent()).background_color(theme::raised());
                    let open = ui.add(Label::new(open).extend());
                    tip::told(&open, with.offers.panel, &format!("{} lies open already.", choice.label));
                    continue;
                }
                let text = if row.counts {
                    let chance = choice.chance.as_deref().filter(|_| foresees).map(|chance| match of {
                        Some(of) => format!("  {}", chance.trim_end_matches(of).trim_end()),
                        None => format!("  {}", odds::percent(chance)),
                    });
                    // What it costs is in the chance already.
                    let cost = choice.cost.as_ref().filter(|_| chance.is_none()).map(|cost| format!(", {cost}"));
                    format!("{}{}", number(row, choice), chance.or(cost).unwrap_or_default())
                } else {
                    words(choice)
                };
                let shown = Shown { name: words(choice), keyed: !row.counts, ..Shown::plain(text) };
                let place = spread.place(index);
                let hangs = folded.iter().position(|other| *other == index);
                let Some(hangs) = hangs.and_then(|place| hanging.brief(look, question, place)) else {
                    button(ui, look, question, (choice, place), &shown, with);
                    continue;
                };
                whole(ui, [&shown.text, &hangs.text], |ui| {
                    button(ui, look, question, (choice, place), &shown, with);
                    hangs.told(ui, with.offers.panel);
                });
            }
        });
    }
}
