//! `lessons/*.ron`: small battles with a script.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde::Deserialize;

use super::arms::{self, ArmFile};
use super::encounter::EncounterFile;
use super::engagement::Engagement;
use super::fighters::{FighterFile, LAST_ROUND};
use super::ground::GroundFile;
use super::names::{Names, check_all, ids_of};
use super::range::within;
use super::reader::{Named, Overrides, Problem, Problems, Source, Spanned, read_with_names};
use super::sides::SideFile;
use super::surroundings::{HazardFile, WeatherFile};
use crate::battle::{Id, Key, RuleId, Rules, Setup, Spoken, bounds, refers};
use crate::board::Light;
use crate::dice::ScriptedDice;

/// A lesson: a small battle with a script.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Its id ("SK-D-01").
    id: Spanned<String>,
    /// What it is called.
    title: String,
    /// What is told before it begins.
    #[serde(default)]
    text: String,
    /// The ruleset, for a lesson that lies in no ruleset's folder.
    #[serde(default)]
    ruleset: Option<Spanned<String>>,
    /// The ids of the rules that it shows.
    rules: Vec<Spanned<Key>>,
    /// Settings that it plays differently: `{"wound_at": "meets"}`.
    #[serde(default)]
    settings: Overrides,
    /// Arms that only this lesson has.
    #[serde(default)]
    arms: BTreeMap<Key, ArmFile>,
    /// Where it is fought.
    #[serde(default)]
    ground: GroundFile,
    /// How well things are seen.
    #[serde(default)]
    light: Light,
    /// Words of the battle that rules ask for ("indoors").
    #[serde(default, deserialize_with = "refers::given")]
    tags: Vec<Key>,
    /// The sides, where they are more than names that fighters give.
    #[serde(default)]
    sides: Vec<SideFile>,
    /// Who fights.
    fighters: Vec<FighterFile>,
    /// How the sides come upon each other, where the fight has not begun yet.
    #[serde(default)]
    encounter: Option<EncounterFile>,
    /// Wind and rain.
    #[serde(default)]
    weather: WeatherFile,
    /// What comes down from beyond the edge.
    #[serde(default)]
    hazards: Vec<HazardFile>,
    /// The side that began the fight, where that is clear.
    #[serde(default)]
    started_by: Option<Spanned<String>>,
    /// Who acts first, second ...; initiative is rolled where this is left out.
    #[serde(default)]
    order: Option<Vec<Spanned<String>>>,
    /// Rounds after which nobody has won.
    #[serde(default = "many_rounds")]
    rounds: Spanned<i32>,
    /// The battle before it, whose survivors fight in it.
    #[serde(default)]
    follows: Option<Box<Spanned<FollowsFile>>>,
    /// What had been done, and what had fallen, before the lesson begins.
    #[serde(default)]
    before: BeforeFile,
    /// Whether questions that answer themselves do so; else each answer is told.
    #[serde(default = "yes")]
    silent: bool,
    /// Cards that lie on top of the deck; it is then not shuffled.
    #[serde(default)]
    deck: Option<Vec<Spanned<String>>>,
    /// The dice in the order in which they fall: "d6: 2,5".
    #[serde(default)]
    dice: Vec<Spanned<String>>,
    /// What is done, and what must then be so.
    play: Vec<Spanned<SceneFile>>,
}

/// The battle before that of a lesson.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FollowsFile {
    /// The hours that lie between.
    #[serde(default, deserialize_with = "bounds::between::<0, 8_760, _>")]
    hours: i32,
    /// The battle with all that was done in it, as a lesson.
    battle: Entry,
}

/// What had come about before a lesson begins.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct BeforeFile {
    /// Dice that had fallen.
    #[serde(default)]
    dice: Vec<Spanned<String>>,
    /// What had been done.
    #[serde(default)]
    play: Vec<Spanned<String>>,
}

fn many_rounds() -> Spanned<i32> {
    1000.into()
}

const fn yes() -> bool {
    true
}

