//! How long the camp lasts, and how it is left.

use super::chosen::{middle, number_of, row_of_any};
use super::{Asked, Camp, LAST, waits};
use crate::battle::{Choice, Group, Look, Sides};
use crate::overlay::theme;
use bevy_egui::egui::{
    Align, DragValue, Id as Name, Label, Layout, Rect, RichText, ScrollArea, TextStyle, Ui, UiBuilder, Vec2,
    WidgetInfo, WidgetType, vec2,
};

/// What brings a camp nearer to what lies ahead.
const TRAVEL: &str = "travel";

/// The hours that are left, and how they can be spent.
pub(super) fn hours(ui: &mut Ui, look: Look<'_>, asked: Asked<'_>, with: &mut Camp<'_>) {
    if let Some(left) = left(look) {
        ui.label(RichText::new(left).strong());
    }
    let everything = with.answers.offers.everything;
    let is_shown = |choice: &&Choice| choice.is_legal() || everything;
    let time = asked.1.iter().filter(|choice| choice.group == Group::Time).filter(is_shown);
    let mut time: Vec<&Choice> = time.collect();
    // What brings them on comes first.
    time.sort_by_key(|choice| choice.order.verb != TRAVEL);
    ui.horizontal_wrapped(|ui| {
        time.into_iter().for_each(|choice| row_of_any(ui, look, asked, choice, with));
    });
}

/// What ends the camp.
fn ends((_, choices): Asked<'_>) -> impl Iterator<Item = &Choice> {
    choices.iter().filter(|choice| choice.group == LAST && choice.order.at.is_empty())
}

/// The button of it.
fn out(ui: &mut Ui, look: Look<'_>, end: &Choice, size: Vec2, with: &mut Camp<'_>) {
    let unspent = if end.is_legal() { unspent(look) } else { None };
    let button = theme::main_button_of(ui, &end.label, size, end.is_legal());
    if button.clicked() && with.chosen.lets_go(unspent.as_deref()) {
        with.answers.wishes.order = Some(end.order.clone());
    }
}

/// What is unspent, told before the first press, too, so that nothing moves at it; or why it cannot be done yet.
fn waits_for(look: Look<'_>, end: &Choice, with: &Camp<'_>) -> Option<RichText> {
    if let Some(refusal) = &end.refused {
        let is_far = look.camp().is_some_and(|(site, camp)| site.road_left(camp) > 0);
        let first = if is_far { " Travel first." } else { "" };
        return Some(RichText::new(format!("Not yet: {}.{first}", refusal.why)).color(theme::accent()));
    }
    let unspent = unspent(look)?;
    let (how, colour) =
        if with.chosen.leaves() { ("once more", theme::accent()) } else { ("press twice", theme::faint()) };
    Some(RichText::new(format!("{unspent}: {how} to set out.")).color(colour))
}

/// The button that ends the camp, with why it cannot yet.
fn leave(ui: &mut Ui, look: Look<'_>, asked: Asked<'_>, with: &mut Camp<'_>) {
    for end in ends(asked) {
        let size = vec2(ui.available_width(), theme::em(ui, 42.0));
        out(ui, look, end, size, with);
        waits_for(look, end, with).into_iter().for_each(|told| drop(ui.add(Label::new(told).wrap())));
    }
}

/// The same in a strip: why it cannot yet beside the button.
pub(super) fn leave_in_strip(ui: &mut Ui, look: Look<'_>, asked: Asked<'_>, with: &mut Camp<'_>) {
    let Some(end) = ends(asked).next() else { return };
    let (room, told) = (ui.available_rect_before_wrap(), waits_for(look, end, with));
    let share = if told.is_some() { 0.5 } else { 1.0 };
    let (words, button) = room.split_left_right_at_x(room.right() - room.width() * share);
    if let Some(told) = told {
        ui.scope_builder(UiBuilder::new().max_rect(words.with_max_x(words.right() - 8.0)), |ui| {
            let all = ScrollArea::vertical().min_scrolled_height(0.0).id_salt("unspent").max_height(words.height());
            all.auto_shrink(false).show(ui, |ui| ui.add(Label::new(told).wrap()));
        });
    }
    let button = middle(button, theme::em(ui, 42.0));
    ui.scope_builder(UiBuilder::new().max_rect(button), |ui| out(ui, look, end, button.size(), with));
}

