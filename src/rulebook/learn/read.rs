//! `learn.ron`: what a game is in one minute, a tour of its lessons with questions, and lines of help in a first battle. All of
//! it is held against the lessons and the rules of the game.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Deserialize;

use super::{Asks, Hint, Item, Learn, Number, Query, Stop, Stretch, Told, When, names};
use crate::battle::{Group, Key, RuleId, Rules, bounds};
use crate::rulebook::lessons::{Lesson, Scene};
use crate::rulebook::library::Library;
use crate::rulebook::reader::{Problem, Problems, Source, Spanned, read_file};
use crate::rulebook::sources::Home;

/// The file.
const FILE: &str = "learn.ron";
/// Letters of a title, of a line and of a text at most.
const TITLE: usize = 40;
const LINE: usize = 130;
const TEXT: usize = 420;

/// How a game is learned.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// What the game is, in the order in which one wants to know: a page that is read in a minute.
    minute: Vec<ItemFile>,
    /// Where the tour of lessons halts, in the order of a round.
    tour: Vec<StopFile>,
    /// Lines of help in a first battle, the most urgent first.
    #[serde(default)]
    help: Vec<HintFile>,
}

/// One thing that the minute tells.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemFile {
    /// What it is about.
    title: Spanned<String>,
    /// What it is, with the names of numbers in braces: "lands {odds} of the time".
    text: Spanned<String>,
    /// What the rules are asked for each number of the text.
    #[serde(default)]
    numbers: BTreeMap<String, NumberFile>,
    /// What plays beside it.
    show: StretchFile,
}

/// A number that only the rules know.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumberFile {
    /// What is asked, as lessons ask it.
    ask: Spanned<String>,
    /// Deeds of the lesson before it is asked; those before the stretch where nothing is said.
    #[serde(default)]
    after: Option<Spanned<u32>>,
}

/// A stretch of a lesson.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StretchFile {
    /// The id of the lesson.
    lesson: Spanned<String>,
    /// Deeds before it and after it; the whole lesson where nothing is said.
    #[serde(default)]
    deeds: Option<(Spanned<u32>, Spanned<u32>)>,
}

/// A halt of the tour.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StopFile {
    /// What it is about.
    title: Spanned<String>,
    /// What is told before anything moves, with the names of numbers in braces.
    text: Spanned<String>,
    /// What is told once it has been seen.
    #[serde(default)]
    then: Option<Spanned<String>>,
    /// What the rules are asked for each number of the texts.
    #[serde(default)]
    numbers: BTreeMap<String, NumberFile>,
    /// What is seen.
    show: StretchFile,
    /// The fighters who are looked at; everybody who has a part in it, if left out.
    #[serde(default)]
    on: Vec<Spanned<String>>,
    /// What learners are asked beforehand.
    #[serde(default)]
    question: Option<QueryFile>,
}

/// A question of the tour.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QueryFile {
    /// The question in words.
    say: Spanned<String>,
    /// What is asked of the rules; they give the answer.
    of: Spanned<Asks>,
    /// The id of the rule behind the answer, where it is not the one that the rules give.
    #[serde(default)]
    rule: Option<Spanned<String>>,
    /// Whether nobody can know it beforehand, so that no answer is held against anybody.
    #[serde(default)]
    guess: bool,
}

/// A line of help.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HintFile {
    /// What it says.
    say: Spanned<String>,
    /// When: all of this must be so.
    when: Vec<WhenFile>,
    /// So many decisions with it in sight, and it has been understood.
    #[serde(default = "twice", deserialize_with = "bounds::between::<1, 20, _>")]
    times: i32,
}

/// How often a line is seen where nothing is said.
const fn twice() -> i32 {
    2
}

/// When a line of help is told to the player at the screen.
#[derive(Deserialize)]
enum WhenFile {
    /// Somebody of theirs chooses a deed.
    Turn,
    /// They are asked this kind of question.
    QuestionOpen(String),
    /// They have not done this deed yet, or none of this group.
    HasNot(Spanned<String>),
    /// They have done so.
    Has(Spanned<String>),
    /// The fighter who is asked can attack an enemy now.
    EnemyInReach,
    /// They cannot, and have not done so in this turn, nor do blows come in a later part of it.
    NobodyInReach,
    /// Blows come in a later part of the fighter's turn.
    BlowsLater,
    /// Enemies are got at by what strikes the place where they are, and by nothing else.
    AreaInReach,
    /// Some attack at an enemy would only begin in what is left of the turn.
    OnlyBegins,
    /// An enemy stands beside the fighter, so near that they fight hand to hand.
    EnemyBeside,
    /// The fighter has been hurt.
    Wounded,
    /// The fighter has no more than half of what they can bear, or a wound where that is not counted.
    Grave,
    /// The fighter can do this deed now.
    Open(Spanned<String>),
    /// The fighter can do nothing more in this turn.
    Spent,
}

