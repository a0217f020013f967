//! The initiative track: everybody in the order of their turns, in the form
//! of the game that is played.

mod order;

use bevy_egui::egui::text::{LayoutJob, TextFormat, TextWrapping};
use bevy_egui::egui::{
    self, Align2, Color32, FontId, Pos2, Rect, Response, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextStyle,
    Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::cards::{self, Face};
use super::desk::Desk;
use super::tokens::{self, states};
use super::{board, signs, theme};
use crate::battle::{Id, Look, SideId, TrackEntry};
use order::Row;
pub use order::Track;

/// The track. A row points at its fighter on the board, and a fighter that is
/// pointed at there lights its row.
pub fn track(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    let (rows, turned) = desk.track.rows(look);
    desk.motion.turn(ui.ctx(), turned, desk.speed());
    ui.horizontal(|ui| {
        ui.label(RichText::new("Order").heading());
        ui.label(RichText::new(look.when()).small().color(theme::FAINT));
    });
    (desk.pointed, desk.preview) = (None, None);
    let under = desk.hovered.and_then(|square| board::at(look, square));
    let height = (ui.text_style_height(&TextStyle::Body) + 7.0).round();
    let columns = Columns::of(&rows, height);
    let room = ui.available_height() * 0.42;
    let mut area = ScrollArea::vertical().id_salt("track").max_height(room).auto_shrink([false, true]);
    let now = rows.iter().position(|row| matches!(row, Row::Entry { entry, .. } if entry.now));
    let acts = look.clock().turn;
    if acts.is_some() && desk.track.shown != acts {
        desk.track.shown = acts;
        // Whoever acts stands a third down, so that those who come next are seen.
        let offset = now.map(|index| index as f32 * height - room / 3.0);
        area = area.vertical_scroll_offset(offset.unwrap_or(0.0).max(0.0));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    area.show_rows(ui, height, rows.len(), |ui, range| {
        for row in rows.get(range).unwrap_or_default() {
            match row {
                Row::Side { side, acted, of, next } => heading(ui, look, height, (*side, *acted, *of, *next)),
                Row::Entry { entry, next, joined } => {
                    let is_lit = under == Some(entry.who);
                    let response = line(ui, look, desk, &columns, entry, (*next, *joined, is_lit));
                    if response.hovered() {
                        desk.pointed = Some(entry.who);
                    }
                    if response.clicked() {
                        desk.selected = Some(entry.who);
                    }
                    if response.double_clicked() {
                        desk.centre = Some(entry.who);
                    }
                }
            }
        }
    });
}

/// What of a row has a column of its own.
struct Columns {
    height: f32,
    /// How wide what was rolled or laid is.
    mark: f32,
    /// Cards are played.
    cards: bool,
}

impl Columns {
    fn of(rows: &[Row], height: f32) -> Self {
        let texts =
            || rows.iter().filter_map(|row| if let Row::Entry { entry, .. } = row { Some(entry) } else { None });
        let cards = texts().any(|entry| entry.hidden || entry.card.is_some());
        let numbers = texts().any(|entry| is_number(&entry.text));
        let mark = match (cards, numbers) {
            (true, _) => cards::size(height - 5.0).x,
            (false, true) => height * 1.05,
            _ => 0.0,
        };
        Self { height, mark, cards }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() <= 3 && text.chars().all(|letter| letter.is_ascii_digit() || letter == '-')
}

/// A side that takes its turn with others.
fn heading(ui: &mut Ui, look: Look<'_>, height: f32, (side, acted, of, next): (SideId, usize, usize, bool)) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let name = look.side_name(side);
    let aside = format!("{acted} of {of} have acted{}", if next { ", next" } else { "" });
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{name}: {aside}")));
    let middle = pos2(rect.left() + height * 0.9, rect.center().y);
    if next {
        arrow(ui, pos2(rect.left() + height * 0.25, middle.y), height * 0.2, false);
    }
    tokens::shape(ui.painter(), middle, height * 0.25, side.0, theme::side(side.0), Stroke::new(1.0, Color32::BLACK));
    let font = TextStyle::Body.resolve(ui.style());
    let at = pos2(rect.left() + height * 1.5, middle.y);
    let said = ui.painter().text(at, Align2::LEFT_CENTER, name, font, theme::FAINT);
    let small = TextStyle::Small.resolve(ui.style());
    let colour = if next { theme::ACTIVE } else { theme::FAINT };
    let painter = ui.painter().with_clip_rect(rect);
    painter.text(pos2(said.right() + 8.0, middle.y), Align2::LEFT_CENTER, aside, small, colour);
}

/// Somebody: what it rolled or laid, its sign, its name, its states, how it fares.
fn line(
    ui: &mut Ui,
    look: Look<'_>,
    desk: &Desk,
    columns: &Columns,
    entry: &TrackEntry,
    (next, joined, is_lit): (bool, (bool, bool), bool),
) -> Response {
    let height = columns.height;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    let who = entry.who;
    let in_play = look.counts(who);
    response.widget_info(|| {
        let lit = is_lit || desk.pointed == Some(who);
        WidgetInfo::selected(WidgetType::SelectableLabel, true, lit, said(look, entry, next, in_play))
    });
    let painter = ui.painter();
    if entry.now {
        painter.rect_filled(rect, 3.0, theme::ACTIVE.gamma_multiply(0.16));
    }
    if is_lit || response.hovered() || desk.pointed == Some(who) {
        painter.rect_filled(rect, 3.0, Color32::from_white_alpha(18));
    }
    if is_lit || desk.selected == Some(who) {
        let edge = Stroke::new(1.0, if is_lit { theme::ACTIVE } else { Color32::WHITE });
        painter.rect_stroke(rect.shrink(0.5), 3.0, edge, StrokeKind::Inside);
    }
    let middle = rect.center().y;
    let gutter = height * 0.62;
    bracket(ui, rect, joined);
    let at = pos2(rect.left() + gutter * 0.5, middle);
    match () {
        () if entry.now => arrow(ui, at, height * 0.22, true),
        () if entry.done => tick(ui, at, height * 0.2),
        () if next => arrow(ui, at, height * 0.2, false),
        () => {}
    }
    let mut left = rect.left() + gutter;
    if columns.mark > 0.0 {
        let room = Rect::from_min_size(pos2(left, rect.top() + 2.5), vec2(columns.mark, height - 5.0));
        mark(ui, desk, columns, entry, room);
        left += columns.mark + 3.0;
    }
    let radius = height * 0.34;
    let token = pos2(left + height * 0.5, middle);
    let side = look.side(who).0;
    let colour = theme::side(side);
    let is_faint = entry.done || !in_play;
    let fill = if is_faint { theme::over(colour, Color32::from_rgb(0x24, 0x27, 0x2d), 0.5) } else { colour };
    let painter = ui.painter();
    tokens::shape(painter, token, radius, side, fill, Stroke::new(1.0, Color32::BLACK));
    if let Some(sign) = look.profile(who).and_then(|profile| profile.token.as_deref()) {
        let ink = Color32::from_rgb(0xfb, 0xf4, 0xe4);
        signs::sign(painter, sign, token, radius * 0.75, if is_faint { ink.gamma_multiply(0.7) } else { ink }, fill);
    }
    left += height + 2.0;
    let right = fares(ui, look, who, rect, in_play);
    let room = (right - left - 4.0).max(10.0);
    name(ui, look, entry, Rect::from_min_size(pos2(left, rect.top()), vec2(room, height)), (in_play, joined));
    if let Some((has, whole)) = look.health(who).filter(|_| in_play) {
        health(ui, Rect::from_min_size(pos2(left, rect.bottom() - 4.0), vec2(room.min(90.0), 3.0)), has, whole);
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(320.0);
        ui.label(RichText::new(look.name(who)).strong());
        if !entry.text.is_empty() {
            ui.label(RichText::new(&entry.text).color(theme::FAINT));
        }
        tokens::tip(ui, look, who);
    })
}

/// A row in words, for those who hear it read.
fn said(look: Look<'_>, entry: &TrackEntry, next: bool, in_play: bool) -> String {
    let mut said = vec![look.name(entry.who).as_str()];
    match () {
        () if entry.hidden => said.push("card face down"),
        () if !entry.text.is_empty() => said.push(&entry.text),
        () => {}
    }
    match () {
        () if !in_play => said.push("out of the fight"),
        () if entry.now => said.push("acts now"),
        () if entry.done => said.push("has acted"),
        () if next => said.push("next"),
        () => {}
    }
    if entry.together.is_some() {
        said.push("at once with others");
    }
    said.join(", ")
}

/// What somebody rolled or laid.
fn mark(ui: &Ui, desk: &Desk, columns: &Columns, entry: &TrackEntry, room: Rect) {
    let painter = ui.painter();
    let face = entry.card.map(Face::laid);
    match () {
        () if entry.hidden => cards::back(painter, room),
        () if face.is_some() => {
            let share = desk.motion.turned(entry.who).unwrap_or(1.0);
            cards::turning(painter, room, face, share);
            if entry.done {
                painter.rect_filled(room, 2.0, Color32::from_black_alpha(90));
            }
        }
        () if is_number(&entry.text) => {
            painter.rect_filled(room, 4.0, theme::SUNKEN);
            let colour = if entry.done { theme::FAINT } else { Color32::from_rgb(0xe4, 0xe6, 0xea) };
            let font = FontId::proportional(room.height() * 0.74);
            painter.text(room.center(), Align2::CENTER_CENTER, &entry.text, font, colour);
        }
        // A place where a card can lie yet.
        () if columns.cards && entry.text.is_empty() => {
            painter.rect_stroke(room, 2.0, Stroke::new(1.0, Color32::from_white_alpha(28)), StrokeKind::Inside);
        }
        () => {}
    }
}

fn name(ui: &Ui, look: Look<'_>, entry: &TrackEntry, room: Rect, (in_play, joined): (bool, (bool, bool))) {
    let colour = match (entry.now, in_play, entry.done) {
        (true, ..) => theme::ACTIVE,
        (_, false, _) | (_, _, true) => theme::FAINT,
        _ => Color32::from_rgb(0xe4, 0xe6, 0xea),
    };
    let mut job = LayoutJob { wrap: TextWrapping::truncate_at_width(room.width()), ..LayoutJob::default() };
    let body = TextFormat {
        font_id: TextStyle::Body.resolve(ui.style()),
        color: colour,
        strikethrough: if in_play { Stroke::NONE } else { Stroke::new(1.0, theme::FAINT) },
        ..TextFormat::default()
    };
    job.append(&look.name(entry.who), 0.0, body);
    let small =
        TextFormat { font_id: TextStyle::Small.resolve(ui.style()), color: theme::FAINT, ..TextFormat::default() };
    if entry.card.is_none() && !is_number(&entry.text) && !entry.text.is_empty() {
        job.append(&entry.text, 7.0, small.clone());
    }
    if joined == (false, true) {
        job.append("at once", 7.0, small);
    }
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let at = pos2(room.left(), room.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, colour);
}

/// Its states and wounds, from the right edge of its row; where they begin.
fn fares(ui: &Ui, look: Look<'_>, who: Id, rect: Rect, in_play: bool) -> f32 {
    let painter = ui.painter();
    let height = rect.height();
    let middle = rect.center().y;
    let mut right = rect.right() - 3.0;
    let small = TextStyle::Small.resolve(ui.style());
    let states = states::kinds(look, who);
    // The name keeps the larger part of a narrow row.
    let most = ((rect.width() * 0.26) / (height * 0.84)).floor().max(1.0) as usize;
    let shown = if states.len() > most { most.saturating_sub(1).max(1) } else { states.len() };
    if states.len() > shown {
        let more = format!("+{}", states.len() - shown);
        right = painter.text(pos2(right, middle), Align2::RIGHT_CENTER, more, small.clone(), theme::BAD).left() - 2.0;
    }
    for state in states.iter().take(shown).rev() {
        right -= height * 0.42;
        states::draw(painter, state, pos2(right, middle), height * 0.33);
        right -= height * 0.42;
    }
    let wounds = look.wounds(who).len();
    if wounds > 0 && in_play && look.health(who).is_none() {
        let said = painter.text(pos2(right - 2.0, middle), Align2::RIGHT_CENTER, wounds, small, theme::BAD);
        painter.circle(pos2(said.left() - 6.0, middle), 3.5, theme::BLOOD, Stroke::new(1.0, Color32::WHITE));
        right = said.left() - 11.0;
    }
    right
}

/// How much of somebody is left.
fn health(ui: &Ui, rect: Rect, left: i32, whole: i32) {
    let share = (left.max(0) as f32 / whole.max(1) as f32).clamp(0.0, 1.0);
    ui.painter().rect_filled(rect, 1.0, Color32::from_black_alpha(130));
    let filled = Rect::from_min_size(rect.min, vec2(rect.width() * share, rect.height()));
    ui.painter().rect_filled(filled, 1.0, tokens::health_colour(share));
}

/// The bracket of those who act at once, down the left edge.
fn bracket(ui: &Ui, rect: Rect, (above, below): (bool, bool)) {
    if !above && !below {
        return;
    }
    let stroke = Stroke::new(2.0, theme::STANCE);
    let x = rect.left() + 1.5;
    let top = if above { rect.top() } else { rect.top() + 4.0 };
    let bottom = if below { rect.bottom() } else { rect.bottom() - 4.0 };
    ui.painter().line_segment([pos2(x, top), pos2(x, bottom)], stroke);
    for (is_end, y) in [(!above, top), (!below, bottom)] {
        if is_end {
            ui.painter().line_segment([pos2(x, y), pos2(x + 5.0, y)], stroke);
        }
    }
}

/// Whoever acts, or comes next.
fn arrow(ui: &Ui, at: Pos2, size: f32, filled: bool) {
    let corners = vec![at + vec2(-size * 0.7, -size), at + vec2(size, 0.0), at + vec2(-size * 0.7, size)];
    let fill = if filled { theme::ACTIVE } else { Color32::TRANSPARENT };
    ui.painter().add(egui::Shape::convex_polygon(corners, fill, Stroke::new(1.3, theme::ACTIVE)));
}

fn tick(ui: &Ui, at: Pos2, size: f32) {
    let places = vec![at + vec2(-size, 0.0), at + vec2(-size * 0.2, size * 0.8), at + vec2(size, -size * 0.9)];
    ui.painter().add(egui::Shape::line(places, Stroke::new(1.8, theme::FAINT)));
}

/// The mark of somebody's side: its colour and its shape.
pub fn chip(ui: &mut Ui, look: Look<'_>, who: Id) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    let side = look.side(who).0;
    tokens::shape(ui.painter(), rect.center(), 6.0, side, theme::side(side), Stroke::new(1.0, Color32::BLACK));
}
