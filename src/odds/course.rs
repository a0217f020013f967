//! What comes of anything at all that one does to others, exactly: the duel is played, and every way gone in which its
//! dice can fall.

use std::collections::{BTreeMap, BTreeSet};

use super::{Duel, OddsError};
use crate::battle::{Fact, Held, Id, Look, Spoken};
use crate::dice::{Distribution, Fraction};
use crate::lesson::{Clauses, course_of};
use crate::ways::{Course, Ended, Outcome, Reads, Said, Until, outcome_of, ways};

/// What is to be done, in words, and what is asked about it.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// One order after the other: "tackle at target", "target: dodge"; the attack of the duel where there is none.
    pub orders: Vec<String>,
    /// Answers given wherever they can be.
    pub answers: Vec<String>,
    /// Until when one looks on: "the end of the turn".
    pub until: Option<String>,
    /// What is asked: "target is prone and wounds of target are 2 or more".
    pub asks: Vec<String>,
    /// How many tasks are gone through at most.
    pub limit: Option<u64>,
}

/// What comes of it.
#[derive(Clone, Debug)]
pub struct CourseOdds {
    /// What was done.
    pub orders: Vec<Spoken>,
    /// Whether it succeeds, where dice are thrown for it.
    pub outcomes: Vec<(String, Fraction)>,
    /// Who passes or fails which throw.
    pub rolls: Vec<(String, Fraction)>,
    /// What changes.
    pub changes: Vec<(String, Fraction)>,
    /// What was asked.
    pub asked: Vec<(String, Fraction)>,
    /// How likely each amount of harm is to each target, and its mean.
    pub harm: Vec<(String, Vec<(i32, Fraction)>, Fraction)>,
    /// What becomes of all targets together, where there are several.
    pub together: Vec<(String, Fraction)>,
}

/// One end of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    outcome: Outcome,
    asked: Vec<bool>,
    rolls: BTreeSet<String>,
    bodies: Vec<Changed>,
}

/// What has become of somebody.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Changed {
    harm: i32,
    how: BTreeSet<String>,
}

/// How somebody was before.
struct Before {
    conditions: Vec<&'static str>,
    tallies: BTreeMap<&'static str, i32>,
    wounds: i32,
    health: Option<i32>,
    place: String,
    in_hand: Vec<&'static str>,
}

/// Ends of several targets that are told together at most.
const MOST_TOGETHER: usize = 200;

impl Duel {
    /// Works out what comes of a plan.
    ///
    /// # Errors
    /// When something is unknown, the rules forbid it on every way, or there are too many ways.
    pub fn course(&self, plan: &Plan) -> Result<CourseOdds, OddsError> {
        let (mut world, battle) = self.begin()?;
        let look = Look::at(&world, battle).ok_or_else(|| OddsError::Untold(self.order.to_string()))?;
        if let Some(duel) = self.of_its_own_will(look) {
            return duel.course(plan);
        }
        let course = self.planned(look, plan)?;
        let asked = plan.asks.iter().map(|words| Clauses::parse(look, words));
        let asked = asked.collect::<Result<Vec<_>, _>>().map_err(OddsError::Words)?;
        let reads = asked.iter().map(Clauses::reads).max().unwrap_or_default().max(Reads::Passed);
        let course = Course { reads, tried: Some((ATTACKER, Some(Id(1)))), ..course };
        let names: Vec<String> = look.everybody().map(|id| look.name(id).to_owned()).collect();
        let before: Vec<Before> = look.everybody().map(|id| Before::of(look, id)).collect();
        let found = ways(&mut world, battle, &course, |ended| {
            let hold = asked.iter().map(|clauses| clauses.hold(&ended)).collect::<Result<Vec<_>, _>>()?;
            Ok(End {
                outcome: outcome_of(ended.told, ATTACKER, Some(Id(1))),
                asked: hold,
                rolls: ended.told.iter().filter_map(|fact| roll(ended.look, fact)).collect(),
                bodies: changes(&ended, &before),
            })
        })?;
        Ok(told(&found, plan, &course, &names))
    }

