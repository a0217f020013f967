//! The sides of a battle as scenarios and lessons write them.

use serde::Deserialize;

use super::fighters::FighterFile;
use super::names::plain;
use super::range::check_name;
use super::reader::{Problems, Span, Spanned};
use crate::battle::{Fighter, Key, Objective, Rules, Side, SideId};
use crate::board::{Board, Square};

/// A side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideFile {
    /// What players call it.
    pub name: Spanned<String>,
    /// What it must do to win.
    #[serde(default)]
    pub objective: Spanned<Objective>,
    /// Who plays it; the first side is for people if left out, all others for the computer.
    #[serde(default)]
    pub player: Option<Player>,
    /// Whether those on it go on from battle to battle and learn from them.
    #[serde(default)]
    pub party: bool,
    /// Awards that a victory of a party brings beside the enemies.
    #[serde(default)]
    pub wins: Vec<Spanned<Key>>,
}

/// Who plays a side, when nobody says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// Somebody at the screen.
    Human,
    /// The program.
    #[default]
    Computer,
}

impl SideFile {
    /// Who plays it: the first side is for whoever sits at the screen, unless it says otherwise.
    pub fn player(&self, index: usize) -> Player {
        self.player.unwrap_or(if index == 0 { Player::Human } else { Player::Computer })
    }
}

/// The sides of a battle: those that are listed, or those that fighters name, of them `ours` first.
pub(super) fn sides(listed: &[SideFile], fighters: &[FighterFile], ours: &[String]) -> Vec<Side> {
    if !listed.is_empty() {
        let side = |(index, side): (usize, &SideFile)| Side {
            name: side.name.value.clone(),
            objective: side.objective.value.clone(),
            is_players: side.player(index) == Player::Human,
            is_party: side.party,
            wins: plain(&side.wins),
            fallen: Vec::new(),
        };
        return listed.iter().enumerate().map(side).collect();
    }
    let mut sides: Vec<Side> = Vec::new();
    for fighter in fighters {
        if !sides.iter().any(|side| side.name == fighter.side.value) {
            sides.push(Side { name: fighter.side.value.clone(), ..Side::default() });
        }
    }
    sides.sort_by_key(|side| !ours.contains(&side.name));
    sides
}

/// Whether sides are told apart by their names, and can do what they are there for.
pub(super) fn check_sides(
    listed: &[SideFile],
    (fighters, board): (&[Fighter], &Board),
    rules: &Rules,
    problems: &mut Problems,
) {
    for (index, side) in listed.iter().enumerate() {
        check_name(&side.name, problems);
        if listed.iter().take(index).any(|other| other.name.value.eq_ignore_ascii_case(&side.name.value)) {
            problems.push(side.name.span, format!("a second side called {}", side.name.value), "a name for each");
        }
        let own = fighters.iter().filter(|fighter| usize::from(fighter.side.0) == index).count();
        let squares = match &side.objective.value {
            Objective::Hold { squares, .. } | Objective::Escape { squares, .. } => Some(squares),
            _ => None,
        };
        let can_stand = |at: &&Square| board.terrain(**at).is_some_and(|terrain| terrain.cost > 0);
        if let Some(squares) = squares {
            if let Some(off) = squares.iter().find(|at| !board.contains(**at)) {
                problems.misplaced(
                    side.objective.span,
                    format!("{off}, which is off the board"),
                    "squares on the board",
                );
            } else if !squares.iter().any(|at| can_stand(&at)) {
                problems.misplaced(side.objective.span, "no square on which anybody can stand", "squares to come to");
            }
        }
        let needed = match &side.objective.value {
            Objective::Escape { fighters, .. } | Objective::Leave { fighters } => *fighters,
            _ => 0,
        };
        if usize::try_from(needed).is_ok_and(|needed| needed > own) {
            let found = format!("{needed} fighters of {}, which has {own}", side.name.value);
            problems.push(side.objective.span, found, "no more than there are");
        }
        if matches!(side.objective.value, Objective::Leave { .. }) && !rules.deeds.contains_key(&"leave".into()) {
            problems.push(side.objective.span, "a way out in a game that has none", "another objective");
        }
    }
}

/// A battle is fought between sides, each with somebody on it.
pub(super) fn check_peopled(
    listed: &[SideFile],
    fighters: &[Fighter],
    met: &[SideId],
    whole: Span,
    problems: &mut Problems,
) {
    if listed.len() < 2 {
        let place = listed.first().map_or(whole, |side| side.name.span);
        problems.push(place, format!("a battle of {} sides", listed.len()), "two sides or more");
    }
    for (index, side) in listed.iter().enumerate() {
        let is_there = |of: &SideId| usize::from(of.0) == index;
        if !fighters.iter().any(|fighter| is_there(&fighter.side)) && !met.iter().any(is_there) {
            problems.push(side.name.span, format!("{} without anybody", side.name.value), "a fighter on each side");
        }
    }
}

/// Finds awards that no mechanic of the ruleset knows.
pub(super) fn check_wins(listed: &[SideFile], rules: &Rules, problems: &mut Problems) {
    let awards: Vec<Key> = rules.registry.mechanics.iter().flat_map(|mechanic| mechanic.awards()).collect();
    for award in listed.iter().flat_map(|side| &side.wins).filter(|award| !awards.contains(&award.value)) {
        let known: Vec<&str> = awards.iter().map(|award| award.as_str()).collect();
        problems.push(award.span, format!("no award called `{}`", award.value), known.join(", "));
    }
}

/// The side of this name, which began the fight.
pub(super) fn began(name: Option<&Spanned<String>>, sides: &[Side], problems: &mut Problems) -> Option<SideId> {
    let name = name?;
    let side = sides.iter().position(|side| side.name == name.value);
    if side.is_none() {
        let known: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
        problems.unknown(name, "side", &known);
    }
    side.map(|side| SideId(side as u8))
}
