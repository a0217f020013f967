//! A stretch of a lesson as a moving picture: what its battle was after each deed, played once by its rules and then shown
//! again and again.

mod field;
mod seen;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use field::{area, borders, zones};
use seen::seen;

use crate::battle::{Fact, Id, Look, Purpose, Roll, quiet_world};
use crate::board::{Board, Footprint, Square};
use crate::lesson::{Scene, Stage};
use crate::looks::Looks;
use crate::overlay::motion::as_told;
use crate::rulebook::learn::Stretch;

pub use field::Area;
pub use seen::Seen;

/// Seconds until everybody has come to where they are, and until a line has been read.
const GLIDE: f64 = 0.7;
const LINE: f64 = 1.5;
/// Seconds that the picture stands still at its end.
const REST: f64 = 2.2;
/// No more lines of a deed are told.
const LINES: usize = 9;
/// No more is told over somebody of what they suffer.
const WORDS: usize = 2;

/// A moving picture.
pub struct Reel {
    pub board: Arc<Board>,
    pub looks: Looks,
    /// What was to be seen at first, and after each deed.
    pub moments: Vec<Moment>,
    /// What of the field matters, in squares: the same from its start to its end.
    pub area: Area,
    /// Those who have a part in what happens.
    pub parts: BTreeSet<Id>,
    /// Sides of squares along which zones meet.
    pub borders: Vec<((i32, i32), (i32, i32))>,
    /// The names of zones where places are told by them, each with its first square and the first beyond it.
    pub zones: Vec<(String, Area)>,
    /// Whoever is not shown: where they shall stand is asked.
    pub hides: Option<Id>,
}

/// What was to be seen after a deed.
pub struct Moment {
    pub who: Vec<Seen>,
    /// What the deed was, in the words of the chronicle.
    pub told: Vec<Line>,
    /// Whether a deed begins with it, and no answer in the middle of one.
    begins: bool,
}

/// Something that happened.
#[derive(Clone)]
pub struct Line {
    pub text: String,
    pub who: Option<Id>,
    pub whom: Option<Id>,
    /// The dice in a few letters, and whether they were enough where that is known once they lie still.
    pub dice: Option<(String, Option<bool>)>,
    /// Whether it is what something came to, and nothing that somebody tries.
    is_result: bool,
    /// Who has hit whom, where it tells of a hit.
    hit: Option<(Id, Id)>,
    /// Whom it does harm, and which, in a few words.
    harm: Option<(Id, String)>,
    /// Who comes to another place by it.
    goes: Option<Id>,
    pub squares: Vec<Square>,
}

/// Where a picture is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Now {
    /// The moment that is shown.
    pub moment: usize,
    /// How far everybody has come from the one before, 0 to 1.
    pub share: f32,
    /// The line that is told.
    pub line: Option<usize>,
    /// How far those have come who go elsewhere by that line, 0 to 1.
    pub step: f32,
    /// Whether it has come to its end.
    pub is_over: bool,
}

impl Reel {
    /// Plays the stretch. `on`: those who are looked at, or nobody for all who have a part in it.
    pub fn of(shows: &Stretch, on: &[String]) -> Option<Self> {
        let mut world = quiet_world();
        let mut stage = Stage::set(&shows.lesson, &mut world);
        stage.play_to(shows.from);
        let mut told = Look::at(stage.world, stage.battle)?.facts().len();
        let first = Look::at(stage.world, stage.battle)?;
        let (board, looks) = (first.ground().board.clone(), first.rules().looks.clone());
        let is_zoned = first.zoned().is_some();
        let mut moments = vec![Moment { who: seen(first), told: Vec::new(), begins: true }];
        for (step, scene) in (1..).zip(&shows.lesson.play).skip(shows.from).take(shows.to.saturating_sub(shows.from)) {
            let asked = Look::at(stage.world, stage.battle)?.question();
            let begins = asked.is_none_or(|question| question.choices.is_none());
            stage.play_to(step);
            if !matches!(scene, Scene::Do(_) | Scene::Rest(_)) {
                continue;
            }
            let look = Look::at(stage.world, stage.battle)?;
            let facts = look.facts();
            let new = facts.get(told..).unwrap_or_default();
            let mut moment = Moment::after(look, moments.last(), new, begins);
            if let Some(before) = moments.last().filter(|_| is_zoned) {
                moment.keep_still(look, before, new);
            }
            moments.push(moment);
            told = facts.len();
        }
        let look = Look::at(stage.world, stage.battle)?;
        let named: Vec<Id> = on.iter().filter_map(|name| look.find(name)).collect();
        let area = area(&board, is_zoned, &moments, &named);
        let told = moments.iter().flat_map(|moment| &moment.told);
        let parts = told.flat_map(|line| [line.who, line.whom]).flatten().chain(named).collect();
        let borders = borders(&board);
        let zones = if is_zoned { zones(&board) } else { Vec::new() };
        if is_zoned {
            // A square within a zone says nothing.
            moments.iter_mut().flat_map(|moment| &mut moment.told).for_each(|line| line.squares.clear());
        }
        Some(Self { board, looks, moments, area, parts, borders, zones, hides: None })
    }

