//! What a presenter works with, in a strip below the field: the pointer and what it draws, what stays hidden, and the steps of a
//! talk.

use std::collections::BTreeSet;

use bevy_egui::egui::{
    Align2, Area, Button, Color32, Context, Frame, Id, Label, LayerId, Order, RichText, Sense, Stroke, Ui, Vec2,
    WidgetInfo, WidgetType, Window, vec2,
};

use super::{BAR, COLOURS, FOLDED, Presenter, Tool};
use crate::battle::Look;
use crate::machine;
use crate::overlay::hud::{GAP, Hud, Places, measured, plate};
use crate::overlay::theme;

/// Points of the presenter's desk across, at the usual size of text, and of its distance from the edge of the page.
const DESK: f32 = 340.0;
const EDGE: f32 = 16.0;

/// Points that a row is narrower than its room, so that nothing of it goes into another.
const SLACK: f32 = 4.0;

/// The bar: in one row, which leaves the field and what is told at its lower edge in sight. It lies over what covers all of the
/// page, and below a window that is opened later, whatever of it is pressed. `covered`: whether something covers all of it.
pub(super) fn bar(context: &Context, (look, covered): (Option<Look<'_>>, bool), hud: &mut Hud, with: &mut Presenter) {
    let room = context.content_rect();
    let (pivot, at) = match with.folded {
        false => (Align2::CENTER_BOTTOM, room.center_bottom()),
        true => (Align2::RIGHT_BOTTOM, room.right_bottom()),
    };
    let id = if with.folded { FOLDED } else { BAR };
    let order = if covered { Order::Tooltip } else { Order::Foreground };
    let area = Area::new(Id::new(id)).order(order).pivot(pivot).fixed_pos(at);
    area.constrain(true).fade_in(false).show(context, |ui| {
        plate().show(ui, |ui| {
            if with.folded {
                if theme::sign(ui, true, "⏶", "Show the presenter's bar", "").clicked() {
                    with.folded = false;
                }
                return;
            }
            let width = room.width() - 4.0 * GAP;
            ui.set_max_width(width);
            step(ui, with);
            let share = fitting(context, look, width, (&mut *hud, &mut *with));
            ui.horizontal_wrapped(|ui| row(ui, look, share, (&mut *hud, &mut *with)));
        });
    });
    keep_below(context, LayerId::new(order, Id::new(id)));
}

/// A press on the bar, which would raise it, leaves all that lies over it there.
fn keep_below(context: &Context, bar: LayerId) {
    let is_pressed = context.input(|input| input.pointer.any_pressed() || input.pointer.any_released());
    if !is_pressed || context.pointer_interact_pos().and_then(|at| context.layer_id_at(at)) != Some(bar) {
        return;
    }
    let over: Vec<LayerId> = context.memory(|memory| {
        let above = memory.layer_ids().skip_while(|layer| *layer != bar).skip(1);
        above.filter(|layer| layer.order == bar.order && memory.areas().visible_last_frame(layer)).collect()
    });
    over.into_iter().for_each(|layer| context.move_to_top(layer));
}

/// At which share of the size of text the row has room, and what that was found out for.
#[derive(Clone)]
struct Fit {
    of: ([u32; 2], [bool; 2], [usize; 2], BTreeSet<String>, Option<Vec<String>>),
    share: f32,
}

/// The largest share of the size of text at which the row is no wider than this.
fn fitting(context: &Context, look: Option<Look<'_>>, width: f32, (hud, with): (&mut Hud, &mut Presenter)) -> f32 {
    let name = Id::new("presenter's bar fits");
    let sized = [theme::scale(context) * 100.0, width].map(|each| each as u32);
    let steps = [with.talk.steps.len(), with.at.map_or(0, |at| at + 1)];
    let sides: Option<Vec<String>> =
        look.map(|look| look.sides().map(|side| look.side_name(side).to_owned()).collect());
    let of = (sized, [with.lesson.is_some(), with.audience], steps, with.hides.clone(), sides);
    // Whoever hears the screen would find each button that is measured beside the true one: it is done once.
    let before: Option<Fit> = context.data(|data| data.get_temp(name));
    if let Some(before) = before.filter(|before| before.of == of) {
        return before.share;
    }
    let wide = |share: f32| {
        let bare = (Frame::NONE, 8.0 * width);
        let size = measured(context, ("presenter's bar", share.to_bits()), bare, |ui| {
            ui.horizontal(|ui| row(ui, look, share, (&mut *hud, &mut *with)));
        });
        size.x
    };
    let (_, share) = theme::fitting(theme::scale(context), wide, |wide: &f32| *wide <= width - SLACK);
    context.data_mut(|data| data.insert_temp(name, Fit { of, share }));
    context.request_repaint();
    share
}

/// All that stands in the bar, at this share of the size of text.
fn row(ui: &mut Ui, look: Option<Look<'_>>, share: f32, (hud, with): (&mut Hud, &mut Presenter)) {
    theme::shrink(ui, share);
    ui.spacing_mut().item_spacing.x = 4.0;
    shown(ui, look, with);
    second(ui, with);
    if ui.button("Leave").on_hover_text("Back to the whole window (H, Esc)").clicked() {
        hud.presents = false;
    }
    if theme::sign(ui, true, "⏷", "Put the presenter's bar away", "").clicked() {
        with.folded = true;
    }
}

/// The same beside the panels of the presenter, while those who look on have a window of their own.
pub(super) fn desk(context: &Context, look: Option<Look<'_>>, hud: &mut Hud, with: &mut Presenter) {
    let scale = theme::scale(context);
    let room = Places::here(context).field.shrink(EDGE);
    let window = Window::new("For those who look on").id(Id::new("presenter's desk")).order(Order::Foreground);
    let window = window.resizable(false).fade_in(false).pivot(Align2::RIGHT_TOP).default_pos(room.right_top());
    window.show(context, |ui| {
        ui.set_width((DESK * scale).min(room.width() * 0.5));
        step(ui, with);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            shown(ui, look, with);
            if with.at.is_some() && ui.button("Leave the talk").on_hover_text("The battle goes on from here").clicked()
            {
                with.leave_step();
            }
            if ui.button("Field alone").on_hover_text("Nothing but the field here, too (H)").clicked() {
                (hud.presents, with.on) = (true, true);
            }
            second(ui, with);
        });
    });
}

