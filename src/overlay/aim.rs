//! The ways to act at the target: a small panel beside the token, with the odds of each.

use bevy::app::App;
use bevy::ecs::prelude::Res;
use bevy_egui::egui::{
    Align, Area, Button, CollapsingHeader, ComboBox, Frame, Layout, Order as Height, Rect, RichText, ScrollArea,
    TextStyle, Ui, pos2, vec2,
};

use super::answers::Answering;
use super::camera::View;
use super::hand::Hand;
use super::hud::drawers;
use super::hud::slots::strikes_with;
use super::log::LogPanel;
use super::panels::{self, Panels};
use super::sheet::Sheet;
use super::timeline::Timeline;
use super::view::FieldView;
use super::{answers, odds, theme, tokens};
use crate::battle::{Choice, Id, Key, Look};

/// How wide the panel is.
const WIDTH: f32 = 384.0;
/// How much of the board's width it takes at most.
const SHARE: f32 = 0.45;
/// Room for the button that tells why.
const WHY: f32 = 52.0;

/// The ways to act at the target.
pub fn plugin(app: &mut App) {
    app.add_panel(panels::Height::Popups, beside);
}

fn beside(
    panels::Frame { ui, look, places, .. }: panels::Frame<'_>,
    mut answering: Answering<'_>,
    view: Res<'_, FieldView>,
    timeline: Res<'_, Timeline>,
    (sheet, log): (Res<'_, Sheet>, Res<'_, LogPanel>),
) {
    if !timeline.looks_back() {
        let clear = drawers::clear(ui, &places, &sheet, &log);
        panel(ui, look, &view.camera.view(look.board(), places.field), clear, &mut answering);
    }
}

/// The panel beside the token that is aimed at.
fn panel(ui: &Ui, look: Look<'_>, view: &View, room: Rect, with: &mut Answering<'_>) {
    let Some(target) = with.hand.target else { return };
    if look.question().is_none() || !with.known.aimed(look).at.contains_key(&target) {
        return;
    }
    let token = view.body(look.footprint(target));
    let width = WIDTH.min(room.width() * SHARE - 14.0).max(120.0);
    // Beside the token, on the side with more room, so that it is not covered.
    let right = room.right() - token.right() >= token.left() - room.left();
    let left = if right { token.right() + 10.0 } else { token.left() - width - 34.0 };
    let left = left.clamp(room.left(), (room.right() - width - 24.0).max(room.left()));
    let tallest = (room.height() - 16.0).max(120.0);
    let area = Area::new("aim".into()).order(Height::Middle).constrain_to(room);
    let area = area.fade_in(false).fixed_pos(pos2(left, (token.center().y - 90.0).clamp(room.top(), room.bottom())));
    area.show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_width(width);
            header(ui, look, target, with);
            // As high as the last panel was is not enough where more can be done to this one.
            let most = tallest - 70.0;
            ScrollArea::vertical().id_salt("ways").max_height(most).min_scrolled_height(most).show(ui, |ui| {
                ways(ui, look, target, with);
            });
        });
    });
}

/// Who it is and how it fares.
fn header(ui: &mut Ui, look: Look<'_>, target: Id, with: &mut Answering<'_>) {
    ui.horizontal_wrapped(|ui| {
        super::track::chip(ui, look, target);
        ui.label(RichText::new(look.name(target)).heading());
        let wounds = look.wounds(target).len();
        let mut states: Vec<String> = (wounds > 0).then(|| format!("{wounds} w")).into_iter().collect();
        states.extend(tokens::state(look, target).map(|(word, _)| word.to_owned()));
        ui.label(RichText::new(states.join(", ")).color(theme::bad()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.small_button("close").on_hover_text("Aim at nobody (right click, Esc)").clicked() {
                with.hand.aim_at(None);
            }
        });
    });
}

/// Every way to act at `target`: what can be done, by deed, then what cannot.
fn ways(ui: &mut Ui, look: Look<'_>, target: Id, with: &mut Answering<'_>) {
    let choices = with.known.choices(look);
    let mut here = with.known.aimed(look).choices(&choices, target);
    // Whoever has taken an arm in hand is shown what can be done with it.
    if let Some(arm) = &with.hand.wielded {
        here.retain(|choice| strikes_with(choice, arm));
    }
    extras(ui, &here, with);
    let (open, shut): (Vec<&Choice>, Vec<&Choice>) = here.into_iter().partition(|choice| choice.is_legal());
    let mut verbs: Vec<&str> = Vec::new();
    for choice in &open {
        if !verbs.contains(&choice.order.verb.as_str()) {
            verbs.push(choice.order.verb.as_str());
        }
    }
    for verb in verbs {
        let ways: Vec<&&Choice> = open.iter().filter(|choice| choice.order.verb == verb).collect();
        // A button that says the verb itself needs no heading.
        if ways.iter().any(|choice| !short(look, target, choice).starts_with(verb)) {
            ui.label(RichText::new(verb).small().color(theme::faint()));
        }
        ways.iter().for_each(|choice| way(ui, look, target, choice, with));
    }
    if !shut.is_empty() {
        if open.is_empty() || with.offers.everything {
            if !open.is_empty() {
                ui.separator();
            }
            shut.iter().for_each(|choice| refused(ui, look, target, choice));
            return;
        }
        ui.separator();
        let title = match shut.len() {
            1 => "1 way is closed".to_owned(),
            many => format!("{many} ways are closed"),
        };
        CollapsingHeader::new(RichText::new(title).small().color(theme::faint())).id_salt("closed").show(ui, |ui| {
            shut.iter().for_each(|choice| refused(ui, look, target, choice));
        });
    }
}

