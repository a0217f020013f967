//! The card of a question: how large it would be, among whom it lies, and where. It hides nobody whom it is about; as far as it
//! can it lies beside the ground between those who fight, which is what one looks at while one chooses.

use bevy_egui::egui::{Rect, Vec2, pos2, vec2};

use crate::overlay::place::{self, Among};

/// Points between a question and the rim of its room.
pub(super) const RIM: f32 = 8.0;
/// A question takes no more than this share of the field.
pub const SHARE: f32 = 1.0 / 3.0;
/// A question is no lower than this share of its height.
const LOWEST: f32 = 0.42;
/// A question within so many points of whoever is asked is rather whole than nearer.
const NEAR: f32 = 360.0;
/// A question that would be lower than this share of its height makes drawers go.
const FAIR: f32 = 0.6;
/// A question with room for what is unfolded lies over no more of the ground between those who fight than this share of it.
const MUCH: f32 = 0.35;
/// A question unfolds upwards into no less room than this share of its height.
const ENOUGH: f32 = 0.5;
/// It unfolds over others rather than into less room than this share.
const LITTLE: f32 = 0.25;
/// It unfolds within the field where that leaves room for so many times the height of its head.
const WITHIN: f32 = 1.5;
/// Points farther away that a question rather lies than without room for what is unfolded.
const UNFOLDS: f32 = 80.0;

/// The card of a question: how large it would be, and among whom it lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// How large it would be.
    pub size: Vec2,
    /// It is no narrower than this share of that.
    pub least: f32,
    /// How much room is kept for its other answers before they are unfolded.
    pub unfolds: f32,
    /// How much higher it is once they are.
    pub opens: f32,
    /// How high it is down to the end of the answers that are in sight however little room there is, with what unfolds the others.
    pub head: f32,
    /// How high it would be if fewer answers lay open, where they may.
    pub fewer: Option<f32>,
    /// Who is asked.
    pub about: Rect,
    /// Who brought it about, whom it befalls, whose turn it is.
    pub kept: Vec<Rect>,
    /// Those whom one chooses from, and squares.
    pub free: Vec<Rect>,
    /// Everybody else.
    pub others: Vec<Rect>,
    /// Those of them who are of the side that is asked.
    pub own: Vec<Rect>,
    /// Where a blow goes that it is about.
    pub line: Vec<Rect>,
    /// What is pressed below the field while it is put.
    pub switch: Option<Rect>,
    /// Where the last question lay that was put there.
    pub before: Option<Rect>,
}

impl Card {
    /// How large a question may be over this field that would be so wide, where it takes no more than this area, and is no higher
    /// than this room.
    pub fn most(field: Rect, wide: f32, (area, high): (f32, f32)) -> Vec2 {
        let wide = wide.min(field.width() * 0.5).max(1.0);
        vec2(wide, (area / wide).min(high - 2.0 * RIM))
    }

    /// Whether it would lie over somebody it is about, or over what is pressed.
    pub(super) fn hides(&self, rect: Rect) -> bool {
        let mut all = std::iter::once(&self.about).chain(&self.kept).chain(&self.free).chain(&self.switch);
        all.any(|token| place::is_over(rect, *token))
    }

    /// How many of one's own and of all others it would lie over: the fewer of one's own, the better, whatever else it hides.
    fn hidden(&self, rect: Rect) -> (usize, usize) {
        let over = |all: &[Rect]| all.iter().filter(|other| place::is_over(rect, **other)).count();
        (over(&self.own), over(&self.others))
    }

    /// Whole where the last one lay that was put beside the same token: with the same corner at the top, or on the same side of
    /// them; where that hides somebody now it lies elsewhere.
    fn again(&self, room: Rect) -> Option<Rect> {
        let (before, never) = (self.before?, self.never());
        let among = self.among(room, &never);
        let sizes = [vec2(self.size.x, self.size.y + self.unfolds), self.size];
        let about = self.about;
        // The corner that is nearest to them stays where it was.
        let near = |size: Vec2| {
            let x = if before.right() <= about.left() { before.right() - size.x } else { before.left() };
            let y = if before.bottom() <= about.top() { before.bottom() - size.y } else { before.top() };
            pos2(x, y)
        };
        let places =
            sizes.into_iter().flat_map(|size| [before.min, near(size)].map(|at| Rect::from_min_size(at, size)));
        // What is smaller now may end as much farther away.
        let smaller = (before.size() - self.size).max(Vec2::ZERO).length();
        let far = place::gap(before, about).max(NEAR) + smaller;
        let mut places = places.filter(|lies| place::gap(*lies, about) <= far && among.is_clear(*lies));
        places.next()
    }

