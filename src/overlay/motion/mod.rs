//! What moves on the board: tokens on their way, the line of a blow, dice
//! beside whoever throws them, cards that turn, areas that are struck, and a
//! word over whoever something happens to. All of it only shows what has long
//! happened; nothing waits for it.

mod area;
mod dice;
mod draw;
mod hear;
mod reads;
mod show;
#[cfg(test)]
mod tests;
mod veil;
mod ways;
mod weight;
mod words;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{Context, Pos2, Rect, Vec2, pos2};

pub use self::dice::{TUMBLE, as_told};
pub use self::show::Show;
pub use self::veil::Fares;
use self::veil::Veils;
use super::keys::Hold;
use super::log::ROUND;
use super::preferences::Speed;
use crate::battle::{Decisions, Id, Key, Look};
use crate::board::Square;
use crate::dice::Card;

/// Those who are no farther from each other than so many squares strike with what is in the hand.
pub const NEAR: f32 = 3.2;
/// Seconds that a card takes to be turned.
const CARD: f64 = 0.4;
/// So many seconds nothing must happen before it is said what has come of it all at once.
const QUIET: f64 = 0.25;
/// More cards than this are not turned one by one.
const CARDS: usize = 24;
/// No more is kept of what nobody asks after.
const BEGUN: usize = 64;

/// What is under way. Its seconds are its own: they pass as fast as the player
/// wants, from the moment when that is chosen.
#[derive(Resource, Debug, Default)]
pub struct Motion {
    /// Its own time, and when it was drawn last by everybody's.
    clock: f64,
    drawn: Option<f64>,
    /// Where tokens are drawn that are not where they belong yet, in squares.
    places: BTreeMap<Id, Pos2>,
    /// The places that they pass on their way, and how many squares a second they go.
    ways: BTreeMap<Id, (VecDeque<Pos2>, f32)>,
    /// Those who set out later: when, and the squares of their way, if these are known. Until then they are drawn where they were.
    departs: Vec<(f64, Id, Vec<Square>)>,
    /// How much of the chronicle has been seen.
    heard: hear::Heard,
    /// The places in the chronicle of facts that are told later, and when.
    untold: BTreeMap<usize, f64>,
    /// The beginnings of rounds that have been told while something of the round before is seen, by their places, and until when.
    coming: BTreeMap<usize, f64>,
    shows: Vec<Timed>,
    /// What has begun to be shown since somebody asked.
    begun: Vec<Show>,
    /// So much had been decided, and whose doings have begun to be shown since.
    doers: (usize, BTreeSet<Id>),
    /// What has come of it where nothing moves: stands still until somebody here decides anew.
    marks: (f64, Vec<Show>),
    /// Cards that are being turned, with when each begins.
    cards: BTreeMap<Id, f64>,
    /// What tokens do not tell yet.
    veils: Veils,
    /// For how long its own time stands still yet: a blow has just told.
    held: f64,
    /// Whether blows are told and no more: nobody lunges, flashes or topples, and time never stands still.
    is_plain: bool,
    /// The last press of a button skipped dice.
    hushed: bool,
    /// It skipped anything.
    hurried: bool,
    /// What lay about when nothing moved.
    lying: Vec<(Square, Key)>,
    /// Where words, dice and cards were drawn last, and whom they are about.
    notes: Vec<(Id, Rect)>,
    /// What came of an answer is read for so many of its seconds yet.
    reads: f64,
}

/// Something that is shown for a while.
#[derive(Debug)]
struct Timed {
    show: Show,
    since: f64,
    lasts: f64,
    /// When it may say what it has come to: the dice of a contest do once those of both sides lie still.
    settles: f64,
    is_begun: bool,
    /// Where it is to be read: for squares of this size, so far from the middle of its token; for dice, from the first corner of
    /// the field.
    place: Option<(f32, Vec2)>,
}

impl Timed {
    const fn new(show: Show, since: f64, lasts: f64) -> Self {
        Self { show, since, lasts, settles: since, is_begun: false, place: None }
    }
}

/// How many of its own seconds pass in one of everybody's.
pub fn rate(speed: Speed, hurries: bool) -> f64 {
    let rate = match speed {
        Speed::Slow => 0.55,
        Speed::Normal => 1.0,
        Speed::Fast => 2.4,
        Speed::AtOnce => f64::INFINITY,
    };
    if hurries { rate.max(1.0) * 4.0 } else { rate }
}

/// How much has happened and been decided.
fn happened(look: Look<'_>) -> (usize, usize) {
    let facts = look.facts().len();
    (facts, look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len()))
}

/// In how many of its seconds a way of so many squares is gone: a long one faster than a short one, but none takes long.
pub fn takes(squares: f32) -> f32 {
    (squares * 0.09).clamp(0.16, 0.8)
}

fn home(look: Look<'_>, id: Id) -> Pos2 {
    let body = look.footprint(id);
    middle(body.at, body.side)
}

/// The middle of a body of so many squares a side whose first is `at`.
fn middle(at: Square, side: i32) -> Pos2 {
    let half = side as f32 / 2.0;
    pos2(at.x as f32 + half, at.y as f32 + half)
}

