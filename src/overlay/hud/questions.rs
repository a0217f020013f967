//! Where questions lie: what is drawn out at the sides, and what is told, leaves them free.

use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{Context, Id, Rect, Vec2, pos2, vec2};

/// Where on the page something is asked.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Questions {
    /// What rises from the bar over the field.
    pub listed: Option<Rect>,
    /// What stands beside a token, as it was drawn last.
    pub beside: Option<Rect>,
}

impl Questions {
    /// The places of all of them.
    pub fn rects(&self) -> impl Iterator<Item = Rect> + use<> {
        self.listed.into_iter().chain(self.beside)
    }

    /// How far something has to go that would lie at the upper edge of this room, `wide` at most, so that it lies over no
    /// question: to the sides, else to the lower edge.
    pub fn aside(&self, context: &Context, id: &str, room: Rect, wide: f32) -> Vec2 {
        let drawn = context.memory(|memory| memory.area_rect(Id::new(id)));
        let high = drawn.map_or(60.0, |drawn| drawn.height());
        let here = Rect::from_min_size(room.center_top() - vec2(wide / 2.0, 0.0), vec2(wide, high));
        let (across, down) = ((room.width() - wide).max(0.0) / 2.0, (room.height() - high).max(0.0));
        let ways = [0.0, down].map(|down| [0.0, -across, across].map(|across| vec2(across, down)));
        let is_free = |way: Vec2| self.rects().all(|question| !question.intersects(here.translate(way)));
        ways.into_iter().flatten().find(|way| is_free(*way)).unwrap_or_default()
    }
}

/// What of a panel covers none of these: all of it, else what lies above or below each of them.
pub fn apart(rect: Rect, kept: impl IntoIterator<Item = Rect>) -> Rect {
    kept.into_iter().fold(rect, |rect, kept| {
        let kept = kept.expand(6.0);
        if !kept.intersects(rect) {
            return rect;
        }
        let above = Rect::from_min_max(rect.min, pos2(rect.right(), kept.top()));
        let below = Rect::from_min_max(pos2(rect.left(), kept.bottom()), rect.max);
        if above.height() > below.height() { above } else { below }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f32, y: f32, wide: f32, high: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(wide, high))
    }

    /// Promise: what is left of a drawer covers neither whoever acts nor a question, and as much of it is left as can be.
    #[test]
    fn a_drawer_leaves_whoever_acts_and_every_question_free() {
        let drawer = rect(8.0, 70.0, 320.0, 640.0);
        assert_eq!(apart(drawer, []), drawer);
        let token = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), vec2(44.0, 44.0));
        assert_eq!(apart(drawer, [token(600.0, 300.0)]), drawer);
        for y in [70.0, 120.0, 390.0, 600.0, 700.0] {
            let left = apart(drawer, [token(100.0, y)]);
            assert!(!left.intersects(token(100.0, y)) && drawer.contains_rect(left), "{y}: {left:?}");
            assert!(left.height() > drawer.height() * 0.44, "{y}: {left:?}");
            let asked = rect(0.0, 500.0, 1000.0, 220.0);
            let left = apart(drawer, [token(100.0, y), asked]);
            assert!(!left.is_positive() || !left.intersects(asked), "{y}: {left:?}");
        }
        // Where a question takes all of its height nothing of it is left.
        assert!(apart(drawer, [rect(100.0, 0.0, 100.0, 900.0)]).height() <= 0.0);
    }

    /// Promise: what is told goes out of the way of a question.
    #[test]
    fn what_is_told_lies_over_no_question() {
        let (context, room) = (Context::default(), rect(0.0, 70.0, 1000.0, 500.0));
        let told = |questions: &Questions| {
            let way = questions.aside(&context, "told", room, 300.0);
            rect(350.0, 70.0, 300.0, 60.0).translate(way)
        };
        assert_eq!(told(&Questions::default()).left(), 350.0);
        for asked in [rect(300.0, 60.0, 300.0, 200.0), rect(0.0, 60.0, 700.0, 300.0), rect(0.0, 60.0, 1000.0, 400.0)] {
            let questions = Questions { beside: Some(asked), ..Questions::default() };
            assert!(!told(&questions).intersects(asked), "{asked:?}");
            assert!(room.contains_rect(told(&questions)), "{asked:?}");
        }
    }
}