    /// How high all of it is at this width: what is narrower has the more lines.
    fn high(&self, wide: f32) -> f32 {
        self.size.y * (self.size.x / wide.max(1.0)).max(1.0)
    }

    /// Whether not all of it is seen at this size.
    fn scrolls(&self, size: Vec2) -> bool {
        size.y < self.high(size.x) - 1.0
    }

    /// The sizes that it can have: what is likeliest is in sight in all of them.
    fn sizes(&self) -> Vec<Vec2> {
        let mut sizes = place::sizes(self.size, self.least);
        let more = |size: Vec2| self.high(size.x) / self.size.y.max(1.0);
        sizes.iter_mut().for_each(|size| size.y *= more(*size));
        let head = |size: Vec2| (self.head * more(size)).min(self.size.y);
        sizes.retain(|size| size.y >= head(*size).max(self.size.y * LOWEST));
        sizes
    }

    /// The ground between all who are about.
    fn fight(&self) -> Rect {
        let all = self.kept.iter().chain(&self.free).chain(&self.others);
        all.fold(self.about, |fight, each| fight.union(*each))
    }

    /// Where it lies in this room, with what it grows by below it; and whether it is whole there, and hides nobody it is about.
    /// Where it would scroll, hide anybody or lie over the way of a blow there it has room in this strip below it, too. Rather
    /// fewer answers lie open than that it hides somebody.
    pub(super) fn lies(&self, room: Rect, strip: Rect) -> (Rect, bool) {
        let there = self.with_all(room, strip);
        let hidden = |(rect, _): (Rect, bool)| (self.hides(rect), self.hidden(rect));
        let Some(fewer) = self.fewer.filter(|_| hidden(there) != (false, (0, 0))) else { return there };
        let lower = Self { size: vec2(self.size.x, fewer), unfolds: 0.0, fewer: None, ..self.clone() };
        let other = lower.with_all(room, strip);
        if hidden(other) < hidden(there) && !lower.scrolls(other.0.size()) { other } else { there }
    }

    /// The same with all answers that lie open.
    fn with_all(&self, room: Rect, strip: Rect) -> (Rect, bool) {
        let end = pos2(room.right().min(strip.right()), room.bottom().max(strip.bottom()));
        let [room, deep] = [room, Rect::from_min_max(room.min, end)].map(|room| room.shrink(RIM));
        if let Some(again) = [deep, room].into_iter().find_map(|room| self.again(room)) {
            return (again, true);
        }
        let rank = |(rect, is_whole): (Rect, bool)| {
            let ((own, all), is_over) = (self.hidden(rect), place::share(rect, &self.line) > 0.0);
            (self.hides(rect), !is_whole, self.scrolls(rect.size()), own, all, is_over)
        };
        let never = self.never();
        let high = self.anew(&self.among(room, &never));
        if rank(high) == (false, false, false, 0, 0, false) {
            return high;
        }
        let deeper = self.anew(&self.among(deep, &never));
        if rank(deeper) < rank(high) { deeper } else { high }
    }

    /// The same place with so much more of this field, and of this strip below it, as its other answers take, over nobody: below
    /// it, or above it where there is more, as there is over somebody's head, and enough for some of them to be in sight. Where
    /// that is next to nothing it grows over others, too. What lies in the field itself leaves what is below it in sight, if it is
    /// not too low for that: its answers scroll.
    pub(super) fn grown(&self, lies: Rect, field: Rect, strip: Rect) -> Rect {
        let within = self.grown_in(lies, field);
        let is_enough = lies.bottom() <= field.bottom() && within.height() >= self.head * WITHIN;
        if is_enough { within } else { self.grown_in(lies, field.union(strip)) }
    }

    /// The same in this room.
    fn grown_in(&self, lies: Rect, room: Rect) -> Rect {
        let (never, high) = (self.never(), self.high(lies.width()) + self.opens);
        let is_by = |grown: Rect, share: f32| grown.height() - lies.height() >= self.opens.min(self.size.y * share);
        let grown = |others: &[Rect]| {
            let among = Among { others, ..self.among(room.shrink(RIM), &never) };
            let (below, above) = (among.grown(lies, high), among.raised(lies, high));
            if is_by(above, ENOUGH) && above.height() > below.height() + 1.0 { above } else { below }
        };
        let clear = grown(&self.others);
        if is_by(clear, LITTLE) { clear } else { grown(&[]) }
    }

