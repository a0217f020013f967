//! The sides of a battle as scenarios and lessons write them.

use serde::Deserialize;

use super::fighters::FighterFile;
use super::names::plain;
use super::reader::{Problems, Spanned};
use crate::battle::{Key, Objective, Rules, Side, SideId};

/// A side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideFile {
    pub name: Spanned<String>,
    #[serde(default)]
    pub objective: Objective,
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

/// The sides of a battle: those that are listed, or those that fighters name.
pub(super) fn sides(listed: &[SideFile], fighters: &[FighterFile]) -> Vec<Side> {
    if !listed.is_empty() {
        let side = |(index, side): (usize, &SideFile)| Side {
            name: side.name.value.clone(),
            objective: side.objective.clone(),
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
    sides
}

/// Finds awards that no mechanic of the ruleset knows.
pub(super) fn check_wins(listed: &[SideFile], rules: &Rules, problems: &mut Problems) {
    let awards: Vec<Key> = rules.mechanics.iter().flat_map(|mechanic| mechanic.awards()).collect();
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
