//! Plays a lesson against its script, one step at a time.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::touch::Touched;
use super::{Difference, Lesson, Line, Report, Scene, chances, fact};
use crate::battle::{
    Aim, Chronicle, DiceCup, Fact, Look, Order, Roll, Spoken, advance, answer, caught, question, quiet_world, rest,
    say, verdict,
};
use crate::dice::{AnyDice, ScriptedDice};
use crate::ways;

/// A lesson under way: the battle, how far the script has come, and what has
/// not been as expected so far.
pub struct Stage<'a> {
    /// The lesson.
    pub lesson: &'a Lesson,
    /// The world that its battle is in.
    pub world: &'a mut World,
    /// The battle.
    pub battle: Entity,
    /// How many steps have been played.
    pub played: usize,
    /// What has not been as expected.
    pub differences: Vec<Difference>,
    /// How many facts there were when something was not as expected for the first time.
    until: Option<usize>,
    /// The rules that it touches, if anybody wants to know.
    touched: Option<Touched>,
}

impl<'a> Stage<'a> {
    /// Sets the lesson up in `world`, before its first step.
    pub fn set(lesson: &'a Lesson, world: &'a mut World) -> Self {
        let mut differences = Vec::new();
        let dice = ScriptedDice::parse(&lesson.dice).unwrap_or_else(|why| {
            differences.push(difference("dice", "dice that can be thrown", &why.to_string()));
            ScriptedDice::default()
        });
        let battle = lesson.setup.spawn(world, AnyDice::from(dice));
        let mut stage = Self { lesson, world, battle, played: 0, differences, until: None, touched: None };
        stage.go_on();
        stage
    }

    /// The same, with an eye on the rules that it touches.
    #[must_use]
    fn watched(mut self) -> Self {
        self.touched = Some(Touched::new(&self.lesson.rules));
        self.look_on(|touched, look| touched.by_play(look));
        self
    }