impl Motion {
    /// Goes on to this moment, faster while `Hold::Fast` is held; a press of a button skips what is shown, whatever else it does.
    /// `own`: how many facts had been told before somebody here decided last.
    pub fn go_on(&mut self, context: &Context, look: Look<'_>, speed: Speed, own: usize) {
        let (now, skips) = context.input(|input| (input.time, input.pointer.primary_pressed()));
        let hurries = Hold::Fast.is_held(context);
        let passed = self.drawn.replace(now).map_or(0.0, |before| (now - before).clamp(0.0, 0.25));
        if skips {
            let dice = self.under_way().any(|(show, ..)| matches!(show, Show::Dice { .. }));
            (self.hushed, self.hurried) = (dice, self.is_lively(look));
        }
        if self.heard.is_ahead_of(look) {
            self.skip();
        } else if skips {
            self.rest();
        }
        if speed == Speed::AtOnce {
            self.rest();
            if let Some(marks) = self.heard.pass_over(look, own) {
                self.marks = (now, marks);
                context.request_repaint_after(Duration::from_secs_f64(QUIET * 1.2));
            }
            self.veils.remember(look, happened(look));
            return;
        }
        self.marks.1.clear();
        self.pass(look, passed * rate(speed, hurries));
        if self.is_lively(look) || self.is_being_read() {
            context.request_repaint();
        }
    }

    /// Lets so many of its own seconds pass, and takes up what is new.
    fn pass(&mut self, look: Look<'_>, passed: f64) {
        let passed = self.advance(passed);
        let (_, decided) = happened(look);
        if self.doers.0 != decided {
            self.doers = (decided, BTreeSet::new());
        }
        let heard = self.heard.hear(look);
        self.take_up(look, heard);
        let clock = self.clock;
        self.veils.lift(look, clock);
        self.veils.remember(look, happened(look));
        self.untold.retain(|_, at| *at > clock);
        self.coming.retain(|_, at| *at > clock);
        let (due, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.departs).into_iter().partition(|(at, ..)| *at <= clock);
        self.departs = later;
        due.iter().for_each(|(_, who, squares)| self.send(look, *who, squares));
        self.walk(look, passed as f32);
        for timed in self.shows.iter_mut().filter(|timed| !timed.is_begun && timed.since <= clock) {
            timed.is_begun = true;
            self.doers.1.extend(timed.show.doer());
            if self.begun.len() < BEGUN {
                self.begun.push(timed.show.clone());
            }
        }
        self.shows.retain(|timed| clock - timed.since < timed.lasts);
        self.cards.retain(|_, since| clock - *since < CARD);
        self.read_on(passed);
    }

    /// Whether it has begun to be shown what others do than `who`: what `who` has done is no longer what one sees.
    pub fn goes_on_without(&self, who: Option<Id>) -> bool {
        self.doers.1.iter().any(|doer| Some(*doer) != who)
    }

    /// Where words, dice and cards were drawn last, and whom they are about.
    pub fn notes(&self) -> &[(Id, Rect)] {
        &self.notes
    }

    /// Whether dice that fall, or what they come to, are to be read there now. What stands still where nothing moves gives way
    /// itself.
    pub fn shows_at(&self, room: Rect) -> bool {
        !self.shows.is_empty() && self.notes.iter().any(|(_, note)| note.intersects(room))
    }

    /// Whether the last press of a button skipped dice. Such a press is no order.
    pub const fn hushed(&self) -> bool {
        self.hushed
    }

    /// Whether the last press of a button skipped anything.
    pub const fn hurried(&self) -> bool {
        self.hurried
    }

    /// Notes what lies about; what has been shown of it.
    pub fn lies(&mut self, look: Look<'_>, lying: Vec<(Square, Key)>) -> &[(Square, Key)] {
        if !self.is_lively(look) {
            self.lying = lying;
        }
        &self.lying
    }

    /// What has begun to be shown since the last time that this was asked.
    pub fn begun(&mut self) -> Vec<Show> {
        std::mem::take(&mut self.begun)
    }

    /// Everything that is shown has been seen, and everybody is where it belongs.
    pub fn skip(&mut self) {
        self.marks.1.clear();
        self.rest();
    }

    /// What stands still over the field has been read.
    pub fn put_away(&mut self) {
        self.marks.1.clear();
    }

    /// Nothing moves any more.
    fn rest(&mut self) {
        self.shows.clear();
        self.cards.clear();
        self.ways.clear();
        self.departs.clear();
        self.untold.clear();
        self.coming.clear();
        self.places.clear();
        self.veils.clear();
        self.doers.1.clear();
        (self.held, self.reads) = (0.0, 0.0);
    }

    /// Whether anything moves.
    pub fn is_lively(&self, look: Look<'_>) -> bool {
        let is_away = |(id, place): (&Id, &Pos2)| *place != home(look, *id);
        !self.shows.is_empty() || !self.cards.is_empty() || !self.departs.is_empty() || self.places.iter().any(is_away)
    }

