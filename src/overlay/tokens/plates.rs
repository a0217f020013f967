//! Words about those on the field: gathered while it is drawn, and laid out all together at its end, in the order of what
//! matters most.

use std::sync::Arc;

use bevy_egui::egui::{Align2, Color32, Galley, Painter, Pos2, Rect, Stroke, Vec2, pos2, vec2};

use super::lay::{self, Crowd, Laid, Want};
use super::marks::{EDGE, Lettered, label_beside, worded};
use crate::overlay::place::{self, Among};
use crate::overlay::theme;

/// How far from whom they are about words lie at most: in bodies of theirs, and in points at least and at most.
const REACH: f32 = 2.5;
const REACHES: (f32, f32) = (70.0, 200.0);
/// The same for a name that nobody asked for.
const NEAR: f32 = 14.0;
/// Somebody so many points across is more than a dot.
const DOT: f32 = 12.0;
/// The share of a body, from its rim on, that words may cover: no face lies there.
const RIM: f32 = 0.14;

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
    tokens: Vec<Rect>,
    faces: Vec<Rect>,
    letters: Vec<Lettered>,
    /// Where something is to be read already.
    taken: Vec<Rect>,
    threads: Vec<[Pos2; 2]>,
    said: Vec<Said>,
    laid: Vec<(Rect, Arc<Galley>, Color32)>,
}

impl Plates {
    /// Nothing but tokens, each with whether it stands and with its letters.
    pub(super) fn new(page: Rect, tokens: impl Iterator<Item = (Rect, bool, Option<Lettered>)>) -> Self {
        let (mut bodies, mut faces, mut letters) = (Vec::new(), Vec::new(), Vec::new());
        for (token, stands, lettered) in tokens {
            // Who is no more than a dot has no face to be hidden.
            if stands && token.width() >= DOT {
                bodies.push(token);
                faces.push(Self::face(token));
            }
            letters.extend(lettered);
        }
        faces.extend(letters.iter().map(|each| each.room));
        let (taken, threads, said, laid) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { page, tokens: bodies, faces, letters, taken, threads, said, laid }
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

    /// Leads a thread from somebody to what is to be read about them in this room, if it does not lie right beside them.
    pub fn point(&mut self, token: Rect, room: Rect) {
        self.threads.extend(lay::thread(room, token, &self.tokens));
    }

    /// Whether words there hide nothing that is to be read, nor anybody.
    pub fn holds(&self, room: Rect) -> bool {
        self.is_free(room) && !self.faces.iter().any(|face| face.intersects(room))
    }

    /// Takes up room where something is read already, whatever has come to lie there since.
    pub fn keep(&mut self, room: Rect) {
        self.taken.push(room);
    }

    /// Takes up room of this size for a word that lies over the rim of `token`, so that nobody takes it for another's: around
    /// `kept` where that is still free. Its face is left in sight, and so are all others: where there is no such room it
    /// lies beside them.
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
        let is_theirs = |face: &&Rect| !token.contains(face.center());
        let is_clear = |room: &Rect| {
            let faces = self.faces.iter().filter(is_theirs);
            !faces.chain(self.letters.iter().map(|each| &each.room)).any(|face| face.intersects(*room))
        };
        let kept = kept.map(around).filter(|room| self.is_free(*room));
        let mut rims = rim.into_iter().map(around).filter(|room| self.is_free(*room));
        let free = kept.or_else(|| rims.find(is_clear));
        self.taken.extend(free);
        free.or_else(|| self.take(token, size, None))
    }

    /// Writes something at a place of its own, or above what is to be read there already.
    pub fn label(&mut self, painter: &Painter, at: Pos2, align: Align2, (text, plate): (&str, Color32)) {
        label_beside(painter, at, align, (text, plate), &mut self.taken, f32::INFINITY);
    }

