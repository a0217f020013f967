//! Where the names of those on the field go: beside whom they are about, never over them, and out of each other's way.

use bevy_egui::egui::{Align2, Color32, Painter, Pos2, Rect, Vec2, pos2, vec2};

use super::marks::{label_beside, worded};

/// So many rows above and below somebody are tried.
const ROWS: usize = 3;
/// Points between a plate and whom it is about.
const GAP: f32 = 2.0;

/// What is taken up already.
pub struct Plates {
    page: Rect,
    tokens: Vec<Rect>,
    /// Where something is to be read already.
    taken: Vec<Rect>,
}

impl Plates {
    /// Nothing but tokens.
    pub fn new(page: Rect, tokens: impl Iterator<Item = Rect>) -> Self {
        // The rim of a token may be touched, not its face.
        Self { page, tokens: tokens.map(|token| token.shrink(token.width() * 0.14)).collect(), taken: Vec::new() }
    }

    /// Whether nothing that is to be read lies there yet.
    fn is_free(&self, room: Rect) -> bool {
        self.page.contains_rect(room) && self.taken.iter().all(|other| !other.intersects(room))
    }

    /// Where a plate of this size goes that is about `token`: where it covers least of others, near before far; nothing where
    /// it would lie over another plate or cover anybody, unless it `must` be seen.
    fn place(&self, token: Rect, size: Vec2, must: bool) -> Option<Rect> {
        let (left, right) = (token.left() - GAP - size.x / 2.0, token.right() + GAP + size.x / 2.0);
        let middle = token.center();
        let away = |row: usize| GAP + size.y * (row as f32 + 0.5) + row as f32;
        let row = |row: usize| [pos2(middle.x, token.top() - away(row)), pos2(middle.x, token.bottom() + away(row))];
        let sides = [pos2(right, middle.y), pos2(left, middle.y)];
        let corners = [
            pos2(right, token.top()),
            pos2(left, token.top()),
            pos2(right, token.bottom()),
            pos2(left, token.bottom()),
        ];
        let places = row(0).into_iter().chain(sides).chain(corners).chain((1..ROWS).flat_map(row));
        // What lies at an edge of the page is moved in.
        let inside = |at: Pos2| {
            let rect = Rect::from_center_size(at, size);
            let shift = |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) + (to - high).min(0.0);
            let page = self.page;
            rect.translate(vec2(shift(rect.left(), rect.right(), page.left(), page.right()), 0.0))
        };
        let free: Vec<Rect> = places.map(inside).filter(|rect| self.is_free(*rect)).collect();
        let around = free.iter().fold(token, |all, rect| all.union(*rect));
        let near: Vec<&Rect> = self.tokens.iter().filter(|other| other.intersects(around)).collect();
        let covered = |rect: &Rect| {
            let over = near.iter().map(|other| other.intersect(*rect)).filter(|over| over.is_positive());
            over.map(|over| over.area()).sum::<f32>()
        };
        if let Some(clear) = free.iter().find(|rect| covered(rect) <= 0.0) {
            return Some(*clear);
        }
        if !must {
            return None;
        }
        let least = free.into_iter().min_by(|one, other| covered(one).total_cmp(&covered(other)));
        // Where even that is taken, farther and farther up and down.
        let rows = (self.page.height() / size.y.max(1.0)) as usize;
        least.or_else(|| (ROWS..rows).flat_map(row).map(inside).find(|rect| self.is_free(*rect)))
    }

    /// Takes up room of this size for something that must be read about `token`: around `kept` where that is still free.
    pub fn take(&mut self, token: Rect, size: Vec2, kept: Option<Pos2>) -> Option<Rect> {
        let kept = kept.map(|at| Rect::from_center_size(at, size)).filter(|room| self.is_free(*room));
        let room = kept.or_else(|| self.place(token, size, true));
        self.taken.extend(room);
        room
    }

    /// Takes up room where something is read already, whatever has come to lie there since.
    pub fn keep(&mut self, room: Rect) {
        self.taken.push(room);
    }

    /// Takes up room of this size for a word that lies over the rim of `token`, so that nobody takes it for another's: around
    /// `kept` where that is still free. Its face is left in sight.
    pub fn over(&mut self, token: Rect, size: Vec2, kept: Option<Pos2>) -> Option<Rect> {
        let out = (size.min(token.size()) * 0.6).min(token.size() * 0.28) - size / 2.0;
        let middle = token.center();
        let rim = [
            pos2(middle.x, token.top() + out.y),
            pos2(middle.x, token.bottom() - out.y),
            pos2(token.right() - out.x, middle.y),
            pos2(token.left() + out.x, middle.y),
        ];
        let around = |at: Pos2| Rect::from_center_size(at, size);
        let free = kept.into_iter().chain(rim).map(around).find(|room| self.is_free(*room));
        self.taken.extend(free);
        free.or_else(|| self.take(token, size, None))
    }

    /// Writes something at a place of its own, or above what is to be read there already.
    pub fn label(&mut self, painter: &Painter, at: Pos2, align: Align2, (text, plate): (&str, Color32)) {
        label_beside(painter, at, align, (text, plate), &mut self.taken, f32::INFINITY);
    }

    /// Writes a word about whoever lies in `token`, where there is room for it.
    pub fn put(&mut self, painter: &Painter, token: Rect, (word, plate): (&str, Color32), must: bool) {
        let text = worded(painter, word, self.page.width());
        if let Some(room) = self.place(token, text.size() + vec2(8.0, 2.0), must) {
            self.taken.push(room);
            painter.rect_filled(room, 3.0, plate);
            painter.galley(room.min + vec2(4.0, 1.0), text, Color32::WHITE);
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput};

    use super::*;
    use crate::overlay::theme;

    fn token(x: f32, y: f32) -> Rect {
        Rect::from_center_size(pos2(x, y), Vec2::splat(40.0))
    }

    /// Promise: a word about somebody between others is read on them, and not under the next, and a second one beside it.
    #[test]
    fn words_are_read_on_whom_they_are_about() {
        let page = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 400.0));
        let column: Vec<Rect> = (0..3).map(|y| token(300.0, 160.0 + y as f32 * 40.0)).collect();
        let mut plates = Plates::new(page, column.iter().copied());
        let about = token(300.0, 200.0);
        for _ in 0..4 {
            let room = plates.over(about, vec2(70.0, 18.0), None);
            assert!(room.is_some_and(|room| room.intersects(about)), "{room:?} is not read as theirs");
            assert!(room.is_some_and(|room| !room.intersects(about.shrink(12.0))), "{room:?} hides their face");
        }
        for (index, one) in plates.taken.iter().enumerate() {
            assert!(plates.taken.iter().skip(index + 1).all(|other| !one.intersects(*other)), "{one:?}");
        }
    }

    /// Promise: in a crowd names lie neither over each other nor over the one they are about, and who is meant is always named.
    #[test]
    fn names_dodge_each_other_and_never_cover_whom_they_are_about() {
        let page = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 400.0));
        let crowd: Vec<Rect> =
            (0..5).flat_map(|x| (0..4).map(move |y| token(100.0 + x as f32 * 44.0, 100.0 + y as f32 * 44.0))).collect();
        let mut plates = Plates::new(page, crowd.iter().copied());
        let mut named = 0;
        for (index, token) in crowd.iter().enumerate() {
            let Some(room) = plates.place(*token, vec2(70.0, 16.0), index % 7 == 0) else {
                assert!(index % 7 != 0, "who is meant has no name");
                continue;
            };
            named += 1;
            assert!(!room.intersects(*token) && page.contains_rect(room));
            assert!(plates.taken.iter().all(|other| !other.intersects(room)));
            plates.taken.push(room);
        }
        assert!(named >= 6, "{named} of {} are named", crowd.len());
        assert_eq!(
            Plates::new(page, [].into_iter())
                .place(token(300.0, 200.0), vec2(70.0, 16.0), false)
                .map(|room| room.center().x),
            Some(300.0)
        );
        let edge = Plates::new(page, [].into_iter()).place(token(300.0, 12.0), vec2(70.0, 16.0), false);
        assert!(edge.is_some_and(|room| room.top() > 12.0), "at the upper edge it lies below");
    }

    /// Promise: what is said of a square in the corner stands above what is told of a way there, however large the text.
    #[test]
    fn what_is_said_in_the_corner_lies_over_nothing() {
        let mut taken = Vec::new();
        let mut output = Context::default().run_ui(RawInput::default(), |ui| {
            let page = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 400.0));
            let mut plates = Plates::new(page, [].into_iter());
            let told = "2 s, leaves 4 s\nuntil your next turn: reckoning…";
            plates.put(ui.painter(), token(60.0, 360.0), (told, theme::WAY), true);
            let corner = pos2(4.0, plates.taken.first().map_or(396.0, Rect::bottom));
            plates.label(ui.painter(), corner, Align2::LEFT_BOTTOM, ("(0,7) meadow · click: move, 2 s", theme::INK));
            taken.clone_from(&plates.taken);
        });
        output.textures_delta.clear();
        assert!(matches!(taken.as_slice(), [way, said] if !said.intersects(*way)), "{taken:?}");
    }
}
