//! What readers ask mechanics.

use crate::battle::{Arm, ConditionName, FigureName, Id, Key, Look, Mechanic, Order, Prospect, Question, RuleId, Sum};
use crate::board::Square;
use crate::dice::{Card, Fraction};

/// What readers ask a mechanic: lines of a sheet, chances, what hangs over squares.
pub trait Shows: Mechanic {
    /// Lines for the sheet of a combatant that only this mechanic knows.
    fn sheet(&self, _look: Look<'_>, _who: Id) -> Vec<SheetLine> {
        Vec::new()
    }

    /// Lines about the turn of a combatant: what is left of it, when it comes. Where nobody takes turns nobody asks for them.
    fn turn_sheet(&self, _look: Look<'_>, _who: Id) -> Vec<SheetLine> {
        Vec::new()
    }

    /// Lines about somebody who camps before a battle: what hours and days may change, what it may still choose.
    fn camp_sheet(&self, _look: Look<'_>, _who: Id) -> Vec<SheetLine> {
        Vec::new()
    }

    /// What answers to a question that others ask would mean for its own rolls, in a few words, for whoever reads them:
    /// "58% to hit Goblin 1", and with what.
    fn chances(&self, _look: Look<'_>, _question: &Question) -> Vec<(Order, String, Option<Key>)> {
        Vec::new()
    }

    /// The exact prospects of an answer to a question of its own, as long as nobody does anything more about it. The one who
    /// is struck comes first.
    fn foretells(&self, _look: Look<'_>, _question: &Question, _answer: &Order) -> Option<Vec<Prospect>> {
        None
    }

    /// Where what a question is about could send the one who is asked, and what lies there, or what they were ready for, in a
    /// sentence.
    fn leads_to(&self, _look: Look<'_>, _question: &Question) -> Option<String> {
        None
    }

    /// What somebody comes to at once by an outcome of this name and so much harm, where no die is thrown in between: whoever
    /// is past saving is dead.
    fn comes_to(&self, _look: Look<'_>, _who: Id, _outcome: Key, _harm: i32) -> Option<ConditionName> {
        None
    }

    /// The chance that something comes about which this mechanic throws for, as players say it: "Company is surprised".
    fn chance(&self, _look: Look<'_>, _what: &str) -> Option<Fraction> {
        None
    }

    /// How long what it shows of somebody is kept, in words for players: "until the end of the round".
    fn kept(&self, _intent: &Intent) -> Option<&'static str> {
        None
    }

    /// What somebody is about to do, as everybody at the table can see: a blow that is being wound up, a prepared deed, an aim.
    fn intends(&self, _look: Look<'_>, _who: Id) -> Vec<Intent> {
        Vec::new()
    }

    /// What would break off what somebody is about to do, each in words for players: "being stunned".
    fn breaks(&self, _look: Look<'_>, _who: Id, _intent: &Intent) -> Vec<String> {
        Vec::new()
    }

    /// What hangs over squares, for whoever draws the field.
    fn hangs(&self, _look: Look<'_>) -> Vec<Hanging> {
        Vec::new()
    }

    /// How near somebody is to losing its nerve, in games in which that happens.
    fn nerve(&self, _look: Look<'_>, _who: Id) -> Option<Nerve> {
        None
    }

    /// What is left of somebody, and of how much, where that can be said in two
    /// numbers: for whoever takes in a whole field at a glance.
    fn health(&self, _look: Look<'_>, _who: Id) -> Option<(i32, i32)> {
        None
    }

    /// The figure that this is counted in, where it is one.
    fn health_in(&self) -> Option<FigureName> {
        None
    }

    /// How many they are who fight as one, and how many they were at first.
    fn strength(&self, _look: Look<'_>, _who: Id) -> Option<(i32, i32)> {
        None
    }

    /// The squares that somebody threatens with an arm from where it stands, in games that do not measure them from
    /// square to square.
    fn threatens(&self, _look: Look<'_>, _who: Id, _arm: &Arm) -> Option<Vec<Square>> {
        None
    }

    /// How far an arm carries from where somebody stands, in steps of what the distance costs, the nearest first, in
    /// games that do not measure it from square to square.
    fn carries(&self, _look: Look<'_>, _who: Id, _arm: &Arm) -> Option<Vec<(String, Vec<Square>)>> {
        None
    }

    /// Whether `arm` does not carry so far at all, whatever stands between.
    fn is_beyond(&self, _arm: &Arm, _distance: i32) -> bool {
        false
    }

    /// Whether `arm` does as well from afar as from near, as far as it carries.
    fn carries_evenly(&self, _arm: &Arm) -> bool {
        false
    }
}

