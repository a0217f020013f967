//! How what moves is drawn over the tokens.

use std::collections::BTreeMap;
use std::f32::consts::{FRAC_PI_2, PI};

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use super::hear::Show;
use super::{CARD, Motion, NEAR, QUIET, dice, home};
use crate::art::figures::{self, Flies};
use crate::battle::{Id, Look};
use crate::board::Square;
use crate::overlay::camera::View;
use crate::overlay::cards::{self, Face};
use crate::overlay::portraits::Portraits;
use crate::overlay::theme;

/// Seconds of a flight.
const FLIGHT: f64 = 0.32;

impl Motion {
    /// Draws everything that is under way; what is off the page costs nothing.
    pub fn draw(&self, painter: &Painter, look: Look<'_>, view: &View, portraits: &mut Portraits) {
        let page = painter.clip_rect().expand(view.cell * 2.0);
        let on_page = |id: Id| {
            let place = self.places.get(&id).copied().unwrap_or_else(|| home(look, id));
            view.origin + place.to_vec2() * view.cell
        };
        // Nothing is drawn over those whose place nobody who looks knows.
        let is_shown = |show: &Show| show.over().into_iter().flatten().all(|id| look.knows_of(id));
        let under_way = || self.shows.iter().filter(|timed| timed.since <= self.clock && is_shown(&timed.show));
        let mut above: BTreeMap<Id, f32> = BTreeMap::new();
        for timed in under_way() {
            let age = self.clock - timed.since;
            let share = (age / timed.lasts).clamp(0.0, 1.0) as f32;
            match &timed.show {
                Show::Blow { by, at, with } => {
                    let ends = (on_page(*by), on_page(*at));
                    if (ends.1 - ends.0).length() <= NEAR * view.cell {
                        cut(painter, view, ends, theme::side(look.side(*by).0), share);
                    } else {
                        flight(painter, view, ends, with.map_or("stone", |with| with.as_str()), age, portraits);
                    }
                }
                Show::Area { squares } => area(painter, view, page, squares, share),
                Show::Scatter { from, to } => {
                    let middle = |square: &Square| view.rect(*square).center();
                    scatter(painter, view, (middle(from), middle(to)), share);
                }
                Show::Streak { who, points } => {
                    let side = look.footprint(*who).side;
                    let points = points.iter().map(|at| super::middle(*at, side));
                    let points: Vec<Pos2> = points.map(|at| view.origin + at.to_vec2() * view.cell).collect();
                    let colour = theme::side(look.side(*who).0).gamma_multiply(0.5 * (1.0 - share));
                    painter.line(points, Stroke::new((view.cell * 0.2).max(2.0), colour));
                }
                Show::Fall { who, .. } => {
                    if page.contains(on_page(*who)) {
                        fall(painter, view, on_page(*who), share);
                    }
                }
                Show::Dice { .. } | Show::Word { .. } | Show::Card { .. } => {}
            }
        }
        // While one thing follows another at once, words would only flicker.
        let is_quiet = painter.ctx().input(|input| input.time) - self.marks.0 >= QUIET;
        for mark in self.marks.1.iter().filter(|mark| is_quiet && is_shown(mark)) {
            if let Show::Word { over, text, colour, .. } = mark
                && page.contains(on_page(*over))
            {
                let row = above.entry(*over).or_default();
                let at = on_page(*over) - vec2(0.0, view.cell * 0.55 + *row);
                *row += 17.0;
                word(painter, view, at, (text, *colour), 1.0);
            }
        }
        // What is to be read lies over all that is only seen.
        for timed in under_way() {
            let age = self.clock - timed.since;
            let share = (age / timed.lasts).clamp(0.0, 1.0) as f32;
            match &timed.show {
                Show::Dice { who, roll } if page.contains(on_page(*who)) => {
                    let at = on_page(*who) + vec2(view.cell * 0.55, -view.cell * 0.45);
                    dice::thrown(painter, at, view.cell, roll, age, fading(share));
                }
                Show::Word { over, text, colour, .. } if page.contains(on_page(*over)) => {
                    let row = above.entry(*over).or_default();
                    let rise = view.cell * (0.55 + share * 0.5) + *row;
                    *row += 17.0;
                    let at = on_page(*over) - vec2(0.0, rise);
                    word(painter, view, at, (text, *colour), (2.0 - share * 2.0).clamp(0.0, 1.0));
                }
                Show::Card { who, card } if page.contains(on_page(*who)) => {
                    let height = (view.cell * 0.95).clamp(44.0, 70.0);
                    let middle = on_page(*who) - vec2(0.0, view.cell * 0.6 + height * 0.5);
                    let room = Rect::from_center_size(middle, cards::size(height));
                    let shade = room.translate(Vec2::splat(2.0));
                    painter.rect_filled(shade, 4.0, Color32::from_black_alpha(80));
                    cards::turning(painter, room, Some(Face::laid(*card)), (age / CARD) as f32);
                }
                _ => {}
            }
        }
    }
}

/// How strongly something is drawn that goes away towards its end.
fn fading(share: f32) -> f32 {
    (4.0 - share * 4.0).clamp(0.0, 1.0)
}

