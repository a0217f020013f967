//! How what moves is drawn over the tokens.

use std::collections::BTreeMap;
use std::f32::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use bevy_egui::egui::{Color32, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use super::show::Show;
use super::{CARD, Motion, NEAR, QUIET, Timed, dice, home};
use crate::art::figures;
use crate::battle::{Id, Look};
use crate::board::Square;
use crate::looks::{Figures, Flies, Shared};
use crate::overlay::camera::View;
use crate::overlay::cards::{self, Face};
use crate::overlay::portraits::Portraits;
use crate::overlay::tokens::{Plates, Token, Wide, rim};
use crate::overlay::{layers, theme};

/// How long the head of an arrow is where a way ends, beside a square.
const HEAD: f32 = 0.4;
/// Seconds of a flight.
const FLIGHT: f64 = 0.32;

impl Motion {
    /// Draws everything that is under way; what is off the page costs nothing.
    pub fn draw(
        &mut self,
        painter: &Painter,
        (look, everybody): (Look<'_>, &[Token]),
        view: &View,
        portraits: &mut Portraits,
        plates: &mut Plates,
    ) {
        let page = painter.clip_rect().expand(view.cell * 2.0);
        let spots = Spots { everybody, places: &self.places, wide: Wide::of(look) };
        let on_page = |id: Id| view.area(spots.of(look, id)).center();
        // Nothing is drawn over those whose place nobody who looks knows.
        let is_shown = |show: &Show| show.over().into_iter().flatten().all(|id| look.knows_of(id));
        for timed in self.shows.iter().filter(|timed| timed.since <= self.clock && is_shown(&timed.show)) {
            let age = self.clock - timed.since;
            let share = (age / timed.lasts).clamp(0.0, 1.0) as f32;
            match &timed.show {
                Show::Blow { by, at, with } => {
                    let ends = (on_page(*by), on_page(*at));
                    if (ends.1 - ends.0).length() <= NEAR * view.cell {
                        cut(painter, view, ends, theme::side(look.side(*by).0), share);
                    } else {
                        let with = (look.rules().looks.figures(), with.map_or("stone", |with| with.as_str()));
                        flight(painter, view, ends, with, age, portraits);
                    }
                }
                Show::Area { squares } => {
                    layers::flash(painter, view, squares, (1.0 - share, look.zoned().is_some()));
                }
                Show::Scatter { from, to } => {
                    let middle = |square: &Square| view.rect(*square).center();
                    scatter(painter, view, (middle(from), middle(to)), share);
                }
                Show::Streak { who, points } => {
                    let colour = theme::side(look.side(*who).0).gamma_multiply(0.5 * (1.0 - share));
                    let Some((way, head)) = streak(&spots.on_the_way(look, view, (*who, points)), view.cell) else {
                        continue;
                    };
                    painter.line(way, Stroke::new((view.cell * 0.2).max(2.0), colour));
                    painter.add(Shape::convex_polygon(head, colour, Stroke::NONE));
                }
                Show::Fall { who, .. } => {
                    if page.contains(on_page(*who)) {
                        fall(painter, view, on_page(*who), share);
                    }
                }
                Show::Dice { .. } | Show::Word { .. } | Show::Card { .. } => {}
            }
        }
        self.tell(painter, (look, everybody), view, plates);
    }

    /// What is to be read lies over all that is only seen: each in a place of its own beside or on whoever it is about, over no
    /// other word, and where it was before as long as that is free.
    fn tell(&mut self, painter: &Painter, (look, everybody): (Look<'_>, &[Token]), view: &View, plates: &mut Plates) {
        self.notes.clear();
        let page = painter.clip_rect();
        let spots = Spots { everybody, places: &self.places, wide: Wide::of(look) };
        let token = |id: Id| {
            let token = view.area(spots.of(look, id));
            Some(token).filter(|token| look.knows_of(id) && page.contains(token.center()))
        };
        // Dice lie where they were thrown, though whoever threw them goes on, and whatever is to be told beside them.
        let corner = view.place(Pos2::ZERO);
        let lies = |timed: &Timed, size: Vec2| {
            let kept = timed.place.filter(|(cell, _)| *cell == view.cell);
            kept.map(|(_, off)| Rect::from_center_size(corner + off, size))
        };
        let is_told =
            |timed: &&Timed| timed.since <= self.clock && timed.show.told_of().is_some_and(|who| token(who).is_some());
        for timed in self.shows.iter().filter(is_told) {
            if let Show::Dice { roll, .. } = &timed.show {
                let size = dice::Thrown::of(painter, view.cell, roll).room();
                lies(timed, size).into_iter().for_each(|room| plates.keep(room));
            }
        }
        // While one thing follows another at once, words would only flicker.
        let is_quiet = painter.ctx().input(|input| input.time) - self.marks.0 >= QUIET;
        let mut marks: Vec<&Show> = self.marks.1.iter().filter(|_| is_quiet).collect();
        marks.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
        for mark in marks {
            let Show::Word { over, text, colour, .. } = mark else { continue };
            let Some(token) = token(*over) else { continue };
            let word = Word::of(painter, view, text);
            if let Some(room) = plates.over(token, word.room(), None, weight(mark) >= MUST) {
                plates.point(token, room);
                word.draw(painter, room, *colour, (1.0, 1.0));
                self.notes.push((*over, room));
            }
        }
        // What lies has room before what is new, and of both what matters most.
        let is_new = |timed: &Timed| timed.place.is_none_or(|(cell, _)| cell != view.cell);
        let mut told: Vec<&mut Timed> = self.shows.iter_mut().filter(|timed| timed.since <= self.clock).collect();
        told.sort_by(|one, other| {
            is_new(one).cmp(&is_new(other)).then_with(|| weight(&other.show).total_cmp(&weight(&one.show)))
        });
        let lying = told.partition_point(|timed| !is_new(timed));
        for (index, timed) in told.into_iter().enumerate() {
            // No name moves for what is new.
            if index == lying {
                plates.settle();
            }
            let age = self.clock - timed.since;
            let share = (age / timed.lasts).clamp(0.0, 1.0) as f32;
            let Some((who, token)) = timed.show.told_of().and_then(|who| Some((who, token(who)?))) else { continue };
            let is_thrown = matches!(timed.show, Show::Dice { .. });
            let base = if is_thrown { corner } else { token.center() };
            let kept = timed.place.filter(|(cell, _)| *cell == view.cell).map(|(_, off)| base + off);
            let room = match &timed.show {
                Show::Dice { roll, .. } => {
                    let thrown = dice::Thrown::of(painter, view.cell, roll);
                    let lies = kept.map(|at| Rect::from_center_size(at, thrown.room()));
                    let room = lies.or_else(|| plates.take(token, thrown.room(), None));
                    let is_settled = self.clock >= timed.settles;
                    room.inspect(|room| thrown.draw(painter, *room, (age, is_settled), fading(share)))
                }
                Show::Word { text, colour, .. } => {
                    let word = Word::of(painter, view, text);
                    let room = plates.over(token, word.room(), kept, weight(&timed.show) >= MUST);
                    let come = (age * 6.0).min(1.0) as f32;
                    room.inspect(|room| word.draw(painter, *room, *colour, (come, fading(share))))
                }
                Show::Card { card, .. } => {
                    let height = (view.cell * 0.95).clamp(44.0, 70.0);
                    let room = plates.take(token, cards::size(height), kept);
                    room.inspect(|room| {
                        painter.rect_filled(room.translate(Vec2::splat(2.0)), 4.0, Color32::from_black_alpha(80));
                        cards::turning(painter, *room, Some(Face::laid(*card)), (age / CARD) as f32);
                    })
                }
                _ => None,
            };
            room.iter().for_each(|room| plates.point(token, *room));
            timed.place = room.map(|room| (view.cell, room.center() - base));
            self.notes.extend(room.map(|room| (who, room)));
        }
    }
}

/// Where figures are drawn while something is told of them.
struct Spots<'m> {
    everybody: &'m [Token],
    places: &'m BTreeMap<Id, Pos2>,
    wide: Wide<'m>,
}

impl Spots<'_> {
    /// That of somebody, in squares: words beside them stay where they are while they lunge.
    fn of(&self, look: Look<'_>, id: Id) -> Rect {
        let place = self.places.get(&id).copied().unwrap_or_else(|| home(look, id));
        match self.everybody.iter().find(|token| token.id == id) {
            Some(token) => token.around(place),
            None => self.wide.lies(Rect::from_center_size(place, Vec2::splat(look.footprint(id).side as f32))),
        }
    }

    /// Where the token of somebody lay on the page at each step of a way, and lies at its end: those who share a square each have
    /// a place of their own there.
    fn on_the_way(&self, look: Look<'_>, view: &View, (id, way): (Id, &[Square])) -> Vec<Rect> {
        let body = look.footprint(id);
        let mut lies: Vec<Rect> = way.iter().map(|at| view.area(self.wide.stands(body.moved_to(*at)))).collect();
        if let Some(end) = lies.last_mut().filter(|_| way.last() == Some(&body.at)) {
            *end = self.wide.token(look, view, id);
        }
        lies
    }
}

/// The line that somebody has gone whose token lay there at each step, and the head of an arrow that ends at the edge of where it
/// lies now.
fn streak(lies: &[Rect], cell: f32) -> Option<(Vec<Pos2>, Vec<Pos2>)> {
    let [steps @ .., end] = lies else { return None };
    let off = end.center() - steps.last()?.center();
    let (along, left) = (off.normalized(), (off.length() - rim(*end)).max(0.0));
    let tip = end.center() - along * rim(*end).min(off.length());
    let size = (cell * HEAD).min(left);
    let (foot, aside) = (tip - along * size, vec2(-along.y, along.x) * size * 0.7);
    let way = steps.iter().map(Rect::center).chain([foot]).collect();
    Some((way, vec![tip, foot + aside, foot - aside]))
}

/// What weighs as much as this is written over somebody rather than left out.
const MUST: f32 = 0.5;

/// How much it matters that something is read, beside the rest: dice and cards before all words, and of these the worst.
const fn weight(show: &Show) -> f32 {
    match show {
        Show::Dice { .. } | Show::Card { .. } => 2.0,
        Show::Word { harm, .. } => *harm,
        _ => 0.0,
    }
}

/// How strongly something is drawn that goes away towards its end.
fn fading(share: f32) -> f32 {
    (4.0 - share * 4.0).clamp(0.0, 1.0)
}

/// Something flies from one place to another: as what it is, and higher in the middle of its way if it is lobbed.
fn flight(
    painter: &Painter,
    view: &View,
    (from, to): (Pos2, Pos2),
    (of, with): (&Shared<Figures>, &str),
    age: f64,
    portraits: &mut Portraits,
) {
    let share = (age / FLIGHT) as f32;
    if share > 1.0 {
        return;
    }
    let (flies, way) = (figures::flies(of, with), to - from);
    let arc = match flies {
        Flies::Lobbed => (share * PI).sin() * (way.length() * 0.16).min(view.cell * 2.0),
        Flies::Straight | Flies::Spinning => 0.0,
    };
    let at = from + way * share;
    let size = (view.cell * if flies == Flies::Straight { 0.78 } else { 0.56 }).clamp(18.0, 72.0);
    let turned = match flies {
        Flies::Straight => way.angle() + FRAC_PI_2,
        Flies::Spinning | Flies::Lobbed => (age * 17.0) as f32,
    };
    if flies == Flies::Straight {
        let tail = at - way.normalized() * (view.cell * 0.9).min(way.length() * share);
        painter.line_segment([tail, at], Stroke::new((size * 0.05).max(1.0), Color32::from_white_alpha(70)));
    } else {
        let shadow = vec2(size * 0.24, size * 0.14) * (1.0 - 0.4 * (arc / view.cell).min(1.0));
        painter.add(Shape::ellipse_filled(at + vec2(0.0, size * 0.2), shadow, Color32::from_black_alpha(90)));
    }
    portraits.flight(painter, (of, with), (at - vec2(0.0, arc), size * (1.0 + 0.25 * arc / view.cell)), turned);
}

/// A blow hand to hand: a cut across whom it is done to.
fn cut(painter: &Painter, view: &View, (from, to): (Pos2, Pos2), colour: Color32, share: f32) {
    let ahead = (to - from).normalized();
    // The cut runs across the way of the blow.
    let (begin, end) = (((share - 0.22) * 5.0).clamp(0.0, 1.0), ((share - 0.1) * 6.0).clamp(0.0, 1.0));
    let turn = ahead.angle() + std::f32::consts::PI;
    let rim = |step: f32| to + Vec2::angled(turn + (step - 0.5) * 2.4) * view.cell * 0.36;
    let places: Vec<Pos2> = (0..=10).map(|step| rim(begin + (end - begin) * step as f32 / 10.0)).collect();
    if end > begin {
        painter.line(places.clone(), Stroke::new((view.cell * 0.16).max(4.0), colour.gamma_multiply(0.6)));
        painter.line(places, Stroke::new((view.cell * 0.07).max(2.0), Color32::WHITE));
    }
}

/// Where it was aimed at, a broken line, and where it came down.
fn scatter(painter: &Painter, view: &View, (from, to): (Pos2, Pos2), share: f32) {
    let fade = fading(share);
    let tip = from + (to - from) * (share * 2.5).min(1.0);
    let size = view.cell * 0.3;
    let pale = Stroke::new(2.0, Color32::WHITE.gamma_multiply(fade));
    painter.circle_stroke(from, size, pale);
    painter.line_segment([from - vec2(size * 1.4, 0.0), from + vec2(size * 1.4, 0.0)], pale);
    painter.line_segment([from - vec2(0.0, size * 1.4), from + vec2(0.0, size * 1.4)], pale);
    let stroke = Stroke::new((view.cell * 0.08).max(2.5), theme::AIM.gamma_multiply(fade));
    painter.extend(Shape::dashed_line(&[from, tip], stroke, 7.0, 4.0));
    painter.circle_filled(tip, (view.cell * 0.16).max(4.0), theme::AIM.gamma_multiply(fade));
}

/// Somebody is out of it: a ring that widens.
fn fall(painter: &Painter, view: &View, at: Pos2, share: f32) {
    let fade = 1.0 - share;
    let ring = Stroke::new((view.cell * 0.1).max(2.0), theme::OUT.gamma_multiply(fade));
    painter.circle_stroke(at, view.cell * (0.4 + share * 0.5), ring);
}

/// How much lighter a word is than its colour, and how dark the plate below it.
const LIGHTER: f32 = 0.5;
const PLATE: u8 = 220;
/// Points that a word rises as it comes.
const RISE: f32 = 5.0;
/// A word that is broader than so many squares, and than so many points at the usual size of text, goes on in the next line: so it
/// lies at whoever it is about, and not under their neighbours.
const BROAD: (f32, f32) = (2.6, 110.0);

/// A word that is laid out.
struct Word(Arc<Galley>);

impl Word {
    fn of(painter: &Painter, view: &View, text: &str) -> Self {
        let scale = theme::scale(painter.ctx());
        let font = FontId::proportional((view.cell * 0.36).clamp(13.0, 22.0) * scale);
        let line = |text: &str| painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER);
        let (whole, most) = (line(text), (view.cell * BROAD.0).max(BROAD.1 * scale));
        if whole.size().x <= most {
            return Self(whole);
        }
        // No single word is broken.
        let most = text.split(' ').map(|word| line(word).size().x).fold(most, f32::max);
        Self(painter.layout(text.to_owned(), font, Color32::PLACEHOLDER, most.ceil()))
    }

    /// With its edge, and room to rise.
    fn room(&self) -> Vec2 {
        self.0.size() + vec2(6.0, RISE)
    }

    /// Light on a dark plate, so that it can be read on any ground; how far it has come, and how strong it is.
    fn draw(self, painter: &Painter, room: Rect, colour: Color32, (come, fade): (f32, f32)) {
        let corner = room.min + vec2(3.0, RISE * (1.0 - come));
        let plate = Rect::from_min_size(corner, self.0.size()).expand2(vec2(3.0, 0.0));
        painter.rect_filled(plate, 3.0, Color32::from_black_alpha(PLATE).gamma_multiply(fade));
        let light = theme::over(colour, Color32::WHITE, LIGHTER);
        painter.galley(corner, self.0, light.gamma_multiply(fade));
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput, pos2};

    use super::*;

    /// Promise: a way is shown square by square as it was gone, and its arrow ends at the edge of whoever went it, also where they
    /// share the square at its end with others.
    #[test]
    fn a_way_ends_at_the_edge_of_whoever_went_it() {
        let at = |x: f32, y: f32, side: f32| Rect::from_center_size(pos2(x, y) * 40.0, Vec2::splat(side * 40.0));
        for end in [at(2.5, 1.5, 1.0), at(2.26, 1.45, 0.62)] {
            let lies = [at(0.5, 0.5, 1.0), at(1.5, 0.5, 1.0), at(1.5, 1.5, 1.0), end];
            let (way, head) = streak(&lies, 40.0).unwrap();
            assert_eq!(way[..3], [pos2(20.0, 20.0), pos2(60.0, 20.0), pos2(60.0, 60.0)]);
            assert!((head[0].distance(end.center()) - rim(end)).abs() < 0.1, "{head:?} at {end:?}");
            assert!(way.iter().chain(&head).all(|place| place.distance(end.center()) > rim(end) - 0.1));
        }
        assert!(streak(&[at(0.5, 0.5, 1.0)], 40.0).is_none());
    }

    /// Promise: what is told over somebody is no broader than a few squares, however much it says, and none of its words is broken.
    #[test]
    fn a_long_word_goes_on_in_the_next_line() {
        let mut output = Context::default().run_ui(RawInput::default(), |ui| {
            for cell in [18.0, 45.0, 90.0] {
                let view = View { origin: Pos2::ZERO, cell };
                let told = |text: &str| Word::of(ui.painter(), &view, text);
                let long = "-18 Hit points: unconscious (out of the fight)";
                let (one, several) = (told("-4"), told(long));
                let rows: Vec<String> = several.0.rows.iter().map(|row| row.text()).collect();
                assert!(rows.len() > 1 && one.0.rows.len() == 1, "{cell}: {rows:?}");
                assert!(several.room().x <= (cell * BROAD.0).max(BROAD.1) + 8.0, "{cell}: {:?}", several.room());
                assert!(long.split(' ').all(|word| rows.iter().any(|row| row.contains(word))), "{cell}: {rows:?}");
            }
        });
        output.textures_delta.clear();
    }
}
