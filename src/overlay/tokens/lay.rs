//! Where words about those on the field go, all of them laid out together: over no other word and over nobody's face or
//! letters where there is any room near whoever they are about; else in short, else not at all. What does not lie right beside
//! whom it is about has a thread to them.

use std::cell::RefCell;
use std::collections::HashMap;

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// Points between words and whom they are about.
pub const GAP: f32 = 2.0;
/// Points between words and other words.
const APART: f32 = 1.0;
/// So little of each other two may cover.
const TOUCH: f32 = 0.01;
/// Words need a thread unless they lie so many points nearer to their own than to anybody else.
const CLEAR: f32 = 4.0;
/// What it costs to need a thread, and to lead it over somebody, in points of distance.
const THREAD: f32 = 8.0;
const CROSSED: f32 = 10.0;
/// What it costs to lie neither straight above or below nor straight beside whom it is about, in points for each.
const ASIDE: f32 = 0.2;
/// What it costs to lie below, at the right and at the left, in points: above is best.
const BELOW: f32 = 0.4;
const RIGHT: f32 = 0.8;
const LEFT: f32 = 1.2;

/// Points farther off, and as good as a thread, that words rather lie than over the rim of anybody else.
const RIM: f32 = 24.0;

/// So many places are kept.
const KEPT: usize = 256;

/// Words that want a place.
#[derive(Clone, Copy, Debug)]
pub struct Want {
    /// Whom they are about.
    pub about: Rect,
    /// How large they are in full.
    pub full: Vec2,
    /// How large they are in short, if they can be told in short.
    pub short: Option<Vec2>,
    /// How far they may lie from whoever they are about.
    pub reach: f32,
}

/// Where words lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Laid {
    /// Their room.
    pub room: Rect,
    /// Whether there is only room for them in short.
    pub is_short: bool,
    /// From whom they are about to them, where they do not lie right beside.
    pub thread: Option<[Pos2; 2]>,
}

/// What words lie among.
#[derive(Clone, Copy, Debug)]
pub struct Crowd<'a> {
    /// Where they may lie.
    pub page: Rect,
    /// Everybody.
    pub tokens: &'a [Rect],
    /// What of everybody is to be seen: faces, letters, figures.
    pub faces: &'a [Rect],
    /// Where something is to be read already.
    pub taken: &'a [Rect],
}

/// Where all of these lie: those before go before those after.
pub fn lay(wants: &[Want], crowd: &Crowd<'_>) -> Vec<Option<Laid>> {
    let mut taken = crowd.taken.to_vec();
    let next = |want: &Want| {
        let laid = one(want, &Crowd { taken: &taken, ..*crowd });
        taken.extend(laid.map(|laid| laid.room));
        laid
    };
    wants.iter().map(next).collect()
}

/// Where one of them lies.
fn one(want: &Want, crowd: &Crowd<'_>) -> Option<Laid> {
    let forms = [Some(want.full), want.short].into_iter().zip([false, true]);
    let mut found = forms.filter_map(|(size, is_short)| {
        let (room, thread) = nearest(want.about, size?, want.reach, crowd)?;
        Some(Laid { room, is_short, thread })
    });
    found.next()
}

/// A place, and the thread to there if it needs one.
type Place = (Rect, Option<[Pos2; 2]>);

/// What was looked for once, and what was found.
struct Found {
    among: [Vec<Rect>; 3],
    lies: Option<Place>,
}

thread_local! {
    /// Places that were found lately, by what was to be laid, whoever it is about and the page: where nobody moves none is looked
    /// for in every frame.
    static FOUND: RefCell<HashMap<[[u32; 4]; 3], Found>> = RefCell::default();
}

impl Crowd<'_> {
    /// All that a place hangs on, beside what is to be laid.
    const fn among(&self) -> [&[Rect]; 3] {
        [self.tokens, self.faces, self.taken]
    }
}

/// The best free place of this size no farther than `reach` from whoever it is about.
pub fn nearest(about: Rect, size: Vec2, reach: f32, crowd: &Crowd<'_>) -> Option<Place> {
    let ends = |rect: Rect| [rect.min.x, rect.min.y, rect.max.x, rect.max.y];
    let of = [ends(about), [size.x, size.y, reach, 0.0], ends(crowd.page)].map(|each| each.map(f32::to_bits));
    let is_same = |found: &&Found| found.among.iter().eq(crowd.among());
    let known = FOUND.with_borrow(|all| all.get(&of).filter(is_same).map(|found| found.lies));
    known.unwrap_or_else(|| {
        let lies = search(about, size, reach, crowd);
        FOUND.with_borrow_mut(|all| {
            if all.len() >= KEPT {
                all.clear();
            }
            all.insert(of, Found { among: crowd.among().map(<[Rect]>::to_vec), lies });
        });
        lies
    })
}

fn search(about: Rect, size: Vec2, reach: f32, crowd: &Crowd<'_>) -> Option<Place> {
    let (cost, near) = sought(about, size, reach, (crowd, &[]))?;
    let is_other = |token: &&Rect| token.center() != about.center();
    let others: Vec<Rect> = crowd.tokens.iter().filter(is_other).copied().collect();
    if !others.iter().any(|token| token.intersects(near.0.shrink(TOUCH))) {
        return Some(near);
    }
    let clear = sought(about, size, reach, (crowd, &others)).filter(|(dear, _)| *dear <= cost + RIM);
    Some(clear.map_or(near, |(_, clear)| clear))
}

