//! Looks at a battle again once it is over. It tells how likely each side was to win, moment by moment. It tells what each
//! decision gave away beside the best that was open, and what the dice did ([`Luck`]).
//!
//! ```no_run
//! # fn told(game: &sortie::record::Game) -> Option<sortie::analysis::Analysis> {
//! use std::ops::ControlFlow;
//!
//! use sortie::analysis::{Depth, Played};
//! let played = Played::of(&game.world, game.battle)?;
//! played.analysed(Depth::default(), 2, None, |_| ControlFlow::Continue(())).ok()?
//! # }
//! ```
//!
//! Everything is told as a share of the chance to win, as far as that can be guessed. The luck of a decision is how its side stands
//! once its dice have fallen, less how it would stand on an average of all that they might have shown. Both are taken at the end
//! of the deed: what is asked in its middle is answered as the computer would answer it, with dice thrown anew. So a throw that can still be dodged
//! counts by its chance to strike home, and the dodge is the luck of the one who dodges. Where somebody does nothing about a deed,
//! its dice are those of whoever does it. How a side stands is guessed by what is
//! left of everybody. A decision without a choice has no grade, nor has what the rules prescribe
//! to a computer, nor a pass that gave nothing away.
//!
//! What a decision was worth is told by the very trials of a hint about it, as long as the depth has the seed 0: they have the same
//! dice and go as far.
//!
//! All of it is tried out on copies of the battle as it truly stood, cards and hidden fighters included: it is told when all
//! is over. It is the same for the same battle, depth and seed, on however many threads: what is found of a decision hangs on
//! nothing else that is looked at, so that what tells most can come first.

mod asked;
mod kept;
mod luck;
mod played;
mod seen;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ai::deep::Expected;
use crate::ai::{Mind, Skill};
use crate::battle::{Decision, Look, Side, Verdict};
use crate::record::{Origin, PEOPLE};

pub use asked::{AskedAbout, UNTOLD};
pub use kept::{KEEPS, beside};
pub use luck::{Dice, Fortune, Luck, Row};
pub use played::{Played, Progress};
use seen::Task;

/// The version of what is kept.
pub const VERSION: u32 = 7;

/// How deep a battle is looked at: how much is tried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Depth {
    /// Battles that are played out from each moment that a chance is told of.
    pub playouts: u32,
    /// Moments that a chance is told of.
    pub moments: usize,
    /// How often the dice of each decision are thrown anew.
    pub throws: u32,
    /// Whether it is thought about what else might have been decided.
    pub judges: bool,
    /// What all dice come from.
    pub seed: u64,
}

impl Default for Depth {
    fn default() -> Self {
        Self { playouts: 60, moments: 24, throws: 60, judges: true, seed: 0 }
    }
}

/// All that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// The version of the file.
    pub version: u32,
    /// Of which battle.
    pub digest: String,
    /// What the files of its rules came to, and that of its scenario.
    pub files: String,
    /// How deep it was looked at.
    #[serde(rename = "effort")]
    pub depth: Depth,
    /// The sides, by name.
    pub sides: Vec<String>,
    /// Which of them has won, if any.
    pub winner: Option<usize>,
    /// How likely each was to win, from moment to moment.
    pub moments: Vec<Moment>,
    /// Every decision.
    pub decisions: Vec<Judged>,
}

/// How likely each side was to win at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// Decisions that had been made.
    pub decision: usize,
    /// The round.
    pub round: i32,
    /// Each side's chance.
    pub chances: Vec<Chance>,
}

/// A chance to win, and its bounds with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// The share of battles that were won from here on.
    pub rate: f64,
    /// No less than this.
    pub low: f64,
    /// No more than this.
    pub high: f64,
}

impl Chance {
    /// In words: "62% (49 to 73)", or without bounds where it is certain.
    pub fn in_words(&self) -> String {
        let [rate, low, high] = [self.rate, self.low, self.high].map(|share| share * 100.0);
        if low < high { format!("{rate:.0}% ({low:.0} to {high:.0})") } else { format!("{rate:.0}%") }
    }
}

