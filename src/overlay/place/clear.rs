//! Where a card lies that hides nobody: beside whoever it tells of where it can, farther off where it must, in short where it
//! would else be far away, and at the edge of its room where it hides somebody in any form.

use bevy_egui::egui::{Rect, Vec2, pos2};

use super::{Among, MOST, SHORT, covered, gap};
use crate::overlay::tokens::lay::{Crowd, nearest};

/// Points farther away that it rather lies than in the next shorter form.
const FORM: f32 = 60.0;
/// Points between places that are tried along an edge.
const STEP: f32 = 16.0;

/// Where it lies, and in which of these forms, the fullest first.
pub fn hides_nobody(forms: &[Vec2], among: &Among<'_>) -> (usize, Rect) {
    let bodies = || among.kept.iter().chain(among.others);
    let people: Vec<Rect> = bodies().copied().collect();
    let all: Vec<Rect> = bodies().chain(among.free.iter().take(MOST)).copied().collect();
    free(forms, among, &all).or_else(|| free(forms, among, &people)).unwrap_or_else(|| at_the_edge(forms, among))
}

/// The best place over none of these.
fn free(forms: &[Vec2], among: &Among<'_>, faces: &[Rect]) -> Option<(usize, Rect)> {
    let full = forms.first().copied().unwrap_or_default().max(Vec2::splat(1.0));
    let crowd = Crowd { page: among.room, tokens: &[], faces, taken: &[] };
    let found = forms.iter().enumerate().filter_map(|(form, size)| {
        let (lies, _) = nearest(among.about, *size, f32::INFINITY, &crowd)?;
        let short = (Vec2::splat(1.0) - *size / full) * SHORT;
        Some((short.x + short.y + FORM * form as f32 + gap(lies, among.about), form, lies))
    });
    let best = found.min_by(|(one, ..), (other, ..)| one.total_cmp(other));
    best.map(|(_, form, lies)| (form, lies))
}

/// The place at the edge of the room that hides least, in the shortest form: those that it is about least of all.
fn at_the_edge(forms: &[Vec2], among: &Among<'_>) -> (usize, Rect) {
    let room = among.room;
    let form = forms.len().saturating_sub(1);
    let size = forms.last().copied().unwrap_or_default().min(room.size());
    let (low, high) = (room.min, room.max - size);
    let along = |low: f32, high: f32| {
        let steps = ((high - low) / STEP).floor().max(0.0) as usize;
        (0..=steps).map(move |step| low + STEP * step as f32).chain([high])
    };
    let across = along(low.x, high.x).flat_map(|x| [pos2(x, low.y), pos2(x, high.y)]);
    let down = along(low.y, high.y).flat_map(|y| [pos2(low.x, y), pos2(high.x, y)]);
    let places = across.chain(down).map(|at| Rect::from_min_size(at, size));
    let over = |lies: Rect, all: &[Rect]| all.iter().map(|token| covered(lies, *token)).sum::<f32>();
    let fault = |lies: &Rect| {
        let must = covered(*lies, among.about) + over(*lies, among.kept);
        let hidden = 100.0 * must + 10.0 * over(*lies, among.others) + over(*lies, among.free);
        (hidden, gap(*lies, among.about))
    };
    let best = places.min_by(|one, other| {
        let ((hides, far), (other, farther)) = (fault(one), fault(other));
        hides.total_cmp(&other).then(far.total_cmp(&farther))
    });
    (form, best.unwrap_or(Rect::from_min_size(room.min, size)))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;

    /// Numbers for fields that nobody has arranged.
    fn below(seed: &mut u64, most: u32) -> f32 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((*seed >> 33) % u64::from(most.max(1))) as f32
    }

    /// Promise: in whatever crowd, a card lies within its room and hides nobody if it has such a place in any form; else it
    /// lies at the edge.
    #[test]
    fn a_card_hides_nobody_if_there_is_such_a_place() {
        let (mut clear, mut edge) = (0, 0);
        for field in 0..160_u64 {
            let seed = &mut (field * 7 + 1);
            let room = Rect::from_min_size(pos2(8.0, 70.0), vec2(500.0 + below(seed, 900), 260.0 + below(seed, 500)));
            let cell = 20.0 + below(seed, 50);
            let token = |seed: &mut u64| {
                let (x, y) = (below(seed, (room.width() / cell) as u32), below(seed, (room.height() / cell) as u32));
                Rect::from_min_size(room.min + vec2(x, y) * cell, Vec2::splat(cell))
            };
            let (about, acts) = (token(seed), [token(seed)]);
            let count = below(seed, 70) as usize;
            let others: Vec<Rect> = (0..count).map(|_| token(seed)).filter(|other| *other != about).collect();
            let scale = 1.0 + below(seed, 3) * 0.5;
            let forms = [vec2(300.0, 380.0) * scale, vec2(300.0, 200.0) * scale, vec2(260.0, 90.0) * scale];
            let among = Among { about, kept: &acts, free: &[], others: &others, room };
            let (_, lies) = hides_nobody(&forms, &among);
            assert!(room.expand(0.1).contains_rect(lies), "{field}: {lies:?} lies beyond {room:?}");
            let bodies = || others.iter().chain(&acts).chain([&about]);
            let hidden = bodies().filter(|token| token.shrink(0.1).intersects(lies.shrink(0.1))).count();
            if hidden == 0 {
                clear += 1;
                continue;
            }
            edge += 1;
            let is_edge = lies.left() < room.left() + 0.1
                || lies.right() > room.right() - 0.1
                || lies.top() < room.top() + 0.1
                || lies.bottom() > room.bottom() - 0.1;
            assert!(is_edge, "{field}: {lies:?} hides {hidden} in the middle of {room:?}");
            // Nowhere in it is there room for even the shortest form.
            let shortest = forms[2];
            for y in 0..=((room.height() - shortest.y).max(-1.0) as i32) {
                for x in 0..=((room.width() - shortest.x).max(-1.0) as i32) {
                    let place = Rect::from_min_size(room.min + vec2(x as f32, y as f32), shortest);
                    let is_free = bodies().all(|token| !token.intersects(place.shrink(0.1)));
                    assert!(!is_free || about.expand(3.0).intersects(place), "{field}: {place:?} would hide nobody");
                }
            }
        }
        assert!(clear > 60 && edge > 20, "{clear} clear, {edge} at the edge");
    }

    /// Promise: what would lie far off in full lies near in short.
    #[test]
    fn a_card_is_told_in_short_before_it_lies_far_away() {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(1000.0, 500.0));
        let about = Rect::from_center_size(pos2(300.0, 250.0), Vec2::splat(40.0));
        let rows = [140.0, 360.0].map(|y| Rect::from_min_max(pos2(0.0, y - 20.0), pos2(800.0, y + 20.0)));
        let among = Among { about, kept: &[], free: &[], others: &rows, room };
        let forms = [vec2(190.0, 400.0), vec2(190.0, 180.0)];
        let (form, lies) = hides_nobody(&forms, &among);
        assert!(form == 1 && gap(lies, about) < 10.0, "{form}: {lies:?}");
        let (form, _) = hides_nobody(&forms, &Among { others: &[], ..among });
        assert_eq!(form, 0);
    }
}
