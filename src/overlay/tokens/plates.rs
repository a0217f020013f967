//! Words on the field, each in a place of its own: over no other words and over nobody, near what they are about, in the order of
//! what matters most. What matters less gives way, and lies nowhere where it has no room.

mod beside;
mod lines;

use std::sync::Arc;

use bevy_egui::egui::{Color32, Galley, Painter, Pos2, Rect, Stroke, Vec2, pos2};

use super::lay::{self, Crowd, Laid, Want};
use super::marks::{EDGE, Lettered, worded};
use crate::overlay::theme;

/// How far words lie at most from whoever they are about: in bodies of theirs, and in points at least and at most.
const REACH: f32 = 2.5;
const REACHES: (f32, f32) = (70.0, 200.0);
/// The same for a name that nobody asked for.
const NEAR: f32 = 14.0;
/// Somebody so many points across is more than a dot.
const DOT: f32 = 12.0;
/// The share of a body, from its rim on, that words may cover: no face lies there.
const RIM: f32 = 0.14;

/// Points between the edge of the field and what is told of a place there.
const MARGIN: f32 = 4.0;

/// How much it matters that words are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Odds of a deed that is pointed at.
    Odds,
    /// The name of whoever is meant.
    Meant,
    /// Anybody's name.
    Name,
}

/// Words on a plate of this colour; what is left of them where there is little room.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// All of them.
    pub full: &'a str,
    /// The one thing that matters most.
    pub short: Option<&'a str>,
    /// The colour below them.
    pub plate: Color32,
}

impl<'a> Words<'a> {
    /// Words that cannot be cut short.
    pub const fn of(full: &'a str, plate: Color32) -> Self {
        Self { full, short: None, plate }
    }
}

/// Words that wait until all of them are laid out.
struct Said {
    want: Want,
    full: Arc<Galley>,
    short: Option<Arc<Galley>>,
    plate: Color32,
    weight: Weight,
    /// Where they lie if there is room for them.
    ground: Rect,
}

/// Words that have their place.
struct Plate {
    lies: Rect,
    text: Arc<Galley>,
    colour: Color32,
    /// From whom they are about to them, where they do not lie right beside.
    thread: Option<[Pos2; 2]>,
    /// What is told beside a place may lie over them: then they are not written.
    gives_way: bool,
}

/// What is taken up already, and what is still to be said.
pub struct Plates {
    page: Rect,
    /// Where it may lie what is told of a place.
    open: Rect,
    tokens: Vec<Rect>,
    faces: Vec<Rect>,
    letters: Vec<Lettered>,
    /// Where something is to be read already.
    taken: Vec<Rect>,
    /// Panels over the field: nothing that is told of a place lies below them.
    panels: Vec<Rect>,
    /// The room of what was told of a place first.
    noted: Option<Rect>,
    threads: Vec<[Pos2; 2]>,
    said: Vec<Said>,
    laid: Vec<Plate>,
}

impl Plates {
    /// Nothing but tokens, each with whether it stands and with its letters.
    pub(super) fn new(page: Rect, tokens: impl Iterator<Item = (Rect, bool, Option<Lettered>)>) -> Self {
        let (mut bodies, mut faces, mut letters): (Vec<Rect>, Vec<_>, Vec<_>) = Default::default();
        let mut fallen = Vec::new();
        for (token, stands, lettered) in tokens {
            // Who is no more than a dot has no face to be hidden.
            if stands && token.width() >= DOT {
                bodies.push(token);
                faces.push(Self::face(token));
            } else if !stands && token.width() >= DOT {
                fallen.push(token);
            }
            letters.extend(lettered);
        }
        // Words may lie over the fallen, but nobody shall take them for theirs.
        fallen.retain(|token| !bodies.iter().any(|body| body.contains(token.center())));
        bodies.extend(fallen);
        faces.extend(letters.iter().map(|each| each.room));
        let (taken, threads, said, laid) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let open = page.shrink(MARGIN);
        let (panels, noted) = (Vec::new(), None);
        Self { page, open, tokens: bodies, faces, letters, taken, panels, noted, threads, said, laid }
    }

    /// What of a body is to be seen: all but its rim.
    pub fn face(body: Rect) -> Rect {
        body.shrink(body.width() * RIM)
    }

