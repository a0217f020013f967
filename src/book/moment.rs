//! The key moment of a lesson: where everybody stands when the rule that it shows comes about, who does it, who suffers it,
//! and what is told of it. So a rule has a picture that its own game has made.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Letters, links};
use crate::battle::{Fact, Id, Look, RuleId, caught, quiet_world};
use crate::board::{Board, Footprint, Square, ZoneId};
use crate::lesson::{Lesson, Scene, Stage};
use crate::looks::Looks;

/// Sentences that are told with a picture at most.
const MOST_SAID: usize = 3;

/// Squares around all that matters.
const ROOM: i32 = 2;
/// Squares that a picture shows at least and at most, across and down.
const LEAST: (i32, i32) = (8, 4);
const MOST: (i32, i32) = (64, 40);

/// A place between squares, in squares.
pub type Spot = (f32, f32);

/// Somebody in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// What they are called.
    pub name: String,
    /// The letters that stand for them.
    pub letters: String,
    /// Where they stand.
    pub body: Footprint,
    /// Whose they are.
    pub side: u8,
    /// Whether they are out of the fight.
    pub is_out: bool,
    /// Where they stood before, if they stand elsewhere now.
    pub was: Option<Footprint>,
}

/// A picture of a moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The id of the lesson.
    pub lesson: String,
    /// What it is called.
    pub title: String,
    /// The field.
    pub board: Arc<Board>,
    /// What it looks like.
    pub looks: Looks,
    /// Who stands on it.
    pub tokens: Vec<Token>,
    /// Who it comes from, and who or where it goes to.
    pub deed: Option<(Spot, Spot)>,
    /// Squares that it is about.
    pub squares: Vec<Square>,
    /// What is told of it.
    pub said: Vec<String>,
}

/// The lessons of a game that show a rule: those that are about it before those that also touch it, what plays before what
/// only checks.
pub fn lessons_on<L: Borrow<Lesson>>(lessons: &[L], rule: RuleId) -> Vec<&L> {
    /// So many deeds make a lesson that shows something without being long.
    const FEW_DEEDS: usize = 4;
    fn it<L: Borrow<Lesson>>(lesson: &L) -> &Lesson {
        lesson.borrow()
    }
    let mut shown: Vec<&L> = lessons.iter().filter(|lesson| it(*lesson).rules.contains(&rule)).collect();
    let deeds = |lesson: &Lesson| lesson.play.iter().filter(|scene| matches!(scene, Scene::Do(_))).count();
    shown.sort_by_key(|lesson| {
        let lesson = it(*lesson);
        (lesson.rules.first() != Some(&rule), deeds(lesson).abs_diff(FEW_DEEDS))
    });
    shown
}

impl Moment {
    /// The moment of a lesson when this rule comes about, else its last deed. Nothing where the lesson cannot be played.
    pub fn of(lesson: &Lesson, rule: RuleId) -> Option<Self> {
        caught(|| key_moment(lesson, rule)).ok().flatten()
    }

    /// The part of the board that shows all of it.
    pub fn part(&self) -> Part {
        Part::of(self)
    }

    /// How much there is to see.
    fn weight(&self) -> u8 {
        let moves = self.tokens.iter().any(|token| token.was.is_some());
        if self.deed.is_some() { 2 } else { u8::from(moves) }
    }

    /// What is seen, in words: for those who do not see it.
    pub fn words(&self) -> String {
        let who: Vec<&str> = self.tokens.iter().map(|token| token.name.as_str()).take(8).collect();
        let said = self.said.join(" ");
        let there = if who.is_empty() { String::new() } else { format!(" On the board: {}.", who.join(", ")) };
        format!("{}. {said}{there}", self.title.trim_end_matches('.'))
    }
}

/// The part of a board that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its first square.
    pub at: Square,
    /// Squares across.
    pub wide: i32,
    /// Squares down.
    pub high: i32,
}

impl Part {
    /// As much of the board as the moment needs: all who stand there, all that it is about, and whole zones.
    fn of(moment: &Moment) -> Self {
        let board = &moment.board;
        let bodies = moment.tokens.iter().flat_map(|token| std::iter::once(token.body).chain(token.was));
        let mut squares: Vec<Square> = bodies.flat_map(|body| [body.at, body.far()]).collect();
        squares.extend(moment.squares.iter().filter(|square| board.contains(**square)));
        let touched: BTreeSet<ZoneId> =
            squares.iter().filter_map(|square| board.cell(*square).and_then(|cell| cell.zone)).collect();
        if !touched.is_empty() {
            let zone = |square: &Square| board.cell(*square).and_then(|cell| cell.zone);
            squares.extend(board.squares().filter(|square| zone(square).is_some_and(|zone| touched.contains(&zone))));
        }
        let along = |of: fn(&Square) -> i32, whole: i32, least: i32, most: i32| {
            let ends = squares.iter().map(of).min().zip(squares.iter().map(of).max());
            let (low, high) = ends.unwrap_or((0, whole - 1));
            let (low, high) = ((low - ROOM).max(0), (high + ROOM).min(whole - 1));
            let long = (high - low + 1).clamp(least.min(whole), most.min(whole).max(1));
            // What is too long is shown around its middle, what is too short with more around it.
            let first = ((low + high + 1 - long) / 2).clamp(0, (whole - long).max(0));
            (first, long)
        };
        let (x, wide) = along(|square| square.x, board.width(), LEAST.0, MOST.0);
        let (y, high) = along(|square| square.y, board.height(), LEAST.1, MOST.1);
        Self { at: Square::new(x, y), wide, high }
    }

