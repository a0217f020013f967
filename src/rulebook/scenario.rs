//! `scenarios/*.ron`: battles ready to be played.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::arms::{self, ArmFile};
use super::encounter::EncounterFile;
use super::engagement::Engagement;
use super::fighters::{FighterFile, LAST_ROUND, check_apart};
use super::folder;
use super::ground::GroundFile;
use super::lessons::Lesson;
use super::library::LESSON;
use super::names::Names;
use super::range::within;
use super::reader::{
    Named, Overrides, Problem, Problems, Source, Span, Spanned, as_written, read_file, read_with_names,
};
use super::sides::{Player, SideFile, check_peopled};
use super::sources::Sources;
use super::surroundings::{HazardFile, WeatherFile};
use crate::battle::{Key, Rules, Setup, SideId, refers};
use crate::board::Light;
use crate::dice::ScriptedDice;

/// A battle ready to be played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The ruleset, for a scenario that lies in no ruleset's folder.
    #[serde(default)]
    ruleset: Option<Spanned<String>>,
    /// What players call it.
    title: String,
    /// What it is about, in a line or two.
    #[serde(default)]
    blurb: String,
    /// Whether its game is learned by playing it.
    #[serde(default)]
    first: bool,
    /// Arms that only this scenario has.
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
    /// Settings that it plays differently: `{"wound_at": "meets"}`.
    #[serde(default)]
    settings: Overrides,
    /// Who fights whom, two sides or more.
    sides: Vec<SideFile>,
    /// The side that began the fight, where that is clear.
    #[serde(default)]
    started_by: Option<Spanned<String>>,
    /// Who fights.
    fighters: Vec<FighterFile>,
    /// What comes before the fight, in games that know it.
    #[serde(default)]
    encounter: Option<EncounterFile>,
    /// Wind and rain, in games that know them.
    #[serde(default)]
    weather: WeatherFile,
    /// What comes down from beyond the edge.
    #[serde(default)]
    hazards: Vec<HazardFile>,
    /// Rounds after which nobody has won.
    #[serde(default = "usual_rounds")]
    rounds: Spanned<i32>,
    /// The scenario that follows.
    #[serde(default)]
    then: Option<ThenFile>,
}

/// What follows a battle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThenFile {
    /// A scenario of the same folder.
    scenario: Spanned<String>,
    /// The hours that lie between.
    #[serde(default)]
    hours: Spanned<i32>,
    /// The side that must have won for it; any side, if left out.
    #[serde(default)]
    winner: Option<Spanned<String>>,
}

/// What follows a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Then {
    /// The scenario, by its name.
    pub scenario: String,
    /// The hours that lie between.
    pub hours: i32,
    /// The side that must have won for it.
    pub winner: Option<String>,
}

/// A year: nobody rests longer between two battles.
const MOST_HOURS: i32 = 24 * 365;

fn usual_rounds() -> Spanned<i32> {
    50.into()
}

/// A battle ready to be played.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name, as everything outside calls it: "scale_toughness/ford".
    pub name: String,
    /// The ruleset.
    pub ruleset: Key,
    /// Settings that it plays differently.
    pub settings: Overrides,
    /// What players call it.
    pub title: String,
    /// What it is about.
    pub blurb: String,
    /// Whether its game is learned by playing it.
    pub is_first: bool,
    /// The battle.
    pub setup: Arc<Setup>,
    /// What follows it.
    pub then: Option<Then>,
    /// Who plays each side, when nobody says otherwise.
    pub players: Vec<Player>,
    /// Its own file.
    pub(super) file: Source,
    /// The lesson of that file that it is, if it is one.
    pub(super) lesson: Option<String>,
    /// Where its ruleset lies beside others.
    pub(super) sources: Sources,
}

impl Scenario {
    /// The name of a battle that is played on from a lesson after so many of its dice have fallen.
    pub fn name_of_tried(lesson: &Lesson, fallen: usize) -> String {
        format!("{}/{LESSON}/{}/{fallen}", lesson.ruleset, lesson.id)
    }

    /// The battle of a lesson: so many dice fall as it says, and all sides are played by people.
    pub(super) fn tried(lesson: &Lesson, name: &str, file: Source, fallen: usize) -> Self {
        // What cannot fall is told where the lesson is read.
        let dice = ScriptedDice::parse(&lesson.dice).unwrap_or_default();
        let falls = dice.faces().take(fallen).collect();
        // Whoever has read the lesson has read its file.
        let files = folder::with_battle(&lesson.setup.rules, &file).unwrap_or_default();
        Self {
            name: name.to_owned(),
            ruleset: lesson.ruleset,
            settings: lesson.settings.clone(),
            title: lesson.title.clone(),
            blurb: lesson.text.clone(),
            is_first: false,
            players: vec![Player::Human; lesson.setup.sides.len()],
            setup: Arc::new(Setup { falls, files, ..Setup::clone(&lesson.setup) }),
            then: None,
            file,
            lesson: Some(lesson.id.clone()),
            sources: Sources::default(),
        }
    }

    /// The fields of its file, letter by letter.
    ///
    /// # Errors
    /// When it cannot be read any more.
    pub fn as_written(&self) -> Result<Vec<(String, String)>, Vec<Problem>> {
        as_written(&self.file, self.lesson.as_deref())
    }
}

