//! A stretch of a lesson as a moving picture: what its battle was after each deed, played once by its rules and then shown
//! again and again.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::battle::{Fact, Id, Look, Roll, quiet_world};
use crate::board::{Board, Footprint, Square};
use crate::lesson::{Scene, Stage};
use crate::looks::Looks;
use crate::overlay::motion::Fares;
use crate::overlay::{stage, tokens};
use crate::rulebook::learn::Stretch;
use crate::scene;

/// Seconds until everybody has come to where they are, and until a line has been read.
const GLIDE: f64 = 0.7;
const LINE: f64 = 1.5;
/// Seconds that the picture stands still at its end.
const REST: f64 = 2.2;
/// What is told of somebody who has gone.
const OFF: &str = "off the field";
/// No more lines of a deed are told.
const LINES: usize = 5;

/// A moving picture.
pub struct Reel {
    pub board: Arc<Board>,
    pub looks: Looks,
    /// What was to be seen at first, and after each deed.
    pub moments: Vec<Moment>,
    /// What of the field matters, in squares.
    pub area: Area,
    /// Sides of squares along which zones meet.
    pub borders: Vec<((i32, i32), (i32, i32))>,
    /// The names of zones where places are told by them, each with its first square and the first beyond it.
    pub zones: Vec<(String, Area)>,
    /// Whoever is not shown: where they shall stand is asked.
    pub hides: Option<Id>,
}

/// A part of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub low: Square,
    /// The first square beyond it.
    pub high: Square,
}

impl Area {
    /// Grows until these squares lie in it.
    pub fn take_in<'s>(&mut self, squares: impl IntoIterator<Item = &'s Square>) {
        for square in squares {
            let (low, high) = (self.low, self.high);
            self.low = Square::new(low.x.min(square.x), low.y.min(square.y));
            self.high = Square::new(high.x.max(square.x + 1), high.y.max(square.y + 1));
        }
    }
}

/// What was to be seen after a deed.
pub struct Moment {
    pub who: Vec<Seen>,
    /// What the deed was, in the words of the chronicle.
    pub told: Vec<Line>,
}

/// Somebody as they were then.
#[derive(Clone)]
pub struct Seen {
    pub id: Id,
    pub body: Footprint,
    pub side: u8,
    pub figure: scene::Look,
    pub name: String,
    /// What becomes of them, in a word.
    pub state: Option<&'static str>,
    pub wounds: usize,
    pub health: Option<(i32, i32)>,
}

/// Something that happened.
#[derive(Clone)]
pub struct Line {
    pub text: String,
    pub who: Option<Id>,
    pub whom: Option<Id>,
    /// The dice in a few letters, and whether they were enough.
    pub dice: Option<(String, Option<bool>)>,
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
        let mut moments = vec![Moment { who: seen(first), told: Vec::new() }];
        for (step, scene) in (1..).zip(&shows.lesson.play).skip(shows.from).take(shows.to.saturating_sub(shows.from)) {
            stage.play_to(step);
            if !matches!(scene, Scene::Do(_) | Scene::Rest(_)) {
                continue;
            }
            let look = Look::at(stage.world, stage.battle)?;
            let facts = look.facts();
            let new = facts.get(told..).unwrap_or_default();
            let mut moment = Moment::after(look, moments.last(), new);
            if let Some(before) = moments.last().filter(|_| is_zoned) {
                moment.keep_still(&board, before, new);
            }
            moments.push(moment);
            told = facts.len();
        }
        let look = Look::at(stage.world, stage.battle)?;
        let named: Vec<Id> = on.iter().filter_map(|name| look.find(name)).collect();
        let area = area(&board, &moments, &named);
        let borders = borders(&board);
        let zones = if is_zoned { zones(&board) } else { Vec::new() };
        if is_zoned {
            // A square within a zone says nothing.
            moments.iter_mut().flat_map(|moment| &mut moment.told).for_each(|line| line.squares.clear());
        }
        Some(Self { board, looks, moments, area, borders, zones, hides: None })
    }

    /// The one of this name, if they are there at first.
    pub fn named(&self, name: &str) -> Option<Id> {
        self.moments.first()?.who.iter().find(|seen| seen.name == name).map(|seen| seen.id)
    }

    /// How many seconds it lasts.
    pub fn seconds(&self) -> f64 {
        (0..self.moments.len()).map(|moment| self.lasts(moment)).sum::<f64>() + REST
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
                let share = (left / GLIDE).clamp(0.0, 1.0) as f32;
                let line = ((left - GLIDE).max(0.0) / LINE) as usize;
                let told = self.moments.get(moment).map_or(0, |moment| moment.told.len());
                let line = (left >= GLIDE && told > 0).then(|| line.min(told - 1));
                return Now { moment, share: share * share * (3.0 - 2.0 * share), line, is_over: false };
            }
            left -= lasts;
        }
        self.end()
    }

    /// Its end.
    pub fn end(&self) -> Now {
        let moment = self.moments.len().saturating_sub(1);
        let told = self.moments.get(moment).map_or(0, |moment| moment.told.len());
        Now { moment, share: 1.0, line: told.checked_sub(1), is_over: true }
    }

    /// What was told of two before the line that is told now.
    pub fn before(&self, now: Now) -> Option<&Line> {
        let told: Vec<&Line> = self.told(Now { is_over: false, ..now }).collect();
        told.into_iter().rev().skip(1).find(|line| line.who.is_some() && line.whom.is_some())
    }

    /// The next dice after the line that is told now.
    pub fn next_thrown(&self, now: Now) -> Option<&Line> {
        let told = self.told(Now { is_over: false, ..now }).count();
        self.moments.iter().flat_map(|moment| &moment.told).skip(told).find(|line| line.dice.is_some())
    }

    /// What has been told until now, deed by deed.
    pub fn told(&self, now: Now) -> impl Iterator<Item = &Line> {
        let before = self.moments.iter().take(now.moment).flat_map(|moment| &moment.told);
        let here = self.moments.get(now.moment).map_or(&[][..], |moment| &moment.told);
        let upto = if now.is_over { here.len() } else { now.line.map_or(0, |line| line + 1) };
        before.chain(here.iter().take(upto))
    }
}

