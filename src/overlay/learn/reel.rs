//! A stretch of a lesson as a moving picture: what its battle was after each deed, played once by its rules and then shown
//! again and again.

mod field;
mod seen;

use std::sync::Arc;

use field::{area, borders, frames, zones};
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

/// A moving picture.
pub struct Reel {
    pub board: Arc<Board>,
    pub looks: Looks,
    /// What was to be seen at first, and after each deed.
    pub moments: Vec<Moment>,
    /// What of the field matters, in squares.
    pub area: Area,
    /// The same from moment to moment; nothing where the picture holds still.
    pub frames: Vec<Area>,
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
    /// The dice in a few letters, and whether they were enough.
    pub dice: Option<(String, Option<bool>)>,
    /// Whether it is what something came to, and nothing that somebody tries.
    is_result: bool,
    /// Who has hit whom, where it tells of a hit.
    hit: Option<(Id, Id)>,
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
        let frames = if is_zoned || !named.is_empty() { Vec::new() } else { frames(&board, area, &moments) };
        let borders = borders(&board);
        let zones = if is_zoned { zones(&board) } else { Vec::new() };
        if is_zoned {
            // A square within a zone says nothing.
            moments.iter_mut().flat_map(|moment| &mut moment.told).for_each(|line| line.squares.clear());
        }
        Some(Self { board, looks, moments, area, frames, borders, zones, hides: None })
    }

    /// What is seen of the field now, in squares: its left and upper edge, its right and lower one.
    pub fn frame(&self, now: Now) -> [f32; 4] {
        let edges = |moment: usize| {
            let Area { low, high } = self.frames.get(moment).unwrap_or(&self.area);
            [low.x, low.y, high.x, high.y].map(|edge| edge as f32)
        };
        let mut seen = edges(now.moment.saturating_sub(1));
        seen.iter_mut().zip(edges(now.moment)).for_each(|(edge, to)| *edge += (to - *edge) * now.share);
        seen
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
    let lines = facts.iter().filter(|fact| !fact.text.trim().is_empty()).map(|fact| Line {
        text: look.sentence_of(fact),
        who: fact.who,
        whom: fact.whom,
        dice: fact.roll.as_ref().map(|roll| (dice(&as_told(roll, &fact.text)), roll.shows())),
        is_result: fact.roll.as_ref().is_none_or(|roll| roll.purpose == Purpose::Damage),
        hit: fact.dealt.and_then(|dealt| dealt.by).zip(fact.who).filter(|(by, whom)| by != whom),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Library;

    /// Promise: where places are zones their names are there to be drawn, they are seen whole, no square within one is marked,
    /// whoever goes nowhere stays where they are, and whoever is on a border is drawn on its line.
    #[test]
    fn places_are_told_by_the_names_of_zones() {
        let library = Library::open("rulesets");
        let learn = library.learn("zones").unwrap().unwrap();
        let stop = learn.tour.iter().find(|stop| stop.shows.lesson.id == "ZN-C29").unwrap();
        let reel = Reel::of(&stop.shows, &stop.on).unwrap();
        let names: Vec<&str> = reel.zones.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["A", "B", "C"]);
        let sees = |area: &Area| reel.area.low.x <= area.low.x && area.high.x <= reel.area.high.x;
        assert!(
            reel.zones.iter().all(|(_, area)| sees(area)),
            "whence, where to and the border between: {:?}",
            reel.area
        );
        assert!(reel.moments.iter().flat_map(|moment| &moment.told).all(|line| line.squares.is_empty()));
        let stands = |moment: &Moment| moment.who.iter().find(|seen| seen.name == "Balthasar").unwrap().body;
        let [first, last] = reel.moments.as_slice() else { panic!("one deed") };
        assert_eq!(stands(first), stands(last));
        let bandit = |moment: &Moment| moment.who.iter().find(|seen| seen.name == "Bandit").cloned().unwrap();
        let (before, after) = (bandit(first), bandit(last));
        assert_eq!(before.lean, (0, 0));
        let zone = |body: Footprint| reel.board.cell(body.at).and_then(|cell| cell.zone);
        assert!(zone(after.leaning()) != zone(after.body), "{:?} {:?}", after.body, after.lean);
        let squares = library.learn("lanterns").unwrap().unwrap();
        let of_squares = squares.tour.iter().filter_map(|stop| Reel::of(&stop.shows, &stop.on));
        assert!(of_squares.into_iter().all(|reel| reel.zones.is_empty()));
    }

    /// Promise: the zones that a picture tells of, and those beside them, are seen whole in every picture of the tour.
    #[test]
    fn no_zone_is_cut_that_somebody_may_go_to() {
        let learn = Library::open("rulesets").learn("zones").unwrap().unwrap();
        for (id, all) in [("ZN-C30", ["A", "B", "C", "D"]), ("ZN-C51", ["A", "B", "C", "D"])] {
            let stop = learn.tour.iter().find(|stop| stop.shows.lesson.id == id).unwrap();
            let reel = Reel::of(&stop.shows, &stop.on).unwrap();
            let is_whole = |area: &Area| {
                let across = reel.area.low.x <= area.low.x && area.high.x <= reel.area.high.x;
                across && reel.area.low.y <= area.low.y && area.high.y <= reel.area.high.y
            };
            let seen = reel.zones.iter().filter(|(_, area)| is_whole(area)).map(|(name, _)| name.as_str());
            assert_eq!(seen.collect::<Vec<_>>(), all, "{id}: {:?}", reel.area);
        }
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
        assert!(!before.is_gone() && after.is_gone());
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

    /// Promise: wherever somebody else's blow does somebody harm while an arrow is drawn it points at them, in all pictures of all
    /// games.
    #[test]
    fn an_arrow_points_at_whoever_is_struck() {
        let library = Library::open("rulesets");
        let mut pointed = 0;
        for name in library.rulesets().unwrap() {
            let Some(learn) = library.learn(&name).unwrap() else { continue };
            let minute = learn.minute.iter().map(|item| (&item.shows, &[][..]));
            let tour = learn.tour.iter().map(|stop| (&stop.shows, stop.on.as_slice()));
            for (shows, on) in minute.chain(tour) {
                let reel = Reel::of(shows, on).unwrap();
                let mut world = quiet_world();
                let mut stage = Stage::set(&shows.lesson, &mut world);
                stage.play_to(shows.to);
                let look = Look::at(stage.world, stage.battle).unwrap();
                // Whom somebody else has hit, by the words that tell of it, where they tell of nobody else.
                let struck = |line: &Line| {
                    let is_it = |fact: &&Fact| fact.dealt.is_some() && look.sentence_of(fact) == line.text;
                    let of = |fact: &Fact| {
                        let whom = fact.who?;
                        fact.dealt?.by.filter(|by| *by != whom).map(|_| whom)
                    };
                    let mut all = look.facts().iter().filter(is_it).map(of);
                    let first = all.next()?;
                    first.filter(|_| all.all(|other| other == first))
                };
                for (moment, told) in reel.moments.iter().enumerate().map(|(moment, now)| (moment, &now.told)) {
                    for (line, told) in told.iter().enumerate() {
                        let now = Now { moment, share: 1.0, line: Some(line), is_over: false };
                        let Some((struck, (_, whom))) = struck(told).zip(reel.blow(now)) else { continue };
                        assert_eq!(whom, struck, "{name}, {}: {}", shows.lesson.id, told.text);
                        pointed += 1;
                    }
                }
            }
        }
        assert!(pointed > 10, "{pointed}");
    }

    /// Promise: a broad field is shown from moment to moment as close as those allow who have a part in it.
    #[test]
    fn a_broad_picture_follows_what_happens() {
        let learn = Library::open("rulesets").learn("hursagmu").unwrap().unwrap();
        let turn = learn.minute.iter().find(|item| item.shows.lesson.id == "HG-C47").unwrap();
        let reel = Reel::of(&turn.shows, &[]).unwrap();
        let broad = |now: Now| {
            let [left, _, right, _] = reel.frame(now);
            right - left
        };
        let at = |moment: usize, share: f32| Now { moment, share, line: None, is_over: false };
        assert!(broad(at(2, 1.0)) > 18.0 && broad(reel.end()) < 10.0, "a long run, and a blow at its end");
        let [left, _, right, _] = reel.frame(reel.end());
        let last = reel.moments.last().unwrap();
        assert!(last.who.iter().all(|seen| left <= seen.body.at.x as f32 && (seen.body.at.x as f32) < right));
        // The blow is told with its defence.
        let halfway = broad(at(reel.moments.len() - 1, 0.5));
        assert!(broad(reel.end()) < halfway && halfway < broad(at(2, 1.0)), "it glides");
    }

    /// Promise: the arrow of a blow points at whoever is struck until the blow is over, whoever its lines are about.
    #[test]
    fn an_arrow_does_not_turn_round() {
        let library = Library::open("rulesets");
        let (mut kept, mut all) = (0, 0);
        for name in ["liberi_gothica", "scale_toughness", "zones", "old_school", "hursagmu"] {
            let learn = library.learn(name).unwrap().unwrap();
            let shown = learn.minute.iter().map(|item| &item.shows).chain(learn.tour.iter().map(|stop| &stop.shows));
            for reel in shown.filter_map(|shows| Reel::of(shows, &[])) {
                let mut struck: Option<(Id, Id)> = None;
                for (moment, line) in (0..)
                    .zip(&reel.moments)
                    .flat_map(|(moment, now)| (0..now.told.len()).map(move |line| (moment, line)))
                {
                    struck = struck.filter(|_| line > 0 || !reel.moments[moment].begins);
                    let now = Now { moment, share: 1.0, line: Some(line), is_over: false };
                    let (told, blow) = (&reel.moments[moment].told[line], reel.blow(now));
                    all += usize::from(blow.is_some());
                    let turned = struck.zip(blow).is_some_and(|((who, whom), blow)| blow == (whom, who));
                    assert!(!turned || !told.is_result || told.hit.is_some(), "{name}: {}", told.text);
                    kept += usize::from(blow.is_some_and(|(_, whom)| told.who == Some(whom)));
                    struck = blow.or(struck);
                }
            }
        }
        assert!(kept > 0 && all > kept, "{kept} of {all}");
    }
}