    /// The plan as a course, with the attack of the duel where nothing else is to be done.
    fn planned(&self, look: Look<'_>, plan: &Plan) -> Result<Course, OddsError> {
        let mut words = String::new();
        if !plan.orders.is_empty() {
            words.push_str(&format!("after {}", plan.orders.join(" then ")));
        }
        if !plan.answers.is_empty() {
            words.push_str(&format!(" answering {}", plan.answers.join(" or ")));
        }
        if let Some(until) = &plan.until {
            words.push_str(&format!(" until {until}"));
        }
        let mut course = course_of(look, &words).map_err(OddsError::Words)?;
        if course.orders.is_empty() && (course.until == Until::Deed || self.order != Spoken::default()) {
            let attacker = self.profile(&self.attacker)?;
            let order = self.full_order(&attacker);
            course.orders.push(Said { who: None, order });
        }
        course.limit = plan.limit;
        if look.question().is_none_or(|question| question.who != Some(ATTACKER)) {
            name_the_attacker(look, &mut course);
        }
        Ok(course)
    }
}

/// The one whose odds are asked for.
const ATTACKER: Id = Id(0);

/// Where another is asked first, deeds that name nobody are still the attacker's.
fn name_the_attacker(look: Look<'_>, course: &mut Course) {
    let unnamed = course.orders.iter_mut().filter(|said| said.who.is_none());
    for said in unnamed.filter(|said| look.deed_called(&said.order.verb).is_ok()) {
        said.who = Some(look.name(ATTACKER).to_owned());
    }
}

/// "attacker passes attack".
fn roll(look: Look<'_>, fact: &Fact) -> Option<String> {
    let roll = fact.roll.as_ref()?;
    let how = if roll.success? { "passes" } else { "fails" };
    Some(format!("{} {how} {}", look.name(fact.who?), roll.label))
}

fn changes(ended: &Ended<'_>, before: &[Before]) -> Vec<Changed> {
    let both = ended.look.everybody().zip(before);
    both.map(|(id, before)| before.changed(ended.look, id)).collect()
}

impl Before {
    fn of(look: Look<'_>, id: Id) -> Self {
        let mut conditions: Vec<&str> = look.conditions(id).iter().map(|condition| condition.kind.as_str()).collect();
        conditions.sort_unstable();
        conditions.dedup();
        let tallies = look.get::<crate::battle::Tallies>(id);
        let held = look.gear(id).iter().filter(|item| matches!(item.held, Held::Hand(_)));
        Self {
            conditions,
            tallies: tallies.into_iter().flat_map(|tallies| &tallies.0).map(|(name, n)| (name.as_str(), *n)).collect(),
            wounds: look.wounds(id).len() as i32,
            health: look.health(id).map(|(left, _)| left),
            place: place(look, id),
            in_hand: held.map(|item| item.arm.name.as_str()).collect(),
        }
    }

    fn changed(&self, look: Look<'_>, id: Id) -> Changed {
        let now = Self::of(look, id);
        let mut how = BTreeSet::new();
        let begun = now.conditions.iter().filter(|kind| !self.conditions.contains(kind));
        how.extend(begun.map(|kind| (*kind).to_owned()));
        let over = self.conditions.iter().filter(|kind| !now.conditions.contains(kind));
        how.extend(over.map(|kind| format!("no longer {kind}")));
        let wounds = now.wounds - self.wounds;
        if wounds != 0 {
            how.insert(format!("{wounds:+} wounds"));
        }
        for name in now.tallies.keys().chain(self.tallies.keys()) {
            let of = |tallies: &BTreeMap<&str, i32>| tallies.get(name).copied().unwrap_or(0);
            let more = of(&now.tallies).saturating_sub(of(&self.tallies));
            if more != 0 {
                how.insert(format!("{name} {more:+}"));
            }
        }
        if now.place != self.place {
            how.insert(now.place.clone());
        }
        let let_go = self.in_hand.iter().filter(|thing| !now.in_hand.contains(thing));
        how.extend(let_go.map(|thing| format!("{thing} out of hand")));
        let taken = now.in_hand.iter().filter(|thing| !self.in_hand.contains(thing));
        how.extend(taken.map(|thing| format!("{thing} in hand")));
        let lost = self.health.zip(now.health).map(|(before, now)| before.saturating_sub(now));
        Changed { harm: lost.unwrap_or(wounds), how }
    }
}

