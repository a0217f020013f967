//! What a lesson can ask about what may yet come: "chance that Goblin is prone after tackle at Goblin", "mean of wounds
//! of Goblin after attack at Goblin then attack at Goblin". Every way is gone from the moment of the lesson.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::run::setup;
use super::{Lesson, Stage, fact};
use crate::battle::{ConditionName, Fact, Forecast, Id, Look, Prospect, Spoken, question, quiet_world};
use crate::dice::EnumeratedDice;
use crate::ways::{Course, Ended, Outcome, Reads, Said, Until, WaysError, outcome_of, ways};

/// The chance or mean that is asked for, where `what` asks for one that the dice of the play itself must tell. The lesson
/// has come so far.
pub(super) fn foretell(lesson: &Lesson, played: usize, what: &str) -> Option<Result<String, String>> {
    let what = what.trim();
    let (is_mean, rest) = match (what.strip_prefix("chance that "), what.strip_prefix("mean of ")) {
        (Some(rest), _) => (false, rest),
        (_, Some(rest)) => (true, rest),
        _ => return in_order(lesson, played, what),
    };
    let (rest, is_start) = rest.strip_suffix(" from the start").map_or((rest, false), |rest| (rest, true));
    let (asked, after) = split(rest)?;
    if after.is_empty() && !is_start {
        return None;
    }
    Some(told(lesson, played, (asked, after), is_mean, is_start))
}

/// What is asked, and what is done before: "Goblin is prone" and "after tackle at Goblin until the end of the turn".
fn split(words: &str) -> Option<(&str, &str)> {
    let places = [" after ", " until "].into_iter().filter_map(|word| words.find(word));
    Some(places.min().map_or((words, ""), |place| words.split_at(place)))
}

fn told(
    lesson: &Lesson,
    played: usize,
    (asked, after): (&str, &str),
    is_mean: bool,
    is_start: bool,
) -> Result<String, String> {
    let mut world = quiet_world();
    let battle = moment(lesson, if is_start { None } else { Some(played) }, &mut world);
    let mut course = course_of(Look::at(&world, battle).ok_or("no battle")?, after)?;
    if is_start && course.orders.is_empty() && course.until == Until::Deed {
        course.until = Until::Choice;
    }
    let why = |why: WaysError| why.to_string();
    if is_mean {
        course.reads = reads(asked);
        let number =
            |told: String| told.parse::<i32>().map_err(|_| format!("`{asked}` is `{told}`, which is no number"));
        let found = ways(&mut world, battle, &course, |ended| fact::tell(ended.look, asked).and_then(number));
        return Ok(found.map_err(why)?.mean().to_string());
    }
    let clauses = Clauses::parse(Look::at(&world, battle).ok_or("no battle")?, asked)?;
    course.reads = clauses.reads();
    let mut thrown = clauses.thrown();
    let found = ways(&mut world, battle, &course, |ended| {
        thrown.retain(|(who, label)| !ended.told.iter().any(|fact| is_roll(fact, *who, label)));
        clauses.hold(&ended)
    });
    let found = found.map_err(why)?;
    match thrown.first() {
        Some((_, label)) => Err(format!("nobody of this name throws for `{label}` on any way")),
        None => Ok(found.chance(|holds| *holds).to_string()),
    }
}

/// The battle of a lesson at its very start, or when so many of its steps have been played.
fn moment(lesson: &Lesson, played: Option<usize>, world: &mut World) -> Entity {
    let Some(played) = played else {
        let setup = setup(lesson).unwrap_or_else(|_| lesson.setup.clone());
        return setup.spawn(world, EnumeratedDice::default().into());
    };
    let mut stage = Stage::set(lesson, world).unasked();
    stage.play_to(played);
    stage.battle
}

