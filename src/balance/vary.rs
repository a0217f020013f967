//! What is varied in a battle: how many there are of somebody, or a figure of theirs.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::figure::Figure;
use crate::battle::{Fighter, FigureName, Setup, SideId};
use crate::board::Square;
use crate::rulebook::reader::{closest, one_of};

/// So many variants at most.
const MOST_VALUES: usize = 64;
/// No value lies farther from 0.
pub(super) const FARTHEST: i32 = 1_000;
/// Fighters of a kind at most.
const MOST_FIGHTERS: i32 = 200;

/// What is varied, and its values: "count of Goblin=2..8", "Defence of Guards=3,5", "Defence of Guards by -1..2".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vary {
    what: What,
    of: String,
    /// Only those of this side.
    side: Option<SideId>,
    /// Added to what each has, instead of put in its place.
    is_added: bool,
    values: Vec<i32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum What {
    Count,
    Figure(String),
}

/// Why something cannot be varied.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// It cannot be read.
    #[error(
        "found `{0}`, expected what is varied, for which fighters, and its values: `count of Goblin=2..8`, `Defence of Guards=3,5`, \
         `Defence of Guards by -1..2`"
    )]
    Unread(String),
    /// A value is beyond all sense.
    #[error("found the value {0}, expected at most {FARTHEST}, and of a count 0 to {MOST_FIGHTERS}")]
    Value(i64),
    /// There are too many.
    #[error("found {0} values, expected 1 to {MOST_VALUES}")]
    Values(usize),
    /// Nobody is called so.
    #[error("nobody in this battle is called, made from or on the side of `{found}`; {known}")]
    Nobody {
        /// What was asked for.
        found: String,
        /// What there is.
        known: String,
    },
    /// There is no such figure.
    #[error("no figure called `{found}`; {known}")]
    NoFigure {
        /// What was asked for.
        found: String,
        /// What there is.
        known: String,
    },
    /// There is no such profile.
    #[error("no profile called `{found}`; {known}")]
    NoProfile {
        /// What was asked for.
        found: String,
        /// What there is.
        known: String,
    },
    /// A figure is out of its bounds.
    #[error("{name} cannot have {found} of {figure}, expected {least} to {most}")]
    Bounds {
        /// Who.
        name: String,
        /// The figure.
        figure: String,
        /// What it would be.
        found: i32,
        /// No less than this.
        least: i32,
        /// No more than this.
        most: i32,
    },
    /// Those who are counted are not of one side, or hang on others.
    #[error("`{0}` cannot be counted: {1}")]
    Uncounted(String, &'static str),
    /// There is no room.
    #[error("there is no room for {0} of them")]
    Room(i32),
    /// Whom a battle favours is told of two sides.
    #[error("found {0} sides, expected 2")]
    Sides(usize),
}

impl FromStr for Vary {
    type Err = Wrong;

    fn from_str(said: &str) -> Result<Self, Wrong> {
        let unread = || Wrong::Unread(said.chars().take(80).collect());
        let (what, rest) = said.split_once(" of ").ok_or_else(unread)?;
        let (of, values, is_added) = match (rest.rsplit_once('='), rest.rsplit_once(" by ")) {
            (Some((of, values)), _) => (of, values, false),
            (None, Some((of, values))) => (of, values, true),
            (None, None) => return Err(unread()),
        };
        let (what, of) = (what.trim(), of.trim());
        let number = |text: &str| text.trim().trim_start_matches('+').parse::<i64>().map_err(|_| unread());
        let values: Vec<i64> = match values.split_once("..") {
            Some((from, to)) => {
                let (from, to) = (number(from)?, number(to)?);
                let count = to.saturating_sub(from).saturating_add(1);
                match usize::try_from(count) {
                    Ok(1..=MOST_VALUES) => (from..=to).collect(),
                    other => return Err(Wrong::Values(other.unwrap_or(0))),
                }
            }
            None => values.split(',').map(number).collect::<Result<BTreeSet<i64>, Wrong>>()?.into_iter().collect(),
        };
        let what = match what {
            "count" => What::Count,
            "" => return Err(unread()),
            figure => What::Figure(figure.to_owned()),
        };
        Self { what, of: of.to_owned(), side: None, is_added, values: Vec::new() }.through(&values)
    }
}

impl fmt::Display for Vary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Count => write!(out, "count of {}", self.of),
            What::Figure(figure) => write!(out, "{figure} of {}", self.of),
        }
    }
}

impl Vary {
    /// How many of a kind there are on a side.
    ///
    /// # Errors
    /// When the values are too many, or beyond all sense.
    pub fn how_many(of: &str, side: SideId, values: RangeInclusive<i32>) -> Result<Self, Wrong> {
        Self::on(What::Count, of, side, values)
    }