/// A decision, what it was worth, and what came of it. All worths are shares of the chance to win.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The round.
    pub round: i32,
    /// The side that decided, by its place.
    pub side: usize,
    /// Who of it.
    pub who: Option<String>,
    /// What was decided.
    pub order: String,
    /// How good that was; nothing where there was no choice, or where something was let be that could not be bettered.
    pub grade: Option<Grade>,
    /// What was given away beside the best that was thought of, by trials of both with the same dice.
    pub given_away: f64,
    /// What would have been better.
    pub better: Option<String>,
    /// What was to be expected of it; nothing where nothing else came into question.
    pub expected: Option<Expected>,
    /// The best of what else came into question, two at most.
    pub others: Vec<Weighed>,
    /// What the dice brought each side by the end of the deed beside what they bring on an average; nothing where none fell.
    pub luck: Vec<f64>,
    /// What was rolled.
    pub rolls: Vec<String>,
    /// Whose deed the dice were, with the place of their side, where whoever decided did nothing about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deed_of: Option<(usize, String)>,
}

/// Something that came into question, and what was to be expected of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weighed {
    /// What it was.
    pub order: String,
    /// What would have been done next in the same turn, where that was meant with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
    /// What was to be expected.
    pub expected: Expected,
}

/// What an analysis has found that was broken off: it goes on from there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What is known.
    pub found: Analysis,
    /// The decisions that were looked at, by their numbers.
    pub looked: BTreeSet<usize>,
}

impl Part {
    /// Whether something was looked at.
    fn has(&self, task: Task) -> bool {
        match task {
            Task::Moment(number) => self.found.moments.iter().any(|moment| moment.decision == number),
            Task::Decision(number) => self.looked.contains(&number),
        }
    }
}

impl Analysis {
    /// Adds a moment, where it belongs.
    fn add(&mut self, moment: Moment) {
        let at = self.moments.partition_point(|other| other.decision < moment.decision);
        self.moments.insert(at, moment);
    }

    /// How often a side decided how well, the good first.
    pub fn grades(&self, side: usize) -> [(Grade, usize); 4] {
        let own = || self.decisions.iter().filter(|judged| judged.side == side);
        Grade::ALL.map(|grade| (grade, own().filter(|judged| judged.grade == Some(grade)).count()))
    }

    /// Whether no more than one fighter has decided anything for a side: what is told of the two is the same.
    pub fn is_alone(&self, side: usize) -> bool {
        let own = self.decisions.iter().filter(|judged| judged.side == side);
        own.filter_map(|judged| judged.who.as_ref()).collect::<BTreeSet<_>>().len() < 2
    }

    /// Who decided something: a fighter, else a side.
    pub fn whose<'a>(&'a self, judged: &'a Judged) -> &'a str {
        self.called((judged.side, judged.who.as_deref()))
    }

    /// Whose dice fell upon a decision: a fighter's, else those of a side.
    pub fn whose_dice<'a>(&'a self, judged: &'a Judged) -> &'a str {
        self.called(judged.thrower())
    }

    /// What somebody of a side is called, else the side.
    fn called<'a>(&'a self, (side, who): (usize, Option<&'a str>)) -> &'a str {
        who.or_else(|| self.sides.get(side).map(String::as_str)).unwrap_or_default()
    }
}

/// A share of the chance to win as people read it: "12%"; where it goes up or down, with its sign.
pub fn points(share: f64, is_signed: bool) -> String {
    let points = (share * 100.0).round() + 0.0;
    if is_signed { format!("{points:+.0}%") } else { format!("{points:.0}%") }
}

/// The moment before a decision in words, by how many were made before it: they are counted from one, of so many.
pub fn before(made: usize, of: usize) -> String {
    if made < of { format!("before decision {} of {of}", made + 1) } else { "after the last decision".to_owned() }
}

impl Judged {
    /// What was decided, before it is judged.
    fn blank(look: Look<'_>, decision: &Decision) -> Self {
        let who = look.question().and_then(|question| question.who).map(|who| look.name(who).to_owned());
        Self { round: look.clock().round, who, ..Self::unseen(decision) }
    }

    /// What was decided, where nobody has seen yet when it was and who did.
    fn unseen(decision: &Decision) -> Self {
        Self {
            round: 0,
            side: usize::from(decision.side.0),
            who: None,
            order: decision.order.to_string(),
            grade: None,
            given_away: 0.0,
            better: None,
            expected: None,
            others: Vec::new(),
            luck: Vec::new(),
            rolls: Vec::new(),
            deed_of: None,
        }
    }

    /// Whose dice they were: the place of a side, and who of it, if it was a fighter.
    pub fn thrower(&self) -> (usize, Option<&str>) {
        match &self.deed_of {
            Some((side, who)) => (*side, Some(who)),
            None => (self.side, self.who.as_deref()),
        }
    }

