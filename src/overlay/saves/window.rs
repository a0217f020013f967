//! The window of saved battles: they are listed, loaded, named and shared in it.

use bevy_egui::egui::{Button, Context, Frame, Label, Margin, RichText, ScrollArea, Sense, TextEdit, Ui, Vec2, vec2};

use super::super::links;
use super::super::notices::Notices;
use super::super::panels;
use super::super::portraits::Portraits;
use super::super::wishes::{Wish, Wishes};
use super::super::{present, rounds, theme};
use super::{Kept, Saves, ago, file_of};
use crate::link::Link;
use crate::machine;

/// What a download of one is.
const FILE: &str = "This battle as a file, to be kept elsewhere; dropped onto this page it is loaded again";
/// What a link to a battle is.
const LINK: &str = "An address that shows this battle to whoever opens it";
/// Points of the picture of a battle, at the usual size of text.
const PICTURE: Vec2 = vec2(108.0, 76.0);

/// The saved battles, in a window of their own. `plays` says whether there is
/// a battle that can be saved.
pub fn saves(
    context: &Context,
    with: &mut Saves,
    wishes: &mut Wishes,
    (notices, portraits): (&mut Notices, &mut Portraits),
    plays: bool,
) {
    if let Some(code) = std::mem::take(&mut with.to_talk).then(|| with.code.take()).flatten() {
        present::add(context, Link::Battle { code, at: with.at.take() });
    }
    if let Some(code) = with.code.take() {
        let (at, as_link) = (with.at.take(), std::mem::take(&mut with.as_link));
        let link = || links::whole(context, &Link::Battle { code: code.clone(), at });
        let (what, text) = match as_link.then(link).flatten() {
            Some(link) => ("link", link),
            None => ("code", code),
        };
        notices.told = Some(format!("The {what} is on the clipboard: {} letters.", text.len()));
        context.copy_text(text);
        // What is told stands above, where all has been drawn already.
        context.request_repaint();
    }
    if !with.open {
        return;
    }
    let mut open = true;
    let room = context.content_rect();
    let em = theme::scale(context);
    let wide = (room.width() - 40.0).min(760.0 * em);
    let high = (room.height() - 92.0 * em).min(640.0 * em);
    let at = room.center() - vec2(wide, high + 60.0 * em) / 2.0;
    let window = panels::window("Saved battles", "saves", &mut open);
    // Of one size from the first, whatever is listed in it by and by.
    window.default_pos(at.max(room.min)).fixed_size(vec2(wide, high)).show(context, |ui| {
        ui.set_width(ui.available_width());
        let top = ui.cursor().top();
        if plays {
            save_as(ui, with, wishes);
        }
        open_given(ui, with, wishes);
        ui.separator();
        if with.kept.is_empty() {
            let text = match &with.folder {
                Some(_) => {
                    "Nothing has been saved yet. F5 saves at any time, and every battle keeps itself as it goes."
                }
                None => "No battles are kept here.",
            };
            ui.label(RichText::new(text).color(theme::faint()));
        }
        let button = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
        let below = if with.folder.is_some() { button } else { 0.0 };
        let height = (high - (ui.cursor().top() - top) - below).max(40.0);
        let list = ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false);
        list.show(ui, |ui| {
            for kept in with.kept.clone() {
                row(ui, &kept, with, wishes, portraits);
                ui.add_space(6.0);
            }
        });
        if let Some(folder) = with.folder.as_ref().map(|folder| folder.display().to_string()) {
            let where_they_lie =
                ui.small_button("Where they lie").on_hover_text(format!("{folder}\nA click copies it."));
            if where_they_lie.clicked() {
                notices.told = Some(format!("{folder} is on the clipboard."));
                context.copy_text(folder);
            }
        }
    });
    with.open = open;
    if with.is_busy() {
        context.request_repaint();
    }
}

fn save_as(ui: &mut Ui, with: &mut Saves, wishes: &mut Wishes) {
    ui.horizontal_wrapped(|ui| {
        let width = (ui.available_width() * 0.45).min(320.0);
        let named = TextEdit::singleline(&mut with.name).hint_text("Name of this battle").desired_width(width);
        let entered = ui.add(named).lost_focus() && ui.input(|input| input.key_pressed(bevy_egui::egui::Key::Enter));
        let place = with.folder.as_ref().zip(file_of(&with.name)).map(|(folder, file)| folder.join(file));
        let is_there = place.as_ref().is_some_and(|place| with.kept.iter().any(|kept| kept.path == *place));
        let text = if is_there { "Save in its place" } else { "Save" };
        let why = if with.name.trim().is_empty() { "Give it a name first" } else { "No file can be called so" };
        let save = ui.add_enabled(place.is_some(), Button::new(text)).on_disabled_hover_text(why);
        if let Some(place) = place
            && (save.clicked() || entered)
        {
            wishes.wish = Some(Wish::Save(place));
        }
        let tip = "This battle as one line of text, to be sent to somebody";
        if ui.button("Copy code").on_hover_text(tip).clicked() {
            (wishes.wish, with.as_link) = (Some(Wish::Share(None)), false);
        }
        if links::has_any(ui.ctx()) && ui.button("Copy link").on_hover_text(LINK).clicked() {
            (wishes.wish, with.as_link) = (Some(Wish::Share(None)), true);
        }
        if machine::HANDS_OVER && ui.button("Download").on_hover_text(FILE).clicked() {
            wishes.wish = Some(Wish::Give(None));
        }
        if ui.button("Picture").on_hover_text("What the window shows of this battle, as a file").clicked() {
            wishes.wish = Some(Wish::Picture);
        }
    });
}