    /// By how much a figure of a kind on a side differs from what each has.
    ///
    /// # Errors
    /// When the values are too many, or beyond all sense.
    pub fn figure_by(name: FigureName, of: &str, side: SideId, by: RangeInclusive<i32>) -> Result<Self, Wrong> {
        Self::on(What::Figure(name.as_str().to_owned()), of, side, by)
    }

    fn on(what: What, of: &str, side: SideId, values: RangeInclusive<i32>) -> Result<Self, Wrong> {
        let is_added = what != What::Count;
        let values: Vec<i64> = values.take(MOST_VALUES + 1).map(i64::from).collect();
        Self { what, of: of.to_owned(), side: Some(side), is_added, values: Vec::new() }.through(&values)
    }

    /// The same through these values, if they make sense.
    fn through(self, values: &[i64]) -> Result<Self, Wrong> {
        if values.len() > MOST_VALUES || values.is_empty() {
            return Err(Wrong::Values(values.len()));
        }
        let is_count = self.what == What::Count && !self.is_added;
        let bounds = if is_count { 0..=i64::from(MOST_FIGHTERS) } else { i64::from(-FARTHEST)..=i64::from(FARTHEST) };
        if let Some(wrong) = values.iter().find(|value| !bounds.contains(value)) {
            return Err(Wrong::Value(*wrong));
        }
        Ok(Self { values: values.iter().filter_map(|value| i32::try_from(*value).ok()).collect(), ..self })
    }

    /// The battle with a value, in words, and whether they stand for several: "5 of “Goblin”", "Armour +1 for “Guard”".
    pub fn told(&self, value: i32) -> (String, bool) {
        let of = &self.of;
        match (&self.what, self.is_added) {
            (What::Count, false) => (format!("{value} of “{of}”"), value != 1),
            (What::Count, true) => (format!("{value:+} of “{of}”"), value.abs() != 1),
            (What::Figure(figure), false) => (format!("{figure} {value} for “{of}”"), false),
            (What::Figure(figure), true) if value == 0 => (format!("{figure} unchanged for “{of}”"), false),
            (What::Figure(figure), true) => (format!("{figure} {value:+} for “{of}”"), false),
        }
    }

    /// The values, from low to high.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// Whether a value is added to what each has.
    pub const fn is_added(&self) -> bool {
        self.is_added
    }

    /// The battle with one of the values.
    ///
    /// # Errors
    /// When there is nothing of the kind in it, or the value does not fit.
    pub fn with(&self, setup: &Setup, value: i32) -> Result<Setup, Wrong> {
        let meant = self.meant(setup)?;
        match &self.what {
            What::Figure(figure) => {
                let name = self.figure(setup, figure)?;
                Figure { name, value, is_added: self.is_added }.given(setup, &meant)
            }
            What::Count => {
                let mut varied = setup.clone();
                self.count(&mut varied, &meant, value)?;
                Ok(varied)
            }
        }
    }

    /// Those who are meant: by name with or without its number, by profile or by side.
    pub(super) fn meant(&self, setup: &Setup) -> Result<Vec<usize>, Wrong> {
        let side =
            |fighter: &Fighter| setup.sides.get(usize::from(fighter.side.0)).map_or("", |side| side.name.as_str());
        let is_meant = |fighter: &Fighter| {
            let names = [fighter.name.as_str(), stem(&fighter.name), fighter.profile.name.as_str(), side(fighter)];
            names.contains(&self.of.as_str()) && self.side.is_none_or(|side| side == fighter.side)
        };
        let found: Vec<usize> =
            (0..).zip(&setup.fighters).filter(|(_, fighter)| is_meant(fighter)).map(|(at, _)| at).collect();
        if found.is_empty() {
            let sides = setup.sides.iter().map(|side| side.name.as_str());
            let names = setup.fighters.iter().flat_map(|fighter| [fighter.profile.name.as_str(), stem(&fighter.name)]);
            return Err(Wrong::Nobody { found: self.of.clone(), known: known(&self.of, names.chain(sides)) });
        }
        Ok(found)
    }

    fn figure(&self, setup: &Setup, figure: &str) -> Result<FigureName, Wrong> {
        let all = || setup.rules.figures.keys();
        let found = all().find(|name| name.as_str() == figure).copied();
        found.ok_or_else(|| Wrong::NoFigure {
            found: figure.to_owned(),
            known: known(figure, all().map(|name| name.as_str())),
        })
    }

