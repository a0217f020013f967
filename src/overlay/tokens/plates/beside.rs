//! What is told beside a place: over nothing where that can be; words that matter less give way where it would else lie far off.

use std::sync::Arc;

use bevy_egui::egui::{Galley, Painter, Rect, Vec2, pos2, vec2};

use super::lay;
use super::{MARGIN, Plate, Plates, Words};
use crate::overlay::place::{self, Among, gap, is_over};
use crate::overlay::tokens::marks::{EDGE, led, worded};
use crate::overlay::{hud, theme};

/// It is tried in these shares of its width where it has no room else.
const SHARES: [f32; 3] = [1.0, 0.6, 0.4];
/// Points from a place, at the usual size of text, beyond which what is told of it rather lies over words that matter less.
const NEARBY: f32 = 24.0;

impl Plates {
    /// Keeps all that is told of places within a room.
    pub fn keep_within(&mut self, room: Rect) {
        self.open = room.intersect(self.page.shrink(MARGIN));
    }

    /// A panel lies there: what is told of a place lies below none.
    pub fn cover(&mut self, panel: Rect) {
        self.panels.push(panel);
    }

    /// The room of what was told of a place first: no card lies over it.
    pub const fn noted(&self) -> Option<Rect> {
        self.noted
    }

    /// Says something about a place where it is read however crowded the field is: over neither the place nor `kept`, nor
    /// over anybody, nor what is to be read already, nor `free` where that can be, and never beyond the field; where something
    /// leads it, below that in larger letters. As much room is taken up as `room` needs, so that it lies where it lay when its words
    /// change: that room.
    pub fn lay(
        &mut self,
        painter: &Painter,
        (about, kept, free): (Rect, &[Rect], &[Rect]),
        (lead, words): (&str, Words<'_>),
        room: &str,
    ) -> Rect {
        let (lies, room, text) = self.placed(painter, (about, kept, free), (lead, &words), room);
        let thread = lay::thread(lies, about, &self.tokens);
        self.laid.retain(|each| !each.gives_way || !is_over(room, each.lies));
        self.taken.push(room);
        self.laid.push(Plate { lies, text, colour: words.plate, thread, gives_way: false });
        self.noted = self.noted.or(Some(room));
        room
    }

    /// Where it lies, within which room, and what is said there.
    fn placed(
        &self,
        painter: &Painter,
        (about, kept, free): (Rect, &[Rect], &[Rect]),
        (lead, words): (&str, &Words<'_>),
        room: &str,
    ) -> (Rect, Rect, Arc<Galley>) {
        // The card gives way to what is told first.
        let card = hud::lying(painter.ctx(), "card").filter(|_| self.noted.is_none());
        let is_read = |each: &&Rect| Some(**each) != card;
        let kept: Vec<Rect> = kept.iter().filter(is_read).copied().collect();
        let letters = self.letters.iter().map(|each| each.room);
        let taken = self.taken.iter().chain(&self.panels).filter(is_read).copied();
        let all: Vec<Rect> = self.tokens.iter().copied().chain(letters).chain(taken).collect();
        let wide = self.open.width();
        let size = |text: &Arc<Galley>| (text.size() + EDGE * 2.0).ceil();
        let alone = |line: &str| worded(painter, line, wide).size().x;
        let widest = room.lines().map(alone).fold(0.0, f32::max);
        let laid = |text: &str| led(painter, (lead, text), wide);
        let full = laid(words.full);
        let kept_for = if room.is_empty() { Vec2::ZERO } else { size(&laid(room)) };
        let whole = size(&full).max(vec2(widest + EDGE.x * 2.0, 0.0).ceil()).max(kept_for);
        let short = words.short.map(laid).map(|text| (size(&text), text));
        let usual: Vec<(Vec2, Arc<Galley>)> = std::iter::once((whole, full.clone())).chain(short).collect();
        let among = Among { about, kept: &kept, free, others: &all, room: self.open };
        let near = NEARBY * theme::scale(painter.ctx());
        let sizes: Vec<Vec2> = usual.iter().map(|(size, _)| *size).collect();
        if let Some((form, room)) = self.found(&sizes, &among, near) {
            return fits((form, room), &usual, (about, full));
        }
        // In fewer letters a line, and at last no more than its first line, rather than below a panel.
        let first = if lead.is_empty() { words.full.lines().next().unwrap_or_default() } else { "" };
        let slim = |share: f32| {
            let laid = |text: &str| led(painter, (lead, text), wide * share);
            let reserved = if room.is_empty() { Vec2::ZERO } else { size(&laid(room)) };
            let full = laid(words.full);
            let short = words.short.map(laid).map(|text| (size(&text), text));
            std::iter::once((size(&full).max(reserved), full)).chain(short).collect::<Vec<_>>()
        };
        let least = SHARES.into_iter().map(|share| led(painter, (lead, first), wide * share));
        let least = least.map(|text| (size(&text), text));
        let all_forms = usual.into_iter().chain(SHARES.into_iter().skip(1).flat_map(slim)).chain(least);
        let mut forms: Vec<(Vec2, Arc<Galley>)> = all_forms.collect();
        let is_within = |size: &Vec2| size.x <= self.open.width() && size.y <= self.open.height();
        if forms.iter().any(|(size, _)| is_within(size)) {
            forms.retain(|(size, _)| is_within(size));
        }
        let sizes: Vec<Vec2> = forms.iter().map(|(size, _)| *size).collect();
        let firm = self.firm(&all);
        let panels = self.panels.iter().filter(is_read).copied();
        let kept: Vec<Rect> = kept.iter().copied().chain(panels).collect();
        let found = place::lies(&sizes, &Among { others: &firm, kept: &kept, ..among });
        fits(found, &forms, (about, full))
    }

    /// What does not give way to it.
    fn firm(&self, all: &[Rect]) -> Vec<Rect> {
        let is_firm = |other: &&Rect| !self.laid.iter().any(|each| each.gives_way && each.lies == **other);
        all.iter().filter(is_firm).copied().collect()
    }

    /// Where one of these forms lies over nobody and nothing, and which.
    fn found(&self, forms: &[Vec2], among: &Among<'_>, near: f32) -> Option<(usize, Rect)> {
        let beside = place::clear(forms, among);
        let far = |(_, lies): &(usize, Rect)| gap(*lies, among.about);
        if beside.as_ref().is_some_and(|found| far(found) <= near) {
            return beside;
        }
        // What matters less gives way.
        let firm = self.firm(among.others);
        let over = place::clear(forms, &Among { others: &firm, ..*among });
        [beside, over].into_iter().flatten().min_by(|one, other| far(one).total_cmp(&far(other)))
    }
}

/// Where the words of one of these forms lie within the room that was found for it, that room, and the words: all where there is no
/// such form.
fn fits(
    (form, room): (usize, Rect),
    forms: &[(Vec2, Arc<Galley>)],
    (about, all): (Rect, Arc<Galley>),
) -> (Rect, Rect, Arc<Galley>) {
    let text = forms.get(form).map_or(all, |(_, text)| text.clone());
    let size = (text.size() + EDGE * 2.0).ceil();
    (towards(room, size, about), room, text)
}

/// Where words of this size lie within the room that is kept for them: as near to whoever they are about as they can.
fn towards(room: Rect, size: Vec2, about: Rect) -> Rect {
    // Where they begin does not hang on how long they are, as far as it can.
    let x = about.left().min(room.right() - size.x).max(room.left());
    let y = about.top().min(room.bottom() - size.y).max(room.top());
    Rect::from_min_size(pos2(x, y), size)
}
