//! Armies, as the section about what comes before a fight writes them.

use serde::Deserialize;

use super::reader::{Problems, Spanned};
use crate::battle::{Army, Chooses, Fighter, Id, Side, SideId};
use crate::board::{Board, Square};

/// An army as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmyFile {
    /// The side that it fights for.
    side: Spanned<String>,
    /// How many soldiers it has.
    size: Spanned<i32>,
    /// How many plain soldiers each is worth, as a fraction: `(5, 2)` is two and a half.
    #[serde(default = "plain")]
    quality: Spanned<(i32, i32)>,
    /// The fighter who leads it.
    general: Spanned<String>,
    /// Fighters who throw for tactics beside the general.
    #[serde(default)]
    advisers: Vec<Spanned<String>>,
    /// Whose plan the computer goes by where it commands.
    #[serde(default)]
    chooses: ChoosesFile,
    /// What is left of the 100 hits that an army has.
    #[serde(default)]
    hits: Option<Spanned<i32>>,
    /// The side whose army it strikes, where there are several; else its side is asked.
    #[serde(default)]
    strikes: Option<Spanned<String>>,
    /// More that come: in which round of the armies, and how many.
    #[serde(default)]
    arrives: Vec<Spanned<(i32, i32)>>,
    /// Fighters who are with the general after a rout.
    #[serde(default)]
    guards: Vec<Spanned<String>>,
    /// Fighters who go after the beaten; without any the rout is the end.
    #[serde(default)]
    pursuers: Vec<Spanned<String>>,
    /// Rectangles where the beaten general has got away, each from one corner to the other.
    #[serde(default)]
    exit: Vec<Spanned<(Square, Square)>>,
}

/// To whom a general listens.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ChoosesFile {
    /// To those who throw highest.
    #[default]
    Highest,
    /// To nobody but themselves.
    Own,
    /// To this adviser.
    Partial(Spanned<String>),
}

fn plain() -> Spanned<(i32, i32)> {
    (1, 1).into()
}

/// More than any army has, more than any is better than another, and more than any can take.
const MOST_SOLDIERS: i32 = 1_000_000;
const MOST_QUALITY: i32 = 1000;
const MOST_HITS: i32 = 1000;
const MOST_MINUTES: i32 = 24 * 60;
const MOST_ROUNDS: i32 = 100;

/// The armies of a battle, with every name looked up.
pub(super) fn armies(
    files: &[ArmyFile],
    (minutes, rounds): (Option<Spanned<i32>>, Option<Spanned<i32>>),
    (sides, fighters, board): (&[Side], &[Fighter], &Board),
    problems: &mut Problems,
) -> Vec<Army> {
    if let Some(minutes) = minutes {
        within(minutes, MOST_MINUTES, "minutes", problems);
    }
    if let Some(rounds) = rounds {
        within(rounds, MOST_ROUNDS, "rounds", problems);
    }
    if let [only] = files {
        problems.push(only.side.span, "an army with nobody to fight", "two armies, or none");
    }
    let mut armies: Vec<Army> = Vec::new();
    for file in files {
        let Some(People { side, general, advisers, guards, pursuers }) = file.people(sides, fighters, problems) else {
            continue;
        };
        if armies.iter().any(|army| army.side == side) {
            problems.push(file.side.span, format!("a second army of {}", file.side.value), "one army a side");
        }
        let chooses = match &file.chooses {
            ChoosesFile::Highest => Chooses::Highest,
            ChoosesFile::Own => Chooses::Own,
            ChoosesFile::Partial(name) => match file.advisers.iter().position(|each| each.value == name.value) {
                Some(index) => advisers.get(index).copied().map_or(Chooses::Highest, Chooses::Partial),
                None => {
                    let known: Vec<&str> = file.advisers.iter().map(|each| each.value.as_str()).collect();
                    problems.unknown(name, "adviser of this army", &known);
                    Chooses::Highest
                }
            },
        };
        file.check(problems);
        let strikes = file.strikes.as_ref().and_then(|name| {
            let others = files.iter().filter(|other| other.side.value != file.side.value);
            let known: Vec<&str> = others.map(|other| other.side.value.as_str()).collect();
            if !known.contains(&name.value.as_str()) {
                problems.unknown(name, "side with another army", &known);
            }
            position(sides, &name.value)
        });
        armies.push(Army {
            side,
            size: file.size.value,
            quality: file.quality.value,
            general,
            advisers,
            chooses,
            hits: file.hits.map(|hits| hits.value),
            strikes,
            arrives: file.arrives.iter().map(|each| each.value).collect(),
            guards,
            pursuers,
            exit: file.exit(board, problems),
        });
    }
    armies
}

