//! The battles there are, by their games, and who sits before each side.

use std::collections::BTreeMap;
use std::sync::Arc;

use clap::ValueEnum;

use bevy::ecs::prelude::Resource;

use super::Chosen;
use super::weight::{Level, Weight};
use crate::ai::Skill;
use crate::battle::{Key, Look, RuleId, Rules, SideId};
use crate::record::PEOPLE;
use crate::rulebook::{Costs, Library, Player, Scenario};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at the screen.
    Me,
    /// The program, so well.
    Computer(Skill),
}

impl Seat {
    /// All of them, as players call them, and how each plays.
    pub(super) const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Me, "me", "Somebody at the screen decides."),
        (
            Self::Computer(Skill::LEVELS[0]),
            "computer, easy",
            "Walks to the nearest enemy and strikes; in seven turns of ten it takes a few steps, or the least of its blows.",
        ),
        (
            Self::Computer(Skill::LEVELS[1]),
            "computer, normal",
            "Judges in a hurry; in every other turn it does something else than what seems best.",
        ),
        (
            Self::Computer(Skill::LEVELS[2]),
            "computer, hard",
            "Tries each way out on copies of the battle, for a second at most.",
        ),
        (
            Self::Computer(Skill::AT_ONCE),
            "computer, hard but quick",
            "Does what seems best at first glance and tries nothing out: for large battles.",
        ),
    ];

    /// Who plays where nobody has said otherwise.
    pub fn of(player: Player, skill: Skill) -> Self {
        match player {
            Player::Human => Self::Me,
            Player::Computer => Self::Computer(skill),
        }
    }

    /// In one word, as saves have it.
    pub fn word(self) -> String {
        match self {
            Self::Me => PEOPLE.to_owned(),
            Self::Computer(skill) => {
                skill.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
            }
        }
    }

    /// The sides that these leave to somebody before the screen.
    pub fn mine(seats: impl IntoIterator<Item = Self>) -> Vec<SideId> {
        (0..).map(SideId).zip(seats).filter(|(_, seat)| *seat == Self::Me).map(|(side, _)| side).collect()
    }

    /// A battle as those may see it who sit there so: only what these hold in secret is shown. Of several the one who is
    /// asked looks, and nobody else's secrets show meanwhile; all shows where the computer plays every side.
    pub fn as_seen(look: Look<'_>, seats: impl IntoIterator<Item = Self>) -> Look<'_> {
        let mine = Self::mine(seats);
        if mine.is_empty() { look } else { look.for_players(mine).as_asked() }
    }

    /// Whoever is meant by that word.
    pub fn of_word(word: &str) -> Option<Self> {
        if word == PEOPLE { Some(Self::Me) } else { Skill::from_str(word, false).ok().map(Self::Computer) }
    }

    pub(super) fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(seat, ..)| *seat == self).map_or("computer", |(_, name, _)| name)
    }
}

/// The battles that can be chosen, read once.
#[derive(Resource)]
pub struct Listed {
    pub(super) games: Vec<Game>,
    /// What is wrong with scenarios that cannot be played.
    pub(super) broken: Vec<String>,
}

/// A ruleset and its battles.
pub(super) struct Game {
    pub(super) title: String,
    pub(super) blurb: String,
    pub(super) rules: Arc<Rules>,
    /// Whether it says how it is learned.
    pub(super) teaches: bool,
    /// The easiest first.
    pub(super) battles: Vec<Listing>,
}

/// A battle, and what it asks for.
pub(super) struct Listing {
    pub(super) scenario: Scenario,
    pub(super) weight: Weight,
    pub(super) level: Level,
    /// What its sides are worth, in games that say so: "112 points against 98".
    pub(super) points: Option<String>,
    /// The title of the one that it follows.
    pub(super) after: Option<String>,
}

impl Game {
    /// The battle that teaches it.
    pub(super) fn first(&self) -> Option<&Scenario> {
        self.battles.iter().map(|listing| &listing.scenario).find(|scenario| scenario.is_first)
    }
}

