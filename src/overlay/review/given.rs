//! What each side gave away, and the decisions that did it.

use bevy_egui::egui::{Button, CollapsingHeader, RichText, Ui};

use super::words::Words;
use super::{colour, named};
use crate::ai::deep::EXPLAINED;
use crate::analysis::{Analysis, Grade, Judged, before, points};
use crate::overlay::reasons::explained;
use crate::overlay::theme;

/// What each side gave away, and the decisions that did it; the one that was clicked on.
pub(super) fn given_away(ui: &mut Ui, found: &Analysis, words: Words<'_>, is_at_work: bool) -> Option<usize> {
    ui.label(RichText::new("What was given away").heading());
    let tip = "How much of the chance to win, beside the best that was thought of";
    ui.label(RichText::new(tip).small().color(theme::faint()));
    explained(ui, "What a slip is, and these figures", &[&Grade::explained()]);
    for (side, name) in (0..).zip(&found.sides) {
        let told = counted(found.grades(side), is_at_work);
        ui.horizontal_wrapped(|ui| {
            named(ui, side, name);
            ui.label(told);
        });
    }
    let mut to = None;
    for (number, judged) in found.decisions.iter().enumerate() {
        let Some(grade) = judged.grade.filter(|grade| *grade > Grade::Good) else { continue };
        let away = points(judged.given_away, false);
        let better = words.better(found, judged);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(RichText::new(grade.word()).strong().color(colour(grade)));
            if decision(ui, found, (number, judged), words) {
                to = Some(number);
            }
            ui.label(RichText::new(format!("{away} less than: {better}")).color(theme::faint()));
        });
        if judged.expected.is_some() {
            let heading = RichText::new("What was to be expected").small().color(theme::faint());
            let shown = CollapsingHeader::new(heading).id_salt(("reasons", number)).show(ui, |ui| {
                for reason in words.reasons(found, judged) {
                    ui.label(RichText::new(reason).small());
                }
            });
            shown.header_response.on_hover_text(EXPLAINED.join("\n\n"));
        }
    }
    to
}

/// How many decisions there were of each kind that there were any of: "8 good · 1 slip · 2 mistakes".
fn counted(grades: [(Grade, usize); 4], is_at_work: bool) -> String {
    let there = grades.into_iter().filter(|(_, count)| *count > 0);
    let told: Vec<String> = there.map(|(grade, count)| grade.counted(count)).collect();
    match (told.is_empty(), is_at_work) {
        (true, true) => "not looked at yet".to_owned(),
        (true, false) => "nothing weighed".to_owned(),
        (false, _) => told.join(" · "),
    }
}

/// A decision in words, as a way to it; whether it was clicked.
pub(super) fn decision(ui: &mut Ui, found: &Analysis, (number, judged): (usize, &Judged), words: Words<'_>) -> bool {
    let text = words.decided(found, (number, judged));
    let button = ui.add(Button::new(RichText::new(text)).small().wrap());
    let button = button.on_hover_ui(|ui| {
        ui.set_max_width(320.0 * theme::scale(ui.ctx()));
        let when = before(number, found.decisions.len());
        ui.label(format!("Click to look at the battle as it stood {when}"));
        judged.rolls.iter().for_each(|roll| {
            ui.label(RichText::new(roll).color(theme::faint()));
        });
    });
    button.clicked()
}
