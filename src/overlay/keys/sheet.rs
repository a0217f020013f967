//! The key sheet, whose lines do what they say, and the list in the settings that changes keys.

use bevy_egui::egui::{
    Align, Align2, Area, Button, Context, CursorIcon, Frame, Grid, Label, Layout, Margin, Order as Height, RichText,
    ScrollArea, Sense, TextStyle, Ui, WidgetInfo, WidgetType, vec2,
};

use super::list::{Act, FIXED, FIXED_PAD, listed};
use super::{Hold, KeySheet, acts, name, pad};
use crate::overlay::hovered;
use crate::overlay::preferences::{Preferences, Settings};
use crate::overlay::theme;

/// What keys do, over everything else, as long as it is asked for; gives back the act of a line that was chosen. So whoever has
/// no key for something, as with a pad, does it here; what decides something is chosen by two clicks. `has_battle`: without one
/// only what concerns all of the screen can be chosen.
pub fn sheet(
    context: &Context,
    (sheet, settings): (&mut KeySheet, &mut Settings),
    likes: &Preferences,
    has_battle: bool,
) -> Option<Act> {
    if !sheet.open {
        sheet.sure = None;
        return None;
    }
    let mut chosen = None;
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
                            chosen = list(ui, title, lines, (has_battle, sheet.sure)).or(chosen);
                        }
                    }
                });
            });
        });
    });
    let waits = chosen.filter(|act| act.commits() && sheet.sure != Some(*act));
    if waits.is_some() {
        (sheet.sure, chosen) = (waits, None);
    }
    if chosen.is_some() || shown.response.clicked_elsewhere() && sheet.seen {
        sheet.open = false;
    }
    sheet.seen = sheet.open;
    // It is closed already.
    chosen.filter(|act| *act != Act::Keys)
}

/// Points of a column across at least, at the usual size of text.
const COLUMN: f32 = 250.0;