/// "chance of success in tackle at Goblin", where nothing of that name is foretold of that deed by itself.
fn in_order(lesson: &Lesson, played: usize, what: &str) -> Option<Result<String, String>> {
    let (who, rest) = match what.split_once(": ") {
        Some((name, rest)) => (Some(name), rest),
        None => (None, what),
    };
    let (outcome, words) = rest.strip_prefix("chance of ")?.split_once(" in ")?;
    let said = Spoken::parse(words).ok()?;
    let mut world = quiet_world();
    let battle = moment(lesson, Some(played), &mut world);
    let look = Look::at(&world, battle)?;
    let asked = question(&world, battle)?.who?;
    let doer = who.map_or(Some(asked), |name| look.find(name))?;
    let deed = look.deed_called(&said.verb).ok()?;
    let (order, _) = look.understand(Some(doer), &said, |order| look.check(order)).ok()?;
    // Success and failure are asked of the dice, unless the deed foretells something of that name.
    let is_thrown = ["success", "failure"].contains(&outcome);
    let names = |prospect: &Prospect| prospect.outcomes.outcomes().any(|(_, name)| name.as_str() == outcome);
    let is_told = |forecast: Forecast| !is_thrown || forecast.against.iter().any(names);
    if doer != asked || deed.forecast(look, doer, &order).is_some_and(is_told) {
        return None;
    }
    let wanted = match outcome {
        "success" => Wanted::Outcome(Outcome::Success),
        "failure" => Wanted::Outcome(Outcome::Failure),
        _ => match look.rules().conditions.keys().find(|key| key.as_str().eq_ignore_ascii_case(outcome)) {
            Some(condition) => Wanted::Condition(ConditionName::of(*condition)),
            None => {
                let known: Vec<&str> = look.rules().conditions.keys().map(|key| key.as_str()).collect();
                let known = known.join(", ");
                return Some(Err(format!("`{order}` has no outcome `{outcome}`; there is success, failure, {known}")));
            }
        },
    };
    let target = look.target(&order);
    let course = Course {
        orders: vec![Said { who: None, order: said }],
        tried: matches!(wanted, Wanted::Outcome(_)).then_some((doer, target)),
        ..Course::default()
    };
    let found = ways(&mut world, battle, &course, |ended| match wanted {
        Wanted::Outcome(outcome) => Ok(outcome_of(ended.told, doer, target) == outcome),
        Wanted::Condition(condition) => Ok(ended.look.is(target.unwrap_or(doer), condition)),
    });
    Some(found.map(|found| found.chance(|comes| *comes).to_string()).map_err(|why| why.to_string()))
}

#[derive(Clone, Copy)]
enum Wanted {
    Outcome(Outcome),
    Condition(ConditionName),
}

/// What is done, in words: "after tackle at Goblin then Goblin: dodge answering hold until the end of the turn".
///
/// # Errors
/// With what is not understood.
pub fn course_of(look: Look<'_>, words: &str) -> Result<Course, String> {
    let mut course = Course::default();
    let mut rest = words.trim();
    if let Some((before, until)) = split_off(rest, "until ") {
        (rest, course.until) = (before, until_of(look, until)?);
    }
    if let Some((before, answers)) = split_off(rest, "answering ") {
        rest = before;
        let order = |words: &str| Spoken::parse(words.trim()).map_err(|why| why.to_string());
        course.answers = answers.split(" or ").map(order).collect::<Result<_, _>>()?;
    }
    if let Some(orders) = rest.strip_prefix("after ") {
        for words in orders.split(" then ") {
            course.orders.push(said(look, words.trim())?);
        }
    }
    Ok(course)
}

/// What stands before and behind the last such word.
fn split_off<'a>(words: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    words.strip_prefix(word).map(|behind| ("", behind)).or_else(|| {
        let (place, _) = words.rmatch_indices(word).find(|(place, _)| words[..*place].ends_with(' '))?;
        Some((words[..place].trim_end(), &words[place + word.len()..]))
    })
}

