//! Where the page lies on which a battle is looked at again: beside the log, and not over whoever decides at the moment that is
//! looked at.

use bevy_egui::egui::Rect;

/// Where it was put, and since when. Whoever moves it there finds it where they left it, until drawers give or take room, or it
/// would hide another moment.
#[derive(Debug, Default)]
pub(super) struct Lies {
    /// What no drawer covered then.
    clear: Option<Rect>,
    /// The moment that was looked at.
    at: Option<usize>,
    /// On which side it is.
    pub is_left: bool,
}

impl Lies {
    /// Whether it is put to its side anew. `prefers_left`: where it rather lies; `at`: the moment that is looked at; `acting`: where
    /// whoever decides then stands; `drawn`: where it lies now; `side`: where it would lie on the left, or on the right.
    pub fn settle(
        &mut self,
        (clear, prefers_left): (Rect, bool),
        (at, acting): (Option<usize>, Option<Rect>),
        drawn: Option<Rect>,
        side: impl Fn(bool) -> Rect,
    ) -> bool {
        let is_new = self.clear.replace(clear) != Some(clear);
        let is_other = std::mem::replace(&mut self.at, at) != at;
        if is_new {
            self.is_left = prefers_left;
        }
        if !is_new && !is_other {
            return false;
        }
        let now = drawn.filter(|_| !is_new).unwrap_or_else(|| side(self.is_left));
        let hidden = acting.filter(|acting| at.is_some() && now.intersects(*acting));
        let free =
            |acting: Rect| [self.is_left, !self.is_left].into_iter().find(|left| !side(*left).intersects(acting));
        match hidden.and_then(free) {
            Some(left) => {
                self.is_left = left;
                true
            }
            None => is_new,
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Pos2, pos2, vec2};

    use super::*;

    /// Promise: what a drawer has pushed aside comes back once that is put away, and hides nobody who decides at the moment that
    /// is looked at; in between it stays where it was put.
    #[test]
    fn the_page_comes_back_and_hides_nobody() {
        for (width, height) in [(1360.0, 860.0), (1024.0, 640.0)] {
            let field = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
            let beside = field.with_max_x(width - 340.0);
            let page = vec2(300.0, height - 20.0);
            let on = |clear: Rect, left: bool| {
                let x = if left { clear.left() } else { clear.right() - page.x };
                Rect::from_min_size(pos2(x, 8.0), page)
            };
            let mut lies = Lies::default();
            let right = |left: bool| on(field, left);
            assert!(lies.settle((field, false), (None, None), None, right) && !lies.is_left);
            assert!(lies.settle((beside, true), (None, None), Some(right(false)), |left| on(beside, left)));
            assert!(lies.is_left);
            let pushed = on(beside, true);
            assert!(lies.settle((field, false), (None, None), Some(pushed), right) && !lies.is_left, "it comes back");
            let acting = Rect::from_center_size(right(false).center(), vec2(40.0, 40.0));
            assert!(lies.settle((field, false), (Some(3), Some(acting)), Some(right(false)), right) && lies.is_left);
            let moved = right(false);
            assert!(!lies.settle((field, false), (Some(3), Some(acting)), Some(moved), right), "it stays");
            assert!(!lies.settle((field, false), (Some(4), None), Some(moved), right), "it hides nobody");
        }
    }
}