    /// The line that is told now.
    pub fn line(&self, now: Now) -> Option<&Line> {
        self.moments.get(now.moment)?.told.get(now.line?)
    }

    /// What the lines of this moment that have been told say that somebody suffers: the last of it, and what it has led to.
    pub fn suffered(&self, now: Now) -> BTreeMap<Id, String> {
        let told = self.moments.get(now.moment).map_or(&[][..], |moment| &moment.told);
        let told = told.iter().take(now.line.map_or(0, |line| line + 1));
        let mut all: BTreeMap<Id, Vec<&str>> = BTreeMap::new();
        for (whom, harm) in told.filter_map(|line| line.harm.as_ref()) {
            let words = all.entry(*whom).or_default();
            if !words.contains(&harm.as_str()) {
                words.push(harm);
            }
        }
        all.into_iter().map(|(whom, words)| (whom, words[words.len().saturating_sub(WORDS)..].join(", "))).collect()
    }

    /// The one of this name, if they are there at first.
    pub fn named(&self, name: &str) -> Option<Id> {
        self.moments.first()?.who.iter().find(|seen| seen.name == name).map(|seen| seen.id)
    }

    /// How many seconds it lasts.
    pub fn seconds(&self) -> f64 {
        (0..self.moments.len()).map(|moment| self.lasts(moment)).sum::<f64>() + REST
    }

    /// How many seconds pass before its first deed.
    pub fn opening(&self) -> f64 {
        self.lasts(0)
    }

    /// How long a moment is shown.
    fn lasts(&self, moment: usize) -> f64 {
        let lines = self.moments.get(moment).map_or(0, |moment| moment.told.len());
        GLIDE + LINE * lines.max(1) as f64
    }

    /// Where it is after so many seconds from its beginning. It begins again unless it shall not.
    pub fn at(&self, seconds: f64, again: bool) -> Now {
        let mut left = if again { seconds.rem_euclid(self.seconds()) } else { seconds };
        for moment in 0..self.moments.len() {
            let lasts = self.lasts(moment);
            if left < lasts {
                let since = (left - GLIDE).max(0.0);
                let told = self.moments.get(moment).map_or(0, |moment| moment.told.len());
                let line = (left >= GLIDE && told > 0).then(|| ((since / LINE) as usize).min(told - 1));
                let begun = line.map_or(0.0, |line| since - LINE * line as f64);
                return Now { moment, share: glided(left), line, step: glided(begun), is_over: false };
            }
            left -= lasts;
        }
        self.end()
    }

    /// Its end.
    pub fn end(&self) -> Now {
        let moment = self.moments.len().saturating_sub(1);
        let told = self.moments.get(moment).map_or(0, |moment| moment.told.len());
        Now { moment, share: 1.0, line: told.checked_sub(1), step: 1.0, is_over: true }
    }

    /// Who strikes whom in the line that is told now. An answer is no blow, and what came of a blow is still that blow, whoever it
    /// is told of first; a hit says itself whose it was.
    pub fn blow(&self, now: Now) -> Option<(Id, Id)> {
        let moments = self.moments.get(..=now.moment)?;
        let earlier = moments.iter().rposition(|moment| moment.begins)?;
        let earlier = moments.iter().take(earlier).map(|moment| moment.told.len()).sum();
        let (mut before, mut last, mut blow) = (None, None, None);
        for line in self.told(Now { is_over: false, ..now }).skip(earlier) {
            blow = line.hit;
            if blow.is_some() {
                (before, last) = (blow, blow);
                continue;
            }
            let Some((who, whom)) = line.who.zip(line.whom) else { continue };
            let is_back = |other: Option<(Id, Id)>| other == Some((whom, who));
            blow = if is_back(last) && line.is_result { last } else { Some((who, whom)).filter(|_| !is_back(before)) };
            (before, last) = (Some((who, whom)), blow.or(last));
        }
        blow
    }

    /// What has been told until now, deed by deed.
    pub fn told(&self, now: Now) -> impl Iterator<Item = &Line> {
        let before = self.moments.iter().take(now.moment).flat_map(|moment| &moment.told);
        let here = self.moments.get(now.moment).map_or(&[][..], |moment| &moment.told);
        let upto = if now.is_over { here.len() } else { now.line.map_or(0, |line| line + 1) };
        before.chain(here.iter().take(upto))
    }
}

/// How far somebody has come so many seconds after they set out, 0 to 1.
fn glided(seconds: f64) -> f32 {
    let share = (seconds / GLIDE).clamp(0.0, 1.0) as f32;
    share * share * (3.0 - 2.0 * share)
}

impl Moment {
    /// How far somebody has come to where they are at its end: whoever goes there only by a later line than the first, as one
    /// who is thrown back by a blow, stays until that is told.
    pub fn come(&self, now: Now, id: Id) -> f32 {
        let line = self.told.iter().position(|line| line.goes == Some(id)).filter(|line| *line > 0);
        match (line, now.line) {
            (None, _) => now.share,
            (Some(line), Some(told)) if told > line => 1.0,
            (Some(line), Some(told)) if told == line => now.step,
            _ => 0.0,
        }
    }

