//! The window of settings: groups of rows on one page, keys on another.

use bevy_egui::egui::{
    Align, Align2, Color32, Context, Frame, Id, Label, Layout, Margin, RichText, ScrollArea, Sense, Slider, Stroke,
    TextStyle, Ui, Vec2, vec2,
};

use super::super::keys::{self, Act};
use super::super::theme::Colours;
use super::super::{panels, theme, tokens};
use super::{LOUD, Preferences, SIZES, Settings, Speed};

/// The steps between sizes of text.
const STEP: usize = 25;
/// Points of the window across, and of the names of rows in it, at the usual size of text.
const WIDE: f32 = 620.0;
const NAMES: f32 = 190.0;
/// Points of the window down beside its page, at the usual size of text.
const AROUND: f32 = 120.0;

/// A row of the page: what it is about, in a word or two, and what can be chosen there.
type Row = (&'static str, fn(&mut Ui, &mut Preferences));

/// The group whose rows are left out where nothing can be heard.
const SOUND: &str = "Sound";

/// The rows, in their groups. What is added to the settings is added here.
const GROUPS: &[(&str, &[Row])] = &[
    ("Reading", &[("Size of text", sizes), ("Colours", colours)]),
    ("Pace", &[("The computer's turns", computer), ("Your own turns", own)]),
    ("Looks", &[("What moves", moves)]),
    (SOUND, &[("Sounds", sound)]),
    ("Play", &[("Warnings", warns), ("Questions", asks), ("Undo", rewinds)]),
    ("Window", &[("Full screen", full), ("Edges", edges)]),
];

/// The window.
pub fn window(context: &Context, settings: &mut Settings, likes: &mut Preferences, mute: Option<&str>) {
    if !settings.open {
        settings.rekeyed = None;
        return;
    }
    let mut open = true;
    let room = context.content_rect();
    panels::dim(context, "behind the settings");
    let em = theme::scale(context);
    let wide = (room.width() - 44.0 * em).min(WIDE * em);
    let high = (room.height() - AROUND * em).min(590.0 * em);
    // It grows and shrinks about its middle with the size of text that is chosen in it.
    // What was wide with larger text would stay so: for each size of text it is a window of its own.
    let name = Id::new(("settings", (em * 100.0).round() as u32));
    let window = panels::window("Settings", "settings", &mut open).id(name).pivot(Align2::CENTER_CENTER);
    let window = window.default_pos(room.center());
    panels::rename(context, "settings", name);
    window.show(context, |ui| {
        ui.set_width(wide);
        ui.horizontal(|ui| {
            ui.selectable_value(&mut settings.at_keys, false, "General");
            ui.selectable_value(&mut settings.at_keys, true, "Keys");
        });
        ui.separator();
        let page = ScrollArea::vertical().id_salt(settings.at_keys).auto_shrink([false, true]);
        // As high as it wants to be: a window keeps the size that it had with smaller text.
        page.max_height(high).min_scrolled_height(high).show(ui, |ui| {
            if settings.at_keys {
                ui.label(RichText::new("Click on one, then press a key or a pad's button.").color(theme::faint()));
                ui.add_space(theme::em(ui, 4.0));
                keys::choose(ui, likes, &mut settings.rekeyed);
            } else {
                settings.rekeyed = None;
                for (title, rows) in GROUPS {
                    match mute.filter(|_| *title == SOUND) {
                        Some(why) => silent(ui, why),
                        None => group(ui, title, rows, likes),
                    }
                }
                let key = keys::name(&likes.keys, Act::FullScreen);
                ui.label(RichText::new(format!("{key} fills the screen at any time.")).small().color(theme::faint()));
            }
        });
    });
    settings.open = open;
}

/// A group of rows on a plate of its own.
fn group(ui: &mut Ui, title: &str, rows: &[Row], likes: &mut Preferences) {
    let em = theme::scale(ui.ctx());
    ui.label(RichText::new(title).heading());
    let margin = Margin::symmetric((12.0 * em).min(30.0) as i8, (6.0 * em).min(20.0) as i8);
    let frame = Frame::new().fill(theme::sunken()).corner_radius(theme::panels().round).inner_margin(margin);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        for (index, (name, choose)) in rows.iter().enumerate() {
            if index > 0 {
                ui.separator();
            }
            row(ui, name, |ui| choose(ui, likes));
        }
    });
    ui.add_space(8.0 * em);
}