/// Something that somebody is about to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// What it is that waits.
    pub of: Waits,
    /// At whom.
    pub at: Option<Id>,
    /// Or where.
    pub to: Option<Square>,
    /// In words: "attack with Sword", "when an enemy enters".
    pub text: String,
    /// With what of their gear.
    pub with: Option<Key>,
    /// How much of it is done, and of how much, where that is counted.
    pub done: Option<(i32, i32)>,
    /// The rule behind it.
    pub rule: RuleId,
}

/// What a deed waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// The rest of the time that it takes; a blow may break it off.
    Time,
    /// Something that others do.
    Others,
    /// Its own next deed.
    Itself,
    /// The turns of those who were given an order.
    Turns,
    /// The rest of the round, of which somebody has said beforehand how much they do in it.
    Round,
}

impl Intent {
    /// A deed that has begun: so much of it is done.
    pub fn begun(look: Look<'_>, order: &Order, done: (i32, i32), rule: RuleId) -> Self {
        let at = order.at.first();
        Self {
            of: Waits::Time,
            at: at.and_then(|aim| look.named(aim.who?)),
            to: order.to.or_else(|| at.and_then(|aim| aim.square)),
            text: order.clone().plainly().to_string(),
            with: order.with,
            done: Some(done),
            rule,
        }
    }
}

/// Something that hangs over a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hanging {
    /// The square.
    pub square: Square,
    /// What it is.
    pub of: Key,
    /// The rule behind it.
    pub rule: RuleId,
}

/// How near somebody is to losing its nerve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nerve {
    /// What is left of it.
    pub left: i32,
    /// What there was at first.
    pub whole: i32,
    /// What is made up of what: the figure that is used up.
    pub of: Sum,
    /// Whether it has lost it.
    pub is_broken: bool,
    /// The rule about that.
    pub rule: RuleId,
}

/// A line on a character sheet that is no figure: seconds left, a hand of
/// cards, the target aimed at.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SheetLine {
    /// What it is.
    pub label: String,
    /// What it says.
    pub text: String,
    /// The rule behind it.
    pub rule: Option<RuleId>,
    /// The cards that it tells of, for those who draw them.
    #[serde(skip)]
    pub cards: Option<Dealt>,
    /// How many it counts, and of how many, where it counts: for those who draw that.
    #[serde(skip)]
    pub counts: Option<(i32, Option<i32>)>,
}

impl SheetLine {
    /// A line of words, as most are.
    pub fn of(label: impl Into<String>, text: impl Into<String>, rule: RuleId) -> Self {
        Self { label: label.into(), text: text.into(), rule: Some(rule), cards: None, counts: None }
    }

    /// The same, which counts so many, and of so many where there is an end to it.
    #[must_use]
    pub const fn counting(mut self, has: i32, most: Option<i32>) -> Self {
        self.counts = Some((has, most));
        self
    }

    /// A line of words where something is so, and none elsewhere.
    pub fn only_if(is_so: bool, label: &str, rule: RuleId, text: impl FnOnce() -> String) -> Vec<Self> {
        if is_so { vec![Self::of(label, text(), rule)] } else { Vec::new() }
    }
}

/// Cards that somebody holds or has laid, as far as they are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dealt {
    /// These.
    Open(Vec<Card>),
    /// So many of them.
    Down(usize),
}