/// A step of a lesson.
#[derive(Clone, Deserialize)]
enum SceneFile {
    /// Told to those who look on.
    Say(String),
    /// Somebody does or answers something: "Ann: move to (3,0)".
    Do(String),
    /// So many hours pass, as between two battles.
    Rest(#[serde(deserialize_with = "bounds::between::<0, 8_760, _>")] i32),
    /// What must be so now: by questions, what each is answered with.
    Expect(BTreeMap<String, Told>),
}

/// A value that a lesson expects, in whatever form reads best.
#[derive(Clone, Deserialize)]
#[serde(untagged, expecting = "yes or no, a whole number or a text in quotes")]
enum Told {
    Flag(bool),
    Number(i64),
    Words(String),
}

impl Told {
    fn words(&self) -> String {
        match self {
            Self::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Words(words) => words.clone(),
        }
    }
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Told to the player.
    Say(String),
    /// Somebody does or answers something: "Mauve: move to (3,0)".
    Do(String),
    /// So many hours pass, as between two battles.
    Rest(i32),
    /// What must be true now: what, and what it must be.
    Expect(Vec<(String, String)>),
}

/// One lesson, read and checked.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its id, as everything outside calls it.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What the player is told before it begins.
    pub text: String,
    /// The ruleset.
    pub ruleset: Key,
    /// The rules that it shows.
    pub rules: Vec<RuleId>,
    /// Settings that it plays differently.
    pub settings: Overrides,
    /// The battle, before anybody comes into it from another.
    pub setup: Arc<Setup>,
    /// The battle before it, whose survivors fight in it.
    pub follows: Option<Arc<Follows>>,
    /// The dice in the order in which they fall: "d6: 2,5".
    pub dice: Vec<String>,
    /// What had been done before its first step; the first of the dice fall for it.
    pub before: Vec<String>,
    /// Whether questions that answer themselves do so.
    pub silent: bool,
    /// What is done and what must then be true.
    pub play: Vec<Scene>,
}

/// The battle before that of a lesson.
#[derive(Debug)]
pub struct Follows {
    /// It, with all that was done in it.
    pub lesson: Lesson,
    /// The hours that lie between.
    pub hours: i32,
    /// The battle of the lesson with those who come into it, once it has been worked out, or why nobody can.
    pub carried: OnceLock<Result<Arc<Setup>, String>>,
}

/// What a lesson is called and which rules it names, without the battle in it.
#[derive(Clone, Debug)]
pub struct Heading {
    /// Its id.
    pub id: String,
    /// The rules that it names.
    pub rules: Vec<RuleId>,
}

impl Heading {
    fn of(entry: &Entry) -> Self {
        Self { id: entry.id.value.clone(), rules: ids_of(&entry.rules) }
    }

    /// Whether it is called `word`, or names a rule that is.
    pub fn is_about(&self, word: &str) -> bool {
        let is = |id: &str| id.eq_ignore_ascii_case(word);
        is(&self.id) || self.rules.iter().any(|rule| is(rule.as_str()))
    }
}

/// The headings of the lessons in a file.
///
/// # Errors
/// When they cannot be read.
pub(super) fn headings(file: &Source) -> Result<Vec<Heading>, Vec<Problem>> {
    let (entries, _): (Vec<Entry>, Vec<Named>) = read_with_names(file)?;
    Ok(entries.iter().map(Heading::of).collect())
}

/// Reads the lessons in a file that are wanted; `rules` gives them their ruleset with the settings that each
/// asks for.
///
/// # Errors
/// With everything that is wrong with them.
pub(super) fn read(
    file: &Source,
    home: Option<&str>,
    wanted: impl Fn(&Heading) -> bool,
    mut rules: impl FnMut(&str, &Overrides) -> Result<Arc<Rules>, Vec<Problem>>,
) -> Result<Vec<Lesson>, Vec<Problem>> {
    let (mut entries, named): (Vec<Spanned<Entry>>, Vec<Named>) = read_with_names(file)?;
    let mut problems = Problems::new(file.to_string());
    let mut lessons: Vec<Lesson> = Vec::new();
    entries.retain(|entry| wanted(&Heading::of(&entry.value)));
    let mut shelf = Rulesets { home, rules: &mut rules, last: None };
    for Spanned { value: entry, span } in entries {
        let named: Vec<Named> = named.iter().filter(|named| span.holds(named.name.span)).cloned().collect();
        if lessons.iter().any(|lesson| lesson.id == entry.id.value) {
            problems.push(entry.id.span, format!("a second lesson {}", entry.id.value), "an id of its own for each");
        }
        lessons.extend(shelf.lesson(entry, named, &mut problems));
    }
    problems.or(lessons)
}

/// The rulesets of the lessons in a file.
struct Rulesets<'a> {
    home: Option<&'a str>,
    rules: &'a mut dyn FnMut(&str, &Overrides) -> Result<Arc<Rules>, Vec<Problem>>,
    /// The last one with its names: most lessons of a file are of one ruleset.
    last: Option<(Arc<Rules>, Names)>,
}

