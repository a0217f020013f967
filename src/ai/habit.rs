//! An answer that is given every time: by the same fighter to questions of one kind, at whoever stands to them as the first one
//! did, in the same manner, as long as it costs the same.

use std::collections::BTreeMap;

use crate::battle::{Aim, Choice, Id, Key, Look, Order, Question};

/// What is answered in the same way every time: questions of which kind to whom, and the answer.
pub type Habits = BTreeMap<(Key, Option<Id>), Habit>;

/// The answer that whoever is asked gives every time, where it can still be given.
pub fn standing(habits: &Habits, look: Look<'_>, question: &Question) -> Option<Order> {
    let order = habits.get(&(question.kind, question.who))?.answers(look, question)?;
    look.check(&order).is_ok().then_some(order)
}

/// An answer that is given every time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Habit {
    /// The answer as it was first given.
    pub order: Order,
    /// Whom it was at, one after the other.
    pub at: Vec<Whom>,
    /// What it costs.
    pub cost: Option<String>,
}

/// Whom an answer is at, as the one who gives it sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Themselves.
    Own,
    /// Whoever brought the question about, whoever that is.
    Asker,
    /// Somebody of this name and no other.
    Named(Key),
    /// Nobody: a square.
    Nobody,
}

/// Who is asked, and because of whom.
type People = [Option<Key>; 2];

fn people(look: Look<'_>, question: &Question) -> People {
    [question.who, question.by].map(|id| id.map(|id| look.key(id)))
}

impl Whom {
    fn of([own, by]: People, name: Option<Key>) -> Self {
        match name {
            None => Self::Nobody,
            name if name == own => Self::Own,
            name if name == by => Self::Asker,
            Some(name) => Self::Named(name),
        }
    }

    /// Who that is at another question; nothing where there is nobody of the kind.
    fn named(self, [own, by]: People) -> Option<Option<Key>> {
        match self {
            Self::Own => Some(Some(own?)),
            Self::Asker => Some(Some(by?)),
            Self::Named(name) => Some(Some(name)),
            Self::Nobody => Some(None),
        }
    }
}

/// Whether an order is this choice, with a number, a square or manners that it leaves to whoever gives it.
fn is_meant(choice: &Choice, order: &Order) -> bool {
    let knows = |manner: &Key| choice.order.manner.contains(manner) || choice.manners.contains(manner);
    let has_all = choice.order.manner.iter().all(|manner| order.manner.contains(manner));
    choice.is_legal() && choice.fits(order) && has_all && order.manner.iter().all(knows)
}

impl Habit {
    /// The answer to a question by this order, if it is one of those that can be given.
    pub fn of(look: Look<'_>, question: &Question, order: &Order) -> Option<Self> {
        Self::among(people(look, question), question.choices.as_deref()?, order)
    }

    /// The order that answers this question so; nothing where it must be asked anew: what is meant has become dearer, cannot be
    /// done any more, or there is nobody to do it to.
    pub fn answers(&self, look: Look<'_>, question: &Question) -> Option<Order> {
        self.given(people(look, question), question.choices.as_deref()?)
    }

    fn among(people: People, choices: &[Choice], order: &Order) -> Option<Self> {
        let meant = choices.iter().find(|choice| is_meant(choice, order))?;
        let at = order.whoms().map(|name| Whom::of(people, name)).collect();
        Some(Self { order: order.clone(), at, cost: meant.cost.clone() })
    }

    fn given(&self, people: People, choices: &[Choice]) -> Option<Order> {
        let aims = self.order.at.iter().zip(&self.at);
        let at = aims.map(|(aim, whom)| Some(Aim { who: whom.named(people)?, ..*aim })).collect::<Option<_>>()?;
        let order = Order { at, ..self.order.clone() };
        choices.iter().any(|choice| choice.cost == self.cost && is_meant(choice, &order)).then_some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Group, Refusal};

    fn key(name: &'static str) -> Key {
        name.into()
    }

    fn people(by: &'static str) -> People {
        [Some(key("Ana")), Some(key(by))]
    }

    fn choice(order: Order, cost: &str) -> Choice {
        Choice { cost: Some(cost.to_owned()), ..Choice::new(order, "so", Group::Defence, "R-1") }
    }

    /// Promise: an answer with a number and a manner added to it is kept with both, at the same price alone.
    #[test]
    fn a_number_and_a_manner_that_were_added_are_kept() {
        let open = |cost: &str| {
            let plain = choice(Order::new("parry").with("Sword"), cost).counting((0, 3), "seconds");
            [Choice { manners: vec![key("hard")], ..plain }]
        };
        let order = Order::new("parry").with("Sword").n(2).manner("hard");
        let habit = Habit::among(people("Orc"), &open("1 s"), &order).unwrap();
        assert_eq!(habit.given(people("Orc"), &open("1 s")), Some(order.clone()));
        assert_eq!(habit.given(people("Orc"), &open("2 s")), None, "it has become dearer");
        let shut = open("1 s").map(|choice| choice.unless(Err(Refusal::new("R-1", "not now"))));
        assert_eq!(habit.given(people("Orc"), &shut), None, "it cannot be done any more");
        let few = open("1 s").map(|choice| Choice { numbers: Some((0, 1)), ..choice });
        assert_eq!(habit.given(people("Orc"), &few), None, "there are no two any more");
        // Without the manner it is another answer.
        let hard = [choice(Order::new("parry").with("Sword").manner("hard"), "1 s")];
        assert_eq!(Habit::among(people("Orc"), &hard, &Order::new("parry").with("Sword")), None);
    }

    /// Promise: what is done to whoever attacks is done to the next who does; what is done for a friend for that friend alone.
    #[test]
    fn whoever_attacks_is_answered_and_a_friend_is_that_friend() {
        let counter = |name: &'static str| choice(Order::new("counter").at(Aim::who(name)), "1");
        let habit = Habit::among(people("Orc"), &[counter("Orc")], &counter("Orc").order).unwrap();
        assert_eq!(habit.given(people("Wolf"), &[counter("Wolf")]), Some(counter("Wolf").order));
        let guard = |name: &'static str| choice(Order::new("guard").at(Aim::who(name)), "1");
        let habit = Habit::among(people("Orc"), &[guard("Bo")], &guard("Bo").order).unwrap();
        assert_eq!(habit.given(people("Wolf"), &[guard("Bo")]), Some(guard("Bo").order));
        assert_eq!(habit.given(people("Wolf"), &[guard("Cy")]), None);
    }
}
