//! Where questions lie: what is drawn out at the sides, and what is told, leaves them free.

use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{Context, Id, Rect, Vec2, vec2};

/// Where on the page something is asked.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Questions {
    /// What rises from the bar over the field.
    pub listed: Option<Rect>,
    /// What stands beside a token, with the room that it grows in.
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
        self.aside_of(context, id, (room, wide), (&[], None)).1
    }

    /// The same over as little of these as can be, and in the same of its places as `before` where no question lies there; the
    /// number of its place, too.
    pub fn aside_of(
        &self,
        context: &Context,
        id: &str,
        (room, wide): (Rect, f32),
        (kept, before): (&[Rect], Option<usize>),
    ) -> (usize, Vec2) {
        let drawn = context.memory(|memory| memory.area_rect(Id::new(id)));
        let high = drawn.map_or(60.0, |drawn| drawn.height());
        let here = Rect::from_min_size(room.center_top() - vec2(wide / 2.0, 0.0), vec2(wide, high));
        let (across, down) = ((room.width() - wide).max(0.0) / 2.0, (room.height() - high).max(0.0));
        let ways = [0.0, down].map(|down| [0.0, -across, across].map(|across| vec2(across, down)));
        let is_free = |way: &Vec2| self.rects().all(|question| !question.intersects(here.translate(*way)));
        let hidden = |way: Vec2| {
            let parts = kept.iter().map(|rect| rect.intersect(here.translate(way)).size().max(Vec2::ZERO));
            parts.map(|part| part.x * part.y).sum::<f32>()
        };
        let free: Vec<(usize, Vec2)> = ways.into_iter().flatten().enumerate().filter(|(_, way)| is_free(way)).collect();
        let stays = free.iter().find(|(place, _)| before == Some(*place));
        let least = || free.iter().min_by(|(_, a), (_, b)| hidden(*a).total_cmp(&hidden(*b)));
        stays.or_else(least).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    fn rect(x: f32, y: f32, wide: f32, high: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(wide, high))
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
        // What is to be seen beside it is hidden only where nothing else is left.
        let beside =
            |kept: &[Rect], before| Questions::default().aside_of(&context, "told", (room, 300.0), (kept, before));
        let token = [rect(360.0, 80.0, 20.0, 20.0)];
        assert_eq!((beside(&token, None), beside(&[room], None)), ((1, vec2(-350.0, 0.0)), (0, Vec2::ZERO)));
        assert_eq!(beside(&token, Some(2)), (2, vec2(350.0, 0.0)), "it stays where it was");
        for asked in [rect(300.0, 60.0, 300.0, 200.0), rect(0.0, 60.0, 700.0, 300.0), rect(0.0, 60.0, 1000.0, 400.0)] {
            let questions = Questions { beside: Some(asked), ..Questions::default() };
            assert!(!told(&questions).intersects(asked), "{asked:?}");
            assert!(room.contains_rect(told(&questions)), "{asked:?}");
        }
    }
}