impl Moment {
    /// What is to be seen once this has happened; whoever has left the field by it is seen on the way out.
    fn after(look: Look<'_>, before: Option<&Self>, facts: &[Fact]) -> Self {
        let mut who = seen(look);
        let before = before.map_or(&[][..], |before| &before.who);
        let leaves = |each: &&Seen| each.state != Some(OFF) && look.has_left(each.id);
        who.extend(before.iter().filter(leaves).map(|each| each.on_the_way_out(look.board(), facts)));
        Self { who, told: lines(look, facts) }
    }

    /// Whoever has gone nowhere is drawn where they were: where the rules seat them within their zone says nothing.
    fn keep_still(&mut self, board: &Board, before: &Self, facts: &[Fact]) {
        let zone = |body: Footprint| board.cell(body.at).map(|cell| cell.zone);
        let overlaps = |one: Footprint, other: Footprint| one.contains(other.at) || other.contains(one.at);
        for place in 0..self.who.len() {
            let Some((id, body)) = self.who.get(place).map(|seen| (seen.id, seen.body)) else { continue };
            let Some(was) = before.who.iter().find(|was| was.id == id).map(|was| was.body) else { continue };
            let goes = |fact: &Fact| fact.is_way() && (fact.who == Some(id) || fact.driven == Some(id));
            let is_free = self.who.iter().all(|other| other.id == id || !overlaps(other.body, was));
            if is_free && zone(was) == zone(body) && !facts.iter().any(goes) {
                self.who.iter_mut().filter(|seen| seen.id == id).for_each(|seen| seen.body = was);
            }
        }
    }
}

impl Seen {
    /// Whether they have left the field.
    pub fn is_gone(&self) -> bool {
        self.state == Some(OFF)
    }