    /// Where a sign of this radius lies at a corner of whoever it is about: over nobody's letters where a corner is free, nor over
    /// the face of somebody else where one is.
    pub fn sign(&mut self, body: Rect, radius: f32) -> Pos2 {
        // A small token would be hidden below it.
        let inside = body.shrink(if body.width() > radius * 4.0 { radius * 0.9 } else { 0.0 });
        let sides = [body.center_top(), body.left_center(), inside.right_bottom()];
        let corners: Vec<Pos2> =
            [inside.left_top(), inside.right_top(), inside.left_bottom()].into_iter().chain(sides).collect();
        let around = |at: &Pos2| Rect::from_center_size(*at, Vec2::splat(radius * 2.0 - 1.0));
        let taken = || self.letters.iter().map(|each| each.room).chain(self.taken.iter().copied());
        let is_free = |at: &&Pos2| taken().all(|other| !other.intersects(around(at)));
        let others = || self.faces.iter().filter(|face| !body.contains(face.center()));
        let clear = corners.iter().filter(is_free).find(|at| others().all(|face| !face.intersects(around(at))));
        let at = clear.or_else(|| corners.iter().find(is_free)).copied().unwrap_or(inside.left_top());
        self.taken.push(around(&at));
        at
    }

    /// Whether nothing that is to be read lies there yet.
    fn is_free(&self, room: Rect) -> bool {
        self.page.contains_rect(room) && self.taken.iter().all(|other| !other.intersects(room))
    }

