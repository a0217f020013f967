//! Marks on the board that are no token: words on plates, the crosshair, the
//! shapes of sides.

use std::sync::Arc;

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use super::fan::Apart;
use super::plates::{Plates, Weight, Words};
use super::{LETTERED, LETTERS, Letters, OVER, SHARED, SIGN, lies};
use crate::art::figures::{self, Base};
use crate::battle::{Forecast, Id, Look};
use crate::overlay::camera::View;
use crate::overlay::{odds, theme};

/// Letters on a small token grow with all text by this much at most.
const GROWS: f32 = 1.25;
/// Points across that words on a plate take at most, at the usual size of text.
const WIDE: f32 = 400.0;
/// How large such words are written at the usual size of text, and a line that leads them.
const WRITTEN: f32 = 12.0;
const LEADS: f32 = 15.0;
/// So many radii to the side of the middle of a token, and below it, its letters end: no sign at a neighbour is covered, nor any
/// face.
const END: Vec2 = vec2(1.34, 1.66);
/// Letters of a small token that shares its square lie at its lower rim, beside those of the other: their middle at least so many
/// radii outwards from its own, and they begin so many below that.
const BELOW: Vec2 = vec2(0.2, 0.5);
/// Room around words on their plate.
pub(super) const EDGE: Vec2 = vec2(4.0, 1.0);

/// A few words on the board, on a plate so that they can be read on any ground.
pub fn label(painter: &Painter, at: Pos2, align: Align2, text: &str, plate: Color32) {
    let room = painter.clip_rect();
    let galley = worded(painter, text, room.width());
    // Kept on the board whatever it stands beside.
    let rect = inside(align.anchor_size(at, galley.size() + EDGE * 2.0), room);
    painter.rect_filled(rect, 3.0, plate);
    painter.galley(rect.min + EDGE, galley, Color32::WHITE);
}

/// A place moved into a room.
pub fn inside(place: Rect, room: Rect) -> Rect {
    place.translate((room.min - place.min).max(Vec2::ZERO) + (room.max - place.max).min(Vec2::ZERO))
}

/// How large the plate of such words is.
pub fn label_size(painter: &Painter, text: &str) -> Vec2 {
    worded(painter, text, painter.clip_rect().width()).size() + EDGE * 2.0
}

/// Words on a plate: what is long goes on in the next line, so that nothing of it lies beyond the room.
pub(super) fn worded(painter: &Painter, text: &str, room: f32) -> Arc<Galley> {
    led(painter, ("", text), room)
}

/// The same below a line in larger letters, where there is one.
pub(super) fn led(painter: &Painter, (lead, text): (&str, &str), room: f32) -> Arc<Galley> {
    let scale = theme::scale(painter.ctx());
    let mut job = LayoutJob::default();
    job.wrap.max_width = (WIDE * scale).min(room - 12.0).max(80.0);
    let form = |size: f32| TextFormat::simple(FontId::proportional(size * scale), Color32::WHITE);
    if !lead.is_empty() {
        job.append(lead, 0.0, form(LEADS));
    }
    if !lead.is_empty() && !text.is_empty() {
        job.append("\n", 0.0, form(LEADS));
    }
    if lead.is_empty() || !text.is_empty() {
        job.append(text, 0.0, form(WRITTEN));
    }
    painter.layout_job(job)
}

/// Marks everybody whom a deed would touch, each with what may come of it, or where that has no room with the chance of
/// anything: enemies of `who` by corners, all others by a broken line.
pub fn touched(painter: &Painter, look: Look<'_>, view: &View, (who, forecast): (Id, &Forecast), plates: &mut Plates) {
    let letters = (forecast.against.len() > 1).then(|| Letters::of(look));
    for prospect in &forecast.against {
        let Some(id) = prospect.who else { continue };
        // A friend whom nothing befalls is not touched.
        if !look.are_enemies(who, id) && odds::is_nothing(prospect) {
            continue;
        }
        let body = lies(look, view, id);
        if look.are_enemies(who, id) {
            crosshair(painter, body);
        } else {
            let rect = body.shrink(1.0);
            let round = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
            painter.extend(Shape::dashed_line(&round, Stroke::new(3.0, theme::OUT), 6.0, 4.0));
        }
        let name = letters.as_ref().map_or_else(String::new, |letters| format!("{}: ", letters.name(look.name(id))));
        let text = format!("{name}{}", odds::before(look.rules(), prospect));
        let short = odds::anything(look.rules(), prospect);
        let words = Words { full: &text, short: Some(&short), plate: theme::INK };
        plates.say(painter, body, words, Weight::Odds);
    }
}