/// Parts, manners and numbers that the ways take.
fn extras(ui: &mut Ui, ways: &[&Choice], with: &mut Answering<'_>) {
    let gather = |of: fn(&Choice) -> &[Key]| {
        let mut all: Vec<Key> = Vec::new();
        for key in ways.iter().flat_map(|choice| of(choice)) {
            if !all.contains(key) {
                all.push(*key);
            }
        }
        all
    };
    let parts = gather(|choice| &choice.parts);
    let manners = gather(|choice| &choice.manners);
    if !parts.is_empty() || !manners.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if !parts.is_empty() {
                aimed_part(ui, &parts, with);
            }
            for manner in manners {
                let on = with.hand.manners.contains(&manner);
                if ui.add(Button::selectable(on, manner.as_str()).frame_when_inactive(true)).clicked() {
                    if on {
                        with.hand.manners.retain(|each| *each != manner);
                    } else {
                        with.hand.manners.push(manner);
                    }
                }
            }
        });
    }
    let numbers = ways.iter().filter_map(|choice| choice.numbers).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    if let Some((low, high)) = numbers {
        number(ui, low, high, &mut with.hand);
    }
}

/// Where the blow is aimed.
fn aimed_part(ui: &mut Ui, parts: &[Key], with: &mut Answering<'_>) {
    let now = with.hand.part.filter(|part| parts.contains(part));
    let shown = now.map_or("anywhere", |part| part.as_str());
    ui.label(RichText::new("at").color(theme::faint()));
    ComboBox::from_id_salt("part").selected_text(shown).show_ui(ui, |ui| {
        ui.selectable_value(&mut with.hand.part, None, "anywhere");
        for part in parts {
            ui.selectable_value(&mut with.hand.part, Some(*part), part.as_str());
        }
    });
}

/// Lets a number be chosen.
pub fn number(ui: &mut Ui, low: i32, high: i32, hand: &mut Hand) {
    let mut chosen = hand.number.unwrap_or(low).clamp(low, high.max(low));
    let slider = bevy_egui::egui::Slider::new(&mut chosen, low..=high.max(low)).text("for");
    if ui.add(slider).changed() {
        hand.number = Some(chosen);
    }
}

/// What a choice is called where its target is known, told apart by what it
/// is done with.
pub fn short(look: Look<'_>, target: Id, choice: &Choice) -> String {
    let name = look.name(target);
    let cut = choice.label.strip_suffix(name).map(|rest| rest.trim_end().trim_end_matches(':'));
    let cut = cut.map(|rest| rest.trim_end_matches(" at").trim_end());
    let label = cut.filter(|rest| !rest.is_empty()).unwrap_or(&choice.label);
    match &choice.order.with {
        Some(with) if !label.contains(with.as_str()) => format!("{label}, {with}"),
        _ => label.to_owned(),
    }
}

/// One way with its price and its odds.
fn way(ui: &mut Ui, look: Look<'_>, target: Id, choice: &Choice, with: &mut Answering<'_>) {
    let Some(who) = look.asked() else { return };
    let order = with.hand.filled(choice);
    let changed = order != choice.order;
    let refusal = if changed { look.check(&order).err() } else { None };
    let forecast = with.known.forecast(look, who, &order);
    let label = short(look, target, choice);
    let mut below = None;
    ui.horizontal(|ui| {
        let button = ui.add_enabled(refusal.is_none(), Button::new(&label).min_size(vec2(124.0, 0.0)));
        if refusal.is_none() && button.hovered() {
            // Where it would lead, if it leads anywhere, is drawn on the board.
            with.pointer.preview = Some(order.clone());
        }
        if let Some(refusal) = &refusal {
            button.on_disabled_hover_text(refusal.to_string());
        } else if button.on_hover_text(choice.rule.as_str()).clicked() {
            with.wishes.order = Some(order.clone());
        }
        let price = choice.cost.iter().chain(&choice.chance);
        price.for_each(|more| {
            ui.label(RichText::new(more).color(theme::accent()));
        });
        if let Some(forecast) = &forecast {
            // What does not fit beside the button stands under it.
            let line = odds::line(forecast);
            let font = TextStyle::Body.resolve(ui.style());
            let wide = ui.painter().layout_no_wrap(line.clone(), font, theme::faint()).size().x;
            if wide + WHY < ui.available_width() {
                ui.label(line);
            } else {
                below = Some(line);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let open = with.hand.why.as_ref() == Some(&choice.order);
                let button = ui.add(Button::selectable(open, "why?").small());
                if button.on_hover_text("Every chance, and every figure with what it is made of").clicked() {
                    with.hand.why = if open { None } else { Some(choice.order.clone()) };
                }
            });
        }
    });
    if with.hand.sure.as_ref() == Some(&order)
        && let Some(words) = answers::once_more(look, with)
    {
        ui.label(RichText::new(words).color(theme::bad()));
    }
    if let Some(refusal) = &refusal {
        ui.label(RichText::new(refusal.to_string()).small().color(theme::bad()));
    } else if let Some(forecast) = &forecast {
        if let Some(line) = below {
            ui.label(line);
        }
        odds::bar(ui, forecast);
        if with.hand.why.as_ref() == Some(&choice.order) {
            Frame::group(ui.style()).show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                odds::details(ui, forecast, |prospect| {
                    prospect.who.filter(|who| *who != target).map(|who| look.name(who).to_owned())
                });
            });
        }
    }
}

/// One way that is not open, with the reason.
fn refused(ui: &mut Ui, look: Look<'_>, target: Id, choice: &Choice) {
    let Some(refusal) = &choice.refused else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.add_enabled(false, Button::new(short(look, target, choice)).small());
        ui.label(RichText::new(refusal.to_string()).small().color(theme::faint()));
    });
}
