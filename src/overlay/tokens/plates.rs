//! Words about those on the field: gathered while it is drawn, and laid out all together at its end, in the order of what
//! matters most.

use std::sync::Arc;

use bevy_egui::egui::{Align2, Color32, Galley, Painter, Pos2, Rect, Stroke, Vec2, pos2, vec2};

use super::lay::{self, Crowd, Laid, Want};
use super::marks::{EDGE, Lettered, in_one_line, worded};
use crate::overlay::place::{self, Among};
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

/// How far a line bends aside around somebody, in squares.
const BENDS: [f32; 8] = [0.35, -0.35, 0.5, -0.5, 0.7, -0.7, 0.9, -0.9];

/// The shares of a room that a note at its edge is tried in.
const NARROWER: [f32; 3] = [1.0, 0.5, 0.28];

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
    /// What of that matters least.
    slight: Vec<Rect>,
    /// Where the note at an edge of the field lies, whatever else is told.
    noted: Option<Rect>,
    threads: Vec<[Pos2; 2]>,
    said: Vec<Said>,
    laid: Vec<(Rect, Arc<Galley>, Color32)>,
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
        let (threads, said, laid) = (Vec::new(), Vec::new(), Vec::new());
        let (taken, slight, noted) = (Vec::new(), Vec::new(), None);
        let open = page.shrink(MARGIN);
        Self { page, open, tokens: bodies, faces, letters, taken, slight, noted, threads, said, laid }
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

    /// Leads a thread from somebody to what is to be read about them in this room, if it lies neither on them nor right beside
    /// them.
    pub fn point(&mut self, token: Rect, room: Rect) {
        let thread = lay::thread(room, token, &self.tokens);
        self.threads.extend(thread.filter(|_| !room.intersects(token)));
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

    /// Takes up room where something is read that a note may lie over, rather than over anything else.
    pub fn keep_slightly(&mut self, room: Rect) {
        self.taken.push(room);
        self.slight.push(room);
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

    /// Keeps all that is told of places within a room.
    pub fn keep_within(&mut self, room: Rect) {
        self.open = room.intersect(self.page.shrink(MARGIN));
    }

    /// Keeps the lower left corner of a room for a note as large as the last one, or else where that lay, so that it stays there
    /// when other words come near.
    pub fn keep_for_note(&mut self, room: Rect, last: Rect) {
        let corner = Align2::LEFT_BOTTOM.anchor_size(room.intersect(self.page).left_bottom(), last.size());
        self.noted = [corner, last].into_iter().find(|lies| self.holds(*lies));
        self.taken.extend(self.noted);
    }

    /// Says something at an edge of a room: over nothing that is to be read or pressed, `kept` too, and over nobody as far as that
    /// can be; at the lower left rather than elsewhere, there in one line where that has room, and in more lines where only narrow
    /// places are left. Where there is no such place it lies over what matters least. Where it lies.
    pub fn note(&mut self, painter: &Painter, (room, kept): (Rect, &[Rect]), (text, plate): (&str, Color32)) -> Rect {
        let room = room.intersect(self.page);
        let noted = self.noted.take();
        self.taken.retain(|taken| Some(*taken) != noted);
        let before: Vec<Rect> = self.taken.iter().chain(kept).copied().collect();
        let forms = NARROWER.map(|share| worded(painter, text, room.width() * share));
        let size = |text: &Arc<Galley>| (text.size() + EDGE * 2.0).ceil();
        let places = |size: Vec2| {
            let corner = room.left_bottom() - vec2(0.0, size.y);
            let rights = before.iter().map(|other| pos2(other.right() + 1.0, corner.y));
            let tops = before.iter().map(|other| pos2(corner.x, other.top() - size.y - 1.0));
            let corners = [room.right_bottom() - size, room.left_top(), room.right_top() - vec2(size.x, 0.0)];
            let mut around: Vec<Pos2> = rights.chain(tops).collect();
            around.sort_by(|one, other| one.distance(corner).total_cmp(&other.distance(corner)));
            let all = std::iter::once(corner).chain(around).chain(corners);
            all.map(|at| Rect::from_min_size(at, size)).filter(|lies| room.expand(0.5).contains_rect(*lies)).collect()
        };
        let places: Vec<Vec<Rect>> = forms.iter().map(|text| places(size(text))).collect();
        let is_read = |lies: &Rect| before.iter().all(|other| !other.intersects(*lies));
        let hides_nobody = |lies: &Rect| !self.faces.iter().any(|face| face.intersects(*lies));
        let matters = |other: &&Rect| !self.slight.contains(other);
        let is_told = |lies: &Rect| before.iter().filter(matters).all(|other| !other.intersects(*lies));
        let first = |is_good: &dyn Fn(&Rect) -> bool| {
            let mut all = forms.iter().zip(&places);
            all.find_map(|(text, places)| Some((text.clone(), *places.iter().find(|lies| is_good(lies))?)))
        };
        let [whole, ..] = &forms;
        let anywhere = || (whole.clone(), Align2::LEFT_BOTTOM.anchor_size(room.left_bottom(), size(whole)));
        let line = in_one_line(painter, text);
        let corner = Align2::LEFT_BOTTOM.anchor_size(room.left_bottom(), size(&line));
        let has_room = room.expand(0.5).contains_rect(corner) && is_read(&corner) && hides_nobody(&corner);
        let clear = has_room.then_some((line, corner));
        let clear = clear.or_else(|| first(&|lies: &Rect| is_read(lies) && hides_nobody(lies)));
        let clear = clear.or_else(|| first(&is_read));
        let told = || first(&|lies: &Rect| is_told(lies) && hides_nobody(lies)).or_else(|| first(&is_told));
        let (text, lies) = clear.or_else(told).unwrap_or_else(anywhere);
        self.taken.push(lies);
        self.laid.push((lies, text, plate));
        lies
    }

    /// Says something about a place where it is read however crowded the field is: over neither the place nor `kept`, nor
    /// over anybody, nor what is to be read already, nor `free` where that can be, and never beyond the field. As much room is
    /// taken up as `room` needs, so that it lies where it lay when its words change: that room.
    pub fn lay(
        &mut self,
        painter: &Painter,
        (about, kept, free): (Rect, &[Rect], &[Rect]),
        words: Words<'_>,
        room: &str,
    ) -> Rect {
        let laid = |text: &str| worded(painter, text, self.open.width());
        let size = |text: &Arc<Galley>| (text.size() + EDGE * 2.0).ceil();
        let widest = room.lines().map(|line| laid(line).size().x).fold(0.0, f32::max);
        let (full, short) = (laid(words.full), words.short.map(laid));
        let whole = size(&full).max(vec2(widest + EDGE.x * 2.0, 0.0).ceil());
        let forms: Vec<Vec2> = [Some(whole), short.as_ref().map(size)].into_iter().flatten().collect();
        let letters = self.letters.iter().map(|each| each.room);
        let others: Vec<Rect> = self.tokens.iter().copied().chain(letters).chain(self.taken.iter().copied()).collect();
        let among = Among { about, kept, free, others: &others, room: self.open };
        let (form, lies) = place::lies(&forms, &among);
        let text = if form == 0 { full } else { short.unwrap_or(full) };
        self.taken.push(lies);
        let room = lies;
        let lies = towards(lies, size(&text), about);
        self.threads.extend(lay::thread(lies, about, &self.tokens));
        self.laid.push((lies, text, words.plate));
        room
    }

    /// Says something about whoever lies in `token`: it is written when all is known that is to be read. Nobody is named beside a
    /// drawer that lies over them.
    pub fn say(&mut self, painter: &Painter, token: Rect, words: Words<'_>, weight: Weight) {
        if weight == Weight::Name && !self.is_seen(token) {
            return;
        }
        let laid = |text: &str| worded(painter, text, self.page.width());
        let (full, short) = (laid(words.full), words.short.map(laid));
        let size = |text: &Arc<Galley>| (text.size() + EDGE * 2.0).ceil();
        let reach = if weight == Weight::Name { NEAR } else { reach(token) };
        let want = Want { about: token, full: size(&full), short: short.as_ref().map(size), reach };
        self.said.push(Said { want, full, short, plate: words.plate, weight });
    }

    /// Lays out what has been said so far of whoever is meant, so that what comes later finds room beside it.
    pub fn settle(&mut self) {
        self.lay_out(Weight::Meant);
    }

    /// Lays out what has been said so far and matters as much as this.
    fn lay_out(&mut self, least: Weight) {
        self.said.sort_by_key(|said| said.weight);
        let later = self.said.split_off(self.said.partition_point(|said| said.weight <= least));
        let said = std::mem::replace(&mut self.said, later);
        let wants: Vec<Want> = said.iter().map(|said| said.want).collect();
        let laid = lay::lay(&wants, &self.crowd());
        for (said, laid) in said.into_iter().zip(laid) {
            let Some(Laid { room, is_short, thread }) = laid else { continue };
            let Some(text) = (if is_short { said.short } else { Some(said.full) }) else { continue };
            self.taken.push(room);
            self.threads.extend(thread);
            self.laid.push((room, text, said.plate));
        }
    }

    /// Writes everybody's letters over all that is drawn there, and everything that was said, each where there is room for it.
    pub fn write(mut self, painter: &Painter) {
        self.lay_out(Weight::Name);
        let threads: Vec<(Pos2, Vec<[Pos2; 2]>)> =
            self.threads.iter().map(|ends| (ends[0], self.past(*ends))).collect();
        self.letters.into_iter().for_each(|each| each.draw(painter));
        // Over the face of a neighbour in a pile a thread is broken, as if it led behind them.
        for (from, parts) in threads {
            for part in parts {
                painter.line_segment(part, Stroke::new(3.5, theme::INK));
                painter.line_segment(part, Stroke::new(1.5, theme::PAPER));
            }
            painter.circle(from, 2.5, theme::PAPER, Stroke::new(1.0, theme::INK));
        }
        for (lies, text, plate) in self.laid {
            painter.rect_filled(lies, 3.0, plate);
            painter.galley(lies.min + EDGE, text, Color32::WHITE);
        }
    }
}

/// Where words of this size lie within the room that is kept for them: as near to whoever they are about as they can.
fn towards(room: Rect, size: Vec2, about: Rect) -> Rect {
    // Where they begin does not hang on how long they are, as far as it can.
    let x = about.left().min(room.right() - size.x).max(room.left());
    let y = about.top().min(room.bottom() - size.y).max(room.top());
    Rect::from_min_size(pos2(x, y), size)
}

/// How far from somebody words about them may lie.
fn reach(token: Rect) -> f32 {
    (token.width() * REACH).clamp(REACHES.0, REACHES.1)
}

#[cfg(test)]
mod tests;