/// Corners around the token of whoever is aimed at.
pub fn crosshair(painter: &Painter, token: Rect) {
    let rect = token.shrink(1.0);
    let arm = token.width() * 0.24;
    let stroke = Stroke::new(3.0, theme::AIM);
    for (corner, dx, dy) in [
        (rect.left_top(), 1.0, 1.0),
        (rect.right_top(), -1.0, 1.0),
        (rect.left_bottom(), 1.0, -1.0),
        (rect.right_bottom(), -1.0, -1.0),
    ] {
        painter.line_segment([corner, corner + vec2(dx * arm, 0.0)], stroke);
        painter.line_segment([corner, corner + vec2(0.0, dy * arm)], stroke);
    }
}

/// Four heads of arrows around whoever acts: a ring alone is like any other.
pub fn acting(painter: &Painter, at: Pos2, radius: f32) {
    let size = (radius * 0.34).clamp(3.5, 13.0);
    for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
        let ahead = vec2(x, y) * std::f32::consts::FRAC_1_SQRT_2;
        let aside = vec2(-ahead.y, ahead.x) * size * 0.7;
        let tip = at + ahead * (radius * 1.06 + 2.0);
        let foot = tip + ahead * size;
        let corners = vec![tip, foot + aside, foot - aside];
        painter.add(Shape::convex_polygon(corners, theme::ACTIVE, Stroke::new(1.0, theme::INK)));
    }
}

/// A frame with corners around whoever is pointed at, so that it is not taken for a ring.
pub fn pointed(painter: &Painter, spot: Rect) {
    let frame = spot.expand(1.0);
    painter.rect_stroke(frame, 3.0, Stroke::new(4.0, theme::INK), StrokeKind::Middle);
    painter.rect_stroke(frame, 3.0, Stroke::new(2.0, Color32::WHITE), StrokeKind::Middle);
}

/// The shape of a side, the same as that of the bases of its figures.
pub fn shape(painter: &Painter, at: Pos2, radius: f32, side: u8, fill: Color32, stroke: Stroke) {
    match Base::of(side) {
        Base::Round => painter.circle(at, radius, fill, stroke),
        base => {
            let rim = figures::rim(base).into_iter().map(|(x, y)| at + vec2(x, y) * radius).collect();
            painter.add(Shape::convex_polygon(rim, fill, stroke))
        }
    };
}

/// Points of the letters on a token of this radius: they grow with all text, as long as they leave the face to be seen.
pub(super) fn lettering(radius: f32, scale: f32) -> f32 {
    let least = LETTERS * if radius < LETTERED { 1.0 } else { scale.clamp(1.0, GROWS) };
    ((radius * 0.46).clamp(LETTERS, 17.0) * scale).min((radius * 0.82).max(least))
}

/// Letters or a number that tell everybody apart: on a plate at the rim of their token, which on one too small for that lies
/// over its lower half.
pub(super) struct Lettered {
    /// Where they are read.
    pub room: Rect,
    text: Arc<Galley>,
    is_over: bool,
}

impl Lettered {
    /// Those of a token of this radius.
    pub fn of(painter: &Painter, letters: &str, (at, radius, apart): (Pos2, f32, Apart)) -> Self {
        let size = lettering(radius, theme::scale(painter.ctx()));
        let text = painter.layout_no_wrap(letters.to_owned(), FontId::proportional(size), Color32::WHITE);
        let plate = vec2((text.size().x + size * 0.5).max(size * 1.3), size * 1.3);
        let is_below = apart != Apart::Alone && (SHARED..LETTERED).contains(&radius);
        let is_over = radius < OVER && !is_below;
        let most = (END * radius - plate / 2.0).max(Vec2::ZERO);
        let off = match is_below {
            true => {
                let across = (BELOW.x * radius).max(plate.x / 2.0 - radius);
                vec2(across.copysign(apart.number().x), BELOW.y * radius + plate.y / 2.0)
            }
            false => (apart.number() * radius).clamp(-most, most),
        };
        Self { room: Rect::from_center_size(at + off, plate), text, is_over }
    }

