//! The attacks that share one place of the bar, as a list of spells: each has a row of its own with its sign, its name, its
//! price, and what comes of it at best. They lie in the order of the offers, and what cannot be done now keeps its
//! row and says why.

use std::collections::BTreeSet;
use std::time::Duration;

use bevy::platform::time::Instant;
use bevy_egui::egui::{
    Align, Align2, FontId, Id, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
    pos2, vec2,
};

use super::face::{APART, KEY, ground, key};
use super::slots::Slot;
use super::stuck;
use crate::battle::{Choice, Group, Look};
use crate::overlay::answers::{Answering, priced};
use crate::overlay::keys::Digit;
use crate::overlay::sheet::facts;
use crate::overlay::{hovered, odds, signs, theme, tips};

/// Points of a row across and down, at the usual size of text.
const ROW: Vec2 = vec2(250.0, 54.0);
/// In two columns a row is no narrower than this share of that.
const NARROW: f32 = 0.8;
/// Points between rows.
const GAP: f32 = 4.0;
/// Points of the sign of a row across, and no more of its width than this goes to what stands at its right.
const SIGN: f32 = 34.0;
const RIGHT: f32 = 0.34;
/// Points of a name and of what is written smaller.
const NAME: f32 = 13.5;
const SMALL: f32 = 11.0;
/// More rows than these lie in two columns, where there is room for two.
const LONG: usize = 4;
/// No more of the breadth of a page than this goes to what is opened above the bar, and points that stay free at its sides.
pub(super) const SHARE: f32 = 0.43;
const RIM: f32 = 20.0;
/// Points of the bar that scrolls a list, at the usual size of text.
const BAR: f32 = 12.0;
/// So many facts of an arm are told in a row.
const FACTS: usize = 3;
/// So long it is worked out in one frame what comes of them.
const AT_ONCE: Duration = Duration::from_millis(14);

/// What a row tells.
struct Row<'r> {
    slot: &'r Slot,
    title: String,
    price: Option<String>,
    /// What comes of it, or why it cannot be done.
    said: String,
    enabled: bool,
    key: Option<Digit>,
}

/// How many columns so many rows lie in, in a room that is so wide, and how large a row is.
fn laid(count: usize, wide: f32, scale: f32) -> (usize, Vec2) {
    let row = ROW * scale;
    let half = ((wide - GAP) / 2.0).min(row.x);
    let is_broad = count > LONG && half >= row.x * NARROW;
    if is_broad { (2, vec2(half, row.y)) } else { (1, vec2(row.x.min(wide), row.y)) }
}

/// How wide a list may be on a page that is so broad: one of two columns has room for both, and leaves as much of the page beside it
/// as it takes, where the text is no larger than usual.
pub(super) fn room(page: f32, scale: f32) -> f32 {
    (page * SHARE).max((2.0 * ROW.x * NARROW + BAR) * scale + GAP).min(page - 2.0 * RIM)
}

/// How wide the list of so many rows is at most.
pub(super) fn width(count: usize, wide: f32, scale: f32) -> f32 {
    let (columns, row) = laid(count, wide, scale);
    columns as f32 * row.x + (columns - 1) as f32 * GAP
}

/// The rows; the one that is clicked on, or whose key was pressed, with whether it was the key.
pub(super) fn list<'r>(
    ui: &mut Ui,
    look: Look<'_>,
    (rows, choices): (&'r [Slot], &[Choice]),
    with: &mut Answering<'_>,
) -> Option<(&'r Slot, bool)> {
    let pressed = with.offers.taken.take();
    let (scale, begun) = (theme::scale(ui.ctx()), Instant::now());
    let (columns, size) = laid(rows.len(), ui.available_width(), scale);
    let down = rows.len().div_ceil(columns);
    let whole = vec2(width(rows.len(), ui.available_width(), scale), down as f32 * (size.y + GAP) - GAP);
    let (room, _) = ui.allocate_exact_size(whole, Sense::hover());
    let mut taken = None;
    let mut number = 0;
    for (place, slot) in rows.iter().enumerate() {
        let at = vec2((place / down) as f32 * (size.x + GAP), (place % down) as f32 * (size.y + GAP));
        let open: Vec<&Choice> = open(slot, choices).collect();
        let key = if open.is_empty() { None } else { Digit::of_row(number) };
        number += usize::from(!open.is_empty());
        let said = said(ui, look, (slot, choices), begun, with);
        let price = open.first().and_then(|choice| priced(look, choice));
        let row = Row { slot, title: slot.title(choices), price, said, enabled: !open.is_empty(), key };
        let response = drawn(ui, look, Rect::from_min_size(room.min + at, size), &row);
        with.offers.rows.extend(key.map(|key| (key, slot.kind.clone())));
        if response.clicked() {
            taken = Some((slot, false));
        } else if row.enabled && pressed.as_ref() == Some(&slot.kind) {
            taken = Some((slot, true));
        }
        hovered::show(&response, ui, None, |ui| told(ui, look, &row, &open));
    }
    taken
}