    /// Brings a kind of fighters to this number: the last of them go first, and new ones stand beside them.
    fn count(&self, setup: &mut Setup, meant: &[usize], value: i32) -> Result<(), Wrong> {
        let uncounted = |why: &'static str| Wrong::Uncounted(self.of.clone(), why);
        let one_of = |index: &usize| setup.fighters.get(*index);
        let sides: BTreeSet<SideId> = meant.iter().filter_map(one_of).map(|fighter| fighter.side).collect();
        if sides.len() > 1 {
            return Err(uncounted("they are on several sides; name them by their side or one by one"));
        }
        if setup.arranged.is_some() || setup.encounter.is_some() {
            return Err(uncounted("the battle says of each in which order they act or march"));
        }
        let is_tied = |fighter: &Fighter| {
            let names: BTreeSet<&str> = meant.iter().filter_map(one_of).map(|each| each.name.as_str()).collect();
            let of = [&fighter.follows, &fighter.rides, &fighter.possesses, &fighter.during];
            of.into_iter().flatten().any(|name| names.contains(name.as_str()))
        };
        let is_rider = |fighter: &Fighter| fighter.rides.is_some() || fighter.possesses.is_some();
        if setup.fighters.iter().any(is_tied) || meant.iter().filter_map(one_of).any(is_rider) {
            return Err(uncounted("others ride, follow or are in them"));
        }
        let have = i32::try_from(meant.len()).unwrap_or(MOST_FIGHTERS);
        let want = if self.is_added { have.saturating_add(value) } else { value };
        if !(0..=MOST_FIGHTERS).contains(&want) {
            return Err(Wrong::Value(i64::from(want)));
        }
        let Some(model) = meant.iter().rev().find_map(one_of).cloned() else { return Ok(()) };
        let gone: BTreeSet<usize> = meant.iter().copied().skip(want as usize).collect();
        let mut index = 0;
        setup.fighters.retain(|_| {
            index += 1;
            !gone.contains(&(index - 1))
        });
        for number in have..want {
            let name = fresh_name(setup, stem(&model.name), number + 1);
            let at = room(setup, &model).ok_or(Wrong::Room(want))?;
            setup.fighters.push(Fighter { name, at, ..model.clone() });
        }
        if setup.fighters.len() > usize::from(u16::MAX) || setup.fighters.iter().all(|each| each.side == model.side) {
            return Err(uncounted("nobody is left to fight"));
        }
        Ok(())
    }
}

/// A name without its number: "Goblin" of "Goblin 3".
pub(super) fn stem(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((stem, last)) if last.chars().all(|letter| letter.is_ascii_digit()) => stem,
        _ => name,
    }
}

/// The names that there are, and the one that was probably meant.
pub(super) fn known<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<&str> = all.collect::<BTreeSet<&str>>().into_iter().collect();
    let nearest = closest(name, &all).map_or_else(String::new, |near| format!("did you mean `{near}`? "));
    format!("{nearest}expected {}", one_of(&all))
}

/// A name that nobody has yet.
fn fresh_name(setup: &Setup, stem: &str, from: i32) -> String {
    let is_free = |name: &String| setup.fighters.iter().all(|fighter| fighter.name != *name);
    (from..).map(|number| format!("{stem} {number}")).find(is_free).unwrap_or_default()
}

/// The square nearest to somebody where another such has room.
pub(super) fn room(setup: &Setup, model: &Fighter) -> Option<Square> {
    let rules = &setup.rules;
    let bodies: Vec<_> = setup.fighters.iter().map(|fighter| fighter.footprint(rules)).collect();
    let board = &setup.board;
    let is_free = |at: &Square| {
        let body = Fighter { at: *at, ..model.clone() }.footprint(rules);
        let is_clear = |square: Square| bodies.iter().all(|other| !other.contains(square));
        board.supports(body) && body.squares().all(is_clear)
    };
    let all = (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| Square::new(x, y)));
    let off = |at: Square| (at.x - model.at.x).pow(2) + (at.y - model.at.y).pow(2);
    let mut near: Vec<Square> = all.collect();
    near.sort_by_key(|at| (off(*at), at.y, at.x));
    // In a field of zones the same zone before all others.
    let zone = |at: Square| board.cell(at).and_then(|cell| cell.zone);
    let own = zone(model.at);
    if rules.measure.zones.is_some() {
        near.sort_by_key(|at| zone(*at) != own);
    }
    near.into_iter().find(is_free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_varied_is_read() {
        let read = |said: &str| said.parse::<Vary>();
        let vary = read("count of Goblin=2..8").unwrap();
        assert_eq!((vary.to_string().as_str(), vary.values().len(), vary.is_added()), ("count of Goblin", 7, false));
        let vary = read("Close Defence of The Guard by -1..+2").unwrap();
        assert_eq!((vary.to_string().as_str(), vary.values()), ("Close Defence of The Guard", &[-1, 0, 1, 2][..]));
        assert!(vary.is_added());
        assert_eq!(read("Armour of Guard=5,3, 3").unwrap().values(), [3, 5]);
        for wrong in [
            "",
            "Goblin",
            "count of Goblin",
            "count of Goblin=",
            "count of Goblin=a",
            "count of Goblin=5..2",
            " of x=1",
            "count of Goblin=-1",
            "count of Goblin=0..9999",
            "Armour of Guard=99999999999",
            "Armour of Guard=1..",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