    /// Notes rules that are touched, if anybody wants to know.
    fn look_on(&mut self, note: impl FnOnce(&mut Touched, Look<'_>)) {
        if let Some(touched) = &mut self.touched
            && let Some(look) = Look::at(self.world, self.battle)
        {
            note(touched, look);
        }
    }

    /// Goes on to the next decision. A turn with dice at its start begins
    /// without being told to, unless the next thing told is to wait.
    fn go_on(&mut self) {
        advance(self.world, self.battle);
        while let Some(usual) = self.usual_answer()
            && answer(self.world, self.battle, usual).is_ok()
        {
            advance(self.world, self.battle);
        }
    }

    /// What is answered where the script says nothing about it: what is usual, and riders ride on.
    fn usual_answer(&self) -> Option<Order> {
        let kind = question(self.world, self.battle)?.kind.as_str();
        if kind == "passing" {
            return (!self.is_told_now()).then(|| Order::new("ride on"));
        }
        let (verbs, usual) = ways::usual(kind)?;
        let (name, words) = self.next_line().map_or((None, ""), |line| match line.split_once(": ") {
            Some((name, words)) => (Some(name), words),
            None => (None, line),
        });
        let is_told = words.split(' ').next().is_some_and(|verb| verbs.contains(&verb));
        // Of several minds that are asked the same, one may be told what another is not.
        let is_other = between_minds(kind) && name.is_some_and(|name| !self.is_asked(name));
        (!is_told || is_other).then(|| Order::new(usual))
    }

    /// Whether what is told next is an answer of whoever is asked now.
    fn is_told_now(&self) -> bool {
        let Some((look, line)) = Look::at(self.world, self.battle).zip(self.next_line()) else { return false };
        let Some((name, words)) = line.split_once(": ") else { return false };
        self.is_asked(name) && Spoken::parse(words).is_ok_and(|said| look.order(&said).is_ok())
    }

    /// What is told next.
    fn next_line(&self) -> Option<&str> {
        self.lesson.play.iter().skip(self.played).find_map(|scene| match scene {
            Scene::Do(line) => Some(line.as_str()),
            _ => None,
        })
    }

    /// Whether it is somebody of this name who decides: whoever is asked, or in its turn the mind that has its body in
    /// hand.
    fn is_asked(&self, name: &str) -> bool {
        let (Some(look), Some(question)) = (Look::at(self.world, self.battle), question(self.world, self.battle))
        else {
            return false;
        };
        let mind =
            question.who.filter(|_| ["turn", "passing"].contains(&question.kind.as_str())).map(|body| look.mind(body));
        question.who.into_iter().chain(mind).any(|id| look.name(id).eq_ignore_ascii_case(name))
    }

    /// Whether there is another step.
    pub fn is_over(&self) -> bool {
        self.played >= self.lesson.play.len()
    }

    /// Plays on until so many steps have been played in all, or the lesson is over.
    pub fn play_to(&mut self, step: usize) {
        while self.played < step && !self.is_over() {
            self.step();
        }
    }

    /// Plays the next step. A step that cannot be played ends the lesson.
    pub fn step(&mut self) {
        let Some(scene) = self.lesson.play.get(self.played) else { return };
        self.played += 1;
        match scene {
            Scene::Say(_) => {}
            Scene::Do(line) => {
                self.look_on(|touched, look| touched.by_line(look, line));
                if let Err(difference) = self.act(line) {
                    self.differences.push(difference);
                    self.played = self.lesson.play.len();
                }
            }
            Scene::Rest(hours) => {
                if let Err(why) = rest(self.world, self.battle, *hours) {
                    self.differences.push(difference(&format!("{hours} hours"), "pass", &why.to_string()));
                }
                self.go_on();
            }
            Scene::Expect(facts) => {
                for (what, expected) in facts {
                    self.look_on(|touched, look| touched.by_question(look, what, expected));
                    let foretold = chances::foretell(self.lesson, self.played - 1, what);
                    let told = || Look::at(self.world, self.battle).map(|look| fact::tell(look, what));
                    let found = match foretold.or_else(told) {
                        Some(told) => told.unwrap_or_else(|why| format!("({why})")),
                        None => "no battle".to_owned(),
                    };
                    if !found.eq_ignore_ascii_case(expected) {
                        self.differences.push(difference(what, expected, &found));
                    }
                }
            }
        }
        self.look_on(|touched, look| touched.by_play(look));
        if self.until.is_none() && !self.differences.is_empty() {
            self.until = Some(self.facts().len());
        }
    }

    /// Everything that has happened.
    fn facts(&self) -> &[Fact] {
        self.world.get::<Chronicle>(self.battle).map_or(&[], |chronicle| &chronicle.facts)
    }

    /// "Mauve: move to (3,0)": the name says who must be the one that is asked.
    fn act(&mut self, line: &str) -> Result<(), Difference> {
        let (name, words) = match line.split_once(": ") {
            Some((name, words)) => (Some(name), words),
            None => (None, line),
        };
        let order = Spoken::parse(words).map_err(|why| difference(line, "an order", &why.to_string()))?;
        name.into_iter().for_each(|name| self.hand_over_to(name));
        let asked = question(self.world, self.battle).map(|question| (question.who, question.prompt.clone()));
        let Some((who, prompt)) = asked else {
            let found = match verdict(self.world, self.battle) {
                Some(verdict) => format!("the battle is over: {}", verdict.why),
                None => "nothing is asked".to_owned(),
            };
            return Err(difference(line, "a decision to make", &found));
        };
        let found = Look::at(self.world, self.battle).zip(who).map(|(look, who)| look.name(who).to_owned());
        if let (Some(name), Some(found)) = (name, &found)
            && !self.is_asked(name)
        {
            return Err(difference(&format!("who decides on `{line}`"), name, &format!("{found} ({prompt})")));
        }
        say(self.world, self.battle, &order).map_err(|refusal| difference(line, "allowed", &refusal.to_string()))?;
        self.go_on();
        Ok(())
    }

    /// Whoever takes its turn together with the one who is named lets that one act.
    fn hand_over_to(&mut self, name: &str) {
        let over = Look::at(self.world, self.battle).and_then(|look| {
            let asked = look.question().filter(|question| question.kind == "turn").and_then(|question| question.who)?;
            let whom = look.find(name).filter(|whom| *whom != asked)?;
            Some(Order::new("hand over").at(Aim::who(look.name(whom))))
        });
        if over.is_some_and(|order| answer(self.world, self.battle, order).is_ok()) {
            self.go_on();
        }
    }

    /// What is left to say at the end: dice that nobody threw, a battle that
    /// broke off.
    fn close(&mut self) {
        if let Some(verdict) = verdict(self.world, self.battle)
            && verdict.is_broken
        {
            self.differences.push(difference("the battle", "goes on", &verdict.why));
        } else if let Some(DiceCup(AnyDice::Scripted(dice))) = self.world.get::<DiceCup>(self.battle)
            && let Err(why) = dice.finish()
        {
            self.differences.push(difference("dice", "all thrown", &why.to_string()));
        }
    }

    /// How it went.
    pub fn report(mut self) -> Report {
        self.close();
        self.look_on(|touched, look| touched.by_play(look));
        let lesson = self.lesson;
        let line = |fact: &Fact| {
            let dice = fact.roll.as_ref().map(Roll::in_words);
            Line { rule: fact.rule, text: fact.text.clone(), dice }
        };
        let told = if self.differences.is_empty() { 0 } else { self.until.unwrap_or(usize::MAX) };
        let chronicle = self.facts().iter().take(told).map(line).collect();
        Report {
            chronicle,
            touched: self.touched.map(|touched| touched.ids(&lesson.setup.rules)).unwrap_or_default(),
            ..report(lesson, self.differences)
        }
    }
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

/// What a lesson may need of the stack: ways of play are gone deep.
const STACK: usize = 8 << 20;

/// Plays lessons, as many at a time as the machine can, each once; the reports come in their order.
pub fn run_all(lessons: &[Lesson], play: impl Fn(&Lesson) -> Report + Sync) -> Vec<Report> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mut played = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(lesson) = lessons.get(index) else { return played };
            played.push((index, play(lesson)));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(lessons.len());
    let mut played = std::thread::scope(|scope| {
        let spawn = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, some).ok();
        let others: Vec<_> = (1..threads).filter_map(spawn).collect();
        let own = some();
        others.into_iter().filter_map(|other| other.join().ok()).flatten().chain(own).collect::<Vec<_>>()
    });
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
