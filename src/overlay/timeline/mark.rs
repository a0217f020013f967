//! What is known of a decision, and how it is told.

use std::cmp::Reverse;

use super::said;
use crate::battle::{Choice, Id, Look, Order, SideId, Unaware};

/// What is known of a decision.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub side: u8,
    pub round: i32,
    /// Facts that had been told by then.
    pub facts: usize,
    /// Decisions that had been made before the click that it followed from, where several did.
    pub since: Option<usize>,
    /// Who decided, if it was a fighter, and their name.
    pub by: Option<Id>,
    pub who: String,
    /// What, as a sentence.
    pub sentence: String,
    /// It lets something be, and nothing comes of it.
    pub is_idle: bool,
    /// It is a deed of a turn, and no answer in the middle of one.
    pub is_of_turn: bool,
    /// Nobody else is to know what it was.
    pub is_secret: bool,
    /// Who was not to know where those were that it names.
    pub unaware: Unaware,
    /// Whose decision it was, where no more is told.
    pub side_name: String,
}

/// Verbs by which something is let be: a turn, a question.
pub(super) const IDLE: [&str; 4] = ["end turn", "none", "not now", "pass"];

impl Mark {
    pub fn of(look: Look<'_>, side: SideId, order: &Order) -> Self {
        let who = look.question().and_then(|question| question.who);
        let name = who.map_or_else(|| look.side_name(side), |who| look.name(who));
        let facts = look.facts().len();
        let is_secret = look.question().is_some_and(|question| question.is_secret);
        let named = order.whoms().flatten().chain(order.with);
        let named = named.filter_map(|name| look.named(name)).filter(|id| !id.is_thing());
        let unaware = who.into_iter().chain(named).map(|id| look.unaware_of(id)).fold(Unaware::default(), Unaware::or);
        let is_of_turn = look.question().is_some_and(|question| question.choices.is_none());
        let is_idle = IDLE.contains(&order.verb.as_str());
        let choice = look.question().and_then(|question| question.choices.as_ref());
        let choice = choice.and_then(|all| {
            let fitting = all.iter().filter(|choice| choice.fits(order) && may_be(choice, order));
            // The one that says most of the manner is meant.
            fitting.min_by_key(|choice| Reverse(choice.order.manner.len()))
        });
        let deed = look.deed(order.verb).ok().filter(|_| choice.is_none()).zip(who);
        let price = deed.and_then(|(deed, who)| look.rules().economy.price(look, who, &**deed, order).ok()?.text);
        let price = choice.map_or(price, |choice| choice.cost.clone()).filter(|price| !price.is_empty());
        let sentence = said::sentence(name, order, choice, price.as_deref());
        let (by, name, side_name) = (who, name.to_owned(), look.side_name(side).to_owned());
        let (side, round) = (side.0, look.clock().round);
        let since = None;
        Self { side, round, facts, since, by, who: name, sentence, is_idle, is_of_turn, is_secret, unaware, side_name }
    }

    /// Who decided what, for those who sit here: neither what others decide in secret is told, nor what the unseen do.
    pub fn words(&self, look: Look<'_>) -> String {
        if !look.is_told(self.unaware) {
            return format!("{}: somebody unseen", self.side_name);
        }
        if self.is_secret && !look.is_played_here(SideId(self.side)) {
            return format!("{} decides in secret", self.who);
        }
        // The rules may tell it at once themselves.
        let first = self.by.zip(look.facts().get(self.facts));
        first.and_then(|(by, fact)| said::told(look, fact, by)).unwrap_or(&self.sentence).to_owned()
    }
}

/// Whether an order has all that a choice says of the manner.
fn may_be(choice: &Choice, order: &Order) -> bool {
    choice.order.manner.iter().all(|manner| order.manner.contains(manner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Spoken, advance, answer, quiet_world};
    use crate::lesson::Stage;
    use crate::rulebook::Library;

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
