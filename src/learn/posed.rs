//! The questions of a tour: what may be said, and what of it is right by the rules.

use std::collections::BTreeSet;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::hundredths;
use crate::battle::{Id, Key, Look, RuleId, question, quiet_world};
use crate::board::Square;
use crate::lesson::{Scene, Stage, asked, course_of};
use crate::rulebook::learn::{Asks, Stop, Stretch};
use crate::ways::{Reads, ways};

/// Steps gone through at most for what dice must show.
const LIMIT: u64 = 50_000;
/// So many answers stand side by side where they are numbers.
const AMONG: usize = 4;

/// A question that has been worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posed {
    /// What may be said, and what is right.
    pub form: Form,
    /// The right answer in words.
    pub answer: String,
    /// The rule that makes it so.
    pub why: Option<RuleId>,
}

/// In what form it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// By one of several words.
    Words {
        /// All of them.
        among: Vec<String>,
        /// Which is right.
        right: usize,
    },
    /// By a square.
    Squares {
        /// Those that may be meant.
        among: BTreeSet<Square>,
        /// Those that are right.
        right: BTreeSet<Square>,
    },
}

/// What somebody says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// One of the words.
    Word(usize),
    /// A square.
    At(Square),
}

impl Posed {
    /// Whether that is right.
    pub fn is_right(&self, answer: Answer) -> bool {
        match (&self.form, answer) {
            (Form::Words { right, .. }, Answer::Word(said)) => *right == said,
            (Form::Squares { right, .. }, Answer::At(said)) => right.contains(&said),
            _ => false,
        }
    }

    /// An answer that is right.
    pub fn right(&self) -> Option<Answer> {
        match &self.form {
            Form::Words { right, .. } => Some(Answer::Word(*right)),
            Form::Squares { right, .. } => right.first().copied().map(Answer::At),
        }
    }

    /// An answer that is not.
    pub fn wrong(&self) -> Option<Answer> {
        match &self.form {
            Form::Words { among, right } => (0..among.len()).find(|index| index != right).map(Answer::Word),
            Form::Squares { among, right } => among.difference(right).next().copied().map(Answer::At),
        }
    }

    fn of_words(among: Vec<String>, right: usize, why: Option<RuleId>) -> Self {
        let answer = among.get(right).cloned().unwrap_or_default();
        Self { form: Form::Words { among, right }, answer, why }
    }
}

/// The question of a stop with its answers, if there is one.
///
/// # Errors
/// With what the rules cannot tell.
pub fn pose(stop: &Stop) -> Result<Option<Posed>, String> {
    let Some(query) = &stop.question else { return Ok(None) };
    let shows = &stop.shows;
    let mut posed = match &query.of.value {
        Asks::Roll(label) => roll(shows, label)?,
        Asks::Chance(ask) => {
            let told = at(shows, shows.from, ask)?;
            let chance = hundredths(&told).ok_or_else(|| format!("`{ask}` is `{told}`, which is no chance"))?;
            let others = [-17, 17, -33, 33, -50, 50, -25, 25, -8, 8];
            let (among, right) = spread(chance, (&[], &others), (0, 100), ask);
            Posed::of_words(among.into_iter().map(|each| format!("{each} %")).collect(), right, None)
        }
        Asks::Number(ask) => number(&at(shows, shows.from, ask)?, ask, &[], i32::MAX)?,
        Asks::Becomes(ask) => becomes(shows, ask)?,
        Asks::Holds(ask) => yes(&at(shows, shows.to, ask)?, ask)?,
        Asks::May(words) => may(shows, shows.from, words)?,
        Asks::MayThen(words) => may(shows, shows.to, words)?,
        Asks::Next => next(shows)?,
        Asks::Flank { who, of } => flank(shows, &who.value, &of.value)?,
    };
    posed.why = query.rule.or(posed.why).or_else(|| shows.lesson.rules.first().copied());
    Ok(Some(posed))
}

fn at(shows: &Stretch, played: usize, ask: &str) -> Result<String, String> {
    asked(&shows.lesson, played, ask).map_err(|why| format!("`{ask}`: {why}"))
}