    /// Says something about a place where it is read however crowded the field is: over neither the place nor `kept`, nor
    /// over anybody, nor what is to be read already, nor `free` where that can be. As much room is taken up as `room` needs, so
    /// that it lies where it lay when its words change.
    pub fn lay(
        &mut self,
        painter: &Painter,
        (about, kept, free): (Rect, &[Rect], &[Rect]),
        words: Words<'_>,
        room: &str,
    ) {
        let laid = |text: &str| worded(painter, text, self.page.width());
        let size = |text: &Arc<Galley>| (text.size() + EDGE * 2.0).ceil();
        let widest = room.lines().map(|line| laid(line).size().x).fold(0.0, f32::max);
        let (full, short) = (laid(words.full), words.short.map(laid));
        let whole = size(&full).max(vec2(widest + EDGE.x * 2.0, 0.0).ceil());
        let forms: Vec<Vec2> = [Some(whole), short.as_ref().map(size)].into_iter().flatten().collect();
        let letters = self.letters.iter().map(|each| each.room);
        let others: Vec<Rect> = self.tokens.iter().copied().chain(letters).chain(self.taken.iter().copied()).collect();
        let among = Among { about, kept, free, others: &others, room: self.page };
        let (form, lies) = place::lies(&forms, &among);
        let text = if form == 0 { full } else { short.unwrap_or(full) };
        self.taken.push(lies);
        let lies = towards(lies, size(&text), about);
        self.threads.extend(lay::thread(lies, about, &self.tokens));
        self.laid.push((lies, text, words.plate));
    }

    /// Says something about whoever lies in `token`: it is written when all is known that is to be read.
    pub fn say(&mut self, painter: &Painter, token: Rect, words: Words<'_>, weight: Weight) {
        let laid = |text: &str| worded(painter, text, self.page.width());
        let (full, short) = (laid(words.full), words.short.map(laid));
        let size = |text: &Arc<Galley>| (text.size() + EDGE * 2.0).ceil();
        let reach = if weight == Weight::Name { NEAR } else { reach(token) };
        let want = Want { about: token, full: size(&full), short: short.as_ref().map(size), reach };
        self.said.push(Said { want, full, short, plate: words.plate, weight });
    }

    /// Writes everybody's letters over all that is drawn there, and everything that was said, each where there is room for it.
    pub fn write(mut self, painter: &Painter) {
        self.said.sort_by_key(|said| said.weight);
        let wants: Vec<Want> = self.said.iter().map(|said| said.want).collect();
        let laid = lay::lay(&wants, &self.crowd());
        self.threads.extend(laid.iter().flatten().filter_map(|laid| laid.thread));
        self.letters.into_iter().for_each(|each| each.draw(painter));
        for ends in &self.threads {
            painter.line_segment(*ends, Stroke::new(3.5, theme::INK));
            painter.line_segment(*ends, Stroke::new(1.5, theme::PAPER));
            painter.circle(ends[0], 2.5, theme::PAPER, Stroke::new(1.0, theme::INK));
        }
        for (lies, text, plate) in self.laid {
            painter.rect_filled(lies, 3.0, plate);
            painter.galley(lies.min + EDGE, text, Color32::WHITE);
        }
        for (said, laid) in self.said.into_iter().zip(laid) {
            let Some(Laid { room, is_short, .. }) = laid else { continue };
            let Some(text) = (if is_short { said.short } else { Some(said.full) }) else { continue };
            painter.rect_filled(room, 3.0, said.plate);
            painter.galley(room.min + EDGE, text, Color32::WHITE);
        }
    }
}

/// Where words of this size lie within the room that is kept for them: as near to whom they are about as they can.
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
mod tests {
    use bevy_egui::egui::{Context, RawInput, Shape};

    use super::*;

    fn token(x: f32, y: f32) -> Rect {
        Rect::from_center_size(pos2(x, y), Vec2::splat(40.0))
    }