/// Those of an attack that can be done now.
fn open<'c>(slot: &Slot, choices: &'c [Choice]) -> impl Iterator<Item = &'c Choice> {
    slot.choices.iter().filter_map(|at| choices.get(*at)).filter(|choice| choice.is_legal())
}

/// What a row says of an attack: what comes of it at best; of one that is sent at a place what its arm does, of others what they
/// are. Why it cannot be done, where it cannot.
fn said(
    ui: &Ui,
    look: Look<'_>,
    (slot, choices): (&Slot, &[Choice]),
    begun: Instant,
    with: &mut Answering<'_>,
) -> String {
    let Some(first) = open(slot, choices).next() else {
        let all = slot.choices.iter().filter_map(|at| choices.get(*at));
        return stuck::barred(look, all).map(|(why, _)| why).unwrap_or_default();
    };
    let arm = || {
        let arm = look.rules().arms.get(&first.order.with?)?;
        let facts: Vec<String> = facts(arm, &look.rules().measure).into_iter().take(FACTS).collect();
        (!facts.is_empty()).then(|| facts.join(", "))
    };
    let tip = || tips::tip_of(look.rules(), "", first.order.verb.as_str()).map(str::to_owned);
    let chance = || first.chance.as_deref().map(odds::to_come_off);
    best(ui, look, (slot, choices), begun, with).or_else(chance).or_else(arm).or_else(tip).unwrap_or_default()
}

/// What comes of the deeds of a slot at somebody where they do most: "at Goblin 1: 60% to hit: wound 46%, dying 3%". It is thought
/// about for so long after that moment, and further in the next frame. Of a blow it is enemies, and those who still fight before
/// those who are down.
pub(super) fn best(
    ui: &Ui,
    look: Look<'_>,
    (slot, choices): (&Slot, &[Choice]),
    begun: Instant,
    with: &mut Answering<'_>,
) -> Option<String> {
    let who = look.asked()?;
    let target = |choice: &Choice| look.target(&choice.order).filter(|_| choice.group == Group::Attack);
    let fights = |target| look.are_enemies(who, target) && look.is_in_play(target);
    let has_enemies = open(slot, choices).any(|choice| target(choice).is_some_and(fights));
    let is_meant = |choice: &&Choice| {
        target(choice).is_none_or(|target| if has_enemies { fights(target) } else { look.are_enemies(who, target) })
    };
    let mut best: Option<(f64, String)> = None;
    for choice in open(slot, choices).filter(is_meant) {
        if begun.elapsed() > AT_ONCE {
            ui.ctx().request_repaint();
            return Some("…".to_owned());
        }
        let order = with.hand.filled(choice);
        let Some(forecast) = with.known.forecast(look, who, &order) else { continue };
        let harm = forecast.mean_harm();
        let is_new = best.as_ref().is_none_or(|(most, _)| harm > *most);
        if let Some(prospect) = forecast.against.first().filter(|_| is_new) {
            let name = prospect.who.map(|who| format!("at {}: ", look.name(who))).unwrap_or_default();
            let others: BTreeSet<_> = forecast.against.iter().map(|other| other.who).collect();
            let more = if others.len() > 1 { format!(", and {} more", others.len() - 1) } else { String::new() };
            best = Some((harm, format!("{name}{}{more}", odds::blow(look.rules(), prospect))));
        }
    }
    best.map(|(_, told)| told)
}