impl Listed {
    /// Every battle of a library, by rulesets.
    pub fn of(library: &Library) -> Self {
        let mut games: BTreeMap<String, Game> = BTreeMap::new();
        let mut broken: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut costs: BTreeMap<Key, Option<Costs>> = BTreeMap::new();
        for name in library.scenarios() {
            match library.scenario(&name) {
                Ok(scenario) => {
                    let rules = &scenario.setup.rules;
                    let game = games.entry(scenario.ruleset.to_string()).or_insert_with(|| Game {
                        title: rules.title.clone(),
                        blurb: rules.blurb.clone(),
                        rules: rules.clone(),
                        teaches: library.teaches(scenario.ruleset.as_str()),
                        battles: Vec::new(),
                    });
                    let weight = Weight::of(&scenario.setup);
                    // What a game is learned by is easy by intent.
                    let level = if scenario.is_first { Level::Easy } else { weight.level() };
                    let costs = costs.entry(scenario.ruleset);
                    let costs = costs.or_insert_with(|| library.costs(scenario.ruleset.as_str()).ok().flatten());
                    let points = costs.as_ref().and_then(|costs| costs.in_words(&scenario.setup));
                    game.battles.push(Listing { scenario, weight, level, points, after: None });
                }
                Err(problems) => {
                    if let Some(problem) = problems.first() {
                        broken.entry(problem.to_string()).or_default().push(name);
                    }
                }
            }
        }
        let mut games: Vec<Game> = games.into_values().collect();
        games.iter_mut().for_each(Game::sort);
        // What there is most to play of comes first.
        games.sort_by_key(|game| (game.first().is_none(), std::cmp::Reverse(game.battles.len())));
        // What is wrong with the rules of many battles is told once.
        let told = |(why, names): (String, Vec<String>)| match names.as_slice() {
            [first, others @ ..] if !others.is_empty() => format!("{first} and {} others: {why}", others.len()),
            names => format!("{}: {why}", names.concat()),
        };
        Self { games, broken: broken.into_iter().map(told).collect() }
    }

    /// The game that is chosen: what it is called, its rules, and the battle that teaches it.
    pub fn taught(&self, chosen: &Chosen) -> Option<(&str, &Arc<Rules>, Option<&Scenario>)> {
        let game = self.games.get(chosen.game)?;
        Some((&game.title, &game.rules, game.first()))
    }

    /// What the game of this ruleset is called.
    pub fn titled(&self, ruleset: &str) -> Option<&str> {
        let game = self.games.iter().find(|game| game.rules.name.as_str() == ruleset)?;
        Some(&game.title)
    }

    /// Whether some game is learned by the scenario of this name.
    pub fn is_first(&self, scenario: &str) -> bool {
        self.games.iter().filter_map(Game::first).any(|first| first.name == scenario)
    }

    /// The rulesets of all games, by their places.
    pub fn rulesets(&self) -> impl Iterator<Item = (usize, Key)> {
        self.games.iter().map(|game| game.rules.name).enumerate()
    }

    /// A rule, if the book of a ruleset has it.
    pub fn rule(&self, ruleset: Key, rule: RuleId) -> Option<RuleId> {
        let game = self.games.iter().find(|game| game.rules.name == ruleset)?;
        game.rules.book.get(&rule).map(|_| rule)
    }

    /// The rules of the game that is chosen.
    pub fn rules(&self, chosen: &Chosen) -> Option<&Arc<Rules>> {
        Some(&self.games.get(chosen.game)?.rules)
    }
}

impl Game {
    /// The easiest first; what only follows another comes after the others that are as easy, and after that one.
    pub(super) fn sort(&mut self) {
        let then = |listing: &Listing| listing.scenario.then.as_ref().map(|then| then.scenario.clone());
        let then: Vec<Option<String>> = self.battles.iter().map(then).collect();
        let follows = |listing: &Listing| {
            let name = &listing.scenario.name;
            let is_it = |next: &String| name == next || name.ends_with(&format!("/{next}"));
            then.iter().position(|next| next.as_ref().is_some_and(is_it))
        };
        let before: Vec<Option<usize>> = self.battles.iter().map(follows).collect();
        let titles: Vec<String> = self.battles.iter().map(|listing| listing.scenario.title.clone()).collect();
        for (listing, before) in self.battles.iter_mut().zip(&before) {
            listing.after = before.and_then(|before| titles.get(before).cloned());
        }
        let own = |listing: &Listing| {
            let Weight { rules, fighters, .. } = listing.weight;
            (!listing.scenario.is_first, listing.level, listing.after.is_some(), rules + fighters / 2)
        };
        let mut keys: Vec<_> = self.battles.iter().map(|listing| (own(listing), 0)).collect();
        // As often as a series can be long, whatever it comes back to.
        for _ in 0..keys.len() {
            let earlier = keys.clone();
            for (key, before) in keys.iter_mut().zip(&before) {
                if let Some((easy, place)) = before.and_then(|before| earlier.get(before)) {
                    *key = (key.0.max(*easy), place + 1);
                }
            }
        }
        let mut sorted: Vec<_> = keys.into_iter().zip(std::mem::take(&mut self.battles)).collect();
        sorted.sort_by_key(|(key, _)| *key);
        self.battles = sorted.into_iter().map(|(_, listing)| listing).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: a series of battles is listed in its order, in every game that ships.
    #[test]
    fn a_series_is_listed_in_its_order() {
        let listed = Listed::of(&Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets")));
        let mut seen = 0;
        for game in &listed.games {
            for (at, listing) in game.battles.iter().enumerate() {
                let Some(after) = &listing.after else { continue };
                let before = game.battles.iter().position(|other| other.scenario.title == *after);
                assert!(before.is_some_and(|before| before < at), "{} stands before {after}", listing.scenario.title);
                seen += 1;
            }
        }
        assert!(seen > 3, "only {seen} follow another");
    }
}
