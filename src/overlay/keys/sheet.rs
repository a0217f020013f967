//! The key sheet, and the list in the settings that changes keys.

use bevy_egui::egui::{
    Align, Align2, Area, Button, Context, Frame, Grid, Label, Layout, Margin, Order as Height, RichText, ScrollArea,
    TextStyle, Ui, vec2,
};

use super::list::{Act, FIXED, FIXED_PAD, listed};
use super::{KeySheet, acts, name, pad};
use crate::overlay::preferences::{Preferences, Settings};
use crate::overlay::theme;

/// What keys do, over everything else, as long as it is asked for.
pub fn sheet(context: &Context, sheet: &mut KeySheet, settings: &mut Settings, likes: &Preferences) {
    if !sheet.open {
        return;
    }
    let room = context.content_rect();
    let area = Area::new("keys".into()).order(Height::Foreground).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0));
    let area = area.fade_in(false);
    let shown = area.show(context, |ui| {
        Frame::window(ui.style()).inner_margin(Margin::same(18)).show(ui, |ui| {
            let scale = theme::scale(context);
            ui.set_width((room.width() - 80.0).min(1_180.0 * scale));
            ui.horizontal(|ui| {
                ui.label(RichText::new("What keys do").heading());
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if ui.button("Close").clicked() {
                        sheet.open = false;
                    }
                    if ui.button("Change keys").clicked() {
                        sheet.open = false;
                        (settings.open, settings.at_keys) = (true, true);
                    }
                });
            });
            ui.separator();
            let height = room.height() - 160.0;
            ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
                let columns = ((ui.available_width() / (COLUMN * scale)) as usize).clamp(1, 4);
                let lists = lists(likes);
                let lines: Vec<usize> = lists.iter().map(|(_, lines)| lines.len()).collect();
                let places = spread(&lines, columns);
                ui.columns(columns, |columns| {
                    for ((title, lines), place) in lists.into_iter().zip(places) {
                        if let Some(ui) = columns.get_mut(place) {
                            list(ui, title, lines);
                        }
                    }
                });
            });
        });
    });
    if shown.response.clicked_elsewhere() && sheet.seen {
        sheet.open = false;
    }
    sheet.seen = sheet.open;
}

/// Points of a column across at least, at the usual size of text.
const COLUMN: f32 = 250.0;

/// A heading, and keys with what they do.
type List = (&'static str, Vec<(String, &'static str)>);

/// All that is told.
fn lists(likes: &Preferences) -> Vec<List> {
    let keyed = listed()
        .map(|(title, acts)| (title, acts.map(|(act, .., text)| (name(&likes.keys, act), text)).collect::<Vec<_>>()));
    let always = FIXED.iter().map(|(key, text)| ((*key).to_owned(), *text)).collect();
    let button = |act| pad(&likes.pad, act).map(|button| button.name().to_owned());
    let fixed = FIXED_PAD.iter().map(|(button, text)| ((*button).to_owned(), *text));
    let chosen = acts().filter_map(|(act, .., text)| Some((button(act)?, text)));
    keyed.chain([("Always", always), ("Gamepad", fixed.chain(chosen).collect())]).collect()
}

/// In which of so many columns each list stands, by how many lines they have: each in the column that is shortest so far.
fn spread(lines: &[usize], columns: usize) -> Vec<usize> {
    let mut high = vec![0; columns.max(1)];
    let place = |lines: &usize| {
        let (place, column) = high.iter_mut().enumerate().min_by_key(|(_, high)| **high)?;
        *column += lines + HEAD;
        Some(place)
    };
    lines.iter().map(place).map(Option::unwrap_or_default).collect()
}

/// Lines that a heading takes with what lies below its list.
const HEAD: usize = 2;

fn list(ui: &mut Ui, title: &str, lines: Vec<(String, &str)>) {
    ui.label(RichText::new(title).color(theme::accent()).strong());
    // As wide as the widest key, as long as what it does has room beside it.
    let keys = lines
        .iter()
        .map(|(key, _)| theme::wide(ui, key, TextStyle::Body))
        .fold(0.0, f32::max)
        .min(ui.available_width() * 0.45)
        .ceil();
    for (key, text) in lines {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 10.0;
            ui.allocate_ui_with_layout(vec2(keys, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(keys);
                ui.add(Label::new(RichText::new(key).strong()).wrap());
            });
            ui.add(Label::new(RichText::new(text).color(theme::faint())).wrap());
        });
    }
    ui.add_space(10.0);
}

/// The keys as they can be changed, for the settings.
pub fn choose(ui: &mut Ui, likes: &mut Preferences, rekeyed: &mut Option<Act>) {
    for (title, acts) in listed() {
        ui.label(RichText::new(title).color(theme::accent()));
        Grid::new(("keys", title)).num_columns(2).spacing([16.0, 3.0]).show(ui, |ui| {
            for (act, .., text) in acts {
                ui.label(text);
                let waits = *rekeyed == Some(act);
                let button = pad(&likes.pad, act).map(|button| format!("  ·  {}", button.name()));
                let key = name(&likes.keys, act);
                let shown = if waits { "press a key".to_owned() } else { key + &button.unwrap_or_default() };
                if ui.add(Button::selectable(waits, shown).frame_when_inactive(true)).clicked() {
                    *rekeyed = if waits { None } else { Some(act) };
                }
                ui.end_row();
            }
        });
        ui.add_space(6.0);
    }
    let is_changed = !likes.keys.is_empty() || !likes.pad.is_empty();
    if ui.add_enabled(is_changed, Button::new("The usual keys")).clicked() {
        likes.keys.clear();
        likes.pad.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: the sheet of keys is no longer than it must be: no column is longer than another by more than a list.
    #[test]
    fn lists_of_keys_share_the_columns() {
        let lists = lists(&Preferences::default());
        let lines: Vec<usize> = lists.iter().map(|(_, lines)| lines.len()).collect();
        for columns in 1..=4 {
            let places = spread(&lines, columns);
            let high = |column| -> usize {
                places.iter().zip(&lines).filter(|(place, _)| **place == column).map(|(_, lines)| lines + HEAD).sum()
            };
            let (least, most) = ((0..columns).map(high).min(), (0..columns).map(high).max());
            let longest = lines.iter().max().map(|lines| lines + HEAD);
            assert!(least.zip(most).zip(longest).is_some_and(|((least, most), longest)| most - least <= longest));
        }
    }
}