/// Whether something may be done; if not, the rule that forbids it is the reason.
fn may(shows: &Stretch, played: usize, words: &str) -> Result<Posed, String> {
    let told = at(shows, played, &format!("may {words}"))?;
    let refused = (told != "yes").then(|| RuleId::of(Key::new(&told)));
    Ok(Posed { why: refused, ..yes_or_no(refused.is_none()) })
}

fn yes_or_no(holds: bool) -> Posed {
    Posed::of_words(["Yes", "No"].map(str::to_owned).to_vec(), usize::from(!holds), None)
}

fn yes(told: &str, ask: &str) -> Result<Posed, String> {
    match told {
        "yes" | "no" => Ok(yes_or_no(told == "yes")),
        _ => Err(format!("`{ask}` is `{told}`, which is neither yes nor no")),
    }
}

/// What a number comes to. Nothing that has not risen is held to have done so; what it was, and what all of the last damage
/// would have left of it, may be thought.
fn becomes(shows: &Stretch, ask: &str) -> Result<Posed, String> {
    let told = at(shows, shows.to, ask)?;
    let before: Option<i32> = at(shows, shows.from, ask).ok().and_then(|told| told.parse().ok());
    let dealt = at(shows, shows.to, "rolls of damage").ok();
    let dealt: Option<i32> = dealt.and_then(|told| told.rsplit(", ").next()?.parse().ok());
    let after = before.zip(dealt).map(|(before, dealt)| before.saturating_sub(dealt));
    let thought: Vec<i32> = [before, after].into_iter().flatten().collect();
    let has_risen = before.zip(told.parse().ok()).is_none_or(|(before, after): (i32, i32)| after > before);
    number(&told, ask, &thought, if has_risen { i32::MAX } else { before.unwrap_or(i32::MAX) })
}

fn number(told: &str, ask: &str, thought: &[i32], high: i32) -> Result<Posed, String> {
    let number: i32 = told.parse().map_err(|_| format!("`{ask}` is `{told}`, which is no number"))?;
    let low = if number < 0 { i32::MIN } else { 0 };
    let (among, right) = spread(number, (thought, &[1, -1, 2, -2, 3, -3, 4, -4]), (low, high), ask);
    Ok(Posed::of_words(among.into_iter().map(|each| each.to_string()).collect(), right, None))
}

/// A number among others, in rising order: those that may be `thought`, then some that lie so far from it, by what `of` says.
fn spread(right: i32, (thought, apart): (&[i32], &[i32]), (low, high): (i32, i32), of: &str) -> (Vec<i32>, usize) {
    // Which of the others are there hangs on the question alone, so that a question looks the same each time.
    let turned = of.bytes().map(usize::from).sum::<usize>() % apart.len().max(1);
    let others = apart.iter().cycle().skip(turned).take(apart.len()).map(|each| right.saturating_add(*each));
    let mut among = vec![right];
    for other in thought.iter().copied().chain(others).filter(|other| (low..=high).contains(other)) {
        if among.len() < AMONG && !among.contains(&other) {
            among.push(other);
        }
    }
    among.sort_unstable();
    let place = among.iter().position(|each| *each == right).unwrap_or(0);
    (among, place)
}

/// The battle of a lesson when so many of its steps have been played.
fn moment(shows: &Stretch, played: usize, world: &mut World) -> Entity {
    let mut stage = Stage::set(&shows.lesson, world);
    stage.play_to(played);
    stage.battle
}