/// Those who have to do with an army.
struct People {
    side: SideId,
    general: Id,
    advisers: Vec<Id>,
    guards: Vec<Id>,
    pursuers: Vec<Id>,
}

fn position(sides: &[Side], name: &str) -> Option<SideId> {
    sides.iter().position(|side| side.name == name).map(|index| SideId(index as u8))
}

/// Notes that a number is not between 1 and `most`.
fn within(number: Spanned<i32>, most: i32, what: &str, problems: &mut Problems) {
    if !(1..=most).contains(&number.value) {
        problems.push(number.span, format!("{} {what}", number.value), format!("1 to {most}"));
    }
}

impl ArmyFile {
    /// Whoever it names, each once and of its own side.
    fn people(&self, sides: &[Side], fighters: &[Fighter], problems: &mut Problems) -> Option<People> {
        let side = position(sides, &self.side.value);
        let Some(side) = side else {
            let known: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            problems.unknown(&self.side, "side", &known);
            return None;
        };
        // Whoever comes later has no number yet.
        let there: Vec<&Fighter> = fighters.iter().filter(|fighter| !fighter.is_late()).collect();
        let mut somebody = |name: &Spanned<String>| {
            let found = there.iter().position(|fighter| fighter.side == side && fighter.name == name.value);
            if found.is_none() {
                let own = there.iter().filter(|fighter| fighter.side == side);
                let known: Vec<&str> = own.map(|fighter| fighter.name.as_str()).collect();
                problems.unknown(name, "fighter of this side who is there from the start", &known);
            }
            found.map(|index| Id(index as u16))
        };
        let general = somebody(&self.general);
        let mut several = |names: &[Spanned<String>]| names.iter().filter_map(&mut somebody).collect::<Vec<Id>>();
        let (advisers, guards, pursuers) = (several(&self.advisers), several(&self.guards), several(&self.pursuers));
        self.once(&[std::slice::from_ref(&self.general), &self.advisers], problems);
        self.once(&[std::slice::from_ref(&self.general), &self.guards], problems);
        self.once(&[&self.pursuers], problems);
        Some(People { side, general: general?, advisers, guards, pursuers })
    }

    /// Nobody has the same part twice.
    fn once(&self, parts: &[&[Spanned<String>]], problems: &mut Problems) {
        let mut known: Vec<&str> = Vec::new();
        for name in parts.iter().copied().flatten() {
            if known.contains(&name.value.as_str()) {
                problems.push(name.span, format!("{} a second time", name.value), "everybody once");
            }
            known.push(&name.value);
        }
    }

    /// Whether its numbers can be played with.
    fn check(&self, problems: &mut Problems) {
        within(self.size, MOST_SOLDIERS, "soldiers", problems);
        if let Some(hits) = self.hits {
            within(hits, MOST_HITS, "hits", problems);
        }
        let (top, bottom) = self.quality.value;
        if !(1..=MOST_QUALITY).contains(&top) || !(1..=MOST_QUALITY).contains(&bottom) {
            let found = format!("a quality of {top} over {bottom}");
            problems.push(self.quality.span, found, format!("two numbers from 1 to {MOST_QUALITY}"));
        }
        for each in &self.arrives {
            let (round, count) = each.value;
            if round < 1 || !(1..=MOST_SOLDIERS).contains(&count) {
                let found = format!("{count} soldiers in round {round}");
                problems.push(each.span, found, format!("a round from 1, and 1 to {MOST_SOLDIERS} soldiers"));
            }
        }
    }

    /// The squares where its general gets away.
    fn exit(&self, board: &Board, problems: &mut Problems) -> Vec<Square> {
        let mut squares = Vec::new();
        for rectangle in &self.exit {
            let (a, b) = rectangle.value;
            let (columns, rows) = (a.x.min(b.x)..=a.x.max(b.x), a.y.min(b.y)..=a.y.max(b.y));
            if board.terrain(a).is_none() || board.terrain(b).is_none() {
                problems.misplaced(
                    rectangle.span,
                    format!("{a} to {b}, which is off the board"),
                    "two corners on the board",
                );
                continue;
            }
            let all = rows.flat_map(|y| columns.clone().map(move |x| Square::new(x, y)));
            let free: Vec<Square> =
                all.filter(|at| board.terrain(*at).is_some_and(|terrain| terrain.cost > 0)).collect();
            if free.is_empty() {
                problems.push(rectangle.span, "a way out on which nobody can stand", "open ground");
            }
            squares.extend(free);
        }
        squares
    }
}