/// "Goblin: dodge", or "dodge" by whoever is asked.
///
/// # Errors
/// With what is not understood.
fn said(look: Look<'_>, words: &str) -> Result<Said, String> {
    let (who, words) = match words.split_once(": ") {
        Some((name, words)) => {
            look.find_or_refuse(name).map_err(|refusal| refusal.why)?;
            (Some(name.to_owned()), words)
        }
        None => (None, words),
    };
    Ok(Said { who, order: Spoken::parse(words).map_err(|why| why.to_string())? })
}

fn until_of(look: Look<'_>, words: &str) -> Result<Until, String> {
    Ok(match words.trim() {
        "the end of the turn" => Until::TurnEnd,
        "the end of the round" => Until::RoundEnd,
        "the next round" => Until::Round,
        "the next choice" => Until::Choice,
        other => match other.strip_prefix("the turn of ") {
            Some(name) => Until::Turn(look.find_or_refuse(name).map_err(|refusal| refusal.why)?),
            None => {
                return Err(format!(
                    "found `until {other}`, expected until the end of the turn, the end of the round, the next round, the \
                     next choice or the turn of somebody"
                ));
            }
        },
    })
}

/// What must be so, all of it.
pub struct Clauses(Vec<Clause>);

enum Clause {
    /// Yes to this.
    Holds(String),
    /// No to this.
    HoldsNot(String),
    /// It is just this.
    Is(String, String),
    /// It is anything else.
    IsNot(String, String),
    /// It is this number or more.
    AtLeast(String, f64),
    /// It is this number or less.
    AtMost(String, f64),
    /// This one passed a throw for that, or failed one.
    Threw(Id, String, bool),
}

impl Clauses {
    /// Reads "Goblin is prone and wounds of Goblin are 2 or more".
    ///
    /// # Errors
    /// With what is not understood.
    pub fn parse(look: Look<'_>, words: &str) -> Result<Self, String> {
        let words = words.trim();
        // Names may have an "and" in them.
        let mut why = None;
        for (place, and) in words.match_indices(" and ") {
            let (first, others) = (&words[..place], &words[place + and.len()..]);
            match (Clause::parse(look, first), Self::parse(look, others)) {
                (Ok(first), Ok(others)) => return Ok(Self([first].into_iter().chain(others.0).collect())),
                // What is wrong is told of the one part in which it stands.
                (Ok(_), Err(of_one)) | (Err(of_one), Ok(_)) => why = why.or(Some(of_one)),
                (Err(of_one), Err(_)) if Clause::is_whole(look, first) => why = why.or(Some(of_one)),
                (Err(_), Err(_)) => {}
            }
        }
        Clause::parse(look, words).map(|clause| Self(vec![clause])).map_err(|of_all| why.unwrap_or(of_all))
    }

    /// How much of the dice they are about.
    pub fn reads(&self) -> Reads {
        self.0.iter().map(Clause::reads).max().unwrap_or_default()
    }

    /// The throws that they are about.
    fn thrown(&self) -> Vec<(Id, String)> {
        let thrown = self.0.iter().filter_map(|clause| match clause {
            Clause::Threw(who, label, _) => Some((*who, label.clone())),
            _ => None,
        });
        thrown.collect()
    }

