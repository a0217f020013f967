//! Lines and threads among those on the field: around them, past their faces, to the words about them.

use bevy_egui::egui::{Pos2, Rect, vec2};

use super::Plates;
use super::lay;

/// How far a line bends aside around somebody, in squares.
const BENDS: [f32; 8] = [0.35, -0.35, 0.5, -0.5, 0.7, -0.7, 0.9, -0.9];

impl Plates {
    /// The bend that leads a line around those who stand right in its way, for squares so large: nothing where nobody does, or
    /// where there is no such way.
    pub fn around(&self, [from, to]: [Pos2; 2], cell: f32) -> Option<Pos2> {
        let is_face = |face: &Rect| self.letters.iter().all(|each| each.room != *face);
        let is_end = |face: &Rect| face.contains(from) || face.contains(to);
        let between: Vec<Rect> = self.faces.iter().filter(|face| is_face(face) && !is_end(face)).copied().collect();
        let meets = |line: [Pos2; 2]| between.iter().find(|face| lay::is_crossed(**face, line));
        let met = meets([from, to])?.center();
        let along = (to - from).normalized();
        let middle = from + along * (met - from).dot(along);
        let aside = vec2(-along.y, along.x) * cell;
        let ways = BENDS.into_iter().map(|far| middle + aside * far);
        ways.filter(|by| self.page.contains(*by)).find(|by| meets([from, *by]).or_else(|| meets([*by, to])).is_none())
    }

    /// The parts of a line that lead over nobody's face and letters.
    pub fn past(&self, [from, to]: [Pos2; 2]) -> Vec<[Pos2; 2]> {
        let (whole, along) = ((to - from).length(), (to - from).normalized());
        let over = |face: &Rect| {
            let (off, radius) = (face.center() - from, face.size().max_elem() / 2.0);
            let near = off.dot(along);
            let half = (radius * radius - off.length_sq() + near * near).max(0.0).sqrt();
            (half > 0.0).then_some((near - half, near + half))
        };
        let mut shut: Vec<(f32, f32)> = self.faces.iter().filter_map(over).collect();
        shut.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (mut at, mut parts) = (0.0_f32, Vec::new());
        for (begin, end) in shut.into_iter().chain([(whole, whole)]) {
            let begin = begin.min(whole);
            if begin > at {
                parts.push([from + along * at, from + along * begin]);
            }
            at = at.max(end);
        }
        parts
    }

    /// Leads a thread from somebody to what is to be read about them in this room, if it lies neither on them nor right beside
    /// them.
    pub fn point(&mut self, token: Rect, room: Rect) {
        let thread = lay::thread(room, token, &self.tokens);
        self.threads.extend(thread.filter(|_| !room.intersects(token)));
    }
}