    fn page() -> Rect {
        Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 400.0))
    }

    fn plates(tokens: &[Rect]) -> Plates {
        Plates::new(page(), tokens.iter().map(|token| (*token, true, None)))
    }

    /// Promise: a word about somebody between others is read on them, or has a thread to them, and hides nobody's face.
    #[test]
    fn words_are_read_on_whom_they_are_about() {
        let column: Vec<Rect> = (0..3).map(|y| token(300.0, 160.0 + y as f32 * 40.0)).collect();
        let mut plates = plates(&column);
        let about = token(300.0, 200.0);
        for _ in 0..4 {
            let room = plates.over(about, vec2(70.0, 18.0), None).unwrap();
            let threads = plates.threads.len();
            plates.point(about, room);
            let is_theirs = room.intersects(about) || plates.threads.len() > threads;
            assert!(is_theirs, "{room:?} is not read as theirs");
            assert!(!room.intersects(about.shrink(12.0)), "{room:?} hides their face");
            let others = [column[0], column[2]];
            assert!(others.iter().all(|other| !room.intersects(other.shrink(6.0))), "{room:?} hides another");
        }
        for (index, one) in plates.taken.iter().enumerate() {
            assert!(plates.taken.iter().skip(index + 1).all(|other| !one.intersects(*other)), "{one:?}");
        }
    }

    /// Where words are written on a page with these tokens, and how many threads lead to them.
    fn written(tokens: &[Rect], say: impl Fn(&Painter, &mut Plates)) -> (Vec<(String, Rect)>, usize) {
        let mut output =
            Context::default().run_ui(RawInput { screen_rect: Some(page()), ..RawInput::default() }, |ui| {
                let mut plates = plates(tokens);
                say(ui.painter(), &mut plates);
                plates.write(ui.painter());
            });
        output.textures_delta.clear();
        let (mut texts, mut threads) = (Vec::new(), 0);
        for shape in &output.shapes {
            match &shape.shape {
                Shape::Text(text) => texts.push((text.galley.job.text.clone(), text.visual_bounding_rect())),
                Shape::Circle(_) => threads += 1,
                _ => {}
            }
        }
        (texts, threads)
    }

    /// Promise: a card that was laid goes out of the way of whoever comes to stand below it, and stays where it is else.
    #[test]
    fn what_lies_beside_somebody_hides_nobody_who_comes() {
        let (about, size) = (token(300.0, 200.0), vec2(40.0, 60.0));
        let first = plates(&[about]).take(about, size, None).unwrap();
        assert_eq!(plates(&[about]).take(about, size, Some(first.center())), Some(first));
        let comes = Rect::from_center_size(first.center(), Vec2::splat(40.0));
        let then = plates(&[about, comes]).take(about, size, Some(first.center())).unwrap();
        assert!(!then.intersects(Plates::face(comes)) && !then.intersects(Plates::face(about)), "{then:?}");
    }

    /// Promise: the sign of what somebody is about to do lies over the face of nobody else where one of their corners is free of
    /// such.
    #[test]
    fn a_sign_hides_no_neighbour() {
        let token = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), Vec2::splat(18.0));
        let (about, above, left) = (token(200.0, 200.0), token(200.0, 182.0), token(182.0, 200.0));
        for others in [vec![], vec![above], vec![left], vec![above, left, token(182.0, 182.0)]] {
            let all: Vec<Rect> = others.iter().copied().chain([about]).collect();
            let at = plates(&all).sign(about, 7.0);
            let sign = Rect::from_center_size(at, Vec2::splat(13.0));
            assert!(sign.intersects(about), "{at:?} is not theirs");
            assert!(others.iter().all(|other| !Plates::face(*other).intersects(sign)), "{at:?} among {others:?}");
        }
    }

    /// Promise: in a crowd odds are told in full where there is room, else by their number alone; the name of whoever is meant
    /// comes before those of others, and none lies over another or over a face.
    #[test]
    fn words_in_a_crowd_are_cut_short_before_they_cover_anybody() {
        let crowd: Vec<Rect> =
            (0..14).flat_map(|x| (0..9).map(move |y| token(30.0 + x as f32 * 41.0, 30.0 + y as f32 * 41.0))).collect();
        let odds = "wound 46%, dying 3% before a dodge, and more";
        let (texts, threads) = written(&crowd, |painter, plates| {
            for about in &crowd {
                plates.say(painter, *about, Words::of("somebody or other", theme::INK), Weight::Name);
            }
            for about in [crowd[40], crowd[41]] {
                let words = Words { full: odds, short: Some("46%"), plate: theme::INK };
                plates.say(painter, about, words, Weight::Odds);
            }
        });
        assert!(texts.iter().all(|(text, _)| text != odds), "there is no room for all of it: {texts:?}");
        for (index, (text, room)) in texts.iter().enumerate() {
            let faces = crowd.iter().map(|token| token.shrink(6.0));
            let mut others = texts.iter().skip(index + 1).map(|(_, other)| *other).chain(faces);
            assert!(others.all(|other| !other.shrink(0.5).intersects(*room)), "{text} at {room:?}");
        }
        let alone = [token(300.0, 200.0)];
        let (texts, none) = written(&alone, |painter, plates| {
            plates.say(painter, alone[0], Words { full: odds, short: Some("46%"), plate: theme::INK }, Weight::Odds);
        });
        assert!(matches!(texts.as_slice(), [(text, _)] if text == odds) && none == 0, "{texts:?}, {threads}");
    }

    /// Promise: what must be read is written on any field, however crowded.
    #[test]
    fn what_must_be_read_is_written_in_any_crowd() {
        let crowd: Vec<Rect> =
            (0..16).flat_map(|x| (0..11).map(move |y| token(x as f32 * 40.0, y as f32 * 40.0))).collect();
        let (texts, _) = written(&crowd, |painter, plates| {
            plates.lay(painter, (crowd[60], &[], &[]), Words::of("2 s, leaves 4 s", theme::WAY), "");
        });
        assert_eq!(texts.len(), 1, "{texts:?}");
    }

    /// Promise: what is said of a square in the corner lies over nothing that is told of a way there, however large the text.
    #[test]
    fn what_is_said_in_the_corner_lies_over_nothing() {
        let (texts, _) = written(&[], |painter, plates| {
            let told = "2 s, leaves 4 s\nuntil your next turn: reckoning…";
            plates.lay(painter, (token(60.0, 360.0), &[], &[]), Words::of(told, theme::WAY), "");
            let corner = pos2(4.0, 396.0);
            plates.label(painter, corner, Align2::LEFT_BOTTOM, ("(0,7) meadow · click: move, 2 s", theme::INK));
        });
        assert!(matches!(texts.as_slice(), [(_, said), (_, way)] if !said.intersects(*way)), "{texts:?}");
    }

    /// Promise: what is told of a way begins where it began while that was still reckoned out, on a plate no wider than its words,
    /// and lies over neither whoever goes, nor where the way ends, nor the steps on it, nor those beside them.
    #[test]
    fn what_is_told_of_a_way_stays_where_it_lay() {
        let mover = token(100.0, 200.0);
        let beside = [mover, token(180.0, 160.0), token(220.0, 240.0), token(340.0, 160.0)];
        let steps: Vec<Rect> = (1..=5).map(|step| token(100.0 + step as f32 * 40.0, 200.0)).collect();
        let end = token(300.0, 200.0);
        let room = "until your next turn: hurt 100% (100 to 100%), out 100% (100 to 100%)\nall others decide so";
        let lies = |told: &str| {
            let (mut lies, mut output) = ((Rect::NOTHING, Rect::NOTHING), None);
            output.replace(Context::default().run_ui(
                RawInput { screen_rect: Some(page()), ..RawInput::default() },
                |ui| {
                    let mut plates = plates(&beside);
                    let words = Words { full: told, short: Some("2 s"), plate: theme::WAY };
                    plates.lay(ui.painter(), (end, &[mover], &steps), words, room);
                    lies = (plates.taken[0], plates.laid[0].0);
                },
            ));
            output.iter_mut().for_each(|output| output.textures_delta.clear());
            lies
        };
        let before = lies("2 s\nuntil your next turn: reckoning…\nall others decide so");
        let after = lies("2 s\nuntil your next turn: hurt 37% (25 to 49%), out 5% (0 to 11%)\nall others decide so");
        assert_eq!((before.0, before.1.min), (after.0, after.1.min));
        assert!(before.1.width() < after.1.width(), "{before:?}, {after:?}");
        let before = before.0;
        for other in beside.iter().chain(&steps).chain([&end]) {
            assert!(!before.shrink(0.2).intersects(*other), "{before:?} lies over {other:?}");
        }
    }
}
