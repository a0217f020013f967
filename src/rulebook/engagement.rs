//! The battle that a lesson or a scenario writes down: both say where it is fought, who fights it and how it begins.

use std::sync::Arc;

use super::encounter::EncounterFile;
use super::fighters::{FighterFile, check_crowded, fighters};
use super::ground::GroundFile;
use super::names::Names;
use super::reader::{Problems, Span, Spanned};
use super::sides::{SideFile, began, check_sides, check_wins, sides};
use super::surroundings::{HazardFile, WeatherFile, surroundings};
use crate::battle::{Key, Rules, Setup};
use crate::board::Light;

/// What is written of a battle.
pub(super) struct Engagement<'a> {
    pub title: String,
    pub ground: &'a GroundFile,
    pub light: Light,
    pub tags: Vec<Key>,
    pub sides: &'a [SideFile],
    pub fighters: &'a [FighterFile],
    pub started_by: Option<&'a Spanned<String>>,
    pub encounter: Option<&'a EncounterFile>,
    pub weather: &'a WeatherFile,
    pub hazards: &'a [HazardFile],
    /// Rounds after which nobody has won.
    pub rounds: i32,
}

impl Engagement<'_> {
    /// The battle itself; what is wrong with all of it is told at `whole`.
    pub(super) fn resolve(self, rules: &Arc<Rules>, names: &Names, whole: Span, problems: &mut Problems) -> Setup {
        let ground = self.ground.resolve(rules, names, whole, problems);
        check_wins(self.sides, rules, problems);
        let sides = sides(self.sides, self.fighters, &rules.ours);
        let fighters = fighters(self.fighters, rules, names, &ground, &sides, problems);
        check_crowded(self.fighters, &fighters, rules, problems);
        check_sides(self.sides, (&fighters, &ground.board), rules, problems);
        let started_by = began(self.started_by, &sides, problems);
        let met = self.encounter;
        let encounter = met.map(|met| met.resolve((rules, names), (&sides, &fighters, &ground), problems));
        let surroundings = surroundings(self.weather, self.hazards, (rules, names, &ground.board), problems);
        Setup {
            title: self.title,
            rules: rules.clone(),
            files: rules.files.clone(),
            board: ground.board,
            borders: ground.borders,
            features: ground.features,
            loose: ground.loose,
            started_by,
            encounter,
            surroundings,
            light: self.light,
            things: ground.things,
            tags: self.tags,
            sides,
            fighters,
            rounds: self.rounds,
            arranged: None,
            deck: None,
            falls: Vec::new(),
        }
    }
}
