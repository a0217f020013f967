//! What is known of a decision, and how it is told.

use std::cmp::Reverse;

use super::said;
use crate::battle::house_words::FIRST;
use crate::battle::{Choice, Group, Id, Look, Order, Question, SideId, Unaware};
use crate::overlay::answers;

/// Who gave an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gave {
    /// Somebody at a screen.
    #[default]
    Somebody,
    /// Nobody: it was answered as they have answered every time.
    Habit,
    /// Nobody: there was next to nothing to decide.
    Nobody,
    /// The computer.
    Computer,
}

impl Gave {
    /// Whether it was answered by itself.
    pub const fn is_by_itself(self) -> bool {
        matches!(self, Self::Habit | Self::Nobody)
    }
}

/// What is known of a decision.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub side: u8,
    /// The round, and whose turn it was.
    pub round: i32,
    pub turn: Option<Id>,
    /// Facts that had been told by then.
    pub facts: usize,
    /// Decisions that had been made before the click that it followed from, where several did.
    pub since: Option<usize>,
    /// Who gave the answer.
    pub gave: Gave,
    /// Who decided, if it was a fighter, and their name.
    pub by: Option<Id>,
    pub who: String,
    /// What, as a sentence.
    pub sentence: String,
    /// The same as a try, where its verb says what is to come of it; whether that is foretold to hang on dice.
    pub attempt: Option<(String, bool)>,
    /// It lets something be, and nothing comes of it.
    pub is_idle: bool,
    /// It is a deed of a turn, and no answer in the middle of one.
    pub is_of_turn: bool,
    /// It ends no more than a part of a turn: more of that is still to come in this round.
    pub goes_on: bool,
    /// Nobody else is to know what it was.
    pub is_secret: bool,
    /// Who was not to know where those were that it names.
    pub unaware: Unaware,
    /// Whose decision it was, where no more is told.
    pub side_name: String,
}

impl Mark {
    /// Whether it is a deed of the same turn as another decision of the one who made that.
    pub fn is_in_turn_of(&self, other: &Self) -> bool {
        !self.is_idle && (self.by, self.round) == (other.by, other.round)
    }

    /// Whether it begins something after the decision before it: it is a deed, or no answer in the middle of one.
    pub fn begins(&self, before: Option<&Self>) -> bool {
        let is_in = |before: &Self| (before.round, before.turn) == (self.round, self.turn);
        self.is_of_turn || self.turn.is_none() || !before.is_some_and(is_in)
    }

    pub fn of(look: Look<'_>, side: SideId, order: &Order) -> Self {
        let who = look.question().and_then(|question| question.who);
        let name = whose(look, side, order);
        let facts = look.facts().len();
        let is_secret = look.question().is_some_and(|question| question.is_secret);
        let named = order.whoms().flatten().chain(order.with);
        let named = named.filter_map(|name| look.named(name)).filter(|id| !id.is_thing());
        let unaware = who.into_iter().chain(named).map(|id| look.unaware_of(id)).fold(Unaware::default(), Unaware::or);
        let is_of_turn = look.question().is_some_and(|question| question.choices.is_none());
        let choice = meant(look, order);
        let deed = look.deed(order.verb).ok().filter(|_| choice.is_none()).zip(who);
        let price = deed.and_then(|(deed, who)| look.rules().economy.price(look, who, &**deed, order).ok()?.text);
        // What was begun takes as long as is left of it.
        let left = deed.filter(|(deed, _)| deed.nature().group == Group::Begun).and_then(|(deed, who)| {
            let mut all = Vec::new();
            deed.choices(look, who, &mut all);
            all.into_iter().find(|begun| begun.fits(order))?.cost
        });
        let price = left.or(price);
        let price = choice.map_or(price, |choice| choice.cost.clone()).filter(|price| !price.is_empty());
        let lets_turn_be = || look.deed(order.verb).is_ok_and(|deed| deed.nature().lets_be);
        let is_idle = choice.map_or_else(lets_turn_be, |choice| choice.lets_be);
        let goes_on = is_idle && is_of_turn && who.is_some_and(|who| look.rules().economy.goes_on(look, who));
        let sentence = said::sentence(look, name, order, choice, price.as_deref());
        let says_end = deed.filter(|(deed, _)| said::says_end(&deed.nature()));
        let attempt = says_end.map(|(deed, who)| {
            let is_doubtful = deed.nature().hinders && said::is_doubtful(deed.forecast(look, who, order).as_ref());
            (said::attempt(look, name, order, price.as_deref()), is_doubtful)
        });
        let (by, name, side_name) = (who, name.to_owned(), look.side_name(side).to_owned());
        let (side, clock) = (side.0, look.clock());
        let (round, turn) = (clock.round, clock.turn);
        Self {
            side,
            round,
            turn,
            facts,
            since: None,
            gave: Gave::default(),
            by,
            who: name,
            sentence,
            attempt,
            is_idle,
            is_of_turn,
            goes_on,
            is_secret,
            unaware,
            side_name,
        }
    }

