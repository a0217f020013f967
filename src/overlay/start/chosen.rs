//! Which battle is chosen on the start screen, and who plays it.

use std::collections::BTreeMap;

use bevy::ecs::prelude::Resource;

use super::listed::{Game, Listed, Seat};
use super::usual;
use crate::ai::Skill;
use crate::overlay::preferences::Preferences;
use crate::overlay::screen::Overlay;
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
    /// The person has said that number: it stays.
    pub is_said: bool,
    /// A battle has begun with it.
    pub is_used: bool,
    /// Settings that are played differently.
    pub settings: Overrides,
    /// Who plays the battles that have been chosen so far, by their names.
    pub seats: BTreeMap<String, Vec<Seat>>,
    /// How well the computer plays, as it was chosen last.
    pub skill: Option<Skill>,
}

/// Other dice have a number below this: it is read out and typed in.
const NUMBERS: u64 = 1_000_000;

/// The number of other dice.
pub(super) const fn other_dice(seed: u64) -> u64 {
    let next = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (next >> 40) % NUMBERS
}

impl NextBattle {
    /// Other dice than those of the battle before, unless somebody has said which.
    pub(super) const fn take_other_dice(&mut self) {
        if self.is_used && !self.is_said {
            self.seed = other_dice(self.seed);
        }
        self.is_used = false;
    }

    /// A battle, with those before its sides who were there when it was chosen last.
    pub(super) fn choose(&mut self, scenario: &Scenario, skill: Skill) {
        let seats = self.seats_of(scenario, skill);
        self.chosen.battle = Some((scenario.name.clone(), seats));
    }

    /// Those who were at its sides when it was chosen last, else those who usually are: a computer that plays as well as was chosen
    /// last, and one that makes it easy where nothing was and a game is learned by it.
    fn seats_of(&self, scenario: &Scenario, skill: Skill) -> Vec<Seat> {
        let before = self.seats.get(&scenario.name).filter(|seats| seats.len() == scenario.players.len());
        let unchosen = if scenario.is_first && skill == Skill::NORMAL { Skill::LEVELS[0] } else { skill };
        before.cloned().unwrap_or_else(|| usual(scenario, self.skill.unwrap_or(unchosen)))
    }

    /// From now on the computer plays so well, in all other battles too.
    pub(super) fn prefer(&mut self, skill: Skill) {
        self.skill = Some(skill);
        let own = self.chosen.battle.as_ref().map(|(name, _)| name.as_str());
        let others = self.seats.iter_mut().filter(|(name, _)| Some(name.as_str()) != own);
        for seat in others.flat_map(|(_, seats)| seats.iter_mut()).filter(|seat| **seat != Seat::Me) {
            *seat = Seat::Computer(skill);
        }
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

/// Goes on with how well the computer plays, and at the game, as they were chosen last: each where nothing else was named.
pub(in crate::overlay) fn resume(overlay: &mut Overlay, [with_skill, at_game]: [bool; 2]) {
    let likes = overlay.of::<Preferences>().clone();
    if with_skill {
        overlay.edit::<NextBattle>().skill = likes.skill;
    }
    let Some(game) = likes.game.filter(|_| at_game) else { return };
    let place = overlay.of::<Listed>().rulesets().find(|(_, key)| key.as_str() == game).map(|(place, _)| place);
    if let Some(place) = place {
        overlay.edit::<NextBattle>().chosen.turn_to(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::{Opening, Screen};
    use crate::rulebook::Library;

    /// Promise: how well the computer plays is offered for every battle as it was chosen last, where nobody has chosen it is easy in
    /// the battle that a game is learned by; the program goes on at the game that was played last.
    #[test]
    fn what_was_chosen_last_is_offered() {
        let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
        let even = library.scenario("even").unwrap();
        let opening = Opening::of(library, even, 3);
        let mut screen = Screen::new(Opening { scenario: None, ..opening });
        let overlay = screen.world.resource_mut::<Overlay>().into_inner();
        let level = |overlay: &Overlay, is_first: bool| {
            let battles = overlay.of::<Listed>().games.iter().flat_map(|game| &game.battles);
            let battles = battles.map(|listing| &listing.scenario).filter(|each| each.is_first == is_first);
            let mut seats = battles.flat_map(|each| overlay.of::<NextBattle>().seats_of(each, Skill::NORMAL));
            seats.find(|seat| *seat != Seat::Me)
        };
        assert_eq!(level(&*overlay, true), Some(Seat::Computer(Skill::Green)));
        assert_eq!(level(&*overlay, false), Some(Seat::Computer(Skill::NORMAL)));
        let last = overlay.of::<Listed>().rulesets().last().map(|(place, key)| (place, key.as_str().to_owned()));
        let (place, game) = last.unwrap();
        let likes = overlay.edit::<Preferences>();
        (likes.skill, likes.game) = (Some(Skill::Deep), Some(game));
        resume(overlay, [true, true]);
        assert_eq!([true, false].map(|first| level(&*overlay, first)), [Some(Seat::Computer(Skill::Deep)); 2]);
        assert_eq!(overlay.of::<NextBattle>().chosen.game, place);
        // A battle that was looked at before has it, too.
        overlay.edit::<NextBattle>().seats.insert("other".to_owned(), vec![Seat::Me, Seat::Computer(Skill::Deep)]);
        overlay.edit::<NextBattle>().prefer(Skill::Green);
        assert_eq!(overlay.of::<NextBattle>().seats["other"], [Seat::Me, Seat::Computer(Skill::Green)]);
    }

    /// Promise: the battle after another has other dice, once for each that was begun, unless somebody has said their number.
    #[test]
    fn the_next_battle_has_other_dice() {
        let mut next = NextBattle { seed: 603_561, ..NextBattle::default() };
        next.take_other_dice();
        assert_eq!(next.seed, 603_561, "none has begun with it");
        next.is_used = true;
        next.take_other_dice();
        let other = next.seed;
        assert!(other != 603_561 && other < NUMBERS, "{other}");
        next.take_other_dice();
        assert_eq!(next.seed, other, "the number that is shown is the one that is played");
        (next.is_used, next.is_said) = (true, true);
        next.take_other_dice();
        assert_eq!(next.seed, other);
    }
}
