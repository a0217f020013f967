//! The ground as it is drawn: terrain, walls and fences, things, coordinates.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Stroke, StrokeKind, vec2};

use super::board::View;
use super::desk::Desk;
use super::layers::Tints;
use super::theme;
use crate::battle::Look;
use crate::board::Square;

/// The ground.
pub fn ground(painter: &Painter, look: Look<'_>, view: &View, desk: &Desk, tints: &Tints) {
    let board = look.board();
    let line = Stroke::new(0.6, theme::over(theme::GROUND, theme::INK, 0.35));
    for y in 0..board.height() {
        for x in 0..board.width() {
            let square = Square::new(x, y);
            let Some(terrain) = board.terrain(square) else { continue };
            let rect = view.rect(square);
            let tint = tints.get(&square).into_iter().flatten();
            let ground =
                tint.fold(theme::ground(terrain), |under, (colour, strength)| theme::over(under, *colour, *strength));
            painter.rect_filled(rect, 0.0, ground);
            if terrain.cost > 1 && !terrain.tags.iter().any(|tag| tag == "water") {
                let c = rect.center();
                let d = view.cell * 0.18;
                for (dx, dy) in [(-1.0, 0.4), (0.3, -0.8), (0.9, 0.7)] {
                    painter.circle_filled(
                        c + vec2(dx * d, dy * d),
                        view.cell * 0.05,
                        theme::over(theme::ROUGH, theme::INK, 0.4),
                    );
                }
            }
            let is_water = terrain.tags.iter().any(|tag| tag == "water");
            if terrain.cost == 0 && !terrain.blocks_sight && !is_water {
                painter.circle_filled(rect.center(), view.cell * 0.38, Color32::from_rgb(0x4e, 0x5c, 0x3a));
            }
            if desk.layers.grid {
                painter.rect_stroke(rect, 0.0, line, StrokeKind::Middle);
            }
        }
    }
    for square in (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| Square::new(x, y))) {
        for (neighbour, from, to) in [
            (Square::new(square.x, square.y - 1), vec2(0.0, 0.0), vec2(1.0, 0.0)),
            (Square::new(square.x - 1, square.y), vec2(0.0, 0.0), vec2(0.0, 1.0)),
        ] {
            let Some(edge) =
                board.edge(square, neighbour).filter(|edge| edge.blocks_move || edge.cover != Default::default())
            else {
                continue;
            };
            let corner = view.corner(square);
            let width = if edge.blocks_move { 4.0 } else { 2.5 };
            let ends = [corner + from * view.cell, corner + to * view.cell];
            painter.line_segment(ends, Stroke::new(width, theme::WALL));
        }
    }
    for object in &board.objects {
        for square in &object.squares {
            let rect = view.rect(*square).shrink(view.cell * 0.16);
            painter.rect(
                rect,
                3.0,
                Color32::from_rgb(0x8c, 0x6d, 0x46),
                Stroke::new(1.5, theme::INK),
                StrokeKind::Inside,
            );
        }
    }
    if desk.layers.grid && view.cell > 14.0 {
        let font = FontId::proportional(10.0);
        for x in 0..board.width() {
            let at = view.corner(Square::new(x, 0)) + vec2(view.cell / 2.0, -3.0);
            painter.text(at, Align2::CENTER_BOTTOM, x, font.clone(), theme::FAINT);
        }
        for y in 0..board.height() {
            let at = view.corner(Square::new(0, y)) + vec2(-4.0, view.cell / 2.0);
            painter.text(at, Align2::RIGHT_CENTER, y, font.clone(), theme::FAINT);
        }
    }
}