    /// What is to be seen once this has happened; whoever has left the field by it is seen on the way out.
    fn after(look: Look<'_>, before: Option<&Self>, facts: &[Fact], begins: bool) -> Self {
        let mut who = seen(look);
        let before = before.map_or(&[][..], |before| &before.who);
        let leaves = |each: &&Seen| !each.is_gone() && look.has_left(each.id);
        who.extend(before.iter().filter(leaves).map(|each| each.on_the_way_out(look.board(), facts)));
        Self { who, told: lines(look, facts), begins }
    }

    /// Whoever has gone nowhere is drawn where they were: where the rules seat them within their zone says nothing.
    fn keep_still(&mut self, look: Look<'_>, before: &Self, facts: &[Fact]) {
        let overlaps = |one: Footprint, other: Footprint| one.contains(other.at) || other.contains(one.at);
        for place in 0..self.who.len() {
            let Some((id, body)) = self.who.get(place).map(|seen| (seen.id, seen.body)) else { continue };
            let was = before.who.iter().find(|was| was.id == id).map(|was| (was.body, was.lean));
            let Some((was, lean)) = was else { continue };
            let goes = |fact: &Fact| fact.goes() == Some(id);
            let is_free = self.who.iter().all(|other| other.id == id || !overlaps(other.body, was));
            if is_free && look.spot_of(was) == look.spot_of(body) && !facts.iter().any(goes) {
                self.who.iter_mut().filter(|seen| seen.id == id).for_each(|seen| (seen.body, seen.lean) = (was, lean));
            }
        }
    }
}

/// What happened, without what only repeats what was said.
fn lines(look: Look<'_>, facts: &[Fact]) -> Vec<Line> {
    // The first dice of a contest are held against nothing before those of the other side lie still.
    let thrown = |at: usize, fact: &Fact| {
        let is_open = facts.get(at + 1).is_some_and(|next| fact.meets(next));
        // What is read from a table says what it came to: its number by itself says nothing.
        let is_read = |roll: &Roll| roll.against.is_none() && !roll.bands.is_empty() && roll.purpose != Purpose::Damage;
        let roll = as_told(fact.roll.as_ref().filter(|roll| !is_read(roll))?, &fact.text);
        let own = if is_open { Roll { against: None, success: None, ..roll } } else { roll };
        Some((dice(&own), own.shows()))
    };
    let told = facts.iter().enumerate().filter(|(_, fact)| !fact.text.trim().is_empty());
    let lines = told.map(|(at, fact)| Line {
        text: unnumbered(look.sentence_of(fact), &fact.squares),
        who: fact.who,
        whom: fact.whom,
        dice: thrown(at, fact),
        is_result: fact.roll.as_ref().is_none_or(|roll| roll.purpose == Purpose::Damage),
        hit: fact.dealt.and_then(|dealt| dealt.by).zip(fact.who).filter(|(by, whom)| by != whom),
        harm: harm(look, fact),
        goes: fact.goes(),
        squares: fact.squares.clone(),
    });
    lines.take(LINES).collect()
}

/// A way without the numbers of its squares, which nobody sees in a picture: "moves 6 squares".
fn unnumbered(text: String, squares: &[Square]) -> String {
    let ends = squares.first().zip(squares.last()).map(|(from, to)| format!(" from {from} to {to}"));
    let Some((before, after)) = ends.as_ref().and_then(|ends| text.split_once(ends.as_str())) else { return text };
    let far = after.strip_prefix(" (").and_then(|far| far.split_once(')'));
    far.map_or_else(|| format!("{before}{after}"), |(far, after)| format!("{before} {far}{after}"))
}

/// Whom something does harm, and which: a figure that has become less, or a state that they come into.
fn harm(look: Look<'_>, fact: &Fact) -> Option<(Id, String)> {
    let first = fact.changes.iter().find(|change| !change.who.is_thing() && change.from != change.to);
    let (who, what, more) = match first {
        Some(change) if change.is_price => return None,
        Some(change) => (change.who, change.what, change.to - change.from),
        None => fact.befalls.map(|(who, what)| (who, what, 1))?,
    };
    match look.rules().conditions.get(&what) {
        Some(def) => (more > 0 && !def.helps && !def.stance).then(|| (who, what.to_string())),
        None => (more < 0).then(|| (who, format!("{more:+} {what}"))),
    }
}

/// Dice in a few letters: "attack 14 : 12"; what nothing had to be reached for stands alone.
fn dice(roll: &Roll) -> String {
    match roll.against.as_ref().filter(|against| against.total() != 0) {
        Some(against) => format!("{} {} : {}", roll.label, roll.total, against.total()),
        None => format!("{} {}", roll.label, roll.total),
    }
}

#[cfg(test)]
mod tests;
