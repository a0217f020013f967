//! Plays a lesson against its script, which answers within the tasks that ask, one step at a time or all of them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::touch::Touched;
use super::{Difference, Lesson, Line, Report, Scene, chances, fact};
use crate::battle::{
    DiceCup, Ended, Fact, Look, Order, Player, Question, Roll, Setup, Spoken, carry_over, caught, chronicle, play_on,
    quiet_world, rest, verdict,
};
use crate::dice::{AnyDice, ScriptedDice};
use crate::{machine, ways};

/// A lesson under way.
pub struct Stage<'a> {
    /// The world that its battle is in.
    pub world: &'a mut World,
    /// The battle.
    pub battle: Entity,
    /// How far it has come.
    pub script: Script<'a>,
}

/// What a lesson tells, step by step: it answers by itself whatever is asked, until as many steps are played as shall be.
pub struct Script<'a> {
    lesson: &'a Lesson,
    /// How much of what came before the first step has been done.
    begun: usize,
    /// How many steps have been played.
    pub played: usize,
    /// What has not been as expected.
    pub differences: Vec<Difference>,
    /// How many steps shall be played.
    upto: usize,
    /// What is done once whoever was asked before has handed over.
    handed: Option<&'a str>,
    /// Whether anybody looks at what is expected.
    is_asked: bool,
    /// How many facts there were when something was not as expected for the first time.
    until: Option<usize>,
    /// The rules that it touches, if anybody wants to know.
    touched: Option<Touched>,
}

impl Player for Script<'_> {
    /// A turn with dice at its start begins without being told to, unless the next thing told is to wait.
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        let usual = self.usual_answer(look, question).filter(|usual| self.lesson.silent && look.check(usual).is_ok());
        usual.or_else(|| self.go_on(look))
    }
}

impl<'a> Script<'a> {
    /// What is answered where the script says nothing about it: what is usual, and riders ride on.
    fn usual_answer(&self, look: Look<'_>, question: &Question) -> Option<Order> {
        let kind = question.kind.as_str();
        if kind == "passing" {
            return (!self.is_told_now(look)).then(|| Order::new("ride on"));
        }
        let (verbs, usual) = ways::usual(kind)?;
        let (name, words) = self.next_line().map_or((None, ""), named);
        let is_told = words.split(' ').next().is_some_and(|verb| verbs.contains(&verb));
        // Of several minds that are asked the same, one may be told what another is not.
        let is_other = between_minds(kind) && name.is_some_and(|name| !ways::is_asked(look, question, name));
        (!is_told || is_other).then(|| Order::new(usual))
    }

    /// Whether what is told next is an answer of whoever is asked now.
    fn is_told_now(&self, look: Look<'_>) -> bool {
        let Some((question, (Some(name), words))) = look.question().zip(self.next_line().map(named)) else {
            return false;
        };
        ways::is_asked(look, question, name) && Spoken::parse(words).is_ok_and(|said| look.order(&said).is_ok())
    }

    /// What is told next.
    fn next_line(&self) -> Option<&'a str> {
        if let Some(line) = self.lesson.before.get(self.begun) {
            return Some(line);
        }
        self.lesson.play.iter().skip(self.played).find_map(|scene| match scene {
            Scene::Do(line) => Some(line.as_str()),
            _ => None,
        })
    }

    /// Plays on to the next answer; none where no more steps shall be played, or hours go by. What cannot be played ends
    /// the lesson.
    fn go_on(&mut self, look: Look<'_>) -> Option<Order> {
        if let Some(line) = self.handed.take() {
            return self.act(look, line);
        }
        if let Some(line) = self.lesson.before.get(self.begun) {
            self.begun += 1;
            return self.do_line(look, line);
        }
        loop {
            self.close_step(look);
            let scene = self.lesson.play.get(self.played).filter(|_| self.played < self.upto)?;
            if matches!(scene, Scene::Rest(_)) {
                return None;
            }
            self.played += 1;
            match scene {
                Scene::Say(_) | Scene::Rest(_) => {}
                Scene::Expect(facts) if self.is_asked => self.compare(look, facts),
                Scene::Expect(_) => {}
                Scene::Do(line) => {
                    self.look_on(|touched| touched.by_line(look, line));
                    return self.do_line(look, line);
                }
            }
        }
    }

    /// Does what a line tells. Somebody else whose turn it is hands over first.
    fn do_line(&mut self, look: Look<'_>, line: &'a str) -> Option<Order> {
        let over = named(line).0.filter(|_| self.lesson.silent).and_then(|name| hand_over(look, name));
        self.handed = over.is_some().then_some(line);
        over.or_else(|| self.act(look, line))
    }

    /// Notes what has come of the step before.
    fn close_step(&mut self, look: Look<'_>) {
        self.look_on(|touched| touched.by_play(look));
        if self.until.is_none() && !self.differences.is_empty() {
            self.until = Some(look.facts().len());
        }
    }

    /// Notes rules that are touched, if anybody wants to know.
    fn look_on(&mut self, note: impl FnOnce(&mut Touched)) {
        if let Some(touched) = &mut self.touched {
            note(touched);
        }
    }

    fn compare(&mut self, look: Look<'_>, expected: &[(String, String)]) {
        for (what, expected) in expected {
            self.look_on(|touched| touched.by_question(look, what, expected));
            let told = chances::foretell(self.lesson, self.played - 1, what).unwrap_or_else(|| fact::tell(look, what));
            let found = told.unwrap_or_else(|why| format!("({why})"));
            if !found.eq_ignore_ascii_case(expected) {
                self.differences.push(difference(what, expected, &found));
            }
        }
    }

    fn act(&mut self, look: Look<'_>, line: &str) -> Option<Order> {
        match order_of(look, line) {
            Ok(order) => Some(order),
            Err(difference) => {
                self.differences.push(difference);
                (self.begun, self.played) = (self.lesson.before.len(), self.lesson.play.len());
                self.close_step(look);
                None
            }
        }
    }
}