    /// Whether all of it is so.
    ///
    /// # Errors
    /// With what cannot be told.
    pub fn hold(&self, ended: &Ended<'_>) -> Result<bool, String> {
        for clause in &self.0 {
            if !clause.holds(ended)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Clause {
    /// Whether words begin with somebody and go on as a clause does, right or wrong.
    fn is_whole(look: Look<'_>, words: &str) -> bool {
        let verbs = [" is ", " passes ", " fails "];
        verbs.into_iter().any(|verb| words.split_once(verb).is_some_and(|(name, _)| look.find(name).is_some()))
    }

    fn parse(look: Look<'_>, words: &str) -> Result<Self, String> {
        for (verb, passes) in [(" passes ", true), (" fails ", false)] {
            if let Some((name, label)) = words.split_once(verb)
                && let Some(who) = look.find(name)
            {
                return Ok(Self::Threw(who, label.to_owned(), passes));
            }
        }
        if let Some((name, state)) = words.split_once(" is not ")
            && look.find(name).is_some()
        {
            let asked = format!("{name} is {state}");
            return fact::tell(look, &asked).map(|_| Self::HoldsNot(asked));
        }
        let why = match fact::tell(look, words) {
            Ok(told) if told == "yes" || told == "no" => return Ok(Self::Holds(words.to_owned())),
            Ok(told) => format!("`{words}` is `{told}`, expected something that is so or is not"),
            Err(why) => why,
        };
        if Self::is_whole(look, words) {
            return Err(why);
        }
        let places = [" is ", " are "].into_iter().flat_map(|verb| words.rmatch_indices(verb));
        let Some((place, verb)) = places.max() else { return Err(why) };
        let (what, value) = (&words[..place], words[place + verb.len()..].trim());
        fact::tell(look, what)?;
        let number =
            |words: &str| words.trim().parse::<f64>().map_err(|_| format!("found `{words}`, expected a number"));
        let what = what.to_owned();
        if let Some(least) = value.strip_suffix(" or more").or_else(|| value.strip_prefix("at least ")) {
            return Ok(Self::AtLeast(what, number(least)?));
        }
        if let Some(most) = value.strip_suffix(" or less").or_else(|| value.strip_prefix("at most ")) {
            return Ok(Self::AtMost(what, number(most)?));
        }
        Ok(match value.strip_prefix("not ") {
            Some(other) => Self::IsNot(what, other.to_owned()),
            None => Self::Is(what, value.to_owned()),
        })
    }

    fn reads(&self) -> Reads {
        match self {
            Self::Threw(..) => Reads::Passed,
            Self::Holds(what) | Self::HoldsNot(what) => reads(what),
            Self::Is(what, _) | Self::IsNot(what, _) | Self::AtLeast(what, _) | Self::AtMost(what, _) => reads(what),
        }
    }

    fn holds(&self, ended: &Ended<'_>) -> Result<bool, String> {
        let tell = |what: &str| fact::tell(ended.look, what);
        let number = |what: &str| {
            let told = tell(what)?;
            told.parse::<f64>().map_err(|_| format!("`{what}` is `{told}`, which is no number"))
        };
        // What cannot be told any more, of a thing that is broken, say, is what a lesson expects of it: its reason in brackets.
        let said = |what: &str| tell(what).unwrap_or_else(|why| format!("({why})"));
        Ok(match self {
            Self::Holds(what) => tell(what)? == "yes",
            Self::HoldsNot(what) => tell(what)? == "no",
            Self::Is(what, value) => said(what).eq_ignore_ascii_case(value),
            Self::IsNot(what, value) => !said(what).eq_ignore_ascii_case(value),
            Self::AtLeast(what, least) => number(what)? >= *least,
            Self::AtMost(what, most) => number(what)? <= *most,
            Self::Threw(who, label, passes) => {
                let threw = |fact: &&Fact| is_roll(fact, *who, label);
                let passed = |fact: &Fact| fact.roll.as_ref().and_then(|roll| roll.success) == Some(*passes);
                ended.told.iter().filter(threw).any(passed)
            }
        })
    }
}

fn is_roll(fact: &Fact, who: Id, label: &str) -> bool {
    fact.who == Some(who) && fact.roll.as_ref().is_some_and(|roll| roll.label.eq_ignore_ascii_case(label))
}

/// How much of the dice a question is about: one about the chronicle is about all of it.
fn reads(what: &str) -> Reads {
    let told = ["rolls of ", "needed for ", "facts of ", "last of ", "squares of "];
    if told.iter().any(|word| what.starts_with(word)) { Reads::Everything } else { Reads::Nothing }
}