    fn crowd(&self) -> Crowd<'_> {
        Crowd { page: self.page, tokens: &self.tokens, faces: &self.faces, taken: &self.taken }
    }

    /// Takes up room of this size for something that must be read about `token`: around `kept` where that is still free, and
    /// nobody has come to stand there, else over nobody where there is such room on the page.
    pub fn take(&mut self, token: Rect, size: Vec2, kept: Option<Pos2>) -> Option<Rect> {
        let is_open = |room: &Rect| self.holds(*room);
        let kept = kept.map(|at| Rect::from_center_size(at, size)).filter(is_open);
        let free = |reach: f32, crowd: Crowd<'_>| Some(lay::nearest(token, size, reach, &crowd)?.0);
        let found = || free(reach(token), self.crowd()).or_else(|| free(f32::INFINITY, self.crowd()));
        // Rather over somebody than nowhere.
        let room = kept.or_else(found).or_else(|| free(f32::INFINITY, Crowd { faces: &[], ..self.crowd() }))?;
        self.taken.push(room);
        Some(room)
    }

    /// Whether words there hide nothing that is to be read, nor anybody.
    pub fn holds(&self, room: Rect) -> bool {
        self.is_free(room) && !self.faces.iter().any(|face| face.intersects(room))
    }

    /// Whether somebody who lies there is to be seen: no drawer lies over them.
    pub fn is_seen(&self, token: Rect) -> bool {
        self.page.contains(token.center())
    }

    /// Takes up room where something is read already, whatever has come to lie there since.
    pub fn keep(&mut self, room: Rect) {
        self.taken.push(room);
    }

    /// Takes up the first of these places where nothing is to be read yet, else the very first.
    pub fn first_free<const COUNT: usize>(&mut self, places: [Rect; COUNT]) -> Rect {
        let lettered = |place: Rect| self.letters.iter().any(|each| each.room.intersects(place));
        let free = places.iter().copied().find(|place| self.is_free(*place) && !lettered(*place));
        let room = free.or(places.first().copied()).unwrap_or(Rect::NOTHING);
        self.keep(room);
        room
    }

    /// Takes up room of this size for a word that lies over the rim of `token`, so that nobody takes it for another's: around
    /// `kept` where that is still free. Its face is left in sight, and so are all others: where there is no such room it
    /// lies beside them, and where there is none near by only what `must` be read has any.
    pub fn over(&mut self, token: Rect, size: Vec2, kept: Option<Pos2>, must: bool) -> Option<Rect> {
        if let Some(lies) = self.at_rim(token, size, kept) {
            return Some(lies);
        }
        let near = lay::nearest(token, size, reach(token), &self.crowd()).map(|(lies, _)| lies);
        self.taken.extend(near);
        near.or_else(|| if must { self.take(token, size, None) } else { None })
    }

    /// The same for a word that lies at the rim or nowhere.
    pub fn at_rim(&mut self, token: Rect, size: Vec2, kept: Option<Pos2>) -> Option<Rect> {
        let out = (size.min(token.size()) * 0.6).min(token.size() * 0.28) - size / 2.0;
        let middle = token.center();
        let rim = [
            pos2(middle.x, token.top() + out.y),
            pos2(middle.x, token.bottom() - out.y),
            pos2(token.right() - out.x, middle.y),
            pos2(token.left() + out.x, middle.y),
        ];
        let is_theirs = |face: &&Rect| !token.contains(face.center());
        let is_clear = |room: &Rect| {
            let faces = self.faces.iter().filter(is_theirs);
            !faces.chain(self.letters.iter().map(|each| &each.room)).any(|face| face.intersects(*room))
        };
        let mut places = kept.into_iter().chain(rim).map(|at| Rect::from_center_size(at, size));
        let free = places.find(|room| self.is_free(*room) && is_clear(room));
        self.taken.extend(free);
        free
    }

    /// Says something of a part of the field in the first of these places that is free: else it is not said. It gives way to what
    /// is told beside a place.
    pub fn mark(&mut self, painter: &Painter, places: impl IntoIterator<Item = Rect>, (text, colour): (&str, Color32)) {
        let Some(lies) = places.into_iter().find(|lies| self.holds(*lies)) else { return };
        let text = worded(painter, text, painter.clip_rect().width());
        self.taken.push(lies);
        self.laid.push(Plate { lies, text, colour, thread: None, gives_way: true });
    }

    /// Says something about whoever lies in `token`: it is written when all is known that is to be read. Nobody is named beside a
    /// drawer that lies over them.
    pub fn say(&mut self, painter: &Painter, token: Rect, words: Words<'_>, weight: Weight) {
        self.say_on(painter, self.page, token, words, weight);
    }

    /// The same on this ground, and beside it only where it has no room there.
    pub fn say_on(&mut self, painter: &Painter, ground: Rect, token: Rect, words: Words<'_>, weight: Weight) {
        if weight == Weight::Name && !self.is_seen(token) {
            return;
        }
        let laid = |text: &str| worded(painter, text, self.page.width());
        let (full, short) = (laid(words.full), words.short.map(laid));
        let size = |text: &Arc<Galley>| (text.size() + EDGE * 2.0).ceil();
        let reach = if weight == Weight::Name { NEAR } else { reach(token) };
        let want = Want { about: token, full: size(&full), short: short.as_ref().map(size), reach };
        let ground = ground.intersect(self.page);
        self.said.push(Said { want, full, short, plate: words.plate, weight, ground });
    }

    /// Lays out what has been said so far of whoever is meant, so that what comes later finds room beside it.
    pub fn settle(&mut self) {
        self.lay_out(Weight::Meant);
    }

    /// Lays out all that has been said so far, so that no name moves for what is told beside a place.
    pub fn settle_all(&mut self) {
        self.lay_out(Weight::Name);
    }

    /// Lays out what has been said so far and matters as much as this.
    fn lay_out(&mut self, least: Weight) {
        self.said.sort_by_key(|said| said.weight);
        let later = self.said.split_off(self.said.partition_point(|said| said.weight <= least));
        let said = std::mem::replace(&mut self.said, later);
        for said in said {
            let on = |page: Rect| lay::lay(&[said.want], &Crowd { page, ..self.crowd() }).pop().flatten();
            let laid = on(said.ground).or_else(|| on(self.page));
            let Some(Laid { room, is_short, thread }) = laid else { continue };
            let Some(text) = (if is_short { said.short } else { Some(said.full) }) else { continue };
            self.taken.push(room);
            let gives_way = said.weight > Weight::Odds;
            self.laid.push(Plate { lies: room, text, colour: said.plate, thread, gives_way });
        }
    }

    /// Writes everybody's letters over all that is drawn there, and everything that was said, each where there is room for it.
    pub fn write(mut self, painter: &Painter) {
        self.settle_all();
        let threads = self.threads.iter().copied().chain(self.laid.iter().filter_map(|each| each.thread));
        let threads: Vec<(Pos2, Vec<[Pos2; 2]>)> = threads.map(|ends| (ends[0], self.past(ends))).collect();
        self.letters.into_iter().for_each(|each| each.draw(painter));
        // Over the face of a neighbour in a pile a thread is broken, as if it led behind them.
        for (from, parts) in threads {
            for part in parts {
                painter.line_segment(part, Stroke::new(3.5, theme::INK));
                painter.line_segment(part, Stroke::new(1.5, theme::PAPER));
            }
            painter.circle(from, 2.5, theme::PAPER, Stroke::new(1.0, theme::INK));
        }
        for Plate { lies, text, colour, .. } in self.laid {
            painter.rect_filled(lies, 3.0, colour);
            painter.galley(lies.min + EDGE, text, Color32::WHITE);
        }
    }
}

/// How far from somebody words about them may lie.
fn reach(token: Rect) -> f32 {
    (token.width() * REACH).clamp(REACHES.0, REACHES.1)
}

#[cfg(test)]
mod tests;