/// What the dice of the first roll of this name must show: all ways are gone that the first deed of the stretch can end in.
fn roll(shows: &Stretch, label: &str) -> Result<Posed, String> {
    let mut world = quiet_world();
    let battle = moment(shows, shows.from, &mut world);
    let look = Look::at(&world, battle).ok_or("no battle")?;
    let scenes = shows.lesson.play.get(shows.from..shows.to).unwrap_or_default();
    let mut lines = scenes.iter().filter_map(|scene| match scene {
        Scene::Do(line) => Some(line.as_str()),
        _ => None,
    });
    let first = lines.next().ok_or("nothing is done there")?;
    // What others answer in the middle of it; then somebody does something else.
    let name = |line: &str| line.split_once(": ").map(|(name, _)| name.to_owned());
    let answers = lines.take_while(|line| name(line).is_some_and(|other| Some(other) != name(first)));
    let said: Vec<&str> = std::iter::once(first).chain(answers).collect();
    let mut course = course_of(look, &format!("after {}", said.join(" then ")))?;
    (course.reads, course.limit) = (Reads::Everything, Some(LIMIT));
    let mut why = None;
    let found = ways(&mut world, battle, &course, |ended| {
        let thrown = ended.told.iter().find_map(|fact| {
            let roll = fact.roll.as_ref().filter(|roll| roll.label.eq_ignore_ascii_case(label))?;
            Some((fact.rule, roll.natural, roll.success?))
        });
        why = why.or(thrown.map(|(rule, ..)| rule));
        Ok(thrown.map(|(_, natural, success)| (natural, success)))
    });
    let found = found.map_err(|why| why.to_string())?;
    let shown = |wanted: bool| {
        let thrown = found.outcomes().flatten().filter(move |(_, success)| *success == wanted);
        thrown.map(|(face, _)| *face)
    };
    let ends = |wanted: bool| shown(wanted).min().zip(shown(wanted).max());
    let (Some((low, high)), Some((under, over))) = (ends(true), ends(false)) else {
        return Err(format!("the dice for `{label}` decide nothing here"));
    };
    let all = (low.min(under), high.max(over));
    let (needed, words) = match (low > over, high < under) {
        (true, _) => (low, "or more"),
        (_, true) => (high, "or less"),
        _ => return Err(format!("no one number is enough for `{label}`")),
    };
    let (among, right) = spread(needed, (&[], &[1, -1, 2, -2, 3, -3]), all, &shows.lesson.id);
    Ok(Posed::of_words(among.into_iter().map(|each| format!("{each} {words}")).collect(), right, why))
}

/// Who is asked at the end of the stretch, among all who are about: where places are zones those who are far from whoever is asked
/// and from whoever has acted do not come to mind.
fn next(shows: &Stretch) -> Result<Posed, String> {
    let mut world = quiet_world();
    let battle = moment(shows, shows.to, &mut world);
    let who = question(&world, battle).and_then(|question| question.who).ok_or("nobody is asked")?;
    let look = Look::at(&world, battle).ok_or("no battle")?;
    let zone = |id: Id| look.board().cell(look.footprint(id).at).and_then(|cell| cell.zone);
    let acted = look.facts().iter().rev().find_map(|fact| fact.who).filter(|id| !id.is_thing());
    let is_near =
        |id: Id| look.zoned().is_none() || [Some(who), acted].into_iter().flatten().any(|of| zone(of) == zone(id));
    let about = look.everybody().filter(|id| !id.is_thing() && (look.is_in_play(*id) && is_near(*id) || *id == who));
    let about: Vec<_> = about.collect();
    let right = about.iter().position(|id| *id == who).ok_or("nobody is asked")?;
    Ok(Posed::of_words(about.into_iter().map(|id| look.name(id).to_owned()).collect(), right, None))
}

/// The squares beside `of` where `who` would flank them.
fn flank(shows: &Stretch, who: &str, of: &str) -> Result<Posed, String> {
    let mut world = quiet_world();
    let battle = moment(shows, shows.from, &mut world);
    let look = Look::at(&world, battle).ok_or("no battle")?;
    let named = |name: &str| look.find_or_refuse(name).map_err(|refusal| refusal.why);
    let (who, of) = (named(who)?, named(of)?);
    let (own, target) = (look.footprint(who), look.footprint(of));
    let within = look.rules().measure.melee.unwrap_or(1);
    let ground = look.ground().walk(own.side, look.rules().measure.gait);
    let altitude = look.place(who).altitude;
    let stands = |at: &Square| {
        let there = own.moved_to(*at);
        (1..=within).contains(&target.gap(there)) && ground.fits(*at) && !look.is_taken(who, there, altitude)
    };
    let among: BTreeSet<Square> = look.board().squares().filter(stands).collect();
    let flanks = |at: &&Square| look.would_flank(who, own.moved_to(**at), of) == Some(true);
    let right: BTreeSet<Square> = among.iter().filter(flanks).copied().collect();
    if right.is_empty() || right.len() == among.len() {
        return Err(format!("{} of {} squares flank there: nothing to be asked", right.len(), among.len()));
    }
    let answer = match right.len() {
        1 => "the square that is marked now".to_owned(),
        many => format!("one of the {many} squares that are marked now"),
    };
    Ok(Posed { form: Form::Squares { among, right }, answer, why: None })
}