    /// Who decided what, for those who sit here: neither what others decide in secret is told, nor what the unseen do.
    pub fn words(&self, look: Look<'_>) -> String {
        if !look.is_told(self.unaware) {
            return format!("{}: somebody unseen", self.side_name);
        }
        if self.is_secret && !look.is_played_here(SideId(self.side)) {
            return format!("{} decides in secret", self.who);
        }
        self.openly(look)
    }

    /// Who decided what, whether anybody was to know it or not.
    pub fn openly(&self, look: Look<'_>) -> String {
        // The rules may tell it at once themselves.
        let first = self.by.zip(look.facts().get(self.facts));
        let is_tried = |is_doubtful: bool| is_doubtful || first.is_some_and(|(by, fact)| said::is_test(fact, by));
        let attempt = self.attempt.as_ref().filter(|(_, is_doubtful)| is_tried(*is_doubtful));
        let sentence = attempt.map_or(&self.sentence, |(attempt, _)| attempt);
        first.and_then(|(by, fact)| said::told(look, fact, by)).unwrap_or(sentence).to_owned()
    }
}

/// Whose decision an order of this side is, by name: that of whoever is asked; what a side decides as a whole is its own.
pub(super) fn whose<'w>(look: Look<'w>, side: SideId, order: &Order) -> &'w str {
    let is_sides = |question: &Question| answers::sends(question) || order.verb == FIRST;
    let who = look.question().filter(|question| !is_sides(question)).and_then(|question| question.who);
    who.map_or_else(|| look.side_name(side), |who| look.name(who))
}

/// The choice that an order answers a question with, if it lists them.
pub(super) fn meant<'w>(look: Look<'w>, order: &Order) -> Option<&'w Choice> {
    let all = look.question()?.choices.as_ref()?;
    let fitting = all.iter().filter(|choice| choice.fits(order) && may_be(choice, order));
    // The one that says most of the manner is meant.
    fitting.min_by_key(|choice| Reverse(choice.order.manner.len()))
}

/// Whether an order has all that a choice says of the manner.
fn may_be(choice: &Choice, order: &Order) -> bool {
    choice.order.manner.iter().all(|manner| order.manner.contains(manner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::battle::house_words::END_TURN;
    use crate::battle::{Spoken, advance, answer, quiet_world};
    use crate::lesson::Stage;
    use crate::overlay::trial;
    use crate::rulebook::Library;

    /// Promise: to end a turn and to ward off nothing is to let it be; what is done else is not.
    #[test]
    fn what_lets_a_turn_or_a_question_be_is_idle() {
        let mut game = trial::begun("gate", 1);
        let mut mind = Mind::new(Skill::Plain, 1);
        let (mut turns, mut answers) = (0, 0);
        for _ in 0..200 {
            let look = trial::look(&game);
            let Some(question) = look.question() else { break };
            let mark = |order: &Order| Mark::of(look, question.side, order);
            for choice in question.choices.iter().flatten().filter(|choice| choice.is_legal()) {
                let is_none = choice.order.verb == "none";
                answers += i32::from(is_none);
                assert_eq!(mark(&choice.order).is_idle, is_none, "{}", choice.order);
            }
            if let (None, Some(order)) = (&question.choices, mind.decide(look)) {
                turns += 1;
                assert!(mark(&Order::new(END_TURN)).is_idle);
                assert_eq!(mark(&order).is_idle, order.verb == END_TURN, "{order}");
            }
            if !trial::goes_on(&mut game, &mut mind) {
                break;
            }
        }
        assert!(turns > 0 && answers > 0, "{turns} {answers}");
    }

    /// Promise: what the rules tell at once of a decision is what is told of it: a sentence, not an order.
    #[test]
    fn a_decision_is_told_by_the_rules_where_they_do() {
        let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
        let lessons = library.lessons("hursagmu").unwrap();
        let lesson = lessons.iter().find(|lesson| lesson.id == "HG-C21").unwrap();
        let mut world = quiet_world();
        let mut stage = Stage::set(lesson, &mut world);
        stage.play_to(0);
        let look = Look::at(stage.world, stage.battle).unwrap();
        let question = look.question().unwrap();
        assert_eq!(question.kind, "declare");
        let who = look.name(question.who.unwrap()).to_owned();
        let order = look.order(&Spoken::parse("declare for 2 by defend").unwrap()).unwrap();
        let mark = Mark::of(look, question.side, &order);
        assert_eq!(mark.words(look), format!("{who} chooses: 2 actions, one to defend (-2)."));
        answer(stage.world, stage.battle, order).unwrap();
        advance(stage.world, stage.battle);
        let told = mark.words(Look::at(stage.world, stage.battle).unwrap());
        assert!(told.starts_with(&format!("{who} sets out to do 2 things, their defence among them")), "{told}");
    }
}
