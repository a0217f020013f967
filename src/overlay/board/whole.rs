//! What brings all of the field back, once the player has looked nearer or elsewhere.

use bevy_egui::egui::{
    Align2, Painter, Rect, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType, vec2,
};

use super::Field;
use crate::overlay::keys::{self, Act};
use crate::overlay::{hovered, hud, place, theme};

/// Points of it across, at the usual size of text: for a finger, too.
const WIDE: f32 = 30.0;
/// How far its sign lies within it, and how long the strokes of that are, as shares of it.
const WITHIN: f32 = 0.27;
const STROKE: f32 = 0.16;
/// What it is called.
const WORDS: &str = "Show the whole field";

/// A button in the upper right corner of what no drawer covers, or in another one where a question lies there. There is none where
/// the whole field is seen, nor where it is shown without panels.
pub(super) fn button(ui: &Ui, clear: Rect, with: &mut Field<'_>) {
    if with.view.camera.is_whole() || with.hud.as_ref().is_none_or(|hud| hud.presents) {
        return;
    }
    let wide = WIDE * theme::scale(ui.ctx());
    let questions: Vec<Rect> = with.questions.iter().flat_map(|questions| questions.rects()).collect();
    let lies = place(clear, wide, &questions);
    // What is pressed here is no click on the field below.
    let button = ui.interact(lies, ui.id().with(WORDS), Sense::click_and_drag());
    button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, WORDS));
    let looks = ui.style().interact(&button);
    let fill = if button.hovered() || button.has_focus() { theme::raised() } else { theme::back() };
    ui.painter().rect(lies, looks.corner_radius, fill, Stroke::new(1.0, theme::line()), StrokeKind::Inside);
    corners(ui.painter(), lies.shrink(wide * WITHIN), wide * STROKE);
    let key = keys::name(&with.preferences.keys, Act::Fit);
    let tip = if key.is_empty() { WORDS.to_owned() } else { format!("{WORDS} ({key})") };
    if hovered::tell(button, ui, &tip).clicked() {
        with.view.camera.fit();
        ui.ctx().request_repaint();
    }
}

/// Its place in the upper right corner, or where a question lies there in the next one that is free of them.
fn place(clear: Rect, wide: f32, questions: &[Rect]) -> Rect {
    let (room, size) = (clear.shrink(hud::GAP), Vec2::splat(wide));
    let corners = [Align2::RIGHT_TOP, Align2::LEFT_TOP, Align2::RIGHT_BOTTOM];
    let corner = place::free_corner(room, size, &corners, questions).unwrap_or(Align2::RIGHT_TOP);
    corner.align_size_within_rect(size, room)
}

/// The four corners of a frame, with strokes of this length.
fn corners(painter: &Painter, frame: Rect, long: f32) {
    let stroke = Stroke::new(1.8, theme::ink());
    for corner in [frame.left_top(), frame.right_top(), frame.right_bottom(), frame.left_bottom()] {
        let inwards = frame.center() - corner;
        let across = vec2(inwards.x.signum() * long, 0.0);
        let ends = [corner + across, corner, corner + vec2(0.0, inwards.y.signum() * long)];
        painter.add(Shape::line(ends.to_vec(), stroke));
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    /// Promise: the button lies under no question, and within what is seen.
    #[test]
    fn a_question_does_not_cover_it() {
        let clear = Rect::from_min_max(pos2(0.0, 60.0), pos2(1000.0, 700.0));
        let usual = place(clear, WIDE, &[]);
        assert_eq!(usual.right_top(), clear.right_top() + vec2(-hud::GAP, hud::GAP));
        let right = Rect::from_min_max(pos2(600.0, 60.0), pos2(1000.0, 300.0));
        let broad = Rect::from_min_max(pos2(0.0, 60.0), pos2(1000.0, 300.0));
        for question in [right, broad] {
            let lies = place(clear, WIDE, &[question]);
            assert!(clear.contains_rect(lies) && !lies.intersects(question), "{lies:?}");
        }
    }
}
