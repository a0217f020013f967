//! A plan of two parts as it is drawn on the field: each has its number, and a broken line leads from where the first ends to what
//! follows on it.

use bevy_egui::egui::{Align2, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind};

use super::arrow;
use crate::battle::{Id, Look, Order};
use crate::board::Square;
use crate::overlay::camera::View;
use crate::overlay::theme;
use crate::overlay::tokens::{lies, rim, would_lie};

/// Points of a stroke of the broken line, and between two.
const STROKE: (f32, f32) = (9.0, 5.0);
/// The radius of a number beside a square, and the points that it has at least and at most.
const NUMBER: f32 = 0.2;
const NUMBERS: (f32, f32) = (9.0, 15.0);

/// Where the two parts of a plan lie on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Parts {
    /// Whoever does the second, where the first has led them.
    from: Rect,
    /// Where the first ends, or whom it is meant for.
    first: Rect,
    /// The same of the second: where it leads nowhere, whoever does it.
    second: Rect,
    /// Whether they go there by it.
    goes: bool,
}

impl Parts {
    fn of(look: Look<'_>, view: &View, (who, end): (Id, Option<(Id, Square)>), [first, second]: [&Order; 2]) -> Self {
        let goer = end.map_or(who, |(goer, _)| goer);
        let body = look.footprint(goer);
        let walked = end.map(|(_, end)| would_lie(look, view, body.moved_to(end)));
        let from = walked.unwrap_or_else(|| lies(look, view, who));
        let whom = |order: &Order| look.target(order).filter(|id| look.knows_of(*id)).map(|id| lies(look, view, id));
        let target = whom(second);
        let goes = second.to.filter(|_| target.is_none()).map(|to| would_lie(look, view, body.moved_to(to)));
        Self {
            from,
            first: walked.or_else(|| whom(first)).unwrap_or(from),
            second: target.or(goes).unwrap_or(from),
            goes: goes.is_some(),
        }
    }

    /// The broken line from rim to rim, where there is any between them.
    fn line(&self) -> Option<[Pos2; 2]> {
        let (from, to) = (self.from.center(), self.second.center());
        let along = (to - from).normalized();
        let (begins, ends) = (rim(self.from), rim(self.second));
        ((to - from).length() > begins + ends).then(|| [from + along * begins, to - along * ends])
    }
}

/// Draws both parts of a plan of `who`. `end`: who goes where by the first, if somebody does.
pub fn plan(painter: &Painter, look: Look<'_>, view: &View, (who, end): (Id, Option<(Id, Square)>), both: [&Order; 2]) {
    let parts = Parts::of(look, view, (who, end), both);
    let width = (view.cell * 0.09).clamp(2.0, 5.0);
    if let Some(line) = parts.line() {
        // Light beneath dark, so that it is seen on any ground.
        for (width, colour) in [(width + 2.5, theme::GROUND), (width, theme::WAY)] {
            painter.extend(Shape::dashed_line(&line, Stroke::new(width, colour), STROKE.0, STROKE.1));
        }
        arrow(painter, line[0], line[1], width);
    }
    if parts.goes {
        painter.rect_stroke(parts.second.shrink(1.0), 3.0, Stroke::new(2.0, theme::WAY), StrokeKind::Inside);
    }
    numbered(painter, view, parts.first.left_top(), "1");
    numbered(painter, view, parts.second.right_top(), "2");
}

/// A number at this place.
fn numbered(painter: &Painter, view: &View, at: Pos2, number: &str) {
    let radius = (view.cell * NUMBER).clamp(NUMBERS.0, NUMBERS.1);
    painter.circle(at, radius, theme::WAY, Stroke::new(1.5, theme::GROUND));
    painter.text(at, Align2::CENTER_CENTER, number, FontId::proportional(radius * 1.5), theme::PAPER);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Aim;
    use crate::overlay::trial;

    /// Promise: the second part of a plan leads from where the first ends to whom it is meant for, or to the square that it names;
    /// where it leads nowhere it has its number where they stand.
    #[test]
    fn the_second_part_leads_on_from_where_the_first_ends() {
        let game = trial::begun("gate", 1);
        let look = trial::look(&game);
        let view = View { origin: Pos2::ZERO, cell: 40.0 };
        let who = look.asked().unwrap();
        let foe = look.foes(who).next().unwrap();
        let at = |square: Square| would_lie(look, &view, look.footprint(who).moved_to(square));
        let (walked, on) = (Square::new(8, 3), Square::new(5, 9));
        let walk = Order::new("move").to(walked);
        let of = |second: &Order| Parts::of(look, &view, (who, Some((who, walked))), [&walk, second]);
        let struck = of(&Order::new("attack").at(Aim::who(look.key(foe))));
        assert_eq!((struck.from, struck.first, struck.second), (at(walked), at(walked), lies(look, &view, foe)));
        let [from, to] = struck.line().unwrap();
        let is_near = |lies: Rect, at: Pos2| lies.expand(10.0).contains(at);
        assert!(is_near(at(walked), from) && is_near(struck.second, to) && !struck.goes, "{struck:?}");
        let gone = of(&Order::new("move").to(on));
        assert_eq!((gone.second, gone.goes), (at(on), true));
        let stays = of(&Order::new("defend"));
        assert_eq!((stays.second, stays.line()), (at(walked), None));
    }
}