    /// The same where they went last by these facts, and on from there to the rim of the field.
    fn on_the_way_out(&self, board: &Board, facts: &[Fact]) -> Self {
        let ways = facts.iter().rev().filter(|fact| fact.who == Some(self.id) && fact.is_way());
        let ends = |fact: &Fact| Some((*fact.squares.first()?, *fact.squares.last()?));
        let (from, to) = ways.filter_map(ends).next().unwrap_or((self.body.at, self.body.at));
        let body = self.body.moved_to(to);
        let rims = [
            (body.at.x, (-1, 0)),
            (board.width() - 1 - body.far().x, (1, 0)),
            (body.at.y, (0, -1)),
            (board.height() - 1 - body.far().y, (0, 1)),
        ];
        let nearest = rims.into_iter().min_by_key(|(gap, _)| *gap).map_or((0, 1), |(_, way)| way);
        let (across, down) = (to.x - from.x, to.y - from.y);
        let (x, y) = match across.abs().cmp(&down.abs()) {
            _ if from == to => nearest,
            Ordering::Less => (0, down.signum()),
            _ => (across.signum(), 0),
        };
        let is_in = |body: Footprint| board.contains(body.at) && board.contains(body.far());
        let on = (1..).map(|step| self.body.moved_to(Square::new(to.x + x * step, to.y + y * step)));
        let body = on.take_while(|next| is_in(*next)).last().unwrap_or(body);
        Self { body, state: Some(OFF), ..self.clone() }
    }
}

fn seen(look: Look<'_>) -> Vec<Seen> {
    let is_there = |id: &Id| !id.is_thing() && look.place(*id).present;
    let seen = look.everybody().filter(is_there).map(|id| {
        let fares = Fares::of(look, id);
        Seen {
            id,
            body: look.footprint(id),
            side: look.side(id).0,
            figure: stage::painted(look, id, fares.vigour()),
            name: look.name(id).to_owned(),
            state: tokens::state(look, id).map(|(word, _)| word),
            wounds: fares.wounds,
            health: fares.health,
        }
    });
    seen.collect()
}

/// What happened, without what only repeats what was said.
fn lines(look: Look<'_>, facts: &[Fact]) -> Vec<Line> {
    let lines = facts.iter().filter(|fact| !fact.text.trim().is_empty()).map(|fact| Line {
        text: look.sentence_of(fact),
        who: fact.who,
        whom: fact.whom,
        dice: fact.roll.as_ref().map(|roll| (dice(roll), roll.shows())),
        squares: fact.squares.clone(),
    });
    lines.take(LINES).collect()
}

/// Dice in a few letters: "attack 14 : 12".
fn dice(roll: &Roll) -> String {
    match &roll.against {
        Some(against) => format!("{} {} : {}", roll.label, roll.total, against.total()),
        None => format!("{} {}", roll.label, roll.total),
    }
}

/// What of the field matters: where those stand who are named, or all who have a part in what happens, and a little beside.
fn area(board: &Board, moments: &[Moment], named: &[Id]) -> Area {
    let lines = || moments.iter().flat_map(|moment| &moment.told);
    let acts = |id: Id| lines().any(|line| line.who == Some(id) || line.whom == Some(id));
    let is_part = |seen: &&Seen| if named.is_empty() { acts(seen.id) } else { named.contains(&seen.id) };
    let all = || moments.iter().flat_map(|moment| &moment.who);
    let mut parts: Vec<&Seen> = all().filter(is_part).collect();
    if parts.is_empty() {
        parts = all().collect();
    }
    let corners = parts.iter().flat_map(|seen| [seen.body.at, seen.body.far()]);
    let struck = lines().filter(|_| named.is_empty()).flat_map(|line| line.squares.iter().copied());
    let corners: Vec<Square> = corners.chain(struck).filter(|square| board.contains(*square)).collect();
    let along = |of: fn(&Square) -> i32, side: i32, least: i32| {
        let low = corners.iter().map(of).min().unwrap_or(0) - 1;
        let high = corners.iter().map(of).max().unwrap_or(side - 1) + 2;
        let more = (least - (high - low)).max(0);
        (low - more / 2, high + more - more / 2)
    };
    let (left, right) = along(|square| square.x, board.width(), 6);
    let (top, bottom) = along(|square| square.y, board.height(), 4);
    Area { low: Square::new(left, top), high: Square::new(right, bottom) }
}

/// Where zones meet.
fn borders(board: &Board) -> Vec<((i32, i32), (i32, i32))> {
    let zone = |square: Square| board.cell(square).map(|cell| cell.zone);
    let beyond = |square: Square| {
        let (x, y) = (square.x, square.y);
        [(Square::new(x + 1, y), ((x + 1, y), (x + 1, y + 1))), (Square::new(x, y + 1), ((x, y + 1), (x + 1, y + 1)))]
            .into_iter()
            .filter(move |(other, _)| board.contains(*other) && zone(*other) != zone(square))
            .map(|(_, ends)| ends)
    };
    board.squares().flat_map(beyond).collect()
}

