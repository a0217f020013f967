//! An answer that is given every time: by the same fighter to questions of one kind, at whoever stands to them as the first one
//! did, in the same manner, as long as it costs no more.

use std::collections::BTreeMap;

use crate::battle::{Aim, Choice, Id, Key, Look, Order, Question};

/// What is answered in the same way every time: the kind of question, who is asked, and the answer.
pub type Habits = BTreeMap<(Key, Option<Id>), Habit>;

/// The standing answer to this question, where it can still be given.
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
    pub pays: i32,
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

/// Who is asked, and who brought the question about.
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
        Some(Self { order: order.clone(), at, pays: meant.pays })
    }

    /// The order that gives this answer to a question about these people.
    fn meant(&self, people: People) -> Option<Order> {
        let aims = self.order.at.iter().zip(&self.at);
        let at = aims.map(|(aim, whom)| Some(Aim { who: whom.named(people)?, ..*aim })).collect::<Option<_>>()?;
        Some(Order { at, ..self.order.clone() })
    }

    fn given(&self, people: People, choices: &[Choice]) -> Option<Order> {
        let order = self.meant(people)?;
        choices.iter().any(|choice| self.covers(choice) && is_meant(choice, &order)).then_some(order)
    }

    /// Whether a choice costs no more than what was agreed to.
    fn covers(&self, choice: &Choice) -> bool {
        choice.pays <= self.pays
    }

    /// What is meant by this answer at this question, where it would be given if it did not cost more than was agreed to.
    pub fn dearer<'q>(&self, look: Look<'_>, question: &'q Question) -> Option<&'q Choice> {
        self.too_dear(people(look, question), question.choices.as_deref()?)
    }

    fn too_dear<'c>(&self, people: People, choices: &'c [Choice]) -> Option<&'c Choice> {
        let order = self.meant(people)?;
        let meant = || choices.iter().filter(|choice| is_meant(choice, &order));
        if meant().any(|choice| self.covers(choice)) { None } else { meant().next() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Group, Price, Refusal};

    fn key(name: &'static str) -> Key {
        name.into()
    }

    fn people(by: &'static str) -> People {
        [Some(key("Ana")), Some(key(by))]
    }

    fn choice(order: Order, pays: i32) -> Choice {
        Choice::new(order, "so", Group::Defence, "R-1").priced(Price::of(pays, "so much"))
    }

    /// Promise: an answer with a number and a manner added to it is kept with both, at the same price or a lower one.
    #[test]
    fn a_number_and_a_manner_that_were_added_are_kept() {
        let open = |pays: i32| {
            let plain = choice(Order::new("parry").with("Sword"), pays).counting((0, 3), "seconds");
            [Choice { manners: vec![key("hard")], ..plain }]
        };
        let order = Order::new("parry").with("Sword").n(2).manner("hard");
        let habit = Habit::among(people("Orc"), &open(1), &order).unwrap();
        assert_eq!(habit.given(people("Orc"), &open(1)), Some(order.clone()));
        assert_eq!(habit.given(people("Orc"), &open(2)), None, "it has become dearer");
        assert_eq!(habit.too_dear(people("Orc"), &open(2)).map(|choice| choice.label.as_str()), Some("so"));
        for less in [1, 0] {
            assert_eq!(habit.given(people("Orc"), &open(less)), Some(order.clone()), "{less} is no more");
            assert_eq!(habit.too_dear(people("Orc"), &open(less)), None);
        }
        let shut = open(1).map(|choice| choice.unless(Err(Refusal::new("R-1", "not now"))));
        assert_eq!(habit.given(people("Orc"), &shut), None, "it cannot be done any more");
        let few = open(1).map(|choice| Choice { numbers: Some((0, 1)), ..choice });
        assert_eq!(habit.given(people("Orc"), &few), None, "there are no two any more");
        // Without the manner it is another answer.
        let hard = [choice(Order::new("parry").with("Sword").manner("hard"), 1)];
        assert_eq!(Habit::among(people("Orc"), &hard, &Order::new("parry").with("Sword")), None);
    }

    /// Promise: what is done to whoever attacks is done to the next who does; what is done for a friend for that friend alone.
    #[test]
    fn whoever_attacks_is_answered_and_a_friend_is_that_friend() {
        let counter = |name: &'static str| choice(Order::new("counter").at(Aim::who(name)), 1);
        let habit = Habit::among(people("Orc"), &[counter("Orc")], &counter("Orc").order).unwrap();
        assert_eq!(habit.given(people("Wolf"), &[counter("Wolf")]), Some(counter("Wolf").order));
        let guard = |name: &'static str| choice(Order::new("guard").at(Aim::who(name)), 1);
        let habit = Habit::among(people("Orc"), &[guard("Bo")], &guard("Bo").order).unwrap();
        assert_eq!(habit.given(people("Wolf"), &[guard("Bo")]), Some(guard("Bo").order));
        assert_eq!(habit.given(people("Wolf"), &[guard("Cy")]), None);
    }
}