/// Something flies from one place to another: as what it is, and higher in the middle of its way if it is lobbed.
fn flight(painter: &Painter, view: &View, (from, to): (Pos2, Pos2), with: &str, age: f64, portraits: &mut Portraits) {
    let share = (age / FLIGHT) as f32;
    if share > 1.0 {
        return;
    }
    let (flies, way) = (figures::flies(with), to - from);
    let arc = match flies {
        Flies::Lobbed => (share * PI).sin() * (way.length() * 0.16).min(view.cell * 2.0),
        Flies::Straight | Flies::Spinning => 0.0,
    };
    let at = from + way * share;
    let size = (view.cell * if flies == Flies::Straight { 0.78 } else { 0.56 }).clamp(18.0, 72.0);
    let turned = match flies {
        Flies::Straight => way.angle() + FRAC_PI_2,
        Flies::Spinning | Flies::Lobbed => (age * 17.0) as f32,
    };
    if flies == Flies::Straight {
        let tail = at - way.normalized() * (view.cell * 0.9).min(way.length() * share);
        painter.line_segment([tail, at], Stroke::new((size * 0.05).max(1.0), Color32::from_white_alpha(70)));
    } else {
        let shadow = vec2(size * 0.24, size * 0.14) * (1.0 - 0.4 * (arc / view.cell).min(1.0));
        painter.add(Shape::ellipse_filled(at + vec2(0.0, size * 0.2), shadow, Color32::from_black_alpha(90)));
    }
    portraits.flight(painter, with, (at - vec2(0.0, arc), size * (1.0 + 0.25 * arc / view.cell)), turned);
}

/// A blow hand to hand: a cut across whom it is done to.
fn cut(painter: &Painter, view: &View, (from, to): (Pos2, Pos2), colour: Color32, share: f32) {
    let ahead = (to - from).normalized();
    // The cut runs across the way of the blow.
    let (begin, end) = (((share - 0.22) * 5.0).clamp(0.0, 1.0), ((share - 0.1) * 6.0).clamp(0.0, 1.0));
    let turn = ahead.angle() + std::f32::consts::PI;
    let rim = |step: f32| to + Vec2::angled(turn + (step - 0.5) * 2.4) * view.cell * 0.36;
    let places: Vec<Pos2> = (0..=10).map(|step| rim(begin + (end - begin) * step as f32 / 10.0)).collect();
    if end > begin {
        painter.line(places.clone(), Stroke::new((view.cell * 0.16).max(4.0), colour.gamma_multiply(0.6)));
        painter.line(places, Stroke::new((view.cell * 0.07).max(2.0), Color32::WHITE));
    }
}

/// All squares of an area flash once.
fn area(painter: &Painter, view: &View, page: Rect, squares: &[Square], share: f32) {
    let fade = 1.0 - share;
    for square in squares {
        let rect = view.rect(*square);
        if page.intersects(rect) {
            painter.rect_filled(rect, 0.0, theme::AIM.gamma_multiply(0.5 * fade));
            painter.rect_stroke(rect, 0.0, Stroke::new(1.5, theme::AIM.gamma_multiply(fade)), StrokeKind::Inside);
        }
    }
}

/// Where it was aimed at, a broken line, and where it came down.
fn scatter(painter: &Painter, view: &View, (from, to): (Pos2, Pos2), share: f32) {
    let fade = fading(share);
    let tip = from + (to - from) * (share * 2.5).min(1.0);
    let size = view.cell * 0.3;
    let pale = Stroke::new(2.0, Color32::WHITE.gamma_multiply(fade));
    painter.circle_stroke(from, size, pale);
    painter.line_segment([from - vec2(size * 1.4, 0.0), from + vec2(size * 1.4, 0.0)], pale);
    painter.line_segment([from - vec2(0.0, size * 1.4), from + vec2(0.0, size * 1.4)], pale);
    let stroke = Stroke::new((view.cell * 0.08).max(2.5), theme::AIM.gamma_multiply(fade));
    painter.extend(Shape::dashed_line(&[from, tip], stroke, 7.0, 4.0));
    painter.circle_filled(tip, (view.cell * 0.16).max(4.0), theme::AIM.gamma_multiply(fade));
}

/// Somebody is out of it: a ring that widens.
fn fall(painter: &Painter, view: &View, at: Pos2, share: f32) {
    let fade = 1.0 - share;
    let ring = Stroke::new((view.cell * 0.1).max(2.0), theme::OUT.gamma_multiply(fade));
    painter.circle_stroke(at, view.cell * (0.4 + share * 0.5), ring);
}

/// A word that rises, edged so that it can be read on any ground.
fn word(painter: &Painter, view: &View, at: Pos2, (text, colour): (&str, Color32), fade: f32) {
    let font = FontId::proportional((view.cell * 0.36).clamp(13.0, 22.0));
    let galley = painter.layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    let corner = Align2::CENTER_CENTER.anchor_size(at, galley.size()).min;
    for shift in [vec2(1.2, 1.2), vec2(-1.2, 1.2), vec2(1.2, -1.2), vec2(-1.2, -1.2)] {
        painter.galley(corner + shift, galley.clone(), theme::INK.gamma_multiply(fade));
    }
    painter.galley(corner, galley, colour.gamma_multiply(fade));
}
