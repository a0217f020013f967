//! Where a panel lies that tells of somebody on the field: beside them, over nobody where any form of it has such a place, as
//! near as can be; shorter or narrower where it would else lie far away, and at the edge of its room where it hides somebody
//! in every form. What is only of use where it is seen, the ground between those who fight, it leaves free where that is not dear.

use bevy_egui::egui::{Align2, Rect, Vec2, pos2, vec2};

use super::tokens::lay::{Crowd, nearest};

/// Points farther away that it rather lies than narrower or lower by all of its size.
const SHORT: Vec2 = vec2(240.0, 400.0);
/// It is tried at these shares of its height.
const HEIGHTS: [f32; 7] = [1.0, 0.9, 0.8, 0.71, 0.62, 0.48, 0.36];
/// No more places than this are kept free: where there are more of them they are all over the field.
const MOST: usize = 32;
/// Points between places that are tried.
const STEP: f32 = 16.0;
/// Points farther away that it rather lies than over the ground between those who fight.
const FIGHT: f32 = 260.0;
/// Points that one may lie over another and hides nothing of it.
const TOUCH: f32 = 0.1;

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

impl Among<'_> {
    /// Whom it is about, and who else has a part in it.
    fn meant(&self) -> impl Iterator<Item = Rect> {
        std::iter::once(self.about).chain(self.kept.iter().copied())
    }

    /// Everybody.
    fn people(&self) -> impl Iterator<Item = Rect> {
        self.meant().chain(self.others.iter().copied())
    }

    /// Everybody, and all that is left free where it can be.
    fn all(&self) -> impl Iterator<Item = Rect> {
        self.people().chain(self.free.iter().take(MOST).copied())
    }

    /// Whether a panel lies within the room there, and over nobody and nothing.
    pub fn is_clear(&self, lies: Rect) -> bool {
        self.room.expand(0.5).contains_rect(lies) && self.all().all(|token| !is_over(lies, token))
    }

    /// Whether a panel lies over somebody there.
    pub fn hides(&self, lies: Rect) -> bool {
        self.people().any(|token| is_over(lies, token))
    }

    /// The same place with so much more room below it as covers nobody.
    pub fn grown(&self, lies: Rect, high: f32) -> Rect {
        let below = Rect::from_x_y_ranges(lies.x_range(), lies.bottom()..=self.room.bottom().max(lies.bottom()));
        let first = self.people().filter(|token| is_over(below, *token)).map(|token| token.top());
        let end = first.fold(below.bottom(), f32::min).min(lies.top() + high);
        Rect::from_min_max(lies.min, pos2(lies.right(), end.max(lies.bottom())))
    }

    /// The same place with so much more room above it as covers nobody.
    pub fn raised(&self, lies: Rect, high: f32) -> Rect {
        let above = Rect::from_x_y_ranges(lies.x_range(), self.room.top().min(lies.top())..=lies.top());
        let last = self.people().filter(|token| is_over(above, *token)).map(|token| token.bottom());
        let start = last.fold(above.top(), f32::max).max(lies.bottom() - high);
        Rect::from_min_max(pos2(lies.left(), start.min(lies.top())), lies.max)
    }
}