impl<'a> Stage<'a> {
    /// Sets the lesson up in `world`, before its first step.
    pub fn set(lesson: &'a Lesson, world: &'a mut World) -> Self {
        let mut differences = Vec::new();
        let dice = ScriptedDice::parse(&lesson.dice).unwrap_or_else(|why| {
            differences.push(difference("dice", "dice that can be thrown", &why.to_string()));
            ScriptedDice::default()
        });
        let setup = setup(lesson).unwrap_or_else(|why| {
            differences.push(difference("the battle before it", "goes as it went", &why));
            lesson.setup.clone()
        });
        let battle = setup.spawn(world, AnyDice::from(dice));
        let (begun, played, upto, handed, is_asked, until, touched) = (0, 0, 0, None, true, None, None);
        let script = Script { lesson, begun, played, differences, upto, handed, is_asked, until, touched };
        let mut stage = Self { world, battle, script };
        stage.play_to(0);
        stage
    }

    /// The same, with an eye on the rules that it touches.
    #[must_use]
    fn watched(mut self) -> Self {
        let lesson = self.script.lesson;
        // What came about before it begins is not what it shows.
        let facts = if lesson.before.is_empty() { 0 } else { chronicle(self.world, self.battle).len() };
        self.script.touched = Some(Touched::new(&lesson.rules).after(facts));
        self.close_step();
        self
    }

    /// The same without a look at what is expected.
    #[must_use]
    pub fn unasked(mut self) -> Self {
        self.script.is_asked = false;
        self
    }

    /// Whether there is another step.
    pub fn is_over(&self) -> bool {
        self.script.played >= self.script.lesson.play.len()
    }

    /// Plays the next step.
    pub fn step(&mut self) {
        self.play_to(self.script.played + 1);
    }

    /// Plays on until so many steps have been played in all, or the lesson is over.
    pub fn play_to(&mut self, step: usize) {
        self.script.upto = step;
        loop {
            play_on(self.world, self.battle, &mut self.script);
            let look = Look::at(self.world, self.battle);
            if let Some(look) = look.filter(|look| look.question().is_none()) {
                // Nobody is asked any more, but something may be expected.
                self.script.go_on(look);
            }
            let script = &mut self.script;
            let Some(Scene::Rest(hours)) = script.lesson.play.get(script.played).filter(|_| script.played < step)
            else {
                return;
            };
            script.played += 1;
            if let Err(why) = rest(self.world, self.battle, *hours) {
                script.differences.push(difference(&format!("{hours} hours"), "pass", &why.to_string()));
            }
        }
    }

    fn close_step(&mut self) {
        if let Some(look) = Look::at(self.world, self.battle) {
            self.script.close_step(look);
        }
    }

    /// What is left to say at the end: dice that nobody threw, a battle that
    /// broke off.
    fn close(&mut self) {
        if let Some(verdict) = verdict(self.world, self.battle)
            && verdict.is_broken
        {
            self.script.differences.push(difference("the battle", "goes on", &verdict.why));
        } else if let Some(DiceCup(AnyDice::Scripted(dice))) = self.world.get::<DiceCup>(self.battle)
            && let Err(why) = dice.finish()
        {
            self.script.differences.push(difference("dice", "all thrown", &why.to_string()));
        }
    }

    /// How it went.
    pub fn report(mut self) -> Report {
        self.close();
        self.close_step();
        let Script { lesson, differences, until, touched, .. } = self.script;
        let line = |fact: &Fact| {
            let dice = fact.roll.as_ref().map(Roll::in_words);
            Line { rule: fact.rule, text: fact.text.clone(), dice }
        };
        let told = if differences.is_empty() { 0 } else { until.unwrap_or(usize::MAX) };
        let chronicle = chronicle(self.world, self.battle).iter().take(told).map(line).collect();
        Report {
            chronicle,
            touched: touched.map(|touched| touched.ids(&lesson.setup.rules)).unwrap_or_default(),
            ..report(lesson, differences)
        }
    }
}