    /// Whether something has happened that nobody could see yet, since nothing was drawn after it.
    pub fn is_behind(&self, look: Look<'_>) -> bool {
        self.heard.is_behind(look)
    }

    /// Puts what was heard in its order: a line, then dice, then what came of it.
    fn take_up(&mut self, look: Look<'_>, heard: Vec<show::Beat>) {
        if heard.is_empty() {
            return;
        }
        let whole: f64 = heard.iter().map(|beat| beat.takes).sum();
        // What has not been shown yet gives way to what is new.
        let clock = self.clock;
        let last = self.shows.iter().map(|timed| timed.since).fold(clock, f64::max);
        let mut at = last.min(clock + 0.6);
        // Much that happens at once is told faster, so that nobody watches for long.
        let share = (hear::LONGEST / whole.max(0.01)).min(1.0);
        let mut until = clock;
        // With the first of what is done in it a round is there.
        self.coming.clear();
        let mut open: Vec<usize> = Vec::new();
        for beat in heard {
            until = until.max(at + beat.told_after());
            self.untold.extend(beat.facts.iter().map(|place| (*place, until)));
            // Nobody moves before the dice lie still that move them.
            let mut since = at;
            if let Show::Streak { who, points } = &beat.show {
                since = until;
                self.depart(look, *who, (until, points));
            }
            // The dice of one fighter lie in one place: the next throw takes it.
            if let Show::Dice { who, .. } = &beat.show {
                for timed in &mut self.shows {
                    let is_same = matches!(&timed.show, Show::Dice { who: before, .. } if before == who);
                    if is_same {
                        timed.lasts = timed.lasts.min((at - timed.since).max(0.25));
                    }
                }
            }
            if let Show::Dice { is_open: false, .. } = &beat.show {
                let settled = at + beat.told_after();
                for place in open.drain(..) {
                    if let Some(first) = self.shows.get_mut(place) {
                        (first.settles, first.lasts) = (settled, first.lasts + at - first.since);
                    }
                }
            }
            beat.tells.iter().for_each(|change| self.veils.hide(at + beat.told_after(), change));
            if matches!(beat.show, Show::Dice { is_open: true, .. }) {
                open.push(self.shows.len());
            }
            self.shows.push(Timed::new(beat.show, since, beat.lasts));
            let begins = |place: &&usize| look.facts().get(**place).is_some_and(|fact| fact.rule == ROUND);
            let seen = self.shows.iter().map(|timed| timed.since + timed.lasts).fold(until, f64::max);
            self.coming.extend(beat.facts.iter().filter(begins).map(|place| (*place, seen)));
            at += beat.takes * share;
        }
        self.veils.hide_rest(look, until);
        self.keep_rest(look, until);
    }

    /// What is shown now, for how long it has been, and what share of its time that is.
    fn under_way(&self) -> impl Iterator<Item = (&Show, f64, f32)> {
        self.shows.iter().filter(|timed| timed.since <= self.clock).map(|timed| {
            let age = self.clock - timed.since;
            (&timed.show, age, (age / timed.lasts).clamp(0.0, 1.0) as f32)
        })
    }

    /// How somebody fares as far as it has been shown.
    pub fn fares(&self, look: Look<'_>, id: Id) -> Fares {
        self.veils.told(id).cloned().unwrap_or_else(|| Fares::of(look, id))
    }

    /// Whether all that has happened to somebody has been shown.
    pub fn has_shown(&self, id: Id) -> bool {
        self.veils.told(id).is_none()
    }

    /// How many of these facts, the first of them, may be read: no line tells what is still to be shown.
    pub fn told(&self, facts: usize) -> usize {
        self.untold.keys().next().map_or(facts, |first| facts.min(*first))
    }

    /// The round that has begun before everybody's eyes: not one whose beginning is still to be told, or comes while something
    /// of the one before is seen.
    pub fn round(&self, look: Look<'_>) -> i32 {
        let facts = look.facts();
        let told = self.told(facts.len());
        let told = self.coming.keys().next().map_or(told, |first| told.min(*first));
        let untold = facts.get(told..).unwrap_or_default();
        let begun = untold.iter().filter(|fact| fact.rule == ROUND).count();
        look.clock().round - i32::try_from(begun).unwrap_or_default()
    }

    /// Turns the cards of these, one shortly after the other.
    pub fn turn(&mut self, context: &Context, cards: Vec<(Id, (Card, i32))>, speed: Speed) {
        if speed == Speed::AtOnce || cards.is_empty() {
            return;
        }
        for (index, (who, card)) in cards.into_iter().take(CARDS).enumerate() {
            let since = self.clock + index as f64 * CARD * 0.15;
            self.cards.insert(who, since);
            self.shows.push(Timed::new(Show::Card { who, card }, since, CARD * 3.5));
        }
        context.request_repaint();
    }

    /// How far somebody's card is turned; nothing if it lies still.
    pub fn turned(&self, who: Id) -> Option<f32> {
        let since = self.cards.get(&who)?;
        Some(((self.clock - since) / CARD).clamp(0.0, 1.0) as f32)
    }
}