    /// What the dice brought the side whose they were; nothing where none fell.
    pub fn own_luck(&self) -> Option<f64> {
        self.luck.get(self.thrower().0).copied()
    }
}

/// How good a decision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Nothing better was found.
    Good,
    /// Little was given away.
    Slip,
    /// More was given away.
    Mistake,
    /// Much was given away.
    Blunder,
}

impl Grade {
    /// All of them, the good first.
    pub const ALL: [Self; 4] = [Self::Good, Self::Slip, Self::Mistake, Self::Blunder];
    /// All of them, each with the share of a battle that it begins at.
    const FROM: [(Self, f64); 4] =
        [(Self::Blunder, 0.25), (Self::Mistake, 0.12), (Self::Slip, 0.05), (Self::Good, f64::NEG_INFINITY)];

    /// What giving so much away is called.
    pub fn of(given_away: f64) -> Self {
        Self::FROM.iter().find(|(_, from)| given_away >= *from).map_or(Self::Good, |(grade, _)| *grade)
    }

    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Slip => "slip",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// What each of them begins at, for those who read of them.
    pub fn explained() -> String {
        let all = Self::FROM.iter().rev().skip(1);
        let told: Vec<String> =
            all.map(|(grade, from)| format!("a {} from {:.0}", grade.word(), from * 100.0)).collect();
        let told = told.join(", ");
        format!("How much of the chance to win was given away, in per cent: {told}; whatever gives away less is good.")
    }

    /// So many of them: "8 good", "1 slip", "2 mistakes".
    pub fn counted(self, count: usize) -> String {
        let ending = if count == 1 || self == Self::Good { "" } else { "s" };
        format!("{count} {}{ending}", self.word())
    }
}

/// As precise as anything here is worth: it is the same once it was written and read.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

/// A mind to judge this decision with: its dice begin where those of a hint about it do, and with each seed elsewhere.
fn judging(number: usize, seed: u64) -> Mind {
    Mind::new(Skill::Deep, seed.wrapping_add(number as u64))
}

/// Which sides people play.
fn people(origin: &Origin, sides: &[Side]) -> Vec<bool> {
    let by = |(at, side): (usize, &Side)| origin.seats.get(at).map_or(side.is_players, |by| by == PEOPLE);
    sides.iter().enumerate().map(by).collect()
}

/// Whether the rules say how the question at hand is answered, since no person is asked: there is nothing to judge then.
fn is_prescribed(look: Look<'_>, people: &[bool]) -> bool {
    let is_persons = |side: usize| people.get(side).copied().unwrap_or_default();
    look.question().is_some_and(|asked| asked.is_prescribed && !is_persons(usize::from(asked.side.0)))
}

/// The side that has won, by its place.
fn winner(verdict: &Verdict) -> Option<usize> {
    verdict.winner.map(|side| usize::from(side.0))
}

#[cfg(test)]
mod tests {
    use super::{Chance, Grade, before, is_prescribed, points};
    use crate::trial;

    /// Promise: what the rules prescribe to a computer is judged only where a person was asked, who could choose.
    #[test]
    fn what_is_prescribed_to_a_computer_is_not_judged() {
        for (step, people, is_bound) in
            [(4, [true, false], true), (4, [false, true], false), (3, [false, false], false)]
        {
            trial::in_lesson("zones", "ZN-C08", step, |look| {
                assert_eq!(is_prescribed(look, &people), is_bound, "step {step}, people {people:?}");
            });
        }
    }

    /// Promise: shares are told in per cent, and decisions are counted from one, wherever they are told of.
    #[test]
    fn numbers_have_their_units() {
        assert_eq!([0.121, 0.01, -0.004].map(|share| points(share, true)), ["+12%", "+1%", "+0%"]);
        assert_eq!(points(0.25, false), "25%");
        let told = [(0.62, 0.49, 0.73), (1.0, 1.0, 1.0)].map(|(rate, low, high)| Chance { rate, low, high }.in_words());
        assert_eq!(told, ["62% (49 to 73)", "100%"], "what is over is certain");
        assert_eq!(
            [0, 6, 7].map(|made| before(made, 7)),
            ["before decision 1 of 7", "before decision 7 of 7", "after the last decision"]
        );
    }

    #[test]
    fn what_is_given_away_has_a_name() {
        let named = [-0.2, 0.0, 0.049, 0.05, 0.12, 0.25, 1.0].map(|share| Grade::of(share).word());
        assert_eq!(named, ["good", "good", "good", "slip", "mistake", "blunder", "blunder"]);
        assert!(Grade::explained().contains(": a slip from 5, a mistake from 12, a blunder from 25; "));
    }
}
