//! `learn.ron`: how a game is learned. What it is in one minute, a tour of its lessons with questions, and the lines of help in
//! a first battle. It says what is shown and what is asked; numbers and right answers are left to the rules.

mod read;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::lessons::Lesson;
use super::reader::Spanned;
use crate::battle::{Key, RuleId};

pub(super) use self::read::{file, read};

/// How a game is learned.
#[derive(Clone, Debug)]
pub struct Learn {
    /// What it is, in the order in which one wants to know.
    pub minute: Vec<Item>,
    /// Where the tour halts, in the order of a round.
    pub tour: Vec<Stop>,
    /// What is told in a first battle, the most urgent first.
    pub help: Vec<Hint>,
    /// The file, as messages call it.
    pub file: String,
}

/// One thing that a minute tells.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it is about.
    pub title: String,
    /// What it is.
    pub text: Told,
    /// What plays beside it.
    pub shows: Stretch,
}

/// A text with numbers that only the rules know: "lands {odds} of the time".
#[derive(Clone, Debug)]
pub struct Told {
    /// The text, with the names of its numbers in braces.
    pub text: String,
    /// What each of them asks.
    pub numbers: BTreeMap<String, Number>,
}

/// A number of a text.
#[derive(Clone, Debug)]
pub struct Number {
    /// What is asked, as lessons ask it.
    pub ask: Spanned<String>,
    /// How many steps of the lesson have been played by then.
    pub played: usize,
}

/// A stretch of a lesson.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The lesson.
    pub lesson: Arc<Lesson>,
    /// Steps that have been played before it.
    pub from: usize,
    /// Steps that have been played after it.
    pub to: usize,
}

/// Where the tour halts.
#[derive(Clone, Debug)]
pub struct Stop {
    /// What it is called; no other of the tour is called so.
    pub title: String,
    /// What is told before anything moves.
    pub text: Told,
    /// What is told once it has been seen.
    pub then: Option<Told>,
    /// What is seen.
    pub shows: Stretch,
    /// Those who are looked at; everybody who has a part in it where nobody is named.
    pub on: Vec<String>,
    /// What learners are asked beforehand.
    pub question: Option<Query>,
}

/// A question of the tour.
#[derive(Clone, Debug)]
pub struct Query {
    /// The question in words.
    pub say: String,
    /// What is asked of the rules.
    pub of: Spanned<Asks>,
    /// The rule behind the answer, where it is not the one that the rules give.
    pub rule: Option<RuleId>,
    /// Nobody can know it beforehand: no answer is held against anybody.
    pub guess: bool,
}

/// What a question asks of the rules. None says what the answer is.
#[derive(Clone, Debug, Deserialize)]
pub enum Asks {
    /// What the dice must show in the first roll of this name.
    Roll(String),
    /// This chance, at the beginning of the stretch.
    Chance(String),
    /// This number, at the beginning of the stretch.
    Number(String),
    /// This number, at the end of the stretch.
    Becomes(String),
    /// Whether this is so at the end of the stretch.
    Holds(String),
    /// Whether this may be done at the beginning of the stretch.
    May(String),
    /// Whether this may be done at its end.
    MayThen(String),
    /// Who is asked at the end of the stretch.
    Next,
    /// A square where somebody flanks somebody at the beginning of the stretch.
    Flank {
        /// Who.
        who: Spanned<String>,
        /// Whom.
        of: Spanned<String>,
    },
}

/// A line of help.
#[derive(Clone, Debug)]
pub struct Hint {
    /// What it says.
    pub say: String,
    /// When: all of it must be so.
    pub when: Vec<When>,
    /// So many decisions with it in sight, and it has been understood.
    pub times: u32,
}

/// When a line of help is told to the player at the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// Somebody of theirs chooses a deed.
    Turn,
    /// They are asked this kind of question.
    QuestionOpen(Key),
    /// They have not done this deed yet, or none of this group.
    HasNot(Key),
    /// They have done so.
    Has(Key),
    /// The fighter who is asked can attack an enemy now.
    EnemyInReach,
    /// They cannot, and have not done so in this turn, nor do blows come in a later part of it.
    NobodyInReach,
    /// Blows come in a later part of the fighter's turn.
    BlowsLater,
    /// Enemies are got at by what strikes the place where they are, and by nothing else.
    AreaInReach,
    /// Some attack at an enemy would only begin in what is left of the turn.
    OnlyBegins,
    /// An enemy stands beside the fighter, so near that they fight hand to hand.
    EnemyBeside,
    /// The fighter has been hurt.
    Wounded,
    /// The fighter has no more than half of what they can bear, or a wound where that is not counted.
    Grave,
    /// The fighter can do this deed now.
    Open(Key),
    /// The fighter can do nothing more in this turn.
    Spent,
}

/// The names in braces of a text.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0))
}
