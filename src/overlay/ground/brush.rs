//! A brush that paints in one square: everything it leaves is a list of
//! shapes, every colour goes through the wash that layers lay over the square.

use bevy_egui::egui::{Color32, CornerRadius, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, lerp, pos2};

use super::super::theme;
use crate::board::Square;

/// What is painted with.
pub struct Brush<'a> {
    /// What has been painted.
    pub shapes: &'a mut Vec<Shape>,
    /// The square on the page.
    pub rect: Rect,
    /// The square on the board, from which all chance of its looks comes.
    pub square: Square,
    /// Colours of layers that lie over it, and how strongly.
    pub wash: &'a [(Color32, f32)],
}

impl Brush<'_> {
    /// A number from 0 to 1 that is always the same for this square and `salt`.
    pub fn chance(&self, salt: u32) -> f32 {
        let mut hash =
            (self.square.x as u32).wrapping_mul(0x9e37_79b1) ^ (self.square.y as u32).wrapping_mul(0x85eb_ca77);
        hash ^= salt.wrapping_mul(0xc2b2_ae3d);
        hash ^= hash >> 15;
        hash = hash.wrapping_mul(0x2c1b_3c6d);
        hash ^= hash >> 12;
        hash = hash.wrapping_mul(0x297a_2d39);
        hash ^= hash >> 15;
        (hash & 0xffff) as f32 / 65_535.0
    }

    /// A place in the square, from (0, 0) to (1, 1).
    pub fn at(&self, x: f32, y: f32) -> Pos2 {
        pos2(lerp(self.rect.x_range(), x), lerp(self.rect.y_range(), y))
    }

    /// A length that is one for the side of the square.
    pub fn long(&self, share: f32) -> f32 {
        share * self.rect.width()
    }

    /// A colour under the wash.
    pub fn paint(&self, colour: Color32) -> Color32 {
        self.wash.iter().fold(colour, |under, (over, strength)| theme::over(under, *over, *strength))
    }

    /// A part of the square, filled.
    pub fn block(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), round: f32, colour: Color32) {
        let rect = Rect::from_min_max(self.at(x, y), self.at(x + width, y + height));
        let round = CornerRadius::same(self.long(round).clamp(0.0, 40.0) as u8);
        self.shapes.push(Shape::rect_filled(rect, round, self.paint(colour)));
    }

    /// The outline of a part of the square.
    pub fn frame(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), round: f32, thick: f32, colour: Color32) {
        let rect = Rect::from_min_max(self.at(x, y), self.at(x + width, y + height));
        let round = CornerRadius::same(self.long(round).clamp(0.0, 40.0) as u8);
        let stroke = Stroke::new(self.long(thick).max(0.6), self.paint(colour));
        self.shapes.push(Shape::rect_stroke(rect, round, stroke, StrokeKind::Inside));
    }

    /// A disc.
    pub fn disc(&mut self, (x, y): (f32, f32), radius: f32, colour: Color32) {
        self.shapes.push(Shape::circle_filled(self.at(x, y), self.long(radius), self.paint(colour)));
    }

    /// A ring.
    pub fn ring(&mut self, (x, y): (f32, f32), radius: f32, thick: f32, colour: Color32) {
        let stroke = Stroke::new(self.long(thick).max(0.6), self.paint(colour));
        self.shapes.push(Shape::circle_stroke(self.at(x, y), self.long(radius), stroke));
    }

    /// An oval.
    pub fn oval(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), colour: Color32) {
        let radius = Vec2::new(self.long(width), self.long(height));
        self.shapes.push(Shape::ellipse_filled(self.at(x, y), radius, self.paint(colour)));
    }

    /// A line through these places.
    pub fn line(&mut self, places: &[(f32, f32)], thick: f32, colour: Color32) {
        let stroke = Stroke::new(self.long(thick).max(0.6), self.paint(colour));
        let places: Vec<Pos2> = places.iter().map(|(x, y)| self.at(*x, *y)).collect();
        self.shapes.push(match places[..] {
            [from, to] => Shape::line_segment([from, to], stroke),
            _ => Shape::line(places, stroke),
        });
    }

    /// A body with corners that all point outwards.
    pub fn body(&mut self, corners: &[(f32, f32)], colour: Color32, edge: Color32) {
        let stroke = Stroke::new(self.long(0.025).max(0.6), self.paint(edge));
        let corners = corners.iter().map(|(x, y)| self.at(*x, *y)).collect();
        self.shapes.push(Shape::convex_polygon(corners, self.paint(colour), stroke));
    }

    /// Shade that lets what lies under it show.
    pub fn shade(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), depth: u8) {
        let rect = Rect::from_min_max(self.at(x, y), self.at(x + width, y + height));
        self.shapes.push(Shape::rect_filled(rect, 0.0, Color32::from_black_alpha(depth)));
    }
}

/// A colour nearer to white.
pub fn light(colour: Color32, share: f32) -> Color32 {
    theme::over(colour, Color32::WHITE, share)
}

/// A colour nearer to ink.
pub fn dark(colour: Color32, share: f32) -> Color32 {
    theme::over(colour, theme::INK, share)
}