/// A row at its place.
fn drawn(ui: &Ui, look: Look<'_>, rect: Rect, row: &Row<'_>) -> Response {
    let sense = if row.enabled { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, Id::new(("attack", &row.slot.kind)), sense);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, row.enabled, &row.title));
    let (painter, scale) = (ui.painter().with_clip_rect(rect.intersect(ui.clip_rect())), theme::scale(ui.ctx()));
    let painter = &painter;
    let fill = ground(&response, row.enabled);
    let edge = if response.has_focus() { theme::accent() } else { theme::line() };
    painter.rect(rect, 6.0, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let (ink, small) = if row.enabled { (theme::ink(), theme::faint()) } else { (theme::idle(), theme::idle()) };
    let radius = SIGN * scale * 0.4;
    let middle = pos2(rect.left() + SIGN * scale * 0.55, rect.center().y);
    let icons = (row.slot.icons(look, &row.title), row.title.as_str());
    signs::icon(painter, &look.rules().looks, icons, (middle, radius), (ink, fill));
    let [name, said, right] = rooms(rect, scale);
    let font = |size: f32| FontId::proportional(size * scale);
    let mut free = right;
    if let Some(digit) = row.key.map(Digit::name) {
        let digit = theme::in_one_line(painter, &digit, right.width() * 0.5, &font(SMALL), small);
        free.max.x -= digit.size().x + 2.0 * KEY + APART;
        key(painter, Align2::RIGHT_TOP, right.right_top() + vec2(0.0, 1.0), digit);
    }
    if let Some(price) = &row.price {
        let price = theme::in_one_line(painter, price, free.width(), &font(SMALL), small);
        painter.galley(pos2(free.right() - price.size().x, right.top() + 1.0), price, small);
    }
    painter.galley(name.min, theme::fitted(painter, &row.title, name.size(), &font(NAME), (ink, Align::Min)), ink);
    painter.galley(said.min, theme::fitted(painter, &row.said, said.size(), &font(SMALL), (small, Align::Min)), small);
    response
}

/// The room for the name of a row, for what comes of it, and for price and key.
fn rooms(rect: Rect, scale: f32) -> [Rect; 3] {
    let inside = rect.shrink2(vec2(6.0, 3.0) * scale.min(1.4));
    let inside = inside.with_min_x(rect.left() + SIGN * scale * 1.05);
    let (top, said) = inside.split_top_bottom_at_y(inside.center().y);
    let (name, right) = top.split_left_right_at_x(top.right() - rect.width() * RIGHT * 0.8);
    [name.with_max_x(name.right() - 4.0), said, right]
}

/// What a row is for, in full.
fn told(ui: &mut Ui, look: Look<'_>, row: &Row<'_>, open: &[&Choice]) {
    ui.label(RichText::new(&row.title).strong());
    ui.label(&row.said);
    let Some(first) = open.first() else { return };
    tips::tip(ui, look, first);
    if open.iter().any(|choice| !choice.squares.is_empty()) {
        ui.label("Then click on a square of the board.");
    } else if open.iter().all(|choice| choice.order.at.iter().any(|aim| aim.who.is_some())) {
        ui.label("Then click on whom to strike.");
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Color32, Context, Pos2, RawInput};

    use super::*;
    use crate::overlay::trial;

    /// Promise: a short list is one column and a long one two, where there is room for both; no row is wider than the room.
    #[test]
    fn a_list_is_as_wide_as_the_room_allows() {
        for (count, wide, scale, columns) in
            [(3, 1300.0, 1.0, 1), (9, 1300.0, 1.0, 2), (9, 984.0, 2.0, 2), (9, 700.0, 2.0, 1), (9, 380.0, 2.0, 1)]
        {
            let (found, row) = laid(count, wide, scale);
            assert_eq!(found, columns, "{count} rows in {wide} at {scale}");
            assert!(row.x <= wide && width(count, wide, scale) <= wide);
        }
    }

    /// Promise: whatever the size of text, no name of an attack is cut or broken in its row, and no price lies over it.
    #[test]
    fn no_name_is_cut_in_a_row() {
        let library = trial::library();
        let mut names: Vec<String> = Vec::new();
        for ruleset in library.rulesets().unwrap() {
            let rules = library.rules(&ruleset).unwrap();
            names.extend(rules.arms.values().map(|arm| arm.name.to_string()));
            names.extend(rules.deeds.keys().map(|verb| verb.to_string()));
        }
        assert!(names.len() > 200);
        for scale in [1.0, 1.5, 2.0] {
            let [room, said, right] =
                rooms(Rect::from_min_size(Pos2::ZERO, vec2(ROW.x * NARROW, ROW.y) * scale), scale);
            assert!(room.right() < right.left() && said.top() >= room.bottom() && said.height() > SMALL * scale);
            let font = FontId::proportional(NAME * scale);
            let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                for name in &names {
                    let told = theme::fitted(ui.painter(), name, room.size(), &font, (Color32::WHITE, Align::Min));
                    let rows: Vec<String> = told.rows.iter().map(|row| row.text()).collect();
                    assert!(told.size().x <= room.width() + 0.5 && told.size().y <= room.height() + 0.5, "{name}");
                    let is_whole = |word: &str| rows.iter().any(|row| row.contains(word));
                    assert!(name.split([' ', '-']).all(is_whole), "{name} at {scale}: {rows:?}");
                }
            });
            output.textures_delta.clear();
        }
    }
}