    /// Its squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.high).flat_map(move |y| (0..self.wide).map(move |x| Square::new(self.at.x + x, self.at.y + y)))
    }

    /// Whether a square lies in it.
    pub const fn holds(self, square: Square) -> bool {
        let (x, y) = (square.x - self.at.x, square.y - self.at.y);
        x >= 0 && y >= 0 && x < self.wide && y < self.high
    }
}

/// Where somebody stands: who they are, their body, and whether they are out.
type Standing = (Id, Footprint);

fn standing(look: Look<'_>) -> Vec<Standing> {
    let there = look.everybody().filter(|id| !id.is_thing() && look.place(*id).present);
    there.map(|id| (id, look.footprint(id))).collect()
}

fn key_moment(lesson: &Lesson, rule: RuleId) -> Option<Moment> {
    let mut world = quiet_world();
    let mut stage = Stage::set(lesson, &mut world).unasked();
    let look = Look::at(stage.world, stage.battle)?;
    let mut last = picture(lesson, look, &[], look.facts(), None);
    if is_shown(look, look.facts(), rule) {
        return Some(last);
    }
    for (step, scene) in lesson.play.iter().enumerate() {
        let look = Look::at(stage.world, stage.battle)?;
        let (before, told) = (standing(look), look.facts().len());
        stage.play_to(step + 1);
        let look = Look::at(stage.world, stage.battle)?;
        let facts = look.facts().get(told..).unwrap_or_default();
        let Scene::Do(line) = scene else {
            // What an answer before has set going may come about only now.
            if is_shown(look, facts, rule) {
                return Some(picture(lesson, look, &before, facts, None));
            }
            continue;
        };
        if facts.is_empty() {
            continue;
        }
        let actor = line.split_once(": ").and_then(|(name, _)| look.find(name));
        let now = picture(lesson, look, &before, facts, actor);
        if is_shown(look, facts, rule) {
            return Some(now);
        }
        // Where nothing bears its name, what is done to somebody tells more than what somebody does, and that more than waiting.
        if now.weight() >= last.weight() {
            last = now;
        }
    }
    Some(last)
}

/// Whether a rule has come about in one of these, or has changed one of their rolls.
fn is_shown(look: Look<'_>, facts: &[Fact], rule: RuleId) -> bool {
    facts.iter().any(|fact| links::is_of(look.rules(), fact, rule))
}

fn picture(lesson: &Lesson, look: Look<'_>, before: &[Standing], facts: &[Fact], actor: Option<Id>) -> Moment {
    let letters = Letters::of(look);
    let was = |id: Id| before.iter().find(|(other, _)| *other == id).map(|(_, body)| *body);
    let now = standing(look);
    let token = |(id, body): &Standing| Token {
        name: look.name(*id).to_owned(),
        letters: letters.name(look.name(*id)),
        body: *body,
        side: look.side(*id).0,
        is_out: !look.counts(*id),
        was: was(*id).filter(|was| was != body),
    };
    let actor = actor.or_else(|| facts.iter().find_map(|fact| fact.who));
    let squares: Vec<Square> = facts.iter().flat_map(|fact| fact.squares.iter().copied()).collect();
    let middle = |id: Id| now.iter().find(|(other, _)| *other == id).map(|(_, body)| middle(*body));
    // Who walks leaves a trail; a line tells of what goes from one to another.
    let target =
        facts.iter().filter(|fact| fact.who == actor).find_map(|fact| fact.whom).filter(|id| Some(*id) != actor);
    let struck = facts.iter().find_map(|fact| fact.who.filter(|who| Some(*who) != actor && !fact.changes.is_empty()));
    let to = target.or(struck).and_then(middle);
    let deed = actor.and_then(middle).zip(to).filter(|(from, to)| from != to);
    let mut said: Vec<String> = facts.iter().map(|fact| fact.text.clone()).collect();
    said.dedup();
    said.truncate(MOST_SAID);
    Moment {
        lesson: lesson.id.clone(),
        title: lesson.title.clone(),
        board: look.ground().board.clone(),
        looks: look.rules().looks.clone(),
        tokens: now.iter().map(token).collect(),
        deed,
        squares,
        said,
    }
}

/// The middle of a body.
pub fn middle(body: Footprint) -> Spot {
    let half = body.side as f32 / 2.0;
    (body.at.x as f32 + half, body.at.y as f32 + half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Library;

    fn of(ruleset: &str, rule: &'static str) -> Moment {
        let lessons: Vec<Arc<Lesson>> =
            Library::open("rulesets").lessons_about(rule).unwrap().into_iter().map(Arc::new).collect();
        assert!(!lessons.is_empty(), "{ruleset} {rule}");
        Moment::of(lessons_on(&lessons, rule.into())[0], rule.into()).unwrap()
    }

    /// Promise: the picture of a rule about striking shows who strikes whom, that of one about moving who went where.
    #[test]
    fn the_picture_shows_what_the_rule_is_about() {
        let blow = of("skirmish", "SK-ATK-01");
        assert!(blow.deed.is_some() && blow.tokens.len() > 1, "{blow:?}");
        assert!(!blow.said.is_empty() && blow.words().contains(&blow.tokens[0].name));
        let walk = of("skirmish", "SK-MOVE-01");
        assert!(walk.tokens.iter().any(|token| token.was.is_some()), "{:?}", walk.tokens);
    }

    /// Promise: everybody in a picture has letters of their own.
    #[test]
    fn tokens_are_told_apart() {
        let moment = of("scale_toughness", "ST-DEF-03");
        let mut letters: Vec<&str> = moment.tokens.iter().map(|token| token.letters.as_str()).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), moment.tokens.len());
    }
}