fn open_given(ui: &mut Ui, with: &mut Saves, wishes: &mut Wishes) {
    ui.horizontal_wrapped(|ui| {
        let width = (ui.available_width() * 0.6).min(440.0);
        let hint = "A code (sortie2:...), or the path of a file";
        let given = TextEdit::singleline(&mut with.given).hint_text(hint).desired_width(width);
        let entered = ui.add(given).lost_focus() && ui.input(|input| input.key_pressed(bevy_egui::egui::Key::Enter));
        let text = with.given.trim().trim_matches('"').trim_start_matches("file://").to_owned();
        let button = ui.add_enabled(!text.is_empty(), Button::new("Open"));
        if (button.clicked() || entered) && !text.is_empty() {
            wishes.wish = Some(Wish::Load(text.into()));
        }
    });
}

/// One battle: its field, what it is, how it stands, and what can be done with it.
fn row(ui: &mut Ui, kept: &Kept, with: &mut Saves, wishes: &mut Wishes, portraits: &mut Portraits) {
    let frame = Frame::new().fill(theme::sunken()).corner_radius(5).inner_margin(Margin::same(8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let Some(Ok(told)) = &kept.told else { return facts(ui, kept, with, wishes) };
        ui.horizontal_top(|ui| {
            let (room, _) = ui.allocate_exact_size(PICTURE * theme::scale(ui.ctx()), Sense::hover());
            if ui.is_rect_visible(room) {
                told.sketch.draw(ui, room, portraits);
            }
            ui.vertical(|ui| facts(ui, kept, with, wishes));
        });
    });
}

/// What a battle is, how it stands, and what can be done with it.
fn facts(ui: &mut Ui, kept: &Kept, with: &mut Saves, wishes: &mut Wishes) {
    let is_sound = matches!(kept.told, Some(Ok(_)));
    ui.horizontal_wrapped(|ui| {
        let title = match &kept.told {
            Some(Ok(told)) => told.title.as_str(),
            Some(Err(_)) => "Cannot be loaded",
            None => "...",
        };
        ui.label(RichText::new(title).strong().color(if is_sound { theme::ink() } else { theme::faint() }));
        ui.label(RichText::new(kept.name()).color(theme::accent()));
        ui.label(RichText::new(ago(kept.when)).color(theme::faint()));
    });
    match &kept.told {
        Some(Ok(told)) => {
            let decisions = if told.decisions == 1 { "1 decision" } else { &format!("{} decisions", told.decisions) };
            let text =
                format!("{}  ·  {}  ·  {decisions}  ·  {}", told.ruleset, rounds::named(told.round), told.stands);
            ui.add(Label::new(RichText::new(text).small()).wrap());
        }
        Some(Err(why)) => {
            ui.add(Label::new(RichText::new(why).small().color(theme::bad())).wrap());
        }
        None => {}
    }
    ui.horizontal_wrapped(|ui| {
        if with.doomed.as_ref() == Some(&kept.path) {
            ui.label("Delete it for good?");
            if ui.button("Delete it").clicked() {
                wishes.wish = Some(Wish::Delete(kept.path.clone()));
            }
            if ui.button("Keep it").clicked() {
                with.doomed = None;
            }
            return;
        }
        if ui.add_enabled(is_sound, Button::new("Load")).clicked() {
            wishes.wish = Some(Wish::Load(kept.path.clone()));
        }
        let tip = "The battle as one line of text, to be sent to somebody";
        if ui.add_enabled(is_sound, Button::new("Copy code")).on_hover_text(tip).clicked() {
            (wishes.wish, with.as_link) = (Some(Wish::Share(Some(kept.path.clone()))), false);
        }
        if is_sound && links::has_any(ui.ctx()) && ui.button("Copy link").on_hover_text(LINK).clicked() {
            (wishes.wish, with.as_link) = (Some(Wish::Share(Some(kept.path.clone()))), true);
        }
        if is_sound && ui.button("Add to my talk").on_hover_text(links::TO_TALK).clicked() {
            (wishes.wish, with.to_talk) = (Some(Wish::Share(Some(kept.path.clone()))), true);
        }
        if machine::HANDS_OVER && ui.button("Download").on_hover_text(FILE).clicked() {
            wishes.wish = Some(Wish::Give(Some(kept.path.clone())));
        }
        if ui.button("Delete").clicked() {
            with.doomed = Some(kept.path.clone());
        }
    });
}

impl Saves {
    /// The list of saved battles is opened, or closed again.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        (self.look, self.doomed) = (std::time::Duration::ZERO, None);
    }
}