/// The best place that covers none of these either, and what it costs.
fn sought(about: Rect, size: Vec2, reach: f32, (crowd, others): (&Crowd<'_>, &[Rect])) -> Option<(f32, Place)> {
    let page = crowd.page;
    // Its corner goes no farther than this.
    let low = (about.min - size - Vec2::splat(reach)).max(page.min);
    let high = (about.max + Vec2::splat(reach)).min(page.max - size);
    if low.x > high.x || low.y > high.y {
        return None;
    }
    let around = Rect::from_min_max(low, high + size);
    let own = about.expand(GAP);
    let taken = crowd.taken.iter().map(|words| words.expand(APART));
    let all = crowd.faces.iter().copied().chain(taken).filter(|other| other.intersects(around));
    let mut bars: Vec<Rect> = all.chain([own]).collect();
    let seen = bars.clone();
    bars.extend(others.iter().filter(|other| other.intersects(around)));
    bars.sort_by(|one, other| one.left().total_cmp(&other.left()));
    let ideal = vec2(about.center().x - size.x / 2.0, about.center().y - size.y / 2.0);
    // Wherever there is a free place, one lies at the edge of something.
    let mut rows: Vec<f32> = vec![low.y, high.y, ideal.y];
    rows.extend(bars.iter().flat_map(|bar| [bar.bottom(), bar.top() - size.y]));
    rows.retain(|row| (low.y..=high.y).contains(row));
    let apart = |row: f32| (about.top() - row - size.y).max(row - about.bottom()).max(0.0);
    rows.sort_by(|one, other| apart(*one).total_cmp(&apart(*other)).then(one.total_cmp(other)));
    rows.dedup();
    let mut best: Option<(f32, Rect, Option<[Pos2; 2]>)> = None;
    for row in rows {
        if best.is_some_and(|(cost, ..)| apart(row) >= cost) {
            break;
        }
        for left in free(row, size, (low.x, high.x), ideal.x, &bars) {
            let room = Rect::from_min_size(pos2(left, row), size);
            let mut cost = ranked(room, about);
            // A thread makes no place better.
            if best.is_some_and(|(least, ..)| cost >= least) {
                continue;
            }
            let thread = thread(room, about, crowd.tokens);
            if let Some(ends) = thread {
                let crossed = seen.iter().filter(|bar| **bar != own && is_crossed(**bar, ends)).count();
                cost += THREAD + CROSSED * crossed as f32;
            }
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, room, thread));
            }
        }
    }
    best.map(|(cost, room, thread)| (cost, (room, thread)))
}

/// The free places of a row that lie nearest to the best one: one at either hand of it, or the best one itself. `bars`: from the
/// left to the right.
fn free(row: f32, size: Vec2, (low, high): (f32, f32), ideal: f32, bars: &[Rect]) -> impl Iterator<Item = f32> {
    let is_level = |bar: &&Rect| bar.top() < row + size.y - TOUCH && bar.bottom() > row + TOUCH;
    let shut: Vec<(f32, f32)> = bars.iter().filter(is_level).map(|bar| (bar.left() - size.x, bar.right())).collect();
    let ideal = ideal.clamp(low, high);
    let is_within = |(from, to): &(f32, f32), at: f32| *from + TOUCH < at && at < *to - TOUCH;
    // To the right past everything that is in the way, and to the left.
    let mut right = ideal;
    for bar in &shut {
        if is_within(bar, right) {
            right = bar.1;
        }
    }
    let mut left = ideal;
    let mut is_moved = true;
    while std::mem::take(&mut is_moved) {
        for bar in shut.iter().rev().filter(|bar| bar.0 < bar.1) {
            if is_within(bar, left) {
                (left, is_moved) = (bar.0, true);
            }
        }
    }
    let both = [Some(right).filter(|at| *at <= high), Some(left).filter(|at| *at >= low && *at != right)];
    both.into_iter().flatten()
}

/// How good a place is, the less the better.
fn ranked(room: Rect, about: Rect) -> f32 {
    let apart = |low: f32, high: f32, from: f32, to: f32| (from - high).max(low - to).max(0.0);
    let across = apart(room.left(), room.right(), about.left(), about.right());
    let down = apart(room.top(), room.bottom(), about.top(), about.bottom());
    let off = (room.center() - about.center()).abs();
    let side = match () {
        () if across > 0.0 && room.left() >= about.right() => RIGHT,
        () if across > 0.0 => LEFT,
        () if room.top() >= about.bottom() => BELOW,
        () => 0.0,
    };
    across.hypot(down) + ASIDE * off.x.min(off.y) + side
}

/// A thread to words that do not lie right beside whom they are about, or lie nearer to somebody else.
pub fn thread(room: Rect, about: Rect, tokens: &[Rect]) -> Option<[Pos2; 2]> {
    let (middle, own) = (room.center(), about.center());
    let is_near = about.expand(GAP * 2.0).intersects(room);
    let far = (middle - own).length() + CLEAR;
    let is_nearest = tokens.iter().all(|other| other.center() == own || (middle - other.center()).length() >= far);
    if is_near && is_nearest {
        return None;
    }
    let end = own.clamp(room.min, room.max);
    let along = end - own;
    let rim = about.width().min(about.height()) * 0.38;
    Some([own + along.normalized() * rim.min(along.length()), end])
}

/// Whether a line leads over something.
pub fn is_crossed(bar: Rect, [from, to]: [Pos2; 2]) -> bool {
    let along = to - from;
    let mut share = (0.0_f32, 1.0_f32);
    for (from, along, low, high) in
        [(from.x, along.x, bar.left(), bar.right()), (from.y, along.y, bar.top(), bar.bottom())]
    {
        if along.abs() < TOUCH {
            if from <= low || from >= high {
                return false;
            }
            continue;
        }
        let (one, other) = ((low - from) / along, (high - from) / along);
        share = (share.0.max(one.min(other)), share.1.min(one.max(other)));
    }
    share.0 < share.1
}

#[cfg(test)]
mod tests;