/// The battle of a lesson as it begins: with those who are left of the battle that it follows.
///
/// # Errors
/// With what goes otherwise in that battle than it says.
pub(super) fn setup(lesson: &Lesson) -> Result<Arc<Setup>, String> {
    let Some(follows) = &lesson.follows else { return Ok(lesson.setup.clone()) };
    let carried = || {
        let mut world = quiet_world();
        let mut stage = Stage::set(&follows.lesson, &mut world).unasked();
        stage.play_to(follows.lesson.play.len());
        let (battle, differences) = (stage.battle, stage.script.differences);
        if let Some(Difference { what, expected, found }) = differences.first() {
            return Err(format!("{what}: found {found}, expected {expected}"));
        }
        rest(&mut world, battle, follows.hours).map_err(|why| why.to_string())?;
        Ok(Arc::new(carry_over(&world, battle, &lesson.setup)))
    };
    let worked_out = || caught(carried).unwrap_or_else(|fault| Err(fault.to_string()));
    follows.carried.get_or_init(worked_out).clone()
}

/// "Mauve: move to (3,0)": a name, if there is one, and what is done.
fn named(line: &str) -> (Option<&str>, &str) {
    line.split_once(": ").map_or((None, line), |(name, words)| (Some(name), words))
}

/// The order of a line, where it is a legal answer: the name says who must be the one that is asked.
fn order_of(look: Look<'_>, line: &str) -> Result<Order, Difference> {
    let (name, words) = named(line);
    let said = Spoken::parse(words).map_err(|why| difference(line, "an order", &why.to_string()))?;
    let Some(question) = look.question() else {
        let ended = look.battle::<Ended>().and_then(|ended| ended.0.as_ref());
        let found = ended.map_or("nothing is asked".to_owned(), |end| format!("the battle is over: {}", end.why));
        return Err(difference(line, "a decision to make", &found));
    };
    if let (Some(name), Some(who)) = (name, question.who)
        && !ways::is_asked(look, question, name)
    {
        let found = format!("{} ({})", look.name(who), question.prompt);
        return Err(difference(&format!("who decides on `{line}`"), name, &found));
    }
    look.order(&said).map_err(|refusal| difference(line, "allowed", &refusal.to_string()))
}

/// Whoever takes their turn together with the one who is named lets that one act.
fn hand_over(look: Look<'_>, name: &str) -> Option<Order> {
    let asked = look.question().filter(|question| question.kind == "turn").and_then(|question| question.who)?;
    let whom = look.find(name).filter(|whom| *whom != asked)?;
    Some(Order::new("hand over").at(look.aim(whom))).filter(|order| look.check(order).is_ok())
}

/// Whether a question is one that minds in one body put to each other.
fn between_minds(kind: &str) -> bool {
    ["veto", "escape", "let in", "resist", "permit", "way out"].contains(&kind)
}

/// Plays a whole lesson and says how it went.
pub fn run(lesson: &Lesson) -> Report {
    played(lesson, |stage| stage)
}

/// The same, with the rules that it touches.
pub fn run_watched(lesson: &Lesson) -> Report {
    played(lesson, |stage| stage.watched())
}

/// Plays lessons, as many at a time as the machine can, each once; the reports come in their order.
pub fn run_all(lessons: &[Lesson], play: impl Fn(&Lesson) -> Report + Sync) -> Vec<Report> {
    let next = AtomicUsize::new(0);
    let some = |_| {
        let mut played = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(lesson) = lessons.get(index) else { return played };
            played.push((index, play(lesson)));
        }
    };
    let threads = machine::cores().min(lessons.len());
    let mut played: Vec<_> = machine::side_by_side(threads, some).into_iter().flatten().collect();
    played.sort_unstable_by_key(|(index, _)| *index);
    played.into_iter().map(|(_, report)| report).collect()
}

/// Plays a whole lesson on a stage that is made ready so. A fault in the rules is one more difference.
fn played(lesson: &Lesson, ready: impl FnOnce(Stage<'_>) -> Stage<'_>) -> Report {
    let played = caught(|| {
        let mut world = quiet_world();
        let mut stage = ready(Stage::set(lesson, &mut world));
        stage.play_to(lesson.play.len());
        stage.report()
    });
    played
        .unwrap_or_else(|fault| report(lesson, vec![difference("the rules", "hold", &format!("broke down: {fault}"))]))
}

fn report(lesson: &Lesson, differences: Vec<Difference>) -> Report {
    Report {
        id: lesson.id.clone(),
        ruleset: lesson.ruleset,
        title: lesson.title.clone(),
        rules: lesson.rules.clone(),
        passed: differences.is_empty(),
        differences,
        chronicle: Vec::new(),
        touched: BTreeSet::new(),
    }
}

fn difference(what: &str, expected: &str, found: &str) -> Difference {
    Difference { what: what.to_owned(), expected: expected.to_owned(), found: found.to_owned() }
}
