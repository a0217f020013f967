//! The other answers to a question, once they are unfolded: a row for each thing that they are for, and what cannot be done.

use bevy_egui::egui::{Label, RichText, TextStyle, Ui};

use super::beside::Asked;
use super::rows::{broad, chance_of, in_lines, number};
use super::says::weighing;
use super::spread::Row;
use super::{Answering, Shown, face, keyed, tip, words};
use crate::battle::{Choice, Look};
use crate::overlay::stakes::{Brief, Hanging};
use crate::overlay::{odds, theme};

/// So many of them are in sight at once where there is any room for that.
const FIRST: usize = 3;
/// What is said of the keys of answers that differ by a number.
const NUMBERS: &str = "press a number to choose it";
/// Points between two parts of a row, and more between two answers that something hangs on, at the usual size of text.
const APART: f32 = 4.0;
const MORE: f32 = 8.0;

/// A part of a row, which stands in one line as a whole where any line has room for it.
enum Part<'a> {
    /// What the answers of the row are for.
    Title(String),
    /// A number whose answer lies open already.
    Open(String, &'a Choice),
    /// An answer with its button, its key and what hangs on it.
    Other(&'a Choice, Shown, Option<String>, Option<Brief>),
}

impl Part<'_> {
    /// Points across of all of it in one line.
    fn broad(&self, ui: &Ui) -> f32 {
        match self {
            Self::Title(title) => theme::wide(ui, title, TextStyle::Small).ceil(),
            Self::Open(number, _) => theme::wide(ui, number, TextStyle::Body).ceil(),
            Self::Other(_, shown, key, hangs) => {
                let around = ui.spacing().item_spacing.x + theme::em(ui, MORE);
                let hangs = hangs.as_ref().map_or(0.0, |hangs| around + hangs.broad(ui));
                broad(ui, &shown.text, key.as_deref().filter(|_| shown.keyed)) + hangs
            }
        }
    }

    fn draw(&self, ui: &mut Ui, asked: &Asked<'_, '_>, with: &mut Answering<'_>) {
        match self {
            Self::Title(title) => drop(ui.label(RichText::new(title).small().color(theme::faint()))),
            Self::Open(number, choice) => {
                let open = RichText::new(number).color(theme::accent()).background_color(theme::raised());
                let open = ui.add(Label::new(open).extend());
                tip::told(&open, with.offers.panel, &format!("{} lies open already.", choice.label));
            }
            Self::Other(choice, shown, key, hangs) => {
                face(ui, asked.look, asked.question, choice, (shown, key.clone()), with);
                let Some(hangs) = hangs else { return };
                hangs.told(ui, with.offers.panel);
                if ui.layout().is_horizontal() {
                    ui.add_space(theme::em(ui, MORE));
                }
            }
        }
    }
}

/// What the button of an answer says in such a row: of a number no more than the number and its chance, which is `of` the same
/// as the others.
fn said(look: Look<'_>, row: &Row, choice: &Choice, (foresees, of): (bool, Option<&str>)) -> String {
    let choice = weighing(look, choice);
    if !row.counts {
        return words(&choice);
    }
    let chance = choice.chance.as_deref().filter(|_| foresees).map(|chance| match of {
        Some(of) => format!("  {}", chance.trim_end_matches(of).trim_end()),
        None => format!("  {}", odds::percent(chance)),
    });
    // What it costs is in the chance already.
    let cost = choice.cost.as_ref().filter(|_| chance.is_none()).map(|cost| format!(", {cost}"));
    format!("{}{}", number(row, &choice), chance.or(cost).unwrap_or_default())
}

/// All others, once they are unfolded, and what cannot be done, where that is wanted; where the first few of them end. `ends`:
/// where each of them does.
pub(super) fn others_of(
    ui: &mut Ui,
    asked: &Asked<'_, '_>,
    with: &mut Answering<'_>,
    unfolded: bool,
    ends: &mut Vec<f32>,
) -> Option<f32> {
    let Asked { look, question, choices, spread, foresees, .. } = *asked;
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
    let (mut drawn, mut end) = (0, None);
    let are_numbers = rows.iter().any(|row| row.counts);
    for row in rows {
        let of = chance_of(row, choices).filter(|_| foresees);
        let title = of.map_or_else(|| row.title.clone(), |of| format!("{}: chance {of}", row.title));
        let mut parts = Vec::new();
        // What is said of numbers is a line of its own, and below it they stand in theirs.
        if row.counts && asked.is_scant() {
            let words = RichText::new(&title).small().color(theme::faint());
            let line = ui.add(Label::new(words).truncate().show_tooltip_when_elided(false));
            tip::told(&line, with.offers.panel, &title);
        } else if row.counts {
            Part::Title(title).draw(ui, asked, with);
        } else {
            parts.push(Part::Title(title));
        }
        for (index, choice) in row.choices.iter().filter_map(|index| Some((*index, choices.get(*index)?))) {
            if row.counts && spread.open.contains(&index) {
                parts.push(Part::Open(format!(" {} (shown) ", number(row, choice)), choice));
                continue;
            }
            let text = said(look, row, choice, (foresees, of));
            let shown = Shown { name: words(choice), keyed: !row.counts, ..Shown::plain(text) };
            let key = spread.place(index).and_then(|place| keyed(question, choice, place, with));
            let hangs = folded.iter().position(|other| *other == index);
            let hangs = hangs.and_then(|place| hanging.brief(look, question, place));
            parts.push(Part::Other(choice, shown, key, hangs));
        }
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = theme::em(ui, APART);
            let broad: Vec<f32> = parts.iter().map(|part| part.broad(ui)).collect();
            in_lines(ui, &broad, |ui, at| {
                let Some(part) = parts.get(at) else { return };
                part.draw(ui, asked, with);
                if matches!(part, Part::Other(..)) {
                    let bottom = ui.min_rect().bottom();
                    ends.push(bottom);
                    if drawn < FIRST {
                        drawn += 1;
                        end = Some(bottom);
                    }
                }
            });
        });
    }
    if are_numbers {
        ui.label(RichText::new(NUMBERS).small().color(theme::faint()));
    }
    end
}

#[cfg(test)]
mod tests {
    use super::super::says::weighed;
    use super::*;
    use crate::overlay::trial;

    /// Promise: an answer among the others tells how much worse the round becomes by it, as one that lies open does.
    #[test]
    fn others_tell_what_weighs_on_the_round() {
        let row = Row { title: String::new(), counts: false, shut: false, choices: Vec::new() };
        let mut found = 0;
        trial::watch("tavern_yard", 1, 150, |look| {
            let weighs = |choice: &Choice| weighed(look, choice).filter(|cost| cost.ends_with(" this round"));
            for choice in &look.choices() {
                let Some(cost) = weighs(choice) else { continue };
                let told = said(look, &row, choice, (false, None));
                assert!(told.contains(&cost), "{told}: {cost}");
                found += 1;
            }
        });
        assert!(found > 0, "nothing weighs on any round");
    }
}