/// What those who camp can still make of themselves, all together: "16 ranks to place, 1 ability to raise".
fn unspent(look: Look<'_>) -> Option<String> {
    let mut all: Vec<(String, i32)> = Vec::new();
    for id in look.everybody().filter(|id| look.rests(*id) && !look.is_dead(*id)) {
        for line in look.camp_lines(id).into_iter().filter(waits) {
            let n = line.counts.map_or(0, |(n, _)| n);
            match all.iter_mut().find(|(label, _)| *label == line.label) {
                Some((_, sum)) => *sum = sum.saturating_add(n),
                None => all.push((line.label, n)),
            }
        }
    }
    let told: Vec<String> = all.iter().map(|(label, n)| so_much(*n, label)).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// So many of what a line counts: "2 ranks to place" of "Ranks to place", "1 ability to raise" of "Abilities to raise".
fn so_much(n: i32, label: &str) -> String {
    let label = label.to_lowercase();
    let (first, rest) = label.split_once(' ').unwrap_or((&label, ""));
    let first = match (n, first.strip_suffix("ies"), first.strip_suffix('s')) {
        (1, Some(stem), _) => format!("{stem}y"),
        (1, None, Some(stem)) => stem.to_owned(),
        _ => first.to_owned(),
    };
    format!("{n} {first} {rest}").trim_end().to_owned()
}

/// What lies at the bottom of the page, as high as it ever was in so wide a window: nothing moves under the pointer when less
/// is told.
pub(super) fn steadily(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let kept = Name::new(("way out", ui.available_width().round() as i32, theme::em(ui, 16.0).round() as i32));
    let most = ui.data(|data| data.get_temp::<f32>(kept)).unwrap_or(0.0);
    let drawn = ui.vertical(|ui| {
        ui.set_min_height(most);
        add(ui);
    });
    ui.data_mut(|data| data.insert_temp(kept, drawn.response.rect.height().max(most)));
}

/// Who fell on the way here, and comes along no more.
pub(super) fn left_behind(ui: &mut Ui, look: Look<'_>) {
    let fallen = fallen(look);
    if !fallen.is_empty() {
        let told = RichText::new(format!("Left behind, dead: {}", fallen.join(", "))).color(theme::faint());
        ui.add(Label::new(told).wrap());
    }
}

/// Those of the side that camps who have died, in the battles before or in this camp.
fn fallen(look: Look<'_>) -> Vec<String> {
    let Some((site, _)) = look.camp() else { return Vec::new() };
    let side = look.battle::<Sides>().and_then(|sides| sides.0.get(usize::from(site.side.0)));
    let mut names = side.map(|side| side.fallen.clone()).unwrap_or_default();
    let dead = look.everybody().filter(|id| look.own_side(*id) == site.side && look.is_dead(*id));
    let dead: Vec<String> = dead.map(|id| look.name(id).to_owned()).filter(|name| !names.contains(name)).collect();
    names.extend(dead);
    names
}

/// Both of them.
pub(super) fn way_out(ui: &mut Ui, look: Look<'_>, asked: Asked<'_>, with: &mut Camp<'_>) {
    let em = theme::scale(ui.ctx());
    if ui.available_width() < 760.0 * em {
        hours(ui, look, asked, with);
        leave(ui, look, asked, with);
        return;
    }
    let room = ui.available_rect_before_wrap();
    let width = 320.0 * em;
    ui.horizontal_top(|ui| {
        let rest = Rect::from_min_max(room.min, room.max - vec2(width + 12.0 * em, 0.0));
        ui.allocate_ui_with_layout(vec2(rest.width(), 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(rest.width());
            hours(ui, look, asked, with);
        });
        ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(width);
            // Room for two lines below the button, so that it stays where it is whatever they tell.
            ui.set_min_height(
                42.0 * em + 2.0 * ui.text_style_height(&TextStyle::Body) + 2.0 * ui.spacing().item_spacing.y,
            );
            leave(ui, look, asked, with);
        });
    });
}

/// How much time the camp has left, and how far the road is.
fn left(look: Look<'_>) -> Option<String> {
    let (site, camp) = look.camp()?;
    let road = match site.road_left(camp) {
        0 => "the road lies behind you".to_owned(),
        1 => "a day of road lies ahead".to_owned(),
        days => format!("{days} days of road lie ahead"),
    };
    let day = format!("Day {} in camp", camp.hours / 24 + 1);
    Some(match site.hours_left(camp) {
        Some(hours) => format!("{day}: {hours} hours are left, and {road}"),
        None => format!("{day}: {road}"),
    })
}

/// An answer that takes a number, with the number beside it; `add` draws the answer.
pub(super) fn so_many(ui: &mut Ui, choice: &Choice, (low, high): (i32, i32), add: impl FnOnce(&mut Ui)) {
    let id = number_of(choice);
    let mut n = ui.data(|data| data.get_temp::<i32>(id)).unwrap_or(low).clamp(low, high.max(low));
    let text = theme::wide(ui, &choice.label, TextStyle::Button);
    let spacing = ui.spacing();
    let (around, between) = (2.0 * spacing.button_padding.x, spacing.item_spacing.x);
    let both = text + spacing.interact_size.x + 3.0 * (spacing.interact_size.y + between) + around + between;
    if ui.available_size_before_wrap().x < both {
        ui.end_row();
    }
    add(ui);
    let before = n;
    let step = |ui: &mut Ui, may: bool, sign: &str, words: &str| {
        theme::sign(ui, may, sign, &format!("{}: {words}", choice.label), "").clicked()
    };
    n -= i32::from(step(ui, n > low, "−", "one less"));
    let number = ui.add(DragValue::new(&mut n).range(low..=high.max(low)));
    let name = format!("{}: how many, {n}", choice.label);
    number.widget_info(|| WidgetInfo::labeled(WidgetType::DragValue, true, &name));
    n += i32::from(step(ui, n < high, "+", "one more"));
    if n != before {
        ui.data_mut(|data| data.insert_temp(id, n));
    }
    ui.add_space(theme::em(ui, 8.0));
}

#[cfg(test)]
mod tests {
    use super::so_much;

    /// Promise: what is unspent is told in words, one and many alike.
    #[test]
    fn what_is_unspent_is_told_in_words() {
        assert_eq!(so_much(16, "Ranks to place"), "16 ranks to place");
        assert_eq!(so_much(1, "Ranks to place"), "1 rank to place");
        assert_eq!(so_much(1, "Abilities to raise"), "1 ability to raise");
        assert_eq!(so_much(2, "Abilities to raise"), "2 abilities to raise");
    }
}
