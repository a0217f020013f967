//! How two sides come upon each other, as scenarios and lessons write it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Deserialize;

use super::armies::{ArmyFile, armies};
use super::ground::Ready;
use super::names::{Names, check};
use super::range::within;
use super::reader::{Problems, Spanned};
use crate::battle::{CampSite, Encounter, Fighter, FigureName, Key, Rules, Side, SideId, Uncertain, Wanderers};
use crate::board::Square;
use crate::dice::Expr;

/// What comes before a fight.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct EncounterFile {
    /// Whether it is between walls.
    indoors: bool,
    /// Who else comes upon them by chance.
    wanderers: Vec<WanderersFile>,
    /// Squares where those come in.
    entries: Vec<Spanned<Square>>,
    /// Words about sides, by the names of the sides: "light" and "noisy" give them away, "esp" warns them.
    knows: BTreeMap<Spanned<String>, Vec<Key>>,
    /// Figures of whole sides, by the names of the sides.
    figures: BTreeMap<Spanned<String>, BTreeMap<Spanned<Key>, i32>>,
    /// Which sides are surprised.
    surprise: Uncertain<Vec<Spanned<String>>>,
    /// How far apart they meet.
    distance: Uncertain<Spanned<i32>>,
    /// The mood of the others; hostile if that is not said.
    reaction: Uncertain<Spanned<i32>>,
    /// What a chase leads past: "corner", "door", "stairs", "secret door".
    way: Vec<Key>,
    /// Armies that fight before anybody does so in person.
    armies: Vec<ArmyFile>,
    /// How many minutes a round of armies is.
    minutes: Option<Spanned<i32>>,
    /// Rounds of armies after which nobody has won.
    rounds: Option<Spanned<i32>>,
    /// The camp before the battle.
    camp: Option<CampFile>,
}

/// The camp before the battle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CampFile {
    /// The side that camps.
    side: Spanned<String>,
    /// Days after which it is too late for what lies ahead.
    #[serde(default)]
    days: Option<Spanned<i32>>,
    /// Days of them that go by on the road.
    #[serde(default)]
    road: Spanned<i32>,
}

/// The longest that anybody camps, in days.
const MOST_DAYS: i32 = 365;

impl CampFile {
    fn resolve(&self, side: SideId, problems: &mut Problems) -> CampSite {
        within([self.road], 0..=MOST_DAYS, "days on the road:", problems);
        if let Some(days) = &self.days
            && !(self.road.value.max(0)..=MOST_DAYS).contains(&days.value)
        {
            let expected =
                format!("at least the days on the road ({}), and at most {MOST_DAYS}", self.road.value.max(0));
            problems.push(days.span, format!("{} days", days.value), expected);
        }
        let hours = self.days.map(|days| days.value.clamp(0, MOST_DAYS) * 24);
        CampSite { side, hours, road: self.road.value.clamp(0, MOST_DAYS) }
    }
}

/// Nobody is met from farther away, in the board's unit of length.
const FARTHEST: i32 = 10_000;

/// A number that is laid down, if it is.
fn settled(
    number: &Uncertain<Spanned<i32>>,
    range: RangeInclusive<i32>,
    what: &str,
    problems: &mut Problems,
) -> Uncertain<i32> {
    match number {
        Uncertain::Settled => Uncertain::Settled,
        Uncertain::Thrown => Uncertain::Thrown,
        Uncertain::Is(number) => {
            within([*number], range, what, problems);
            Uncertain::Is(number.value)
        }
    }
}

/// Some who come by chance.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WanderersFile {
    /// Their profile.
    of: Spanned<Key>,
    /// The side that they are on.
    side: Spanned<String>,
    /// How many come; one if left out.
    #[serde(default)]
    number: Option<Expr>,
}

impl EncounterFile {
    /// What it says, with every name looked up.
    pub(super) fn resolve(
        &self,
        (rules, names): (&Rules, &Names),
        (sides, fighters, ground): (&[Side], &[Fighter], &Ready),
        problems: &mut Problems,
    ) -> Encounter {
        let armies = armies(&self.armies, (self.minutes, self.rounds), (sides, fighters, &ground.board), problems);
        for entry in self.entries.iter().filter(|entry| !ground.board.contains(entry.value)) {
            problems.misplaced(entry.span, format!("{}, which is off the board", entry.value), "a square of the board");
        }
        let mut side = |name: &Spanned<String>| {
            let found = sides.iter().position(|side| side.name == name.value);
            if found.is_none() {
                let known: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
                problems.unknown(name, "side", &known);
            }
            found.map(|index| SideId(index as u8))
        };
        let words = self.knows.iter().filter_map(|(name, words)| Some((side(name)?, words.clone()))).collect();
        let mut figures = Vec::new();
        for (name, values) in &self.figures {
            let of = side(name);
            for (figure, value) in values {
                figures.extend(of.map(|of| (of, FigureName::of(figure.value), *value)));
            }
        }
        let surprise = match &self.surprise {
            Uncertain::Settled => Uncertain::Settled,
            Uncertain::Thrown => Uncertain::Thrown,
            Uncertain::Is(names) => Uncertain::Is(names.iter().filter_map(&mut side).collect()),
        };
        let camp = self.camp.as_ref().and_then(|camp| Some((camp, side(&camp.side)?)));
        let sides: Vec<Option<SideId>> = self.wanderers.iter().map(|each| side(&each.side)).collect();
        for figure in self.figures.values().flat_map(BTreeMap::keys) {
            check(problems, figure, "figure", &names.figures);
        }
        let camp = camp.map(|(camp, side)| camp.resolve(side, problems));
        let wanderers = self.wanderers.iter().zip(sides).filter_map(|(each, side)| {
            check(problems, &each.of, "profile", &names.profiles);
            let profile = rules.profiles.get(&each.of.value)?.clone();
            Some(Wanderers { profile, side: side?, number: each.number.clone() })
        });
        Encounter {
            camp,
            indoors: self.indoors,
            wanderers: wanderers.collect(),
            entries: self.entries.iter().map(|entry| entry.value).collect(),
            words,
            figures,
            surprise,
            distance: settled(&self.distance, 0..=FARTHEST, "a distance of", problems),
            reaction: settled(&self.reaction, -FARTHEST..=FARTHEST, "a reaction of", problems),
            way: self.way.clone(),
            armies,
            minutes: self.minutes.map(|minutes| minutes.value),
            rounds: self.rounds.map(|rounds| rounds.value),
        }
    }
}
