//! Which battle is chosen on the start screen, and who plays it.

use std::collections::BTreeMap;

use bevy::ecs::prelude::Resource;

use super::listed::{Game, Listed, Seat};
use super::usual;
use crate::ai::Skill;
use crate::rulebook::Scenario;
use crate::rulebook::reader::Overrides;

/// What is chosen on the start screen.
#[derive(Debug, Default)]
pub struct Chosen {
    pub(super) game: usize,
    /// The battle and who plays its sides.
    pub(super) battle: Option<(String, Vec<Seat>)>,
    /// Its card is still to be brought into sight.
    pub(super) hides: bool,
}

impl Chosen {
    /// Another game, by its place; its first battle is chosen once it is seen, and brought into sight.
    pub fn turn_to(&mut self, game: usize) {
        *self = Self { game, hides: true, ..Self::default() };
    }

    /// The battle that was just played, where it is listed, and who has played it.
    pub fn played(listed: &Listed, scenario: &str, seats: &[Seat]) -> Option<Self> {
        let holds = |game: &Game| game.battles.iter().any(|listing| listing.scenario.name == scenario);
        let game = listed.games.iter().position(holds)?;
        Some(Self { game, battle: Some((scenario.to_owned(), seats.to_vec())), hides: true })
    }

    /// Which game it is, and which of its battles.
    pub(super) fn named(&self) -> (usize, Option<String>) {
        (self.game, self.battle.as_ref().map(|(name, _)| name.clone()))
    }
}

/// The battle that would begin next.
#[derive(Resource, Debug, Default)]
pub struct NextBattle {
    /// Which, and who plays its sides.
    pub chosen: Chosen,
    /// What its dice come from.
    pub seed: u64,
    /// Settings that are played differently.
    pub settings: Overrides,
    /// Who plays the battles that have been chosen so far, by their names.
    pub seats: BTreeMap<String, Vec<Seat>>,
}

impl NextBattle {
    /// A battle, with those before its sides who were there when it was chosen last.
    pub(super) fn choose(&mut self, scenario: &Scenario, skill: Skill) {
        let seats = self.seats_of(scenario, skill);
        self.chosen.battle = Some((scenario.name.clone(), seats));
    }

    /// Those who were at its sides when it was chosen last, else those who usually are.
    fn seats_of(&self, scenario: &Scenario, skill: Skill) -> Vec<Seat> {
        let before = self.seats.get(&scenario.name).filter(|seats| seats.len() == scenario.players.len());
        before.cloned().unwrap_or_else(|| usual(scenario, skill))
    }

    /// The same of a battle by its name, where it is listed.
    pub fn own(&self, listed: &Listed, scenario: &str, skill: Skill) -> Option<Vec<Seat>> {
        let mut battles = listed.games.iter().flat_map(|game| &game.battles).map(|listing| &listing.scenario);
        battles.find(|each| each.name == scenario).map(|scenario| self.seats_of(scenario, skill))
    }

    /// Remembers who plays the battle that is chosen.
    pub(super) fn keep(&mut self) {
        if let Some((name, seats)) = &self.chosen.battle
            && self.seats.get(name) != Some(seats)
        {
            self.seats.insert(name.clone(), seats.clone());
        }
    }
}
