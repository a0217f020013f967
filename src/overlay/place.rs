//! Where a panel lies that tells of somebody on the field: near them, over neither of those that it is about, and over as few
//! others as can be.

use bevy_egui::egui::{Rect, Vec2};

use super::camera::View;
use crate::battle::{Id, Look};

/// Points between it and a token beside it, and above or below it, where a name lies.
const GAP: f32 = 10.0;
const NAME: f32 = 26.0;

/// Where a panel so large lies that is about `who` and, where there is one, `other`. It is no narrower than `least` of its
/// width.
pub fn beside(
    look: Look<'_>,
    view: &View,
    (size, least): (Vec2, f32),
    (who, other): (Id, Option<Id>),
    room: Rect,
) -> Rect {
    let body = |id: Id| view.body(look.footprint(id));
    let other = other.filter(|other| *other != who);
    let is_seen = |id: &Id| look.place(*id).present && look.is_in_play(*id) && *id != who && Some(*id) != other;
    let others: Vec<Rect> = look.shown().filter(is_seen).map(body).collect();
    lies((size, least), body(who), other.map(body), &others, room)
}

/// Near `about`, over neither it nor `kept`, narrower or lower than its full size where that must be.
fn lies((size, least): (Vec2, f32), about: Rect, kept: Option<Rect>, others: &[Rect], room: Rect) -> Rect {
    let other = kept.map(|other| other.center());
    let kept: Vec<Rect> = kept.into_iter().chain([about]).collect();
    let held = |from: f32, long: f32, low: f32, high: f32| from.min(high - long).max(low);
    let level = |top: f32| (held(top, size.y, room.top(), room.bottom()), room.bottom());
    let levels = [about.center().y - 90.0, about.top(), about.bottom() - size.y, room.top(), room.bottom()].map(level);
    let rows = kept.iter().flat_map(|token| {
        let above = (token.top() - NAME - size.y).max(room.top());
        [(above, token.top() - NAME), (token.bottom() + NAME, room.bottom())]
    });
    let rows: Vec<(f32, f32)> = levels.into_iter().chain(rows).map(|(top, end)| (top, end.min(top + size.y))).collect();
    let (kept, rows) = (&kept, &rows);
    let widths = [1.0, (1.0 + least) / 2.0, least].map(|share| size.x * share);
    let places = widths.into_iter().flat_map(|wide| {
        let sides = kept.iter().flat_map(move |token| [token.right() + GAP, token.left() - GAP - wide]);
        let columns = sides.chain([about.center().x - wide / 2.0, room.left(), room.right() - wide]);
        columns.map(move |left| held(left, wide, room.left(), room.right())).flat_map(move |left| {
            rows.iter().map(move |(top, end)| Rect::from_x_y_ranges(left..=left + wide, *top..=end.max(*top)))
        })
    });
    let covered = |lies: &Rect, token: &Rect| {
        let both = lies.intersect(*token);
        if both.is_positive() { both.area() / token.area().max(1.0) } else { 0.0 }
    };
    let fault = |lies: &Rect| {
        let covers = kept.iter().filter(|token| lies.intersects(**token)).count() as f32;
        let hides: f32 = others.iter().map(|token| covered(lies, token)).sum();
        let short = (size.y - lies.height()) / size.y;
        let narrow = (size.x - lies.width()) / size.x;
        let off = lies.distance_to_pos(about.center()) / room.width().max(1.0);
        // Of places that are as good the one away from the other.
        let away = other.map_or(0.0, |other| (lies.center() - other).length() / room.width().max(1.0)).min(1.0);
        covers * 16.0 + short * 2.0 + narrow * 1.5 + hides * 0.4 + off - away * 0.25
    };
    places.min_by(|one, other| fault(one).total_cmp(&fault(other))).unwrap_or(Rect::from_min_size(room.min, size))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{pos2, vec2};

    use super::*;

    fn token(x: f32, y: f32, cell: f32) -> Rect {
        Rect::from_center_size(pos2(x, y), vec2(cell, cell))
    }

    /// Promise: the ways at a target lie over neither of the two, wherever they stand, and within the field.
    #[test]
    fn the_ways_hide_neither_who_strikes_nor_who_is_struck() {
        for (width, height) in [(1024.0, 440.0), (1360.0, 660.0), (1360.0, 500.0)] {
            let room = Rect::from_min_size(pos2(0.0, 90.0), vec2(width, height));
            let size = vec2(408.0_f32.min(width * 0.45), 446.0_f32.min(height));
            for cell in [20.0, 60.0, 110.0] {
                for (x, y) in (0..=10).flat_map(|x| (0..=10).map(move |y| (x as f32 / 10.0, y as f32 / 10.0))) {
                    let target = token(room.left() + x * width, room.top() + y * height, cell);
                    for (right, down) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (3.0, 2.0), (-6.0, -1.0)] {
                        let own = target.translate(vec2(right, down) * cell * 1.02);
                        let lies = lies((size, 1.0), target, Some(own), &[], room);
                        let told = format!("{lies:?} of {room:?}, {target:?} and {own:?}");
                        assert!(!lies.intersects(target) && !lies.intersects(own), "covers: {told}");
                        assert!(room.expand(0.5).contains_rect(lies), "outside: {told}");
                        assert!(lies.height() >= 120.0, "too low: {told}");
                    }
                }
            }
        }
    }

    /// Promise: where the field is low, a panel between two who stand apart is narrower rather than a few lines high.
    #[test]
    fn a_panel_that_has_no_room_at_its_full_width_is_narrower() {
        let room = Rect::from_min_size(pos2(0.0, 134.0), vec2(1024.0, 372.0));
        let size = vec2(460.0, 372.0);
        let (target, own) = (token(420.0, 320.0, 40.0), token(640.0, 320.0, 40.0));
        let full = lies((size, 1.0), target, Some(own), &[], room);
        assert!(full.height() < size.y / 2.0, "{full:?}");
        let lies = lies((size, 0.7), target, Some(own), &[], room);
        assert!(lies.height() > size.y - 1.0 && !lies.intersects(target) && !lies.intersects(own), "{lies:?}");
        assert!(lies.width() > size.x * 0.69 && room.contains_rect(lies), "{lies:?}");
    }

    /// Promise: a question hides neither the one who is asked nor the one who brought it about.
    #[test]
    fn a_question_turns_away_from_whoever_brought_it_about() {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        let size = vec2(250.0, 150.0);
        for (asked, by, size) in [
            ((400.0, 300.0), (500.0, 300.0), size),
            ((700.0, 300.0), (500.0, 300.0), size),
            ((60.0, 40.0), (300.0, 40.0), size),
            ((250.0, 300.0), (300.0, 300.0), vec2(400.0, 400.0)),
        ] {
            let (asked, by) = (token(asked.0, asked.1, 40.0), token(by.0, by.1, 40.0));
            let lies = lies((size, 1.0), asked, Some(by), &[], room);
            assert!(!lies.intersects(asked) && !lies.intersects(by), "{lies:?} covers {asked:?} or {by:?}");
            assert!(room.contains_rect(lies) && lies.size() == size);
        }
        assert!(
            lies((size, 1.0), token(400.0, 300.0, 40.0), Some(token(500.0, 300.0, 40.0)), &[], room).left() < 200.0
        );
    }

    /// Promise: a panel covers nobody where another place beside the token is free.
    #[test]
    fn a_panel_covers_nobody_where_there_is_a_free_place() {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(1000.0, 600.0));
        let (asked, by) = (token(500.0, 300.0, 40.0), token(450.0, 300.0, 40.0));
        let size = vec2(250.0, 150.0);
        let nobody = lies((size, 1.0), asked, Some(by), &[], room);
        let friend = Rect::from_center_size(nobody.center(), vec2(40.0, 40.0));
        let lies = lies((size, 1.0), asked, Some(by), &[friend], room);
        assert!(!lies.intersects(friend) && !lies.intersects(asked) && !lies.intersects(by), "{lies:?}");
    }
}