/// The names of zones, and the squares that they lie in.
fn zones(board: &Board) -> Vec<(String, Area)> {
    let mut all: Vec<(String, Option<Area>)> = board.zones.iter().map(|zone| (zone.name.clone(), None)).collect();
    for square in board.squares() {
        let Some(zone) = board.cell(square).and_then(|cell| cell.zone) else { continue };
        let Some((_, area)) = all.get_mut(usize::from(zone)) else { continue };
        let first = Area { low: square, high: Square::new(square.x + 1, square.y + 1) };
        area.get_or_insert(first).take_in([&square]);
    }
    all.into_iter().filter_map(|(name, area)| Some((name, area?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Library;

    /// Promise: where places are zones their names are there to be drawn, no square within one is marked, and whoever goes nowhere
    /// stays where they are.
    #[test]
    fn places_are_told_by_the_names_of_zones() {
        let library = Library::open("rulesets");
        let learn = library.learn("zones").unwrap().unwrap();
        let stop = learn.tour.iter().find(|stop| stop.shows.lesson.id == "ZN-C29").unwrap();
        let reel = Reel::of(&stop.shows, &stop.on).unwrap();
        let names: Vec<&str> = reel.zones.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["A", "B", "C"]);
        let sees = |area: &Area| area.low.x < reel.area.high.x && area.high.x > reel.area.low.x;
        assert!(reel.zones.iter().take(2).all(|(_, area)| sees(area)), "the border between both is in the picture");
        assert!(reel.moments.iter().flat_map(|moment| &moment.told).all(|line| line.squares.is_empty()));
        let stands = |moment: &Moment| moment.who.iter().find(|seen| seen.name == "Balthasar").unwrap().body;
        let [first, last] = reel.moments.as_slice() else { panic!("one deed") };
        assert_eq!(stands(first), stands(last));
        let squares = library.learn("lanterns").unwrap().unwrap();
        let of_squares = squares.tour.iter().filter_map(|stop| Reel::of(&stop.shows, &stop.on));
        assert!(of_squares.into_iter().all(|reel| reel.zones.is_empty()));
    }

    /// Promise: whoever leaves the field is seen on the way out, and gone after it.
    #[test]
    fn whoever_leaves_is_seen_on_the_way_out() {
        let learn = Library::open("rulesets").learn("zones").unwrap().unwrap();
        let stop = learn.tour.iter().find(|stop| stop.shows.lesson.id == "ZN-C57").unwrap();
        let reel = Reel::of(&stop.shows, &stop.on).unwrap();
        let [first, .., last] = reel.moments.as_slice() else { panic!("nothing happens") };
        let runs = |moment: &Moment| moment.who.iter().find(|seen| seen.name == "Bandit").cloned().unwrap();
        let (before, after) = (runs(first), runs(last));
        assert!(before.state != Some(OFF) && after.state == Some(OFF));
        assert!(after.body.at.x < before.body.at.x && after.body.at.x == 0, "{:?}", after.body);
    }

    /// Promise: a picture plays all deeds of its stretch in order, comes to its end and begins anew.
    #[test]
    fn a_picture_plays_its_stretch_and_begins_anew() {
        let learn = Library::open("rulesets").learn("lanterns").unwrap().unwrap();
        for item in &learn.minute {
            let reel = Reel::of(&item.shows, &[]).unwrap();
            let scenes = item.shows.lesson.play[item.shows.from..item.shows.to].iter();
            let deeds = scenes.filter(|scene| matches!(scene, Scene::Do(_) | Scene::Rest(_))).count();
            assert_eq!(reel.moments.len(), deeds + 1, "{}", item.title);
            assert!(reel.moments.iter().any(|moment| !moment.told.is_empty()), "{}: nothing happens", item.title);
            let steps = (0..).map(|tenth| f64::from(tenth) / 10.0).take_while(|at| *at < reel.seconds());
            let moments: Vec<usize> = steps.map(|at| reel.at(at, true).moment).collect();
            assert!(moments.is_sorted(), "{}", item.title);
            assert_eq!(moments.last(), Some(&deeds));
            assert_eq!(reel.at(reel.seconds() + 0.01, true).moment, 0);
            assert!(reel.at(reel.seconds(), false).is_over);
            assert_eq!(
                reel.told(reel.end()).count(),
                reel.moments.iter().map(|moment| moment.told.len()).sum::<usize>()
            );
        }
    }
}