    /// Where it lies that would hide some of one's own there: where it hides as few of them as can be, and as whole.
    fn rather_others(&self, there: Rect, sizes: &[Vec2], among: &Among<'_>) -> Rect {
        let hidden = |rect: Rect| (self.hides(rect), self.hidden(rect));
        if self.hidden(there).0 == 0 || sizes.is_empty() {
            return there;
        }
        let other = place::hiding_least(sizes, among, &self.own);
        if hidden(other) < hidden(there) { other } else { there }
    }

    /// What it covers never, beside whoever is asked.
    fn never(&self) -> Vec<Rect> {
        self.kept.iter().chain(&self.switch).copied().collect()
    }

    fn among<'a>(&'a self, room: Rect, never: &'a [Rect]) -> Among<'a> {
        Among { about: self.about, kept: never, free: &self.free, others: &self.others, room }
    }

    /// Where it lies among these, wherever the last one lay.
    fn anew(&self, among: &Among<'_>) -> (Rect, bool) {
        let room = among.room;
        let full = vec2(self.size.x, self.size.y + self.unfolds);
        if self.unfolds >= 1.0 {
            let (_, lies) = place::lies(&[full], among);
            let is_near = place::gap(lies, self.about) <= UNFOLDS && (lies.size() - full).length() < 1.0;
            let is_aside = place::share(lies, &self.line) <= 0.0 && place::share(lies, &[self.fight()]) <= MUCH;
            if is_near && is_aside && among.is_clear(lies) {
                return (lies, true);
            }
        }
        // All of it is read at once unless that hides somebody, or lies far off: rather narrower than over anybody at all.
        let sizes = self.sizes();
        let whole = |sizes: &[Vec2]| {
            let (_, lies) = place::lies(sizes, among);
            let is_near = place::gap(lies, self.about) <= NEAR;
            (is_near && !self.hides(lies) && !self.scrolls(lies.size())).then_some(lies)
        };
        let high: Vec<Vec2> = sizes.iter().copied().filter(|size| !self.scrolls(*size)).collect();
        let broad = whole(&[self.size]);
        let clear = broad.filter(|lies| self.hidden(*lies) == (0, 0));
        let narrow = || whole(&high).filter(|lies| self.hidden(*lies) == (0, 0));
        // Rather over others, and rather far off, than that somebody must scroll before they see what they can answer.
        let over_others = |room: Rect| {
            let lies = place::hiding_least(&high, &Among { room, ..among.clone() }, &self.own);
            (!self.hides(lies) && !self.scrolls(lies.size())).then_some(lies)
        };
        let near = room.intersect(self.about.expand2(self.size + Vec2::splat(NEAR)));
        let small = clear.or_else(narrow).or(broad).or_else(|| over_others(near)).or_else(|| over_others(room));
        let small = small.unwrap_or_else(|| place::lies(&sizes, among).1);
        // It does not scroll for the sake of others, or of the ground between those who fight.
        let high = if self.scrolls(small.size()) { sizes } else { high };
        let small = self.rather_others(small, &high, among);
        let small = place::aside(small, &high, among, &[&[self.fight()], &self.line]);
        let is_wide = small.width() >= self.size.x * self.least - 1.0;
        let is_whole = is_wide && small.height() >= self.size.y * FAIR && !self.hides(small);
        if self.unfolds < 1.0 {
            return (small, is_whole);
        }
        let is_over = |rect: Rect| self.hides(rect) || self.hidden(rect) > self.hidden(small);
        let fits = |rect: Rect| room.expand(0.5).contains_rect(rect) && !is_over(rect);
        let below = Rect::from_min_size(small.min, small.size() + vec2(0.0, self.unfolds));
        if fits(below) {
            return (below, is_whole);
        }
        let (_, other) = place::lies(&[full], among);
        let is_near = place::gap(other, self.about) <= place::gap(small, self.about) + UNFOLDS;
        let is_full = other.height() > full.y - 1.0 && other.width() > full.x - 1.0;
        let is_aside = place::share(other, &[self.fight()]) <= place::share(small, &[self.fight()]) + 0.05;
        if is_full && is_near && is_aside && fits(other) { (other, true) } else { (small, is_whole) }
    }
}

#[cfg(test)]
mod tests;
