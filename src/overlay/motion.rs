//! What moves on the board: tokens on their way, the line of a blow, and a
//! word over whoever something happens to. All of it only shows what has long
//! happened; nothing waits for it.

use std::collections::BTreeMap;

use bevy_egui::egui::{Align2, Color32, Context, FontId, Painter, Pos2, Stroke, Vec2, pos2, vec2};

use super::camera::View;
use super::preferences::Speed;
use super::theme;
use crate::battle::{Chronicle, Fact, Id, Look};

/// Seconds that a word stays.
const WORD: f64 = 1.3;
/// Seconds that the line of a blow stays.
const BLOW: f64 = 0.55;
/// More that happens at once is not shown one by one.
const MOST: usize = 16;

/// What is under way.
#[derive(Debug, Default)]
pub struct Motion {
    /// Where tokens are drawn that are not where they belong yet, in squares.
    places: BTreeMap<Id, Pos2>,
    /// How much of the chronicle has been seen.
    seen: Option<usize>,
    words: Vec<Word>,
    blows: Vec<(Id, Id, f64)>,
    /// Cards that are being turned, with when each began and how long it takes.
    cards: BTreeMap<Id, (f64, f64)>,
}

/// A word over a token.
#[derive(Debug)]
struct Word {
    over: Id,
    text: String,
    colour: Color32,
    since: f64,
}

/// The share of what is left of its way that a token covers in so many seconds.
fn share(speed: Speed, passed: f32) -> f32 {
    let rate = match speed {
        Speed::Slow => 5.0,
        Speed::Normal => 10.0,
        Speed::Fast => 22.0,
        Speed::AtOnce => return 1.0,
    };
    1.0 - (-passed * rate).exp()
}

fn home(look: Look<'_>, id: Id) -> Pos2 {
    let body = look.footprint(id);
    let half = body.side as f32 / 2.0;
    pos2(body.at.x as f32 + half, body.at.y as f32 + half)
}

impl Motion {
    /// Goes on to this moment.
    pub fn go_on(&mut self, context: &Context, look: Look<'_>, speed: Speed) {
        let (now, passed) = context.input(|input| (input.time, input.stable_dt.min(0.05)));
        self.walk(look, share(speed, passed));
        self.hear(look, now);
        self.words.retain(|word| now - word.since < WORD);
        self.blows.retain(|(.., since)| now - since < BLOW);
        self.cards.retain(|_, (since, takes)| now - *since < *takes);
        if self.is_lively(look) {
            context.request_repaint();
        }
    }

    /// Whether anything moves.
    pub fn is_lively(&self, look: Look<'_>) -> bool {
        let is_away = |(id, place): (&Id, &Pos2)| *place != home(look, *id);
        !self.words.is_empty() || !self.blows.is_empty() || !self.cards.is_empty() || self.places.iter().any(is_away)
    }

    /// Turns the cards of these, one shortly after the other.
    pub fn turn(&mut self, context: &Context, cards: Vec<(Id, String)>, speed: Speed) {
        let takes = match speed {
            Speed::Slow => 0.7,
            Speed::Normal => 0.4,
            Speed::Fast => 0.2,
            Speed::AtOnce => return,
        };
        let now = context.input(|input| input.time);
        for (index, (who, _)) in cards.into_iter().take(MOST).enumerate() {
            self.cards.insert(who, (now + index as f64 * takes * 0.15, takes));
        }
        if !self.cards.is_empty() {
            context.request_repaint();
        }
    }

    /// How far somebody's card is turned; nothing if it lies still.
    pub fn turned(&self, context: &Context, who: Id) -> Option<f32> {
        let (since, takes) = self.cards.get(&who)?;
        let now = context.input(|input| input.time);
        Some(((now - since) / takes).clamp(0.0, 1.0) as f32)
    }

    /// Everybody covers this share of what is left of its way.
    fn walk(&mut self, look: Look<'_>, share: f32) {
        for id in look.everybody().filter(|id| look.place(*id).present) {
            let to = home(look, id);
            let place = self.places.entry(id).or_insert(to);
            let left = to - *place;
            *place = if share >= 1.0 || left.length() < 0.03 { to } else { *place + left * share };
        }
    }

    /// How far from where it belongs somebody is drawn, in squares.
    pub fn away(&self, look: Look<'_>, id: Id) -> Vec2 {
        self.places.get(&id).map_or(Vec2::ZERO, |place| *place - home(look, id))
    }

