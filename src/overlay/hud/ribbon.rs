//! The order of turns as a ribbon of portraits, in the form of the game: what each rolled or laid, who has acted, who acts
//! now, who comes next, who acts at once with others.

mod laid;

use bevy::ecs::prelude::{Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{
    Align2, Color32, FontId, Rect, Response, RichText, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType, pos2, vec2,
};

use self::laid::{Laid, laid, matters};
use crate::battle::{Look, TrackEntry};
use crate::overlay::cards::{self, Face};
use crate::overlay::course::Pace;
use crate::overlay::motion::{Fares, Motion};
use crate::overlay::pointer::Pointer;
use crate::overlay::portraits::Portraits;
use crate::overlay::preferences::Preferences;
use crate::overlay::sheet::Sheet;
use crate::overlay::tokens;
use crate::overlay::track::{self, Row, Track};
use crate::overlay::view::FieldView;
use crate::overlay::{hovered, theme};

/// How wide a portrait is beside its height.
const SHAPE: f32 = 0.86;
/// No portrait is narrower than this, in points at the usual size of text.
const LEAST: f32 = 30.0;
/// Below letters and numbers: what lies under them is not to be read through them.
const PLATE: Color32 = Color32::from_rgb(0x1e, 0x18, 0x1a);
/// Points from the lower edge of a portrait to where what is left of somebody begins, and of what has nothing there.
const LOW: (f32, f32) = (4.0, 2.0);
/// The share of a face from above that a number may cover.
const BROW: f32 = 0.2;
/// The share of the height of a portrait that a card takes below the face, and points at most: a higher one is no longer broad.
const CARD: f32 = 0.34;
const LARGEST: f32 = 39.0;
/// Points beside those that are shown for how many more there are, at the usual size of text.
const COUNTED: f32 = 30.0;

/// What the ribbon reads, and what a click on it changes.
#[derive(SystemParam)]
pub struct Ribbon<'w> {
    track: ResMut<'w, Track>,
    /// What is still being shown.
    pub motion: ResMut<'w, Motion>,
    portraits: ResMut<'w, Portraits>,
    pointer: ResMut<'w, Pointer>,
    view: ResMut<'w, FieldView>,
    /// Whoever is selected.
    pub sheet: ResMut<'w, Sheet>,
    /// How fast cards are turned.
    pub pace: ResMut<'w, Pace>,
    /// The same, and the keys.
    pub preferences: Res<'w, Preferences>,
}

/// The ribbon. A portrait points at its fighter on the field, and a fighter that is pointed at there lights its portrait.
pub fn ribbon(ui: &mut Ui, look: Look<'_>, with: &mut Ribbon<'_>) {
    let (rows, turned) = with.track.rows(look, with.pace.shows());
    with.motion.turn(ui.ctx(), turned, with.pace.speed(&with.preferences));
    let room = ui.max_rect();
    let scale = theme::scale(ui.ctx());
    let height = room.height();
    let sides = rows.iter().filter(|row| matches!(row, Row::Side { .. })).count();
    let people = rows.len() - sides;
    let heading = (62.0 * scale).min(room.width() * 0.2);
    let left = room.width() - sides as f32 * heading;
    let wide = (left / people.max(1) as f32).max(LEAST * scale).min(height * SHAPE).min(room.width());
    let across = |row: &Row| if matches!(row, Row::Side { .. }) { heading } else { wide };
    // Those that do not fit are counted at the ends; whoever acts is always seen, those who come next before the others.
    let each: Vec<f32> = rows.iter().map(across).collect();
    let counted = (COUNTED * scale).min(room.width() * 0.15);
    let Laid { head, first, last, mut at, ends } = laid(matters(&rows), &each, (room.x_range(), counted));
    let shown = head.into_iter().chain(first..last).filter_map(|at| rows.get(at));
    let under = with.pointer.over(look);
    let letters = tokens::Letters::of(look);
    // Where cards are laid all faces make room for them, so that none grows or shrinks when one is.
    let deals = rows.iter().any(|row| matches!(row, Row::Entry { entry, .. } if entry.hidden || entry.card.is_some()));
    for row in shown {
        let rect = Rect::from_min_size(pos2(at, room.top()), vec2(across(row), height));
        at += across(row);
        match row {
            Row::Side { side, acted, of, next } => {
                let name = look.side_name(*side);
                let aside = format!("{acted} of {of} have acted{}", if *next { ", next" } else { "" });
                let response = ui.allocate_rect(rect, Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{name}: {aside}")));
                let colour = if *next { theme::accent() } else { theme::faint() };
                let middle = rect.center() - vec2(0.0, height * 0.18);
                tokens::shape(
                    ui.painter(),
                    middle,
                    height * 0.16,
                    side.0,
                    theme::side(side.0),
                    Stroke::new(1.0, Color32::BLACK),
                );
                let font = FontId::proportional(12.0 * scale);
                let below = middle + vec2(0.0, height * 0.4);
                ui.painter().text(below, Align2::CENTER_CENTER, format!("{acted} of {of}"), font, colour);
                hovered::tell(response, ui, &format!("{name}: {aside}"));
            }
            Row::Entry { entry, next, joined } => {
                let is_lit = under == Some(entry.who);
                let response = portrait(ui, look, with, (entry, &letters), (rect, deals), (*next, *joined, is_lit));
                if response.hovered() {
                    with.pointer.pointed = Some(entry.who);
                }
                if response.clicked() {
                    with.sheet.selected = Some(entry.who);
                }
                if response.double_clicked() {
                    with.view.centre = Some(entry.who);
                }
            }
        }
    }
    for (x, more, is_before) in ends {
        let rect = Rect::from_x_y_ranges(x, room.y_range());
        let (text, tip) = match is_before {
            true => (format!("‹ {more}"), format!("{more} more before these")),
            false => (format!("{more} ›"), format!("{more} more after these")),
        };
        let response = ui.allocate_rect(rect, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &tip));
        ui.painter().rect_filled(rect.shrink2(vec2(1.5, 3.0)), 5.0, theme::sunken());
        let font = FontId::proportional(12.0 * scale);
        let text = theme::in_one_line(ui.painter(), &text, rect.width() - 5.0, &font, theme::ink());
        ui.painter().galley(rect.center() - text.size() / 2.0, text, theme::ink());
        hovered::tell(response, ui, &tip);
    }
}

