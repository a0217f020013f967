//! Who sits where in the battle that is chosen, and where its dice come from.

use bevy_egui::egui::{
    Align, Button, Color32, ComboBox, DragValue, Layout, RichText, Sense, Stroke, TextStyle, Ui, Vec2, WidgetInfo,
    WidgetType,
};

use super::Seat;
use super::chosen::other_dice;
use super::listed::Listing;
use super::weight::riders;
use crate::ai::Skill;
use crate::overlay::balance::Balance;
use crate::overlay::{theme, tokens};

/// Who sits where, and where the dice come from; how well the computer is to play, if that was chosen now.
pub(super) fn seating(
    ui: &mut Ui,
    listing: &Listing,
    seats: &mut [Seat],
    (seed, balance, watched): (&mut u64, &mut Balance, Skill),
) -> Option<Skill> {
    let scenario = &listing.scenario;
    let title = theme::titled(ui, &scenario.title, 22.0);
    ui.label(title);
    let picked = players(ui, listing, seats);
    ui.horizontal_wrapped(|ui| {
        if ui.button("Only watch").on_hover_text("Let the computer play all sides").clicked() {
            seats.iter_mut().filter(|seat| **seat == Seat::Me).for_each(|seat| *seat = Seat::Computer(watched));
        }
        let even = ui.add_enabled(scenario.setup.sides.len() == 2, Button::new("Is it even?"));
        let even = even.on_disabled_hover_text("Only battles of two sides can be weighed");
        if even.on_hover_text("How often each side wins, and what would make it even").clicked() {
            balance.show(scenario);
        }
    });
    ui.horizontal_wrapped(|ui| {
        let tip = "The same number gives the same dice";
        let label = ui.label(RichText::new("Dice number").color(theme::faint())).on_hover_text(tip);
        let number = ui.add(DragValue::new(seed).speed(1.0)).labelled_by(label.id);
        number.on_hover_text(tip);
        if ui.button("Other dice").on_hover_text("Another number").clicked() {
            *seed = other_dice(*seed);
        }
    });
    ui.add_space(theme::em(ui, 6.0));
    // Where there is little room it is words that scroll, and nothing that is pressed.
    ui.label(&scenario.blurb);
    let tip = "Different weapons, powers, states, things and conditions of play that are on the field: the fewer, the sooner it is \
               understood.";
    ui.label(RichText::new(listing.weight.told()).small().color(theme::faint())).on_hover_text(tip);
    if let Some(after) = &listing.after {
        ui.label(RichText::new(format!("Follows “{after}”")).small().color(theme::faint()));
    }
    picked
}

/// Points of what somebody is chosen in to play a side, and of the sign of a side, at the usual size of text.
const SEAT: f32 = 136.0;
const SIGN: f32 = 18.0;

/// Points across of what somebody is chosen in to play a side, with all of their name.
fn broad(ui: &Ui, seat: Seat) -> f32 {
    let spacing = ui.spacing();
    let around = 2.0 * spacing.button_padding.x + spacing.icon_spacing + spacing.icon_width;
    (theme::wide(ui, seat.name(), TextStyle::Button) + around).ceil()
}

/// The sides of a battle, and who plays each: beside its name where all have room in one line, all in one column; which computer
/// was chosen now.
fn players(ui: &mut Ui, listing: &Listing, seats: &mut [Seat]) -> Option<Skill> {
    let scenario = &listing.scenario;
    let mut picked = None;
    let names = scenario.setup.sides.iter().map(|side| theme::wide(ui, &side.name, TextStyle::Body));
    let named = names.fold(0.0, f32::max) + theme::em(ui, SIGN) + 2.0 * ui.spacing().item_spacing.x;
    // All of them are as wide as the widest of what can be chosen, where names have room beside that; else as what is chosen.
    let all = Seat::ALL.iter().map(|(seat, ..)| broad(ui, *seat)).fold(0.0, f32::max);
    let chosen = seats.iter().map(|seat| broad(ui, *seat)).fold(theme::em(ui, SEAT), f32::max);
    let wide = if named + all <= ui.available_width() { all } else { chosen };
    let is_short = named + wide <= ui.available_width();
    for (index, side) in scenario.setup.sides.iter().enumerate() {
        let Some(seat) = seats.get_mut(index) else { continue };
        let number = u8::try_from(index).unwrap_or(0);
        let fighters = riders(&scenario.setup).filter(|fighter| fighter.side.0 == number).count();
        let many = if fighters == 1 { "1 fighter".to_owned() } else { format!("{fighters} fighters") };
        let name = |ui: &mut Ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(theme::em(ui, SIGN)), Sense::hover());
            let edge = Stroke::new(1.0, Color32::BLACK);
            let colour = theme::side_of(scenario.setup.rules.looks.face(), number);
            tokens::shape(ui.painter(), rect.center(), rect.width() * 0.42, number, colour, edge);
            ui.label(RichText::new(&side.name).strong()).on_hover_text(many.as_str());
        };
        let mut seated = |ui: &mut Ui, width: f32| {
            let chosen = ComboBox::from_id_salt(("seat", index)).selected_text(seat.name()).width(width);
            let chosen = chosen.show_ui(ui, |ui| {
                for (other, name, plays) in Seat::ALL {
                    if let (true, Seat::Computer(skill)) =
                        (ui.selectable_value(seat, other, name).on_hover_text(plays).clicked(), other)
                    {
                        picked = Some(skill);
                    }
                }
            });
            let told = format!("{} is played by: {}", side.name, seat.name());
            chosen.response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, &told));
        };
        if is_short {
            ui.horizontal(|ui| {
                name(ui);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| seated(ui, wide));
            });
        } else {
            ui.horizontal_wrapped(|ui| {
                name(ui);
                ui.label(RichText::new(&many).small().color(theme::faint()));
            });
            let width = ui.available_width() - theme::em(ui, 14.0);
            seated(ui, width);
        }
        ui.add_space(theme::em(ui, 4.0));
    }
    picked
}
