//! What became of everybody in a battle that is over.

use bevy_egui::egui::{Align, Color32, Label, Layout, RichText, Sense, Shape, TextStyle, Ui, Vec2, vec2};

use super::With;
use super::blows::Told;
use crate::battle::{Condition, Id, Look, Until, capital};
use crate::overlay::tokens::states::Sort;
use crate::overlay::{theme, tokens};

/// The picture of somebody, what lies between two columns, and how wide that of fates is at least: with less it lies below the name.
const PICTURE: f32 = 26.0;
const APART: f32 = 14.0;
const LEAST: f32 = 120.0;
/// What lies between a picture and a name.
const BETWEEN: f32 = 8.0;

/// What is told of somebody.
struct Row {
    who: Id,
    fate: (String, Color32),
    /// How many wounds they have, where wounds are counted, and how many they felled.
    counts: Vec<(&'static str, usize)>,
}

/// What became of everybody, one below the other. Long fates go on in the next line: nothing is as wide as to be out of sight.
pub(super) fn fates(ui: &mut Ui, look: Look<'_>, told: &Told, with: &mut With<'_>) {
    ui.label(RichText::new("What became of them").heading());
    let has_wounds = look.shown().any(|id| !look.wounds(id).is_empty());
    let mut all: Vec<Id> = look.shown().collect();
    all.sort_by_key(|id| look.own_side(*id));
    let rows = all.into_iter().map(|who| {
        let wounds = has_wounds.then(|| ("wounds", look.wounds(who).len()));
        Row {
            who,
            fate: fate(look, who, Some(told)),
            counts: wounds.into_iter().chain([("felled", told.felled_by(who))]).collect(),
        }
    });
    let rows: Vec<Row> = rows.collect();
    let em = theme::scale(ui.ctx());
    let (apart, picture) = (APART * em, PICTURE * em);
    let names = rows.iter().map(|row| theme::wide(ui, look.name(row.who), TextStyle::Body)).fold(0.0, f32::max);
    let names = names + picture + BETWEEN * em + 1.0;
    let titles: Vec<String> =
        rows.first().map_or_else(Vec::new, |row| row.counts.iter().map(|(title, _)| capital(title)).collect());
    let counts: Vec<f32> = titles.iter().map(|title| theme::wide(ui, title, TextStyle::Small) + 1.0).collect();
    let others = counts.iter().map(|wide| wide + apart).sum::<f32>() + names + apart;
    let fates = ui.available_width() - others - 1.0;
    if fates < LEAST * em {
        rows.iter().for_each(|row| stacked(ui, look, row, with));
        return;
    }
    ui.spacing_mut().item_spacing.x = apart;
    let widths: Vec<f32> = [names, fates].into_iter().chain(counts).collect();
    ui.horizontal(|ui| {
        for (wide, title) in widths.iter().zip(["", "Fate"].into_iter().chain(titles.iter().map(String::as_str))) {
            cell(ui, (*wide, 0.0), |ui| ui.label(RichText::new(title).small().color(theme::faint())));
        }
    });
    // All of a row begins at one height.
    let drop = ((picture - ui.text_style_height(&TextStyle::Body)) / 2.0).max(0.0);
    for (place, row) in rows.iter().enumerate() {
        let stripe = ui.painter().add(Shape::Noop);
        let lies = ui.horizontal_top(|ui| {
            let mut widths = widths.iter().copied();
            cell(ui, (widths.next().unwrap_or_default(), 0.0), |ui| {
                ui.horizontal(|ui| {
                    pictured(ui, look, row.who, with);
                    ui.label(look.name(row.who));
                })
            });
            cell(ui, (widths.next().unwrap_or_default(), drop), |ui| fated(ui, row));
            for ((_, count), wide) in row.counts.iter().zip(widths) {
                let text = if *count == 0 { String::new() } else { count.to_string() };
                cell(ui, (wide, drop), |ui| ui.label(text));
            }
        });
        if place % 2 == 1 {
            let ground = Shape::rect_filled(lies.response.rect, 2.0, ui.visuals().faint_bg_color);
            ui.painter().set(stripe, ground);
        }
    }
}

/// A part of a row that is so wide and begins so far down, its text in as many lines as it needs.
fn cell<R>(ui: &mut Ui, (wide, drop): (f32, f32), add: impl FnOnce(&mut Ui) -> R) {
    ui.allocate_ui_with_layout(vec2(wide, 0.0), Layout::top_down(Align::Min), |ui| {
        ui.set_width(wide);
        ui.spacing_mut().item_spacing.x = theme::em(ui, BETWEEN);
        ui.add_space(drop);
        add(ui);
    });
}

/// The same where there is no room beside each other: the fate below the name, with what is counted after it.
fn stacked(ui: &mut Ui, look: Look<'_>, row: &Row, with: &mut With<'_>) {
    ui.horizontal_top(|ui| {
        pictured(ui, look, row.who, with);
        ui.vertical(|ui| {
            ui.add(Label::new(look.name(row.who)).wrap());
            fated(ui, row);
            let counted: Vec<String> =
                row.counts.iter().filter(|(_, n)| *n > 0).map(|(what, n)| format!("{what}: {n}")).collect();
            if !counted.is_empty() {
                ui.add(Label::new(RichText::new(counted.join(" · ")).small()).wrap());
            }
        });
    });
}

/// Somebody's picture. Who is out of the fight stands in the shade, and can still be told apart.
fn pictured(ui: &mut Ui, look: Look<'_>, who: Id, with: &mut With<'_>) {
    let (room, _) = ui.allocate_exact_size(Vec2::splat(theme::em(ui, PICTURE)), Sense::hover());
    let (share, tint) = if look.counts(who) { (0.5, Color32::WHITE) } else { (0.25, Color32::from_gray(150)) };
    let ground = theme::over(theme::sunken(), theme::side(look.side(who).0), share);
    ui.painter().rect_filled(room, 3.0, ground);
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    with.portraits.draw(&painter, look, who, room, tint);
}

fn fated(ui: &mut Ui, row: &Row) {
    let (fate, colour) = &row.fate;
    ui.add(Label::new(RichText::new(fate).color(*colour)).wrap());
}

/// What hampers somebody still once the battle is over: what ends by itself in a turn or a round has ended with it.
fn lasting(look: Look<'_>, id: Id) -> Option<&'static str> {
    let lasts = |condition: &&Condition| matches!(condition.until, Until::Ended | Until::Minutes(_));
    let all = || look.conditions(id).iter().filter(lasts);
    let hampers = |condition: &&Condition| {
        Sort::of(look.rules().conditions.get(&condition.kind).map(|def| &**def)) == Sort::Hampers
    };
    all().find(hampers).map(|condition| condition.kind.as_str())
}

/// What is said of somebody who is still there: whoever is hampered may well be lying.
fn stays(state: Option<&str>, left: Option<String>) -> String {
    let is = if state.is_some() { "on the field" } else { "standing" };
    let all = [Some(is), state, left.as_deref()];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Whether somebody stands, and if not, why, and who has brought that about as it is `told`: "dying, then unconscious, by Guard",
/// "dying, by their own Fire bomb".
pub(super) fn fate(look: Look<'_>, id: Id, told: Option<&Told>) -> (String, Color32) {
    let out = tokens::state(look, id).filter(|(_, out)| *out).map(|(word, _)| word);
    match (look.counts(id), out) {
        (true, _) if look.body(id) != id => (format!("in {}", look.name(look.body(id))), theme::good()),
        (true, _) => {
            let health = look.health(id).filter(|(left, whole)| left < whole);
            let left = health.map(|health| tokens::remains(look, id, health));
            (stays(lasting(look, id), left), theme::good())
        }
        (false, Some(word)) => {
            let by = told.and_then(|told| told.feller_of(id)).map(|by| look.name(by));
            let by = by.or_else(|| told.and_then(|told| told.undone_by(id))).map(|by| format!(", by {by}"));
            let first = told.and_then(|told| told.first_of(id)).map(|first| format!("{first}, then "));
            (format!("{}{word}{}", first.unwrap_or_default(), by.unwrap_or_default()), theme::bad())
        }
        (false, None) => ("gone from the field".to_owned(), theme::faint()),
    }
}

#[cfg(test)]
mod tests {
    use super::stays;

    /// Promise: nobody stands and lies in one sentence.
    #[test]
    fn whoever_is_hampered_is_on_the_field() {
        let left = || Some("Life 4 of 18".to_owned());
        assert_eq!(stays(Some("prone"), left()), "on the field, prone, Life 4 of 18");
        assert_eq!(stays(None, left()), "standing, Life 4 of 18");
        assert_eq!(stays(None, None), "standing");
    }
}