    /// What lies over the token itself lets it show through.
    pub fn draw(self, painter: &Painter) {
        let (ink, edge) = match self.is_over {
            true => (theme::INK.gamma_multiply(0.72), Stroke::NONE),
            false => (theme::INK, Stroke::new(1.0, SIGN)),
        };
        painter.rect(self.room, self.room.height() * 0.46, ink, edge, StrokeKind::Middle);
        painter.galley(self.room.center() - self.text.size() / 2.0, self.text, Color32::WHITE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Terrain};
    use crate::overlay::camera::Camera;
    use crate::overlay::enlarged;
    use crate::overlay::hud::Places;
    use crate::overlay::stage::GROWN;

    /// Where the plate of these words lies on a page.
    fn plate_of(page: Rect, (at, text): (Pos2, &str)) -> Rect {
        let mut output = bevy_egui::egui::Context::default().run_ui(bevy_egui::egui::RawInput::default(), |ui| {
            label(&ui.painter().with_clip_rect(page), at, Align2::LEFT_BOTTOM, text, theme::INK);
        });
        output.textures_delta.clear();
        let mut plates = output.shapes.iter().filter_map(|each| match &each.shape {
            Shape::Rect(plate) if plate.fill == theme::INK => Some(plate.rect),
            _ => None,
        });
        plates.next_back().unwrap_or(Rect::NOTHING)
    }

    /// Promise: what is told on the field goes on in the next line before it goes beyond the window, however large the text.
    #[test]
    fn long_words_on_a_plate_are_not_cut() {
        let page = Rect::from_min_size(Pos2::ZERO, vec2(320.0, 400.0));
        let told = "(4,11) meadow · gas · Absorb the soul of the Grand Duke of the Lower Marches, 1 action";
        let lies = plate_of(page, (page.left_bottom(), told));
        assert!(lies.is_positive() && page.expand(0.1).contains_rect(lies), "{lies:?}");
    }

    /// Promise: words on a plate never leave the field, wherever they belong.
    #[test]
    fn words_on_a_plate_stay_on_the_field() {
        let page = Rect::from_min_size(Pos2::new(0.0, 130.0), vec2(500.0, 370.0));
        for at in [page.left_top(), page.right_top(), page.left_bottom(), page.right_bottom()] {
            let lies = plate_of(page, (at, "(13,6) meadow"));
            assert!(lies.is_positive() && page.expand(0.1).contains_rect(lies), "{lies:?} at {at:?}");
        }
        let lies = plate_of(page, (page.left_bottom(), "(13,6) meadow"));
        assert!(lies.left_bottom().distance(page.left_bottom()) < 0.1, "{lies:?}");
    }

    /// Promise: letters hide no more than a third of a figure, however small tokens are drawn; whoever wants everybody's name has
    /// them on small ones, too.
    #[test]
    fn letters_hide_no_figure() {
        let context = bevy_egui::egui::Context::default();
        let mut seen = 0;
        let mut output = context.run_ui(bevy_egui::egui::RawInput::default(), |ui| {
            for cell in 8..110 {
                let (at, radius) = (Pos2::new(200.0, 200.0), cell as f32 * 0.38);
                if !super::super::has_letters((radius, Apart::Alone), false) {
                    continue;
                }
                let figure = Rect::from_center_size(at, Vec2::splat(radius * 2.0));
                let Lettered { room, .. } = Lettered::of(ui.painter(), "T23", (at, radius, Apart::Alone));
                let hidden = room.intersect(figure).area() / figure.area();
                assert!(hidden < 1.0 / 3.0, "{cell} points a square: {hidden}");
                seen += 1;
            }
        });
        output.textures_delta.clear();
        assert!(seen > 60, "{seen} sizes with letters");
        // The ford at 1024x640: 17 points a square.
        let has_letters = |all: bool| super::super::has_letters((17.0 * 0.38, Apart::Alone), all);
        assert!(!has_letters(false) && has_letters(true));
    }

    /// Promise: on a token of 28 points its letters are ten points high, and lie at its rim: below the face, and over no face of a
    /// neighbour.
    #[test]
    fn letters_lie_at_the_rim() {
        let context = bevy_egui::egui::Context::default();
        let mut rooms: Vec<(Rect, bool)> = Vec::new();
        let (at, side) = (Pos2::new(200.0, 200.0), 28.0 / (GROWN * figures::REACH));
        let mut output = context.run_ui(bevy_egui::egui::RawInput::default(), |ui| {
            let laid = |letters: &&str| Lettered::of(ui.painter(), letters, (at, side * 0.38, Apart::Alone));
            rooms = ["7", "G2", "T23"].iter().map(laid).map(|each| (each.room, each.is_over)).collect();
        });
        output.textures_delta.clear();
        let radius = side * 0.38;
        assert!(super::super::has_letters((radius, Apart::Alone), false) && lettering(radius, 1.0) >= LETTERS);
        let own = Rect::from_center_size(at, Vec2::splat(side));
        let face = Rect::from_center_size(at - vec2(0.0, side * 0.1), Vec2::splat(side * 0.36));
        for (room, is_over) in rooms {
            assert!(!is_over && room.top() > face.bottom(), "{room:?} over {face:?}");
            for (x, y) in [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
                let other = Plates::face(own.translate(vec2(x, y) * side));
                assert!(!other.shrink(0.5).intersects(room), "{room:?} over {other:?}");
            }
            // Up the left side of a neighbour lie the signs of states.
            assert!(room.right() < own.right() + 1.0, "{room:?}");
        }
    }

    /// Promise: two who share a square of a battle on 20x12 squares bear letters in the smallest window, too, which cover neither
    /// each other nor more than a third of a figure.
    #[test]
    fn two_in_a_square_are_told_apart() {
        let context = bevy_egui::egui::Context::default();
        for cell in [29.0, 33.0, 45.0] {
            let mut seen: Vec<(Rect, Rect, bool)> = Vec::new();
            let mut output = context.run_ui(bevy_egui::egui::RawInput::default(), |ui| {
                let laid = |(shift, size): (Vec2, f32)| {
                    let (at, radius) = (Pos2::new(200.0, 200.0) + shift * cell, size * cell * 0.38);
                    let apart = Apart::of(shift);
                    assert!(super::super::has_letters((radius, apart), false), "{cell} points a square");
                    let Lettered { room, is_over, .. } = Lettered::of(ui.painter(), "T23", (at, radius, apart));
                    (room, Rect::from_center_size(at, Vec2::splat(radius * 2.0)), is_over)
                };
                seen = super::super::fan::fan(2).into_iter().map(laid).collect();
            });
            output.textures_delta.clear();
            assert!(seen.len() == 2 && !seen[0].0.intersects(seen[1].0), "{cell} points a square: {seen:?}");
            for (room, figure, is_over) in seen {
                let hidden = room.intersect(figure).area() / figure.area();
                assert!(!is_over && hidden < 1.0 / 3.0, "{cell} points a square: {hidden}");
            }
        }
    }

    /// Promise: whoever acts and whoever is pointed at are marked by shapes of their own, not by colours alone.
    #[test]
    fn who_acts_and_who_is_pointed_at_are_told_apart_without_colours() {
        let kinds = |draw: &dyn Fn(&Painter)| {
            let context = bevy_egui::egui::Context::default();
            let mut output = context.run_ui(bevy_egui::egui::RawInput::default(), |ui| draw(ui.painter()));
            output.textures_delta.clear();
            let kind = |shape: &Shape| match shape {
                Shape::Rect(_) => Some("corners"),
                Shape::Path(_) => Some("heads"),
                _ => None,
            };
            output.shapes.iter().filter_map(|each| kind(&each.shape)).collect::<Vec<_>>()
        };
        let (at, below) = (Pos2::new(100.0, 100.0), kinds(&|_| {}).len());
        let acting = kinds(&|painter| acting(painter, at, 15.0));
        let pointed = kinds(&|painter| pointed(painter, Rect::from_center_size(at, Vec2::splat(40.0))));
        assert_eq!((acting.get(below..), pointed.get(below..)), (Some(&["heads"; 4][..]), Some(&["corners"; 2][..])));
    }

    /// Promise: letters on tokens grow with all other text, and never so far that they hide whom they name.
    #[test]
    fn letters_on_tokens_grow_with_text() {
        assert!(lettering(30.0, 1.5) > lettering(30.0, 1.0));
        assert!(lettering(30.0, 3.0) <= 30.0 * 0.82);
        assert_eq!(lettering(5.0, 1.0), lettering(5.0, 2.0), "there is no room on a small one");
        assert!(lettering(LETTERED, 2.0) > lettering(LETTERED, 1.0) + 2.0, "the smallest that have any");
    }

    /// Promise: in a battle on 20x12 squares tokens are at least 28 points across and their letters 10 points high, in
    /// windows of all sizes; with text of any size their letters are as large.
    #[test]
    fn tokens_can_be_told_apart_in_every_window() {
        let cover = crate::board::CoverGrade::None;
        let ground = Terrain { name: "open".to_owned(), cost: 1, blocks_sight: false, cover, tags: Vec::new() };
        let board = Board::open(20, 12, ground).unwrap();
        for (width, height) in [(1024.0, 640.0), (1360.0, 860.0), (1920.0, 1080.0), (3840.0, 2160.0)] {
            let whole = Rect::from_min_size(Pos2::ZERO, vec2(width, height) / enlarged(width, height));
            for scale in [1.0, 1.5, 2.0] {
                let cell = Camera::default().view(&board, Places::of(whole, scale).field).cell;
                let (across, letters) = (cell * GROWN * figures::REACH, lettering(cell * 0.38, scale));
                assert!(across >= 28.0 || scale > 1.0, "{width}x{height}: {across} points across");
                assert!(letters >= LETTERS && letters < across * 0.5, "{width}x{height}, text {scale}: {letters}");
            }
        }
    }
}