/// Somebody in the order of turns.
fn portrait(
    ui: &mut Ui,
    look: Look<'_>,
    with: &mut Ribbon<'_>,
    (entry, letters): (&TrackEntry, &tokens::Letters<'_>),
    (rect, deals): (Rect, bool),
    (next, joined, is_lit): (bool, (bool, bool), bool),
) -> Response {
    let who = entry.who;
    let letters = letters.name(look.name(who));
    let response = ui.allocate_rect(rect, Sense::click());
    let fares = with.motion.fares(look, who);
    // Nobody is struck out before it has been seen.
    let is_shown = fares == Fares::of(look, who);
    let in_play = if is_shown { look.counts(who) } else { fares.in_play };
    let falls = track::falls(look, who).filter(|_| is_shown && in_play);
    let is_lit = is_lit || with.pointer.pointed == Some(who);
    response.widget_info(|| {
        WidgetInfo::selected(WidgetType::SelectableLabel, true, is_lit, track::said(look, entry, next, in_play))
    });
    let painter = ui.painter();
    let plate = rect.shrink2(vec2(1.5, if entry.now { 0.0 } else { 3.0 }));
    let side = look.side(who).0;
    let colour = theme::side(side);
    let is_faint = entry.done || !in_play;
    let strength = if is_faint { 0.12 } else { 0.34 };
    let ground = theme::over(theme::sunken(), colour, if is_lit { 0.7 } else { strength });
    painter.rect_filled(plate, 5.0, ground);
    let edge = match () {
        () if entry.now => Stroke::new(2.5, theme::accent()),
        () if is_lit => Stroke::new(2.0, theme::ink()),
        () if next => Stroke::new(1.5, theme::accent().gamma_multiply(0.7)),
        () => Stroke::new(1.0, theme::over(colour, theme::sunken(), 0.4)),
    };
    painter.rect_stroke(plate, 5.0, edge, StrokeKind::Inside);
    // Whose sheet lies open is marked otherwise than whoever acts, and no longer than that.
    if with.sheet.pinned() == Some(who) && !entry.now {
        let inside = plate.shrink(2.0);
        let [one, two, three, four] =
            [inside.left_top(), inside.right_top(), inside.right_bottom(), inside.left_bottom()];
        painter.extend(Shape::dashed_line(&[one, two, three, four, one], Stroke::new(1.5, theme::ink()), 4.0, 4.0));
    }
    // Whoever acts is known by more than their frame.
    if entry.now {
        let (at, size) = (plate.center_top(), 6.0 * theme::scale(ui.ctx()));
        let corners = vec![at + vec2(0.0, size), at + vec2(size, -1.0), at - vec2(size, 1.0)];
        painter.add(Shape::convex_polygon(corners, theme::accent(), Stroke::new(1.0, theme::sunken())));
    }
    // Those who act at once hang on one bar, at the same height whoever of them acts.
    for (is_joined, x) in [(joined.0, rect.left()), (joined.1, rect.right())] {
        if is_joined {
            let across = x.min(plate.center().x)..=x.max(plate.center().x);
            painter.hline(across, rect.top() + 1.25, Stroke::new(2.5, theme::stance()));
        }
    }
    let mark = plate.height() * 0.34;
    let health = fares.health.filter(|_| in_play);
    let below = if deals { carded(plate) } else { Vec2::ZERO };
    let room = faced(plate, health.is_some(), below.y);
    let (radius, token) = (room.width() * 0.4, room.center());
    let tint = if is_faint { Color32::from_white_alpha(185) } else { Color32::WHITE };
    let painter = ui.painter().with_clip_rect(plate.shrink(2.0));
    if !with.portraits.draw(&painter, look, who, room, tint) {
        let font = FontId::proportional(radius);
        painter.text(token, Align2::CENTER_CENTER, &letters, font, Color32::WHITE);
    }
    // Across the corners that no letters lie in.
    let (from, to) = (token + vec2(-radius, radius), token + vec2(radius, -radius));
    let stroke = Stroke::new(2.0, theme::bad());
    if !in_play {
        painter.line_segment([from, to], stroke);
    } else if falls.is_some() {
        painter.extend(Shape::dashed_line(&[from, to], stroke, 4.0, 3.0));
    }
    // They are told apart as on the field.
    let font = FontId::proportional(11.0 * theme::scale(ui.ctx()));
    let text = painter.layout_no_wrap(letters, font, Color32::WHITE);
    let corner = Rect::from_min_size(plate.left_top() + vec2(3.0, 3.0), text.size() + vec2(4.0, 0.0));
    painter.rect_filled(corner, 3.0, PLATE);
    painter.galley(corner.min + vec2(2.0, 0.0), text, Color32::WHITE);
    if entry.hidden || entry.card.is_some() {
        let lies = Rect::from_center_size(room.center_bottom() + vec2(0.0, below.y / 2.0), below);
        laid_card(ui, &with.motion, entry, lies);
    } else {
        rolled(ui, entry, marked(plate, mark, (corner, room)));
    }
    if let Some((has, whole)) = health {
        let share = (has.max(0) as f32 / whole.max(1) as f32).clamp(0.0, 1.0);
        let bar = Rect::from_min_size(plate.left_bottom() + vec2(3.0, -LOW.0), vec2(plate.width() - 6.0, 3.0));
        ui.painter().rect_filled(bar, 1.0, Color32::from_black_alpha(150));
        let left = Rect::from_min_size(bar.min, vec2(bar.width() * share, bar.height()));
        ui.painter().rect_filled(left, 1.0, tokens::health_colour(share));
    }
    hovered::show(&response, ui, None, |ui| {
        ui.set_max_width(320.0 * theme::scale(ui.ctx()));
        ui.label(RichText::new(look.name(who)).strong());
        let when = track::when(entry, next, in_play);
        if !when.is_empty() {
            ui.label(RichText::new(when).color(theme::faint()));
        }
        if entry.card.is_some_and(|(card, _)| card.is_joker()) {
            cards::joker(look.rules()).into_iter().for_each(|told| drop(ui.label(told)));
        }
        if let Some(together) = track::together(look, entry) {
            ui.label(RichText::new(together).color(theme::stance()));
        }
        if let Some(health) = fares.health {
            ui.label(tokens::remains(look, who, health));
        }
        tokens::tip(ui, look, who, &fares);
    });
    response
}

/// Where a face lies in its portrait: whole, and down to what is left of somebody or to the lower edge; with so many points
/// between for a card.
fn faced(plate: Rect, has_bar: bool, below: f32) -> Rect {
    let edge = if has_bar { LOW.0 } else { LOW.1 };
    let low = plate.bottom() - edge - below;
    let side = (plate.width() - 4.0).min(low - plate.top() - 2.0);
    Rect::from_center_size(pos2(plate.center().x, low - side / 2.0), Vec2::splat(side))
}

/// How large a card is in a portrait: it is drawn broad there, and no broader than the portrait.
fn carded(plate: Rect) -> Vec2 {
    let broad = cards::size(1.0).x;
    cards::size((plate.height() * CARD).min(LARGEST).min((plate.width() - 4.0) / broad))
}

/// Where so high a mark of what somebody rolled lies in their portrait: between their letters and their face, where that is tall
/// enough, else at the lower edge.
fn marked(plate: Rect, high: f32, (letters, face): (Rect, Rect)) -> Rect {
    let between = letters.bottom() + 1.0..=letters.bottom() + 1.0 + high;
    let hides = (between.end() - face.top()).max(0.0) / face.height().max(1.0);
    let low = plate.bottom() - high..=plate.bottom();
    Rect::from_x_y_ranges(plate.x_range(), if hides <= BROW { between } else { low })
}

/// The card that somebody laid.
fn laid_card(ui: &Ui, motion: &Motion, entry: &TrackEntry, lies: Rect) {
    if entry.hidden {
        cards::back(ui.painter(), lies);
    } else {
        let share = motion.turned(entry.who).unwrap_or(1.0);
        cards::turning(ui.painter(), lies, entry.card.map(Face::laid), share);
    }
}

/// What somebody rolled.
fn rolled(ui: &Ui, entry: &TrackEntry, room: Rect) {
    if entry.text.is_empty() || entry.text.chars().count() > 4 {
        return;
    }
    let painter = ui.painter();
    let font = FontId::proportional(room.height() * 0.72);
    let colour = if entry.done { Color32::from_gray(0xcc) } else { Color32::WHITE };
    let at = room.center() - vec2(0.0, room.height() * 0.1);
    let text = painter.layout_no_wrap(entry.text.clone(), font, colour);
    let plate = Rect::from_center_size(at, text.size() + vec2(6.0, -2.0));
    painter.rect_filled(plate, 3.0, PLATE);
    painter.galley(at - text.size() / 2.0, text, colour);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: a face lies whole in its portrait, and nothing is open between it and what is left of whoever it is.
    #[test]
    fn a_face_lies_whole_in_its_portrait() {
        for (wide, high) in [(35.0, 44.0), (30.0, 60.0), (60.0, 44.0)] {
            let plate = Rect::from_min_size(pos2(10.0, 5.0), vec2(wide, high));
            for (has_bar, low) in [(true, LOW.0), (false, LOW.1)] {
                let face = faced(plate, has_bar, 0.0);
                assert!(plate.shrink(1.99).contains_rect(face) && face.width() == face.height(), "{face:?}");
                assert_eq!(face.bottom(), plate.bottom() - low);
            }
        }
    }

    /// Promise: a card lies whole below the face that laid it and hides nothing of that, in portraits large and small.
    #[test]
    fn a_card_lies_below_the_face() {
        for (wide, high) in [(30.0, 44.0), (46.0, 55.0), (57.0, 118.0), (95.0, 118.0)] {
            let plate = Rect::from_min_size(pos2(10.0, 5.0), vec2(wide, high));
            let card = carded(plate);
            let face = faced(plate, true, card.y);
            assert!(plate.shrink(1.99).contains_rect(face) && face.height() > 0.4 * wide, "{face:?} in {plate:?}");
            assert!(face.bottom() + card.y <= plate.bottom() - LOW.0 + 0.01 && card.x < wide, "{card:?} in {plate:?}");
            assert!(card.x > card.y && card.y > 0.24 * high, "it is read: {card:?} in {plate:?}");
        }
    }

    /// Promise: what somebody rolled hides no face where the portrait is tall, and lies within the portrait.
    #[test]
    fn a_number_lies_above_the_face_where_there_is_room() {
        let tall = Rect::from_min_size(pos2(10.0, 5.0), vec2(57.0, 118.0));
        let usual = Rect::from_min_size(pos2(10.0, 5.0), vec2(46.0, 55.0));
        let lies = |plate: Rect, size: Vec2| {
            let letters = Rect::from_min_size(plate.left_top() + vec2(3.0, 3.0), size);
            let (face, high) = (faced(plate, true, 0.0), plate.height() * 0.34);
            let lies = marked(plate, high, (letters, face));
            assert!(plate.contains_rect(lies) && lies.height() + 0.01 >= high, "{lies:?}");
            (lies, face, letters)
        };
        let (number, face, letters) = lies(tall, vec2(36.0, 26.0));
        assert!(number.top() >= letters.bottom() && number.bottom() < face.top() + 0.2 * face.height() + 0.1);
        assert_eq!(lies(usual, vec2(20.0, 13.0)).0.bottom(), usual.bottom());
    }
}
