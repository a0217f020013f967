//! What would come of an answer, exactly, in games that can say so: if nobody does anything more about it.

use super::Ahead;
use super::fate::Grade;
use crate::ai::standing;
use crate::battle::{Choice, Falls, Id, Key, Look, Nobody, Order, Prospect, Question};

/// What would come of an answer if nobody did anything more.
#[derive(Clone, Debug, Default)]
pub struct Foretold {
    /// What becomes of everybody concerned. The one who is struck comes first.
    pub against: Vec<Prospect>,
    /// What can still be done about it afterwards, as buttons say it.
    pub then: Vec<String>,
    /// What the one who is struck instead answers every time, as its button says it: it is reckoned in.
    pub kept: Option<String>,
}

/// One line of what is told of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// In words: "hurt 19%, incapacitated 21%", "Balthasar is struck instead: hurt 100%".
    pub text: String,
    /// How bad it is: 0 where it does nothing, 1 where it hurts, 2 where it takes somebody out.
    pub grade: i32,
}

impl Foretold {
    /// In words. Another than the one who was asked is named.
    pub fn told(&self, look: Look<'_>, question: &Question) -> Vec<Line> {
        let line = |(index, prospect): (usize, &Prospect)| {
            let (text, grade) = brief(look, prospect);
            let named = prospect.who.filter(|who| question.who != Some(*who)).map(|who| look.name(who));
            let text = match named {
                None => text,
                Some(name) if index == 0 => format!("{name} is struck instead: {text}"),
                Some(name) => format!("{name}: {text}"),
            };
            Line { text, grade }
        };
        let mut lines: Vec<Line> = self.against.iter().enumerate().map(line).collect();
        // Where nothing comes of it nothing is to be answered.
        if let Some(first) = lines.first_mut().filter(|first| first.grade > 0 && !self.then.is_empty()) {
            first.text.push_str(" unless answered");
        }
        lines
    }

    /// The same in short: of all but the first no more than how likely they are harmed, where that could be in several ways.
    pub fn in_short(&self, look: Look<'_>, question: &Question) -> Vec<Line> {
        let short = |(line, prospect): (Line, &Prospect)| {
            let harms = |(grade, _): &(i32, Key)| *grade > 0;
            let are_several = prospect.outcomes.outcomes().filter(|outcome| harms(outcome)).count() > 1;
            match prospect.who.filter(|_| are_several) {
                Some(who) => {
                    let text = format!("{}: harmed {}", look.name(who), prospect.outcomes.chance(harms).share());
                    Line { text, ..line }
                }
                None => line,
            }
        };
        let mut lines = self.told(look, question).into_iter().zip(&self.against);
        let first = lines.next().map(|(line, _)| line);
        first.into_iter().chain(lines.map(short)).collect()
    }

    /// Where the figures come from, and what they leave out.
    pub fn source(&self) -> String {
        let exact = "Worked out exactly, if nobody does anything more";
        match (self.then.as_slice(), &self.kept) {
            (_, Some(kept)) => format!("{exact} than what is answered every time: {kept}"),
            ([], None) => exact.to_owned(),
            (then, None) => format!("{exact}. They still can: {}", then.join(", ")),
        }
    }
}

/// What may become of somebody, in the words of the game and the mildest first, and how bad that is.
fn brief(look: Look<'_>, prospect: &Prospect) -> (String, i32) {
    let harms = prospect.outcomes.iter().filter(|((grade, _), _)| *grade > 0);
    let mut told: Vec<((Grade, i32), String)> = harms
        .map(|((grade, name), chance)| {
            ((Grade::of_outcome(look.rules(), *grade, *name), *grade), format!("{name} {}", chance.share()))
        })
        .collect();
    told.sort();
    let Some(((worst, _), _)) = told.last() else { return ("no harm".to_owned(), 0) };
    let grade = 1 + i32::from(*worst > Grade::Harm);
    (told.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(", "), grade)
}

/// What the rules say would come of an answer to the question at hand.
fn exactly(look: Look<'_>, order: &Order) -> Option<Vec<Prospect>> {
    let question = look.question()?;
    let mut against =
        look.rules().registry.shows.iter().find_map(|mechanic| mechanic.foretells(look, question, order))?;
    against.retain(|prospect| prospect.who.is_none_or(|who| look.knows_of(who)));
    Some(against)
}

impl Ahead {
    /// What would come of an answer to the question at hand if nobody did anything more; nothing in games that cannot say.
    pub fn foretold(&mut self, look: Look<'_>, order: &Order) -> Option<Foretold> {
        let mut foretold = Foretold { against: exactly(look, order)?, ..Foretold::default() };
        let question = look.question()?;
        let struck = foretold.against.first().and_then(|prospect| prospect.who);
        if let Some(struck) = struck.filter(|who| question.who != Some(*who)) {
            self.turned(look, (question, struck), order, &mut foretold);
        }
        Some(foretold)
    }

    /// Where it turns upon somebody else they may be asked next: what becomes of them is told from where they stand then.
    fn turned(&mut self, look: Look<'_>, (question, struck): (&Question, Id), order: &Order, foretold: &mut Foretold) {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        copy.again(Falls::From(0));
        if copy.answer(order.clone()).is_err() {
            return;
        }
        copy.play(&mut Nobody);
        let Some(after) = copy.look() else { return };
        let is_same =
            |next: &&Question| next.kind == question.kind && next.by == question.by && next.who == Some(struck);
        let Some(next) = after.question().filter(is_same) else { return };
        let kept = standing(&self.habits, after, next).and_then(|kept| Some((exactly(after, &kept)?, kept)));
        if let Some((against, kept)) = kept {
            let button = next.choices.iter().flatten().find(|choice| choice.fits(&kept));
            foretold.kept = Some(button.map_or_else(|| kept.to_string(), |choice| choice.label.clone()));
            foretold.against = against;
            return;
        }
        if let Some(against) = next.lets_be().and_then(|idle| exactly(after, &idle.order)) {
            foretold.against = against;
        }
        // What somebody else could do about it is theirs to know.
        if next.side == question.side {
            let is_open = |choice: &&Choice| choice.is_legal() && !choice.lets_be;
            let open = next.choices.iter().flatten().filter(is_open);
            foretold.then = open.map(|choice| choice.label.clone()).collect();
        }
    }
}
