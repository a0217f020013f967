//! Where a panel lies that tells of somebody on the field: beside them, over neither of those that it is about, nor over a way
//! or a place that one chooses from, and over as few others as can be.

mod clear;

use bevy_egui::egui::{Rect, Vec2, pos2, vec2};

use super::camera::View;
use crate::battle::{Id, Look};

pub use self::clear::hides_nobody;

/// Points between it and a token beside it, and above or below whom it is about, where a name lies.
const GAP: f32 = 10.0;
const NAME: f32 = 26.0;
/// Points farther away that it rather lies than over somebody else.
const HIDES: f32 = 80.0;
/// It lies over others rather than so much farther away.
const FAR: f32 = 110.0;
/// Points farther away that it rather lies than narrower or lower by all of its size.
const SHORT: Vec2 = vec2(240.0, 300.0);
/// The shares of its height at which it is tried.
const HEIGHTS: [f32; 5] = [1.0, 0.8, 0.62, 0.48, 0.36];
/// Nothing is worse than what is cut off, but what hides whom it is about.
const CUT: f32 = 1e5;
/// No more places than this are kept free: where there are more of them they are all over the field.
const MOST: usize = 32;

/// What a panel lies among.
#[derive(Clone, Debug)]
pub struct Among<'a> {
    /// Whom it tells of.
    pub about: Rect,
    /// Whom else it never covers: whoever acts, whoever brought it about.
    pub kept: &'a [Rect],
    /// What it leaves free where it can: a way, what one chooses from.
    pub free: &'a [Rect],
    /// Everybody else.
    pub others: &'a [Rect],
    /// Where it may lie.
    pub room: Rect,
}

/// The sizes at which a panel of so many points is tried that scrolls where it is low: no narrower than `least` of its width.
pub fn sizes(full: Vec2, least: f32) -> Vec<Vec2> {
    let widths = if least < 1.0 { vec![1.0, (1.0 + least) / 2.0, least] } else { vec![1.0] };
    let each = widths.into_iter().flat_map(|wide| HEIGHTS.map(|high| vec2(wide, high)));
    each.map(|share| full * share).collect()
}

/// Where a panel lies that is about `who` and, where there is one, `other`, in the best of these sizes; `free`: what it
/// leaves free where it can.
pub fn beside(
    look: Look<'_>,
    view: &View,
    sizes: &[Vec2],
    (who, others): (Id, &[Id]),
    (free, room): (&[Rect], Rect),
) -> Rect {
    let body = |id: Id| view.body(look.footprint(id));
    let is_meant = |id: &Id| *id == who || others.contains(id);
    let is_seen = |id: &Id| look.place(*id).present && look.is_in_play(*id) && !is_meant(id);
    let rest: Vec<Rect> = look.shown().filter(is_seen).map(body).collect();
    let kept: Vec<Rect> = others.iter().filter(|other| **other != who).map(|other| body(*other)).collect();
    let among = Among { about: body(who), kept: &kept, free, others: &rest, room };
    lies(sizes, &among).1
}

/// How far apart two rectangles lie.
pub fn gap(one: Rect, other: Rect) -> f32 {
    let apart = |low: f32, high: f32, from: f32, to: f32| (from - high).max(low - to).max(0.0);
    vec2(
        apart(one.left(), one.right(), other.left(), other.right()),
        apart(one.top(), one.bottom(), other.top(), other.bottom()),
    )
    .length()
}

/// What of the smaller of two rectangles is covered by the other.
fn covered(lies: Rect, token: Rect) -> f32 {
    let both = lies.intersect(token);
    if both.is_positive() { both.area() / token.area().max(1.0) } else { 0.0 }
}

/// Every place of this size within the room that touches something at either hand: wherever there is a free place at all,
/// one of these is free.
fn tried(size: Vec2, among: &Among<'_>) -> Vec<Rect> {
    let room = among.room;
    let size = size.min(room.size());
    let about = among.about;
    let (mut columns, mut rows) = (vec![room.left(), room.right() - size.x], vec![room.top(), room.bottom() - size.y]);
    let held = |from: f32, low: f32, high: f32| from.min(high).max(low);
    columns.extend([about.center().x - size.x / 2.0, about.left(), about.right() - size.x]);
    rows.extend([about.center().y - size.y / 2.0, about.top(), about.bottom() - size.y]);
    rows.extend([about.bottom() + NAME, about.top() - NAME - size.y]);
    for token in std::iter::once(&about).chain(among.kept).chain(among.free.iter().take(MOST)) {
        for gap in [GAP, 0.0] {
            columns.extend([token.right() + gap, token.left() - gap - size.x]);
            rows.extend([token.bottom() + gap, token.top() - gap - size.y]);
        }
    }
    let settle = |all: &mut Vec<f32>, low: f32, high: f32| {
        all.iter_mut().for_each(|from| *from = held(*from, low, high.max(low)));
        all.sort_by(f32::total_cmp);
        all.dedup();
    };
    settle(&mut columns, room.left(), room.right() - size.x);
    settle(&mut rows, room.top(), room.bottom() - size.y);
    let place = |x: &f32, y: &f32| Rect::from_min_size(pos2(*x, *y), size);
    columns.iter().flat_map(|x| rows.iter().map(|y| place(x, y))).collect()
}

/// Where it lies, and in which of these sizes: near whom it is about, over nobody who is kept where any size has such a place.
pub fn lies(sizes: &[Vec2], among: &Among<'_>) -> (usize, Rect) {
    let full = sizes.first().copied().unwrap_or_default().max(Vec2::splat(1.0));
    let mut best: Option<((i64, i64), usize, Rect)> = None;
    for (index, size) in sizes.iter().enumerate() {
        let short = (vec2(1.0, 1.0) - *size / full) * SHORT;
        for rect in tried(*size, among) {
            let off = gap(rect, among.about);
            // What is cut off at the edge of the room is not read.
            let cut = (size.x - rect.width()).max(size.y - rect.height()).max(0.0);
            let so_far = short.x + short.y + off + if cut > 1.0 { CUT } else { 0.0 };
            // What is farther away than the best cannot be better.
            if best.as_ref().is_some_and(|((fault, _), ..)| so_far.round() as i64 > *fault) {
                continue;
            }
            let over = |all: &[Rect]| all.iter().map(|token| covered(rect, *token)).sum::<f32>();
            let must = over(among.kept) + covered(rect, among.about);
            let hit = |all: &[Rect]| all.iter().filter(|token| covered(rect, **token) > 0.0).count() as f32;
            let must = if must > 0.0 { 1e6 * (1.0 + must) } else { 0.0 };
            let should = over(among.free.get(..MOST.min(among.free.len())).unwrap_or_default());
            let should = if should > 0.0 { 1e4 + 1e3 * should } else { 0.0 };
            let hides = (HIDES * over(among.others) + 4.0 * hit(among.others)).min(FAR);
            // Of places that are as good the one in whose middle it lies, away from the other.
            let middle = (rect.center() - among.about.center()).length();
            let away = among.kept.first().map_or(0.0, |other| (rect.center() - other.center()).length());
            let rank = ((so_far + must + should + hides).round() as i64, (middle - away * 0.5).round() as i64);
            if best.as_ref().is_none_or(|(other, ..)| rank < *other) {
                best = Some((rank, index, rect));
            }
        }
    }
    let none = || (0, Rect::from_min_size(among.room.min, full.min(among.room.size())));
    best.map_or_else(none, |(_, index, rect)| (index, rect))
}

#[cfg(test)]
mod tests;
