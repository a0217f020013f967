//! The camp before a battle: who is there and how they are, and what each of them can do with the hours until it
//! begins. It takes the place of the field, which lies a day or more away.

use bevy::app::App;
use bevy_egui::egui::{CentralPanel, CursorIcon, DragValue, Frame, RichText, ScrollArea, Sense, Stroke, TextStyle, Ui};

use super::answers::{self, Answering};
use super::panels::{self, Panels};
use super::wishes::Wishes;
use super::{book, theme};
use crate::battle::{Choice, Group, Id, Look, Order, Question};

/// How wide the card of somebody is.
const CARD: f32 = 200.0;
/// The group of what ends the camp or hands the word over.
const LAST: Group = Group::Turn;

/// The page of the camp, between its line, its sides and its line of time.
pub fn plugin(app: &mut App) {
    app.add_panel(panels::Height::Camp, |frame: panels::Frame<'_>, mut with: Answering<'_>| {
        CentralPanel::default().show(frame.ui, |ui| camp(ui, frame.look, &mut with));
    });
}

/// Whether the camp is what there is to see.
pub fn is_open(look: Look<'_>) -> bool {
    look.camp().is_some() && look.question().is_some_and(|question| look.is_played_here(question.side))
}

/// The whole page.
fn camp(ui: &mut Ui, look: Look<'_>, with: &mut Answering<'_>) {
    let Some(question) = look.question() else { return };
    let choices = with.known.choices(look);
    with.offers.orders.clear();
    ScrollArea::vertical().id_salt("camp").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(&question.prompt).heading());
            question.rules.iter().for_each(|rule| book::link(ui, look, &mut with.book, *rule));
            ui.checkbox(&mut with.offers.everything, "show what cannot be done");
        });
        ui.add_space(6.0);
        let campers: Vec<Id> = look.everybody().filter(|id| look.rests(*id) && !look.is_dead(*id)).collect();
        let side_by_side = ((ui.available_width() + 8.0) / (CARD * theme::scale(ui.ctx()) + 22.0)).max(1.0) as usize;
        for row in campers.chunks(side_by_side) {
            ui.horizontal_top(|ui| {
                row.iter().for_each(|id| card(ui, look, (question, &choices), *id, &mut with.wishes))
            });
        }
        let mut groups: Vec<Group> = Vec::new();
        for choice in choices.iter() {
            if !groups.contains(&choice.group) {
                groups.push(choice.group);
            }
        }
        groups.sort_unstable();
        for group in groups {
            // How the camp ends is always in sight, and why not yet.
            let is_end = |choice: &Choice| group == LAST && choice.order.at.is_empty();
            let shown = |choice: &&Choice| {
                choice.group == group && (choice.is_legal() || with.offers.everything || is_end(choice))
            };
            let shown: Vec<&Choice> = choices.iter().filter(shown).collect();
            if shown.is_empty() {
                continue;
            }
            ui.add_space(8.0);
            ui.label(RichText::new(group.as_str()).strong().color(theme::FAINT));
            ui.horizontal_wrapped(|ui| {
                for choice in shown {
                    match choice.numbers.filter(|_| choice.is_legal()) {
                        Some(numbers) => so_many(ui, choice, numbers, &mut with.wishes),
                        None => answers::answer(ui, look, question, choice, with),
                    }
                }
            });
        }
    });
}

/// Somebody who camps: wounds and states, experience, what it may still choose.
///
/// A click on it hands the word over.
fn card(ui: &mut Ui, look: Look<'_>, (question, choices): (&Question, &[Choice]), id: Id, wishes: &mut Wishes) {
    let is_asked = question.who == Some(id);
    let edge = Stroke::new(2.0, if is_asked { theme::ACTIVE } else { theme::FAINT.gamma_multiply(0.6) });
    let drawn = Frame::group(ui.style()).stroke(edge).show(ui, |ui| {
        ui.set_width(CARD * theme::scale(ui.ctx()));
        ui.vertical(|ui| {
            ui.horizontal(|ui| {
                super::track::chip(ui, look, id);
                ui.label(RichText::new(look.name(id)).strong());
            });
            let wounds = look.wounds(id).len();
            let states = look.conditions(id).iter().map(|condition| condition.kind.to_string());
            let hurt =
                (wounds > 0).then(|| if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") });
            let hurt: Vec<String> = hurt.into_iter().chain(states).collect();
            if hurt.is_empty() {
                ui.label(RichText::new("unhurt").color(theme::GOOD));
            } else {
                ui.label(RichText::new(hurt.join(", ")).color(theme::BAD));
            }
            for item in look.gear(id).iter().filter(|item| item.wounds > 0) {
                ui.label(RichText::new(format!("{} is damaged ({})", item.arm.name, item.wounds)).color(theme::BAD));
            }
            for line in look.camp_lines(id) {
                ui.label(RichText::new(format!("{}: {}", line.label, line.text)).small());
            }
        });
    });
    let of_it = |choice: &&Choice| choice.order.whom() == Some(look.key(id));
    let calls = choices.iter().filter(|choice| choice.group == LAST && choice.is_legal()).find(of_it);
    if let Some(calls) = calls {
        let card = drawn.response.interact(Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
        if card.on_hover_text(&calls.label).clicked() {
            wishes.order = Some(calls.order.clone());
        }
    }
}

/// An answer that takes a number, with the number beside it.
fn so_many(ui: &mut Ui, choice: &Choice, (low, high): (i32, i32), wishes: &mut Wishes) {
    let id = ui.id().with(("so many", choice.order.to_string()));
    let mut n = ui.data(|data| data.get_temp::<i32>(id)).unwrap_or(low).clamp(low, high.max(low));
    let font = TextStyle::Button.resolve(ui.style());
    let text = ui.painter().layout_no_wrap(choice.label.clone(), font, ui.visuals().text_color()).size().x;
    let spacing = ui.spacing();
    let both = text + spacing.interact_size.x + 2.0 * (spacing.button_padding.x + spacing.item_spacing.x);
    if ui.available_size_before_wrap().x < both {
        ui.end_row();
    }
    if ui.button(&choice.label).on_hover_text(choice.rule.as_str()).clicked() {
        wishes.order = Some(Order { n: Some(n), ..choice.order.clone() });
    }
    if ui.add(DragValue::new(&mut n).range(low..=high.max(low))).changed() {
        ui.data_mut(|data| data.insert_temp(id, n));
    }
    ui.add_space(8.0);
}
