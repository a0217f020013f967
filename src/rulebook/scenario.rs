//! `scenarios/*.ron`: battles ready to be played.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::arms::{self, ArmFile};
use super::ground::{FighterFile, GroundFile, Player, SideFile, fighters, sides};
use super::names::Names;
use super::reader::{Overrides, Problem, Problems, Span, Spanned, read_file};
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
    fighters: Vec<FighterFile>,
    #[serde(default = "usual_rounds")]
    rounds: i32,
}

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
    let sides = sides(&file.sides, &file.fighters);
    let fighters = fighters(&file.fighters, &rules, &names, &ground.board, &sides, &mut problems);
    if !(1..=10_000).contains(&file.rounds) {
        problems.push(Span::START, format!("{} rounds", file.rounds), "1 to 10000");
    }
    let human = |index: usize| if index == 0 { Player::Human } else { Player::Computer };
    let players = file.sides.iter().enumerate().map(|(index, side)| side.player.unwrap_or_else(|| human(index)));
    let scenario = Scenario {
        name: name.to_owned(),
        ruleset: rules.name,
        settings: file.settings,
        title: file.title.clone(),
        blurb: file.blurb,
        players: players.collect(),
        setup: Arc::new(Setup {
            title: file.title,
            rules,
            board: ground.board,
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