/// Where somebody is, in words.
fn place(look: Look<'_>, id: Id) -> String {
    match (look.place(id).present, look.spot(id).filter(|_| look.zoned().is_some())) {
        (false, _) => "off the field".to_owned(),
        (true, Some(spot)) => format!("at {}", look.spot_name(spot)),
        (true, None) => format!("at {}", look.footprint(id).at),
    }
}

/// Whether somebody throws for one thing alone, so that nobody can take another throw for what decides.
fn throws_once(thrown: &BTreeSet<&String>, name: &str) -> bool {
    let labels = thrown.iter().filter_map(|roll| roll.strip_prefix(name)?.strip_prefix(' '));
    let labels = labels.filter_map(|how| how.strip_prefix("passes ").or_else(|| how.strip_prefix("fails ")));
    let labels: BTreeSet<&str> = labels.collect();
    labels.len() <= 1
}

fn told(found: &Distribution<End>, plan: &Plan, course: &Course, names: &[String]) -> CourseOdds {
    let chance = |so: &dyn Fn(&End) -> bool| found.chance(|end| so(end));
    let thrown: BTreeSet<&String> = found.outcomes().flat_map(|end| &end.rolls).collect();
    let outcomes = [("success", Outcome::Success), ("failure", Outcome::Failure)];
    let is_clear = names.iter().take(2).all(|name| throws_once(&thrown, name));
    let outcomes = outcomes.into_iter().filter(|_| is_clear);
    let outcomes = outcomes.map(|(name, outcome)| (name.to_owned(), chance(&|end| end.outcome == outcome)));
    let rolls = thrown.into_iter().map(|roll| (roll.clone(), chance(&|end| end.rolls.contains(roll))));
    let mut changes = Vec::new();
    let mut harm = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let body = |end: &'_ End| end.bodies.get(index).cloned();
        let all: BTreeSet<String> = found.outcomes().filter_map(body).flat_map(|body| body.how).collect();
        for how in all {
            let is_so = |end: &End| end.bodies.get(index).is_some_and(|body| body.how.contains(&how));
            changes.push((format!("{name}: {how}"), chance(&is_so)));
        }
        if index > 0 {
            let each = found.map(|end| end.bodies.get(index).map_or(0, |body| body.harm));
            let amounts = each.iter().map(|(amount, chance)| (*amount, chance)).collect();
            harm.push((name.clone(), amounts, each.mean()));
        }
    }
    let asked = plan.asks.iter().enumerate();
    let asked = asked.map(|(index, words)| (words.clone(), chance(&|end| end.asked.get(index) == Some(&true))));
    let mut together = Vec::new();
    if names.len() > 2 {
        let all = found.map(|end| {
            let targets = end.bodies.iter().zip(names).skip(1);
            let each = targets.map(|(body, name)| {
                let how: Vec<&str> = body.how.iter().map(String::as_str).collect();
                format!("{name}: {}", if how.is_empty() { "nothing".to_owned() } else { how.join(", ") })
            });
            each.collect::<Vec<_>>().join("; ")
        });
        if all.outcomes().len() <= MOST_TOGETHER {
            together = all.iter().map(|(all, chance)| (all.clone(), chance)).collect();
        }
    }
    CourseOdds {
        orders: course.orders.iter().map(|said| said.order.clone()).collect(),
        outcomes: outcomes.filter(|(_, chance)| *chance > Fraction::ZERO).collect(),
        rolls: rolls.collect(),
        changes,
        asked: asked.collect(),
        harm,
        together,
    }
}
