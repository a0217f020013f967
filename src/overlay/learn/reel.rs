//! A stretch of a lesson as a moving picture: what its battle was after each deed, played once by its rules and then shown
//! again and again.

use std::sync::Arc;

use crate::battle::{Fact, Id, Look, Roll, quiet_world};
use crate::board::{Board, Footprint, Square};
use crate::lesson::{Scene, Stage};
use crate::looks::Looks;
use crate::overlay::motion::Fares;
use crate::overlay::{stage, tokens};
use crate::rulebook::learn::Stretch;
use crate::scene;

/// Seconds in which everybody comes to where they are, and in which a line is read.
const GLIDE: f64 = 0.7;
const LINE: f64 = 1.5;
/// Seconds that the picture stands still at its end.
const REST: f64 = 2.2;
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
        let mut moments = vec![Moment { who: seen(first), told: Vec::new() }];
        for (step, scene) in (1..).zip(&shows.lesson.play).skip(shows.from).take(shows.to.saturating_sub(shows.from)) {
            stage.play_to(step);
            if !matches!(scene, Scene::Do(_) | Scene::Rest(_)) {
                continue;
            }
            let look = Look::at(stage.world, stage.battle)?;
            let facts = look.facts();
            moments.push(Moment { who: seen(look), told: lines(facts.get(told..).unwrap_or_default()) });
            told = facts.len();
        }
        let look = Look::at(stage.world, stage.battle)?;
        let named: Vec<Id> = on.iter().filter_map(|name| look.find(name)).collect();
        let area = area(&board, &moments, &named);
        let borders = borders(&board);
        Some(Self { board, looks, moments, area, borders, hides: None })
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
fn lines(facts: &[Fact]) -> Vec<Line> {
    let lines = facts.iter().filter(|fact| !fact.text.trim().is_empty()).map(|fact| Line {
        text: fact.text.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Library;

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
