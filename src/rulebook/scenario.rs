//! `scenarios/*.ron`: battles ready to be played.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::arms::{self, ArmFile};
use super::encounter::EncounterFile;
use super::fighters::{FighterFile, fighters};
use super::ground::GroundFile;
use super::names::Names;
use super::reader::{Overrides, Problem, Problems, Span, Spanned, read_file};
use super::sides::{Player, SideFile, began, check_wins, sides};
use super::surroundings::{HazardFile, WeatherFile, surroundings};
use crate::battle::{Key, Rules, Setup};
use crate::board::Light;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The ruleset, for a scenario that lies in no ruleset's folder.
    #[serde(default)]
    ruleset: Option<Spanned<String>>,
    title: String,
    #[serde(default)]
    blurb: String,
    /// Arms that only this scenario has.
    #[serde(default)]
    arms: BTreeMap<Key, ArmFile>,
    #[serde(default)]
    ground: GroundFile,
    #[serde(default)]
    light: Light,
    #[serde(default)]
    tags: Vec<Key>,
    #[serde(default)]
    settings: Overrides,
    sides: Vec<SideFile>,
    /// The side that began the fight, where that is clear.
    #[serde(default)]
    started_by: Option<Spanned<String>>,
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
    #[serde(default = "usual_rounds")]
    rounds: i32,
    /// The scenario that follows.
    #[serde(default)]
    then: Option<ThenFile>,
}

/// What follows, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThenFile {
    /// A scenario of the same folder.
    scenario: Spanned<String>,
    /// The hours that lie between.
    #[serde(default)]
    hours: Spanned<i32>,
    /// Only when this side has won.
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

const fn usual_rounds() -> i32 {
    50
}

/// A battle ready to be played.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name, by which everything outside calls it: "scale_toughness/ford".
    pub name: String,
    /// The ruleset.
    pub ruleset: Key,
    /// Settings that it plays differently.
    pub settings: Overrides,
    /// What players call it.
    pub title: String,
    /// What it is about.
    pub blurb: String,
    /// The battle.
    pub setup: Arc<Setup>,
    /// What follows it.
    pub then: Option<Then>,
    /// Who plays each side, when nobody says otherwise.
    pub players: Vec<Player>,
}

/// Reads the scenario at `path`; `rules` gives it the ruleset that it names, or
/// in whose folder it lies (`home`), with the settings that it asks for.
///
/// # Errors
/// With everything that is wrong with it.
pub(super) fn read(
    path: &Path,
    name: &str,
    home: Option<&str>,
    rules: impl FnOnce(&str, &Overrides) -> Result<Arc<Rules>, Vec<Problem>>,
) -> Result<Scenario, Vec<Problem>> {
    let file: File = read_file(path)?;
    let mut problems = Problems::new(path.display().to_string());
    let named = file.ruleset.as_ref().map(|ruleset| ruleset.value.as_str());
    let Some(ruleset) = named.or(home) else {
        let expected = "`ruleset: \"...\"`, or a file in a ruleset's folder";
        problems.push(Span::START, "a scenario of no ruleset", expected);
        return Err(problems.into_vec());
    };
    let rules = arms::with_own(&rules(ruleset, &file.settings)?, file.arms, &mut problems);
    let names = Names::of(&rules);
    let ground = file.ground.resolve(&rules, &names, Span::START, &mut problems);
    check_wins(&file.sides, &rules, &mut problems);
    let sides = sides(&file.sides, &file.fighters);
    let fighters = fighters(&file.fighters, &rules, &names, &ground, &sides, &mut problems);
    if !(1..=10_000).contains(&file.rounds) {
        problems.push(Span::START, format!("{} rounds", file.rounds), "1 to 10000");
    }
    let started_by = began(file.started_by.as_ref(), &sides, &mut problems);
    let encounter = file.encounter.as_ref();
    let encounter = encounter.map(|met| met.resolve((&rules, &names), (&sides, &fighters, &ground), &mut problems));
    let around = surroundings(&file.weather, &file.hazards, (&rules, &names, &ground.board), &mut problems);
    let then = file.then.map(|then| {
        let leaves = then.scenario.contains(['/', '\\']) || then.scenario.starts_with('.');
        if leaves || !path.with_file_name(format!("{}.ron", then.scenario.value)).is_file() {
            let found = format!("no scenario called `{}` beside this one", then.scenario.value);
            problems.push(then.scenario.span, found, "the name of a file in the same folder");
        }
        if !(0..=MOST_HOURS).contains(&then.hours.value) {
            problems.push(then.hours.span, format!("{} hours", then.hours.value), format!("0 to {MOST_HOURS}"));
        }
        if let Some(winner) = then.winner.as_ref().filter(|winner| !sides.iter().any(|side| side.name == winner.value))
        {
            let known: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            problems.unknown(winner, "side", &known);
        }
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let scenario = match path.to_str().filter(|_| name.ends_with(".ron")) {
            Some(_) => path.with_file_name(format!("{}.ron", then.scenario.value)).display().to_string(),
            None => format!("{folder}/{}", then.scenario.value),
        };
        Then { scenario, hours: then.hours.value, winner: then.winner.map(|winner| winner.value) }
    });
    let players = file.sides.iter().enumerate().map(|(index, side)| side.player(index));
    let scenario = Scenario {
        name: name.to_owned(),
        ruleset: rules.name,
        settings: file.settings,
        title: file.title.clone(),
        blurb: file.blurb,
        players: players.collect(),
        then,
        setup: Arc::new(Setup {
            title: file.title,
            rules,
            board: ground.board,
            borders: ground.borders,
            features: ground.features,
            loose: ground.loose,
            started_by,
            encounter,
            surroundings: around,
            light: file.light,
            things: ground.things,
            tags: file.tags,
            sides,
            fighters,
            rounds: file.rounds,
            arranged: None,
            deck: None,
        }),
    };
    problems.or(scenario)
}