/// The sizes that are tried for a panel of so many points that scrolls where it is low: none narrower than `least` of its width.
pub fn sizes(full: Vec2, least: f32) -> Vec<Vec2> {
    let widths = if least < 1.0 { vec![1.0, (1.0 + least) / 2.0, least] } else { vec![1.0] };
    let each = widths.into_iter().flat_map(|wide| HEIGHTS.map(|high| vec2(wide, high)));
    each.map(|share| full * share).collect()
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

/// Whether one covers anything of the other.
pub fn is_over(lies: Rect, token: Rect) -> bool {
    lies.shrink(TOUCH).intersect(token).is_positive()
}

/// Where a panel lies over nobody, and the form that it has of these; over nothing that is left free either, where that can be.
pub fn clear(forms: &[Vec2], among: &Among<'_>) -> Option<(usize, Rect)> {
    let free = |faces: Vec<Rect>| free(forms, among, &faces);
    free(among.all().collect()).or_else(|| free(among.people().collect()))
}

/// Where a panel lies, and the form that it has of these, the fullest first.
pub fn lies(forms: &[Vec2], among: &Among<'_>) -> (usize, Rect) {
    clear(forms, among).unwrap_or_else(|| {
        let (form, lies) = at_the_edge(forms, among);
        // Rather over anybody in the middle than over those that it is about.
        let hides = among.meant().any(|token| is_over(lies, token));
        let other = hides.then(|| free(forms, among, &among.meant().collect::<Vec<Rect>>())).flatten();
        other.unwrap_or((form, lies))
    })
}

/// The best place that covers nobody, and as little as can be of what is left free: what comes first there is covered last. None
/// where every place covers somebody, whatever form it has.
pub fn sparing(forms: &[Vec2], among: &Among<'_>) -> Option<(usize, Rect)> {
    let whole = among.free.len().min(MOST);
    let mut counts = std::iter::successors(Some(whole), |count| (*count > 0).then_some(count / 2));
    counts.find_map(|count| {
        let faces: Vec<Rect> = among.people().chain(among.free.iter().take(count).copied()).collect();
        free(forms, among, &faces)
    })
}

/// The first of these corners of a room in which something so large covers none of these.
pub fn free_corner(room: Rect, size: Vec2, corners: &[Align2], taken: &[Rect]) -> Option<Align2> {
    let is_free = |corner: &Align2| {
        let lies = corner.align_size_within_rect(size, room);
        !taken.iter().any(|other| other.intersects(lies))
    };
    corners.iter().copied().find(is_free)
}

/// How much dearer a form is than the fullest, in points. What is narrower may well be higher.
fn short(size: Vec2, full: Vec2) -> f32 {
    let short = (Vec2::splat(1.0) - size / full.max(Vec2::splat(1.0))).max(Vec2::ZERO) * SHORT;
    short.x + short.y
}

/// The same with how much dearer a place is than one right beside whom it is about.
fn price(lies: Rect, full: Vec2, about: Rect) -> f32 {
    short(lies.size(), full) + gap(lies, about)
}

/// The share of a panel that lies over some of these.
pub fn share(lies: Rect, fight: &[Rect]) -> f32 {
    let over = fight.iter().filter(|each| is_over(lies, **each)).map(|each| lies.intersect(*each).area());
    (over.sum::<f32>() / lies.area().max(1.0)).min(1.0)
}

/// Where a panel lies in one of these forms that would else lie `there`: beside the first of these parts of the field that it can
/// be beside without being much farther off or smaller, the more so the more of it lies over that part.
pub fn aside(there: Rect, forms: &[Vec2], among: &Among<'_>, fights: &[&[Rect]]) -> Rect {
    let full = forms.first().copied().unwrap_or_default();
    let beside = |fight: &&&[Rect]| {
        let most = price(there, full, among.about) + FIGHT * share(there, fight);
        let faces: Vec<Rect> = among.all().chain(fight.iter().copied()).collect();
        let found = free(forms, among, &faces).map(|(_, lies)| lies);
        found.filter(|lies| price(*lies, full, among.about) <= most)
    };
    fights.iter().filter(|fight| share(there, fight) > 0.0).find_map(|fight| beside(&fight)).unwrap_or(there)
}

/// The best place over none of these.
fn free(forms: &[Vec2], among: &Among<'_>, faces: &[Rect]) -> Option<(usize, Rect)> {
    let full = forms.first().copied().unwrap_or_default();
    let crowd = Crowd { page: among.room, tokens: &[], faces, taken: &[] };
    let mut best: Option<(f32, usize, Rect)> = None;
    for (form, size) in forms.iter().enumerate() {
        let short = short(*size, full);
        if best.is_some_and(|(least, ..)| short >= least) {
            continue;
        }
        let Some((lies, _)) = nearest(among.about, *size, f32::INFINITY, &crowd) else { continue };
        let cost = short + gap(lies, among.about);
        if best.is_none_or(|(least, ..)| cost < least) {
            best = Some((cost, form, lies));
        }
    }
    best.map(|(_, form, lies)| (form, lies))
}

/// The place that hides least, wherever it is: nobody it is about, then as few as can be of `own`, of everybody and of what is left
/// free; of such places the nearest in the fullest form.
pub fn hiding_least(forms: &[Vec2], among: &Among<'_>, own: &[Rect]) -> Rect {
    let room = among.room;
    let full = forms.first().copied().unwrap_or_default();
    let meant: Vec<Rect> = among.meant().collect();
    let free = among.free.get(..MOST).unwrap_or(among.free);
    let mut best: Option<([usize; 4], f32, Rect)> = None;
    for size in forms {
        let size = size.min(room.size());
        let (low, high, short) = (room.min, room.max - size, short(size, full));
        for at in along(low.y, high.y).flat_map(|y| along(low.x, high.x).map(move |x| pos2(x, y))) {
            let lies = Rect::from_min_size(at, size);
            let over = |all: &[Rect]| all.iter().filter(|token| is_over(lies, **token)).count();
            let (first, cost) = ([over(&meant), over(own)], short + gap(lies, among.about));
            // Most places are out before everybody has been looked at.
            if best.is_some_and(|([meant, own, ..], ..)| first > [meant, own]) {
                continue;
            }
            let hidden = [first[0], first[1], over(among.others), over(free)];
            if best.is_none_or(|(least, nearest, _)| hidden < least || hidden == least && cost < nearest) {
                best = Some((hidden, cost, lies));
            }
        }
    }
    best.map_or_else(|| Rect::from_min_size(room.min, full.min(room.size())), |(.., lies)| lies)
}

/// Places between these two, and at both.
fn along(low: f32, high: f32) -> impl Iterator<Item = f32> {
    let steps = ((high - low) / STEP).floor().max(0.0) as usize;
    (0..=steps).map(move |step| low + STEP * step as f32).chain([high])
}

/// The place at the edge of the room that hides fewest, those that it is about least of all; of such places the one in the
/// fullest form that lies nearest.
pub fn at_the_edge(forms: &[Vec2], among: &Among<'_>) -> (usize, Rect) {
    let room = among.room;
    let full = forms.first().copied().unwrap_or_default();
    let mut best: Option<((usize, usize, usize), f32, usize, Rect)> = None;
    for (form, size) in forms.iter().enumerate() {
        let size = size.min(room.size());
        let (low, high) = (room.min, room.max - size);
        let across = along(low.x, high.x).flat_map(|x| [pos2(x, low.y), pos2(x, high.y)]);
        let down = along(low.y, high.y).flat_map(|y| [pos2(low.x, y), pos2(high.x, y)]);
        let short = short(size, full);
        for lies in across.chain(down).map(|at| Rect::from_min_size(at, size)) {
            let over = |all: &[Rect]| all.iter().filter(|token| is_over(lies, **token)).count();
            let meant = among.meant().filter(|token| is_over(lies, *token)).count();
            let hidden = (meant, over(among.others), over(among.free.get(..MOST).unwrap_or(among.free)));
            let far = short + gap(lies, among.about);
            if best.is_none_or(|(least, nearest, ..)| hidden < least || hidden == least && far < nearest) {
                best = Some((hidden, far, form, lies));
            }
        }
    }
    let nowhere = || (0, Rect::from_min_size(room.min, full.min(room.size())));
    best.map_or_else(nowhere, |(_, _, form, lies)| (form, lies))
}

#[cfg(test)]
mod tests;
