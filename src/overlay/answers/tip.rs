//! Tips about what lies in the panel of a question: they lie beside that panel, below or above it, over none of its answers;
//! where that can be, not over whoever is asked either.

use bevy_egui::egui::{AreaState, PopupAnchor, Rect, RectAlign, Response, Tooltip, Ui, Vec2, vec2};

use crate::overlay::theme;

/// Room for lines of words at a side of a panel, and for two of them above or below it, at the usual size of text.
const ROOMY: Vec2 = vec2(240.0, 44.0);
/// Points between a panel and a tip.
const GAP: f32 = 4.0;
/// Points of the edges of a tip, at the usual size of text.
const EDGES: f32 = 14.0;

/// The panel of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Panel {
    /// Where it lies.
    pub lies: Rect,
    /// Where whoever is asked lies.
    pub about: Rect,
}

/// A side of a panel that a tip can lie at.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Side {
    align: RectAlign,
    room: Rect,
}

impl Side {
    /// Whether it lies at the left or right.
    fn is_across(self) -> bool {
        self.align == RectAlign::RIGHT_START || self.align == RectAlign::LEFT_START
    }

    /// Whether it has room for lines of words.
    fn is_roomy(self, scale: f32) -> bool {
        if self.is_across() { self.room.width() >= ROOMY.x * scale } else { self.room.height() >= ROOMY.y * scale }
    }
}

impl Panel {
    /// Its sides on this page, with text of this size, the best first: those with room, of them those where whoever is asked is
    /// not; at last the broader of left and right, where words go on in as many lines as they take.
    fn sides(self, page: Rect, scale: f32) -> Vec<Side> {
        let Self { lies, about } = self;
        let side = |align: RectAlign, room: Rect| Side { align, room };
        let right = side(RectAlign::RIGHT_START, page.with_min_x(lies.right() + GAP));
        let left = side(RectAlign::LEFT_START, page.with_max_x(lies.left() - GAP));
        let below = side(RectAlign::BOTTOM_START, page.with_min_y(lies.bottom() + GAP));
        let above = side(RectAlign::TOP_START, page.with_max_y(lies.top() - GAP));
        let last = if left.room.width() > right.room.width() { left } else { right };
        let mut sides = vec![right, left, below, above];
        sides.retain(|side| side.is_roomy(scale));
        sides.sort_by_key(|side| side.room.intersects(about));
        sides.push(last);
        sides
    }
}

/// Shows a tip of something that lies in this panel, or of something that lies in none.
pub(super) fn show(mut tip: Tooltip<'_>, of: &Response, panel: Option<Panel>, add: impl FnOnce(&mut Ui)) {
    if !tip.popup.is_open() {
        return;
    }
    let Some(panel) = panel else {
        tip.show(add);
        return;
    };
    let (context, name) = (of.ctx.clone(), of.id.with("side of its tip"));
    let scale = theme::scale(&context);
    let sides = panel.sides(context.content_rect(), scale);
    // A side that has turned out to be too small is not tried again.
    let tried: Option<(Panel, usize)> = context.data(|data| data.get_temp(name));
    let at = tried.filter(|(tried, _)| *tried == panel).map_or(0, |(_, at)| at).min(sides.len().saturating_sub(1));
    let Some(side) = sides.get(at).copied() else { return };
    let line =
        if side.is_across() { Rect::from_x_y_ranges(panel.lies.x_range(), of.rect.y_range()) } else { panel.lies };
    let usual = context.global_style().spacing.tooltip_width;
    let wide = (side.room.width() - GAP - EDGES * scale).min(usual).max(1.0);
    let was_there = AreaState::load(&context, Tooltip::tooltip_id(of.id, 0)).is_some();
    let popup = tip.popup.anchor(PopupAnchor::ParentRect(line)).gap(GAP).width(wide);
    tip.popup = popup.align(side.align).align_alternatives(&[]);
    let shown = tip.show(|ui| {
        ui.set_max_width(wide);
        // What is low and broad is read in rows.
        if side.is_across() { add(ui) } else { drop(ui.horizontal_wrapped(add)) }
    });
    let size = shown.map_or(Vec2::ZERO, |shown| shown.response.rect.size());
    let is_over = size.x > side.room.width() + 0.5 || size.y > side.room.height() + 0.5;
    if was_there && is_over && at + 1 < sides.len() {
        context.data_mut(|data| data.insert_temp(name, (panel, at + 1)));
        context.request_repaint();
    }
}

/// Tells these words of something that lies in this panel, while it is pointed at.
pub fn told(of: &Response, panel: Option<Panel>, words: &str) {
    show(Tooltip::for_enabled(of), of, panel, |ui| drop(ui.label(words)));
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Pos2, pos2};

    use super::*;

    /// Promise: a tip has a side of any panel in any window that lies over nothing of the panel, and one with room for words where
    /// there is any; such a side is rather one where whoever is asked is not.
    #[test]
    fn a_tip_lies_over_no_panel() {
        for (width, height) in [(1024.0, 640.0), (1360.0, 860.0), (1920.0, 1080.0)] {
            let page = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
            for scale in [1.0, 1.5, 2.0] {
                for (x, y) in [(0.0, 0.0), (0.2, 0.3), (0.35, 0.22), (0.5, 0.5)] {
                    let lies = Rect::from_min_size(pos2(width * x, height * y), vec2(width * 0.5, height * 0.5));
                    let about = Rect::from_center_size(lies.left_center() - vec2(30.0, 0.0), Vec2::splat(40.0));
                    let sides = Panel { lies, about }.sides(page, scale);
                    let place = format!("{width}x{height}, text {scale}, {lies:?}: {sides:?}");
                    assert!(sides.iter().all(|side| !side.room.intersects(lies)), "{place}");
                    let first = sides[0];
                    assert!(first.is_roomy(scale), "{place}");
                    let is_free = |side: &&Side| side.is_roomy(scale) && !side.room.intersects(about);
                    assert!(sides.iter().find(is_free).is_none_or(|free| *free == first), "{place}");
                    let last = sides[sides.len() - 1];
                    assert!(last.is_across() && last.room.width() >= width * 0.24, "{place}");
                }
            }
        }
    }
}