impl Rulesets<'_> {
    /// A lesson, after the battle that it follows.
    fn lesson(&mut self, mut entry: Entry, named: Vec<Named>, problems: &mut Problems) -> Option<Lesson> {
        let (mut named, mut follows) = (named, None);
        if let Some(before) = entry.follows.take() {
            let Spanned { value: FollowsFile { hours, battle }, span } = *before;
            let (inside, others) = named.into_iter().partition(|named| span.holds(named.name.span));
            named = others;
            let lesson = self.lesson(battle, inside, problems)?;
            follows = Some(Arc::new(Follows { lesson, hours, carried: OnceLock::new() }));
        }
        let chosen = entry.ruleset.as_ref().map(|ruleset| ruleset.value.as_str());
        let Some(ruleset) = chosen.or(self.home) else {
            let expected = "`ruleset: \"...\"`, or a file in a ruleset's folder";
            problems.push(entry.id.span, "a lesson of no ruleset", expected);
            return None;
        };
        let rules = match (self.rules)(ruleset, &entry.settings) {
            Ok(rules) => rules,
            Err(wrong) => {
                problems.extend(wrong);
                return None;
            }
        };
        let is_of_another = |before: &Arc<Follows>| before.lesson.setup.rules.name != rules.name;
        if follows.as_ref().is_some_and(is_of_another) {
            problems.push(entry.id.span, "a battle before it of another ruleset", format!("one of `{}`", rules.name));
            return None;
        }
        let known = self.last.take().filter(|(of, _)| Arc::ptr_eq(of, &rules));
        let (of, names) = known.unwrap_or_else(|| (rules.clone(), Names::of(&rules)));
        let lesson = Lesson { follows, ..entry.resolve(&rules, &names, &named, problems) };
        self.last = Some((of, names));
        Some(lesson)
    }
}

impl Entry {
    fn resolve(self, rules: &Arc<Rules>, names: &Names, named: &[Named], problems: &mut Problems) -> Lesson {
        let has_own = !self.arms.is_empty();
        let rules = &arms::with_own(rules, self.arms, problems);
        let own = has_own.then(|| Names::of(rules));
        let names = own.as_ref().unwrap_or(names);
        check_all(problems, &self.rules, "rule", &names.rules);
        let engagement = Engagement {
            title: self.title.clone(),
            ground: &self.ground,
            light: self.light,
            tags: self.tags,
            sides: &self.sides,
            fighters: &self.fighters,
            started_by: self.started_by.as_ref(),
            encounter: self.encounter.as_ref(),
            weather: &self.weather,
            hazards: &self.hazards,
            rounds: self.rounds.value,
        };
        let mut setup = engagement.resolve(rules, names, self.id.span, problems);
        let fighters = &setup.fighters;
        let mut number = |name: &Spanned<String>| {
            let found = fighters.iter().filter(|fighter| !fighter.is_late()).position(|each| each.name == name.value);
            if found.is_none() {
                let known: Vec<&str> = fighters.iter().map(|fighter| fighter.name.as_str()).collect();
                problems.unknown(name, "fighter", &known);
            }
            found.map(|index| Id(index as u16))
        };
        setup.arranged = self.order.as_ref().map(|order| order.iter().filter_map(&mut number).collect());
        setup.deck = self.deck.map(|cards| cards.iter().map(|card| Key::new(&card.value)).collect());
        within([self.rounds], 1..=LAST_ROUND, "rounds:", problems);
        for die in self.before.dice.iter().chain(&self.dice) {
            if let Err(why) = ScriptedDice::parse([die.value.as_str()]) {
                problems.push(die.span, format!("dice that cannot fall: {why}"), "dice such as \"d6: 4,2\"");
            }
        }
        let told = self.play.iter().filter_map(|scene| match &scene.value {
            SceneFile::Do(line) => Some((line, scene.span)),
            _ => None,
        });
        for (line, span) in self.before.play.iter().map(|line| (&line.value, line.span)).chain(told) {
            let words = line.split_once(": ").map_or(line.as_str(), |(_, words)| words);
            if let Err(why) = Spoken::parse(words) {
                problems.push(span, format!("no order: {why}"), "an order in plain words");
            }
        }
        names.check_all_of(named, problems);
        let scene = |scene: Spanned<SceneFile>| match scene.value {
            SceneFile::Say(text) => Scene::Say(text),
            SceneFile::Do(line) => Scene::Do(line),
            SceneFile::Rest(hours) => Scene::Rest(hours),
            SceneFile::Expect(facts) => {
                Scene::Expect(facts.into_iter().map(|(what, told)| (what, told.words())).collect())
            }
        };
        Lesson {
            id: self.id.value,
            title: self.title,
            text: self.text,
            ruleset: rules.name,
            settings: self.settings,
            rules: ids_of(&self.rules),
            dice: self.before.dice.into_iter().chain(self.dice).map(Spanned::into_inner).collect(),
            before: self.before.play.into_iter().map(Spanned::into_inner).collect(),
            silent: self.silent,
            play: self.play.into_iter().map(scene).collect(),
            setup: Arc::new(setup),
            follows: None,
        }
    }
}