/// What marks the field, whose secrets are kept, and the talk.
fn shown(ui: &mut Ui, look: Option<Look<'_>>, with: &mut Presenter) {
    if look.is_some() || with.lesson.is_some() {
        tools(ui, with);
    }
    if let Some(look) = look {
        sides(ui, look, with);
    }
    talk(ui, with);
}

/// The window of those who look on, where there can be one.
fn second(ui: &mut Ui, with: &mut Presenter) {
    if !machine::HAS_WINDOWS {
        return;
    }
    let (text, tip) = match with.audience {
        true => ("Close their window", "Those who look on see nothing more"),
        false => {
            ("Show to the audience", "The field and large text in a window of their own; this one keeps its panels")
        }
    };
    if ui.button(text).on_hover_text(format!("{tip} (Shift+H)")).clicked() {
        with.turn_to_others();
    }
}

/// The title of a step, and what there is to say about it.
fn step(ui: &mut Ui, with: &mut Presenter) {
    let Some(step) = with.at.and_then(|at| with.talk.steps.get(at)) else { return };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&step.title).heading().color(theme::accent()));
        if !step.note.is_empty() {
            let (sign, words) = if with.noteless { ("…", "Show the note") } else { ("×", "Put the note away") };
            if theme::sign(ui, true, sign, words, "").clicked() {
                with.noteless = !with.noteless;
            }
        }
    });
    if !step.note.is_empty() && !with.noteless {
        ui.add(Label::new(&step.note).wrap());
    }
}

/// What the pointer does, its colour, and away with what was drawn.
fn tools(ui: &mut Ui, with: &mut Presenter) {
    for (tool, name, tip) in Tool::ALL {
        let button = ui.add(Button::selectable(with.tool == tool, name));
        if button.on_hover_text(format!("{tip} (O: the next)")).clicked() {
            with.tool = tool;
        }
    }
    // They are always there, so that no tool moves away from under the pointer.
    ui.add_enabled_ui(with.tool != Tool::Play, |ui| {
        for (number, (name, colour)) in COLOURS.iter().enumerate() {
            if chip(ui, with.colour == number, name, *colour) {
                with.colour = number;
            }
        }
    });
    let tip = "Away with all that is drawn (Delete); a right click takes the last back";
    let wipe = ui.add_enabled(!with.marks.is_empty(), Button::new("Wipe"));
    if wipe.on_hover_text(tip).on_disabled_hover_text("Nothing is drawn").clicked() {
        with.marks.wipe();
    }
}

/// A colour to be chosen; whether it was.
fn chip(ui: &mut Ui, is_chosen: bool, name: &str, colour: Color32) -> bool {
    let side = ui.spacing().interact_size.y;
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, response.enabled(), is_chosen, name));
    let radius = side * if is_chosen { 0.42 } else { 0.3 };
    ui.painter().circle(rect.center(), radius, colour, Stroke::new(1.5, Color32::from_black_alpha(180)));
    if is_chosen || response.has_focus() {
        ui.painter().circle_stroke(rect.center(), side * 0.48, Stroke::new(2.0, theme::ink()));
    }
    response.on_hover_text(name).clicked()
}

/// The sides, each with whether its secrets may be seen.
fn sides(ui: &mut Ui, look: Look<'_>, with: &mut Presenter) {
    for side in look.sides() {
        let name = look.side_name(side);
        let hidden = with.hides.contains(name);
        let text = if hidden { format!("{name}: hidden") } else { name.to_owned() };
        let tip = "What this side keeps secret: a click hides it from all who look on, or shows it again";
        if ui.add(Button::selectable(!hidden, text)).on_hover_text(tip).clicked() && !with.hides.remove(name) {
            with.hides.insert(name.to_owned());
        }
    }
}

/// The steps of a talk.
fn talk(ui: &mut Ui, with: &mut Presenter) {
    let last = with.talk.steps.len();
    if last == 0 {
        return;
    }
    let at = with.at.map_or(0, |at| at + 1);
    if theme::sign(ui, at > 1, "◀", "The step before", " (PageUp)").clicked() {
        with.step(-1);
    }
    ui.label(format!("{at} / {last}"));
    if theme::sign(ui, at < last, "▶", "The next step", " (PageDown)").clicked() {
        with.step(1);
    }
}