/// The file of a ruleset, if it has one.
pub(in crate::rulebook) fn file(home: &Home) -> Option<Source> {
    Some(home.file(FILE)).filter(Source::exists)
}

/// Reads the file; the lessons that it shows come from the library.
///
/// # Errors
/// With everything that is wrong with it, or with a lesson that it shows.
pub(in crate::rulebook) fn read(place: &Source, library: &Library, ruleset: &str) -> Result<Learn, Vec<Problem>> {
    let rules = library.rules(ruleset)?;
    let file: File = read_file(place)?;
    let shown = file.minute.iter().map(|item| &item.show).chain(file.tour.iter().map(|stop| &stop.show));
    let ids: BTreeSet<&str> = shown.map(|show| show.lesson.value.as_str()).collect();
    let lessons =
        library.lessons_called(ruleset, &ids)?.into_iter().map(|lesson| (lesson.id.clone(), Arc::new(lesson)));
    let lessons: BTreeMap<String, Arc<Lesson>> = lessons.collect();
    let known = match ids.iter().all(|id| lessons.contains_key(*id)) {
        true => Vec::new(),
        false => library.headings(ruleset, None)?.into_iter().map(|heading| heading.id).collect(),
    };
    let mut problems = Problems::new(place.to_string());
    let learn = Reading { rules: &rules, lessons: &lessons, known: &known, problems: &mut problems }.learn(file);
    problems.or(learn)
}

/// What the file is held against.
struct Reading<'a> {
    rules: &'a Rules,
    lessons: &'a BTreeMap<String, Arc<Lesson>>,
    /// The ids of all lessons, where one is not there.
    known: &'a [String],
    problems: &'a mut Problems,
}