    /// Takes up what has happened since the last time.
    fn hear(&mut self, look: Look<'_>, now: f64) {
        let facts = look.battle::<Chronicle>().map_or(&[][..], |chronicle| &chronicle.facts);
        let seen = self.seen.replace(facts.len()).unwrap_or(facts.len());
        // Less than before: something was taken back.
        let fresh = facts.get(seen..).unwrap_or_default();
        if fresh.is_empty() {
            return;
        }
        for fact in fresh.iter().rev().take(MOST).rev() {
            if let (Some(by), Some(at), Some(roll)) = (fact.who, fact.whom, &fact.roll)
                && roll.success.is_some()
                && !by.is_thing()
                && !at.is_thing()
            {
                self.blows.push((by, at, now));
            }
            let stacked = self.words.iter().filter(|word| now - word.since < 0.25).count();
            self.words.extend(word(look, fact).map(|(over, text, colour)| {
                // One after the other where much happens at once.
                Word { over, text, colour, since: now + stacked as f64 * 0.12 }
            }));
        }
    }

    /// Draws blows and words over the tokens.
    pub fn draw(&self, painter: &Painter, look: Look<'_>, view: &View) {
        let now = painter.ctx().input(|input| input.time);
        let on_page = |id: Id| {
            let place = self.places.get(&id).copied().unwrap_or_else(|| home(look, id));
            view.origin + place.to_vec2() * view.cell
        };
        for (by, at, since) in &self.blows {
            let share = ((now - since) / BLOW).clamp(0.0, 1.0) as f32;
            let (from, to) = (on_page(*by), on_page(*at));
            let tip = from + (to - from) * (share * 2.5).min(1.0);
            let colour = theme::side(look.side(*by).0).gamma_multiply(1.0 - share);
            painter.line_segment(
                [from, tip],
                Stroke::new((view.cell * 0.16).max(3.0), theme::INK.gamma_multiply(0.7 - share * 0.7)),
            );
            painter.line_segment([from, tip], Stroke::new((view.cell * 0.1).max(2.0), colour));
        }
        let mut above: BTreeMap<Id, f32> = BTreeMap::new();
        for word in self.words.iter().filter(|word| now >= word.since) {
            let age = ((now - word.since) / WORD) as f32;
            let row = above.entry(word.over).or_default();
            let rise = view.cell * (0.55 + age * 0.5) + *row;
            *row += 17.0;
            let at = on_page(word.over) - vec2(0.0, rise);
            let fade = (2.0 - age * 2.0).clamp(0.0, 1.0);
            let font = FontId::proportional((view.cell * 0.36).clamp(13.0, 22.0));
            for shift in [vec2(1.2, 1.2), vec2(-1.2, 1.2), vec2(1.2, -1.2), vec2(-1.2, -1.2)] {
                painter.text(
                    at + shift,
                    Align2::CENTER_CENTER,
                    &word.text,
                    font.clone(),
                    theme::INK.gamma_multiply(fade),
                );
            }
            painter.text(at, Align2::CENTER_CENTER, &word.text, font, word.colour.gamma_multiply(fade));
        }
    }
}

/// What is shown of a fact, over whom.
fn word(look: Look<'_>, fact: &Fact) -> Option<(Id, String, Color32)> {
    let is_state = |change: &crate::battle::Change| look.rules().conditions.contains_key(&change.what);
    if let Some(change) = fact.changes.iter().find(|change| !change.who.is_thing() && change.from != change.to) {
        let more = change.to - change.from;
        if !is_state(change) {
            let colour =
                if more < 0 { Color32::from_rgb(0xff, 0x8a, 0x70) } else { Color32::from_rgb(0x9f, 0xe0, 0x8c) };
            return Some((change.who, format!("{more:+} {}", change.what), colour));
        }
        return (more > 0).then(|| (change.who, change.what.to_string(), Color32::from_rgb(0xff, 0xd0, 0x70)));
    }
    let roll = fact.roll.as_ref()?;
    let missed = roll.success == Some(false);
    let over = fact.whom.or(fact.who).filter(|over| missed && !over.is_thing())?;
    Some((over, if fact.whom.is_some() { "miss" } else { "fails" }.to_owned(), Color32::from_rgb(0xe8, 0xe8, 0xe8)))
}