/// A heading, and the lines below it.
type List = (&'static str, Vec<Line>);

/// A key or a button, and what it does.
struct Line {
    key: String,
    text: &'static str,
    /// What is done where the line is chosen.
    act: Option<Act>,
}

impl Line {
    fn told(key: impl Into<String>, text: &'static str) -> Self {
        Self { key: key.into(), text, act: None }
    }
}

/// All that is told.
fn lists(likes: &Preferences) -> Vec<List> {
    let of = |(act, _, _, text)| Line { key: name(&likes.keys, act), text, act: Some(act) };
    let keyed = listed().map(|(title, acts)| (title, acts.map(of).collect::<Vec<_>>()));
    let holds =
        |key: fn(Hold) -> &'static str| Hold::EACH.map(|hold| Line::told(format!("{} (hold)", key(hold)), hold.text()));
    let always = FIXED.iter().copied().map(|(key, text)| Line::told(key, text)).chain(holds(Hold::key)).collect();
    let fixed = FIXED_PAD.iter().copied().map(|(button, text)| Line::told(button, text));
    let fixed = fixed.chain(holds(|hold| hold.knob().name()));
    let chosen = acts().filter_map(|(act, .., text)| Some(Line::told(pad(&likes.pad, act)?.name(), text)));
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

/// What a line says while it waits for its second click.
fn once_more(text: &str) -> String {
    format!("{text}: once more")
}

/// A heading and its lines; gives back the act of the one that was chosen. `sure`: of the one that waits for its second click.
fn list(ui: &mut Ui, title: &str, lines: Vec<Line>, (has_battle, sure): (bool, Option<Act>)) -> Option<Act> {
    let mut chosen = None;
    ui.label(RichText::new(title).color(theme::accent()).strong());
    // As wide as the widest key, as long as what it does has room beside it.
    let keys = lines
        .iter()
        .map(|line| theme::wide(ui, &line.key, TextStyle::Body))
        .fold(0.0, f32::max)
        .min(ui.available_width() * 0.45)
        .ceil();
    for Line { key, text, act } in lines {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 10.0;
            ui.allocate_ui_with_layout(vec2(keys, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(keys);
                ui.add(Label::new(RichText::new(key).strong()).wrap());
            });
            let waits = act.is_some() && act == sure;
            let (words, colour) =
                if waits { (once_more(text), theme::accent()) } else { (text.to_owned(), theme::faint()) };
            let told = Label::new(RichText::new(words.as_str()).color(colour)).wrap();
            let Some(act) = act else {
                ui.add(told);
                return;
            };
            let can = has_battle || act.is_for_all();
            let line = ui.add_enabled(can, told.sense(Sense::click())).on_hover_cursor(CursorIcon::PointingHand);
            line.widget_info(|| WidgetInfo::labeled(WidgetType::Button, can, &words));
            let tip = if act.commits() && !waits { "Two clicks do it" } else { "A click does it" };
            if hovered::tell(line, ui, tip).clicked() {
                chosen = Some(act);
            }
        });
    }
    ui.add_space(10.0);
    chosen
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
    use bevy_egui::egui::accesskit::{Action, ActionRequest, Role, TreeId};
    use bevy_egui::egui::{Event, Pos2, RawInput, Rect};

    use super::*;

    /// Promise: a pad does whatever keys do: its button opens the sheet, and there each act has a line that does it when it is
    /// chosen, what decides something at the second time; whatever is held on the keys is listed with the button that is held for
    /// it.
    #[test]
    fn a_pad_does_whatever_keys_do() {
        let likes = Preferences::default();
        assert!(pad(&likes.pad, Act::Keys).is_some(), "a button opens the sheet");
        let (context, page) = (Context::default(), Rect::from_min_size(Pos2::ZERO, vec2(1_360.0, 2_000.0)));
        context.enable_accesskit();
        let (mut keys, mut settings) = (KeySheet::default(), Settings::default());
        let mut frame = |events: Vec<Event>| {
            keys.open = true;
            let mut chosen = None;
            let input = RawInput { screen_rect: Some(page), events, ..RawInput::default() };
            let mut output = context.run_ui(input, |ui| {
                chosen = sheet(ui.ctx(), (&mut keys, &mut settings), &likes, true).or(chosen);
            });
            output.textures_delta.clear();
            let nodes = output.platform_output.accesskit_update.map(|update| update.nodes).unwrap_or_default();
            (chosen, keys.open, nodes)
        };
        frame(Vec::new());
        let mut choose = |text: &str| {
            let (_, _, nodes) = frame(Vec::new());
            let line = nodes.iter().find(|(_, node)| node.role() == Role::Button && node.label() == Some(text));
            let target_node = line.map(|(id, _)| *id).unwrap_or_else(|| panic!("a pad has nothing for {text}"));
            let request = ActionRequest { action: Action::Click, target_tree: TreeId::ROOT, target_node, data: None };
            let (chosen, is_open, _) = frame(vec![Event::AccessKitActionRequest(request)]);
            (chosen, is_open)
        };
        let mut asked = 0;
        for (act, _, _, text) in acts() {
            let done = (Some(act).filter(|act| *act != Act::Keys), false);
            if act.commits() {
                asked += 1;
                assert_eq!(choose(text), (None, true), "{text}");
                assert_eq!(choose(&once_more(text)), done, "{text}");
            } else {
                assert_eq!(choose(text), done, "{text}");
            }
        }
        assert!(asked > 0, "nothing decides anything");
        let all = lists(&likes);
        let of_pad = all.iter().find(|(title, _)| *title == "Gamepad").unwrap();
        for hold in Hold::EACH {
            let is_listed = |line: &Line| line.text == hold.text() && line.key.starts_with(hold.knob().name());
            assert!(of_pad.1.iter().any(is_listed), "a pad has nothing for {}", hold.key());
        }
    }

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