impl Reading<'_> {
    fn learn(mut self, file: File) -> Learn {
        let minute = file.minute.into_iter().filter_map(|item| self.item(item)).collect();
        let mut titles: BTreeSet<String> = BTreeSet::new();
        for stop in &file.tour {
            if !titles.insert(stop.title.value.clone()) {
                let found = format!("a second step called `{}`", stop.title.value);
                self.problems.push(stop.title.span, found, "a title of its own for each step");
            }
        }
        let tour = file.tour.into_iter().filter_map(|stop| self.stop(stop)).collect();
        let help = file.help.into_iter().map(|hint| self.hint(hint)).collect();
        Learn { minute, tour, help, file: self.problems.file().to_owned() }
    }

    /// A text of so many letters at most.
    fn short(&mut self, text: &Spanned<String>, most: usize) {
        let length = text.value.chars().count();
        if text.value.trim().is_empty() || length > most {
            self.problems.push(text.span, format!("a text of {length} letters"), format!("1 to {most} letters"));
        }
    }

    fn item(&mut self, item: ItemFile) -> Option<Item> {
        self.short(&item.title, TITLE);
        self.used(&[&item.text], &item.numbers);
        let shows = self.stretch(&item.show)?;
        let text = self.told(item.text, &item.numbers, &shows);
        Some(Item { title: item.title.value, text, shows })
    }

    fn stop(&mut self, stop: StopFile) -> Option<Stop> {
        self.short(&stop.title, TITLE);
        self.used(&[Some(&stop.text), stop.then.as_ref()].into_iter().flatten().collect::<Vec<_>>(), &stop.numbers);
        let shows = self.stretch(&stop.show)?;
        let text = self.told(stop.text, &stop.numbers, &shows);
        let then = stop.then.map(|then| self.told(then, &stop.numbers, &shows));
        stop.on.iter().for_each(|name| self.fighter(name, &shows));
        let question = stop.question.map(|query| self.query(query, &shows));
        let on = stop.on.into_iter().map(Spanned::into_inner).collect();
        Some(Stop { title: stop.title.value, text, then, shows, on, question })
    }

    /// A name of somebody in the lesson.
    fn fighter(&mut self, name: &Spanned<String>, shows: &Stretch) {
        let names: Vec<&str> = shows.lesson.setup.fighters.iter().map(|fighter| fighter.name.as_str()).collect();
        if !names.contains(&name.value.as_str()) {
            self.problems.unknown(name, "fighter", &names);
        }
    }

    /// Which lesson is shown, and which of its steps.
    fn stretch(&mut self, show: &StretchFile) -> Option<Stretch> {
        let Some(lesson) = self.lessons.get(&show.lesson.value) else {
            self.problems.unknown(&show.lesson, "lesson", self.known);
            return None;
        };
        let (mut from, mut to) = (0, lesson.play.len());
        if let Some((before, after)) = &show.deeds {
            (from, to) = (self.played(lesson, before), self.played(lesson, after));
            if before.value >= after.value {
                self.problems.push(after.span, after.value.to_string(), format!("more than {}", before.value));
            }
        }
        Some(Stretch { lesson: lesson.clone(), from, to })
    }

    /// How many steps of a lesson have been played with so many of its deeds.
    fn played(&mut self, lesson: &Lesson, deeds: &Spanned<u32>) -> usize {
        let is_deed = |scene: &Scene| matches!(scene, Scene::Do(_) | Scene::Rest(_));
        let steps: Vec<usize> = (1..).zip(&lesson.play).filter(|(_, scene)| is_deed(scene)).map(|(at, _)| at).collect();
        let Some(before) = (deeds.value as usize).checked_sub(1) else { return 0 };
        steps.get(before).copied().unwrap_or_else(|| {
            let expected = format!("0 to {}, as many deeds as {} has", steps.len(), lesson.id);
            self.problems.push(deeds.span, deeds.value.to_string(), expected);
            lesson.play.len()
        })
    }

    /// That every number is told somewhere.
    fn used(&mut self, texts: &[&Spanned<String>], numbers: &BTreeMap<String, NumberFile>) {
        for (name, number) in numbers {
            if !texts.iter().any(|text| text.value.contains(&format!("{{{name}}}"))) {
                let found = format!("a number `{name}` that no text tells");
                self.problems.push(number.ask.span, found, format!("`{{{name}}}` in the text"));
            }
        }
    }

    fn told(&mut self, text: Spanned<String>, numbers: &BTreeMap<String, NumberFile>, shows: &Stretch) -> Told {
        self.short(&text, TEXT);
        let mut told = BTreeMap::new();
        for name in names(&text.value) {
            match numbers.get(name) {
                Some(number) => {
                    let played = number.after.as_ref().map(|after| self.played(&shows.lesson, after));
                    let number = Number { ask: number.ask.clone(), played: played.unwrap_or(shows.from) };
                    told.insert(name.to_owned(), number);
                }
                None => {
                    let names: Vec<&String> = numbers.keys().collect();
                    self.problems.unknown(&Spanned::new(name.to_owned(), text.span), "number", &names);
                }
            }
        }
        Told { text: text.value, numbers: told }
    }

    fn query(&mut self, query: QueryFile, shows: &Stretch) -> Query {
        self.short(&query.say, LINE);
        if let Asks::Flank { who, of } = &query.of.value {
            [who, of].into_iter().for_each(|name| self.fighter(name, shows));
        }
        let rule = query.rule.and_then(|rule| {
            let found = self.rules.book.keys().find(|id| id.as_str() == rule.value).map(|id| RuleId::of(*id));
            if found.is_none() {
                let known: Vec<&str> = self.rules.book.keys().map(|id| id.as_str()).collect();
                self.problems.unknown(&rule, "rule", &known);
            }
            found
        });
        Query { say: query.say.value, of: query.of, rule, guess: query.guess }
    }

    fn hint(&mut self, hint: HintFile) -> Hint {
        self.short(&hint.say, LINE);
        let when = hint.when.into_iter().map(|when| match when {
            WhenFile::Turn => When::Turn,
            WhenFile::QuestionOpen(kind) => When::QuestionOpen(Key::new(&kind)),
            WhenFile::HasNot(deed) => When::HasNot(self.deed(&deed)),
            WhenFile::Has(deed) => When::Has(self.deed(&deed)),
            WhenFile::EnemyInReach => When::EnemyInReach,
            WhenFile::NobodyInReach => When::NobodyInReach,
            WhenFile::BlowsLater => When::BlowsLater,
            WhenFile::AreaInReach => When::AreaInReach,
            WhenFile::OnlyBegins => When::OnlyBegins,
            WhenFile::EnemyBeside => When::EnemyBeside,
            WhenFile::Wounded => When::Wounded,
            WhenFile::Grave => When::Grave,
            WhenFile::Open(deed) => When::Open(self.deed(&deed)),
            WhenFile::Spent => When::Spent,
        });
        let when = when.collect();
        Hint { say: hint.say.value, when, times: hint.times.unsigned_abs() }
    }

    /// A deed, or what several are about.
    fn deed(&mut self, name: &Spanned<String>) -> Key {
        let deeds = self.rules.deeds.values();
        let known: BTreeSet<&str> = deeds
            .flat_map(|deed| [deed.verb().as_str(), deed.group().as_str()])
            .chain([Group::Defence.as_str()])
            .collect();
        if !known.contains(name.value.as_str()) {
            self.problems.unknown(name, "deed", &known.into_iter().collect::<Vec<_>>());
        }
        Key::new(&name.value)
    }
}