/// The scenarios in the folder of one, by their names.
pub(super) type Beside = BTreeMap<String, Source>;

/// The way from a scenario back to one that came before it, if what follows leads there.
fn leads_back(file: &Source, next: &str, beside: &Beside) -> Option<Vec<String>> {
    let mut way = vec![file.path().file_stem()?.to_str()?.to_owned()];
    let mut next = next.to_owned();
    loop {
        let is_back = way.contains(&next);
        way.push(next.clone());
        if is_back {
            return Some(way);
        }
        let file: File = read_file(beside.get(&next)?).ok()?;
        next = file.then?.scenario.value;
    }
}

/// What is odd in a scenario without being wrong: fighters whose own arms are no weapons in its game.
pub(super) fn doubts(place: &Source, rules: &Rules) -> Vec<Problem> {
    let mut doubts = Problems::new(place.to_string());
    let file: Option<File> = read_file(place).ok();
    for fighter in file.iter().flat_map(|file| &file.fighters) {
        fighter.doubt(rules, &mut doubts);
    }
    doubts.into_vec()
}

/// Reads the scenario in a file; `rules` gives it the ruleset that it names, or
/// that of its folder (`home`), with the settings that it asks for.
///
/// # Errors
/// With everything that is wrong with it.
pub(super) fn read(
    place: &Source,
    name: &str,
    home: Option<&str>,
    beside: impl FnOnce() -> Beside,
    rules: impl FnOnce(&str, &Overrides) -> Result<Arc<Rules>, Vec<Problem>>,
) -> Result<Scenario, Vec<Problem>> {
    let (file, named): (File, Vec<Named>) = read_with_names(place)?;
    let mut problems = Problems::new(place.to_string());
    let chosen = file.ruleset.as_ref().map(|ruleset| ruleset.value.as_str());
    let Some(ruleset) = chosen.or(home) else {
        let expected = "`ruleset: \"...\"`, or a file in a ruleset's folder";
        problems.push(Span::START, "a scenario of no ruleset", expected);
        return Err(problems.into_vec());
    };
    let rules = arms::with_own(&rules(ruleset, &file.settings)?, file.arms, &mut problems);
    let names = Names::of(&rules);
    within([file.rounds], 1..=LAST_ROUND, "rounds:", &mut problems);
    let engagement = Engagement {
        title: file.title.clone(),
        ground: &file.ground,
        light: file.light,
        tags: file.tags,
        sides: &file.sides,
        fighters: &file.fighters,
        started_by: file.started_by.as_ref(),
        encounter: file.encounter.as_ref(),
        weather: &file.weather,
        hazards: &file.hazards,
        rounds: file.rounds.value,
    };
    let mut setup = engagement.resolve(&rules, &names, Span::START, &mut problems);
    setup.files = folder::with_battle(&rules, place)?;
    let met: Vec<SideId> = setup.encounter.iter().flat_map(|met| &met.wanderers).map(|each| each.side).collect();
    check_apart(&file.fighters, &setup.fighters, &rules, &mut problems);
    check_peopled(&file.sides, &setup.fighters, &met, Span::START, &mut problems);
    let then = file.then.map(|then| {
        let beside = beside();
        if !beside.contains_key(&then.scenario.value) {
            let known: Vec<&String> = beside.keys().collect();
            problems.unknown(&then.scenario, "scenario beside this one", &known);
        } else if let Some(way) = leads_back(place, &then.scenario.value, &beside) {
            let found = format!("`{}`, which leads back to itself: {}", then.scenario.value, way.join(", "));
            problems.push(then.scenario.span, found, "battles that come to an end");
        }
        if !(0..=MOST_HOURS).contains(&then.hours.value) {
            problems.push(then.hours.span, format!("{} hours", then.hours.value), format!("0 to {MOST_HOURS}"));
        }
        if let Some(winner) =
            then.winner.as_ref().filter(|winner| !setup.sides.iter().any(|side| side.name == winner.value))
        {
            let known: Vec<&str> = setup.sides.iter().map(|side| side.name.as_str()).collect();
            problems.unknown(winner, "side", &known);
        }
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let scenario = match beside.get(&then.scenario.value) {
            Some(Source::Disk(path)) if name.ends_with(".ron") => path.display().to_string(),
            Some(Source::Inside(..) | Source::Said(..)) if name.ends_with(".ron") => {
                format!("{ruleset}/{}", then.scenario.value)
            }
            _ => format!("{folder}/{}", then.scenario.value),
        };
        Then { scenario, hours: then.hours.value, winner: then.winner.map(|winner| winner.value) }
    });
    names.check_all_of(&named, &mut problems);
    let players = file.sides.iter().enumerate().map(|(index, side)| side.player(index));
    let scenario = Scenario {
        name: name.to_owned(),
        ruleset: rules.name,
        settings: file.settings,
        title: file.title,
        blurb: file.blurb,
        is_first: file.first,
        players: players.collect(),
        then,
        setup: Arc::new(setup),
        file: place.clone(),
        lesson: None,
        sources: Sources::default(),
    };
    problems.or(scenario)
}