/// Why nothing is heard, in place of what could be chosen about it.
fn silent(ui: &mut Ui, why: &str) {
    ui.label(RichText::new(SOUND).heading());
    let (short, more) = first_sentence(why);
    let label = ui.add(Label::new(RichText::new(short).color(theme::faint())).wrap());
    if !more.is_empty() {
        label.on_hover_text(more);
    }
    ui.add_space(theme::em(ui, 8.0));
}

/// The first sentence of a text, and the rest.
fn first_sentence(text: &str) -> (&str, &str) {
    let end = text.find(". ").map_or(text.len(), |at| at + 1);
    let (first, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    (first, rest.trim_start())
}

/// What something is about, and beside it, or below where there is no room, what can be chosen.
fn row(ui: &mut Ui, name: &str, choose: impl FnOnce(&mut Ui)) {
    let em = theme::scale(ui.ctx());
    if ui.available_width() < 460.0 * em {
        ui.add(Label::new(RichText::new(name).color(theme::faint())).wrap());
        ui.horizontal_wrapped(choose);
        return;
    }
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(vec2(NAMES * em, 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(NAMES * em);
            ui.add_space(2.0 * em);
            ui.add(Label::new(RichText::new(name).color(theme::faint())).wrap());
        });
        ui.vertical(|ui| ui.horizontal_wrapped(choose));
    });
}

fn sizes(ui: &mut Ui, likes: &mut Preferences) {
    for each in SIZES.step_by(STEP) {
        ui.selectable_value(&mut likes.text, each, format!("{each} %"));
    }
}

fn colours(ui: &mut Ui, likes: &mut Preferences) {
    ui.vertical(|ui| {
        for (colours, name) in Colours::ALL {
            ui.horizontal(|ui| {
                ui.radio_value(&mut likes.colours, colours, name);
                let size = ui.text_style_height(&TextStyle::Body);
                for number in 0..4 {
                    let (rect, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
                    let edge = Stroke::new(1.0, Color32::BLACK);
                    let colour = colours.palette().side(number);
                    tokens::shape(ui.painter(), rect.center(), size * 0.42, number, colour, edge);
                }
            });
        }
    });
}

fn computer(ui: &mut Ui, likes: &mut Preferences) {
    for (speed, name) in Speed::ALL {
        ui.selectable_value(&mut likes.speed, speed, name);
    }
}

fn own(ui: &mut Ui, likes: &mut Preferences) {
    ui.selectable_value(&mut likes.own, None, "like the computer's");
    for (speed, name) in Speed::ALL {
        ui.selectable_value(&mut likes.own, Some(speed), name);
    }
}

fn moves(ui: &mut Ui, likes: &mut Preferences) {
    ui.checkbox(&mut likes.weighs, "Blows: a lunge, a flash, a short stop");
    ui.checkbox(&mut likes.shakes, "Heavy blows shake the field");
    ui.checkbox(&mut likes.stirs, "Water, clouds and fire");
}

fn sound(ui: &mut Ui, likes: &mut Preferences) {
    let key = keys::name(&likes.keys, Act::Sound);
    ui.checkbox(&mut likes.sounds, format!("On ({key})"));
    let words = "how loud";
    let text = theme::wide(ui, &format!("100 % {words}"), TextStyle::Body);
    let spacing = ui.spacing();
    let wide = spacing.slider_width + text + 2.0 * spacing.button_padding.x + 3.0 * spacing.item_spacing.x;
    // What does not fit beside it whole stands below it.
    if ui.available_size_before_wrap().x < wide {
        ui.end_row();
    }
    ui.add_enabled(likes.sounds, Slider::new(&mut likes.volume, LOUD).suffix(" %").text(words));
}

fn warns(ui: &mut Ui, likes: &mut Preferences) {
    ui.checkbox(&mut likes.warns, "Ask before something risky, and before a turn ends that still holds something of use")
        .on_hover_text(
            "Of use are a blow, also after a walk, and whatever else helps: aiming, loading, getting up. Steps alone are not; but \
             a turn in which nothing was done yet asks in any case.",
        );
}

fn asks(ui: &mut Ui, likes: &mut Preferences) {
    ui.checkbox(&mut likes.asks_all, "Ask also about blows that hardly ever hurt");
}

fn rewinds(ui: &mut Ui, likes: &mut Preferences) {
    ui.checkbox(&mut likes.rewinds, "Also after dice were thrown and cards turned");
}

fn full(ui: &mut Ui, likes: &mut Preferences) {
    ui.checkbox(&mut likes.full_screen, "Fill the whole screen");
}

fn edges(ui: &mut Ui, likes: &mut Preferences) {
    ui.checkbox(&mut likes.edges, "Move the field at the window's edges");
}
